//! What a game master has beside the fight, and what every chair may settle for itself.

use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;
use quintain_engine::{CombatantView, Fact, Standing, Topic};
use quintain_session::{ChairId, Holder, Role, Room, SeenQuestion};

use super::{Look, Sight, hand};
use crate::cast::Cast;
use crate::part::Part;

/// The edicts as a person begins to write them.
const EDICTS: [&str; 10] = [
    "set NAME.VALUE 3",
    "move NAME to C4",
    "remove NAME",
    "give NAME CONDITION",
    "take CONDITION from NAME",
    "add ENTRY as NAME to SIDE at C4",
    "die 1 = 6",
    "say …",
    "whisper NAME: …",
    "end",
];

/// The drawer with all that is neither story nor sheet: pieces that change by themselves, from top to bottom.
pub(crate) fn parts<'l>(look: &'l Look<'_>, sight: &'l Sight<'_>) -> Vec<Part<'l>> {
    let (scene, cast) = (look.scene, &sight.cast);
    let mut parts = vec![Part::new("more-habits", html! { div #more-habits { (habits(look)) } })];
    let known = sight.names.clone().with((look.base, scene.is_gm()));
    if let Some(named) = &scene.hand {
        let creatures = named.creatures.iter().map(|entry| (&entry.id, &entry.name));
        let change = known.clone().with((scene.map.is_some(), creatures.collect::<Vec<_>>()));
        let lights: Vec<_> = cast.view.lights.iter().map(|light| (&light.name, light.lit)).collect();
        let dice = known.clone().with((&named.thrown, &scene.seen.concealed, lights));
        let room = known.clone().with((&scene.room, look.host, look.links));
        parts.extend([
            Part::made_from("more-change", &change, move || {
                html! { div #more-change { (changes(look, cast)) (hand::joining(look, cast)) } }
            }),
            Part::made_from(
                "more-dice",
                &dice,
                move || html! { div #more-dice { (hand::ground(look, cast)) (hand::dice(look)) } },
            ),
            Part::new("more-alone", html! { div #more-alone { (decided_alone(look)) } }),
            Part::made_from("more-room", &room, move || {
                html! { div #more-room { (chairs(look)) (holders(look, cast)) (figures(look)) } }
            }),
        ]);
    }
    parts
}

/// What a chair may settle for itself: its dice, its look, its standing answers.
fn habits(look: &Look<'_>) -> Markup {
    let chair = look.scene.room.chair(look.scene.chair);
    html! {
        section aria-label="Your chair" {
            h2 { "Your chair" }
            form .row method="post" action={ (look.base) "/back" } { button .button type="submit" { (quintain_draw::icon("back")) "Take my last answer back" } }
            @if let Some(chair) = chair {
                form .row method="post" action={ (look.base) "/hand" } {
                    button .button type="submit" name="by_hand" value=(!chair.by_hand) {
                        (quintain_draw::icon("die")) @if chair.by_hand { "Let the table throw my dice" } @else { "I throw my own dice" }
                    }
                }
            }
            div .row .scripted {
                label { "Look " select data-setting="theme" { option value="" { "as the system" } option value="light" { "day" } option value="dark" { "night" } } }
                label { input type="checkbox" data-setting="sound"; " sound when it is my turn" }
                label { input type="checkbox" data-setting="notify"; " tell me when I am elsewhere" }
            }
            (standing(look, &look.scene.seen.standing))
        }
    }
}

fn standing(look: &Look<'_>, standing: &[Standing]) -> Markup {
    html! {
        @if !standing.is_empty() {
            h3 { "Standing answers" }
            @for said in standing {
                form .row method="post" action={ (look.base) "/ask-again" } {
                    input type="hidden" name="who" value=(said.to);
                    input type="hidden" name="topic" value=(said.topic);
                    span {
                        (said.to) ": " b { (said.words.as_deref().unwrap_or_default()) }
                        (said.conditions())
                        @if let Some(topic) = look.scene.book.topics().iter().find(|topic| topic.key == said.topic) { " " small { (topic.about) } }
                    }
                    button .button type="submit" { "Ask again" }
                }
            }
        }
    }
}

/// An edict that could be said in this fight.
fn example(cast: &Cast<'_>) -> String {
    let set = |one: &CombatantView| hand::life(one).map(|(key, _, most)| format!("set {}.{key} {most}", one.name));
    let all = &cast.view.combatants;
    let removed = || all.last().map(|one| format!("remove {}", one.name));
    all.iter().rev().find_map(set).or_else(removed).unwrap_or_else(|| "end".to_owned())
}

/// Undo, danger, and anything by hand.
fn changes(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    html! {
        section aria-label="Game master" {
            h2 { "Game master" }
            form .row method="post" action={ (look.base) "/undo" } { button .button type="submit" { (quintain_draw::icon("back")) "Undo the last decision" } }
            form .row method="post" action={ (look.base) "/hurry" } { button .button type="submit" { "Defaults for the rest of this round" } }
            form .row data-into="danger" data-steps="20 80 400" action={ (look.base) "/danger" } { button .button type="submit" { "How dangerous is it?" } }
            output #danger data-keep {}
            form .row method="post" action={ (look.base) "/edict" } {
                label for="edict" { "Change by hand" }
                input #edict name="words" maxlength="300" placeholder=(example(cast)) required list="edicts" autocomplete="off";
                datalist #edicts { @for words in EDICTS { option value=(words) {} } }
                button .button type="submit" { "Do it" }
            }
        }
    }
}

/// So many of what was decided without asking are shown; before them, undo is the better way.
const MOST_ALONE: usize = 10;

/// What went on without asking, the newest first: judgements by their default, tactics, standing answers; each may be decided
/// otherwise.
fn decided_alone(look: &Look<'_>) -> Markup {
    let alone = &look.scene.alone;
    let topics = look.scene.book.topics();
    html! {
        @if !alone.is_empty() {
            details #alone {
                summary { "Decided without asking (" (alone.len()) ")" }
                p .dim { "An answer of yours takes the place of the one that stood; what came of it is played again." }
                @for (place, fact) in alone.iter().rev().take(MOST_ALONE) {
                    @if let Fact::Answer { to, rule, words, .. } = fact {
                        form .row method="post" action={ (look.base) "/overrule" } {
                            input type="hidden" name="fact" value=(place);
                            label {
                                @if let Some(topic) = Topic::asked_by(topics, rule) { (topic.about) " " }
                                @if to != "gm" { small { (to) " " } }
                                input name="words" value=(words) maxlength="300" required;
                            }
                            button .button type="submit" { "Decide so" }
                        }
                    }
                }
            }
        }
    }
}

fn chairs(look: &Look<'_>) -> Markup {
    let room = &look.scene.room;
    html! {
        details {
            summary { "Chairs and links" }
            ul .chairs {
                @for (id, token) in look.links {
                    @if room.chair(*id).is_some_and(|chair| chair.role != Role::Gm) { (chair(look, *id, &format!("{}/t/{token}", look.host))) }
                }
            }
            p { a href={ (look.base) "/as" } { "See as those who look on" } }
            form .row method="post" action={ (look.base) "/chair" } {
                input name="name" maxlength="60" placeholder="name" required aria-label="name of the new chair";
                select name="role" aria-label="role" { option value="player" { "player" } option value="watcher" { "watcher" } }
                button .button type="submit" { "Add a chair" }
            }
        }
    }
}

/// A chair with all that belongs to it: whose it is, its link, and how to take it away, which asks once more.
fn chair(look: &Look<'_>, id: ChairId, link: &str) -> Markup {
    let room = &look.scene.room;
    let name = called(room, id);
    let plays = |who: &&str| room.holder(who) == Holder::Chair(id);
    let all = look.scene.seen.view.combatants.iter().map(|one| one.name.as_str());
    let played: Vec<&str> = all.filter(plays).collect();
    html! {
        li {
            p .whose {
                b { (name) } " "
                small {
                    @if room.chair(id).is_some_and(|chair| chair.role == Role::Watcher) { "looks on" }
                    @else if played.is_empty() { "plays nobody yet" }
                    @else { "plays " (played.join(", ")) }
                }
            }
            div .address {
                input readonly value=(link) aria-label={ "link of " (name) } data-link;
                button .button .scripted type="button" data-copy { "Copy" }
            }
            p .ways {
                a href=(link) { "Open" }
                a href={ (look.base) "/as?chair=" (id.0) } { "See as " (name) }
            }
            details { summary { "QR code" } (code(link)) }
            details .sure {
                summary { "Revoke …" }
                form method="post" action={ (look.base) "/close" } {
                    p { "The link of " b { (name) } " opens nothing any more." }
                    button .button .go type="submit" name="chair" value=(id.0) { "Revoke " (name) }
                }
            }
        }
    }
}

/// What a chair is called; those who sat down later under the same name have a number.
pub(crate) fn called(room: &Room, id: ChairId) -> String {
    let Some(chair) = room.chair(id) else { return String::new() };
    let before = room.chairs.iter().take(id.index());
    match before.filter(|other| other.open && other.name == chair.name).count() {
        0 => chair.name.clone(),
        earlier => format!("{} ({})", chair.name, earlier + 1),
    }
}

/// A link as a QR code.
pub fn code(link: &str) -> Markup {
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

/// Which chair plays which combatant: a line for each side of several, then one for everybody.
fn holders(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    let of = |side: &str| cast.view.combatants.iter().filter(|one| one.side == side).count();
    let room = &look.scene.room;
    html! {
        details {
            summary { "Who plays whom" }
            @for side in cast.sides().iter().filter(|side| of(side) > 1) {
                form .held method="post" action={ (look.base) "/give" } {
                    input type="hidden" name="side" value=(side);
                    label { span { "all " (side) } select name="to" data-submit required { option value="" { "as below" } (players(room, None)) } }
                    (give())
                }
            }
            @for combatant in &cast.view.combatants {
                form .held method="post" action={ (look.base) "/give" } {
                    input type="hidden" name="who" value=(combatant.name);
                    label { span { (combatant.name) } select name="to" data-submit { (players(room, Some(room.holder(&combatant.name)))) } }
                    (give())
                }
            }
        }
    }
}

/// The button of a choice that the script sends as soon as it is made.
pub(crate) fn give() -> Markup {
    html! { button .button .unscripted type="submit" { "Give" } }
}

/// The chairs that may play a combatant, and tactics; `now` is chosen.
pub(crate) fn players(room: &Room, now: Option<Holder>) -> Markup {
    let ids = (0..).map(ChairId).take(room.chairs.len());
    let open = |id: &ChairId| room.chair(*id).is_some_and(|chair| chair.open && chair.role != Role::Watcher);
    html! {
        @for id in ids.filter(open) {
            option value=(id.0) selected[now == Some(Holder::Chair(id))] { (called(room, id)) }
        }
        option value="tactics" selected[now == Some(Holder::Tactics)] { "tactics" }
    }
}

fn figures(look: &Look<'_>) -> Markup {
    let open = look.scene.room.open_figures;
    html! {
        form .row method="post" action={ (look.base) "/figures" } {
            button .button type="submit" name="open" value=(!open) {
                @if open { "Hide foes' figures from players" } @else { "Show everybody all figures" }
            }
        }
    }
}

/// Who the table waits for, with what a game master may do about it.
pub(crate) fn awaited(look: &Look<'_>) -> Markup {
    let open: Vec<&SeenQuestion> = look.scene.seen.questions.iter().collect();
    html! {
        @if open.len() > 1 {
            form method="post" action={ (look.base) "/hurry" } { button .button type="submit" { "Defaults for the rest of this round" } }
        }
        @for question in open.iter().take(8) {
            @let asked = &question.asked;
            @let default = asked.question.write(&asked.question.default);
            form .awaited method="post" action={ (look.base) "/answer" } {
                (super::dock::addressed(question))
                p { b { (asked.who) } ": " (asked.question.text) }
                div .buttons {
                    @if let Holder::Chair(chair) = look.scene.room.holder(&asked.who) {
                        @if chair != look.scene.chair { button .button type="submit" formaction={ (look.base) "/nudge" } { (quintain_draw::icon("ping")) "Nudge" } }
                    }
                    a .button href=(look.ask(&question.number)) { "Answer for them" }
                    button .button .default type="submit" name="words" value=(default) { (default) " " small { "proposed" } }
                }
            }
        }
    }
}

/// A line to say something, under the story.
pub(crate) fn speaking(look: &Look<'_>) -> Markup {
    let role = look.scene.room.chair(look.scene.chair).map(|chair| chair.role);
    html! {
        @if role.is_some_and(|role| role != Role::Watcher) {
            form #speaking method="post" action={ (look.base) "/say" } {
                input name="words" maxlength="400" required placeholder="Say something" aria-label="words" autocomplete="off";
                @if role == Some(Role::Player) { select name="to" aria-label="to whom" { option value="" { "to all" } option value="gm" { "to the GM" } } }
                button .tool type="submit" title="Say it" { (quintain_draw::icon("mail")) }
            }
        }
    }
}

/// A line over the whole fight: any moment can be looked at.
pub(crate) fn scrubber<'l>(look: &Look<'_>) -> Part<'l> {
    let facts = look.scene.moment;
    let form = html! {
        form #scrub action={ (look.base) "/earlier" } hidden[facts == 0] {
            (line(&look.scene.rounds, facts, facts))
            span .when .scripted aria-hidden="true" { "now" }
            button .button type="submit" { "Look" }
        }
    };
    Part::new("scrub", form)
}

/// More rounds than this are not all numbered on the line.
const NUMBERED: usize = 6;

/// The line itself, of which this moment is chosen, with a tick where each round began.
fn line(rounds: &[(u32, usize)], at: usize, most: usize) -> Markup {
    let every = rounds.len().div_ceil(NUMBERED).max(1);
    let begun = rounds.iter().map(|(round, moment)| format!("{round}:{moment}")).collect::<Vec<_>>().join(" ");
    html! {
        span .line {
            svg aria-hidden="true" {
                @for (place, (round, moment)) in rounds.iter().enumerate() {
                    @let x = format!("{:.1}%", *moment as f64 / most.max(1) as f64 * 100.0);
                    line x1=(x) x2=(x) y1="14" y2="100%" {}
                    @if place.is_multiple_of(every) { text x=(x) y="11" { (round) } }
                }
            }
            input #moment type="range" name="facts" min="0" max=(most) value=(at) data-rounds=(begun) aria-label="An earlier moment";
        }
    }
}

/// The sign over what another chair sees, and the way back.
pub(crate) fn borrowed(look: &Look<'_>) -> Markup {
    let chair = look.scene.room.chair(look.scene.chair);
    html! {
        @match chair { Some(chair) => { "As " b { (chair.name) } " sees it" } None => "As those who look on see it" }
        " " a .button href=(look.base) { "Return" }
    }
}

/// The bar under an earlier moment.
pub(crate) fn moment(look: &Look<'_>, facts: usize) -> Markup {
    let most = look.scene.moment;
    html! {
        footer #dock .panel .moment {
            section #verbs {
                h2 { "As it stood after " (facts) " of " (most) @if look.scene.is_gm() { " dice and answers" } @else { " moments" } }
                div .buttons {
                    @if facts > 0 { a .button href={ (look.base) "/earlier?facts=" (facts - 1) } { "One back" } }
                    @if facts < most { a .button href={ (look.base) "/earlier?facts=" (facts + 1) } { "One on" } }
                    a .button href=(look.base) { "Return" }
                    @if look.scene.is_gm() { form method="post" action={ (look.base) "/branch" } { button .button .go type="submit" name="facts" value=(facts) { "Branch from here" } } }
                }
                form #scrub action={ (look.base) "/earlier" } {
                    (line(&look.scene.rounds, facts, most))
                    button .button type="submit" { "Look" }
                }
            }
        }
    }
}
