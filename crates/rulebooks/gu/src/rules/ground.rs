//! Climbing, swimming and difficult terrain.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Edge, Square, Walls};

use super::movement::{self, Pace};
use super::percentile::{Trial, test};
use super::{falling, gu, status, stretch, unconscious, wording};
use crate::ask::{self, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;

quintain_engine::section! {
    "Climbing, swimming, difficult terrain";
    CLIMB_HALF = Engine "climb.half": "While climbing the movement value is halved, rounded down, and at least 1 m.";
    CLIMB_TEST = Gm "climb.test": "Where handholds are missing the GM may call for an Athletics test; a failure is a fall.", ruling "Asked for where the map says sheer. The fall is from the height reached.";
    SWIM_DIFFICULT = Engine "swim.difficult": "Water is difficult terrain for creatures that are not aquatic.";
    SWIM_BREATH = Engine "swim.breath": "Breath lasts a tenth of Fortitude in minutes, rounded down; then the creature falls unconscious.", ruling "A minute is 6 own turns; with a limit of 0 it is the end of the first turn without air.";
    SWIM_DROWN = Engine "swim.drown": "After as long again without air it dies.";
    DIFFICULT = Engine "terrain.difficult": "A step out of difficult terrain costs 2 m; a step into it from clear ground costs 1 m.";
}

/// Whether a step out of here costs somebody 2 m.
pub fn is_slow(fight: &Fight, who: Who, from: Square) -> bool {
    if fight.one(who).airborne {
        return false;
    }
    if !fight.zones().is_empty() && fight.any_under(who, from, |square| gu::zones::is_difficult(fight, square)) {
        return true;
    }
    let ground = fight.ground();
    if ground.is_plain() {
        return false;
    }
    let swims = || fight.template(who).entry.aquatic || gu::swims(fight, who);
    fight.any_under(who, from, |square| ground.is_difficult(square))
        || (fight.any_under(who, from, |square| ground.is_water(square)) && !swims())
}

/// How many metres go for one of movement where a combatant stands: more than one in lava, for one that is at home in
/// it.
pub fn stride(fight: &Fight, who: Who, from: Square) -> Option<u8> {
    if fight.one(who).airborne || (fight.ground().is_plain() && fight.zones().is_empty()) {
        return None;
    }
    let zones = !fight.zones().is_empty();
    let lava = |square: Square| fight.ground().is_lava(square) || (zones && gu::zones::is_lava(fight, square));
    if fight.any_under(who, from, lava) { gu::wades(fight, who) } else { None }
}

/// What a square does to a combatant that has entered it: one that is out of deep water is not under it.
pub(crate) fn entered<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let out = !fight.ground().is_deep(fight.one(who).at) || fight.one(who).height > 0;
    if out && fight.one(who).is(Condition::Submerged) {
        stretch::interrupt(fight, table);
        surface(fight, table, who);
    }
}

/// Whether somebody may go under water here.
///
/// # Errors
/// The refusal.
pub fn may_submerge(fight: &Fight, who: Who) -> Result<(), Refusal> {
    movement::may_walk(fight, who)?;
    if !fight.ground().is_deep(fight.one(who).at) {
        return Err(Refusal::new(&SWIM_DIFFICULT, "the water is not deep here"));
    }
    if fight.one(who).is(Condition::Submerged) {
        return Err(Refusal::new(&SWIM_BREATH, "it is under water already"));
    }
    if movement::left(fight, who) < movement::price(fight, who, fight.one(who).at) {
        return Err(Refusal::new(&movement::ALLOWANCE, "too little movement is left"));
    }
    Ok(())
}

/// Goes under: a metre of movement at the price of the square.
pub(crate) fn submerge<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.turn.spent += movement::price(fight, who, fight.one(who).at);
    fight.one_mut(who).conditions.give(Condition::Submerged);
    table.tell(|| {
        let text = format!("{} goes under and holds its breath", fight.label(who));
        Event::new(&SWIM_BREATH, text).by(who).act()
    });
    status::submerged(fight, table, who);
}

/// Metres of movement that coming up takes.
pub const SURFACING: i16 = 1;

/// Comes up for air.
pub(crate) fn surface<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).conditions.take(Condition::Submerged);
    fight.one_mut(who).airless = 0;
    table.tell(|| Event::new(&SWIM_BREATH, format!("{} breathes again", fight.label(who))).by(who).act());
}

/// Own turns that somebody can go without air before falling unconscious; at least the first.
fn breath(fight: &Fight, who: Who) -> u16 {
    (derived::score(fight, who, Score::Fortitude) / 10 * 6).max(1).unsigned_abs()
}

/// Whether somebody cannot breathe.
pub fn is_airless(fight: &Fight, who: Who) -> bool {
    let aquatic = fight.template(who).entry.aquatic;
    fight.one(who).is(Condition::Submerged) && !aquatic
}

/// The end of a turn without air.
pub(crate) fn out_of_breath<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let turns = fight.one(who).airless + 1;
    fight.one_mut(who).airless = turns;
    let limit = breath(fight, who);
    let last = turns >= 2 * limit;
    table.tell(|| {
        let so_long = wording::counted(turns, "turn");
        let text = format!("{} has been without air for {so_long}; the breath lasts {limit}", fight.label(who));
        Event::new(if last { &SWIM_DROWN } else { &SWIM_BREATH }, text).by(who)
    });
    if last {
        return super::death::die(fight, table, who, &SWIM_DROWN, None);
    }
    if turns >= limit && !fight.one(who).is(Condition::Unconscious) {
        unconscious::faint(fight, table, who, &SWIM_BREATH)?;
    }
    Ok(())
}

/// A climb that somebody could make: over the edge to a neighbour, or up its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// Where it leads.
    pub to: Square,
    /// Metres to climb in all.
    pub metres: i16,
}

/// What there is to climb between a square and its neighbour, if there is.
pub fn climb(fight: &Fight, who: Who, to: Square) -> Option<Climb> {
    let from = fight.one(who).at;
    let step = from.step_to(to)?;
    let ground = fight.ground();
    let body = quintain_field::Footprint::square(fight.size(who).side());
    if !ground.map.body_step_open(body, from, step, Walls::CutCorners) {
        return None;
    }
    let rise = fight.ground_below(who, to) - fight.ground_below(who, from);
    let edge = match ground.map.edge(from, to) {
        Some(Edge::Climb(metres)) => i16::from(metres),
        _ => 0,
    };
    let metres = rise.abs().max(edge);
    (rise.abs() > 1 || edge > 0).then_some(Climb { to, metres })
}

/// Metres that somebody may still climb this turn.
pub fn climbing_left(fight: &Fight, who: Who) -> i16 {
    let movement = derived::movement(fight, who);
    if movement == 0 || fight.turn.halted || fight.turn.flying {
        return 0;
    }
    let halved = (movement / 2).max(1);
    (halved - (fight.turn.spent + 1) / 2).max(0)
}

/// Whether the movement that is left brings somebody to the end of a climb.
pub fn arrives(fight: &Fight, who: Who, climb: Climb) -> bool {
    let up = fight.ground_below(who, climb.to) >= fight.ground_below(who, fight.one(who).at);
    fight.one(who).fallen_or_climbed(up) + climbing_left(fight, who) >= climb.metres
}

/// Whether somebody may climb there now.
///
/// # Errors
/// The refusal.
pub fn may_climb(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    movement::may_move(fight, who)?;
    let Some(climb) = climb(fight, who, to) else {
        return Err(Refusal::new(&CLIMB_HALF, "there is nothing to climb"));
    };
    if climbing_left(fight, who) < 1 {
        return Err(Refusal::new(&CLIMB_HALF, "too little movement is left to climb"));
    }
    if arrives(fight, who, climb) && !fight.is_free_for(who, to, 0) {
        return Err(Refusal::new(&movement::NO_SHARED_SQUARE, "somebody stands there"));
    }
    Ok(())
}

impl crate::combatant::Combatant {
    /// How far up the wall it hangs already.
    fn fallen_or_climbed(&self, up: bool) -> i16 {
        if self.climbing && up { self.height } else { 0 }
    }
}

/// Metres that somebody climbs of that now: as many as are left of it, as far as movement goes.
fn climbs(fight: &Fight, who: Who, climb: Climb) -> i16 {
    let up = fight.ground_below(who, climb.to) >= fight.ground_below(who, fight.one(who).at);
    climbing_left(fight, who).min(climb.metres - fight.one(who).fallen_or_climbed(up))
}

/// Metres that somebody who hangs on a wall climbs down now.
fn climbs_down(fight: &Fight, who: Who) -> i16 {
    climbing_left(fight, who).min(fight.one(who).height)
}

/// What so many metres on a wall take of the turn's movement.
fn climbing_takes(metres: i16) -> i16 {
    2 * metres
}

/// What the climb to a neighbour takes of the turn's movement now.
pub fn climb_costs(fight: &Fight, who: Who, to: Square) -> i16 {
    climb(fight, who, to).map_or(0, |climb| climbing_takes(climbs(fight, who, climb)))
}

/// What the climb down the wall takes of the turn's movement now.
pub fn climb_down_costs(fight: &Fight, who: Who) -> i16 {
    climbing_takes(climbs_down(fight, who))
}

/// Climbs as far as movement goes: all the way, or to hang on the wall.
pub(crate) fn climb_to<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let Some(climb) = climb(fight, who, to) else { return Ok(()) };
    let from = fight.one(who).at;
    let up = fight.ground_below(who, to) >= fight.ground_below(who, from);
    let done = fight.one(who).fallen_or_climbed(up);
    let able = climbs(fight, who, climb);
    fight.turn.spent += climbing_takes(able);
    let reached = done + able;
    table.tell(|| {
        let text = format!("{} climbs {able} m of {} m towards {to}", fight.label(who), climb.metres);
        Event::new(&CLIMB_HALF, text).by(who).act()
    });
    let tests = ask::yes(fight, table, Ask::ClimbTest { who, to })?;
    if tests && !test(fight, table, Trial::of(who, Score::Athletics, &CLIMB_TEST))?.succeeded() {
        let deep = if up { reached } else { climb.metres };
        fight.one_mut(who).climbing = false;
        movement::place(fight, who, if up { from } else { to }, 0);
        let (at, level) = movement::spot(fight, who);
        return falling::off(fight, table, who, (at, level + deep), deep);
    }
    if reached >= climb.metres {
        fight.one_mut(who).climbing = false;
        movement::step(fight, table, who, (to, 0), Pace::FREE)?;
        if fight.one(who).at == from {
            fight.one_mut(who).height = 0;
        }
        return Ok(());
    }
    let was = movement::spot(fight, who);
    let (at, height) = if up { (from, reached) } else { (to, climb.metres - reached) };
    movement::place(fight, who, at, height);
    fight.one_mut(who).climbing = true;
    movement::arrived(fight, table, who, was)
}

/// Climbs down the wall it hangs on, as far as movement goes.
pub(crate) fn climb_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let was = movement::spot(fight, who);
    let able = climbs_down(fight, who);
    fight.turn.spent += climbing_takes(able);
    let mut one = fight.one_mut(who);
    one.height -= able;
    one.climbing = one.height > 0;
    drop(one);
    table.tell(|| Event::new(&CLIMB_HALF, format!("{} climbs {able} m down", fight.label(who))).by(who).act());
    movement::arrived(fight, table, who, was)
}
