//! Ground that somebody has made dangerous, as a plain value.

use quintain_engine::Side;
use quintain_field::{Footprint, Span, Square};

/// What makes a piece of ground dangerous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Danger {
    /// A trap that has not been sprung.
    Trap,
    /// Grease.
    Grease,
    /// Tar.
    Tar,
    /// Nothing but fire.
    Fire,
}

/// A piece of dangerous ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hazard {
    /// What lies there.
    pub danger: Danger,
    /// Its south-west square.
    pub at: Square,
    /// How many squares it is wide and deep.
    pub wide: u8,
    /// Whose it is: they know where a trap lies.
    pub side: Side,
    /// The round in which it burns; 0 while it does not.
    pub burns: u32,
}

impl Hazard {
    /// The squares that it covers.
    pub fn span(self) -> Span {
        Footprint::new(self.wide, self.wide).at(self.at)
    }

    /// Whether a step from one body's squares to others leads into it.
    pub(crate) fn is_entered(self, before: Span, now: Span) -> bool {
        self.span().overlaps(now) && !self.span().overlaps(before)
    }

    /// Whether it burns in this round.
    pub(crate) fn burns_in(self, round: u32) -> bool {
        self.burns == round && round > 0
    }

    /// Whether it is tar that does not burn yet, and would if there were fire under these squares.
    pub(crate) fn catches_fire_at(self, span: Span) -> bool {
        self.danger == Danger::Tar && self.burns == 0 && self.span().overlaps(span)
    }
}
