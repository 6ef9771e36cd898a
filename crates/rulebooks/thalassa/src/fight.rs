//! The state of a fight, and what makes it sound. No rules stand here.

use std::hash::{Hash, Hasher};

use quintain_engine::{Lights, Outcome, Shared, Side, Who};

use crate::arm::{Arm, ArmId};
use crate::book::ItemEntry;
use crate::cast::{Cast, Look, copy_list};
use crate::combatant::Combatant;
use crate::condition::HELPLESS;
use crate::declaration::{Declaration, Deed};
use crate::ground::Ground;
use crate::hazard::Hazard;
use crate::house::House;
use crate::setting::{Setting, Template};

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stage {
    /// The saves for order.
    Start,
    /// Telegraphs and declarations.
    RoundTop,
    /// One phase of the round.
    Phase(u8),
    /// Over.
    Over(Outcome),
}

/// Which phases a round has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phases {
    /// Everyone at once.
    One,
    /// Those who passed, all opponents, those who failed.
    Three,
    /// Heroes and allies, then opponents.
    Two,
}

/// What the sides have been through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideState {
    /// How many it began with who were not lost already, those who joined included.
    pub began: u16,
    /// How many were lost already when the fight began.
    pub lost_before: u16,
    /// How many of these were casualties.
    pub fallen_before: u16,
    /// Saved against its first casualty.
    pub first_casualty: bool,
    /// Saved against the loss of half its number.
    pub half_lost: bool,
    /// Incantations that it has used up, by their place in the setting's list: a bit for each.
    pub used: [u64; 4],
    /// Foresees the opponents' next acts: their telegraphs bind in this round.
    pub foresees: u32,
}

impl SideState {
    /// Whether it has used this incantation up.
    pub fn has_used(&self, incantation: u8) -> bool {
        self.used[usize::from(incantation / 64)] & 1 << (incantation % 64) != 0
    }

    /// Notes that it has used this incantation up.
    pub fn use_up(&mut self, incantation: u8) {
        self.used[usize::from(incantation / 64)] |= 1 << (incantation % 64);
    }
}

/// A fight. It lies in memory as it is written here: what rules ask for all the time comes first, within the reach of
/// short instructions.
#[derive(Debug)]
#[repr(C)]
pub struct Fight {
    pub(crate) setting: Shared<Setting>,
    pub(crate) round: u32,
    pub(crate) stage: Stage,
    pub(crate) phases: Phases,
    pub(crate) cast: Cast,
    pub(crate) scratch: crate::scratch::Scratch,
    pub(crate) sides: Vec<SideState>,
    pub(crate) outcome: Option<Outcome>,
    /// Heroes whose players may bring in another, and those who join at the next round's top.
    pub(crate) joining: Vec<Joining>,
    /// Ground that somebody has made dangerous.
    pub(crate) hazards: Vec<Hazard>,
    /// What gives light.
    pub(crate) lights: Lights,
}

/// Somebody who joins at the top of the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Joining {
    /// Place in the setting's list of templates.
    pub template: u16,
    /// The side.
    pub side: Side,
    /// Whose place or teeth it comes from.
    pub from: Who,
    pub count: u8,
    /// A player's character.
    pub hero: bool,
    /// The last round in which it stays.
    pub last_round: u32,
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight {
            setting: self.setting.clone(),
            round: self.round,
            stage: self.stage,
            phases: self.phases,
            cast: self.cast.clone(),
            sides: self.sides.clone(),
            outcome: self.outcome,
            joining: self.joining.clone(),
            hazards: self.hazards.clone(),
            lights: self.lights.clone(),
            scratch: crate::scratch::Scratch::default(),
        }
    }

    /// Reuses what is allocated: simulations begin every fight this way.
    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.round = source.round;
        self.stage = source.stage;
        self.phases = source.phases;
        self.cast.copy_from(&source.cast);
        copy_list(&mut self.sides, &source.sides);
        self.outcome = source.outcome;
        copy_few(&mut self.joining, &source.joining);
        copy_few(&mut self.hazards, &source.hazards);
        self.lights.clone_from(&source.lights);
        self.scratch.clear();
    }
}

/// Copies a list in which mostly nothing lies.
#[inline]
fn copy_few<T: Clone>(list: &mut Vec<T>, source: &[T]) {
    list.clear();
    if !source.is_empty() {
        std::hint::cold_path();
        list.extend_from_slice(source);
    }
}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.round.hash(state);
        self.stage.hash(state);
        self.phases.hash(state);
        self.cast.hash(state);
        self.sides.hash(state);
        self.outcome.hash(state);
        self.joining.hash(state);
        self.hazards.hash(state);
        self.lights.hash(state);
    }
}

impl Fight {
    /// Everyone, in roster order.
    #[inline]
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<> {
        self.cast.everyone()
    }

    /// One of them.
    #[inline]
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who]
    }

    /// The one door to a combatant who changes.
    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut Combatant {
        self.cast.one_mut(who)
    }

    /// What one is about to do, to be changed.
    #[inline]
    pub(crate) fn plan_mut(&mut self, who: Who) -> &mut Declaration {
        self.cast.plan_mut(who)
    }

    /// Foretells what somebody is about to do.
    #[inline]
    pub(crate) fn foretell(&mut self, who: Who, deed: Deed) {
        self.cast.foretell(&self.setting, who, deed);
    }

    /// What somebody is going to do.
    #[inline(always)]
    pub(crate) fn declare(&mut self, who: Who, deed: Deed) {
        self.cast.declare(&self.setting, who, deed);
    }

    /// How somebody looked at the start of the phase under way.
    #[inline]
    pub(crate) fn look_at_start(&self, who: Who) -> Option<&Look> {
        self.cast.last_look(who).filter(|_| self.scratch.under_way)
    }

    /// Armor at the start of the phase under way.
    #[inline]
    pub(crate) fn armor_at_start(&self, who: Who) -> i16 {
        self.look_at_start(who).map_or(0, |look| look.make.armor.into())
    }

    /// Whether somebody was on the field when the phase under way began.
    pub(crate) fn was_there(&self, who: Who) -> bool {
        self.look_at_start(who).is_none_or(|look| look.present)
    }

    /// Whose side somebody was on when the phase under way began.
    pub(crate) fn side_at_start(&self, who: Who) -> Side {
        self.look_at_start(who).map_or(self.one(who).side, |look| look.side)
    }

    /// Whether one was hostile to the other when the phase under way began.
    pub(crate) fn were_foes(&self, one: Who, other: Who) -> bool {
        self.setting.hostile.between(self.side_at_start(one), self.side_at_start(other))
    }

    /// What the packs say of it.
    #[inline]
    pub fn template(&self, who: Who) -> &Template {
        self.setting.template(self.one(who))
    }

    /// The house rules.
    #[inline]
    pub fn house(&self) -> &House {
        &self.setting.house
    }

    /// An arm.
    #[inline]
    pub fn arm(&self, arm: ArmId) -> &Arm {
        &self.setting.arms[arm.place()]
    }

    /// A piece of gear that somebody carries, by its place there.
    pub fn carried(&self, who: Who, item: u8) -> Option<&ItemEntry> {
        let place = self.one(who).items.get(usize::from(item))?;
        self.setting.items.get(usize::from(*place))
    }

    /// The battle map, where squares matter.
    #[inline]
    pub fn ground(&self) -> Option<&Ground> {
        self.setting.ground.as_deref()
    }

    /// Whether one is hostile to the other.
    #[inline]
    pub fn foes(&self, one: Who, other: Who) -> bool {
        self.setting.hostile.between(self.one(one).side, self.one(other).side)
    }

    /// Whether it still takes part: able to do more than crawl.
    #[inline]
    pub fn fighting(&self, who: Who) -> bool {
        self.one(who).is_able()
    }

    /// Whether it can be found on the field at all, fighting or lying there.
    #[inline]
    pub fn present(&self, who: Who) -> bool {
        self.one(who).is_present()
    }

    /// Whether it lies helpless.
    #[inline]
    pub fn helpless(&self, who: Who) -> bool {
        let one = self.one(who);
        one.conditions.any(HELPLESS) || one.speechless()
    }

    /// Whether it is a hero's companion: no hero itself, on a side that has heroes while the others have none.
    #[inline]
    pub fn is_ally(&self, who: Who) -> bool {
        self.setting.is_ally(self.one(who))
    }

    /// Whether it is an opponent: neither hero nor ally.
    #[inline]
    pub fn is_opponent(&self, who: Who) -> bool {
        self.cast.known_make(who).map_or_else(|| self.is_opponent_by_now(who), |make| make.opponent)
    }

    #[cold]
    fn is_opponent_by_now(&self, who: Who) -> bool {
        !self.one(who).hero && !self.is_ally(who)
    }

    /// Whether a foe's incantation declares for it now.
    #[inline]
    pub fn led(&self, who: Who) -> bool {
        let one = self.one(who);
        one.home != one.side && self.has_turned(one)
    }

    #[cold]
    fn has_turned(&self, one: &Combatant) -> bool {
        self.setting.hostile.between(one.home, one.side)
    }

    /// Whether any hero takes or took part.
    #[inline]
    pub fn has_heroes(&self) -> bool {
        self.setting.has_heroes
    }

    /// The square's distance of two, in feet; 0 when no map is in use.
    #[inline]
    pub fn label(&self, who: Who) -> &str {
        &self.setting.names[who.index()]
    }
}
