//! A fight as a seat may see it, and what the seat may say.

use quintain_field::Square;

use super::{Grounds, Knowing, Lens, NOBODY};
use crate::cast::Audience;
use crate::event::Event;
use crate::face::{AnyLive, OpenQuestion, Waiting};
use crate::knowledge::Clarity;
use crate::label::Label;
use crate::live::{Fault, from_now_on};
use crate::question::{Answer, NotTaken, Refused};
use crate::rulebook::pointing_back;
use crate::standing::FromNowOn;
use crate::view::{CombatantView, View};
use crate::why::Why;

/// The state and the story of a fight as a seat knows them.
#[derive(Clone, Debug)]
pub struct Known {
    /// The state.
    pub view: View,
    /// What the seat knows of each combatant of the view.
    pub knowing: Vec<Knowing>,
    /// How clearly the seat sees each square of the map, from A1 along the first row and so on upwards; empty where it sees
    /// all of it clearly.
    pub clarity: Vec<Clarity>,
    /// The events that the seat knows, each with its place in the whole log.
    pub log: Vec<(usize, Event)>,
}

impl Lens {
    /// The glass of a seat that plays for those whom `holds` names; where it plays for nobody, it sees what the heroes see
    /// together.
    pub fn of_seat(live: &dyn AnyLive, holds: &dyn Fn(&str) -> bool) -> Lens {
        let view = live.view();
        let held: Vec<&CombatantView> = view.combatants.iter().filter(|one| holds(&one.name)).collect();
        let of_side = |one: &CombatantView| held.iter().any(|own| own.side == one.side);
        let shared = live.secrets().sight.shared;
        let own: Vec<bool> =
            view.combatants.iter().map(|one| if shared { of_side(one) } else { holds(&one.name) }).collect();
        let figures = view.combatants.iter().map(of_side).collect();
        match own.contains(&true) {
            true => Lens::of(Grounds { live, own, figures }),
            false => Lens::of(Grounds { live, own: players_or_all(live), figures }),
        }
    }

    /// The state and the story as the seat knows them; `may_know` says whether an audience is the seat's.
    pub fn known(&self, live: &dyn AnyLive, may_know: &dyn Fn(Audience) -> bool) -> Known {
        let view = self.state(live, may_know);
        Known {
            clarity: self.clarity(live, &view),
            view,
            knowing: self.knowings(),
            log: self.log(live.log(), may_know),
        }
    }

    /// The state as the seat knows it; `may_know` says whether an audience is the seat's.
    pub fn state(&self, live: &dyn AnyLive, may_know: &dyn Fn(Audience) -> bool) -> View {
        let mut view = live.view();
        let absent = self.absent(live, &view);
        if !absent.is_empty() {
            self.forget_pressure(&mut view, &live.believed(&absent, &|_| true).view());
        }
        view.intents.retain(|intent| may_know(intent.audience));
        view.map = self.rows(live, std::mem::take(&mut view.map));
        self.view(&view)
    }

    /// Whether an audience is that of a seat which plays for those whom `holds` names.
    pub fn is_of(live: &dyn AnyLive, holds: &dyn Fn(&str) -> bool, audience: Audience) -> bool {
        let roster = live.roster();
        match audience {
            Audience::All => true,
            Audience::Gm => false,
            Audience::Side(side) => roster.iter().any(|(name, of)| *of == side && holds(name)),
            Audience::Of(who) => roster.get(who.index()).is_some_and(|(name, _)| holds(name)),
        }
    }

    fn clarity(&self, live: &dyn AnyLive, view: &View) -> Vec<Clarity> {
        let sight = live.secrets().sight;
        if !sight.fog && !sight.explored {
            return Vec::new();
        }
        let (width, depth) = (view.map.first().map_or(0, |row| row.chars().count()) as i16, view.map.len() as i16);
        let squares = (0..depth).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let all: Vec<Clarity> = squares.map(|square| self.seen_square(live, square)).collect();
        if all.iter().all(|one| *one == Clarity::Clear) { Vec::new() } else { all }
    }

    /// The fight as the seat believes it to be.
    pub fn believed(&self, live: &dyn AnyLive) -> Box<dyn AnyLive> {
        live.believed(&self.beliefs(live, &live.view()), &|who| self.sees_figures(who))
    }

    /// The question at this place of those that are open, with the labels of its options, as the seat sees it: with the
    /// options of the fight that it believes in.
    pub fn asked(
        &self,
        live: &dyn AnyLive,
        believed: &dyn AnyLive,
        place: usize,
    ) -> Option<(OpenQuestion, Vec<Option<Label>>)> {
        let (from, place) = Lens::asked_in(live, believed, place)?;
        let Waiting::Answer(mut open) = from.waiting() else { return None };
        let asked = (place < open.len()).then(|| open.swap_remove(place))?;
        let labels = from.labels(place);
        Some(self.question(asked, labels))
    }

    /// Where the question at this place of those that are open in `live` is asked as the seat sees it, and its place there: in
    /// the fight that it believes in, or in `live` itself where nothing of the kind is asked there.
    fn asked_in<'a>(
        live: &'a dyn AnyLive,
        believed: &'a dyn AnyLive,
        place: usize,
    ) -> Option<(&'a dyn AnyLive, usize)> {
        let (who, topic) = live.question(place).map(|asked| (asked.who().to_owned(), asked.topic()))?;
        let same = |there: &usize| believed.question(*there).is_some_and(|it| it.who() == who && it.topic() == topic);
        Some((0..believed.open()).find(same).map_or((live, place), |there| (believed, there)))
    }

    /// The seat's answer to an open question of `who`. What only those stand against whom the seat does not perceive is refused
    /// without a reason.
    ///
    /// # Errors
    /// Says why it is not taken, in words that give nothing away.
    pub fn answer(&self, live: &mut dyn AnyLive, believed: &dyn AnyLive, who: &str, words: &str) -> Result<(), Fault> {
        let said = self.offered(&*live, believed, who, words)?;
        live.answer(who, &said).map_err(|_| Fault::Unseen)
    }

    /// Words of the seat as the rules know them, if they would be taken where it sees the question asked. They are read as an
    /// answer to the question that it sees: under a name that it does not know nobody is found, not even by its beginning.
    pub(super) fn offered(
        &self,
        live: &dyn AnyLive,
        believed: &dyn AnyLive,
        who: &str,
        words: &str,
    ) -> Result<String, Fault> {
        let is_asked = |place: &usize| live.question(*place).is_some_and(|asked| asked.who().eq_ignore_ascii_case(who));
        let taken = |from: &dyn AnyLive, said: String| match from.offered(who, &said) {
            Ok(()) => Ok(said),
            Err(fault) => Err(Fault::Other(self.words(&fault.to_string()))),
        };
        let mut first: Option<NotTaken> = None;
        for place in (0..live.open()).filter(is_asked) {
            let Some((from, there)) = Lens::asked_in(live, believed, place) else { continue };
            let Some((asked, _)) = self.asked(live, believed, place) else { continue };
            match understood(&asked, words) {
                Ok(meant) => return taken(from, self.unsaid(&meant)),
                Err(why) if first.is_none() => first = Some(self.judged((from, there), &asked, words, why)),
                Err(_) => {}
            }
        }
        match first {
            Some(why) => Err(Fault::NotTaken { who: who.to_owned(), why }),
            None => taken(believed, self.unsaid(&self.blanked(words))),
        }
    }

    /// Why words are not taken: what the rules have against them, as far as the seat may know it.
    fn judged(
        &self,
        (from, place): (&dyn AnyLive, usize),
        asked: &OpenQuestion,
        words: &str,
        why: NotTaken,
    ) -> NotTaken {
        if !matches!(why, NotTaken::Unknown(_) | NotTaken::Refused(_)) {
            return why;
        }
        let question = &asked.question;
        let said = from_now_on(question, words).and_then(|from| from.words).unwrap_or(words);
        let mut more = from.refusals(place);
        more.retain(|refused| self.knows_refused(refused));
        more.iter_mut().for_each(|refused| self.refused(refused));
        let refused: Vec<Refused> = question.refused.iter().cloned().chain(more).collect();
        let pointing = pointing_back(&asked.who, said);
        let both = || std::iter::once(said).chain(pointing.as_deref());
        let exact = both().find_map(|words| question.refused_exactly(&refused, words));
        let found = exact.or_else(|| match why {
            NotTaken::Refused(_) => None,
            _ => both().find_map(|words| question.refusal_among(&refused, words)),
        });
        found.cloned().map_or(why, NotTaken::Refused)
    }

    /// Words of the seat as the rules know them, for looking ahead.
    ///
    /// # Errors
    /// Where what comes of them hangs on a combatant that the seat does not see.
    pub fn foreseeable(&self, live: &dyn AnyLive, words: &str) -> Result<String, Fault> {
        let blanked = self.blanked(words);
        if blanked.contains(NOBODY) {
            // A name that the seat does not know is nobody's.
            return Ok(self.unsaid(&blanked));
        }
        let said = self.unsaid(words);
        let unseen = self.names_felt(&said) || self.is_brought_by_unseen(live);
        match unseen {
            true => Err(Fault::Other("nobody can say what comes of that: not all of it is seen".into())),
            false => Ok(said),
        }
    }

    /// Why a value is what it is, without where it is written and who is not seen.
    pub fn why(&self, mut why: Why) -> Why {
        why.origin.clear();
        for term in &mut why.terms {
            (term.label, term.source) = (self.words(&term.label), self.words(&term.source));
        }
        why
    }
}

/// What these words answer to a question, in full: an option may be meant by its beginning alone.
fn understood(asked: &OpenQuestion, words: &str) -> Result<String, NotTaken> {
    match from_now_on(&asked.question, words) {
        None => read(asked, words).map(|answer| asked.question.write(&answer)),
        Some(FromNowOn { words: Some(said), .. }) => read(asked, said).map(|_| words.to_owned()),
        Some(FromNowOn { words: None, .. }) => Ok(words.to_owned()),
    }
}

/// Reads an answer, in which the combatant asked may be called by name where the option says `oneself`.
fn read(asked: &OpenQuestion, words: &str) -> Result<Answer<usize>, NotTaken> {
    let is_unknown = |read: &Result<Answer<usize>, NotTaken>| matches!(read, Err(NotTaken::Unknown(_)));
    let read = asked.question.read(words);
    if is_unknown(&read)
        && let Some(pointing) = pointing_back(&asked.who, words)
    {
        let known = asked.question.read(&pointing);
        return if is_unknown(&known) { read } else { known };
    }
    read
}

/// Of each of the roster whether it is a player's to play; everybody where nobody is.
pub fn players_or_all(live: &dyn AnyLive) -> Vec<bool> {
    let players = live.players();
    if players.contains(&true) { players } else { vec![true; players.len()] }
}
