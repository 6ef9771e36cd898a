//! Names of those who came when the fight had begun.

use std::sync::OnceLock;

/// The name of one who came when the fight had begun: its kind with a number, or what it was given. It is written out
/// when somebody wants to read it, so that simulations make none up.
#[derive(Clone, Debug, Default)]
pub struct LateName {
    /// The kind that it was when it came.
    pub kind: u16,
    /// Its number among those of its kind.
    pub number: u16,
    text: OnceLock<String>,
}

impl LateName {
    /// A kind with a number.
    pub fn numbered(kind: u16, number: u16) -> LateName {
        LateName { kind, number, text: OnceLock::new() }
    }

    /// A name of its own.
    pub fn given(name: &str) -> LateName {
        LateName { kind: 0, number: 0, text: OnceLock::from(name.to_owned()) }
    }

    /// The name in words, if it has been written out.
    pub fn written(&self) -> Option<&str> {
        self.text.get().map(String::as_str)
    }

    /// The name in words; its kind is called `kind`.
    pub fn text(&self, kind: &str) -> &str {
        self.text.get_or_init(|| format!("{kind} {}", self.number))
    }
}
