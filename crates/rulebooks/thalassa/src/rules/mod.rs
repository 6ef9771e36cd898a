//! The rules, a file a section of the chapter.

pub mod ability;
pub mod actions;
pub mod attack;
pub mod battle_map;
pub mod between;
pub mod blast;
pub mod creatures;
pub mod critical;
pub mod death;
pub mod detachment;
pub mod dual;
pub mod gear;
pub mod gifts;
pub mod hazards;
pub mod incantations;
pub mod legal;
mod looks;
pub mod magic;
pub mod modifiers;
pub mod morale;
pub(crate) mod newcomers;
pub mod order;
pub mod pool;
pub mod prayer;
pub mod retreat;
pub mod rounds;
pub mod saves;
pub mod scars;
pub mod wording;

use quintain_engine::Section;

/// All sections in the chapter's order, then those of the game's other chapters that reach into a fight.
pub static SECTIONS: &[&Section] = &[
    &rounds::SECTION,
    &actions::SECTION,
    &order::SECTION,
    &attack::SECTION,
    &pool::SECTION,
    &modifiers::SECTION,
    &dual::SECTION,
    &blast::SECTION,
    &critical::SECTION,
    &ability::SECTION,
    &death::SECTION,
    &detachment::SECTION,
    &retreat::SECTION,
    &scars::SECTION,
    &battle_map::SECTION,
    &saves::SECTION,
    &morale::SECTION,
    &magic::SECTION,
    &incantations::SECTION,
    &prayer::SECTION,
    &creatures::SECTION,
    &gear::SECTION,
    &hazards::SECTION,
    &gifts::SECTION,
    &between::SECTION,
];
