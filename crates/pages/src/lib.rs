//! The pages of the table: what each chair sees, as HTML and SVG. Pure: no network, no clock, no file; the server sends
//! them, and so may a page in the browser.

mod act;
mod after;
mod below;
pub mod bench;
mod cast;
mod danger;
mod figures;
mod home;
mod icons;
mod interface;
mod layout;
mod part;
mod rule;
mod stamp;
mod table;
mod why;

pub use act::{Fields, act};
pub use after::{Decided, Found, Mover, Review, Script, Turn, after, film, late, transcript};
pub use below::below;
pub use danger::danger;
pub use figures::{capital, file_name, percent, thousands};
pub use home::{Listed, encounter_on, home, home_alone};
pub use interface::interface;
pub use layout::{Campaign, cut_off, message, page, without_rule};
pub use part::Held;
pub use rule::rule;
pub use table::{Forecast, Gaze, Look, Within, changes, code, earlier, seen_as, table};
pub use why::why;

/// The style of all pages, day and night, from a phone to a wall.
pub const STYLE: &str = concat!(
    include_str!("../../draw/assets/map.css"),
    include_str!("../assets/pages.css"),
    include_str!("../assets/beside.css")
);
/// The icon of all pages.
pub const ICON: &str = include_str!("../assets/icon.svg");
/// The script of the pages beside the table: what is waited for, and plots that can be pointed at.
pub const BESIDE: &str = include_str!("../assets/beside.js");
/// The script of the table: without it everything works by plain forms.
pub const SCRIPT: &str = include_str!("../assets/table.js");
