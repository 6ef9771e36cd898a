//! The battle map as SVG: ground, edges, tokens and what lies over them; knows nothing of fights.
//!
//! Everything shares one plane, so that no function needs the size of the map: a square is [`UNIT`] wide, column A begins
//! at x = 0, and the lower side of row 1 is y = 0. Rows go up, the drawing's y goes down, so the map fills negative y.
//!
//! ```
//! use quintain_draw::{Paper, Token, edges, ground, token};
//! use quintain_field::{Legend, Map, Square};
//!
//! let map = Map::from_rows(&["..~~", "o.~~"], Legend::standard())?;
//! let land = ground(&map, "The ford", None); // the same for the whole fight: worth keeping
//! let bayan = Token { name: "Bayan".to_owned(), place: Square::new(1, 0).into(), ..Token::default() };
//! let svg = maud::html! {
//!     svg .map viewBox=(Paper::of(&map).view_box()) { (land) (edges(&map)) (token(&bayan)) }
//! };
//! assert!(svg.into_string().contains("Bayan"));
//! # Ok::<(), quintain_field::TextError>(())
//! ```
//!
//! What everything here agrees on:
//!
//! - Looks are classes, never inline styles; [`MAP_CSS`] has all of them, for day and night.
//! - The same input draws the same picture: where nature is uneven, a hash of the place says how.
//! - Nothing a seat may not know is left out here: draw only what the seat may see.

mod chance;
mod edges;
mod emblem;
mod ground;
mod icons;
pub mod outline;
mod overlay;
mod paper;
mod pen;
mod token;

pub use edges::edges;
pub use emblem::{emblem, emblem_for, emblems};
pub use ground::{ground, peopled, thumbnail, whole};
pub use icons::{icon, icons};
pub use overlay::{
    Band, BandKind, Beside, Hazard, Light, Odds, Seen, Told, aim, area, flight, glow, hidden_rim, lamp, odds, pennant,
    ping, reach, ruler, sight, telegraph, threat, told, way, zone,
};
pub use paper::{Frame, Paper, Place, UNIT};
pub use token::{Badge, Face, Room, Token, Tone, chip, shapes, token};

/// The style of everything this crate draws, and the colours that the page shares with it.
pub const MAP_CSS: &str = include_str!("../assets/map.css");
