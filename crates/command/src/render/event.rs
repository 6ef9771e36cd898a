//! Events as lines of the log, and the reasons behind one.

use std::io::{self, Write};

use quintain_engine::{AnyRulebook, Event, Role, Rule, Term, depths};

use crate::render::{BOLD, DIM};

/// The log from the event at `from` on as a story: a line an act, what came of it beneath, with the rule dimmed at its end.
/// What opens a round or a turn stands out.
pub(crate) fn story(log: &[Event], from: usize, out: &mut dyn Write) -> io::Result<()> {
    let depths = depths(log);
    for (event, depth) in log.iter().zip(&depths).skip(from) {
        let indent = "  ".repeat(usize::from(*depth));
        if opens_round(event) {
            writeln!(out, "\n{BOLD}{}{BOLD:#}", event.text)?;
        } else if event.role == Role::Heading {
            writeln!(out, "{BOLD}{}{BOLD:#}", event.text)?;
        } else {
            writeln!(out, "{indent}{event} {DIM}({}){DIM:#}", event.rule)?;
        }
    }
    Ok(())
}

/// The whole log with the numbers of its events.
pub(crate) fn numbered(log: &[Event], out: &mut dyn Write) -> io::Result<()> {
    for (place, (event, depth)) in log.iter().zip(depths(log)).enumerate() {
        let indent = "  ".repeat(usize::from(depth));
        writeln!(out, "{DIM}{:>4}{DIM:#}  {indent}{event} {DIM}({}){DIM:#}", place + 1, event.rule)?;
    }
    Ok(())
}

/// Whether an event says that a round begins.
fn opens_round(event: &Event) -> bool {
    let number = event.text.to_lowercase();
    let number = number.strip_prefix("round ").unwrap_or_default();
    !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
}

/// Everything that led to one event: its dice, its sum, the rules, and what caused it.
pub(crate) fn why(book: &dyn AnyRulebook, log: &[Event], place: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(event) = log.get(place) else { return Ok(()) };
    writeln!(out, "{BOLD}{}. {}{BOLD:#}", place + 1, event.text)?;
    for shown in &event.dice {
        let faces: Vec<String> = shown.faces.iter().map(u16::to_string).collect();
        let whose = shown.whose.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
        writeln!(out, "  dice   {}d{}: {}{whose}", shown.faces.len(), shown.sides, faces.join(" "))?;
    }
    for term in &event.terms {
        writeln!(out, "  {}", term_line(term))?;
    }
    if let Some(total) = event.total {
        writeln!(out, "  total  {total}")?;
    }
    if let Some((label, value)) = &event.against {
        writeln!(out, "  against {label} {value}")?;
    }
    rule(book, event.rule, out)?;
    for also in &event.also {
        rule(book, also, out)?;
    }
    if let Some(cause) = event.cause.and_then(|cause| Some((cause.0 as usize, log.get(cause.0 as usize)?))) {
        writeln!(out, "  because of {}. {}", cause.0 + 1, cause.1.text)?;
    }
    Ok(())
}

fn term_line(term: &Term) -> String {
    let source = if term.source.is_empty() { String::new() } else { format!(" ({})", term.source) };
    let waived = if term.applied { "" } else { ", not counted" };
    format!("{:>+5}  {}{source}{waived}", term.value, term.label)
}

fn rule(book: &dyn AnyRulebook, rule: &Rule, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {DIM}{}/{}{DIM:#}  {}", book.id(), rule.id, rule.summary)?;
    match rule.ruling {
        Some(ruling) => writeln!(out, "    ruling: {ruling}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Rule =
        Rule { id: "attack.armor", kind: quintain_engine::Kind::Engine, summary: "", ruling: None, house: None };

    fn plain(event: &Event) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        story(std::slice::from_ref(event), 0, &mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn the_rule_stands_at_the_end_and_rounds_stand_out() {
        assert_eq!(plain(&Event::new(&RULE, "Althea is hit")), "Althea is hit (attack.armor)\n");
        assert_eq!(plain(&Event::new(&RULE, "Round 12")), "\nRound 12\n");
        assert_eq!(plain(&Event::new(&RULE, "Althea's turn").heading()), "Althea's turn\n");
        assert_eq!(plain(&Event::new(&RULE, "Round shields are bad")), "Round shields are bad (attack.armor)\n");
    }

    #[test]
    fn what_came_of_an_act_stands_beneath_it() {
        let log = [Event::new(&RULE, "Ann strikes").act(), Event::new(&RULE, "Orc falls")];
        let mut out = anstream::StripStream::new(Vec::new());
        numbered(&log, &mut out).unwrap();
        let told = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(told, "   1  Ann strikes (attack.armor)\n   2    Orc falls (attack.armor)\n");
    }

    #[test]
    fn terms_show_their_sign_and_whether_they_count() {
        let term = Term { source: "leather".into(), applied: false, ..Term::new("Armor", -1) };
        assert_eq!(term_line(&term), "   -1  Armor (leather), not counted");
    }
}
