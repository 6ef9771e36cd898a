//! Answers as people, scripts and bots write them.

use quintain_field::Square;

use super::{Answer, Choice, NotTaken, Picks, Question, Refused, Shape};
use crate::rule::Refusal;

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

    /// The refusal of just these words, whatever the case and articles.
    pub(crate) fn refused_exactly<'r>(&self, refused: &'r [Refused], words: &str) -> Option<&'r Refusal> {
        let wanted = bare(words);
        let meant = |refused: &&Refused| !wanted.is_empty() && bare(&refused.text) == wanted;
        refused.iter().find(meant).map(|found| &found.refusal)
    }

    /// The refusal among these that the words mean: by their text, by its beginning, or for a whole kind of act.
    pub(crate) fn refusal_among<'r>(&self, refused: &'r [Refused], words: &str) -> Option<&'r Refusal> {
        let lower = words.trim().to_lowercase();
        let wanted = bare(&lower);
        let meant = |text: &str| !wanted.is_empty() && bare(text) == wanted;
        // What is refused as a whole, `move`, is refused in each of its kinds, `move to C3`.
        let of_that_kind = |text: &str| wanted.strip_prefix(&bare(text)).is_some_and(|rest| rest.starts_with(' '));
        let found = refused.iter().find(|refused| meant(&refused.text));
        let found = found.or_else(|| refused.iter().find(|refused| begins(&refused.text, &lower)));
        found.or_else(|| refused.iter().find(|refused| of_that_kind(&refused.text))).map(|found| &found.refusal)
    }

    /// Whether a choice has exactly this name, given in lower case.
    fn names(&self, lower: &str) -> bool {
        self.choices().iter().any(|choice| choice.text.to_lowercase() == lower)
    }

    fn pick(&self, of: &[Choice<A>], words: &str) -> Result<A, NotTaken> {
        // Programs and records write options just so.
        if let Some(same) = of.iter().find(|choice| choice.text == words) {
            return Ok(same.act);
        }
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
        self.begun(of, |text| begins(text, &wanted)).unwrap_or_else(|| self.pick_loosely(of, &wanted))
    }

    /// The one option whose text begins so, or the refusal of what does; nothing where none does.
    fn begun(&self, of: &[Choice<A>], begins: impl Fn(&str) -> bool) -> Option<Result<A, NotTaken>> {
        let fits: Vec<&Choice<A>> = of.iter().filter(|choice| begins(&choice.text)).collect();
        match fits[..] {
            [only] => Some(Ok(only.act)),
            [] => {
                let refused = self.refused.iter().find(|refused| begins(&refused.text));
                refused.map(|refused| Err(NotTaken::Refused(refused.refusal.clone())))
            }
            _ => Some(Err(NotTaken::Ambiguous(fits.iter().map(|choice| choice.text.clone()).collect()))),
        }
    }

    /// The one option, or the refused one, that these words mean or begin once both are brought down to [`bare`] words.
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
        self.begun(of, |text| begins(&bare(text), &wanted))
            .unwrap_or_else(|| Err(NotTaken::Unknown(nearest_first(of, &wanted))))
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
        if chosen.len() < least || chosen.len() > most {
            let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            return Err(NotTaken::Malformed(format!("a pick of {range}, parted by `and`")));
        }
        Ok(Answer::Several(of.iter().map(|choice| choice.act).filter(|act| chosen.contains(act)).collect()))
    }

    fn read_order(&self, of: &[Choice<A>], words: &str) -> Result<Answer<A>, NotTaken> {
        let mut order = Picks::new();
        for part in split(of, words, " then ") {
            let act = self.pick(of, part)?;
            if order.contains(&act) {
                return Err(NotTaken::Malformed("each of the options once, parted by `then`".into()));
            }
            order.push(act);
        }
        // What is left unsaid follows in the order of the options.
        for choice in of {
            if !order.contains(&choice.act) {
                order.push(choice.act);
            }
        }
        Ok(Answer::Order(order))
    }
}

/// The words in lower case, without `the`, and with `oneself` for every word that points back at the combatant asked.
fn bare(words: &str) -> String {
    const ONESELF: [&str; 7] = ["herself", "himself", "itself", "themself", "themselves", "myself", "self"];
    let lower = words.to_lowercase();
    let kept = lower.split_whitespace().filter(|word| *word != "the");
    kept.map(|word| if ONESELF.contains(&word) { "oneself" } else { word }).collect::<Vec<_>>().join(" ")
}

/// The texts of all options, those most like the words given first; those equally like in their own order.
fn nearest_first<A>(of: &[Choice<A>], wanted: &str) -> Vec<String> {
    let mut texts: Vec<(f64, &String)> =
        of.iter().map(|choice| (likeness(wanted, &choice.text.to_lowercase()), &choice.text)).collect();
    texts.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    texts.into_iter().map(|(_, text)| text.clone()).collect()
}

/// How much two texts are alike, from 0 to 1: each word given is held against the word most like it.
fn likeness(wanted: &str, text: &str) -> f64 {
    let best = |word: &str| text.split_whitespace().map(|other| strsim::jaro_winkler(word, other)).fold(0.0, f64::max);
    let words = wanted.split_whitespace().count().max(1) as f64;
    let whole = strsim::normalized_levenshtein(wanted, text);
    wanted.split_whitespace().map(best).sum::<f64>() / words * 0.75 + whole * 0.25
}

/// Whether a text begins with these words. No number begins another: `B1` is not the beginning of `B12`.
fn begins(text: &str, wanted_lower: &str) -> bool {
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let text = text.to_lowercase();
    let rest = text.strip_prefix(wanted_lower).filter(|_| !wanted_lower.is_empty());
    rest.is_some_and(|rest| !(digit(wanted_lower.chars().next_back()) && digit(rest.chars().next())))
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
    let mut path: Picks<Square> = Picks::new();
    let mut last = from;
    for word in words.split_whitespace() {
        let square: Square = word.parse().map_err(|_| malformed())?;
        if last.step_to(square).is_none() || !of.contains(&square) || path.len() >= most {
            return Err(malformed());
        }
        path.push(square);
        last = square;
    }
    Ok(Answer::Squares(path))
}
