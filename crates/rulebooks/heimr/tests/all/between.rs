//! What a fight leaves of those in it, and what rests make of that.

use quintain_content::{Encounter, Source};
use quintain_engine::{Aftermath, AnyFight, Conduct, DiceFrom, Left, Plan, ROUND_LIMIT, Seats, Terms, Waiting};
use quintain_heimr::RULEBOOK;
use quintain_testkit::Battery;

/// One of a kind with such values, and a foe beside it.
fn fight(house: &str, is: &str, values: &str) -> Box<dyn AnyFight> {
    let text = format!(
        r#"
rulebook = "heimr"
[house]
defence.mode = "on-demand"
{house}
[map]
size = [3, 3]
[[combatant]]
name = "One"
is = "{is}"
side = "heroes"
at = "B2"
set = {{ pc = true, {values} }}
[[combatant]]
name = "Foe"
is = "plain"
side = "foes"
at = "B2"
set = {{ pc = true, hp = 40, wp = 0 }}
"#
    );
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("fight.toml", text), RULEBOOK.tables()).unwrap();
    battery.book.set_up(&encounter).unwrap()
}

/// What is left of such a one after a rest.
fn rested(rest: &str, house: &str, is: &str, values: &str) -> Aftermath {
    let kind = RULEBOOK.rests().iter().copied().find(|kind| kind.key == rest).unwrap();
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
    fight(house, is, values).camp().unwrap().rest(kind, &plan, 0).swap_remove(0)
}

/// What is left of such a one when it has done this and the game master ends the fight; the dice in their order.
fn fought(is: &str, values: &str, dice: &[u16], answers: &[(&str, &str)]) -> Aftermath {
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    let mut live = fight("", is, values).live(terms, Vec::new());
    let mut dice = dice.iter().copied();
    let mut answers = answers.iter();
    loop {
        if let Waiting::Dice { count, .. } = live.waiting() {
            let faces: Vec<u16> = dice.by_ref().take(count.into()).collect();
            live.throw(&faces).unwrap();
        } else if let Some((who, words)) = answers.next() {
            live.answer(who, words).unwrap_or_else(|fault| panic!("{who}: {words}: {fault}"));
        } else {
            break;
        }
    }
    live.edict("end heroes").unwrap();
    live.aftermath().swap_remove(0)
}

/// A value that goes on, in words.
fn kept(left: &Aftermath, key: &str) -> String {
    left.value(key).map_or("nothing".into(), ToString::to_string)
}

#[test]
fn the_injured_get_nothing_back_by_a_short_rest() {
    let used = |hp: i16| format!("hp = {hp}, used-freely = [\"sturdy-stance-3 1\"]");
    let of = |hp: i16| kept(&rested("short-rest", "", "tellurian-wall", &used(hp)), "used-freely");
    assert_eq!(of(0), "[\"sturdy-stance-3 1\"]");
    assert_eq!(of(1), "[]");
    let steadied = |hp: i16| rested("short-rest", "", "crusader", &format!("hp = {hp}, steadied = 0"));
    assert_eq!(kept(&steadied(0), "steadied"), "0");
    assert_eq!(kept(&steadied(1), "steadied"), "1");
}

#[test]
fn by_the_table_of_the_live_edition_the_mangled_lose_a_hit_point_and_then_die() {
    let larp = "health.table = \"larp\"";
    let rest = rested("short-rest", larp, "plain", "hp = -1");
    assert_eq!(
        (rest.left, kept(&rest, "hp"), kept(&rest, "rounds-to-live")),
        (Left::Helpless, "-2".into(), "150".into())
    );
    assert_eq!(rested("day", larp, "plain", "hp = -1").left, Left::Dead);
    let rest = rested("short-rest", "", "plain", "hp = -2");
    assert_eq!(
        (rest.left, kept(&rest, "hp"), kept(&rest, "rounds-to-live")),
        (Left::Helpless, "-2".into(), "150".into())
    );
    assert_eq!(rested("day", "", "plain", "hp = -2").left, Left::Dead);
}

#[test]
fn who_does_not_die_in_a_fight_does_not_die_after_it() {
    let rest = rested("short-rest", "", "plain", "hp = -4, wp = 5, powers = [\"halo-of-health\"]");
    assert_eq!((rest.left, kept(&rest, "wp")), (Left::Helpless, "3".into()));
    assert_eq!(rested("short-rest", "", "plain", "hp = -4").left, Left::Dead);
}

#[test]
fn temporary_willpower_goes_with_the_fight_and_its_price_does_not_come_back() {
    let left = fought("fae-mage", "", &[6, 6, 1], &[("One", "use Frenzy")]);
    assert_eq!(kept(&left, "wp"), "4");
}

#[test]
fn a_stagger_with_the_long_weapon_counts_until_the_next_day() {
    let answers = [
        ("One", "attack Foe"),
        ("One", "no part"),
        ("Foe", "no defence"),
        ("One", "stagger with the long weapon"),
        ("One", "left"),
    ];
    let left = fought("human-greatsword", "", &[6, 6, 1, 6, 6, 6, 6], &answers);
    assert_eq!(kept(&left, "staggers-used"), "[\"great-weapon 1\"]");
    let set = "staggers-used = [\"great-weapon 1\"]";
    assert_eq!(kept(&rested("short-rest", "", "human-greatsword", set), "staggers-used"), "[\"great-weapon 1\"]");
    assert_eq!(kept(&rested("day", "", "human-greatsword", set), "staggers-used"), "[]");
}

#[test]
fn the_free_skill_of_orcs_counts_until_the_next_day_and_only_what_they_had_is_missed() {
    let answers = [("One", "attack Foe"), ("One", "no part"), ("Foe", "no defence"), ("One", "Focused Strike 1")];
    let left = fought("orc-raider", "weapons = [\"medium-weapon\"]", &[6, 6, 1, 6, 6, 6], &answers);
    assert_eq!((kept(&left, "wp"), kept(&left, "used-freely")), ("7".into(), "[\"orc-training 1\"]".into()));
    assert!(left.open.is_empty(), "{:?}", left.open);
    let rest = rested("day", "", "orc-raider", "used-freely = [\"orc-training 1\"]");
    assert_eq!(kept(&rest, "used-freely"), "[]");
    let left = fought("orc-raider", "", &[6, 6, 1], &[("One", "drop great weapon")]);
    assert!(left.open.iter().any(|open| open.what == "great weapon, dropped or broken"), "{:?}", left.open);
}

#[test]
fn the_risen_fall_apart_when_their_time_is_over() {
    let risen = "risen = \"animation\", rounds-left = 151, hp = 6, hp-max = 6";
    let rest = rested("short-rest", "", "plain", risen);
    assert_eq!(
        (rest.left, kept(&rest, "rounds-left"), kept(&rest, "risen")),
        (Left::Able, "1".into(), "\"animation\"".into())
    );
    assert_eq!(rested("short-rest", "", "plain", "risen = \"animation\", rounds-left = 150").left, Left::Dead);
    assert_eq!(rested("day", "", "zombie", "").left, Left::Dead);
}

#[test]
fn what_was_bought_and_is_used_up_stays_so() {
    let set = "powers = [\"armor-durability\"], used = [\"armor-durability 1\"]";
    assert_eq!(kept(&rested("day", "", "plain", set), "used"), "[\"armor-durability 1\"]");
}

#[test]
fn an_attack_is_remembered_until_a_short_rest_and_an_edge_until_a_blow_has_used_it() {
    let answers = [("One", "attack Foe"), ("One", "no part"), ("Foe", "no defence")];
    let left = fought("plain", "sharpened = 2", &[6, 1, 6], &answers);
    assert_eq!((kept(&left, "attacked"), kept(&left, "sharpened")), ("1".into(), "2".into()));
    assert_eq!(kept(&rested("treatment", "", "plain", "attacked = 1"), "attacked"), "1");
    let rest = rested("short-rest", "", "plain", "attacked = 1, hooked = 1");
    assert_eq!((kept(&rest, "attacked"), kept(&rest, "hooked")), ("0".into(), "1".into()));
}

#[test]
fn the_most_hit_points_say_what_of_them_goes_with_the_armour() {
    let terms = Terms::unattended(1, 0, Conduct::best());
    let why = fight("", "tellurian-wall", "").live(terms, Vec::new()).why("One.hp.max").unwrap();
    let terms: Vec<(&str, i64)> =
        why.terms.iter().map(|term| (term.rule.map_or("", |rule| rule.id), term.value)).collect();
    assert_eq!(terms, [("char.has", 4), ("armour.hp", 6)]);
}
