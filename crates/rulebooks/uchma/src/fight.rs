//! The state of a fight, and what makes it sound. No rules stand here.

mod setting;
mod stretch;
mod turn;

use std::hash::{Hash, Hasher};

use quintain_engine::{Cast, EventId, Lights, Outcome, Picks, Shared, Side, Who};
use quintain_field::{Footprint, Span, Square};

use crate::book::{Aptitudes, Element, Formula, Zone as ZoneEntry};
use crate::combatant::Combatant;
use crate::content::{Ability, AbilityId, Item, Template, Weapon, WeaponId};
use crate::house::House;
use crate::lasting::{Clock, List, StepId};
use crate::late::LateName;
use crate::rooms::Rooms;
use crate::spots::Spots;
pub use setting::{Hazard, Matter, Setting};
pub use stretch::{Pace, Stretch};
pub use turn::Turn;

/// Where the course of the fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Nothing has been rolled.
    Start,
    /// A round begins.
    RoundStart,
    /// Turns are taken.
    Turns,
    /// The end phase.
    EndPhase,
    /// Over.
    Over(Outcome),
}

/// Which kind of speed a move uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gait {
    /// Walking, crawling, swimming.
    Walk,
    /// Flying.
    Fly,
}

/// A weapon that lies about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lying {
    /// Which.
    pub weapon: WeaponId,
    /// Where.
    pub at: Square,
    /// Who had it last.
    pub from: Who,
}

/// Ground that is different for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zone {
    /// The step that made it.
    pub step: StepId,
    /// Its middle, or south-west square.
    pub at: Square,
    /// How far from it.
    pub radius: i16,
    /// So many squares wide and deep instead.
    pub side: u8,
    /// Rounds left.
    pub left: u16,
    /// How these are counted.
    pub clock: Clock,
    /// Who made it.
    pub owner: Who,
    /// The owner's aptitudes then.
    pub with: Aptitudes,
    /// The place in the order of application.
    pub order: u32,
    /// The owner is not spared for so many rounds.
    pub includes: u16,
    /// The element that counted when it was made.
    pub element: Option<Element>,
    /// Metres that the creature whose turn it is has walked inside it, where that counts.
    pub walked: i16,
}

/// The state of a fight.
#[derive(Debug)]
pub struct Fight {
    /// What never changes.
    pub setting: Shared<Setting>,
    /// The round, from 1.
    pub round: u32,
    /// Where the course stands.
    pub stage: Stage,
    /// Everybody, those who are out included.
    pub cast: Cast<Combatant>,
    /// What those are called who came later; the setting names the others. No part of the state.
    pub late: Vec<LateName>,
    /// The flat 2d10 of each side; 0 before it is rolled.
    pub rolls: Vec<u16>,
    /// The turn under way.
    pub turn: Option<Turn>,
    /// Those that take the next turn before all others: fast minions.
    pub next: Picks<Who>,
    /// The order that was fixed, where the house does not keep it live.
    pub fixed: Vec<i16>,
    /// Changed ground.
    pub zones: Vec<Zone>,
    /// What gives light.
    pub lights: Lights,
    /// Weapons that lie about.
    pub dropped: Vec<Lying>,
    /// Counts what is put on, so that its order is known.
    pub counter: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How deep reactions are nested.
    pub depth: u8,
    /// The element that counts for the ability under way.
    pub element: Option<Element>,
    /// The target of the attack under way.
    pub last_target: Option<Who>,
    /// A weapon is in the air: its attack is a projectile.
    pub thrown: bool,
    /// What the packet of damage before took.
    pub last_lost: i16,
    /// Somebody may have prepared something: while this is false, no window needs a look. No part of the state.
    pub waiting: bool,
    /// Something may go on besides the turns, see [`Fight::is_plain`]. No part of the state.
    pub stirred: bool,
    /// Somebody may sing or play: while this is false, nobody falls silent. No part of the state.
    pub singing: bool,
    /// Room that searches work in; no part of the state.
    pub(crate) rooms: Rooms,
    /// What is needed while something is worked out; empty in between.
    pub scratch: Scratch,
}

/// Kept so that simulations allocate nothing; no part of the state.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The squares of a path.
    pub route: Vec<Square>,
    /// The creatures that a question is about.
    pub eligible: Picks<Who>,
    /// What the square is picked for that a question is about.
    pub spots: Option<Spots>,
    /// Whether it succeeded.
    pub hit: bool,
    /// Whether inspiration has been spent on the damage of the attack under way.
    pub inspired: bool,
    /// Whether its critical hit has been paid for.
    pub paid: bool,
    /// The roll that a question is about is that of a basic weapon attack.
    pub basic_blow: bool,
    /// The event from which what is told now follows.
    pub cause: Option<EventId>,
    /// The stretch that somebody has gone and that has not been told yet.
    pub stretch: Option<Stretch>,
    /// A critical hit has been added to the attack under way and paid for.
    pub bought: bool,
    /// The status effect that an ability takes off all its targets.
    pub lifted: Option<crate::book::Status>,
    /// How many points go into the use that is about to be carried out; 0 for one.
    pub points: i16,
    /// Those whom the steps under way have felled: what waits for that comes after them.
    pub fallen: Picks<Who>,
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight {
            setting: self.setting.clone(),
            round: self.round,
            stage: self.stage,
            cast: self.cast.clone(),
            late: self.late.clone(),
            rolls: self.rolls.clone(),
            turn: self.turn,
            next: self.next.clone(),
            fixed: self.fixed.clone(),
            zones: self.zones.clone(),
            lights: self.lights.clone(),
            dropped: self.dropped.clone(),
            counter: self.counter,
            outcome: self.outcome,
            depth: self.depth,
            element: self.element,
            last_target: self.last_target,
            thrown: self.thrown,
            last_lost: self.last_lost,
            waiting: self.waiting,
            stirred: self.stirred,
            singing: self.singing,
            rooms: Rooms::default(),
            scratch: Scratch::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.round = source.round;
        self.stage = source.stage;
        self.cast.clone_from(&source.cast);
        self.late.clone_from(&source.late);
        self.rolls.clone_from(&source.rolls);
        self.turn = source.turn;
        self.next.clone_from(&source.next);
        self.fixed.clone_from(&source.fixed);
        self.zones.clone_from(&source.zones);
        self.lights.clone_from(&source.lights);
        self.dropped.clone_from(&source.dropped);
        self.counter = source.counter;
        self.outcome = source.outcome;
        self.depth = source.depth;
        self.element = source.element;
        self.last_target = source.last_target;
        self.thrown = source.thrown;
        self.last_lost = source.last_lost;
        self.waiting = source.waiting;
        self.stirred = source.stirred;
        self.singing = source.singing;
        self.rooms.clone_from(&source.rooms);
    }
}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.round, self.stage, &self.cast, &self.rolls, &self.turn, &self.next).hash(state);
        self.lights.hash(state);
        (&self.fixed, &self.zones, &self.dropped, self.counter, self.outcome, self.depth, self.element).hash(state);
    }
}

impl Fight {
    /// Everybody's place in the roster.
    pub fn everyone(&self) -> impl Iterator<Item = Who> + use<> {
        self.cast.everyone()
    }

    /// A combatant.
    #[inline]
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who]
    }

    /// The creature that a combatant is now.
    #[inline]
    pub fn template(&self, who: Who) -> &Template {
        &self.setting.content.templates[usize::from(self.one(who).template)]
    }

    /// Whether nothing goes on besides the turns: no ground is changed, and nothing goes on with any combatant. What may
    /// be due at the start and end of turns need not be looked for then. It may say no for the rest of a round in which
    /// the last of it has ended.
    #[inline]
    pub fn is_plain(&self) -> bool {
        !self.stirred
    }

    pub(crate) fn lies_still(&self) -> bool {
        self.zones.is_empty() && self.cast.iter().all(Combatant::is_plain)
    }

    /// Notes that something goes on besides the turns from now on.
    pub(crate) fn stir(&mut self) {
        self.stirred = true;
    }

    /// Looks whether anything still goes on besides the turns.
    pub(crate) fn settle(&mut self) {
        self.stirred = self.stirred && !self.lies_still();
    }

    /// An ability.
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.setting.content.abilities[usize::from(id.0)]
    }

    /// A weapon.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.setting.content.weapons[usize::from(id.0)]
    }

    /// What somebody has in a quick-access slot.
    pub fn item(&self, who: Who, slot: u8) -> Option<&Item> {
        let (item, _) = self.one(who).items.get(usize::from(slot))?;
        self.setting.content.items.get(usize::from(*item))
    }

    /// A combatant's name.
    pub fn label(&self, who: Who) -> &str {
        let names = &self.setting.names;
        match (names.get(who.index()), self.late.get(who.index().saturating_sub(names.len()))) {
            (Some(name), _) => name,
            (None, Some(late)) => late.text(),
            (None, None) => &self.template(who).name,
        }
    }

    /// What a square is to sounds.
    pub fn matter(&self, square: Square) -> Matter {
        let kind = self.setting.map.terrain(square).map_or(0, |terrain| usize::from(terrain.0));
        self.setting.matter.get(kind).copied().unwrap_or(Matter::Air)
    }

    /// Whose something is: the name with what makes it a possessive.
    pub fn whose(&self, who: Who) -> String {
        let name = self.label(who);
        let ending = if name.ends_with('s') { "'" } else { "'s" };
        format!("{name}{ending}")
    }

    /// The house rules.
    #[inline]
    pub fn house(&self) -> &House {
        &self.setting.house
    }

    /// Whether two are foes.
    #[inline]
    pub fn foes(&self, one: Who, other: Who) -> bool {
        self.hostile(self.one(one).side, self.one(other).side)
    }

    /// Whether two sides are hostile; it does not matter which is named first.
    #[inline]
    pub fn hostile(&self, one: Side, other: Side) -> bool {
        self.setting.hostile[one.index() * self.setting.sides.len() + other.index()]
    }

    /// Everybody with their places in the roster.
    #[inline]
    pub fn roster(&self) -> impl Iterator<Item = (Who, &Combatant)> {
        self.cast.iter().enumerate().map(|(place, one)| (Who(place as u16), one))
    }

    /// Everybody who is there, with their places in the roster.
    #[inline]
    pub fn those_there(&self) -> impl Iterator<Item = (Who, &Combatant)> {
        self.roster().filter(|(_, one)| one.is_there())
    }

    /// Everybody who is there and a foe of somebody's.
    #[inline]
    pub fn foes_there(&self, who: Who) -> impl Iterator<Item = (Who, &Combatant)> {
        let side = self.one(who).side;
        let hostile = self.setting.hostile.get(side.index() * self.setting.sides.len()..).unwrap_or_default();
        let foe = move |its: Side| its != side && hostile.get(its.index()).copied().unwrap_or(false);
        self.those_there().filter(move |(_, one)| foe(one.side))
    }

    /// Whether two are of one group; oneself included.
    #[inline]
    pub fn allies(&self, one: Who, other: Who) -> bool {
        self.one(one).side == self.one(other).side
    }

    /// On the map and alive.
    #[inline]
    pub fn present(&self, who: Who) -> bool {
        self.one(who).is_there()
    }

    /// On the map, alive and conscious.
    #[inline]
    pub fn able(&self, who: Who) -> bool {
        self.one(who).is_able()
    }

    /// `form.unwilling-own-turn`: whether somebody's own turn is under way and has ended by itself.
    #[inline]
    pub fn is_cut_short(&self, who: Who) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.who == who && turn.over)
    }

    /// The squares that somebody fills; a rider shares those of its mount.
    #[inline]
    pub fn body(&self, who: Who) -> Span {
        let one = self.one(who);
        if one.makeup.single {
            return Footprint::ONE.at(one.at);
        }
        let bearer = one.rides.unwrap_or(who);
        self.footprint(bearer).at(self.one(bearer).at)
    }

    /// How large somebody is.
    #[inline]
    pub fn footprint(&self, who: Who) -> Footprint {
        if self.one(who).makeup.single {
            return Footprint::ONE;
        }
        let (width, depth) = self.template(who).size;
        Footprint::new(width, depth)
    }

    /// The next place in the order of application.
    pub(crate) fn stamp(&mut self) -> u32 {
        self.counter += 1;
        self.counter
    }

    /// `Q-01`.
    pub fn half(&self, of: i16) -> i16 {
        self.setting.house.divide(of, 2)
    }

    /// The value of a formula without its dice.
    #[inline]
    pub fn value(&self, formula: Formula, with: Aptitudes) -> i16 {
        let house = &self.setting.house;
        formula.value(with, |of, by| house.divide(of, by))
    }

    /// A step of an ability.
    #[inline]
    pub fn step(&self, id: StepId) -> Option<&crate::book::Step> {
        self.steps(id.ability, id.list).get(usize::from(id.place))
    }

    /// The steps of an ability in one of its lists.
    #[inline]
    pub fn steps(&self, ability: AbilityId, list: List) -> &[crate::book::Step] {
        let entry = &self.ability(ability).entry;
        match list {
            List::First => &entry.first,
            List::Does => &entry.does,
            List::Miss => &entry.miss,
            List::After => &entry.after,
            List::Together => &entry.together,
        }
    }

    /// What a zone is.
    pub fn zone_entry(&self, zone: &Zone) -> Option<ZoneEntry> {
        match self.step(zone.step)?.effect {
            crate::book::Effect::Zone(entry) => Some(entry),
            _ => None,
        }
    }

    /// The side of this name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        let place = self.setting.sides.iter().position(|side| side.eq_ignore_ascii_case(name.trim()));
        place.map(|place| Side(place as u8))
    }
}
