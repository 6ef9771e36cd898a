//! Labels of what is done on a turn: the means, the way, the target.

use quintain_engine::{Label, Tags, Target, Verb, Who};

use super::answers::key;
use super::means::{aimed, held, seen, with_ability, with_arm, with_item, with_lying, with_thing};
use super::{prices, risks, verbs as v};
use crate::ask::{Ask, Coin, Deed};
use crate::fight::Fight;
use crate::rules::doors::{self, Portal, Turn};
use crate::setting::Table;

/// Something done on one's turn, held for later, or told to somebody.
pub(super) fn label(fight: &Fight, ask: &Ask, deed: Deed) -> Label {
    match *ask {
        Ask::Turn { who } => {
            let label = prices::of_deed(doing(fight, who, deed), fight, who, deed);
            label.tagged(risks::of_deed(fight, ask, who, deed))
        }
        Ask::Hold { who } => prices::of_held(doing(fight, who, deed), fight, who, deed).tagged(Tags::DECLARES),
        Ask::Command { of: who, .. } | Ask::Strike { who, .. } => doing(fight, who, deed),
        _ => Label::new(&v::CHOOSE),
    }
}

/// What is done: the means, the way, the target.
pub(super) fn doing(fight: &Fight, who: Who, deed: Deed) -> Label {
    let on = |verb: &'static Verb, at: Who| Label::new(verb).on(seen(who, at));
    if let Some(verb) = alone(deed) {
        return Label::new(verb);
    }
    match deed {
        Deed::Attack { at, with } => with_arm(on(&v::ATTACK, at), fight, who, with),
        Deed::FallOn { at, with } => with_arm(on(&v::FALL_ON, at), fight, who, with),
        Deed::Move(to) => Label::new(&v::MOVE).on(Target::Square(to)),
        Deed::Stride(spaces) => Label::new(&v::MOVE).on(Target::Number(spaces.into())),
        Deed::Climb(by) => Label::new(&v::FLY).on(Target::Number(by.into())),
        Deed::Jump(to) => Label::new(&v::JUMP).on(Target::Square(to)),
        Deed::Mount(beast) => on(&v::MOUNT, beast),
        Deed::Pass(other) => on(&v::PASS_THROUGH, other),
        Deed::Disarm { at, hand, with } => {
            let (key, name) = held(fight, at, hand);
            with_arm(on(&v::DISARM, at), fight, who, with).variant("thing", key, name)
        }
        Deed::Grapple(at) => on(&v::GRAPPLE, at),
        Deed::Release(at) => on(&v::RELEASE, at),
        Deed::Shift(whom, to) => on(&v::SHIFT, whom).variant("to", key(&to.to_string()), to.to_string()),
        Deed::Escape(from) => on(&v::ESCAPE, from),
        Deed::Shove(at) => on(&v::SHOVE, at),
        Deed::Tackle(at) => on(&v::TACKLE, at),
        Deed::Throw(whom) => on(&v::THROW, whom),
        Deed::ThrowAt(whom, at) => Label::new(&v::THROW).on(Target::Pair(whom, at)),
        Deed::Toss(whom) => on(&v::TOSS, whom),
        Deed::Disengage(full) => fully(&v::DISENGAGE, full),
        Deed::Dodge(full) => fully(&v::DODGE, full),
        Deed::HelpAttack(ally, enemy) => Label::new(&v::HELP).on(Target::Pair(ally, enemy)),
        Deed::HelpSkill(ally, skill) => on(&v::HELP, ally).variant("skill", key(skill.text()), skill.text()),
        Deed::Shed(condition) => {
            Label::new(&v::SHED).on(Target::Thing(key(condition.text()), condition.text().to_owned()))
        }
        Deed::Break { at, with } => with_arm(Label::new(&v::BREAK).on(Target::Square(at)), fight, who, with),
        Deed::Tend(whom) => on(&v::TEND, whom),
        Deed::Stabilize(whom) => on(&v::STABILIZE, whom),
        Deed::PutOut(whom) => on(&v::PUT_OUT, whom),
        Deed::Wake(whom) => on(&v::WAKE, whom),
        Deed::TearFree(whom) => on(&v::TEAR_FREE, whom),
        Deed::Cut { whom, with } => with_arm(on(&v::CUT_FREE, whom), fight, who, with),
        Deed::GatherMana(mp) => Label::new(&v::GATHER).on(Target::Number(mp.into())),
        Deed::Hold => Label::new(&v::HOLD).tagged(Tags::DECLARES),
        Deed::Cast { ability, at, coin } => {
            let spell = fight.ability(ability).table == Table::Spell;
            let label = with_ability(Label::new(if spell { &v::CAST } else { &v::USE }), fight, ability);
            let label = if coin == Coin::Sp { label.variant("paid", "sp", "for SP") } else { label };
            aimed(label, fight, who, ability, at)
        }
        _ => with_things(fight, who, deed),
    }
}

fn fully(verb: &'static Verb, full: bool) -> Label {
    match full {
        true => Label::new(verb).variant("how", "fully", "fully"),
        false => Label::new(verb),
    }
}

/// What is done by oneself, with nothing and to nobody.
fn alone(deed: Deed) -> Option<&'static Verb> {
    Some(match deed {
        Deed::End => &v::END,
        Deed::Hide => &v::HIDE,
        Deed::Search => &v::SEARCH,
        Deed::Stand => &v::STAND,
        Deed::LieDown => &v::LIE_DOWN,
        Deed::Sustain => &v::SUSTAIN,
        Deed::StopConcentrating => &v::LET_GO,
        Deed::MoveForFree => &v::FREE_MOVE,
        Deed::Gather => &v::GATHER,
        _ => return None,
    })
}

/// What is done with things.
fn with_things(fight: &Fight, who: Who, deed: Deed) -> Label {
    let plain = |verb: &'static Verb| Label::new(verb);
    match deed {
        Deed::Draw(thing) => with_thing(plain(&v::DRAW), fight, thing),
        Deed::Switch(weapon) => with_thing(plain(&v::SWITCH), fight, crate::fight::Thing::Weapon(weapon)),
        Deed::Reload(weapon) => with_thing(plain(&v::RELOAD), fight, crate::fight::Thing::Weapon(weapon)),
        Deed::Stow(hand) => in_hand(plain(&v::STOW), fight, who, hand),
        Deed::Drop(hand) => in_hand(plain(&v::DROP), fight, who, hand),
        Deed::PickUp(thing) => with_lying(plain(&v::PICK_UP), fight, thing),
        Deed::Handle => plain(&v::HANDLE),
        Deed::Interact => plain(&v::INTERACT),
        Deed::Mechanism => plain(&v::MECHANISM),
        Deed::Use { item, at } => {
            let label = with_item(plain(&v::USE_ITEM), fight, who, item);
            match at {
                crate::ask::Target::Square(square) => label.on(Target::Area(square, None)),
                crate::ask::Target::Who(whom) => label.on(seen(who, whom)),
                crate::ask::Target::Way(step, _) => label.on(Target::Way(step)),
                crate::ask::Target::Oneself | crate::ask::Target::Later => label.on(Target::Oneself),
            }
        }
        Deed::Give { thing, to } => with_thing(plain(&v::GIVE), fight, thing).on(seen(who, to)),
        Deed::Take { thing, from } => with_thing(plain(&v::TAKE), fight, thing).on(seen(who, from)),
        Deed::Lob(thing) => with_thing(plain(&v::LOB), fight, thing),
        Deed::Door(portal, turn) => door(portal, turn),
        Deed::Speak => plain(&v::SPEAK),
        _ => plain(&v::INTERACT),
    }
}

fn in_hand(label: Label, fight: &Fight, who: Who, hand: u8) -> Label {
    let (key, name) = held(fight, who, hand);
    label.with(key, name)
}

/// What is done with a door, or becomes of it.
pub(super) fn door(portal: Portal, turn: Turn) -> Label {
    let verb = match turn {
        Turn::Open => &v::OPEN,
        Turn::Shut => &v::SHUT,
        Turn::Lock => &v::LOCK,
        Turn::Unlock => &v::UNLOCK,
    };
    let key = match portal.here == portal.there {
        true => portal.here.to_string(),
        false => format!("{}-{}", portal.here, portal.there),
    };
    Label::new(verb).on(Target::Thing(key, doors::name(portal)))
}
