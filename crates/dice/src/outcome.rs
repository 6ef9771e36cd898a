//! What came of throwing an expression.

use std::fmt;

/// One throw of an expression: every die, every term and the total.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What the expression came to: the sum of the terms.
    pub total: i64,
    /// The summands of the expression in written order, signs applied.
    pub terms: Vec<Term>,
    /// The pools in the order they were thrown, each with all its dice.
    pub throws: Vec<Throw>,
}

/// A summand of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The summand as written, without sign and label.
    pub notation: String,
    /// Its label, if it has one.
    pub label: Option<String>,
    /// What it adds to the total; negative when it is subtracted.
    pub value: i64,
}

/// The dice of one pool.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The pool as written, such as `4d6kh3`.
    pub notation: String,
    /// The innermost label the pool stands under.
    pub label: Option<String>,
    /// Every die in the order it was thrown; one thrown again or brought by an explosion follows its cause.
    pub dice: Vec<Thrown>,
    /// What the pool came to: the kept faces added, or the successes less the failures.
    pub value: i64,
}

/// One die that was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// What it shows: 1 to its sides; −1, 0 or 1 on a fudge die.
    pub face: i32,
    /// Whether it counts.
    pub fate: Fate,
    /// Whether it brought another die.
    pub exploded: bool,
    /// What it is worth when successes are counted.
    pub verdict: Option<Verdict>,
}

/// Whether a die counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It counts.
    Kept,
    /// It was dropped in favour of others.
    Dropped,
    /// It was thrown again and replaced by the next die.
    Rerolled,
}

/// What a kept die is worth when successes are counted. A face that is both is a success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// One more.
    Success,
    /// One less.
    Failure,
    /// Nothing.
    Neither,
}

impl Verdict {
    /// What it adds to the count: 1, −1 or 0.
    pub fn worth(self) -> i64 {
        match self {
            Self::Success => 1,
            Self::Failure => -1,
            Self::Neither => 0,
        }
    }
}

impl fmt::Display for Thrown {
    /// The face; `(2)` if dropped, `2r` if thrown again, `6!` if it exploded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bang = if self.exploded { "!" } else { "" };
        match self.fate {
            Fate::Kept => write!(f, "{}{bang}", self.face),
            Fate::Dropped => write!(f, "({}{bang})", self.face),
            Fate::Rerolled => write!(f, "{}r", self.face),
        }
    }
}

impl fmt::Display for Throw {
    /// `4d6kh3: 6 5 (2) 4`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.notation)?;
        self.dice.iter().try_for_each(|die| write!(f, " {die}"))
    }
}

impl fmt::Display for Outcome {
    /// `18 (4d6kh3: 6 5 (2) 4)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.total)?;
        for (place, throw) in self.throws.iter().enumerate() {
            write!(f, "{}{throw}", if place == 0 { " (" } else { "; " })?;
        }
        if self.throws.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}
