//! Scars: what an attack leaves that takes a hero's STA to exactly 0.

mod recovery;
mod table;

use quintain_dice::Faces;
use quintain_engine::{Event, EventId, Read, Rule, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::combatant::Scar;
use crate::condition::{Ability, Condition};
use crate::fight::Fight;
use crate::house::Handicaps;
use crate::rules::saves::{Saved, save};
use crate::rules::{critical, death};
use table::brought;

pub(crate) use recovery::{after_the_fight, bear, give_by_edict, mend, scar_of, settle_due, take_by_edict, words_of};
pub use table::{pending, place_name, row_name, row_named, rule_of};

quintain_engine::section! {
    "Scars";
    TRIGGER = Engine "scar.trigger": "An attack that takes a hero's STA from above 0 to exactly 0 leaves a scar.";
    PC_ONLY = Engine "scar.pc-only": "Only heroes are scarred.";
    NOT_BELOW = Engine "scar.not-below": "No scar if damage is left over for KRA, or if STA was 0 already.";
    NOT_OTHER_CAUSES = Engine "scar.not-other-causes": "STA brought to 0 by an incantation, a fall or a full pack leaves none.";
    ROW = Engine "scar.row": "The row is the damage taken from that attack, after Armor; more than 12 is row 12.", house "scar.total";
    WHEN = Engine "scar.when": "What happens at once happens with the phase's results; the rest waits on the sheet.";
    NEW_MAX = Engine "scar.new-max": "A new maximum must be strictly higher, and never raises current STA.";
    PILE_UP = Engine "scar.pile-up": "Any number of scars may pile up, the same row twice as well.";
    LASTING = Engine "scar.01-lasting": "Row 1: a d6 for the place, a d6 for a higher maximum STA.";
    RATTLING = Choice "scar.02-rattling": "Row 2: the player says how the hero refocuses; a d6 for a higher maximum STA.";
    WALLOPED = Engine "scar.03-walloped": "Row 3: flat on the face and deprived; a few hours' rest adds 1d6 to maximum STA.";
    LIMB = Engine "scar.04-limb": "Row 4: a broken limb by a d6; once mended 2d6 for a higher maximum STA.";
    DISEASED = Engine "scar.05-diseased": "Row 5: infected; once over it 2d6 for a higher maximum STA.";
    HEAD = Engine "scar.06-head": "Row 6: a d6 picks a score; 3d6 become the current score if higher.";
    HAMSTRUNG = Engine "scar.07-hamstrung": "Row 7: barely moves, 5 feet a turn; after recovery 3d6 for a higher maximum TEK.";
    DEAFENED = Engine "scar.08-deafened": "Row 8: deaf; a THU save now for 1d4 more maximum THU.";
    REBRAINED = Engine "scar.09-rebrained": "Row 9: 3d6 for a higher maximum THU.";
    SUNDERED = Gm "scar.10-sundered": "Row 10: the GM says which appendage is lost; a THU save for 1d6 more maximum THU.";
    MORTAL = Engine "scar.11-mortal": "Row 11: out of action, dead in an hour unless healed; 2d6 become maximum STA upon recovery.";
    DOOMED = Engine "scar.12-doomed": "Row 12: the next save against critical damage means death, or 3d6 for a higher maximum STA.";
    HANDICAP = Gm "scar.handicap": "The chapter gives the places of scars no penalty; the GM may.", house "scar.handicaps";
}

/// `scar.trigger`, `scar.row`: looks the row up and lets it happen.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn scar<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    damage: i16,
    cause: EventId,
) -> Result<(), T::Halt> {
    if death::is_beyond_harm(fight, who) {
        return Ok(());
    }
    let row = damage.clamp(1, 12) as u8;
    let rule = rule_of(row);
    let piled = !fight.one(who).scars.is_empty();
    let cause = table.tell(|| {
        let text = format!("{} is scarred, row {row}: {}", fight.label(who), row_name(row));
        let event = Event::new(rule, text).by(who).and(&TRIGGER).and(&ROW).and(&WHEN).because(cause);
        let event = event.and(&critical::EXACT_ZERO);
        if piled { event.and(&PILE_UP) } else { event }
    });
    let mut mark = Scar::fresh(row, pending(row).is_empty());
    for condition in brought(row) {
        fight.one_mut(who).conditions.give(*condition);
    }
    match row {
        1 => {
            mark.place = table.die(fight, Throw::die(6, &LASTING, "place of the scar").by(who))? as u8;
            higher_sta(fight, table, who, 1, &LASTING, cause)?;
        }
        2 => {
            let words = ask::words(fight, table, Ask::Refocus { who })?;
            table.tell(|| {
                let how = words.as_deref().filter(|words| !words.is_empty()).unwrap_or("shakes it off");
                Event::new(&RATTLING, format!("{}: {how}", fight.label(who))).by(who).because(cause)
            });
            higher_sta(fight, table, who, 1, &RATTLING, cause)?;
        }
        3 => fight.one_mut(who).conditions.give(Condition::Prone),
        4 => mark.place = table.die(fight, Throw::die(6, &LIMB, "broken limb").by(who))? as u8,
        6 => head_wound(fight, table, who, cause)?,
        8 => control_grows(fight, table, who, 4, &DEAFENED, cause)?,
        9 => {
            let total = roll(fight, table, who, 3, &REBRAINED, "new maximum THU")?.sum() as i16;
            raise_max(fight, table, who, Ability::Thu, total, &REBRAINED, cause);
        }
        10 => {
            mark.place = appendage(fight, table, who)?;
            control_grows(fight, table, who, 6, &SUNDERED, cause)?;
        }
        11 => {
            super::prayer::broken(fight, table, who);
            critical::start_clock(fight, who);
        }
        _ => {}
    }
    leave_mark(fight, table, who, mark, cause);
    Ok(())
}

/// `scar.handicap`: the mark on the sheet, with the suggested penalty where the house wants it.
fn leave_mark<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, mark: Scar, cause: EventId) {
    note(fight, who, mark);
    let place = place_name(mark);
    if place.is_empty() {
        return;
    }
    table.tell(|| {
        let text = format!("{}: {} ({place})", fight.label(who), row_name(mark.row));
        let rule = if fight.house().handicaps == Handicaps::Suggested { &HANDICAP } else { &WHEN };
        Event::new(rule, text).by(who).because(cause)
    });
}

/// `scar.pile-up`: writes a mark on the sheet. Where the house wants it, no shield stays on a maimed arm.
pub(crate) fn note(fight: &mut Fight, who: Who, mark: Scar) {
    fight.one_mut(who).scars.push(mark);
    if hampers(fight, who, "shield") {
        fight.one_mut(who).shield = false;
    }
}

/// Whether a scar of the suggested list hampers this: `leg`, `arm`, `eye`, or the `shield`, which the weapon arm does not
/// bear. A limb that has mended does not.
pub fn hampers(fight: &Fight, who: Who, what: &str) -> bool {
    fight.house().handicaps == Handicaps::Suggested
        && fight.one(who).scars.iter().filter(|scar| scar.row != 4 || !scar.settled).any(|scar| {
            let place = place_name(*scar);
            match what {
                "leg" => place == "leg" || place == "legs",
                "arm" => place == "hands" || place.ends_with("arm"),
                "shield" => ["arm", "hands", "off-hand arm"].contains(&place),
                _ => place == what,
            }
        })
}

fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    count: u8,
    rule: &'static Rule,
    what: &'static str,
) -> Result<Faces, T::Halt> {
    table.roll(fight, Throw::dice(count, 6, rule, what).by(who).read_as(Read::Sum))
}

/// `scar.new-max` for STA: so many d6, taken as the maximum if strictly higher.
pub(crate) fn higher_sta<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    dice: u8,
    rule: &'static Rule,
    cause: EventId,
) -> Result<(), T::Halt> {
    let faces = roll(fight, table, who, dice, rule, "new maximum STA")?;
    let (total, max) = (faces.sum() as i16, fight.one(who).sta.max);
    if total > max {
        fight.one_mut(who).sta.max = total;
    }
    table.tell(|| {
        let text = match total > max {
            true => format!("{}'s maximum STA becomes {total}", fight.label(who)),
            false => format!("{}'s maximum STA stays at {max}", fight.label(who)),
        };
        let event = Event::new(rule, text).by(who).and(&NEW_MAX).because(cause).dice(6, &faces);
        event.total(total.into()).against("max STA", max.into())
    });
    Ok(())
}

/// `scar.new-max` for a score: if the current one equalled the old maximum it follows, otherwise it stays.
fn raise_max<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: Ability,
    total: i16,
    rule: &'static Rule,
    cause: EventId,
) {
    let before = fight.one(who).score(ability);
    if total > before.max {
        let score = fight.one_mut(who).score_mut(ability);
        if score.now == score.max {
            score.now = total;
        }
        score.max = total;
    }
    table.tell(|| {
        let name = ability.name();
        let text = match total > before.max {
            true => format!("{}'s maximum {name} becomes {total}", fight.label(who)),
            false => format!("{}'s maximum {name} stays at {}", fight.label(who), before.max),
        };
        let event = Event::new(rule, text).by(who).and(&NEW_MAX).because(cause).total(total.into());
        event.against(format!("max {name}"), before.max.into())
    });
}

/// `scar.06-head`: compared with the current score, not the maximum.
fn head_wound<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cause: EventId) -> Result<(), T::Halt> {
    let ability = match table.die(fight, Throw::die(6, &HEAD, "score that changes").by(who))? {
        1 | 2 => Ability::Kra,
        3 | 4 => Ability::Tek,
        _ => Ability::Thu,
    };
    let faces = roll(fight, table, who, 3, &HEAD, "new score")?;
    let (total, before) = (faces.sum() as i16, fight.one(who).score(ability).now);
    if total > before {
        let score = fight.one_mut(who).score_mut(ability);
        score.now = total;
        score.max = score.max.max(total);
    }
    table.tell(|| {
        let name = ability.name();
        let text = match total > before {
            true => format!("{}'s {name} becomes {total}", fight.label(who)),
            false => format!("{}'s {name} stays at {before}", fight.label(who)),
        };
        let event = Event::new(&HEAD, text).by(who).because(cause).dice(6, &faces).total(total.into());
        event.against(name, before.into())
    });
    Ok(())
}

/// Rows 8 and 10: a THU save for a higher maximum.
fn control_grows<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    sides: u16,
    rule: &'static Rule,
    cause: EventId,
) -> Result<(), T::Halt> {
    if !save(fight, table, who, Ability::Thu, rule, "THU save")?.passed {
        return Ok(());
    }
    let more = table.die(fight, Throw::die(sides, rule, "higher maximum THU").by(who))? as i16;
    let total = fight.one(who).score(Ability::Thu).max + more;
    raise_max(fight, table, who, Ability::Thu, total, rule, cause);
    Ok(())
}

/// `scar.10-sundered`: the GM says which, or a d6 does.
fn appendage<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<u8, T::Halt> {
    match ask::number(fight, table, Ask::Appendage { who })? {
        0 => Ok(table.die(fight, Throw::die(6, &SUNDERED, "appendage").by(who))? as u8),
        place => Ok(place as u8),
    }
}

/// `scar.12-doomed`: spends the mark, and says whether the hero died of it.
#[cold]
pub(crate) fn doom<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, saved: Saved) -> Result<bool, T::Halt> {
    let passed = saved.passed;
    fight.one_mut(who).conditions.take(Condition::Doomed);
    let cause = table.tell(|| {
        let text = if passed { "escapes the doom" } else { "meets the doom and dies horribly" };
        Event::new(&DOOMED, format!("{} {text}", fight.label(who))).by(who).because(saved.event)
    });
    if passed {
        higher_sta(fight, table, who, 3, &DOOMED, cause)?;
        return Ok(false);
    }
    death::die(fight, table, who, &DOOMED, Some(cause));
    Ok(true)
}
