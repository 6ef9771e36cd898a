//! Actions: what a turn allows, declaring it before any die, and the saves that risky acts call for.

mod risk;
mod stale;

use quintain_engine::{Audience, Event, Refusal, Table, Who};

use crate::arm::ArmId;
use crate::ask::{self, Act, Ask};
use crate::cast::Trait;
use crate::combatant::Combatant;
use crate::condition::{Condition, Effect};
use crate::declaration::{Deed, Move};
use crate::fight::Fight;
use crate::house::{MoveSplit, NpcCommit, Visibility};
use crate::rules::order::Turn;
use crate::rules::{ability, creatures, critical, order, rounds};
use crate::scratch::{Start, note};

use risk::risk_calls;
pub(crate) use risk::{penalties, saves_of_phase};
pub(crate) use stale::stale;

quintain_engine::section! {
    "Actions";
    ALLOWANCE = Choice "turn.allowance": "A turn allows up to a 40-foot move and up to one action; either may be left out.";
    MOVE_40 = Choice "turn.move-40": "A move is at most 40 feet along the path walked.";
    ONE_ACTION = Engine "turn.one-action": "A turn has one action at most, whatever else is given up for another.";
    CAST = Choice "action.cast": "The action may be an incantation, or a prayer.";
    ATTACK = Choice "action.attack": "The action may be an attack.";
    SECOND_MOVE = Choice "action.second-move": "Instead of acting one may move again, 80 feet in all.";
    OTHER = Choice "action.other": "The action may be anything reasonable; what no entry describes has no effect by itself.";
    CAST_IS_NOT_ATTACK = Engine "action.cast-is-not-attack": "An incantation is no attack; rules about damage cover both.", house "magic.is-attack";
    BEFORE_DICE = Choice "declare.before-dice": "In every round all heroes say what they do before any die of the round.", house "declare.visibility";
    EVERY_ROUND = Engine "declare.every-round": "A plan ends with its round; the next round asks anew.";
    ALL_PCS_FIRST = Engine "declare.all-pcs-first": "No die is rolled until the last hero has declared; nothing is a legal declaration.";
    LOCKED = Engine "declare.locked": "Once dice roll a declaration stands.";
    STALE = Choice "declare.stale": "A declaration made impossible by an earlier phase may be re-aimed within its kind.",
        ruling "An attack also where its target has fallen since and another foe who could be struck still stands. Of an attack with two weapons only the part is lost whose weapon is.", house "declare.stale";
    OPPONENTS = Gm "declare.opponents": "Allies and opponents commit themselves before dice as well.", house "npc.commit";
    RISK_CALL = Gm "risk.call": "The GM may call for a save where an act carries a risk, and says so while plans can still change.";
    RISK_WHO = Gm "risk.who": "The one with something to lose rolls; by default the one who acts.";
    RISK_DEFAULTS = Gm "risk.defaults": "Retreat, reciting in danger, daring manoeuvres and contests of bodies come with a save.", house "manoeuvre.fail";
    RISK_NOT_FOR_ATTACKS = Engine "risk.not-for-attacks": "Striking somebody needs no save, neither to hit nor to dodge.";
    RISK_FAILURE = Engine "risk.failure": "A failed save costs what the GM has said; where nothing was said the action is lost and the move still happens.",
        ruling "Damage that it costs is no attack: it comes after the pool, and Armor does not count.";
    SIMUL_ALL = Engine "simul.all": "Everything of a phase happens at the same instant.";
    SIMUL_SNAPSHOT = Engine "simul.snapshot": "What counts in a phase is how things stood at its start.";
    SIMUL_TRADE_BLOWS = Engine "simul.trade-blows": "Whoever falls in a phase still delivers what they declared for it.";
    SIMUL_APPLY = Engine "simul.apply-together": "Results are written down together at the end of the phase.";
}

/// Whether somebody declares this round at all.
#[inline(always)]
pub fn declares(fight: &Fight, who: Who) -> bool {
    fight.cast.is_calm(who) || declares_all_the_same(fight.one(who))
}

/// The same for a combatant that something has happened to.
#[inline(never)]
fn declares_all_the_same(one: &Combatant) -> bool {
    still_stirs(one) && is_awake(one)
}

/// `round.made-of-turns`: whether somebody is able to act: who sleeps or walks to a song is not.
pub fn is_able_to_act(one: &Combatant) -> bool {
    one.is_able() && is_awake(one)
}

fn is_awake(one: &Combatant) -> bool {
    !one.under(Effect::Bewitched) && !one.is(Condition::Asleep)
}

/// Whether there is anybody left in a body: a combatant that only crawls still rolls the saves that come upon it.
pub fn still_stirs(one: &Combatant) -> bool {
    one.is_able() || crawls(one)
}

/// `crit.pc-state`: a hero with critical damage who is still there.
fn crawls(one: &Combatant) -> bool {
    let down = one.hero && one.is(Condition::Critical) && !one.is(Condition::Mortal) && !one.speechless();
    down && one.is_present()
}

/// Whether somebody may take an action, or why not.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_act(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.speechless() {
        return Err(Refusal::new(&ability::CANNOT_ACT, "paralysed or delirious"));
    }
    if one.is(Condition::Critical) {
        return Err(Refusal::new(&critical::PC_STATE, "with critical damage one can only crawl"));
    }
    if one.is(Condition::Asleep) {
        return Err(Refusal::new(&rounds::MADE_OF_TURNS, "asleep"));
    }
    Ok(())
}

/// `declare.all-pcs-first`: the heroes, in any order among themselves; then allies and opponents.
///
/// # Errors
/// Halts with the table.
pub(crate) fn declarations<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    // A hero who is alone and the first of the roster comes first as it is.
    if fight.cast.some(Trait::FurtherHero) {
        heroes_declare(fight, table)?;
    }
    let late = fight.house().npc_commit == NpcCommit::AtOwnPhase && fight.phases != crate::fight::Phases::One;
    for who in fight.everyone() {
        let waits = late && fight.is_opponent(who);
        if !fight.one(who).plan.made && !waits && has_a_turn(fight, who) {
            part_by_part(fight, table, who)?;
        }
    }
    risk_calls(fight, table)?;
    reveal(fight, table);
    Ok(())
}

/// Whether somebody declares and also gets to act this round: a house rule may have cost them the first turn.
#[inline(always)]
fn has_a_turn(fight: &Fight, who: Who) -> bool {
    declares(fight, who) && !order::has_lost_its_turn(fight, who)
}

#[inline(never)]
fn heroes_declare<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while let Some((first, several)) = first_due(fight) {
        if several {
            declare_in_any_order(fight, table)?;
            continue;
        }
        declare(fight, table, first)?;
        // Nobody else can have become due where nobody has changed.
        if fight.cast.is_unchanged() {
            break;
        }
    }
    Ok(())
}

/// The first hero who has yet to declare, and whether there are several.
#[inline(always)]
fn first_due(fight: &Fight) -> Option<(Who, bool)> {
    let mut first = None;
    for who in fight.everyone() {
        match first {
            _ if !is_due(fight, who) => {}
            None => first = Some(who),
            Some(first) => return Some((first, true)),
        }
    }
    first.map(|alone| (alone, false))
}

/// Several heroes, whose questions are open at once.
#[inline(never)]
fn declare_in_any_order<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut open = std::mem::take(&mut fight.scratch.asks);
    open.clear();
    open.extend(fight.everyone().filter(|who| is_due(fight, *who)).map(|who| Ask::Declare { who }));
    while !open.is_empty() {
        let (place, part) = table.choose_any(fight, &open)?;
        let Some(Ask::Declare { who }) = open.get(place).copied() else { break };
        if let Some(deed) = take_part(fight, who, part) {
            open.remove(place);
            complete(fight, table, who, deed)?;
        }
        // An edict may have taken somebody out meanwhile.
        if !fight.cast.is_unchanged() {
            open.retain(|ask| !is_moot(fight, ask));
        }
    }
    fight.scratch.asks = open;
    Ok(())
}

/// Whether this is a hero who has yet to declare.
#[inline(always)]
fn is_due(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.hero && !one.plan.made && !fight.led(who) && has_a_turn(fight, who)
}

/// One combatant declares.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn declare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    part_by_part(fight, table, who)
}

/// The same where all declare one after the other.
#[inline(always)]
fn part_by_part<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    loop {
        if let Some(deed) = table.choose_then(fight, Ask::Declare { who }, |fight, act| take_part(fight, who, act))? {
            return complete(fight, table, who, deed);
        }
    }
}

/// Takes one part of a declaration down; the action, once it is named.
#[inline(always)]
fn take_part(fight: &mut Fight, who: Who, act: Option<Act>) -> Option<Deed> {
    match act {
        Some(Act::Deed(deed)) => {
            fight.declare(who, deed);
            Some(deed)
        }
        other => take_detail(fight, who, other),
    }
}

/// What is no action: the move before it, the eyes averted. Nothing at all is the action that has been named already.
#[cold]
fn take_detail(fight: &mut Fight, who: Who, act: Option<Act>) -> Option<Deed> {
    let plan = fight.plan_mut(who);
    match act {
        Some(Act::Move(before)) => plan.before = before,
        Some(Act::Avert) => plan.averted = true,
        Some(Act::MoveLater) => plan.moves_later = true,
        _ => plan.made = true,
    }
    plan.made.then_some(plan.deed)
}

/// Whether somebody no longer has to be asked this, because an edict has taken them out of the fight meanwhile.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    ask.declarer().is_some_and(|who| !declares(fight, who))
}

/// The finer points of a declaration: further targets, the move after, the words of something improvised.
#[inline(always)]
fn complete<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    // An edict may have taken the one who declares out meanwhile.
    if !fight.cast.is_unchanged() && !declares_all_the_same(fight.one(who)) {
        return Ok(());
    }
    match deed {
        Deed::Attack { arm, off, at, .. } => {
            let most = creatures::spread(fight, who, arm, off);
            if most > 0 {
                spread_out(fight, table, who, (arm, at), most)?;
            }
        }
        Deed::Improvise => improvise(fight, table, who)?,
        _ => {}
    }
    if fight.ground().is_some() {
        move_after(fight, table, who)?;
    }
    fight.cast.finish(who);
    if fight.house().visibility == Visibility::Open {
        tell_plan(fight, table, who, Audience::All);
    } else {
        tell_plan(fight, table, who, Audience::Of(who));
    }
    Ok(())
}

/// `creature.several-attacks`: the targets of the strikes beyond the first.
#[cold]
fn spread_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (arm, at): (ArmId, Who),
    most: u8,
) -> Result<(), T::Halt> {
    if super::legal::further_targets(fight, who, at, arm).next().is_some() {
        let answer = table.ask(fight, Ask::Further { who, most })?;
        let further = answer.picks().iter().filter_map(|act| if let Act::Who(at) = act { Some(*at) } else { None });
        fight.plan_mut(who).further = further.take(most.into()).collect();
    }
    Ok(())
}

/// `move.split`: whether a move may follow this action.
pub fn leaves_a_move(fight: &Fight, who: Who, deed: Deed) -> bool {
    let moved = !matches!(fight.one(who).plan.before, Move::AsNeeded | Move::Stay);
    let may_follow = !moved || fight.house().move_split == MoveSplit::Yes;
    let walks = !deed.fills_the_turn() && !matches!(deed, Deed::SecondMove(_));
    may_follow && walks && may_act(fight, who).is_ok()
}

/// `move.split`: on a map, the move that follows the action.
#[inline(never)]
fn move_after<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let plan = &fight.one(who).plan;
    if leaves_a_move(fight, who, plan.deed) {
        let wanted = plan.moves_later;
        match table.choose(fight, Ask::MoveAfter { who, wanted })? {
            Some(Act::Move(Move::Stay)) => {}
            Some(Act::Move(after)) => fight.plan_mut(who).after = after,
            _ => {}
        }
    }
    Ok(())
}

/// `action.other`: free words have no effect by themselves.
#[cold]
fn improvise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let words = ask::words(fight, table, Ask::Describe { who })?;
    let allowed = ask::yes(fight, table, Ask::Allows { who })?;
    if !allowed {
        fight.plan_mut(who).lost = true;
    }
    table.tell(|| {
        let words = words.as_deref().filter(|words| !words.is_empty()).unwrap_or("something");
        let verdict = if allowed { "" } else { ", which the GM does not allow" };
        Event::new(&OTHER, format!("{} tries: {words}{verdict}", fight.label(who))).by(who).upkeep()
    });
    Ok(())
}

fn tell_plan<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, audience: Audience) {
    table.tell(|| {
        let plan = &fight.one(who).plan;
        let rule = match (fight.one(who).hero, plan.deed) {
            (false, _) => &OPPONENTS,
            (_, Deed::Attack { .. }) => &ATTACK,
            (_, Deed::Cast { .. } | Deed::Pray { .. }) => &CAST,
            (_, Deed::SecondMove(_)) => &SECOND_MOVE,
            (_, Deed::Nothing) => &ALLOWANCE,
            _ => &OTHER,
        };
        let text = format!("{} declares: {}", fight.label(who), crate::rules::wording::plan_text(fight, who));
        let friendly = plan.deed.aim().is_some_and(|(_, at)| fight.one(at).side == fight.one(who).side);
        let rule = if friendly { &super::attack::OWN_SIDE } else { rule };
        let event = Event::new(rule, text).by(who).only_for(audience).and(&BEFORE_DICE).and(&EVERY_ROUND).upkeep();
        let event = if plan.deed == Deed::Nothing { event } else { event.and(&ONE_ACTION) };
        let moves = !matches!(plan.before, Move::AsNeeded | Move::Stay) || plan.after != Move::AsNeeded;
        match (moves, plan.deed) {
            (true, Deed::Nothing) => event.and(&MOVE_40),
            (true, _) => event.and(&MOVE_40).and(&ALLOWANCE),
            (false, _) => event,
        }
    });
}

/// With sealed declarations, everything is heard at once when all have declared.
fn reveal<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    if fight.house().visibility == Visibility::Sealed {
        for who in fight.everyone().filter(|who| fight.one(*who).plan.done) {
            tell_plan(fight, table, who, Audience::All);
        }
    }
    table.tell(|| Event::new(&LOCKED, "all have declared").and(&ALL_PCS_FIRST).upkeep());
}

/// P0 of a phase: a combatant that was brought down in an earlier phase of the round can do no more than crawl now.
#[inline(never)]
pub(crate) fn drop_the_fallen<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if matches!(fight.one(who).plan.deed, Deed::Nothing) || may_act(fight, who).is_ok() {
            continue;
        }
        fight.plan_mut(who).deed = Deed::Nothing;
        table.tell(|| {
            let text = format!("{} can no longer act", fight.label(who));
            Event::new(&SIMUL_SNAPSHOT, text).by(who).and(&critical::PC_STATE).upkeep()
        });
    }
}

/// `round.made-of-turns`: those whose turn it is now, able or not, have none in a later phase, whatever side they are on by
/// then.
#[inline(never)]
fn note_turns(fight: &mut Fight, turn: Turn, phase: u8) {
    for who in fight.everyone() {
        let one = fight.one(who);
        let waits = one.plan.made && one.plan.acted.is_none();
        if waits && turn.is_of(&fight.setting, one, fight.is_opponent(who)) {
            fight.cast.note_turn(who, phase);
        }
    }
}

/// `simul.snapshot`: who acts in the phase, and how everybody stands as it begins. Says whether there is anything to do:
/// where nobody acts, nothing happens, but on a map somebody may be led to walk.
#[inline(always)]
pub(crate) fn snapshot(fight: &mut Fight, phase: u8) -> bool {
    debug_assert!(fight.scratch.is_clear(), "what is left of a phase outlives it");
    fight.look_around();
    let (turn, last) = (Turn::of(fight, phase), phase == order::last_phase(fight));
    let Fight { cast, setting, scratch, .. } = &mut *fight;
    for (place, (one, look)) in cast.each_as_it_looks().enumerate() {
        let due = last || turn.is_of(setting, one, look.make.opponent);
        let acts = due && one.plan.made && one.plan.acted.is_none();
        if acts && (look.is_calm() || declares_all_the_same(one)) {
            note(&mut scratch.actors, Who(place as u16));
        }
    }
    if !last {
        note_turns(fight, turn, phase);
    }
    if fight.scratch.actors.is_empty() && fight.ground().is_none() {
        return false;
    }
    fight.scratch.under_way = true;
    if fight.ground().is_some() {
        fight.scratch.start.extend(fight.cast.iter().map(|one| Start { at: one.at, spent: 0 }));
    }
    true
}
