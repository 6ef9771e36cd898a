//! What may become of a fight: the odds of an answer, what it does on the ground, what it sets off, and how dangerous
//! things are.

use std::ops::ControlFlow;

use quintain_engine::{
    AnyLive, Budget, EDICT, Event, EventId, Foresight, Going, Lens, Odds, OddsLimit, OnGround, ROUND_LIMIT, Reach,
    Waiting, Weight, Who,
};

use crate::danger::Danger;
use crate::fault::Fault;

/// How many dice and small decisions a rehearsal passes at most.
const REHEARSED: usize = 40;

/// A fight at one moment, apart from the table: looking ahead keeps nobody waiting.
#[derive(Debug)]
pub struct Outlook {
    live: Box<dyn AnyLive>,
    sides: Vec<String>,
    /// Through which it is looked at, where not everything may be known.
    lens: Option<Lens>,
}

/// What is told after the first `before` events, counted anew. Edicts are no part of it: by them a fight was made what a chair
/// believes.
fn told_after(before: usize, log: &[Event]) -> Vec<Event> {
    let mut counted = 0..;
    let number = |event: &Event| if event.rule.id == EDICT.id { None } else { counted.next().map(EventId) };
    let numbers: Vec<Option<EventId>> = log.iter().skip(before).map(number).collect();
    let number = |cause: EventId| numbers.get((cause.0 as usize).checked_sub(before)?).copied().flatten();
    let told = log.iter().skip(before).zip(&numbers).filter(|(_, number)| number.is_some());
    told.map(|(event, _)| Event { cause: event.cause.and_then(number), ..event.clone() }).collect()
}

impl Outlook {
    pub(crate) fn new(live: Box<dyn AnyLive>, sides: Vec<String>, lens: Option<Lens>) -> Outlook {
        Outlook { live, sides, lens }
    }

    /// The words as the rules know them.
    fn said(&self, words: &str) -> Result<String, Fault> {
        let Some(lens) = &self.lens else { return Ok(words.to_owned()) };
        lens.foreseeable(&*self.live, words).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    fn not_taken(&self, fault: &quintain_engine::Fault) -> Fault {
        let words = fault.to_string();
        Fault::NotTaken(self.lens.as_ref().map_or_else(|| words.clone(), |lens| lens.words(&words)))
    }

    /// The odds of what follows if `who` answers so.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn odds(&self, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
        self.odds_while(who, words, limit, &|| true)
    }

    /// The same for as long as `going` says so; what has been found by then is told.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn odds_while(&self, who: &str, words: &str, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault> {
        let odds =
            self.live.odds_while(who, &self.said(words)?, limit, going).map_err(|fault| self.not_taken(&fault))?;
        Ok(match &self.lens {
            Some(lens) => lens.odds(odds),
            None => odds,
        })
    }

    /// What would be told from then on if `who` answered so and every die showed its middle: the sums that go into it, their terms and
    /// rules. It goes on until another seat has to decide on purpose, or the same seat again.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn rehearse(&self, who: &str, words: &str) -> Result<Vec<Event>, Fault> {
        let mut live = self.live.apart();
        let before = live.log().len();
        live.answer(who, &self.said(words)?).map_err(|fault| self.not_taken(&fault))?;
        for _ in 0..REHEARSED {
            let went_on = match live.waiting() {
                Waiting::Dice { count, sides, .. } => live.throw(&vec![sides / 2 + 1; usize::from(count)]),
                Waiting::Answer(open) if open.iter().any(|asked| asked.question.weight == Weight::Decision) => break,
                Waiting::Answer(_) => live.answer_default(),
                _ => break,
            };
            if went_on.is_err() {
                break;
            }
        }
        let told = told_after(before, live.log());
        Ok(match &self.lens {
            Some(lens) => told.iter().map(|event| lens.foreseen(event)).collect(),
            None => told,
        })
    }

    /// The way that `who` would go by this answer, and who else would be asked on it as far as that is found out while `going`
    /// says so.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn foresee(&self, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault> {
        let foresight = self.live.foresee(who, &self.said(words)?, going).map_err(|fault| self.not_taken(&fault))?;
        Ok(match &self.lens {
            Some(lens) => lens.foresight(foresight),
            None => foresight,
        })
    }

    /// What an option of the question at this place of those that are open, by its own place in the list, does on the ground:
    /// the way, what waits there, what it covers and who would be struck. Quickly said: nothing is played.
    pub fn on_ground(&self, place: usize, option: usize) -> OnGround {
        let ground = self.live.on_ground(place, option);
        match &self.lens {
            Some(lens) => lens.on_ground(ground),
            None => ground,
        }
    }

    /// How far a combatant could come in its next turn, and strike there.
    pub fn reach_of(&self, who: Who) -> Reach {
        let truly = match &self.lens {
            Some(lens) => lens.back(who),
            None => Some(who),
        };
        let reach = truly.map(|who| self.live.reach_of(who)).unwrap_or_default();
        match &self.lens {
            Some(lens) => lens.reach(reach),
            None => reach,
        }
    }

    /// The fight as it is known, for those who play it out.
    pub fn fight(&self) -> &dyn AnyLive {
        &*self.live
    }

    /// Everyone's name, in roster order.
    pub fn names(&self) -> Vec<String> {
        match &self.lens {
            Some(lens) => lens.names(),
            None => self.live.roster().into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// Plays the fight out from here in `ways` ways. The dice of each follow from its number, so that the first hundred
    /// of a thousand are the same as a hundred.
    pub fn danger(&self, ways: u32) -> Danger {
        let mut danger = Danger::none(&self.sides, self.live.roster());
        let round_limit = self.live.view().round.saturating_add(ROUND_LIMIT);
        self.live.play_outs(Budget { play_outs: ways, seed: 1, round_limit }, &mut |outcome, fates| {
            danger.add(outcome, fates);
            ControlFlow::Continue(())
        });
        match &self.lens {
            Some(lens) => danger.known_by(&|place| lens.called(place)),
            None => danger,
        }
    }
}
