//! Reactions: who may answer what, the windows in which it happens, Attacks of Opportunity.

mod opportunity;

use std::ops::ControlFlow;

use quintain_engine::{Event, Refusal, Side, Table, Who, section};

use crate::ask::{Act, Ask, Moment, Reaction};
use crate::book::Condition;
use crate::fight::Fight;
use crate::house::{ForcedProvokes, ReactionScope};
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::attack::{self, How};
use crate::rules::blow::Blow;
use crate::rules::{action_points, conditions, falling, held, maneuvers, numbers, shields, surprise};
use crate::those::{List, Those, Whos};

pub(crate) use opportunity::guarded;
pub use opportunity::{guards, has_an_opening, longest_reach, may_strike};
use opportunity::{leaves_reach, strikes};

section! {
    "Reactions";
    DEFINITION = Engine "react.definition": "Spending AP outside one's own turn is a Reaction.";
    NEEDS_TRIGGER = Engine "react.needs-trigger": "A Reaction needs its trigger and costs the AP it states.";
    OTHER_TURNS = Engine "react.other-turns": "Reactions are taken in the turns of others, at their trigger.";
    OWN_TURN = Engine "react.own-turn": "In its own turn a creature only reacts to another's Reaction.";
    TWO_CONDITIONS = Engine "react.two-conditions": "Both the proficiency that it asks for and the trigger are needed.";
    ONE_PER_TRIGGER = Engine "react.one-per-trigger": "A trigger can be answered once.", ruling "Once by each creature.", house "one-reaction-scope";
    FROM_POOL = Engine "react.from-pool": "Reactions take AP from the pool of the next turn.";
    NOT_EARLY = Engine "react.not-refunded-early": "These AP come back at the end of the reactor's own turn only.";
    ZERO_START = Engine "react.zero-start": "Who has spent all AP before its turn begins it with none.";
    SEVERAL = Choice "react.several": "Different triggers may be answered as long as AP last.", ruling "What a Reaction has made impossible is lost with its AP.";
    AOO_PREREQUISITE = Engine "aoo.prerequisite": "Only creatures with Martial Proficiency make Attacks of Opportunity.";
    AOO_VISIBLE = Engine "aoo.visible-in-reach": "Whoever provokes must be seen and within melee reach.", ruling "Enemies only; with a melee weapon or the body.";
    AOO_LEAVE = Engine "aoo.trigger-leave": "Moving out of reach provokes; moving inside it does not.", house "forced-movement-provokes";
    AOO_STAND = Engine "aoo.trigger-stand": "Standing up provokes.";
    AOO_PICKUP = Engine "aoo.trigger-pickup": "Picking something up provokes.", house "free-interaction-provokes";
    AOO_SWITCH = Engine "aoo.trigger-switch": "Switching weapons provokes.";
    AOO_OBJECT = Engine "aoo.trigger-object": "An Object Interaction provokes.";
    AOO_EFFECT = Choice "aoo.effect": "For 1 AP one makes a melee attack against whoever provokes.";
    AOO_EXTRA_ADV = Choice "aoo.extra-adv": "More AP buy ADV on it.";
    AOO_MANEUVERS = Choice "aoo.extra-maneuvers": "More AP add maneuvers to it.";
    AOO_TIMING = Engine "aoo.timing": "It is made just before what provokes it is done.";
}

/// Those who react to one moment, each with what it does.
type Chosen = List<(Who, Reaction), 16>;

/// AP that an Attack of Opportunity takes.
pub const AOO_AP: u8 = 1;

/// How deep Reactions answer Reactions.
const DEEPEST: u8 = 8;

/// # Errors
/// Why somebody takes no Reactions now.
pub fn may_react(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    refuse_if(!fight.able(who), &DEFINITION, "it cannot act")?;
    refuse_if(one.under(Condition::Surprised), &surprise::NO_AP, "it is Surprised")?;
    refuse_if(one.under(Condition::NoReactions), &DEFINITION, "it is without Reactions")?;
    refuse_if(one.under(Condition::Frightened), &conditions::FRIGHTENED, "it is frightened")?;
    refuse_if(fight.owner == Some(who) && fight.depth == 0, &OWN_TURN, "it is its own turn")
}

/// Everything with which somebody can answer this moment.
pub fn options(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> List<Reaction, 12> {
    let mut all = List::new();
    let _ = each_option(fight, who, moment, (by, at), |reaction| {
        all.push(reaction);
        ControlFlow::Continue(())
    });
    all
}

/// Whether somebody can answer this moment with anything.
pub fn can_answer(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> bool {
    each_option(fight, who, moment, (by, at), |_| ControlFlow::Break(())).is_break()
}

/// Whether somebody can answer this moment with this.
fn still_can(fight: &Fight, who: Who, reaction: Reaction, moment: Moment, (by, at): (Who, Who)) -> bool {
    let same = |known| if known == reaction { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    each_option(fight, who, moment, (by, at), same).is_break()
}

/// Goes through all with which somebody can answer this moment, as far as is asked for.
pub fn each_option(
    fight: &Fight,
    who: Who,
    moment: Moment,
    (by, at): (Who, Who),
    mut found: impl FnMut(Reaction) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let ap = action_points::available(fight, who);
    let paid = ap >= 1;
    let pays = paid || fight.one(who).sp > 0;
    let could = (pays || !fight.one(who).held.is_empty()) && may_answer(fight, who, moment, by);
    if !could || may_react(fight, who).is_err() {
        return ControlFlow::Continue(());
    }
    for place in 0..fight.one(who).held.len() {
        if held::fires(fight, who, place, moment, by) {
            found(Reaction::Held(place as u8))?;
        }
    }
    if moment == Moment::Provoked && paid {
        let forced = fight.leaving.is_some_and(|step| step.forced);
        let spared = forced && fight.house().forced_provokes == ForcedProvokes::Off;
        let held_back = || spared || fight.leaving.is_some() && !forced && numbers::speed(fight, by) == 0;
        if may_strike(fight, who, by).is_ok() && !held_back() {
            strikes(fight, who, by).map(Reaction::Opportunity).try_for_each(&mut found)?;
        }
    }
    if paid && matches!(moment, Moment::Hit { .. }) && who == at && shields::may_raise(fight, who) {
        found(Reaction::RaiseShield)?;
    }
    maneuvers::answers(fight, (who, ap), moment, by, at).try_for_each(found)
}

/// Whether this moment is one that somebody could answer at all: nobody answers what it does itself, and to most who
/// lay themselves open nobody is near.
fn may_answer(fight: &Fight, who: Who, moment: Moment, by: Who) -> bool {
    let one = fight.one(who);
    let near = || one.martial && fight.foes(who, by) && leaves_reach(fight, who, by, fight.leaving);
    (moment != Moment::Provoked || !one.held.is_empty() || near()) && (who != by || moment == Moment::Hurt)
}

/// Those who have anything for such a moment: for most there is nobody. At an opening it may be anybody.
fn who_could(fight: &Fight, moment: Moment, by: Who, at: Who) -> Option<Those> {
    if moment == Moment::Provoked {
        return None;
    }
    let target = fight.one(at);
    let mut able = fight.watch.over(moment.occasion(), at, target.side);
    if matches!(moment, Moment::Hit { .. }) && target.shield.is_some() {
        able.insert(at);
    }
    fight.marked(Mark::Holding).for_each(|who| able.insert(who));
    if moment != Moment::Hurt {
        able.remove(by);
    }
    Some(able)
}

/// A moment at which others may answer what `by` does to `at`: each is asked before anybody acts, those on the target's
/// side first; then one after the other acts. Returns who did.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn window<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    moment: Moment,
    by: Who,
    at: Who,
    blow: Option<&mut Blow>,
) -> Result<Those, T::Halt> {
    let able = who_could(fight, moment, by, at);
    if fight.depth >= DEEPEST || able.as_ref().is_some_and(Those::is_empty) {
        return Ok(Those::default());
    }
    open(fight, table, able.as_ref(), (moment, by, at), blow)
}

/// The same where somebody may have an answer.
fn open<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    able: Option<&Those>,
    (moment, by, at): (Moment, Who, Who),
    mut blow: Option<&mut Blow>,
) -> Result<Those, T::Halt> {
    let let_be = |who: Who| blow.as_ref().is_some_and(|blow| blow.let_be.contains(who));
    let can = |who: &Who| !let_be(*who) && can_answer(fight, *who, moment, by, at);
    let ready: Whos = match able {
        None => fight.everyone().filter(can).collect(),
        Some(able) => able.iter().filter(can).collect(),
    };
    let mut answered = Those::default();
    let mut chosen = Chosen::new();
    match ready[..] {
        [] => return Ok(answered),
        [who] => {
            let said = table.choose(fight, Ask::React { who, moment, by, at })?;
            heard(who, said, &mut chosen, blow.as_deref_mut());
        }
        _ => {
            let side = fight.one(at).side;
            let own = |who: &Who| fight.one(*who).side == side;
            let (own, others): (Whos, Whos) = ready.iter().copied().partition(own);
            let asked: Whos = own.into_iter().chain(others).collect();
            let said = all_asked(fight, table, &asked, |who| Ask::React { who, moment, by, at })?;
            for (who, said) in asked.into_iter().zip(said) {
                heard(who, said, &mut chosen, blow.as_deref_mut());
            }
            in_order(fight, table, &mut chosen, side)?;
        }
    }
    for (who, reaction) in chosen {
        let target = blow.as_ref().map_or(at, |blow| blow.at);
        if !still_can(fight, who, reaction, moment, (by, target)) {
            table.tell(|| Event::new(&SEVERAL, format!("{}'s Reaction comes to nothing", fight.label(who))).by(who));
            continue;
        }
        answered.insert(who);
        take(fight, table, (who, reaction), by, target, blow.as_deref_mut())?;
        if fight.house().reaction_scope == ReactionScope::WholeTable {
            break;
        }
    }
    Ok(answered)
}

/// What somebody has said to a moment: a Reaction, or that the rest of the attack may go on without it.
fn heard(who: Who, said: Option<Act>, chosen: &mut Chosen, blow: Option<&mut Blow>) {
    match (said, blow) {
        (Some(Act::React(reaction)), _) => chosen.push((who, reaction)),
        (Some(Act::LetBe), Some(blow)) => blow.let_be.insert(who),
        _ => {}
    }
}

/// Whether somebody may be asked again before an attack is over, for what it knows.
pub fn more_to_come(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> bool {
    const REST: [Moment; 3] = [Moment::Rolled, Moment::Hit { melee: true }, Moment::Missed { melee: true }];
    let rest = match moment {
        Moment::Targeted => &REST[..],
        Moment::Rolled => &REST[1..],
        _ => return false,
    };
    rest.iter().any(|later| can_answer(fight, who, *later, by, at))
}

/// Asks several at once, who may answer in any order. Returns what each says, in their own order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn all_asked<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whos: &[Who],
    ask: impl Fn(Who) -> Ask,
) -> Result<List<Option<Act>, 16>, T::Halt> {
    let asks: List<Ask, 16> = whos.iter().map(|who| ask(*who)).collect();
    Ok(table.ask_all(fight, &asks)?.iter().map(|answer| answer.one()).collect())
}

/// Where several of a side react, that side says in which order; the side that is acted upon comes first.
fn in_order<T: Table<Fight>>(fight: &mut Fight, table: &mut T, chosen: &mut Chosen, side: Side) -> Result<(), T::Halt> {
    if fight.house().reaction_scope == ReactionScope::WholeTable {
        return Ok(());
    }
    let mut from = 0;
    while from < chosen.len() {
        let own = |place: usize| chosen.get(place).map(|(who, _)| fight.one(*who).side == side);
        let first = own(from);
        let until = (from..chosen.len()).find(|place| own(*place) != first).unwrap_or(chosen.len());
        if until - from > 1 {
            fight.about.clear();
            chosen[from..until].iter().for_each(|(who, _)| fight.about.insert(*who));
            let answer = table.ask(fight, Ask::ReactOrder { who: chosen[from].0 })?;
            let place = |who: Who| answer.picks().iter().position(|act| *act == Act::Who(who)).unwrap_or(usize::MAX);
            chosen[from..until].sort_by_key(|(who, _)| place(*who));
        }
        from = until;
    }
    Ok(())
}

/// One alone is asked whether it reacts now. Returns whether it has.
///
/// # Errors
/// Halts with the table.
pub(crate) fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    moment: Moment,
    by: Who,
) -> Result<bool, T::Halt> {
    if fight.depth >= DEEPEST {
        return Ok(false);
    }
    let chosen = table.choose(fight, Ask::React { who, moment, by, at: by })?;
    let Some(Act::React(reaction)) = chosen else { return Ok(false) };
    if !still_can(fight, who, reaction, moment, (by, by)) {
        return Ok(false);
    }
    take(fight, table, (who, reaction), by, by, None)?;
    Ok(true)
}

/// One acts upon what another does, with what it has chosen already.
///
/// # Errors
/// Halts with the table.
pub(crate) fn act_upon<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    reaction: Reaction,
    by: Who,
) -> Result<(), T::Halt> {
    if fight.depth >= DEEPEST { Ok(()) } else { take(fight, table, (who, reaction), by, by, None) }
}

/// One Reaction with what it does to the reactor itself.
fn take<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, reaction): (Who, Reaction),
    by: Who,
    at: Who,
    blow: Option<&mut Blow>,
) -> Result<(), T::Halt> {
    let stealthy = match reaction {
        Reaction::Held(place) => {
            fight.one(who).held.get(usize::from(place)).is_some_and(|held| conditions::stealthy(held.deed))
        }
        _ => false,
    };
    super::moving::stretch::told(fight, table);
    fight.depth += 1;
    // Where a question stops the fight, what it was in the middle of stays to be seen.
    carry_out(fight, table, who, reaction, by, at, blow)?;
    fight.depth -= 1;
    falling::out_of_the_air(fight, table)?;
    if !stealthy {
        conditions::shows_itself(fight, table, who);
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "a Reaction is all of these")]
fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    reaction: Reaction,
    by: Who,
    at: Who,
    blow: Option<&mut Blow>,
) -> Result<(), T::Halt> {
    match reaction {
        Reaction::Opportunity(with) => {
            let told = table.tell(|| {
                let text = format!("{} takes the opportunity to strike at {}", fight.label(who), fight.label(by));
                let event = as_answer(fight, Event::new(&AOO_EFFECT, text).by(who).to(by).and(&AOO_TIMING));
                let event = if fight.leaving.is_some() { event.and(&AOO_LEAVE) } else { event };
                event.and(&AOO_PREREQUISITE).and(&AOO_VISIBLE)
            });
            action_points::pay(fight, table, who, AOO_AP, &AOO_EFFECT);
            let how = How { free: true, opportunity: true, ..How::default() };
            let (leaving, outer) = (fight.leaving.take(), fight.cause.replace(told));
            attack::attack(fight, table, who, by, with, how)?;
            (fight.leaving, fight.cause) = (leaving, outer);
            Ok(())
        }
        Reaction::Held(place) => held::fire(fight, table, who, usize::from(place)),
        Reaction::Ability(ability, coin) => maneuvers::react(fight, table, who, (ability, coin), by, at, blow),
        Reaction::RaiseShield => {
            shields::raise(fight, table, who, blow);
            Ok(())
        }
        Reaction::Challenge(..) | Reaction::Support(..) | Reaction::JoinThrow | Reaction::Combine(_) => Ok(()),
    }
}

/// An event that tells of a Reaction, with the rules of all Reactions.
pub(crate) fn as_answer(fight: &Fight, event: Event) -> Event {
    let own = event.who.is_some() && event.who == fight.owner;
    let event = event.and(&OTHER_TURNS).and(&NEEDS_TRIGGER).and(&TWO_CONDITIONS).and(&ONE_PER_TRIGGER).and(&SEVERAL);
    (if own { event.and(&OWN_TURN) } else { event }).answer()
}

/// Something that provokes is about to be done: the rule says what. Returns whether the creature that does it still
/// can.
///
/// # Errors
/// Halts with the table.
pub(crate) fn provoke<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static quintain_engine::Rule,
) -> Result<bool, T::Halt> {
    let any = fight.enemies(who).any(|foe| fight.able(foe) && may_strike(fight, foe, who).is_ok());
    if any {
        table.tell(|| Event::new(rule, format!("{} gives an opening", fight.label(who))).by(who));
        window(fight, table, Moment::Provoked, who, who, None)?;
    }
    Ok(fight.able(who))
}
