//! The state of a fight, and what makes it sound. No rules stand here.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrayvec::ArrayVec;
use quintain_engine::{Outcome, Shared, Side, Who};
use quintain_field::{Diagonal, Map, Square};

use crate::arm::{Arm, ArmId};
use crate::book::{Book, God, IncantationEntry, ItemEntry, Special, Tag, Worn};
use crate::condition::{Ability, AtWork, Condition, Conditions, Effect, GONE, HELPLESS, OUT};
use crate::declaration::{Also, Declaration};
use crate::house::House;

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
    pub fn full(value: i16) -> Self {
        Score { now: value, max: value }
    }

    /// Takes some away, never going below 0, and says how much was taken.
    pub fn lose(&mut self, amount: i16) -> i16 {
        let taken = amount.clamp(0, self.now);
        self.now -= taken;
        taken
    }
}

/// A piece of armour as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Armor {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it adds.
    pub armor: i16,
    /// How it is worn.
    pub worn: Worn,
    /// Inventory slots.
    pub slots: u8,
}

/// A creature, person or hero as the packs describe it, with names resolved to places in the setting's lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A player's character.
    pub hero: bool,
    /// Stamina.
    pub sta: i16,
    /// Armor of its own.
    pub armor: i16,
    /// Strength, nimbleness, control.
    pub scores: [i16; 3],
    /// Feet of a move.
    pub speed: u16,
    /// Width and depth in squares.
    pub size: (u8, u8),
    /// What it is.
    pub tags: Vec<Tag>,
    /// Natural attacks.
    pub natural: Vec<ArmId>,
    /// Pairs of natural attacks made in one turn.
    pub together: Vec<(ArmId, ArmId)>,
    /// Weapons carried.
    pub weapons: Vec<ArmId>,
    /// Armour worn or held: places in the setting's list.
    pub wears: Vec<u8>,
    /// Incantations: place in the setting's list, and whether it is on a scroll.
    pub spells: Vec<(u8, bool)>,
    /// Gods.
    pub gods: Vec<God>,
    /// Gear: places in the setting's list.
    pub items: Vec<u8>,
    /// What it can do or bear beyond its numbers.
    pub special: Vec<Special>,
    /// A large group that fights as one.
    pub detachment: bool,
    /// Rolls morale for its side.
    pub leader: bool,
}

impl Template {
    /// Whether it is of this kind.
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether it has this special.
    pub fn has(&self, special: &Special) -> bool {
        self.special.contains(special)
    }
}

/// The battle map of a fight that has one.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Squares, walls, terrain.
    pub map: Map,
    /// Feet a square.
    pub feet: u16,
    /// What a diagonal step costs.
    pub diagonal: Diagonal,
    /// Which kinds of terrain are difficult, by their place in the map's legend.
    difficult: [bool; 256],
    /// Which are water.
    wet: [bool; 256],
}

impl Ground {
    /// The map with its measures.
    pub fn new(map: Map, feet: u16, diagonal: Diagonal) -> Self {
        let (mut difficult, mut wet) = ([false; 256], [false; 256]);
        for (terrain, kind) in map.legend().kinds() {
            difficult[usize::from(terrain.0)] =
                ["difficult", "heavy", "water", "rough"].iter().any(|word| kind.name.contains(word));
            wet[usize::from(terrain.0)] = kind.name.contains("water");
        }
        Ground { map, feet, diagonal, difficult, wet }
    }

    /// Whether a square is under water.
    pub fn is_wet(&self, square: Square) -> bool {
        self.map.terrain(square).is_some_and(|terrain| self.wet[usize::from(terrain.0)])
    }

    /// Whether stepping into a square takes two steps.
    pub fn is_difficult(&self, square: Square) -> bool {
        self.map.terrain(square).is_some_and(|terrain| self.difficult[usize::from(terrain.0)])
    }
}

/// What never changes while the fight lasts, unless the GM brings somebody new in.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs.
    pub book: Arc<Book>,
    /// Creatures that occur.
    pub templates: Vec<Template>,
    /// Everything that an attack can be made with; bare hands first.
    pub arms: Vec<Arm>,
    /// Armour that occurs.
    pub armors: Vec<Armor>,
    /// Incantations.
    pub incantations: Vec<IncantationEntry>,
    /// Gear.
    pub items: Vec<ItemEntry>,
    /// Names: those of the cast first, then those kept ready for whoever is summoned.
    pub names: Vec<String>,
    /// The sides.
    pub sides: Vec<String>,
    /// Which sides are hostile to which.
    pub hostile: Vec<Vec<bool>>,
    /// With what an incantation strikes, where the house counts it as an attack.
    pub sorcery: ArmId,
    /// With what Poseidon strikes.
    pub wave: ArmId,
    /// House rules.
    pub house: House,
    /// The battle map.
    pub ground: Option<Ground>,
    /// Whether heroes fight on sides hostile to each other.
    pub heroes_everywhere: bool,
    /// Which sides have heroes.
    pub heroic: Vec<bool>,
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
    /// To whom.
    pub god: God,
    /// For whom.
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

impl Scar {
    /// A new one, with no place yet; `settled` where nothing of it waits.
    pub fn fresh(row: u8, settled: bool) -> Self {
        Scar { row, place: 0, settled, due: false }
    }
}

/// One who fights.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// Place in the setting's list of templates.
    pub template: u16,
    /// Whose side it is on now.
    pub side: Side,
    /// Whose side it began on.
    pub home: Side,
    /// A player's character: scars, crawling, the save for order.
    pub hero: bool,
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
    pub worn: ArrayVec<u8, 6>,
    /// The shield is in hand.
    pub shield: bool,
    /// Weapons carried and natural attacks.
    pub arms: ArrayVec<ArmId, 10>,
    /// Weapons in hand.
    pub in_hand: ArrayVec<ArmId, 2>,
    /// Incantations.
    pub spells: ArrayVec<Known, 8>,
    /// Gear.
    pub items: ArrayVec<u8, 6>,
    /// Conditions.
    pub conditions: Conditions,
    /// Passing effects.
    pub effects: ArrayVec<AtWork, 12>,
    /// Scars.
    pub scars: ArrayVec<Scar, 8>,
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
    /// Whom it rides.
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
    /// Joined or was taken over this round: declares from the next.
    pub newcomer: bool,
    /// THU spent on magic, which comes back with a rest as STA does.
    pub spent: i16,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideState {
    /// How many it began with, those who joined included.
    pub began: u16,
    /// Saved against its first casualty.
    pub first_casualty: bool,
    /// Saved against the loss of half its number.
    pub half_lost: bool,
    /// Incantations that it has used up, by their place in the setting's list.
    pub used: ArrayVec<u8, 8>,
    /// Foresees the opponents' next acts: their telegraphs bind in this round.
    pub foresees: u32,
}

/// A fight.
#[derive(Debug)]
pub struct Fight {
    pub(crate) setting: Shared<Setting>,
    pub(crate) round: u32,
    pub(crate) stage: Stage,
    pub(crate) phases: Phases,
    pub(crate) cast: Vec<Combatant>,
    pub(crate) sides: Vec<SideState>,
    pub(crate) outcome: Option<Outcome>,
    /// Heroes whose players may bring in another, and those who join at the next round's top.
    pub(crate) joining: Vec<Joining>,
    pub(crate) scratch: crate::phase::Scratch,
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
    /// How many.
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
            scratch: crate::phase::Scratch::default(),
        }
    }

    /// Reuses what is allocated: simulations begin every fight this way.
    fn clone_from(&mut self, source: &Self) {
        self.setting.clone_from(&source.setting);
        self.round = source.round;
        self.stage = source.stage;
        self.phases = source.phases;
        self.cast.clone_from(&source.cast);
        self.sides.clone_from(&source.sides);
        self.outcome = source.outcome;
        self.joining.clone_from(&source.joining);
        self.scratch.clear();
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
    }
}

impl Fight {
    /// Everyone, in roster order.
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<> {
        (0..self.cast.len() as u16).map(Who)
    }

    /// One of them.
    pub fn one(&self, who: Who) -> &Combatant {
        &self.cast[who.index()]
    }

    pub(crate) fn one_mut(&mut self, who: Who) -> &mut Combatant {
        &mut self.cast[who.index()]
    }

    /// What the packs say of it.
    pub fn template(&self, who: Who) -> &Template {
        &self.setting.templates[usize::from(self.one(who).template)]
    }

    /// The house rules.
    pub fn house(&self) -> &House {
        &self.setting.house
    }

    /// An arm.
    pub fn arm(&self, arm: ArmId) -> &Arm {
        &self.setting.arms[usize::from(arm.0)]
    }

    /// The battle map, where squares matter.
    pub fn ground(&self) -> Option<&Ground> {
        self.setting.ground.as_ref()
    }

    /// Whether one is hostile to the other.
    pub fn foes(&self, one: Who, other: Who) -> bool {
        self.setting.hostile[self.one(one).side.index()][self.one(other).side.index()]
    }

    /// Whether it still takes part: able to do more than crawl.
    pub fn fighting(&self, who: Who) -> bool {
        let one = self.one(who);
        !one.conditions.any(OUT) && !one.speechless()
    }

    /// Whether it can be found on the field at all, fighting or lying there.
    pub fn present(&self, who: Who) -> bool {
        !self.one(who).conditions.any(GONE)
    }

    /// Whether it lies helpless.
    pub fn helpless(&self, who: Who) -> bool {
        let one = self.one(who);
        one.conditions.any(HELPLESS) || one.speechless()
    }

    /// Whether it is a hero's companion: no hero itself, on a side that has heroes while the others have none.
    pub fn is_ally(&self, who: Who) -> bool {
        let one = self.one(who);
        !one.hero && !self.setting.heroes_everywhere && self.setting.heroic[one.side.index()]
    }

    /// Whether it is an opponent: neither hero nor ally.
    pub fn is_opponent(&self, who: Who) -> bool {
        !self.one(who).hero && !self.is_ally(who)
    }

    /// Whether a foe's incantation declares for it now.
    pub fn led(&self, who: Who) -> bool {
        let one = self.one(who);
        self.setting.hostile[one.home.index()][one.side.index()]
    }

    /// Whether any hero takes or took part.
    pub fn has_heroes(&self) -> bool {
        self.setting.heroic.iter().any(|heroic| *heroic)
    }

    /// The square's distance of two, in feet; 0 when no map is in use.
    pub fn label(&self, who: Who) -> &str {
        &self.setting.names[who.index()]
    }
}

impl Combatant {
    /// A score.
    pub fn score(&self, ability: Ability) -> Score {
        self.scores[ability as usize]
    }

    pub(crate) fn score_mut(&mut self, ability: Ability) -> &mut Score {
        &mut self.scores[ability as usize]
    }

    /// Whether TEK or THU is 0: paralysed or delirious, unable to act.
    pub fn speechless(&self) -> bool {
        self.scores[1].now == 0 || self.scores[2].now == 0
    }

    /// Whether it is in this condition.
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.has(condition)
    }

    /// The effect of this kind, if one is at work.
    pub fn effect(&self, effect: Effect) -> Option<&AtWork> {
        self.effects.iter().find(|at_work| at_work.effect == effect)
    }

    /// Whether an effect of this kind is at work.
    pub fn under(&self, effect: Effect) -> bool {
        self.effect(effect).is_some()
    }

    /// Whether an effect of this kind by that other is at work.
    pub fn under_by(&self, effect: Effect, by: Who) -> bool {
        self.effects.iter().any(|at_work| at_work.effect == effect && at_work.by == by)
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
        if self.effects.is_full() {
            // The one that ends first makes room.
            let first = (0..self.effects.len()).min_by_key(|place| self.effects[*place].last_round).unwrap_or(0);
            self.effects.remove(first);
        }
        self.effects.push(at_work);
    }

    /// Ends every effect of this kind and says whether there was one.
    pub(crate) fn lift(&mut self, effect: Effect) -> bool {
        let before = self.effects.len();
        self.effects.retain(|at_work| at_work.effect != effect);
        self.effects.len() < before
    }

    /// Hands that are not full.
    pub fn free_hands(&self, arms: &[Arm]) -> u8 {
        let held: u8 = self.in_hand.iter().map(|arm| arms[usize::from(arm.0)].hands).sum();
        2u8.saturating_sub(held + u8::from(self.shield))
    }
}
