//! Oakhearth: the combat chapter as rules the engine can run.
//!
// Who writes what (07:26): CORE takes ask.rs, combatant.rs, fight.rs, setting.rs, house.rs as CONTENT has written them
// (push them, please, as they are) and writes set_up, turn, options, rules/{dice, numbers, mcp, initiative, time, surprise,
// action_points, objects, attack, damage, dying, disarm, grapple, shove, tackle, disengage, dodge, hide, help, held, moving,
// reactions, opportunity}, tactics, values, view, edicts, lib (Rulebook), shelf, battery.
// CONTENT: encounters; rules/{spells, abilities, effects, duel, conditions, collide, falling_attack, throw, weapons,
// unarmed, dual, flanking, water, non_lethal}, the texts and answers of their asks.

pub mod ask;
pub mod book;
mod check;
pub mod combatant;
pub mod fight;
pub mod house;
pub mod setting;

pub use fight::Fight;
