//! Looking back: a fight told once more from its beginning, moment by moment, as one chair knew it then.

use std::ops::ControlFlow;

use quintain_engine::{AnyLive, Fact, Lens, View, Who};

use crate::chair::ChairId;
use crate::seen::Seen;
use crate::session::Session;
use crate::{Knowing, Outlook};

/// One moment of a fight, as a chair knew it.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Which moment it is as the chair counts them: what leads back to it.
    pub moment: usize,
    /// How many of the chair's events had been told.
    pub told: usize,
    /// What the chair knew.
    pub seen: Seen,
}

impl Frame {
    /// The state as far as the chair knew it.
    pub fn view(&self) -> &View {
        &self.seen.view
    }

    /// Whether the chair perceived a combatant, by its place in the view.
    pub fn is_own(&self, place: usize) -> bool {
        self.seen.knowing.get(place) == Some(&Knowing::Own)
    }
}

/// A moment that is gone through again.
#[derive(Debug)]
pub struct Step<'s> {
    session: &'s Session,
    chair: ChairId,
    live: &'s dyn AnyLive,
    lens: Option<Lens>,
    /// The fact that led to it, and its place; none at the beginning.
    pub fact: Option<(usize, &'s Fact)>,
}

impl Step<'_> {
    /// What the chair knew.
    pub fn frame(&self) -> Frame {
        let seen = self.session.moment(self.live, self.chair, self.lens.as_ref());
        Frame { moment: seen.moment, told: seen.log.len(), seen }
    }

    /// The fight as the chair believed it to be, to be played out apart from it.
    pub fn outlook(&self) -> Outlook {
        let sides = self.session.opened().fight.sides();
        match &self.lens {
            Some(lens) => Outlook::new(lens.believed(self.live), sides, Some(lens.clone())),
            None => Outlook::new(self.live.apart(), sides, None),
        }
    }

    /// Whether the fact was the chair's own doing, or that of its side; everything is the game master's.
    pub fn is_own(&self) -> bool {
        let (Some(lens), Some((_, fact))) = (&self.lens, self.fact) else { return true };
        let whose = match fact {
            Fact::Dice { who, .. } => who.as_deref(),
            Fact::Answer { to, .. } => Some(to.as_str()),
            _ => None,
        };
        let roster = self.live.roster();
        let place = whose.and_then(|whose| roster.iter().position(|(name, _)| name.eq_ignore_ascii_case(whose)));
        place.and_then(|place| u16::try_from(place).ok()).is_some_and(|place| lens.eyes().contains(&Who(place)))
    }

    /// Words as the chair may read them.
    pub fn words(&self, words: &str) -> String {
        self.lens.as_ref().map_or_else(|| words.to_owned(), |lens| lens.words(words))
    }
}

impl Session {
    /// Goes through the fight again from its beginning, as a chair knew it: hears every moment at which the rules waited for
    /// someone, until it breaks off.
    pub fn retrace(&self, chair: ChairId, each: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>) {
        let facts = self.live().facts();
        let mut live = self.earlier(0);
        let mut fact = None;
        loop {
            let step = Step { session: self, chair, lens: self.lens(&*live, chair), live: &*live, fact };
            let done = live.facts().len();
            if each(&step).is_break() || done >= facts.len() {
                return;
            }
            drop(step);
            fact = Some((done, &facts[done]));
            if !(given(&mut *live, &facts[done]) && live.facts().len() > done && is_so_far(facts, live.facts())) {
                // What cannot be given again by itself, such as an answer that stands, is replayed with all before it.
                live = self.replayed_beyond(done);
            }
        }
    }

    /// The fight as it stood at the first moment behind the fact at this place.
    fn replayed_beyond(&self, place: usize) -> Box<dyn AnyLive> {
        let all = self.live().facts().len();
        let mut upto = place + 1;
        loop {
            let live = self.earlier(upto);
            if live.facts().len() > place || upto >= all {
                return live;
            }
            upto += 1;
        }
    }

    /// Every moment of the fight at which the chair learnt something, the oldest first; nothing where it was not wanted to the
    /// end. The story is not told again in each: its first [`Frame::told`] events are those of [`Session::seen`].
    pub fn frames(&self, chair: ChairId, wanted: &dyn Fn() -> bool) -> Option<Vec<Frame>> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut whole = true;
        self.retrace(chair, &mut |step| {
            whole = wanted();
            if !whole {
                return ControlFlow::Break(());
            }
            let mut frame = step.frame();
            frame.seen.log = Vec::new();
            match frames.last_mut() {
                Some(last) if last.told == frame.told => *last = frame,
                _ => frames.push(frame),
            }
            ControlFlow::Continue(())
        });
        whole.then_some(frames)
    }
}

/// Gives a fact to a fight once more; says whether it took it.
fn given(live: &mut dyn AnyLive, fact: &Fact) -> bool {
    match fact {
        Fact::Dice { faces, .. } => live.throw(faces).is_ok(),
        Fact::Answer { to, words, .. } => live.answer(to, words).is_ok(),
        Fact::Edict { words } => live.edict(words).is_ok(),
        _ => false,
    }
}

/// Whether a fight has come to the same facts so far, no matter who gave the answers.
fn is_so_far(facts: &[Fact], sofar: &[Fact]) -> bool {
    let same = |one: &Fact, other: &Fact| match (one, other) {
        (
            Fact::Answer { to, rule, words, .. },
            Fact::Answer { to: other_to, rule: other_rule, words: other_words, .. },
        ) => (to, rule, words) == (other_to, other_rule, other_words),
        _ => one == other,
    };
    sofar.len() <= facts.len() && facts.iter().zip(sofar).all(|(one, other)| same(one, other))
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_library::files;

    use super::*;
    use crate::Room;

    /// A fight of a ready-made encounter, played to its end by defaults.
    fn played(name: &str) -> Session {
        let mut session = Session::begin(library().open(name, &files::none).unwrap(), Room::default(), false).unwrap();
        session.arrange(ChairId::GM, |room| room.hurried = Some(u32::MAX)).unwrap();
        session
    }

    #[test]
    fn every_moment_is_what_looking_at_it_shows() {
        let session = played("cyclops");
        for chair in [ChairId::GM, ChairId::NOBODY] {
            let frames = session.frames(chair, &|| true).unwrap();
            assert!(frames.len() > 5, "{}", frames.len());
            for frame in &frames {
                let shown = session.seen_at(chair, frame.moment);
                assert_eq!(shown.view, frame.seen.view, "{chair:?} at {}", frame.moment);
                assert_eq!(shown.log.len(), frame.told);
            }
            assert_eq!(frames.last().unwrap().told, session.seen(chair).log.len());
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_told() {
        assert_eq!(played("cyclops").frames(ChairId::GM, &|| false), None);
    }
}
