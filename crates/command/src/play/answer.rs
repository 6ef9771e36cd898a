//! From typed words to the answer of an open question: numbers stand for options.

use quintain_engine::{AnyLive, OpenQuestion, Shape};

use crate::render::question::Numbered;

/// Who answers, and what, in the words of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) who: String,
    pub(crate) words: String,
}

/// Whose question typed words answer, and how they are spelt out.
///
/// # Errors
/// Says why no open question takes them.
pub(crate) fn spell(
    live: &dyn AnyLive,
    open: &[OpenQuestion],
    numbered: &[Numbered],
    who: Option<&str>,
    words: &str,
) -> Result<Said, String> {
    let asked = |asked: &&OpenQuestion| who.is_none_or(|who| asked.who.to_lowercase() == who.to_lowercase());
    let mut first = None;
    for asked in open.iter().filter(asked) {
        match live.offered(&asked.who, words) {
            Ok(()) => return Ok(Said { who: asked.who.clone(), words: words.to_owned() }),
            Err(fault) => first = first.or(Some(fault.to_string())),
        }
    }
    if let Some(said) = by_number(open, numbered, who, words)? {
        return live.offered(&said.who, &said.words).map(|()| said).map_err(|fault| fault.to_string());
    }
    // Nobody of that name is asked; the live fight says who is.
    Err(match (first, who) {
        (Some(fault), _) => fault,
        (None, Some(who)) => live.offered(who, words).err().map(|fault| fault.to_string()).unwrap_or_default(),
        (None, None) => live.who_is_asked().join("; "),
    })
}

/// `2`, `1 and 3`, `2 then 1`, `1 3`: the options with these numbers; `None` if the words are no numbers.
fn by_number(
    open: &[OpenQuestion],
    numbered: &[Numbered],
    who: Option<&str>,
    words: &str,
) -> Result<Option<Said>, String> {
    let parts = words.split([' ', ',']).filter(|part| !part.is_empty() && !matches!(*part, "and" | "then"));
    let Ok(numbers) = parts.map(str::parse::<usize>).collect::<Result<Vec<usize>, _>>() else { return Ok(None) };
    let pick = |number: &usize| number.checked_sub(1).and_then(|place| numbered.get(place));
    let picked: Option<Vec<&Numbered>> = numbers.iter().map(pick).collect();
    let Some(picked) = picked.filter(|picked| !picked.is_empty()) else {
        return match numbered.len() {
            0 => Ok(None),
            count => Err(format!("the options have numbers from 1 to {count}")),
        };
    };
    let owner = &picked[0].who;
    if picked.iter().any(|one| one.who != *owner) {
        return Err("these options belong to different people; answer for one at a time".to_owned());
    }
    if who.is_some_and(|who| who.to_lowercase() != owner.to_lowercase()) {
        return Err(format!("option {} is {owner}'s", numbers[0]));
    }
    let ordered = |asked: &OpenQuestion| asked.who == *owner && matches!(asked.question.shape, Shape::OrderOf(_));
    let joined = if open.iter().any(ordered) { " then " } else { " and " };
    let words = picked.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(joined);
    Ok(Some(Said { who: owner.clone(), words }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered() -> Vec<Numbered> {
        let one = |who: &str, text: &str| Numbered { who: who.into(), text: text.into() };
        vec![one("Althea", "attack"), one("Althea", "pass"), one("Boy", "run")]
    }

    fn said(words: &str) -> Result<Option<String>, String> {
        by_number(&[], &numbered(), None, words).map(|said| said.map(|said| format!("{}: {}", said.who, said.words)))
    }

    #[test]
    fn numbers_stand_for_options() {
        assert_eq!(said("2"), Ok(Some("Althea: pass".into())));
        assert_eq!(said("3"), Ok(Some("Boy: run".into())));
        assert_eq!(said("2 and 1"), Ok(Some("Althea: pass and attack".into())));
        assert_eq!(said("1,2"), Ok(Some("Althea: attack and pass".into())));
        assert_eq!(said("attack"), Ok(None));
    }

    #[test]
    fn wrong_numbers_are_told() {
        assert_eq!(said("9"), Err("the options have numbers from 1 to 3".into()));
        assert_eq!(said("0"), Err("the options have numbers from 1 to 3".into()));
        assert!(said("1 and 3").is_err());
        assert_eq!(by_number(&[], &numbered(), Some("Boy"), "1"), Err("option 1 is Althea's".into()));
        assert_eq!(by_number(&[], &[], None, "1"), Ok(None));
    }
}
