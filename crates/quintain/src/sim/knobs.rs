//! Encounters with knobs turned.

use quintain_content::{Problem, Problems, Value};
use quintain_sim::Knob;

use super::Sim;

/// The most settings of knobs that are played.
pub(super) const MOST: u64 = 10_000;

pub(super) fn read(words: &[&str]) -> Result<Vec<Knob>, Problems> {
    Ok(Knob::read_all(words)?)
}

/// How many values each has.
pub(super) fn counts(knobs: &[Knob]) -> Vec<usize> {
    knobs.iter().map(|knob| knob.values.len()).collect()
}

/// The values at these places, as they are typed.
pub(super) fn words(knobs: &[Knob], at: &[usize]) -> Vec<String> {
    turns(knobs, at).map(|(_, value)| plain(value)).collect()
}

/// The places of a setting by its own place among all, the last knob turning fastest; nothing where there are not so many.
pub(super) fn setting(counts: &[usize], place: u64) -> Option<Vec<usize>> {
    let (mut at, mut rest) = (vec![0; counts.len()], usize::try_from(place).ok()?);
    for (own, count) in at.iter_mut().zip(counts).rev() {
        *own = rest % count;
        rest /= count;
    }
    (rest == 0).then_some(at)
}

/// The place of a setting among all.
pub(super) fn place(counts: &[usize], at: &[usize]) -> u64 {
    at.iter()
        .zip(counts)
        .fold(0, |place: u64, (own, count)| place.saturating_mul(*count as u64).saturating_add(*own as u64))
}

fn turns<'k>(knobs: &'k [Knob], at: &'k [usize]) -> impl Iterator<Item = (&'k Knob, &'k Value)> {
    knobs.iter().zip(at).filter_map(|(knob, at)| Some((knob, knob.values.get(*at)?)))
}

/// A value as it is typed: words without quotes.
fn plain(value: &Value) -> String {
    if let Value::Text(words) = value { words.clone() } else { value.to_string() }
}

/// The settings as edicts of the game master, where all of them turn values or tactics: a fight that goes on from a moment
/// bears no others.
fn edicts(knobs: &[Knob], at: &[usize]) -> Option<Vec<String>> {
    let values = turns(knobs, at).filter(|(knob, _)| knob.side().is_none());
    values.map(|(knob, value)| knob.value_of().map(|(who, key)| format!("set {who}.{key} {}", plain(value)))).collect()
}

/// What is said of too many settings.
pub(super) fn too_many() -> Problem {
    Problem::general(format!("these are more than {MOST} settings"))
}

impl<'a> Sim<'a> {
    /// The same run with the knobs turned to the values at these places.
    pub(super) fn turned(&self, knobs: &[Knob], at: &[usize]) -> Result<Sim<'a>, Problems> {
        let mut encounter = self.fight.encounter().clone();
        let mut tactics = self.tactics.clone();
        for (knob, value) in turns(knobs, at) {
            knob.turn(&mut encounter, value)?;
            // Knobs that turn tactics are no part of the encounter.
            tactics.extend(knob.side().map(|side| format!("{side}={}", plain(value))));
        }
        let named: Vec<String> =
            turns(knobs, at).map(|(knob, value)| format!("{} = {}", knob.name, plain(value))).collect();
        let changed = named.join(", ");
        let with = if changed.is_empty() { String::new() } else { format!(" with {changed}") };
        let title = format!("{}{with}", self.fight.title());
        if let (Some(edicts), true) = (edicts(knobs, at), self.fight.recorded().is_some()) {
            let turned = self.on(self.fight.decreed(&edicts, title.clone())?, title, changed);
            return Ok(Sim { tactics, ..turned });
        }
        let turned = self.on(self.fight.with(encounter)?, title, changed);
        Ok(Sim { tactics, ..turned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_its_place() {
        let counts = [2, 3, 4];
        for number in 0..24 {
            assert_eq!(place(&counts, &setting(&counts, number).unwrap()), number);
        }
        assert_eq!(setting(&counts, 5), Some(vec![0, 1, 1]));
        assert_eq!((setting(&counts, 24), setting(&[], 0)), (None, Some(Vec::new())));
    }
}
