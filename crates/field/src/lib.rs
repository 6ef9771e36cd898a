//! The battle map: squares, heights, distances, terrain, paths, sight, cover and areas; knows nothing of fights.
//!
//! A rulebook states its own movement, range and cover on top of this geometry. Here is a whole turn of somebody at A1
//! who wants to strike at E3, round a wall and through mud:
//!
//! ```
//! use quintain_field::{
//!     Cover, Diagonal, Door, Legend, Map, Occupancy, Pathfinder, Shove, Square, Step, Walk, cover_along,
//!     distance, push, sees,
//! };
//!
//! // The top row first; squares are named from the bottom left, so the wall stands in C2 and C3.
//! let mut map = Map::from_rows(&["..#..", "..#..", ".,,.."], Legend::standard())?;
//! map.draw_edges(&["low wall D2-D3 half", "door D1-E1 closed"])?;
//! let (me, foe): (Square, Square) = ("A1".parse()?, "E3".parse()?);
//!
//! assert_eq!(distance(me, foe, Diagonal::Equal), 4);
//! assert_eq!(distance(me, foe, Diagonal::Alternate), 5);
//! assert!(!sees(&map, me, foe));
//!
//! // What a step costs is the rulebook's: here twice as much into difficult ground, and not through others.
//! let mut who = Occupancy::for_map(&map);
//! who.place(me.into());
//! who.place(foe.into());
//! let cost = |_, to| match map.terrain_name(to) {
//!     _ if !who.is_free(to.into(), None) => None,
//!     Some("difficult") => Some(2),
//!     _ => Some(1),
//! };
//! let walk = Walk::new(Diagonal::Equal, 7);
//! let mut finder = Pathfinder::new();
//! let route = finder.path_to(&map, me, &walk, cost, walk.within(1, foe.into())).ok_or("no way")?;
//! let names: Vec<String> = route.squares.iter().map(Square::to_string).collect();
//! assert_eq!((names.join(" ").as_str(), route.end.cost), ("A1 B1 C1 D1 D2", 6));
//! let end = route.end.square;
//!
//! // From D1 the low wall would have given cover; from D2 the line passes its end.
//! assert_eq!(cover_along(&map, "D1".parse::<Square>()?, "D3".parse::<Square>()?), Cover::Half);
//! assert_eq!(cover_along(&map, end, foe), Cover::None);
//!
//! // Knocked south, the foe is stopped by the end of the map after two squares.
//! let pushed = push(&map, foe, &Shove::new(Step::South, 3), |square| (square == end).then_some(1));
//! assert_eq!((pushed.end.to_string().as_str(), pushed.short_by), ("E1", 1));
//! map.set_edge_door("D1".parse()?, "E1".parse()?, Door::Open);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What everything here agrees on:
//!
//! - Lengths on the map are in squares, heights in tenths of a metre, costs in the caller's own unit.
//! - A body is a rectangle anchored at its south-west square. Outside the map all is solid.
//! - Searches, sets and lists of tokens come in one fixed order, so that the same fight runs the same way twice.
//! - Whatever is asked often works in a scratch of the caller's ([`Pathfinder`], [`Flood`], [`SquareSet`],
//!   [`Occupancy`]) and allocates nothing once warm.
//! - No input panics; text that cannot be read says where, what is wrong and what would be right.

mod area;
mod clutter;
mod conceal;
mod cover;
mod direct;
mod distance;
mod each_body;
mod each_pair;
mod each_square;
mod edge;
mod edges_text;
mod flood;
mod footprint;
mod height;
mod known;
mod layers;
mod line;
mod map;
mod occupancy;
mod open_steps;
mod passage;
mod path;
mod prices;
mod push;
mod reading;
mod sight;
mod sightlines;
mod site;
mod span;
mod square;
mod square_set;
mod step;
mod strides;
mod terrain;
mod text;
mod walk;

pub use area::{Aim, Layer, Strip, Sweep, arc, cone, cube, in_cone, keep_in_sight, radius, spread, strip};
pub use cover::Cover;
pub use distance::{Diagonal, body_distance, body_distance_in_space, distance, distance_in_space};
pub use each_body::EachBody;
pub use each_pair::EachPair;
pub use each_square::EachSquare;
pub use edge::{Door, Edge};
pub use flood::{Flood, Neighbours};
pub use footprint::Footprint;
pub use height::{Height, SquareSize};
pub use layers::{Goal, Layers, Near};
pub use line::{Crossing, Line, Met, Point};
pub use map::{Cell, MAX_SIDE, Map, SizeError};
pub use occupancy::Occupancy;
pub use open_steps::OpenSteps;
pub use passage::Walls;
pub use path::{Pathfinder, Reach};
pub use prices::Prices;
pub use push::{DropOff, MOST_DROPS, Obstacle, Pushed, Shove, push};
pub use reading::ParseError;
pub use sight::{COVER_TOP, Spot, cover_along, cover_between, glimpses, line_clear, sees, squares_between};
pub use site::Site;
pub use span::Span;
pub use square::Square;
pub use square_set::SquareSet;
pub use step::Step;
pub use strides::{Roam, Strides};
pub use terrain::{Legend, LegendError, Terrain, TerrainKind};
pub use text::{EdgeProblem, TextError};
pub use walk::{Ahead, Arrival, Parity, Route, Walk};
