//! `quintain test`: runs .fight scripts and points at the lines that failed.

use std::io::Write;

use quintain_content::Source;
use quintain_engine::{CaseResult, Failure, run_script};
use quintain_library::{House, files};
use serde_json::json;

use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{self, DIM, ERROR, GOOD};
use crate::{walk, workers};

pub(crate) fn run(args: &args::Test, out: &mut dyn Write) -> Done {
    let (mut passed, mut failed, mut unread) = (0u64, 0u64, 0u64);
    let run = |path: &str| {
        let script = walk::read(path)?;
        let cases = run_script(&script, &House::new(&files::read));
        Ok((script, cases))
    };
    workers::in_order(&walk::files(&args.paths, &["fight"])?.whole()?, run, |(script, cases)| {
        match cases {
            Ok(cases) => {
                for case in cases {
                    *(if case.passed() { &mut passed } else { &mut failed }) += 1;
                    if args.json {
                        json_line(&script, &case, out)?;
                        continue;
                    }
                    if args.why || !case.passed() {
                        remarks(&script, &case, out)?;
                    }
                    tell(&script, &case, out)?;
                }
            }
            Err(problems) => {
                failed += 1;
                unread += 1;
                if args.json {
                    let problems: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
                    writeln!(out, "{}", json!({ "file": &*script.path, "passed": false, "problems": problems }))?;
                } else {
                    render::problem::all(&problems, out)?;
                }
            }
        }
        Ok(())
    })?;
    if args.json {
        writeln!(out, "{}", json!({ "passed": passed, "failed": failed }))?;
    } else {
        let style = if failed == 0 { GOOD } else { ERROR };
        writeln!(out, "{style}{passed} passed, {failed} failed{style:#}")?;
    }
    match (unread, failed) {
        (0, 0) => Ok(()),
        (0, _) => Err(Fault::Failed),
        (1, _) => Err(Fault::Wrong("one of the files holds no case".to_owned())),
        (many, _) => Err(Fault::Wrong(format!("{many} of the files hold no case"))),
    }
}

/// What expectations have to say although they hold.
fn remarks(script: &Source, case: &CaseResult, out: &mut dyn Write) -> Done {
    for remark in &case.remarks {
        writeln!(out, "{DIM}{}:{}: {}{DIM:#}", script.path, remark.line, remark.text)?;
    }
    Ok(())
}

fn tell(script: &Source, case: &CaseResult, out: &mut dyn Write) -> Done {
    let Some(failure) = &case.failure else { return Ok(()) };
    writeln!(out, "{ERROR}failed{ERROR:#}: {} {DIM}({}:{}){DIM:#}", case.title, script.path, case.line)?;
    if failure.problems.is_empty() {
        let text = if *failure.place.path == *script.path { &*script.text } else { "" };
        render::problem::draw(&failure.place, text, &failure.what, None, out)?;
    } else {
        render::problem::all(&failure.problems, out)?;
    }
    for asked in &failure.asked {
        writeln!(out, "  {asked}")?;
    }
    if !failure.log.is_empty() {
        writeln!(out, "  the log ends:")?;
    }
    for line in &failure.log {
        writeln!(out, "    {line}")?;
    }
    Ok(writeln!(out)?)
}

fn json_line(script: &Source, case: &CaseResult, out: &mut dyn Write) -> Done {
    let failure = case.failure.as_ref().map(|failure: &Failure| {
        let problems: Vec<String> = failure.problems.0.iter().map(ToString::to_string).collect();
        json!({
            "line": failure.place.line,
            "text": failure.text,
            "what": failure.what,
            "asked": failure.asked,
            "log": failure.log,
            "problems": problems,
        })
    });
    let mut told = json!({
        "file": &*script.path,
        "line": case.line,
        "case": case.title,
        "shows": case.shows,
        "passed": case.passed(),
    });
    if let (Some(told), Some(failure)) = (told.as_object_mut(), failure) {
        told.insert("failure".to_owned(), failure);
    }
    Ok(writeln!(out, "{told}")?)
}
