//! Labels as JSON, for bots and tools.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::{Cost, Label, TAGS, Target};

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_struct("Label", 8)?;
        parts.serialize_field("verb", self.verb.key)?;
        parts.serialize_field("name", self.verb.name)?;
        parts.serialize_field("group", self.verb.group.word())?;
        parts.serialize_field("means", &self.means)?;
        parts.serialize_field("variants", &self.variants)?;
        parts.serialize_field("target", &self.target)?;
        parts.serialize_field("costs", &self.costs)?;
        let tags: Vec<&str> = TAGS.iter().filter(|(tag, _)| self.tags.contains(*tag)).map(|(_, word)| *word).collect();
        parts.serialize_field("tags", &tags)?;
        parts.end()
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_struct("Cost", 3)?;
        parts.serialize_field("price", self.price.word())?;
        parts.serialize_field("amount", &self.amount)?;
        parts.serialize_field("left", &self.left)?;
        parts.end()
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = match self {
            Target::None => return serializer.serialize_none(),
            Target::Oneself => "oneself",
            Target::Who(_) => "who",
            Target::Pair(..) => "pair",
            Target::All(_) => "all",
            Target::Thing(..) => "thing",
            Target::Slot { .. } => "slot",
            Target::Square(_) => "square",
            Target::Route { .. } => "route",
            Target::Way(_) => "way",
            Target::Area(..) => "area",
            Target::Number(_) => "number",
        };
        let mut parts = serializer.serialize_map(None)?;
        parts.serialize_entry("kind", kind)?;
        match self {
            Target::None | Target::Oneself => {}
            Target::Who(who) => parts.serialize_entry("who", who)?,
            Target::Pair(one, other) => parts.serialize_entry("who", &[one, other])?,
            Target::All(all) => parts.serialize_entry("who", all)?,
            Target::Thing(key, name) => {
                parts.serialize_entry("key", key)?;
                parts.serialize_entry("name", name)?;
            }
            Target::Slot { who, after } => {
                parts.serialize_entry("who", who)?;
                parts.serialize_entry("after", after)?;
            }
            Target::Square(square) => parts.serialize_entry("square", square)?,
            Target::Route { to, by } => {
                parts.serialize_entry("square", to)?;
                parts.serialize_entry("by", by)?;
            }
            Target::Way(way) => parts.serialize_entry("way", &way.to_string())?,
            Target::Area(square, way) => {
                parts.serialize_entry("square", square)?;
                parts.serialize_entry("way", &way.map(|way| way.to_string()))?;
            }
            Target::Number(number) => parts.serialize_entry("number", number)?,
        }
        parts.end()
    }
}
