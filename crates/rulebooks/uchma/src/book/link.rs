//! Names of other entries, small enough to be copied, with their place once it is known.

use std::borrow::Cow;

use arrayvec::ArrayString;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// The longest id that may be named.
const LONGEST: usize = 40;

/// The id of another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    id: ArrayString<LONGEST>,
    place: u16,
}

impl Link {
    /// A link that has not been resolved.
    ///
    /// # Errors
    /// When the id is too long to be one.
    pub fn new(id: &str) -> Result<Link, String> {
        let short = ArrayString::from(id).map_err(|_| format!("`{id}` is longer than {LONGEST} letters"))?;
        Ok(Link { id: short, place: u16::MAX })
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The place of the entry in its list, once it has been resolved.
    pub fn place(self) -> Option<usize> {
        (self.place != u16::MAX).then_some(usize::from(self.place))
    }

    /// Looks the entry up.
    pub fn resolve<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        let found = ids.into_iter().position(|id| id == self.id());
        self.place = found.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX);
    }
}

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Link::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl JsonSchema for Link {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Link".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
