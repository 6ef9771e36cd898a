//! What is to be simulated.

use std::num::NonZeroUsize;

use quintain_engine::{Conduct, Plan, ROUND_LIMIT, Terms};

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
    /// So many fights under seed 1, a thread for each core, everybody by the rulebook's best tactics.
    ///
    /// ```
    /// let study = quintain_sim::Study { seed: 7, ..quintain_sim::Study::new("One eye", 1_000) };
    /// assert_eq!((study.fights, study.seed), (1_000, 7));
    /// ```
    pub fn new(encounter: impl Into<String>, fights: u64) -> Study {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let (encounter, conduct) = (encounter.into(), Conduct::best());
        Study { encounter, fights, seed: 1, threads, conduct, round_limit: ROUND_LIMIT }
    }

    /// The terms of one of its fights, to be played and heard by itself: the very fight that is simulated under this
    /// number.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use quintain_sim::Study;
    /// let opened = library().open("cyclops", &files::read)?;
    /// let live = opened.fight.live(Study::new("One eye", 10).terms(9), Vec::new());
    /// assert!(live.log().len() > 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn terms(&self, number: u64) -> Terms {
        let round_limit = self.round_limit;
        Terms { round_limit, ..Terms::unattended(self.seed, number, self.conduct.clone()) }
    }

    pub(crate) fn plan(&self) -> Plan {
        Plan { seed: self.seed, conduct: self.conduct.clone(), round_limit: self.round_limit }
    }
}
