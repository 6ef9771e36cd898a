//! What Gu leave on the map.

use quintain_engine::Who;

use crate::area::Area;

/// Something that stays on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    /// Its number, which it keeps whatever else comes and goes.
    pub number: u32,
    pub area: Area,
    pub by: Who,
    /// The Gu that sustains it, by its place among those that one owns; `None` where it stays without.
    pub slot: Option<u8>,
    /// The Gu, by its place in the book.
    pub gu: u16,
    /// Its rank.
    pub rank: u8,
    /// The place of the effect in the Gu's list.
    pub effect: u8,
    /// Turns of the user since it came.
    pub age: u16,
    /// Turns of the user that it still stays; `None` for no end.
    pub left: Option<u16>,
}
