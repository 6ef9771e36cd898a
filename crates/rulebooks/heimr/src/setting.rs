//! What never changes while a fight lasts: content, names, sides, house rules.

use std::sync::Arc;

use quintain_engine::Side;
use quintain_field::Step;

use crate::book::Book;
use crate::content::Content;
use crate::house::House;

/// What never changes while a fight lasts.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs it was made from.
    pub book: Arc<Book>,
    /// Their content in plain values.
    pub content: Content,
    /// Names, in roster order.
    pub names: Vec<String>,
    /// The partner of each, in roster order.
    pub partners: Vec<Option<String>>,
    /// Anybody has a partner.
    pub paired: bool,
    /// The sides.
    pub sides: Vec<String>,
    /// A row for each side: which it is hostile to.
    pub hostile: Vec<Vec<bool>>,
    /// The house rules.
    pub house: House,
}

impl Setting {
    /// Whether one side is hostile to another.
    pub fn foes(&self, one: Side, other: Side) -> bool {
        self.hostile.get(one.index()).and_then(|row| row.get(other.index())).copied().unwrap_or(false)
    }
}

/// The four ways out of a location, in the order in which they are listed.
pub const WAYS: [Step; 4] = [Step::North, Step::East, Step::South, Step::West];

/// What a way is called.
pub fn way_name(way: Step) -> &'static str {
    match way {
        Step::North => "up",
        Step::East => "right",
        Step::South => "down",
        _ => "left",
    }
}
