//! Words that no option can have: a misspelt option would make every `expect not offered` hold.

use std::collections::BTreeSet;
use std::ops::Range;

use quintain_content::{Source, nearest};

use crate::face::{AnyRulebook, OpenQuestion};
use crate::question::Refused;
use crate::view::View;

/// Words that stand in options of every game.
const COMMON: &str = "a an and at by default for from in into it its no none nothing nobody of off on one oneself onto or out over \
                      past pass round the then to two under up with yes n e s w ne nw se sw north east south west northeast \
                      northwest southeast southwest";

/// All that a case has said of what may be answered, by anybody at any time.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The texts of options, of their other words and of what is refused, in lower case.
    texts: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// Words that an expectation calls not offered or illegal, and that nothing had heard of then.
#[derive(Debug)]
pub(super) struct Strange {
    pub span: Range<usize>,
    pub words: String,
}

impl Known {
    /// Remembers what a question offers, refuses and says.
    pub fn hear(&mut self, open: &OpenQuestion) {
        for choice in open.question.choices() {
            self.text(&choice.text);
            choice.also.iter().for_each(|also| self.text(also));
        }
        self.refused(&open.question.refused);
        self.words(&open.question.text);
    }

    /// Remembers what is refused.
    pub fn refused(&mut self, refused: &[Refused]) {
        refused.iter().for_each(|refused| self.text(&refused.text));
    }

    fn text(&mut self, text: &str) {
        if self.texts.insert(text.to_lowercase()) {
            self.words(text);
        }
    }

    /// Remembers words.
    pub fn words(&mut self, text: &str) {
        for word in words_of(text) {
            if !self.words.contains(&word) {
                self.words.insert(word);
            }
        }
    }

    /// Remembers names, values and conditions of a fight.
    pub fn view(&mut self, view: &View) {
        self.words(&view.moment);
        for one in &view.combatants {
            [&one.name, &one.side, &one.is].into_iter().for_each(|words| self.words(words));
            for stat in &one.stats {
                self.words(stat.key);
                self.words(&stat.value.to_string());
            }
            for condition in &one.conditions {
                self.words(&condition.name);
                self.words(&condition.detail);
            }
        }
    }

    /// Remembers the words of the rules and house rules.
    pub fn book(&mut self, book: &dyn AnyRulebook) {
        self.words(COMMON);
        for rule in book.sections().iter().flat_map(|section| section.rules.iter()) {
            self.words(rule.id);
            self.words(rule.summary);
            self.words(rule.ruling.unwrap_or_default());
        }
        for house in book.house_rules() {
            self.words(house.key);
            self.words(house.about);
            house.values.iter().for_each(|value| self.words(value));
        }
    }

    /// Whether words are those of an option or a refusal, its beginning or more than it.
    pub fn has(&self, words: &str) -> bool {
        let wanted = words.trim().to_lowercase();
        let fits = |text: &String| {
            text.starts_with(&wanted) || wanted.strip_prefix(text.as_str()).is_some_and(|more| more.starts_with(' '))
        };
        !wanted.is_empty() && self.texts.iter().any(fits)
    }

    /// The first of these words that is none that is known; numbers and squares always are.
    pub fn unknown_in(&self, words: &str) -> Option<String> {
        words_of(words).find(|word| !self.words.contains(word) && !is_number(word) && !is_square(word))
    }

    /// The option most like these words, otherwise the nearest word.
    pub fn nearest(&self, words: &str, unknown: &str) -> Option<String> {
        let option =
            nearest(words, self.texts.iter().map(String::as_str)).map(|text| format!("the nearest option is `{text}`"));
        option.or_else(|| {
            nearest(unknown, self.words.iter().map(String::as_str)).map(|word| format!("the nearest word is `{word}`"))
        })
    }
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’'))
        .map(|word| word.trim_matches(['\'', '’']).to_lowercase())
        .filter(|word| !word.is_empty())
}

/// `4`, `2d6`, `1st`
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// `c4`, `aa12`
fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters) && !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// Whether a text of the game has this word, given in lower case. Of a script the answers count: what it calls illegal or not
/// offered may be misspelt itself.
pub(super) fn speaks_of(source: &Source, word: &str) -> bool {
    if !source.path.ends_with(".fight") {
        return has_word(&source.text, word);
    }
    let is_answer = |line: &&str| {
        let expected = line.strip_prefix("expect ").is_none_or(|rest| rest.starts_with("offered "));
        expected && line.contains(": ") && !line.starts_with(['#', '='])
    };
    source.text.lines().filter(is_answer).any(|line| has_word(line, word))
}

/// Whether a text has this word, given in lower case.
fn has_word(text: &str, word: &str) -> bool {
    let lower = text.to_lowercase();
    let part_of_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    lower.match_indices(word).any(|(at, found)| {
        let (before, behind) = (lower.get(..at).unwrap_or_default(), lower.get(at + found.len()..).unwrap_or_default());
        !part_of_word(before.chars().next_back()) && !part_of_word(behind.chars().next())
    })
}
