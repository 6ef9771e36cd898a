//! What came of a question, put into sentences, plots and tables.

use quintain::sim::{
    CombatantReport, Comparison, DamageSource, Difference, FirstOut, Matters, Point, Report, SideReport, Step, Target,
    Telling, Tried,
};
use quintain_pages::bench::{Bar, Finding, Line, Mark, Plot, Shape, Table};
use quintain_pages::thousands;

/// The most changes that are drawn and told; the rest moves too little to be told apart.
const MOST: usize = 40;

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", quintain_sim::tenths_of_a_percent(share))
}

/// A difference of two shares: in points of a hundred, not in hundredths of either.
fn signed(share: f64) -> String {
    format!("{} points", tenths(share))
}

fn tenths(share: f64) -> String {
    // Adding nothing makes plain 0 of a rounded −0.
    format!("{:+.1}", (share * 1000.0).round() / 10.0 + 0.0).replace('-', "−")
}

/// The interval of a difference, as [`signed`] tells one.
fn between([low, high]: [f64; 2]) -> String {
    format!("{} to {} points", tenths(low), tenths(high))
}

pub(super) fn interval([low, high]: [f64; 2]) -> String {
    format!("{} to {}", percent(low), percent(high))
}

pub(super) fn words<const N: usize>(all: [&str; N]) -> Vec<String> {
    all.map(str::to_owned).to_vec()
}

/// A share with its interval, and what it says.
pub(super) fn share(name: &str, of: &str, value: f64, interval95: [f64; 2], side: Option<usize>) -> Bar {
    let say = format!("{of}: {}, 95 % interval {}", percent(value), interval(interval95));
    let mark = Mark { name: name.to_owned(), value, say, figure: percent(value) };
    Bar { mark, interval95, side, whole: Some(1.0) }
}

pub(super) fn plot(title: impl Into<String>, about: impl Into<String>, shape: Shape) -> Plot {
    Plot { title: title.into(), about: about.into(), shape }
}

/// Who wins, who dies, how long it takes, and what told.
pub(super) fn report(report: &Report) -> Finding {
    let nobody = report.undecided + report.stalemates + report.mutual + report.ended;
    let mut lines = vec![format!("{} fights with seed {}.", thousands(report.fights), report.seed)];
    if nobody > 0 {
        lines.push(format!("In {} nobody wins.", percent(nobody as f64 / report.fights.max(1) as f64)));
    }
    let mut plots = vec![wins(report), rounds(report), risks(report)];
    let mut tables = vec![sides(report), combatants(report)];
    if let Some(told) = &report.telling {
        plots.push(sources(report, told));
        tables.push(first_out(told));
    }
    Finding { lines, plots, tables, stopped: false }
}

fn place(report: &Report, side: &str) -> Option<usize> {
    report.sides.iter().position(|known| known.name == side)
}

fn wins(report: &Report) -> Plot {
    let bar = |(place, side): (usize, &SideReport)| {
        share(&side.name, &format!("{} win", side.name), side.win_rate, side.interval95, Some(place))
    };
    let about = "Of all fights, with 95 % intervals. Point at or tap a bar for what it says.";
    plot("Who wins", about, Shape::Bars(report.sides.iter().enumerate().map(bar).collect()))
}

fn rounds(report: &Report) -> Plot {
    let column = |(round, count): (usize, &u64)| Mark {
        name: round.to_string(),
        value: *count as f64,
        say: format!("{round} rounds: {count} of {} fights", report.fights),
        figure: String::new(),
    };
    let rounds = &report.rounds;
    let about = format!("Rounds: {:.1} on average, half within {}, at most {}.", rounds.mean, rounds.p50, rounds.max);
    plot("How long it takes", about, Shape::Columns(rounds.counts.iter().enumerate().map(column).collect()))
}

fn risks(report: &Report) -> Plot {
    let bar = |one: &CombatantReport| {
        let side = place(report, &one.side);
        share(&one.name, &format!("{} dies", one.name), one.died_rate, one.died_interval95, side)
    };
    plot(
        "Who dies",
        "Of all fights, with 95 % intervals. Point at or tap a bar for what it says.",
        Shape::Bars(report.combatants.iter().map(bar).collect()),
    )
}

fn sources(report: &Report, told: &Telling) -> Plot {
    let bar = |source: &DamageSource| {
        let name = source.who.as_ref().map_or_else(|| source.with.clone(), |who| format!("{who}: {}", source.with));
        let ([low, high], all) = (source.interval95, percent(source.share));
        let say =
            format!("{name}: {:.1} in a fight, 95 % interval {low:.1} to {high:.1}; {all} of all damage", source.mean);
        let side = source.side.as_deref().and_then(|side| place(report, side));
        let mark = Mark { name, value: source.mean, say, figure: format!("{:.1}", source.mean) };
        Bar { mark, interval95: source.interval95, side, whole: None }
    };
    let about = format!("In a fight, on average, with 95 % intervals, from {} fights heard in full.", told.fights);
    plot("Damage by source", about, Shape::Bars(told.damage.iter().take(MOST).map(bar).collect()))
}

fn first_out(told: &Telling) -> Table {
    let row = |one: &FirstOut| vec![one.who.clone(), one.side.clone(), percent(one.rate), interval(one.interval95)];
    Table {
        title: "Who falls first (or together with the first)".into(),
        head: words(["who", "side", "of the fights", "95 % interval"]),
        rows: told.first_out.iter().map(row).collect(),
    }
}

fn sides(report: &Report) -> Table {
    let row = |side: &SideReport| {
        vec![
            side.name.clone(),
            side.wins.to_string(),
            percent(side.win_rate),
            interval(side.interval95),
            percent(side.someone_died_rate),
            percent(side.all_out_rate),
        ]
    };
    Table {
        title: "The sides".into(),
        head: words(["side", "wins", "of all", "95 % interval", "someone dies", "all are out"]),
        rows: report.sides.iter().map(row).collect(),
    }
}

fn combatants(report: &Report) -> Table {
    let row = |one: &CombatantReport| {
        vec![
            one.name.clone(),
            one.side.clone(),
            percent(one.died_rate),
            interval(one.died_interval95),
            percent(one.out_rate),
            interval(one.out_interval95),
            format!("{:.1}", one.mean_damage_dealt),
            amounts(one.dealt_interval95),
            format!("{:.1}", one.mean_damage_taken),
            amounts(one.taken_interval95),
        ]
    };
    let ninety = "95 % interval";
    Table {
        title: "The combatants".into(),
        head: words([
            "combatant",
            "side",
            "died",
            ninety,
            "out",
            ninety,
            "damage dealt",
            ninety,
            "damage taken",
            ninety,
        ]),
        rows: report.combatants.iter().map(row).collect(),
    }
}

/// The interval of a mean that is no share.
fn amounts([low, high]: [f64; 2]) -> String {
    format!("{low:.1} to {high:.1}")
}

fn difference(name: &str, told: &Difference) -> Bar {
    let say = format!(
        "{name}: {} to {}, that is {}, 95 % interval {}",
        percent(told.first),
        percent(told.second),
        signed(told.difference),
        between(told.interval95)
    );
    Bar {
        mark: Mark { name: name.to_owned(), value: told.difference, say, figure: signed(told.difference) },
        interval95: told.interval95,
        side: Some(usize::from(told.difference < 0.0)),
        whole: None,
    }
}

fn differing(name: &str, told: &Difference) -> Vec<String> {
    vec![name.to_owned(), percent(told.first), percent(told.second), signed(told.difference), between(told.interval95)]
}

/// What differs between two encounters.
pub(super) fn comparison(told: &Comparison) -> Finding {
    let bars = told.figures.iter().map(|figure| difference(&figure.what, figure)).collect();
    let rows = told.figures.iter().map(|figure| differing(&figure.what, figure)).collect();
    Finding {
        lines: vec![
            format!("{} against {}.", told.first, told.second),
            format!("{} pairs of fights under the same dice, seed {}.", thousands(told.fights), told.seed),
        ],
        plots: vec![plot(
            "The difference",
            "The second less the first, with 95 % intervals. Point at or tap a bar for its figures.",
            Shape::Bars(bars),
        )],
        tables: vec![Table {
            title: "In figures".into(),
            head: words(["", "first", "second", "difference", "95 % interval"]),
            rows,
        }],
        stopped: false,
    }
}

/// What comes of every setting.
pub(super) fn sweep(knobs: &[String], points: &[Point]) -> Finding {
    let first = |point: &Point| point.report.sides.first().cloned();
    let name = points.first().and_then(first).map_or_else(String::new, |side| side.name);
    let shape = if knobs.len() == 2 { grid(&name, points) } else { lines(&name, points) };
    let rows = points.iter().filter_map(|point| {
        let side = first(point)?;
        let figures = [
            percent(side.win_rate),
            interval(side.interval95),
            percent(side.someone_died_rate),
            interval(someone_dies(&side, point.report.fights)),
            format!("{:.1}", point.report.rounds.mean),
        ];
        Some(point.at.iter().cloned().chain(figures).collect())
    });
    let ninety = "95 % interval".to_owned();
    let dies = format!("someone of {name} dies");
    let figures = [format!("{name} win"), ninety.clone(), dies, ninety, "rounds on average".to_owned()];
    let about = match knobs {
        [down, across] => {
            format!("How often {name} win: {across} across, {down} down. Point at or tap a field for its figures.")
        }
        _ => format!(
            "By {}, with 95 % intervals. Point at or tap a value for its figures.",
            knobs.first().map_or("", String::as_str)
        ),
    };
    let fights = points.first().map_or(0, |point| point.report.fights);
    Finding {
        lines: vec![format!("{} settings, {} fights each under the same dice.", points.len(), thousands(fights))],
        plots: vec![plot(format!("How often {name} win"), about, shape)],
        tables: vec![Table {
            title: "In figures".into(),
            head: knobs.iter().cloned().chain(figures).collect(),
            rows: rows.collect(),
        }],
        stopped: false,
    }
}

/// The 95 % interval of the fights in which someone of a side dies.
pub(super) fn someone_dies(side: &SideReport, fights: u64) -> [f64; 2] {
    let (low, high) = quintain_engine::wilson(side.someone_died_rate, fights as f64);
    [low, high]
}

fn lines(name: &str, points: &[Point]) -> Shape {
    let sides: Vec<(String, &SideReport, u64)> = points
        .iter()
        .filter_map(|point| Some((point.at.join(", "), point.report.sides.first()?, point.report.fights)))
        .collect();
    let wins = sides
        .iter()
        .map(|(at, side, _)| share(at, &format!("{at}: {name} win"), side.win_rate, side.interval95, Some(0)));
    let dies = sides.iter().map(|(at, side, fights)| {
        let interval95 = someone_dies(side, *fights);
        share(at, &format!("{at}: someone of {name} dies"), side.someone_died_rate, interval95, Some(1))
    });
    Shape::Lines(vec![
        Line { name: format!("{name} win"), points: wins.collect() },
        Line { name: format!("someone of {name} dies"), points: dies.collect() },
    ])
}

fn grid(name: &str, points: &[Point]) -> Shape {
    let values = |knob: usize| {
        let mut seen: Vec<String> = Vec::new();
        for value in points.iter().filter_map(|point| point.at.get(knob)) {
            if !seen.contains(value) {
                seen.push(value.clone());
            }
        }
        seen
    };
    let field = |point: &Point| {
        let side = point.report.sides.first()?;
        let at = point.at.join(", ");
        Some(share(&at, &format!("{at}: {name} win"), side.win_rate, side.interval95, None).mark)
    };
    Shape::Grid { down: values(0), across: values(1), fields: points.iter().filter_map(field).collect() }
}

/// Which settings meet a target.
pub(super) fn tuned(knobs: &[String], target: &Target, found: &[Tried]) -> Finding {
    let bars = found.iter().take(MOST).map(|one| {
        let at = one.values.join(", ");
        share(&at, &at, one.share, one.interval95, Some(usize::from(!one.meets(target))))
    });
    let rows = found.iter().map(|one| {
        let meets = if one.meets(target) { "meets it" } else { "" };
        one.values.iter().cloned().chain([percent(one.share), interval(one.interval95), meets.to_owned()]).collect()
    });
    let best = match found.first() {
        Some(one) if one.meets(target) => {
            let turned: Vec<String> =
                knobs.iter().zip(&one.values).map(|(knob, value)| format!("{knob} = {value}")).collect();
            format!("{} comes to {}.", turned.join(", "), percent(one.share))
        }
        Some(_) => "No setting meets it; the first comes nearest.".to_owned(),
        None => "Nothing was tried.".to_owned(),
    };
    let head = knobs.iter().cloned().chain(words(["comes to", "95 % interval", ""])).collect();
    Finding {
        lines: vec![format!("The target is {}.", percent(target.share)), best],
        plots: vec![plot(
            "What was tried",
            "The nearest first; those in the first colour meet the target.",
            Shape::Bars(bars.collect()),
        )],
        tables: vec![Table { title: "In figures".into(), head, rows: rows.collect() }],
        stopped: false,
    }
}

/// What moves the first side's victories.
pub(super) fn matters(side: &str, found: &[Matters]) -> Finding {
    let sure = |figure: &Difference| figure.interval95[0] > 0.0 || figure.interval95[1] < 0.0;
    let told: Vec<(&str, &Difference)> = found
        .iter()
        .filter_map(|one| Some((one.what.as_str(), one.figures.first()?)))
        .filter(|(_, figure)| sure(figure))
        .collect();
    let bars = told.iter().take(MOST).map(|(what, figure)| difference(what, figure)).collect();
    let rows = told.iter().map(|(what, figure)| differing(what, figure)).collect();
    let moving = match told.len() {
        0 => "none of them moves".to_owned(),
        1 => "one of them moves".to_owned(),
        many => format!("{many} of them move"),
    };
    Finding {
        lines: vec![
            format!(
                "{} changes were tried; {moving} how often {side} win so far that the 95 % interval leaves 0 out.",
                found.len()
            ),
            format!(
                "By chance alone {} of so many would. What matters lies far from 0, or shows again with another seed.",
                one_in_twenty(found.len())
            ),
        ],
        plots: vec![plot(
            format!("What moves how often {side} win"),
            "One thing changed by one step, with 95 % intervals. Point at or tap a bar for its figures.",
            Shape::Bars(bars),
        )],
        tables: vec![Table {
            title: "In figures".into(),
            head: words(["change", "as it stands", "changed", "difference", "95 % interval"]),
            rows,
        }],
        stopped: false,
    }
}

/// How many of so many lie outside of their 95 % intervals by chance, in words.
fn one_in_twenty(all: usize) -> String {
    match all / 20 {
        0 => "one at most".to_owned(),
        few => format!("about {few}"),
    }
}

/// Which way to play is the stronger.
pub(super) fn ladder(steps: &[Step]) -> Finding {
    let name = |step: &Step| format!("{} against {}", step.stronger, step.weaker);
    let verdict = |step: &Step| match step.rung.interval95 {
        [low, _] if low > 0.5 => "stronger",
        [_, high] if high < 0.5 => "weaker",
        _ => "not told apart",
    };
    let bars = steps.iter().map(|step| share(&name(step), &name(step), step.rung.score, step.rung.interval95, Some(0)));
    let rows = steps.iter().map(|step| {
        vec![
            name(step),
            step.rung.pairs.to_string(),
            percent(step.rung.score),
            interval(step.rung.interval95),
            verdict(step).to_owned(),
        ]
    });
    Finding {
        lines: vec![
            "Each pair of fights is played twice, with the sides swapped; equals take 50 % of the points.".to_owned(),
        ],
        plots: vec![plot(
            "Points",
            "With 95 % intervals. Point at or tap a bar for its figures.",
            Shape::Bars(bars.collect()),
        )],
        tables: vec![Table {
            title: "In figures".into(),
            head: words(["", "pairs", "points", "95 % interval", ""]),
            rows: rows.collect(),
        }],
        stopped: false,
    }
}
