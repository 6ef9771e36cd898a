//! The table of an unattended fight that is heard in full, and in which some sides may search.

use std::convert::Infallible;

use quintain_dice::{Faces, LateStream, Stream};

use super::{Entry, Outset, Worth, weigh};
use crate::advice::Budget;
use crate::cast::{Seat, Side, Who};
use crate::common;
use crate::digest::digest;
use crate::event::{Event, EventId};
use crate::face::{HeardFight, Plan, at_its_end, out_now, roster_of};
use crate::fact::Fact;
use crate::question::{Answer, Question, Shape, Weight};
use crate::rulebook::{Fate, Rulebook, seat_name};
use crate::table::{Table, Throw};
use crate::view::View;

/// A side that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seeker {
    /// The side.
    pub side: Side,
    /// The most play-outs for one question. They are counted, not timed, so that the answers are the same on every
    /// machine.
    pub play_outs: u32,
}

/// An unattended fight heard in full, in which sides may have searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// The fight.
    pub heard: HeardFight,
    /// The round in which it ended.
    pub rounds: u32,
    /// What became of each combatant, in roster order.
    pub fates: Vec<Fate>,
    /// Its record: dice and answers, where it was asked for.
    pub facts: Vec<Fact>,
    /// The state at the start, at the end of each round, and at the end.
    pub moments: Vec<View>,
}

/// One searching side, and what play-outs are worth to it.
#[derive(Debug)]
struct Player {
    worth: Worth,
    seeker: Seeker,
}

/// Seeded dice, tactics for those who do not search, and everything heard.
#[derive(Debug)]
struct Seeking<'a, R: Rulebook> {
    plan: &'a Plan,
    number: u64,
    players: Vec<Player>,
    dice: Stream,
    own: LateStream,
    rest: R,
    copy: R,
    /// What has happened since the last resting point; empty where nobody searches.
    tape: Vec<Entry<R>>,
    /// How many dice and questions there have been.
    moment: u64,
    /// The record, if it is wanted.
    facts: Option<Vec<Fact>>,
    log: Vec<Event>,
}

/// Plays the fight of this number, the seekers searching; its record is written behind `facts`, if there are any.
pub(crate) fn seek<R: Rulebook>(
    start: &R,
    plan: &Plan,
    seekers: &[Seeker],
    number: u64,
    facts: Option<Vec<Fact>>,
) -> Sought {
    let mut fight = start.clone();
    let player = |seeker: &Seeker| Player { worth: Worth::new(start, seeker.side), seeker: *seeker };
    let mut table = Seeking {
        plan,
        number,
        players: seekers.iter().map(player).collect(),
        dice: Stream::new(plan.seed, number),
        own: LateStream::for_tactics(plan.seed, number),
        rest: start.clone(),
        copy: start.clone(),
        tape: Vec::new(),
        moment: 0,
        facts,
        log: Vec::new(),
    };
    let (mut moments, mut shown, mut first_out) = (vec![fight.view()], 0, Vec::new());
    let outcome = loop {
        let Ok(progress) = common::advance(&mut fight, &mut table);
        table.rest_at(&fight);
        if first_out.is_empty() {
            first_out = out_now(&fight);
        }
        let outcome = at_its_end(&fight, progress, plan.round_limit);
        if outcome.is_some() || fight.rounds_done() > shown {
            shown = fight.rounds_done();
            moments.push(fight.view());
        }
        if let Some(outcome) = outcome {
            break outcome;
        }
    };
    let roster = roster_of(&fight);
    let fates = (0..fight.roster_len()).map(|place| fight.fate(Who(place as u16))).collect();
    let heard = HeardFight { outcome, log: table.log, view: fight.view(), roster, first_out };
    Sought { heard, rounds: fight.round(), fates, facts: table.facts.unwrap_or_default(), moments }
}

/// Whether a question leaves a choice that can be tried.
fn is_free<A: Copy + PartialEq>(question: &Question<A>) -> bool {
    match &question.shape {
        Shape::Number { least, most } => least < most,
        Shape::Path { .. } | Shape::Text => false,
        _ => question.choices().len() > 1,
    }
}

impl<R: Rulebook> Seeking<'_, R> {
    fn rest_at(&mut self, fight: &R) {
        if !self.players.is_empty() {
            self.rest.clone_from(fight);
            self.tape.clear();
        }
        if let Some(facts) = &mut self.facts {
            facts.push(Fact::Rest { digest: digest(fight) });
        }
    }

    /// The answer to the question at this place.
    fn answer(&mut self, fight: &R, asks: &[R::Ask], place: usize) -> Answer<R::Act> {
        let Some(ask) = asks.get(place) else { return Answer::Number(0) };
        let seat = fight.seat(ask);
        let answer = match self.player(fight, seat) {
            None => self.plan.conduct.of_seat(fight, seat).answer(fight, ask, &mut self.own),
            Some(player) => {
                let own = fight.answer(0, ask, &mut self.own);
                if matches!(fight.weight(ask), Weight::Decision | Weight::Choice) && !fight.is_moot(ask) {
                    self.search(&fight.question(ask), own, (player, place))
                } else {
                    own
                }
            }
        };
        self.write(
            || Entry::Answer(place, answer.clone()),
            || {
                let question = fight.question(ask);
                let (to, rule) = (seat_name(fight, seat).to_owned(), question.rule.id.to_owned());
                Fact::Answer { to, rule, words: question.write(&answer), auto: true }
            },
        );
        answer
    }

    /// Who searches for a seat, by the place of its side.
    fn player(&self, fight: &R, seat: Seat) -> Option<usize> {
        let Seat::Of(who) = seat else { return None };
        self.players.iter().position(|player| player.seeker.side == fight.side(who))
    }

    /// Keeps what the table has just said, for those who want it.
    fn write(&mut self, entry: impl FnOnce() -> Entry<R>, fact: impl FnOnce() -> Fact) {
        self.moment += 1;
        if !self.players.is_empty() {
            self.tape.push(entry());
        }
        if let Some(facts) = &mut self.facts {
            facts.push(fact());
        }
    }

    fn search(
        &mut self,
        question: &Question<R::Act>,
        own: Answer<R::Act>,
        (player, place): (usize, usize),
    ) -> Answer<R::Act> {
        if !is_free(question) {
            return own;
        }
        let Player { worth, seeker } = &self.players[player];
        // Other dice than the fight's at every question: nobody looks ahead.
        let moment = self.moment.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let seed = self.plan.seed.wrapping_add(0x5eed_0fad_71ce) ^ self.number.rotate_left(32) ^ moment;
        let budget = Budget { play_outs: seeker.play_outs, seed, round_limit: self.plan.round_limit };
        let mut outset =
            Outset { rest: &self.rest, tape: &mut self.tape, facts: &[], place, worth, copy: &mut self.copy };
        let fallback = own.clone();
        weigh(&mut outset, question, own, budget).into_iter().next().map_or(fallback, |arm| arm.answer)
    }
}

impl<R: Rulebook> Table<R> for Seeking<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        let mut faces = Faces::new();
        for _ in 0..throw.count {
            let _ = faces.push(self.dice.die(throw.sides));
        }
        self.write(
            || Entry::Dice(faces.clone()),
            || Fact::Dice {
                rule: throw.rule.id.to_owned(),
                who: throw.who.map(|who| fight.name(who).to_owned()),
                sides: throw.sides,
                faces: faces.iter().copied().collect(),
            },
        );
        Ok(faces)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        Ok(self.answer(fight, &[ask], 0))
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        Ok((0, self.answer(fight, asks, 0)))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        let id = EventId(u32::try_from(self.log.len()).unwrap_or(u32::MAX));
        self.log.push(event());
        id
    }
}
