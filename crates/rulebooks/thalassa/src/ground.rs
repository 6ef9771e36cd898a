//! The battle map of a fight that has one, with what follows from it for those that walk there.

use quintain_field::{Diagonal, Footprint, Map, Square, Strides, Walls};

/// The land of a square.
#[derive(Clone, Copy, Debug, Default)]
struct Land {
    difficult: bool,
    wet: bool,
}

/// What the walls and the land leave to bodies of one size.
#[derive(Clone, Debug)]
pub struct Going {
    /// The open steps.
    pub strides: Strides,
    /// Steps to the nearest exit, for each square.
    way_out: Vec<u16>,
    /// Where the body stands on difficult ground, and where on such that is no water.
    rough: Vec<(bool, bool)>,
}

impl Going {
    fn of(ground: &Ground, body: Footprint) -> Self {
        let strides = Strides::of(&ground.map, body, Walls::KeepCorners);
        let out = |at: Square| body.at(at).squares().any(|square| ground.map.is_exit(square));
        let rough = |at: Square| {
            let any = |is: fn(&Land) -> bool| body.at(at).squares().any(|square| is(&ground.land(square)));
            (any(|land| land.difficult), any(|land| land.difficult && !land.wet))
        };
        let rough = ground.map.bounds().squares().map(rough).collect();
        Going { way_out: strides.steps_to(out), strides, rough }
    }

    /// Steps to the nearest exit, with anybody in the way; `None` where no way leads out.
    pub fn steps_out(&self, at: Square) -> Option<u16> {
        let steps = self.strides.place(at).and_then(|place| self.way_out.get(place)).copied();
        steps.filter(|steps| *steps != u16::MAX)
    }

    /// Whether the body stands on difficult ground here; `swims` tells whether water is none.
    pub fn is_rough(&self, at: Square, swims: bool) -> bool {
        let rough = self.strides.place(at).and_then(|place| self.rough.get(place)).copied().unwrap_or_default();
        if swims { rough.1 } else { rough.0 }
    }
}

/// The battle map of a fight that has one.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Squares, walls, terrain.
    pub map: Map,
    /// Feet a square.
    pub feet: u16,
    /// What a diagonal step costs.
    pub diagonal: Diagonal,
    /// Square by square, row by row from the bottom.
    land: Vec<Land>,
    /// For each size of body that may walk here.
    going: Vec<(Footprint, Going)>,
}

impl Ground {
    /// The map with its measures.
    pub fn new(map: Map, feet: u16, diagonal: Diagonal) -> Self {
        let mut kinds = [Land::default(); 256];
        for (terrain, kind) in map.legend().kinds() {
            let is = |word: &str| kind.name.contains(word);
            let difficult = ["difficult", "heavy", "water", "rough"].into_iter().any(is);
            kinds[usize::from(terrain.0)] = Land { difficult, wet: is("water") };
        }
        let of = |square: Square| map.terrain(square).map_or(Land::default(), |terrain| kinds[usize::from(terrain.0)]);
        let land = map.bounds().squares().map(of).collect();
        Ground { map, feet, diagonal, land, going: Vec::new() }
    }

    /// The same measures on another map, for bodies of the same sizes.
    pub fn laid_anew(&self, map: Map) -> Self {
        let mut anew = Ground::new(map, self.feet, self.diagonal);
        anew.expect(self.going.iter().map(|(body, _)| *body));
        anew
    }

    /// Makes it ready for bodies of these sizes.
    pub fn expect(&mut self, bodies: impl IntoIterator<Item = Footprint>) {
        for body in bodies {
            if !self.going.iter().any(|(known, _)| *known == body) {
                self.going.push((body, Going::of(self, body)));
            }
        }
    }

    /// What the walls and the land leave to bodies of this size, if they were expected.
    pub fn going(&self, body: Footprint) -> Option<&Going> {
        self.going.iter().find(|(known, _)| *known == body).map(|(_, going)| going)
    }

    #[inline]
    fn land(&self, square: Square) -> Land {
        let (x, y) = (usize::try_from(square.x), usize::try_from(square.y));
        let (Ok(x), Ok(y)) = (x, y) else { return Land::default() };
        let width = usize::from(self.map.width());
        let place = (x < width).then(|| y * width + x);
        place.and_then(|place| self.land.get(place)).copied().unwrap_or_default()
    }

    /// Whether a square is under water.
    #[inline]
    pub fn is_wet(&self, square: Square) -> bool {
        self.land(square).wet
    }

    /// Whether stepping into a square takes two steps.
    #[inline]
    pub fn is_difficult(&self, square: Square) -> bool {
        self.land(square).difficult
    }
}
