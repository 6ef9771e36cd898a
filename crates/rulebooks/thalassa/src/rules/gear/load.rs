//! What is carried: slots, the full pack, and what is ridden or drawn along.

use super::{CARRIED, FULL_PACK, lose_item};
use crate::arm::{ArmId, UNARMED};
use crate::ask::{Act, Ask, Thing};
use crate::book::Special;
use crate::combatant::Known;
use crate::condition::Ability;
use crate::fight::Fight;
use crate::house::Inventory;
use crate::rules::gifts;
use crate::rules::magic::SCROLL;
use crate::scratch::Help;
use quintain_engine::{Event, Reckoning, Table, Who};

/// `gear.carried`: whether both hands are on a cart.
pub fn hauls(fight: &Fight, who: Who) -> bool {
    fight.one(who).items.iter().any(|place| fight.setting.items[usize::from(*place)].hands > 0)
}

/// `gear.carried`: what keeps the hands full is left behind when something is drawn.
pub(super) fn let_go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let hauled = |place: &u8| fight.setting.items[usize::from(*place)].hands > 0;
    let Some(place) = fight.one(who).items.iter().position(hauled) else { return };
    let item = fight.one(who).items[place];
    lose_item(fight, who, place);
    table.tell(|| {
        let name = &fight.setting.items[usize::from(item)].name;
        Event::new(&CARRIED, format!("{} lets go of the {name}", fight.label(who))).by(who)
    });
    full_pack(fight, table, who);
}

/// `gear.carried`: whether what somebody rides or leads says how far they go.
pub fn is_ridden_or_led(fight: &Fight, who: Who) -> bool {
    fight.one(who).items.iter().any(|place| fight.setting.items[usize::from(*place)].speed.is_some())
}

/// `gear.carried`: feet of a move: on foot, or as what is ridden or led goes; with wings 80 at least.
pub fn speed(fight: &Fight, who: Who) -> u16 {
    let ridden = fight.one(who).items.iter().find_map(|place| fight.setting.items[usize::from(*place)].speed);
    let feet = ridden.unwrap_or(fight.template(who).speed);
    if gifts::has_wings(fight, who) { feet.max(80) } else { feet }
}

/// Slots that somebody has.
fn room(fight: &Fight, who: Who, parts: &mut impl Reckoning) {
    let one = fight.one(who);
    let kra = one.score(Ability::Kra);
    match fight.house().inventory {
        Inventory::Max => parts.add(&FULL_PACK, "KRA at most", kra.max),
        Inventory::Current => parts.add(&FULL_PACK, "KRA", kra.now),
    };
    for item in &one.items {
        let item = &fight.setting.items[usize::from(*item)];
        parts.add(&CARRIED, "carried by", item.carries.into()).of(|| &*item.name);
    }
    parts.add(&CARRIED, "a mount", if fight.template(who).has(&Special::Mounted) { 4 } else { 0 });
}

/// Takes off the slots that are filled.
fn load(fight: &Fight, who: Who, parts: &mut impl Reckoning) {
    let one = fight.one(who);
    for arm in one.arms.iter().filter(|arm| **arm != UNARMED).map(|arm| fight.arm(*arm)) {
        parts.add(&FULL_PACK, "weapon", -i16::from(arm.slots)).of(|| &*arm.name);
    }
    for piece in one.worn.iter().map(|piece| &fight.setting.armors[usize::from(*piece)]) {
        parts.add(&FULL_PACK, "armour", -i16::from(piece.slots)).of(|| &*piece.name);
    }
    for item in one.items.iter().map(|item| &fight.setting.items[usize::from(*item)]) {
        parts.add(&FULL_PACK, "gear", -i16::from(item.slots)).of(|| &*item.name);
    }
    parts.add(&SCROLL, "scrolls", -(one.spells.iter().filter(|known| known.scroll).count() as i16));
    parts.add(&FULL_PACK, "Fatigue", -i16::from(one.fatigue)).until("a rest takes it away");
}

/// Slots that are free, 0 at least.
pub fn slots_free<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let mut parts = R::default();
    room(fight, who, &mut parts);
    load(fight, who, &mut parts);
    parts.at_least(&FULL_PACK, 0);
    parts
}

/// Slots that somebody has, and how many are filled.
fn slots(fight: &Fight, who: Who) -> (i16, i16) {
    let (mut all, mut free) = (0, 0);
    room(fight, who, &mut all);
    load(fight, who, &mut free);
    (all, -free)
}

/// `gear.full-pack`: whether a hero's slots are all filled, so that STA stays at 0.
pub fn is_packed_full(fight: &Fight, who: Who) -> bool {
    let (slots, filled) = slots(fight, who);
    fight.one(who).hero && filled >= slots
}

/// `gear.full-pack`.
#[inline(never)]
pub(crate) fn full_pack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let before = fight.one(who).sta.now;
    if before == 0 || !is_packed_full(fight, who) {
        return;
    }
    fight.one_mut(who).sta.now = 0;
    table.tell(|| {
        let (slots, filled) = slots(fight, who);
        let text = format!("{}'s pack is full ({filled} of {slots} slots): STA 0", fight.label(who));
        let event = Event::new(&FULL_PACK, text).by(who).and(&crate::rules::scars::NOT_OTHER_CAUSES);
        let scrolls = fight.one(who).spells.iter().any(|known| known.scroll);
        let event = if scrolls { event.and(&SCROLL) } else { event };
        event.change(who, "sta", before.into(), 0)
    });
}

/// `gear.full-pack`, by house rule: with KRA that is lost, however it is lost, slots are lost.
pub(crate) fn shrink_pack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if let Inventory::Current = fight.house().inventory {
        full_pack(fight, table, who);
    }
}

/// One Fatigue more.
///
/// # Errors
/// Halts with the table.
pub(crate) fn tire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one_mut(who);
    one.fatigue = one.fatigue.saturating_add(1);
    let fatigue = one.fatigue;
    table.tell(|| Event::new(&FULL_PACK, format!("{} has {fatigue} Fatigue", fight.label(who))).by(who));
    while overloaded(fight, who) && drop_something(fight, table, who)? {}
    // `simul.apply-together`: a blow of the same instant still meets the STA that was there.
    fight.scratch.helps.push(Help::Load(who));
    Ok(())
}

/// Whether more is carried than there are slots for.
fn overloaded(fight: &Fight, who: Who) -> bool {
    let (slots, filled) = slots(fight, who);
    fight.one(who).hero && filled > slots
}

/// `gear.full-pack`: what may be dropped for want of a slot: gear, then weapons not in hand, then scrolls, the last first.
pub fn droppable(fight: &Fight, who: Who) -> impl Iterator<Item = Thing> + '_ {
    let one = fight.one(who);
    let fills = |place: &&u8| fight.setting.items[usize::from(**place)].slots > 0;
    let items = one.items.iter().rev().filter(fills).map(|place| Thing::Item(*place));
    let stowed = move |arm: &&ArmId| !fight.arm(**arm).natural && one.has_stowed(**arm);
    let weapons = one.arms.iter().rev().filter(stowed).map(|arm| Thing::Weapon(*arm));
    let scrolls = one.spells.iter().rev().filter(|known| known.scroll).map(|known| Thing::Scroll(known.incantation));
    items.chain(weapons).chain(scrolls)
}

/// `gear.full-pack`: what finds no slot beside the Fatigue is dropped: what its bearer picks. False where nothing of it is
/// left.
fn drop_something<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let Some(first) = droppable(fight, who).next() else { return Ok(false) };
    let several = droppable(fight, who).nth(1).is_some();
    let chosen = if several { table.choose(fight, Ask::Drops { who })? } else { None };
    let dropped = if let Some(Act::Thing(thing)) = chosen { thing } else { first };
    match dropped {
        Thing::Item(item) => {
            if let Some(place) = fight.one(who).items.iter().rposition(|known| *known == item) {
                lose_item(fight, who, place);
            }
        }
        Thing::Weapon(arm) => {
            let one = fight.one_mut(who);
            if let Some(place) = one.arms.iter().rposition(|known| *known == arm) {
                one.arms.remove(place);
            }
        }
        Thing::Scroll(incantation) => {
            let one = fight.one_mut(who);
            let scroll = |known: &Known| known.scroll && known.incantation == incantation;
            if let Some(place) = one.spells.iter().rposition(scroll) {
                one.spells.remove(place);
            }
        }
        Thing::Shield => {}
    }
    table.tell(|| {
        let name = dropped.name(fight);
        Event::new(&FULL_PACK, format!("{} drops {name}: there is no slot for it", fight.label(who))).by(who)
    });
    Ok(true)
}
