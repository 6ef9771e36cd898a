//! How abilities are used: spells, maneuvers, techniques and the special actions of creatures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Boon, Effect, Lasts};
use super::words::{Damage, Save, Size, Tag};

/// The ground that an ability takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Area {
    /// All Spaces within this radius of a point.
    Sphere(u8),
    /// A sphere with a height.
    Cylinder(u8),
    /// So many Spaces along each edge.
    Cube(u8),
    /// So many Spaces long, 1 wide, away from the maker.
    Line(u8),
    /// A quarter circle of this length, away from the maker.
    Cone(u8),
    /// A half circle of this radius, away from the maker.
    Arc(u8),
    /// A sphere around the maker, which goes with it.
    Aura(u8),
    /// A straight wall so many Spaces long.
    Wall(u8),
    /// So many connected Spaces.
    Zone(u8),
}

impl Area {
    /// Its size, whatever its shape.
    pub fn size(self) -> u8 {
        let (Area::Sphere(size)
        | Area::Cylinder(size)
        | Area::Cube(size)
        | Area::Line(size)
        | Area::Cone(size)
        | Area::Arc(size)
        | Area::Aura(size)
        | Area::Wall(size)
        | Area::Zone(size)) = self;
        size
    }

    /// The same shape in another size.
    #[must_use]
    pub fn sized(self, size: u8) -> Area {
        match self {
            Area::Sphere(_) => Area::Sphere(size),
            Area::Cylinder(_) => Area::Cylinder(size),
            Area::Cube(_) => Area::Cube(size),
            Area::Line(_) => Area::Line(size),
            Area::Cone(_) => Area::Cone(size),
            Area::Arc(_) => Area::Arc(size),
            Area::Aura(_) => Area::Aura(size),
            Area::Wall(_) => Area::Wall(size),
            Area::Zone(_) => Area::Zone(size),
        }
    }

    /// Whether it begins at the maker instead of at a point.
    pub fn from_maker(self) -> bool {
        matches!(self, Area::Line(_) | Area::Cone(_) | Area::Arc(_) | Area::Aura(_))
    }
}

/// Who may be its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// An enemy.
    #[default]
    Enemy,
    /// An ally or oneself.
    Friend,
    /// An ally, not oneself.
    Ally,
    /// Anybody.
    Creature,
    /// Oneself.
    Oneself,
    /// A Space.
    Space,
    /// Everybody in the Spaces of the things that the spell has put there.
    Things,
}

/// What is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// Nothing: it works.
    #[default]
    None,
    /// An Attack Check, or a Spell Check for spells, against the AC of each target.
    Attack,
    /// The check of the weapon in hand against AC.
    Weapon,
    /// A Check against a fixed number; every full 5 above counts.
    Dc(u8),
    /// Each target saves against the maker's Save DC.
    Save(Save),
    /// A Check contested by each target's Save.
    Against(Save),
    /// The same, but friends do not resist.
    AgainstUnwilling(Save),
    /// A Check contested by the target's Physical Check.
    AgainstBody,
    /// A Check against the Save DC of the creature that made the effect that is to end.
    AgainstMaker,
    /// Athletics against the target's Physical Check.
    Wrestle,
    /// Intimidation against each target's Charisma Save.
    Frighten,
}

/// When a step is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// The check hit or succeeded, the save against it failed, or nothing was rolled.
    #[default]
    Success,
    /// The contrary.
    Failure,
    /// In either case.
    Always,
}

/// The creatures that a step concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum To {
    /// Each target.
    #[default]
    Target,
    /// The maker.
    Maker,
    /// The first target only.
    First,
}

/// One thing that an ability does.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Step {
    /// When.
    #[serde(default)]
    pub on: On,
    /// The creatures that it concerns.
    #[serde(default)]
    pub to: To,
    /// Only when the check is above its number by so much.
    #[serde(default)]
    pub margin: u8,
    /// A Save of the target's own that stops this step; all such steps of one use share one Save.
    pub save: Option<Save>,
    /// What.
    pub effect: Effect,
}

/// What may be bought on top.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Enhancement {
    /// Its name in options and messages.
    pub name: String,
    /// AP besides.
    #[serde(default)]
    pub ap: u8,
    /// MP besides.
    #[serde(default)]
    pub mp: u8,
    /// SP besides.
    #[serde(default)]
    pub sp: u8,
    /// May be bought several times.
    #[serde(default)]
    pub repeats: bool,
    /// Adds to the damage.
    #[serde(default)]
    pub damage: i8,
    /// Adds to the range.
    #[serde(default)]
    pub range: u8,
    /// Adds to the area's size.
    #[serde(default)]
    pub area: u8,
    /// Adds to what is healed.
    #[serde(default)]
    pub heal: i8,
    /// Adds to the Temp HP.
    #[serde(default)]
    pub temp_hp: i8,
    /// An area that begins at its maker begins at any Space so near instead.
    #[serde(default)]
    pub origin: u8,
    /// The Spaces between its maker and the point where it is aimed are taken in as well.
    #[serde(default)]
    pub line: bool,
    /// One more target within so many Spaces is taken with the same roll: the weapon is thrown at it.
    #[serde(default)]
    pub thrown: u8,
    /// So many further targets of the same attack are stood in for.
    #[serde(default)]
    pub guards: u8,
    /// The damage is of this kind.
    pub kind: Option<Damage>,
    /// Its steps take the place of the ability's own.
    #[serde(default)]
    pub instead_of_all: bool,
    /// Further steps.
    #[serde(default)]
    pub does: Vec<Step>,
}

/// What a Reaction answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Trigger {
    /// One is the target of an Attack, before the roll.
    Targeted,
    /// One or somebody within so many Spaces is the target of an Attack, before the roll.
    TargetedNear(u8),
    /// An Attack on one or on somebody so near has been rolled, its result not told.
    Rolled(u8),
    /// One is hit hand to hand, before the damage.
    Struck,
    /// Somebody else so near is hit, before the damage.
    HitNear(u8),
    /// An Attack missed one.
    Missed,
    /// A hand-to-hand attack missed somebody, the misser within so many Spaces.
    MissedNear(u8),
    /// One has been hurt.
    Hurt,
    /// A foe next to one attacks an ally.
    AllyAttacked,
    /// A foe left one's reach, and one's Attack of Opportunity has been made.
    Left,
}

/// How often an ability may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Once from one own turn's start to the next.
    Turn,
    /// Once a round.
    Round,
    /// Once a fight.
    Fight,
    /// Once until a Long Rest.
    LongRest,
}

/// What a verbal, physical or material component asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// A speaking voice.
    Verbal,
    /// A free hand.
    Physical,
    /// A material thing.
    Material,
}

/// What a maneuver is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AddsTo {
    /// Any weapon or unarmed attack.
    Attack,
    /// A Grapple.
    Grapple,
}

/// A spell, a maneuver, a technique, or a special action of a creature; the table it stands in says which.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AbilityEntry {
    /// Its name in options and messages.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// AP.
    #[serde(default)]
    pub ap: u8,
    /// MP; a cantrip costs none.
    #[serde(default)]
    pub mp: u8,
    /// SP.
    #[serde(default)]
    pub sp: u8,
    /// It is a Reaction to this.
    pub trigger: Option<Trigger>,
    /// It is added to this and declared with it.
    pub adds_to: Option<AddsTo>,
    /// May be added several times to one attack.
    #[serde(default)]
    pub repeats: bool,
    /// How often; nothing for as often as it can be paid.
    pub once: Option<Once>,
    /// The id of a spell: this can be used only while that one goes on, by its caster, and every caster that knows that
    /// spell knows this.
    pub follows: Option<String>,
    /// Of those in its area it touches only those that its maker chooses.
    #[serde(default)]
    pub chosen: bool,
    /// An attack with it is made hand to hand.
    #[serde(default)]
    pub melee: bool,
    /// What casting asks for.
    #[serde(default)]
    pub components: Vec<Component>,
    /// How far its target or point may be, in Spaces; 0 for oneself.
    #[serde(default)]
    pub range: u8,
    /// Who may be its target.
    #[serde(default)]
    pub aim: Aim,
    /// Its maker first goes where it likes, as far as its Speed.
    #[serde(default)]
    pub goes_first: bool,
    /// Its target is Bloodied.
    #[serde(default)]
    pub only_bloodied: bool,
    /// Its target is grappled by its maker.
    #[serde(default)]
    pub only_grappled: bool,
    /// Its maker has a shield on its arm.
    #[serde(default)]
    pub with_shield: bool,
    /// The attack that it is added to has ADV.
    #[serde(default)]
    pub with_adv: bool,
    /// What it changes is over when its bearer is Unconscious.
    #[serde(default)]
    pub while_awake: bool,
    /// Its target is a creature that the spell acts on to which it belongs.
    #[serde(default)]
    pub held: bool,
    /// Its maker bears this, as a spell has given it.
    pub needs: Option<Boon>,
    /// Works on creatures of this kind only.
    pub only: Option<Tag>,
    /// Works on creatures of this size and smaller.
    pub largest: Option<Size>,
    /// It is done by the thing that the spell has put somewhere, which first goes so far.
    pub by_thing: Option<u8>,
    /// The ground that it takes in.
    pub area: Option<Area>,
    /// Other areas to choose from.
    #[serde(default)]
    pub or_area: Vec<Area>,
    /// The area grows by this for each full 5 of the margin.
    #[serde(default)]
    pub area_per_five: u8,
    /// The area's size when the check fails.
    pub area_on_failure: Option<u8>,
    /// What is rolled.
    #[serde(default)]
    pub check: Check,
    /// What it does.
    #[serde(default)]
    pub does: Vec<Step>,
    /// Lasts as long as its caster concentrates, and no longer than this.
    pub lasts: Option<Lasts>,
    /// Reach or range of this attack grows by this much: hand to hand, at range.
    pub extends: Option<(u8, u8)>,
    /// One more target next to the first, which takes this much damage.
    pub sweeps: Option<i8>,
    /// What may be bought on top.
    #[serde(default)]
    pub enhance: Vec<Enhancement>,
}

impl AbilityEntry {
    /// Whether it is something done on one's own turn.
    pub fn is_deed(&self) -> bool {
        let of_grapple = self.adds_to == Some(AddsTo::Grapple) && self.check == Check::Wrestle;
        self.trigger.is_none() && (self.adds_to.is_none() || of_grapple)
    }
}
