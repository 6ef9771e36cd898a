//! What the fights of a simulation allocate once they are warm: nothing, if a rulebook keeps its lists.

use std::ops::ControlFlow;

use quintain_engine::{Conduct, Plan, Tactics};

use crate::battery::{Arena, Battery};

/// How often a list may still grow in a fight longer than those before it.
const RARE: usize = 3;

/// The round after which a fight that is counted ends undecided.
const ROUNDS: u32 = 200;

impl Battery {
    /// The encounters whose fights still allocate after so many in which lists may grow, by the tactics that play
    /// everybody, and how often in as many fights again. A list that a rare fight makes longer is let pass.
    ///
    /// `counted` says how often anything has been allocated since the program began.
    pub fn allocating(&self, warm_up: u64, counted: impl Fn() -> usize) -> Vec<(String, usize)> {
        let tactics = 0..self.rulebook.tactics().len();
        let each = self.arenas.iter().flat_map(|arena| tactics.clone().map(move |place| (arena, place)));
        let late = each.map(|(arena, place)| (arena.name.clone(), late(arena, Tactics::Own(place), warm_up, &counted)));
        late.filter(|(_, many)| *many > RARE).collect()
    }
}

/// How often is allocated in the second half of twice so many fights.
fn late(arena: &Arena, tactics: Tactics, warm_up: u64, counted: &impl Fn() -> usize) -> usize {
    let conduct = Conduct::of_sides(vec![tactics; arena.fight.sides().len()]);
    let plan = Plan { seed: 3, conduct, round_limit: ROUNDS };
    let (mut warm, mut last) = (0, 0);
    arena.fight.simulate(&plan, 0..2 * warm_up, &mut |number, _| {
        last = counted();
        if number < warm_up {
            warm = last;
        }
        ControlFlow::Continue(())
    });
    last - warm
}
