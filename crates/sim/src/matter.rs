//! What matters: an encounter with one thing changed by one step, again and again.

use quintain_content::{Encounter, Placed, Value};
use quintain_engine::{AnyFight, Group, Had, HouseRule, Value as Shown, View};

use crate::moment::{Moment, NoMoment};

/// An encounter with one thing changed.
#[derive(Clone, Debug)]
pub struct Nudge {
    /// What was changed, and how: `Althea.armor 1 → 2`, `Althea without xiphos`, `house.morale = off`.
    pub what: String,
    /// The encounter as changed. It may be one that the rulebook refuses; then the nudge is none.
    pub encounter: Encounter,
}

/// Everything about an encounter that can be changed by one step: each number of each combatant up and down, how many
/// there are, each thing that it carries besides what its kind has, each house rule to each of its other values. `view` is
/// the fight at its start, `house` the rulebook's house rules.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use quintain_sim::nudges;
/// let opened = library().open("cyclops", &files::read)?;
/// let all = nudges(&opened.encounter, &opened.fight.view(), opened.rulebook.house_rules());
/// assert!(all.iter().any(|nudge| nudge.what == "Althea.armor 1 → 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nudges(encounter: &Encounter, view: &View, house: &[HouseRule]) -> Vec<Nudge> {
    let mut all = Vec::new();
    let everyone = encounter.expand();
    for place in 0..encounter.combatants.len() {
        let first = everyone.iter().find(|one| one.spec == place);
        if let Some(shown) = first.and_then(|one| view.combatant(&one.name)) {
            for stat in &shown.stats {
                if let Shown::Number(now) = stat.value {
                    all.extend(stepped(encounter, place, stat.key, now));
                }
            }
        }
        all.extend(counted(encounter, place));
        all.extend(without(encounter, place));
    }
    for rule in house {
        all.extend(switched(encounter, rule));
    }
    all
}

/// A fight that goes on from a moment with one thing otherwise.
#[derive(Debug)]
pub struct NudgeHere {
    /// What is otherwise, and how: `Althea.sta 5 → 6`, `Althea: retreat`.
    pub what: String,
    /// The fight.
    pub fight: Box<dyn AnyFight>,
}

/// The most answers that are all looked at; of more, those that only go somewhere are left out.
const MOST_ANSWERS: usize = 40;

/// Everything at a moment that can be otherwise by one step: each value of each combatant up and down, and each answer to the
/// questions that are open, instead of what the record or the tactics give. Answers that the moment [waits
/// for](Moment::behind_had) are given all the same.
///
/// # Errors
/// Where the fight is over.
pub fn nudges_at(moment: &Moment<'_>) -> Result<Vec<NudgeHere>, NoMoment> {
    moment.as_it_was()?;
    let (live, mut all) = (moment.live(), Vec::new());
    for one in live.view().combatants {
        for stat in &one.stats {
            let Shown::Number(now) = stat.value else { continue };
            for value in around(now) {
                let (name, key) = (&one.name, stat.key);
                // What cannot be set by itself follows from others.
                if let Ok(fight) = moment.decreed(&[format!("set {name}.{key} {value}")]) {
                    all.push(NudgeHere { what: format!("{name}.{key} {now} → {value}"), fight });
                }
            }
        }
    }
    for place in 0..live.open() {
        all.extend(answers(moment, place));
    }
    Ok(all)
}

/// What each answer to the question at this place makes of it.
fn answers(moment: &Moment<'_>, place: usize) -> Vec<NudgeHere> {
    let Some(question) = moment.live().question(place) else { return Vec::new() };
    let many = question.options() > MOST_ANSWERS;
    let goes = |option: usize| question.label(option).is_some_and(|label| label.verb.group == Group::Move);
    let wanted = (0..question.options()).filter(|option| !many || !goes(*option)).take(MOST_ANSWERS);
    let told = wanted.filter_map(|option| {
        let had = Had { who: question.who().to_owned(), words: question.option(option)?.text.to_owned() };
        let fight = moment.had(std::slice::from_ref(&had)).ok()?.fight;
        Some(NudgeHere { what: had.to_string(), fight })
    });
    told.collect()
}

/// A value one step up and one down; a step is a tenth, and 1 at least.
fn around(now: i64) -> [i64; 2] {
    let step = (now.abs() / 10).max(1);
    [now.saturating_add(step), now.saturating_sub(step)]
}

/// A value one step up and one down.
fn stepped(encounter: &Encounter, place: usize, key: &str, now: i64) -> Vec<Nudge> {
    let to = |value: i64| {
        let mut encounter = encounter.clone();
        let spec = &mut encounter.combatants[place];
        spec.set.retain(|(known, _)| known.value != key);
        spec.set.push((Placed::nowhere(key.to_owned()), Placed::nowhere(Value::Int(value))));
        Nudge { what: format!("{}.{key} {now} → {value}", spec.name.value), encounter }
    };
    around(now).into_iter().map(to).collect()
}

/// One more and one fewer of a kind that comes in numbers.
fn counted(encounter: &Encounter, place: usize) -> Vec<Nudge> {
    let spec = &encounter.combatants[place];
    let Some(now) = spec.count.as_ref().map(|count| count.value).filter(|now| *now > 1) else { return Vec::new() };
    let to = |count: u32| {
        let mut encounter = encounter.clone();
        let spec = &mut encounter.combatants[place];
        if spec.at.len() > 1 {
            spec.at.truncate(count as usize);
        }
        spec.count = Some(Placed::nowhere(count));
        Nudge { what: format!("count({}) {now} → {count}", spec.name.value), encounter }
    };
    let placed = spec.at.len();
    let more = (placed <= 1 || placed > now as usize).then(|| to(now + 1));
    more.into_iter().chain([to(now - 1)]).collect()
}

/// Each thing that it carries, left out.
fn without(encounter: &Encounter, place: usize) -> Vec<Nudge> {
    let left_out = |item: usize| {
        let mut encounter = encounter.clone();
        let spec = &mut encounter.combatants[place];
        let gone = spec.with.remove(item);
        Nudge { what: format!("{} without {}", spec.name.value, gone.value), encounter }
    };
    (0..encounter.combatants[place].with.len()).map(left_out).collect()
}

/// A house rule at each of its values but the one it has.
fn switched(encounter: &Encounter, rule: &HouseRule) -> Vec<Nudge> {
    let set = encounter.house.iter().find(|(key, _)| key.value == rule.key).map(|(_, value)| value.value.to_string());
    let now = set.or_else(|| rule.values.first().map(|value| (*value).to_owned())).unwrap_or_default();
    let others = rule.values.iter().filter(|value| **value != now);
    let to = |value: &&str| {
        let mut encounter = encounter.clone();
        encounter.house.retain(|(key, _)| key.value != rule.key);
        encounter.house.push((Placed::nowhere(rule.key.to_owned()), Placed::nowhere(read(value))));
        Nudge { what: format!("house.{} = {value}", rule.key), encounter }
    };
    others.map(to).collect()
}

/// A house rule's value as an encounter writes it.
fn read(word: &str) -> Value {
    match (word.parse::<i64>(), word) {
        (Ok(number), _) => Value::Int(number),
        (_, "true") => Value::Bool(true),
        (_, "false") => Value::Bool(false),
        _ => Value::Text(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use quintain_content::Source;
    use quintain_engine::{AnyFight, CombatantView, Stat};

    use super::*;
    use crate::fake::Fake;

    #[test]
    fn everything_is_nudged_once_in_each_way() {
        let text = "rulebook = \"any\"\n[[combatant]]\nname = \"Althea\"\nis = \"althea\"\nside = \"x\"\nwith = [\"xiphos\"]\n\
                    [[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"y\"\ncount = 3\n";
        let encounter = Encounter::parse(&Source::new("a.toml", text), &[]).unwrap();
        let mut view = Fake.view();
        view.combatants.push(CombatantView {
            name: "Althea".into(),
            side: "x".into(),
            is: "althea".into(),
            at: None,
            footprint: (1, 1),
            altitude: 0,
            fighting: true,
            rides: None,
            stats: vec![Stat::of("sta", 25, 25), Stat::new("hero", true)],
            conditions: Vec::new(),
        });
        let house = [HouseRule { key: "morale", values: &["on", "off"], about: "" }];
        let all: Vec<String> = nudges(&encounter, &view, &house).into_iter().map(|nudge| nudge.what).collect();
        assert_eq!(
            all,
            [
                "Althea.sta 25 → 27",
                "Althea.sta 25 → 23",
                "Althea without xiphos",
                "count(Bandit) 3 → 4",
                "count(Bandit) 3 → 2",
                "house.morale = off"
            ]
        );
    }
}
