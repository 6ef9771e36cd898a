//! What unattended seats do with Gu: a guard first, healing when it is needed, then whatever strikes.

use quintain_engine::{Foe, Who};

use super::{GuAct, summons};
use crate::ask::Act;
use crate::book::{Deal, Effect, Form, GuEntry, Keyword, Power, Quarry};
use crate::combatant::{GuState, Owned};
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::rules::activating::{self, Target, Wanted};
use crate::rules::effects::{self, Source};
use crate::rules::reactions::{self, Trigger};
use crate::rules::standing::entry;
use crate::rules::{areas, killer_moves, standing, stones as absorbing};

use super::doings::may_act;

/// The next thing to do with a Gu: a guard first, healing when it is needed, then whatever strikes. What the best strike by hand
/// promises instead, times ten, `by_hand` finds out.
pub fn next(fight: &Fight, who: Who, by_hand: impl FnOnce() -> i32) -> Option<Act> {
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
    let calls = fight.everyone().any(|other| fight.one(other).called.is_some_and(|called| called.by == who));
    let directs = slots.clone().filter(|_| calls).map(GuAct::Direct).find(|act| may_act(fight, who, *act).is_ok());
    if let Some(act) = directs {
        return Some(Act::Gu(act));
    }
    let activates = activating::may_activate_any(fight, who).is_ok();
    let of = |slot: u8| better(wish(fight, who, slot, foe, activates), wield(fight, who, slot));
    let best = slots.filter_map(of).max_by_key(|(worth, _)| *worth).map(|(_, act)| act);
    best.or_else(|| stones(fight, who, by_hand))
}

/// Stones, where the essence does not suffice for an attack and those that they pay for are worth a turn.
fn stones(fight: &Fight, who: Who, by_hand: impl FnOnce() -> i32) -> Option<Act> {
    let one = fight.one(who);
    let strikes = |owned: &Owned| {
        let attack = |effect: &Effect| matches!(effect, Effect::Attack { .. });
        let costs = activating::costs(fight, who, *owned);
        let short = costs > one.essence.now && costs <= one.essence.max;
        short && owned.state == GuState::Idle && entry(fight, owned.gu).does.iter().any(attack)
    };
    if !one.gu.iter().any(strikes) {
        return None;
    }
    let count = u16::from(derived::free_hands(fight, who)).min(one.stones) as u8;
    // A blow by hand is parried and answered, so half as much is enough. Where nobody can be struck, it is time to save up.
    let by_hand = by_hand();
    if by_hand > 0 && 2 * bought(fight, who, count) <= by_hand {
        return None;
    }
    let act = GuAct::Absorb(count);
    may_act(fight, who, act).is_ok().then_some(Act::Gu(act))
}

/// What the attacks of a turn deal, times ten, that could be paid for with so many stones more.
fn bought(fight: &Fight, who: Who, stones: u8) -> i32 {
    let one = fight.one(who);
    let mut essence = (one.essence.now + absorbing::portions(fight, who) * i16::from(stones)).min(one.essence.max);
    let mut left = derived::activations(fight, who);
    let mut sum = 0;
    for (slot, owned) in (0..).zip(&one.gu) {
        let costs = activating::costs(fight, who, *owned);
        if owned.state != GuState::Idle || left == 0 || costs > essence || killer_moves::is_move(fight, *owned) {
            continue;
        }
        let promised = promises(fight, Source::owned(who, slot, *owned));
        if promised > 0 {
            (sum, left, essence) = (sum + promised, left - 1, essence - costs);
        }
    }
    sum
}

/// What the attack of a Gu deals, times ten; 0 for one that makes none.
fn promises(fight: &Fight, from: Source) -> i32 {
    let place = from.place(fight);
    let deal = |deal: &Deal| {
        let percent = effects::of_strength(fight, from, deal);
        10 * (i32::from(deal.amount.at(place)) + percent) + 5 * i32::from(deal.dice) * (i32::from(deal.sides) + 1)
    };
    let dealt = |effect: &Effect| match effect {
        Effect::Attack { deals, .. } => deals.iter().map(deal).sum(),
        _ => 0,
    };
    entry(fight, from.gu).does.iter().map(dealt).sum()
}

/// What an act is worth, if there is one.
type Wish = Option<(i16, Act)>;

/// The better of two wishes.
fn better(one: Wish, other: Wish) -> Wish {
    let worth = |wish: &Wish| wish.as_ref().map_or(0, |(worth, _)| *worth);
    if worth(&other) > worth(&one) { other } else { one }
}

/// What a Gu at work lets its user do: where it strikes more foes than friends.
fn wield(fight: &Fight, who: Who, slot: u8) -> Wish {
    let owned = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Sustained)?;
    let Some(Effect::Area { form, only, .. }) = entry(fight, owned.gu).acts.first() else { return None };
    let (worth, at) = best_area(fight, Source::owned(who, slot, owned), *form, *only)?;
    let act = GuAct::Wield { slot, at };
    may_act(fight, who, act).is_ok().then_some((worth, Act::Gu(act)))
}

/// Where an area promises most, and how much that is: 50 and 8 for each foe more than friends, who count twice.
fn best_area(fight: &Fight, from: Source, form: Form, only: Option<Quarry>) -> Option<(i16, Target)> {
    let who = from.who;
    let foes = fight.everyone().filter(|foe| fight.foes(who, *foe) && fight.fighting(*foe));
    let aims = foes.map(|foe| match form {
        Form::Radius(_) | Form::Block(_) => Target::Square(fight.one(foe).at),
        Form::Line { .. } | Form::Cone(_) => {
            fight.body(who).step_towards(fight.body(foe)).map_or(Target::None, Target::Step)
        }
        _ => Target::None,
    });
    let counted = aims.filter_map(|at| Some((tally(fight, from, at, form, only)?, at)));
    let (tally, at) = counted.max_by_key(|(tally, _)| *tally)?;
    (tally > 0).then_some((50 + 8 * tally, at))
}

/// Foes in an area less twice the friends in it, the user among them.
fn tally(fight: &Fight, from: Source, at: Target, form: Form, only: Option<Quarry>) -> Option<i16> {
    let area = effects::placed(fight, from, at, form)?;
    let spares = effects::strike_of(fight, from, form).spares_user;
    let mut sum = 0;
    for other in fight.everyone().filter(|other| fight.fighting(*other)) {
        let inside = areas::contains(fight, area, other);
        let spared =
            (spares && other == from.who) || only.is_some_and(|only| !effects::is_quarry(fight, from.who, other, only));
        if inside && !spared {
            sum += if fight.foes(from.who, other) { 1 } else { -2 };
        }
    }
    Some(sum)
}

/// The foe that a Gu is aimed at now: of the possible ones the one that its user's temperament draws it to most, and
/// else the weakest.
fn victim(fight: &Fight, who: Who, owned: Owned) -> Option<Who> {
    let foes = fight.everyone().filter(|foe| fight.foes(who, *foe) && fight.fighting(*foe));
    let drawn = |foe: Who| fight.one(who).minded.weighs(100, || as_prey(fight, who, foe));
    foes.filter(|foe| activating::may_target(fight, who, owned, Target::Who(*foe)).is_ok())
        .min_by_key(|foe| (std::cmp::Reverse(drawn(*foe)), fight.one(*foe).hp.now, *foe))
}

/// A foe as a temperament sees it.
pub fn as_prey(fight: &Fight, who: Who, at: Who) -> Foe {
    let friend = |other: &Who| *other != who && *other != at && fight.fighting(*other) && !fight.foes(who, *other);
    let at_a_friend = fight.everyone().filter(friend).any(|friend| fight.distance(friend, at) <= 1);
    Foe { health: health(fight, at), fallen: fight.one(at).is(Condition::Unconscious), at_a_friend }
}

/// How much health is left, in hundredths.
pub fn health(fight: &Fight, who: Who) -> i32 {
    let hp = fight.one(who).hp;
    100 * i32::from(hp.now) / i32::from(hp.max).max(1)
}

/// Whether a killer move would cost so much soul that it is not worth it.
fn overloads(fight: &Fight, who: Who, owned: Owned) -> bool {
    if !killer_moves::is_move(fight, owned) || !fight.one(who).has_soul {
        return false;
    }
    let price = killer_moves::soul_price(fight, who, owned.gu);
    price > 0 && price * 3 >= fight.one(who).soul.now
}

/// Whether a Gu that may be aimed at anybody is meant for enemies.
fn for_foes(known: &GuEntry) -> bool {
    known
        .does
        .iter()
        .any(|effect| matches!(effect, Effect::Lay { .. } | Effect::Assess { .. } | Effect::Enslave | Effect::Familiar))
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

/// What a Gu would be good for now, and how good; ordinary Gu only where its owner `activates` any.
fn wish(fight: &Fight, who: Who, slot: u8, foe: Who, activates: bool) -> Wish {
    let owned = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Idle)?;
    let moves = killer_moves::is_move(fight, owned);
    let known = entry(fight, owned.gu);
    let ready = match moves {
        true => killer_moves::is_ready(fight, who, slot).is_ok(),
        false => activates && known.only_as_reaction.is_empty() && activating::is_ready(fight, who, slot).is_ok(),
    };
    if !ready {
        return None;
    }
    let rooted = || known.powers.iter().any(|power| matches!(power, Power::Rooted | Power::NoMelee));
    let keeps = || {
        !known.has(Keyword::Sustained)
            || i32::from(activating::costs(fight, who, owned)) * 3 <= fight.one(who).essence.now.into()
    };
    // Where it would be aimed is looked at last: most are worth nothing now.
    let (worth, aim) = worth(fight, (who, slot), owned, foe)?;
    if worth <= 0 || rooted() || !keeps() || overloads(fight, who, owned) {
        return None;
    }
    let wanted = match activating::wanted(known) {
        Wanted::Step => Target::Step(fight.body(who).step_towards(fight.body(foe))?),
        Wanted::Room => return None,
        _ if aim.is_some() => Target::None,
        Wanted::Foe => Target::Who(victim(fight, who, owned)?),
        Wanted::Anyone if for_foes(known) && fight.one(who).minded.0.is_some() => {
            Target::Who(victim(fight, who, owned)?)
        }
        Wanted::Anyone if for_foes(known) => Target::Who(foe),
        Wanted::Anyone => Target::Who(who),
        Wanted::Square => Target::Square(fight.one(foe).at),
        Wanted::Nothing => Target::None,
    };
    let at = aim.unwrap_or(wanted);
    // Whatever else has a say in it has been looked at by now; a victim is a possible target.
    if aim.is_some() || activating::wanted(known) != Wanted::Foe {
        activating::may_target(fight, who, owned, at).ok()?;
    }
    let act = if moves { GuAct::Perform { slot, at } } else { GuAct::Activate { slot, at } };
    Some((worth, Act::Gu(act)))
}

/// What an idle Gu is worth now by what it does first; where that is an area, also where it is worth so much.
fn worth(fight: &Fight, (who, slot): (Who, u8), owned: Owned, foe: Who) -> Option<(i16, Option<Target>)> {
    let known = entry(fight, owned.gu);
    let hurt = fight.one(who).hp.now * 2 <= fight.one(who).hp.max;
    let worth = match known.does.first() {
        Some(Effect::Heal { .. }) if hurt => 90,
        Some(Effect::Staunch { .. }) if fight.one(who).bleeding > 1 => 85,
        Some(Effect::Attack { .. }) => 60,
        Some(Effect::Area { form: Form::Wall { .. }, .. } | Effect::Zone(_)) => {
            let far = fight.distance(who, foe) > 4;
            let lies = fight.zones().iter().any(|zone| zone.by == who && zone.gu == owned.gu);
            let wall = matches!(known.does.first(), Some(Effect::Zone(zone)) if matches!(zone.form, Form::Wall { .. }));
            match (far && !lies, wall) {
                (true, true) => 61,
                (true, false) => 55,
                _ => 0,
            }
        }
        Some(Effect::Summon(summon)) if summons::finds_body(fight, Source::owned(who, slot, owned), summon) => 65,
        Some(Effect::Enslave) => {
            let weaker = fight.one(foe).soul.now < fight.one(who).soul.now;
            if weaker && summons::commands(fight, owned.rank, foe) { 75 } else { 0 }
        }
        Some(Effect::Familiar) if summons::commands(fight, owned.rank, foe) => 75,
        Some(Effect::Lay { .. }) if !known.has(Keyword::Sustained) => 50,
        Some(Effect::Lay { .. }) if standing::sustained(fight, who) == 0 => 50,
        Some(Effect::Remedy { .. }) if hurt && owned.store == 0 => 80,
        Some(Effect::Area { form, only, .. }) => {
            let (worth, at) = best_area(fight, Source::owned(who, slot, owned), *form, *only)?;
            return Some((worth, Some(at)));
        }
        None if known.has(Keyword::Sustained)
            && standing::sustained(fight, who) < derived::activations(fight, who).max(1) =>
        {
            70
        }
        _ => 0,
    };
    Some((worth, None))
}

/// The guard that answers best, if there is one.
pub fn best_answer(fight: &Fight, who: Who, trigger: &Trigger) -> Option<u8> {
    if !standing::any_answers(fight, who, trigger.what) {
        return None;
    }
    let legal = |slot: &u8| reactions::may_react(fight, who, trigger, reactions::React::Gu(*slot)).is_ok();
    (0..fight.one(who).gu.len() as u8)
        .filter(legal)
        .max_by_key(|slot| activating::owned(fight, who, *slot).map_or(0, |owned| owned.hp.now))
}

/// The Gu with an attack that reaches farthest, of those somebody can pay for.
pub fn farthest(fight: &Fight, who: Who) -> Option<u8> {
    let most = if fight.template(who).entry.rank > 0 { wanted_range(fight, who) } else { 0 };
    let answers = |owned: Owned| !entry(fight, owned.gu).only_as_reaction.is_empty();
    let fits = |slot: &u8| {
        attack_range(fight, who, *slot) == Some(most) && !activating::owned(fight, who, *slot).is_some_and(answers)
    };
    (0..fight.one(who).gu.len() as u8).find(|slot| most > 2 && fits(slot))
}

/// How far the attacks of somebody's Gu reach, of those it can pay for; 0 for none.
pub fn wanted_range(fight: &Fight, who: Who) -> u16 {
    let slots = 0..fight.one(who).gu.len() as u8;
    slots.filter_map(|slot| attack_range(fight, who, slot)).max().unwrap_or(0)
}

/// How far the attack of a Gu reaches, where it makes one and can be paid for.
fn attack_range(fight: &Fight, who: Who, slot: u8) -> Option<u16> {
    let owned = activating::owned(fight, who, slot)?;
    let attacks = entry(fight, owned.gu).does.iter().any(|effect| matches!(effect, Effect::Attack { .. }));
    (attacks && activating::is_ready(fight, who, slot).is_ok()).then(|| activating::range(fight, who, owned))
}
