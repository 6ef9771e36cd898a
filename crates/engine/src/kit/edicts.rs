//! What the game master changes, over a few hooks.

use quintain_field::{Map, Site, Square};

use super::conditions::Condition;
use super::fight::Fight;
use super::game::{Changed, Game};
use super::number::Number;
use super::roster::Roster;
use super::set_up::join;
use crate::cast::{Side, Who};
use crate::desk::EDICT;
use crate::edict::Edict;
use crate::lights::Lights;
use crate::rule::Refusal;
use crate::rulebook::Outcome;

/// What edicts need of a fight. Names and sides have been looked up; each hook does all of it or refuses.
pub trait Edicts {
    /// Whether a combatant has its conditions (`Orc has fear 4 now`) or is them (`Orc is alight now`).
    const HAS_CONDITIONS: bool = false;

    /// Names and sides.
    fn roster(&self) -> &Roster;

    /// Sets a value of a combatant.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn set(&mut self, who: Who, key: &str, value: &str) -> Result<(), Refusal>;

    /// Sets the round, which is at least 1.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn set_round(&mut self, round: u32) -> Result<(), Refusal>;

    /// Places a combatant.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn place(&mut self, who: Who, at: Square) -> Result<(), Refusal>;

    /// Adds somebody, by a name that is free.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn add(&mut self, is: &str, name: &str, side: Side, at: Option<Square>) -> Result<(), Refusal>;

    /// Takes a combatant out of the fight.
    fn remove(&mut self, who: Who);

    /// Gives a condition.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn give(&mut self, who: Who, condition: &str) -> Result<(), Refusal>;

    /// Takes a condition away; says whether it was there.
    ///
    /// # Errors
    /// Says why it cannot be.
    fn take(&mut self, who: Who, condition: &str) -> Result<bool, Refusal>;

    /// Takes away what stands or lies at a place: a door becomes wall, other ground open. Says whether there was anything.
    fn clear(&mut self, site: Site) -> bool;

    /// The lights.
    fn lights(&mut self) -> &mut Lights;

    /// Ends the fight.
    fn end(&mut self, outcome: Outcome);
}

/// Carries an edict out and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out<F: Edicts>(fight: &mut F, edict: &Edict) -> Result<String, Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    match edict {
        Edict::Set { who, key, value } => {
            let who = fight.roster().person(who)?;
            fight.set(who, key, value)?;
            Ok(format!("{}'s {key} is {} now", fight.roster().name(who), value.trim()))
        }
        Edict::SetFight { key, value } if key == "round" => match value.trim().parse() {
            Ok(round @ 1..=1_000_000) => fight.set_round(round).map(|()| format!("it is round {round} now")),
            _ => refuse("round is a whole number from 1 to 1,000,000".into()),
        },
        Edict::SetFight { key, .. } => refuse(format!("the fight has no value `{key}`; it has round")),
        Edict::Move { who, to } => {
            let who = fight.roster().person(who)?;
            fight.place(who, *to)?;
            Ok(format!("{} stands at {to} now", fight.roster().name(who)))
        }
        Edict::Add { is, name, side, at } => {
            let side = fight.roster().side_named(side)?;
            fight.roster().may_join(name)?;
            fight.add(is, name, side, *at)?;
            Ok(format!("{name} joins {}", fight.roster().side(side)))
        }
        Edict::Remove { who } => {
            let who = fight.roster().person(who)?;
            fight.remove(who);
            Ok(format!("{} is out of the fight", fight.roster().name(who)))
        }
        Edict::Give { who, condition } => {
            let who = fight.roster().person(who)?;
            fight.give(who, condition)?;
            let is = if F::HAS_CONDITIONS { "has" } else { "is" };
            Ok(format!("{} {is} {} now", fight.roster().name(who), condition.trim()))
        }
        Edict::Take { who, condition } => {
            let who = fight.roster().person(who)?;
            let (had, name) = (fight.take(who, condition)?, fight.roster().name(who));
            let (no_longer, not) = match F::HAS_CONDITIONS {
                true => ("no longer has", "does not have"),
                false => ("is no longer", "is not"),
            };
            match had {
                true => Ok(format!("{name} {no_longer} {}", condition.trim())),
                false => refuse(format!("{name} {not} {}", condition.trim())),
            }
        }
        Edict::Clear { site } if fight.clear(*site) => Ok(format!("{site} is clear now")),
        Edict::Clear { site } => refuse(format!("nothing lies at {site}")),
        Edict::Light { name, lit } => fight.lights().turn(name, *lit),
        Edict::Die { .. } => refuse("a die is replaced in the record, not in the fight".into()),
        Edict::End { winner } => {
            let won = winner.as_ref().map(|side| fight.roster().side_named(side).map(Outcome::Won)).transpose()?;
            fight.end(won.unwrap_or(Outcome::Ended));
            Ok("the fight is ended".into())
        }
    }
}

impl<G: Game> Edicts for Fight<G> {
    fn roster(&self) -> &Roster {
        &self.setting.roster
    }

    fn set(&mut self, who: Who, key: &str, value: &str) -> Result<(), Refusal> {
        match key {
            "side" => self[who].side = self.setting.roster.side_named(value)?,
            _ => Number::set_by_edict(G::NUMBERS, self, who, key, value)?,
        }
        self.settle(who, Changed::Value);
        Ok(())
    }

    fn set_round(&mut self, round: u32) -> Result<(), Refusal> {
        match self.round {
            0 => Err(Refusal::new(&EDICT, "the first round has not begun")),
            _ => {
                self.round = round;
                Ok(())
            }
        }
    }

    fn place(&mut self, who: Who, at: Square) -> Result<(), Refusal> {
        if self[who].at != Some(at) {
            self.room_at(at).map_err(|why| Refusal::new(&EDICT, why))?;
        }
        self[who].at = Some(at);
        self.settle(who, Changed::Place);
        Ok(())
    }

    fn add(&mut self, is: &str, name: &str, side: Side, at: Option<Square>) -> Result<(), Refusal> {
        let Some(entry) = self.setting.entries.iter().position(|(id, _)| id == is) else {
            return Err(Refusal::new(&EDICT, format!("no creature is called {is}")));
        };
        let fits = match at {
            Some(at) => self.room_at(at),
            None if self.setting.map.is_some() => Err(format!("{name} needs a square: `at B2`")),
            None => Ok(()),
        };
        fits.map_err(|why| Refusal::new(&EDICT, why))?;
        let who = join(self, entry, name, side);
        self[who].at = at;
        if self.round > 0 {
            self.order.push(who);
        }
        Ok(())
    }

    fn remove(&mut self, who: Who) {
        self[who].conditions.give(G::GONE);
        self.settle(who, Changed::Given(G::GONE));
    }

    fn give(&mut self, who: Who, condition: &str) -> Result<(), Refusal> {
        let (condition, size) = Condition::named(G::CONDITIONS, condition)?;
        self[who].conditions.give(condition).size(size);
        self.settle(who, Changed::Given(condition));
        Ok(())
    }

    fn take(&mut self, who: Who, condition: &str) -> Result<bool, Refusal> {
        let (condition, _) = Condition::named(G::CONDITIONS, condition)?;
        let had = self[who].conditions.take(condition);
        if had {
            self.settle(who, Changed::Taken(condition));
        }
        Ok(had)
    }

    fn clear(&mut self, site: Site) -> bool {
        let buried = |map: &Map| map.clone().bury(site);
        self.setting.map.as_ref().is_some_and(buried)
            && self.setting.change().map.as_mut().is_some_and(|map| map.bury(site))
    }

    fn lights(&mut self) -> &mut Lights {
        &mut self.lights
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}
