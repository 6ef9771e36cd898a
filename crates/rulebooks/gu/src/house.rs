//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Problem, Value};
use quintain_engine::{HouseRule, read_house_rules};

use crate::book::NAME;

/// What essence comes back at the start of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EssencePerTurn {
    /// The out-of-combat rate by the clock: a 3600th of the maximum, carried on as a fraction.
    #[default]
    ByClock,
    /// So many portions.
    Fixed(i16),
    /// So many hundredths of the maximum, rounded down.
    Percent(i16),
}

/// What an attack at somebody unseen suffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// A modifier.
    Modifier(i16),
    /// It cannot be made.
    Forbid,
}

/// From how high one may land.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LandHeight {
    /// As far above the ground as one flies in a Maneuver.
    #[default]
    FlyingSpeed,
    /// So many metres.
    Metres(i16),
    /// From anywhere.
    Unlimited,
}

/// All switches of one fight.
#[derive(Clone, Debug, PartialEq)]
pub struct House {
    /// `init.crits-first`.
    pub crits_first: bool,
    /// `essence.per-turn`.
    pub essence: EssencePerTurn,
    /// `dice.literal-tens`.
    pub literal_tens: bool,
    /// `rank.beast-attacks` = `cr`.
    pub beasts_ranked: bool,
    /// `opposed.retest-limit`.
    pub retest_limit: u16,
    /// `fight.max-rounds`; 0 for no end.
    pub max_rounds: u32,
    /// `attack.creature-size`.
    pub creature_size: bool,
    /// `attack.unseen`.
    pub unseen: Unseen,
    /// `fly.exact`.
    pub fly_exact: bool,
    /// `fly.land-height`.
    pub land_height: LandHeight,
    /// `prone.crawl-cost`.
    pub crawl_cost: u16,
    /// `autohit.rolls-for-critical`.
    pub autohit_rolls: bool,
    /// `stones.by-rank`.
    pub stones_by_rank: bool,
    /// `unreactable.delayed`.
    pub unreactable_delayed: bool,
    /// `dodge.pre-hit`.
    pub dodge_pre_hit: bool,
    /// `parry.on-own-turn`.
    pub parry_on_own_turn: bool,
    /// `aoo.allies`.
    pub opportunity_at_allies: bool,
    /// `dying.damage-token`.
    pub damage_token: u8,
    /// `dying.healing-wakes`.
    pub healing_wakes: bool,
    /// `fs.killer-moves`.
    pub final_stand_moves: bool,
    /// `injury.per-type`.
    pub injury_per_type: bool,
    /// `radius.shape` = `diamond`.
    pub radius_diamond: bool,
}

impl Default for House {
    fn default() -> Self {
        House {
            crits_first: false,
            essence: EssencePerTurn::ByClock,
            literal_tens: false,
            beasts_ranked: false,
            retest_limit: 20,
            max_rounds: 0,
            creature_size: true,
            unseen: Unseen::Modifier(50),
            fly_exact: false,
            land_height: LandHeight::FlyingSpeed,
            crawl_cost: 1,
            autohit_rolls: false,
            stones_by_rank: false,
            unreactable_delayed: false,
            dodge_pre_hit: false,
            parry_on_own_turn: true,
            opportunity_at_allies: false,
            damage_token: 0,
            healing_wakes: true,
            final_stand_moves: false,
            injury_per_type: false,
            radius_diamond: false,
        }
    }
}

const OFF_ON: &[&str] = &["off", "on"];
const ON_OFF: &[&str] = &["on", "off"];

/// The table of all switches.
pub static HOUSE_RULES: &[HouseRule] = &[
    HouseRule {
        key: "init.crits-first",
        values: OFF_ON,
        about: "Whether criticals of initiative come before everyone and fumbles after everyone; initiative is not opposed.",
    },
    HouseRule {
        key: "essence.per-turn",
        values: &[],
        about: "Portions of essence at the start of a turn: `by-clock` (the default, the maximum ÷ 3600), a whole number, or a percentage such as \"5%\".",
    },
    HouseRule {
        key: "dice.literal-tens",
        values: OFF_ON,
        about: "Whether advantage compares the tens dice alone; read literally it would turn 90 into 100.",
    },
    HouseRule {
        key: "rank.beast-attacks",
        values: &["none", "cr"],
        about: "Whether a beast's natural attacks have a rank, the first digit of its CR; only Gu have ranks in the chapter.",
    },
    HouseRule {
        key: "opposed.retest-limit",
        values: &[],
        about: "How often an opposed test that cannot be tied is made again before nothing changes: 0 to 100, by default 20.",
    },
    HouseRule {
        key: "fight.max-rounds",
        values: &[],
        about: "After how many rounds a fight is a draw: 1 to 10000; by default none at the table and 100 in automatic runs.",
    },
    HouseRule {
        key: "attack.creature-size",
        values: ON_OFF,
        about: "Whether the size of a whole creature changes the chance to hit it, as that of a part does.",
    },
    HouseRule {
        key: "attack.unseen",
        values: &[],
        about: "The modifier against a target that cannot be perceived: a whole number, by default 50, or `forbid`.",
    },
    HouseRule {
        key: "fly.exact",
        values: OFF_ON,
        about: "Whether Fly always covers the whole flying speed; the flyer may stop early otherwise.",
    },
    HouseRule {
        key: "fly.land-height",
        values: &[],
        about: "From how high one may land: `flying-speed` (the default), a number of metres, or `unlimited`.",
    },
    HouseRule {
        key: "prone.crawl-cost",
        values: &[],
        about: "Metres of movement that a step costs while prone: 1, the default, or 2.",
    },
    HouseRule {
        key: "autohit.rolls-for-critical",
        values: OFF_ON,
        about: "Whether an attack that hits by itself is rolled all the same, to see a critical.",
    },
    HouseRule {
        key: "stones.by-rank",
        values: OFF_ON,
        about: "Whether a primeval stone gives 5, 4, 3, 2 or 1 portions by the user's rank instead of 5.",
    },
    HouseRule {
        key: "unreactable.delayed",
        values: OFF_ON,
        about: "Whether reactions to Unreactable effects come after the effect instead of not at all.",
    },
    HouseRule {
        key: "dodge.pre-hit",
        values: OFF_ON,
        about: "Whether one may dodge without a test as soon as one is aimed at.",
    },
    HouseRule {
        key: "parry.on-own-turn",
        values: ON_OFF,
        about: "Whether the one whose turn it is may parry the counter-attack of a parry.",
    },
    HouseRule {
        key: "aoo.allies",
        values: OFF_ON,
        about: "Whether attacks of opportunity may be made at allies, too.",
    },
    HouseRule {
        key: "dying.damage-token",
        values: &[],
        about: "Predicament tokens for each instance of damage while Dying: 0, the default, to 5.",
    },
    HouseRule {
        key: "dying.healing-wakes",
        values: ON_OFF,
        about: "Whether regaining hit points ends Dying and unconsciousness.",
    },
    HouseRule { key: "fs.killer-moves", values: OFF_ON, about: "Whether killer moves may be used in Final Stand." },
    HouseRule {
        key: "injury.per-type",
        values: OFF_ON,
        about: "Whether the threshold of injuries is held against each type of damage alone instead of the whole instance.",
    },
    HouseRule {
        key: "radius.shape",
        values: &["square", "diamond"],
        about: "Whether a radius is the square that movement reaches or a diamond.",
    },
];

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        read_house_rules(encounter, NAME, HOUSE_RULES, problems, |rule, value| {
            house.set(rule.key, &value.value).ok_or_else(|| format!("{} is no value of {}", value.value, rule.key))
        });
        house
    }

    /// The switches that are off or on, and the word for on, where it is another.
    fn flag(&mut self, key: &str) -> Option<(&mut bool, &'static str)> {
        Some(match key {
            "init.crits-first" => (&mut self.crits_first, "on"),
            "dice.literal-tens" => (&mut self.literal_tens, "on"),
            "rank.beast-attacks" => (&mut self.beasts_ranked, "cr"),
            "attack.creature-size" => (&mut self.creature_size, "on"),
            "fly.exact" => (&mut self.fly_exact, "on"),
            "autohit.rolls-for-critical" => (&mut self.autohit_rolls, "on"),
            "stones.by-rank" => (&mut self.stones_by_rank, "on"),
            "unreactable.delayed" => (&mut self.unreactable_delayed, "on"),
            "dodge.pre-hit" => (&mut self.dodge_pre_hit, "on"),
            "parry.on-own-turn" => (&mut self.parry_on_own_turn, "on"),
            "aoo.allies" => (&mut self.opportunity_at_allies, "on"),
            "dying.healing-wakes" => (&mut self.healing_wakes, "on"),
            "fs.killer-moves" => (&mut self.final_stand_moves, "on"),
            "injury.per-type" => (&mut self.injury_per_type, "on"),
            "radius.shape" => (&mut self.radius_diamond, "diamond"),
            _ => return None,
        })
    }

    /// Sets a switch; `None` for a value that it does not have.
    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        if let Some((flag, second)) = self.flag(key) {
            *flag = match value {
                Value::Bool(flag) => *flag,
                Value::Text(word) if word == "on" || word == second => true,
                Value::Text(word) if word == "off" || word == "none" || word == "square" => false,
                _ => return None,
            };
            return Some(());
        }
        let number = |least: i64, most: i64| value.as_int().filter(|number| (least..=most).contains(number));
        match key {
            "essence.per-turn" => self.essence = essence(value)?,
            "opposed.retest-limit" => self.retest_limit = number(0, 100)? as u16,
            "fight.max-rounds" => self.max_rounds = number(1, 10_000)? as u32,
            "attack.unseen" => {
                self.unseen = match value.as_text() {
                    Some("forbid") => Unseen::Forbid,
                    _ => Unseen::Modifier(number(-100, 200)? as i16),
                }
            }
            "fly.land-height" => {
                self.land_height = match value.as_text() {
                    Some("flying-speed") => LandHeight::FlyingSpeed,
                    Some("unlimited") => LandHeight::Unlimited,
                    _ => LandHeight::Metres(number(0, 10_000)? as i16),
                }
            }
            "prone.crawl-cost" => self.crawl_cost = number(1, 2)? as u16,
            "dying.damage-token" => self.damage_token = number(0, 5)? as u8,
            _ => return None,
        }
        Some(())
    }

    /// Every switch that differs from its default, for the head of the log: those with two values first.
    pub fn in_force(&self) -> Vec<String> {
        let (mut now, mut own) = (self.clone(), House::default());
        let differs = |rule: &&HouseRule| {
            let [now, own] = [&mut now, &mut own].map(|house| house.flag(rule.key).map(|(flag, _)| *flag));
            now != own
        };
        // Of two values the first is the default.
        let flags = HOUSE_RULES.iter().filter(differs);
        let mut all: Vec<String> = flags.map(|rule| format!("{} = {}", rule.key, rule.values[1])).collect();
        let own = House::default();
        let mut say = |differs: bool, key: &str, value: String| all.extend(differs.then(|| format!("{key} = {value}")));
        say(self.essence != own.essence, "essence.per-turn", essence_words(self.essence));
        say(self.retest_limit != own.retest_limit, "opposed.retest-limit", self.retest_limit.to_string());
        say(self.max_rounds != own.max_rounds, "fight.max-rounds", self.max_rounds.to_string());
        let unseen = match self.unseen {
            Unseen::Forbid => "forbid".into(),
            Unseen::Modifier(modifier) => modifier.to_string(),
        };
        say(self.unseen != own.unseen, "attack.unseen", unseen);
        let height = match self.land_height {
            LandHeight::Metres(metres) => metres.to_string(),
            _ => "unlimited".into(),
        };
        say(self.land_height != own.land_height, "fly.land-height", height);
        say(self.crawl_cost != own.crawl_cost, "prone.crawl-cost", self.crawl_cost.to_string());
        say(self.damage_token != own.damage_token, "dying.damage-token", self.damage_token.to_string());
        all
    }
}

fn essence(value: &Value) -> Option<EssencePerTurn> {
    let within = |number: i64| (0..=1000).contains(&number).then_some(number as i16);
    match value {
        Value::Int(number) => within(*number).map(EssencePerTurn::Fixed),
        Value::Text(word) if word == "by-clock" => Some(EssencePerTurn::ByClock),
        Value::Text(word) => {
            let percent = word.strip_suffix('%')?.trim().parse().ok()?;
            within(percent).filter(|percent| *percent <= 100).map(EssencePerTurn::Percent)
        }
        _ => None,
    }
}

fn essence_words(essence: EssencePerTurn) -> String {
    match essence {
        EssencePerTurn::ByClock => "by-clock".into(),
        EssencePerTurn::Fixed(portions) => portions.to_string(),
        EssencePerTurn::Percent(percent) => format!("{percent}%"),
    }
}
