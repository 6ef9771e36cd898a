//! Numbers that grow with the aptitudes of an ability's user: `3 + C/4`, `2P`, `5 + 2d4`.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// The aptitudes and the level that a formula is worked out with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aptitudes {
    /// P.
    pub potency: i16,
    /// C.
    pub control: i16,
    /// L.
    pub level: i16,
}

/// So many times an aptitude, divided by a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Part {
    times: i16,
    over: i16,
}

/// A number made of a fixed part, parts of P, C and L, and dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Formula {
    base: i16,
    potency: Part,
    control: Part,
    level: Part,
    dice: (u8, u8),
}

impl Formula {
    /// A fixed number.
    pub const fn fixed(base: i16) -> Self {
        let none = Part { times: 0, over: 0 };
        Formula { base, potency: none, control: none, level: none, dice: (0, 0) }
    }

    /// Its value without dice; `divide` is the fight's way of dividing.
    #[inline]
    pub fn value(self, by: Aptitudes, divide: impl Fn(i16, i16) -> i16) -> i16 {
        if let Some(value) = self.constant() {
            return value;
        }
        let part = |part: Part, of: i16| if part.times == 0 { 0 } else { divide(part.times * of, part.over) };
        self.base + part(self.potency, by.potency) + part(self.control, by.control) + part(self.level, by.level)
    }

    /// Its value without dice, where that is the same for everybody.
    #[inline]
    pub const fn constant(self) -> Option<i16> {
        match self.potency.times | self.control.times | self.level.times {
            0 => Some(self.base),
            _ => None,
        }
    }

    /// The dice in it: how many, of how many sides.
    pub fn dice(self) -> Option<(u8, u8)> {
        (self.dice.0 > 0).then_some(self.dice)
    }

    /// Whether it is nothing at all.
    pub fn is_nothing(self) -> bool {
        self == Formula::default()
    }

    /// Reads `3 + C/4`.
    ///
    /// # Errors
    /// Says which term is none.
    pub fn parse(text: &str) -> Result<Formula, String> {
        let mut formula = Formula::default();
        for term in text.split('+').map(str::trim) {
            formula.add(term).ok_or_else(|| {
                format!("`{term}` is no term of a formula; write such as `3 + C/4`, `2P`, `L/2` or `5 + 2d4`")
            })?;
        }
        Ok(formula)
    }

    fn add(&mut self, term: &str) -> Option<()> {
        if let Ok(number) = term.parse::<i16>() {
            self.base = self.base.checked_add(number).filter(|base| base.abs() <= 1000)?;
            return Some(());
        }
        if let Some((count, sides)) = term.split_once('d') {
            let count = if count.is_empty() { 1 } else { count.parse().ok()? };
            let dice = (count, sides.parse().ok()?);
            let possible = (1..=20).contains(&dice.0) && (2..=20).contains(&dice.1) && self.dice.0 == 0;
            return possible.then(|| self.dice = dice);
        }
        let at = term.find(['P', 'C', 'L'])?;
        let (times, rest) = (&term[..at], &term[at + 1..]);
        let times = if times.is_empty() { 1 } else { times.parse().ok()? };
        let over = if rest.is_empty() { 1 } else { rest.strip_prefix('/')?.trim().parse().ok()? };
        let part = match &term[at..=at] {
            "P" => &mut self.potency,
            "C" => &mut self.control,
            _ => &mut self.level,
        };
        let possible = (1..=20).contains(&times) && (1..=20).contains(&over) && part.times == 0;
        possible.then(|| *part = Part { times, over })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut put = |f: &mut fmt::Formatter<'_>, text: String| {
            let between = if first { "" } else { " + " };
            first = false;
            write!(f, "{between}{text}")
        };
        if self.base != 0 || self.is_nothing() {
            put(f, self.base.to_string())?;
        }
        if let Some((count, sides)) = self.dice() {
            put(f, format!("{count}d{sides}"))?;
        }
        for (letter, part) in [('P', self.potency), ('C', self.control), ('L', self.level)] {
            let times = if part.times == 1 { String::new() } else { part.times.to_string() };
            match part {
                Part { times: 0, .. } => {}
                Part { over: 1, .. } => put(f, format!("{times}{letter}"))?,
                Part { over, .. } => put(f, format!("{times}{letter}/{over}"))?,
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl Visitor<'_> for Reads {
            type Value = Formula;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or a formula such as \"3 + C/4\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Formula, E> {
                let small = i16::try_from(number).ok().filter(|number| number.abs() <= 1000);
                small.map(Formula::fixed).ok_or_else(|| E::custom(format!("{number} is out of range: -1000 to 1000")))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Formula, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Formula, E> {
                Formula::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

impl JsonSchema for Formula {
    fn schema_name() -> Cow<'static, str> {
        "Formula".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number, or a formula of P, C and L with dice: 3 + C/4, 2P, 5 + 2d4.",
            "type": ["integer", "string"]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, potency: i16, control: i16, level: i16) -> i16 {
        let formula = Formula::parse(text).unwrap();
        formula.value(Aptitudes { potency, control, level }, |of, by| of / by)
    }

    #[test]
    fn fractions_of_aptitudes_are_added_to_the_fixed_part() {
        assert_eq!(at("3 + C/4", 0, 7, 1), 4);
        assert_eq!(at("2P", 5, 0, 1), 10);
        assert_eq!(at("5 + L/2 + P/3", 5, 0, 7), 9);
        assert_eq!(at("-2", 0, 0, 0), -2);
    }

    #[test]
    fn dice_are_kept_apart() {
        let formula = Formula::parse("5 + 2d4").unwrap();
        assert_eq!(formula.dice(), Some((2, 4)));
        assert_eq!(formula.to_string(), "5 + 2d4");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "X", "3 +", "P/0", "C/x", "0d4", "2d1", "P + P", "99999"] {
            assert!(Formula::parse(text).is_err(), "{text}");
        }
    }
}
