//! How serde walks through tables, lists, enums and placed values.

use serde::de::value::U64Deserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::De;
use super::error::Error;
use crate::Placed;
use crate::node::{Kind, Node};

/// The keys and values of a table.
pub(super) struct Keys<'a> {
    parent: De<'a>,
    entries: std::vec::IntoIter<&'a (Placed<String>, Node)>,
    value: Option<&'a (Placed<String>, Node)>,
}

impl<'a> Keys<'a> {
    pub fn new(parent: De<'a>, entries: Vec<&'a (Placed<String>, Node)>) -> Self {
        Self { parent, entries: entries.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Keys<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.value = Some(entry);
        let key = &entry.0;
        let read = seed.deserialize(key.value.as_str().into_deserializer());
        read.map(Some).map_err(|error: Error| error.settled_at_key(self.parent.name, &key.place).within(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, node)) = self.value.take() else {
            return Err(Error::Said("a value was asked for before its key".to_owned()));
        };
        let name = format!("`{}`", key.value);
        let de = De { name: &name, node, ..self.parent };
        seed.deserialize(de).map_err(|error| error.settled(&name, node).within(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The items of a list.
pub(super) struct List<'a> {
    parent: De<'a>,
    items: std::slice::Iter<'a, Node>,
}

impl<'a> List<'a> {
    pub fn new(parent: De<'a>, items: &'a [Node]) -> Self {
        Self { parent, items: items.iter() }
    }

    /// That nothing is left over: serde reads only as many items as a pair or an array has.
    pub fn finish(self) -> Result<(), Error> {
        match self.items.len() {
            0 => Ok(()),
            many => Err(Error::Said(format!("the list has {many} too many"))),
        }
    }
}

impl<'de> SeqAccess<'de> for List<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let de = De { node, ..self.parent };
        seed.deserialize(de).map(Some).map_err(|error| error.settled(self.parent.name, node))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// A placed value: path, line, column, start, end, then the value itself.
pub(super) struct Parts<'a> {
    de: De<'a>,
    next: u8,
}

impl<'a> Parts<'a> {
    pub fn new(de: De<'a>) -> Self {
        Self { de, next: 0 }
    }
}

impl<'de> SeqAccess<'de> for Parts<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let place = &self.de.node.place;
        let number = |value: usize| -> U64Deserializer<Error> { (value as u64).into_deserializer() };
        self.next += 1;
        match self.next {
            1 => seed.deserialize((&*place.path).into_deserializer()).map(Some),
            2 => seed.deserialize(place.line.into_deserializer()).map(Some),
            3 => seed.deserialize(place.column.into_deserializer()).map(Some),
            4 => seed.deserialize(number(place.start)).map(Some),
            5 => seed.deserialize(number(place.end)).map(Some),
            6 => seed.deserialize(self.de).map(Some),
            _ => Ok(None),
        }
    }
}

/// One variant of an enum: `"dodge"`, or `{ push = 2 }`.
pub(super) struct Variant<'a> {
    name: &'a str,
    whole: De<'a>,
    has_content: bool,
}

impl<'a> Variant<'a> {
    pub fn named(name: &'a str, whole: De<'a>) -> Self {
        Self { name, whole, has_content: false }
    }

    pub fn with_content(name: &'a str, content: De<'a>) -> Self {
        Self { name, whole: content, has_content: true }
    }

    fn content(&self, wanted: &str) -> Result<De<'a>, Error> {
        match self.has_content {
            true => Ok(self.whole),
            false => Err(Error::Said(format!("`{0}` needs {wanted}: write `{{ {0} = … }}`", self.name))),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match (&self.whole.node.kind, self.has_content) {
            (_, false) | (Kind::Bool(true), true) => Ok(()),
            _ => Err(Error::Said(format!("`{0}` stands alone: write `\"{0}\"`", self.name))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.content("a value")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        serde::Deserializer::deserialize_any(self.content("a list")?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        serde::Deserializer::deserialize_struct(self.content("a table")?, "", fields, visitor)
    }
}
