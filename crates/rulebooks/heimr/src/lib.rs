//! Heimr: the combat chapter as rules the engine can run.
//!
//! Start with `turn`: the fight from top to bottom. Every section of the chapter is a file under `rules`, every question
//! stands in `questions`, with what is legal in `questions/options`, and what an encounter may switch in `content/house`.
//!
//! Floors: `content` < `state` < `rules` < `turn` < `questions` < `tactics` < `face`.

mod content;
mod face;
mod questions;
mod rules;
mod state;
mod tactics;
mod turn;

use std::borrow::Cow;
use std::sync::Arc;

use quintain_content::{Encounter, Problems, Source};
use quintain_dice::LateStream;
use quintain_engine::kit::{Number, carry_out};
use quintain_engine::{
    Aftermath, Answer, AnyRulebook, Area, Clarity, ConditionKind, Edict, EntryInfo, Fate, Hazard, HouseRule, Label,
    Lights, Outcome, Perceived, Progress, Question, Reach, Refusal, Refused, RestKind, Rulebook, Seat, Section,
    Shelved, Side, Slot, StatInfo, Table, TacticsInfo, Topic, Verb, View, Weight, Who, Why, find,
};
use quintain_field::{Map, Square};

use crate::content::{
    AbilityEntry, ArmorEntry, Book, CreatureEntry, HOUSE_RULES, ItemEntry, NAME, PowerEntry, RaceEntry, ShieldEntry,
    TABLES, WeaponEntry,
};
use crate::face::{aftermath, foreseen, glossary, perception, set_up, sheet, view};
use crate::questions::{labels, options, topics, words};
use crate::rules::{danger, movement};
use crate::state::{Act, Ask, Out, Stage};

pub use state::Fight;

/// This rulebook for programs that choose among several as they run. It stands here so that what the engine does with
/// it is built once, together with the book.
pub static RULEBOOK: &dyn AnyRulebook = &Shelved::<Fight>::new();

impl Rulebook for Fight {
    type Ask = Ask;
    type Act = Act;
    type Book = Book;

    const ID: &'static str = "heimr";
    const NAME: &'static str = NAME;
    const REVISION: u32 = 13;
    const TABLES: &'static [&'static str] = TABLES;
    const TACTICS: &'static [TacticsInfo] = tactics::TACTICS;

    fn sections() -> &'static [&'static Section] {
        rules::SECTIONS
    }

    fn house_rules() -> &'static [HouseRule] {
        HOUSE_RULES
    }

    fn entry_schemas() -> Vec<(&'static str, serde_json::Value)> {
        fn schema<T: schemars::JsonSchema>() -> serde_json::Value {
            schemars::schema_for!(T).to_value()
        }
        vec![
            ("ability", schema::<AbilityEntry>()),
            ("weapon", schema::<WeaponEntry>()),
            ("shield", schema::<ShieldEntry>()),
            ("armor", schema::<ArmorEntry>()),
            ("item", schema::<ItemEntry>()),
            ("power", schema::<PowerEntry>()),
            ("race", schema::<RaceEntry>()),
            ("creature", schema::<CreatureEntry>()),
        ]
    }

    fn read(packs: &[Source]) -> Result<Book, Problems> {
        Book::read(packs, None)
    }

    fn entries(book: &Book) -> Vec<EntryInfo> {
        book.entries()
    }

    fn set_up(book: &Arc<Book>, encounter: &Encounter) -> Result<Self, Problems> {
        let mut fight = set_up::set_up(book, encounter)?;
        fight.lights = Lights::of(encounter, |name| find(&fight, name));
        Ok(fight)
    }

    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt> {
        turn::advance(self, table)
    }

    fn is_moot(&self, ask: &Ask) -> bool {
        words::is_moot(self, ask)
    }

    fn seat(&self, ask: &Ask) -> Seat {
        words::seat(self, ask)
    }

    fn weight(&self, ask: &Ask) -> Weight {
        let players = matches!(words::seat(self, ask), Seat::Of(who) if self.one(who).pc);
        topics::of(self, ask).weight_for(players)
    }

    fn topics() -> &'static [&'static Topic] {
        topics::TOPICS
    }

    fn topic(&self, ask: &Ask) -> Option<&'static Topic> {
        Some(topics::of(self, ask))
    }

    fn stats() -> &'static [StatInfo] {
        &sheet::STATS
    }

    fn conditions() -> &'static [&'static ConditionKind] {
        glossary::CONDITIONS
    }

    fn verbs() -> &'static [&'static Verb] {
        labels::VERBS
    }

    fn label(&self, ask: &Ask, act: &Act) -> Option<Label> {
        Some(labels::label(self, ask, act))
    }

    fn doing(&self, ask: &Ask, act: &Act) -> Option<Label> {
        Some(labels::doing(self, ask, act))
    }

    fn refusals(&self, ask: &Ask) -> Vec<Refused> {
        options::refusals(self, ask)
    }

    fn could_fall(&self, ask: &Ask) -> bool {
        danger::could_fall(self, ask)
    }

    fn brought_by(&self, ask: &Ask) -> Option<Who> {
        words::brought_by(ask)
    }

    fn question(&self, ask: &Ask) -> Question<Act> {
        words::question(self, ask, tactics::default(self, ask))
    }

    fn way(&self, ask: &Ask, act: &Act) -> Vec<Square> {
        movement::shown(self, ask, act)
    }

    fn hazards(&self, ask: &Ask, act: &Act) -> Vec<Hazard> {
        foreseen::hazards(self, ask, act)
    }

    fn area(&self, ask: &Ask, act: &Act) -> Area {
        foreseen::area(self, ask, act)
    }

    fn reach_of(&self, who: Who) -> Reach {
        foreseen::reach_of(self, who)
    }

    fn answer(&self, tactics: usize, ask: &Ask, _: &mut LateStream) -> Answer<Act> {
        tactics::answer_as(self, tactics, ask)
    }

    fn choose(&self, tactics: usize, ask: &Ask, _: &mut LateStream) -> Option<Act> {
        Some(tactics::choose_as(self, tactics, ask))
    }

    fn stands(&self, who: Who) -> Option<Square> {
        self.present(who).then_some(self.one(who).at)
    }

    fn map(&self) -> Option<Cow<'_, Map>> {
        Some(self.map_now())
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
        self.setting.roster.sides()
    }

    fn round(&self) -> u32 {
        self.round
    }

    /// A round is counted at its start: it is done when the next one has begun, or the fight is over.
    fn rounds_done(&self) -> u32 {
        match self.stage {
            Stage::Over(_) => self.round,
            _ => self.round.saturating_sub(1),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn fate(&self, who: Who) -> Fate {
        let one = self.one(who);
        let died = matches!(one.out, Some(Out::Dead { .. }));
        Fate { died, out: one.out.is_some() || one.unconscious, dealt: one.dealt, taken: one.taken }
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn turn_order(&self) -> Vec<Slot> {
        view::order(self)
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
        Number::why(&sheet::SHEET, self, who, key)
    }

    fn condition_names(&self) -> Vec<String> {
        view::condition_names(self)
    }

    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal> {
        carry_out(self, edict)
    }
}
