//! `quintain odds`: what follows from an answer.

use std::io::Write;
use std::path::Path;

use quintain_content::nearest;
use quintain_engine::{
    AnyLive, Conduct, DiceFrom, Fact, Odds, OddsLimit, OpenQuestion, Seats, Supposed, Terms, Until, Waiting,
};
use quintain_library::{Opened, files, open};
use serde::Serialize;

use super::dice;
use crate::args;
use crate::conduct::players;
use crate::fault::{Done, Fault};
use crate::moment::{self, Played, is_record};
use crate::render::{self, BOLD, DIM};

/// The odds with what was taken for granted before the question.
#[derive(Serialize)]
struct Answered<'a> {
    seat: &'a str,
    answer: &'a str,
    question: &'a str,
    assumed: &'a [String],
    #[serde(flatten)]
    odds: &'a Odds,
}

pub(crate) fn run(args: &args::Odds, out: &mut dyn Write) -> Done {
    let (Some(seat), Some(answer)) = (&args.seat, &args.answer) else {
        return bare(args, out);
    };
    let Played { opened, .. } = moment::played(&args.encounter, &args.from)?;
    let seat = self::seat(&opened, seat)?;
    let mut live = opened.fight.live(terms(args, &seat, players(&opened, &[])?.conduct), Vec::new());
    let hand = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    let recorded = opened.fight.live(hand, Vec::new()).facts().len();
    let round = opened.fight.view().round.max(1);
    let (question, answer) = until_taken(&mut *live, (&seat, answer), round)?;
    let limit = OddsLimit { branches: args.courses, samples: args.samples.get(), seed: args.seed };
    let then = args.then.iter().map(|words| follow_up(words)).collect::<Result<Vec<_>, Fault>>()?;
    let until = until(args.until);
    let supposed = Supposed { who: &seat, words: &answer, then: &then, until };
    let odds = live.odds_of(&supposed, limit, &|| true).map_err(|fault| Fault::Wrong(fault.to_string()))?;
    let assumed: Vec<String> = live.facts().iter().skip(recorded).filter_map(words).collect();
    if args.json {
        let answered = Answered { seat: &seat, answer: &answer, question: &question, assumed: &assumed, odds: &odds };
        serde_json::to_writer_pretty(&mut *out, &answered).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "{BOLD}{seat}{BOLD:#}: {answer} {DIM}({question}){DIM:#}")?;
    if !assumed.is_empty() {
        writeln!(out, "{DIM}assumed before that (dice by seed {}):{DIM:#}", args.seed)?;
        for words in &assumed {
            writeln!(out, "{DIM}  {words}{DIM:#}")?;
        }
    }
    Ok(render::odds::full(&odds, until, out)?)
}

/// `Althea: parry` as seat and answer.
fn follow_up(words: &str) -> Result<(String, String), Fault> {
    let parted = words.split_once(':').map(|(seat, answer)| (seat.trim(), answer.trim()));
    match parted.filter(|(seat, answer)| !seat.is_empty() && !answer.is_empty()) {
        Some((seat, answer)) => Ok((seat.to_owned(), answer.to_owned())),
        None => {
            Err(Fault::Wrong(format!("`--then {words}` says not who answers what; as in `--then \"Althea: parry\"`")))
        }
    }
}

fn until(until: args::Until) -> Until {
    match until {
        args::Until::Act => Until::ActIsOver,
        args::Until::Down => Until::SomebodyIsDown,
        args::Until::End => Until::FightIsOver,
    }
}

/// Without a seat and an answer it is dice that are asked about.
fn bare(args: &args::Odds, out: &mut dyn Write) -> Done {
    match open(&args.encounter, &files::read) {
        _ if is_record(&args.encounter) => {
            Err(Fault::Wrong("say who answers and what: `--seat Althea --answer retreat`".to_owned()))
        }
        Ok(_) => Err(Fault::Wrong("say who answers and what: `--seat Althea --answer \"attack …\"`".to_owned())),
        Err(problems) if is_no_dice(&args.encounter) => Err(problems.into()),
        Err(_) => {
            moment::none_of(&args.from)?;
            dice::run(&args.encounter, args, out)
        }
    }
}

/// Whether words name a file (no dice are written with a full stop), or have nothing that dice are written with.
fn is_no_dice(words: &str) -> bool {
    words.contains('.')
        || Path::new(words).is_file()
        || !words.contains(|letter: char| letter.is_ascii_digit() || letter == '%')
}

/// The seat's name as the fight spells it.
fn seat(opened: &Opened, name: &str) -> Result<String, Fault> {
    let roster = opened.fight.roster();
    let known = || roster.iter().map(|(name, _)| name.as_str()).chain(["gm"]);
    if let Some(found) = known().find(|known| known.to_lowercase() == name.trim().to_lowercase()) {
        return Ok(found.to_owned());
    }
    let help = match nearest(name, known()) {
        Some(near) => format!("the nearest name is `{near}`"),
        None => format!("those who can be asked are {}", known().collect::<Vec<_>>().join(", ")),
    };
    Err(Fault::Wrong(format!("nobody is called `{name}`; {help}")))
}

/// Only this seat is asked; the dice before the question fall by the seed.
fn terms(args: &args::Odds, seat: &str, conduct: Conduct) -> Terms {
    let unattended = Terms::unattended(args.seed, 0, conduct);
    let seats = Seats { gm: seat == "gm", named: vec![seat.to_lowercase()], formalities: true, ..Seats::nobody() };
    let dice: DiceFrom = unattended.dice.clone();
    Terms { seats, dice, ..unattended }
}

/// Runs the fight forward to the first question of this round that takes the answer; questions before it take their
/// defaults. Returns the question, and the answer in full.
fn until_taken(live: &mut dyn AnyLive, (seat, answer): (&str, &str), round: u32) -> Result<(String, String), Fault> {
    let mut refusals: Vec<String> = Vec::new();
    while let Waiting::Answer(open) = live.waiting() {
        if live.view().round > round {
            break;
        }
        let own = |asked: &&OpenQuestion| asked.who.eq_ignore_ascii_case(seat);
        if let Some(asked) = open.iter().find(own) {
            match live.offered(seat, answer) {
                Ok(()) => {
                    let full = asked.question.read(answer).map(|read| asked.question.write(&read));
                    return Ok((asked.question.text.clone(), full.unwrap_or_else(|_| answer.to_owned())));
                }
                Err(fault) => refusals.push(format!("  {} {fault}", asked.question.text)),
            }
        }
        if live.answer_default().is_err() {
            break;
        }
    }
    let asked = match refusals.is_empty() {
        true => format!("{seat} is not asked anything in round {round}"),
        false => {
            format!("no question to {seat} in round {round} takes the answer `{answer}`:\n{}", refusals.join("\n"))
        }
    };
    Err(Fault::Wrong(asked))
}

/// What a fact says that was not chosen by the one who asks for the odds.
fn words(fact: &Fact) -> Option<String> {
    match fact {
        Fact::Dice { rule, who, sides, faces } => {
            let faces: Vec<String> = faces.iter().map(u16::to_string).collect();
            let who = who.as_deref().map(|who| format!("{who}: ")).unwrap_or_default();
            Some(format!("{who}{}d{sides} falls {} ({rule})", faces.len(), faces.join(" ")))
        }
        Fact::Answer { to, rule, words, .. } => Some(format!("{to}: {words} ({rule})")),
        _ => None,
    }
}
