//! What changes the party of a campaign between fights: its roster, what heroes carry, players and their links, its file.

use axum::extract::{Path, RawForm, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintain_content::{Problem, Problems};
use quintain_pages::{Fields, without_rule};
use quintain_workshop::{Bestiary, LONGEST_NAME, Roster, amended};

use super::home::{camp, camp_with};
use super::{App, MOST_PLAYERS, Own, as_gm, back, change, game_called, gm, not_taken, refused};
use crate::campaigns::Player;
use crate::documents::Change;
use crate::routes::aside;
use crate::routes::workshop::{host, own_packs, step};
use crate::tables::{Failed, token as new_token};

/// What came of a change: back to the page, or the page with what went wrong.
fn answered(app: &App, token: &str, host: &str, done: Result<(), Problems>) -> Result<Response, Failed> {
    match done {
        Ok(()) => Ok(back(token)),
        Err(problems) => Ok(refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            camp(app, &gm(app, token)?, host, Some(&without_places(&problems)))?,
        )),
    }
}

/// What is wrong, without where that is in the party's file: someone who fills in a form sees no file.
fn without_places(problems: &Problems) -> String {
    let told = problems.0.iter().map(|problem| match &problem.help {
        Some(help) => format!("{}; {help}", problem.what),
        None => problem.what.clone(),
    });
    told.collect::<Vec<_>>().join("\n")
}

/// Carries a change of the party out, and shows what came of it.
async fn changing(
    app: App,
    token: String,
    headers: HeaderMap,
    change_of: impl Fn(&Own) -> Result<(String, String), Problems> + Send + 'static,
) -> Result<Response, Failed> {
    aside(move || {
        let done = change(&app, &token, change_of)?;
        answered(&app, &token, &host(&headers), done)
    })
    .await
}

/// Changes the roster.
pub(crate) async fn edit(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    changing(app, token, headers, move |own| {
        let mut roster = Roster::read(&own.document.text)?;
        let what = roster.edit(&fields, &Bestiary::of(&own.document.rulebook, &own.files))?;
        Ok((roster.text(), what))
    })
    .await
}

/// Takes the whole file as it was typed.
pub(crate) async fn text(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        // Browsers send line breaks of forms as two characters.
        let typed = Fields::read(&form).get("text").unwrap_or_default().replace("\r\n", "\n");
        let done = change(&app, &token, |own| {
            let windows = own.document.text.contains("\r\n");
            let text = if windows { typed.replace('\n', "\r\n") } else { typed.clone() };
            of_its_game(&text, &own.document.rulebook)?;
            Ok((text, "the text".to_owned()))
        })?;
        let Err(problems) = done else { return Ok(back(&token)) };
        let (own, said) = (gm(&app, &token)?, problems.to_string());
        let page = camp_with(&app, &own, &host(&headers), (Some(&said), &typed))?;
        Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, page))
    })
    .await
}

/// Makes sure that a text is TOML and of this game.
fn of_its_game(text: &str, game: &str) -> Result<(), Problem> {
    let its = Roster::read(text)?.head("rulebook");
    match its.as_str() {
        its if its == game => Ok(()),
        "" => Err(Problem::general("the text does not say its game").help(format!("write `rulebook = \"{game}\"`"))),
        its => Err(Problem::general(format!(
            "this campaign plays {}, and the text {}",
            game_called(game),
            game_called(its)
        ))
        .help(format!("write `rulebook = \"{game}\"`, or begin a campaign of that game"))),
    }
}

/// Changes by hand what heroes carry.
pub(crate) async fn carry(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    changing(app, token, headers, move |own| {
        let party = own.party()?;
        let left = amended(&party.standing()?, &fields)?;
        let changed = party.after("hand", "", &left)?;
        let told = changed.heroes.iter().any(|hero| !hero.changed.is_empty());
        let text = if told { changed.source.text.to_string() } else { own.document.text.clone() };
        Ok((text, "what heroes carry".to_owned()))
    })
    .await
}

/// Hands out in the words of edicts: a condition that is given or taken away, or anything, a line each.
pub(crate) async fn hand(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    changing(app, token, headers, move |own| {
        let edicts = edicts(&fields)?;
        let plain = |problem: Problem| Problem { what: without_rule(&problem.what).to_owned(), ..problem };
        let changed = own.party()?.handed(&edicts).map_err(plain)?;
        if changed.heroes.iter().all(|hero| hero.changed.is_empty()) {
            let what = format!("`{}` leaves nothing that lasts until the next fight", edicts.join("; "));
            return Err(Problem::general(what).help("hand it out in the fight in which it shall count").into());
        }
        Ok((changed.source.text.to_string(), edicts.join("; ")))
    })
    .await
}

fn edicts(fields: &Fields) -> Result<Vec<String>, Problem> {
    let (who, condition) = (fields.get("who").unwrap_or_default(), fields.filled("condition"));
    let edicts: Vec<String> = match (condition, fields.get("does")) {
        (Some(condition), Some("take")) => vec![format!("take {condition} from {who}")],
        (Some(condition), _) => vec![format!("give {who} {condition}")],
        (None, _) => {
            let words = fields.get("words").unwrap_or_default();
            words.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
        }
    };
    match edicts.is_empty() {
        true => Err(Problem::general("nothing is handed out").help("say it in words, such as `set Althea.sta 5`")),
        false => Ok(edicts),
    }
}

/// One change back.
pub(crate) async fn undo(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    stepped(app, token, -1).await
}

/// One change forth.
pub(crate) async fn redo(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    stepped(app, token, 1).await
}

async fn stepped(app: App, token: String, by: i64) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        step(app, &own.campaign.id, by)?;
        Ok(back(&own.campaign.gm))
    })
    .await
}

/// Adds, renames and removes players, and gives them new links.
pub(crate) async fn players(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        let done = seated(app, &own, &Fields::read(&form))?;
        answered(app, &own.campaign.gm, &host(&headers), done.map_err(Problems::from))
    })
    .await
}

fn seated(app: &App, own: &Own, fields: &Fields) -> Result<Result<(), Problem>, Failed> {
    let wanted = || player_name(own, fields.get("name").unwrap_or_default());
    if fields.get("do") == Some("add") {
        let name = match wanted() {
            Ok(name) => name,
            Err(problem) => return Ok(Err(problem)),
        };
        if own.players.len() >= MOST_PLAYERS {
            return Ok(Err(Problem::general(format!("a campaign has {MOST_PLAYERS} players at most"))));
        }
        app.tables.store().add_player(&own.campaign.id, &name, &new_token()?)?;
        return Ok(Ok(()));
    }
    let place: Option<usize> = fields.get("place").and_then(|place| place.parse().ok());
    let known = place.and_then(|place| own.players.get(place));
    let Some(known) = known.filter(|known| fields.get("was").is_none_or(|was| was == known.name)) else {
        return Ok(Err(Problem::general("the players have changed meanwhile; look at them again")));
    };
    let id = &own.campaign.id;
    let done = match fields.get("do") {
        Some("relink") => {
            let new = Player { token: new_token()?, ..known.clone() };
            app.tables.store().change_player(id, &new, None)?
        }
        Some("rename") => {
            let name = match wanted() {
                Ok(name) => name,
                Err(problem) => return Ok(Err(problem)),
            };
            let text = reseated(own, &known.name, &name);
            let new = Player { name, ..known.clone() };
            let change = text.as_deref().map(|text| (own.document.at, with(own, text, "a player's name")));
            app.tables.store().change_player(id, &new, change)?
        }
        Some("remove") => {
            let text = reseated(own, &known.name, "");
            let change = text.as_deref().map(|text| (own.document.at, with(own, text, "a player leaves")));
            app.tables.store().remove_player(id, known.place, change)?
        }
        other => return Err(not_taken(format!("a campaign does not know how to `{}`", other.unwrap_or_default()))),
    };
    match done {
        true => Ok(Ok(())),
        false => Ok(Err(Problem::general("others change this at the same time; try again"))),
    }
}

fn with<'a>(own: &'a Own, text: &'a str, what: &'a str) -> Change<'a> {
    Change { text, title: &own.document.title, rulebook: &own.document.rulebook, what }
}

/// The party with one player's heroes given to another name; none where there are none.
fn reseated(own: &Own, from: &str, to: &str) -> Option<String> {
    let mut roster = Roster::read(&own.document.text).ok()?;
    roster.reseat(from, to);
    Some(roster.text()).filter(|text| *text != own.document.text)
}

fn player_name(own: &Own, words: &str) -> Result<String, Problem> {
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let same = |other: &str| other.to_lowercase() == name.to_lowercase();
    match name.chars().count() {
        0 => Err(Problem::general("a player needs a name")),
        long if long > LONGEST_NAME => {
            Err(Problem::general(format!("a name has {LONGEST_NAME} letters at most, not {long}")))
        }
        _ if ["gm", "tactics", "game master"].iter().any(|word| same(word)) => {
            Err(Problem::general(format!("no player can be called `{name}`: that is somebody else's seat")))
        }
        _ if own.players.iter().any(|player| same(&player.name)) => {
            Err(Problem::general(format!("a player is called `{name}` already")).help("give each a name of its own"))
        }
        _ => Ok(name),
    }
}

/// Gives the game master another link, and leads there.
pub(crate) async fn relink(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    as_gm(app, token, |app, own| {
        let new = new_token()?;
        app.tables.store().relink_campaign(&own.campaign.id, &new)?;
        Ok(back(&new))
    })
    .await
}

/// A text as a file to be kept.
fn kept(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}

/// The party's file.
pub(crate) async fn file(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    as_gm(app, token, |_, own| Ok(kept("party.toml", own.document.text))).await
}

/// One of the packs that the party names.
pub(crate) async fn pack(
    State(app): State<App>,
    Path((token, name)): Path<(String, String)>,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        let used = own.roster.packs().contains(&name);
        let pack = own_packs(app)?.into_iter().find(|pack| used && pack.name == name).ok_or(Failed::Gone)?;
        Ok(kept(&pack.name, pack.text))
    })
    .await
}
