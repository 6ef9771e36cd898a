//! The state of a fight, and what makes it sound. No rules stand here.

mod places;

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use quintain_engine::clock::Alternation;
use quintain_engine::{Cast, EventId, Lights, Outcome, Rule, Shared, Side, Who, state};
use quintain_field::{Door, Map, Square};

use crate::book::{Bursts, Condition, Ground, MagicThing};
use crate::combatant::{Clock, Combatant, Kind};
use crate::deeds::Portal;
pub use crate::deeds::Thing;
use crate::house::House;
use crate::muster::Muster;
pub use crate::muster::Ruler;
use crate::rooms::Rooms;
use crate::setting::{Ability, Setting, Template, Weapon};
use crate::those::{List, Those, Whos};
use crate::watch::Watch;
use crate::weighed::Weighed;
pub(crate) use places::nearness;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Surprise and initiative.
    Start,
    /// A new round.
    RoundTop,
    /// The next turn: of this side, which has so many to act in a row.
    Turns(Option<(Side, u8)>),
    /// Over.
    Over(Outcome),
}

/// Ground that is changed for a while, or things that magic has put somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    /// What it has become.
    pub ground: ArrayVec<Ground, 4>,
    /// Where.
    pub squares: List<Square, 256>,
    /// Things that stand there: one in each Space.
    pub thing: Option<MagicThing>,
    /// Hit Points of each Space, for walls.
    pub hp: i8,
    /// Spaces of a wall that have lost some of them.
    pub worn: List<(Square, i8), 16>,
    /// Added to what it deals once it burns.
    pub hotter: i8,
    /// It burns.
    pub alight: bool,
    /// Who made it.
    pub by: Who,
    /// The ability that made it, by its place in the setting's list.
    pub from: u16,
    /// The MP that went into that.
    pub mp: i8,
    /// The Save DC against it.
    pub dc: i16,
    /// How long.
    pub clock: Clock,
    /// Its maker concentrates on it.
    pub kept: bool,
}

impl Zone {
    /// Whether nobody gets through.
    pub fn is_wall(&self) -> bool {
        self.ground.iter().any(|ground| matches!(ground, Ground::Wall { .. }))
    }
}

/// A spell that is being cast: what a duel about it needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Casting {
    /// Who casts.
    pub by: Who,
    /// What, by its place in the setting's list.
    pub ability: u16,
    /// Its targets.
    pub targets: Whos,
    /// Who has answered it already, or casts it together with its maker.
    pub answered: Those,
}

/// Something about to burst, because what held it back has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fuse {
    /// Whose doing it is.
    pub by: Option<Who>,
    /// Whose body it was held back in.
    pub on: Who,
    /// Where that was.
    pub at: Square,
    /// And how high above the ground.
    pub height: i16,
    /// What it does.
    pub bursts: Bursts,
    /// The DC of the Saves.
    pub dc: i16,
}

/// A bomb that lies about until its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lit {
    /// Who threw it.
    pub by: Who,
    /// The item, by its place in the setting's list.
    pub item: u8,
    /// Where it lies.
    pub at: Square,
    /// When it goes off.
    pub clock: Clock,
}

/// A step that somebody is about to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaving {
    /// The Space where it ends.
    pub to: Square,
    /// How high above the ground of that Space.
    pub height: i16,
    /// Somebody else moves it: it goes whether it could walk or not.
    pub forced: bool,
}

/// How somebody comes from one Space to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// By its own movement.
    Walks,
    /// Pushed or pulled by somebody, by this rule.
    Pushed(Option<Who>, &'static Rule),
    /// Thrown by somebody, by this rule.
    Thrown(Option<Who>, &'static Rule),
}

/// A way that is being gone and has not been told yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Who goes.
    pub who: Who,
    /// From where.
    pub from: Square,
    /// How.
    pub gait: Gait,
}

/// Where somebody has just been who is elsewhere now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Came {
    /// The Space.
    pub from: Square,
    /// How high above the ground of that Space.
    pub height: i16,
    /// By its own movement, not by somebody else's doing.
    pub own: bool,
}

/// The Stealth total of a hidden creature, and the observers that it hid from with that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stealth {
    /// Who hides.
    pub who: Who,
    /// The observers.
    pub from: Those,
    /// What a Search must reach.
    pub total: i16,
}

state! {
    /// A fight.
    #[derive(Debug)]
    pub struct Fight {
        pub(crate) setting: Shared<Setting>,
        pub(crate) map: Shared<Map>,
        pub(crate) round: u32,
        pub(crate) stage: Stage,
        pub(crate) order: Alternation,
        /// The sides, the winner of initiative first.
        pub(crate) sequence: Vec<Side>,
        /// Everybody, those who are out included.
        pub(crate) cast: Cast<Combatant>,
        /// Whose turn it is.
        pub(crate) owner: Option<Who>,
        /// How deep Reactions are nested.
        pub(crate) depth: u8,
        /// The penalty that a Held Action brings along while it is carried out: whose, for which kind of Check, how much.
        pub(crate) carried_penalty: Option<(Who, Option<Kind>, u8)>,
        /// AP that have been paid already for the Held Action that is carried out.
        pub(crate) prepaid: Option<(Who, u8)>,
        /// MP that others add to the spell that is being declared.
        pub(crate) pooled: i8,
        /// The step that somebody is about to take.
        pub(crate) leaving: Option<Leaving>,
        /// Where the one who has just moved comes from.
        pub(crate) came: Option<Came>,
        /// The doors that no longer stand as the map has them.
        pub(crate) doors: Vec<(Portal, Door)>,
        /// What has been gone and is not told yet; nothing at a resting point, and no part of the state.
        pub(crate) stretch: Option<Stretch>,
        /// The Reaction that is carried out, as the log tells it; no part of the state.
        pub(crate) cause: Option<EventId>,
        /// The creatures that the next question is about, or leaves out; no part of the state.
        pub(crate) about: Those,
        pub(crate) zones: Vec<Zone>,
        /// What gives light.
        pub(crate) lights: Lights,
        /// The spells being cast, the innermost last.
        pub(crate) castings: List<Casting, 4>,
        /// What is about to burst.
        pub(crate) fuses: Vec<Fuse>,
        /// Bombs that wait.
        pub(crate) lit: Vec<Lit>,
        pub(crate) floor: Vec<(Thing, Square)>,
        /// The Stealth totals of those who are Hidden.
        pub(crate) stealth: Vec<Stealth>,
        pub(crate) outcome: Option<Outcome>,
        /// Follows from the cast, and is no part of the state.
        pub(crate) watch: Watch,
        /// The last blow that has been weighed, and is no part of the state.
        pub(crate) weighed: Weighed,
        /// Follows from the cast as well.
        pub(crate) muster: Muster,
        /// Room to work in, and no part of the state.
        pub(crate) rooms: Rooms,
    }
}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.round, self.stage, &self.order, &self.sequence, &self.cast, self.owner, self.depth).hash(state);
        (self.carried_penalty, self.prepaid, self.pooled, self.leaving, self.came, &self.doors).hash(state);
        (&self.zones, &self.lights, &self.castings, &self.fuses, &self.lit, &self.floor, &self.stealth).hash(state);
        self.outcome.hash(state);
    }
}

impl Fight {
    /// Everyone, in roster order.
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<> {
        self.cast.everyone()
    }

    /// One of them.
    #[inline]
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who]
    }

    /// Takes AP from somebody.
    pub(crate) fn spend(&mut self, who: Who, ap: u8) {
        let mut one = self.one_mut(who);
        one.ap = (one.ap - ap as i8).max(0);
        one.spent = one.spent.saturating_add(ap as i8);
    }

    /// What the packs say of it.
    pub fn template(&self, who: Who) -> &Template {
        &self.setting.templates[usize::from(self.one(who).template)]
    }

    /// A weapon.
    pub fn weapon(&self, weapon: u16) -> &Weapon {
        &self.setting.weapons[usize::from(weapon)]
    }

    /// An ability.
    pub fn ability(&self, ability: u16) -> &Ability {
        &self.setting.abilities[usize::from(ability)]
    }

    /// The house rules.
    pub fn house(&self) -> &House {
        &self.setting.house
    }

    /// Its name.
    pub fn label(&self, who: Who) -> &str {
        let called = self.cast.get(who).and_then(|one| one.called);
        let called = called.and_then(|(kind, earlier)| self.setting.called(kind, earlier.into()));
        let own = || self.setting.names.get(who.index()).map(String::as_str);
        called.or_else(own).unwrap_or("somebody")
    }

    /// Whether one is hostile to the other.
    pub fn foes(&self, one: Who, other: Who) -> bool {
        self.setting.foes(self.one(one).side, self.one(other).side)
    }

    /// Whether it is on the map, alive or dying.
    pub fn present(&self, who: Who) -> bool {
        self.one(who).present()
    }

    /// Whether it can do anything at all: awake, not helpless.
    pub fn able(&self, who: Who) -> bool {
        self.present(who) && !self.one(who).has(Condition::Incapacitated)
    }

    /// Whether it still counts for its side: on its feet, or it will be again by itself.
    pub fn fighting(&self, who: Who) -> bool {
        self.present(who) && self.one(who).fights()
    }

    /// Whether it is on the map and in its senses, called by magic or not.
    pub fn standing(&self, who: Who) -> bool {
        self.present(who) && self.one(who).awake()
    }
}
