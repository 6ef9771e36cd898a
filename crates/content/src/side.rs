//! The sides of an encounter: who fights together, and against whom.

use crate::fields::{Fields, tables};
use crate::node::Node;
use crate::{Placed, Problem, Problems};

/// A `[[side]]`. Sides need not be declared: those that combatants name exist, and are foes of all others. As soon as
/// one is declared, all must be.
#[derive(Clone, Debug)]
pub struct SideSpec {
    /// What it is called.
    pub name: Placed<String>,
    /// The sides it fights against; all others when left out.
    pub foes: Option<Vec<Placed<String>>>,
    /// How it answers when nobody does.
    pub tactics: Option<Placed<String>>,
    /// Who answers for it.
    pub seat: Option<Placed<String>>,
}

pub(crate) const KEYS: [&str; 4] = ["name", "foes", "tactics", "seat"];

pub(crate) fn read(node: &Node, problems: &mut Problems) -> Vec<SideSpec> {
    let sides: Vec<SideSpec> =
        tables("side", node, problems).into_iter().filter_map(|side| read_one(side, problems)).collect();
    for (nth, side) in sides.iter().enumerate() {
        if let Some(first) = sides[..nth].iter().find(|other| other.name.value == side.name.value) {
            let what = format!("the side `{}` is declared twice", side.name);
            problems.push(Problem::at(&side.name.place, what).help(format!("the first is at {}", first.name.place)));
        }
        for foe in side.foes.iter().flatten() {
            if foe.value == side.name.value {
                let what = format!("the side `{foe}` is named as a foe of its own");
                problems.push(Problem::at(&foe.place, what).help("name other sides"));
            } else if !sides.iter().any(|other| other.name.value == foe.value) {
                problems.push(Problem::no_such("side", foe, sides.iter().map(|side| side.name.value.as_str())));
            }
        }
    }
    sides
}

fn read_one(node: &Node, problems: &mut Problems) -> Option<SideSpec> {
    let mut fields = Fields::open("a side", node, problems)?;
    fields.only(&KEYS, &[]);
    fields.require("name", "name = \"heroes\"");
    let name = fields.text("name");
    let foes = fields.texts("foes");
    let tactics = fields.text("tactics");
    let seat = fields.text("seat");
    Some(SideSpec { name: name?, foes, tactics, seat })
}
