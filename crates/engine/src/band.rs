//! How somebody looks from outside, where its figures are not known.

use crate::view::CombatantView;

/// How somebody looks from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Unhurt.
    Whole,
    /// Less than all.
    Hurt,
    /// At most half.
    Bloodied,
    /// At most a quarter.
    Failing,
    /// Does not take part any more.
    Out,
}

impl Band {
    /// The band of a combatant, by what it lives by.
    pub fn of(combatant: &CombatantView) -> Band {
        let (now, most) = match combatant.life() {
            _ if !combatant.fighting => return Band::Out,
            Some(pair) => pair,
            None => return Band::Whole,
        };
        match now {
            now if now >= most => Band::Whole,
            now if now * 4 <= most => Band::Failing,
            now if now * 2 <= most => Band::Bloodied,
            _ => Band::Hurt,
        }
    }

    /// What somebody in this band has left of `most`, where nothing more is known: the middle.
    pub(crate) fn middle(self, most: i64) -> i64 {
        match self {
            Band::Whole => most,
            Band::Hurt => (most * 3 / 4).max(1),
            Band::Bloodied => (most * 3 / 8).max(1),
            Band::Failing => (most / 8).max(1),
            Band::Out => 0,
        }
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Band::Whole => "unhurt",
            Band::Hurt => "hurt",
            Band::Bloodied => "badly hurt",
            Band::Failing => "close to falling",
            Band::Out => "out",
        }
    }
}
