//! Who may be attacked with what: the weapon, the reach, and whatever keeps an attacker away.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Refusal, Who};

use crate::content::{BindReach, Effect, Loading};
use crate::rules::{abilities, actions, armour, brawl, clusters, defence, effects, handling, powers, ranged, stumble};
use crate::state::{Arm, Fight, Hold, With};

use super::{HANDS, THROWN};

/// Whether a weapon can be used at all as it is held now, whatever it is used on.
pub(crate) fn may_wield(fight: &Fight, by: Who, hold: Hold) -> Result<&Arm, Refusal> {
    abilities::used_with(fight, by, hold)?;
    let arm = fight.one(by).arm(hold).ok_or_else(|| Refusal::new(&HANDS, "nothing is held there"))?;
    let natural = fight.weapon(arm.weapon).is_natural();
    refuse_if(!natural && powers::hand_is_bound(fight, by), &effects::BIND, "the hands are bound")?;
    Ok(arm)
}

pub(crate) fn may_use(fight: &Fight, by: Who, target: Who, hold: Hold) -> Result<(), Refusal> {
    let arm = may_wield(fight, by, hold)?;
    let weapon = fight.weapon(arm.weapon);
    match weapon.entry.range {
        None => may_reach(fight, by, target),
        Some(range) => {
            refuse_if(fight.one(by).suffers(Effect::Stumble), &stumble::NO_RANGED, "stumbling: no ranged attacks")?;
            let needs = match weapon.entry.loading {
                Loading::None => None,
                Loading::Arrow => Some((&actions::DRAW_ARROW, "no arrow is drawn")),
                Loading::Bolt => Some((&actions::LOAD_CROSSBOW, "the crossbow is not loaded")),
                Loading::Dart => Some((&actions::LOAD_BLOWGUN, "the blowgun is not loaded")),
            };
            if let Some((rule, why)) = needs.filter(|_| !arm.loaded) {
                return Err(Refusal::new(rule, why));
            }
            may_shoot(fight, by, target, range)
        }
    }
}

pub(crate) fn may_reach(fight: &Fight, by: Who, target: Who) -> Result<(), Refusal> {
    may_harm(fight, by, target)?;
    refuse_if(fight.one(by).at != fight.one(target).at, &clusters::SAME_SQUARE, "the target is in another location")?;
    let apart = !clusters::together(fight, by, target);
    if apart && effects::fears(fight, by).any(|source| source == target || clusters::together(fight, source, target)) {
        return Err(Refusal::new(&effects::FEAR, "fear keeps it out of that cluster"));
    }
    if apart && effects::is_held(fight, by) {
        let comes = fight.house().bind_reach == BindReach::Location && !effects::is_held(fight, target);
        refuse_if(!comes, &effects::BIND, "bound: it cannot leave its place")?;
    }
    stumble::may_strike(fight, by, target)
}

/// Whether an automaton may be thrown at a combatant: a ranged attack by hand.
fn may_throw(fight: &Fight, by: Who, target: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(by).suffers(Effect::Stumble), &stumble::NO_RANGED, "stumbling: no ranged attacks")?;
    refuse_if(powers::hand_is_bound(fight, by), &effects::BIND, "the hands are bound")?;
    may_shoot(fight, by, target, THROWN)
}

fn may_shoot(fight: &Fight, by: Who, target: Who, range: u8) -> Result<(), Refusal> {
    may_harm(fight, by, target)?;
    ranged::may_aim(fight, by, target, range)
}

/// Whether charm and presence let a combatant harm another.
pub(crate) fn may_harm(fight: &Fight, by: Who, target: Who) -> Result<(), Refusal> {
    refuse_if(!fight.present(target) || by == target, &clusters::NEAR, "there is nobody to attack")?;
    refuse_if(effects::charmed_by(fight, by).any(|source| source == target), &effects::CHARM, "charmed by this one")?;
    Ok(())
}

pub(crate) fn may_attack(fight: &Fight, by: Who, target: Who, with: With) -> Result<(), Refusal> {
    match with {
        With::Weapons => {
            let is_elsewhere = |known: &Refusal| known.rule.id == clusters::SAME_SQUARE.id;
            let mut first: Option<Refusal> = None;
            for hold in fight.one(by).holds() {
                match may_use(fight, by, target, hold) {
                    Ok(()) => return Ok(()),
                    // Of a blade and a bow, what is said of the bow tells more about a target that is elsewhere.
                    Err(refusal) if first.as_ref().is_none_or(is_elsewhere) => first = Some(refusal),
                    Err(_) => {}
                }
            }
            Err(first.unwrap_or_else(|| Refusal::new(&clusters::WEAPON, "no weapon in hand")))
        }
        With::Blow | With::Grab | With::Shove | With::Touch(_) => {
            brawl::may(fight, by, with)?;
            may_reach(fight, by, target)
        }
        With::Throw(_) => may_throw(fight, by, target),
        With::Strike(power) => powers::strike_hold(fight, by, power).and_then(|hold| may_use(fight, by, target, hold)),
        With::Bash(_) => match fight.one(by).shield {
            Some(guarded) if fight.shield(guarded.shield).entry.buckler => {
                Err(Refusal::new(&defence::BLOCK, "a buckler is too small to bash with"))
            }
            Some(_) => {
                refuse_if(powers::hand_is_bound(fight, by), &effects::BIND, "the hands are bound")?;
                may_reach(fight, by, target)
            }
            None => Err(Refusal::new(&defence::BLOCK, "no shield")),
        },
        With::AtItem(_, held) => {
            refuse_if(handling::held(fight, target, held).is_none(), &effects::BREAK, "nothing is held there")?;
            powers::melee_hold(fight, by).and_then(|hold| may_use(fight, by, target, hold))
        }
        With::Smash(held) => {
            armour::anybody_breaks(armour::toughness(fight, target, held))?;
            may_smash(fight, by, target)
        }
    }
}

/// The melee weapon that strikes at a thing; nothing for a bare hand.
pub(super) fn smashes_with(fight: &Fight, by: Who, target: Who) -> Option<Hold> {
    powers::melee_hold(fight, by).ok().filter(|hold| may_use(fight, by, target, *hold).is_ok())
}

fn may_smash(fight: &Fight, by: Who, target: Who) -> Result<(), Refusal> {
    if smashes_with(fight, by, target).is_some() {
        return Ok(());
    }
    brawl::may(fight, by, With::Blow)?;
    may_reach(fight, by, target)
}
