//! What is worth the action instead of a blow: magic, gifts and gear.

use std::cmp::Reverse;

use quintain_engine::Who;

use crate::ask::ready_arms;
use crate::book::{God, Spell, Use};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Also, Deed};
use crate::fight::Fight;
use crate::options::{foes, friends, may};
use crate::rules::{attack, hazards};

/// The least THU with which somebody pays for magic: enough is left to stay awake.
const ENOUGH_THU: i16 = 9;

/// Gear and gifts that are worth the action: health for whoever needs it, fear for as many as can be, music against
/// songs, a net over the strongest, fire to the necks of a hydra.
pub(super) fn gift(fight: &Fight, who: Who) -> Option<Deed> {
    let legal = |deed: &Deed| may(fight, who, *deed).is_ok();
    for (item, place) in fight.one(who).items.iter().enumerate() {
        let item = item as u8;
        let does = fight.setting.items[usize::from(*place)].does;
        if let Some(deed) = use_of(fight, who, item, does).filter(legal) {
            return Some(deed);
        }
    }
    if fight.one(who).arms.len() > 1 {
        let deed = restore(fight, who).or_else(|| sear(fight, who)).or_else(|| light(fight, who));
        return deed.filter(legal);
    }
    None
}

fn use_of(fight: &Fight, who: Who, item: u8, does: Use) -> Option<Deed> {
    let able = |foe: &Who| fight.fighting(*foe) && !fight.one(*foe).is(Condition::Fleeing);
    let at = match does {
        Use::Staff => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
        Use::Aegis => foes(fight, who).any(|foe| able(&foe)).then_some(who),
        Use::Lyre => (bewitched(fight, who).count() > 1).then_some(who),
        Use::Horn => bewitched(fight, who).next(),
        Use::Net => worth_a_net(fight, who),
        Use::Arrow => return arrow(fight, who, item),
        _ => None,
    };
    at.map(|at| Deed::Use { item, at })
}

/// Friends whom a song has bewitched.
fn bewitched(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    friends(fight, who).filter(move |friend| *friend != who && fight.one(*friend).under(Effect::Bewitched))
}

/// The strongest foe on its feet, where friends are there to make use of it.
fn worth_a_net(fight: &Fight, who: Who) -> Option<Who> {
    let helped = friends(fight, who).filter(|friend| fight.fighting(*friend)).count() > 1;
    let free = |foe: &Who| fight.fighting(*foe) && !fight.helpless(*foe) && fight.one(*foe).health() > 5;
    foes(fight, who).filter(|_| helped).filter(free).max_by_key(|foe| (fight.one(*foe).health(), Reverse(*foe)))
}

/// The strongest foe comes to hate the next strongest; a lone one comes to love the archer.
fn arrow(fight: &Fight, who: Who, item: u8) -> Option<Deed> {
    let unmoved = |foe: &Who| {
        let one = fight.one(*foe);
        fight.fighting(*foe) && !one.under(Effect::Hates) && !one.under_by(Effect::Attracted, who)
    };
    let strongest = |but: Option<Who>| {
        let others = foes(fight, who).filter(move |foe| Some(*foe) != but).filter(unmoved);
        others.max_by_key(|foe| (fight.one(*foe).health(), Reverse(*foe)))
    };
    let at = strongest(None)?;
    Some(match strongest(Some(at)) {
        Some(hated) => Deed::Arrow { item, at, hated },
        None => Deed::Use { item, at },
    })
}

/// Health from a bow that brings both.
fn restore(fight: &Fight, who: Who) -> Option<Deed> {
    let arm = ready_arms(fight, who).find(|arm| fight.arm(*arm).heals)?;
    let at = friends(fight, who).find(|friend| wants_healing(fight, *friend))?;
    Some(Deed::Restore { arm, at })
}

/// Fire to necks from which heads would grow, unless a friend sees to it already.
fn sear(fight: &Fight, who: Who) -> Option<Deed> {
    ready_arms(fight, who).find(|arm| fight.arm(*arm).fire)?;
    let bleeds = |foe: &Who| fight.one(*foe).cut + fight.one(*foe).stumps > 0 && !fight.one(*foe).seared;
    let at = foes(fight, who).find(bleeds)?;
    let seen_to = friends(fight, who).any(|friend| {
        let plan = &fight.one(friend).plan;
        plan.made && plan.deed == Deed::Sear(at)
    });
    (!seen_to).then_some(Deed::Sear(at))
}

/// Fire to the tar in which a foe stands.
fn light(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.hazards.is_empty() {
        return None;
    }
    ready_arms(fight, who).find(|arm| fight.arm(*arm).fire)?;
    hazards::tar_under(fight, |foe| fight.foes(who, foe) && fight.fighting(foe)).map(Deed::Light)
}

/// An incantation that is worth its price.
pub(super) fn spell(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.one(who).score(Ability::Thu).now < ENOUGH_THU {
        return None;
    }
    for (place, known) in fight.one(who).spells.iter().enumerate() {
        let spell = place as u8;
        let does = fight.setting.incantations[usize::from(known.incantation)].does;
        let Some((at, also)) = worth_casting(fight, who, spell, does) else { continue };
        let deed = Deed::Cast { spell, at, also };
        if may(fight, who, deed).is_ok() {
            return Some(deed);
        }
    }
    None
}

/// On whom an incantation is worth its price now, and for what of it.
fn worth_casting(fight: &Fight, who: Who, spell: u8, does: Spell) -> Option<(Who, Also)> {
    let at = match does {
        Spell::Heal => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
        Spell::Protect { .. } => friends(fight, who).find(|friend| wants_a_ward(fight, *friend)),
        Spell::Vanquish | Spell::Control { .. } | Spell::BindLover | Spell::Befriend | Spell::Favor => {
            strongest_foe(fight, who, spell)
        }
        Spell::Silence => foes(fight, who).find(|foe| {
            let one = fight.one(*foe);
            fight.fighting(*foe) && !one.spells.is_empty() && !one.under(Effect::Silenced)
        }),
        Spell::Harm { .. } => foes(fight, who)
            .filter(|foe| fight.fighting(*foe) && attack::armor_of(fight, *foe) >= 2)
            .min_by_key(|foe| fight.one(*foe).sta.now + fight.one(*foe).score(Ability::Kra).now),
        Spell::Attract => {
            strongest_foe(fight, who, spell).filter(|foe| !fight.one(*foe).under_by(Effect::Attracted, who))
        }
        Spell::BreakEnchantment => lost_friend(fight, who, true),
        Spell::Dissolve => lost_friend(fight, who, false),
        Spell::Consecrate => {
            let at = friends(fight, who).find(|friend| is_on_the_brink(fight, *friend))?;
            return Some((at, Also::Score(Ability::Kra)));
        }
        Spell::PartObject => {
            let (at, weapon) = best_armed_foe(fight, who)?;
            return Some((at, Also::Weapon(weapon)));
        }
        _ => None,
    };
    at.map(|at| (at, Also::Nothing))
}

fn wants_healing(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    fight.fighting(who) && one.sta.now == 0 && one.sta.max >= 3 && !one.is(Condition::Deprived)
}

/// Early in the fight, and without much Armor.
fn wants_a_ward(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let warded = one.effects.iter().any(|at_work| matches!(at_work.effect, Effect::Protected { .. }));
    fight.fighting(who) && fight.round <= 2 && !warded && attack::armor_of(fight, who) < 2
}

/// The next blow will try its KRA, which has already suffered.
fn is_on_the_brink(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let kra = one.score(Ability::Kra);
    fight.fighting(who) && one.sta.now == 0 && kra.now < kra.max && !one.under(Effect::Consecrated(Ability::Kra))
}

/// The foe whose weapon has the largest die, of d8 at least, and that weapon.
fn best_armed_foe(fight: &Fight, who: Who) -> Option<(Who, crate::arm::ArmId)> {
    let armed = foes(fight, who).filter(|foe| fight.fighting(*foe)).filter_map(|foe| {
        let held = fight.one(foe).in_hand.iter().copied().max_by_key(|arm| fight.arm(*arm).die)?;
        Some((foe, held))
    });
    let (foe, weapon) = armed.max_by_key(|(foe, arm)| (fight.arm(*arm).die, Reverse(*foe)))?;
    (fight.arm(weapon).die >= 8).then_some((foe, weapon))
}

/// One's own whom magic has turned to the foe, or a song has drawn away.
fn lost_friend(fight: &Fight, who: Who, or_bewitched: bool) -> Option<Who> {
    let home = fight.one(who).home;
    fight.everyone().filter(|other| *other != who).find(|other| {
        let one = fight.one(*other);
        let lost = fight.led(*other) || or_bewitched && one.under(Effect::Bewitched);
        one.home == home && fight.fighting(*other) && lost
    })
}

fn strongest_foe(fight: &Fight, who: Who, spell: u8) -> Option<Who> {
    foes(fight, who)
        .filter(|foe| {
            let cast = Deed::Cast { spell, at: *foe, also: Also::Nothing };
            fight.fighting(*foe) && may(fight, who, cast).is_ok()
        })
        .max_by_key(|foe| (fight.one(*foe).sta.now + fight.one(*foe).score(Ability::Kra).now, Reverse(*foe)))
}

/// Whoever can do nothing better prays: for health where it is needed, else for might.
pub(super) fn prayer(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let knows = |god: God| one.hero || fight.template(who).gods.contains(&god);
    if one.score(Ability::Thu).now < ENOUGH_THU || !foes(fight, who).any(|foe| fight.fighting(foe)) {
        return None;
    }
    let hurt = friends(fight, who).find(|friend| wants_healing(fight, *friend)).filter(|_| knows(God::Apollo));
    let god = if hurt.is_some() { God::Apollo } else { God::Ares };
    let deed = Deed::Pray { god, at: hurt.unwrap_or(who), also: Also::Nothing };
    (knows(god) && !one.under(Effect::Might) && may(fight, who, deed).is_ok()).then_some(deed)
}
