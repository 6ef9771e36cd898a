//! The areas of blasts.

use super::measure::{body, near_and_seen, sees_between};
use super::reach::{footing, may_get_at, stances, whereabouts};
use crate::arm::{ArmId, Blast};
use crate::fight::Fight;
use crate::ground::Ground;
use crate::house::WalkedOff;
use quintain_engine::Who;
use quintain_field::{Aim, Square, SquareSet, Strip};

/// `map.blast`: adds everyone whom a blast catches beside its target, as they stand now. No area reaches through a wall.
/// A blast with which a body strikes around itself catches whoever is engaged, as a blow would.
pub fn in_area(fight: &mut Fight, by: Who, at: Who, arm: ArmId, blast: Blast, caught: &mut Vec<Who>) {
    let engages = matches!(blast, Blast::Engaged);
    if engages {
        caught.extend(engaged(fight, by, at, arm));
        return;
    }
    let mut area = std::mem::take(&mut fight.scratch.area);
    catch(fight, (by, at), arm, blast, &mut area, caught);
    fight.scratch.area = area;
}

/// Foes whom a blow within the arm's reach gets at, at the start of the phase or after its moves.
fn engaged(fight: &Fight, by: Who, at: Who, arm: ArmId) -> impl Iterator<Item = Who> + '_ {
    let company = fight.one(by).detachment;
    let feet = fight.arm(arm).reach;
    let near = move |ground: &Ground, one, other| near_and_seen(fight, ground, one, other, feet);
    let others = fight.everyone().filter(move |who| *who != by && *who != at && fight.foes(by, *who));
    let individuals = others.filter(move |who| fight.present(*who) && !(company && fight.one(*who).detachment));
    individuals.filter(move |who| may_get_at(fight, by, *who, arm).is_ok() && footing(fight, by, *who, near).is_some())
}

/// Those in an area with a shape of its own; `area` is used to work it out.
pub fn catch(
    fight: &Fight,
    (by, at): (Who, Who),
    arm: ArmId,
    blast: Blast,
    area: &mut SquareSet,
    caught: &mut Vec<Who>,
) {
    let Some((ground, (from, to))) = fight.ground().zip(goes_off(fight, by, at, arm)) else { return };
    let squares = |feet: u16| u32::from((feet / ground.feet).max(1));
    let (own, target) = (body(fight, by, from), body(fight, at, to));
    let (origin, far) = own.nearest_pair(target);
    let (map, rule, aim) = (&ground.map, ground.diagonal, Aim::At(far));
    match blast {
        Blast::Radius(feet) => quintain_field::radius(map, target, squares(feet), rule, area),
        Blast::Cone(feet) => quintain_field::cone(map, origin, aim, squares(feet), rule, area),
        Blast::Line(feet) => {
            let strip = Strip { origin, aim, length: squares(feet), width: 1 };
            quintain_field::strip(map, strip, rule, area);
        }
        Blast::Engaged | Blast::Unknown => return,
    }
    let source = if matches!(blast, Blast::Radius(_)) { (at, to) } else { (by, from) };
    let others = fight.everyone().filter(|who| *who != by && *who != at && fight.present(*who));
    caught.extend(others.filter(|who| {
        let Some(square) = fight.one(*who).at else { return false };
        area.touches(body(fight, *who, square)) && sees_between(fight, ground, source, (*who, square))
    }));
}

/// Where the two stand as a blast goes off, as `(by, at)`: where the target can be got at, after the moves of the phase
/// or at its start, with whoever has run away in it thought of where they stood. By house rule the blast follows a target
/// that has walked off.
pub fn goes_off(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Square, Square)> {
    let now = fight.one(by).at.zip(whereabouts(fight, at));
    let stances = stances(fight, by, at, arm);
    match fight.house().blast_walked_off {
        WalkedOff::LeftBehind => stances.or(now),
        WalkedOff::Followed => now.or(stances),
    }
}
