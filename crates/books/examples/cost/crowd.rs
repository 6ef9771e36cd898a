//! Two sides of so many each on 40 by 40 squares, open or with walls between them, in each of the five books.

use std::fmt::Write as _;
use std::ops::Range;

use quintain_engine::Plan;
use quintain_testkit::decisions;

/// Squares a side of the map.
const SIZE: u64 = 40;

/// The most on a side who stand apart from each other.
const MOST_APART: u64 = 96;

/// Who fights whom in a book.
const KINDS: [(&str, [&str; 2], [&str; 2]); 5] = [
    ("thalassa", ["hoplite", "amazon-archer"], ["bandit", "centaur"]),
    ("oakhearth", ["champion", "hunter"], ["goblin", "thug"]),
    ("uchma", ["guard", "veteran"], ["common-wolf", "wild-dog"]),
    ("gu", ["guard", "moonlight-striker"], ["common-wolf", "hunter"]),
    ("heimr", ["human-militia", "elf-archer"], ["orc-raider", "zombie"]),
];

/// The encounter, with `each` on either side, on `open` ground or among `walls`; none where the words are others.
pub fn encounter(book: &str, ground: &str, each: u64) -> Option<String> {
    let (_, ours, theirs) = KINDS.into_iter().find(|(known, ..)| *known == book)?;
    let mut text = format!("rulebook = \"{book}\"\n[map]\n");
    match ground {
        "open" => _ = writeln!(text, "size = [{SIZE}, {SIZE}]"),
        "walls" => {
            let rows: String = (0..SIZE).map(|row| format!("  \"{}\",\n", walls(row))).collect();
            _ = writeln!(text, "rows = [\n{rows}]");
        }
        _ => return None,
    }
    for nth in 0..each {
        // Sixteen in a file with room between them, from its middle outwards; where there are more than fit so, shoulder to
        // shoulder.
        let (file, row) = match each {
            0..=MOST_APART => (nth / 16, if nth % 2 == 0 { 21 + nth % 16 } else { 20 - nth % 16 }),
            _ => (nth / SIZE, if nth % 2 == 0 { 21 + nth % SIZE / 2 } else { 20 - nth % SIZE / 2 }),
        };
        for (side, kinds, column) in [("ours", ours, 14 - 2 * file), ("theirs", theirs, 25 + 2 * file)] {
            let kind = if nth % 2 == 0 { kinds[0] } else { kinds[1] };
            let at = format!("{}{row}", column_name(column));
            let _ = writeln!(
                text,
                "[[combatant]]\nname = \"{side}{nth}\"\nis = \"{kind}\"\nside = \"{side}\"\nat = \"{at}\""
            );
        }
    }
    Some(text)
}

/// A row of a map with walls: three of them across, each with gaps in other rows than the next.
fn walls(row: u64) -> String {
    let gap = |place: u64| (row + 3 * place) % 10 < 2;
    let square = |column: u64| match column {
        17 | 20 | 23 if !gap(column / 3) => '#',
        _ => '.',
    };
    (0..SIZE).map(square).collect()
}

fn column_name(column: u64) -> String {
    let letter = |place: u64| char::from(b'A' + (place % 26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("A{}", letter(column)) }
}

/// How many decisions are made in these fights, all together.
pub fn asked(book: &str, text: &str, plan: &Plan, fights: Range<u64>) -> Option<u64> {
    match book {
        "thalassa" => Some(decisions::<quintain_thalassa::Fight>(text, plan, fights)),
        "oakhearth" => Some(decisions::<quintain_oakhearth::Fight>(text, plan, fights)),
        "uchma" => Some(decisions::<quintain_uchma::Fight>(text, plan, fights)),
        "gu" => Some(decisions::<quintain_gu::Fight>(text, plan, fights)),
        "heimr" => Some(decisions::<quintain_heimr::Fight>(text, plan, fights)),
        _ => None,
    }
}
