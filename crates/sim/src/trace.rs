//! How fights go on from round to round: who still stands, and how much life each side has left.

use quintain_engine::{AnyFight, View};

use crate::study::Study;

/// How many fights are traced: enough for a plot.
const FIGHTS: u64 = 400;

/// The most rounds that are plotted.
const MOST: usize = 40;

/// One side over the rounds. Place 0 is the start, place `n` the end of round `n`; after its end a fight stays as it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The side.
    pub side: String,
    /// The share of its members who still fight, on average.
    pub standing: Vec<f64>,
    /// The share of its life that it has left, on average; that of those who are out does not count.
    pub life: Vec<f64>,
}

/// Traces some hundred fights of a study, at most as many as it has. Empty for fights that cannot be traced.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use quintain_sim::{Study, trace};
/// let opened = library().open("cyclops", &files::read)?;
/// let courses = trace(&*opened.fight, &Study::new("One eye", 50));
/// assert_eq!((courses[0].side.as_str(), courses[0].standing[0]), ("heroes", 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(fight: &dyn AnyFight, study: &Study) -> Vec<Course> {
    let sides = fight.sides();
    let mut traces: Vec<Vec<Moment>> = Vec::new();
    let mut last = None;
    fight.trace(&study.plan(), 0..study.fights.min(FIGHTS), &mut |number, view| {
        if last != Some(number) {
            last = Some(number);
            traces.push(Vec::new());
        }
        if let Some(trace) = traces.last_mut() {
            trace.push(moment(view, &sides));
        }
    });
    let rounds = traces.iter().map(Vec::len).max().unwrap_or(0).min(MOST);
    if rounds == 0 {
        return Vec::new();
    }
    let mean = |round: usize, of: &dyn Fn(&Moment) -> f64| {
        let sum: f64 = traces.iter().filter_map(|trace| trace.get(round).or(trace.last())).map(of).sum();
        sum / traces.len() as f64
    };
    let course = |(place, side): (usize, &String)| Course {
        side: side.clone(),
        standing: (0..rounds).map(|round| mean(round, &|moment| moment.standing[place])).collect(),
        life: (0..rounds).map(|round| mean(round, &|moment| moment.life[place])).collect(),
    };
    sides.iter().enumerate().map(course).collect()
}

/// The shares of each side at one moment.
struct Moment {
    standing: Vec<f64>,
    life: Vec<f64>,
}

fn moment(view: &View, sides: &[String]) -> Moment {
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let of = |side: &String| {
        let (mut count, mut fighting, mut now, mut most) = (0.0, 0.0, 0.0, 0.0);
        for one in view.combatants.iter().filter(|one| one.side == *side) {
            count += 1.0;
            let (left, whole) = one.life().unwrap_or((1, 1));
            most += whole as f64;
            if one.fighting {
                fighting += 1.0;
                now += left.clamp(0, whole.max(0)) as f64;
            }
        }
        (share(fighting, count), share(now, most))
    };
    let (standing, life) = sides.iter().map(of).unzip();
    Moment { standing, life }
}
