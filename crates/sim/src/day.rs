//! Days: fights in a row that one party goes through, as one thing that can be simulated like a fight.

mod course;
mod report;
mod tally;
mod turned;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use quintain_content::{Encounter, Problem, Problems};
use quintain_engine::{
    AnyBook, AnyCamp, AnyDrill, AnyFight, AnyLive, Before, Conduct, EachFight, EachSought, Fact, FightResult,
    HeardFight, Heed, Plan, RestKind, Secrets, Seeker, Side, Terms, View,
};

pub use report::{DayReport, FightOfDay, HeroOfDay, ValueOfDay, day_report};
pub use turned::DayPlan;

/// What the party plays against: the second side of a day.
pub const THE_DAY: &str = "the day";

/// A step of a day, before it is set up.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A fight.
    Fight {
        /// What it is called.
        title: String,
        /// The rulebook with the packs of this encounter.
        book: Arc<dyn AnyBook>,
        /// The encounter, with all of the party who live in it.
        encounter: Box<Encounter>,
        /// Who plays how in it.
        conduct: Conduct,
    },
    /// A rest.
    Rest(&'static RestKind),
    /// What the game master changes: edicts, in order.
    Hand(Vec<String>),
}

/// A fight of the day, set up.
#[derive(Debug)]
struct Bout {
    title: String,
    book: Arc<dyn AnyBook>,
    encounter: Box<Encounter>,
    conduct: Conduct,
    /// The fight as it begins for those who come as they were in the morning.
    fresh: Box<dyn AnyFight>,
    /// The places of the heroes in its roster.
    places: Vec<Option<usize>>,
    /// The party's side.
    side: Side,
}

#[derive(Debug)]
enum Set {
    Bout(Box<Bout>),
    Rest(&'static RestKind),
    Hand(Vec<String>),
}

/// A day, ready to be played any number of times.
///
/// As an [`AnyFight`] it has two sides, the party and [`THE_DAY`], and the party wins where it has won each of its fights; what
/// becomes of the heroes is how the day leaves them. So whatever simulates fights (reports, sweeps, comparisons, tuning) takes
/// days as well.
pub struct Day {
    book: Arc<dyn AnyBook>,
    camp: Encounter,
    morning: Box<dyn AnyFight>,
    heroes: Vec<String>,
    side: String,
    steps: Vec<Set>,
    complaints: Mutex<Vec<String>>,
}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Day").field("heroes", &self.heroes).field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Day {
    /// A day of these steps for a party in camp, with the rulebook that has the party's packs.
    ///
    /// # Errors
    /// All that is wrong with the party and the encounters; a step of hands that cannot be carried out in the morning.
    pub fn new(book: Arc<dyn AnyBook>, camp: Encounter, stages: Vec<Stage>) -> Result<Day, Problems> {
        let morning = book.set_up(&camp)?;
        // Those whom heroes bring along come last, and are new in each fight.
        let written = camp.expand().len();
        let heroes: Vec<String> = morning.roster().into_iter().take(written).map(|(name, _)| name).collect();
        let side = morning.sides().into_iter().next().unwrap_or_default();
        let known = morning.camp().ok_or_else(|| Problem::general("nothing of this rulebook lasts beyond a fight"))?;
        let (mut steps, mut problems) = (Vec::new(), Problems::new());
        for stage in stages {
            match stage {
                Stage::Rest(kind) => steps.push(Set::Rest(kind)),
                Stage::Hand(edicts) => {
                    problems.extend(
                        known.hand(&edicts).err().map_or_else(Problems::new, |why| Problem::general(why).into()),
                    );
                    steps.push(Set::Hand(edicts));
                }
                Stage::Fight { title, book, encounter, conduct } => match book.set_up(&encounter) {
                    Ok(fresh) => {
                        steps.push(Set::Bout(Box::new(bout((title, book, encounter, conduct), fresh, &heroes))))
                    }
                    Err(more) => problems.extend(more),
                },
            }
        }
        problems.or(Day { book, camp, morning, heroes, side, steps, complaints: Mutex::default() })
    }

    /// The heroes, in the order of the camp.
    pub fn heroes(&self) -> &[String] {
        &self.heroes
    }

    /// The titles of the fights, in order.
    pub fn titles(&self) -> Vec<&str> {
        self.bouts().map(|bout| bout.title.as_str()).collect()
    }

    /// What went wrong while it was played, each thing once: a value that a fight has left and the next has refused.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().map(|all| all.clone()).unwrap_or_default()
    }

    fn bouts(&self) -> impl Iterator<Item = &Bout> {
        self.steps.iter().filter_map(|step| if let Set::Bout(bout) = step { Some(&**bout) } else { None })
    }

    fn complain(&self, what: String) {
        if let Ok(mut all) = self.complaints.lock()
            && !all.contains(&what)
        {
            all.push(what);
        }
    }
}

type Written = (String, Arc<dyn AnyBook>, Box<Encounter>, Conduct);

fn bout((title, book, encounter, conduct): Written, fresh: Box<dyn AnyFight>, heroes: &[String]) -> Bout {
    let roster = fresh.roster();
    let side = roster.iter().find(|(name, _)| heroes.contains(name)).map_or(Side(0), |(_, side)| *side);
    let places = heroes.iter().map(|hero| roster.iter().position(|(name, _)| name == hero)).collect();
    Bout { title, book, encounter, conduct, fresh, places, side }
}

/// A fight as a link of a chain. Days are made of such fights only, which [`Day::new`] has seen to.
fn link(fight: &dyn AnyFight) -> Result<&dyn AnyCamp, String> {
    fight.camp().ok_or_else(|| "a fight of this day cannot be gone on from".to_owned())
}

impl AnyFight for Day {
    fn sides(&self) -> Vec<String> {
        vec![self.side.clone(), THE_DAY.to_owned()]
    }

    fn roster(&self) -> Vec<(String, Side)> {
        self.heroes.iter().map(|name| (name.clone(), Side(0))).collect()
    }

    fn digest(&self) -> String {
        let steps = self.steps.iter().map(|step| match step {
            Set::Bout(bout) => bout.fresh.digest(),
            Set::Rest(kind) => kind.key.to_owned(),
            Set::Hand(edicts) => edicts.join(";"),
        });
        std::iter::once(self.morning.digest()).chain(steps).collect::<Vec<_>>().join(" ")
    }

    fn view(&self) -> View {
        self.morning.view()
    }

    fn before(&self) -> Before {
        Before::default()
    }

    fn secrets(&self) -> Arc<Secrets> {
        self.morning.secrets()
    }

    fn simulate(&self, plan: &Plan, fights: Range<u64>, each: EachFight<'_>) {
        for number in fights {
            let result: FightResult = self.play(plan, number, &mut |_| {});
            if each(number, &result).is_break() {
                return;
            }
        }
    }

    /// The morning of each day: what goes on inside its fights is not traced.
    fn trace(&self, _: &Plan, fights: Range<u64>, each: &mut dyn FnMut(u64, &View)) {
        fights.for_each(|number| each(number, &self.view()));
    }

    /// Nothing: the fights of a day are not heard.
    fn hear(&self, _: &Plan, _: Heed, _: Range<u64>, _: &mut dyn FnMut(u64, &HeardFight)) {}

    /// Nothing: on days all sides are played by tactics.
    fn seek(&self, _: &Plan, _: (&[Seeker], Heed), _: Range<u64>, _: EachSought<'_>) {}

    /// The camp in the morning.
    fn live(&self, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive> {
        self.morning.live(terms, facts)
    }

    /// The camp in the morning.
    fn drill(&self, terms: Terms) -> Box<dyn AnyDrill> {
        self.morning.drill(terms)
    }
}

#[cfg(test)]
mod tests;
