//! Playing a case.

use std::ops::Range;

use quintain_content::{Problems, Source};
use quintain_dice::Stream;

use super::expect;
use super::head::{self, Head};
use super::outcome::{CaseResult, Failure, Remark};
use super::parse::Case;
use super::step::{self, Expectation, Piece, Step, StepKind};
use super::{Loader, value};
use crate::desk::{DiceFrom, Seats};
use crate::event::Event;
use crate::face::{AnyFight, AnyLive, AnyRulebook, OpenQuestion, Waiting};
use crate::live::{Fault, SCRIPT_ROUND_LIMIT, Terms};
use crate::question::{NotTaken, Weight};
use crate::rule::Rule;
use crate::tactics::Conduct;

/// The most formalities that pass between two steps.
const MOST_FORMALITIES: usize = 20_000;
/// The most formalities among which the one is looked for that an answer is meant for.
const MOST_AHEAD: usize = 200;
/// The most options that a failure lists for one question.
const MOST_OPTIONS: usize = 12;
/// How many lines of the log a failure shows.
const LAST_LINES: usize = 5;

/// A case under way.
pub(super) struct Runner<'a> {
    pub live: Box<dyn AnyLive>,
    /// As it began.
    fight: &'a dyn AnyFight,
    pub book: &'a dyn AnyRulebook,
    pub sides: Vec<String>,
    steps: &'a [Step],
    /// Where dice come from that the script leaves out.
    stream: Option<Stream>,
    /// All dice of the script so far, with their places.
    dice: Vec<(u16, Range<usize>)>,
    /// How many events there were before the last step that counts for `expect log` and `expect rule`.
    mark: usize,
    /// Whether an expectation has come since the last step of another kind.
    expected: bool,
    /// What a seat would not take while it was asked, for the case that nobody takes it later.
    missed: Option<String>,
    cited: Vec<&'static Rule>,
    remarks: Vec<Remark>,
    line: u32,
}

/// Why a case failed: where, and what was expected and is.
type Wrong = (Range<usize>, String);

/// Plays a case and checks that it can be replayed and shows what it claims.
pub(super) fn run(source: &Source, case: &Case, loader: &dyn Loader) -> CaseResult {
    let mut result = CaseResult {
        title: case.title.clone(),
        line: case.line,
        shows: Vec::new(),
        failure: None,
        rules_cited: Vec::new(),
        events: Vec::new(),
        facts: Vec::new(),
        view: None,
        remarks: Vec::new(),
    };
    let begun = head::read(source, case.head.clone(), loader)
        .and_then(|head| loader.set_up(&head.encounter).map(|fight| (head, fight)));
    let (head, fight) = match begun {
        Ok(begun) => begun,
        Err(problems) => {
            result.failure = Some(not_begun(source, case, problems));
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
        mark: 0,
        expected: false,
        missed: None,
        cited: Vec::new(),
        remarks: Vec::new(),
        line: case.line,
    };
    let played = runner.play(source).and_then(|()| {
        runner.replayed().map_err(|what| (case.span.clone(), what))?;
        runner.shown(&head)
    });
    result.shows =
        head.shows.iter().map(|id| runner.rule(id).map_or(id.value.clone(), |rule| rule.id.into())).collect();
    result.failure = played.err().map(|(span, what)| runner.failure(source, span, what));
    result.rules_cited = runner.all_cited().iter().map(|rule| rule.id).collect();
    result.events = runner.live.log().to_vec();
    result.facts = runner.live.facts().to_vec();
    result.view = Some(runner.live.view());
    result.remarks = runner.remarks;
    result
}

fn terms(dice: DiceFrom) -> Terms {
    let (seats, conduct) = (Seats::everybody(), Conduct::best());
    Terms { dice, seats, conduct, seed: 0, fight: 0, round_limit: SCRIPT_ROUND_LIMIT }
}

fn not_begun(source: &Source, case: &Case, problems: Problems) -> Failure {
    Failure {
        place: source.place(case.span.clone()),
        text: source.text[case.span.clone()].to_owned(),
        what: "this fight cannot begin".into(),
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
            let done = match &step.kind {
                StepKind::Dice(faces) => self.queue(at, faces),
                StepKind::Answer { who, parts } => self.answers(at, who, parts),
                StepKind::Expect { not, what } => {
                    self.expected = true;
                    self.settle(at, 0).and_then(|()| self.expect(*not, what)).map_err(|what| (0..0, what))
                }
            };
            done.map_err(|(span, what)| (if span.is_empty() { step.line.span.clone() } else { span }, what))?;
        }
        let end = steps.last().map_or(0..0, |step| step.line.span.clone());
        self.settle(steps.len(), 0).map_err(|what| (end, what))?;
        let left = self.live.dice_left();
        if let Some(first) = self.dice.len().checked_sub(left).and_then(|place| self.dice.get(place)) {
            let dice = if left == 1 { "a die is".into() } else { format!("{left} dice are") };
            return Err((first.1.clone(), format!("{dice} left over at the end: no rule has thrown this one")));
        }
        Ok(())
    }

    fn queue(&mut self, at: usize, faces: &[(u16, Range<usize>)]) -> Result<(), Wrong> {
        if self.expected {
            self.settle(at, 0).map_err(|what| (0..0, what))?;
            self.mark = self.live.log().len();
            self.expected = false;
        }
        self.dice.extend(faces.iter().cloned());
        let faces: Vec<u16> = faces.iter().map(|(face, _)| *face).collect();
        self.live.queue_dice(&faces);
        self.settle(at + 1, 0).map_err(|what| (0..0, what))?;
        // A die that cannot fall like that stops the fight at once, so that the right line is blamed.
        if let Waiting::Dice { text, count, sides, .. } = self.live.waiting() {
            let next = self.dice.len().saturating_sub(self.live.dice_left());
            let throw = self.dice[next..].iter().take(usize::from(count));
            if let Some((face, span)) = throw.into_iter().find(|(face, _)| !(1..=sides).contains(face)) {
                return Err((span.clone(), format!("a die cannot show {face} here: {text}")));
            }
        }
        Ok(())
    }

    fn answers(&mut self, at: usize, who: &Piece, parts: &[Piece]) -> Result<(), Wrong> {
        let mut part = 0;
        while part < parts.len() {
            self.settle(at, part).map_err(|what| (0..0, what))?;
            if part == 0 {
                self.mark = self.live.log().len();
                self.expected = false;
            }
            let left = &parts[part..];
            let span = left.first().map_or(0..0, |first| first.span.clone());
            part += self.answer(&who.text, left).map_err(|what| (span, what))?;
            self.missed = None;
        }
        Ok(())
    }

    /// Gives the next answer of a line, and says of how many parts it was made.
    fn answer(&mut self, who: &str, parts: &[Piece]) -> Result<usize, String> {
        let first = parts.first().map_or("", |part| part.text.as_str());
        if step::is_edict(who, first) && !self.spelt_out(first) {
            return self.live.edict(first).map(|()| 1).map_err(|fault| fault.to_string());
        }
        let taken = step::joined(parts).find(|(_, words)| self.live.taking(who, words).is_ok());
        if let Some((count, words)) = taken {
            return self.live.answer(who, &words).map(|()| count).map_err(|fault| fault.to_string());
        }
        let view = self.live.view();
        let what = match (self.live.waiting(), self.live.offered(who, first)) {
            _ if !who.eq_ignore_ascii_case("gm") && view.combatant(who).is_none() => value::nobody(&view, who),
            (Waiting::Dice { text, .. }, _) => format!("{text}; give them in a line `dice N…` before this one"),
            (_, Err(fault)) => fault.to_string(),
            (_, Ok(())) => String::new(),
        };
        Err(match self.missed.take() {
            Some(missed) => format!("{what}; before that, {missed}"),
            None => what,
        })
    }

    /// Whether an open question of the GM has exactly this option, although it begins like an edict.
    fn spelt_out(&self, words: &str) -> bool {
        let Waiting::Answer(open) = self.live.waiting() else { return false };
        let named = |question: &OpenQuestion| {
            question.question.choices().iter().any(|choice| choice.text.to_lowercase() == words.to_lowercase())
        };
        open.iter().any(named) && self.live.offered("gm", words).is_ok()
    }

    /// Runs the fight on until a step has to speak: past formalities that no step awaits.
    fn settle(&mut self, at: usize, part: usize) -> Result<(), String> {
        for _ in 0..MOST_FORMALITIES {
            match self.live.waiting() {
                Waiting::Answer(open) => {
                    for question in &open {
                        self.cite_question(question);
                    }
                    // What one of several open questions waits for, the others wait for too.
                    let passes = (0..open.len()).all(|place| self.passes(&open, place, at, part));
                    if !passes {
                        return Ok(());
                    }
                    self.live.answer_default().map_err(|fault| fault.to_string())?;
                }
                Waiting::Dice { count, sides, .. } if self.throws_itself(at) => {
                    let Some(stream) = &mut self.stream else { return Ok(()) };
                    let faces: Vec<u16> = (0..count).map(|_| stream.die(sides)).collect();
                    self.live.throw(&faces).map_err(|fault| fault.to_string())?;
                }
                Waiting::Broken(words) => return Err(words),
                _ => return Ok(()),
            }
        }
        Err(format!("the fight has gone through {MOST_FORMALITIES} formalities without a decision"))
    }

    /// Whether dice come from the seed now: none are left of the script's, and no line with dice is next.
    fn throws_itself(&self, at: usize) -> bool {
        let next =
            self.steps[at.min(self.steps.len())..].iter().find(|step| !matches!(step.kind, StepKind::Expect { .. }));
        let given = next.is_some_and(|step| matches!(step.kind, StepKind::Dice(_)));
        self.stream.is_some() && self.live.dice_left() == 0 && !given
    }

    /// Whether an open question is a formality that the script has nothing to say about. Edicts are looked past: what
    /// they change is seen in a fight of its own.
    fn passes(&mut self, open: &[OpenQuestion], place: usize, at: usize, part: usize) -> bool {
        let Some(question) = open.get(place).filter(|open| open.question.weight.has_default()) else {
            return false;
        };
        let asked = |who: &str| question.who.to_lowercase() == who.to_lowercase();
        let (mut now, mut dice) = (true, Vec::new());
        let mut changed: Option<Box<dyn AnyLive>> = None;
        for (nth, step) in self.steps.iter().enumerate().skip(at) {
            match &step.kind {
                StepKind::Dice(faces) => {
                    now = false;
                    dice.extend(faces.iter().map(|(face, _)| *face));
                }
                StepKind::Expect { not, what } if now && what.looks_at(*not).is_some_and(asked) => {
                    if !self.is_of_later(question, what) {
                        return false;
                    }
                    // What is expected behind that is looked at later as well. That somebody is asked holds of both.
                    now = matches!(what, Expectation::Asked(_));
                }
                StepKind::Expect { .. } => {}
                StepKind::Answer { who, parts } => {
                    let mut parts = parts.get(if nth == at { part } else { 0 }..).unwrap_or_default();
                    while let Some((first, rest)) = parts.split_first()
                        && step::is_edict(&who.text, &first.text)
                        && !self.spelt_out(&first.text)
                    {
                        let ahead = changed.get_or_insert_with(|| self.ahead(Vec::new()));
                        if ahead.edict(&first.text).is_err() {
                            return true;
                        }
                        parts = rest;
                    }
                    if parts.is_empty() {
                        continue;
                    }
                    let live = changed.as_ref().unwrap_or(&self.live);
                    let first = parts.first().map_or("", |part| part.text.as_str());
                    let taking = |(_, words): (usize, String)| Some((live.taking(&who.text, &words).ok()?, words));
                    if let Some((taken, words)) = step::joined(parts).find_map(taking)
                        && taken == place
                    {
                        let whole = question.question.is_whole(&words) || changed.is_some();
                        return !whole && self.is_whole_later(&who.text, &words, dice);
                    }
                    // Told only if nobody takes the words later.
                    if let (None, Err(fault @ Fault::NotTaken { .. })) = (&self.missed, live.offered(&who.text, first))
                    {
                        let text = &question.question.text;
                        self.missed = Some(format!("`{text}` was asked and took its default, because {fault}"));
                    }
                    return true;
                }
            }
        }
        true
    }

    /// The same fight once more, as far as it has come, with these dice ready: to look ahead in.
    fn ahead(&self, dice: Vec<u16>) -> Box<dyn AnyLive> {
        self.fight.live(terms(DiceFrom::Queue(dice.into())), self.live.facts().to_vec())
    }

    /// Whether an expectation cannot be about this formality, which knows nothing of its words, but about a question
    /// that comes right after formalities.
    fn is_of_later(&self, open: &OpenQuestion, what: &Expectation) -> bool {
        let formality = |weight| weight == Weight::Formality;
        if !formality(open.question.weight) {
            return false;
        }
        let (who, words) = match what {
            Expectation::Illegal { who, words } | Expectation::Offered { who, words } => (who, words),
            Expectation::Asked(who) => {
                let decides = |open: &OpenQuestion| {
                    open.question.weight == Weight::Decision && open.who.to_lowercase() == who.to_lowercase()
                };
                return self.later(Vec::new(), formality, |_, open| open.iter().any(decides));
            }
            _ => return false,
        };
        let (words, _) = expect::parted(words);
        let strange = |why: &NotTaken| matches!(why, NotTaken::Unknown(_) | NotTaken::Malformed(_));
        open.question.read(words).is_err_and(|why| strange(&why))
            && self.later(Vec::new(), formality, |ahead, _| match ahead.taking(who, words) {
                Ok(_) => true,
                Err(Fault::NotTaken { why, .. }) => !strange(&why),
                Err(_) => false,
            })
    }

    /// Whether the words, here the beginning of an option only, are the whole of one in a later formality, before
    /// anything else is wanted.
    fn is_whole_later(&self, who: &str, words: &str, dice: Vec<u16>) -> bool {
        self.later(dice, Weight::has_default, |ahead, open| {
            let meant = ahead.taking(who, words).ok().and_then(|place| open.get(place));
            meant.is_some_and(|meant| meant.question.is_whole(words))
        })
    }

    /// Whether something holds of a question that is open now or once those that may be passed have been, with these
    /// dice ready.
    fn later(
        &self,
        dice: Vec<u16>,
        passes: impl Fn(Weight) -> bool,
        holds: impl Fn(&dyn AnyLive, &[OpenQuestion]) -> bool,
    ) -> bool {
        let laid = self.dice.iter().skip(self.dice.len().saturating_sub(self.live.dice_left())).map(|(face, _)| *face);
        let mut ahead = self.ahead(laid.chain(dice).collect());
        let mut stream = self.stream.clone();
        for _ in 0..MOST_AHEAD {
            let done = match (ahead.waiting(), &mut stream) {
                (Waiting::Answer(open), _) => {
                    if holds(&*ahead, &open) {
                        return true;
                    }
                    match open.iter().all(|open| passes(open.question.weight)) {
                        true => ahead.answer_default(),
                        false => return false,
                    }
                }
                (Waiting::Dice { count, sides, .. }, Some(stream)) if ahead.dice_left() == 0 => {
                    let faces: Vec<u16> = (0..count).map(|_| stream.die(sides)).collect();
                    ahead.throw(&faces)
                }
                _ => return false,
            };
            if done.is_err() {
                return false;
            }
        }
        false
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

    fn cite_question(&mut self, open: &OpenQuestion) {
        self.cite(open.question.rule);
        for refused in &open.question.refused {
            self.cite(refused.refusal.rule);
        }
    }

    /// Notes something worth saying of the line under way.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(Remark { line: self.line, text });
    }

    fn all_cited(&self) -> Vec<&'static Rule> {
        let mut all = self.cited.clone();
        for event in self.live.log() {
            for rule in std::iter::once(event.rule).chain(event.also.iter().copied()) {
                if !all.contains(&rule) {
                    all.push(rule);
                }
            }
        }
        all
    }

    /// A replay of the record gives the same fight.
    fn replayed(&mut self) -> Result<(), String> {
        let lines = self.live.unwritten();
        let again = self.fight.live(terms(DiceFrom::Hand), lines);
        let differs = |what: &str| Err(format!("this fight cannot be replayed: {what}; that is a fault of the rules"));
        if let Some(divergence) = again.diverged() {
            return differs(&divergence.to_string());
        }
        let (one, two) = (self.live.log(), again.log());
        if let Some(place) = (0..one.len().max(two.len())).find(|place| one.get(*place) != two.get(*place)) {
            let words = |log: &[Event]| log.get(place).map_or_else(|| "nothing".into(), ToString::to_string);
            return differs(&format!("first `{}` happened, then `{}`", words(one), words(two)));
        }
        match again.facts() == self.live.facts() && again.digest() == self.live.digest() {
            true => Ok(()),
            false => differs("the second time it ends in another state"),
        }
    }

    /// Every rule that the case claims to show was cited.
    fn shown(&self, head: &Head<'_>) -> Result<(), Wrong> {
        let all = self.all_cited();
        for id in &head.shows {
            let span = id.place.span();
            let Some(rule) = self.rule(id) else { return Err((span, self.no_rule(id))) };
            if !all.contains(&rule) {
                let what = "no event, question or refusal of this case cites it";
                return Err((span, format!("this case claims to show {}, but {what}", rule.id)));
            }
        }
        Ok(())
    }

    fn failure(&self, source: &Source, span: Range<usize>, what: String) -> Failure {
        let place = source.place(span);
        let text = source.line(place.line).unwrap_or_default().trim().to_owned();
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
