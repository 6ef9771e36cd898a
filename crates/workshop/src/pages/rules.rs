//! Sides and what players see; the house rules of a game.

use maud::{Markup, html};
use quintain_engine::HouseRule;

use super::desk::{Desk, tactics};
use super::{options, wrong};
use crate::checked::Where;

pub(super) fn sides(desk: &Desk<'_>) -> Markup {
    let sides = desk.draft.sides();
    html! {
        h2 { "Sides" }
        (wrong(desk.wrong(&Where::Sides)))
        @if sides.is_empty() { p .dim { "Sides come with those who fight on them." } }
        @for side in &sides { (one(desk, side, &sides)) }
        (party(desk))
        h2 { "What players see" }
        form method="post" action=(desk.edit()) data-auto {
            input type="hidden" name="do" value="sight";
            label .tick { input type="checkbox" name="fog" value="on" checked[desk.draft.sight("fog")]; " each side knows only what it perceives" }
            label .tick { input type="checkbox" name="shared" value="on" checked[desk.draft.sight("shared")]; " a side shares what each of it perceives" }
            label .tick { input type="checkbox" name="explored" value="on" checked[desk.draft.sight("explored")]; " the map is unknown until it has been seen" }
            button .button .unscripted type="submit" { "Save" }
        }
    }
}

/// The party of a campaign in the place of its side.
fn party(desk: &Desk<'_>) -> Markup {
    let named = desk.draft.head("party");
    let unknown = (!named.is_empty() && !desk.parties.iter().any(|one| one.name == named))
        .then_some((named.as_str(), named.as_str()));
    let all = desk.parties.iter().map(|one| (one.name.as_str(), one.title.as_str()));
    html! {
        h2 { "A party in its place" }
        @if desk.parties.is_empty() && named.is_empty() { p .dim { "The heroes of a " a href="/campaigns" { "campaign" } " can take the place of a side; there is none of this game yet." } }
        @else {
            form .card method="post" action=(desk.edit()) data-auto {
                input type="hidden" name="do" value="party";
                label { "Who comes" select name="party" { (options(std::iter::once(("", "those who stand here")).chain(unknown).chain(all), &named)) } }
                small { "They take the places of their side, with all that they carry now; the figures are theirs." }
                button .button .unscripted type="submit" { "Save" }
            }
        }
    }
}

fn one(desk: &Desk<'_>, side: &str, all: &[String]) -> Markup {
    let text = |key: &str| desk.draft.of_side(side, key).into_iter().next().unwrap_or_default();
    let foes = desk.draft.of_side(side, "foes");
    let is_foe = |other: &String| foes.is_empty() || foes.contains(other);
    html! {
        form .card method="post" action=(desk.edit()) data-auto {
            input type="hidden" name="do" value="side";
            input type="hidden" name="side" value=(side);
            div .fields {
                label { "Name" input name="name" value=(side) maxlength="40" required; }
                label { "Who plays it" input name="seat" value=(text("seat")) placeholder="as usual" list="seats"; }
                label { "Plays by itself" select name="tactics" { (tactics(desk, &text("tactics"))) } }
            }
            @if all.len() > 2 {
                input type="hidden" name="foes-asked" value="1";
                div .ticks { "Against " @for other in all.iter().filter(|other| *other != side) {
                    label { input type="checkbox" name="foe" value=(other) checked[is_foe(other)]; " " (other) }
                } }
            }
            button .button .unscripted type="submit" { "Save" }
        }
    }
}

pub(super) fn house(desk: &Desk<'_>) -> Markup {
    let Some(book) = desk.book() else { return html! { p .dim { "Without a game there are no house rules." } } };
    let (changed, rest): (Vec<&HouseRule>, Vec<&HouseRule>) =
        book.house_rules().iter().partition(|rule| desk.draft.house(rule.key).is_some());
    html! {
        h2 { "House rules of " (book.name()) }
        (wrong(desk.wrong(&Where::Rules)))
        @if !changed.is_empty() { h3 { "Changed here" } }
        @for rule in changed { (switch(desk, rule)) }
        h3 { "As the book has them" }
        @for rule in rest { (switch(desk, rule)) }
    }
}

fn switch(desk: &Desk<'_>, rule: &HouseRule) -> Markup {
    let now = desk.draft.house(rule.key);
    let chosen = now.clone().unwrap_or_default();
    let usual = rule.values.first().copied().unwrap_or_default();
    html! {
        form .card method="post" action=(desk.edit()) data-auto {
            input type="hidden" name="do" value="house";
            input type="hidden" name="key" value=(rule.key);
            label { span { (rule.about) }
                @if rule.values.is_empty() || now.as_ref().is_some_and(|now| !rule.values.contains(&now.as_str()) && now != "true" && now != "false") {
                    input name="value" value=(chosen) placeholder="as the book has it";
                } @else {
                    select name="value" {
                        option value="" selected[now.is_none()] { (usual) " (usual)" }
                        (options(rule.values.iter().skip(1).map(|value| (*value, *value)), &chosen))
                        @if now.is_some() && !rule.values.get(1..).unwrap_or_default().contains(&chosen.as_str()) { option value=(chosen) selected { (chosen) } }
                    }
                }
            }
            small { code { (rule.key) } }
            button .button .unscripted type="submit" { "Save" }
        }
    }
}
