//! Holding an action until its trigger comes.

use quintain_engine::{Event, Refusal, Table, Who};

use super::percentile::{Opposed, Trial, settle, test};
use super::reactions::{self, Happening, Trigger};
use super::standing::entry;
use super::{activating, areas, final_stand, grapple, gu, killer_moves, melee, status, stones, turns};
use crate::area::Area;
use crate::ask::{self, Act, Ask};
use crate::book::{Effect, Keyword, Power};
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight, Turn};
use crate::hold::{Doing, Held, HeldAction, Pattern};
use crate::kinds::Score;

quintain_engine::section! {
    "Hold an action";
    DECLARE = Choice "hold.declare": "As the Combat Action one names a Combat Action and a trigger, broad or narrow.", ruling "In words, and as a pattern that can be checked; what can never come about in the fight is no trigger.";
    ONE_ACTIVATION = Engine "hold.one-activation": "A held Activate Gu is a single activation.";
    TRIGGER_REACTION = Choice "hold.trigger-reaction": "When the trigger comes the holder may spend a reaction on the action.", ruling "It lapses at the start of the holder's next turn.";
    OPPOSED = Engine "hold.opposed": "If the trigger is an enemy's doing an opposed test says whose action is first: Close Combat within 2 m, Ranged Attack beyond.", ruling "The winner's action is resolved completely; the other's follows if it is still legal.", house "opposed.retest-limit";
}

/// Whether a held action is the activation of a Gu, which Final Stand allows.
pub fn activates(fight: &Fight, action: HeldAction) -> bool {
    match action {
        HeldAction::Gu(_) => true,
        HeldAction::Move(_) => fight.house().final_stand_moves,
        _ => false,
    }
}

/// Every action that somebody might think of holding.
pub fn actions(fight: &Fight, who: Who) -> Vec<HeldAction> {
    let one = fight.one(who);
    let mut all = vec![HeldAction::Attack, HeldAction::Grapple, HeldAction::Sprint];
    if one.held_by.is_some() {
        all.push(HeldAction::BreakFree);
    }
    if one.is(Condition::Burning) {
        all.push(HeldAction::RollOut);
    }
    if one.essence.max > 0 {
        all.extend((1..=derived::free_hands(fight, who).min(4)).map(HeldAction::Absorb));
    }
    for (slot, owned) in one.gu.iter().enumerate() {
        let held = if killer_moves::is_move(fight, *owned) { HeldAction::Move } else { HeldAction::Gu };
        if !matches!(owned.state, GuState::Dead | GuState::Carved) {
            all.push(held(slot as u8));
        }
    }
    all
}

/// Whether somebody may hold this action now.
///
/// # Errors
/// The refusal.
pub fn may_hold(fight: &Fight, who: Who, action: HeldAction) -> Result<(), Refusal> {
    turns::may_begin_any(fight, who)?;
    if !activates(fight, action) {
        final_stand::may_do_more(fight, who)?;
    }
    let no = |why: &'static str| Err(Refusal::new(&DECLARE, why));
    match action {
        HeldAction::Attack if melee::strikes(fight, who).is_empty() => no("it has nothing to strike with"),
        HeldAction::BreakFree if fight.one(who).held_by.is_none() => no("nobody holds it"),
        HeldAction::RollOut => status::may_roll_out(fight, who),
        HeldAction::Absorb(stones) => stones::may_absorb(fight, who, stones),
        HeldAction::Gu(_) if derived::activations(fight, who) == 0 => {
            Err(Refusal::new(&ONE_ACTIVATION, "it has no activation"))
        }
        HeldAction::Gu(slot) | HeldAction::Move(slot) => activating::may_hold_ready(fight, who, slot),
        _ => Ok(()),
    }
}

/// The most metres within which a trigger has somebody come.
pub const MOST_METRES: u16 = 10;

/// The distance at which a held action is likely to be wanted: as far as it reaches, up to the most.
pub fn likely_distance(fight: &Fight, who: Who, action: HeldAction) -> u16 {
    let reach = match action {
        HeldAction::Gu(slot) | HeldAction::Move(slot) => {
            activating::owned(fight, who, slot).map_or(0, |owned| activating::range(fight, who, owned))
        }
        HeldAction::Grapple => 1,
        _ => melee::melee_reach(fight, who),
    };
    reach.clamp(1, MOST_METRES)
}

/// Whether a held action may wait for such a thing: anything that can still come about in this fight.
///
/// # Errors
/// The refusal.
pub fn may_wait_for(fight: &Fight, who: Who, when: Pattern) -> Result<(), Refusal> {
    let Some(whose) = when.whose else { return Ok(()) };
    let no = |why: &str| Err(Refusal::new(&DECLARE, format!("{} {why}", fight.label(whose))));
    if whose == who || !fight.present(whose) {
        return no("is nobody to wait for");
    }
    let comes = matches!(when.does, Doing::ComesWithin(_));
    if fight.one(whose).is(Condition::Surrendered) && !comes {
        return no("has surrendered");
    }
    match when.does {
        Doing::Moves if !could_move(fight, whose) => no("never moves by itself"),
        Doing::AttacksMe if !could_attack(fight, whose, who) => no("is no enemy"),
        Doing::AttacksOne(one) if !could_attack(fight, whose, one) => no("is no enemy"),
        Doing::Uses(gu) => may_wait_for_gu(fight, who, whose, gu),
        _ => Ok(()),
    }
}

/// Whether somebody could ever go anywhere by itself: walking, with wings, or by its Gu.
fn could_move(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.movement > 0 || fight.template(who).flight.is_some() || !one.gu.is_empty()
}

/// Whether somebody could ever attack another: an enemy, or, with a Gu that may be aimed at anybody, anyone. Friends strike
/// as one leaves their reach where the house says so, and a beast may be made to serve the other side.
fn could_attack(fight: &Fight, who: Who, at: Who) -> bool {
    let turns = |effect: &Effect| matches!(effect, Effect::Enslave | Effect::Familiar);
    let turned = || {
        let mut gu = fight.everyone().flat_map(|other| fight.one(other).gu.iter());
        gu.any(|owned| entry(fight, owned.gu).does.iter().any(turns))
    };
    fight.foes(who, at) || !fight.one(who).gu.is_empty() || fight.house().opportunity_at_allies || turned()
}

/// Whether a held action may wait for the use of this Gu by that one: it has it, can still use it, and is not too fast.
fn may_wait_for_gu(fight: &Fight, who: Who, whose: Who, gu: u16) -> Result<(), Refusal> {
    let known = entry(fight, gu);
    let strikes = || {
        let attack = |effect: &Effect| matches!(effect, Effect::Attack { .. });
        known.acts.iter().any(attack) || fight.setting.gu_arms.iter().any(|(of, _)| *of == gu)
    };
    let usable = |state: GuState| match state {
        GuState::Idle | GuState::Sustained | GuState::InMove(_) | GuState::HandedOver => true,
        GuState::Carved => strikes(),
        GuState::Sealed | GuState::Dead => false,
    };
    if !fight.one(whose).gu.iter().any(|owned| owned.gu == gu && usable(owned.state)) {
        let why = format!("{} cannot use {}", fight.label(whose), known.name);
        return Err(Refusal::new(&DECLARE, why));
    }
    let quick = |power: &Power| matches!(power, Power::ReactsToAnything | Power::Foreseen(_));
    let foresees = || fight.one(who).gu.iter().any(|owned| entry(fight, owned.gu).powers.iter().any(quick));
    if known.has(Keyword::Unreactable) && !fight.house().unreactable_delayed && !foresees() {
        return Err(Refusal::new(&reactions::UNREACTABLE, format!("{} is Unreactable", known.name)));
    }
    Ok(())
}

/// Holds an action: what, for what trigger, and in which words.
pub(crate) fn hold<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    action: HeldAction,
) -> Result<(), T::Halt> {
    let Some(Act::Pattern(when)) = ask::act(fight, table, Ask::HoldWhen { who, action })? else { return Ok(()) };
    let words = ask::words(fight, table, Ask::HoldWords { who })?;
    fight.turn.begun = Begun::Done;
    fight.one_mut(who).held = Some(Held { action, when });
    table.tell(|| {
        let what = crate::rules::wording::held_text(fight, who, action);
        let mut text =
            format!("{} holds: {what}, {}", fight.label(who), crate::rules::wording::pattern_text(fight, when));
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            text = format!("{text} ({words})");
        }
        let event = Event::new(&DECLARE, text).by(who).act();
        let event = event.publicly(format!("{} holds an action ready", fight.label(who)));
        if matches!(action, HeldAction::Gu(_)) { event.and(&ONE_ACTIVATION) } else { event }
    });
    Ok(())
}

/// Whether what happens is what somebody's held action waits for.
///
/// # Errors
/// The refusal.
pub fn may_release(fight: &Fight, who: Who, trigger: &Trigger) -> Result<(), Refusal> {
    waits_for(fight, who, trigger, (fight.distance(who, trigger.by), fight.scratch.aimed))
}

/// The same for something that happens so many metres away, or strikes this area.
///
/// # Errors
/// The refusal.
pub fn waits_for(
    fight: &Fight,
    who: Who,
    trigger: &Trigger,
    (away, aimed): (u32, Option<Area>),
) -> Result<(), Refusal> {
    let Some(held) = fight.one(who).held else {
        return Err(Refusal::new(&TRIGGER_REACTION, "it holds no action"));
    };
    let whose = match held.when.whose {
        Some(whose) => whose == trigger.by,
        None => fight.foes(who, trigger.by),
    };
    let attacks = trigger.what == Happening::Aimed || (trigger.what == Happening::Effect && trigger.area);
    let caught_with = |one: Who| trigger.area && aimed.is_some_and(|area| areas::contains(fight, area, one));
    let comes = matches!(trigger.what, Happening::Moved | Happening::Arrived);
    let moves = comes && !trigger.forced;
    let does = match held.when.does {
        Doing::AnythingHostile => attacks || trigger.what == Happening::Effect || (moves && away <= 2),
        Doing::Attacks => attacks,
        Doing::AttacksMe => attacks && (trigger.at == Some(who) || caught_with(who)),
        Doing::AttacksOne(one) => attacks && (trigger.at == Some(one) || caught_with(one)),
        Doing::Moves => moves,
        Doing::Uses(gu) => trigger.behind(fight) == Some(gu) && (attacks || trigger.what == Happening::Effect),
        Doing::ComesWithin(metres) => comes && away <= u32::from(metres),
    };
    if whose && does { Ok(()) } else { Err(Refusal::new(&TRIGGER_REACTION, "that is not what it waits for")) }
}

/// The trigger has come: the opposed test, and the action now or after that of the other.
pub(crate) fn release<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    trigger: &Trigger,
) -> Result<(), T::Halt> {
    let by = trigger.by;
    let held = fight.one_mut(who).held.take();
    let Some(held) = held else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} takes its held action", fight.label(who));
        Event::new(&reactions::HELD, text).by(who).and(&TRIGGER_REACTION).answer()
    });
    // What is brought near by others is no doing of its own, and nothing to be faster than.
    if fight.foes(who, by) && !trigger.forced && !goes_first(fight, table, who, by)? {
        fight.later.push((who, by, held.action));
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
    while !fight.later.is_empty() {
        let (who, by, action) = fight.later.remove(0);
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

/// The held action itself, taken as the Combat Action that it is, although it is another's turn: what that one has done of
/// its own turn stays as it is.
fn act<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    action: HeldAction,
) -> Result<(), T::Halt> {
    let theirs = fight.turn;
    fight.turn = Turn { begun: Begun::Nothing, acts: who, bonus: false, first: None, struck: None, ..theirs };
    perform(fight, table, who, by, action)?;
    let Turn { begun, acts, bonus, first, struck, .. } = theirs;
    fight.turn = Turn { begun, acts, bonus, first, struck, ..fight.turn };
    Ok(())
}

fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    action: HeldAction,
) -> Result<(), T::Halt> {
    let still = match action {
        HeldAction::Attack => return strike(fight, table, who, by),
        HeldAction::Gu(slot) | HeldAction::Move(slot) => return activate(fight, table, who, slot, by),
        HeldAction::Grapple => grapple::may_grapple(fight, who, by),
        HeldAction::Absorb(stones) => stones::may_absorb(fight, who, stones),
        HeldAction::RollOut => status::may_roll_out(fight, who),
        HeldAction::BreakFree | HeldAction::Sprint => Ok(()),
    };
    if let Err(refusal) = turns::may_begin(fight, who).and(still) {
        table.tell(|| {
            let text = format!("the held action of {} comes to nothing: {}", fight.label(who), refusal.why);
            Event::new(&TRIGGER_REACTION, text).by(who).and(refusal.rule)
        });
        return Ok(());
    }
    match action {
        HeldAction::Grapple => grapple::grapple(fight, table, who, by),
        HeldAction::BreakFree => grapple::break_free(fight, table, who),
        HeldAction::Absorb(stones) => {
            stones::absorb(fight, table, who, stones);
            Ok(())
        }
        HeldAction::RollOut => {
            status::roll_out(fight, table, who);
            Ok(())
        }
        _ => {
            table.tell(|| {
                let text = format!("{} sprints, with no movement of its own to triple now", fight.label(who));
                Event::new(&turns::SPRINT_TRIPLE, text).by(who)
            });
            Ok(())
        }
    }
}

/// A held melee attack: as many strikes as the Combat Action gives, one after another.
fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Who) -> Result<(), T::Halt> {
    if blows(fight, who).next().is_none() {
        table.tell(|| {
            let text = format!("nobody is in reach of {}", fight.label(who));
            Event::new(&TRIGGER_REACTION, text).by(who)
        });
    }
    while melee::can_strike(fight, who) && blows(fight, who).next().is_some() {
        match ask::act(fight, table, Ask::HeldStrike { who, by })? {
            Some(Act::Strike(blow)) => melee::strike_on(fight, table, who, blow)?,
            _ => break,
        }
    }
    Ok(())
}

/// A held activation: its target is chosen now.
fn activate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8, by: Who) -> Result<(), T::Halt> {
    match ask::act(fight, table, Ask::HeldGu { who, slot, by })? {
        Some(Act::Gu(act)) => gu::act(fight, table, who, act),
        _ => {
            table.tell(|| {
                let name = gu::name_of(fight, who, slot);
                let text = format!("{} does not activate {name} after all", fight.label(who));
                Event::new(&ONE_ACTIVATION, text).by(who)
            });
            Ok(())
        }
    }
}

/// Every activation that a held Gu could be used for now.
pub fn activations(fight: &Fight, who: Who, slot: u8) -> Vec<(String, gu::GuAct)> {
    let mut all = Vec::new();
    gu::candidates(fight, who, |text, act| {
        if let Act::Gu(act @ (gu::GuAct::Activate { slot: own, .. } | gu::GuAct::Perform { slot: own, .. })) = act
            && own == slot
            && gu::may_act(fight, who, act).is_ok()
        {
            all.push((text, act));
        }
    });
    all
}

/// Every strike that somebody could make at an enemy in reach.
pub fn blows(fight: &Fight, who: Who) -> impl Iterator<Item = melee::Blow> + '_ {
    let foes = fight.everyone().filter(move |at| fight.foes(who, *at) && fight.present(*at));
    let strikes = melee::strikes(fight, who);
    foes.flat_map(move |at| strikes.clone().into_iter().map(move |with| melee::Blow::plain(with, at)))
        .flat_map(|blow| [blow, melee::Blow { several: true, ..blow }])
        .filter(move |blow| melee::may_strike(fight, who, blow).is_ok())
}
