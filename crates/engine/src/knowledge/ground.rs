//! What those who fight have seen of the ground: places that are concealed and have shown themselves, and squares where they
//! have looked.

use quintain_field::{Door, Map, Site, Square, SquareSet};

use super::Clarity;
use crate::cast::Who;
use crate::clock::WhoSet;
use crate::rulebook::Rulebook;
use crate::secrets::Secrets;

/// What those who fight have seen of the ground so far.
#[derive(Clone, Debug, Default)]
pub struct SeenGround {
    /// Each place that is or was concealed, with those to whom it has shown itself.
    sites: Vec<(Site, WhoSet)>,
    /// For each of the roster the squares that it has seen; nothing where the map lies open.
    explored: Option<Vec<SquareSet>>,
}

impl SeenGround {
    /// Before anybody has looked.
    pub(crate) fn of(secrets: &Secrets) -> Self {
        SeenGround {
            sites: secrets.sites.iter().map(|site| (*site, WhoSet::new())).collect(),
            explored: secrets.sight.explored.then(Vec::new),
        }
    }

    /// Nobody knows of this place from now on.
    pub(crate) fn conceal(&mut self, site: Site) {
        self.sites.retain(|(known, _)| *known != site);
        self.sites.push((site, WhoSet::new()));
    }

    /// Whether a concealed place has shown itself to any of these.
    pub fn has_shown(&self, site: Site, eyes: &[Who]) -> bool {
        let known = self.sites.iter().find(|(known, _)| *known == site);
        known.is_some_and(|(_, by)| eyes.iter().any(|who| by.contains(*who)))
    }

    /// The squares that any of these have seen; nothing where the map lies open.
    pub fn explored(&self, eyes: &[Who]) -> Option<SquareSet> {
        let each = self.explored.as_ref()?;
        let mut all = SquareSet::default();
        for seen in eyes.iter().filter_map(|who| each.get(who.index())) {
            match all.is_empty() {
                true => all.clone_from(seen),
                false => all.unite(seen),
            }
        }
        Some(all)
    }

    /// Looks around as the fight stands.
    pub(crate) fn look<R: Rulebook>(&mut self, fight: &R) {
        if self.sites.is_empty() && self.explored.is_none() {
            return;
        }
        let Some(map) = fight.map() else { return };
        let everyone = || (0..fight.roster_len()).map(|place| Who(place as u16));
        for (site, by) in &mut self.sites {
            for who in everyone().filter(|who| shows(fight, &map, *site, *who)) {
                by.insert(who);
            }
        }
        let Some(explored) = &mut self.explored else { return };
        explored.resize_with(fight.roster_len(), || SquareSet::for_map(&map));
        for (who, seen) in everyone().zip(explored) {
            for square in map.bounds().squares() {
                if !seen.contains(square) && fight.clarity(who, square) > Clarity::Dark {
                    seen.insert(square);
                }
            }
            if let Some(at) = fight.stands(who) {
                seen.insert(at);
            }
        }
    }
}

/// Whether a place shows itself to a combatant: a door by standing open before its eyes, anything else by being stepped on.
fn shows<R: Rulebook>(fight: &R, map: &Map, site: Site, who: Who) -> bool {
    let door = map.door_at(site);
    let sees = |square: Square| fight.stands(who) == Some(square) || fight.clarity(who, square) > Clarity::Dark;
    match (door, site) {
        (Some(Door::Open), _) => site.sides().into_iter().any(sees),
        (None, Site::Square(square)) => fight.stands(who) == Some(square),
        _ => false,
    }
}
