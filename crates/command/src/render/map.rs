//! The map as text: the ground as the rulebook draws it, what stands between squares, and a letter for everyone on it.

use std::io::{self, Write};

use quintain_engine::{CombatantView, View};
use quintain_field::{Door, Edge, Height, Map, Square};

use crate::render::{BOLD, DIM};

/// The most columns that a line of the terminal holds beside each other.
const MOST_COLUMNS: usize = 37;

/// Writes the map with its column letters and row numbers, then what is what and who is who. A wide map is parted into
/// stretches of columns. `ground` is the map as the encounter has it, for what stands between squares.
pub(crate) fn draw(view: &View, ground: Option<&Map>, out: &mut dyn Write) -> io::Result<()> {
    if view.map.is_empty() {
        return writeln!(out, "there is no map in this fight");
    }
    let letters = letters(view);
    let columns = view.map.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let drawing = Drawing { view, ground, letters: &letters };
    for first in (0..columns).step_by(MOST_COLUMNS) {
        drawing.stretch(first, columns.min(first + MOST_COLUMNS), out)?;
    }
    drawing.legend(out)?;
    for (letter, who) in &letters {
        let at = who.at.map(|at| at.to_string()).unwrap_or_default();
        let up = if who.altitude == 0 { String::new() } else { format!(", {} m up", who.altitude) };
        writeln!(out, "    {BOLD}{letter}{BOLD:#} {} {DIM}{at}{up}{DIM:#}", who.name)?;
    }
    Ok(())
}

struct Drawing<'a> {
    view: &'a View,
    ground: Option<&'a Map>,
    letters: &'a [(char, &'a CombatantView)],
}

impl Drawing<'_> {
    /// Some columns of all rows, with their letters.
    fn stretch(&self, first: usize, end: usize, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.view.map.len();
        for (place, row) in self.view.map.iter().enumerate() {
            let y = rows - 1 - place;
            write!(out, "{DIM}{:>3}{DIM:#} ", y + 1)?;
            let squares = row.chars().chain(std::iter::repeat(' ')).enumerate().take(end).skip(first);
            for (x, ground) in squares {
                let beside = self.edge((x, y), Side::West).map_or(' ', |edge| mark(edge, true));
                match self.letters.iter().find(|(_, who)| covers(who, x, y)) {
                    Some((letter, _)) => write!(out, "{beside}{BOLD}{letter}{BOLD:#}")?,
                    None => write!(out, "{beside}{ground}")?,
                }
            }
            writeln!(out)?;
            // A line of its own only where something lies between the two rows.
            if (first..end).any(|x| self.edge((x, y), Side::South).is_some()) {
                let below: String = (first..end).flat_map(|x| self.below(x, y)).collect();
                writeln!(out, "    {}", below.trim_end())?;
            }
        }
        let names: String = (first..end).map(|x| format!("{:>2}", last_letter(x))).collect();
        writeln!(out, "{DIM}    {names}{DIM:#}")
    }

    /// What stands below a square, and at the corner west of that.
    fn below(&self, x: usize, y: usize) -> [char; 2] {
        let level = |x: usize| self.edge((x, y), Side::South);
        let here = level(x);
        let before = x.checked_sub(1).and_then(level);
        let up = self.edge((x, y), Side::West);
        let down = y.checked_sub(1).and_then(|y| self.edge((x, y), Side::West));
        let corner = match (before, here, up, down) {
            (Some(Edge::Wall), Some(_), ..) | (Some(_), Some(Edge::Wall), ..) => '─',
            (None, None, Some(Edge::Wall), Some(_)) | (None, None, Some(_), Some(Edge::Wall)) => '│',
            (Some(Edge::Wall), None, Some(Edge::Wall), _) => '┘',
            (Some(Edge::Wall), None, _, Some(Edge::Wall)) => '┐',
            (None, Some(Edge::Wall), Some(Edge::Wall), _) => '└',
            (None, Some(Edge::Wall), _, Some(Edge::Wall)) => '┌',
            _ => ' ',
        };
        [corner, here.map_or(' ', |edge| mark(edge, false))]
    }

    fn edge(&self, (x, y): (usize, usize), side: Side) -> Option<Edge> {
        let (x, y) = (i16::try_from(x).ok()?, i16::try_from(y).ok()?);
        let other = match side {
            Side::West => Square::new(x - 1, y),
            Side::South => Square::new(x, y - 1),
        };
        self.ground?.edge(Square::new(x, y), other).filter(|edge| *edge != Edge::Open)
    }

    /// What the marks between squares and the letters of the ground stand for, as far as they are on the map.
    fn legend(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(map) = self.ground else { return Ok(()) };
        let mut lines: Vec<String> = Vec::new();
        for (_, _, edge) in map.edges().filter(|(_, _, edge)| *edge != Edge::Open) {
            let (upright, level) = (mark(edge, true), mark(edge, false));
            let marks = if upright == level { upright.to_string() } else { format!("{upright} {level}") };
            let line = format!("{marks} {edge}");
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.sort();
        let mut ground: Vec<char> =
            self.view.map.iter().flat_map(|row| row.chars()).filter(|letter| *letter != '.').collect();
        ground.sort_unstable();
        ground.dedup();
        lines.extend(ground.into_iter().filter_map(|letter| {
            let kind = map.legend().kind(map.legend().by_glyph(letter)?)?;
            let height = kind.ground.filter(|height| *height != Height::ZERO);
            let height = height.map_or(String::new(), |height| format!(" at {height}"));
            Some(format!("{letter} {}{height}", kind.name))
        }));
        if lines.is_empty() {
            return Ok(());
        }
        let mut line = String::new();
        for one in lines {
            if !line.is_empty() && line.chars().count() + one.chars().count() > 72 {
                writeln!(out, "    {DIM}{line}{DIM:#}")?;
                line.clear();
            }
            let between = if line.is_empty() { "" } else { "   " };
            line = format!("{line}{between}{one}");
        }
        writeln!(out, "    {DIM}{line}{DIM:#}")
    }
}

/// A side of a square.
#[derive(Clone, Copy)]
enum Side {
    West,
    South,
}

/// How an edge is drawn, upright between two squares of a row or level between two rows.
fn mark(edge: Edge, upright: bool) -> char {
    match (edge, upright) {
        (Edge::Open, _) => ' ',
        (Edge::Wall, true) => '│',
        (Edge::Wall, false) => '─',
        (Edge::Door(Door::Open), _) => '/',
        (Edge::Door(Door::Closed), _) => '+',
        (Edge::Door(Door::Locked), _) => '%',
        (Edge::LowWall(_), true) => '┊',
        (Edge::LowWall(_), false) => '┄',
        (Edge::Window(_), true) => '║',
        (Edge::Window(_), false) => '═',
        (Edge::Curtain, _) => '§',
        (Edge::Climb(_), _) => '^',
        (Edge::Swim(_), _) => '~',
    }
}

/// Column names have two letters from the 27th on; only the last one fits over a column.
fn last_letter(x: usize) -> char {
    char::from(b'A' + (x % 26) as u8)
}

/// A letter for each combatant that still fights: of its name if one is free, otherwise any.
fn letters(view: &View) -> Vec<(char, &CombatantView)> {
    let mut taken: Vec<(char, &CombatantView)> = Vec::new();
    for who in view.combatants.iter().filter(|who| who.fighting && who.at.is_some()) {
        // The last character first: it is the number of `Bandit 2`.
        let number = who.name.chars().last().filter(char::is_ascii_digit);
        let own = who.name.chars().filter(|letter| letter.is_alphanumeric());
        let any = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let free = |letter: &char| taken.iter().all(|(other, _)| other != letter);
        let letter = number.into_iter().chain(own).chain(any).find(free).unwrap_or('?');
        taken.push((letter, who));
    }
    taken
}

/// Whether a combatant stands on the square in this column and row, both from 0.
fn covers(who: &CombatantView, x: usize, y: usize) -> bool {
    let Some(at) = who.at else { return false };
    let within = |from: i16, size: u8, place: usize| {
        i64::try_from(place).is_ok_and(|place| (i64::from(from)..i64::from(from) + i64::from(size)).contains(&place))
    };
    within(at.x, who.footprint.0, x) && within(at.y, who.footprint.1, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_creature_covers_its_squares() {
        let one = |name: &str, at: &str, size| CombatantView {
            name: name.into(),
            side: String::new(),
            is: String::new(),
            at: at.parse().ok(),
            footprint: (size, size),
            altitude: 0,
            fighting: true,
            rides: None,
            stats: Vec::new(),
            conditions: Vec::new(),
        };
        let view = View {
            rulebook: "fake",
            round: 1,
            moment: String::new(),
            over: None,
            order: Vec::new(),
            stats: Vec::new(),
            combatants: vec![one("Althea", "A1", 1), one("Cyclops", "B2", 2), one("Bandit 2", "D1", 1)],
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: vec!["....".into(), "....".into(), "..#.".into()],
        };
        let mut out = anstream::StripStream::new(Vec::new());
        draw(&view, None, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(
            text,
            "  3  . C C .\n  2  . C C .\n  1  A . # 2\n     A B C D\n    A Althea A1\n    C Cyclops B2\n    2 Bandit 2 D1\n"
        );
    }

    #[test]
    fn walls_doors_and_heights_are_drawn_with_a_legend() {
        let text = "rulebook = \"x\"\n[map]\nrows = [\"......\", \".3^...\", \"..#,..\"]\n\
                    edges = [\"wall A1-C1 north\", \"door C3-D3 closed\", \"door A2-B2 open\", \"wall D1-D2 east\", \
                    \"low wall E3-E2 half\", \"window F2-F1 half\", \"curtain E1-F1\"]\n\
                    [[combatant]]\nis = \"a\"\nside = \"b\"\nat = \"A1\"\n";
        let encounter = quintain_content::Encounter::parse(&quintain_content::Source::new("x", text), &[]).unwrap();
        let map = encounter.map.unwrap().build().unwrap();
        let mut out = anstream::StripStream::new(Vec::new());
        let view = View {
            rulebook: "fake",
            round: 1,
            moment: String::new(),
            over: None,
            order: Vec::new(),
            stats: Vec::new(),
            combatants: Vec::new(),
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: map.to_rows(),
        };
        draw(&view, Some(&map), &mut out).unwrap();
        let drawn = [
            "  3  . . .+. . .",
            "             ┄",
            "  2  ./3 ^ .│. .",
            "     ─────  │  ═",
            "  1  . . # ,│.§.",
            "     A B C D E F",
            "    + door closed   / door open   § curtain   │ ─ wall   ┊ ┄ low wall half",
            "    ║ ═ window half   # wall   , difficult   3 open at 3 m   ^ open at 2 m",
        ];
        assert_eq!(String::from_utf8(out.into_inner()).unwrap().lines().collect::<Vec<_>>(), drawn);
    }

    #[test]
    fn a_wide_map_fits_eighty_columns() {
        let view = View {
            rulebook: "fake",
            round: 1,
            moment: String::new(),
            over: None,
            order: Vec::new(),
            stats: Vec::new(),
            combatants: Vec::new(),
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: vec![".".repeat(60), ".".repeat(60)],
        };
        let mut out = anstream::StripStream::new(Vec::new());
        draw(&view, None, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(text.lines().count(), 6);
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }
}
