//! What a draft comes to: play-outs, proposals, what matters; each in its turn, none where nobody waits for it.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::Markup;
use quintain_workshop::{
    Aim, Bestiary, Mattering, Playing, Tuning, check, figures as figures_page, matters_page, proposals_page,
};
use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_128;

use super::{App, document, draft, failed, files_for, own_packs, page, texts};
use crate::routes::aside;
use crate::tables::Failed;

/// How many fights are played out at most.
const FIGHTS: u64 = 400;

/// How long a page without script may play out before it is sent.
pub(super) const AT_ONCE: Duration = Duration::from_millis(900);

/// The longest that figures may take in one request.
const LONGEST: u64 = 1_000;

/// How long proposals and what matters may take.
const PATIENCE: Duration = Duration::from_secs(12);

/// For how long to play out, and the pack whose last change is held against what was before.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    ms: Option<u64>,
    pack: Option<String>,
}

/// What is played, as a key: the text and all packs.
fn key(text: &str, packs: &[(String, String)]) -> u128 {
    let all: Vec<&str> = packs.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]).chain([text]).collect();
    xxh3_128(all.join("\u{0}").as_bytes())
}

/// What is to be played: the text, the packs, what it was before the last change, and what that was.
struct Standing {
    text: String,
    packs: Vec<(String, String)>,
    before: Option<(u128, String)>,
}

fn standing(app: &App, id: &str, pack: Option<&str>) -> Result<Standing, Failed> {
    let known = document(app, id)?;
    let mut own = own_packs(app)?;
    own.retain(|pack| pack.rulebook == known.rulebook);
    // Parties of campaigns are files like packs: an encounter that names one is played with it as it stands.
    let parties =
        files_for(app, &known.rulebook)?.into_iter().filter(|(name, _)| !own.iter().any(|pack| pack.name == *name));
    let packs: Vec<(String, String)> = texts(&own).into_iter().chain(parties).collect();
    let changed = pack.and_then(|pack| own.iter().find(|own| own.id == pack)).unwrap_or(&known).clone();
    let store = app.tables.store();
    let what = store.version(&changed.id, changed.at)?.map(|(what, _)| what).unwrap_or_default();
    let before = store.version(&changed.id, changed.at - 1)?.map(|(_, text)| match changed.id == known.id {
        true => (key(&text, &packs), what),
        false => {
            let then = packs
                .iter()
                .map(|(name, own)| (name.clone(), if *name == changed.name { text.clone() } else { own.clone() }));
            (key(&known.text, &then.collect::<Vec<_>>()), what)
        }
    });
    Ok(Standing { text: known.text, packs, before })
}

/// The figures as far as they are found out in this time; nothing where the draft cannot be played, or nobody waits any more.
pub(super) async fn played(app: &App, id: &str, pack: Option<&str>, time: Duration) -> Result<Option<Markup>, Failed> {
    let wanted = app.tryouts.wanted(&format!("figures of {id}"));
    let (own, about, of) = (app.clone(), id.to_owned(), pack.map(str::to_owned));
    let begun = aside(move || {
        let standing = standing(&own, &about, of.as_deref())?;
        let key = key(&standing.text, &standing.packs);
        let checked = check(&standing.text, &standing.packs);
        let ready = checked.problems.is_empty();
        let job = checked.opened.filter(|_| ready).map(|opened| Playing::new(opened, own.tryouts.figures(key), FIGHTS));
        Ok(job.map(|job| (job, key, standing.before)))
    });
    let Some((job, key, before)) = begun.await? else { return Ok(None) };
    let job = app.tryouts.work(job, time, wanted.clone()).await?;
    app.tryouts.keep(key, job.figures());
    if !wanted() {
        return Ok(None);
    }
    let figures = job.figures();
    let then = before.and_then(|(key, what)| Some((app.tryouts.figures(key)?, what)));
    let shift = then.as_ref().and_then(|(then, what)| Some((what.as_str(), figures.shift(then)?)));
    Ok(Some(figures_page(figures, shift, figures.fights() < FIGHTS)))
}

/// The figures, as a piece of the page.
pub(crate) async fn figures(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Failed> {
    let time = Duration::from_millis(asked.ms.unwrap_or(LONGEST).min(LONGEST));
    let found = played(&app, &id, asked.pack.as_deref(), time).await?;
    Ok(page(found.unwrap_or_else(|| maud::html! {})))
}

/// Whether a whole page is wanted, or a piece of one.
fn alone(headers: &HeaderMap) -> bool {
    !headers.contains_key("x-quintain")
}

fn proposals(id: &str) -> String {
    format!("proposals for {id}")
}

fn matters(id: &str) -> String {
    format!("what matters in {id}")
}

/// Ends the search for proposals and for what matters: the one who asked gets what has been found until now.
pub(crate) async fn stop(State(app): State<App>, Path(id): Path<String>) -> StatusCode {
    for what in [proposals(&id), matters(&id)] {
        app.tryouts.end(&what);
    }
    StatusCode::NO_CONTENT
}

/// What shall be how likely.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    side: String,
    aim: String,
    percent: String,
}

/// Proposes changes after which something is as likely as it shall be.
pub(crate) async fn tune(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let wanted = app.tryouts.wanted(&proposals(&id));
    let (own, about) = (app.clone(), id.clone());
    let (job, title) = aside(move || {
        let Standing { text, packs, .. } = standing(&own, &about, None)?;
        let opened = quintain_workshop::open(&text, &packs)?;
        let draft = draft(&text);
        let bestiary = Bestiary::of(opened.rulebook.id(), &packs);
        let known = own.tryouts.figures(key(&text, &packs));
        let wrong = || {
            quintain_content::Problem::general("this says nothing to aim at")
                .help("choose a side and a share from 1 to 99 %")
        };
        let percent = wish.percent.trim().parse::<f64>().ok();
        let tuning = percent.zip(Aim::read(&wish.aim)).and_then(|(percent, aim)| {
            Tuning::new((&draft, &bestiary, &packs), (opened, known), (&wish.side, aim, percent))
        });
        Ok((tuning.ok_or_else(|| failed(&wrong()))?, draft.title()))
    })
    .await?;
    let job = app.tryouts.work(job, PATIENCE, wanted).await?;
    Ok(page(proposals_page(&id, &title, &job, alone(&headers))))
}

/// Says what matters most.
pub(crate) async fn matter(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let wanted = app.tryouts.wanted(&matters(&id));
    let (own, about) = (app.clone(), id.clone());
    let (job, title, side) = aside(move || {
        let Standing { text, packs, .. } = standing(&own, &about, None)?;
        let opened = quintain_workshop::open(&text, &packs)?;
        let side = opened.fight.sides().first().cloned().unwrap_or_default();
        Ok((Mattering::new(opened, &packs), draft(&text).title(), side))
    })
    .await?;
    let job = app.tryouts.work(job, PATIENCE, wanted).await?;
    Ok(page(matters_page(&id, &title, &side, &job.found(), job.progress(), alone(&headers))))
}
