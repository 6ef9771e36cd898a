//! Numbers that stand once, or once for each rank of a Gu: `30`, or `[10, 20, 30]`, the lowest rank first.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number, or one for each rank, the lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    of: [i16; 5],
    len: u8,
}

impl Ranked {
    /// The same number at every rank.
    pub const fn flat(value: i16) -> Self {
        Ranked { of: [value, 0, 0, 0, 0], len: 1 }
    }

    /// What it is at this place of the list: 0 for the lowest rank.
    pub fn at(self, place: u8) -> i16 {
        let last = self.len.saturating_sub(1);
        self.of.get(usize::from(place.min(last))).copied().unwrap_or(0)
    }

    /// How many numbers are written.
    pub fn len(self) -> usize {
        self.len.into()
    }

    /// Whether nothing is written.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// All that are written.
    pub fn all(&self) -> &[i16] {
        self.of.get(..self.len()).unwrap_or_default()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(i16),
    Many(Vec<i16>),
}

impl<'de> Deserialize<'de> for Ranked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wrong =
            || serde::de::Error::custom("a number, or a list of one to five numbers, one for each rank, is wanted");
        let list = match OneOrMany::deserialize(deserializer).map_err(|_| wrong())? {
            OneOrMany::One(value) => vec![value],
            OneOrMany::Many(list) => list,
        };
        let mut of = [0; 5];
        if list.is_empty() || list.len() > of.len() {
            return Err(wrong());
        }
        for (place, value) in of.iter_mut().zip(&list) {
            *place = *value;
        }
        Ok(Ranked { of, len: list.len() as u8 })
    }
}

impl Serialize for Ranked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(serializer)
    }
}

impl JsonSchema for Ranked {
    fn schema_name() -> Cow<'static, str> {
        "Ranked".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        OneOrMany::json_schema(generator)
    }
}
