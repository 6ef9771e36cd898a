//! What came of days: where the party breaks, how each fight goes, who comes to it and with what.

use quintain_library::rulebook;
use quintain_pages::bench::{Bar, Finding, Line, Shape, Table};
use quintain_pages::thousands;
use quintain_sim::{DayReport, FightOfDay, HeroOfDay, ValueOfDay};

use super::tell::{interval, percent, plot, share, someone_dies, words};

/// The whole, each fight, each hero.
pub(super) fn day(report: &DayReport) -> Finding {
    let whole = &report.whole;
    let mut lines = vec![format!("{} days with seed {}.", thousands(whole.fights), whole.seed)];
    if let Some(party) = whole.sides.first() {
        let (rate, all) = (percent(party.win_rate), interval(party.interval95));
        lines.push(format!("{} win every fight on {rate} of the days, 95 % interval {all}.", party.name));
        let (rate, all) = (percent(party.someone_died_rate), interval(someone_dies(party, whole.fights)));
        lines.push(format!("Somebody of them dies on {rate} of the days, 95 % interval {all}."));
    }
    lines.extend(report.complaints.iter().cloned());
    let mut tables = vec![fights(report)];
    tables.extend(report.fights.iter().enumerate().map(|(place, fight)| heroes(place + 1, fight, &whole.rulebook)));
    let plots = vec![
        plot(
            "Where the party breaks",
            "Of all days, with 95 % intervals. Point at or tap a bar for its figures.",
            Shape::Bars(breaks(report)),
        ),
        plot("How far it comes", "By the fights of the day, with 95 % intervals.", Shape::Lines(course(report))),
    ];
    Finding { lines, plots, tables, stopped: false }
}

fn numbered(place: usize, fight: &FightOfDay) -> String {
    format!("{}. {}", place + 1, fight.title)
}

fn breaks(report: &DayReport) -> Vec<Bar> {
    let one = |(place, fight): (usize, &FightOfDay)| {
        let name = numbered(place, fight);
        share(&name, &format!("{name}: the party breaks here"), fight.breaks_rate, fight.breaks_interval95, Some(1))
    };
    let stands = report.whole.sides.first().map(|party| {
        share("nowhere", "the party stands at the end of the day", party.win_rate, party.interval95, Some(0))
    });
    report.fights.iter().enumerate().map(one).chain(stands).collect()
}

fn course(report: &DayReport) -> Vec<Line> {
    let points = |of: fn(&FightOfDay) -> (f64, [f64; 2]), what: &str| {
        let one = |(place, fight): (usize, &FightOfDay)| {
            let (rate, interval95) = of(fight);
            share(&(place + 1).to_string(), &format!("{}: {what}", numbered(place, fight)), rate, interval95, Some(0))
        };
        report.fights.iter().enumerate().map(one).collect()
    };
    vec![
        Line {
            name: "days that come to it".into(),
            points: points(|fight| (fight.reached_rate, fight.reached_interval95), "days that come to it"),
        },
        Line {
            name: "won, of those".into(),
            points: points(|fight| (fight.won_rate, fight.won_interval95), "won, of those"),
        },
    ]
}

fn fights(report: &DayReport) -> Table {
    let row = |(place, fight): (usize, &FightOfDay)| {
        vec![
            numbered(place, fight),
            percent(fight.reached_rate),
            percent(fight.won_rate),
            interval(fight.won_interval95),
            percent(fight.breaks_rate),
            interval(fight.breaks_interval95),
            format!("{:.1}", fight.mean_rounds),
            format!("{} / {}", fight.rounds_50, fight.rounds_90),
        ]
    };
    Table {
        title: "The fights".into(),
        head: words([
            "fight",
            "days that come to it",
            "won, of those",
            "95 % interval",
            "breaks here, of all",
            "95 % interval",
            "rounds",
            "half within / nine in ten",
        ]),
        rows: report.fights.iter().enumerate().map(row).collect(),
    }
}

fn heroes(number: usize, fight: &FightOfDay, book: &str) -> Table {
    let row = |hero: &HeroOfDay| {
        vec![
            hero.name.clone(),
            percent(hero.came_rate),
            percent(hero.helpless_rate),
            percent(hero.died_rate),
            interval(hero.died_interval95),
            hero.before.iter().map(|value| before(value, book)).collect::<Vec<_>>().join(", "),
        ]
    };
    Table {
        title: format!("The heroes in {number}. {}", fight.title),
        head: words([
            "hero",
            "comes",
            "lies there after it",
            "dies",
            "95 % interval",
            "has before it: median, 1 in 10 to 9 in 10",
        ]),
        rows: fight.heroes.iter().map(row).collect(),
    }
}

/// What a hero has, called as the game calls it.
fn before(value: &ValueOfDay, book: &str) -> String {
    let [_, tenth, _, median, _, ninetieth, _] = value.quantiles;
    let known = rulebook(book).ok().and_then(|book| book.stats().iter().find(|info| info.key == value.key));
    let name = known.map_or_else(|| value.key.replace('-', " "), |info| info.label.to_owned());
    format!("{name} {median} ({tenth} to {ninetieth})")
}
