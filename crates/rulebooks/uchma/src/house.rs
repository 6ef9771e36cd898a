//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};
use quintain_engine::HouseRule;
use quintain_field::Square;

/// Declares the switches: a small enum for each (the default first), the struct that holds them all, and their table.
/// Dozens of enums that differ only in their words are the reason for a macro.
macro_rules! switches {
    ($( $field:ident: $name:ident = $key:literal { $first:ident = $first_word:literal $(, $variant:ident = $word:literal)* } $text:literal; )*) => {
        $(
            #[doc = $text]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum $name {
                #[doc = $first_word]
                #[default]
                $first,
                $( #[doc = $word] $variant, )*
            }
        )*

        /// All switches of one fight, and what an encounter says of its place.
        #[derive(Clone, Debug, PartialEq)]
        pub struct House {
            $( #[doc = $text] pub $field: $name, )*
            /// Metres of difference in height that count.
            pub significant_height: i16,
            /// How many minions one may have by abilities that count against the limit.
            pub summon_limit: i16,
            /// The sides that are ambushed in the first round.
            pub ambushed: Vec<String>,
            /// Sides that stay out of a contest.
            pub neutral: Vec<String>,
            /// Squares near undisturbed places of magic.
            pub magic_places: Vec<Square>,
            /// Squares of icons.
            pub icons: Vec<Square>,
        }

        impl Default for House {
            fn default() -> Self {
                House {
                    $( $field: $name::default(), )*
                    significant_height: 2,
                    summon_limit: 1,
                    ambushed: Vec::new(),
                    neutral: Vec::new(),
                    magic_places: Vec::new(),
                    icons: Vec::new(),
                }
            }
        }

        /// The table of all switches.
        pub static HOUSE_RULES: &[HouseRule] = &[
            $( HouseRule { key: $key, values: &[$first_word $(, $word)*], about: $text }, )*
            HouseRule { key: "significant-height", values: &[], about: "How many metres of difference in height break adjacency and make high ground: 1 to 20, by default 2." },
            HouseRule { key: "summon-limit", values: &[], about: "How many minions one may have by abilities that count against the limit: 0 to 20, by default 1." },
            HouseRule { key: "ambush", values: &[], about: "The sides that are ambushed in the first round, as a list such as [\"wolves\"]; by default none." },
            HouseRule { key: "neutral", values: &[], about: "The sides that stay out of a contest, as a list; by default none." },
            HouseRule { key: "places-of-magic", values: &[], about: "Squares near undisturbed places of magic, as a list such as [\"C3\"]; by default none." },
            HouseRule { key: "icons", values: &[], about: "Squares where icons stand, as a list such as [\"C3\"]; within 3 m of one those who know its power pay nothing for rituals. By default none." },
        ];

        impl House {
            fn choose(&mut self, key: &str, word: &str) -> Option<bool> {
                match key {
                    $( $key => {
                        self.$field = match word {
                            $first_word => $name::$first,
                            $( $word => $name::$variant, )*
                            _ => return Some(false),
                        };
                        Some(true)
                    } )*
                    _ => None,
                }
            }
        }
    };
}

switches! {
    distance: Distance = "distance" { Game = "game", Simulation = "simulation" }
        "Whether a diagonal costs as much as a straight step, or by turns 1 and 2.";
    rounding: Rounding = "rounding" { Down = "down", Up = "up", Nearest = "nearest" }
        "How fractions are rounded: the chapter never says.";
    npc_death: NpcDeath = "npc-death" { Immediate = "immediate", EndPhase = "end-phase", AsPc = "as-pc" }
        "What health below 1 means for those who are nobody's character.";
    health_floor: HealthFloor = "health-floor" { None = "none", Zero = "zero" }
        "Whether health can fall below 0.";
    massive_damage: MassiveDamage = "massive-damage" { Net = "net", Single = "single", FightTotal = "fight-total" }
        "What is held against twice the maximum health: what is unhealed, one blow, or all damage of the fight.";
    fifth_round: FifthRound = "fifth-round-death" { EndPhase = "end-phase", RoundStart = "round-start" }
        "When the fifth round of unconsciousness kills.";
    order_refresh: OrderRefresh = "order-refresh" { Live = "live", PerRound = "per-round", CombatStart = "combat-start" }
        "How often the order of turns follows changed speeds.";
    newcomers: Newcomers = "newcomers" { ThisRound = "this-round", NextRound = "next-round" }
        "Whether newcomers act in the round in which they come.";
    round_owner: RoundOwner = "round-owner" { Source = "source", Bearer = "bearer" }
        "On whose turns effects in rounds are counted.";
    split_move: SplitMove = "split-move" { No = "no", Yes = "yes" }
        "Whether a move may be split around the action.";
    prepared_decline: PreparedDecline = "prepared-decline" { Yes = "yes", No = "no" }
        "Whether a prepared action may be kept when its trigger comes.";
    forced_triggers: ForcedTriggers = "forced-movement-triggers" { No = "no", Yes = "yes" }
        "Whether being pushed, pulled or thrown sets prepared actions off.";
    monster_potency: MonsterPotency = "monster-damage-includes-potency" { No = "no", Yes = "yes" }
        "Whether a monster's printed damage already holds its Potency.";
    steal_overkill: StealOverkill = "steal-overkill" { Counted = "counted", Capped = "capped" }
        "Whether health stolen below 0 heals the thief.";
    flyers_run: FlyersRun = "flyers-run" { Yes = "yes", No = "no" }
        "Whether a creature aloft may run.";
    stand_at_zero: StandAtZero = "stand-at-zero" { No = "no", Yes = "yes" }
        "Whether one with speed 0 may stand up and go prone.";
    prone_item: ProneItem = "prone-use-item" { No = "no", Yes = "yes" }
        "Whether a prone creature may use items.";
    fall_prone: FallProne = "fall-prone" { No = "no", Yes = "yes" }
        "Whether a harmful fall fells.";
    unarmed_flanks: UnarmedFlanks = "unarmed-flanks" { Yes = "yes", No = "no" }
        "Whether bare hands and natural weapons count for flanking.";
    pass_foes: PassFoes = "pass-foes" { No = "no", Yes = "yes" }
        "Whether one may pass through the squares of foes.";
    mounted: Mounted = "mounted" { Off = "off", Simple = "simple" }
        "Whether creatures may be ridden, by a scheme of our own: the chapter has none.";
    contest: Contest = "contest" { Off = "off", On = "on" }
        "Whether a quarrel of characters is settled by the quick contest of teams instead of a fight.";
    unconscious_stunned: UnconsciousStunned = "unconscious-stunned" { No = "no", Yes = "yes" }
        "Whether an unconscious creature also has the penalties of stunned and immobilized.";
    npc_special: NpcSpecial = "npc-special-actions" { No = "no", Yes = "yes" }
        "Whether those who are nobody's character may take special actions.";
    unsteady: Unsteady = "unsteady" { Always = "always", OnlyIfMoved = "only-if-moved" }
        "Whether unsteady weapons are worse at every shot, or only after moving.";
    fleeing: Fleeing = "fleeing" { Off = "off", On = "on" }
        "Whether one may leave the fight from an exit in the end phase.";
    sunlight: Sunlight = "sunlight" { No = "no", Yes = "yes" }
        "Whether the fight is in direct sunlight.";
}

/// What is wrong with a house rule.
enum Wrong {
    Key,
    Value(String),
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        for (key, value) in &encounter.house {
            match house.set(key.value.strip_prefix("opt.").unwrap_or(&key.value), value, encounter) {
                Ok(()) => {}
                Err(Wrong::Value(what)) => problems.push(Problem::at(&value.place, what)),
                Err(Wrong::Key) => {
                    let near = nearest(&key.value, HOUSE_RULES.iter().map(|rule| rule.key));
                    let help = match near {
                        Some(near) => format!("the nearest name is `{near}`"),
                        None => "docs/uchma.md lists the house rules".to_owned(),
                    };
                    let what = format!("Sigil of Uchma has no house rule `{}`", key.value);
                    problems.push(Problem::at(&key.place, what).help(help));
                }
            }
        }
        house
    }

    fn set(&mut self, key: &str, value: &Placed<Value>, encounter: &Encounter) -> Result<(), Wrong> {
        let number = |least: i64, most: i64| match value.value {
            Value::Int(number) if (least..=most).contains(&number) => Ok(number as i16),
            _ => Err(Wrong::Value(format!("{key} is a whole number from {least} to {most}, not {}", value.value))),
        };
        match key {
            "significant-height" => self.significant_height = number(1, 20)?,
            "summon-limit" => self.summon_limit = number(0, 20)?,
            "ambush" | "neutral" => {
                let sides = words(key, value)?;
                let known = encounter.side_names();
                if let Some(stranger) = sides.iter().find(|side| !known.contains(&side.as_str())) {
                    let what = format!("no side is called `{stranger}`; there are {}", known.join(", "));
                    return Err(Wrong::Value(what));
                }
                match key {
                    "ambush" => self.ambushed = sides,
                    _ => self.neutral = sides,
                }
            }
            "places-of-magic" => self.magic_places = squares(key, value)?,
            "icons" => self.icons = squares(key, value)?,
            _ => {
                let word = match &value.value {
                    Value::Bool(true) => "yes".to_owned(),
                    Value::Bool(false) => "no".to_owned(),
                    Value::Text(word) => word.clone(),
                    other => other.to_string(),
                };
                let on_off = match word.as_str() {
                    "yes" => "on",
                    "no" => "off",
                    other => other,
                };
                match self.choose(key, &word) {
                    None => return Err(Wrong::Key),
                    Some(true) => {}
                    Some(false) if self.choose(key, on_off) == Some(true) => {}
                    Some(false) => {
                        let rule = HOUSE_RULES.iter().find(|rule| rule.key == key);
                        let known = rule.map(|rule| rule.values.join(", ")).unwrap_or_default();
                        return Err(Wrong::Value(format!("{key} is one of {known}, not {}", value.value)));
                    }
                }
            }
        }
        Ok(())
    }

    /// `Q-01`: dividing whole numbers.
    pub fn divide(&self, of: i16, by: i16) -> i16 {
        let by = by.max(1);
        match self.rounding {
            Rounding::Down => of.div_euclid(by),
            Rounding::Up => of.div_euclid(by) + i16::from(of.rem_euclid(by) > 0),
            Rounding::Nearest => (2 * of + by).div_euclid(2 * by),
        }
    }
}

fn squares(key: &str, value: &Placed<Value>) -> Result<Vec<Square>, Wrong> {
    let square = |word: &String| word.parse().map_err(|_| Wrong::Value(format!("`{word}` is no square such as C3")));
    words(key, value)?.iter().map(square).collect()
}

fn words(key: &str, value: &Placed<Value>) -> Result<Vec<String>, Wrong> {
    let wrong = || Wrong::Value(format!("{key} is a list of words, such as [\"a\", \"b\"]"));
    match &value.value {
        Value::Text(word) => Ok(vec![word.clone()]),
        Value::List(list) => {
            list.iter().map(|item| item.value.as_text().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        _ => Err(wrong()),
    }
}
