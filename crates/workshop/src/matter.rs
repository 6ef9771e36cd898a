//! What matters most in a draft: everything changed by one step, one after the other, on the same dice.

use quintain_content::{CombatantSpec, Encounter, Placed, Value};
use quintain_engine::{AnyFight, Conduct};
use quintain_library::{Opened, library};
use quintain_sim::{Nudge, nudges};

use crate::campaign::typed_in;
use crate::checked::{DRAFT, conduct, reader};
use crate::figures::{Figures, Share, Within};
use crate::tune::Job;

/// How many fights tell what a change is worth.
const PAIRS: u64 = 100;

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

    use quintain_pages::Fields;

    use super::*;
    use crate::bestiary::Bestiary;
    use crate::checked::check;
    use crate::draft::{Draft, Edit};

    const TEXT: &str = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n\
                        [[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"bandits\"\n";

    fn long() -> Within<'static> {
        Within { now: &|| Duration::ZERO, until: Duration::from_secs(1), wanted: &|| true }
    }

    #[test]
    fn what_matters_is_found_with_the_larger_first() {
        quintain_books::library();
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
