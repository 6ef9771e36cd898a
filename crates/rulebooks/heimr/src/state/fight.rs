//! The state of a fight, and what makes it sound. No rules stand here.

use std::borrow::Cow;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use quintain_engine::{Cast, Event, EventId, Lights, Outcome, Rule, Shared, Shine, Side, Spare, Who};
use quintain_field::{Map, Pathfinder, Square};

use crate::content::{
    Ability, AbilityId, Feature, House, Item, ItemId, Limb, Power, PowerId, Role, Shield, ShieldId, Template, Weapon,
    WeaponId, When,
};
use crate::state::{Arm, Boon, Border, Combatant, Deed, Doors, Ground, Guarded, Happened, Light, Setting};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Start,
    Slot,
    Over(Outcome),
}

/// What the turn that runs has used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Whose it is.
    pub(crate) who: Option<Who>,
    /// Nothing has been done in it, and its owner may still delay.
    pub(crate) fresh: bool,
    /// The standard action is used.
    pub(crate) standard: bool,
    /// Free actions used: a bit each.
    pub(crate) free: u32,
    /// The one simultaneous action is used.
    pub(crate) simultaneous: bool,
    /// Nothing more is done in it.
    pub(crate) ended: bool,
    /// Its owner moved in its last turn.
    pub(crate) weary: bool,
    /// An aimed shot is being finished.
    pub(crate) aiming: bool,
    /// A breather has been taken in it.
    pub(crate) breathed: bool,
    pub(crate) deed: Option<Deed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Thing {
    Weapon(Arm),
    Shield(Guarded),
    Item(ItemId, u8),
}

impl Thing {
    /// The same as it lies on the ground: no arrow on the string.
    pub(crate) fn unloaded(self) -> Thing {
        match self {
            Thing::Weapon(arm) => Thing::Weapon(Arm { loaded: false, ..arm }),
            other => other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lying {
    pub(crate) thing: Thing,
    pub(crate) at: Square,
    /// Whose hand a Drop has opened: while that lasts it does not take this up again.
    pub(crate) dropped_by: Option<Who>,
    /// The arm whose injury was the Drop, which lasts as long as that.
    pub(crate) arm: Option<Limb>,
}

impl Lying {
    /// A thing that anybody may pick up.
    pub(crate) fn of(thing: Thing, at: Square) -> Lying {
        Lying { thing, at, dropped_by: None, arm: None }
    }
}

quintain_engine::state! {
    /// A fight of Heimr: all that its rules know.
    #[derive(Debug)]
    pub struct Fight {
        pub(crate) setting: Shared<Setting>,
        pub(crate) ground: Shared<Ground>,
        pub(crate) doors: Doors,
        /// What gives light.
        pub(crate) lights: Lights,
        pub(crate) round: u32,
        pub(crate) stage: Stage,
        pub(crate) cast: Cast<Combatant>,
        /// The slots, the first to act first.
        pub(crate) order: Vec<Who>,
        /// The place in the order of the slot that comes up next.
        pub(crate) next: usize,
        pub(crate) turn: Turn,
        /// Those who have come late and have no slot yet.
        pub(crate) late: Vec<Who>,
        pub(crate) floor: Vec<Lying>,
        /// Hits on weapon arms, in order: who, whom and which arm; how many.
        pub(crate) arm_hits: Vec<((Who, Who, u8), u8)>,
        /// Attacks made, in order: who, whom; whether a touch has answered them, and the round of the last one.
        pub(crate) grudges: Vec<(Who, Who, bool, u32)>,
        /// How deep readied actions are nested.
        pub(crate) depth: u8,
        /// Who acts: whose turn it is, or who carries out a readied action.
        pub(crate) acting: Option<Who>,
        /// What has happened and has not been held against readied actions yet, with whose act it was.
        pub(crate) noted: Vec<(Happened, Option<Who>)>,
        /// How many of these are being held against readied actions already.
        pub(crate) heard: usize,
        /// Lists of combatants that are gone through right now, one behind the other; empty at rest.
        pub(crate) lists: Vec<Who>,
        /// What has brought about that which happens now; for the log alone.
        pub(crate) cause: Option<EventId>,
        /// The end that the game master has not let be one.
        pub(crate) kept_on: Option<Outcome>,
        pub(crate) outcome: Option<Outcome>,
        /// Room to look for ways in, and no part of the state.
        pub(crate) ways: Spare<Pathfinder>,
    }
}

/// What matters for the course: neither what passes before the next resting point nor what only the log knows.
impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.round, self.stage, &self.cast, &self.order, self.next, self.turn, &self.late, &self.floor).hash(state);
        (&self.arm_hits, &self.grudges, self.depth, self.acting, &self.noted, self.kept_on).hash(state);
        (self.outcome, self.doors, &self.lights).hash(state);
    }
}

impl Fight {
    pub(crate) fn new(setting: Setting, ground: Ground, cast: Vec<Combatant>) -> Fight {
        Fight {
            setting: Shared::new(setting),
            ground: Shared::new(ground),
            doors: Doors::default(),
            lights: Lights::default(),
            round: 0,
            stage: Stage::Start,
            cast: Cast::of(cast),
            order: Vec::new(),
            next: 0,
            turn: Turn::default(),
            late: Vec::new(),
            floor: Vec::new(),
            arm_hits: Vec::new(),
            grudges: Vec::new(),
            depth: 0,
            acting: None,
            noted: Vec::new(),
            heard: 0,
            lists: Vec::new(),
            cause: None,
            kept_on: None,
            outcome: None,
            ways: Spare::default(),
        }
    }

    /// Everyone, in roster order.
    pub(crate) fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<> {
        self.cast.everyone()
    }

    pub(crate) fn one(&self, who: Who) -> &Combatant {
        &self.cast[who]
    }

    /// The one door to a combatant who changes.
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut Combatant {
        &mut self.cast[who]
    }

    pub(crate) fn template(&self, who: Who) -> &Template {
        &self.setting.content.templates[usize::from(self.one(who).template)]
    }

    pub(crate) fn weapon(&self, id: WeaponId) -> &Weapon {
        self.setting.content.weapon(id)
    }

    pub(crate) fn shield(&self, id: ShieldId) -> &Shield {
        self.setting.content.shield(id)
    }

    pub(crate) fn item(&self, id: ItemId) -> &Item {
        self.setting.content.item(id)
    }

    pub(crate) fn power(&self, id: PowerId) -> &Power {
        self.setting.content.power(id)
    }

    pub(crate) fn ability(&self, id: AbilityId) -> &Ability {
        self.setting.content.ability(id)
    }

    pub(crate) fn role(&self, role: Role) -> AbilityId {
        self.setting.content.role(role)
    }

    pub(crate) fn powers(&self, who: Who) -> &[PowerId] {
        match self.one(who).risen {
            Some(power) => &self.power(power).risen,
            None => &self.template(who).powers,
        }
    }

    /// The power at a place of a combatant's list.
    pub(crate) fn power_at(&self, who: Who, place: impl Into<usize>) -> Option<PowerId> {
        self.powers(who).get(place.into()).copied()
    }

    /// When the power at a place of a combatant's list comes into play.
    pub(crate) fn when_at(&self, who: Who, place: impl Into<usize>) -> Option<When> {
        Some(self.power(self.power_at(who, place)?).entry.when)
    }

    pub(crate) fn house(&self) -> &House {
        &self.setting.house
    }

    /// The map with doors as they stand now.
    pub(crate) fn map_now(&self) -> Cow<'_, Map> {
        self.ground.map_with(self.doors)
    }

    /// The light in a location: its own, or that of a lamp which shines there.
    pub(crate) fn light(&self, at: Square) -> Light {
        let own = self.ground.light(at);
        if self.lights.is_empty() || own == Light::Bright {
            return own;
        }
        let bearer = |who: Who| self.present(who).then_some(self.one(who).at);
        match self.lights.on(at, bearer, |from, to| self.ground.sees(from, to, self.doors)) {
            Some(Shine::Bright) => Light::Bright,
            Some(Shine::Dim) => own.min(Light::Dim),
            None => own,
        }
    }

    /// The border between a location and the next one, with doors as they stand now.
    pub(crate) fn border(&self, from: Square, to: Square) -> Border {
        self.ground.border(from, to, self.doors)
    }

    /// An event of something that a combatant does or suffers, in the words behind its name.
    pub(crate) fn event(&self, rule: &'static Rule, who: Who, words: impl Display) -> Event {
        Event::new(rule, format!("{} {words}", self.label(who))).by(who)
    }

    /// An event under what has brought it about.
    pub(crate) fn caused(&self, event: Event) -> Event {
        match self.cause {
            Some(cause) => event.because(cause),
            None => event,
        }
    }

    /// Puts a list of combatants behind those that are gone through already, and says where it stands. Nothing is
    /// allocated once there has been room for it; [`Fight::done`] takes it away.
    pub(crate) fn list(&mut self, fill: impl FnOnce(&Fight, &mut Vec<Who>)) -> Range<usize> {
        let mut lists = std::mem::take(&mut self.lists);
        let start = lists.len();
        fill(self, &mut lists);
        self.lists = lists;
        start..self.lists.len()
    }

    /// Takes a list away, with all behind it.
    pub(crate) fn done(&mut self, list: Range<usize>) {
        self.lists.truncate(list.start);
    }

    pub(crate) fn label(&self, who: Who) -> &str {
        self.setting.roster.name(who)
    }

    pub(crate) fn foes(&self, one: Who, other: Who) -> bool {
        self.setting.roster.are_foes(self.one(one).side, self.one(other).side)
    }

    /// Alive and here: counts for clusters and can be attacked.
    pub(crate) fn present(&self, who: Who) -> bool {
        self.one(who).is_present()
    }

    /// Everybody alive and here in a location, in roster order.
    pub(crate) fn those_at(&self, at: Square) -> impl Iterator<Item = Who> + '_ {
        self.everyone().filter(move |who| self.present(*who) && self.one(*who).at == at)
    }

    /// Features that a combatant has now: its own and those of powers that last.
    pub(crate) fn features(&self, who: Who) -> impl Iterator<Item = &Feature> + '_ {
        let one = self.one(who);
        let boons = one.boons.iter().filter(|boon| boon.wait <= 0);
        let lasting = boons.flat_map(|boon| &self.power(boon.power).entry.gives);
        self.template(who).gives.iter().chain(lasting)
    }

    /// Whether it has a feature of which no numbers are asked.
    pub(crate) fn has(&self, who: Who, feature: Feature) -> bool {
        let lent = |boon: &Boon| boon.wait <= 0 && self.power(boon.power).entry.gives.contains(&feature);
        self.template(who).always.has(feature) || self.one(who).boons.iter().any(lent)
    }

    /// The sides that are left in the fight: those with a combatant conscious and here, in their order.
    pub(crate) fn sides_standing(&self) -> impl Iterator<Item = Side> + '_ {
        (0..self.setting.roster.sides().len() as u8)
            .map(Side)
            .filter(|side| self.cast.iter().any(|one| one.side == *side && one.out.is_none() && !one.unconscious))
    }
}
