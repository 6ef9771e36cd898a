//! Plain values that rules hold while they are under way: tests, places in the order, ways that are being gone.

use quintain_engine::{EventId, Who};
use quintain_field::Square;

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The natural die, 1 to 100; 0 where none was thrown.
    pub natural: u16,
    /// Signed degrees: never 0.
    pub degrees: i16,
    /// A critical.
    pub critical: bool,
    /// A fumble.
    pub fumble: bool,
    /// The event that tells it.
    pub event: EventId,
}

impl Test {
    /// Whether it succeeded.
    pub fn succeeded(self) -> bool {
        self.degrees > 0
    }
}

/// Somebody with its test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) who: Who,
    pub(crate) result: Test,
}

/// How somebody goes a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// On foot.
    Walk,
    /// Out of the way of something.
    Dodge,
    /// Through the air, as the act that has been told says.
    Fly,
    /// With a victim.
    Drag,
    /// At a bound, which has been told.
    Jump,
}

/// A way that somebody is going: what of it has not been told yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub(crate) who: Who,
    pub(crate) gait: Gait,
    pub(crate) from: Square,
    pub(crate) goal: Square,
    pub(crate) steps: u16,
    pub(crate) told: bool,
    pub(crate) slow: bool,
    pub(crate) wet: bool,
}
