//! Who stands where, gathered once for a search across the map.

use quintain_engine::Who;
use quintain_field::Square;

use crate::fight::Fight;
use crate::muster::Mark;

pub(crate) use crate::rooms::Crowd;

impl Crowd {
    /// Lends the crowd around somebody to a search.
    pub(crate) fn around<R>(fight: &Fight, who: Who, search: impl FnOnce(&Crowd) -> R) -> R {
        fight.rooms.crowd.lend(|crowd| {
            crowd.gather(fight, who);
            search(crowd)
        })
    }

    fn gather(&mut self, fight: &Fight, but: Who) {
        self.width = usize::from(fight.map.width());
        self.cells.clear();
        self.cells.resize(self.width * usize::from(fight.map.depth()), 0);
        let height = fight.one(but).height;
        for who in fight.marked(Mark::Present).filter(|who| *who != but && fight.meets(but, height, *who)) {
            let Some(body) = fight.body(who) else { continue };
            for square in body.squares() {
                if let Some(cell) =
                    self.place(square).and_then(|place| self.cells.get_mut(place)).filter(|cell| **cell == 0)
                {
                    *cell = who.0 + 1;
                }
            }
        }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        (x < self.width).then_some(y * self.width + x)
    }

    /// Who stands on a Space.
    pub fn at(&self, square: Square) -> Option<Who> {
        let cell = self.place(square).and_then(|place| self.cells.get(place)).copied()?;
        cell.checked_sub(1).map(Who)
    }
}
