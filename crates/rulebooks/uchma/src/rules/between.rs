//! Between fights: hours of rest and of sleep, and what stays until then.

use quintain_engine::{Event, EventId, RestKind, Table, Throw, Who};

use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::{death, special_actions};

quintain_engine::section! {
    "Between fights";
    STAYS = OffMap "between.stays": "Health and energy stay as a fight leaves them: neither comes back by itself.";
    KIT = OffMap "between.kit": "What was drunk, thrown away or shot is carried no longer.",
        ruling "Spent ammunition is gone.";
    DAILY = OffMap "between.daily": "What can be done once a day is counted until a night's sleep.";
    PASSES = OffMap "between.passes": "Effects in rounds and hits, forms, poems, positions and temporary health end with the fight.";
    TENDED = OffMap "rest.tended": "The unconscious go on with their death saves, and whoever is up tries first aid each round, until they wake or die.";
    REST = OffMap "rest.hour": "An hour of rest restores 5 health and 1 energy.";
    SLEEP = OffMap "rest.sleep": "An hour of sleep restores 10 health and 2 energy, from level 5 on 3 energy.";
    NIGHT = OffMap "rest.night": "A night is eight hours of sleep, and brings back what can be done once a day.";
}

/// The rests of the book, the shortest first.
pub(crate) static RESTS: [&RestKind; 4] = [
    &RestKind {
        key: "tend",
        name: "Tending the fallen",
        about: "First aid and death saves, round by round.",
        rule: &TENDED,
    },
    &RestKind { key: "rest", name: "An hour's rest", about: "5 health and 1 energy.", rule: &REST },
    &RestKind {
        key: "sleep",
        name: "An hour's sleep",
        about: "10 health and 2 energy, or 3 from level 5 on.",
        rule: &SLEEP,
    },
    &RestKind { key: "night", name: "A night's sleep", about: "Eight hours of sleep.", rule: &NIGHT },
];

/// Rounds in which the unconscious are dead or awake.
const ROUNDS: usize = 5;

/// Lets everyone rest together; the unconscious are tended first.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, kind: &'static RestKind) -> Result<(), T::Halt> {
    for _ in 0..ROUNDS {
        tend(fight, table)?;
        death::saves(fight, table)?;
    }
    let hours = match kind.key {
        "tend" => return Ok(()),
        "night" => 8,
        _ => 1,
    };
    for who in fight.everyone() {
        if fight.one(who).out.is_some() {
            continue;
        }
        let cause = table.tell(|| Event::new(kind.rule, format!("{}: {}", fight.label(who), kind.name)).by(who));
        let sleeps = kind.key != "rest";
        let level = fight.one(who).own.level;
        let (health, energy) = match sleeps {
            true => (10, if level >= 5 { 3 } else { 2 }),
            false => (5, 1),
        };
        restore(fight, table, who, (health * hours, energy * hours), cause);
        if hours > 1 {
            // Sleep mends no sigil: its uses are not counted by the day.
            let daily = |ability: AbilityId| fight.ability(ability).entry.uses.is_some();
            let mut used = fight.one(who).used.clone();
            used.retain(|(ability, _)| !daily(*ability));
            fight.one_mut(who).used = used;
        }
    }
    Ok(())
}

/// One round of first aid: the first who is up tries to bring each of the fallen back.
fn tend<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for whom in fight.everyone() {
        let fallen = |who: Who| fight.one(who).unconscious && fight.one(who).out.is_none();
        let up =
            |who: &Who| !fight.one(*who).unconscious && fight.one(*who).out.is_none() && fight.one(*who).health >= 1;
        let Some(by) = fight.everyone().find(up).filter(|_| fallen(whom)) else { continue };
        let wanted = 3 + death::threshold::<i16>(fight, whom);
        let face = table.die(fight, Throw::die(10, &special_actions::FIRST_AID, "Healing").by(by).at(whom))?;
        let total = face as i16 + fight.template(by).skills.healing;
        table.tell(|| {
            let does = if total >= wanted { "brings back" } else { "cannot bring back" };
            let text = format!("{} {does} {}", fight.label(by), fight.label(whom));
            let event = Event::new(&special_actions::FIRST_AID, text).by(by).to(whom).dice(10, &[face]);
            event.total(total.into()).against("threshold", wanted.into())
        });
        if total >= wanted {
            let missing = 1 - fight.one(whom).health;
            death::heal(fight, table, whom, missing.max(0));
        }
    }
    Ok(())
}

fn restore<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (health, energy): (i16, i16), cause: EventId) {
    let one = fight.one(who);
    let missing = (one.most - one.health).clamp(0, health);
    if missing > 0 {
        death::heal(fight, table, who, missing);
    }
    let mut one = fight.one_mut(who);
    let before = one.energy;
    one.energy = one.energy.saturating_add(energy).min(one.most_energy.max(before));
    let after = one.energy;
    drop(one);
    if before != after {
        table.tell(|| {
            let text = format!("{}: energy {before} → {after}", fight.label(who));
            Event::new(&STAYS, text).by(who).because(cause).change(who, "energy", before.into(), after.into())
        });
    }
}
