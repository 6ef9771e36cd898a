//! Movement: speeds, what a step costs, and what is left of a Move.

use quintain_engine::{Reckoning, Who};
use quintain_field::{Edge, Footprint, Height, Parity, Prices, Span, Square, Walk, Walls};

use crate::book::{Feature, Status, Topic};
use crate::combatant::Combatant;
use crate::fight::{Fight, Gait, Setting};
use crate::house::{FlyersRun, PassFoes};
use crate::rules::features::{self, affected};
use crate::rules::{ambush, distance, ground, statuses};

quintain_engine::section! {
    "Movement";
    UP_TO_SPEED = Choice "move.up-to-speed": "A Move goes any way whose cost is within the current speed.";
    SPEED_TYPES = Engine "move.speed-types": "Walking and flying are different speeds; a Move uses one of them.", ruling "A run may use the other one for its second half.";
    SPEED_CURRENT = Engine "move.speed-current": "Speed is the base with all additions, then halved, then brought to 0; never less.";
    MID_CHANGE = Engine "move.mid-change": "A changed speed counts at once: what is left is the new speed less what has been spent.";
    WALK = Engine "walk.basic": "Walking costs 1 a metre on ordinary ground.";
    RUN_INSTEAD = Choice "run.instead-of-action": "Giving up the action lets a creature walk twice: it runs.";
    RUN_DISTANCE = Engine "run.distance": "A run is one allowance of twice the speed.", ruling "Flyers may run aloft.", house "flyers-run";
    RUN_NO_ACTIONS = Engine "run.no-actions": "Whoever runs takes no action of any kind on that turn.";
    FLY_HALF = Engine "fly.walk-is-half": "A flyer walks at half its flying speed if nothing else is said.";
    FLY_DIRECTIONS = Engine "fly.directions": "Flying goes across, up and down within one Move.";
    ASCEND = Engine "fly.ascend-cost": "A metre up costs 2 of flying speed.";
    DESCEND = Engine "fly.descend-cost": "A metre down costs 1.";
    ALOFT = Engine "fly.no-walking-aloft": "Nobody walks before having landed.";
    GROUND_EFFECTS = Engine "fly.ground-effects": "Aloft nothing on the ground matters unless it reaches up that far.";
    KINDS = Engine "terrain.kinds": "Rough terrain is light or heavy.";
    LIGHT = Engine "terrain.light": "Light rough terrain costs 2 a metre.";
    HEAVY = Engine "terrain.heavy": "Heavy rough terrain costs 3 a metre, running too.";
    SPECIAL = Engine "terrain.special-moves": "Swimming, climbing and crawling cost 3 a metre.";
    WHICH_SQUARE = Engine "terrain.which-square": "The square that is entered decides; a long diagonal costs it twice.";
    LEFTOVER = Engine "terrain.leftover": "A step that cannot be paid in full is not taken.";
    LABEL = Gm "terrain.label": "The map says which squares are rough.", ruling "Ordinary if it says nothing.";
    FORCED = Engine "move.forced": "Whoever is pushed, pulled or dragged goes straight on until something is in the way.", ruling "It is no movement of its own; ground that it enters acts on it all the same.", house "forced-movement-triggers";
    OCCUPIED = Engine "move.occupied": "Allies and the unconscious may be passed, foes not; nobody stops on another.", ruling "Small creatures may share a square.", house "pass-foes";
}

/// What a metre of rough or difficult movement costs.
pub(crate) const HEAVY_COST: i16 = 3;

/// How tall creatures count when they pass above each other, in tenths of a metre.
const TALL: u16 = 20;

/// A speed without what changes it.
#[inline]
pub fn base_speed(fight: &Fight, who: Who, gait: Gait) -> i16 {
    fight.one(who).makeup.speeds[gait as usize]
}

/// A speed before anything that changes it.
pub(crate) fn innate_speed<R: Reckoning>(fight: &Fight, who: Who, gait: Gait) -> R {
    let (one, template) = (fight.one(who), fight.template(who));
    let own = one.before.is_none();
    let suit = one.wears.filter(|_| own).map(|suit| &fight.setting.content.armors[usize::from(suit)].entry);
    let mut speed = R::default();
    match (gait, template.speed, suit, template.flies) {
        (Gait::Fly, _, _, None) => return speed,
        (Gait::Fly, _, _, Some(flies)) => speed.add(&FLY_DIRECTIONS, "base", flies),
        (Gait::Walk, Some(base), ..) => speed.add(&WALK, "base", base),
        (Gait::Walk, None, Some(suit), _) => speed.add(&WALK, "suit", suit.speed).of(|| &*suit.name),
        (Gait::Walk, None, None, flies) => speed.add(&FLY_HALF, "half of flying", fight.half(flies.unwrap_or(0))),
    };
    speed.add(&WALK, "own", if own { one.speed_bonus[gait as usize] } else { 0 });
    speed
}

/// `move.speed-current`.
#[inline]
pub fn speed(fight: &Fight, who: Who, gait: Gait) -> i16 {
    speed_with(fight, who, gait, 0)
}

/// The same with so many metres more for one action, in the order of Q-58.
#[inline]
pub fn speed_with(fight: &Fight, who: Who, gait: Gait, more: i16) -> i16 {
    let one = fight.one(who);
    let base = base_speed(fight, who, gait);
    if gait == Gait::Fly && base == 0 {
        return 0;
    }
    let speed = base + more;
    match one.lasting.is_empty() && features::none(fight, who, Topic::Speed) {
        true => speed.max(0),
        false => changed(fight, who, speed),
    }
}

/// [`speed`] out of all its parts.
pub fn reckoned_speed<R: Reckoning>(fight: &Fight, who: Who, gait: Gait) -> R {
    let base: R = innate_speed(fight, who, gait);
    if gait == Gait::Fly && base.total() == 0 { R::default() } else { changed(fight, who, base) }
}

/// A speed with everything that changes it.
fn changed<R: Reckoning>(fight: &Fight, who: Who, mut speed: R) -> R {
    let one = fight.one(who);
    if affected(fight, who, Status::Quickened) {
        speed.add(&statuses::QUICKENED, "quickened", one.size(Status::Quickened)).until("it ends");
    }
    speed.add(&statuses::FATIGUED, "fatigued", statuses::fatigue(fight, who)).until("it ends");
    let (mut slowed, mut most) = (affected(fight, who, Status::Slowed), i16::MAX);
    let wet = ground::in_water(fight, who);
    features::each(fight, who, Topic::Speed, |feature, source| match feature {
        Feature::Speed { by } => _ = speed.add(&SPEED_CURRENT, "given", fight.value(by, source.with)),
        Feature::SwiftInWater { times } if wet => {
            speed.becomes(&SPECIAL, "swift in water", speed.total() * times).until("it leaves the water");
        }
        Feature::SlowedWhile { to } if !features::immune(fight, who, Status::Slowed) => {
            slowed |= to.iter().any(|status| affected(fight, who, status));
        }
        Feature::SpeedOf { metres } => most = most.min(metres),
        _ => {}
    });
    if one.ambushed() {
        // The floor never raises.
        let slower = (speed.total() - 2).max(speed.total().min(1));
        speed.becomes(&ambush::SPEED, "ambushed", slower).until("the ambush is over");
    }
    if slowed {
        speed.becomes(&statuses::SLOWED, "slowed", fight.half(speed.total())).until("it ends");
    }
    if affected(fight, who, Status::Immobilized) {
        speed.becomes(&statuses::IMMOBILIZED, "immobilized", 0).until("it ends");
    }
    speed.at_most(&SPEED_CURRENT, most).at_least(&SPEED_CURRENT, 0);
    speed
}

/// What somebody moves by where it is: aloft by flying, on the ground by walking.
pub fn gait_now(fight: &Fight, who: Who) -> Gait {
    if fight.one(who).altitude > 0 { Gait::Fly } else { Gait::Walk }
}

/// `order.flyer-on-ground`: the speed that counts for the order of turns.
#[inline]
pub fn current_speed(fight: &Fight, who: Who) -> i16 {
    current_speed_of(fight, who, fight.one(who))
}

/// The same for one who has been looked up.
#[inline(always)]
pub(super) fn current_speed_of(fight: &Fight, who: Who, one: &Combatant) -> i16 {
    // A rider aloft flies by its mount's wings, and has its own speed.
    let gait = if one.altitude <= 0 || one.rides.is_some() { Gait::Walk } else { Gait::Fly };
    match gait == Gait::Walk && features::bears_nothing(fight, one) {
        true => one.makeup.speeds[Gait::Walk as usize].max(0),
        false => speed(fight, who, gait),
    }
}

/// `run.distance`, `move.mid-change`: what is left of the Move, by this gait; nothing where it may not be used. A
/// creature that is stunned in the middle of a run has one Move, like any stunned one.
pub fn left(fight: &Fight, who: Who, gait: Gait, run: bool) -> i16 {
    let Some(turn) = &fight.turn else { return 0 };
    let speed = speed(fight, who, gait);
    let run = run && !affected(fight, who, Status::Stunned);
    let other = turn.gait.is_some_and(|used| used != gait);
    match (other, turn.second, run) {
        // The first half of a run went by the other gait: the second half has a speed of its own, and there is no third.
        (true, false, true) if turn.spent <= turn.gait.map_or(0, |used| self::speed(fight, who, used)) => speed,
        (true, _, _) => 0,
        (false, true, _) => speed - turn.spent,
        (false, false, true) => 2 * speed - turn.spent,
        (false, false, false) => speed - turn.spent,
    }
    .max(0)
}

/// Whether a creature aloft may run.
pub fn may_run(fight: &Fight, who: Who) -> bool {
    fight.one(who).altitude == 0 || fight.house().flyers_run == FlyersRun::Yes
}

/// `Q-39`: whether one stands in another's way.
pub fn blocks(fight: &Fight, who: Who, other: Who) -> bool {
    !lets_pass(fight, who, other) && on_one_level(fight, who, other)
}

/// Whether somebody may be passed wherever it is.
fn lets_pass(fight: &Fight, who: Who, other: Who) -> bool {
    let one = fight.one(other);
    fight.allies(who, other)
        || one.unconscious
        || fight.house().pass_foes == PassFoes::Yes
        || one.rides == Some(who)
        || fight.one(who).rides == Some(other)
}

/// The bodies of all who stand in somebody's way anywhere in a rectangle.
#[inline]
pub fn bodies_in_the_way(fight: &Fight, who: Who, within: Span) -> impl Iterator<Item = Span> {
    fight.roster().filter_map(move |(other, its)| {
        // Allies may always be passed.
        let inside = its.side != fight.one(who).side && fills(fight, other, its, within);
        (inside && its.is_there() && blocks(fight, who, other)).then(|| fight.body(other))
    })
}

/// Whether two are so near each other in height that they stand in each other's way.
#[inline]
pub(crate) fn on_one_level(fight: &Fight, who: Who, other: Who) -> bool {
    would_meet(fight, who, fight.one(who).altitude, other)
}

/// Whether one would be so near another in height, had it come to the other's square at such an altitude: a walker
/// stands on the same ground as the other then, a flyer keeps its height above the map's zero.
#[inline]
fn would_meet(fight: &Fight, who: Who, altitude: i16, other: Who) -> bool {
    if fight.setting.flat {
        return altitude.abs_diff(fight.one(other).altitude) * 10 < TALL;
    }
    let map = &fight.setting.map;
    let ground = map.ground(fight.one(other).at);
    let feet = match altitude > 0 {
        true => map.ground(fight.one(who).at).up(Height::from_metres(altitude)).max(ground),
        false => ground,
    };
    feet.apart(distance::height(fight, other)) < TALL
}

/// `Q-39`: whether somebody may stop in a square, its whole body counted.
pub fn may_stop(fight: &Fight, who: Who, at: Square) -> bool {
    let body = fight.footprint(who).at(at);
    has_room(fight, body) && is_free(fight, who, body, fight.one(who).altitude)
}

/// Whether nobody is in the way of somebody with such a body at such an altitude; two small ones may share a square.
pub(super) fn is_free(fight: &Fight, who: Who, body: Span, altitude: i16) -> bool {
    let (one, mut shared) = (fight.one(who), false);
    for (other, its) in fight.roster().filter(|(other, its)| fills(fight, *other, its, body) && its.is_there()) {
        let apart = !would_meet(fight, who, altitude, other) || its.rides == Some(who) || one.rides == Some(other);
        if other == who || apart {
            continue;
        }
        if shared || !is_small(fight, who) || !is_small(fight, other) {
            return false;
        }
        shared = true;
    }
    true
}

/// `Q-39` up and down: whether somebody may rise or sink so far, to where nobody is and past no foe on the way.
pub fn may_rise_or_sink(fight: &Fight, who: Who, to: i16) -> bool {
    let (body, now) = (fight.body(who), fight.one(who).altitude);
    let bars = |other: Who| {
        let mut way = now.min(to)..=now.max(to);
        // A creature that is among foes already may leave them.
        !would_meet(fight, who, now, other) && way.any(|altitude| would_meet(fight, who, altitude, other))
    };
    let mut foes = fight.those_there().filter(|(other, its)| *other != who && fills(fight, *other, its, body));
    is_free(fight, who, body, to) && !foes.any(|(other, _)| !lets_pass(fight, who, other) && bars(other))
}

/// Whether somebody's body fills any square of these.
#[inline]
fn fills(fight: &Fight, who: Who, its: &Combatant, squares: Span) -> bool {
    if its.makeup.single { squares.contains(its.at) } else { fight.body(who).overlaps(squares) }
}

/// Whether the map has room for a body; on open ground it need only lie within its bounds.
fn has_room(fight: &Fight, body: Span) -> bool {
    match fight.setting.bare {
        true => fight.setting.map.bounds().holds(body),
        false => fight.setting.map.has_room(body),
    }
}

/// Whether two of its kind may share a square.
pub(super) fn is_small(fight: &Fight, who: Who) -> bool {
    features::any(fight, who, Topic::Body, |feature| feature == Feature::Small)
}

/// Whether somebody stands somewhere in the way of somebody who passes.
pub fn passable(fight: &Fight, who: Who, square: Square) -> bool {
    !fight
        .those_there()
        .any(|(other, its)| other != who && fills(fight, other, its, square.into()) && blocks(fight, who, other))
}

/// What a creature's steps cost, with anybody in the way: found out once for all steps of a search.
#[derive(Clone, Copy, Debug)]
pub struct Footing<'a> {
    fight: &'a Fight,
    who: Who,
    gait: Gait,
    /// The ground is what the map says.
    mapped: bool,
}

impl<'a> Footing<'a> {
    /// Somebody's, as it goes now.
    pub fn of(fight: &'a Fight, who: Who, gait: Gait) -> Self {
        Footing { fight, who, gait, mapped: ground::is_as_mapped(fight, who) }
    }

    /// Whether every step costs 1.
    pub fn is_smooth(self) -> bool {
        self.mapped && self.fight.setting.smooth && !self.fight.one(self.who).prone
    }

    /// What a step costs, its length left out; `None` where there is no way.
    pub fn price(self, from: Square, to: Square) -> Option<i16> {
        let Footing { fight, who, gait, mapped } = self;
        let map = &fight.setting.map;
        if gait == Gait::Fly {
            // The height above the map's zero stays as it is; hills may stand higher.
            return (map.ground(to) <= distance::height(fight, who)).then_some(1);
        }
        let ground = if mapped { ground::mapped(&fight.setting, to).into() } else { terrain(fight, who, to) };
        Some(ground.max(drawn(&fight.setting, from, to)).max(self.least()))
    }

    /// What a step costs the whole body from and to its south-west square, its length left out; `None` where there is no
    /// way.
    pub fn whole(self, body: Footprint, from: Square, to: Square) -> Option<i16> {
        let mut dearest = 0;
        for square in body.at(from).squares() {
            dearest = dearest.max(self.price(square, square.offset(to.x - from.x, to.y - from.y))?);
        }
        Some(dearest)
    }

    /// What no step costs less than.
    pub fn least(self) -> i16 {
        if self.gait != Gait::Fly && self.fight.one(self.who).prone { HEAVY_COST } else { 1 }
    }

    /// What steps cost where nothing but what is drawn on the map counts, and no step costs less than [`Footing::least`].
    pub fn prices(self, body: Footprint) -> Option<&'a Prices> {
        let setting = &self.fight.setting;
        let price = |from, to| drawn(setting, from, to).max(ground::mapped(setting, to).into()).unsigned_abs();
        let made = || Prices::of(&setting.map, body, Walls::KeepCorners, price);
        if self.mapped && self.gait != Gait::Fly { setting.prices.get(body, made) } else { None }
    }
}

/// What edges and heights make of a step.
fn drawn(setting: &Setting, from: Square, to: Square) -> i16 {
    let rise = if setting.flat { 0 } else { setting.map.ground(from).apart(setting.map.ground(to)) };
    match rise > Height::from_metres(1).tenths().unsigned_abs() {
        // `terrain.special-moves`: climbing, up or down.
        true => HEAVY_COST * (rise / 10) as i16,
        false if crosses_hard_edge(setting, from, to) => HEAVY_COST,
        false => 1,
    }
}

/// Whether a step crosses an edge that is climbed or swum; a slanting one crosses the four that meet at its corner.
pub fn crosses_hard_edge(setting: &Setting, from: Square, to: Square) -> bool {
    let map = &setting.map;
    if setting.edgeless {
        return false;
    }
    let hard = |one, other| matches!(map.edge(one, other), Some(Edge::Climb(_) | Edge::Swim(_)));
    if from.x == to.x || from.y == to.y {
        return hard(from, to);
    }
    [Square::new(from.x, to.y), Square::new(to.x, from.y)].into_iter().any(|by| hard(from, by) || hard(by, to))
}

/// `terrain.light`, `terrain.heavy`: what the ground itself costs; who swims always swims.
pub fn terrain(fight: &Fight, who: Who, to: Square) -> i16 {
    let cost = i16::from(ground::factor(fight, who, to));
    if swims(fight, to) { cost.max(HEAVY_COST) } else { cost }
}

/// Whether a square is water too deep to wade.
pub fn swims(fight: &Fight, square: Square) -> bool {
    let kind = fight.setting.map.terrain(square).map_or(0, |terrain| usize::from(terrain.0));
    fight.setting.deep.get(kind).copied().unwrap_or(false)
}

/// How somebody walks, for searches.
pub fn walk(fight: &Fight, who: Who, budget: i16) -> Walk {
    Walk {
        body: fight.footprint(who),
        diagonal: distance::rule(fight),
        walls: Walls::KeepCorners,
        parity: if fight.one(who).odd { Parity::Long } else { Parity::Short },
        budget: budget.max(0) as u32,
    }
}

/// How many metres long a step is, by the rule of distance and the diagonals so far.
pub fn step_length(fight: &Fight, odd: bool, from: Square, to: Square) -> i16 {
    let diagonal = from.x != to.x && from.y != to.y;
    let simulated = distance::rule(fight) == quintain_field::Diagonal::Alternate;
    if diagonal && simulated && odd { 2 } else { 1 }
}
