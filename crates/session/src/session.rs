//! The session: a live fight, its room, and what each chair may do to them.

mod play;
mod seating;

use quintain_dice::Entropy;
use quintain_engine::{
    AnyFight, AnyLive, AnyRulebook, DiceFrom, Fact, Header, Lens, OpenQuestion, Record, Seats, Terms, Waiting,
};
use quintain_library::Opened;
use xxhash_rust::xxh3::xxh3_64;

use crate::chair::{ChairId, Holder, Room};
use crate::fault::Fault;
use crate::outlook::Outlook;

/// How often a fight may go on by itself between two answers of people: far more than any fight needs, but not for ever.
const MOST_STEPS: usize = 100_000;

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
    /// When a chair's name is too long, or the system gives no dice.
    pub fn begin(opened: Opened, room: Room, formalities: bool) -> Result<Session, Fault> {
        room.chairs.iter().try_for_each(|chair| seating::sayable(&chair.name))?;
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
        let mut session = Session::reading(opened, record, room)?;
        session.settle()?;
        Ok(session)
    }

    /// Takes a fight up to be looked at: it stays where its record ends.
    ///
    /// # Errors
    /// When the record does not fit these rules.
    pub fn reading(opened: Opened, record: &Record, room: Room) -> Result<Session, Fault> {
        let replayed =
            record.replay(opened.rulebook, &*opened.fight).map_err(|problem| Fault::Broken(problem.to_string()))?;
        if let Some(problem) = replayed.differs {
            return Err(Fault::Broken(problem.to_string()));
        }
        let (header, older) = (record.header.clone(), replayed.older);
        let mut session = Session { opened, header, live: replayed.live, room, older };
        session.seat_everybody();
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

    /// The same for a chair that may answer in the name of `who`.
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
        // What is answered for a seat without asking is not for everybody to count.
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

    /// Goes on until a person is asked: tactics take the default, dice that nobody throws by hand come from the system's
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
    use quintain_books::library;
    use quintain_content::Source;
    use quintain_library::files;

    use super::*;

    fn cyclops() -> Opened {
        library().open("cyclops", &files::read).unwrap()
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
        let opened = library().open_source(Source::new("a paste", text), &files::none).unwrap();
        let mut session = Session::begin(opened, Room::default(), false).unwrap();
        assert!(goes_on_to(&mut session, "Shade") && goes_on_to(&mut session, "Beast"));
    }
}
