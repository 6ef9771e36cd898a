//! How tactics that every book shares answer, and where an audit finds that tactics lose.

use crate::common::play::{Act, Ask};
use crate::common::{self, any_duel, best, duel};
use quintain_dice::LateStream;
use quintain_engine::{Auditing, Conduct, Heed, Live, Plan, Rulebook, Seats, Side, Tactics, Terms, Who};

/// How often tactics attack, guard and move, in so many answers to the same question.
fn chosen(tactics: Tactics) -> [usize; 3] {
    let (fight, mut own) = (duel(), LateStream::for_tactics(5, 1));
    let ask = Ask::Declare(Who(0));
    let answers: Vec<Act> = (0..600).map(|_| tactics.answer(&fight, &ask, &mut own).one().unwrap()).collect();
    let count = |is: fn(&Act) -> bool| answers.iter().filter(|act| is(act)).count();
    [count(|act| matches!(act, Act::Attack(_))), count(|act| *act == Act::Guard), count(|act| *act == Act::Move)]
}

#[test]
fn what_can_be_done_to_many_is_no_likelier_at_random() {
    let foes = duel().question(&Ask::Declare(Who(0))).choices().len() - 2;
    assert!(foes > 1, "several can be attacked");
    let all = chosen(Tactics::Random);
    assert!(all.iter().all(|count| (150..250).contains(count)), "{all:?}");
}

#[test]
fn a_novice_plays_between_random_and_the_best() {
    let [at_random, novice, best] = [Tactics::Random, Tactics::Novice, Tactics::Own(0)].map(|it| chosen(it)[0]);
    assert!(at_random < novice && novice < best, "{at_random} {novice} {best}");
    assert_eq!(Tactics::named::<common::Toy>("Novice"), Some(Tactics::Novice));
}

/// The second tactics of the toy guard half of the time, which wins nothing.
#[test]
fn an_audit_finds_what_loses_and_where() {
    let bad = Conduct { uniform: Some(Tactics::Own(1)), ..Conduct::default() };
    let plan = Plan { seed: 3, conduct: bad.clone(), round_limit: 60 };
    let heed = Heed::Audit(Auditing { every: 2, play_outs: 60 });
    let (mut guards, mut attacks, mut looked_at) = (0, 0, 0);
    any_duel().hear(&plan, heed, 0..20, &mut |number, heard| {
        for judged in &heard.audited.judged {
            looked_at += 1;
            let terms = Terms { round_limit: 60, ..Terms::unattended(3, number, bad.clone()) };
            let whole = Live::begin(duel(), terms.clone());
            let facts = whole.facts()[..judged.fact].to_vec();
            let there = Live::resume(duel(), Terms { seats: Seats::everybody(), ..terms }, facts);
            let who = there.fight().name(judged.who).to_owned();
            let asked = common::stop_words(&there).join(" ");
            assert!(asked.contains(&who), "{judged:?}: {asked}");
            let more = judged.better.as_ref().map_or(0, |better| better.more);
            match judged.decided.verb.as_str() {
                "guard" => guards += more,
                "attack" => attacks += more,
                _ => {}
            }
        }
    });
    assert!(looked_at > 20, "{looked_at}");
    assert!(guards > attacks.max(0), "guarding loses more than attacking: {guards}, {attacks}");
}

#[test]
fn what_is_audited_goes_as_it_would_have_gone() {
    let plan = Plan { seed: 3, conduct: best(), round_limit: 60 };
    let outcomes = |heed| {
        let mut all = Vec::new();
        any_duel().hear(&plan, heed, 0..10, &mut |_, heard| all.push((heard.outcome, heard.log.len())));
        all
    };
    let audited = outcomes(Heed::Audit(Auditing { every: 1, play_outs: 20 }));
    assert_eq!(audited, outcomes(Heed::Events));
    assert!(audited.iter().any(|(outcome, _)| *outcome == Some(quintain_engine::Outcome::Won(Side(0)))));
}
