//! What the author of a rulebook writes: the fight's state, its course, its questions.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use quintain_content::{Encounter, Problems, Source};
use quintain_dice::LateStream;
use quintain_field::{Map, Square};
use serde::{Deserialize, Serialize};

use crate::aftermath::{Aftermath, RestKind};
use crate::cast::{Seat, Side, Who};
use crate::edict::Edict;
use crate::glossary::{ConditionKind, StatInfo};
use crate::ground::{Area, Hazard, Reach};
use crate::house::HouseRule;
use crate::knowledge::{Clarity, Perceived};
use crate::label::{Label, Verb};
use crate::question::{Answer, NotTaken, Question, Refused, Weight};
use crate::rule::{Refusal, Section};
use crate::table::Table;
use crate::topic::Topic;
use crate::view::{Slot, View};
use crate::why::Why;

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// This side holds the field.
    Won(Side),
    /// The last of all sides fell at the same moment.
    Mutual,
    /// The GM ended it.
    Ended,
}

/// Where a fight stands after [`Rulebook::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// At a resting point: nothing is half done.
    Resting,
    /// Over.
    Over(Outcome),
}

/// A way to answer for an unattended seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticsInfo {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
}

/// What became of one combatant, for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fate {
    /// Dead or destroyed.
    pub died: bool,
    /// Out of the fight for whatever reason (the dead included).
    pub out: bool,
    /// Damage it dealt: what its attacks took from others' health.
    pub dealt: u32,
    /// Damage it took.
    pub taken: u32,
}

/// One kind of entry that packs of a rulebook hold.
#[derive(Clone, Debug)]
pub struct EntryInfo {
    /// The table's name in packs: `creature`.
    pub table: &'static str,
    /// The entry's id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A rulebook, implemented by the state of its fight.
///
/// The state is all there is: what is not in it does not survive a question. Cloning a state with `clone_from` into
/// one that has been used before must not allocate, because simulations start every fight that way.
pub trait Rulebook: Clone + Debug + Hash + Send + Sync + Sized + 'static {
    /// Every decision of the book, with what it is about.
    type Ask: Clone + Debug + PartialEq + Send + Sync;
    /// The book's closed set of acts: what choices stand for.
    type Act: Copy + Debug + PartialEq + Send + Sync;
    /// The content of its packs.
    type Book: Debug + Send + Sync;

    /// The id: `thalassa`.
    const ID: &'static str;
    /// The game's name.
    const NAME: &'static str;
    /// Grows with every change of the rules that alters the course of a recorded fight; never reused.
    const REVISION: u32;
    /// The tables that its packs may hold.
    const TABLES: &'static [&'static str];
    /// The tactics that it knows, the best first. Every rulebook may also be played by `random`.
    const TACTICS: &'static [TacticsInfo];

    /// All rules, in the chapter's order.
    fn sections() -> &'static [&'static Section];

    /// All house rules.
    fn house_rules() -> &'static [HouseRule];

    /// The JSON Schema of each kind of entry in its packs.
    fn entry_schemas() -> Vec<(&'static str, serde_json::Value)>;

    /// Reads packs.
    ///
    /// # Errors
    /// All problems of all packs at once.
    fn read(packs: &[Source]) -> Result<Self::Book, Problems>;

    /// What the packs hold.
    fn entries(book: &Self::Book) -> Vec<EntryInfo>;

    /// Sets a fight up.
    ///
    /// # Errors
    /// All problems of the encounter at once.
    fn set_up(book: &std::sync::Arc<Self::Book>, encounter: &Encounter) -> Result<Self, Problems>;

    /// Runs the rules to the next resting point.
    ///
    /// # Errors
    /// Halts where the table halts; the state is then as far as it had come, to be looked at, not to be run on.
    fn advance<T: Table<Self>>(&mut self, table: &mut T) -> Result<Progress, T::Halt>;

    /// What the rules do at the end of every fight, where the GM has just ended this one by an edict, perhaps half-way
    /// through a turn. The default is for books whose fights simply stop.
    ///
    /// # Errors
    /// Halts where the table halts.
    fn ended<T: Table<Self>>(&mut self, _table: &mut T) -> Result<(), T::Halt> {
        Ok(())
    }

    /// Whether a question need not be put any more, because an edict has taken the one out who was to answer it. Its
    /// default then stands.
    fn is_moot(&self, _ask: &Self::Ask) -> bool {
        false
    }

    /// Who is asked.
    fn seat(&self, ask: &Self::Ask) -> Seat;

    /// How much the question presses.
    fn weight(&self, ask: &Self::Ask) -> Weight;

    /// Every kind of question of the book, in the order of its guide.
    fn topics() -> &'static [&'static Topic] {
        &[]
    }

    /// Which kind of question it is; one of [`Rulebook::topics`].
    fn topic(&self, _ask: &Self::Ask) -> Option<&'static Topic> {
        None
    }

    /// What every value of a combatant in the view is, in the order of the sheet.
    fn stats() -> &'static [StatInfo] {
        &[]
    }

    /// Every kind of condition that the view may show.
    fn conditions() -> &'static [&'static ConditionKind] {
        &[]
    }

    /// Everything that options of the book do, in the order of its guide.
    fn verbs() -> &'static [&'static Verb] {
        &[]
    }

    /// What an option does, in parts: with one of [`Rulebook::verbs`]. Asked for only where somebody looks at the options
    /// one by one, or a program does.
    fn label(&self, _ask: &Self::Ask, _act: &Self::Act) -> Option<Label> {
        None
    }

    /// As much of [`Rulebook::label`] as says what an option does, with what and in which way. What it costs and what it brings
    /// about may be left out: to find that out can take a search for each option.
    fn doing(&self, ask: &Self::Ask, act: &Self::Act) -> Option<Label> {
        self.label(ask, act)
    }

    /// Whether what is answered here could take the combatant who is asked out of the fight, for standing answers that make
    /// an exception of that. True where the book does not know.
    fn could_fall(&self, _ask: &Self::Ask) -> bool {
        true
    }

    /// The combatant whose act brings the question about, where it is another than the one who is asked: the attacker
    /// of a parry. For standing answers that are meant for some of them, and for pages that point at it.
    fn brought_by(&self, _ask: &Self::Ask) -> Option<Who> {
        None
    }

    /// Whether this asks somebody what it does next: whatever was done before is then over, also for those who answered it.
    fn begins_an_act(&self, _ask: &Self::Ask) -> bool {
        false
    }

    /// Whether two questions of one kind to one seat belong to the same act, the later one to a later moment of it. Odds then
    /// look beyond it; otherwise they end there.
    fn goes_on(&self, _before: &Self::Ask, _later: &Self::Ask) -> bool {
        false
    }

    /// The combatant whose act is chosen ahead by what the game master is asked: the opponent of whom it is foretold what it is
    /// about to do. An audit holds that for a decision of the combatant's, since its tactics choose it.
    fn foretells(&self, _ask: &Self::Ask) -> Option<Who> {
        None
    }

    /// What else somebody might try that is not legal now, each with the rule that refuses it: every kind of act, target
    /// and means that words could name and [`Question::refused`] does not list already. Asked for only where words were not
    /// understood or somebody wants to see everything, so it may take its time.
    fn refusals(&self, _ask: &Self::Ask) -> Vec<Refused> {
        Vec::new()
    }

    /// Whether options of one question, in the order of the options, may be picked together: what they cost as a whole can be
    /// paid, none rules out another, and what builds on another comes with it. Asked of whatever anybody says; a book's own
    /// tactics must see to it themselves.
    ///
    /// # Errors
    /// Says why not: what they cost and what is left, or which needs or rules out which.
    fn together(&self, _ask: &Self::Ask, _picks: &[Self::Act]) -> Result<(), Refusal> {
        Ok(())
    }

    /// The question in full.
    fn question(&self, ask: &Self::Ask) -> Question<Self::Act>;

    /// The text of one of the question's options, where it can be told without all the others: what unattended seats
    /// choose at a live table is then written down without the question being put. It is worth telling for what they
    /// choose most.
    fn text_of(&self, _ask: &Self::Ask, _act: &Self::Act) -> Option<String> {
        None
    }

    /// The squares that somebody passes over if this is chosen, from where it stands, as far as nothing stops it; to be
    /// shown before it is. Empty where nobody moves, or a move is chosen step by step.
    fn way(&self, _ask: &Self::Ask, _act: &Self::Act) -> Vec<Square> {
        Vec::new()
    }

    /// What waits on the way of [`Rulebook::way`]: the squares of it where somebody could answer, or the ground does harm, as
    /// the one who goes knows it, in the order of the way.
    fn hazards(&self, _ask: &Self::Ask, _act: &Self::Act) -> Vec<Hazard> {
        Vec::new()
    }

    /// The squares that an option covers if it is chosen, and whom it would strike there, as everybody stands now. Empty
    /// where it points at single creatures alone.
    fn area(&self, _ask: &Self::Ask, _act: &Self::Act) -> Area {
        Area::default()
    }

    /// How far somebody could come in its next turn, from where it stands and as it is now, and whom it could get at
    /// there. Asked for only where somebody looks at it.
    fn reach_of(&self, _who: Who) -> Reach {
        Reach::default()
    }

    /// What these tactics (a place in [`Rulebook::TACTICS`]) answer. `own` are the tactics' own dice, not the fight's.
    fn answer(&self, tactics: usize, ask: &Self::Ask, own: &mut LateStream) -> Answer<Self::Act>;

    /// What these tactics choose where one option is asked for: what [`Rulebook::answer`] says, without building an
    /// [`Answer`]. Worth writing for the questions that simulations ask most.
    fn choose(&self, tactics: usize, ask: &Self::Ask, own: &mut LateStream) -> Option<Self::Act> {
        self.answer(tactics, ask, own).one()
    }

    /// How many have taken part so far, those who are out included.
    fn roster_len(&self) -> usize;

    /// A combatant's name.
    fn name(&self, who: Who) -> &str;

    /// A combatant's side.
    fn side(&self, who: Who) -> Side;

    /// Whether a person would be expected to play it: a hero, not a monster.
    fn is_players(&self, who: Who) -> bool;

    /// Where a combatant stands, on a map.
    fn stands(&self, _who: Who) -> Option<Square> {
        None
    }

    /// How `who` perceives `other` now, by the book's rules of sight, light, senses, hiding and illusion. Asked for only
    /// where somebody may not know everything.
    fn perceives(&self, _who: Who, _other: Who) -> Perceived {
        Perceived::Seen
    }

    /// Whether all see all now, so that [`Rulebook::perceives`] need not be asked: a quick test that may miss cases.
    fn hides_nothing(&self) -> bool {
        true
    }

    /// How clearly `who` sees a square of the map now.
    fn clarity(&self, _who: Who, _square: Square) -> Clarity {
        Clarity::Clear
    }

    /// The map that the encounter gives, as it lies now, with doors as they stand; nothing without one.
    fn map(&self) -> Option<Cow<'_, Map>> {
        None
    }

    /// Squares where something lies of which a combatant does not know by the rules, such as traps of its foes.
    fn unknown_to(&self, _who: Who) -> Vec<Square> {
        Vec::new()
    }

    /// The names of the sides.
    fn sides(&self) -> &[String];

    /// The round, from 1; 0 before the first.
    fn round(&self) -> u32;

    /// How many rounds are complete. The default is for books that count on before they rest at the end of a round; one
    /// that counts on at the top of the next round says itself when a round is done.
    fn rounds_done(&self) -> u32 {
        self.round().saturating_sub(1)
    }

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What became of a combatant.
    fn fate(&self, who: Who) -> Fate;

    /// What this fight, as it stands, leaves of a combatant for the next one.
    fn aftermath(&self, _who: Who) -> Aftermath {
        Aftermath::default()
    }

    /// The rests that the book knows between fights, the shortest first.
    fn rests() -> &'static [&'static RestKind] {
        &[]
    }

    /// Lets all who are there take one of [`Rulebook::rests`] together. The state is a fight that has not begun, or has
    /// ended; nobody is hostile.
    ///
    /// # Errors
    /// Halts where the table halts.
    fn rest<T: Table<Self>>(&mut self, _kind: &'static RestKind, _table: &mut T) -> Result<(), T::Halt> {
        Ok(())
    }

    /// The fight as the GM may see it.
    fn view(&self) -> View;

    /// The turn order of that view by itself: odds ask for it at every question.
    fn turn_order(&self) -> Vec<Slot> {
        self.view().order
    }

    /// Why a value of a combatant in the view is what it is, by its key (`hp.max` for a maximum): for every number that is
    /// made of parts, out of the function that makes it. The table fills in path and label. `None` for what is kept as it
    /// is, whose origin the table finds.
    fn why(&self, _who: Who, _key: &str) -> Option<Why> {
        None
    }

    /// Every name that a condition may have in the view of this fight, those that its content brings included. Where the
    /// end of a name varies (`scar 3 pending`), its first words alone (`scar`). Edicts that give one may know fewer.
    fn condition_names(&self) -> Vec<String>;

    /// Carries out an edict of the GM and says what it did.
    ///
    /// # Errors
    /// Says why it cannot be: no such value, out of range, wrong type. The state is then as it was.
    fn edict(&mut self, edict: &Edict) -> Result<String, Refusal>;
}

/// The combatant of this name, whatever the case of its letters.
pub fn find<R: Rulebook>(fight: &R, name: &str) -> Option<Who> {
    let wanted = name.trim().to_lowercase();
    (0..fight.roster_len()).map(|place| Who(place as u16)).find(|who| fight.name(*who).to_lowercase() == wanted)
}

/// The names of all combatants, in roster order.
pub fn names<R: Rulebook>(fight: &R) -> Vec<&str> {
    (0..fight.roster_len()).map(|place| fight.name(Who(place as u16))).collect()
}

/// The name of a question's kind: its topic's, or that of the rule that asks.
pub(crate) fn topic_key<R: Rulebook>(fight: &R, ask: &R::Ask, question: &Question<R::Act>) -> &'static str {
    fight.topic(ask).map_or(question.rule.id, |topic| topic.key)
}

/// An answer whose picks may be picked together.
///
/// # Errors
/// Says by which rule they may not.
pub(crate) fn fitting<R: Rulebook>(
    fight: &R,
    ask: &R::Ask,
    answer: Answer<R::Act>,
) -> Result<Answer<R::Act>, NotTaken> {
    match &answer {
        Answer::Several(picks) => fight.together(ask, picks).map_err(NotTaken::Refused).map(|()| answer),
        _ => Ok(answer),
    }
}

/// Reads an answer as [`Question::read`] does; the combatant who is asked may also be called by name where the option says
/// `oneself`, and several picks must fit together.
///
/// # Errors
/// Says whether the words are unknown, ambiguous, malformed or refused by a rule.
pub(crate) fn understood<R: Rulebook>(
    fight: &R,
    (ask, question): (&R::Ask, &Question<R::Act>),
    words: &str,
) -> Result<Answer<R::Act>, NotTaken> {
    let read = question.read(words);
    let read = match read {
        Err(NotTaken::Unknown(_)) => match pointing_at(fight, question.to, words).map(|words| question.read(&words)) {
            None | Some(Err(NotTaken::Unknown(_))) => read,
            Some(known) => known,
        },
        _ => read,
    };
    read.and_then(|answer| fitting(fight, ask, answer))
}

/// [`understood`], looking for words that no option and no refusal listed knows among everything that the rules refuse.
///
/// # Errors
/// Like [`understood`].
pub(crate) fn judged<R: Rulebook>(
    fight: &R,
    (ask, question): (&R::Ask, &Question<R::Act>),
    words: &str,
) -> Result<Answer<R::Act>, NotTaken> {
    let read = understood(fight, (ask, question), words);
    if !matches!(read, Err(NotTaken::Unknown(_) | NotTaken::Refused(_))) {
        return read;
    }
    // What is refused in just these words is meant before what refuses a whole kind of act.
    let refused: Vec<Refused> = question.refused.iter().cloned().chain(fight.refusals(ask)).collect();
    let pointing = pointing_at(fight, question.to, words);
    let both = || std::iter::once(words).chain(pointing.as_deref());
    let exact = both().find_map(|words| question.refused_exactly(&refused, words));
    let found = exact.or_else(|| match read {
        Err(NotTaken::Refused(_)) => None,
        _ => both().find_map(|words| question.refusal_among(&refused, words)),
    });
    found.map_or(read, |refusal| Err(NotTaken::Refused(refusal.clone())))
}

/// The words with `oneself` for the name of the combatant at this seat, if they hold it.
fn pointing_at<R: Rulebook>(fight: &R, seat: Seat, words: &str) -> Option<String> {
    match seat {
        Seat::Of(who) => pointing_back(fight.name(who), words),
        Seat::Gm => None,
    }
}

/// The words with `oneself` for the name of the combatant asked, if they hold it.
pub(crate) fn pointing_back(name: &str, words: &str) -> Option<String> {
    let name = format!(" {} ", name.to_lowercase());
    let said = format!(" {} ", words.to_lowercase());
    said.contains(&name).then(|| said.replace(&name, " oneself ").trim().to_owned())
}

/// The name by which scripts and records address a seat.
pub fn seat_name<R: Rulebook>(fight: &R, seat: Seat) -> &str {
    match seat {
        Seat::Gm => "gm",
        Seat::Of(who) => fight.name(who),
    }
}
