//! Throws an expression.

use std::fmt;

use crate::arithmetic::{NoResult, Operator, Rounding};
use crate::expression::{Expression, Node};
use crate::outcome::{Fate, Outcome, Term, Throw, Thrown, Verdict};
use crate::pool::{Pool, Successes};
use crate::source::Source;

/// The most steps of one evaluation: each die thrown is one, and each number, sign and function.
pub const MAX_STEPS: u32 = 10_000;

/// Why an expression came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RollError<E> {
    /// The source of dice failed.
    Source(E),
    /// The source gave a face the die does not have.
    NoSuchFace {
        /// The face it gave.
        face: u16,
        /// The sides of the die.
        sides: u16,
    },
    /// Explosions and rerolls went past [`MAX_STEPS`].
    TooManySteps,
    /// A number grew beyond 64 bits.
    Overflow,
    /// A divisor came to zero.
    DividesByZero {
        /// The divisor as written.
        divisor: String,
    },
}

impl<E: fmt::Display> fmt::Display for RollError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::NoSuchFace { face, sides } => {
                write!(f, "a d{sides} cannot show {face}; give a face from 1 to {sides}")
            }
            Self::TooManySteps => {
                write!(f, "this takes more than {MAX_STEPS} steps; throw fewer dice or explode more rarely")
            }
            Self::Overflow => write!(f, "the result is too big to count with; use smaller numbers"),
            Self::DividesByZero { divisor } => {
                write!(f, "the divisor `{divisor}` came to 0; keep it above, as in max({divisor}, 1)")
            }
        }
    }
}

impl<E: std::error::Error> std::error::Error for RollError<E> {}

impl Expression {
    /// Throws the expression: its dice from left to right, each when it is needed.
    ///
    /// # Errors
    /// See [`RollError`]. Without explosions, rerolls, divisions and large products only the source can fail.
    pub fn roll<S: Source + ?Sized>(&self, source: &mut S) -> Result<Outcome, RollError<S::Error>> {
        let mut hand = Hand { source, steps: 0, throws: Vec::new() };
        let mut terms = Vec::new();
        hand.terms(&self.root, false, &mut terms)?;
        let mut total = 0_i64;
        for term in &terms {
            total = total.checked_add(term.value).ok_or(RollError::Overflow)?;
        }
        Ok(Outcome { total, terms, throws: hand.throws })
    }
}

/// The hand that throws: where faces come from and what has been thrown.
struct Hand<'s, S: ?Sized> {
    source: &'s mut S,
    steps: u32,
    throws: Vec<Throw>,
}

impl<S: Source + ?Sized> Hand<'_, S> {
    fn step(&mut self) -> Result<(), RollError<S::Error>> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(RollError::TooManySteps) } else { Ok(()) }
    }

    /// Takes the summands at the top of the expression apart.
    fn terms(&mut self, node: &Node, negative: bool, terms: &mut Vec<Term>) -> Result<(), RollError<S::Error>> {
        match node {
            Node::Binary { operator: Operator::Add, left, right } => {
                self.step()?;
                self.terms(left, negative, terms)?;
                self.terms(right, negative, terms)
            }
            Node::Binary { operator: Operator::Subtract, left, right } => {
                self.step()?;
                self.terms(left, negative, terms)?;
                self.terms(right, !negative, terms)
            }
            Node::Negate(term) => {
                self.step()?;
                self.terms(term, !negative, terms)
            }
            _ => {
                let (bare, label) = match node {
                    Node::Labelled { term, label } => (term.as_ref(), Some(label.as_str())),
                    bare => (bare, None),
                };
                let value = self.value(bare, label, Rounding::TowardsZero)?;
                let value = if negative { value.checked_neg().ok_or(RollError::Overflow)? } else { value };
                terms.push(Term { notation: bare.to_string(), label: label.map(str::to_owned), value });
                Ok(())
            }
        }
    }

    /// What a part comes to. `rounding` is for a division at its top.
    fn value(&mut self, node: &Node, label: Option<&str>, rounding: Rounding) -> Result<i64, RollError<S::Error>> {
        let plain = Rounding::TowardsZero;
        self.step()?;
        match node {
            Node::Number(number) => Ok(i64::from(*number)),
            Node::Pool(pool) => self.pool(pool, label),
            Node::Negate(term) => self.value(term, label, plain)?.checked_neg().ok_or(RollError::Overflow),
            Node::Absolute(term) => self.value(term, label, plain)?.checked_abs().ok_or(RollError::Overflow),
            Node::Rounded { rounding, term } => self.value(term, label, *rounding),
            Node::Labelled { term, label } => self.value(term, Some(label), rounding),
            Node::Binary { operator, left, right } => {
                let (one, two) = (self.value(left, label, plain)?, self.value(right, label, plain)?);
                operator.apply(one, two, rounding).map_err(|error| match error {
                    NoResult::Overflow => RollError::Overflow,
                    NoResult::ZeroDivisor => RollError::DividesByZero { divisor: right.to_string() },
                })
            }
            Node::Pick { picker, arguments } => {
                let mut picked = None;
                for argument in arguments {
                    let value = self.value(argument, label, plain)?;
                    picked = Some(picked.map_or(value, |other| picker.pick(other, value)));
                }
                Ok(picked.unwrap_or_default())
            }
        }
    }

    fn pool(&mut self, pool: &Pool, label: Option<&str>) -> Result<i64, RollError<S::Error>> {
        let mut dice = Vec::with_capacity(usize::from(pool.count));
        for _ in 0..pool.count {
            while self.die(pool, &mut dice)? {}
        }
        let standing = |die: &&mut Thrown| die.fate == Fate::Kept;
        let faces: Vec<i32> = dice.iter_mut().filter(standing).map(|die| die.face).collect();
        let marks = pool.keep(faces.len()).marks(&faces);
        let mut value = 0_i64;
        for (die, kept) in dice.iter_mut().filter(standing).zip(marks) {
            if !kept {
                die.fate = Fate::Dropped;
                continue;
            }
            die.verdict = pool.successes.map(|successes| successes.verdict(die.face));
            // At most 10,000 dice of at most 65,535: far from any limit.
            value += die.verdict.map_or(i64::from(die.face), Verdict::worth);
        }
        self.throws.push(Throw { notation: pool.to_string(), label: label.map(str::to_owned), dice, value });
        Ok(value)
    }

    /// Throws one die, again if it must be; says whether it brings another one.
    fn die(&mut self, pool: &Pool, dice: &mut Vec<Thrown>) -> Result<bool, RollError<S::Error>> {
        let mut face = self.face(pool)?;
        if let Some(reroll) = &pool.reroll {
            while reroll.meets(face) {
                dice.push(Thrown { face, fate: Fate::Rerolled, exploded: false, verdict: None });
                face = self.face(pool)?;
                if reroll.once {
                    break;
                }
            }
        }
        let exploded = pool.explodes(face);
        dice.push(Thrown { face, fate: Fate::Kept, exploded, verdict: None });
        Ok(exploded)
    }

    fn face(&mut self, pool: &Pool) -> Result<i32, RollError<S::Error>> {
        self.step()?;
        let sides = pool.die.sides();
        let face = self.source.face(sides).map_err(RollError::Source)?;
        if face == 0 || face > sides {
            return Err(RollError::NoSuchFace { face, sides });
        }
        Ok(pool.die.shown(face))
    }
}

impl Successes {
    pub(crate) fn verdict(self, face: i32) -> Verdict {
        if self.success.meets(face) {
            Verdict::Success
        } else if self.failure.is_some_and(|failure| failure.meets(face)) {
            Verdict::Failure
        } else {
            Verdict::Neither
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Throws with exactly these faces; none may be left over and none missing.
    fn roll(text: &str, script: &[u16]) -> Outcome {
        let mut rest = script.iter().copied();
        let outcome = Expression::parse(text).unwrap().roll(&mut |_| rest.next().unwrap()).unwrap();
        assert_eq!(rest.next(), None, "{text}: dice left over");
        outcome
    }

    #[test]
    fn every_notation_comes_to_what_it_should() {
        for (text, script, shown) in [
            ("2d6+3", &[4, 5][..], "12 (2d6: 4 5)"),
            ("4d6kh3", &[6, 2, 5, 2], "13 (4d6kh3: 6 2 5 (2))"),
            ("4d6dl1", &[6, 2, 5, 1], "13 (4d6dl1: 6 2 5 (1))"),
            ("4d6dh1", &[6, 2, 5, 6], "13 (4d6dh1: 6 2 5 (6))"),
            ("2d20kl1", &[17, 4], "4 (2d20kl1: (17) 4)"),
            ("d%", &[100], "100 (1d%: 100)"),
            ("4dF", &[1, 2, 3, 3], "1 (4dF: -1 0 1 1)"),
            ("3d6!", &[6, 6, 2, 3, 1], "18 (3d6!: 6! 6! 2 3 1)"),
            ("2d6!>4", &[5, 4, 1], "10 (2d6!>4: 5! 4 1)"),
            ("2d6!5kh2", &[5, 6, 1], "11 (2d6!5kh2: 5! 6 (1))"),
            ("2d6r<3", &[1, 2, 4, 3], "7 (2d6r<3: 1r 2r 4 3)"),
            ("2d6ro<3", &[1, 2, 4], "6 (2d6ro<3: 1r 2 4)"),
            ("5d10>=7f1", &[7, 10, 1, 3, 1], "0 (5d10>=7f1: 7 10 1 3 1)"),
            ("3d10>=8!", &[10, 9, 2, 8], "3 (3d10>=8!: 10! 9 2 8)"),
            ("-7/2", &[], "-3"),
            ("floor(-7/2)", &[], "-4"),
            ("ceil((d6+2)/2)", &[3], "3 (1d6: 3)"),
            ("max(d12, d8) - min(3, 1, 2)", &[3, 7], "6 (1d12: 3; 1d8: 7)"),
            ("abs(2-5)*(1+1)", &[], "6"),
        ] {
            assert_eq!(roll(text, script).to_string(), shown, "{text}");
        }
    }

    #[test]
    fn terms_keep_their_labels_and_signs() {
        let outcome = roll("2d6[fire] + (d4+1)[cold] - (3 - d6[luck])", &[1, 2, 3, 5]);
        let terms: Vec<_> =
            outcome.terms.iter().map(|term| (term.notation.as_str(), term.label.as_deref(), term.value)).collect();
        let expected =
            [("2d6", Some("fire"), 3), ("1d4+1", Some("cold"), 4), ("3", None, -3), ("1d6", Some("luck"), 5)];
        assert_eq!(terms, expected);
        let labels: Vec<_> = outcome.throws.iter().map(|throw| throw.label.as_deref()).collect();
        assert_eq!(labels, [Some("fire"), Some("cold"), Some("luck")]);
        assert_eq!(outcome.total, 9);
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        let roll = |text: &str, face: u16| Expression::parse(text).unwrap().roll(&mut |_| face).map(|it| it.total);
        assert_eq!(roll("d6!", 6), Err(RollError::TooManySteps));
        assert_eq!(roll("d6r6", 6), Err(RollError::TooManySteps));
        assert_eq!(roll("d6", 7), Err(RollError::NoSuchFace { face: 7, sides: 6 }));
        assert_eq!(roll("d6", 0), Err(RollError::NoSuchFace { face: 0, sides: 6 }));
        assert_eq!(roll("1000000000*1000000000*1000000000", 1), Err(RollError::Overflow));
        assert_eq!(roll("8/(d6-3)", 3), Err(RollError::DividesByZero { divisor: "1d6-3".to_owned() }));
        assert_eq!(roll("1000d65535", 65_535), Ok(65_535_000));
    }

    #[test]
    fn a_failing_source_stops_the_throw() {
        struct Empty;
        impl Source for Empty {
            type Error = &'static str;
            fn face(&mut self, _: u16) -> Result<u16, &'static str> {
                Err("no more dice")
            }
        }
        assert_eq!(Expression::parse("1+d6").unwrap().roll(&mut Empty), Err(RollError::Source("no more dice")));
    }
}
