//! The words of acts: what options, declarations and telegraphs call them.

use quintain_engine::{Event, Rule, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Thing};
use crate::declaration::{Also, Daring, Deed, Move};
use crate::fight::Fight;

/// Adds those rules to an event that have to do with it.
pub fn cite<const N: usize>(event: Event, rules: [(bool, &'static Rule); N]) -> Event {
    rules.into_iter().filter(|(concerned, _)| *concerned).fold(event, |event, (_, rule)| event.and(rule))
}

/// An action in the words of its option.
pub fn deed_text(fight: &Fight, who: Who, deed: Deed) -> String {
    let name = |whom: Who| if whom == who { "oneself" } else { fight.label(whom) };
    match deed {
        Deed::Nothing if fight.one(who).is(crate::condition::Condition::Critical) => "lie still".into(),
        Deed::Nothing => "nothing".into(),
        Deed::Attack { arm, off, at, daring } => {
            let how = daring_text(daring);
            let (at, arm) = (name(at), &fight.arm(arm).name);
            match off {
                Some(off) => format!("attack {at} with {arm} and {}{how}", fight.arm(off).name),
                None => format!("attack {at} with {arm}{how}"),
            }
        }
        Deed::Cast { spell, at, also } => {
            let known = fight.one(who).spells.get(usize::from(spell)).copied();
            let entry = known.map(|known| &fight.setting.incantations[usize::from(known.incantation)]);
            let title = entry.map_or("?", |entry| entry.name.as_str());
            format!("cast {title} on {}{}", name(at), also_text(fight, also))
        }
        Deed::Pray { god, at, also } => super::prayer::text(fight, who, god, (at, also)),
        Deed::SecondMove(Move::To(square)) => with_square("second move to ", square),
        Deed::SecondMove(to) => format!("second move{}", move_text(fight, to)),
        Deed::Retreat => "retreat".into(),
        Deed::Aid(at) => format!("aid {}", name(at)),
        Deed::Draw(arm) => format!("draw {}", fight.arm(arm).name),
        Deed::TakeShield => "take shield".into(),
        Deed::Contest { kind, at } => format!("{} {}", kind.word(), name(at)),
        Deed::BreakFree => "break free".into(),
        Deed::Gaze(at) => format!("gaze at {}", name(at)),
        Deed::Sing => "sing".into(),
        Deed::Snatch(at) => format!("snatch from {}", name(at)),
        Deed::CarryOff(at) => format!("carry off {}", name(at)),
        Deed::Sow => "sow teeth".into(),
        Deed::Use { item, at } => {
            format!("use {} on {}", item_name(fight, who, item), name(at))
        }
        Deed::Arrow { item, at, hated } => {
            format!("use {} on {} for hate of {}", item_name(fight, who, item), name(at), name(hated))
        }
        Deed::Restore { arm, at } => format!("heal {} with {}", name(at), fight.arm(arm).name),
        Deed::Pour { item, at } => format!("pour {} at {at}", item_name(fight, who, item)),
        Deed::Light(at) => format!("light the tar at {at}"),
        Deed::Sear(at) => format!("sear {}", name(at)),
        Deed::Rest => "rest".into(),
        Deed::Improvise => "something else".into(),
    }
}

/// How daring an attack is, with a blank in front; nothing for a plain one.
pub fn daring_text(daring: Daring) -> &'static str {
    match daring {
        Daring::No => "",
        Daring::Manoeuvre => " by a daring manoeuvre",
        Daring::IntoTheMouth => " into the mouth",
    }
}

/// A piece of gear that somebody carries, by its place.
fn item_name(fight: &Fight, who: Who, item: u8) -> &str {
    fight.carried(who, item).map_or("?", |entry| entry.name.as_str())
}

fn also_text(fight: &Fight, also: Also) -> String {
    match also {
        Also::Nothing | Also::Hunt => String::new(),
        Also::Who(who) => format!(" and {}", fight.label(who)),
        Also::Score(ability) => format!(" for {}", ability.name()),
        Also::Weapon(arm) => format!(" for {}", fight.arm(arm).name),
        Also::Armor(place) => format!(" for {}", fight.setting.armors[usize::from(place)].name),
    }
}

/// A move in the words of its option, with a blank in front; nothing for none.
pub fn move_text(fight: &Fight, to: Move) -> String {
    match to {
        Move::AsNeeded => String::new(),
        Move::Stay => " stay".into(),
        Move::To(square) => format!(" to {square}"),
        Move::Close(who) => format!(" close with {}", fight.label(who)),
    }
}

/// The text of an option of a declaration.
pub fn option_text(fight: &Fight, ask: &Ask, act: &Act) -> Option<String> {
    match (*ask, *act) {
        (Ask::Declare { who } | Ask::Telegraph { who }, Act::Deed(deed)) => Some(deed_text(fight, who, deed)),
        (Ask::Declare { .. } | Ask::MoveAfter { .. }, Act::Move(to)) => Some(move_option(fight, to)),
        _ => None,
    }
}

/// The option's text of a move before or after the action.
pub fn move_option(fight: &Fight, to: Move) -> String {
    match to {
        Move::To(square) => with_square("move to ", square),
        Move::Close(who) => format!("close with {}", fight.label(who)),
        _ => "stay".into(),
    }
}

/// A text with a square behind it.
fn with_square(text: &str, square: Square) -> String {
    let mut words = String::with_capacity(text.len() + 4);
    words.push_str(text);
    square.write_behind(&mut words);
    words
}

/// A whole declaration in words.
pub fn plan_text(fight: &Fight, who: Who) -> String {
    let plan = &fight.one(who).plan;
    let mut parts = Vec::new();
    if plan.averted {
        parts.push("avert eyes".to_owned());
    }
    if !matches!(plan.before, Move::AsNeeded) {
        parts.push(move_option(fight, plan.before));
    }
    parts.push(deed_text(fight, who, plan.deed));
    if !plan.further.is_empty() {
        let names: Vec<&str> = plan.further.iter().map(|who| fight.label(*who)).collect();
        parts.push(format!("and {}", names.join(" and ")));
    }
    if !matches!(plan.after, Move::AsNeeded | Move::Stay) {
        parts.push(move_option(fight, plan.after));
    }
    parts.join(", ")
}

impl Thing {
    /// What it is called.
    pub fn name(self, fight: &Fight) -> &str {
        match self {
            Thing::Weapon(arm) => &fight.arm(arm).name,
            Thing::Shield => "the shield",
            Thing::Item(place) => &fight.setting.items[usize::from(place)].name,
            Thing::Scroll(place) => &fight.setting.incantations[usize::from(place)].name,
        }
    }
}
