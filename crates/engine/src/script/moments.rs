//! From step to step: which formalities pass by themselves, and what was open on the way.

use quintain_content::nearest;

use super::chain;
use super::run::Runner;
use super::step::StepKind;
use crate::face::{AnyLive, OpenQuestion, Waiting};
use crate::live::Fault;
use crate::question::{NotTaken, Weight};

/// The most formalities that pass between two steps.
const MOST_FORMALITIES: usize = 20_000;
/// The most formalities among which the one is looked for that an answer is meant for.
const MOST_AHEAD: usize = 200;
/// The most moments between two steps that expectations can look at.
const MOST_MOMENTS: usize = 200;

/// A moment between two steps at which something was open that has passed since.
#[derive(Debug)]
pub(super) struct Moment {
    pub live: Box<dyn AnyLive>,
    pub open: Vec<OpenQuestion>,
}

impl Moment {
    /// Whether nothing is open but judgements and details, whose default stands unless somebody speaks.
    fn is_light(&self) -> bool {
        self.open.iter().all(|open| is_light(open.question.weight))
    }
}

fn is_light(weight: Weight) -> bool {
    matches!(weight, Weight::Detail | Weight::Formality)
}

/// Whether a question knows nothing of the words it was given.
pub(super) fn is_strange(why: &NotTaken) -> bool {
    matches!(why, NotTaken::Unknown(_) | NotTaken::Malformed(_))
}

impl Runner<'_> {
    /// Runs the fight on until a step has to speak: past formalities that no answer awaits. Expectations have no say in it.
    pub fn settle(&mut self, at: usize, link: usize) -> Result<(), String> {
        let watched = self.steps.get(at).is_some_and(|next| matches!(next.kind, StepKind::Expect { .. }));
        for _ in 0..MOST_FORMALITIES {
            match self.live.waiting() {
                Waiting::Answer(open) => {
                    open.iter().for_each(|question| self.hear(question));
                    // What one of several open questions waits for, the others wait for too.
                    let passes = (0..open.len()).all(|place| self.passes(&open, place, at, link));
                    if !passes {
                        return Ok(());
                    }
                    if watched && self.moments.len() < MOST_MOMENTS {
                        self.moments.push(Moment { live: self.live.apart(), open });
                    }
                    self.live.pass_over().map_err(|fault| fault.to_string())?;
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
        let given = next.is_some_and(|step| matches!(step.kind, StepKind::Dice(_) | StepKind::Leaves));
        self.stream.is_some() && self.live.dice_left() == 0 && !given
    }

    /// Whether an open question is a formality that the next answer of the script is not for. Edicts are looked past: what
    /// they change is seen in a fight of its own.
    fn passes(&mut self, open: &[OpenQuestion], place: usize, at: usize, link: usize) -> bool {
        let Some(question) = open.get(place).filter(|open| open.question.weight.has_default()) else {
            return false;
        };
        let mut dice = Vec::new();
        let mut changed: Option<Box<dyn AnyLive>> = None;
        for (nth, step) in self.steps.iter().enumerate().skip(at) {
            match &step.kind {
                StepKind::Dice(faces) => dice.extend(faces.iter().map(|(face, _)| *face)),
                StepKind::Expect { .. } | StepKind::Leaves => {}
                StepKind::Answer { who, chain } => {
                    let mut links = chain.get(if nth == at { link } else { 0 }..).unwrap_or_default();
                    while let Some((first, rest)) = links.split_first()
                        && self.is_edict(&who.text, first)
                    {
                        let ahead = changed.get_or_insert_with(|| self.ahead(Vec::new()));
                        if ahead.edict(&first.text).is_err() {
                            return true;
                        }
                        links = rest;
                    }
                    let Some(first) = links.first() else { continue };
                    let live = changed.as_ref().unwrap_or(&self.live);
                    let taking = |(_, words): (usize, String)| Some((live.taking(&who.text, &words).ok()?, words));
                    if let Some((taken, words)) = chain::joined(links).find_map(taking)
                        && taken == place
                    {
                        let whole = question.question.is_whole(&words) || changed.is_some();
                        return !whole && self.is_whole_later(&who.text, &words, dice);
                    }
                    // Told only if nobody takes the words later.
                    let offered = live.offered(&who.text, &first.text);
                    if let (None, Err(Fault::NotTaken { why, .. })) = (&self.missed, offered)
                        && is_to_blame(&who.text, &first.text, question, &why)
                    {
                        let (text, who) = (&question.question.text, &who.text);
                        self.missed = Some(format!("`{text}` was asked and took its default, because {who}: {why}"));
                    }
                    return true;
                }
            }
        }
        true
    }

    /// Whether the words, here the beginning of an option only, are the whole of one in a later formality, before
    /// anything else is wanted.
    fn is_whole_later(&self, who: &str, words: &str, dice: Vec<u16>) -> bool {
        let laid = self.dice.iter().skip(self.dice.len().saturating_sub(self.live.dice_left())).map(|(face, _)| *face);
        let mut ahead = self.ahead(laid.chain(dice).collect());
        let mut stream = self.stream.clone();
        for _ in 0..MOST_AHEAD {
            let done = match (ahead.waiting(), &mut stream) {
                (Waiting::Answer(open), _) => {
                    let meant = ahead.taking(who, words).ok().and_then(|place| open.get(place));
                    if meant.is_some_and(|meant| meant.question.is_whole(words)) {
                        return true;
                    }
                    match open.iter().all(|open| open.question.weight.has_default()) {
                        true => ahead.pass_over(),
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

    /// The first moment since the last step at which `who` was asked something that knows the words, and what it says to
    /// them. A judgement or a detail that knows nothing of them is looked past, as long as nothing else comes between;
    /// if nothing after it knows them either, it is the one.
    pub fn taking(&self, who: &str, words: &str) -> Result<usize, Fault> {
        let is_asked = |moment: &&Moment| moment.open.iter().any(|open| open.who.to_lowercase() == who.to_lowercase());
        let now = || self.live.taking(who, words);
        let Some(start) = self.moments.iter().position(|moment| is_asked(&moment)) else { return now() };
        let mut first = None;
        for moment in self.moments.get(start..).unwrap_or_default() {
            let said = if is_asked(&moment) { Some(moment.live.taking(who, words)) } else { None };
            match said {
                Some(Err(Fault::NotTaken { why, who })) if is_strange(&why) && moment.is_light() => {
                    first = first.or(Some(Fault::NotTaken { why, who }));
                }
                Some(said) if first.is_none() => return said,
                Some(Ok(place)) => return Ok(place),
                Some(Err(Fault::NotTaken { why, who })) if !is_strange(&why) => {
                    return Err(Fault::NotTaken { why, who });
                }
                _ if moment.is_light() => {}
                _ => return first.map_or_else(now, Err),
            }
        }
        match (now(), first) {
            (Err(Fault::NotTaken { why, .. }), Some(first)) if is_strange(&why) => Err(first),
            (Err(Fault::NotAsked { .. }), Some(first)) => Err(first),
            (said, _) => said,
        }
    }

    /// Whether `who` is asked now or, unless only that counts, has been asked since the last step.
    pub fn is_asked(&self, who: &str, only_now: bool) -> bool {
        let named = |open: &OpenQuestion| open.who.to_lowercase() == who.to_lowercase();
        let now = matches!(self.live.waiting(), Waiting::Answer(open) if open.iter().any(named));
        now || !only_now && self.moments.iter().any(|moment| moment.open.iter().any(named))
    }

    /// The next question to `who` that would come if all others took their defaults, in words.
    pub fn next_question(&self, at: usize, who: &str) -> Option<String> {
        let mut ahead = self.ahead(Vec::new());
        let later = self.steps.iter().skip(at).filter_map(|step| match &step.kind {
            StepKind::Dice(faces) => Some(faces.iter().map(|(face, _)| *face)),
            _ => None,
        });
        ahead.queue_dice(&later.flatten().collect::<Vec<u16>>());
        for _ in 0..MOST_AHEAD {
            let Waiting::Answer(open) = ahead.waiting() else { return None };
            if let Some(next) = open.iter().find(|open| open.who.to_lowercase() == who.to_lowercase()) {
                let of = next.question.choices().iter().take(4).map(|choice| choice.text.as_str());
                let of: Vec<&str> = of.collect();
                let of = if of.is_empty() { next.question.wanted() } else { of.join("; ") };
                return Some(format!("the next question to {who} would be `{}` ({of})", next.question.text));
            }
            ahead.pass_over().ok()?;
        }
        None
    }
}

/// Whether the words may have been meant for this question, which did not take them. The GM's are meant for it only if it
/// has something like them: a judgement that comes later is not missed here.
fn is_to_blame(who: &str, words: &str, question: &OpenQuestion, why: &NotTaken) -> bool {
    if !who.eq_ignore_ascii_case("gm") || !is_strange(why) {
        return true;
    }
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let texts: Vec<&str> = question.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    nearest(words, texts.iter().copied()).is_some() || texts.iter().any(|text| first(text) == first(words))
}
