//! Other words that mean the same: how people say what they do without naming all of it.

use std::borrow::Cow;

use quintain_engine::{Choice, Who};
use quintain_field::Step;

use crate::ask::{Act, Deed, Extra, Reaction, Target, With};
use crate::combatant::Signal;
use crate::fight::{Fight, Thing};
use crate::rules::{attack, disarm, doors, held, objects, options, weapons};

/// A direction, by its letters or its name in full.
pub(super) fn direction(step: Step) -> Choice<Act> {
    let (choice, words) = (Choice::new(step.to_string(), Act::Way(step)), step.words());
    let joined = if step.is_diagonal() { choice.or(words.replace('-', "")) } else { choice };
    joined.also(&[words])
}

/// A deed by its text, and by what people say for it; a shield of any kind may be called that.
pub(super) fn deed_choice(fight: &Fight, who: Who, deed: Deed) -> Choice<Act> {
    let mut choice = in_other_words(fight, who, deed);
    if let Some(thing @ Thing::Shield(..)) = thing_of(fight, who, deed) {
        let name = options::thing_text(fight, thing);
        let plain = |words: &str| Cow::Owned(words.replacen(&name, "shield", 1));
        let all: Vec<_> = choice.also.iter().map(|words| plain(words)).chain([plain(&choice.text)]).collect();
        choice.also.extend(all);
    }
    choice
}

/// The thing that a deed is about.
fn thing_of(fight: &Fight, who: Who, deed: Deed) -> Option<Thing> {
    match deed {
        Deed::Stow(hand) | Deed::Drop(hand) => objects::held(fight, who, hand),
        Deed::Disarm { at, hand, .. } => objects::held(fight, at, hand),
        Deed::Draw(thing) | Deed::PickUp(thing) | Deed::Lob(thing) => Some(thing),
        Deed::Give { thing, .. } | Deed::Take { thing, .. } => Some(thing),
        _ => None,
    }
}

fn in_other_words(fight: &Fight, who: Who, deed: Deed) -> Choice<Act> {
    let choice = Choice::new(options::deed_text(fight, who, deed), Act::Deed(deed));
    let name = |whom: Who| fight.label(whom);
    match deed {
        Deed::End => choice.also(&["end", "done", "pass"]),
        Deed::Dodge(true) => choice.also(&["full dodge", "dodge fully"]),
        Deed::Disengage(true) => choice.also(&["full disengage", "disengage fully"]),
        Deed::LieDown => choice.also(&["drop prone", "go prone", "fall prone", "lie prone"]),
        Deed::Handle => choice.also(&["free object interaction", "pull a lever", "open a door", "close a door"]),
        Deed::Interact => choice.also(&["object interaction", "lock a lock", "unlock a lock"]),
        Deed::Mechanism => choice.also(&["disable a trap", "activate a trap", "set off a trap"]),
        Deed::Door(_, doors::Turn::Shut) => {
            let close = choice.text.replacen("shut", "close", 1);
            choice.or(close)
        }
        Deed::Speak => choice.also(&["speak", "shout", "make a noise", "call out"]),
        Deed::Hold => choice.also(&["hold action"]),
        Deed::Release(whom) => choice.or(format!("release {}", name(whom))).or(format!("let go of {}", name(whom))),
        Deed::Stand => choice.also(&["get up"]),
        Deed::Climb(by) if by > 0 => choice.or(format!("fly up {by}")),
        Deed::Climb(by) => choice.or(format!("fly down {}", by.unsigned_abs())),
        Deed::Cast { at: Target::Who(_), .. } => {
            let at = choice.text.replacen(" on ", " at ", 1);
            choice.or(at)
        }
        Deed::Throw(whom) => choice.or(format!("throw {}", name(whom))),
        Deed::Toss(whom) => choice.or(format!("throw {} up", name(whom))),
        Deed::Wake(whom) => choice.or(format!("shake {} awake", name(whom))).or(format!("wake up {}", name(whom))),
        Deed::Escape(_) => choice.also(&["escape grapple"]),
        Deed::Use { item, at: Target::Who(whom) } if whom == who => {
            choice.or(format!("drink {}", options::item_text(fight, who, item)))
        }
        Deed::Use { item, at: Target::Who(whom) } => {
            choice.or(format!("administer {} to {}", options::item_text(fight, who, item), name(whom)))
        }
        Deed::Stow(_) => {
            let what = choice.text.trim_start_matches("stow ").to_owned();
            choice.or(format!("put away {what}")).or(format!("put {what} away"))
        }
        Deed::Draw(thing @ Thing::Shield(..)) => choice.or(format!("ready {}", options::thing_text(fight, thing))),
        Deed::HelpAttack(ally, enemy) => choice.or(format!("help {} attack {}", name(ally), name(enemy))),
        Deed::Attack { .. } | Deed::FallOn { .. } | Deed::Disarm { .. } => with_arms(fight, who, deed, choice),
        _ => choice,
    }
}

/// The same for blows, in which a weapon or a hand may go without saying.
fn with_arms(fight: &Fight, who: Who, deed: Deed, choice: Choice<Act>) -> Choice<Act> {
    let name = |whom: Who| fight.label(whom);
    match deed {
        // What is nearest to hand goes without saying.
        Deed::Attack { at, with } if first_arm(fight, who, at) == Some(with) => {
            thrown(fight, who, (at, with), choice.or(format!("attack {}", name(at))))
        }
        Deed::Attack { at, with: With::Body } => {
            let words = [format!("attack {} with unarmed strike", name(at)), format!("unarmed strike {}", name(at))];
            let [full, short] = words;
            choice.or(full).or(short).or(format!("punch {}", name(at))).or(format!("kick {}", name(at)))
        }
        Deed::Attack { at, with } => thrown(fight, who, (at, with), choice),
        Deed::FallOn { at, with } => {
            let weapon = fight.weapon(weapons::used(fight, who, with)).name.clone();
            let choice = choice.or(format!("falling attack on {} with {weapon}", name(at)));
            match options::arms(fight, who).next() == Some(with) {
                true => choice.or(format!("fall on {}", name(at))).or(format!("falling attack on {}", name(at))),
                false => choice,
            }
        }
        Deed::Disarm { at, with, .. } if disarm::handiest(fight, who, at) == Some(with) => {
            let single =
                fight.one(at).each_hand().filter(|hand| objects::held(fight, at, *hand).is_some()).count() == 1;
            let choice = shortened(choice);
            if single { choice.or(format!("disarm {}", name(at))) } else { choice }
        }
        _ => choice,
    }
}

/// What flies to its target may be called thrown.
fn thrown(fight: &Fight, who: Who, (at, with): (Who, With), choice: Choice<Act>) -> Choice<Act> {
    let weapon = fight.weapon(weapons::used(fight, who, with));
    match weapon.thrown.is_some() && !weapons::melee(fight, who, at, weapon) {
        true => choice.or(format!("throw {} at {}", weapon.name, fight.label(at))),
        false => choice,
    }
}

/// What is added to a blow, by its text and by what people say for it.
pub(super) fn extra_choice(fight: &Fight, who: Who, deed: Option<Deed>, extra: Extra) -> Choice<Act> {
    let choice = Choice::new(options::extra_text(fight, who, deed, extra), Act::Extra(extra));
    let choice = match options::former_text(fight, who, deed, extra) {
        Some(former) => choice.or(former),
        None => choice,
    };
    match extra {
        Extra::Adv(1) => choice.also(&["ADV", "advantage"]),
        Extra::NonLethal => choice.also(&["nonlethal", "non lethal"]),
        Extra::Help(helper) => choice.or(format!("help die of {}", fight.label(helper))),
        _ => choice,
    }
}

/// What sets a Held Action off, by its text and by what people say for it.
pub(super) fn signal_choice(fight: &Fight, signal: Signal) -> Choice<Act> {
    let choice = Choice::new(held::signal_text(fight, signal), Act::Signal(signal));
    let of = |who: Who, words: &str| format!("{} {words}", fight.label(who));
    match signal {
        Signal::Nears(who) => choice.or(of(who, "comes within reach")).or(of(who, "enters melee range")),
        Signal::Leaves(who) => choice.or(of(who, "leaves reach")).or(of(who, "leaves melee range")),
        Signal::Uses(who) => choice.or(of(who, "uses an item")).or(of(who, "handles an object")),
        Signal::Acts(who) => choice.or(of(who, "completes an action")),
        Signal::Changes => choice.also(&["the surroundings change"]),
        Signal::Moves(_) | Signal::Attacks(_) | Signal::Casts(_) | Signal::Ends(_) | Signal::Word => choice,
    }
}

/// A Reaction by its text, and by what people say for it: what was held, by the words with which it was held.
pub(super) fn reaction_choice(fight: &Fight, who: Who, reaction: Reaction) -> Choice<Act> {
    let mut choice = Choice::new(options::reaction_text(fight, who, reaction), Act::React(reaction));
    if let Reaction::Held(place) = reaction
        && let Some(held) = fight.one(who).held.get(usize::from(place))
    {
        let deed = deed_choice(fight, who, held.deed);
        choice.also.push(Cow::Owned(deed.text));
        choice.also.extend(deed.also);
    }
    choice
}

/// The first weapon in hand or of the body that reaches somebody; for a blow that is held, the first of all where none
/// does yet.
fn first_arm(fight: &Fight, who: Who, at: Who) -> Option<With> {
    let reaching = options::arms(fight, who).find(|with| attack::can_attack(fight, who, at, *with));
    let first = reaching.or_else(|| options::arms(fight, who).next());
    first.filter(|with| matches!(with, With::Hand(_) | With::Natural(_)))
}

/// A choice that may be named without the weapon at its end.
fn shortened(choice: Choice<Act>) -> Choice<Act> {
    match choice.text.rsplit_once(" with ").map(|(short, _)| short.to_owned()) {
        Some(short) => choice.or(short),
        None => choice,
    }
}
