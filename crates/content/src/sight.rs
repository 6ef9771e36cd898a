//! What those at the table may know of a fight: whether sight limits it, and with whom it is shared.

use crate::Problems;
use crate::fields::Fields;
use crate::node::Node;

/// `[sight]`: what a seat knows of those that it does not perceive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightSpec {
    /// Whether a seat knows only what its own perceive or have perceived; otherwise all lies open.
    pub fog: bool,
    /// Whether all of a side share what each of them perceives.
    pub shared: bool,
    /// Whether a seat knows only the ground that its own have seen; otherwise the map lies open.
    pub explored: bool,
}

impl Default for SightSpec {
    fn default() -> Self {
        SightSpec { fog: true, shared: true, explored: false }
    }
}

pub(crate) const KEYS: [&str; 3] = ["fog", "shared", "explored"];

pub(crate) fn read(node: &Node, problems: &mut Problems) -> SightSpec {
    let plain = SightSpec::default();
    let Some(mut fields) = Fields::open("what is in sight", node, problems) else { return plain };
    fields.only(&KEYS, &[]);
    let fog = fields.flag("fog").map_or(plain.fog, |fog| fog.value);
    let shared = fields.flag("shared").map_or(plain.shared, |shared| shared.value);
    let explored = fields.flag("explored").map_or(plain.explored, |explored| explored.value);
    SightSpec { fog, shared, explored }
}
