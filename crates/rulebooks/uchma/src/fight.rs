//! The state of a fight, and what makes it sound. No rules stand here.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use quintain_engine::{EventId, Few, Lights, Outcome, Picks, Shared, Side, Who};
use quintain_field::{Cover, EachBody, Footprint, Height, Map, Prices, Span, Square};

use crate::book::{Aptitudes, Book, DamageKind, Element, Formula, HazardEntry, Resistance, Topics, Zone as ZoneEntry};
use crate::combatant::{Combatant, Makeup, Noted};
use crate::content::{Ability, AbilityId, Content, Template, Weapon, WeaponId};
use crate::house::House;
use crate::lasting::{Clock, Lasting, List, StepId};
use crate::late::LateName;
use crate::rules::steps::Stretch;
use crate::rules::{abilities, adjacency, blows, damage, movement, precision};
use crate::tactics;

/// What the surroundings do, with squares read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What the encounter says.
    pub entry: HazardEntry,
    /// The ability that it does.
    pub does: AbilityId,
    /// Its squares; everywhere if empty.
    pub area: Vec<Square>,
    /// The game master has taken it away.
    pub cleared: bool,
}

/// What a square is to sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Nothing to speak of.
    Air,
    /// Wood, metal, shallow water: a metre of it lets sound through.
    Thin,
    /// Rock or deep water.
    Rock,
}

/// What never changes while the fight lasts, unless the GM brings somebody new in.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs.
    pub book: Arc<Book>,
    /// What they hold, ready for rules.
    pub content: Content,
    /// Names of those who are there from the beginning.
    pub names: Vec<String>,
    /// The sides.
    pub sides: Vec<String>,
    /// Which sides are hostile to which: a row for each.
    pub hostile: Vec<bool>,
    /// House rules.
    pub house: House,
    /// The battle map.
    pub map: Map,
    /// The ground is of one height everywhere.
    pub flat: bool,
    /// Every step costs 1: nothing on the map is rough, steep, wet or has an edge.
    pub smooth: bool,
    /// Every step costs 1, and nothing at all stands in a way but creatures.
    pub bare: bool,
    /// No edge of the map has anything to it: walls, doors, windows, slopes.
    pub edgeless: bool,
    /// Nothing on the map stops sight.
    pub clear: bool,
    /// Nothing on the map gives cover.
    pub coverless: bool,
    /// Nothing on the map stops sound.
    pub quiet: bool,
    /// What steps cost those who walk upright on the ground as it is drawn.
    pub prices: EachBody<Prices>,
    /// Rough terrain by its place in the map's legend: 1, 2 light, 3 heavy.
    pub factor: Vec<u8>,
    /// Water by its place in the map's legend.
    pub water: Vec<bool>,
    /// Water to swim in by its place in the map's legend.
    pub deep: Vec<bool>,
    /// What sounds make of ground by its place in the map's legend.
    pub matter: Vec<Matter>,
    /// Sides that stay out of a contest.
    pub neutral: Vec<bool>,
    /// What the surroundings do.
    pub hazards: Vec<Hazard>,
}

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

/// A turn under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Whose.
    pub who: Who,
    /// The action is used.
    pub action: bool,
    /// A rapid action is used.
    pub rapid: bool,
    /// A prepared action has been set up.
    pub set_up: bool,
    /// An action came before the Move.
    pub acted_first: bool,
    /// A full-turn action was used.
    pub full: bool,
    /// Movement spent.
    pub spent: i16,
    /// Something of the Move has been done.
    pub moving: bool,
    /// The Move came to its end because something else was done.
    pub moved: bool,
    /// The Move goes on as a run.
    pub running: bool,
    /// What the Move uses.
    pub gait: Option<Gait>,
    /// The second half of a run goes by another gait than the first; `spent` counts for it alone.
    pub second: bool,
    /// The Move was given up to steady the aim.
    pub steadied: bool,
    /// Weapons were swapped this turn.
    pub swapped: bool,
    /// Modifications chosen for the next ability.
    pub mods: Few<AbilityId, { Turn::MOST_MODS }>,
    /// The action that is left must do no damage.
    pub harmless: bool,
    /// The turn has ended by itself.
    pub over: bool,
}

impl Turn {
    /// The most modifications of one ability.
    pub const MOST_MODS: usize = 8;

    /// Whether nothing has been done on it, unless it was to move.
    #[inline]
    pub fn is_fresh(&self) -> bool {
        let acted = self.action | self.rapid | self.set_up | self.full | self.acted_first;
        let barred = self.running | self.harmless | self.over;
        !(acted | barred) && self.mods.is_empty()
    }

    /// A turn that has just begun.
    pub fn of(who: Who) -> Turn {
        Turn {
            who,
            action: false,
            rapid: false,
            set_up: false,
            acted_first: false,
            full: false,
            spent: 0,
            moving: false,
            moved: false,
            running: false,
            gait: None,
            second: false,
            steadied: false,
            swapped: false,
            mods: Few::new(),
            harmless: false,
            over: false,
        }
    }
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
    pub cast: Vec<Combatant>,
    /// What those are called who came later; the setting names the others. No part of the state.
    pub late: Vec<LateName>,
    /// The flat 2d10 of each side; 0 before it is rolled.
    pub rolls: Vec<u16>,
    /// The turn under way.
    pub turn: Option<Turn>,
    /// Whoever takes the next turn before all others: a fast minion.
    pub next: Picks<Who>,
    /// The order that was fixed, where the house does not keep it live.
    pub fixed: Vec<i16>,
    /// Changed ground.
    pub zones: Vec<Zone>,
    /// What gives light.
    pub lights: Lights,
    /// Weapons that lie about.
    pub dropped: Vec<(WeaponId, Square)>,
    /// Counts what is put on, so that its order is known.
    pub counter: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How deep reactions are nested.
    pub depth: u8,
    /// The element that counts for the ability under way.
    pub element: Option<Element>,
    /// Whom the attack under way is aimed at.
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
    /// The squares that a question is about.
    pub squares: Vec<Square>,
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
    /// The status effect that an ability takes off all whom it reaches.
    pub lifted: Option<crate::book::Status>,
    /// How many points go into the use that is about to be carried out; 0 for one.
    pub points: i16,
}

impl Setting {
    /// Finds out what the rules need to know of the map as it lies.
    pub(crate) fn survey(&mut self) {
        let map = &self.map;
        let all = |holds: &dyn Fn(Square) -> bool| map.bounds().squares().all(holds);
        let ordinary = |at| map.terrain(at).is_none_or(|kind| self.factor[usize::from(kind.0)] == 1);
        let carries = |at| map.terrain(at).is_none_or(|kind| self.matter[usize::from(kind.0)] == Matter::Air);
        self.flat = all(&|at| map.ground(at) == Height::ZERO);
        self.edgeless = map.edges().next().is_none();
        let even = self.flat && self.edgeless;
        self.clear = even && all(&|at| !map.blocks_sight(at));
        self.quiet = self.edgeless && all(&carries);
        self.smooth = even && all(&ordinary);
        self.bare = even && all(&|at| ordinary(at) && !map.blocks_movement(at));
        self.coverless = self.clear && all(&|at| map.cover(at) == Cover::None);
        self.prices = EachBody::default();
    }
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
        (0..self.cast.len() as u16).map(Who)
    }

    /// A combatant.
    #[inline]
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who.index()]
    }

    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut Combatant {
        &mut self.cast[who.index()]
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
        debug_assert!(self.stirred || self.lies_still(), "something goes on that nobody has noted");
        !self.stirred
    }

    fn lies_still(&self) -> bool {
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

    /// Something lasts on somebody from now on.
    pub(crate) fn lay_on(&mut self, whom: Who, lasting: Lasting) {
        self.singing |= lasting.sung;
        self.one_mut(whom).lasting.push(lasting);
        self.stir();
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

    /// A combatant's name.
    pub fn label(&self, who: Who) -> &str {
        let names = &self.setting.names;
        match (names.get(who.index()), self.late.get(who.index().saturating_sub(names.len()))) {
            (Some(name), _) => name,
            (None, Some(late)) => late.text(&self.setting.content.templates[usize::from(late.kind)].name),
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

    /// The squares that somebody fills.
    #[inline]
    pub fn body(&self, who: Who) -> Span {
        self.footprint(who).at(self.one(who).at)
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

    /// Notes what follows from somebody's creature, what it wears and what its hands hold, because one of them has
    /// changed.
    pub(crate) fn refit(&mut self, who: Who) {
        self.one_mut(who).makeup = Noted(self.makeup_of(who));
    }

    fn makeup_of(&self, who: Who) -> Makeup {
        let sole = abilities::sole_of_makeup(self, who);
        let makeup = Makeup {
            single: self.template(who).size == (1, 1),
            melee: adjacency::has_melee(self, who),
            about: self.topics(who),
            times: abilities::times(self, who),
            basic: abilities::basic_of_main_hand(self, who),
            sole,
            direct: false,
            blow: sole.and_then(|sole| blows::blow_of_makeup(self, who, sole)),
            speeds: [Gait::Walk, Gait::Fly].map(|gait| movement::innate_speed(self, who, gait)),
            half_level: self.half(self.one(who).own.level),
            precision: precision::weapons_of_makeup(self, who),
            guard: Resistance::EACH.map(|which| precision::innate(self, who, which)),
            armor: [DamageKind::Physical, DamageKind::Magical].map(|kind| damage::innate_armor(self, who, kind)),
        };
        Makeup { direct: tactics::is_direct(self, &makeup), ..makeup }
    }

    /// Whether what has been noted about everybody's makeup still holds.
    pub(crate) fn is_fit(&self) -> bool {
        self.everyone().all(|who| self.one(who).makeup.0 == self.makeup_of(who))
    }

    /// What the features are about that somebody's creature and the weapons in its hands give.
    pub(crate) fn topics(&self, who: Who) -> Topics {
        let one = self.one(who);
        let held = [one.main, one.off].into_iter().flatten();
        held.fold(self.template(who).passive.topics(), |about, weapon| about.and(self.weapon(weapon).passive.topics()))
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
