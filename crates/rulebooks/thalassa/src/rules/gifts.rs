//! Gifts of the gods (from the Magic chapter): arms and things that do more than arms and things.

use quintain_engine::{Event, Refusal, Rule, Table, Throw, Who};

use crate::arm::ArmId;
use crate::ask::ready_arms;
use crate::book::{Power, Special, Spell};
use crate::cast::Trait;
use crate::combatant::Combatant;
use crate::condition::{Ability, Condition, Effect, LASTING, UNSEEING};
use crate::declaration::{Also, Daring, Deed, Move};
use crate::fight::Fight;
use crate::rules::attack::Struck;
use crate::rules::modifiers::State;
use crate::rules::saves::save;
use crate::rules::{ability, actions, attack, battle_map, incantations};
use crate::setting::{Armor, Setting};
use crate::underway::Wrought;

quintain_engine::section! {
    "Gifts of the gods";
    IMPENETRABLE = Engine "gift.achilleus-armor": "Only enhanced attacks get through the armour of Achilleus.",
        ruling "It stops blows of every kind, claws and bare hands as well, but no magic.";
    LION_HIDE = Engine "gift.nemean-hide": "Weapons that are not magical do nothing through the hide of the Nemean lion; bare hands, what grows on a body, and incantations do.";
    CONCEALED = Engine "gift.helmet-of-darkness": "Whoever wears the helmet of darkness is unseen with all they carry, unless they attack.";
    WINGS = Engine "gift.winged-sandals": "Wings carry 80 feet a move, and nobody on the ground reaches their wearer hand to hand.",
        ruling "Whoever stoops to strike hand to hand can be struck back by the same instant, and whoever is helpless has come down.";
    SHIRT = Engine "gift.shirt-of-nessus": "The shirt of Nessus eats 1d6 KRA of its wearer at the end of each round.",
        ruling "It is no damage: neither Armor nor a save, and death at KRA 0.";
    AMULET = Engine "gift.amulet": "An amulet adds 1 Armor, within the most, against one kind of creature.";
    AEGIS = Choice "gift.aegis": "Held up, the aegis frightens: every foe in sight saves THU or flees.",
        ruling "Heroes as well; whoever is blinded or asleep sees nothing.";
    CADUCEUS = Choice "gift.caduceus": "The staff restores one target's STA, once in a fight and at no price.";
    APOLLONS_BOW = Choice "gift.apollons-bow": "The bow of Apollon strikes with d10, or restores the STA of one target in sight.";
    ARROWS_OF_EROS = Choice "gift.eros-bow": "An arrow of Eros does no damage: its target is attracted to the archer, or must attack whom the archer names.",
        ruling "Hatred lasts the fight. While an attack on the hated one is possible there is no other act.";
    TRIDENT = Engine "gift.poseidons-trident": "Near the sea a blow of the trident is a blast.";
}

/// The pieces that somebody wears, by how the setting describes them.
fn worn<'a>(setting: &'a Setting, one: &'a Combatant) -> impl Iterator<Item = &'a crate::setting::Armor> {
    one.worn.iter().filter_map(|place| setting.armors.get(usize::from(*place)))
}

/// Whether something that one wears does this.
#[inline]
pub fn wears(setting: &Setting, one: &Combatant, power: Power) -> bool {
    worn(setting, one).any(|piece| piece.has(power))
}

/// Whether something that one wears counts against some kinds alone.
pub fn wears_amulets(setting: &Setting, one: &Combatant) -> bool {
    worn(setting, one).any(|piece| !piece.against.is_empty())
}

/// Whether something that one wears may make a blow do nothing.
pub fn turns_blows(setting: &Setting, one: &Combatant) -> bool {
    wears(setting, one, Power::Impenetrable) || wears(setting, one, Power::ProofAgainstCommonWeapons)
}

/// By which gift a blow does nothing to this one.
#[inline]
pub fn turned_aside(fight: &Fight, whom: Who, struck: Struck) -> Option<&'static Rule> {
    let one = fight.one(whom);
    if one.worn.is_empty() || fight.setting.is_unseen(struck.arm) {
        return None;
    }
    let arm = fight.arm(struck.arm);
    if struck.state != State::Enhanced && wears(&fight.setting, one, Power::Impenetrable) {
        return Some(&IMPENETRABLE);
    }
    let common = !arm.natural && !arm.magical;
    (common && wears(&fight.setting, one, Power::ProofAgainstCommonWeapons)).then_some(&LION_HIDE)
}

/// `gift.helmet-of-darkness`.
pub fn conceals(fight: &Fight, who: Who) -> bool {
    wears(&fight.setting, fight.one(who), Power::Conceals)
}

/// `gift.winged-sandals`: whether wings carry somebody.
pub fn has_wings(fight: &Fight, who: Who) -> bool {
    wears(&fight.setting, fight.one(who), Power::Wings)
}

/// Whether a combatant flies, by nature or by a gift. One that lies helpless does not.
pub fn flies(fight: &Fight, who: Who) -> bool {
    let has_wings = fight.template(who).is(crate::book::Tag::Flies) || has_wings(fight, who);
    has_wings && !fight.helpless(who)
}

/// `gift.winged-sandals`: whether somebody aloft comes down to strike in this round.
pub fn stoops(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let strikes =
        matches!(one.plan.deed, Deed::Attack { arm, .. } if fight.arm(arm).reaching == crate::arm::Reaching::Melee);
    strikes && !one.plan.lost && has_wings(fight, who)
}

/// `gift.winged-sandals`: a combatant that has just been parted from the wings comes down, unless it stays aloft by
/// nature.
pub(crate) fn come_down(fight: &mut Fight, who: Who) {
    let by_nature = fight.template(who).has(&Special::OutOfReachAloft);
    if !has_wings(fight, who) && !by_nature {
        fight.one_mut(who).conditions.take(Condition::Aloft);
    }
}

/// `gift.amulet`: Armor that counts against this attacker only.
pub fn amulets(fight: &Fight, whom: Who, by: Who) -> impl Iterator<Item = &Armor> {
    let kind = fight.one(by).template;
    worn(&fight.setting, fight.one(whom)).filter(move |piece| piece.against.contains(&kind))
}

/// `gift.shirt-of-nessus`: at the end of a round.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn burn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.cast.some(Trait::Cursed) { burn_the_cursed(fight, table, who) } else { Ok(()) }
}

#[cold]
fn burn_the_cursed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.make(who, |make| make.cursed) || !fight.present(who) {
        return Ok(());
    }
    let lost = table.die(fight, Throw::die(6, &SHIRT, "KRA that the shirt eats").by(who))?;
    let cause = table.tell(|| {
        let text = format!("the shirt of Nessus burns {}: {lost} KRA", fight.label(who));
        Event::new(&SHIRT, text).by(who).dice(6, &[lost]).upkeep()
    });
    ability::lose(fight, table, who, Ability::Kra, lost as i16, cause);
    Ok(())
}

/// `gift.aegis`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn frighten<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who) -> Result<(), T::Halt> {
    for foe in fight.everyone() {
        let sees = !fight.one(foe).conditions.any(UNSEEING) && battle_map::sees_within(fight, foe, by, u16::MAX);
        let stirs = actions::still_stirs(fight.one(foe)) && !fight.one(foe).is(Condition::Fleeing);
        let touched = fight.foes(by, foe) && stirs && sees;
        if !touched || save(fight, table, foe, Ability::Thu, &AEGIS, "THU save against the aegis")?.passed {
            continue;
        }
        fight.one_mut(foe).conditions.give(Condition::Fleeing);
        table.tell(|| Event::new(&AEGIS, format!("{} flees", fight.label(foe))).by(by).to(foe));
    }
    Ok(())
}

/// `gift.caduceus`, `gift.apollons-bow`: STA comes back with the phase's other help.
pub(crate) fn restore(fight: &mut Fight, by: Who, at: Who, rule: &'static Rule) {
    let last_round = fight.round;
    fight.scratch.wrought.push(Wrought { by, at, does: Spell::Heal, also: Also::Nothing, amount: 0, last_round, rule });
}

/// `gift.caduceus`: once in a fight.
pub(crate) fn staff<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who, item: u8) {
    fight.one_mut(by).affect(Effect::Spent(item), by, LASTING);
    table.tell(|| {
        Event::new(&CADUCEUS, format!("{} holds the staff over {}", fight.label(by), fight.label(at))).by(by).act()
    });
    restore(fight, by, at, &CADUCEUS);
}

/// `gift.apollons-bow`: whether the bow may restore that one.
///
/// # Errors
/// The refusal.
pub fn may_restore(fight: &Fight, who: Who, arm: ArmId, at: Who) -> Result<(), Refusal> {
    if !fight.one(who).in_hand.contains(&arm) {
        return Err(Refusal::new(&super::gear::DRAW, "not in hand"));
    }
    if !fight.present(at) || who != at && !battle_map::may_see(fight, who, at, u16::MAX) {
        return Err(Refusal::new(&APOLLONS_BOW, "not in sight"));
    }
    Ok(())
}

/// `gift.apollons-bow`.
pub(crate) fn heal_with<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, arm: ArmId, at: Who) {
    if by != at && fight.present(at) && !battle_map::comes_about(fight, by, at, u16::MAX, false) {
        battle_map::tell_out_of_reach(fight, table, by, at, &APOLLONS_BOW);
        return;
    }
    table.tell(|| {
        let text = format!("{} turns {} on {} for health", fight.label(by), fight.arm(arm).name, fight.label(at));
        Event::new(&APOLLONS_BOW, text).by(by).to(at).act()
    });
    restore(fight, by, at, &APOLLONS_BOW);
}

/// `gift.eros-bow`: the one that its target must attack; nobody for love.
pub(crate) fn arrow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who, hated: Option<Who>) {
    match hated {
        Some(hated) => fight.one_mut(at).affect(Effect::Hates, hated, LASTING),
        None => incantations::enamour(fight, by, at, false),
    }
    table.tell(|| {
        let text = match hated {
            Some(hated) => format!("the arrow fills {} with hate of {}", fight.label(at), fight.label(hated)),
            None => format!("the arrow makes {} love {}", fight.label(at), fight.label(by)),
        };
        Event::new(&ARROWS_OF_EROS, text).by(by).to(at).act()
    });
}

/// `gift.eros-bow`: the one that a combatant must attack this turn, if an attack on that one is possible.
pub fn must_attack(fight: &Fight, who: Who) -> Option<Who> {
    let one = fight.one(who);
    if one.effects.is_empty() || one.is(Condition::Fleeing) || actions::may_act(fight, who).is_err() {
        return None;
    }
    let hated =
        one.effect(Effect::Hates).map(|known| known.by).filter(|hated| *hated != who && fight.fighting(*hated))?;
    best_arm(fight, who, hated).map(|_| hated)
}

/// `gift.eros-bow`: the arm for an attack on a hated target: the one with the largest die.
fn best_arm(fight: &Fight, who: Who, hated: Who) -> Option<ArmId> {
    let legal = |arm: &ArmId| super::legal::may_attack(fight, who, *arm, None, hated).is_ok();
    ready_arms(fight, who).filter(legal).max_by_key(|arm| fight.arm(*arm).die)
}

/// `gift.eros-bow`: the attack that hate drives somebody to.
pub fn driven_by_hate(fight: &Fight, who: Who) -> Option<Deed> {
    let at = must_attack(fight, who)?;
    best_arm(fight, who, at).map(|arm| Deed::Attack { arm, off: None, at, daring: Daring::No })
}

/// `gift.eros-bow`: whether hate leaves somebody this act.
///
/// # Errors
/// The refusal.
pub fn may_in_hate(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    let Some(hated) = must_attack(fight, who) else { return Ok(()) };
    match deed {
        Deed::Attack { at, .. } if at == hated => Ok(()),
        Deed::SecondMove(Move::Close(at)) if at == hated => Ok(()),
        _ => Err(Refusal::new(&ARROWS_OF_EROS, "full of hate it attacks whom it hates")),
    }
}

/// `gift.poseidons-trident`.
#[inline]
pub fn makes_waves(fight: &Fight, arm: ArmId) -> bool {
    fight.arm(arm).blast_by_the_sea && battle_map::by_the_sea(fight)
}

/// The most that Armor and amulets come to against this attacker, at the start of the phase.
#[inline]
pub fn armor_facing(fight: &Fight, whom: Who, by: Who) -> i16 {
    let Some(make) = fight.look_at_start(whom).map(|look| look.make) else { return 0 };
    let armor = i16::from(make.armor);
    if !make.amulets {
        return armor;
    }
    let against: i16 = amulets(fight, whom, by).map(|piece| piece.armor).sum();
    (armor + against).min(attack::MOST_ARMOR)
}
