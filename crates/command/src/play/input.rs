//! What a typed line means.

/// What a typed line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Nothing was typed.
    Nothing,
    /// `help`
    Help,
    /// `?`: what can be done, and what not.
    Options,
    /// `undo`
    Undo,
    /// `odds`, `odds attack`
    Odds(Option<String>),
    /// `why`, `why 12`
    Why(Option<usize>),
    /// `why Althea.armor`
    WhyValue(String),
    /// `log`
    Log,
    /// `rules`, `rules attack.armor`
    Rules(Option<String>),
    /// `map`
    Map,
    /// `state` or `view`
    State,
    /// `judged`, `judged 12: enhanced`: what went by without asking, and another answer to it.
    Judged(Option<(usize, String)>),
    /// `standing`: what the seats always answer.
    Standing,
    /// `ask again`, `ask again Althea about defence`: takes standing answers back.
    AskAgain(String),
    /// `gm: set Althea.sta 3`
    Gm(String),
    /// `quit`
    Quit,
    /// Anything else is an answer, perhaps with the name of the one who gives it in front.
    Answer {
        /// Who answers, where it is said.
        who: Option<String>,
        /// What.
        words: String,
    },
}

/// What can be typed, with what it does.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("?", "what you can do, with hints, and what you cannot do and why"),
    ("NUMBER or WORDS", "answer with an option: its number, its text, or the beginning of it"),
    ("NAME: WORDS", "answer for this one, where several are asked"),
    ("undo", "take the last decision back; dice that were thrown stay as they fell"),
    ("odds [ANSWER]", "what may follow from an answer, or from each of them"),
    ("why [N]", "how the last throw came about, or the event with this number"),
    ("why NAME.VALUE", "what makes a value what it is: why Althea.armor"),
    ("log", "everything so far, numbered"),
    ("rules [ID]", "what a rule says, or the names of all"),
    ("always ANSWER", "answer so now and each time the same is asked; `never` declines from now on"),
    ("… unless it could fell me", "behind either: ask me all the same where it could take me out"),
    (
        "… against NAME, … this round",
        "behind either: only where that one, or one of that kind, brings it about; only so long",
    ),
    ("judged", "what was decided without asking since the last answer: judgements, tactics, standing answers"),
    ("judged N: ANSWER", "decide that otherwise; what came of it is played again"),
    ("standing", "what has been answered so, for everybody"),
    ("ask again [NAME [about KIND]]", "take such answers back"),
    ("state", "everyone with their values and conditions"),
    ("map", "who stands where"),
    ("gm: EDICT", "change something by hand; a wrong edict lists the right ones"),
    ("quit", "leave; with --record you can go on later"),
];

/// Reads a line. `names` are those who can answer.
pub(crate) fn read(line: &str, names: &[String]) -> Input {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let given = (!rest.is_empty()).then(|| rest.to_owned());
    match (first.to_lowercase().as_str(), &given) {
        ("", _) => return Input::Nothing,
        ("?", None) => return Input::Options,
        ("help", None) => return Input::Help,
        ("undo", None) => return Input::Undo,
        ("log", None) => return Input::Log,
        ("map", None) => return Input::Map,
        ("state" | "view", None) => return Input::State,
        ("standing", None) => return Input::Standing,
        ("judged", None) => return Input::Judged(None),
        ("judged", Some(rest)) => {
            if let Some((Ok(place), words)) = rest.split_once(':').map(|(place, words)| (place.trim().parse(), words)) {
                return Input::Judged(Some((place, words.trim().to_owned())));
            }
        }
        ("quit" | "exit", None) => return Input::Quit,
        ("odds", _) => return Input::Odds(given),
        ("rules", _) => return Input::Rules(given),
        ("why", None) => return Input::Why(None),
        ("why", Some(number)) => {
            if let Ok(number) = number.parse() {
                return Input::Why(Some(number));
            }
            if number.contains('.') {
                return Input::WhyValue(number.clone());
            }
        }
        _ => {}
    }
    if let Some(whose) = line.strip_prefix("ask again").filter(|whose| whose.is_empty() || whose.starts_with(' ')) {
        return Input::AskAgain(whose.trim().to_owned());
    }
    if let Some((who, words)) = line.split_once(':') {
        let (who, words) = (who.trim(), words.trim().to_owned());
        if who.eq_ignore_ascii_case("gm") {
            return Input::Gm(words);
        }
        if let Some(name) = names.iter().find(|name| name.to_lowercase() == who.to_lowercase()) {
            return Input::Answer { who: Some(name.clone()), words };
        }
    }
    Input::Answer { who: None, words: line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Input {
        read(line, &["Althea".to_owned(), "Bandit 2".to_owned()])
    }

    fn answer(who: Option<&str>, words: &str) -> Input {
        Input::Answer { who: who.map(str::to_owned), words: words.to_owned() }
    }

    #[test]
    fn commands_are_single_words_and_everything_else_is_an_answer() {
        assert_eq!(said("  "), Input::Nothing);
        assert_eq!(said(" ? "), Input::Options);
        assert_eq!(said("Undo"), Input::Undo);
        assert_eq!(said("map of the bay"), answer(None, "map of the bay"));
        assert_eq!(said("odds"), Input::Odds(None));
        assert_eq!(said("odds attack Cyclops"), Input::Odds(Some("attack Cyclops".into())));
        assert_eq!(said("why 12"), Input::Why(Some(12)));
        assert_eq!(said("why Bandit 2.armor"), Input::WhyValue("Bandit 2.armor".into()));
        assert_eq!(said("why not"), answer(None, "why not"));
        assert_eq!(said("rules attack.armor"), Input::Rules(Some("attack.armor".into())));
        assert_eq!(said("2"), answer(None, "2"));
        assert_eq!(said("standing"), Input::Standing);
        assert_eq!(said("judged"), Input::Judged(None));
        assert_eq!(said("judged 2: enhanced"), Input::Judged(Some((2, "enhanced".into()))));
        assert_eq!(said("ask again"), Input::AskAgain(String::new()));
        assert_eq!(said("ask again Althea about defence"), Input::AskAgain("Althea about defence".into()));
        assert_eq!(said("ask against it"), answer(None, "ask against it"));
    }

    #[test]
    fn a_name_in_front_says_who_answers() {
        assert_eq!(said("althea: 2"), answer(Some("Althea"), "2"));
        assert_eq!(said("Bandit 2:dodge"), answer(Some("Bandit 2"), "dodge"));
        assert_eq!(said("Nobody: dodge"), answer(None, "Nobody: dodge"));
        assert_eq!(said("GM: set Althea.sta 3"), Input::Gm("set Althea.sta 3".into()));
    }
}
