//! What can be turned in an encounter, to be chosen from a list.

use std::collections::BTreeMap;

use quintain_content::CombatantSpec;
use quintain_engine::Value;
use quintain_library::{Opened, Stage, open_day};
use quintain_pages::bench::{Asked, Turnable};
use quintain_sim::Knob;

use super::run;

/// What stands under a heading of its own, behind the values of everybody.
const HEADINGS: [&str; 3] = ["How many", "Tactics", "House rules"];

/// So many kinds of combatants are listed; those of a larger encounter are typed.
const MOST: usize = 60;

/// Everything that can be turned in the encounter that is asked about, or in the fights of a day; nothing where it cannot be read.
pub(crate) fn turnable(asked: &Asked) -> Vec<Turnable> {
    let mut all: Vec<Turnable> = Vec::new();
    for opened in fights(asked) {
        let found = values(&opened).into_iter().chain(counts(&opened)).chain(tactics(&opened)).chain(house(&opened));
        for one in found {
            if !all.iter().any(|known| known.knob == one.knob) {
                all.push(one);
            }
        }
    }
    all.sort_by_key(|one| HEADINGS.iter().position(|heading| *heading == one.of).map_or(0, |place| place + 1));
    all
}

/// The fights that are asked about: those of a day, or the one.
fn fights(asked: &Asked) -> Vec<Opened> {
    let Some(day) = run::day_of(asked) else { return run::opened(asked).into_iter().collect() };
    let stages = open_day(&day, &run::beside(asked)).map(|day| day.stages).unwrap_or_default();
    let fight = |stage: Stage| match stage {
        Stage::Fight { opened, .. } => Some(*opened),
        _ => None,
    };
    stages.into_iter().filter_map(fight).collect()
}

/// The numbers of each combatant that its rulebook lets an encounter say.
fn values(opened: &Opened) -> Vec<Turnable> {
    let (view, everyone) = (opened.fight.view(), opened.encounter.expand());
    let mut known: BTreeMap<&str, bool> = BTreeMap::new();
    let mut all = Vec::new();
    for (place, spec) in opened.encounter.combatants.iter().enumerate().take(MOST) {
        let name = &spec.name.value;
        let first = everyone.iter().find(|one| one.spec == place);
        let Some(shown) = first.and_then(|one| view.combatant(&one.name)).filter(|_| !name.contains(['.', '='])) else {
            continue;
        };
        for stat in &shown.stats {
            let Value::Number(now) = stat.value else { continue };
            let knob = format!("{name}.{}", stat.key);
            // What follows from others cannot be said; that is the same for everybody who has it.
            if !*known.entry(stat.key).or_insert_with(|| takes(opened, &knob, now)) {
                continue;
            }
            let info = opened.rulebook.stats().iter().find(|info| info.key == stat.key);
            let label = info.map_or(stat.key, |info| info.label);
            all.push(Turnable {
                knob,
                of: name.clone(),
                words: format!("{name}: {label}, now {now}"),
                values: around(now),
            });
        }
    }
    all
}

/// Whether a fight can be set up with this knob turned to another number than now.
fn takes(opened: &Opened, knob: &str, now: i64) -> bool {
    [now.saturating_add(1), now.saturating_sub(1)].into_iter().any(|value| {
        let mut encounter = opened.encounter.clone();
        let turned = Knob::read(&format!("{knob}={value}"))
            .and_then(|knob| knob.values.first().map_or(Ok(()), |value| knob.turn(&mut encounter, value)));
        turned.is_ok() && opened.book.set_up(&encounter).is_ok()
    })
}

/// Numbers on both sides of the one that stands.
fn around(now: i64) -> String {
    let step = (now.abs() / 10).max(1);
    let low = if now < 0 { now - 2 * step } else { (now - 2 * step).max(0) };
    match step {
        1 => format!("{low}..{}", now + 2),
        step => format!("{low}..{}:{step}", now + 2 * step),
    }
}

fn counts(opened: &Opened) -> Vec<Turnable> {
    let one = |spec: &CombatantSpec| {
        let (name, now) = (&spec.name.value, spec.count.as_ref().map_or(1, |count| count.value));
        Turnable {
            knob: format!("count({name})"),
            of: HEADINGS[0].to_owned(),
            words: format!("{name}: how many, now {now}"),
            values: format!("1..{}", now.saturating_add(2)),
        }
    };
    let sayable = |spec: &&CombatantSpec| !spec.name.value.contains([')', '=']);
    opened.encounter.combatants.iter().filter(sayable).take(MOST).map(one).collect()
}

fn tactics(opened: &Opened) -> Vec<Turnable> {
    let known: Vec<&str> = opened.rulebook.tactics().iter().map(|tactics| tactics.name).collect();
    let one = |side: String| Turnable {
        knob: format!("tactics.{side}"),
        of: HEADINGS[1].to_owned(),
        words: format!("{side}: how it plays"),
        values: format!("{},random", known.join(",")),
    };
    opened.fight.sides().into_iter().map(one).collect()
}

fn house(opened: &Opened) -> Vec<Turnable> {
    let rules = opened.rulebook.house_rules().iter().filter(|rule| !rule.values.is_empty());
    let one = |rule: &quintain_engine::HouseRule| Turnable {
        knob: format!("house.{}", rule.key),
        of: HEADINGS[2].to_owned(),
        words: format!("{}: {}", rule.key, rule.values.join(", ")),
        values: rule.values.join(","),
    };
    rules.map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_every_game_all_that_is_listed_can_be_turned() {
        quintain_books::library();
        for name in ["thalassa/cyclops", "heimr/duel", "gu/duel", "uchma/a-quarrel", "oakhearth/wolves-at-the-fold"] {
            let asked = Asked { name: name.to_owned(), ..Asked::default() };
            let opened = run::opened(&asked).unwrap();
            let all = turnable(&asked);
            assert!(all.iter().any(|one| one.of == "Tactics") && all.iter().any(|one| one.of == "How many"), "{name}");
            for one in &all {
                let knob = Knob::read(&format!("{}={}", one.knob, one.values)).unwrap();
                let mut encounter = opened.encounter.clone();
                let turned = knob.values.iter().any(|value| knob.turn(&mut encounter, value).is_ok());
                assert!(turned && !knob.values.is_empty(), "{name}: {one:?}");
            }
        }
        let day = Asked { name: "days/thalassa/road-to-delphi.toml".to_owned(), ..Asked::default() };
        assert!(turnable(&day).iter().any(|one| one.knob == "Althea.armor"));
        assert_eq!((around(4).as_str(), around(0).as_str(), around(50).as_str()), ("2..6", "0..2", "40..60:5"));
    }
}
