//! What a chair does in the fight: it answers, throws dice, speaks, takes back; the game master decides over all of it.

use quintain_engine::{Fact, OpenQuestion, Standing, Waiting};

use super::{Session, thrown};
use crate::chair::{ChairId, Role};
use crate::fault::Fault;

impl Session {
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
}
