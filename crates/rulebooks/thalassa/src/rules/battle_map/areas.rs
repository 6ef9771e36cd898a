//! The areas of blasts.

use super::measure::{body, sees_between};
use super::reach::may_get_at;
use crate::arm::{ArmId, Blast};
use crate::fight::Fight;
use crate::rules::blast::Caught;
use quintain_engine::Who;
use quintain_field::{Aim, SquareSet, Strip};

/// `map.blast`: everyone in the area of a blast, as they stand now. No area reaches through a wall.
pub fn in_area(fight: &mut Fight, by: Who, at: Who, arm: ArmId, blast: Blast) -> Caught {
    let mut area = std::mem::take(&mut fight.scratch.area);
    let caught = caught_in(fight, (by, at), arm, blast, &mut area);
    fight.scratch.area = area;
    caught
}

fn caught_in(fight: &Fight, (by, at): (Who, Who), arm: ArmId, blast: Blast, area: &mut SquareSet) -> Caught {
    let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else {
        return Caught::new();
    };
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
        Blast::Engaged | Blast::Unknown => {
            quintain_field::radius(map, own, squares(fight.arm(arm).reach), rule, area);
        }
    }
    let source = if matches!(blast, Blast::Radius(_)) { (at, to) } else { (by, from) };
    let foes_only = blast == Blast::Engaged;
    let company = fight.one(by).detachment;
    let caught = fight.everyone().filter(|who| *who != by && fight.present(*who)).filter(|who| {
        let Some(square) = fight.one(*who).at else { return false };
        let there = area.touches(body(fight, *who, square)) && sees_between(fight, ground, source, (*who, square));
        let engaged = || fight.foes(by, *who) && !(company && fight.one(*who).detachment);
        there && (!foes_only || engaged() && may_get_at(fight, by, *who, arm).is_ok())
    });
    caught.take(64).collect()
}
