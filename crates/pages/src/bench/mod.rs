//! The designer's bench: questions to simulations, how far they are, what came of them, and two results side by side.

mod asked;
mod finding;
mod plot;

use maud::{Markup, html};
use quintain_library::{library, ready_made, shelf};

pub use asked::{Asked, Kind, MOST_FIGHTS};
pub use finding::{Bar, Finding, Line, Mark, Plot, Shape, Table};

use crate::home::title_of;
use crate::layout::page_with;

/// How far a question is.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// So much of all is played, from 0 to 1; it waits for others before it has begun.
    Underway(f64),
    /// It was answered.
    Answered(Box<Finding>),
    /// Why it cannot be.
    Failed(String),
    /// The program ended before it was answered.
    Interrupted,
}

/// A question with what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is asked.
    pub asked: Asked,
    /// How far it is.
    pub standing: Standing,
}

/// The bench: a form, and all results. `problem` says what is wrong with what was `asked`.
pub fn bench(results: &[Outcome], asked: &Asked, problem: Option<&str>) -> Markup {
    let body = html! {
        main .bench {
            header {
                nav { a .button href="/" { (quintain_draw::icon("back")) "Home" } }
                h1 { "The designer's bench" }
                p .dim { "Questions to thousands of unattended fights. They are played beside the tables and never hold one up." }
                p { a .button href="/bench/day" { (quintain_draw::icon("ready")) "A day of several fights" } }
            }
            @if let Some(problem) = problem { pre .problem role="alert" { (problem) } }
            (form(asked))
            section aria-labelledby="results" {
                h2 #results { "Results" }
                @if results.is_empty() { p .dim { "Nothing has been asked yet." } }
                @else { (listed(results)) }
            }
        }
    };
    // It never asks again by itself: what somebody types into the form would be lost.
    page_with("The bench", "one", false, &body)
}

fn form(asked: &Asked) -> Markup {
    html! {
        form #ask method="post" action="/bench" {
            fieldset {
                legend { "The encounter" }
                div .fields {
                    div {
                        label { input type="radio" name="from" value="ready" checked[!asked.is_own() || asked.text.is_empty()]; " a ready-made one" }
                        label .field { "which" select name="name" { (encounters(&asked.name)) } }
                    }
                    div {
                        label { input type="radio" name="from" value="text" checked[asked.is_own() && !asked.text.is_empty()]; " one of your own" }
                        label .field { "as a text" textarea #own name="text" rows="4" spellcheck="false" maxlength="200000" placeholder="rulebook = …" { (asked.text) } }
                        small { "An encounter of the workshop comes here by “Ask the bench” on its page." }
                        label .field .scripted { "from a file" input type="file" accept=".toml" data-into="own"; }
                    }
                }
            }
            (question(asked, &Kind::ALL))
        }
    }
}

/// What is asked, of these kinds, with its details and the button.
pub fn question(asked: &Asked, kinds: &[Kind]) -> Markup {
    html! {
        fieldset {
            legend { "The question" }
            div .kinds {
                @for kind in kinds {
                    @let (question, about) = kind.about();
                    label { input type="radio" name="kind" value=(kind.word()) checked[*kind == asked.kind]; b { (question) } small { (about) } }
                }
            }
        }
        fieldset {
            legend { "Details" }
            div .fields { (details(asked)) }
        }
        button .button .go type="submit" { (quintain_draw::icon("play")) "Ask" }
    }
}

/// The fields that questions need, each with the kinds that it is for.
fn details(asked: &Asked) -> Markup {
    html! {
        label .field data-for="compare sweep tune" {
            "knobs, one a line"
            textarea name="knobs" rows="3" spellcheck="false" placeholder="Althea.armor=0..3" { (asked.knobs.join("\n")) }
            small { "NAME.VALUE, count(NAME), house.KEY or tactics.SIDE; a comparison turns each to one value" }
        }
        label .field data-for="compare" {
            "against"
            select name="other" { option value="" { "the same encounter with the knobs turned" } (encounters(&asked.other)) }
        }
        label .field data-for="tune" {
            "target" input name="target" value=(asked.target) maxlength="120" placeholder="heroes win 60%";
            small { "heroes lose 10%, someone of heroes dies 25%, Althea dies 5%" }
        }
        label .field data-for="ladder" {
            "ways to play, the weakest first" input name="rungs" value=(asked.rungs.join(", ")) maxlength="200" placeholder="random, sensible, search:40";
            small { "left empty: random, novice, the rulebook's best, search:40" }
        }
        label .field data-for="sim compare sweep tune matter" {
            "tactics, one a line"
            textarea name="tactics" rows="2" spellcheck="false" placeholder="heroes=cautious" { (asked.tactics.join("\n")) }
            small { "left empty: as the encounter says" }
        }
        label .field {
            "fights for each figure" input type="number" name="fights" min="1" max=(MOST_FIGHTS) placeholder="as many as is usual" value=[(asked.fights != asked.kind.usual()).then_some(asked.fights)];
            small { "10 000 to see who wins or to compare; 1 000 for each setting or change; 100 pairs for a step of a ladder" }
        }
        label .field { "seed" input type="number" name="seed" min="0" value=(asked.seed); small { "the same seed, the same fights" } }
    }
}

/// All ready-made encounters as options, by game.
fn encounters(chosen: &str) -> Markup {
    html! {
        @for book in shelf() {
            optgroup label=(book.name()) {
                @for one in ready_made().filter(|one| one.book() == book.id()) { option value=(one.name) selected[one.name == chosen] { (title_of(one.name)) } }
                @for day in library().days(book.id()) { option value=(day) selected[day == chosen] { (day_called(day)) } }
            }
        }
    }
}

/// A ready-made day in words, by the name of its file.
fn day_called(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
    format!("A day: {}", name.replace('-', " "))
}

fn listed(results: &[Outcome]) -> Markup {
    html! {
        form #side-by-side method="get" action="/bench/beside" {}
        ul .results {
            @for one in results {
                li {
                    div { a href={ "/bench/" (one.id) } { b { (one.name) } } small { (one.asked.kind.about().0) " · " (standing(&one.standing)) } }
                    @if matches!(one.standing, Standing::Answered(_)) {
                        label { input type="checkbox" name="id" value=(one.id) form="side-by-side"; " side by side" }
                    }
                }
            }
        }
        @if results.iter().filter(|one| matches!(one.standing, Standing::Answered(_))).count() > 1 {
            p { button .button type="submit" form="side-by-side" { "Compare the two that are ticked" } }
        }
    }
}

fn standing(standing: &Standing) -> String {
    match standing {
        Standing::Underway(share) => format!("under way, {:.0} %", share * 100.0),
        Standing::Answered(found) if found.stopped => "stopped early".to_owned(),
        Standing::Answered(_) => "answered".to_owned(),
        Standing::Failed(_) => "failed".to_owned(),
        Standing::Interrupted => "interrupted".to_owned(),
    }
}

/// The page of one question.
pub fn result(one: &Outcome) -> Markup {
    let body = html! {
        main .bench {
            header {
                nav { a .button href="/bench" { (quintain_draw::icon("back")) "The bench" } }
                h1 { (one.name) }
            }
            @match &one.standing {
                Standing::Underway(_) => { (progress(one)) }
                Standing::Answered(found) => { (told(found)) }
                Standing::Failed(why) => { pre .problem role="alert" { (why) } }
                Standing::Interrupted => { p .problem { "The program ended before this was answered." } }
            }
            (command(&one.asked, &one.id))
            (change(one))
        }
    };
    page_with(&one.name, "one", matches!(one.standing, Standing::Underway(_)), &body)
}

/// How far a question is, sent again until it is answered.
pub fn progress(one: &Outcome) -> Markup {
    let Standing::Underway(share) = one.standing else {
        return html! { div #progress data-goto={ "/bench/" (one.id) } {} };
    };
    html! {
        div #progress .progress data-poll={ "/bench/" (one.id) "/progress" } role="status" {
            p { @if share > 0.0 { (format!("{:.0}", share * 100.0)) " % of the fights are played" } @else { "It waits for its turn, or has just begun" } }
            progress max="1" value=(format!("{share:.3}")) aria-label="how far it is" {}
            form method="post" action={ "/bench/" (one.id) "/cancel" } { button .button type="submit" { "Stop; keep what has been found" } }
        }
    }
}

fn told(found: &Finding) -> Markup {
    html! {
        div {
            @if found.stopped { p .warn { "It was stopped early; these are the figures of what had been played." } }
            @for line in &found.lines { p { (line) } }
        }
        @for one in &found.plots { (plot::plot(one)) }
        @for table in &found.tables { (figures(table)) }
    }
}

fn figures(table: &Table) -> Markup {
    html! {
        section {
            h3 { (table.title) }
            div .wide tabindex="0" role="region" aria-label=(table.title) { table .figures-table {
                caption .unseen { (table.title) }
                thead { tr { @for head in &table.head { th scope="col" { (head) } } } }
                tbody { @for row in &table.rows { tr { @for (place, field) in row.iter().enumerate() { @if place == 0 { th scope="row" { (field) } } @else { td { (field) } } } } } }
            } }
        }
    }
}

/// The command that asks the same, to be copied.
fn command(asked: &Asked, id: &str) -> Markup {
    html! {
        section {
            h2 { "The same in the terminal" }
            div .command { code id={ "command-" (id) } { (asked.command()) } button .button .scripted type="button" data-copy={ "command-" (id) } { "Copy" } }
            @if asked.is_own() {
                p { "It needs these files: " a href={ "/bench/" (id) "/encounter" } download=(asked.file()) { (asked.file()) }
                    @for (name, _) in &asked.files { ", " a href={ "/bench/" (id) "/encounter?file=" (name) } download=(name) { (name) } } "." }
            }
        }
    }
}

fn change(one: &Outcome) -> Markup {
    let underway = matches!(one.standing, Standing::Underway(_));
    html! {
        section {
            h2 { "Keep it" }
            form .row method="post" action={ "/bench/" (one.id) "/rename" } {
                input name="name" value=(one.name) maxlength="120" required aria-label="name";
                button .button type="submit" { "Rename" }
            }
            div .buttons {
                @if one.asked.files.is_empty() { (another(&one.asked)) }
                form method="post" action={ "/bench/" (one.id) "/again" } { button .button type="submit" { "Ask again" } }
                @if !underway { form method="post" action={ "/bench/" (one.id) "/delete" } { button .button type="submit" { "Delete for good" } } }
            }
        }
    }
}

/// The way back to the form with all that was asked, for the next question is mostly one like it.
fn another(asked: &Asked) -> Markup {
    let fields = [
        ("kind", asked.kind.word().to_owned()),
        ("from", if asked.is_own() { "text" } else { "ready" }.to_owned()),
        ("name", asked.name.clone()),
        ("text", asked.text.clone()),
        ("other", asked.other.clone()),
        ("knobs", asked.knobs.join("\n")),
        ("target", asked.target.clone()),
        ("rungs", asked.rungs.join(", ")),
        ("tactics", asked.tactics.join("\n")),
        ("fights", asked.fights.to_string()),
        ("seed", asked.seed.to_string()),
    ];
    html! {
        form method="post" action="/bench/form" {
            @for (name, value) in &fields { input type="hidden" name=(name) value=(value); }
            button .button type="submit" { "Change the question" }
        }
    }
}

/// Two results side by side.
pub fn beside(one: &Outcome, other: &Outcome) -> Markup {
    let body = html! {
        main .bench {
            header { nav { a .button href="/bench" { (quintain_draw::icon("back")) "The bench" } } h1 { "Side by side" } }
            div .beside {
                @for result in [one, other] {
                    article aria-label=(result.name) {
                        h2 { a href={ "/bench/" (result.id) } { (result.name) } }
                        @if let Standing::Answered(found) = &result.standing { (told(found)) } @else { p { (standing(&result.standing)) } }
                        (command(&result.asked, &result.id))
                    }
                }
            }
        }
    };
    page_with("Side by side", "one", false, &body)
}
