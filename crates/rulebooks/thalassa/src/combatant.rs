//! One who fights: scores, what is carried, what befell it, what it is about to do.

use std::ops::{Deref, DerefMut};

use quintain_engine::{Minded, Side, Who};
use quintain_field::Square;

use crate::arm::{Arm, ArmId};
use crate::book::God;
use crate::condition::{Ability, AtWork, Condition, Conditions, Effect, GONE, OUT};
use crate::declaration::{Also, Declaration};
use quintain_engine::{Blank, Few};

pub use crate::book::{MOST_ARMS, MOST_ITEMS, MOST_PAIRS, MOST_SPELLS, MOST_WORN};

/// A score with the most it can be restored to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Now; never below 0.
    pub now: i16,
    /// The maximum.
    pub max: i16,
}

impl Score {
    /// A full score.
    #[inline]
    pub fn full(value: i16) -> Self {
        Score { now: value, max: value }
    }

    /// Takes some away, never going below 0, and says how much was taken.
    #[inline]
    pub fn lose(&mut self, amount: i16) -> i16 {
        let taken = amount.min(self.now).max(0);
        self.now -= taken;
        taken
    }
}

/// A spell that a combatant commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    /// Its place in the setting's list.
    pub incantation: u8,
    /// On a scroll, not known by heart.
    pub scroll: bool,
}

/// A prayer under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prayer {
    pub god: God,
    pub whom: Who,
    /// For what of it.
    pub also: Also,
    /// How many turns of recollection are left, this one included.
    pub turns_left: u8,
}

/// A mark left by a scar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scar {
    /// The row of the table, 1 to 12.
    pub row: u8,
    /// Where: the die of rows 1 and 4, the appendage of row 10; 0 for nowhere.
    pub place: u8,
    /// Its deferred part has come, or it has none.
    pub settled: bool,
    /// The GM has said that it is over: the dice of its deferred part come next.
    pub due: bool,
}

impl Blank for Known {
    const BLANK: Self = Known { incantation: 0, scroll: false };
}

impl Scar {
    /// A new one, with no place yet; `settled` where nothing of it waits.
    pub fn fresh(row: u8, settled: bool) -> Self {
        Scar { row, place: 0, settled, due: false }
    }
}

/// One who fights.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// All that has a fixed size, copied as one piece of memory.
    body: Body,
    /// Passing effects; any number of them.
    pub effects: Vec<AtWork>,
    /// Scars; any number of them.
    pub scars: Vec<Scar>,
}

impl Clone for Combatant {
    fn clone(&self) -> Self {
        Combatant { body: self.body, effects: self.effects.clone(), scars: self.scars.clone() }
    }

    /// Reuses what is allocated.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.body = source.body;
        if !(self.effects.is_empty() && source.effects.is_empty()) {
            self.effects.clone_from(&source.effects);
        }
        if !(self.scars.is_empty() && source.scars.is_empty()) {
            self.scars.clone_from(&source.scars);
        }
    }
}

impl From<Body> for Combatant {
    fn from(body: Body) -> Self {
        Combatant { body, effects: Vec::new(), scars: Vec::new() }
    }
}

impl Deref for Combatant {
    type Target = Body;

    #[inline]
    fn deref(&self) -> &Body {
        &self.body
    }
}

impl DerefMut for Combatant {
    #[inline]
    fn deref_mut(&mut self) -> &mut Body {
        &mut self.body
    }
}

/// What of a combatant has a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Place in the setting's list of templates.
    pub template: u16,
    /// Whose side it is on now.
    pub side: Side,
    /// Whose side it began on.
    pub home: Side,
    /// A player's character: scars, crawling, the save for order.
    pub hero: bool,
    /// How it is minded where tactics play it.
    pub minded: Minded,
    /// A large group that fights as one.
    pub detachment: bool,
    /// Rolls morale for its side.
    pub leader: bool,
    /// Stamina.
    pub sta: Score,
    /// KRA, TEK, THU.
    pub scores: [Score; 3],
    /// Armor of its own.
    pub natural_armor: i16,
    /// Armour worn or held.
    pub worn: Few<u8, MOST_WORN>,
    /// The shield is in hand.
    pub shield: bool,
    /// Weapons carried and natural attacks.
    pub arms: Few<ArmId, { MOST_ARMS + 1 }>,
    /// Weapons in hand.
    pub in_hand: Few<ArmId, 2>,
    /// Incantations.
    pub spells: Few<Known, MOST_SPELLS>,
    /// Gear.
    pub items: Few<u8, MOST_ITEMS>,
    /// Conditions.
    pub conditions: Conditions,
    /// Heads left to a hydra, or gathered beyond the first by a dragon.
    pub heads: u8,
    /// Heads cut off this round, to grow again in twos.
    pub cut: u8,
    /// Necks cut in the round before, from which heads grow at the end of this one.
    pub stumps: u8,
    /// Fire was held to the necks this round.
    pub seared: bool,
    /// Fatigue, each filling a slot.
    pub fatigue: u8,
    /// The round in which critical damage or a mortal wound kills, if nobody helps; 0 for none.
    pub dies_in_round: u32,
    /// A prayer under way.
    pub prayer: Option<Prayer>,
    /// Where it stands: its south-west square.
    pub at: Option<Square>,
    /// Its mount.
    pub rides: Option<Who>,
    /// Passed its save for order.
    pub first: bool,
    /// What it declared for this round.
    pub plan: Declaration,
    /// Damage that its pool has taken this round, for the house rule that pools over a round.
    pub pooled: i16,
    /// Damage it dealt.
    pub dealt: u32,
    /// Damage it took.
    pub taken: u32,
    /// Somebody has attacked it: it is peaceful no more.
    pub provoked: bool,
    /// THU spent on magic, which comes back with a rest as STA does.
    pub spent: i16,
    /// The round in which burning ground last hurt it.
    pub scorched: u32,
}

impl Combatant {
    /// A score.
    #[inline]
    pub fn score(&self, ability: Ability) -> Score {
        self.scores[ability as usize]
    }

    #[inline]
    pub(crate) fn score_mut(&mut self, ability: Ability) -> &mut Score {
        &mut self.scores[ability as usize]
    }

    /// What is left to bring down, KRA counting a third; at least 1.
    #[inline]
    pub fn health(&self) -> u16 {
        (self.sta.now.unsigned_abs() + self.scores[0].now.unsigned_abs() / 3).max(1)
    }

    /// Whether it still takes part: able to do more than crawl.
    #[inline]
    pub fn is_able(&self) -> bool {
        !self.conditions.any(OUT) && !self.speechless()
    }

    /// Whether it can be found on the field at all, fighting or lying there.
    #[inline]
    pub fn is_present(&self) -> bool {
        !self.conditions.any(GONE)
    }

    /// Whether TEK or THU is 0: paralysed or delirious, unable to act.
    #[inline]
    pub fn speechless(&self) -> bool {
        self.scores[1].now == 0 || self.scores[2].now == 0
    }

    /// Whether it is in this condition.
    #[inline]
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.has(condition)
    }

    /// Whether it is in no condition and under no effect at all.
    #[inline]
    pub fn is_unmarked(&self) -> bool {
        self.conditions == Conditions::default() && self.effects.is_empty()
    }

    /// Whether nothing has befallen it, and nothing about it runs on by itself: no clock, no prayer, no neck to grow.
    #[inline]
    pub fn is_calm(&self) -> bool {
        let runs_on = self.dies_in_round > 0 || self.prayer.is_some() || self.cut > 0 || self.stumps > 0;
        self.is_unmarked() && !self.speechless() && !runs_on && self.pooled == 0 && !self.seared
    }

    /// The effect of this kind, if one is at work.
    #[inline]
    pub fn effect(&self, effect: Effect) -> Option<&AtWork> {
        if self.effects.is_empty() { None } else { self.find_effect(effect) }
    }

    #[cold]
    fn find_effect(&self, effect: Effect) -> Option<&AtWork> {
        self.effects.iter().find(|at_work| at_work.effect == effect)
    }

    /// Whether an effect of this kind is at work.
    #[inline]
    pub fn under(&self, effect: Effect) -> bool {
        self.effect(effect).is_some()
    }

    /// Whether an effect of this kind by that other is at work.
    #[inline]
    pub fn under_by(&self, effect: Effect, by: Who) -> bool {
        !self.effects.is_empty() && self.effects.iter().any(|at_work| at_work.effect == effect && at_work.by == by)
    }

    /// Puts an effect to work. Of the same twice the longer stands.
    pub(crate) fn put(&mut self, at_work: AtWork) {
        let same = |known: &&mut AtWork| {
            known.effect == at_work.effect
                && known.goeteia == at_work.goeteia
                && (known.by == at_work.by || !at_work.effect.is_between_two())
        };
        if let Some(known) = self.effects.iter_mut().find(same) {
            known.last_round = known.last_round.max(at_work.last_round);
            return;
        }
        self.effects.push(at_work);
    }

    /// Puts an effect to work that no incantation has wrought.
    pub(crate) fn affect(&mut self, effect: Effect, by: Who, last_round: u32) {
        self.put(AtWork { effect, by, last_round, goeteia: false });
    }

    /// Ends every effect of this kind and says whether there was one.
    pub(crate) fn lift(&mut self, effect: Effect) -> bool {
        let before = self.effects.len();
        self.effects.retain(|at_work| at_work.effect != effect);
        self.effects.len() < before
    }

    /// Whether a weapon of this kind is carried that is not in hand: of two alike one may be.
    pub fn has_stowed(&self, arm: ArmId) -> bool {
        let of_kind = |arms: &[ArmId]| arms.iter().filter(|known| **known == arm).count();
        of_kind(&self.arms) > of_kind(&self.in_hand)
    }

    /// Hands that are not full.
    pub fn free_hands(&self, arms: &[Arm]) -> u8 {
        let held: u8 = self.in_hand.iter().map(|arm| arms[arm.place()].hands).sum();
        2u8.saturating_sub(held + u8::from(self.shield))
    }
}
