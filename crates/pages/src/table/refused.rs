//! What is not possible now, and why: one line in the dock, and all of it behind.

use maud::{Markup, html};
use quintain_engine::{RefusalGroup, grouped_refusals};
use quintain_session::SeenQuestion;

use super::Look;
use crate::figures::{capital, counted};

/// The most lines of what is not possible now.
const MOST: usize = 12;

/// One line of what is not possible now, and all of it behind.
pub(super) fn not_now(look: &Look<'_>, question: &SeenQuestion) -> Markup {
    let groups = lines(grouped_refusals(&question.asked.question.refused));
    let book = look.scene.book.id();
    let others = groups.len().saturating_sub(MOST);
    let first: Vec<String> = groups.iter().take(2).map(|(what, group)| format!("{what}: {}", group.why)).collect();
    html! {
        @if !groups.is_empty() {
            details .refused {
                summary {
                    span .first { "Not now: " (first.join(" · ")) " · " }
                    span .link { @if groups.len() == 1 { "the reason" } @else { "all " (groups.len()) " reasons" } }
                }
                ul {
                    @for (what, group) in groups.iter().take(MOST) {
                        li {
                            b { (what) } ": " (group.why) @if let Some(cure) = &group.cure { "; " (cure) } " "
                            a href={ "/rules/" (book) "/" (group.rule.id) } { "rule" }
                        }
                    }
                    @if others > 0 { li .dim { "and " (counted(others, "more reason")) } }
                }
            }
        }
    }
}

/// Refusals with what they refuse in words: what is refused with the same verb for the same reason stands in one line, and
/// where lines are many all that one rule refuses does.
fn lines(all: Vec<RefusalGroup>) -> Vec<(String, RefusalGroup)> {
    let same_reason = |one: &RefusalGroup, other: &RefusalGroup| one.verb == other.verb && one.why == other.why;
    let mut lines = joined(all, &same_reason);
    if lines.len() > MOST {
        lines = joined(lines, &|one, other| one.rule == other.rule);
    }
    lines.into_iter().map(named).collect()
}

/// Those that are alike are one, in the words of the first.
fn joined(all: Vec<RefusalGroup>, alike: &dyn Fn(&RefusalGroup, &RefusalGroup) -> bool) -> Vec<RefusalGroup> {
    let mut joined: Vec<RefusalGroup> = Vec::new();
    for group in all {
        match joined.iter_mut().find(|known| alike(known, &group)) {
            Some(known) => known.texts.extend(group.texts),
            None => joined.push(group),
        }
    }
    joined
}

/// A group with its name. What stands in brackets behind a reason is about the first alone: it is left out where there are more.
fn named(mut group: RefusalGroup) -> (String, RefusalGroup) {
    let name = match &group.texts[..] {
        [only] => capital(only),
        [first, others @ ..] => format!("{} and {} more", capital(first), others.len()),
        [] => capital(&group.verb),
    };
    if group.texts.len() > 1
        && let Some(end) = group.why.strip_suffix(')').and_then(|words| words.rfind(" ("))
    {
        group.why.truncate(end);
    }
    (name, group)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(verb: &str, why: &str, texts: &[&str]) -> RefusalGroup {
        let rule = quintain_books::library().shelf()[0].verbs()[0].rule;
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        RefusalGroup { rule, verb: verb.to_owned(), why: why.to_owned(), cure: None, texts }
    }

    #[test]
    fn a_reason_is_told_once_and_without_what_is_about_the_first_alone() {
        let all = vec![
            group("jump", "that is too far to jump", &["jump to I1", "jump to I2"]),
            group("attack", "the action is used (Ann in A1)", &["attack Ann", "attack Ben"]),
            group("jump", "that is too far to jump", &["jump to K3"]),
            group("treat", "not hurt (Ann in A1)", &["treat Ann"]),
        ];
        let told: Vec<(String, String)> = lines(all).into_iter().map(|(what, group)| (what, group.why)).collect();
        let expected = [
            ("Jump to I1 and 2 more", "that is too far to jump"),
            ("Attack Ann and 1 more", "the action is used"),
            ("Treat Ann", "not hurt (Ann in A1)"),
        ];
        assert_eq!(told, expected.map(|(what, why)| (what.to_owned(), why.to_owned())));
    }
}
