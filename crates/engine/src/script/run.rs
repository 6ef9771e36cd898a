//! Playing a case.

use std::ops::Range;

use quintain_content::{Place, Problems, Source};
use quintain_dice::Stream;

use super::chain::{self, Link};
use super::head::{self, Around};
use super::moments::Moment;
use super::outcome::{CaseResult, Failure, Remark};
use super::parse::Case;
use super::step::{self, Piece, Step, StepKind};
use super::value;
use super::words::{Known, Strange};
use crate::desk::{DiceFrom, Seats};
use crate::event::Event;
use crate::face::{AnyFight, AnyLive, AnyRulebook, OpenQuestion, Waiting};
use crate::live::{Fault, SCRIPT_ROUND_LIMIT, Terms};
use crate::rule::Rule;
use crate::tactics::Conduct;

/// The most options that a failure lists for one question.
const MOST_OPTIONS: usize = 12;
/// How many lines of the log a failure shows.
const LAST_LINES: usize = 5;

/// A case under way.
pub(super) struct Runner<'a> {
    pub live: Box<dyn AnyLive>,
    /// As it began.
    pub fight: &'a dyn AnyFight,
    pub book: &'a dyn AnyRulebook,
    pub sides: Vec<String>,
    pub steps: &'a [Step],
    /// Where dice come from that the script leaves out.
    pub stream: Option<Stream>,
    /// All dice of the script so far, with their places.
    pub dice: Vec<(u16, Range<usize>)>,
    /// What was open since the last step and has passed, for expectations that look at it.
    pub moments: Vec<Moment>,
    /// How many events there were before the last step that counts for `expect log` and `expect rule`.
    mark: usize,
    /// Whether an expectation has come since the last step of another kind.
    expected: bool,
    /// What a seat would not take while it was asked, for the case that nobody takes it later.
    pub missed: Option<String>,
    pub known: Known,
    /// Words that are to be known before the case ends.
    pub strange: Vec<Strange>,
    cited: Vec<&'static Rule>,
    remarks: Vec<Remark>,
    line: u32,
    /// The place of the step under way.
    span: Range<usize>,
}

/// Why a case failed: where, and what was expected and is.
pub(super) type Wrong = (Range<usize>, String);

/// Where a failure is, which may be in the file of an encounter.
pub(super) enum At {
    Script(Range<usize>),
    Elsewhere(Place),
}

/// Plays a case and checks that it can be replayed and shows what it claims.
pub(super) fn run(case: &Case, around: Around<'_>) -> CaseResult {
    let source = around.source;
    let mut result = CaseResult::new(case.title.clone(), case.line);
    if !case.problems.is_empty() {
        result.failure = Some(not_played(source, case, "this case cannot be read", case.problems.clone()));
        return result;
    }
    let begun = head::read(case.head.clone(), around)
        .and_then(|head| around.loader.set_up(&head.encounter).map(|fight| (head, fight)));
    let (head, fight) = match begun {
        Ok(begun) => begun,
        Err(problems) => {
            result.failure = Some(not_played(source, case, "this fight cannot begin", problems));
            return result;
        }
    };
    let live = fight.live(terms(DiceFrom::Queue(std::collections::VecDeque::new())), Vec::new());
    let mut runner = Runner {
        live,
        fight: &*fight,
        book: head.book,
        sides: fight.sides(),
        steps: &case.steps,
        stream: head.seed.map(|seed| Stream::new(seed, 0)),
        dice: Vec::new(),
        moments: Vec::new(),
        mark: 0,
        expected: false,
        missed: None,
        known: Known::default(),
        strange: Vec::new(),
        cited: Vec::new(),
        remarks: Vec::new(),
        line: case.line,
        span: case.span.clone(),
    };
    let played = runner.play(source).map_err(|(span, what)| (At::Script(span), what)).and_then(|()| {
        runner.all_known(case, &head, around).map_err(|(span, what)| (At::Script(span), what))?;
        runner.replayed().map_err(|what| (At::Script(case.span.clone()), what))?;
        runner.shown(source, &head)
    });
    result.shows =
        head.shows.iter().map(|id| runner.rule(id).map_or(id.value.clone(), |rule| rule.id.into())).collect();
    result.failure = played.err().map(|(at, what)| runner.failure(source, at, what));
    result.rules_cited = runner.all_cited().iter().map(|rule| rule.id).collect();
    result.rules_acting = runner.all_acting().iter().map(|rule| rule.id).collect();
    result.events = runner.live.log().to_vec();
    result.facts = runner.live.facts().to_vec();
    result.view = Some(runner.live.view());
    result.remarks = runner.remarks;
    result
}

pub(super) fn terms(dice: DiceFrom) -> Terms {
    let (seats, conduct) = (Seats::everybody(), Conduct::best());
    Terms { dice, seats, conduct, seed: 0, fight: 0, round_limit: SCRIPT_ROUND_LIMIT, watched: None }
}

fn not_played(source: &Source, case: &Case, what: &str, problems: Problems) -> Failure {
    Failure {
        place: source.place(case.span.clone()),
        text: source.text.get(case.span.clone()).unwrap_or_default().to_owned(),
        what: what.into(),
        asked: Vec::new(),
        log: Vec::new(),
        problems,
    }
}

impl Runner<'_> {
    fn play(&mut self, source: &Source) -> Result<(), Wrong> {
        let steps = self.steps;
        for (at, step) in steps.iter().enumerate() {
            self.line = source.place(step.line.span.clone()).line;
            self.span = step.line.span.clone();
            let done = match &step.kind {
                StepKind::Dice(faces) => self.queue(at, faces),
                StepKind::Answer { who, chain } => self.answers(at, who, chain),
                StepKind::Expect { not, what } => {
                    self.expected = true;
                    self.settled(at, 0).and_then(|()| self.expect(*not, what).map_err(|what| (0..0, what)))
                }
                StepKind::Leaves => self.settled(at, 0).and_then(|()| self.leaves(at)),
            };
            done.map_err(|(span, what)| (if span.is_empty() { step.line.span.clone() } else { span }, what))?;
        }
        let end = steps.last().map_or(0..0, |step| step.line.span.clone());
        let there = |(span, what): Wrong| (if span.is_empty() { end.clone() } else { span }, what);
        self.settled(steps.len(), 0).map_err(there)?;
        let left = self.live.dice_left();
        if let Some(first) = self.dice.len().checked_sub(left).and_then(|place| self.dice.get(place)) {
            let dice = if left == 1 { "a die is".into() } else { format!("{left} dice are") };
            return Err((first.1.clone(), format!("{dice} left over at the end: no rule has thrown this one")));
        }
        self.ends_rightly().map_err(|what| (end, what))
    }

    fn queue(&mut self, at: usize, faces: &[(u16, Range<usize>)]) -> Result<(), Wrong> {
        if self.expected {
            self.settle(at, 0).map_err(|what| (0..0, what))?;
            self.mark = self.live.log().len();
            self.expected = false;
        }
        self.moments.clear();
        self.dice.extend(faces.iter().cloned());
        let faces: Vec<u16> = faces.iter().map(|(face, _)| *face).collect();
        self.live.queue_dice(&faces);
        self.settle(at + 1, 0).map_err(|what| (0..0, what))?;
        // More dice may follow in the next line.
        let more = self.steps.get(at + 1).is_some_and(|next| matches!(next.kind, StepKind::Dice(_)));
        self.dice_fit(more)
    }

    /// Runs on to where the step at `at` speaks, and checks that the dice which lie ready fit the throw that is wanted.
    fn settled(&mut self, at: usize, link: usize) -> Result<(), Wrong> {
        self.settle(at, link).map_err(|what| (0..0, what))?;
        self.dice_fit(false)
    }

    /// Dice that lie ready and do not fit the throw that is wanted stop the fight at once, so that the right line is blamed.
    fn dice_fit(&self, more: bool) -> Result<(), Wrong> {
        let Waiting::Dice { text, count, sides, .. } = self.live.waiting() else { return Ok(()) };
        let ready = self.live.dice_left();
        let ready = self.dice.get(self.dice.len().saturating_sub(ready)..).unwrap_or_default();
        let mut throw = ready.iter().take(usize::from(count));
        if let Some((face, span)) = throw.find(|(face, _)| !(1..=sides).contains(face)) {
            return Err((span.clone(), format!("a die cannot show {face} here: {text}")));
        }
        match ready.first() {
            Some((_, span)) if !more && ready.len() < usize::from(count) => {
                let given = if ready.len() == 1 { "one is".into() } else { format!("{} are", ready.len()) };
                Err((span.clone(), format!("{text}, {count} of them, but {given} given here")))
            }
            _ => Ok(()),
        }
    }

    fn answers(&mut self, at: usize, who: &Piece, chain: &[Link]) -> Result<(), Wrong> {
        let mut link = 0;
        while link < chain.len() {
            self.settled(at, link)?;
            if link == 0 {
                self.mark = self.live.log().len();
                self.expected = false;
            }
            let left = &chain[link..];
            let span = left.first().map_or(0..0, |first| first.span.clone());
            link += self.answer(at, &who.text, left).map_err(|what| (span, what))?;
            self.missed = None;
        }
        self.moments.clear();
        Ok(())
    }

    /// Gives the next answer of a line, and says of how many links it was made.
    fn answer(&mut self, at: usize, who: &str, chain: &[Link]) -> Result<usize, String> {
        if let Some(first) = chain.first().filter(|first| self.is_edict(who, first)) {
            return self.live.edict(&first.text).map(|()| 1).map_err(|fault| fault.to_string());
        }
        if let Some((count, words)) = chain::next_in_chain(&*self.live, who, chain) {
            return self.live.answer(who, &words).map(|()| count).map_err(|fault| fault.to_string());
        }
        let first = chain.first().map_or("", |link| link.text.as_str());
        let view = self.live.view();
        let what = match (self.live.waiting(), self.live.offered(who, first)) {
            _ if !who.eq_ignore_ascii_case("gm") && view.combatant(who).is_none() => value::nobody(&view, who),
            (Waiting::Dice { text, .. }, _) => format!("{text}; give them in a line `dice N…` before this one"),
            (_, Err(fault @ Fault::NotAsked { .. })) => match self.next_question(at, who) {
                Some(next) => format!("{fault}; {next}"),
                None => fault.to_string(),
            },
            (_, Err(fault)) => fault.to_string(),
            (_, Ok(())) => String::new(),
        };
        Err(match self.missed.take() {
            Some(missed) => format!("{what}; before that, {missed}"),
            None => what,
        })
    }

    /// Whether these words of the GM are an edict rather than an answer.
    pub fn is_edict(&self, who: &str, link: &Link) -> bool {
        !link.quoted && step::is_edict(who, &link.text) && !self.spelt_out(&link.text)
    }

    /// Whether an open question of the GM has exactly this option, although it begins like an edict.
    fn spelt_out(&self, words: &str) -> bool {
        let Waiting::Answer(open) = self.live.waiting() else { return false };
        let named = |question: &OpenQuestion| {
            question.question.choices().iter().any(|choice| choice.text.to_lowercase() == words.to_lowercase())
        };
        open.iter().any(named) && self.live.offered("gm", words).is_ok()
    }

    /// The same fight once more, as far as it has come, with these dice ready: to look ahead in.
    pub fn ahead(&self, dice: Vec<u16>) -> Box<dyn AnyLive> {
        self.fight.live(terms(DiceFrom::Queue(dice.into())), self.live.facts().to_vec())
    }

    /// Remembers words of the step under way that nothing knows yet.
    pub fn not_known(&mut self, words: &str) {
        self.strange.push(Strange { span: self.span.clone(), words: words.to_owned() });
    }

    /// What has happened since the last step that counts.
    pub fn since(&self) -> &[Event] {
        self.live.log().get(self.mark..).unwrap_or_default()
    }

    /// Notes that a rule was cited.
    pub fn cite(&mut self, rule: &'static Rule) {
        if !self.cited.contains(&rule) {
            self.cited.push(rule);
        }
    }

    /// Notes what a question cites and what it speaks of.
    pub fn hear(&mut self, open: &OpenQuestion) {
        self.known.hear(open);
        self.cite(open.question.rule);
        for refused in &open.question.refused {
            self.cite(refused.refusal.rule);
        }
    }

    /// Notes something worth saying of the line under way.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(Remark { line: self.line, text });
    }

    pub fn all_cited(&self) -> Vec<&'static Rule> {
        self.with_those_of(Event::rules)
    }

    /// Every rule by which something happened, was asked or refused, or a number had a part.
    fn all_acting(&self) -> Vec<&'static Rule> {
        self.with_those_of(|event| {
            let parts = event.terms.iter().chain(&event.pool).chain(&event.held).filter_map(|term| term.rule);
            std::iter::once(event.rule).chain(parts)
        })
    }

    /// What questions and refusals cite, and these rules of every event.
    fn with_those_of<'a, I>(&'a self, rules: impl Fn(&'a Event) -> I) -> Vec<&'static Rule>
    where
        I: Iterator<Item = &'static Rule>,
    {
        let mut all = self.cited.clone();
        for rule in self.live.log().iter().flat_map(rules) {
            if !all.contains(&rule) {
                all.push(rule);
            }
        }
        all
    }

    fn failure(&self, source: &Source, at: At, what: String) -> Failure {
        let (place, text) = match at {
            At::Script(span) => {
                let place = source.place(span);
                let text = source.line(place.line).unwrap_or_default().trim().to_owned();
                (place, text)
            }
            At::Elsewhere(place) => (place, String::new()),
        };
        let log = self.live.log();
        let log = log[log.len().saturating_sub(LAST_LINES)..].iter().map(ToString::to_string).collect();
        let asked = match self.live.waiting() {
            Waiting::Answer(open) => open.iter().map(asked_words).collect(),
            _ => self.live.who_is_asked(),
        };
        Failure { place, text, what, asked, log, problems: Problems::new() }
    }
}

/// Who is asked what, and what is legal.
fn asked_words(open: &OpenQuestion) -> String {
    let question = &open.question;
    let choices = question.choices();
    let mut legal: Vec<String> = choices.iter().take(MOST_OPTIONS).map(|choice| choice.text.clone()).collect();
    if choices.len() > MOST_OPTIONS {
        legal.push(format!("and {} more", choices.len() - MOST_OPTIONS));
    }
    if choices.is_empty() {
        legal.push(question.wanted());
    }
    format!("{} is asked: {} (legal: {})", open.who, question.text, legal.join("; "))
}
