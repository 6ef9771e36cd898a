//! The stage: the map with everybody on it, what lies over it, or the sides face to face where there is no map.

mod crowd;
#[cfg(test)]
mod tests;

use maud::{Markup, html};
use quintain_draw::{
    Badge, Band, BandKind, Beside, Face, Hazard, Light as Glow, Odds, Paper, Place, Room, Token, Told, Tone, UNIT,
};
use quintain_engine::{
    Clarity, CombatantView, Intent, IntentKind, LightView, Mood, OnGround, Reach, Scale, Tags, Who, Zone,
};
use quintain_field::{Diagonal, Footprint, Site, Square, body_distance};
use quintain_session::{Band as Health, Knowing};

pub(crate) use self::crowd::Crowd;
use self::crowd::mount;
use super::menu::{Menu, all_who};
use super::{Look, Sight, dock, forecast};
use crate::cast::{self, Cast};
use crate::icons::condition_icon;
use crate::part::Part;
use crate::stamp::Stamp;

/// The stage's parts that change, and the frame that holds them.
pub(crate) fn parts<'l>(look: &'l Look<'_>, sight: &'l Sight<'_>) -> Vec<Part<'l>> {
    let (cast, menu) = (&sight.cast, sight.menu.as_ref());
    let seen = &look.scene.seen;
    let standing = sight.names.clone().with((&sight.looks, &seen.asked, look.base, &look.gaze.question));
    let standing = standing.with((&seen.knowing, &seen.unseen));
    if look.scene.map.is_none() {
        return vec![Part::made_from("ranks", &standing, move || ranks(look, cast))];
    }
    let tokens = Part::made_from("tokens", &standing, move || tokens(look, cast));
    let veils = Part::made_from("sight", &Stamp::new().with(&seen.clarity), move || veils(look));
    let reached = Reached::of(look, menu);
    let land = Stamp::new().with((&look.scene.map, &look.scene.title, &look.scene.picture));
    let ground = Part::made_from("ground", &land, move || land_of(look));
    vec![
        ground,
        edges(look),
        lights(cast),
        zones(look, cast),
        veils,
        reach(look, cast, menu, &reached),
        Part::new("coming", html! { g #coming { (arrows(cast)) } }),
        tokens,
        marks(look, cast, menu, &reached),
    ]
}

/// Which squares a page should show first: the combatant that acts, those around it, and all at whom its verb can be aimed.
fn focus(look: &Look<'_>, cast: &Cast<'_>, aimed: &[(usize, usize)]) -> Vec<Square> {
    let view = cast.view;
    let fighting = view.combatants.iter().filter(|one| one.fighting);
    let mut squares: Vec<Square> = fighting.filter_map(|one| one.at).collect();
    if let Some((_, own)) = look.question().and_then(|question| cast.named(dock::actor(cast, question)))
        && let Some(at) = own.at
    {
        squares.sort_by_key(|square| apart(at, *square));
        squares.truncate(6);
        squares.push(at);
    }
    squares.extend(aimed.iter().filter_map(|(who, _)| view.combatants.get(*who)?.at));
    squares
}

fn apart(one: Square, other: Square) -> i32 {
    let (x, y) = (i32::from(one.x) - i32::from(other.x), i32::from(one.y) - i32::from(other.y));
    x.abs().max(y.abs())
}

/// The land itself, which changes where doors fill squares or a map is explored.
fn land_of(look: &Look<'_>) -> Markup {
    let picture = look.scene.picture.as_ref().map(|name| format!("/pictures/{name}"));
    let drawn = look.scene.map.as_ref().map(|map| quintain_draw::ground(map, &look.scene.title, picture.as_deref()));
    html! { g #ground { @if let Some(drawn) = drawn { (drawn) } } }
}

/// What gives light: a glow where it burns, a mark where it does not.
fn lights<'l>(cast: &Cast<'_>) -> Part<'l> {
    let lit = cast.view.lights.iter().filter(|light| light.lit);
    let glow = |light: &LightView| Glow { place: Place::from(light.at), radius: f32::from(light.dim) + 0.5 };
    let glows: Vec<Glow> = lit.map(glow).collect();
    let standing = cast.view.lights.iter().filter(|light| light.by.is_none());
    Part::new(
        "lights",
        html! {
            g #lights {
                (quintain_draw::glow(&glows))
                @for light in standing { (quintain_draw::lamp(light.at.into(), light.lit, &light.name)) }
            }
        },
    )
}

fn edges<'l>(look: &Look<'_>) -> Part<'l> {
    let drawn = look.scene.map.as_ref().map(quintain_draw::edges);
    Part::new("edges", html! { g #edges { @if let Some(drawn) = drawn { (drawn) } } })
}

/// What lies out of the chair's sight, in poor light and in the dark.
pub(crate) fn veils(look: &Look<'_>) -> Markup {
    let wide = look.scene.map.as_ref().map_or(1, |map| usize::from(map.width()));
    let mut seen = quintain_draw::Seen::default();
    for (place, clarity) in look.scene.seen.clarity.iter().enumerate() {
        let square = Square::new((place % wide) as i16, (place / wide) as i16);
        match clarity {
            Clarity::Unknown => seen.unknown.push(square),
            Clarity::Hidden => seen.remembered.push(square),
            Clarity::Dark => seen.dark.push(square),
            Clarity::Dim => seen.dim.push(square),
            Clarity::Clear => {}
        }
    }
    html! { g #sight { (quintain_draw::sight(&seen)) } }
}

/// What stays on the ground for a while, with whose it is; and for the game master what is concealed there.
fn zones<'l>(look: &Look<'_>, cast: &Cast<'_>) -> Part<'l> {
    let concealed: Vec<(Vec<Square>, String)> = look.scene.seen.concealed.iter().map(hidden_place).collect();
    Part::new(
        "zones",
        html! {
            g #zones {
                (lasting(cast))
                @for (squares, label) in &concealed { (quintain_draw::zone(squares, label)) }
            }
        },
    )
}

/// The squares at a place that is concealed from the players, with words for it.
fn hidden_place(site: &Site) -> (Vec<Square>, String) {
    let mut squares = site.sides().to_vec();
    squares.dedup();
    (squares, format!("concealed: {site}"))
}

/// What stays on the ground for a while, as it is drawn.
pub(crate) fn lasting(cast: &Cast<'_>) -> Markup {
    let owner = |zone: &Zone| zone.by.and_then(|by| cast.view.combatants.get(by.index()));
    let label = |zone: &Zone| match owner(zone) {
        Some(one) => format!("{}, {}", zone.label, one.name),
        None => zone.label.clone(),
    };
    let drawn = cast.view.zones.iter().filter(|zone| !zone.squares.is_empty());
    html! { @for zone in drawn { (quintain_draw::zone(&zone.squares, &label(zone))) } }
}

/// What the option that is looked at does on the ground.
pub(crate) fn on_ground(look: &Look<'_>) -> Option<OnGround> {
    let (question, picked) = look.question().zip(look.picked())?;
    Some(look.scene.outlook.as_ref()?.on_ground(question.place, picked))
}

/// How far the combatant that is looked at could come: its place, and where to. Not of the one who acts, whose own ways
/// are drawn.
fn threat(look: &Look<'_>, cast: &Cast<'_>) -> Option<(usize, Reach)> {
    let about = look.about().filter(|_| look.picked().is_none())?;
    let one = &cast.view.combatants[about];
    if look.question().is_some_and(|question| dock::actor(cast, question) == one.name) {
        return None;
    }
    let reach = look.scene.outlook.as_ref()?.reach_of(Who(u16::try_from(about).ok()?));
    (reach != Reach::default()).then_some((about, reach))
}

/// How far a combatant comes, what is looked at on the ground, and the places that labels keep off.
struct Reached {
    ground: OnGround,
    taken: Vec<Place>,
    bands: Vec<Band>,
}

impl Reached {
    fn of(look: &Look<'_>, menu: Option<&Menu<'_>>) -> Self {
        let ground = on_ground(look).unwrap_or_default();
        // Labels keep off everybody, and off the way that is looked at.
        let on_way = ground.way.iter().map(|square| Place { square: *square, footprint: Footprint::default() });
        let taken = taken(look).into_iter().chain(on_way).collect();
        let band = |(place, (label, squares)): (usize, (String, Vec<Square>))| Band {
            kind: if place == 0 { BandKind::Near } else { BandKind::Far },
            squares,
            label: label.to_lowercase(),
        };
        let bands = menu.map(Menu::reach).unwrap_or_default().into_iter().enumerate().map(band).collect();
        Reached { ground, taken, bands }
    }
}

/// How far a combatant comes, the way that is looked at with what waits there, and what is covered.
fn reach<'l>(look: &Look<'_>, cast: &Cast<'_>, menu: Option<&Menu<'_>>, reached: &Reached) -> Part<'l> {
    let Reached { ground, taken, bands } = reached;
    let threat = threat(look, cast);
    let hazards: Vec<Hazard> =
        ground.hazards.iter().map(|one| Hazard { square: one.square, words: one.text.clone() }).collect();
    let body =
        look.question().and_then(|question| cast.named(dock::actor(cast, question))).and_then(|(_, one)| place_of(one));
    let body = body.map_or(Footprint::default(), |place| place.footprint);
    Part::new(
        "reach",
        html! {
            g #reach {
                @if let Some((who, reach)) = &threat { (threatened(reach, cast.side(&cast.view.combatants[*who]), taken)) }
                @else if !bands.is_empty() { (quintain_draw::reach(bands, taken)) }
                @if !ground.area.squares.is_empty() { (quintain_draw::area(&ground.area.squares, &friends(look, cast, menu, ground))) }
                @if ground.way.len() > 1 { (quintain_draw::way(&ground.way, body, &hazards)) }
            }
        },
    )
}

fn threatened(reach: &Reach, side: usize, taken: &[Place]) -> Markup {
    let band = |(place, band): (usize, &quintain_engine::ReachBand)| Band {
        kind: if place == 0 { BandKind::Near } else { BandKind::Far },
        squares: band.squares.clone(),
        label: band.label.clone(),
    };
    let bands: Vec<Band> = reach.bands.iter().enumerate().map(band).collect();
    quintain_draw::threat(&bands, &reach.strikes, side, taken)
}

/// Whether the option that is looked at may hurt a friend of the one who does it.
pub(crate) fn hurts_friends(menu: Option<&Menu<'_>>) -> bool {
    let label = menu.and_then(|menu| menu.label(menu.picked?));
    label.is_some_and(|label| label.tags.intersects(Tags::HURTS_FRIEND | Tags::HURTS_SELF))
}

/// The squares of an area on which those stand who should be spared.
fn friends(look: &Look<'_>, cast: &Cast<'_>, menu: Option<&Menu<'_>>, ground: &OnGround) -> Vec<Square> {
    if !hurts_friends(menu) {
        return Vec::new();
    }
    let own = look.question().and_then(|question| cast.named(&question.asked.who)).map(|(_, one)| &one.side);
    let struck = ground.area.hits.iter().filter_map(|who| cast.view.combatants.get(who.index()));
    let spared = struck.filter(|one| Some(&one.side) == own).filter_map(place_of);
    let under = spared.flat_map(|place| place.footprint.at(place.square).squares());
    under.filter(|square| ground.area.squares.contains(square)).collect()
}

fn taken(look: &Look<'_>) -> Vec<Place> {
    look.scene.seen.view.combatants.iter().filter(|one| one.fighting).filter_map(place_of).collect()
}

fn place_of(combatant: &CombatantView) -> Option<Place> {
    let (wide, deep) = combatant.footprint;
    Some(Place { square: combatant.at?, footprint: Footprint::new(wide, deep) })
}

fn tokens(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    html! {
        g #tokens {
            @for (place, token) in standing(look, cast) {
                a href=(look.about_link(place)) data-who=(place) data-name=(cast.view.combatants[place].name) { (quintain_draw::token(&token)) }
            }
        }
    }
}

/// Everybody on the map, in the order in which they are drawn, each with its place in the view.
pub(crate) fn standing(look: &Look<'_>, cast: &Cast<'_>) -> Vec<(usize, Token)> {
    let crowd = Crowd::of(cast);
    let shown = cast.view.combatants.iter().enumerate().filter(|(_, one)| one.at.is_some());
    // Those who are out lie below the others, and riders stand above those who carry them. Of the rest, one who stands further
    // up the page is drawn later: its name lies over the token beneath it, not under it.
    let mut shown: Vec<(usize, &CombatantView)> = shown.collect();
    shown.sort_by_key(|(_, one)| (one.fighting, one.rides.is_some(), one.at.map(|at| at.y)));
    shown.into_iter().map(|(place, _)| (place, token(look, cast, place, &crowd))).collect()
}

/// A combatant's token where it stands.
pub(crate) fn token(look: &Look<'_>, cast: &Cast<'_>, place: usize, crowd: &Crowd) -> Token {
    let one = &cast.view.combatants[place];
    let bust = bust(cast, place);
    let mount = mount(cast, one);
    let room = if mount.is_some() { Room::Rider } else { crowd.rooms.get(&place).copied().unwrap_or_default() };
    Token {
        id: format!("token-{place}"),
        place: place_of(mount.unwrap_or(one)).unwrap_or_default(),
        room,
        elbow: crowd.elbows.get(&place).copied(),
        altitude: one.altitude,
        asked: look.is_asked(&one.name),
        hidden: look.scene.seen.unseen.get(place).copied().unwrap_or_default(),
        ghost: matches!(look.scene.seen.knowing.get(place), Some(Knowing::Remembered(_))),
        ..bust
    }
}

/// What a token shows wherever it stands.
fn bust(cast: &Cast<'_>, place: usize) -> Token {
    let one = &cast.view.combatants[place];
    let band = cast::band(one);
    let ready = |icon: &str| icon == "ready";
    let icons: Vec<&str> = one.conditions.iter().map(condition_icon).collect();
    Token {
        name: one.name.clone(),
        about: about(cast, one, band),
        side: cast.side(one),
        face: match cast.room.face(&one.name) {
            _ if cast.is_felt(place) => Face::Ripple,
            Some(picture) => Face::Picture(format!("/pictures/{picture}")),
            None => Face::Emblem(quintain_draw::emblem_for(&format!("{} {}", one.is, one.name))),
        },
        health: (band != Health::Out && !one.stats.is_empty()).then(|| cast::share(one, band) as f32),
        badges: cast::by_weight(&one.conditions).into_iter().map(badge).collect(),
        number: cast.digit(one).and_then(|digit| digit.parse().ok()),
        readied: icons.into_iter().any(ready) || cast.is_ready(place),
        out: !one.fighting,
        ..Token::default()
    }
}

/// What a token says of a combatant besides its name.
fn about(cast: &Cast<'_>, one: &CombatantView, band: Health) -> String {
    let mount = one.rides.and_then(|mount| cast.view.combatants.get(mount.index()));
    let rides = mount.map(|mount| format!(", rides {}", mount.name)).unwrap_or_default();
    let band = if one.stats.is_empty() { "out of sight" } else { band.word() };
    format!("{}, {band}{rides}", one.side)
}

fn badge(condition: &quintain_engine::Condition) -> Badge {
    let tone = match condition.kind.map(|kind| kind.mood) {
        Some(Mood::Bad) => Tone::Bad,
        Some(Mood::Good) => Tone::Good,
        _ => Tone::Plain,
    };
    Badge { icon: condition_icon(condition).to_owned(), tone, words: condition.name.clone() }
}

/// A combatant as a small picture.
pub(crate) fn chip(cast: &Cast<'_>, place: usize, asked: bool) -> Markup {
    quintain_draw::chip(&Token { asked, badges: Vec::new(), ..bust(cast, place) })
}

/// Who is aimed at, and with which odds.
fn marks<'l>(look: &Look<'_>, cast: &Cast<'_>, menu: Option<&Menu<'_>>, reached: &Reached) -> Part<'l> {
    let targets = menu.map(Menu::targets).unwrap_or_default();
    let aimed: Vec<(usize, usize)> =
        targets.iter().flat_map(|(target, pick)| all_who(target).into_iter().map(|who| (who.index(), *pick))).collect();
    let places: Vec<(Place, usize)> =
        aimed.iter().filter_map(|(who, pick)| Some((place_of(cast.view.combatants.get(*who)?)?, *pick))).collect();
    let own = look.question().and_then(|question| cast.named(&question.asked.who)).map(|(place, _)| place);
    let odds: Vec<Odds> = look
        .forecast
        .iter()
        .flat_map(|forecast| &forecast.options)
        .filter_map(|(option, prospect)| {
            let menu = menu?;
            look.forecast.as_ref()?.of(*option)?;
            let (who, hit, amount) = forecast::brief(prospect, menu.label(*option), own)?;
            let place = place_of(cast.view.combatants.get(who)?)?;
            Some(Odds { place, hit, amount, selected: menu.picked == Some(*option) })
        })
        .collect();
    let tokens: Vec<Token> = standing(look, cast).into_iter().map(|(_, token)| token).collect();
    let shown = look.scene.map.as_ref().map(|map| Paper::of(map).around(&focus(look, cast, &aimed), 1));
    let picks = aimed.iter().map(|(who, pick)| format!("{who}:{pick}")).collect::<Vec<_>>().join(" ");
    Part::new(
        "marks",
        html! {
            g #marks data-picks=(picks) data-focus=[shown.map(|frame| frame.to_string())] {
                (intents(cast, &tokens))
                @for (place, _) in &places { (quintain_draw::aim(*place)) }
                @if !odds.is_empty() { (quintain_draw::odds(&odds, &Beside { tokens: &tokens, reach: (&reached.bands, &reached.taken), shown })) }
            }
        },
    )
}

/// More intents than this are arrows without words.
const MOST_WORDED: usize = 8;

/// An intent on the map: who has it, from where, and where it goes if that is another place.
type Coming<'c> = (&'c Intent, Place, Option<Place>);

/// What has been foretold and declared by those who stand on the map.
fn coming<'c>(cast: &'c Cast<'_>) -> Vec<Coming<'c>> {
    let place = |who: Who| cast.view.combatants.get(who.index()).and_then(place_of);
    let of = |intent: &'c Intent| {
        let from = place(intent.who)?;
        let goal = intent.at.and_then(place).or(intent.to.map(Place::from));
        Some((intent, from, goal.filter(|to| *to != from && intent.kind == IntentKind::Foretold)))
    };
    cast.view.intents.iter().filter(|one| one.kind != IntentKind::Ready).filter_map(of).collect()
}

fn side_of(cast: &Cast<'_>, who: Who) -> usize {
    cast.view.combatants.get(who.index()).map_or(0, |one| cast.side(one))
}

/// An arrow where what is foretold goes at a target or a place. Arrows lie below the tokens, so that none is covered.
fn arrows(cast: &Cast<'_>) -> Markup {
    html! {
        @for (intent, from, to) in coming(cast) {
            @if let Some(to) = to { (quintain_draw::telegraph(from, to, side_of(cast, intent.who), &intent.label)) }
        }
    }
}

/// The words on arrows, and a pennant where a hero has said what it does, or it goes nowhere.
fn intents(cast: &Cast<'_>, tokens: &[Token]) -> Markup {
    let all = coming(cast);
    let worded = all.len() <= MOST_WORDED;
    let words = |(intent, from, to): &Coming<'_>| {
        let to = to.filter(|to| worded && !side_by_side(*from, *to))?;
        Some(Told { from: *from, to, words: intent.label.clone() })
    };
    html! {
        (quintain_draw::told(&all.iter().filter_map(words).collect::<Vec<_>>(), tokens))
        @for (intent, from, _) in all.iter().filter(|(.., to)| to.is_none()) {
            (quintain_draw::pennant(*from, side_of(cast, intent.who), &intent.label))
        }
    }
}

/// Whether two places lie so near each other that words between them would cover both.
fn side_by_side(from: Place, to: Place) -> bool {
    let (one, other) = (from.footprint.at(from.square), to.footprint.at(to.square));
    body_distance(one, other, Diagonal::Equal) < 3
}

/// How diagonals count, in a word for the script.
fn diagonal(scale: &Scale) -> &'static str {
    match scale.diagonal {
        Diagonal::Equal => "equal",
        Diagonal::Alternate => "alternate",
        Diagonal::Orthogonal => "orthogonal",
    }
}

/// The whole stage, with its parts in place.
pub(crate) fn frame(look: &Look<'_>, cast: &Cast<'_>, parts: &[Part<'_>]) -> Markup {
    let part = |id: &str| parts.iter().find(|part| part.id == id).map(Part::stamped);
    html! {
        main #stage {
            @if let Some(map) = &look.scene.map {
                @let paper = Paper::of(map);
                @let scale = cast.view.scale.as_ref();
                svg #map .map viewBox=(home(paper)) data-home=(home(paper))
                    data-square=[scale.map(|scale| scale.square)] data-unit=[scale.map(|scale| format!("{} {}", scale.one, scale.many))]
                    data-diagonal=[scale.map(diagonal)] data-rows=(paper.rows) role="group" aria-label={ "Battle map, " (paper.columns) " by " (paper.rows) " squares" } tabindex="0" {
                    @for id in ["ground", "edges", "lights", "zones", "sight", "reach", "coming", "tokens", "marks"] { @if let Some(part) = part(id) { (part) } }
                    g #live data-keep {}
                }
            } @else if let Some(ranks) = part("ranks") { (ranks) }
            @if let Some(ticker) = part("ticker") { (ticker) }
        }
    }
}

/// The fewest columns and rows that a page shows: on a small map the land goes on around it.
const FEWEST: (i32, i32) = (9, 5);

/// The part of the plane that shows the whole map.
fn home(paper: Paper) -> String {
    let (wide, deep) = (FEWEST.0 - paper.columns, FEWEST.1 - paper.rows);
    if wide <= 0 && deep <= 0 {
        return paper.view_box();
    }
    let (beside, below) = ((wide.max(1) * UNIT) / 2, (deep.max(1) * UNIT) / 2);
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    format!("{} {} {} {}", -beside, -height - below, width + 2 * beside, height + 2 * below)
}

/// Without a map: the sides face to face.
fn ranks(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    html! {
        div #ranks {
            @for side in cast.sides() {
                section aria-label=(side) {
                    h2 class={ "c" (cast.side_named(side)) } { (side) }
                    ul {
                        @for (place, one) in cast.view.combatants.iter().enumerate().filter(|(_, one)| one.side == **side) {
                            li .gone[!one.fighting] {
                                a href=(look.about_link(place)) data-who=(place) {
                                    (chip(cast, place, look.is_asked(&one.name)))
                                    b { (one.name) }
                                    small { (cast::band(one).word()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
