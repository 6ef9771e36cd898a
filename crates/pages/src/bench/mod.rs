//! The designer's bench: questions to simulations, how far they are, what came of them, and two results side by side.

mod asked;
mod asking;
mod finding;
mod plot;

use maud::{Markup, html};

pub use asked::{Asked, DayRows, Kind, MOST_FIGHTS, OTHER, OWN};
pub use asking::{Asking, OwnEncounter, Turnable, question, turning};
pub use finding::{Bar, Finding, Line, Mark, Plot, Shape, Table};

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

/// The bench: a form, and all results.
pub fn bench(results: &[Outcome], asking: &Asking<'_>) -> Markup {
    let body = html! {
        main .bench {
            header {
                nav { a .button href="/" { (quintain_draw::icon("back")) "Home" } }
                h1 { "The designer's bench" }
                p .dim { "Questions to thousands of unattended fights. They are played beside the tables and never hold one up." }
                p { a .button href="/bench/day" { (quintain_draw::icon("ready")) "A day of several fights" } }
            }
            @if let Some(problem) = asking.problem { pre .problem role="alert" { (problem) } }
            (asking::form(asking))
            section aria-labelledby="results" {
                h2 #results { "Results" }
                @if results.is_empty() { p .dim { "Nothing has been asked yet." } }
                @else { (listed(results)) }
            }
        }
    };
    // It never asks again by itself: what is being typed into the form would be lost.
    page_with("The bench", "one", false, &body)
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
            p {
                @if share >= 1.0 { "All fights are played; some are played once more, to be heard in full" }
                @else if share > 0.0 { (format!("{:.0}", (share * 100.0).floor())) " % of the fights are played" }
                @else { "It waits for its turn, or has just begun" }
            }
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
            @if asked.is_own() || !asked.files.is_empty() {
                p { "It needs these files:"
                    @if asked.is_own() { " " a href={ "/bench/" (id) "/encounter" } download=(asked.file()) { (asked.file()) } }
                    @for (name, _) in &asked.files { " " a href={ "/bench/" (id) "/encounter?file=" (name) } download=(name) { (name) } } }
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
                // A day of which only the files are known cannot be put into a form again.
                @if one.asked.day.is_some() || one.asked.files.iter().all(|(name, _)| name == OTHER) { (another(&one.asked)) }
                form method="post" action={ "/bench/" (one.id) "/again" } { button .button type="submit" { "Ask again" } }
                @if !underway { form method="post" action={ "/bench/" (one.id) "/delete" } { button .button type="submit" { "Delete for good" } } }
            }
        }
    }
}

/// The way back to the form with all that was asked, for the next question is mostly one like it.
fn another(asked: &Asked) -> Markup {
    let mut fields = vec![
        ("kind", asked.kind.word().to_owned()),
        ("from", if asked.is_own() { "text" } else { "ready" }.to_owned()),
        ("name", asked.name.clone()),
        ("text", asked.text.clone()),
        ("other", asked.other.clone()),
        ("other-text", asked.second().to_owned()),
        ("knobs", asked.knobs.join("\n")),
        ("target", asked.target.clone()),
        ("rungs", asked.rungs.join(", ")),
        ("tactics", asked.tactics.join("\n")),
        ("fights", asked.fights.to_string()),
        ("seed", asked.seed.to_string()),
    ];
    if let Some(day) = &asked.day {
        fields.push(("party", day.party.clone()));
        fields.extend(day.rows.iter().cloned().flat_map(|row| ["what", "side", "hand"].into_iter().zip(row)));
    }
    html! {
        form method="post" action=(if asked.day.is_some() { "/bench/day/form" } else { "/bench/form" }) {
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
