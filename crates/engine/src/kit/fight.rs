//! The fight of a small game: those who fight, the ground, the round and the end.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut, Index, IndexMut};

use quintain_field::{Diagonal, Map, Pathfinder, Square, Walk, distance};

use super::conditions::{Conditions, Kind};
use super::game::{Changed, Game};
use super::number::Number;
use super::packed::Creature;
use super::roster::Roster;
use crate::cast::{Side, Who};
use crate::clock::{Moment, Slots};
use crate::event::Event;
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
    /// What the game keeps besides: what the turn that runs has used up.
    pub state: G::State,
}

impl<G: Game> Clone for Fight<G> {
    fn clone(&self) -> Self {
        let Fight { setting, cast, round, outcome, order, turn, state } = self;
        let (setting, cast, order) = (setting.clone(), cast.clone(), order.clone());
        Fight { setting, cast, round: *round, outcome: *outcome, order, turn: *turn, state: state.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.cast.clone_from(&source.cast);
        self.order.clone_from(&source.order);
        self.state.clone_from(&source.state);
        (self.round, self.outcome, self.turn) = (source.round, source.outcome, source.turn);
    }
}

impl<G: Game> Hash for Fight<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.cast, self.round, self.outcome, &self.order, self.turn, &self.state).hash(state);
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
    pub fn called(&self, who: Who) -> &str {
        self.setting.roster.name(who)
    }

    /// The name of a side.
    pub fn side_called(&self, side: Side) -> &str {
        self.setting.roster.side(side)
    }

    /// The entry that a combatant comes from.
    pub fn entry(&self, who: Who) -> &G::Creature {
        &self.setting.entries[usize::from(self[who].entry)].1
    }

    /// Whether it has a condition.
    pub fn is(&self, who: Who, kind: &Kind) -> bool {
        self[who].conditions.has(kind)
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

    /// Takes (below 0: gives) of what a combatant lives by, within its limits, and counts what is taken for statistics.
    /// Says how much it was.
    pub fn take_life(&mut self, by: Option<Who>, whom: Who, amount: i16) -> i16 {
        let before = self.life(whom);
        if let Some(life) = Number::life(G::NUMBERS) {
            life.put(&mut self[whom].body, before.saturating_sub(amount));
        }
        let taken = before - self.life(whom);
        let counted = u32::try_from(taken).unwrap_or(0);
        self[whom].taken += counted;
        if let Some(by) = by {
            self[by].dealt += counted;
        }
        taken
    }

    /// Gives one who still fights and has nothing left to live by the condition that goes with it, and says which.
    pub fn fall(&mut self, who: Who) -> Option<&'static Kind> {
        let falls = self.life(who) <= 0 && self.fighting(who);
        let how = falls.then(|| G::falls(self, who))?;
        self[who].conditions.give(how, 0, None, None);
        Some(how)
    }

    /// What an edict has changed makes one fall, or get up again.
    pub(super) fn settle(&mut self, who: Who, changed: Changed) {
        let falls = G::falls(self, who);
        let fallen = |kind: &Kind| kind.info == falls.info || kind.kills;
        match changed {
            Changed::Given(kind) if fallen(kind) => {
                self.take_life(None, who, i16::MAX);
            }
            Changed::Taken(kind) if fallen(kind) && self.life(who) <= 0 => {
                self.take_life(None, who, -1);
            }
            _ => {}
        }
        if self.life(who) > 0 {
            for kind in G::KINDS.iter().filter(|kind| fallen(kind)) {
                self[who].conditions.take(kind);
            }
        }
        self.fall(who);
        G::settle(self, who, changed);
    }

    /// How it stands where nobody has a foe any more: for the side that is left, or for nobody.
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
                Outcome::Won(side) => Event::new(rule, format!("{} hold the field", self.side_called(side))),
                _ => Event::new(rule, "nobody is left"),
            });
        }
    }

    /// Begins a round by this rule. What lasts until the round ends is over; everybody in the order comes up again.
    pub fn begin_round<T: Table<Self>>(&mut self, table: &mut T, rule: &'static Rule) {
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::RoundEnd, |_| ()));
        self.round += 1;
        self.order.start_round();
        table.tell(|| Event::new(rule, format!("round {}", self.round)).heading());
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::RoundStart, |_| ()));
    }

    /// Begins a turn: what lasts until then is over.
    pub fn begin_turn(&mut self, who: Who) {
        self.turn = Some(who);
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::TurnStart(who), |_| ()));
    }

    /// Ends a turn: what lasts until then is over.
    pub fn end_turn(&mut self, who: Who) {
        self.turn = None;
        self.cast.iter_mut().for_each(|one| one.conditions.count(Moment::TurnEnd(who), |_| ()));
    }

    /// Squares between two on a map, a diagonal counted like any other step; `None` without a map.
    pub fn apart(&self, one: Who, other: Who) -> Option<u32> {
        Some(distance(self[one].at?, self[other].at?, Diagonal::Equal))
    }

    /// Whether somebody could stand on a square: it is on the map, open, and nobody stands there who still fights.
    pub fn is_free(&self, square: Square) -> bool {
        let ground = self.setting.map.as_ref().is_some_and(|map| map.contains(square) && !map.blocks_movement(square));
        ground && !self.standing().any(|who| self[who].at == Some(square))
    }

    /// The squares that a combatant can walk to in at most so many steps, its own left out, in the order of the way. Nobody
    /// walks through anybody; difficult ground takes two steps.
    pub fn reach(&self, who: Who, steps: u32) -> Vec<Square> {
        let (Some(map), Some(from)) = (&self.setting.map, self[who].at) else { return Vec::new() };
        let cost = |_, to| self.is_free(to).then(|| if map.terrain_name(to) == Some("difficult") { 2 } else { 1 });
        let mut finder = Pathfinder::new();
        let reach = finder.reach(map, from, &Walk::new(Diagonal::Equal, steps), cost);
        reach.iter().map(|arrival| arrival.square).filter(|square| *square != from).collect()
    }
}
