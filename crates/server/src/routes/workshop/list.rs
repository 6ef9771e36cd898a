//! The list of what is being made: new ones, copies, other names, and what is thrown away.

use axum::body::Bytes;
use axum::extract::{Multipart, Path, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use quintain_content::{Problem, is_day, is_party};
use quintain_library::{ready_made_named, rulebook};
use quintain_pages::Fields;
use quintain_workshop::{Draft, Edit, Listed, PackDraft, PackEdit, from_json, list as list_page, one_file};

use super::board::brought;
use super::{App, add, change, document, failed, files_for, page, refused};
use crate::documents::Kind;
use crate::pictures;
use crate::routes::aside;
use crate::routes::fights::unread;
use crate::tables::Failed;

/// The most letters of a title, as in the fields for it.
const LONGEST_TITLE: usize = 120;

fn whole(app: &App, problem: Option<&str>) -> Result<maud::Markup, Failed> {
    // The parties of campaigns are looked after with these.
    let all = app.tables.store().documents()?.into_iter().filter(|one| one.kind != Kind::Party);
    let listed = all.map(|one| Listed {
        id: one.id,
        is_pack: one.kind == Kind::Pack,
        title: one.title,
        rulebook: one.rulebook,
        text: one.text,
    });
    Ok(list_page(&listed.collect::<Vec<_>>(), problem))
}

fn to(id: &str) -> Response {
    Redirect::to(&format!("/workshop/{id}")).into_response()
}

/// The list.
pub(crate) async fn list(State(app): State<App>) -> Result<Response, Failed> {
    aside(move || Ok(page(whole(&app, None)?))).await
}

/// A new encounter of a game, or a copy of a ready-made one.
pub(crate) async fn begin(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let text = match fields.get("ready") {
            Some(name) => ready_made_named(name).map_err(|problem| failed(&problem))?.text.to_owned(),
            None => {
                let book = rulebook(fields.get("rulebook").unwrap_or_default()).map_err(|problem| failed(&problem))?;
                let (draft, all) = (Draft::new(book.id()), app.tables.store().documents()?);
                let taken: Vec<&str> = all.iter().map(|one| one.title.as_str()).collect();
                let named = entitled(Kind::Encounter, &draft.text(), &not_taken(&draft.title(), &taken));
                named.map_err(|problem| failed(&problem))?.0
            }
        };
        Ok(to(&add(&app, Kind::Encounter, &text, "the beginning")?.0))
    })
    .await
}

/// Takes a file: an encounter or a pack as TOML or JSON, or a map.
pub(crate) async fn upload(State(app): State<App>, mut form: Multipart) -> Result<Response, Failed> {
    let (mut book, mut name, mut file) = (String::new(), String::new(), Bytes::new());
    while let Some(field) = form.next_field().await.map_err(unread)? {
        match field.name() {
            Some("rulebook") => book = field.text().await.map_err(unread)?,
            Some("file") => {
                name = field.file_name().unwrap_or("the file").to_owned();
                file = field.bytes().await.map_err(unread)?;
            }
            _ => {}
        }
    }
    aside(move || match read(&app, &book, &name, &String::from_utf8_lossy(&file))? {
        Ok(response) => Ok(response),
        Err(problem) => Ok(refused(whole(&app, Some(&problem.to_string()))?)),
    })
    .await
}

/// Whether a file is meant to be a map, by its name: what is wrong with it is told as of a map then.
fn called_a_map(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["dd2vtt", "uvtt", "df2vtt", "tmj"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// That a file is something of Quintain's, but nothing of the workshop, and where it belongs.
fn elsewhere(name: &str, text: &str) -> Option<Problem> {
    // What is no text has become one with signs for what cannot be read.
    let (what, help) = if pictures::is_picture(text.as_bytes()) || text.starts_with('\u{fffd}') {
        ("no text", "a picture is laid under the map of an encounter, by “A map or a picture from elsewhere”")
    } else if is_party(text) {
        ("a party", "campaigns begin with the file of one")
    } else if is_day(text) {
        ("a day of several fights", "days are put together at the bench, or asked about in the terminal")
    } else {
        return None;
    };
    Some(Problem::general(format!("`{name}` is {what}")).help(help))
}

/// The text of an encounter or a pack, and what was done, in words: a map is one on which nobody stands yet.
fn made(app: &App, book: &str, name: &str, text: &str) -> Result<Result<(String, String), Problem>, Failed> {
    let json = text.trim_start().starts_with('{');
    let looks_like_one =
        json && (text.contains("\"layers\"") || text.contains("\"resolution\"")) && !text.contains("\"rulebook\"");
    let what = format!("the file {name}");
    if looks_like_one || called_a_map(name) {
        return Ok(brought(app, name, text)?.and_then(|(table, what)| {
            let mut draft = Draft::new(book);
            draft.take_map(&table)?;
            Ok((draft.text(), what))
        }));
    }
    Ok(match (elsewhere(name, text), json) {
        (Some(problem), _) => Err(problem),
        (None, true) => from_json(text).map(|text| (text, what)),
        (None, false) => Ok((text.to_owned(), what)),
    })
}

/// What a file is, by what is in it.
fn read(app: &App, book: &str, name: &str, text: &str) -> Result<Result<Response, Problem>, Failed> {
    let (made, what) = match made(app, book, name, text)? {
        Ok(made) => made,
        Err(problem) => return Ok(Err(problem)),
    };
    let pack = match PackDraft::read(&made) {
        Ok(pack) => pack,
        Err(problem) => return Ok(Err(problem)),
    };
    let game = Some(pack.head("rulebook")).filter(|game| !game.is_empty());
    let known = game.ok_or_else(|| {
        Problem::general(format!("`{name}` does not say its game"))
            .help("encounters and packs begin with a line such as `rulebook = \"thalassa\"`")
    });
    if let Err(problem) = known.and_then(|game| rulebook(&game).map(|_| ())) {
        return Ok(Err(problem));
    }
    let people = Draft::read(&made).map(|draft| draft.people().len()).unwrap_or_default();
    let is_pack = people == 0 && !pack.all().is_empty();
    let kind = if is_pack { Kind::Pack } else { Kind::Encounter };
    let (id, _) = add(app, kind, &made, &what)?;
    Ok(Ok(if is_pack { Redirect::to(&format!("/workshop/pack/{id}")).into_response() } else { to(&id) }))
}

/// Takes a copy of what has been shared.
pub(crate) async fn take(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let shared =
            app.tables.store().shared_document(fields.get("token").unwrap_or_default())?.ok_or(Failed::Gone)?;
        let files = files_for(&app, &shared.rulebook)?;
        let text = one_file(&shared.text, &files).map_err(|problem| failed(&problem))?;
        Ok(to(&add(&app, Kind::Encounter, &text, "the beginning")?.0))
    })
    .await
}

/// Gives a document another title.
pub(crate) async fn rename(
    State(app): State<App>,
    Path(id): Path<String>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let kind = document(&app, &id)?.kind;
        let done = change(&app, &id, |text| entitled(kind, text, fields.get("title").unwrap_or_default()))?;
        done.map_err(|problem| failed(&problem))?;
        Ok(Redirect::to("/workshop").into_response())
    })
    .await
}

/// A title that no other has: itself, or with a number behind.
fn not_taken(title: &str, taken: &[&str]) -> String {
    let numbered = (2..).map(|number| format!("{title} {number}"));
    let mut all = std::iter::once(title.to_owned()).chain(numbered);
    all.find(|title| !taken.contains(&title.as_str())).unwrap_or_default()
}

/// A document's text under another title, and what was done.
fn entitled(kind: Kind, text: &str, title: &str) -> Result<(String, String), Problem> {
    let title: String = title.chars().take(LONGEST_TITLE).collect();
    let fields = Fields::of(vec![("do".into(), "head".into()), ("title".into(), title)]);
    match kind {
        Kind::Pack => PackEdit(&fields).on(&PackDraft::read(text)?).map(|(pack, what, _)| (pack.text(), what)),
        Kind::Encounter | Kind::Party => Edit::new(&fields, &quintain_workshop::Bestiary::default())
            .on(&Draft::read(text)?)
            .map(|(draft, what)| (draft.text(), what)),
    }
}

/// Copies a document; the copy says in its title that it is one, where it can be read.
pub(crate) async fn copy(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let known = document(&app, &id)?;
        let text = entitled(known.kind, &known.text, &format!("{}, a copy", known.title));
        let text = text.map_or_else(|_| known.text.clone(), |(text, _)| text);
        let (new, _) = add(&app, known.kind, &text, "the beginning")?;
        if known.kind == Kind::Pack {
            let faces = app.tables.store().entry_faces(&id)?;
            for (entry, picture) in faces {
                app.tables.store().set_entry_face(&new, &entry, Some(&picture))?;
            }
            return Ok(Redirect::to(&format!("/workshop/pack/{new}")).into_response());
        }
        Ok(to(&new))
    })
    .await
}

/// Forgets a document.
pub(crate) async fn delete(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        app.tables.store().delete_document(&id)?;
        Ok(Redirect::to("/workshop").into_response())
    })
    .await
}
