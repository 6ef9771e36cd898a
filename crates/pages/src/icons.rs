//! Which icon stands for which verb and condition.

use quintain_engine::{Condition, Group, Mood, Verb};

/// Verbs with an icon of their own, by a word of their key.
const VERBS: &[(&str, &str)] = &[
    ("charge", "charge"),
    ("run", "run"),
    ("sprint", "run"),
    ("dash", "run"),
    ("flee", "run"),
    ("retreat", "run"),
    ("prepare", "ready"),
    ("ready", "ready"),
    ("hold", "ready"),
    ("delay", "ready"),
    ("expose", "crack"),
    ("disarm", "crack"),
    ("break", "crack"),
    ("heal", "heal"),
    ("cure", "heal"),
    ("aid", "heal"),
    ("pray", "heal"),
    ("hide", "eye"),
    ("look", "eye"),
    ("search", "eye"),
    ("swap", "bag"),
    ("speak", "speak"),
    ("whisper", "speak"),
    ("shout", "speak"),
    ("decline", "close"),
    ("nothing", "end"),
];

/// The icon of a verb.
pub(crate) fn icon_of(verb: &Verb) -> &'static str {
    let own = VERBS.iter().find(|(word, _)| verb.key.split('-').any(|part| part == *word));
    own.map_or_else(|| group_icon(verb.group), |(_, icon)| icon)
}

/// The icon of a kind of doing.
pub(crate) fn group_icon(group: Group) -> &'static str {
    match group {
        Group::Move => "move",
        Group::Attack => "sword",
        Group::Power => "spark",
        Group::Guard => "wall",
        Group::Help => "heal",
        Group::Gear => "bag",
        Group::Word => "speak",
        Group::Wait => "ready",
        Group::End => "end",
        Group::Answer => "check",
    }
}

/// Conditions with an icon of their own, by a word of their kind's key.
const CONDITIONS: &[(&str, &str)] = &[
    ("bleed", "drop"),
    ("wound", "drop"),
    ("poison", "drop"),
    ("slow", "snail"),
    ("stun", "bolt"),
    ("daze", "bolt"),
    ("burn", "flame"),
    ("prone", "minus"),
    ("down", "minus"),
    ("ready", "ready"),
    ("readied", "ready"),
    ("prepared", "ready"),
    ("held", "ready"),
    ("holding", "ready"),
    ("hidden", "eye"),
    ("invisible", "eye"),
    ("guard", "wall"),
    ("cover", "wall"),
    ("shield", "wall"),
    ("poem", "note"),
    ("weak", "crack"),
    ("expose", "crack"),
    ("fear", "warn"),
];

/// The icon of a condition: its own, or that of its mood.
pub(crate) fn condition_icon(condition: &Condition) -> &'static str {
    let Some(kind) = condition.kind else { return "note" };
    let own = CONDITIONS.iter().find(|(word, _)| kind.key.split('-').any(|part| part.starts_with(word)));
    match (own, kind.mood) {
        (Some((_, icon)), _) => icon,
        (None, Mood::Bad) => "minus",
        (None, Mood::Good) => "plus",
        (None, Mood::Plain) => "note",
    }
}
