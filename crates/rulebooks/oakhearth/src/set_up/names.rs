//! Names made ready for those who can be called in the middle of a fight, so that a call makes none.

use crate::book::Effect;
use crate::setting::Setting;

/// The names of those who can be called in this fight: made ready, so that a call makes none.
pub(super) fn callable(setting: &Setting) -> Vec<(u16, Vec<String>)> {
    let mut all: Vec<(u16, Vec<String>)> = Vec::new();
    let steps = |ability: &crate::setting::Ability| {
        let more = ability.entry.enhance.iter().flat_map(|more| more.does.clone());
        ability.entry.does.iter().cloned().chain(more).collect::<Vec<_>>()
    };
    for step in setting.abilities.iter().flat_map(steps) {
        let Effect::Summon { creature, .. } = &step.effect else { continue };
        let Some(template) = setting.creature(creature).filter(|one| all.iter().all(|(known, _)| known != one)) else {
            continue;
        };
        let name = &setting.templates[usize::from(template)].entry.name;
        let before = setting.names.iter().filter(|known| known.starts_with(name.as_str())).count();
        all.push((template, (1..=MOST_CALLED).map(|number| format!("{name} {}", before + number)).collect()));
    }
    all
}

/// The most of one kind who are called in one fight under a name made ready.
const MOST_CALLED: usize = 16;
