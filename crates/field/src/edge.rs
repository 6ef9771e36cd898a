//! What may stand on the line between two squares.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::cover::Cover;
use crate::reading::{ParseError, serde_as_text};

/// How a door stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Door {
    /// Open: nothing is in the way.
    Open,
    /// Shut, and anybody may open it.
    Closed,
    /// Shut, and opening it takes a key or worse.
    Locked,
}

impl Door {
    const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Locked];

    const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Locked => "locked",
        }
    }
}

/// What stands on the edge between two squares that share a side.
///
/// | written | blocks movement | blocks sight | cover |
/// |---|---|---|---|
/// | `open` | no | no | none |
/// | `wall` | yes | yes | full |
/// | `door open` | no | no | none |
/// | `door closed`, `door locked` | yes | yes | full |
/// | `low wall half` (or another grade) | no | no | the grade |
/// | `window half` (or another grade; also bars) | yes | no | the grade |
/// | `curtain` | no | yes | full |
/// | `climb 2`, `swim 1` (the number is the rulebook's) | no | no | none |
///
/// What crossing a low wall, a climb or water costs is for the caller's cost function. Written as in the table, also
/// in serde; a door without more words is closed, a grade left out is half, a number left out is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Nothing.
    #[default]
    Open,
    /// A wall to the ceiling.
    Wall,
    /// A door.
    Door(Door),
    /// A wall, rail or hedge one can get over, with the cover it gives.
    LowWall(Cover),
    /// An opening one can look but not walk through, with the cover it gives.
    Window(Cover),
    /// Something to walk but not look through.
    Curtain,
    /// A climb, with how hard or long it is in the rulebook's own unit.
    Climb(u8),
    /// Water to swim, with how hard or long it is in the rulebook's own unit.
    Swim(u8),
}

const WANTED: &str = "write open, wall, door open|closed|locked, low wall <cover>, window <cover>, curtain, \
                      climb <number> or swim <number>";

impl Edge {
    /// Whether nobody walks across.
    #[must_use]
    pub const fn blocks_movement(self) -> bool {
        matches!(self, Self::Wall | Self::Door(Door::Closed | Door::Locked) | Self::Window(_))
    }

    /// Whether nobody sees across.
    #[must_use]
    pub const fn blocks_sight(self) -> bool {
        matches!(self, Self::Wall | Self::Door(Door::Closed | Door::Locked) | Self::Curtain)
    }

    /// The cover it gives on a line that crosses it; full where it blocks sight.
    #[must_use]
    pub const fn cover(self) -> Cover {
        match self {
            Self::LowWall(cover) | Self::Window(cover) => cover,
            _ if self.blocks_sight() => Cover::Full,
            _ => Cover::None,
        }
    }

    /// What it is called, without its state, grade or number.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Wall => "wall",
            Self::Door(_) => "door",
            Self::LowWall(_) => "low wall",
            Self::Window(_) => "window",
            Self::Curtain => "curtain",
            Self::Climb(_) => "climb",
            Self::Swim(_) => "swim",
        }
    }

    /// The edge of this kind (`"door"`) with this state, grade or number (`"closed"`); empty for the usual one.
    pub(crate) fn from_words(kind: &str, detail: &str) -> Option<Self> {
        let grade = || if detail.is_empty() { Some(Cover::Half) } else { detail.parse().ok() };
        let number = || if detail.is_empty() { Some(1) } else { detail.parse().ok() };
        let bare = |edge: Self| detail.is_empty().then_some(edge);
        match kind.to_ascii_lowercase().as_str() {
            "open" => bare(Self::Open),
            "wall" => bare(Self::Wall),
            "door" if detail.is_empty() => Some(Self::Door(Door::Closed)),
            "door" => Door::ALL.into_iter().find(|d| d.name().eq_ignore_ascii_case(detail)).map(Self::Door),
            "low wall" => grade().map(Self::LowWall),
            "window" => grade().map(Self::Window),
            "curtain" => bare(Self::Curtain),
            "climb" => number().map(Self::Climb),
            "swim" => number().map(Self::Swim),
            _ => None,
        }
    }

    /// Writes `first`, the state, grade or number, if this kind of edge has one.
    pub(crate) fn write_detail(self, f: &mut impl fmt::Write, first: &str) -> fmt::Result {
        match self {
            Self::Door(door) => write!(f, "{first}{}", door.name()),
            Self::LowWall(cover) | Self::Window(cover) => write!(f, "{first}{cover}"),
            Self::Climb(n) | Self::Swim(n) => write!(f, "{first}{n}"),
            Self::Open | Self::Wall | Self::Curtain => Ok(()),
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        self.write_detail(f, " ")
    }
}

impl FromStr for Edge {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = Self::from_words(&words, "");
        let parts = words.rsplit_once(' ').and_then(|(kind, detail)| Self::from_words(kind, detail));
        whole.or(parts).ok_or_else(|| ParseError::new("edge", text, WANTED))
    }
}

serde_as_text!(Edge, "an edge such as `door closed`");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_reads_as_it_is_written() {
        let mut all = vec![Edge::Open, Edge::Wall, Edge::Curtain, Edge::Climb(3), Edge::Swim(0)];
        all.extend(Door::ALL.map(Edge::Door));
        all.extend(Cover::ALL.map(Edge::LowWall));
        all.extend(Cover::ALL.map(Edge::Window));
        for edge in all {
            assert_eq!(edge.to_string().parse(), Ok(edge));
        }
        assert_eq!("Low  Wall".parse(), Ok(Edge::LowWall(Cover::Half)));
        assert_eq!("door".parse(), Ok(Edge::Door(Door::Closed)));
        for wrong in ["", "wall half", "door ajar", "climb high", "fence"] {
            assert!(wrong.parse::<Edge>().is_err(), "{wrong}");
        }
    }
}
