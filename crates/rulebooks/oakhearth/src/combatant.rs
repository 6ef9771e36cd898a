//! One creature in a fight: its numbers, what it holds, what is the matter with it, what its turn has used up.

use arrayvec::ArrayVec;
use quintain_engine::{Minded, Side, Who};
use quintain_field::Square;

use crate::book::{Boon, Bursts, Condition, Damage, Save, Senses, Shed, Size, Skill};
use crate::statuses::Statuses;
use crate::those::{List, Those};

/// What is held in a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// A weapon, by its place in the setting's list.
    Weapon(u16),
    /// The weapon that this other hand holds as well.
    Same(u8),
    /// The shield.
    Shield,
    /// Somebody grappled.
    Grapple(Who),
}

pub use crate::book::{MOST_CARRIED, MOST_HANDS, MOST_ITEMS};

/// What each hand of a creature holds.
pub type Hands = ArrayVec<Hand, MOST_HANDS>;

/// So many empty hands.
pub fn empty_hands(count: u8) -> Hands {
    std::iter::repeat_n(Hand::Empty, usize::from(count).min(MOST_HANDS)).collect()
}

/// When something ends: after so many turns of somebody have begun or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// When something else ends it.
    Never,
    /// At the start of a turn of this one.
    Start(Who, u16),
    /// At the end of a turn of this one.
    End(Who, u16),
}

/// A condition on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// Which.
    pub condition: Condition,
    /// Its number, for those that have one.
    pub amount: i8,
    /// Who brought it about.
    pub by: Option<Who>,
    /// How long it lasts.
    pub clock: Clock,
    /// Saved against at the end of each turn, with this DC.
    pub repeated: Option<(Save, i16)>,
    /// Ends when the creature is hurt.
    pub until_hurt: bool,
    /// Hurts at the start of each turn.
    pub hurts: Option<(i8, Damage)>,
    /// Its maker concentrates on it.
    pub kept: bool,
    /// Its maker holds it with its own body.
    pub grip: bool,
    /// The ability that brought it, by its place in the setting's list.
    pub from: Option<u16>,
    /// The MP that went into that.
    pub mp: i8,
    /// How one gets rid of it for 1 AP, with the DC of the Save.
    pub shed: Option<(Shed, i16)>,
    /// What happens around one when it ends, with the DC of the Saves.
    pub bursts: Option<(Bursts, i16)>,
}

impl Status {
    /// A condition without end and without a maker.
    pub fn lasting(condition: Condition) -> Self {
        Status {
            condition,
            amount: 1,
            by: None,
            clock: Clock::Never,
            repeated: None,
            until_hurt: false,
            hurts: None,
            kept: false,
            grip: false,
            from: None,
            mp: 0,
            shed: None,
            bursts: None,
        }
    }
}

/// A changed number on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Borne {
    /// Which.
    pub boon: Boon,
    /// Who brought it about.
    pub by: Who,
    /// How long it lasts.
    pub clock: Clock,
    /// Its maker concentrates on it.
    pub kept: bool,
    /// The ability that brought it, by its place in the setting's list.
    pub from: u16,
    /// The MP that went into that.
    pub mp: i8,
    /// Saved against at the end of each turn, with this DC.
    pub repeated: Option<(Save, i16)>,
    /// Does nothing until its bearer's next turn starts.
    pub paused: bool,
}

/// A Help Die that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HelpDie {
    /// Who helps.
    pub by: Who,
    /// Sides.
    pub sides: u8,
    /// The enemy to be attacked; nothing for a skill.
    pub against: Option<Who>,
    /// The skill helped with.
    pub skill: Option<Skill>,
}

/// A shot with a crossbow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// The target.
    pub at: Who,
    /// With what.
    pub weapon: u16,
    /// How many of the shooter's turns have ended since, at most 1.
    pub turns: u8,
}

/// What sets a Held Action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// This one comes within reach, or next to the holder.
    Nears(Who),
    /// This one moves.
    Moves(Who),
    /// This one is about to leave reach, or the Space next to the holder.
    Leaves(Who),
    /// This one attacks somebody.
    Attacks(Who),
    /// This one casts a spell.
    Casts(Who),
    /// This one ends its turn.
    Ends(Who),
    /// This one has done something with its AP.
    Acts(Who),
    /// This one uses an item or handles an object.
    Uses(Who),
    /// The ground changes: magic begins or ends.
    Changes,
    /// Anything else: the game master says when it comes.
    Word,
}

impl Signal {
    /// Its key, the words for it, and whose doing it is, where it is anybody's.
    pub fn words(self) -> (&'static str, &'static str, Option<Who>) {
        match self {
            Signal::Nears(who) => ("nears", "comes near", Some(who)),
            Signal::Moves(who) => ("moves", "moves", Some(who)),
            Signal::Leaves(who) => ("leaves", "goes away", Some(who)),
            Signal::Attacks(who) => ("attacks", "attacks", Some(who)),
            Signal::Casts(who) => ("casts", "casts a spell", Some(who)),
            Signal::Ends(who) => ("ends", "ends its turn", Some(who)),
            Signal::Acts(who) => ("acts", "has acted", Some(who)),
            Signal::Uses(who) => ("uses", "uses an object", Some(who)),
            Signal::Changes => ("changes", "the ground changes", None),
            Signal::Word => ("word", "the game master says so", None),
        }
    }
}

/// A Held Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeldAction {
    /// The Action.
    pub deed: crate::deeds::Deed,
    /// What sets it off.
    pub signal: Signal,
    /// The Multiple Check Penalty that it takes along.
    pub penalty: u8,
    /// How much of that its own turn has built up.
    pub counted: u8,
}

/// Kinds of Checks that the Multiple Check Penalty counts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Attack Checks.
    Attack,
    /// Spell Checks.
    Spell,
    /// One skill.
    Skill(Skill),
    /// Plain Might.
    Might,
}

impl Kind {
    /// Its place among the counters.
    pub fn place(self) -> usize {
        match self {
            Kind::Attack => 0,
            Kind::Spell => 1,
            Kind::Might => 2,
            Kind::Skill(skill) => 3 + skill as usize,
        }
    }
}

/// What one turn has used up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnUse {
    /// Checks made, by kind.
    pub checks: [u8; 11],
    /// Help Actions taken.
    pub helps: u8,
    /// The free object interaction is gone.
    pub object: bool,
    /// A weapon has been put away or dropped.
    pub opened: bool,
    /// The hand of the last attack.
    pub last_hand: Option<u8>,
    /// The attack of the other hand that is free of the penalty has been made.
    pub dual: bool,
    /// Spaces moved in one straight line just now, with the direction as (dx, dy).
    pub run: (u8, i8, i8),
    /// A free move of its own has been used: before an attack, by haste.
    pub free_move: bool,
    /// Sustained its concentration.
    pub sustained: bool,
    /// Has turned MP into SP.
    pub drained: bool,
    /// Enemies through whose Spaces it may walk.
    pub passes: Those,
}

/// One creature in a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// What it is, by its place in the setting's list.
    pub template: u16,
    /// Its side.
    pub side: Side,
    /// A player's character.
    pub hero: bool,
    /// How it is minded where tactics play it.
    pub minded: Minded,
    /// Goes to Death's Door instead of dying at 0.
    pub special: bool,
    /// Might, Dexterity, Intelligence, Charisma.
    pub attributes: [i8; 4],
    /// Its level.
    pub level: u8,
    /// How big it is.
    pub size: Size,
    /// Hit Points.
    pub hp: i16,
    /// Their maximum.
    pub max_hp: i16,
    /// Temp HP.
    pub temp: i16,
    /// Action Points.
    pub ap: i8,
    /// Their maximum.
    pub max_ap: i8,
    /// Mana Points.
    pub mp: i8,
    /// Their maximum.
    pub max_mp: i8,
    /// Stamina Points.
    pub sp: i8,
    /// Their maximum.
    pub max_sp: i8,
    /// AC without shield.
    pub ac: i8,
    /// Protection Bonus.
    pub pb: i8,
    /// Spaces of a Move.
    pub speed: i8,
    /// Senses beyond open eyes in good light.
    pub senses: Senses,
    /// The bonus to Attack and Spell Checks when it is not Prime and Combat Proficiency.
    pub attack: Option<i8>,
    /// The Save DC when it is not reckoned.
    pub dc: Option<i8>,
    /// The Initiative Bonus when it is not reckoned.
    pub initiative: Option<i8>,
    /// Bonuses of skills that are not reckoned.
    pub skills: [Option<i8>; 8],
    /// Martial Proficiency.
    pub martial: bool,
    /// Spellcasting Proficiency.
    pub spellcasting: bool,
    /// Where it stands; nothing once it is gone.
    pub at: Option<Square>,
    /// Spaces above the ground of its square.
    pub height: i16,
    /// Its hands: two for most.
    pub hands: Hands,
    /// The shield: its place in the setting's list, and its Hit Points.
    pub shield: Option<(u8, i8)>,
    /// Weapons carried, those in hand too.
    pub carried: ArrayVec<u16, MOST_CARRIED>,
    /// Weapons that have been shot and not loaded again, each with the hand that held it.
    pub unloaded: List<(u16, u8), 4>,
    /// Items carried.
    pub items: ArrayVec<u8, MOST_ITEMS>,
    /// Conditions, oldest first.
    pub statuses: Statuses,
    /// Changed numbers, oldest first.
    pub boons: List<Borne, 12>,
    /// Help Dice that wait.
    pub help: List<HelpDie, 4>,
    /// Held Actions.
    pub held: List<HeldAction, 3>,
    /// What this turn has used up.
    pub turn: TurnUse,
    /// Move Actions since the end of its last turn.
    pub moves: u8,
    /// Spaces of movement left.
    pub movement: i16,
    /// Disengaged until the start of its next turn: 1 basic, 2 full.
    pub disengage: u8,
    /// Dodging until the start of its next turn: 1 the next attack, 2 all.
    pub dodge: u8,
    /// Hidden from these.
    pub hidden_from: Those,
    /// The roll for initiative.
    pub rolled: i16,
    /// Rounds of breath left, under water.
    pub breath: Option<i8>,
    /// Saves made against suffocation, which raise the next one's DC.
    pub gasps: u8,
    /// Death Saves are not needed.
    pub stable: bool,
    /// Knocked out by a non-lethal blow.
    pub knocked_out: bool,
    /// Shaken awake from such a blow: at 0 HP it stands at Death's Door, hero or not.
    pub woken: bool,
    /// AP spent at Death's Door since its last turn ended.
    pub spent: i8,
    /// The ability that it concentrates on, and for how many rounds more.
    pub concentration: Option<(u16, u16)>,
    /// Its last shot with a crossbow.
    pub last_shot: Option<Shot>,
    /// Uses of abilities in this fight, turn and round: a bit for each that it has.
    pub used: [u64; 3],
    /// Its mount.
    pub mount: Option<Who>,
    /// Summoned: its summoner.
    pub summoner: Option<Who>,
    /// Its summoner concentrates on it.
    pub kept: bool,
    /// The creature whose shape it has taken, by its place in the setting's list.
    pub shape: Option<u16>,
    /// The round of its last hit.
    pub hit_in: u32,
    /// The round from which it acts.
    pub from_round: u32,
    /// Dead.
    pub dead: bool,
    /// Taken out of the fight.
    pub gone: bool,
    /// What it has dealt.
    pub dealt: u32,
    /// What it has taken.
    pub taken: u32,
    /// Called in the middle of the fight: its kind, and how many of its kind were called before. That names it.
    pub called: Option<(u16, u8)>,
}

impl Combatant {
    /// Whether it is on the map, alive or dying.
    #[inline]
    pub fn present(&self) -> bool {
        !self.dead && !self.gone && self.at.is_some()
    }

    /// Whether it is in its senses.
    #[inline]
    pub fn awake(&self) -> bool {
        !self.under(Condition::Unconscious) && !self.under(Condition::Petrified)
    }

    /// Whether it counts for its side as long as it is on the map: in its senses, and called by nobody.
    #[inline]
    pub fn fights(&self) -> bool {
        self.awake() && self.summoner.is_none()
    }

    /// Hands that hold nothing.
    pub fn empty_hands(&self) -> usize {
        self.hands.iter().filter(|hand| **hand == Hand::Empty).count()
    }

    /// Hands that hold what one of them holds, that one among them.
    pub fn grip(&self, hand: u8) -> usize {
        1 + self.hands.iter().filter(|held| **held == Hand::Same(hand)).count()
    }

    /// Each of its hands by its place.
    pub fn each_hand(&self) -> std::ops::Range<u8> {
        0..self.hands.len() as u8
    }

    /// Whether it surely fills one Space only: no larger than Medium, and nothing changes its size.
    #[inline]
    pub fn single(&self) -> bool {
        self.size <= Size::Medium && self.boons.is_empty()
    }

    /// The highest attribute.
    pub fn prime(&self) -> i16 {
        self.attributes.iter().copied().max().unwrap_or(0).into()
    }

    /// Combat Proficiency.
    pub fn proficiency(&self) -> i16 {
        1 + i16::from(self.level) / 2
    }

    /// The statuses of one condition.
    pub fn of(&self, condition: Condition) -> impl Iterator<Item = &Status> {
        self.statuses.iter().filter(move |status| status.condition == condition)
    }

    /// Whether it is under exactly this condition, not one that includes it.
    #[inline]
    pub fn under(&self, condition: Condition) -> bool {
        self.statuses.under(condition)
    }

    /// Whether a condition holds, by itself or as a part of another.
    #[inline]
    pub fn has(&self, condition: Condition) -> bool {
        self.statuses.has(condition)
    }

    /// The condition that brings another with it, where it does not stand by itself.
    pub fn source(&self, condition: Condition) -> Condition {
        let all = || self.statuses.iter().filter(|status| status.implies(condition));
        let own = all().find(|status| status.condition == condition).or_else(|| all().next());
        own.map_or(condition, |status| status.condition)
    }

    /// The sum of a condition's numbers.
    pub fn amount(&self, condition: Condition) -> i16 {
        self.of(condition).map(|status| i16::from(status.amount)).sum()
    }

    /// How many separate effects impose a condition; what belongs to being helpless counts once.
    pub fn instances(&self, condition: Condition) -> u8 {
        let helpless = |status: &&Status| HELPLESS.contains(&status.condition);
        let all = || self.statuses.iter().filter(|status| status.implies(condition));
        if !self.has(condition) {
            return 0;
        }
        let single = all().filter(|status| !helpless(status)).count() as u8;
        single + u8::from(all().any(|status| helpless(&status)))
    }

    /// How far it is Stunned: the largest number; 4 for a creature that is Paralyzed, turned to stone or out cold.
    pub fn stunned(&self) -> i8 {
        let number = |status: &Status| match status.condition {
            Condition::Stunned => status.amount,
            Condition::Paralyzed | Condition::Petrified | Condition::Unconscious => 4,
            _ => 0,
        };
        self.statuses.iter().map(number).max().unwrap_or(0)
    }
}

/// Conditions that contain each other: what they impose counts once.
const HELPLESS: [Condition; 4] =
    [Condition::Paralyzed, Condition::Petrified, Condition::Unconscious, Condition::Stunned];
