//! The rules, a file for each section of the chapter.

pub mod abilities;
pub mod actions;
pub mod armour;
pub mod armoury;
pub mod attacks;
pub mod basics;
pub mod blind_spots;
pub mod brawl;
pub mod challenges;
pub mod characters;
pub mod clusters;
pub mod conditions;
pub mod danger;
pub mod daze;
pub mod defence;
pub mod delaying;
pub mod effects;
pub mod environment;
pub mod fatigue;
pub mod grid;
pub mod handling;
pub mod health;
pub mod initiative;
pub mod magic;
pub mod movement;
pub mod powers;
pub mod ranged;
pub mod readied;
pub mod stumble;
pub mod surgery;
pub mod willpower;

use quintain_engine::Section;

/// All sections, in the chapter's order.
pub static SECTIONS: &[&Section] = &[
    &basics::SECTION,
    &initiative::SECTION,
    &delaying::SECTION,
    &readied::SECTION,
    &clusters::SECTION,
    &ranged::SECTION,
    &effects::SECTION,
    &stumble::SECTION,
    &daze::SECTION,
    &challenges::SECTION,
    &characters::SECTION,
    &abilities::SECTION,
    &fatigue::SECTION,
    &health::SECTION,
    &actions::SECTION,
    &attacks::SECTION,
    &brawl::SECTION,
    &defence::SECTION,
    &grid::SECTION,
    &environment::SECTION,
    &armoury::SECTION,
    &willpower::SECTION,
    &armour::SECTION,
    &surgery::SECTION,
    &blind_spots::SECTION,
    &magic::SECTION,
];
