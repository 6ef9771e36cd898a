//! Packs: reading, inheriting, and the problems of wrong ones.

use serde::Deserialize;

use super::*;
use crate::Encounter;

#[derive(Debug, Deserialize, PartialEq)]
struct Creature {
    sta: u8,
    #[serde(default)]
    weapons: Vec<Placed<String>>,
    #[serde(default)]
    skill: std::collections::BTreeMap<String, i32>,
}

fn read(files: &[&str], inline: Option<&Inline>) -> Result<Vec<Entry<Creature>>, String> {
    let sources: Vec<Source> = files
        .iter()
        .zip(["a", "b"])
        .map(|(text, path)| Source::new(path, format!("rulebook = \"t\"\n{text}")))
        .collect();
    let mut packs = Packs::read("t", &["creature", "weapon"], &sources, inline);
    let creatures = packs.table::<Creature>("creature");
    packs.finish().map(|()| creatures).map_err(|problems| problems.to_string())
}

fn wrong(files: &[&str]) -> String {
    read(files, None).map(|_| ()).unwrap_err()
}

fn inline(text: &str) -> Inline {
    let text = format!("rulebook = \"t\"\n[[combatant]]\nis = \"a\"\nside = \"a\"\n{text}");
    Encounter::parse(&Source::new("e", text), &["creature", "weapon"]).unwrap().inline
}

const HOPLITE: &str =
    "[[creature]]\nid = \"hoplite\"\nsta = 5\nweapons = [\"spear\", \"sword\"]\nskill = { dodge = 1, hide = 2 }\n";

#[test]
fn entries_inherit_keys_merge_tables_and_replace_lists() {
    let captain = "[[creature]]\nid = \"captain\"\nlike = \"hoplite\"\nweapons = [\"axe\"]\nskill.dodge = 3\n";
    let general = "[[creature]]\nid = \"general\"\nlike = \"captain\"\nsta = 9\n";
    // The order of files and entries does not matter.
    let all = read(&[&[general, captain].concat(), HOPLITE], None).unwrap();
    let ids: Vec<&str> = all.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["general", "captain", "hoplite"]);
    let general = &all[0].value;
    assert_eq!((general.sta, general.weapons.len()), (9, 1));
    assert_eq!((general.skill["dodge"], general.skill["hide"]), (3, 2));
    assert_eq!(general.weapons[0].place.to_string(), "a:9:12");
    assert_eq!(all[2].place.to_string(), "b:3:6");
}

#[test]
fn an_encounter_takes_the_place_of_an_entry_and_may_be_like_it() {
    let captain = "[[creature]]\nid = \"captain\"\nlike = \"hoplite\"\n";
    let own = inline(
        "[[creature]]\nid = \"hoplite\"\nlike = \"hoplite\"\nsta = 7\n[[creature]]\nid = \"guard\"\nlike = \"hoplite\"\n",
    );
    let all = read(&[HOPLITE, captain], Some(&own)).unwrap();
    let shown: Vec<String> =
        all.iter().map(|entry| format!("{} {} {}", entry.id, entry.value.sta, entry.inline)).collect();
    assert_eq!(shown, ["captain 5 false", "hoplite 7 true", "guard 7 true"]);
    assert_eq!(all[1].value.weapons.len(), 2);
}

#[test]
fn wrong_likes_are_told_once() {
    let entry = |id: &str, like: &str| format!("[[creature]]\nid = \"{id}\"\nlike = \"{like}\"\nsta = 1\n");
    assert_eq!(
        wrong(&[&[entry("a", "hoplit"), entry("b", "a"), HOPLITE.to_owned()].concat()]),
        "a:4:8: no creature is called `hoplit`; the nearest name is `hoplite`"
    );
    assert_eq!(
        wrong(&[&[entry("a", "b"), entry("b", "c"), entry("c", "a"), entry("d", "a")].concat()]),
        "a:4:8: the creature `a` is like itself, by way of `b` and `c`; take one `like` away"
    );
    assert_eq!(wrong(&[&entry("a", "a")]), "a:4:8: the creature `a` is like itself; take one `like` away");
    let chain: String = (0..20).map(|n| entry(&format!("a{n}"), &format!("a{}", n + 1))).collect();
    assert!(wrong(&[&chain]).starts_with("a:4:8: more than 16 entries are each like the next, from `a0` on"));
}

#[test]
fn ids_are_needed_unique_and_in_kebab_case() {
    assert_eq!(
        wrong(&[
            "[[creature]]\nsta = 1\n[[creature]]\nid = \"Sea_Cyclops\"\n[[creature]]\nid = \"é\"\n[[creature]]\nid = 1"
        ]),
        "a:2:1: a creature needs an `id`; for example `id = \"sea-cyclops\"`\n\
         a:5:6: the id `Sea_Cyclops` is not in kebab-case; write `sea-cyclops`\n\
         a:7:6: the id `é` is not in kebab-case; use small letters a to z, digits, and single hyphens between them\n\
         a:9:6: `id` must be a text, not the number 1"
    );
    assert_eq!(
        wrong(&[HOPLITE, HOPLITE]),
        "b:3:6: there are two entries `hoplite` in the table `creature`; the first is at a:3:6"
    );
}

#[test]
fn problems_stand_where_the_key_was_inherited_from() {
    assert_eq!(
        wrong(&[
            "[[creature]]\nid = \"a\"\nlike = \"b\"\nsta = 1\n",
            "[[creature]]\nid = \"b\"\nsta = 2\nskil = {}\nweapons = [3]\n"
        ]),
        "b:5:1: the creature `a` has no key `skil`; the nearest key is `skill`\n\
         b:5:1: the creature `b` has no key `skil`; the nearest key is `skill`\n\
         b:6:12: `weapons` must be a text, not the number 3"
    );
}

#[test]
fn packs_are_of_one_rulebook_and_have_known_tables() {
    let sources = [
        Source::new("a", "rulebook = \"gu\"\n[[creature]]\n"),
        Source::new("b", "rulebook = \"t\"\n[[creatures]]\nid = \"x\"\n"),
        Source::new("c", "[[weapon]]\nid = \"x\"\n"),
        Source::new("d", "x = "),
        Source::new(
            "e",
            "rulebook = \"t\"\ncreature = 3\ntitle = \"E\"\nabout = \"all\"\nsource = \"CC0\"\nweapon = [1]",
        ),
    ];
    let mut packs = Packs::read("t", &["creature", "weapon"], &sources, None);
    assert_eq!(packs.infos().iter().find(|info| info.path == "e").unwrap().title.as_deref(), Some("E"));
    assert!(packs.must_have("weapon", &Placed::nowhere("x".to_owned())));
    assert!(!packs.must_have("weapon", &Placed::nowhere("xx".to_owned())));
    packs.report(Problem::general("something of the rulebook's own"));
    assert_eq!(
        packs.finish().unwrap_err().to_string(),
        "a:1:12: this pack is for the rulebook `gu`, not for `t`; take the pack out, or choose the other rulebook\n\
         b:2:3: a pack has no key `creatures`; the nearest key is `creature`\n\
         c:1:1: a pack needs `rulebook`; for example `rulebook = \"t\"`\n\
         d:1:5: this is not TOML: string values must be quoted, expected literal string\n\
         e:2:12: `creature` must be a list of tables, not the number 3; write `[[creature]]` before each\n\
         e:6:11: `weapon` must be a list of tables, not the number 1\n\
         no weapon is called `xx`; the nearest name is `x`\n\
         something of the rulebook's own"
    );
}

#[test]
fn a_variant_is_an_entry_with_some_keys_set() {
    let text = |set: &str| format!("rulebook = \"t\"\n[[combatant]]\nis = \"hoplite\"\nside = \"a\"\nset = {set}\n");
    let variant = |set: &str| {
        let encounter = Encounter::parse(&Source::new("e", text(set)), &["creature"]).unwrap();
        let packs = Source::new("a", format!("rulebook = \"t\"\n{HOPLITE}"));
        let mut packs = Packs::read("t", &["creature"], &[packs], None);
        let spec = &encounter.combatants[0];
        let made = packs.variant::<Creature>("creature", &spec.is, &spec.set);
        packs.finish().map(|()| made.unwrap()).map_err(|problems| problems.to_string())
    };
    let creature = variant("{ sta = 9, skill.dodge = 4, \"skill.swim\" = 1, weapons = [\"net\"] }").unwrap();
    assert_eq!((creature.sta, creature.weapons.len()), (9, 1));
    assert_eq!((creature.skill["dodge"], creature.skill["hide"], creature.skill["swim"]), (4, 2, 1));
    assert_eq!(
        variant("{ stta = 9, skill.dodge = true }").unwrap_err(),
        "e:5:9: the creature `hoplite` has no key `stta`; the nearest key is `sta`\n\
         e:5:33: `dodge` must be a whole number, not true"
    );
    assert_eq!(variant("{ sta = 1, \"sta.x\" = 2 }").unwrap_err(), "e:3:6: the creature `hoplite`: `sta` is set twice");
    let dots = ".".repeat(100_000);
    assert!(variant(&format!("{{ \"a{dots}\" = 2 }}")).unwrap_err().contains("no key `a`"));
}

#[derive(Debug, Deserialize, PartialEq)]
struct Beast {
    #[serde(default)]
    attack: Vec<Blow>,
    #[serde(default)]
    skill: std::collections::BTreeMap<String, i32>,
    armor: Option<u8>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Blow {
    name: String,
    die: u8,
}

fn beasts(text: &str) -> Result<Vec<Entry<Beast>>, String> {
    let wolf = "[[creature]]\nid = \"wolf\"\narmor = 2\nskill = { dodge = 1, hide = 2 }\n\
                attack = [{ name = \"Bite\", die = 6 }, { name = \"Claw\", die = 4 }]\n";
    let source = Source::new("a", format!("rulebook = \"t\"\n{wolf}{text}"));
    let mut packs = Packs::read("t", &["creature"], &[source], None);
    let beasts = packs.table::<Beast>("creature");
    packs.finish().map(|()| beasts).map_err(|problems| problems.to_string())
}

#[test]
fn what_is_left_out_is_not_inherited() {
    let all =
        beasts("[[creature]]\nid = \"cub\"\nlike = \"wolf\"\nwithout = [\"armor\", \"skill.hide\", \"attack.bite\"]\n")
            .unwrap();
    let cub = &all[1].value;
    assert_eq!((cub.armor, cub.skill.len(), cub.attack.len()), (None, 1, 1));
    // A table that is left out and given anew is replaced as a whole; the next one inherits what came of it.
    let text = "[[creature]]\nid = \"bear\"\nlike = \"wolf\"\nwithout = \"skill\"\nskill = { climb = 3 }\n\
                [[creature]]\nid = \"old-bear\"\nlike = \"bear\"\nskill.dodge = 0\n";
    let old = beasts(text).unwrap();
    assert_eq!(old[2].value.skill.keys().map(String::as_str).collect::<Vec<_>>(), ["climb", "dodge"]);
    let wrong = beasts("[[creature]]\nid = \"cub\"\nlike = \"wolf\"\nwithout = [\"armour\"]\n").unwrap_err();
    assert_eq!(wrong, "a:10:12: there is no `armour` to leave out; the nearest name is `armor`");
    let wrong = beasts("[[creature]]\nid = \"cub\"\nwithout = [\"armor\"]\n").unwrap_err();
    assert!(wrong.contains("a creature leaves out what it inherits, but this one is like no other"), "{wrong}");
}

#[test]
fn one_of_a_list_changes_by_its_name() {
    let text = "[[creature]]\nid = \"cub\"\nlike = \"wolf\"\nattack.bite = { die = 3 }\nattack.Tail = { die = 2 }\n\
                [[creature]]\nid = \"stump\"\nlike = \"wolf\"\nattack = [{ name = \"Kick\", die = 1 }]\n";
    let all = beasts(text).unwrap();
    let blows = |place: usize| {
        let attack: &Vec<Blow> = &all[place].value.attack;
        attack.iter().map(|blow| format!("{} {}", blow.name, blow.die)).collect::<Vec<_>>()
    };
    assert_eq!(blows(1), ["Bite 3", "Claw 4", "Tail 2"]);
    assert_eq!(blows(2), ["Kick 1"]);
}

/// Where a rulebook's fault of the entry `cub` is told, and what is said.
fn reported(entry: &str, what: &str) -> String {
    let source = Source::new("a", format!("rulebook = \"t\"\n[[creature]]\nid = \"cub\"\n{entry}"));
    let mut packs = Packs::read("t", &["creature", "weapon"], &[source], None);
    let place = packs.tables[0].1.entries[0].id.place.clone();
    match what.strip_prefix("no weapon: ") {
        Some(id) => _ = packs.must_have("weapon", &Placed::new(id.to_owned(), place)),
        None => packs.report(Problem::at(&place, what)),
    }
    packs.finish().unwrap_err().to_string()
}

#[test]
fn a_fault_of_a_rulebook_stands_at_the_key_of_which_it_speaks() {
    let told = |entry, what| reported(entry, what).split(": ").next().unwrap().to_owned();
    let entry = "sta = 200\narmor = 9\nvital = \"moon\"\n";
    assert_eq!(told(entry, "cub: sta is 200; 0 to 100 are possible"), "a:4:7");
    assert_eq!(told(entry, "cub: armor is 0 to 3"), "a:5:9");
    assert_eq!(told(entry, "armor: armor is 0 to 3"), "a:5:9");
    assert_eq!(told(entry, "cub: its vital Gu moon is none of its Gu"), "a:6:9");
    assert_eq!(told(entry, "cub: `vital` is of no use"), "a:6:9");
    let blows = "attack = [\n{ name = \"Bite\", die = 1 },\n{ name = \"Claw\", die = 1 },\n]\n";
    assert_eq!(told(blows, "cub: the die of Claw is 1; 2 to 20 are possible"), "a:6:24");
    let gods = "prays = [\"Ares\", \"Zeuss\"]\n";
    assert_eq!(told(gods, "no god is called `Zeuss`"), "a:4:18");
}

#[test]
fn a_fault_that_could_be_about_several_keys_or_none_stays_at_the_id() {
    let id = "a:3:6";
    for (entry, what) in [
        ("dt = 5\nhp = 3\n", "cub: dt is 0 to 1000, hp has to be more"),
        ("hands = 2\ndie = 4\n", "cub: it deals no damage"),
        ("rank = 1\nparts = [\"moon\"]\n", "cub: it takes two Gu or more and a rank of 1 to 5"),
        ("attack = [{ die = 1 }, { die = 1 }]\n", "cub: a die of 1 sides; 2 to 20 are possible"),
    ] {
        assert!(reported(entry, what).starts_with(id), "{what}: {}", reported(entry, what));
    }
}

#[test]
fn a_name_that_no_table_has_is_told_where_it_stands() {
    let told = |entry| reported(entry, "no weapon: xifos").split(": ").next().unwrap().to_owned();
    assert_eq!(told("weapons = [\"net\", \"xifos\"]\n"), "a:4:19");
    assert_eq!(told("wears = [\"xifos\"]\nweapons = [\"xifos\"]\n"), "a:5:12");
    assert_eq!(told("does = [{ calls = \"xifos 3\" }]\n"), "a:4:19");
    assert_eq!(told("sta = 3\n"), "a:3:6", "the rulebook has made it up");
    let [one, other] = [("cub", "weapons = [\"xifos\"]"), ("bear", "like = \"cub\"")]
        .map(|(id, rest)| format!("rulebook = \"t\"\n[[creature]]\nid = \"{id}\"\n{rest}\n"));
    let sources = [Source::new("a", one), Source::new("b", other)];
    let mut packs = Packs::read("t", &["creature", "weapon"], &sources, None);
    let place = packs.tables[0].1.entries[1].id.place.clone();
    packs.must_have("weapon", &Placed::new("xifos".to_owned(), place));
    let told = packs.finish().unwrap_err().to_string();
    assert!(told.starts_with("b:3:6: "), "not in the file of another: {told}");
}
