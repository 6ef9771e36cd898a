//! The packs of the repository can be read, hold what the game lists, and wrong ones are told in plain words.

use quintain_content::{Encounter, Source};
use quintain_oakhearth::book::Book;
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::packs_of;

/// What is said about a pack that holds `entry` besides the repository's own.
fn told(entry: &str) -> String {
    let mut sources = packs_of::<Fight>();
    sources.push(Source::new("packs/oakhearth/wrong.toml", format!("rulebook = \"oakhearth\"\n{entry}")));
    Book::read(&sources, None).unwrap_err().to_string()
}

#[test]
fn packs_are_sound_and_whole() {
    let book = Book::read(&packs_of::<Fight>(), None).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(book.creatures.len() >= 28 + 6, "{} creatures", book.creatures.len());
    assert!(book.spells.len() >= 40, "{} spells", book.spells.len());
    assert_eq!(book.creatures.iter().filter(|entry| entry.value.hero).count(), 6);
    assert_eq!(book.maneuvers.len(), 15);
}

/// What is said about a combatant with this `set`.
fn said_of(set: &str) -> String {
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let one = |name: &str, set: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nis = \"champion\"\nside = \"{name}\"\nset = {{ {set} }}\n")
    };
    let text = format!("rulebook = \"oakhearth\"\n{}{}", one("Ada", set), one("Bo", ""));
    let encounter = Encounter::parse(&Source::new("odd.toml", text), &["creature"]).unwrap();
    book.set_up(&encounter).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn words_are_words_and_conditions_have_their_bounds() {
    assert!(said_of("conditions = [3]").contains("odd.toml:6:23: a condition is a word, such as \"slowed 2\", not 3"));
    assert!(said_of("conditions = [\"slowed 0\"]").contains("there is no condition `slowed 0`"));
    assert!(said_of("size = 3").contains("size is a word, not 3"));
    assert!(said_of("shield = 5").contains("shield is a word, not 5"));
    let spent = said_of("spent = [\"parry\"]");
    assert!(spent.contains("odd.toml") && spent.contains("second-wind"), "{spent}");
}

#[test]
fn a_spell_does_not_cost_stamina() {
    let said = told(
        "[[spell]]\nid = \"odd\"\nname = \"Odd\"\nap = 1\nsp = 1\ndoes = [{ effect = { heal = { amount = 1 } } }]",
    );
    assert!(said.contains("odd: a spell costs AP and MP, never SP"), "{said}");
}

#[test]
fn a_ranged_weapon_has_a_range() {
    let said = told(
        "[[weapon]]\nid = \"stick\"\nname = \"stick\"\ngroup = \"simple-ranged\"\ndamage = 1\nkinds = [\"piercing\"]",
    );
    assert!(said.contains("a ranged weapon without a range"), "{said}");
}

#[test]
fn a_creature_names_what_exists() {
    let said = told(
        "[[creature]]\nid = \"odd\"\nname = \"Odd\"\nhp = 3\nspells = [\"fire-bol\"]\n\
         attributes = { might = 0, dexterity = 0, intelligence = 0, charisma = 0 }",
    );
    assert!(said.contains("fire-bolt"), "{said}");
}

#[test]
fn numbers_have_their_bounds() {
    let said = told(
        "[[creature]]\nid = \"odd\"\nname = \"Odd\"\nhp = 0\nap = 9\n\
         attributes = { might = 12, dexterity = 0, intelligence = 0, charisma = 0 }",
    );
    assert!(said.contains("might is 12; -5 to 10 are possible"), "{said}");
    assert!(said.contains("hp is 0; 1 to 200 are possible"), "{said}");
    assert!(said.contains("ap is 9; 0 to 8 are possible"), "{said}");
}
