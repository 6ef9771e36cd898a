//! Each deed of a turn, carried out by its rule.

use quintain_engine::{Event, Table, Who};

use crate::ask::{self, Act, Ask, Deed};
use crate::fight::Fight;
use crate::rules::{actions, kept, mounted, prone, special_actions, steps, weapons};

/// One action that another has lent; the turn under way holds room for nothing else.
///
/// # Errors
/// Halts with the table.
pub(crate) fn one_deed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    match ask::act(fight, table, Ask::Turn { who })? {
        Some(Act::Deed(deed)) => carry_out(fight, table, who, deed),
        _ => Ok(()),
    }
}

/// One thing of a turn.
#[inline(never)]
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<(), T::Halt> {
    match deed {
        Deed::Done => Ok(()),
        Deed::Move { to, run } => steps::go(fight, table, who, to, run),
        Deed::Altitude { to, run } => steps::altitude(fight, table, who, to, run),
        Deed::JumpDown(to) => steps::jump_down(fight, table, who, to),
        Deed::Stand { .. } | Deed::LieDown { .. } => {
            if let Some(turn) = &mut fight.turn {
                turn.moving = true;
            }
            prone::change(fight, table, who)
        }
        Deed::Steady => {
            if let Some(turn) = &mut fight.turn {
                turn.steadied = true;
            }
            table.tell(|| {
                let event = Event::new(&weapons::STEADY, format!("{} steadies its aim", fight.label(who))).by(who);
                event.and(&weapons::UNSTEADY).act()
            });
            Ok(())
        }
        Deed::Use { ability, aim } => actions::use_ability(fight, table, who, ability, aim),
        Deed::With(ability) => {
            if let Some(turn) = &mut fight.turn {
                turn.mods.push(ability);
            }
            Ok(())
        }
        Deed::End(ability) => {
            kept::end(fight, table, who, ability);
            Ok(())
        }
        Deed::Speak { .. } | Deed::Whisper { .. } | Deed::PrepareSpeech => {
            special_actions::speak(fight, table, who, deed)
        }
        Deed::Mount(_) | Deed::Dismount(_) => {
            mounted::carry_out(fight, table, who, deed);
            Ok(())
        }
        _ => weapons::carry_out(fight, table, who, deed),
    }
}
