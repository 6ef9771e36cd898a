//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Problem, Value};
use quintain_engine::{HouseRule, read_house_rules, switches};
use quintain_field::{Map, Square};

use crate::book::NAME;

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
    walls: Walls = "walls" { Stone = "stone", Wood = "wood" }
        "What walls drawn on the edges of squares are made of: stone holds sounds up, wood does not.";
    sunlight: Sunlight = "sunlight" { No = "no", Yes = "yes" }
        "Whether the fight is in direct sunlight.";
    + beside {
        /// Metres of difference in height that count.
        significant_height: i16 = 2;
        /// How many minions one may have by abilities that count against the limit.
        summon_limit: i16 = 1;
        /// The sides that are ambushed in the first round.
        ambushed: Vec<String> = Vec::new();
        /// Sides that stay out of a contest.
        neutral: Vec<String> = Vec::new();
        /// Squares near undisturbed places of magic.
        magic_places: Vec<Square> = Vec::new();
        /// Squares of icons.
        icons: Vec<Square> = Vec::new();
    }
    + told {
        "significant-height"
            "How many metres of difference in height break adjacency and make high ground: 1 to 20, by default 2.";
        "summon-limit"
            "How many minions one may have by abilities that count against the limit: 0 to 20, by default 1.";
        "ambush"
            "The sides that are ambushed in the first round, as a list such as [\"wolves\"]; by default none.";
        "neutral"
            "The sides that stay out of a contest, as a list; by default none.";
        "places-of-magic"
            "Squares near undisturbed places of magic, as a list such as [\"C3\"]; by default none.";
        "icons"
            "Squares where icons stand, as a list such as [\"C3\"]; within 3 m of one those who know its power pay nothing for rituals. By default none.";
    }
}

impl House {
    /// The switches that an encounter with this map sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, map: Option<&Map>, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        read_house_rules(encounter, NAME, HOUSE_RULES, problems, |rule, value| {
            house.set(rule, &value.value, (encounter, map))
        });
        house
    }

    fn set(
        &mut self,
        rule: &HouseRule,
        value: &Value,
        (encounter, map): (&Encounter, Option<&Map>),
    ) -> Result<(), String> {
        match rule.key {
            "significant-height" => self.significant_height = rule.number(value, 1, 20)? as i16,
            "summon-limit" => self.summon_limit = rule.number(value, 0, 20)? as i16,
            "ambush" => self.ambushed = sides(rule.key, value, encounter)?,
            "neutral" => self.neutral = sides(rule.key, value, encounter)?,
            "places-of-magic" => self.magic_places = squares(rule.key, value, map)?,
            "icons" => self.icons = squares(rule.key, value, map)?,
            _ => self.choose(rule.key, rule.word(value)?),
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

fn sides(key: &str, value: &Value, encounter: &Encounter) -> Result<Vec<String>, String> {
    let sides = words(key, value)?;
    let known = encounter.side_names();
    match sides.iter().find(|side| !known.contains(&side.as_str())) {
        Some(stranger) => Err(format!("no side is called `{stranger}`; there are {}", known.join(", "))),
        None => Ok(sides),
    }
}

fn squares(key: &str, value: &Value, map: Option<&Map>) -> Result<Vec<Square>, String> {
    let square = |word: &String| -> Result<Square, String> {
        let square: Square = word.parse().map_err(|_| format!("`{word}` is no square such as C3"))?;
        match map {
            Some(map) if !map.contains(square) => Err(format!("{square} is off the map")),
            _ => Ok(square),
        }
    };
    words(key, value)?.iter().map(square).collect()
}

fn words(key: &str, value: &Value) -> Result<Vec<String>, String> {
    let wrong = || format!("{key} is a list of words, such as [\"a\", \"b\"]");
    match value {
        Value::Text(word) => Ok(vec![word.clone()]),
        Value::List(list) => {
            list.iter().map(|item| item.value.as_text().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        _ => Err(wrong()),
    }
}
