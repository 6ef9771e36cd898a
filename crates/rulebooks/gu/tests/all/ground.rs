//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far somebody comes; and random
//! fights, in which those named beforehand are those whom the rule finds in the area.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{
    AnyLive, Conduct, DiceFrom, Event, Group, OnGround, OpenQuestion, Role, Seats, Terms, Waiting, Who,
};
use quintain_gu::RULEBOOK;
use quintain_testkit::Battery;

/// Yan with a ring of flames beside a wolf; a friend stands apart.
const CAMP: &str = r#"
rulebook = "gu"
[map]
size = [14, 9]
[[creature]]
id = "adept"
like = "moonlight-striker"
name = "Adept"
movement = 6
gu = ["moonlight", "flame-ring"]
vital = "moonlight"
killer-moves = []
[[gu]]
id = "flame-ring"
name = "Flame Ring"
path = "fire"
rank = 1
cost = 4
range = 6
hp = 5
does = [{ area = { form = { radius = 1 }, deals = [{ type = "heat", amount = 5 }] } }]
[[combatant]]
name = "Yan"
is = "adept"
side = "clan"
at = "C4"
set = { luck = 0, essence = 20, max-essence = 50, close-combat = 300 }
[[combatant]]
name = "Bo"
is = "villager"
side = "clan"
at = "E5"
[[combatant]]
name = "Grey"
is = "common-wolf"
side = "pack"
at = "D4"
"#;

fn terms(seed: u64) -> Terms {
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    Terms { dice, round_limit: 4, conduct: Conduct::best(), seed, ..Terms::attended(Seats::everybody()) }
}

fn open(live: &dyn AnyLive) -> Option<OpenQuestion> {
    if let Waiting::Answer(mut open) = live.waiting() { Some(open.swap_remove(0)) } else { None }
}

/// The camp in the middle of Yan's first turn.
fn camp() -> Box<dyn AnyLive> {
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("camp.toml", CAMP), RULEBOOK.tables()).unwrap();
    let mut live = battery.book.set_up(&encounter).unwrap().live(terms(3), Vec::new());
    while open(&*live).is_some_and(|asked| asked.topic != "turn" || asked.who != "Yan") {
        live.answer_default().unwrap();
    }
    live
}

fn on_ground(live: &dyn AnyLive, text: &str) -> OnGround {
    let asked = open(live).unwrap();
    let texts: Vec<&str> = asked.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    let option = texts.iter().position(|known| *known == text);
    live.on_ground(0, option.unwrap_or_else(|| panic!("no `{text}` in {texts:?}")))
}

#[test]
fn a_ring_covers_its_squares_and_names_friend_and_foe() {
    let live = camp();
    let area = on_ground(&*live, "activate Flame Ring on D5").area;
    assert_eq!(area.squares.len(), 9);
    let mut hits = area.hits;
    hits.sort_unstable();
    assert_eq!(hits, [Who(0), Who(1), Who(2)]);
}

#[test]
fn a_wolf_strikes_at_whoever_leaves_its_reach() {
    let live = camp();
    let away = on_ground(&*live, "move to A4");
    assert_eq!(away.way.first().map(ToString::to_string).as_deref(), Some("C4"));
    let hazard = &away.hazards[0];
    assert_eq!((hazard.who, hazard.rule.id, hazard.square), (Some(Who(2)), "aoo.trigger", "C4".parse().unwrap()));
    assert_eq!(hazard.text, "Grey may strike as Yan leaves C4");
    assert!(on_ground(&*live, "move to C5").hazards.is_empty());
}

#[test]
fn a_foe_comes_as_far_as_it_walks_and_strikes_beyond_though_its_turn_is_not_on() {
    let live = camp();
    let reach = live.reach_of(Who(2));
    assert_eq!(reach.bands.len(), 2, "{reach:?}");
    let (near, far) = (&reach.bands[0].squares, &reach.bands[1].squares);
    assert!(!near.is_empty() && near.iter().all(|square| far.contains(square)));
    assert!(reach.strikes.contains(&"C4".parse().unwrap()) && !near.contains(&"C4".parse().unwrap()));
}

#[test]
fn those_named_beforehand_are_those_whom_the_rule_finds() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let mut compared = 0;
    for (arena, seed) in battery.arenas.iter().zip(1..) {
        let mut live = arena.fight.live(terms(seed), Vec::new());
        for _ in 0..150 {
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
        .filter(|(_, area)| !area.hits.is_empty())
        .take(3)
        .filter(|(option, area)| tries(live, asked, *option, &area.hits))
        .count()
}

/// Does it on a copy of the fight, and holds those found against those named. False where nobody was looked for, or
/// something came between.
fn tries(live: &dyn AnyLive, asked: &OpenQuestion, option: usize, named: &[Who]) -> bool {
    let mut then = live.apart();
    let words = &asked.question.choices()[option].text;
    then.answer(&asked.who, words).unwrap();
    while open(&*then).is_some_and(|next| next.topic != "turn") {
        then.answer_default().unwrap();
    }
    let log = since(live, &*then);
    let found = log.iter().position(|event| event.text.starts_with("in the area: "));
    let Some(place) = found.filter(|place| log[..*place].iter().all(|event| event.role != Role::Answer)) else {
        return false;
    };
    let roster = then.roster();
    let names: Vec<&str> = named.iter().map(|who| roster[who.index()].0.as_str()).collect();
    let told = log[place].text.trim_start_matches("in the area: ");
    let told: Vec<&str> = told.split(", ").filter(|name| *name != "nobody").collect();
    assert!(told.iter().all(|name| names.contains(name)), "{}: {words}: {told:?} of {names:?}", asked.who);
    let once = log.iter().filter(|event| event.text.starts_with("in the area: ")).count() == 1;
    if once && !words.contains("Flash") {
        assert_eq!(told, names, "{}: {words}", asked.who);
    }
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
