//! The question: what can be done now, what cannot and by which rule, and dice to throw by hand.

use std::collections::HashSet;

use maud::{Markup, html};
use quintain_engine::{Choice, RefusalGroup, Shape, grouped_refusals};
use quintain_session::{Seen, SeenDice, SeenQuestion};

/// Everything that is asked of a chair.
pub(crate) fn questions(base: &str, book: &str, seen: &Seen) -> Markup {
    let (own, others): (Vec<&SeenQuestion>, Vec<&SeenQuestion>) =
        seen.questions.iter().partition(|question| question.own);
    html! {
        section #ask aria-label="What is asked" {
            @if let Some(over) = &seen.over { p .over { "The fight is over: " (over) "." } }
            @if let Some(broken) = &seen.broken { pre .problem { (broken) } }
            @if let Some(older) = &seen.older { p .waits { "The record of this fight: " (older) "." } }
            @if let Some(dice) = &seen.dice { (by_hand(base, dice)) }
            @for (place, question) in own.iter().enumerate() {
                @if place == 0 { (one(base, book, question)) } @else { (folded(base, book, question)) }
            }
            @if own.is_empty() && seen.dice.is_none() && !seen.waits_for.is_empty() {
                p .waits { "The table waits for " (seen.waits_for.join(", ")) "." }
            }
            @if !others.is_empty() {
                details .others {
                    summary { "Answer for others" }
                    @for question in &others { (folded(base, book, question)) }
                }
            }
        }
    }
}

fn by_hand(base: &str, dice: &SeenDice) -> Markup {
    html! {
        form .question method="post" action={ (base) "/throw" } {
            h2 { "Throw " (dice.count) "d" (dice.sides) }
            p { (dice.text) }
            div .faces {
                @for place in 1..=dice.count {
                    input type="number" name="face" min="1" max=(dice.sides) required inputmode="numeric"
                        aria-label={ "face of die " (place) };
                }
            }
            button type="submit" { "That is what fell" }
        }
    }
}

/// A question that may be answered first, too.
fn folded(base: &str, book: &str, seen: &SeenQuestion) -> Markup {
    html! {
        details #{ "ask-" (seen.number) } .later {
            summary { (name(seen)) ": " (seen.asked.question.text) }
            (one(base, book, seen))
        }
    }
}

fn name(seen: &SeenQuestion) -> &str {
    if seen.asked.who == "gm" { "Game master" } else { &seen.asked.who }
}

fn one(base: &str, book: &str, seen: &SeenQuestion) -> Markup {
    let question = &seen.asked.question;
    let default = question.write(&question.default);
    html! {
        form .question method="post" action={ (base) "/answer" } data-number=(seen.number) data-who=(seen.asked.who) {
            input type="hidden" name="number" value=(seen.number);
            input type="hidden" name="who" value=(seen.asked.who);
            h2 { (name(seen)) ": " (question.text) }
            (shape(&question.shape, &default))
            output .odds {}
            p .foot {
                a href={ "/rules/" (book) "/" (question.rule.id) } { (question.rule.id) }
                " · default: " (default)
            }
            (from_now_on())
            @if !question.refused.is_empty() {
                details .refused {
                    summary { "Not possible now (" (question.refused.len()) ")" }
                    ul {
                        @for group in grouped_refusals(&question.refused) {
                            li { s { (refused(&group)) } ": " (group.why)
                                @if let Some(cure) = &group.cure { "; " (cure) } " "
                                a href={ "/rules/" (book) "/" (group.rule.id) } { (group.rule.id) } }
                        }
                    }
                }
            }
        }
    }
}

/// What a group of refusals is about, in a few words.
fn refused(group: &RefusalGroup) -> String {
    match &group.texts[..] {
        [only] => only.clone(),
        all => format!("{} … ({} of them)", group.verb, all.len()),
    }
}

/// Whether the answer holds for later, too.
fn from_now_on() -> Markup {
    html! {
        p .foot {
            label { "Answer so "
                select name="standing" {
                    option value="" { "this once" }
                    option value="always" { "always" }
                    option value="unless" { "always, unless it could fell me" }
                    option value="default" { "— or leave this to the default from now on" }
                }
            }
        }
    }
}

fn shape(shape: &Shape<usize>, default: &str) -> Markup {
    html! {
        @match shape {
            Shape::OneOf(_, of) => (options(of, default)),
            Shape::Several { of, least, most, .. } => {
                input type="hidden" name="join" value="and";
                fieldset { legend { "Pick " (least) " to " (most) }
                    @for choice in of { label .check { input type="checkbox" name="pick" value=(choice.text); " " (choice.text) " " span .dim { (choice.hint) } } }
                }
                button type="submit" { "That's it" }
            }
            Shape::OrderOf(of) => {
                input type="hidden" name="join" value="then";
                fieldset { legend { "In which order?" }
                    @for place in 0..of.len() {
                        select name="pick" aria-label={ "place " (place + 1) } {
                            @for (at, choice) in of.iter().enumerate() { option value=(choice.text) selected[at == place] { (choice.text) } }
                        }
                    }
                }
                button type="submit" { "In this order" }
            }
            Shape::Number { least, most } => {
                input type="number" name="words" min=(least) max=(most) value=(default) required aria-label="number";
                button type="submit" { "That many" }
            }
            Shape::Path { from, most, .. } => {
                input type="text" name="words" value=(default) placeholder="B3 C4" aria-label={ "at most " (most) " squares from " (from) };
                button type="submit" { "Go" }
            }
            Shape::Text => {
                textarea name="words" rows="3" maxlength="2000" aria-label="words" {}
                button type="submit" { "Say it" }
            }
        }
    }
}

/// Options as buttons; those that only differ in their square stand together, because the map shows them.
fn options(of: &[Choice<usize>], default: &str) -> Markup {
    let (squares, plain): (Vec<&Choice<usize>>, Vec<&Choice<usize>>) =
        of.iter().partition(|choice| choice.square.is_some());
    let places: HashSet<_> = squares.iter().map(|choice| choice.square).collect();
    let folded = squares.len() > 6;
    html! {
        div .options {
            @for choice in &plain { (option(choice, default)) }
            @if !folded { @for choice in &squares { (option(choice, default)) } }
        }
        @if folded {
            details .squares {
                summary { (places.len()) " squares: tap one on the map, or choose here" }
                div .options { @for choice in &squares { (option(choice, default)) } }
            }
        }
    }
}

fn option(choice: &Choice<usize>, default: &str) -> Markup {
    html! {
        button type="submit" name="words" value=(choice.text) .default[choice.text == default] {
            (choice.text)
            @if !choice.hint.is_empty() { small { (choice.hint) } }
        }
    }
}
