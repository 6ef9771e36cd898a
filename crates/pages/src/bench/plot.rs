//! Plots that can be pointed at: every figure is a mark with its words, for pointer, finger, keys and screen readers.

use maud::{Markup, html};

use super::finding::{Bar, Line, Mark, Plot, Shape};

/// The width of the plots, in their own units.
const WIDE: f64 = 720.0;

/// Where bars begin and end, and how high a row of them is.
const FROM: f64 = 210.0;
const UPTO: f64 = 610.0;
const ROW: f64 = 34.0;

/// The height of columns and lines.
const TALL: f64 = 220.0;

/// The most rows and columns that are drawn; the table has all.
const MOST_ROWS: usize = 40;
const MOST_COLUMNS: usize = 60;

/// A plot with what it shows.
pub(crate) fn plot(plot: &Plot) -> Markup {
    html! {
        figure .plot data-plot {
            h3 { (plot.title) }
            @match &plot.shape {
                Shape::Bars(bars) => { (bars_of(&plot.title, bars)) }
                Shape::Columns(marks) => { (columns(&plot.title, marks)) }
                Shape::Lines(lines) => { (lines_of(&plot.title, lines)) }
                Shape::Grid { down, across, fields } => { (grid(&plot.title, (down, across), fields)) }
            }
            figcaption aria-live="polite" { (plot.about) }
        }
    }
}

/// One mark: what is pointed at, and what it says.
fn mark(mark: &Mark, drawn: &Markup) -> Markup {
    html! { g tabindex="0" role="img" data-say=(mark.say) aria-label=(mark.say) { title { (mark.say) } (drawn) } }
}

fn canvas(title: &str, tall: f64, drawn: &Markup) -> Markup {
    html! { svg viewBox=(format!("0 0 {WIDE} {tall:.0}")) role="group" aria-label=(title) { (drawn) } }
}

/// A number as SVG takes it.
fn n(value: f64) -> String {
    format!("{value:.1}")
}

fn colour(side: Option<usize>) -> String {
    side.map_or_else(|| "fnone".to_owned(), |side| format!("f{}", side % 6))
}

/// The least and the most that bars reach, with nothing always among it.
fn reach(bars: &[Bar]) -> (f64, f64) {
    let ends = bars
        .iter()
        .flat_map(|bar| [bar.mark.value, bar.interval95[0], bar.interval95[1], bar.whole.unwrap_or(bar.mark.value)]);
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    if high - low < 1e-9 { (0.0, 1.0) } else { (low, high) }
}

fn bars_of(title: &str, bars: &[Bar]) -> Markup {
    let shown = &bars[..bars.len().min(MOST_ROWS)];
    let (low, high) = reach(shown);
    let x = |value: f64| FROM + (value - low) / (high - low) * (UPTO - FROM);
    let tall = shown.len() as f64 * ROW;
    let is_shares = !shown.is_empty() && shown.iter().all(|bar| bar.whole == Some(1.0));
    let drawn = html! {
        path .axis d=(format!("M{} 0V{}", n(x(0.0)), n(tall))) {}
        @if is_shares {
            @for quarter in 0..=4 {
                @let (at, share) = (x(f64::from(quarter) / 4.0), quarter * 25);
                path .axis d=(format!("M{} 0V{}", n(at), n(tall + 4.0))) {}
                text .dim x=(n(at)) y=(n(tall + 18.0)) text-anchor="middle" { (share) " %" }
            }
        }
        @for (row, bar) in shown.iter().enumerate() {
            @let y = row as f64 * ROW;
            @let (zero, end) = (x(0.0), x(bar.mark.value));
            (mark(&bar.mark, &html! {
                rect .hit x="0" y=(n(y)) width=(WIDE) height=(ROW) rx="6" {}
                text x=(n(FROM - 10.0)) y=(n(y + 22.0)) text-anchor="end" { (short(&bar.mark.name)) }
                rect class=(colour(bar.side)) x=(n(zero.min(end))) y=(n(y + 6.0)) width=(n((end - zero).abs())) height=(n(ROW - 12.0)) rx="3" {}
                path .whisker d=(format!("M{} {}H{}", n(x(bar.interval95[0])), n(y + ROW / 2.0), n(x(bar.interval95[1])))) {}
                text x=(n(WIDE - 4.0)) y=(n(y + 22.0)) text-anchor="end" { (bar.mark.figure) }
            }))
        }
    };
    canvas(title, tall + if is_shares { 24.0 } else { 2.0 }, &drawn)
}

/// A name that fits beside a bar: of a long one the beginning and the end, in which names of one kind differ.
fn short(name: &str) -> String {
    const LETTERS: usize = 22;
    const END: usize = 13;
    let count = name.chars().count();
    if count <= LETTERS {
        name.to_owned()
    } else {
        name.chars().take(LETTERS - END - 1).chain(['…']).chain(name.chars().skip(count - END)).collect()
    }
}

fn columns(title: &str, marks: &[Mark]) -> Markup {
    let shown = &marks[..marks.len().min(MOST_COLUMNS)];
    let most = shown.iter().map(|mark| mark.value).fold(1e-9, f64::max);
    let wide = WIDE / shown.len().max(1) as f64;
    let every = shown.len() / 16 + 1;
    let drawn = html! {
        @for (place, one) in shown.iter().enumerate() {
            @let (x, tall) = (place as f64 * wide, one.value / most * TALL);
            (mark(one, &html! {
                rect .hit x=(n(x)) y="0" width=(n(wide)) height=(n(TALL)) {}
                rect .f0 x=(n(x + 1.0)) y=(n(TALL - tall)) width=(n((wide - 2.0).max(0.5))) height=(n(tall)) rx="2" {}
            }))
            @if place % every == 0 { text .dim x=(n(x + wide / 2.0)) y=(n(TALL + 18.0)) text-anchor="middle" { (one.name) } }
        }
        path .axis d=(format!("M0 {TALL}H{WIDE}")) {}
    };
    canvas(title, TALL + 24.0, &drawn)
}

fn lines_of(title: &str, lines: &[Line]) -> Markup {
    let count = lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    let x = |place: usize| 50.0 + place as f64 * (WIDE - 80.0) / (count.max(2) - 1) as f64;
    let y = |share: f64| 10.0 + (1.0 - share) * TALL;
    let every = count / 14 + 1;
    let drawn = html! {
        @for tenth in (0..=10).step_by(2) {
            @let height = n(y(f64::from(tenth) / 10.0));
            path .axis d=(format!("M50 {height}H{}", WIDE - 30.0)) {}
            text .dim x="44" y=(n(y(f64::from(tenth) / 10.0) + 4.0)) text-anchor="end" { (tenth * 10) " %" }
        }
        @for (colour, line) in lines.iter().enumerate() {
            @let along = |end: usize| line.points.iter().enumerate().map(move |(place, bar)| (place, bar.interval95[end]));
            @let band = along(0).chain(along(1).rev()).map(|(place, share)| format!("{} {}", n(x(place)), n(y(share))));
            path class={ "spread f" (colour % 6) } d=(format!("M{}Z", band.collect::<Vec<_>>().join("L"))) {}
            @let middle = line.points.iter().enumerate().map(|(place, bar)| format!("{} {}", n(x(place)), n(y(bar.mark.value))));
            path class={ "course c" (colour % 6) } d=(format!("M{}", middle.collect::<Vec<_>>().join("L"))) {}
        }
        @for (colour, line) in lines.iter().enumerate() {
            @for (place, bar) in line.points.iter().enumerate() {
                @let (cx, cy) = (n(x(place)), n(y(bar.mark.value)));
                (mark(&bar.mark, &html! { circle .hit cx=(cx) cy=(cy) r="16" {} circle class={ "point f" (colour % 6) } cx=(cx) cy=(cy) r="5" {} }))
                @if colour == 0 && place % every == 0 { text .dim x=(cx) y=(n(TALL + 30.0)) text-anchor="middle" { (bar.mark.name) } }
            }
        }
    };
    html! { (canvas(title, TALL + 38.0, &drawn)) (key(lines)) }
}

/// Which line is which.
fn key(lines: &[Line]) -> Markup {
    html! {
        ul .chips {
            @for (colour, line) in lines.iter().enumerate() {
                li .chip { svg width="14" height="14" viewBox="0 0 10 10" aria-hidden="true" { rect class={ "f" (colour % 6) } width="10" height="10" rx="2" {} } (line.name) }
            }
        }
    }
}

fn grid(title: &str, (down, across): (&[String], &[String]), fields: &[Mark]) -> Markup {
    let wide = (WIDE - 100.0) / across.len().max(1) as f64;
    let drawn = html! {
        @for (place, one) in fields.iter().enumerate() {
            @let (x, y) = (100.0 + (place % across.len().max(1)) as f64 * wide, (place / across.len().max(1)) as f64 * ROW);
            (mark(one, &html! {
                rect .hit x=(n(x)) y=(n(y)) width=(n(wide)) height=(n(ROW)) {}
                rect .f0 opacity=(format!("{:.2}", 0.06 + one.value * 0.94)) x=(n(x + 1.0)) y=(n(y + 1.0)) width=(n((wide - 2.0).max(0.5))) height=(n(ROW - 2.0)) rx="3" {}
                @if wide > 40.0 { text .onshade[one.value > 0.5] x=(n(x + wide / 2.0)) y=(n(y + 22.0)) text-anchor="middle" { (format!("{:.0} %", one.value * 100.0)) } }
            }))
        }
        @for (row, value) in down.iter().enumerate() { text .dim x="92" y=(n(row as f64 * ROW + 22.0)) text-anchor="end" { (value) } }
        @for (column, value) in across.iter().enumerate().step_by(across.len() / 16 + 1) {
            text .dim x=(n(100.0 + (column as f64 + 0.5) * wide)) y=(n(down.len() as f64 * ROW + 18.0)) text-anchor="middle" { (value) }
        }
    };
    canvas(title, down.len() as f64 * ROW + 24.0, &drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(name: &str, value: f64) -> Bar {
        let mark = Mark { name: name.into(), value, say: format!("{name} is {value}"), figure: value.to_string() };
        Bar { mark, interval95: [value - 0.1, value + 0.1], side: Some(0), whole: None }
    }

    #[test]
    fn every_figure_can_be_pointed_at_and_says_what_it_is() {
        let shapes = [
            Shape::Bars(vec![bar("a <b>", 0.5), bar("c", -0.2)]),
            Shape::Columns(vec![bar("1", 3.0).mark, bar("2", 0.0).mark]),
            Shape::Lines(vec![Line { name: "heroes win".into(), points: vec![bar("1", 0.2), bar("2", 0.9)] }]),
            Shape::Grid {
                down: vec!["0".into()],
                across: vec!["x".into(), "y".into()],
                fields: vec![bar("0, x", 0.1).mark, bar("0, y", 1.0).mark],
            },
        ];
        for shape in shapes {
            let drawn = plot(&Plot { title: "t".into(), about: "about".into(), shape }).into_string();
            assert_eq!(drawn.matches("data-say").count(), 2, "{drawn}");
            assert_eq!(drawn.matches("tabindex").count(), 2);
            assert!(!drawn.contains("NaN") && !drawn.contains("<b>") && !drawn.contains("style="), "{drawn}");
        }
    }

    #[test]
    fn shares_are_drawn_to_one_scale() {
        let half = |value| Bar { whole: Some(1.0), ..bar("a", value) };
        assert_eq!((reach(&[half(0.5)]), reach(&[half(0.05)])), ((0.0, 1.0), (-0.05, 1.0)));
        assert_eq!(reach(&[bar("a", 4.0)]), (0.0, 4.1));
        let has_axis = |bar: Bar| bars_of("t", &[bar]).into_string().contains("100 %");
        assert!(has_axis(half(0.5)) && !has_axis(bar("a", 4.0)));
    }

    #[test]
    fn nothing_to_draw_is_drawn() {
        let empty = [Shape::Bars(Vec::new()), Shape::Columns(Vec::new()), Shape::Lines(Vec::new())];
        for shape in empty {
            let drawn = plot(&Plot { title: "t".into(), about: String::new(), shape }).into_string();
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
