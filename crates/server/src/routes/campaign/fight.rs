//! From a campaign to a table and back: who goes into which fight, and what it leaves.

use axum::extract::{Path, Query, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;
use quintain_content::{Problem, Problems, Source};
use quintain_engine::{Aftermath, Left as Becomes, Waiting};
use quintain_library::{OpenedParty, ready_made_named};
use quintain_pages::Fields;
use quintain_workshop::{
    Bestiary, Draft, Leaves, Outing as Way, Preview, Roster, amended, apart, begin_page, leaves_page, sides_of,
};
use serde::Deserialize;

use super::home::chair_at;
use super::{App, Own, as_gm, back, game_called, not_taken, opened, or_told, page, sound};
use crate::campaigns::Outing;
use crate::documents::{Change, Kind};
use crate::routes::workshop::begun_with_faces;
use crate::tables::Failed;

/// The encounter that a form means.
#[derive(Debug, Deserialize)]
pub(crate) struct Named {
    name: String,
}

/// The encounter of a name: a ready-made one, or one of the house's own by its id.
fn encounter(app: &App, own: &Own, name: &str) -> Result<Source, Failed> {
    let book = &own.document.rulebook;
    let source = match name.strip_prefix("own:") {
        Some(id) => {
            let known = app.tables.store().document(id)?.filter(|known| known.kind == Kind::Encounter);
            let known = known.ok_or_else(|| not_taken("there is no such encounter in the workshop (any more)"))?;
            Source::new("the encounter", known.text)
        }
        None => ready_made_named(name).map_err(Problems::from)?.source(),
    };
    let draft = Draft::read(&source.text).map_err(Problems::from)?;
    match draft.rulebook() == *book {
        true => Ok(source),
        false => {
            let (its, game) = (game_called(&draft.rulebook()), game_called(book));
            Err(not_taken(format!("this campaign plays {game}, and the encounter is of {its}")))
        }
    }
}

/// A fight before it begins.
fn looked_at(app: &App, own: &Own, name: &str, said: Option<&str>) -> Result<Markup, Failed> {
    let source = encounter(app, own, name)?;
    let draft = Draft::read(&source.text).map_err(Problems::from)?;
    let map = draft.map().and_then(Result::ok);
    Ok(begin_page(&Preview {
        token: &own.campaign.gm,
        name,
        title: &draft.title(),
        about: &draft.head("about"),
        map: map.as_ref(),
        sides: &sides_of(&draft, &own.roster.side()),
        heroes: &own.roster.heroes(),
        said,
    }))
}

/// The page on which a fight is looked at before it begins.
pub(crate) async fn preview(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(named): Query<Named>,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| Ok(page(looked_at(app, &own, &named.name, None)?))).await
}

/// Begins a fight with the party, and leads the game master to it.
pub(crate) async fn begin(
    State(app): State<App>,
    Path(token): Path<String>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        let fields = Fields::read(&form);
        let name = fields.needed("name")?;
        let done = begun(app, &own, name, &fields).map(|table| Redirect::to(&format!("/t/{table}")).into_response());
        or_told(done, |words| looked_at(app, &own, name, Some(words)))
    })
    .await
}

fn begun(app: &App, own: &Own, name: &str, fields: &Fields) -> Result<String, Failed> {
    if let Some(on) = own.on() {
        return Err(not_taken(format!("`{}` is still being fought; end it, or set it aside", on.title)));
    }
    if own.campaign.rest.is_some() {
        return Err(not_taken("a rest is being taken; end it first, or give it up"));
    }
    let party = own.party()?;
    let come: Vec<String> = fields.all("come").into_iter().map(str::to_owned).collect();
    if come.is_empty() {
        return Err(not_taken("nobody comes along; tick at least one hero who is able"));
    }
    let encounter = encounter(app, own, name)?;
    let way = Way { encounter: &encounter, party: &party.party, side: fields.needed("side")?, come: &come };
    let opened = way.open(&|path| own.file(path))?;
    let title = opened.title().to_owned();
    let table = begun_with_faces(app, opened)?;
    for player in &own.players {
        chair_at(app, &table, &player.name)?;
    }
    let fight = app.tables.seat(&table)?.table.id.clone();
    app.tables.store().add_outing(&own.campaign.id, &fight, &title)?;
    Ok(table)
}

/// The fight that a form means.
#[derive(Debug, Deserialize)]
pub(crate) struct Meant {
    fight: String,
}

/// Sets a fight aside: it counts for nothing, and another may begin.
pub(crate) async fn aside_with(
    State(app): State<App>,
    Path(token): Path<String>,
    axum::Form(meant): axum::Form<Meant>,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        app.tables.store().set_outing_aside(&own.campaign.id, &meant.fight)?;
        Ok(back(&own.campaign.gm))
    })
    .await
}

/// What a fight has left of those in it, by name, and whether it goes on.
struct Left {
    all: Vec<(String, Aftermath)>,
    goes_on: bool,
}

fn left_of(app: &App, outing: &Outing) -> Result<Left, Failed> {
    let table = outing.table.as_ref().ok_or_else(|| not_taken("this fight has been deleted"))?;
    Ok(app.tables.seat(table)?.table.look(|session| {
        let live = session.live();
        let all = live.roster().into_iter().map(|(name, _)| name).zip(live.aftermath()).collect();
        Left { all, goes_on: !matches!(live.waiting(), Waiting::Over(_) | Waiting::Undecided) }
    }))
}

/// A fight of a campaign.
fn outing<'a>(own: &'a Own, fight: &str) -> Result<&'a Outing, Failed> {
    own.outings.iter().find(|one| one.fight == fight).ok_or(Failed::Gone)
}

/// The party as it stood before a fight was taken into it; as it stands where it was not.
fn before(app: &App, own: &Own, outing: &Outing) -> Result<OpenedParty, Failed> {
    let taken = outing.taken.filter(|_| own.is_taken(outing));
    let earlier = taken.map(|taken| app.tables.store().version(&own.campaign.id, taken - 1)).transpose()?.flatten();
    let text = earlier.map_or_else(|| own.document.text.clone(), |(_, text)| text);
    Ok(opened(&text, &own.files)?)
}

fn told(app: &App, own: &Own, fight: &str, said: Option<&str>) -> Result<Markup, Failed> {
    let outing = outing(own, fight)?;
    let Left { all, goes_on } = left_of(app, outing)?;
    let changes = before(app, own, outing)?.after("fight", &outing.title, &all).map_err(Problems::from)?;
    Ok(leaves_page(&Leaves {
        campaign: &own.document.title,
        token: &own.campaign.gm,
        book: &own.document.rulebook,
        title: &outing.title,
        action: &format!("/c/{}/after/{fight}", own.campaign.gm),
        goes_on,
        taken: own.is_taken(outing),
        changes: &changes.heroes,
        left: &all,
        said,
    }))
}

/// What a fight leaves of each hero.
pub(crate) async fn after(
    State(app): State<App>,
    Path((token, fight)): Path<(String, String)>,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| Ok(page(told(app, &own, &fight, None)?))).await
}

/// Takes what a fight leaves into the roster, with what the game master has changed of it.
pub(crate) async fn take(
    State(app): State<App>,
    Path((token, fight)): Path<(String, String)>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        // Sent twice, it is taken over once, and comes to the campaign all the same.
        if own.is_taken(outing(&own, &fight)?) {
            return Ok(back(&own.campaign.gm));
        }
        let done = taken_over(app, &own, &fight, &Fields::read(&form)).map(|()| back(&own.campaign.gm));
        or_told(done, |words| told(app, &own, &fight, Some(words)))
    })
    .await
}

fn taken_over(app: &App, own: &Own, fight: &str, fields: &Fields) -> Result<(), Failed> {
    let outing = outing(own, fight)?;
    let left = left_of(app, outing)?.all;
    let text = written(own, ("fight", &outing.title), &left, fields)?;
    let what = format!("what {} leaves", outing.title);
    let change = Change { text: &text, title: &own.document.title, rulebook: &own.document.rulebook, what: &what };
    match app.tables.store().take_outing(&own.campaign.id, fight, (own.document.at, change))? {
        true => Ok(()),
        false => Err(not_taken("the campaign has changed meanwhile; look at it again")),
    }
}

/// The party's file with what a fight or a rest leaves by the rules, and behind it what the game master has changed of that.
pub(super) fn written(
    own: &Own,
    (what, title): (&str, &str),
    left: &[(String, Aftermath)],
    fields: &Fields,
) -> Result<String, Problems> {
    let by_the_rules = own.party()?.after(what, title, left)?.source.text.to_string();
    let amended = amended(left, fields)?;
    let (standing, lives) = back_to_life(&by_the_rules, &amended)?;
    let text = match apart(left, &amended) && !all_dead(&standing) {
        true => opened(&standing, &own.files)?.after("hand", &lives, &amended)?.source.text.to_string(),
        false => by_the_rules,
    };
    sound(&text, &own.files)?;
    match text.len() > quintain_workshop::MOST_BYTES {
        true => {
            Err(Problem::general("the party's file would grow too long; take old chapters out of its history").into())
        }
        false => Ok(text),
    }
}

/// Whether nobody of a party lives.
fn all_dead(text: &str) -> bool {
    Roster::read(text).is_ok_and(|roster| roster.heroes().iter().all(|hero| hero.left == "dead"))
}

/// The party with those alive again that the game master lets live, and what the history says of it.
fn back_to_life(text: &str, amended: &[(String, Aftermath)]) -> Result<(String, String), Problem> {
    let mut roster = Roster::read(text)?;
    let mut lives = Vec::new();
    for (place, hero) in roster.heroes().into_iter().enumerate().filter(|(_, hero)| hero.left == "dead") {
        let Some((_, now)) = amended.iter().find(|(name, now)| *name == hero.name && now.left != Becomes::Dead) else {
            continue;
        };
        let [place, left] = [place.to_string(), now.left.word().to_owned()];
        let fields = [("do", "hero".to_owned()), ("place", place), ("left", left)];
        let fields = Fields::of(fields.map(|(key, value)| (key.to_owned(), value)).to_vec());
        roster.edit(&fields, &Bestiary::default())?;
        lives.push(format!("{} lives", hero.name));
    }
    Ok((roster.text(), lives.join(", ")))
}
