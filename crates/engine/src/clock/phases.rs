//! Rounds made of phases in which everybody acts at once.

use crate::cast::Who;

/// The phases of a round, each with those who act in it.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Phases {
    /// Everyone with the phase, in the order of the phases.
    members: Vec<(u8, Who)>,
    done: usize,
}

impl Clone for Phases {
    fn clone(&self) -> Self {
        Phases { members: self.members.clone(), done: self.done }
    }

    fn clone_from(&mut self, source: &Self) {
        self.members.clone_from(&source.members);
        self.done = source.done;
    }
}

impl Phases {
    /// A round without phases.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a round: everyone with its phase. Within a phase the order given stays.
    pub fn start_round(&mut self, members: impl IntoIterator<Item = (u8, Who)>) {
        self.members.clear();
        for (phase, who) in members {
            // A stable sort would need memory of its own.
            let place = self.members.partition_point(|(number, _)| *number <= phase);
            self.members.insert(place, (phase, who));
        }
        self.done = 0;
    }

    /// The next phase that has anybody in it: its number and who acts; `None` at the end of the round.
    pub fn next_phase(&mut self) -> Option<(u8, impl Iterator<Item = Who> + '_)> {
        let phase = self.members.get(self.done)?.0;
        let first = self.done;
        self.done = self.members.partition_point(|(number, _)| *number <= phase);
        Some((phase, self.members[first..self.done].iter().map(|(_, who)| *who)))
    }

    /// Whether its phase is still to come.
    pub fn is_waiting(&self, who: Who) -> bool {
        self.members.get(self.done..).unwrap_or_default().iter().any(|(_, waiting)| *waiting == who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thalassa_the_first_round_has_three_phases_and_the_others_one() {
        let mut phases = Phases::new();
        let all = |phases: &mut Phases| {
            let mut all = Vec::new();
            while let Some((phase, who)) = phases.next_phase() {
                let who: Vec<u16> = who.map(|who| who.0).collect();
                all.push((phase, who));
            }
            all
        };
        // 0 and 2 have passed their save, 1 has failed it; 3 and 4 are opponents.
        let saves = [0, 2, 0, 1, 1];
        phases.start_round((0..5).map(|who| (saves[usize::from(who)], Who(who))));
        assert!(phases.is_waiting(Who(1)));
        assert_eq!(all(&mut phases), [(0, vec![0, 2]), (1, vec![3, 4]), (2, vec![1])]);
        assert!(!phases.is_waiting(Who(1)));
        // Nobody failed: there is no third phase.
        phases.start_round([(0, Who(0)), (1, Who(3))]);
        assert_eq!(all(&mut phases).len(), 2);
        phases.start_round((0..5).map(|who| (0, Who(who))));
        assert_eq!(all(&mut phases), [(0, vec![0, 1, 2, 3, 4])]);
        phases.start_round([]);
        assert_eq!(all(&mut phases), []);
    }
}
