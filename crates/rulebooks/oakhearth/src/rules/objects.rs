//! Objects: free interactions, further ones, and those that always cost AP.

use quintain_engine::{Event, Refusal, Table, Who, section};

use crate::ask::{self, Ask, Moment};
use crate::book::Skill;
use crate::combatant::Hand;
use crate::fight::{Fight, Thing};
use crate::house::FreeProvokes;
use crate::rules::{action_points, reactions};

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
    what: &str,
    opens: Opens,
) -> Result<bool, T::Halt> {
    let ap = price(fight, who);
    let free = ap == 0;
    table.tell(|| {
        let rule = if free { &FREE } else { &EXTRA };
        Event::new(rule, format!("{} {what}", fight.label(who))).by(who).and(&FREE_GM)
    });
    action_points::pay(fight, table, who, ap, &EXTRA);
    fight.one_mut(who).turn.object = true;
    let house = fight.house().free_provokes;
    let rule = match (opens, free, house) {
        (_, true, FreeProvokes::None) => return Ok(true),
        (Opens::PickUp, ..) => &reactions::AOO_PICKUP,
        (Opens::Switch, ..) => &reactions::AOO_SWITCH,
        (Opens::No, true, FreeProvokes::OnlyPickupAndSwitch) => return Ok(true),
        (Opens::No, ..) => &reactions::AOO_OBJECT,
    };
    reactions::provoke(fight, table, who, rule)
}

/// An Object Interaction: 1 AP, and it provokes. Says whether it can be completed.
///
/// # Errors
/// Halts with the table.
pub(crate) fn interact<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    what: &str,
) -> Result<bool, T::Halt> {
    table.tell(|| {
        let text = format!("{} {what}", fight.label(who));
        Event::new(&ACTION, text).by(who).and(&LIST).and(&NOT_LIMITED)
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
    if ask::yes(fight, table, Ask::SimpleEnough { who })? {
        handle(fight, table, who, "handles something simple", Opens::No)?;
    } else if action_points::may_pay(fight, who, 1).is_ok() {
        interact(fight, table, who, "handles something that takes a while")?;
    }
    Ok(())
}

/// What a hand holds falls into one's Space.
pub(crate) fn let_fall(fight: &mut Fight, who: Who, hand: usize) {
    let Some(at) = fight.one(who).at else { return };
    let weapon = match fight.one(who).hands.get(hand) {
        Some(Hand::Weapon(weapon)) => *weapon,
        Some(Hand::Shield) => return lose_shield(fight, who, at),
        _ => return,
    };
    clear(fight, who, hand);
    if let Some(place) = fight.one(who).carried.iter().position(|known| *known == weapon) {
        fight.one_mut(who).carried.remove(place);
    }
    fight.floor.push((Thing::Weapon(weapon), at));
}

/// The shield slips off the arm.
fn lose_shield(fight: &mut Fight, who: Who, at: quintain_field::Square) {
    if let Some((shield, hp)) = fight.one_mut(who).shield.take() {
        fight.floor.push((Thing::Shield(shield, hp), at));
    }
    for held in &mut fight.one_mut(who).hands {
        if *held == Hand::Shield {
            *held = Hand::Empty;
        }
    }
}

/// Opens a hand, and the other where both held the same.
fn clear(fight: &mut Fight, who: Who, hand: usize) {
    let one = fight.one_mut(who);
    if let Some(held) = one.hands.get_mut(hand) {
        *held = Hand::Empty;
    }
    for held in &mut one.hands {
        if *held == Hand::Same {
            *held = Hand::Empty;
        }
    }
}

/// Takes a weapon into a hand; a two-handed one into both.
fn take(fight: &mut Fight, who: Who, weapon: u16) {
    let two = fight.weapon(weapon).two_handed();
    let one = fight.one_mut(who);
    let Some(hand) = one.hands.iter().position(|held| *held == Hand::Empty) else { return };
    one.hands[hand] = Hand::Weapon(weapon);
    if let (true, Some(other)) = (two, one.hands.iter().position(|held| *held == Hand::Empty)) {
        one.hands[other] = Hand::Same;
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

/// # Errors
/// Why a weapon cannot be drawn into an empty hand.
pub fn may_draw(fight: &Fight, who: Who, weapon: u16) -> Result<(), Refusal> {
    let empty = fight.one(who).hands.iter().filter(|hand| **hand == Hand::Empty).count();
    let needed = if fight.weapon(weapon).two_handed() { 2 } else { 1 };
    if empty < needed {
        return Err(Refusal::new(&FREE, "no hand is empty"));
    }
    may_handle(fight, who)
}

/// Draws a weapon.
///
/// # Errors
/// Halts with the table.
pub(crate) fn draw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: u16) -> Result<(), T::Halt> {
    // To put one away and to draw another is to switch.
    let opens = if fight.one(who).turn.opened { Opens::Switch } else { Opens::No };
    if handle(fight, table, who, "draws a weapon", opens)? {
        take(fight, who, weapon);
    }
    Ok(())
}

/// Switches to another weapon: what the first hand holds is put away.
///
/// # Errors
/// Halts with the table.
pub(crate) fn switch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: u16) -> Result<(), T::Halt> {
    if handle(fight, table, who, "switches weapons", Opens::Switch)? {
        let both = fight.weapon(weapon).two_handed();
        let mut away = false;
        for hand in 0..2 {
            let armed = matches!(fight.one(who).hands[hand], Hand::Weapon(_));
            if armed && (both || !away) {
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
    if handle(fight, table, who, "puts a weapon away", Opens::No)? {
        clear(fight, who, usize::from(hand));
        fight.one_mut(who).turn.opened = true;
    }
    Ok(())
}

/// Lets what a hand holds fall: that costs nothing.
pub(crate) fn drop<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, hand: u8) {
    table.tell(|| Event::new(&FREE, format!("{} drops what it holds", fight.label(who))).by(who));
    let_fall(fight, who, usize::from(hand));
    fight.one_mut(who).turn.opened = true;
}

/// Things that lie within reach: in one's own Space or next to it.
pub fn within_reach(fight: &Fight, who: Who) -> impl Iterator<Item = Thing> + '_ {
    fight.floor.iter().filter(move |(_, at)| fight.distance_to(who, *at) <= 1).map(|(thing, _)| *thing)
}

/// # Errors
/// Why a thing cannot be picked up.
pub fn may_pick_up(fight: &Fight, who: Who, thing: Thing) -> Result<(), Refusal> {
    let full = match thing {
        Thing::Weapon(_) => fight.one(who).carried.is_full() || !fight.one(who).hands.contains(&Hand::Empty),
        Thing::Item(_) => fight.one(who).items.is_full(),
        Thing::Shield(..) => fight.one(who).shield.is_some() || !fight.one(who).hands.contains(&Hand::Empty),
    };
    if full {
        return Err(Refusal::new(&FREE, "no hand is empty"));
    }
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
    if !handle(fight, table, who, "picks something up", Opens::PickUp)? {
        return Ok(());
    }
    let place = fight.floor.iter().position(|(known, at)| *known == thing && fight.distance_to(who, *at) <= 1);
    let Some(place) = place.filter(|_| may_pick(fight, who, thing)) else { return Ok(()) };
    fight.floor.remove(place);
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
            if let Some(hand) = fight.one(who).hands.iter().position(|held| *held == Hand::Empty) {
                fight.one_mut(who).hands[hand] = Hand::Shield;
            }
        }
    }
    Ok(())
}

fn may_pick(fight: &Fight, who: Who, thing: Thing) -> bool {
    match thing {
        Thing::Weapon(_) => !fight.one(who).carried.is_full() && fight.one(who).hands.contains(&Hand::Empty),
        Thing::Item(_) => !fight.one(who).items.is_full(),
        Thing::Shield(..) => fight.one(who).hands.contains(&Hand::Empty),
    }
}

/// # Errors
/// Why an item cannot be handed over.
pub fn may_give(fight: &Fight, who: Who, item: u8, to: Who) -> Result<(), Refusal> {
    if usize::from(item) >= fight.one(who).items.len() {
        return Err(Refusal::new(&LIST, "it carries no such item"));
    }
    if who == to
        || fight.one(who).side != fight.one(to).side
        || fight.distance(who, to) > 1
        || fight.one(to).items.is_full()
    {
        return Err(Refusal::new(&TRANSFER, "both must be willing and within 1 Space"));
    }
    action_points::may_pay(fight, who, 1)
}

/// Hands an item over.
///
/// # Errors
/// Halts with the table.
pub(crate) fn give<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    item: u8,
    to: Who,
) -> Result<(), T::Halt> {
    if interact(fight, table, who, "hands something over")? && usize::from(item) < fight.one(who).items.len() {
        let thing = fight.one_mut(who).items.remove(usize::from(item));
        let _ = fight.one_mut(to).items.try_push(thing);
        table.tell(|| {
            let text = format!("{} has it now and pays nothing", fight.label(to));
            Event::new(&TRANSFER, text).by(who).to(to)
        });
    }
    Ok(())
}

/// # Errors
/// Why the weapon that a hand holds cannot be handed over.
pub fn may_hand_over(fight: &Fight, who: Who, hand: u8, to: Who) -> Result<(), Refusal> {
    let Some(Hand::Weapon(weapon)) = fight.one(who).hands.get(usize::from(hand)) else {
        return Err(Refusal::new(&LIST, "that hand holds no weapon"));
    };
    let other = fight.one(to);
    let willing = who != to && fight.one(who).side == other.side && fight.able(to);
    if !willing || fight.distance(who, to) > 1 {
        return Err(Refusal::new(&TRANSFER, "both must be willing and within 1 Space"));
    }
    let needed = if fight.weapon(*weapon).two_handed() { 2 } else { 1 };
    if other.carried.is_full() || other.hands.iter().filter(|held| **held == Hand::Empty).count() < needed {
        return Err(Refusal::new(&TRANSFER, "the other has no hand free for it"));
    }
    Ok(())
}

/// Hands over the weapon that a hand holds: the other takes it into its own.
///
/// # Errors
/// Halts with the table.
pub(crate) fn hand_over<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    hand: u8,
    to: Who,
) -> Result<(), T::Halt> {
    if !interact(fight, table, who, "hands a weapon over")? {
        return Ok(());
    }
    let Some(Hand::Weapon(weapon)) = fight.one(who).hands.get(usize::from(hand)).copied() else { return Ok(()) };
    // A Reaction may have come between them.
    if may_hand_over(fight, who, hand, to).is_err() {
        return Ok(());
    }
    clear(fight, who, usize::from(hand));
    if let Some(place) = fight.one(who).carried.iter().position(|known| *known == weapon) {
        fight.one_mut(who).carried.remove(place);
    }
    let _ = fight.one_mut(to).carried.try_push(weapon);
    take(fight, to, weapon);
    table.tell(|| {
        let text = format!("{} has {} now and pays nothing", fight.label(to), fight.weapon(weapon).name);
        Event::new(&TRANSFER, text).by(who).to(to)
    });
    Ok(())
}

/// # Errors
/// Why an item cannot be taken from somebody.
pub fn may_take(fight: &Fight, who: Who, from: Who, item: u8) -> Result<(), Refusal> {
    if usize::from(item) >= fight.one(from).items.len() {
        return Err(Refusal::new(&LIST, "nobody there carries it"));
    }
    let willing = who != from && fight.one(who).side == fight.one(from).side && fight.able(from);
    if !willing || fight.distance(who, from) > 1 || fight.one(who).items.is_full() {
        return Err(Refusal::new(&TRANSFER, "both must be willing and within 1 Space"));
    }
    action_points::may_pay(fight, who, 1)
}

/// Takes an item from somebody.
///
/// # Errors
/// Halts with the table.
pub(crate) fn take_from<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    from: Who,
    item: u8,
) -> Result<(), T::Halt> {
    if interact(fight, table, who, "takes something")? && usize::from(item) < fight.one(from).items.len() {
        let thing = fight.one_mut(from).items.remove(usize::from(item));
        let _ = fight.one_mut(who).items.try_push(thing);
        table.tell(|| {
            let text = format!("{} has it now; {} pays nothing", fight.label(who), fight.label(from));
            Event::new(&TRANSFER, text).by(who).to(from)
        });
    }
    Ok(())
}

/// How far an item is thrown.
const LOB: i16 = 5;

/// The Spaces to which one can throw an item: seen, not solid, within 5.
pub fn lobs(fight: &Fight, who: Who) -> Vec<quintain_field::Square> {
    let Some(at) = fight.one(who).at else { return Vec::new() };
    let around = quintain_field::Span::from(at).grown(LOB as u16).clipped_to(fight.map.bounds());
    let all = around.into_iter().flat_map(|span| span.squares());
    let open = |square: &quintain_field::Square| {
        !fight.map.blocks_movement(*square) && super::sight::sees_space(fight, who, *square)
    };
    all.filter(open).collect()
}

/// Throws an item; it lies where it comes down.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lob<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, item: u8) -> Result<(), T::Halt> {
    let Some(ask::Act::Square(to)) = table.choose(fight, Ask::LobTo { who })? else { return Ok(()) };
    if !interact(fight, table, who, "throws something")? || usize::from(item) >= fight.one(who).items.len() {
        return Ok(());
    }
    let thing = fight.one_mut(who).items.remove(usize::from(item));
    fight.floor.push((Thing::Item(thing), to));
    table.tell(|| Event::new(&LIST, format!("it comes down at {to}")).by(who));
    Ok(())
}

/// A trap or another mechanism: a Sleight of Hand Check, of which the game master says what comes.
///
/// # Errors
/// Halts with the table.
pub(crate) fn mechanism<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if interact(fight, table, who, "works a mechanism")? {
        let pool = super::dice::skill_pool(fight, who, Skill::SleightOfHand);
        super::dice::skill_check(fight, table, who, None, Skill::SleightOfHand, pool)?;
    }
    Ok(())
}

/// Loads a weapon again: its AP and a free hand.
pub(crate) fn reload<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: u16) {
    let ap = fight.weapon(weapon).loading;
    action_points::pay(fight, table, who, ap, &super::weapons::LOADING);
    let unloaded = &mut fight.one_mut(who).unloaded;
    if let Some(place) = unloaded.iter().position(|(known, _)| *known == weapon) {
        unloaded.remove(place);
    }
    table.tell(|| {
        let text = format!("{} loads {}", fight.label(who), fight.weapon(weapon).name);
        Event::new(&super::weapons::LOADING, text).by(who).and(&super::tending::RELOAD)
    });
}
