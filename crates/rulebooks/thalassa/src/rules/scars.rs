//! Scars: what an attack leaves that takes a hero's STA to exactly 0.

use quintain_dice::Faces;
use quintain_engine::{Event, EventId, Refusal, Rule, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::combatant::Scar;
use crate::condition::{Ability, Condition};
use crate::fight::Fight;
use crate::house::Handicaps;
use crate::rules::saves::save;
use crate::rules::{critical, death};

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

/// Where rows 1 and 4 strike, by the face of the die.
pub fn place_name(scar: Scar) -> &'static str {
    match (scar.row, scar.place) {
        (1, 1) => "neck",
        (1, 2) => "hands",
        (1, 3) => "eye",
        (1, 4) => "chest",
        (1, 5) => "legs",
        (1, 6) => "ear",
        (4, 1 | 2) => "leg",
        (4, 3 | 4) => "arm",
        (4, 5) => "rib",
        (4, 6) => "skull",
        (10, 1 | 2) => "off-hand arm",
        (10, 3) => "weapon arm",
        (10, 4 | 5) => "leg",
        (10, 6) => "ear",
        _ => "",
    }
}

/// The row's name, as views show it.
pub fn row_name(row: u8) -> &'static str {
    match row {
        1 => "lasting scar",
        2 => "rattling blow",
        3 => "walloped",
        4 => "broken limb",
        5 => "diseased",
        6 => "reorienting head wound",
        7 => "hamstrung",
        8 => "deafened",
        9 => "re-brained",
        10 => "sundered",
        11 => "mortal wound",
        _ => "doomed",
    }
}

/// The conditions that a row brings at once.
fn brought(row: u8) -> &'static [Condition] {
    match row {
        3 => &[Condition::Deprived],
        5 => &[Condition::Infected],
        7 => &[Condition::Hamstrung],
        8 => &[Condition::Deaf],
        11 => &[Condition::Mortal, Condition::Deprived],
        12 => &[Condition::Doomed],
        _ => &[],
    }
}

/// The rule of a row.
pub fn rule_of(row: u8) -> &'static Rule {
    RULES[usize::from(row.clamp(1, 12)) - 1]
}

/// What still waits for mending, rest or recovery.
pub fn pending(row: u8) -> &'static str {
    match row {
        3 => "after a few hours' rest: max STA + 1d6",
        4 => "once mended: 2d6 for a higher max STA",
        5 => "when over it: 2d6 for a higher max STA",
        7 => "after recovery: 3d6 for a higher max TEK",
        11 => "upon recovery: max STA becomes 2d6",
        _ => "",
    }
}

/// `scar.trigger`, `scar.row`: looks the row up and lets it happen.
///
/// # Errors
/// Halts with the table.
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
            mark.place = die(fight, table, who, 6, &LASTING, "place of the scar")? as u8;
            higher_sta(fight, table, who, 1, &LASTING, cause)?;
        }
        2 => {
            let words = ask::words(fight, table, Ask::Refocus { who })?;
            table.tell(|| {
                let how = words.as_deref().filter(|words| !words.is_empty()).unwrap_or("shakes it off");
                Event::new(&RATTLING, format!("{}: {how}", fight.label(who))).by(who)
            });
            higher_sta(fight, table, who, 1, &RATTLING, cause)?;
        }
        3 => fight.one_mut(who).conditions.give(Condition::Prone),
        4 => mark.place = die(fight, table, who, 6, &LIMB, "broken limb")? as u8,
        6 => head_wound(fight, table, who, cause)?,
        8 => control_grows(fight, table, who, 4, &DEAFENED, cause)?,
        9 => {
            let total = sum(&roll(fight, table, who, 3, &REBRAINED, "new maximum THU")?);
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
    leave_mark(fight, table, who, mark);
    Ok(())
}

static RULES: [&Rule; 12] = [
    &LASTING, &RATTLING, &WALLOPED, &LIMB, &DISEASED, &HEAD, &HAMSTRUNG, &DEAFENED, &REBRAINED, &SUNDERED, &MORTAL,
    &DOOMED,
];

/// `scar.handicap`: the mark on the sheet, with the suggested penalty where the house wants it.
fn leave_mark<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, mark: Scar) {
    note(fight, who, mark);
    let place = place_name(mark);
    if place.is_empty() {
        return;
    }
    if place != "weapon arm" && hampers(fight, who, "arm") {
        fight.one_mut(who).shield = false;
    }
    table.tell(|| {
        let text = format!("{}: {} ({place})", fight.label(who), row_name(mark.row));
        let rule = if fight.house().handicaps == Handicaps::Suggested { &HANDICAP } else { &WHEN };
        Event::new(rule, text).by(who)
    });
}

/// Writes a mark on the sheet. Where there is no room, one whose story is over makes it.
pub(crate) fn note(fight: &mut Fight, who: Who, mark: Scar) {
    let scars = &mut fight.one_mut(who).scars;
    if scars.is_full() {
        scars.remove(scars.iter().position(|scar| scar.settled).unwrap_or(0));
    }
    scars.push(mark);
}

/// Whether a scar of the suggested list hampers this place: `leg`, `arm`, `eye`. A limb that has mended does not.
pub fn hampers(fight: &Fight, who: Who, what: &str) -> bool {
    fight.house().handicaps == Handicaps::Suggested
        && fight.one(who).scars.iter().filter(|scar| scar.row != 4 || !scar.settled).any(|scar| {
            let place = place_name(*scar);
            match what {
                "leg" => place == "leg" || place == "legs",
                "arm" => place == "arm" || place == "hands" || place.ends_with(" arm"),
                _ => place == what,
            }
        })
}

fn die<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    sides: u16,
    rule: &'static Rule,
    what: &'static str,
) -> Result<u16, T::Halt> {
    table.die(fight, Throw::die(sides, rule, what).by(who))
}

fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    count: u8,
    rule: &'static Rule,
    what: &'static str,
) -> Result<Faces, T::Halt> {
    table.roll(fight, Throw::dice(count, 6, rule, what).by(who))
}

fn sum(faces: &Faces) -> i16 {
    faces.sum() as i16
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
    let (total, max) = (sum(&faces), fight.one(who).sta.max);
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
    let ability = match die(fight, table, who, 6, &HEAD, "score that changes")? {
        1 | 2 => Ability::Kra,
        3 | 4 => Ability::Tek,
        _ => Ability::Thu,
    };
    let faces = roll(fight, table, who, 3, &HEAD, "new score")?;
    let (total, before) = (sum(&faces), fight.one(who).score(ability).now);
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
    let more = die(fight, table, who, sides, rule, "higher maximum THU")? as i16;
    let total = fight.one(who).score(Ability::Thu).max + more;
    raise_max(fight, table, who, Ability::Thu, total, rule, cause);
    Ok(())
}

/// `scar.10-sundered`: the GM says which, or a d6 does.
fn appendage<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<u8, T::Halt> {
    match ask::number(fight, table, Ask::Appendage { who })? {
        0 => Ok(die(fight, table, who, 6, &SUNDERED, "appendage")? as u8),
        place => Ok(place as u8),
    }
}

/// `scar.12-doomed`: spends the mark, and says whether the hero died of it.
pub(crate) fn doom<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, passed: bool) -> Result<bool, T::Halt> {
    fight.one_mut(who).conditions.take(Condition::Doomed);
    let cause = table.tell(|| {
        let text = if passed { "escapes the doom" } else { "meets the doom and dies horribly" };
        Event::new(&DOOMED, format!("{} {text}", fight.label(who))).by(who)
    });
    if passed {
        higher_sta(fight, table, who, 3, &DOOMED, cause)?;
        return Ok(false);
    }
    death::die(fight, table, who, &DOOMED, Some(cause));
    Ok(true)
}

/// `scar.when`: what the GM has declared to be over; its dice are thrown now.
///
/// # Errors
/// Halts with the table.
pub(crate) fn settle_due<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        while let Some(place) = fight.one(who).scars.iter().position(|scar| scar.due) {
            settle(fight, table, who, place)?;
        }
    }
    Ok(())
}

/// `scar.when`: at the end of a fight the GM is asked for each deferred part whether it is over by the time the story
/// goes on. By default it is not.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_the_fight<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    settle_due(fight, table)?;
    for who in fight.everyone() {
        for place in 0..fight.one(who).scars.len() {
            let scar = fight.one(who).scars[place];
            let waits = !scar.settled && !death::is_beyond_harm(fight, who);
            if waits && ask::yes(fight, table, Ask::Recovered { who, row: scar.row })? {
                settle(fight, table, who, place)?;
            }
        }
    }
    Ok(())
}

/// The deferred part of a scar: what it brought is over, and its dice are thrown.
fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<(), T::Halt> {
    let scar = &mut fight.one_mut(who).scars[place];
    let row = scar.row;
    (scar.settled, scar.due) = (true, false);
    lift(fight, who, row);
    let rule = rule_of(row);
    let cause = table
        .tell(|| Event::new(rule, format!("{} has recovered: {}", fight.label(who), row_name(row))).by(who).and(&WHEN));
    match row {
        3 => {
            let more = die(fight, table, who, 6, rule, "more maximum STA")? as i16;
            let total = fight.one(who).sta.max + more;
            new_max_sta(fight, table, who, total, rule, cause);
        }
        4 | 5 => higher_sta(fight, table, who, 2, rule, cause)?,
        7 => {
            let total = sum(&roll(fight, table, who, 3, rule, "new maximum TEK")?);
            raise_max(fight, table, who, Ability::Tek, total, rule, cause);
        }
        11 => {
            let total = sum(&roll(fight, table, who, 2, rule, "new maximum STA")?);
            new_max_sta(fight, table, who, total, rule, cause);
        }
        _ => {}
    }
    Ok(())
}

/// Takes away what a row brought, unless another scar still brings it.
fn lift(fight: &mut Fight, who: Who, row: u8) {
    for condition in brought(row) {
        let other = fight.one(who).scars.iter().any(|scar| !scar.settled && brought(scar.row).contains(condition));
        if !other {
            fight.one_mut(who).conditions.take(*condition);
        }
    }
    let one = fight.one_mut(who);
    if !one.is(Condition::Mortal) && !one.is(Condition::Critical) {
        one.dies_in_round = 0;
    }
}

/// Rows 3 and 11: the maximum becomes this, whatever it was; the current score never exceeds it.
fn new_max_sta<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    total: i16,
    rule: &'static Rule,
    cause: EventId,
) {
    let sta = &mut fight.one_mut(who).sta;
    let before = sta.max;
    sta.max = total;
    sta.now = sta.now.min(total);
    table.tell(|| {
        let text = format!("{}'s maximum STA becomes {total} instead of {before}", fight.label(who));
        Event::new(rule, text).by(who).because(cause).total(total.into())
    });
}

/// The row that words such as `scar 4` name.
pub fn row_named(words: &str) -> Option<u8> {
    let (word, row) = words.trim().split_once(' ')?;
    let row = row.trim().parse().ok().filter(|row| (1..=12).contains(row))?;
    word.eq_ignore_ascii_case("scar").then_some(row)
}

/// The GM's word that somebody bears a scar, from before the fight or by some other cause: no die is thrown for it.
pub(crate) fn give_by_edict(fight: &mut Fight, who: Who, row: u8) {
    for condition in brought(row) {
        fight.one_mut(who).conditions.give(*condition);
    }
    note(fight, who, Scar::fresh(row, pending(row).is_empty()));
}

/// The GM's word that a scar has mended or healed: its dice follow at the top of the next round, or at the fight's end.
/// A scar that waits for nothing is gone.
///
/// # Errors
/// The refusal.
pub(crate) fn take_by_edict(fight: &mut Fight, who: Who, row: u8) -> Result<String, Refusal> {
    let scars = &fight.one(who).scars;
    let waiting = scars.iter().position(|scar| scar.row == row && !scar.settled && !scar.due);
    let any = scars.iter().position(|scar| scar.row == row && scar.settled);
    let (name, words) = (fight.label(who).to_owned(), row_name(row));
    if let Some(place) = waiting {
        fight.one_mut(who).scars[place].due = true;
        return Ok(format!("{name} has recovered ({words}); the dice follow at the top of the next round"));
    }
    let Some(place) = any else {
        return Err(Refusal::new(&WHEN, format!("{name} has no scar {row} that waits for anything")));
    };
    fight.one_mut(who).scars.remove(place);
    lift(fight, who, row);
    Ok(format!("{name} no longer bears the {words}"))
}
