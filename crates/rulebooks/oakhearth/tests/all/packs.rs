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
    assert!(said_of("conditions = [\"slowed 0\"]").contains("Slowed goes from 1 to 20, not 0"));
    assert!(said_of("conditions = [\"stunned 7\"]").contains("Stunned goes from 1 to 4, not 7"));
    assert!(said_of("conditions = [\"prone 3\"]").contains("Prone has no number"));
    assert!(said_of("conditions = [\"prone\", \"prone\"]").contains("Prone is there already, and does not add up"));
    assert!(said_of("conditions = [\"proun\"]").contains("there is no condition `proun`"));
    assert!(said_of("size = 3").contains("size is a word, not 3"));
    assert!(said_of("shield = 5").contains("shield is a word, not 5"));
    let spent = said_of("spent = [\"parry\"]");
    assert!(spent.contains("odd.toml") && spent.contains("second-wind"), "{spent}");
}

#[test]
fn what_there_is_fits_what_there_can_be() {
    assert!(said_of("hp = 20, max-hp = 10").contains("hp is 20, and max-hp 10"));
    assert!(said_of("mp = 4, max-mp = 3").contains("mp is 4, and max-mp 3"));
    assert!(said_of("sp = 3, max-sp = 2").contains("sp is 3, and max-sp 2"));
    assert!(said_of("hp = -20").contains("Ada is dead at -3 HP"));
    assert!(said_of("conditions = [\"exhaustion 6\"]").contains("Ada is dead at Exhaustion 6"));
    assert!(said_of("shield-hp = 9").contains("shield-hp is 9, and a whole small wooden shield has 3"));
    assert!(said_of("movement = 4").contains("nobody has moved yet"));
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
fn what_could_never_be_paid_thrown_or_held_is_told() {
    let said = told(
        "[[spell]]\nid = \"odd\"\nname = \"Odd\"\nap = 1\nmp = 200\ndoes = [{ effect = { heal = { amount = 1 } } }]",
    );
    assert!(said.contains("odd: Odd costs 200 MP and 0 SP; 20 of each are possible"), "{said}");
    let said = told(
        "[[weapon]]\nid = \"stick\"\nname = \"stick\"\ngroup = \"simple-melee\"\ndamage = 1\nkinds = [\"piercing\"]\n\
         properties = [{ thrown = [5, 2] }]",
    );
    assert!(said.contains("stick: the normal range 5 is beyond the long range 2"), "{said}");
    let said = told(
        "[[creature]]\nid = \"odd\"\nname = \"Odd\"\nhp = 3\nweapons = [\"spear\"]\nin-hand = 2\n\
         attributes = { might = 0, dexterity = 0, intelligence = 0, charisma = 0 }",
    );
    assert!(said.contains("in-hand is 2; 0 to 1 are possible"), "{said}");
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
