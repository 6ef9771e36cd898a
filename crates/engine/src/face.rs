//! One object-safe face for all rulebooks.

mod camp;
mod drill;
mod limited;
mod live;
mod moment;
mod question;
mod quiet;
mod shelved;

use std::fmt::Debug;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

pub use camp::{AnyCamp, Handed, Played};
pub use drill::AnyDrill;
pub use moment::Before;
pub(crate) use moment::Moment;
pub use question::{AnyQuestion, Lent};
pub(crate) use quiet::Quiet;
use quintain_content::{Encounter, Problems, Source};
use quintain_field::{Map, Square};
pub use shelved::{Shelved, play_out};
pub(crate) use shelved::{at_its_end, out_now, roster_of, rounds_of};

use crate::advice::{Budget, Weighed};
use crate::aftermath::{Aftermath, RestKind};
use crate::cast::{Seat, Side, Who};
use crate::desk::Divergence;
use crate::edict::Edict;
use crate::event::Event;
use crate::fact::Fact;
use crate::foresight::Foresight;
use crate::glossary::{ConditionKind, StatInfo};
use crate::ground::{OnGround, Reach};
use crate::had::Had;
use crate::house::HouseRule;
use crate::knowledge::{Clarity, Glimpse, SeenGround};
use crate::label::{Label, Verb};
use crate::live::{Fault, Terms};
use crate::odds::{Going, Odds, OddsLimit, Supposed};
use crate::question::{Answer, Question, Refused};
use crate::rule::{Rule, Section};
use crate::rulebook::{EntryInfo, Fate, Outcome, TacticsInfo};
use crate::search::{Audited, Heed, Offer, Seeker, Sought};
use crate::secrets::Secrets;
use crate::standing::Standing;
use crate::tactics::{Conduct, Tactics};
use crate::topic::Topic;
use crate::view::{NoSuchValue, View};
use crate::why::Why;

/// A rulebook on the shelf.
pub trait AnyRulebook: Sync + Debug {
    /// The id: `thalassa`.
    fn id(&self) -> &'static str;
    /// The game's name.
    fn name(&self) -> &'static str;
    /// The revision of its rules.
    fn revision(&self) -> u32;
    /// The tables that its packs may hold.
    fn tables(&self) -> &'static [&'static str];
    /// Its tactics, the best first.
    fn tactics(&self) -> &'static [TacticsInfo];
    /// The tactics of this name, `random` included.
    fn tactics_named(&self, name: &str) -> Option<Tactics>;
    /// All rules, in the chapter's order.
    fn sections(&self) -> &'static [&'static Section];
    /// All house rules.
    fn house_rules(&self) -> &'static [HouseRule];
    /// Every kind of question.
    fn topics(&self) -> &'static [&'static Topic];
    /// What every value of a combatant is.
    fn stats(&self) -> &'static [StatInfo];
    /// Every kind of condition.
    fn conditions(&self) -> &'static [&'static ConditionKind];
    /// Everything that options do.
    fn verbs(&self) -> &'static [&'static Verb];
    /// The rests that it knows between fights, the shortest first.
    fn rests(&self) -> &'static [&'static RestKind];
    /// The JSON Schema of each kind of entry.
    fn entry_schemas(&self) -> Vec<(&'static str, serde_json::Value)>;
    /// Reads packs.
    ///
    /// # Errors
    /// All problems at once.
    fn read(&self, packs: &[Source]) -> Result<Box<dyn AnyBook>, Problems>;
}

/// A rulebook with its packs read.
pub trait AnyBook: Send + Sync + Debug {
    /// What the packs hold.
    fn entries(&self) -> Vec<EntryInfo>;
    /// Sets a fight up.
    ///
    /// # Errors
    /// All problems at once.
    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems>;
}

/// What simulations report of each fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightResult {
    /// How it ended; `None` at the round limit.
    pub outcome: Option<Outcome>,
    /// The round in which it ended.
    pub rounds: u32,
    /// What became of each combatant, in roster order; those who joined later come last.
    pub fates: Vec<Fate>,
    /// It reached the round limit, and for the last fifty rounds nobody was harmed and nobody left.
    pub stalemate: bool,
}

/// A fight that was heard in full.
#[derive(Clone, Debug, PartialEq)]
pub struct HeardFight {
    /// How it ended; `None` at the round limit.
    pub outcome: Option<Outcome>,
    /// Everything that was told. Of a fight that goes on from a moment the first events were told [before](Before::told).
    pub log: Vec<Event>,
    /// The state at the end.
    pub view: View,
    /// Everyone's name and side, in roster order, those who joined later last.
    pub roster: Vec<(String, Side)>,
    /// Who was out at the first resting point at which anybody was who had not been at the start.
    pub first_out: Vec<Who>,
    /// How many forced answers were given.
    pub given: usize,
    /// How many questions left a choice, where that was heeded.
    pub choices: u32,
    /// What everybody could do, where that was heeded.
    pub offers: Vec<Offer>,
    /// What could have been chosen better, where that was audited.
    pub audited: Audited,
    /// It reached the round limit, and for the last fifty rounds nobody was harmed and nobody left.
    pub stalemate: bool,
}

/// How fights are simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed; fight `n` under a seed is always the same fight.
    pub seed: u64,
    /// Who plays how.
    pub conduct: Conduct,
    /// The round after which a fight counts as undecided.
    pub round_limit: u32,
}

/// Hears the number and the result of each fight, and may stop the run.
pub type EachFight<'a> = &'a mut dyn FnMut(u64, &FightResult) -> ControlFlow<()>;

/// Hears the number of each fight in which sides searched, and the fight, and may stop the run.
pub type EachSought<'a> = &'a mut dyn FnMut(u64, &Sought) -> ControlFlow<()>;

/// Hears how a play-out ended and what became of everyone, and may stop the run.
pub type EachPlayOut<'a> = &'a mut dyn FnMut(Option<Outcome>, &[Fate]) -> ControlFlow<()>;

/// A fight ready to begin.
pub trait AnyFight: Send + Sync + Debug {
    /// The names of the sides.
    fn sides(&self) -> Vec<String>;
    /// Everyone's name and side, in roster order.
    fn roster(&self) -> Vec<(String, Side)>;
    /// The digest of the state at the start.
    fn digest(&self) -> String;
    /// The state at the start.
    fn view(&self) -> View;
    /// What had come of the fight before the start.
    fn before(&self) -> Before;
    /// What the encounter keeps from those at the table.
    fn secrets(&self) -> Arc<Secrets>;
    /// Plays a range of fights on this thread.
    fn simulate(&self, plan: &Plan, fights: Range<u64>, each: EachFight<'_>);
    /// Plays a range of fights on this thread and shows each at its start, at the end of each round, and at its end.
    fn trace(&self, plan: &Plan, fights: Range<u64>, each: &mut dyn FnMut(u64, &View));
    /// Plays a range of fights on this thread, the same that are simulated, and lets each be heard in full; `heed` says what
    /// of it matters.
    fn hear(&self, plan: &Plan, heed: Heed, fights: Range<u64>, each: &mut dyn FnMut(u64, &HeardFight));
    /// Plays a range of fights on this thread with these sides searching and the others as planned, everything written
    /// down. Where it is heard what everybody could do, `heed` says so.
    fn seek(&self, plan: &Plan, sought: (&[Seeker], Heed), fights: Range<u64>, each: EachSought<'_>);
    /// Begins a live fight, or takes a recorded one up where its facts end. A fight that is simulated from a moment begins
    /// there: `facts` are those behind it.
    fn live(&self, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive>;
    /// The same as a link of a chain: what it leaves behind, and what may come between it and the next. `None` for fights
    /// whose sides are played by programs.
    fn camp(&self) -> Option<&dyn AnyCamp> {
        None
    }
    /// Begins a drill: a fight that stops at questions as a live one does, and of which nothing is written down. Its dice are
    /// those of the seed and number in `terms`.
    fn drill(&self, terms: Terms) -> Box<dyn AnyDrill>;
}

/// An open question with the name of its seat.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct OpenQuestion {
    /// The combatant's name, or `gm`.
    pub who: String,
    /// The kind of question, by which standing answers know it: a topic's key, or the id of the rule that asks.
    pub topic: &'static str,
    /// The name of the combatant whose act brings the question about.
    pub by: Option<String>,
    /// The question; each choice stands for its place in the list.
    pub question: Question<usize>,
}

/// What a live fight waits for, in words and plain values.
#[derive(Clone, Debug, PartialEq)]
pub enum Waiting {
    /// For an answer to any of these.
    Answer(Vec<OpenQuestion>),
    /// For dice thrown by hand.
    Dice {
        /// What for, in words.
        text: String,
        /// Whose dice they are; nobody's where the rules throw for the fight as a whole.
        who: Option<String>,
        /// How many.
        count: u8,
        /// Sides of each.
        sides: u16,
    },
    /// For nothing: it is over.
    Over(String),
    /// For nothing: the round limit is reached.
    Undecided,
    /// For nothing: the record does not fit, or there are no dice; in words.
    Broken(String),
}

/// A live fight.
pub trait AnyLive: Send + Sync + Debug {
    /// What it waits for.
    fn waiting(&self) -> Waiting;
    /// How many questions are open.
    fn open(&self) -> usize;
    /// The open question at `place`, lent to be looked at: nothing of it is copied.
    fn question(&self, place: usize) -> Option<Box<dyn AnyQuestion + '_>>;
    /// Who is asked, and what, in words.
    fn who_is_asked(&self) -> Vec<String>;
    /// The place of the open question that takes these words from `who` (a combatant's name or `gm`). The GM answers
    /// for every combatant that is not a player's.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    fn taking(&self, who: &str, words: &str) -> Result<usize, Fault>;
    /// Whether these words would be taken from `who` now.
    ///
    /// # Errors
    /// Says why not.
    fn offered(&self, who: &str, words: &str) -> Result<(), Fault>;
    /// Answers an open question.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault>;
    /// Answers the open question at `place`; options stand for their places in its list.
    ///
    /// # Errors
    /// Says so if nothing is asked there, or what would be legal.
    fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault>;
    /// Answers the first open question with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    fn answer_default(&mut self) -> Result<(), Fault>;
    /// Answers the first open question with what leaves everything open that may be asked later, as scripts do.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    fn pass_over(&mut self) -> Result<(), Fault>;
    /// Answers an open question, by its place among those that are open, with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    fn answer_default_of(&mut self, place: usize) -> Result<(), Fault>;
    /// Gives the dice that it waits for.
    ///
    /// # Errors
    /// Says what is asked for.
    fn throw(&mut self, faces: &[u16]) -> Result<(), Fault>;
    /// Adds faces to the queue.
    fn queue_dice(&mut self, faces: &[u16]);
    /// How many queued dice have not been thrown.
    fn dice_left(&self) -> usize;
    /// The standing answers that hold now, the oldest first.
    fn standing(&self) -> Vec<Standing>;
    /// Takes the standing answer of a seat to a kind of question back: it is asked again.
    ///
    /// # Errors
    /// Says so where there is none, or the fight is over.
    fn ask_again(&mut self, who: &str, topic: &str) -> Result<(), Fault>;
    /// What each option of the question at this place does, in parts; nothing where the book does not say.
    fn labels(&self, place: usize) -> Vec<Option<Label>>;
    /// What an option of the question at this place, by its own place in the list, does on the ground: the way, what waits
    /// there, what it covers and whom it would strike.
    fn on_ground(&self, place: usize, option: usize) -> OnGround;
    /// How far somebody could come in its next turn, and strike there.
    fn reach_of(&self, who: Who) -> Reach;
    /// What was answered without asking anybody since a person last decided something, each with its place among the facts.
    fn decided_alone(&self) -> Vec<(usize, Fact)>;
    /// Gives another answer to a question that was answered before, by the place of that answer among the facts.
    ///
    /// # Errors
    /// Says so where no answer stands at that place, or why the new one is not legal there.
    fn overrule(&mut self, place: usize, words: &str) -> Result<(), Fault>;
    /// Everything that the rules refuse the seat asked at this place of the open questions, beyond what the question lists
    /// itself. It may take its time.
    fn refusals(&self, place: usize) -> Vec<Refused>;
    /// Carries out an edict of the GM.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn edict(&mut self, words: &str) -> Result<(), Fault>;
    /// Takes the last decision back and says which it was.
    ///
    /// # Errors
    /// Says so if there is none.
    fn undo(&mut self) -> Result<String, Fault>;
    /// Everything that has happened.
    fn log(&self) -> &[Event];
    /// The facts that stand.
    fn facts(&self) -> &[Fact];
    /// The facts that are to be appended to the record before anybody sees the result.
    fn unwritten(&mut self) -> Vec<Fact>;
    /// The state as it can be shown.
    fn view(&self) -> View;
    /// Why the value at a path of [`View::value`] is what it is: `Althea.armor`.
    ///
    /// # Errors
    /// Says which names would have been right.
    fn why(&self, path: &str) -> Result<Why, NoSuchValue>;
    /// Every name that a condition may have in the view, or its first words.
    fn condition_names(&self) -> Vec<String>;
    /// What the encounter keeps from those at the table, where the fight is [watched](Terms::watched).
    fn secrets(&self) -> Secrets;
    /// Who perceived whom, where [`Terms::watched`] has it kept: the oldest glimpse first.
    fn sightings(&self) -> &[Glimpse];
    /// The moments at which that was looked at: how many facts and events had led to each.
    fn moments(&self) -> &[(usize, usize)];
    /// What those who fight have seen of the ground, where [`Terms::watched`] has it kept.
    fn seen_ground(&self) -> Option<&SeenGround>;
    /// The map as it lies now, with doors as they stand; nothing without one.
    fn map(&self) -> Option<Map>;
    /// Squares where something lies of which none of these knows by the rules.
    fn unknown_to(&self, eyes: &[Who]) -> Vec<Square>;
    /// How clearly the best of these see a square of the map now.
    fn clarity(&self, eyes: &[Who], square: Square) -> Clarity;
    /// The same fight at the same moment as somebody believes it to be: with these edicts, as far as they can be carried out.
    /// Its log is left out, and it throws no dice by itself. Whose dice are seen, `sees` says; the others are thrown anew by all
    /// who look ahead.
    fn believed(&self, edicts: &[Edict], sees: &dyn Fn(Option<Who>) -> bool) -> Box<dyn AnyLive>;
    /// Everyone's name and side, in roster order.
    fn roster(&self) -> Vec<(String, Side)>;
    /// Whether each of the roster would be a person's to play: a hero, not a monster.
    fn players(&self) -> Vec<bool>;
    /// What became of each combatant.
    fn fates(&self) -> Vec<Fate>;
    /// The digest of the state as far as it has come.
    fn digest(&self) -> String;
    /// Where the record and the rules part ways, if they do.
    fn diverged(&self) -> Option<&Divergence>;
    /// What the fight, as it stands, leaves of each combatant, in roster order; nothing for a seat's view of it.
    fn aftermath(&self) -> Vec<Aftermath> {
        Vec::new()
    }
    /// The outcome, once it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether it has reached the round limit, and for the last fifty rounds nobody was harmed and nobody left.
    fn is_stalemate(&self) -> bool;
    /// The answers to the open question at `place`, weighed by play-outs, the best first. Empty where nothing is asked of
    /// a combatant there.
    fn advise(&self, place: usize, budget: Budget) -> Vec<Weighed>;
    /// Plays the fight out from here, so often as the budget says, and tells how each of them ended.
    fn play_outs(&self, budget: Budget, each: EachPlayOut<'_>);
    /// The odds of what follows if `who` answers the open question with these words: until that act is over.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    fn odds(&self, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
        self.odds_while(who, words, limit, &|| true)
    }
    /// The same for as long as `going` says so; what has been found by then is told.
    ///
    /// # Errors
    /// Like [`AnyLive::odds`].
    fn odds_while(&self, who: &str, words: &str, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault> {
        self.odds_of(&Supposed::of(who, words), limit, going)
    }
    /// The odds of what follows, with answers to what comes up on the way, and up to any end.
    ///
    /// # Errors
    /// Like [`AnyLive::odds`]; or an answer for what follows is of somebody who does not take part.
    fn odds_of(&self, supposed: &Supposed<'_>, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault>;
    /// The way that `who` would go by this answer, and who else would be asked on it, as far as that is found out while
    /// `going` says so.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    fn foresee(&self, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault>;
    /// The same fight at the same moment, to be looked at apart from this one. Its log begins at the last resting point.
    fn apart(&self) -> Box<dyn AnyLive>;
    /// The same fight at the same moment, with the dice of another seed from here on, so that who plans ahead on a copy does
    /// not see the very dice that will fall. Its log is left out.
    fn redealt(&self, seed: u64) -> Box<dyn AnyLive>;
    /// This moment as something that can be simulated: the fight goes on from here again and again, its dice those that a
    /// live fight by the same seed would throw next. Each of the answers in `had` is given, in this order, to the next
    /// question to its seat that takes it, to the end of the next round; everything else is left to tactics.
    ///
    /// # Errors
    /// Says so where it cannot go on: the fight is over.
    fn moment(&self, had: Vec<Had>) -> Result<Box<dyn AnyFight>, Fault>;
}

/// The rule of this id, without or with the rulebook's name in front (`thalassa/attack.armor`).
pub fn rule_named(book: &dyn AnyRulebook, id: &str) -> Option<&'static Rule> {
    let id = id.strip_prefix(book.id()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id);
    book.sections().iter().flat_map(|section| section.rules.iter()).copied().find(|rule| rule.id == id)
}

/// Whether a seat is the GM's; for those who show questions.
pub fn is_gm(seat: Seat) -> bool {
    seat == Seat::Gm
}
