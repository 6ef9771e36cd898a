//! What may become of a fight: the odds of an answer, what it does on the ground, what it sets off, and how dangerous
//! things are.

use std::ops::ControlFlow;

use quintain_engine::{
    AnyLive, Budget, Event, Foresight, Going, Odds, OddsLimit, OnGround, ROUND_LIMIT, Reach, Waiting, Weight, Who,
};

use crate::danger::Danger;
use crate::fault::Fault;

/// How many dice and small decisions a rehearsal passes at most.
const REHEARSED: usize = 40;

/// A fight at one moment, apart from the table: whoever looks ahead keeps nobody waiting.
#[derive(Debug)]
pub struct Outlook {
    live: Box<dyn AnyLive>,
    sides: Vec<String>,
}

impl Outlook {
    pub(crate) fn new(live: Box<dyn AnyLive>, sides: Vec<String>) -> Outlook {
        Outlook { live, sides }
    }

    /// The odds of what follows if `who` answers so.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn odds(&self, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
        self.live.odds(who, words, limit).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    /// The same for as long as `going` says so; what has been found by then is told.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn odds_while(&self, who: &str, words: &str, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault> {
        self.live.odds_while(who, words, limit, going).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    /// What would be told if `who` answered so and every die showed its middle: the sums that go into it, their terms and
    /// rules. It goes on until somebody else has to decide on purpose, or the same seat again.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn rehearse(&self, who: &str, words: &str) -> Result<Vec<Event>, Fault> {
        let mut live = self.live.apart();
        live.answer(who, words).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
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
        Ok(live.log().to_vec())
    }

    /// The way that `who` would go by this answer, and who else would be asked on it as far as that is found out while `going`
    /// says so.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn foresee(&self, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault> {
        self.live.foresee(who, words, going).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    /// What an option of the question at this place of those that are open, by its own place in the list, does on the ground:
    /// the way, what waits there, what it covers and whom it would strike. Quickly said: nothing is played.
    pub fn on_ground(&self, place: usize, option: usize) -> OnGround {
        self.live.on_ground(place, option)
    }

    /// How far a combatant could come in its next turn, and strike there.
    pub fn reach_of(&self, who: Who) -> Reach {
        self.live.reach_of(who)
    }

    /// Everyone's name, in roster order.
    pub fn names(&self) -> Vec<String> {
        self.live.roster().into_iter().map(|(name, _)| name).collect()
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
        danger
    }
}
