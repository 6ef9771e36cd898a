//! What packs of Thálassa hold, in the book's closed vocabulary. A new creature, weapon or incantation picks from these
//! words; it needs no Rust.

use quintain_content::{Entry, Inline, Packs, Problems, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arm::{Blast, Reaching, Rider};
use crate::condition::Ability;

/// The tables of a pack.
pub const TABLES: &[&str] = &["creature", "weapon", "armor", "incantation", "item"];

/// What a creature is, for incantations that ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// Has no reason: can be charmed as a beast, is appeased.
    Beast,
    /// Has reason: can be coerced.
    Sentient,
    /// A human being: can be subjugated.
    Human,
    /// At home in the sea.
    Sea,
    /// Flies.
    Flies,
    /// Dead.
    Shade,
}

/// What a creature can do or bear beyond its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Special {
    /// Attacks from outside do nothing; a daring manoeuvre gets into the mouth.
    OnlyThroughTheMouth,
    /// An attack after 20 feet or more in a straight line is enhanced.
    Charge,
    /// As an action, a gaze that turns to stone whoever in sight within these feet fails a TEK save.
    StoneGaze {
        /// How far, in feet.
        feet: u16,
    },
    /// At KRA 0 it is only out of the fight.
    CannotDie,
    /// At KRA 0 it flies off.
    FliesOffAtZero,
    /// Attacks hand to hand from the ground are impaired.
    NimbleInTheAir,
    /// Attacks on it in the water are impaired.
    NimbleInTheWater,
    /// Cannot be reached hand to hand from the ground.
    OutOfReachAloft,
    /// Ranged attacks on it are impaired while it hides in a gust.
    Gusts,
    /// May snatch a held thing, or carry the victim itself off, instead of attacking.
    Snatches,
    /// Left to itself it attacks nobody who has not attacked it.
    Peaceful,
    /// Blows hand to hand do nothing.
    ImmuneToMelee,
    /// In the water nothing hurts it.
    InvulnerableInWater,
    /// As an action, a song; every foe that hears it within these feet and fails a THU save walks towards the singer.
    Song {
        /// How far, in feet.
        feet: u16,
    },
    /// As an action, sows teeth: 1d6 of this creature rise at the start of the next round.
    Sows {
        /// The creature.
        creature: String,
    },
    /// Has heads that can be cut off and grow again in twos; without any it is dead.
    RegrowingHeads {
        /// How many.
        heads: u8,
    },
    /// Every limb that its bite takes becomes a further head.
    GathersHeads,
    /// Blows hand to hand only ever do a d4.
    Insubstantial,
    /// Sits on a horse.
    Mounted,
}

/// A natural attack.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AttackEntry {
    /// Its name in options and messages.
    pub name: String,
    /// Sides of its die.
    pub die: u8,
    /// How many dice or strikes; they may go to as many targets.
    #[serde(default = "one")]
    pub strikes: u8,
    /// How it reaches.
    #[serde(default = "melee")]
    pub reaching: Reaching,
    /// Melee reach in feet.
    #[serde(default = "five")]
    pub reach: u16,
    /// Beyond these feet a shot or throw is impaired.
    #[serde(default = "eighty")]
    pub sure: u16,
    /// Beyond these feet it cannot be made; nothing for as far as one sees.
    pub far: Option<u16>,
    /// The area, for the blast quality.
    pub blast: Option<Blast>,
    /// What it does beyond its die.
    #[serde(default)]
    pub riders: Vec<Rider>,
    /// As many strikes as there are heads; one blast while three or more are left.
    #[serde(default)]
    pub heads: bool,
    /// Cuts.
    #[serde(default)]
    pub edged: bool,
    /// Burns.
    #[serde(default)]
    pub fire: bool,
}

/// A creature, a person or a hero.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// A player's character.
    #[serde(default)]
    pub hero: bool,
    /// Stamina, 0 to 100.
    pub sta: i16,
    /// Armor of its own, 0 to 3.
    #[serde(default)]
    pub armor: i16,
    /// Strength, 1 to 30; 10 where the book is silent.
    #[serde(default = "ten")]
    pub kra: i16,
    /// Nimbleness.
    #[serde(default = "ten")]
    pub tek: i16,
    /// Control.
    #[serde(default = "ten")]
    pub thu: i16,
    /// Feet of a move.
    #[serde(default = "forty")]
    pub speed: u16,
    /// Width and depth in squares.
    #[serde(default = "one_by_one")]
    pub size: (u8, u8),
    /// What it is.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Natural attacks.
    #[serde(default)]
    pub attack: Vec<AttackEntry>,
    /// Pairs of natural attacks that it makes in one turn.
    #[serde(default)]
    pub together: Vec<(String, String)>,
    /// Weapons carried, the one in hand first.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Armour worn or held.
    #[serde(default)]
    pub wears: Vec<String>,
    /// Incantations on scrolls.
    #[serde(default)]
    pub scrolls: Vec<String>,
    /// Incantations known by heart.
    #[serde(default)]
    pub memorised: Vec<String>,
    /// Gods it prays to; heroes may pray to any.
    #[serde(default)]
    pub prays: Vec<String>,
    /// Gear that matters in a fight.
    #[serde(default)]
    pub items: Vec<String>,
    /// What it can do or bear beyond its numbers.
    #[serde(default)]
    pub special: Vec<Special>,
    /// A large group that fights as one.
    #[serde(default)]
    pub detachment: bool,
    /// Rolls morale for its side.
    #[serde(default)]
    pub leader: bool,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name in options and messages.
    pub name: String,
    /// Sides of its die.
    pub die: u8,
    /// How it reaches.
    #[serde(default = "melee")]
    pub reaching: Reaching,
    /// Melee reach in feet.
    #[serde(default = "five")]
    pub reach: u16,
    /// Beyond these feet a shot or throw is impaired.
    #[serde(default = "eighty")]
    pub sure: u16,
    /// Beyond these feet it cannot be made; nothing for as far as one sees.
    pub far: Option<u16>,
    /// Hands that it needs.
    #[serde(default = "one")]
    pub hands: u8,
    /// Bulky: two slots, both hands.
    #[serde(default)]
    pub bulky: bool,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Price in electrum.
    pub price: Option<u16>,
    /// Cuts.
    #[serde(default)]
    pub edged: bool,
    /// Burns.
    #[serde(default)]
    pub fire: bool,
    /// Magical.
    #[serde(default)]
    pub magical: bool,
    /// Used up by one use.
    #[serde(default)]
    pub once: bool,
    /// Attacks with it are always enhanced.
    #[serde(default)]
    pub enhanced: bool,
    /// The area, for the blast quality.
    pub blast: Option<Blast>,
    /// What it does beyond its die.
    #[serde(default)]
    pub riders: Vec<Rider>,
}

/// How armour is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Worn {
    /// One at a time.
    Suit,
    /// In a hand.
    Shield,
    /// Beside a suit.
    Beside,
}

/// A piece of armour.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// What it adds, 1 to 3.
    pub armor: i16,
    /// How it is worn.
    pub worn: Worn,
    /// Bulky.
    #[serde(default)]
    pub bulky: bool,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Price in electrum.
    pub price: Option<u16>,
}

/// How long an incantation lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// For the rest of the fight and longer.
    Fight,
    /// This many turns to come.
    Turns(u8),
    /// The total of these dice (count, sides) in turns to come.
    Rolled(u8, u8),
}

/// What an incantation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spell {
    /// THU counts +3 for saves.
    Daimon,
    /// The target will not attack the reciter.
    Attract,
    /// The target changes to the reciter's side, for ever, and may turn jealous.
    BindLover,
    /// Ends the bonds between people on the target.
    ReleaseBonds,
    /// Ends charms and boons on the target.
    BreakEnchantment,
    /// Parts the target from a weapon or a piece of armour.
    PartObject,
    /// The reciter's side declares for the target.
    Control {
        /// Only such a target.
        only: Tag,
        /// Or such a one.
        or: Option<Tag>,
        /// It never obeys an order that would kill it.
        #[serde(default)]
        refuses_death: bool,
    },
    /// +3 to saves on KRA or TEK.
    Consecrate,
    /// Shows what is hidden.
    SeeTrue,
    /// Ends every incantation on the target.
    Dissolve,
    /// Next round's telegraphs bind.
    Foreknow,
    /// The target leaves the fight as a friend.
    Befriend,
    /// The target is well disposed and leaves the fight.
    Favor,
    /// The target recovers nothing.
    Sleepless,
    /// Full STA.
    Heal,
    /// Direct damage of one die.
    Harm {
        /// Sides of the die.
        die: u8,
    },
    /// Cannot be seen.
    Hide,
    /// One die off each instance of damage.
    Protect {
        /// Sides of the die.
        die: u8,
    },
    /// A beast or an enraged one makes no attack unless attacked again.
    Appease,
    /// Shows the target's full statistics.
    Reveal,
    /// Two people cannot come near each other.
    Separate,
    /// The target's shadow scouts for the reciter.
    Shadow,
    /// No speech and no sound.
    Silence,
    /// The target leads nobody's morale any more.
    Slander,
    /// The target is out of the fight.
    Vanquish,
}

/// An incantation.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct IncantationEntry {
    /// Its number in the book, 1 to 30.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// What it does; nothing for those without effect in a fight.
    pub does: Spell,
    /// How long.
    #[serde(default = "fight")]
    pub lasts: Lasts,
    /// Turns on the reciter when the danger save fails, if the GM so rules.
    #[serde(default)]
    pub harmful: bool,
    /// Once in a fight for the whole side.
    #[serde(default)]
    pub once: bool,
}

/// What gear does; each use is the action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Use {
    /// Thrown within 20 feet: TEK save or bound.
    Net,
    /// Ties a helpless foe.
    Rope,
    /// Played: no Seirên's song bewitches anyone who hears it this round.
    Lyre,
    /// Blown: a bewitched or sleeping ally saves anew.
    Horn,
    /// Faces a gaze by reflection: attacks impaired, no save. Needs no action.
    Mirror,
    /// Ignores difficult ground. Needs no action.
    Boots,
}

/// A piece of gear.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    /// Its name.
    pub name: String,
    /// What it does.
    pub does: Use,
    /// Price in electrum.
    pub price: Option<u16>,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Used up by one use.
    #[serde(default)]
    pub once: bool,
}

fn one() -> u8 {
    1
}

fn five() -> u16 {
    5
}

fn ten() -> i16 {
    10
}

fn forty() -> u16 {
    40
}

fn eighty() -> u16 {
    80
}

fn melee() -> Reaching {
    Reaching::Melee
}

fn one_by_one() -> (u8, u8) {
    (1, 1)
}

fn fight() -> Lasts {
    Lasts::Fight
}

/// The content of all packs of a fight.
#[derive(Clone, Debug)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Creatures, people, heroes.
    pub creatures: Vec<Entry<CreatureEntry>>,
    /// Weapons.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Armour.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Incantations.
    pub incantations: Vec<Entry<IncantationEntry>>,
    /// Gear.
    pub items: Vec<Entry<ItemEntry>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("thalassa", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            weapons: packs.table("weapon"),
            armors: packs.table("armor"),
            incantations: packs.table("incantation"),
            items: packs.table("item"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}

/// The gods to whom one may pray in a fight, and what they grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum God {
    /// Full STA for one.
    Apollo,
    /// Might.
    Ares,
    /// A veil over one ally.
    Artemis,
    /// One foe is attracted.
    Aphrodite,
    /// All allies before the opponents next round.
    Athena,
    /// The next retreat or manoeuvre.
    Hermes,
    /// One weapon a step up.
    Hephaestus,
    /// A shade.
    Persephone,
    /// A wave.
    Poseidon,
    /// Nothing in a fight.
    Hera,
}

impl God {
    /// All of them.
    pub const ALL: [God; 10] = [
        God::Apollo,
        God::Ares,
        God::Artemis,
        God::Aphrodite,
        God::Athena,
        God::Hermes,
        God::Hephaestus,
        God::Hera,
        God::Persephone,
        God::Poseidon,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            God::Apollo => "Apollo",
            God::Ares => "Ares",
            God::Artemis => "Artemis",
            God::Aphrodite => "Aphrodite",
            God::Athena => "Athena",
            God::Hermes => "Hermes",
            God::Hephaestus => "Hephaestus",
            God::Hera => "Hera",
            God::Persephone => "Persephone",
            God::Poseidon => "Poseidon",
        }
    }
}

/// Which scores Consecration may raise.
pub const CONSECRATED: [Ability; 2] = [Ability::Kra, Ability::Tek];
