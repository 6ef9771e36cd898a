//! Between fights: treatment of the wounded, the short rest and the day, and what lasts until then.

use quintain_engine::{Event, RestKind, Table, Who};

use crate::content::Per;
use crate::rules::health::{self, Level};
use crate::rules::{surgery, willpower};
use crate::state::{Clocks, Fight};

quintain_engine::section! {
    "Between fights";
    WOUNDS = OffMap "between.wounds": "Hit points, willpower and injuries stay as a fight has left them until they are treated or rested away.";
    CLOCKS = OffMap "between.clocks": "The clocks of the injured run on between fights, and stand still while a surgeon is at work.";
    KIT = OffMap "between.kit": "Items and components that were used up, and armour that has suffered, stay so.";
    COUNTED = OffMap "between.counted": "Uses that come back after a short rest or a day are counted on until then.";
    PASSES = OffMap "between.passes": "Effects, stances, clusters and whatever is counted in turns end with the fight.";
    TREATED = OffMap "rest.treatment": "Time to treat the wounded: surgery for the dying, stitches for those with exactly 0 hit points.",
        ruling "Each patient gets the best surgeon who is on their feet, one after the other.";
    RESTED = OffMap "rest.short": "Five quiet minutes bring the uninjured to all their hit points, and what comes back by a short rest.";
    DAY = OffMap "rest.day": "A new day brings back what comes once a day, and a point of willpower for those who enjoy themselves.",
        ruling "The night before it holds a short rest.";
}

/// The rests of the book, the shortest first.
pub(crate) static RESTS: [&RestKind; 3] = [
    &RestKind {
        key: "treatment",
        name: "Treatment",
        about: "Surgery for the dying and stitches for those with 0 hit points, by whoever can.",
        rule: &TREATED,
    },
    &RestKind {
        key: "short-rest",
        name: "Short rest",
        about: "Five quiet minutes: all hit points of the uninjured, and rested skills.",
        rule: &RESTED,
    },
    &RestKind {
        key: "day",
        name: "A new day",
        about: "A night and a day: a short rest, what comes once a day, and a point of willpower.",
        rule: &DAY,
    },
];

/// Lets everyone rest together.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, kind: &'static RestKind) -> Result<(), T::Halt> {
    if *kind == *RESTS[0] {
        return surgery::treat_all(fight, table);
    }
    let day = *kind == *RESTS[2];
    for who in fight.everyone() {
        if fight.one(who).out.is_some() {
            continue;
        }
        time_passes(fight, table, who, if day { u32::MAX } else { health::FIVE_MINUTES })?;
        if fight.one(who).out.is_some() {
            continue;
        }
        short_rest(fight, table, who);
        if day {
            new_day(fight, table, who);
        }
    }
    Ok(())
}

/// So many rounds go by for one combatant: whatever its clocks bring in them comes as it does in a fight, and what is left of
/// them runs on.
fn time_passes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rounds: u32) -> Result<(), T::Halt> {
    let round = fight.round;
    let end = round.saturating_add(rounds);
    if fight.one(who).ends.is_some_and(|last| last <= end) {
        health::die(fight, table, who, &CLOCKS);
        return Ok(());
    }
    let one = fight.one_mut(who);
    one.ends = one.ends.map(|last| last - rounds);
    one.scars = one.scars.filter(|scars| scars.until > end);
    if let Some(scars) = &mut one.scars {
        scars.until -= rounds;
    }
    if one.stabilised {
        return Ok(());
    }
    while let Some(due) = fight.one(who).clocks.next().filter(|due| *due <= end) {
        fight.round = due;
        health::clock(fight, table, who)?;
    }
    fight.round = round;
    if fight.one(who).out.is_some() {
        table.tell(|| Event::new(&CLOCKS, format!("{} dies untreated", fight.label(who))).by(who));
    }
    let sooner = |due: Option<u32>| due.map(|due| due.saturating_sub(rounds).max(round + 1));
    let clocks = &mut fight.one_mut(who).clocks;
    *clocks = Clocks { faints: sooner(clocks.faints), dies: sooner(clocks.dies) };
    Ok(())
}

/// `health.short-rest`.
fn short_rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if health::level(fight, who) != Level::Fine {
        table.tell(|| {
            let text = format!("{} is injured and does not rest", fight.label(who));
            Event::new(&health::SHORT_REST, text).by(who)
        });
        return;
    }
    back(fight, who, Per::ShortRest);
    let missing = fight.one(who).hp_max - fight.one(who).hp;
    if missing > 0 {
        health::heal(fight, table, who, missing, false, &health::SHORT_REST);
    }
}

/// `wp.regain`, and what comes once a day.
fn new_day<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    back(fight, who, Per::Day);
    let one = fight.one_mut(who);
    if one.wp < one.wp_max {
        one.wp += 1;
        table.tell(|| {
            let text = format!("{} regains a point of willpower", fight.label(who));
            let now = i64::from(fight.one(who).wp);
            Event::new(&willpower::REGAIN, text).by(who).change(who, "wp", now - 1, now)
        });
    }
}

/// What is counted is counted anew where this brings it back; what says nothing comes back with each fight.
fn back(fight: &mut Fight, who: Who, per: Per) {
    let comes = |own: Option<Per>| own == Some(per);
    let places: Vec<usize> = fight
        .powers(who)
        .iter()
        .enumerate()
        .filter(|(_, power)| comes(fight.power(**power).entry.per))
        .map(|(place, _)| place)
        .collect();
    let armor = fight.one(who).armor.filter(|armor| comes(fight.setting.content.armor(*armor).entry.per));
    let stumbles = armor.map(|armor| fight.setting.content.armor(armor).entry.stumbles);
    let one = fight.one_mut(who);
    for place in places {
        if let (Some(used), Some(freely)) = (one.used.get_mut(place), one.freely.get_mut(place)) {
            (*used, *freely) = (0, 0);
        }
    }
    if let Some(stumbles) = stumbles {
        one.steadied = stumbles;
    }
    one.attacked &= per != Per::ShortRest;
    if per == Per::Day {
        for arm in one.sword.iter_mut().chain(&mut one.off).chain(&mut one.natural).chain(&mut one.stowed) {
            (arm.free, arm.close) = (0, 0);
        }
        if let Some(guarded) = &mut one.shield {
            guarded.free = 0;
        }
    }
}
