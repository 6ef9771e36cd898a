//! Fights that go on from a moment in the middle: the same by whatever table they are played.

use std::ops::ControlFlow;

use quintain_engine::{AnyFight, Conduct, DiceFrom, Had, Heed, Moves, Plan, Seats, Tactics, Terms};

use crate::battery::Arena;
use crate::bout::Bout;
use crate::{Check, claim};

/// Behind some facts of a fight with random answers, with and without a forced answer: what is
/// simulated from there is what is played live, heard in full, drilled, and simulated fight by fight.
///
/// # Errors
/// The first moment from which it is not.
pub fn moments_go_on(arena: &Arena, seed: u64, formalities: bool, steps: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    let upto = bout.below(steps.max(1));
    bout.steps(upto)?;
    let facts = bout.live.facts().to_vec();
    // Somewhere: at a question, at a die, at a resting point, at the end.
    let at = facts.len() - bout.below(facts.len().min(12) + 1);
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    let here = arena.fight.live(terms, facts[..at].to_vec());
    let mut had: Vec<Had> = Vec::new();
    if at == facts.len()
        && let Some((who, words)) = bout.pick()?
    {
        had.push(Had { who, words });
    }
    for had in [Vec::new(), had] {
        let Ok(moment) = here.moment(had.clone()) else { return Ok(()) };
        let asked: Vec<String> = had.iter().map(ToString::to_string).collect();
        same(&*moment, seed, had.len())
            .map_err(|what| bout.fault(format!("behind {at} of {} facts, had {asked:?}: {what}", facts.len())))?;
    }
    Ok(())
}

fn same(moment: &dyn AnyFight, seed: u64, forced: usize) -> Check {
    for conduct in [Conduct::best(), Conduct { uniform: Some(Tactics::Random), ..Conduct::default() }] {
        let round_limit = moment.view().round.saturating_add(2);
        let plan = Plan { seed, conduct, round_limit };
        let mut together = Vec::new();
        moment.simulate(&plan, 0..2, &mut |_, result| {
            together.push(result.clone());
            ControlFlow::Continue(())
        });
        for (number, result) in (0..2).zip(&together) {
            let mut alone = None;
            moment.simulate(&plan, number..number + 1, &mut |_, result| {
                alone = Some(result.clone());
                ControlFlow::Continue(())
            });
            claim(alone.as_ref() == Some(result), || format!("fight {number} is {result:?}, alone {alone:?}"))?;
            let live = moment.live(terms(&plan, number), Vec::new());
            let course = (live.outcome(), live.view().round.min(round_limit), live.fates());
            claim(course == (result.outcome, result.rounds, result.fates.clone()), || {
                let words = live.who_is_asked().join("; ");
                format!("fight {number} is {result:?}, live {course:?}; it waits for {words}")
            })?;
            let drill = moment.drill(terms(&plan, number));
            claim(drill.digest() == live.digest(), || format!("fight {number} ends otherwise in a drill"))?;
            heard(moment, &plan, number, (&*live, forced))?;
        }
    }
    Ok(())
}

/// The fight heard in full is the live one, and so is the record of it.
fn heard(
    moment: &dyn AnyFight,
    plan: &Plan,
    number: u64,
    (live, forced): (&dyn quintain_engine::AnyLive, usize),
) -> Check {
    let heed = Heed::Moves(Moves { every: 40, play_outs: 1 });
    let mut checked = Ok(());
    moment.seek(plan, (&[], heed), number..number + 1, &mut |_, sought| {
        let again = moment.live(terms(plan, number), sought.facts.clone());
        let heard = &sought.heard;
        let offered = heard.offers.iter().all(|one| one.chosen <= one.offered);
        checked = claim(heard.outcome == live.outcome() && heard.view == live.view(), || {
            format!("fight {number} is heard otherwise: {:?}", heard.outcome)
        })
        .and_then(|()| claim(heard.log.len() == live.log().len(), || format!("fight {number} tells otherwise")))
        .and_then(|()| claim(again.digest() == live.digest(), || format!("the record of fight {number} differs")))
        .and_then(|()| claim(heard.given == forced, || format!("fight {number} gave {}", heard.given)))
        .and_then(|()| claim(offered, || "something was chosen that was not offered".to_owned()));
        ControlFlow::Break(())
    });
    checked
}

fn terms(plan: &Plan, number: u64) -> Terms {
    Terms { round_limit: plan.round_limit, ..Terms::unattended(plan.seed, number, plan.conduct.clone()) }
}
