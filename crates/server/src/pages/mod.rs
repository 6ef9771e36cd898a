//! The pages: HTML and SVG from typed templates.

mod cast;
mod gm;
mod home;
mod interface;
mod layout;
mod log;
mod map;
mod odds;
mod order;
mod question;
mod rule;
mod table;

pub(crate) use home::{encounter_on, home};
pub(crate) use interface::interface;
pub(crate) use layout::message;
pub(crate) use odds::{danger, foresight, odds};
pub(crate) use rule::rule;
pub(crate) use table::{Around, earlier, parts, table};
