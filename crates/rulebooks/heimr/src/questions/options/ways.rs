//! How an attack is made, in one answer: with which weapons, at which part of the body, for what instead of damage.

use quintain_engine::{Choice, Shape, Wants, Who};

use crate::content::{Limb, Word};
use crate::rules::attacks::{self, CALLED};
use crate::rules::{defence, powers};
use crate::state::{Act, Fight, How, With};

/// One of the things that can be said of an attack, with its words.
type Said = (String, How);

pub(super) fn of_attack(fight: &Fight, by: Who, at: Who, with: With) -> Shape<Act> {
    let (weapons, goals) = match with {
        With::Weapons => (weapons(fight, by, at), goals(fight, by, at)),
        _ => (Vec::new(), Vec::new()),
    };
    let plain = |text: &'static str| Choice::new(text, Act::How(How::default())).also(&["no", "nothing", "pass"]);
    let plain = if goals.is_empty() { plain("no part") } else { plain("damage").also(&["no part"]) };
    let plain = if weapons.is_empty() { plain } else { plain.also(&["all in order", "all"]) };
    let price = match defence::is_helpless(fight, at) {
        true => String::new(),
        false => format!("consistency -{CALLED}"),
    };
    let limbs = || Limb::ALL.iter().copied();
    let mut of = vec![plain];
    let alone = weapons.iter().chain(&goals).map(|(text, how)| Choice::new(text.clone(), Act::How(*how)));
    of.extend(alone);
    let at_part = |text: String, how: How| Choice::new(text, Act::How(how)).hint(price.clone());
    of.extend(limbs().map(|limb| at_part(limb.text().to_owned(), How { limb: Some(limb), ..How::default() })));
    for (text, how) in weapons.iter().chain(&goals) {
        of.extend(limbs().map(|limb| at_part(format!("{text} at the {limb}"), How { limb: Some(limb), ..*how })));
    }
    Shape::OneOf(Wants::Act, of)
}

/// Weapons that strike first or alone, where there are several.
fn weapons(fight: &Fight, by: Who, at: Who) -> Vec<Said> {
    let can = attacks::usable(fight, by, at);
    if can.len() < 2 {
        return Vec::new();
    }
    let name = |hold| attacks::hold_name(fight, by, hold);
    let first =
        can.iter().skip(1).map(|hold| (format!("{} first", name(*hold)), How { first: Some(*hold), ..How::default() }));
    let only = can.iter().map(|hold| (format!("only {}", name(*hold)), How { only: Some(*hold), ..How::default() }));
    let mut all: Vec<Said> = Vec::new();
    for said in first.chain(only) {
        if !all.iter().any(|known| known.0 == said.0) {
            all.push(said);
        }
    }
    all
}

/// What the first weapon can go for instead of damage.
fn goals(fight: &Fight, by: Who, at: Who) -> Vec<Said> {
    let Some(hold) = attacks::usable(fight, by, at).first().copied() else { return Vec::new() };
    let mut all: Vec<Said> = Vec::new();
    for (place, power) in fight.powers(by).iter().enumerate() {
        let name = &fight.power(*power).entry.name;
        let new = !all.iter().any(|known| known.0 == *name);
        if new && powers::fits_before(fight, by, at, hold, place) {
            all.push((name.clone(), How { power: Some(place as u8), ..How::default() }));
        }
    }
    all
}
