//! The rules, a file for each section of the chapter.

pub mod activating;
pub mod areas;
pub mod attack;
pub mod between;
pub mod called_shot;
pub mod cover;
pub mod damage;
pub mod death;
pub mod detonating;
pub mod dodge;
pub mod dying;
pub mod effects;
pub mod falling;
pub mod final_stand;
pub mod grapple;
pub mod ground;
pub mod gu;
pub mod handling;
pub mod holding;
pub mod initiative;
pub mod injury;
pub mod jumping;
pub mod killer_moves;
pub mod luck;
pub mod maneuvers;
pub mod melee;
pub mod movement;
pub(crate) mod newcomers;
pub mod opportunity;
pub mod parry;
pub mod percentile;
pub(crate) mod pushing;
pub mod reactions;
pub mod reduction;
pub mod shields;
pub mod standing;
pub mod status;
pub mod stones;
pub(crate) mod stretch;
pub mod turns;
pub mod unconscious;
pub mod ways;
pub mod wording;

use quintain_engine::Section;

/// All sections in the chapter's order.
pub static SECTIONS: &[&Section] = &[
    &initiative::SECTION,
    &luck::SECTION,
    &turns::SECTION,
    &movement::SECTION,
    &jumping::SECTION,
    &maneuvers::SECTION,
    &ground::SECTION,
    &activating::SECTION,
    &killer_moves::SECTION,
    &melee::SECTION,
    &called_shot::SECTION,
    &grapple::SECTION,
    &stones::SECTION,
    &holding::SECTION,
    &reactions::SECTION,
    &dodge::SECTION,
    &parry::SECTION,
    &opportunity::SECTION,
    &detonating::SECTION,
    &damage::SECTION,
    &reduction::SECTION,
    &death::SECTION,
    &final_stand::SECTION,
    &dying::SECTION,
    &falling::SECTION,
    &injury::SECTION,
    &status::SECTION,
    &attack::SECTION,
    &cover::SECTION,
    &areas::SECTION,
    &between::SECTION,
];
