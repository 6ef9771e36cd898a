//! Rests of each book, as its chapters have them: what they restore and what they leave alone.

use quintain_books::library;
use quintain_content::{Placed, Source, Value};
use quintain_engine::{Aftermath, AnyLive, Conduct, DiceFrom, Left, Terms, Waiting};
use quintain_library::files;

/// The heroes of a party after a rest, with these faces for its dice.
fn rested(rulebook: &str, heroes: &[(&str, &str, &str)], kind: &str, dice: &[u16]) -> Vec<Aftermath> {
    let mut text = format!("rulebook = \"{rulebook}\"\n");
    for (name, is, carries) in heroes {
        text += &format!("[[hero]]\nname = \"{name}\"\nis = \"{is}\"\n[hero.carries]\n{carries}\n");
    }
    let party = library().open_party_source(&Source::new("party.toml", text), &files::none).unwrap();
    let kind = party.rest_named(&Placed::nowhere(kind.to_owned())).unwrap();
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::unattended(1, 0, Conduct::best()) };
    let mut live = party.camp().unwrap().resting(kind, terms, Vec::new());
    thrown(&mut *live, dice);
    live.aftermath()
}

/// Throws these dice, in order; all of them are needed.
fn thrown(live: &mut dyn AnyLive, dice: &[u16]) {
    let mut dice = dice.iter().copied();
    while let Waiting::Dice { count, text, .. } = live.waiting() {
        let faces: Vec<u16> = dice.by_ref().take(count.into()).collect();
        assert_eq!(faces.len(), usize::from(count), "no dice are left for {text}");
        live.throw(&faces).unwrap();
    }
    assert!(matches!(live.waiting(), Waiting::Over(_)), "{:?}", live.waiting());
    assert_eq!(dice.count(), 0, "more dice than were asked for");
}

fn number(left: &Aftermath, key: &str) -> i64 {
    left.value(key).and_then(Value::as_int).unwrap_or_else(|| panic!("no {key} in {left:?}"))
}

fn words(left: &Aftermath, key: &str) -> String {
    left.value(key).map(ToString::to_string).unwrap_or_default()
}

#[test]
fn thalassa_a_quick_rest_restores_sta_and_no_score() {
    let left =
        rested("thalassa", &[("Althea", "althea", "sta = 1\nmax-sta = 5\nkra = 4\nmax-kra = 10")], "quick-rest", &[]);
    assert_eq!((number(&left[0], "sta"), number(&left[0], "kra")), (5, 4));
}

#[test]
fn thalassa_the_deprived_recover_nothing() {
    let hero = ("Althea", "althea", "sta = 1\nmax-sta = 5\nconditions = [\"deprived\"]");
    assert_eq!(number(&rested("thalassa", &[hero], "night", &[])[0], "sta"), 1);
}

#[test]
fn thalassa_a_few_hours_end_being_walloped_and_a_die_adds_to_the_maximum() {
    let hero = ("Althea", "althea", "sta = 1\nmax-sta = 5\nscars = [\"3 pending\"]");
    let left = rested("thalassa", &[hero], "hours", &[4]);
    assert_eq!((number(&left[0], "max-sta"), number(&left[0], "sta")), (9, 9));
    assert_eq!((words(&left[0], "conditions"), words(&left[0], "scars")), ("[]".into(), "[\"3\"]".into()));
}

#[test]
fn thalassa_a_night_takes_fatigue_and_a_week_mends_limbs_and_scores() {
    let hero =
        ("Althea", "althea", "sta = 5\nmax-sta = 5\nfatigue = 2\nkra = 4\nmax-kra = 10\nscars = [\"4 arm pending\"]");
    let night = rested("thalassa", &[hero], "night", &[]);
    assert_eq!((number(&night[0], "fatigue"), number(&night[0], "kra")), (0, 4));
    assert_eq!(words(&night[0], "scars"), "[\"4 arm pending\"]");
    let week = rested("thalassa", &[hero], "week", &[3, 4]);
    assert_eq!((number(&week[0], "max-sta"), number(&week[0], "kra")), (7, 10));
    assert_eq!(words(&week[0], "scars"), "[\"4 arm\"]");
}

#[test]
fn thalassa_aid_and_rest_end_critical_damage_and_nobody_outlives_hours_without_aid() {
    let dying = ("Althea", "althea", "sta = 0\nmax-sta = 5\nconditions = [\"critical damage\"]");
    let helped = rested("thalassa", &[dying, ("Timonax", "timonax", "")], "quick-rest", &[]);
    assert_eq!((helped[0].left, words(&helped[0], "conditions")), (Left::Able, "[]".into()));
    let alone = rested("thalassa", &[dying], "hours", &[]);
    assert_eq!(alone[0].left, Left::Dead);
}

#[test]
fn heimr_a_short_rest_helps_the_uninjured_alone() {
    let heroes = [("Guard", "crusader", "hp-max = 10\nhp = 1"), ("Archer", "elf-archer", "hp-max = 6\nhp = 0")];
    let left = rested("heimr", &heroes, "short-rest", &[]);
    assert_eq!((number(&left[0], "hp"), number(&left[1], "hp")), (10, 0));
}

#[test]
fn heimr_the_mangled_die_before_a_new_day_comes() {
    let left = rested("heimr", &[("Guard", "crusader", "hp-max = 10\nhp = -2")], "day", &[]);
    assert_eq!(left[0].left, Left::Dead);
}

#[test]
fn heimr_a_new_day_brings_a_point_of_willpower() {
    let left = rested("heimr", &[("Guard", "crusader", "wp-max = 8\nwp = 3")], "day", &[]);
    assert_eq!(number(&left[0], "wp"), 4);
}

#[test]
fn oakhearth_a_long_rest_brings_mp_and_ends_temp_hp_and_heals_nobody() {
    let hero = ("Sorrel", "elementalist", "max-mp = 6\nmp = 1\nmax-hp = 9\nhp = 3\ntemp-hp = 2");
    let left = rested("oakhearth", &[hero], "long-rest", &[]);
    let all = ["mp", "hp", "temp-hp"].map(|key| number(&left[0], key));
    assert_eq!(all, [6, 3, 0]);
}

#[test]
fn oakhearth_a_death_save_of_10_makes_the_dying_stable() {
    let hero = ("Hild", "barbarian", "max-hp = 9\nhp = 0");
    let left = rested("oakhearth", &[hero], "tend", &[10]);
    assert_eq!(left[0].value("stable"), Some(&Value::Bool(true)));
}

#[test]
fn gu_an_hour_of_rest_gives_a_tenth_of_the_essence_and_eight_of_sleep_give_hit_points() {
    let hero =
        ("Shi", "strength-brawler", "max-hp = 40\nhp = 10\nmax-essence = 40\nessence = 0\nconditions = [\"fatigued\"]");
    let camp = |kind: &str| rested("gu", &[hero], kind, &[]);
    let hour = camp("hour");
    assert_eq!(
        (number(&hour[0], "essence"), number(&hour[0], "hp"), words(&hour[0], "conditions")),
        (4, 10, "[]".into())
    );
    let night = camp("night");
    assert_eq!((number(&night[0], "essence"), number(&night[0], "hp")), (32, 18));
}

#[test]
fn uchma_an_hour_of_rest_and_of_sleep_restore_what_the_book_says() {
    let hero = ("Aybars", "guard", "max-health = 80\nhealth = 20\nmax-energy = 10\nenergy = 2\nlevel = 1");
    let after = |kind: &str| {
        let left = rested("uchma", &[hero], kind, &[]);
        (number(&left[0], "health"), number(&left[0], "energy"))
    };
    assert_eq!([after("rest"), after("sleep"), after("night")], [(25, 3), (30, 4), (80, 10)]);
}

#[test]
fn an_unknown_rest_is_refused_with_those_that_there_are() {
    let text = "rulebook = \"gu\"\n[[hero]]\nname = \"Shi\"\nis = \"strength-brawler\"\n";
    let party = library().open_party_source(&Source::new("party.toml", text), &files::none).unwrap();
    let refused = party.rest_named(&Placed::nowhere("nap".to_owned())).unwrap_err().to_string();
    assert!(refused.contains("no rest `nap`") && refused.contains("`night`"), "{refused}");
}
