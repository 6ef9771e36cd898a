//! Which sides are against each other in an encounter, and how it wants its sides played.

use quintain_content::Problem;
use quintain_engine::{Conduct, Side, Tactics};

use crate::open::{Opened, tactics_at};

/// The tactics that an encounter names for its sides and combatants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnTactics {
    /// Those of each side, by its place.
    pub sides: Vec<Tactics>,
    /// Those of single combatants, by name.
    pub combatants: Vec<(String, Tactics)>,
}

impl OwnTactics {
    /// How a simulation plays by them.
    pub fn conduct(self) -> Conduct {
        let default = |own: &Tactics| *own == Tactics::default();
        match self.sides.iter().all(default) && self.combatants.iter().all(|(_, own)| default(own)) {
            true => Conduct::best(),
            false => Conduct { combatants: self.combatants, ..Conduct::of_sides(self.sides) },
        }
    }
}

impl Opened {
    /// The tactics that the encounter names; the rulebook's best for all others.
    ///
    /// # Errors
    /// When the rulebook does not know them.
    pub fn own_tactics(&self) -> Result<OwnTactics, Problem> {
        let mut own = OwnTactics::default();
        for side in self.fight.sides() {
            let named = self.encounter.side(&side).and_then(|side| side.tactics.as_ref());
            own.sides.push(named.map(|name| tactics_at(self.rulebook, name)).transpose()?.unwrap_or_default());
        }
        for one in self.encounter.expand() {
            if let Some(name) = self.encounter.spec(&one).and_then(|spec| spec.tactics.as_ref()) {
                own.combatants.push((one.name, tactics_at(self.rulebook, name)?));
            }
        }
        Ok(own)
    }

    /// The name of the side on which everybody is, where there is nobody to fight.
    pub fn only_side(&self) -> Option<String> {
        let mut sides: Vec<Side> = self.fight.roster().into_iter().map(|(_, side)| side).collect();
        sides.sort_unstable();
        sides.dedup();
        let [only] = sides[..] else { return None };
        Some(self.fight.sides().get(only.index()).cloned().unwrap_or_default())
    }

    /// The problem of an encounter in which everybody is on one side.
    pub fn one_sided(&self) -> Option<Problem> {
        self.only_side()?;
        let side = &self.encounter.combatants.first()?.side;
        let what = format!("everybody is on the side `{side}`: there is nobody to fight");
        Some(Problem::at(&side.place, what).help("give somebody another `side`"))
    }
}
