//! Names of those who came when the fight had begun.

use std::fmt::Write;
use std::sync::Arc;

use arrayvec::ArrayString;

/// The longest name, in bytes, that lies in the fight itself, so that simulations call somebody without allocating.
const SHORT: usize = 46;

/// The name of one who came when the fight had begun: its kind with a number, or what it was given.
#[derive(Clone, Debug)]
pub enum LateName {
    /// Up to 46 bytes.
    Short(ArrayString<SHORT>),
    /// Longer.
    Long(Arc<str>),
}

impl LateName {
    /// A kind with a number.
    pub fn numbered(kind: &str, number: u16) -> LateName {
        let mut short = ArrayString::new();
        match write!(short, "{kind} {number}") {
            Ok(()) => LateName::Short(short),
            Err(_) => LateName::Long(format!("{kind} {number}").into()),
        }
    }

    /// A name of its own.
    pub fn given(name: &str) -> LateName {
        ArrayString::from(name).map_or_else(|_| LateName::Long(name.into()), LateName::Short)
    }

    /// The name.
    pub fn text(&self) -> &str {
        match self {
            LateName::Short(text) => text,
            LateName::Long(text) => text,
        }
    }
}
