//! What abilities do: the closed list of effects, and how long they last.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Condition, Damage, Save};

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
    /// Fully conceals a creature inside from all that are not next to it.
    Fog,
    /// No sound: no verbal spells inside.
    Silence,
    /// Catches fire from whatever deals Fire damage in it; then it deals so much to a creature that enters it or starts
    /// a turn there.
    Flammable(i8),
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
    /// A solid wall that stops bodies and blows: each Space with these Hit Points, AC as the caster's Save DC.
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
    /// A die of so many sides on Attacks.
    AttackDie(u8),
    /// A die of so many sides from Attacks.
    AttackDieLess(u8),
    /// A die of so many sides on Saves.
    SaveDie(u8),
    /// A die of so many sides from Saves.
    SaveDieLess(u8),
    /// Damage with hand-to-hand attacks.
    MeleeDamage(i8),
    /// The next hand-to-hand hit deals so much of this kind to the target or to somebody within 1 Space of it.
    NextHit(i8, Damage),
    /// The next hand-to-hand hit deals so much of this kind to the target and to somebody within 1 Space of it.
    NextHitBoth(i8, Damage),
    /// Half the damage of a kind.
    Half(Damage),
    /// Half of all physical damage.
    HalfPhysical,
    /// Half of whatever the blow that is being answered deals.
    HalfNow,
    /// None of a kind.
    Immune(Damage),
    /// So much less of a kind.
    Less(i8, Damage),
    /// Attacks against it have DIS; pauses for a round when it attacks.
    Sanctuary,
    /// The next blow that would bring it to 0 HP first gives so many Temp HP.
    DeathWard(i8),
    /// Each Temp HP that a hand-to-hand hit takes deals 1 of this kind to the attacker; ends with the Temp HP.
    Retorts(Damage),
    /// Once a round it moves as far as its Speed for nothing.
    FreeMove,
    /// Once a round it moves as far as half its Speed for nothing.
    FreeHalfMove,
    /// One size up or down.
    Resize(i8),
    /// ADV on checks and saves with Might.
    Mighty,
    /// Attacks against it have DIS, all of them.
    DodgeAll,
    /// It shines: bright light within 2 Spaces.
    Light,
    /// Its maker's first blow with a weapon at it has ADV, and nothing reduces the damage.
    FirstBlow,
    /// A Heavy or critical hit of its maker on it gives its next attacker a die of so many sides.
    Marked(u8),
    /// Its next attacker has a die of so many sides.
    Beset(u8),
}

/// What magic puts into a Space and moves about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// A flame that can be made to burst.
    Flame,
    /// A weapon that strikes by itself.
    Blade,
    /// A likeness of its maker, which counts for flanking.
    Double,
}

/// How somebody gets rid of a condition on its own turn, for 1 AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Shed {
    /// It just does.
    Freely,
    /// By another Save against its maker's Save DC.
    By(Save),
}

/// What happens around somebody when a condition on it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bursts {
    /// How far, in Spaces.
    pub radius: u8,
    /// What stops it.
    pub save: Save,
    /// How much.
    pub amount: i8,
    /// Of what.
    pub kind: Damage,
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
        /// So much more against a target with this condition.
        more_against: Option<(Condition, i8)>,
        /// Neither degrees nor a natural 20 add to it.
        #[serde(default)]
        plain: bool,
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
        /// The target may get rid of it for 1 AP.
        shed: Option<Shed>,
        /// What happens when it ends.
        bursts: Option<Bursts>,
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
        /// Each one that a hand-to-hand hit takes deals 1 of this kind to the attacker.
        retorts: Option<Damage>,
        /// How long they last at most.
        #[serde(default = "lasting")]
        lasts: Lasts,
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
    /// The maker puts the target into any free Space so near to where it is.
    Carry {
        /// How far in Spaces.
        spaces: u8,
    },
    /// To a free Space in sight, with nothing between.
    Teleport {
        /// How far in Spaces.
        spaces: u8,
        /// Out of dim light or darkness into such, and not otherwise.
        #[serde(default)]
        shadows: bool,
    },
    /// The maker and the target change places.
    ChangePlaces,
    /// Changes a number for a while.
    Boon {
        /// Which.
        boon: Boon,
        /// How long.
        lasts: Lasts,
        /// The target saves against it at the end of each of its turns.
        repeated: Option<Save>,
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
    /// An ally of the maker next to the target makes an attack on it, as a Reaction for 1 AP.
    AllyStrikes,
    /// The target takes an Action of 1 AP that the maker chooses, and pays for it.
    Command,
    /// Ends one instance of a condition on the target.
    End {
        /// Which, any one of them.
        any: Vec<Condition>,
    },
    /// Ends a spell on the target, or one that changes the Space aimed at.
    Dispel,
    /// The maker takes half of the damage that is being dealt.
    ShareDamage,
    /// The same, and nothing reduces what the maker takes.
    ShareUnreduced,
    /// So much less of the damage that is being dealt.
    LessDamage {
        /// How much.
        amount: i8,
    },
    /// The maker becomes the target of the attack that is being answered.
    TakeTheBlow,
    /// The maker's AC takes part: the attack bonus is added to the AC of the target.
    Parry,
    /// The attack that is being answered has DIS.
    Distract,
    /// The maker is off: full Dodge until its next turn.
    FullDodge,
    /// The target disengages, until its next turn.
    Disengage,
    /// The target gains these AP now, or loses them.
    ActionPoints {
        /// How many.
        amount: i8,
    },
    /// Puts something into Spaces within range: so many, one more for each full 5 of the margin.
    Put {
        /// What.
        thing: Thing,
        /// How many.
        #[serde(default = "one_thing")]
        count: u8,
        /// More for each full 5 of the margin.
        #[serde(default)]
        per_five: u8,
        /// How long.
        lasts: Lasts,
    },
    /// Moves each of the things that this spell has put somewhere.
    MoveThings {
        /// How far in Spaces.
        spaces: u8,
    },
    /// Grapples the target.
    Grapple,
    /// Tries to grapple the target, Athletics against its Physical Check, but needs no hand for it.
    Clutch,
    /// Throws the grappled creature, as the Action of that name does, by the margin there is.
    Fling,
    /// Goes into the shape of this creature: its HP as Temp HP, its natural weapons, AC 8 with Combat Proficiency and
    /// Might, no spells; it ends with the Temp HP.
    Shape {
        /// Which.
        creature: String,
    },
}

impl Effect {
    /// Whether it does harm to its target.
    pub fn harms(&self) -> bool {
        let harms =
            |ground: &Ground| matches!(ground, Ground::Hurts { .. } | Ground::Hampers { .. } | Ground::Flammable(_));
        match self {
            Effect::Damage { .. } | Effect::WeaponDamage { .. } | Effect::Push { .. } => true,
            Effect::Fling | Effect::Clutch => true,
            Effect::Condition { condition, .. } => *condition != Condition::Invisible,
            Effect::Ground { ground, .. } => ground.iter().any(harms),
            _ => false,
        }
    }
}

fn one() -> i8 {
    1
}

fn one_thing() -> u8 {
    1
}

fn lasting() -> Lasts {
    Lasts::Lasting
}
