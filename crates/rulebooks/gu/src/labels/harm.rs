//! The friends that the use of a Gu may hurt besides its targets.

use quintain_engine::{Tags, Who};

use crate::book::{Effect, Form, Quarry};
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::rules::activating::{self, Target};
use crate::rules::areas;
use crate::rules::effects::{self, Source};
use crate::rules::gu::perceives;

/// Whether what a Gu does, or lets its user do, may hurt that one or a friend.
pub(super) fn of_effects(fight: &Fight, from: Source, effects: &[Effect], at: Target) -> Tags {
    let each = effects.iter().map(|effect| of_effect(fight, from, effect, at));
    each.fold(Tags::default(), |all, tags| all | tags)
}

fn of_effect(fight: &Fight, from: Source, effect: &Effect, at: Target) -> Tags {
    let who = from.who;
    let self_if = |so: bool| if so { Tags::HURTS_SELF } else { Tags::default() };
    let friend_if = |so: bool| if so { Tags::HURTS_FRIEND } else { Tags::default() };
    match effect {
        Effect::Attack { leaps, .. } => {
            let leaps_on = |whom: Who| {
                let Some(leaps) = leaps else { return Tags::default() };
                let near = |one: &Who| *one != whom && fight.distance(whom, *one) <= leaps.within.into();
                let last = leaps.else_user && !others(fight, who).any(|one| near(&one));
                friend_if(friends(fight, who).any(|one| near(&one))) | self_if(last)
            };
            at.who().map_or(Tags::default(), |whom| friend_if(!fight.foes(who, whom)) | leaps_on(whom))
        }
        Effect::Punch => friend_if(at.who().is_some_and(|whom| !fight.foes(who, whom))),
        Effect::Area { form, deals, gains, core, only, spreads, .. } => {
            let hurts = !deals.is_empty() || !gains.is_empty() || core.is_some();
            let caught = if hurts { of_area(fight, from, (*form, *only), at) } else { Tags::default() };
            caught | friend_if(spreads.is_some() && spreads_to_friend(fight, from, (*form, *only), at))
        }
        Effect::Zone(zone) => {
            let hurts = !zone.deals.is_empty() || !zone.gains.is_empty();
            if hurts && !zone.strikes.is_empty() {
                of_area(fight, from, (zone.form, None), at)
            } else {
                Tags::default()
            }
        }
        Effect::Flash => friend_if(friends(fight, who).any(|one| fight.fighting(one) && perceives(fight, one, who))),
        Effect::Hurl { collision, .. } => self_if(!collision.is_empty()),
        Effect::Hurts { .. } => Tags::HURTS_SELF,
        Effect::Overtaxes { below, .. } => self_if(derived::score(fight, who, Score::Fortitude) < *below),
        Effect::HurtsSoul(_) => self_if(fight.one(who).has_soul),
        _ => Tags::default(),
    }
}

fn others(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.everyone().filter(move |one| *one != who && fight.present(*one))
}

/// Those on the field who are no enemies of somebody.
pub(super) fn friends(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    others(fight, who).filter(move |one| !fight.foes(who, *one))
}

/// Whether an area catches somebody where that one is now.
fn catches(fight: &Fight, from: Source, (form, only): (Form, Option<Quarry>), at: Target, one: Who) -> bool {
    let spared = one == from.who && effects::strike_of(fight, from, form).spares_user;
    let meant = || only.is_none_or(|quarry| effects::is_quarry(fight, from.who, one, quarry));
    let area = || effects::placed(fight, from, at, form);
    !spared && meant() && area().is_some_and(|area| areas::contains(fight, area, one))
}

fn of_area(fight: &Fight, from: Source, what: (Form, Option<Quarry>), at: Target) -> Tags {
    let caught = |one: Who| catches(fight, from, what, at, one);
    let own = if caught(from.who) { Tags::HURTS_SELF } else { Tags::default() };
    let friend = if friends(fight, from.who).any(caught) { Tags::HURTS_FRIEND } else { Tags::default() };
    own | friend
}

/// Whether a friend stands beside a combatant that an area catches.
fn spreads_to_friend(fight: &Fight, from: Source, what: (Form, Option<Quarry>), at: Target) -> bool {
    let beside = |one: Who| friends(fight, from.who).any(|friend| friend != one && fight.distance(one, friend) <= 1);
    others(fight, from.who).any(|one| catches(fight, from, what, at, one) && beside(one))
}

/// The Gu that somebody uses, as the source of what it does.
pub(super) fn source(fight: &Fight, who: Who, slot: u8) -> Option<Source> {
    activating::owned(fight, who, slot).map(|owned| Source::owned(who, slot, owned))
}
