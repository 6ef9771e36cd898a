//! The glossary: every value and every kind of condition that the view shows, with a name, a group and what it means.

use quintain_engine::{ConditionKind, Mood, Rule, StatGroup, StatInfo, StatKind};

use crate::book::{Status, Word};
use crate::lasting::{Lasting, What};
use crate::rules::{actions, adjacency, ambush, death, forms, mounted, movement, phases, prone, statuses, weapons};

const fn stat(
    (key, label, short): (&'static str, &'static str, &'static str),
    group: StatGroup,
    kind: StatKind,
    gloss: &'static str,
) -> StatInfo {
    StatInfo { key, label, short, group, kind, gloss }
}

use StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use StatKind::{Count, Flag, Pool, Score, Words};

/// Every value of a combatant, in the order of the sheet.
pub static STATS: &[StatInfo] = &[
    stat(
        ("health", "Health", "health"),
        Life,
        Pool,
        "What damage takes; at 0 and below a creature is unconscious or dead.",
    ),
    stat(("threshold", "Death threshold", "death"), Life, Score, "What the next death save must reach."),
    stat(
        ("rounds-down", "Rounds unconscious", "down"),
        Life,
        Count,
        "Rounds that it has lain unconscious; each makes the death save harder.",
    ),
    stat(("energy", "Energy", "energy"), Means, Pool, "What techniques and many other abilities are paid with."),
    stat(("shots", "Shots", "shots"), Means, Count, "Arrows or bolts that are left for the weapon in hand."),
    stat(("speed", "Speed", "speed"), Turn, Score, "Metres that one Move goes; the fastest act first."),
    stat(("flies", "Flying speed", "flying"), Turn, Score, "Metres that one Move goes by flying."),
    stat(("parry", "Parry", "parry"), Defence, Score, "What a physical attack must reach."),
    stat(("warding", "Warding", "warding"), Defence, Score, "What magic must reach."),
    stat(("constitution", "Constitution", "const."), Defence, Score, "What poison, disease and the like must reach."),
    stat(("evasion", "Evasion", "evasion"), Defence, Score, "What areas and things to be dodged must reach."),
    stat(("physical-armor", "Physical Armor", "armor"), Defence, Score, "What is taken off physical damage."),
    stat(("magical-armor", "Magical Armor", "m. armor"), Defence, Score, "What is taken off magical damage."),
    stat(("precision", "Precision", "prec."), Ability, Score, "What is added to the d10 of an attack."),
    stat(("potency", "Potency", "P"), Ability, Score, "How much its abilities do."),
    stat(("control", "Control", "C"), Ability, Score, "How far, how long and how many its abilities reach."),
    stat(("level", "Level", "level"), Ability, Score, "How advanced it is; half of it goes into every precision roll."),
    stat(("in-hand", "In hand", "in hand"), Gear, Words, "What its hands hold."),
    stat(("main", "Main hand", "main"), Gear, Words, "What the main hand holds."),
    stat(("off", "Off hand", "off"), Gear, Words, "What the off hand holds."),
    stat(("altitude", "Altitude", "height"), State, Score, "Metres above the ground."),
    stat(("tracks", "Keeps track of", "tracks"), State, Words, "Whom a battle overseer hears or sees within 25 m."),
    stat(("pc", "Player's character", "PC"), Background, Flag, "Whether a player plays it."),
];

const fn kind(
    (key, label, short): (&'static str, &'static str, &'static str),
    mood: Mood,
    order: u8,
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

use Mood::{Bad, Good, Plain};

pub(crate) static DEAD: ConditionKind =
    kind(("dead", "dead", "dead"), Bad, 1, &death::MASSIVE, "Out of the fight for good.");
pub(crate) static GONE: ConditionKind =
    kind(("gone", "gone", "gone"), Plain, 2, &phases::LEAVE, "Has left the fight, or vanished.");
pub(crate) static UNCONSCIOUS: ConditionKind = kind(
    ("unconscious", "unconscious", "out cold"),
    Bad,
    3,
    &death::UNCONSCIOUS,
    "Lies and does nothing; a death save is due each round.",
);
pub(crate) static AWAY: ConditionKind =
    kind(("away", "away", "away"), Plain, 4, &forms::EFFECTS_STAY, "Off the map for some rounds; nobody can reach it.");
pub(crate) static PRONE: ConditionKind = kind(
    ("prone", "prone", "prone"),
    Bad,
    10,
    &prone::LIMITED,
    "Crawls, makes weak basic attacks only, and is easier to hit from beside.",
);
pub(crate) static HELD: ConditionKind = kind(
    ("held", "held down", "held"),
    Bad,
    11,
    &prone::STAY,
    "Held on the ground; a roll at the end of its turns may free it.",
);
pub(crate) static FLANKED: ConditionKind = kind(
    ("flanked", "flanked", "flanked"),
    Bad,
    12,
    &adjacency::FLANKED,
    "Foes stand on both sides: attacks on it are more precise.",
);
pub(crate) static AMBUSHED: ConditionKind = kind(
    ("ambushed", "ambushed", "ambush"),
    Bad,
    13,
    &ambush::DURATION,
    "Taken by surprise in this round: slower and easier to hit.",
);
pub(crate) static TO_BE_AMBUSHED: ConditionKind = kind(
    ("about-to-be-ambushed", "about to be ambushed", "surprise"),
    Bad,
    14,
    &ambush::WHO,
    "Will be taken by surprise in the next round.",
);
pub(crate) static STUCK: ConditionKind = kind(
    ("stuck", "weapon stuck", "stuck"),
    Bad,
    15,
    &weapons::THROWN,
    "A thrown weapon sticks in it, which can be pulled out.",
);
pub(crate) static PREPARED: ConditionKind = kind(
    ("prepared", "prepared", "ready"),
    Good,
    50,
    &actions::PREPARED_SETUP,
    "Has an action ready that comes when its trigger does.",
);
pub(crate) static ALOFT: ConditionKind =
    kind(("aloft", "aloft", "aloft"), Plain, 51, &movement::ALOFT, "Flies above the ground.");
pub(crate) static TRANSFORMED: ConditionKind = kind(
    ("transformed", "transformed", "form"),
    Plain,
    52,
    &forms::ABILITIES,
    "Has another form, with the abilities of that.",
);
pub(crate) static RIDING: ConditionKind =
    kind(("riding", "riding", "rides"), Plain, 53, &mounted::UNDEFINED, "Rides on another creature.");
pub(crate) static GRANTED: ConditionKind = kind(
    ("granted", "under an ability", "ability"),
    Plain,
    60,
    &actions::OPEN,
    "Something that an ability has given or laid on it for a while.",
);

const fn status(
    names: (&'static str, &'static str, &'static str),
    rule: &'static Rule,
    gloss: &'static str,
    (mood, order): (Mood, u8),
) -> ConditionKind {
    kind(names, mood, order, rule, gloss)
}

/// How much it matters to see the first of the status effects at a glance, of each class.
const DEBILITATING: (Mood, u8) = (Bad, 20);
const HARMFUL: (Mood, u8) = (Bad, 21);
const SUPPORTIVE: (Mood, u8) = (Good, 40);

/// The status effects, in the order in which the book numbers them.
static STATUSES: [ConditionKind; Status::ALL.len()] = [
    status(("blinded", "blinded", "blind"), &statuses::BLINDED, "Sees 1 m and has 5 less precision.", DEBILITATING),
    status(
        ("cracked-armor", "cracked armor", "cracked"),
        &statuses::CRACKED,
        "Its own armour counts for nothing.",
        DEBILITATING,
    ),
    status(("disoriented", "disoriented", "disorien"), &statuses::DISORIENTED, "Has less precision.", DEBILITATING),
    status(("exposed", "exposed", "exposed"), &statuses::EXPOSED, "Weapon attacks hurt it more.", DEBILITATING),
    status(
        ("fatigued", "fatigued", "fatigued"),
        &statuses::FATIGUED,
        "Each stack takes 2 from speed, precision and resistances.",
        DEBILITATING,
    ),
    status(
        ("immobilized", "immobilized", "immobile"),
        &statuses::IMMOBILIZED,
        "Cannot move, and evades worse.",
        DEBILITATING,
    ),
    status(
        ("sickened", "sickened", "sick"),
        &statuses::SICKENED,
        "Has less Constitution, and harm that is put on it strikes at once.",
        DEBILITATING,
    ),
    status(("slowed", "slowed", "slow"), &statuses::SLOWED, "Has half its speed, and evades worse.", DEBILITATING),
    status(
        ("soaked", "soaked", "soaked"),
        &statuses::SOAKED,
        "Frost and lightning strike it twice as hard; fire goes out.",
        DEBILITATING,
    ),
    status(
        ("stunned", "stunned", "stunned"),
        &statuses::STUNNED,
        "Takes no action and does not run, and defends worse.",
        DEBILITATING,
    ),
    status(
        ("weakened-defenses", "weakened defenses", "weakened"),
        &statuses::WEAKENED,
        "Has less Parry.",
        DEBILITATING,
    ),
    status(
        ("bleeding", "bleeding", "bleeding"),
        &statuses::BLEEDING,
        "Loses health at the start of its turns; armour does not help.",
        HARMFUL,
    ),
    status(
        ("burning", "burning", "burning"),
        &statuses::BURNING,
        "Takes physical damage at the start of its turns.",
        HARMFUL,
    ),
    status(
        ("diseased", "diseased", "diseased"),
        &statuses::DISEASED,
        "Loses health at the start of its turns, and infects those beside it.",
        HARMFUL,
    ),
    status(
        ("electrified", "electrified", "shocked"),
        &statuses::ELECTRIFIED,
        "Takes magical damage at the start of its turns.",
        HARMFUL,
    ),
    status(
        ("frostbitten", "frostbitten", "frozen"),
        &statuses::FROSTBITTEN,
        "Loses health at the start of its turns; armour does not help.",
        HARMFUL,
    ),
    status(
        ("inspired", "inspired", "inspired"),
        &statuses::INSPIRED,
        "May add to one roll, or to the damage of one basic attack.",
        SUPPORTIVE,
    ),
    status(("protected", "protected", "shielded"), &statuses::PROTECTED, "Takes half of the next damage.", SUPPORTIVE),
    status(
        ("predictive-foresight", "predictive foresight", "predicts"),
        &statuses::PREDICTIVE,
        "Has 1 more precision on its next roll.",
        SUPPORTIVE,
    ),
    status(
        ("protective-foresight", "protective foresight", "foresees"),
        &statuses::PROTECTIVE,
        "Has 1 more of every resistance against the next roll.",
        SUPPORTIVE,
    ),
    status(("quickened", "quickened", "quick"), &statuses::QUICKENED, "Is faster.", SUPPORTIVE),
    status(
        ("regeneration", "regeneration", "regen"),
        &statuses::REGENERATION,
        "Heals at the start of its turns.",
        SUPPORTIVE,
    ),
    status(
        ("surefooted", "surefooted", "sure"),
        &statuses::SUREFOOTED,
        "Cannot be felled or moved against its will.",
        SUPPORTIVE,
    ),
    status(
        ("temporary-health", "temporary health", "+health"),
        &statuses::TEMPORARY_HEALTH,
        "Health that is lost before its own.",
        SUPPORTIVE,
    ),
    status(
        ("temporary-magical-armor", "temporary magical armor", "+m.armor"),
        &statuses::TEMPORARY_MAGICAL,
        "Magical armour that breaks before its own counts.",
        SUPPORTIVE,
    ),
    status(
        ("temporary-physical-armor", "temporary physical armor", "+armor"),
        &statuses::TEMPORARY_PHYSICAL,
        "Physical armour that breaks before its own counts.",
        SUPPORTIVE,
    ),
];

/// Every kind of condition, those that matter most first.
pub static CONDITIONS: &[&ConditionKind] = &[
    &DEAD,
    &GONE,
    &UNCONSCIOUS,
    &AWAY,
    &PRONE,
    &HELD,
    &FLANKED,
    &AMBUSHED,
    &TO_BE_AMBUSHED,
    &STUCK,
    &STATUSES[0],
    &STATUSES[1],
    &STATUSES[2],
    &STATUSES[3],
    &STATUSES[4],
    &STATUSES[5],
    &STATUSES[6],
    &STATUSES[7],
    &STATUSES[8],
    &STATUSES[9],
    &STATUSES[10],
    &STATUSES[11],
    &STATUSES[12],
    &STATUSES[13],
    &STATUSES[14],
    &STATUSES[15],
    &STATUSES[16],
    &STATUSES[17],
    &STATUSES[18],
    &STATUSES[19],
    &STATUSES[20],
    &STATUSES[21],
    &STATUSES[22],
    &STATUSES[23],
    &STATUSES[24],
    &STATUSES[25],
    &PREPARED,
    &ALOFT,
    &TRANSFORMED,
    &RIDING,
    &GRANTED,
];

/// The kind of something that lasts.
pub(crate) fn of_lasting(lasting: &Lasting) -> &'static ConditionKind {
    match lasting.what {
        What::Status(status) => &STATUSES[status as usize],
        What::Granted(_) => &GRANTED,
        What::Pinned(_) => &HELD,
        What::Ambushed if lasting.left > 0 => &TO_BE_AMBUSHED,
        What::Ambushed => &AMBUSHED,
    }
}
