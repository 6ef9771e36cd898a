//! Parts laid one over the other.

use super::*;

const CAVE: &str = r#"rulebook = "t"
title = "The cave"
packs = ["beasts.toml"]
[map]
size = [6, 4]
edges = ["wall A1-A2"]
[house]
order.start = 1
"order.end" = 2
[[combatant]]
name = "Althea"
is = "hero"
side = "heroes"
at = "A1"
with = ["net"]
set = { sta = 5, skill.hide = 1 }
[[combatant]]
is = "wolf"
side = "wolves"
count = 3
at = ["D1", "D2", "D3"]
[[creature]]
id = "wolf"
sta = 3
attack = [{ name = "Bite", die = 6 }, { name = "Claw", die = 4 }]
skill = { dodge = 1, hide = 2 }
"#;

fn parts(own: &[&str]) -> Vec<Part> {
    let texts = std::iter::once(("cave.toml", CAVE)).chain(own.iter().map(|own| ("x.fight", *own)));
    texts.map(|(path, text)| Part::read(&Source::new(path, text), 0..text.len()).unwrap()).collect()
}

fn laid(own: &[&str]) -> Result<Encounter, String> {
    let read = Encounter::put_together(&parts(own), &["creature", "weapon"]);
    read.map_err(|problems| problems.to_string())
}

/// Everybody with a square, what they carry and what is set.
fn fighters(encounter: &Encounter) -> Vec<String> {
    let words = |one: crate::Combatant| {
        let spec = encounter.spec(&one).unwrap();
        let set: Vec<String> = spec.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let with: Vec<&str> = spec.with.iter().map(|with| with.value.as_str()).collect();
        let at = one.at.map(|at| at.to_string()).unwrap_or_default();
        format!("{} {at} {} {}", one.name, with.join("+"), set.join(" ")).trim_end().to_owned()
    };
    encounter.expand().into_iter().map(words).collect()
}

fn problem(own: &[&str]) -> String {
    laid(own).map(|_| ()).unwrap_err()
}

#[test]
fn a_part_alone_is_what_it_says() {
    let encounter = laid(&[]).unwrap();
    assert_eq!(fighters(&encounter), ["Althea A1 net sta=5 skill.hide=1", "Wolf 1 D1", "Wolf 2 D2", "Wolf 3 D3"]);
    assert_eq!(encounter.pack_paths()[0].value, "beasts.toml");
}

#[test]
fn combatants_are_changed_added_and_left_out_by_name() {
    let own = "without = [\"wolf 2\"]\n[combatant.althea]\nset = { sta = 1 }\nwith = []\n[combatant.\"Wolf 3\"]\nat = \"F4\"\n\
               set.sta = 9\n[combatant.Bo]\nis = \"hero\"\nside = \"heroes\"\nat = \"B1\"\n";
    let encounter = laid(&[own]).unwrap();
    assert_eq!(fighters(&encounter), ["Althea A1  skill.hide=1 sta=1", "Wolf 1 D1", "Wolf 3 F4  sta=9", "Bo B1"]);
    // A change of the entry is one of all that it counts; a list adds.
    let own = "[combatant.Wolf]\ncount = 2\nat = \"C1\"\n";
    let more = "[[combatant]]\nname = \"Bo\"\nis = \"hero\"\nside = \"heroes\"\nat = \"B1\"\n";
    let all = fighters(&laid(&[own, more]).unwrap());
    assert_eq!(all[1..], ["Wolf 1 C1", "Wolf 2 C1", "Bo B1"]);
    let own = "[combatant.Althea]\nwithout = [\"set.skill\", \"with\"]\nname = \"Thea\"\n";
    assert_eq!(fighters(&laid(&[own]).unwrap())[0], "Thea A1  sta=5");
}

#[test]
fn tables_change_key_by_key_and_lists_are_replaced() {
    let own = "packs = [\"more.toml\"]\n[map]\nedges = []\n[house]\n\"order.start\" = 7\n";
    let encounter = laid(&[own]).unwrap();
    let house: Vec<String> = encounter.house.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(house, ["order.end=2", "order.start=7"]);
    let map = encounter.map.unwrap();
    assert!(map.size.is_some() && map.edges.is_empty());
    assert_eq!(encounter.packs.len(), 2);
    // Rows take the place of a size, and the other way round.
    let rows = "[map]\nrows = [\"......\", \"......\", \"......\", \"......\"]\n";
    assert!(laid(&[rows]).unwrap().map.unwrap().size.is_none());
    assert!(laid(&[rows, "[map]\nsize = [9, 9]"]).unwrap().map.unwrap().rows.is_empty());
    assert_eq!(laid(&["without = [\"house.order\", \"title\"]"]).unwrap().house.len(), 0);
}

#[test]
fn entries_are_changed_by_id_also_those_of_packs() {
    let own = "[creature.wolf]\nsta = 9\nskill.hide = 5\nattack.bite = { die = 12 }\nwithout = [\"attack.Claw\", \"skill.dodge\"]\n\
               [creature.bear]\nsta = 4\n[weapon.axe]\nlike = \"sword\"\n";
    let encounter = laid(&[own]).unwrap();
    let shown = |name: &str| {
        let table = encounter.inline.tables.iter().find(|table| table.name == name).unwrap();
        table.entries.iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(
        shown("creature"),
        ["{sta=9 skill={hide=5} attack=[{die=12 name=Bite}] id=wolf}", "{id=bear like=bear sta=4}"]
    );
    assert_eq!(shown("weapon"), ["{id=axe like=sword}"]);
}

fn words(node: &Node) -> String {
    let list = |all: Vec<String>| all.join(" ");
    match &node.kind {
        Kind::Int(number) => number.to_string(),
        Kind::Text(text) => text.clone(),
        Kind::List(items) => format!("[{}]", list(items.iter().map(words).collect())),
        Kind::Table(table) => {
            format!("{{{}}}", list(table.entries.iter().map(|(key, node)| format!("{key}={}", words(node))).collect()))
        }
        _ => String::new(),
    }
}

#[test]
fn problems_point_at_the_part_that_is_wrong() {
    for (own, wanted) in [
        (
            "[combatant.Altea]\nat = \"B2\"",
            "x.fight:1:12: no combatant is called `Altea`; the nearest name is `Althea`; to add",
        ),
        ("[combatant.Althea]\nat = \"Z9\"", "x.fight:2:6: Z9 is off the map"),
        ("[combatant.Althea]\nats = \"A1\"", "x.fight:2:1: a combatant has no key `ats`; the nearest key is `at`"),
        ("combatant.Althea = 3", "x.fight:1:20: `combatant.Althea` must be a table, not the number 3"),
        ("combatant = 3", "x.fight:1:13: `combatant` must be a list of tables, not the number 3"),
        ("without = [\"Wolf 4\"]", "x.fight:1:12: there is no `Wolf 4` to leave out; the nearest name is `Wolf 1`"),
        ("without = [\"house.order.stat\"]", "x.fight:1:12: there is no `house.order.stat` to leave out; the nearest"),
        ("without = 3", "x.fight:1:11: `without` must be a list of texts"),
        (
            "[combatant.Althea]\nwithout = [\"set.tek\"]",
            "x.fight:2:12: there is no `set.tek` to leave out; the names here",
        ),
        ("witout = [\"map\"]", "x.fight:1:1: a head has no key `witout`; the nearest key is `without`"),
        ("rulebook = \"gu\"", "x.fight:1:12: this is for the rulebook `gu`, but what it is laid over is for `t`"),
        ("[map]\nrows = [\"..\", \".!\"]", "x.fight:2:17: `!` in the map stands for nothing"),
        ("[[side]]\nname = \"heroes\"", "no side is called `wolves`"),
        ("mapp = 3", "x.fight:1:1: an encounter has no key `mapp`; the nearest key is `map`"),
    ] {
        let said = problem(&[own]);
        assert!(said.contains(wanted), "{own}\nsays: {said}");
    }
    assert_eq!(Encounter::put_together(&[], &[]).map(|_| ()).unwrap_err().to_string(), "nobody fights here");
}

#[test]
fn a_part_says_what_it_builds_upon() {
    let read = |text: &str| Part::read(&Source::new("x.fight", text), 0..text.len()).unwrap();
    let part = read("use = [\"the yard\"]\nencounter = \"cave\"\n");
    assert_eq!(part.uses().unwrap()[0].value, "the yard");
    assert_eq!(part.encounter().unwrap().unwrap().value, "cave");
    assert_eq!(part.rulebook().unwrap().map(|book| book.value), None);
    assert_eq!(read("use = \"the yard\"").uses().unwrap().len(), 1);
    assert!(read("use = 3").uses().is_err() && read("encounter = []").encounter().is_err());
    assert!(part.without("use").uses().unwrap().is_empty());
}

#[test]
fn both_forms_at_once_are_told_apart() {
    let text = "[combatant.Althea]\nat = \"B1\"\n[[combatant]]\nis = \"hero\"\nside = \"heroes\"\n";
    let problems = Part::read(&Source::new("x", text), 0..text.len()).map(|_| ()).unwrap_err().to_string();
    assert!(problems.contains("somebody is added as `[combatant.NAME]`, too"), "{problems}");
}
