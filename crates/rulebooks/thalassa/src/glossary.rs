//! The glossary: every value of a combatant in the view and every kind of condition, declared once.

mod kinds;

use quintain_engine::StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use quintain_engine::StatKind::{Count, Flag, Pool, Score, Words};
use quintain_engine::{StatGroup, StatInfo, StatKind};

pub use kinds::{CONCENTRATING, CONDITIONS, DELIRIOUS, PARALYSED, SCAR, of_condition, of_effect};

/// A value, by its key, its name and its short name.
const fn stat(
    group: StatGroup,
    kind: StatKind,
    (key, label, short): (&'static str, &'static str, &'static str),
    gloss: &'static str,
) -> StatInfo {
    StatInfo { key, label, short, group, kind, gloss }
}

/// Every value of a combatant, in the order of a character sheet.
pub static STATS: &[StatInfo] = &[
    stat(
        Life,
        Pool,
        ("sta", "STA", "STA"),
        "What keeps blows from doing lasting harm; damage beyond it comes off KRA.",
    ),
    stat(Life, Count, ("heads", "Heads", "Heads"), "How many heads it has left, or has gathered."),
    stat(
        Life,
        Count,
        ("rounds-to-live", "Rounds to live", "To live"),
        "After how many rounds it dies if nobody gives aid.",
    ),
    stat(Means, Count, ("thu-spent", "THU spent", "Spent"), "THU given for magic, which a rest brings back."),
    stat(Turn, Flag, ("first", "Acts first", "First"), "Acted before the opponents in the first round."),
    stat(Defence, Score, ("armor", "Armor", "Armor"), "What comes off every blow, 3 at most."),
    stat(Defence, Flag, ("shield", "Shield in hand", "Shield"), "Holds the shield, so that its Armor counts."),
    stat(Ability, Score, ("kra", "KRA", "KRA"), "Strength; at 0 it means death."),
    stat(Ability, Score, ("tek", "TEK", "TEK"), "Nimbleness; at 0 it means paralysis."),
    stat(Ability, Score, ("thu", "THU", "THU"), "Control, with which magic is paid; at 0 it means delirium."),
    stat(Gear, Words, ("in-hand", "In hand", "In hand"), "The weapons held now."),
    stat(Gear, Count, ("slots-free", "Free slots", "Slots"), "Room that is left in the pack."),
    stat(Gear, Count, ("fatigue", "Fatigue", "Fatigue"), "Weariness, of which each fills a slot of the pack."),
    stat(Gear, Words, ("rides", "Rides", "Rides"), "Who carries it."),
    stat(State, Flag, ("leader", "Leader", "Leader"), "Rolls morale for its group."),
    stat(State, Flag, ("detachment", "Detachment", "Company"), "A large group that fights as one."),
    stat(
        State,
        Flag,
        ("provoked", "Provoked", "Provoked"),
        "A peaceful creature that has been attacked and strikes back now.",
    ),
    stat(
        Background,
        Flag,
        ("hero", "Hero", "Hero"),
        "A player's character: scars, crawling and the save for order are for heroes.",
    ),
];
