//! What a record holds against what the rules want.

use crate::fact::Fact;
use crate::question::Answer;
use crate::rulebook::{Rulebook, fitting, seat_name};
use crate::table::Throw;

/// Whether a fact is the faces of this throw.
pub(crate) fn fits(fact: &Fact, throw: &Throw, whose: Option<&str>) -> bool {
    matches!(fact, Fact::Dice { rule, who, sides, faces }
        if rule == throw.rule.id && who.as_deref() == whose && *sides == throw.sides
            && faces.len() == usize::from(throw.count) && faces.iter().all(|face| (1..=throw.sides).contains(face)))
}

pub(super) fn throw_words(throw: &Throw, who: Option<&str>) -> String {
    let whose = who.map(|name| format!(" of {name}")).unwrap_or_default();
    format!("{}d{} for {}{whose} ({})", throw.count, throw.sides, throw.what, throw.rule.id)
}

pub(crate) fn fact_words(fact: &Fact) -> String {
    match fact {
        Fact::Dice { rule, who, sides, faces } => {
            let whose = who.as_deref().map(|name| format!(" of {name}")).unwrap_or_default();
            let shown: Vec<String> = faces.iter().map(u16::to_string).collect();
            format!("{}d{sides}{whose} showing {} ({rule})", faces.len(), shown.join(" "))
        }
        Fact::Answer { to, rule, words, .. } => format!("the answer `{to}: {words}` ({rule})"),
        Fact::Edict { words } => format!("the edict `{words}`"),
        Fact::Rest { digest } => format!("a resting point with digest {digest}"),
        Fact::Standing(said) => format!("what {} always answers to `{}`", said.to, said.topic),
        Fact::Cut { .. } | Fact::Replace { .. } => "a change of the record itself".into(),
    }
}

/// Which of the questions this fact answers, how, and whether nobody was asked.
pub(crate) fn recorded<R: Rulebook>(fight: &R, asks: &[R::Ask], fact: &Fact) -> Option<(usize, Answer<R::Act>, bool)> {
    let Fact::Answer { to, rule, words, auto } = fact else { return None };
    asks.iter().enumerate().find_map(|(place, ask)| {
        if !seat_name(fight, fight.seat(ask)).eq_ignore_ascii_case(to) {
            return None;
        }
        let question = fight.question(ask);
        if question.rule.id != rule {
            return None;
        }
        let answer = question.read(words).and_then(|answer| fitting(fight, ask, answer));
        answer.ok().map(|answer| (place, answer, *auto))
    })
}

pub(super) fn wanted_words<R: Rulebook>(fight: &R, asks: &[R::Ask]) -> String {
    let words = asks.iter().map(|ask| {
        let question = fight.question(ask);
        format!("{} to answer `{}` ({})", seat_name(fight, question.to), question.text, question.rule.id)
    });
    words.collect::<Vec<_>>().join(" or ")
}
