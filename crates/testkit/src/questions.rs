//! Questions and events while a fight is played with random answers.

use std::collections::{BTreeMap, BTreeSet};

use quintain_engine::{EDICT, NotTaken, OpenQuestion, Question, Rule, Shape, rule_named};

use crate::battery::{Arena, Battery};
use crate::bout::Bout;
use crate::views::{Watch, values_have_reasons, view_is_sound};
use crate::{Check, claim};

/// Plays `steps` answers of a fight and checks every question, view and event on the way.
///
/// # Errors
/// The first that is not as it should be.
pub fn questions_are_sound(battery: &Battery, arena: &Arena, seed: u64, formalities: bool, steps: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    let mut watch = Watch::default();
    for step in 0..steps {
        questions_now(&bout)?;
        events_are_sound(battery, &bout)?;
        let view =
            view_is_sound(battery.rulebook, &*bout.live, &battery.below_zero).map_err(|what| bout.fault(what))?;
        values_have_reasons(battery.rulebook, &*bout.live, &view, step).map_err(|what| bout.fault(what))?;
        watch.look(battery, &*bout.live, &view).map_err(|what| bout.fault(what))?;
        if !bout.step()? {
            break;
        }
    }
    Ok(())
}

/// Checks every question that is open now.
pub(crate) fn questions_now(bout: &Bout<'_>) -> Check {
    for (place, asked) in bout.open()?.into_iter().enumerate() {
        let text = &asked.question.text;
        let sound = question_is_sound(bout, &asked).and_then(|()| further_refusals_are_sound(bout, &asked, place));
        let sound = sound.and_then(|()| labels_are_sound(bout, &asked, place));
        sound.map_err(|what| bout.fault(format!("`{text}` to {} {what}", asked.who)))?;
    }
    Ok(())
}

/// Every option says what it does in parts, no two of them the same, by verbs of the book; where the book says it at all.
fn labels_are_sound(bout: &Bout<'_>, asked: &OpenQuestion, place: usize) -> Check {
    let verbs = bout.arena.rulebook.verbs();
    if verbs.is_empty() {
        return Ok(());
    }
    let labels = bout.live.labels(place);
    let texts = asked.question.choices().iter().map(|choice| choice.text.as_str());
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for (text, label) in texts.zip(&labels) {
        let Some(label) = label else { return Err(format!("does not say what `{text}` does")) };
        claim(verbs.contains(&label.verb), || format!("has a verb of its own in `{text}`: `{}`", label.verb.key))?;
        if let Some(same) = known.insert(label.doing(), text) {
            return Err(format!("says of `{text}` what it says of `{same}`: {}", label.doing()));
        }
    }
    Ok(())
}

/// What else is refused is no option, and is refused by the rule that is told: some of it, since each is looked for among
/// all.
fn further_refusals_are_sound(bout: &Bout<'_>, asked: &OpenQuestion, place: usize) -> Check {
    let further = bout.live.refusals(place);
    let offered: BTreeSet<String> = asked.question.choices().iter().map(|choice| choice.text.to_lowercase()).collect();
    for refused in &further {
        let (text, rule) = (&refused.text, refused.refusal.rule.id);
        let known = rule == EDICT.id || rule_named(bout.arena.rulebook, rule).is_some();
        claim(known, || format!("refuses `{text}` by `{rule}`, which is not in the registry"))?;
        claim(!offered.contains(&text.to_lowercase()), || format!("offers and refuses `{text}`"))?;
    }
    for refused in further.iter().step_by(further.len().div_ceil(4).max(1)) {
        let taken = bout.live.offered(&asked.who, &refused.text);
        claim(taken.is_err(), || format!("takes `{}`, which it refuses", refused.text))?;
    }
    Ok(())
}

fn events_are_sound(battery: &Battery, bout: &Bout<'_>) -> Check {
    let log = bout.live.log();
    for event in log {
        for rule in std::iter::once(&event.rule).chain(&event.also) {
            rule_is_known(battery, rule).map_err(|what| bout.fault(format!("`{event}` {what}")))?;
        }
        claim(!event.text.trim().is_empty(), || bout.fault(format!("an event of `{}` says nothing", event.rule)))?;
        let causes = event.cause.is_none_or(|cause| (cause.0 as usize) < log.len());
        claim(causes, || bout.fault(format!("the cause of `{event}` does not exist")))?;
    }
    Ok(())
}

fn rule_is_known(battery: &Battery, rule: &Rule) -> Check {
    let known = rule.id == EDICT.id || rule_named(battery.rulebook, rule.id).is_some_and(|found| found == rule);
    claim(known, || format!("cites `{}`, which is not in the registry", rule.id))
}

fn question_is_sound(bout: &Bout<'_>, asked: &OpenQuestion) -> Check {
    let question = &asked.question;
    let known = rule_named(bout.arena.rulebook, question.rule.id).is_some();
    claim(known, || format!("cites `{}`, which is not in the registry", question.rule.id))?;
    claim(!question.text.trim().is_empty(), || "has no text".into())?;
    let topics = bout.arena.rulebook.topics();
    let topic = topics.iter().find(|topic| topic.key == asked.topic);
    claim(topics.is_empty() || topic.is_some_and(|topic| topic.rule == question.rule), || {
        format!("is of the kind `{}` by `{}`, which is none of the book's", asked.topic, question.rule)
    })?;
    shape_is_sound(question)?;
    let words = question.write(&question.default);
    let default = question.read(&words);
    let shape = !matches!((&question.shape, &question.default), (Shape::OneOf(..), answer) if answer.one().is_none());
    claim(shape && default.as_ref() == Ok(&question.default), || {
        format!("has a default that is not legal: `{words}`")
    })?;
    let mut texts = BTreeSet::new();
    for (place, choice) in question.choices().iter().enumerate() {
        let text = &choice.text;
        claim(texts.insert(text.to_lowercase()), || format!("offers `{text}` twice"))?;
        claim(text.trim() == text && !text.is_empty(), || format!("offers `{text}`, with blanks about it or empty"))?;
        if let Shape::OneOf(..) = question.shape {
            let read = question.read(text);
            claim(read.as_ref().is_ok_and(|answer| answer.one() == Some(place)), || {
                format!("offers `{text}` and reads it as {read:?}")
            })?;
        }
    }
    refusals_are_sound(bout, question, &texts)?;
    offered_are_taken(bout, asked)
}

fn shape_is_sound(question: &Question<usize>) -> Check {
    let enough = match &question.shape {
        Shape::OneOf(_, of) => !of.is_empty(),
        Shape::OrderOf(of) => !of.is_empty(),
        Shape::Several { of, least, most, .. } => !of.is_empty() && *least <= of.len() && least <= most,
        Shape::Number { least, most } => least <= most,
        Shape::Path { of, .. } => !of.is_empty(),
        Shape::Text => true,
    };
    claim(enough, || "has no legal answer".into())
}

fn refusals_are_sound(bout: &Bout<'_>, question: &Question<usize>, offered: &BTreeSet<String>) -> Check {
    for refused in &question.refused {
        let (text, rule) = (&refused.text, refused.refusal.rule.id);
        let known = rule_named(bout.arena.rulebook, rule).is_some();
        claim(known, || format!("refuses `{text}` by `{rule}`, which is not in the registry"))?;
        claim(!offered.contains(&text.to_lowercase()), || format!("offers and refuses `{text}`"))?;
        if let Shape::OneOf(..) = question.shape {
            let read = question.read(text);
            let told = matches!(read, Err(NotTaken::Refused(_)));
            claim(told, || format!("refuses `{text}` and reads it as {read:?}"))?;
        }
    }
    Ok(())
}

/// What is offered is taken from the seat that is asked: a few of the options, since each is looked for among all.
fn offered_are_taken(bout: &Bout<'_>, asked: &OpenQuestion) -> Check {
    let question = &asked.question;
    let taken = |words: &str| {
        let offered = bout.live.offered(&asked.who, words);
        offered.map_err(|fault| format!("does not take `{words}` from {}: {fault}", asked.who))
    };
    if let Shape::OneOf(_, of) = &question.shape {
        let stride = of.len().div_ceil(12).max(1);
        for choice in of.iter().step_by(stride) {
            taken(&choice.text)?;
        }
    }
    for refused in question.refused.iter().take(6) {
        let offered = bout.live.offered(&asked.who, &refused.text);
        claim(offered.is_err(), || format!("takes `{}`, which it refuses", refused.text))?;
    }
    taken(&question.write(&question.default))
}
