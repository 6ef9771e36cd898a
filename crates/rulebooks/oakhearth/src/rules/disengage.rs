//! Disengaging and dodging.

use quintain_engine::{Event, Table, Who, section};

use crate::book::{Boon, Feature};
use crate::fight::Fight;
use crate::rules::boons;
use crate::rules::dice::Pool;

section! {
    "Disengage and Dodge";
    BASIC = Choice "disengage.basic": "For 1 AP Attacks of Opportunity against one have DIS until one's next turn starts.";
    FULL = Choice "disengage.full": "For 2 AP at once there are none at all.";
    EXPIRY = Engine "disengage.expiry": "It lasts on other creatures' turns, too, to the start of one's own.";
    DODGE_BASIC = Choice "dodge.basic": "For 1 AP the next Attack or Grapple against one has DIS.";
    DODGE_CONSUMED = Engine "dodge.consumed": "The first of either uses it up, hit or miss.", ruling "Of two Dodges the newer stands.";
    DODGE_FULL = Choice "dodge.full": "For 2 AP at once every Attack and Grapple against one has DIS until one's next turn starts.";
    DODGE_LIMITS = Engine "dodge.not-everything": "Shoves, Tackles, Throws and Saves know no Dodge.";
}

/// What is left of two: basic is spent, full lasts.
const BASIC_STATE: u8 = 1;
const FULL_STATE: u8 = 2;

/// Whether a Disengage is full for the price of a basic one.
pub fn nimble(fight: &Fight, who: Who) -> bool {
    fight.template(who).has(&Feature::FullDisengage)
}

/// Disengages.
pub(crate) fn disengage<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, full: bool) {
    let full = full || nimble(fight, who);
    fight.one_mut(who).disengage = if full { FULL_STATE } else { BASIC_STATE };
    table.tell(|| {
        let name = fight.label(who);
        match full {
            true => Event::new(&FULL, format!("{name} fully disengages: nobody gets an opening")).by(who),
            false => Event::new(&BASIC, format!("{name} disengages: openings have DIS 1")).by(who),
        }
    });
}

/// Dodges.
pub(crate) fn dodge<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, full: bool) {
    fight.one_mut(who).dodge = if full { FULL_STATE } else { BASIC_STATE };
    table.tell(|| {
        let name = fight.label(who);
        match full {
            true => {
                Event::new(&DODGE_FULL, format!("{name} fully dodges: all Attacks and Grapples have DIS 1")).by(who)
            }
            false => Event::new(&DODGE_BASIC, format!("{name} dodges: the next Attack or Grapple has DIS 1")).by(who),
        }
    });
}

/// Both end when one's turn starts.
pub(crate) fn expire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).disengage > 0 {
        fight.one_mut(who).disengage = 0;
        table.tell(|| Event::new(&EXPIRY, format!("{}'s Disengage ends", fight.label(who))).by(who).upkeep());
    }
    if fight.one(who).dodge > 0 {
        fight.one_mut(who).dodge = 0;
        table.tell(|| Event::new(&DODGE_FULL, format!("{}'s Dodge ends", fight.label(who))).by(who).upkeep());
    }
}

/// Whether one dodges at all, by its own Action or at a friend's call.
pub(crate) fn dodges(fight: &Fight, who: Who) -> bool {
    fight.one(who).dodge > 0 || boons::has(fight, who, Boon::DodgeAll)
}

/// What a Dodge does to an Attack or Grapple against one; a basic one is used up.
pub(crate) fn dodging<T: Table<Fight>>(fight: &mut Fight, table: &mut T, at: Who, pool: &mut Pool) {
    match fight.one(at).dodge {
        _ if boons::has(fight, at, Boon::DodgeAll) => pool.dis(&DODGE_FULL, "Dodge"),
        0 => {}
        BASIC_STATE => {
            pool.dis(&DODGE_BASIC, "Dodge");
            fight.one_mut(at).dodge = 0;
            table.tell(|| Event::new(&DODGE_CONSUMED, format!("{}'s Dodge is used up", fight.label(at))).by(at));
        }
        _ => pool.dis(&DODGE_FULL, "Dodge"),
    }
}

/// Whether Attacks of Opportunity against one are out of the question.
pub fn free_to_go(fight: &Fight, who: Who) -> bool {
    fight.one(who).disengage >= FULL_STATE
}

/// Whether they have DIS.
pub fn hard_to_catch(fight: &Fight, who: Who) -> bool {
    fight.one(who).disengage == BASIC_STATE
}
