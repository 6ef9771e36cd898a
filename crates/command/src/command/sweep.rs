//! `quintain sweep`: one or two values varied, a run for each.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use quintain_content::Value;
use quintain_engine::AnyFight;
use quintain_sim::{Knob, Point, sweep_page};
use serde::{Deserialize, Serialize};

use super::sim::{Progress, STOP, stop_on_interrupt};
use super::variant::{Subject, Variant, knobs, plain};
use crate::args;
use crate::fault::{Done, Fault};
use crate::output::{self, Kind, Output, unwritten};
use crate::render::{self, BOLD, DIM, bar, percent, table};

/// The most variants of a sweep.
const MOST: usize = 10_000;

/// What stands in the first line of a sweep's CSV, behind the names of its knobs.
const VARIANTS: Kind = Kind::Csv(",side,fights,wins,win_rate");

/// A point as it is kept, with all that decides what comes of it.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    of: String,
    point: Point,
}

pub(crate) fn run(args: &args::Sweep, out: &mut dyn Write) -> Done {
    if let Some(path) = &args.keep {
        output::check(path, Kind::Points, false)?;
    }
    let files = [(&args.csv, VARIANTS), (&args.report, Kind::Page)];
    let files: Vec<_> = files.into_iter().filter_map(|(path, kind)| Some((path.as_deref()?, kind))).collect();
    output::check_all(&files, args.force)?;
    let opened = Subject::open(&args.unattended.encounter)?;
    let knobs = knobs(&args.vary)?;
    let grid = grid(&knobs)?;
    // All variants are set up before the first is played: what is wrong with the last is said at once.
    let mut variants = Vec::new();
    for values in &grid {
        let turns: Vec<(&Knob, &Value)> = knobs.iter().zip(values.iter().copied()).collect();
        variants.push(opened.turned(&args.unattended, &args.runs, &turns)?);
    }
    stop_on_interrupt();
    let progress = Progress::new(args.runs.fights.get().saturating_mul(grid.len() as u64));
    let mut keep = Keep::open(args.keep.as_deref())?;
    let mut points = Vec::new();
    for (values, variant) in grid.iter().zip(&variants) {
        if STOP.load(Ordering::Relaxed) {
            break;
        }
        let of = played_by(args, variant);
        if let Some(point) = keep.take(&of) {
            progress.add(args.runs.fights.get());
            points.push(point);
            continue;
        }
        let at = values.iter().map(|value| plain(value)).collect();
        let point = Point { at, report: variant.play(&|more| progress.add(more), &STOP) };
        if !point.report.stopped {
            keep.add(&of, &point)?;
        }
        points.push(point);
    }
    progress.done();
    if let Some(path) = &args.report {
        let names: Vec<String> = knobs.iter().map(|knob| knob.name.clone()).collect();
        let text = sweep_page(opened.title(), &names, &points);
        output::write(path, Kind::Page, args.force, &text)?;
    }
    if let Some(path) = &args.csv {
        let mut file = Output::begin(path, VARIANTS, args.force)?;
        csv(&knobs, &points, &mut file).map_err(|fault| unwritten(path, &fault))?;
        file.finish()?;
    }
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &points).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(opened.title(), &knobs, &points, out)
}

/// All that decides what comes of a variant: its state at the start, who plays how, the dice.
fn played_by(args: &args::Sweep, variant: &Variant) -> String {
    let (chosen, study) = (&args.unattended, &variant.study);
    let conduct = format!("{:?}", study.conduct);
    format!(
        "{} {} {} {} {} {conduct} {}",
        study.encounter,
        variant.fight.digest(),
        study.seed,
        study.fights,
        study.round_limit,
        chosen.tactics.join(" ")
    )
}

/// The file that keeps points from one run to the next.
struct Keep {
    known: Vec<Kept>,
    file: Option<(File, String)>,
}

impl Keep {
    /// What was kept there before; lines that cannot be read (cut off by a crash) are passed over.
    fn open(path: Option<&Path>) -> Result<Keep, Fault> {
        let Some(path) = path else { return Ok(Keep { known: Vec::new(), file: None }) };
        let wrong = |fault: std::io::Error| unwritten(path, &fault);
        let mut file = File::options().create(true).append(true).read(true).open(path).map_err(wrong)?;
        let text = std::fs::read_to_string(path).map_err(wrong)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).map_err(wrong)?;
        }
        let known = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Keep { known, file: Some((file, path.display().to_string())) })
    }

    fn take(&mut self, of: &str) -> Option<Point> {
        let place = self.known.iter().position(|kept| kept.of == of)?;
        Some(self.known.swap_remove(place).point)
    }

    fn add(&mut self, of: &str, point: &Point) -> Result<(), Fault> {
        let Some((file, name)) = &mut self.file else { return Ok(()) };
        let line =
            serde_json::to_string(&Kept { of: of.to_owned(), point: point.clone() }).map_err(std::io::Error::from)?;
        writeln!(file, "{line}").map_err(|fault| Fault::Wrong(format!("`{name}` cannot be written: {fault}")))
    }
}

/// Every combination, the last knob turning fastest.
fn grid(knobs: &[Knob]) -> Result<Vec<Vec<&Value>>, Fault> {
    let count = knobs.iter().try_fold(1usize, |all, knob| all.checked_mul(knob.values.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(Fault::Wrong(format!("these are more than {MOST} variants")));
    }
    let mut grid: Vec<Vec<&Value>> = vec![Vec::new()];
    for knob in knobs {
        let longer = |point: &Vec<_>, value| point.iter().copied().chain([value]).collect();
        grid = grid.iter().flat_map(|point| knob.values.iter().map(move |value| longer(point, value))).collect();
    }
    Ok(grid)
}

fn tell(title: &str, knobs: &[Knob], points: &[Point], out: &mut dyn Write) -> Done {
    let Some(first) = points.first() else { return Ok(()) };
    writeln!(out, "{BOLD}{title}{BOLD:#} {DIM}({}){DIM:#}", first.report.rulebook)?;
    let (fights, seed) = (render::fights(first.report.fights), first.report.seed);
    let variants = if points.len() == 1 { "variant" } else { "variants" };
    writeln!(out, "{DIM}{} {variants}, {fights} each under the same numbers, seed {seed}{DIM:#}\n", points.len())?;
    let side = first.report.sides.first().map(|side| side.name.clone()).unwrap_or_default();
    let head = knobs.iter().map(|knob| knob.name.clone());
    let figures = [
        format!("{side} win"),
        String::new(),
        "95 % interval".to_owned(),
        format!("someone of {side} dies"),
        "rounds".to_owned(),
    ];
    let mut rows = table::headed(head.chain(figures).collect::<Vec<_>>());
    for point in points {
        let Some(first) = point.report.sides.first() else { continue };
        let [low, high] = first.interval95;
        let figures = [
            percent(first.win_rate),
            bar(first.win_rate, 20),
            format!("{} to {}", percent(low), percent(high)),
            percent(first.someone_died_rate),
            format!("{:.1}", point.report.rounds.mean),
        ];
        rows.add_row(point.at.iter().cloned().chain(figures).collect::<Vec<_>>());
    }
    Ok(table::write(rows, out)?)
}

fn csv(knobs: &[Knob], points: &[Point], file: &mut dyn Write) -> std::io::Result<()> {
    let field = |word: &str| {
        if word.contains([',', '"', '\n']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.to_owned() }
    };
    let mut head: Vec<String> = knobs.iter().map(|knob| field(&knob.name)).collect();
    head.extend(
        ["side", "fights", "wins", "win_rate", "low95", "high95", "someone_died_rate", "mean_rounds"]
            .map(str::to_owned),
    );
    writeln!(file, "{}", head.join(","))?;
    for point in points {
        for side in &point.report.sides {
            let at: Vec<String> = point.at.iter().map(|value| field(value)).collect();
            let [low, high] = side.interval95;
            writeln!(
                file,
                "{},{},{},{},{},{low},{high},{},{}",
                at.join(","),
                field(&side.name),
                point.report.fights,
                side.wins,
                side.win_rate,
                side.someone_died_rate,
                point.report.rounds.mean
            )?;
        }
    }
    Ok(())
}
