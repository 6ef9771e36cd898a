//! What is put to people and what is not: details, and standing answers.

use crate::common::{Toy, duel, terms};
use quintain_dice::Stream;
use quintain_engine::{DiceFrom, Fact, Live, Seats, Stop, Terms};

fn asked(live: &Live<Toy>) -> Vec<String> {
    live.who_is_asked()
}

/// People play the heroes, tactics the wolves, with the same dice each time.
fn attended() -> Terms {
    terms(DiceFrom::Seed(Box::new(Stream::new(3, 1))), Seats { players: true, ..Seats::nobody() })
}

fn bitten() -> Live<Toy> {
    Live::begin(duel(), attended())
}

/// Answers the heroes' declarations until somebody is asked to dodge or the dice run out.
fn until_dodge(live: &mut Live<Toy>) -> bool {
    for _ in 0..20 {
        let Stop::Asked(open) = live.stop() else { return false };
        let question = open[0].question(live.fight());
        if question.rule.id == "react.dodge" {
            return true;
        }
        let who = quintain_engine::seat_name(live.fight(), question.to).to_owned();
        let words = if question.read("guard").is_ok() { "guard" } else { "default" };
        live.answer(&who, words).unwrap();
    }
    false
}

#[test]
fn a_detail_is_put_to_the_player_but_not_where_one_answer_is_legal() {
    let mut live = bitten();
    assert!(until_dodge(&mut live), "{:?}", asked(&live));
    let Stop::Asked(open) = live.stop() else { unreachable!() };
    assert!(open[0].question(live.fight()).choices().len() > 1);
    let mut live = bitten();
    for name in ["Anna", "Bo the Bold"] {
        live.edict(&format!("give {name} bound")).unwrap();
    }
    assert!(!until_dodge(&mut live), "the bound cannot dodge, so nobody asks them");
}

#[test]
fn a_standing_answer_is_given_until_it_is_taken_back() {
    let mut live = bitten();
    assert!(until_dodge(&mut live));
    let Stop::Asked(open) = live.stop() else { unreachable!() };
    let who = quintain_engine::seat_name(live.fight(), open[0].question(live.fight()).to).to_owned();
    live.answer(&who, "always take it").unwrap();
    assert_eq!(live.standing().len(), 1);
    assert_eq!(live.standing()[0].words.as_deref(), Some("take it"));
    let facts = live.facts().to_vec();
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Standing(_))));
    let again = Live::resume(duel(), attended(), facts);
    assert!(!matches!(again.stop(), Stop::Diverged(_)), "{:?}", asked(&again));
    assert_eq!(again.standing(), live.standing());
    live.undo().unwrap();
    assert!(live.standing().is_empty(), "it goes with the answer that set it");
    live.answer(&who, "never").unwrap();
    assert_eq!(live.standing()[0].words.as_deref(), Some("take it"), "`no` declines");
    let topic = live.standing()[0].topic.clone();
    assert!(live.ask_again(&who, "nonsense").is_err());
    live.ask_again(&who, &topic).unwrap();
    assert!(live.standing().is_empty());
}

#[test]
fn an_exception_is_made_where_the_moment_could_fell_the_one_who_is_asked() {
    let mut live = bitten();
    assert!(until_dodge(&mut live));
    let Stop::Asked(open) = live.stop() else { unreachable!() };
    let who = quintain_engine::seat_name(live.fight(), open[0].question(live.fight()).to).to_owned();
    let before = live.facts().len();
    live.answer(&who, "never unless it could fell me").unwrap();
    assert!(live.facts().len() > before);
    // The toy does not know what could fell anybody, so everybody is asked all the same.
    assert!(until_dodge(&mut live));
}

#[test]
fn what_was_decided_alone_can_be_decided_otherwise() {
    let mut live = bitten();
    assert!(until_dodge(&mut live));
    let alone = live.decided_alone();
    let (place, _) = *alone.first().unwrap();
    let Some(Fact::Answer { to, words, .. }) = live.facts().get(place).cloned() else { unreachable!() };
    assert!(live.overrule(place, "nonsense").is_err(), "{to} cannot do that");
    assert!(live.overrule(9_999, "guard").is_err());
    let dice: Vec<Fact> = live.facts()[..place].to_vec();
    live.overrule(place, &words).unwrap();
    assert_eq!(&live.facts()[..place], &dice[..], "what came before stands");
    assert!(matches!(&live.facts()[place], Fact::Answer { auto: false, words: now, .. } if *now == words));
    let again = Live::resume(duel(), attended(), live.facts().to_vec());
    assert!(!matches!(again.stop(), Stop::Diverged(_)), "{:?}", asked(&again));
}
