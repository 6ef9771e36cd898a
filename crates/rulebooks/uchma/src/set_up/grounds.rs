//! What the kinds of ground of a map are to this book: how rough, how wet, and what sounds make of them.

use quintain_content::{Encounter, Problem};
use quintain_field::{Door, Map, TerrainKind};

use crate::fight::Matter;

/// What each kind of ground is, by its place in the map's legend.
pub(super) struct Grounds {
    /// Rough terrain: 1, 2 light, 3 heavy.
    pub factor: Vec<u8>,
    /// Water.
    pub water: Vec<bool>,
    /// Water to swim in.
    pub deep: Vec<bool>,
    /// What sounds make of it.
    pub matter: Vec<Matter>,
}

impl Grounds {
    pub fn of(map: &Map, encounter: &Encounter, problems: &mut Vec<Problem>) -> Grounds {
        let mut grounds = Grounds {
            factor: vec![1; 256],
            water: vec![false; 256],
            deep: vec![false; 256],
            matter: vec![Matter::Air; 256],
        };
        for (terrain, kind) in map.legend().kinds() {
            let place = usize::from(terrain.0);
            grounds.water[place] = is_water(kind);
            grounds.deep[place] = is_deep_water(kind);
            grounds.factor[place] = factor(kind);
            grounds.matter[place] = matter(kind);
        }
        grounds.price(map, encounter, problems);
        grounds
    }

    /// `terrain.kinds`: what the legend says that a kind of ground costs.
    fn price(&mut self, map: &Map, encounter: &Encounter, problems: &mut Vec<Problem>) {
        let letters = encounter.map.iter().flat_map(|map| &map.legend);
        for (letter, cost) in letters.filter_map(|letter| Some((letter, letter.cost.as_ref()?))) {
            if !(1..=3).contains(&cost.value) {
                let what = format!("ground cannot cost {} a metre", cost.value);
                let help = "1 is ordinary, 2 is light and 3 is heavy rough terrain";
                problems.push(Problem::at(&cost.place, what).help(help));
                continue;
            }
            let same = map.legend().kinds().filter(|(_, kind)| kind.name == letter.terrain.value);
            for (terrain, _) in same {
                self.factor[usize::from(terrain.0)] = cost.value as u8;
            }
        }
    }
}

/// Whether one of the words of its name is one of these.
fn says(kind: &TerrainKind, words: &[&str]) -> bool {
    kind.name.split(|letter: char| !letter.is_alphanumeric()).any(|word| words.contains(&word))
}

fn is_water(kind: &TerrainKind) -> bool {
    says(kind, &["water", "river", "sea", "lake"])
}

fn is_deep_water(kind: &TerrainKind) -> bool {
    is_water(kind) && says(kind, &["deep"])
}

fn factor(kind: &TerrainKind) -> u8 {
    let named = |words: &[&str]| words.iter().any(|word| kind.name.contains(word));
    match kind.name.as_str() {
        _ if named(&["deep", "heavy", "quicksand", "swamp", "mire"]) => 3,
        _ if is_water(kind) || named(&["difficult", "light", "rough", "sand", "rubble", "undergrowth"]) => 2,
        _ => 1,
    }
}

/// `sound.blocked`, `sound.thin`: what fills a square from side to side is rock, if it is not a door or of wood or metal.
fn matter(kind: &TerrainKind) -> Matter {
    const THIN: [&str; 12] =
        ["door", "wood", "wooden", "timber", "plank", "planks", "metal", "iron", "bronze", "tree", "trees", "fence"];
    let solid = kind.blocks_movement && kind.blocks_sight;
    match kind.door {
        Some(Door::Open) => Matter::Air,
        Some(_) => Matter::Thin,
        None if is_deep_water(kind) => Matter::Rock,
        None if is_water(kind) => Matter::Thin,
        None if solid && says(kind, &THIN) => Matter::Thin,
        None if solid => Matter::Rock,
        None => Matter::Air,
    }
}
