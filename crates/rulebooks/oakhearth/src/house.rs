//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Problem, Value};
use quintain_engine::{HouseRule, read_house_rules, switches};

use crate::book::NAME;

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
    held_penalty: HeldPenalty = "held-penalty" { WholeTurn = "whole-turn", SoFar = "so-far" }
        "Whether a Held Action takes along the penalty of the whole turn in which it is held, or what has built up by then.";
    close_quarters: CloseQuarters = "close-quarters" { Off = "off", On = "on" }
        "Whether ranged attacks next to an enemy have DIS.";
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        read_house_rules(encounter, NAME, HOUSE_RULES, problems, |rule, value| house.set(rule, &value.value));
        house
    }

    fn set(&mut self, rule: &HouseRule, value: &Value) -> Result<(), String> {
        self.choose(rule.key, rule.word(value)?);
        Ok(())
    }
}
