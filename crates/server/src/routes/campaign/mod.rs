//! Campaigns: what each address does. The list stands behind the house's key; whatever else there is opens by a permanent link,
//! the game master's or a player's.

mod fight;
mod home;
mod list;
mod party;
mod rest;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;
use quintain_content::{Party, Problem, Problems, Source};
use quintain_library::{OpenedParty, library, rulebook};
use quintain_session::{ChairId, Fault, Role};
use quintain_workshop::{MOST_BYTES, Roster};

use super::workshop::{files_for, heads};
use super::{App, aside};
use crate::campaigns::{Campaign, Opens, Outing, Player};
use crate::documents::{Change, Document};
use crate::tables::{Failed, Seat};

/// The most campaigns of a house.
const MOST_CAMPAIGNS: usize = 200;

/// The most players of a campaign.
const MOST_PLAYERS: usize = 24;

/// What stands behind the house's key.
pub(crate) fn house() -> Router<App> {
    Router::new()
        .route("/campaigns", get(list::list).post(list::begin))
        .route("/campaigns/upload", post(list::upload).layer(DefaultBodyLimit::max(2 * MOST_BYTES)))
        .route("/campaigns/{id}/delete", post(list::delete))
}

/// What a permanent link opens.
pub(crate) fn open() -> Router<App> {
    Router::new()
        .route("/c/{token}", get(home::home))
        .route("/c/{token}/waiting", get(home::waiting))
        .route("/c/{token}/edit", post(party::edit))
        .route("/c/{token}/text", post(party::text).layer(DefaultBodyLimit::max(4 * MOST_BYTES)))
        .route("/c/{token}/undo", post(party::undo))
        .route("/c/{token}/redo", post(party::redo))
        .route("/c/{token}/carry", post(party::carry))
        .route("/c/{token}/hand", post(party::hand))
        .route("/c/{token}/players", post(party::players))
        .route("/c/{token}/relink", post(party::relink))
        .route("/c/{token}/party.toml", get(party::file))
        .route("/c/{token}/pack/{name}", get(party::pack))
        .route("/c/{token}/fight", get(fight::preview).post(fight::begin))
        .route("/c/{token}/aside", post(fight::aside_with))
        .route("/c/{token}/after/{fight}", get(fight::after).post(fight::take))
        .route("/c/{token}/rest", get(rest::show).post(rest::begin))
        .route("/c/{token}/rest/{act}", post(rest::act))
}

/// The campaign that a fight belongs to, as this chair may go back to it: the game master's own chair to all of it, a player's to
/// the player's page.
pub(super) fn campaign_of(app: &App, seat: &Seat) -> Result<Option<quintain_pages::Campaign>, Failed> {
    let player = seat.table.look(|session| {
        let chair = session.room().chair(seat.chair)?;
        (chair.role == Role::Player && chair.open).then(|| chair.name.clone())
    });
    if player.is_none() && seat.chair != ChairId::GM {
        return Ok(None);
    }
    let known = app.tables.store().campaign_of(&seat.table.id, player.as_deref())?;
    Ok(known.map(|(title, word)| quintain_pages::Campaign { title, address: format!("/c/{word}") }))
}

/// What a game is called, by the id of its rulebook.
fn game_called(id: &str) -> String {
    rulebook(id).map_or_else(|_| format!("`{id}`"), |book| book.name().to_owned())
}

/// A page.
fn page(markup: Markup) -> Response {
    Html(markup.into_string()).into_response()
}

/// A page that says what is wrong with what was sent.
fn refused(status: StatusCode, markup: Markup) -> Response {
    (status, Html(markup.into_string())).into_response()
}

fn not_taken(words: impl Into<String>) -> Failed {
    Failed::Refused(Fault::NotTaken(words.into()))
}

/// Back to the page of a link.
fn back(token: &str) -> Response {
    Redirect::to(&format!("/c/{token}")).into_response()
}

/// A campaign with all that belongs to it, as it stands.
struct Own {
    campaign: Campaign,
    document: Document,
    roster: Roster,
    players: Vec<Player>,
    outings: Vec<Outing>,
    /// The house's own packs of its game, by name.
    files: Vec<(String, String)>,
}

impl Own {
    fn read(app: &App, campaign: Campaign) -> Result<Own, Failed> {
        let (document, players, outings) = {
            let store = app.tables.store();
            let document = store.document(&campaign.id)?.ok_or(Failed::Gone)?;
            (document, store.players(&campaign.id)?, store.outings(&campaign.id)?)
        };
        let roster = Roster::read(&document.text).unwrap_or_else(|_| Roster::new(&document.rulebook, &document.title));
        let files = files_for(app, &document.rulebook)?;
        Ok(Own { campaign, document, roster, players, outings, files })
    }

    /// The party in camp.
    fn party(&self) -> Result<OpenedParty, Problems> {
        opened(&self.document.text, &self.files)
    }

    /// A file of the house's own by its name.
    fn file(&self, path: &str) -> std::io::Result<Option<String>> {
        Ok(self.files.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone()))
    }

    /// Whether what a fight leaves is in the roster.
    fn is_taken(&self, outing: &Outing) -> bool {
        outing.taken.is_some_and(|taken| taken <= self.document.at)
    }

    /// The fight that is on.
    fn on(&self) -> Option<&Outing> {
        let on = |one: &&Outing| one.over.is_none() && one.table.is_some() && !one.aside && !self.is_taken(one);
        self.outings.iter().rev().find(on)
    }
}

/// A party's text in camp.
fn opened(text: &str, files: &[(String, String)]) -> Result<OpenedParty, Problems> {
    let reader = |path: &str| Ok(files.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone()));
    library().open_party_source(&Source::new("party.toml", text), &reader)
}

/// The campaign that a link opens for the game master.
fn gm(app: &App, token: &str) -> Result<Own, Failed> {
    let opens = app.tables.store().opens_campaign(token)?;
    match opens.ok_or(Failed::Gone)? {
        Opens::Gm(campaign) => Own::read(app, campaign),
        Opens::Player(..) => Err(Fault::NotYours("that is for the campaign's game master".into()).into()),
    }
}

/// Does something with the campaign that a link opens for the game master, where it holds nobody else up.
async fn as_gm(
    app: App,
    token: String,
    work: impl FnOnce(&App, Own) -> Result<Response, Failed> + Send + 'static,
) -> Result<Response, Failed> {
    aside(move || work(&app, gm(&app, &token)?)).await
}

/// What came of a form, or the page that it stands on with what was wrong with it.
fn or_told(
    done: Result<Response, Failed>,
    told: impl FnOnce(&str) -> Result<Markup, Failed>,
) -> Result<Response, Failed> {
    match done {
        Err(fault @ (Failed::Wrong(_) | Failed::Refused(_))) => Ok(refused(fault.status(), told(&fault.to_string())?)),
        done => done,
    }
}

/// Makes sure that a text is a party that can go on: with heroes, of a known game, and what it says is known there. One of which
/// everybody is dead, or nobody is left, is a party still.
fn sound(text: &str, files: &[(String, String)]) -> Result<(), Problems> {
    if text.len() > MOST_BYTES {
        let what = format!("a party's file has {} kB at most; take old chapters out of its history", MOST_BYTES / 1024);
        return Err(Problem::general(what).into());
    }
    if Roster::read(text)?.heroes().is_empty() {
        return Ok(());
    }
    let party = Party::parse(&Source::new("party.toml", text))?;
    match party.heroes.iter().any(|hero| !hero.is_dead()) {
        true => opened(text, files).map(|_| ()),
        false => Ok(()),
    }
}

/// A party's text with what follows from the new figures of its heroes; as it is where it is no party that can be opened.
fn grown(own: &Own, text: String) -> String {
    let (Ok(before), Ok(now)) = (own.party(), opened(&text, &own.files)) else { return text };
    now.grown(&before).map_or(text, |source| source.text.to_string())
}

/// How often a change is tried again where another came in between.
const TRIES: usize = 5;

/// Changes the party of a campaign by what `change` makes of it. What was sound and would not be any more is refused.
fn change(
    app: &App,
    token: &str,
    change: impl Fn(&Own) -> Result<(String, String), Problems>,
) -> Result<Result<(), Problems>, Failed> {
    for _ in 0..TRIES {
        let own = gm(app, token)?;
        let (text, what) = match change(&own) {
            Ok(changed) => changed,
            Err(problems) => return Ok(Err(problems)),
        };
        let text = grown(&own, text);
        if let Err(problems) = sound(&text, &own.files) {
            return Ok(Err(problems));
        }
        let (title, rulebook) = heads(&text);
        let change = Change { text: &text, title: &title, rulebook: &rulebook, what: &what };
        let (id, at) = (&own.campaign.id, own.document.at);
        if text == own.document.text || app.tables.store().change_document(id, at, change)? {
            return Ok(Ok(()));
        }
    }
    Err(Failed::Broken("others change this at the same time; try again".into()))
}
