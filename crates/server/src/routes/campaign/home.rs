//! What a permanent link shows: the game master the whole campaign, a player the table that is on, or the page on which one waits.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use quintain_session::{ChairId, Role};
use quintain_workshop::{
    Bestiary, Camp, Fought, OwnPack, Player as ShownPlayer, Resting, Roster, Stands, Waiting, camp_page,
    waiting as waiting_piece, waiting_page,
};

use super::rest::taken_up;
use super::{App, Own, page};
use crate::campaigns::{Opens, Outing, Player};
use crate::documents::Kind;
use crate::routes::aside;
use crate::routes::workshop::{host, own_packs, steps};
use crate::tables::Failed;

/// The page of a link.
pub(crate) async fn home(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    aside(move || {
        let opens = app.tables.store().opens_campaign(&token)?;
        match opens.ok_or(Failed::Gone)? {
            Opens::Gm(campaign) => Ok(page(camp(&app, &Own::read(&app, campaign)?, &host(&headers), None)?)),
            Opens::Player(campaign, player) => {
                let own = Own::read(&app, campaign)?;
                match chair_of(&app, &own, &player)? {
                    Some(table) => Ok(Redirect::to(&format!("/t/{table}")).into_response()),
                    None => Ok(page(shown(&app, &own, &player, None, waiting_page)?)),
                }
            }
        }
    })
    .await
}

/// What a player waits for, as a piece of the page: it leads to the table once there is one.
pub(crate) async fn waiting(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let Some(Opens::Player(campaign, player)) = app.tables.store().opens_campaign(&token)? else {
            return Err(Failed::Gone);
        };
        let own = Own::read(&app, campaign)?;
        Ok(page(match chair_of(&app, &own, &player)? {
            Some(table) => html! { div #waiting data-goto={ "/t/" (table) } {} },
            None => shown(&app, &own, &player, None, waiting_piece)?,
        }))
    })
    .await
}

/// The word that opens a player's chair at the fight that is on; the chair is put there where it is missing.
fn chair_of(app: &App, own: &Own, player: &Player) -> Result<Option<String>, Failed> {
    let Some(table) = own.on().and_then(|on| on.table.as_ref()) else { return Ok(None) };
    chair_at(app, table, &player.name).map(Some)
}

/// The word that opens the chair of this name at a table; the chair is put there where it is missing.
pub(super) fn chair_at(app: &App, table: &str, name: &str) -> Result<String, Failed> {
    match known_chair(app, table, name)? {
        Some(token) => Ok(token),
        None => app.tables.add_chair(&app.tables.seat(table)?, name, Role::Player),
    }
}

/// The word that opens the chair of this name at a table, where there is one.
fn known_chair(app: &App, table: &str, name: &str) -> Result<Option<String>, Failed> {
    let gm = app.tables.seat(table)?;
    let known = gm.table.look(|session| {
        let chairs = &session.room().chairs;
        chairs.iter().position(|chair| chair.role == Role::Player && chair.open && chair.name == name)
    });
    let Some(chair) = known.and_then(|place| u32::try_from(place).ok()).map(ChairId) else { return Ok(None) };
    Ok(app.tables.links(&gm.table).into_iter().find(|(id, _)| *id == chair).map(|(_, token)| token))
}

/// A player's page, or the piece of it that is waited for.
pub(super) fn shown(
    app: &App,
    own: &Own,
    player: &Player,
    said: Option<&str>,
    show: impl FnOnce(&Waiting<'_>) -> Markup,
) -> Result<Markup, Failed> {
    let party = own.party().ok();
    let standing = party.as_ref().and_then(|party| party.standing().ok()).unwrap_or_default();
    let resting = party.as_ref().and_then(|party| taken_up(own, party).ok().flatten());
    let last = own.outings.iter().rev().find(|one| one.over.is_some() && !one.aside);
    let table = last.and_then(|last| last.table.as_ref());
    let table = table.map(|table| known_chair(app, table, &player.name)).transpose()?.flatten();
    let bestiary = Bestiary::of(&own.document.rulebook, &own.files);
    Ok(show(&Waiting {
        token: &player.token,
        player: &player.name,
        roster: &own.roster,
        party: party.as_ref(),
        standing: &standing,
        bestiary: &bestiary,
        last: last
            .zip(table.as_deref())
            .and_then(|(last, table)| Some((last.title.as_str(), last.over.as_deref()?, table))),
        resting: resting.as_ref().filter(|resting: &&Resting| !resting.is_over()),
        said,
    }))
}

fn fought(own: &Own, one: &Outing) -> Fought {
    let stands = match (own.is_taken(one), one.aside, one.over.is_some() || one.table.is_none()) {
        (true, ..) => Stands::Taken,
        (_, true, _) => Stands::Aside,
        (.., true) => Stands::Over,
        _ => Stands::On,
    };
    Fought {
        fight: one.fight.clone(),
        title: one.title.clone(),
        table: one.table.clone(),
        over: one.over.clone(),
        stands,
    }
}

/// The game master's page, with what went wrong.
pub(super) fn camp(app: &App, own: &Own, host: &str, said: Option<&str>) -> Result<Markup, Failed> {
    camp_with(app, own, host, (said, &own.document.text))
}

/// The game master's page, with what went wrong and the party's file as it was typed.
pub(super) fn camp_with(
    app: &App,
    own: &Own,
    host: &str,
    (said, text): (Option<&str>, &str),
) -> Result<Markup, Failed> {
    let (undo, redo) = steps(app, &own.document)?;
    let party = own.party();
    let why = party.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let standing = party.as_ref().ok().and_then(|party| party.standing().ok()).unwrap_or_default();
    let used = own.roster.packs();
    let mut packs = own_packs(app)?;
    packs.retain(|pack| used.contains(&pack.name));
    let encounters = app.tables.store().documents()?;
    let encounters =
        encounters.into_iter().filter(|one| one.kind == Kind::Encounter && one.rulebook == own.document.rulebook);
    let player = |player: &Player| ShownPlayer { name: player.name.clone(), token: player.token.clone() };
    Ok(camp_page(&Camp {
        token: &own.campaign.gm,
        host,
        name: &own.document.name,
        text,
        roster: &own.roster,
        party: party.as_ref().map_err(|_| why.as_str()),
        standing: &standing,
        bestiary: &Bestiary::of(&own.document.rulebook, &own.files),
        players: &own.players.iter().map(player).collect::<Vec<_>>(),
        fights: &own.outings.iter().map(|one| fought(own, one)).collect::<Vec<_>>(),
        resting: own.campaign.rest.is_some(),
        encounters: &encounters.map(|one| (one.id, one.title)).collect::<Vec<_>>(),
        packs: &packs
            .into_iter()
            .map(|pack| OwnPack { id: pack.id, name: pack.name, title: pack.title })
            .collect::<Vec<_>>(),
        undo: (undo.as_deref(), redo.as_deref()),
        said: said.or(Roster::read(&own.document.text).err().map(|problem| problem.to_string()).as_deref()),
    }))
}
