//! What never changes while a fight lasts: content, names, sides, house rules.

use quintain_engine::kit::Roster;
use quintain_field::Step;

use crate::content::{Content, House, WeaponId};

/// What never changes while a fight lasts.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) content: Content,
    pub(crate) roster: Roster,
    /// The partner of each, in roster order.
    pub(crate) partners: Vec<Option<String>>,
    /// Anybody has a partner.
    pub(crate) paired: bool,
    /// The weapons that each has brought along, in roster order; those who come late have none noted.
    pub(crate) brought: Vec<Vec<WeaponId>>,
    pub(crate) house: House,
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
