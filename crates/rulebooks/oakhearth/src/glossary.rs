//! The glossary: every value of a combatant in the view and every kind of condition, declared once.

mod boons;
mod conditions;
mod states;

use quintain_engine::{ConditionKind, Mood, Rule, StatGroup, StatInfo, StatKind};

use crate::book::Boon;

pub use boons::of_boon;
pub use conditions::of_condition;
pub use states::{
    BLOODIED, CONCENTRATING, DEAD, DEATHS_DOOR, DISENGAGED, DODGING, HELPED, HIDDEN, HOLDING, MOUNTED, STABLE,
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
        ("hp", "Hit Points", "HP"),
        "How much harm it can take; at 0 a hero stands at Death's Door and others die.",
    ),
    stat(StatGroup::Life, StatKind::Count, ("temp-hp", "Temp HP", "Temp HP"), "Hit Points on top, which go first."),
    stat(
        StatGroup::Life,
        StatKind::Count,
        ("breath", "Breath", "Breath"),
        "Rounds for which it can still hold its breath.",
    ),
    stat(
        StatGroup::Means,
        StatKind::Pool,
        ("ap", "Action Points", "AP"),
        "What Actions and Reactions are paid with; they come back at the end of its turn.",
    ),
    stat(StatGroup::Means, StatKind::Pool, ("mp", "Mana Points", "MP"), "What spells are paid with."),
    stat(StatGroup::Means, StatKind::Pool, ("sp", "Stamina Points", "SP"), "What techniques are paid with."),
    stat(
        StatGroup::Turn,
        StatKind::Count,
        ("movement", "Movement left", "Spaces"),
        "Spaces that it can still go without another Move.",
    ),
    stat(StatGroup::Defence, StatKind::Score, ("ac", "Armor Class", "AC"), "What an Attack Check must reach to hit."),
    stat(
        StatGroup::Defence,
        StatKind::Count,
        ("shield-hp", "Shield HP", "Shield"),
        "How much its shield can still take before it breaks.",
    ),
    stat(StatGroup::Ability, StatKind::Score, ("speed", "Speed", "Speed"), "Spaces that a first Move gives."),
    stat(StatGroup::Gear, StatKind::Words, ("in-hand", "In hand", "In hand"), "What its hands hold."),
    stat(StatGroup::State, StatKind::Score, ("height", "Height", "Height"), "Spaces above the ground."),
    stat(StatGroup::Background, StatKind::Flag, ("hero", "Hero", "Hero"), "A player's character."),
];

/// Every kind of condition.
pub static CONDITIONS: &[&ConditionKind] = &joined(&conditions::ALL, &states::ALL, &boons::ALL);

/// The lists one after the other.
const fn joined(
    conditions: &[&'static ConditionKind; 29],
    states: &[&'static ConditionKind; 11],
    boons: &[&'static ConditionKind; 16],
) -> [&'static ConditionKind; 56] {
    let mut all = [conditions[0]; 56];
    let mut place = 0;
    while place < all.len() {
        all[place] = match place {
            0..29 => conditions[place],
            29..40 => states[place - 29],
            _ => boons[place - 40],
        };
        place += 1;
    }
    all
}

/// What a boon makes of its bearer, in words that follow its name.
pub(crate) fn boon_words(boon: Boon) -> String {
    let name = of_boon(boon).label;
    match boon {
        Boon::Ac(by) if by < 0 => "fights with an open guard".to_owned(),
        Boon::NextHit(..) | Boon::NextHitBoth(..) => "has a blade afire".to_owned(),
        Boon::Light => "carries a light".to_owned(),
        _ => format!("is {name}"),
    }
}
