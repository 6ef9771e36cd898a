//! Light and darkness, what is concealed by them, and the senses that need no light.

use quintain_engine::{Rule, Shine, Who};
use quintain_field::{Diagonal, Span, Square, body_distance};

use crate::book::{Boon, Condition, MagicThing};
use crate::fight::Fight;

pub use crate::setting::Light;

quintain_engine::section! {
    "Light and senses";
    DIM = Engine "light.dim": "Dim light conceals in part: whoever searches for somebody in it has DIS.",
        ruling "Attacks do not suffer, and Passive Awareness knows only lasting DIS.";
    DARK = Engine "light.dark": "Darkness conceals wholly: one is Blinded towards whoever is in it, near or far.",
        ruling "It is Unseen and cannot be found by a Search; walking in the dark costs nothing more.";
    SOURCES = Engine "light.sources": "Flames of magic and light that is carried make the Spaces within 2 of them bright.",
        ruling "As far as light is told of anywhere; walls stop it. Lamps and torches of the encounter reach as far as it says.";
    DARKVISION = Engine "sense.darkvision": "Within so many Spaces darkness is dim and dim light is bright.";
    TREMORSENSE = Engine "sense.tremorsense": "Whatever touches the same ground within so many Spaces is noticed.",
        ruling "Both stand on the ground, neither in deep water nor in the air; it counts like sight.";
    BLINDSIGHT = Engine "sense.blindsight": "Within so many Spaces no eyes are needed: Blinded, dark, fog and the Invisible are no matter.",
        ruling "Walls are.";
    TRUESIGHT = Engine "sense.truesight": "Within so many Spaces the Invisible and what is in darkness is seen, by open eyes.";
}

/// Spaces that a flame or a carried light makes bright.
const LIT: i16 = 2;

/// The light in a Space: its own, or that of something that shines near it.
pub fn at(fight: &Fight, square: Square) -> Light {
    if fight.setting.bright {
        return Light::Bright;
    }
    let own = own(fight, square);
    match () {
        () if own == Light::Bright || lit(fight, square) => Light::Bright,
        () if fight.lights.is_empty() => own,
        () => own.min(of_lamps(fight, square)),
    }
}

/// The light that lamps and torches of the encounter give to a Space.
fn of_lamps(fight: &Fight, square: Square) -> Light {
    let bearer = |who: Who| fight.one(who).at;
    match fight.lights.on(square, bearer, |from, to| super::sight::clear(fight, from, to)) {
        Some(Shine::Bright) => Light::Bright,
        Some(Shine::Dim) => Light::Dim,
        None => Light::Dark,
    }
}

/// The light in a Space by nature.
fn own(fight: &Fight, square: Square) -> Light {
    match () {
        () if fight.setting.dark.contains(square) => Light::Dark,
        () if fight.setting.dim.contains(square) => Light::Dim,
        () => Light::Bright,
    }
}

/// Whether something shines on a Space.
fn lit(fight: &Fight, square: Square) -> bool {
    let reaches = |from: Square| {
        let far = body_distance(Span::from(from), Span::from(square), Diagonal::Equal) as i16;
        far <= LIT && super::sight::clear(fight, from, square)
    };
    let flames = fight.zones.iter().filter(|zone| zone.thing == Some(MagicThing::Flame));
    let carried = |who: Who| fight.present(who) && super::boons::has(fight, who, Boon::Light);
    flames.flat_map(|zone| &zone.squares).any(|from| reaches(*from))
        || fight.everyone().filter(|who| carried(*who)).any(|who| fight.one(who).at.is_some_and(reaches))
}

/// The light in a Space so far away, as somebody's eyes have it.
fn seen(fight: &Fight, who: Who, square: Square, far: i16) -> Light {
    let (light, senses) = (at(fight, square), fight.one(who).senses);
    match light {
        Light::Bright => Light::Bright,
        _ if far <= senses.truesight.into() => Light::Bright,
        _ if far <= senses.darkvision.into() => light.better(),
        _ => light,
    }
}

/// The light in which somebody appears to another's eyes.
pub fn on(fight: &Fight, who: Who, other: Who) -> Light {
    if fight.setting.bright {
        return Light::Bright;
    }
    let (Some(own), Some(body)) = (fight.body(who), fight.body(other)) else { return Light::Bright };
    seen(fight, who, own.nearest_pair(body).1, fight.distance(who, other))
}

/// The light of a Space, as somebody's eyes have it.
pub fn appears(fight: &Fight, who: Who, square: Square) -> Light {
    seen(fight, who, square, fight.distance_to(who, square))
}

/// Whether a Space is too dark for somebody to see.
pub fn too_dark(fight: &Fight, who: Who, square: Square) -> bool {
    !fight.setting.bright && appears(fight, who, square) == Light::Dark
}

/// Whether somebody is noticed by a sense that needs no eyes.
pub fn sensed(fight: &Fight, who: Who, other: Who) -> bool {
    trembles(fight, who, other) || felt(fight, who, other)
}

/// `sense.tremorsense`.
fn trembles(fight: &Fight, who: Who, other: Who) -> bool {
    let range = fight.one(who).senses.tremorsense;
    let grounded = |who: Who| fight.one(who).height <= 0 && !fight.underwater(who);
    range > 0 && fight.distance(who, other) <= range.into() && grounded(who) && grounded(other)
}

/// `sense.blindsight`.
fn felt(fight: &Fight, who: Who, other: Who) -> bool {
    let range = fight.one(who).senses.blindsight;
    if range == 0 || fight.distance(who, other) > range.into() {
        return false;
    }
    let ends = fight.body(who).zip(fight.body(other)).map(|(own, body)| own.nearest_pair(body));
    ends.is_some_and(|(from, to)| super::sight::clear(fight, from, to))
}

/// Whether one sees the Invisible there.
pub fn sees_through(fight: &Fight, who: Who, other: Who) -> bool {
    let truesight = fight.one(who).senses.truesight;
    truesight > 0 && fight.distance(who, other) <= truesight.into()
}

/// The rule by which one sees another who would be Unseen without it.
pub fn helped(fight: &Fight, who: Who, other: Who) -> Option<&'static Rule> {
    let invisible = fight.one(other).has(Condition::Invisible);
    let dark = !fight.setting.bright && fight.one(other).at.is_some_and(|square| own(fight, square) == Light::Dark);
    match () {
        () if !dark && !invisible && !fight.one(who).has(Condition::Blinded) => None,
        () if felt(fight, who, other) => Some(&BLINDSIGHT),
        () if trembles(fight, who, other) => Some(&TREMORSENSE),
        () if sees_through(fight, who, other) => Some(&TRUESIGHT),
        () if invisible => None,
        () if fight.one(other).at.is_some_and(|square| at(fight, square) != Light::Dark) => Some(&SOURCES),
        () => Some(&DARKVISION),
    }
}

/// Whether dim light is bright to somebody's eyes there.
pub fn pierced(fight: &Fight, who: Who, other: Who) -> bool {
    fight.one(other).at.is_some_and(|square| at(fight, square) == Light::Dim) && on(fight, who, other) == Light::Bright
}
