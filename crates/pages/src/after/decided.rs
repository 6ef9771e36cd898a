//! What decided a fight: luck apart from choice, the way of the chance of victory, and the moments at which it turned.

use maud::{Markup, html};

use crate::figures::percent;

/// How many turning points are told.
const POINTS: usize = 5;

/// The size of the plot, in its own units.
const WIDE: f64 = 720.0;
const TALL: f64 = 200.0;

/// What moved the chance of victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Dice.
    Luck,
    /// A decision.
    Choice,
    /// The game master's word.
    Edict,
}

impl Mover {
    fn word(self) -> &'static str {
        match self {
            Mover::Luck => "luck",
            Mover::Choice => "choice",
            Mover::Edict => "edict",
        }
    }
}

/// One moment at which the chance may have moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The moment just behind it, as `earlier` takes it.
    pub moment: usize,
    /// In which round.
    pub round: u32,
    /// What moved it.
    pub mover: Mover,
    /// What it was, in words.
    pub what: String,
    /// The chance just after it, from 0 to 1.
    pub after: f64,
    /// How far it moved, from -1 to 1.
    pub swing: f64,
    /// Half the width of the swing's 95 % interval.
    pub within: f64,
}

impl Turn {
    fn is_sure(&self) -> bool {
        self.swing.abs() > self.within
    }
}

/// A fight weighed at each of its moments, for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The side.
    pub side: String,
    /// Its chance at the start.
    pub before: f64,
    /// How far luck moved it, all dice together.
    pub luck: f64,
    /// How far decisions did.
    pub choice: f64,
    /// How far the game master's edicts did.
    pub edicts: f64,
    /// Every moment that could move it, the oldest first.
    pub turns: Vec<Turn>,
    /// How often the fight was played out from each.
    pub play_outs: u32,
}

impl Decided {
    /// The moments that surely moved most, the farthest first; those that may be chance only where no others are left.
    fn turning_points(&self) -> Vec<&Turn> {
        let mut all: Vec<&Turn> = self.turns.iter().filter(|turn| turn.swing != 0.0).collect();
        all.sort_by(|a, b| b.is_sure().cmp(&a.is_sure()).then(b.swing.abs().total_cmp(&a.swing.abs())));
        all.truncate(POINTS);
        all
    }
}

/// What decided it. `rough` says that a surer answer is on its way.
pub(crate) fn decided(told: &Decided, base: &str, rough: bool) -> Markup {
    let doubt = 0.98 / f64::from(told.play_outs.max(1)).sqrt();
    let last = told.turns.last().map_or(told.before, |turn| turn.after);
    html! {
        p {
            "From its start the fight goes to " b { (told.side) } " in " b { (percent(told.before)) } " of all ways, from where it stands now in "
            b { (percent(last)) } ". What moved that:"
        }
        table .movers {
            (mover("Luck", "all dice together", told.luck))
            (mover("Choice", "what was decided, by people and by tactics", told.choice))
            @if told.edicts != 0.0 { (mover("Edicts", "what the game master changed by hand", told.edicts)) }
        }
        (course(told, base))
        h3 { "Turning points" }
        @let points = told.turning_points();
        @if points.is_empty() { p .dim { "Nothing moved it." } }
        ol .turns {
            @for turn in points {
                li {
                    a href={ (base) "/earlier?facts=" (turn.moment) } {
                        b .moved { (signed(turn.swing)) } " " span { (turn.what) }
                    }
                    small { "round " (turn.round) " · " (turn.mover.word()) " · known to ± " (tenths(turn.within)) @if !turn.is_sure() { " · may be chance" } }
                }
            }
        }
        p .dim {
            (told.play_outs) " play-outs after each die and each decision, on the same dice; chances are known to ± " (percent(doubt)) "."
            @if rough { " Surer figures are on their way." }
        }
    }
}

fn mover(name: &str, about: &str, moved: f64) -> Markup {
    html! { tr { th { (name) " " small { (about) } } td { (lever(moved)) } td { (signed(moved)) } } }
}

/// How far something moved a chance, to the right or to the left.
fn lever(moved: f64) -> Markup {
    let wide = moved.abs().min(1.0) * 100.0;
    let x = if moved < 0.0 { 100.0 - wide } else { 100.0 };
    html! {
        svg .lever viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true" {
            rect .bar width="200" height="10" {}
            rect .for[moved >= 0.0] .against[moved < 0.0] x=(format!("{x:.1}")) width=(format!("{wide:.1}")) height="10" {}
            rect .middle x="99" width="2" height="10" {}
        }
    }
}

fn signed(share: f64) -> String {
    tenths_of(share, true)
}

fn tenths(share: f64) -> String {
    tenths_of(share, false)
}

fn tenths_of(share: f64, sign: bool) -> String {
    let tenths = (share * 1000.0).round() / 10.0;
    match (sign, tenths) {
        (_, 0.0) => "0.0 %".to_owned(),
        (true, below) if below < 0.0 => format!("−{:.1} %", below.abs()),
        (true, above) => format!("+{above:.1} %"),
        (false, any) => format!("{any:.1} %"),
    }
}

/// The chance over the moments, with every turning point as a mark that leads there.
fn course(told: &Decided, base: &str) -> Markup {
    let count = told.turns.len().max(1) as f64;
    let x = |place: usize| 44.0 + place as f64 / count * (WIDE - 60.0);
    let y = |share: f64| 8.0 + (1.0 - share) * (TALL - 16.0);
    let along = std::iter::once(told.before).chain(told.turns.iter().map(|turn| turn.after));
    let line: Vec<String> =
        along.enumerate().map(|(place, share)| format!("{:.1} {:.1}", x(place), y(share))).collect();
    let points = told.turning_points();
    html! {
        figure .plot data-plot {
            svg viewBox=(format!("0 0 {WIDE} {TALL}")) role="group" aria-label={ "The chance of " (told.side) " from the beginning to the end" } {
                @for half in [0.0, 0.5, 1.0] {
                    path .axis d=(format!("M44 {:.1}H{}", y(half), WIDE - 16.0)) {}
                    text .dim x="38" y=(format!("{:.1}", y(half) + 4.0)) text-anchor="end" { (format!("{:.0} %", half * 100.0)) }
                }
                path .course d=(format!("M{}", line.join("L"))) {}
                @for (place, turn) in told.turns.iter().enumerate().filter(|(_, turn)| points.contains(turn)) {
                    @let words = format!("{} {}, round {}: {}", signed(turn.swing), turn.mover.word(), turn.round, turn.what);
                    a href={ (base) "/earlier?facts=" (turn.moment) } data-say=(words) aria-label=(words) {
                        title { (words) }
                        circle .hit cx=(format!("{:.1}", x(place + 1))) cy=(format!("{:.1}", y(turn.after))) r="14" {}
                        circle .point cx=(format!("{:.1}", x(place + 1))) cy=(format!("{:.1}", y(turn.after))) r="6" {}
                    }
                }
            }
            figcaption aria-live="polite" { "The chance of " (told.side) ", move by move. The marks are the turning points." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(moment: usize, swing: f64, within: f64) -> Turn {
        let what = format!("die {moment}");
        Turn { moment, round: 1, mover: Mover::Luck, what, after: 0.5, swing, within }
    }

    #[test]
    fn sure_turns_come_first_and_each_leads_to_its_moment() {
        let turns = vec![turn(3, 0.3, 0.4), turn(7, -0.2, 0.1), turn(9, 0.0, 0.0)];
        let told =
            Decided { side: "heroes".into(), before: 0.25, luck: 0.1, choice: 0.0, edicts: 0.0, turns, play_outs: 100 };
        let points: Vec<usize> = told.turning_points().iter().map(|turn| turn.moment).collect();
        assert_eq!(points, [7, 3]);
        let page = decided(&told, "/t/x", false).into_string();
        assert!(
            page.contains("/t/x/earlier?facts=7") && page.contains("−20.0 %") && page.contains("may be chance"),
            "{page}"
        );
        assert!(!page.contains("facts=9"), "what moved nothing is no turning point");
    }

    #[test]
    fn shares_are_signed_and_nothing_is_no_minus() {
        assert_eq!([0.123, -0.05, -0.0001].map(signed), ["+12.3 %", "−5.0 %", "0.0 %"]);
    }
}
