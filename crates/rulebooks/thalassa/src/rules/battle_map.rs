//! The optional battle map: what 40 feet, reach, sight and cover mean where squares matter. Without a map there are no
//! positions, and everyone present can be got at unless the GM says otherwise.

mod areas;
mod closing;
mod measure;
mod moving;
mod pushed;
mod reach;
mod walker;
mod ways;

use quintain_engine::{Event, Table, Who};

use crate::book::{Special, Tag};
use crate::condition::Condition;
use crate::fight::Fight;
use closing::closing_moves;
use measure::body;
use moving::{charges, plain_moves};

pub use areas::{catch, covered, goes_off};
pub use measure::{body_of, body_to_act, feet, sees_within, within};
pub use moving::{shown, walk};
pub(crate) use pushed::{carry_off, push_apart, shove};
pub(crate) use reach::tell_out_of_reach;
pub use reach::{
    bursts_behind, comes_about, gap, hand_to_hand, lands_from_the_start, may_aim, may_be_barred, may_declare, may_see,
    may_strike, weakness,
};
pub use walker::{allowance, may_move_after, may_move_twice};
pub use ways::{
    around, can_reach_exit, free_beside, free_squares, reachable, reachable_after, reachable_by_two, struck_from, taken,
};

quintain_engine::section! {
    "The battle map";
    MODE = Engine "map.mode": "Squares matter where an encounter has a map.", house "map.mode";
    NONE = Engine "map.none": "Without a map anyone may be attacked, hand to hand as well, unless the GM marks a pair out of reach, out of sight or in cover.";
    SQUARE = Engine "map.square": "A square is 5 feet; a move is as many steps as fit into it.", house "map.feet-per-square";
    DIAGONAL = Engine "map.diagonal": "A diagonal step costs one square, and no step cuts a wall's corner.", house "map.diagonal";
    TERRAIN = Engine "map.terrain": "Difficult ground costs two steps a square; walls and closed doors block.";
    OCCUPANCY = Engine "map.occupancy": "One may pass allies but not able opponents, and nobody ends where somebody stands; the fallen do not block.";
    REACH = Engine "map.reach": "Hand to hand reaches the next square; long spears two.";
    RANGE = Engine "map.range": "Shots reach as far as one sees, impaired beyond 80 feet; throws 80 feet, impaired beyond 40.";
    COVER = Engine "map.cover": "A line through cover impairs the attack; a wall stops it.";
    BLAST = Engine "map.blast": "The area of a blast is measured after the phase's moves.",
        ruling "No area reaches through a wall.";
    SIMULTANEOUS = Engine "map.simultaneous-moves": "Movers of a phase set out together from where they stood; of two who want one square the nimbler gets it.";
    RETREAT = Engine "map.retreat": "A retreat on a map leads to an exit that can be reached by path.";
    CRAWL = Engine "map.crawl": "Crawling and hamstrung ones move one square a turn.";
    TIMING = Engine "reach.timing": "A target must be in reach at the start of the phase or after its moves.", house "reach.timing";
    SPLIT = Choice "move.split": "A move is made wholly before or wholly after the action.", house "move.split";
}

/// P3: all moves before the actions. Plain moves are planned from the starting positions; those who close with
/// somebody follow, step by step, so that two who close with each other both stop where they first are in reach.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn moves_before<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut paths = std::mem::take(&mut fight.scratch.paths);
    plain_moves(fight, table, &mut paths, true)?;
    closing_moves(fight, table, &mut paths)?;
    fight.scratch.paths = paths;
    wade(fight);
    charges(fight);
    Ok(())
}

/// P9: moves after the actions, of those still able to move.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn moves_after<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut paths = std::mem::take(&mut fight.scratch.paths);
    plain_moves(fight, table, &mut paths, false)?;
    fight.scratch.paths = paths;
    wade(fight);
    Ok(())
}

/// `map.mode`: where an encounter leaves its squares aside, everybody should know.
pub(crate) fn tell_without<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    if fight.house().map_mode == crate::house::MapMode::None {
        table.tell(|| Event::new(&MODE, "no squares are counted: anyone can be got at").and(&NONE));
    }
}

/// Who stands in water is in it.
pub(crate) fn wade(fight: &mut Fight) {
    for who in fight.everyone() {
        let Some(ground) = fight.ground() else { return };
        let Some(at) = fight.one(who).at else { continue };
        let mut under = body(fight, who, at).squares();
        let wet = under.any(|square| ground.is_wet(square));
        if wet == fight.one(who).is(Condition::InWater) {
            continue;
        }
        let conditions = &mut fight.one_mut(who).conditions;
        if wet { conditions.give(Condition::InWater) } else { conditions.take(Condition::InWater) }
    }
}

/// Whether nothing hurts it because it stands in the water.
pub fn proof_in_water(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::InWater) && fight.template(who).has(&Special::InvulnerableInWater)
}

/// Whether the sea is near: water on the map, or somebody in it.
pub fn by_the_sea(fight: &Fight) -> bool {
    let wet = fight.everyone().any(|who| fight.one(who).is(Condition::InWater) || fight.template(who).is(Tag::Sea));
    wet || fight.ground().is_some_and(|ground| {
        ground.map.bounds().squares().any(|square| ground.map.terrain_name(square).is_some_and(|n| n.contains("water")))
    })
}
