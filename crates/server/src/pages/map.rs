//! The battle map as SVG: ground, edges, what lights up, tokens. Row 1 is at the bottom.

use std::collections::HashSet;

use maud::{Markup, html};
use quintain_engine::{Choice, CombatantView, View};
use quintain_field::{Cover, Edge, Map, Square};
use quintain_session::{Band, SeenQuestion};

/// The side of a square in units of the drawing.
const UNIT: i32 = 40;

/// What the drawing needs of a map.
struct Paper {
    columns: i32,
    rows: i32,
}

impl Paper {
    fn of(map: &Map) -> Paper {
        let bounds = map.bounds();
        let side = |squares: u32| i32::try_from(squares).unwrap_or(i32::MAX / UNIT);
        Paper { columns: side(bounds.width()), rows: side(bounds.depth()) }
    }

    fn x(&self, square: Square) -> i32 {
        i32::from(square.x) * UNIT
    }

    /// The upper edge of a square: rows count from the bottom, the drawing from the top.
    fn y(&self, square: Square) -> i32 {
        (self.rows - 1 - i32::from(square.y)) * UNIT
    }

    fn view_box(&self) -> String {
        format!(
            "{} {} {} {}",
            -UNIT / 2,
            -UNIT / 4,
            self.columns * UNIT + UNIT * 3 / 4,
            self.rows * UNIT + UNIT * 3 / 4
        )
    }
}

/// A small picture without anybody on it.
pub(crate) fn picture(map: &Map) -> Markup {
    let paper = Paper::of(map);
    html! {
        svg .map .small viewBox=(format!("0 0 {} {}", paper.columns * UNIT, paper.rows * UNIT)) aria-hidden="true" {
            g .ground {
                rect .sq width=(paper.columns * UNIT) height=(paper.rows * UNIT) {}
                @for (first, squares, kind) in runs(map) {
                    rect class=(kind) x=(paper.x(first)) y=(paper.y(first)) width=(squares * UNIT) height=(UNIT) {}
                }
            }
            (edges(map, &paper))
        }
    }
}

/// Squares of one look side by side, where it is not plain floor: the first of them and how many.
fn runs(map: &Map) -> Vec<(Square, i32, &'static str)> {
    let mut runs: Vec<(Square, i32, &'static str)> = Vec::new();
    for square in map.bounds().squares() {
        let kind = kind(map, square);
        match runs.last_mut() {
            Some((first, squares, of))
                if *of == kind && first.y == square.y && i32::from(first.x) + *squares == i32::from(square.x) =>
            {
                *squares += 1;
            }
            _ => runs.push((square, 1, kind)),
        }
    }
    runs.retain(|(_, _, kind)| *kind != "sq");
    runs
}

/// The map with everybody on it; where a question wants squares or targets, the legal ones light up.
pub(crate) fn map(map: &Map, picture: Option<&str>, view: &View, questions: &[SeenQuestion]) -> Markup {
    let paper = Paper::of(map);
    html! {
        svg #map .map .pictured[picture.is_some()] viewBox=(paper.view_box()) data-home=(paper.view_box()) data-rows=(paper.rows) tabindex="0" role="img"
            aria-label="Battle map; the list below says the same in words" {
            @if let Some(name) = picture {
                image href={ "/pictures/" (name) } width=(paper.columns * UNIT) height=(paper.rows * UNIT)
                    preserveAspectRatio="none" {}
            }
            (ground(map, &paper))
            (grid(&paper))
            (edges(map, &paper))
            (lights(&paper, view, questions))
            path #way {}
            g #tokens {
                @for (place, combatant) in view.combatants.iter().enumerate() {
                    @if let Some(at) = combatant.at { (token(&paper, view, place, combatant, at)) }
                }
            }
        }
    }
}

fn ground(map: &Map, paper: &Paper) -> Markup {
    html! {
        g .ground {
            @for square in map.bounds().squares() {
                rect class=(kind(map, square)) x=(paper.x(square)) y=(paper.y(square)) width=(UNIT) height=(UNIT) {
                    title { (square) @if let Some(name) = map.terrain_name(square) { " " (name) } }
                }
                @if map.ground(square).tenths() != 0 && !map.blocks_sight(square) {
                    text .height x=(paper.x(square) + 3) y=(paper.y(square) + 11) { (map.ground(square)) }
                }
            }
        }
    }
}

/// The look of a square.
fn kind(map: &Map, square: Square) -> &'static str {
    if map.blocks_movement(square) && map.blocks_sight(square) {
        return if map.door(square).is_some() { "sq door" } else { "sq wall" };
    }
    if map.is_exit(square) {
        return "sq exit";
    }
    match map.terrain_name(square) {
        Some(name) if name.contains("deep") => "sq deep",
        Some(name) if name.contains("water") => "sq water",
        Some("difficult") => "sq rough",
        Some("heavy") => "sq heavy",
        Some("pit") => "sq pit",
        Some("fog") => "sq fog",
        _ if map.cover(square) != Cover::None => "sq cover",
        _ if map.blocks_movement(square) => "sq block",
        _ => "sq",
    }
}

fn grid(paper: &Paper) -> Markup {
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    html! {
        g .grid {
            @for x in 0..=paper.columns { path d=(format!("M{} 0V{height}", x * UNIT)) {} }
            @for y in 0..=paper.rows { path d=(format!("M0 {}H{width}", y * UNIT)) {} }
            @for y in 0..paper.rows {
                text x="-5" y=(y * UNIT + UNIT / 2 + 4) text-anchor="end" { (paper.rows - y) }
            }
            @for x in 0..paper.columns {
                text x=(x * UNIT + UNIT / 2) y=(height + 13) text-anchor="middle" { (column(x)) }
            }
        }
    }
}

/// The letters of a column, as squares are named.
fn column(x: i32) -> String {
    let square = Square { x: i16::try_from(x).unwrap_or(0), y: 0 };
    square.to_string().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

fn edges(map: &Map, paper: &Paper) -> Markup {
    html! {
        g .edges {
            @for (a, b, edge) in map.edges() {
                @if edge != Edge::Open {
                    path class=(edge_class(edge)) d=(between(paper, a, b)) { title { (edge) } }
                }
            }
        }
    }
}

fn edge_class(edge: Edge) -> &'static str {
    match edge {
        Edge::Door(_) => "edge door",
        Edge::LowWall(_) => "edge low",
        Edge::Window(_) => "edge window",
        Edge::Curtain => "edge curtain",
        Edge::Climb(_) => "edge climb",
        Edge::Swim(_) => "edge swim",
        Edge::Open | Edge::Wall => "edge",
    }
}

/// The line between two neighbours.
fn between(paper: &Paper, a: Square, b: Square) -> String {
    let (x, y) = (paper.x(a).max(paper.x(b)), paper.y(a).max(paper.y(b)));
    if a.y == b.y { format!("M{x} {}v{UNIT}", paper.y(a)) } else { format!("M{} {y}h{UNIT}", paper.x(a)) }
}

/// Squares and targets of the first open question.
fn lights(paper: &Paper, view: &View, questions: &[SeenQuestion]) -> Markup {
    let choices = questions.iter().find(|question| question.own).map(|own| (&own.number, own.asked.question.choices()));
    let target = |choice: &Choice<usize>| {
        let target = choice.who.and_then(|who| view.combatants.get(who.index())).and_then(|one| one.at);
        choice.square.or(target)
    };
    let mut lit = HashSet::new();
    html! {
        g .lights {
            @if let Some((number, choices)) = choices {
                @let all = choices.iter().filter_map(|choice| Some((choice, target(choice)?)));
                @let seen: Vec<_> = all.filter(|(choice, at)| choice.square.is_none() || lit.insert((*at, behind_the_verb(choice)))).collect();
                // What is offered first lies on top: `move to C3` above `throw hatchet to C3`.
                @for (choice, at) in seen.into_iter().rev() {
                    rect .light .target[choice.square.is_none()] x=(paper.x(at) + 2) y=(paper.y(at) + 2) width=(UNIT - 4)
                        height=(UNIT - 4) rx="4" data-question=(number) data-words=(choice.text) {
                        title { (choice.text) @if !choice.hint.is_empty() { ": " (choice.hint) } }
                    }
                }
            }
        }
    }
}

/// The words of an option behind its verb. Where options on a square differ in nothing but the verb, as `move to C3` and
/// `run to C3` do, only the first lights up, so that a tap is enough; the list has the others.
fn behind_the_verb(choice: &Choice<usize>) -> &str {
    choice.text.split_once(' ').map_or("", |(_, rest)| rest)
}

fn token(paper: &Paper, view: &View, place: usize, combatant: &CombatantView, at: Square) -> Markup {
    let (wide, deep) = (i32::from(combatant.footprint.0), i32::from(combatant.footprint.1));
    let top = Square { x: at.x, y: at.y + i16::from(combatant.footprint.1) - 1 };
    // Several in one square stand a little apart.
    let before = view.combatants[..place].iter().filter(|other| other.at == Some(at)).count();
    let shift = i32::try_from(before).unwrap_or(0) * 7;
    let (x, y) = (paper.x(top) + shift, paper.y(top) + shift);
    let side = sides(view).iter().position(|side| *side == combatant.side).unwrap_or(0) % 6;
    let band = Band::of(combatant);
    html! {
        g class={ "token side-" (side) @if band == Band::Out { " out" } } id={ "token-" (place) } data-x=(x) data-y=(y)
            transform=(format!("translate({x} {y})")) {
            title { (combatant.name) ", " (combatant.side) ", " (at) ", " (band.word())
                @if combatant.altitude != 0 { ", " (combatant.altitude) " m up" } }
            rect .disc x="4" y="4" width=(wide * UNIT - 8) height=(deep * UNIT - 8) rx=(UNIT / 2 - 4) {}
            text .letter x=(wide * UNIT / 2) y=(deep * UNIT / 2 + 5) text-anchor="middle" { (short(&combatant.name)) }
            rect .bar x="6" y=(deep * UNIT - 7) width=(wide * UNIT - 12) height="4" rx="2" {}
            rect class={ "life band-" (band_class(band)) } x="6" y=(deep * UNIT - 7) height="4" rx="2"
                width=((wide * UNIT - 12) * share(combatant, band) / 100) {}
            @if combatant.altitude != 0 {
                text .height x="7" y="14" { (combatant.altitude) " m" }
            }
            @if !combatant.conditions.is_empty() {
                circle .mark cx=(wide * UNIT - 7) cy="8" r="6" {}
                text .mark x=(wide * UNIT - 7) y="11" text-anchor="middle" { (combatant.conditions.len()) }
            }
        }
    }
}

/// The sides in order of appearance.
pub(crate) fn sides(view: &View) -> Vec<&str> {
    let mut sides: Vec<&str> = Vec::new();
    for combatant in &view.combatants {
        if !sides.contains(&combatant.side.as_str()) {
            sides.push(&combatant.side);
        }
    }
    sides
}

/// The class of a band.
pub(crate) fn band_class(band: Band) -> &'static str {
    match band {
        Band::Whole => "whole",
        Band::Hurt => "hurt",
        Band::Bloodied => "bloodied",
        Band::Failing => "failing",
        Band::Out => "out",
    }
}

/// How much of its bar is full, in percent.
pub(crate) fn share(combatant: &CombatantView, band: Band) -> i32 {
    let exact = combatant.life().filter(|(_, most)| *most > 0);
    match exact {
        Some((now, most)) => i32::try_from((now * 100 / most).clamp(0, 100)).unwrap_or(0),
        None => match band {
            Band::Whole => 100,
            Band::Hurt => 75,
            Band::Bloodied => 45,
            Band::Failing => 20,
            Band::Out => 0,
        },
    }
}

/// A name in three letters: `Alt`, `Ba2`.
fn short(name: &str) -> String {
    let number: String =
        name.chars().rev().take_while(char::is_ascii_digit).collect::<Vec<_>>().into_iter().rev().collect();
    let letters = 3usize.saturating_sub(number.chars().count()).max(1);
    name.chars().filter(|c| c.is_alphabetic()).take(letters).chain(number.chars()).collect()
}

/// The same in words: who stands where, and how far apart.
pub(crate) fn words(view: &View) -> Markup {
    let standing: Vec<(&CombatantView, Square)> =
        view.combatants.iter().filter(|one| one.fighting).filter_map(|one| Some((one, one.at?))).collect();
    html! {
        details .twin {
            summary { "The map in words" }
            ul {
                @for (one, at) in &standing {
                    li {
                        strong { (one.name) } " " (at)
                        @if one.altitude != 0 { ", " (one.altitude) " m up" }
                        @for (other, there) in standing.iter().filter(|(other, _)| other.side != one.side) {
                            ", " (i32::from((at.x - there.x).abs()).max(i32::from((at.y - there.y).abs()))) " from " (other.name)
                        }
                    }
                }
            }
        }
    }
}
