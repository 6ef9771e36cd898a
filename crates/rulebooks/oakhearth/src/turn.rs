//! The fight from top to bottom: surprise and initiative, then round after round of turns.

use arrayvec::ArrayVec;
use quintain_engine::clock::MOST_SIDES;
use quintain_engine::{Event, Outcome, Progress, Side, Table, Who};
use quintain_field::Door;

use crate::ask::{Act, Ask, Deed, Moment};
use crate::book::Condition;
use crate::combatant::{Status, TurnUse};
use crate::fight::{Fight, Stage};
use crate::muster::Mark;
use crate::rules::attack::{self, How};
use crate::rules::surprise::When;
use crate::rules::{
    action_points, concentration, conditions, damage, dice, disarm, disengage, doors, dying, falling, falling_attack,
    grapple, held, help, hide, initiative, items, jumping, moving, non_lethal, numbers, objects, passing, penalty,
    reactions, riding, shove, spells, surprise, tending, throw, time, transfer, weapons, zones,
};
use crate::words;

/// The most deeds of one turn; nobody has as many.
const MOST_DEEDS: u32 = 200;

/// Runs to the next resting point: initiative, the top of a round, each turn.
///
/// # Errors
/// Halts with the table.
pub fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    match fight.stage {
        Stage::Start => {
            surprise::begin(fight, table)?;
            initiative::roll(fight, table)?;
            fight.stage = Stage::RoundTop;
        }
        Stage::RoundTop => {
            round_top(fight, table);
            fight.stage = Stage::Turns(None);
        }
        Stage::Turns(go) => {
            next_turn(fight, table, go)?;
            if let Some(outcome) = over(fight) {
                end(fight, table, outcome)?;
                return Ok(Progress::Over(outcome));
            }
        }
        Stage::Over(outcome) => return Ok(Progress::Over(outcome)),
    }
    if let Some(outcome) = fight.outcome {
        return Ok(Progress::Over(outcome));
    }
    Ok(Progress::Resting)
}

fn round_top<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    fight.round += 1;
    let sides = (0..fight.setting.sides.len() as u8).map(Side);
    let able = |side: Side| fight.members(side).count();
    let able: ArrayVec<usize, MOST_SIDES> = sides.map(able).take(MOST_SIDES).collect();
    fight.order.start_round(|side| able.get(side.index()).copied().unwrap_or(0));
    table.tell(|| {
        let event = Event::new(&time::ROUNDS, format!("round {}", fight.round)).and(&time::LENGTH).heading();
        let event = event.and(&initiative::EVERY_ROUND).and(&initiative::ONCE).and(&initiative::CAN_CHANGE);
        if fight.round.is_multiple_of(5) { event.and(&time::MINUTE) } else { event }
    });
}

/// The next turn, of whoever's side's go it is.
fn next_turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, go: Option<(Side, u8)>) -> Result<(), T::Halt> {
    let go = go.filter(|(side, count)| *count > 0 && initiative::left(fight, *side) > 0);
    let fresh = go.is_none();
    let go = match go {
        Some(go) => Some(go),
        None => {
            let sides = (0..fight.setting.sides.len() as u8).map(Side);
            let left: ArrayVec<usize, MOST_SIDES> =
                sides.map(|side| initiative::left(fight, side)).take(MOST_SIDES).collect();
            let next = fight.order.next_go(|side| left.get(side.index()).copied().unwrap_or(0));
            next.map(|next| (next.side, next.count.min(255) as u8))
        }
    };
    let Some((side, count)) = go else {
        round_end(fight, table);
        fight.stage = Stage::RoundTop;
        return Ok(());
    };
    if fresh && count > 1 {
        table.tell(|| {
            let name = &fight.setting.sides[side.index()];
            let event = Event::new(&initiative::SUBGROUP_SIZE, format!("{count} of {name} act now"));
            let event = event.publicly(format!("some of {name} act now")).and(&initiative::SUBGROUPS).heading();
            event.and(&initiative::SPREAD).and(&initiative::SUBGROUP_TURNS)
        });
    }
    let done = |other: &&Side| **other != side && initiative::left(fight, **other) == 0;
    if fresh
        && table.hears()
        && let Some(other) = fight.sequence.iter().find(done)
    {
        let text = format!("{}: nobody is left to act in this round", fight.setting.sides[other.index()]);
        table.tell(|| Event::new(&initiative::EMPTY_SLOT, text).upkeep());
    }
    fight.stage = Stage::Turns(Some((side, count - 1)));
    let Some(who) = initiative::next(fight, table, side)? else { return Ok(()) };
    table.tell(|| {
        let event = Event::new(&initiative::ALTERNATE, format!("it is {}'s turn", fight.label(who))).by(who).heading();
        let event = event.and(&initiative::INSIDE);
        let begins = fight.sequence.first() == Some(&side) && !fight.everyone().any(|who| fight.order.has_acted(who));
        if begins { event.and(&initiative::WINNER_PICKS) } else { event }
    });
    turn(fight, table, who)
}

fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for who in fight.everyone() {
        surprise::end(fight, table, who, When::RoundEnd);
        fight.means_mut(who).used[2] = 0;
    }
    conditions::round_end(fight, table);
}

/// One turn, from its start to its end.
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.order.act(who);
    fight.owner = Some(who);
    whole_turn(fight, table, who)?;
    fight.owner = None;
    Ok(())
}

fn whole_turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    start(fight, table, who)?;
    if fight.present(who) {
        for _ in 0..MOST_DEEDS {
            if !can_choose(fight, who) {
                break;
            }
            let deed = match table.choose(fight, Ask::Turn { who })? {
                Some(Act::Deed(deed)) => deed,
                _ => Deed::End,
            };
            if deed == Deed::End || !fight.present(who) {
                break;
            }
            let unseen = fight.one(who).under(Condition::Invisible);
            let (ap, ground) = (fight.one(who).ap, ground(fight));
            carry_out(fight, table, who, deed, false)?;
            if unseen && !conditions::stealthy(deed) {
                conditions::shows_itself(fight, table, who);
            }
            zones::go_off(fight, table)?;
            falling::out_of_the_air(fight, table)?;
            afterwards(fight, table, who, (fight.one(who).ap < ap, ground != self::ground(fight)))?;
            if over(fight).is_some() {
                return Ok(());
            }
        }
    }
    if fight.present(who) { finish(fight, table, who) } else { Ok(()) }
}

/// What changes about the ground: how much magic lies on it, how its doors stand.
fn ground(fight: &Fight) -> (usize, usize, usize) {
    let open = fight.doors.iter().filter(|(_, door)| *door == Door::Open).count();
    (fight.zones.len(), fight.zones.iter().map(|zone| zone.squares.len()).sum(), 2 * fight.doors.len() + open)
}

/// A deed is done: those who have waited for that, or for a change of the ground, may act.
fn afterwards<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (paid, changed): (bool, bool),
) -> Result<(), T::Halt> {
    if !fight.any(Mark::Holding) || over(fight).is_some() {
        return Ok(());
    }
    if paid {
        reactions::window(fight, table, Moment::Acted, who, who, None)?;
    }
    if changed {
        reactions::window(fight, table, Moment::Changed, who, who, None)?;
    }
    held::listen(fight, table, who)
}

/// Whether there is anything to be chosen.
fn can_choose(fight: &Fight, who: Who) -> bool {
    fight.able(who) && fight.outcome.is_none()
}

/// The start of a turn: what lasts until then ends, then what hurts at that moment does.
fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    surprise::end(fight, table, who, When::TurnStart);
    disengage::expire(fight, table, who);
    held::expire(fight, table, who);
    help::expire(fight, table, who);
    fight.means_mut(who).used[1] = 0;
    if fight.one(who).ap == 0 && !fight.one(who).has(Condition::Incapacitated) {
        table.tell(|| {
            let text = format!("{} begins the turn with no AP", fight.label(who));
            Event::new(&reactions::ZERO_START, text).by(who).and(&reactions::FROM_POOL).upkeep()
        });
    }
    concentration::turn_start(fight, table, who);
    conditions::turn_start(fight, table, who)?;
    zones::go_off(fight, table)?;
    falling::out_of_the_air(fight, table)?;
    hearten(fight, table, who);
    Ok(())
}

/// At the start of some creatures' turns their friends within 5 Spaces gain Temp HP.
fn hearten<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let gives = fight.template(who).feature(|feature| match feature {
        crate::book::Feature::Heartens(amount) => Some(i16::from(*amount)),
        _ => None,
    });
    let Some(amount) = gives.filter(|_| fight.able(who)) else { return };
    for ally in fight.everyone() {
        let near = ally != who && fight.present(ally) && !fight.foes(who, ally) && fight.distance(who, ally) <= 5;
        if near && fight.one(ally).temp < amount {
            fight.one_mut(ally).temp = amount;
            table.tell(|| {
                let text = format!("{} heartens {}", fight.label(who), fight.label(ally));
                Event::new(&damage::TEMP_HP, text).by(who).to(ally).upkeep()
            });
        }
    }
}

/// The end of a turn: saves, what lasts until then, movement and counters, and AP last of all.
fn finish<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    concentration::turn_end(fight, table, who);
    conditions::turn_end(fight, table, who)?;
    zones::go_off(fight, table)?;
    items::turn_end(fight, table)?;
    dying::death_save(fight, table, who)?;
    if !fight.present(who) {
        return Ok(());
    }
    surprise::end(fight, table, who, When::TurnEnd);
    let (left, repeated) = (fight.one(who).movement, fight.one(who).turn.checks.iter().any(|made| *made > 0));
    if left > 0 {
        table.tell(|| {
            let text = format!("{} loses {} of movement", fight.label(who), words::spaces(left));
            Event::new(&moving::LEFTOVER, text).by(who).upkeep()
        });
    }
    if repeated {
        table.tell(|| Event::new(&penalty::OWN_TURN, format!("{}'s turn ends", fight.label(who))).by(who).upkeep());
    }
    held::turn_end(fight, who);
    let one = fight.means_mut(who);
    one.movement = 0;
    one.moves = 0;
    one.turn = TurnUse::default();
    weapons::turn_end(fight, who);
    action_points::refresh(fight, table, who);
    reactions::window(fight, table, Moment::Ended, who, who, None)?;
    Ok(())
}

/// Carries out a deed: it is paid, unless it was held and has been paid, and done.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
    held: bool,
) -> Result<(), T::Halt> {
    let free = How { free: held, ..How::default() };
    let ap = crate::options::ap_of(fight, who, deed);
    if !matches!(deed, Deed::Move(_) | Deed::Jump(_) | Deed::Tackle(_) | Deed::Attack { .. }) {
        fight.means_mut(who).turn.run = (0, 0, 0);
    }
    if pays_here(deed) && !held {
        action_points::pay_to(fight, table, who, ap, rule_of(deed), action_points::For::Deed(deed));
    }
    match deed {
        Deed::End => Ok(()),
        Deed::Attack { at, with } => {
            let done = attack::attack(fight, table, who, at, with, free);
            fight.means_mut(who).turn.run = (0, 0, 0);
            done
        }
        Deed::FallOn { at, with } => {
            let fall = falling_attack::height(fight, who, at);
            attack::attack(fight, table, who, at, with, How { fall, ..free })
        }
        Deed::Move(to) => moving::go(fight, table, who, to),
        Deed::Stride(spaces) => moving::stride(fight, table, who, spaces.into()),
        Deed::Climb(by) => moving::climb(fight, table, who, by.into()),
        Deed::Jump(to) => jumping::jump(fight, table, who, to),
        Deed::Mount(beast) => riding::get_on(fight, table, who, beast),
        Deed::Pass(other) => passing::pass(fight, table, who, other),
        Deed::Disarm { at, hand, with } => disarm::disarm(fight, table, who, at, hand, with),
        Deed::Grapple(at) => grapple::grapple(fight, table, who, at),
        Deed::Release(at) => {
            grapple::release(fight, table, who, at);
            Ok(())
        }
        Deed::Escape(from) => grapple::escape(fight, table, who, from),
        Deed::Shove(at) => shove::shove(fight, table, who, at),
        Deed::Tackle(at) => {
            let done = shove::tackle(fight, table, who, at);
            fight.means_mut(who).turn.run = (0, 0, 0);
            done
        }
        Deed::Throw(whom) => throw::throw(fight, table, who, whom, throw::Aim::Away),
        Deed::ThrowAt(whom, at) => throw::throw(fight, table, who, whom, throw::Aim::At(at)),
        Deed::Toss(whom) => throw::throw(fight, table, who, whom, throw::Aim::Up),
        Deed::Hide => {
            hide::hide(fight, table, who)?;
            if fight.template(who).has(&crate::book::Feature::MovesWhenHiding) {
                fight.means_mut(who).movement += dice::part(numbers::speed(fight, who), 2);
            }
            Ok(())
        }
        Deed::Search => hide::search(fight, table, who),
        Deed::HelpSkill(ally, skill) => help::help_skill(fight, table, who, ally, skill),
        Deed::Stand => moving::stand(fight, table, who),
        Deed::Draw(thing) => objects::draw(fight, table, who, thing),
        Deed::Switch(weapon) => objects::switch(fight, table, who, weapon),
        Deed::Stow(hand) => objects::stow(fight, table, who, hand),
        Deed::PickUp(thing) => objects::pick_up(fight, table, who, thing),
        Deed::Handle => objects::handle_something(fight, table, who),
        Deed::Interact => {
            if objects::interact(fight, table, who, |_| "works at a lock, a trap or a mechanism".into())? {
                doors::what_comes(fight, table, who)?;
            }
            Ok(())
        }
        Deed::Door(portal, turn) => doors::turn(fight, table, who, portal, turn),
        Deed::Speak => {
            hide::speak(fight, table, who);
            Ok(())
        }
        Deed::Use { item, at } => items::use_up(fight, table, who, item, at),
        Deed::Give { thing, to } => transfer::give(fight, table, who, thing, to),
        Deed::Take { thing, from } => transfer::take(fight, table, who, thing, from),
        Deed::Lob(thing) => transfer::lob(fight, table, who, thing),
        Deed::Mechanism => objects::mechanism(fight, table, who),
        Deed::Cast { ability, at } => spells::cast(fight, table, who, ability, at),
        Deed::Tend(whom) => tending::tend(fight, table, who, whom),
        Deed::Stabilize(whom) => tending::stabilize(fight, table, who, whom),
        Deed::TearFree(whom) => tending::tear_free(fight, table, who, whom),
        Deed::Cut { whom, with } => tending::cut(fight, table, who, whom, with),
        Deed::Shed(condition) => tending::shed(fight, table, who, condition),
        Deed::Break { at, with } => zones::strike_wall(fight, table, who, at, with),
        Deed::Hold => held::hold(fight, table, who),
        _ => {
            at_once(fight, table, who, deed);
            Ok(())
        }
    }
}

/// Deeds at which nobody is asked and nothing is rolled.
fn at_once<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) {
    match deed {
        Deed::Disengage(full) => disengage::disengage(fight, table, who, full),
        Deed::Dodge(full) => disengage::dodge(fight, table, who, full),
        Deed::HelpAttack(ally, enemy) => help::help_attack(fight, table, who, ally, enemy),
        Deed::LieDown => conditions::give(fight, table, who, Status::lasting(Condition::Prone), &moving::ACTION),
        Deed::Drop(hand) => objects::drop(fight, table, who, hand),
        Deed::Reload(weapon) => objects::reload(fight, table, who, weapon),
        Deed::Sustain => concentration::sustain(fight, table, who),
        Deed::MoveForFree => tending::move_free(fight, table, who),
        Deed::StopConcentrating => concentration::lose(fight, table, who),
        Deed::PutOut(whom) => tending::put_out(fight, table, who, whom),
        Deed::Wake(whom) => non_lethal::wake(fight, table, who, whom),
        Deed::Gather => tending::gather(fight, table, who),
        _ => {}
    }
}

/// Whether the AP of a deed are paid before it begins, and not by itself.
fn pays_here(deed: Deed) -> bool {
    !matches!(
        deed,
        Deed::Attack { .. }
            | Deed::FallOn { .. }
            | Deed::Move(_)
            | Deed::Jump(_)
            | Deed::Mount(_)
            | Deed::Draw(_)
            | Deed::Switch(_)
            | Deed::Stow(_)
            | Deed::PickUp(_)
            | Deed::Handle
            | Deed::Interact
            | Deed::Use { .. }
            | Deed::Give { .. }
            | Deed::Take { .. }
            | Deed::Lob(_)
            | Deed::Mechanism
            | Deed::Door(..)
            | Deed::Reload(_)
            | Deed::Cast { .. }
            | Deed::Hold
    )
}

/// Whether a deed that can be held takes its AP by itself.
pub(crate) fn pays_itself(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Interact
            | Deed::Mechanism
            | Deed::Door(..)
            | Deed::Use { .. }
            | Deed::Give { .. }
            | Deed::Take { .. }
            | Deed::Lob(_)
            | Deed::Reload(_)
            | Deed::Cast { .. }
    )
}

/// The rule by which a deed is paid.
fn rule_of(deed: Deed) -> &'static quintain_engine::Rule {
    match deed {
        Deed::Disarm { .. } => &disarm::ACTION,
        Deed::Grapple(_) => &grapple::ACTION,
        Deed::Escape(_) => &grapple::ESCAPE,
        Deed::Shove(_) => &shove::ACTION,
        Deed::Tackle(_) => &shove::TACKLE,
        Deed::Throw(_) | Deed::ThrowAt(..) | Deed::Toss(_) => &throw::ACTION,
        Deed::Disengage(true) => &disengage::FULL,
        Deed::Disengage(false) => &disengage::BASIC,
        Deed::Dodge(true) => &disengage::DODGE_FULL,
        Deed::Dodge(false) => &disengage::DODGE_BASIC,
        Deed::Hide => &hide::ACTION,
        Deed::Search => &hide::ENDS_SEARCH,
        Deed::HelpAttack(..) | Deed::HelpSkill(..) => &help::ACTION,
        Deed::Pass(_) => &passing::ACTION,
        Deed::Tend(_) => &tending::TEND,
        Deed::Stabilize(_) => &tending::STABILIZE,
        Deed::PutOut(_) => &tending::PUT_OUT,
        Deed::TearFree(_) => &tending::TEAR_FREE,
        Deed::Wake(_) => &non_lethal::WAKE,
        _ => &action_points::PAY,
    }
}

/// The fight is over when nobody who still counts for a side has a foe who does.
pub fn over(fight: &Fight) -> Option<Outcome> {
    if let Some(outcome) = fight.outcome {
        return Some(outcome);
    }
    let mut standing = fight.marked(Mark::Fighting).map(|who| fight.one(who).side);
    let Some(first) = standing.next() else { return Some(Outcome::Mutual) };
    let any = |side: Side| fight.opponents_of(side).next().is_some();
    if any(first) || standing.any(any) || fight.setting.sides.len() < 2 {
        return None;
    }
    Some(Outcome::Won(first))
}

/// The game master has ended the fight, perhaps in the middle of a turn: what follows every fight follows this one, too.
///
/// # Errors
/// Halts with the table.
pub fn ended<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    end(fight, table, fight.outcome.unwrap_or(Outcome::Ended))
}

/// The end of a fight: whatever was half done is dropped, SP come back, and the dying roll at once.
fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outcome: Outcome) -> Result<(), T::Halt> {
    fight.outcome = Some(outcome);
    fight.stage = Stage::Over(outcome);
    fight.owner = None;
    fight.depth = 0;
    fight.carried_penalty = None;
    fight.prepaid = None;
    fight.pooled = 0;
    fight.leaving = None;
    fight.came = None;
    fight.stretch = None;
    fight.cause = None;
    fight.castings.clear();
    for who in fight.everyone() {
        let one = fight.one_mut(who);
        one.sp = one.max_sp;
        dying::after_the_fight(fight, table, who)?;
    }
    table.tell(|| {
        let text = match outcome {
            Outcome::Won(side) => format!("{} win the fight", fight.setting.sides[side.index()]),
            Outcome::Mutual => "nobody is left standing".to_owned(),
            Outcome::Ended => "the fight is ended".to_owned(),
        };
        Event::new(&time::ROUNDS, text).heading()
    });
    Ok(())
}
