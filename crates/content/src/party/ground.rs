//! A plain map under a camp, for books that know no fight without one.

use quintain_field::Square;

use crate::encounter::Encounter;
use crate::map::MapSpec;
use crate::{Place, Placed};

/// From one to the next, in squares: room for the largest bodies.
const APART: usize = 4;

/// How many stand side by side.
const ABREAST: usize = 8;

impl Encounter {
    /// The same on open ground: everybody, each entry being one, has a place that is far enough from the next.
    #[must_use]
    pub fn on_open_ground(&self) -> Encounter {
        let mut laid = self.clone();
        for (nth, one) in laid.combatants.iter_mut().enumerate() {
            let [x, y] = [nth % ABREAST, nth / ABREAST].map(|step| i16::try_from(step * APART).unwrap_or(i16::MAX));
            one.at = vec![Placed::nowhere(Square::new(x, y))];
        }
        let rows = laid.combatants.len().div_ceil(ABREAST).max(1);
        let [columns, rows] = [ABREAST, rows].map(|many| u16::try_from(many * APART).unwrap_or(u16::MAX));
        laid.map = Some(MapSpec {
            place: Place::default(),
            size: Some(Placed::nowhere((columns, rows))),
            rows: Vec::new(),
            edges: Vec::new(),
            legend: Vec::new(),
            exits: Vec::new(),
            concealed: Vec::new(),
            square: None,
            picture: None,
            source: self.source.clone(),
        });
        laid
    }
}
