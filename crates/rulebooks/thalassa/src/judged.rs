//! How an attack is made, and why: impaired, enhanced or neither.

use crate::fight::Fight;
use crate::house::Both;

/// How an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// Neither.
    #[default]
    Normal,
    /// From weakness.
    Impaired,
    /// From advantage.
    Enhanced,
}

impl State {
    /// The word in options.
    pub fn word(self) -> &'static str {
        match self {
            State::Normal => "normal",
            State::Impaired => "impaired",
            State::Enhanced => "enhanced",
        }
    }
}

/// Why an attack is impaired or enhanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Impaired: an individual attacks a detachment.
    AloneAgainstMany,
    /// Impaired: the hands are bound.
    Bound,
    /// Impaired: the attacker sees nothing, or averts the eyes.
    Blind,
    /// Impaired: the target is in cover.
    Cover,
    /// Impaired: Artemis protects the target.
    Veiled,
    /// Impaired: the target is invisible.
    Unseen,
    /// Impaired: a shot at a target in a gust of wind.
    Gust,
    /// Impaired: somebody enamoured of the target stands in the way.
    Enamoured,
    /// Impaired: the daring manoeuvre failed.
    FailedManoeuvre,
    /// Impaired: a save that the GM called for failed.
    FailedSave,
    /// Impaired: a nimble flier, hand to hand.
    NimbleInTheAir,
    /// Impaired: a nimble swimmer, in the water.
    NimbleInTheWater,
    /// Impaired: nothing that a blow could strike.
    NoFlesh,
    /// Impaired: a long shot with one eye.
    OneEye,
    /// Impaired: a shot beyond the sure distance.
    LongShot,
    /// Enhanced: the target is helpless.
    Helpless,
    /// Enhanced: a detachment attacks an individual.
    ManyAgainstOne,
    /// Enhanced: the daring manoeuvre went well.
    Manoeuvre,
    /// Enhanced: Ares favours the attacker.
    Might,
    /// Enhanced: Artemis guides the shot.
    Hunter,
    /// Enhanced: the weapon always is.
    Weapon,
    /// Enhanced: the attacker charges.
    Charge,
}

impl Reason {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::AloneAgainstMany => "an individual against a detachment",
            Reason::Bound => "bound hands",
            Reason::Blind => "does not look",
            Reason::Cover => "through cover",
            Reason::Veiled => "veiled by Artemis",
            Reason::Unseen => "an unseen target",
            Reason::Gust => "hidden in a gust",
            Reason::Enamoured => "somebody enamoured in the way",
            Reason::FailedManoeuvre => "a failed manoeuvre",
            Reason::FailedSave => "a failed save",
            Reason::NimbleInTheAir => "nimble in the air",
            Reason::NimbleInTheWater => "nimble in the water",
            Reason::NoFlesh => "no flesh to strike",
            Reason::OneEye => "one eye for a long shot",
            Reason::LongShot => "a long shot",
            Reason::Helpless => "a helpless target",
            Reason::ManyAgainstOne => "a detachment against an individual",
            Reason::Manoeuvre => "a daring manoeuvre",
            Reason::Might => "might of Ares",
            Reason::Hunter => "hunter's charm",
            Reason::Weapon => "a weapon that wins",
            Reason::Charge => "a charge",
        }
    }
}

/// What speaks for weakness and for advantage; the first reason of each kind, since more count the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Why impaired.
    pub weakness: Option<Reason>,
    /// Why enhanced.
    pub advantage: Option<Reason>,
    /// There is a second reason of one kind, which changes nothing.
    pub several: bool,
}

impl Judged {
    /// `modifier.both`. No advantage gives a blade flesh to strike (`creature.insubstantial`).
    #[inline]
    pub fn state(self, fight: &Fight) -> State {
        match (self.weakness, self.advantage, fight.house().both) {
            (Some(Reason::NoFlesh), _, _) => State::Impaired,
            (Some(_), Some(_), Both::CancelOut) => State::Normal,
            (Some(_), _, _) => State::Impaired,
            (None, Some(_), _) => State::Enhanced,
            (None, None, _) => State::Normal,
        }
    }

    /// Notes what speaks for weakness, if it does.
    #[inline]
    pub(crate) fn impair(&mut self, applies: bool, why: Reason) {
        self.several |= applies && self.weakness.is_some();
        self.weakness = self.weakness.or(applies.then_some(why));
    }

    /// Notes what speaks for advantage, if it does.
    #[inline]
    pub(crate) fn enhance(&mut self, applies: bool, why: Reason) {
        self.several |= applies && self.advantage.is_some();
        self.advantage = self.advantage.or(applies.then_some(why));
    }
}
