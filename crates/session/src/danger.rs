//! How dangerous it is from here: a few hundred ways in which the fight may go on by itself.

use std::ops::ControlFlow;

use quintain_engine::{Budget, Fate, Outcome};

use crate::session::Session;

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

/// Plays the fight out from here in `ways` ways. The dice of each follow from its number, so that the first hundred of a
/// thousand are the same as a hundred.
pub fn danger(session: &Session, ways: u32) -> Danger {
    let sides = session.opened().fight.sides();
    let name = |side: usize| sides.get(side).cloned().unwrap_or_default();
    let roster = session.live().roster();
    let combatants =
        roster.iter().map(|(who, side)| DangerOf { name: who.clone(), side: name(side.index()), died: 0, out: 0 });
    let mut danger = Danger {
        ways: 0,
        won: sides.iter().map(|side| (side.clone(), 0)).collect(),
        undecided: 0,
        combatants: combatants.collect(),
    };
    let round_limit = session.live().view().round.saturating_add(quintain_engine::ROUND_LIMIT);
    session.live().play_outs(Budget { play_outs: ways, seed: 1, round_limit }, &mut |outcome, fates| {
        danger.add(outcome, fates);
        ControlFlow::Continue(())
    });
    danger
}

impl Danger {
    fn add(&mut self, outcome: Option<Outcome>, fates: &[Fate]) {
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
