//! Reads an expression: terms, signs, brackets and functions. What follows a `d` is in `parse_pool`.

use crate::arithmetic::{Operator, Rounding};
use crate::expression::{Node, Picker};
use crate::notation::{MAX_DICE, MAX_LENGTH, MAX_NESTING, MAX_NUMBER, NotationError};

/// The longest label, in characters.
const MAX_LABEL: usize = 60;

/// What every function is called, for messages.
const FUNCTIONS: &str = "the functions are min, max, floor, ceil and abs";

pub(crate) fn expression(text: &str) -> Result<Node, NotationError> {
    let shorten = format!("write at most {MAX_LENGTH} characters, or throw it in parts");
    if text.chars().nth(MAX_LENGTH).is_some() {
        return Err(NotationError::at(MAX_LENGTH, "the expression is too long", shorten));
    }
    let mut reader = Reader { text: text.chars().collect(), place: 0, depth: 0, dice: 0 };
    let node = reader.sum()?;
    if let Some(found) = reader.next_sign() {
        return Err(reader.misplaced(found));
    }
    if node.to_string().chars().nth(MAX_LENGTH).is_some() {
        return Err(NotationError::at(0, "the expression is too long when written out in full", shorten));
    }
    Ok(node)
}

/// The text and how far it is read.
#[derive(Debug)]
pub(crate) struct Reader {
    text: Vec<char>,
    place: usize,
    depth: usize,
    dice: u32,
}

impl Reader {
    /// The character at the reading place, with typographic signs taken for the plain ones.
    pub(crate) fn sign(&self) -> Option<char> {
        self.text.get(self.place).map(|&found| match found {
            '−' | '–' => '-',
            '×' => '*',
            '÷' => '/',
            plain => plain.to_ascii_lowercase(),
        })
    }

    /// The same after skipping blanks.
    pub(crate) fn next_sign(&mut self) -> Option<char> {
        while self.text.get(self.place).is_some_and(|sign| sign.is_whitespace()) {
            self.place += 1;
        }
        self.sign()
    }

    /// Reads over this character if it stands here.
    pub(crate) fn take(&mut self, wanted: char) -> bool {
        let here = self.sign() == Some(wanted);
        self.place += usize::from(here);
        here
    }

    pub(crate) fn place(&self) -> usize {
        self.place
    }

    pub(crate) fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> NotationError {
        NotationError::at(self.place, problem, remedy)
    }

    /// Counts dice against the limit.
    pub(crate) fn add_dice(&mut self, start: usize, count: u32) -> Result<(), NotationError> {
        self.dice = self.dice.saturating_add(count);
        if self.dice > MAX_DICE {
            let problem = format!("these make {} dice in one expression", self.dice);
            return Err(NotationError::at(start, problem, format!("use at most {MAX_DICE}")));
        }
        Ok(())
    }

    /// A plain number if one starts here.
    pub(crate) fn number(&mut self) -> Result<Option<u32>, NotationError> {
        let start = self.place;
        let mut number = 0_u32;
        while let Some(digit) = self.sign().and_then(|sign| sign.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.place += 1;
        }
        if number > MAX_NUMBER {
            return Err(NotationError::at(start, "the number is too big", format!("write at most {MAX_NUMBER}")));
        }
        Ok((self.place > start).then_some(number))
    }

    fn sum(&mut self) -> Result<Node, NotationError> {
        let mut left = self.product()?;
        loop {
            let operator = match self.next_sign() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.place += 1;
            let right = self.product()?;
            left = Node::Binary { operator, left: Box::new(left), right: Box::new(right) };
        }
    }

    fn product(&mut self) -> Result<Node, NotationError> {
        let mut left = self.signed()?;
        loop {
            let operator = match self.next_sign() {
                Some('*') => Operator::Multiply,
                Some('/') => Operator::Divide,
                _ => return Ok(left),
            };
            self.place += 1;
            let right = self.signed()?;
            left = Node::Binary { operator, left: Box::new(left), right: Box::new(right) };
        }
    }

    fn signed(&mut self) -> Result<Node, NotationError> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.error("this is nested too deeply", format!("nest at most {MAX_NESTING} levels")));
        }
        let node = match self.next_sign() {
            Some('-') => {
                self.place += 1;
                Node::Negate(Box::new(self.signed()?))
            }
            Some('+') => {
                self.place += 1;
                self.signed()?
            }
            _ => self.labelled()?,
        };
        self.depth -= 1;
        Ok(node)
    }

    fn labelled(&mut self) -> Result<Node, NotationError> {
        let mut term = self.term()?;
        while self.next_sign() == Some('[') {
            let start = self.place;
            self.place += 1;
            let label = self.label(start)?;
            term = Node::Labelled { term: Box::new(term), label };
        }
        Ok(term)
    }

    fn label(&mut self, start: usize) -> Result<String, NotationError> {
        let inside = self.text.get(self.place..).unwrap_or_default();
        let Some(length) = inside.iter().position(|&sign| sign == ']') else {
            return Err(NotationError::at(start, "the label is not closed", "write it in brackets, such as [fire]"));
        };
        let label: String = inside.iter().take(length).collect();
        let label = label.trim();
        if label.is_empty() {
            return Err(NotationError::at(start, "the label is empty", "write a word in it, such as [fire]"));
        }
        if length > MAX_LABEL || label.contains(|sign: char| sign == '[' || sign.is_control()) {
            let remedy = format!("write at most {MAX_LABEL} characters on one line, without brackets");
            return Err(NotationError::at(start, "the label is too long or has odd characters", remedy));
        }
        self.place += length + 1;
        Ok(label.to_owned())
    }

    fn term(&mut self) -> Result<Node, NotationError> {
        let start = self.place;
        match self.sign() {
            Some('d') => self.pool(start, 1).map(Node::Pool),
            Some('0'..='9') => {
                let number = self.number()?.unwrap_or_default();
                match self.sign() {
                    Some('d') => self.pool(start, number).map(Node::Pool),
                    _ => Ok(Node::Number(number)),
                }
            }
            Some('(') => {
                self.place += 1;
                let inside = self.sum()?;
                self.close(start)?;
                Ok(inside)
            }
            Some(sign) if sign.is_alphabetic() => self.call(start),
            Some(sign) => Err(self.missing(format!("a number or dice should stand here, not `{sign}`"))),
            None => Err(self.missing("a number or dice should follow here".to_owned())),
        }
    }

    fn missing(&self, problem: String) -> NotationError {
        self.error(problem, "write a number, dice such as 2d6, or an expression in ( )")
    }

    fn close(&mut self, opened: usize) -> Result<(), NotationError> {
        match self.next_sign() {
            Some(')') => {
                self.place += 1;
                Ok(())
            }
            Some(found) => Err(self.misplaced(found)),
            None => {
                let problem = format!("the ( of column {} is not closed", opened + 1);
                Err(self.error(problem, "write ) where it should end"))
            }
        }
    }

    /// The mistake of a character that cannot continue a complete term.
    fn misplaced(&self, found: char) -> NotationError {
        match found {
            ')' => self.error("nothing is open that this ) could close", "leave it out, or write ( before"),
            '.' => self.error("dice know whole numbers only", "leave out the fraction, or divide: floor(5/2)"),
            ',' => self.error("a comma has no place here", "use it only between the arguments of min and max"),
            ']' => self.error("no label is open that this ] could close", "write a label as [fire]"),
            '{' | '}' => self.error("groups in { } are not known here", "use ( ), or max(…) and min(…) to choose"),
            'd' => {
                self.error("a d must follow its number directly", "write dice without blanks or brackets, such as 2d6")
            }
            '!' | 'k' | 'r' | '<' | '>' | '=' | 'f' => self
                .error(format!("`{found}` works on dice only"), "write it right after dice, such as 4d6kh3 or 5d10>=7"),
            other => {
                self.error(format!("`{other}` cannot stand here"), "write + - * or / before the next term, or end here")
            }
        }
    }

    fn call(&mut self, start: usize) -> Result<Node, NotationError> {
        let mut name = String::new();
        while let Some(letter) = self.sign().filter(|sign| sign.is_alphanumeric()) {
            name.push(letter);
            self.place += 1;
        }
        if !matches!(name.as_str(), "min" | "max" | "floor" | "ceil" | "abs") {
            return Err(NotationError::at(start, format!("`{name}` is not known"), FUNCTIONS));
        }
        if self.next_sign() != Some('(') {
            return Err(self.error(format!("{name} needs its arguments in ( )"), format!("write {name}(…)")));
        }
        let opened = self.place;
        self.place += 1;
        let first = self.sum()?;
        let picker = match name.as_str() {
            "min" => Picker::Min,
            "max" => Picker::Max,
            _ => {
                if self.next_sign() == Some(',') {
                    return Err(self.error(format!("{name} takes one argument only"), format!("close it: {name}(…)")));
                }
                self.close(opened)?;
                return of_one(&name, first, opened + 1);
            }
        };
        let mut arguments = vec![first];
        while self.next_sign() == Some(',') {
            self.place += 1;
            arguments.push(self.sum()?);
        }
        self.close(opened)?;
        Ok(Node::Pick { picker, arguments })
    }
}

/// A function of one argument, which starts at `place`.
fn of_one(name: &str, argument: Node, place: usize) -> Result<Node, NotationError> {
    let rounding = match name {
        "floor" => Rounding::Down,
        "ceil" => Rounding::Up,
        _ => return Ok(Node::Absolute(Box::new(argument))),
    };
    let mut top = &argument;
    while let Node::Labelled { term, .. } = top {
        top = term;
    }
    let more = match top {
        Node::Binary { operator: Operator::Divide, left, right } => left.divides() || right.divides(),
        other => other.divides(),
    };
    if more {
        let problem = format!("{name} rounds one division, the whole of its argument");
        return Err(NotationError::at(place, problem, format!("write {name}(a/b) around each division by itself")));
    }
    Ok(Node::Rounded { rounding, term: Box::new(argument) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (usize, String) {
        let error = expression(text).unwrap_err();
        assert!(!error.remedy().is_empty());
        (error.column(), error.problem().to_owned())
    }

    #[test]
    fn mistakes_name_their_column() {
        for (text, column, problem) in [
            ("", 1, "a number or dice should follow here"),
            ("2d6+", 5, "a number or dice should follow here"),
            ("2d6 + * 3", 7, "a number or dice should stand here, not `*`"),
            ("(2d6+3", 7, "the ( of column 1 is not closed"),
            ("2d6)", 4, "nothing is open that this ) could close"),
            ("2d6 3", 5, "`3` cannot stand here"),
            ("4 d6", 3, "a d must follow its number directly"),
            ("1.5", 2, "dice know whole numbers only"),
            ("fire", 1, "`fire` is not known"),
            ("max 3", 5, "max needs its arguments in ( )"),
            ("floor(1, 2)", 8, "floor takes one argument only"),
            ("2d6[", 4, "the label is not closed"),
            ("2d6[ ]", 4, "the label is empty"),
            ("3>=2", 2, "`>` works on dice only"),
            ("1000000001", 1, "the number is too big"),
            ("ceil(d6/2+1)", 6, "ceil rounds one division, the whole of its argument"),
            ("ceil(7/2/2)", 6, "ceil rounds one division, the whole of its argument"),
            ("{2d6}", 1, "a number or dice should stand here, not `{`"),
            ("é + 2d", 1, "`é` is not known"),
        ] {
            assert_eq!(mistake(text), (column, problem.to_owned()), "{text}");
        }
    }

    #[test]
    fn limits_are_errors() {
        assert_eq!(mistake(&"1".repeat(501)).1, "the expression is too long");
        assert_eq!(mistake(&["d6"; 150].join("+")).1, "the expression is too long when written out in full");
        assert_eq!(mistake(&"(".repeat(400)).1, "this is nested too deeply");
        assert_eq!(mistake(&"-".repeat(400)).1, "this is nested too deeply");
        assert_eq!(mistake(&"abs(".repeat(100)).1, "this is nested too deeply");
        assert_eq!(mistake("600d6+401d6"), (7, "these make 1001 dice in one expression".to_owned()));
        assert!(expression("600d6+400d6").is_ok());
        assert!(expression(&["1"; 250].join("+")).is_ok());
    }

    #[test]
    fn division_inside_another_function_is_its_own() {
        assert!(expression("floor((ceil(d6/2)+1)/2)").is_ok());
        assert!(expression("floor((7/2)[half])").is_ok());
        assert!(expression("floor(5)").is_ok());
    }
}
