//! Which icon stands for which verb and condition.

use quintain_engine::{Condition, Group, Mood, Verb};

/// Verbs with an icon of their own, by how a word of their key begins; the first that fits.
const VERBS: &[(&str, &str)] = &[
    ("charge", "charge"),
    ("run", "run"),
    ("sprint", "run"),
    ("dash", "run"),
    ("flee", "run"),
    ("retreat", "run"),
    ("climb", "climb"),
    ("jump", "jump"),
    ("leap", "jump"),
    ("fly", "fly"),
    ("dive", "fly"),
    ("swim", "swim"),
    ("submerge", "swim"),
    ("surface", "swim"),
    ("stand", "stand"),
    ("lie", "prone"),
    ("prepare", "ready"),
    ("ready", "ready"),
    ("hold", "ready"),
    ("delay", "clock"),
    ("wait", "clock"),
    ("expose", "crack"),
    ("disarm", "crack"),
    ("break", "crack"),
    ("grapple", "wrestle"),
    ("grab", "grab"),
    ("shove", "push"),
    ("push", "push"),
    ("trip", "fall"),
    ("throw", "throw"),
    ("shoot", "bow"),
    ("heal", "heal"),
    ("cure", "heal"),
    ("tend", "heal"),
    ("stabil", "heal"),
    ("aid", "help"),
    ("help", "help"),
    ("rest", "sleep"),
    ("pray", "pray"),
    ("cast", "spell"),
    ("activate", "spell"),
    ("sing", "note"),
    ("parry", "parry"),
    ("dodge", "dodge"),
    ("evade", "dodge"),
    ("hide", "hidden"),
    ("look", "search"),
    ("search", "search"),
    ("open", "door"),
    ("shut", "door"),
    ("lock", "lock"),
    ("unlock", "unlock"),
    ("swap", "swap"),
    ("switch", "swap"),
    ("reload", "reload"),
    ("draw", "hand"),
    ("pick", "hand"),
    ("give", "give"),
    ("take", "take"),
    ("drink", "drink"),
    ("light", "light"),
    ("speak", "speak"),
    ("whisper", "speak"),
    ("shout", "shout"),
    ("decline", "close"),
    ("nothing", "end"),
];

/// The icon of a verb.
pub(crate) fn icon_of(verb: &Verb) -> &'static str {
    let own = VERBS.iter().find(|(word, _)| verb.key.split('-').any(|part| part.starts_with(word)));
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

/// Conditions with an icon of their own, by how a word of their kind's key begins; the first that fits.
const CONDITIONS: &[(&str, &str)] = &[
    ("dead", "skull"),
    ("dying", "skull"),
    ("unconscious", "sleep"),
    ("asleep", "sleep"),
    ("sleep", "sleep"),
    ("bleed", "drop"),
    ("blood", "drop"),
    ("wound", "wound"),
    ("mangled", "wound"),
    ("mutilated", "wound"),
    ("scar", "wound"),
    ("poison", "poison"),
    ("sick", "poison"),
    ("slow", "snail"),
    ("hinder", "snail"),
    ("stun", "stun"),
    ("daze", "swirl"),
    ("confus", "swirl"),
    ("deliri", "swirl"),
    ("burn", "fire"),
    ("fire", "fire"),
    ("cold", "cold"),
    ("froz", "cold"),
    ("frost", "cold"),
    ("prone", "prone"),
    ("fall", "fall"),
    ("down", "prone"),
    ("ready", "ready"),
    ("readied", "ready"),
    ("prepared", "ready"),
    ("held", "grab"),
    ("holding", "ready"),
    ("bind", "chain"),
    ("bound", "chain"),
    ("paraly", "chain"),
    ("petrif", "stone"),
    ("restrain", "net"),
    ("entangle", "net"),
    ("net", "net"),
    ("web", "web"),
    ("grap", "wrestle"),
    ("root", "root"),
    ("stuck", "root"),
    ("blind", "blind"),
    ("deaf", "deaf"),
    ("silen", "silence"),
    ("mute", "mute"),
    ("hidden", "hidden"),
    ("invisible", "hidden"),
    ("vanished", "hidden"),
    ("guard", "wall"),
    ("cover", "cover"),
    ("shield", "wall"),
    ("ward", "wall"),
    ("poem", "note"),
    ("song", "note"),
    ("charm", "heart"),
    ("love", "heart"),
    ("fear", "fear"),
    ("afraid", "fear"),
    ("fright", "fear"),
    ("intimid", "fear"),
    ("weak", "weak"),
    ("impair", "weak"),
    ("exhaust", "weak"),
    ("expose", "crack"),
    ("open", "crack"),
    ("strong", "strong"),
    ("rag", "strong"),
    ("in-water", "water"),
    ("water", "water"),
    ("drown", "water"),
    ("swim", "swim"),
    ("fly", "fly"),
    ("aloft", "fly"),
    ("rid", "mount"),
    ("mount", "mount"),
    ("dark", "dark"),
    ("lit", "light"),
    ("concentrat", "spell"),
    ("sustain", "spell"),
    ("bless", "pray"),
    ("pray", "pray"),
    ("mark", "target"),
    ("aim", "aim"),
    ("inspir", "star"),
    ("clock", "clock"),
];

/// The icon of a condition: its own, or that of its mood.
pub(crate) fn condition_icon(condition: &Condition) -> &'static str {
    let Some(kind) = condition.kind else { return "flag" };
    let fits = |word: &str| kind.key.starts_with(word) || kind.key.split('-').any(|part| part.starts_with(word));
    let own = CONDITIONS.iter().find(|(word, _)| fits(word));
    match (own, kind.mood) {
        (Some((_, icon)), _) => icon,
        (None, Mood::Bad) => "down",
        (None, Mood::Good) => "up",
        (None, Mood::Plain) => "flag",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_named_here_can_be_drawn() {
        let drawn: Vec<&str> = quintain_draw::icons().collect();
        for (word, icon) in VERBS.iter().chain(CONDITIONS) {
            assert!(drawn.contains(icon), "{word}: there is no icon {icon}");
        }
        for icon in
            ["up", "down", "flag", "move", "sword", "spark", "wall", "heal", "bag", "speak", "ready", "end", "check"]
        {
            assert!(drawn.contains(&icon), "there is no icon {icon}");
        }
    }
}
