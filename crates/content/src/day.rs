//! Days: fights in a row that one party goes through, with what happens between them.

use crate::encounter::beside;
use crate::fields::{Fields, tables};
use crate::node::{self, Node};
use crate::{Place, Placed, Problem, Problems, Source};

/// A day as it was written, with all checked that needs no rulebook.
#[derive(Clone, Debug)]
pub struct Day {
    /// The file it was read from.
    pub source: Source,
    /// The game it is for.
    pub rulebook: Placed<String>,
    /// A short name.
    pub title: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// The party's file, as a path beside this one.
    pub party: Placed<String>,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// A `[[step]]`.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where the entry begins.
    pub place: Place,
    /// What it is called; the encounter's own title where left out.
    pub title: Option<String>,
    /// In a fight: the side whose place the party takes; the party's own where left out.
    pub side: Option<Placed<String>>,
    /// What it is.
    pub does: Does,
}

/// What happens in a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// A fight: an encounter's path beside the day's file, or the name of a ready-made one.
    Fight(Placed<String>),
    /// A rest of the book, by its key.
    Rest(Placed<String>),
    /// What the game master changes: edicts, in order.
    Hand(Vec<Placed<String>>),
}

impl Day {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(source: &Source) -> Result<Day, Problems> {
        let node = node::read(source, 0..source.text.len())?;
        let mut problems = Problems::new();
        match read(source, &node, &mut problems) {
            Some(day) if problems.is_empty() => Ok(day),
            _ => Err(problems.sorted()),
        }
    }

    /// A path beside the day's own file, with its place.
    pub fn beside(&self, path: &Placed<String>) -> Placed<String> {
        path.clone().map(|name| beside(&self.source.path, &name))
    }
}

fn read(source: &Source, node: &Node, problems: &mut Problems) -> Option<Day> {
    let mut fields = Fields::open("a day", node, problems)?;
    fields.only(&["rulebook", "title", "about", "party", "step"], &[]);
    fields.require("rulebook", "rulebook = \"thalassa\"");
    fields.require("party", "party = \"party.toml\"");
    let rulebook = fields.text("rulebook");
    let title = fields.text("title").map(|title| title.value);
    let about = fields.text("about").map(|about| about.value);
    let party = fields.text("party");
    let steps: Vec<Step> = match fields.node("step") {
        Some(steps) => {
            tables("step", steps, fields.problems).into_iter().filter_map(|one| step(one, fields.problems)).collect()
        }
        None => Vec::new(),
    };
    if fields.problems.is_empty() && !steps.iter().any(|step| matches!(step.does, Does::Fight(_))) {
        let problem = Problem::at(&node.place, "nothing is fought on this day");
        fields.problems.push(problem.help("add a `[[step]]` with `encounter = \"…\"`"));
    }
    Some(Day { source: source.clone(), rulebook: rulebook?, title, about, party: party?, steps })
}

fn step(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::open("a step", node, problems)?;
    fields.only(&["title", "side", "encounter", "rest", "hand"], &[]);
    let title = fields.text("title").map(|title| title.value);
    let side = fields.text("side");
    let all = [
        fields.text("encounter").map(Does::Fight),
        fields.text("rest").map(Does::Rest),
        fields.texts("hand").map(Does::Hand),
    ];
    let mut all = all.into_iter().flatten();
    match (all.next(), all.next()) {
        (Some(does), None) => Some(Step { place: node.place.clone(), title, side, does }),
        _ => {
            let help = "a fight (`encounter`), a rest (`rest`), or what the game master hands out (`hand`)";
            problems.push(Problem::at(&node.place, "a step is just one thing").help(help));
            None
        }
    }
}

/// Whether a text is a day's: it has steps. Looked for line by line, so that a file with a slip in it is still known.
pub fn is_day(text: &str) -> bool {
    crate::party::begins_a_table(text, "step")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_with_its_steps() {
        let text = "rulebook = \"thalassa\"\nparty = \"crew.toml\"\n[[step]]\nencounter = \"bay.toml\"\n\
                    [[step]]\nrest = \"quick-rest\"\n[[step]]\nhand = [\"set Althea.sta 3\"]\n";
        let day = Day::parse(&Source::new("days/one.toml", text)).unwrap();
        assert_eq!(day.beside(&day.party).value, "days/crew.toml");
        let does: Vec<&Does> = day.steps.iter().map(|step| &step.does).collect();
        assert!(matches!(does[..], [Does::Fight(_), Does::Rest(_), Does::Hand(_)]), "{does:?}");
        assert!(is_day(text) && !is_day("[[combatant]]\n"));
    }

    #[test]
    fn a_step_is_one_thing() {
        let text =
            "rulebook = \"thalassa\"\nparty = \"crew.toml\"\n[[step]]\nencounter = \"bay.toml\"\nrest = \"night\"\n";
        let problem = Day::parse(&Source::new("a.toml", text)).unwrap_err().to_string();
        assert!(problem.starts_with("a.toml:3:1: a step is just one thing"), "{problem}");
    }

    #[test]
    fn a_day_without_a_fight_is_refused() {
        let text = "rulebook = \"thalassa\"\nparty = \"crew.toml\"\n[[step]]\nrest = \"night\"\n";
        let problem = Day::parse(&Source::new("a.toml", text)).unwrap_err().to_string();
        assert!(problem.contains("nothing is fought on this day"), "{problem}");
    }
}
