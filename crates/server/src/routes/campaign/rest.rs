//! Rests of a campaign: begun, answered die by die and choice by choice, and taken into the roster.

use axum::extract::{Path, RawForm, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use quintain_content::{Problem, Problems};
use quintain_library::OpenedParty;
use quintain_pages::Fields;
use quintain_workshop::{Leaves, Rest, RestPage, Resting, rest_page, waiting_page};

use super::fight::written;
use super::home::{camp, shown};
use super::{App, Own, as_gm, back, not_taken, or_told, page};
use crate::campaigns::{Opens, Player};
use crate::documents::Change;
use crate::routes::aside;
use crate::routes::workshop::host;
use crate::tables::Failed;

/// The rest that is being taken; one of a party that has changed since is none any more.
pub(super) fn taken_up(own: &Own, party: &OpenedParty) -> Result<Option<Resting>, Failed> {
    let Some(kept) = &own.campaign.rest else { return Ok(None) };
    let kept: Rest = serde_json::from_str(kept).map_err(|fault| Failed::Broken(fault.to_string()))?;
    if kept.of != own.document.at {
        return Err(not_taken("the party has changed since this rest began; give it up and begin it again"));
    }
    Ok(Some(Resting::open(party, kept).map_err(Problems::from)?))
}

fn told(own: &Own, resting: &Resting, said: Option<&str>) -> Result<maud::Markup, Failed> {
    let left = resting.left();
    let changes = own.party()?.after("rest", resting.kind.name, &left).map_err(Problems::from)?;
    Ok(rest_page(&RestPage {
        resting,
        leaves: Leaves {
            campaign: &own.document.title,
            token: &own.campaign.gm,
            book: &own.document.rulebook,
            title: resting.kind.name,
            action: &format!("/c/{}/rest/take", own.campaign.gm),
            goes_on: false,
            taken: false,
            changes: &changes.heroes,
            left: &left,
            said,
        },
    }))
}

/// The rest that is being taken, for the game master.
pub(crate) async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    as_gm(app, token, |_, own| match taken_up(&own, &own.party()?)? {
        Some(resting) => Ok(page(told(&own, &resting, None)?)),
        None => Ok(back(&own.campaign.gm)),
    })
    .await
}

/// Begins a rest.
pub(crate) async fn begin(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    as_gm(app, token, move |app, own| {
        let done = begun(app, &own, &Fields::read(&form)).map(|()| to_the_rest(&own.campaign.gm));
        or_told(done, |words| camp(app, &own, &host(&headers), Some(words)))
    })
    .await
}

fn begun(app: &App, own: &Own, fields: &Fields) -> Result<(), Failed> {
    if let Some(on) = own.on() {
        return Err(not_taken(format!("`{}` is still being fought; end it, or set it aside", on.title)));
    }
    let kept = Rest {
        kind: fields.needed("kind")?.to_owned(),
        by_hand: fields.get("by-hand").is_some(),
        of: own.document.at,
        facts: Vec::new(),
    };
    if own.campaign.rest.is_some() {
        return Err(not_taken("a rest is being taken already"));
    }
    let resting = Resting::open(&own.party()?, kept).map_err(Problems::from)?;
    keep(app, own, Some(&resting.kept), None)
}

fn to_the_rest(token: &str) -> Response {
    Redirect::to(&format!("/c/{token}/rest")).into_response()
}

/// Writes down how far a rest has come, before anybody sees it.
fn keep(app: &App, own: &Own, rest: Option<&Rest>, party: Option<(i64, Change<'_>)>) -> Result<(), Failed> {
    let now = rest.map(serde_json::to_string).transpose().map_err(|fault| Failed::Broken(fault.to_string()))?;
    match app.tables.store().keep_rest(&own.campaign.id, (own.campaign.rest.as_deref(), now.as_deref()), party)? {
        true => Ok(()),
        false => Err(not_taken("somebody else has answered meanwhile; look at it again")),
    }
}

/// Answers, throws, takes back, gives up, takes over. A player answers for the own heroes, the game master for everybody.
pub(crate) async fn act(
    State(app): State<App>,
    Path((token, act)): Path<(String, String)>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let opens = app.tables.store().opens_campaign(&token)?.ok_or(Failed::Gone)?;
        let (own, player) = match opens {
            Opens::Gm(campaign) => (Own::read(&app, campaign)?, None),
            Opens::Player(campaign, player) => (Own::read(&app, campaign)?, Some(player)),
        };
        let done = done(&app, &own, player.as_ref(), (&act, &fields));
        let goes_on = player.is_none() && act != "drop" && act != "take";
        let done = done.map(|()| if goes_on { to_the_rest(&token) } else { back(&token) });
        or_told(done, |words| match player {
            Some(player) => shown(&app, &own, &player, Some(words), waiting_page),
            None => told(&own, &taken_up(&own, &own.party()?)?.ok_or_else(no_rest)?, Some(words)),
        })
    })
    .await
}

fn no_rest() -> Failed {
    not_taken("no rest is being taken (any more)")
}

fn done(app: &App, own: &Own, player: Option<&Player>, (act, fields): (&str, &Fields)) -> Result<(), Failed> {
    if act == "drop" && player.is_none() {
        return keep(app, own, None, None);
    }
    let party = own.party()?;
    let mut resting = taken_up(own, &party)?.ok_or_else(no_rest)?;
    if let Some(player) = player {
        is_theirs(own, player, &resting, (act, fields))?;
    }
    match act {
        "answer" => resting.answer(fields.needed("who")?, &fields.words()),
        "throw" if fields.get("by-table").is_some() => {
            let kept = Rest { by_hand: false, ..resting.kept.clone() };
            Resting::open(&party, kept).map(|opened| resting = opened)
        }
        "throw" => resting.throw(&fields.faces()),
        "back" => resting.undo(),
        "take" => return take(app, own, &resting, fields),
        other => Err(Problem::general(format!("a rest does not know how to `{other}`"))),
    }
    .map_err(Problems::from)?;
    keep(app, own, Some(&resting.kept), None)
}

/// Makes sure that a player answers for the own heroes, and does nothing else.
fn is_theirs(own: &Own, player: &Player, resting: &Resting, (act, fields): (&str, &Fields)) -> Result<(), Failed> {
    let not_yours = |words: &str| Err(quintain_session::Fault::NotYours(words.to_owned()).into());
    let who = match (act, resting.live().waiting()) {
        ("answer", _) => fields.needed("who")?.to_owned(),
        ("throw", quintain_engine::Waiting::Dice { who: Some(who), .. }) if fields.get("by-table").is_none() => who,
        _ => return not_yours("that is for the campaign's game master"),
    };
    match own.roster.heroes().iter().any(|hero| hero.name == who && hero.is_of(&player.name)) {
        true => Ok(()),
        false => not_yours(&format!("{who} is not yours to play")),
    }
}

fn take(app: &App, own: &Own, resting: &Resting, fields: &Fields) -> Result<(), Failed> {
    if !resting.is_over() {
        return Err(not_taken("this rest is not over: something is still asked or thrown"));
    }
    let text = written(own, ("rest", resting.kind.name), &resting.left(), fields)?;
    let change =
        Change { text: &text, title: &own.document.title, rulebook: &own.document.rulebook, what: resting.kind.name };
    keep(app, own, None, Some((own.document.at, change)))
}
