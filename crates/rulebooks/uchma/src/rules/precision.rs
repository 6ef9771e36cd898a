//! Precision rolls: whether an ability works on somebody unwilling.

use quintain_engine::{EventId, Table, Throw, Who};

use crate::ask::{self, Act, Ask};
use crate::book::{Cover, Feature, Resistance, Status, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::features::affected;
use crate::rules::{cover, criticals, features, happenings, reactions, statuses};

mod modifiers;
mod resistances;
mod telling;

pub(crate) use modifiers::bonuses;
pub use modifiers::modifier;
pub(crate) use modifiers::weapons_of_makeup;
#[cfg(test)]
pub(crate) use resistances::guarded;
use resistances::held_against;
pub(crate) use resistances::innate;
pub use resistances::{counts_against, resistance};
use telling::Sides;
pub(crate) use telling::sides_if_heard;

quintain_engine::section! {
    "Precision rolls";
    WHEN = Engine "precision.when": "Against somebody unwilling an ability needs a precision roll.", ruling "Allies and oneself are willing where nothing harms them; others may let help work.";
    VERSUS = Engine "precision.vs": "The roll is held against the resistance that the ability names, else Parry or Warding.";
    FORMULA = Engine "precision.formula": "1d10, half the level, weapon precision, and all else.";
    SUCCESS = Engine "precision.success": "The roll succeeds if it reaches the resistance; no face decides alone.";
    LEVEL = Engine "precision.level": "The roller's own level counts.", house "rounding";
    WEAPON = Engine "precision.weapon": "The weapon in the main hand gives weapon precision, changed by the off hand.", ruling "It counts for techniques and off-hand attacks too.";
    IGNORE = Engine "precision.ignore-weapon": "Some attacks leave weapon precision out, good or bad.";
    OTHER = Engine "precision.other": "Status effects, the surroundings and the like add up without limit.";
    ABILITY = Engine "precision.ability-mod": "An ability may change its own roll.";
    MULTI = Engine "precision.multi-target": "Against several targets there is a roll for each.", ruling "Its user may pick another order than the nearest first, then by turns.";
    OBJECTS = Engine "precision.objects": "Lifeless things resist with 0.";
}

/// A roll that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Who rolls.
    pub by: Who,
    /// The opponent.
    pub at: Who,
    /// With what.
    pub ability: AbilityId,
    /// Which resistance.
    pub against: Resistance,
    /// Added by what the ability is used inside or together with.
    pub bonus: i16,
    /// Weapon precision is left out.
    pub plain: bool,
    /// The aim has been steadied.
    pub steadied: bool,
    /// What it follows from.
    pub cause: Option<EventId>,
}

/// How it went.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// It succeeded.
    pub hit: bool,
    /// The unmodified face.
    pub face: u16,
    /// The event.
    pub event: EventId,
}

/// How many of the ten faces would succeed, as far as can be foreseen.
#[inline(always)]
pub fn chance(fight: &Fight, by: Who, at: Who, ability: AbilityId) -> i16 {
    let Some(against) = fight.ability(ability).against else { return 10 };
    let steadied = fight.turn.as_ref().is_some_and(|turn| turn.who == by && turn.steadied);
    let attempt = Attempt { by, at, ability, against, bonus: 0, plain: false, steadied, cause: None };
    let hidden = cover::worth(cover::computed(fight, by, at, ability));
    let held = hidden + held_against(fight, at, against, Some(&attempt));
    (11 - (held - bonuses::<i16>(fight, &attempt))).clamp(0, 10)
}

/// Makes the roll, with everything that may come before and after it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: Attempt) -> Result<Rolled, T::Halt> {
    let Attempt { by, at, ability, against, .. } = attempt;
    reactions::before_roll(fight, table, by, at, ability)?;
    let hidden = cover::ruled(fight, table, by, at, ability)?;
    fight.scratch.inspired = false;
    let (open, inspired) = if is_alone(fight, by, at) { (false, 0) } else { before(fight, table, &attempt)? };
    let guard = held_against(fight, at, against, Some(&attempt));
    let held = Held { own: bonuses(fight, &attempt), guard, inspired, hidden, open };
    let told = sides_if_heard(fight, table, &attempt);
    let face = throw(fight, table, &attempt)?;
    settled(fight, table, &attempt, &held, face, told.as_ref())
}

/// A roll whose die has fallen, with everything that may come after it.
///
/// # Errors
/// Halts with the table.
pub(super) fn settled<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    face: u16,
    told: Option<&Sides>,
) -> Result<Rolled, T::Halt> {
    let Attempt { by, at, .. } = *attempt;
    if is_alone(fight, by, at) {
        return Ok(counted(fight, table, attempt, held, face, told));
    }
    let before = std::mem::replace(&mut fight.scratch.cause, attempt.cause);
    let thoughts = second_thoughts(fight, table, attempt, held, face);
    fight.scratch.cause = before;
    let (face, raised) = thoughts?;
    let hit = held.reached_by(held.total(face) + raised);
    let event = held.tell(fight, table, attempt, (face, raised, hit), told);
    spend_foresight(fight, by, at);
    happenings::after_own_roll(fight, table, by, hit)?;
    Ok(Rolled { hit, face, event })
}

/// The same where nothing comes after it: it counts as it has fallen.
#[inline(always)]
pub(super) fn counted<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    face: u16,
    told: Option<&Sides>,
) -> Rolled {
    let hit = held.reached_by(held.total(face));
    Rolled { hit, face, event: held.tell(fight, table, attempt, (face, 0, hit), told) }
}

/// What comes before a roll: whether the target is open to it, and inspiration.
fn before<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<(bool, i16), T::Halt> {
    let Attempt { at, against, .. } = *attempt;
    let opens = |feature| matches!(feature, Feature::OpenTo { which } if which.has(against));
    let open = features::any(fight, at, Topic::Guard, opens);
    let inspired = inspiration(fight, table, attempt)?;
    Ok((open, inspired))
}

/// A roller that may throws again, and a failed roll may be raised: the face that counts, and by how much it is raised.
/// The roller comes first, the one rolled against after it; each may do each of it once, and neither while unconscious.
fn second_thoughts<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    mut face: u16,
) -> Result<(u16, i16), T::Halt> {
    let Attempt { by, at, ability, .. } = *attempt;
    if !held.reached_by(held.total(face))
        && fight.able(by)
        && criticals::may_reroll_failed(fight, by)
        && ask::yes(fight, table, Ask::Reroll { who: by, at, ability })?
    {
        criticals::use_reroll(fight, table, by, true);
        face = throw(fight, table, attempt)?;
    }
    let mut raised = raise(fight, table, by, held, face)?;
    if held.reached_by(held.total(face) + raised)
        && fight.able(at)
        && criticals::may_reroll_success(fight, at)
        && ask::yes(fight, table, Ask::Reroll { who: at, at: by, ability })?
    {
        criticals::use_reroll(fight, table, at, false);
        face = throw(fight, table, attempt)?;
        if raised == 0 {
            raised = raise(fight, table, by, held, face)?;
        }
    }
    Ok((face, raised))
}

/// By how much a roll with this face is raised, if it fails and that can be paid for.
fn raise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, held: &Held, face: u16) -> Result<i16, T::Halt> {
    match held.resistance() - held.total(face) {
        short if short > 0 && !held.open && fight.able(by) => criticals::raise_failed(fight, table, by, short),
        _ => Ok(0),
    }
}

/// Whether neither of two has anything that comes before, in place of or after a roll between them.
#[inline]
fn is_alone(fight: &Fight, by: Who, at: Who) -> bool {
    features::is_bare(fight, by) && features::is_bare(fight, at)
}

/// The die of a roll.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(super) fn throw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<u16, T::Halt> {
    table.die(fight, Throw::die(10, &FORMULA, "precision").by(attempt.by).at(attempt.at))
}

/// `st.inspired`: one more die, if it is wanted, or more damage by a basic weapon attack; said before the die falls.
fn inspiration<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<i16, T::Halt> {
    let Attempt { by, at, ability, .. } = *attempt;
    if !affected(fight, by, Status::Inspired) {
        return Ok(0);
    }
    let basic = fight.ability(ability).is(Tag::Basic);
    fight.scratch.basic_blow = basic;
    let spent = ask::act(fight, table, Ask::Inspired { who: by, at })?;
    let on_damage = match spent {
        Some(Act::Damage) => true,
        Some(Act::Yes) => false,
        _ => basic && ask::yes(fight, table, Ask::InspiredDamage { who: by, at })?,
    };
    if on_damage {
        statuses::lift(fight, table, by, Status::Inspired)?;
        fight.scratch.inspired = true;
    }
    if spent != Some(Act::Yes) {
        return Ok(0);
    }
    statuses::lift(fight, table, by, Status::Inspired)?;
    let face = table.die(fight, Throw::die(2, &statuses::INSPIRED, "inspiration").by(by))?;
    Ok(face as i16)
}

fn spend_foresight(fight: &mut Fight, by: Who, at: Who) {
    if !fight.is_plain() {
        spend(fight, by, Status::PredictiveForesight);
        spend(fight, at, Status::ProtectiveForesight);
    }
}

/// What counts for one roll only is gone with it.
pub(crate) fn spend(fight: &mut Fight, who: Who, status: Status) {
    fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Status(status));
}

/// Everything that a roll is held together from.
pub(super) struct Held {
    /// What is added to the die.
    own: i16,
    /// What it is held against.
    guard: i16,
    inspired: i16,
    hidden: Option<Cover>,
    open: bool,
}

impl Held {
    /// A roll with these figures and nothing else.
    pub(super) fn plainly(own: i16, guard: i16) -> Held {
        Held { own, guard, inspired: 0, hidden: None, open: false }
    }

    fn total(&self, face: u16) -> i16 {
        face as i16 + self.inspired + self.own
    }

    fn resistance(&self) -> i16 {
        self.guard + cover::worth(self.hidden)
    }

    /// Whether a total succeeds.
    fn reached_by(&self, total: i16) -> bool {
        self.open || total >= self.resistance()
    }
}
