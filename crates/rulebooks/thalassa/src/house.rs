//! House rules: rulings that an encounter may switch, each with its default and what it decides.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};
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
            /// Heroes whose TEK save for order is settled beforehand: name in lower case, and whether it passes.
            pub excused: Vec<(String, bool)>,
            /// Feet a square on the battle map.
            pub feet_per_square: FeetPerSquare,
        }

        /// The table of all switches.
        pub static HOUSE_RULES: &[HouseRule] = &[
            $( HouseRule { key: $key, values: &[$first_word $(, $word)*], about: $text }, )*
            HouseRule {
                key: "map.feet-per-square",
                values: &[],
                about: "How many feet a square of the battle map measures: 1 to 40, by default 5.",
            },
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

/// Feet a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeetPerSquare(pub u16);

impl Default for FeetPerSquare {
    fn default() -> Self {
        FeetPerSquare(5)
    }
}

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
    unarmed_enhanced: UnarmedEnhanced = "unarmed.enhanced" { Never = "never", Allowed = "allowed" }
        "Whether bare hands may roll the larger die: they always do 1d4.";
    dual_modified: DualModified = "dual.modified" { PerDie = "per-die", SingleDie = "single-die" }
        "Whether both dice of two weapons change when the attack is impaired or enhanced.";
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
    move_split: MoveSplit = "move.split" { No = "no", Yes = "yes" }
        "Whether a move may be split around the action.";
    map_mode: MapMode = "map.mode" { AsGiven = "as-given", None = "none", Grid = "grid" }
        "Whether squares matter: as soon as the encounter has a map, never, or always.";
    map_diagonal: MapDiagonal = "map.diagonal" { Equal = "equal", Alternate = "alternate-1-2" }
        "What a diagonal step costs.";
}

impl House {
    /// The switches that an encounter sets. Problems say what is wrong and what would be right.
    pub fn read(encounter: &Encounter, problems: &mut Vec<Problem>) -> House {
        let mut house = House::default();
        for (key, value) in &encounter.house {
            if let Err((at_key, what, help)) = house.set(&key.value, &value.value) {
                let place = if at_key { &key.place } else { &value.place };
                problems.push(Problem { help, ..Problem::at(place, what) });
            }
        }
        house
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), (bool, String, Option<String>)> {
        match (key, value) {
            ("order.start", Value::List(list)) => self.set_excused(list),
            ("map.feet-per-square", Value::Int(feet @ 1..=40)) => {
                self.feet_per_square = FeetPerSquare(*feet as u16);
                Ok(())
            }
            ("map.feet-per-square", _) => {
                Err((false, "map.feet-per-square is a whole number from 1 to 40".into(), None))
            }
            (_, Value::Text(word)) => match self.choose(key, word) {
                Choice::Taken => Ok(()),
                Choice::WrongValue => Err(wrong_value(key, word)),
                Choice::WrongKey => Err(wrong_key(key)),
            },
            (_, Value::Bool(flag)) => match self.choose(key, if *flag { "yes" } else { "no" }) {
                Choice::Taken => Ok(()),
                Choice::WrongKey => Err(wrong_key(key)),
                Choice::WrongValue => match self.choose(key, if *flag { "on" } else { "off" }) {
                    Choice::Taken => Ok(()),
                    _ => Err(wrong_value(key, if *flag { "true" } else { "false" })),
                },
            },
            _ if HOUSE_RULES.iter().any(|rule| rule.key == key) => Err(wrong_value(key, "this")),
            _ => Err(wrong_key(key)),
        }
    }

    fn set_excused(&mut self, list: &[Placed<Value>]) -> Result<(), (bool, String, Option<String>)> {
        for item in list {
            let words = if let Value::Text(words) = &item.value { words.as_str() } else { "" };
            let settled = words.rsplit_once(' ').and_then(|(name, how)| match how {
                "pass" | "passes" => Some((name.trim().to_lowercase(), true)),
                "fail" | "fails" => Some((name.trim().to_lowercase(), false)),
                _ => None,
            });
            let Some(settled) = settled else {
                let help = Some("write each as \"Althea passes\" or \"Althea fails\"".into());
                return Err((false, "order.start names who passes and who fails".into(), help));
            };
            self.excused.push(settled);
        }
        Ok(())
    }
}

fn wrong_key(key: &str) -> (bool, String, Option<String>) {
    let near = nearest(key, HOUSE_RULES.iter().map(|rule| rule.key));
    let help = near.map(|near| format!("the nearest house rule of Thálassa is `{near}`"));
    (true, format!("Thálassa has no house rule `{key}`"), help)
}

fn wrong_value(key: &str, word: &str) -> (bool, String, Option<String>) {
    let values = HOUSE_RULES.iter().find(|rule| rule.key == key).map(|rule| rule.values.join(", "));
    (false, format!("`{word}` is no value of {key}"), values.map(|values| format!("its values are {values}")))
}
