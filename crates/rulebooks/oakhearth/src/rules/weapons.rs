//! What weapons bring: properties, styles, improvised weapons and the bare body.

use quintain_engine::Who;

use crate::ask::With;
use crate::book::{Condition, Feature, Group, Property, Style};
use crate::combatant::{Hand, Shot};
use crate::fight::Fight;
use crate::rules::dice::Pool;
use crate::setting::{UNARMED, Weapon};

quintain_engine::section! {
    "Weapons";
    PROPERTY = Engine "weapon.property": "Properties of a weapon change the roll, the damage or what the hands must do.",
        ruling "Silent changes nothing: an Attack ends being Hidden whatever it is made with, as the chapter has it.";
    STYLE = Engine "weapon.style": "Trained hands deal 1 more damage where the weapon's style asks for it.";
    LOADING = Engine "weapon.loading": "A weapon that must be loaded takes that AP and a free hand before the next shot.";
    CAPTURE = Engine "weapon.capture": "A net or bolas holds its target instead of hurting it.";
}

/// The weapon that an attack is made with.
pub fn used(fight: &Fight, who: Who, with: With) -> u16 {
    match with {
        With::Natural(weapon) | With::Drawn(weapon) => weapon,
        With::Body => UNARMED,
        With::Hand(hand) => match fight.one(who).hands.get(usize::from(hand)) {
            Some(Hand::Weapon(weapon)) => *weapon,
            _ => UNARMED,
        },
    }
}

/// The natural weapons of somebody, in the shape that it has.
pub fn natural(fight: &Fight, who: Who) -> &[u16] {
    let shape = fight.one(who).shape.and_then(|shape| fight.setting.templates.get(usize::from(shape)));
    shape.map_or(&fight.template(who).natural, |template| &template.natural)
}

/// The hand that an attack is made with, where hands matter.
pub fn hand(fight: &Fight, who: Who, with: With) -> Option<u8> {
    match with {
        With::Hand(hand) => Some(hand),
        With::Drawn(_) => fight.one(who).hands.iter().position(|hand| *hand == Hand::Empty).map(|hand| hand as u8),
        With::Body => super::dual::bare_hand(fight, who),
        With::Natural(_) => None,
    }
}

/// Whether a weapon is still in the hand that attacks with it; nobody knocks away a part of the body.
pub fn still_held(fight: &Fight, who: Who, weapon: u16, hand: Option<u8>) -> bool {
    hand.is_none_or(|hand| used(fight, who, With::Hand(hand)) == weapon)
}

/// Whether an attack is made hand to hand: a weapon with reach enough, or one that cannot be thrown.
pub fn melee(fight: &Fight, who: Who, at: Who, weapon: &Weapon) -> bool {
    melee_from(fight, who, weapon, || fight.distance(who, at))
}

/// The same for a target so far away.
#[inline]
pub fn melee_from(fight: &Fight, who: Who, weapon: &Weapon, far: impl FnOnce() -> i16) -> bool {
    weapon.range.is_none() && (weapon.thrown.is_none() || far() <= reach(fight, who, weapon))
}

/// Reach in Spaces, with what size adds.
pub fn reach(fight: &Fight, who: Who, weapon: &Weapon) -> i16 {
    if fight.one(who).boons.is_empty() {
        return weapon.reach;
    }
    let grown = fight.size(who) > fight.one(who).size && fight.size(who).across() > 1;
    weapon.reach + i16::from(grown)
}

/// What a weapon, a style and the attacker's nature bring to an attack roll.
pub fn pool(fight: &Fight, who: Who, at: Who, weapon: u16, pool: &mut Pool) {
    let arm = fight.weapon(weapon);
    let template = fight.template(who);
    if arm.is(Property::Unwieldy) && fight.distance(who, at) <= 1 {
        pool.dis(&PROPERTY, "Unwieldy");
    }
    if arm.strength.is_some_and(|might| fight.one(who).attributes[0] < might) {
        pool.dis(&PROPERTY, "too weak for it");
    }
    if arm.is(Property::Concealable) && fight.round == 1 && !arm.natural() {
        pool.adv(&PROPERTY, "concealed");
    }
    if arm.is(Property::Versatile) && both_hands(fight, who, weapon) {
        pool.add(&PROPERTY, "Versatile", 2);
    }
    if arm.is(Property::Bonk) && super::shields::worn(fight, at).is_some_and(|armor| armor.heavy) {
        pool.add(&PROPERTY, "heavy armour", 1);
    }
    if super::marks::opens(fight, who, at) {
        pool.adv(&super::spells::BOON, "marked");
    }
    if template.has_style(arm) {
        pool.add(&STYLE, "style", 1);
    }
    if let Some(bonus) = template.hits_flanked.filter(|_| super::flanking::flanked(fight, at)) {
        pool.add(&super::flanking::ADV, "flanked prey", bonus);
    }
}

/// Whether a weapon is held in two hands, or another hand is free to close on it.
fn both_hands(fight: &Fight, who: Who, weapon: u16) -> bool {
    let one = fight.one(who);
    let mut held = one.each_hand().filter(|hand| one.hands[usize::from(*hand)] == Hand::Weapon(weapon)).peekable();
    held.peek().is_some() && (one.empty_hands() > 0 || held.any(|hand| one.grip(hand) > 1))
}

/// What a weapon's damage is before degrees, and what it adds by its style. `None` for whatever adds nothing.
pub fn base_damage(fight: &Fight, who: Who, weapon: u16) -> i16 {
    let arm = fight.weapon(weapon);
    let weak = arm.strength.is_some_and(|might| fight.one(who).attributes[0] < might);
    (arm.damage - i16::from(weak)).max(0)
}

/// Whether somebody is trained with a weapon: without it there is no Combat Proficiency and no style.
pub fn trained(fight: &Fight, who: Who, weapon: u16) -> bool {
    let one = fight.one(who);
    match fight.weapon(weapon).group {
        Group::Improvised => false,
        Group::MartialMelee | Group::MartialRanged => one.martial || one.attack.is_some() || !one.hero,
        _ => true,
    }
}

/// Whether a weapon goes round shields and half cover.
pub fn goes_round(fight: &Fight, who: Who, weapon: u16) -> bool {
    fight.weapon(weapon).styles.contains(&Style::Chained) && trained(fight, who, weapon)
}

/// Remembers the target of a crossbow's shot.
pub fn note_shot(fight: &mut Fight, who: Who, at: Who, weapon: u16) {
    if fight.weapon(weapon).styles.contains(&Style::Crossbow) {
        let turns = u8::from(fight.owner != Some(who));
        fight.one_mut(who).last_shot = Some(Shot { at, weapon, turns });
    }
}

/// The end of a turn: a shot counts until the end of the next.
pub fn turn_end(fight: &mut Fight, who: Who) {
    let mut one = fight.one_mut(who);
    one.last_shot = one.last_shot.filter(|shot| shot.turns == 0).map(|shot| Shot { turns: 1, ..shot });
}

/// Whether somebody has just run so that it came 2 Spaces closer to another.
fn charged(fight: &Fight, who: Who, at: Who) -> bool {
    let (spaces, dx, dy) = fight.one(who).turn.run;
    let Some(here) = fight.one(who).at.filter(|_| spaces >= 2) else { return false };
    let from = quintain_field::Square { x: here.x - 2 * i16::from(dx), y: here.y - 2 * i16::from(dy) };
    fight.distance_from(who, from, at) >= fight.distance(who, at) + 2
}

/// Damage that a style adds against this target, with its name.
pub fn style_damage(fight: &Fight, who: Who, at: Who, weapon: u16) -> Option<(&'static str, i16)> {
    let arm = fight.weapon(weapon);
    if !trained(fight, who, weapon) {
        return None;
    }
    let target = fight.one(at);
    let suits = |style: &Style| match style {
        Style::Axe => target.has(Condition::Bleeding),
        Style::Bow => target.has(Condition::Slowed),
        Style::Chained => {
            super::shields::on_arm(fight, at).is_some()
                || super::sight::cover(fight, who, at) == Some(super::shields::HALF_COVER)
        }
        Style::Crossbow => fight.one(who).last_shot.is_some_and(|shot| shot.at == at && shot.weapon == weapon),
        Style::Fist => target.has(Condition::Grappled),
        Style::Hammer => target.has(Condition::Dazed) || target.has(Condition::Petrified),
        Style::Pick => target.has(Condition::Impaired),
        Style::Spear => charged(fight, who, at) || super::riding::mount(fight, at).is_some(),
        Style::Staff => target.has(Condition::Hindered),
        Style::Sword => target.has(Condition::Exposed),
        Style::Whip => fight.distance(who, at) > 1,
    };
    arm.styles.iter().find(|style| suits(style)).map(|style| (style.text(), 1))
}

/// Damage that the attacker's own nature adds against this target.
pub fn nature_damage(fight: &Fight, who: Who, at: Who) -> i16 {
    let flanked = || super::flanking::flanked(fight, at);
    let hampered = !fight.one(at).statuses.is_empty();
    fight
        .template(who)
        .entry
        .features
        .iter()
        .map(|feature| match feature {
            Feature::HurtsFlanked(more) if flanked() => i16::from(*more),
            Feature::CheapShot(more) if hampered || flanked() => i16::from(*more),
            _ => 0,
        })
        .sum()
}

/// Damage that a Heavy Hit adds by Impact.
pub fn impact(fight: &Fight, weapon: u16, heavy: bool) -> i16 {
    i16::from(heavy && fight.weapon(weapon).is(Property::Impact))
}
