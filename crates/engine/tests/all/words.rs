//! Edicts, events and views in words.

use crate::common::{self, duel, rules};
use quintain_engine::{Edict, Event, Rulebook, Tactics, Value, Who, names, rule_named, wilson};

#[test]
fn edicts_are_read_and_written() {
    let fight = duel();
    let names = names(&fight);
    let parse = |words: &str| Edict::parse(words, &names);
    for (words, written) in [
        ("set anna.HP 5", "set Anna.hp 5"),
        ("SET Bo the Bold.hp = 5", "set Bo the Bold.hp 5"),
        ("set Bo the Bold.hp=5", "set Bo the Bold.hp 5"),
        ("set Wolf 1.note to go to hell", "set Wolf 1.note go to hell"),
        ("set Anna.note = to be", "set Anna.note = to be"),
        ("set round 3", "set round 3"),
        ("set speed 1.5", "set speed 1.5"),
        ("set Stranger.hp 4", "set Stranger.hp 4"),
        ("move Wolf 1 to c4", "move Wolf 1 to C4"),
        ("add wolf as Wolf 3 to monsters at C3", "add wolf as Wolf 3 to monsters at C3"),
        ("add wolf to monsters", "add wolf as wolf to monsters"),
        ("remove Wolf 2", "remove Wolf 2"),
        ("give Bo the Bold on fire", "give Bo the Bold on fire"),
        ("take on fire from Bo the Bold", "take on fire from Bo the Bold"),
        ("die 2 = 6", "die 2 = 6"),
        ("die 1=6", "die 1 = 6"),
        ("end", "end"),
        ("end heroes", "end heroes"),
    ] {
        let edict = parse(words).unwrap_or_else(|fault| panic!("{words}: {fault}"));
        assert_eq!(edict.to_string(), written);
        assert_eq!(parse(written), Ok(edict));
        assert!(Edict::looks_like(words));
    }
    for (words, says) in [
        ("", "`` is no edict; the GM can set NAME.VALUE"),
        ("fly", "`fly` is no edict"),
        ("set", "reads `set NAME.VALUE"),
        ("set Anna.hp", "reads `set NAME.VALUE"),
        ("set Anna.hp =", "reads `set NAME.VALUE"),
        ("move Anna", "reads `move NAME to SQUARE`"),
        ("move Anna to there", "`there` is no square; squares look like C4"),
        ("add wolf", "reads `add ENTRY as NAME to SIDE"),
        ("add wolf to monsters at sea", "`sea` is no square"),
        ("remove", "`remove` is no edict"),
        ("give Anna", "reads `give NAME CONDITION`"),
        ("take bound", "reads `take CONDITION from NAME`"),
        ("die 0 = 3", "reads `die N = FACE`"),
        ("die 1", "reads `die N = FACE`"),
    ] {
        let said = parse(words).unwrap_err().to_string();
        assert!(said.contains(says), "{words}: {said}");
    }
    assert!(!Edict::looks_like("guard") && !Edict::looks_like(""));
}

#[test]
fn events_tell_the_sum_and_its_reasons() {
    let event = Event::new(&rules::DAMAGE, "Wolf bites Anna").dice(10, &[4]).term("d10", 4, "");
    let event = event.term("Armor", -1, "leather").waived("damp", 2, "rain").total(3).against("hp", 10);
    assert_eq!(
        event.to_string(),
        "Wolf bites Anna: 4 - 1 = 3 against hp 10 [d10: 4; Armor 1, leather; damp 2 not counted, rain]"
    );
    let event = Event::new(&rules::DAMAGE, "A pool").dice(6, &[1, 2]).term("2d6", 3, "").and(&rules::FALL);
    assert_eq!(event.to_string(), "A pool: 3 [2d6: 1 2]");
    assert!(event.cites("state.fall") && event.cites("attack.damage") && !event.cites("attack.hit"));
    assert_eq!(Event::new(&rules::DAMAGE, "x").total(4).to_string(), "x: 4");
}

#[test]
fn views_are_reached_by_path() {
    let mut fight = duel();
    fight.all[0].name = "Dr. No".into();
    fight.all[0].bound = true;
    let view = fight.view();
    for (path, value) in [
        ("dr. no.hp", "10"),
        ("Dr. No.hp.max", "10"),
        ("Dr. No.at", "b2"),
        ("Bo the Bold.side", "HEROES"),
        ("Round", "0"),
        ("Wolf 1.fighting", "yes"),
        ("Wolf 1.fighting", "true"),
        ("over", "none"),
        ("motto", ""),
        ("Wolf 1.is", "fighter"),
    ] {
        assert!(view.value(path).unwrap().is(value), "{path}");
    }
    assert!(
        view.value("Wolf 1.hip").unwrap_err().to_string().contains("known here: at, side, is, fighting, hp, hp.max")
    );
    assert!(view.value("Nobody.hp").unwrap_err().to_string().contains("Bo the Bold"));
    assert!(view.value("size").unwrap_err().to_string().contains("round, moment, over, motto"));
    let mut bound = view.combatants[0].clone();
    assert!(bound.has("BOUND") && !bound.has("bou") && !bound.has(""));
    bound.conditions[0].name = "Bound (2 rounds)".into();
    assert!(bound.has("bound") && bound.has("bound (2 rounds)"));
    assert!(!Value::Flag(true).is("1") && Value::None.is("-") && Value::Number(-3).is(" -3 "));
}

#[test]
fn names_of_rules_and_tactics() {
    assert_eq!(rule_named(&common::TOY, "toy/attack.hit"), Some(&rules::ATTACK));
    assert_eq!(rule_named(&common::TOY, "chess/attack.hit"), None);
    assert!(rules::SECTION.file.ends_with("common/rules.rs"));
    let known = common::Toy::TACTICS;
    for tactics in [Tactics::Own(0), Tactics::Own(1), Tactics::Random] {
        assert_eq!(Tactics::named::<common::Toy>(tactics.name(known)), Some(tactics));
    }
    assert_eq!(quintain_engine::find(&duel(), " wolf 2 "), Some(Who(3)));
    let (low, high) = wilson(0.5, 100.0);
    assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
    assert_eq!(wilson(0.5, 0.0), (0.0, 1.0));
}
