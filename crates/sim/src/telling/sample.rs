//! Fights heard in full, and what is summed up of them: whole numbers only, so that threads change nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, Event, HeardFight, Heed, Moves, Outcome, Side, Value, View, Who};
use serde::{Deserialize, Serialize};

use super::Telling;
use super::as_pairs;
use super::left::Leftovers;
use super::usage::Usage;
use crate::interval::{Share, Sums};
use crate::study::Study;
use crate::threads::on_threads;

/// The most fights that are heard, and the fewest, if there are as many.
const MOST: u64 = 400;
const FEWEST: u64 = 100;

/// One in so many is heard.
const ONE_IN: u64 = 10;

/// How many fights of so many are heard.
pub(crate) fn heard(fights: u64) -> u64 {
    (fights / ONE_IN).clamp(FEWEST, MOST).min(fights)
}

/// Hears the first fights of a study in full, a tenth of them but from 100 to 400, and says what told in them. They are
/// the fights that [`crate::simulate`] plays under the same numbers.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, telling};
/// let opened = library().open("cyclops", &files::read)?;
/// let told = telling(&*opened.fight, &Study::new("One eye", 200), &|_| {}, &AtomicBool::new(false));
/// assert_eq!(told.fights, 100);
/// assert!(told.damage.iter().any(|source| source.who.as_deref() == Some("Cyclops") && source.with == "club"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn telling(fight: &dyn AnyFight, study: &Study, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Telling {
    sample(fight, study, 0..heard(study.fights), progress, stop).telling(fight)
}

/// [`telling`], and what the options move that everybody had: at some of the questions each kind of option is tried beside
/// what the tactics chose, in about so many play-outs in all. From there everybody plays the rulebook's best tactics.
pub fn telling_with_moves(
    fight: &dyn AnyFight,
    study: &Study,
    play_outs: u64,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Telling {
    let mut told = sample(fight, study, 0..heard(study.fights), progress, stop);
    let all = told.usage.kinds.saturating_mul(TRIED.into());
    let every = u32::try_from(all.div_ceil(play_outs.max(1)).max(1)).unwrap_or(u32::MAX);
    let heed = Heed::Moves(Moves { every, play_outs: TRIED });
    let numbers = 0..told.usage.fights;
    told.usage = listened(fight, study, (numbers, heed), progress, stop).usage;
    told.telling(fight)
}

/// How many play-outs each option is tried in at a question.
const TRIED: u32 = 8;

/// How many combatants' fights are surveyed in all, and the fewest fights: questions are many where many fight.
const SURVEYED: u64 = 600;
const FEWEST_SURVEYED: u64 = 10;

/// In how many fights it is heeded what everybody could do.
fn surveyed(fight: &dyn AnyFight) -> u64 {
    (SURVEYED / (fight.roster().len() as u64).max(1)).clamp(FEWEST_SURVEYED, MOST)
}

/// Hears the fights of these numbers and sums them up.
pub(crate) fn sample(
    fight: &dyn AnyFight,
    study: &Study,
    numbers: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Sample {
    listened(fight, study, (numbers, Heed::Offers), progress, stop)
}

/// Hears the fights of these numbers, the first of them with more heed.
fn listened(
    fight: &dyn AnyFight,
    study: &Study,
    (numbers, heed): (Range<u64>, Heed),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Sample {
    let start = Beginning { view: fight.view(), told: fight.before().told };
    let of_sides: BTreeMap<String, Side> = fight.roster().into_iter().collect();
    let (plan, surveyed) = (study.plan(), surveyed(fight));
    let gather = || Sample { sides: of_sides.clone(), ..Sample::default() };
    let count = numbers.end.saturating_sub(numbers.start);
    let samples = on_threads(study.threads, count, stop, gather, |sample: &mut Sample, place| {
        let number = numbers.start.saturating_add(place);
        let heed = if number < surveyed { heed } else { Heed::Events };
        fight.hear(&plan, heed, number..number.saturating_add(1), &mut |_, heard| {
            sample.hear(heard, &start);
            if heed != Heed::Events && heard.choices > 0 {
                sample.usage.hear(heard);
            }
        });
        progress(1);
    });
    let mut whole = gather();
    samples.iter().for_each(|sample| whole.merge(sample));
    whole
}

/// How a fight stood when it was begun.
struct Beginning {
    view: View,
    /// How many events were told before.
    told: usize,
}

/// A value of a combatant, in the order of the view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(super) place: (usize, usize),
    pub(crate) name: String,
    pub(crate) value: Cow<'static, str>,
}

/// What went of a value.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Gone {
    pub(crate) start: i64,
    pub(crate) sums: Sums,
    pub(crate) used_up: u64,
    /// How much went by what was told, come back or not; and how much less there was at the ends.
    told: u64,
    net: u64,
}

impl Gone {
    /// Whether most of what goes comes back within the fight, as action points and reactions do.
    pub(crate) fn refills(&self) -> bool {
        self.told > 2 * self.net
    }
}

/// A rule by its id, and the side of whom it was told.
pub(crate) type RuleOf = (Cow<'static, str>, Option<Side>);

/// The sums over the fights that were heard.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) fights: u64,
    /// How many the first side won.
    pub(crate) won: u64,
    /// Everyone's side, also of those who joined later.
    pub(crate) sides: BTreeMap<String, Side>,
    /// How often each was among those who were out first, in roster order.
    #[serde(with = "as_pairs")]
    pub(crate) first_out: BTreeMap<(usize, String), u64>,
    /// By who did it and with what.
    #[serde(with = "as_pairs")]
    pub(crate) damage: BTreeMap<(Option<String>, String), Sums>,
    #[serde(with = "as_pairs")]
    pub(crate) spent: BTreeMap<Key, Gone>,
    /// Of each rule and the side of whom it was told: in how many fights, and how many of those the first side won.
    #[serde(with = "as_pairs")]
    pub(crate) rules: BTreeMap<RuleOf, Share>,
    /// What was left at the ends.
    #[serde(default)]
    pub(crate) left: Leftovers,
    /// What everybody could do.
    #[serde(default)]
    pub(crate) usage: Usage,
}

impl Sample {
    fn hear(&mut self, heard: &HeardFight, start: &Beginning) {
        let won = heard.outcome == Some(Outcome::Won(Side(0)));
        self.fights += 1;
        self.won += u64::from(won);
        for who in &heard.first_out {
            let name = heard.roster.get(who.index()).map(|(name, _)| name.clone()).unwrap_or_default();
            *self.first_out.entry((who.index(), name)).or_default() += 1;
        }
        let news = heard.log.get(start.told..).unwrap_or_default();
        self.damage((&heard.log, start.told), &heard.roster);
        self.spent(news, &start.view, &heard.view);
        self.left.hear(&start.view, &heard.view);
        self.rules(news, &heard.roster, won);
    }

    /// `told` of the events were told before the fight was begun.
    fn damage(&mut self, (log, told): (&[Event], usize), roster: &[(String, Side)]) {
        let mut done: BTreeMap<(Option<Who>, &str), u64> = BTreeMap::new();
        let mut last: BTreeMap<Who, &str> = BTreeMap::new();
        for (place, event) in log.iter().enumerate() {
            if let (Some(who), Some(means)) = (event.who, &event.means) {
                last.insert(who, means);
            }
            if let Some(harm) = event.harm.filter(|harm| place >= told && harm.amount > 0) {
                let lately = harm.by.and_then(|by| last.get(&by).copied());
                let with = means(log, place).or(lately).unwrap_or(event.rule.id);
                *done.entry((harm.by, with)).or_default() += u64::from(harm.amount);
            }
        }
        for ((by, with), amount) in done {
            let who = by.and_then(|by| roster.get(by.index()));
            if let Some((name, side)) = who {
                self.sides.entry(name.clone()).or_insert(*side);
            }
            self.damage.entry((who.map(|(name, _)| name.clone()), with.to_owned())).or_default().add(amount);
        }
    }

    /// What went of each value but life: how much less there was in the end. Values without a maximum count where a change
    /// was told.
    fn spent(&mut self, log: &[Event], start: &View, end: &View) {
        let mut told: BTreeMap<(usize, &str), i64> = BTreeMap::new();
        let mut hurt: BTreeSet<&str> = BTreeSet::new();
        for event in log {
            for change in &event.changes {
                if event.harm.is_some_and(|harm| harm.whom == change.who) {
                    hurt.insert(change.stat);
                } else {
                    *told.entry((change.who.index(), change.stat)).or_default() +=
                        (change.before - change.after).max(0);
                }
            }
        }
        for (who, (one, then)) in start.combatants.iter().zip(&end.combatants).enumerate() {
            let lives_by = one.stats.iter().position(|stat| stat.max.is_some());
            for (place, stat) in one.stats.iter().enumerate() {
                let Value::Number(before) = stat.value else { continue };
                if Some(place) == lives_by || hurt.contains(stat.key) {
                    continue;
                }
                let told = told.get(&(who, stat.key)).copied();
                let left = then.stats.iter().find(|known| known.key == stat.key).map(|known| &known.value);
                let left = if let Some(Value::Number(left)) = left { *left } else { before };
                if stat.max.is_none() && told.is_none() {
                    continue;
                }
                let gone = (before - left).max(0);
                let key = Key { place: (who, place), name: one.name.clone(), value: Cow::Borrowed(stat.key) };
                let sum = self.spent.entry(key).or_default();
                sum.start = before;
                sum.sums.add(gone.unsigned_abs());
                sum.used_up += u64::from(gone > 0 && left <= 0);
                sum.told += told.unwrap_or(0).max(gone).unsigned_abs();
                sum.net += gone.unsigned_abs();
            }
        }
    }

    /// Only the first half of a fight counts: what is told at its end follows from who wins.
    fn rules(&mut self, log: &[Event], roster: &[(String, Side)], won: bool) {
        let mut told: BTreeSet<RuleOf> = BTreeSet::new();
        for event in &log[..log.len() / 2] {
            let side = event.who.or(event.whom).and_then(|who| roster.get(who.index())).map(|(_, side)| *side);
            told.extend(
                std::iter::once(event.rule).chain(event.also.iter().copied()).map(|rule| (rule.id.into(), side)),
            );
        }
        for key in told {
            let share = self.rules.entry(key).or_default();
            share.whole += 1;
            share.part += u64::from(won);
        }
    }

    /// What they say of the fight that was heard.
    pub(crate) fn telling(&self, fight: &dyn AnyFight) -> Telling {
        Telling::of(self, &fight.sides())
    }

    /// Whether nothing happened more often than there were fights: what comes from elsewhere may be anything.
    pub(crate) fn fits(&self) -> bool {
        let won = |share: &Share| {
            share.part <= share.whole.min(self.won) && share.whole - share.part <= self.fights - self.won
        };
        let parts = self.left.fits(self.fights) && self.usage.fits(self.fights);
        self.won <= self.fights && self.rules.values().all(won) && parts
    }

    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Sample) {
        self.fights += other.fights;
        self.won += other.won;
        for (name, side) in &other.sides {
            self.sides.entry(name.clone()).or_insert(*side);
        }
        for (key, times) in &other.first_out {
            *self.first_out.entry(key.clone()).or_default() += times;
        }
        for (key, sums) in &other.damage {
            self.damage.entry(key.clone()).or_default().merge(sums);
        }
        for (key, gone) in &other.spent {
            let own = self.spent.entry(key.clone()).or_default();
            own.start = gone.start;
            own.sums.merge(&gone.sums);
            own.used_up += gone.used_up;
            own.told += gone.told;
            own.net += gone.net;
        }
        for (key, share) in &other.rules {
            let own = self.rules.entry(key.clone()).or_default();
            own.whole += share.whole;
            own.part += share.part;
        }
        self.left.merge(&other.left);
        self.usage.merge(&other.usage);
    }
}

/// What an event was done with: as it says itself, or the event that caused it, or the one that caused that.
fn means(log: &[Event], place: usize) -> Option<&str> {
    let mut event = log.get(place)?;
    let mut at = place;
    loop {
        if let Some(means) = &event.means {
            return Some(means);
        }
        // A cause is told before what it causes.
        let cause = event.cause.map(|cause| cause.0 as usize).filter(|cause| *cause < at)?;
        (at, event) = (cause, log.get(cause)?);
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{CombatantView, EventId, Kind, Rule, Stat};

    use super::*;
    use crate::fake::Fake;

    static HIT: Rule = Rule { id: "hit", kind: Kind::Engine, summary: "", ruling: None, house: None };
    static LOSS: Rule = Rule { id: "loss", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn roster() -> Vec<(String, Side)> {
        vec![("Althea".into(), Side(0)), ("Cyclops".into(), Side(1))]
    }

    fn loses(by: Option<Who>, whom: Who, amount: u32) -> Event {
        Event::new(&LOSS, "loses").to(whom).harm(by, whom, amount).change(whom, "sta", 9, 9 - i64::from(amount))
    }

    #[test]
    fn damage_is_laid_to_the_thing_that_the_cause_names_else_the_last_one_else_the_rule() {
        let (althea, cyclops) = (Who(0), Who(1));
        let log = [
            Event::new(&HIT, "hits").by(althea).with("xiphos"),
            Event::new(&HIT, "hits").by(cyclops).with("club"),
            loses(Some(althea), cyclops, 4).because(EventId(0)),
            loses(Some(cyclops), althea, 3),
            loses(None, althea, 2),
        ];
        let mut sample = Sample::default();
        sample.damage((&log, 0), &roster());
        let told: Vec<(Option<&str>, &str, f64)> =
            sample.damage.iter().map(|((who, with), sums)| (who.as_deref(), with.as_str(), sums.mean(1))).collect();
        assert_eq!(told, [(None, "loss", 2.0), (Some("Althea"), "xiphos", 4.0), (Some("Cyclops"), "club", 3.0)]);
    }

    #[test]
    fn what_is_told_as_spent_counts_and_what_is_missing_in_the_end_but_not_life_nor_wounds() {
        let view = |arrows, thu, sta| {
            let mut view = Fake.view();
            view.combatants.push(CombatantView {
                name: "Althea".into(),
                side: "heroes".into(),
                is: "althea".into(),
                at: None,
                footprint: (1, 1),
                altitude: 0,
                fighting: true,
                rides: None,
                stats: vec![
                    Stat::of("sta", sta, 9),
                    Stat::of("thu", thu, 11),
                    Stat::new("arrows", arrows),
                    Stat::new("armor", arrows),
                ],
                conditions: Vec::new(),
            });
            view
        };
        let log = [
            loses(None, Who(0), 4),
            Event::new(&HIT, "shoots").by(Who(0)).change(Who(0), "arrows", 3, 2),
            Event::new(&HIT, "shoots").by(Who(0)).change(Who(0), "arrows", 2, 0),
        ];
        let mut sample = Sample { fights: 1, ..Sample::default() };
        sample.spent(&log, &view(3, 11, 9), &view(0, 6, 5));
        let told: Vec<(&str, f64, u64)> =
            sample.spent.iter().map(|(key, gone)| (key.value.as_ref(), gone.sums.mean(1), gone.used_up)).collect();
        assert_eq!(told, [("thu", 5.0, 0), ("arrows", 3.0, 1)]);
    }

    #[test]
    fn what_mostly_comes_back_refills() {
        let gone = |told, net| Gone { told, net, ..Gone::default() };
        assert!(gone(28, 3).refills(), "action points");
        assert!(!gone(60, 40).refills() && !gone(5, 5).refills(), "a pool that regains a little");
    }

    #[test]
    fn rules_of_the_first_half_are_counted_by_the_side_of_whom_they_are_told() {
        let log = [
            Event::new(&HIT, "hits").by(Who(1)),
            Event::new(&HIT, "hits").by(Who(1)).and(&LOSS),
            Event::new(&HIT, "hits").by(Who(0)),
            Event::new(&HIT, "hits").by(Who(0)),
        ];
        let mut sample = Sample::default();
        sample.rules(&log, &roster(), true);
        let told: Vec<_> =
            sample.rules.iter().map(|((rule, side), share)| (rule.as_ref(), *side, share.whole)).collect();
        assert_eq!(told, [("hit", Some(Side(1)), 1), ("loss", Some(Side(1)), 1)]);
    }

    #[test]
    fn a_tenth_is_heard_within_bounds() {
        assert_eq!([0, 40, 500, 2_500, 1_000_000].map(heard), [0, 40, 100, 250, 400]);
    }
}
