//! What is worth the action instead of a blow: magic, gifts and gear.

use std::cmp::Reverse;

use quintain_engine::Who;

use crate::arm::{ArmId, Reaching};
use crate::ask::ready_arms;
use crate::book::{God, Spell, Use};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Also, Deed};
use crate::fight::Fight;
use crate::options::{foes, friends, may};
use crate::rules::{attack, battle_map, creatures, gear, hazards, incantations};

use super::{spells, weigh};

/// The least THU with which somebody pays for magic: enough is left to stay awake.
pub(super) const ENOUGH_THU: i16 = 9;

/// Gear and gifts that are worth the action: health for a friend that needs it, fear for as many as can be, music
/// against songs, a net over the strongest, fire to the necks of a hydra.
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

/// Friends that a song has bewitched.
fn bewitched(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    friends(fight, who).filter(move |friend| *friend != who && fight.one(*friend).under(Effect::Bewitched))
}

/// The strongest foe on its feet, where friends are there to make use of it.
fn worth_a_net(fight: &Fight, who: Who) -> Option<Who> {
    let helped = friends(fight, who).filter(|friend| fight.fighting(*friend)).count() > 1;
    let free = |foe: &Who| {
        let strong = !fight.helpless(*foe) && fight.one(*foe).health() > 5;
        fight.fighting(*foe) && strong && !creatures::is_at_peace(fight, *foe)
    };
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

/// An incantation that is worth its price, and promises more than a blow.
pub(super) fn spell(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.one(who).score(Ability::Thu).now < ENOUGH_THU {
        return None;
    }
    let mut best: Option<(u32, Deed)> = None;
    for (place, known) in fight.one(who).spells.iter().enumerate() {
        let spell = place as u8;
        let does = fight.setting.incantations[usize::from(known.incantation)].does;
        let Some((at, also)) = worth_casting(fight, who, spell, does) else { continue };
        let deed = Deed::Cast { spell, at, also };
        let value = spells::promise(fight, who, does, at);
        if best.is_none_or(|(most, _)| value > most)
            && !spells::is_recited(fight, who, does, at)
            && may(fight, who, deed).is_ok()
        {
            best = Some((value, deed));
        }
    }
    let (value, deed) = best?;
    (value > weigh::promise(fight, who)).then_some(deed)
}

/// The target that an incantation is worth its price on now, and what of it is meant.
fn worth_casting(fight: &Fight, who: Who, spell: u8, does: Spell) -> Option<(Who, Also)> {
    let at = match does {
        Spell::Heal => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
        Spell::Protect { .. } if is_undisturbed(fight, who) => {
            friends(fight, who).find(|friend| wants_a_ward(fight, *friend))
        }
        Spell::Vanquish | Spell::Control { .. } | Spell::BindLover | Spell::Befriend | Spell::Favor => {
            strongest_foe(fight, who, spell)
        }
        Spell::Silence => foes(fight, who).find(|foe| {
            fight.fighting(*foe) && spells::is_mighty(fight, *foe) && !fight.one(*foe).under(Effect::Silenced)
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
        Spell::Separate => {
            let weak = friends(fight, who).find(|friend| fight.fighting(*friend) && fight.one(*friend).sta.now == 0)?;
            let parted = |foe: &Who| fight.one(*foe).under_by(Effect::PartedFrom, weak);
            return strongest_foe(fight, who, spell).filter(|foe| !parted(foe)).map(|foe| (foe, Also::Who(weak)));
        }
        Spell::Daimon => (fight.round <= 1 && !fight.one(who).under(Effect::Daimon)).then_some(who),
        Spell::Hide => (fight.one(who).sta.now == 0 && bears_nothing(fight, who)).then_some(who),
        Spell::SeeTrue => foes(fight, who).any(|foe| incantations::unseen(fight, who, foe)).then_some(who),
        Spell::Slander => leader_of_many(fight, who),
        Spell::ReleaseBonds => lost_friend(fight, who, false).or_else(|| waverer(fight, who)),
        Spell::Appease => {
            let several = foes(fight, who).filter(|foe| fight.fighting(*foe)).count() > 1;
            strongest_foe(fight, who, spell).filter(|foe| several && !fight.one(*foe).under(Effect::Appeased))
        }
        _ => None,
    };
    at.map(|at| (at, Also::Nothing))
}

/// Nothing that would show on somebody unseen, and nobody unseen yet.
fn bears_nothing(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let bare = one.arms.iter().all(|arm| fight.arm(*arm).natural) && one.worn.is_empty() && one.items.is_empty();
    bare && one.spells.iter().all(|known| !known.scroll) && !one.under(Effect::Invisible)
}

/// The one that the others of a foe's side look up to.
fn leader_of_many(fight: &Fight, who: Who) -> Option<Who> {
    let able = |foe: &Who| fight.fighting(*foe) && !fight.one(*foe).is(Condition::Fleeing);
    let leads = |foe: &Who| fight.one(*foe).leader && !fight.one(*foe).is(Condition::Slandered);
    let many = foes(fight, who).filter(able).count() > 2;
    foes(fight, who).filter(able).find(leads).filter(|_| many)
}

/// The foe whose heart is least in it.
fn waverer(fight: &Fight, who: Who) -> Option<Who> {
    let thu = |foe: &Who| fight.one(*foe).score(Ability::Thu).now;
    let follows = |foe: &Who| {
        let one = fight.one(*foe);
        fight.fighting(*foe) && !one.hero && !one.leader && !one.is(Condition::Fleeing) && thu(foe) <= 10
    };
    foes(fight, who).filter(follows).min_by_key(|foe| (thu(foe), *foe))
}

fn wants_healing(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    fight.fighting(who) && one.sta.now == 0 && one.sta.max >= 3 && !one.is(Condition::Deprived)
}

/// How many feet from somebody a blow hand to hand is struck.
const ARMS_LENGTH: u16 = 5;

/// Whether no foe can come up to somebody this round: in danger a ward may fail, and a blow does more than it keeps off.
fn is_undisturbed(fight: &Fight, who: Who) -> bool {
    let comes = |foe: Who| battle_map::within(fight, foe, who, gear::speed(fight, foe).saturating_add(ARMS_LENGTH));
    !foes(fight, who).any(|foe| fight.fighting(foe) && comes(foe))
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
pub(super) fn best_armed_foe(fight: &Fight, who: Who) -> Option<(Who, ArmId)> {
    let armed = foes(fight, who).filter(|foe| fight.fighting(*foe)).filter_map(|foe| {
        let held = fight.one(foe).in_hand.iter().copied().max_by_key(|arm| fight.arm(*arm).die)?;
        Some((foe, held))
    });
    let (foe, weapon) = armed.max_by_key(|(foe, arm)| (fight.arm(*arm).die, Reverse(*foe)))?;
    (fight.arm(weapon).die >= 8).then_some((foe, weapon))
}

/// A friend that magic has turned to the foe, or a song has drawn away.
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
            fight.fighting(*foe) && may(fight, who, cast).is_ok() && !spells::is_taken(fight, who, *foe)
        })
        .max_by_key(|foe| (fight.one(*foe).sta.now + fight.one(*foe).score(Ability::Kra).now, Reverse(*foe)))
}

/// A combatant that can do nothing better prays: a hero for health where it is needed, else for might; others to their
/// own gods.
pub(super) fn prayer(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    if one.score(Ability::Thu).now < ENOUGH_THU || !foes(fight, who).any(|foe| fight.fighting(foe)) {
        return None;
    }
    let gods: &[God] = if one.hero { &[God::Apollo, God::Ares] } else { &fight.template(who).gods };
    gods.iter().find_map(|god| {
        let (at, also) = request(fight, who, *god)?;
        let deed = Deed::Pray { god: *god, at, also };
        may(fight, who, deed).is_ok().then_some(deed)
    })
}

/// What is worth asking a god for now.
fn request(fight: &Fight, who: Who, god: God) -> Option<(Who, Also)> {
    let able = |one: &Who| fight.fighting(*one);
    let helper = |one: &Who| able(one) && *one != who;
    let whom = match god {
        God::Apollo => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
        God::Ares => (!fight.one(who).under(Effect::Might)).then_some(who),
        God::Artemis => {
            let shoots = |arm: &ArmId| fight.arm(*arm).reaching != Reaching::Melee;
            let archer = |friend: &Who| {
                let one = fight.one(*friend);
                helper(friend) && one.in_hand.iter().any(shoots) && !one.under(Effect::Hunter)
            };
            if let Some(archer) = friends(fight, who).find(archer) {
                return Some((archer, Also::Hunt));
            }
            friends(fight, who).filter(helper).find(|friend| !fight.one(*friend).under(Effect::Veiled))
        }
        God::Aphrodite => {
            let unmoved = |foe: &Who| able(foe) && !fight.one(*foe).under_by(Effect::Attracted, who);
            foes(fight, who).filter(unmoved).max_by_key(|foe| (fight.one(*foe).health(), Reverse(*foe)))
        }
        God::Athena => (friends(fight, who).filter(able).count() > 2).then_some(who),
        God::Hephaestus => {
            let blunt = |arm: &ArmId| (5..12).contains(&fight.arm(*arm).die);
            let armed = friends(fight, who).filter(helper).find_map(|friend| {
                let one = fight.one(friend);
                let arm = one.in_hand.iter().copied().filter(blunt).find(|arm| !one.under(Effect::Tempered(*arm)))?;
                Some((friend, Also::Weapon(arm)))
            });
            return armed;
        }
        God::Persephone | God::Poseidon => Some(who),
        God::Hermes | God::Hera => None,
    };
    whom.map(|whom| (whom, Also::Nothing))
}
