//! Every spell of the packs can be cast.

use quintain_content::Source;
use quintain_engine::run_script;
use quintain_oakhearth::book::{Aim, Area, Book};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::{Battery, packs_of};

/// A fight in which a mighty caster casts one spell, next to an enemy and a friend.
fn casting(id: &str, name: &str, aimed: &str) -> Source {
    let text = format!(
        r#"= {name} can be cast
---
rulebook = "oakhearth"
seed = 7

[map]
size = [20, 12]

[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "circle"
at = "D6"
set = {{ level = 10, mp = 20, ap = 8, spells = ["{id}"], initiative = 20 }}

[[combatant]]
name = "Page"
is = "commoner"
side = "circle"
at = "D7"

[[combatant]]
name = "Imp"
is = "goblin"
side = "coven"
at = "E6"
set = {{ hp = 30, weapons = ["shortbow"], maneuvers = [], initiative = -5 }}
---
Sorrel: Sorrel
{aimed}
"#
    );
    Source::new(format!("{id}.fight"), text)
}

#[test]
fn every_spell_of_the_packs_can_be_cast() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let book = Book::read(&packs_of::<Fight>(), None).unwrap();
    let mut failed = 0;
    for spell in &book.spells {
        let (entry, name) = (&spell.value, &spell.value.name);
        let own_area = entry.area.is_some_and(Area::from_maker);
        let at = match entry.aim {
            _ if own_area && matches!(entry.area, Some(Area::Aura(_))) => String::new(),
            _ if own_area => " E".to_owned(),
            Aim::Enemy => " on Imp".to_owned(),
            Aim::Friend | Aim::Ally | Aim::Creature => " on Page".to_owned(),
            Aim::Oneself | Aim::Things => String::new(),
            Aim::Space => " at G6".to_owned(),
        };
        let aimed = match entry.trigger {
            None => format!("Sorrel: cast {name}{at}\nexpect log \"Sorrel casts {name}\"\nSorrel: end turn"),
            Some(_) => return_of(name),
        };
        for case in run_script(&casting(&spell.id, name, &aimed), &battery).unwrap_or_else(|wrong| panic!("{wrong}")) {
            if let Some(failure) = case.failure {
                failed += 1;
                eprintln!("{}: {failure}", case.title);
            }
        }
    }
    assert_eq!(failed, 0, "spells that cannot be cast");
}

/// The enemy shoots at the friend until the spell that answers can be cast.
fn return_of(name: &str) -> String {
    let shot = "Imp: attack Page with shortbow\nImp: none\ndice 19";
    let answer = format!("Sorrel: {}", name.to_lowercase());
    match name {
        "Arcane Shield" => format!("Sorrel: end turn\nPage: end turn\n{}\n{answer}", shot.replace("\ndice 19", "")),
        _ => format!("Sorrel: end turn\nPage: end turn\n{shot}\n{answer}"),
    }
}
