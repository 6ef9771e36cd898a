//! Sigil of Uchma: the combat chapter as rules the engine can run.
//!
//! Start with `turn`: the fight from top to bottom. Every section of the chapter is a file under `rules`; every decision
//! of the book stands in `ask`, what is legal in `options`, what an encounter may switch in `house`.
//!
//! Floors: `book`, `check`, `content`, `house`, `lasting`, `late` < `combatant` < `rooms`, `spots`, `fight`, `objection` <
//! `ask` < `rules` < `options` < `turn` < `labels`, `glossary`, `foreseen`, `perception`, `tactics` <
//! `question`, `topics`, `view`, `values`, `edicts`, `set_up`, `aftermath`.

mod aftermath;
pub mod ask;
pub mod book;
mod check;
mod combatant;
mod content;
mod edicts;
pub mod fight;
mod foreseen;
mod glossary;
mod house;
mod labels;
mod lasting;
mod late;
mod objection;
mod options;
mod perception;
mod question;
mod rooms;
mod rules;
mod set_up;
mod spots;
pub mod tactics;
mod topics;
mod turn;
mod values;
mod view;

use std::borrow::Cow;
use std::sync::Arc;

use quintain_content::{Encounter, Problems, Source};
use quintain_dice::LateStream;
use quintain_engine::{
    Aftermath, Answer, AnyRulebook, Area, Clarity, ConditionKind, Edict, EntryInfo, Fate, Hazard, HouseRule, Label,
    Lights, Outcome, Perceived, Progress, Question, Reach, Refusal, Refused, RestKind, Rulebook, Seat, Section,
    Shelved, Side, Slot, StatInfo, Table, TacticsInfo, Topic, Verb, View, Weight, Who, Why, find,
};
use quintain_field::{Map, Square};

pub use fight::Fight;

/// This rulebook for programs that choose among several as they run. It stands here so that what the engine does with
/// it is built once, together with the book.
pub static RULEBOOK: &dyn AnyRulebook = &Shelved::<Fight>::new();

impl Rulebook for Fight {
    type Ask = ask::Ask;
    type Act = ask::Act;
    type Book = book::Book;

    const ID: &'static str = "uchma";
    const NAME: &'static str = book::NAME;
    const REVISION: u32 = 12;
    const TABLES: &'static [&'static str] = book::TABLES;
    const TACTICS: &'static [TacticsInfo] = tactics::TACTICS;

    fn sections() -> &'static [&'static Section] {
        rules::SECTIONS
    }

    fn house_rules() -> &'static [HouseRule] {
        house::HOUSE_RULES
    }

    fn entry_schemas() -> Vec<(&'static str, serde_json::Value)> {
        fn schema<T: schemars::JsonSchema>() -> serde_json::Value {
            schemars::schema_for!(T).to_value()
        }
        vec![
            ("creature", schema::<book::CreatureEntry>()),
            ("ability", schema::<book::AbilityEntry>()),
            ("weapon", schema::<book::WeaponEntry>()),
            ("armor", schema::<book::ArmorEntry>()),
            ("item", schema::<book::ItemEntry>()),
            ("hazard", schema::<book::HazardEntry>()),
        ]
    }

    fn read(packs: &[Source]) -> Result<book::Book, Problems> {
        book::Book::read(packs, None)
    }

    fn entries(book: &book::Book) -> Vec<EntryInfo> {
        let entry = |table, id: &String, name: &String| EntryInfo { table, id: id.clone(), name: name.clone() };
        let creatures = book.creatures.iter().map(|known| entry("creature", &known.id, &known.value.name));
        let abilities = book.abilities.iter().map(|known| entry("ability", &known.id, &known.value.name));
        let weapons = book.weapons.iter().map(|known| entry("weapon", &known.id, &known.value.name));
        let armors = book.armors.iter().map(|known| entry("armor", &known.id, &known.value.name));
        let items = book.items.iter().map(|known| entry("item", &known.id, &known.value.name));
        creatures.chain(abilities).chain(weapons).chain(armors).chain(items).collect()
    }

    fn set_up(book: &Arc<book::Book>, encounter: &Encounter) -> Result<Self, Problems> {
        let mut fight = set_up::set_up(book, encounter)?;
        fight.lights = Lights::of(encounter, |name| find(&fight, name));
        Ok(fight)
    }

    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt> {
        turn::advance(self, table)
    }

    fn is_moot(&self, ask: &ask::Ask) -> bool {
        ask::is_moot(self, ask)
    }

    fn seat(&self, ask: &ask::Ask) -> Seat {
        ask::seat(self, ask)
    }

    fn weight(&self, ask: &ask::Ask) -> Weight {
        topics::weight(self, ask)
    }

    fn topics() -> &'static [&'static Topic] {
        topics::TOPICS
    }

    fn topic(&self, ask: &ask::Ask) -> Option<&'static Topic> {
        Some(topics::topic_of(self, ask))
    }

    fn could_fall(&self, ask: &ask::Ask) -> bool {
        tactics::could_fall(self, ask)
    }

    fn brought_by(&self, ask: &ask::Ask) -> Option<Who> {
        ask::brought_by(ask)
    }

    fn stats() -> &'static [StatInfo] {
        glossary::STATS
    }

    fn conditions() -> &'static [&'static ConditionKind] {
        glossary::CONDITIONS
    }

    fn verbs() -> &'static [&'static Verb] {
        labels::VERBS
    }

    fn label(&self, ask: &ask::Ask, act: &ask::Act) -> Option<Label> {
        Some(labels::label(self, ask, act))
    }

    fn doing(&self, ask: &ask::Ask, act: &ask::Act) -> Option<Label> {
        Some(labels::doing(self, ask, act))
    }

    fn refusals(&self, ask: &ask::Ask) -> Vec<Refused> {
        options::refusals(self, ask)
    }

    fn question(&self, ask: &ask::Ask) -> Question<ask::Act> {
        question::question(self, ask)
    }

    fn way(&self, ask: &ask::Ask, act: &ask::Act) -> Vec<Square> {
        rules::steps::shown(self, ask, act)
    }

    fn hazards(&self, ask: &ask::Ask, act: &ask::Act) -> Vec<Hazard> {
        foreseen::hazards(self, ask, act)
    }

    fn area(&self, ask: &ask::Ask, act: &ask::Act) -> Area {
        foreseen::area(self, ask, act)
    }

    fn reach_of(&self, who: Who) -> Reach {
        foreseen::reach_of(self, who)
    }

    fn answer(&self, tactics: usize, ask: &ask::Ask, _: &mut LateStream) -> Answer<ask::Act> {
        tactics::answer_as(self, tactics, ask)
    }

    fn choose(&self, tactics: usize, ask: &ask::Ask, _: &mut LateStream) -> Option<ask::Act> {
        tactics::choose_as(self, tactics, ask)
    }

    fn stands(&self, who: Who) -> Option<Square> {
        self.present(who).then_some(self.one(who).at)
    }

    fn map(&self) -> Option<Cow<'_, Map>> {
        Some(Cow::Borrowed(&self.setting.map))
    }

    fn perceives(&self, who: Who, other: Who) -> Perceived {
        perception::perceives(self, who, other)
    }

    fn hides_nothing(&self) -> bool {
        perception::hides_nothing(self)
    }

    fn clarity(&self, who: Who, square: Square) -> Clarity {
        perception::clarity(self, who, square)
    }

    fn roster_len(&self) -> usize {
        self.cast.len()
    }

    fn name(&self, who: Who) -> &str {
        self.label(who)
    }

    fn side(&self, who: Who) -> Side {
        self.one(who).side
    }

    fn is_players(&self, who: Who) -> bool {
        self.one(who).pc
    }

    fn sides(&self) -> &[String] {
        &self.setting.sides
    }

    fn round(&self) -> u32 {
        self.round
    }

    /// A round is counted at its start: it is done when the next one is due.
    fn rounds_done(&self) -> u32 {
        match self.stage {
            fight::Stage::RoundStart | fight::Stage::Over(_) => self.round,
            _ => self.round.saturating_sub(1),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn fate(&self, who: Who) -> Fate {
        let one = self.one(who);
        let died = one.out == Some(combatant::Out::Dead);
        Fate { died, out: one.out.is_some() || one.unconscious, dealt: one.dealt, taken: one.taken }
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn turn_order(&self) -> Vec<Slot> {
        view::order_of_round(self)
    }

    fn aftermath(&self, who: Who) -> Aftermath {
        aftermath::of(self, who)
    }

    fn rests() -> &'static [&'static RestKind] {
        &rules::between::RESTS
    }

    fn rest<T: Table<Self>>(&mut self, kind: &'static RestKind, table: &mut T) -> Result<(), T::Halt> {
        rules::between::rest(self, table, kind)
    }

    fn why(&self, who: Who, key: &str) -> Option<Why> {
        view::why(self, who, key)
    }

    fn condition_names(&self) -> Vec<String> {
        view::condition_names(self)
    }

    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal> {
        edicts::carry_out(self, edict)
    }
}
