//! The encounter of a crowd, for the test of crowds and for the bench.

use std::fmt::Write;

/// An encounter: a hero, a friend, and a crowd of so many around them on one map, each with so many Hit Points.
pub fn crowd(many: usize, hp: u8) -> String {
    let squares = (1..=40).flat_map(|row| (0..40).map(move |column| (column, row)));
    let mut free = squares.filter(|place| *place != (15, 16) && *place != (16, 16));
    let mut villains = String::new();
    for (block, first) in (0..many).step_by(200).enumerate() {
        let count = (many - first).min(200);
        let places: Vec<String> =
            free.by_ref().take(count).map(|(column, row)| format!("\"{}{row}\"", column_name(column))).collect();
        let _ = write!(
            villains,
            "[[combatant]]\nname = \"Villain {block}\"\nis = \"villain\"\nside = \"foes\"\ncount = {count}\nat = [{}]\nset = {{ conditions = [\"Surprised\"] }}\n\n",
            places.join(", ")
        );
    }
    format!(
        r#"rulebook = "oakhearth"

[map]
size = [40, 40]

[[spell]]
id = "doom"
name = "Doom"
ap = 1
mp = 0
range = 60
aim = "space"
area = {{ sphere = 40 }}
does = [{{ effect = {{ damage = {{ amount = 3, kind = "fire" }} }} }}]

[[creature]]
id = "hero"
name = "Hero"
hero = true
attributes = {{ might = 3, dexterity = 1, intelligence = 0, charisma = 0 }}
hp = 60
speed = 6
martial = true
spellcasting = true
weapons = ["rapier"]
spells = ["doom"]

[[creature]]
id = "villain"
name = "Villain"
attributes = {{ might = 2, dexterity = 0, intelligence = 0, charisma = 0 }}
hp = {hp}
ac = 11
speed = 6
martial = true
weapons = ["rapier"]

[[combatant]]
name = "Ada"
is = "hero"
side = "heroes"
at = "P16"
set = {{ initiative = 20, hp = 60 }}

[[combatant]]
name = "Bela"
is = "hero"
side = "heroes"
at = "Q16"
set = {{ initiative = 20, hp = 60 }}

{villains}"#
    )
}

fn column_name(column: u8) -> String {
    let letter = |number: u8| char::from(b'A' + number);
    if column < 26 { letter(column).to_string() } else { format!("A{}", letter(column - 26)) }
}
