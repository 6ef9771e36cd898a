//! What reading a short name (a square, a height, a footprint) can go wrong with, and serde for such names.

use std::fmt;

/// A short piece of text that is not what it should be: what was expected, what stood there, what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    what: &'static str,
    given: String,
    wanted: &'static str,
}

impl ParseError {
    /// `given` is not a `what`; `wanted` says in plain words what one looks like.
    pub(crate) fn new(what: &'static str, given: &str, wanted: &'static str) -> Self {
        const LONGEST: usize = 40;
        let mut short: String = given.chars().take(LONGEST).collect();
        if short.len() < given.len() {
            short.push('…');
        }
        Self { what, given: short, wanted }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if self.what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        write!(f, "`{}` is not {article} {}: {}", self.given, self.what, self.wanted)
    }
}

impl std::error::Error for ParseError {}

/// Serde as the text of `Display`, read back by `FromStr`.
macro_rules! serde_as_text {
    ($type:ty, $expecting:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expecting)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}
pub(crate) use serde_as_text;
