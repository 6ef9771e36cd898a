//! The plain words of the book: attributes, effects, classes of weapons, hands, parts of the body.

use quintain_content::words;

pub use quintain_content::{Word, Words};

words! {
    /// The six attributes.
    Attribute {
        /// Physical.
        Str = "Strength",
        /// Physical; the consistency of initiative.
        Dex = "Dexterity",
        /// Physical; keeps fatigue low.
        Sta = "Stamina",
        /// Of the mind.
        Int = "Intelligence",
        /// Of the mind.
        Emp = "Empathy",
        /// Of the mind.
        Soc = "Social",
    }
}

impl Attribute {
    /// Whether fatigue weighs on rolls that rest on it.
    pub fn is_physical(self) -> bool {
        matches!(self, Attribute::Str | Attribute::Dex | Attribute::Sta)
    }
}

words! {
    /// What can be called on somebody.
    Effect {
        /// Loses hit points.
        Hit = "Hit",
        /// Loses willpower.
        Drain = "Drain",
        /// An item is destroyed if it is not tough enough.
        Break = "Break",
        /// Falls prone.
        Fall = "Fall",
        /// Lets go of the item in hand.
        Drop = "Drop",
        /// Reels out of its cluster.
        Stumble = "Stumble",
        /// Can neither act nor defend.
        Daze = "Daze",
        /// Does nothing against the source.
        Charm = "Charm",
        /// Comes no closer to the source.
        Fear = "Fear",
        /// Stays where it is.
        Bind = "Bind",
        /// Skills cost more willpower.
        Weaken = "Weaken",
    }
}

impl Effect {
    /// Whether its number counts points, not seconds.
    pub fn counts_points(self) -> bool {
        matches!(self, Effect::Hit | Effect::Drain | Effect::Break)
    }

    /// Its number where none is called with it.
    pub fn usual(self) -> i16 {
        if self.counts_points() { 1 } else { 2 }
    }
}

words! {
    /// Classes of weapons.
    Class {
        /// Knives and the like.
        Light = "light",
        /// Swords and axes for one hand or two.
        Medium = "medium",
        /// Two-handed swords and axes.
        Great = "great",
        /// Spears, halberds.
        Pole = "pole arm",
        /// Rapiers and the like.
        Thrusting = "thrusting",
        /// Bows.
        Bow = "bow",
        /// Crossbows.
        Crossbow = "crossbow",
        /// Thrown.
        Throwing = "throwing",
        /// Blowguns.
        Blowgun = "blowgun",
        /// Teeth, claws, breath: parts of the body.
        Natural = "natural",
    }
}

words! {
    /// How hands must be for an ability to be used with a weapon or shield.
    Grip {
        /// A weapon in the sword hand.
        SwordHand = "sword hand",
        /// A weapon in the sword hand and nothing in the other.
        SwordHandAlone = "sword hand alone",
        /// A weapon in each hand.
        EachHand = "a weapon in each hand",
        /// A weapon in both hands.
        BothHands = "both hands",
        /// A weapon in the sword hand and a shield in the other.
        WithShield = "weapon and shield",
        /// A shield in the off-hand.
        Shield = "shield",
        /// No hands are needed: the body itself.
        Body = "body",
    }
}

words! {
    /// Which hands hold a weapon.
    Hands {
        /// Either one.
        Either = "either hand",
        /// The sword hand.
        Sword = "sword hand",
        /// The sword hand, or both.
        OneOrTwo = "one or two hands",
        /// Both.
        Two = "two hands",
        /// None: part of the body.
        None = "no hand",
    }
}

words! {
    /// Parts of the body that can be hit.
    Limb {
        /// The arm that fights.
        SwordArm = "sword arm",
        /// The other arm.
        OffArm = "off-hand arm",
        /// The left leg.
        LeftLeg = "left leg",
        /// The right leg.
        RightLeg = "right leg",
        /// The trunk.
        Torso = "torso",
    }
}

words! {
    /// What a bind holds.
    BindPart {
        /// The whole creature: it stays in its place.
        Body = "body",
        /// Hands: nothing can be picked up or used.
        Hands = "hands",
        /// An arm, stuck to what it touches.
        Arm = "arm",
        /// Feet: only jumping and crawling.
        Feet = "feet",
        /// A leg, stuck to what it touches.
        Leg = "leg",
    }
}

words! {
    /// What using something costs of a turn.
    Time {
        /// The one standard action of a turn.
        Standard = "standard",
        /// Nothing, once a turn.
        Free = "free",
        /// The standard action; it ends the turn and leaves one open.
        Ongoing = "ongoing",
        /// It ends the turn and goes on in the next.
        Upcoming = "upcoming",
    }
}

words! {
    /// Where a power comes from; prices and potions ask for it.
    Family {
        /// Skills of weapons.
        ArmedCombat = "armed combat",
        /// Skills of defence.
        Defence = "defence",
        /// Skills of surgeons.
        Surgery = "surgery",
        /// Blessings and orders of the gods.
        Divine = "divine",
        /// Potions.
        Alchemy = "alchemy",
        /// Bought.
        Market = "marketplace",
        /// Primordial magic.
        Magic = "primordial magic",
        /// What a race can do.
        Race = "race",
        /// What a creature can do.
        Creature = "creature",
        /// Commands.
        Command = "command",
    }
}

words! {
    /// How an attack reaches.
    Reach {
        /// Hand to hand.
        Melee = "melee",
        /// From afar.
        Ranged = "ranged",
        /// Either.
        Any = "any",
    }
}

words! {
    /// When what is used up comes back.
    Per {
        /// Once a day.
        Day = "day",
        /// Once between two short rests.
        ShortRest = "short rest",
    }
}

words! {
    /// The elements of deamons.
    Element {
        /// Fire.
        Fire = "fire",
        /// Water.
        Water = "water",
        /// Earth.
        Earth = "earth",
        /// Air.
        Air = "air",
    }
}
