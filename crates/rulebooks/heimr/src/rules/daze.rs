//! Daze: no actions, no defence, and what odd numbers do.

use quintain_engine::{Event, Table, Who};

use crate::content::{Effect, Limb};
use crate::rules::effects::{self, Called};
use crate::rules::health;
use crate::state::{Fight, Lasting};

quintain_engine::section! {
    "Daze";
    NO_ACTIONS = Engine "daze.no-actions": "The dazed take no actions in their turn, not even free ones.",
        ruling "A daze cancels readied and upcoming actions. While it covers a turn it keeps from delaying, and it ends the victim's turn if it lands there. Daze 1 covers no turn and so takes none, not even the one in which it lands: only defence is gone.";
    NO_DEFENCE = Engine "daze.no-defence": "The dazed make no defensive rolls; a defence rolled ahead is lost.";
    EVEN = Engine "daze.even": "After an even daze, defence is back at the end of the last turn that it took.";
    ODD = Engine "daze.odd": "After an odd daze, defence is back only at the start of the turn after the last one that it took.",
        ruling "Until the next defence is rolled ahead, one is rolled when somebody attacks.";
}

pub(crate) fn daze<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) {
    let whom = called.whom;
    effects::last(fight, table, called, None);
    stun(fight, table, whom);
    let turns = effects::turns_of(called.n);
    if turns > 0 && fight.turn.who == Some(whom) {
        fight.turn.ended = true;
    }
    table.tell(|| {
        let lost = match turns {
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        let text = format!("{} is dazed: {lost} lost", fight.label(whom));
        let event = fight.caused(Event::new(&NO_ACTIONS, text).and(&NO_DEFENCE).to(whom));
        event.and(if called.n % 2 == 1 { &ODD } else { &EVEN })
    });
}

/// What a daze takes away at once: the defence rolled ahead, what was readied, what was to go on.
pub(crate) fn stun<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one_mut(who);
    one.standing = None;
    one.upcoming = None;
    one.guard = false;
    if one.readied.take().is_some() {
        table.tell(|| fight.caused(fight.event(&NO_ACTIONS, who, "loses the readied action")));
    }
}

/// At the start of a turn: an odd daze whose turns are over lets the victim defend again.
pub(crate) fn odd_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let over = |lasting: &Lasting| lasting.effect == Effect::Daze && lasting.turns <= 0;
    let Some(place) = fight.one(who).effects.iter().position(over) else { return };
    fight.one_mut(who).effects.remove(place);
    table.tell(|| {
        let words = if fight.one(who).unconscious { "is dazed no more" } else { "can defend again" };
        fight.event(&ODD, who, words).upkeep()
    });
}

pub(crate) fn is_dazed(fight: &Fight, who: Who) -> bool {
    fight.one(who).suffers(Effect::Daze) || torso(fight, who)
}

/// Whether a combatant can make no defensive rolls because of a daze.
pub(crate) fn is_open(fight: &Fight, who: Who) -> bool {
    fight.one(who).effects.iter().any(|lasting| lasting.effect == Effect::Daze) || torso(fight, who)
}

fn torso(fight: &Fight, who: Who) -> bool {
    fight.one(who).is_disabled(Limb::Torso) && !health::ignores_wound(fight, who, Limb::Torso)
}
