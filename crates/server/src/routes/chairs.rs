//! Chairs by the JSON interface: a program makes them, and says who plays whom.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quintain_session::{ChairId, Holder, Role};
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::Fault;
use super::play::gm;
use super::{App, aside};
use crate::tables::{Failed, Seat};

/// All chairs with their tokens, and whom each plays.
pub(crate) async fn list(State(app): State<App>, Path(token): Path<String>) -> Result<Json<Value>, Fault> {
    let chairs = aside(move || {
        let seat = gm(&app, &token)?;
        let links = app.tables.links(&seat.table);
        let link = |chair: ChairId| links.iter().find(|(known, _)| *known == chair).map(|(_, token)| token.as_str());
        Ok(seat.table.look(|session| {
            let (room, roster) = (session.room(), session.live().roster());
            let ids = (0..room.chairs.len()).map(|place| ChairId(place as u32));
            let told = ids.filter_map(|id| {
                let plays: Vec<&str> =
                    roster.iter().map(|(name, _)| name.as_str()).filter(|name| room.holds(id, name)).collect();
                let chair = room.chair(id)?;
                Some(json!({ "chair": id, "name": chair.name, "role": chair.role, "token": link(id), "plays": plays }))
            });
            told.collect::<Value>()
        }))
    });
    Ok(Json(chairs.await?))
}

/// A chair that is to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    name: String,
    #[serde(default)]
    role: NewRole,
    /// Combatants that it plays from the beginning.
    #[serde(default)]
    plays: Vec<String>,
}

/// What whoever sits on a new chair is.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum NewRole {
    #[default]
    Player,
    Watcher,
}

/// Makes a chair.
pub(crate) async fn add(
    State(app): State<App>,
    Path(token): Path<String>,
    Json(new): Json<New>,
) -> Result<Response, Fault> {
    let made = aside(move || {
        let seat = gm(&app, &token)?;
        let role = match new.role {
            NewRole::Player => Role::Player,
            NewRole::Watcher => Role::Watcher,
        };
        are_there(&seat, &new.plays)?;
        let token = app.tables.add_chair(&seat, &new.name, role)?;
        let chair = app.tables.seat(&token)?.chair;
        give_all(&app, &seat, &new.plays, Holder::Chair(chair))?;
        Ok(json!({ "chair": chair, "token": token }))
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// Who is to be played by whom.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    who: Vec<String>,
    to: To,
}

/// A chair by its number, or `tactics`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum To {
    Chair(u32),
    Tactics(Tactics),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tactics {
    Tactics,
}

/// Gives combatants to a chair or to tactics.
pub(crate) async fn give(
    State(app): State<App>,
    Path(token): Path<String>,
    Json(given): Json<Given>,
) -> Result<Json<Value>, Fault> {
    let version = aside(move || {
        let seat = gm(&app, &token)?;
        let holder = match given.to {
            To::Tactics(Tactics::Tactics) => Holder::Tactics,
            To::Chair(chair) => Holder::Chair(ChairId(chair)),
        };
        if let Holder::Chair(chair) = holder
            && seat.table.look(|session| session.room().chair(chair).is_none())
        {
            return Err(refused(format!("there is no chair {}", chair.0)));
        }
        are_there(&seat, &given.who)?;
        give_all(&app, &seat, &given.who, holder)?;
        Ok(seat.table.scene(seat.chair).0)
    });
    Ok(Json(json!({ "version": version.await? })))
}

fn give_all(app: &App, seat: &Seat, who: &[String], holder: Holder) -> Result<(), Failed> {
    app.tables.act(&seat.table, |session| {
        session.arrange(seat.chair, |room| who.iter().for_each(|who| room.give(who, holder)))
    })
}

/// Whether all of them take part.
fn are_there(seat: &Seat, who: &[String]) -> Result<(), Failed> {
    let roster = seat.table.look(|session| session.live().roster());
    let is_there = |who: &&String| roster.iter().any(|(name, _)| name.eq_ignore_ascii_case(who));
    match who.iter().find(|who| !is_there(who)) {
        Some(stranger) => {
            let names: Vec<&str> = roster.iter().map(|(name, _)| name.as_str()).collect();
            Err(refused(format!("nobody is called `{stranger}`; there are {}", names.join(", "))))
        }
        None => Ok(()),
    }
}

fn refused(why: String) -> Failed {
    quintain_session::Fault::NotTaken(why).into()
}
