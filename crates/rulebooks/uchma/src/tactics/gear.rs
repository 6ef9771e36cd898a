//! What tactics do with things and words: draughts, other weapons, throws, a warning.

use quintain_engine::Who;

use super::weigh;
use crate::ask::{Deed, Exchange};
use crate::book::{Effect, Feature, Topic, With};
use crate::content::WeaponId;
use crate::fight::Fight;
use crate::options;
use crate::rules::{abilities, adjacency, distance, features, special_actions, weapons};

/// How much more a carried weapon has to do before it is worth a change.
const WORTH_A_CHANGE: i16 = 5;

/// A warning to friends who do not know yet that they are in an ambush.
pub(super) fn warn(fight: &Fight, who: Who) -> Option<Deed> {
    if !features::any(fight, who, Topic::Rest, |feature| feature == Feature::Watchful) {
        return None;
    }
    let lost = |friend: &Who| {
        *friend != who
            && fight.one(*friend).ambushed()
            && fight.able(*friend)
            && fight.allies(who, *friend)
            && special_actions::heard(fight, who, *friend, None)
    };
    let speak = Deed::Speak { action: false };
    let needed = fight.everyone().any(|friend| lost(&friend));
    (needed && options::may(fight, who, speak).is_ok()).then_some(speak)
}

/// The item that promises most now, with how much that is.
pub(super) fn draught(fight: &Fight, who: Who, ruthless: bool) -> Option<(i32, Deed)> {
    let mut best: Option<(i32, Deed)> = None;
    for slot in 0..fight.one(who).items.len() as u8 {
        let Some(used) = fight.item(who, slot).map(|item| item.used) else { continue };
        for at in fight.everyone() {
            let deed = Deed::Item { slot, at };
            let worth = weigh::on_target(fight, who, used, at, ruthless);
            if worth > best.map_or(0, |(known, _)| known) && options::may(fight, who, deed).is_ok() {
                best = Some((worth, deed));
            }
        }
    }
    best
}

/// Whether there is anything at all that an empty hand of somebody's could take up.
#[inline]
pub(super) fn may_take_up(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let empty = one.main.is_none() && one.before.is_none();
    let sticks = || !fight.is_plain() && fight.cast.iter().any(|one| !one.stuck.is_empty());
    empty && (!fight.dropped.is_empty() || !one.carried.is_empty() || sticks())
}

/// What an empty hand takes up first: what lies below, what sticks in a foe beside, what is carried.
pub(super) fn take_up(fight: &Fight, who: Who) -> Option<Deed> {
    if !may_take_up(fight, who) {
        return None;
    }
    let mut below = weapons::below(fight, who).map(|weapon| Deed::Exchange(Exchange::PickUp(weapon, With::MainHand)));
    let allowed = |deed: &Deed| options::may(fight, who, *deed).is_ok();
    below.find(allowed).or_else(|| pull_out(fight, who)).or_else(|| change(fight, who))
}

/// A weapon that sticks in a foe beside.
fn pull_out(fight: &Fight, who: Who) -> Option<Deed> {
    let foes = fight.everyone().filter(|foe| fight.foes(who, *foe) && fight.present(*foe));
    let deeds = foes.flat_map(|from| fight.one(from).stuck.iter().map(move |weapon| (from, *weapon)));
    let mut deeds = deeds.map(|(from, weapon)| Deed::Retrieve { from, weapon });
    deeds.find(|deed| options::may(fight, who, *deed).is_ok())
}

/// Another weapon, where the one in hand is of no use now or much the worse.
pub(super) fn change(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    if one.carried.is_empty() || one.before.is_some() {
        return None;
    }
    let usable = |weapon: WeaponId| weapons::ready_for_use(fight, who, weapon);
    let now = one.main.filter(|weapon| usable(*weapon)).map_or(0, |weapon| figure(fight, weapon));
    let better = |weapon: &WeaponId| usable(*weapon) && figure(fight, *weapon) >= now + WORTH_A_CHANGE;
    let best = one.carried.iter().copied().filter(better).max_by_key(|weapon| figure(fight, *weapon))?;
    let mut ways = [Deed::Exchange(Exchange::Swap(best, With::MainHand)), Deed::Sidearm(best)];
    if one.main.is_none() && one.off.is_none() {
        // Nothing would fall: a sidearm costs nothing at all.
        ways.reverse();
    }
    let sidearm = fight.weapon(best).entry.sidearm;
    let fits = |deed: &Deed| sidearm || matches!(deed, Deed::Exchange(_));
    ways.into_iter().find(|deed| fits(deed) && options::may(fight, who, *deed).is_ok())
}

/// What the basic attack of a weapon does.
fn figure(fight: &Fight, weapon: WeaponId) -> i16 {
    let Some(basic) = fight.weapon(weapon).basic else { return 0 };
    let dealt = fight.ability(basic).entry.does.iter().find_map(|step| match step.effect {
        Effect::Damage(dealt) => Some(fight.value(dealt.amount, Default::default())),
        _ => None,
    });
    dealt.unwrap_or(0)
}

/// A throw at the nearest foe in sight, by one who has another weapon to go on with.
pub(super) fn throw(fight: &Fight, who: Who, ruthless: bool) -> Option<Deed> {
    let one = fight.one(who);
    let weapon = one.main.filter(|weapon| fight.weapon(*weapon).entry.throwable)?;
    if (one.spares_of(weapon) == 0 && one.carried.is_empty()) || adjacency::foe_beside(fight, who) {
        return None;
    }
    let wanted = |foe: &Who| fight.foes(who, *foe) && (ruthless || !fight.one(*foe).unconscious);
    let at = fight
        .everyone()
        .filter(|foe| wanted(foe) && options::may(fight, who, Deed::Throw(*foe)).is_ok())
        .min_by_key(|foe| distance::between(fight, who, *foe))?;
    abilities::basic(fight, who, With::MainHand).map(|_| Deed::Throw(at))
}
