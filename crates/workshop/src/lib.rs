//! Encounters and creatures as they are being made: drafts that keep every byte they do not change, forms, problems in their
//! place, live figures, and the pages for all that.
//!
//! Pure, as the pages of the table are: no network, no clock, no file. The server writes each [`Draft`] down, hands the
//! packs that its author has made, and says how long play-outs may take.
//!
//! - [`Draft`] and [`Edit`]: an encounter's TOML and what forms change of it; [`PackDraft`] and [`PackEdit`] the same for packs.
//! - [`Checked`]: a draft as the rulebook reads it, with everything that is wrong and where.
//! - [`Bestiary`]: what can be put into an encounter, to be searched.
//! - [`Playing`], [`Tuning`], [`Mattering`]: [`Job`]s, done step by step: who wins, who dies, how long; what would bring it where
//!   it shall be; what matters most.
//! - [`Roster`], [`Outing`], [`Resting`]: a party that goes from fight to fight: who belongs to it, the way to the next fight, rests.
//! - [`import`], [`export`], [`one_file`], [`to_json`], [`from_json`]: the ways in and out.

mod bestiary;
mod campaign;
mod checked;
mod draft;
mod entry;
mod field;
mod figures;
mod fold;
mod follow;
mod json;
mod map_in;
mod map_out;
mod matter;
mod pages;
mod palette;
mod tiled;
mod toml;
mod tune;

pub use bestiary::{Bestiary, Creature};
pub use campaign::{
    LONGEST_NAME, MOST_BYTES, MOST_HEROES, Member, Outing, PARTY, Rest, Resting, Roster, Row, amended, apart, day_text,
    sides_of, typed_in,
};
pub use checked::{Checked, Told, Where, check, check_pack, open};
pub use draft::{Draft, Edit, Someone};
pub use entry::{Entered, Listing, PackDraft, PackEdit};
pub use figures::{Aim, Figures, Playing, Share, Within};
pub use fold::one_file;
pub use follow::{renamed, renaming};
pub use json::{from_json, to_json};
pub use map_in::{Brought, import};
pub use map_out::export;
pub use matter::{Matter, Mattering};
pub use pages::{
    Camp, DayPage, DayParty, Desk, EntryDesk, Eyes, Fought, Leaves, Listed, ListedCampaign, OwnPack, PackDesk, Player,
    Preview, RestPage, Shared, Stands, Waiting, begin_page, camp_page, campaigns_page, day_page, desk, entry_page,
    figures, leaves_page, list, matters_page, pack_page, proposals_page, rest_page, shared, waiting, waiting_page,
};
pub use tune::{Job, Proposal, Tuning};

/// The style of these pages, beside that of the table.
pub const STYLE: &str = include_str!("../assets/workshop.css");
/// Their script: without it everything works by plain forms.
pub const SCRIPT: &str = include_str!("../assets/workshop.js");
