//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Problem, Value};
use quintain_engine::{HouseRule, read_house_rules, switches};

use super::NAME;

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
    charm_shots: CharmShots = "charm.shots" { Spare = "spare", RunOn = "run-on" }
        "Whether a shot that is dodged in a cluster passes the one who has charmed the shooter by, or runs on to that one like any other.";
    bind_reach: BindReach = "bind.reach" { Cluster = "cluster", Location = "location" }
        "Whether the bound strike only those in a cluster with them, or anybody in their location who can come to them.";
    blind_spots: BlindSpots = "module.blind-spots" { Off = "off", On = "on" }
        "Whether defending against a shot opens a blind spot on the other side.";
    + beside {
        /// Breathers in a row that bring fatigue back to its base.
        breather_turns: u8 = 2;
        /// What hit points of cards are multiplied by.
        hp_scale: i16 = 2;
        /// Borders that one move may cross.
        borders_per_action: u8 = 1;
        /// Turns of climbing for each level of height.
        climb_turns: u8 = 1;
    }
    + told {
        "fatigue.breather-turns"
            "How many breathers in a row bring fatigue back to its base: 1 to 15, by default 2.";
        "hp-scale"
            "What hit points of cards are multiplied by: 2, the default, or 1. The tabletop's injuries and weapons count twice what the cards count.";
        "move.borders-per-action"
            "How many borders one move may cross: 1, the default, to 3. Distance is counted in turns, so one is what a turn is for.";
        "env.climb-turns-per-level"
            "How many turns of climbing a level of height takes: 1, the default, to 5.";
    }
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub(crate) fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        read_house_rules(encounter, NAME, HOUSE_RULES, problems, |rule, value| house.set(rule, &value.value));
        house
    }

    fn set(&mut self, rule: &HouseRule, value: &Value) -> Result<(), String> {
        match rule.key {
            "fatigue.breather-turns" => self.breather_turns = rule.number(value, 1, 15)? as u8,
            "hp-scale" => self.hp_scale = rule.number(value, 1, 2)? as i16,
            "move.borders-per-action" => self.borders_per_action = rule.number(value, 1, 3)? as u8,
            "env.climb-turns-per-level" => self.climb_turns = rule.number(value, 1, 5)? as u8,
            _ => self.choose(rule.key, rule.word(value)?),
        }
        Ok(())
    }
}
