//! The map as text: the ground as the rulebook draws it, and a letter for everyone who stands on it.

use std::io::{self, Write};

use quintain_engine::{CombatantView, View};

use crate::render::{BOLD, DIM};

/// Writes the map with its column letters and row numbers, then who is who.
pub(crate) fn draw(view: &View, out: &mut dyn Write) -> io::Result<()> {
    if view.map.is_empty() {
        return writeln!(out, "there is no map in this fight");
    }
    let letters = letters(view);
    let rows = view.map.len();
    let columns = view.map.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    for (place, row) in view.map.iter().enumerate() {
        let y = rows - 1 - place;
        write!(out, "{DIM}{:>3}{DIM:#} ", y + 1)?;
        for (x, ground) in row.chars().enumerate() {
            match letters.iter().find(|(_, who)| covers(who, x, y)) {
                Some((letter, _)) => write!(out, " {BOLD}{letter}{BOLD:#}")?,
                None => write!(out, " {ground}")?,
            }
        }
        writeln!(out)?;
    }
    let names: String = (0..columns).map(|x| format!("{:>2}", last_letter(x))).collect();
    writeln!(out, "{DIM}    {names}{DIM:#}")?;
    for (letter, who) in letters {
        let at = who.at.map(|at| at.to_string()).unwrap_or_default();
        writeln!(out, "    {BOLD}{letter}{BOLD:#} {} {DIM}{at}{DIM:#}", who.name)?;
    }
    Ok(())
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
            map: vec!["....".into(), "....".into(), "..#.".into()],
        };
        let mut out = anstream::StripStream::new(Vec::new());
        draw(&view, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(
            text,
            "  3  . C C .\n  2  . C C .\n  1  A . # 2\n     A B C D\n    A Althea A1\n    C Cyclops B2\n    2 Bandit 2 D1\n"
        );
    }
}
