//! The areas of blasts.

use super::measure::{body, line_between, near_and_seen, sees_between};
use super::reach::{footing, may_get_at, stances, whereabouts};
use crate::arm::{ArmId, Blast};
use crate::fight::Fight;
use crate::ground::Ground;
use crate::house::WalkedOff;
use quintain_engine::Who;
use quintain_field::{Aim, Span, Square, SquareSet, Strip};

/// Foes that a blow within the arm's reach gets at, at the start of the phase or after its moves.
fn engaged(fight: &Fight, by: Who, at: Who, arm: ArmId) -> impl Iterator<Item = Who> + '_ {
    let company = fight.one(by).detachment;
    let feet = fight.arm(arm).reach;
    let near = move |ground: &Ground, one, other| near_and_seen(fight, ground, one, other, feet);
    let others = fight.everyone().filter(move |who| *who != by && *who != at && fight.foes(by, *who));
    let individuals = others.filter(move |who| fight.present(*who) && !(company && fight.one(*who).detachment));
    individuals.filter(move |who| may_get_at(fight, by, *who, arm).is_ok() && footing(fight, by, *who, near).is_some())
}

/// `map.blast`: adds those beside its target that a blast catches as they stand now; `area` is used to work it out. No
/// area reaches through a wall. A blast with which a body strikes around itself catches engaged foes, as a blow would.
pub fn catch(
    fight: &Fight,
    (by, at): (Who, Who),
    arm: ArmId,
    blast: Blast,
    area: &mut SquareSet,
    caught: &mut Vec<Who>,
) {
    if blast == Blast::Engaged {
        caught.extend(engaged(fight, by, at, arm));
        return;
    }
    let Some((ground, source)) = shape(fight, (by, at), arm, blast, area) else { return };
    let others = fight.everyone().filter(|who| *who != by && *who != at && fight.present(*who));
    caught.extend(others.filter(|who| {
        let Some(square) = fight.one(*who).at else { return false };
        area.touches(body(fight, *who, square)) && sees_between(fight, ground, source, (*who, square))
    }));
}

/// The squares that a blast with a shape of its own covers, as far as no wall lies between.
pub fn covered(fight: &Fight, (by, at): (Who, Who), arm: ArmId, blast: Blast) -> Vec<Square> {
    let mut area = SquareSet::default();
    let Some((ground, (who, square))) = shape(fight, (by, at), arm, blast, &mut area) else { return Vec::new() };
    let source = body(fight, who, square);
    let open = |square: &Square| line_between(ground, source, Span::from(*square)).is_some();
    area.iter().filter(open).collect()
}

/// The shape of a blast that has one of its own, the combatant that it spreads from, and where that stands.
fn shape<'a>(
    fight: &'a Fight,
    (by, at): (Who, Who),
    arm: ArmId,
    blast: Blast,
    area: &mut SquareSet,
) -> Option<(&'a Ground, (Who, Square))> {
    let (ground, (from, to)) = fight.ground().zip(goes_off(fight, by, at, arm))?;
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
        Blast::Engaged | Blast::Unknown => return None,
    }
    Some((ground, if matches!(blast, Blast::Radius(_)) { (at, to) } else { (by, from) }))
}

/// Where the two stand as a blast goes off, as `(by, at)`: where the target can be got at, after the moves of the phase
/// or at its start; a combatant that has run away in it is thought of where it stood. By house rule the blast follows a
/// target that has walked off.
pub fn goes_off(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Square, Square)> {
    let now = fight.one(by).at.zip(whereabouts(fight, at));
    let stances = stances(fight, by, at, arm);
    match fight.house().blast_walked_off {
        WalkedOff::LeftBehind => stances.or(now),
        WalkedOff::Followed => now.or(stances),
    }
}
