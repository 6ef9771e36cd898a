//! A small game: what its type says of itself, and the whole rulebook that follows from it.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use quintain_content::{Encounter, Placed, Problems, Source, Value};
use quintain_dice::LateStream;
use quintain_field::Map;

use super::conditions::Condition;
use super::fight::{Body, Fight};
use super::glossary::Glossary;
use super::number::Number;
use super::packed::{Creature, Packed, TABLES};
use super::{edicts, question, set_up, view};
use crate::cast::{Seat, Side, Who};
use crate::edict::Edict;
use crate::glossary::{ConditionKind, StatInfo};
use crate::house::HouseRule;
use crate::label::{Label, Verb};
use crate::question::{Answer, Question, Weight};
use crate::rule::{Refusal, Section};
use crate::rulebook::{EntryInfo, Fate, Outcome, Progress, Rulebook, TacticsInfo};
use crate::table::Table;
use crate::topic::Topic;
use crate::view::{Slot, View};
use crate::why::Why;

/// Who is asked what.
#[derive(Debug)]
pub struct Asked {
    /// Who is asked.
    pub who: Who,
    /// Which kind of question it is.
    pub topic: &'static Topic,
    /// What is asked, as a sentence.
    pub text: String,
}

impl Asked {
    /// Asks a combatant a question of this kind.
    pub fn new(who: Who, topic: &'static Topic, text: impl Into<String>) -> Self {
        Asked { who, topic, text: text.into() }
    }
}

/// What an edict has changed of a combatant.
#[derive(Clone, Copy, Debug)]
pub enum Changed {
    /// A value or its side.
    Value,
    /// Where it stands.
    Place,
    /// It has this condition now.
    Given(&'static Condition),
    /// It no longer has this condition.
    Taken(&'static Condition),
}

/// A game whose questions are each a choice of one act. By implementing this, its [`Fight`] is a
/// [`Rulebook`](crate::Rulebook).
pub trait Game: Sized + 'static {
    /// What its fights hold besides those who fight and the round. Where it has lists, [`state!`](crate::state) makes it one
    /// that is cloned without allocation.
    type State: Default + Clone + Debug + Hash + Send + Sync + 'static;
    /// The entries of its packs, and what it keeps of a combatant.
    type Creature: Creature;
    /// Every decision of the game, with what it is about.
    type Ask: Clone + Debug + PartialEq + Send + Sync;
    /// Its closed set of acts.
    type Act: Copy + Debug + PartialEq + Send + Sync;

    /// The id.
    const ID: &'static str;
    /// The game's name.
    const NAME: &'static str;
    /// Grows with every change of the rules that alters the course of a recorded fight.
    const REVISION: u32;
    /// Its tactics, the best first.
    const TACTICS: &'static [TacticsInfo];
    /// All rules, in the chapter's order.
    const SECTIONS: &'static [&'static Section];
    /// Every kind of question.
    const TOPICS: &'static [&'static Topic];
    /// Everything that options do.
    const VERBS: &'static [&'static Verb];
    /// The sheet: every value of a combatant. The first that has a maximum is what it lives by.
    const NUMBERS: &'static [Number<Fight<Self>, Body<Self>>];
    /// Every condition.
    const CONDITIONS: &'static [&'static Condition];
    /// The condition of a combatant that the game master takes out of the fight.
    const GONE: &'static Condition;
    /// What an encounter may switch.
    const HOUSE_RULES: &'static [HouseRule] = &[];

    /// Runs the rules to the next resting point. At the end, the fight's outcome says so.
    ///
    /// # Errors
    /// Halts where the table halts.
    fn advance<T: Table<Fight<Self>>>(fight: &mut Fight<Self>, table: &mut T) -> Result<(), T::Halt>;

    /// Who is asked what.
    fn asked(fight: &Fight<Self>, ask: &Self::Ask) -> Asked;

    /// Every act that a player might think of, legal or not. At least one is legal.
    fn acts(fight: &Fight<Self>, ask: &Self::Ask) -> Vec<Self::Act>;

    /// Whether an act is legal. By default, every act is.
    ///
    /// # Errors
    /// The rule that refuses it.
    fn may(_fight: &Fight<Self>, _ask: &Self::Ask, _act: Self::Act) -> Result<(), Refusal> {
        Ok(())
    }

    /// What an act does, in parts; the words of the option are made of them. What is left of a pool after paying need not be
    /// said.
    fn label(fight: &Fight<Self>, ask: &Self::Ask, act: Self::Act) -> Label;

    /// How good an act is to these tactics (a place in [`Game::TACTICS`]): they choose the best that is legal, of equals the
    /// first. The first tactics also say the default of every question.
    fn worth(fight: &Fight<Self>, tactics: usize, ask: &Self::Ask, act: Self::Act) -> i16;

    /// The condition of a combatant that has nothing left of what it lives by.
    fn falls(fight: &Fight<Self>, who: Who) -> &'static Condition;

    /// Puts right what follows from an edict that has changed a combatant. Whether it falls or gets up is seen to before.
    fn settle(_fight: &mut Fight<Self>, _who: Who, _changed: Changed) {}

    /// Switches a house rule.
    ///
    /// # Errors
    /// Says what is wrong with the value.
    fn house(_fight: &mut Fight<Self>, rule: &'static HouseRule, value: &Placed<Value>) -> Result<(), String> {
        Err(format!("{} cannot be {}", rule.key, value.value))
    }
}

impl<G: Game> Rulebook for Fight<G> {
    type Ask = G::Ask;
    type Act = G::Act;
    type Book = Packed<G::Creature>;

    const ID: &'static str = G::ID;
    const NAME: &'static str = G::NAME;
    const REVISION: u32 = G::REVISION;
    const TABLES: &'static [&'static str] = TABLES;
    const TACTICS: &'static [TacticsInfo] = G::TACTICS;

    fn sections() -> &'static [&'static Section] {
        G::SECTIONS
    }

    fn house_rules() -> &'static [HouseRule] {
        G::HOUSE_RULES
    }

    fn entry_schemas() -> Vec<(&'static str, serde_json::Value)> {
        vec![(TABLES[0], schemars::schema_for!(G::Creature).to_value())]
    }

    fn read(packs: &[Source]) -> Result<Self::Book, Problems> {
        Packed::read::<G>(packs, None)
    }

    fn entries(book: &Self::Book) -> Vec<EntryInfo> {
        book.entries()
    }

    fn set_up(book: &Arc<Self::Book>, encounter: &Encounter) -> Result<Self, Problems> {
        set_up::set_up(book, encounter)
    }

    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt> {
        if self.outcome.is_none() {
            G::advance(self, table)?;
        }
        Ok(self.outcome.map_or(Progress::Resting, Progress::Over))
    }

    fn is_moot(&self, ask: &Self::Ask) -> bool {
        !self.fighting(G::asked(self, ask).who)
    }

    fn seat(&self, ask: &Self::Ask) -> Seat {
        Seat::Of(G::asked(self, ask).who)
    }

    fn weight(&self, ask: &Self::Ask) -> Weight {
        let asked = G::asked(self, ask);
        asked.topic.weight_for(self[asked.who].hero)
    }

    fn topics() -> &'static [&'static Topic] {
        G::TOPICS
    }

    fn topic(&self, ask: &Self::Ask) -> Option<&'static Topic> {
        Some(G::asked(self, ask).topic)
    }

    fn stats() -> &'static [StatInfo] {
        Glossary::<G>::STATS.get(..G::NUMBERS.len()).unwrap_or_default()
    }

    fn conditions() -> &'static [&'static ConditionKind] {
        Glossary::<G>::CONDITIONS.get(..G::CONDITIONS.len()).unwrap_or_default()
    }

    fn verbs() -> &'static [&'static Verb] {
        G::VERBS
    }

    fn label(&self, ask: &Self::Ask, act: &Self::Act) -> Option<Label> {
        Some(question::label(self, ask, *act))
    }

    fn question(&self, ask: &Self::Ask) -> Question<Self::Act> {
        question::question(self, ask)
    }

    fn answer(&self, tactics: usize, ask: &Self::Ask, _: &mut LateStream) -> Answer<Self::Act> {
        question::answer(self, tactics, ask)
    }

    fn choose(&self, tactics: usize, ask: &Self::Ask, _: &mut LateStream) -> Option<Self::Act> {
        question::best(self, tactics, ask)
    }

    fn roster_len(&self) -> usize {
        self.cast.len()
    }

    fn name(&self, who: Who) -> &str {
        self.name(who)
    }

    fn side(&self, who: Who) -> Side {
        self[who].side
    }

    fn is_players(&self, who: Who) -> bool {
        self[who].hero
    }

    fn map(&self) -> Option<Cow<'_, Map>> {
        self.setting.map.as_ref().map(Cow::Borrowed)
    }

    fn sides(&self) -> &[String] {
        self.setting.roster.sides()
    }

    fn round(&self) -> u32 {
        self.round
    }

    /// A round is counted at its start: it is done when the next one has begun, or the fight is over.
    fn rounds_done(&self) -> u32 {
        if self.outcome.is_some() { self.round } else { self.round.saturating_sub(1) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn fate(&self, who: Who) -> Fate {
        self.fate(who)
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn turn_order(&self) -> Vec<Slot> {
        view::order(self)
    }

    fn why(&self, who: Who, key: &str) -> Option<Why> {
        Number::why(G::NUMBERS, self, who, key)
    }

    fn condition_names(&self) -> Vec<String> {
        G::CONDITIONS.iter().map(|condition| condition.info.key.to_owned()).collect()
    }

    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal> {
        edicts::carry_out(self, edict)
    }
}
