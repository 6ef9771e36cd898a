//! Shields as a Reaction: what would have hurt their bearer hits them.

use quintain_engine::{Event, Table, Who, section};

use crate::book::{ArmorEntry, ShieldEntry, ShieldWeight, Training};
use crate::combatant::{Combatant, Hand};
use crate::fight::{Fight, Thing};
use crate::rules::blow::Blow;
use crate::rules::{action_points, objects};
use crate::setting::{Setting, Template};

section! {
    "Shields";
    HEAVY = Engine "shield.heavy": "Whoever lacks the Might for a heavy shield loses 1 AC and so much Speed; one as high as a tower is half cover from shots.";
    RAISE = Choice "shield.raise": "For 1 AP, as a Reaction, one's shield takes the damage of an Attack that has hit; at 0 HP it breaks.";
    UNTRAINED = Engine "shield.untrained": "A shield that its bearer is not trained with gives DIS on Attack and Spell Checks.";
    ARMOR_MIGHT = Engine "armor.might": "Whoever lacks the Might for its armour loses so much Speed.",
        ruling "The figures name the Might; what lacking it does is read as for heavy shields.";
    UNTRAINED_ARMOR = Engine "armor.untrained": "Armour that its wearer is not trained in costs it 2 AP.",
        ruling "So many fewer at the beginning and at each refresh.";
}

/// What armour takes from the AP of a wearer without training in it.
const UNTRAINED_AP: i8 = 2;

/// The shield on somebody's arm; not one that it carries on its back.
pub fn on_arm(fight: &Fight, who: Who) -> Option<&ShieldEntry> {
    let one = fight.one(who);
    let (shield, _) = one.shield.filter(|_| one.hands.contains(&Hand::Shield))?;
    fight.setting.shields.get(usize::from(shield))
}

/// Whether somebody is not trained with the shield on its arm.
pub fn untrained(fight: &Fight, who: Who) -> bool {
    let lacks = |kind| fight.template(who).entry.untrained.contains(&kind);
    let heavy = |shield: &ShieldEntry| shield.weight == ShieldWeight::Heavy && lacks(Training::HeavyShields);
    !fight.template(who).entry.untrained.is_empty()
        && on_arm(fight, who).is_some_and(|shield| lacks(Training::Shields) || heavy(shield))
}

/// What armour takes from the AP of its wearer: nothing with training in it.
pub fn armor_ap(setting: &Setting, template: &Template) -> i8 {
    let lacks = |kind| template.entry.untrained.contains(&kind);
    let worn = template.armor.and_then(|place| setting.armors.get(usize::from(place)));
    let strange = worn.is_some_and(|armor| lacks(Training::Armor) || armor.heavy && lacks(Training::HeavyArmor));
    if strange { UNTRAINED_AP } else { 0 }
}

/// The armour that somebody wears.
pub fn worn(fight: &Fight, who: Who) -> Option<&ArmorEntry> {
    fight.template(who).armor.and_then(|place| fight.setting.armors.get(usize::from(place)))
}

/// Whether somebody has a whole shield on its arm and can pay for raising it.
pub fn may_raise(fight: &Fight, who: Who) -> bool {
    let whole = fight.one(who).shield.is_some_and(|(_, hp)| hp > 0) && on_arm(fight, who).is_some();
    whole && action_points::may_pay(fight, who, AP).is_ok()
}

/// What half cover takes from a shot.
pub const HALF_COVER: i16 = -2;

/// How much Might somebody lacks for its shield: Speed, and 1 AC besides.
pub fn too_heavy(fight: &Fight, who: Who) -> i16 {
    on_arm(fight, who).map_or(0, |shield| lacking(shield, fight.one(who)))
}

/// How much Might somebody lacks for a shield: only a heavy one asks for any.
fn lacking(shield: &ShieldEntry, one: &Combatant) -> i16 {
    let might = shield.might.filter(|_| shield.weight == ShieldWeight::Heavy);
    might.map_or(0, |might| i16::from(might - one.attributes[0]).max(0))
}

/// What the shield of somebody adds to its AC: whole, on the arm, and in its own shape.
pub fn ac_of(setting: &Setting, one: &Combatant) -> i16 {
    let up = one.shield.filter(|(_, hp)| *hp > 0 && one.hands.contains(&Hand::Shield) && one.shape.is_none());
    let shield = up.and_then(|(place, _)| setting.shields.get(usize::from(place)));
    shield.map_or(0, |shield| i16::from(shield.ac) - i16::from(lacking(shield, one) > 0))
}

/// How much Might somebody lacks for its armour: so much Speed it loses.
pub fn weighed_down(fight: &Fight, who: Who) -> i16 {
    let might = worn(fight, who).and_then(|armor| armor.might);
    might.map_or(0, |might| i16::from(might - fight.one(who).attributes[0]).max(0))
}

/// Whether somebody stands behind a shield as high as a tower: it gives half cover from shots.
pub fn towers(fight: &Fight, who: Who) -> bool {
    on_arm(fight, who).is_some_and(|shield| shield.tower)
}

/// What the shield of somebody takes from shots, of bows and of magic alike.
pub fn cover(fight: &Fight, who: Who) -> i16 {
    if towers(fight, who) { HALF_COVER } else { 0 }
}

/// AP that it takes to hold the shield against a blow.
pub const AP: u8 = 1;

/// Holds the shield against a blow.
pub(crate) fn raise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, blow: Option<&mut Blow>) {
    let Some(blow) = blow else { return };
    action_points::pay(fight, table, who, AP, &RAISE);
    blow.shielded = true;
    table.tell(|| {
        let event = Event::new(&RAISE, format!("{} raises the shield against it", fight.label(who))).by(who);
        super::reactions::as_answer(fight, event)
    });
}

/// The shield takes this much.
pub(crate) fn take<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, amount: i16) {
    let Some((shield, before)) = fight.one(who).shield else { return };
    let after = i16::from(before).saturating_sub(amount.max(0)).max(0) as i8;
    fight.one_mut(who).shield = Some((shield, after));
    table.tell(|| {
        let how = if after == 0 { "breaks" } else { "holds" };
        let text = format!("{}'s shield takes {amount} and {how}", fight.label(who));
        Event::new(&RAISE, text).to(who).change(who, "shield-hp", before.into(), after.into())
    });
    if after == 0 {
        objects::lose(fight, who, Thing::Shield(shield, after));
    }
}
