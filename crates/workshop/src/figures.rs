//! Live figures of a draft: who wins, who dies, how long it takes, from as many play-outs as there is time for.

use std::ops::ControlFlow;
use std::time::Duration;

use quintain_engine::{AnyFight, Conduct, FightResult, Outcome, Plan, ROUND_LIMIT, Side, wilson};
use quintain_library::Opened;

use crate::checked::conduct;
use crate::tune::Job;

/// How long something may take.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    /// How much time has passed since some moment.
    pub now: &'a dyn Fn() -> Duration,
    /// When it must be over, on that clock.
    pub until: Duration,
    /// Whether anybody still wants it.
    pub wanted: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Within<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Within").field("until", &self.until).finish_non_exhaustive()
    }
}

impl Within<'_> {
    /// Whether there is time left.
    pub fn lasts(&self) -> bool {
        (self.now)() < self.until && (self.wanted)()
    }
}

/// A share of fights, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// Its interval.
    pub interval95: [f64; 2],
}

/// One side's part.
#[derive(Clone, Debug, PartialEq)]
struct OfSide {
    name: String,
    wins: u64,
    someone_died: u64,
}

/// One combatant's part.
#[derive(Clone, Debug, PartialEq)]
struct OfOne {
    name: String,
    side: Side,
    died: u64,
    out: u64,
}

/// What play-outs of a draft come to so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    sides: Vec<OfSide>,
    people: Vec<OfOne>,
    rounds: Vec<u32>,
    undecided: u64,
    /// Whether the first side won, fight by fight: what two drafts are compared by.
    won: Vec<bool>,
}

impl Figures {
    /// None yet.
    pub fn of(fight: &dyn AnyFight) -> Figures {
        let sides = fight.sides().into_iter().map(|name| OfSide { name, wins: 0, someone_died: 0 });
        let people = fight.roster().into_iter().map(|(name, side)| OfOne { name, side, died: 0, out: 0 });
        Figures { sides: sides.collect(), people: people.collect(), rounds: Vec::new(), undecided: 0, won: Vec::new() }
    }

    /// How many fights there were.
    pub fn fights(&self) -> u64 {
        self.won.len() as u64
    }

    /// Plays more, up to `most` in all. Fight `n` is always the same fight.
    pub fn more(&mut self, fight: &dyn AnyFight, conduct: &Conduct, most: u64, within: Within<'_>) {
        let plan = Plan { seed: 1, conduct: conduct.clone(), round_limit: ROUND_LIMIT };
        fight.simulate(&plan, self.fights()..most, &mut |_, result| {
            self.add(result);
            if within.lasts() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    fn add(&mut self, result: &FightResult) {
        match result.outcome {
            Some(Outcome::Won(side)) => {
                if let Some(side) = self.sides.get_mut(side.index()) {
                    side.wins += 1;
                }
            }
            Some(_) => {}
            None => self.undecided += 1,
        }
        self.won.push(result.outcome == Some(Outcome::Won(Side(0))));
        self.rounds.push(result.rounds);
        let mut died: Vec<Side> = Vec::new();
        for (one, fate) in self.people.iter_mut().zip(&result.fates) {
            one.died += u64::from(fate.died);
            one.out += u64::from(fate.out);
            if fate.died && !died.contains(&one.side) {
                died.push(one.side);
            }
        }
        for side in died {
            if let Some(side) = self.sides.get_mut(side.index()) {
                side.someone_died += 1;
            }
        }
    }

    fn share(&self, count: u64) -> Share {
        let fights = self.fights() as f64;
        let share = if fights > 0.0 { count as f64 / fights } else { 0.0 };
        let (low, high) = wilson(share, fights);
        Share { share, interval95: [low, high] }
    }

    /// How often each side wins, by name.
    pub fn wins(&self) -> Vec<(&str, Share)> {
        self.sides.iter().map(|side| (side.name.as_str(), self.share(side.wins))).collect()
    }

    /// How often a side wins, does not win, or has losses.
    pub(crate) fn of_side(&self, name: &str, aim: Aim) -> Option<Share> {
        let side = self.sides.iter().find(|side| side.name == name)?;
        Some(self.share(match aim {
            Aim::Wins => side.wins,
            Aim::Loses => self.fights() - side.wins,
            Aim::SomeoneDies => side.someone_died,
        }))
    }

    /// How often each dies, and is out at the end, with the place of its side.
    pub fn fates(&self) -> impl Iterator<Item = (&str, usize, Share, Share)> {
        self.people.iter().map(|one| (one.name.as_str(), one.side.index(), self.share(one.died), self.share(one.out)))
    }

    /// How often nobody has won by the last round.
    pub fn undecided(&self) -> Share {
        self.share(self.undecided)
    }

    /// The rounds that one in twenty, half, and all but one in twenty fights take.
    pub fn length(&self) -> [u32; 3] {
        let mut sorted = self.rounds.clone();
        sorted.sort_unstable();
        let at = |hundredths: usize| {
            sorted.get((sorted.len() * hundredths / 100).min(sorted.len().saturating_sub(1))).copied()
        };
        [5, 50, 95].map(|hundredths| at(hundredths).unwrap_or(0))
    }

    /// How much oftener the first side wins than in another draft, over the fights that both have played.
    pub fn shift(&self, before: &Figures) -> Option<Share> {
        let same = self.sides.first()?.name == before.sides.first()?.name;
        let pairs: Vec<f64> =
            self.won.iter().zip(&before.won).map(|(now, then)| f64::from(*now) - f64::from(*then)).collect();
        (same && pairs.len() > 1).then(|| mean(&pairs))
    }
}

/// A draft that is being played out, step by step.
#[derive(Debug)]
pub struct Playing {
    opened: Opened,
    conduct: Conduct,
    figures: Figures,
    most: u64,
}

impl Playing {
    /// Goes on from the figures that there are, up to `most` fights.
    pub fn new(opened: Opened, known: Option<Figures>, most: u64) -> Playing {
        let figures = known.unwrap_or_else(|| Figures::of(&*opened.fight));
        Playing { conduct: conduct(&opened), opened, figures, most }
    }

    /// What it has come to.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }
}

impl Job for Playing {
    fn step(&mut self, within: Within<'_>) -> bool {
        self.figures.more(&*self.opened.fight, &self.conduct, self.most, within);
        self.figures.fights() < self.most
    }
}

/// The mean of differences, with its interval.
pub(crate) fn mean(values: &[f64]) -> Share {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    // One more pair of either kind keeps the interval of pairs that are all alike from being a point.
    let error = ((squares + 1.0) / (count - 1.0).max(1.0) / count).sqrt() * 1.96;
    Share { share: mean, interval95: [(mean - error).max(-1.0), (mean + error).min(1.0)] }
}

/// What of a side shall be how likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It wins.
    Wins,
    /// It does not win.
    Loses,
    /// One of it dies.
    SomeoneDies,
}

impl Aim {
    /// The word of a form.
    pub fn read(word: &str) -> Option<Aim> {
        [Aim::Wins, Aim::Loses, Aim::SomeoneDies].into_iter().find(|aim| aim.word() == word)
    }

    /// Its word in forms.
    pub fn word(self) -> &'static str {
        match self {
            Aim::Wins => "win",
            Aim::Loses => "lose",
            Aim::SomeoneDies => "mourn",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::check;

    fn played(text: &str, most: u64) -> Figures {
        let checked = check(text, &[]);
        let opened = checked.ready().unwrap();
        let mut figures = Figures::of(&*opened.fight);
        let within = Within { now: &|| Duration::ZERO, until: Duration::from_secs(1), wanted: &|| true };
        figures.more(&*opened.fight, &conduct(opened), most, within);
        figures
    }

    fn duel(sta: i64) -> String {
        quintain_books::library();
        format!(
            "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\nset = {{ sta = {sta} }}\n\
             [[combatant]]\nis = \"minotauros\"\nside = \"monsters\"\n"
        )
    }

    #[test]
    fn every_fight_is_counted_once() {
        let figures = played(&duel(8), 60);
        assert_eq!(figures.fights(), 60);
        let won: f64 = figures.wins().iter().map(|(_, share)| share.share).sum();
        assert!((won + figures.undecided().share - 1.0).abs() < 0.2, "{figures:?}");
        let [short, middle, long] = figures.length();
        assert!(0 < short && short <= middle && middle <= long);
    }

    #[test]
    fn a_draft_does_not_differ_from_itself_and_differs_from_another() {
        let weak = played(&duel(2), 60);
        let same = weak.shift(&weak).unwrap();
        assert!(same.share == 0.0 && same.interval95[0] < 0.0 && same.interval95[1] > 0.0);
        let shift = played(&duel(60), 60).shift(&weak).unwrap();
        assert!(shift.interval95[0] > 0.0, "{shift:?}");
    }

    #[test]
    fn what_nobody_wants_stops_after_a_fight() {
        let checked = check(&duel(8), &[]);
        let opened = checked.ready().unwrap();
        let mut figures = Figures::of(&*opened.fight);
        let within = Within { now: &|| Duration::ZERO, until: Duration::from_secs(1), wanted: &|| false };
        figures.more(&*opened.fight, &Conduct::best(), 500, within);
        assert_eq!(figures.fights(), 1);
    }
}
