//! The dock while nothing is asked of a chair: its own people and who the table waits for, or how the fight ended.

use maud::{Markup, html};
use quintain_engine::{CombatantView, StatGroup, When};

use super::{Look, dock, gm, sheet, stage};
use crate::cast::{self, Cast};
use crate::figures::{capital, counted, file_name};

/// The most of one's own people who are shown beside the first.
const MOST_OWN: usize = 6;

/// Nothing is asked of this chair: who the table waits for, or how it ended.
pub(crate) fn idle(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    let seen = &look.scene.seen;
    let own: Vec<&CombatantView> = own(look, cast);
    html! {
        footer #dock .panel .idle {
            @if let Some(first) = own.first() { (dock::plate(cast, &first.name, look.is_asked(&first.name))) }
            section #verbs {
                @if let Some(over) = &seen.over { (ended(look, cast, over)) }
                @else { (waiting(look, cast, &own)) }
                @if let Some(broken) = &seen.broken { p .problem { (broken) } }
                @if let Some(older) = &seen.older { p .dim { "The record of this fight: " (older) "." } }
                @if look.scene.is_gm() { (gm::awaited(look)) }
            }
            (dock::tapped(look, cast))
        }
    }
}

/// Those that the chair plays and that still fight.
fn own<'v>(look: &Look<'_>, cast: &Cast<'v>) -> Vec<&'v CombatantView> {
    let holds = |one: &&CombatantView| one.fighting && look.scene.room.holds(look.scene.chair, &one.name);
    cast.view.combatants.iter().filter(holds).collect()
}

/// Who the table waits for, whose turn comes when, and how one's other people are.
fn waiting(look: &Look<'_>, cast: &Cast<'_>, own: &[&CombatantView]) -> Markup {
    let waits_for: Vec<String> = look.scene.seen.waits_for.iter().map(|name| called(name)).collect();
    let names: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
    html! {
        @if !waits_for.is_empty() { h2 { "The table waits for " (waits_for.join(", ")) } }
        @if let Some((name, before)) = next_of(cast, &names) {
            p .dim { "Next of yours: " b { (name) } @if before > 0 { ", after " (counted(before, "other")) } "." }
        }
        @if own.len() > 1 {
            ul .people aria-label="Your people" {
                @for one in own.iter().skip(1).take(MOST_OWN) { (person(look, cast, one)) }
            }
        }
    }
}

/// Who the table waits for, inside a sentence.
fn called(name: &str) -> String {
    match name.strip_suffix("Game master") {
        Some(before) if before.is_empty() || before == "dice of " => format!("{before}the game master"),
        _ => name.to_owned(),
    }
}

/// Who of these is next in the order of turns, and how many others before it.
fn next_of<'n>(cast: &Cast<'_>, names: &[&'n str]) -> Option<(&'n str, usize)> {
    let later = cast.view.order.iter().filter(|slot| slot.when == When::Later);
    let mut before = 0;
    for name in later.flat_map(|slot| &slot.who) {
        match names.iter().find(|own| *own == name) {
            Some(own) => return Some((own, before)),
            None => before += 1,
        }
    }
    None
}

fn person(look: &Look<'_>, cast: &Cast<'_>, one: &CombatantView) -> Markup {
    let Some((place, _)) = cast.named(&one.name) else { return html! {} };
    html! {
        li {
            a href=(look.about_link(place)) {
                (stage::chip(cast, place, look.is_asked(&one.name)))
                b { (one.name) }
                (sheet::bars(one, cast, &[StatGroup::Life]))
            }
        }
    }
}

/// How it ended: who won, in how many rounds, who stands and who does not; and what can be done now.
fn ended(look: &Look<'_>, cast: &Cast<'_>, over: &str) -> Markup {
    let rounds = counted(cast.view.round as usize, "round");
    html! {
        h2 .over { "The fight is over: " (over) ", after " (rounds) }
        ul .ended {
            @for side in cast.sides() {
                @let all = cast.view.combatants.iter().filter(|one| one.side == **side);
                @let (stand, out): (Vec<_>, Vec<_>) = all.partition(|one| one.fighting);
                li {
                    b class={ "c" (cast.side_named(side)) } { (capital(side)) } ": "
                    @if stand.is_empty() { "nobody stands" } @else { (stand.len()) " of " (stand.len() + out.len()) @if stand.len() == 1 { " stands" } @else { " stand" } }
                    @if !out.is_empty() { "; out of the fight: " (names(&out)) }
                    @if let Some(hurt) = worst(&stand) { @if stand.len() == 1 { ": " } @else { "; worst off: " } (hurt) }
                    "."
                }
            }
        }
        div .buttons {
            @if !look.alone { a .button .default href={ (look.base) "/after" } { "Look back at it" } }
            @if look.scene.is_gm() {
                a .button href={ (look.base) "/record" } download=(file_name(&look.scene.title, "jsonl")) { "Download the record" }
                form method="post" action={ (look.base) "/branch" } { button .button type="submit" name="facts" value="0" title="The same fight from its beginning, with the same chairs; this one is kept" { "Play it again" } }
            }
            @match look.campaign {
                Some(campaign) => (campaign.link("button")),
                None => @if look.scene.is_gm() { a .button href="/" { "To the list of fights" } },
            }
        }
    }
}

fn names(all: &[&CombatantView]) -> String {
    all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The name of the one who came off worst of those who stand, with how it is; nobody where all are unhurt.
fn worst(stand: &[&CombatantView]) -> Option<String> {
    let share = |one: &CombatantView| cast::share(one, cast::band(one));
    let worst = stand.iter().filter(|one| share(one) < 1.0).min_by(|one, other| share(one).total_cmp(&share(other)))?;
    Some(match worst.life() {
        Some((now, most)) => format!("{} ({now} of {most})", worst.name),
        None => format!("{} ({})", worst.name, cast::band(worst).word()),
    })
}
