//! Expectations of dice: `2d6 of Althea against Cyclops for "damage" by attack.weapon-die`.

use super::value::nobody;
use crate::face::Waiting;
use crate::view::{View, begins_with};

/// What is expected of a throw; whatever is left out may be anything.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub dice: Option<(u8, u16)>,
    pub of: Option<String>,
    pub against: Option<String>,
    pub purpose: Option<String>,
    pub rule: Option<String>,
}

impl Wanted {
    /// Reads the words behind `expect dice`.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn read(words: &str, view: &View) -> Result<Wanted, String> {
        let mut wanted = Wanted::default();
        let mut rest = words.trim();
        if let Some((dice, more)) = number_of_dice(rest) {
            (wanted.dice, rest) = (Some(dice), more);
        }
        while !rest.is_empty() {
            let (word, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let more = more.trim_start();
            let taken = match word {
                "of" => named(more, view, &mut wanted.of)?,
                "against" => named(more, view, &mut wanted.against)?,
                "for" => purpose(more, &mut wanted.purpose),
                "by" => until_blank(more, &mut wanted.rule),
                _ => 0,
            };
            let Some(left) = more.get(taken..).filter(|_| taken > 0) else {
                let form = "write `expect dice 2d6`, and behind it as much as you like of `of Althea against Wolf for \"damage\"`";
                return Err(format!("`{words}` are no dice; {form}"));
            };
            rest = left.trim_start();
        }
        Ok(wanted)
    }

    /// Whether this is the throw that is wanted now.
    pub fn is(&self, waiting: &Waiting) -> bool {
        let Waiting::Dice { text, who, count, sides, .. } = waiting else { return false };
        let same = |name: &String, other: &str| name.to_lowercase() == other.to_lowercase();
        let (about, rule) = told(text);
        self.dice.is_none_or(|dice| dice == (*count, *sides))
            && self.of.as_ref().is_none_or(|name| who.as_ref().is_some_and(|who| same(name, who)))
            && self
                .against
                .as_ref()
                .is_none_or(|name| about.to_lowercase().ends_with(&format!(" against {}", name.to_lowercase())))
            && self.purpose.as_ref().is_none_or(|words| begins_with(&about.replace(',', " "), words))
            && self.rule.as_ref().is_none_or(|id| rule == id || id.ends_with(&format!("/{rule}")))
    }
}

/// `2d6` or `d20` at the beginning, and what is behind it.
fn number_of_dice(words: &str) -> Option<((u8, u16), &str)> {
    let (word, more) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let (number, faces) = word.split_once(['d', 'D'])?;
    let number = if number.is_empty() { 1 } else { number.parse().ok()? };
    Some(((number, faces.parse().ok()?), more.trim_start()))
}

/// Reads the name of a combatant, and says how long it is.
fn named(words: &str, view: &View, name: &mut Option<String>) -> Result<usize, String> {
    let fits = |known: &&str| {
        let same = words.get(..known.len()).is_some_and(|begin| begin.to_lowercase() == known.to_lowercase());
        same && words.get(known.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let longest = view.combatants.iter().map(|who| who.name.as_str()).filter(fits).max_by_key(|known| known.len());
    let known = longest.ok_or_else(|| nobody(view, words))?;
    *name = Some(known.to_owned());
    Ok(known.len())
}

/// Reads what the dice are for: in quotation marks, otherwise all that is left.
fn purpose(words: &str, purpose: &mut Option<String>) -> usize {
    let quoted = words.strip_prefix('"').and_then(|inside| inside.split_once('"'));
    let inside = quoted.map_or(words, |(inside, _)| inside);
    *purpose = Some(inside.trim().to_owned()).filter(|inside| !inside.is_empty());
    match (&purpose, quoted) {
        (None, _) => 0,
        (_, Some((inside, _))) => inside.len() + 2,
        _ => words.len(),
    }
}

fn until_blank(words: &str, word: &mut Option<String>) -> usize {
    let end = words.find(char::is_whitespace).unwrap_or(words.len());
    *word = words.get(..end).filter(|word| !word.is_empty()).map(str::to_owned);
    end
}

/// What a throw is for, with whose and against whom, and by which rule: `dice are wanted: d8 for damage, Anna against Wolf (x.y)`.
fn told(text: &str) -> (&str, &str) {
    let (text, rule) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")).unwrap_or((text, ""));
    (text.split_once(" for ").map_or(text, |(_, about)| about), rule)
}
