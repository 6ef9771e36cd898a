//! Dice and answers given to a live fight.

use super::{Fault, Live, Stop};
use crate::cast::Seat;
use crate::desk::{DiceFrom, Heard};
use crate::fact::Fact;
use crate::question::{Answer, NotTaken, Question};
use crate::rulebook::{Rulebook, fitting, judged, seat_name, topic_key, understood};
use crate::standing::{FromNowOn, Standing};

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
        let open = self.open();
        let gm = who.eq_ignore_ascii_case("gm");
        let named = |seat: Seat| seat_name(&self.shown, seat).eq_ignore_ascii_case(who);
        let led = |seat: Seat| gm && matches!(seat, Seat::Of(who) if !self.shown.is_players(who));
        let all = 0..open.len();
        let seat = |place: usize| self.shown.seat(open[place].ask());
        let own = all.clone().filter(|place| named(seat(*place)));
        let mut fits: Vec<usize> = own.chain(all.filter(|place| led(seat(*place)))).collect();
        if fits.len() > 1 {
            // A seat with an option that reads just so is meant before one with an option that only begins so.
            fits.sort_by_key(|place| !open[*place].question(&self.shown).is_whole(words));
        }
        let Some(first) = fits.first().copied() else {
            return Err(Fault::NotAsked { who: who.into(), asked: self.who_is_asked() });
        };
        if let Some(place) = fits.iter().find(|place| self.read(**place, words).is_ok()) {
            return Ok(*place);
        }
        let (ask, question) = open[first].both(&self.shown);
        let said = from_now_on(question, words).and_then(|from| from.words).unwrap_or(words);
        let why = judged(&self.shown, (ask, question), said).err();
        let why = why.unwrap_or_else(|| NotTaken::Malformed(question.wanted()));
        Err(Fault::NotTaken { who: who.into(), why })
    }

    /// What the words answer to the open question at `place`, standing answers included.
    fn read(&self, place: usize, words: &str) -> Result<Answer<R::Act>, NotTaken> {
        let Some((ask, question)) = self.asked(place) else { return Err(NotTaken::Unknown(Vec::new())) };
        match from_now_on(question, words) {
            None => understood(&self.shown, (ask, question), words),
            Some(FromNowOn { words: Some(words), .. }) => understood(&self.shown, (ask, question), words),
            Some(FromNowOn { words: None, .. }) => {
                let nothing = "an answer: nothing declines here, so `never` is none";
                question.declining().ok_or_else(|| NotTaken::Malformed(nothing.into()))
            }
        }
    }

    /// Whether these words would be taken from `who` now.
    ///
    /// # Errors
    /// Says why not.
    pub fn offered(&self, who: &str, words: &str) -> Result<(), Fault> {
        self.taking(who, words).map(|_| ())
    }

    /// Answers an open question. `always ANSWER` and `never` answer it from now on; behind either may stand `against NAME`,
    /// `unless it could fell me` and `this round`.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault> {
        let place = self.taking(who, words)?;
        let answer = self.read(place, words).map_err(|why| Fault::NotTaken { who: who.into(), why })?;
        let (ask, question) = self.asked(place).ok_or_else(nothing_asked)?;
        let standing = from_now_on(question, words).map(|from| Standing {
            to: seat_name(&self.shown, question.to).to_owned(),
            topic: topic_key(&self.shown, ask, question).to_owned(),
            words: Some(match from.words {
                Some(said) if said.eq_ignore_ascii_case("default") => "default".to_owned(),
                _ => question.write(&answer),
            }),
            unless_it_falls: from.unless_it_falls,
            against: from.against.map(str::to_owned),
            through: from.this_round.then(|| self.shown.round()),
        });
        self.give(place, &answer, standing, false)
    }

    /// The standing answers that hold now, the oldest first.
    pub fn standing(&self) -> Vec<Standing> {
        let mut all: Vec<Standing> = Vec::new();
        for fact in self.ledger.facts() {
            let Fact::Standing(said) = fact else { continue };
            all.retain(|known| !known.is_about_the_same(said));
            if said.words.is_some() && said.is_in_force(self.shown.round()) {
                all.push(said.clone());
            }
        }
        all
    }

    /// Takes the standing answers of a seat to a kind of question back: it is asked again.
    ///
    /// # Errors
    /// Says so where there is none, or the fight is over.
    pub fn ask_again(&mut self, who: &str, topic: &str) -> Result<(), Fault> {
        if !matches!(self.stop, Stop::Asked(_) | Stop::Dice(_)) {
            let words = self.who_is_asked().join("; ");
            return Err(Fault::Other(format!("{words}; nothing can be added to its record")));
        }
        let holds = |said: &Standing| said.to.eq_ignore_ascii_case(who) && said.topic.eq_ignore_ascii_case(topic);
        let all: Vec<Standing> = self.standing().into_iter().filter(holds).collect();
        if all.is_empty() {
            return Err(Fault::Other(format!("{who} has no standing answer to `{topic}`")));
        }
        for said in all {
            self.ledger.write(Fact::Standing(Standing { words: None, unless_it_falls: false, through: None, ..said }));
        }
        self.proceed();
        Ok(())
    }

    /// Answers the open question at `place`; options stand for their places in its list.
    ///
    /// # Errors
    /// Says so if nothing is asked there, or what would be legal.
    pub fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        let (ask, question) = self.asked(place).ok_or_else(nothing_asked)?;
        let answer = of_places(&self.shown, (ask, question), answer)?;
        self.give(place, &answer, None, false)
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
        let default = self.asked(place).ok_or_else(nothing_asked)?.1.default.clone();
        self.give(place, &default, None, true)
    }

    /// Answers the first open question with what leaves everything open that may be asked later.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    pub fn pass_over(&mut self) -> Result<(), Fault> {
        let (_, question) = self.asked(0).ok_or_else(nothing_asked)?;
        let answer = question.waits.as_ref().unwrap_or(&question.default).clone();
        self.give(0, &answer, None, true)
    }

    fn give(
        &mut self,
        place: usize,
        answer: &Answer<R::Act>,
        standing: Option<Standing>,
        auto: bool,
    ) -> Result<(), Fault> {
        let (_, question) = self.asked(place).ok_or_else(nothing_asked)?;
        let (to, rule, words) = (seat_name(&self.shown, question.to), question.rule, question.write(answer));
        // What a record of it will be read as: the questions are open still, and need not be put again to read it.
        let read = self.open().iter().enumerate().find_map(|(place, open)| {
            if !seat_name(&self.shown, self.shown.seat(open.ask())).eq_ignore_ascii_case(to) {
                return None;
            }
            let question = open.question(&self.shown);
            let answer = (question.rule.id == rule.id).then(|| question.read(&words).ok()).flatten();
            answer.map(|answer| (place, answer))
        });
        if let Some((place, answer)) = read {
            self.said.put(self.ledger.facts().len(), Heard::Answer { place, answer, own: None });
        }
        self.ledger.write(Fact::Answer { to: to.to_owned(), rule: rule.id.to_owned(), words, auto });
        if let Some(standing) = standing {
            self.ledger.write(Fact::Standing(standing));
        }
        self.proceed();
        Ok(())
    }

    /// The name of the seat whose question `who` would answer with these words.
    pub fn seat_answering(&self, who: &str, words: &str) -> String {
        let asked = self.taking(who, words).ok().and_then(|place| self.open().get(place));
        asked.map_or(who, |open| seat_name(&self.shown, self.shown.seat(open.ask()))).to_owned()
    }
}

/// The answer that stands for the options at these places.
///
/// # Errors
/// Says what would be legal.
pub(crate) fn of_places<R: Rulebook>(
    fight: &R,
    (ask, question): (&R::Ask, &Question<R::Act>),
    places: &Answer<usize>,
) -> Result<Answer<R::Act>, Fault> {
    let answer = question.of_places(places).ok_or_else(|| NotTaken::Malformed(question.wanted()));
    let who = || seat_name(fight, question.to).to_owned();
    answer.and_then(|answer| fitting(fight, ask, answer)).map_err(|why| Fault::NotTaken { who: who(), why })
}

/// What the words say from now on, unless an option of the question reads just so.
pub(crate) fn from_now_on<'w, A: Copy + PartialEq>(question: &Question<A>, words: &'w str) -> Option<FromNowOn<'w>> {
    FromNowOn::parse(words, |words| question.read(words).is_ok()).filter(|_| !question.is_whole(words))
}

pub(crate) fn nothing_asked() -> Fault {
    Fault::Other("nothing is asked now".into())
}
