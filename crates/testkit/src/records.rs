//! Records: the same facts, the same fight, wherever they are cut.

use quintain_engine::{AnyLive, Fact, Header, Record, Waiting};

use crate::battery::{Arena, Battery};
use crate::bout::Bout;
use crate::{Check, claim};

/// What two tables of the same fight must have alike.
fn alike(one: &dyn AnyLive, other: &dyn AnyLive) -> Check {
    claim(other.diverged().is_none(), || format!("the record does not fit: {:?}", other.diverged()))?;
    let asked = (one.who_is_asked(), other.who_is_asked());
    claim(asked.0 == asked.1, || format!("it waited for {:?} and waits for {:?} now", asked.0, asked.1))?;
    claim(one.facts() == other.facts(), || "the facts are others".into())?;
    claim(one.digest() == other.digest(), || "the digest is another".into())?;
    let differs = one.log().iter().zip(other.log()).find(|(one, other)| one != other);
    claim(differs.is_none(), || format!("the log differs: {differs:?}"))?;
    claim(one.log().len() == other.log().len(), || "one log is longer than the other".into())?;
    claim(one.view() == other.view(), || "the view is another".into())
}

/// The facts of a fight, played again, give the same fight.
///
/// # Errors
/// What differs.
pub fn replays_alike(arena: &Arena, seed: u64, formalities: bool, steps: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    bout.steps(steps)?;
    let again = bout.resumed(bout.live.facts().to_vec());
    alike(&*bout.live, &*again).map_err(|what| bout.fault(format!("replayed, {what}")))
}

/// A fight taken up behind any of its facts runs to the next of the stops at which it was played. Looks at about
/// `most` places.
///
/// # Errors
/// What differs.
pub fn prefixes_stop_alike(arena: &Arena, seed: u64, formalities: bool, steps: usize, most: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    let stop = |live: &dyn AnyLive| (live.facts().len(), live.who_is_asked(), live.digest());
    let mut stops = vec![stop(&*bout.live)];
    for _ in 0..steps {
        if !bout.step()? {
            break;
        }
        stops.push(stop(&*bout.live));
    }
    let facts = bout.live.facts().to_vec();
    let stride = facts.len().div_ceil(most.max(1)).max(1);
    let first = bout.below(stride);
    for count in (first..=facts.len()).step_by(stride) {
        let live = bout.resumed(facts[..count].to_vec());
        let Some(wanted) = stops.iter().find(|(facts, ..)| *facts >= count) else { continue };
        let found = stop(&*live);
        claim(found == *wanted && facts.starts_with(live.facts()), || {
            bout.fault(format!("after {count} facts it stopped at {wanted:?} and stops at {found:?} now"))
        })?;
    }
    Ok(())
}

/// A copy of a fight asks the same, also where nobody had looked at the questions before it was made.
///
/// # Errors
/// What differs.
pub fn copies_ask_alike(arena: &Arena, seed: u64, formalities: bool, steps: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    for _ in 0..steps {
        let Some((who, words)) = bout.pick()? else { break };
        bout.give(&who, &words)?;
        let copied = bout.live.redealt(seed).waiting();
        let asks = matches!(copied, Waiting::Answer(_));
        claim(!asks || copied == bout.live.waiting(), || bout.fault(format!("a copy waits for {copied:?}")))?;
    }
    Ok(())
}

/// An answer taken back and given again leads to the same state; `every` so many answers.
///
/// # Errors
/// What differs.
pub fn undo_and_again(arena: &Arena, seed: u64, formalities: bool, steps: usize, every: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    for step in 0..steps {
        let Some((who, words)) = bout.pick()? else { break };
        if step % every.max(1) != 0 {
            bout.give(&who, &words)?;
            continue;
        }
        let before = (bout.live.who_is_asked(), bout.live.facts().to_vec(), bout.live.digest(), bout.live.view());
        bout.give(&who, &words)?;
        let after = (bout.live.who_is_asked(), bout.live.facts().to_vec(), bout.live.digest(), bout.live.view());
        let undone = bout.live.undo();
        undone.map_err(|fault| bout.fault(format!("the answer is not taken back: {fault}")))?;
        let back = (bout.live.who_is_asked(), bout.live.facts().to_vec(), bout.live.digest(), bout.live.view());
        claim(before == back, || bout.fault("taken back, the last answer has left something behind"))?;
        bout.told.pop();
        bout.give(&who, &words)?;
        let again = (bout.live.who_is_asked(), bout.live.facts().to_vec(), bout.live.digest(), bout.live.view());
        claim(after == again, || bout.fault("given again, the last answer leads somewhere else"))?;
    }
    Ok(())
}

/// A record cut off at any byte is read as far as it goes, and the fight goes on from there.
///
/// # Errors
/// What is not read, or does not go on.
pub fn records_may_be_cut_anywhere(battery: &Battery, seed: u64, steps: usize) -> Check {
    let arena = battery.smallest();
    let mut bout = Bout::begin(arena, seed, false);
    let header = Header::new(battery.rulebook, &arena.source, &[], &bout.terms(), arena.fight.digest());
    let mut text = header.line();
    for fact in bout.live.unwritten() {
        text.push_str(&Record::line(&fact));
    }
    // An undo, too, is a line.
    for step in 0..steps {
        bout.step()?;
        if step % 3 == 2 {
            let undone = bout.live.undo();
            undone.map_err(|fault| bout.fault(format!("the answer is not taken back: {fault}")))?;
            bout.told.push("undo".into());
        }
        for fact in bout.live.unwritten() {
            text.push_str(&Record::line(&fact));
        }
    }
    let head = header.line().len() - 1;
    let mut resumed: Option<Vec<Fact>> = None;
    for cut in 0..=text.len() {
        // The header is one long line, with the whole encounter in it: a few cuts there will do.
        if cut < head && cut % 37 != 0 {
            continue;
        }
        let cut_off = String::from_utf8_lossy(&text.as_bytes()[..cut]);
        let fault = |what: String| bout.fault(format!("cut after {cut} of {} bytes: {what}", text.len()));
        let record = match Record::read("cut.jsonl", &cut_off) {
            Ok(record) => record,
            Err(problems) => {
                claim(cut < head, || fault(format!("the record is not read: {problems}")))?;
                continue;
            }
        };
        if resumed.as_ref() == Some(&record.facts) {
            continue;
        }
        let replayed = record.replay(battery.rulebook, &*arena.fight).map_err(|problem| fault(problem.to_string()))?;
        claim(replayed.differs.is_none(), || fault(format!("{:?}", replayed.differs)))?;
        let broken = matches!(replayed.live.waiting(), Waiting::Broken(_));
        claim(!broken, || fault(replayed.live.who_is_asked().join("; ")))?;
        resumed = Some(record.facts);
    }
    let whole = Record::read("whole.jsonl", &text).map_err(|problems| bout.fault(problems.to_string()))?;
    let whole = whole.replay(battery.rulebook, &*arena.fight).map_err(|problem| bout.fault(problem.to_string()))?;
    alike(&*bout.live, &*whole.live).map_err(|what| bout.fault(format!("read back, {what}")))
}
