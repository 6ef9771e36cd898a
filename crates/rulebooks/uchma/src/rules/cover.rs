//! High and low ground, cover, line of sight, sound.

use quintain_engine::{Rule, Table, Who};
use quintain_field::{
    COVER_TOP, Crossing, Edge, Height, Line, Map, Met, Point, Span, Spot, Square, cover_along, glimpses,
    squares_between,
};

use crate::ask::{self, Act, Ask};
use crate::book::{Cover, Feature, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::{Fight, Matter};
use crate::house::Walls;
use crate::rules::{distance, features, ground, special_actions};

quintain_engine::section! {
    "High and low ground, cover, line of sight, sound";
    SIGNIFICANT = Gm "height.significant": "Only a large difference in height counts.", ruling "2 metres or more.", house "significant-height";
    HIGH = Engine "height.high": "A projectile from the higher place gets +1 to precision.";
    LOW = Engine "height.low": "A projectile from the lower place gets -1 to precision.";
    MELEE_NONE = Engine "height.melee-none": "What is no projectile gains and loses nothing by height.";
    PROJECTILE = Engine "cover.projectile-only": "Cover helps against projectiles only.";
    GRADES = Engine "cover.grades": "Quarter, half and full cover add 1, 2 and 4 to all resistances.";
    CREATURES = Engine "cover.creatures": "Creatures in the way are half cover, however many.";
    NO_STACK = Engine "cover.no-stack": "Only the best cover counts.";
    FIND = Gm "cover.find": "Cover is read from the map along the line; the game master may say otherwise.", ruling "Computed from middle to middle; a square that the line touches at a corner alone is not in its way.";
    BLOCKED = Engine "los.blocked": "Who is hidden altogether cannot be picked as a target.", ruling "Lines go from the middle of a square of the one to the middle and the corners of a square of the other; of large creatures any square will do.";
    NEVER_BLOCKS = Engine "los.cover-never-blocks": "Cover alone never hides anybody.";
    SENSES = Engine "los.area-senses": "An area reaches those who see or hear it, or everybody, as the ability says.", ruling "An area around a point asks for sight of the point alone.";
    REMOTE = Engine "los.remote-senses": "Magical eyes and ears count as one's own for areas.";
    MAGIC = Engine "los.magic-breaks": "Some magic stops sight or sound; its ground is kept on the map.";
    SOUND = Engine "sound.blocked": "Rock and deep water stop sound.", ruling "Squares that block movement and sight are rock unless they are doors or their name says wood or metal; walls on edges are what the house says.", house "walls";
    THIN = Engine "sound.thin": "Sound passes up to 1 metre of wood, metal or shallow water.", ruling "Doors, curtains and wooden walls on edges are thinner than that and stop nothing.", house "walls";
}

/// Tenths of a metre by which one is higher than another, if that is much: positive from above, else 0.
pub fn heights(fight: &Fight, by: Who, at: Who) -> i32 {
    let (own, other) = (distance::height(fight, by), distance::height(fight, at));
    let much = i32::from(own.apart(other)) >= 10 * i32::from(fight.house().significant_height);
    if much { i32::from(own.tenths()) - i32::from(other.tenths()) } else { 0 }
}

/// `height.high`, `height.low`: what the height adds to the precision of a projectile.
pub fn height_bonus(fight: &Fight, by: Who, at: Who) -> (i16, &'static Rule) {
    match heights(fight, by, at) {
        0 => (0, &SIGNIFICANT),
        up if up > 0 => (1, &HIGH),
        _ if features::any(fight, by, Topic::Rolls, |feature| feature == Feature::IgnoresLowGround) => (0, &LOW),
        _ => (-1, &LOW),
    }
}

fn spot(fight: &Fight, who: Who, square: Square) -> Spot {
    let eyes = if fight.one(who).prone { Height::from_tenths(5) } else { Spot::EYES };
    Spot { square, above: eyes.up(Height::from_metres(fight.one(who).altitude)) }
}

/// The two squares between which a line is drawn: the nearest pair, or where something hides that, another pair of two
/// bodies that lets one see the other.
pub fn ends(fight: &Fight, by: Who, at: Who) -> (Square, Square) {
    let nearest = fight.body(by).nearest_pair(fight.body(at));
    match fight.setting.clear || (fight.one(by).makeup.single && fight.one(at).makeup.single) {
        true => nearest,
        false => seen_pair(fight, by, at).unwrap_or(nearest),
    }
}

/// The first pair of squares of two bodies that lets one see the other.
fn seen_pair(fight: &Fight, by: Who, at: Who) -> Option<(Square, Square)> {
    let seen = |(from, to): &(Square, Square)| {
        let spots = (spot(fight, by, *from), spot(fight, at, *to));
        in_sight(fight, spots.0, spots.1) && !ground::hides(fight, at, spots)
    };
    fight.body(by).pairs(fight.body(at)).find(seen)
}

/// `los.blocked`: whether somebody sees another at all.
#[inline]
pub fn sees(fight: &Fight, by: Who, at: Who) -> bool {
    nothing_hides(fight, by) || sees_past(fight, by, at)
}

/// Whether somebody certainly sees everybody: nothing lies on the map that could hide them, and nothing on its eyes.
#[inline]
pub fn nothing_hides(fight: &Fight, from: Who) -> bool {
    fight.setting.clear && fight.zones.is_empty() && fight.one(from).lasting.is_empty()
}

/// The same where something may lie in between, or on the eyes.
fn sees_past(fight: &Fight, by: Who, at: Who) -> bool {
    let blind = features::affected(fight, by, crate::book::Status::Blinded);
    if by == at || fight.body(by).overlaps(fight.body(at)) {
        return true;
    }
    if blind && distance::between(fight, by, at) > 1 {
        return false;
    }
    seen_pair(fight, by, at).is_some()
}

/// Whether nothing on the map lies between two spots of it.
fn in_sight(fight: &Fight, from: Spot, to: Spot) -> bool {
    fight.setting.clear || glimpses(&fight.setting.map, from, to)
}

/// Whether a square of the ground can be seen.
pub fn sees_square(fight: &Fight, by: Who, square: Square) -> bool {
    let blind = features::affected(fight, by, crate::book::Status::Blinded);
    if blind && distance::to_square(fight, by, square) > 1 {
        return false;
    }
    let seen = |from: Square| from == square || in_sight(fight, spot(fight, by, from), Spot::standing(square));
    let body = fight.body(by);
    body.contains(square)
        || (fight.setting.map.contains(square) && body.pairs(square.into()).any(|(from, _)| seen(from)))
}

/// `sound.blocked`, `sound.thin`: whether a sound carries from one to another.
pub fn hears(fight: &Fight, by: Who, at: Who) -> bool {
    fight.body(by).pairs(fight.body(at)).any(|(from, to)| carries(fight, from, to) && !muffled(fight, from, to))
}

/// Whether a sound carries from one square to another past what lies on the map.
fn carries(fight: &Fight, from: Square, to: Square) -> bool {
    if fight.setting.quiet {
        return true;
    }
    let middle = |square| Point::middle(square, Height::ZERO);
    let rock = |at: Square| at != from && at != to && fight.matter(at) == Matter::Rock;
    let mut thin = 0;
    for met in Line::new(middle(from), middle(to)) {
        let stopped = match met.crossing {
            Crossing::Through(at) if at == from || at == to => false,
            Crossing::Through(at) => {
                thin += i32::from(fight.matter(at) == Matter::Thin);
                rock(at)
            }
            Crossing::Edge(one, other) => edge_silences(fight, one, other),
            Crossing::Corner { from: one, to: other, beside } => beside
                .into_iter()
                .all(|by| rock(by) || edge_silences(fight, one, by) || edge_silences(fight, by, other)),
            // A line from middle to middle never runs along edges.
            Crossing::Along(..) | Crossing::Past(..) => false,
        };
        if stopped || thin > 1 {
            return false;
        }
    }
    true
}

/// `los.magic-breaks`: whether a silent border lies on the way of a sound, be it that of a ground between the two ends.
fn muffled(fight: &Fight, from: Square, to: Square) -> bool {
    let middle = |square| Point::middle(square, Height::ZERO);
    let border = |at: Square| ground::muffles(fight, from, at);
    !fight.zones.is_empty()
        && (border(to)
            || Line::new(middle(from), middle(to))
                .any(|met| matches!(met.crossing, Crossing::Through(at) if border(at))))
}

/// Whether what stands between two neighbouring squares lets no sound through: a wall of stone.
fn edge_silences(fight: &Fight, one: Square, other: Square) -> bool {
    fight.house().walls == Walls::Stone && fight.setting.map.edge(one, other) == Some(Edge::Wall)
}

/// The better of two.
pub fn better(one: Option<Cover>, other: Option<Cover>) -> Option<Cover> {
    one.max(other)
}

/// `cover.find`: the cover of a target against a projectile, computed.
#[inline]
pub fn computed(fight: &Fight, by: Who, at: Who, ability: AbilityId) -> Option<Cover> {
    if !special_actions::is_projectile(fight, ability) {
        return None;
    }
    let entry = fight.ability(ability);
    let line = ends(fight, by, at);
    let spots = (spot(fight, by, line.0), spot(fight, at, line.1));
    let mut found = None;
    if !entry.is(Tag::CurvesRoundCover) {
        found = along(fight, spots.0, spots.1);
        if in_the_way(fight, (by, at), line) {
            found = better(found, Some(Cover::Half));
        }
        if fight.one(at).prone || fight.one(at).unconscious {
            found = better(found, Some(Cover::Quarter));
        }
    }
    found = better(found, granted(fight, at, ability));
    ground::cover(fight, (by, at), spots, found)
}

/// The cover that the map gives on the line from one spot to another.
pub fn along(fight: &Fight, from: impl Into<Spot>, to: impl Into<Spot>) -> Option<Cover> {
    let (map, from, to): (_, Spot, Spot) = (&fight.setting.map, from.into(), to.into());
    // For the field a line between two covered squares that meet at a corner is covered, and for the book it is not.
    if fight.setting.coverless || cover_along(map, from, to) == quintain_field::Cover::None {
        return None;
    }
    let ends = [from.square, to.square];
    let line = Line::new(from.point(map), to.point(map));
    match line.map(|met| of_met(map, met, ends)).max().unwrap_or_default() {
        quintain_field::Cover::None => None,
        quintain_field::Cover::Quarter => Some(Cover::Quarter),
        quintain_field::Cover::Half => Some(Cover::Half),
        quintain_field::Cover::Full => Some(Cover::Full),
    }
}

/// What a line from middle to middle meets gives of cover. At a corner only the edges that end there do, those of the
/// lighter way round.
fn of_met(map: &Map, Met { crossing, lowest }: Met, ends: [Square; 2]) -> quintain_field::Cover {
    match crossing {
        Crossing::Through(at) if ends.contains(&at) => quintain_field::Cover::None,
        Crossing::Through(at) if map.blocks_sight(at) || map.ground(at) > lowest => quintain_field::Cover::Full,
        Crossing::Through(at) if lowest <= map.ground(at).up(COVER_TOP) => map.cover(at),
        Crossing::Edge(one, other) => of_edge(map, (one, other), lowest),
        Crossing::Corner { from, to, beside } => {
            let round = beside.map(|by| of_edge(map, (from, by), lowest).max(of_edge(map, (by, to), lowest)));
            round.into_iter().min().unwrap_or_default()
        }
        // A line from middle to middle never runs along edges.
        Crossing::Through(_) | Crossing::Along(..) | Crossing::Past(..) => quintain_field::Cover::None,
    }
}

/// What an edge gives of cover at such a height.
fn of_edge(map: &Map, (one, other): (Square, Square), lowest: Height) -> quintain_field::Cover {
    let low = lowest <= map.ground(one).max(map.ground(other)).up(COVER_TOP);
    match map.edge(one, other) {
        Some(edge) if low || edge.blocks_sight() => edge.cover(),
        _ => quintain_field::Cover::None,
    }
}

/// `cover.creatures`: whether another creature stands in the way.
fn in_the_way(fight: &Fight, (by, at): (Who, Who), (from, to): (Square, Square)) -> bool {
    let (ours, its, tall) = (distance::height(fight, by), distance::height(fight, at), Height::from_metres(2));
    // The line runs between the heights of its two ends: a creature wholly above or below both is out of its way.
    let level = |other: Who| {
        let feet = distance::height(fight, other);
        feet < ours.max(its).up(tall) && ours.min(its) < feet.up(tall)
    };
    // Mostly nobody at all is near enough to the line to be looked for on it.
    let near = |other: &Who| *other != by && *other != at && fight.body(*other).overlaps(Span::between(from, to));
    let mut others = fight.those_there().map(|(other, _)| other).filter(near).filter(|other| level(*other));
    others.any(|other| squares_between(from, to).any(|square| fight.body(other).contains(square)))
}

/// Cover that a feature gives; what curves round cover is held up by magical cover alone.
fn granted(fight: &Fight, at: Who, ability: AbilityId) -> Option<Cover> {
    let (mut found, curves) = (None, fight.ability(ability).is(Tag::CurvesRoundCover));
    let magical = |by: Option<AbilityId>| by.is_some_and(|by| fight.ability(by).is(Tag::Technique));
    features::each(fight, at, Topic::Guard, |feature, source| {
        if let Feature::Cover { grade, against } = feature
            && super::precision::counts_against(fight, ability, against)
            && (!curves || magical(source.by))
        {
            found = better(found, Some(grade));
        }
    });
    found
}

/// What cover adds to resistances.
pub fn worth(cover: Option<Cover>) -> i16 {
    match cover {
        None => 0,
        Some(Cover::Quarter) => 1,
        Some(Cover::Half) => 2,
        Some(Cover::Full) => 4,
    }
}

/// `cover.find`: what the game master rules, by default what was computed.
pub(crate) fn ruled<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
) -> Result<Option<Cover>, T::Halt> {
    if !special_actions::is_projectile(fight, ability) {
        return Ok(None);
    }
    let proposed = computed(fight, by, at, ability);
    Ok(match ask::act(fight, table, Ask::Cover { by, at, proposed })? {
        Some(Act::Cover(cover)) => cover,
        _ => proposed,
    })
}
