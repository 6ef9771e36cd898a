//! All campaigns: new ones, those from files, and those that are thrown away.

use axum::body::Bytes;
use axum::extract::{Multipart, Path, RawForm, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use quintain_content::{Problem, Problems, is_party};
use quintain_library::{library, rulebook};
use quintain_pages::Fields;
use quintain_workshop::{ListedCampaign, Roster, campaigns_page};

use super::{App, MOST_CAMPAIGNS, MOST_PLAYERS, back, page, refused, sound};
use crate::campaigns::{Campaign, Player};
use crate::documents::Change;
use crate::routes::aside;
use crate::routes::fights::unread;
use crate::routes::workshop::{file_name, files_for, heads};
use crate::tables::{Failed, token};

fn whole(app: &App, said: Option<&str>) -> Result<maud::Markup, Failed> {
    let store = app.tables.store();
    let mut all = Vec::new();
    for campaign in store.campaigns()? {
        let Some(document) = store.document(&campaign.id)? else { continue };
        let heroes = Roster::read(&document.text).map(|roster| roster.heroes()).unwrap_or_default();
        all.push(ListedCampaign {
            id: campaign.id,
            title: document.title,
            rulebook: document.rulebook,
            gm: campaign.gm,
            heroes: heroes.into_iter().map(|hero| hero.name).collect(),
        });
    }
    all.sort_by_key(|one| one.title.to_lowercase());
    Ok(campaigns_page(&all, said))
}

/// The list.
pub(crate) async fn list(State(app): State<App>) -> Result<Response, Failed> {
    aside(move || Ok(page(whole(&app, None)?))).await
}

/// A new campaign: with nobody yet, or with ready-made heroes.
pub(crate) async fn begin(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let text = match fields.get("ready") {
            Some(path) => library()
                .text(path)
                .map(str::to_owned)
                .ok_or_else(|| Problem::general(format!("no ready-made party is called `{path}`"))),
            None => named(&fields),
        };
        answered(&app, text.map_err(Problems::from).map(|text| (text, "the beginning")))
    })
    .await
}

fn named(fields: &Fields) -> Result<String, Problem> {
    let book = rulebook(fields.get("rulebook").unwrap_or_default())?;
    let mut roster = Roster::new(book.id(), "");
    let title = fields.get("title").unwrap_or_default().to_owned();
    let head = Fields::of(vec![("do".into(), "head".into()), ("title".into(), title)]);
    roster.edit(&head, &quintain_workshop::Bestiary::default())?;
    Ok(roster.text())
}

/// A campaign from a party's file.
pub(crate) async fn upload(State(app): State<App>, mut form: Multipart) -> Result<Response, Failed> {
    let (mut name, mut file) = (String::new(), Bytes::new());
    while let Some(field) = form.next_field().await.map_err(unread)? {
        if field.name() == Some("file") {
            name = field.file_name().unwrap_or("the file").to_owned();
            file = field.bytes().await.map_err(unread)?;
        }
    }
    aside(move || {
        let text = String::from_utf8_lossy(&file).into_owned();
        let read = match (is_party(&text), Roster::read(&text)) {
            (true, _) => Ok((text, "the file")),
            (false, Err(problem)) => Err(Problem::general(format!("{name} is no party's file: {problem}")).into()),
            (false, Ok(_)) => {
                let problem = Problem::general(format!("{name} is no party's file"));
                Err(problem.help("a party has `[[hero]]` entries; download one to see how they look").into())
            }
        };
        answered(&app, read)
    })
    .await
}

/// Begins a campaign with this party, and leads to it; what is wrong is said on the list.
fn answered(app: &App, read: Result<(String, &str), Problems>) -> Result<Response, Failed> {
    match read.map(|read| add(app, read)) {
        Ok(added) => match added? {
            Ok(gm) => Ok(back(&gm)),
            Err(problems) => Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, whole(app, Some(&problems.to_string()))?)),
        },
        Err(problems) => Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, whole(app, Some(&problems.to_string()))?)),
    }
}

/// Adds a campaign; each name in a hero's `seat` becomes a player of it. Returns the game master's word.
fn add(app: &App, (text, what): (String, &str)) -> Result<Result<String, Problems>, Failed> {
    let (title, rulebook) = heads(&text);
    if let Err(problems) = sound(&text, &files_for(app, &rulebook)?) {
        return Ok(Err(problems));
    }
    let mut players: Vec<Player> = Vec::new();
    for hero in Roster::read(&text).map(|roster| roster.heroes()).unwrap_or_default() {
        let seat = hero.seat;
        let known = seat.is_empty()
            || ["gm", "tactics"].contains(&seat.to_lowercase().as_str())
            || players.iter().any(|one| one.name == seat);
        if !known && players.len() < MOST_PLAYERS {
            players.push(Player {
                place: i64::try_from(players.len()).unwrap_or(i64::MAX),
                name: seat,
                token: token()?,
            });
        }
    }
    let new = Campaign { id: token()?, gm: token()?, rest: None };
    let mut store = app.tables.store();
    if store.campaigns()?.len() >= MOST_CAMPAIGNS {
        let words = format!("a house has {MOST_CAMPAIGNS} campaigns at most; delete one that is over");
        return Ok(Err(Problem::general(words).into()));
    }
    let name = file_name(&title, &store.documents()?);
    let change = Change { text: &text, title: &title, rulebook: &rulebook, what };
    store.add_campaign((&new, &name), change, &players)?;
    Ok(Ok(new.gm))
}

/// Forgets a campaign; its fights stay.
pub(crate) async fn delete(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        app.tables.store().delete_campaign(&id)?;
        Ok(Redirect::to("/campaigns").into_response())
    })
    .await
}
