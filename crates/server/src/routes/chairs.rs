//! Chairs by the JSON interface: a program makes them, and says which chair plays which combatant.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quintain_session::{ChairId, Fault, Holder, Role};
use serde_json::{Value, json};

use super::play::gm;
use super::sent::{Sent, as_text};
use super::{App, api, aside};
use crate::tables::{Failed, Seat};

/// All chairs with their tokens, and what each plays.
pub(crate) async fn list(State(app): State<App>, Path(token): Path<String>) -> Result<Json<Value>, api::Fault> {
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
#[derive(Debug)]
struct New {
    name: String,
    role: Role,
    /// Combatants that it plays from the beginning.
    plays: Vec<String>,
}

impl New {
    fn read(body: &[u8]) -> Result<New, Fault> {
        let wanted = r#"a chair is {"name": …, "role": "player" or "watcher", "plays": [names]}"#;
        let sent = Sent::read(body, wanted)?;
        sent.only(&["name", "role", "plays"])?;
        let (name, plays) = (sent.needed("name")?, sent.list("plays", "a list of names", as_text)?.unwrap_or_default());
        let role = match sent.text("role")?.as_deref() {
            None | Some("player") => Role::Player,
            Some("watcher") if plays.is_empty() => Role::Watcher,
            Some("watcher") => return Err(sent.wrong(&format!("{name} only looks on, so `plays` is left out"))),
            Some(other) => return Err(sent.wrong(&format!("there is no role `{}`", other.escape_debug()))),
        };
        Ok(New { name, role, plays })
    }
}

/// Makes a chair.
pub(crate) async fn add(
    State(app): State<App>,
    Path(token): Path<String>,
    body: Bytes,
) -> Result<Response, api::Fault> {
    let new = New::read(&body)?;
    let made = aside(move || {
        let seat = gm(&app, &token)?;
        are_there(&seat, &new.plays)?;
        let token = app.tables.add_chair(&seat, &new.name, new.role)?;
        let chair = app.tables.seat(&token)?.chair;
        if !new.plays.is_empty() {
            give_all(&app, &seat, &new.plays, Holder::Chair(chair))?;
        }
        Ok(json!({ "chair": chair, "token": token }))
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// Combatants, and the chair or tactics that shall play them.
#[derive(Debug)]
struct Given {
    who: Vec<String>,
    to: Holder,
}

impl Given {
    fn read(body: &[u8]) -> Result<Given, Fault> {
        let sent = Sent::read(body, r#"this is {"who": [names], "to": the number of a chair or "tactics"}"#)?;
        sent.only(&["who", "to"])?;
        let who = sent.list("who", "a list of names", as_text)?.ok_or_else(|| sent.wrong("`who` is missing"))?;
        let to = sent.get("to").ok_or_else(|| sent.wrong("`to` is missing"))?;
        let chair = to.as_u64().and_then(|chair| u32::try_from(chair).ok());
        match chair {
            Some(chair) => Ok(Given { who, to: Holder::Chair(ChairId(chair)) }),
            None if to == "tactics" => Ok(Given { who, to: Holder::Tactics }),
            None => Err(sent.not("to", "the number of a chair or `tactics`")),
        }
    }
}

/// Gives combatants to a chair or to tactics.
pub(crate) async fn give(
    State(app): State<App>,
    Path(token): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, api::Fault> {
    let Given { who, to } = Given::read(&body)?;
    let version = aside(move || {
        let seat = gm(&app, &token)?;
        if let Holder::Chair(chair) = to
            && seat.table.look(|session| session.room().chair(chair).is_none())
        {
            return Err(refused(format!("there is no chair {}", chair.0)));
        }
        are_there(&seat, &who)?;
        give_all(&app, &seat, &who, to)?;
        Ok(seat.table.scene(seat.chair).0)
    });
    Ok(Json(json!({ "version": version.await? })))
}

fn give_all(app: &App, seat: &Seat, who: &[String], holder: Holder) -> Result<(), Failed> {
    app.tables.act(&seat.table, |session| session.give(seat.chair, who, holder))
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
    Fault::NotTaken(why).into()
}
