//! Dice and answers given to a live fight.

use super::{Fault, Live, Stop};
use crate::cast::Seat;
use crate::desk::DiceFrom;
use crate::fact::Fact;
use crate::question::Answer;
use crate::rulebook::{Rulebook, seat_name, understood};

impl<R: Rulebook> Live<R> {
    /// Adds faces to the queue of a fight whose dice come from one.
    pub fn queue_dice(&mut self, faces: &[u16]) {
        if let DiceFrom::Queue(queue) = &mut self.terms.dice {
            queue.extend(faces);
        }
        if matches!(self.stop, Stop::Dice(_)) {
            self.proceed();
        }
    }

    /// How many queued dice have not been thrown.
    pub fn dice_left(&self) -> usize {
        if let DiceFrom::Queue(queue) = &self.terms.dice { queue.len() } else { 0 }
    }

    /// Gives the dice that the fight waits for.
    ///
    /// # Errors
    /// Says how many faces of what range are asked for.
    pub fn throw(&mut self, faces: &[u16]) -> Result<(), Fault> {
        let Stop::Dice(throw) = &self.stop else { return Err(Fault::Other("no dice are asked for now".into())) };
        if faces.len() != usize::from(throw.count) || faces.iter().any(|face| !(1..=throw.sides).contains(face)) {
            let dice = if throw.count == 1 { "one die".into() } else { format!("{} dice", throw.count) };
            return Err(Fault::Other(format!("asked for is {dice} with faces from 1 to {}", throw.sides)));
        }
        let who = throw.who.map(|who| self.shown.name(who).to_owned());
        let (rule, sides) = (throw.rule.id.to_owned(), throw.sides);
        self.ledger.write(Fact::Dice { rule, who, sides, faces: faces.to_vec() });
        self.proceed();
        Ok(())
    }

    /// The place of the open question that takes these words from `who` (a combatant's name or `gm`). The GM answers
    /// for every combatant that is not a player's.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn taking(&self, who: &str, words: &str) -> Result<usize, Fault> {
        let Stop::Asked(open) = &self.stop else {
            return Err(Fault::NotAsked { who: who.into(), asked: self.who_is_asked() });
        };
        let gm = who.eq_ignore_ascii_case("gm");
        let named = |seat: Seat| seat_name(&self.shown, seat).eq_ignore_ascii_case(who);
        let led = |seat: Seat| gm && matches!(seat, Seat::Of(who) if !self.shown.is_players(who));
        let all = 0..open.len();
        let own = all.clone().filter(|place| named(open[*place].1.to));
        let mut fits: Vec<usize> = own.chain(all.filter(|place| led(open[*place].1.to))).collect();
        // Whoever has an option that reads just so is meant before whoever has one that only begins so.
        fits.sort_by_key(|place| !open[*place].1.is_whole(words));
        let mut first = None;
        for place in fits {
            match understood(&self.shown, &open[place].1, words) {
                Ok(_) => return Ok(place),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(match first {
            Some(why) => Fault::NotTaken { who: who.into(), why },
            None => Fault::NotAsked { who: who.into(), asked: self.who_is_asked() },
        })
    }

    /// Whether these words would be taken from `who` now.
    ///
    /// # Errors
    /// Says why not.
    pub fn offered(&self, who: &str, words: &str) -> Result<(), Fault> {
        self.taking(who, words).map(|_| ())
    }

    /// Answers an open question.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault> {
        let place = self.taking(who, words)?;
        let Stop::Asked(open) = &self.stop else { return Err(nothing_asked()) };
        let answer = understood(&self.shown, &open[place].1, words);
        let answer = answer.map_err(|why| Fault::NotTaken { who: who.into(), why })?;
        self.give(place, &answer, false)
    }

    /// Answers the first open question with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    pub fn answer_default(&mut self) -> Result<(), Fault> {
        self.answer_default_of(0)
    }

    /// Answers an open question, by its place among those that are open, with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    pub fn answer_default_of(&mut self, place: usize) -> Result<(), Fault> {
        let Stop::Asked(open) = &self.stop else { return Err(nothing_asked()) };
        let Some((_, question)) = open.get(place) else { return Err(nothing_asked()) };
        let default = question.default.clone();
        self.give(place, &default, true)
    }

    fn give(&mut self, place: usize, answer: &Answer<R::Act>, auto: bool) -> Result<(), Fault> {
        let Stop::Asked(open) = &self.stop else { return Err(nothing_asked()) };
        let Some((_, question)) = open.get(place) else { return Err(nothing_asked()) };
        let fact = Fact::Answer {
            to: seat_name(&self.shown, question.to).to_owned(),
            rule: question.rule.id.to_owned(),
            words: question.write(answer),
            auto,
        };
        self.ledger.write(fact);
        self.proceed();
        Ok(())
    }

    /// The name of the seat whose question `who` would answer with these words.
    pub fn seat_answering(&self, who: &str, words: &str) -> String {
        match (&self.stop, self.taking(who, words)) {
            (Stop::Asked(open), Ok(place)) => seat_name(&self.shown, open[place].1.to).to_owned(),
            _ => who.to_owned(),
        }
    }
}

fn nothing_asked() -> Fault {
    Fault::Other("nothing is asked now".into())
}
