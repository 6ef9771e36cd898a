//! What is to be simulated.

use quintain_engine::{Conduct, Plan, Terms};

/// What is to be simulated, beside the fight itself.
#[derive(Clone, Debug)]
pub struct Study {
    /// What the report calls the encounter.
    pub encounter: String,
    /// How many fights.
    pub fights: u64,
    /// The seed; fight `n` under a seed is always the same fight.
    pub seed: u64,
    /// How many threads; 0 counts as 1.
    pub threads: usize,
    /// Who plays how.
    pub conduct: Conduct,
    /// The round after which a fight counts as undecided.
    pub round_limit: u32,
}

impl Study {
    /// The terms of one of its fights, to be played and heard by itself: the very fight that is simulated under this
    /// number.
    pub fn terms(&self, number: u64) -> Terms {
        let round_limit = self.round_limit;
        Terms { round_limit, ..Terms::unattended(self.seed, number, self.conduct.clone()) }
    }

    pub(crate) fn plan(&self) -> Plan {
        Plan { seed: self.seed, conduct: self.conduct.clone(), round_limit: self.round_limit }
    }
}
