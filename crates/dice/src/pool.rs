//! A pool of an expression: its dice and what is done with their faces.

use std::fmt;

use crate::faces::Keep;

/// What kind of die a pool throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Die {
    /// 1 to so many, at least 1.
    Sides(u16),
    /// `d%`: 1 to 100.
    Percentile,
    /// `dF`: −1, 0 or 1.
    Fudge,
}

impl Die {
    /// The sides to ask a source for.
    pub(crate) fn sides(self) -> u16 {
        match self {
            Self::Sides(sides) => sides,
            Self::Percentile => 100,
            Self::Fudge => 3,
        }
    }

    /// What the die shows when the source gives `face`.
    pub(crate) fn shown(self, face: u16) -> i32 {
        match self {
            Self::Sides(_) | Self::Percentile => i32::from(face),
            Self::Fudge => i32::from(face) - 2,
        }
    }

    /// Everything the die can show, lowest first.
    pub(crate) fn all(self) -> impl Iterator<Item = i32> {
        (1..=self.sides()).map(move |face| self.shown(face))
    }
}

/// How a face is held against a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

/// A comparison point: `<3`, `>=5`, `=1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub relation: Relation,
    pub number: i32,
}

impl Point {
    pub(crate) fn meets(self, face: i32) -> bool {
        match self.relation {
            Relation::Less => face < self.number,
            Relation::AtMost => face <= self.number,
            Relation::Equal => face == self.number,
            Relation::AtLeast => face >= self.number,
            Relation::More => face > self.number,
        }
    }
}

/// Faces that are thrown again: once, or until they no longer meet a point.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reroll {
    pub once: bool,
    pub points: Vec<Point>,
}

impl Reroll {
    pub(crate) fn meets(&self, face: i32) -> bool {
        self.points.iter().any(|point| point.meets(face))
    }
}

/// Which faces bring another die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Explode {
    OnHighest,
    On(Point),
}

/// Which dice count, as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Selection {
    KeepHighest(u16),
    KeepLowest(u16),
    DropHighest(u16),
    DropLowest(u16),
}

impl Selection {
    /// The same said by what is kept of so many dice.
    pub(crate) fn of(self, count: usize) -> Keep {
        let left = |dropped: u16| u16::try_from(count.saturating_sub(usize::from(dropped))).unwrap_or(u16::MAX);
        match self {
            Self::KeepHighest(kept) => Keep::Highest(kept),
            Self::KeepLowest(kept) => Keep::Lowest(kept),
            Self::DropHighest(dropped) => Keep::Lowest(left(dropped)),
            Self::DropLowest(dropped) => Keep::Highest(left(dropped)),
        }
    }
}

/// Counting successes instead of adding faces; a failure takes one off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Successes {
    pub success: Point,
    pub failure: Option<Point>,
}

/// Dice with everything done to them, always in this order: reroll, explode, keep or drop, count.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Pool {
    pub count: u16,
    pub die: Die,
    pub reroll: Option<Reroll>,
    pub explode: Option<Explode>,
    pub selection: Option<Selection>,
    pub successes: Option<Successes>,
}

impl Pool {
    pub(crate) fn plain(count: u16, die: Die) -> Self {
        Self { count, die, reroll: None, explode: None, selection: None, successes: None }
    }

    pub(crate) fn explodes(&self, face: i32) -> bool {
        match self.explode {
            None => false,
            Some(Explode::OnHighest) => face == self.die.shown(self.die.sides()),
            Some(Explode::On(point)) => point.meets(face),
        }
    }

    /// Which of so many dice count.
    pub(crate) fn keep(&self, count: usize) -> Keep {
        self.selection.map_or(Keep::All, |selection| selection.of(count))
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::More => ">",
        })
    }
}

/// After a letter the sign of equality may be left out: `r1`. After `!` a negative number needs it.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.relation {
            Relation::Equal if self.number >= 0 => write!(f, "{}", self.number),
            relation => write!(f, "{relation}{}", self.number),
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeepHighest(count) => write!(f, "kh{count}"),
            Self::KeepLowest(count) => write!(f, "kl{count}"),
            Self::DropHighest(count) => write!(f, "dh{count}"),
            Self::DropLowest(count) => write!(f, "dl{count}"),
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.die {
            Die::Sides(sides) => write!(f, "{}d{sides}", self.count)?,
            Die::Percentile => write!(f, "{}d%", self.count)?,
            Die::Fudge => write!(f, "{}dF", self.count)?,
        }
        if let Some(reroll) = &self.reroll {
            let letters = if reroll.once { "ro" } else { "r" };
            for point in &reroll.points {
                write!(f, "{letters}{point}")?;
            }
        }
        if let Some(Explode::On(point)) = self.explode {
            write!(f, "!{point}")?;
        }
        // A bare `!` before a comparison would take it for its own, so it stands last.
        let bare = if self.explode == Some(Explode::OnHighest) { "!" } else { "" };
        let Some(Successes { success, failure }) = self.successes else {
            f.write_str(bare)?;
            return self.selection.map_or(Ok(()), |selection| write!(f, "{selection}"));
        };
        if let Some(selection) = self.selection {
            write!(f, "{selection}")?;
        }
        write!(f, "{}{}", success.relation, success.number)?;
        if let Some(failure) = failure {
            write!(f, "f{failure}")?;
        }
        f.write_str(bare)
    }
}
