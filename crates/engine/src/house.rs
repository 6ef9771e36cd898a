//! House rules: what an encounter may switch in a rulebook.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};

/// A house rule that an encounter may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseRule {
    /// Its key.
    pub key: &'static str,
    /// Its values, the default first; empty where a number or a list is asked for (see `about`).
    pub values: &'static [&'static str],
    /// What it decides and why the default is what it is, in one or two sentences.
    pub about: &'static str,
}

impl HouseRule {
    /// The one of its values that is meant. `true` is `on` or `yes`, whichever it has; an underscore for a hyphen is a
    /// slip of the pen, not another word.
    ///
    /// # Errors
    /// Says that it has no such value.
    pub fn word(&self, value: &Value) -> Result<&'static str, String> {
        let known = |word: &str| self.values.iter().copied().find(|known| *known == word);
        let meant = match value {
            Value::Bool(true) => known("on").or_else(|| known("yes")),
            Value::Bool(false) => known("off").or_else(|| known("no")),
            Value::Text(word) => known(word).or_else(|| known(&word.replace('_', "-"))),
            other => known(&other.to_string()),
        };
        meant.ok_or_else(|| format!("{value} is no value of {}", self.key))
    }

    /// A whole number within limits.
    ///
    /// # Errors
    /// Says the limits.
    pub fn number(&self, value: &Value, least: i64, most: i64) -> Result<i64, String> {
        let number = value.as_int().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{} is a whole number from {least} to {most}, not {value}", self.key))
    }

    fn is_called(&self, key: &str) -> bool {
        self.key == key || self.key == key.replace('_', "-")
    }
}

/// Hands each house rule that an encounter of `book` sets to `set`, which says what is wrong with the value. An `opt.`
/// in front of a key, and an underscore for a hyphen, are understood.
pub fn read_house_rules(
    encounter: &Encounter,
    book: &str,
    rules: &'static [HouseRule],
    problems: &mut Vec<Problem>,
    mut set: impl FnMut(&'static HouseRule, &Placed<Value>) -> Result<(), String>,
) {
    for (key, value) in &encounter.house {
        let bare = key.value.strip_prefix("opt.").unwrap_or(&key.value);
        let Some(rule) = rules.iter().find(|rule| rule.is_called(bare)) else {
            let what = format!("{book} has no house rule `{}`", key.value);
            let help = match nearest(bare, rules.iter().map(|rule| rule.key)) {
                Some(near) => format!("the nearest house rule of {book} is `{near}`"),
                None => format!("house rules of {book}: {}", key_list(rules)),
            };
            problems.push(Problem::at(&key.place, what).help(help));
            continue;
        };
        if let Err(what) = set(rule, value) {
            let help = match rule.values {
                [] => rule.about.to_owned(),
                values => format!("its values are {}", values.join(", ")),
            };
            problems.push(Problem::at(&value.place, what).help(help));
        }
    }
}

fn key_list(rules: &[HouseRule]) -> String {
    rules.iter().map(|rule| rule.key).collect::<Vec<_>>().join(", ")
}

/// Declares the switches of a rulebook: a small enum for each (the default first), the struct `House` that holds them
/// all, and their table, `HOUSE_RULES`. Dozens of enums that differ only in their words are the reason for a macro.
///
/// What is no choice among words stands in `House` `beside` the switches, each with its default; where an encounter may
/// set it, its key and what it is are `told` in the table.
///
/// ```
/// quintain_engine::switches! {
///     rounding: Rounding = "rounding" { Down = "down", Up = "up" }
///         "Whether halves are rounded down or up.";
///     + beside {
///         /// Metres of a step.
///         step: u8 = 1;
///     }
///     + told {
///         "step" "How many metres a step is: 1, the default, to 3.";
///     }
/// }
///
/// let mut house = House::default();
/// assert_eq!((house.rounding, house.step), (Rounding::Down, 1));
/// house.choose("rounding", "up");
/// assert_eq!(house.rounding, Rounding::Up);
/// assert_eq!(HOUSE_RULES.len(), 2);
/// ```
#[macro_export]
macro_rules! switches {
    (
        $(
            $field:ident: $name:ident = $key:literal {
                $first:ident = $first_word:literal $(, $variant:ident = $word:literal)*
            } $text:literal;
        )*
        $( + beside { $( #[doc = $doc:literal] $beside:ident: $type:ty = $default:expr; )* } )?
        $( + told { $( $told:literal $about:literal; )* } )?
    ) => {
        $(
            #[doc = $text]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum $name {
                #[doc = $first_word]
                #[default]
                $first,
                $( #[doc = $word] $variant, )*
            }
        )*

        /// All switches of one fight.
        #[derive(Clone, Debug, PartialEq)]
        pub struct House {
            $( #[doc = $text] pub $field: $name, )*
            $( $( #[doc = $doc] pub $beside: $type, )* )?
        }

        impl Default for House {
            fn default() -> Self {
                House {
                    $( $field: $name::default(), )*
                    $( $( $beside: $default, )* )?
                }
            }
        }

        /// The table of all switches.
        pub static HOUSE_RULES: &[$crate::HouseRule] = &[
            $( $crate::HouseRule { key: $key, values: &[$first_word $(, $word)*], about: $text }, )*
            $( $( $crate::HouseRule { key: $told, values: &[], about: $about }, )* )?
        ];

        impl House {
            /// Sets a switch to one of its words.
            fn choose(&mut self, key: &str, word: &str) {
                match (key, word) {
                    $(
                        ($key, $first_word) => self.$field = $name::$first,
                        $( ($key, $word) => self.$field = $name::$variant, )*
                    )*
                    _ => {}
                }
            }
        }
    };
}
