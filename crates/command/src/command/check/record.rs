//! What is wrong with a record: where it leads elsewhere than it says, what changes nothing, and what is never played.

use quintain_content::{Place, Problem, Problems, Source};
use quintain_engine::{AnyLive, Fact, Record, Waiting};
use quintain_library::open_stored;

/// Whether a record can be read and leads where it says.
pub(super) fn sound(source: &Source) -> Result<(), Problems> {
    let record = Record::read(&source.path, &source.text)?;
    let opened = open_stored(&record.header)?;
    let (mut standing, mut problems) = (Standing::default(), Problems::new());
    for (line, fact) in record.facts.iter().enumerate() {
        if let Err(what) = standing.take(line, fact) {
            let problem = Problem::at(&place(source, line), what);
            problems.push(problem.help("facts are counted from 0, among those that stand, without the header"));
        }
    }
    problems.or(())?;
    let replayed = record.replay(opened.rulebook, &*opened.fight)?;
    let unread = unread(&*replayed.live).and_then(|fact| standing.0.get(fact)).map(|(line, _)| {
        let what = format!("the fight ends before this line, at its round limit of {}", record.header.round_limit);
        Problem::at(&place(source, *line), what).help("raise `round_limit` in the header, or take what follows away")
    });
    let cut = record.note.map(|note| Problem::general(format!("{}: {note}", source.path)));
    let problems: Problems = replayed.differs.into_iter().chain(unread).chain(cut).collect();
    problems.or(())
}

/// The first fact behind the round limit.
fn unread(live: &dyn AnyLive) -> Option<usize> {
    if !matches!(live.waiting(), Waiting::Undecided) {
        return None;
    }
    let (read, _) = *live.moments().last()?;
    let rest = live.facts().iter().skip(read).position(|fact| matches!(fact, Fact::Rest { .. }))?;
    Some(read + rest + 1)
}

/// The place of a line of facts, counted from 0, in its file.
fn place(source: &Source, line: usize) -> Place {
    let mut lines = source.text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(line + 1).map(str::len).sum();
    let length = lines.next().map_or(0, |line| line.trim_end().len());
    source.place(start..start + length)
}

/// The facts that stand after some lines, each with its line.
#[derive(Default)]
struct Standing(Vec<(usize, Fact)>);

impl Standing {
    /// Carries a line out; says what it changes in vain.
    fn take(&mut self, line: usize, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Cut { keep } => {
                self.has(*keep)?;
                self.0.truncate(*keep);
            }
            Fact::Replace { fact, die, face, keep, .. } => {
                self.shows(*fact, *die, *face)?;
                self.has(*keep)?;
                self.0.truncate(*keep.max(&(fact + 1)));
                // Digests behind the die no longer hold.
                let behind = self.0.split_off(fact + 1);
                self.0.extend(behind.into_iter().filter(|(_, fact)| !matches!(fact, Fact::Rest { .. })));
            }
            _ => self.0.push((line, fact.clone())),
        }
        Ok(())
    }

    fn has(&self, keep: usize) -> Result<(), String> {
        match self.0.len() {
            all if keep > all => Err(format!("this keeps {keep} facts, and {all} stand here")),
            _ => Ok(()),
        }
    }

    /// Whether there is such a die, which can show this face.
    fn shows(&self, fact: usize, die: usize, face: u16) -> Result<(), String> {
        let all = self.0.len();
        match self.0.get(fact) {
            Some((_, Fact::Dice { faces, .. })) if die >= faces.len() => {
                Err(format!("fact {fact} has no die {die}: it is a throw of {}", faces.len()))
            }
            Some((_, Fact::Dice { sides, .. })) if !(1..=*sides).contains(&face) => {
                Err(format!("a die with {sides} sides does not show {face}"))
            }
            Some((_, Fact::Dice { .. })) => Ok(()),
            Some(_) => Err(format!("fact {fact} is no throw of dice")),
            None => Err(format!("there is no fact {fact}: {all} stand here")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(facts: &[Fact]) -> Vec<String> {
        let mut standing = Standing::default();
        facts.iter().enumerate().filter_map(|(line, fact)| standing.take(line, fact).err()).collect()
    }

    fn replace(fact: usize, die: usize, face: u16) -> Fact {
        Fact::Replace { fact, die, face, keep: 2, undo: false }
    }

    #[test]
    fn what_is_changed_in_vain_is_said() {
        let dice = Fact::Dice { rule: "x".into(), who: None, sides: 6, faces: vec![1, 2] };
        let rest = Fact::Rest { digest: "0".into() };
        let two = [dice, rest];
        let with = |change: Fact| told(&[&two[..], &[change]].concat());
        for (change, words) in [
            (Fact::Cut { keep: 3 }, "this keeps 3 facts, and 2 stand here"),
            (replace(0, 2, 1), "fact 0 has no die 2: it is a throw of 2"),
            (replace(0, 0, 7), "a die with 6 sides does not show 7"),
            (replace(1, 0, 1), "fact 1 is no throw of dice"),
            (replace(2, 0, 1), "there is no fact 2: 2 stand here"),
        ] {
            assert_eq!(with(change), [words]);
        }
        for change in [Fact::Cut { keep: 2 }, Fact::Cut { keep: 0 }, replace(0, 1, 6)] {
            assert!(with(change).is_empty());
        }
        assert_eq!(told(&[&two[..], &[replace(0, 1, 6), replace(1, 0, 1)]].concat()).len(), 1, "the digest has gone");
    }

    #[test]
    fn a_line_of_facts_has_its_place() {
        let source = Source::new("a.jsonl", "{}\n{\"a\":1}\r\n{\"b\":2}\n");
        assert_eq!(place(&source, 1).to_string(), "a.jsonl:3:1");
        assert_eq!(&source.text[place(&source, 0).span()], "{\"a\":1}");
    }
}
