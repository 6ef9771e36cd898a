//! The rules, a file for each section of the chapter.

pub(crate) mod abilities;
pub(crate) mod actions;
pub(crate) mod armour;
pub(crate) mod armoury;
pub(crate) mod attacks;
pub(crate) mod basics;
pub(crate) mod between;
pub(crate) mod blind_spots;
pub(crate) mod brawl;
pub(crate) mod challenges;
pub(crate) mod characters;
pub(crate) mod clusters;
pub(crate) mod conditions;
pub(crate) mod danger;
pub(crate) mod daze;
pub(crate) mod defence;
pub(crate) mod delaying;
pub(crate) mod effects;
pub(crate) mod environment;
pub(crate) mod fatigue;
pub(crate) mod grid;
pub(crate) mod handling;
pub(crate) mod health;
pub(crate) mod initiative;
pub(crate) mod magic;
pub(crate) mod movement;
pub(crate) mod powers;
pub(crate) mod ranged;
pub(crate) mod readied;
pub(crate) mod stumble;
pub(crate) mod surgery;
pub(crate) mod willpower;
pub(crate) mod wording;

use quintain_engine::Section;

/// All sections, in the chapter's order.
pub(crate) static SECTIONS: &[&Section] = &[
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
    &between::SECTION,
];
