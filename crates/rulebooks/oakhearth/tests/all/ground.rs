//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far somebody comes; and random
//! fights, in which whoever is harmed by a spell was named beforehand.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{
    AnyLive, Conduct, DiceFrom, Event, Group, OnGround, OpenQuestion, Role, Seats, Terms, Waiting, Who,
};
use quintain_oakhearth::RULEBOOK;
use quintain_testkit::Battery;

/// Sorrel stands next to a goblin with Martial Proficiency, and so does Brun.
const YARD: &str = r#"
rulebook = "oakhearth"
[map]
size = [16, 10]
[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "heroes"
at = "C3"
[[combatant]]
name = "Brun"
is = "champion"
side = "heroes"
at = "E3"
[[combatant]]
name = "Goblin"
is = "goblin"
side = "goblins"
at = "D3"
set = { martial = true }
"#;

fn terms(seed: u64) -> Terms {
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    Terms { dice, round_limit: 4, conduct: Conduct::best(), seed, ..Terms::attended(Seats::everybody()) }
}

fn open(live: &dyn AnyLive) -> Option<OpenQuestion> {
    if let Waiting::Answer(mut open) = live.waiting() { Some(open.swap_remove(0)) } else { None }
}

fn yard(who: &str) -> Box<dyn AnyLive> {
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("yard.toml", YARD), RULEBOOK.tables()).unwrap();
    let mut live = battery.book.set_up(&encounter).unwrap().live(terms(1), Vec::new());
    for _ in 0..60 {
        let asked = open(&*live).unwrap();
        match (asked.topic, asked.who == who) {
            ("turn", true) => return live,
            ("turn", false) => live.answer(&asked.who, "end turn").unwrap(),
            ("next", _) => {
                let theirs = asked.question.choices().iter().any(|choice| choice.text == who);
                let said = if theirs { who.to_owned() } else { asked.question.choices()[0].text.clone() };
                live.answer(&asked.who, &said).unwrap();
            }
            _ => live.answer_default().unwrap(),
        }
    }
    panic!("the turn of {who} does not come");
}

fn on_ground(live: &dyn AnyLive, text: &str) -> OnGround {
    let asked = open(live).unwrap();
    let texts: Vec<&str> = asked.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    let option = texts.iter().position(|known| *known == text);
    live.on_ground(0, option.unwrap_or_else(|| panic!("no `{text}` in {texts:?}")))
}

#[test]
fn whoever_leaves_the_reach_of_a_martial_foe_is_told_where() {
    let live = yard("Sorrel");
    let away = on_ground(&*live, "move to A3");
    let hazard = &away.hazards[0];
    assert_eq!((hazard.who, hazard.rule.id, hazard.square), (Some(Who(2)), "aoo.trigger-leave", "C3".parse().unwrap()));
    assert_eq!(hazard.text, "Goblin may strike as Sorrel leaves C3");
    assert!(on_ground(&*live, "move to C4").hazards.is_empty());
}

#[test]
fn a_foe_comes_farther_with_each_move_and_strikes_with_what_is_left() {
    let live = yard("Sorrel");
    let reach = live.reach_of(Who(2));
    assert!(reach.bands.len() > 1, "{reach:?}");
    assert!(reach.bands.windows(2).all(|two| two[0].squares.iter().all(|square| two[1].squares.contains(square))));
    assert!(reach.strikes.contains(&"C3".parse().unwrap()));
    assert_eq!(live.view().scale.map(|scale| (scale.one, scale.many)), Some(("Space", "Spaces")));
}

#[test]
fn whoever_a_spell_harms_was_named_beforehand() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let mut compared = 0;
    for (arena, seed) in battery.arenas.iter().zip(1..) {
        let mut live = arena.fight.live(terms(seed), Vec::new());
        for _ in 0..120 {
            let Some(asked) = open(&*live) else { break };
            if asked.topic == "turn" {
                compared += look(&*live, &asked);
            }
            live.answer_default().unwrap();
        }
    }
    assert!(compared >= 10, "{compared}");
}

/// Tries the first options of a turn that cover an area, and counts those that could be compared.
fn look(live: &dyn AnyLive, asked: &OpenQuestion) -> usize {
    let labels = live.labels(0);
    let powers =
        labels.iter().enumerate().filter(|(_, label)| label.as_ref().is_some_and(|one| one.verb.group == Group::Power));
    let areas = powers.map(|(option, _)| (option, live.on_ground(0, option).area));
    areas
        .filter(|(_, area)| !area.squares.is_empty())
        .take(3)
        .filter(|(option, area)| tries(live, asked, *option, &area.hits))
        .count()
}

/// Does it on a copy of the fight, and holds those harmed against those named. False where nobody was harmed, or something
/// came between.
fn tries(live: &dyn AnyLive, asked: &OpenQuestion, option: usize, named: &[Who]) -> bool {
    let mut then = live.apart();
    let words = &asked.question.choices()[option].text;
    then.answer(&asked.who, words).unwrap();
    while open(&*then).is_some_and(|next| next.topic != "turn" && next.topic != "next") {
        then.answer_default().unwrap();
    }
    let who = then.roster().iter().position(|(name, _)| *name == asked.who).map(|place| Who(place as u16));
    let told = since(live, &*then);
    let harms = told.iter().filter_map(|event| event.harm);
    let harmed: Vec<Who> =
        harms.filter(|harm| harm.by == who && Some(harm.whom) != who).map(|harm| harm.whom).collect();
    if harmed.is_empty() || told.iter().any(|event| event.role == Role::Answer) {
        return false;
    }
    assert!(harmed.iter().all(|whom| named.contains(whom)), "{}: {words}: {harmed:?} of {named:?}", asked.who);
    true
}

/// What a copy of a fight has told since it was made; it begins by telling again what has been told since the last resting
/// point.
fn since<'a>(live: &dyn AnyLive, then: &'a dyn AnyLive) -> &'a [Event] {
    let (before, after) = (live.log(), then.log());
    let again =
        |many: &usize| after.iter().zip(&before[before.len() - many..]).all(|(one, other)| one.text == other.text);
    let many = (0..=before.len().min(after.len())).rev().find(again).unwrap_or(0);
    &after[many..]
}
