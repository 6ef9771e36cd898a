//! The rules: a file for each section of the chapter, and for what its companion adds.

pub mod abilities;
pub mod action_points;
pub mod advantage;
pub mod areas;
pub mod attack;
pub mod between;
pub mod blow;
pub mod boons;
pub mod collide;
pub mod combining;
pub mod concentration;
pub mod conditions;
pub mod crowd;
pub mod damage;
pub(crate) mod deeds;
pub mod dice;
pub mod disarm;
pub mod disengage;
pub mod dispelling;
pub mod doors;
pub mod dual;
pub mod duel;
pub mod dying;
pub mod effects;
pub mod engulfing;
pub mod falling;
pub mod falling_attack;
pub mod flanking;
pub mod granted;
pub mod grapple;
pub mod held;
pub mod help;
pub mod hide;
pub mod improvised;
pub mod initiative;
pub mod items;
pub mod jumping;
pub mod light;
pub mod maneuvers;
pub mod marks;
pub mod moving;
pub(crate) mod newcomers;
pub mod non_lethal;
pub mod numbers;
pub mod objects;
pub mod options;
pub mod passing;
pub mod penalty;
pub mod reactions;
pub mod riding;
mod room;
pub mod shields;
pub mod shifting;
pub mod shove;
pub mod sight;
pub mod spell_checks;
pub mod spells;
pub mod stamina;
pub mod strides;
pub mod surprise;
pub mod tending;
pub mod things;
pub mod throw;
pub mod time;
pub mod transfer;
pub mod water;
pub mod weapons;
pub mod zones;

use quintain_engine::Section;

/// All sections, what the chapter leans on first, then in its own order, then those of the game's other chapters.
pub static SECTIONS: &[&Section] = &[
    &dice::SECTION,
    &numbers::SECTION,
    &damage::SECTION,
    &penalty::SECTION,
    &dying::SECTION,
    &initiative::SECTION,
    &time::SECTION,
    &surprise::SECTION,
    &action_points::SECTION,
    &objects::SECTION,
    &attack::SECTION,
    &disarm::SECTION,
    &grapple::SECTION,
    &shove::SECTION,
    &disengage::SECTION,
    &hide::SECTION,
    &help::SECTION,
    &held::SECTION,
    &moving::SECTION,
    &reactions::SECTION,
    &spells::SECTION,
    &combining::SECTION,
    &concentration::SECTION,
    &dispelling::SECTION,
    &duel::SECTION,
    &collide::SECTION,
    &falling_attack::SECTION,
    &falling::SECTION,
    &passing::SECTION,
    &jumping::SECTION,
    &riding::SECTION,
    &engulfing::SECTION,
    &throw::SECTION,
    &improvised::SECTION,
    &non_lethal::SECTION,
    &dual::SECTION,
    &flanking::SECTION,
    &water::SECTION,
    &light::SECTION,
    &conditions::SECTION,
    &weapons::SECTION,
    &shields::SECTION,
    &maneuvers::SECTION,
    &tending::SECTION,
    &items::SECTION,
    &stamina::SECTION,
    &between::SECTION,
];
