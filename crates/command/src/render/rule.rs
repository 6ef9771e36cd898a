//! A rule, explained.

use std::io::{self, Write};

use quintain_engine::{AnyRulebook, Rule};

use crate::examples::Example;
use crate::render::{BOLD, DIM};

/// Writes what a rule says, how it is read, what switches it, where it is written, and which examples show it.
pub(crate) fn explain(
    book: &dyn AnyRulebook,
    rule: &Rule,
    examples: &[&Example],
    out: &mut dyn Write,
) -> io::Result<()> {
    let section = book.sections().iter().find(|section| section.rules.contains(&rule));
    writeln!(out, "{BOLD}{}/{}{BOLD:#} {DIM}({}){DIM:#}", book.id(), rule.id, rule.kind.word())?;
    writeln!(out, "{}", rule.summary)?;
    if let Some(ruling) = rule.ruling {
        writeln!(out, "ruling: {ruling}")?;
    }
    for house in book.house_rules().iter().filter(|house| rule.house == Some(house.key)) {
        let values = match house.values.split_first() {
            Some((default, [])) => format!(": {default}"),
            Some((default, others)) => format!(": {default} (default), {}", others.join(", ")),
            None => String::new(),
        };
        writeln!(out, "house rule {}{values}", house.key)?;
        writeln!(out, "  {}", house.about)?;
    }
    if let Some(section) = section {
        writeln!(out, "{DIM}section {}, {}{DIM:#}", section.name, section.file)?;
    }
    for example in examples {
        writeln!(out, "shown by {}:{}: {}", example.path, example.line, example.title)?;
    }
    Ok(())
}
