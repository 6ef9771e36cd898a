//! Parrying, and the counter-attack that may itself be parried.

use quintain_engine::{Event, Refusal, Table, Who};

use super::attack::Aim;
use super::gu::talents;
use super::melee::{self, Blow};
use super::percentile::{self, Trial};
use super::reactions::{Happening, Trigger};
use crate::ask::{self, Act, Ask};
use crate::fight::Fight;
use crate::kinds::Score;
use crate::underway::Test;

quintain_engine::section! {
    "Parry";
    WINDOW = Choice "parry.window": "A parry answers a melee attack that is known to hit, before its damage is rolled.";
    TEST = Engine "parry.test": "A Close Combat test with +10, opposed to the attack roll.", ruling "Unopposed where the attack needed no roll.", house "opposed.retest-limit";
    SUCCESS = Engine "parry.success": "A success: no damage and nothing else of the attack.";
    COUNTER = Choice "parry.counter": "After it, one melee attack at that opponent, if it is within reach.";
    CHAIN = Choice "parry.chain": "The counter-attack may be parried in turn, and so on.", ruling "The one whose turn it is may parry it, too, but neither dodge nor shield.", house "parry.on-own-turn";
}

/// Whether somebody may parry this.
///
/// # Errors
/// The refusal.
pub fn may_parry(fight: &Fight, who: Who, trigger: &Trigger) -> Result<(), Refusal> {
    if trigger.what != Happening::Hit || !trigger.melee || trigger.over {
        return Err(Refusal::new(&WINDOW, "only a melee attack that hits can be parried"));
    }
    if trigger.at != Some(who) && !guards(fight, who, trigger) {
        return Err(Refusal::new(&WINDOW, "the attack is at another"));
    }
    Ok(())
}

/// Whether somebody stands guard for an ally who has been hit by one within its own reach.
pub fn guards(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    let ally = trigger.at.is_some_and(|at| at != who && !fight.foes(who, at));
    let hit = trigger.what == Happening::Hit && trigger.melee;
    hit && ally
        && fight.foes(who, trigger.by)
        && talents::is_sentinel(fight, who)
        && fight.distance(who, trigger.by) <= u32::from(melee::melee_reach(fight, who))
}

/// The test of a parry against somebody.
fn trial(fight: &Fight, who: Who, by: Who) -> Trial {
    let practice = talents::parry_modifier(fight, who);
    let trial = Trial::of(who, Score::CloseCombat, &TEST).against(by).with(&TEST, "parry", 10);
    trial.with(&TEST, "practice", practice)
}

/// The highest die with which a parry would succeed; `None` where none would.
pub fn needed(fight: &Fight, who: Who, trigger: &Trigger) -> Option<i16> {
    percentile::needed(fight, trial(fight, who, trigger.by))
}

/// A parry of an attack that has hit. Says whether it is avoided.
pub(crate) fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    aim: &Aim,
    roll: Option<(Test, &Trial)>,
) -> Result<bool, T::Halt> {
    let trial = trial(fight, who, aim.by);
    let (won, event) = percentile::against_hit(fight, table, &trial, roll)?;
    if !won {
        table.tell(|| {
            let text = format!("{} does not parry", fight.label(who));
            Event::new(&TEST, text).by(who).because(event).and(&WINDOW)
        });
        return Ok(false);
    }
    table.tell(|| {
        let text = format!("{} parries", fight.label(who));
        Event::new(&SUCCESS, text).by(who).because(event).and(&WINDOW)
    });
    counter(fight, table, who, aim.by)?;
    Ok(true)
}

/// `parry.counter`.
fn counter<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let any = counters(fight, who, at).next().is_some();
    if !any || !melee::can_strike(fight, who) {
        return Ok(());
    }
    if let Some(Act::Strike(blow)) = ask::act(fight, table, Ask::Counter { who, at, reacts: false })? {
        table.tell(|| Event::new(&COUNTER, format!("{} strikes back", fight.label(who))).by(who).to(at));
        melee::strike(
            fight,
            table,
            who,
            Blow { counter: true, modifier: talents::counter_modifier(fight, who), ..blow },
        )?;
    }
    Ok(())
}

/// Every melee attack that somebody could answer with.
pub fn counters(fight: &Fight, who: Who, at: Who) -> impl Iterator<Item = Blow> + '_ {
    let strikes = melee::strikes(fight, who);
    (0..strikes.len()).filter_map(move |place| {
        let blow = Blow::plain(strikes[place], at);
        let fits =
            melee::is_melee(fight, blow.with) && super::attack::may_aim(fight, &melee::aim(fight, who, &blow)).is_ok();
        fits.then_some(blow)
    })
}
