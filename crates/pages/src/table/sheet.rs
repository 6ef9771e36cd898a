//! Sheets: what a combatant is and has, by the game's own labels: bars, pips, scores.

use maud::{Markup, html};
use quintain_engine::{CombatantView, Condition, Mood, Stat, StatGroup, StatInfo, StatKind, Value};
use quintain_session::{Holder, Room};

use super::{Look, Sight};
use crate::cast::{self, Cast};
use crate::figures::capital;
use crate::part::Part;

/// The most pips that are drawn; more of something is a number.
const MOST_PIPS: i64 = 10;

/// What a sheet calls its groups.
fn heading(group: StatGroup) -> &'static str {
    match group {
        StatGroup::Life => "Life",
        StatGroup::Means => "Means",
        StatGroup::Turn => "This turn",
        StatGroup::Defence => "Defence",
        StatGroup::Ability => "Abilities",
        StatGroup::Gear => "Gear",
        StatGroup::State => "State",
        StatGroup::Background => "Behind the scenes",
    }
}

/// The groups that players see; the last is for game masters.
const GROUPS: [StatGroup; 8] = [
    StatGroup::Life,
    StatGroup::Means,
    StatGroup::Turn,
    StatGroup::Defence,
    StatGroup::Ability,
    StatGroup::Gear,
    StatGroup::State,
    StatGroup::Background,
];

/// Bars for what has a most, such as hit points.
pub(crate) fn bars(combatant: &CombatantView, cast: &Cast<'_>, groups: &[StatGroup]) -> Markup {
    let stats = groups.iter().flat_map(|group| cast::stats_of(combatant, cast.book, *group));
    let pools: Vec<_> =
        stats.filter(|(info, stat)| info.kind == StatKind::Pool && stat.max.is_some_and(|max| max > 0)).collect();
    html! {
        div .bars {
            @for (place, (info, stat)) in pools.iter().take(3).enumerate() { (bar(info, stat, place)) }
        }
    }
}

/// The most letters of a name that a bar has room for; a longer one is said shortly, as the game does.
const FITS: usize = 10;

/// Names of no more letters than this fit into narrow bars as well.
const ALWAYS_FITS: usize = 6;

fn bar(info: &StatInfo, stat: &Stat, place: usize) -> Markup {
    let (now, most) = (number(&stat.value).unwrap_or(0), stat.max.unwrap_or(1).max(1));
    let letters = info.label.chars().count();
    let name = if letters > FITS { info.short } else { info.label };
    let long = letters > ALWAYS_FITS;
    let share = (now * 100 / most).clamp(0, 100);
    html! {
        div class={ "bar bar-" (place) } title={ (info.label) ": " (info.gloss) } {
            svg .fill viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(share) height="1" {} }
            b {
                span {
                    @if name == info.short { (capital(name)) }
                    @else { span .full .long[long] { (capital(name)) } span .short .long[long] { (capital(info.short)) } }
                }
                span { (now) " / " (most) }
            }
        }
    }
}

fn number(value: &Value) -> Option<i64> {
    if let Value::Number(number) = value { Some(*number) } else { None }
}

/// What is left of the turn, as pills.
pub(crate) fn left(combatant: &CombatantView, cast: &Cast<'_>) -> Markup {
    let stats = cast::stats_of(combatant, cast.book, StatGroup::Turn);
    html! {
        @if !stats.is_empty() {
            p .left {
                @for (info, stat) in stats.iter().take(6) {
                    span title=(info.gloss) .spent[number(&stat.value) == Some(0)] { (info.short) " " (value(info, stat)) }
                }
            }
        }
    }
}

/// A value as it is shown: pips where there are few, yes as a tick.
fn value(info: &StatInfo, stat: &Stat) -> Markup {
    let most = stat.max.filter(|most| (1..=MOST_PIPS).contains(most));
    html! {
        @match (&stat.value, info.kind, most) {
            (Value::Number(now), StatKind::Count | StatKind::Pool, Some(most)) if *now >= 0 && *now <= most => {
                span .pips role="img" aria-label={ (now) " of " (most) } {
                    @for pip in 0..most { i .full[pip < *now] {} }
                }
            }
            (Value::Flag(true), ..) => b { "✓" },
            (other, ..) => b { (other) @if let Some(most) = stat.max { "/" (most) } },
        }
    }
}

/// Short scores in a row: all defences first, then what it is able to do, as far as there is room for so many.
pub(crate) fn scores(combatant: &CombatantView, cast: &Cast<'_>, most: usize) -> Markup {
    let of = |group| {
        let all = cast::stats_of(combatant, cast.book, group).into_iter();
        all.filter(|(_, stat)| matches!(stat.value, Value::Number(_))).collect::<Vec<_>>()
    };
    let mut short = of(StatGroup::Defence);
    let room = most.saturating_sub(short.len());
    short.extend(of(StatGroup::Ability).into_iter().take(room));
    html! {
        @if !short.is_empty() {
            dl .scores {
                @for (info, stat) in &short { div title=(info.gloss) { dt { (info.short) } dd { (stat.value) } } }
            }
        }
    }
}

/// The conditions as chips.
pub(crate) fn conditions(conditions: &[Condition]) -> Markup {
    html! {
        @if !conditions.is_empty() {
            ul .conditions {
                @for condition in cast::by_weight(conditions) {
                    li class=(mood(condition)) title=[condition.kind.map(|kind| kind.gloss)] {
                        (condition.name)
                        @if !condition.detail.is_empty() { " " small { (condition.detail) } }
                        @if let Some(until) = condition.until.as_ref().filter(|until| !condition.detail.contains(until.as_str())) {
                            " " small { "until " (until) }
                        }
                    }
                }
            }
        }
    }
}

fn mood(condition: &Condition) -> &'static str {
    match condition.kind.map(|kind| kind.mood) {
        Some(Mood::Bad) => "bad",
        Some(Mood::Good) => "good",
        _ => "plain",
    }
}

/// A part for each sheet.
pub(crate) fn sheets<'l>(look: &'l Look<'_>, sight: &'l Sight<'_>) -> impl Iterator<Item = Part<'l>> {
    let known = sight.names.clone().with((look.base, look.alone, look.scene.is_gm()));
    sight.cast.view.combatants.iter().enumerate().map(move |(place, one)| {
        let is_own = sight.own.contains(&place);
        let mut stamp = known.clone().with((sight.looks[place], holder(&look.scene.room, one), is_own));
        stamp.put_stats(&one.stats);
        Part::made_from(format!("card-{place}"), &stamp, move || card(look, &sight.cast, (place, one)))
    })
}

/// Who plays a combatant, by name.
fn holder<'r>(room: &'r Room, one: &CombatantView) -> Option<&'r str> {
    match room.holder(&one.name) {
        Holder::Tactics => Some("tactics"),
        Holder::Chair(chair) => room.chair(chair).map(|chair| chair.name.as_str()),
    }
}

/// One sheet in full.
fn card(look: &Look<'_>, cast: &Cast<'_>, (place, combatant): (usize, &CombatantView)) -> Markup {
    let (room, is_gm) = (&look.scene.room, look.scene.is_gm());
    let holder = holder(room, combatant);
    html! {
        li #{ "card-" (place) } .card .gone[!combatant.fighting] {
            details {
                summary {
                    (super::stage::chip(cast, place, false))
                    span .head {
                        b class={ "c" (cast.side(combatant)) } { (combatant.name) }
                        small { (cast::band(combatant).word()) @if let Some(at) = combatant.at { " · " (at) } @if let Some(holder) = holder { " · " (holder) } }
                    }
                    (bars(combatant, cast, &[StatGroup::Life]))
                    (conditions(&combatant.conditions))
                }
                @for group in GROUPS.into_iter().filter(|group| is_gm || *group != StatGroup::Background) { (block(combatant, cast, group, look.base)) }
                @if !look.alone && (is_gm || room.holds(look.scene.chair, &combatant.name)) { (face(look.base, combatant, room)) }
            }
        }
    }
}

/// What its token shows: an emblem, or a picture that was sent.
fn face(base: &str, combatant: &CombatantView, room: &Room) -> Markup {
    html! {
        form .row method="post" action={ (base) "/face" } enctype="multipart/form-data" {
            input type="hidden" name="who" value=(combatant.name);
            label { "Picture of the token " input type="file" name="picture" accept="image/png,image/jpeg,image/webp" aria-label={ "picture of " (combatant.name) }; }
            button .button type="submit" { "Show it" }
            @if room.face(&combatant.name).is_some() { button .button type="submit" name="none" value="yes" { "Emblem again" } }
        }
    }
}

fn block(combatant: &CombatantView, cast: &Cast<'_>, group: StatGroup, base: &str) -> Markup {
    let stats = cast::stats_of(combatant, cast.book, group);
    html! {
        @if !stats.is_empty() {
            h4 { (heading(group)) }
            dl .values {
                @for (info, stat) in &stats { div title=(info.gloss) { dt { (info.label) } dd { a .figure data-why href={ (base) "/why?who=" (place_of(cast, combatant)) "&key=" (info.key) } { (value(info, stat)) } } } }
            }
        }
    }
}

fn place_of(cast: &Cast<'_>, combatant: &CombatantView) -> usize {
    cast.named(&combatant.name).map_or(0, |(place, _)| place)
}
