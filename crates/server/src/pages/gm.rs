//! What the game master has beside the fight: chairs and links, edicts, undo, earlier moments, danger.

use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;
use quintain_engine::{Fact, Topic, View};
use quintain_session::{ChairId, Holder, Role, Room};

/// The panel. `links` are the tokens of the chairs, `host` what stands before them.
pub(crate) fn panel(
    base: &str,
    host: &str,
    view: &View,
    room: &Room,
    links: &[(ChairId, String)],
    (facts, alone): (usize, &[(usize, Fact)]),
    topics: &[&'static Topic],
) -> Markup {
    html! {
        aside #gm aria-label="Game master" {
            h2 { "Game master" }
            form .row method="post" action={ (base) "/undo" } { button type="submit" { "Undo" } }
            form .row method="post" action={ (base) "/edict" } {
                label for="edict" { "Change by hand" }
                input #edict name="words" maxlength="300" placeholder="set Althea.sta 3" required list="edicts";
                datalist #edicts { @for words in ["set NAME.VALUE 3", "move NAME to C4", "remove NAME", "give NAME CONDITION", "take CONDITION from NAME", "die 1 = 6", "say …", "whisper NAME: …", "end"] { option value=(words) {} } }
                button type="submit" { "Do it" }
            }
            form .row data-into="danger" data-steps="20 80 400" action={ (base) "/danger" } { button type="submit" { "How dangerous is it?" } }
            output #danger data-keep {}
            @if !alone.is_empty() { (decided_alone(base, alone, topics)) }
            details {
                summary { "Chairs and links" }
                (chairs(base, host, room, links))
                form .row method="post" action={ (base) "/chair" } {
                    input name="name" maxlength="60" placeholder="name" required aria-label="name of the new chair";
                    select name="role" aria-label="role" { option value="player" { "player" } option value="watcher" { "watcher" } }
                    button type="submit" { "Add a chair" }
                }
            }
            details { summary { "Who plays whom" } (holders(base, view, room)) }
            form .row method="post" action={ (base) "/figures" } {
                button type="submit" name="open" value=(!room.open_figures) {
                    @if room.open_figures { "Hide foes' figures from players" } @else { "Show everybody all figures" }
                }
            }
            form .row action={ (base) "/earlier" } {
                label for="moment" { "Look at an earlier moment" }
                input #moment type="range" name="facts" min="0" max=(facts) value=(facts);
                button type="submit" { "Look" }
            }
            p { a href={ (base) "/record" } download="fight.jsonl" { "Download the record" } }
        }
    }
}

/// What went on without asking: judgements by their default, tactics, standing answers; each may be decided otherwise.
fn decided_alone(base: &str, alone: &[(usize, Fact)], topics: &[&'static Topic]) -> Markup {
    html! {
        details #alone {
            summary { "Decided without asking (" (alone.len()) ")" }
            p .dim { "An answer of yours takes the place of the one that stood; what came of it is played again." }
            @for (place, fact) in alone {
                @if let Fact::Answer { to, rule, words, .. } = fact {
                    form .row method="post" action={ (base) "/overrule" } {
                        input type="hidden" name="fact" value=(place);
                        label {
                            @if let Some(topic) = Topic::asked_by(topics, rule) { (topic.about) " " }
                            span .dim { "(" @if to != "gm" { (to) ", " } (rule) ")" } " "
                            input name="words" value=(words) maxlength="300" required;
                        }
                        button type="submit" { "Decide so" }
                    }
                }
            }
        }
    }
}

fn chairs(base: &str, host: &str, room: &Room, links: &[(ChairId, String)]) -> Markup {
    html! {
        ul .chairs {
            @for (id, token) in links {
                @if let Some(chair) = room.chair(*id).filter(|chair| chair.role != Role::Gm) {
                    @let link = format!("{host}/t/{token}");
                    li {
                        b { (chair.name) } @if chair.role == Role::Watcher { " (looks on)" }
                        " " a href=(link) { "link" }
                        details { summary { "QR code" } (code(&link)) p .dim { (link) } }
                        form .row method="post" action={ (base) "/close" } { button type="submit" name="chair" value=(id.0) { "Revoke" } }
                    }
                }
            }
        }
    }
}

fn code(link: &str) -> Markup {
    match QrCode::new(link.as_bytes()) {
        Ok(code) => PreEscaped(
            code.render::<svg::Color<'_>>()
                .min_dimensions(160, 160)
                .build()
                .replace("<?xml version=\"1.0\" standalone=\"yes\"?>", ""),
        ),
        Err(_) => html! { p { "too long for a QR code" } },
    }
}

/// Who plays whom: a line for each side of several, then one for everybody.
fn holders(base: &str, view: &View, room: &Room) -> Markup {
    let sides = super::map::sides(view);
    let of = |side: &str| view.combatants.iter().filter(|one| one.side == side).count();
    html! {
        @for side in sides.iter().filter(|side| of(side) > 1) {
            form .row method="post" action={ (base) "/give" } {
                input type="hidden" name="side" value=(side);
                label { "all " (side) " " select name="to" data-submit required { option value="" { "as below" } (players(room, None)) } }
                button type="submit" { "Give" }
            }
        }
        @for combatant in &view.combatants {
            form .row method="post" action={ (base) "/give" } {
                input type="hidden" name="who" value=(combatant.name);
                label { (combatant.name) " " select name="to" data-submit { (players(room, Some(room.holder(&combatant.name)))) } }
                button type="submit" { "Give" }
            }
        }
    }
}

/// The chairs that may play somebody, and tactics; `now` is chosen.
fn players(room: &Room, now: Option<Holder>) -> Markup {
    let chairs = room.chairs.iter().enumerate().filter(|(_, chair)| chair.open && chair.role != Role::Watcher);
    html! {
        @for (place, chair) in chairs {
            @let own = u32::try_from(place).is_ok_and(|place| now == Some(Holder::Chair(ChairId(place))));
            option value=(place) selected[own] { (chair.name) }
        }
        option value="tactics" selected[now == Some(Holder::Tactics)] { "tactics" }
    }
}
