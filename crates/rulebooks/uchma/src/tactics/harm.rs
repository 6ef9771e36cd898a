//! Where the ground does harm, and how tactics get out of it.

use quintain_engine::Who;
use quintain_field::Square;

use super::{attack_of, positions, weigh};
use crate::ask::Deed;
use crate::book::{Effect, Status};
use crate::content::{AbilityId, ability_of};
use crate::fight::{Fight, Hazard, Zone};
use crate::options;
use crate::rules::{actions, damage, features, ground, movement, targets};

/// Whether somebody stands where it will be hurt.
#[inline]
pub(super) fn is_harmed(fight: &Fight, who: Who) -> bool {
    awaits(fight, who, fight.one(who).at)
}

/// Whether the surroundings, or what abilities have made of the ground, would hurt somebody on a square.
#[inline]
pub(super) fn awaits(fight: &Fight, who: Who, at: Square) -> bool {
    let anywhere = !fight.setting.hazards.is_empty() || !fight.zones.is_empty();
    anywhere && lies_at(fight, who, at)
}

#[inline(never)]
fn lies_at(fight: &Fight, who: Who, at: Square) -> bool {
    let body = fight.footprint(who).at(at);
    let acts =
        |hazard: &Hazard| body.squares().any(|square| hazard.area.contains(&square)) && goes_on(fight, who, hazard);
    let harms = |zone: &Zone| {
        let does = fight.zone_entry(zone).and_then(|entry| entry.does).and_then(ability_of);
        does.is_some_and(|does| hurts(fight, who, does))
            && ground::harms(fight, zone, who)
            && body.squares().any(|square| ground::covers(fight, zone, square))
    };
    fight.setting.hazards.iter().any(acts) || fight.zones.iter().any(harms)
}

/// Whether something in the surroundings acts again, and hurts somebody where it reaches it.
fn goes_on(fight: &Fight, who: Who, hazard: &Hazard) -> bool {
    let acts_again = !hazard.cleared && hazard.entry.to.is_none_or(|to| fight.round < to);
    acts_again && fight.one(who).altitude <= hazard.entry.height && hurts(fight, who, hazard.does)
}

/// Whether what an ability does takes health from somebody that its armour does not keep.
fn hurts(fight: &Fight, who: Who, does: AbilityId) -> bool {
    !targets::spared(fight, does, who)
        && fight.ability(does).entry.does.iter().any(|step| match step.effect {
            Effect::Damage(dealt) => {
                let usual = fight.value(dealt.amount, Default::default()) + weigh::on_average(dealt.amount);
                usual > (damage::base_armor(fight, who, dealt.kind) - dealt.ignores).max(0)
            }
            Effect::Apply(apply) => is_a_wound(apply.status) && !features::immune(fight, who, apply.status),
            Effect::Steal(_) => true,
            _ => false,
        })
}

/// Whether a status takes health, or a whole turn: what only hampers is no reason to leave a place.
fn is_a_wound(status: Status) -> bool {
    use Status::{Bleeding, Burning, Diseased, Electrified, Frostbitten, Stunned};
    matches!(status, Bleeding | Burning | Diseased | Electrified | Frostbitten | Stunned)
}

/// The nearest harmless square from which the ordinary attack reaches somebody, for one who stands where it will be hurt.
pub(super) fn leave_to_strike(fight: &Fight, who: Who, ruthless: bool) -> Option<Deed> {
    if !is_harmed(fight, who) {
        return None;
    }
    let (_, reach, apart) = attack_of(fight, who)?;
    nearest(fight, who, |square| positions::strikes_from(fight, who, square, (reach, apart), ruthless))
}

/// The nearest harmless square, if possible one from which the ordinary attack reaches somebody.
pub(super) fn leave(fight: &Fight, who: Who, ruthless: bool) -> Option<Deed> {
    if !is_harmed(fight, who) {
        return None;
    }
    leave_to_strike(fight, who, ruthless).or_else(|| nearest(fight, who, |_| true))
}

/// The nearest harmless square within a Move that fits, for one whose Move has not begun: nobody goes to and fro.
fn nearest(fight: &Fight, who: Who, fits: impl Fn(Square) -> bool) -> Option<Deed> {
    fight.turn.as_ref().filter(|turn| !turn.moving)?;
    actions::may_move(fight, who, false).ok()?;
    let (gait, mut found) = (movement::gait_now(fight, who), None);
    options::reach(fight, who, gait, positions::left(fight, who, false), |square, _| {
        if !awaits(fight, who, square) && fits(square) {
            found = Some(Deed::Move { to: square, run: false });
        }
        found.is_none()
    });
    found
}

/// Whether what somebody keeps up is worth its price: harmful ground only while it lies under more foes than friends.
pub(super) fn is_worth_its_upkeep(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    let kept = |zone: &&Zone| zone.owner == who && zone.step.ability == ability;
    let Some(zone) = fight.zones.iter().find(kept) else { return true };
    let does = fight.zone_entry(zone).and_then(|entry| entry.does).and_then(ability_of);
    if !does.is_some_and(|does| fight.ability(does).hostile) {
        return true;
    }
    let there = |other: Who| other != who && fight.able(other) && ground::inside(fight, zone, other);
    let of = |foes: bool| fight.everyone().filter(|other| there(*other) && fight.foes(who, *other) == foes).count();
    of(true) > of(false)
}

#[cfg(test)]
mod tests {
    use super::super::deed;
    use super::super::tests::at_every_turn;
    use super::*;
    use crate::ask::{Act, Ask};
    use crate::rules::phases;
    use crate::tactics::choose_as;
    use quintain_testkit::at_every_question;

    #[test]
    fn nobody_ends_a_turn_in_the_fire_who_could_leave_it() {
        let mut met = 0;
        at_every_turn(|fight, who, _| {
            if phases::two_sides_stand(fight) && leave(fight, who, false).is_some() {
                assert_ne!(deed(fight, who, false), Deed::Done, "{} stays in it", fight.label(who));
                met += 1;
            }
        });
        assert!(met > 5, "only {met} met");
    }

    #[test]
    fn harmful_ground_is_kept_up_under_foes_alone() {
        let mut ended = 0;
        at_every_question(3, |fight: &Fight| {
            for zone in &fight.zones {
                let ask = Ask::Upkeep { who: zone.owner, ability: zone.step.ability };
                let inside =
                    |other: &Who| *other != zone.owner && fight.able(*other) && ground::inside(fight, zone, *other);
                let foes = fight.everyone().filter(inside).any(|other| fight.foes(zone.owner, other));
                let does = fight.zone_entry(zone).and_then(|entry| entry.does).and_then(ability_of);
                if !foes && does.is_some_and(|does| fight.ability(does).hostile) {
                    assert_eq!(choose_as(fight, 0, &ask), Some(Act::No));
                    ended += 1;
                }
            }
        });
        assert!(ended > 5, "only {ended} ended");
    }
}
