//! The session: a live fight, its room, and what each chair may do to them.

use quintain_dice::Entropy;
use quintain_engine::{
    AnyFight, AnyLive, AnyRulebook, DiceFrom, Fact, Header, Lens, OpenQuestion, Record, Seats, Standing, Terms, Waiting,
};
use quintain_library::Opened;
use xxhash_rust::xxh3::xxh3_64;

use crate::chair::{Chair, ChairId, Holder, Role, Room};
use crate::fault::Fault;
use crate::outlook::Outlook;

/// How often a fight may go on by itself between two answers of people: far more than any fight needs, but not for ever.
const MOST_STEPS: usize = 100_000;

/// The most letters of a chair's name.
const LONGEST_NAME: usize = 60;

/// A live fight with its room.
#[derive(Debug)]
pub struct Session {
    opened: Opened,
    header: Header,
    live: Box<dyn AnyLive>,
    room: Room,
    /// That another revision of the rules made its record.
    older: Option<String>,
}

/// The session answers for those that nobody holds. Dice come by hand, and the session throws them for chairs that do not
/// want to.
fn terms(fight: &dyn AnyFight, seats: Seats) -> Terms {
    Terms { dice: DiceFrom::Hand, watched: Some(fight.secrets()), ..Terms::attended(seats) }
}

impl Session {
    /// Begins a fight and runs to its first question. With `formalities`, judgements that have a plain default are put
    /// to people, too.
    ///
    /// # Errors
    /// When the system gives no dice.
    pub fn begin(opened: Opened, room: Room, formalities: bool) -> Result<Session, Fault> {
        let terms = terms(&*opened.fight, Seats { formalities, ..Seats::everybody() });
        let start = opened.fight.digest();
        let header = Header::new(opened.rulebook, &opened.encounter.source, &opened.packs, &terms, start);
        let live = opened.fight.live(terms, Vec::new());
        let mut session = Session { opened, header, live, room, older: None };
        session.seat_everybody();
        session.settle()?;
        Ok(session)
    }

    /// Takes a fight up where its record ends. `opened` is what the header's encounter opens as.
    ///
    /// # Errors
    /// When the record does not fit these rules.
    pub fn resume(opened: Opened, record: &Record, room: Room) -> Result<Session, Fault> {
        let replayed =
            record.replay(opened.rulebook, &*opened.fight).map_err(|problem| Fault::Broken(problem.to_string()))?;
        if let Some(problem) = replayed.differs {
            return Err(Fault::Broken(problem.to_string()));
        }
        let (header, older) = (record.header.clone(), replayed.older);
        let mut session = Session { opened, header, live: replayed.live, room, older };
        session.seat_everybody();
        session.settle()?;
        Ok(session)
    }

    /// The rulebook.
    pub fn rulebook(&self) -> &'static dyn AnyRulebook {
        self.opened.rulebook
    }

    /// The encounter's title.
    pub fn title(&self) -> &str {
        self.opened.title()
    }

    /// The header of the record.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// That another revision of the rules made its record, where every line of it fits these all the same.
    pub fn older(&self) -> Option<&str> {
        self.older.as_deref()
    }

    /// The room.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The fight.
    pub fn live(&self) -> &dyn AnyLive {
        &*self.live
    }

    /// What it was opened from.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The lines that have to be written down before anybody sees what came of them.
    pub fn unwritten(&mut self) -> Vec<Fact> {
        self.live.unwritten()
    }

    /// Answers for a chair. `number` is the question's, as [`Session::number`] gave it out.
    ///
    /// # Errors
    /// Says why it is not taken: another's question, too late, not legal.
    pub fn answer(&mut self, chair: ChairId, number: &str, who: &str, words: &str) -> Result<(), Fault> {
        if !self.room.may_answer(chair, who) {
            return Err(Fault::NotYours(format!("{who} is not yours to play")));
        }
        let (open, lens) = (self.open(), self.lens(&*self.live, chair));
        let meant = |asked: &OpenQuestion| self.number_through(lens.as_ref(), asked) == number;
        if !open.iter().any(|asked| asked.who.eq_ignore_ascii_case(who) && meant(asked)) {
            return Err(Fault::Late);
        }
        let answered = match lens {
            None => self.live.answer(who, words),
            Some(lens) => {
                let believed = lens.believed(&*self.live);
                lens.answer(&mut *self.live, &*believed, who, words)
            }
        };
        answered.map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// Gives the dice that the fight waits for. With the number of the throw that is meant, the same throw is never given
    /// twice.
    ///
    /// # Errors
    /// Says whose dice are wanted, or which faces, or that this throw has been given.
    pub fn throw(&mut self, chair: ChairId, number: Option<&str>, faces: &[u16]) -> Result<(), Fault> {
        let Waiting::Dice { who, text, .. } = self.live.waiting() else { return Err(Fault::Late) };
        if number.is_some_and(|number| number != self.number_of_throw(chair, &text)) {
            return Err(Fault::Late);
        }
        let whose = who.as_deref().unwrap_or("gm");
        if !self.room.may_answer(chair, whose) {
            return Err(Fault::NotYours(format!("these dice are {whose}'s")));
        }
        self.live.throw(faces).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// Lets the table throw the dice that the fight waits for, though the chair throws its own otherwise.
    ///
    /// # Errors
    /// Says whose dice are wanted, or that the system gives none.
    pub fn throw_for(&mut self, chair: ChairId, number: Option<&str>) -> Result<(), Fault> {
        let Waiting::Dice { count, sides, .. } = self.live.waiting() else { return Err(Fault::Late) };
        let faces = thrown(count, sides)?;
        self.throw(chair, number, &faces)
    }

    /// Takes the chair's own last answer back, as long as nobody has seen a die or answered since, and says which it was.
    ///
    /// # Errors
    /// Says why it stands.
    pub fn take_back(&mut self, chair: ChairId) -> Result<String, Fault> {
        let facts = self.live.facts();
        let stands = |why: String| Err(Fault::NotTaken(why));
        let Some(place) = facts.iter().rposition(Fact::is_decision) else {
            return stands("there is nothing to take back".into());
        };
        let said = place.checked_sub(1).filter(|_| matches!(facts[place], Fact::Standing(_)));
        let Fact::Answer { to, .. } = &facts[said.unwrap_or(place)] else {
            return stands("the game master has decided something since".into());
        };
        if !self.room.holds(chair, to) {
            return stands(format!("{to} has answered since"));
        }
        for behind in &facts[place + 1..] {
            match behind {
                Fact::Dice { .. } => {
                    return stands("dice have been thrown since; only the game master can undo it now".into());
                }
                // What the table settles in one's own name goes with what one takes back.
                Fact::Answer { to, .. } if !self.room.holds(chair, to) => {
                    return stands(format!("{to} has answered since"));
                }
                _ => {}
            }
        }
        let what = self.live.undo().map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()?;
        Ok(what)
    }

    /// Carries out an edict of the game master.
    ///
    /// # Errors
    /// Says why it cannot be.
    pub fn edict(&mut self, chair: ChairId, words: &str) -> Result<(), Fault> {
        self.only_gm(chair)?;
        self.live.edict(words).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// Says something at the table in the chair's name: to everybody, or to the game master alone in the name of a
    /// combatant of the chair.
    ///
    /// # Errors
    /// When the chair is closed or looks on, or plays nobody who could whisper.
    pub fn speak(&mut self, chair: ChairId, words: &str, to_gm: bool) -> Result<(), Fault> {
        let own = self.room.chair(chair).filter(|own| own.role != Role::Watcher);
        let own = own.ok_or_else(|| Fault::NotYours("this chair looks on".into()))?;
        let spoken = match (self.room.is_gm(chair), to_gm) {
            (true, _) => format!("say {words}"),
            (false, false) => format!("say as {}: {words}", own.name.replace(':', " ")),
            (false, true) => {
                let roster = self.live.roster();
                let held = roster.iter().find(|(name, _)| self.room.holds(chair, name));
                let (name, _) = held.ok_or_else(|| Fault::NotTaken("you play nobody who could whisper".into()))?;
                format!("whisper gm as {name}: {words}")
            }
        };
        self.live.edict(&spoken).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// Takes the last decision back and says which it was.
    ///
    /// # Errors
    /// Says so if there is none.
    pub fn undo(&mut self, chair: ChairId) -> Result<String, Fault> {
        self.only_gm(chair)?;
        let what = self.live.undo().map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()?;
        Ok(what)
    }

    /// Changes the room; the fight goes on where somebody was waited for who is not asked any more.
    ///
    /// # Errors
    /// When the change is not the chair's to make.
    pub fn arrange(&mut self, chair: ChairId, change: impl FnOnce(&mut Room)) -> Result<(), Fault> {
        self.only_gm(chair)?;
        change(&mut self.room);
        self.settle()
    }

    /// Adds a chair, and says which it is.
    ///
    /// # Errors
    /// When it has no name, or the change is not the chair's to make.
    pub fn add_chair(&mut self, by: ChairId, name: &str, role: Role) -> Result<ChairId, Fault> {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        if name.is_empty() {
            return Err(Fault::NotTaken("a chair needs a name".into()));
        }
        let added = ChairId(u32::try_from(self.room.chairs.len()).unwrap_or(u32::MAX));
        self.arrange(by, |room| room.chairs.push(Chair::new(name, role)))?;
        Ok(added)
    }

    /// Closes a chair: its combatants go back to the game master, whose own chair stays open.
    ///
    /// # Errors
    /// When the change is not the chair's to make.
    pub fn close_chair(&mut self, by: ChairId, closed: ChairId) -> Result<(), Fault> {
        self.arrange(by, |room| {
            if let Some(chair) = room.chairs.get_mut(closed.index()).filter(|chair| chair.role != Role::Gm) {
                chair.open = false;
            }
        })
    }

    /// Lets everything that is asked take its default up to the end of this round.
    ///
    /// # Errors
    /// When the chair is not the game master's.
    pub fn hurry(&mut self, chair: ChairId) -> Result<(), Fault> {
        let round = self.live.view().round;
        self.arrange(chair, |room| room.hurried = Some(round))
    }

    /// Gives a combatant's token a picture, by the name under which it is kept, or its emblem back.
    ///
    /// # Errors
    /// When the combatant is not the chair's to play, nor the chair the game master's; or nobody is called so.
    pub fn show_face(&mut self, chair: ChairId, who: &str, picture: Option<String>) -> Result<(), Fault> {
        self.may_show_face(chair, who)?;
        self.room.faces.retain(|(name, _)| !name.eq_ignore_ascii_case(who));
        self.room.faces.extend(picture.map(|picture| (who.to_owned(), picture)));
        Ok(())
    }

    /// Whether a chair may give a combatant's token a picture.
    ///
    /// # Errors
    /// As [`Session::show_face`] says.
    pub fn may_show_face(&self, chair: ChairId, who: &str) -> Result<(), Fault> {
        if !self.room.is_gm(chair) && !self.room.holds(chair, who) {
            return Err(Fault::NotYours(format!("{who} is not yours to play")));
        }
        if !self.live.roster().iter().any(|(name, _)| name.eq_ignore_ascii_case(who)) {
            return Err(Fault::NotTaken(format!("nobody here is called {who}")));
        }
        Ok(())
    }

    /// Takes a standing answer back: the seat is asked again.
    ///
    /// # Errors
    /// When the seat is not the chair's to play, or has no such standing answer.
    pub fn ask_again(&mut self, chair: ChairId, who: &str, topic: &str) -> Result<(), Fault> {
        if !self.room.may_answer(chair, who) {
            return Err(Fault::NotYours(format!("{who} is not yours to play")));
        }
        self.live.ask_again(who, topic).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// What was answered without asking anybody since a person last decided something, each with its place among the facts:
    /// for the game master, who may [`Session::overrule`] it.
    pub fn decided_alone(&self) -> Vec<(usize, Fact)> {
        self.live.decided_alone()
    }

    /// Gives another answer to a question that was answered before, by the place of that answer among the facts.
    ///
    /// # Errors
    /// When the chair is not the game master's, or the new answer is not legal there.
    pub fn overrule(&mut self, chair: ChairId, place: usize, words: &str) -> Result<(), Fault> {
        self.only_gm(chair)?;
        self.live.overrule(place, words).map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        self.settle()
    }

    /// The standing answers of those for whom the chair answers.
    pub fn standing(&self, chair: ChairId) -> Vec<Standing> {
        let mut all = self.live.standing();
        all.retain(|said| self.room.may_answer(chair, &said.to));
        all
    }

    /// Changes a chair's own habits: dice by hand.
    ///
    /// # Errors
    /// When the chair is closed.
    pub fn habit(&mut self, chair: ChairId, change: impl FnOnce(&mut crate::Chair)) -> Result<(), Fault> {
        let own = self.room.chairs.get_mut(chair.index()).filter(|chair| chair.open);
        change(own.ok_or_else(|| Fault::NotYours("this chair is closed".into()))?);
        self.settle()
    }

    /// What may become of the fight from here, to be looked at apart from it.
    pub fn outlook(&self) -> Outlook {
        Outlook::new(self.live.apart(), self.opened.fight.sides(), None)
    }

    /// The same as a chair may know it.
    pub fn outlook_for(&self, chair: ChairId) -> Outlook {
        match self.lens(&*self.live, chair) {
            Some(lens) => Outlook::new(lens.believed(&*self.live), self.opened.fight.sides(), Some(lens)),
            None => self.outlook(),
        }
    }

    /// The same for whoever may answer in the name of `who`.
    ///
    /// # Errors
    /// When that is not the chair's to do.
    pub fn outlook_of(&self, chair: ChairId, who: &str) -> Result<Outlook, Fault> {
        match self.room.may_answer(chair, who) {
            true => Ok(self.outlook_for(chair)),
            false => Err(Fault::NotYours(format!("{who} is not yours to play"))),
        }
    }

    /// The fight as it stood after the first `facts` facts, to be looked at.
    pub fn earlier(&self, facts: usize) -> Box<dyn AnyLive> {
        let kept = self.live.facts().iter().take(facts).cloned().collect();
        self.opened.fight.live(terms(&*self.opened.fight, self.header.seats.clone()), kept)
    }

    /// The open questions.
    pub fn open(&self) -> Vec<OpenQuestion> {
        if let Waiting::Answer(open) = self.live.waiting() { open } else { Vec::new() }
    }

    /// The number of an open question: the same as long as it is the same question.
    pub fn number(&self, chair: ChairId, asked: &OpenQuestion) -> String {
        self.number_through(self.lens(&*self.live, chair).as_ref(), asked)
    }

    /// The same for a chair that looks through this glass.
    pub(crate) fn number_through(&self, lens: Option<&Lens>, asked: &OpenQuestion) -> String {
        let gm = lens.is_none();
        // What is answered for somebody without asking is not for everybody to count.
        let given = |fact: &&Fact| matches!(fact, Fact::Answer { to, auto, .. } if *to == asked.who && (gm || !auto));
        let count = self.live.facts().iter().filter(given).count();
        let text = match lens {
            Some(lens) => lens.words(&asked.question.text),
            None => asked.question.text.clone(),
        };
        let words = format!("{}\n{}\n{text}\n{}", asked.who, asked.question.rule.id, self.live.view().round);
        format!("{count}-{:08x}", xxh3_64(words.as_bytes()) as u32)
    }

    /// The number of the throw that is wanted: the same as long as it is the same throw.
    pub fn number_of_throw(&self, chair: ChairId, text: &str) -> String {
        let gm = self.room.is_gm(chair);
        let own = |who: &Option<String>| gm || who.as_ref().is_some_and(|who| self.room.holds(chair, who));
        let counts = |fact: &&Fact| matches!(fact, Fact::Dice { who, .. } if own(who));
        let count = self.live.facts().iter().filter(counts).count();
        format!("{count}-{:08x}", xxh3_64(text.as_bytes()) as u32)
    }

    /// Whether the chair is the game master's.
    ///
    /// # Errors
    /// Says that it is not.
    pub fn only_gm(&self, chair: ChairId) -> Result<(), Fault> {
        match self.room.is_gm(chair) {
            true => Ok(()),
            false => Err(Fault::NotYours("that is the game master's to do".into())),
        }
    }

    /// Goes on until somebody is asked: tactics take the default, dice that nobody throws by hand come from the system's
    /// entropy at this moment.
    fn settle(&mut self) -> Result<(), Fault> {
        for _ in 0..MOST_STEPS {
            match self.live.waiting() {
                Waiting::Answer(open) => {
                    if open.iter().any(|asked| !self.room.knows(&asked.who)) {
                        self.seat_everybody();
                    }
                    let passed = open.iter().position(|asked| self.room.passes(&asked.who));
                    let hurried = self.room.hurried.is_some_and(|round| self.live.view().round <= round);
                    let Some(place) = passed.or(hurried.then_some(0)) else {
                        self.room.hurried = None;
                        return Ok(());
                    };
                    self.live.answer_default_of(place).map_err(|fault| Fault::Broken(fault.to_string()))?;
                }
                Waiting::Dice { who, count, sides, .. } => {
                    if self.by_hand(who.as_deref().unwrap_or("gm")) {
                        return Ok(());
                    }
                    self.live.throw(&thrown(count, sides)?).map_err(|fault| Fault::Broken(fault.to_string()))?;
                }
                Waiting::Over(_) | Waiting::Undecided | Waiting::Broken(_) => return Ok(()),
            }
        }
        Err(Fault::Broken("the fight went on by itself for too long".into()))
    }

    /// Finds a player for those who have none yet, and for newcomers.
    fn seat_everybody(&mut self) {
        let roster = self.live.roster();
        let names = roster.iter().map(|(name, _)| name.as_str());
        self.room.seat_everybody(names.zip(self.live.players()));
    }

    fn by_hand(&self, who: &str) -> bool {
        match self.room.holder(who) {
            Holder::Chair(chair) => self.room.chair(chair).is_some_and(|chair| chair.by_hand),
            Holder::Tactics => self.room.chair(ChairId::GM).is_some_and(|chair| chair.by_hand),
        }
    }
}

/// Dice from the system's entropy.
fn thrown(count: u8, sides: u16) -> Result<Vec<u16>, Fault> {
    (0..count).map(|_| Entropy.die(sides).map_err(|fault| Fault::Broken(fault.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    use quintain_content::Source;
    use quintain_library::{files, open, open_source};

    use super::*;

    fn cyclops() -> Opened {
        open("cyclops", &files::read).unwrap()
    }

    fn resumed(text: &str) -> Session {
        let record = Record::read("the record", text).unwrap();
        Session::resume(cyclops(), &record, Room::default()).unwrap()
    }

    #[test]
    fn a_record_of_another_revision_is_said_to_be_one() {
        let header = Session::begin(cyclops(), Room::default(), false).unwrap().header().clone();
        assert_eq!(resumed(&header.line()).older(), None);
        let older = Header { revision: header.revision - 1, ..header };
        let session = resumed(&older.line());
        assert!(session.older().is_some_and(|words| words.contains("revision")));
        assert_eq!(session.seen(crate::ChairId::GM).older.as_deref(), session.older());
    }

    fn is_asked(session: &Session, who: &str) -> bool {
        session.open().iter().any(|asked| asked.who == who)
    }

    /// Answers by default until `who` is asked; false if that never happens.
    fn goes_on_to(session: &mut Session, who: &str) -> bool {
        for _ in 0..200 {
            if is_asked(session, who) {
                return true;
            }
            if session.live.answer_default().is_err() || session.settle().is_err() {
                return false;
            }
        }
        false
    }

    #[test]
    fn monsters_are_asked_once_somebody_plays_them() {
        let begun = || Session::begin(cyclops(), Room::default(), false).unwrap();
        assert!(!goes_on_to(&mut begun(), "Cyclops"), "tactics play it");
        let mut session = begun();
        session.arrange(ChairId::GM, |room| room.give("Cyclops", Holder::Chair(ChairId::GM))).unwrap();
        assert!(goes_on_to(&mut session, "Cyclops"));
        session.arrange(ChairId::GM, |room| room.give("Cyclops", Holder::Tactics)).unwrap();
        assert!(!is_asked(&session, "Cyclops"), "tactics answer at once");
    }

    #[test]
    fn without_heroes_the_game_master_plays_everybody() {
        let text = "rulebook = \"thalassa\"\n[[combatant]]\nname = \"Shade\"\nis = \"centaur\"\nside = \"one\"\n\
                    [[combatant]]\nname = \"Beast\"\nis = \"cyclops\"\nside = \"two\"\n";
        let opened = open_source(Source::new("a paste", text), &files::none).unwrap();
        let mut session = Session::begin(opened, Room::default(), false).unwrap();
        assert!(goes_on_to(&mut session, "Shade") && goes_on_to(&mut session, "Beast"));
    }
}
