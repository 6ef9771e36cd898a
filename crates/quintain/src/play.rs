//! Live fights to be begun: who plays, whence the dice come.

use quintain_content::{Problem, Problems, nearest};
use quintain_dice::Stream;
use quintain_engine::{AnyDrill, DiceFrom, Header, ROUND_LIMIT, Seated, Seats, Side, Terms};

use crate::players::{players, side_named};
use crate::{Fight, Live};

/// A live fight to be begun. Without a word about who plays, every side does; tactics play the rest. The game master's
/// judgements take their defaults unless [`Play::gm`] asks for them.
#[derive(Clone, Debug)]
pub struct Play<'a> {
    fight: &'a Fight,
    seated: Vec<String>,
    tactics: Vec<String>,
    gm: bool,
    formalities: bool,
    seed: Option<u64>,
    by_hand: bool,
    number: u64,
    round_limit: u32,
    veiled: bool,
}

impl<'a> Play<'a> {
    pub(crate) fn of(fight: &'a Fight) -> Self {
        Play {
            fight,
            seated: Vec::new(),
            tactics: Vec::new(),
            gm: false,
            formalities: false,
            seed: None,
            by_hand: false,
            number: 0,
            round_limit: ROUND_LIMIT,
            veiled: false,
        }
    }

    /// This side is played, those who join it later among them; or this combatant alone. May be said of several.
    #[must_use]
    pub fn side(mut self, name: impl Into<String>) -> Self {
        self.seated.push(name.into());
        self
    }

    /// Somebody sits there as the game master, who judges and plays all who are no heroes.
    #[must_use]
    pub fn gm(mut self, sits: bool) -> Self {
        self.gm = sits;
        self
    }

    /// Judgements with a plain default are put as well, instead of taking it.
    #[must_use]
    pub fn formalities(mut self, put: bool) -> Self {
        self.formalities = put;
        self
    }

    /// How those play who are not played: `random`, or `monsters=random` for one side.
    #[must_use]
    pub fn tactics(mut self, words: impl Into<String>) -> Self {
        self.tactics.push(words.into());
        self
    }

    /// The dice fall by a seed; otherwise the system throws them.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Dice are thrown by hand and given with [`Live::throw`].
    #[must_use]
    pub fn dice_by_hand(mut self) -> Self {
        self.by_hand = true;
        self
    }

    /// Which of the fights under the seed it is; 0 unless told otherwise.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.number = number;
        self
    }

    /// The round after which the fight counts as undecided; 200 unless told otherwise.
    #[must_use]
    pub fn round_limit(mut self, round: u32) -> Self {
        self.round_limit = round;
        self
    }

    /// What the fight shows is what those know who are played: foes that they perceive, with their health in a band, and no
    /// option or number that gives more away. Where the game master sits there, all lies open.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let fight = quintain::open("cyclops")?;
    /// let live = fight.play().side("heroes").veiled(true).seed(7).begin()?;
    /// assert!(live.view().value("Cyclops.sta").is_err());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn veiled(mut self, veiled: bool) -> Self {
        self.veiled = veiled;
        self
    }

    /// Begins the fight and runs to its first question.
    ///
    /// # Errors
    /// When a side, a combatant or tactics are unknown.
    pub fn begin(&self) -> Result<Live, Problems> {
        let terms = self.terms()?;
        let fight = self.fight;
        let (source, packs) = (&fight.encounter().source, fight.sources());
        let header = Header::new(fight.any_rulebook(), source, packs, &terms, fight.beginning().digest());
        let seats = terms.seats.clone();
        let live = fight.any().live(terms, Vec::new());
        Ok(match self.veiled {
            true => Live::new(header, fight.clone(), Seated::at(&seats, live)).veiled(),
            false => Live::new(header, fight.clone(), live),
        })
    }

    /// Begins a drill: the same fight, of which nothing is written down, for programs that learn. Its dice fall by the seed,
    /// 0 unless told otherwise. By the same seed and answers it takes the course of the live fight.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let mut drill = quintain::open("cyclops")?.play().side("heroes").drill()?;
    /// for number in 0..100 {
    ///     drill.again(7, number);
    ///     while drill.answer_default_of(0).is_ok() {}
    /// }
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    ///
    /// # Errors
    /// When a side, a combatant or tactics are unknown.
    pub fn drill(&self) -> Result<Box<dyn AnyDrill>, Problems> {
        Ok(self.fight.any().drill(self.terms()?))
    }

    fn terms(&self) -> Result<Terms, Problems> {
        let dice = match self.seed {
            _ if self.by_hand => DiceFrom::Hand,
            Some(seed) => DiceFrom::Seed(Box::new(Stream::new(seed, self.number))),
            None => DiceFrom::System,
        };
        let (conduct, _) = players(self.fight, &self.tactics, |_| false)?;
        let (seed, fight, round_limit) = (self.seed.unwrap_or(0), self.number, self.round_limit);
        let watched = self.veiled.then(|| self.fight.any().secrets());
        Ok(Terms { dice, seats: self.seats()?, conduct, seed, fight, round_limit, watched })
    }

    fn seats(&self) -> Result<Seats, Problem> {
        let (sides, roster) = (self.fight.sides(), self.fight.roster());
        let mut seats = Seats { gm: self.gm, formalities: self.formalities, others: true, ..Seats::nobody() };
        let place = |place: usize| Side(u8::try_from(place).unwrap_or(u8::MAX));
        if self.seated.is_empty() {
            seats.sides = (0..sides.len()).map(place).collect();
        }
        for word in &self.seated {
            let is = |name: &String| name.to_lowercase() == word.trim().to_lowercase();
            if let Ok(side) = side_named(&sides, word.trim()) {
                seats.sides.push(place(side));
            } else if let Some((name, _)) = roster.iter().find(|(name, _)| is(name)) {
                seats.named.push(name.to_lowercase());
            } else {
                let known = sides.iter().chain(roster.iter().map(|(name, _)| name)).map(String::as_str);
                let problem = Problem::general(format!("no side and no combatant is called `{word}`"));
                let near = nearest(word, known);
                return Err(near.map_or(problem.clone(), |near| problem.help(format!("the nearest name is `{near}`"))));
            }
        }
        Ok(seats)
    }
}
