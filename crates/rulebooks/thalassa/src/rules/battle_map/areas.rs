//! The areas of blasts.

use super::measure::body;
use crate::arm::{ArmId, Blast};
use crate::fight::Fight;
use crate::rules::blast::Caught;
use quintain_engine::Who;
use quintain_field::SquareSet;

/// `map.blast`: everyone in the area of a blast, as they stand now.
pub fn in_area(fight: &Fight, by: Who, at: Who, arm: ArmId, blast: Blast) -> Caught {
    let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else {
        return Caught::new();
    };
    let mut set = SquareSet::for_map(&ground.map);
    let squares = |feet: u16| u32::from((feet / ground.feet).max(1));
    let (near, far) = body(fight, by, from).nearest_pair(body(fight, at, to));
    match blast {
        Blast::Radius(feet) => {
            quintain_field::radius(&ground.map, body(fight, at, to), squares(feet), ground.diagonal, &mut set)
        }
        Blast::Cone(feet) => {
            quintain_field::cone(
                &ground.map,
                near,
                quintain_field::Aim::At(far),
                squares(feet),
                ground.diagonal,
                &mut set,
            );
        }
        Blast::Line(feet) => {
            let length = squares(feet);
            let strip = quintain_field::Strip { origin: near, aim: quintain_field::Aim::At(far), length, width: 1 };
            quintain_field::strip(&ground.map, strip, ground.diagonal, &mut set);
        }
        Blast::Engaged | Blast::Unknown => {
            let reach = u32::from((fight.arm(arm).reach / ground.feet).max(1));
            quintain_field::radius(&ground.map, body(fight, by, from), reach, ground.diagonal, &mut set);
        }
    }
    let foes_only = blast == Blast::Engaged;
    let company = fight.one(by).detachment;
    let caught = fight.everyone().filter(|who| {
        let there = fight.one(*who).at.is_some_and(|at| set.touches(body(fight, *who, at)));
        let meant = !foes_only || fight.foes(by, *who) && !(company && fight.one(*who).detachment);
        there && *who != by && fight.present(*who) && meant
    });
    caught.take(64).collect()
}
