//! Each deed, carried out by its rule: what it takes is paid first.

use quintain_engine::{Rule, Table, Who};

use crate::ask::Deed;
use crate::book::{Condition, Feature};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::attack::{self, How};
use crate::rules::{
    action_points, concentration, conditions, dice, disarm, disengage, doors, falling_attack, grapple, held, help,
    hide, items, jumping, moving, non_lethal, numbers, objects, passing, riding, shove, spells, tending, throw,
    transfer, zones,
};

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
    let ap = crate::rules::options::ap_of(fight, who, deed);
    if !matches!(deed, Deed::Move(_) | Deed::Jump(_) | Deed::Tackle(_) | Deed::Attack { .. }) {
        fight.one_mut(who).turn.run = (0, 0, 0);
    }
    if pays_here(deed) && !held {
        action_points::pay_to(fight, table, who, ap, rule_of(deed), action_points::For::Deed(deed));
    }
    do_it(fight, table, who, deed, How { free: held, ..How::default() })
}

fn do_it<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed, free: How) -> Result<(), T::Halt> {
    match deed {
        Deed::End => Ok(()),
        Deed::Attack { at, with } => {
            let done = attack::attack(fight, table, who, at, with, free);
            fight.one_mut(who).turn.run = (0, 0, 0);
            done
        }
        Deed::FallOn { at, with } => {
            let fall = falling_attack::height(fight, who, at);
            attack::attack(fight, table, who, at, with, How { fall, ..free })
        }
        Deed::Hide => {
            hide::hide(fight, table, who)?;
            if fight.template(who).has(&Feature::MovesWhenHiding) {
                fight.one_mut(who).movement += dice::part(numbers::speed(fight, who), 2);
            }
            Ok(())
        }
        Deed::Search => hide::search(fight, table, who),
        Deed::HelpSkill(ally, skill) => help::help_skill(fight, table, who, ally, skill),
        Deed::Cast { ability, at, coin } => spells::cast(fight, table, who, (ability, coin), at),
        Deed::Tend(whom) => tending::tend(fight, table, who, whom),
        Deed::Stabilize(whom) => tending::stabilize(fight, table, who, whom),
        Deed::TearFree(whom) => tending::tear_free(fight, table, who, whom),
        Deed::Cut { whom, with } => tending::cut(fight, table, who, whom, with),
        Deed::Shed(condition) => tending::shed(fight, table, who, condition),
        Deed::Break { at, with } => zones::strike_wall(fight, table, who, at, with),
        Deed::Hold => held::hold(fight, table, who),
        _ => move_or_wrestle(fight, table, who, deed),
    }
}

/// Deeds that move somebody, or are done hand to hand.
fn move_or_wrestle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
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
        Deed::Shift(whom, to) => grapple::aside::shift(fight, table, who, whom, to),
        Deed::Escape(from) => grapple::escape(fight, table, who, from),
        Deed::Shove(at) => shove::shove(fight, table, who, at),
        Deed::Tackle(at) => {
            let done = shove::tackle(fight, table, who, at);
            fight.one_mut(who).turn.run = (0, 0, 0);
            done
        }
        Deed::Throw(whom) => throw::throw(fight, table, who, whom, throw::Aim::Away),
        Deed::ThrowAt(whom, at) => throw::throw(fight, table, who, whom, throw::Aim::At(at)),
        Deed::Toss(whom) => throw::throw(fight, table, who, whom, throw::Aim::Up),
        Deed::Stand => moving::stand(fight, table, who),
        _ => with_things(fight, table, who, deed),
    }
}

/// Deeds with weapons, things and doors.
fn with_things<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
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
        Deed::Give { thing, to } => transfer::pass(fight, table, who, thing, (who, to)),
        Deed::Take { thing, from } => transfer::pass(fight, table, who, thing, (from, who)),
        Deed::Lob(thing) => transfer::lob(fight, table, who, thing),
        Deed::Mechanism => objects::mechanism(fight, table, who),
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
        Deed::Gather => tending::gather(fight, table, who, 1),
        Deed::GatherMana(mp) => tending::gather_mana(fight, table, who, mp),
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

/// Whether a deed that can be held takes its AP by itself; what a blow takes is left out where it has been paid.
pub(crate) fn pays_itself(deed: Deed) -> bool {
    !pays_here(deed) && !matches!(deed, Deed::Attack { .. })
}

/// The rule by which a deed is paid.
fn rule_of(deed: Deed) -> &'static Rule {
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
