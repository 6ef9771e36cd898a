//! Who answers for unattended seats, and how.

use quintain_dice::LateStream;

use crate::cast::{Seat, Side};
use crate::label::Group;
use crate::question::{Answer, Choice, Picks, Question, Shape, Weight};
use crate::rulebook::{Rulebook, TacticsInfo};

/// How an unattended seat answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tactics {
    /// The rulebook's own, by its place in [`Rulebook::TACTICS`].
    Own(usize),
    /// Any legal answer: of options first what is done, each verb as likely as the other, but every second time one that
    /// attacks or uses a power; then how and on whom. Formalities take their default.
    Random,
    /// Between the two: the rulebook's best, which at one question in three errs and answers as `Random` does.
    Novice,
}

/// A novice errs at one question in so many.
const ERRS: u32 = 3;

impl Default for Tactics {
    fn default() -> Self {
        Tactics::Own(0)
    }
}

impl Tactics {
    /// The tactics of this name.
    pub fn named<R: Rulebook>(name: &str) -> Option<Tactics> {
        let common = COMMON.iter().find(|(known, _)| name.eq_ignore_ascii_case(known.name));
        if let Some((_, tactics)) = common {
            return Some(*tactics);
        }
        R::TACTICS.iter().position(|tactics| tactics.name.eq_ignore_ascii_case(name)).map(Tactics::Own)
    }

    /// Their name, among those of a rulebook.
    pub fn name(self, known: &[TacticsInfo]) -> &'static str {
        match self {
            Tactics::Own(place) => known.get(place).map_or("random", |tactics| tactics.name),
            Tactics::Random => "random",
            Tactics::Novice => "novice",
        }
    }

    /// What it answers.
    pub fn answer<R: Rulebook>(self, fight: &R, ask: &R::Ask, own: &mut LateStream) -> Answer<R::Act> {
        let at_random = match self {
            Tactics::Own(place) => return fight.answer(place, ask, own),
            Tactics::Random => true,
            Tactics::Novice => own.below(ERRS) == 0,
        };
        if at_random && fight.weight(ask) != Weight::Formality {
            by_kind(fight, ask, own)
        } else {
            fight.answer(0, ask, own)
        }
    }
}

/// The tactics that every rulebook may be played by besides its own, the weakest first.
pub const COMMON: [(TacticsInfo, Tactics); 2] = [
    (
        TacticsInfo { name: "random", about: "Any legal answer: first what is done, then how and on whom." },
        Tactics::Random,
    ),
    (
        TacticsInfo { name: "novice", about: "The best of the rulebook's own, which errs at one question in three." },
        Tactics::Novice,
    ),
];

/// Any legal answer to a question, drawn from `own`. Of options it is first drawn what is done, so that what can be done to
/// many, or in many squares, does not crowd out the rest; and half the time that is an attack or a power, where there is one,
/// so that a fight gets somewhere.
fn by_kind<R: Rulebook>(fight: &R, ask: &R::Ask, own: &mut LateStream) -> Answer<R::Act> {
    let question = fight.question(ask);
    match &question.shape {
        Shape::OneOf(_, of) if !of.is_empty() => {
            let mut kinds = kinds(fight, ask, of);
            if own.below(2) == 0 && kinds.iter().any(Kind::strikes) {
                kinds.retain(Kind::strikes);
            }
            let acts = &kinds[own.below(kinds.len() as u32) as usize].acts;
            Answer::One(acts[own.below(acts.len() as u32) as usize])
        }
        _ => together(fight, ask, random(&question, own)),
    }
}

/// The options that do the same, to whomever and wherever.
#[derive(Clone, Debug)]
pub(crate) struct Kind<'q, A> {
    /// Their verb, or where the book names none their first word.
    pub(crate) word: &'q str,
    group: Option<Group>,
    /// What they do, in the order of the options.
    pub(crate) acts: Vec<A>,
}

impl<A> Kind<'_, A> {
    fn strikes(&self) -> bool {
        matches!(self.group, Some(Group::Attack | Group::Power))
    }
}

/// Options by what is done, in the order of the options.
pub(crate) fn kinds<'q, R: Rulebook>(fight: &R, ask: &R::Ask, choices: &'q [Choice<R::Act>]) -> Vec<Kind<'q, R::Act>> {
    let mut kinds: Vec<Kind<'_, R::Act>> = Vec::new();
    for choice in choices {
        let verb = fight.doing(ask, &choice.act).map(|label| label.verb);
        let word = verb.map(|verb| verb.key).or_else(|| choice.text.split_whitespace().next()).unwrap_or_default();
        match kinds.iter_mut().find(|known| known.word == word) {
            Some(known) => known.acts.push(choice.act),
            None => kinds.push(Kind { word, group: verb.map(|verb| verb.group), acts: vec![choice.act] }),
        }
    }
    kinds
}

/// The same answer with no more of its picks than may be picked together: those in front go first.
pub(crate) fn together<R: Rulebook>(fight: &R, ask: &R::Ask, answer: Answer<R::Act>) -> Answer<R::Act> {
    let Answer::Several(drawn) = answer else { return answer };
    let mut picks = Picks::new();
    for act in drawn {
        picks.push(act);
        if fight.together(ask, &picks).is_err() {
            picks.pop();
        }
    }
    Answer::Several(picks)
}

/// Any answer to a question that its shape allows, drawn from `own`, each option as likely as the other.
pub fn random<A: Copy + PartialEq>(question: &Question<A>, own: &mut LateStream) -> Answer<A> {
    match &question.shape {
        Shape::OneOf(_, of) if !of.is_empty() => Answer::One(of[own.below(of.len() as u32) as usize].act),
        Shape::Several { of, least, most, .. } => {
            let fewest = *least.min(&of.len());
            let span = most.min(&of.len()).saturating_sub(fewest) as u32;
            let count = fewest + own.below(span.saturating_add(1)) as usize;
            let mut left: Vec<usize> = (0..of.len()).collect();
            while left.len() > count {
                left.remove(own.below(left.len() as u32) as usize);
            }
            Answer::Several(left.into_iter().map(|place| of[place].act).collect())
        }
        Shape::OrderOf(of) => {
            let mut left: Vec<A> = of.iter().map(|choice| choice.act).collect();
            let mut order = Picks::new();
            while !left.is_empty() {
                order.push(left.remove(own.below(left.len() as u32) as usize));
            }
            Answer::Order(order)
        }
        Shape::Number { least, most } => {
            let span = u32::try_from(most.saturating_sub(*least).max(0)).unwrap_or(u32::MAX - 1);
            Answer::Number(least.saturating_add(own.below(span.saturating_add(1)).into()))
        }
        _ => question.default.clone(),
    }
}

/// Which tactics play which side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// The tactics of everyone, where they are the same.
    pub uniform: Option<Tactics>,
    /// Those of the GM's judgements.
    pub gm: Tactics,
    /// Those of each side, by its place; sides beyond the list play the rulebook's best.
    pub sides: Vec<Tactics>,
    /// Those of single combatants, by name, before those of their sides.
    pub combatants: Vec<(String, Tactics)>,
}

/// Everyone plays the rulebook's best tactics.
pub(crate) static BEST: Conduct =
    Conduct { uniform: Some(Tactics::Own(0)), gm: Tactics::Own(0), sides: Vec::new(), combatants: Vec::new() };

impl Conduct {
    /// Everyone plays the rulebook's best tactics.
    pub fn best() -> Self {
        BEST.clone()
    }

    /// Each side its own.
    pub fn of_sides(sides: Vec<Tactics>) -> Self {
        Conduct { sides, ..Conduct::default() }
    }

    /// The tactics of a side.
    pub fn of(&self, side: Side) -> Tactics {
        self.uniform.unwrap_or_else(|| self.sides.get(side.index()).copied().unwrap_or_default())
    }

    /// The tactics that answer for a seat.
    pub fn of_seat<R: Rulebook>(&self, fight: &R, seat: Seat) -> Tactics {
        match (self.uniform, seat) {
            (Some(tactics), _) => tactics,
            (None, Seat::Gm) => self.gm,
            (None, Seat::Of(who)) => {
                let own = self.combatants.iter().find(|(name, _)| name == fight.name(who));
                own.map_or_else(|| self.of(fight.side(who)), |(_, tactics)| *tactics)
            }
        }
    }
}
