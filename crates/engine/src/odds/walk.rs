//! The walk through all courses of the dice, from one resting point to the next: those that meet in the same state go on as one.

use quintain_dice::{LateStream, Ratio};

use super::tally::{Ends, Tally};
use super::{Going, Until};
use crate::ahead::{Ahead, Outset, Reached};
use crate::common;
use crate::exact::written::{ByWriting, Written};
use crate::rulebook::{Progress, Rulebook};

/// Courses rarer than this are left open.
const NEGLIGIBLE: f64 = 1e-15;
/// The most states that are kept from one resting point to the next; those come to later are left open.
const MOST_STATES: usize = 20_000;
/// How many courses within parts that only dice decide are walked for each branch that may be, at the most.
const COURSES_FOR_A_BRANCH: u64 = 50;
/// How many of them are walked before it is asked whether to go on.
const COURSES_AT_ONCE: u64 = 256;

/// What is walked: from where, and up to where.
pub(super) struct Course<'a, R: Rulebook> {
    pub(super) rest: &'a R,
    /// The last round that is looked at.
    pub(super) last: u32,
    pub(super) outset: &'a Outset<R>,
    pub(super) until: Until,
    /// Whether the walk may be given up early, since samples take its place.
    pub(super) may_sample: bool,
}

/// What a walk has come to.
pub(super) struct Walked<'a, R: Rulebook> {
    /// All ends that were come to. What their total lacks of 1 is left open.
    pub(super) tally: Tally,
    /// The chance of what has been walked and cannot have come so, since dice are thrown anew that have fallen already.
    pub(super) ruled_out: Ratio,
    pub(super) branches: u64,
    pub(super) table: Ahead<'a, R>,
}

/// A resting point that several courses have come to, with their chance together.
struct Moment<R> {
    fight: R,
    said: bool,
    own: LateStream,
    chance: Ratio,
}

/// All resting points that are so many steps away.
struct Layer<R> {
    moments: Vec<Moment<R>>,
    places: ByWriting<Vec<usize>>,
}

impl<R: Rulebook> Layer<R> {
    fn new() -> Self {
        Layer { moments: Vec::new(), places: ByWriting::default() }
    }

    fn add(&mut self, fight: &R, said: bool, own: &LateStream, chance: &Ratio) {
        let places = self.places.entry(Written::of(fight)).or_default();
        let same = |place: &&usize| self.moments[**place].said == said && self.moments[**place].own == *own;
        match places.iter().find(same) {
            Some(place) => self.moments[*place].chance += chance,
            None if self.moments.len() < MOST_STATES => {
                places.push(self.moments.len());
                let (fight, own, chance) = (fight.clone(), own.clone(), chance.clone());
                self.moments.push(Moment { fight, said, own, chance });
            }
            None => {}
        }
    }

    /// The likeliest first, so that what is left open in the end is as little as possible.
    fn into_moments(mut self) -> Vec<Moment<R>> {
        self.moments.sort_by(|one, other| other.chance.cmp(&one.chance));
        self.moments
    }
}

impl<'a, R: Rulebook> Course<'a, R> {
    /// Walks all courses, as far as the most branches and `going` allow.
    pub(super) fn walk(&self, table: Ahead<'a, R>, (most, going): (u64, Going<'_>)) -> Walked<'a, R> {
        let own = table.exact.own().clone();
        let begin = Moment { fight: self.rest.clone(), said: false, own, chance: Ratio::ONE };
        let (ends, next, scratch) = (Ends::new(), Layer::new(), self.rest.clone());
        let pace = Pace { most, begun: 0, layer: 1.0, walked: 0.0 };
        let ruled_out = Ratio::ZERO;
        let mut walk = Walk { course: self, table, ends, next, ruled_out, scratch, branches: 0, pace, going };
        let mut now = vec![begin];
        let mut first = true;
        while !now.is_empty() {
            let layer = now.iter().map(|moment| moment.chance.to_f64()).sum();
            walk.pace = Pace { most, begun: walk.branches, layer, walked: 0.0 };
            for moment in now {
                if !std::mem::take(&mut first) {
                    walk.table.exact.rest_at(moment.said, moment.own.clone());
                }
                if !walk.on_from(&moment) {
                    return walk.over();
                }
            }
            now = std::mem::replace(&mut walk.next, Layer::new()).into_moments();
        }
        walk.over()
    }
}

/// A walk under way.
struct Walk<'w, 'a, R: Rulebook> {
    course: &'w Course<'a, R>,
    table: Ahead<'a, R>,
    ends: Ends<R>,
    next: Layer<R>,
    ruled_out: Ratio,
    scratch: R,
    branches: u64,
    pace: Pace,
    going: Going<'w>,
}

/// Whether a layer will be through before there are too many branches.
struct Pace {
    most: u64,
    /// How many branches there had been before it.
    begun: u64,
    /// The chance of all its moments together, and how much of that has been walked.
    layer: f64,
    walked: f64,
}

impl Pace {
    /// Now and then: has it come at least half as far as it should have, to be through in the end?
    fn is_hopeless(&self, branches: u64) -> bool {
        let (done, left) = (branches - self.begun, self.most.saturating_sub(self.begun).max(1));
        let pace = done as f64 / left as f64;
        done.is_multiple_of((self.most / 16).max(256)) && self.walked < self.layer * pace / 2.0
    }
}

impl<'a, R: Rulebook> Walk<'_, 'a, R> {
    fn over(self) -> Walked<'a, R> {
        let (tally, ruled_out) = (self.ends.tally(), self.ruled_out);
        Walked { tally, ruled_out, branches: self.branches, table: self.table }
    }

    /// Walks all branches from a moment to the next resting point; false when it is to go no further.
    fn on_from(&mut self, moment: &Moment<R>) -> bool {
        let about = moment.chance.to_f64();
        if about < NEGLIGIBLE {
            return true;
        }
        self.table.least = NEGLIGIBLE / about;
        self.table.pause = self.table.exact.courses() + COURSES_AT_ONCE;
        loop {
            self.scratch.clone_from(&moment.fight);
            let course = common::advance(&mut self.scratch, &mut self.table);
            if let Err(Reached::Again | Reached::Paused) = course {
                if course == Err(Reached::Paused) && !self.goes_on_inside() {
                    return false;
                }
                self.table.exact.restart();
                continue;
            }
            self.branches += 1;
            self.pace.walked += about * self.table.exact.weight();
            self.sort(moment, course);
            if !self.table.exact.next_branch() {
                return true;
            }
            let hopeless = self.course.may_sample && self.pace.is_hopeless(self.branches);
            if self.branches >= self.pace.most || hopeless || !(self.going)() {
                return false;
            }
        }
    }

    /// In the middle of a part that only dice decide: whether more of its courses are to be walked.
    fn goes_on_inside(&mut self) -> bool {
        let courses = self.table.exact.courses();
        self.table.pause = courses + COURSES_AT_ONCE;
        courses < self.pace.most.saturating_mul(COURSES_FOR_A_BRANCH) && (self.going)()
    }

    /// Puts a branch where it belongs: among the ends, or the moments that one goes on from.
    fn sort(&mut self, moment: &Moment<R>, course: Result<Progress, Reached>) {
        if course == Err(Reached::Rare) {
            return;
        }
        let exact = &self.table.exact;
        let chance = &moment.chance * &exact.chance();
        if !self.table.counts(&course) {
            self.ruled_out += &chance;
            return;
        }
        let rests = course == Ok(Progress::Resting) && self.scratch.rounds_done() < self.course.last;
        let down = self.course.until == Until::SomebodyIsDown && self.course.outset.somebody_is_down(&self.scratch);
        if rests && !down {
            self.next.add(&self.scratch, exact.was_said(), exact.own(), &chance);
        } else {
            self.ends.add(&self.scratch, &chance);
        }
        self.table.exact.count_decided(&chance);
    }
}

/// Runs until the act is over, at the latest to the end of the round `until`. Nothing where it has come otherwise than is seen.
pub(crate) fn run_act<R: Rulebook>(rest: &R, until: u32, table: &mut Ahead<'_, R>) -> Option<R> {
    let mut fight = rest.clone();
    loop {
        let course = common::advance(&mut fight, table);
        if !table.counts(&course) {
            return None;
        }
        match course {
            Ok(Progress::Resting) if fight.rounds_done() < until => {}
            Ok(Progress::Resting | Progress::Over(_)) | Err(_) => return Some(fight),
        }
    }
}

/// For each sample that counts, how many may come otherwise than is seen.
const STRAYS: u64 = 20;

/// Draws samples of whole acts, for as long as `going` says so. One is drawn in any case; where it has come otherwise than is
/// seen there may be none that counts.
pub(super) fn sample<'a, R: Rulebook>(
    (rest, until): (&R, u32),
    mut table: Ahead<'a, R>,
    (most, going): (u64, Going<'_>),
) -> (Tally, Ahead<'a, R>, u64) {
    let mut ends = Ends::new();
    let (mut drawn, mut strays) = (0, 0);
    while strays < most.saturating_mul(STRAYS) && (drawn + strays == 0 || drawn < most && going()) {
        match run_act(rest, until, &mut table) {
            Some(fight) => {
                ends.add(&fight, &Ratio::ONE);
                table.exact.count_decided(&Ratio::ONE);
                drawn += 1;
            }
            None => strays += 1,
        }
        table.exact.restart();
    }
    (ends.tally(), table, drawn)
}
