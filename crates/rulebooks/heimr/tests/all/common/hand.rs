//! A table for a crowd: every die shows a 3, the first of the roster does what it is told, all others what is usual.

use std::convert::Infallible;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::{Faces, LateStream};
use quintain_engine::{Answer, Event, EventId, Rulebook, Seat, Table, Throw, Who, advance};
use quintain_heimr::Fight;
use quintain_testkit::packs_of;

type Ask = <Fight as Rulebook>::Ask;
type Act = <Fight as Rulebook>::Act;

/// How many of a crowd one entry of an encounter stands for.
pub const EACH: usize = 50;

const END: &str = "end turn";

/// What the leader does: an act in the words of its option, and then it ends its turn.
pub struct Hand {
    words: &'static str,
    /// What it has done so far.
    did: Vec<Act>,
    /// What another has done before it, the last first.
    again: Vec<Act>,
    /// Dice thrown so far.
    pub thrown: usize,
}

impl Hand {
    /// A leader who does this.
    pub fn doing(words: &'static str) -> Hand {
        Hand { words, did: Vec::new(), again: Vec::new(), thrown: 0 }
    }

    /// A leader who does what another has done. No option is looked for, so that time is measured without that.
    #[allow(dead_code, reason = "the bench wants it, the tests do not")]
    pub fn like(other: &Hand) -> Hand {
        Hand { again: other.did.iter().rev().copied().collect(), ..Hand::doing(END) }
    }

    /// A leader who has done this.
    pub fn plays(fight: &mut Fight, words: &'static str) -> Hand {
        let mut hand = Hand::doing(words);
        while hand.did.is_empty() {
            let Ok(_) = advance(fight, &mut hand);
        }
        hand
    }

    /// The act of the option of these words.
    fn act(fight: &Fight, ask: &Ask, words: &str) -> Act {
        let question = fight.question(ask);
        let choice = question.choices().iter().find(|choice| choice.text == words);
        choice.unwrap_or_else(|| panic!("no `{words}`")).act
    }
}

impl Table<Fight> for Hand {
    type Halt = Infallible;

    fn roll(&mut self, _: &mut Fight, throw: Throw) -> Result<Faces, Infallible> {
        self.thrown += usize::from(throw.count);
        let mut faces = Faces::default();
        (0..throw.count).for_each(|_| faces.push(3).expect("few dice"));
        Ok(faces)
    }

    fn ask(&mut self, fight: &mut Fight, ask: Ask) -> Result<Answer<Act>, Infallible> {
        let turn = fight.topic(&ask).is_some_and(|topic| topic.key == "turn");
        if !turn || fight.seat(&ask) != Seat::Of(Who(0)) {
            return Ok(fight.answer(0, &ask, &mut LateStream::for_tactics(0, 0)));
        }
        let words = if self.did.is_empty() { self.words } else { END };
        let act = self.again.pop().unwrap_or_else(|| Hand::act(fight, &ask, words));
        self.did.push(act);
        Ok(Answer::One(act))
    }

    fn ask_any(&mut self, fight: &mut Fight, asks: &[Ask]) -> Result<(usize, Answer<Act>), Infallible> {
        Ok((0, self.ask(fight, asks[0])?))
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }

    fn hears(&self) -> bool {
        false
    }
}

/// A leader with powers and a bow, so many others in one cluster in its location, and somebody far off who keeps the fight
/// going: the leader is about to act, by its willpower the first.
pub fn crowd(struck: usize, of_the_struck: &str) -> Fight {
    let part = |number: usize| {
        format!(
            "[[combatant]]\nname = \"P{number}\"\nis = \"plain\"\nside = \"two\"\nat = \"B2\"\ncount = {EACH}\n\
             set = {{ cluster = 1, {of_the_struck} }}\n"
        )
    };
    let text = format!(
        "rulebook = \"heimr\"\n[map]\nsize = [3, 3]\n[house]\ndefence.mode = \"on-demand\"\n\
         [[power]]\nid = \"roar\"\nname = \"Roar\"\nfamily = \"creature\"\n\
         when = {{ action = {{ time = \"standard\", at = \"foes\" }} }}\n\
         calls = [{{ effect = \"hit\", n = 3 }}, {{ effect = \"stumble\" }}]\n\
         [[power]]\nid = \"gift\"\nname = \"Gift\"\nfamily = \"magic\"\nwhen = \"passive\"\n\
         gives = [{{ reserve = 500 }}]\n\
         [[power]]\nid = \"blaze\"\nname = \"Blaze\"\nfamily = \"magic\"\n\
         when = {{ automaton = {{ power = 500, by = \"cluster\" }} }}\ncalls = [{{ effect = \"hit\", n = 3 }}]\n\
         [[combatant]]\nname = \"A\"\nis = \"plain\"\nside = \"one\"\nat = \"B2\"\n\
         set = {{ wp = 500, powers = [\"roar\", \"gift\", \"blaze\"], weapons = [\"bow\"], loaded = true }}\n\
         {}[[combatant]]\nname = \"Z\"\nis = \"plain\"\nside = \"two\"\nat = \"C3\"\nset = {{ wp = 1 }}\n",
        (0..struck / EACH).map(part).collect::<String>()
    );
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).expect("sound packs"));
    let encounter = Encounter::parse(&Source::new("crowd.toml", text), Fight::TABLES).expect("an encounter");
    let mut fight = Fight::set_up(&book, &encounter).expect("a sound encounter");
    let Ok(_) = advance(&mut fight, &mut Hand::doing(END));
    fight
}
