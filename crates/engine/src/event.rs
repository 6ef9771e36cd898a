//! Events: what happened, with its reasons.

mod json;
mod story;
mod term;

use std::fmt;

pub use story::depths;
pub use term::Term;

use crate::cast::{Audience, Who};
use crate::reckoning::{Breakdown, Reckoning};
use crate::rule::Rule;

/// The place of an event in its fight's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EventId(pub u32);

/// One throw as it lay on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// Sides of each die.
    pub sides: u16,
    /// The faces.
    pub faces: Vec<u16>,
    /// Whose throw it was, where an event shows several.
    pub whose: Option<String>,
}

/// A value before and after.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Whose value.
    pub who: Who,
    /// Which value, by the name it has in the view.
    pub stat: &'static str,
    /// Before.
    pub before: i64,
    /// After.
    pub after: i64,
}

/// Damage as statistics count it: what [`crate::Fate`] sums up, told where it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Harm {
    /// Whose doing it was; nobody's where a fall or a fire did it.
    pub by: Option<Who>,
    /// Who took it.
    pub whom: Who,
    /// How much.
    pub amount: u32,
}

/// The part that an event plays in the story.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A round or a turn begins.
    Heading,
    /// Somebody does something: what follows belongs to it until the next act.
    Act,
    /// Somebody answers what happens: a dodge, a parry, a readied action.
    Answer,
    /// What came of an act.
    #[default]
    Part,
    /// What an act is paid with, and nothing else that came of it.
    Price,
    /// What falls due by itself: a poison, the end of a spell.
    Upkeep,
    /// Somebody does nothing more in a turn: it says nothing that the next act does not say.
    Closing,
}

impl Role {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Role::Heading => "heading",
            Role::Act => "act",
            Role::Answer => "answer",
            Role::Part => "part",
            Role::Price => "price",
            Role::Upkeep => "upkeep",
            Role::Closing => "closing",
        }
    }
}

/// One thing that happened, complete with its reasons.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Event {
    /// The part that it plays in the story.
    pub role: Role,
    /// The round that begins with it.
    pub round: Option<u32>,
    /// The rule by which it happened.
    pub rule: &'static Rule,
    /// Further rules that had a say.
    pub also: Vec<&'static Rule>,
    /// Who did it.
    pub who: Option<Who>,
    /// To whom.
    pub whom: Option<Who>,
    /// What happened, as a plain sentence without a full stop.
    pub text: String,
    /// The same for those who may not know the numbers in it, where it holds any.
    pub public: Option<String>,
    /// The dice.
    pub dice: Vec<Shown>,
    /// The parts of the total.
    pub terms: Vec<Term>,
    /// The parts of the number of dice, where rules add and take dice.
    pub pool: Vec<Term>,
    /// The total.
    pub total: Option<i64>,
    /// What the total was held against, with its name.
    pub against: Option<(String, i64)>,
    /// The parts of what the total was held against.
    pub held: Vec<Term>,
    /// The earlier event that caused it.
    pub cause: Option<EventId>,
    /// What changed.
    pub changes: Vec<Change>,
    /// What it was done with, by its name: a weapon, a spell, an item. It goes for what follows from this event, too.
    pub means: Option<String>,
    /// The damage that it did, as statistics count it.
    pub harm: Option<Harm>,
    /// Who may know.
    pub audience: Audience,
}

impl Event {
    /// An event under `rule` that says `text`.
    pub fn new(rule: &'static Rule, text: impl Into<String>) -> Self {
        Event {
            role: Role::default(),
            round: None,
            rule,
            also: Vec::new(),
            who: None,
            whom: None,
            text: text.into(),
            public: None,
            dice: Vec::new(),
            terms: Vec::new(),
            pool: Vec::new(),
            total: None,
            against: None,
            held: Vec::new(),
            cause: None,
            changes: Vec::new(),
            means: None,
            harm: None,
            audience: Audience::All,
        }
    }

    /// The same, as the beginning of a round or a turn.
    pub fn heading(mut self) -> Self {
        self.role = Role::Heading;
        self
    }

    /// The same, as the beginning of this round.
    pub fn opening(mut self, round: u32) -> Self {
        self.round = Some(round);
        self.heading()
    }

    /// The same, as something that somebody does.
    pub fn act(mut self) -> Self {
        self.role = Role::Act;
        self
    }

    /// The same, as an answer to what happens.
    pub fn answer(mut self) -> Self {
        self.role = Role::Answer;
        self
    }

    /// The same, as what an act is paid with.
    pub fn price(mut self) -> Self {
        self.role = Role::Price;
        self
    }

    /// The same, as something that falls due by itself.
    pub fn upkeep(mut self) -> Self {
        self.role = Role::Upkeep;
        self
    }

    /// The same, as no more than the word that somebody does nothing else in a turn.
    pub fn closing(mut self) -> Self {
        self.role = Role::Closing;
        self
    }

    /// What happened in words for those who may not know the numbers.
    pub fn publicly(mut self, text: impl Into<String>) -> Self {
        self.public = Some(text.into());
        self
    }

    /// What happened in words for those who may not know the numbers.
    pub fn public_text(&self) -> &str {
        self.public.as_deref().unwrap_or(&self.text)
    }

    /// Who did it.
    pub fn by(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// To whom it was done.
    pub fn to(mut self, whom: Who) -> Self {
        self.whom = Some(whom);
        self
    }

    /// A further rule that had a say.
    pub fn and(mut self, rule: &'static Rule) -> Self {
        self.also.push(rule);
        self
    }

    /// Dice that were thrown.
    pub fn dice(mut self, sides: u16, faces: &[u16]) -> Self {
        self.dice.push(Shown { sides, faces: faces.to_vec(), whose: None });
        self
    }

    /// A part of the total.
    pub fn term(mut self, label: impl Into<String>, value: i64, source: impl Into<String>) -> Self {
        self.terms.push(Term { source: source.into(), ..Term::new(label, value) });
        self
    }

    /// A part of the total by its rule, which is cited.
    pub fn term_by(mut self, rule: &'static Rule, label: impl Into<String>, value: i64) -> Self {
        self.terms.push(Term::by(rule, label, value));
        self.citing(rule)
    }

    /// The parts of a number that was reckoned, with their rules, and the total of all parts so far.
    pub fn reckoned(mut self, parts: &Breakdown) -> Self {
        self.terms.extend_from_slice(parts.terms());
        self.pool.extend_from_slice(parts.dice_terms());
        self.total = Some(self.terms.iter().filter(|term| term.applied).map(|term| term.value).sum());
        parts.rules().fold(self, Event::citing)
    }

    /// A total that is no less; a part by the rule where it would be.
    pub fn at_least(mut self, rule: &'static Rule, least: i64) -> Self {
        match self.total {
            Some(total) if total < least => {
                self.terms.push(Term { limit: true, ..Term::by(rule, format!("at least {least}"), least - total) });
                self.total(least).citing(rule)
            }
            _ => self,
        }
    }

    /// Dice that a rule adds (or takes, below 0), for a reason in a few words.
    pub fn pooled(mut self, rule: &'static Rule, why: impl Into<String>, value: i64) -> Self {
        self.pool.push(Term::by(rule, why, value));
        self.citing(rule)
    }

    /// What the total was held against, a number that was reckoned; the rules of its parts are cited.
    pub fn held_against(mut self, label: impl Into<String>, parts: &Breakdown) -> Self {
        self.held.extend_from_slice(parts.terms());
        self = parts.rules().fold(self, Event::citing);
        self.against(label, parts.total().into())
    }

    /// A further rule that had a say, if it is not named already.
    pub fn citing(mut self, rule: &'static Rule) -> Self {
        if !self.cites(rule.id) {
            self.also.push(rule);
        }
        self
    }

    /// A part that was considered and did not apply.
    pub fn waived(mut self, label: impl Into<String>, value: i64, source: impl Into<String>) -> Self {
        self.terms.push(Term { source: source.into(), applied: false, ..Term::new(label, value) });
        self
    }

    /// The total.
    pub fn total(mut self, total: i64) -> Self {
        self.total = Some(total);
        self
    }

    /// What the total was held against.
    pub fn against(mut self, label: impl Into<String>, value: i64) -> Self {
        self.against = Some((label.into(), value));
        self
    }

    /// The earlier event that caused it.
    pub fn because(mut self, cause: EventId) -> Self {
        self.cause = Some(cause);
        self
    }

    /// A value before and after.
    pub fn change(mut self, who: Who, stat: &'static str, before: i64, after: i64) -> Self {
        self.changes.push(Change { who, stat, before, after });
        self
    }

    /// What it was done with, by its name.
    pub fn with(mut self, means: impl Into<String>) -> Self {
        self.means = Some(means.into());
        self
    }

    /// The damage that it did, as statistics count it.
    pub fn harm(mut self, by: Option<Who>, whom: Who, amount: u32) -> Self {
        self.harm = Some(Harm { by, whom, amount });
        self
    }

    /// Who may know.
    pub fn only_for(mut self, audience: Audience) -> Self {
        self.audience = audience;
        self
    }

    /// Every rule that it rests on: the one by which it happened, then the others.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        std::iter::once(self.rule).chain(self.also.iter().copied())
    }

    /// Whether the event rests on this rule.
    pub fn cites(&self, id: &str) -> bool {
        self.rule.id == id || self.also.iter().any(|rule| rule.id == id)
    }
}

/// The sentence, then the sum that led to it: `Kyklôps hits Althea with the club: 4 - 1 = 3 [d10: 4; Armor 1, leather]`.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        let applied: Vec<&Term> = self.terms.iter().filter(|term| term.applied && !term.limit).collect();
        if !applied.is_empty() {
            f.write_str(": ")?;
            for (place, term) in applied.iter().enumerate() {
                match (place, term.value < 0) {
                    (0, _) => write!(f, "{}", term.value)?,
                    (_, true) => write!(f, " - {}", term.value.unsigned_abs())?,
                    (_, false) => write!(f, " + {}", term.value)?,
                }
            }
            if let Some(total) = self.total
                && applied.len() > 1
            {
                write!(f, " = {total}")?;
            }
        } else if let Some(total) = self.total {
            write!(f, ": {total}")?;
        }
        if let Some((label, value)) = &self.against {
            write!(f, " against {label} {value}")?;
        }
        self.reasons(f)
    }
}

impl Event {
    fn reasons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons = Vec::new();
        for shown in &self.dice {
            let faces = shown.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
            let whose = shown.whose.as_deref().map(|name| format!("{name} ")).unwrap_or_default();
            let count = if shown.faces.len() > 1 { shown.faces.len().to_string() } else { String::new() };
            reasons.push(format!("{whose}{count}d{}: {faces}", shown.sides));
        }
        // Limits and what did not count for a reason of its own are told where somebody asks why.
        let shown = |term: &&Term| !term.limit && term.why.is_none() && !is_dice(&term.label);
        for term in self.terms.iter().filter(shown) {
            let source = if term.source.is_empty() { String::new() } else { format!(", {}", term.source) };
            let waived = if term.applied { "" } else { " not counted" };
            reasons.push(format!("{} {}{waived}{source}", term.label, term.value.unsigned_abs()));
        }
        if reasons.is_empty() { Ok(()) } else { write!(f, " [{}]", reasons.join("; ")) }
    }
}

/// Whether a label names dice (`d10`, `2d6`), whose faces stand in the reasons already.
fn is_dice(label: &str) -> bool {
    let behind = label.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('d');
    behind.is_some_and(|sides| sides.starts_with(|c: char| c.is_ascii_digit() || c == '%'))
}
