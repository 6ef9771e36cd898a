//! The map of a draft, with everybody where they stand.

use maud::{Markup, html};
use quintain_draw::{Face, Light, Paper, Place, Room, Token};
use quintain_field::{Footprint, Map, Site};

use super::desk::Desk;
use crate::draft::{Draft, Lamp};

/// A token with the place of its entry and its number there.
struct Piece {
    who: usize,
    nth: usize,
    token: Token,
}

/// The map with its tokens; where there is none, the sides face to face.
pub(super) fn board(desk: &Desk<'_>) -> Markup {
    match desk.draft.map() {
        Some(Ok(map)) => drawn(desk, &map),
        Some(Err(_)) => html! { p .empty { "The map cannot be drawn as it stands; what is wrong is told beside it." } },
        None if Draft::read(desk.text).is_err() => {
            html! { p .empty { "Nothing is drawn while the text cannot be read." } }
        }
        None => html! {
            (quintain_draw::shapes())
            div .empty {
                p { "There is no map: anybody can get at anybody." }
                (super::button(&desk.edit(), &[("do", "size"), ("columns", "16"), ("rows", "10")], &html! { "Lay a map out" }, "go"))
                ul .ranks { @for piece in pieces(desk) { li { a href=(desk.about(piece.who)) { (quintain_draw::chip(&piece.token)) span { (piece.token.name) } } } } }
            }
        },
    }
}

fn drawn(desk: &Desk<'_>, map: &Map) -> Markup {
    let words = format!("{} {}", desk.draft.head("title"), desk.draft.head("about"));
    let picture = desk.draft.picture().map(|name| format!("/pictures/{name}"));
    html! {
        (quintain_draw::shapes())
        svg #map .map viewBox=(Paper::of(map).view_box()) tabindex="0" data-columns=(map.width()) data-rows=(map.depth())
            aria-label="The map: arrows move, Enter uses what is chosen" {
            g #ground { (quintain_draw::ground(map, &words, picture.as_deref())) }
            (lamps(desk, map))
            (quintain_draw::edges(map))
            @for place in desk.draft.hidden_places() { (hidden(map, place)) }
            @for exit in (0..map.depth()).flat_map(|y| (0..map.width()).map(move |x| (x, y))) {
                @let square = quintain_field::Square::new(exit.0 as i16, exit.1 as i16);
                @if map.is_exit(square) { rect .wayoff x=(Paper::of(map).x(square) + 4) y=(Paper::of(map).y(square) + 4) width="52" height="52" rx="8" {} }
            }
            g #tokens {
                @for piece in pieces(desk) {
                    @if piece.token.place.footprint.width() > 0 {
                        a href=(desk.about(piece.who)) data-who=(piece.who) data-nth=(piece.nth) data-wide=(piece.token.place.footprint.width()) data-deep=(piece.token.place.footprint.depth()) {
                            (quintain_draw::token(&piece.token))
                        }
                    }
                }
            }
            g #over {}
        }
    }
}

/// The lights that stand on the map, with how far they shine.
fn lamps(desk: &Desk<'_>, map: &Map) -> Markup {
    let all = desk.draft.lamps();
    let standing = all.iter().filter_map(|lamp| Some((lamp, lamp.at.parse().ok().filter(|at| map.contains(*at))?)));
    let placed: Vec<(&Lamp, Place)> =
        standing.map(|(lamp, square)| (lamp, Place { square, footprint: Footprint::new(1, 1) })).collect();
    let shining = placed.iter().filter(|(lamp, _)| lamp.lit);
    let glows: Vec<Light> =
        shining.map(|(lamp, place)| Light { place: *place, radius: lamp.dim as f32 + 0.5 }).collect();
    html! {
        (quintain_draw::glow(&glows))
        @for (lamp, place) in placed {
            (quintain_draw::lamp(place, lamp.lit, if lamp.name.is_empty() { "a light" } else { &lamp.name }))
        }
    }
}

/// A door or a square of which nobody knows at first.
fn hidden(map: &Map, place: Site) -> Markup {
    let paper = Paper::of(map);
    match place {
        Site::Square(at) if map.contains(at) => html! {
            rect .unknown x=(paper.x(at) + 8) y=(paper.y(at) + 8) width="44" height="44" rx="22" { title { "nobody knows of it at first" } }
        },
        Site::Edge(one, other) if map.contains(one) && map.contains(other) => {
            let middle = |a: i32, b: i32| i32::midpoint(a, b) + 30 - 12;
            let (x, y) = (middle(paper.x(one), paper.x(other)), middle(paper.y(one), paper.y(other)));
            html! { rect .unknown x=(x) y=(y) width="24" height="24" rx="12" { title { "nobody knows of this door at first" } } }
        }
        _ => html! {},
    }
}

/// Everybody as a token; those without a place only where there is no map.
fn pieces(desk: &Desk<'_>) -> Vec<Piece> {
    let sides = desk.draft.sides();
    let mapped = desk.draft.map().is_some_and(|map| map.is_ok());
    let mut all = Vec::new();
    for (who, one) in desk.draft.people().into_iter().enumerate() {
        let known = desk.bestiary.find(&one.is);
        let about = known.map_or_else(|| one.is.clone(), |known| known.name.clone());
        let (wide, deep) = known.map_or((1, 1), |known| known.size);
        let face = desk.face(&one.is).map_or_else(
            || Face::Emblem(quintain_draw::emblem_for(&format!("{} {}", one.is, one.name))),
            |name| Face::Picture(format!("/pictures/{name}")),
        );
        for (nth, (name, at)) in one.each().into_iter().enumerate() {
            if mapped && at.is_none() {
                continue;
            }
            let footprint = Footprint::new(wide, deep);
            let token = Token {
                about: format!("{about}, {}", one.side),
                side: sides.iter().position(|side| *side == one.side).unwrap_or(0),
                face: face.clone(),
                place: Place { square: at.unwrap_or_default(), footprint },
                number: one.count.filter(|count| *count > 1).and_then(|_| u32::try_from(nth + 1).ok()),
                asked: desk.eyes.who == Some(who),
                hidden: one.concealed,
                name: if one.many() > 1 { one.name.clone() } else { name },
                ..Token::default()
            };
            all.push(Piece { who, nth, token });
        }
    }
    if mapped {
        share(&mut all);
    }
    all
}

/// Lets those who begin in one square share it, as they do at the table.
fn share(pieces: &mut [Piece]) {
    let places: Vec<Place> = pieces.iter().map(|piece| piece.token.place).collect();
    for (nth, piece) in pieces.iter_mut().enumerate() {
        let here = |place: &&Place| **place == piece.token.place;
        let (many, slot) = (places.iter().filter(here).count(), places[..nth].iter().filter(here).count());
        if many > 1 {
            let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
            piece.token.room = Room::Shared(small(slot), small(many));
        }
    }
}
