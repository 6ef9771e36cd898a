//! What can be done in a turn: every combat action with what it is aimed at, and its words.

use quintain_engine::Who;
use quintain_field::{Door, Square};

use crate::content::Loading;
use crate::rules::actions;
use crate::rules::attacks::hold_name;
use crate::rules::powers::uses;
use crate::state::{Border, Deed, Fight, Held, Hold, Scrap, Use, With};

/// Other words that mean the same as the text of an option.
pub(crate) fn other_words(deed: Deed) -> &'static [&'static str] {
    match deed {
        Deed::End => &["end", "done", "nothing", "pass"],
        Deed::Stand => &["get up"],
        Deed::LieDown => &["go prone"],
        Deed::StepOut => &["leave the cluster"],
        Deed::Aim => &["aimed shot"],
        Deed::Speak => &["say something"],
        Deed::Breather => &["breathe"],
        _ => &[],
    }
}

/// The same in words made for this fight: the only weapon in hand need not be named, and may be, and a door is either
/// opened or shut.
pub(crate) fn spelt_out(fight: &Fight, who: Who, deed: Deed) -> Option<String> {
    match deed {
        Deed::Attack { at, with: With::Weapons } => {
            let mut holds = fight.one(who).holds();
            let only = holds.next().filter(|_| holds.next().is_none())?;
            Some(format!("attack {} with {}", fight.label(at), hold_name(fight, who, only)))
        }
        Deed::Move { to } => Some(format!("walk to {to}")),
        Deed::Interact { to } => match fight.border(fight.one(who).at, to) {
            Border::Door(Door::Open) => Some(format!("shut the door to {to}")),
            _ => Some(format!("open the door to {to}")),
        },
        _ => None,
    }
}

/// The creature and the location that something points at.
pub(crate) fn points_at(deed: Deed) -> (Option<Who>, Option<Square>) {
    match deed {
        Deed::Attack { at, .. } => (Some(at), None),
        Deed::Charge { to, at, .. } => (Some(at), Some(to)),
        Deed::Move { to }
        | Deed::Run { to, .. }
        | Deed::Crawl { to }
        | Deed::Climb { to }
        | Deed::Swim { to }
        | Deed::JumpDown { to }
        | Deed::Interact { to } => (None, Some(to)),
        Deed::StepInto { whom } | Deed::Give { to: whom, .. } => (Some(whom), None),
        Deed::Power(used) => (whom(used), None),
        _ => (None, None),
    }
}

fn whom(used: Use) -> Option<Who> {
    match used {
        Use::Power { at, .. } => at,
        Use::Attack { at, .. } | Use::Labour { at, .. } | Use::Burst { at } | Use::Tend { at, .. } => Some(at),
        _ => None,
    }
}

pub(crate) fn held_name(fight: &Fight, who: Who, held: Held) -> String {
    let one = fight.one(who);
    match held {
        Held::Sword => hold_name(fight, who, Hold::Sword),
        Held::Off => hold_name(fight, who, Hold::Off),
        Held::Shield => one.shield.map_or("shield".into(), |held| fight.shield(held.shield).entry.name.clone()),
        Held::Item(place) => {
            let item = one.items.get(usize::from(place));
            item.map_or("item".into(), |(item, _)| fight.item(*item).entry.name.clone())
        }
    }
}

/// What a stroke is aimed at: a shield is called so, whatever its kind.
pub(crate) fn struck_name(fight: &Fight, who: Who, held: Held) -> String {
    if held == Held::Shield { "shield".into() } else { held_name(fight, who, held) }
}

pub(crate) fn lying_name(fight: &Fight, place: u16) -> String {
    let thing = fight.floor.get(usize::from(place));
    thing.map_or_else(|| "nothing".into(), |lying| actions::thing_name(fight, lying.thing))
}

/// An attack in words, without its target.
fn attack_text(fight: &Fight, with: With) -> (String, &'static str) {
    let power = |power| fight.power(power).entry.name.clone();
    match with {
        With::Weapons => ("attack".into(), ""),
        With::Blow => ("punch".into(), ""),
        With::Grab => ("grab".into(), ""),
        With::Shove => ("shove".into(), ""),
        With::Touch(id) => (power(id), " by touching"),
        With::Throw(id) => (power(id), " thrown at"),
        With::Strike(id) | With::Bash(id) => (power(id), " on"),
        With::AtItem(id, _) => (power(id), " at something of"),
        With::Smash(_) => ("destroy".into(), " something of"),
    }
}

/// Something done with a thing or a door, as it is told of.
pub(crate) fn told(fight: &Fight, who: Who, deed: Deed) -> String {
    let shuts = |to| matches!(fight.border(fight.one(who).at, to), Border::Door(Door::Open));
    match deed {
        Deed::Interact { to } if shuts(to) => format!("shuts the door to {to}"),
        Deed::Interact { to } => format!("opens the door to {to}"),
        Deed::Destroy(Scrap::Own(held)) => format!("destroys {}", held_name(fight, who, held)),
        _ => {
            let text = text(fight, who, deed, None);
            let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
            format!("{verb}s {rest}")
        }
    }
}

fn stowed_name(fight: &Fight, who: Who, place: u8) -> &str {
    let arm = fight.one(who).stowed.get(usize::from(place));
    arm.map_or("nothing", |arm| fight.weapon(arm.weapon).entry.name.as_str())
}

/// Something done in a turn, in the words of its option; `at` takes the place of the target's name.
pub(crate) fn text(fight: &Fight, who: Who, deed: Deed, at: Option<&str>) -> String {
    let name = |whom: Who| at.unwrap_or_else(|| fight.label(whom)).to_owned();
    match deed {
        Deed::End => "end turn".into(),
        Deed::Attack { at, with: With::AtItem(power, held) } => {
            format!("{} at the {} of {}", fight.power(power).entry.name, struck_name(fight, at, held), name(at))
        }
        Deed::Attack { at, with: With::Smash(held) } => {
            format!("destroy the {} of {}", held_name(fight, at, held), name(at))
        }
        Deed::Attack { at, with } => {
            let (what, link) = attack_text(fight, with);
            format!("{what}{link} {}", name(at))
        }
        Deed::Charge { to, at, with } => {
            let (what, link) = attack_text(fight, with);
            match with {
                With::Weapons => format!("charge {} in {to}", name(at)),
                _ => format!("charge to {to} and {what}{link} {}", name(at)),
            }
        }
        Deed::Move { to } => format!("move to {to}"),
        Deed::Run { to, via: None } => format!("run to {to}"),
        Deed::Run { to, via: Some(via) } => format!("run to {to} by {via}"),
        Deed::Crawl { to } => format!("crawl to {to}"),
        Deed::Climb { to } => format!("climb to {to}"),
        Deed::Swim { to } => format!("swim to {to}"),
        Deed::JumpDown { to } => format!("jump down to {to}"),
        Deed::StepOut => "step out of the cluster".into(),
        Deed::StepInto { whom } => format!("step into the cluster of {}", name(whom)),
        Deed::Stand => "stand up".into(),
        Deed::LieDown => "lie down".into(),
        Deed::BreakFree => "break free".into(),
        Deed::Guard => "guard".into(),
        Deed::Aim => "aim".into(),
        Deed::Load(hold) => match fight.one(who).arm(hold).map(|arm| fight.weapon(arm.weapon).entry.loading) {
            Some(Loading::Arrow) => "draw an arrow".into(),
            _ => format!("load {}", hold_name(fight, who, hold)),
        },
        Deed::Draw(place) => format!("draw {}", stowed_name(fight, who, place)),
        Deed::Stow(held) => format!("stow {}", held_name(fight, who, held)),
        Deed::Drop(held) => format!("drop {}", held_name(fight, who, held)),
        Deed::PickUp(place) => format!("pick up {}", lying_name(fight, place)),
        Deed::Destroy(Scrap::Own(held)) => format!("destroy {}", held_name(fight, who, held)),
        Deed::Destroy(Scrap::Lying(place)) => format!("destroy {} on the ground", lying_name(fight, place)),
        Deed::Give { what, to } => format!("give {} to {}", held_name(fight, who, what), name(to)),
        Deed::Interact { to } => format!("open or shut the door to {to}"),
        Deed::Speak => "speak".into(),
        Deed::Look => "look round".into(),
        Deed::Breather => "take a breather".into(),
        Deed::Ready => "ready an action".into(),
        Deed::Power(deed) => uses::text(fight, who, deed, at),
    }
}

/// A name as it stands at the beginning of a sentence.
pub(crate) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
