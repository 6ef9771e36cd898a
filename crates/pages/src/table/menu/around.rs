//! Who stands where around the one who is asked, and with which option a tile opens for it: never with whatever comes first
//! in the alphabet.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use quintain_engine::{CombatantView, Group, Label, Target, Who};
use quintain_field::Square;

use super::{Menu, Tile, all_who, square_of};

/// Those on the field as the one who is asked has them around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'v> {
    people: &'v [CombatantView],
    own: Option<&'v CombatantView>,
}

impl<'v> Around<'v> {
    /// Around the combatant of this name.
    pub(crate) fn of(people: &'v [CombatantView], name: &str) -> Around<'v> {
        Around { people, own: people.iter().find(|one| one.name == name) }
    }

    /// Whether a combatant is on another side.
    pub(crate) fn is_foe(&self, who: Who) -> bool {
        self.people.get(who.index()).is_some_and(|one| self.opposes(one))
    }

    fn opposes(&self, one: &CombatantView) -> bool {
        self.own.is_none_or(|own| own.side != one.side)
    }

    /// How far a combatant is; where nobody has a place, all are as far.
    fn far(&self, who: Who) -> i32 {
        let at = self.people.get(who.index()).and_then(|one| one.at);
        self.own.and_then(|own| own.at).zip(at).map_or(0, |(own, at)| apart(own, at))
    }

    /// How far a square is from the one who is asked.
    fn away(&self, square: Square) -> i32 {
        self.own.and_then(|own| own.at).map_or(0, |own| apart(own, square))
    }

    /// How far a square is from the nearest foe who still fights.
    fn nearest_foe(&self, square: Square) -> i32 {
        let foes = self.people.iter().filter(|one| one.fighting && self.opposes(one));
        foes.filter_map(|one| one.at).map(|at| apart(at, square)).min().unwrap_or(0)
    }
}

fn apart(one: Square, other: Square) -> i32 {
    let (x, y) = (i32::from(one.x) - i32::from(other.x), i32::from(one.y) - i32::from(other.y));
    x.abs().max(y.abs())
}

impl Menu<'_> {
    /// The option with which a tile opens while no odds are known: like its first, or like its usual attack, at the nearest
    /// foe, or one step towards it.
    pub(super) fn start(&self, tile: &Tile, around: &Around<'_>) -> usize {
        let first = if tile.group == Group::Attack { self.usual(tile) } else { tile.options[0] };
        let Some(own) = self.label(first) else { return first };
        let like = |label: &Label| {
            label.verb == own.verb && label.means == own.means && label.variants.as_slice() == own.variants.as_slice()
        };
        let rank = |place: &usize| {
            let label = self.label(*place).filter(|label| like(label))?;
            let to_foes = matches!(label.verb.group, Group::Attack | Group::Power);
            match (all_who(&label.target).first(), square_of(&label.target)) {
                (Some(who), _) => Some((Reverse(to_foes && around.is_foe(*who)), around.far(*who), 0)),
                (None, Some(square)) if label.verb.group == Group::Move => {
                    Some((Reverse(false), around.away(square), around.nearest_foe(square)))
                }
                (None, Some(square)) => Some((Reverse(false), around.nearest_foe(square), around.away(square))),
                (None, None) => None,
            }
        };
        if matches!(own.target, Target::None | Target::Oneself) {
            return first;
        }
        let ranked = tile.options.iter().filter_map(|place| Some((rank(place)?, *place)));
        ranked.min().map_or(first, |(_, place)| place)
    }

    /// The first option of a tile by the verb that is aimed in most ways: of several attacks the ordinary one.
    fn usual(&self, tile: &Tile) -> usize {
        let aimed = |place: usize| {
            let label = self.label(place).filter(|label| !matches!(label.target, Target::None | Target::Oneself));
            label.map(|label| label.verb.key)
        };
        let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
        for key in tile.options.iter().filter_map(|place| aimed(*place)) {
            *ways.entry(key).or_default() += 1;
        }
        let many = |place: usize| aimed(place).and_then(|key| ways.get(key)).copied().unwrap_or_default();
        let usual = tile.options.iter().copied().max_by_key(|place| (many(*place), Reverse(*place)));
        usual.unwrap_or(tile.options[0])
    }
}
