//! A party takes the place of a side of an encounter: what comes of it is an encounter like any other.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, value};

use super::{Hero, Party};
use crate::combatant::Combatant;
use crate::encounter::{Encounter, beside};
use crate::{CombatantSpec, Placed, Problem, Problems, Source};

/// Where a hero stands in the encounter: whose place it takes, if anybody's.
struct Taken<'a> {
    hero: &'a Hero,
    from: Option<(&'a CombatantSpec, &'a Combatant)>,
}

impl Party {
    /// The encounter with those of the party who are able in the place of the combatants on the party's side: each in the
    /// place of the one with its name, the others in what places are left, in order. Places that nobody takes stay empty.
    /// The result is a whole encounter by itself: it needs no party any more.
    ///
    /// `tables` are the names of the rulebook's entry tables.
    ///
    /// # Errors
    /// All that is wrong with the encounter, or why the party has no place in it.
    pub fn join(&self, source: &Source, tables: &[&str]) -> Result<Source, Problems> {
        let encounter = Encounter::parse(source, tables)?;
        if encounter.rulebook != self.rulebook {
            let what = format!("the party is for `{}`, and this encounter for `{}`", self.rulebook, encounter.rulebook);
            return Err(Problem::at(&encounter.rulebook.place, what).into());
        }
        let all = encounter.expand();
        let taken = self.places(&encounter, &all)?;
        let fault = |fault: toml_edit::TomlError| Problem::general(format!("{}: {fault}", source.path));
        let mut file: DocumentMut = source.text.parse().map_err(fault)?;
        file.remove("party");
        let entries = file.remove("combatant").unwrap_or_default();
        let entries = entries.into_array_of_tables().unwrap_or_else(|_| ArrayOfTables::new());
        let mut joined = ArrayOfTables::new();
        let mut heroes: Vec<Table> = taken.iter().map(|taken| self.entry(taken)).collect();
        for entry in entries {
            let ours = entry.get("side").and_then(Item::as_str) == Some(self.side.value.as_str());
            if ours {
                heroes.drain(..).for_each(|hero| joined.push(hero));
            } else {
                joined.push(entry);
            }
        }
        // Tables are written where their positions say; those of the heroes have none, so all are counted anew.
        joined.iter_mut().for_each(|entry| entry.set_position(None));
        file.insert("combatant", Item::ArrayOfTables(joined));
        self.bring_packs(source, &mut file);
        Ok(Source::new(joined_path(&source.path, &self.source.path), file.to_string()))
    }

    /// Who takes whose place.
    fn places<'a>(&'a self, encounter: &'a Encounter, all: &'a [Combatant]) -> Result<Vec<Taken<'a>>, Problem> {
        let side = self.side.value.as_str();
        let ours = |one: &&Combatant| encounter.spec(one).is_some_and(|spec| spec.side.value == side);
        let mut free: Vec<&Combatant> = all.iter().filter(ours).collect();
        if free.is_empty() {
            let sides = encounter.side_names().join(", ");
            let what =
                format!("nobody of `{}` fights for `{side}`, whose place the party takes", encounter.source.path);
            return Err(
                Problem::at(&self.side.place, what).help(format!("its sides are {sides}: say `side` in the party"))
            );
        }
        let able: Vec<&Hero> = self.heroes.iter().filter(|hero| hero.is_able()).collect();
        if able.is_empty() {
            return Err(Problem::general("nobody of the party is able to fight").help("let them rest, or add heroes"));
        }
        let mut taken: Vec<Taken<'a>> = Vec::new();
        for hero in &able {
            let own = free.iter().position(|one| one.name.to_lowercase() == hero.name.value.to_lowercase());
            let from = own.map(|place| free.remove(place)).and_then(|one| Some((encounter.spec(one)?, one)));
            taken.push(Taken { hero, from });
        }
        let places = free.len() + taken.iter().filter(|one| one.from.is_some()).count();
        let mut free = free.into_iter();
        for one in taken.iter_mut().filter(|one| one.from.is_none()) {
            one.from = free.next().and_then(|place| Some((encounter.spec(place)?, place)));
            if one.from.is_none() && encounter.map.is_some() {
                let many = if places == 1 { "one place".to_owned() } else { format!("{places} places") };
                let (path, come) = (&encounter.source.path, able.len());
                let what = format!("`{path}` has {many} for `{side}`, and {come} of the party come along");
                let help = format!("add `[[combatant]]` entries with `side = \"{side}\"` and `at` to the encounter");
                return Err(Problem::at(&one.hero.name.place, what).help(help));
            }
        }
        Ok(taken)
    }

    /// A hero as `[[combatant]]`.
    fn entry(&self, taken: &Taken<'_>) -> Table {
        let hero = taken.hero;
        let spec = taken.from.map(|(spec, _)| spec);
        let mut entry = Table::new();
        entry.insert("name", value(hero.name.value.as_str()));
        entry.insert("is", value(hero.is.value.as_str()));
        entry.insert("side", value(self.side.value.as_str()));
        if let Some(at) = taken.from.and_then(|(_, one)| one.at.as_ref()) {
            entry.insert("at", value(at.value.to_string()));
        }
        if !hero.with.is_empty() {
            entry.insert("with", value(hero.with.iter().map(|id| id.value.as_str()).collect::<Array>()));
        }
        let mut set = InlineTable::new();
        for (key, written) in hero.values() {
            set.insert(&key.value, super::keep::toml_value(&written.value));
        }
        if !set.is_empty() {
            entry.insert("set", value(set));
        }
        let own = |own: &Option<Placed<String>>, place: Option<&Option<Placed<String>>>| {
            own.as_ref().or(place.and_then(Option::as_ref)).map(|word| word.value.clone())
        };
        for (key, word) in [
            ("seat", own(&hero.seat, spec.map(|spec| &spec.seat))),
            ("tactics", own(&hero.tactics, spec.map(|spec| &spec.tactics))),
        ] {
            if let Some(word) = word {
                entry.insert(key, value(word));
            }
        }
        if spec.is_some_and(|spec| spec.concealed) {
            entry.insert("concealed", value(true));
        }
        entry
    }

    /// The packs of the party's heroes, named from where the encounter lies.
    fn bring_packs(&self, source: &Source, file: &mut DocumentMut) {
        if self.packs.is_empty() {
            return;
        }
        let up = "../".repeat(source.path.replace('\\', "/").matches('/').count());
        let from_there = |pack: &Placed<String>| {
            let path = beside(&self.source.path, &pack.value);
            if path.starts_with('/') || path.chars().nth(1) == Some(':') { path } else { format!("{up}{path}") }
        };
        let mut packs: Array = file.get("packs").and_then(Item::as_array).cloned().unwrap_or_default();
        if let Some(one) = file.get("packs").and_then(Item::as_str) {
            packs.push(one);
        }
        self.packs.iter().for_each(|pack| packs.push(from_there(pack)));
        file.insert("packs", value(packs));
    }
}

/// `encounters/bay.toml` and `crew.toml` give `encounters/bay with crew.toml`: beside the encounter, and not it.
fn joined_path(encounter: &str, party: &str) -> String {
    let stem = |path: &str| {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        file.strip_suffix(".toml").unwrap_or(file).to_owned()
    };
    let folder = encounter.rfind(['/', '\\']).map_or("", |end| &encounter[..=end]);
    format!("{folder}{} with {}.toml", stem(encounter), stem(party))
}
