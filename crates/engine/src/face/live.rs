//! A live fight behind the common face.

use std::collections::BTreeSet;

use quintain_field::{Map, Square};

use super::camp::aftermath_of;
use super::moment::cannot_go_on;
use super::question::lend;
use super::shelved::{FightOf, roster_of};
use super::{AnyFight, AnyLive, AnyQuestion, EachPlayOut, FightResult, OpenQuestion, Plan, Waiting};
use crate::advice::{Budget, Weighed, advise};
use crate::aftermath::Aftermath;
use crate::cast::{Side, Who};
use crate::desk::Divergence;
use crate::digest::digest;
use crate::edict::Edict;
use crate::event::Event;
use crate::fact::Fact;
use crate::foresight::{Foresight, foresee};
use crate::ground::{OnGround, Reach};
use crate::had::Had;
use crate::knowledge::{Clarity, Glimpse, SeenGround};
use crate::label::Label;
use crate::live::{Fault, Live, Stop, nothing_shows};
use crate::odds::{Going, Odds, OddsLimit, Supposed, odds_while};
use crate::question::{Answer, Refused};
use crate::rulebook::{Fate, Outcome, Rulebook, seat_name, topic_key};
use crate::secrets::Secrets;
use crate::standing::Standing;
use crate::tactics::Conduct;
use crate::view::{NoSuchValue, View};
use crate::why::Why;

/// How many guesses are played out where not all dice show.
const GUESSES: u64 = 10;

/// The question at a place of those that are open, and what the option at a place of its list stands for.
fn option_of<R: Rulebook>(live: &Live<R>, place: usize, option: usize) -> Option<(&R::Ask, &R::Act)> {
    let (ask, question) = live.asked(place)?;
    Some((ask, &question.choices().get(option)?.act))
}

impl<R: Rulebook> AnyLive for Live<R> {
    fn waiting(&self) -> Waiting {
        match self.stop() {
            Stop::Asked(open) => Waiting::Answer(
                open.iter()
                    .map(|open| open.both(self.fight()))
                    .map(|(ask, question)| OpenQuestion {
                        who: seat_name(self.fight(), question.to).to_owned(),
                        topic: topic_key(self.fight(), ask, question),
                        by: self.fight().brought_by(ask).map(|by| self.fight().name(by).to_owned()),
                        question: question.plain(),
                    })
                    .collect(),
            ),
            Stop::Dice(throw) => Waiting::Dice {
                text: self.throw_words(throw),
                who: throw.who.map(|who| self.fight().name(who).to_owned()),
                count: throw.count,
                sides: throw.sides,
            },
            Stop::Over(outcome) => Waiting::Over(self.outcome_words(*outcome)),
            Stop::Undecided => Waiting::Undecided,
            Stop::Diverged(divergence) => Waiting::Broken(divergence.to_string()),
            Stop::NoEntropy(fault) => Waiting::Broken(fault.clone()),
        }
    }

    fn open(&self) -> usize {
        Live::open(self).len()
    }

    fn question(&self, place: usize) -> Option<Box<dyn AnyQuestion + '_>> {
        lend(self.fight(), Live::open(self), place)
    }

    fn who_is_asked(&self) -> Vec<String> {
        Live::who_is_asked(self)
    }

    fn taking(&self, who: &str, words: &str) -> Result<usize, Fault> {
        Live::taking(self, who, words)
    }

    fn offered(&self, who: &str, words: &str) -> Result<(), Fault> {
        Live::offered(self, who, words)
    }

    fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault> {
        Live::answer(self, who, words)
    }

    fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        Live::answer_with(self, place, answer)
    }

    fn answer_default(&mut self) -> Result<(), Fault> {
        Live::answer_default(self)
    }

    fn pass_over(&mut self) -> Result<(), Fault> {
        Live::pass_over(self)
    }

    fn answer_default_of(&mut self, place: usize) -> Result<(), Fault> {
        Live::answer_default_of(self, place)
    }

    fn throw(&mut self, faces: &[u16]) -> Result<(), Fault> {
        Live::throw(self, faces)
    }

    fn queue_dice(&mut self, faces: &[u16]) {
        Live::queue_dice(self, faces);
    }

    fn dice_left(&self) -> usize {
        Live::dice_left(self)
    }

    fn standing(&self) -> Vec<Standing> {
        Live::standing(self)
    }

    fn ask_again(&mut self, who: &str, topic: &str) -> Result<(), Fault> {
        Live::ask_again(self, who, topic)
    }

    fn labels(&self, place: usize) -> Vec<Option<Label>> {
        let Some((ask, question)) = self.asked(place) else { return Vec::new() };
        question.choices().iter().map(|choice| self.fight().label(ask, &choice.act)).collect()
    }

    fn on_ground(&self, place: usize, option: usize) -> OnGround {
        let Some((ask, act)) = option_of(self, place, option) else { return OnGround::default() };
        let fight = self.fight();
        OnGround { way: fight.way(ask, act), hazards: fight.hazards(ask, act), area: fight.area(ask, act) }
    }

    fn reach_of(&self, who: Who) -> Reach {
        if who.index() < self.fight().roster_len() { self.fight().reach_of(who) } else { Reach::default() }
    }

    fn decided_alone(&self) -> Vec<(usize, Fact)> {
        Live::decided_alone(self).into_iter().map(|(place, fact)| (place, fact.clone())).collect()
    }

    fn overrule(&mut self, place: usize, words: &str) -> Result<(), Fault> {
        Live::overrule(self, place, words)
    }

    fn refusals(&self, place: usize) -> Vec<Refused> {
        let Some((ask, question)) = self.asked(place) else { return Vec::new() };
        // Of two things with one name one may be used and the other not: the words mean the one that may.
        let listed = question.refused.iter().map(|known| known.text.to_lowercase());
        let known: BTreeSet<String> =
            question.choices().iter().map(|choice| choice.text.to_lowercase()).chain(listed).collect();
        self.fight().refusals(ask).into_iter().filter(|refused| !known.contains(&refused.text.to_lowercase())).collect()
    }

    fn edict(&mut self, words: &str) -> Result<(), Fault> {
        Live::edict(self, words)
    }

    fn undo(&mut self) -> Result<String, Fault> {
        Live::undo(self)
    }

    fn log(&self) -> &[Event] {
        Live::log(self)
    }

    fn facts(&self) -> &[Fact] {
        Live::facts(self)
    }

    fn unwritten(&mut self) -> Vec<Fact> {
        Live::unwritten(self)
    }

    fn view(&self) -> View {
        Live::view(self)
    }

    fn why(&self, path: &str) -> Result<Why, NoSuchValue> {
        Live::why(self, path)
    }

    fn condition_names(&self) -> Vec<String> {
        self.fight().condition_names()
    }

    fn secrets(&self) -> Secrets {
        Live::secrets(self)
    }

    fn sightings(&self) -> &[Glimpse] {
        Live::sightings(self)
    }

    fn moments(&self) -> &[(usize, usize)] {
        Live::moments(self)
    }

    fn seen_ground(&self) -> Option<&SeenGround> {
        Live::seen_ground(self)
    }

    fn map(&self) -> Option<Map> {
        self.fight().map().map(std::borrow::Cow::into_owned)
    }

    fn unknown_to(&self, eyes: &[Who]) -> Vec<Square> {
        let mut each = eyes.iter().map(|who| self.fight().unknown_to(*who));
        let first = each.next().unwrap_or_default();
        each.fold(first, |all, one| all.into_iter().filter(|square| one.contains(square)).collect())
    }

    fn clarity(&self, eyes: &[Who], square: Square) -> Clarity {
        let known = eyes.iter().filter(|who| who.index() < self.fight().roster_len());
        known.map(|who| self.fight().clarity(*who, square)).max().unwrap_or(Clarity::Hidden)
    }

    fn believed(&self, edicts: &[Edict], sees: &dyn Fn(Option<Who>) -> bool) -> Box<dyn AnyLive> {
        Box::new(Live::believed(self, edicts, sees))
    }

    fn roster(&self) -> Vec<(String, Side)> {
        roster_of(self.fight())
    }

    fn players(&self) -> Vec<bool> {
        (0..self.fight().roster_len()).map(|place| self.fight().is_players(Who(place as u16))).collect()
    }

    fn fates(&self) -> Vec<Fate> {
        (0..self.fight().roster_len()).map(|place| self.fight().fate(Who(place as u16))).collect()
    }

    fn digest(&self) -> String {
        digest(self.fight())
    }

    fn diverged(&self) -> Option<&Divergence> {
        if let Stop::Diverged(divergence) = self.stop() { Some(divergence) } else { None }
    }

    fn aftermath(&self) -> Vec<Aftermath> {
        aftermath_of(self.fight())
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Stop::Over(outcome) = self.stop() { Some(*outcome) } else { None }
    }

    fn is_stalemate(&self) -> bool {
        Live::is_stalemate(self)
    }

    fn advise(&self, place: usize, budget: Budget) -> Vec<Weighed> {
        match self.unshown() {
            None => advise(self, place, budget),
            Some(_) => self.guessed(budget.seed).map_or_else(|_| Vec::new(), |guess| advise(&guess, place, budget)),
        }
    }

    fn play_outs(&self, budget: Budget, each: EachPlayOut<'_>) {
        if let Stop::Over(outcome) = self.stop() {
            let _ = each(Some(*outcome), &self.fates());
            return;
        }
        let plan = Plan { seed: budget.seed, conduct: Conduct::best(), round_limit: budget.round_limit };
        let mut each = |_, result: &FightResult| each(result.outcome, &result.fates);
        if self.unshown().is_none() {
            FightOf::at(self, Vec::new()).simulate(&plan, 0..budget.play_outs.into(), &mut each);
            return;
        }
        let guesses: Vec<FightOf<R>> =
            (1..=GUESSES).filter_map(|number| Some(FightOf::at(&self.guessed(number).ok()?, Vec::new()))).collect();
        for (number, guess) in (0..u64::from(budget.play_outs)).zip(guesses.iter().cycle()) {
            guess.simulate(&plan, number..number + 1, &mut each);
        }
    }

    fn odds_of(&self, supposed: &Supposed<'_>, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault> {
        odds_while(self, supposed, limit, going)
    }

    fn foresee(&self, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault> {
        foresee(self, who, words, going)
    }

    fn apart(&self) -> Box<dyn AnyLive> {
        Box::new(Live::apart(self))
    }

    fn redealt(&self, seed: u64) -> Box<dyn AnyLive> {
        match self.unshown() {
            None => Box::new(Live::redealt(self, seed)),
            Some(_) => Box::new(self.to_try(seed).redealt(seed)),
        }
    }

    fn moment(&self, had: Vec<Had>) -> Result<Box<dyn AnyFight>, Fault> {
        match cannot_go_on(self) {
            Some(fault) => Err(fault),
            None if self.unshown().is_some() => Err(nothing_shows()),
            None => Ok(Box::new(FightOf::at(self, had))),
        }
    }
}
