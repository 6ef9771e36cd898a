//! A rest that is being taken: what has been thrown and told so far, what is asked, and what it leaves.

use maud::{Markup, html};
use quintain_engine::{Fact, OpenQuestion, Shape, Waiting};

use super::leaves::{Leaves, form};
use super::{page, problem, rule};
use crate::campaign::Resting;
use crate::pages::button;

/// Everything that the page of a rest shows.
#[derive(Debug)]
pub struct RestPage<'a> {
    /// The rest.
    pub resting: &'a Resting,
    /// What it leaves, once it is over.
    pub leaves: Leaves<'a>,
}

/// One who may be asked.
pub(super) struct Asked<'a> {
    /// Where forms go.
    pub base: &'a str,
    /// The rest.
    pub resting: &'a Resting,
    /// For whom they may answer.
    pub may: &'a dyn Fn(&str) -> bool,
}

/// The page.
pub fn rest_page(rest: &RestPage<'_>) -> Markup {
    let (resting, leaves) = (rest.resting, &rest.leaves);
    let base = format!("/c/{}", leaves.token);
    let body = html! {
        header .plainbar { a .button .icon href=(base) aria-label={ "back to " (leaves.campaign) } { (quintain_draw::icon("left")) } h1 { (resting.kind.name) } }
        main .shoplist {
            (problem(leaves.said))
            p { (resting.kind.about) " " (rule(leaves.book, resting.kind.rule.id)) }
            @if !resting.live().log().is_empty() {
                section aria-label="What has happened" { ol .told { @for event in resting.live().log() { li { (event.text) " " (rule(leaves.book, event.rule.id)) } } } }
            }
            (asks(&Asked { base: &base, resting, may: &|_| true }))
            @if resting.is_over() { section aria-labelledby="leaves" { h2 #leaves { "What it leaves" } (form(leaves)) } }
            div .buttons {
                @if resting.kept.facts.iter().any(|fact| matches!(fact, Fact::Answer { .. })) { (button(&format!("{base}/rest/back"), &[], &html! { "Take the last answer back" }, "")) }
                (button(&format!("{base}/rest/drop"), &[], &html! { "Give this rest up" }, ""))
            }
        }
    };
    page(resting.kind.name, &body)
}

/// The forms for what is open to them.
pub(super) fn asks(asked: &Asked<'_>) -> Markup {
    html! {
        @match asked.resting.live().waiting() {
            Waiting::Answer(open) => {
                @for one in open.iter().filter(|one| (asked.may)(&one.who)) { (question(asked.base, one)) }
            }
            Waiting::Dice { text, who, count, sides } if who.as_deref().is_none_or(|who| (asked.may)(who)) => {
                (dice(asked.base, &text, (count, sides)))
            }
            _ => {}
        }
    }
}

fn question(base: &str, open: &OpenQuestion) -> Markup {
    let question = &open.question;
    let default = question.write(&question.default);
    html! {
        form .asked-form method="post" action={ (base) "/rest/answer" } {
            input type="hidden" name="who" value=(open.who);
            fieldset { legend { (open.who) ": " (question.text) }
                @match &question.shape {
                    Shape::OneOf(_, of) => {
                        @for choice in of { label .tick { input type="radio" name="words" value=(choice.text) checked[choice.text == default] required; span { (choice.text) @if !choice.hint.is_empty() { " " small { (choice.hint) } } } } " " }
                    }
                    Shape::Several { of, least, most, .. } => {
                        p .dim { (least) " to " (most) }
                        input type="hidden" name="join" value="and";
                        @for choice in of { label .tick { input type="checkbox" name="pick" value=(choice.text); span { (choice.text) @if !choice.hint.is_empty() { " " small { (choice.hint) } } } } " " }
                    }
                    Shape::Number { least, most } => { input type="number" name="words" min=(least) max=(most) value=(default) required aria-label=(question.text); }
                    _ => { input name="words" value=(default) required aria-label=(question.wanted()); }
                }
                button .button .go type="submit" { "So be it" }
            }
        }
    }
}

fn dice(base: &str, text: &str, (count, sides): (u8, u16)) -> Markup {
    html! {
        form .asked-form method="post" action={ (base) "/rest/throw" } {
            fieldset { legend { (text) }
                div .row { @for die in 1..=count {
                    label { "d" (sides) " " input type="number" name={ "face-" (die) } min="1" max=(sides) required; }
                } }
                div .buttons {
                    button .button .go type="submit" { (quintain_draw::icon("die")) "That was thrown" }
                    button .button type="submit" name="by-table" value="on" formnovalidate { "The table throws from here on" }
                }
            }
        }
    }
}
