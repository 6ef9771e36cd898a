//! What options say that they do and cost: telling ones by hand, and all of random fights against what is taken.

use quintain_engine::{AnyLive, Cost, Label, Price, Role, Seats, Tags, Target, Value, Who};
use quintain_field::Square;
use quintain_gu::{Fight, RULEBOOK};
use quintain_testkit::{Battery, Bout, asked, label as does, options_do_what_they_say, scene, seeded};

/// A striker with wounds and stones beside a friend, a wolf in reach, a second one that holds an action, and a duellist.
const CAMP: &str = r#"
rulebook = "gu"
[map]
size = [14, 9]
[[creature]]
id = "adept"
like = "moonlight-striker"
name = "Adept"
movement = 6
strength = 60
stones = 3
gu = ["moonlight", "flame-ring", "strength"]
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
[[gu]]
id = "strength"
name = "Strength"
path = "strength"
rank = 1
cost = 2
range = 0
hp = 5
keywords = ["sustained"]
powers = [{ adds = { score = "strength", by = 10 } }]
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
at = "G5"
[[combatant]]
name = "Grey"
is = "common-wolf"
side = "pack"
at = "D4"
set = { player = true }
"#;

/// The camp in the middle of Yan's first turn.
fn camp() -> Box<dyn AnyLive> {
    let mut live = begin(CAMP);
    until(&mut *live, "Yan", "end turn", &[]);
    live
}

/// Goes on until somebody is offered something: others answer with the first of these words that are offered to them.
fn until(live: &mut dyn AnyLive, who: &str, offered: &str, words: &[&str]) {
    for _ in 0..60 {
        let asked = asked(live).unwrap();
        let has = |text: &str| asked.question.choices().iter().any(|choice| choice.text == text);
        if asked.who == who && has(offered) {
            return;
        }
        let words = words.iter().find(|words| has(words)).copied().unwrap_or("default");
        live.answer(&asked.who, words).unwrap();
    }
    panic!("{who} is never offered `{offered}`");
}

fn begin(text: &str) -> Box<dyn AnyLive> {
    scene(RULEBOOK, text, seeded(Seats::everybody(), 3, 12))
}

fn cost(price: Price, amount: i16, left: i16) -> Cost {
    Cost { price, amount, left: Some(left) }
}

fn variants(label: &Label) -> Vec<(&str, &str)> {
    label.variants.iter().map(|one| (one.axis, one.key.as_str())).collect()
}

fn means(label: &Label) -> &str {
    label.means.as_ref().map_or("", |means| means.key.as_str())
}

#[test]
fn an_activation_names_its_gu_its_aim_and_all_that_it_takes() {
    let live = camp();
    let head = does(&*live, "activate Moonlight at Grey in the head");
    assert_eq!((head.verb.key, means(&head), variants(&head)), ("activate", "moonlight", vec![("aim", "head")]));
    assert_eq!(head.target, Target::Who(Who(2)));
    let activations = live.view().value("Yan.activations").unwrap();
    let Value::Number(all) = activations else { panic!("{activations}") };
    let left = |price: &Price| head.costs.iter().find(|cost| cost.price == *price).copied();
    assert_eq!(left(&Price::Action), Some(cost(Price::Action, 1, 0)));
    assert_eq!(left(&Price::Pool("activations")), Some(cost(Price::Pool("activations"), 1, all as i16 - 1)));
    assert_eq!(left(&Price::Pool("essence")), Some(cost(Price::Pool("essence"), 6, 14)));
    let friend = does(&*live, "activate Moonlight at Bo");
    assert!(friend.tags.contains(Tags::HURTS_FRIEND) && !head.tags.contains(Tags::HURTS_FRIEND), "{friend:?}");
}

#[test]
fn an_area_tells_whom_it_may_hurt() {
    let live = camp();
    let ring = |square: &str| does(&*live, &format!("activate Flame Ring on {square}"));
    assert_eq!(ring("E4").target, Target::Area(Square::new(4, 3), None));
    assert_eq!(ring("E4").tags, Tags::default());
    assert_eq!(ring("C5").tags, Tags::HURTS_SELF);
    assert_eq!(ring("F5").tags, Tags::HURTS_FRIEND);
}

#[test]
fn a_way_costs_metres_and_provokes_where_it_leaves_a_reach() {
    let live = camp();
    let beside = does(&*live, "move to C5");
    assert_eq!((beside.verb.key, &beside.target), ("move", &Target::Square(Square::new(2, 4))));
    assert_eq!(beside.costs, vec![cost(Price::Distance, 1, 5)]);
    assert_eq!(beside.tags, Tags::default());
    let away = does(&*live, "move to A4");
    assert_eq!(away.costs, vec![cost(Price::Distance, 2, 4)]);
    assert_eq!(away.tags, Tags::PROVOKES);
}

#[test]
fn strikes_stones_and_the_rest_of_a_turn() {
    let live = camp();
    let punch = does(&*live, "punch Grey in the torso");
    assert_eq!((punch.verb.key, variants(&punch)), ("punch", vec![("aim", "torso")]));
    assert_eq!((punch.costs.clone(), punch.tags), (vec![cost(Price::Action, 1, 0)], Tags::HURTS_SELF));
    let stones = does(&*live, "absorb 2 stones");
    assert_eq!((stones.verb.key, variants(&stones)), ("absorb", vec![("stones", "2")]));
    assert_eq!(stones.costs, vec![cost(Price::Action, 1, 0), cost(Price::Pool("stones"), 2, 1)]);
    let vital = does(&*live, "detonate Moonlight");
    assert_eq!((vital.verb.key, means(&vital)), ("detonate", "moonlight"));
    assert_eq!(vital.tags, Tags::FREE | Tags::NO_RETURN | Tags::HURTS_SELF);
    assert_eq!(does(&*live, "detonate Strength").tags, Tags::FREE | Tags::NO_RETURN);
    assert_eq!(does(&*live, "end turn").tags, Tags::ENDS_TURN);
    assert_eq!(does(&*live, "something quick").costs, vec![cost(Price::Bonus, 1, 0)]);
    let held = does(&*live, "hold Moonlight");
    assert_eq!((held.verb.key, means(&held), variants(&held)), ("hold", "moonlight", vec![("action", "activate")]));
    assert_eq!((held.costs, held.tags), (vec![cost(Price::Action, 1, 0)], Tags::DECLARES));
}

#[test]
fn what_is_held_waits_and_its_trigger_provokes() {
    let mut live = camp();
    live.answer("Yan", "hold an attack").unwrap();
    let attacks = does(&*live, "when Grey attacks the holder");
    assert_eq!((attacks.verb.key, variants(&attacks)), ("wait-for", vec![("does", "attacks-holder")]));
    assert_eq!(attacks.target, Target::Who(Who(2)));
    let near = does(&*live, "when an enemy comes within 3 m");
    assert_eq!(variants(&near), vec![("does", "comes-within"), ("metres", "3")]);
    assert_eq!(near.target, Target::None);
    live.answer("Yan", "when an enemy attacks the holder").unwrap();
    until(&mut *live, "Grey", "attack Yan with Bite", &["end turn"]);
    let bite = does(&*live, "attack Yan with Bite");
    assert_eq!((bite.verb.key, means(&bite), bite.tags), ("attack", "common-wolf.Bite", Tags::PROVOKES));
    assert_eq!(does(&*live, "move to D5").tags, Tags::default());
}

#[test]
fn what_is_likely_stands_first_among_triggers_and_targets() {
    let mut live = begin(&CAMP.replace("at = \"D4\"", "at = \"F4\""));
    until(&mut *live, "Yan", "hold Moonlight", &[]);
    live.answer("Yan", "hold Moonlight").unwrap();
    let triggers: Vec<String> =
        asked(&*live).unwrap().question.choices().iter().map(|choice| choice.text.clone()).collect();
    let first = [
        "when an enemy attacks the holder",
        "when an enemy comes within 10 m",
        "when an enemy attacks",
        "when an enemy does anything hostile",
        "when an enemy moves",
        "when Grey attacks the holder",
    ];
    assert_eq!(triggers[..6], first);
    let place = |text: &str| triggers.iter().position(|known| known == text);
    assert!(place("when Grey moves") < place("when an enemy comes within 3 m"), "{triggers:?}");
    assert!(place("when Grey comes within 3 m") < place("when Bo moves"), "{triggers:?}");
    assert_eq!(place("when Bo attacks the holder"), None, "{triggers:?}");
    live.answer("Yan", "when an enemy moves").unwrap();
    until(&mut *live, "Grey", "move to E4", &["end turn"]);
    live.answer("Grey", "move to E4").unwrap();
    until(&mut *live, "Yan", "held action", &[]);
    live.answer("Yan", "held action").unwrap();
    until(&mut *live, "Yan", "activate Moonlight at Grey", &[]);
    let targets: Vec<String> =
        asked(&*live).unwrap().question.choices().iter().map(|choice| choice.text.clone()).collect();
    let first = ["activate Moonlight at Grey", "activate Moonlight at Bo", "activate Moonlight at Grey in the head"];
    assert_eq!(targets[..3], first);
}

#[test]
fn a_reaction_costs_one() {
    let text = CAMP.replace("set = { player = true }", "set = { player = true, close-combat = 300 }");
    let mut live = begin(&text);
    until(&mut *live, "Yan", "dodge", &["attack Yan with Bite", "end turn"]);
    let dodge = does(&*live, "dodge");
    assert_eq!((dodge.verb.key, dodge.costs), ("dodge", vec![cost(Price::Reaction, 1, 1)]));
    assert_eq!(does(&*live, "no reaction").verb.key, "decline");
    assert_eq!(does(&*live, "detonate Strength").tags, Tags::NO_RETURN);
}

#[test]
fn what_costs_no_action_begins_an_act_of_its_own() {
    let mut live = camp();
    live.answer("Yan", "detonate Strength").unwrap();
    until(&mut *live, "Yan", "end turn", &[]);
    let told = live.log().iter().find(|event| event.text == "Yan detonates Strength");
    assert_eq!(told.map(|event| event.role), Some(Role::Act));
}

/// What an option says that is left of a pool, by the name of its value.
fn left(label: &Label) -> Vec<(&'static str, i64)> {
    let pool = |cost: &Cost| match (cost.price, cost.left) {
        (Price::Pool(key @ ("essence" | "luck")), Some(left)) => Some((key, left.into())),
        (Price::Reaction, Some(left)) => Some(("reactions", left.into())),
        _ => None,
    };
    label.costs.iter().filter_map(pool).collect()
}

/// Whether the first change of each pool that follows an answer leaves what its option said.
fn is_taken(bout: &Bout<'_>, from: usize, (who, label): (Who, &Label)) -> Result<(), String> {
    for (key, left) in left(label) {
        let log = &bout.live.log()[from..];
        let told = log.iter().flat_map(|event| &event.changes).find(|change| change.who == who && change.stat == key);
        if let Some(change) = told.filter(|change| change.after != left) {
            let after = change.after;
            return Err(bout.fault(format!("{} says that {left} {key} are left, and it is {after}", label.doing())));
        }
    }
    Ok(())
}

/// Whether somebody who has gone where it wanted has gone as far as the option said.
fn is_walked(bout: &Bout<'_>, name: &str, before: i64, label: &Label) -> Result<(), String> {
    let view = bout.live.view();
    let Some(cost) = label.costs.iter().find(|cost| cost.price == Price::Distance) else { return Ok(()) };
    let at = view.combatant(name).and_then(|one| one.at);
    let there = matches!(label.target, Target::Square(to) if label.verb.key == "move" && at == Some(to));
    let spent = view.value(&format!("{name}.spent")).map_err(|fault| fault.to_string())?;
    match spent {
        Value::Number(spent) if there && spent > 0 && spent != before + i64::from(cost.amount) => {
            Err(bout.fault(format!("{} says {} m, and {} m are gone", label.doing(), cost.amount, spent - before)))
        }
        _ => Ok(()),
    }
}

#[test]
fn what_options_say_that_they_cost_is_taken() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(32_u64);
    for seed in 0..cases.min(500) {
        let mut bout = Bout::begin(battery.any(seed as usize), seed, true);
        for _ in 0..60 {
            let asked = bout.open().unwrap();
            let Some((who, words)) = bout.pick().unwrap() else { break };
            let place = asked.iter().position(|asked| asked.who == who).unwrap();
            let chosen = asked[place].question.choices().iter().position(|choice| choice.text == words);
            let label = chosen.and_then(|chosen| bout.live.labels(place)[chosen].clone());
            let view = bout.live.view();
            let actor = view.combatants.iter().position(|one| one.name == who).map(|place| Who(place as u16));
            let value = view.value(&format!("{who}.spent"));
            let (from, active) = (bout.live.log().len(), view.value("active").is_ok_and(|active| active.is(&who)));
            bout.give(&who, &words).unwrap();
            if let (Some(label), Some(actor)) = (label, actor) {
                is_taken(&bout, from, (actor, &label)).unwrap_or_else(|fault| panic!("{fault}"));
                if let (Ok(Value::Number(before)), true) = (value, active) {
                    is_walked(&bout, &who, before, &label).unwrap_or_else(|fault| panic!("{fault}"));
                }
            }
        }
    }
}

#[test]
fn what_an_option_does_is_what_its_label_says() {
    options_do_what_they_say::<Fight>();
}
