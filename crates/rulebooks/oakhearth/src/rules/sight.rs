//! Who sees which creatures, and what stands in the way of a shot.

use quintain_engine::{Refusal, Rule, Who};
use quintain_field::{Cover, Span, Square, cover_along, sees as sees_square};

use crate::book::{Condition, Ground};
use crate::combatant::Combatant;
use crate::fight::{Fight, Zone};
use crate::refusing::refuse_if;
use crate::rules::light::{self, Light};

/// Whether one can see another: eyes open, nothing between, no fog, no darkness, not invisible.
pub fn sees(fight: &Fight, who: Who, other: Who) -> bool {
    if who == other {
        return true;
    }
    let (one, seen) = (fight.one(who), fight.one(other));
    let open = unbarred(fight) && one.at.is_some() && seen.at.is_some();
    if open && fight.setting.bright && one.statuses.is_empty() && seen.statuses.is_empty() {
        return true;
    }
    if one.has(Condition::Unconscious) {
        return false;
    }
    if light::sensed(fight, who, other) {
        return true;
    }
    let hidden = seen.has(Condition::Invisible) && !light::sees_through(fight, who, other);
    if one.has(Condition::Blinded) || hidden || light::on(fight, who, other) == Light::Dark {
        return false;
    }
    if open {
        return true;
    }
    line_of_sight(fight, who, other)
}

/// Whether two see each other as plainly as can be: in bright light with nothing between, neither hides, and nothing is
/// the matter with either.
pub fn plain(fight: &Fight, one: Who, other: Who) -> bool {
    let (one, other) = (fight.one(one), fight.one(other));
    let fit = |who: &Combatant| who.statuses.is_empty() && who.hidden_from.is_empty() && who.at.is_some();
    fight.setting.bright && unbarred(fight) && fit(one) && fit(other)
}

/// Whether nothing anywhere is in the way of sight: things of magic are not, changed ground may be.
fn unbarred(fight: &Fight) -> bool {
    fight.setting.clear && fight.zones.iter().all(|zone| zone.ground.is_empty())
}

/// Whether somebody stands in the line of sight of open eyes, seen or not: not in darkness or fog.
pub fn in_line(fight: &Fight, who: Who, other: Who) -> bool {
    if fight.one(who).has(Condition::Blinded) || light::on(fight, who, other) == Light::Dark {
        return false;
    }
    line_of_sight(fight, who, other)
}

/// Whether nothing stands in a line between two bodies, and no fog unless they are next to each other.
fn line_of_sight(fight: &Fight, who: Who, other: Who) -> bool {
    let near = fight.distance(who, other) <= 1;
    let fits = |from, to| clear(fight, from, to) && (near || !fog(fight, from) && !fog(fight, to));
    fight.body(who).zip(fight.body(other)).is_some_and(|(own, body)| any_line(own, body, fits))
}

/// Whether something solid is between two who are next to each other: nothing can be reached past it.
pub fn barred(fight: &Fight, one: Who, other: Who) -> bool {
    fight.distance(one, other) > 0 && cover(fight, one, other).is_none()
}

/// # Errors
/// Whether somebody can lay a hand on what is in a Space: within 1 Space, with nothing solid between.
pub fn touches(fight: &Fight, who: Who, square: Square) -> bool {
    let clear = |body: Span| body.contains(square) || clear(fight, body.nearest_pair(Span::from(square)).0, square);
    fight.distance_to(who, square) <= 1 && fight.body(who).is_some_and(clear)
}

/// By this rule, that something solid is between two.
pub fn reachable(fight: &Fight, who: Who, at: Who, rule: &'static Rule) -> Result<(), Refusal> {
    refuse_if(barred(fight, who, at), rule, "something solid is between")
}

/// Whether any line from a Space of one body to a Space of another fits: of two who fill one Space each there is one.
fn any_line(own: Span, body: Span, fits: impl Fn(Square, Square) -> bool) -> bool {
    let (from, to) = own.nearest_pair(body);
    fits(from, to) || !(is_one(own) && is_one(body)) && all_lines(own, body).any(|(from, to)| fits(from, to))
}

/// Whether a body fills one Space.
fn is_one(body: Span) -> bool {
    body.south_west() == body.north_east()
}

fn all_lines(own: Span, body: Span) -> impl Iterator<Item = (Square, Square)> {
    own.squares().flat_map(move |from| body.squares().map(move |to| (from, to)))
}

/// Whether one can see a Space.
pub fn sees_space(fight: &Fight, who: Who, square: Square) -> bool {
    let eyes = !fight.one(who).has(Condition::Blinded);
    eyes && !light::too_dark(fight, who, square) && fight.one(who).at.is_some_and(|at| clear(fight, at, square))
}

/// Whether nothing solid stands between two Spaces.
pub fn clear(fight: &Fight, from: Square, to: Square) -> bool {
    unbarred(fight) || {
        let walls = fight.zones.iter().any(|zone| {
            let opaque = zone.ground.iter().any(|ground| matches!(ground, Ground::Wall { opaque: true, .. }));
            opaque && quintain_field::squares_between(from, to).any(|square| zone.squares.contains(&square))
        });
        !walls && (fight.setting.clear || sees_square(&fight.map, from, to))
    }
}

fn fog(fight: &Fight, square: Square) -> bool {
    !fight.zones.is_empty() && fight.zoned(square, &Ground::Fog)
}

/// What cover takes from an Attack Check; nothing where it cannot be made at all.
pub fn cover(fight: &Fight, who: Who, other: Who) -> Option<i16> {
    if fight.setting.clear && fight.zones.is_empty() {
        return Some(0);
    }
    let (Some(own), Some(body)) = (fight.body(who), fight.body(other)) else { return None };
    let walls = fight.zones.iter().any(Zone::is_wall);
    if !walls && fight.setting.clear {
        return Some(0);
    }
    let (from, to) = own.nearest_pair(body);
    let nearest = cover_on(fight, from, to, walls);
    if nearest == Some(0) || is_one(own) && is_one(body) {
        return nearest;
    }
    // Of a large body as much is seen as from any of its Spaces.
    all_lines(own, body).filter_map(|(from, to)| cover_on(fight, from, to, walls)).max()
}

/// What cover takes from an Attack Check on the line between two Spaces.
fn cover_on(fight: &Fight, from: Square, to: Square, walls: bool) -> Option<i16> {
    if walls && quintain_field::squares_between(from, to).any(|square| fight.walled(square)) {
        return None;
    }
    if fight.setting.clear {
        return Some(0);
    }
    match cover_along(&fight.map, from, to) {
        Cover::None | Cover::Quarter => Some(0),
        Cover::Half => Some(-2),
        Cover::Full => clear(fight, from, to).then_some(-5),
    }
}
