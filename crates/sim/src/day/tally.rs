//! What is counted while days go by: whole numbers only, so that the order of counting does not matter.

use std::collections::BTreeMap;

use quintain_content::Value;
use quintain_engine::Left;

use super::course::{Moment, Standing};
use crate::histogram::Histogram;

/// The sums of all days so far, for each fight.
#[derive(Clone, Debug, Default)]
pub(super) struct DayTally {
    pub(super) bouts: Vec<BoutTally>,
}

/// The sums of one fight.
#[derive(Clone, Debug, Default)]
pub(super) struct BoutTally {
    /// Days that came so far.
    pub(super) reached: u64,
    pub(super) won: u64,
    pub(super) rounds: Histogram,
    pub(super) heroes: Vec<HeroTally>,
}

/// The sums of one hero in one fight.
#[derive(Clone, Debug, Default)]
pub(super) struct HeroTally {
    /// Days on which it came to this fight.
    pub(super) came: u64,
    /// Of those: it lies there afterwards, or is dead.
    pub(super) helpless: u64,
    pub(super) died: u64,
    /// How often each number of each value came up before the fight, over the days on which it was alive.
    pub(super) before: BTreeMap<&'static str, BTreeMap<i64, u64>>,
}

impl DayTally {
    pub(super) fn new(bouts: usize, heroes: usize) -> Self {
        let bout = BoutTally { heroes: vec![HeroTally::default(); heroes], ..BoutTally::default() };
        DayTally { bouts: vec![bout; bouts] }
    }

    pub(super) fn add(&mut self, moment: &Moment<'_>) {
        match moment {
            Moment::Before { bout, heroes } => self.bouts[*bout].before(heroes),
            Moment::After { bout, heroes, came, won, rounds } => {
                let tally = &mut self.bouts[*bout];
                tally.won += u64::from(*won);
                tally.rounds.add(*rounds);
                for ((one, hero), _) in tally.heroes.iter_mut().zip(*heroes).zip(*came).filter(|(_, came)| **came) {
                    one.came += 1;
                    one.helpless += u64::from(hero.now.left == Left::Helpless);
                    one.died += u64::from(hero.now.left == Left::Dead);
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: &DayTally) {
        for (mine, theirs) in self.bouts.iter_mut().zip(&other.bouts) {
            mine.reached += theirs.reached;
            mine.won += theirs.won;
            mine.rounds.merge(&theirs.rounds);
            mine.heroes.iter_mut().zip(&theirs.heroes).for_each(|(mine, theirs)| mine.merge(theirs));
        }
    }
}

impl BoutTally {
    fn before(&mut self, heroes: &[Standing]) {
        self.reached += 1;
        for (one, hero) in self.heroes.iter_mut().zip(heroes).filter(|(_, hero)| hero.now.left != Left::Dead) {
            for kept in &hero.now.kept {
                if let Value::Int(number) = kept.value {
                    *one.before.entry(kept.key).or_default().entry(number).or_default() += 1;
                }
            }
        }
    }
}

impl HeroTally {
    fn merge(&mut self, other: &HeroTally) {
        self.came += other.came;
        self.helpless += other.helpless;
        self.died += other.died;
        for (key, counts) in &other.before {
            let mine = self.before.entry(key).or_default();
            counts.iter().for_each(|(number, count)| *mine.entry(*number).or_default() += count);
        }
    }
}
