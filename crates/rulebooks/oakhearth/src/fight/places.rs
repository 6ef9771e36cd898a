//! Where everybody stands: bodies, heights, distances, room.

use quintain_engine::Who;
use quintain_field::{Diagonal, Footprint, Span, Square, body_distance};

use super::Fight;
use crate::book::{Boon, Ground};
use crate::combatant::Hand;
use crate::muster::Mark;

/// How far two heights are apart.
fn apart(one: i16, other: i16) -> i16 {
    one.abs_diff(other).min(i16::MAX.unsigned_abs()) as i16
}

/// Spaces between two squares of even ground, each so high above it: a diagonal counts 1, and so does a Space upwards.
#[inline]
fn spaces((one, high): (Square, i16), (other, low): (Square, i16)) -> i16 {
    let far = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)).max(high.abs_diff(low));
    far.min(i16::MAX.unsigned_abs()) as i16
}

/// How near a Space is to another, for the nearest of several: the first in the order of the map where all else is equal.
pub(crate) fn nearness(from: Square, to: Square) -> (i16, i16, i16, i16) {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    (dx.max(dy), dx + dy, to.y, to.x)
}

impl Fight {
    /// Its size, as magic may have changed it.
    pub fn size(&self, who: Who) -> crate::book::Size {
        let one = self.one(who);
        if one.boons.is_empty() {
            return one.size;
        }
        let by: i16 = one.boons.iter().map(|borne| if let Boon::Resize(by) = borne.boon { by.into() } else { 0 }).sum();
        let place = (one.size as i16 + by).clamp(0, 6);
        crate::book::Size::ALL.get(place as usize).copied().unwrap_or(one.size)
    }

    /// The squares that it fills.
    pub fn footprint(&self, who: Who) -> Footprint {
        Footprint::square(self.size(who).across())
    }

    /// The squares that it stands on.
    #[inline]
    pub fn body(&self, who: Who) -> Option<Span> {
        let one = self.one(who);
        match one.at {
            Some(at) if one.single() => Some(Span::from(at)),
            _ => self.large_body(who),
        }
    }

    /// The same for those who may be larger than a Space, and for those who stand nowhere.
    #[inline(never)]
    fn large_body(&self, who: Who) -> Option<Span> {
        self.one(who).at.map(|at| self.footprint(who).at(at))
    }

    /// How high the ground of a square lies, in Spaces.
    pub fn level(&self, square: Square) -> i16 {
        self.map.place(square).and_then(|place| self.setting.levels.get(place)).copied().unwrap_or(0)
    }

    /// How high somebody is, in Spaces.
    pub fn altitude(&self, who: Who) -> i16 {
        let one = self.one(who);
        one.height + one.at.map_or(0, |at| self.level(at))
    }

    /// Spaces between two, measured now.
    #[inline]
    pub(crate) fn measured(&self, one: Who, other: Who) -> i16 {
        let (from, there) = (self.one(one), self.one(other));
        if let (Some(at), Some(to), true) = (from.at, there.at, self.setting.flat && from.single() && there.single()) {
            return spaces((at, from.height), (to, there.height));
        }
        self.between_bodies(one, other)
    }

    /// The same for bodies of any size on any ground.
    #[inline(never)]
    fn between_bodies(&self, one: Who, other: Who) -> i16 {
        match (self.body(one), self.body(other)) {
            (Some(a), Some(b)) => {
                let flat = body_distance(a, b, Diagonal::Equal) as i16;
                flat.max(apart(self.altitude(one), self.altitude(other)))
            }
            _ => i16::MAX,
        }
    }

    /// Spaces between one, standing elsewhere, and another.
    pub fn distance_from(&self, who: Who, at: Square, other: Who) -> i16 {
        self.distance_above(who, at, self.one(who).height, other)
    }

    /// Spaces between one, elsewhere and so high above that ground, and another.
    #[inline]
    pub fn distance_above(&self, who: Who, at: Square, height: i16, other: Who) -> i16 {
        let there = self.one(other);
        if let (Some(b), true) = (there.at, self.setting.flat && self.one(who).single() && there.single()) {
            return spaces((at, height), (b, there.height));
        }
        self.measured_elsewhere(who, (at, height), other)
    }

    /// The same for bodies of any size on any ground.
    #[inline(never)]
    fn measured_elsewhere(&self, who: Who, (at, height): (Square, i16), other: Who) -> i16 {
        let Some(body) = self.body(other) else { return i16::MAX };
        let flat = body_distance(self.footprint(who).at(at), body, Diagonal::Equal) as i16;
        flat.max(apart(height.saturating_add(self.level(at)), self.altitude(other)))
    }

    /// Whether the ground of a square is hard to cross.
    pub fn difficult(&self, square: Square) -> bool {
        !self.setting.even && self.setting.hard.contains(square)
    }

    /// Spaces from somebody to a square on the ground.
    pub fn distance_to(&self, who: Who, square: Square) -> i16 {
        let one = self.one(who);
        if let (Some(at), true) = (one.at, self.setting.flat && one.single() && self.map.contains(square)) {
            return spaces((at, one.height), (square, 0));
        }
        self.body(who).map_or(i16::MAX, |body| {
            let flat = body_distance(body, Span::from(square), Diagonal::Equal) as i16;
            flat.max(apart(self.altitude(who), self.level(square)))
        })
    }

    /// Who stands on a square, or in the air above it.
    pub fn standing_on(&self, square: Square) -> Option<Who> {
        self.standing_at(square).next()
    }

    /// All who do.
    pub fn standing_at(&self, square: Square) -> impl Iterator<Item = Who> + '_ {
        self.marked(Mark::Present).filter(move |who| self.covers(*who, square))
    }

    /// Who else is in the way of somebody on a square: above the heads of others, and below their feet, is room.
    pub fn other_on(&self, who: Who, square: Square) -> Option<Who> {
        let height = self.one(who).height;
        let there = |other: &Who| *other != who && self.covers(*other, square) && self.meets(who, height, *other);
        self.marked(Mark::Present).find(there)
    }

    /// Whether two in the same Space would be at the same height, the one so high above the ground.
    #[inline]
    pub fn meets(&self, who: Who, height: i16, other: Who) -> bool {
        let there = self.one(other).height;
        height == there || height < there + self.tall(other) && there < height + self.tall(who)
    }

    /// Spaces from somebody's feet to the top of its head.
    fn tall(&self, who: Who) -> i16 {
        self.size(who).across().into()
    }

    /// Whether a square under water, deep enough to be in over one's head.
    pub fn deep(&self, square: Square) -> bool {
        !self.setting.even && self.setting.deep.contains(square)
    }

    /// Whether somebody is under water.
    pub fn underwater(&self, who: Who) -> bool {
        let one = self.one(who);
        one.height <= 0 && one.at.is_some_and(|at| self.deep(at))
    }

    /// Whether somebody's hand is free for a grip.
    pub fn free_hand(&self, who: Who) -> Option<usize> {
        let one = self.one(who);
        let free = |hand: &Hand| match hand {
            Hand::Empty => true,
            Hand::Shield => one.shield.is_some_and(|(shield, _)| self.setting.light(shield)),
            _ => false,
        };
        one.hands.iter().rposition(free)
    }

    /// Whether magic has put a wall here.
    pub fn walled(&self, square: Square) -> bool {
        self.zones.iter().any(|zone| zone.is_wall() && zone.squares.contains(&square))
    }

    /// Whether ground of some kind lies here.
    pub fn zoned(&self, square: Square, wanted: &Ground) -> bool {
        self.zones.iter().any(|zone| zone.squares.contains(&square) && zone.ground.contains(wanted))
    }
}
