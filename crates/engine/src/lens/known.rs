//! What a seat knows of those who fight: whom its own perceive now or have perceived, and what the game master hides or
//! shows.

use quintain_field::Square;

use super::Grounds;
use crate::cast::Who;
use crate::fact::Fact;
use crate::knowledge::{Glimpse, Perceived};
use crate::secrets::Secrets;
use crate::veil::Veil;

/// A moment of a fight: how many facts and events had led to it.
type Moment = (usize, usize);

/// What a seat knows of a combatant now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knowing {
    /// It is of the seat's own side.
    Own,
    /// It is seen.
    Seen,
    /// It is heard or felt: where it is, and nothing else.
    Felt,
    /// It has been perceived, and is not any more; where it stood then, unless that square is seen clearly: then it is not
    /// there, as far as anybody can see.
    Remembered(Option<Square>),
    /// Nothing.
    Unknown,
}

impl Knowing {
    /// Whether it is perceived now.
    pub fn is_perceived(self) -> bool {
        matches!(self, Knowing::Own | Knowing::Seen | Knowing::Felt)
    }

    /// Whether one sees what it is and how it looks.
    pub fn is_seen(self) -> bool {
        matches!(self, Knowing::Own | Knowing::Seen)
    }
}

/// How a combatant was perceived from a moment on.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: Moment,
    how: Perceived,
    at: Option<Square>,
}

/// Everything that a seat knows of those who fight.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    /// For each of the roster: whether it is of the seat's own side.
    own: Vec<bool>,
    /// For each of the roster: how it was perceived, the oldest first.
    stretches: Vec<Vec<Stretch>>,
    /// The moments that were looked at.
    moments: Vec<Moment>,
    /// With whose eyes the seat sees.
    eyes: Vec<Who>,
}

impl Knowledge {
    /// What these grounds come to.
    pub(super) fn of(grounds: &Grounds<'_>) -> Knowledge {
        let (live, own) = (grounds.live, grounds.own.clone());
        let Secrets { sight, concealed, .. } = live.secrets();
        let eyes: Vec<Who> = (0..own.len()).filter(|place| own[*place]).map(|place| Who(place as u16)).collect();
        let names: Vec<String> = live.roster().into_iter().map(|(name, _)| name).collect();
        let mut veils: Vec<(usize, Veil)> =
            concealed.into_iter().map(|who| (0, Veil { who, concealed: true })).collect();
        veils.extend(live.facts().iter().enumerate().filter_map(|(place, fact)| match fact {
            Fact::Edict { words } => Veil::parse(words).map(|veil| (place + 1, veil)),
            _ => None,
        }));
        let stretches = names.iter().enumerate().map(|(place, name)| {
            let who = Who(place as u16);
            let veils: Vec<(usize, bool)> = veils
                .iter()
                .filter(|(_, veil)| veil.who.eq_ignore_ascii_case(name))
                .map(|(fact, veil)| (*fact, veil.concealed))
                .collect();
            let glimpses = live.sightings().iter().filter(|glimpse| glimpse.of == who);
            let how = |glimpse: &Glimpse| match sight.fog {
                true => eyes.iter().map(|eye| glimpse.by(*eye)).max().unwrap_or(Perceived::Not),
                false => Perceived::Seen,
            };
            stretches(glimpses, &veils, &how)
        });
        Knowledge { stretches: stretches.collect(), moments: live.moments().to_vec(), own, eyes }
    }

    /// With whose eyes the seat sees.
    pub(super) fn eyes(&self) -> &[Who] {
        &self.eyes
    }

    /// What the seat knows of a combatant now; `empty` says whether the seat sees that nobody is in a square.
    pub(super) fn of_now(&self, who: usize, empty: impl Fn(Square) -> bool) -> Knowing {
        if self.own.get(who).copied().unwrap_or_default() {
            return Knowing::Own;
        }
        let known = self.stretches.get(who).map_or(&[][..], Vec::as_slice);
        match known.last().map_or(Perceived::Not, |last| last.how) {
            Perceived::Seen => Knowing::Seen,
            Perceived::Felt => Knowing::Felt,
            Perceived::Not => match known.iter().rfind(|stretch| stretch.how == Perceived::Seen) {
                Some(seen) => Knowing::Remembered(seen.at.filter(|at| !empty(*at))),
                None => Knowing::Unknown,
            },
        }
    }

    /// Whether the seat has ever seen a combatant, and so knows its name.
    pub(super) fn has_seen(&self, who: usize) -> bool {
        let seen = |all: &Vec<Stretch>| all.iter().any(|stretch| stretch.how == Perceived::Seen);
        self.own.get(who).copied().unwrap_or_default() || self.stretches.get(who).is_some_and(seen)
    }

    /// How a combatant was perceived when the event at this place of the log was told: just before it or just after.
    pub(super) fn at_event(&self, who: Who, event: usize) -> Perceived {
        if self.own.get(who.index()).copied().unwrap_or_default() {
            return Perceived::Seen;
        }
        let behind = self.moments.partition_point(|(_, events)| *events <= event);
        let around = [behind.checked_sub(1), Some(behind)].into_iter().flatten();
        let moments = around.filter_map(|place| self.moments.get(place));
        moments.map(|moment| self.at_moment(who, *moment)).max().unwrap_or(Perceived::Not)
    }

    fn at_moment(&self, who: Who, moment: Moment) -> Perceived {
        let known = self.stretches.get(who.index()).map_or(&[][..], Vec::as_slice);
        let behind = known.partition_point(|stretch| stretch.from <= moment);
        behind.checked_sub(1).map_or(Perceived::Not, |place| known[place].how)
    }

    /// How many facts had led to the moment at which so many events had been told.
    pub(super) fn facts_behind(&self, events: usize) -> usize {
        let place = self.moments.partition_point(|(_, told)| *told < events);
        self.moments.get(place).or(self.moments.last()).map_or(0, |(facts, _)| *facts)
    }
}

/// How somebody was perceived, from its glimpses and from what the game master says: each veil with the number of facts
/// from which on it holds, and whether it conceals. Being revealed shows somebody at that moment; from then on eyes decide
/// again.
fn stretches<'g>(
    glimpses: impl Iterator<Item = &'g Glimpse>,
    veils: &[(usize, bool)],
    how: &dyn Fn(&Glimpse) -> Perceived,
) -> Vec<Stretch> {
    let bare: Vec<Stretch> = glimpses
        .map(|glimpse| Stretch { from: (glimpse.fact, glimpse.events), how: how(glimpse), at: glimpse.at })
        .collect();
    let mut moments: Vec<Moment> = bare.iter().map(|stretch| stretch.from).collect();
    moments.extend(veils.iter().flat_map(|(fact, _)| [(*fact, 0), (*fact, 1)]));
    moments.sort_unstable();
    moments.dedup();
    let at_moment = |from: Moment| {
        let behind = bare.partition_point(|stretch| stretch.from <= from);
        let stretch = bare[behind.checked_sub(1)?];
        let veil = veils.iter().rev().find(|(fact, _)| (*fact, 0) <= from);
        let how = match veil {
            Some((_, true)) => Perceived::Not,
            Some((fact, false)) if (*fact, 0) == from => Perceived::Seen,
            _ => stretch.how,
        };
        Some(Stretch { from, how, ..stretch })
    };
    moments.into_iter().filter_map(at_moment).collect()
}
