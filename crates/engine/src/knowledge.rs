//! What those who fight perceive of each other, and of the ground: kept along a live fight for those who may not know all.

mod ground;

use quintain_field::{Site, Square};

use crate::cast::Who;
use crate::clock::WhoSet;
use crate::rulebook::Rulebook;
use crate::secrets::Secrets;

pub use ground::SeenGround;

/// How a combatant is perceived by another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Perceived {
    /// Not at all: neither that it is there nor where.
    Not,
    /// Heard or felt: where it is, and nothing else.
    Felt,
    /// Seen.
    #[default]
    Seen,
}

/// How clearly a square is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clarity {
    /// It has never been seen, in an encounter whose map has to be explored.
    Unknown,
    /// Something hides it.
    Hidden,
    /// It lies open, but in the dark.
    Dark,
    /// In poor light.
    Dim,
    /// As plainly as can be.
    #[default]
    Clear,
}

/// How a combatant was perceived from one moment on, until another glimpse says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    /// How many facts had led to this moment.
    pub fact: usize,
    /// How many events had been told.
    pub events: usize,
    /// The combatant.
    pub of: Who,
    /// Where it stood.
    pub at: Option<Square>,
    /// Who saw it.
    pub seen: WhoSet,
    /// Who heard or felt it without seeing it.
    pub felt: WhoSet,
}

impl Glimpse {
    /// How `by` perceived it.
    pub fn by(&self, by: Who) -> Perceived {
        match (self.seen.contains(by), self.felt.contains(by)) {
            (true, _) => Perceived::Seen,
            (false, true) => Perceived::Felt,
            (false, false) => Perceived::Not,
        }
    }

    /// The same thing at another moment.
    fn is_like(&self, other: &Glimpse) -> bool {
        (self.of, self.at) == (other.of, other.at) && self.seen == other.seen && self.felt == other.felt
    }
}

/// Everything that was perceived in a fight, in its order. Each moment at which the rules wait for dice, for an answer or for
/// nothing is looked at once; only what has changed is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sightings {
    all: Vec<Glimpse>,
    /// The place of the last glimpse of each combatant.
    last: Vec<Option<usize>>,
    /// The moments that were looked at: how many facts and events had led to each.
    looked: Vec<(usize, usize)>,
    /// What was seen of the ground.
    ground: SeenGround,
    secrets: Secrets,
}

impl Sightings {
    /// Before anybody has looked, in a fight with these secrets.
    pub(crate) fn of(secrets: &Secrets) -> Self {
        Sightings { ground: SeenGround::of(secrets), secrets: secrets.clone(), ..Sightings::default() }
    }

    /// What was seen of the ground.
    pub(crate) fn ground(&self) -> &SeenGround {
        &self.ground
    }

    /// The game master conceals a place at this moment, unless the rules have come by it before.
    pub(crate) fn conceal(&mut self, site: Site, fact: usize) {
        if self.looked.last().is_none_or(|(looked, _)| *looked <= fact) {
            self.ground.conceal(site);
        }
    }

    /// All glimpses, the oldest first.
    pub(crate) fn all(&self) -> &[Glimpse] {
        &self.all
    }

    /// The moments that were looked at, in their order: how many facts and events had led to each.
    pub(crate) fn moments(&self) -> &[(usize, usize)] {
        &self.looked
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.last.clear();
        self.looked.clear();
        self.ground = SeenGround::of(&self.secrets);
    }

    /// Looks at a moment to which so many facts and events have led, unless the rules have come by it before.
    pub(crate) fn look<R: Rulebook>(&mut self, fight: &R, fact: usize, events: usize) {
        if self.looked.last().is_some_and(|looked| (fact, events) <= *looked) {
            return;
        }
        self.looked.push((fact, events));
        self.ground.look(fight);
        let all = fight.roster_len();
        self.last.resize(all.max(self.last.len()), None);
        let open = fight.hides_nothing();
        for of in (0..all).map(|place| Who(place as u16)) {
            let now = glimpse(fight, of, (fact, events), open);
            let before = self.last[of.index()].map(|place| &self.all[place]);
            if !before.is_some_and(|before| before.is_like(&now)) {
                self.last[of.index()] = Some(self.all.len());
                self.all.push(now);
            }
        }
    }
}

fn glimpse<R: Rulebook>(fight: &R, of: Who, (fact, events): (usize, usize), open: bool) -> Glimpse {
    let (mut seen, mut felt) = (WhoSet::new(), WhoSet::new());
    for by in (0..fight.roster_len()).map(|place| Who(place as u16)) {
        match if open || by == of { Perceived::Seen } else { fight.perceives(by, of) } {
            Perceived::Seen => _ = seen.insert(by),
            Perceived::Felt => _ = felt.insert(by),
            Perceived::Not => {}
        }
    }
    Glimpse { fact, events, of, at: fight.stands(of), seen, felt }
}
