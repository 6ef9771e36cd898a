//! Writes a page with real maps, all tokens, all icons: `cargo run -p quintain-draw --example gallery -- OUT.html [WORD]`.
//! With a word, only maps whose path contains it (or one of several, with commas); `emblems` and `icons` show only those.

mod staged;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use quintain_content::{Encounter, Source};
use quintain_draw::{
    Face, MAP_CSS, Paper, Place, Room, Token, edges, emblem, emblem_for, emblems, ground, icon, icons, shapes,
    thumbnail, token,
};
use quintain_field::Map;

const MAPS: &[&str] = &[
    "uchma/wolves-in-the-gorge",
    "oakhearth/goblin-ambush",
    "oakhearth/lightless-vault",
    "thalassa/labyrinth",
    "thalassa/sea-battle",
    "thalassa/gorgon",
    "thalassa/hydra",
    "uchma/night-at-the-inn",
    "uchma/wyrm-over-the-ridge",
    "gu/frost",
    "gu/court",
    "heimr/forest",
    "heimr/gate-yard",
];

const TABLES: &[&str] = &["creature", "hazard", "ability", "gu", "person"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let out = args.next().ok_or("say where to write the page")?;
    let word = args.next();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../encounters");
    let wanted: Vec<PathBuf> = match &word {
        Some(word) => all(&root)?
            .into_iter()
            .filter(|path| word.split(',').any(|word| path.to_string_lossy().contains(word)))
            .collect(),
        None => MAPS.iter().map(|name| root.join(format!("{name}.toml"))).collect(),
    };
    let theme = std::env::var("THEME").unwrap_or_else(|_| "light".to_owned());
    let boards: Vec<Markup> = wanted.iter().filter_map(|path| board(path).transpose()).collect::<Result<_, _>>()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" data-theme=(theme) {
            head { meta charset="utf-8"; title { "Gallery" } style { (PreEscaped(MAP_CSS)) (PreEscaped(PAGE)) } }
            body .many[boards.len() > 3 && word.is_some()] {
                (shapes())
                @for board in &boards { (board) }
                @if word.is_none() || word.as_deref() == Some("staged") { (staged::turn(false)) (staged::all_tokens()) }
                @if word.is_none() || word.as_deref() == Some("phone") { (staged::turn(true)) }
                @if word.is_none() || word.as_deref() == Some("lands") { (staged::lands()) }
                @if word.is_none() || word.as_deref() == Some("emblems") { (faces()) }
                @if word.is_none() || word.as_deref() == Some("icons") { (lines()) }
            }
        }
    };
    fs::write(out, page.into_string())?;
    Ok(())
}

const PAGE: &str = "body{margin:0;background:var(--vellum);color:var(--ink);font:500 15px var(--u)}.many section.b{height:300px;width:470px;float:left}.many .small{display:none}section.phone{width:390px;height:500px!important}section.b{height:900px;\
    position:relative;overflow:hidden}section.b svg.map:not(.small){width:100%;height:100%;overflow:visible}ul{display:flex;\
    flex-wrap:wrap;gap:14px;list-style:none;padding:20px;margin:0}li{display:grid;justify-items:center;width:76px;font-size:12px}\
    li svg{width:48px;height:48px}li .tiny{width:24px;height:24px}section.b .small{width:220px;height:130px;position:absolute;right:10px;top:10px;\
    border-radius:10px;overflow:hidden;box-shadow:0 0 0 2px var(--lit)}";

fn all(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for game in fs::read_dir(root)? {
        for file in fs::read_dir(game?.path())? {
            paths.push(file?.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn board(path: &Path) -> Result<Option<Markup>, Box<dyn Error>> {
    let source = Source::new(path.to_string_lossy(), fs::read_to_string(path)?);
    let (encounter, _) = Encounter::parse_but_for_places(&source, TABLES)?;
    let Some(map) = encounter.map.as_ref().map(|map| map.build()).transpose()? else { return Ok(None) };
    let words = format!("{}. {}", encounter.title.as_deref().unwrap_or(""), encounter.about.as_deref().unwrap_or(""));
    let tokens = people(&encounter, &map);
    Ok(Some(html! {
        section .b id=(path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default()) {
            svg .map viewBox=(Paper::of(&map).view_box()) {
                (ground(&map, &words, None))
                (edges(&map))
                @for one in &tokens { (token(one)) }
            }
            (thumbnail(&map, &words))
        }
    }))
}

/// Everybody with a place, as a player might see them.
fn people(encounter: &Encounter, _map: &Map) -> Vec<Token> {
    let sides = encounter.side_names();
    let mut tokens = Vec::new();
    for (count, one) in encounter.expand().into_iter().enumerate() {
        let Some(square) = one.at.as_ref().map(|at| at.value) else { continue };
        let Some(spec) = encounter.spec(&one) else { continue };
        let side = sides.iter().position(|side| *side == spec.side.value).unwrap_or(0);
        tokens.push(Token {
            name: one.name.clone(),
            side,
            place: Place::from(square),
            face: Face::Emblem(emblem_for(&format!("{} {}", spec.is.value, one.name))),
            health: Some(1.0 - 0.17 * (count % 6) as f32),
            asked: count == 0,
            readied: count % 5 == 3,
            ..Token::default()
        });
    }
    for at in 0..tokens.len() {
        let with = |other: &&Token| other.place == tokens[at].place;
        let of = tokens.iter().filter(with).count();
        let slot = tokens[..at].iter().filter(with).count();
        if of > 1 {
            tokens[at].room = Room::Shared(u8::try_from(slot).unwrap_or(0), u8::try_from(of).unwrap_or(9));
        }
    }
    tokens
}

fn faces() -> Markup {
    html! {
        ul {
            @for (count, name) in emblems().enumerate() {
                @let one = Token { name: name.to_owned(), side: count % 6, face: Face::Emblem(name), health: Some(0.6), ..Token::default() };
                li { (quintain_draw::chip(&one)) span .tiny { (emblem(name)) } (name) }
            }
        }
    }
}

fn lines() -> Markup {
    html! { ul { @for name in icons() { li { (icon(name)) (name) } } } }
}
