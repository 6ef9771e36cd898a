//! `cargo xtask bench`: what fights cost, in instructions, which come out the same however busy the machine is.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{steps, tree};

/// Builds the program that plays the fights.
const BUILD: [&str; 7] = ["build", "--release", "--quiet", "--package", "quintain-books", "--example", "cost"];

/// Fights of which none is counted, and the last that is.
const FIGHTS: [&str; 2] = ["10", "40"];

/// How many a side in the bench of growth, where decisions are counted.
const EACH: [u32; 6] = [2, 4, 8, 16, 32, 64];

/// How many a side where rounds are counted, and the exponent that a round may grow by: the square of those who fight.
const CROWDS: [u32; 6] = [8, 16, 32, 64, 128, 200];
const SQUARE: f64 = 2.0;

/// What a run of the program came to.
struct Run {
    /// Instructions in the fights that are counted.
    instructions: u64,
    /// What the program said, word by word.
    said: Vec<String>,
}

/// Prints the instructions of a fight in each encounter with a map, the dearest first, and how many times fewer they are
/// than by another build of the program, if there is one.
pub fn instructions(root: &Path, against: Option<&str>) -> Result<(), String> {
    let program = built(root)?;
    let fights = f64::from(30u32);
    let mut rows = Vec::new();
    for encounter in with_a_map(root)? {
        let words = [&*encounter, FIGHTS[0], FIGHTS[1]];
        let own = count(&program, &words)?;
        let other = against.map(|other| count(Path::new(other), &words)).transpose()?;
        let same = other.as_ref().is_none_or(|other| other.said == own.said);
        let other = other.map(|other| other.instructions as f64 / fights);
        rows.push((encounter, own.instructions as f64 / fights, other, same));
    }
    rows.sort_by(|one, two| two.2.unwrap_or(two.1).total_cmp(&one.2.unwrap_or(one.1)));
    println!("{:34} {:>13} {:>13} {:>7}", "", "instructions", "against", "times");
    for (name, own, other, same) in &rows {
        let (other, times) =
            other.map_or_else(Default::default, |was| (format!("{was:.0}"), format!("{:.2}", was / own)));
        let ended = if *same { "" } else { "  ends otherwise" };
        println!("{name:34} {own:13.0} {other:>13} {times:>7}{ended}");
    }
    let times: Vec<(&str, f64)> =
        rows.iter().filter_map(|(name, own, other, _)| Some((&**name, other.as_ref()? / own))).collect();
    if !times.is_empty() {
        println!("{:34} {:>35.2}", "geometric mean", mean(times.iter().map(|row| row.1)));
        println!("{:34} {:>35.2}", "of the ten slowest", mean(times.iter().take(10).map(|row| row.1)));
        for book in steps::books(root) {
            let own = times.iter().filter(|row| row.0.split('/').next() == Some(&*book));
            println!("{book:34} {:>35.2}", mean(own.map(|row| row.1)));
        }
    }
    Ok(())
}

/// Prints what a decision costs as sides grow, and what a round of crowds does, each with the exponent: 1 where it grows as
/// they do.
///
/// # Errors
/// When a round grows by more than the square of those who fight.
pub fn growth(root: &Path, books: &[&str]) -> Result<(), String> {
    let program = built(root)?;
    let mut steep = Vec::new();
    // The place of the number behind what the program says, and the fights of which it is.
    for (what, sizes, place, fights) in [("a decision", EACH, 1, ["1", "3"]), ("a round", CROWDS, 2, ["0", "1"])] {
        println!("{:18} {} exponent", format!("instr. {what}"), sizes.map(|each| format!("{each:>12}")).concat());
        for book in steps::books(root).iter().filter(|book| books.is_empty() || books.contains(&&***book)) {
            for ground in ["open", "walls"] {
                let [from, to] = fights;
                let cost = |each: u32| {
                    let run = count(&program, &["crowd", book, ground, &each.to_string(), from, to])?;
                    let number: f64 = run.said.get(place).and_then(|word| word.parse().ok()).unwrap_or(1.0);
                    Ok((f64::from(each), run.instructions as f64 / number.max(1.0)))
                };
                let costs = sizes.into_iter().map(cost).collect::<Result<Vec<(f64, f64)>, String>>()?;
                let (told, grows): (String, f64) =
                    (costs.iter().map(|(_, cost)| format!("{cost:12.0}")).collect(), exponent(&costs));
                println!("{:18} {told} {grows:8.2}", format!("{book} {ground}"));
                if sizes == CROWDS && grows > SQUARE {
                    steep.push(format!("{book} {ground}"));
                }
            }
        }
    }
    match steep.is_empty() {
        true => Ok(()),
        false => Err(format!("a round grows by more than the square of those who fight: {}", steep.join(", "))),
    }
}

/// Prints the median time of an answer in each encounter: in a live fight, and in a drill.
pub fn steps(root: &Path) -> Result<(), String> {
    let program = built(root)?;
    println!("{:34} {:>9} {:>9}", "microseconds an answer", "live", "drill");
    for encounter in encounters(root, |_| true)? {
        let median = |how: &str| {
            let done = Command::new(&program).args(["steps", how, &*encounter]).output();
            let done = done.map_err(|fault| format!("{} did not run: {fault}", program.display()))?;
            let said = String::from_utf8_lossy(&done.stdout).into_owned();
            said.split_whitespace().next().map(str::to_owned).ok_or_else(|| format!("{encounter} was not played"))
        };
        println!("{encounter:34} {:>9} {:>9}", median("live")?, median("drill")?);
    }
    Ok(())
}

/// The slope of the straight line through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let many = points.len().max(1) as f64;
    let logs = points.iter().map(|(each, cost)| (each.ln(), cost.max(1.0).ln()));
    let (x, y) = logs.clone().fold((0.0, 0.0), |sums, log| (sums.0 + log.0 / many, sums.1 + log.1 / many));
    let (up, along) =
        logs.fold((0.0, 0.0), |sums, log| (sums.0 + (log.0 - x) * (log.1 - y), sums.1 + (log.0 - x).powi(2)));
    if along > 0.0 { up / along } else { 0.0 }
}

/// The geometric mean.
fn mean(times: impl Iterator<Item = f64>) -> f64 {
    let (many, sum) = times.fold((0u32, 0.0), |(many, sum), one| (many + 1, sum + one.ln()));
    (sum / f64::from(many.max(1))).exp()
}

fn built(root: &Path) -> Result<PathBuf, String> {
    steps::cargo(root, &BUILD, &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release/examples/cost").with_extension(std::env::consts::EXE_EXTENSION))
}

/// The ready-made encounters with a map, as `book/name`.
pub fn with_a_map(root: &Path) -> Result<Vec<String>, String> {
    encounters(root, |text| text.lines().any(|line| line.trim() == "[map]"))
}

/// The ready-made encounters whose text is wanted, as `book/name`.
fn encounters(root: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let files = tree::files(root, "encounters", |path| tree::is(path, "toml")).map_err(|fault| fault.to_string())?;
    let holds = |path: &&PathBuf| std::fs::read_to_string(root.join(path)).is_ok_and(|text| wanted(&text));
    let name = |path: &PathBuf| {
        let bare = path.with_extension("");
        bare.strip_prefix("encounters").unwrap_or(&bare).to_string_lossy().replace('\\', "/")
    };
    Ok(files.iter().filter(holds).map(name).collect())
}

/// Runs the program under callgrind, which counts what happens in its `counted_fights`.
fn count(program: &Path, words: &[&str]) -> Result<Run, String> {
    let told = format!("`valgrind --tool=callgrind {} {}`", program.display(), words.join(" "));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_fights*"]);
    let done = command.arg(program).args(words).output().map_err(|fault| {
        format!("{told} did not run: {fault}. Instructions are counted by Valgrind (`valgrind` on Debian)")
    })?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        return Err(format!("{told} ended with {}: {said}", done.status));
    }
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let instructions = collected.and_then(|(_, number)| number.trim().parse().ok());
    let instructions = instructions.ok_or_else(|| format!("{told} collected nothing: {said}"))?;
    let said = String::from_utf8_lossy(&done.stdout).split_whitespace().map(str::to_owned).collect();
    Ok(Run { instructions, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_straight_growth_is_one() {
        let points: Vec<(f64, f64)> = EACH.map(|each| (f64::from(each), 70.0 * f64::from(each))).to_vec();
        assert!((exponent(&points) - 1.0).abs() < 1e-9);
        assert!(exponent(&EACH.map(|each| (f64::from(each), 9.0))).abs() < 1e-9);
    }

    #[test]
    fn the_geometric_mean_of_two_and_eight_is_four() {
        assert!((mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-9);
    }
}
