//! What options cost, from the same places from which the rules take it: AP, MP, SP, movement, things that are used up.

use quintain_engine::{Label, Price, Tags, Who};

use crate::ask::{Deed, Target};
use crate::fight::Fight;
use crate::rules::abilities::Cost;
use crate::rules::spells::Bought;
use crate::rules::{
    abilities, action_points, grapple, jumping, maneuvers, moving, options, passing, riding, spells, weapons,
};

/// The same at the price of what is done on one's turn.
pub(super) fn of_deed(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    let own = Cost { ap: options::ap_of(fight, who, deed) as i8, ..Cost::default() };
    let label = match deed {
        Deed::Attack { at, with } | Deed::Disarm { at, with, .. } => {
            let longer = maneuvers::must_extend(fight, who, at, weapons::used(fight, who, with));
            let (ap, sp) = longer.map_or((0, 0), |extra| options::price(fight, who, extra));
            paid(label, fight, who, Cost { ap: own.ap + ap as i8, sp: sp as i8, ..own })
        }
        Deed::Cast { ability, at, coin } => {
            let range = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
            paid(label, fight, who, spells::with_bought(fight, ability, range).paid_with(coin))
        }
        Deed::Pass(_) => paid(label, fight, who, Cost { ap: passing::price(fight, who) as i8, ..own }),
        _ => match movement(fight, who, deed) {
            Some(spaces) => walked(label, fight, who, spaces),
            None => paid(label, fight, who, own),
        },
    };
    let label = if let Deed::Use { item, .. } = deed { used_up(label, fight, who, item) } else { label };
    let unknown = matches!(deed, Deed::Hold | Deed::Handle | Deed::End);
    if label.costs.is_empty() && !unknown { label.tagged(Tags::FREE) } else { label }
}

/// The same at the price of holding it: AP now, anything else when it is carried out.
pub(super) fn of_held(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    let ap = match deed {
        Deed::Cast { ability, at: Target::Later, .. } => fight.ability(ability).entry.ap,
        deed => options::ap_of(fight, who, deed),
    };
    paid(label, fight, who, Cost { ap: ap as i8, ..Cost::default() })
}

/// The same at this price, each pool with what is left in it.
pub(super) fn paid(label: Label, fight: &Fight, who: Who, cost: Cost) -> Label {
    let one = fight.one(who);
    let ap = action_points::own_share(fight, who, cost.ap.max(0) as u8) as i8;
    let pools = [("ap", ap, one.ap), ("mp", cost.mp, one.mp), ("sp", cost.sp, one.sp)];
    pools.into_iter().filter(|(_, amount, _)| *amount > 0).fold(label, |label, (pool, amount, had)| {
        label.costing(Price::Pool(pool), amount.into(), Some((had - amount).into()))
    })
}

/// The same with what is bought on top of an ability, where `all` is what everything costs together. Of MP no more are
/// there than may go into it.
pub(super) fn added(label: Label, fight: &Fight, who: Who, ability: u16, (more, all): (Cost, Cost)) -> Label {
    let one = fight.one(who);
    let left = |had: i8, all: i8| Some(i16::from(had - all).max(0));
    let own = (all.mp - fight.pooled).max(0);
    let mp = spells::mp_limit(fight, who, ability).map_or(one.mp, |most| one.mp.min(most));
    let pools =
        [("ap", more.ap, left(one.ap, all.ap)), ("mp", more.mp, left(mp, own)), ("sp", more.sp, left(one.sp, all.sp))];
    pools
        .into_iter()
        .filter(|(_, amount, _)| *amount > 0)
        .fold(label, |label, (pool, amount, left)| label.costing(Price::Pool(pool), amount.into(), left))
}

/// What an ability costs without anything on top.
pub(super) fn bare(fight: &Fight, ability: u16) -> Cost {
    spells::with_bought(fight, ability, Bought::default())
}

/// The Spaces of movement that a deed takes.
fn movement(fight: &Fight, who: Who, deed: Deed) -> Option<i16> {
    match deed {
        Deed::Move(to) => {
            moving::cost_to(fight, who, to, moving::within_reach(fight, who, action_points::available(fight, who)))
        }
        Deed::Jump(to) => jumping::price(fight, who, to),
        Deed::Climb(by) => Some(i16::from(by).abs()),
        Deed::Stand => Some(moving::STAND),
        Deed::Mount(_) => Some(riding::PRICE),
        Deed::Shift(..) => Some(grapple::aside::PRICE),
        _ => None,
    }
}

/// The same at the price of so much movement, and of the Moves that it takes to have it.
fn walked(label: Label, fight: &Fight, who: Who, spaces: i16) -> Label {
    let Some((moves, left)) = moving::moves_for(fight, who, spaces) else { return label };
    let ap = moves.saturating_mul(moving::AP) as i8;
    paid(label, fight, who, Cost { ap, ..Cost::default() }).costing(Price::Distance, spaces, Some(left))
}

fn used_up(label: Label, fight: &Fight, who: Who, item: u8) -> Label {
    let items = &fight.one(who).items;
    let alike = items.iter().filter(|known| Some(*known) == items.get(usize::from(item))).count();
    label.costing(Price::Gear, 1, Some(alike.saturating_sub(1) as i16))
}
