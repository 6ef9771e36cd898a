//! What is going on in a campaign, and what may come next.

use maud::{Markup, html};
use quintain_library::{ready_made, rulebook};

use super::home::Camp;
use super::{Fought, Stands, rule};
use crate::draft::Draft;
use crate::pages::button;

/// The fight that is on, the rest that is taken, or the ways to begin one.
pub(super) fn now(camp: &Camp<'_>) -> Markup {
    let open: Vec<&Fought> = camp.fights.iter().filter(|one| matches!(one.stands, Stands::On | Stands::Over)).collect();
    let on = open.iter().any(|one| one.stands == Stands::On);
    html! {
        section aria-labelledby="now" { h2 #now { "Now" }
            @if camp.resting {
                p { "A rest is being taken." }
                div .buttons {
                    a .button .go href={ (camp.base()) "/rest" } { (quintain_draw::icon("sleep")) "Go on with it" }
                    (button(&format!("{}/rest/drop", camp.base()), &[], &html! { "Give it up" }, ""))
                }
            }
            ul .doing { @for one in &open { (doing(camp, one)) } }
            @if !on && !camp.resting && camp.party.is_ok() { (fight(camp, open.is_empty())) (rest(camp))
                p { a .button href={ "/bench/day?party=" (camp.name) } { (quintain_draw::icon("ready")) "Try out a day of fights and rests" } }
            }
        }
    }
}

fn doing(camp: &Camp<'_>, one: &Fought) -> Markup {
    html! {
        li {
            @match (one.stands, &one.table) {
                (Stands::On, Some(table)) => {
                    p { b { (one.title) } " is being fought." }
                    div .buttons {
                        a .button .go href={ "/t/" (table) } { (quintain_draw::icon("play")) "To the table" }
                        (set_aside(camp, one))
                    }
                }
                (_, Some(_)) => {
                    p { b { (one.title) } " is over" @if let Some(over) = &one.over { ": " (over) } ". The heroes stand as they stood before it, until you take over what it leaves." }
                    div .buttons {
                        a .button .go href={ (camp.base()) "/after/" (one.fight) } { (quintain_draw::icon("check")) "What it leaves" }
                        (set_aside(camp, one))
                    }
                }
                (_, None) => { p { b { (one.title) } " has been deleted." } (set_aside(camp, one)) }
            }
        }
    }
}

fn set_aside(camp: &Camp<'_>, one: &Fought) -> Markup {
    button(&format!("{}/aside", camp.base()), &[("fight", &one.fight)], &html! { "Set it aside" }, "")
}

/// A fight is chosen here and looked at before it begins: the next thing to do, where nothing else waits.
fn fight(camp: &Camp<'_>, is_next: bool) -> Markup {
    let book = camp.book();
    let title = |text: &str, short: &str| Draft::read(text).map_or_else(|_| short.to_owned(), |draft| draft.title());
    html! {
        form .begin method="get" action={ (camp.base()) "/fight" } {
            label { "the next fight" select name="name" {
                @if !camp.encounters.is_empty() {
                    optgroup label="your own" { @for (id, title) in camp.encounters { option value={ "own:" (id) } { (title) } } }
                }
                optgroup label="ready-made" {
                    @for one in ready_made().filter(|one| one.book() == book) { option value=(one.name) { (title(one.text, one.short())) } }
                }
            } }
            button .button .go[is_next] type="submit" { (quintain_draw::icon("sword")) "Prepare it" }
        }
    }
}

fn rest(camp: &Camp<'_>) -> Markup {
    let rests = rulebook(&camp.book()).map(|book| book.rests()).unwrap_or_default();
    html! {
        @if !rests.is_empty() {
            form .begin method="post" action={ (camp.base()) "/rest" } {
                fieldset { legend { "a rest" }
                    @for (place, kind) in rests.iter().enumerate() {
                        div .resting {
                            label .tick { input type="radio" name="kind" value=(kind.key) checked[place == 0]; span { b { (kind.name) } " " small { (kind.about) } } }
                            (rule(&camp.book(), kind.rule.id))
                        }
                    }
                    label .tick { input type="checkbox" name="by-hand" value="on"; " dice are thrown by hand and typed in" }
                }
                button .button type="submit" { (quintain_draw::icon("sleep")) "Rest" }
            }
        }
    }
}
