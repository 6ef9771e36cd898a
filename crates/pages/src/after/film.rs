//! A fight as one file that plays it: map, story, dice, and the script that moves them. It needs nothing else, and holds
//! nothing but what the chair it was written for may know.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use quintain_draw::{Paper, Place, Token, UNIT};
use quintain_engine::{Event, Role, When};
use quintain_field::Square;
use quintain_session::{Frame, Scene};
use serde_json::{Value, json};

use crate::cast::Cast;
use crate::figures::capital;
use crate::table::stage::{self, Crowd};
use crate::table::{Act, Gaze, Look, acts, story};

/// The look of the file beside that of the map.
const STYLE: &str = include_str!("../../assets/film.css");
/// What plays it.
const SCRIPT: &str = include_str!("../../assets/film.js");

/// Nothing is fetched from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// How many squares lie between the sides where there is no map.
const APART: i16 = 4;

/// Pieces of markup that come again and again, each kept once.
#[derive(Debug, Default)]
struct Kept {
    places: BTreeMap<String, usize>,
    all: Vec<String>,
}

impl Kept {
    fn place(&mut self, piece: String) -> usize {
        let next = self.all.len();
        match self.places.get(&piece) {
            Some(place) => *place,
            None => {
                self.all.push(piece.clone());
                self.places.insert(piece, next);
                next
            }
        }
    }
}

/// All that the script plays.
#[derive(Debug, Default)]
struct Reel {
    names: Kept,
    looks: Kept,
    veils: Kept,
    zones: Kept,
    pictures: BTreeMap<String, String>,
}

/// The file. `scene` is the end of the fight as the chair knows it, `frames` are its moments, the oldest first; `picture`
/// gives the picture of a name as a data address.
pub fn film(scene: &Scene, frames: &[Frame], picture: &dyn Fn(&str) -> Option<String>) -> String {
    let cast = Cast::of(scene);
    let mut reel = Reel::default();
    let told: Vec<Value> = frames.iter().enumerate().map(|(place, _)| reel.frame(scene, frames, place)).collect();
    for (_, name) in &scene.room.faces {
        if let Some(address) = picture(name) {
            reel.pictures.insert(name.clone(), address);
        }
    }
    let data = json!({
        "names": reel.names.all, "looks": reel.looks.all, "veils": reel.veils.all, "zones": reel.zones.all,
        "pictures": reel.pictures, "unit": UNIT, "frames": told,
    });
    let ground = scene.picture.as_deref().and_then(picture);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="generator" content="Quintain";
                title { (scene.title) " · replay" }
                style { (PreEscaped(quintain_draw::MAP_CSS)) (PreEscaped(STYLE)) }
            }
            body {
                (header(scene))
                main #stage { (board(scene, ground.as_deref())) p #said aria-live="polite" {} div #dice aria-hidden="true" {} }
                (quintain_draw::shapes())
                (controls(frames.len()))
                aside aria-label="Story" { ol #acts { (lines(scene, frames, &cast)) } }
                // What closes a script inside words would close this one.
                script #film type="application/json" { (PreEscaped(data.to_string().replace('<', "\\u003c"))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

impl Reel {
    /// One moment: who stands where and how, and what was told since the moment before.
    fn frame(&mut self, end: &Scene, frames: &[Frame], place: usize) -> Value {
        let frame = &frames[place];
        let mut scene = end.clone();
        scene.seen = frame.seen.clone();
        let now = frame.view().order.iter().filter(|slot| slot.when == When::Now).flat_map(|slot| slot.who.clone());
        scene.seen.asked = now.collect();
        let look = Look {
            scene: &scene,
            base: "",
            host: "",
            links: &[],
            version: 0,
            alone: true,
            campaign: None,
            gaze: Gaze::default(),
            forecast: None,
        };
        let cast = Cast::of(&scene);
        let standing = match &scene.map {
            Some(_) => stage::standing(&look, &cast),
            None => ranks(&look, &cast),
        };
        let placed: Vec<Value> = standing.into_iter().map(|(who, token)| self.token(&cast, who, token)).collect();
        let before = place.checked_sub(1).map_or(0, |before| frames[before].told);
        let log = end.seen.log.get(before..frame.told.min(end.seen.log.len())).unwrap_or_default();
        let last = &end.seen.view.combatants;
        let steps =
            story::steps(log.iter().map(|(_, event)| event), |who| Some(self.names.place(last.get(who)?.name.clone())));
        json!({
            "round": frame.view().round,
            "turn": scene.seen.asked.join(", "),
            "told": frame.told,
            "veil": self.veils.place(if scene.map.is_some() { stage::veils(&look).into_string() } else { String::new() }),
            "zone": self.zones.place(stage::lasting(&cast).into_string()),
            "who": placed,
            "steps": steps,
        })
    }

    /// A token as the script places it: who, how it looks, where.
    fn token(&mut self, cast: &Cast<'_>, who: usize, token: Token) -> Value {
        let token = Token { id: String::new(), ..token };
        let drawn = quintain_draw::token(&token).into_string();
        let (look, (x, y)) = parted(&drawn);
        let look = look.replace("href=\"/pictures/", "data-picture=\"");
        json!([self.names.place(cast.view.combatants[who].name.clone()), self.looks.place(look), x, y])
    }
}

/// A token's markup without its place, and the place.
fn parted(drawn: &str) -> (String, (i32, i32)) {
    let attribute = |name: &str| {
        let from = drawn.find(&format!(" {name}=\""))?;
        let value = from + name.len() + 3;
        let upto = value + drawn.get(value..)?.find('"')?;
        Some((from..upto + 1, drawn.get(value..upto)?))
    };
    let mut look = drawn.to_owned();
    let mut place = (0, 0);
    let found = [attribute("transform"), attribute("data-at")];
    let mut gone: Vec<_> = found.into_iter().flatten().collect();
    gone.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, value) in gone {
        let inner = value.strip_prefix("translate(").and_then(|rest| rest.strip_suffix(')'));
        if let Some((x, y)) = inner.and_then(|inner| inner.split_once(' ')) {
            place = (x.parse().unwrap_or_default(), y.parse().unwrap_or_default());
        }
        look.replace_range(range, "");
    }
    (look, place)
}

/// Everybody face to face, a column for each side, where the fight has no map.
fn ranks(look: &Look<'_>, cast: &Cast<'_>) -> Vec<(usize, Token)> {
    let crowd = Crowd::of(cast);
    let mut rows = vec![0_i16; cast.sides().len().max(1)];
    let placed = cast.view.combatants.iter().enumerate().map(|(place, one)| {
        let side = cast.sides().iter().position(|known| *known == one.side).unwrap_or(0);
        let square = Square::new(side as i16 * APART, rows[side]);
        rows[side] += 1;
        let token = stage::token(look, cast, place, &crowd);
        (place, Token { place: Place::from(square), ..token })
    });
    placed.collect()
}

fn header(scene: &Scene) -> Markup {
    html! {
        header {
            div { h1 { (scene.title) } p { (scene.book.name()) " · " span #when {} } }
            button #theme type="button" title="Day or night (N)" { "Day / night" }
        }
    }
}

/// The map with everything that the script fills.
fn board(scene: &Scene, picture: Option<&str>) -> Markup {
    let sides = Cast::of(scene).sides().len().max(1);
    let tallest = scene.seen.view.combatants.len().max(1) as i32;
    let view_box = match &scene.map {
        Some(map) => Paper::of(map).view_box(),
        None => {
            let wide = (sides as i32 - 1) * i32::from(APART) + 1;
            format!("{} {} {} {}", -UNIT, -(tallest + 1) * UNIT, (wide + 2) * UNIT, (tallest + 2) * UNIT)
        }
    };
    html! {
        svg #map .map viewBox=(view_box) preserveAspectRatio="xMidYMid meet" role="img" aria-label={ "The map of " (scene.title) } tabindex="0" {
            @if let Some(map) = &scene.map {
                (quintain_draw::ground(map, &scene.title, picture))
                (quintain_draw::edges(map))
            }
            g #zones {} g #veil {} g #tokens {} g #marks {}
        }
    }
}

fn controls(frames: usize) -> Markup {
    let button = |id: &str, words: &str, title: &str| html! { button id=(id) type="button" title=(title) aria-label=(title) { (words) } };
    html! {
        nav aria-label="Play" {
            (button("first", "|◀", "To the beginning (Home)"))
            (button("back", "◀", "One step back (Left)"))
            (button("play", "▶ Play", "Play or pause (Space)"))
            (button("on", "▶", "One step on (Right)"))
            (button("last", "▶|", "To the end (End)"))
            input #scrub type="range" min="0" max=(frames.saturating_sub(1)) value="0" aria-label="Moment";
            label { "Speed " select #speed { @for (value, words) in [("2", "½×"), ("1", "1×"), ("0.5", "2×"), ("0.25", "4×")] { option value=(value) selected[value == "1"] { (words) } } } }
        }
    }
}

/// The story, each line with the frame in which it is told.
fn lines(scene: &Scene, frames: &[Frame], cast: &Cast<'_>) -> Markup {
    let frame = |told: usize| frames.partition_point(|frame| frame.told <= told).min(frames.len().saturating_sub(1));
    html! {
        @for act in acts(&scene.seen.log) {
            @if !story::is_turn(&act) && !story::is_empty(&act) { (line(&act, frame(act.head.0), cast)) }
        }
    }
}

fn line(act: &Act<'_>, frame: usize, cast: &Cast<'_>) -> Markup {
    let head = &act.head.1;
    if head.role == Role::Heading {
        return html! { li .round data-frame=(frame) { (capital(&head.text)) } };
    }
    let side = head.who.and_then(|who| cast.view.combatants.get(who.index())).map(|one| cast.side(one));
    html! {
        li class={ "act" @if let Some(side) = side { " s" (side) } } data-frame=(frame) {
            button type="button" {
                span .says { (cast.coloured(&head.text)) (dice(head)) @for event in story::notable(act) { span .sub { (cast.coloured(&event.text)) (dice(event)) } } }
                @if let Some(harm) = story::harm(act) { b .amount { "−" (harm) } }
            }
        }
    }
}

fn dice(event: &Event) -> Markup {
    html! { @for shown in &event.dice { @for face in &shown.faces { " " span .die title={ "d" (shown.sides) } { (face) } } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_parted_from_its_place() {
        let token = Token { name: "Bayan".to_owned(), place: Square::new(2, 1).into(), ..Token::default() };
        let (look, place) = parted(&quintain_draw::token(&token).into_string());
        assert_eq!(place, (150, -90));
        let other = Token { place: Square::new(7, 3).into(), ..token };
        assert_eq!(parted(&quintain_draw::token(&other).into_string()).0, look, "the same look anywhere");
        assert!(look.starts_with("<g class=\"tk s0\" role=\"img\""), "{look}");
    }
}
