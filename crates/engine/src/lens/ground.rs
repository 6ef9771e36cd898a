//! The ground as a seat knows it: without what is concealed from it, and where that is wanted only as far as it has seen.

use quintain_field::{Map, Site, Square, SquareSet};

use super::{Grounds, Lens};
use crate::cast::Who;
use crate::edict::Edict;
use crate::face::AnyLive;
use crate::fact::Fact;
use crate::knowledge::Clarity;
use crate::label::Target;
use crate::lights::LightView;
use crate::question::Choice;
use crate::veil::Veil;
use crate::view::Zone;

/// What a seat does not know of the ground.
#[derive(Clone, Debug, Default)]
pub(super) struct Unknown {
    /// Places that are concealed from it.
    hidden: Vec<Site>,
    /// Squares where something lies of which it does not know by the rules.
    traps: Vec<Square>,
    /// The squares that it has seen; nothing where the map lies open.
    explored: Option<SquareSet>,
}

impl Unknown {
    /// What those do not know who see with these eyes.
    pub(super) fn of(grounds: &Grounds<'_>, eyes: &[Who]) -> Unknown {
        let live = grounds.live;
        let Some(seen) = live.seen_ground() else { return Unknown::default() };
        let (hidden, mut shown) = concealed(live);
        let (more, mut hidden): (Vec<Site>, _) = hidden.into_iter().partition(|site| seen.has_shown(*site, eyes));
        shown.extend(more);
        // Squares that touch are one thing: who knows of one knows of all.
        while let Some(place) = hidden.iter().position(|site| shown.iter().any(|known| touch(*site, *known))) {
            shown.push(hidden.swap_remove(place));
        }
        Unknown { hidden, traps: live.unknown_to(eyes), explored: seen.explored(eyes) }
    }

    fn knows(&self, square: Square) -> bool {
        self.explored.as_ref().is_none_or(|seen| seen.contains(square))
    }
}

/// The places that are concealed from those to whom they have not shown themselves, and those that the game master has
/// revealed.
fn concealed(live: &dyn AnyLive) -> (Vec<Site>, Vec<Site>) {
    let (mut hidden, mut shown) = (live.secrets().sites, Vec::new());
    let veils = live.facts().iter().filter_map(|fact| match fact {
        Fact::Edict { words } => Veil::parse(words),
        _ => None,
    });
    for (site, concealed) in veils.filter_map(|veil| Some((veil.site()?, veil.concealed))) {
        hidden.retain(|known| *known != site);
        shown.retain(|known| *known != site);
        if concealed { hidden.push(site) } else { shown.push(site) }
    }
    (hidden, shown)
}

/// Whether two places are squares side by side.
fn touch(one: Site, other: Site) -> bool {
    match (one, other) {
        (Site::Square(one), Site::Square(other)) => one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)) == 1,
        _ => false,
    }
}

impl Lens {
    /// Whether the seat knows everything of the ground.
    fn knows_the_ground(&self) -> bool {
        self.unknown.hidden.is_empty() && self.unknown.explored.is_none()
    }

    /// The places that are concealed from the seat.
    pub fn hidden_sites(&self) -> &[Site] {
        &self.unknown.hidden
    }

    /// The edicts that take away what lies on the ground and the seat does not know of.
    pub(super) fn bare_ground(&self) -> impl Iterator<Item = Edict> + '_ {
        let traps = self.unknown.traps.iter().map(|square| Site::Square(*square));
        self.unknown.hidden.iter().copied().chain(traps).map(|site| Edict::Clear { site })
    }

    /// The map as the seat knows it: doors that are concealed are wall, anything else that is concealed is open ground, and
    /// ground that it has never seen is blank.
    pub fn ground(&self, mut map: Map) -> Map {
        for site in &self.unknown.hidden {
            map.bury(*site);
        }
        if let Some(seen) = &self.unknown.explored {
            map = map.only(seen);
        }
        map
    }

    /// The rows of the map as the seat knows it.
    pub(super) fn rows(&self, live: &dyn AnyLive, rows: Vec<String>) -> Vec<String> {
        match self.knows_the_ground() {
            true => rows,
            false => live.map().map_or_else(Vec::new, |map| self.ground(map).to_rows()),
        }
    }

    /// How clearly the seat sees a square, if it has ever seen it.
    pub(super) fn seen_square(&self, live: &dyn AnyLive, square: Square) -> Clarity {
        if self.unknown.knows(square) { live.clarity(self.eyes(), square) } else { Clarity::Unknown }
    }

    /// The squares of these that the seat knows.
    pub(super) fn known_squares(&self, squares: Vec<Square>) -> Vec<Square> {
        squares.into_iter().filter(|square| self.unknown.knows(*square)).collect()
    }

    /// Whether the seat knows of dangerous ground: not where any of it is concealed, or none of it was ever seen.
    pub(super) fn knows_zone(&self, zone: &Zone) -> bool {
        let lies = |site: &Site| matches!(site, Site::Square(square) if zone.squares.contains(square));
        let seen = zone.squares.is_empty() || zone.squares.iter().any(|square| self.unknown.knows(*square));
        seen && !self.unknown.hidden.iter().any(lies)
    }

    /// A light that the seat can see: one that is carried with its bearer, another where its square is known.
    pub(super) fn light(&self, light: &LightView) -> Option<LightView> {
        match light.by {
            Some(by) => {
                let seen = self.known.get(by.index()).is_some_and(|known| known.is_seen());
                let by = self.who(by).filter(|_| seen)?;
                Some(LightView { name: self.words(&light.name), by: Some(by), ..light.clone() })
            }
            None => self.unknown.knows(light.at).then(|| light.clone()),
        }
    }

    /// Whether an option leads nowhere that the seat does not know, and has to do with nothing that is concealed from it.
    pub(super) fn knows_where<T>(&self, choice: &Choice<T>, target: Option<&Target>) -> bool {
        let square = match target {
            Some(Target::Square(square) | Target::Area(square, _) | Target::Route { to: square, .. }) => Some(*square),
            _ => choice.square,
        };
        square.is_none_or(|square| self.unknown.knows(square)) && !self.names_hidden(&choice.text)
    }

    /// Whether words name a door that is concealed from the seat.
    pub(super) fn names_hidden(&self, text: &str) -> bool {
        self.unknown.hidden.iter().any(|site| match *site {
            Site::Edge(one, other) => {
                let between = [(one, other), (other, one)].map(|(from, to)| format!("{from}-{to}"));
                let to = [one, other].map(|square| format!("door to {square}"));
                between.iter().chain(&to).any(|words| says(text, words))
            }
            Site::Square(at) => says(text, &format!("door at {at}")) || says(text, &format!("door to {at}")),
        })
    }
}

/// Whether a text says these words, as words of their own.
pub(crate) fn says(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let alone = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        alone(text[..at].chars().last()) && alone(text[at + words.len()..].chars().next())
    })
}
