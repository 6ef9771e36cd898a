//! Absorbing primeval stones.

use quintain_engine::{Event, Refusal, Table, Who};

use super::turns;
use crate::derived;
use crate::fight::{Begun, Fight};

quintain_engine::section! {
    "Absorb primeval stones";
    STONES_LIMIT = Engine "stones.limit": "At most one stone for each hand, and each hand free.";
    GAIN = Engine "stones.gain": "Each stone gives 5 portions of essence and is destroyed.", ruling "A Combat Action; what exceeds the maximum is lost.", house "stones.by-rank";
}

/// Whether somebody may absorb so many stones now.
///
/// # Errors
/// The refusal.
pub fn may_absorb(fight: &Fight, who: Who, stones: u8) -> Result<(), Refusal> {
    let quick = super::gu::talents::absorbs_quickly(fight, who);
    if quick {
        turns::may_bonus(fight, who)?
    } else {
        turns::may_begin(fight, who)?
    }
    let one = fight.one(who);
    if one.essence.max == 0 {
        return Err(Refusal::new(&GAIN, "it has no aperture"));
    }
    if u16::from(stones) > one.stones || stones == 0 {
        return Err(Refusal::new(&STONES_LIMIT, "it does not carry so many stones"));
    }
    let hands = derived::free_hands(fight, who);
    if stones > hands {
        return Err(Refusal::new(&STONES_LIMIT, "it has not so many hands free"));
    }
    Ok(())
}

/// How many portions of essence a stone gives somebody.
pub fn portions(fight: &Fight, who: Who) -> i16 {
    let rank = fight.template(who).entry.rank;
    if fight.house().stones_by_rank { 6 - i16::from(rank.clamp(1, 5)) } else { 5 }
}

/// Absorbs stones.
pub(crate) fn absorb<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, stones: u8) {
    if super::gu::talents::absorbs_quickly(fight, who) {
        fight.turn.bonus = true;
    } else {
        fight.turn.begun = Begun::Done;
    }
    let each = portions(fight, who);
    let mut one = fight.one_mut(who);
    let before = one.essence.now;
    one.stones = one.stones.saturating_sub(stones.into());
    let gained = one.essence.gain(each * i16::from(stones));
    drop(one);
    table.tell(|| {
        let word = if stones == 1 { "stone" } else { "stones" };
        let text = format!("{} absorbs {stones} primeval {word} for {gained} PE", fight.label(who));
        let event = Event::new(&GAIN, text).by(who).act().and(&STONES_LIMIT);
        event.change(who, "essence", before.into(), i64::from(before) + i64::from(gained))
    });
}
