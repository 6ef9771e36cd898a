//! Everything that a combatant could name and may not do, each with the rule that refuses it. It is looked for only where
//! words were not understood or a combatant wants to see it all.

use std::collections::HashSet;

use quintain_engine::{Choice, Refusal, Refused, Shape, Who};

use crate::content::{Effect, Hands, Loading, Time, WeaponId, When, Word};
use crate::rules::powers::{self, asks, uses};
use crate::rules::{actions, attacks, delaying, effects, magic, movement, readied, willpower, wording};
use crate::state::{Act, Ask, Deed, Fight, Held, Hold, PowerAsk, With};

use super::{reasons, refused, turns};

/// What else is refused at a question, beside what it lists itself.
pub(crate) fn of(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    match *ask {
        Ask::Turn { who } => {
            let mut found = Found::beside(turns::turn(fight, who));
            in_a_turn(fight, who, &mut found);
            found.refused
        }
        Ask::Ready { who } => {
            let mut found = Found::beside(turns::ready(fight, who));
            readied_deeds(fight, who, &mut found);
            found.refused
        }
        Ask::How { by, at, with: With::Weapons } => weapons(fight, by, at),
        Ask::Power(PowerAsk::OnHit { who, whom, hold, limb }) => {
            skills(fight, who, |place| asks::why_not_on_hit(fight, (who, whom), hold, limb, place))
        }
        Ask::Power(PowerAsk::Resist { who, effect, .. }) => {
            skills(fight, who, |place| why_not_resist(fight, who, place, effect))
        }
        Ask::Power(PowerAsk::Component { who }) => components(fight, who),
        _ => Vec::new(),
    }
}

/// What is found beside the options of a question.
struct Found {
    known: HashSet<String>,
    refused: Vec<Refused>,
}

impl Found {
    fn beside((shape, listed): (Shape<Act>, Vec<Refused>)) -> Found {
        let of = match shape {
            Shape::OneOf(_, of) => of,
            _ => Vec::new(),
        };
        let words = |choice: &Choice<Act>| {
            let also = choice.also.iter().map(|word| word.to_lowercase());
            also.chain([choice.text.to_lowercase()]).collect::<Vec<_>>()
        };
        let known = of.iter().flat_map(words).chain(listed.iter().map(|one| one.text.to_lowercase())).collect();
        Found { known, refused: Vec::new() }
    }

    fn add(&mut self, text: String, refusal: impl FnOnce() -> Refusal) {
        if self.known.insert(text.to_lowercase()) {
            self.refused.push(refused(text, refusal()));
        }
    }
}

/// Every kind of act, with every target, means and place.
fn in_a_turn(fight: &Fight, who: Who, found: &mut Found) {
    every_deed(fight, who, &mut |deed| {
        if let Err(refusal) = actions::may(fight, who, deed) {
            found.add(wording::text(fight, who, deed, None), || reasons::of_deed(fight, who, deed, refusal));
        }
    });
    with_other_weapons(fight, who, found);
    unknown_skills(fight, who, found);
}

fn others(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.everyone().filter(move |other| *other != who)
}

/// Deeds that nobody would look for first: at those far off, at friends, at the dead, to any place of the map.
fn every_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    for at in others(fight, who) {
        for with in [With::Weapons, With::Blow, With::Grab, With::Shove] {
            found(Deed::Attack { at, with });
        }
        let to = fight.one(at).at;
        for with in [With::Weapons, With::Blow, With::Grab] {
            found(Deed::Charge { to, at, with });
        }
        found(Deed::StepInto { whom: at });
        let held = [Held::Sword, Held::Off, Held::Shield].into_iter();
        for what in held.chain((0..one.items.len()).map(|place| Held::Item(place as u8))) {
            found(Deed::Give { what, to: at });
        }
    }
    for to in fight.ground.map.bounds().squares().filter(|to| *to != one.at) {
        found(Deed::Move { to });
        found(Deed::Run { to, via: None });
        found(Deed::Crawl { to });
        found(Deed::Climb { to });
        found(Deed::Swim { to });
        found(Deed::JumpDown { to });
        found(Deed::Interact { to });
    }
    for deed in [Deed::BreakFree, Deed::Aim, Deed::StepOut] {
        found(deed);
    }
    for hold in one.holds() {
        found(Deed::Load(hold));
    }
    for held in [Held::Sword, Held::Off, Held::Shield] {
        found(Deed::Stow(held));
        found(Deed::Drop(held));
    }
    for place in 0..fight.floor.len() {
        found(Deed::PickUp(place as u16));
    }
    uses::each(fight, who, true, |used| found(Deed::Power(used)));
}

/// Attacks with weapons that are not in hand, and the drawing of weapons that are not carried.
fn with_other_weapons(fight: &Fight, who: Who, found: &mut Found) {
    let one = fight.one(who);
    let held: Vec<&str> = one.holds().filter_map(|hold| Some(name_of(fight, one.arm(hold)?.weapon))).collect();
    let stowed: Vec<&str> = one.stowed.iter().map(|arm| name_of(fight, arm.weapon)).collect();
    for weapon in &fight.setting.content.weapons {
        let name = weapon.entry.name.as_str();
        if held.contains(&name) {
            continue;
        }
        let away = stowed.contains(&name);
        let why = |what: &str| {
            let refusal = Refusal::new(&attacks::HANDS, format!("{} does not hold {what}", fight.label(who)));
            if away { refusal.cure(format!("draw {what} first")) } else { refusal }
        };
        for at in others(fight, who).filter(|at| fight.present(*at)) {
            found.add(format!("attack {} with {name}", fight.label(at)), || why(name));
        }
        if !away && weapon.entry.hands != Hands::None {
            let refusal = || Refusal::new(&actions::DRAW_WEAPON, format!("{} does not carry {name}", fight.label(who)));
            found.add(format!("draw {name}"), refusal);
        }
        if weapon.entry.loading != Loading::None {
            let text =
                if weapon.entry.loading == Loading::Arrow { "draw an arrow".into() } else { format!("load {name}") };
            found.add(text, || why(name));
        }
    }
}

fn name_of(fight: &Fight, weapon: WeaponId) -> &str {
    &fight.weapon(weapon).entry.name
}

/// Skills that it does not have, and items that it does not carry.
fn unknown_skills(fight: &Fight, who: Who, found: &mut Found) {
    let has: Vec<&str> = fight.powers(who).iter().map(|power| fight.power(*power).entry.name.as_str()).collect();
    for power in &fight.setting.content.powers {
        let (name, when) = (power.entry.name.as_str(), power.entry.when);
        if has.contains(&name) {
            continue;
        }
        let refusal = || Refusal::new(&actions::SKILL, format!("{} does not have {name}", fight.label(who)));
        match when {
            When::Action { .. } => found.add(format!("use {name}"), refusal),
            When::Automaton { .. } => found.add(format!("gather power for {name}"), refusal),
            When::Strike { .. } | When::Bash | When::Stitching | When::Surgery { .. } | When::Labour { .. } => {
                found.add(format!("{name} on"), refusal);
            }
            When::Touch => found.add(format!("{name} by touching"), refusal),
            _ => {}
        }
    }
    let carried: Vec<&str> = fight
        .one(who)
        .items
        .iter()
        .filter(|(_, uses)| *uses > 0)
        .map(|(item, _)| fight.item(*item).entry.name.as_str())
        .collect();
    for item in &fight.setting.content.items {
        let name = item.entry.name.as_str();
        if !carried.contains(&name) {
            let refusal = || Refusal::new(&actions::USE_ITEM, format!("{} does not carry {name}", fight.label(who)));
            found.add(format!("use {name}"), refusal);
        }
    }
}

fn readied_deeds(fight: &Fight, who: Who, found: &mut Found) {
    let one = |why: &'static str| Refusal::new(&readied::ONE, why);
    for deed in [Deed::Ready, Deed::End, Deed::Aim] {
        found.add(wording::text(fight, who, deed, None), || one("this cannot be readied"));
    }
    for whom in others(fight, who) {
        for side in ["before", "after"] {
            found.add(format!("delay until {side} {}", fight.label(whom)), || {
                Refusal::new(&delaying::WHEN, "a delay cannot be readied")
            });
        }
    }
    uses::each(fight, who, true, |used| {
        if uses::time(fight, who, used) == Time::Upcoming {
            found.add(uses::text(fight, who, used, None), || one("upcoming actions cannot be readied"));
        }
    });
    let far = |to| movement::route_of(fight, who, Deed::Move { to }).is_empty();
    for to in fight.ground.map.bounds().squares().filter(|to| *to != fight.one(who).at && far(*to)) {
        let refusal =
            || actions::possible(fight, who, Deed::Move { to }).err().unwrap_or_else(|| one("too far to ready"));
        found.add(format!("move to {to}"), refusal);
    }
}

fn weapons(fight: &Fight, by: Who, at: Who) -> Vec<Refused> {
    let barred = |hold: Hold| Some((hold, attacks::may_use(fight, by, at, hold).err()?));
    let each = fight.one(by).holds().filter_map(barred);
    each.flat_map(|(hold, refusal)| {
        let name = attacks::hold_name(fight, by, hold);
        [refused(format!("only {name}"), refusal.clone()), refused(format!("{name} first"), refusal)]
    })
    .collect()
}

/// Skills that one has and cannot use at this moment, each once.
fn skills(fight: &Fight, who: Who, why: impl Fn(usize) -> Option<Refusal>) -> Vec<Refused> {
    let mut all: Vec<Refused> = Vec::new();
    let usable: Vec<&str> = fight
        .powers(who)
        .iter()
        .enumerate()
        .filter(|(place, _)| why(*place).is_none())
        .map(|(_, power)| fight.power(*power).entry.name.as_str())
        .collect();
    for (place, power) in fight.powers(who).iter().enumerate() {
        let name = fight.power(*power).entry.name.as_str();
        let known = usable.contains(&name) || all.iter().any(|one| one.text == name);
        if let Some(refusal) = why(place).filter(|_| !known) {
            all.push(refused(name.to_owned(), refusal));
        }
    }
    all
}

fn why_not_resist(fight: &Fight, who: Who, place: usize, effect: Effect) -> Option<Refusal> {
    if asks::can_resist(fight, who, place, effect) {
        return None;
    }
    let when = fight.when_at(who, place)?;
    let refusal = |why: String| Some(Refusal::new(&willpower::REACTIVE, why));
    match when {
        When::Resist { of } if !of.has(effect) => refusal(format!("it does not resist {}", effect.text())),
        When::Resist { .. } => match powers::may_use(fight, who, place, None, None) {
            Err(why) => Some(why),
            Ok(()) => Some(Refusal::new(&effects::DAZE, "dazed or unconscious")),
        },
        _ => refusal("it resists nothing".into()),
    }
}

/// Components that are spent or were never there.
fn components(fight: &Fight, who: Who) -> Vec<Refused> {
    let offered = magic::components(fight, who);
    let all = magic::each_component(fight, who).filter(|place| offered.iter().all(|known| known.0 != *place));
    all.map(|place| {
        let text = magic::component_name(fight, who, place);
        refused(text, Refusal::new(&magic::COMPONENTS, "it is used up, or cannot be had now"))
    })
    .collect()
}
