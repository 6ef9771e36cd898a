//! A drill behind the common face.

use std::fmt::Debug;

use super::limited::{Kept, Limited, whole};
use super::question::{AnyQuestion, lend};
use super::shelved::roster_of;
use crate::cast::{Seat, Side, Who};
use crate::digest::digest;
use crate::drill::Drill;
use crate::knowledge::Perceived;
use crate::lens::says;
use crate::live::{Fault, Stop};
use crate::question::Answer;
use crate::rulebook::{Fate, Outcome, Rulebook};
use crate::secrets::Secrets;
use crate::view::View;

/// A fight of which nothing is written down, for programs that learn.
pub trait AnyDrill: Send + Sync + Debug {
    /// Begins anew, as the fight of this seed and number.
    fn again(&mut self, seed: u64, fight: u64);
    /// How many questions are open; none once it is over.
    fn open(&self) -> usize;
    /// The open question at `place`, lent to be looked at: nothing of it is copied.
    fn question(&self, place: usize) -> Option<Box<dyn AnyQuestion + '_>>;
    /// Answers the open question at `place`; options stand for their places in its list.
    ///
    /// # Errors
    /// Says so if nothing is asked there, or what would be legal.
    fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault>;
    /// Answers the open question at `place` with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked there.
    fn answer_default_of(&mut self, place: usize) -> Result<(), Fault>;
    /// The outcome, once it is over; `None` at the round limit, too.
    fn outcome(&self) -> Option<Outcome>;
    /// The round.
    fn round(&self) -> u32;
    /// The state as it can be shown.
    fn view(&self) -> View;
    /// Of each of the roster whether the combatant does not perceive it now, nor its side where that shares what it sees;
    /// nothing where all see all.
    fn unperceived(&self, by: Who) -> Vec<bool>;
    /// Everyone's name and side, in roster order.
    fn roster(&self) -> Vec<(String, Side)>;
    /// What became of each combatant.
    fn fates(&self) -> Vec<Fate>;
    /// The digest of the state as far as it has come.
    fn digest(&self) -> String;
    /// The same fight at the same moment, with the dice of another seed from here on.
    fn redealt(&self, seed: u64) -> Box<dyn AnyDrill>;
}

impl<R: Rulebook> AnyDrill for Drill<R> {
    fn again(&mut self, seed: u64, fight: u64) {
        Drill::again(self, seed, fight);
    }

    fn open(&self) -> usize {
        Drill::open(self).len()
    }

    fn question(&self, place: usize) -> Option<Box<dyn AnyQuestion + '_>> {
        let whole = lend(self.fight(), Drill::open(self), place)?;
        Some(match self.kept(place) {
            Some(kept) => Box::new(Limited { whole, kept }),
            None => whole,
        })
    }

    fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        match self.kept(place) {
            Some(kept) => Drill::answer_with(self, place, &whole(answer, &kept.places)),
            None => Drill::answer_with(self, place, answer),
        }
    }

    fn answer_default_of(&mut self, place: usize) -> Result<(), Fault> {
        Drill::answer_default_of(self, place)
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Stop::Over(outcome) = self.stop() { Some(*outcome) } else { None }
    }

    fn round(&self) -> u32 {
        self.fight().round()
    }

    fn view(&self) -> View {
        self.fight().view()
    }

    fn unperceived(&self, by: Who) -> Vec<bool> {
        self.secrets().map_or_else(Vec::new, |secrets| unperceived(self.fight(), secrets, by))
    }

    fn roster(&self) -> Vec<(String, Side)> {
        roster_of(self.fight())
    }

    fn fates(&self) -> Vec<Fate> {
        (0..self.fight().roster_len()).map(|place| self.fight().fate(Who(place as u16))).collect()
    }

    fn digest(&self) -> String {
        digest(self.fight())
    }

    fn redealt(&self, seed: u64) -> Box<dyn AnyDrill> {
        Box::new(Drill::redealt(self, seed))
    }
}

impl<R: Rulebook> Drill<R> {
    /// What the open question at `place` shows where the one asked does not perceive somebody: the options that name nobody
    /// of those, or all of them where each does; nothing where all are perceived.
    fn kept(&self, place: usize) -> Option<Kept> {
        let question = self.asked(place)?;
        let (Seat::Of(by), secrets) = (question.to, self.secrets()?) else { return None };
        let fight = self.fight();
        let unperceived = unperceived(fight, secrets, by);
        let hidden: Vec<&str> =
            (0..).zip(&unperceived).filter(|(_, unseen)| **unseen).map(|(place, _)| fight.name(Who(place))).collect();
        if hidden.is_empty() {
            return None;
        }
        let all = question.choices();
        let known = |place: &usize| !hidden.iter().any(|name| says(&all[*place].text, name));
        let mut places: Vec<usize> = (0..all.len()).filter(known).collect();
        if places.is_empty() {
            places.extend(0..all.len());
        }
        Some(Kept { places, unperceived })
    }
}

fn unperceived<R: Rulebook>(fight: &R, secrets: &Secrets, by: Who) -> Vec<bool> {
    let all = || (0..fight.roster_len()).map(|place| Who(place as u16));
    let own = |who: Who| fight.side(who) == fight.side(by);
    let looks = |eye: Who| if secrets.sight.shared { own(eye) && !fight.fate(eye).out } else { eye == by };
    let dark = secrets.sight.fog && !fight.hides_nothing();
    if !dark && secrets.concealed.is_empty() {
        return Vec::new();
    }
    let unseen = |who: Who| {
        let concealed = secrets.concealed.iter().any(|name| name == fight.name(who));
        concealed || dark && all().filter(|eye| looks(*eye)).all(|eye| fight.perceives(eye, who) == Perceived::Not)
    };
    all().map(|who| !own(who) && unseen(who)).collect()
}
