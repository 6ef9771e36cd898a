//! Home: ready-made encounters, fights in progress, finished fights, and how to bring one's own.

use maud::{Markup, html};
use quintain_content::Encounter;
use quintain_content::uvtt::Imported;
use quintain_library::{ReadyMade, ready_made, rulebook, shelf};

use super::layout::page;
use super::map;
use crate::store::Listed;

/// The home page.
pub(crate) fn home(fights: &[Listed], problem: Option<&str>, pasted: &str) -> Markup {
    let (over, open): (Vec<&Listed>, Vec<&Listed>) = fights.iter().partition(|fight| fight.over.is_some());
    let body = html! {
        header #top { h1 { "Quintain" } p { "Fights by rules that cannot be broken." } }
        main .home {
            @if let Some(problem) = problem { pre .problem role="alert" { (problem) } }
            @if !open.is_empty() {
                section { h2 { "Fights in progress" } ul .fights { @for fight in &open { (one(fight)) } } }
            }
            section {
                h2 { "Begin a fight" }
                @for book in shelf() {
                    h3 { (book.name()) }
                    ul .encounters {
                        @for encounter in ready_made().filter(|encounter| encounter.book() == book.id()) {
                            (card(&encounter))
                        }
                    }
                }
            }
            section {
                h2 { "Bring your own" }
                form method="post" action="/fights" {
                    label for="text" { "An encounter, as TOML" }
                    textarea #text name="text" rows="10" spellcheck="false" maxlength="200000" required { (pasted) }
                    label .check { input type="checkbox" name="formalities" value="on"; " put every judgement to the game master" }
                    button type="submit" { "Begin" }
                }
                form method="post" action="/maps" enctype="multipart/form-data" {
                    label for="map-file" { "A Universal VTT map (.dd2vtt, .uvtt, .df2vtt), to fight on it" }
                    div .row {
                        input #map-file type="file" name="map" accept=".dd2vtt,.uvtt,.df2vtt" required;
                        select name="rulebook" aria-label="game" { @for book in shelf() { option value=(book.id()) { (book.name()) } } }
                        button type="submit" { "Bring it over" }
                    }
                }
                form method="post" action="/records" {
                    label for="record" { "A record, to go on with it" }
                    textarea #record name="text" rows="4" spellcheck="false" required {}
                    button type="submit" { "Go on" }
                }
            }
            @if !over.is_empty() {
                section { h2 { "Finished" } ul .fights { @for fight in &over { (one(fight)) } } }
            }
        }
    };
    page("Tables", "home", &body)
}

fn one(fight: &Listed) -> Markup {
    let book = rulebook(&fight.rulebook).map_or(fight.rulebook.as_str(), |book| book.name());
    html! {
        li { a href={ "/t/" (fight.gm) } { (fight.title) } " " span .dim { (book) @if let Some(over) = &fight.over { ": " (over) } } }
    }
}

fn card(ready: &ReadyMade) -> Markup {
    let tables = rulebook(ready.book()).map(|book| book.tables()).unwrap_or_default();
    let encounter = Encounter::parse(&ready.source(), tables).ok();
    let title = encounter.as_ref().and_then(|encounter| encounter.title.clone());
    let about = encounter.as_ref().and_then(|encounter| encounter.about.clone()).unwrap_or_default();
    let ground = encounter.as_ref().and_then(|encounter| encounter.map.as_ref()).and_then(|map| map.build().ok());
    html! {
        li {
            form method="post" action="/fights" {
                input type="hidden" name="name" value=(ready.name);
                button type="submit" {
                    @if let Some(ground) = &ground { (map::picture(ground)) }
                    strong { (title.as_deref().unwrap_or(ready.short())) }
                    span { (about) }
                }
            }
        }
    }
}

/// An encounter on a map that was brought over, for somebody to say who fights.
pub(crate) fn encounter_on(book: &str, name: &str, map: &Imported, picture: Option<&str>) -> String {
    let title: String = name.split('.').next().unwrap_or(name).chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    let (columns, rows) = map.size;
    let picture = picture.map_or_else(String::new, |name| format!("picture = \"{name}\"\n"));
    format!(
        "rulebook = \"{book}\"\ntitle = \"{title}\"\n\n# {columns} columns, {rows} rows. Put combatants on it: `quintain books` lists \
         what there is.\n[[combatant]]\nname = \"\"\nis = \"\"\nside = \"heroes\"\nat = \"A1\"\n\n[[combatant]]\nname = \"\"\nis = \
         \"\"\nside = \"monsters\"\nat = \"A2\"\n\n{}{picture}",
        map.toml
    )
}
