//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far a combatant comes; and
//! random fights, in which those named beforehand are those that the rule finds in the area.

use quintain_engine::{AnyLive, Area, Group, Role, Seats, Who};
use quintain_gu::RULEBOOK;
use quintain_testkit::{Battery, Covering, areas_compared, asked, on_ground, scene, seeded, told_since};

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

/// The camp in the middle of Yan's first turn.
fn camp() -> Box<dyn AnyLive> {
    let mut live = scene(RULEBOOK, CAMP, seeded(Seats::everybody(), 3, 4));
    while asked(&*live).is_some_and(|asked| asked.topic != "turn" || asked.who != "Yan") {
        live.answer_default().unwrap();
    }
    live
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
    let suits = |area: &Area| !area.hits.is_empty();
    let compared = areas_compared(&battery, (&Seats::everybody(), 150), (&[Group::Power], suits), holds);
    assert!(compared >= 10, "{compared}");
}

/// Holds those found against those named. False where nobody was looked for, or something came between.
fn holds(covering: &Covering<'_>) -> bool {
    let (then, who, words) = (covering.done(&["turn"]), &covering.asked.who, covering.words());
    let log = told_since(covering.live, &*then);
    let found = log.iter().position(|event| event.text.starts_with("in the area: "));
    let Some(place) = found.filter(|place| log[..*place].iter().all(|event| event.role != Role::Answer)) else {
        return false;
    };
    let roster = then.roster();
    let names: Vec<&str> = covering.named.iter().map(|who| roster[who.index()].0.as_str()).collect();
    let told = log[place].text.trim_start_matches("in the area: ");
    let told: Vec<&str> = told.split(", ").filter(|name| *name != "nobody").collect();
    assert!(told.iter().all(|name| names.contains(name)), "{who}: {words}: {told:?} of {names:?}");
    let once = log.iter().filter(|event| event.text.starts_with("in the area: ")).count() == 1;
    if once && !words.contains("Flash") {
        assert_eq!(told, names, "{who}: {words}");
    }
    true
}
