//! The glossary: every value and every kind of condition that the view shows, with a name, a group and what it means.

use quintain_engine::{ConditionKind, Mood, Rule, StatGroup, StatInfo, StatKind, listed};

use crate::book::Status;
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
    (mood, order): (Mood, u8),
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

use Mood::{Bad, Good, Plain};

/// How much it matters to see a status effect at a glance, of each class.
const DEBILITATING: (Mood, u8) = (Bad, 20);
const HARMFUL: (Mood, u8) = (Bad, 21);
const SUPPORTIVE: (Mood, u8) = (Good, 40);

listed! {
    /// Every kind of condition, those that matter most first; the status effects as the book numbers them.
    pub CONDITIONS: ConditionKind;
    DEAD = kind(("dead", "dead", "dead"), (Bad, 1), &death::MASSIVE, "Out of the fight for good.");
    GONE = kind(("gone", "gone", "gone"), (Plain, 2), &phases::LEAVE, "Has left the fight, or vanished.");
    UNCONSCIOUS = kind(("unconscious", "unconscious", "out cold"), (Bad, 3), &death::UNCONSCIOUS,
        "Lies and does nothing; a death save is due each round.");
    AWAY = kind(("away", "away", "away"), (Plain, 4), &forms::EFFECTS_STAY,
        "Off the map for some rounds; nobody can reach it.");
    PRONE = kind(("prone", "prone", "prone"), (Bad, 10), &prone::LIMITED,
        "Crawls, makes weak basic attacks only, and is easier to hit from beside.");
    HELD = kind(("held", "held down", "held"), (Bad, 11), &prone::STAY,
        "Held on the ground; a roll at the end of its turns may free it.");
    FLANKED = kind(("flanked", "flanked", "flanked"), (Bad, 12), &adjacency::FLANKED,
        "Foes stand on both sides: attacks on it are more precise.");
    AMBUSHED = kind(("ambushed", "ambushed", "ambush"), (Bad, 13), &ambush::DURATION,
        "Taken by surprise in this round: slower and easier to hit.");
    TO_BE_AMBUSHED = kind(("about-to-be-ambushed", "about to be ambushed", "surprise"), (Bad, 14), &ambush::WHO,
        "Will be taken by surprise in the next round.");
    STUCK = kind(("stuck", "weapon stuck", "stuck"), (Bad, 15), &weapons::THROWN,
        "A thrown weapon sticks in it, which can be pulled out.");
    BLINDED = kind(("blinded", "blinded", "blind"), DEBILITATING, &statuses::BLINDED,
        "Sees 1 m and has 5 less precision.");
    CRACKED = kind(("cracked-armor", "cracked armor", "cracked"), DEBILITATING, &statuses::CRACKED,
        "Its own armour counts for nothing.");
    DISORIENTED = kind(("disoriented", "disoriented", "disorien"), DEBILITATING, &statuses::DISORIENTED,
        "Has less precision.");
    EXPOSED = kind(("exposed", "exposed", "exposed"), DEBILITATING, &statuses::EXPOSED, "Weapon attacks hurt it more.");
    FATIGUED = kind(("fatigued", "fatigued", "fatigued"), DEBILITATING, &statuses::FATIGUED,
        "Each stack takes 2 from speed, precision and resistances.");
    IMMOBILIZED = kind(("immobilized", "immobilized", "immobile"), DEBILITATING, &statuses::IMMOBILIZED,
        "Cannot move, and evades worse.");
    SICKENED = kind(("sickened", "sickened", "sick"), DEBILITATING, &statuses::SICKENED,
        "Has less Constitution, and harm that is put on it strikes at once.");
    SLOWED = kind(("slowed", "slowed", "slow"), DEBILITATING, &statuses::SLOWED,
        "Has half its speed, and evades worse.");
    SOAKED = kind(("soaked", "soaked", "soaked"), DEBILITATING, &statuses::SOAKED,
        "Frost and lightning strike it twice as hard; fire goes out.");
    STUNNED = kind(("stunned", "stunned", "stunned"), DEBILITATING, &statuses::STUNNED,
        "Takes no action and does not run, and defends worse.");
    WEAKENED = kind(("weakened-defenses", "weakened defenses", "weakened"), DEBILITATING, &statuses::WEAKENED,
        "Has less Parry.");
    BLEEDING = kind(("bleeding", "bleeding", "bleeding"), HARMFUL, &statuses::BLEEDING,
        "Loses health at the start of its turns; armour does not help.");
    BURNING = kind(("burning", "burning", "burning"), HARMFUL, &statuses::BURNING,
        "Takes physical damage at the start of its turns.");
    DISEASED = kind(("diseased", "diseased", "diseased"), HARMFUL, &statuses::DISEASED,
        "Loses health at the start of its turns, and infects those beside it.");
    ELECTRIFIED = kind(("electrified", "electrified", "shocked"), HARMFUL, &statuses::ELECTRIFIED,
        "Takes magical damage at the start of its turns.");
    FROSTBITTEN = kind(("frostbitten", "frostbitten", "frozen"), HARMFUL, &statuses::FROSTBITTEN,
        "Loses health at the start of its turns; armour does not help.");
    INSPIRED = kind(("inspired", "inspired", "inspired"), SUPPORTIVE, &statuses::INSPIRED,
        "May add to one roll, or to the damage of one basic attack.");
    PROTECTED = kind(("protected", "protected", "shielded"), SUPPORTIVE, &statuses::PROTECTED,
        "Takes half of the next damage.");
    PREDICTIVE = kind(("predictive-foresight", "predictive foresight", "predicts"), SUPPORTIVE, &statuses::PREDICTIVE,
        "Has 1 more precision on its next roll.");
    PROTECTIVE = kind(("protective-foresight", "protective foresight", "foresees"), SUPPORTIVE, &statuses::PROTECTIVE,
        "Has 1 more of every resistance against the next roll.");
    QUICKENED = kind(("quickened", "quickened", "quick"), SUPPORTIVE, &statuses::QUICKENED, "Is faster.");
    REGENERATION = kind(("regeneration", "regeneration", "regen"), SUPPORTIVE, &statuses::REGENERATION,
        "Heals at the start of its turns.");
    SUREFOOTED = kind(("surefooted", "surefooted", "sure"), SUPPORTIVE, &statuses::SUREFOOTED,
        "Cannot be felled or moved against its will.");
    TEMPORARY_HEALTH = kind(("temporary-health", "temporary health", "+health"),
        SUPPORTIVE, &statuses::TEMPORARY_HEALTH, "Health that is lost before its own.");
    TEMPORARY_MAGICAL = kind(("temporary-magical-armor", "temporary magical armor", "+m.armor"),
        SUPPORTIVE, &statuses::TEMPORARY_MAGICAL, "Magical armour that breaks before its own counts.");
    TEMPORARY_PHYSICAL = kind(("temporary-physical-armor", "temporary physical armor", "+armor"),
        SUPPORTIVE, &statuses::TEMPORARY_PHYSICAL, "Physical armour that breaks before its own counts.");
    PREPARED = kind(("prepared", "prepared", "ready"), (Good, 50), &actions::PREPARED_SETUP,
        "Has an action ready that comes when its trigger does.");
    ALOFT = kind(("aloft", "aloft", "aloft"), (Plain, 51), &movement::ALOFT, "Flies above the ground.");
    TRANSFORMED = kind(("transformed", "transformed", "form"), (Plain, 52), &forms::ABILITIES,
        "Has another form, with the abilities of that.");
    RIDING = kind(("riding", "riding", "rides"), (Plain, 53), &mounted::UNDEFINED, "Rides on another creature.");
    GRANTED = kind(("granted", "under an ability", "ability"), (Plain, 60), &actions::OPEN,
        "Something that an ability has given or laid on it for a while.");
}

/// The kind of something that lasts.
pub(crate) fn of_lasting(lasting: &Lasting) -> &'static ConditionKind {
    match lasting.what {
        What::Status(status) => of_status(status),
        What::Granted(_) => &GRANTED,
        What::Pinned(_) => &HELD,
        What::Ambushed if lasting.left > 0 => &TO_BE_AMBUSHED,
        What::Ambushed => &AMBUSHED,
    }
}

/// The kind of a status effect: the one that its rule tells of.
fn of_status(status: Status) -> &'static ConditionKind {
    let rule = statuses::rule_of(status);
    CONDITIONS.iter().find(|kind| std::ptr::eq(kind.rule, rule)).copied().unwrap_or(&GRANTED)
}
