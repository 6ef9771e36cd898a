//! A serde deserialiser over the tree of [`crate::node`], so that an entry type of a rulebook is read with a place
//! for each thing that is wrong.
//!
//! Serde stops at the first error. So keys that a struct does not have are told and skipped, and after a value of the
//! wrong kind its key is taken out and the entry read again, until nothing more is found.

mod access;
mod error;

use std::cell::RefCell;

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use self::access::{Keys, List, Parts, Variant};
use self::error::Error;
use crate::fields::unknown_key;
use crate::node::{Kind, Node, TableNode};
use crate::placed::PLACED;
use crate::{Place, Problem, Problems};

/// Reads a value; `name` says in messages what it is (``the creature `cyclops` ``).
pub(crate) fn from_node<T: DeserializeOwned>(name: &str, node: &Node, problems: &mut Problems) -> Option<T> {
    let unknown = RefCell::new(Problems::new());
    let result = T::deserialize(De { name, node, unknown: &unknown });
    let clean = unknown.borrow().is_empty();
    problems.extend(unknown.into_inner());
    match result {
        Ok(value) => clean.then_some(value),
        Err(error) => {
            read_on::<T>(name, node, error, problems);
            None
        }
    }
}

/// Tells an error and looks for more of them without the key that caused it.
fn read_on<T: DeserializeOwned>(name: &str, node: &Node, error: Error, problems: &mut Problems) {
    let mut rest = node.clone();
    let mut removed: Vec<String> = Vec::new();
    let mut error = error;
    loop {
        let settled = error.settle(name, &rest);
        if !settled.missing.as_ref().is_some_and(|field| removed.contains(field)) {
            problems.push(settled.problem);
        }
        let Some(key) = settled.key.and_then(|place| take_out(&mut rest, &place)) else { return };
        removed.push(key);
        let unknown = RefCell::new(Problems::new());
        match T::deserialize(De { name, node: &rest, unknown: &unknown }) {
            Ok(_) => return problems.extend(unknown.into_inner()),
            Err(next) => {
                problems.extend(unknown.into_inner());
                error = next;
            }
        }
    }
}

/// Takes the key at a place out of a tree, wherever it is in it.
fn take_out(node: &mut Node, place: &Place) -> Option<String> {
    match &mut node.kind {
        Kind::Table(table) => match table.entries.iter().position(|(key, _)| key.place == *place) {
            Some(at) => Some(table.entries.remove(at).0.value),
            None => table.entries.iter_mut().find_map(|(_, inner)| take_out(inner, place)),
        },
        Kind::List(items) => items.iter_mut().find_map(|item| take_out(item, place)),
        _ => None,
    }
}

/// A node being read.
#[derive(Clone, Copy)]
struct De<'a> {
    /// What it is, for messages.
    name: &'a str,
    node: &'a Node,
    /// The keys that no struct has.
    unknown: &'a RefCell<Problems>,
}

impl<'a> De<'a> {
    /// The keys of a table that must all be among `fields`; the others are told and skipped.
    fn keys(self, table: &'a TableNode, fields: Option<&'static [&'static str]>) -> Keys<'a> {
        let mut entries = Vec::with_capacity(table.entries.len());
        for entry in &table.entries {
            match fields {
                Some(fields) if !fields.contains(&entry.0.value.as_str()) => {
                    let problem: Problem = unknown_key(self.name, &entry.0, fields.iter().copied());
                    self.unknown.borrow_mut().push(problem);
                }
                _ => entries.push(entry),
            }
        }
        Keys::new(self, entries)
    }

    fn read<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Int(number) => visitor.visit_i64(*number),
            Kind::Float(number) => visitor.visit_f64(*number),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Text(text) => visitor.visit_str(text),
            Kind::List(items) => {
                let mut list = List::new(self, items);
                let value = visitor.visit_seq(&mut list)?;
                list.finish().map(|()| value)
            }
            Kind::Table(table) => visitor.visit_map(self.keys(table, None)),
        }
    }
}

impl<'de> Deserializer<'de> for De<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.read(visitor).map_err(|error| error.settled(self.name, self.node))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        let read = match name {
            PLACED => visitor.visit_seq(Parts::new(self)),
            _ => visitor.visit_newtype_struct(self),
        };
        read.map_err(|error| error.settled(self.name, self.node))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let read = match &self.node.kind {
            Kind::Table(table) => visitor.visit_map(self.keys(table, Some(fields))),
            _ => Err(Error::wanted("a table")),
        };
        read.map_err(|error| error.settled(self.name, self.node))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let read = match &self.node.kind {
            Kind::Text(text) => visitor.visit_enum(Variant::named(text, self)),
            Kind::Table(table) => match table.entries.as_slice() {
                [(key, content)] => {
                    let inner = De { name: &format!("`{}`", key.value), node: content, ..self };
                    visitor
                        .visit_enum(Variant::with_content(&key.value, inner))
                        .map_err(|error| error.settled_at_key(self.name, &key.place))
                }
                _ => Err(Error::wanted_one_of(variants)),
            },
            _ => Err(Error::wanted_one_of(variants)),
        };
        read.map_err(|error| error.settled(self.name, self.node))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests;
