//! Objects: free interactions, further ones, and those that always cost AP.

use quintain_engine::{Event, Refusal, Rule, Table, Who, section};

use crate::ask::{self, Ask, Moment};
use crate::combatant::{Combatant, Hand};
use crate::fight::{Fight, Thing};
use crate::house::FreeProvokes;
use crate::refusing::refuse_if;
use crate::rules::{action_points, reactions, sight};
use crate::story::Told;

section! {
    "Objects";
    FREE = Choice "object.free": "Once in one's turn a simple interaction costs nothing.";
    FREE_GM = Gm "object.free-gm": "The GM says what is simple enough.", ruling "Drawing, stowing, picking up, levers, unlocked doors; nothing that the list of Object Interactions names.";
    EXTRA = Choice "object.extra": "Each further simple interaction of the turn costs 1 AP.";
    ACTION = Choice "object.action": "More involved things cost 1 AP always.";
    LIST = Choice "object.action-list": "Potions, locks, traps, passing things on, throwing an item up to 5 Spaces.";
    TRANSFER = Engine "object.transfer-once": "Only one of the two who pass a thing on pays, and both are within 1 Space.";
    NOT_LIMITED = Gm "object.not-limited": "The list is open.", ruling "Only what it names.";
}

/// What the next simple interaction costs.
pub fn price(fight: &Fight, who: Who) -> u8 {
    let own = fight.owner == Some(who);
    u8::from(!own || fight.one(who).turn.object)
}

/// # Errors
/// Why no simple interaction is possible now.
pub fn may_handle(fight: &Fight, who: Who) -> Result<(), Refusal> {
    match price(fight, who) {
        0 => Ok(()),
        ap => action_points::may_pay(fight, who, ap).map_err(|refusal| Refusal::new(&EXTRA, refusal.why)),
    }
}

/// How a simple interaction gives others an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// Not unless it is paid with AP.
    No,
    /// It picks something up.
    PickUp,
    /// It switches weapons.
    Switch,
}

/// Pays for a simple interaction and lets others strike first where it provokes. Says whether it can be completed.
///
/// # Errors
/// Halts with the table.
pub(crate) fn handle<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    what: impl FnOnce(&Fight) -> String,
    opens: Opens,
) -> Result<bool, T::Halt> {
    let ap = price(fight, who);
    let free = ap == 0;
    table.tell(|| {
        let rule = if free { &FREE } else { &EXTRA };
        Event::new(rule, format!("{} {}", fight.label(who), what(fight))).by(who).and(&FREE_GM).act_of(fight)
    });
    action_points::pay(fight, table, who, ap, &EXTRA);
    fight.one_mut(who).turn.object = true;
    match opening(fight, opens, free) {
        Some(rule) => reactions::provoke(fight, table, who, rule),
        None => Ok(true),
    }
}

/// By which rule a simple interaction, paid or free, gives others an opening; nothing where it does not.
pub fn opening(fight: &Fight, opens: Opens, free: bool) -> Option<&'static Rule> {
    match (opens, free, fight.house().free_provokes) {
        (_, true, FreeProvokes::None) => None,
        (Opens::PickUp, ..) => Some(&reactions::AOO_PICKUP),
        (Opens::Switch, ..) => Some(&reactions::AOO_SWITCH),
        (Opens::No, true, FreeProvokes::OnlyPickupAndSwitch) => None,
        (Opens::No, ..) => Some(&reactions::AOO_OBJECT),
    }
}

/// An Object Interaction: 1 AP, and it provokes. Says whether it can be completed.
///
/// # Errors
/// Halts with the table.
pub(crate) fn interact<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    what: impl FnOnce(&Fight) -> String,
) -> Result<bool, T::Halt> {
    table.tell(|| {
        let text = format!("{} {}", fight.label(who), what(fight));
        Event::new(&ACTION, text).by(who).and(&LIST).and(&NOT_LIMITED).act_of(fight)
    });
    action_points::pay(fight, table, who, 1, &ACTION);
    reactions::window(fight, table, Moment::Uses, who, who, None)?;
    if !fight.able(who) {
        return Ok(false);
    }
    reactions::provoke(fight, table, who, &reactions::AOO_OBJECT)
}

/// The GM may say that something not on any list is simple enough; else it costs 1 AP.
///
/// # Errors
/// Halts with the table.
pub(crate) fn handle_something<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let done = if ask::yes(fight, table, Ask::SimpleEnough { who })? {
        handle(fight, table, who, |_| "handles something simple".into(), Opens::No)?
    } else {
        action_points::may_pay(fight, who, 1).is_ok()
            && interact(fight, table, who, |_| "handles something that takes a while".into())?
    };
    if done { super::doors::what_comes(fight, table, who) } else { Ok(()) }
}

/// What a hand holds, if it is a thing.
pub fn held(fight: &Fight, who: Who, hand: u8) -> Option<Thing> {
    let one = fight.one(who);
    match one.hands.get(usize::from(hand)) {
        Some(Hand::Weapon(weapon)) => Some(Thing::Weapon(*weapon)),
        Some(Hand::Shield) => one.shield.map(|(shield, hp)| Thing::Shield(shield, hp)),
        _ => None,
    }
}

/// What a hand holds, in words.
pub fn held_text(fight: &Fight, who: Who, hand: u8) -> String {
    held(fight, who, hand).map_or_else(|| "nothing".to_owned(), |thing| crate::rules::options::thing_text(fight, thing))
}

/// What a hand holds falls into one's Space.
pub(crate) fn let_fall(fight: &mut Fight, who: Who, hand: usize) {
    let (Some(at), Some(thing)) = (fight.one(who).at, held(fight, who, hand as u8)) else { return };
    clear(fight, who, hand);
    lose(fight, who, thing);
    fight.floor.push((thing, at));
}

/// Opens a hand, and the other where both held the same.
pub(crate) fn clear(fight: &mut Fight, who: Who, hand: usize) {
    let mut one = fight.one_mut(who);
    if let Some(held) = one.hands.get_mut(hand) {
        *held = Hand::Empty;
    }
    for held in &mut one.hands {
        if *held == Hand::Same(hand as u8) {
            *held = Hand::Empty;
        }
    }
}

/// A thing leaves its owner: out of its sheath or pack first, else out of the hand.
pub(crate) fn lose(fight: &mut Fight, who: Who, thing: Thing) {
    let emptied = taken(&mut fight.one_mut(who), thing);
    if let Some(hand) = emptied {
        clear(fight, who, hand);
    }
}

/// Takes a thing from its owner, and says which hand has held it if no other of the kind is left.
fn taken(one: &mut Combatant, thing: Thing) -> Option<usize> {
    match thing {
        Thing::Item(item) => {
            if let Some(place) = one.items.iter().position(|known| *known == item) {
                one.items.remove(place);
            }
            None
        }
        Thing::Weapon(weapon) => {
            if let Some(place) = one.carried.iter().position(|known| *known == weapon) {
                one.carried.remove(place);
            }
            let carried = one.carried.iter().filter(|known| **known == weapon).count();
            let in_hand = |hand: &Hand| *hand == Hand::Weapon(weapon);
            let more = one.hands.iter().filter(|hand| in_hand(hand)).count() > carried;
            one.hands.iter().rposition(in_hand).filter(|_| more)
        }
        Thing::Shield(..) => {
            one.shield = None;
            one.hands.iter().position(|hand| *hand == Hand::Shield)
        }
    }
}

/// Whether somebody has room for a thing: an empty hand, or a place in its pack.
pub fn has_room(fight: &Fight, who: Who, thing: Thing) -> bool {
    let one = fight.one(who);
    match thing {
        Thing::Weapon(_) => !one.carried.is_full() && one.hands.contains(&Hand::Empty),
        Thing::Item(_) => !one.items.is_full(),
        Thing::Shield(..) => one.shield.is_none() && one.hands.contains(&Hand::Empty),
    }
}

/// A thing comes to somebody who has room for it: weapons and shields into the hand.
pub(crate) fn receive(fight: &mut Fight, who: Who, thing: Thing) {
    match thing {
        Thing::Weapon(weapon) => {
            let _ = fight.one_mut(who).carried.try_push(weapon);
            take(fight, who, weapon);
        }
        Thing::Item(item) => {
            let _ = fight.one_mut(who).items.try_push(item);
        }
        Thing::Shield(shield, hp) => {
            fight.one_mut(who).shield = Some((shield, hp));
            put_on(fight, who);
        }
    }
}

/// The shield that is carried goes on an arm.
fn put_on(fight: &mut Fight, who: Who) {
    if let Some(hand) = fight.one(who).hands.iter().rposition(|held| *held == Hand::Empty) {
        fight.one_mut(who).hands[hand] = Hand::Shield;
    }
}

/// Takes a weapon into a hand; a two-handed one into both.
pub(crate) fn take(fight: &mut Fight, who: Who, weapon: u16) {
    let two = fight.weapon(weapon).two_handed();
    let mut one = fight.one_mut(who);
    let Some(hand) = one.hands.iter().position(|held| *held == Hand::Empty) else { return };
    one.hands[hand] = Hand::Weapon(weapon);
    if let (true, Some(other)) = (two, one.hands.iter().position(|held| *held == Hand::Empty)) {
        one.hands[other] = Hand::Same(hand as u8);
    }
}

/// Weapons carried that are in no hand.
pub fn sheathed(fight: &Fight, who: Who) -> impl Iterator<Item = u16> + '_ {
    let one = fight.one(who);
    one.carried.iter().copied().enumerate().filter_map(move |(place, weapon)| {
        let before = one.carried.iter().take(place).filter(|known| **known == weapon).count();
        let held = one.hands.iter().filter(|hand| **hand == Hand::Weapon(weapon)).count();
        (before >= held).then_some(weapon)
    })
}

/// The shield that is carried and on no arm.
pub fn slung(fight: &Fight, who: Who) -> Option<Thing> {
    let one = fight.one(who);
    let (shield, hp) = one.shield.filter(|_| !one.hands.contains(&Hand::Shield))?;
    Some(Thing::Shield(shield, hp))
}

/// # Errors
/// Why a weapon or a shield cannot be taken into an empty hand.
pub fn may_draw(fight: &Fight, who: Who, thing: Thing) -> Result<(), Refusal> {
    let empty = fight.one(who).empty_hands();
    let needed = if matches!(thing, Thing::Weapon(weapon) if fight.weapon(weapon).two_handed()) { 2 } else { 1 };
    refuse_if(empty < needed, &FREE, "no hand is empty")?;
    may_handle(fight, who)
}

/// How drawing gives others an opening: to put one away and to draw another is to switch.
pub fn drawing_opens(fight: &Fight, who: Who) -> Opens {
    if fight.one(who).turn.opened { Opens::Switch } else { Opens::No }
}

/// Draws a weapon, or takes the shield on the arm.
///
/// # Errors
/// Halts with the table.
pub(crate) fn draw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, thing: Thing) -> Result<(), T::Halt> {
    let opens = drawing_opens(fight, who);
    let what = |fight: &Fight| match (thing, crate::rules::options::thing_text(fight, thing)) {
        (Thing::Shield(..), name) => format!("takes {name} on the arm"),
        (_, name) => format!("draws {name}"),
    };
    if handle(fight, table, who, what, opens)? {
        match thing {
            Thing::Weapon(weapon) => take(fight, who, weapon),
            Thing::Shield(..) if slung(fight, who).is_some() => put_on(fight, who),
            _ => {}
        }
    }
    Ok(())
}

/// # Errors
/// Why somebody cannot put its weapons away and take another: a shield or a grip may be in the way of it.
pub fn may_switch(fight: &Fight, who: Who, weapon: u16) -> Result<(), Refusal> {
    let open = |hand: &&Hand| matches!(hand, Hand::Empty | Hand::Weapon(_) | Hand::Same(_));
    if fight.weapon(weapon).two_handed() && fight.one(who).hands.iter().filter(open).count() < 2 {
        return Err(Refusal::new(&FREE, "it takes both hands"));
    }
    may_handle(fight, who)
}

/// Switches to another weapon: what the first hand holds is put away.
///
/// # Errors
/// Halts with the table.
pub(crate) fn switch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: u16) -> Result<(), T::Halt> {
    let what = |fight: &Fight| format!("switches to {}", fight.weapon(weapon).name);
    if handle(fight, table, who, what, Opens::Switch)? {
        let needed = if fight.weapon(weapon).two_handed() { 2 } else { 1 };
        let mut away = false;
        for hand in 0..fight.one(who).hands.len() {
            let armed = matches!(fight.one(who).hands[hand], Hand::Weapon(_));
            if armed && (!away || fight.one(who).empty_hands() < needed) {
                clear(fight, who, hand);
                away = true;
            }
        }
        take(fight, who, weapon);
    }
    Ok(())
}

/// Puts away what a hand holds.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, hand: u8) -> Result<(), T::Halt> {
    let what = |fight: &Fight| format!("puts away {}", held_text(fight, who, hand));
    if handle(fight, table, who, what, Opens::No)? {
        clear(fight, who, usize::from(hand));
        fight.one_mut(who).turn.opened = true;
    }
    Ok(())
}

/// Lets what a hand holds fall: that costs nothing.
pub(crate) fn drop<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, hand: u8) {
    table.tell(|| {
        Event::new(&FREE, format!("{} drops {}", fight.label(who), held_text(fight, who, hand))).by(who).act_of(fight)
    });
    let_fall(fight, who, usize::from(hand));
    fight.one_mut(who).turn.opened = true;
}

/// Things that lie within reach: in one's own Space or next to it.
pub fn within_reach(fight: &Fight, who: Who) -> impl Iterator<Item = Thing> + '_ {
    fight.floor.iter().filter(move |(_, at)| sight::touches(fight, who, *at)).map(|(thing, _)| *thing)
}

/// # Errors
/// Why a thing cannot be picked up.
pub fn may_pick_up(fight: &Fight, who: Who, thing: Thing) -> Result<(), Refusal> {
    refuse_if(!has_room(fight, who, thing), &FREE, "it has no hand or place free for it")?;
    may_handle(fight, who)
}

/// Picks a thing up.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pick_up<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    thing: Thing,
) -> Result<(), T::Halt> {
    let what = |fight: &Fight| format!("picks up {}", crate::rules::options::thing_text(fight, thing));
    if !handle(fight, table, who, what, Opens::PickUp)? {
        return Ok(());
    }
    let place = fight.floor.iter().position(|(known, at)| *known == thing && sight::touches(fight, who, *at));
    if let Some(place) = place.filter(|_| has_room(fight, who, thing)) {
        fight.floor.remove(place);
        receive(fight, who, thing);
    }
    Ok(())
}

/// A trap or another mechanism: a Sleight of Hand Check, of which the game master says what comes.
///
/// # Errors
/// Halts with the table.
pub(crate) fn mechanism<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if interact(fight, table, who, |_| "works a mechanism".into())? && super::doors::worked(fight, table, who)? {
        super::doors::what_comes(fight, table, who)?;
    }
    Ok(())
}

/// Loads a weapon again: its AP and a free hand.
pub(crate) fn reload<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: u16) {
    let ap = fight.weapon(weapon).loading;
    action_points::pay(fight, table, who, ap, &super::weapons::LOADING);
    let unloaded = fight.one(who).unloaded.iter().position(|(known, _)| *known == weapon);
    if let Some(place) = unloaded {
        fight.one_mut(who).unloaded.remove(place);
    }
    table.tell(|| {
        let text = format!("{} loads {}", fight.label(who), fight.weapon(weapon).name);
        Event::new(&super::weapons::LOADING, text).by(who).and(&super::tending::RELOAD)
    });
}
