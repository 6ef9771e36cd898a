//! `quintain audit`: where the rulebook's tactics lose victories, by kind of decision.

use std::io::Write;

use quintain_engine::AnyRulebook;
use quintain_sim::{AuditReport, AuditedKind, AuditedMoment, Scrutiny, Study, audit, limit_from};

use super::sim::{Progress, STOP, stop_on_interrupt, tell_stopped, watch};
use super::variant::study;
use crate::args;
use crate::conduct::{Players, contested, players};
use crate::fault::{Done, Fault};
use crate::moment::{self, Played};
use crate::render::{self, BOLD, DIM, table, thousands};

/// How many kinds are listed unless there are fewer.
const MOST: usize = 20;

pub(crate) fn run(args: &args::Audit, out: &mut dyn Write) -> Done {
    let chosen = &args.unattended;
    let Played { opened, title, .. } = moment::played(&chosen.encounter, &args.from)?;
    contested(&opened)?;
    let Players { conduct, drivers, .. } = players(&opened, &chosen.tactics)?;
    if !drivers.is_empty() {
        return Err(Fault::Wrong(
            "`audit` looks at the rulebook's tactics; search and programs decide otherwise".into(),
        ));
    }
    let round_limit = limit_from(&*opened.fight, chosen.round_limit);
    let study = Study { round_limit, ..study(title, chosen, (args.runs.fights, args.runs.threads), conduct) };
    let scrutiny = Scrutiny { decisions: args.decisions.get(), play_outs: args.play_outs };
    stop_on_interrupt();
    let progress = Progress::new(study.fights);
    let found = audit(&*opened.fight, &study, scrutiny, &|more| progress.add(more), &STOP);
    progress.done();
    if found.stopped {
        tell_stopped(found.fights, study.fights);
    }
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&found, opened.rulebook, out)?;
    to_watch(&found, opened.rulebook, &watch(chosen, &args.from), out)
}

fn tell(found: &AuditReport, book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let AuditReport { fights, seed, decisions, looked_at, play_outs: [finding, pairs], .. } = found;
    let (fights, looked_at) = (render::fights(*fights), thousands(*looked_at));
    writeln!(out, "{BOLD}{}{BOLD:#}", found.encounter)?;
    writeln!(
        out,
        "{DIM}{fights} with seed {seed}, {decisions:.1} decisions in each; {looked_at} of all these were looked at:\n\
         the fight was played out {finding} times from there to find a better answer, and {pairs} times more with each\n\
         of the two to see by how many points (of 100) the better one wins more often{DIM:#}\n"
    )?;
    let mut rows = table::headed([
        "what is decided",
        "decided so",
        "in a fight",
        "looked at",
        "each loses",
        "95 % interval",
        "all in a fight",
        "better instead",
    ]);
    for kind in found.kinds.iter().filter(|kind| kind.looked_at > 0).take(MOST) {
        let times = |(verb, times): &(String, u64)| format!("{} {times} times", named(book, verb));
        rows.add_row([
            kind.topic.to_owned(),
            named(book, &kind.verb).to_owned(),
            format!("{:.2} times", kind.in_a_fight),
            thousands(kind.looked_at),
            lost(kind.lost),
            kind.interval95.map_or_else(|| "too few".to_owned(), between),
            lost(kind.lost_in_a_fight),
            kind.rather.iter().map(times).collect::<Vec<_>>().join(", "),
        ]);
    }
    table::right(&mut rows, [2, 3, 4, 5, 6]);
    table::write(rows, out)?;
    let below = found.kinds.iter().any(|kind| kind.looked_at > 0 && kind.lost < 0.0);
    if below {
        writeln!(out, "\n{DIM}A loss below 0: what looked better at first proved to be worse.{DIM:#}")?;
    }
    Ok(())
}

/// What surely loses, with the moment of each kind that lost most.
fn to_watch(found: &AuditReport, book: &dyn AnyRulebook, watch: &str, out: &mut dyn Write) -> Done {
    let sure: Vec<&AuditedKind> = found.kinds.iter().filter(|kind| kind.is_sure()).collect();
    if sure.is_empty() {
        return Ok(writeln!(out, "\nno kind of decision loses victories beyond chance")?);
    }
    writeln!(out, "\n{BOLD}What loses beyond chance, and the moment that lost most{BOLD:#}")?;
    for kind in sure {
        let about = book.topics().iter().find(|topic| topic.key == kind.topic).map_or(kind.topic, |topic| topic.about);
        writeln!(out, "{}, {} ({about}): {} each time", kind.topic, named(book, &kind.verb), lost(kind.lost))?;
        let Some(AuditedMoment { fight, fact, round, who, said, better, lost: most }) = &kind.watch else { continue };
        writeln!(out, "  round {round}, {who}: `{said}`; `{better}` would win {} more", lost(*most))?;
        writeln!(out, "  {watch} --fight {fight}")?;
        writeln!(out, "  {DIM}with --record FILE, `quintain sim FILE --at {fact}` goes on from that moment{DIM:#}")?;
    }
    Ok(())
}

/// A loss of the chance of victory, in percentage points.
fn lost(chance: f64) -> String {
    format!("{:.1} points", chance * 100.0)
}

/// The two ends of an interval of losses, in percentage points.
fn between([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1}", low * 100.0, high * 100.0)
}

/// What is done, for people, by the key of a verb or the first word of an option.
fn named<'a>(book: &dyn AnyRulebook, verb: &'a str) -> &'a str {
    if verb.is_empty() {
        return "several";
    }
    book.verbs().iter().find(|known| known.key == verb).map_or(verb, |known| known.name)
}
