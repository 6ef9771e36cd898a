//! What befell a party, and its fights.

use maud::{Markup, html};
use quintain_content::{Chapter, Noted};

use super::home::Camp;
use super::{Fought, Stands, hero, label, rule};

/// The fights, and what was written down, the youngest first.
pub(super) fn history(camp: &Camp<'_>) -> Markup {
    let chapters: &[Chapter] = camp.party.as_ref().map(|party| party.party.history.as_slice()).unwrap_or_default();
    html! {
        section aria-labelledby="history" { h2 #history { "History" }
            @if camp.fights.is_empty() && chapters.is_empty() { p .dim { "Nothing has happened yet." } }
            @if !camp.fights.is_empty() {
                h3 { "Fights" }
                ul .fought { @for one in camp.fights.iter().rev() { (fought(camp, one)) } }
            }
            @if !chapters.is_empty() { h3 { "What it left" } }
            @for chapter in chapters.iter().rev() { (self::chapter(&camp.book(), chapter, &|_| true)) }
        }
    }
}

fn fought(camp: &Camp<'_>, one: &Fought) -> Markup {
    html! {
        li {
            div { b { (one.title) } " " small { (standing(one)) @if let Some(over) = &one.over { ": " (over) } } }
            @if let Some(table) = &one.table {
                div .buttons {
                    a href={ "/t/" (table) } { "Table" }
                    @if one.stands != Stands::On {
                        a href={ "/t/" (table) "/after" } { "Look back" }
                        a href={ "/t/" (table) "/record" } download { "Record" }
                    }
                    @if matches!(one.stands, Stands::Over | Stands::Aside) { a href={ (camp.base()) "/after/" (one.fight) } { "What it leaves" } }
                }
            }
        }
    }
}

fn standing(one: &Fought) -> &'static str {
    match one.stands {
        Stands::On => "under way",
        Stands::Over => "over",
        Stands::Taken => "taken into the roster",
        Stands::Aside => "set aside",
    }
}

/// A chapter with those of its lines that `shown` lets through.
pub(super) fn chapter(book: &str, chapter: &Chapter, shown: &dyn Fn(&Noted) -> bool) -> Markup {
    let told: Vec<&Noted> = chapter.told.iter().filter(|line| shown(line)).collect();
    let kind = match chapter.what.as_str() {
        "fight" => "fight",
        "rest" => "rest",
        _ => "by hand",
    };
    html! {
        details .chapter {
            @let says_so = chapter.title.is_empty() || chapter.title.to_lowercase().ends_with(kind);
            summary { b { @if chapter.title.is_empty() { (kind) } @else { (chapter.title) } } @if !says_so { " " small { (kind) } } }
            @if told.is_empty() { p .dim { "Nothing changed." } }
            ul { @for line in told { li { (line_of(book, line)) } } }
        }
    }
}

/// A line of the history, with its rule to be tapped.
fn line_of(book: &str, line: &Noted) -> Markup {
    html! {
        @if !line.who.is_empty() { (line.who) ": " }
        (in_words(book, line))
        " " (rule(book, &line.rule))
    }
}

/// What a line says, with a value called as the game calls it: `STA 8 → 3`.
fn in_words(book: &str, line: &Noted) -> String {
    match &line.became {
        Some((was, is)) => format!("{} {}", label(book, &line.what), hero::becomes(was, is)),
        None => line.what.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_called_as_the_game_calls_them_and_flags_only_hold_or_not() {
        quintain_books::library();
        let told = |book: &str, what: &str, became: Option<(&str, &str)>| {
            let became = became.map(|(was, is)| (was.to_owned(), is.to_owned()));
            in_words(book, &Noted { what: what.to_owned(), became, ..Noted::default() })
        };
        assert_eq!(told("thalassa", "sta", Some(("8", "3"))), "STA 8 → 3");
        assert_eq!(told("gu", "gu-left", Some(("none", "bear-strength"))), "Gu left none → bear strength");
        assert_eq!(told("gu", "player", Some(("true", "false"))), "Player Character no longer");
        assert_eq!(told("gu", "is stunned now", None), "is stunned now");
    }
}
