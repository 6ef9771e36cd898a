//! Kinds of passing effects.

use quintain_engine::{ConditionKind, Mood};

use super::kind;
use crate::condition::Effect;
use crate::rules::{battle_map, creatures, gifts, incantations, modifiers, prayer};

static ASSISTANT_DAIMON: ConditionKind = kind(
    Mood::Good,
    5,
    ("assistant-daimon", "assistant daimon", "daimon"),
    &incantations::DAIMON,
    "A spirit helps: THU counts 3 more for saves.",
);
static ATTRACTED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("attracted", "attracted", "drawn"),
    &incantations::ATTRACTION,
    "Will not attack the one it loves and stands in the way of those who do.",
);
static BELOVED: ConditionKind = kind(
    Mood::Good,
    5,
    ("beloved", "beloved", "beloved"),
    &incantations::ATTRACTION,
    "Somebody attracted to it stands in the way of attacks on it.",
);
static BEFRIENDED: ConditionKind = kind(
    Mood::Plain,
    2,
    ("befriended", "befriended", "friend"),
    &incantations::FRIENDSHIP,
    "An incantation has made it a friend, and it stands aside.",
);
static BOUND_IN_LOVE: ConditionKind = kind(
    Mood::Bad,
    2,
    ("bound-in-love", "bound in love", "in love"),
    &incantations::BIND_LOVER,
    "Fights for the one it loves, and may turn on others in jealousy.",
);
static CONTROLLED: ConditionKind =
    kind(Mood::Bad, 2, ("controlled", "controlled", "control"), &incantations::COERCE, "Another side declares for it.");
static CONSECRATED: ConditionKind = kind(
    Mood::Good,
    5,
    ("consecrated", "consecrated", "blessed"),
    &incantations::CONSECRATION,
    "One of its scores counts 3 more for saves.",
);
static INVISIBLE: ConditionKind = kind(
    Mood::Good,
    3,
    ("invisible", "invisible", "unseen"),
    &incantations::INVISIBILITY,
    "Cannot be seen, so attacks on it are impaired, until it shows itself.",
);
static REVEALED: ConditionKind = kind(
    Mood::Bad,
    5,
    ("revealed", "revealed", "revealed"),
    &incantations::DIRECT_VISION,
    "The other side sees it, hidden or not.",
);
static PROTECTED: ConditionKind = kind(
    Mood::Good,
    3,
    ("protected", "protected", "ward"),
    &incantations::PROTECTION,
    "A die comes off every instance of damage that it takes.",
);
static SLEEPLESS: ConditionKind = kind(
    Mood::Bad,
    5,
    ("sleepless", "sleepless", "awake"),
    &incantations::INSOMNIA,
    "Finds no rest and recovers nothing.",
);
static SILENCED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("silenced", "silenced", "silent"),
    &incantations::SILENCE,
    "Cannot speak: no incantation, prayer, song or order.",
);
static APPEASED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("appeased", "appeased", "appeased"),
    &incantations::RESTRAIN_ANGER,
    "Attacks nobody until somebody attacks it.",
);
static PARTED: ConditionKind = kind(
    Mood::Bad,
    5,
    ("parted", "parted", "parted"),
    &incantations::SEPARATE,
    "Cannot come near a certain other, nor strike them hand to hand.",
);
static BEWITCHED: ConditionKind = kind(
    Mood::Bad,
    2,
    ("bewitched", "bewitched", "charmed"),
    &creatures::SONG,
    "Walks towards the singer and does nothing else.",
);
static MIGHT_OF_ARES: ConditionKind =
    kind(Mood::Good, 4, ("might-of-ares", "might of Ares", "Ares"), &prayer::ARES, "Its attacks are enhanced.");
static VEILED_BY_ARTEMIS: ConditionKind = kind(
    Mood::Good,
    4,
    ("veiled-by-artemis", "veiled by Artemis", "veiled"),
    &prayer::ARTEMIS,
    "Attacks on it are impaired.",
);
static HUNTERS_CHARM: ConditionKind = kind(
    Mood::Good,
    4,
    ("hunters-charm", "hunter's charm", "hunter"),
    &prayer::ARTEMIS,
    "What it shoots and throws is enhanced.",
);
static FAVOUR_OF_HERMES: ConditionKind = kind(
    Mood::Good,
    4,
    ("favour-of-hermes", "favour of Hermes", "Hermes"),
    &prayer::HERMES,
    "Its next retreat or manoeuvre fails on a 20 only.",
);
static COUNSEL_OF_ATHENA: ConditionKind = kind(
    Mood::Good,
    4,
    ("counsel-of-athena", "counsel of Athena", "Athena"),
    &prayer::ATHENA,
    "Its side acts before the opponents next round.",
);
static TEMPERED_WEAPON: ConditionKind = kind(
    Mood::Good,
    6,
    ("tempered-weapon", "tempered weapon", "tempered"),
    &prayer::HEPHAESTUS,
    "The die of one of its weapons is a step larger.",
);
static TEMPERED_ARMOUR: ConditionKind = kind(
    Mood::Good,
    6,
    ("tempered-armour", "tempered armour", "plated"),
    &prayer::HEPHAESTUS,
    "One of its pieces of armour counts one more.",
);
static POISONED: ConditionKind =
    kind(Mood::Bad, 3, ("poisoned", "poisoned", "poison"), &creatures::POISON, "Loses its next action to poison.");
static FULL_OF_HATE: ConditionKind = kind(
    Mood::Bad,
    3,
    ("full-of-hate", "full of hate", "hates"),
    &gifts::ARROWS_OF_EROS,
    "Must attack a certain other while it can.",
);
static STAFF_SPENT: ConditionKind = kind(
    Mood::Plain,
    9,
    ("staff-spent", "staff spent", "spent"),
    &gifts::CADUCEUS,
    "The staff has done its work for this fight.",
);
static OUT_OF_REACH: ConditionKind = kind(
    Mood::Plain,
    6,
    ("out-of-reach", "out of reach", "far"),
    &battle_map::NONE,
    "A certain other and it cannot strike each other hand to hand.",
);
static OUT_OF_SIGHT: ConditionKind = kind(
    Mood::Plain,
    6,
    ("out-of-sight", "out of sight", "no sight"),
    &battle_map::NONE,
    "A certain other cannot see it.",
);
static COVERED: ConditionKind = kind(
    Mood::Good,
    6,
    ("covered", "covered", "covered"),
    &modifiers::IMPAIRED_WHEN,
    "Attacks on it by a certain other are impaired.",
);
static SHADOWED: ConditionKind =
    kind(Mood::Bad, 8, ("shadowed", "shadowed", "shadowed"), &incantations::SHADOW, "Its shadow scouts for another.");
static SUMMONED: ConditionKind = kind(
    Mood::Plain,
    7,
    ("summoned", "summoned", "summoned"),
    &prayer::PERSEPHONE,
    "Came at a call and stays for some turns only.",
);

/// The kind of an effect.
pub fn of_effect(effect: Effect) -> &'static ConditionKind {
    match effect {
        Effect::Daimon => &ASSISTANT_DAIMON,
        Effect::Attracted => &ATTRACTED,
        Effect::Beloved => &BELOVED,
        Effect::Befriended => &BEFRIENDED,
        Effect::Lover => &BOUND_IN_LOVE,
        Effect::Controlled => &CONTROLLED,
        Effect::Consecrated(_) => &CONSECRATED,
        Effect::Invisible => &INVISIBLE,
        Effect::Revealed => &REVEALED,
        Effect::Protected { .. } => &PROTECTED,
        Effect::Sleepless => &SLEEPLESS,
        Effect::Silenced => &SILENCED,
        Effect::Appeased => &APPEASED,
        Effect::PartedFrom => &PARTED,
        Effect::Bewitched => &BEWITCHED,
        Effect::Might => &MIGHT_OF_ARES,
        Effect::Veiled => &VEILED_BY_ARTEMIS,
        Effect::Hunter => &HUNTERS_CHARM,
        Effect::Trickster => &FAVOUR_OF_HERMES,
        Effect::Foremost => &COUNSEL_OF_ATHENA,
        Effect::Tempered(_) => &TEMPERED_WEAPON,
        Effect::Plated(_) => &TEMPERED_ARMOUR,
        Effect::Burning => &POISONED,
        Effect::Hates => &FULL_OF_HATE,
        Effect::Spent(_) => &STAFF_SPENT,
        Effect::OutOfReach => &OUT_OF_REACH,
        Effect::OutOfSight => &OUT_OF_SIGHT,
        Effect::CoverFrom => &COVERED,
        Effect::Shadowed => &SHADOWED,
        Effect::Summoned => &SUMMONED,
    }
}

/// All of them.
pub(super) static ALL: [&ConditionKind; 30] = [
    &ASSISTANT_DAIMON,
    &ATTRACTED,
    &BELOVED,
    &BEFRIENDED,
    &BOUND_IN_LOVE,
    &CONTROLLED,
    &CONSECRATED,
    &INVISIBLE,
    &REVEALED,
    &PROTECTED,
    &SLEEPLESS,
    &SILENCED,
    &APPEASED,
    &PARTED,
    &BEWITCHED,
    &MIGHT_OF_ARES,
    &VEILED_BY_ARTEMIS,
    &HUNTERS_CHARM,
    &FAVOUR_OF_HERMES,
    &COUNSEL_OF_ATHENA,
    &TEMPERED_WEAPON,
    &TEMPERED_ARMOUR,
    &POISONED,
    &FULL_OF_HATE,
    &STAFF_SPENT,
    &OUT_OF_REACH,
    &OUT_OF_SIGHT,
    &COVERED,
    &SHADOWED,
    &SUMMONED,
];
