//! Willpower: what skills cost.

use quintain_engine::{Event, Reckoning, Refusal, Rule, Table, Who};

use crate::content::{Deed, Effect, Family, Feature, PowerId, Reach};
use crate::rules::effects;
use crate::rules::powers::lasting;
use crate::state::{Boon, Fight, Hold};

quintain_engine::section! {
    "Willpower and skills";
    WHAT = Engine "wp.what": "Skills, magic and some gifts of races are paid in willpower; at 0 nobody is out of the fight.";
    INITIATIVE = Engine "wp.initiative": "Willpower is also the potential of initiative, and settles its ties.";
    REGAIN = OffMap "wp.regain": "A point comes back once a day by five minutes of something enjoyed.";
    COST = Engine "skill.cost": "Willpower is paid when a skill takes effect, 1 more while weakened; what cannot be paid cannot be used.";
    REACTIVE = Choice "skill.reactive": "Skills that resist are reactions, offered when the effect is called, and not to the dazed.";
    FREE = Engine "skill.free-uses": "Free uses are counted for each skill and item.";
    SCALE = Engine "skill.scale": "Hit points of cards are doubled; durations, willpower, toughness and Break never are.", house "hp-scale";
}

/// Why a power cannot be paid for.
pub(crate) const TOO_DEAR: &str = "it costs more willpower than there is";

/// What the weakened pay more for whatever costs willpower.
pub(crate) fn surcharge(fight: &Fight, who: Who) -> i16 {
    fight.one(who).suffers(Effect::Weaken).into()
}

/// What it costs to use a power now, with a weapon perhaps: whatever lies on it, before free uses.
pub(crate) fn price(fight: &Fight, who: Who, power: PowerId, hold: Option<Hold>) -> i16 {
    let entry = &fight.power(power).entry;
    let clumsy =
        hold.and_then(|hold| fight.one(who).arm(hold)).map_or(0, |arm| fight.weapon(arm.weapon).entry.surcharge);
    let paid = entry.wp > 0 || matches!(entry.family, Family::ArmedCombat | Family::Defence);
    if paid { entry.wp + surcharge(fight, who) + clumsy } else { entry.wp }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiver {
    Weapon(Hold),
    /// Free uses of a power, by its place: of the one that is used, or a gift of race.
    Power(usize),
}

fn waiver(fight: &Fight, who: Who, place: usize, power: PowerId, hold: Option<Hold>) -> Option<Waiver> {
    let entry = &fight.power(power).entry;
    let one = fight.one(who);
    let freely = |place: usize| one.freely.get(place).copied().unwrap_or(u8::MAX);
    if freely(place) < entry.free {
        return Some(Waiver::Power(place));
    }
    if let Some(hold) = hold.filter(|_| entry.family == Family::ArmedCombat)
        && one.arm(hold).is_some_and(|arm| arm.free < fight.weapon(arm.weapon).entry.free)
    {
        return Some(Waiver::Weapon(hold));
    }
    let gift = fight.powers(who).iter().enumerate().find(|(place, gift)| {
        fight.power(**gift).entry.gives.iter().any(|feature| match feature {
            Feature::FreeSkills { of, uses } => of.has(entry.family) && freely(*place) < *uses,
            _ => false,
        })
    });
    gift.map(|(place, _)| Waiver::Power(place))
}

/// Whether a power can be paid for.
///
/// # Errors
/// The willpower that is missing.
pub(crate) fn may_pay(
    fight: &Fight,
    who: Who,
    place: usize,
    power: PowerId,
    hold: Option<Hold>,
) -> Result<(), Refusal> {
    let price = price(fight, who, power, hold);
    let (family, shot) = (fight.power(power).entry.family, is_shot(fight, who, hold));
    if price <= fight.one(who).wp + spared(fight, who, family, shot) || waiver(fight, who, place, power, hold).is_some()
    {
        return Ok(());
    }
    Err(Refusal::new(&COST, TOO_DEAR))
}

/// What using a power would take from willpower now: the price, but for free uses and what a potion spares.
pub(crate) fn due(fight: &Fight, who: Who, place: usize, power: PowerId, hold: Option<Hold>) -> i16 {
    let price = price(fight, who, power, hold);
    if price <= 0 || waiver(fight, who, place, power, hold).is_some() {
        return 0;
    }
    unspared(fight, who, fight.power(power).entry.family, is_shot(fight, who, hold), price)
}

/// What spending so much on magic or surgery would take from willpower now.
pub(crate) fn due_for(fight: &Fight, who: Who, family: Family, amount: i16) -> i16 {
    unspared(fight, who, family, false, amount)
}

/// What is left of a price once a potion has spared its part.
fn unspared(fight: &Fight, who: Who, family: Family, shot: bool, price: i16) -> i16 {
    price - spared(fight, who, family, shot).min(price)
}

/// Points of willpower that potions would spare, all together.
fn spared(fight: &Fight, who: Who, family: Family, shot: bool) -> i16 {
    let spares = |boon: &&Boon| spares(fight, boon, family, shot);
    fight.one(who).boons.iter().filter(spares).map(|boon| boon.amount).sum()
}

/// Whether a skill is used with something that shoots.
fn is_shot(fight: &Fight, who: Who, hold: Option<Hold>) -> bool {
    hold.and_then(|hold| fight.one(who).arm(hold)).is_some_and(|arm| !fight.weapon(arm.weapon).is_melee())
}

/// Whether a potion is at work that spares willpower of such a use.
fn spares(fight: &Fight, boon: &Boon, family: Family, shot: bool) -> bool {
    boon.wait <= 0
        && boon.amount > 0
        && fight.power(boon.power).entry.gives.iter().any(|feature| match feature {
            Feature::SparesWp { of, reach, .. } => {
                let fits = match reach {
                    Reach::Any => true,
                    Reach::Melee => !shot,
                    Reach::Ranged => shot || family == Family::Surgery,
                };
                of.has(family) && fits
            }
            _ => false,
        })
}

pub(crate) fn pay<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    place: usize,
    power: PowerId,
    hold: Option<Hold>,
) {
    let price = price(fight, who, power, hold);
    if let Some(used) = fight.one_mut(who).used.get_mut(place) {
        *used = used.saturating_add(1);
    }
    if price <= 0 {
        return;
    }
    if let Some(waiver) = waiver(fight, who, place, power, hold) {
        let one = fight.one_mut(who);
        match waiver {
            Waiver::Weapon(hold) => {
                if let Some(arm) = one.arm_mut(hold) {
                    arm.free += 1;
                }
            }
            Waiver::Power(place) => one.freely[place.min(one.freely.len() - 1)] += 1,
        }
        table.tell(|| {
            let text = format!("{} costs nothing this time", fight.power(power).entry.name);
            fight.caused(Event::new(&FREE, text).by(who))
        });
        return;
    }
    let (family, shot) = (fight.power(power).entry.family, is_shot(fight, who, hold));
    let rest = price - spare(fight, table, who, family, shot, price);
    if rest > 0 {
        lose(fight, table, who, rest, &COST);
    }
}

/// What potions spare of a price, the oldest first; so much of them is used up.
fn spare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, family: Family, shot: bool, price: i16) -> i16 {
    let mut left = price.max(0);
    for place in 0..fight.one(who).boons.len() {
        let fits = fight.one(who).boons.get(place).is_some_and(|boon| spares(fight, boon, family, shot));
        if let Some(boon) = fight.one_mut(who).boons.get_mut(place).filter(|_| fits) {
            let taken = boon.amount.min(left);
            boon.amount -= taken;
            left -= taken;
        }
    }
    let spared = price.max(0) - left;
    if spared == 0 {
        return 0;
    }
    table.tell(|| Event::new(&COST, format!("A potion spares {spared} willpower")).by(who));
    spared
}

/// Whether a combatant has so much willpower for magic or surgery, or a potion that spares it.
pub(crate) fn can_spend(fight: &Fight, who: Who, family: Family, amount: i16) -> bool {
    fight.one(who).wp + spared(fight, who, family, false) >= amount
}

/// Spends willpower in magic or surgery that is no price of a skill.
pub(crate) fn spend<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    family: Family,
    amount: i16,
    rule: &'static Rule,
) {
    let rest = amount - spare(fight, table, who, family, false, amount);
    if rest > 0 {
        lose(fight, table, who, rest, rule);
    }
}

/// Loses willpower, spent or drained.
pub(crate) fn lose<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, amount: i16, rule: &'static Rule) {
    let (before, after) = take(fight, who, amount);
    table.tell(|| {
        let does = if rule == &COST { "spends" } else { "loses" };
        let text = format!("{} {does} {} willpower: {before} → {after}", fight.label(who), before - after);
        let event = Event::new(rule, text).and(&WHAT).by(who);
        let event = fight.caused(event.change(who, "wp", before.into(), after.into()));
        let weak = rule == &COST && fight.one(who).suffers(Effect::Weaken);
        if weak { event.and(&effects::WEAKEN) } else { event }
    });
}

/// Takes willpower away, the temporary first: how much there was, and what is left.
pub(crate) fn take(fight: &mut Fight, who: Who, amount: i16) -> (i16, i16) {
    lasting::draw_on(fight, who, amount, is_temporary);
    let one = fight.one_mut(who);
    let before = one.wp;
    one.wp = (before - amount).max(0);
    one.wp_spent = one.wp_spent.saturating_add(before - one.wp);
    (before, one.wp)
}

/// Whether that is willpower which goes when its power does.
fn is_temporary(deed: &Deed) -> bool {
    matches!(deed, Deed::Willpower(_))
}

/// Powers at work whose willpower goes when they do.
fn lenders(fight: &Fight, who: Who) -> impl Iterator<Item = &Boon> {
    let lends = |boon: &&Boon| boon.wait <= 0 && fight.power(boon.power).entry.does.iter().any(is_temporary);
    fight.one(who).boons.iter().filter(lends)
}

/// How much of the willpower that is there goes with the powers that gave it.
pub(crate) fn temporary(fight: &Fight, who: Who) -> i16 {
    lenders(fight, who).map(|boon| boon.amount).sum()
}

/// The most willpower now: what is there only while a power lasts comes on top.
pub(crate) fn most<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let one = fight.one(who);
    let mut parts = R::default();
    parts.add(&WHAT, "own", one.wp_max);
    for boon in lenders(fight, who) {
        parts.add(&effects::WHO, "power", boon.amount).of(|| &*fight.power(boon.power).entry.name).until("it ends");
    }
    parts
}

/// Hit points of a card, as this fight counts them.
pub(crate) fn scaled(fight: &Fight, card: i16) -> i16 {
    card * fight.house().hp_scale
}
