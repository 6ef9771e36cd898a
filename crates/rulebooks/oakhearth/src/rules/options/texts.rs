//! The words by which deeds and Reactions are chosen.

use quintain_engine::Who;

use crate::ask::{Deed, Reaction, Target, With};
use crate::combatant::Hand;
use crate::fight::{Fight, Thing};
use crate::rules::{doors, objects, weapons};
use crate::setting::Table;
use crate::words::spaces;

/// A deed in words, unique among those of one question.
pub fn deed_text(fight: &Fight, who: Who, deed: Deed) -> String {
    let name = |whom: Who| if whom == who { "oneself" } else { fight.label(whom) };
    let weapon = |with: With| arm_text(fight, who, with);
    match deed {
        Deed::End => "end turn".into(),
        Deed::Attack { at, with } => format!("attack {} with {}", name(at), weapon(with)),
        Deed::FallOn { at, with } => format!("fall on {} with {}", name(at), weapon(with)),
        Deed::Move(to) => format!("move to {to}"),
        Deed::Jump(to) => format!("jump to {to}"),
        Deed::Mount(beast) => format!("mount {}", name(beast)),
        Deed::Pass(other) => format!("pass through {}", name(other)),
        Deed::Climb(by) if by > 0 => format!("rise {by}"),
        Deed::Climb(by) => format!("sink {}", by.unsigned_abs()),
        Deed::Disarm { at, hand, with } => {
            let twin = twin(&fight.one(at).hands, hand);
            format!("disarm {} of {}{twin} with {}", name(at), objects::held_text(fight, at, hand), weapon(with))
        }
        Deed::Grapple(at) => format!("grapple {}", name(at)),
        Deed::Release(at) => format!("let {} go", name(at)),
        Deed::Shift(whom, to) => format!("shift {} to {to}", name(whom)),
        Deed::Escape(from) => format!("escape {}", name(from)),
        Deed::Shove(at) => format!("shove {}", name(at)),
        Deed::Tackle(at) => format!("tackle {}", name(at)),
        Deed::Throw(whom) => format!("throw {} away", name(whom)),
        Deed::ThrowAt(whom, at) => format!("throw {} at {}", name(whom), name(at)),
        Deed::Toss(whom) => format!("toss {} up", name(whom)),
        Deed::Disengage(false) => "disengage".into(),
        Deed::Disengage(true) => "fully disengage".into(),
        Deed::Dodge(false) => "dodge".into(),
        Deed::Dodge(true) => "fully dodge".into(),
        Deed::Hide => "hide".into(),
        Deed::Search => "search".into(),
        Deed::HelpAttack(ally, enemy) => format!("help {} against {}", name(ally), name(enemy)),
        Deed::HelpSkill(ally, skill) => format!("help {} with {skill}", name(ally)),
        Deed::Stand => "stand up".into(),
        Deed::LieDown => "lie down".into(),
        Deed::Cast { ability, at, coin } => super::extras::in_coin(cast_text(fight, who, ability, at), coin),
        Deed::Sustain => "sustain".into(),
        Deed::StopConcentrating => "stop concentrating".into(),
        Deed::MoveForFree => "move for free".into(),
        Deed::Shed(condition) => format!("shed {condition}"),
        Deed::Break { at, with } => format!("break the wall at {at} with {}", weapon(with)),
        Deed::Tend(whom) => format!("tend {}", name(whom)),
        Deed::Stabilize(whom) => format!("stabilize {}", name(whom)),
        Deed::PutOut(whom) => format!("put out {}", name(whom)),
        Deed::Wake(whom) => format!("wake {}", name(whom)),
        Deed::TearFree(whom) => format!("tear free {}", name(whom)),
        Deed::Cut { whom, with } => format!("cut {} free with {}", name(whom), weapon(with)),
        Deed::Gather => "gather stamina".into(),
        Deed::GatherMana(mp) => format!("gather stamina from {mp} MP"),
        Deed::Hold => "hold an action".into(),
        Deed::Stride(far) => format!("move {}", spaces(far.into())),
        _ => with_things(fight, who, deed),
    }
}

/// What is done with weapons, things and doors, in words.
fn with_things(fight: &Fight, who: Who, deed: Deed) -> String {
    let name = |whom: Who| if whom == who { "oneself" } else { fight.label(whom) };
    let thing = |thing: Thing| thing_text(fight, thing);
    let which = |hand: u8| twin(&fight.one(who).hands, hand);
    match deed {
        Deed::Draw(what) => format!("draw {}", thing(what)),
        Deed::Switch(weapon) => format!("switch to {}", fight.weapon(weapon).name),
        Deed::Stow(hand) => format!("stow {}{}", objects::held_text(fight, who, hand), which(hand)),
        Deed::Drop(hand) => format!("drop {}{}", objects::held_text(fight, who, hand), which(hand)),
        Deed::PickUp(what) => format!("pick up {}", thing(what)),
        Deed::Handle => "handle something".into(),
        Deed::Interact => "interact with an object".into(),
        Deed::Use { item, at } => format!("use {} on {}", item_text(fight, who, item), target(fight, who, at)),
        Deed::Give { thing: what, to } => format!("give {} to {}", thing(what), name(to)),
        Deed::Take { thing: what, from } => format!("take {} from {}", thing(what), name(from)),
        Deed::Lob(what) => format!("throw {}", thing(what)),
        Deed::Mechanism => "work a mechanism".into(),
        Deed::Door(portal, turn) => format!("{} {}", turn.verb(), doors::name(portal)),
        Deed::Speak => "speak aloud".into(),
        Deed::Reload(weapon) => format!("load {}", fight.weapon(weapon).name),
        // All other deeds have words above.
        _ => String::new(),
    }
}

/// An ability that is used, in words.
fn cast_text(fight: &Fight, who: Who, ability: u16, at: Target) -> String {
    let known = fight.ability(ability);
    let verb = if known.table == Table::Spell { "cast" } else { "use" };
    let name = &known.entry.name;
    match at {
        Target::Oneself => format!("{verb} {name}"),
        Target::Who(_) => format!("{verb} {name} on {}", target(fight, who, at)),
        Target::Square(square) => format!("{verb} {name} at {square}"),
        Target::Way(..) => format!("{verb} {name} {}", target(fight, who, at)),
        Target::Later => format!("{verb} {name} where it will be"),
    }
}

/// What somebody strikes with, in words: its name, and where it is taken from if that is not plain.
fn arm_text(fight: &Fight, who: Who, with: With) -> String {
    let weapon = &fight.weapon(weapons::used(fight, who, with)).name;
    match with {
        With::Hand(hand) => format!("{weapon}{}", twin(&fight.one(who).hands, hand)),
        With::Drawn(_) => format!("{weapon} (drawn)"),
        _ => weapon.clone(),
    }
}

/// Which hand is meant, where another before it holds the like.
fn twin(hands: &[Hand], hand: u8) -> String {
    let place = usize::from(hand);
    let before = hands.iter().take(place).any(|held| hands.get(place) == Some(held));
    match (before, hand) {
        (false, _) => String::new(),
        (true, 1) => " (left hand)".to_owned(),
        (true, _) => format!(" (hand {})", hand + 1),
    }
}

/// A thing in words.
pub fn thing_text(fight: &Fight, thing: Thing) -> String {
    match thing {
        Thing::Weapon(weapon) => fight.weapon(weapon).name.clone(),
        Thing::Item(item) => fight.setting.items.get(usize::from(item)).map_or("item".into(), |item| item.name.clone()),
        Thing::Shield(shield, _) => {
            fight.setting.shields.get(usize::from(shield)).map_or("shield".into(), |shield| shield.name.clone())
        }
    }
}

/// What messages call an item that somebody carries, by its place.
pub fn item_text(fight: &Fight, who: Who, item: u8) -> String {
    let thing = fight.one(who).items.get(usize::from(item)).copied();
    thing.map_or("item".into(), |item| thing_text(fight, Thing::Item(item)))
}

/// Where an ability is aimed, in words.
pub fn target(fight: &Fight, who: Who, at: Target) -> String {
    match at {
        Target::Oneself => "oneself".into(),
        Target::Later => "where it will be".into(),
        Target::Who(whom) if whom == who => "oneself".into(),
        Target::Who(whom) => fight.label(whom).to_owned(),
        Target::Square(square) => square.to_string(),
        Target::Way(step, 0) => step.to_string(),
        Target::Way(step, place) => format!("{step} ({place})"),
    }
}

/// A Reaction in words.
pub fn reaction_text(fight: &Fight, who: Who, reaction: Reaction) -> String {
    match reaction {
        Reaction::Opportunity(with) => format!("attack of opportunity with {}", arm_text(fight, who, with)),
        Reaction::Ability(ability, coin) => {
            super::extras::in_coin(fight.ability(ability).entry.name.to_lowercase(), coin)
        }
        Reaction::Held(place) => {
            let held = fight.one(who).held.get(usize::from(place));
            held.map_or("held action".into(), |held| format!("held: {}", deed_text(fight, who, held.deed)))
        }
        Reaction::Challenge(spell, mp) => {
            format!("challenge with {} for {mp} MP", fight.ability(spell).entry.name.to_lowercase())
        }
        Reaction::Support(spell, mp) => {
            format!("support with {} for {mp} MP", fight.ability(spell).entry.name.to_lowercase())
        }
        Reaction::Combine(mp) => format!("join with {mp} MP"),
        Reaction::RaiseShield => "raise shield".into(),
        Reaction::JoinThrow => "join the throw".into(),
    }
}
