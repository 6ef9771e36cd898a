//! One fight under way some of whose sides are played by more than tactics.

use quintain_engine::{AnyLive, Budget, Fault, Label, Lens, OpenQuestion, Outcome, Seat, Side, Waiting, Weight};

use super::{Driven, Driver};
use crate::program::{Line, Program, Said, Talk, Told, result_line};

/// A fight under way.
pub(super) struct Course<'d> {
    driven: &'d Driven,
    live: Box<dyn AnyLive>,
    number: u64,
    budget: Budget,
    sides: Vec<String>,
    /// What there is between the fight and each driver, by its place.
    parts: Vec<Part>,
    /// What was put to a program and is not answered.
    put: Option<Put>,
    /// Nothing can be answered any more.
    stuck: bool,
}

/// What there is between a fight and a program.
#[derive(Debug, Default)]
struct Part {
    /// The era of the process that was asked first; none where nothing has been asked.
    era: Option<u32>,
    told: Told,
}

/// A question that was put, as its seat knows it.
struct Put {
    place: usize,
    driver: usize,
    who: String,
    /// For whom its seat plays.
    own: Vec<String>,
    lens: Lens,
    believed: Box<dyn AnyLive>,
    asked: OpenQuestion,
    labels: Vec<Option<Label>>,
}

impl<'d> Course<'d> {
    pub(super) fn new(driven: &'d Driven, live: Box<dyn AnyLive>, number: u64, budget: Budget) -> Self {
        let (sides, parts) = (driven.fight.sides(), driven.drivers.iter().map(|_| Part::default()).collect());
        Course { driven, live, number, budget, sides, parts, put: None, stuck: false }
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn into_live(self) -> Box<dyn AnyLive> {
        self.live
    }

    /// Goes on until a program is asked; says whether one is. Otherwise somebody else is asked, or it is over.
    pub(super) fn go_on(&mut self, talks: &mut [Option<Talk<'d>>]) -> bool {
        while let Some((place, driver)) = self.next() {
            match &self.driven.drivers[driver].1 {
                // What is no choice is left to the rulebook, unless a program asks for it.
                of if self.is_formality(place) && !of.asks_all() => self.default_of(place),
                Driver::Search { play_outs } => self.search(place, *play_outs),
                Driver::Program(program) => match self.shown(place, driver) {
                    Some(put) => {
                        if self.ask(program, put, talks) {
                            return true;
                        }
                    }
                    None => self.default_of(place),
                },
            }
        }
        self.tell_result(talks);
        false
    }

    /// The first open question of a side that has a driver.
    fn next(&self) -> Option<(usize, usize)> {
        let live = &*self.live;
        let open = if self.stuck { 0 } else { live.open() };
        let roster = if open > 0 { live.roster() } else { Vec::new() };
        (0..open).find_map(|place| {
            let Seat::Of(who) = live.question(place)?.to() else { return None };
            let side = roster.get(who.index()).map(|(_, side)| *side)?;
            Some((place, self.driven.driver(side)?))
        })
    }

    fn is_formality(&self, place: usize) -> bool {
        self.live.question(place).is_some_and(|asked| asked.weight() == Weight::Formality)
    }

    fn default_of(&mut self, place: usize) {
        self.stuck = self.live.answer_default_of(place).is_err();
    }

    fn search(&mut self, place: usize, play_outs: u32) {
        let best = self.live.advise(place, Budget { play_outs, ..self.budget }).into_iter().next();
        let who = self.live.question(place).map(|asked| asked.who().to_owned()).unwrap_or_default();
        match best.map(|best| self.live.answer(&who, &best.words)) {
            Some(Ok(())) => {}
            Some(Err(why)) => {
                self.driven.complain(why.to_string());
                self.default_of(place);
            }
            None => self.default_of(place),
        }
    }

    /// The open question at `place` as its seat knows it.
    fn shown(&self, place: usize, driver: usize) -> Option<Put> {
        let live = &*self.live;
        let who = live.question(place)?.who().to_owned();
        let own = self.held(driver, &who);
        let lens = Lens::of_seat(live, &|name| own.iter().any(|own| own == name));
        let believed = lens.believed(live);
        let (asked, labels) = lens.asked(live, &*believed, place)?;
        Some(Put { place, driver, who, own, lens, believed, asked, labels })
    }

    /// For whom the seat that is asked plays: all of a side know what one of them knows, where knowledge is shared.
    fn held(&self, driver: usize, who: &str) -> Vec<String> {
        if !self.live.secrets().sight.shared {
            return vec![who.to_owned()];
        }
        let of = self.driven.drivers[driver].0;
        self.live.roster().into_iter().filter(|(_, side)| *side == of).map(|(name, _)| name).collect()
    }

    /// Puts a question to a program; says whether it is asked. Otherwise the default is answered.
    fn ask(&mut self, program: &Program, put: Put, talks: &mut [Option<Talk<'d>>]) -> bool {
        let Some(talk) = talks[put.driver].as_mut() else { return false };
        let (live, holds) = (&*self.live, |name: &str| put.own.iter().any(|own| own == name));
        let view = put.lens.state(live, &|audience| Lens::is_of(live, &holds, audience));
        let side = self.driven.drivers[put.driver].0;
        let side = self.sides.get(side.index()).map_or("?", String::as_str);
        let part = &mut self.parts[put.driver];
        let begins = part.era.is_none();
        let era = *part.era.get_or_insert_with(|| talk.begin());
        let (asked, labels, manner) = (&put.asked, &put.labels[..], program.manner());
        let line = Line { manner, fight: self.number, begins, side, asked, labels };
        let line = match manner.slim {
            true => line.slim(&mut part.told, &view),
            false => line.full(&view),
        };
        match talk.ask((era, self.number), &line) {
            Ok(()) => self.put = Some(put),
            Err(why) => {
                self.driven.complain(why);
                self.settle(&put, None);
            }
        }
        self.put.is_some()
    }

    /// What a program says to the question that was put to it; the default is answered where it says nothing that is legal.
    pub(super) fn hear(&mut self, said: Result<Option<Said>, String>) {
        let Some(put) = self.put.take() else { return };
        let command = self.driven.drivers[put.driver].1.command();
        let words = said.and_then(|said| {
            let said = said.ok_or_else(|| {
                format!("`{command}` wrote a line that is not {{\"answer\": \"…\"}} nor {{\"option\": 0}}")
            })?;
            said.words(&put.asked.question, &put.labels).map_err(|why| format!("`{command}`: {why}"))
        });
        let words = words.map_err(|why| self.driven.complain(why)).ok();
        self.settle(&put, words);
    }

    /// Answers what was put: with these words, or else with the default.
    fn settle(&mut self, put: &Put, words: Option<String>) {
        let command = self.driven.drivers[put.driver].1.command();
        let mut answer = |words: &str| put.lens.answer(&mut *self.live, &*put.believed, &put.who, words);
        let taken = words.is_some_and(|words| match answer(&words) {
            Ok(()) => true,
            // The program could not know better.
            Err(Fault::Unseen) => false,
            Err(why) => {
                self.driven.complain(not_taken(command, &words, &why));
                false
            }
        });
        let default = || put.asked.question.write(&put.asked.question.default);
        if !taken && answer(&default()).is_err() {
            self.default_of(put.place);
        }
    }

    /// Tells the programs how it ended, where they ask for that and were asked something.
    fn tell_result(&self, talks: &mut [Option<Talk<'d>>]) {
        if !matches!(self.live.waiting(), Waiting::Over(_) | Waiting::Undecided) {
            return;
        }
        let name = |side: Side| self.sides.get(side.index()).map_or("?", String::as_str);
        let (outcome, winner) = match self.live.outcome() {
            Some(Outcome::Won(side)) => ("won", Some(name(side))),
            Some(Outcome::Mutual) => ("mutual", None),
            Some(Outcome::Ended) => ("ended", None),
            None if self.live.is_stalemate() => ("stalemate", None),
            None => ("undecided", None),
        };
        for (place, talk) in talks.iter_mut().enumerate() {
            let Some(talk) = talk.as_mut().filter(|talk| talk.program().manner().results) else { continue };
            if self.parts[place].era.is_some() {
                let (manner, side) = (talk.program().manner(), name(self.driven.drivers[place].0));
                talk.tell(&result_line(manner, (self.number, side), (outcome, winner), self.live.view().round));
            }
        }
    }
}

/// So much of an answer that is not legal is told.
const LONGEST: usize = 60;

/// What is said of an answer of a driver that is not legal.
fn not_taken(command: &str, words: &str, why: &Fault) -> String {
    let shown = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut said: String = words.chars().take(LONGEST).map(shown).collect();
    if words.chars().nth(LONGEST).is_some() {
        said.push('…');
    }
    match why {
        Fault::NotTaken { who, why } => format!("`{command}` answered `{said}` for {who}: {why}"),
        other => format!("`{command}` answered `{said}`: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::NotTaken;

    use super::*;

    #[test]
    fn of_an_answer_that_is_not_legal_it_is_told_whose_it_is_and_what_it_was() {
        let why = Fault::NotTaken { who: "Althea".into(), why: NotTaken::Unknown(Vec::new()) };
        assert_eq!(
            not_taken("bot.py", "dance\n", &why),
            "`bot.py` answered `dance\u{fffd}` for Althea: no such option"
        );
        let told = not_taken("bot.py", &"x".repeat(100_000), &Fault::Other("nothing is asked now".into()));
        assert!(told.len() < 120 && told.ends_with("x…`: nothing is asked now"), "{told}");
    }
}
