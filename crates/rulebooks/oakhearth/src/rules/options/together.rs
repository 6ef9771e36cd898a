//! What may be added together to one attack, Grapple or ability: nothing that rules out another, and no more than can be paid
//! for as a whole.

use quintain_engine::{Refusal, Who};

use crate::ask::{Act, Ask, Coin, Deed, Extra};
use crate::book::Enhancement;
use crate::fight::Fight;
use crate::rules::abilities::{self, Cost};
use crate::rules::spells::{self, Bought};
use crate::rules::{action_points, attack, dying, maneuvers, options, weapons};
use crate::those::Those;

/// Whether these may be picked together where something is added; every other pick is free.
///
/// # Errors
/// Says which rules out which, or what all of them cost and what is left.
pub fn together(fight: &Fight, ask: &Ask, picks: &[Act]) -> Result<(), Refusal> {
    let Ask::Extras { who, deed } = *ask else { return Ok(()) };
    for extra in extras(picks) {
        paid_once(fight, (who, deed), extra, picks)?;
    }
    match deed {
        Deed::Cast { ability, at, coin } => {
            let taken = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
            let bought = spells::picked(taken, picks);
            alike(fight, ability, bought)?;
            payable(fight, who, spells::with_bought(fight, ability, bought).paid_with(coin), Some(ability))
        }
        _ => {
            suits(fight, who, deed, picks)?;
            let price = |extra| options::price(fight, who, extra);
            let (ap, sp) = extras(picks).map(price).fold((0, 0), |(ap, sp), one| (ap + one.0, sp + one.1));
            payable(fight, who, Cost { ap: ap as i8, sp: sp as i8, ..Cost::default() }, None)
        }
    }
}

/// What is added by these picks.
fn extras(picks: &[Act]) -> impl Iterator<Item = Extra> + Clone + '_ {
    picks.iter().filter_map(|act| if let Act::Extra(extra) = *act { Some(extra) } else { None })
}

/// What is added once is paid in one way.
fn paid_once(fight: &Fight, (who, deed): (Who, Deed), extra: Extra, picks: &[Act]) -> Result<(), Refusal> {
    let Extra::Maneuver(ability, Coin::Sp, number) = extra else { return Ok(()) };
    let for_ap = Extra::Maneuver(ability, Coin::Ap, number);
    if fight.ability(ability).entry.repeats || !picks.contains(&Act::Extra(for_ap)) {
        return Ok(());
    }
    let once = options::extra_text(fight, who, Some(deed), for_ap);
    Err(Refusal::new(&maneuvers::ADDED, format!("{once} is added once, for AP or for SP")))
}

/// Of what gives an ability another kind of damage, or takes the place of all that it does, one at most is bought.
fn alike(fight: &Fight, ability: u16, bought: Bought) -> Result<(), Refusal> {
    let all = fight.ability(ability).entry.enhance.iter().zip(bought.times).filter(|(_, times)| *times > 0);
    let changes: [fn(&Enhancement) -> bool; 2] = [|more| more.kind.is_some(), |more| more.instead_of_all];
    for changes in changes {
        let mut same = all.clone().map(|(more, _)| more).filter(|more| changes(more));
        if let (Some(one), Some(other)) = (same.next(), same.next()) {
            let why = format!("{} or {}, not both", one.name, other.name);
            return Err(Refusal::new(&spells::ENHANCE, why));
        }
    }
    Ok(())
}

/// Whether what is added to a blow suits it with all the rest: what asks for ADV has it, and each sweep has somebody to
/// sweep into.
fn suits(fight: &Fight, who: Who, deed: Deed, picks: &[Act]) -> Result<(), Refusal> {
    let bought = extras(picks).filter(|extra| matches!(extra, Extra::Adv(_))).count() as i16;
    let needy = extras(picks).find(|extra| maneuvers::needs_adv(fight, *extra));
    if let Some(extra) = needy.filter(|_| bought + maneuvers::standing(fight, who, deed) <= 0) {
        let what = options::extra_text(fight, who, Some(deed), extra);
        return Err(Refusal::new(&maneuvers::ADDED, format!("{what} takes an attack with ADV")));
    }
    let (Deed::Attack { at, with } | Deed::FallOn { at, with }) = deed else { return Ok(()) };
    let ability = |extra| maneuvers::ability(extra).map(|ability| &fight.ability(ability).entry);
    let sweeps = extras(picks).filter_map(ability).filter(|entry| entry.sweeps.is_some()).count();
    if sweeps == 0 {
        return Ok(());
    }
    let farther =
        extras(picks).filter_map(ability).filter_map(|entry| entry.extends).map(|(reach, _)| i16::from(reach)).sum();
    let weapon = weapons::used(fight, who, with);
    let near = attack::sweepable(fight, who, at, (weapon, farther), &Those::default()).count();
    if sweeps <= near {
        return Ok(());
    }
    let whom = if near == 1 { "1 enemy".into() } else { format!("{near} enemies") };
    Err(Refusal::new(&maneuvers::SWEEP, format!("the sweep takes {sweeps} more, and there is {whom} to take")))
}

/// Whether somebody has so much of everything; `ability` where it is spent on one.
fn payable(fight: &Fight, who: Who, cost: Cost, ability: Option<u16>) -> Result<(), Refusal> {
    let one = fight.one(who);
    let ap_rule = if dying::at_the_door(fight, who) { &dying::DOOR_AP } else { &action_points::PAY };
    let own = (cost.mp - fight.pooled).max(0);
    let pools = [
        (ap_rule, cost.ap, action_points::available(fight, who), "AP"),
        (&spells::MP, own, one.mp, "MP"),
        (&spells::SP, cost.sp, one.sp, "SP"),
    ];
    let dear = pools.into_iter().find(|(_, cost, left, _)| *cost > 0 && cost > left);
    if let Some((rule, cost, left, unit)) = dear {
        let is = if left == 1 { "is" } else { "are" };
        return Err(Refusal::new(rule, format!("together it costs {cost} {unit}, and {left} {is} left")));
    }
    match ability.and_then(|ability| spells::mp_limit(fight, who, ability)).filter(|most| own > *most) {
        Some(most) => {
            let why = format!("together it costs {own} MP, and no more than {most} go into one spell");
            Err(Refusal::new(&spells::LIMIT, why))
        }
        None => Ok(()),
    }
}
