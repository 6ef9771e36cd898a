//! Whether expectations hold.

use quintain_content::nearest;

use super::dice::Wanted;
use super::run::Runner;
use super::step::{Expectation, unquoted};
use super::value;
use crate::desk::EDICT;
use crate::event::Event;
use crate::face::{Waiting, rule_named};
use crate::live::{Fault, SCRIPT_ROUND_LIMIT};
use crate::question::NotTaken;
use crate::rule::Rule;
use crate::rulebook::Outcome;

/// Whether it holds, and what is.
type Checked = Result<(bool, String), String>;

impl Runner<'_> {
    /// Checks an expectation.
    ///
    /// # Errors
    /// Says what was expected and what is.
    pub fn expect(&mut self, not: bool, what: &Expectation) -> Result<(), String> {
        let (wanted, (holds, is)) = match what {
            Expectation::Asked(who) => (format!("{who} to be asked"), self.asked(who, not)?),
            Expectation::Illegal { who, words } => {
                (format!("`{who}: {words}` to be illegal"), self.illegal(who, words, not)?)
            }
            Expectation::Offered { who, words } => {
                (format!("`{who}: {words}` to be offered"), self.offered(who, words, not)?)
            }
            Expectation::Log(text) => (format!("the log to say \"{text}\""), self.logged(text)),
            Expectation::Rule(id) => (format!("rule {id} to be cited"), self.cited_since(id)?),
            Expectation::Over(side) => (over_words(side.as_deref()), self.over(side.as_deref())?),
            Expectation::Dice(dice) => (dice_words(dice.as_deref()), self.dice_wanted(dice.as_deref())?),
            Expectation::State(words) => (words.clone(), self.is_so(words, not)?),
        };
        match holds != not {
            true => Ok(()),
            false => Err(format!("expected {}{wanted}, but {is}", if not { "not " } else { "" })),
        }
    }

    /// Whether something is so, and what is. It may have been so at any moment since the last step; that it is not so is said
    /// of now.
    fn is_so(&self, words: &str, not: bool) -> Checked {
        let now = value::look(&*self.live, words)?;
        if now.holds || not {
            return Ok((now.holds, now.is));
        }
        // What was passed by may have known less: somebody who has come since, a value that nobody had.
        let before = self.moments.iter().rev().filter_map(|moment| value::look(&*moment.live, words).ok());
        let found = before.into_iter().find(|found| found.holds);
        Ok(found.map_or((false, now.is), |found| (true, found.is)))
    }

    /// The name must be somebody's: a misspelt one would make half of all expectations hold.
    fn known(&self, who: &str) -> Result<(), String> {
        let view = self.live.view();
        match who.eq_ignore_ascii_case("gm") || view.combatant(who).is_some() {
            true => Ok(()),
            false => Err(value::nobody(&view, who)),
        }
    }

    fn asked(&self, who: &str, not: bool) -> Checked {
        self.known(who)?;
        Ok((self.is_asked(who, not), self.live.who_is_asked().join("; ")))
    }

    fn illegal(&mut self, who: &str, words: &str, not: bool) -> Checked {
        self.known(who)?;
        let (words, id) = parted(words);
        let words = &unquoted(words);
        let by = match id {
            Some(id) => Some(self.rule(id).ok_or_else(|| self.no_rule(id))?),
            None => None,
        };
        match (self.taking(who, words), by) {
            (Ok(_), _) => Ok((false, "it is legal".into())),
            (Err(fault @ Fault::NotAsked { .. }), _) => {
                Err(format!("{fault}; an answer is illegal only for those who are asked (`expect not asked {who}`)"))
            }
            (Err(Fault::NotTaken { why: why @ NotTaken::Ambiguous(_), .. }), _) => Err(format!("`{words}` {why}")),
            (Err(Fault::NotTaken { why: NotTaken::Refused(refusal), .. }), by) => {
                self.cite(refusal.rule);
                let named = by.is_none_or(|by| by == refusal.rule);
                if named && !not {
                    self.remark(format!("illegal: {refusal}"));
                }
                Ok((named, format!("what refuses it is {}: {}", refusal.rule.id, refusal.why)))
            }
            (Err(fault), Some(by)) => Err(format!("expected {} to refuse it, but {fault}", by.id)),
            (Err(fault), None) => {
                self.not_known(words);
                self.remark(format!("illegal: {fault}"));
                Ok((true, fault.to_string()))
            }
        }
    }

    fn offered(&mut self, who: &str, words: &str, not: bool) -> Checked {
        self.known(who)?;
        Ok(match self.taking(who, words) {
            Ok(_) => (true, "it is".into()),
            Err(fault) => {
                match &fault {
                    Fault::NotTaken { why: NotTaken::Refused(refusal), .. } => self.cite(refusal.rule),
                    Fault::NotTaken { why: NotTaken::Ambiguous(_), .. } => {}
                    _ if not => self.not_known(words),
                    _ => {}
                }
                (false, fault.to_string())
            }
        })
    }

    fn logged(&self, text: &str) -> (bool, String) {
        let wanted = text.to_lowercase();
        let said = self.since().iter().map(ToString::to_string).find(|line| line.to_lowercase().contains(&wanted));
        match said {
            Some(line) => (true, format!("it says: {line}")),
            None => (false, "since the last step it does not".into()),
        }
    }

    fn cited_since(&self, id: &str) -> Checked {
        let rule = self.rule(id).ok_or_else(|| self.no_rule(id))?;
        if self.since().iter().any(|event| event.cites(rule.id)) {
            return Ok((true, "it is".into()));
        }
        let mut ids: Vec<&str> = Vec::new();
        for rule in self.since().iter().flat_map(Event::rules) {
            if !ids.contains(&rule.id) {
                ids.push(rule.id);
            }
        }
        let is = if ids.is_empty() { "no rule is".into() } else { format!("those cited are {}", ids.join(", ")) };
        Ok((false, format!("since the last step {is}")))
    }

    fn over(&self, side: Option<&str>) -> Checked {
        let is = match self.live.waiting() {
            Waiting::Over(words) => format!("the fight is over: {words}"),
            Waiting::Undecided => format!("the fight is undecided after round {SCRIPT_ROUND_LIMIT}, where scripts end"),
            _ => "the fight goes on".into(),
        };
        let outcome = self.live.outcome();
        let holds = match side.map(str::to_lowercase).as_deref() {
            None => outcome.is_some(),
            Some("mutual") => outcome == Some(Outcome::Mutual),
            Some("ended") => outcome == Some(Outcome::Ended),
            Some(side) => {
                let Some(place) = self.sides.iter().position(|name| name.to_lowercase() == side) else {
                    return Err(format!("no side is called `{side}`; the sides are {}", self.sides.join(", ")));
                };
                matches!(outcome, Some(Outcome::Won(winner)) if winner.index() == place)
            }
        };
        Ok((holds, is))
    }

    fn dice_wanted(&self, words: Option<&str>) -> Checked {
        let wanted = Wanted::read(words.unwrap_or_default(), &self.live.view())?;
        if let Some(id) = wanted.rule.as_ref().filter(|id| self.rule(id).is_none()) {
            return Err(self.no_rule(id));
        }
        let waiting = self.live.waiting();
        match &waiting {
            Waiting::Dice { text, .. } => Ok((wanted.is(&waiting), text.clone())),
            _ => Ok((false, self.live.who_is_asked().join("; "))),
        }
    }

    /// The rule of this id, with or without the rulebook's name.
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        if id == EDICT.id { Some(&EDICT) } else { rule_named(self.book, id) }
    }

    /// Says that no rule has this id.
    pub fn no_rule(&self, id: &str) -> String {
        let own = self.book.id();
        let bare = id.strip_prefix(own).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id);
        let known = self.book.sections().iter().flat_map(|section| section.rules.iter()).map(|rule| rule.id);
        match nearest(bare, known) {
            Some(near) => format!("{own} has no rule `{id}`; the nearest is `{near}`"),
            None => format!("{own} has no rule `{id}`"),
        }
    }
}

/// The words of an answer, and the id of the rule that is named behind them, if one is.
fn parted(words: &str) -> (&str, Option<&str>) {
    match words.rsplit_once(" by ") {
        Some((words, id)) if is_id(id.trim()) => (words.trim(), Some(id.trim())),
        _ => (words, None),
    }
}

/// Whether a word behind the last ` by ` is a rule's id; anything else belongs to the answer.
fn is_id(word: &str) -> bool {
    word.contains(['.', '/']) && !word.contains(char::is_whitespace)
}

fn over_words(side: Option<&str>) -> String {
    match side {
        None => "the fight to be over".into(),
        Some("mutual") => "the last of all sides to have fallen together".into(),
        Some(side) => format!("the fight to be over for {side}"),
    }
}

fn dice_words(dice: Option<&str>) -> String {
    dice.map_or_else(|| "dice to be wanted".into(), |dice| format!("{dice} to be wanted"))
}
