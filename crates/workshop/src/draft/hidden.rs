//! Lights that stand on the map, and places of which nobody knows at first.

use quintain_content::Problem;
use quintain_field::Site;
use toml_edit::{Item, Value};

use super::Draft;
use super::ground::{counted, keep, squares};
use crate::toml::{self, entries, put_texts, shown, table, texts};

/// The table of lights.
const LIGHT: &str = "light";

/// A lamp or a fire that stands on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lamp {
    /// Its square, as it is written.
    pub at: String,
    /// What it is called; empty where nothing is said.
    pub name: String,
    /// How far it makes squares bright.
    pub bright: i64,
    /// How far it makes them dim.
    pub dim: i64,
    /// Whether it burns.
    pub lit: bool,
}

impl Draft {
    /// The lights that stand on the map, in the order of the file.
    pub(crate) fn lamps(&self) -> Vec<Lamp> {
        let read = |one: &dyn toml_edit::TableLike| {
            let number = |key: &str| one.get(key).and_then(Item::as_integer);
            let bright = number("bright").unwrap_or(0);
            Lamp {
                at: one.get("at").map(shown).unwrap_or_default(),
                name: one.get("name").map(shown).unwrap_or_default(),
                bright,
                dim: number("dim").unwrap_or(bright).max(bright),
                lit: one.get("lit").and_then(Item::as_bool).unwrap_or(true),
            }
        };
        entries(&self.document, LIGHT).into_iter().map(read).collect()
    }

    /// Places a light like this one on each of these squares, in place of any that stands there; none takes them away.
    pub(super) fn light(&mut self, words: &str, like: Option<&Lamp>) -> Result<String, Problem> {
        let squares = squares(words)?;
        for square in &squares {
            let at = square.to_string();
            self.keep_lamps(|lamp| !lamp.at.eq_ignore_ascii_case(&at));
            let Some(like) = like else { continue };
            let mut keys: Vec<(&str, Value)> = vec![("at", at.into()), ("bright", like.bright.into())];
            if like.dim > like.bright {
                keys.push(("dim", like.dim.into()));
            }
            if !like.lit {
                keys.push(("lit", false.into()));
            }
            if !like.name.is_empty() {
                keys.insert(0, ("name", like.name.as_str().into()));
            }
            toml::push(&mut self.document, LIGHT, keys);
        }
        Ok(format!("{} on {}", if like.is_some() { "a light" } else { "no light" }, counted(squares.len())))
    }

    /// Takes lights away that shall not stay.
    pub(super) fn keep_lamps(&mut self, stays: impl Fn(&Lamp) -> bool) {
        let goes: Vec<usize> =
            self.lamps().iter().enumerate().filter(|(_, lamp)| !stays(lamp)).map(|(place, _)| place).collect();
        for place in goes.into_iter().rev() {
            toml::pull(&mut self.document, LIGHT, place);
        }
    }

    /// The doors and squares of which nobody knows at first, as they are written.
    pub(crate) fn hidden_places(&self) -> Vec<Site> {
        let map = self.document.get("map").and_then(Item::as_table_like);
        let listed = map.and_then(|map| map.get("concealed")).map(texts).unwrap_or_default();
        listed.iter().filter_map(|site| site.parse().ok()).collect()
    }

    /// What stands between two squares can be hidden only where that is a door: any other such place would leave a map that
    /// cannot be drawn.
    fn needs_doors(&self, sites: &[Site]) -> Result<(), Problem> {
        let Some(Ok(map)) = self.map() else { return Ok(()) };
        let is_missing = |site: &&Site| matches!(site, Site::Edge(..)) && map.door_at(**site).is_none();
        match sites.iter().find(is_missing) {
            Some(site) => {
                Err(Problem::general(format!("there is no door at {site}")).help("put one there first, then hide it"))
            }
            None => Ok(()),
        }
    }

    /// Lets nobody know of doors and squares until they are found or revealed, or lets everybody know.
    pub(super) fn hide(&mut self, words: &str, on: bool) -> Result<String, Problem> {
        let site = |word: &str| {
            let wrong = || Problem::general(format!("`{word}` is neither a square nor an edge"));
            word.parse::<Site>().map_err(|_| wrong().help("write `C4`, or `B2-B3` for a door"))
        };
        let parted = words.split([' ', ',', ';']).filter(|word| !word.is_empty());
        let sites = parted.map(site).collect::<Result<Vec<Site>, Problem>>()?;
        if sites.is_empty() {
            return Err(Problem::general("no place is named").help("write `C4`, or `B2-B3` for a door"));
        }
        if on {
            self.needs_doors(&sites)?;
        }
        let Some(map) = table(&mut self.document, "map") else { return Ok(String::new()) };
        keep(map, "concealed", |known| known.parse::<Site>().map_or(true, |known| !sites.contains(&known)));
        if on {
            let known = map.get("concealed").map(texts).unwrap_or_default();
            let all: Vec<String> = known.into_iter().chain(sites.iter().map(Site::to_string)).collect();
            put_texts(map, "concealed", &all);
        }
        let places = if sites.len() == 1 { "1 place".to_owned() } else { format!("{} places", sites.len()) };
        Ok(format!("{places} {}", if on { "of which nobody knows" } else { "for all to see" }))
    }
}
