//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Problem, Value, nearest};
use quintain_engine::HouseRule;

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

        /// All switches of one fight.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct House {
            $( #[doc = $text] pub $field: $name, )*
        }

        /// The table of all switches.
        pub static HOUSE_RULES: &[HouseRule] = &[
            $( HouseRule { key: $key, values: &[$first_word $(, $word)*], about: $text }, )*
        ];

        impl House {
            fn choose(&mut self, key: &str, word: &str) -> Choice {
                match key {
                    $( $key => {
                        self.$field = match word {
                            $first_word => $name::$first,
                            $( $word => $name::$variant, )*
                            _ => return Choice::WrongValue,
                        };
                        Choice::Taken
                    } )*
                    _ => Choice::WrongKey,
                }
            }
        }
    };
}

enum Choice {
    Taken,
    WrongValue,
    WrongKey,
}

switches! {
    resist_half: ResistHalf = "resist_half_rounding" { UpMinOneRemoved = "up_min_one_removed", Down = "down" }
        "Whether half damage is rounded up with at least 1 taken off, or down.";
    contest_crits: ContestCrits = "contest_crits" { Off = "off", On = "on" }
        "Whether a natural 20 wins and a natural 1 loses a Contest.";
    ap_for_adv: ApForAdv = "ap_for_adv" { Stack = "stack", Once = "once", Off = "off" }
        "Whether extra AP buy ADV on an Attack Check: as often as paid, once, or never.";
    death_at: DeathAt = "death_at" { AtThreshold = "at_threshold", BelowThreshold = "below_threshold" }
        "Whether a creature dies at its Death Threshold or only below it.";
    npc_deaths_door: NpcDeathsDoor = "npc_deaths_door" { None = "none", Listed = "listed", All = "all" }
        "Whether creatures of the game master go to Death's Door: never, those marked `special`, or all.";
    init_count: InitCount = "init_count" { Net = "net", RawSuccesses = "raw_successes" }
        "Whether initiative counts degrees and takes failures off, or only counts who succeeds.";
    surprise_ends: SurpriseEnds = "surprise_ends" { EndFirstTurn = "end_first_turn", EndFirstRound = "end_first_round", StartFirstTurn = "start_first_turn" }
        "When a Surprised creature comes to its senses.";
    shove_size: ShoveSize = "shove_size_limit" { None = "none", TwoSizesLargerIllegal = "two_sizes_larger_illegal" }
        "Whether a creature two sizes larger can be shoved.";
    free_provokes: FreeProvokes = "free_interaction_provokes" { OnlyPickupAndSwitch = "only_pickup_and_switch", All = "all", None = "none" }
        "Which free object interactions give Attacks of Opportunity.";
    forced_provokes: ForcedProvokes = "forced_movement_provokes" { Off = "off", On = "on" }
        "Whether a creature that is pushed, thrown or tackled out of reach gives Attacks of Opportunity.";
    hide_tie: HideTie = "hide_tie" { Hidden = "hidden", Found = "found" }
        "Whether a Stealth Check that equals Passive Awareness is enough.";
    help_timing: HelpTiming = "help_timing" { BeforeRoll = "before_roll", AfterRoll = "after_roll" }
        "Whether a Help Die is added before the roll or after the die is seen.";
    help_stack: HelpStack = "help_stack" { OnePerHelper = "one_per_helper", One = "one" }
        "Whether Help Dice of several helpers may go into one roll.";
    move_rounding: MoveRounding = "move_rounding" { DownMin1 = "down_min1", Down = "down", Up = "up" }
        "How halves and quarters of Movement are rounded.";
    reaction_scope: ReactionScope = "one_reaction_scope" { PerCreature = "per_creature", WholeTable = "whole_table" }
        "Whether each creature may react once to a trigger, or only one of all.";
    shared_rounding: SharedRounding = "shared_rounding" { Up = "up", Down = "down" }
        "How shared damage is rounded.";
    fall_attack: FallAttack = "fall_attack_reduce" { Off = "off", On = "on" }
        "Whether Acrobatics takes off from the falling half of a falling attack.";
    team_throw: TeamThrow = "team_throw" { SumForDistance = "sum_for_distance", SumForSuccess = "sum_for_success", TwoDistances = "two_distances" }
        "What the added totals of a team throw decide.";
    throw_roll: ThrowRoll = "throw_target_roll" { New = "new", Same = "same" }
        "Whether a throw at a target takes a new Athletics Check or the one that threw.";
    underwater: Underwater = "underwater_scope" { Melee = "melee", AllMartial = "all_martial" }
        "Whether only melee or all martial attacks suffer under water.";
    prone_ranged: ProneRanged = "prone_ranged" { Dis = "dis", Plain = "plain" }
        "Whether ranged attacks against somebody Prone have DIS.";
    throw_origin: ThrowOrigin = "throw_origin" { CreatureSpace = "creature_space", ThrowerSpace = "thrower_space" }
        "From where the Spaces of a throw are counted.";
    search_reveals: SearchReveals = "search_reveals_to" { Searcher = "searcher", Side = "side" }
        "Whether a successful Search ends being hidden for the searcher or for its whole side.";
    close_quarters: CloseQuarters = "close_quarters" { Off = "off", On = "on" }
        "Whether ranged attacks next to an enemy have DIS.";
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        for (key, value) in &encounter.house {
            let word = match &value.value {
                Value::Text(word) => word.clone(),
                Value::Bool(true) => "on".to_owned(),
                Value::Bool(false) => "off".to_owned(),
                other => other.to_string(),
            };
            match house.choose(&key.value, &word) {
                Choice::Taken => {}
                Choice::WrongKey => {
                    let near = nearest(&key.value, HOUSE_RULES.iter().map(|rule| rule.key));
                    let help = near.map(|near| format!("the nearest house rule of Oakhearth is `{near}`"));
                    let what = format!("Oakhearth has no house rule `{}`", key.value);
                    problems.push(Problem { help, ..Problem::at(&key.place, what) });
                }
                Choice::WrongValue => {
                    let known = HOUSE_RULES.iter().find(|rule| rule.key == key.value);
                    let help = known.map(|rule| format!("its values are {}", rule.values.join(", ")));
                    let what = format!("`{word}` is no value of {}", key.value);
                    problems.push(Problem { help, ..Problem::at(&value.place, what) });
                }
            }
        }
        house
    }
}
