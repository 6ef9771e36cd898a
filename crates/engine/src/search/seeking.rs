//! The table of an unattended fight that is heard in full, and in which some sides may search.

use std::convert::Infallible;

use quintain_dice::{Faces, LateStream, Stream};

use super::audit::{Audit, decided, decider};
use super::kept::{Kept, Standing, Way, is_free, is_searched};
use super::offers::{Heed, Moves, Offers};
use super::{Entry, Lore, Outset, Trial, Worth, weigh};
use crate::advice::Budget;
use crate::cast::{Seat, Side, Who};
use crate::common;
use crate::digest::digest;
use crate::event::{Event, EventId};
use crate::face::{HeardFight, Moment, Plan, Quiet, at_its_end, out_now, roster_of, rounds_of};
use crate::fact::Fact;
use crate::had::Forced;
use crate::question::Answer;
use crate::rulebook::{Fate, Outcome, Rulebook, seat_name};
use crate::table::{Table, Throw};
use crate::view::View;

/// A side that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seeker {
    /// The side.
    pub side: Side,
    /// How many play-outs a question may cost; what one does not need, closer ones may spend. They are counted, not timed, so
    /// that the answers are the same on every machine.
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
    /// Its record: dice and answers from where it was begun.
    pub facts: Vec<Fact>,
    /// The state at the start, at the end of each round, and at the end.
    pub moments: Vec<View>,
}

/// One searching side, what play-outs are worth to it, and what they have taught it in this fight.
#[derive(Debug)]
struct Player<R: Rulebook> {
    worth: Worth,
    seeker: Seeker,
    lore: Lore,
    /// The play-outs behind its last answer, with how many resting points there had been by then and how much of the tape
    /// stood before that answer.
    kept: Option<(Kept<R>, usize, usize)>,
}

/// Seeded dice, tactics for those who do not search, and everything heard.
#[derive(Debug)]
struct Seeking<'a, R: Rulebook> {
    plan: &'a Plan,
    number: u64,
    players: Vec<Player<R>>,
    dice: Stream,
    own: LateStream,
    rest: R,
    copy: R,
    /// What has happened since the last resting point; empty where nobody searches.
    tape: Vec<Entry<R>>,
    /// What was said before the moment from which it goes on, and how much of it has been repeated.
    before: &'a [Entry<R>],
    repeated: usize,
    /// How many facts of its record stand before that moment.
    recorded: usize,
    /// Answers that are forced.
    forced: Forced,
    /// What everybody could do, where that is heeded.
    offers: Option<Offers>,
    moves: Option<Moves>,
    /// Where tactics chose worse than they could, where that is looked for.
    audit: Option<Audit>,
    /// How many dice and questions there have been.
    moment: u64,
    /// How many resting points there have been, the end apart.
    rests: usize,
    /// The record, if it is wanted.
    facts: Option<Vec<Fact>>,
    log: Vec<Event>,
}

/// From where a fight is played: a resting point, and what was said behind it before the fight goes on.
#[derive(Debug)]
pub(crate) struct Start<'a, R: Rulebook> {
    /// The resting point.
    pub(crate) rest: &'a R,
    /// The moment behind it; none at the beginning of a fight.
    pub(crate) moment: Option<&'a Moment<R>>,
}

impl<R: Rulebook> Start<'_, R> {
    fn shown(&self) -> &R {
        self.moment.map_or(self.rest, |moment| moment.live().fight())
    }
}

/// Plays the fight of this number, the seekers searching; its record is written behind `facts`, if there are any.
pub(crate) fn seek<R: Rulebook>(
    from: &Start<'_, R>,
    plan: &Plan,
    (seekers, heed): (&[Seeker], Heed),
    number: u64,
    facts: Option<Vec<Fact>>,
) -> Sought {
    let mut fight = from.rest.clone();
    let mut table = Seeking::new(from, plan, (seekers, heed), number, facts);
    let start = from.shown();
    let (mut moments, mut shown, mut first_out) = (vec![start.view()], start.rounds_done(), Vec::new());
    let (out_before, mut quiet) = (out_now(start), Quiet::before(plan.round_limit));
    let outcome = loop {
        let Ok(progress) = common::advance(&mut fight, &mut table);
        table.rest_at(&fight);
        if first_out.is_empty() {
            first_out = out_now(&fight).into_iter().filter(|who| !out_before.contains(who)).collect();
        }
        let outcome = at_its_end(&fight, progress, plan.round_limit);
        if outcome.is_some() || fight.rounds_done() > shown {
            shown = fight.rounds_done();
            moments.push(fight.view());
        }
        if let Some(outcome) = outcome {
            break outcome;
        }
        quiet.look(&fight);
    };
    let roster = roster_of(&fight);
    let fates = (0..fight.roster_len()).map(|place| fight.fate(Who(place as u16))).collect();
    let (given, offers) = (table.forced.given(), table.offers.unwrap_or_default());
    let (choices, offers) = (offers.choices, offers.into_list());
    let audited = table.audit.map(Audit::found).unwrap_or_default();
    let (log, view, stalemate) = (table.log, fight.view(), outcome.is_none() && quiet.is_stalemate(&fight));
    let rounds = rounds_of(&fight, plan.round_limit);
    let heard = HeardFight { outcome, log, view, roster, first_out, given, choices, offers, audited, stalemate };
    Sought { heard, rounds, fates, facts: table.facts.unwrap_or_default(), moments }
}

impl<'a, R: Rulebook> Seeking<'a, R> {
    fn new(
        from: &Start<'a, R>,
        plan: &'a Plan,
        (seekers, heed): (&[Seeker], Heed),
        number: u64,
        facts: Option<Vec<Fact>>,
    ) -> Self {
        let player = |seeker: &Seeker| Player {
            worth: Worth::new(from.rest, seeker.side),
            seeker: *seeker,
            lore: Lore::default(),
            kept: None,
        };
        let fresh = || (Stream::new(plan.seed, number), LateStream::for_tactics(plan.seed, number));
        let (dice, own) = from.moment.map_or_else(fresh, |moment| moment.streams(plan.seed, number));
        Seeking {
            plan,
            number,
            players: seekers.iter().map(player).collect(),
            dice,
            own,
            rest: from.rest.clone(),
            copy: from.rest.clone(),
            tape: Vec::new(),
            before: from.moment.map_or(&[], Moment::tape),
            repeated: 0,
            recorded: from.moment.map_or(0, |moment| moment.live().facts().len()),
            forced: from.moment.map(Moment::forced).unwrap_or_default(),
            offers: matches!(heed, Heed::Offers | Heed::Moves(_)).then(Offers::default),
            moves: if let Heed::Moves(moves) = heed { Some(moves) } else { None },
            audit: if let Heed::Audit(auditing) = heed { Some(Audit::new(auditing)) } else { None },
            moment: 0,
            rests: 0,
            facts,
            log: Vec::new(),
        }
    }

    /// Whether copies are played out from here.
    fn plays_out(&self) -> bool {
        !self.players.is_empty() || self.moves.is_some() || self.audit.is_some()
    }

    /// What was said at this place before the moment from which the fight goes on, if that is still to be repeated.
    fn repeat(&mut self, fight: &mut R) -> Option<Entry<R>> {
        loop {
            let entry = self.before.get(self.repeated)?.clone();
            self.repeated += 1;
            if self.plays_out() {
                self.tape.push(entry.clone());
            }
            match entry {
                Entry::Edict(edict) => _ = fight.edict(&edict),
                entry => return Some(entry),
            }
        }
    }

    fn rest_at(&mut self, fight: &R) {
        if self.plays_out() {
            self.rest.clone_from(fight);
            self.tape.clear();
        }
        self.rests += 1;
        if let Some(facts) = &mut self.facts {
            facts.push(Fact::Rest { digest: digest(fight) });
        }
    }

    /// The answer to the question at this place, unless a forced one takes its place.
    fn answer(&mut self, fight: &R, asks: &[R::Ask], place: usize) -> (usize, Answer<R::Act>) {
        let (place, given) = match self.forced.answer(fight, asks) {
            Some((place, answer)) => (place, Some(answer)),
            None => (place, None),
        };
        let auto = given.is_none();
        let Some(ask) = asks.get(place) else { return (place, Answer::Number(0)) };
        let seat = fight.seat(ask);
        let answer = given.unwrap_or_else(|| self.chosen(fight, (ask, seat), place));
        self.survey(fight, (ask, seat), (place, &answer));
        if auto {
            self.audit(fight, (ask, seat), (place, &answer));
        }
        self.write(
            || Entry::Answer(place, answer.clone()),
            || {
                let question = fight.question(ask);
                let (to, rule) = (seat_name(fight, seat).to_owned(), question.rule.id.to_owned());
                Fact::Answer { to, rule, words: question.write(&answer), auto }
            },
        );
        (place, answer)
    }

    /// What tactics or search choose.
    fn chosen(&mut self, fight: &R, (ask, seat): (&R::Ask, Seat), place: usize) -> Answer<R::Act> {
        let Some(player) = self.player(fight, seat) else {
            return self.plan.conduct.of_seat(fight, seat).answer(fight, ask, &mut self.own);
        };
        let own = fight.answer(0, ask, &mut self.own);
        if is_searched(fight, ask) { self.search((fight, ask), own, (player, place)) } else { own }
    }

    /// Counts what a combatant could do here, and tries it where that is asked for.
    fn survey(&mut self, fight: &R, (ask, seat): (&R::Ask, Seat), (place, answer): (usize, &Answer<R::Act>)) {
        let Seat::Of(who) = seat else { return };
        let Some(mut offers) = self.offers.take() else { return };
        if !fight.is_moot(ask) {
            let question = fight.question(ask);
            let before = offers.choices;
            let kinds = offers.hear((fight, ask, who), &question, answer);
            if let Some(moves) = self.moves.filter(|it| offers.choices > before && before.is_multiple_of(it.every)) {
                let (side, mut draw) = (fight.side(who), LateStream::for_tactics(self.seed_here(), 0));
                offers.weigh(&kinds, answer, &mut draw, &mut |tried| self.wins(moves, (place, tried, side)));
            }
        }
        self.offers = Some(offers);
    }

    /// Looks at some of the decisions of tactics, where that is asked for.
    fn audit(&mut self, fight: &R, (ask, seat): (&R::Ask, Seat), (place, answer): (usize, &Answer<R::Act>)) {
        let Some(mut audit) = self.audit.take() else { return };
        if let Some(who) = decider(fight, (ask, seat)).filter(|_| !fight.is_moot(ask)) {
            let (question, seed) = (fight.question(ask), self.seed_here());
            let decided = decided((fight, ask, &question), answer);
            if is_free(&question) && audit.count(&decided, seed) {
                let (worth, facts) = (Worth::new(&self.rest, fight.side(who)), &[]);
                let (rest, tape, copy) = (&self.rest, &mut self.tape, &mut self.copy);
                let mut outset = Outset { rest, tape, facts, place, worth: &worth, copy, kept: &[] };
                let at = (who, self.recorded + self.moment as usize + self.rests);
                let dice = (seed, self.plan.round_limit);
                audit.judge(&mut outset, (fight, ask, &question), at, (decided, answer), dice);
            }
        }
        self.audit = Some(audit);
    }

    /// In which of some play-outs the side wins by this answer.
    fn wins(&mut self, moves: Moves, (place, tried, side): (usize, &Answer<R::Act>, Side)) -> Vec<bool> {
        let seed = self.seed_here();
        let won = |number: u32| {
            self.copy.clone_from(&self.rest);
            let table = Trial::new((&mut self.tape, &[]), Some((place, tried, side)), (seed, number.into()));
            table.play_out(&mut self.copy, self.plan.round_limit) == Some(Outcome::Won(side))
        };
        (0..moves.play_outs).map(won).collect()
    }

    /// A seed of other dice than the fight's at every question: nobody looks ahead.
    fn seed_here(&self) -> u64 {
        let moment = self.moment.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.plan.seed.wrapping_add(0x5eed_0fad_71ce) ^ self.number.rotate_left(32) ^ moment
    }

    /// Who searches for a seat, by the place of its side.
    fn player(&self, fight: &R, seat: Seat) -> Option<usize> {
        let Seat::Of(who) = seat else { return None };
        self.players.iter().position(|player| player.seeker.side == fight.side(who))
    }

    /// Keeps what the table has just said, for those who want it.
    fn write(&mut self, entry: impl FnOnce() -> Entry<R>, fact: impl FnOnce() -> Fact) {
        self.moment += 1;
        if self.plays_out() {
            self.tape.push(entry());
        }
        if let Some(facts) = &mut self.facts {
            facts.push(fact());
        }
    }

    fn search(
        &mut self,
        (fight, ask): (&R, &R::Ask),
        own: Answer<R::Act>,
        (player, place): (usize, usize),
    ) -> Answer<R::Act> {
        let question = fight.question(ask);
        if !is_free(&question) {
            return own;
        }
        let (seed, standing) = (self.seed_here(), self.standing(player, &own));
        let Player { worth, seeker, lore, .. } = &mut self.players[player];
        let budget = Budget { play_outs: seeker.play_outs, seed, round_limit: self.plan.round_limit };
        let (rest, tape, copy, kept) = (&self.rest, &mut self.tape, &mut self.copy, &standing[..]);
        let mut outset = Outset { rest, tape, facts: &[], place, worth, copy, kept };
        let fallback = own.clone();
        let (arms, kept) = weigh(&mut outset, (fight, ask, &question), own, budget, lore);
        self.players[player].kept = Some((kept, self.rests, self.tape.len()));
        arms.into_iter().next().map_or(fallback, |arm| arm.answer)
    }

    /// The play-outs behind a player's last answer that stand here already, and went on with the rulebook's own answer.
    fn standing(&mut self, player: usize, own: &Answer<R::Act>) -> Vec<Standing> {
        let Some((kept, rests, before)) = self.players[player].kept.take() else { return Vec::new() };
        let come = match self.rests - rests {
            // Behind the answer itself.
            0 => Way::come(None, self.tape.get(before + 1..).unwrap_or_default()),
            1 => Way::come(Some(&self.rest), &self.tape),
            _ => return Vec::new(),
        };
        kept.at(&come, own)
    }
}

impl<R: Rulebook> Table<R> for Seeking<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        if let Some(Entry::Dice(faces)) = self.repeat(fight) {
            return Ok(faces);
        }
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
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        if let Some(Entry::Answer(place, answer)) = self.repeat(fight) {
            return Ok((place, answer));
        }
        Ok(self.answer(fight, asks, 0))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        let id = EventId(u32::try_from(self.log.len()).unwrap_or(u32::MAX));
        self.log.push(event());
        id
    }
}
