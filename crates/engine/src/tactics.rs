//! Who answers for unattended seats, and how.

use quintain_dice::LateStream;

use crate::cast::{Seat, Side};
use crate::question::{Answer, Picks, Question, Shape};
use crate::rulebook::{Rulebook, TacticsInfo};

/// How an unattended seat answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tactics {
    /// The rulebook's own, by its place in [`Rulebook::TACTICS`].
    Own(usize),
    /// Any legal answer, each as likely as the other. Formalities take their default.
    Random,
}

impl Default for Tactics {
    fn default() -> Self {
        Tactics::Own(0)
    }
}

impl Tactics {
    /// The tactics of this name.
    pub fn named<R: Rulebook>(name: &str) -> Option<Tactics> {
        if name.eq_ignore_ascii_case("random") {
            return Some(Tactics::Random);
        }
        R::TACTICS.iter().position(|tactics| tactics.name.eq_ignore_ascii_case(name)).map(Tactics::Own)
    }

    /// Their name, among those of a rulebook.
    pub fn name(self, known: &[TacticsInfo]) -> &'static str {
        match self {
            Tactics::Own(place) => known.get(place).map_or("random", |tactics| tactics.name),
            Tactics::Random => "random",
        }
    }

    /// What it answers.
    pub fn answer<R: Rulebook>(self, fight: &R, ask: &R::Ask, own: &mut LateStream) -> Answer<R::Act> {
        match self {
            Tactics::Own(place) => fight.answer(place, ask, own),
            Tactics::Random => match fight.weight(ask) {
                crate::Weight::Formality => fight.answer(0, ask, own),
                crate::Weight::Decision | crate::Weight::Choice | crate::Weight::Detail => {
                    random(&fight.question(ask), own)
                }
            },
        }
    }
}

/// Any legal answer to a question, drawn from `own`.
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
