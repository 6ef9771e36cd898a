//! One who fights: what it is now, what it carries, what befell it.

use quintain_engine::{Minded, Side, Who};
use quintain_field::{Span, Square};

use crate::arm::ArmId;
use crate::condition::{Condition, Conditions};
use crate::kinds::{Part, Size};
use crate::lasting::{Lasting, What};
use quintain_engine::{Blank, Few};

pub use crate::book::{MOST_ARMS, MOST_GU, MOST_WORN};

/// The most things at work on one combatant for a time.
pub const MOST_LASTING: usize = 24;

/// A number with the most it can be restored to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Track {
    /// Now; never below 0.
    pub now: i16,
    /// The maximum.
    pub max: i16,
}

impl Track {
    /// Full.
    pub fn full(value: i16) -> Self {
        Track { now: value, max: value }
    }

    /// Takes some away, never going below 0, and says how much was taken.
    pub fn lose(&mut self, amount: i16) -> i16 {
        let taken = amount.clamp(0, self.now);
        self.now -= taken;
        taken
    }

    /// Adds some, never going above the maximum, and says how much was added.
    pub fn gain(&mut self, amount: i16) -> i16 {
        let gained = amount.clamp(0, (self.max - self.now).max(0));
        self.now += gained;
        gained
    }
}

/// A Gu that a combatant owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owned {
    /// Its place in the setting's list.
    pub gu: u16,
    /// Its rank.
    pub rank: u8,
    /// Its health.
    pub hp: Track,
    /// What it is doing.
    pub state: GuState,
    /// Its owner dies with it.
    pub vital: bool,
    /// How often it may still be used; `u8::MAX` where that does not matter.
    pub uses: u8,
    /// Stopped this turn: not to be activated before the turn has ended.
    pub stopped: bool,
    /// What it has stored, counted or chosen.
    pub store: i16,
    /// Whose it is and its place there, where another has handed it over.
    pub lent: Option<(Who, u8)>,
}

/// What a Gu is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GuState {
    /// Lies in the aperture.
    #[default]
    Idle,
    /// Is being sustained.
    Sustained,
    /// Is part of a killer move that is being sustained.
    InMove(u8),
    /// Has done its work for good: carved into the body.
    Carved,
    /// Cannot be used.
    Sealed,
    /// Has been handed over to another.
    HandedOver,
    /// Dead.
    Dead,
}

impl GuState {
    /// Whether a Gu in this state is at work on its owner.
    #[inline]
    pub fn works(self) -> bool {
        matches!(self, GuState::Sustained | GuState::Carved)
    }
}

impl Blank for Owned {
    const BLANK: Self = Owned {
        gu: 0,
        rank: 1,
        hp: Track { now: 0, max: 0 },
        state: GuState::Idle,
        vital: false,
        uses: u8::MAX,
        stopped: false,
        store: 0,
        lent: None,
    };
}

/// Which limbs cannot be used any more: a bit for each, the left one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limbs {
    /// Arms.
    pub arms: u8,
    /// Hands.
    pub hands: u8,
    /// Legs.
    pub legs: u8,
}

impl Limbs {
    /// Those of a pair: arms, hands or legs.
    pub fn of(&mut self, part: Part) -> &mut u8 {
        match part {
            Part::Arm => &mut self.arms,
            Part::Hand => &mut self.hands,
            _ => &mut self.legs,
        }
    }
}

/// At whose call somebody is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Called {
    /// Who called it.
    pub by: Who,
    /// The Gu that it goes with, by its place among those that one owns; `None` where it serves for good.
    pub slot: Option<u8>,
    /// The Gu, by its place in the book.
    pub gu: u16,
    /// Its rank.
    pub rank: u8,
    /// The place of the effect in the Gu's list.
    pub effect: u8,
    /// Acts only when it is directed.
    pub directed: bool,
    /// Has been directed for its next turn.
    pub roused: bool,
    /// Has gone, and what comes of that has still to come.
    pub leaving: bool,
}

/// One who fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// Place in the setting's list of templates.
    pub template: u16,
    /// Whose side it is on.
    pub side: Side,
    /// A player's character.
    pub player: bool,
    /// How it is minded where tactics play it.
    pub minded: Minded,
    /// Hit points.
    pub hp: Track,
    /// The hit points of its own body, while it is in another.
    pub own_hp: Option<Track>,
    /// How large it is.
    pub size: Size,
    /// Soul; none where `has_soul` says so.
    pub soul: Track,
    /// Has a soul.
    pub has_soul: bool,
    /// Primeval essence.
    pub essence: Track,
    /// Parts of a portion that have come back, in 3600ths.
    pub essence_parts: u16,
    /// Luck points.
    pub luck: u8,
    /// Primeval stones.
    pub stones: u16,
    /// Attributes and skills as they were bought, by [`crate::kinds::Score`].
    pub scores: [i16; 14],
    /// Metres of movement a turn, before anything changes them.
    pub movement: i16,
    /// Cognition lost to injuries.
    pub cognition_lost: i16,
    /// Strength lost for good.
    pub strength_lost: i16,
    /// Conditions.
    pub conditions: Conditions,
    /// Stacks of bleeding.
    pub bleeding: u16,
    /// The rank of the fire it burns with.
    pub fire_rank: u8,
    /// The blow that is being settled: hit points before it, and whether it has been undone.
    pub blow: Option<(i16, bool)>,
    /// What is at work for a time.
    pub lasting: Few<Lasting, MOST_LASTING>,
    /// Limbs that cannot be used.
    pub injured: Limbs,
    /// Perseverance tokens.
    pub perseverance_tokens: u8,
    /// Predicament tokens.
    pub predicament_tokens: u8,
    /// Weapons carried and natural attacks.
    pub arms: Few<ArmId, MOST_ARMS>,
    /// Weapons in hand.
    pub in_hand: Few<ArmId, MOST_ARMS>,
    /// The weapon in hand is held in two while the other hand is free for it.
    pub two_handed: bool,
    /// Armour worn and shields carried: the place in the setting's list and what is left of it.
    pub worn: Few<(u8, i16), MOST_WORN>,
    /// Gu.
    pub gu: Few<Owned, MOST_GU>,
    /// Reactions left.
    pub reactions: u8,
    /// The action it holds.
    pub held: Option<crate::hold::Held>,
    /// Where it stands: its south-west square.
    pub at: Square,
    /// Metres above the ground of its square.
    pub height: i16,
    /// Off the ground, flying or falling.
    pub airborne: bool,
    /// Hangs on a wall.
    pub climbing: bool,
    /// Falling, with so many metres behind it.
    pub fallen: i16,
    /// Who holds it in a grapple.
    pub held_by: Option<Who>,
    /// Own turns without air.
    pub airless: u16,
    /// Soul lost since its turn began.
    pub soul_lost: i16,
    /// Its wild Gu have done something since its turn began.
    pub wild_used: bool,
    /// Has had a turn.
    pub acted: bool,
    /// The initiative test: degrees, of equal ones the lower die; more is earlier, and 0 is no test yet.
    pub initiative: i16,
    /// At whose call it is here.
    pub called: Option<Called>,
    /// Damage it dealt.
    pub dealt: u32,
    /// Damage it took.
    pub taken: u32,
}

impl Combatant {
    /// Whether it is in this condition.
    #[inline]
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.has(condition)
    }

    /// Whether its body shares a square with another.
    #[inline]
    pub fn touches(&self, body: Span) -> bool {
        let (low, high) = (body.south_west(), body.north_east());
        let more = Size::MOST_SQUARES - 1;
        // Most are farther away than any size could matter.
        let near = low.x - self.at.x <= more && self.at.x <= high.x && low.y - self.at.y <= more && self.at.y <= high.y;
        near && {
            let more = i16::from(self.size.side()) - 1;
            low.x - self.at.x <= more && low.y - self.at.y <= more
        }
    }

    /// Something of this kind at work, if it is.
    pub fn lasting(&self, fits: impl Fn(What) -> bool) -> Option<&Lasting> {
        self.lasting.iter().find(|lasting| fits(lasting.what))
    }

    /// Whether it carries more weapons of a kind than it has in hand.
    pub fn undrawn(&self, arm: ArmId) -> bool {
        let count = |list: &[ArmId]| list.iter().filter(|known| **known == arm).count();
        count(&self.arms) > count(&self.in_hand)
    }

    /// A weapon is gone, out of the hand that holds it; another of the same kind stays. Says which place in hand it had.
    pub(crate) fn lose_weapon(&mut self, arm: ArmId) -> Option<usize> {
        let held = self.in_hand.iter().position(|known| *known == arm);
        if let Some(place) = held {
            self.in_hand.remove(place);
        }
        if let Some(place) = self.arms.iter().position(|known| *known == arm) {
            self.arms.remove(place);
        }
        self.two_handed = false;
        held
    }

    /// Puts something to work; says what has had to make room for it.
    pub(crate) fn put(&mut self, lasting: Lasting) -> Option<Lasting> {
        let oldest = self.lasting.first().copied().filter(|_| self.lasting.is_full());
        if oldest.is_some() {
            self.lasting.remove(0);
        }
        self.lasting.push(lasting);
        oldest
    }
}
