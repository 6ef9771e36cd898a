//! Answers as people, scripts and bots write them.

use arrayvec::ArrayVec;
use quintain_field::Square;

use super::{Answer, Choice, MOST_PICKS, NotTaken, Question, Shape};

impl<A: Copy + PartialEq> Question<A> {
    /// Reads an answer as a person, a script or a bot writes it.
    ///
    /// One option: its text, whatever the case, or a beginning that fits only one; `the` may stand before any word, and
    /// `herself` and the like for `oneself`. Several: parted by ` and `, or `none`.
    /// An order: parted by ` then `. A path: squares parted by spaces. `default` takes the default.
    ///
    /// # Errors
    /// Says whether the words are unknown, ambiguous, malformed or refused by a rule.
    pub fn read(&self, words: &str) -> Result<Answer<A>, NotTaken> {
        let words = words.trim();
        if words.eq_ignore_ascii_case("default") && !matches!(self.shape, Shape::Text) && !self.names("default") {
            return Ok(self.default.clone());
        }
        match &self.shape {
            Shape::OneOf(_, of) => Ok(Answer::One(self.pick(of, words)?)),
            Shape::Several { of, least, most, .. } => self.read_several(of, *least, *most, words),
            Shape::OrderOf(of) => self.read_order(of, words),
            Shape::Number { least, most } => match words.parse::<i64>() {
                Ok(n) if (*least..=*most).contains(&n) => Ok(Answer::Number(n)),
                _ => Err(NotTaken::Malformed(format!("a whole number from {least} to {most}"))),
            },
            Shape::Path { from, of, most } => read_path(*from, of, *most, words),
            Shape::Text => Ok(Answer::Text(words.into())),
        }
    }

    /// Whether the words are an answer as they stand, not merely the beginning of an option, nor free words.
    pub fn is_whole(&self, words: &str) -> bool {
        let wanted = words.trim().to_lowercase();
        match &self.shape {
            Shape::Text => false,
            Shape::OneOf(_, of) => of.iter().any(|choice| {
                choice.text.to_lowercase() == wanted || choice.also.iter().any(|word| word.to_lowercase() == wanted)
            }),
            _ => self.read(words).is_ok(),
        }
    }

    /// Whether a choice has exactly this name, given in lower case.
    fn names(&self, lower: &str) -> bool {
        self.choices().iter().any(|choice| choice.text.to_lowercase() == lower)
    }

    fn pick(&self, of: &[Choice<A>], words: &str) -> Result<A, NotTaken> {
        let wanted = words.to_lowercase();
        if let Some(exact) = of.iter().find(|choice| choice.text.to_lowercase() == wanted) {
            return Ok(exact.act);
        }
        if let Some(meant) = of.iter().find(|choice| choice.also.iter().any(|word| word.to_lowercase() == wanted)) {
            return Ok(meant.act);
        }
        if let Some(refused) = self.refused.iter().find(|refused| refused.text.to_lowercase() == wanted) {
            return Err(NotTaken::Refused(refused.refusal.clone()));
        }
        let fits: Vec<&Choice<A>> = of.iter().filter(|choice| begins(&choice.text, &wanted)).collect();
        match fits[..] {
            [only] => Ok(only.act),
            [] => match self.refused.iter().find(|refused| begins(&refused.text, &wanted)) {
                Some(refused) => Err(NotTaken::Refused(refused.refusal.clone())),
                None => self.pick_loosely(of, &wanted),
            },
            _ => Err(NotTaken::Ambiguous(fits.iter().map(|choice| choice.text.clone()).collect())),
        }
    }

    /// The one option, or the refused one, that these words mean once both are brought down to [`bare`] words.
    fn pick_loosely(&self, of: &[Choice<A>], words: &str) -> Result<A, NotTaken> {
        let wanted = bare(words);
        let meant = |text: &str| !wanted.is_empty() && bare(text) == wanted;
        if let Some(choice) = of.iter().find(|choice| meant(&choice.text) || choice.also.iter().any(|also| meant(also)))
        {
            return Ok(choice.act);
        }
        // What is refused as a whole, `move`, is refused in each of its kinds, `move to C3`.
        let of_that_kind = |text: &str| wanted.strip_prefix(&bare(text)).is_some_and(|rest| rest.starts_with(' '));
        if let Some(refused) = self.refused.iter().find(|refused| meant(&refused.text) || of_that_kind(&refused.text)) {
            return Err(NotTaken::Refused(refused.refusal.clone()));
        }
        Err(NotTaken::Unknown(of.iter().map(|choice| choice.text.clone()).collect()))
    }

    fn read_several(&self, of: &[Choice<A>], least: usize, most: usize, words: &str) -> Result<Answer<A>, NotTaken> {
        let mut chosen = Vec::new();
        if !words.eq_ignore_ascii_case("none") || self.names("none") {
            for part in split(of, words, " and ") {
                let act = self.pick(of, part)?;
                if !chosen.contains(&act) {
                    chosen.push(act);
                }
            }
        }
        if chosen.len() < least || chosen.len() > most.min(MOST_PICKS) {
            let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            return Err(NotTaken::Malformed(format!("a pick of {range}, parted by `and`")));
        }
        Ok(Answer::Several(
            of.iter().map(|choice| choice.act).filter(|act| chosen.contains(act)).take(MOST_PICKS).collect(),
        ))
    }

    fn read_order(&self, of: &[Choice<A>], words: &str) -> Result<Answer<A>, NotTaken> {
        let mut order = ArrayVec::new();
        for part in split(of, words, " then ") {
            let act = self.pick(of, part)?;
            if order.contains(&act) || order.try_push(act).is_err() {
                return Err(NotTaken::Malformed("each of the options once, parted by `then`".into()));
            }
        }
        // What is left unsaid follows in the order of the options.
        for choice in of {
            if !order.contains(&choice.act) && order.try_push(choice.act).is_err() {
                return Err(NotTaken::Malformed(format!("an order of at most {MOST_PICKS} things")));
            }
        }
        Ok(Answer::Order(order))
    }
}

/// The words in lower case, without `the`, and with `oneself` for every word that points back at whoever is asked.
fn bare(words: &str) -> String {
    const ONESELF: [&str; 7] = ["herself", "himself", "itself", "themself", "themselves", "myself", "self"];
    let lower = words.to_lowercase();
    let kept = lower.split_whitespace().filter(|word| *word != "the");
    kept.map(|word| if ONESELF.contains(&word) { "oneself" } else { word }).collect::<Vec<_>>().join(" ")
}

fn begins(text: &str, wanted_lower: &str) -> bool {
    !wanted_lower.is_empty() && text.to_lowercase().starts_with(wanted_lower)
}

/// Splits a list of options, some of which may have the separator in their own text.
fn split<'a, A>(of: &[Choice<A>], words: &'a str, by: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut rest = words.trim();
    while !rest.is_empty() {
        let lower = rest.to_lowercase();
        // Places in the lower-case text are those of the text itself only where lower-casing changes no lengths.
        let known = of
            .iter()
            .map(|choice| choice.text.to_lowercase())
            .filter(|_| lower.len() == rest.len())
            .filter(|text| lower.strip_prefix(text.as_str()).is_some_and(|end| end.is_empty() || end.starts_with(by)))
            .map(|text| text.len())
            .max();
        let end = known.or_else(|| rest.find(by)).filter(|end| *end > 0).unwrap_or(rest.len());
        let (part, more) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if !part.trim().is_empty() {
            parts.push(part.trim());
        }
        rest = more.strip_prefix(by).unwrap_or(more).trim();
    }
    parts
}

fn read_path<A>(from: Square, of: &[Square], most: usize, words: &str) -> Result<Answer<A>, NotTaken> {
    let malformed = || NotTaken::Malformed(format!("a path of at most {most} squares from {from}, such as `B3 C4`"));
    let mut path: ArrayVec<Square, MOST_PICKS> = ArrayVec::new();
    let mut last = from;
    for word in words.split_whitespace() {
        let square: Square = word.parse().map_err(|_| malformed())?;
        if last.step_to(square).is_none()
            || !of.contains(&square)
            || path.len() >= most
            || path.try_push(square).is_err()
        {
            return Err(malformed());
        }
        last = square;
    }
    Ok(Answer::Squares(path))
}
