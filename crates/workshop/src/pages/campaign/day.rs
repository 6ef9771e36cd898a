//! A day of fights and rests, put together for a party and asked of the bench.

use maud::{Markup, html};
use quintain_library::{library, ready_made, rulebook, shelf};
use quintain_pages::bench::{Asked, Kind, Turnable, question, turning};

use super::{page, problem};
use crate::campaign::{MOST_STEPS, Row};
use crate::draft::Draft;

/// The questions that can be asked of days.
const KINDS: [Kind; 4] = [Kind::Sim, Kind::Compare, Kind::Sweep, Kind::Tune];

/// A party that can go through a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayParty {
    /// The name by which the form knows it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its rulebook's id.
    pub rulebook: String,
}

/// Everything that the page shows.
#[derive(Debug)]
pub struct DayPage<'a> {
    /// The parties of the house's campaigns.
    pub parties: &'a [DayParty],
    /// The one that is chosen.
    pub chosen: Option<&'a DayParty>,
    /// The house's own encounters of its game: id and title.
    pub encounters: &'a [(String, String)],
    /// The steps.
    pub rows: &'a [Row],
    /// What is asked.
    pub asked: &'a Asked,
    /// What can be turned on it.
    pub turnable: &'a [Turnable],
    /// What went wrong with what was sent.
    pub said: Option<&'a str>,
}

/// The page.
pub fn day_page(day: &DayPage<'_>) -> Markup {
    let body = html! {
        main .bench {
            header {
                nav { a .button href="/bench" { (quintain_draw::icon("back")) "The bench" } }
                h1 { "A day of several fights" }
                p .dim { "One party goes through fights and rests in a row; each fight begins with what those before have left. Where does it break?" }
            }
            (problem(day.said))
            (who(day))
            @if let Some(party) = day.chosen { (steps(day, party)) }
        }
    };
    page("A day of several fights", &body)
}

fn who(day: &DayPage<'_>) -> Markup {
    let chosen = day.chosen.map_or("", |party| party.name.as_str());
    html! {
        form method="get" action="/bench/day" {
            fieldset { legend { "The party" }
                div .row {
                    select name="party" aria-label="the party" {
                        @if !day.parties.is_empty() { optgroup label="campaigns" {
                            @for party in day.parties { option value=(party.name) selected[party.name == chosen] { (party.title) } }
                        } }
                        @for book in shelf() { optgroup label={ "ready-made, " (book.name()) } {
                            @for party in library().parties(book.id()) { option value=(party.path) selected[party.path == chosen] { (party.title) } }
                        } }
                    }
                    button .button type="submit" { @if day.chosen.is_some() { "Another party" } @else { "Take this party" } }
                }
            }
        }
    }
}

fn steps(day: &DayPage<'_>, party: &DayParty) -> Markup {
    html! {
        form #ask method="post" action="/bench/day" {
            input type="hidden" name="party" value=(party.name);
            input type="hidden" name="from" value="text";
            fieldset { legend { "What happens to " (party.title) }
                ol .steps { @for place in 0..MOST_STEPS { (step(day, party, place)) } }
                p .dim { "Rows left empty are passed over. In a fight the party takes the place of its own side, or of the one that is named." }
            }
            (question(day.asked, &KINDS, &turning(day.turnable)))
        }
    }
}

fn step(day: &DayPage<'_>, party: &DayParty, place: usize) -> Markup {
    let row = day.rows.get(place).cloned().unwrap_or_default();
    let number = place + 1;
    html! {
        li { div .row {
            select name="what" aria-label={ "step " (number) } {
                option value="" { @if place == 0 { "choose a fight, a rest or a handout" } @else { "nothing more" } }
                (choices(day, party, &row.what))
            }
            input .for-fight name="side" value=(row.side) maxlength="60" placeholder="side, if not the party's own" aria-label={ "side in step " (number) };
            input .for-hand name="hand" value=(row.hand) maxlength="400" placeholder="for a handout: set NAME.VALUE 5" aria-label={ "handout in step " (number) };
        } }
    }
}

/// All that a step may be.
fn choices(day: &DayPage<'_>, party: &DayParty, chosen: &str) -> Markup {
    let title = |text: &str, short: &str| Draft::read(text).map_or_else(|_| short.to_owned(), |draft| draft.title());
    let rests = rulebook(&party.rulebook).map(|book| book.rests()).unwrap_or_default();
    let one = |value: String, words: &str| html! { option value=(value) selected[value == chosen] { (words) } };
    html! {
        @if !day.encounters.is_empty() { optgroup label="your own fights" {
            @for (id, title) in day.encounters { (one(format!("own:{id}"), title)) }
        } }
        optgroup label="ready-made fights" {
            @for made in ready_made().filter(|made| made.book() == party.rulebook) { (one(format!("fight:{}", made.name), &title(made.text, made.short()))) }
        }
        optgroup label="between fights" {
            @for kind in rests { (one(format!("rest:{}", kind.key), kind.name)) }
            (one("hand".to_owned(), "something is handed out"))
        }
    }
}
