//! Conditions that a combatant is in or not; what they do stands in the rules of status effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Dead or destroyed.
    Dead,
    /// Dying: unconscious, gathers tokens.
    Dying,
    /// On one's feet by will alone.
    FinalStand,
    /// Out of one's senses.
    Unconscious,
    /// Can do nothing.
    Stunned,
    /// Cannot move.
    Restrained,
    /// Lies on the ground.
    Prone,
    /// Fewer activations.
    Dazed,
    /// Slow and clumsy.
    Fatigued,
    /// Cannot see.
    Blinded,
    /// Cannot hear.
    Deafened,
    /// Loses hit points at the start of turns.
    Bleeding,
    /// Burns.
    Burning,
    /// Is wholly on fire.
    Ablaze,
    /// Under one or several poisons.
    Poisoned,
    /// Caught unawares: no reactions before the first turn.
    Surprised,
    /// Cannot be seen.
    Invisible,
    /// Oil that one flame sets ablaze.
    Oiled,
    /// Under water.
    Submerged,
    /// Has left the fight.
    Fled,
    /// Has given up.
    Surrendered,
}

impl Condition {
    /// All of them, in the order in which lists show them.
    pub const ALL: [Condition; 21] = [
        Condition::Dead,
        Condition::Dying,
        Condition::FinalStand,
        Condition::Unconscious,
        Condition::Stunned,
        Condition::Restrained,
        Condition::Prone,
        Condition::Dazed,
        Condition::Fatigued,
        Condition::Blinded,
        Condition::Deafened,
        Condition::Bleeding,
        Condition::Burning,
        Condition::Ablaze,
        Condition::Poisoned,
        Condition::Surprised,
        Condition::Invisible,
        Condition::Oiled,
        Condition::Submerged,
        Condition::Fled,
        Condition::Surrendered,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Condition::Dead => "dead",
            Condition::Dying => "dying",
            Condition::FinalStand => "final stand",
            Condition::Unconscious => "unconscious",
            Condition::Stunned => "stunned",
            Condition::Restrained => "restrained",
            Condition::Prone => "prone",
            Condition::Dazed => "dazed",
            Condition::Fatigued => "fatigued",
            Condition::Blinded => "blinded",
            Condition::Deafened => "deafened",
            Condition::Bleeding => "bleeding",
            Condition::Burning => "burning",
            Condition::Ablaze => "ablaze",
            Condition::Poisoned => "poisoned",
            Condition::Surprised => "surprised",
            Condition::Invisible => "invisible",
            Condition::Oiled => "oiled",
            Condition::Submerged => "submerged",
            Condition::Fled => "fled",
            Condition::Surrendered => "surrendered",
        }
    }

    /// The condition of this name.
    pub fn named(word: &str) -> Option<Condition> {
        let word = word.trim().to_lowercase().replace('-', " ");
        Condition::ALL.into_iter().find(|condition| condition.name() == word)
    }
}

/// A set of conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions(u32);

impl Conditions {
    /// These conditions.
    pub const fn of(list: &[Condition]) -> Self {
        let (mut bits, mut place) = (0, 0);
        while place < list.len() {
            bits |= 1 << list[place] as u32;
            place += 1;
        }
        Conditions(bits)
    }

    /// The same with one more.
    pub const fn with(self, condition: Condition) -> Self {
        Conditions(self.0 | 1 << condition as u32)
    }

    /// Whether this one is among them.
    #[inline]
    pub fn has(self, condition: Condition) -> bool {
        self.0 >> condition as u32 & 1 == 1
    }

    /// Whether any of those is among them.
    #[inline]
    pub fn any(self, those: Conditions) -> bool {
        self.0 & those.0 != 0
    }

    /// Adds one; says whether it is new.
    pub(crate) fn give(&mut self, condition: Condition) -> bool {
        let new = !self.has(condition);
        self.0 |= 1 << condition as u32;
        new
    }

    /// Takes one away; says whether it was there.
    pub(crate) fn take(&mut self, condition: Condition) -> bool {
        let there = self.has(condition);
        self.0 &= !(1 << condition as u32);
        there
    }

    /// Each of them.
    pub fn each(self) -> impl Iterator<Item = Condition> {
        Condition::ALL.into_iter().filter(move |condition| self.has(*condition))
    }
}

/// Off the field for good, or gone from it.
pub const GONE: Conditions = Conditions::of(&[Condition::Dead, Condition::Fled]);

/// Takes no part in the fight any more, for now at least.
pub const OUT: Conditions = Conditions::of(&[
    Condition::Dead,
    Condition::Dying,
    Condition::Unconscious,
    Condition::Fled,
    Condition::Surrendered,
]);

/// Aware of nothing.
pub const SENSELESS: Conditions = Conditions::of(&[Condition::Dead, Condition::Dying, Condition::Unconscious]);

/// Does nothing on its turn and reacts to nothing: helpless, or no longer willing.
pub const PASSIVE: Conditions = HELPLESS.with(Condition::Surrendered);

/// Does nothing at all on its turn, and reacts to nothing.
pub const HELPLESS: Conditions =
    Conditions::of(&[Condition::Dead, Condition::Dying, Condition::Unconscious, Condition::Stunned, Condition::Fled]);
