//! The fight of a small game: those who fight, the ground, the round and the end.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut, Index, IndexMut};

use quintain_field::{Diagonal, Map, Pathfinder, Square, Walk, distance, sees};

use super::conditions::{Condition, Conditions};
use super::game::{Changed, Game};
use super::number::{Bodies, Number};
use super::packed::Creature;
use super::roster::Roster;
use crate::cast::{Side, Who};
use crate::clock::{Moment, Slots};
use crate::event::Event;
use crate::lights::Lights;
use crate::rule::Rule;
use crate::rulebook::{Fate, Outcome};
use crate::shared::Shared;
use crate::table::Table;

/// What a combatant of a game is made of.
pub type Body<G> = <<G as Game>::Creature as Creature>::Body;

/// One who fights: what the kit keeps, and the game's own values behind it.
#[derive(Clone, Debug, Hash)]
pub struct Member<B> {
    /// The place of its entry in the setting's list.
    pub entry: u16,
    /// Its side.
    pub side: Side,
    /// Whether a person would be expected to play it.
    pub hero: bool,
    /// Where it stands, on a map.
    pub at: Option<Square>,
    /// Its conditions.
    pub conditions: Conditions,
    /// Damage it has dealt.
    pub dealt: u32,
    /// Damage it has taken.
    pub taken: u32,
    /// What the game keeps of it.
    pub body: B,
}

impl<B> Deref for Member<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.body
    }
}

impl<B> DerefMut for Member<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.body
    }
}

/// What does not change while a fight lasts, but by edicts that add somebody.
#[derive(Clone, Debug)]
pub struct Setting<C> {
    /// Names and sides.
    pub roster: Roster,
    /// The entries of packs and encounter, with their ids.
    pub entries: Vec<(String, C)>,
    /// The ground, where it matters.
    pub map: Option<Map>,
}

/// The fight of a small game: those who fight, the ground, the round and the end, and the game's own state.
pub struct Fight<G: Game> {
    /// What does not change.
    pub setting: Shared<Setting<G::Creature>>,
    /// Everybody who has taken part, in roster order.
    pub cast: Vec<Member<Body<G>>>,
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Who acts when; empty where the game has no order, or none yet.
    pub order: Slots,
    /// Whose turn runs.
    pub turn: Option<Who>,
    /// What gives light.
    pub lights: Lights,
    /// What the game keeps besides: what the turn that runs has used up.
    pub state: G::State,
}

impl<G: Game> Clone for Fight<G> {
    fn clone(&self) -> Self {
        let Fight { setting, cast, round, outcome, order, turn, lights, state } = self;
        let (setting, cast, order, lights) = (setting.clone(), cast.clone(), order.clone(), lights.clone());
        Fight { setting, cast, round: *round, outcome: *outcome, order, turn: *turn, lights, state: state.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.cast.clone_from(&source.cast);
        self.order.clone_from(&source.order);
        self.lights.clone_from(&source.lights);
        self.state.clone_from(&source.state);
        (self.round, self.outcome, self.turn) = (source.round, source.outcome, source.turn);
    }
}

impl<G: Game> Hash for Fight<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.cast, self.round, self.outcome, &self.order, self.turn, &self.lights, &self.state).hash(state);
    }
}

impl<G: Game> fmt::Debug for Fight<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fight { cast, round, outcome, turn, state, .. } = self;
        write!(f, "round {round}, turn of {turn:?}, {outcome:?}, {state:?}, {cast:?}")
    }
}

impl<G: Game> Index<Who> for Fight<G> {
    type Output = Member<Body<G>>;

    fn index(&self, who: Who) -> &Self::Output {
        &self.cast[who.index()]
    }
}

impl<G: Game> IndexMut<Who> for Fight<G> {
    fn index_mut(&mut self, who: Who) -> &mut Self::Output {
        &mut self.cast[who.index()]
    }
}

impl<G: Game> Bodies<Body<G>> for Fight<G> {
    fn body(&self, who: Who) -> &Body<G> {
        &self[who].body
    }

    fn body_mut(&mut self, who: Who) -> &mut Body<G> {
        &mut self[who].body
    }
}

impl<G: Game> Fight<G> {
    /// Everybody who has taken part, in roster order.
    pub fn everyone(&self) -> impl Iterator<Item = Who> + use<G> {
        (0..self.cast.len() as u16).map(Who)
    }

    /// Everybody who still fights, in roster order.
    pub fn standing(&self) -> impl Iterator<Item = Who> + '_ {
        self.everyone().filter(|who| self.fighting(*who))
    }

    /// Whether it still takes part.
    pub fn fighting(&self, who: Who) -> bool {
        !self[who].conditions.take_out()
    }

    /// Those who still fight and are its foes, in roster order.
    pub fn foes_of(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let side = self[who].side;
        self.standing().filter(move |other| self.setting.roster.are_foes(side, self[*other].side))
    }

    /// Those who still fight on its side, itself among them, in roster order.
    pub fn friends_of(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let side = self[who].side;
        self.standing().filter(move |other| self[*other].side == side)
    }

    /// How many of a side are out of the fight, and how many it had.
    pub fn losses(&self, side: Side) -> (usize, usize) {
        let members = || self.everyone().filter(move |who| self[*who].side == side);
        (members().filter(|who| !self.fighting(*who)).count(), members().count())
    }

    /// The name of a combatant.
    pub fn name(&self, who: Who) -> &str {
        self.setting.roster.name(who)
    }

    /// The name of a side.
    pub fn side_name(&self, side: Side) -> &str {
        self.setting.roster.side(side)
    }

    /// The entry that a combatant comes from.
    pub fn entry(&self, who: Who) -> &G::Creature {
        &self.setting.entries[usize::from(self[who].entry)].1
    }

    /// Whether it has a condition.
    pub fn is(&self, who: Who, condition: &Condition) -> bool {
        self[who].conditions.has(condition)
    }

    /// What became of a combatant.
    pub fn fate(&self, who: Who) -> Fate {
        let one = &self[who];
        Fate { died: one.conditions.kill(), out: one.conditions.take_out(), dealt: one.dealt, taken: one.taken }
    }

    /// What a combatant lives by; 1 where the sheet has nothing of the kind.
    pub fn life(&self, who: Who) -> i16 {
        Number::life(G::NUMBERS).map_or(1, |life| life.value(self, who, &self[who].body))
    }

    /// Takes from what the target lives by, down to its least, and lets it fall where nothing is left. It is counted as taken
    /// and, where it was somebody's doing, as dealt. `event` makes the event of its words: `Rat loses 3 heart and is dead`.
    pub fn harm<T: Table<Self>>(
        &mut self,
        table: &mut T,
        by: Option<Who>,
        target: Who,
        amount: i16,
        event: impl FnOnce(String) -> Event,
    ) {
        let lost = -self.change_life(target, -amount.max(0));
        let counted = u32::from(lost.unsigned_abs());
        self[target].taken += counted;
        if let Some(by) = by {
            self[by].dealt += counted;
        }
        let fell = self.fall(target);
        table.tell(|| {
            let text = format!("{} loses {lost} {}", self.name(target), self.life_name());
            let is = fell.map(|condition| format!("{text} and is {}", condition.info.key));
            let event = self.with_change(event(is.unwrap_or(text)).harm(by, target, counted), target, -lost);
            fell.map(|condition| condition.info.rule).into_iter().fold(event, Event::citing)
        });
    }

    /// Gives back what the target lives by, up to its maximum. `event` makes the event of its words: `Ida gains 4 heart`.
    pub fn heal<T: Table<Self>>(
        &mut self,
        table: &mut T,
        target: Who,
        amount: i16,
        event: impl FnOnce(String) -> Event,
    ) {
        let gained = self.change_life(target, amount.max(0));
        table.tell(|| {
            let text = format!("{} gains {gained} {}", self.name(target), self.life_name());
            self.with_change(event(text), target, gained)
        });
    }

    /// What combatants live by, as the sheet calls it.
    fn life_name(&self) -> &'static str {
        Number::life(G::NUMBERS).map_or("life", |life| life.info.label)
    }

    /// The event with the change of what the target lives by, which has just come about.
    fn with_change(&self, event: Event, target: Who, change: i16) -> Event {
        let Some(life) = Number::life(G::NUMBERS) else { return event.to(target) };
        let after = i64::from(self.life(target));
        event.to(target).change(target, life.info.key, after - i64::from(change), after)
    }

    fn change_life(&mut self, target: Who, by: i16) -> i16 {
        let before = self.life(target);
        if let Some(life) = Number::life(G::NUMBERS) {
            life.put(&mut self[target].body, before.saturating_add(by));
        }
        self.life(target) - before
    }

    /// Lets a combatant that still fights and has nothing left to live by fall, and says which condition it got.
    pub fn fall(&mut self, who: Who) -> Option<&'static Condition> {
        let falls = self.life(who) <= 0 && self.fighting(who);
        let how = falls.then(|| G::falls(self, who))?;
        self[who].conditions.give(how);
        Some(how)
    }

    /// Lets a combatant that an edict has changed fall, or get up again.
    pub(super) fn settle(&mut self, who: Who, changed: Changed) {
        let falls = G::falls(self, who);
        let fallen = |condition: &Condition| condition.info == falls.info || condition.kills;
        match changed {
            Changed::Given(condition) if fallen(condition) => {
                self.change_life(who, i16::MIN);
            }
            Changed::Taken(condition) if fallen(condition) && self.life(who) <= 0 => {
                self.change_life(who, 1);
            }
            _ => {}
        }
        if self.life(who) > 0 {
            for condition in G::CONDITIONS.iter().filter(|condition| fallen(condition)) {
                self[who].conditions.take(condition);
            }
        }
        self.fall(who);
        G::settle(self, who, changed);
    }

    /// How the fight has ended once nobody has a foe any more: for the side that is left, or for nobody.
    pub fn decided(&self) -> Option<Outcome> {
        let Some(first) = self.standing().next() else { return Some(Outcome::Mutual) };
        let over = self.standing().all(|who| self.foes_of(who).next().is_none());
        over.then(|| Outcome::Won(self[first].side))
    }

    /// Ends the fight by this rule, if it is decided.
    pub fn conclude<T: Table<Self>>(&mut self, table: &mut T, rule: &'static Rule) {
        self.outcome = self.decided();
        if let Some(outcome) = self.outcome {
            table.tell(|| match outcome {
                Outcome::Won(side) => Event::new(rule, format!("{} hold the field", self.side_name(side))),
                _ => Event::new(rule, "nobody is left"),
            });
        }
    }

    /// Begins a round by this rule. What lasts until the round ends is over; everybody in the order comes up again.
    pub fn begin_round<T: Table<Self>>(&mut self, table: &mut T, rule: &'static Rule) {
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::RoundEnd));
        self.round += 1;
        self.order.start_round();
        table.tell(|| Event::new(rule, format!("round {}", self.round)).opening(self.round));
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::RoundStart));
    }

    /// Begins a turn: what lasts until then is over.
    pub fn begin_turn(&mut self, who: Who) {
        self.turn = Some(who);
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::TurnStart(who)));
    }

    /// Ends a turn: what lasts until then is over.
    pub fn end_turn(&mut self, who: Who) {
        self.turn = None;
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::TurnEnd(who)));
    }

    /// How many squares two combatants are apart, a diagonal step counted like any other; `None` without a map.
    pub fn distance(&self, one: Who, other: Who) -> Option<u32> {
        self.distance_from(self[one].at?, other)
    }

    /// How many squares a combatant is from a square; `None` without a map.
    pub fn distance_from(&self, square: Square, other: Who) -> Option<u32> {
        Some(distance(square, self[other].at?, Diagonal::Equal))
    }

    /// Whether nothing on the map stands between two combatants; true without a map.
    pub fn sees(&self, one: Who, other: Who) -> bool {
        match (&self.setting.map, self[one].at, self[other].at) {
            (Some(map), Some(from), Some(to)) => sees(map, from, to),
            _ => true,
        }
    }

    /// Whether a combatant could stand on a square: it is on the map, open, and nobody who still fights stands there.
    pub fn is_free(&self, square: Square) -> bool {
        self.room_at(square).is_ok()
    }

    /// The same with what is in the way.
    pub(super) fn room_at(&self, square: Square) -> Result<(), String> {
        let Some(map) = &self.setting.map else { return Err(format!("there is no map, so no {square}")) };
        if !map.contains(square) {
            return Err(format!("{square} is off the map"));
        }
        if map.blocks_movement(square) {
            return Err(format!(
                "nobody can stand at {square}: {}",
                map.terrain_name(square).unwrap_or("it is blocked")
            ));
        }
        match self.standing().find(|who| self[*who].at == Some(square)) {
            Some(other) => Err(format!("{} stands at {square}", self.name(other))),
            None => Ok(()),
        }
    }

    /// The squares that a combatant can walk to within its pace, its own left out, in the order of the way. `cost` says how
    /// much of the pace it takes to enter a square; nobody walks through anybody.
    pub fn reach(&self, who: Who, pace: u32, cost: impl Fn(&Map, Square) -> u32) -> Vec<Square> {
        let (Some(map), Some(from)) = (&self.setting.map, self[who].at) else { return Vec::new() };
        let cost = |_, to| self.is_free(to).then(|| cost(map, to));
        let mut finder = Pathfinder::new();
        let reach = finder.reach(map, from, &Walk::new(Diagonal::Equal, pace), cost);
        reach.iter().map(|arrival| arrival.square).filter(|square| *square != from).collect()
    }
}
