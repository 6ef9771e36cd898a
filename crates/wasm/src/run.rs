//! A simulation, piece by piece, so that a page can show how far it has come.

use quintain::Fight;
use quintain::sim::{Report, Sim, Stint, page};
use quintain_books::library;
use quintain_content::Source;
use quintain_library::files;

/// Some of the fights of an encounter, played so far.
#[derive(Debug)]
pub struct Run {
    fight: Fight,
    fights: u64,
    seed: u64,
    played: Option<Stint>,
}

/// An encounter by the name of a ready-made one, or by its text.
pub(crate) fn opened(encounter: &str) -> Result<Fight, String> {
    let opened = match encounter.contains('\n') {
        true => library().open_source(Source::new("the encounter", encounter), &files::none),
        false => library().open(encounter, &files::none),
    };
    opened.map(Fight::from).map_err(|problems| problems.to_string())
}

impl Run {
    /// So many fights under a seed, none of them played yet.
    ///
    /// # Errors
    /// All that is wrong with the encounter, and that everybody is on one side.
    pub fn new(encounter: &str, fights: u64, seed: u64) -> Result<Run, String> {
        let run = Run { fight: opened(encounter)?, fights, seed, played: None };
        run.sim().parts().map_err(|problems| problems.to_string())?;
        Ok(run)
    }

    fn sim(&self) -> Sim<'_> {
        self.fight.sim(self.fights).seed(self.seed).threads(1)
    }

    /// How many fights are done.
    pub fn done(&self) -> u64 {
        self.played.as_ref().map_or(0, Stint::fights)
    }

    /// Plays some more, and says how many are done.
    pub fn more(&mut self, fights: u64) -> u64 {
        let from = self.done();
        let to = from.saturating_add(fights).min(self.fights);
        let stint = self.sim().stint(from..to).ok().flatten();
        // Stints of one run always fit.
        self.played = match (self.played.take(), stint) {
            (Some(played), Some(stint)) => played.with(stint).ok(),
            (played, stint) => stint.or(played),
        };
        self.done()
    }

    /// The report of what has been played so far.
    fn report(&self) -> Option<Report> {
        self.sim().report(self.played.as_ref()?).ok()
    }

    /// The report as a page.
    pub fn page(&self) -> String {
        let watch = format!("quintain watch {} --seed {}", self.fight.path(), self.seed);
        self.report().map(|report| page(&report, &[], &watch)).unwrap_or_default()
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        self.report().and_then(|report| serde_json::to_string(&report).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_report_of_one_run() {
        let mut pieces = Run::new("cyclops", 700, 3).unwrap();
        assert_eq!((pieces.more(300), pieces.more(300), pieces.more(300)), (300, 600, 700));
        let mut whole = Run::new("cyclops", 700, 3).unwrap();
        whole.more(700);
        assert_eq!(pieces.json(), whole.json());
        assert!(pieces.page().starts_with("<!DOCTYPE html>"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(Run::new("cyclopse", 1, 1).unwrap_err().contains("cyclops"));
        assert!(Run::new("rulebook = \"thalassa\"\n[[combatant]]\nis = \"nobody\"\n", 1, 1).is_err());
        let alone = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n";
        assert!(Run::new(alone, 1, 1).unwrap_err().contains("a simulation needs somebody on two"));
        assert_eq!(Run::new("cyclops", 0, 1).unwrap().more(10), 0);
    }
}
