//! Saves against what others do, told with their reasons.

use quintain_engine::{Event, Rule, Table, Who};

use crate::book::Save;
use crate::fight::Fight;
use crate::rules::dice::Stack;
use crate::rules::numbers;

/// How a Save came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// It held.
    pub success: bool,
    /// By how much it missed or passed the number.
    pub margin: i16,
}

/// One Save against a number.
///
/// # Errors
/// Halts with the table.
pub fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    save: Save,
    dc: i16,
    rule: &'static Rule,
    by: Option<Who>,
) -> Result<Saved, T::Halt> {
    let Some(made) = numbers::save(fight, table, who, save, by, Stack::default())? else {
        table.tell(|| {
            let text = format!("{} is helpless: the {save} against {dc} fails", fight.label(who));
            Event::new(rule, text).and(&numbers::SAVE).by(who)
        });
        return Ok(Saved { success: false, margin: -dc });
    };
    let total = made.total + super::effects::dice(fight, table, who, rule)?;
    let success = total >= dc;
    table.tell(|| {
        let how = if success { "makes" } else { "fails" };
        let event = Event::new(rule, format!("{} {how} the {save}", fight.label(who))).and(&numbers::SAVE).by(who);
        let event = made.show(event, "bonus").total(total.into()).against("DC", dc.into());
        by.map_or(event.clone(), |by| event.to(by))
    });
    Ok(Saved { success, margin: total - dc })
}
