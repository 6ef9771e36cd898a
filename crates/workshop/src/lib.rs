//! Encounters and creatures as they are being made: drafts that keep every byte they do not change, forms, problems in their
//! place, live figures, and the pages for all that.
//!
//! Pure, as the pages of the table are: no network, no clock, no file. Whoever serves it writes each [`Draft`] down, hands the
//! packs that its author has made, and says how long play-outs may take.
//!
//! - [`Draft`] and [`Edit`]: an encounter's TOML and what forms change of it; [`PackDraft`] and [`PackEdit`] the same for packs.
//! - [`Checked`]: a draft as the rulebook reads it, with everything that is wrong and where.
//! - [`Bestiary`]: what can be put into an encounter, to be searched.
//! - [`Playing`], [`Tuning`], [`Mattering`]: [`Job`]s, done step by step: who wins, who dies, how long; what would bring it where
//!   it shall be; what matters most.
//! - [`import`], [`export`], [`one_file`], [`to_json`], [`from_json`]: the ways in and out.

mod bestiary;
mod checked;
mod draft;
mod entry;
mod field;
mod figures;
mod fold;
mod json;
mod map_in;
mod map_out;
mod pages;
mod palette;
mod tiled;
mod toml;
mod tune;

pub use bestiary::{Bestiary, Creature};
pub use checked::{Checked, Told, Where, check, check_pack, open};
pub use draft::{Draft, Edit, Someone};
pub use entry::{Entered, Listing, PackDraft, PackEdit};
pub use figures::{Aim, Figures, Playing, Share, Within};
pub use fold::one_file;
pub use json::{from_json, to_json};
pub use map_in::{Brought, import};
pub use map_out::export;
pub use pages::{
    Desk, EntryDesk, Eyes, Listed, OwnPack, PackDesk, Shared, desk, entry_page, figures, list, matters_page, pack_page,
    proposals_page, shared,
};
pub use tune::{Job, Matter, Mattering, Proposal, Tuning};

/// The style of these pages, beside that of the table.
pub const STYLE: &str = include_str!("../assets/workshop.css");
/// Their script: without it everything works by plain forms.
pub const SCRIPT: &str = include_str!("../assets/workshop.js");
