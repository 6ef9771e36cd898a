//! What befell a party, and its fights.

use maud::{Markup, html};
use quintain_content::Chapter;
use quintain_library::rulebook;

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
pub(super) fn chapter(book: &str, chapter: &Chapter, shown: &dyn Fn(&str) -> bool) -> Markup {
    let told: Vec<&String> = chapter.told.iter().filter(|line| shown(line)).collect();
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
fn line_of(book: &str, line: &str) -> Markup {
    let known = |id: &str| rulebook(book).is_ok() && !id.contains(' ') && id.contains('.');
    let parts = line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")).filter(|(_, id)| known(id));
    html! { @match parts { Some((words, id)) => { (in_words(book, words)) " " (rule(book, id)) } None => { (in_words(book, line.trim_end_matches(" (left)"))) } } }
}

/// A line that tells of a value, with the value called as the game calls it: `Althea: STA 8 → 3`.
fn in_words(book: &str, line: &str) -> String {
    let told = || {
        let (name, rest) = line.split_once(": ")?;
        let (key, rest) = rest.split_once(' ')?;
        let (before, now) = rest.split_once(" → ")?;
        Some(format!("{name}: {} {}", label(book, key), hero::becomes(before, now)))
    };
    told().unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_called_as_the_game_calls_them_and_flags_only_hold_or_not() {
        quintain_books::library();
        assert_eq!(in_words("thalassa", "Althea: sta 8 → 3"), "Althea: STA 8 → 3");
        assert_eq!(in_words("gu", "Shi: gu-left none → bear-strength"), "Shi: Gu left none → bear strength");
        assert_eq!(in_words("gu", "Shi: player true → false"), "Shi: Player Character no longer");
        assert_eq!(in_words("gu", "Shi is stunned now"), "Shi is stunned now");
    }
}
