//! The glossary: every value of a combatant in the view and every kind of condition, declared once.

mod effects;
mod states;

use quintain_engine::{ConditionKind, Mood, Rule, StatGroup, StatInfo, StatKind};

pub use effects::of_effect;
pub use states::{CONCENTRATING, DELIRIOUS, PARALYSED, SCAR, of_condition};

/// A value, by its key, its name and its short name.
const fn stat(
    group: StatGroup,
    kind: StatKind,
    (key, label, short): (&'static str, &'static str, &'static str),
    gloss: &'static str,
) -> StatInfo {
    StatInfo { key, label, short, group, kind, gloss }
}

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

/// Every value of a combatant, in the order of a character sheet.
pub static STATS: &[StatInfo] = &[
    stat(
        StatGroup::Life,
        StatKind::Pool,
        ("sta", "STA", "STA"),
        "What keeps blows from doing lasting harm; damage beyond it comes off KRA.",
    ),
    stat(StatGroup::Life, StatKind::Count, ("heads", "Heads", "Heads"), "How many heads it has left, or has gathered."),
    stat(
        StatGroup::Life,
        StatKind::Count,
        ("rounds-to-live", "Rounds to live", "To live"),
        "After how many rounds it dies if nobody gives aid.",
    ),
    stat(
        StatGroup::Means,
        StatKind::Count,
        ("thu-spent", "THU spent", "Spent"),
        "THU given for magic, which a rest brings back.",
    ),
    stat(
        StatGroup::Turn,
        StatKind::Flag,
        ("first", "Acts first", "First"),
        "Acted before the opponents in the first round.",
    ),
    stat(StatGroup::Defence, StatKind::Score, ("armor", "Armor", "Armor"), "What comes off every blow, 3 at most."),
    stat(
        StatGroup::Defence,
        StatKind::Flag,
        ("shield", "Shield in hand", "Shield"),
        "Holds the shield, so that its Armor counts.",
    ),
    stat(StatGroup::Ability, StatKind::Score, ("kra", "KRA", "KRA"), "Strength; at 0 it means death."),
    stat(StatGroup::Ability, StatKind::Score, ("tek", "TEK", "TEK"), "Nimbleness; at 0 it means paralysis."),
    stat(
        StatGroup::Ability,
        StatKind::Score,
        ("thu", "THU", "THU"),
        "Control, with which magic is paid; at 0 it means delirium.",
    ),
    stat(StatGroup::Gear, StatKind::Words, ("in-hand", "In hand", "In hand"), "The weapons held now."),
    stat(StatGroup::Gear, StatKind::Count, ("slots-free", "Free slots", "Slots"), "Room that is left in the pack."),
    stat(
        StatGroup::Gear,
        StatKind::Count,
        ("fatigue", "Fatigue", "Fatigue"),
        "Weariness, of which each fills a slot of the pack.",
    ),
    stat(StatGroup::Gear, StatKind::Words, ("rides", "Rides", "Rides"), "Who carries it."),
    stat(StatGroup::State, StatKind::Flag, ("leader", "Leader", "Leader"), "Rolls morale for its group."),
    stat(
        StatGroup::State,
        StatKind::Flag,
        ("detachment", "Detachment", "Company"),
        "A large group that fights as one.",
    ),
    stat(
        StatGroup::State,
        StatKind::Flag,
        ("provoked", "Provoked", "Provoked"),
        "A peaceful creature that has been attacked and strikes back now.",
    ),
    stat(
        StatGroup::Background,
        StatKind::Flag,
        ("hero", "Hero", "Hero"),
        "A player's character: scars, crawling and the save for order are for heroes.",
    ),
];

/// Every kind of condition.
pub static CONDITIONS: &[&ConditionKind] = &joined(&states::ALL, &effects::ALL);

/// Both lists, one after the other.
const fn joined(
    states: &[&'static ConditionKind; 34],
    effects: &[&'static ConditionKind; 30],
) -> [&'static ConditionKind; 64] {
    let mut all = [states[0]; 64];
    let mut place = 0;
    while place < all.len() {
        all[place] = if place < states.len() { states[place] } else { effects[place - states.len()] };
        place += 1;
    }
    all
}
