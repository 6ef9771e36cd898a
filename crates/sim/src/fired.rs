//! Rule coverage by play: how often each rule is told in unattended fights.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, Heed};

use crate::study::Study;
use crate::threads::on_threads;

/// How often a rule fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// In how many fights.
    pub fights: u64,
    /// How many times in all.
    pub times: u64,
}

impl Fired {
    /// Adds what was seen elsewhere.
    ///
    /// ```
    /// # use quintain_sim::Fired;
    /// let mut one = Fired { fights: 1, times: 3 };
    /// one.add(Fired { fights: 2, times: 2 });
    /// assert_eq!(one, Fired { fights: 3, times: 5 });
    /// ```
    pub fn add(&mut self, other: Fired) {
        self.fights += other.fights;
        self.times += other.times;
    }
}

/// How often each rule was told in the fights of a study, by its id, as the rule of an event or as one that had a say in
/// it. Rules that never were are missing.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, fired};
/// let opened = library().open("cyclops", &files::read)?;
/// let counts = fired(&*opened.fight, &Study::new("One eye", 20), &AtomicBool::new(false));
/// assert_eq!(counts["attack.armor"].fights, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fired(fight: &dyn AnyFight, study: &Study, stop: &AtomicBool) -> BTreeMap<&'static str, Fired> {
    let plan = study.plan();
    let gathered = on_threads(study.threads, study.fights, stop, BTreeMap::new, |counts, number| {
        let mut own: BTreeMap<&'static str, u64> = BTreeMap::new();
        fight.hear(&plan, Heed::Events, number..number + 1, &mut |_, heard| {
            for rule in heard.log.iter().flat_map(|event| std::iter::once(&event.rule).chain(&event.also)) {
                *own.entry(rule.id).or_default() += 1;
            }
        });
        for (id, times) in own {
            counts.entry(id).or_insert_with(Fired::default).add(Fired { fights: 1, times });
        }
    });
    let mut whole: BTreeMap<&'static str, Fired> = BTreeMap::new();
    for (id, fired) in gathered.into_iter().flatten() {
        whole.entry(id).or_default().add(fired);
    }
    whole
}
