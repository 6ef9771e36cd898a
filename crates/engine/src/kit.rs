//! A small game as a whole rulebook, and the parts that it is made of.
//!
//! Implement [`Game`] for a type of your own, and its [`Fight`] is a [`Rulebook`](crate::Rulebook): played, simulated,
//! replayed, tested and asked for odds. This is a whole game:
//!
//! ```
#![doc = include_str!("../tests/kit/duel.rs")]
//! # fn main() {}
//! ```
//!
//! `docs/write-your-own-rulebook.md` goes from there to a game of ten pages, `examples/causeway` is one.
//!
//! The kit is for games in which every question is a choice of one act. A larger one implements `Rulebook` itself and keeps
//! the parts that fit, each usable alone:
//!
//! - [`state!`](crate::state): a struct that is cloned into another of its kind without allocation.
//! - [`Roster`]: names, sides, and who is whose foe.
//! - [`Conditions`] of declared [`Condition`]s: with size, source and clock.
//! - [`Number`]: a value of a combatant, declared once for sheet, encounter, edicts and reasons; flags and words as well.
//! - [`refuse_if`]: a check that passes or names its rule, in one line.
//! - [`listed!`](crate::listed): statics and the list of all of them: verbs, kinds of questions, conditions.
//! - [`Edicts`] and [`carry_out`]: what the game master changes, over a few hooks.
//! - [`Creature`] and [`Packed`]: a pack with one kind of entry.
//!
//! No rule stands here, and no sheet: what a combatant is made of is the game's own type.

mod conditions;
mod edicts;
mod fight;
mod game;
mod glossary;
mod number;
mod packed;
mod question;
mod roster;
mod set_up;
mod view;

pub use quintain_content::{Placed, Value};

pub use conditions::{Condition, Conditions, Held};
pub use edicts::{Edicts, carry_out};
pub use fight::{Body, Fight, Member, Setting};
pub use game::{Asked, Changed, Game};
pub use number::{Bodies, Number, outside};
pub use packed::{Creature, Packed};
pub use question::{named, question, refuse_if, text, topic, verb};
pub use roster::Roster;
pub use set_up::set_up;

/// What the files of a small game name, to be imported with `*`.
pub mod prelude {
    pub use quintain_field::{Map, Square};

    pub use super::{Asked, Changed, Condition, Creature, Game, Number, outside, refuse_if, topic, verb};
    pub use crate::clock::{Lasting, Slots};
    pub use crate::{
        AnyRulebook, Breakdown, Decider, Event, EventId, Group, HouseRule, Label, Mood, Price, Read, Reckoning,
        Refusal, Section, Shelved, StatGroup, StatKind, Table, TacticsInfo, Target, Throw, Topic, Verb, Weight, Who,
        section,
    };
}

/// Declares a part of a fight's state: the struct, and a `Clone` that reuses what lists have allocated, as simulations need
/// it. Field by field is what a derived `clone_from` does not do; that is the one reason for a macro here.
///
/// ```
/// quintain_engine::state! {
///     /// Whose turn it is.
///     #[derive(Debug, Default, Hash)]
///     pub struct Turn {
///         /// Who has acted.
///         pub acted: Vec<u16>,
///     }
/// }
///
/// let (begun, mut used) = (Turn::default(), Turn { acted: vec![3] });
/// used.clone_from(&begun);
/// assert!(used.acted.is_empty() && used.acted.capacity() > 0);
/// ```
#[macro_export]
macro_rules! state {
    ($(#[$about:meta])* $seen:vis struct $name:ident {
        $( $(#[$of:meta])* $open:vis $field:ident: $type:ty ),* $(,)?
    }) => {
        $(#[$about])*
        $seen struct $name { $( $(#[$of])* $open $field: $type, )* }

        impl Clone for $name {
            fn clone(&self) -> Self {
                $name { $( $field: self.$field.clone(), )* }
            }

            fn clone_from(&mut self, source: &Self) {
                $( self.$field.clone_from(&source.$field); )*
            }
        }
    };
}

/// Declares statics of one type, and the list of all of them in order, so that none can be left out of the list; that is the
/// one reason for a macro here.
///
/// ```
/// use quintain_engine::{Group, Verb, kit::verb};
///
/// quintain_engine::section! {
///     "Ways";
///     WALK = Choice "way.walk": "A step at a time.";
///     REST = Choice "way.rest": "No step at all.";
/// }
/// quintain_engine::listed! {
///     /// Everything that options do.
///     pub VERBS: Verb;
///     TO_WALK = verb("walk", "WALK", Group::Move, &WALK, "Takes a step.");
///     TO_REST = verb("rest", "REST", Group::Wait, &REST, "Takes no step.");
/// }
///
/// assert_eq!((VERBS.len(), VERBS[1].key), (2, TO_REST.key));
/// ```
#[macro_export]
macro_rules! listed {
    ($(#[$about:meta])* $seen:vis $list:ident: $type:ty; $($name:ident = $value:expr;)*) => {
        $($seen static $name: $type = $value;)*

        $(#[$about])*
        $seen static $list: &[&$type] = &[$(&$name),*];
    };
}
