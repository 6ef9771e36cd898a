//! How dangerous it is from here: a few hundred ways in which the fight may go on by itself.

use quintain_engine::{Fate, Outcome, Side};

/// What became of one combatant over all ways.
#[derive(Clone, Debug, PartialEq)]
pub struct DangerOf {
    /// Its name.
    pub name: String,
    /// Its side's name.
    pub side: String,
    /// In how many ways it died.
    pub died: u32,
    /// In how many ways it was out at the end.
    pub out: u32,
}

/// What came of the ways that were tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Danger {
    /// How many were tried.
    pub ways: u32,
    /// How many each side won.
    pub won: Vec<(String, u32)>,
    /// How many nobody won.
    pub undecided: u32,
    /// Everyone.
    pub combatants: Vec<DangerOf>,
}

impl Danger {
    /// Before any way is tried.
    pub(crate) fn none(sides: &[String], roster: Vec<(String, Side)>) -> Danger {
        let name = |side: Side| sides.get(side.index()).cloned().unwrap_or_default();
        let combatants =
            roster.into_iter().map(|(who, side)| DangerOf { name: who, side: name(side), died: 0, out: 0 });
        let won = sides.iter().map(|side| (side.clone(), 0)).collect();
        Danger { ways: 0, won, undecided: 0, combatants: combatants.collect() }
    }

    /// Without those for which `called` knows no name, and the others by the name that it has.
    pub(crate) fn known_by(mut self, called: &dyn Fn(usize) -> Option<String>) -> Danger {
        let known = |(place, one): (usize, DangerOf)| Some(DangerOf { name: called(place)?, ..one });
        self.combatants = self.combatants.into_iter().enumerate().filter_map(known).collect();
        let sides: Vec<&String> = self.combatants.iter().map(|one| &one.side).collect();
        self.won.retain(|(side, _)| sides.contains(&side));
        self
    }

    /// One way more.
    pub(crate) fn add(&mut self, outcome: Option<Outcome>, fates: &[Fate]) {
        self.ways += 1;
        let won = match outcome {
            Some(Outcome::Won(side)) => self.won.get_mut(side.index()),
            _ => None,
        };
        match won {
            Some((_, count)) => *count += 1,
            None => self.undecided += 1,
        }
        for (one, fate) in self.combatants.iter_mut().zip(fates) {
            one.died += u32::from(fate.died);
            one.out += u32::from(fate.out);
        }
    }
}
