//! Light sources of a fight: lamps that stand and torches that are carried, which burn or do not.

use std::hash::{Hash, Hasher};

use quintain_content::{Encounter, LightSpec};
use quintain_field::{Diagonal, Span, Square, body_distance};
use serde::Serialize;

use crate::cast::Who;
use crate::desk::EDICT;
use crate::rule::Refusal;
use crate::shared::Shared;

/// Where a light is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// In a square.
    At(Square),
    /// With a combatant, which it goes along with.
    By(Who),
}

/// Something that gives light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lamp {
    /// Where it is.
    pub held: Held,
    /// How far it makes squares bright.
    pub bright: u8,
    /// How far it makes them dim at least.
    pub dim: u8,
    /// Whether it burns.
    pub lit: bool,
}

/// How much light a lamp gives to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shine {
    /// Enough to see dimly by.
    Dim,
    /// Plenty.
    Bright,
}

/// A light as it can be shown.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct LightView {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Square,
    /// Who carries it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// How far it makes squares bright.
    pub bright: u8,
    /// How far it makes them dim at least.
    pub dim: u8,
    /// Whether it burns.
    pub lit: bool,
}

/// All light sources of a fight. A state keeps them; a digest knows them only where there are any.
#[derive(Debug, Default)]
pub struct Lights {
    names: Shared<Vec<String>>,
    lamps: Vec<Lamp>,
}

impl Lights {
    /// Those of an encounter; `who` finds the combatants that carry them, by name.
    pub fn of(encounter: &Encounter, who: impl Fn(&str) -> Option<Who>) -> Lights {
        let (mut names, mut lamps) = (Vec::new(), Vec::new());
        let mut put = |name: String, spec: &LightSpec, held: Held| {
            names.push(name);
            lamps.push(Lamp { held, bright: spec.bright, dim: spec.dim, lit: spec.lit });
        };
        for spec in &encounter.lights {
            let Some(at) = &spec.at else { continue };
            let name = spec.name.as_ref().map_or_else(|| format!("light at {}", at.value), |name| name.value.clone());
            put(name, spec, Held::At(at.value));
        }
        for one in encounter.expand() {
            let carried = encounter.spec(&one).and_then(|spec| spec.light.as_ref());
            let Some((spec, by)) = carried.zip(who(&one.name)) else { continue };
            let what = spec.name.as_ref().map_or("light", |name| name.value.as_str());
            put(format!("{what} of {}", one.name), spec, Held::By(by));
        }
        Lights { names: Shared::new(names), lamps }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lamps.is_empty()
    }

    /// What shines on a square, of the lamps that burn; `at` says where a combatant stands that is there to carry one, and
    /// `clear` whether light passes from one square to another.
    pub fn on(
        &self,
        square: Square,
        at: impl Fn(Who) -> Option<Square>,
        clear: impl Fn(Square, Square) -> bool,
    ) -> Option<Shine> {
        let shine = |lamp: &Lamp| {
            let from = lamp.held.square(&at)?;
            let far = body_distance(Span::from(from), Span::from(square), Diagonal::Equal);
            let shine = match far {
                far if far <= lamp.bright.into() => Shine::Bright,
                far if far <= lamp.dim.into() => Shine::Dim,
                _ => return None,
            };
            clear(from, square).then_some(shine)
        };
        self.lamps.iter().filter(|lamp| lamp.lit).filter_map(shine).max()
    }

    /// All of them that are anywhere, as they can be shown; `at` says where a combatant stands.
    pub fn view(&self, at: impl Fn(Who) -> Option<Square>) -> Vec<LightView> {
        let shown = |(name, lamp): (&String, &Lamp)| {
            let by = if let Held::By(who) = lamp.held { Some(who) } else { None };
            let at = lamp.held.square(&at)?;
            Some(LightView { name: name.clone(), at, by, bright: lamp.bright, dim: lamp.dim, lit: lamp.lit })
        };
        self.names.iter().zip(&self.lamps).filter_map(shown).collect()
    }

    /// Kindles a light, or puts it out, and says so.
    ///
    /// # Errors
    /// When there is no such light, or nothing would change.
    pub fn turn(&mut self, name: &str, lit: bool) -> Result<String, Refusal> {
        let no = |why: String| Err(Refusal::new(&EDICT, why));
        let wanted = name.trim().to_lowercase();
        let Some(place) = self.names.iter().position(|known| known.to_lowercase() == wanted) else {
            return no(match self.names.is_empty() {
                true => "there are no lights in this fight".to_owned(),
                false => format!("there is no light `{}`; there are {}", name.trim(), self.names.join(", ")),
            });
        };
        let Some(lamp) = self.lamps.get_mut(place).filter(|lamp| lamp.lit != lit) else {
            return no(format!("the {} {} already", self.names[place], if lit { "burns" } else { "is out" }));
        };
        lamp.lit = lit;
        Ok(format!("the {} {} now", self.names[place], if lit { "burns" } else { "is out" }))
    }
}

impl Held {
    fn square(self, at: impl Fn(Who) -> Option<Square>) -> Option<Square> {
        match self {
            Held::At(square) => Some(square),
            Held::By(who) => at(who),
        }
    }
}

impl Clone for Lights {
    fn clone(&self) -> Self {
        Lights { names: self.names.clone(), lamps: self.lamps.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.names.clone_from(&source.names);
        self.lamps.clone_from(&source.lamps);
    }
}

impl Hash for Lights {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.lamps.is_empty() {
            self.lamps.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use quintain_content::Source;

    use super::*;

    fn lights() -> Lights {
        let text = "rulebook = \"any\"\n[map]\nsize = [20, 3]\n[[light]]\nname = \"Lamp\"\nat = \"A1\"\nbright = 2\ndim = 4\n\
                    [[combatant]]\nname = \"Ann\"\nis = \"x\"\nside = \"a\"\nlight = 1\n";
        let encounter = Encounter::parse(&Source::new("x", text), &[]).unwrap();
        Lights::of(&encounter, |_| Some(Who(0)))
    }

    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_lamp_shines_as_far_as_it_reaches_and_nothing_stands_between() {
        let lights = lights();
        let shine = |square: &str| lights.on(at(square), |_| None, |_, _| true);
        assert_eq!([shine("C1"), shine("D1"), shine("F1")], [Some(Shine::Bright), Some(Shine::Dim), None]);
        assert_eq!(lights.on(at("B1"), |_| None, |_, _| false), None);
    }

    #[test]
    fn a_torch_goes_with_its_bearer_and_can_be_put_out() {
        let mut lights = lights();
        let shine = |lights: &Lights| lights.on(at("L1"), |_| Some(at("K1")), |_, _| true);
        assert_eq!(shine(&lights), Some(Shine::Bright));
        assert_eq!(lights.turn("Light of ann", false).unwrap(), "the light of Ann is out now");
        assert_eq!(shine(&lights), None);
        assert!(lights.turn("light of Ann", false).is_err() && lights.turn("sun", true).is_err());
        assert_eq!(lights.view(|_| None).len(), 1, "nobody stands there to carry one");
    }
}
