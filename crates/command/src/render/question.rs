//! Questions with their numbered options.

use std::io::{self, Write};

use quintain_engine::{Choice, OpenQuestion, RefusalGroup, Refused, Shape, grouped_refusals};
use quintain_field::Square;

use crate::render::{BOLD, DIM, KEY};

/// How many options are shown before one asks for all of them.
const SHORT: usize = 12;

/// One option that can be named by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    /// Whose option.
    pub(crate) who: String,
    /// Its text.
    pub(crate) text: String,
}

/// The options of all open questions in the order of their numbers, from 1. Where an option of a question begins with a
/// digit, all of them go by what they say.
pub(crate) fn number(open: &[OpenQuestion]) -> Vec<Numbered> {
    let digit = |letter: char| letter.is_ascii_digit();
    let named = |asked: &OpenQuestion| asked.question.choices().iter().any(|one| one.text.starts_with(digit));
    let options = open.iter().filter(|asked| !named(asked)).flat_map(|asked| {
        asked.question.choices().iter().map(|one| Numbered { who: asked.who.clone(), text: one.text.clone() })
    });
    options.collect()
}

/// Writes the open questions. In short: the first one with its first options, and who else is asked. In `full`: all of
/// them with every option and its hint, and what is refused with the rule.
///
/// `further` holds what else the rules refuse, for each question.
pub(crate) fn ask(open: &[OpenQuestion], further: &[Vec<Refused>], full: bool, out: &mut dyn Write) -> io::Result<()> {
    let numbered = number(open);
    let shown = if full { open.len() } else { open.len().min(1) };
    for (place, asked) in open[..shown].iter().enumerate() {
        let rule = if full { format!(" {DIM}({}){DIM:#}", asked.question.rule) } else { String::new() };
        writeln!(out, "{BOLD}{}{BOLD:#}: {}{rule}", asked.who, asked.question.text)?;
        options(asked, &numbered, full, out)?;
        if let Some(shape) = shape(asked) {
            writeln!(out, "      {DIM}{shape}{DIM:#}")?;
        }
        if full {
            let further = further.get(place).into_iter().flatten();
            let refused: Vec<Refused> = asked.question.refused.iter().chain(further).cloned().collect();
            refusals(&refused, out)?;
            let default = asked.question.write(&asked.question.default);
            writeln!(out, "      {DIM}`default` is: {default}{DIM:#}")?;
        }
    }
    let others: Vec<&str> = open[shown..].iter().map(|asked| asked.who.as_str()).collect();
    if let Some(other) = others.first() {
        let verb = if others.len() == 1 { "is" } else { "are" };
        let others = others.join(", ");
        writeln!(
            out,
            "      {DIM}{others} {verb} asked too, and may answer first: `{other}: …`; `?` shows all{DIM:#}"
        )?;
    }
    Ok(())
}

/// How many reasons of one rule against one kind of act are told. Without gear, a whole pack would be told so otherwise.
const REASONS: usize = 3;

/// What is refused: a line a reason; where one rule has many against one kind of act, the others are counted.
fn refusals(refused: &[Refused], out: &mut dyn Write) -> io::Result<()> {
    let groups = grouped_refusals(refused);
    for (place, group) in groups.iter().enumerate() {
        let alike = |other: &&RefusalGroup| other.rule == group.rule && other.verb == group.verb;
        let (before, behind) = groups.split_at(place);
        match before.iter().filter(alike).count() {
            told if told < REASONS => refusal(group, out)?,
            REASONS => {
                let more: usize = behind.iter().filter(alike).map(|other| other.texts.len()).sum();
                let (verb, rule) = (&group.verb, group.rule);
                writeln!(out, "   -  {DIM}{verb} … ({more} more; type one to see why) ({rule}){DIM:#}")?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// One reason, with how much it refuses.
fn refusal(group: &RefusalGroup, out: &mut dyn Write) -> io::Result<()> {
    let what = match &group.texts[..] {
        [only] => only.clone(),
        [one, other] => format!("{one}; {other}"),
        all => format!("{} … ({} of them)", group.verb, all.len()),
    };
    let cure = group.cure.as_ref().map(|cure| format!("; {cure}")).unwrap_or_default();
    writeln!(out, "   -  {DIM}{what}: {}{cure} ({}){DIM:#}", group.why, group.rule)
}

/// Options that follow each other and differ in nothing but their square.
struct Group<'a> {
    /// The place of the first among the choices of its question.
    first: usize,
    of: &'a [Choice<usize>],
}

/// Fewer options than this are not put together.
const GROUP: usize = 4;

impl<'a> Group<'a> {
    /// All choices in groups, most of them of one.
    fn all(choices: &'a [Choice<usize>]) -> Vec<Group<'a>> {
        let alike = |one: &Choice<usize>, other: &Choice<usize>| stem(one).is_some() && stem(one) == stem(other);
        let mut groups = Vec::new();
        let mut first = 0;
        for of in choices.chunk_by(alike) {
            if of.len() >= GROUP {
                groups.push(Group { first, of });
            } else {
                groups.extend(of.iter().enumerate().map(|(at, _)| Group { first: first + at, of: &of[at..=at] }));
            }
            first += of.len();
        }
        groups
    }
}

/// The text of an option without the square that it ends in.
fn stem(choice: &Choice<usize>) -> Option<&str> {
    let (stem, last) = choice.text.rsplit_once(' ')?;
    last.parse::<Square>().is_ok().then_some(stem)
}

/// The options of a question that are not one of many squares.
pub(crate) fn plain(asked: &OpenQuestion) -> Vec<Numbered> {
    let groups = Group::all(asked.question.choices());
    let single = groups.iter().filter(|group| group.of.len() == 1);
    single.map(|group| Numbered { who: asked.who.clone(), text: group.of[0].text.clone() }).collect()
}

fn options(asked: &OpenQuestion, numbered: &[Numbered], full: bool, out: &mut dyn Write) -> io::Result<()> {
    // Those with numbers come together and in order.
    let from = numbered.iter().position(|one| one.who == asked.who && is_first(asked, one));
    let groups = Group::all(asked.question.choices());
    let shown = if full { groups.len() } else { groups.len().min(SHORT) };
    for group in &groups[..shown] {
        let place = |at: usize| from.map(|from| (from + group.first + at + 1).to_string()).unwrap_or_default();
        match group.of {
            [choice] => {
                write!(out, "{KEY}{:>4}{KEY:#}  {}", place(0), choice.text)?;
                if !choice.hint.is_empty() {
                    write!(out, "  {DIM}{}{DIM:#}", choice.hint)?;
                }
                writeln!(out)?;
            }
            of => {
                let (stem, count) = (stem(&of[0]).unwrap_or_default(), of.len());
                writeln!(out, "{KEY}{:>4}{KEY:#}  {stem} …  {DIM}{count} squares{DIM:#}", place(0))?;
                if full {
                    squares(of, out)?;
                }
            }
        }
    }
    match groups[shown..].iter().map(|group| group.of.len()).sum::<usize>() {
        0 => Ok(()),
        more => writeln!(out, "      {DIM}and {more} more; `?` shows all{DIM:#}"),
    }
}

/// Whether a numbered option is the first of a question.
fn is_first(asked: &OpenQuestion, one: &Numbered) -> bool {
    asked.question.choices().first().is_some_and(|choice| choice.text == one.text)
}

/// The squares of a group, several lines of them.
fn squares(of: &[Choice<usize>], out: &mut dyn Write) -> io::Result<()> {
    let last = |choice: &Choice<usize>| choice.text.rsplit(' ').next().and_then(|word| word.parse::<Square>().ok());
    let mut named: Vec<Square> = of.iter().filter_map(last).collect();
    named.sort_by_key(|square| (square.y, square.x));
    for line in named.chunks(20) {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "      {DIM}{}{DIM:#}", line.join(" "))?;
    }
    Ok(())
}

/// How to write an answer that is not simply one of the options.
fn shape(asked: &OpenQuestion) -> Option<String> {
    match &asked.question.shape {
        Shape::OneOf(..) => None,
        Shape::Several { least, most, .. } if least == most => Some(format!("pick {least}, parted by `and`")),
        Shape::Several { least: 0, most, .. } => Some(format!("pick up to {most}, parted by `and`, or `none`")),
        Shape::Several { least, most, .. } => Some(format!("pick {least} to {most}, parted by `and`")),
        Shape::OrderOf(_) => Some("put them in order, parted by `then`".to_owned()),
        Shape::Number { least, most } => Some(format!("a whole number from {least} to {most}")),
        Shape::Path { from, most, .. } => {
            Some(format!("a path of at most {most} squares from {from}, each beside the one before, such as `B3 C4`"))
        }
        Shape::Text => Some("any words".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Answer, Kind, Question, Refusal, Rule, Seat, Wants, Weight};

    use super::*;

    static RULE: Rule = Rule { id: "turn.move", kind: Kind::Choice, summary: "", ruling: None, house: None };

    fn asked(who: &str, texts: &[&str]) -> OpenQuestion {
        let choice = |(place, text): (usize, &&str)| Choice::new(*text, place);
        let of = texts.iter().enumerate().map(choice).collect();
        let question = Question {
            to: Seat::Gm,
            text: "what now?".into(),
            rule: &RULE,
            weight: Weight::Decision,
            shape: Shape::OneOf(Wants::Act, of),
            refused: Vec::new(),
            default: Answer::One(0),
            waits: None,
        };
        OpenQuestion { who: who.into(), topic: "turn.move", by: None, question }
    }

    fn told(open: &[OpenQuestion], full: bool) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        ask(open, &[], full, &mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn options_that_differ_in_their_square_stand_together() {
        let open = [asked("Althea", &["pass", "go to A1", "go to C2", "go to B1", "go to A2", "yell", "hop to A1"])];
        assert_eq!(
            told(&open, false),
            "Althea: what now?\n   1  pass\n   2  go to …  4 squares\n   6  yell\n   7  hop to A1\n"
        );
        assert!(told(&open, true).contains("   2  go to …  4 squares\n      A1 B1 A2 C2\n   6  yell\n"));
        assert_eq!(number(&open)[5].text, "yell");
        assert_eq!(plain(&open[0]).len(), 3);
    }

    #[test]
    fn of_many_reasons_of_one_rule_some_are_told() {
        let mut open = asked("Althea", &["pass"]);
        for thing in ["rope", "saw", "sack", "pick", "lens"] {
            let refusal = Refusal::new(&RULE, format!("she carries no {thing}"));
            open.question.refused.push(Refused { text: format!("use {thing}"), refusal });
        }
        let told = told(&[open], true);
        assert!(told.contains("   -  use sack: she carries no sack (turn.move)\n"), "{told}");
        assert!(told.contains("   -  use … (2 more; type one to see why) (turn.move)\n"), "{told}");
        assert!(!told.contains("use pick") && !told.contains("use lens"), "{told}");
    }

    #[test]
    fn who_else_is_asked_is_told_in_short() {
        let open = [asked("Althea", &["pass", "yell"]), asked("Boy", &["pass", "run"])];
        let short = told(&open, false);
        assert!(short.contains("Boy is asked too") && !short.contains("run"), "{short}");
        assert!(told(&open, true).contains("Boy: what now? (turn.move)\n   3  pass\n   4  run\n"));
    }

    #[test]
    fn options_that_begin_with_digits_have_no_numbers() {
        let open = [asked("Althea", &["1 arrow", "2 arrows"])];
        assert_eq!(number(&open), []);
        assert!(told(&open, false).contains("\n      1 arrow\n"), "{}", told(&open, false));
    }
}
