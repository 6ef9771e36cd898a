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
    resist_half: ResistHalf = "resist-half-rounding" { UpMinOneRemoved = "up-min-one-removed", Down = "down" }
        "Whether half damage is rounded up with at least 1 taken off, or down.";
    contest_crits: ContestCrits = "contest-crits" { Off = "off", On = "on" }
        "Whether a natural 20 wins and a natural 1 loses a Contest.";
    ap_for_adv: ApForAdv = "ap-for-adv" { Stack = "stack", Once = "once", Off = "off" }
        "Whether extra AP buy ADV on an Attack Check: as often as paid, once, or never.";
    death_at: DeathAt = "death-at" { AtThreshold = "at-threshold", BelowThreshold = "below-threshold" }
        "Whether a creature dies at its Death Threshold or only below it.";
    npc_deaths_door: NpcDeathsDoor = "npc-deaths-door" { Listed = "listed", None = "none", All = "all" }
        "Whether creatures of the game master go to Death's Door: those marked `special`, none, or all.";
    init_count: InitCount = "init-count" { Net = "net", RawSuccesses = "raw-successes" }
        "Whether initiative counts degrees and takes failures off, or only counts who succeeds.";
    surprise_ends: SurpriseEnds = "surprise-ends" { EndFirstTurn = "end-first-turn", EndFirstRound = "end-first-round", StartFirstTurn = "start-first-turn" }
        "When a Surprised creature comes to its senses.";
    shove_size: ShoveSize = "shove-size-limit" { None = "none", TwoSizesLargerIllegal = "two-sizes-larger-illegal" }
        "Whether a creature two sizes larger can be shoved.";
    free_provokes: FreeProvokes = "free-interaction-provokes" { OnlyPickupAndSwitch = "only-pickup-and-switch", All = "all", None = "none" }
        "Which free object interactions give Attacks of Opportunity.";
    forced_provokes: ForcedProvokes = "forced-movement-provokes" { Off = "off", On = "on" }
        "Whether a creature that is pushed, thrown or tackled out of reach gives Attacks of Opportunity.";
    hide_tie: HideTie = "hide-tie" { Hidden = "hidden", Found = "found" }
        "Whether a Stealth Check that equals Passive Awareness is enough.";
    help_timing: HelpTiming = "help-timing" { BeforeRoll = "before-roll", AfterRoll = "after-roll" }
        "Whether a Help Die is added before the roll or after the die is seen.";
    help_stack: HelpStack = "help-stack" { OnePerHelper = "one-per-helper", One = "one" }
        "Whether Help Dice of several helpers may go into one roll.";
    move_rounding: MoveRounding = "move-rounding" { DownMin1 = "down-min1", Down = "down", Up = "up" }
        "How halves and quarters of Movement are rounded.";
    reaction_scope: ReactionScope = "one-reaction-scope" { PerCreature = "per-creature", WholeTable = "whole-table" }
        "Whether each creature may react once to a trigger, or only one of all.";
    shared_rounding: SharedRounding = "shared-rounding" { Up = "up", Down = "down" }
        "How shared damage is rounded.";
    fall_attack: FallAttack = "fall-attack-reduce" { Off = "off", On = "on" }
        "Whether Acrobatics takes off from the falling half of a falling attack.";
    team_throw: TeamThrow = "team-throw" { SumForDistance = "sum-for-distance", SumForSuccess = "sum-for-success", TwoDistances = "two-distances" }
        "What the added totals of a team throw decide.";
    throw_roll: ThrowRoll = "throw-target-roll" { New = "new", Same = "same" }
        "Whether a throw at a target takes a new Athletics Check or the one that threw.";
    underwater: Underwater = "underwater-scope" { Melee = "melee", AllMartial = "all-martial" }
        "Whether only melee or all martial attacks suffer under water.";
    prone_ranged: ProneRanged = "prone-ranged" { Dis = "dis", Plain = "plain" }
        "Whether ranged attacks against somebody Prone have DIS.";
    throw_origin: ThrowOrigin = "throw-origin" { CreatureSpace = "creature-space", ThrowerSpace = "thrower-space" }
        "From where the Spaces of a throw are counted.";
    search_reveals: SearchReveals = "search-reveals-to" { Searcher = "searcher", Side = "side" }
        "Whether a successful Search ends being hidden for the searcher or for its whole side.";
    close_quarters: CloseQuarters = "close-quarters" { Off = "off", On = "on" }
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
            // An underscore for a hyphen is a slip of the pen, not another rule.
            match house.choose(&key.value.replace('_', "-"), &word.replace('_', "-")) {
                Choice::Taken => {}
                Choice::WrongKey => {
                    let near = nearest(&key.value, HOUSE_RULES.iter().map(|rule| rule.key));
                    let help = near.map(|near| format!("the nearest house rule of Oakhearth is `{near}`"));
                    let what = format!("Oakhearth has no house rule `{}`", key.value);
                    problems.push(Problem { help, ..Problem::at(&key.place, what) });
                }
                Choice::WrongValue => {
                    let known = HOUSE_RULES.iter().find(|rule| rule.key == key.value.replace('_', "-"));
                    let help = known.map(|rule| format!("its values are {}", rule.values.join(", ")));
                    let what = format!("`{word}` is no value of {}", key.value);
                    problems.push(Problem { help, ..Problem::at(&value.place, what) });
                }
            }
        }
        house
    }
}
