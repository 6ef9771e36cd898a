//! The rules by example: the case that shows a rule, from the scripts that come with the rulebooks.

use crate::library::Library;

/// A case that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The path of its script in the project.
    pub path: &'static str,
    /// What it shows, in words.
    pub title: &'static str,
    /// The whole case, from the line behind its title; below it the common parts of its file, if it uses any.
    pub text: String,
}

impl Library {
    /// The shortest case that shows this rule of a rulebook.
    pub fn example_of(&self, book: &str, rule: &str) -> Option<Shown> {
        let all = self.scripts(book).flat_map(|(path, text)| cases(path, text));
        all.filter(|case| shows(&case.text, rule)).min_by_key(|case| case.text.len())
    }
}

/// The cases of a script: each begins with `= ` and its title.
fn cases(path: &'static str, text: &'static str) -> Vec<Shown> {
    let mut starts: Vec<usize> = text.match_indices("\n= ").map(|(at, _)| at + 1).collect();
    if text.starts_with("= ") {
        starts.insert(0, 0);
    }
    let parts = text.get(..starts.first().copied().unwrap_or(0)).unwrap_or_default();
    let parts = parts.find("== ").and_then(|at| parts.get(at..)).unwrap_or_default().trim_end();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    let spans = starts.into_iter().zip(ends);
    let read = spans.filter_map(|(start, end)| {
        let (title, text) = text.get(start..end)?.strip_prefix("= ")?.split_once('\n')?;
        let uses = text.lines().any(|line| line.starts_with("use ") || line.starts_with("use="));
        let parts = if uses { format!("\n\n{parts}") } else { String::new() };
        Some(Shown { path, title: title.trim(), text: format!("{}{parts}", text.trim_end()) })
    });
    read.collect()
}

/// Whether the head of a case names the rule among those that it shows.
fn shows(case: &str, rule: &str) -> bool {
    let Some((_, behind)) = case.split_once("shows") else { return false };
    let Some((list, _)) = behind.split_once(']') else { return false };
    list.split('"').skip(1).step_by(2).any(|shown| shown == rule || shown.rsplit('/').next() == Some(rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_parted_at_their_titles() {
        let text = "= One\n---\nshows = [\"a.b\"]\n---\nx\n\n= Two\n---\nshows = [\n  \"c.d\",\n]\n---\n";
        let all = cases("fights/x/a.fight", text);
        assert_eq!(all.iter().map(|case| case.title).collect::<Vec<_>>(), ["One", "Two"]);
        assert!(shows(&all[0].text, "a.b") && !shows(&all[0].text, "c.d"));
        assert!(shows(&all[1].text, "c.d") && !shows(&all[1].text, "a.b"));
    }

    #[test]
    fn a_case_brings_the_parts_that_it_uses() {
        let text =
            "# all\n== a yard\n---\nx = 1\n---\n\n= One\n---\nuse = \"a yard\"\n---\ny\n\n= Two\n---\nz = 1\n---\nw\n";
        let all = cases("fights/x/a.fight", text);
        assert_eq!(all.len(), 2);
        assert!(all[0].text.ends_with("y\n\n== a yard\n---\nx = 1\n---"), "{}", all[0].text);
        assert!(all[1].text.ends_with("\nw"));
    }
}
