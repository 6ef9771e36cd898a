//! What a fight starts from: rulebook, map, sides, combatants and house rules.

use std::ops::Range;

use quintain_field::Square;

use crate::combatant::{self, Combatant, CombatantSpec};
use crate::fields::Fields;
use crate::inline::Inline;
use crate::light::{self, LightSpec};
use crate::map::{self, MapSpec};
use crate::node::{self, Kind, Node};
use crate::side::{self, SideSpec};
use crate::sight::{self, SightSpec};
use crate::value::flatten;
use crate::{Placed, Problem, ProblemKind, Problems, Source, Value};

/// An encounter as it was written, with all checked that needs no rulebook.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The file it was read from.
    pub source: Source,
    /// The game it is for.
    pub rulebook: Placed<String>,
    /// A short name.
    pub title: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// In scripts: the seed of the dice.
    pub seed: Option<u64>,
    /// In scripts: the rules that are shown.
    pub shows: Vec<Placed<String>>,
    /// The ground, if it matters.
    pub map: Option<MapSpec>,
    /// What a seat may know of those that it does not perceive.
    pub sight: SightSpec,
    /// Light sources that stand on the ground; those that are carried come with their bearers.
    pub lights: Vec<LightSpec>,
    /// The sides that are declared; [`Encounter::side_names`] gives all.
    pub sides: Vec<SideSpec>,
    /// Who fights; [`Encounter::expand`] gives one for each.
    pub combatants: Vec<CombatantSpec>,
    /// House rules, as dotted keys: `order.start = 1` and `"order.start" = 1` are the same.
    pub house: Vec<(Placed<String>, Placed<Value>)>,
    /// Further pack files to read; [`Encounter::pack_paths`] gives them beside the encounter's own path.
    pub packs: Vec<Placed<String>>,
    /// The rulebook's own entries given here.
    pub inline: Inline,
    /// The party that takes the place of a side, as a path beside this file. It has to [join](crate::Party::join) before the
    /// fight can be set up.
    pub party: Option<Placed<String>>,
}

/// The keys of an encounter, besides the rulebook's own tables.
pub(crate) const KEYS: [&str; 13] = [
    "rulebook",
    "title",
    "about",
    "seed",
    "shows",
    "packs",
    "party",
    "map",
    "sight",
    "light",
    "side",
    "combatant",
    "house",
];

impl Encounter {
    /// Which game an encounter (or a pack) is for: the first thing to know, because only the rulebook knows which
    /// tables of its own may follow.
    ///
    /// # Errors
    /// When the text is not TOML, or has no `rulebook`.
    pub fn peek_rulebook(source: &Source, within: Range<usize>) -> Result<Placed<String>, Problems> {
        let node = node::read(source, within)?;
        let mut problems = Problems::new();
        let rulebook = Fields::open("an encounter", &node, &mut problems).and_then(|mut fields| {
            fields.require("rulebook", "rulebook = \"thalassa\"");
            fields.text("rulebook")
        });
        rulebook.ok_or(problems.sorted())
    }

    /// Reads and checks a whole file. `tables` are the names of the entry tables that the rulebook knows
    /// (`creature`, `weapon`, …), which may be given inline.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(source: &Source, tables: &[&str]) -> Result<Encounter, Problems> {
        Self::parse_within(source, 0..source.text.len(), tables)
    }

    /// Reads and checks a part of a file, such as the front matter of a script; places are those of the file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse_within(source: &Source, within: Range<usize>, tables: &[&str]) -> Result<Encounter, Problems> {
        let node = node::read(source, within)?;
        Self::from_node(std::slice::from_ref(source), &node, tables)
    }

    /// Like [`Encounter::parse`], but an encounter in which nothing is wrong except where people stand is handed out with
    /// these problems, so that what its rulebook has to say can be told beside them.
    ///
    /// # Errors
    /// All that is wrong with it, where that is more.
    pub fn parse_but_for_places(source: &Source, tables: &[&str]) -> Result<(Encounter, Problems), Problems> {
        let node = node::read(source, 0..source.text.len())?;
        Self::from_node_but_for_places(std::slice::from_ref(source), &node, tables)
    }

    /// Reads an encounter that may come from several sources; the first is its own.
    pub(crate) fn from_node(sources: &[Source], node: &Node, tables: &[&str]) -> Result<Encounter, Problems> {
        Self::from_node_but_for_places(sources, node, tables).and_then(|(encounter, places)| places.or(encounter))
    }

    fn from_node_but_for_places(
        sources: &[Source],
        node: &Node,
        tables: &[&str],
    ) -> Result<(Encounter, Problems), Problems> {
        let mut problems = Problems::new();
        let Some(encounter) = Self::read(sources, node, tables, &mut problems) else { return Err(problems.sorted()) };
        // With a combatant missing, a side would only seem to be empty.
        let all = entries(node).is_none_or(|entries| entries.len() == encounter.combatants.len());
        encounter.check(all, &mut problems);
        let mut places = Problems::new();
        for at in encounter.lights.iter().flat_map(|light| &light.at) {
            encounter.check_square(at, &mut problems);
        }
        for at in encounter.combatants.iter().flat_map(|spec| &spec.at) {
            encounter.check_square(at, &mut places);
        }
        if problems.is_empty() {
            return Ok((encounter, places));
        }
        problems.extend(places);
        Err(problems.sorted())
    }

    fn read(sources: &[Source], node: &Node, tables: &[&str], problems: &mut Problems) -> Option<Encounter> {
        let source = sources.first()?;
        let mut fields = Fields::open("an encounter", node, problems)?;
        fields.only(&KEYS, tables);
        fields.require("rulebook", "rulebook = \"thalassa\"");
        let rulebook = fields.text("rulebook");
        let title = fields.text("title").map(|title| title.value);
        let about = fields.text("about").map(|about| about.value);
        let seed = fields.int("seed", 0, i64::MAX).and_then(|seed| u64::try_from(seed.value).ok());
        let shows = fields.texts("shows").unwrap_or_default();
        let packs = fields.texts("packs").unwrap_or_default();
        let party = fields.text("party");
        let house = fields.table("house").map(|table| flatten(table, fields.problems)).unwrap_or_default();
        let map = fields.node("map").and_then(|node| map::read(node, sources, fields.problems));
        let sight = fields.node("sight").map(|node| sight::read(node, fields.problems)).unwrap_or_default();
        let lights = fields.node("light").map(|node| light::read(node, fields.problems)).unwrap_or_default();
        let sides = fields.node("side").map(|node| side::read(node, fields.problems)).unwrap_or_default();
        // Anything that is no list is told as such below.
        if fields.node("combatant").is_none() || entries(node).is_some_and(<[Node]>::is_empty) {
            let problem = Problem::at(&node.place, "nobody fights here").of_kind(ProblemKind::Nobody);
            fields.problems.push(problem.help("add `[[combatant]]` entries"));
        }
        let combatants =
            fields.node("combatant").map(|node| combatant::read(node, fields.problems)).unwrap_or_default();
        let mut inline = Inline::default();
        for name in tables.iter().filter(|name| !KEYS.contains(name)) {
            if let Some(node) = fields.node(name) {
                inline.add(name, node, fields.problems);
            }
        }
        Some(Encounter {
            source: source.clone(),
            // A blank one, so that the rest is checked too; its absence is a problem already.
            rulebook: rulebook.unwrap_or_default(),
            title,
            about,
            seed,
            shows,
            map,
            sight,
            lights,
            sides,
            combatants,
            house,
            packs,
            inline,
            party,
        })
    }

    /// What can be checked only once all has been read.
    fn check(&self, all_read: bool, problems: &mut Problems) {
        combatant::expand(&self.combatants, problems);
        for spec in &self.combatants {
            if !self.sides.is_empty() && self.side(&spec.side).is_none() {
                let known = self.sides.iter().map(|side| side.name.value.as_str());
                problems.push(Problem::no_such("side", &spec.side, known));
            }
        }
        for side in self.sides.iter().filter(|_| all_read) {
            if !self.combatants.iter().any(|spec| spec.side == side.name) {
                let what = format!("nobody is on the side `{}`", side.name);
                let help = format!("give a combatant `side = \"{}\"`, or take the side away", side.name);
                problems.push(Problem::at(&side.name.place, what).help(help));
            }
        }
        if let Some(Err(wrong)) = self.map.as_ref().filter(|map| map.bounds().is_some()).map(MapSpec::build) {
            problems.extend(wrong);
        }
    }

    fn check_square(&self, at: &Placed<Square>, problems: &mut Problems) {
        let Some(map) = &self.map else {
            let what = format!("{} is a square, but there is no map", at.value);
            problems.push(Problem::at(&at.place, what).help("add `[map]` with `size = [10, 6]`, or take `at` away"));
            return;
        };
        if let Some(problem) = map.off(at) {
            problems.push(problem);
        }
    }

    /// One combatant for each that the entries count: `count = 3` of `Bandit` gives `Bandit 1`, `Bandit 2` and
    /// `Bandit 3`, in the order of the file.
    pub fn expand(&self) -> Vec<Combatant> {
        combatant::expand(&self.combatants, &mut Problems::new())
    }

    /// The entry that a combatant comes from.
    pub fn spec(&self, combatant: &Combatant) -> Option<&CombatantSpec> {
        self.combatants.get(combatant.spec)
    }

    /// Who shall answer for a combatant: its own seat, otherwise that of its side.
    pub fn seat(&self, combatant: &Combatant) -> Option<&str> {
        let spec = self.spec(combatant)?;
        let own = spec.seat.as_ref().or_else(|| self.side(&spec.side)?.seat.as_ref());
        own.map(|seat| seat.value.as_str())
    }

    /// A declared side by its name.
    pub fn side(&self, name: &str) -> Option<&SideSpec> {
        self.sides.iter().find(|side| side.name.value == name)
    }

    /// All sides: the declared ones in their order, otherwise those of the combatants in theirs.
    pub fn side_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.sides.iter().map(|side| side.name.value.as_str()).collect();
        for spec in &self.combatants {
            if !names.contains(&spec.side.value.as_str()) {
                names.push(&spec.side.value);
            }
        }
        names
    }

    /// Whether two sides are foes: when either counts the other among its foes. A side that declares none is a foe
    /// of all others, except of those that declare theirs without it.
    pub fn are_foes(&self, one: &str, other: &str) -> bool {
        let names = |side: &str, foe: &str| {
            let foes = self.side(side).and_then(|side| side.foes.as_ref());
            foes.map(|foes| foes.iter().any(|name| name.value == foe))
        };
        match (names(one, other), names(other, one)) {
            _ if one == other => false,
            (None, None) => true,
            (forth, back) => forth == Some(true) || back == Some(true),
        }
    }

    /// The path of the party, beside the encounter's own.
    pub fn party_path(&self) -> Option<Placed<String>> {
        self.party.clone().map(|path| path.map(|name| beside(&self.source.path, &name)))
    }

    /// The further packs, each as a path beside the file that names it: `packs = ["more.toml"]` in
    /// `encounters/thalassa/bay.toml` gives `encounters/thalassa/more.toml`. Always with `/`.
    pub fn pack_paths(&self) -> Vec<Placed<String>> {
        let file = |path: &Placed<String>| match path.place.is_known() {
            true => path.place.path.clone(),
            false => self.source.path.clone(),
        };
        self.packs.iter().map(|path| path.clone().map(|name| beside(&file(path), &name))).collect()
    }
}

/// The `[[combatant]]` entries, read or not.
fn entries(node: &Node) -> Option<&[Node]> {
    let Kind::Table(table) = &node.kind else { return None };
    match &table.get("combatant")?.kind {
        Kind::List(items) => Some(items),
        _ => None,
    }
}

/// A path that is relative to a file, from where that file's own path starts.
pub(crate) fn beside(file: &str, path: &str) -> String {
    let file = file.replace('\\', "/");
    let path = path.replace('\\', "/");
    if path.starts_with('/') || path.chars().nth(1) == Some(':') {
        return path;
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests;
