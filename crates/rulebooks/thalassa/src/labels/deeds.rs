//! Labels of actions: their means and their target, what they take, what they risk.

use quintain_engine::{Label, Price, Tags, Target, Who};

use super::answers::with_arms;
use super::verbs::{
    AID, ATTACK, BREAK_FREE, CARRY_OFF, CAST, DISARM, DRAW, GAZE, GRAPPLE, HEAL, IMPROVISE, LIGHT, NOTHING, POUR, PRAY,
    REST, RETREAT, SEAR, SECOND_MOVE, SHOVE, SING, SNATCH, SOW, TRIP, USE,
};
use super::{going, walked};
use crate::ask::{Act, Ask};
use crate::book::{God, Use, Worn};
use crate::condition::Ability;
use crate::declaration::{Also, Contest, Daring, Deed};
use crate::fight::Fight;
use crate::house::DangerSave;
use crate::rules::{actions, blast, hazards, magic, prayer};

/// An action, declared for this round or foretold. What is only foretold takes nothing and risks nothing yet.
pub(super) fn label(fight: &Fight, ask: &Ask, deed: Deed) -> Label {
    match *ask {
        Ask::Declare { who } => {
            let label = priced(doing(fight, who, deed), fight, who, deed);
            let label = walked(label, fight, (ask, &Act::Deed(deed)));
            label.tagged(Tags::DECLARES | risks(fight, who, deed) | ending(fight, who, deed))
        }
        Ask::Telegraph { who } => doing(fight, who, deed).tagged(Tags::DECLARES),
        _ => Label::new(&IMPROVISE),
    }
}

/// An action in a word or two, for those who see it coming: `attack with bow`.
pub fn intent(fight: &Fight, who: Who, deed: Deed) -> String {
    let label = doing(fight, who, deed);
    match (deed, label.means) {
        (Deed::Cast { .. }, Some(means)) => format!("{} {}", label.verb.name, means.name),
        (Deed::Pray { .. }, Some(means)) => format!("{} to {}", label.verb.name, means.name),
        (_, Some(means)) => format!("{} with {}", label.verb.name, means.name),
        (_, None) => label.verb.name.to_owned(),
    }
}

/// What is done: the means, the way, the target.
pub(super) fn doing(fight: &Fight, who: Who, deed: Deed) -> Label {
    let on = |label: Label, at: Who| label.on(person(who, at));
    match deed {
        Deed::Nothing => Label::new(&NOTHING),
        Deed::Attack { arm, off, at, daring } => {
            let label = with_arms(Label::new(&ATTACK), fight, Some(arm), off);
            on(dared(label, daring), at)
        }
        Deed::Cast { spell, at, also } => cast(fight, who, spell, at, also),
        Deed::Pray { god, at, also } => pray(fight, who, god, (at, also)),
        Deed::SecondMove(to) => going(&SECOND_MOVE, to),
        Deed::Retreat => Label::new(&RETREAT),
        Deed::Aid(at) => on(Label::new(&AID), at),
        Deed::Draw(arm) => with_arms(Label::new(&DRAW), fight, Some(arm), None),
        Deed::TakeShield => shield(fight, who),
        Deed::Contest { kind, at } => on(contest(kind), at),
        Deed::BreakFree => Label::new(&BREAK_FREE),
        Deed::Gaze(at) => on(Label::new(&GAZE), at),
        Deed::Sing => Label::new(&SING),
        Deed::Snatch(at) => on(Label::new(&SNATCH), at),
        Deed::CarryOff(at) => on(Label::new(&CARRY_OFF), at),
        Deed::Sow => Label::new(&SOW),
        Deed::Use { item, at } => on(used(fight, who, item), at),
        Deed::Arrow { item, at, hated } => {
            with_item(Label::new(&USE), fight, who, item).variant("brings", "hate", "hate").on(Target::Pair(at, hated))
        }
        Deed::Restore { arm, at } => on(with_arms(Label::new(&HEAL), fight, Some(arm), None), at),
        Deed::Pour { item, at } => with_item(Label::new(&POUR), fight, who, item).on(Target::Area(at, None)),
        Deed::Light(at) => Label::new(&LIGHT).on(Target::Square(at)),
        Deed::Sear(at) => on(Label::new(&SEAR), at),
        Deed::Rest => Label::new(&REST),
        Deed::Improvise => Label::new(&IMPROVISE),
    }
}

fn person(who: Who, at: Who) -> Target {
    if at == who { Target::Oneself } else { Target::Who(at) }
}

fn dared(label: Label, daring: Daring) -> Label {
    match daring {
        Daring::No => label,
        Daring::Manoeuvre => label.variant("style", "daring", "by a daring manoeuvre"),
        Daring::IntoTheMouth => label.variant("style", "mouth", "into the mouth"),
    }
}

fn contest(kind: Contest) -> Label {
    Label::new(match kind {
        Contest::Shove => &SHOVE,
        Contest::Trip => &TRIP,
        Contest::Grapple => &GRAPPLE,
        Contest::Disarm => &DISARM,
    })
}

/// An incantation; one that parts two people names both.
fn cast(fight: &Fight, who: Who, spell: u8, at: Who, also: Also) -> Label {
    let label = Label::new(&CAST);
    let label = match fight.one(who).spells.get(usize::from(spell)).map(|known| known.incantation) {
        Some(place) => {
            let entry = &fight.setting.incantations[usize::from(place)];
            label.with(fight.setting.incantation_id(place), entry.name.clone())
        }
        None => label,
    };
    match also {
        Also::Who(other) => label.on(Target::Pair(at, other)),
        also => about(label, fight, also).on(person(who, at)),
    }
}

/// The score, weapon or piece of armour that magic concerns.
fn about(label: Label, fight: &Fight, also: Also) -> Label {
    match also {
        Also::Nothing | Also::Who(_) => label,
        Also::Score(ability) => label.variant("score", ability.key(), ability.name()),
        Also::Weapon(arm) => label.variant("thing", fight.arm(arm).id.clone(), fight.arm(arm).name.clone()),
        Also::Armor(place) => {
            let piece = &fight.setting.armors[usize::from(place)];
            label.variant("thing", piece.id.clone(), piece.name.clone())
        }
        Also::Hunt => label.variant("boon", "hunt", "the hunt"),
    }
}

fn pray(fight: &Fight, who: Who, god: God, (at, also): (Who, Also)) -> Label {
    let label = about(Label::new(&PRAY).with(god.name().to_lowercase(), god.name()), fight, also);
    match god {
        God::Artemis if also != Also::Hunt => label.variant("boon", "protection", "protection").on(person(who, at)),
        God::Apollo | God::Artemis | God::Aphrodite | God::Hephaestus | God::Ares | God::Hermes => {
            label.on(person(who, at))
        }
        God::Athena | God::Hera | God::Persephone | God::Poseidon => label,
    }
}

fn shield(fight: &Fight, who: Who) -> Label {
    let label = Label::new(&DRAW);
    let pieces = fight.one(who).worn.iter().map(|place| &fight.setting.armors[usize::from(*place)]);
    match pieces.into_iter().find(|piece| piece.worn == Worn::Shield) {
        Some(piece) => label.with(piece.id.clone(), piece.name.clone()),
        None => label.with("shield", "shield"),
    }
}

/// The place in the setting's list of a piece of gear that somebody carries.
fn carried(fight: &Fight, who: Who, item: u8) -> Option<u8> {
    fight.one(who).items.get(usize::from(item)).copied()
}

fn with_item(label: Label, fight: &Fight, who: Who, item: u8) -> Label {
    match carried(fight, who, item) {
        Some(place) => {
            let name = &fight.setting.items[usize::from(place)].name;
            label.with(fight.setting.item_id(place), name.clone())
        }
        None => label,
    }
}

fn used(fight: &Fight, who: Who, item: u8) -> Label {
    let label = with_item(Label::new(&USE), fight, who, item);
    let love = fight.carried(who, item).is_some_and(|entry| entry.does == Use::Arrow);
    if love { label.variant("brings", "love", "love") } else { label }
}

/// The same with what it takes of the turn, of THU and of the gear.
fn priced(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    let label = match deed {
        Deed::Nothing => return label.tagged(Tags::FREE),
        deed if deed.fills_the_turn() => label.costing(Price::WholeTurn, 1, None),
        _ => label.costing(Price::Action, 1, Some(0)),
    };
    match deed {
        Deed::Cast { .. } => magical(label, fight, who),
        Deed::Pray { god, at, also } if prayer::may_be_answered(fight, who, god, (at, also)) => {
            magical(label, fight, who)
        }
        Deed::Attack { arm, .. } if fight.arm(arm).once => spent(label, &fight.one(who).arms, Some(arm)),
        Deed::Pour { item, .. } => spent(label, &fight.one(who).items, carried(fight, who, item)),
        Deed::Use { item, .. } if fight.carried(who, item).is_some_and(|entry| entry.once) => {
            spent(label, &fight.one(who).items, carried(fight, who, item))
        }
        _ => label,
    }
}

/// `magic.cost`: a die says how much THU it takes: as much as the die may show.
fn magical(label: Label, fight: &Fight, who: Who) -> Label {
    let most = i16::from(magic::PRICE_DIE);
    let left = (fight.one(who).score(Ability::Thu).now - most).max(0);
    label.costing(Price::Pool(Ability::Thu.key()), most, Some(left))
}

/// One of so many alike is used up.
fn spent<T: PartialEq>(label: Label, all: &[T], one: Option<T>) -> Label {
    let left = all.iter().filter(|known| Some(*known) == one.as_ref()).count().saturating_sub(1);
    label.costing(Price::Gear, 1, Some(left as i16))
}

/// Whether nothing of the turn is left after it, and whether its doer leaves the fight with it.
fn ending(fight: &Fight, who: Who, deed: Deed) -> Tags {
    let moves = fight.ground().is_some() && actions::leaves_a_move(fight, who, deed);
    let ends = if moves { Tags::default() } else { Tags::ENDS_TURN };
    if deed == Deed::Retreat { ends | Tags::NO_RETURN } else { ends }
}

/// The friends that it may hurt beside its target, as all stand now.
fn risks(fight: &Fight, who: Who, deed: Deed) -> Tags {
    let friend = |at: Who| at != who && !fight.foes(who, at);
    let (itself, friends) = match deed {
        Deed::Attack { arm, off, at, .. } => {
            let arms = || [Some(arm), off].into_iter().flatten();
            let stands = |one: Who| arms().any(|arm| hazards::stands_in_fire(fight, one, (who, at, arm)));
            let burnt = || fight.everyone().any(|one| friend(one) && stands(one));
            let caught = || arms().any(|arm| blast::may_catch_a_friend(fight, who, at, arm));
            (stands(who), friend(at) || caught() || burnt())
        }
        Deed::Cast { spell, at, .. } => {
            let turns = fight.house().danger_save != DangerSave::No && magic::is_harmful(fight, who, spell);
            (turns || drains(fight, who), friend(at) && magic::is_hostile(fight, who, spell))
        }
        Deed::Pray { god, at, also } => {
            (prayer::may_be_answered(fight, who, god, (at, also)) && drains(fight, who), false)
        }
        Deed::Light(at) => {
            let stands = |one: Who| hazards::stands_on_tar(fight, one, at);
            (stands(who), fight.everyone().any(|one| friend(one) && stands(one)))
        }
        Deed::Arrow { at, .. } | Deed::Contest { at, .. } => (false, friend(at)),
        _ => (false, false),
    };
    let tag = |risk: bool, tag: Tags| if risk { tag } else { Tags::default() };
    tag(itself, Tags::HURTS_SELF) | tag(friends, Tags::HURTS_FRIEND)
}

/// `magic.thu-zero`: whether the price of magic may leave somebody delirious.
fn drains(fight: &Fight, who: Who) -> bool {
    fight.one(who).score(Ability::Thu).now <= i16::from(magic::PRICE_DIE)
}
