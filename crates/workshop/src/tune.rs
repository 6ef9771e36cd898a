//! What would bring a draft where it shall be: one thing turned, then two at once, each way played out until it is plain whether it
//! comes there; step by step.

mod lever;

use std::cmp::Ordering;
use std::collections::VecDeque;

use quintain_engine::Conduct;
use quintain_library::Opened;
use quintain_pages::Fields;
use quintain_sim::{Search, Target, Tried};

use self::lever::{Form, Lever, Setting, composed, levers};
use crate::bestiary::Bestiary;
use crate::checked::{check, conduct};
use crate::draft::{Draft, Edit};
use crate::figures::{Aim, Figures, Share, Within};

/// After how many fights it is looked whether a setting is off its target; one that is not after the last meets it.
const LOOKS: [u64; 3] = [50, 150, 400];

/// How many proposals are enough.
const ENOUGH: usize = 12;

/// How many first changes are tried together with others.
const FIRSTS: usize = 3;

/// What takes a while and is done in steps, so that others get their turn in between.
pub trait Job {
    /// Goes on for as long as it may. Says whether there is more to do.
    fn step(&mut self, within: Within<'_>) -> bool;
}

/// What would meet a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// What it is, in words: `3 of Grey instead of 2`. Several changes each have their own.
    pub what: Vec<String>,
    /// The form that takes all of it.
    pub fields: Vec<(String, String)>,
    /// What it comes to.
    pub share: Share,
}

/// A lever and one of its settings, by their places.
type Setted = (usize, usize);

/// One lever at a setting, with another set before.
#[derive(Clone, Copy, Debug)]
struct Way {
    first: Option<Setted>,
    last: Setted,
}

/// The settings of one lever that are gone through, with another set before.
#[derive(Debug)]
struct Line {
    first: Option<Setted>,
    lever: usize,
    search: Search,
}

/// What is being played out: the draft as it stands, or a setting of the line.
#[derive(Debug)]
struct Running {
    place: Option<usize>,
    opened: Opened,
    conduct: Conduct,
    figures: Figures,
}

impl Running {
    fn new(place: Option<usize>, opened: Opened, known: Option<Figures>) -> Running {
        let figures = known.unwrap_or_else(|| Figures::of(&*opened.fight));
        Running { place, conduct: conduct(&opened), figures, opened }
    }
}

/// The search for changes after which something is as likely as it shall be.
#[derive(Debug)]
pub struct Tuning {
    draft: Draft,
    bestiary: Bestiary,
    packs: Vec<(String, String)>,
    side: String,
    aim: Aim,
    target: Target,
    levers: Vec<Lever>,
    /// Of each lever that was looked at: the places of its settings that the rulebook takes.
    sound: Vec<Option<Vec<usize>>>,
    /// What came of single settings.
    alone: Vec<(Setted, Share)>,
    todo: VecDeque<(Option<Setted>, usize)>,
    done: usize,
    paired: bool,
    line: Option<Line>,
    running: Option<Running>,
    standing: Option<Share>,
    found: Vec<Proposal>,
}

impl Tuning {
    /// Begins: `percent` of the fights shall be such that the side wins, loses, or has losses. What is known of the draft as it
    /// stands is not played again. `None` where the share or the side say nothing.
    pub fn new(
        (draft, bestiary, packs): (&Draft, &Bestiary, &[(String, String)]),
        (opened, known): (Opened, Option<Figures>),
        (side, aim, percent): (&str, Aim, f64),
    ) -> Option<Tuning> {
        let words = match aim {
            Aim::Wins => format!("{side} win {percent}%"),
            Aim::Loses => format!("{side} lose {percent}%"),
            Aim::SomeoneDies => format!("someone of {side} dies {percent}%"),
        };
        let target = Target::read(&words).ok()?;
        opened.fight.sides().iter().find(|known| *known == side)?;
        let levers = levers(draft, &opened, bestiary);
        Some(Tuning {
            draft: draft.clone(),
            bestiary: bestiary.clone(),
            packs: packs.to_vec(),
            side: side.to_owned(),
            aim,
            target,
            sound: vec![None; levers.len()],
            alone: Vec::new(),
            todo: (0..levers.len()).map(|lever| (None, lever)).collect(),
            levers,
            done: 0,
            paired: false,
            line: None,
            running: Some(Running::new(None, opened, known)),
            standing: None,
            found: Vec::new(),
        })
    }

    /// What has been found so far: the nearest to the target first; of equals the one that changes less.
    pub fn found(&self) -> Vec<&Proposal> {
        let off = |one: &Proposal| (one.share.share - self.target.share).abs();
        let order = |a: &&Proposal, b: &&Proposal| -> Ordering {
            off(a).total_cmp(&off(b)).then_with(|| a.what.len().cmp(&b.what.len()))
        };
        let mut found: Vec<&Proposal> = self.found.iter().collect();
        found.sort_by(order);
        found
    }

    /// What shall be how likely, in words: `heroes lose`.
    pub fn aim(&self) -> String {
        match self.aim {
            Aim::Wins => format!("{} win", self.side),
            Aim::Loses => format!("{} lose", self.side),
            Aim::SomeoneDies => format!("{} lose somebody for good", self.side),
        }
    }

    /// How likely it is as the draft stands, once that is known, and whether that is as likely as it shall be.
    pub fn standing(&self) -> Option<(Share, bool)> {
        self.standing.map(|share| (share, self.meets(share)))
    }

    /// How many ways have been gone through, and how many there are as far as is known.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.done + self.todo.len() + usize::from(self.line.is_some()))
    }

    fn meets(&self, share: Share) -> bool {
        (share.interval95[0]..=share.interval95[1]).contains(&self.target.share)
    }

    /// What a way changes; a lever that stays as it is changes nothing.
    fn settings(&self, way: Way) -> Vec<&Setting> {
        let all = way.first.into_iter().chain([way.last]);
        all.filter_map(|(lever, place)| self.levers.get(lever)?.settings.get(place))
            .filter(|one| !one.forms.is_empty())
            .collect()
    }

    fn variant(&self, fields: &Form) -> Option<Opened> {
        let fields = Fields::of(fields.clone());
        let (draft, _) = Edit::new(&fields, &self.bestiary).on(&self.draft).ok()?;
        let checked = check(&draft.text(), &self.packs);
        checked.opened.filter(|_| checked.problems.is_empty())
    }

    /// The settings of a lever that the rulebook takes, each alone.
    fn sound(&mut self, lever: usize) -> Vec<usize> {
        if let Some(Some(known)) = self.sound.get(lever) {
            return known.clone();
        }
        let count = self.levers.get(lever).map_or(0, |lever| lever.settings.len());
        let takes = |place: &usize| match composed(&self.settings(Way { first: None, last: (lever, *place) })) {
            Some(fields) => self.variant(&fields).is_some(),
            None => true,
        };
        let found: Vec<usize> = (0..count).filter(takes).collect();
        if let Some(sound) = self.sound.get_mut(lever) {
            *sound = Some(found.clone());
        }
        found
    }

    /// Sets up what is to be played next; false where nothing is left.
    fn begin(&mut self) -> bool {
        while self.line.is_some() || self.next_line() {
            let due = self.line.as_ref().and_then(|line| line.search.due().next());
            let Some(at) = due.and_then(|at| at.first().copied()) else {
                self.end_line();
                continue;
            };
            let Some(way) = self.way(at) else { continue };
            if let Some(share) = self.known(way) {
                self.tell(at, share);
                continue;
            }
            match composed(&self.settings(way)).and_then(|fields| self.variant(&fields)) {
                Some(opened) => {
                    self.running = Some(Running::new(Some(at), opened, None));
                    return true;
                }
                // What does not go together ends the line.
                None => self.end_line(),
            }
        }
        false
    }

    fn end_line(&mut self) {
        self.done += usize::from(self.line.take().is_some());
    }

    /// Goes to the next line; false where there is none. When each lever has been turned alone, two are turned at once.
    fn next_line(&mut self) -> bool {
        if self.todo.is_empty() && !self.paired {
            self.paired = true;
            self.todo = self.pairs();
        }
        let Some((first, lever)) = self.todo.pop_front() else { return false };
        let search = Search::new(&[self.sound(lever).len()], &self.target);
        self.line = Some(Line { first, lever, search });
        true
    }

    /// The way that is meant by a place of the line's search.
    fn way(&mut self, at: usize) -> Option<Way> {
        let (first, lever) = self.line.as_ref().map(|line| (line.first, line.lever))?;
        let place = self.sound(lever).get(at).copied()?;
        Some(Way { first, last: (lever, place) })
    }

    /// What a way comes to that needs not be played: the lever of the line stays as it is.
    fn known(&self, way: Way) -> Option<Share> {
        let stays = self.levers.get(way.last.0)?.settings.get(way.last.1)?.forms.is_empty();
        match way.first.filter(|_| stays) {
            Some(first) => self.alone.iter().find(|(known, _)| *known == first).map(|(_, share)| *share),
            None => self.standing.filter(|_| stays),
        }
    }

    /// The pairs worth a try: settings that alone lead part of the way, the ones nearest to its middle first, with every other
    /// lever.
    fn pairs(&self) -> VecDeque<(Option<Setted>, usize)> {
        let Some(standing) = self.standing.map(|share| share.share) else { return VecDeque::new() };
        let (low, high) = (standing.min(self.target.share), standing.max(self.target.share));
        let off = |share: f64| (share - f64::midpoint(low, high)).abs();
        let mut firsts: Vec<(Setted, f64)> = Vec::new();
        for (lever, _) in self.levers.iter().enumerate() {
            let own =
                self.alone.iter().filter(|(known, share)| known.0 == lever && low < share.share && share.share < high);
            let best = own.min_by(|a, b| off(a.1.share).total_cmp(&off(b.1.share)));
            firsts.extend(best.map(|(known, share)| (*known, share.share)));
        }
        firsts.sort_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        let firsts: Vec<Setted> = firsts.into_iter().map(|(known, _)| known).take(FIRSTS).collect();
        let others = |first: Setted| (0..self.levers.len()).filter(move |lever| *lever != first.0);
        firsts.into_iter().flat_map(|first| others(first).map(move |lever| (Some(first), lever))).collect()
    }

    /// Tells the line what came of one of its settings; a line is through as soon as one meets the target.
    fn tell(&mut self, at: usize, share: Share) {
        let Some(way) = self.way(at) else { return };
        let met = self.meets(share);
        if let Some(line) = &mut self.line {
            let values = vec![at.to_string()];
            line.search.tell(Tried { at: vec![at], values, share: share.share, interval95: share.interval95 });
        }
        if self.known(way).is_some() {
            return;
        }
        if way.first.is_none() {
            self.alone.push((way.last, share));
        }
        if met {
            let settings = self.settings(way);
            let what = settings.iter().map(|one| one.words.clone()).collect();
            if let Some(fields) = composed(&settings) {
                self.found.push(Proposal { what, fields, share });
            }
            self.end_line();
        }
    }

    /// Plays on until it is plain whether the target is met: its share, once it is.
    fn judged(&mut self, within: Within<'_>) -> Option<(Option<usize>, Share)> {
        let running = self.running.as_mut()?;
        let last = LOOKS[LOOKS.len() - 1];
        let most = LOOKS.into_iter().find(|most| running.figures.fights() < *most).unwrap_or(last);
        running.figures.more(&*running.opened.fight, &running.conduct, most, within);
        let (place, fights) = (running.place, running.figures.fights());
        let share = running.figures.of_side(&self.side, self.aim)?;
        let plain = fights >= most && (fights >= last || !self.meets(share));
        plain.then_some((place, share))
    }
}

impl Job for Tuning {
    fn step(&mut self, within: Within<'_>) -> bool {
        while self.found.len() < ENOUGH {
            if !within.lasts() {
                return true;
            }
            if self.running.is_none() && !self.begin() {
                return false;
            }
            let Some((place, share)) = self.judged(within) else { continue };
            self.running = None;
            match place {
                Some(at) => self.tell(at, share),
                None => self.standing = Some(share),
            }
        }
        false
    }
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

    fn tuned(text: &str, percent: f64) -> Tuning {
        quintain_books::library();
        let (draft, bestiary) = (Draft::read(text).unwrap(), Bestiary::of("thalassa", &[]));
        let opened = check(text, &[]).opened.unwrap();
        let mut tuning =
            Tuning::new((&draft, &bestiary, &[]), (opened, None), ("heroes", Aim::Loses, percent)).unwrap();
        while tuning.step(long()) {}
        tuning
    }

    #[test]
    fn what_is_proposed_meets_the_target_by_several_ways_and_the_nearest_comes_first() {
        let tuning = tuned(TEXT, 60.0);
        let found = tuning.found();
        let off = |one: &Proposal| (one.share.share - 0.6).abs();
        assert!(found.windows(2).all(|two| off(two[0]) <= off(two[1])), "{found:?}");
        let has = |words: &str| found.iter().any(|one| one.what.iter().any(|what| what.contains(words)));
        assert!(has("of Bandit") && has(": ") && found.iter().any(|one| one.what.len() == 2), "{found:?}");
        for one in found {
            assert!(one.share.interval95[0] <= 0.6 && 0.6 <= one.share.interval95[1], "{one:?}");
            let (changed, said) =
                Edit::new(&Fields::of(one.fields.clone()), &tuning.bestiary).on(&tuning.draft).unwrap();
            assert!(check(&changed.text(), &[]).ready().is_some(), "{said}: {one:?}");
        }
    }

    #[test]
    fn what_is_so_already_is_said_so() {
        let standing = tuned(TEXT, 60.0).standing().unwrap();
        assert!(!standing.1, "{standing:?}");
        // Near the target more fights are played than far from it.
        let near = tuned(TEXT, standing.0.share * 100.0).standing().unwrap();
        assert!(tuned(TEXT, near.0.share * 100.0).standing().unwrap().1, "{standing:?} {near:?}");
    }

    #[test]
    fn a_side_that_is_not_there_is_no_aim() {
        quintain_books::library();
        let (draft, opened) = (Draft::read(TEXT).unwrap(), check(TEXT, &[]).opened.unwrap());
        assert!(
            Tuning::new((&draft, &Bestiary::default(), &[]), (opened, None), ("nobody", Aim::Loses, 60.0)).is_none()
        );
    }
}
