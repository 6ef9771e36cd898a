//! Tokens: shape and colour say the side, the emblem says the kind, the arc says the health.

mod parts;
mod shape;

use maud::{Markup, html};

pub(crate) use parts::rim;

use crate::emblem;
use crate::paper::{Place, U};
use crate::pen::At;

/// A combatant on the map, as a seat may know them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Token {
    /// The element's id; none, if empty.
    pub id: String,
    /// What stands below it.
    pub name: String,
    /// What a pointer or a screen reader learns besides the name: `healer, 60 of 60 health`.
    pub about: String,
    /// Which side, from 0; six have a shape of their own.
    pub side: usize,
    /// What is seen on it.
    pub face: Face,
    /// Where it stands.
    pub place: Place,
    /// How it shares its place.
    pub room: Room,
    /// How many squares wide its name may be before it lies on a neighbour's; `None` where there is none.
    pub elbow: Option<f32>,
    /// The share of health, 0 to 1; `None` draws no arc.
    pub health: Option<f32>,
    /// Conditions; three are drawn, the rest is a number.
    pub badges: Vec<Badge>,
    /// Its number among namesakes.
    pub number: Option<u32>,
    /// Metres above the ground; below it, where negative.
    pub altitude: i32,
    /// It is asked, or it is its turn.
    pub asked: bool,
    /// It holds an action ready.
    pub readied: bool,
    /// It fights no more.
    pub out: bool,
    /// Others do not see it; only for seats that may know.
    pub hidden: bool,
    /// It is not there: the end of a way, a memory.
    pub ghost: bool,
}

/// What is seen on a token.
#[derive(Clone, Debug, PartialEq)]
pub enum Face {
    /// An emblem by name.
    Emblem(&'static str),
    /// The address of a picture.
    Picture(String),
    /// It is only heard or felt: where it is, not what.
    Ripple,
}

impl Default for Face {
    fn default() -> Self {
        Self::Emblem("helm")
    }
}

/// How a token shares its squares with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// Not at all.
    #[default]
    Alone,
    /// It is the one with this number, from 0, of so many.
    Shared(u8, u8),
    /// It rides on another, and is drawn on its shoulder.
    Rider,
}

/// A condition, as a small mark on a token.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// The icon's name.
    pub icon: String,
    /// What kind of news it is.
    pub tone: Tone,
    /// The condition in words.
    pub words: String,
}

/// What kind of news a mark is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good for the one who has it.
    Good,
    /// Bad for the one who has it.
    Bad,
    /// Others have to beware of it.
    Warn,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Warn => "warn",
        }
    }
}

/// Names with more letters are written smaller, so that neighbours keep theirs.
const LONG: usize = 9;

/// Longer names are cut; the whole name is what a pointer and a screen reader learn.
const LONGEST: usize = 15;

/// How wide a letter is in the middle.
const LETTER: f32 = 8.3;

/// The same at the size of longer names.
const SMALL_LETTER: f32 = 6.7;

/// A name as it stands below a token, within its elbow room, and whether it is written smaller. Where there is little room,
/// namesakes do without their number, which the token has anyway.
fn shown(token: &Token) -> (String, bool) {
    let room = |letter: f32| token.elbow.map_or(LONGEST, |squares| ((squares * U / letter) as usize).min(LONGEST));
    let fits = |name: &str, most: usize| name.chars().count() <= most;
    if fits(&token.name, LONG.min(room(LETTER))) {
        return (token.name.clone(), false);
    }
    let most = room(SMALL_LETTER);
    let stem = token.number.and_then(|number| token.name.strip_suffix(&format!(" {number}")));
    let name = stem.filter(|_| !fits(&token.name, most)).unwrap_or(&token.name);
    if fits(name, most) {
        return (name.to_owned(), true);
    }
    let kept: String = name.chars().take(most.saturating_sub(1)).collect();
    (format!("{}…", kept.trim_end()), true)
}

/// A name as it stands beside its token.
struct Label {
    name: String,
    small: bool,
    /// From which end it is written: `start`, `middle`, `end`.
    anchor: &'static str,
    /// Where, seen from the token.
    at: At,
    /// Half its width.
    half: f32,
}

/// Below a combatant that stands alone; outside of those who share a square, where there is room.
fn label(token: &Token) -> Option<Label> {
    if token.name.is_empty() {
        return None;
    }
    let (dx, dy, share) = room(token.room);
    match token.room {
        Room::Rider => None,
        Room::Shared(_, 2..) => beside(token, (dx, dy), share),
        Room::Alone | Room::Shared(..) => {
            let (name, small) = shown(token);
            let (_, b) = shape::halves(token.place.footprint);
            let half = name.chars().count() as f32 * if small { SMALL_LETTER } else { LETTER } / 2.0;
            let y = (b * token.place.side() + 19.0).round();
            Some(Label { name, small, anchor: "middle", at: (0.0, y), half })
        }
    }
}

/// Fewer letters of a name tell nobody apart.
const FEWEST: usize = 4;

/// The name of one of several in a square: away from its middle, up to the next token on the line.
fn beside(token: &Token, (dx, dy): At, share: f32) -> Option<Label> {
    let side = token.place.side() * U;
    let r = shape::HALF * share * token.place.side() + 4.0;
    let upright = dx.abs() < 0.05;
    let free = token.elbow.map_or(f32::MAX, |squares| squares * U - shape::HALF - dx.abs() * side - r - 8.0);
    let most = if upright { LONGEST } else { ((free / SMALL_LETTER) as usize).min(LONGEST) };
    let stem = token.number.and_then(|number| token.name.strip_suffix(&format!(" {number}")));
    let name = if token.name.chars().count() > most { stem.unwrap_or(&token.name) } else { token.name.as_str() };
    let name = if name.chars().count() > most {
        let kept: String = name.chars().take(most.saturating_sub(1)).collect();
        format!("{}…", kept.trim_end())
    } else {
        name.to_owned()
    };
    let half = name.chars().count() as f32 * SMALL_LETTER / 2.0;
    let (anchor, at) = match (upright, dx > 0.0) {
        (true, _) => ("middle", (0.0, if dy < 0.0 { -r } else { r + 9.0 })),
        (_, true) => ("start", (r, 4.0)),
        (_, false) => ("end", (-r, 4.0)),
    };
    (most >= FEWEST).then_some(Label { name, small: true, anchor, at, half })
}

/// What a token and its name cover: the middle of each box, and half its sides.
pub(crate) fn boxes(token: &Token) -> Vec<(At, At)> {
    let (dx, dy, share) = room(token.room);
    let (x, y) = token.place.centre();
    let size = token.place.side();
    let (x, y) = (x + dx * size * U, y + dy * size * U);
    let (a, b) = shape::halves(token.place.footprint);
    let name = label(token).map(|label| {
        let off = match label.anchor {
            "start" => label.half,
            "end" => -label.half,
            _ => 0.0,
        };
        ((x + label.at.0 + off, y + label.at.1 - 4.0), (label.half, 8.0))
    });
    [Some(((x, y), (a * size * share, b * size * share))), name].into_iter().flatten().collect()
}

/// A token where it stands on the map.
#[must_use]
pub fn token(token: &Token) -> Markup {
    let (dx, dy, share) = room(token.room);
    let (x, y) = token.place.centre();
    let size = token.place.side();
    let scale = token.place.side() * share;
    let (x, y) = (x + dx * size * U, y + dy * size * U);
    let (a, b) = shape::halves(token.place.footprint);
    html! {
        g class=(classes(token)) id=[(!token.id.is_empty()).then_some(&token.id)] data-at=(token.place.square)
            transform=(format!("translate({x:.0} {y:.0})")) role="img" aria-label=(words(token)) {
            title { (words(token)) }
            @if (scale - 1.0).abs() < 0.01 {
                (parts::body(token, a, b))
                (parts::marks(token, a, b))
            } @else {
                g transform=(format!("scale({scale:.2})")) {
                    (parts::body(token, a, b))
                    @if scale < 1.0 { (parts::marks(token, a, b)) }
                }
                // On large tokens marks stay as small as on others.
                @if scale > 1.0 { (parts::marks(token, a * scale, b * scale)) }
            }
            @if let Some(label) = label(token) {
                text .nm .long[label.small] text-anchor=[(label.anchor != "middle").then_some(label.anchor)]
                    x=[(label.at.0 != 0.0).then(|| label.at.0.round())] y=(label.at.1.round()) { (label.name) }
            }
        }
    }
}

/// What tokens refer to, the emblems and the shapes to which pictures are cut: once in a page that shows any.
#[must_use]
pub fn shapes() -> Markup {
    html! {
        svg .shapes width="0" height="0" aria-hidden="true" {
            defs {
                (emblem::paths())
                @for side in 0..shape::SIDES {
                    // In shares of the picture: from its middle to almost its edge.
                    clipPath id={ "cut-" (side) } clipPathUnits="objectBoundingBox" {
                        path transform="translate(.5 .5) scale(.0185)" d=(shape::shape(side, 26.0, 26.0)) {}
                    }
                }
            }
        }
    }
}

/// The same as a picture of its own, for the turn order and lists; says nothing to screen readers.
#[must_use]
pub fn chip(token: &Token) -> Markup {
    html! {
        svg class={ "chip " (classes(token)) } viewBox="-32 -32 64 64" aria-hidden="true" { (parts::bust(token, 26.0, 26.0)) }
    }
}

/// How far a token is off the middle of its place, in sides of the place, and how large it is drawn.
fn room(room: Room) -> (f32, f32, f32) {
    match room {
        Room::Alone | Room::Shared(_, 0 | 1) => (0.0, 0.0, 1.0),
        Room::Rider => (0.24, -0.26, 0.6),
        Room::Shared(slot, 2) => ([-0.19, 0.19][usize::from(slot.min(1))], [-0.1, 0.1][usize::from(slot.min(1))], 0.68),
        Room::Shared(slot, of) => {
            let turn = std::f32::consts::TAU * (f32::from(slot) / f32::from(of) - 0.25);
            let (off, share) = match of {
                ..=4 => (0.27, 0.56),
                5 | 6 => (0.3, 0.5),
                _ => (0.32, 0.44),
            };
            (turn.cos() * off, turn.sin() * off, share)
        }
    }
}

fn classes(token: &Token) -> String {
    let marks = [(token.asked, " now"), (token.out, " out"), (token.hidden, " hid"), (token.ghost, " ghost")];
    let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark);
    format!("tk s{}{}", token.side % shape::SIDES, marks.collect::<String>())
}

/// What a token says in words.
fn words(token: &Token) -> String {
    let mut words = vec![token.name.clone()];
    words.extend((!token.about.is_empty()).then(|| token.about.clone()));
    words.extend(token.badges.iter().filter(|badge| !badge.words.is_empty()).map(|badge| badge.words.clone()));
    let states = [
        (token.readied, "holds an action ready"),
        (token.out, "out of the fight"),
        (token.hidden, "hidden"),
        (token.asked, "is asked"),
    ];
    words.extend(states.into_iter().filter(|(is, _)| *is).map(|(_, state)| state.to_owned()));
    match token.altitude {
        0 => {}
        up @ 1.. => words.push(format!("{up} m up")),
        down => words.push(format!("{} m down", down.unsigned_abs())),
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintain_field::{Footprint, Square};

    fn wolf() -> Token {
        Token {
            name: "Grey".to_owned(),
            about: "wolf, hurt".to_owned(),
            side: 1,
            health: Some(0.3),
            place: Square::new(1, 0).into(),
            ..Token::default()
        }
    }

    #[test]
    fn a_token_says_everything_in_words() {
        let badge = |words: &str| Badge { icon: "drop".to_owned(), tone: Tone::Bad, words: words.to_owned() };
        let badges = ["bleeding", "prone", "slow", "afraid", "blind"].map(badge).to_vec();
        let drawn = token(&Token { badges, altitude: -2, readied: true, ..wolf() }).into_string();
        let said = "Grey, wolf, hurt, bleeding, prone, slow, afraid, blind, holds an action ready, 2 m down";
        assert!(drawn.contains(&format!("aria-label=\"{said}\"")), "{drawn}");
        // The bolt and two conditions are drawn, three more are a number.
        assert_eq!(drawn.matches("class=\"bdg").count(), 4);
        assert!(drawn.contains("+3") && drawn.contains("arc mid"));
    }

    #[test]
    fn names_are_text_and_nothing_else() {
        let drawn = token(&Token { name: "<script>".to_owned(), ..wolf() }).into_string();
        assert!(drawn.contains("&lt;script&gt;") && !drawn.contains("<script"));
    }

    #[test]
    fn long_names_are_cut_below_the_token_only() {
        let drawn = token(&Token { name: "Priestess of Poseidon".to_owned(), ..wolf() }).into_string();
        assert!(drawn.contains(">Priestess of P…<") && drawn.contains("\"Priestess of Poseidon, "), "{drawn}");
    }

    #[test]
    fn names_keep_off_their_neighbours() {
        let beside =
            |squares| token(&Token { name: "Wolf rider 2".to_owned(), elbow: Some(squares), ..wolf() }).into_string();
        assert!(beside(1.0).contains(">Wolf ri…<"), "{}", beside(1.0));
        assert!(beside(2.0).contains(">Wolf rider 2<"));
        let second = Token { name: "Wolf rider 2".to_owned(), number: Some(2), elbow: Some(1.2), ..wolf() };
        assert!(token(&second).into_string().contains(">Wolf rider<"));
        let corpse =
            |squares| token(&Token { name: "Corpse 3".to_owned(), elbow: Some(squares), ..wolf() }).into_string();
        assert!(corpse(1.0).contains("nm long\"") && corpse(1.0).contains(">Corpse 3<"), "{}", corpse(1.0));
        assert!(!corpse(2.0).contains("nm long\""));
    }

    #[test]
    fn several_in_a_square_have_their_names_outside_of_it() {
        let one = |slot, elbow| {
            let crowded = Token { room: Room::Shared(slot, 5), elbow, ..wolf() };
            token(&crowded).into_string()
        };
        assert!(one(1, None).contains("text-anchor=\"start\"") && one(3, None).contains("text-anchor=\"end\""));
        assert!(!one(0, None).contains("text-anchor"), "the first stands in the middle");
        assert!(one(1, None).contains(">Grey<") && !one(1, Some(1.0)).contains(">Grey<"), "a neighbour has no room");
    }

    #[test]
    fn whoever_is_out_has_no_health() {
        assert!(!token(&Token { out: true, ..wolf() }).into_string().contains("arc"));
        assert!(!token(&Token { health: None, ..wolf() }).into_string().contains("arc"));
    }

    #[test]
    fn large_tokens_stand_in_the_middle_of_their_squares() {
        let place = Place { square: Square::new(2, 1), footprint: Footprint::square(3) };
        let drawn = token(&Token { place, ..wolf() }).into_string();
        assert!(drawn.contains("translate(210 -150)") && drawn.contains("scale(3.00)"), "{drawn}");
    }

    #[test]
    fn tokens_that_share_a_square_stand_apart() {
        for of in 2..9 {
            let places: Vec<_> = (0..of).map(|slot| room(Room::Shared(slot, of))).collect();
            for (at, (x, y, share)) in places.iter().enumerate() {
                assert!(x.abs() + share / 2.0 <= 0.56 && y.abs() + share / 2.0 <= 0.56, "{of}: {x} {y} {share}");
                assert!(places[..at].iter().all(|(ox, oy, _)| (x - ox).hypot(y - oy) > 0.15));
            }
        }
    }
}
