//! The rules, a file for each section of the chapter.

pub mod abilities;
pub mod actions;
pub mod adjacency;
pub mod ambush;
pub mod between;
pub mod blows;
pub mod cover;
pub mod criticals;
pub mod curses;
pub mod damage;
pub mod death;
pub(crate) mod deeds;
pub mod distance;
pub mod durations;
pub mod effects;
pub mod falling;
pub mod features;
pub mod forms;
pub mod ground;
pub mod happenings;
pub(crate) mod joining;
pub mod kept;
pub(crate) mod makeup;
pub mod mounted;
pub mod movement;
pub mod order;
pub mod phases;
pub mod picked;
pub mod precision;
pub mod prone;
pub mod pvp;
pub mod reactions;
pub mod shoving;
pub mod special_actions;
pub mod statuses;
pub mod steps;
pub mod strikes;
pub mod summoning;
pub mod targets;
pub mod uses;
pub mod ways;
pub mod weapons;

use quintain_engine::Section;

/// All sections, in the chapter's order.
pub static SECTIONS: &[&Section] = &[
    &phases::SECTION,
    &distance::SECTION,
    &movement::SECTION,
    &actions::SECTION,
    &special_actions::SECTION,
    &precision::SECTION,
    &damage::SECTION,
    &order::SECTION,
    &durations::SECTION,
    &death::SECTION,
    &adjacency::SECTION,
    &cover::SECTION,
    &prone::SECTION,
    &falling::SECTION,
    &ambush::SECTION,
    &summoning::SECTION,
    &forms::SECTION,
    &mounted::SECTION,
    &pvp::SECTION,
    &statuses::SECTION,
    &weapons::SECTION,
    &between::SECTION,
];
