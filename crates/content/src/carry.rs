//! An encounter as those find it who come from another fight: with what they carry laid over what it says of them.

use crate::encounter::Encounter;
use crate::party::laid_over;
use crate::{Placed, Value};

/// What one of those in an encounter brings along.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// The combatant's own name, with its number where its entry has a `count`.
    pub name: String,
    /// Whether it comes at all.
    pub comes: bool,
    /// Keys of `set` with their values.
    pub values: Vec<(&'static str, Value)>,
}

impl Encounter {
    /// The same encounter in which each of these begins with its values on top of what the encounter sets, or is left out.
    /// Everybody has an entry of its own then, as [`Encounter::expand`] counts them.
    pub fn carrying(&self, carried: &[Carried]) -> Encounter {
        let mut combatants = Vec::with_capacity(self.combatants.len());
        for one in self.expand() {
            let Some(spec) = self.spec(&one) else { continue };
            let mut spec = spec.clone();
            spec.name.value.clone_from(&one.name);
            (spec.count, spec.at) = (None, one.at.into_iter().collect());
            match carried.iter().find(|carried| carried.name == one.name) {
                Some(carried) if !carried.comes => continue,
                Some(carried) => {
                    let values: Vec<_> = carried.values.iter().map(|(key, value)| placed(key, value)).collect();
                    spec.set = laid_over(&spec.set, &values);
                }
                None => {}
            }
            combatants.push(spec);
        }
        Encounter { combatants, ..self.clone() }
    }
}

fn placed(key: &str, value: &Value) -> (Placed<String>, Placed<Value>) {
    (Placed::nowhere(key.to_owned()), Placed::nowhere(value.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn values_lie_over_those_of_the_encounter_and_who_does_not_come_is_left_out() {
        let text = "rulebook = \"x\"\n[[combatant]]\nis = \"rat\"\nside = \"a\"\ncount = 2\nset = { sta = 4, tek = 2 }\n\
                    [[combatant]]\nis = \"cat\"\nside = \"b\"\n";
        let encounter = Encounter::parse(&Source::new("x.toml", text), &[]).unwrap();
        let carried = [
            Carried { name: "Rat 1".into(), comes: true, values: vec![("sta", Value::Int(1))] },
            Carried { name: "Rat 2".into(), comes: false, values: Vec::new() },
        ];
        let after = encounter.carrying(&carried);
        let names: Vec<String> = after.expand().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["Rat 1", "Cat"]);
        let set: Vec<String> =
            after.combatants[0].set.iter().map(|(key, value)| format!("{}={}", key.value, value.value)).collect();
        assert_eq!(set, ["tek=2", "sta=1"]);
    }
}
