//! Conditions: what a combatant is in, beyond its scores, and effects that pass.

use std::hash::Hash;

use quintain_engine::Who;

use crate::arm::{ArmId, UNARMED};

/// A lasting condition, set or not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Condition {
    /// KRA 0.
    Dead,
    /// A detachment at KRA 0.
    Destroyed,
    /// Suffered critical damage.
    Critical,
    /// Aid was given: the death clock stands still.
    Aided,
    /// A detachment put to rout.
    Routed,
    /// A detachment that lost its order but fights on.
    Weakened,
    /// Got away alive.
    Escaped,
    /// Turned to stone.
    Petrified,
    /// Mortally wounded (scar 11).
    Mortal,
    /// Recovers neither STA nor scores.
    Deprived,
    /// The next save against critical damage decides life (scar 12).
    Doomed,
    /// Hears nothing (scar 8).
    Deaf,
    /// Barely moves (scar 7).
    Hamstrung,
    /// Infected (scar 5).
    Infected,
    /// Hands tied: no move, attacks impaired, helpless.
    Bound,
    /// In cover from everyone.
    Cover,
    /// Flat on the face; a marker only.
    Prone,
    /// Morale is broken: every turn is an attempt to get away.
    Fleeing,
    /// Asleep: helpless.
    Asleep,
    /// Blinded: attacks impaired.
    Blinded,
    /// Left behind dying by a side that lost the field.
    LeftDying,
    /// Blind with anger.
    Enraged,
    /// Stands in water.
    InWater,
    /// Can no longer be anyone's morale leader.
    Slandered,
    /// Got away by its nature at KRA 0 (immortal).
    Withdrawn,
    /// Stands where no melee weapon on the ground can reach.
    Aloft,
    /// Hidden in gusts of wind.
    InGust,
    /// Took no more part by the GM's word or a friendly incantation.
    Neutral,
    /// Hidden from the other side.
    Hidden,
    /// Has no safe place to run to (the GM's word).
    Cornered,
}

impl Condition {
    /// All of them, in the order in which views list them.
    pub const ALL: [Condition; 30] = [
        Condition::Dead,
        Condition::Destroyed,
        Condition::Critical,
        Condition::Aided,
        Condition::Routed,
        Condition::Weakened,
        Condition::Escaped,
        Condition::Withdrawn,
        Condition::Petrified,
        Condition::Mortal,
        Condition::Deprived,
        Condition::Doomed,
        Condition::Deaf,
        Condition::Hamstrung,
        Condition::Infected,
        Condition::Bound,
        Condition::Cover,
        Condition::Prone,
        Condition::Fleeing,
        Condition::Asleep,
        Condition::Blinded,
        Condition::LeftDying,
        Condition::Enraged,
        Condition::InWater,
        Condition::Slandered,
        Condition::Aloft,
        Condition::InGust,
        Condition::Neutral,
        Condition::Hidden,
        Condition::Cornered,
    ];

    /// The condition of this name, whatever the case.
    pub fn named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|condition| condition.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// A set of conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions(u32);

impl Conditions {
    /// Whether this one is among them.
    #[inline]
    pub fn has(self, condition: Condition) -> bool {
        self.0 & (1 << condition as u32) != 0
    }

    /// Whether any of these is among them.
    #[inline]
    pub fn any(self, conditions: Conditions) -> bool {
        self.0 & conditions.0 != 0
    }

    /// Adds one.
    #[inline]
    pub fn give(&mut self, condition: Condition) {
        self.0 |= 1 << condition as u32;
    }

    /// Takes one away.
    #[inline]
    pub fn take(&mut self, condition: Condition) {
        self.0 &= !(1 << condition as u32);
    }

    /// These.
    pub const fn of(conditions: &[Condition]) -> Self {
        let mut bits = 0;
        let mut place = 0;
        while place < conditions.len() {
            bits |= 1 << conditions[place] as u32;
            place += 1;
        }
        Conditions(bits)
    }

    /// These and those.
    pub const fn with(self, conditions: &[Condition]) -> Self {
        Conditions(self.0 | Conditions::of(conditions).0)
    }

    /// Each of them.
    pub fn each(self) -> impl Iterator<Item = Condition> {
        Condition::ALL.into_iter().filter(move |condition| self.has(*condition))
    }
}

/// Who is in one of these is not on the field any more.
pub const GONE: Conditions = Conditions::of(&[
    Condition::Dead,
    Condition::Destroyed,
    Condition::Routed,
    Condition::Escaped,
    Condition::Petrified,
    Condition::Withdrawn,
    Condition::Neutral,
]);

/// Who is in one of these takes no further part.
pub const OUT: Conditions = GONE.with(&[Condition::Critical, Condition::Mortal]);

/// A combatant in one of these is dead for good.
pub const DEAD: Conditions = Conditions::of(&[Condition::Dead, Condition::Destroyed]);

/// Who is in one of these lies helpless.
pub const HELPLESS: Conditions =
    Conditions::of(&[Condition::Critical, Condition::Mortal, Condition::Bound, Condition::Asleep]);

/// Who is in one of these sees nothing.
pub const UNSEEING: Conditions = Conditions::of(&[Condition::Blinded, Condition::Asleep]);

/// One of the three scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// Strength.
    Kra,
    /// Nimbleness.
    Tek,
    /// Control.
    Thu,
}

impl Ability {
    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Ability::Kra => "KRA",
            Ability::Tek => "TEK",
            Ability::Thu => "THU",
        }
    }

    /// The name in paths.
    pub fn key(self) -> &'static str {
        match self {
            Ability::Kra => "kra",
            Ability::Tek => "tek",
            Ability::Thu => "thu",
        }
    }
}

/// What a passing effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// +3 to THU saves (Assistant Daimon).
    Daimon,
    /// Will not attack the one who wrought it, and stands in the way of others who do.
    Attracted,
    /// A combatant that is attracted to it stands in the way of attacks on it.
    Beloved,
    /// A friend now, out of the fight.
    Befriended,
    /// In love: fights for the reciter, and may turn on the combatant nearest the beloved.
    Lover,
    /// Another side declares for it.
    Controlled,
    /// +3 to saves on this score (Consecration).
    Consecrated(Ability),
    /// Cannot be seen.
    Invisible,
    /// Seen by the side of the one who wrought it, invisible or not.
    Revealed,
    /// A die off every instance of damage.
    Protected {
        /// Sides of the die.
        die: u8,
        /// What the one roll gave, where the house rolls once; else 0.
        once: u8,
    },
    /// Recovers nothing (Induce Insomnia).
    Sleepless,
    /// Cannot speak.
    Silenced,
    /// Makes no attack until it is attacked again.
    Appeased,
    /// The two cannot come near each other.
    PartedFrom,
    /// Walks towards the singer.
    Bewitched,
    /// Attacks enhanced (Ares).
    Might,
    /// Attacks against it impaired (Artemis).
    Veiled,
    /// Ranged attacks enhanced (Artemis).
    Hunter,
    /// The next retreat or manoeuvre passes on anything but 20 (Hermes).
    Trickster,
    /// Acts before the opponents next round (Athena).
    Foremost,
    /// The die of this weapon one step up (Hephaestus).
    Tempered(ArmId),
    /// This piece of armour, by its place in the setting's list, one better, within the most (Hephaestus).
    Plated(u8),
    /// Loses its next action (Python's poison).
    Burning,
    /// Must attack that other (an arrow of Eros).
    Hates,
    /// This gift, by its place among what is carried, has done its work for this fight.
    Spent(u8),
    /// Cannot be reached by, or cannot reach, that other (the GM's word).
    OutOfReach,
    /// Cannot be seen by, or cannot see, that other (the GM's word).
    OutOfSight,
    /// In cover from that other (the GM's word).
    CoverFrom,
    /// Its shadow is another's scout.
    Shadowed,
    /// No longer loyal to any leader (Bonds Release).
    Leaderless,
    /// Lives only as long as this lasts (a shade).
    Summoned,
}

impl Effect {
    /// One of each name, with some figures where it has any.
    pub const EACH: [Effect; 33] = [
        Effect::Daimon,
        Effect::Attracted,
        Effect::Beloved,
        Effect::Befriended,
        Effect::Lover,
        Effect::Controlled,
        Effect::Consecrated(Ability::Kra),
        Effect::Consecrated(Ability::Tek),
        Effect::Consecrated(Ability::Thu),
        Effect::Invisible,
        Effect::Revealed,
        Effect::Protected { die: 6, once: 0 },
        Effect::Sleepless,
        Effect::Silenced,
        Effect::Appeased,
        Effect::PartedFrom,
        Effect::Bewitched,
        Effect::Might,
        Effect::Veiled,
        Effect::Hunter,
        Effect::Trickster,
        Effect::Foremost,
        Effect::Tempered(UNARMED),
        Effect::Plated(0),
        Effect::Burning,
        Effect::Hates,
        Effect::Spent(0),
        Effect::OutOfReach,
        Effect::OutOfSight,
        Effect::CoverFrom,
        Effect::Shadowed,
        Effect::Leaderless,
        Effect::Summoned,
    ];

    /// Whether it lies between two, so that the same by another is another effect; of the rest the longer stands.
    pub fn is_between_two(self) -> bool {
        matches!(
            self,
            Effect::Attracted
                | Effect::Beloved
                | Effect::Befriended
                | Effect::Lover
                | Effect::Controlled
                | Effect::Revealed
                | Effect::PartedFrom
                | Effect::Bewitched
                | Effect::Hates
                | Effect::OutOfReach
                | Effect::OutOfSight
                | Effect::CoverFrom
                | Effect::Foremost
                | Effect::Summoned
        )
    }

    /// Whether a god granted it to its bearer.
    pub fn is_boon(self) -> bool {
        matches!(
            self,
            Effect::Might
                | Effect::Veiled
                | Effect::Hunter
                | Effect::Trickster
                | Effect::Tempered(_)
                | Effect::Plated(_)
                | Effect::Foremost
        )
    }
}

/// An effect at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtWork {
    /// What it does.
    pub effect: Effect,
    /// Who wrought it, or the other of a pair.
    pub by: Who,
    /// The last round in which it works; `u32::MAX` for ever.
    pub last_round: u32,
    /// Wrought by an incantation (which number 11 ends), not by a god or the GM.
    pub goeteia: bool,
}

/// For ever.
pub const LASTING: u32 = u32::MAX;
