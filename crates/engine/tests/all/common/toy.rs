//! The state of the toy game, and its face as a rulebook.

use std::sync::Arc;

use quintain_content::{Encounter, Problem, Problems, Source, Value as Plain};
use quintain_dice::LateStream;
use quintain_engine::{
    Answer, Area, CombatantView, Condition, Edict, EntryInfo, Fate, HouseRule, Outcome, Progress, Question, Refusal,
    Rulebook, Seat, Section, Shared, Side, Stat, Table, TacticsInfo, View, Weight, Who,
};
use quintain_field::Square;

use super::play::{self, Act, Ask};
use super::rules;

#[derive(Clone, Debug, Hash, PartialEq)]
pub struct Fighter {
    pub name: Arc<str>,
    pub side: Side,
    pub at: Option<Square>,
    pub hp: i64,
    pub luck: i64,
    pub reactions: i64,
    pub bound: bool,
    pub out: bool,
    pub dealt: u32,
    pub taken: u32,
}

#[derive(Clone, Debug, Hash)]
pub struct Toy {
    pub sides: Shared<Vec<String>>,
    pub all: Vec<Fighter>,
    pub round: u32,
    pub outcome: Option<Outcome>,
    /// A house rule: dodging allowed.
    pub dodging: bool,
    /// A fault of the rules, on purpose: they look at something outside of the fight.
    pub chaos: bool,
    /// A house rule: how many dice are thrown for wear.
    pub wear: u8,
    pub motto: Arc<str>,
}

impl Toy {
    pub fn who(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.all.len()).map(|place| Who(place as u16))
    }

    pub fn get(&self, who: Who) -> &Fighter {
        &self.all[who.index()]
    }

    pub fn get_mut(&mut self, who: Who) -> &mut Fighter {
        &mut self.all[who.index()]
    }

    pub fn foes(&self, who: Who) -> impl Iterator<Item = Who> {
        let side = self.side(who);
        self.who().filter(move |foe| self.side(*foe) != side && !self.get(*foe).out)
    }

    fn named(&self, name: &str) -> Result<Who, Refusal> {
        quintain_engine::find(self, name)
            .ok_or_else(|| Refusal::new(&rules::EDICTS, format!("nobody is called {name}")))
    }
}

impl Rulebook for Toy {
    type Ask = Ask;
    type Act = Act;
    type Book = ();

    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const REVISION: u32 = 3;
    const TABLES: &'static [&'static str] = &["creature"];
    const TACTICS: &'static [TacticsInfo] =
        &[TacticsInfo { name: "brave", about: "Attacks." }, TacticsInfo { name: "wary", about: "Guards." }];

    fn sections() -> &'static [&'static Section] {
        static SECTIONS: [&Section; 1] = [&rules::SECTION];
        &SECTIONS
    }

    fn house_rules() -> &'static [HouseRule] {
        &[HouseRule { key: "dodging", values: &["yes", "no"], about: "Whether anybody dodges." }]
    }

    fn entry_schemas() -> Vec<(&'static str, serde_json::Value)> {
        Vec::new()
    }

    fn read(_: &[Source]) -> Result<(), Problems> {
        Ok(())
    }

    fn entries(_: &()) -> Vec<EntryInfo> {
        vec![EntryInfo { table: "creature", id: "fighter".into(), name: "Fighter".into() }]
    }

    fn set_up(_: &Arc<()>, encounter: &Encounter) -> Result<Toy, Problems> {
        let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
        let (mut dodging, mut chaos, mut wear) = (true, false, 1);
        for (key, value) in &encounter.house {
            match (key.value.as_str(), &value.value) {
                ("dodging", Plain::Bool(yes)) => dodging = *yes,
                ("chaos", Plain::Bool(yes)) => chaos = *yes,
                ("wear", Plain::Int(dice)) => wear = *dice as u8,
                _ => return Err(Problem::at(&key.place, format!("no house rule `{}`", key.value)).into()),
            }
        }
        let mut all = Vec::new();
        for one in encounter.expand() {
            let spec = encounter.spec(&one).unwrap();
            let set = |key: &str, default: i64| {
                let found = spec.set.iter().find(|(known, _)| known.value == key);
                found.and_then(|(_, value)| value.value.as_int()).unwrap_or(default)
            };
            all.push(Fighter {
                name: one.name.as_str().into(),
                side: Side(sides.iter().position(|side| *side == spec.side.value).unwrap() as u8),
                at: one.at.as_ref().map(|at| at.value),
                hp: set("hp", 10),
                luck: set("luck", 2),
                reactions: 1,
                bound: false,
                out: false,
                dealt: 0,
                taken: 0,
            });
        }
        Ok(Toy { sides: Shared::new(sides), all, round: 0, outcome: None, dodging, chaos, wear, motto: "".into() })
    }

    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt> {
        play::round(self, table)
    }

    fn seat(&self, ask: &Ask) -> Seat {
        play::seat(ask)
    }

    fn weight(&self, ask: &Ask) -> Weight {
        play::weight(self, ask)
    }

    fn question(&self, ask: &Ask) -> Question<Act> {
        play::question(self, ask)
    }

    fn area(&self, _: &Ask, act: &Act) -> Area {
        match act {
            Act::Attack(foe) => Area { squares: self.get(*foe).at.into_iter().collect(), hits: vec![*foe] },
            _ => Area::default(),
        }
    }

    fn answer(&self, tactics: usize, ask: &Ask, own: &mut LateStream) -> Answer<Act> {
        play::tactics(self, tactics, ask, own)
    }

    fn roster_len(&self) -> usize {
        self.all.len()
    }

    fn name(&self, who: Who) -> &str {
        &self.get(who).name
    }

    fn side(&self, who: Who) -> Side {
        self.get(who).side
    }

    fn is_players(&self, who: Who) -> bool {
        self.get(who).side == Side(0)
    }

    fn sides(&self) -> &[String] {
        &self.sides
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn fate(&self, who: Who) -> Fate {
        let one = self.get(who);
        Fate { died: one.hp <= 0, out: one.out, dealt: one.dealt, taken: one.taken }
    }

    fn view(&self) -> View {
        let combatants = self.all.iter().map(|one| CombatantView {
            name: one.name.to_string(),
            side: self.sides[one.side.index()].clone(),
            is: "fighter".into(),
            at: one.at,
            footprint: (1, 1),
            altitude: 0,
            fighting: !one.out,
            rides: None,
            stats: vec![Stat::of("hp", one.hp, 10), Stat::new("luck", one.luck), Stat::new("reactions", one.reactions)],
            conditions: one
                .bound
                .then(|| {
                    Condition::new("bound", "by ropes").size(2).source("the GM").until("the end of round 3").hits(1)
                })
                .into_iter()
                .collect(),
        });
        View {
            rulebook: "toy",
            round: self.round,
            moment: "fighting".into(),
            over: self.outcome.map(|outcome| format!("{outcome:?}")),
            order: Vec::new(),
            stats: vec![Stat::new("motto", &*self.motto)],
            combatants: combatants.collect(),
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: Vec::new(),
        }
    }

    fn condition_names(&self) -> Vec<String> {
        vec!["bound".into()]
    }

    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal> {
        let refuse = |why: String| Err(Refusal::new(&rules::EDICTS, why));
        match edict {
            Edict::Set { who, key, value } => {
                let who = self.named(who)?;
                let Ok(n) = value.parse::<i64>() else { return refuse(format!("{value} is no number")) };
                match key.as_str() {
                    "hp" => self.get_mut(who).hp = n,
                    "luck" => self.get_mut(who).luck = n,
                    "reactions" => self.get_mut(who).reactions = n,
                    _ => return refuse(format!("no value {key}")),
                }
            }
            Edict::SetFight { key, value } if key == "motto" => self.motto = value.as_str().into(),
            Edict::SetFight { key, .. } => return refuse(format!("no value {key}")),
            Edict::Move { who, to } => {
                let who = self.named(who)?;
                self.get_mut(who).at = Some(*to);
            }
            Edict::Add { name, side, at, .. } => {
                let Some(side) = self.sides.iter().position(|known| known == side) else {
                    return refuse(format!("no side {side}"));
                };
                if self.named(name).is_ok() {
                    return refuse(format!("{name} is there already"));
                }
                let side = Side(side as u8);
                let mut added = self.all[0].clone();
                (added.name, added.side, added.at, added.hp, added.out) = (name.as_str().into(), side, *at, 10, false);
                self.all.push(added);
            }
            Edict::Remove { who } => {
                let who = self.named(who)?;
                self.get_mut(who).out = true;
            }
            Edict::Give { who, condition } | Edict::Take { who, condition } => {
                let who = self.named(who)?;
                if condition != "bound" {
                    return refuse(format!("no condition {condition}"));
                }
                self.get_mut(who).bound = matches!(edict, Edict::Give { .. });
            }
            Edict::End { winner } => {
                self.outcome = Some(match winner {
                    None => Outcome::Ended,
                    Some(side) => match self.sides.iter().position(|known| known == side) {
                        Some(side) => Outcome::Won(Side(side as u8)),
                        None => return refuse(format!("no side {side}")),
                    },
                });
            }
            Edict::Clear { site } => return refuse(format!("nothing lies at {site}")),
            Edict::Light { name, .. } => return refuse(format!("no light {name}")),
            Edict::Die { .. } => return refuse("the table replaces dice".into()),
        }
        Ok(edict.to_string())
    }
}
