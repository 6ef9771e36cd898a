//! Fresh combatants of a creature.

use crate::arm::{ArmId, UNARMED};
use crate::book::{Power, Special, Worn};
use crate::combatant::{Body, Combatant, Known, MOST_ARMS, Score};
use crate::condition::{Condition, Conditions};
use crate::declaration::Declaration;
use crate::rules::gifts;
use crate::setting::Setting;
use quintain_engine::Few;
use quintain_engine::Side;

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let mut one = Combatant::from(Body {
        template: place,
        side,
        home: side,
        hero: template.hero,
        minded: template.minded,
        detachment: template.detachment,
        leader: template.leader,
        sta: Score::full(template.sta),
        scores: template.scores.map(Score::full),
        natural_armor: template.armor,
        worn: template.wears.iter().copied().collect(),
        shield: false,
        arms: Few::new(),
        in_hand: Few::new(),
        spells: template
            .spells
            .iter()
            .map(|(incantation, scroll)| Known { incantation: *incantation, scroll: *scroll })
            .collect(),
        items: template.items.iter().copied().collect(),
        conditions: Conditions::default(),
        heads: template.heads().unwrap_or(0),
        cut: 0,
        stumps: 0,
        seared: false,
        fatigue: 0,
        dies_in_round: 0,
        prayer: None,
        at: None,
        rides: None,
        first: false,
        plan: Declaration::default(),
        pooled: 0,
        dealt: 0,
        taken: 0,
        provoked: false,
        spent: 0,
        scorched: 0,
    });
    if template.has(&Special::OutOfReachAloft) {
        one.conditions.give(Condition::Aloft);
    }
    let arms: Few<ArmId, MOST_ARMS> = template.weapons.iter().chain(&template.natural).copied().collect();
    arm(setting, &mut one, &arms);
    one
}

/// What is carried: the first weapon in hand, a second one-handed one beside it, else the shield.
pub(crate) fn arm(setting: &Setting, one: &mut Combatant, arms: &[ArmId]) {
    one.arms = arms.iter().copied().collect();
    one.arms.push(UNARMED);
    let hands = |arm: &ArmId| setting.arms[arm.place()].hands;
    let shield = one.worn.iter().any(|place| setting.armors[usize::from(*place)].worn == Worn::Shield);
    let carried = one.arms;
    let mut weapons = carried.iter().copied().filter(|arm| !setting.arms[arm.place()].natural);
    one.in_hand.clear();
    let drawn = one.items.iter().any(|place| setting.items[usize::from(*place)].hands > 0);
    let first = weapons.next().filter(|_| !drawn);
    one.in_hand.extend(first);
    let full = first.is_some_and(|arm| hands(&arm) > 1);
    one.shield = shield && !full && !drawn;
    let second = weapons.find(|arm| hands(arm) == 1);
    let scrolls = one.spells.iter().any(|known| known.scroll);
    if let (false, false, Some(_), Some(second), false) = (full, one.shield, first, second, scrolls) {
        one.in_hand.push(second);
    }
    if gifts::wears(setting, one, Power::Wings) {
        one.conditions.give(Condition::Aloft);
    }
}
