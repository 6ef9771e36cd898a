//! The ground that areas take in, and who stands in it.

use quintain_engine::Who;
use quintain_field::{Aim, Diagonal, Span, Square, Step, body_distance, distance, in_cone, sees, squares_between};
use smallvec::{Array, SmallVec};

use crate::ask::Target;
use crate::book::Area;
use crate::fight::Fight;
use crate::muster::Mark;
use crate::those::List;

/// The Spaces of an area.
pub type Squares = List<Square, 512>;

/// The Spaces of an area that somebody makes, aimed so; `origin` where it does not begin at its maker.
pub fn squares(fight: &Fight, who: Who, area: Area, at: Target, origin: Option<Square>) -> Squares {
    let Some((body, point)) = ends(fight, who, (at, origin)) else { return Squares::new() };
    let from = if area.from_maker() { body } else { Span::from(point) };
    let around = from.grown(area.size().into()).clipped_to(fight.map.bounds());
    match Shape::of(fight, who, area, (at, origin)).zip(around) {
        _ if matches!(area, Area::Zone(_)) => connected(fight, point, area.size().into()),
        Some((shape, around)) => around.squares().filter(|square| shape.takes_in(fight, *square)).collect(),
        None => Squares::new(),
    }
}

/// Where an area begins, its maker or a Space, and the Space at which it is aimed.
fn ends(fight: &Fight, who: Who, (at, origin): (Target, Option<Square>)) -> Option<(Span, Square)> {
    let body = origin.map(Span::from).or(fight.body(who))?;
    let point = match at {
        Target::Square(square) => square,
        Target::Who(whom) => fight.one(whom).at.unwrap_or(body.south_west()),
        _ => body.south_west(),
    };
    Some((body, point))
}

/// An area of which each Space tells by itself whether it is taken in.
#[derive(Clone, Debug)]
pub struct Shape {
    area: Area,
    /// Where its maker stands, or where it has been moved to.
    body: Span,
    /// Where it is aimed.
    point: Square,
    way: Step,
    /// The Spaces of ground that creeps along.
    creeps: List<Square, CREEPS>,
}

/// The most Spaces of ground that creeps along, for it to be told so.
const CREEPS: usize = 9;

impl Shape {
    /// Of an area aimed so; nothing for ground that creeps far.
    pub fn of(fight: &Fight, who: Who, area: Area, (at, origin): (Target, Option<Square>)) -> Option<Shape> {
        let (body, point) = ends(fight, who, (at, origin))?;
        let way = if let Target::Way(step, _) = at { step } else { Step::North };
        let creeps = match area {
            Area::Zone(count) if usize::from(count) > CREEPS => return None,
            Area::Zone(count) => connected(fight, point, count.into()),
            _ => List::new(),
        };
        Some(Shape { area, body, point, way, creeps })
    }

    /// Whether it would take in a Space of the map, aimed in some direction.
    pub fn could_take_in(&self, fight: &Fight, square: Square) -> bool {
        Step::ALL.into_iter().any(|way| self.takes_in_towards(fight, way, square))
    }

    /// Whether it takes in a Space of the map.
    pub fn takes_in(&self, fight: &Fight, square: Square) -> bool {
        self.takes_in_towards(fight, self.way, square)
    }

    fn takes_in_towards(&self, fight: &Fight, way: Step, square: Square) -> bool {
        let Shape { area, body, point, .. } = *self;
        let size = u32::from(area.size());
        let near = |from: Span| body_distance(from, Span::from(square), Diagonal::Equal) <= size;
        let (dx, dy) = (square.x - point.x, square.y - point.y);
        let inside = match area {
            Area::Sphere(_) | Area::Cylinder(_) => near(Span::from(point)),
            Area::Aura(_) => near(body),
            Area::Cube(side) => (0..i16::from(side)).contains(&dx) && (0..i16::from(side)).contains(&dy),
            Area::Line(_) => {
                let from = edge(body, way);
                let run = distance(from, square, Diagonal::Equal);
                let (dx, dy) = (way.dx() * run as i16, way.dy() * run as i16);
                (1..=size).contains(&run) && square == from.offset(dx, dy)
            }
            Area::Cone(_) => in_cone(front(body, way, square), Aim::Step(way), size, Diagonal::Equal, square),
            Area::Arc(_) => near(body) && !body.contains(square) && before(body, way, square),
            Area::Zone(_) => return self.creeps.contains(&square),
            Area::Wall(_) => return wall(fight, body.south_west(), point, size).any(|part| part == square),
        };
        let from = match area {
            Area::Aura(_) | Area::Arc(_) => body.nearest_pair(Span::from(square)).0,
            Area::Cone(_) => front(body, way, square),
            Area::Line(_) => edge(body, way),
            _ => point,
        };
        inside && (square == from || open(fight, from, square))
    }
}

/// The square at the front of a body that is nearest to another: all of its front breathes.
fn front(body: Span, way: Step, square: Square) -> Square {
    let (low, high, edge) = (body.south_west(), body.north_east(), edge(body, way));
    let x = if way.dx() == 0 { square.x.clamp(low.x, high.x) } else { edge.x };
    let y = if way.dy() == 0 { square.y.clamp(low.y, high.y) } else { edge.y };
    Square::new(x, y)
}

/// The square of a body from which a shape in this direction begins.
fn edge(body: Span, way: Step) -> Square {
    let (low, high) = (body.south_west(), body.north_east());
    let x = if way.dx() > 0 { high.x } else { low.x };
    let y = if way.dy() > 0 { high.y } else { low.y };
    Square::new(x, y)
}

/// Whether nothing gives full cover between two Spaces: nothing solid of the map, no wall of magic.
pub(crate) fn open(fight: &Fight, from: Square, to: Square) -> bool {
    let walled = || squares_between(from, to).any(|between| fight.walled(between));
    (fight.setting.clear || sees(&fight.map, from, to)) && (fight.zones.is_empty() || !walled())
}

/// Whether a square lies on the side of this direction, or straight beside: seen from the middle of a body.
fn before(body: Span, way: Step, square: Square) -> bool {
    let (low, high) = (body.south_west(), body.north_east());
    let (dx, dy) = (2 * square.x - low.x - high.x, 2 * square.y - low.y - high.y);
    dx * way.dx() + dy * way.dy() >= 0
}

/// Whether an area that somebody makes, aimed so, gets as high or as low as somebody in its Spaces is. Its size counts
/// upwards as it does along the ground, from its maker or from the Space where it is aimed: there from the lowest who is in
/// it, or from the ground. A wall and what creeps along are as high as need be.
pub fn level_with(fight: &Fight, who: Who, area: Area, (at, origin): (Target, Option<Square>), other: Who) -> bool {
    if fight.setting.flat && !fight.any(Mark::Aloft)
        || matches!(area, Area::Cylinder(_) | Area::Wall(_) | Area::Zone(_))
    {
        return true;
    }
    let from = match (at, origin) {
        _ if area.from_maker() && origin.is_none() => fight.altitude(who),
        (Target::Square(square), _) | (_, Some(square)) => floor(fight, square),
        _ => fight.altitude(who),
    };
    fight.altitude(other).abs_diff(from) <= u16::from(area.size())
}

/// How high a Space that is aimed at lies: the lowest who is in it, or the ground.
fn floor(fight: &Fight, square: Square) -> i16 {
    fight.standing_at(square).map(|one| fight.altitude(one)).min().unwrap_or(fight.level(square))
}

/// A wall through a point, across the line from its maker.
fn wall(fight: &Fight, own: Square, point: Square, size: u32) -> impl Iterator<Item = Square> {
    let (dx, dy) = (point.x - own.x, point.y - own.y);
    let along = if dx.abs() >= dy.abs() { (0, 1) } else { (1, 0) };
    let back = (size as i16 - 1) / 2;
    (0..size as i16)
        .map(move |place| point.offset(along.0 * (place - back), along.1 * (place - back)))
        .filter(|square| fight.map.contains(*square) && !fight.map.blocks_movement(*square))
}

/// So many connected Spaces, the nearest to a point first.
fn connected<A: Array<Item = Square>>(fight: &Fight, point: Square, count: usize) -> SmallVec<A> {
    let mut found = SmallVec::<A>::new();
    found.push(point);
    let mut place = 0;
    while found.len() < count && place < found.len() {
        let mut next =
            found[place].neighbours().map(|square| (distance(point, square, Diagonal::Equal), square.y, square.x));
        next.sort_unstable();
        for (_, y, x) in next {
            let square = Square::new(x, y);
            let open = fight.map.contains(square) && !fight.map.blocks_movement(square);
            if open && !found.contains(&square) && found.len() < count {
                found.push(square);
            }
        }
        place += 1;
    }
    found
}

/// Everyone who stands in any of these Spaces, in roster order.
pub fn inside<'a>(fight: &'a Fight, squares: &'a [Square]) -> impl Iterator<Item = Who> + 'a {
    let touched = move |who: &Who| {
        let one = fight.one(*who);
        one.present()
            && match one.at.filter(|_| one.single()) {
                Some(at) => squares.contains(&at),
                None => fight.body(*who).is_some_and(|body| squares.iter().any(|square| body.contains(*square))),
            }
    };
    fight.everyone().filter(touched)
}
