//! Closed lists of words, and sets of them.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

/// Writes out a closed list of words that packs are written in: the enum, all of them, and how each is written. Lists
/// that differ only in their words are the reason for a macro.
///
/// ```
/// use quintain_content::{Word, words};
///
/// words! {
///     /// Which hand.
///     Hand {
///         /// The right one.
///         Right = "right hand",
///         /// The left one.
///         Left = "left hand",
///     }
/// }
///
/// assert_eq!(Hand::named("Left-hand"), Some(Hand::Left));
/// assert_eq!(Hand::Right.to_string(), "right hand");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $word,)* }

        impl $crate::Word for $name {
            const ALL: &'static [Self] = &[$($name::$word,)*];

            fn text(self) -> &'static str {
                match self { $($name::$word => $text,)* }
            }

            fn place(self) -> u32 {
                self as u32
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::Word::text(*self))
            }
        }
    };
}

/// A word of a closed list of at most 32.
pub trait Word: Copy + PartialEq + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// How messages write it.
    fn text(self) -> &'static str;

    /// Its place among all.
    fn place(self) -> u32;

    /// The word that is written so, with blanks or hyphens.
    fn named(text: &str) -> Option<Self> {
        let plain = |text: &str| text.trim().to_lowercase().replace('-', " ");
        Self::ALL.iter().copied().find(|word| plain(word.text()) == plain(text))
    }
}

/// A set of words of one list, written as a list.
#[derive(PartialEq, Eq, Hash)]
pub struct Words<T>(u32, PhantomData<T>);

impl<T: Word> Words<T> {
    /// None of them.
    pub const NONE: Self = Words(0, PhantomData);

    /// These.
    pub fn of(words: &[T]) -> Self {
        words.iter().fold(Self::NONE, |set, word| set.with(*word))
    }

    /// All of them.
    pub fn all() -> Self {
        Self::of(T::ALL)
    }

    /// The same with one more.
    pub fn with(self, word: T) -> Self {
        Words(self.0 | 1 << word.place(), PhantomData)
    }

    /// The same without one.
    pub fn without(self, word: T) -> Self {
        Words(self.0 & !(1 << word.place()), PhantomData)
    }

    /// Those of both.
    pub fn and(self, other: Self) -> Self {
        Words(self.0 | other.0, PhantomData)
    }

    /// Whether this is one of them.
    pub fn has(self, word: T) -> bool {
        self.0 & 1 << word.place() != 0
    }

    /// Whether the two sets have a word in common.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of the set, in the list's order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |word| self.has(*word))
    }
}

impl<T> Clone for Words<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Words<T> {}

impl<T: Word> Default for Words<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T: Word> fmt::Debug for Words<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Word::text)).finish()
    }
}

impl<'de, T: Word + Deserialize<'de>> Deserialize<'de> for Words<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::of(&Vec::deserialize(deserializer)?))
    }
}

impl<T: Word + Serialize> Serialize for Words<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<T: JsonSchema> JsonSchema for Words<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}
