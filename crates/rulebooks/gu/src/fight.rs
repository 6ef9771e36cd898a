//! The state of a fight, and what makes it sound. No rules stand here.

use std::hash::{Hash, Hasher};

use quintain_engine::{Cast, Lights, Outcome, Shared, Who, state};
use quintain_field::{Map, Span, Square};

use crate::arm::{Arm, ArmId};
use crate::combatant::Combatant;
use crate::condition::{Condition, GONE, OUT};
use crate::hold::HeldAction;
use crate::house::House;
use crate::kinds::Size;
use crate::scratch::Scratch;
use crate::setting::{Ground, Setting, Template};
use crate::zone::Zone;

mod door;
mod turn;

use door::Notes;
pub use turn::{Begun, Turn};

/// The most combatants of one fight.
pub const MOST_COMBATANTS: usize = 1000;

/// How many names stand in one line of the log.
const SHOWN_NAMES: usize = 12;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Initiative.
    Start,
    /// The turn of the one at this place of the order.
    Turn(u16),
    /// Over.
    Over(Outcome),
}

state! {
    /// A fight.
    #[derive(Debug)]
    pub struct Fight {
        pub(crate) setting: Shared<Setting>,
        pub(crate) round: u32,
        pub(crate) stage: Stage,
        /// Everybody, those who are out included. They change through [`Fight::one_mut`] alone.
        cast: Cast<Combatant>,
        /// The order of initiative.
        pub(crate) order: Vec<Who>,
        pub(crate) turn: Turn,
        /// Held actions that come after what triggered them: whose, against which target, what.
        pub(crate) later: Vec<(Who, Who, HeldAction)>,
        /// Those who have come since: they test initiative before the next turn.
        pub(crate) arriving: Vec<Who>,
        pub(crate) outcome: Option<Outcome>,
        /// What Gu have left on the map. It changes through [`Fight::zones_mut`] alone.
        zones: Vec<Zone>,
        /// What gives light.
        pub(crate) lights: Lights,
        /// Some Gu has been put to work that concerns everyone within its range.
        pub(crate) radiates: bool,
        /// Somebody has a Gu that draws others' damage onto its user.
        pub(crate) draws: bool,
        /// Follows from the cast and from what lies on the map, and is no part of the state.
        notes: Notes,
        /// Room to work in, and no part of the state.
        pub(crate) scratch: Scratch,
    }
}

impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.round.hash(state);
        self.stage.hash(state);
        self.cast.hash(state);
        self.order.hash(state);
        self.turn.hash(state);
        self.later.hash(state);
        self.arriving.hash(state);
        self.outcome.hash(state);
        self.zones.hash(state);
        self.lights.hash(state);
        self.radiates.hash(state);
    }
}

impl Fight {
    /// Nothing has happened yet.
    pub(crate) fn new(setting: Setting, cast: Vec<Combatant>) -> Fight {
        let mut fight = Fight {
            setting: Shared::new(setting),
            round: 0,
            stage: Stage::Start,
            cast: Cast::of(cast),
            order: Vec::new(),
            turn: Turn::of(Who(0)),
            later: Vec::new(),
            arriving: Vec::new(),
            outcome: None,
            zones: Vec::new(),
            lights: Lights::default(),
            radiates: false,
            draws: false,
            notes: Notes::default(),
            scratch: Scratch::default(),
        };
        fight.look_at_all();
        fight
    }

    /// How many take part, those who are out included.
    pub(crate) fn count(&self) -> usize {
        self.cast.len()
    }

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

    /// What Gu have left on the map.
    #[inline]
    pub(crate) fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// What the packs say of it.
    #[inline]
    pub fn template(&self, who: Who) -> &Template {
        &self.setting.templates[usize::from(self.one(who).template)]
    }

    /// The house rules.
    #[inline]
    pub fn house(&self) -> &House {
        &self.setting.house
    }

    /// A weapon or natural attack.
    #[inline]
    pub fn arm(&self, arm: ArmId) -> &Arm {
        &self.setting.arms[usize::from(arm.0)]
    }

    /// The map.
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.setting.ground
    }

    /// Lays another map: a door has turned, something is taken away.
    pub(crate) fn lay(&mut self, map: Map) {
        self.setting.change().ground = Ground::new(map);
        self.scratch.lay_another_map();
    }

    /// A combatant's name.
    #[inline]
    pub fn label(&self, who: Who) -> &str {
        &self.setting.names[who.index()]
    }

    /// Several names in a row: the first dozen, and how many more.
    pub fn names_of(&self, all: &[Who]) -> String {
        let shown: Vec<&str> = all.iter().take(SHOWN_NAMES).map(|who| self.label(*who)).collect();
        match all.len().saturating_sub(SHOWN_NAMES) {
            0 if shown.is_empty() => "nobody".to_owned(),
            0 => shown.join(", "),
            more => format!("{} and {more} more", shown.join(", ")),
        }
    }

    /// Whether one is hostile to the other.
    #[inline]
    pub fn foes(&self, one: Who, other: Who) -> bool {
        self.setting.hostile.between(self.one(one).side, self.one(other).side)
    }

    /// Whether it still takes part.
    #[inline]
    pub fn fighting(&self, who: Who) -> bool {
        !self.one(who).conditions.any(OUT)
    }

    /// Whether it is on the field at all, fighting or lying there, and no corpse: it fills its squares.
    #[inline]
    pub fn present(&self, who: Who) -> bool {
        !self.one(who).conditions.any(GONE)
    }

    /// Whether it is its turn.
    #[inline]
    pub fn is_active(&self, who: Who) -> bool {
        matches!(self.stage, Stage::Turn(_)) && self.turn.who == who
    }

    /// A weapon is gone. Which of the others have struck already, of several in one Combat Action, stays known.
    pub(crate) fn lose_weapon(&mut self, who: Who, arm: ArmId) {
        let place = self.one_mut(who).lose_weapon(arm);
        let acts = self.turn.acts == who;
        if let (Some(place), true, Begun::Weapons { made, .. }) = (place, acts, &mut self.turn.begun) {
            let before = (1 << place) - 1;
            *made = (*made & before) | ((*made >> 1) & !before);
        }
    }

    /// How large it is.
    #[inline]
    pub fn size(&self, who: Who) -> Size {
        self.one(who).size
    }

    /// The squares it fills.
    #[inline]
    pub fn body(&self, who: Who) -> Span {
        self.body_at(who, self.one(who).at)
    }

    /// The squares it would fill with its south-west square here.
    #[inline]
    pub fn body_at(&self, who: Who, at: Square) -> Span {
        match i16::from(self.size(who).side()) - 1 {
            0 => Span::from(at),
            more => Span::between(at, at.offset(more, more)),
        }
    }

    /// Its height above the map's zero, in metres: that of its lowest part.
    #[inline]
    pub fn level(&self, who: Who) -> i16 {
        let one = self.one(who);
        if self.ground().is_flat() { one.height } else { self.ground_below(who, one.at) + one.height }
    }

    /// The height of the ground under a body, in metres: that of its highest square.
    pub fn ground_below(&self, who: Who, at: Square) -> i16 {
        self.ground().level_below(self.body_at(who, at))
    }

    /// Whether any of the squares that it would fill with its south-west square here is such a one.
    #[inline]
    pub fn any_under(&self, who: Who, at: Square, such: impl Fn(Square) -> bool) -> bool {
        if self.size(who).side() == 1 { such(at) } else { self.body_at(who, at).squares().any(such) }
    }

    /// The distance of two in metres: the largest of the differences along the three axes, between their nearest parts.
    #[inline]
    pub fn distance(&self, one: Who, other: Who) -> u32 {
        let (this, that) = (self.one(one), self.one(other));
        if self.ground().is_flat() && this.size.side() == 1 && that.size.side() == 1 {
            let across = this.at.x.abs_diff(that.at.x).max(this.at.y.abs_diff(that.at.y));
            return across.max(this.height.abs_diff(that.height)).into();
        }
        self.distance_if(one, other, (that.at, that.height))
    }

    /// The same if the other were there, at this height above the ground.
    pub fn distance_if(&self, one: Who, other: Who, (at, height): (Square, i16)) -> u32 {
        let (this, that) = (self.one(one), self.one(other));
        let flat = self.ground().is_flat();
        let level = |who: Who, at: Square, height: i16| if flat { height } else { self.ground_below(who, at) + height };
        let (low, lower) = (level(one, this.at, this.height), level(other, at, height));
        if this.size.side() == 1 && that.size.side() == 1 {
            let across = this.at.x.abs_diff(at.x).max(this.at.y.abs_diff(at.y));
            return across.max(low.abs_diff(lower)).into();
        }
        let (body, its) = (self.body(one), self.body_at(other, at));
        let across = quintain_field::body_distance(body, its, quintain_field::Diagonal::Equal);
        let top = |size: Size, low: i16| i32::from(low) + i32::from(size.side()) - 1;
        let up = i32::from(lower) - top(this.size, low);
        let down = i32::from(low) - top(that.size, lower);
        across.max(up.max(down).max(0) as u32)
    }

    /// The distance from somebody to a square of the ground, in metres.
    pub fn distance_to(&self, who: Who, square: Square) -> u32 {
        let flat = quintain_field::body_distance(self.body(who), square.into(), quintain_field::Diagonal::Equal);
        let (low, level) = (i32::from(self.level(who)), i32::from(self.ground().level(square)));
        let top = low + i32::from(self.size(who).side()) - 1;
        flat.max((low - level).max(level - top).max(0) as u32)
    }

    /// Who stands in a square, at this height, apart from one.
    pub fn occupant(&self, square: Square, level: i16, but: Who) -> Option<Who> {
        if self.is_alone(but, square.into()) {
            return None;
        }
        self.everyone().find(|other| {
            *other != but
                && self.one(*other).touches(square.into())
                && self.present(*other)
                && self.is_at_level(*other, level)
        })
    }

    fn is_at_level(&self, who: Who, level: i16) -> bool {
        let low = self.level(who);
        (low..low + i16::from(self.size(who).side())).contains(&level)
    }

    /// Whether a combatant has room with its south-west square here, at this height above the ground: on the map, no
    /// wall, nobody else but Tiny ones and those that it holds, no sphere that keeps it out.
    pub fn is_free_for(&self, who: Who, at: Square, height: i16) -> bool {
        let body = self.body_at(who, at);
        if !self.ground().map.has_room(body) || self.kept_out_by(who, (at, height)).is_some() {
            return false;
        }
        self.is_alone(who, body)
            || !self.cast.iter().zip(0..).any(|(its, other)| {
                let other = Who(other);
                its.touches(body)
                    && other != who
                    && self.present(other)
                    && its.size != Size::Tiny
                    && its.held_by != Some(who)
                    && self.one(who).held_by != Some(other)
                    && {
                        let low = self.ground_below(who, at) + height;
                        let top = low + i16::from(self.size(who).side()) - 1;
                        let other_low = self.level(other);
                        other_low <= top && low < other_low + i16::from(self.size(other).side())
                    }
            })
    }

    /// The combatants that it holds in a grapple.
    pub fn held_by(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let all = self.everyone().take(if self.is_anybody_gripped() { self.count() } else { 0 });
        all.filter(move |other| self.one(*other).held_by == Some(who) && self.present(*other))
    }

    /// Whether it cannot walk away: by a condition or because somebody holds it.
    #[inline]
    pub fn is_restrained(&self, who: Who) -> bool {
        self.one(who).is(Condition::Restrained) || self.one(who).held_by.is_some()
    }

    /// Does something with everyone in the order of asking: the target first, then in order of initiative counted from
    /// the active combatant.
    pub(crate) fn in_asking_order<R>(
        &mut self,
        first: Option<Who>,
        does: impl FnOnce(&mut Fight, &mut Vec<Who>) -> R,
    ) -> R {
        let mut order = self.scratch.lend_people();
        self.gather_asking_order(first, &mut order);
        let came = does(self, &mut order);
        self.scratch.take_back_people(order);
        came
    }

    /// Everyone in the order of asking, put into a list.
    pub(crate) fn gather_asking_order(&self, first: Option<Who>, into: &mut Vec<Who>) {
        into.clear();
        into.extend(first);
        let others = |who: &Who| Some(*who) != first;
        if self.order.is_empty() {
            into.extend(self.everyone().filter(others));
        }
        let from = self.order.iter().position(|who| *who == self.turn.who).map_or(0, |place| place + 1);
        let (before, after) = self.order.split_at(from);
        // A combatant that has come since the round began has no place in the order yet.
        for all in [after, before, &self.arriving] {
            into.extend(all.iter().copied().filter(others));
        }
    }
}
