//! Grappling: holding, dragging, throwing, breaking free.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Square, Walls};
use smallvec::SmallVec;

use super::damage::{self, Harm};
use super::movement::{self, Pace};
use super::percentile::{Opposed, Trial, opposed, test};
use super::stretch;
use super::{activating, dodge, falling, gu, jumping, pushing, reactions, turns, ways};
use crate::ask::{self, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::{DamageType, Score};
use crate::underway::Gait;

quintain_engine::section! {
    "Grapple";
    TARGET = Engine "grapple.target": "A grapple is with one enemy in an adjacent square, of equal or smaller size.";
    TEST = Engine "grapple.test": "It is an opposed Athletics test.", ruling "A tie is no grapple.";
    WIN = Engine "grapple.win": "Whoever loses it is restrained.";
    SAME_SQUARE = Engine "grapple.same-square": "The grappled one comes into the grappler's square and shares it.", ruling "The grapple ends when the grappler lets go, is senseless or stunned, or the two are moved apart.";
    NO_KICK = Engine "grapple.no-kick": "Whoever holds somebody cannot kick.";
    FEWER_PUNCHES = Engine "grapple.fewer-punches": "Each one held takes a hand from the punches.";
    DRAG = Choice "grapple.drag": "The grappler may spend its movement on an Athletics test to drag its victim along.";
    DRAG_PENALTY = Engine "grapple.drag-penalty": "That test has +10 for every full 50 kg of the victim.";
    DRAG_SUCCESS = Engine "grapple.drag-success": "A success moves both up to half the grappler's movement, rounded down; the allowance is spent either way.";
    THROW = Choice "grapple.throw": "As a bonus action one throws whom one holds, if one's Strength is greater than its weight in kg.";
    THROW_DISTANCE = Engine "grapple.throw-distance": "It flies a twentieth of Strength less weight in metres, rounded down, at least 1.", ruling "In a straight line of the thrower's choice; it is free then, and not prone.";
    THROW_IMPACT = Engine "grapple.throw-impact": "If it strikes another creature or an object, both take 3 and a tenth of the thrower's Strength in force damage.", ruling "A bystander may dodge with a plain test; the thrown one stops before it all the same.";
    BREAK_FREE = Choice "grapple.break-free": "Breaking free is a Combat Action: opposed Athletics against the grappler.", ruling "The freed one picks a free square beside; a tie changes nothing.";
}

/// Whether somebody may grapple that one now.
///
/// # Errors
/// The refusal.
pub fn may_grapple(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    turns::may_begin(fight, who)?;
    if gu::forbids_melee(fight, who) {
        return Err(Refusal::new(&TARGET, "a Gu keeps it from fighting hand to hand"));
    }
    could_grapple(fight, who, at)
}

/// The same but for the economy of the turn.
///
/// # Errors
/// The refusal.
pub fn could_grapple(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    if !fight.foes(who, at) || !fight.present(at) {
        return Err(Refusal::new(&TARGET, "only enemies are grappled"));
    }
    if fight.distance(who, at) > 1 {
        return Err(Refusal::new(&TARGET, "it is not beside it"));
    }
    if !movement::is_a_step_away(fight, at, who) {
        return Err(Refusal::new(&SAME_SQUARE, "what stands between them lets nobody pass"));
    }
    if fight.size(at) > fight.size(who) {
        return Err(Refusal::new(&TARGET, "it is too large"));
    }
    is_movable(fight, at)?;
    if fight.one(at).held_by.is_some() {
        return Err(Refusal::new(&TARGET, "it is held already"));
    }
    if fight.one(who).held_by.is_some() {
        return Err(Refusal::new(&TARGET, "it is held itself"));
    }
    Ok(())
}

/// Whether somebody can be brought into another's square, dragged along and thrown.
fn is_movable(fight: &Fight, whom: Who) -> Result<(), Refusal> {
    match gu::is_immovable(fight, whom) {
        true => Err(Refusal::new(&activating::EFFECT, "whoever cannot be moved stays where it is")),
        false => Ok(()),
    }
}

/// A grapple.
pub(crate) fn grapple<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    if could_grapple(fight, who, at).is_err() {
        return Ok(());
    }
    let mine = Trial::of(who, Score::Athletics, &TEST).against(at);
    let theirs = Trial::of(at, Score::Athletics, &TEST).out_of_hold(who);
    if opposed(fight, table, mine, theirs)? != Opposed::Won {
        table.tell(|| Event::new(&TEST, format!("{} gets no hold", fight.label(who))).by(who).to(at));
        return Ok(());
    }
    if super::gu::is_immune(fight, at, Condition::Restrained) {
        table.tell(|| {
            let text = format!("{} cannot be restrained and slips out of the hold", fight.label(at));
            Event::new(&super::reduction::IMMUNE, text).to(at).and(&WIN)
        });
        return Ok(());
    }
    if super::gu::answers::undone(fight, table, at)? {
        return Ok(());
    }
    let (square, height) = (fight.one(who).at, fight.one(who).height);
    let was = movement::spot(fight, at);
    let mut taker = fight.one_mut(at);
    taker.held_by = Some(who);
    drop(taker);
    movement::place(fight, at, square, height);
    let airborne = fight.one(who).airborne;
    let mut taker = fight.one_mut(at);
    (taker.airborne, taker.climbing) = (airborne, false);
    drop(taker);
    table.tell(|| {
        let text = format!("{} holds {} in its own square", fight.label(who), fight.label(at));
        Event::new(&WIN, text).by(who).to(at).and(&SAME_SQUARE).and(&FEWER_PUNCHES)
    });
    parted(fight, table, at)?;
    movement::arrived(fight, table, at, was)?;
    super::gu::grappled(fight, table, who, at)?;
    reactions::brought(fight, table, at, was.0)
}

/// Breaking free.
pub(crate) fn break_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(holder) = fight.one(who).held_by else { return Ok(()) };
    let mine = Trial::of(who, Score::Athletics, &BREAK_FREE).out_of_hold(holder);
    let theirs = Trial::of(holder, Score::Athletics, &BREAK_FREE).against(who);
    if opposed(fight, table, mine, theirs)? != Opposed::Won {
        table.tell(|| Event::new(&BREAK_FREE, format!("{} stays held", fight.label(who))).by(who).to(holder));
        return Ok(());
    }
    fight.one_mut(who).held_by = None;
    table.tell(|| Event::new(&BREAK_FREE, format!("{} is free", fight.label(who))).by(who).to(holder));
    if let Some(square) = ask::square(fight, table, Ask::FreeSquare { who })? {
        let (was, height) = (movement::spot(fight, who), fight.one(who).height);
        movement::place(fight, who, square, height);
        movement::arrived(fight, table, who, was)?;
    }
    super::maneuvers::keep_aloft(fight, table, who)
}

/// The squares beside into which somebody freed may go.
pub fn squares_beside(fight: &Fight, who: Who) -> ArrayVec<Square, 8> {
    let (at, height) = (fight.one(who).at, fight.one(who).height);
    let body = quintain_field::Footprint::square(fight.size(who).side());
    let mut all: ArrayVec<Square, 8> = quintain_field::Step::ALL
        .into_iter()
        .filter(|step| fight.ground().map.body_step_open(body, at, *step, Walls::CutCorners))
        .map(|step| at.step(step))
        .filter(|square| fight.is_free_for(who, *square, height))
        .collect();
    all.sort();
    all
}

/// Somebody is let go, and goes to the nearest free square.
pub(crate) fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if loosen(fight, table, who) { movement::out_of_others(fight, table, who) } else { Ok(()) }
}

/// The same; a combatant that was held in the air comes down, unless it flies.
pub(crate) fn let_go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    release(fight, table, who)?;
    falling::comes_down(fight, table, who)
}

/// Nobody holds somebody any more, who stays where it is for now; says whether anybody did.
pub(crate) fn loosen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> bool {
    let held = fight.one_mut(who).held_by.take().is_some();
    if held {
        table.tell(|| Event::new(&SAME_SQUARE, format!("nobody holds {} any more", fight.label(who))).to(who));
    }
    held
}

/// A combatant goes elsewhere at once, off a wall if it hangs on one: its holder, and those that it holds, stay behind.
pub(crate) fn leave_behind<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (to, height): (Square, i16),
) -> Result<(), T::Halt> {
    let held: SmallVec<[Who; 8]> = fight.held_by(who).collect();
    for one in held.iter().copied().chain([who]) {
        loosen(fight, table, one);
    }
    movement::place(fight, who, to, height);
    fight.one_mut(who).climbing = false;
    for one in held {
        movement::out_of_others(fight, table, one)?;
    }
    Ok(())
}

/// a combatant whose holder has been moved elsewhere is held no more.
pub(crate) fn parted<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let (at, height) = (fight.one(who).at, fight.one(who).height);
    let apart = |held: &Who| fight.one(*held).at != at || fight.one(*held).height != height;
    let left: SmallVec<[Who; 8]> = fight.held_by(who).filter(apart).collect();
    for one in left {
        let_go(fight, table, one)?;
    }
    Ok(())
}

/// Everything that somebody holds, or that holds it, ends: it is senseless, stunned, dead or gone.
pub(crate) fn ends_with<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    for other in fight.everyone() {
        if fight.one(other).held_by == Some(who) {
            let_go(fight, table, other)?;
        }
    }
    if fight.one(who).conditions.any(crate::condition::GONE) {
        release(fight, table, who)?;
    }
    Ok(())
}

/// Whether somebody may drag its victims now.
///
/// # Errors
/// The refusal.
pub fn may_drag(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.held_by(who).next().is_none() {
        return Err(Refusal::new(&DRAG, "it holds nobody"));
    }
    movement::may_spend(fight, who)?;
    if fight.turn.spent > 0 {
        return Err(Refusal::new(&DRAG, "its movement is spent"));
    }
    fight.held_by(who).try_for_each(|held| is_movable(fight, held))?;
    if derived::movement(fight, who) / 2 < 1 {
        return Err(Refusal::new(&DRAG_SUCCESS, "half its movement is 0"));
    }
    Ok(())
}

/// Everywhere that somebody may drag its victims, should the test succeed.
pub fn drag_squares(fight: &Fight, who: Who) -> Vec<Square> {
    ways::within(fight, who, derived::movement(fight, who) / 2)
}

/// Drags.
pub(crate) fn drag<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let weight: i16 = fight.held_by(who).map(|held| fight.template(held).entry.weight).sum();
    let penalty = weight / 50 * 10;
    table.tell(|| {
        let text = format!("{} tries to drag its victim to {to}", fight.label(who));
        Event::new(&DRAG, text).by(who).act()
    });
    let trial = Trial::of(who, Score::Athletics, &DRAG).with(&DRAG_PENALTY, "weight", penalty);
    let result = test(fight, table, trial)?;
    let half = derived::movement(fight, who) / 2;
    fight.turn.halted = true;
    if !result.succeeded() {
        table.tell(|| Event::new(&DRAG_SUCCESS, format!("{} does not move", fight.label(who))).by(who));
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} drags its victim up to {half} m", fight.label(who));
        Event::new(&DRAG_SUCCESS, text).by(who).because(result.event)
    });
    let height = fight.one(who).height;
    if !ways::find(fight, who, half, false, to) {
        return Ok(());
    }
    let way = fight.scratch.lend_way();
    let outer = stretch::begin(fight, who, to, Gait::Drag);
    let came = movement::follow(fight, table, who, (&way, height), Pace::FREE);
    fight.scratch.take_back(way);
    stretch::end(fight, table, outer);
    came
}

/// Metres that somebody throws that one.
pub fn throw_range(fight: &Fight, who: Who, whom: Who) -> i16 {
    ((derived::strength(fight, who) - fight.template(whom).entry.weight) / 20).max(1)
}

/// Whether a combatant may throw one that it holds to this square.
///
/// # Errors
/// The refusal.
pub fn may_throw(fight: &Fight, who: Who, whom: Who, to: Square) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    if fight.one(whom).held_by != Some(who) {
        return Err(Refusal::new(&THROW, "it does not hold that one"));
    }
    if derived::strength(fight, who) <= fight.template(whom).entry.weight {
        return Err(Refusal::new(&THROW, format!("{} is too heavy", fight.label(whom))));
    }
    is_movable(fight, whom)?;
    let range = throw_range(fight, who, whom);
    match jumping::straight(fight.one(who).at, to) {
        Some((_, length)) if length <= range && fight.ground().map.contains(to) => Ok(()),
        _ => Err(Refusal::new(&THROW_DISTANCE, format!("it throws at most {range} m, straight"))),
    }
}

/// Throws.
pub(crate) fn throw<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    to: Square,
) -> Result<(), T::Halt> {
    fight.turn.bonus = true;
    let Some((step, length)) = jumping::straight(fight.one(who).at, to) else { return Ok(()) };
    fight.one_mut(whom).held_by = None;
    table.tell(|| {
        let text = format!("{} throws {} {length} m", fight.label(who), fight.label(whom));
        Event::new(&THROW, text).by(who).to(whom).and(&THROW_DISTANCE).act()
    });
    let start = fight.one(whom).at;
    let flung = pushing::flung(fight, whom, step, length, Some(who));
    let comes = pushing::carry(fight, table, whom, step, flung.metres)?;
    if comes && (flung.met.is_some() || flung.blocked) {
        impact(fight, table, who, whom, flung.met)?;
    }
    movement::out_of_others(fight, table, whom)?;
    falling::settles(fight, table, whom)?;
    reactions::brought(fight, table, whom, start)
}

/// `grapple.throw-impact`.
fn impact<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    met: Option<Who>,
) -> Result<(), T::Halt> {
    let amount = 3 + i32::from(derived::strength(fight, who) / 10);
    let cause = table.tell(|| {
        let what = met.map_or("an obstacle", |met| fight.label(met));
        let text = format!("{} strikes {what}: {amount} force to both", fight.label(whom));
        Event::new(&THROW_IMPACT, text).by(who).to(whom)
    });
    let harm = Harm::new(&THROW_IMPACT, cause).of(DamageType::Force, amount).by(who);
    damage::harm(fight, table, whom, harm)?;
    let Some(met) = met else { return Ok(()) };
    let dodges = reactions::able(fight, met).is_ok()
        && dodge::mobility(fight, met).is_ok()
        && !fight.is_active(met)
        && ask::yes(fight, table, Ask::DodgeThrown { who: met })?;
    if dodges {
        let trigger = reactions::Trigger::of(reactions::Happening::Caught, who);
        reactions::spend(fight, table, met, &trigger);
        fight.scratch.escaping = None;
        if dodge::out_of_area(fight, table, met, 0)? {
            return Ok(());
        }
    }
    damage::harm(fight, table, met, harm)?;
    Ok(())
}
