//! What an expression is made of, and how it is printed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::arithmetic::{Operator, Rounding};
use crate::notation::NotationError;
use crate::parse;
use crate::pool::Pool;

/// A dice expression such as `4d6kh3 + 2[fire]`, read once and thrown as often as wanted.
///
/// | written | means |
/// |---|---|
/// | `3d6`, `d20`, `d%`, `4dF` | dice; `d%` is 1 to 100, `dF` is −1, 0 or 1 |
/// | `4d6kh3`, `k3`, `kl1` | keep the highest or lowest so many (1 if no number is given) |
/// | `4d6dl1`, `d1`, `dh1` | drop the lowest or highest so many |
/// | `3d6!`, `!5`, `!>4` | another die for the highest face, for a 5, for more than 4 |
/// | `2d8r1`, `r<3`, `r1r2` | throw again until the face is another one |
/// | `2d8ro1`, `ro<3` | throw again once |
/// | `5d10>=7`, `>=7f1`, `=6` | count successes, take off failures |
/// | `+ - * /`, `( )`, `-3` | arithmetic on whole numbers; `7/2` is 3 and `-7/2` is -3: towards zero |
/// | `min(a, b, …)`, `max(…)`, `abs(a)` | the lowest, the highest, without sign |
/// | `floor(a/b)`, `ceil(a/b)` | a division rounded down or up instead of towards zero |
/// | `2d6[fire]`, `(d6+1)[cold]` | a label for the term before it |
///
/// Whatever follows the dice may be written in any order and is always done in this one: throw again, explode, keep or
/// drop, count. Comparisons mean what they say: `>4` is more than 4. Capitals and blanks do not matter. A `!` with a
/// comparison right after it takes it for its own, so exploding successes are `5d10>=7!`.
///
/// Printing gives a normal form that reads back as the same expression; serialises as that text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Expression {
    pub(crate) root: Node,
}

/// Which function picks among its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Picker {
    Min,
    Max,
}

impl Picker {
    pub(crate) fn pick(self, one: i64, two: i64) -> i64 {
        match self {
            Self::Min => one.min(two),
            Self::Max => one.max(two),
        }
    }
}

/// A part of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// 0 to `MAX_NUMBER`.
    Number(u32),
    Pool(Pool),
    Negate(Box<Node>),
    Binary {
        operator: Operator,
        left: Box<Node>,
        right: Box<Node>,
    },
    /// At least one argument.
    Pick {
        picker: Picker,
        arguments: Vec<Node>,
    },
    Absolute(Box<Node>),
    /// The division at the top of the term is rounded this way; there is no other one in it.
    Rounded {
        rounding: Rounding,
        term: Box<Node>,
    },
    Labelled {
        term: Box<Node>,
        label: String,
    },
}

impl Node {
    /// Whether a division in here is rounded by nothing but the habit of rounding towards zero.
    pub(crate) fn divides(&self) -> bool {
        match self {
            Self::Number(_) | Self::Pool(_) | Self::Rounded { .. } => false,
            Self::Negate(term) | Self::Absolute(term) | Self::Labelled { term, .. } => term.divides(),
            Self::Binary { operator: Operator::Divide, .. } => true,
            Self::Binary { left, right, .. } => left.divides() || right.divides(),
            Self::Pick { arguments, .. } => arguments.iter().any(Self::divides),
        }
    }

    /// How tightly the outermost sign of the term binds, the tightest last.
    fn rank(&self) -> u8 {
        match self {
            Self::Binary { operator: Operator::Add | Operator::Subtract, .. } => 0,
            Self::Binary { .. } => 1,
            Self::Negate(_) => 2,
            _ => 3,
        }
    }

    /// Prints the term, in brackets when it binds less tightly than asked.
    fn print(&self, f: &mut fmt::Formatter<'_>, rank: u8) -> fmt::Result {
        if self.rank() < rank {
            f.write_str("(")?;
            self.print(f, 0)?;
            return f.write_str(")");
        }
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Pool(pool) => write!(f, "{pool}"),
            Self::Negate(term) => {
                f.write_str("-")?;
                term.print(f, 2)
            }
            Self::Binary { operator, left, right } => {
                left.print(f, self.rank())?;
                write!(f, "{}", operator.sign())?;
                right.print(f, self.rank() + 1)
            }
            Self::Pick { picker: Picker::Min, arguments } => print_call(f, "min", arguments),
            Self::Pick { picker: Picker::Max, arguments } => print_call(f, "max", arguments),
            Self::Absolute(term) => print_call(f, "abs", std::slice::from_ref(term.as_ref())),
            Self::Rounded { rounding, term } => {
                let name = if *rounding == Rounding::Up { "ceil" } else { "floor" };
                print_call(f, name, std::slice::from_ref(term.as_ref()))
            }
            Self::Labelled { term, label } => {
                term.print(f, 3)?;
                write!(f, "[{label}]")
            }
        }
    }
}

fn print_call(f: &mut fmt::Formatter<'_>, name: &str, arguments: &[Node]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (place, argument) in arguments.iter().enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        argument.print(f, 0)?;
    }
    f.write_str(")")
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// The first mistake, with its column and what would be right. Refused are also expressions past the limits
    /// ([`MAX_LENGTH`](crate::MAX_LENGTH), [`MAX_NESTING`](crate::MAX_NESTING), [`MAX_DICE`](crate::MAX_DICE),
    /// [`MAX_NUMBER`](crate::MAX_NUMBER)) and dice that would explode or be thrown again for ever.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        parse::expression(text).map(|root| Self { root })
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.root)
    }
}

impl FromStr for Expression {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Expression {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        Self::parse(&text)
    }
}

impl From<Expression> for String {
    fn from(expression: Expression) -> Self {
        expression.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_print_in_normal_form() {
        for (written, printed) in [
            ("2D6 + 3", "2d6+3"),
            ("d20", "1d20"),
            ("4d6k3", "4d6kh3"),
            ("4d6d1", "4d6dl1"),
            ("2d20kl", "2d20kl1"),
            ("(2d6)", "2d6"),
            ("1-(2-3)", "1-(2-3)"),
            ("(1-2)-3", "1-2-3"),
            ("-(1+2)*3", "-(1+2)*3"),
            ("1 - -2", "1--2"),
            ("(-1)[cold]", "(-1)[cold]"),
            ("2*(3*4)", "2*(3*4)"),
            ("d%!kh1", "1d%!kh1"),
            ("4df r=-1", "4dFr=-1"),
            ("5d10>=7!f1", "5d10>=7f1!"),
            ("5d10!10>=7", "5d10!10>=7"),
            ("max(d12,d8)", "max(1d12, 1d8)"),
            ("ceil( 2d6 /2 )[ fire ]", "ceil(2d6/2)[fire]"),
            ("8d6r1r3", "8d6r1r3"),
            ("6 × 2 − 1", "6*2-1"),
        ] {
            let expression = Expression::parse(written).unwrap();
            assert_eq!(expression.to_string(), printed, "{written}");
            assert_eq!(Expression::parse(printed), Ok(expression), "{printed}");
        }
    }

    #[test]
    fn expressions_are_text_on_paper() {
        let expression: Expression = serde_json::from_str("\"2d6 + 1\"").unwrap();
        assert_eq!(serde_json::to_string(&expression).unwrap(), "\"2d6+1\"");
        assert!(serde_json::from_str::<Expression>("\"2d\"").is_err());
    }
}
