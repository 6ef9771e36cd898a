//! `quintain audit`: where the rulebook's tactics lose victories, by kind of decision.

use std::io::Write;

use quintain_library::{files, open};
use quintain_sim::{AuditReport, AuditedKind, Scrutiny, audit, limit_from};

use super::sim::{Progress, STOP, stop_on_interrupt, tell_stopped};
use super::variant::study;
use crate::args;
use crate::conduct::{Players, contested, players};
use crate::fault::{Done, Fault};
use crate::moment::is_record;
use crate::render::{self, BOLD, DIM, percent, table, thousands};

/// How many kinds are listed unless there are fewer.
const MOST: usize = 20;

pub(crate) fn run(args: &args::Audit, out: &mut dyn Write) -> Done {
    let chosen = &args.unattended;
    if is_record(&chosen.encounter) {
        let what = format!("`{}` is a record; an audit plays an encounter from its beginning", chosen.encounter);
        return Err(Fault::Wrong(what));
    }
    let opened = open(&chosen.encounter, &files::read)?;
    contested(&opened)?;
    let Players { conduct, drivers, .. } = players(&opened, &chosen.tactics)?;
    if !drivers.is_empty() {
        return Err(Fault::Wrong(
            "`audit` looks at the rulebook's tactics; search and programs decide otherwise".into(),
        ));
    }
    let study = study(opened.title().to_owned(), chosen, (args.runs.fights, args.runs.threads), conduct);
    let study = quintain_sim::Study { round_limit: limit_from(&*opened.fight, chosen.round_limit), ..study };
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
    tell(&found, &chosen.encounter, out)
}

fn tell(found: &AuditReport, encounter: &str, out: &mut dyn Write) -> Done {
    let AuditReport { fights, seed, decisions, looked_at, play_outs: [finding, pairs], .. } = found;
    writeln!(out, "{BOLD}{}{BOLD:#}", found.encounter)?;
    writeln!(
        out,
        "{DIM}{} with seed {seed}, {decisions:.1} decisions in a fight; {} looked at, each by {finding} play-outs for a \
         better answer and {pairs} pairs of others to judge it{DIM:#}\n",
        render::fights(*fights),
        thousands(*looked_at),
    )?;
    let mut rows = table::headed([
        "question",
        "answer",
        "in a fight",
        "looked at",
        "lost each time",
        "95 % interval",
        "in a fight",
        "rather",
    ]);
    for kind in found.kinds.iter().filter(|kind| kind.looked_at > 0).take(MOST) {
        let rather: Vec<String> = kind.rather.iter().map(|(verb, times)| format!("{} {times}", named(verb))).collect();
        rows.add_row([
            kind.topic.to_owned(),
            named(&kind.verb).to_owned(),
            format!("{:.2}", kind.in_a_fight),
            thousands(kind.looked_at),
            percent(kind.lost),
            kind.interval95
                .map_or_else(|| "too few".to_owned(), |[low, high]| format!("{} to {}", percent(low), percent(high))),
            percent(kind.lost_in_a_fight),
            rather.join(", "),
        ]);
    }
    table::right(&mut rows, [2, 3, 4, 5, 6]);
    table::write(rows, out)?;
    let sure: Vec<&AuditedKind> = found.kinds.iter().filter(|kind| kind.is_sure()).collect();
    if sure.is_empty() {
        return Ok(writeln!(out, "\nno kind of decision loses victories beyond chance")?);
    }
    writeln!(out, "\n{BOLD}What loses beyond chance, and a moment to watch{BOLD:#}")?;
    for kind in sure {
        writeln!(out, "{}, {}: {}", kind.topic, named(&kind.verb), percent(kind.lost))?;
        if let Some(at) = &kind.watch {
            writeln!(
                out,
                "  round {}, {}: `{}` instead of `{}` wins {} more\n  quintain watch {encounter} --seed {seed} --fight {}, fact {}",
                at.round,
                at.who,
                at.better,
                at.said,
                percent(at.lost),
                at.fight,
                at.fact
            )?;
        }
    }
    Ok(())
}

/// What is done where no verb says it.
fn named(verb: &str) -> &str {
    if verb.is_empty() { "several" } else { verb }
}
