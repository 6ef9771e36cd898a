//! The table of everything live: what is recorded first, then fresh dice and fresh answers; everything is heard.

use std::collections::VecDeque;
use std::fmt;

use quintain_dice::{Entropy, Faces, LateStream, Stream};
use serde::{Deserialize, Serialize};

use crate::cast::{Seat, Who};
use crate::edict::Edict;
use crate::event::{Event, EventId};
use crate::fact::Fact;
use crate::ledger::Ledger;
use crate::question::{Answer, Question, Weight};
use crate::rulebook::{Rulebook, names, seat_name, topic_key};
use crate::spoken::Spoken;
use crate::standing::Standing;
use crate::table::{Table, Throw, lay};
use crate::tactics::Conduct;

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

/// Which seats somebody sits at. The others are played by tactics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The GM judges; otherwise the rulebook's defaults stand.
    pub gm: bool,
    /// Every combatant that is a player's.
    pub players: bool,
    /// Further combatants, by name in lower case.
    pub named: Vec<String>,
    /// What those do who are no players' is put to people, too, instead of being left to tactics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub others: bool,
    /// Formalities are put to those who are there, instead of taking their default.
    pub formalities: bool,
}

impl Seats {
    /// Nobody sits at the table.
    pub fn nobody() -> Self {
        Seats::default()
    }

    /// Everybody does, and everything is asked.
    pub fn everybody() -> Self {
        Seats { gm: true, players: true, named: Vec::new(), others: true, formalities: true }
    }

    fn filled<R: Rulebook>(&self, fight: &R, seat: Seat) -> bool {
        match seat {
            Seat::Gm => self.gm,
            Seat::Of(who) => {
                (self.players && fight.is_players(who)) || (self.gm && !fight.is_players(who)) || self.names(fight, who)
            }
        }
    }

    fn names<R: Rulebook>(&self, fight: &R, who: Who) -> bool {
        !self.named.is_empty() && self.named.contains(&fight.name(who).to_lowercase())
    }

    fn asked<R: Rulebook>(&self, fight: &R, ask: &R::Ask) -> bool {
        let seat = fight.seat(ask);
        let named = || matches!(seat, Seat::Of(who) if self.names(fight, who));
        let presses = match fight.weight(ask) {
            Weight::Decision => true,
            Weight::Choice => self.others || named(),
            Weight::Detail => self.others || named() || !matches!(seat, Seat::Of(who) if !fight.is_players(who)),
            Weight::Formality => false,
        };
        self.filled(fight, seat) && (presses || self.formalities)
    }
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
    Asked(Vec<(R::Ask, Question<R::Act>)>),
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
pub struct Desk<'a> {
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) next: usize,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) dice: &'a mut DiceFrom,
    pub(crate) seats: &'a Seats,
    pub(crate) conduct: &'a Conduct,
    pub(crate) own: &'a mut LateStream,
}

impl Desk<'_> {
    fn diverged<R: Rulebook, T>(&self, recorded: String, wanted: String) -> Result<T, Halt<R>> {
        let line = self.ledger.line_of(self.next);
        Err(Halt::Diverged(Divergence { fact: self.next, line, recorded, wanted }))
    }

    /// Carries out the edicts that stand at this place of the record, and goes past standing answers.
    fn edicts<R: Rulebook>(&mut self, fight: &mut R) -> Result<(), Halt<R>> {
        loop {
            let words = match self.ledger.get(self.next) {
                Some(Fact::Edict { words }) => words,
                Some(Fact::Standing(_)) => {
                    self.next += 1;
                    continue;
                }
                _ => return Ok(()),
            };
            if let Some(read) = Spoken::parse(words) {
                match read.and_then(|spoken| spoken.event(fight)) {
                    Ok(event) => self.events.push(event),
                    Err(wanted) => return self.diverged(format!("the words `{words}`"), wanted),
                }
                self.next += 1;
                continue;
            }
            let edict = match Edict::parse(words, &names(fight)) {
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
            self.events.push(Event::new(&EDICT, format!("GM: {text}")));
            self.next += 1;
            if let Edict::End { .. } = edict {
                return Err(Halt::Ended);
            }
        }
    }

    /// Fresh faces; none where people are to throw them.
    fn fresh(&mut self, throw: &Throw, who: Option<&str>) -> Result<Option<Vec<u16>>, String> {
        let count = usize::from(throw.count);
        // A seeded stream moves on with every die, recorded or not, so that a fight taken up again throws the same.
        let drawn = match &mut *self.dice {
            DiceFrom::Seed(stream) => Some((0..count).map(|_| stream.die(throw.sides)).collect()),
            _ => None,
        };
        // After an undo the dice that lay on the table come up again for the same throw: undo is no free reroll.
        if let Some(Fact::Dice { faces, .. }) = self.ledger.recall(|fact| fits(fact, throw, who)) {
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

    fn asked<R: Rulebook>(&self, fight: &R, ask: &R::Ask) -> bool {
        self.seats.asked(fight, ask) && !fight.is_moot(ask)
    }

    /// Writes down an answer for which nobody was asked.
    fn taken<R: Rulebook>(&mut self, fight: &R, question: &Question<R::Act>, answer: Answer<R::Act>) -> Answer<R::Act> {
        self.ledger.write(Fact::Answer {
            to: seat_name(fight, question.to).to_owned(),
            rule: question.rule.id.to_owned(),
            words: question.write(&answer),
            auto: true,
        });
        self.next += 1;
        answer
    }

    /// The answer to a question that need not be put although a person sits there: nothing hangs on it, or the seat has
    /// said what it always answers.
    fn without_asking<R: Rulebook>(
        &self,
        fight: &R,
        ask: &R::Ask,
        question: &Question<R::Act>,
    ) -> Option<Answer<R::Act>> {
        let detail = question.weight == Weight::Detail && !self.seats.formalities;
        if detail && !question.is_open() {
            return Some(question.default.clone());
        }
        self.standing(fight, ask, question)
    }

    /// What the seat always answers to this kind of question, where that is offered.
    fn standing<R: Rulebook>(&self, fight: &R, ask: &R::Ask, question: &Question<R::Act>) -> Option<Answer<R::Act>> {
        let (to, topic) = (seat_name(fight, question.to), topic_key(fight, ask, question));
        let by = fight.brought_by(ask).map(|by| fight.name(by));
        let holds = |said: &&Standing| {
            said.to == to && said.topic == topic && said.is_against(by) && said.is_in_force(fight.round())
        };
        let all = self.ledger.facts()[..self.next].iter().rev().filter_map(Fact::standing);
        // What was said of just this combatant goes before what was said of all of its kind, and that before the rest.
        let said = all.filter(holds).min_by_key(|said| said.breadth(by))?;
        if said.unless_it_falls && fight.could_fall(ask) {
            return None;
        }
        question.read(said.words.as_deref()?).ok()
    }

    /// The answer of a seat that is not asked: the default of those who are there, the tactics of the others.
    fn unasked<R: Rulebook>(&mut self, fight: &R, ask: &R::Ask, question: &Question<R::Act>) -> Answer<R::Act> {
        let answer = match self.seats.filled(fight, question.to) {
            true => question.default.clone(),
            false => self.conduct.of_seat(fight, question.to).answer(fight, ask, self.own),
        };
        // The rules get what a replay will read; what is not legal gives way to the default.
        let read = question.read(&question.write(&answer));
        read.or_else(|_| question.read(&question.write(&question.default))).unwrap_or(answer)
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

fn fits(fact: &Fact, throw: &Throw, whose: Option<&str>) -> bool {
    matches!(fact, Fact::Dice { rule, who, sides, faces }
        if rule == throw.rule.id && who.as_deref() == whose && *sides == throw.sides
            && faces.len() == usize::from(throw.count) && faces.iter().all(|face| (1..=throw.sides).contains(face)))
}

fn throw_words(throw: &Throw, who: Option<&str>) -> String {
    let whose = who.map(|name| format!(" of {name}")).unwrap_or_default();
    format!("{}d{} for {}{whose} ({})", throw.count, throw.sides, throw.what, throw.rule.id)
}

pub(crate) fn fact_words(fact: &Fact) -> String {
    match fact {
        Fact::Dice { rule, who, sides, faces } => {
            let whose = who.as_deref().map(|name| format!(" of {name}")).unwrap_or_default();
            let shown: Vec<String> = faces.iter().map(u16::to_string).collect();
            format!("{}d{sides}{whose} showing {} ({rule})", faces.len(), shown.join(" "))
        }
        Fact::Answer { to, rule, words, .. } => format!("the answer `{to}: {words}` ({rule})"),
        Fact::Edict { words } => format!("the edict `{words}`"),
        Fact::Rest { digest } => format!("a resting point with digest {digest}"),
        Fact::Standing(said) => format!("what {} always answers to `{}`", said.to, said.topic),
        Fact::Cut { .. } | Fact::Replace { .. } => "a change of the record itself".into(),
    }
}

impl<R: Rulebook> Table<R> for Desk<'_> {
    type Halt = Halt<R>;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Halt<R>> {
        self.edicts(fight)?;
        let who = throw.who.map(|who| fight.name(who).to_owned());
        if let Some(fact) = self.ledger.get(self.next) {
            let Fact::Dice { faces, .. } = fact else {
                return self.diverged(fact_words(fact), throw_words(&throw, who.as_deref()));
            };
            if !fits(fact, &throw, who.as_deref()) {
                return self.diverged(fact_words(fact), throw_words(&throw, who.as_deref()));
            }
            if let DiceFrom::Seed(stream) = &mut *self.dice {
                for _ in faces {
                    let _ = stream.die(throw.sides);
                }
            }
            self.next += 1;
            return Ok(lay(faces));
        }
        match self.fresh(&throw, who.as_deref()) {
            Ok(Some(faces)) => {
                let shown = lay(&faces);
                let rule = throw.rule.id.to_owned();
                self.ledger.write(Fact::Dice { rule, who, sides: throw.sides, faces });
                self.next += 1;
                Ok(shown)
            }
            Ok(None) => Err(Halt::Dice(throw)),
            Err(fault) => Err(Halt::NoEntropy(fault)),
        }
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Halt<R>> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Halt<R>> {
        self.edicts(fight)?;
        if let Some(fact) = self.ledger.get(self.next) {
            let Some((place, answer, auto)) = recorded(fight, asks, fact) else {
                return self.diverged(fact_words(fact), wanted_words(fight, asks));
            };
            // The tactics' own dice move on as they did when the answer was given.
            if let (true, Some(ask)) = (auto, asks.get(place))
                && !self.seats.filled(fight, fight.seat(ask))
            {
                let _ = self.conduct.of_seat(fight, fight.seat(ask)).answer(fight, ask, self.own);
            }
            self.next += 1;
            return Ok((place, answer));
        }
        // Unattended seats answer at once, so that an open question is always somebody's.
        if let Some((place, ask)) = asks.iter().enumerate().find(|(_, ask)| !self.asked(fight, ask)) {
            let question = fight.question(ask);
            let answer = self.unasked(fight, ask, &question);
            return Ok((place, self.taken(fight, &question, answer)));
        }
        let open: Vec<(R::Ask, Question<R::Act>)> = asks.iter().map(|ask| (ask.clone(), fight.question(ask))).collect();
        for (place, (ask, question)) in open.iter().enumerate() {
            if let Some(answer) = self.without_asking(fight, ask, question) {
                return Ok((place, self.taken(fight, question, answer)));
            }
        }
        Err(Halt::Asked(open))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        let id = EventId(self.events.len() as u32);
        self.events.push(event());
        id
    }
}

/// Which of the questions this fact answers, how, and whether nobody was asked.
fn recorded<R: Rulebook>(fight: &R, asks: &[R::Ask], fact: &Fact) -> Option<(usize, Answer<R::Act>, bool)> {
    let Fact::Answer { to, rule, words, auto } = fact else { return None };
    asks.iter().enumerate().find_map(|(place, ask)| {
        if !seat_name(fight, fight.seat(ask)).eq_ignore_ascii_case(to) {
            return None;
        }
        let question = fight.question(ask);
        if question.rule.id != rule {
            return None;
        }
        question.read(words).ok().map(|answer| (place, answer, *auto))
    })
}

fn wanted_words<R: Rulebook>(fight: &R, asks: &[R::Ask]) -> String {
    let words = asks.iter().map(|ask| {
        let question = fight.question(ask);
        format!("{} to answer `{}` ({})", seat_name(fight, question.to), question.text, question.rule.id)
    });
    words.collect::<Vec<_>>().join(" or ")
}
