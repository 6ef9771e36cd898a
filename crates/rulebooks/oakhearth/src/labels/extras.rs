//! Labels of what is added to an attack or an ability.

use quintain_engine::{Label, Tags, Target, Who};

use super::means::{ability_key, with_ability};
use super::prices::{added, paid};
use super::verbs::{ADD, ADD_HELP, BUY_ADV, ENHANCE, SPARE};
use crate::ask::{Ask, Coin, Deed, Extra};
use crate::fight::Fight;
use crate::rules::abilities::Cost;
use crate::rules::options;
use crate::rules::spells;

/// An addition. What has been asked for comes first; each costs what it does beside the others.
pub(super) fn label(fight: &Fight, ask: &Ask, extra: Extra) -> Label {
    let (who, deed) = match *ask {
        Ask::Extras { who, deed } => (who, Some(deed)),
        Ask::LateHelp { who, .. } => (who, None),
        _ => return Label::new(&ADD),
    };
    let label = priced(adding(fight, who, deed, extra), fight, who, deed, extra).tagged(Tags::ADDS);
    if label.costs.is_empty() { label.tagged(Tags::FREE) } else { label }
}

fn adding(fight: &Fight, who: Who, deed: Option<Deed>, extra: Extra) -> Label {
    let again = |label: Label, number: u8| label.on(Target::Number(number.into()));
    match extra {
        Extra::Adv(number) => again(Label::new(&BUY_ADV), number),
        Extra::NonLethal => Label::new(&SPARE),
        Extra::Maneuver(ability, coin, number) => {
            let (key, name) = if coin == Coin::Ap { ("ap", "for AP") } else { ("sp", "for SP") };
            again(with_ability(Label::new(&ADD), fight, ability), number).variant("paid", key, name)
        }
        Extra::Rider(place) => {
            let name = options::extra_text(fight, who, deed, extra);
            Label::new(&ADD).with(format!("rider.{}", place + 1), name)
        }
        Extra::Help(helper) => Label::new(&ADD_HELP).on(Target::Who(helper)),
        Extra::Enhance(place, number) => {
            let Some(Deed::Cast { ability, .. }) = deed else { return again(Label::new(&ENHANCE), number) };
            let name = options::extra_text(fight, who, deed, extra.again(1));
            again(Label::new(&ENHANCE), number).with(format!("{}.{}", ability_key(fight, ability), place + 1), name)
        }
    }
}

fn priced(label: Label, fight: &Fight, who: Who, deed: Option<Deed>, extra: Extra) -> Label {
    match (extra, deed) {
        (Extra::Enhance(..) | Extra::Adv(_), Some(Deed::Cast { ability, at, .. })) => {
            added(label, fight, who, ability, spells::price_of(fight, who, (ability, at), extra))
        }
        _ => {
            let (ap, sp) = options::price(fight, who, extra);
            paid(label, fight, who, Cost { ap: ap as i8, sp: sp as i8, ..Cost::default() })
        }
    }
}
