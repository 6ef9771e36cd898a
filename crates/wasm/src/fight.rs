//! A fight that JavaScript plays: what is asked, answers, what has happened.

use quintain::Live;
use quintain::fight::OddsLimit;
use serde_json::{Value, json};

use crate::run::opened;

/// A live fight, told as JSON.
#[derive(Debug)]
pub struct Game(Live);

/// How long a program in a browser looks ahead for odds.
const LIMIT: OddsLimit = OddsLimit { branches: 20_000, samples: 2_000, seed: 1 };

impl Game {
    /// Begins a fight under a seed and runs to its first question. The sides in `play` are asked, the others play by the
    /// book's tactics.
    ///
    /// # Errors
    /// All that is wrong with the encounter, and sides that it does not have.
    pub fn new(encounter: &str, seed: u64, play: &[String]) -> Result<Game, String> {
        let fight = opened(encounter)?;
        let play = play.iter().fold(fight.play().seed(seed), |all, side| all.side(side));
        play.begin().map(Game).map_err(|problems| problems.to_string())
    }

    /// The open questions: each as bots get it, with `who` is asked and its `topic`.
    pub fn questions(&self) -> Value {
        let asked = self.0.questions().into_iter().enumerate();
        let told = asked.map(|(place, asked)| {
            let mut told = asked.question.to_json(&self.0.labels(place));
            told["who"] = json!(asked.who);
            told["topic"] = json!(asked.topic);
            told
        });
        told.collect()
    }

    /// Answers in a seat's name; `default` is an answer to everything but free words.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), String> {
        self.0.answer(who, words).map_err(|fault| fault.to_string())
    }

    /// Takes the last decision back and says which it was.
    ///
    /// # Errors
    /// Says so if there is none.
    pub fn undo(&mut self) -> Result<String, String> {
        self.0.undo().map_err(|fault| fault.to_string())
    }

    /// The odds of what follows from an answer, to the end of that act.
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn odds(&self, who: &str, words: &str) -> Result<Value, String> {
        let odds = self.0.odds(who, words, LIMIT).map_err(|fault| fault.to_string())?;
        serde_json::to_value(odds).map_err(|fault| fault.to_string())
    }

    /// What has happened, from the event of this number on.
    pub fn events(&self, since: usize) -> Value {
        let names: Vec<String> = self.0.view().combatants.into_iter().map(|one| one.name).collect();
        let events = self.0.events().iter().enumerate().skip(since);
        events.map(|(place, event)| event.to_json(place, &names, self.0.sides())).collect()
    }

    /// The state as it can be shown.
    pub fn view(&self) -> Value {
        serde_json::to_value(self.0.view()).unwrap_or_default()
    }

    /// The side that has won, once one has.
    pub fn winner(&self) -> Option<&str> {
        self.0.winner()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The record so far, as lines of JSON.
    pub fn record(&self) -> String {
        self.0.record()
    }

    /// The digest of the state.
    pub fn digest(&self) -> String {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fight_is_played_to_its_end() {
        let mut game = Game::new("cyclops", 8, &["heroes".to_owned()]).unwrap();
        let first = game.questions();
        let (who, words) = (first[0]["who"].as_str().unwrap(), first[0]["options"][0]["text"].as_str().unwrap());
        assert!(game.odds(who, words).unwrap()["total"].as_f64().is_some_and(|total| (total - 1.0).abs() < 1e-9));
        assert!(game.answer("Nobody", "default").unwrap_err().contains(who));
        game.answer(who, words).unwrap();
        assert!(game.undo().unwrap().contains(words));
        assert_eq!(game.questions(), first);
        while let Some(who) = game.questions()[0]["who"].as_str().map(str::to_owned) {
            game.answer(&who, "default").unwrap();
        }
        assert!(game.is_over() && game.winner().is_some());
        assert!(game.events(0).as_array().unwrap().len() > game.events(5).as_array().unwrap().len());
        assert!(game.record().contains(&game.digest()));
        assert!(game.view()["over"].is_string());
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(Game::new("cyclops", 1, &["villains".to_owned()]).unwrap_err().contains("villains"));
    }
}
