//! `quintain rules`: the rules of a book, one of them, or those that no example shows.

use std::io::Write;

use quintain_content::Placed;
use quintain_engine::{AnyRulebook, HouseRule, Kind, Rule, Section};
use quintain_library::{rule_at, rulebook};
use serde::Serialize;

use crate::args;
use crate::examples::{self, Example};
use crate::fault::{Done, Fault};
use crate::render::{self, BOLD, DIM, table};

/// A rule as JSON.
#[derive(Serialize)]
struct Told<'a> {
    id: &'a str,
    section: &'a str,
    kind: &'a str,
    summary: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<House>,
    file: &'a str,
    shown_by: Vec<&'a Example>,
}

/// A house rule as JSON.
#[derive(Serialize)]
struct House {
    key: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

pub(crate) fn run(args: &args::Rules, out: &mut dyn Write) -> Done {
    let book = rulebook(&args.book)?;
    if let Some(fights) = args.played {
        return super::played::run(book, fights.get(), args, out);
    }
    if args.decisions {
        return decisions(book, out);
    }
    if args.glossary {
        return if args.json { json(&quintain_engine::glossary(book), out) } else { glossary(book, out) };
    }
    if args.uncovered {
        return uncovered(args, book, out);
    }
    if args.beside {
        return beside(args, book, out);
    }
    // Without the folder there is simply nothing to point at.
    let examples = if args.fights.is_dir() { examples::of(book, &args.fights)? } else { Vec::new() };
    match &args.id {
        Some(id) => {
            let rule = rule_at(book, &Placed::nowhere(id.clone()))?;
            let shown: Vec<&Example> = examples.iter().filter(|example| example.shows(rule.id)).collect();
            if args.json {
                return json(&told(book, section(book, rule), rule, &examples), out);
            }
            Ok(render::rule::explain(book, rule, &shown, out)?)
        }
        None if args.json => {
            let of = |section: &'static Section| section.rules.iter().map(move |rule| (section, *rule));
            let all = book.sections().iter().flat_map(|section| of(section));
            let all: Vec<Told<'_>> = all.map(|(section, rule)| told(book, section, rule, &examples)).collect();
            json(&all, out)
        }
        None => list(book, out),
    }
}

fn json(value: &impl Serialize, out: &mut dyn Write) -> Done {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

fn section(book: &dyn AnyRulebook, rule: &Rule) -> &'static Section {
    static NONE: Section = Section { name: "", file: "", rules: &[] };
    book.sections().iter().copied().find(|section| section.rules.contains(&rule)).unwrap_or(&NONE)
}

fn told<'a>(book: &dyn AnyRulebook, section: &'a Section, rule: &'a Rule, examples: &'a [Example]) -> Told<'a> {
    let house = book.house_rules().iter().find(|house| rule.house == Some(house.key));
    Told {
        id: rule.id,
        section: section.name,
        kind: rule.kind.word(),
        summary: rule.summary,
        ruling: rule.ruling,
        house: house.map(|HouseRule { key, values, about }| House { key, values, about }),
        file: section.file,
        shown_by: examples.iter().filter(|example| example.shows(rule.id)).collect(),
    }
}

fn list(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    for (place, section) in book.sections().iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", section.name)?;
        rows(section.rules, out)?;
    }
    house_rules(book, out)
}

/// What an encounter may switch: key, values with the default first, and what it decides.
fn house_rules(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    if book.house_rules().is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{BOLD}House rules{BOLD:#} {DIM}(under `[house]` in an encounter; the first value is the default){DIM:#}"
    )?;
    let mut table = table::plain();
    for house in book.house_rules() {
        table.add_row([house.key, &house.values.join(", "), house.about]);
    }
    Ok(table::write(table, out)?)
}

fn rows(rules: &[&Rule], out: &mut dyn Write) -> Done {
    let mut table = table::plain();
    for rule in rules {
        table.add_row([rule.id, rule.kind.word(), rule.summary]);
    }
    Ok(table::write(table, out)?)
}

/// Every kind of question: what is decided, by whom, how it comes, by which rule, and its name for standing answers.
fn decisions(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    writeln!(out, "| what is decided | who decides | how it comes | rule | name |")?;
    writeln!(out, "| --- | --- | --- | --- | --- |")?;
    for topic in book.topics() {
        let (decider, comes) = (topic.decider.words(), topic.comes());
        writeln!(out, "| {} | {decider} | {comes} | `{}` | `{}` |", topic.about, topic.rule, topic.key)?;
    }
    Ok(())
}

/// The words of the game: what options do, what a combatant's values and conditions are.
fn glossary(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let mut verbs = table::plain();
    for verb in book.verbs() {
        verbs.add_row([verb.name, verb.group.word(), verb.gloss]);
    }
    let mut stats = table::plain();
    for stat in book.stats() {
        stats.add_row([stat.key, stat.label, stat.group.word(), stat.gloss]);
    }
    let mut conditions = table::plain();
    for kind in book.conditions() {
        conditions.add_row([kind.label, kind.mood.word(), kind.gloss]);
    }
    for (title, table) in [("Verbs", verbs), ("Values", stats), ("Conditions", conditions)] {
        writeln!(out, "{BOLD}{title}{BOLD:#}")?;
        table::write(table, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Rules that examples cite, but only beside another rule that acts.
fn beside(args: &args::Rules, book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let examples = examples::of(book, &args.fights)?;
    let all: Vec<&Rule> = book.sections().iter().flat_map(|section| section.rules).copied().collect();
    let acts = |rule: &Rule| examples.iter().any(|example| example.acts(rule.id));
    let cited = |rule: &Rule| examples.iter().any(|example| example.cites(rule.id));
    let beside: Vec<&Rule> = all.iter().copied().filter(|rule| cited(rule) && !acts(rule)).collect();
    if args.json {
        let told: Vec<Told<'_>> = beside.iter().map(|rule| told(book, section(book, rule), rule, &examples)).collect();
        return json(&told, out);
    }
    rows(&beside, out)?;
    let (count, name) = (beside.len(), book.name());
    Ok(writeln!(out, "{DIM}{count} of {} rules of {name} are only ever cited beside another{DIM:#}", all.len())?)
}

/// Rules that can act in a fight and that no example shows.
fn uncovered(args: &args::Rules, book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let examples = examples::of(book, &args.fights)?;
    let all = || book.sections().iter().flat_map(|section| section.rules).copied();
    let bare: Vec<&Rule> = all()
        .filter(|rule| rule.kind.needs_example() && !examples.iter().any(|example| example.shows(rule.id)))
        .collect();
    let off_map = all().filter(|rule| rule.kind == Kind::OffMap).count();
    if args.json {
        let told: Vec<Told<'_>> = bare.iter().map(|rule| told(book, section(book, rule), rule, &examples)).collect();
        json(&told, out)?;
    } else {
        rows(&bare, out)?;
        let (shown, count) = (all().count() - off_map - bare.len(), all().count() - off_map);
        writeln!(out, "{DIM}{} of {count} rules of {} are shown by an example{DIM:#}", shown, book.name())?;
    }
    if bare.is_empty() { Ok(()) } else { Err(Fault::Failed) }
}
