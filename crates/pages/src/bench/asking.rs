//! The form by which the bench is asked: an encounter, a question, its details.

use maud::{Markup, html};
use quintain_library::{library, ready_made, rulebook, shelf};

use super::asked::{Asked, Kind, MOST_FIGHTS, OTHER};
use crate::home::title_of;

/// The form as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// What was asked.
    pub asked: &'a Asked,
    /// The encounters of the workshop.
    pub own: &'a [OwnEncounter],
    /// What can be turned in the encounter that is chosen.
    pub turnable: &'a [Turnable],
    /// What is wrong with what was asked.
    pub problem: Option<&'a str>,
}

/// An encounter of the workshop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEncounter {
    /// The name by which forms know it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The id of its rulebook.
    pub book: String,
}

/// Something in an encounter that can be turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turnable {
    /// The knob: `Althea.armor`.
    pub knob: String,
    /// What it stands under: whose value it is, or house rules, or tactics.
    pub of: String,
    /// What it is, and how it stands: `Armor, now 1`.
    pub words: String,
    /// Values that it might be turned to: `0..3`.
    pub values: String,
}

pub(super) fn form(asking: &Asking<'_>) -> Markup {
    let asked = asking.asked;
    let typed = asked.is_own() && !asked.text.is_empty();
    html! {
        form #ask method="post" action="/bench" {
            fieldset {
                legend { "The encounter" }
                div .fields {
                    div {
                        label { input type="radio" name="from" value="ready" checked[!typed]; " one of the list" }
                        label .field { "which" select name="name" { (encounters(asking.own, &asked.name)) } }
                    }
                    div {
                        label { input type="radio" name="from" value="text" checked[typed]; " a text" }
                        label .field { "as TOML" textarea #own name="text" rows="4" spellcheck="false" maxlength="200000" placeholder="rulebook = …" { "\n" (asked.text) } }
                        label .field .scripted { "from a file" input type="file" accept=".toml" data-into="own"; }
                    }
                }
            }
            (question(asked, &Kind::ALL, &html! { (turning(asking.turnable)) (against(asking)) }))
        }
    }
}

/// What is asked, of these kinds, with its details and the button. `more` are fields that only some pages have.
pub fn question(asked: &Asked, kinds: &[Kind], more: &Markup) -> Markup {
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
            div .fields { (details(asked, more)) }
        }
        button .button .go type="submit" { (quintain_draw::icon("play")) "Ask" }
    }
}

/// The fields that questions need, each with the kinds that it is for.
fn details(asked: &Asked, more: &Markup) -> Markup {
    html! {
        label .field data-for="compare sweep tune" {
            "knobs, one a line"
            textarea name="knobs" rows="3" spellcheck="false" placeholder="Althea.armor=0..3" { "\n" (asked.knobs.join("\n")) }
            small { "NAME.VALUE, count(NAME), house.KEY or tactics.SIDE; a comparison turns each to one value" }
        }
        (more)
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
            textarea name="tactics" rows="2" spellcheck="false" placeholder="heroes=cautious" { "\n" (asked.tactics.join("\n")) }
            small { "left empty: as the encounter says" }
        }
        label .field {
            "fights for each figure" input type="number" name="fights" min="1" max=(MOST_FIGHTS) placeholder="as many as is usual" value=[(asked.fights != asked.kind.usual()).then_some(asked.fights)];
            small { "10 000 to see who wins or to compare; 1 000 for each setting or change; 100 pairs for a step of a ladder" }
        }
        label .field { "seed" input type="number" name="seed" min="0" value=(asked.seed); small { "the same seed, the same fights" } }
    }
}

/// What can be turned, to be chosen. It is sent again when another encounter is chosen.
pub fn turning(turnable: &[Turnable]) -> Markup {
    let groups = turnable.chunk_by(|one, next| one.of == next.of);
    html! {
        div #turning .turning data-for="compare sweep tune" {
            @if turnable.is_empty() { p .dim .scripted { "What can be turned is listed here as soon as there is a fight." } }
            @else {
                label .field { "turn" select name="turn" {
                    option value="" { "choose a value, a number, a rule …" }
                    @for group in groups { optgroup label=(group.first().map_or("", |one| one.of.as_str())) {
                        @for one in group { option value=(one.knob) data-values=(one.values) { (one.words) } }
                    } }
                } }
                label .field { "to" input name="to" maxlength="200" placeholder="0..3"; }
                button .button .scripted type="button" data-turn { "Add this knob" }
            }
        }
    }
}

/// For a comparison: the encounter that the first is held against.
fn against(asking: &Asking<'_>) -> Markup {
    let asked = asking.asked;
    html! {
        label .field data-for="compare" {
            "against"
            select name="other" {
                option value="" { "the same encounter with the knobs turned" }
                option value=(OTHER) selected[asked.other == OTHER] { "a text of its own" }
                (encounters(asking.own, &asked.other))
            }
        }
        label .field data-for="compare" {
            "a second encounter, as TOML"
            textarea name="other-text" rows="2" spellcheck="false" maxlength="200000" { "\n" (asked.second()) }
        }
    }
}

/// The encounters of the workshop, and all ready-made ones by game, as options.
fn encounters(own: &[OwnEncounter], chosen: &str) -> Markup {
    let game =
        |one: &OwnEncounter| rulebook(&one.book).map_or_else(|_| one.book.clone(), |book| book.name().to_owned());
    html! {
        @if !own.is_empty() {
            optgroup label="Your own" {
                @for one in own { option value=(one.name) selected[one.name == chosen] { (one.title) " (" (game(one)) ")" } }
            }
        }
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
