//! What unattended seats do with Gu: a guard first, healing when it is needed, then whatever strikes.

use quintain_engine::Who;

use super::GuAct;
use crate::ask::Act;
use crate::book::{Effect, Form, GuEntry, Keyword, Power};
use crate::combatant::GuState;
use crate::fight::{Begun, Fight};
use crate::rules::activating::{self, Target, Wanted};
use crate::rules::effects::{self, Source};
use crate::rules::reactions::{self, Trigger};
use crate::rules::standing::entry;
use crate::rules::{areas, killer_moves, standing};

use super::doings::may_act;

/// The next thing to do with a Gu: a guard first, healing when it is needed, then whatever strikes.
pub fn next(fight: &Fight, who: Who) -> Option<Act> {
    if fight.one(who).gu.is_empty() {
        return None;
    }
    let slots = 0..fight.one(who).gu.len() as u8;
    let begun = matches!(fight.turn.begun, Begun::Nothing | Begun::Activations(_));
    if !begun {
        return None;
    }
    let foe = fight
        .everyone()
        .filter(|foe| fight.foes(who, *foe) && fight.fighting(*foe))
        .min_by_key(|foe| (fight.distance(who, *foe), fight.one(*foe).hp.now))?;
    if let Some(act) = remedy(fight, who) {
        return Some(act);
    }
    let of = |slot: u8| wish(fight, who, slot, foe);
    slots.filter_map(of).max_by_key(|(worth, _)| *worth).map(|(_, act)| act)
}

/// Whether a Gu that may be aimed at anybody is meant for enemies.
fn for_foes(known: &GuEntry) -> bool {
    known.does.iter().any(|effect| matches!(effect, Effect::Lay { .. } | Effect::Assess { .. }))
}

/// A remedy for one's own wounds.
fn remedy(fight: &Fight, who: Who) -> Option<Act> {
    let one = fight.one(who);
    if one.hp.now * 2 > one.hp.max {
        return None;
    }
    let acts = (0..one.gu.len() as u8).map(|slot| GuAct::Apply { slot, to: who });
    acts.into_iter().find(|act| may_act(fight, who, *act).is_ok()).map(Act::Gu)
}

/// What a Gu would be good for now, and how good.
fn wish(fight: &Fight, who: Who, slot: u8, foe: Who) -> Option<(i16, Act)> {
    let owned = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Idle)?;
    let known = entry(fight, owned.gu);
    let hurt = fight.one(who).hp.now * 2 <= fight.one(who).hp.max;
    let at = match activating::wanted(known) {
        Wanted::Foe => Target::Who(foe),
        Wanted::Anyone if for_foes(known) => Target::Who(foe),
        Wanted::Anyone => Target::Who(who),
        Wanted::Square => Target::Square(fight.one(foe).at),
        Wanted::Step => Target::Step(fight.body(who).step_towards(fight.body(foe))?),
        Wanted::Nothing => Target::None,
        Wanted::Room => return None,
    };
    let worth = match known.does.first() {
        Some(Effect::Heal { .. }) if hurt => 90,
        Some(Effect::Staunch { .. }) if fight.one(who).bleeding > 1 => 85,
        Some(Effect::Attack { .. }) => 60,
        Some(Effect::Area { form: Form::Radius(_) | Form::Block(_) | Form::Wall { .. }, .. } | Effect::Zone(_)) => {
            let far = fight.distance(who, foe) > 4;
            let lies = fight.zones.iter().any(|zone| zone.by == who && zone.gu == owned.gu);
            if far && !lies { 55 } else { 0 }
        }
        Some(Effect::Lay { .. }) if !known.has(Keyword::Sustained) => 50,
        Some(Effect::Lay { .. }) if standing::sustained(fight, who) == 0 => 50,
        Some(Effect::Remedy { .. }) if hurt && owned.store == 0 => 80,
        Some(effect @ Effect::Area { form, .. }) => {
            let area = effects::placed(fight, Source::owned(who, slot, owned), at, *form)?;
            let reach = match area.shape {
                areas::Shape::Line { length, .. } | areas::Shape::Cone { length, .. } => length,
                areas::Shape::Radius { metres, .. } => metres,
            };
            let straight = activating::wanted_by(effect) != Wanted::Step || in_line(fight, who, foe);
            if fight.distance(who, foe) <= reach.into() && straight { 58 } else { 0 }
        }
        None if known.has(Keyword::Sustained)
            && standing::sustained(fight, who) < crate::derived::activations(fight, who).max(1) =>
        {
            70
        }
        _ => 0,
    };
    let act =
        if killer_moves::is_move(fight, owned) { GuAct::Perform { slot, at } } else { GuAct::Activate { slot, at } };
    let rooted = known.powers.iter().any(|power| matches!(power, Power::Rooted | Power::NoMelee));
    let keeps = !known.has(Keyword::Sustained)
        || i32::from(activating::costs(fight, who, owned)) * 3 <= fight.one(who).essence.now.into();
    (worth > 0 && !rooted && keeps && may_act(fight, who, act).is_ok()).then_some((worth, Act::Gu(act)))
}

fn in_line(fight: &Fight, who: Who, foe: Who) -> bool {
    let (from, to) = (fight.one(who).at, fight.one(foe).at);
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    dx == 0 || dy == 0 || dx == dy
}

/// The guard that answers best, if there is one.
pub fn best_answer(fight: &Fight, who: Who, trigger: &Trigger) -> Option<u8> {
    let legal = |slot: &u8| reactions::may_react(fight, who, trigger, reactions::React::Gu(*slot)).is_ok();
    (0..fight.one(who).gu.len() as u8)
        .filter(legal)
        .max_by_key(|slot| activating::owned(fight, who, *slot).map_or(0, |owned| owned.hp.now))
}

/// How far the attacks of somebody's Gu reach, of those it can pay for; 0 for none.
pub fn wanted_range(fight: &Fight, who: Who) -> u16 {
    let strikes = |slot: &u8| {
        activating::is_ready(fight, who, *slot)
            .is_ok_and(|owned| entry(fight, owned.gu).does.iter().any(|effect| matches!(effect, Effect::Attack { .. })))
    };
    let reach = |slot: u8| activating::owned(fight, who, slot).map_or(0, |owned| activating::range(fight, who, owned));
    (0..fight.one(who).gu.len() as u8).filter(strikes).map(reach).max().unwrap_or(0)
}
