//! What is done on a turn: its price, and what a person wants to know before it.

use quintain_engine::{Label, Price, Tags, Target, Verb, Who};

use crate::ask::{Aimed, Deed, Exchange};
use crate::book::{Aim, Tag, Time, With};
use crate::content::{AbilityId, WeaponId};
use crate::fight::{Fight, Gait};
use crate::rules::{
    abilities, actions, falling, mounted, movement, prone, reactions, special_actions, steps, uses, weapons,
};

use super::verbs::*;
use super::{harm, reach};

/// Something done on a turn, with its price and all that may come of it.
pub(super) fn of_turn(fight: &Fight, who: Who, deed: Deed) -> Label {
    let label = of(fight, who, deed);
    let label = match actions::time_of(fight, deed) {
        Some(time) => timed(label, time),
        None => label,
    };
    let label = by_movement(label, fight, who, deed);
    let label = priced(label, fight, who, deed);
    let way = || steps::way(fight, who, deed);
    let tags = [
        (Tags::FREE, label.costs.is_empty()),
        (Tags::PROVOKES, reactions::may_answer(fight, who, deed, way)),
        (Tags::HURTS_SELF, harm::to_oneself(fight, who, deed, way)),
        (Tags::HURTS_FRIEND, harm::to_friends(fight, who, deed)),
        (Tags::ADDS, matches!(deed, Deed::With(_))),
        (Tags::ENDS_TURN, deed == Deed::Done),
        (Tags::DECLARES, actions::time_of(fight, deed) == Some(Time::Prepared)),
    ];
    tags.into_iter().filter(|(_, holds)| *holds).fold(label, |label, (tag, _)| label.tagged(tag))
}

/// An ability that takes the place of another without an action.
pub(super) fn instead(fight: &Fight, who: Who, deed: Deed) -> Label {
    priced(of(fight, who, deed), fight, who, deed)
}

/// What something takes of the actions of a turn.
fn timed(label: Label, time: Time) -> Label {
    match time {
        Time::Action => label.costing(Price::Action, 1, Some(0)),
        Time::Rapid | Time::Prepared => label.costing(Price::Quick, 1, Some(0)),
        Time::FullTurn => label.costing(Price::WholeTurn, 1, Some(0)),
        Time::Free | Time::Modification | Time::Passive => label,
    }
}

/// The metres of movement that something takes, and the action where it makes a run of it.
fn by_movement(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    let here = movement::gait_now(fight, who);
    let (metres, gait, run) = match deed {
        Deed::Move { to, run } => match reach::cost(fight, who, to) {
            Some(metres) => (metres, here, run),
            None => return label,
        },
        Deed::Altitude { to, run } => (steps::altitude_price(fight.one(who).altitude, to), Gait::Fly, run),
        Deed::JumpDown(to) => (falling::price_of_jump(fight, who, to), Gait::Walk, false),
        Deed::Stand { run } | Deed::LieDown { run } => (prone::cost(fight, who), here, run),
        Deed::Steady => (movement::left(fight, who, here, false), here, false),
        Deed::Mount(_) | Deed::Dismount(_) => (mounted::cost(fight, who), Gait::Walk, false),
        _ => return label,
    };
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running);
    let left = movement::left(fight, who, gait, run || running);
    let label = label.costing(Price::Distance, metres, Some(left - metres));
    if run && !running { label.costing(Price::Action, 1, Some(0)) } else { label }
}

/// The energy, the health and the things that something takes.
fn priced(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    let pending = abilities::pending(fight, who);
    let basic = || abilities::basic(fight, who, With::MainHand);
    let added = |id: &AbilityId| abilities::due(fight, who, *id, &[], 1).0;
    let of_attack = |attack: Option<AbilityId>| attack.map_or((0, 0), |id| abilities::due(fight, who, id, pending, 1));
    let (energy, health) = match deed {
        Deed::Use { ability, aim } => {
            let reached = crate::rules::targets::reached(fight, who, ability, aim).len();
            abilities::due(fight, who, ability, pending, reached)
        }
        Deed::With(id) => {
            // What has been added before is paid with the same act.
            let before: i16 = pending.iter().map(added).sum();
            return costing_energy(label, fight, who, (added(&id), before));
        }
        Deed::Throw(_) | Deed::Retrieve { .. } => of_attack(basic()),
        Deed::Speak { .. } => {
            (pending.iter().map(|id| special_actions::price_of_words(fight, who, *id, None)).sum(), 0)
        }
        Deed::Whisper { to, .. } => {
            (pending.iter().map(|id| special_actions::price_of_words(fight, who, *id, Some(to))).sum(), 0)
        }
        Deed::Exchange(_) => match weapons::price_of_swap(fight, who) {
            Some(energy) => (energy, 0),
            None => return costing_second(timed(label, Time::Rapid), fight, who, 0),
        },
        _ => (0, 0),
    };
    let label = match actions::time_of(fight, deed) {
        Some(Time::Rapid | Time::Prepared) => costing_second(label, fight, who, energy),
        _ => costing_energy(label, fight, who, (energy, 0)),
    };
    let label = costing_health(label, fight, who, health);
    costing_things(label, fight, who, deed)
}

/// At so much energy, and what a second minor action of the turn costs besides.
fn costing_second(label: Label, fight: &Fight, who: Who, energy: i16) -> Label {
    costing_energy(label, fight, who, (energy + actions::price_of_second(fight, who), 0))
}

/// At so much energy, once so much has been paid before; for nothing where it takes none.
pub(super) fn costing_energy(label: Label, fight: &Fight, who: Who, (amount, before): (i16, i16)) -> Label {
    match amount {
        1.. => label.costing(Price::Pool("energy"), amount, Some((fight.one(who).energy - before - amount).max(0))),
        _ => label,
    }
}

/// At so much health, or energy where there is not enough of it.
fn costing_health(label: Label, fight: &Fight, who: Who, amount: i16) -> Label {
    let now = fight.one(who).health;
    match amount {
        ..=0 => label,
        _ if amount < now => label.costing(Price::Pool("health"), amount, Some(now - amount)),
        _ => match abilities::energy_for_health(fight, who, amount) {
            Some((energy, _)) => costing_energy(label, fight, who, (energy, 0)),
            None => label.costing(Price::Pool("health"), amount, Some(1)),
        },
    }
}

/// The shots and the items that something uses up.
fn costing_things(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    match deed {
        Deed::Use { ability, .. } if fight.ability(ability).time() == Time::Prepared => label,
        Deed::Use { ability, aim } => {
            let at = if let Aimed::One(at) = aim { Some(at) } else { None };
            match uses::shots(fight, who, ability, at) {
                Some((shots, there)) => label.costing(Price::Pool("shots"), shots, Some(there - shots)),
                None => label,
            }
        }
        Deed::Item { slot, .. } => match fight.one(who).items.get(usize::from(slot)) {
            Some((_, uses)) => label.costing(Price::Gear, 1, Some(i16::from(*uses) - 1)),
            None => label,
        },
        _ => label,
    }
}

/// What is done, with its means and its target.
pub(super) fn of(fight: &Fight, who: Who, deed: Deed) -> Label {
    let with = |verb, weapon: WeaponId| with_weapon(Label::new(verb), fight, weapon);
    let held = |verb, weapon: Option<WeaponId>| weapon.map_or(Label::new(verb), |weapon| with(verb, weapon));
    let one = fight.one(who);
    match deed {
        Deed::Done => Label::new(&DONE),
        Deed::Move { to, run } => moves(fight, who, run).on(Target::Square(to)),
        Deed::Altitude { to, run } => {
            let verb = if to > one.altitude { &RISE } else { &SINK };
            running(Label::new(verb), run).on(Target::Number(to.into()))
        }
        Deed::JumpDown(to) => Label::new(&JUMP_DOWN).on(Target::Square(to)),
        Deed::Stand { run } => running(Label::new(&STAND), run),
        Deed::LieDown { run } => running(Label::new(&LIE_DOWN), run),
        Deed::Steady => Label::new(&STEADY),
        Deed::Use { ability, aim } => aimed(used(fight, who, ability), fight, who, ability, aim),
        Deed::With(ability) => with_ability(Label::new(&ADD), fight, ability),
        Deed::Item { slot, at } => {
            let name = fight.item(who, slot).map_or("", |item| item.name.as_str());
            Label::new(&ITEM).with(format!("slot-{}", slot + 1), name).on(at_or_oneself(who, at))
        }
        Deed::Sidearm(weapon) => with(&SIDEARM, weapon),
        Deed::Exchange(exchange) => exchanged(fight, exchange),
        // The rapid action pays although energy would do.
        Deed::Rapidly(exchange) => exchanged(fight, exchange).variant("by", "rapid", "by the rapid action"),
        Deed::DropMain => in_hand(held(&DROP, one.main), With::MainHand),
        Deed::DropOff => in_hand(held(&DROP, one.off), With::OffHand),
        Deed::Throw(at) => held(&THROW, one.main).on(Target::Who(at)),
        Deed::ThrowTo(to) => held(&THROW, one.main).on(Target::Square(to)),
        Deed::Retrieve { from, weapon } => with(&RETRIEVE, weapon).on(Target::Who(from)),
        Deed::End(ability) => with_ability(Label::new(&END_KEPT), fight, ability),
        Deed::Speak { action } => by_action(Label::new(&SPEAK), action),
        Deed::Whisper { to, action } => by_action(Label::new(&WHISPER), action).on(Target::Who(to)),
        Deed::PrepareSpeech => Label::new(&PREPARE).with("speech", "a speech"),
        Deed::Mount(mount) => Label::new(&MOUNT).on(Target::Who(mount)),
        Deed::Dismount(to) => Label::new(&DISMOUNT).on(Target::Square(to)),
    }
}

/// A Move as it is made where somebody is now.
fn moves(fight: &Fight, who: Who, run: bool) -> Label {
    let one = fight.one(who);
    let (gait, name) = match (one.altitude > 0, one.prone) {
        (true, _) => (&FLY, "flying"),
        (_, true) => (&CRAWL, "crawling"),
        _ => return Label::new(if run { &RUN } else { &MOVE }),
    };
    if run { Label::new(&RUN).variant("gait", gait.key, name) } else { Label::new(gait) }
}

fn running(label: Label, run: bool) -> Label {
    if run { label.variant("as", "run", "as the beginning of a run") } else { label }
}

fn by_action(label: Label, action: bool) -> Label {
    if action { label.variant("by", "action", "with the action") } else { label }
}

fn in_hand(label: Label, hand: With) -> Label {
    match hand {
        With::MainHand => label.variant("hand", "main", "the main hand"),
        With::OffHand => label.variant("hand", "off", "the off hand"),
    }
}

/// What the hands hold afterwards.
fn exchanged(fight: &Fight, exchange: Exchange) -> Label {
    match exchange {
        Exchange::Swap(weapon, hand) => in_hand(with_weapon(Label::new(&SWAP), fight, weapon), hand),
        Exchange::PickUp(weapon, hand) => in_hand(with_weapon(Label::new(&PICK_UP), fight, weapon), hand),
        Exchange::Trade => Label::new(&SWAP).with("both-hands", "the two weapons in hand"),
    }
}

fn with_weapon(label: Label, fight: &Fight, weapon: WeaponId) -> Label {
    let weapon = fight.weapon(weapon);
    label.with(weapon.id.as_str(), weapon.entry.name.as_str())
}

/// With an ability.
pub(super) fn with_ability(label: Label, fight: &Fight, ability: AbilityId) -> Label {
    let ability = fight.ability(ability);
    label.with(ability.id.as_str(), ability.entry.name.as_str())
}

fn at_or_oneself(who: Who, at: Who) -> Target {
    if at == who { Target::Oneself } else { Target::Who(at) }
}

/// An ability: special actions are known by name, others by what they are.
fn used(fight: &Fight, who: Who, id: AbilityId) -> Label {
    let ability = fight.ability(id);
    let weapon = |verb| armed(Label::new(verb), fight, who);
    match ability.id.as_str() {
        _ if ability.time() == Time::Prepared => with_ability(Label::new(&PREPARE), fight, id),
        "charge" => weapon(&CHARGE),
        "dual-strike" => weapon(&DUAL_STRIKE),
        "disarm" => weapon(&DISARM),
        "sever" => weapon(&SEVER),
        "first-aid" => Label::new(&FIRST_AID),
        "self-cure" => Label::new(&SELF_CURE),
        _ => with_ability(Label::new(verb_of(fight, id)), fight, id),
    }
}

fn verb_of(fight: &Fight, id: AbilityId) -> &'static Verb {
    let ability = fight.ability(id);
    match () {
        () if ability.charges => &CHARGE,
        () if ability.reloads => &RELOAD,
        () if ability.is(Tag::Weapon) => &ATTACK,
        () => &USE,
    }
}

/// With what is in the main hand; with nothing named where that is bare.
fn armed(label: Label, fight: &Fight, who: Who) -> Label {
    match fight.one(who).main {
        Some(weapon) => with_weapon(label, fight, weapon),
        None => label,
    }
}

/// What an ability is aimed at.
fn aimed(label: Label, fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> Label {
    let (ability, here) = (fight.ability(ability), fight.one(who).at);
    if ability.time() == Time::Prepared {
        return label;
    }
    match aim {
        Aimed::Oneself if matches!(ability.entry.aim, Aim::Around { .. }) => label.on(Target::Area(here, None)),
        Aimed::Oneself => label.on(Target::Oneself),
        Aimed::One(at) => label.on(at_or_oneself(who, at)),
        Aimed::At(square) if matches!(ability.entry.aim, Aim::Burst { .. }) => label.on(Target::Area(square, None)),
        Aimed::At(square) => label.on(Target::Square(square)),
        Aimed::Toward(step) => label.on(Target::Area(here, Some(step))),
        Aimed::Ring { first, clockwise } => {
            let round = if clockwise { "clockwise" } else { "counter-clockwise" };
            label.variant("round", round, round).on(Target::Who(first))
        }
    }
}
