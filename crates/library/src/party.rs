//! Parties: from a file to a camp of heroes, and what fights, rests and the game master change about it.

use std::sync::Arc;

use quintain_content::{Chapter, Encounter, Hero, HeroChange, Noted, Party, Placed, Problem, Problems, Source, Value};
use quintain_engine::{Aftermath, AnyBook, AnyCamp, AnyFight, AnyRulebook, Handed, Kept, Left, RestKind};

use crate::files::Reader;
use crate::library::Library;
use crate::open::Opened;

/// A party that was read, in camp.
#[derive(Debug)]
pub struct OpenedParty {
    /// Its rulebook.
    pub rulebook: &'static dyn AnyRulebook,
    /// The party.
    pub party: Party,
    /// The rulebook with its own packs and those of the party.
    pub book: Arc<dyn AnyBook>,
    /// Those who live, among themselves, with what they carry; on open ground where the book knows no fight without a map.
    pub encounter: Encounter,
    /// The same, set up.
    pub camp: Box<dyn AnyFight>,
    /// The same as they were at the very beginning.
    fresh: Box<dyn AnyFight>,
}

/// One line of what has become of a hero.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What: a value, `left`, or nothing's name for what a book leaves to the game master.
    pub what: String,
    /// What it was before, if it was anything.
    pub before: Option<String>,
    /// What it is now, if it is anything.
    pub now: Option<String>,
    /// The rule that says so.
    pub rule: &'static str,
}

/// What has become of a hero.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Whose.
    pub name: String,
    /// Whether it comes along to the next fight.
    pub left: Left,
    /// What goes on with it and has changed.
    pub changed: Vec<Line>,
    /// What has ended with the fight.
    pub ended: Vec<Line>,
    /// What the book leaves to the game master.
    pub open: Vec<Line>,
}

/// A party as it will be, to be looked at before its file is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// What becomes of each hero who was there.
    pub heroes: Vec<Change>,
    /// The party's file with all that.
    pub source: Source,
}

impl Library {
    /// Opens a party in a file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn open_party(&self, path: &str, reader: Reader<'_>) -> Result<OpenedParty, Problems> {
        match reader(path) {
            Ok(Some(text)) => self.open_party_source(&Source::new(path, text), reader),
            Ok(None) => Err(Problem::general(format!("there is no party `{path}`")).into()),
            Err(fault) => Err(Problem::general(format!("`{path}` cannot be read: {fault}")).into()),
        }
    }

    /// Opens a party that has been read already. Its packs are looked for beside its path.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn open_party_source(&self, source: &Source, reader: Reader<'_>) -> Result<OpenedParty, Problems> {
        let party = Party::parse(source)?;
        let rulebook = self.rulebook_at(&party.rulebook)?;
        if party.heroes.iter().all(Hero::is_dead) {
            let problem = Problem::at(&party.rulebook.place, "everybody of this party is dead");
            return Err(problem.help("add a `[[hero]]` who takes up what they left").into());
        }
        let camp = party.camp();
        let book = self.book_with(rulebook, &self.further_packs(&camp, reader)?)?;
        let (encounter, camp) = pitched(&*book, camp)?;
        let (_, fresh) = pitched(&*book, party.fresh())?;
        Ok(OpenedParty { rulebook, party, book, encounter, camp, fresh })
    }

    /// Opens an encounter with a party in the place of one of its sides.
    ///
    /// # Errors
    /// All that is wrong with either, or why the party has no place in it.
    pub fn open_with_party(&self, encounter: Source, party: &Party, reader: Reader<'_>) -> Result<Opened, Problems> {
        let rulebook = self.rulebook_at(&party.rulebook)?;
        self.open_source(party.join(&encounter, rulebook.tables())?, reader)
    }

    /// The encounter with its party in place, where it names one.
    pub(crate) fn with_its_party(
        &self,
        source: &Source,
        path: &Placed<String>,
        reader: Reader<'_>,
    ) -> Result<Source, Problems> {
        let text = reader(path).ok().flatten().ok_or_else(|| {
            let help = "parties are named as paths beside the encounter's own file";
            Problem::at(&path.place, format!("there is no party `{path}`")).help(help)
        })?;
        let opened = self.open_party_source(&Source::new(path.value.as_str(), text), reader)?;
        opened.party.join(source, opened.rulebook.tables())
    }
}

impl OpenedParty {
    /// What to call it: its title, otherwise the name of its file.
    pub fn title(&self) -> &str {
        let path = &*self.party.source.path;
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        self.party.title.as_deref().unwrap_or(file.strip_suffix(".toml").unwrap_or(file))
    }

    /// The party in camp, to rest and to be handed things.
    ///
    /// # Errors
    /// Where the rulebook knows nothing of what lasts.
    pub fn camp(&self) -> Result<&dyn AnyCamp, Problem> {
        self.camp.camp().ok_or_else(|| Problem::general("this fight cannot be gone on from"))
    }

    /// The rest of this name.
    ///
    /// # Errors
    /// Lists those that the rulebook knows.
    pub fn rest_named(&self, word: &Placed<String>) -> Result<&'static RestKind, Problem> {
        rest_at(self.rulebook, word)
    }

    /// The living with what each has now, in the order of the camp.
    ///
    /// # Errors
    /// Like [`OpenedParty::camp`].
    pub fn standing(&self) -> Result<Vec<(String, Aftermath)>, Problem> {
        let names = self.camp.roster().into_iter().map(|(name, _)| name);
        Ok(names.zip(self.camp()?.left()).collect())
    }

    /// Whether something that a hero has is worth a word: it is something, or it was something at the very beginning.
    pub fn tells(&self, name: &str, kept: &Kept) -> bool {
        match &kept.value {
            Value::List(list) => !list.is_empty(),
            Value::Int(0) | Value::Bool(false) => {
                let mut begun = self.begun().into_iter().filter(|(known, _)| known == name);
                begun.any(|(_, left)| left.value(kept.key).is_some_and(|value| *value != kept.value))
            }
            _ => true,
        }
    }

    /// The living with what each had at the very beginning.
    fn begun(&self) -> Vec<(String, Aftermath)> {
        let left = self.fresh.camp().map(AnyCamp::left).unwrap_or_default();
        self.fresh.roster().into_iter().map(|(name, _)| name).zip(left).collect()
    }

    /// The party's file, where heroes have other figures than `before`: a maximum that they carry as they had it from the
    /// beginning becomes the new one. What they have now stays, as far as the new maximum reaches.
    ///
    /// # Errors
    /// When the file cannot be written anew.
    pub fn grown(&self, before: &OpenedParty) -> Result<Source, Problem> {
        let (old, new) = (before.begun(), self.begun());
        let (mut changes, mut told) = (Vec::new(), Vec::new());
        for hero in &self.party.heroes {
            let name = &hero.name.value;
            let Some((old, new)) = found(&old, name).zip(found(&new, name)) else { continue };
            let (carries, lines) = followed(hero, old, new);
            if !lines.is_empty() {
                changes.push(HeroChange { name: name.clone(), left: hero.left.value.clone(), carries });
                told.extend(lines);
            }
        }
        if changes.is_empty() {
            return Ok(self.party.source.clone());
        }
        self.party.changed(&changes, &Chapter { what: "hand".to_owned(), title: "New figures".to_owned(), told })
    }

    /// What the party becomes by what is left of these: those of the names that are no heroes' are passed over.
    ///
    /// # Errors
    /// When the file cannot be written anew.
    pub fn after(&self, what: &str, title: &str, left: &[(String, Aftermath)]) -> Result<Changed, Problem> {
        let (fresh, before) = (self.begun(), self.standing()?);
        let (mut heroes, mut changes, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for (name, now) in left {
            let Some(hero) = self.party.hero(name).filter(|hero| !hero.is_dead()) else { continue };
            let name = &hero.name.value;
            let was = Left::named(&hero.left.value).unwrap_or_default();
            let begun = found(&fresh, name);
            let carries = carries(now, begun);
            changes.push(HeroChange { name: name.clone(), left: now.left.word().to_owned(), carries });
            let change = change(name, (was, found(&before, name)), now);
            told.extend(change.told());
            heroes.push(change);
        }
        let chapter = Chapter { what: what.to_owned(), title: title.to_owned(), told };
        Ok(Changed { heroes, source: self.party.changed(&changes, &chapter)? })
    }

    /// What the party becomes by edicts of the game master.
    ///
    /// # Errors
    /// The first edict that cannot be carried out, and why.
    pub fn handed(&self, edicts: &[String]) -> Result<Changed, Problem> {
        let Handed { said, left } = self.camp()?.hand(edicts).map_err(Problem::general)?;
        let names = self.camp.roster().into_iter().map(|(name, _)| name);
        let left: Vec<(String, Aftermath)> = names.zip(left).collect();
        self.after("hand", &said.join("; "), &left)
    }
}

impl Change {
    /// A line of the party's history for each thing that has changed or is left to the game master.
    pub fn told(&self) -> Vec<Noted> {
        let noted = |line: &Line, became| Noted {
            who: self.name.clone(),
            what: line.what.clone(),
            became,
            rule: line.rule.to_owned(),
        };
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        let changed = self.changed.iter().map(|line| noted(line, Some((value(&line.before), value(&line.now)))));
        let open = self.open.iter().map(|line| noted(line, None));
        changed.chain(open).collect()
    }
}

/// A camp, set up without a map, and on open ground where the book does not have it so.
fn pitched(book: &dyn AnyBook, camp: Encounter) -> Result<(Encounter, Box<dyn AnyFight>), Problems> {
    if let Ok(fight) = book.set_up(&camp) {
        return Ok((camp, fight));
    }
    let camp = camp.on_open_ground();
    let fight = book.set_up(&camp)?;
    Ok((camp, fight))
}

/// The rest of this name.
///
/// # Errors
/// Lists those that the rulebook knows.
pub fn rest_at(rulebook: &dyn AnyRulebook, word: &Placed<String>) -> Result<&'static RestKind, Problem> {
    let known = rulebook.rests();
    known.iter().copied().find(|kind| kind.key == word.value).ok_or_else(|| {
        let what = format!("{} knows no rest `{}`", rulebook.name(), word.value);
        let listed: Vec<String> = known.iter().map(|kind| format!("`{}`", kind.key)).collect();
        let problem = Problem::at(&word.place, what);
        problem.help(if listed.is_empty() {
            "it has no rules of rest: hand out what you see fit".to_owned()
        } else {
            format!("it knows {}", listed.join(", "))
        })
    })
}

fn found<'a>(all: &'a [(String, Aftermath)], name: &str) -> Option<&'a Aftermath> {
    all.iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase()).map(|(_, left)| left)
}

/// What has to be written down of what is left: all that is not so anyway. A value and its maximum go together, because one
/// without the other would mean both.
fn carries(now: &Aftermath, fresh: Option<&Aftermath>) -> Vec<(String, Value)> {
    let same = |key: &str| {
        let begun = fresh.and_then(|fresh| fresh.value(key));
        now.value(key) == begun
    };
    let pair = |key: &str| match maximum_of(key) {
        Some(value) => [value.to_owned(), key.to_owned(), key.to_owned()],
        None => [key.to_owned(), format!("max-{key}"), format!("{key}-max")],
    };
    let kept = now.kept.iter().filter(|kept| !pair(kept.key).iter().all(|key| same(key)));
    kept.map(|kept| (kept.key.to_owned(), kept.value.clone())).collect()
}

/// The value whose maximum stands under this key.
fn maximum_of(key: &str) -> Option<&str> {
    key.strip_prefix("max-").or(key.strip_suffix("-max"))
}

/// What a hero carries once its figures are `new`, and a line for each maximum that has followed them.
fn followed(hero: &Hero, old: &Aftermath, new: &Aftermath) -> (Vec<(String, Value)>, Vec<Noted>) {
    let mut carries: Vec<(String, Value)> =
        hero.carries.iter().map(|(key, carried)| (key.value.clone(), carried.value.clone())).collect();
    let mut told = Vec::new();
    for (key, carried) in &hero.carries {
        let Some((value, (was, is))) = maximum_of(&key.value).zip(old.value(&key.value).zip(new.value(&key.value)))
        else {
            continue;
        };
        if carried.value != *was || was == is {
            continue;
        }
        for (own, now) in &mut carries {
            if *own == key.value || (own.as_str() == value && exceeds(now, is)) {
                now.clone_from(is);
            }
        }
        let became = Some((was.to_string(), is.to_string()));
        told.push(Noted { who: hero.name.value.clone(), what: key.value.clone(), became, rule: String::new() });
    }
    (carries, told)
}

fn exceeds(value: &Value, most: &Value) -> bool {
    matches!((value, most), (Value::Int(value), Value::Int(most)) if value > most)
}

fn change(name: &str, (was, before): (Left, Option<&Aftermath>), now: &Aftermath) -> Change {
    let value = |left: Option<&Aftermath>, key: &str| left.and_then(|left| left.value(key)).map(ToString::to_string);
    let mut changed: Vec<Line> = Vec::new();
    if was != now.left {
        let (before, now) = (Some(was.word().to_owned()), Some(now.left.word().to_owned()));
        changed.push(Line { what: "left".to_owned(), before, now, rule: "left" });
    }
    let gone = before.into_iter().flat_map(|before| &before.kept).filter(|kept| now.value(kept.key).is_none());
    for kept in now.kept.iter().chain(gone) {
        let (before, now) = (value(before, kept.key), value(Some(now), kept.key));
        if before != now {
            changed.push(Line { what: kept.key.to_owned(), before, now, rule: kept.rule.id });
        }
    }
    let lines = |all: &[quintain_engine::Ended]| {
        let line =
            |one: &quintain_engine::Ended| Line { what: one.what.clone(), before: None, now: None, rule: one.rule.id };
        all.iter().map(line).collect()
    };
    Change { name: name.to_owned(), left: now.left, changed, ended: lines(&now.ended), open: lines(&now.open) }
}
