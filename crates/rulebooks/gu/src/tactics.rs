//! How unattended seats answer, and every default.

mod ways;

use std::cmp::Reverse;
use std::sync::{Arc, LazyLock};

use quintain_engine::{Answer, TacticsInfo, Who};
use quintain_field::{Diagonal, Span, Square, body_distance};
use smallvec::SmallVec;

use crate::ask::{Act, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::hold::{Doing, HeldAction, Pattern};
use crate::kinds::{Part, Score};
use crate::options::may;
use crate::rules::activating::{self, Target};
use crate::rules::called_shot::{self, Called};
use crate::rules::initiative::Sense;
use crate::rules::luck::Outcome;
use crate::rules::melee::{self, Blow, With};
use crate::rules::reactions::{self, Happening, React, Trigger};
use crate::rules::{
    areas, dodge, grapple, gu, holding, killer_moves, movement, opportunity, parry, shields, standing, turns,
};

/// The tactics there are.
pub const TACTICS: &[TacticsInfo] = &[TacticsInfo {
    name: "steady",
    about: "Closes in and strikes the weakest foe in reach, shoots from where it sees and steps back from who comes near, uses Gu within essence and activations, absorbs stones when essence runs out, shields, dodges or parries what hits, whichever is likelier to help, flies and dives with wings, fights on in Final Stand, and gives in where nobody there can do more.",
}];

/// What the tactics answer, which is also every default.
pub fn answer(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Surprised | Ask::Notices | Ask::DetonateMore { .. } => Answer::Several(Default::default()),
        Ask::NoticeModifier { .. } => Answer::Number(0),
        Ask::InitiativeTie { from, count } => {
            let tied = fight.order.iter().skip(from.into()).take(count.into());
            Answer::Order(tied.map(|who| Act::Who(*who)).collect())
        }
        Ask::DueOrder { who, start } => {
            let due = if start { turns::due_at_start(fight, who) } else { turns::due_at_end(fight, who) };
            Answer::Order(due.into_iter().map(Act::Due).collect())
        }
        Ask::Altitude { who, to, least, most } => {
            // At the height it has, or right beside its foe where that one is below.
            let own = fight.level(who) - fight.ground_below(who, to);
            let wanted = nearest_foe(fight, who).map_or(own, |foe| fight.level(foe) - fight.ground_below(who, to));
            Answer::Number(i64::from(wanted.clamp(least, most.max(least))))
        }
        Ask::DodgeHeight { who, to, least, most } => {
            let own = fight.level(who) - fight.ground_below(who, to);
            Answer::Number(i64::from(own.clamp(least, most.max(least))))
        }
        Ask::ShieldOrder { who } => Answer::Order(shields::up(fight, who).into_iter().map(Act::Slot).collect()),
        Ask::HoldWords { .. } | Ask::Describe { .. } => Answer::Text(no_words()),
        _ => Answer::One(choose(fight, ask)),
    }
}

/// Nothing in words, without making a new nothing each time.
fn no_words() -> Arc<str> {
    static NOTHING: LazyLock<Arc<str>> = LazyLock::new(|| "".into());
    Arc::clone(&NOTHING)
}

/// What the tactics choose where one option is asked for.
#[inline]
pub fn choose(fight: &Fight, ask: &Ask) -> Act {
    match *ask {
        // Those that come all the time.
        Ask::LuckBefore { who, score } => yes(score == Score::Perseverance && fight.one(who).hp.now == 0),
        Ask::LuckAfter { by, who, how } => yes(by == who && !how.succeeded && tries_again(fight, who, how)),
        Ask::React { who, trigger } => Act::React(react(fight, who, &trigger)),
        Ask::Cover { proposed, .. } => Act::Cover(proposed),
        Ask::Turn { who } => turn(fight, who),
        _ => seldom(fight, ask),
    }
}

/// The same for what is not asked all the time.
#[inline(never)]
fn seldom(fight: &Fight, ask: &Ask) -> Act {
    match *ask {
        Ask::DodgeTo { who, area } => way_out(fight, who, area),
        Ask::Counter { who, at, .. } => strongest(fight, who, parry::counters(fight, who, at)),
        Ask::Opportunity { who, at } => strongest(fight, who, opportunity::blows(fight, who, at)),
        Ask::HeldStrike { who, by } => {
            let at_trigger = holding::blows(fight, who).filter(|blow| blow.at == by);
            let worth = |with: With| expected(fight, who, with);
            match most(at_trigger, worth) {
                Act::Nothing => most(holding::blows(fight, who), worth),
                act => act,
            }
        }
        Ask::NoticeBy { .. } => Act::Sense(Sense::Any),
        Ask::CalledSide { .. } => Act::Nothing,
        Ask::HeldGu { who, slot, by } => held_gu(fight, who, slot, by),
        Ask::DiveTo { who } => ways::dive_to(fight, who),
        Ask::DiveStrike { who } => {
            let foes = fight.everyone().filter(|at| fight.foes(who, *at) && fight.fighting(*at));
            strongest(fight, who, foes.flat_map(|at| parry::counters(fight, who, at)))
        }
        Ask::DiveFinish { .. } => Act::Rise,
        Ask::Catch { who, metres } => ways::catch_to(fight, who, metres),
        Ask::FlightSource { who } => {
            let sources = derived::flights(fight, who);
            let fastest = (0..sources.len()).rev().max_by_key(|place| sources[*place].speed).unwrap_or(0);
            Act::Source(fastest as u8)
        }
        Ask::ClimbTest { who, to } => {
            let from = fight.one(who).at;
            yes(fight.ground().is_sheer(to) || fight.ground().is_sheer(from))
        }
        Ask::DodgeThrown { .. } | Ask::ItemTakes { .. } | Ask::AllowsBonus { .. } => Act::Yes,
        Ask::FreeSquare { who } => {
            grapple::squares_beside(fight, who).first().map_or(Act::Nothing, |square| Act::Square(*square))
        }
        Ask::HoldWhen { who, action } => {
            let does = Doing::ComesWithin(holding::likely_distance(fight, who, action));
            Act::Pattern(Pattern { whose: None, does })
        }
        Ask::Gu(ask) => gu::choose(fight, ask),
        _ => Act::No,
    }
}

fn yes(yes: bool) -> Act {
    if yes { Act::Yes } else { Act::No }
}

/// Whether somebody has a failed roll of its own made again: to stay up, and while another point is left for that, to strike
/// or get out of the way.
#[inline]
fn tries_again(fight: &Fight, who: Who, how: Outcome) -> bool {
    let one = fight.one(who);
    match one.hp.now {
        0 => !one.is(Condition::Dying),
        _ => {
            let fights = matches!(how.score, Score::CloseCombat | Score::RangedAttack | Score::Dodge);
            // The last point stays for that, unless a blow of one's own can be saved.
            let spare = u8::from(how.score == Score::Dodge);
            one.luck > spare && how.at.is_some() && fights
        }
    }
}

/// The next thing of a turn: what is begun goes on, then Gu, then strikes, then the way to the nearest foe.
#[inline(never)]
fn turn(fight: &Fight, who: Who) -> Act {
    if let Some(act) = gu::next(fight, who, || by_hand(fight, who)) {
        return act;
    }
    let one = fight.one(who);
    if one.is(Condition::FinalStand) {
        return denies(fight, who);
    }
    if breaks_off(fight, who) {
        return gives_way(fight, who);
    }
    if one.held_by.is_some() && may(fight, who, &Act::BreakFree).is_ok() {
        return Act::BreakFree;
    }
    if one.is(Condition::Prone) && !one.airborne && may(fight, who, &Act::StandUp).is_ok() {
        return Act::StandUp;
    }
    if one.is(Condition::Burning) && one.hp.now <= 20 && may(fight, who, &Act::RollOut).is_ok() {
        return Act::RollOut;
    }
    if let Some(act) = ways::into_the_water(fight, who) {
        return act;
    }
    if let Some(blow) = best_blow(fight, who) {
        return clinch(fight, who, blow).unwrap_or(Act::Strike(blow));
    }
    if let Some(act) = ways::with_a_victim(fight, who) {
        return act;
    }
    if fight.turn.begun != Begun::Nothing
        && let Some(act) = ways::withdraw(fight, who)
    {
        return act;
    }
    if matches!(fight.turn.begun, Begun::Done) && !one.airborne {
        return Act::EndTurn;
    }
    if let Some(act) = keep_clear(fight, who) {
        return act;
    }
    if let Some(act) = ways::fly(fight, who) {
        return act;
    }
    if let Some(act) = ways::approach(fight, who) {
        return act;
    }
    last(fight, who)
}

/// Out of the fight: over the edge of the map where one stands at it, else by giving in.
fn gives_way(fight: &Fight, who: Who) -> Act {
    if may(fight, who, &Act::Leave).is_ok() { Act::Leave } else { Act::Surrender }
}

/// Whether somebody has had enough by its temperament; others fight on.
fn breaks_off(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let outnumbered = || {
        let able = |other: &Who| fight.fighting(*other);
        let with = fight.everyone().filter(able).filter(|other| !fight.foes(who, *other)).count();
        foes(fight, who).count() > with
    };
    one.minded.0.is_some() && one.minded.breaks_off(gu::health(fight, who), outnumbered(), false)
}

/// What is left to do when nobody can be struck or come to: draw, sprint, wait, and one day go.
fn last(fight: &Fight, who: Who) -> Act {
    let one = fight.one(who);
    if one.in_hand.is_empty()
        && let Some(arm) = one.arms.iter().find(|arm| !fight.arm(**arm).natural)
    {
        let draw = Act::Bonus(crate::ask::Bonus::Draw(*arm));
        if may(fight, who, &draw).is_ok() {
            return draw;
        }
    }
    let far = nearest_foe(fight, who).is_some_and(|foe| fight.distance(who, foe) > 3);
    if far && fight.turn.begun == Begun::Nothing && derived::movement(fight, who) > 0 && !fight.turn.flying {
        let sprint = Act::Sprint;
        if may(fight, who, &sprint).is_ok() && movement::may_move(fight, who).is_err() && !one.airborne {
            return sprint;
        }
    }
    if fight.turn.begun == Begun::Nothing && fight.round >= GIVES_IN {
        return gives_way(fight, who);
    }
    if fight.turn.begun == Begun::Nothing && one.reactions > 0 {
        let gu = gu::farthest(fight, who).map(HeldAction::Gu);
        let waits = [gu, Some(HeldAction::Attack)].into_iter().flatten().map(Act::Hold);
        if let Some(waits) = waits.into_iter().find(|act| may(fight, who, act).is_ok()) {
            return waits;
        }
    }
    Act::EndTurn
}

/// The round from which those wait no longer who can get at nobody, or are in Final Stand and cannot be hurt.
const GIVES_IN: u32 = 60;

/// In Final Stand with nothing to do. After long enough that ends by giving in, which is always allowed. Alone, with no Gu at
/// work and none that could be: what one owns shall serve nobody else.
fn denies(fight: &Fight, who: Who) -> Act {
    if fight.round >= GIVES_IN {
        return Act::Surrender;
    }
    let one = fight.one(who);
    let slots = || 0..one.gu.len() as u8;
    let friends = || fight.everyone().any(|other| other != who && fight.fighting(other) && !fight.foes(who, other));
    let useful = |slot: u8| standing::sustained(fight, who) > 0 || activating::is_ready(fight, who, slot).is_ok();
    if !one.player || friends() || slots().any(useful) {
        return Act::EndTurn;
    }
    let spare = slots().filter(|slot| one.gu.get(usize::from(*slot)).is_some_and(|owned| !owned.vital));
    let mut acts = spare.map(|slot| Act::Gu(gu::GuAct::Detonate(slot)));
    acts.find(|act| may(fight, who, act).is_ok()).unwrap_or(Act::EndTurn)
}

/// A beast that is much the stronger grips its foe first: a held target can neither dodge nor be missed.
fn clinch(fight: &Fight, who: Who, blow: Blow) -> Option<Act> {
    if fight.template(who).perseveres || fight.held_by(who).next().is_some() {
        return None;
    }
    let athletics = |one: Who| derived::score(fight, one, Score::Athletics);
    let at = blow.at;
    let worth =
        athletics(who) >= athletics(at) + 20 && i32::from(fight.one(at).hp.now) * 10 > expected(fight, who, blow.with);
    let act = Act::Grapple(at);
    (worth && fight.template(at).arms > 0 && may(fight, who, &act).is_ok()).then_some(act)
}

/// In the air, with nothing left to strike with and foes who can reach it: hard to hit until the next turn.
fn keep_clear(fight: &Fight, who: Who) -> Option<Act> {
    let threatened = || foes(fight, who).any(|foe| fight.distance(who, foe) <= 12);
    let idle = fight.one(who).airborne && fight.turn.begun != Begun::Nothing;
    (idle && threatened() && may(fight, who, &Act::Evade).is_ok()).then_some(Act::Evade)
}

/// A target that cannot move is struck on the head by people who know where it hurts: no roll, and so no penalty.
fn aimed(fight: &Fight, who: Who, blow: Blow) -> Blow {
    let head = Called::Part(Part::Head);
    let melee = melee::is_melee(fight, blow.with) && fight.template(who).perseveres;
    let there = called_shot::may_call(fight, blow.at, head).is_ok();
    if melee && there && derived::is_immobile(fight, blow.at) && !fight.house().autohit_rolls {
        return Blow { called: Some(head), ..blow };
    }
    blow
}

fn foes(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.everyone().filter(move |foe| fight.foes(who, *foe) && fight.fighting(*foe))
}

fn nearest_foe(fight: &Fight, who: Who) -> Option<Who> {
    foes(fight, who).min_by_key(|foe| (fight.distance(who, *foe), fight.one(*foe).hp.now, *foe))
}

/// Beyond so many metres nobody strikes.
const FARTHEST: u16 = 60;

/// The strike that seems best: the weakest foe, with what hurts most.
fn best_blow(fight: &Fight, who: Who) -> Option<Blow> {
    if matches!(fight.turn.begun, Begun::Done | Begun::Activations(_)) {
        return None;
    }
    let strikes = melee::strikes(fight, who);
    let reach = |with: &With| u32::from(melee::reach(fight, who, *with).min(FARTHEST));
    let most = strikes.iter().map(reach).max()?;
    let near: SmallVec<[(Who, u32); 16]> =
        foes(fight, who).map(|at| (at, fight.distance(who, at))).filter(|(_, away)| *away <= most).collect();
    if near.is_empty() {
        return None;
    }
    let mut best = None;
    for (place, with) in strikes.iter().enumerate().filter(|(_, with)| !matches!(with, With::Thrown(_))) {
        let (reach, deals) = (reach(with), expected(fight, who, *with));
        let plain = Blow { several: strikes_with_all(fight, who, *with), ..Blow::plain(*with, who) };
        for (at, _) in near.iter().copied().filter(|(_, away)| *away <= reach) {
            let promised = fight.one(who).minded.weighs(deals, || gu::as_prey(fight, who, at));
            // Of equals the first foe counts, then the first strike.
            let value = (promised, Reverse(fight.one(at).hp.now), Reverse((at, place)));
            let blow = Blow { at, ..plain };
            if best.is_none_or(|(known, _)| value > known)
                && melee::may_strike_among(fight, who, &blow, &strikes).is_ok()
            {
                best = Some((value, blow));
            }
        }
    }
    best.map(|(_, blow)| aimed(fight, who, blow))
}

/// What the best strike by hand promises now, times ten.
fn by_hand(fight: &Fight, who: Who) -> i32 {
    best_blow(fight, who).map_or(0, |blow| expected(fight, who, blow.with))
}

/// Whether somebody with several weapons in hand is good enough to strike with each of them.
fn strikes_with_all(fight: &Fight, who: Who, with: With) -> bool {
    let weapons = &fight.one(who).in_hand;
    let melee = melee::wielded(fight, who) as i16;
    let held = matches!(with, With::Arm(arm) if weapons.contains(&arm));
    let skilled = derived::score(fight, who, Score::CloseCombat) >= 20 * melee;
    held && melee > 1 && skilled && fight.turn.begun == Begun::Nothing
}

/// What a strike deals, times ten, with what it costs the fist.
fn expected(fight: &Fight, who: Who, with: With) -> i32 {
    let strength = i32::from(derived::strength(fight, who));
    let sum = |deals: &[crate::arm::Deals]| -> i32 {
        deals
            .iter()
            .map(|part| {
                10 * i32::from(part.amount.plus) + 5 * i32::from(part.amount.count) * (i32::from(part.amount.sides) + 1)
            })
            .sum()
    };
    match with {
        With::Punch => {
            let one = 1 + strength / 10;
            10 * i32::from(derived::free_hands(fight, who).max(1)) * one - 20 * (one / 5)
        }
        With::Kick | With::Bite => 10 * (1 + strength / 5),
        With::Arm(arm) => {
            let arm = fight.arm(arm);
            let two = derived::two_handed(fight, who) && !arm.deals_two_handed.is_empty();
            let own = if two { sum(&arm.deals_two_handed) } else { sum(&arm.deals) };
            if arm.natural || arm.ranged { own } else { own + 10 * (strength / 20) }
        }
        With::Thrown(arm) => sum(&fight.arm(arm).thrown),
    }
}

/// A held Gu is used at the one whose doing it answers, else wherever it can.
fn held_gu(fight: &Fight, who: Who, slot: u8, by: Who) -> Act {
    let moves = activating::owned(fight, who, slot).is_some_and(|owned| killer_moves::is_move(fight, owned));
    let act = |at: Target| if moves { gu::GuAct::Perform { slot, at } } else { gu::GuAct::Activate { slot, at } };
    let mut best = None;
    activating::targets(fight, who, slot, |at| {
        let better = best.is_none() || at == Target::Who(by);
        if better && gu::may_act(fight, who, act(at)).is_ok() {
            best = Some(act(at));
        }
    });
    best.map_or(Act::Nothing, Act::Gu)
}

/// What a single strike deals, times ten: one punch where a Combat Action would give several.
fn alone(fight: &Fight, who: Who, with: With) -> i32 {
    let one = 1 + i32::from(derived::strength(fight, who)) / 10;
    if with == With::Punch { 10 * one - 10 * (one / 5) } else { expected(fight, who, with) }
}

/// Of several strikes the one that hurts most by itself.
fn strongest(fight: &Fight, who: Who, blows: impl Iterator<Item = Blow>) -> Act {
    most(blows, |with| alone(fight, who, with))
}

/// Of several strikes the one that is worth most.
fn most(blows: impl Iterator<Item = Blow>, worth: impl Fn(With) -> i32) -> Act {
    let best = blows.map(|blow| (worth(blow.with), blow)).max_by_key(|(value, _)| *value);
    best.map_or(Act::Nothing, |(_, blow)| Act::Strike(blow))
}

/// How many hundredths of a chance to be missed the blow is worth that follows a parry.
const STRIKES_BACK: i16 = 15;

/// The reaction that promises most: a Gu that shields, else the better of dodge and parry.
#[inline(never)]
fn react(fight: &Fight, who: Who, trigger: &Trigger) -> React {
    let legal = |react: React| reactions::may_react(fight, who, trigger, react).is_ok();
    if fight.one(who).held.is_some() && legal(React::Held) {
        return React::Held;
    }
    let struck = trigger.at == Some(who) && matches!(trigger.what, Happening::Hit | Happening::Caught);
    if let Some(slot) = gu::best_answer(fight, who, trigger).filter(|slot| struck || has_its_moment(fight, who, *slot))
    {
        return React::Gu(slot);
    }
    if steps_aside(fight, who, trigger) && legal(React::Dodge) {
        return React::Dodge;
    }
    if !struck || trigger.over {
        return React::Nothing;
    }
    let dodge = if legal(React::Dodge) { dodge::needed(fight, who, trigger) } else { None };
    // A parry lets one strike back, which is worth a little less of a chance.
    let strikes_back = || parry::counters(fight, who, trigger.by).next().is_some();
    let parry = if legal(React::Parry) { parry::needed(fight, who, trigger) } else { None };
    let parry = parry.map(|needed| if strikes_back() { needed + STRIKES_BACK } else { needed });
    match (dodge, parry) {
        (None, None) => React::Nothing,
        (dodge, Some(_)) if parry >= dodge => React::Parry,
        _ => React::Dodge,
    }
}

/// Whether one who fights from afar does well to leave a foe who has come beside it with no movement to follow.
fn steps_aside(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    let by = trigger.by;
    let fresh = trigger.what == Happening::Arrived && fight.is_active(by) && fight.turn.begun == Begun::Nothing;
    let shoots = || {
        let bow = fight.one(who).in_hand.iter().any(|arm| fight.arm(*arm).ranged);
        bow || gu::wanted_range(fight, who) > 2
    };
    let alone = || foes(fight, who).all(|foe| foe == by || fight.distance(who, foe) > 4);
    let gains = || dodge::allowance(fight, who) > movement::left(fight, by) + melee::melee_reach(fight, by) as i16 - 1;
    fresh && fight.one(who).reactions > 1 && shoots() && alone() && gains()
}

/// Whether a Gu answers to moments of its own and to nothing else, so that it is meant for this one.
fn has_its_moment(fight: &Fight, who: Who, slot: u8) -> bool {
    let owned = fight.one(who).gu.get(usize::from(slot));
    owned.is_some_and(|owned| !standing::entry(fight, owned.gu).only_as_reaction.is_empty())
}

/// Out of the area if there is one, else away from the nearest foe, but not farther than needed.
fn way_out(fight: &Fight, who: Who, area: bool) -> Act {
    let escaping = fight.scratch.escaping.filter(|_| area);
    let inside = |square: &Square| {
        escaping.is_some_and(|area| areas::spreads_to(fight, area.shape, fight.body_at(who, *square)))
    };
    let from = fight.one(who).at;
    // Farther than 3 m is as good as 3 m: only those matter who could be nearer after it.
    let within = dodge::allowance(fight, who).max(0).unsigned_abs().saturating_add(2).into();
    let bodies = foes(fight, who).map(|foe| fight.body(foe));
    let close = bodies.filter(|body| body_distance(fight.body(who), *body, Diagonal::Equal) <= within);
    let close: SmallVec<[Span; 64]> = close.collect();
    let mut best = None;
    dodge::each_way(fight, who, |square| {
        let own = fight.body_at(who, square);
        let near = close.iter().map(|body| body_distance(own, *body, Diagonal::Equal)).min().unwrap_or(3);
        let far = quintain_field::distance(from, square, Diagonal::Equal);
        let key = (inside(&square), Reverse(near.min(3)), far, square);
        if best.is_none_or(|known| key < known) {
            best = Some(key);
        }
    });
    best.map_or(Act::Nothing, |(.., square)| Act::Square(square))
}
