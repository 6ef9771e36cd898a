//! Light sources: the `[[light]]` entries of an encounter, and what combatants carry.

use quintain_field::Square;

use crate::fields::{Fields, int, tables};
use crate::map::square;
use crate::node::{Kind, Node};
use crate::{Placed, Problems};

/// How far a light may shine, in squares.
pub(crate) const FARTHEST: i64 = 100;

/// A lamp, a torch, a fire: something that gives light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightSpec {
    /// What it is called; when left out, by where it stands or who carries it.
    pub name: Option<Placed<String>>,
    /// Where it stands; carried ones have no square of their own.
    pub at: Option<Placed<Square>>,
    /// How far it makes squares bright.
    pub bright: u8,
    /// How far it makes them dim at least; never less than `bright`.
    pub dim: u8,
    /// Whether it burns from the start.
    pub lit: bool,
}

pub(crate) const KEYS: [&str; 5] = ["name", "at", "bright", "dim", "lit"];

/// The keys of a light that a combatant carries.
pub(crate) const CARRIED_KEYS: [&str; 4] = ["name", "bright", "dim", "lit"];

/// Reads `[[light]]`.
pub(crate) fn read(node: &Node, problems: &mut Problems) -> Vec<LightSpec> {
    tables("light", node, problems).into_iter().filter_map(|entry| standing(entry, problems)).collect()
}

fn standing(node: &Node, problems: &mut Problems) -> Option<LightSpec> {
    let mut fields = Fields::open("a light", node, problems)?;
    fields.only(&KEYS, &[]);
    fields.require("at", "at = \"C4\"");
    fields.require("bright", "bright = 2");
    let at = fields.node("at").and_then(|node| square("at", node, fields.problems));
    let light = shining(&mut fields);
    Some(LightSpec { at: Some(at?), ..light? })
}

/// Reads `light` of a combatant: how far it shines, as a number or with more about it.
pub(crate) fn carried(node: &Node, problems: &mut Problems) -> Option<LightSpec> {
    if let Kind::Int(_) = node.kind {
        let bright = int("light", node, 0, FARTHEST, problems)?.value as u8;
        return Some(LightSpec { name: None, at: None, bright, dim: bright, lit: true });
    }
    let mut fields = Fields::open("a light", node, problems)?;
    fields.only(&CARRIED_KEYS, &[]);
    fields.require("bright", "bright = 2");
    shining(&mut fields)
}

fn shining(fields: &mut Fields<'_>) -> Option<LightSpec> {
    let name = fields.text("name");
    let bright = fields.int("bright", 0, FARTHEST);
    let least = bright.as_ref().map_or(0, |bright| bright.value);
    let dim = fields.int("dim", least, FARTHEST).map_or(least, |dim| dim.value) as u8;
    let lit = fields.flag("lit").is_none_or(|lit| lit.value);
    Some(LightSpec { name, at: None, bright: bright?.value as u8, dim, lit })
}

#[cfg(test)]
mod tests {
    use crate::{Encounter, Source};

    fn read(lines: &str) -> Result<Encounter, String> {
        let text = format!("rulebook = \"gu\"\n{lines}");
        Encounter::parse(&Source::new("x", text), &[]).map_err(|problems| problems.to_string())
    }

    const HERO: &str = "[[combatant]]\nis = \"hero\"\nside = \"a\"\n";

    #[test]
    fn lights_stand_or_are_carried() {
        let lamp = "[map]\nsize = [4, 4]\n[[light]]\nat = \"C4\"\nbright = 2\ndim = 5\nlit = false\n";
        let encounter = read(&format!("{lamp}{HERO}light = 3\n")).unwrap();
        let lamp = &encounter.lights[0];
        assert_eq!((lamp.bright, lamp.dim, lamp.lit), (2, 5, false));
        let torch = encounter.combatants[0].light.as_ref().unwrap();
        assert_eq!((torch.bright, torch.dim, torch.lit), (3, 3, true));
        let named = read(&format!("{HERO}light = {{ name = \"torch\", bright = 1 }}\n")).unwrap();
        assert_eq!(named.combatants[0].light.as_ref().unwrap().name.as_deref().map(String::as_str), Some("torch"));
    }

    #[test]
    fn a_light_that_cannot_be_is_refused_where_it_stands() {
        let off = read(&format!("[map]\nsize = [2, 2]\n[[light]]\nat = \"C4\"\nbright = 2\n{HERO}")).unwrap_err();
        assert!(off.contains("x:5:6: C4 is off the map"), "{off}");
        let less = read(&format!("{HERO}light = {{ bright = 3, dim = 2 }}\n")).unwrap_err();
        assert!(less.contains("`dim` must be a whole number from 3 to 100"), "{less}");
        let lacks = read(&format!("{HERO}light = {{ dim = 2 }}\n")).unwrap_err();
        assert!(lacks.contains("a light needs `bright`"), "{lacks}");
    }
}
