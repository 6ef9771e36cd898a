//! Audits: where the rulebook's tactics lose.

use quintain_content::{Problem, Problems};
use quintain_sim::{AuditReport, Scrutiny, audit};

use super::{Sim, drivers};

impl Sim<'_> {
    /// Plays the fights and looks at some of the decisions that tactics take in them: which kinds of decision lose victories
    /// against what play-outs like better, how much with what interval, and a moment of each to watch. What `quintain audit`
    /// says; the same for any number of threads, and from a moment of a record, too.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// use quintain::sim::Scrutiny;
    ///
    /// let found = quintain::open("cyclops")?.sim(30).audit(Scrutiny { decisions: 20, play_outs: 20 })?;
    /// assert!(found.looked_at > 0 && found.kinds.iter().any(|kind| kind.verb == "attack"));
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Sim::run`], and where a side is played by search or a program, which decide otherwise.
    pub fn audit(&self, scrutiny: Scrutiny) -> Result<AuditReport, Problems> {
        let name = |words: &String| words.rsplit_once('=').map_or(words.clone(), |(_, name)| name.to_owned());
        if self.tactics.iter().map(name).any(|name| drivers::is_driver(&name)) {
            let what = "an audit looks at the rulebook's tactics; search and programs decide otherwise";
            return Err(Problem::general(what).into());
        }
        let (fight, study) = self.parts()?;
        Ok(audit(&fight, &study, scrutiny, self.told(), self.stopped()))
    }
}
