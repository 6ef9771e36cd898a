//! What is wrong with content, said so that a person can put it right.

use std::fmt;

use crate::{Place, Placed};

/// What sort of problem one is, for programs that say it to their people in words of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProblemKind {
    /// None in particular.
    #[default]
    Plain,
    /// Nobody is in the encounter.
    Nobody,
}

/// One thing that is wrong: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where; `None` when it is about no place in particular.
    pub place: Option<Place>,
    /// What is wrong, as the beginning of a sentence without its full stop.
    pub what: String,
    /// What would be right, if that can be said.
    pub help: Option<String>,
    /// What sort of problem it is.
    pub kind: ProblemKind,
}

impl Problem {
    /// A problem at a place; a place that is nowhere counts as none.
    pub fn at(place: &Place, what: impl Into<String>) -> Self {
        Self { place: place.is_known().then(|| place.clone()), what: what.into(), help: None, kind: ProblemKind::Plain }
    }

    /// A problem without a place.
    pub fn general(what: impl Into<String>) -> Self {
        Self { place: None, what: what.into(), help: None, kind: ProblemKind::Plain }
    }

    /// The same, as one of this sort.
    #[must_use]
    pub fn of_kind(mut self, kind: ProblemKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same, saying what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// ``no creature is called `cyclop`; the nearest name is `cyclops` ``. Without a near name, and when there are
    /// only a few, all are listed.
    pub fn no_such<'a>(kind: &str, word: &Placed<String>, known: impl IntoIterator<Item = &'a str>) -> Self {
        let what = format!("no {kind} is called `{}`", word.value);
        Self { help: name_help("name", &word.value, known), ..Self::at(&word.place, what) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.what)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// All that is wrong, in the order of the places; those without a place come last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Problems) {
        self.0.extend(other.0);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sorts by place and drops what is said twice.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0.sort_by(|a, b| (a.place.is_none(), &a.place, &a.what).cmp(&(b.place.is_none(), &b.place, &b.what)));
        self.0.dedup();
        self
    }

    /// The value when nothing is wrong, otherwise the problems, sorted.
    ///
    /// # Errors
    /// When there are problems.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.is_empty() { Ok(value) } else { Err(self.sorted()) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Self(problems.into_iter().collect())
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Problems {
    /// One problem a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, problem) in self.0.iter().enumerate() {
            if nth > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The candidate that a word was most likely meant to be: the one with the fewest slips (a letter wrong, missing, too
/// many, or two swapped), at most one slip in three letters; case does not count. The first wins a tie.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let slips = (length / 3).max(1);
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        let other = lower.chars().count();
        // Two names of one letter each are not near to each other.
        if length.abs_diff(other) > slips || (length.max(other) < 2 && word != lower) {
            continue;
        }
        let distance = strsim::osa_distance(&word, &lower);
        if distance <= slips && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The most names that are listed when none is near.
const LISTED: usize = 24;

/// What to say about names (or keys: `noun`) that would be right: the nearest, or all if they are few, or those that read
/// like it, or nothing.
pub fn name_help<'a>(noun: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut known: Vec<&str> = known.into_iter().collect();
    known.dedup();
    if let Some(near) = nearest(word, known.iter().copied()) {
        return Some(format!("the nearest {noun} is `{near}`"));
    }
    match known.as_slice() {
        [] => None,
        [only] => Some(format!("the only {noun} here is `{only}`")),
        many if many.len() <= LISTED => Some(format!("the {noun}s here are {}", listed(many))),
        many => match alike(word, many).as_slice() {
            [] => None,
            [only] => Some(format!("a {noun} that reads like it is `{only}`")),
            some => Some(format!("{noun}s that read like it are {}", listed(some))),
        },
    }
}

/// The most names that read like a word.
const ALIKE: usize = 3;

/// The names most like a word that is none of them, where no single slip explains it; the most alike first.
fn alike<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    const ENOUGH: f64 = 0.7;
    // No name is that long, and comparing would take its time.
    if word.len() > 100 {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let mut alike: Vec<(f64, &str)> = Vec::new();
    for name in known {
        let likeness = strsim::jaro_winkler(&word, &name.to_lowercase());
        if likeness >= ENOUGH && !alike.iter().any(|(_, other)| other == name) {
            alike.push((likeness, name));
        }
    }
    alike.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    alike.into_iter().take(ALIKE).map(|(_, name)| name).collect()
}

/// `` `a`, `b` and `c` ``
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn nearest_forgives_a_slip_in_three_letters() {
        let names = ["cyclops", "hoplite", "xiphos", "x"];
        assert_eq!(nearest("cyclop", names), Some("cyclops"));
        assert_eq!(nearest("Hopltie", names), Some("hoplite"));
        assert_eq!(nearest("dragon", names), None);
        assert_eq!(nearest("y", names), None);
        assert_eq!(nearest("X", names), Some("x"));
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"z".repeat(100_000), names), None);
    }

    #[test]
    fn a_problem_says_where_what_and_what_would_be_right() {
        let source = Source::new("encounters/x.toml", "is = \"cyclop\"");
        let word = Placed { value: "cyclop".to_owned(), place: source.place(5..13) };
        assert_eq!(
            Problem::no_such("creature", &word, ["cyclops", "hoplite"]).to_string(),
            "encounters/x.toml:1:6: no creature is called `cyclop`; the nearest name is `cyclops`"
        );
        let word = Placed::nowhere("dragon".to_owned());
        assert_eq!(
            Problem::no_such("creature", &word, ["cyclops", "hoplite"]).to_string(),
            "no creature is called `dragon`; the names here are `cyclops` and `hoplite`"
        );
        assert_eq!(Problem::no_such("creature", &word, []).to_string(), "no creature is called `dragon`");
    }

    #[test]
    fn problems_come_sorted_one_a_line() {
        let source = Source::new("x", "ab");
        let problems = Problems(vec![
            Problem::general("last"),
            Problem::at(&source.place(1..2), "second"),
            Problem::at(&source.place(0..1), "first"),
            Problem::at(&source.place(0..1), "first"),
        ]);
        assert_eq!(problems.sorted().to_string(), "x:1:1: first\nx:1:2: second\nlast");
    }
}
