//! One who fights: what it has, holds, suffers and is about to do. Small copied values, so that a fight clones fast.

use arrayvec::ArrayVec;
use quintain_engine::{Side, Who};
use quintain_field::{Square, Step};

use crate::book::{Attributes, BindPart, Effect, Limb, Word};
use crate::content::{ArmorId, ItemId, PowerId, ShieldId, WeaponId};
use crate::rules::readied::Readied;

/// How many powers one may have.
pub const MOST_POWERS: usize = 24;

/// How many natural weapons.
pub const MOST_NATURAL: usize = 4;

/// How many weapons one may bear in all, so how many may be put away.
pub const MOST_WEAPONS: usize = 8;

/// How many items one may carry.
pub const MOST_ITEMS: usize = 8;

/// How many weapons one may wield: two in hand, and natural ones.
pub const MOST_HOLDS: usize = 2 + MOST_NATURAL;

/// A weapon with what has been used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arm {
    /// Which.
    pub weapon: WeaponId,
    /// Free skills used with it.
    pub free: u8,
    /// Stumbles called on somebody too close.
    pub close: u8,
    /// Its automaton is spent.
    pub spent: bool,
    /// An arrow is drawn, a bolt or dart loaded.
    pub loaded: bool,
}

impl Arm {
    /// A fresh one.
    pub fn new(weapon: WeaponId) -> Arm {
        Arm { weapon, free: 0, close: 0, spent: false, loaded: false }
    }
}

/// A shield with what has been used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guarded {
    /// Which.
    pub shield: ShieldId,
    /// Free bashes used.
    pub free: u8,
}

/// What a weapon is held by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hold {
    /// The sword hand, or both hands.
    Sword,
    /// The off-hand.
    Off,
    /// The body: which of its natural weapons.
    Body(u8),
}

/// A kind of defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defence {
    /// By Agility.
    Dodge,
    /// With the shield.
    Block,
    /// With a weapon.
    Parry(Hold),
}

/// A defence rolled ahead, for all to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Its kind.
    pub kind: Defence,
    /// Its score.
    pub score: i16,
    /// Tiredness has spoiled it.
    pub failed: bool,
}

/// An effect that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// Which.
    pub effect: Effect,
    /// Own turns that it still covers.
    pub turns: i16,
    /// The turn that runs is one of them.
    pub counted: bool,
    /// A second is left over: after the last turn of an odd daze defence stays off until the next one starts.
    pub odd: bool,
    /// Who caused it.
    pub source: Option<Who>,
    /// The direction that a stumble bars.
    pub barred: Option<Step>,
    /// What a bind holds.
    pub part: BindPart,
    /// A bind by a grab, which one can break free from.
    pub grabbed: bool,
}

/// What a power gives for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boon {
    /// Which.
    pub power: PowerId,
    /// Own turns before it begins.
    pub wait: i16,
    /// Own turns that it still lasts once it has begun; below 0 for good.
    pub left: i16,
    /// How much of what it gives is left: willpower not lost, hits to come.
    pub amount: i16,
    /// The turn that runs counts.
    pub counted: bool,
}

/// An action that goes on in the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Upcoming {
    /// An aimed shot.
    Aim,
    /// Power gathered for an automaton.
    Gather,
    /// A patient stitched or operated on.
    Tend(Treatment),
}

/// A patient under somebody's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Treatment {
    /// The patient.
    pub whom: Who,
    /// By which power.
    pub power: PowerId,
    /// Turns done.
    pub done: u16,
    /// The turn of the next card.
    pub next: u16,
    /// The next card may be passed over.
    pub spare: bool,
    /// No card takes anything from the patient any more.
    pub safe: bool,
}

/// What is left of wounds after surgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scars {
    /// Parts of the body: a bit each.
    pub parts: u8,
    /// The last round in which they hamper.
    pub until: u32,
    /// Willpower has been spent to ignore them.
    pub borne: bool,
}

/// Something that a treatment may leave behind; no rule of combat takes it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ailment {
    /// The wound is infected.
    Infection,
    /// A disease has set in.
    Disease,
    /// It has shaken the patient for long.
    Trauma,
}

impl Ailment {
    /// All of them, with their conditions.
    pub const ALL: [(Ailment, &'static str); 3] =
        [(Ailment::Infection, "infected"), (Ailment::Disease, "diseased"), (Ailment::Trauma, "traumatised")];

    /// Its bit.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Power gathered for an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gathered {
    /// For which.
    pub automaton: PowerId,
    /// How much so far.
    pub power: u16,
    /// Components used: bits, in the order in which they are offered.
    pub used: u32,
    /// A second that the last component still takes.
    pub owed: u8,
    /// Own turns left to let it go, once it is finished.
    pub ready: Option<u8>,
}

/// Labour on somebody who cannot resist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Labour {
    /// On whom.
    pub whom: Who,
    /// By which power.
    pub power: PowerId,
    /// Turns in a row.
    pub done: u16,
    /// The round of the last of them.
    pub round: u32,
}

/// How somebody has left the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Out {
    /// Dead or destroyed, in this round.
    Dead {
        /// The round of death.
        round: u32,
    },
    /// Gone.
    Gone,
}

/// Somebody who has vanished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vanished {
    /// By which power.
    pub power: PowerId,
    /// Rounds left to come back.
    pub rounds: u8,
    /// Who struck it down.
    pub by: Option<Who>,
}

/// The clocks of an injury: the round in which each is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// Falls unconscious.
    pub faints: Option<u32>,
    /// Dies.
    pub dies: Option<u32>,
}

/// One who fights.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// Its side.
    pub side: Side,
    /// A player's character.
    pub pc: bool,
    /// Its entry.
    pub template: u16,
    /// Attributes.
    pub attributes: Attributes,
    /// Hit points.
    pub hp: i16,
    /// Hit points at most.
    pub hp_max: i16,
    /// Hit points that are lost first.
    pub ward: i16,
    /// Willpower.
    pub wp: i16,
    /// Willpower at most.
    pub wp_max: i16,
    /// Willpower spent or lost in this fight.
    pub wp_spent: i16,
    /// Fatigue.
    pub fatigue: i16,
    /// Breathers taken in a row.
    pub breathers: u8,
    /// Something strenuous or an attack came between them.
    pub strained: bool,
    /// Where it stands.
    pub at: Square,
    /// Its cluster; 0 for none.
    pub cluster: u16,
    /// The weapon in the sword hand, or in both.
    pub sword: Option<Arm>,
    /// The sword hand's weapon is held in both hands.
    pub both: bool,
    /// The weapon in the off-hand.
    pub off: Option<Arm>,
    /// The shield.
    pub shield: Option<Guarded>,
    /// Natural weapons.
    pub natural: ArrayVec<Arm, MOST_NATURAL>,
    /// Weapons put away.
    pub stowed: ArrayVec<Arm, MOST_WEAPONS>,
    /// Items with the uses left.
    pub items: ArrayVec<(ItemId, u8), MOST_ITEMS>,
    /// The armour.
    pub armor: Option<ArmorId>,
    /// Its counters.
    pub counters: u8,
    /// Stumbles that the armour still lets it ignore.
    pub steadied: u8,
    /// On the ground.
    pub prone: bool,
    /// Not conscious.
    pub unconscious: bool,
    /// Parts of the body that are injured: a bit each.
    pub hurt: u8,
    /// What surgery has left of wounds.
    pub scars: Option<Scars>,
    /// What treatments have left behind: a bit each.
    pub ailments: u8,
    /// The patient treated last, and the round of it.
    pub patient: Option<(Who, u32)>,
    /// What an injury does is ignored from now on, whatever gives it.
    pub stabilised: bool,
    /// The clocks of its injury.
    pub clocks: Clocks,
    /// The standing defence.
    pub standing: Option<Standing>,
    /// Dodges used.
    pub dodges: u8,
    /// Blocks used.
    pub blocks: u8,
    /// Weapons that have parried: a bit each.
    pub parried: u8,
    /// Guarding.
    pub guard: bool,
    /// An ongoing action leaves it open.
    pub ongoing: bool,
    /// Squares from which attacks find a blind spot: a bit for each direction.
    pub blind: u8,
    /// The direction in which it came into its location in this turn.
    pub entered: Option<Step>,
    /// Delayed in this round.
    pub delayed: bool,
    /// Its turn of this round has come and gone.
    pub acted: bool,
    /// The readied action.
    pub readied: Option<Readied>,
    /// An action that goes on.
    pub upcoming: Option<Upcoming>,
    /// Power gathered.
    pub gathered: Option<Gathered>,
    /// Labour on somebody.
    pub labour: Option<Labour>,
    /// Effects.
    pub effects: Vec<Lasting>,
    /// What powers give.
    pub boons: Vec<Boon>,
    /// Willpower that company gives.
    pub company: i16,
    /// A rage: own turns in a row without an attack, and how many end it.
    pub rage: Option<(u8, u8)>,
    /// Added to the next Hit called with a weapon.
    pub sharpened: i16,
    /// Added to the next Break called with a weapon.
    pub hooked: i16,
    /// Uses of powers, in the order of its list.
    pub used: [u8; MOST_POWERS],
    /// Free uses of powers, in the same order.
    pub freely: [u8; MOST_POWERS],
    /// The power by which it has risen from the dead.
    pub risen: Option<PowerId>,
    /// The round in which it falls apart.
    pub ends: Option<u32>,
    /// It has vanished.
    pub vanished: Option<Vanished>,
    /// Has attacked somebody in this fight.
    pub attacked: bool,
    /// Moved in its last turn, where that counts.
    pub stepped: bool,
    /// Failures in a row to swim across.
    pub sinking: u8,
    /// Turns of climbing done towards a neighbour.
    pub climbing: Option<(Square, u8)>,
    /// Possession is suppressed.
    pub suppressed: bool,
    /// Cannot leave for the divine realms.
    pub anchored: bool,
    /// How it has left the fight.
    pub out: Option<Out>,
    /// The result of its initiative.
    pub initiative: i16,
    /// Damage dealt.
    pub dealt: u32,
    /// Damage taken.
    pub taken: u32,
}

impl Clone for Combatant {
    fn clone(&self) -> Self {
        Combatant {
            natural: self.natural.clone(),
            stowed: self.stowed.clone(),
            items: self.items.clone(),
            effects: self.effects.clone(),
            boons: self.boons.clone(),
            ..*self
        }
    }

    /// Keeps the room of the lists that grow: simulations begin every fight this way.
    fn clone_from(&mut self, source: &Self) {
        let (mut effects, mut boons) = (std::mem::take(&mut self.effects), std::mem::take(&mut self.boons));
        effects.clone_from(&source.effects);
        boons.clone_from(&source.boons);
        *self = Combatant {
            natural: source.natural.clone(),
            stowed: source.stowed.clone(),
            items: source.items.clone(),
            effects,
            boons,
            ..*source
        };
    }
}

impl Combatant {
    /// Whether a part of the body is injured.
    pub fn is_hurt(&self, limb: Limb) -> bool {
        self.hurt & 1 << limb.place() != 0
    }

    /// Whether a part of the body is of no use: injured, or wounded by what surgery left of that, and not borne.
    pub fn is_disabled(&self, limb: Limb) -> bool {
        let scars = self.scars.map_or(0, |scars| scars.parts);
        let borne = self.scars.filter(|scars| scars.borne).map_or(0, |scars| scars.parts);
        (self.hurt | scars) & !borne & 1 << limb.place() != 0
    }

    /// Alive and here.
    pub fn is_present(&self) -> bool {
        self.out.is_none() && self.vanished.is_none()
    }

    /// The weapon in a hold.
    pub fn arm(&self, hold: Hold) -> Option<&Arm> {
        match hold {
            Hold::Sword => self.sword.as_ref(),
            Hold::Off => self.off.as_ref(),
            Hold::Body(place) => self.natural.get(usize::from(place)),
        }
    }

    /// The weapon in a hold, to be changed.
    pub fn arm_mut(&mut self, hold: Hold) -> Option<&mut Arm> {
        match hold {
            Hold::Sword => self.sword.as_mut(),
            Hold::Off => self.off.as_mut(),
            Hold::Body(place) => self.natural.get_mut(usize::from(place)),
        }
    }

    /// Everything that is wielded: sword hand, off-hand, body.
    pub fn holds(&self) -> impl Iterator<Item = Hold> + use<> {
        let natural = self.natural.len() as u8;
        let sword = self.sword.map(|_| Hold::Sword);
        let off = self.off.map(|_| Hold::Off);
        sword.into_iter().chain(off).chain((0..natural).map(Hold::Body))
    }

    /// Whether an effect of this kind covers a turn of its.
    pub fn suffers(&self, effect: Effect) -> bool {
        self.effects.iter().any(|lasting| lasting.effect == effect && lasting.turns > 0)
    }
}
