//! An attack on its way, which Reactions may still change.

use quintain_engine::{Event, Table, Who};

use crate::ask::Moment;
use crate::fight::Fight;
use crate::rules::{maneuvers, reactions};
use crate::those::{List, Those};

/// An attack between its declaration and its damage.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// Who attacks.
    pub by: Who,
    /// Who is attacked; a bodyguard may take the place.
    pub at: Who,
    /// Hand to hand.
    pub melee: bool,
    /// How far from the attacker its target can be struck.
    pub far: i16,
    /// Added to the AC for this attack only.
    pub ac: i16,
    /// DIS that Reactions have brought.
    pub dis: u8,
    /// Help that has come since it was declared.
    pub help: i16,
    /// Taken off the damage.
    pub less: i16,
    /// Who takes an equal share of the damage, and whether nothing reduces theirs.
    pub sharers: List<(Who, bool), 4>,
    /// Temp HP that somebody gets when it is over.
    pub after: List<(Who, i16), 4>,
    /// Half of the damage only.
    pub halved: bool,
    /// A creature and the one that it held before itself, to be put down next to it when the attack is over.
    pub held_up: Option<(Who, Who)>,
    /// Further targets of the same attack that the new target stands in for.
    pub guards: u8,
    /// The target's shield takes the damage.
    pub shielded: bool,
    /// Nothing reduces the damage.
    pub unreduced: bool,
    /// Those who let the rest of it be and are not asked again.
    pub let_be: Those,
}

impl Blow {
    /// An attack that nobody has answered yet.
    pub fn new(by: Who, at: Who, melee: bool) -> Blow {
        Blow {
            by,
            at,
            melee,
            far: i16::MAX,
            ac: 0,
            dis: 0,
            help: 0,
            less: 0,
            sharers: List::new(),
            after: List::new(),
            halved: false,
            held_up: None,
            guards: 0,
            shielded: false,
            unreduced: false,
            let_be: Those::default(),
        }
    }

    /// The same, where it gets so far and no farther.
    pub fn within(self, far: i16) -> Blow {
        Blow { far, ..self }
    }

    /// What Reactions take off the damage, where anything can.
    pub fn less(&self) -> i16 {
        if self.unreduced { 0 } else { self.less }
    }
}

/// One of several targets of an attack, before the roll: somebody who has paid for it stands in for it, too, or it and
/// those near it may answer.
///
/// # Errors
/// Halts with the table.
pub(crate) fn aimed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &mut Blow,
    guard: &mut Option<Blow>,
) -> Result<(), T::Halt> {
    if stands_in(fight, table, guard.as_mut(), blow) {
        return Ok(());
    }
    let (by, at) = (blow.by, blow.at);
    if fight.present(at) && at != by {
        reactions::window(fight, table, Moment::Targeted, by, at, Some(blow))?;
    }
    if blow.guards > 0 {
        *guard = Some(blow.clone());
    }
    Ok(())
}

/// Whether somebody who has taken the blow for another target takes this one, too: as many as have been paid for, next
/// to it.
fn stands_in<T: Table<Fight>>(fight: &Fight, table: &mut T, guard: Option<&mut Blow>, blow: &mut Blow) -> bool {
    let Some(guard) = guard.filter(|guard| guard.guards > 0) else { return false };
    let (by, whom) = (guard.at, blow.at);
    if by == whom || fight.foes(by, whom) || !fight.able(by) || fight.distance(by, whom) > 1 {
        return false;
    }
    guard.guards -= 1;
    blow.at = by;
    blow.halved = guard.halved;
    table.tell(|| {
        let text = format!("{} stands in for {}, too", fight.label(by), fight.label(whom));
        Event::new(&maneuvers::ANSWER, text).by(by).to(whom)
    });
    true
}
