//! Numbers on a creature: Prime, Combat Proficiency, bonuses of Checks and Saves, AC, passive values.

use quintain_engine::{Reckoning, Who, section};

use crate::book::{Boon, Condition, Save, Skill};
use crate::fight::Fight;
use crate::rules::{conditions, damage, moving, shields, spells};

section! {
    "Numbers on a creature";
    PRIME = Engine "core.prime": "The Prime Modifier is the highest of the four attributes.";
    CP = Engine "core.cp": "Combat Proficiency is 1 and half the level.";
    ATTACK_CHECK = Engine "core.attack-check": "Attack and Spell Checks add Prime and Combat Proficiency; untrained or improvised weapons add Prime alone.";
    SKILL_CHECK = Engine "core.skill-check": "Skill checks add the attribute and twice the proficiency; Perception has Combat Proficiency in place of an attribute.";
    PHYSICAL_CHECK = Engine "core.physical-check": "A Physical Check is made with the better of Athletics and Acrobatics.";
    MARTIAL_CHECK = Engine "core.martial-check": "A Martial Check is made like a Physical Check.", ruling "Nowhere defined; the same as a Physical Check.";
    PASSIVE = Engine "core.passive": "A passive value is 8 and the bonus, 2 more or less for each lasting ADV or DIS.";
    SAVE = Engine "core.save": "A Save adds the attribute, and Combat Proficiency where trained; a Physical or Mental Save takes the better of two.";
}

/// The bonus of Attack and Spell Checks.
pub fn attack_bonus(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    one.attack.map_or_else(|| one.prime() + one.proficiency(), i16::from)
}

/// The Save DC.
pub fn save_dc(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    one.dc.map_or_else(|| 10 + one.prime() + one.proficiency(), i16::from) - one.amount(Condition::Exhaustion)
}

/// The Initiative Bonus.
pub fn initiative_bonus(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    one.initiative.map_or_else(|| i16::from(one.attributes[0].max(one.attributes[1])) + one.proficiency(), i16::from)
}

/// The bonus of a skill.
pub fn skill_bonus(fight: &Fight, who: Who, skill: Skill) -> i16 {
    let one = fight.one(who);
    let own = match skill.attribute() {
        Some(attribute) => one.attributes.get(attribute as usize).copied().unwrap_or(0).into(),
        None => one.proficiency(),
    };
    one.skills.get(skill as usize).copied().flatten().map_or(own, i16::from)
}

/// The skill that a Physical or Martial Check is made with.
pub fn physical_skill(fight: &Fight, who: Who) -> Skill {
    let bonus = |skill| skill_bonus(fight, who, skill);
    if bonus(Skill::Acrobatics) > bonus(Skill::Athletics) { Skill::Acrobatics } else { Skill::Athletics }
}

/// Passive Awareness.
pub fn passive(fight: &Fight, who: Who) -> i16 {
    let own = fight.template(who).entry.passive.map(i16::from);
    own.unwrap_or_else(|| 8 + skill_bonus(fight, who, Skill::Perception))
}

/// The bonus of a Save.
pub fn save_bonus(fight: &Fight, who: Who, save: Save) -> i16 {
    let one = fight.one(who);
    let plain = |save: Save, attribute: usize| {
        let trained = if fight.template(who).trained(save) { one.proficiency() } else { 0 };
        i16::from(one.attributes[attribute]) + trained
    };
    match save {
        Save::Might => plain(Save::Might, 0),
        Save::Dexterity => plain(Save::Dexterity, 1),
        Save::Intelligence => plain(Save::Intelligence, 2),
        Save::Charisma => plain(Save::Charisma, 3),
        Save::Physical => plain(Save::Might, 0).max(plain(Save::Dexterity, 1)),
        Save::Mental => plain(Save::Intelligence, 2).max(plain(Save::Charisma, 3)),
    }
}

/// What the shield that is up adds to AC, in one's own shape.
pub fn shield_ac(fight: &Fight, who: Who) -> i16 {
    shields::ac_of(&fight.setting, fight.one(who))
}

/// AC with the shield that is up and what magic and wounds change, which never bring it below 0.
pub fn ac(fight: &Fight, who: Who) -> i16 {
    armor_class(fight, who)
}

/// [`ac`], part by part.
pub fn armor_class<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let one = fight.one(who);
    let mut ac = R::default();
    match one.shape {
        Some(_) => {
            ac.add(&damage::ATTACK_HITS, "in another shape", 8).until("its own shape is back");
            ac.add(&CP, "Combat Proficiency", one.proficiency());
            ac.add(&damage::ATTACK_HITS, "Might", one.attributes[0].into());
        }
        None => {
            ac.add(&damage::ATTACK_HITS, "own", one.ac.into());
            ac.add(&shields::RAISE, "shield", shield_ac(fight, who)).until("the shield is put away or broken");
        }
    }
    for borne in &one.boons {
        if let Boon::Ac(by) = borne.boon {
            ac.add(&spells::BOON, "magic", by.into()).until("it ends");
        }
    }
    ac.add(&damage::ATTACK_HITS, "wounds", wounded(fight, who).1)
        .until("it has more than half of its HP")
        .at_least(&damage::ATTACK_HITS, 0);
    ac
}

/// What a creature's wounds do to its Speed and AC.
fn wounded(fight: &Fight, who: Who) -> (i16, i16) {
    let one = fight.one(who);
    fight.template(who).wounded.filter(|_| 2 * one.hp <= one.max_hp).unwrap_or((0, 0))
}

/// Spaces of a Move with what hampers it taken off: 0 for the held.
pub fn speed(fight: &Fight, who: Who) -> i16 {
    spaces(fight, who)
}

/// [`speed`], part by part.
pub fn spaces<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let one = fight.one(who);
    let entry = &fight.template(who).entry;
    let mut speed = R::default();
    for (held, rule) in
        [(Condition::Grappled, &conditions::GRAPPLED), (Condition::Incapacitated, &conditions::INCAPACITATED)]
    {
        if one.has(held) {
            speed.waive(rule, "own", one.speed.into(), "it cannot move while it is held or cannot act");
            return speed;
        }
    }
    match (one.height > 0, entry.fly, fight.underwater(who), entry.swim) {
        (true, Some(fly), ..) => speed.add(&moving::ACTION, "flying", fly.into()).until("it lands"),
        (_, _, true, Some(swim)) => speed.add(&moving::ACTION, "swimming", swim.into()).until("it leaves the water"),
        _ => speed.add(&moving::ACTION, "own", one.speed.into()),
    };
    for borne in &one.boons {
        if let Boon::Speed(by) = borne.boon {
            speed.add(&spells::BOON, "magic", by.into()).until("it ends");
        }
    }
    speed.add(&moving::ACTION, "wounds", wounded(fight, who).0).until("it has more than half of its HP");
    speed.add(&shields::HEAVY, "heavy shield", -shields::too_heavy(fight, who)).until("it puts the shield away");
    speed.add(&shields::ARMOR_MIGHT, "heavy armour", -shields::weighed_down(fight, who));
    speed.add(&conditions::EXHAUSTION, "Exhaustion", -one.amount(Condition::Exhaustion)).until("it rests");
    speed.at_least(&moving::ACTION, 0);
    speed
}
