//! What would bring a draft where it shall be, and what matters most in it: tried out one change at a time, step by step.

use quintain_content::{CombatantSpec, Encounter, Placed, Value};
use quintain_engine::{AnyFight, Conduct, StatGroup, StatKind, Value as Shown};
use quintain_library::{Opened, library};
use quintain_pages::Fields;
use quintain_sim::{Nudge, Search, Target, Tried, nudges};

use crate::bestiary::Bestiary;
use crate::campaign::typed_in;
use crate::checked::{DRAFT, check, conduct, reader};
use crate::draft::{Draft, Edit};
use crate::figures::{Aim, Figures, Share, Within};

/// How many fights tell whether a setting meets its target.
const FIGHTS: u64 = 150;

/// How many fights tell what a change is worth.
const PAIRS: u64 = 100;

/// What takes a while and is done in steps, so that others get their turn in between.
pub trait Job {
    /// Goes on for as long as it may. Says whether there is more to do.
    fn step(&mut self, within: Within<'_>) -> bool;
}

/// A change that would meet a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// What it is, in words: `3 of Grey instead of 2`.
    pub what: String,
    /// The form that takes it.
    pub fields: Vec<(String, String)>,
    /// What it comes to.
    pub share: Share,
}

/// One value that may be turned.
#[derive(Debug)]
struct Turn {
    name: String,
    now: i64,
    /// The form, but for the value, and the field in which that stands.
    fields: Vec<(String, String)>,
    field: &'static str,
    values: Vec<i64>,
    search: Option<Search>,
}

impl Turn {
    fn form(&self, value: i64) -> Vec<(String, String)> {
        self.fields.iter().cloned().chain([(self.field.to_owned(), value.to_string())]).collect()
    }

    fn words(&self, value: i64) -> String {
        match self.field {
            "count" => format!("{value} of {} instead of {}", self.name, self.now),
            _ => format!("{} {value} instead of {}", self.name, self.now),
        }
    }
}

/// The search for changes after which something is as likely as it shall be.
#[derive(Debug)]
pub struct Tuning {
    draft: Draft,
    packs: Vec<(String, String)>,
    side: String,
    aim: Aim,
    target: Target,
    turns: Vec<Turn>,
    at: usize,
    running: Option<(usize, Opened, Conduct, Figures)>,
    found: Vec<Proposal>,
}

impl Tuning {
    /// Begins: `share` of the fights, from 0 to 1, shall be such that the side wins, loses, or loses somebody. `None` where
    /// the share or the side say nothing.
    pub fn new(
        draft: &Draft,
        opened: &Opened,
        packs: &[(String, String)],
        (side, aim, percent): (&str, Aim, f64),
    ) -> Option<Tuning> {
        let words = match aim {
            Aim::Wins => format!("{side} win {percent}%"),
            Aim::Loses => format!("{side} lose {percent}%"),
            Aim::SomeoneDies => format!("someone of {side} dies {percent}%"),
        };
        let target = Target::read(&words).ok()?;
        opened.fight.sides().iter().find(|known| *known == side)?;
        Some(Tuning {
            turns: turns(draft, opened),
            draft: draft.clone(),
            packs: packs.to_vec(),
            side: side.to_owned(),
            aim,
            target,
            at: 0,
            running: None,
            found: Vec::new(),
        })
    }

    /// What has been found so far, the smallest changes first.
    pub fn found(&self) -> &[Proposal] {
        &self.found
    }

    /// How many of the values have been gone through, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.turns.len())
    }

    fn variant(&self, turn: &Turn, value: i64) -> Option<Opened> {
        let form = turn.form(value);
        let fields = Fields::of(form);
        let (draft, _) = Edit::new(&fields, &Bestiary::default()).on(&self.draft).ok()?;
        let checked = check(&draft.text(), &self.packs);
        checked.opened.filter(|_| checked.problems.is_empty())
    }

    /// Sets up what is due next; false where a turn is through.
    fn begin(&mut self) -> bool {
        let Some(turn) = self.turns.get(self.at) else { return false };
        if turn.search.is_none() {
            let sound: Vec<i64> =
                turn.values.iter().copied().filter(|value| self.variant(turn, *value).is_some()).collect();
            let search = Search::new(&[sound.len()], &self.target);
            if let Some(turn) = self.turns.get_mut(self.at) {
                turn.values = sound;
                turn.search = Some(search);
            }
        }
        let Some(turn) = self.turns.get(self.at) else { return false };
        let due = turn.search.as_ref().and_then(|search| search.due().next()).and_then(|at| at.first().copied());
        let Some(place) = due.filter(|place| *place < turn.values.len()) else { return false };
        let Some(opened) = turn.values.get(place).and_then(|value| self.variant(turn, *value)) else { return false };
        let figures = Figures::of(&*opened.fight);
        let conduct = conduct(&opened);
        self.running = Some((place, opened, conduct, figures));
        true
    }

    /// Tells the search what came of a setting; a turn is through as soon as one meets the target.
    fn tell(&mut self, place: usize, share: Share) {
        let Some(turn) = self.turns.get_mut(self.at) else { return };
        let Some(value) = turn.values.get(place).copied() else { return };
        let tried = Tried {
            at: vec![place],
            values: vec![value.to_string()],
            share: share.share,
            interval95: share.interval95,
        };
        let met = tried.meets(&self.target);
        if let Some(search) = &mut turn.search {
            search.tell(tried);
        }
        if met {
            if value != turn.now {
                let proposal = Proposal { what: turn.words(value), fields: turn.form(value), share };
                self.found.push(proposal);
            }
            self.at += 1;
        }
    }
}

impl Job for Tuning {
    fn step(&mut self, within: Within<'_>) -> bool {
        while self.at < self.turns.len() {
            if !within.lasts() {
                return true;
            }
            if self.running.is_none() && !self.begin() {
                self.at += 1;
                continue;
            }
            let Some((place, opened, conduct, figures)) = &mut self.running else { continue };
            figures.more(&*opened.fight, conduct, FIGHTS, within);
            if figures.fights() >= FIGHTS {
                let (place, share) = (*place, figures.of_side(&self.side, self.aim));
                self.running = None;
                match share {
                    Some(share) => self.tell(place, share),
                    None => self.at += 1,
                }
            }
        }
        false
    }
}

/// What may be turned: how many there are of each kind, and what each lives by, hits with and is kept from harm by.
fn turns(draft: &Draft, opened: &Opened) -> Vec<Turn> {
    let view = opened.fight.view();
    let mut counts = Vec::new();
    let mut values = Vec::new();
    for (place, one) in draft.people().into_iter().enumerate() {
        let who = ("who".to_owned(), place.to_string());
        let hero = opened.fight.sides().first().is_some_and(|first| *first == one.side);
        let now = i64::try_from(one.many()).unwrap_or(1);
        if !hero {
            let fields = vec![("do".to_owned(), "count".to_owned()), who.clone()];
            let values = (1..=(now * 2).max(now + 4).min(24)).collect();
            counts.push(Turn { name: one.name.clone(), now, fields, field: "count", values, search: None });
        }
        let name = one.each().into_iter().next().map(|(name, _)| name).unwrap_or_default();
        let Some(shown) = view.combatant(&name) else { continue };
        for info in opened.rulebook.stats().iter().filter(|info| matters_for(info.group, info.kind)).take(4) {
            let stat = shown.stats.iter().find(|stat| stat.key == info.key);
            let Some(Shown::Number(now)) = stat.map(|stat| &stat.value) else { continue };
            let fields = [("do", "value"), ("key", info.key)].map(|(key, value)| (key.to_owned(), value.to_owned()));
            let fields = fields.into_iter().chain([who.clone()]).collect();
            let (step, now) = ((now.abs() / 8).max(1), *now);
            let range = (-6..=8).map(|n| now + n * step).filter(|value| *value >= 0).collect();
            let name = format!("{}: {}", one.name, info.label);
            values.push(Turn { name, now, fields, field: "value", values: range, search: None });
        }
    }
    counts.extend(values);
    counts
}

fn matters_for(group: StatGroup, kind: StatKind) -> bool {
    matches!(group, StatGroup::Life | StatGroup::Defence | StatGroup::Ability)
        && matches!(kind, StatKind::Pool | StatKind::Score)
}

/// What one change is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Matter {
    /// The change: `Grey.armor 1 → 2`.
    pub what: String,
    /// The form that makes it; empty where none does.
    pub fields: Vec<(String, String)>,
    /// By how much oftener the first side wins.
    pub shift: Share,
}

/// The search for what matters most: everything changed by one step, one after the other.
#[derive(Debug)]
pub struct Mattering {
    packs: Vec<(String, String)>,
    conduct: Conduct,
    base: Box<dyn AnyFight>,
    encounter: Encounter,
    standing: Figures,
    nudges: Vec<Nudge>,
    at: usize,
    running: Option<(Box<dyn AnyFight>, Figures)>,
    found: Vec<Matter>,
}

impl Mattering {
    /// Begins with a draft as it was read.
    pub fn new(opened: Opened, packs: &[(String, String)]) -> Mattering {
        let all = nudges(&opened.encounter, &opened.fight.view(), opened.rulebook.house_rules());
        Mattering {
            packs: packs.to_vec(),
            conduct: conduct(&opened),
            standing: Figures::of(&*opened.fight),
            base: opened.fight,
            encounter: opened.encounter,
            nudges: all,
            at: 0,
            running: None,
            found: Vec::new(),
        }
    }

    /// What has been found so far, what matters most first; changes of which it cannot be told are left out.
    pub fn found(&self) -> Vec<Matter> {
        let sure = |one: &&Matter| one.shift.interval95[0] > 0.0 || one.shift.interval95[1] < 0.0;
        let mut found: Vec<Matter> = self.found.iter().filter(sure).cloned().collect();
        found.sort_by(|a, b| b.shift.share.abs().total_cmp(&a.shift.share.abs()));
        found
    }

    /// How many changes have been tried, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.nudges.len())
    }
}

impl Job for Mattering {
    fn step(&mut self, within: Within<'_>) -> bool {
        if self.standing.fights() < PAIRS {
            self.standing.more(&*self.base, &self.conduct, PAIRS, within);
        }
        while let Some(nudge) = self.nudges.get(self.at) {
            if !within.lasts() {
                return true;
            }
            if self.running.is_none() {
                // What the rulebook refuses cannot matter.
                let fight = library().set_up(&nudge.encounter, &|path| reader(path, &self.packs)).ok();
                self.running =
                    fight.map(|fight| (Figures::of(&*fight), fight)).map(|(figures, fight)| (fight, figures));
            }
            let Some((fight, figures)) = &mut self.running else {
                self.at += 1;
                continue;
            };
            figures.more(&**fight, &self.conduct, PAIRS, within);
            if figures.fights() >= PAIRS {
                let shift = figures.shift(&self.standing);
                let fields = form_of(&self.encounter, &nudge.encounter);
                self.found.extend(shift.map(|shift| Matter { what: nudge.what.clone(), fields, shift }));
                self.running = None;
                self.at += 1;
            }
        }
        false
    }
}

/// The form of the workshop that makes one encounter of another: a value, a number of combatants, or a house rule. Of an
/// encounter that a party has joined the places are no longer those of the draft.
fn form_of(before: &Encounter, after: &Encounter) -> Vec<(String, String)> {
    let form =
        |fields: &[(&str, String)]| fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    if &*before.source.path != DRAFT {
        return Vec::new();
    }
    for (place, (old, new)) in before.combatants.iter().zip(&after.combatants).enumerate() {
        let who = ("who", place.to_string());
        if let Some(count) = new.count.as_ref().filter(|_| many(old) != many(new)) {
            return form(&[("do", "count".to_owned()), who, ("count", count.value.to_string())]);
        }
        let same = |(key, value): &&(Placed<String>, Placed<Value>)| {
            old.set.iter().any(|(known, was)| known.value == key.value && was.value == value.value)
        };
        if let Some((key, value)) = new.set.iter().find(|one| !same(one)) {
            return form(&[
                ("do", "value".to_owned()),
                who,
                ("key", key.value.clone()),
                ("value", typed_in(&value.value)),
            ]);
        }
    }
    let known =
        |key: &str, value: &Value| before.house.iter().any(|(own, was)| own.value == key && was.value == *value);
    match after.house.iter().find(|(key, value)| !known(&key.value, &value.value)) {
        Some((key, value)) => {
            form(&[("do", "house".to_owned()), ("key", key.value.clone()), ("value", typed_in(&value.value))])
        }
        None => Vec::new(),
    }
}

fn many(spec: &CombatantSpec) -> String {
    spec.count.as_ref().map_or_else(|| "1".to_owned(), |count| count.value.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const TEXT: &str = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n\
                        [[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"bandits\"\n";

    fn long() -> Within<'static> {
        Within { now: &|| Duration::ZERO, until: Duration::from_secs(1), wanted: &|| true }
    }

    #[test]
    fn more_foes_are_proposed_where_heroes_lose_too_rarely() {
        let draft = Draft::read(TEXT).unwrap();
        let opened = check(TEXT, &[]).opened.unwrap();
        let mut tuning = Tuning::new(&draft, &opened, &[], ("heroes", Aim::Loses, 60.0)).unwrap();
        while tuning.step(long()) {}
        assert_eq!(tuning.progress().0, tuning.progress().1);
        let found = tuning.found();
        assert!(!found.is_empty());
        for one in found {
            assert!(one.share.interval95[0] <= 0.6 && 0.6 <= one.share.interval95[1], "{one:?}");
            let (changed, _) = Edit::new(&Fields::of(one.fields.clone()), &Bestiary::default()).on(&draft).unwrap();
            assert!(check(&changed.text(), &[]).ready().is_some(), "{one:?}");
        }
        assert!(Tuning::new(&draft, &opened, &[], ("nobody", Aim::Loses, 60.0)).is_none());
    }

    #[test]
    fn what_matters_is_found_with_the_larger_first() {
        let mut mattering = Mattering::new(check(TEXT, &[]).opened.unwrap(), &[]);
        let mut steps = 0;
        while mattering.step(long()) {
            steps += 1;
        }
        assert_eq!((steps, mattering.progress().0), (0, mattering.progress().1));
        let found = mattering.found();
        let draft = Draft::read(TEXT).unwrap();
        for one in found.iter().filter(|one| !one.fields.is_empty()) {
            let (changed, _) = Edit::new(&Fields::of(one.fields.clone()), &Bestiary::default()).on(&draft).unwrap();
            assert!(check(&changed.text(), &[]).ready().is_some(), "{one:?}");
        }
        assert!(found.iter().any(|one| !one.fields.is_empty()), "{found:?}");
        assert!(found.windows(2).all(|two| two[0].shift.share.abs() >= two[1].shift.share.abs()), "{found:?}");
    }
}
