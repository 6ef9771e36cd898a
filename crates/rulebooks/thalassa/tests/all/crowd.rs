//! Crowds: what reaches many reaches all of them, and nobody is forgotten.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_engine::{Conduct, Fate, Plan, Rulebook};
use quintain_testkit::packs_of;
use quintain_thalassa::{Fight, RULEBOOK};

/// As many as a fight may have, the one who strikes them all among them.
const CROWD: usize = 1_000;

/// A monster with a blast of some area, and what the crowd is made of.
fn crowd(blast: &str, map: bool, who: &str, more: &str) -> String {
    let mut text = format!(
        r#"
rulebook = "thalassa"
[house]
"morale" = "off"
"order.start" = "opponents-surprise"
[[creature]]
id = "titan"
name = "Titan"
sta = 100
armor = 3
kra = 30
attack = [{{ name = "quake", die = 20, blast = {blast}, reach = 2000 }}]
"#
    );
    if map {
        text.push_str("[map]\nsize = [50, 40]\n");
    }
    let place = |nth: usize| if map { format!("at = \"{}\"\n", square(nth)) } else { String::new() };
    let _ = write!(text, "[[combatant]]\nname = \"Titan\"\nis = \"titan\"\nside = \"monsters\"\n{}", place(0));
    for nth in 1..CROWD {
        let _ = write!(text, "[[combatant]]\nname = \"N{nth}\"\n{who}\nside = \"crowd\"\n{}", place(nth));
        text.push_str(more);
    }
    text
}

/// Every other square, row by row.
fn square(nth: usize) -> String {
    let (column, row) = (nth % 50, nth / 50 * 2 + 1);
    let letter = |place: usize| char::from(b'A' + place as u8);
    match column {
        0..26 => format!("{}{row}", letter(column)),
        _ => format!("A{}{row}", letter(column - 26)),
    }
}

/// What becomes of everybody in the first rounds of one fight.
fn after(encounter: &str, rounds: u32) -> Vec<Fate> {
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let encounter = Encounter::parse(&Source::new("crowd.toml", encounter), &["creature"]).unwrap();
    let fight = book.set_up(&encounter).unwrap();
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: rounds };
    let mut fates = Vec::new();
    fight.simulate(&plan, 0..1, &mut |_, result| {
        fates = result.fates.to_vec();
        ControlFlow::Continue(())
    });
    fates
}

fn all_are_hurt(fates: &[Fate]) {
    assert_eq!(fates.len(), CROWD);
    let spared: Vec<usize> = (1..CROWD).filter(|nth| fates[*nth].taken == 0).collect();
    assert!(spared.is_empty(), "{} of {CROWD} are spared: {spared:?}", spared.len());
}

#[test]
fn a_blast_on_a_map_strikes_everybody_in_its_area() {
    // Nobody but the first can stir, so that nobody is in the way of anybody.
    let still = "set = { conditions = [\"paralysed\"] }\n";
    let text = crowd("{ radius = 2000 }", true, "is = \"bandit\"", still);
    let text = text.replacen(still, "", 1);
    all_are_hurt(&after(&text, 1));
}

#[test]
fn a_blast_without_a_map_strikes_everybody_engaged() {
    all_are_hurt(&after(&crowd("\"engaged\"", false, "is = \"bandit\"", ""), 1));
}

#[test]
fn a_thousand_close_with_one_and_all_of_them_act() {
    let fates = after(&crowd("{ radius = 2000 }", true, "is = \"bandit\"", ""), 1);
    all_are_hurt(&fates);
    assert!(fates[0].taken > 0, "whoever is beside the titan strikes it");
}

#[test]
fn a_thousand_heroes_roll_for_order_and_declare() {
    let bare = "set = { armor = 0 }\n";
    let mut fates = after(&crowd("\"engaged\"", false, "is = \"althea\"", bare), 2);
    // Heroes stand first in the roster.
    fates.rotate_right(1);
    all_are_hurt(&fates);
    assert!(fates[0].taken > 0, "the heroes strike the titan");
}

#[test]
fn effects_and_scars_have_no_limit() {
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).unwrap());
    let text = crowd("\"engaged\"", false, "is = \"althea\"", "");
    let encounter = Encounter::parse(&Source::new("crowd.toml", text), &["creature"]).unwrap();
    let mut fight = Fight::set_up(&book, &encounter).unwrap();
    let give = |condition: String| quintain_engine::Edict::Give { who: "Titan".into(), condition };
    for nth in 1..CROWD {
        fight.edict(&give(format!("out of reach of N{nth}"))).unwrap();
    }
    for _ in 0..20 {
        fight.edict(&give("scar 1".into())).unwrap();
    }
    let view = fight.view();
    let titan = view.combatants.iter().find(|one| one.name == "Titan").unwrap();
    let count = |name: &str| titan.conditions.iter().filter(|known| known.name == name).count();
    assert_eq!((count("out of reach"), count("scar 1")), (CROWD - 1, 20));
}

#[test]
fn what_finds_no_room_is_refused_with_its_limit() {
    let packs = packs_of::<Fight>();
    let creature = |line: &str, set: &str| {
        format!(
            "rulebook = \"thalassa\"\n[[creature]]\nid = \"many\"\nname = \"Many\"\nsta = 3\n{line}\n[[combatant]]\nname = \"A\"\nis = \"many\"\nside = \"a\"\n{set}\n"
        )
    };
    let cases = [
        (
            "items = [\"net\", \"net\", \"net\", \"net\", \"net\", \"net\", \"net\"]",
            "",
            "7 pieces of gear; 6 are possible",
        ),
        (
            "weapons = [\"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\", \"kopis\"]",
            "",
            "10 weapons and natural attacks; 9 are possible",
        ),
        (
            "weapons = [\"xiphos\", \"kopis\"]",
            "set = { in-hand = \"xiphos and xiphos\" }",
            "it carries no further weapon called xiphos",
        ),
    ];
    for (line, set, expected) in cases {
        let book = RULEBOOK.read(&packs).unwrap();
        let text = creature(line, set);
        let encounter = Encounter::parse(&Source::new("many.toml", text), &["creature"]).unwrap();
        let problems = book.set_up(&encounter).err().map(|problems| problems.to_string()).unwrap_or_default();
        assert!(problems.contains(expected), "{problems}");
    }
}
