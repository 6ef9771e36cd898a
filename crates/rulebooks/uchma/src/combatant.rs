//! One combatant: what changes about it while the fight lasts.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use quintain_engine::{Few, Minded, Side, Who};
use quintain_field::Square;
use smallvec::SmallVec;

use crate::book::{Aptitudes, DamageKind, MOST_ITEMS, Resistance, Status, Time, Topics, Words};
use crate::content::{AbilityId, WeaponId};
use crate::lasting::{Lastings, What};

/// A prepared action that waits for its trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prepared {
    /// Which.
    pub ability: AbilityId,
    /// How often it may still be carried out.
    pub times: u8,
    /// Lasts until its user's next turn, not only to the end of the round.
    pub until_turn: bool,
}

/// The form that somebody had before it transformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Before {
    /// The creature.
    pub template: u16,
    /// Its health at that moment.
    pub health: i16,
    /// Its maximum health.
    pub most: i16,
    /// Its aptitudes.
    pub own: Aptitudes,
    /// Rounds of its owner until it returns; nothing for the rest of the fight.
    pub left: Option<u16>,
    /// Whose ability it was.
    pub owner: Who,
    /// When it was put on, among all that lasts.
    pub order: u32,
}

/// A poem or lesser ritual that is kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeptUp {
    /// Which.
    pub ability: AbilityId,
    /// The creature that it is for.
    pub whom: Who,
}

/// Why somebody is not on the map for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Away {
    /// Rounds of its owner that are left.
    pub left: u16,
    /// Who sent it.
    pub owner: Who,
    /// What it brings back.
    pub back: Option<AbilityId>,
    /// The owner may end it before its time.
    pub may_be_ended: bool,
}

/// Who called a minion, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Called {
    /// Who.
    pub by: Who,
    /// By which ability; nothing for a pet.
    pub with: Option<AbilityId>,
    /// Rounds of its summoner that are left; nothing for the rest of the fight.
    pub left: Option<u16>,
    /// Counts against the limit.
    pub counts: bool,
}

/// Why somebody takes no part any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Out {
    /// Dead.
    Dead,
    /// Left, fled, or vanished.
    Gone,
}

/// Something that follows from the state and is kept beside it, so that rules need not work it out each time. It is no
/// part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noted<T>(pub T);

impl<T> Deref for Noted<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Noted<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Noted<T> {}

impl<T> Hash for Noted<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The figures of a blow that is all its wielder can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The ability.
    pub ability: AbilityId,
    /// How far it reaches.
    pub reach: i16,
    /// What is added to its roll, against any target.
    pub precision: i16,
    /// What it is rolled against.
    pub against: Resistance,
    /// Its action damage.
    pub figure: i16,
    /// The Potency that is added to that.
    pub potency: i16,
    /// Which armour takes from it.
    pub kind: DamageKind,
}

/// What follows from a combatant's creature, from what it wears and from the weapons in its hands. It is noted anew when
/// one of them has changed, by the one door to a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Makeup {
    /// It fills one square.
    pub single: bool,
    /// It wields a melee weapon, or counts as if it did.
    pub melee: bool,
    /// What any of its features is about.
    pub about: Topics,
    /// What abilities that it may have cost of a turn.
    pub times: Words<Time>,
    /// Its basic weapon attack with the main hand.
    pub basic: Option<AbilityId>,
    /// Its one ability, where it has no other but passive ones and modifications.
    pub sole: Option<AbilityId>,
    /// It does what it can with its action and its Move, on the ground and near by: once it has acted, tactics have
    /// nothing more to weigh.
    pub direct: bool,
    /// The blow that is all it can do, if it can do nothing else.
    pub blow: Option<Blow>,
    /// Its walking and its flying speed before anything that lasts.
    pub speeds: [i16; 2],
    /// Half its level.
    pub half_level: i16,
    /// Its weapon precision.
    pub precision: i16,
    /// Its four resistances before anything that lasts.
    pub guard: [i16; 4],
    /// Its physical and its magical base armour.
    pub armor: [i16; 2],
}

/// The most weapons that somebody carries besides those in hand when the fight begins. Exchanging two hands for a weapon
/// that takes both may add two.
pub const MOST_CARRIED: usize = 8;

/// What a makeup follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeFrom {
    kind: (u16, Aptitudes, bool),
    hands: (Option<WeaponId>, Option<WeaponId>),
    wears: Option<u8>,
    rides: bool,
    bonus: ([i16; 4], [i16; 2], [i16; 2], i16),
}

/// A combatant. Short lists lie in it, so that copying it takes no memory of its own: simulations begin each fight with
/// that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// Its place in the setting's list of creatures.
    pub template: u16,
    /// What follows from that and from what its hands hold.
    pub makeup: Noted<Makeup>,
    /// The side that it fights for.
    pub side: Side,
    /// A player's character.
    pub pc: bool,
    /// How it is minded where tactics play it.
    pub minded: Minded,
    /// Level, P and C without what lasts.
    pub own: Aptitudes,
    /// Health; no floor.
    pub health: i16,
    /// Base maximum health.
    pub most: i16,
    /// Energy.
    pub energy: i16,
    /// Maximum energy.
    pub most_energy: i16,
    /// Added to its four resistances by the encounter.
    pub bonus: [i16; 4],
    /// Added to its walking and flying speed.
    pub speed_bonus: [i16; 2],
    /// Added to its physical and magical armour.
    pub armor_bonus: [i16; 2],
    /// Added to its precision rolls.
    pub precision_bonus: i16,
    /// What the main hand holds.
    pub main: Option<WeaponId>,
    /// What the off hand holds.
    pub off: Option<WeaponId>,
    /// What it carries besides.
    pub carried: Few<WeaponId, { MOST_CARRIED + 2 }>,
    /// The suit it wears.
    pub wears: Option<u8>,
    /// Items in quick-access slots, with the uses that are left.
    pub items: Few<(u8, u8), MOST_ITEMS>,
    /// Where it stands; its south-west square if it is large.
    pub at: Square,
    /// Metres above the ground.
    pub altitude: i16,
    /// Prone.
    pub prone: bool,
    /// Unconscious.
    pub unconscious: bool,
    /// Takes no part any more.
    pub out: Option<Out>,
    /// Rounds of unconsciousness that have had their end phase.
    pub rounds_down: u8,
    /// What lasts on it.
    pub lasting: Lastings,
    /// A prepared action.
    pub prepared: Option<Prepared>,
    /// Has taken its turn in this round.
    pub acted: bool,
    /// Its place in the agreed order of its group.
    pub rank: u16,
    /// The form it had before.
    pub before: Option<Before>,
    /// Who called it.
    pub called: Option<Called>,
    /// Off the map for a while.
    pub away: Option<Away>,
    /// What it has been told to do on its next turn.
    pub orders: Option<AbilityId>,
    /// How often abilities with a limit have been used.
    pub used: SmallVec<[(AbilityId, u8); 8]>,
    /// Weapons (or the own body) that must be loaded again.
    pub empty: SmallVec<[Option<WeaponId>; 4]>,
    /// Weapons stuck in it.
    pub stuck: SmallVec<[WeaponId; 4]>,
    /// Shots and spare throwing weapons that are left, by weapon.
    pub spares: SmallVec<[(WeaponId, u8); 4]>,
    /// What it sings and the lesser ritual that it keeps up: one of each at most.
    pub kept: [Option<KeptUp>; 2],
    /// Health that comes back at the start of somebody's turn, to each their own.
    pub owed: SmallVec<[(Who, i16); 2]>,
    /// The round in which something that happens once a round last did.
    pub praised: u32,
    /// Whose totem it holds, too.
    pub totem: Option<Who>,
    /// Its mount.
    pub rides: Option<Who>,
    /// Damage it dealt.
    pub dealt: u32,
    /// Damage it took.
    pub taken: u32,
    /// Simulation distance: an odd number of diagonals so far.
    pub odd: bool,
}

impl Combatant {
    /// Whether this status effect is on it.
    pub fn has(&self, status: Status) -> bool {
        self.lasting.has(status)
    }

    /// The size of a status effect; 0 without it.
    pub fn size(&self, status: Status) -> i16 {
        self.lasting.status(status).map_or(0, |lasting| lasting.size)
    }

    /// On the map and alive.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.out.is_none() && self.away.is_none()
    }

    /// On the map, alive and conscious.
    #[inline]
    pub fn is_able(&self) -> bool {
        self.is_there() && !self.unconscious
    }

    /// Whether somebody has called it.
    pub fn is_called_by(&self, who: Who) -> bool {
        self.called.is_some_and(|called| called.by == who)
    }

    /// All that its makeup follows from.
    #[inline]
    pub(crate) fn made_from(&self) -> MadeFrom {
        MadeFrom {
            kind: (self.template, self.own, self.before.is_some()),
            hands: (self.main, self.off),
            wears: self.wears,
            rides: self.rides.is_some(),
            bonus: (self.bonus, self.speed_bonus, self.armor_bonus, self.precision_bonus),
        }
    }

    /// Whether nothing goes on with it besides its turns: nothing lasts on it, is owed to it, sticks in it or is kept up by
    /// it, nobody has called it, sent it away or changed its form.
    #[inline]
    pub fn is_plain(&self) -> bool {
        let still = self.lasting.is_empty() && self.stuck.is_empty();
        let plain = still && self.owed.is_empty() && self.kept == [None; 2];
        plain && self.called.is_none() && self.away.is_none() && self.before.is_none()
    }

    /// Whether it is ambushed now.
    pub fn ambushed(&self) -> bool {
        self.lasting.ambushes()
            && self.lasting.iter().any(|lasting| lasting.what == What::Ambushed && lasting.left == 0)
    }

    /// How many shots, or spare ones to throw, a weapon has left.
    pub fn spares_of(&self, weapon: WeaponId) -> u8 {
        self.spares.iter().find(|(known, _)| *known == weapon).map_or(0, |(_, left)| *left)
    }

    /// A weapon has so many shots, or spare ones.
    pub fn stock(&mut self, weapon: WeaponId, many: u8) {
        match self.spares.iter_mut().find(|(known, _)| *known == weapon) {
            Some((_, left)) => *left = many,
            None => {
                self.spares.push((weapon, many));
            }
        }
    }

    /// How often a limited ability has been used.
    pub fn times_used(&self, ability: AbilityId) -> u8 {
        self.used.iter().find(|(known, _)| *known == ability).map_or(0, |(_, times)| *times)
    }

    /// Counts a use of a limited ability.
    pub fn count_use(&mut self, ability: AbilityId) {
        match self.used.iter_mut().find(|(known, _)| *known == ability) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => {
                self.used.push((ability, 1));
            }
        }
    }
}
