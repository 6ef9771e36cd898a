//! The Multiple Check Penalty: the same kind of Check again in one turn is harder.

use quintain_engine::{Who, section};

use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::dice::Pool;

section! {
    "Multiple Check Penalty";
    MCP = Engine "core.mcp": "Each Check of a kind after the first in one's own turn has one more DIS, 3 at most.";
    KINDS = Engine "core.mcp-kinds": "Attack Checks, Spell Checks and each skill are counted apart; Attack and Disarm are one kind.";
    OWN_TURN = Engine "core.mcp-own-turn": "Checks in the turns of others neither have nor raise the penalty; a turn's end clears it.";
}

/// The most DIS that repetition brings.
const MOST: u8 = 3;

/// The penalty that the next Check of a kind has.
pub fn due(fight: &Fight, who: Who, kind: Kind) -> u8 {
    match fight.carried_penalty {
        Some((holder, of, penalty)) if holder == who && of == Some(kind) => penalty.min(MOST),
        _ if fight.owner == Some(who) => fight.one(who).turn.checks[kind.place()].min(MOST),
        _ => 0,
    }
}

/// Adds the penalty to what a Check has against it.
pub(crate) fn add(fight: &Fight, who: Who, kind: Kind, pool: &mut Pool) {
    let due = due(fight, who, kind);
    pool.many(&MCP, "Multiple Check Penalty", -(due as i8));
}

/// Notes that a Check of a kind is made.
pub(crate) fn count(fight: &mut Fight, who: Who, kind: Kind) {
    if fight.owner == Some(who) {
        let made = &mut fight.one_mut(who).turn.checks[kind.place()];
        *made = made.saturating_add(1);
    }
}
