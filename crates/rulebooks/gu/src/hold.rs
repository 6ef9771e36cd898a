//! An action that is held, and what it waits for.

use quintain_engine::Who;

/// What a held action waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Whose doing it is; `None` for any enemy.
    pub whose: Option<Who>,
    /// What it does.
    pub does: Doing,
}

/// What somebody does that a held action may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// Anything hostile: an attack, an effect, a step towards the holder.
    AnythingHostile,
    /// Makes an attack.
    Attacks,
    /// Makes an attack at the holder.
    AttacksMe,
    /// Makes an attack at that combatant.
    AttacksOne(Who),
    /// Moves.
    Moves,
    /// Comes within so many metres.
    ComesWithin(u16),
    /// Uses this Gu, by its place in the book: its attack or effect, never the bare activation.
    Uses(u16),
}

/// Which Combat Action is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeldAction {
    /// A melee or ranged attack with what is in hand, or an unarmed strike.
    Attack,
    /// A grapple.
    Grapple,
    /// Breaking free of a grapple.
    BreakFree,
    /// Absorbing so many primeval stones.
    Absorb(u8),
    /// A sprint.
    Sprint,
    /// Rolling out flames.
    RollOut,
    /// A single activation of a Gu, by its place among those owned.
    Gu(u8),
    /// A killer move, by its place among the Gu owned.
    Move(u8),
}

/// A held action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// What is held.
    pub action: HeldAction,
    /// What it waits for.
    pub when: Pattern,
}
