//! Days that are put together in the browser, and asked of the bench.

use axum::extract::{Query, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;
use quintain_content::{Problem, Problems, Source};
use quintain_library::{library, ready_made_named};
use quintain_pages::Fields;
use quintain_pages::bench::{self as pieces, Asked, DayRows, Turnable};
use quintain_workshop::{DayPage, DayParty, Outing, PARTY, Roster, Row, day_page, day_text, one_file};
use serde::Deserialize;

use super::workshop::{files_for, page, refused};
use super::{App, aside};
use crate::bench::turnable;
use crate::documents::{Document, Kind};
use crate::tables::Failed;

/// The party that is chosen.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    party: Option<String>,
}

/// A party with its text.
struct Party {
    shown: DayParty,
    text: String,
}

fn campaigns(app: &App) -> Result<Vec<Document>, Failed> {
    let all = app.tables.store().documents()?;
    Ok(all.into_iter().filter(|one| one.kind == Kind::Party).collect())
}

/// The party of this name: a campaign's, or one that comes with a rulebook.
fn party(app: &App, name: &str) -> Result<Party, Failed> {
    if let Some(own) = campaigns(app)?.into_iter().find(|own| own.name == name) {
        return Ok(Party { shown: shown(&own), text: own.text });
    }
    let text = library().text(name).filter(|text| quintain_content::is_party(text));
    let text =
        text.ok_or_else(|| Problems::from(Problem::general(format!("there is no party `{name}` (any more)"))))?;
    let roster = Roster::read(text).map_err(Problems::from)?;
    let shown = DayParty { name: name.to_owned(), title: roster.head("title"), rulebook: roster.head("rulebook") };
    Ok(Party { shown, text: text.to_owned() })
}

fn shown(own: &Document) -> DayParty {
    DayParty { name: own.name.clone(), title: own.title.clone(), rulebook: own.rulebook.clone() }
}

fn whole(
    app: &App,
    chosen: Option<&Party>,
    (rows, asked): (&[Row], &Asked),
    said: Option<&str>,
) -> Result<Markup, Failed> {
    let turnable = chosen.map(|party| turnable_in(app, party, rows)).unwrap_or_default();
    let chosen = chosen.map(|party| &party.shown);
    let of_game =
        |one: &Document| chosen.is_some_and(|party| one.kind == Kind::Encounter && one.rulebook == party.rulebook);
    let all = app.tables.store().documents()?;
    let encounters: Vec<(String, String)> = all.into_iter().filter(of_game).map(|one| (one.id, one.title)).collect();
    let parties: Vec<DayParty> = campaigns(app)?.iter().map(shown).collect();
    Ok(day_page(&DayPage {
        parties: &parties,
        chosen,
        encounters: &encounters,
        rows,
        asked,
        turnable: &turnable,
        said,
    }))
}

/// What can be turned on the day of these rows; nothing where they are none yet.
fn turnable_in(app: &App, party: &Party, rows: &[Row]) -> Vec<Turnable> {
    let mut asked = Asked::default();
    written(app, party, rows, &mut asked).map(|()| turnable(&asked)).unwrap_or_default()
}

/// What can be turned on the day that a form puts together, as a piece of its page.
pub(crate) async fn turning(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let party = party(&app, fields.needed("party")?)?;
        Ok(page(pieces::turning(&turnable_in(&app, &party, &Row::all(&fields)))))
    })
    .await
}

/// The form.
pub(crate) async fn form(State(app): State<App>, Query(chosen): Query<Chosen>) -> Result<Response, Failed> {
    aside(move || {
        let party = chosen.party.as_deref().map(|name| party(&app, name)).transpose()?;
        let asked = Asked::default();
        Ok(page(whole(&app, party.as_ref(), (&[], &asked), None)?))
    })
    .await
}

/// The form, filled in with what was asked before. Nothing is asked yet.
pub(crate) async fn again(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let party = party(&app, fields.needed("party")?)?;
        Ok(page(whole(&app, Some(&party), (&Row::all(&fields), &Asked::typed(&fields)), None)?))
    })
    .await
}

/// Takes a question about a day. What is wrong with it is said where it was asked, with all that was typed.
pub(crate) async fn ask(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let party = party(&app, fields.needed("party")?)?;
        let rows = Row::all(&fields);
        let mut asked = Asked::typed(&fields);
        let read = Asked::read(&fields).map_err(Failed::from);
        let done = read.and_then(|read| {
            asked = read;
            written(&app, &party, &rows, &mut asked)?;
            app.bench.ask(&asked)
        });
        match done {
            Ok(id) => Ok(Redirect::to(&format!("/bench/{id}")).into_response()),
            Err(fault @ (Failed::Wrong(_) | Failed::Refused(_))) => {
                Ok(refused(whole(&app, Some(&party), (&rows, &asked), Some(&fault.to_string()))?))
            }
            Err(fault) => Err(fault),
        }
    })
    .await
}

/// The party as it goes into the fights of a day: everybody who lives, for rests may help.
fn heroes(text: &str) -> Result<quintain_content::Party, Problems> {
    Ok(quintain_content::Party::parse(&Source::new(PARTY, text))?.all_up())
}

/// The encounter of a row, and its name where it is a ready-made one.
fn fought<'r>(app: &App, row: &'r Row, own: &[(String, String)]) -> Result<(Source, Option<&'r str>), Problem> {
    let (kind, name) = row.what.split_once(':').unwrap_or_default();
    if kind == "fight" {
        return Ok((ready_made_named(name)?.source(), Some(name)));
    }
    let known = app.tables.store().document(name).ok().flatten();
    let known = known.ok_or_else(|| Problem::general("one of the fights is not in the workshop any more"))?;
    Ok((Source::new("the encounter", one_file(&known.text, own)?), None))
}

/// An encounter whose map has too few places for the party, with more of them.
fn widened(encounter: &Source, party: &quintain_content::Party, row: &Row, own: &[(String, String)]) -> Option<Source> {
    let side = if row.side.is_empty() { &party.side.value } else { &row.side };
    let come: Vec<String> = party.heroes.iter().map(|hero| hero.name.value.clone()).collect();
    let reader = |path: &str| Ok(own.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone()));
    Outing { encounter, party, side, come: &come }.widened(&reader)
}

/// Writes the day with all files that it names into the question, so that it is answered by what is asked now, whatever becomes
/// of the party.
fn written(app: &App, party: &Party, rows: &[Row], asked: &mut Asked) -> Result<(), Failed> {
    let DayParty { title, rulebook, .. } = &party.shown;
    let own = files_for(app, rulebook)?;
    let mut files = vec![(PARTY.to_owned(), party.text.clone())];
    let packs = Roster::read(&party.text).map_err(Problems::from)?.packs();
    files.extend(own.iter().filter(|(name, _)| packs.contains(name)).cloned());
    let heroes = heroes(&party.text)?;
    let text = day_text((rulebook, &format!("A day of {title}")), rows, &mut |row| {
        let (encounter, ready) = fought(app, row, &own)?;
        let widened = widened(&encounter, &heroes, row, &own);
        match (widened, ready) {
            (None, Some(name)) => Ok(name.to_owned()),
            (widened, _) => {
                let name = format!("fight-{}.toml", files.len());
                files.push((name.clone(), widened.unwrap_or(encounter).text.to_string()));
                Ok(name)
            }
        }
    });
    (asked.text, asked.files) = (text.map_err(Problems::from)?, files);
    let rows = rows.iter().map(|row| [row.what.clone(), row.side.clone(), row.hand.clone()]);
    asked.day = Some(DayRows { party: party.shown.name.clone(), rows: rows.collect() });
    Ok(())
}
