//! Edicts: what the GM changes by hand between questions. They stand in the record like everything else.

use std::fmt;

use quintain_field::{Site, Square};

use crate::temper::Minded;

/// One change by the GM.
#[derive(Clone, Debug, PartialEq)]
pub enum Edict {
    /// `set Althea.sta 5`: a value of a combatant.
    Set {
        /// The combatant's name.
        who: String,
        /// The value's name.
        key: String,
        /// The new value.
        value: String,
    },
    /// `set round 3`: a value of the fight.
    SetFight {
        /// The value's name.
        key: String,
        /// The new value.
        value: String,
    },
    /// `move Althea to C4`.
    Move {
        /// The combatant's name.
        who: String,
        /// The square.
        to: Square,
    },
    /// `add wolf as Wolf 4 to monsters at C3`.
    Add {
        /// The pack entry.
        is: String,
        /// Its name in the fight.
        name: String,
        /// Its side.
        side: String,
        /// Where it stands, on a map.
        at: Option<Square>,
    },
    /// `remove Althea`: takes a combatant out of the fight.
    Remove {
        /// The combatant's name.
        who: String,
    },
    /// `give Althea bound`.
    Give {
        /// The combatant's name.
        who: String,
        /// The condition.
        condition: String,
    },
    /// `take bound from Althea`.
    Take {
        /// The combatant's name.
        who: String,
        /// The condition.
        condition: String,
    },
    /// `clear B2-B3`: what stands or lies at a place is taken away as if it had never been. A door is wall from then on, a trap
    /// or dangerous ground is gone.
    Clear {
        /// The place.
        site: Site,
    },
    /// `kindle NAME` and `douse NAME`: a light burns from now on, or does not.
    Light {
        /// The light's name.
        name: String,
        /// Whether it burns.
        lit: bool,
    },
    /// `die 1 = 5`: the face of a die already thrown, counted back from the last.
    Die {
        /// How far back: 1 is the last die.
        back: usize,
        /// The face that it shall show.
        face: u16,
    },
    /// `end`, or `end heroes`: ends the fight, for a side or for nobody.
    End {
        /// The side that wins, if one does.
        winner: Option<String>,
    },
}

/// Why words are no edict.
#[derive(Clone, Debug, PartialEq)]
pub struct NotAnEdict(pub String);

impl fmt::Display for NotAnEdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The forms that [`Edict::parse`] knows, for help texts.
pub const FORMS: &[&str] = &[
    "set NAME.VALUE NUMBER-OR-WORD",
    "set VALUE NUMBER-OR-WORD",
    "move NAME to SQUARE",
    "add ENTRY as NAME to SIDE [at SQUARE]",
    "remove NAME",
    "give NAME CONDITION",
    "take CONDITION from NAME",
    "die N = FACE",
    "clear SQUARE-OR-EDGE",
    "kindle LIGHT",
    "douse LIGHT",
    "temper NAME TEMPERAMENT",
    "end [SIDE]",
];

impl Edict {
    /// The words with which edicts begin; the last four are said or shown, and change nothing of the fight.
    pub const VERBS: [&str; 16] = [
        "set", "move", "add", "remove", "give", "take", "clear", "kindle", "douse", "temper", "die", "end", "say",
        "whisper", "conceal", "reveal",
    ];

    /// The name of the combatant that it is about.
    pub fn whom(&self) -> Option<&str> {
        match self {
            Edict::Set { who, .. }
            | Edict::Move { who, .. }
            | Edict::Add { name: who, .. }
            | Edict::Remove { who }
            | Edict::Give { who, .. }
            | Edict::Take { who, .. } => Some(who),
            Edict::SetFight { .. }
            | Edict::Clear { .. }
            | Edict::Light { .. }
            | Edict::Die { .. }
            | Edict::End { .. } => None,
        }
    }

    /// Whether these words begin like an edict; an answer of the GM that begins so must be spelt out in full.
    pub fn looks_like(words: &str) -> bool {
        let first = words.split_whitespace().next().unwrap_or_default().to_lowercase();
        Self::VERBS.contains(&&*first)
    }

    /// Reads an edict. `names` are the combatants, so that names with blanks are found.
    ///
    /// # Errors
    /// Says which form would have been right.
    pub fn parse(words: &str, names: &[&str]) -> Result<Edict, NotAnEdict> {
        let words = words.trim();
        let (verb, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        let form = |text: &str| NotAnEdict(format!("an edict of this kind reads `{text}`"));
        match verb.to_lowercase().as_str() {
            "set" => parse_set(rest, names).ok_or_else(|| form(FORMS[0])),
            "move" => {
                let (who, to) = split_word(rest, " to ").ok_or_else(|| form(FORMS[2]))?;
                Ok(Edict::Move { who: who.into(), to: square(to)? })
            }
            "add" => parse_add(rest)?.ok_or_else(|| form(FORMS[3])),
            "remove" if !rest.is_empty() => Ok(Edict::Remove { who: rest.into() }),
            "give" => {
                let (who, condition) = split_name(rest, names, ' ').ok_or_else(|| form(FORMS[5]))?;
                Ok(Edict::Give { who, condition })
            }
            "take" => {
                let (condition, who) = split_word(rest, " from ").ok_or_else(|| form(FORMS[6]))?;
                Ok(Edict::Take { who: who.into(), condition: condition.into() })
            }
            "clear" => match rest.parse() {
                Ok(site) => Ok(Edict::Clear { site }),
                Err(problem) => Err(NotAnEdict(problem.to_string())),
            },
            "kindle" | "douse" if !rest.is_empty() => {
                Ok(Edict::Light { name: rest.into(), lit: verb.eq_ignore_ascii_case("kindle") })
            }
            "temper" => {
                let (who, value) =
                    rest.rsplit_once(char::is_whitespace).ok_or_else(|| form("temper NAME TEMPERAMENT"))?;
                Ok(Edict::Set { who: who.trim().into(), key: Minded::KEY.into(), value: value.to_lowercase() })
            }
            "die" => {
                let (back, face) = rest.split_once('=').ok_or_else(|| form(FORMS[7]))?;
                match (back.trim().parse(), face.trim().parse()) {
                    (Ok(back), Ok(face)) if back >= 1 && face >= 1 => Ok(Edict::Die { back, face }),
                    _ => Err(form(FORMS[7])),
                }
            }
            "end" => Ok(Edict::End { winner: (!rest.is_empty()).then(|| rest.into()) }),
            _ => Err(NotAnEdict(format!(
                "`{verb}` is no edict; the GM can {}; {}; {}",
                FORMS.join("; "),
                crate::spoken::FORMS.join("; "),
                crate::veil::FORMS.join("; ")
            ))),
        }
    }
}

fn square(word: &str) -> Result<Square, NotAnEdict> {
    word.trim().parse().map_err(|_| NotAnEdict(format!("`{}` is no square; squares look like C4", word.trim())))
}

fn split_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let (left, right) = text.rsplit_once(word)?;
    let (left, right) = (left.trim(), right.trim());
    (!left.is_empty() && !right.is_empty()).then_some((left, right))
}

/// Splits `text` behind the longest of the names, at `by`; without a known name, behind the first word.
fn split_name(text: &str, names: &[&str], by: char) -> Option<(String, String)> {
    let lower = text.to_lowercase();
    let known = names
        .iter()
        .filter(|name| {
            let name = name.to_lowercase();
            lower.strip_prefix(&name).is_some_and(|rest| rest.starts_with(by))
        })
        .max_by_key(|name| name.len());
    let (who, rest) = match known {
        // Lower-casing may change a name's length; count characters, not bytes.
        Some(name) => {
            let end = text.char_indices().nth(name.chars().count()).map_or(text.len(), |(place, _)| place);
            (name.to_string(), text.get(end..)?.trim_start_matches(by))
        }
        None => {
            let (who, rest) = text.split_once(by)?;
            (who.to_string(), rest)
        }
    };
    let rest = rest.trim();
    (!rest.is_empty()).then(|| (who, rest.to_string()))
}

fn parse_set(rest: &str, names: &[&str]) -> Option<Edict> {
    let end = |text: &str| text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len());
    let split = |text: &str| {
        let (key, value) = text.split_at_checked(end(text))?;
        let value = value.trim_start();
        let value = value.strip_prefix('=').or_else(|| value.strip_prefix("to ")).unwrap_or(value).trim();
        (!key.is_empty() && !value.is_empty()).then(|| (key.to_lowercase(), value.to_string()))
    };
    if let Some((who, key_value)) = split_name(rest, names, '.') {
        let known = names.iter().any(|name| name.to_lowercase() == who.to_lowercase());
        // The point of a number such as `set speed 1.5` parts no name from its value.
        if known || key_value.starts_with(char::is_alphabetic) {
            let (key, value) = split(&key_value)?;
            return Some(Edict::Set { who, key, value });
        }
    }
    let (key, value) = split(rest)?;
    Some(Edict::SetFight { key, value })
}

fn parse_add(rest: &str) -> Result<Option<Edict>, NotAnEdict> {
    let (head, at) = match split_word(rest, " at ") {
        Some((head, at)) => (head, Some(square(at)?)),
        None => (rest, None),
    };
    Ok(split_word(head, " to ").and_then(|(head, side)| {
        let (is, name) = split_word(head, " as ").unwrap_or((head, head));
        (!is.is_empty()).then(|| Edict::Add { is: is.into(), name: name.into(), side: side.into(), at })
    }))
}

impl fmt::Display for Edict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edict::Set { who, key, value } => write!(f, "set {who}.{key} {}{value}", sign(value)),
            Edict::SetFight { key, value } => write!(f, "set {key} {}{value}", sign(value)),
            Edict::Move { who, to } => write!(f, "move {who} to {to}"),
            Edict::Add { is, name, side, at: Some(at) } => write!(f, "add {is} as {name} to {side} at {at}"),
            Edict::Add { is, name, side, at: None } => write!(f, "add {is} as {name} to {side}"),
            Edict::Remove { who } => write!(f, "remove {who}"),
            Edict::Give { who, condition } => write!(f, "give {who} {condition}"),
            Edict::Take { who, condition } => write!(f, "take {condition} from {who}"),
            Edict::Clear { site } => write!(f, "clear {site}"),
            Edict::Light { name, lit: true } => write!(f, "kindle {name}"),
            Edict::Light { name, lit: false } => write!(f, "douse {name}"),
            Edict::Die { back, face } => write!(f, "die {back} = {face}"),
            Edict::End { winner: Some(side) } => write!(f, "end {side}"),
            Edict::End { winner: None } => f.write_str("end"),
        }
    }
}

/// A value that begins like the sign or word before a value needs one in front.
fn sign(value: &str) -> &'static str {
    if value.starts_with('=') || value.starts_with("to ") { "= " } else { "" }
}
