//! Holding an action until its trigger comes.

use quintain_engine::{Event, Refusal, Table, Who};

use super::percentile::{Opposed, Trial, settle, test};
use super::reactions::{self, Happening, Trigger};
use super::{attack, grapple, melee, turns};
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::fight::{Begun, Fight};
use crate::hold::{Doing, Held, HeldAction};
use crate::kinds::Score;

quintain_engine::section! {
    "Hold an action";
    DECLARE = Choice "hold.declare": "As the Combat Action one names a Combat Action and a trigger, broad or narrow.", ruling "In words, and as a pattern that can be checked.";
    ONE_ACTIVATION = Engine "hold.one-activation": "A held Activate Gu is a single activation.";
    TRIGGER_REACTION = Choice "hold.trigger-reaction": "When the trigger comes the holder may spend a reaction on the action.", ruling "It lapses at the start of the holder's next turn.";
    OPPOSED = Engine "hold.opposed": "If the trigger is an enemy's doing an opposed test says whose action is first: Close Combat within 2 m, Ranged Attack beyond.", ruling "The winner's action is resolved completely; the other's follows if it is still legal.", house "opposed.retest-limit";
}

/// Whether somebody may hold this action now.
///
/// # Errors
/// The refusal.
pub fn may_hold(fight: &Fight, who: Who, action: HeldAction) -> Result<(), Refusal> {
    turns::may_begin_any(fight, who)?;
    let limited = fight.one(who).is(Condition::FinalStand);
    match action {
        _ if limited => Err(Refusal::new(&super::final_stand::LIMITS, "in Final Stand only Gu can be held ready")),
        HeldAction::Attack if melee::strikes(fight, who).is_empty() => {
            Err(Refusal::new(&DECLARE, "it has nothing to strike with"))
        }
        _ => Ok(()),
    }
}

/// Holds an action: what, for what trigger, and in which words.
pub(crate) fn hold<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    action: HeldAction,
) -> Result<(), T::Halt> {
    let Some(Act::Pattern(when)) = ask::act(fight, table, Ask::HoldWhen { who })? else { return Ok(()) };
    let words = ask::words(fight, table, Ask::HoldWords { who })?;
    fight.turn.begun = Begun::Done;
    fight.one_mut(who).held = Some(Held { action, when });
    table.tell(|| {
        let what = ask::held_text(action);
        let mut text = format!("{} holds: {what}, {}", fight.label(who), ask::pattern_text(fight, when));
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            text = format!("{text} ({words})");
        }
        Event::new(&DECLARE, text).by(who)
    });
    Ok(())
}

/// Whether what happens is what somebody's held action waits for.
///
/// # Errors
/// The refusal.
pub fn may_release(fight: &Fight, who: Who, trigger: &Trigger) -> Result<(), Refusal> {
    let Some(held) = fight.one(who).held else {
        return Err(Refusal::new(&TRIGGER_REACTION, "it holds no action"));
    };
    let whose = match held.when.whose {
        Some(whose) => whose == trigger.by,
        None => fight.foes(who, trigger.by),
    };
    let attacks = matches!(trigger.what, Happening::Aimed);
    let moves = matches!(trigger.what, Happening::Moved | Happening::Arrived);
    let does = match held.when.does {
        Doing::AnythingHostile => {
            attacks || trigger.what == Happening::Effect || (moves && fight.distance(who, trigger.by) <= 2)
        }
        Doing::Attacks => attacks,
        Doing::AttacksMe => attacks && trigger.at == Some(who),
        Doing::Moves => moves,
        Doing::ComesWithin(metres) => moves && fight.distance(who, trigger.by) <= u32::from(metres),
    };
    if whose && does { Ok(()) } else { Err(Refusal::new(&TRIGGER_REACTION, "that is not what it waits for")) }
}

/// The trigger has come: the opposed test, and the action now or after that of the other.
pub(crate) fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Who) -> Result<(), T::Halt> {
    let Some(held) = fight.one_mut(who).held.take() else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} takes its held action", fight.label(who));
        Event::new(&reactions::HELD, text).by(who).and(&TRIGGER_REACTION)
    });
    if fight.foes(who, by) && !goes_first(fight, table, who, by)? {
        fight.turn.later.push((who, by, held.action));
        return Ok(());
    }
    act(fight, table, who, by, held.action)
}

fn goes_first<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Who) -> Result<bool, T::Halt> {
    let near = fight.distance(who, by) <= 2;
    let score = if near { Score::CloseCombat } else { Score::RangedAttack };
    let mine = Trial::of(who, score, &OPPOSED).against(by);
    let theirs = Trial::of(by, score, &OPPOSED).against(who);
    let first = test(fight, table, mine.clone())?;
    let second = test(fight, table, theirs.clone())?;
    let won = settle(fight, table, (&mine, first), (&theirs, second))? == Opposed::Won;
    table.tell(|| {
        let (first, second) = if won { (who, by) } else { (by, who) };
        let text = format!("{} is faster than {}", fight.label(first), fight.label(second));
        Event::new(&OPPOSED, text).by(first).to(second)
    });
    Ok(won)
}

/// Held actions that lost against their triggers come now, if they still can.
pub(crate) fn later<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while let Some((who, by, action)) = fight.turn.later.first().copied() {
        fight.turn.later.remove(0);
        let able = fight.present(who) && !fight.one(who).conditions.any(crate::condition::HELPLESS);
        if able {
            act(fight, table, who, by, action)?;
        } else {
            table.tell(|| {
                let text = format!("{} cannot take its held action any more", fight.label(who));
                Event::new(&OPPOSED, text).by(who)
            });
        }
    }
    Ok(())
}

/// The held action itself.
fn act<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    action: HeldAction,
) -> Result<(), T::Halt> {
    match action {
        HeldAction::Attack => {
            if blows(fight, who).next().is_none() {
                table.tell(|| Event::new(&OPPOSED, format!("nobody is in reach of {}", fight.label(who))).by(who));
                return Ok(());
            }
            match ask::act(fight, table, Ask::HeldStrike { who, by })? {
                Some(Act::Strike(blow)) => melee::strike(fight, table, who, blow),
                _ => Ok(()),
            }
        }
        HeldAction::Grapple => {
            let near = fight.everyone().find(|at| *at == by && grapple::could_grapple(fight, who, *at).is_ok());
            match near {
                Some(at) => grapple::grapple(fight, table, who, at),
                None => Ok(()),
            }
        }
        HeldAction::Sprint => {
            table.tell(|| {
                let text = format!("{} sprints, with no movement of its own to triple now", fight.label(who));
                Event::new(&turns::SPRINT_TRIPLE, text).by(who)
            });
            Ok(())
        }
    }
}

/// Every strike that somebody could make at an enemy in reach.
pub fn blows(fight: &Fight, who: Who) -> impl Iterator<Item = melee::Blow> + '_ {
    let strikes = melee::strikes(fight, who);
    let foes = fight.everyone().filter(move |at| fight.foes(who, *at) && fight.present(*at));
    foes.flat_map(move |at| (0..strikes.len()).map(move |place| melee::Blow::plain(strikes[place], at)))
        .filter(move |blow| attack::may_aim(fight, &melee::aim(fight, who, blow)).is_ok())
}
