//! How long a chair waits for the first odds of an option it looks at: for each ready-made encounter the median and the
//! slowest of many looks. Words pick encounters: `cargo bench -p quintain-pages --bench ahead -- thalassa`.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use quintain_books::library;
use quintain_library::files;
use quintain_pages::{Forecast, Gaze, Look, Within};
use quintain_session::{ChairId, Room, Scene, Session};

/// What the page asks for at first.
const AT_ONCE: Duration = Duration::from_millis(35);

/// How many questions of each fight are looked at, and how many of their options.
const QUESTIONS: usize = 12;
const LOOKS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    println!("{:<32} {:>6} {:>12} {:>12}", "encounter", "looks", "median", "slowest");
    for encounter in library().ready_made() {
        let name = format!("{}/{}", encounter.book(), encounter.short());
        if !words.iter().all(|word| name.contains(word)) {
            continue;
        }
        let mut took = looks(&name);
        took.sort_unstable();
        let (Some(median), Some(slowest)) = (took.get(took.len() / 2), took.last()) else { continue };
        println!("{name:<32} {:>6} {median:>12.1?} {slowest:>12.1?}", took.len());
    }
}

/// How long each look took in one fight in which everybody takes what is proposed.
fn looks(name: &str) -> Vec<Duration> {
    let mut session = Session::begin(library().open(name, &files::none).unwrap(), Room::default(), false).unwrap();
    let mut took = Vec::new();
    for _ in 0..QUESTIONS {
        let scene = session.scene(ChairId::GM);
        let Some(seen) = scene.seen.questions.first() else { break };
        let (question, many) = (&seen.asked.question, seen.asked.question.choices().len());
        for nth in 0..LOOKS.min(many) {
            let pick = Some(nth * many / LOOKS.min(many));
            took.push(look(&scene, Gaze { question: Some(seen.number.clone()), pick, about: None, opened: false }));
        }
        let words = question.write(&question.default);
        if session.answer(ChairId::GM, &seen.number, &seen.asked.who, &words).is_err() {
            break;
        }
    }
    took
}

fn look(scene: &Scene, gaze: Gaze) -> Duration {
    let look = Look {
        scene,
        base: "/t/it",
        host: "http://host",
        links: &[],
        version: 1,
        alone: false,
        campaign: None,
        gaze,
        forecast: None,
    };
    let began = Instant::now();
    let within = Within { now: &|| began.elapsed(), time: AT_ONCE, wanted: &|| true };
    std::hint::black_box(Forecast::found(&look, scene.outlook.as_ref().unwrap(), within));
    began.elapsed()
}
