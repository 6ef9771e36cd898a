//! What may be added to an attack when it is declared.

use quintain_engine::Who;

use crate::ask::{Coin, Deed, Extra, With};
use crate::book::AddsTo;
use crate::fight::Fight;
use crate::house::{ApForAdv, HelpTiming};
use crate::rules::{action_points, attack, help, maneuvers, weapons};
use crate::those::Those;

/// How often at most one thing is added to one act: nobody has more AP.
pub const MOST_TIMES: u8 = 8;

/// So often something that repeats is named, however little is left, so that too many are refused with their price.
const NAMED: u8 = 3;

/// AP and SP that an addition costs.
pub fn price(fight: &Fight, who: Who, extra: Extra) -> (u8, u8) {
    if let Extra::Rider(place) = extra {
        let ap = fight.template(who).entry.riders.get(usize::from(place)).map_or(0, |rider| rider.ap);
        return (ap, 0);
    }
    let cost = maneuvers::price(fight, extra);
    (cost.ap.max(0) as u8, cost.sp.max(0) as u8)
}

/// Whether anything at all may be added.
pub fn any_extra(fight: &Fight, who: Who, deed: Deed, opportunity: bool) -> bool {
    let spared =
        || matches!(deed, Deed::Attack { at, with } | Deed::FallOn { at, with } if by_hand(fight, who, at, with));
    adv(fight, who, deed, opportunity) > 0 || spared() || all(fight, who, deed, opportunity).next().is_some()
}

/// Everything that may be added.
pub fn extras(fight: &Fight, who: Who, deed: Deed, opportunity: bool) -> Vec<Extra> {
    all(fight, who, deed, opportunity).collect()
}

fn all(fight: &Fight, who: Who, deed: Deed, opportunity: bool) -> impl Iterator<Item = Extra> + '_ {
    let (at, with) = match deed {
        Deed::Attack { at, with } | Deed::FallOn { at, with } => (Some(at), Some(with)),
        Deed::Disarm { at, .. } => (Some(at), None),
        _ => (None, None),
    };
    let left = action_points::available(fight, who).max(0) as u8;
    let before = fight.house().help_timing == HelpTiming::BeforeRoll;
    let helped = at.filter(|_| before).into_iter().flat_map(move |at| help::dice_for(fight, who, at));
    let held = matches!(deed, Deed::Grapple(_)).then(|| added(fight, who, AddsTo::Grapple, left));
    // What follows is about damage, which a Disarm does not deal.
    let bought = adv(fight, who, deed, opportunity);
    let favoured = move || bought > 0 || maneuvers::standing(fight, who, deed) > 0;
    let fits = move |extra: &Extra| !maneuvers::needs_adv(fight, *extra) || favoured();
    let hurting = at.zip(with).into_iter().flat_map(move |(at, with)| hurting(fight, who, at, with, left));
    (1..=bought)
        .map(Extra::Adv)
        .chain(helped.map(Extra::Help))
        .chain(hurting.filter(fits))
        .chain(held.into_iter().flatten())
}

/// How often ADV may be bought.
fn adv(fight: &Fight, who: Who, deed: Deed, opportunity: bool) -> u8 {
    let rolled = matches!(deed, Deed::Attack { .. } | Deed::FallOn { .. } | Deed::Disarm { .. });
    let most = if rolled { most_adv(fight, opportunity) } else { 0 };
    most.min(action_points::available(fight, who).max(0) as u8)
}

/// How often it may be bought on one Attack Check by a creature with the AP.
pub fn most_adv(fight: &Fight, opportunity: bool) -> u8 {
    match (fight.house().ap_for_adv, opportunity) {
        (ApForAdv::Stack, _) => MOST_TIMES,
        (ApForAdv::Once, _) | (ApForAdv::Off, true) => 1,
        (ApForAdv::Off, false) => 0,
    }
}

/// Whether a blow is struck hand to hand: only such a one spares.
fn by_hand(fight: &Fight, who: Who, at: Who, with: With) -> bool {
    weapons::melee(fight, who, at, fight.weapon(weapons::used(fight, who, with)))
}

/// What changes the damage of a blow and what else it does, with so many AP left.
fn hurting(fight: &Fight, who: Who, at: Who, with: With, left: u8) -> impl Iterator<Item = Extra> + '_ {
    let weapon = weapons::used(fight, who, with);
    let riders = maneuvers::riders_for(fight, who, at, weapon);
    let riders = riders.filter(move |(_, rider)| rider.ap > 0 && rider.ap <= left);
    let non_lethal = by_hand(fight, who, at, with).then_some(Extra::NonLethal);
    let sweeps =
        move |extra: &Extra| maneuvers::ability(*extra).is_some_and(|it| fight.ability(it).entry.sweeps.is_some());
    let farther = fight.template(who).uses.extends.map_or(0, |(_, (reach, _))| reach);
    let others = move || attack::sweepable(fight, who, at, (weapon, farther), &Those::default()).next().is_some();
    let maneuvers = added(fight, who, AddsTo::Attack, left).filter(move |extra| !sweeps(extra) || others());
    non_lethal.into_iter().chain(maneuvers).chain(riders.map(|(place, _)| Extra::Rider(place)))
}

/// The maneuvers that somebody may add with so many AP left, for AP or in their place for SP.
pub fn added(fight: &Fight, who: Who, to: AddsTo, left: u8) -> impl Iterator<Item = Extra> + '_ {
    let all = maneuvers::addable(fight, who, to).flat_map(|ability| {
        let times = if fight.ability(ability).entry.repeats { MOST_TIMES } else { 1 };
        (1..=times).flat_map(move |number| [Coin::Ap, Coin::Sp].map(|coin| Extra::Maneuver(ability, coin, number)))
    });
    all.filter(move |extra| {
        let (ap, sp) = price(fight, who, *extra);
        let again = i16::from(if extra.number() > NAMED { extra.number() } else { 1 });
        let left = (i16::from(left), i16::from(fight.one(who).sp));
        again * i16::from(ap) <= left.0 && again * i16::from(sp) <= left.1 && (ap > 0 || sp > 0)
    })
}

/// What something is called from the second time on, [`MOST_TIMES`] at most.
const AGAIN: [&str; 7] = ["a second", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth"];

/// An addition in words; an enhancement is one of what it is added to.
pub fn text(fight: &Fight, who: Who, deed: Option<Deed>, extra: Extra) -> String {
    let again = |number: u8, what: String| match AGAIN.get(usize::from(number).wrapping_sub(2)) {
        Some(again) => format!("{again} {what}"),
        None => what,
    };
    match extra {
        Extra::Adv(number) => again(number, "ADV for 1 AP".into()),
        Extra::NonLethal => "non-lethal".into(),
        Extra::Maneuver(ability, coin, number) => {
            again(number, in_coin(fight.ability(ability).entry.name.clone(), coin))
        }
        Extra::Rider(place) => {
            let riders = &fight.template(who).entry.riders;
            riders.get(usize::from(place)).map_or_else(|| "more".into(), |rider| rider.name.clone())
        }
        Extra::Help(helper) => format!("help of {}", fight.label(helper)),
        Extra::Enhance(place, number) => {
            let entry =
                if let Some(Deed::Cast { ability, .. }) = deed { Some(&fight.ability(ability).entry) } else { None };
            let more = entry.and_then(|entry| entry.enhance.get(usize::from(place)));
            again(number, more.map_or_else(|| "more".into(), |more| more.name.clone()))
        }
    }
}

/// The name of a maneuver with what it is paid with, where that is not its AP.
pub fn in_coin(name: String, coin: Coin) -> String {
    match coin {
        Coin::Ap => name,
        Coin::Sp => format!("{name} for SP"),
    }
}

/// The number behind the name by which repeated additions were called before, for scripts and records that say so.
pub fn former_text(fight: &Fight, who: Who, deed: Option<Deed>, extra: Extra) -> Option<String> {
    let number = extra.number();
    (number > 1).then(|| format!("{} {number}", text(fight, who, deed, extra.again(1))))
}
