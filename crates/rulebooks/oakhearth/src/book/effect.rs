//! What abilities do: the closed list of effects, and how long they last.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Condition, Damage, Save, Skill, Tag};

/// How long something lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// Over at once.
    #[default]
    Instant,
    /// To the start of its maker's next turn.
    NextStart,
    /// To the end of its maker's next turn.
    NextEnd,
    /// To the start of the target's next turn.
    TargetStart,
    /// To the end of the target's next turn.
    TargetEnd,
    /// That many rounds of 12 seconds; a minute is 5.
    Rounds(u16),
    /// While the caster concentrates on it, and no longer than these rounds.
    Concentration(u16),
    /// Until something ends it.
    Lasting,
}

/// Which way somebody is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Straight away from who does it.
    #[default]
    Away,
    /// Straight towards who does it.
    Towards,
    /// Towards the middle of the area.
    Inwards,
    /// Away from the middle of the area.
    Outwards,
    /// Whichever of the eight directions is chosen.
    Any,
}

/// What ground is made of for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Ground {
    /// Costs 1 more for each Space.
    Difficult,
    /// Fully conceals whoever is inside from whoever is not next to them.
    Fog,
    /// No sound: no verbal spells inside.
    Silence,
    /// Grease catches fire and then hurts like fire.
    Flammable,
    /// Damage on entering it, or starting a turn in it, if this save fails (no save: always).
    Hurts {
        /// How much.
        amount: i8,
        /// Of what.
        kind: Damage,
        /// What stops it.
        save: Option<Save>,
    },
    /// This condition on appearing, entering and ending a turn there, if this save fails.
    Hampers {
        /// The condition.
        condition: Condition,
        /// What stops it.
        save: Save,
    },
    /// A solid wall: each Space with these Hit Points, AC as the caster's Save DC, in nobody's way of sight unless full
    /// cover.
    Wall {
        /// Hit Points.
        hp: i8,
        /// Takes half from everything.
        #[serde(default)]
        resists: bool,
        /// Cannot be seen through.
        #[serde(default)]
        opaque: bool,
    },
}

/// What number or ability is changed for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Boon {
    /// AC, up or down.
    Ac(i8),
    /// AC against the attack that is being answered.
    AcNow(i8),
    /// Speed, up or down.
    Speed(i8),
    /// A die of so many sides on Attacks or Saves.
    Die(u8),
    /// A die of so many sides from Attacks or Saves.
    DieLess(u8),
    /// Damage with hand-to-hand attacks.
    MeleeDamage(i8),
    /// The next hit hurts so much more, of this kind.
    NextHit(i8, Damage),
    /// Half the damage of a kind.
    Half(Damage),
    /// Half of all physical damage.
    HalfPhysical,
    /// So much less of a kind.
    Less(i8, Damage),
    /// Attacks against it have DIS; pauses for a round when it attacks.
    Sanctuary,
    /// The next blow that would bring it to 0 HP first gives so many Temp HP.
    DeathWard(i8),
    /// Each Temp HP that a hand-to-hand hit takes burns the attacker for 1 Fire.
    FireShield,
    /// Once a round it moves as far as its Speed for nothing.
    FreeMove,
    /// Once a round it moves so far as half its Speed for nothing.
    FreeHalfMove,
    /// A double of it counts for flanking.
    Double,
    /// One size up or down.
    Resize(i8),
    /// ADV on checks and saves with Might.
    Mighty,
    /// Attacks against it have DIS, all of them.
    DodgeAll,
}

/// What an ability does, one thing at a time.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Hurts.
    Damage {
        /// How much.
        amount: i8,
        /// Of what.
        kind: Damage,
        /// More for each full 5 of the margin; attacks count degrees anyhow.
        #[serde(default)]
        per_five: i8,
        /// So much more against whoever has this condition.
        more_against: Option<(Condition, i8)>,
    },
    /// The damage of the weapon in hand.
    WeaponDamage {
        /// And so much more.
        #[serde(default)]
        more: i8,
    },
    /// Puts a condition on the target.
    Condition {
        /// Which.
        condition: Condition,
        /// Its number, for those that have one.
        #[serde(default = "one")]
        amount: i8,
        /// How long.
        lasts: Lasts,
        /// The target saves again at the end of each of its turns.
        repeated: Option<Save>,
        /// Ends when the target is hurt.
        #[serde(default)]
        until_hurt: bool,
        /// Hurts at the start of each of its turns: how much, of what.
        hurts: Option<(i8, Damage)>,
    },
    /// Gives back Hit Points.
    Heal {
        /// How many.
        #[serde(default)]
        amount: i8,
        /// More for each full 5 of the margin.
        #[serde(default)]
        per_five: i8,
        /// A die of so many sides besides.
        die: Option<u8>,
        /// As many as Combat Proficiency besides.
        #[serde(default)]
        proficiency: bool,
    },
    /// Gives Temp HP.
    TempHp {
        /// How many.
        amount: i8,
        /// More for each full 5 of the margin.
        #[serde(default)]
        per_five: i8,
    },
    /// The maker gives of its own HP to the target.
    GiveHp {
        /// How many at most.
        most: i8,
    },
    /// Moves the target against its will.
    Push {
        /// How far in Spaces.
        spaces: u8,
        /// Farther for each full 5 of the margin.
        #[serde(default)]
        per_five: u8,
        /// Which way.
        #[serde(default)]
        way: Way,
        /// One Space may be traded for Prone.
        #[serde(default)]
        or_prone: bool,
    },
    /// The target goes where it likes.
    Walk {
        /// How far in Spaces; nothing for its Speed.
        spaces: Option<u8>,
        /// Half its Speed instead.
        #[serde(default)]
        half: bool,
        /// Nobody gets an Attack of Opportunity.
        #[serde(default)]
        safe: bool,
    },
    /// To a free Space in sight, with nothing between.
    Teleport {
        /// How far in Spaces.
        spaces: u8,
    },
    /// The maker and the target change places.
    ChangePlaces,
    /// Changes a number for a while.
    Boon {
        /// Which.
        boon: Boon,
        /// How long.
        lasts: Lasts,
    },
    /// Changes the ground for a while.
    Ground {
        /// What it becomes, all at once.
        ground: Vec<Ground>,
        /// How long.
        lasts: Lasts,
    },
    /// A creature comes to help, from next round on.
    Summon {
        /// Which.
        creature: String,
        /// How long.
        lasts: Lasts,
    },
    /// The target makes an attack, or takes another Action of 1 AP, for nothing.
    Attack {
        /// With ADV.
        #[serde(default)]
        adv: u8,
        /// May move up to its Speed first.
        #[serde(default)]
        moves: bool,
    },
    /// The target attacks whom the maker says, and pays 1 AP.
    Command,
    /// Ends conditions on the target.
    End {
        /// Which, any one of them.
        any: Vec<Condition>,
    },
    /// Ends a spell on the target or its Space.
    Dispel,
    /// The maker takes half of the damage that is being dealt.
    ShareDamage,
    /// So much less of the damage that is being dealt.
    LessDamage {
        /// How much.
        amount: i8,
    },
    /// The maker becomes the target of the attack that is being answered.
    TakeTheBlow,
    /// The maker's AC takes part: the attack bonus is added to the AC of whoever is attacked.
    Parry,
    /// The attack that is being answered has DIS.
    Distract,
    /// The maker is off: full Dodge until its next turn.
    FullDodge,
    /// The target gains these AP now, or loses them.
    ActionPoints {
        /// How many.
        amount: i8,
    },
    /// The target's next attack has ADV; sources add up by name.
    NextAttackAdv,
    /// Flames that follow the caster's word: so many, one more for each 5 of the margin.
    Flames {
        /// How many.
        count: u8,
    },
    /// Grapples the target.
    Grapple,
    /// Hides the maker: a Stealth Check against all who do not see it.
    Hide,
    /// A contest of this skill against the target's Physical Check decides what follows.
    Contest {
        /// The maker's skill.
        skill: Skill,
    },
    /// Goes into another shape of so many Hit Points, with natural weapons that deal 1.
    Shape {
        /// Hit Points of the shape, as Temp HP.
        hp: i8,
    },
    /// When this ends, it bursts over a radius: a Save, or so much damage.
    Burst {
        /// In Spaces around the target.
        radius: u8,
        /// What stops it.
        save: Save,
        /// How much.
        amount: i8,
        /// Of what.
        kind: Damage,
    },
    /// Only creatures of this kind are touched by what follows.
    Only {
        /// Which kind.
        tag: Tag,
    },
}

fn one() -> i8 {
    1
}
