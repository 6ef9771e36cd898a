//! Parties: heroes who go from fight to fight, with what they carry along, and what befell them.

mod ground;
mod join;
mod keep;
mod noted;

use crate::combatant::sayable;
use crate::encounter::Encounter;
use crate::fields::{Fields, tables};
use crate::inline::Inline;
use crate::node::{self, Node};
use crate::sight::SightSpec;
use crate::value::flatten;
use crate::{CombatantSpec, Place, Placed, Problem, Problems, Source, Value};

pub use keep::{Chapter, HeroChange};
pub use noted::Noted;

/// The side of an encounter whose place a party takes unless it says otherwise.
pub const HEROES: &str = "heroes";

/// What may stand under `left` of a hero: whether it comes along to the next fight.
pub const LEFT: [&str; 3] = ["able", "helpless", "dead"];

/// A party as it was written, with all checked that needs no rulebook.
#[derive(Clone, Debug)]
pub struct Party {
    /// The file it was read from.
    pub source: Source,
    /// The game it is for.
    pub rulebook: Placed<String>,
    /// A short name.
    pub title: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// The side of an encounter whose place it takes.
    pub side: Placed<String>,
    /// Further pack files, as paths beside this file.
    pub packs: Vec<Placed<String>>,
    /// House rules by which it rests, as dotted keys.
    pub house: Vec<(Placed<String>, Placed<Value>)>,
    /// Who belongs to it, the dead included.
    pub heroes: Vec<Hero>,
    /// What befell it, the oldest first.
    pub history: Vec<Chapter>,
}

/// A `[[hero]]`.
#[derive(Clone, Debug)]
pub struct Hero {
    /// Where the entry begins.
    pub place: Place,
    /// What it is called.
    pub name: Placed<String>,
    /// The pack entry it is made from.
    pub is: Placed<String>,
    /// What it has and knows besides what its entry says.
    pub with: Vec<Placed<String>>,
    /// What is changed in it for good; nested keys are joined with dots.
    pub set: Vec<(Placed<String>, Placed<Value>)>,
    /// Who answers for it.
    pub seat: Option<Placed<String>>,
    /// How it answers when nobody does.
    pub tactics: Option<Placed<String>>,
    /// What the last fight left of it: one of `LEFT`.
    pub left: Placed<String>,
    /// What it carries from fight to fight: keys of `set` that take the place of the standing ones.
    pub carries: Vec<(Placed<String>, Placed<Value>)>,
}

impl Hero {
    /// Whether it comes along to the next fight: it is neither dead nor helpless.
    pub fn is_able(&self) -> bool {
        self.left.value == LEFT[0]
    }

    /// Whether it is dead.
    pub fn is_dead(&self) -> bool {
        self.left.value == LEFT[2]
    }

    /// Its standing values with what it carries laid over them.
    pub fn values(&self) -> Vec<(Placed<String>, Placed<Value>)> {
        laid_over(&self.set, &self.carries)
    }

    /// It as a combatant of this side, on no square; without what it carries where `fresh`.
    fn combatant(&self, side: &Placed<String>, fresh: bool) -> CombatantSpec {
        CombatantSpec {
            place: self.place.clone(),
            name: self.name.clone(),
            is: self.is.clone(),
            side: side.clone(),
            at: Vec::new(),
            count: None,
            with: self.with.clone(),
            set: if fresh { self.set.clone() } else { self.values() },
            seat: self.seat.clone(),
            tactics: self.tactics.clone(),
            concealed: false,
            light: None,
        }
    }
}

/// Values with others laid over them: each key once.
pub(crate) fn laid_over(
    under: &[(Placed<String>, Placed<Value>)],
    over: &[(Placed<String>, Placed<Value>)],
) -> Vec<(Placed<String>, Placed<Value>)> {
    let hidden = |key: &str| over.iter().any(|(known, _)| known.value == key);
    under.iter().filter(|(key, _)| !hidden(&key.value)).chain(over).cloned().collect()
}

/// The keys of a party.
const KEYS: [&str; 8] = ["rulebook", "title", "about", "side", "packs", "house", "hero", "history"];

/// The keys of a hero.
const HERO_KEYS: [&str; 8] = ["name", "is", "with", "set", "seat", "tactics", "left", "carries"];

impl Party {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(source: &Source) -> Result<Party, Problems> {
        let node = node::read(source, 0..source.text.len())?;
        let mut problems = Problems::new();
        let party = read(source, &node, &mut problems);
        match party {
            Some(party) if problems.is_empty() => Ok(party),
            _ => Err(problems.sorted()),
        }
    }

    /// The party in camp: an encounter in which the living are among themselves, on no map. Problems of its values have
    /// their places in the party's own file.
    pub fn camp(&self) -> Encounter {
        self.among_themselves(false)
    }

    /// The same without what they carry from fight to fight: as they were at the very beginning.
    pub fn fresh(&self) -> Encounter {
        self.among_themselves(true)
    }

    fn among_themselves(&self, fresh: bool) -> Encounter {
        let living = self.heroes.iter().filter(|hero| !hero.is_dead());
        Encounter {
            source: self.source.clone(),
            rulebook: self.rulebook.clone(),
            title: self.title.clone(),
            about: self.about.clone(),
            seed: None,
            shows: Vec::new(),
            map: None,
            sight: SightSpec::default(),
            lights: Vec::new(),
            sides: Vec::new(),
            combatants: living.map(|hero| hero.combatant(&self.side, fresh)).collect(),
            house: self.house.clone(),
            packs: self.packs.clone(),
            inline: Inline::default(),
            party: None,
        }
    }

    /// The same party with everybody who lives able to come along, for those who count on it that rests help.
    #[must_use]
    pub fn all_up(&self) -> Party {
        let mut party = self.clone();
        for hero in party.heroes.iter_mut().filter(|hero| !hero.is_dead()) {
            hero.left.value = LEFT[0].to_owned();
        }
        party
    }

    /// The hero of this name, whatever the case of its letters.
    pub fn hero(&self, name: &str) -> Option<&Hero> {
        self.heroes.iter().find(|hero| hero.name.value.to_lowercase() == name.trim().to_lowercase())
    }
}

fn read(source: &Source, node: &Node, problems: &mut Problems) -> Option<Party> {
    let mut fields = Fields::open("a party", node, problems)?;
    fields.only(&KEYS, &[]);
    fields.require("rulebook", "rulebook = \"thalassa\"");
    let rulebook = fields.text("rulebook");
    let title = fields.text("title").map(|title| title.value);
    let about = fields.text("about").map(|about| about.value);
    let side = fields.text("side").unwrap_or_else(|| Placed::nowhere(HEROES.to_owned()));
    let packs = fields.texts("packs").unwrap_or_default();
    let house = fields.table("house").map(|table| flatten(table, fields.problems)).unwrap_or_default();
    let heroes: Vec<Hero> =
        fields.node("hero").map(|node| each(node, "hero", fields.problems, read_hero)).unwrap_or_default();
    let history = fields.node("history");
    let history = history.map(|node| each(node, "history", fields.problems, Chapter::read)).unwrap_or_default();
    if heroes.is_empty() && fields.problems.is_empty() {
        let problem = Problem::at(&node.place, "nobody belongs to this party");
        fields.problems.push(problem.help("add `[[hero]]` entries"));
    }
    for (nth, hero) in heroes.iter().enumerate() {
        let same = |other: &&Hero| other.name.value.to_lowercase() == hero.name.value.to_lowercase();
        if let Some(first) = heroes[..nth].iter().find(same) {
            let what = format!("two heroes are called `{}`", hero.name);
            let help = format!("the first is at {}; give each a name of its own", first.name.place);
            problems.push(Problem::at(&hero.name.place, what).help(help));
        }
    }
    let source = source.clone();
    Some(Party { source, rulebook: rulebook?, title, about, side, packs, house, heroes, history })
}

fn each<T>(node: &Node, key: &str, problems: &mut Problems, one: fn(&Node, &mut Problems) -> Option<T>) -> Vec<T> {
    tables(key, node, problems).into_iter().filter_map(|entry| one(entry, problems)).collect()
}

fn read_hero(node: &Node, problems: &mut Problems) -> Option<Hero> {
    let mut fields = Fields::open("a hero", node, problems)?;
    fields.only(&HERO_KEYS, &[]);
    fields.require("name", "name = \"Althea\"");
    fields.require("is", "is = \"althea\"");
    let name = fields.text("name");
    let is = fields.text("is");
    let with = fields.texts("with").unwrap_or_default();
    let seat = fields.text("seat");
    let tactics = fields.text("tactics");
    let left = fields.text("left").unwrap_or_else(|| Placed::nowhere(LEFT[0].to_owned()));
    if !LEFT.contains(&left.value.as_str()) {
        let what = format!("`left` is able, helpless or dead, not `{}`", left.value);
        fields.problems.push(Problem::at(&left.place, what).help("leave it out for one who comes along"));
    }
    let set = fields.table("set").map(|table| flatten(table, fields.problems)).unwrap_or_default();
    let carries = fields.table("carries").map(|table| flatten(table, fields.problems)).unwrap_or_default();
    let name = name.filter(|name| sayable(name, fields.problems));
    Some(Hero { place: node.place.clone(), name: name?, is: is?, with, set, seat, tactics, left, carries })
}

/// Whether a text is a party's: it has heroes. Looked for line by line, so that a file with a slip in it is still known.
pub fn is_party(text: &str) -> bool {
    begins_a_table(text, "hero")
}

/// Whether a line begins `[[key]]`.
pub(crate) fn begins_a_table(text: &str, key: &str) -> bool {
    let head = format!("[[{key}]]");
    let bare = |line: &str| line.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    text.lines().any(|line| bare(line).starts_with(&head))
}

#[cfg(test)]
mod tests;
