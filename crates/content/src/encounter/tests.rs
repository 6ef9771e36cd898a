//! Encounters: every key, and the problems of wrong ones.

use super::*;

/// Every key an encounter may have.
pub(crate) const FULL: &str = include_str!("full.toml");

fn parse(text: &str) -> Result<Encounter, Problems> {
    Encounter::parse(&Source::new("x.toml", text), &["creature", "weapon"])
}

fn problems(text: &str) -> String {
    parse(text).map(|_| ()).unwrap_err().to_string()
}

/// An encounter that needs only what is added.
fn with(text: &str) -> String {
    format!("rulebook = \"thalassa\"\n{text}\n[[combatant]]\nis = \"hero\"\nside = \"heroes\"\n")
}

#[test]
fn a_whole_encounter_is_read() {
    let encounter = parse(FULL).unwrap();
    assert_eq!(encounter.rulebook.value, "thalassa");
    assert_eq!(encounter.rulebook.place.to_string(), "x.toml:1:12");
    assert_eq!(encounter.title.as_deref(), Some("The cove"));
    assert_eq!(encounter.about.as_deref(), Some("A cyclops and its bandits"));
    assert_eq!(encounter.seed, Some(7));
    assert_eq!(encounter.shows[0].value, "attack.damage");
    let house: Vec<String> = encounter.house.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(house, ["order.start=\"roll\"", "order.again=true", "damage.least=1"]);
    assert_eq!(encounter.side_names(), ["heroes", "monsters"]);
    assert!(encounter.are_foes("heroes", "monsters") && !encounter.are_foes("heroes", "heroes"));
    let names: Vec<String> = encounter.expand().into_iter().map(|combatant| combatant.name).collect();
    assert_eq!(names, ["Althea", "Sea cyclops", "Bandit 1", "Bandit 2"]);
    let althea = &encounter.combatants[0];
    let set: Vec<String> = althea.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(set, ["sta=5", "armor.head=1"]);
    assert_eq!(althea.with[0].value, "xiphos");
    assert_eq!(encounter.spec(&encounter.expand()[3]).unwrap().is.value, "bandit");
    assert_eq!(encounter.inline.tables[0].name, "creature");
    assert_eq!(encounter.pack_paths()[0].value, "more.toml");
    let map = encounter.map.as_ref().unwrap().build().unwrap();
    assert_eq!((map.width(), map.depth()), (10, 4));
}

#[test]
fn unknown_keys_are_named_at_every_level() {
    let text = "rulebok = \"thalassa\"\n\n[map]\nsise = [10, 6]\n[map.legend]\nk = { terain = \"kelp\" }\n\
                [[side]]\nname = \"heroes\"\nfoe = []\n[[combatant]]\nis = \"hero\"\nside = \"heroes\"\nsett = {}\n[[creatur]]\n";
    assert_eq!(
        problems(text),
        "x.toml:1:1: an encounter needs `rulebook`; for example `rulebook = \"thalassa\"`\n\
         x.toml:1:1: an encounter has no key `rulebok`; the nearest key is `rulebook`\n\
         x.toml:3:1: the map has neither `size` nor `rows`; for example `size = [10, 6]`: ten columns, six rows\n\
         x.toml:4:1: the map has no key `sise`; the nearest key is `size`\n\
         x.toml:6:7: a letter of the legend has no key `terain`; the nearest key is `terrain`\n\
         x.toml:9:1: a side has no key `foe`; the nearest key is `foes`\n\
         x.toml:13:1: a combatant has no key `sett`; the nearest key is `set`\n\
         x.toml:14:3: an encounter has no key `creatur`; the nearest key is `creature`"
    );
}

#[test]
fn wrong_types_are_told_with_what_is_there() {
    let text = with("title = 3\nseed = -1\nshows = true\nhouse = []\nmap = 4\nside = \"heroes\"\npacks = [1, \" \"]");
    assert_eq!(
        problems(&text),
        "x.toml:2:9: `title` must be a text, not the number 3\n\
         x.toml:3:8: `seed` must be a whole number, 0 or more, not the number -1\n\
         x.toml:4:9: `shows` must be a list of texts, not true\n\
         x.toml:5:9: `house` must be a table, not a list\n\
         x.toml:6:7: the map must be a table, not the number 4\n\
         x.toml:7:8: `side` must be a list of tables, not the text \"heroes\"; write `[[side]]` before each\n\
         x.toml:8:10: `packs` must be a text, not the number 1\n\
         x.toml:8:13: `packs` is blank; write something or leave it out"
    );
}

#[test]
fn an_empty_encounter_is_a_problem() {
    assert_eq!(problems("rulebook = \"gu\"\n"), "x.toml:1:1: nobody fights here; add `[[combatant]]` entries");
    assert_eq!(
        problems("rulebook = \"gu\"\ncombatant = []"),
        "x.toml:1:1: nobody fights here; add `[[combatant]]` entries"
    );
    assert_eq!(
        problems("rulebook = \"gu\"\n[combatant]\nis = \"x\""),
        "x.toml:2:1: `combatant` must be a list of tables, not a table; write `[[combatant]]` before each"
    );
    assert_eq!(
        problems(""),
        "x.toml:1:1: an encounter needs `rulebook`; for example `rulebook = \"thalassa\"`\n\
         x.toml:1:1: nobody fights here; add `[[combatant]]` entries"
    );
}

#[test]
fn sides_must_agree_with_the_combatants() {
    let text = with(
        "[[side]]\nname = \"heros\"\nfoes = [\"heros\", \"giants\"]\n[[side]]\nname = \"beasts\"\n[[side]]\nname = \"beasts\"",
    );
    assert_eq!(
        problems(&text),
        "x.toml:3:8: nobody is on the side `heros`; give a combatant `side = \"heros\"`, or take the side away\n\
         x.toml:4:9: the side `heros` is named as a foe of its own; name other sides\n\
         x.toml:4:18: no side is called `giants`; the names here are `heros` and `beasts`\n\
         x.toml:6:8: nobody is on the side `beasts`; give a combatant `side = \"beasts\"`, or take the side away\n\
         x.toml:8:8: nobody is on the side `beasts`; give a combatant `side = \"beasts\"`, or take the side away\n\
         x.toml:8:8: the side `beasts` is declared twice; the first is at x.toml:6:8\n\
         x.toml:11:8: no side is called `heroes`; the nearest name is `heros`"
    );
}

#[test]
fn foes_are_mutual() {
    let side = |name: &str, foes: &str| format!("[[side]]\nname = \"{name}\"\n{foes}\n");
    let fighter = |side: &str| format!("[[combatant]]\nis = \"{side}-man\"\nside = \"{side}\"\n");
    let text = [
        "rulebook = \"gu\"\n".to_owned(),
        side("a", "foes = [\"b\"]"),
        side("b", ""),
        side("c", "foes = []"),
        side("d", ""),
        fighter("a"),
        fighter("b"),
        fighter("c"),
        fighter("d"),
    ]
    .concat();
    let encounter = parse(&text).unwrap();
    assert!(encounter.are_foes("a", "b") && encounter.are_foes("b", "a"));
    assert!(encounter.are_foes("b", "d"));
    assert!(!encounter.are_foes("c", "b") && !encounter.are_foes("a", "d"));
}

#[test]
fn squares_need_a_map_and_lie_on_it() {
    let fighter = "rulebook = \"gu\"\n[[combatant]]\nis = \"hero\"\nside = \"a\"\nat = \"K7\"\n";
    assert_eq!(
        problems(fighter),
        "x.toml:5:6: K7 is a square, but there is no map; add `[map]` with `size = [10, 6]`, or take `at` away"
    );
    assert_eq!(
        problems(&format!("{fighter}[map]\nsize = [10, 6]\n")),
        "x.toml:5:6: K7 is off the map; the map reaches from A1 to J6"
    );
    assert_eq!(
        problems(&with("[map]\nsize = [0, -3]\nexits = [\"here\"]\n")),
        "x.toml:3:9: `size` must be a whole number from 1 to 512, not the number 0\n\
         x.toml:3:12: `size` must be a whole number from 1 to 512, not the number -3\n\
         x.toml:4:10: \"here\" is not a square; write the letter of its column and the number of its row, such as `C4`"
    );
    assert_eq!(
        problems(&with("[map]\nsize = [3]")),
        "x.toml:3:8: `size` has 1 numbers; give columns and rows, such as `[10, 6]`"
    );
}

#[test]
fn the_rulebook_can_be_read_alone() {
    let source = Source::new("x", "rulebook = \"gu\"\nanything = 1");
    assert_eq!(Encounter::peek_rulebook(&source, 0..source.text.len()).unwrap().value, "gu");
    let none = Encounter::peek_rulebook(&source, 16..source.text.len()).unwrap_err().to_string();
    assert_eq!(none, "x:2:1: an encounter needs `rulebook`; for example `rulebook = \"thalassa\"`");
}

#[test]
fn paths_are_beside_the_file() {
    assert_eq!(beside("encounters/thalassa/bay.toml", "more.toml"), "encounters/thalassa/more.toml");
    assert_eq!(beside("encounters/thalassa/bay.toml", "../../packs/./a.toml"), "packs/a.toml");
    assert_eq!(beside("bay.toml", "../a.toml"), "../a.toml");
    assert_eq!(beside("/x/bay.toml", "../../a.toml"), "/../a.toml");
    assert_eq!(beside(r"C:\x\bay.toml", r"..\a.toml"), "C:/a.toml");
    assert_eq!(beside("x/bay.toml", "/a.toml"), "/a.toml");
}

#[test]
fn the_full_file_has_every_key() {
    let has = |keys: &[&str]| {
        keys.iter().all(|key| {
            FULL.contains(&format!("{key} ="))
                || FULL.contains(&format!("[{key}"))
                || FULL.contains(&format!(".{key}]"))
        })
    };
    assert!(has(&KEYS) && has(&side::KEYS) && has(&combatant::KEYS) && has(&map::KEYS) && has(&map::LEGEND_KEYS));
}
