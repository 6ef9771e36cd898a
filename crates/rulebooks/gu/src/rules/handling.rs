//! Quick things that a bonus action does: handing a Gu over, opening and closing doors.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Door, Square, Step};

use super::standing::entry;
use super::turns::{self, BONUS_ACTION, BONUS_SCOPE};
use super::{activating, cover, gu, killer_moves};
use crate::book::Keyword;
use crate::combatant::{GuState, MOST_GU};
use crate::fight::Fight;

/// Whether somebody may hand one of its Gu to another now.
///
/// # Errors
/// The refusal.
pub fn may_hand_over(fight: &Fight, who: Who, slot: u8, to: Who) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    let no = |why: String| Err(Refusal::new(&BONUS_SCOPE, why));
    let Some(owned) = activating::owned(fight, who, slot) else { return no("it owns no such Gu".into()) };
    match owned.state {
        _ if killer_moves::is_move(fight, owned) => return no("a killer move is no Gu".into()),
        GuState::Sealed if entry(fight, owned.gu).has(Keyword::Dao) => return no("it is carved into the body".into()),
        GuState::Idle | GuState::Sealed => {}
        GuState::Sustained | GuState::InMove(_) => {
            return Err(Refusal::new(&BONUS_SCOPE, "it is at work").cure("stop it first"));
        }
        GuState::Carved => return no("it is carved into the body".into()),
        GuState::HandedOver => return no("it is in the hands of another".into()),
        GuState::Dead => return no("it is dead".into()),
    }
    if to == who || fight.foes(who, to) || !fight.present(to) {
        return no(format!("{} takes nothing from it", fight.label(to)));
    }
    if fight.one(to).conditions.any(crate::condition::SENSELESS) {
        return no(format!("{} is unconscious", fight.label(to)));
    }
    let away = fight.distance(who, to);
    if away > 1 {
        return no(format!("{} is {away} m away; a Gu is handed over within 1 m", fight.label(to)));
    }
    if cover::is_out_of_touch(fight, who, to) {
        return no(format!("something solid is between it and {}", fight.label(to)));
    }
    let full = fight.one(to).gu.len() >= MOST_GU && place_for(fight, (who, slot), to).is_none();
    if full { no(format!("{} bears {MOST_GU} Gu, killer moves and talents already", fight.label(to))) } else { Ok(()) }
}

/// Whose a Gu is, and its place there.
fn owner(fight: &Fight, who: Who, slot: u8) -> (Who, u8) {
    activating::owned(fight, who, slot).and_then(|owned| owned.lent).unwrap_or((who, slot))
}

/// The place that somebody has for a Gu already: it is its own, or has been in its hands before.
fn place_for(fight: &Fight, (who, slot): (Who, u8), to: Who) -> Option<usize> {
    let whose = owner(fight, who, slot);
    match whose {
        (own, place) if own == to => Some(place.into()),
        _ => fight.one(to).gu.iter().position(|known| known.lent == Some(whose)),
    }
}

/// Who has a Gu in hand that was handed over, and its place there.
pub(crate) fn holder(fight: &Fight, who: Who, slot: u8) -> Option<(Who, u8)> {
    let has = |owned: &crate::combatant::Owned| {
        owned.lent == Some((who, slot)) && !matches!(owned.state, GuState::HandedOver | GuState::Dead)
    };
    let place = |other: Who| fight.one(other).gu.iter().position(has).map(|place| (other, place as u8));
    fight.everyone().find_map(place)
}

/// Hands it over: its owner stays its owner.
pub(crate) fn hand_over<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8, to: Who) {
    let Some(owned) = activating::owned(fight, who, slot) else { return };
    let (whose, place) = (owner(fight, who, slot), place_for(fight, (who, slot), to));
    let name = gu::name_of(fight, who, slot);
    fight.turn.bonus = true;
    fight.change_gu(who, slot, |given| given.state = GuState::HandedOver);
    let mut taken = owned;
    taken.lent = Some(whose).filter(|(own, _)| *own != to);
    taken.vital = fight.one(whose.0).gu.get(usize::from(whose.1)).is_some_and(|own| own.vital) && whose.0 == to;
    match place {
        Some(place) => fight.one_mut(to).gu[place] = taken,
        None => _ = fight.one_mut(to).gu.push(taken),
    }
    fight.radiates |= !entry(fight, owned.gu).inside.is_empty();
    table.tell(|| {
        let text = format!("{} hands {name} to {}", fight.label(who), fight.label(to));
        Event::new(&BONUS_SCOPE, text).by(who).to(to).and(&BONUS_ACTION).act()
    });
}

/// A door beside somebody, as it is now, and the square it leads to or fills.
pub fn doors(fight: &Fight, who: Who) -> Vec<(Square, Door)> {
    let map = &fight.ground().map;
    let mut all: Vec<(Square, Door)> = Vec::new();
    for from in fight.body(who).squares() {
        for to in [Step::North, Step::East, Step::South, Step::West].map(|step| from.step(step)) {
            let between = match map.edge(from, to) {
                Some(quintain_field::Edge::Door(door)) => Some(door),
                _ => map.door(to),
            };
            all.extend(between.filter(|_| !fight.body(who).contains(to)).map(|door| (to, door)));
        }
    }
    all
}

/// Whether somebody may open or close the door to a square now.
///
/// # Errors
/// The refusal.
pub fn may_turn(fight: &Fight, who: Who, to: Square, open: bool) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    let no = |why: &'static str| Err(Refusal::new(&BONUS_SCOPE, why));
    let Some((_, door)) = doors(fight, who).into_iter().find(|(square, _)| *square == to) else {
        return no("there is no door beside it");
    };
    match (door, open) {
        (Door::Locked, _) => no("it is locked"),
        (Door::Open, true) => no("it is open already"),
        (Door::Closed, false) => no("it is closed already"),
        (Door::Open, false) if fight.ground().map.door(to).is_some() && is_occupied(fight, to) => {
            no("somebody stands in it")
        }
        _ => Ok(()),
    }
}

fn is_occupied(fight: &Fight, square: Square) -> bool {
    fight.everyone().any(|other| fight.present(other) && fight.body(other).contains(square))
}

/// Opens or closes the door to a square.
pub(crate) fn turn_door<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square, open: bool) {
    let door = if open { Door::Open } else { Door::Closed };
    let body = fight.body(who);
    let mut map = fight.ground().map.clone();
    let sides =
        body.squares().flat_map(|from| [Step::North, Step::East, Step::South, Step::West].map(|step| (from, step)));
    let mut turned = false;
    for (from, _) in sides.filter(|(from, step)| from.step(*step) == to) {
        turned |= map.set_edge_door(from, to, door);
    }
    if !turned {
        map.set_square_door(to, door);
    }
    fight.lay(map);
    fight.turn.bonus = true;
    table.tell(|| {
        let how = if open { "opens" } else { "closes" };
        let text = format!("{} {how} the door to {to}", fight.label(who));
        Event::new(&BONUS_SCOPE, text).by(who).and(&BONUS_ACTION).act()
    });
}

/// Whose hands somebody's Gu are in, in words; nothing where it has them all.
pub fn handed_over(fight: &Fight, who: Who) -> String {
    let one = fight.one(who);
    let slots = (0..one.gu.len() as u8).filter(|slot| {
        let owned = activating::owned(fight, who, *slot);
        owned.is_some_and(|owned| owned.state == GuState::HandedOver && owned.lent.is_none())
    });
    let told = slots.map(|slot| {
        let name = gu::name_of(fight, who, slot);
        match holder(fight, who, slot) {
            Some((other, _)) => format!("{name} to {}", fight.label(other)),
            None => name,
        }
    });
    told.collect::<Vec<_>>().join(", ")
}
