//! Temperaments: how a combatant bends the tactics by which it is played. What they mean is said here once; each book weighs
//! its acts by it.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quintain_content::{Placed, Problem, Value};

use crate::desk::EDICT;
use crate::rule::Refusal;

/// How somebody is minded who is played by tactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Temper {
    /// Goes for the strong, and never gives way.
    Bold,
    /// Goes for the weak, and gives way when little is left of it.
    Cautious,
    /// Goes for the hurt, strikes those who are down, and spares nobody.
    Cruel,
    /// Goes for those who set upon its friends, and does not leave them.
    Protective,
    /// Goes for the weak, and gives way as soon as it is hurt or others are more.
    Cowardly,
}

/// What tactics know of a foe when they weigh whom to strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foe {
    /// How much of its health is left, in hundredths.
    pub health: i32,
    /// It lies there and can do nothing.
    pub fallen: bool,
    /// It is at a friend of the one who weighs.
    pub at_a_friend: bool,
}

impl Temper {
    /// All of them.
    pub const ALL: [Temper; 5] = [Temper::Bold, Temper::Cautious, Temper::Cruel, Temper::Protective, Temper::Cowardly];

    /// The word by which it is given.
    pub fn word(self) -> &'static str {
        match self {
            Temper::Bold => "bold",
            Temper::Cautious => "cautious",
            Temper::Cruel => "cruel",
            Temper::Protective => "protective",
            Temper::Cowardly => "cowardly",
        }
    }

    /// The temperament of this word, in whatever case.
    pub fn named(word: &str) -> Option<Temper> {
        Temper::ALL.into_iter().find(|temper| temper.word().eq_ignore_ascii_case(word.trim()))
    }

    /// Whether it breaks off, with so many hundredths of its health left and among more foes than friends; `usually` is what
    /// the book's tactics would do.
    ///
    /// ```
    /// # use quintain_engine::Temper;
    /// assert!(Temper::Cowardly.breaks_off(40, false, false));
    /// assert!(!Temper::Bold.breaks_off(1, true, true));
    /// ```
    pub fn breaks_off(self, health: i32, outnumbered: bool, usually: bool) -> bool {
        match self {
            Temper::Bold | Temper::Protective => false,
            Temper::Cautious => usually || health <= 25,
            Temper::Cruel => usually,
            Temper::Cowardly => usually || health <= 50 || (outnumbered && health < 100),
        }
    }

    /// Whether it strikes at those who are down; `usually` is what the book's tactics would do.
    pub fn strikes_the_fallen(self, usually: bool) -> bool {
        usually || self == Temper::Cruel
    }

    /// By how many hundredths of what a blow promises it is drawn to a foe.
    ///
    /// ```
    /// # use quintain_engine::{Foe, Temper};
    /// let hale = Foe { health: 100, fallen: false, at_a_friend: false };
    /// let hurt = Foe { health: 20, ..hale };
    /// assert!(Temper::Cruel.drawn_to(hurt) > Temper::Cruel.drawn_to(hale));
    /// assert!(Temper::Bold.drawn_to(hale) > Temper::Bold.drawn_to(hurt));
    /// ```
    pub fn drawn_to(self, foe: Foe) -> i32 {
        let health = foe.health.clamp(0, 100);
        match self {
            Temper::Bold => 50 + health,
            Temper::Cautious => 150 - health / 2,
            Temper::Cruel if foe.fallen => 300,
            Temper::Cruel => 250 - 3 * health / 2,
            Temper::Protective => {
                if foe.at_a_friend {
                    250
                } else {
                    100
                }
            }
            Temper::Cowardly => 200 - health,
        }
    }
}

/// The temperament of one combatant, if it has one. It is no part of what the course of a fight depends on, since what
/// unattended seats answer is written down: digests leave it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minded(pub Option<Temper>);

impl Hash for Minded {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Minded {
    /// The key by which encounters and edicts set it.
    pub const KEY: &'static str = "temper";

    /// Reads what an encounter or an edict gives: the word of a temperament, or `none`.
    ///
    /// # Errors
    /// Lists the words.
    pub fn read(word: &str) -> Result<Minded, String> {
        if word.trim().eq_ignore_ascii_case("none") {
            return Ok(Minded(None));
        }
        let known = || Temper::ALL.map(Temper::word).join(", ");
        let temper = Temper::named(word);
        temper
            .map(|temper| Minded(Some(temper)))
            .ok_or_else(|| format!("{} is one of {} or none, not {word}", Minded::KEY, known()))
    }

    /// The same as an encounter gives it, as one of its values.
    ///
    /// # Errors
    /// The problem, with the words.
    pub fn at_start(value: &Placed<Value>) -> Result<Minded, Problem> {
        let word = value.value.as_text().map_or_else(|| value.value.to_string(), str::to_owned);
        Minded::read(&word).map_err(|why| Problem::at(&value.place, why))
    }

    /// The same as an edict reads it.
    ///
    /// # Errors
    /// The refusal, with the words.
    pub fn by_edict(word: &str) -> Result<Minded, Refusal> {
        Minded::read(word).map_err(|why| Refusal::new(&EDICT, why))
    }

    /// Whether it breaks off: [`Temper::breaks_off`], or what is usual for those without a temperament.
    pub fn breaks_off(self, health: i32, outnumbered: bool, usually: bool) -> bool {
        self.0.map_or(usually, |temper| temper.breaks_off(health, outnumbered, usually))
    }

    /// Whether it strikes at those who are down.
    pub fn strikes_the_fallen(self, usually: bool) -> bool {
        self.0.map_or(usually, |temper| temper.strikes_the_fallen(usually))
    }

    /// What a blow promises, as this one sees it; the foe is looked at only where somebody has a temperament.
    pub fn weighs(self, worth: i32, foe: impl FnOnce() -> Foe) -> i32 {
        self.0.map_or(worth, |temper| (i64::from(worth) * i64::from(temper.drawn_to(foe())) / 100) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back_and_others_are_refused_with_all_of_them() {
        for temper in Temper::ALL {
            assert_eq!(Minded::read(&temper.word().to_uppercase()), Ok(Minded(Some(temper))));
        }
        assert_eq!(Minded::read("none"), Ok(Minded(None)));
        let why = Minded::read("angry").unwrap_err();
        assert!(why.contains("cowardly") && why.contains("angry"), "{why}");
    }

    #[test]
    fn who_has_no_temperament_does_what_is_usual() {
        let foe = || Foe { health: 1, fallen: true, at_a_friend: true };
        assert_eq!(Minded(None).weighs(17, foe), 17);
        assert!(Minded(None).breaks_off(100, false, true) && !Minded(None).breaks_off(1, true, false));
    }

    #[test]
    fn digests_leave_it_out() {
        assert_eq!(crate::digest(&Minded(None)), crate::digest(&Minded(Some(Temper::Cruel))));
    }
}
