//! The registry: every rule has a good id, a summary, and a house rule that exists.

use std::collections::BTreeSet;

use quintain_engine::{AnyRulebook, Weight, rule_named};

use crate::{Check, claim};

/// Checks ids, summaries and house rules.
///
/// # Errors
/// The first rule that is not as it should be.
pub fn registry_is_sound(rulebook: &dyn AnyRulebook) -> Check {
    let mut ids = BTreeSet::new();
    let keys: Vec<&str> = rulebook.house_rules().iter().map(|house| house.key).collect();
    for section in rulebook.sections() {
        claim(!section.rules.is_empty(), || format!("section `{}` has no rules", section.name))?;
        for rule in section.rules {
            let id = rule.id;
            claim(ids.insert(id), || format!("two rules are called `{id}`"))?;
            claim(is_id(id), || {
                format!("`{id}` is no id: words in lower case parted by dashes, with one to three dots")
            })?;
            let sentence = |text: &str| text.ends_with('.') && !text.ends_with("..") && text.trim() == text;
            claim(sentence(rule.summary), || format!("the summary of `{id}` does not end with a full stop"))?;
            let ruling = rule.ruling.unwrap_or(".");
            claim(sentence(ruling), || format!("the ruling of `{id}` does not end with a full stop"))?;
            if let Some(house) = rule.house {
                claim(keys.contains(&house), || {
                    format!("`{id}` names the house rule `{house}`, which does not exist")
                })?;
            }
        }
    }
    for (place, house) in rulebook.house_rules().iter().enumerate() {
        let key = house.key;
        claim(!keys[..place].contains(&key), || format!("two house rules are called `{key}`"))?;
        claim(key.split('.').all(is_word), || format!("`{key}` is no key of a house rule"))?;
        claim(house.about.ends_with('.'), || {
            format!("what is told of the house rule `{key}` ends without a full stop")
        })?;
        let values: BTreeSet<&str> = house.values.iter().copied().collect();
        claim(values.len() == house.values.len(), || format!("the house rule `{key}` has a value twice"))?;
    }
    topics_are_sound(rulebook)?;
    verbs_are_sound(rulebook)?;
    glossary_is_sound(rulebook)
}

/// Every value and condition has a name, a short one and a gloss, and no other's key.
fn glossary_is_sound(rulebook: &dyn AnyRulebook) -> Check {
    let mut keys = BTreeSet::new();
    for stat in rulebook.stats() {
        claim(keys.insert(stat.key), || format!("two values are called `{}`", stat.key))?;
        is_told(stat.key, (stat.label, stat.short), stat.gloss)?;
    }
    keys.clear();
    for kind in rulebook.conditions() {
        claim(keys.insert(kind.key), || format!("two conditions are called `{}`", kind.key))?;
        is_told(kind.key, (kind.label, kind.short), kind.gloss)?;
        claim(rule_named(rulebook, kind.rule.id).is_some_and(|known| known == kind.rule), || {
            format!("the condition `{}` is of `{}`, which is not in the registry", kind.key, kind.rule)
        })?;
    }
    Ok(())
}

/// Whether something has a key, a name, a short name and a gloss, as pages need them.
fn is_told(key: &str, (name, short): (&str, &str), gloss: &str) -> Check {
    claim(is_word(key), || format!("`{key}` is no key"))?;
    claim(!name.is_empty() && !short.is_empty() && short.chars().count() <= 8, || {
        format!("`{key}` wants a name, and a short one of at most 8 letters, not `{short}`")
    })?;
    claim(gloss.ends_with('.'), || format!("the gloss of `{key}` ends without a full stop"))
}

/// Every verb has a name of its own, a short one, a rule of the book and a gloss.
fn verbs_are_sound(rulebook: &dyn AnyRulebook) -> Check {
    let mut keys = BTreeSet::new();
    for verb in rulebook.verbs() {
        let key = verb.key;
        claim(keys.insert(key), || format!("two verbs are called `{key}`"))?;
        is_told(key, (verb.name, verb.short), verb.gloss)?;
        claim(rule_named(rulebook, verb.rule.id).is_some_and(|known| known == verb.rule), || {
            format!("the verb `{key}` is of `{}`, which is not in the registry", verb.rule)
        })?;
    }
    Ok(())
}

/// Every kind of question has a name of its own, a rule of the book and a line for the guide.
fn topics_are_sound(rulebook: &dyn AnyRulebook) -> Check {
    let mut keys = BTreeSet::new();
    for topic in rulebook.topics() {
        let key = topic.key;
        claim(keys.insert(key), || format!("two kinds of question are called `{key}`"))?;
        claim(is_word(key), || format!("`{key}` is no name of a kind of question"))?;
        claim(rule_named(rulebook, topic.rule.id).is_some_and(|known| known == topic.rule), || {
            format!("the question `{key}` is asked by `{}`, which is not in the registry", topic.rule)
        })?;
        let line = !topic.about.is_empty() && !topic.about.ends_with(['.', '?']) && !topic.about.contains('|');
        claim(line, || format!("`{}` is no line of a table, for the question `{key}`", topic.about))?;
        claim(topic.weight != Weight::Choice, || format!("`{key}` is a decision; a choice is one of no hero"))?;
    }
    Ok(())
}

fn is_id(id: &str) -> bool {
    let parts: Vec<&str> = id.split('.').collect();
    (2..=4).contains(&parts.len()) && parts.into_iter().all(is_word)
}

fn is_word(word: &str) -> bool {
    let good = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    word.split('-').all(good)
}
