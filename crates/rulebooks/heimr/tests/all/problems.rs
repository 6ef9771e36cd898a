//! Encounters and packs with values that cannot be are refused in plain words, with what would be right.

use quintain_content::{Encounter, Source};
use quintain_engine::{DiceFrom, Rulebook, Seats, Terms};
use quintain_heimr::{Fight, RULEBOOK};
use quintain_testkit::{Battery, packs_of};

/// One who has these lines, and a foe.
fn two(lines: &str) -> Encounter {
    let text = format!(
        "rulebook = \"heimr\"\n[[combatant]]\nname = \"One\"\nis = \"crusader\"\nside = \"a\"\n{lines}\n\
         [[combatant]]\nname = \"Foe\"\nis = \"plain\"\nside = \"b\"\n"
    );
    Encounter::parse(&Source::new("fight.toml", text), RULEBOOK.tables()).unwrap()
}

/// What is said of an encounter in which one has these lines; nothing if it can be set up.
fn said(lines: &str) -> String {
    let problems = Battery::open(RULEBOOK).unwrap().book.set_up(&two(lines)).err();
    problems.map_or(String::new(), |problems| problems.0.iter().map(|problem| format!("{problem:?}\n")).collect())
}

#[test]
fn nothing_is_more_than_its_own_most() {
    assert!(said("set = { hp = 20, hp-max = 9 }").contains("hp: 20 is more than hp-max, which is 9"));
    assert!(said("set = { wp-max = 3, wp = 4 }").contains("wp: 4 is more than wp-max, which is 3"));
    assert_eq!(said("set = { hp = 9, hp-max = 9, wp = 3, wp-max = 3 }"), "");
    assert_eq!(said("set = { hp = 40 }"), "", "a value given alone brings its most with it");
}

#[test]
fn what_only_the_injured_have_is_not_given_to_the_hale() {
    for key in ["rounds-to-live = 5", "rounds-awake = 5", "stabilised = true", "conditions = [\"stabilised\"]"] {
        assert!(said(&format!("set = {{ hp = 1, {key} }}")).contains("One is not injured: it has 1 hp"), "{key}");
        assert_eq!(said(&format!("set = {{ hp = -2, {key} }}")), "", "{key}");
    }
    let stable = said("set = { hp = -2, stabilised = true, rounds-to-live = 5 }");
    assert!(stable.contains("One is stabilised, and no longer dying"));
    assert!(said("set = { wounds-last = 30 }").contains("surgery has left One no wounds"));
    assert!(said("set = { wounds-of-surgery = [\"torso\"], wounds-last = 0 }").contains("they are over"));
}

#[test]
fn what_would_be_dropped_without_a_word_is_refused() {
    assert!(said("set = { cluster = 3 }").contains("nobody else in B2 has cluster 3"));
    assert!(said("set = { loaded = true, weapons = [\"light-weapon\"] }").contains("nothing that can be loaded"));
    assert!(said("set = { standing = \"dodge 5\", unconscious = true }").contains("One is unconscious"));
    assert!(said("set = { standing = \"dodge 5\", conditions = [\"daze 4\"] }").contains("One is dazed"));
    assert!(said("set = { steadied = 9 }").contains("stumbles, not 9"));
    assert!(said("set = { conditions = [3] }").contains("conditions is a list of words"));
    assert!(said("set = { conditions = true }").contains("conditions is a list of words"));
    assert!(said("set = { partner = 5 }").contains("partner is the name of another combatant"));
    assert!(said("with = [\"tower-shield\", \"buckler\"]").contains("one shield is carried"));
    assert!(said("with = [\"light-armor\", \"heavy-armor\"]").contains("one armour is worn at a time"));
    let uses = said("set = { powers = [\"angels-flight\"], used = [\"angels-flight 2\"] }");
    assert!(uses.contains("no more than 1 of `angels-flight` can be gone"));
}

/// What is said of an edict about one who has these lines.
fn of_edict(lines: &str, edict: &str) -> String {
    let fight = Battery::open(RULEBOOK).unwrap().book.set_up(&two(lines)).unwrap();
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    fight.live(terms, Vec::new()).edict(edict).err().map_or(String::new(), |fault| fault.to_string())
}

#[test]
fn an_edict_that_would_come_to_nothing_is_refused() {
    assert!(of_edict("", "set One.cluster 7").contains("nobody else in B2 has cluster 7"));
    assert!(of_edict("", "set One.stabilised yes").contains("One is not injured"));
    assert!(of_edict("", "set One.loaded yes").contains("nothing that can be loaded"));
    let asleep = "set = { unconscious = true }";
    assert!(of_edict(asleep, "set One.standing dodge 5").contains("One is unconscious"));
    assert_eq!(of_edict(asleep, "set One.standing none"), "");
}

/// What is said of a pack that holds this beside the packs of the book.
fn of_pack(text: &str) -> String {
    let mut all = packs_of::<Fight>();
    all.push(Source::new("own.toml", format!("rulebook = \"heimr\"\n{text}")));
    let problems = Fight::read(&all).err();
    problems.map_or(String::new(), |problems| problems.0.iter().map(|problem| format!("{problem:?}\n")).collect())
}

#[test]
fn keys_of_a_power_that_never_do_anything_are_refused() {
    let head = "[[power]]\nid = \"odd\"\nname = \"odd\"\nfamily = \"creature\"\n";
    let power = |keys: &str| of_pack(&format!("{head}{keys}"));
    let act = "when = { action = { time = \"free\" } }\n";
    assert!(power("when = \"passive\"\ngives = [\"slow\"]\nwp = 2").contains("it is passive: nothing is paid"));
    assert!(power(&format!("{act}gm = true\ncalls = [{{ effect = \"hit\" }}]")).contains("add `or`"));
    assert!(power(&format!("{act}uses = 0\ncalls = [{{ effect = \"hit\" }}]")).contains("without uses is no use"));
    assert!(power(&format!("{act}aftermath = [{{ effect = \"daze\" }}]")).contains("add `lasts`"));
    assert!(power(&format!("{act}does = [{{ heal = {{ card = -4 }} }}]")).contains("is 1 to 250, not -4"));
    let far = "when = { action = { time = \"free\", range = 2, at = \"foes\" } }\ncalls = [{ effect = \"hit\" }]";
    assert!(power(far).contains("`range` is how far one target may be"));
    assert_eq!(power(&format!("{act}does = [{{ heal = {{ card = 4 }} }}]")), "");
}

#[test]
fn numbers_of_packs_have_limits() {
    let creature = "[[creature]]\nid = \"odd\"\nname = \"odd\"\nhp = 5\n";
    assert!(of_pack(&format!("{creature}trained = {{ agility = {{ c = 500 }} }}")).contains("is -10 to 10, not 500"));
    assert!(of_pack("[[race]]\nid = \"odd\"\nname = \"odd\"\ncard = -5\nwp = 1").contains("card is 0 to 250, not -5"));
    let armor = of_pack("[[armor]]\nid = \"odd\"\nname = \"odd\"\ncard = 1\nper = \"day\"");
    assert!(armor.contains("`per` says when `stumbles` come back"));
}
