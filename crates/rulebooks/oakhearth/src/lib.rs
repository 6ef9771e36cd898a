//! Oakhearth: the combat chapter as rules the engine can run.
//!
//! Start with `turn`: the fight from top to bottom. Every section of the chapter is a file under `rules`; every decision
//! of the book stands in `ask`, what is legal in `rules/options`, what an encounter may switch in `house`.
//!
//! Floors: `book`, `check`, `house` < `those`, `deeds`, `statuses`, `combatant` <
//! `setting`, `pool`, `watch`, `weighed`, `rooms`, `muster`, `fight`, `refusing`, `story`, `words` <
//! `ask` < `rules`, `glossary` < `turn` < `labels`, `foreseen`, `perception`, `tactics` <
//! `question`, `view`, `values`, `edicts`, `set_up`, `aftermath`.

mod aftermath;
pub mod ask;
pub mod book;
mod check;
mod combatant;
mod deeds;
mod edicts;
mod fight;
mod foreseen;
mod glossary;
mod house;
mod labels;
mod muster;
mod perception;
mod pool;
mod question;
mod refusing;
mod rooms;
mod rules;
mod set_up;
mod setting;
mod statuses;
mod story;
mod tactics;
mod those;
mod turn;
mod values;
mod view;
mod watch;
mod weighed;
mod words;

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

    const ID: &'static str = "oakhearth";
    const NAME: &'static str = book::NAME;
    const REVISION: u32 = 15;
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
            ("weapon", schema::<book::WeaponEntry>()),
            ("shield", schema::<book::ShieldEntry>()),
            ("armor", schema::<book::ArmorEntry>()),
            ("spell", schema::<book::AbilityEntry>()),
            ("maneuver", schema::<book::AbilityEntry>()),
            ("technique", schema::<book::AbilityEntry>()),
            ("action", schema::<book::AbilityEntry>()),
            ("item", schema::<book::ItemEntry>()),
        ]
    }

    fn read(packs: &[Source]) -> Result<book::Book, Problems> {
        book::Book::read(packs, None)
    }

    fn entries(book: &book::Book) -> Vec<EntryInfo> {
        let entry = |table, id: &String, name: &String| EntryInfo { table, id: id.clone(), name: name.clone() };
        let mut all: Vec<EntryInfo> = Vec::new();
        all.extend(book.creatures.iter().map(|known| entry("creature", &known.id, &known.value.name)));
        all.extend(book.weapons.iter().map(|known| entry("weapon", &known.id, &known.value.name)));
        all.extend(book.shields.iter().map(|known| entry("shield", &known.id, &known.value.name)));
        all.extend(book.armors.iter().map(|known| entry("armor", &known.id, &known.value.name)));
        all.extend(book.spells.iter().map(|known| entry("spell", &known.id, &known.value.name)));
        all.extend(book.maneuvers.iter().map(|known| entry("maneuver", &known.id, &known.value.name)));
        all.extend(book.techniques.iter().map(|known| entry("technique", &known.id, &known.value.name)));
        all.extend(book.actions.iter().map(|known| entry("action", &known.id, &known.value.name)));
        all.extend(book.items.iter().map(|known| entry("item", &known.id, &known.value.name)));
        all
    }

    fn set_up(book: &Arc<book::Book>, encounter: &Encounter) -> Result<Self, Problems> {
        let mut fight = set_up::set_up(book, encounter)?;
        fight.lights = Lights::of(encounter, |name| find(&fight, name));
        Ok(fight)
    }

    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt> {
        turn::advance(self, table)
    }

    fn ended<T: Table<Self>>(&mut self, table: &mut T) -> Result<(), T::Halt> {
        turn::ended(self, table)
    }

    fn seat(&self, ask: &ask::Ask) -> Seat {
        ask::seat(ask)
    }

    fn together(&self, ask: &ask::Ask, picks: &[ask::Act]) -> Result<(), Refusal> {
        rules::options::together(self, ask, picks)
    }

    fn is_moot(&self, ask: &ask::Ask) -> bool {
        question::is_moot(self, ask)
    }

    fn topics() -> &'static [&'static Topic] {
        question::TOPICS
    }

    fn topic(&self, ask: &ask::Ask) -> Option<&'static Topic> {
        Some(question::topic_of(self, ask))
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

    fn stats() -> &'static [StatInfo] {
        glossary::STATS
    }

    fn conditions() -> &'static [&'static ConditionKind] {
        glossary::CONDITIONS
    }

    fn could_fall(&self, ask: &ask::Ask) -> bool {
        rules::damage::could_fall(self, ask)
    }

    fn brought_by(&self, ask: &ask::Ask) -> Option<Who> {
        ask::brought_by(ask)
    }

    fn begins_an_act(&self, ask: &ask::Ask) -> bool {
        matches!(ask, ask::Ask::Turn { .. })
    }

    fn goes_on(&self, before: &ask::Ask, later: &ask::Ask) -> bool {
        ask::goes_on(before, later)
    }

    fn refusals(&self, ask: &ask::Ask) -> Vec<Refused> {
        question::refusals(self, ask)
    }

    fn weight(&self, ask: &ask::Ask) -> Weight {
        question::weight(self, ask)
    }

    fn question(&self, ask: &ask::Ask) -> Question<ask::Act> {
        question::question(self, ask)
    }

    fn way(&self, ask: &ask::Ask, act: &ask::Act) -> Vec<Square> {
        rules::moving::shown(self, ask, act)
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
        self.one(who).at
    }

    fn map(&self) -> Option<Cow<'_, Map>> {
        self.setting.mapped.then_some(Cow::Borrowed(&*self.map))
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
        self.one(who).hero
    }

    fn sides(&self) -> &[String] {
        &self.setting.sides
    }

    fn round(&self) -> u32 {
        self.round
    }

    /// The round is counted at its top: it is done when the next one's top is due.
    fn rounds_done(&self) -> u32 {
        if self.stage == fight::Stage::RoundTop { self.round } else { self.round.saturating_sub(1) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn fate(&self, who: Who) -> Fate {
        let one = self.one(who);
        Fate { died: one.dead, out: !self.standing(who), dealt: one.dealt, taken: one.taken }
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
        view::condition_names()
    }

    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal> {
        self.cast.touch();
        edicts::carry_out(self, edict)
    }
}
