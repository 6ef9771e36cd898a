//! The glossary: every value of a combatant in the view and every kind of condition, declared once.

mod kinds;

use quintain_engine::StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use quintain_engine::StatKind::{Count, Flag, Pool, Score, Words};
use quintain_engine::{StatGroup, StatInfo, StatKind};

pub use kinds::{
    BLOODIED, CONCENTRATING, CONDITIONS, DEAD, DEATHS_DOOR, DISENGAGED, DODGING, HELPED, HIDDEN, HOLDING, MOUNTED,
    STABLE, boon_words, of_boon, of_condition,
};

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
        ("hp", "Hit Points", "HP"),
        "How much harm it can take; at 0 a hero stands at Death's Door and others die.",
    ),
    stat(Life, Count, ("temp-hp", "Temp HP", "Temp HP"), "Hit Points on top, which go first."),
    stat(Life, Count, ("breath", "Breath", "Breath"), "Rounds for which it can still hold its breath."),
    stat(
        Means,
        Pool,
        ("ap", "Action Points", "AP"),
        "What Actions and Reactions are paid with; they come back at the end of its turn.",
    ),
    stat(Means, Pool, ("mp", "Mana Points", "MP"), "What spells are paid with."),
    stat(Means, Pool, ("sp", "Stamina Points", "SP"), "What techniques are paid with."),
    stat(Turn, Count, ("movement", "Movement left", "Spaces"), "Spaces that it can still go without another Move."),
    stat(Defence, Score, ("ac", "Armor Class", "AC"), "What an Attack Check must reach to hit."),
    stat(Defence, Count, ("shield-hp", "Shield HP", "Shield"), "How much its shield can still take before it breaks."),
    stat(Ability, Score, ("speed", "Speed", "Speed"), "Spaces that a first Move gives."),
    stat(Gear, Words, ("in-hand", "In hand", "In hand"), "What its hands hold."),
    stat(State, Score, ("height", "Height", "Height"), "Spaces above the ground."),
    stat(Background, Flag, ("hero", "Hero", "Hero"), "A player's character."),
];
