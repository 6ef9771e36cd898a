//! Initiative: the order of turns.

use quintain_engine::{Breakdown, Dicing, Event, Reckoning, Role, Table, Throw, Who};

use crate::content::{Attribute, InitFatigue, InitWillpower};
use crate::rules::challenges::{self, Challenge, Rolled, Said};
use crate::rules::characters::{self, attribute};
use crate::rules::{basics, delaying, fatigue, willpower};
use crate::state::Fight;

quintain_engine::section! {
    "Initiative";
    START = Engine "init.roll-at-start": "Everybody rolls initiative once, at the start of the fight.",
        ruling "Who comes late rolls on arrival and stands before the first whose result is lower.";
    CONSISTENCY = Engine "init.consistency": "The consistency of initiative is Dexterity.";
    POTENTIAL = Engine "init.potential": "The potential of initiative is willpower.",
        ruling "The willpower that one has when rolling.", house "init.willpower";
    ORDER = Engine "init.order": "The highest result acts first, the lowest last.";
    TIE = Engine "init.tie": "With equal results the higher willpower goes first.",
        ruling "Then the higher Dexterity, then a throw.";
}

/// What initiative that tiredness has spoiled counts as: less than dice give and than an edict sets.
const SPOILED: i16 = -100;

/// The result that a place in the order comes from, in words.
pub(crate) fn in_words(fight: &Fight, who: Who) -> String {
    match fight.one(who).initiative {
        SPOILED => "spoiled".to_owned(),
        result => result.to_string(),
    }
}

/// Rolls for everybody and sets the order.
pub(crate) fn roll_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut order = std::mem::take(&mut fight.order);
    order.clear();
    for who in fight.everyone() {
        let result = roll(fight, table, who)?;
        fight.one_mut(who).initiative = result;
        order.push(who);
    }
    order.sort_by_key(|who| key(fight, *who));
    settle(fight, table, &mut order)?;
    fight.order = order;
    table.tell(|| {
        let names: Vec<String> =
            fight.order.iter().map(|who| format!("{} {}", fight.label(*who), in_words(fight, *who))).collect();
        Event::new(&ORDER, format!("The order is {}", names.join(", "))).and(&basics::ORDER_SOURCE).upkeep()
    });
    Ok(())
}

fn power_of(fight: &Fight, who: Who) -> i16 {
    match fight.house().init_willpower {
        InitWillpower::Current => fight.one(who).wp,
        InitWillpower::Maximum => fight.one(who).wp_max,
    }
}

/// What the order goes by, the first to act smallest; roster order last, to be settled by a throw.
fn key(fight: &Fight, who: Who) -> (i16, i16, i16, u16) {
    let dex: i16 = attribute(fight, who, Attribute::Dex);
    (-fight.one(who).initiative, -power_of(fight, who), -dex, who.0)
}

fn tied(fight: &Fight, one: Who, other: Who) -> bool {
    let (a, b) = (key(fight, one), key(fight, other));
    (a.0, a.1, a.2) == (b.0, b.1, b.2)
}

/// Those alike in everything are put in order by throws: among `n` of them a die of `n` sides says who is next.
fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, order: &mut [Who]) -> Result<(), T::Halt> {
    let mut start = 0;
    while start < order.len() {
        let end =
            (start + 1..order.len()).find(|place| !tied(fight, order[start], order[*place])).unwrap_or(order.len());
        for place in start..end.saturating_sub(1) {
            let throw = Throw::die((end - place) as u16, &TIE, "who goes first").by(order[place]);
            let face = usize::from(table.die(fight, throw)?.max(1)) - 1;
            order[place..end].rotate_left(face % (end - place));
        }
        start = end;
    }
    for pair in order.windows(2) {
        if let [one, other] = pair
            && fight.one(*one).initiative == fight.one(*other).initiative
        {
            table.tell(|| {
                let text = format!("{} and {} are level: {0} goes first", fight.label(*one), fight.label(*other));
                Event::new(&TIE, text).by(*one).upkeep()
            });
        }
    }
    Ok(())
}

fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<i16, T::Halt> {
    let mut parts = Breakdown::if_heard(table.hears());
    parts.dice(&CONSISTENCY, "base", attribute(fight, who, Attribute::Dex));
    parts.add(&POTENTIAL, "willpower", power_of(fight, who));
    let challenge = Challenge::bare(who, fight.house().init_fatigue == InitFatigue::On, parts);
    let says = |fight: &Fight, rolled: Rolled| Said {
        text: format!("{} has initiative {}", fight.label(who), rolled.result),
        rules: vec![
            &CONSISTENCY,
            &POTENTIAL,
            &willpower::INITIATIVE,
            &fatigue::INITIATIVE,
            &characters::ATTRIBUTES,
            &characters::ROLL,
            &characters::HAS,
            &characters::SET,
        ],
        role: Role::Upkeep,
        link: ", rolled",
        sets: Some(("initiative", fight.one(who).initiative)),
    };
    let rolled = challenges::roll_as(fight, table, &challenge, &START, "initiative", None, says)?;
    Ok(if rolled.failed { SPOILED } else { rolled.result })
}

/// The result is changed by hand: the slot moves to where it belongs.
pub(crate) fn change(fight: &mut Fight, who: Who, result: i16) {
    delaying::remove(fight, who);
    fight.one_mut(who).initiative = result;
    let mine = key(fight, who);
    let place = fight.order.iter().position(|other| key(fight, *other) > mine).unwrap_or(fight.order.len());
    fight.order.insert(place, who);
    let acted = fight.one(who).acted;
    if place < fight.next || (acted && place == fight.next) {
        fight.next += 1;
    }
}

/// A combatant comes late: before the first slot whose own result was lower.
pub(crate) fn late<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let result = roll(fight, table, who)?;
    fight.one_mut(who).initiative = result;
    let lower = |other: &Who| !tied(fight, *other, who) && key(fight, *other) > key(fight, who);
    let place = fight.order.iter().position(lower).unwrap_or(fight.order.len());
    // Level in everything with somebody who stands before that place, it is thrown for which of them goes first.
    let place = match fight.order[..place].iter().position(|other| tied(fight, *other, who)) {
        Some(first) if table.die(fight, Throw::die(2, &TIE, "who goes first").by(who))? == 1 => first,
        _ => place,
    };
    fight.order.insert(place, who);
    if place < fight.next {
        fight.next += 1;
        fight.one_mut(who).acted = true;
    }
    table.tell(|| {
        let event = fight.event(&ORDER, who, format_args!("takes place {} of the order", place + 1)).upkeep();
        let level = |other: &Who| *other != who && fight.one(*other).initiative == result;
        if fight.order.iter().any(level) { event.and(&TIE) } else { event }
    });
    Ok(())
}
