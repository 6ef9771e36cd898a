//! The table of everything live: what is recorded first, then fresh dice and fresh answers; everything is heard.

mod recorded;
mod said;
mod seats;

use std::collections::VecDeque;
use std::fmt;

use quintain_dice::{Entropy, Faces, LateStream, Stream};
pub(crate) use recorded::{fact_words, fits, recorded};
use recorded::{throw_words, wanted_words};
pub(crate) use said::{Heard, Said};
pub use seats::Seats;

use crate::edict::Edict;
use crate::event::{Event, EventId};
use crate::fact::Fact;
use crate::had::Forced;
use crate::knowledge::Sightings;
use crate::ledger::Ledger;
use crate::open::Open;
use crate::question::{Answer, Question, Weight};
use crate::rulebook::{Rulebook, find, fitting, names, seat_name, topic_key};
use crate::standing::Standing;
use crate::table::{Table, Throw, lay};
use crate::tactics::Conduct;
use crate::veil::{Aside, Veil};

/// Where fresh dice come from.
#[derive(Clone, Debug)]
pub enum DiceFrom {
    /// The system's entropy, drawn at the moment of the throw.
    System,
    /// People throw and type the faces in.
    Hand,
    /// These faces, in order; when they are used up, people are asked.
    Queue(VecDeque<u16>),
    /// A seeded stream.
    Seed(Box<Stream>),
}

/// Where what a record says and what the rules want part ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The place of the fact among those that stand.
    pub fact: usize,
    /// The place of its line among all lines of the record behind the header.
    pub line: usize,
    /// What the record says.
    pub recorded: String,
    /// What the rules want.
    pub wanted: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at line {} of its facts the record says {}, but the rules want {}",
            self.line + 1,
            self.recorded,
            self.wanted
        )
    }
}

/// Why a live table stopped.
#[derive(Clone, Debug)]
pub enum Halt<R: Rulebook> {
    /// These questions are open; any of them may be answered next.
    Asked(Vec<Open<R>>),
    /// These dice are to be thrown by hand.
    Dice(Throw),
    /// The GM ends the fight: what the rules do at the end of every fight is next.
    Ended,
    /// The record does not fit these rules.
    Diverged(Divergence),
    /// The system gave no dice.
    NoEntropy(String),
}

/// The live table.
#[derive(Debug)]
pub struct Desk<'a, R: Rulebook> {
    /// What is written down; nothing of a drill is.
    pub(crate) written: Option<Written<'a>>,
    /// What has been said since the last resting point, as the rules heard it.
    pub(crate) said: &'a mut Said<R>,
    /// The place of the next fact.
    pub(crate) next: usize,
    pub(crate) dice: &'a mut DiceFrom,
    pub(crate) seats: &'a Seats,
    pub(crate) conduct: &'a Conduct,
    pub(crate) own: &'a mut LateStream,
    /// Answers that are forced.
    pub(crate) forced: &'a mut Forced,
}

/// The record of a live fight and its log.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) log: &'a mut Vec<Event>,
    /// How many events of the log have been told in this run of the rules. Those behind them were told when the rules ran
    /// to this place before, and are not built again.
    pub(crate) told: usize,
    /// How many had been told when the rules were halted. What is told on the way out of them is told anew once they go on.
    pub(crate) firm: Option<usize>,
    /// What was perceived, where somebody at the table may not know everything.
    pub(crate) sightings: Option<&'a mut Sightings>,
}

impl Written<'_> {
    /// The number of an event that stands in the log already; it counts as told.
    fn known(&mut self) -> Option<EventId> {
        let id = EventId(self.told as u32);
        let known = self.told < self.log.len();
        self.told += usize::from(known);
        known.then_some(id)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        self.known().unwrap_or_else(|| {
            self.log.push(event());
            self.told += 1;
            EventId(self.told as u32 - 1)
        })
    }
}

impl<R: Rulebook> Desk<'_, R> {
    /// The fact that is next, where the record holds it already.
    fn fact(&self) -> Option<&Fact> {
        self.written.as_ref()?.ledger.get(self.next)
    }

    fn write(&mut self, fact: impl FnOnce() -> Fact) {
        if let Some(written) = &mut self.written {
            written.ledger.write(fact());
        }
    }

    /// Halts the rules.
    fn halt<T>(&mut self, halt: Halt<R>) -> Result<T, Halt<R>> {
        if let Some(written) = &mut self.written {
            written.firm.get_or_insert(written.told);
        }
        Err(halt)
    }

    fn diverged<T>(&self, recorded: String, wanted: String) -> Result<T, Halt<R>> {
        let line = self.written.as_ref().map_or(0, |written| written.ledger.line_of(self.next));
        Err(Halt::Diverged(Divergence { fact: self.next, line, recorded, wanted }))
    }

    /// Remembers faces, and goes on behind them.
    fn thrown(&mut self, faces: Faces) -> Faces {
        self.said.put(self.next, Heard::Dice(faces.clone()));
        self.next += 1;
        faces
    }

    /// Remembers an answer with the place of its question, and goes on behind it.
    fn answered(&mut self, place: usize, answer: Answer<R::Act>) -> (usize, Answer<R::Act>) {
        let own = Some(self.own.clone());
        self.said.put(self.next, Heard::Answer { place, answer: answer.clone(), own });
        self.next += 1;
        (place, answer)
    }

    /// Carries out the edicts that stand at this place of the record, and goes past standing answers.
    fn edicts(&mut self, fight: &mut R) -> Result<(), Halt<R>> {
        loop {
            if let Some(Heard::Edict(edict)) = self.said.get(self.next) {
                // It was carried out at this place before.
                let _ = fight.edict(edict);
                self.next += 1;
                continue;
            }
            let words = match self.fact() {
                Some(Fact::Edict { words }) => words.clone(),
                Some(Fact::Standing(_)) => {
                    self.next += 1;
                    continue;
                }
                _ => return Ok(()),
            };
            if let Some(read) = Aside::parse(&words) {
                match read.and_then(|aside| aside.event(fight)) {
                    Ok(event) => {
                        self.told(|| event);
                        self.conceal(&words);
                    }
                    Err(wanted) => return self.diverged(format!("the words `{words}`"), wanted),
                }
                self.next += 1;
                continue;
            }
            let edict = match Edict::parse(&words, &names(fight)) {
                Ok(Edict::Die { .. }) => Err("a die is replaced by a line of its own kind".to_owned()),
                Ok(edict) => Ok(edict),
                Err(fault) => Err(fault.to_string()),
            };
            let done = edict.and_then(|edict| match fight.edict(&edict) {
                Ok(text) => Ok((edict, text)),
                Err(refusal) => Err(refusal.to_string()),
            });
            let (edict, text) = match done {
                Ok(done) => done,
                Err(wanted) => return self.diverged(format!("the edict `{words}`"), wanted),
            };
            let whom = edict.whom().and_then(|name| find(fight, name));
            self.told(|| Event { whom, ..Event::new(&EDICT, format!("GM: {text}")) });
            self.next += 1;
            if let Edict::End { .. } = edict {
                return self.halt(Halt::Ended);
            }
        }
    }

    /// Where the game master conceals a place, it has to show itself anew.
    fn conceal(&mut self, words: &str) {
        let veil = Veil::parse(words).filter(|veil| veil.concealed);
        let (Some(site), Some(written)) = (veil.and_then(|veil| veil.site()), &mut self.written) else { return };
        if let Some(sightings) = &mut written.sightings {
            sightings.conceal(site, self.next);
        }
    }

    /// Looks who perceives whom at this moment.
    fn look(&mut self, fight: &R) {
        if let Some(Written { sightings: Some(sightings), told, .. }) = &mut self.written {
            sightings.look(fight, self.next, *told);
        }
    }

    fn told(&mut self, event: impl FnOnce() -> Event) -> EventId {
        self.written.as_mut().map_or(EventId(0), |written| written.tell(event))
    }

    /// A seeded stream moves on with every die, recorded or not, so that a fight taken up again throws the same.
    fn pass(&mut self, faces: &[u16], sides: u16) {
        if let DiceFrom::Seed(stream) = &mut *self.dice {
            for _ in faces {
                let _ = stream.die(sides);
            }
        }
    }

    /// Fresh faces; none where people are to throw them.
    fn fresh(&mut self, throw: &Throw, who: Option<&str>) -> Result<Option<Vec<u16>>, String> {
        let count = usize::from(throw.count);
        let drawn = match &mut *self.dice {
            DiceFrom::Seed(stream) => Some((0..count).map(|_| stream.die(throw.sides)).collect()),
            _ => None,
        };
        // After an undo the dice that lay on the table come up again for the same throw: undo is no free reroll.
        let written = self.written.as_ref();
        if let Some(Fact::Dice { faces, .. }) = written.and_then(|it| it.ledger.recall(|fact| fits(fact, throw, who))) {
            return Ok(Some(faces.clone()));
        }
        match &mut *self.dice {
            DiceFrom::Hand => Ok(None),
            DiceFrom::System => {
                let draw = |_| Entropy.die(throw.sides).map_err(|fault| fault.to_string());
                (0..count).map(draw).collect::<Result<_, _>>().map(Some)
            }
            DiceFrom::Queue(queue) => {
                let legal = queue.iter().take(count).filter(|face| (1..=throw.sides).contains(face)).count();
                Ok((legal == count).then(|| queue.drain(..count).collect()))
            }
            DiceFrom::Seed(_) => Ok(drawn),
        }
    }

    fn asked(&self, fight: &R, ask: &R::Ask) -> bool {
        self.seats.asked(fight, ask) && !fight.is_moot(ask)
    }

    /// Writes down an answer for which nobody was asked; `auto` tells those that follow from the fight itself.
    fn taken(&mut self, fight: &R, question: &Question<R::Act>, answer: &Answer<R::Act>, auto: bool) {
        self.write(|| Fact::Answer {
            to: seat_name(fight, question.to).to_owned(),
            rule: question.rule.id.to_owned(),
            words: question.write(answer),
            auto,
        });
    }

    /// Writes an answer of tactics down without putting the question, where its words are known beforehand; says whether
    /// they are.
    fn taken_as_it_is(&mut self, fight: &R, ask: &R::Ask, answer: &Answer<R::Act>) -> bool {
        let words = answer.one().and_then(|act| fight.text_of(ask, &act));
        let Some((words, topic)) = words.zip(fight.topic(ask)) else { return false };
        debug_assert_eq!(fight.question(ask).read(&words).as_ref(), Ok(answer), "an option of the question");
        let to = seat_name(fight, fight.seat(ask)).to_owned();
        self.write(|| Fact::Answer { to, rule: topic.rule.id.to_owned(), words, auto: true });
        true
    }

    /// The answer to a question that need not be put although a person sits there: nothing hangs on it, or the seat has
    /// said what it always answers.
    fn without_asking(&self, fight: &R, open: &Open<R>) -> Option<Answer<R::Act>> {
        let detail = fight.weight(open.ask()) == Weight::Detail && !self.seats.formalities;
        let facts = self.written.as_ref().map_or(&[][..], |written| &written.ledger.facts()[..self.next]);
        let said = facts.iter().any(|fact| fact.standing().is_some());
        // Most questions need not be put to know that.
        let question = (detail || said).then(|| open.question(fight))?;
        if detail && !question.is_open() {
            return Some(question.default.clone());
        }
        self.standing(facts, fight, open.ask(), question)
    }

    /// What the seat always answers to this kind of question, where that is offered.
    fn standing(&self, facts: &[Fact], fight: &R, ask: &R::Ask, question: &Question<R::Act>) -> Option<Answer<R::Act>> {
        let (to, topic) = (seat_name(fight, question.to), topic_key(fight, ask, question));
        let by = fight.brought_by(ask).map(|by| fight.name(by));
        let holds = |said: &&Standing| {
            said.to == to && said.topic == topic && said.is_against(by) && said.is_in_force(fight.round())
        };
        let all = facts.iter().rev().filter_map(Fact::standing);
        // What was said of just this combatant goes before what was said of all of its kind, and that before the rest.
        let said = all.filter(holds).min_by_key(|said| said.breadth(by))?;
        if said.unless_it_falls && fight.could_fall(ask) {
            return None;
        }
        let answer = question.read(said.words.as_deref()?).ok()?;
        fitting(fight, ask, answer).ok()
    }

    /// The answer of a seat that is not asked: the default of those who are there, the tactics of the others.
    fn unasked(&mut self, fight: &R, ask: &R::Ask) -> Answer<R::Act> {
        let seat = fight.seat(ask);
        let filled = self.seats.filled(fight, seat);
        if !filled && self.written.is_none() {
            return self.conduct.of_seat(fight, seat).answer(fight, ask, self.own);
        }
        let chosen = if filled { None } else { Some(self.conduct.of_seat(fight, seat).answer(fight, ask, self.own)) };
        if let Some(answer) = &chosen
            && self.taken_as_it_is(fight, ask, answer)
        {
            return answer.clone();
        }
        let question = fight.question(ask);
        let answer = chosen.unwrap_or_else(|| question.default.clone());
        // The rules get what a replay will read; what is not legal gives way to the default.
        let read = question.read(&question.write(&answer));
        let answer = read.or_else(|_| question.read(&question.write(&question.default))).unwrap_or(answer);
        self.taken(fight, &question, &answer, true);
        answer
    }
}

/// The rule that events of the GM's edicts cite.
pub static EDICT: crate::Rule = crate::Rule {
    id: "table.edict",
    kind: crate::Kind::Gm,
    summary: "Between questions the GM may change anything by hand; it stands in the record.",
    ruling: None,
    house: None,
};

impl<R: Rulebook> Table<R> for Desk<'_, R> {
    type Halt = Halt<R>;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Halt<R>> {
        self.edicts(fight)?;
        self.look(fight);
        if let Some(Heard::Dice(faces)) = self.said.get(self.next) {
            let faces = faces.clone();
            self.pass(&faces, throw.sides);
            self.next += 1;
            return Ok(faces);
        }
        // Names are for what is written down.
        let who = throw.who.filter(|_| self.written.is_some()).map(|who| fight.name(who).to_owned());
        if let Some(fact) = self.fact() {
            let Fact::Dice { faces, .. } = fact else {
                return self.diverged(fact_words(fact), throw_words(&throw, who.as_deref()));
            };
            if !fits(fact, &throw, who.as_deref()) {
                return self.diverged(fact_words(fact), throw_words(&throw, who.as_deref()));
            }
            let faces = lay(faces);
            self.pass(&faces, throw.sides);
            return Ok(self.thrown(faces));
        }
        match self.fresh(&throw, who.as_deref()) {
            Ok(Some(faces)) => {
                let shown = lay(&faces);
                self.write(|| Fact::Dice { rule: throw.rule.id.to_owned(), who, sides: throw.sides, faces });
                Ok(self.thrown(shown))
            }
            Ok(None) => self.halt(Halt::Dice(throw)),
            Err(fault) => self.halt(Halt::NoEntropy(fault)),
        }
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Halt<R>> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Halt<R>> {
        self.edicts(fight)?;
        self.look(fight);
        if let Some(Heard::Answer { place, answer, own }) = self.said.get(self.next) {
            let heard = (*place, answer.clone());
            if let Some(own) = own {
                self.own.clone_from(own);
            }
            self.next += 1;
            return Ok(heard);
        }
        if let Some(fact) = self.fact() {
            let Some((place, answer, auto)) = recorded(fight, asks, fact) else {
                return self.diverged(fact_words(fact), wanted_words(fight, asks));
            };
            // A recorded answer that did not follow by itself uses up the forced one that led to it.
            if !auto {
                let _ = self.forced.answer(fight, asks);
            }
            // The tactics' own dice move on as they did when the answer was given.
            if let (true, Some(ask)) = (auto, asks.get(place))
                && !self.seats.filled(fight, fight.seat(ask))
            {
                let _ = self.conduct.of_seat(fight, fight.seat(ask)).answer(fight, ask, self.own);
            }
            return Ok(self.answered(place, answer));
        }
        if let Some((place, answer)) = self.forced.answer(fight, asks) {
            self.taken(fight, &fight.question(&asks[place]), &answer, false);
            return Ok(self.answered(place, answer));
        }
        // Unattended seats answer at once, so that an open question is always somebody's.
        if let Some((place, ask)) = asks.iter().enumerate().find(|(_, ask)| !self.asked(fight, ask)) {
            let answer = self.unasked(fight, ask);
            return Ok(self.answered(place, answer));
        }
        let open: Vec<Open<R>> = asks.iter().cloned().map(Open::of).collect();
        for (place, open) in open.iter().enumerate() {
            if let Some(answer) = self.without_asking(fight, open) {
                self.taken(fight, open.question(fight), &answer, true);
                return Ok(self.answered(place, answer));
            }
        }
        self.halt(Halt::Asked(open))
    }

    fn hears(&self) -> bool {
        self.written.is_some()
    }

    fn known(&mut self) -> Option<EventId> {
        self.written.as_mut()?.known()
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        self.told(event)
    }
}
