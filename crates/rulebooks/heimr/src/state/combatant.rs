//! One who fights: what it has, holds, suffers and is about to do. Small copied values, so that a fight clones fast.

use arrayvec::ArrayVec;
use quintain_engine::{Minded, Side, Who};
use quintain_field::{Square, Step};

use crate::content::{
    ArmorId, Attributes, BindPart, Effect, ItemId, Limb, MOST_ITEMS, MOST_NATURAL, MOST_POWERS, MOST_WEAPONS, PowerId,
    ShieldId, WeaponId, Word,
};
use crate::state::Readied;

/// How many weapons one may wield: two in hand, and natural ones.
pub(crate) const MOST_HOLDS: usize = 2 + MOST_NATURAL;

/// A weapon with what has been used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arm {
    pub(crate) weapon: WeaponId,
    /// Free skills used with it.
    pub(crate) free: u8,
    /// Stumbles called on targets that were too close.
    pub(crate) close: u8,
    /// Its automaton is spent.
    pub(crate) spent: bool,
    /// An arrow is drawn, a bolt or dart loaded.
    pub(crate) loaded: bool,
}

impl Arm {
    pub(crate) fn new(weapon: WeaponId) -> Arm {
        Arm { weapon, free: 0, close: 0, spent: false, loaded: false }
    }
}

/// A shield with what has been used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Guarded {
    pub(crate) shield: ShieldId,
    /// Free bashes used.
    pub(crate) free: u8,
}

/// What a weapon is held by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hold {
    /// The sword hand, or both hands.
    Sword,
    Off,
    /// The body: which of its natural weapons.
    Body(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defence {
    Dodge,
    Block,
    Parry(Hold),
}

/// A defence rolled ahead, for all to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    pub(crate) kind: Defence,
    pub(crate) score: i16,
    /// Tiredness has spoiled it.
    pub(crate) failed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lasting {
    pub(crate) effect: Effect,
    /// Own turns that it still covers.
    pub(crate) turns: i16,
    /// The turn that runs is one of them.
    pub(crate) counted: bool,
    /// A second is left over: after the last turn of an odd daze defence stays off until the next one starts.
    pub(crate) odd: bool,
    pub(crate) source: Option<Who>,
    /// The direction that a stumble bars.
    pub(crate) barred: Option<Step>,
    pub(crate) part: BindPart,
    /// A bind by a grab, which one can break free from.
    pub(crate) grabbed: bool,
}

/// What a power gives for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Boon {
    pub(crate) power: PowerId,
    /// Own turns before it begins.
    pub(crate) wait: i16,
    /// Own turns that it still lasts once it has begun; below 0 for good.
    pub(crate) left: i16,
    /// How much of what it gives is left: willpower not lost, hits to come.
    pub(crate) amount: i16,
    /// The turn that runs counts.
    pub(crate) counted: bool,
}

/// An action that goes on in the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Upcoming {
    Aim,
    Gather,
    /// A patient stitched or operated on.
    Tend(Treatment),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Treatment {
    pub(crate) whom: Who,
    pub(crate) power: PowerId,
    pub(crate) done: u16,
    /// The turn of the next card.
    pub(crate) next: u16,
    /// The next card may be passed over.
    pub(crate) spare: bool,
    /// No card takes anything from the patient any more.
    pub(crate) safe: bool,
    /// Losses that a limb taken off still pays for.
    pub(crate) paid: u8,
}

impl Treatment {
    /// A treatment that begins, and the turn of its first card.
    pub(crate) fn of(whom: Who, power: PowerId, next: u16) -> Treatment {
        Treatment { whom, power, done: 0, next, spare: false, safe: false, paid: 0 }
    }
}

/// What is left of wounds after surgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scars {
    /// Parts of the body: a bit each.
    pub(crate) parts: u8,
    /// The last round in which they hamper.
    pub(crate) until: u32,
    /// Willpower has been spent to ignore them.
    pub(crate) borne: bool,
}

/// Something that a treatment may leave behind; no rule of combat takes it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ailment {
    Infection,
    Disease,
    /// It has shaken the patient for long.
    Trauma,
}

impl Ailment {
    pub(crate) const ALL: [(Ailment, &'static str); 3] =
        [(Ailment::Infection, "infected"), (Ailment::Disease, "diseased"), (Ailment::Trauma, "traumatised")];

    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Gathered {
    pub(crate) automaton: PowerId,
    /// How much so far.
    pub(crate) power: u16,
    /// Components used: bits, in the order in which they are offered.
    pub(crate) used: u32,
    /// A second that the last component still takes.
    pub(crate) owed: u8,
    /// Own turns left to let it go, once it is finished.
    pub(crate) ready: Option<u8>,
}

/// Labour on a target that cannot resist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Labour {
    pub(crate) whom: Who,
    pub(crate) power: PowerId,
    /// Turns in a row.
    pub(crate) done: u16,
    /// The round of the last of them.
    pub(crate) round: u32,
}

/// How a combatant has left the fight: dead or destroyed in that round, or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Out {
    Dead { round: u32 },
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Vanished {
    pub(crate) power: PowerId,
    /// Rounds left to come back.
    pub(crate) rounds: u8,
    /// Who struck it down.
    pub(crate) by: Option<Who>,
}

/// The clocks of an injury: the round in which each is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Clocks {
    pub(crate) faints: Option<u32>,
    pub(crate) dies: Option<u32>,
}

impl Clocks {
    /// The round in which something comes of them next.
    pub(crate) fn next(self) -> Option<u32> {
        self.faints.into_iter().chain(self.dies).min()
    }
}

quintain_engine::state! {
    /// One who fights.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub(crate) struct Combatant {
        pub(crate) side: Side,
        pub(crate) pc: bool,
        /// How it is minded where tactics play it.
        pub(crate) minded: Minded,
        pub(crate) template: u16,
        pub(crate) attributes: Attributes,
        pub(crate) hp: i16,
        pub(crate) hp_max: i16,
        /// Hit points that are lost first.
        pub(crate) ward: i16,
        pub(crate) wp: i16,
        pub(crate) wp_max: i16,
        /// Willpower spent or lost in this fight.
        pub(crate) wp_spent: i16,
        pub(crate) fatigue: i16,
        pub(crate) breathers: u8,
        /// Something strenuous or an attack came between them.
        pub(crate) strained: bool,
        pub(crate) at: Square,
        /// Its cluster; 0 for none.
        pub(crate) cluster: u16,
        /// The weapon in the sword hand, or in both.
        pub(crate) sword: Option<Arm>,
        /// The sword hand's weapon is held in both hands.
        pub(crate) both: bool,
        pub(crate) off: Option<Arm>,
        pub(crate) shield: Option<Guarded>,
        pub(crate) natural: ArrayVec<Arm, MOST_NATURAL>,
        pub(crate) stowed: ArrayVec<Arm, MOST_WEAPONS>,
        /// Items with the uses left.
        pub(crate) items: ArrayVec<(ItemId, u8), MOST_ITEMS>,
        pub(crate) armor: Option<ArmorId>,
        pub(crate) counters: u8,
        /// Stumbles that the armour still lets it ignore.
        pub(crate) steadied: u8,
        pub(crate) prone: bool,
        pub(crate) unconscious: bool,
        /// Parts of the body that are injured: a bit each.
        pub(crate) hurt: u8,
        /// Nothing but automata has injured it.
        pub(crate) by_magic: bool,
        /// Limbs that a surgeon has taken off: a bit each.
        pub(crate) lost: u8,
        pub(crate) scars: Option<Scars>,
        /// What treatments have left behind: a bit each.
        pub(crate) ailments: u8,
        pub(crate) patient: Option<(Who, u32)>,
        /// What an injury does is ignored from now on, whatever gives it.
        pub(crate) stabilised: bool,
        pub(crate) clocks: Clocks,
        pub(crate) standing: Option<Standing>,
        pub(crate) dodges: u8,
        pub(crate) blocks: u8,
        /// Weapons that have parried: a bit each.
        pub(crate) parried: u8,
        pub(crate) guard: bool,
        /// An ongoing action leaves it open.
        pub(crate) ongoing: bool,
        /// Squares from which attacks find a blind spot: a bit for each direction.
        pub(crate) blind: u8,
        /// The direction in which it came into its location in this turn.
        pub(crate) entered: Option<Step>,
        pub(crate) delayed: bool,
        /// Its turn of this round has come and gone.
        pub(crate) acted: bool,
        pub(crate) readied: Option<Readied>,
        pub(crate) upcoming: Option<Upcoming>,
        pub(crate) gathered: Option<Gathered>,
        pub(crate) labour: Option<Labour>,
        pub(crate) effects: Vec<Lasting>,
        pub(crate) boons: Vec<Boon>,
        /// Willpower that company gives.
        pub(crate) company: i16,
        /// A rage: own turns in a row without an attack, and how many end it.
        pub(crate) rage: Option<(u8, u8)>,
        /// Added to the next Hit called with a weapon.
        pub(crate) sharpened: i16,
        /// Added to the next Break called with a weapon.
        pub(crate) hooked: i16,
        /// Uses of powers, in the order of its list.
        pub(crate) used: [u8; MOST_POWERS],
        /// Free uses of powers, in the same order.
        pub(crate) freely: [u8; MOST_POWERS],
        /// The power by which it has risen from the dead.
        pub(crate) risen: Option<PowerId>,
        /// The round in which it falls apart.
        pub(crate) ends: Option<u32>,
        pub(crate) vanished: Option<Vanished>,
        pub(crate) attacked: bool,
        /// Moved in its last turn, where that counts.
        pub(crate) stepped: bool,
        /// Failures in a row to swim across.
        pub(crate) sinking: u8,
        /// Turns of climbing done towards a neighbour.
        pub(crate) climbing: Option<(Square, u8)>,
        pub(crate) suppressed: bool,
        /// Cannot leave for the divine realms.
        pub(crate) anchored: bool,
        pub(crate) out: Option<Out>,
        pub(crate) initiative: i16,
        pub(crate) dealt: u32,
        pub(crate) taken: u32,
    }
}

impl Combatant {
    pub(crate) fn is_hurt(&self, limb: Limb) -> bool {
        self.hurt & 1 << limb.place() != 0
    }

    /// Whether a part of the body is of no use: injured, or wounded by what surgery left of that, and not borne; or taken off.
    pub(crate) fn is_disabled(&self, limb: Limb) -> bool {
        let scars = self.scars.map_or(0, |scars| scars.parts);
        let borne = self.scars.filter(|scars| scars.borne).map_or(0, |scars| scars.parts);
        let useless = ((self.hurt | scars) & !borne) | self.lost;
        useless & 1 << limb.place() != 0
    }

    pub(crate) fn is_present(&self) -> bool {
        self.out.is_none() && self.vanished.is_none()
    }

    /// All weapons that it has, in hand or not.
    pub(crate) fn arms(&self) -> impl Iterator<Item = &Arm> {
        self.natural.iter().chain(&self.sword).chain(&self.off).chain(&self.stowed)
    }

    pub(crate) fn arm(&self, hold: Hold) -> Option<&Arm> {
        match hold {
            Hold::Sword => self.sword.as_ref(),
            Hold::Off => self.off.as_ref(),
            Hold::Body(place) => self.natural.get(usize::from(place)),
        }
    }

    pub(crate) fn arm_mut(&mut self, hold: Hold) -> Option<&mut Arm> {
        match hold {
            Hold::Sword => self.sword.as_mut(),
            Hold::Off => self.off.as_mut(),
            Hold::Body(place) => self.natural.get_mut(usize::from(place)),
        }
    }

    /// Everything that is wielded: sword hand, off-hand, body.
    pub(crate) fn holds(&self) -> impl Iterator<Item = Hold> + use<> {
        let natural = self.natural.len() as u8;
        let sword = self.sword.map(|_| Hold::Sword);
        let off = self.off.map(|_| Hold::Off);
        sword.into_iter().chain(off).chain((0..natural).map(Hold::Body))
    }

    /// Whether an effect of this kind covers a turn of its.
    pub(crate) fn suffers(&self, effect: Effect) -> bool {
        self.effects.iter().any(|lasting| lasting.effect == effect && lasting.turns > 0)
    }
}
