//! Everything that a person might look for among the actions, legal or not.

use super::{foes, friends};
use crate::arm::ArmId;
use crate::ask::{each_once, ready_arms};
use crate::book::{God, Special, Spell, Tag, Use};
use crate::condition::{Condition, Effect};
use crate::declaration::{Also, Contest, Daring, Deed, Move};
use crate::fight::Fight;
use crate::house::OwnSide;
use crate::rules::{dual, gear, gifts, hazards, incantations, prayer};
use quintain_engine::Who;
use quintain_field::Square;

/// Everything that a person might look for among the actions, legal or not; squares that a second move alone leads to are
/// given.
pub(super) fn candidates(fight: &Fight, who: Who, farther: &[(Square, u32)]) -> Vec<Deed> {
    let mut deeds = vec![Deed::Nothing];
    attacks(fight, who, &mut deeds);
    spells(fight, who, &mut deeds);
    specials(fight, who, &mut deeds);
    others(fight, who, &mut deeds);
    if fight.ground().is_some() {
        deeds.extend(farther.iter().map(|(square, _)| Deed::SecondMove(Move::To(*square))));
        deeds.extend(foes(fight, who).map(|foe| Deed::SecondMove(Move::Close(foe))));
    } else {
        deeds.push(Deed::SecondMove(Move::AsNeeded));
    }
    prayers(fight, who, &mut deeds);
    deeds.push(Deed::Retreat);
    deeds.push(Deed::Rest);
    deeds.push(Deed::Improvise);
    deeds
}

/// Whether daring manoeuvres are within a combatant's mind: heroes, and others with reason.
pub fn may_dare(fight: &Fight, who: Who) -> bool {
    fight.one(who).hero || fight.template(who).is(Tag::Sentient)
}

pub(super) fn attacks(fight: &Fight, who: Who, deeds: &mut Vec<Deed>) {
    let template = fight.template(who);
    let may_dare = may_dare(fight, who);
    let hated = gifts::must_attack(fight, who);
    let friends_too = fight.house().own_side == OwnSide::Yes;
    let may_be = |at: &Who| fight.foes(who, *at) || hated == Some(*at) || friends_too && fight.present(*at);
    let single = each_once(ready_arms(fight, who)).into_iter().map(|arm| (arm, None));
    let both = template.together.iter().copied().chain(dual::pair(fight, who)).map(|(arm, off)| (arm, Some(off)));
    let blows: Vec<(ArmId, Option<ArmId>)> = single.chain(both).collect();
    for at in fight.everyone().filter(|at| *at != who && may_be(at)) {
        let mouth = fight.template(at).has(&Special::OnlyThroughTheMouth);
        for (arm, off) in blows.iter().copied() {
            let how = [(Daring::No, true), (Daring::Manoeuvre, may_dare), (Daring::IntoTheMouth, mouth)];
            let open = how.into_iter().filter(|(_, open)| *open);
            deeds.extend(open.map(|(daring, _)| Deed::Attack { arm, off, at, daring }));
        }
    }
}

pub(super) fn spells(fight: &Fight, who: Who, deeds: &mut Vec<Deed>) {
    for (spell, known) in fight.one(who).spells.iter().enumerate() {
        let does = fight.setting.incantations[usize::from(known.incantation)].does;
        let spell = spell as u8;
        for at in fight.everyone().filter(|at| spell_aims_at(fight, who, does, *at)) {
            match does {
                Spell::Consecrate => deeds.extend(crate::book::CONSECRATED.map(|ability| Deed::Cast {
                    spell,
                    at,
                    also: Also::Score(ability),
                })),
                Spell::PartObject => {
                    let one = fight.one(at);
                    let weapons = one.arms.iter().filter(|arm| !fight.arm(**arm).natural).map(|arm| Also::Weapon(*arm));
                    let pieces = one.worn.iter().map(|piece| Also::Armor(*piece));
                    let things = each_once(weapons.chain(pieces));
                    deeds.extend(things.into_iter().map(|also| Deed::Cast { spell, at, also }));
                }
                Spell::Separate => deeds.extend(
                    fight.everyone().filter(|other| *other != at && fight.present(*other)).map(|other| Deed::Cast {
                        spell,
                        at,
                        also: Also::Who(other),
                    }),
                ),
                _ => deeds.push(Deed::Cast { spell, at, also: Also::Nothing }),
            }
        }
    }
}

/// The targets that an incantation is offered on: foes for the hostile ones, oneself for those about oneself, all for
/// what may be meant for either.
pub(super) fn spell_aims_at(fight: &Fight, who: Who, does: Spell, at: Who) -> bool {
    match does {
        does if incantations::is_for_oneself(does) => at == who,
        does if incantations::unbinds(does) => fight.present(at) || fight.one(at).under(Effect::Befriended),
        does if incantations::is_for_anybody(does) => fight.present(at),
        does if incantations::is_hostile(does) => fight.foes(who, at),
        _ => !fight.foes(who, at),
    }
}

pub(super) fn specials(fight: &Fight, who: Who, deeds: &mut Vec<Deed>) {
    for special in &fight.template(who).special {
        match special {
            Special::StoneGaze { .. } => deeds.extend(foes(fight, who).map(Deed::Gaze)),
            Special::Song { .. } => deeds.push(Deed::Sing),
            Special::Snatches => {
                deeds.extend(foes(fight, who).map(Deed::Snatch));
                deeds.extend(foes(fight, who).map(Deed::CarryOff));
            }
            Special::Sows { .. } => deeds.push(Deed::Sow),
            _ => {}
        }
    }
}

pub(super) fn others(fight: &Fight, who: Who, deeds: &mut Vec<Deed>) {
    let one = fight.one(who);
    deeds.extend(fight.everyone().filter(|at| *at != who && fight.one(*at).dies_in_round > 0).map(Deed::Aid));
    let stowed = one.arms.iter().filter(|arm| !fight.arm(**arm).natural && one.has_stowed(**arm));
    deeds.extend(each_once(stowed.copied()).into_iter().map(Deed::Draw));
    if gear::has_shield(fight, who) && !one.shield {
        deeds.push(Deed::TakeShield);
    }
    if one.is(Condition::Bound) {
        deeds.push(Deed::BreakFree);
    }
    for at in foes(fight, who) {
        deeds.extend(Contest::ALL.map(|kind| Deed::Contest { kind, at }));
        let fire = one.arms.iter().any(|arm| fight.arm(*arm).fire);
        if fire && fight.one(at).cut + fight.one(at).stumps > 0 {
            deeds.push(Deed::Sear(at));
        }
    }
    for (item, place) in one.items.iter().enumerate() {
        let item = item as u8;
        match fight.setting.items[usize::from(*place)].does {
            Use::Net | Use::Rope => deeds.extend(foes(fight, who).map(|at| Deed::Use { item, at })),
            Use::Lyre | Use::Aegis => deeds.push(Deed::Use { item, at: who }),
            Use::Horn => deeds.extend(friends(fight, who).filter(|at| *at != who).map(|at| Deed::Use { item, at })),
            Use::Staff => {
                deeds.extend(fight.everyone().filter(|at| fight.present(*at)).map(|at| Deed::Use { item, at }))
            }
            Use::Arrow => deeds.extend(arrows(fight, who, item)),
            Use::Grease | Use::Tar => {
                deeds.extend(hazards::within_pouring(fight, who).into_iter().map(|at| Deed::Pour { item, at }));
            }
            Use::Mirror | Use::Boots | Use::Trap | Use::Nothing => {}
        }
    }
    for arm in ready_arms(fight, who).filter(|arm| fight.arm(*arm).heals) {
        deeds.extend(friends(fight, who).map(|at| Deed::Restore { arm, at }));
    }
    deeds.extend(hazards::tar(fight).map(Deed::Light));
}

/// Love for the shooter, or hate of anybody else.
fn arrows(fight: &Fight, who: Who, item: u8) -> impl Iterator<Item = Deed> + '_ {
    foes(fight, who).flat_map(move |at| {
        let others = fight.everyone().filter(move |hated| *hated != at && fight.fighting(*hated));
        let love = Deed::Use { item, at };
        std::iter::once(love).chain(others.map(move |hated| Deed::Arrow { item, at, hated }))
    })
}

pub(super) fn prayers(fight: &Fight, who: Who, deeds: &mut Vec<Deed>) {
    let template = fight.template(who);
    let gods = God::ALL.into_iter().filter(|god| fight.one(who).hero || template.gods.contains(god));
    for god in gods {
        deeds.extend(prayer::requests(fight, who, god).into_iter().map(|(at, also)| Deed::Pray { god, at, also }));
    }
}
