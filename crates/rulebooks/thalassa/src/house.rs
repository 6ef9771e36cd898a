//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Placed, Problem, Value};
use quintain_engine::{HouseRule, read_house_rules, switches};

use crate::book::NAME;

switches! {
    order_start: Start = "order.start" { Roll = "roll", PcsSurprise = "pcs-surprise", OpponentsSurprise = "opponents-surprise" }
        "Whether the TEK saves for order are rolled, or an ambush settles them; a list such as [\"Althea passes\"] settles single ones.";
    failed_save: FailedSave = "order.failed-save" { AfterOpponents = "after-opponents", LoseFirstTurn = "lose-first-turn" }
        "What a failed TEK save for order costs: the chapter's example only lets the monster go first.";
    later_rounds: LaterRounds = "order.later-rounds" { Simultaneous = "simultaneous", PcsThenOpponents = "pcs-then-opponents", KeepRoundOne = "keep-round1-phases" }
        "How rounds from the second on are phased: the save speaks of the start of combat only.";
    resave: Resave = "order.resave" { Never = "never", GmAsks = "gm-asks-each-round" }
        "Whether the GM may call fresh TEK saves at the top of a round.";
    order_allies: OrderAllies = "order.allies" { OwnSave = "own-save", WithLeader = "with-leader" }
        "Whether allies roll their own TEK save for order or go with the first hero of their side.";
    npc_commit: NpcCommit = "npc.commit" { BeforeDice = "before-dice", AtOwnPhase = "at-own-phase" }
        "When opponents commit themselves: before any die, or when their phase begins.";
    multi_attack: MultiAttack = "npc.multi-attack" { AsData = "as-data", OneEntry = "one-entry-only" }
        "Whether creatures whose entry gives several attacks a turn make them all.";
    visibility: Visibility = "declare.visibility" { Open = "open", Sealed = "sealed" }
        "Whether declarations are heard as they are made or only once all are.";
    stale: Stale = "declare.stale" { SameKind = "same-kind", Lost = "lost", FreeRedeclare = "free-redeclare" }
        "What becomes of a declaration that an earlier phase of the round has made impossible.";
    pool_scope: PoolScope = "pool.scope" { Phase = "phase", Round = "round" }
        "Whether attacks on one target are pooled over a phase or over the whole round.";
    both: Both = "modifier.both" { ImpairedWins = "impaired-wins", CancelOut = "cancel-out" }
        "What an attack is that is impaired and enhanced at once: the one must, the other may.";
    own_side: OwnSide = "attack.own-side" { No = "no", Yes = "yes" }
        "Whether friends may be attacked on purpose.";
    unarmed_enhanced: UnarmedEnhanced = "unarmed.enhanced" { Never = "never", Allowed = "allowed" }
        "Whether bare hands may roll the larger die: they always do 1d4.";
    dual_modified: DualModified = "dual.modified" { PerDie = "per-die", SingleDie = "single-die" }
        "Whether both dice of two weapons change when the attack is impaired or enhanced, or one changed die is rolled in place of both.";
    manoeuvre_fail: ManoeuvreFail = "manoeuvre.fail" { Impaired = "impaired", Normal = "normal", Lost = "lost" }
        "What becomes of the attack when the save of a daring manoeuvre fails.";
    coup: CoupDeGrace = "helpless.coup-de-grace" { Off = "off", GmAsks = "gm-asks" }
        "Whether the GM may rule that a blow at a helpless foe simply kills.";
    crit_npc: CritNpc = "crit.npc" { OutDying = "out-dying", Dead = "dead", GmAsks = "gm-asks" }
        "What critical damage means for those who are not heroes.";
    detachment_critical: DetachmentCritical = "detachment.critical" { Routed = "routed", Weakened = "weakened", GmAsks = "gm-asks" }
        "Whether critical damage routs a detachment or weakens it.";
    retreat_voids: RetreatVoids = "retreat.voids-attacks" { Yes = "yes", No = "no" }
        "Whether a successful retreat escapes the blows of the same phase.";
    retreat_npc: RetreatNpc = "retreat.npc-save" { Yes = "yes", No = "no" }
        "Whether opponents need a TEK save to run away.";
    scar_total: ScarTotal = "scar.total" { AfterArmor = "after-armor", BeforeArmor = "before-armor" }
        "Whether the row of a scar is the damage after or before Armor.";
    handicaps: Handicaps = "scar.handicaps" { None = "none", Suggested = "suggested" }
        "Whether the places of scars carry the suggested penalties.";
    morale: Morale = "morale" { On = "on", Off = "off" }
        "Whether opponents save against flight.";
    morale_allies: MoraleAllies = "morale.allies" { Off = "off", On = "on" }
        "Whether the heroes' allies do, too.";
    rest: Rest = "rest.in-fight" { No = "no", OneTurn = "one-full-turn-unmolested" }
        "Whether a whole turn out of everyone's reach restores STA in the middle of a fight.";
    inventory: Inventory = "inventory.kra" { Max = "max", Current = "current" }
        "Whether inventory slots follow the KRA one began with or the current one.";
    magic_attack: MagicAttack = "magic.is-attack" { No = "no", Yes = "yes" }
        "Whether incantations that do damage count as attacks: pooled, modified, scarring.";
    magic_direct: MagicDirect = "magic.direct" { IgnoresArmor = "ignores-armor", StraightToKra = "straight-to-kra", Normal = "normal" }
        "What direct damage passes over.";
    danger_save: DangerSave = "magic.danger-save" { Yes = "yes", No = "no", GmAsks = "gm-asks" }
        "Whether reciting in danger needs a THU save.";
    target_save: TargetSave = "magic.target-save" { None = "none", Thu = "thu" }
        "Whether the target of an incantation may save THU against it.";
    thu_zero: ThuZero = "magic.thu-zero" { ExtendedRest = "extended-rest", QuickRest = "quick-rest" }
        "What brings back THU that magic has brought to 0.";
    protection: ProtectionRoll = "protection.roll" { PerInstance = "per-instance", Once = "once" }
        "Whether Protection rolls its die for each instance of damage or once.";
    victory: Victory = "incantation.victory" { Allowed = "allowed", Banned = "banned" }
        "Whether the incantation Victory may be recited.";
    reach_timing: ReachTiming = "reach.timing" { StartOrEnd = "start-or-end", EndOnly = "end-only" }
        "When a target must be in reach: at the start of the phase or after its moves, or only after them.";
    blast_walked_off: WalkedOff = "blast.walked-off" { LeftBehind = "left-behind", Followed = "followed" }
        "Where a blast goes off whose target has walked out of range in the same phase: where it could be reached, or around it.";
    move_split: MoveSplit = "move.split" { No = "no", Yes = "yes" }
        "Whether a move may be split around the action.";
    map_mode: MapMode = "map.mode" { AsGiven = "as-given", None = "none", Grid = "grid" }
        "Whether squares matter: as soon as the encounter has a map, never, or always.";
    map_diagonal: MapDiagonal = "map.diagonal" { Equal = "equal", Alternate = "alternate-1-2" }
        "What a diagonal step costs.";
    + beside {
        /// Heroes whose TEK save for order is settled beforehand: name in lower case, and whether it passes.
        excused: Vec<(String, bool)> = Vec::new();
        /// Feet a square on the battle map.
        feet_per_square: u16 = 5;
    }
    + told {
        "map.feet-per-square" "How many feet a square of the battle map measures: 1 to 40, by default 5.";
    }
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        read_house_rules(encounter, NAME, HOUSE_RULES, problems, |rule, value| house.set(rule, &value.value));
        house
    }

    fn set(&mut self, rule: &HouseRule, value: &Value) -> Result<(), String> {
        match (rule.key, value) {
            ("order.start", Value::List(list)) => self.set_excused(list),
            ("map.feet-per-square", _) => {
                self.feet_per_square = rule.number(value, 1, 40)? as u16;
                Ok(())
            }
            _ => {
                self.choose(rule.key, rule.word(value)?);
                Ok(())
            }
        }
    }

    fn set_excused(&mut self, list: &[Placed<Value>]) -> Result<(), String> {
        for item in list {
            let words = if let Value::Text(words) = &item.value { words.as_str() } else { "" };
            let settled = words.rsplit_once(' ').and_then(|(name, how)| match how {
                "pass" | "passes" => Some((name.trim().to_lowercase(), true)),
                "fail" | "fails" => Some((name.trim().to_lowercase(), false)),
                _ => None,
            });
            let Some(settled) = settled else {
                return Err("order.start names each as \"Althea passes\" or \"Althea fails\"".into());
            };
            self.excused.push(settled);
        }
        Ok(())
    }
}
