//! The moves that are open on a turn: squares within reach by a Move or a run, altitudes, and why not the others.

use quintain_engine::{Choice, Refusal, Who};
use quintain_field::{Square, SquareSet};

use super::{Options, words};
use crate::ask::{Act, Deed, deed_text};
use crate::book::Status;
use crate::fight::{Fight, Gait};
use crate::rules::features::affected;
use crate::rules::{actions, falling, movement, ways};

/// The highest altitude that is offered.
const CEILING: i16 = 60;

/// Calls `found` for each square within so many metres where somebody may stop, the cheapest first, with its cost.
pub fn reach(fight: &Fight, who: Who, gait: Gait, metres: i16, mut found: impl FnMut(Square, i16) -> bool) {
    let start = fight.one(who).at;
    ways::reach(fight, who, gait, metres, |square, cost| {
        square == start || !movement::may_stop(fight, who, square) || found(square, cost)
    });
}

/// Adds moves, runs, rises and landings, and refuses the rest.
pub(super) fn options(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    let gait = movement::gait_now(fight, who);
    let may = |run| actions::may_move(fight, who, run).map_err(|objection| objection.refusal(fight));
    let (may_move, may_run) = (may(false), may(true));
    let stunned = affected(fight, who, Status::Stunned);
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running) && !stunned;
    let near = if running { 0 } else { movement::left(fight, who, gait, false) };
    let far = movement::left(fight, who, gait, true);
    let mut reached: Vec<(Square, i16)> = Vec::new();
    reach(fight, who, gait, far.max(near), |square, cost| {
        reached.push((square, cost));
        true
    });
    for (run, may, left) in [(false, &may_move, near), (true, &may_run, far)] {
        for (to, cost) in reached.iter().copied() {
            let deed = Deed::Move { to, run };
            match may {
                Ok(()) if cost <= left => {
                    let mut choice = Choice::new(deed_text(fight, who, deed), Act::Deed(deed)).at(to);
                    choice.hint = format!("{cost} m of movement").into();
                    choice.also = words::others(fight, who, deed);
                    options.known.insert(choice.text.to_lowercase());
                    options.choices.push(choice);
                }
                _ if !options.explains_squares() => {}
                Ok(()) if !options.explains(&movement::UP_TO_SPEED) => {}
                Ok(()) => {
                    let refusal = Refusal::new(&movement::UP_TO_SPEED, format!("it costs {cost}, and {left} is left"));
                    let runs = !run && may_run.is_ok() && cost <= far;
                    refuse(options, deed, &if runs { refusal.cure("running reaches it") } else { refusal });
                }
                Err(refusal) => refuse(options, deed, refusal),
            }
        }
    }
    refuse_squares(options, &reached, far.max(near), [may(false).err(), may(true).err()]);
    ledges(options);
    altitudes(options);
}

/// Ways down a ledge beside it, at the price of one step and a fall.
fn ledges(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    let beside = fight.one(who).at.neighbours().into_iter();
    for to in beside.filter(|to| falling::ledge(fight, who, *to).is_some()) {
        options.consider(Deed::JumpDown(to));
    }
}

/// Squares that cannot be reached or not be stopped in, on maps small enough to say so for each.
fn refuse_squares(options: &mut Options<'_>, reached: &[(Square, i16)], left: i16, barred: [Option<Refusal>; 2]) {
    let (fight, who) = (options.fight, options.who);
    let map = &fight.setting.map;
    if !options.explains_squares() {
        return;
    }
    let start = fight.one(who).at;
    let mut known = SquareSet::for_map(map);
    reached.iter().for_each(|(square, _)| _ = known.insert(*square));
    let strange = |square: &Square| *square != start && !known.contains(*square);
    for square in map.bounds().squares().filter(strange) {
        let stops = movement::may_stop(fight, who, square);
        let rule = if stops { &movement::UP_TO_SPEED } else { &movement::OCCUPIED };
        for (run, barred) in [false, true].into_iter().zip(&barred) {
            if !options.explains(barred.as_ref().map_or(rule, |refusal| refusal.rule)) {
                continue;
            }
            let refusal = barred.clone().unwrap_or_else(|| match stops {
                true => Refusal::new(rule, format!("{square} is out of reach: {left} m are left")),
                false => Refusal::new(rule, format!("there is no room at {square}")),
            });
            refuse(options, Deed::Move { to: square, run }, &refusal);
        }
    }
}

/// Refuses a Move; a crawl also as the Move that it is.
fn refuse(options: &mut Options<'_>, deed: Deed, refusal: &Refusal) {
    let (fight, who) = (options.fight, options.who);
    if !options.explains(refusal.rule) {
        return;
    }
    options.refuse_words(deed_text(fight, who, deed), refusal);
    if options.full {
        for other in words::others(fight, who, deed) {
            options.refuse_words(other.into_owned(), refusal);
        }
    }
}

/// Rising, sinking and landing, for those who fly.
fn altitudes(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    if movement::base_speed(fight, who, Gait::Fly) == 0 {
        return;
    }
    let now = fight.one(who).altitude;
    if now > 0 {
        let refusal = Refusal::new(&movement::ALOFT, "it is aloft: it flies").cure("it may land first");
        options.refuse_words("walk".into(), &refusal);
        if options.explains_squares() {
            for to in fight.setting.map.bounds().squares() {
                if options.explains(refusal.rule) {
                    options.refuse_words(format!("move to {to}"), &refusal);
                }
            }
        }
    }
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running);
    let left = movement::left(fight, who, Gait::Fly, true);
    let (lowest, highest) = ((now - left).max(0), (now + left / 2 + 1).min(CEILING));
    for to in (lowest..=highest).filter(|to| *to != now) {
        for run in [false, true].into_iter().filter(|run| *run || !running) {
            options.consider(Deed::Altitude { to, run });
        }
    }
}
