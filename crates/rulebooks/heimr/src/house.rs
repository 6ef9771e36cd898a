//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};
use quintain_engine::HouseRule;

/// Declares the switches: a small enum for each (the default first), the struct that holds them all, and their table.
/// A dozen enums that differ only in their words are the reason for a macro.
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

        /// All switches of one fight.
        #[derive(Clone, Debug, PartialEq)]
        pub struct House {
            $( #[doc = $text] pub $field: $name, )*
            /// Breathers in a row that bring fatigue back to its base.
            pub breather_turns: u8,
            /// What hit points of cards are multiplied by.
            pub hp_scale: i16,
            /// Borders that one move may cross.
            pub borders_per_action: u8,
            /// Turns of climbing for each level of height.
            pub climb_turns: u8,
        }

        impl Default for House {
            fn default() -> Self {
                House {
                    $( $field: $name::default(), )*
                    breather_turns: 2,
                    hp_scale: 2,
                    borders_per_action: 1,
                    climb_turns: 1,
                }
            }
        }

        /// The table of all switches.
        pub static HOUSE_RULES: &[HouseRule] = &[
            $( HouseRule { key: $key, values: &[$first_word $(, $word)*], about: $text }, )*
            HouseRule {
                key: "fatigue.breather-turns",
                values: &[],
                about: "How many breathers in a row bring fatigue back to its base: 1 to 15, by default 2.",
            },
            HouseRule {
                key: "hp-scale",
                values: &[],
                about: "What hit points of cards are multiplied by: 2, the default, or 1. The tabletop's injuries and weapons count twice what the cards count.",
            },
            HouseRule {
                key: "move.borders-per-action",
                values: &[],
                about: "How many borders one move may cross: 1, the default, to 3. Distance is counted in turns, so one is what a turn is for.",
            },
            HouseRule {
                key: "env.climb-turns-per-level",
                values: &[],
                about: "How many turns of climbing a level of height takes: 1, the default, to 5.",
            },
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
    init_willpower: InitWillpower = "init.willpower" { Current = "current", Maximum = "maximum" }
        "Whether initiative adds the willpower that one has, or the most one can have.";
    init_fatigue: InitFatigue = "init.fatigue" { Off = "off", On = "on" }
        "Whether tiredness weighs on the roll for initiative, which is made before any effort.";
    delay_wrap: DelayWrap = "delay.wrap" { Allow = "allow", Forbid = "forbid" }
        "Whether one may delay to a place of the order that this round has passed already, and so lose a turn.";
    may_hold: MayHold = "ready.may-hold" { No = "no", Yes = "yes" }
        "Whether a readied action may be kept back when its trigger comes: the chapter says that it happens.";
    intent_locked: IntentLocked = "ready.intent-locked" { No = "no", Yes = "yes" }
        "Whether one whose intention was seen must go through with it.";
    barriers: Barriers = "distance.barriers" { Travel = "travel", Plain = "plain" }
        "Whether distance follows the real way round walls and up heights, or the grid alone.";
    sight: SightRule = "los" { Flagged = "flagged", Off = "off" }
        "Whether borders that stop sight keep shots away: the chapter has no line of sight.";
    effect_stack: EffectStack = "effect.stack" { Longest = "longest", Sum = "sum" }
        "Whether an effect called again lasts as long as the longer of the two, or as both together.";
    effect_replace: EffectReplace = "effect.replace" { Any = "any", HitOnly = "hit-only" }
        "Whether any effect called on a hit replaces the weapon's damage, or only a Hit does.";
    defence_mode: DefenceMode = "defence.mode" { Standing = "standing", OnDemand = "on-demand" }
        "Whether defences are rolled ahead and open, or when somebody attacks.";
    two_attributes: TwoAttributes = "ability.two-attributes" { FloorAverage = "floor-average", Best = "best" }
        "Whether an ability with two attributes takes their average, rounded down, or the better one.";
    health_table: HealthTable = "health.table" { Tabletop = "tabletop", Larp = "larp" }
        "Whether the levels of injury and their clocks are those of the tabletop or of the live edition.";
    throwing_effect: ThrowingEffect = "throwing.effect" { Damage = "damage", Stumble = "stumble" }
        "Whether a thrown weapon does damage or makes its target stumble.";
    blind_spots: BlindSpots = "module.blind-spots" { Off = "off", On = "on" }
        "Whether defending against a shot opens a blind spot on the other side.";
}

/// What is wrong with a house rule.
enum Wrong {
    Key,
    Value(String),
}

impl House {
    /// The switches of an encounter, and what is wrong with them.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        for (key, value) in &encounter.house {
            // An underscore for a hyphen is a slip of the pen, not another rule.
            match house.set(&key.value.replace('_', "-"), value) {
                Ok(()) => {}
                Err(Wrong::Key) => problems.push(no_such(key)),
                Err(Wrong::Value(what)) => problems.push(Problem::at(&value.place, what)),
            }
        }
        house
    }

    fn set(&mut self, key: &str, value: &Placed<Value>) -> Result<(), Wrong> {
        let number = |least: i64, most: i64| match value.value {
            Value::Int(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Wrong::Value(format!("{key} is a whole number from {least} to {most}, not {}", value.value))),
        };
        match key {
            "fatigue.breather-turns" => self.breather_turns = number(1, 15)? as u8,
            "hp-scale" => self.hp_scale = number(1, 2)? as i16,
            "move.borders-per-action" => self.borders_per_action = number(1, 3)? as u8,
            "env.climb-turns-per-level" => self.climb_turns = number(1, 5)? as u8,
            _ => {
                let word = match &value.value {
                    Value::Bool(true) => "on".to_owned(),
                    Value::Bool(false) => "off".to_owned(),
                    other => other.as_text().map_or_else(|| other.to_string(), str::to_owned),
                };
                match self.choose(key, &word.replace('_', "-")) {
                    Some(true) => {}
                    Some(false) => return Err(Wrong::Value(wrong_value(key, &word))),
                    None => return Err(Wrong::Key),
                }
            }
        }
        Ok(())
    }

    /// The house rules that are not as by default, as `key = value`.
    pub fn in_force(encounter: &Encounter) -> Vec<String> {
        encounter.house.iter().map(|(key, value)| format!("{} = {}", key.value, value.value)).collect()
    }
}

fn wrong_value(key: &str, word: &str) -> String {
    let rule = HOUSE_RULES.iter().find(|rule| rule.key == key);
    let values = rule.map_or(String::new(), |rule| rule.values.join(", "));
    format!("{key} is one of {values}, not {word}")
}

fn no_such(key: &Placed<String>) -> Problem {
    let known = || HOUSE_RULES.iter().map(|rule| rule.key);
    let near = nearest(key.as_str(), known()).map(|near| format!("the nearest name is `{near}`"));
    let help = near.or_else(|| Some(format!("house rules: {}", known().collect::<Vec<_>>().join(", "))));
    Problem { help, ..Problem::at(&key.place, format!("Heimr has no house rule `{}`", key.value)) }
}
