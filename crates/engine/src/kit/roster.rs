//! Who takes part: names, sides, and who is whose foe.

use quintain_content::Encounter;

use crate::cast::{Side, Who};
use crate::desk::EDICT;
use crate::rule::Refusal;

/// The most combatants that a fight may come to have.
const MOST: usize = 1000;

/// Names, sides, and which sides are foes. It grows only by edicts, so it lies in what copies of a fight share.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    names: Vec<String>,
    sides: Vec<String>,
    /// For each side the sides that are its foes.
    foes: Vec<Vec<bool>>,
}

/// The first side of the fight's list.
impl Default for Side {
    fn default() -> Self {
        Side(0)
    }
}

impl Roster {
    /// The sides of an encounter, with nobody on them yet.
    pub fn of(encounter: &Encounter) -> Roster {
        let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
        let foes = |one: &String| sides.iter().map(|other| encounter.are_foes(one, other)).collect();
        let foes = sides.iter().map(foes).collect();
        Roster { names: Vec::new(), sides, foes }
    }

    /// How many have joined.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether nobody has joined.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a combatant.
    #[inline]
    pub fn name(&self, who: Who) -> &str {
        self.names.get(who.index()).map_or("nobody", String::as_str)
    }

    /// The names of all sides.
    pub fn sides(&self) -> &[String] {
        &self.sides
    }

    /// The name of a side.
    pub fn side(&self, side: Side) -> &str {
        self.sides.get(side.index()).map_or("no side", String::as_str)
    }

    /// Whether two sides are foes.
    #[inline]
    pub fn are_foes(&self, one: Side, other: Side) -> bool {
        self.foes.get(one.index()).and_then(|foes| foes.get(other.index())).copied().unwrap_or(false)
    }

    /// Adds a name at the end of the list.
    pub fn join(&mut self, name: impl Into<String>) -> Who {
        self.names.push(name.into());
        Who((self.names.len() - 1) as u16)
    }

    /// The combatant of this name, whatever the case of its letters.
    ///
    /// # Errors
    /// Lists who is there.
    pub fn person(&self, name: &str) -> Result<Who, Refusal> {
        let wanted = name.trim().to_lowercase();
        let place = self.names.iter().position(|known| known.to_lowercase() == wanted);
        let none = || Refusal::new(&EDICT, format!("nobody is called {name}; there are {}", self.names.join(", ")));
        place.map(|place| Who(place as u16)).ok_or_else(none)
    }

    /// The side of this name, whatever the case of its letters.
    ///
    /// # Errors
    /// Lists the sides.
    pub fn side_named(&self, name: &str) -> Result<Side, Refusal> {
        let place = self.sides.iter().position(|side| side.eq_ignore_ascii_case(name.trim()));
        let none = || Refusal::new(&EDICT, format!("there is no side {name}; there are {}", self.sides.join(", ")));
        place.map(|place| Side(place as u8)).ok_or_else(none)
    }

    /// Whether somebody may join by this name.
    ///
    /// # Errors
    /// The name is taken or cannot be used, or the fight is full.
    pub fn may_join(&self, name: &str) -> Result<(), Refusal> {
        let taken = self.person(name).is_ok() || name.eq_ignore_ascii_case("gm") || name.contains([':', ',']);
        match taken || name.trim().is_empty() {
            true => Err(Refusal::new(&EDICT, format!("the name {name} is taken or cannot be used"))),
            false if self.names.len() >= MOST => {
                Err(Refusal::new(&EDICT, format!("a fight has at most {MOST} combatants")))
            }
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use quintain_content::Source;

    use super::*;

    fn roster() -> Roster {
        let text = "rulebook = \"x\"\n[[side]]\nname = \"red\"\n[[side]]\nname = \"blue\"\nfoes = [\"red\"]\n\
                    [[side]]\nname = \"grey\"\nfoes = []\n[[combatant]]\nis = \"a\"\nside = \"red\"\n\
                    [[combatant]]\nis = \"b\"\nside = \"blue\"\n[[combatant]]\nis = \"c\"\nside = \"grey\"\n";
        let encounter = Encounter::parse(&Source::new("a.toml", text), &[]).unwrap();
        Roster::of(&encounter)
    }

    #[test]
    fn sides_are_foes_as_the_encounter_says() {
        let roster = roster();
        let foes = |one, other| roster.are_foes(Side(one), Side(other));
        assert!(foes(0, 1) && foes(1, 0) && !foes(0, 0) && !foes(0, 2) && !foes(2, 9));
        assert_eq!(roster.side_named(" Blue ").unwrap(), Side(1));
        assert_eq!(roster.side(Side(2)), "grey");
        assert!(roster.side_named("green").unwrap_err().why.ends_with("there are red, blue, grey"));
    }

    #[test]
    fn names_are_found_and_taken() {
        let mut roster = roster();
        assert!(roster.is_empty());
        let ada = roster.join("Ada");
        assert_eq!((roster.person("ADA").unwrap(), roster.name(ada), roster.len()), (ada, "Ada", 1));
        assert!(roster.person("Bo").is_err());
        for wrong in ["ada", "gm", "a: b", "a, b", " "] {
            assert!(roster.may_join(wrong).is_err(), "{wrong}");
        }
        assert!(roster.may_join("Bo").is_ok());
    }
}
