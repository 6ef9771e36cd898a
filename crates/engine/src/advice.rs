//! Advice: the options of an open question of a live fight weighed by play-outs from there.

use quintain_dice::LateStream;

use crate::cast::Seat;
use crate::live::Live;
use crate::rulebook::Rulebook;
use crate::search::{Arm, Lore, Outset, Worth, weigh};
use crate::tactics::Tactics;

/// How questions are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// The most play-outs for one question. It is counted, not timed, so that the advice is the same on every machine.
    pub play_outs: u32,
    /// The seed of their dice.
    pub seed: u64,
    /// The round after which a play-out counts as undecided.
    pub round_limit: u32,
}

/// One answer and what play-outs make of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The answer, as it is said.
    pub words: String,
    /// How many times it was tried.
    pub tries: u32,
    /// Its worth to the side asked, from 0 to 1: four fifths for victory, one for who of both sides is left and how hurt.
    pub worth: f64,
    /// The share of play-outs that its side won.
    pub won: f64,
}

/// The answers to the open question at `place`, the one to give first; everybody plays the rulebook's best tactics from
/// there. What those tactics would answer comes first unless another is clearly better. Empty where nothing is asked
/// of a combatant there.
pub fn advise<R: Rulebook>(live: &Live<R>, place: usize, budget: Budget) -> Vec<Weighed> {
    let Some((ask, question)) = live.asked(place) else { return Vec::new() };
    let Seat::Of(asked) = question.to else { return Vec::new() };
    let fight = live.fight();
    let (rest, facts) = live.since_rest();
    let seed = budget.seed ^ (live.facts().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let own = Tactics::default().answer(fight, ask, &mut LateStream::for_tactics(seed, 0));
    let worth = Worth::new(live.start(), fight.side(asked));
    let (mut tape, mut copy) = (Vec::new(), rest.clone());
    let mut outset = Outset { rest, tape: &mut tape, facts, place, worth: &worth, copy: &mut copy, kept: &[] };
    let (arms, _) = weigh(&mut outset, (fight, ask, question), own, Budget { seed, ..budget }, &mut Lore::default());
    let weighed = |arm: &Arm<R::Act>| Weighed {
        words: question.write(&arm.answer),
        tries: arm.tries,
        worth: arm.mean(),
        won: arm.won(),
    };
    arms.iter().map(weighed).collect()
}
