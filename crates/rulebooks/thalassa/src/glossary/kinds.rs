//! Every kind of condition that the view shows: what lasts, then what passes.

use quintain_engine::Mood::{Bad, Good, Plain};
use quintain_engine::{ConditionKind, Mood, Rule, listed};

use crate::condition::{Ability, Condition, Effect};
use crate::rules::{
    ability, battle_map, creatures, critical, detachment, gear, gifts, incantations, modifiers, morale, prayer,
    retreat, scars,
};

/// A kind of condition, by its key, its name and its short name.
const fn kind(
    mood: Mood,
    order: u8,
    (key, label, short): (&'static str, &'static str, &'static str),
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

listed! {
    /// All of them.
    pub CONDITIONS: ConditionKind;
    DEAD = kind(Bad, 0, ("dead", "dead", "dead"), &ability::KRA_0, "Its KRA is gone, or a wound has killed it.");
    DESTROYED = kind(Bad, 0, ("destroyed", "destroyed", "destroy"), &detachment::ZERO_KRA,
        "A company of which nothing is left.");
    CRITICAL_DAMAGE = kind(Bad, 1, ("critical-damage", "critical damage", "critical"), &critical::PC_STATE,
        "Lies dying: a hero can only crawl, others are out of the fight.");
    AIDED = kind(Good, 3, ("aided", "aided", "aided"), &critical::STABILISE,
        "First aid has stopped the clock that was running towards its death.");
    ROUTED = kind(Bad, 1, ("routed", "routed", "routed"), &detachment::CRITICAL,
        "A company that has run from the field.");
    WEAKENED = kind(Bad, 3, ("weakened", "weakened", "weak"), &detachment::WEAKENED,
        "A company without its larger die and its blast; the next failed save routs it.");
    ESCAPED = kind(Plain, 1, ("escaped", "escaped", "escaped"), &retreat::PASS,
        "Has got away alive and is out of the fight.");
    PETRIFIED = kind(Bad, 0, ("petrified", "petrified", "stone"), &creatures::GAZE, "Turned to stone by a gaze.");
    MORTALLY_WOUNDED = kind(Bad, 1, ("mortally-wounded", "mortally wounded", "mortal"), &scars::MORTAL,
        "Out of action, and dead within an hour unless healed.");
    DEPRIVED = kind(Bad, 5, ("deprived", "deprived", "deprived"), &scars::WALLOPED,
        "Recovers neither STA nor scores until it has rested long.");
    DOOMED = kind(Bad, 3, ("doomed", "doomed", "doomed"), &scars::DOOMED,
        "Its next save against critical damage decides whether it lives.");
    DEAF = kind(Bad, 6, ("deaf", "deaf", "deaf"), &scars::DEAFENED, "Hears nothing, neither songs nor horns.");
    HAMSTRUNG = kind(Bad, 4, ("hamstrung", "hamstrung", "lame"), &scars::HAMSTRUNG,
        "Barely moves: 5 feet a turn, no second move, no retreat.");
    INFECTED = kind(Bad, 7, ("infected", "infected", "infected"), &scars::DISEASED,
        "Suffers from a wound that festers.");
    BOUND = kind(Bad, 3, ("bound", "bound", "bound"), &gear::BOUND,
        "Cannot move, attacks impaired and is helpless until it breaks free.");
    IN_COVER = kind(Good, 5, ("in-cover", "in cover", "cover"), &modifiers::IMPAIRED_WHEN,
        "Attacks on it are impaired.");
    PRONE = kind(Bad, 6, ("prone", "prone", "prone"), &scars::WALLOPED,
        "Lies on the ground; a mark without rules of its own.");
    FLEEING = kind(Bad, 2, ("fleeing", "fleeing", "flees"), &morale::FAIL,
        "Its courage has gone: every turn is an attempt to get away.");
    ASLEEP = kind(Bad, 2, ("asleep", "asleep", "asleep"), &modifiers::ENHANCED_WHEN, "Sleeps and is helpless.");
    BLINDED = kind(Bad, 3, ("blinded", "blinded", "blind"), &modifiers::IMPAIRED_WHEN,
        "Sees nothing, and its attacks are impaired.");
    LEFT_DYING = kind(Bad, 2, ("left-dying", "left dying", "left"), &critical::CLOCK,
        "Was left behind dying by its side, which has lost the field.");
    ENRAGED = kind(Plain, 5, ("enraged", "enraged", "enraged"), &incantations::RESTRAIN_ANGER,
        "Blind with anger, which an incantation can restrain.");
    IN_WATER = kind(Plain, 7, ("in-water", "in water", "in water"), &creatures::WATER_PROOF,
        "Stands in water, which matters to creatures of the sea.");
    SLANDERED = kind(Bad, 6, ("slandered", "slandered", "slander"), &incantations::SLANDER,
        "Leads its side's morale no more.");
    WITHDRAWN = kind(Plain, 1, ("withdrawn", "withdrawn", "gone"), &creatures::IMMORTAL,
        "Is out of the fight, though it cannot die.");
    ALOFT = kind(Good, 4, ("aloft", "aloft", "aloft"), &creatures::ALOFT,
        "Stays in the air, where nobody on the ground can strike it hand to hand.");
    IN_A_GUST = kind(Good, 5, ("in-a-gust", "in a gust", "gust"), &creatures::GUSTS,
        "Hidden in the wind, so that shots and throws at it are impaired.");
    NEUTRAL = kind(Plain, 1, ("neutral", "neutral", "neutral"), &incantations::FRIENDSHIP,
        "Takes no more part in the fight.");
    HIDDEN = kind(Good, 3, ("hidden", "hidden", "hidden"), &battle_map::NONE,
        "The other side does not see it and cannot aim at it.");
    CORNERED = kind(Bad, 5, ("cornered", "cornered", "corner"), &retreat::DESTINATION,
        "Has no safe place to run to, so it cannot retreat.");
    PARALYSED = kind(Bad, 1, ("paralysed", "paralysed", "TEK 0"), &ability::TEK_0,
        "Its TEK is gone: it cannot act and is helpless.");
    DELIRIOUS = kind(Bad, 1, ("delirious", "delirious", "THU 0"), &ability::THU_0,
        "Its THU is gone: it cannot act and is helpless.");
    SCAR = kind(Plain, 6, ("scar", "scar", "scar"), &scars::TRIGGER,
        "The mark of a blow that took its STA to exactly 0; some of it may still be to come.");
    CONCENTRATING = kind(Plain, 4, ("concentrating", "concentrating", "prays"), &prayer::RECOLLECTION,
        "Prays, and will be heard or not when its turns of prayer are over.");
    ASSISTANT_DAIMON = kind(Good, 5, ("assistant-daimon", "assistant daimon", "daimon"), &incantations::DAIMON,
        "A spirit helps: THU counts 3 more for saves.");
    ATTRACTED = kind(Bad, 3, ("attracted", "attracted", "drawn"), &incantations::ATTRACTION,
        "Will not attack the one it loves and stands in the way of those who do.");
    BELOVED = kind(Good, 5, ("beloved", "beloved", "beloved"), &incantations::ATTRACTION,
        "Somebody attracted to it stands in the way of attacks on it.");
    BEFRIENDED = kind(Plain, 2, ("befriended", "befriended", "friend"), &incantations::FRIENDSHIP,
        "An incantation has made it a friend, and it stands aside.");
    BOUND_IN_LOVE = kind(Bad, 2, ("bound-in-love", "bound in love", "in love"), &incantations::BIND_LOVER,
        "Fights for the one it loves, and may turn on others in jealousy.");
    CONTROLLED = kind(Bad, 2, ("controlled", "controlled", "control"), &incantations::COERCE,
        "Another side declares for it.");
    CONSECRATED = kind(Good, 5, ("consecrated", "consecrated", "blessed"), &incantations::CONSECRATION,
        "One of its scores counts 3 more for saves.");
    INVISIBLE = kind(Good, 3, ("invisible", "invisible", "unseen"), &incantations::INVISIBILITY,
        "Cannot be seen, so attacks on it are impaired, until it shows itself.");
    REVEALED = kind(Bad, 5, ("revealed", "revealed", "revealed"), &incantations::DIRECT_VISION,
        "The other side sees it, hidden or not.");
    PROTECTED = kind(Good, 3, ("protected", "protected", "ward"), &incantations::PROTECTION,
        "A die comes off every instance of damage that it takes.");
    SLEEPLESS = kind(Bad, 5, ("sleepless", "sleepless", "awake"), &incantations::INSOMNIA,
        "Finds no rest and recovers nothing.");
    SILENCED = kind(Bad, 3, ("silenced", "silenced", "silent"), &incantations::SILENCE,
        "Cannot speak: no incantation, prayer, song or order.");
    APPEASED = kind(Bad, 3, ("appeased", "appeased", "appeased"), &incantations::RESTRAIN_ANGER,
        "Attacks nobody until somebody attacks it.");
    PARTED = kind(Bad, 5, ("parted", "parted", "parted"), &incantations::SEPARATE,
        "Cannot come near a certain other, nor strike them hand to hand.");
    BEWITCHED = kind(Bad, 2, ("bewitched", "bewitched", "charmed"), &creatures::SONG,
        "Walks towards the singer and does nothing else.");
    MIGHT_OF_ARES = kind(Good, 4, ("might-of-ares", "might of Ares", "Ares"), &prayer::ARES,
        "Its attacks are enhanced.");
    VEILED_BY_ARTEMIS = kind(Good, 4, ("veiled-by-artemis", "veiled by Artemis", "veiled"), &prayer::ARTEMIS,
        "Attacks on it are impaired.");
    HUNTERS_CHARM = kind(Good, 4, ("hunters-charm", "hunter's charm", "hunter"), &prayer::ARTEMIS,
        "What it shoots and throws is enhanced.");
    FAVOUR_OF_HERMES = kind(Good, 4, ("favour-of-hermes", "favour of Hermes", "Hermes"), &prayer::HERMES,
        "Its next retreat or manoeuvre fails on a 20 only.");
    COUNSEL_OF_ATHENA = kind(Good, 4, ("counsel-of-athena", "counsel of Athena", "Athena"), &prayer::ATHENA,
        "Its side acts before the opponents next round.");
    TEMPERED_WEAPON = kind(Good, 6, ("tempered-weapon", "tempered weapon", "tempered"), &prayer::HEPHAESTUS,
        "The die of one of its weapons is a step larger.");
    TEMPERED_ARMOUR = kind(Good, 6, ("tempered-armour", "tempered armour", "plated"), &prayer::HEPHAESTUS,
        "One of its pieces of armour counts one more.");
    POISONED = kind(Bad, 3, ("poisoned", "poisoned", "poison"), &creatures::POISON, "Loses its next action to poison.");
    FULL_OF_HATE = kind(Bad, 3, ("full-of-hate", "full of hate", "hates"), &gifts::ARROWS_OF_EROS,
        "Must attack a certain other while it can.");
    STAFF_SPENT = kind(Plain, 9, ("staff-spent", "staff spent", "spent"), &gifts::CADUCEUS,
        "The staff has done its work for this fight.");
    OUT_OF_REACH = kind(Plain, 6, ("out-of-reach", "out of reach", "far"), &battle_map::NONE,
        "A certain other and it cannot strike each other hand to hand.");
    OUT_OF_SIGHT = kind(Plain, 6, ("out-of-sight", "out of sight", "no sight"), &battle_map::NONE,
        "A certain other cannot see it.");
    COVERED = kind(Good, 6, ("covered", "covered", "covered"), &modifiers::IMPAIRED_WHEN,
        "Attacks on it by a certain other are impaired.");
    SHADOWED = kind(Bad, 8, ("shadowed", "shadowed", "shadowed"), &incantations::SHADOW,
        "Its shadow scouts for another.");
    LEADERLESS = kind(Bad, 6, ("leaderless", "leaderless", "loner"), &incantations::BONDS_RELEASE,
        "No longer loyal: its morale is its own, whatever its leader rolls.");
    SUMMONED = kind(Plain, 7, ("summoned", "summoned", "summoned"), &prayer::PERSEPHONE,
        "Came at a call and stays for some turns only.");
}

impl Condition {
    /// The name by which scripts and edicts call it.
    pub fn name(self) -> &'static str {
        of_condition(self).label
    }
}

impl Effect {
    /// The name by which scripts and edicts call it.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Consecrated(Ability::Kra) => "consecrated kra",
            Effect::Consecrated(Ability::Tek) => "consecrated tek",
            Effect::Consecrated(Ability::Thu) => "consecrated thu",
            effect => of_effect(effect).label,
        }
    }
}

/// The kind of a condition.
pub fn of_condition(condition: Condition) -> &'static ConditionKind {
    match condition {
        Condition::Dead => &DEAD,
        Condition::Destroyed => &DESTROYED,
        Condition::Critical => &CRITICAL_DAMAGE,
        Condition::Aided => &AIDED,
        Condition::Routed => &ROUTED,
        Condition::Weakened => &WEAKENED,
        Condition::Escaped => &ESCAPED,
        Condition::Petrified => &PETRIFIED,
        Condition::Mortal => &MORTALLY_WOUNDED,
        Condition::Deprived => &DEPRIVED,
        Condition::Doomed => &DOOMED,
        Condition::Deaf => &DEAF,
        Condition::Hamstrung => &HAMSTRUNG,
        Condition::Infected => &INFECTED,
        Condition::Bound => &BOUND,
        Condition::Cover => &IN_COVER,
        Condition::Prone => &PRONE,
        Condition::Fleeing => &FLEEING,
        Condition::Asleep => &ASLEEP,
        Condition::Blinded => &BLINDED,
        Condition::LeftDying => &LEFT_DYING,
        Condition::Enraged => &ENRAGED,
        Condition::InWater => &IN_WATER,
        Condition::Slandered => &SLANDERED,
        Condition::Withdrawn => &WITHDRAWN,
        Condition::Aloft => &ALOFT,
        Condition::InGust => &IN_A_GUST,
        Condition::Neutral => &NEUTRAL,
        Condition::Hidden => &HIDDEN,
        Condition::Cornered => &CORNERED,
    }
}

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
        Effect::Leaderless => &LEADERLESS,
        Effect::Summoned => &SUMMONED,
    }
}
