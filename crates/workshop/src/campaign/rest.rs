//! A rest of a party, stopped at every die and choice that is thrown or made by hand.

use quintain_content::{Placed, Problem};
use quintain_engine::{Aftermath, AnyLive, Conduct, DiceFrom, Fact, ROUND_LIMIT, RestKind, Seats, Terms, Waiting};
use quintain_library::OpenedParty;
use serde::{Deserialize, Serialize};

/// A rest under way, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rest {
    /// The word of its kind.
    pub kind: String,
    /// Whether its dice are thrown by hand.
    pub by_hand: bool,
    /// The version of the party that rests.
    pub of: i64,
    /// All that was thrown and answered, line by line.
    pub facts: Vec<Fact>,
}

/// A rest under way, ready to go on.
#[derive(Debug)]
pub struct Resting {
    /// What kind of rest it is.
    pub kind: &'static RestKind,
    /// What is kept of it.
    pub kept: Rest,
    live: Box<dyn AnyLive>,
}

impl Resting {
    /// Begins a rest, or takes one up where it was left. Fresh dice come from the system unless they are thrown by hand.
    ///
    /// # Errors
    /// When the game knows no such rest, or what is kept does not fit the party any more.
    pub fn open(party: &OpenedParty, kept: Rest) -> Result<Resting, Problem> {
        let kind = party.rest_named(&Placed::nowhere(kept.kind.clone()))?;
        let dice = if kept.by_hand { DiceFrom::Hand } else { DiceFrom::System };
        let terms =
            Terms { dice, round_limit: ROUND_LIMIT, conduct: Conduct::best(), ..Terms::attended(Seats::everybody()) };
        let live = party.camp()?.resting(kind, terms, kept.facts.clone());
        if let Waiting::Broken(why) = live.waiting() {
            return Err(Problem::general(why).help("give this rest up and begin it again"));
        }
        let mut resting = Resting { kind, kept, live };
        resting.keep();
        Ok(resting)
    }

    /// What it waits for.
    pub fn live(&self) -> &dyn AnyLive {
        &*self.live
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.live.waiting(), Waiting::Over(_) | Waiting::Undecided)
    }

    /// What it leaves of each.
    pub fn left(&self) -> Vec<(String, Aftermath)> {
        self.live.roster().into_iter().map(|(name, _)| name).zip(self.live.aftermath()).collect()
    }

    /// Answers what a hero is asked.
    ///
    /// # Errors
    /// Says what would be legal.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), Problem> {
        self.live.answer(who, words).map_err(said)?;
        self.keep();
        Ok(())
    }

    /// Gives the dice that it waits for.
    ///
    /// # Errors
    /// Says what is asked for.
    pub fn throw(&mut self, faces: &[u16]) -> Result<(), Problem> {
        self.live.throw(faces).map_err(said)?;
        self.keep();
        Ok(())
    }

    /// Takes the last decision back.
    ///
    /// # Errors
    /// Says so where there is none.
    pub fn undo(&mut self) -> Result<(), Problem> {
        self.live.undo().map_err(said)?;
        self.keep();
        Ok(())
    }

    fn keep(&mut self) {
        self.kept.facts.extend(self.live.unwritten());
    }
}

fn said(fault: impl std::fmt::Display) -> Problem {
    Problem::general(fault.to_string())
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_content::{Source, Value};
    use quintain_library::files;

    use super::*;

    const SICK: &str = "rulebook = \"oakhearth\"\n[[hero]]\nname = \"Hild\"\nis = \"barbarian\"\nleft = \"helpless\"\n[hero.carries]\nhp = 0\nmax-hp = 11\n\
                        [[hero]]\nname = \"Lark\"\nis = \"hunter\"\n";

    fn opened() -> OpenedParty {
        library().open_party_source(&Source::new("party.toml", SICK), &files::none).unwrap()
    }

    fn tend(by_hand: bool) -> Rest {
        Rest { kind: "tend".into(), by_hand, of: 0, facts: Vec::new() }
    }

    /// Goes on until it is over: defaults where something is asked, a middling face where dice are.
    fn to_its_end(mut resting: Resting) -> Resting {
        for _ in 0..100 {
            match resting.live().waiting() {
                Waiting::Answer(open) => resting.answer(&open[0].who, "default").unwrap(),
                Waiting::Dice { count, sides, .. } => {
                    resting.throw(&vec![sides.div_ceil(2); usize::from(count)]).unwrap()
                }
                _ => break,
            }
        }
        assert!(resting.is_over(), "{:?}", resting.live().waiting());
        resting
    }

    #[test]
    fn a_rest_stops_at_dice_and_choices_and_goes_on_from_what_is_kept() {
        let party = opened();
        let begun = Resting::open(&party, tend(true)).unwrap();
        assert!(!begun.is_over(), "something is thrown or asked");
        let over = to_its_end(begun);
        let again = Resting::open(&party, over.kept.clone()).unwrap();
        assert!(again.is_over());
        assert_eq!(again.left(), over.left());
        assert!(matches!(over.left()[0].1.value("hp"), Some(Value::Int(_))));
    }

    #[test]
    fn with_dice_of_the_table_nobody_is_asked_for_a_die() {
        let mut resting = Resting::open(&opened(), tend(false)).unwrap();
        while let Waiting::Answer(open) = resting.live().waiting() {
            resting.answer(&open[0].who, "default").unwrap();
        }
        assert!(resting.is_over());
    }

    #[test]
    fn a_rest_of_another_game_is_refused_with_those_there_are() {
        let wrong = Resting::open(&opened(), Rest { kind: "feed".into(), ..tend(false) }).unwrap_err().to_string();
        assert!(wrong.contains("`long-rest`"), "{wrong}");
    }
}
