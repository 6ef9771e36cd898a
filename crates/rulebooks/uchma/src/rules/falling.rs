//! Fall damage.

use quintain_engine::{Event, Table, Who};

use crate::book::DamageKind;
use crate::fight::Fight;
use crate::house::FallProne;
use crate::rules::damage::{self, Packet};
use crate::rules::prone;

quintain_engine::section! {
    "Fall damage";
    THRESHOLD = Engine "fall.threshold": "Only a fall of more than 5 metres hurts.";
    FORMULA = Engine "fall.formula": "10 damage for each metre beyond the fifth.";
    IGNORES = Engine "fall.armor-ignoring": "It ignores armour.", ruling "A fall does not fell by itself.", house "fall-prone";
}

/// `fall.formula`: what a fall of so many metres does.
pub fn damage_of(metres: i16) -> i16 {
    (10 * (metres - 5)).max(0)
}

/// Somebody falls so many metres and lies or stands where it lands.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fall<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, metres: i16) -> Result<(), T::Halt> {
    if metres <= 0 || fight.one(whom).out.is_some() {
        return Ok(());
    }
    let hurt = damage_of(metres);
    let cause = table.tell(|| {
        let rule = if hurt > 0 { &FORMULA } else { &THRESHOLD };
        let event = Event::new(rule, format!("{} falls {metres} m", fight.label(whom))).to(whom).and(&THRESHOLD);
        if hurt > 0 { event.and(&IGNORES) } else { event }
    });
    if hurt > 0 {
        let mut packet = Packet::new(whom, hurt, DamageKind::ArmorIgnoring, "the fall");
        packet.cause = Some(cause);
        damage::deal(fight, table, packet)?;
        if fight.house().fall_prone == FallProne::Yes {
            prone::fell(fight, table, whom)?;
        }
    }
    Ok(())
}
