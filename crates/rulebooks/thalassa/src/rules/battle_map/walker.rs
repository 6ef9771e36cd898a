//! Somebody about to walk: what a step costs, who stands in the way, how far it goes.

use super::measure::body;
use crate::book::{Tag, Use};
use crate::condition::{Condition, Effect};
use crate::declaration::Move;
use crate::fight::Fight;
use crate::ground::{Going, Ground};
use crate::house::MoveSplit;
use crate::rules::{gear, gifts, scars};
use crate::throng::Throng;
use quintain_engine::{Refusal, Who};
use quintain_field::{Ahead, Diagonal, Footprint, Parity, Pathfinder, Route, Span, Square, SquareSet, Walk};

/// Steps that a move allows.
pub fn allowance(fight: &Fight, who: Who) -> u32 {
    let Some(ground) = fight.ground() else { return 0 };
    if fight.one(who).is(Condition::Bound) {
        return 0;
    }
    if crawls(fight, who) {
        return 1;
    }
    let feet = gear::speed(fight, who);
    let feet = if scars::hampers(fight, who, "leg") { feet.min(20) } else { feet };
    u32::from(feet / ground.feet)
}

/// `map.crawl`: whether somebody can only drag themselves from one square to the next.
pub(super) fn crawls(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.is(Condition::Critical) || one.is(Condition::Hamstrung)
}

/// `move.split`: whether somebody may still say that the move comes after the action.
pub fn may_move_after(fight: &Fight, who: Who) -> bool {
    let plan = &fight.one(who).plan;
    let unmoved = plan.before == Move::AsNeeded || fight.house().move_split == MoveSplit::Yes;
    unmoved && fight.fighting(who) && allowance(fight, who) > 0
}

/// Whether somebody may make a second move.
pub fn may_move_twice(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.is(Condition::Hamstrung) {
        return Err(Refusal::new(&scars::HAMSTRUNG, "hamstrung"));
    }
    if scars::hampers(fight, who, "leg") {
        return Err(Refusal::new(&scars::HANDICAP, "a maimed leg"));
    }
    if one.is(Condition::Bound) {
        return Err(Refusal::new(&gear::BOUND, "bound"));
    }
    Ok(())
}

/// What is known of the steps that a square costs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Price {
    Unknown,
    Barred,
    Steps(u8),
}

/// Somebody about to walk, with what stands in the way: gathered once, asked for every square.
pub(super) struct Walker<'a> {
    pub(super) fight: &'a Fight,
    pub(super) ground: &'a Ground,
    pub(super) who: Who,
    pub(super) footprint: Footprint,
    pub(super) going: Option<&'a Going>,
    /// Flies over difficult ground, or is shod for it, or can only crawl one square anyway.
    pub(super) free: bool,
    pub(super) swims: bool,
    pub(super) parted: bool,
    /// Those who stand in the way.
    others: Others<'a>,
}

/// Those who stand in somebody's way.
#[allow(clippy::large_enum_variant, reason = "it lies on the stack, and nothing may be allocated")]
enum Others<'a> {
    /// Counted square by square, with the walker among them, and which sides are its foes.
    Counted { throng: &'a Throng, foes: &'a [bool], own: Option<Span> },
    /// One by one.
    Listed(Listed),
}

/// The first of those that stand in a combatant's way; one that finds no room in the lists is looked for in the roster.
#[derive(Default)]
struct Listed {
    opposed: arrayvec::ArrayVec<Span, 64>,
    standing: arrayvec::ArrayVec<Span, 64>,
    /// There are more than these.
    crowded: bool,
}

impl<'a> Walker<'a> {
    /// With everybody looked at one by one: for a single question.
    pub(super) fn new(fight: &'a Fight, ground: &'a Ground, who: Who) -> Self {
        let mut listed = Listed::default();
        for other in fight.everyone().filter(|other| *other != who && fight.fighting(*other)) {
            let Some(at) = fight.one(other).at else { continue };
            let span = body(fight, other, at);
            if !leaves(fight, who, other) {
                listed.crowded |= listed.standing.try_push(span).is_err();
            }
            if fight.foes(who, other) {
                listed.crowded |= listed.opposed.try_push(span).is_err();
            }
        }
        Walker::among(fight, ground, who, Others::Listed(listed))
    }

    /// Where everybody has been counted.
    pub(super) fn in_throng(fight: &'a Fight, ground: &'a Ground, who: Who, throng: &'a Throng) -> Self {
        let foes = fight.setting.hostile.of(fight.one(who).side);
        let foes = foes.get(..fight.sides.len()).unwrap_or(foes);
        let own = fight.one(who).at.map(|at| body(fight, who, at)).filter(|_| fight.fighting(who));
        Walker::among(fight, ground, who, Others::Counted { throng, foes, own })
    }

    fn among(fight: &'a Fight, ground: &'a Ground, who: Who, others: Others<'a>) -> Self {
        let template = fight.template(who);
        let free = gifts::flies(fight, who) || gear::carries(fight, who, Use::Boots) || crawls(fight, who);
        let swims = template.is(Tag::Sea);
        let parted = fight.one(who).effects.iter().any(|known| known.effect == Effect::PartedFrom);
        let footprint = template.footprint();
        let going = ground.going(footprint);
        Walker { fight, ground, who, footprint, going, free, swims, parted, others }
    }

    /// Whether a foe stands in any of these squares.
    fn is_opposed(&self, there: Span) -> bool {
        match &self.others {
            Others::Counted { throng, foes, .. } => there.squares().any(|square| throng.any_of(foes, square)),
            Others::Listed(listed) => {
                let known = listed.opposed.iter().any(|span| span.overlaps(there));
                known || listed.crowded && self.meets(there, true)
            }
        }
    }

    /// Whether anybody else stands in any of these squares.
    fn is_taken(&self, there: Span) -> bool {
        match &self.others {
            Others::Counted { throng, own, .. } => there.squares().any(|square| {
                let oneself = own.is_some_and(|own| own.contains(square));
                throng.standing(square) > u16::from(oneself)
            }),
            Others::Listed(listed) => {
                let known = listed.standing.iter().any(|span| span.overlaps(there));
                known || listed.crowded && self.meets(there, false)
            }
        }
    }

    pub(super) fn walk(&self, budget: u32) -> Walk {
        let mut walk = Walk::new(self.ground.diagonal, budget);
        walk.body = self.footprint;
        walk
    }

    /// The cheapest way from a square to one for which `goal` says true; `ahead` says what is left at least.
    pub(super) fn way<'f>(
        &self,
        finder: &'f mut Pathfinder,
        from: Square,
        walk: &Walk,
        (ahead, goal): (impl Fn(Square) -> Ahead, impl FnMut(Square) -> bool),
    ) -> Option<Route<'f>> {
        let going = self.going?;
        finder.path_over(&going.strides, from, walk, |_, to| self.price(going, to), (ahead, goal))
    }

    /// What the way from a square to another would cost if nobody stood about.
    pub(super) fn cost_alone(&self, finder: &mut Pathfinder, from: Square, to: Square) -> Option<u32> {
        let (going, walk) = (self.going?, self.walk(u32::from(u16::MAX)));
        let price = |_, to| Some(self.steps(going, to));
        let goal = (walk.ahead(self.footprint.at(to), 0, 1), |square| square == to);
        finder.path_over(&going.strides, from, &walk, price, goal).map(|route| route.end.cost)
    }

    /// Shows every square within so many steps and what the way there costs, the cheapest first.
    pub(super) fn visit(&self, finder: &mut Pathfinder, from: Square, steps: u32, mut show: impl FnMut(Square, u32)) {
        let Some(going) = self.going else { return };
        let show = |square, cost| {
            show(square, cost);
            false
        };
        // A square is stepped on from several others, and costs the same from each.
        let mut known = vec![Price::Unknown; going.strides.places()];
        let price = |_, to| {
            let known = known.get_mut(going.strides.place(to)?)?;
            if *known == Price::Unknown {
                *known = self.price(going, to).map_or(Price::Barred, |steps| Price::Steps(steps as u8));
            }
            if let Price::Steps(steps) = *known { Some(steps.into()) } else { None }
        };
        finder.visit_over(&going.strides, from, &self.walk(steps), price, show);
    }

    /// `map.terrain`, `map.occupancy`: what it costs to step to a square, by the south-west square of the body.
    fn price(&self, going: &Going, to: Square) -> Option<u32> {
        self.may_enter(to).then(|| self.steps(going, to))
    }

    /// `map.terrain`: how many steps stepping onto this ground takes.
    pub(super) fn steps(&self, going: &Going, to: Square) -> u32 {
        if !self.free && going.is_rough(to, self.swims) { 2 } else { 1 }
    }

    /// Whether nobody keeps it from standing here for a moment, with its south-west square.
    pub(super) fn may_enter(&self, at: Square) -> bool {
        let own = self.footprint.at(at);
        !(self.is_opposed(own) || self.parted && too_near(self.fight, self.ground, self.who, own))
    }

    /// What a step costs the whole body, and how long the diagonal after it is.
    pub(super) fn step_cost(&self, from: Square, to: Square, parity: Parity) -> (u32, Parity) {
        let steps = self.going.map_or(1, |going| self.steps(going, to));
        let diagonal = from.x != to.x && from.y != to.y;
        match self.ground.diagonal {
            Diagonal::Alternate if diagonal => (steps * parity.length(), parity.turned()),
            _ => (steps, parity),
        }
    }

    /// Whether it may stop with its south-west square here: nobody able stands there.
    pub(super) fn may_stop(&self, at: Square) -> bool {
        let own = self.footprint.at(at);
        let near = self.parted && too_near(self.fight, self.ground, self.who, own);
        !(near || self.is_taken(own))
    }

    /// The squares in which it cannot stop, all at once; nothing where that has to be asked one by one.
    pub(super) fn taken(&self) -> Option<SquareSet> {
        let Others::Listed(listed) = &self.others else { return None };
        let mut taken = SquareSet::default();
        taken.reset(&self.ground.map);
        listed.standing.iter().for_each(|span| taken.insert_touching(self.footprint, *span));
        (!listed.crowded && !self.parted).then_some(taken)
    }

    /// Whether anybody able, or only any such foe, stands there: the long way, for crowds.
    pub(super) fn meets(&self, there: Span, foes: bool) -> bool {
        self.fight.everyone().any(|other| {
            let stands = other != self.who && self.fight.fighting(other) && (!foes || self.fight.foes(self.who, other));
            stands && self.fight.one(other).at.is_some_and(|at| body(self.fight, other, at).overlaps(there))
        })
    }
}

/// While declarations are made: whether a friend has said that they will be elsewhere by the same instant.
pub(super) fn leaves(fight: &Fight, who: Who, other: Who) -> bool {
    let plan = &fight.one(other).plan;
    let phase = |one: Who| crate::rules::order::phase_of(fight, one);
    fight.stage == crate::fight::Stage::RoundTop
        && plan.made
        && matches!(plan.before, Move::To(_))
        && fight.one(who).side == fight.one(other).side
        && phase(who) == phase(other)
}

/// `incantation.24-separate-people`: how near to each other two who are parted cannot come, in feet.
pub(super) const PARTED: u16 = 10;

/// Whether a combatant that stands there would come too near to one that it is parted from. One that is too near
/// already may move.
pub(super) fn too_near(fight: &Fight, ground: &Ground, who: Who, there: Span) -> bool {
    let parted = fight.one(who).effects.iter().filter(|known| known.effect == Effect::PartedFrom);
    parted.filter_map(|known| Some((known.by, fight.one(known.by).at?))).any(|(other, at)| {
        let feet = |span: Span| {
            let squares = quintain_field::body_distance(span, body(fight, other, at), ground.diagonal);
            u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(ground.feet)
        };
        let now = fight.one(who).at.map_or(u16::MAX, |from| feet(body(fight, who, from)));
        feet(there) < PARTED.min(now)
    })
}
