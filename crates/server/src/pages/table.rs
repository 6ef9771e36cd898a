//! The table: one fight as one chair sees it.

use maud::{Markup, html};
use quintain_engine::{Standing, View};
use quintain_session::{Chair, ChairId, Seen, Session};

use super::layout::page;
use super::{cast, gm, log, map, order, question};

/// What a page needs besides the fight itself.
#[derive(Debug)]
pub(crate) struct Around<'a> {
    /// The token by which it was opened.
    pub token: &'a str,
    /// The chair.
    pub chair: ChairId,
    /// What stands before paths in links for others.
    pub host: &'a str,
    /// The links of the chairs; for the game master.
    pub links: &'a [(ChairId, String)],
    /// How often the table has changed.
    pub version: u64,
}

/// The whole page.
pub(crate) fn table(session: &Session, around: &Around<'_>) -> Markup {
    page(session.title(), "table", &parts(session, around))
}

/// What changes with every act.
pub(crate) fn parts(session: &Session, around: &Around<'_>) -> Markup {
    let seen = session.seen(around.chair);
    let book = session.rulebook().id();
    let base = format!("/t/{}", around.token);
    let room = session.room();
    let chair = room.chair(around.chair);
    html! {
        div #table data-base=(base) data-version=(around.version) data-live {
            (top(session.title(), session.rulebook().name(), &seen.view, chair.map_or("", |chair| chair.name.as_str()), &seen))
            (order::order(&seen.view))
            p #said role="alert" data-keep {}
            div .scene {
                (field(session, &seen))
                (cast::cast(&seen.view, room))
            }
            div .desk {
                (question::questions(&base, book, &seen))
                (log::log(book, &seen.log))
                @if room.is_gm(around.chair) {
                    (gm::panel(&base, around.host, &seen.view, room, around.links, (session.live().facts().len(), &session.decided_alone()), session.rulebook().topics()))
                }
                @if let Some(chair) = chair { (habits(&base, chair, &seen.standing)) }
            }
        }
    }
}

/// What a chair may settle for itself.
fn habits(base: &str, chair: &Chair, standing: &[Standing]) -> Markup {
    html! {
        section #habits aria-label="Your chair" {
            form .row method="post" action={ (base) "/hand" } {
                button type="submit" name="by_hand" value=(!chair.by_hand) {
                    @if chair.by_hand { "Let the table throw my dice" } @else { "I throw my own dice" }
                }
            }
            @if !standing.is_empty() {
                h3 { "Standing answers" }
                @for said in standing {
                    form .row method="post" action={ (base) "/ask-again" } {
                        input type="hidden" name="who" value=(said.to);
                        input type="hidden" name="topic" value=(said.topic);
                        span { (said.to) ": " b { (said.words.as_deref().unwrap_or_default()) }
                            @if said.unless_it_falls { ", unless it could fell it" }
                            " " span .dim { (said.topic) } }
                        button type="submit" { "Ask again" }
                    }
                }
            }
        }
    }
}

fn top(title: &str, game: &str, view: &View, chair: &str, seen: &Seen) -> Markup {
    html! {
        header #top {
            h1 { (title) }
            p {
                (game) " · " @if view.round > 0 { "round " (view.round) " · " } (view.moment)
                @if !chair.is_empty() { " · you are " b { (chair) } }
            }
            @if !seen.waits_for.is_empty() { p .waits { "Waiting for " (seen.waits_for.join(", ")) } }
        }
    }
}

fn field(session: &Session, seen: &Seen) -> Markup {
    let spec = session.opened().encounter.map.as_ref();
    let ground = spec.and_then(|spec| spec.build().ok());
    html! {
        section #field aria-label="The field" {
            @if let Some(ground) = &ground {
                (map::map(ground, picture(session), &seen.view, &seen.questions))
                (map::words(&seen.view))
            }
        }
    }
}

/// The name of the picture under the map.
fn picture(session: &Session) -> Option<&str> {
    session.opened().encounter.map.as_ref()?.picture.as_ref().map(|name| name.as_str())
}

/// An earlier moment, to be looked at.
pub(crate) fn earlier(session: &Session, token: &str, facts: usize) -> Markup {
    let live = session.earlier(facts);
    let view = live.view();
    let events: Vec<_> = live.log().iter().cloned().enumerate().collect();
    let ground = session.opened().encounter.map.as_ref().and_then(|spec| spec.build().ok());
    let most = session.live().facts().len();
    let body = html! {
        div #table {
            header #top {
                h1 { (session.title()) }
                p { "As it stood after " (facts) " of " (most) " dice and answers: round " (view.round) ", " (view.moment) }
                nav .row {
                    @if facts > 0 { a href={ "/t/" (token) "/earlier?facts=" (facts - 1) } { "one back" } }
                    " " @if facts < most { a href={ "/t/" (token) "/earlier?facts=" (facts + 1) } { "one on" } }
                    " " a href={ "/t/" (token) } { "back to the table" }
                }
                form .row method="post" action={ "/t/" (token) "/branch" } {
                    button type="submit" name="facts" value=(facts) { "Begin a new fight from here" }
                }
            }
            (order::order(&view))
            div .scene {
                section #field { @if let Some(ground) = &ground { (map::map(ground, picture(session), &view, &[])) } }
                (cast::cast(&view, session.room()))
            }
            div .desk { (log::log(session.rulebook().id(), &events)) }
        }
    };
    page(session.title(), "table", &body)
}
