//! The state of a fight, and what makes it sound. No rules stand here.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use quintain_engine::clock::Alternation;
use quintain_engine::{EventId, Lights, Outcome, Rule, Shared, Side, Who};
use quintain_field::{Diagonal, Door, Footprint, Height, Map, Span, Square, body_distance};

use crate::book::{Boon, Bursts, Condition, Ground, MagicThing};
use crate::combatant::{Clock, Combatant, Hand, Kind};
use crate::house::House;
pub use crate::muster::Ruler;
use crate::muster::{Mark, Muster};
use crate::rules::attack::Weighed;
use crate::rules::doors::Portal;
use crate::setting::{Ability, Setting, Template, Weapon};
use crate::tactics::Prospects;
use crate::those::{List, Those, Whos};
use crate::watch::Watch;

/// Tenths of a metre that a Space measures: 5 feet.
const SPACE: i16 = 15;

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
    /// Whom it is aimed at.
    pub targets: Whos,
    /// Who has answered it already, or casts it together with its maker.
    pub answered: Those,
}

/// Something about to burst, because what held it back has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fuse {
    /// Whose doing it is.
    pub by: Option<Who>,
    /// Where.
    pub at: Square,
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

/// A thing on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// A weapon.
    Weapon(u16),
    /// An item.
    Item(u8),
    /// A shield and what it still holds.
    Shield(u8, i8),
}

/// The Stealth total of somebody who hides, and from whom it hid with that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stealth {
    /// Who hides.
    pub who: Who,
    /// From whom.
    pub from: Those,
    /// What a Search must reach.
    pub total: i16,
}

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
    pub(crate) cast: Vec<Combatant>,
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
    /// Those whom the question that is asked next is about, or leaves out; no part of the state.
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
    /// Whom the last who thought of a blow could strike at, and is no part of the state.
    pub(crate) prospects: Prospects,
    /// Follows from the cast as well.
    pub(crate) muster: Muster,
    pub(crate) scratch: Scratch,
}

/// Room to work in that is no part of the state.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Room for ways, one for each walk within a walk.
    pub routes: Vec<Vec<Square>>,
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        Fight {
            setting: self.setting.clone(),
            map: self.map.clone(),
            round: self.round,
            stage: self.stage,
            order: self.order.clone(),
            sequence: self.sequence.clone(),
            cast: self.cast.clone(),
            owner: self.owner,
            depth: self.depth,
            carried_penalty: self.carried_penalty,
            prepaid: self.prepaid,
            pooled: self.pooled,
            leaving: self.leaving,
            came: self.came,
            doors: self.doors.clone(),
            stretch: self.stretch,
            cause: self.cause,
            about: self.about.clone(),
            zones: self.zones.clone(),
            lights: self.lights.clone(),
            castings: self.castings.clone(),
            fuses: self.fuses.clone(),
            lit: self.lit.clone(),
            floor: self.floor.clone(),
            stealth: self.stealth.clone(),
            outcome: self.outcome,
            watch: self.watch.clone(),
            weighed: Weighed::default(),
            prospects: Prospects::default(),
            muster: self.muster.clone(),
            scratch: Scratch::default(),
        }
    }

    /// Reuses what is allocated: simulations begin every fight this way.
    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.map.clone_from(&source.map);
        self.round = source.round;
        self.stage = source.stage;
        self.order.clone_from(&source.order);
        self.sequence.clone_from(&source.sequence);
        self.cast.clone_from(&source.cast);
        self.owner = source.owner;
        self.depth = source.depth;
        self.carried_penalty = source.carried_penalty;
        self.prepaid = source.prepaid;
        self.pooled = source.pooled;
        self.leaving = source.leaving;
        self.came = source.came;
        self.doors.clone_from(&source.doors);
        self.stretch = source.stretch;
        self.cause = source.cause;
        self.about.clone_from(&source.about);
        self.zones.clone_from(&source.zones);
        self.lights.clone_from(&source.lights);
        self.castings.clone_from(&source.castings);
        self.fuses.clone_from(&source.fuses);
        self.lit.clone_from(&source.lit);
        self.floor.clone_from(&source.floor);
        self.stealth.clone_from(&source.stealth);
        self.outcome = source.outcome;
        self.watch.clone_from(&source.watch);
        self.forget_blows();
        self.muster.clone_from(&source.muster);
    }
}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.round.hash(state);
        self.stage.hash(state);
        self.order.hash(state);
        self.sequence.hash(state);
        self.cast.hash(state);
        self.owner.hash(state);
        self.depth.hash(state);
        self.carried_penalty.hash(state);
        self.prepaid.hash(state);
        self.pooled.hash(state);
        self.leaving.hash(state);
        self.came.hash(state);
        self.doors.hash(state);
        self.zones.hash(state);
        self.lights.hash(state);
        self.castings.hash(state);
        self.fuses.hash(state);
        self.lit.hash(state);
        self.floor.hash(state);
        self.stealth.hash(state);
        self.outcome.hash(state);
    }
}

/// How far two heights are apart.
fn apart(one: i16, other: i16) -> i16 {
    one.abs_diff(other).min(i16::MAX.unsigned_abs()) as i16
}

/// Spaces between two squares of even ground, each so high above it: a diagonal counts 1, and so does a Space upwards.
#[inline]
fn spaces((one, high): (Square, i16), (other, low): (Square, i16)) -> i16 {
    let far = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)).max(high.abs_diff(low));
    far.min(i16::MAX.unsigned_abs()) as i16
}

impl Fight {
    /// Everyone, in roster order.
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<> {
        (0..self.cast.len() as u16).map(Who)
    }

    /// One of them.
    #[inline]
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who.index()]
    }

    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut Combatant {
        self.forget_blows();
        self.muster.forget(who);
        &mut self.cast[who.index()]
    }

    /// What has been found out about blows may hold no longer.
    #[inline]
    pub(crate) fn forget_blows(&mut self) {
        self.weighed.forget();
        self.prospects.forget();
    }

    /// One of them, whose means alone change: AP, MP, SP, movement, what its turn has used up, how it is on its guard.
    /// Nobody else's looks depend on these, so that it need not be looked at again.
    #[inline]
    pub(crate) fn means_mut(&mut self, who: Who) -> &mut Combatant {
        self.weighed.forget();
        &mut self.cast[who.index()]
    }

    /// Takes AP from somebody: no blow is better or worse for that.
    pub(crate) fn spend(&mut self, who: Who, ap: u8) {
        let one = &mut self.cast[who.index()];
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
        let called = self.cast.get(who.index()).and_then(|one| one.called);
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

    /// Its size, as magic may have changed it.
    pub fn size(&self, who: Who) -> crate::book::Size {
        let one = self.one(who);
        if one.boons.is_empty() {
            return one.size;
        }
        let by: i16 = one.boons.iter().map(|borne| if let Boon::Resize(by) = borne.boon { by.into() } else { 0 }).sum();
        let place = (one.size as i16 + by).clamp(0, 6);
        crate::book::Size::ALL.get(place as usize).copied().unwrap_or(one.size)
    }

    /// The squares that it fills.
    pub fn footprint(&self, who: Who) -> Footprint {
        Footprint::square(self.size(who).across())
    }

    /// The squares that it stands on.
    #[inline]
    pub fn body(&self, who: Who) -> Option<Span> {
        let one = self.one(who);
        match one.at {
            Some(at) if one.single() => Some(Span::from(at)),
            _ => self.large_body(who),
        }
    }

    /// The same for those who may be larger than a Space, and for those who stand nowhere.
    #[inline(never)]
    fn large_body(&self, who: Who) -> Option<Span> {
        self.one(who).at.map(|at| self.footprint(who).at(at))
    }

    /// How high the ground of a square lies, in Spaces.
    pub fn level(&self, square: Square) -> i16 {
        self.map.ground(square).tenths().div_euclid(SPACE)
    }

    /// How high somebody is, in Spaces.
    pub fn altitude(&self, who: Who) -> i16 {
        let one = self.one(who);
        one.height + one.at.map_or(0, |at| self.level(at))
    }

    /// Spaces between two, measured now.
    #[inline]
    pub(crate) fn measured(&self, one: Who, other: Who) -> i16 {
        let (from, there) = (self.one(one), self.one(other));
        if let (Some(at), Some(to), true) = (from.at, there.at, self.setting.flat && from.single() && there.single()) {
            return spaces((at, from.height), (to, there.height));
        }
        self.between_bodies(one, other)
    }

    /// The same for bodies of any size on any ground.
    #[inline(never)]
    fn between_bodies(&self, one: Who, other: Who) -> i16 {
        match (self.body(one), self.body(other)) {
            (Some(a), Some(b)) => {
                let flat = body_distance(a, b, Diagonal::Equal) as i16;
                flat.max(apart(self.altitude(one), self.altitude(other)))
            }
            _ => i16::MAX,
        }
    }

    /// Spaces between one, standing elsewhere, and another.
    pub fn distance_from(&self, who: Who, at: Square, other: Who) -> i16 {
        self.distance_above(who, at, self.one(who).height, other)
    }

    /// Spaces between one, elsewhere and so high above that ground, and another.
    #[inline]
    pub fn distance_above(&self, who: Who, at: Square, height: i16, other: Who) -> i16 {
        let there = self.one(other);
        if let (Some(b), true) = (there.at, self.setting.flat && self.one(who).single() && there.single()) {
            return spaces((at, height), (b, there.height));
        }
        self.measured_elsewhere(who, (at, height), other)
    }

    /// The same for bodies of any size on any ground.
    #[inline(never)]
    fn measured_elsewhere(&self, who: Who, (at, height): (Square, i16), other: Who) -> i16 {
        let Some(body) = self.body(other) else { return i16::MAX };
        let flat = body_distance(self.footprint(who).at(at), body, Diagonal::Equal) as i16;
        flat.max(apart(height.saturating_add(self.level(at)), self.altitude(other)))
    }

    /// Whether the ground of a square is hard to cross.
    pub fn difficult(&self, square: Square) -> bool {
        !self.setting.even && self.setting.hard.contains(square)
    }

    /// Spaces from somebody to a square on the ground.
    pub fn distance_to(&self, who: Who, square: Square) -> i16 {
        let one = self.one(who);
        if let (Some(at), true) = (one.at, self.setting.flat && one.single() && self.map.contains(square)) {
            return spaces((at, one.height), (square, 0));
        }
        self.body(who).map_or(i16::MAX, |body| {
            let flat = body_distance(body, Span::from(square), Diagonal::Equal) as i16;
            flat.max(apart(self.altitude(who), self.level(square)))
        })
    }

    /// Who stands on a square, or in the air above it.
    pub fn standing_on(&self, square: Square) -> Option<Who> {
        self.standing_at(square).next()
    }

    /// All who do.
    pub fn standing_at(&self, square: Square) -> impl Iterator<Item = Who> + '_ {
        self.marked(Mark::Present).filter(move |who| self.covers(*who, square))
    }

    /// Who else is in the way of somebody on a square: above the heads of others, and below their feet, is room.
    pub fn other_on(&self, who: Who, square: Square) -> Option<Who> {
        let height = self.one(who).height;
        let there = |other: &Who| *other != who && self.covers(*other, square) && self.meets(who, height, *other);
        self.marked(Mark::Present).find(there)
    }

    /// Whether two in the same Space would be at the same height, the one so high above the ground.
    #[inline]
    pub fn meets(&self, who: Who, height: i16, other: Who) -> bool {
        let there = self.one(other).height;
        height == there || height < there + self.tall(other) && there < height + self.tall(who)
    }

    /// Spaces from somebody's feet to the top of its head.
    fn tall(&self, who: Who) -> i16 {
        self.size(who).across().into()
    }

    /// Whether a square under water, deep enough to be in over one's head.
    pub fn deep(&self, square: Square) -> bool {
        !self.setting.even && self.setting.deep.contains(square)
    }

    /// Whether somebody is under water.
    pub fn underwater(&self, who: Who) -> bool {
        let one = self.one(who);
        one.height <= 0 && one.at.is_some_and(|at| self.deep(at))
    }

    /// Whether somebody's hand is free for a grip.
    pub fn free_hand(&self, who: Who) -> Option<usize> {
        let one = self.one(who);
        let free = |hand: &Hand| match hand {
            Hand::Empty => true,
            Hand::Shield => one.shield.is_some_and(|(shield, _)| self.setting.light(shield)),
            _ => false,
        };
        one.hands.iter().rposition(free)
    }

    /// Whether there is room for somebody with its south-west corner here, as high above the ground as it is.
    pub fn room(&self, who: Who, at: Square) -> bool {
        self.room_above(who, at, self.one(who).height)
    }

    /// The same so high above the ground.
    pub fn room_above(&self, who: Who, at: Square, height: i16) -> bool {
        let span = self.footprint(who).at(at);
        span.squares()
            .all(|square| self.map.contains(square) && !self.map.blocks_movement(square) && !self.walled(square))
            && self.marked(Mark::Present).all(|other| {
                let there = other != who && self.body(other).is_some_and(|body| body.overlaps(span));
                !there || !self.meets(who, height, other) || self.may_share(who, other)
            })
    }

    /// Whether two may be in one Space: a rider and its mount, and whoever stands in what can be stood in.
    pub fn may_share(&self, one: Who, other: Who) -> bool {
        crate::rules::engulfing::shares(self, one, other) || crate::rules::riding::together(self, one, other)
    }

    /// Whether magic has put a wall here.
    pub fn walled(&self, square: Square) -> bool {
        self.zones.iter().any(|zone| zone.is_wall() && zone.squares.contains(&square))
    }

    /// Whether ground of some kind lies here.
    pub fn zoned(&self, square: Square, wanted: &Ground) -> bool {
        self.zones.iter().any(|zone| zone.squares.contains(&square) && zone.ground.contains(wanted))
    }

    /// So many Spaces as a height of the map.
    pub fn height_of(spaces: i16) -> Height {
        Height::from_tenths(spaces.saturating_mul(SPACE))
    }
}
