//! What an encounter says of what those at the table may know.

use quintain_content::{Encounter, SightSpec};
use quintain_field::Site;

/// What an encounter keeps from those at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Secrets {
    /// Whether sight limits what a seat knows, and whether it is shared within a side.
    pub sight: SightSpec,
    /// Those who are concealed from the start, by name.
    pub concealed: Vec<String>,
    /// Doors, traps and dangerous ground that are concealed from the start.
    pub sites: Vec<Site>,
}

impl Secrets {
    /// Those of an encounter.
    pub fn of(encounter: &Encounter) -> Self {
        let all = encounter.expand();
        let concealed = all.iter().filter(|one| encounter.spec(one).is_some_and(|spec| spec.concealed));
        Secrets {
            sight: encounter.sight,
            concealed: concealed.map(|one| one.name.clone()).collect(),
            sites: encounter.map.iter().flat_map(quintain_content::MapSpec::sites).collect(),
        }
    }
}
