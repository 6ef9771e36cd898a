//! What conditions do to Checks, Saves and Attacks: the one list of their ADV and DIS.

use quintain_engine::Who;

use crate::book::{Boon, Condition, Save, Skill};
use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::dice::{self, Pool};
use crate::rules::{boons, conditions, hide, light, numbers, shields, sight, spells};

/// Conditions of the creature that makes a Check.
pub(crate) fn on_check(fight: &Fight, who: Who, kind: Kind, pool: &mut Pool) {
    let one = fight.one(who);
    let dexterous = matches!(kind, Kind::Skill(Skill::Acrobatics | Skill::Stealth | Skill::SleightOfHand));
    if dexterous && shields::towers(fight, who) {
        pool.dis(&shields::HEAVY, "tower shield");
    }
    if kind == Kind::Skill(Skill::Stealth) && shields::worn(fight, who).is_some_and(|armor| armor.loud) {
        pool.dis(&dice::ADV_STACKS, "loud armour");
    }
    if matches!(kind, Kind::Attack | Kind::Spell) && shields::untrained(fight, who) {
        pool.dis(&shields::UNTRAINED, "untrained shield");
    }
    if one.statuses.is_empty() && one.boons.is_empty() {
        return;
    }
    if frightened_or_intimidated(fight, who) {
        pool.dis(&conditions::INTIMIDATED, "Intimidated");
    }
    let body = matches!(kind, Kind::Skill(skill) if physical(skill));
    if body {
        pool.many(&conditions::IMPAIRED, "Impaired", -(one.instances(Condition::Impaired) as i8));
    }
    let mind = kind == Kind::Spell || matches!(kind, Kind::Skill(Skill::Medicine | Skill::Insight));
    if mind {
        pool.many(&conditions::DAZED, "Dazed", -(one.instances(Condition::Dazed) as i8));
    }
    let might = matches!(kind, Kind::Might | Kind::Skill(Skill::Athletics | Skill::Intimidation));
    if might && one.boons.iter().any(|borne| borne.boon == Boon::Mighty) {
        pool.adv(&spells::BOON, "raging might");
    }
}

fn physical(skill: Skill) -> bool {
    matches!(skill, Skill::Athletics | Skill::Acrobatics | Skill::SleightOfHand | Skill::Stealth | Skill::Intimidation)
}

/// Whether a source of fright is in sight.
fn frightened_or_intimidated(fight: &Fight, who: Who) -> bool {
    let frightens = [Condition::Intimidated, Condition::Frightened];
    fight.one(who).statuses.iter().any(|status| {
        frightens.contains(&status.condition)
            && status.by.is_none_or(|by| fight.present(by) && crate::rules::sight::sees(fight, who, by))
    })
}

/// Conditions of the creature that makes a Save.
pub(crate) fn on_save(fight: &Fight, who: Who, save: Save, pool: &mut Pool) {
    let one = fight.one(who);
    if one.statuses.is_empty() && one.boons.is_empty() {
        return;
    }
    if save == Save::Dexterity && one.has(Condition::Grappled) {
        pool.dis(&conditions::GRAPPLED, "Grappled");
    }
    if matches!(save, Save::Might | Save::Dexterity | Save::Physical) {
        pool.many(&conditions::IMPAIRED, "Impaired", -(one.of(Condition::HeavilyImpaired).count() as i8));
    }
    if matches!(save, Save::Intelligence | Save::Charisma | Save::Mental) {
        pool.many(&conditions::DAZED, "Dazed", -(one.of(Condition::HeavilyDazed).count() as i8));
    }
    // A Physical Save is a Might Save where Might is the better of the two.
    let better = || numbers::save_bonus(fight, who, Save::Might) >= numbers::save_bonus(fight, who, Save::Dexterity);
    let might = save == Save::Might || save == Save::Physical && better();
    if might && one.boons.iter().any(|borne| borne.boon == Boon::Mighty) {
        pool.adv(&spells::BOON, "raging might");
    }
}

/// Conditions of both sides of an Attack, hand to hand or not.
pub(crate) fn on_attack(fight: &Fight, by: Who, at: Who, melee: bool, pool: &mut Pool) {
    let (own, other) = (fight.one(by), fight.one(at));
    if !own.statuses.is_empty() {
        pool.many(
            conditions::rule_of(own.source(Condition::Hindered)),
            "Hindered",
            -(own.instances(Condition::Hindered) as i8),
        );
        if own.of(Condition::Taunted).any(|status| status.by != Some(at)) {
            pool.dis(&conditions::TAUNTED, "Taunted by another");
        }
        if frightened_or_intimidated(fight, by) {
            pool.dis(&conditions::INTIMIDATED, "Intimidated");
        }
    }
    if !other.statuses.is_empty() {
        pool.many(
            conditions::rule_of(other.source(Condition::Exposed)),
            "Exposed",
            other.instances(Condition::Exposed) as i8,
        );
        if other.has(Condition::Prone) {
            match (melee, fight.house().prone_ranged) {
                (true, _) => pool.adv(&conditions::PRONE, "target Prone"),
                (false, crate::house::ProneRanged::Dis) => pool.dis(&conditions::PRONE, "target Prone"),
                (false, crate::house::ProneRanged::Plain) => {}
            }
        }
    }
    if !sight::plain(fight, by, at) {
        in_the_dark(fight, by, at, pool);
    }
    if boons::has(fight, at, Boon::Sanctuary) {
        pool.dis(&spells::BOON, "sanctuary");
    }
}

/// What it does to an Attack that one of the two does not see the other, or sees it with more than open eyes.
fn in_the_dark(fight: &Fight, by: Who, at: Who, pool: &mut Pool) {
    let (own, other) = (fight.one(by), fight.one(at));
    // A Blinded creature is Exposed and Hindered already: not seeing comes of the same source.
    let dark = other.has(Condition::Blinded) || other.has(Condition::Unconscious);
    if hide::unseen_by(fight, by, at) && !dark {
        pool.adv(unseen(fight, by, at), "unseen");
    }
    if hide::unseen_by(fight, at, by) {
        if !own.has(Condition::Blinded) {
            pool.dis(unseen(fight, at, by), "target unseen");
        }
    } else if let Some(rule) = light::helped(fight, by, at) {
        pool.waive(rule, "target unseen", 1);
    }
}

/// The rule by which somebody is not seen by another.
fn unseen(fight: &Fight, who: Who, by: Who) -> &'static quintain_engine::Rule {
    match () {
        () if hide::hidden_from(fight, who, by) => &hide::EFFECT,
        () if fight.one(who).has(Condition::Invisible) => &conditions::INVISIBLE,
        () if light::on(fight, by, who) == light::Light::Dark => &light::DARK,
        () => &hide::EFFECT,
    }
}
