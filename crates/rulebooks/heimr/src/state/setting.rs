//! What never changes while a fight lasts: content, names, sides, house rules.

use quintain_engine::Side;
use quintain_field::Step;

use crate::content::{Content, House};

/// What never changes while a fight lasts.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) content: Content,
    /// Names, in roster order.
    pub(crate) names: Vec<String>,
    /// The partner of each, in roster order.
    pub(crate) partners: Vec<Option<String>>,
    /// Anybody has a partner.
    pub(crate) paired: bool,
    pub(crate) sides: Vec<String>,
    /// A row for each side: which it is hostile to.
    pub(crate) hostile: Vec<Vec<bool>>,
    pub(crate) house: House,
}

impl Setting {
    /// Whether one side is hostile to another.
    pub(crate) fn foes(&self, one: Side, other: Side) -> bool {
        self.hostile.get(one.index()).and_then(|row| row.get(other.index())).copied().unwrap_or(false)
    }
}

/// The four ways out of a location, in the order in which they are listed.
pub(crate) const WAYS: [Step; 4] = [Step::North, Step::East, Step::South, Step::West];

pub(crate) fn way_name(way: Step) -> &'static str {
    match way {
        Step::North => "up",
        Step::East => "right",
        Step::South => "down",
        _ => "left",
    }
}
