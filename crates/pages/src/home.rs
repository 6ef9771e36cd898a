//! Home: play a fight in one click, go on, prepare, look back.

use std::sync::OnceLock;

use maud::{Markup, html};
use quintain_content::{Combatant, Encounter};
use quintain_draw::{Face, Token};
use quintain_field::Map;
use quintain_library::{ReadyMade, ready_made, rulebook, shelf};

use crate::figures::counted;
use crate::layout::page;

/// The fight that home opens with.
const FIRST: &str = "uchma/wolves-in-the-gorge";

/// A fight in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its rulebook's id.
    pub rulebook: String,
    /// Who it waits for, or what is going on, as far as that is known.
    pub waits: Option<String>,
    /// How it ended.
    pub over: Option<String>,
    /// The token of the game master's link.
    pub gm: String,
    /// The title of the campaign that it belongs to.
    pub campaign: Option<String>,
}

/// A ready-made encounter, read.
struct Ready {
    made: ReadyMade,
    title: String,
    about: String,
    sides: Vec<(String, usize)>,
    map: Option<Map>,
    people: Vec<Token>,
    /// The first of each side, for a picture of the two sides.
    faces: Vec<Vec<Token>>,
}

/// So many of a side are shown on a card.
const FACES: usize = 3;

/// So many fights of a game are shown before the others are unfolded.
const FIRST_FEW: usize = 3;

impl Ready {
    fn of(made: ReadyMade) -> Ready {
        let tables = rulebook(made.book()).map(|book| book.tables()).unwrap_or_default();
        let encounter = Encounter::parse(&made.source(), tables).ok();
        let mut sides: Vec<(String, usize)> = Vec::new();
        if let Some(encounter) = &encounter {
            for side in encounter
                .expand()
                .iter()
                .filter_map(|one| encounter.combatants.get(one.spec))
                .map(|spec| &spec.side.value)
            {
                match sides.iter_mut().find(|(known, _)| known == side) {
                    Some((_, count)) => *count += 1,
                    None => sides.push((side.clone(), 1)),
                }
            }
        }
        let read = encounter.as_ref();
        let all = read.map(|encounter| people(encounter, &sides)).unwrap_or_default();
        let of = |side: usize| all.iter().map(|(token, _)| token).filter(move |token| token.side == side);
        Ready {
            faces: (0..sides.len()).map(|side| of(side).take(FACES).cloned().collect()).collect(),
            people: all.iter().filter(|(_, placed)| *placed).map(|(token, _)| token.clone()).collect(),
            title: read.and_then(|encounter| encounter.title.clone()).unwrap_or_else(|| made.short().to_owned()),
            about: read.and_then(|encounter| encounter.about.clone()).unwrap_or_default(),
            map: read.and_then(|encounter| encounter.map.as_ref()).and_then(|map| map.build().ok()),
            sides,
            made,
        }
    }

    fn many(&self) -> usize {
        self.sides.iter().map(|(_, count)| count).sum()
    }

    /// `heroes (3) against wolves (4)`: sides are called as they like, so that no grammar fits them all.
    fn line_up(&self) -> String {
        self.sides.iter().map(|(side, count)| format!("{side} ({count})")).collect::<Vec<_>>().join(" against ")
    }
}

/// Those of an encounter, each with whether it has a place on its map.
fn people(encounter: &Encounter, sides: &[(String, usize)]) -> Vec<(Token, bool)> {
    let token = |one: &Combatant| {
        let spec = encounter.spec(one)?;
        let token = Token {
            name: one.name.clone(),
            side: sides.iter().position(|(side, _)| *side == spec.side.value)?,
            face: Face::Emblem(quintain_draw::emblem_for(&format!("{} {}", spec.is, one.name))),
            place: one.at.as_ref().map(|at| at.value.into()).unwrap_or_default(),
            number: spec.count.as_ref().map(|_| one.number),
            health: Some(1.0),
            ..Token::default()
        };
        Some((token, one.at.is_some()))
    };
    encounter.expand().iter().filter_map(token).collect()
}

/// A game in a line: what it is, and how heavy its rules are.
fn game(id: &str) -> (&'static str, &'static str, &'static str) {
    match id {
        "thalassa" => {
            ("light rules", "Heroes of the bronze age: one roll decides, and the gods may answer.", "cyclops")
        }
        "oakhearth" => ("medium rules", "Action points, spells, and duels of magic.", "mage flame"),
        "uchma" => ("medium rules", "Walkers, spirits and beasts; every metre counts.", "wolf"),
        "gu" => ("rich rules", "Creatures live in the body, and stones feed them.", "worm"),
        "heimr" => ("rich rules", "Wounds go to the limb: dodge, block, or bleed.", "soldier helm"),
        _ => ("", "", "star"),
    }
}

/// The ready-made encounters: they are part of the program and read once.
fn all_ready() -> &'static [Ready] {
    static READY: OnceLock<Vec<Ready>> = OnceLock::new();
    READY.get_or_init(|| ready_made().map(Ready::of).collect())
}

/// The title of a ready-made encounter; its name, where there is none of it.
pub(crate) fn title_of(name: &str) -> &str {
    all_ready().iter().find(|one| one.made.name == name).map_or(name, |one| &one.title)
}

/// The home page. `problem` says what went wrong with what was `pasted`.
pub fn home(fights: &[Listed], problem: Option<&str>, pasted: &str) -> Markup {
    let ready = all_ready();
    let (over, open): (Vec<&Listed>, Vec<&Listed>) = fights.iter().partition(|fight| fight.over.is_some());
    let body = html! {
        (hero(ready, &html! { a href="/campaigns" { "Campaigns" } a href="/workshop" { "Workshop" } a href="/bench" { "Bench" } a href="/api" { "Bots" } }))
        main .home {
            @if let Some(problem) = problem { pre .problem role="alert" { (problem) } }
            (games(ready))
            div .two {
                section { h2 { "Go on" }
                    @if open.is_empty() { p .dim { "No fight is under way." } }
                    ul .fights { @for fight in &open { (under_way(fight)) } }
                }
                section { h2 { "Prepare" } (workshop()) (from_text(pasted)) (from_map()) (from_record()) }
            }
            (all(ready))
            @if !over.is_empty() { section { h2 { "Finished" } ul .fights { @for fight in &over { (finished(fight)) } } } }
            p { a .button href="/backup" download="quintain.backup" { (quintain_draw::icon("sheet")) "Download a backup of everything" } " " small { "put back with " code { "quintain restore" } } }
        }
    };
    page("A tabletop fight, refereed to the last rule", "home", &body)
}

/// The home page of the site, which has no server: its script lists the fights that are kept in the browser.
pub fn home_alone() -> Markup {
    let ready = all_ready();
    let more =
        html! { a href="/simulate.html" { "Simulate" } a href="/guide/" { "Guide" } a href="/rules/" { "Rules" } };
    let body = html! {
        (hero(ready, &more))
        main .home {
            (games(ready))
            div .two {
                section { h2 { "Go on" } p #none .dim { "No fight is kept in this browser." } ul #kept .fights {} }
                section { h2 { "Prepare" } (from_text("")) (from_record()) }
            }
            (all(ready))
        }
        script type="module" src="/assets/site.js" data-root="./" {}
    };
    page("A tabletop fight, refereed to the last rule", "home", &body)
}

fn games(ready: &[Ready]) -> Markup {
    html! {
        section aria-label="Games" {
            h2 { "Five games" }
            ul .games { @for book in shelf() { (game_card(book.id(), book.name(), ready)) } }
        }
    }
}

/// All ready fights, by game: the first few of each, and the others behind a fold; what is searched for unfolds.
fn all(ready: &[Ready]) -> Markup {
    html! {
        section #ready {
            h2 { "All " (ready.len()) " ready fights" }
            (filters(ready))
            @for book in shelf() {
                @let own: Vec<&Ready> = ready.iter().filter(|one| one.made.book() == book.id()).collect();
                @let (first, others) = own.split_at(own.len().min(FIRST_FEW));
                section .of-game aria-label=(book.name()) {
                    h3 { (book.name()) }
                    ul .encounters { @for one in first { (card(one)) } }
                    @if !others.is_empty() {
                        details .others-of-game {
                            summary { (counted(others.len(), "more fight")) " of " (book.name()) }
                            ul .encounters { @for one in others { (card(one)) } }
                        }
                    }
                }
            }
        }
    }
}

fn hero(ready: &[Ready], more: &Markup) -> Markup {
    let first = ready.iter().find(|one| one.made.name == FIRST).or_else(|| ready.first());
    html! {
        header .hero {
            @if let Some((one, map)) = first.and_then(|one| Some((one, one.map.as_ref()?))) {
                div .board aria-hidden="true" { (quintain_draw::shapes()) (quintain_draw::peopled(map, FIRST, &one.people)) }
            }
            div .veil {}
            nav { b .logo { (quintain_draw::icon("ping")) "Quintain" } span { a href="#ready" { "Fights" } (more) } }
            @if let Some(first) = first {
                div .say {
                    h1 { "A tabletop fight, refereed to the last rule." }
                    p { "Choose what your people do. The table knows what is legal, what the odds are, and shows why." }
                    form method="post" action="/fights" {
                        input type="hidden" name="name" value=(first.made.name);
                        button .button .go type="submit" { (quintain_draw::icon("play")) "Play this fight" }
                    }
                    p .meta { (first.title) " · " (first.line_up()) @if let Some((side, _)) = first.sides.first() { " · you play the " (side) } }
                }
            }
        }
    }
}

fn game_card(id: &str, name: &str, ready: &[Ready]) -> Markup {
    let (heavy, line, emblem) = game(id);
    let own: Vec<&Ready> = ready.iter().filter(|one| one.made.book() == id).collect();
    let smallest = own.iter().min_by_key(|one| one.many());
    html! {
        li .game {
            div .head { (quintain_draw::emblem(quintain_draw::emblem_for(emblem))) div { b { (name) } small { (heavy) } small { (counted(own.len(), "fight")) } } }
            p { (line) }
            @if let Some(one) = smallest {
                form method="post" action="/fights" {
                    input type="hidden" name="name" value=(one.made.name);
                    button .button type="submit" { (quintain_draw::icon("play")) (one.title) }
                }
            }
        }
    }
}

fn book_name(id: &str) -> String {
    rulebook(id).map_or_else(|_| id.to_owned(), |book| book.name().to_owned())
}

fn under_way(fight: &Listed) -> Markup {
    html! {
        li {
            div { b { (fight.title) } small { (book_name(&fight.rulebook)) @if let Some(waits) = &fight.waits { " · " (waits) } } }
            a .button href={ "/t/" (fight.gm) } { "Go on" }
            (change(fight))
        }
    }
}

fn finished(fight: &Listed) -> Markup {
    html! {
        li {
            div { b { (fight.title) } small { (book_name(&fight.rulebook)) @if let Some(over) = &fight.over { " · " (over) } } }
            a .button href={ "/t/" (fight.gm) "/after" } { "Look back" }
            a .button href={ "/t/" (fight.gm) } { "Look" }
            (change(fight))
        }
    }
}

/// Another title, or away with it; which asks once more and says what is lost.
fn change(fight: &Listed) -> Markup {
    html! {
        details .change {
            summary { "change" }
            form .row method="post" action={ "/fights/" (fight.id) "/rename" } {
                input name="title" value=(fight.title) maxlength="120" required aria-label="title";
                button .button type="submit" { "Rename" }
            }
            details .sure {
                summary { "Delete …" }
                form method="post" action={ "/fights/" (fight.id) "/delete" } {
                    p {
                        "Its table, its record and all its links are gone for good."
                        @if fight.over.is_none() { " It is not over yet." }
                        @if let Some(campaign) = &fight.campaign { " It belongs to the campaign " b { (campaign) } ", which will not find it any more: what it leaves can then not be taken into the roster." }
                    }
                    button .button .go type="submit" { "Delete " (fight.title) " for good" }
                }
            }
        }
    }
}

fn workshop() -> Markup {
    html! { p .make { a .button .go href="/workshop" { (quintain_draw::icon("plus")) "Make your own fight" } } }
}

fn from_text(pasted: &str) -> Markup {
    html! {
        details open[!pasted.is_empty()] {
            summary { (quintain_draw::icon("sheet")) b { "From a file" } small { "an encounter as TOML" } }
            form method="post" action="/fights" {
                (chooser("encounter", ".toml"))
                textarea #encounter name="text" rows="10" spellcheck="false" maxlength="200000" required aria-label="An encounter, as TOML" { (pasted) }
                p { label { input type="checkbox" name="formalities" value="on"; " put every judgement to the game master" } }
                button .button .go type="submit" { "Begin" }
            }
        }
    }
}

/// A file of one's own, which the script reads into the field below it.
fn chooser(into: &str, ending: &str) -> Markup {
    html! { label .file .scripted { "A file " input type="file" accept=(ending) data-into=(into); " or its text:" } }
}

fn from_map() -> Markup {
    html! {
        details {
            summary { (quintain_draw::icon("fit")) b { "On your own map" } small { "a picture, or Universal VTT: .dd2vtt, .uvtt, .df2vtt" } }
            form method="post" action="/maps" enctype="multipart/form-data" {
                div .row {
                    input type="file" name="map" accept=".dd2vtt,.uvtt,.df2vtt,.png,.jpg,.jpeg,.webp" required aria-label="map";
                    label { "squares across, for a picture " input type="number" name="columns" min="1" max="100" placeholder="24" size="4"; }
                    select name="rulebook" aria-label="game" { @for book in shelf() { option value=(book.id()) { (book.name()) } } }
                    button .button .go type="submit" { "Bring it over" }
                }
            }
        }
    }
}

fn from_record() -> Markup {
    html! {
        details {
            summary { (quintain_draw::icon("branch")) b { "From a record" } small { "take a fight up where it ended" } }
            form method="post" action="/records" {
                (chooser("record", ".jsonl"))
                textarea #record name="text" rows="4" spellcheck="false" required aria-label="A record" {}
                button .button .go type="submit" { "Go on" }
            }
        }
    }
}

fn filters(ready: &[Ready]) -> Markup {
    let most = ready.iter().map(Ready::many).max().unwrap_or(0);
    html! {
        div #filters .row .scripted role="search" {
            input type="search" data-filter="words" placeholder="Search" aria-label="search";
            select data-filter="book" aria-label="game" { option value="" { "every game" } @for book in shelf() { option value=(book.id()) { (book.name()) } } }
            select data-filter="size" aria-label="size" {
                option value=(most) { "any size" }
                option value="4" { "up to 4" }
                option value="8" { "up to 8" }
                option value="14" { "up to 14" }
            }
            label { input type="checkbox" data-filter="map"; " with a map" }
            output data-found {}
        }
    }
}

fn card(one: &Ready) -> Markup {
    let words = format!("{} {} {}", one.title, one.about, one.line_up()).to_lowercase();
    html! {
        li data-book=(one.made.book()) data-size=(one.many()) data-map[one.map.is_some()] data-words=(words) {
            form method="post" action="/fights" {
                input type="hidden" name="name" value=(one.made.name);
                button type="submit" {
                    span .pictured {
                        @if let Some(map) = &one.map { (quintain_draw::thumbnail(map, &one.title)) }
                        (meeting(&one.faces))
                    }
                    b { (one.title) }
                    small { (book_name(one.made.book())) " · " (one.line_up()) }
                    span { (one.about) }
                }
            }
        }
    }
}

/// The two sides, as a small picture.
fn meeting(faces: &[Vec<Token>]) -> Markup {
    html! {
        span .meeting aria-hidden="true" {
            @for side in faces { span { @for token in side { (quintain_draw::chip(token)) } } }
        }
    }
}

/// An encounter on a map that was brought over, for its author to say who fights.
pub fn encounter_on(book: &str, name: &str, (table, size): (&str, (u16, u16)), picture: Option<&str>) -> String {
    let title: String = name.split('.').next().unwrap_or(name).chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    let (columns, rows) = size;
    let picture = picture.map_or_else(String::new, |name| format!("picture = \"{name}\"\n"));
    format!(
        "rulebook = \"{book}\"\ntitle = \"{title}\"\n\n# {columns} columns, {rows} rows. Put combatants on it: `quintain books` lists \
         what there is.\n[[combatant]]\nname = \"\"\nis = \"\"\nside = \"heroes\"\nat = \"A1\"\n\n[[combatant]]\nname = \"\"\nis = \
         \"\"\nside = \"monsters\"\nat = \"A2\"\n\n{table}{picture}"
    )
}
