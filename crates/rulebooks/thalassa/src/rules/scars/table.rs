//! The table of scars: names, places, what each row brings and what waits.

use super::{
    DEAFENED, DISEASED, DOOMED, HAMSTRUNG, HEAD, LASTING, LIMB, MORTAL, RATTLING, REBRAINED, SUNDERED, WALLOPED,
};
use crate::combatant::Scar;
use crate::condition::Condition;
use quintain_engine::Rule;

/// Where rows 1 and 4 strike, by the face of the die.
pub fn place_name(scar: Scar) -> &'static str {
    match (scar.row, scar.place) {
        (1, 1) => "neck",
        (1, 2) => "hands",
        (1, 3) => "eye",
        (1, 4) => "chest",
        (1, 5) => "legs",
        (1, 6) => "ear",
        (4, 1 | 2) => "leg",
        (4, 3 | 4) => "arm",
        (4, 5) => "rib",
        (4, 6) => "skull",
        (10, 1 | 2) => "off-hand arm",
        (10, 3) => "weapon arm",
        (10, 4 | 5) => "leg",
        (10, 6) => "ear",
        _ => "",
    }
}

/// The row's name, as views show it.
pub fn row_name(row: u8) -> &'static str {
    match row {
        1 => "lasting scar",
        2 => "rattling blow",
        3 => "walloped",
        4 => "broken limb",
        5 => "diseased",
        6 => "reorienting head wound",
        7 => "hamstrung",
        8 => "deafened",
        9 => "re-brained",
        10 => "sundered",
        11 => "mortal wound",
        _ => "doomed",
    }
}

/// The conditions that a row brings at once.
pub(super) fn brought(row: u8) -> &'static [Condition] {
    match row {
        3 => &[Condition::Deprived],
        5 => &[Condition::Infected],
        7 => &[Condition::Hamstrung],
        8 => &[Condition::Deaf],
        11 => &[Condition::Mortal, Condition::Deprived],
        12 => &[Condition::Doomed],
        _ => &[],
    }
}

/// The rule of a row.
pub fn rule_of(row: u8) -> &'static Rule {
    RULES[usize::from(row.clamp(1, 12)) - 1]
}

/// What still waits for mending, rest or recovery.
pub fn pending(row: u8) -> &'static str {
    match row {
        3 => "after a few hours' rest: max STA + 1d6",
        4 => "once mended: 2d6 for a higher max STA",
        5 => "when over it: 2d6 for a higher max STA",
        7 => "after recovery: 3d6 for a higher max TEK",
        11 => "upon recovery: max STA becomes 2d6",
        _ => "",
    }
}

pub(super) static RULES: [&Rule; 12] = [
    &LASTING, &RATTLING, &WALLOPED, &LIMB, &DISEASED, &HEAD, &HAMSTRUNG, &DEAFENED, &REBRAINED, &SUNDERED, &MORTAL,
    &DOOMED,
];

/// The row that words such as `scar 4` name.
pub fn row_named(words: &str) -> Option<u8> {
    let (word, row) = words.trim().split_once(' ')?;
    let row = row.trim().parse().ok().filter(|row| (1..=12).contains(row))?;
    word.eq_ignore_ascii_case("scar").then_some(row)
}
