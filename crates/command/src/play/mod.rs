//! A fight in the terminal: questions out, answers in, everything written down before it is shown.

mod answer;
mod input;
mod lines;
pub(crate) mod record;

use std::io::Write;
use std::path::PathBuf;

use quintain_content::Placed;
use quintain_engine::{
    AnyLive, AnyRulebook, Edict, Event, Fact, OddsLimit, OpenQuestion, Refused, Standing, Topic, Until, Waiting,
    chain_of, next_in_chain,
};
use quintain_library::rule_at;

use self::answer::Said;
use self::input::Input;
use self::lines::Lines;
use self::record::RecordFile;
use crate::examples;
use crate::fault::{Done, Fault};
use crate::render::{self, BOLD, DIM, KEY, table};

/// How far odds go at the table, where a person waits for them.
const LIMIT: OddsLimit = OddsLimit { branches: 20_000, samples: 10_000, seed: 1 };
/// How far they go where each option gets its own.
const BRIEF: OddsLimit = OddsLimit { branches: 2_000, samples: 1_000, seed: 1 };

/// A fight under way at the terminal.
pub(crate) struct Play<'a> {
    book: &'static dyn AnyRulebook,
    live: Box<dyn AnyLive>,
    record: Option<RecordFile>,
    /// The log as it has been shown.
    told: Vec<Event>,
    out: &'a mut dyn Write,
}

/// Whether the fight has moved on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    Yes,
    No,
    Quit,
}

impl<'a> Play<'a> {
    /// A fight that begins or goes on. What `live` has in its log already is told at once.
    pub(crate) fn new(
        book: &'static dyn AnyRulebook,
        live: Box<dyn AnyLive>,
        record: Option<RecordFile>,
        out: &'a mut dyn Write,
    ) -> Self {
        Play { book, live, record, told: Vec::new(), out }
    }

    /// Plays until the end of input, or until the player quits.
    ///
    /// # Errors
    /// When nothing can be written, or the record does not fit at the end.
    pub(crate) fn run(mut self) -> Done {
        self.hear_until(|_| false)?;
        self.leave()
    }

    /// Plays until it is over. Gives it back; nothing where the input ends, or the player quits, before.
    ///
    /// # Errors
    /// When nothing can be written.
    pub(crate) fn until_over(mut self) -> Result<Option<Box<dyn AnyLive>>, Fault> {
        let is_over = |live: &dyn AnyLive| matches!(live.waiting(), Waiting::Over(_) | Waiting::Undecided);
        self.hear_until(is_over)?;
        Ok(Some(self.live).filter(|live| is_over(&**live)))
    }

    /// Hears line after line until it is enough, the input ends, or the player quits.
    fn hear_until(&mut self, enough: impl Fn(&dyn AnyLive) -> bool) -> Done {
        let mut lines = Lines::new();
        let mut moved = Moved::Yes;
        loop {
            if moved == Moved::Yes {
                self.write_down()?;
                self.tell()?;
                if enough(&*self.live) {
                    return Ok(());
                }
                self.ask(false)?;
            }
            let prompt = format!("{KEY}> {KEY:#}");
            let prompt = if matches!(lines, Lines::Edited(_)) { "> " } else { &prompt };
            let Some(line) = lines.next(prompt, self.completions(), self.out)? else { return Ok(()) };
            moved = self.hear(&line)?;
            if moved == Moved::Quit {
                return Ok(());
            }
        }
    }

    /// Appends the new facts to the record, before anybody sees what came of them.
    fn write_down(&mut self) -> Done {
        let fresh = self.live.unwritten();
        match &mut self.record {
            Some(record) => record.append(&fresh),
            None => Ok(()),
        }
    }

    /// Shows the events that have not been shown, or that went differently.
    fn tell(&mut self) -> Done {
        let log = self.live.log();
        let same = log.iter().zip(&self.told).take_while(|(new, old)| new == old).count();
        if same < self.told.len().min(log.len()) {
            writeln!(self.out, "{DIM}from event {} on it went differently:{DIM:#}", same + 1)?;
        }
        render::event::story(log, same, self.out)?;
        self.told = log.to_vec();
        Ok(())
    }

    /// Shows what the fight waits for.
    fn ask(&mut self, full: bool) -> Done {
        match self.live.waiting() {
            Waiting::Answer(open) => {
                let further = |place: usize| if full { self.live.refusals(place) } else { Vec::new() };
                let further: Vec<Vec<Refused>> = (0..open.len()).map(further).collect();
                render::question::ask(&open, &further, full, self.out)?;
            }
            Waiting::Dice { text, count, .. } => {
                let faces = if count == 1 { "its face" } else { "their faces, parted by spaces" };
                writeln!(self.out, "{text}: throw and type {faces}")?;
            }
            Waiting::Over(words) => {
                writeln!(self.out, "\n{BOLD}The end{BOLD:#}: {words}")?;
                render::view::state(&self.live.view(), self.out)?;
            }
            Waiting::Undecided => writeln!(self.out, "\n{BOLD}The end{BOLD:#}: undecided at the round limit")?,
            Waiting::Broken(words) => {
                writeln!(self.out, "the fight cannot go on: {words}")?;
                writeln!(self.out, "{DIM}`undo` goes back to the last decision{DIM:#}")?;
            }
        }
        Ok(())
    }

    fn open(&self) -> Vec<OpenQuestion> {
        if let Waiting::Answer(open) = self.live.waiting() { open } else { Vec::new() }
    }

    fn completions(&self) -> Vec<String> {
        let options = render::question::number(&self.open()).into_iter().map(|one| one.text);
        let commands = [
            "undo",
            "odds",
            "why",
            "log",
            "rules",
            "state",
            "map",
            "judged",
            "standing",
            "ask again",
            "gm: ",
            "help",
            "quit",
        ];
        options.chain(commands.map(str::to_owned)).collect()
    }

    fn names(&self) -> Vec<String> {
        self.live.roster().into_iter().map(|(name, _)| name).collect()
    }

    fn hear(&mut self, line: &str) -> Result<Moved, Fault> {
        match input::read(line, &self.names()) {
            Input::Nothing => {}
            Input::Quit => return Ok(Moved::Quit),
            Input::Help => self.help()?,
            Input::Options => self.ask(true)?,
            Input::Log => render::event::numbered(self.live.log(), self.out)?,
            Input::Judged(None) => self.judged()?,
            Input::Judged(Some((number, words))) => return self.overrule(number, &words),
            Input::Standing => self.standing()?,
            Input::AskAgain(words) => return self.ask_again(&words),
            Input::Map => render::map::draw(&self.live.view(), self.live.map().as_ref(), self.out)?,
            Input::State => render::view::state(&self.live.view(), self.out)?,
            Input::Why(number) => self.why(number)?,
            Input::WhyValue(value) => match self.live.why(&value) {
                Ok(why) => render::why::value(&why, self.out)?,
                Err(none) => writeln!(self.out, "{}", render::why::no_such_value(&none))?,
            },
            Input::Rules(id) => self.rules(id)?,
            Input::Odds(words) => self.odds(words.as_deref())?,
            Input::Undo => return self.undo(),
            Input::Gm(words) => return self.gm(&words),
            Input::Answer { who, words } => return self.answer(who.as_deref(), &words),
        }
        Ok(Moved::No)
    }

    /// Says what is wrong with what was typed; the fight stands as it was.
    fn refuse(&mut self, why: &str) -> Result<Moved, Fault> {
        writeln!(self.out, "{why}")?;
        Ok(Moved::No)
    }

    fn help(&mut self) -> Done {
        let mut table = table::plain();
        for (what, about) in input::HELP {
            table.add_row([what, about]);
        }
        Ok(table::write(table, self.out)?)
    }

    /// What went by without asking since a person last decided something.
    fn judged(&mut self) -> Done {
        let alone = self.live.decided_alone();
        if alone.is_empty() {
            writeln!(self.out, "nothing was decided without asking since the last answer")?;
        }
        for (place, fact) in &alone {
            if let Fact::Answer { to, rule, words, .. } = fact {
                let about = Topic::asked_by(self.book.topics(), rule).map_or(rule.as_str(), |topic| topic.about);
                writeln!(self.out, "{KEY}{place:>4}{KEY:#}  {to}: {words} {DIM}({about}){DIM:#}")?;
            }
        }
        Ok(())
    }

    fn overrule(&mut self, place: usize, words: &str) -> Result<Moved, Fault> {
        match self.live.overrule(place, words) {
            Ok(()) => Ok(Moved::Yes),
            Err(fault) => self.refuse(&fault.to_string()),
        }
    }

    /// What the seats always answer.
    fn standing(&mut self) -> Done {
        let all = self.live.standing();
        if all.is_empty() {
            writeln!(
                self.out,
                "nobody has a standing answer; `always ANSWER` gives one, `never` declines from now on"
            )?;
        }
        for said in &all {
            let words = said.words.as_deref().unwrap_or_default();
            let unless = said.conditions();
            writeln!(self.out, "{}: always `{words}`{unless} {DIM}({}){DIM:#}", said.to, said.topic)?;
        }
        Ok(())
    }

    /// Takes a standing answer back: `ask again`, `ask again Althea`, `ask again Althea about defence`.
    fn ask_again(&mut self, words: &str) -> Result<Moved, Fault> {
        let (who, topic) = words.split_once(" about ").unwrap_or((words, ""));
        let meant = |said: &&Standing| {
            (who.trim().is_empty() || said.to.eq_ignore_ascii_case(who.trim()))
                && (topic.trim().is_empty() || said.topic.eq_ignore_ascii_case(topic.trim()))
        };
        let all = self.live.standing();
        let meant: Vec<&Standing> = all.iter().filter(meant).collect();
        if meant.is_empty() {
            return self.refuse("there is no such standing answer; `standing` lists them");
        }
        for said in meant {
            if let Err(fault) = self.live.ask_again(&said.to, &said.topic) {
                return self.refuse(&fault.to_string());
            }
        }
        Ok(Moved::Yes)
    }

    fn undo(&mut self) -> Result<Moved, Fault> {
        match self.live.undo() {
            Ok(what) => {
                writeln!(self.out, "taken back: {what}")?;
                Ok(Moved::Yes)
            }
            Err(fault) => self.refuse(&fault.to_string()),
        }
    }

    /// An answer of the GM to a question, or an edict.
    fn gm(&mut self, words: &str) -> Result<Moved, Fault> {
        let asked = self.open().iter().any(|asked| asked.who == "gm");
        if self.live.offered("gm", words).is_ok() || (asked && !Edict::looks_like(words)) {
            return self.answer(Some("gm"), words);
        }
        match self.live.edict(words) {
            Ok(()) => Ok(Moved::Yes),
            Err(fault) => self.refuse(&fault.to_string()),
        }
    }

    fn answer(&mut self, who: Option<&str>, words: &str) -> Result<Moved, Fault> {
        let done = match self.live.waiting() {
            Waiting::Dice { .. } if who.is_none() => {
                match words.split([' ', ',']).filter(|face| !face.is_empty()).map(str::parse).collect() {
                    Ok::<Vec<u16>, _>(faces) => self.live.throw(&faces).map_err(|fault| fault.to_string()),
                    Err(_) => Err("faces are wanted, such as `4` or `4 6`; `help` lists what else you can type".into()),
                }
            }
            _ => self
                .spell(who, words)
                .and_then(|said| self.live.answer(&said.who, &said.words).map_err(|fault| fault.to_string())),
        };
        match done {
            Ok(()) => Ok(Moved::Yes),
            Err(_) if self.chain(who, words)? => Ok(Moved::Yes),
            Err(why) => self.refuse(&why),
        }
    }

    /// Several answers in one line, as scripts take them: each goes to the question that is open then. Says whether there
    /// was a first one.
    fn chain(&mut self, who: Option<&str>, words: &str) -> Result<bool, Fault> {
        let chain = chain_of(words);
        let takes = |who: &String| next_in_chain(&*self.live, who, &chain).is_some();
        let mut asked = match who {
            Some(who) => vec![who.to_owned()],
            None => self.open().into_iter().map(|asked| asked.who).collect(),
        };
        asked.retain(takes);
        let Some(who) = asked.into_iter().next().filter(|_| chain.len() > 1 || chain.iter().any(|link| link.quoted))
        else {
            return Ok(false);
        };
        let mut left = chain.as_slice();
        while let Some((count, words)) = next_in_chain(&*self.live, &who, left) {
            if self.live.answer(&who, &words).is_err() {
                break;
            }
            left = left.get(count..).unwrap_or_default();
        }
        if let Some(next) = left.first() {
            self.write_down()?;
            self.tell()?;
            let why = self.live.offered(&who, &next.text).err().map(|fault| fault.to_string()).unwrap_or_default();
            writeln!(self.out, "`{}` was not given: {why}", next.text)?;
        }
        Ok(true)
    }

    fn spell(&self, who: Option<&str>, words: &str) -> Result<Said, String> {
        let open = self.open();
        // The GM answers for every combatant that is not a player's.
        if who.is_some_and(|who| who.eq_ignore_ascii_case("gm")) && !open.iter().any(|asked| asked.who == "gm") {
            let said = Said { who: "gm".to_owned(), words: words.to_owned() };
            return self.live.offered("gm", words).map(|()| said).map_err(|fault| fault.to_string());
        }
        answer::spell(&*self.live, &open, &render::question::number(&open), who, words)
    }

    /// Without a number: the last event that has something to explain.
    fn why(&mut self, number: Option<usize>) -> Done {
        let log = self.live.log();
        let last = log.iter().rposition(|event| !event.dice.is_empty() || !event.terms.is_empty());
        let place = match number {
            Some(number) => number.checked_sub(1).filter(|place| *place < log.len()),
            None => last.or(log.len().checked_sub(1)),
        };
        match (place, log.len()) {
            (Some(place), _) => render::event::why(self.book, log, place, self.out)?,
            (None, 0) => writeln!(self.out, "nothing has happened yet")?,
            (None, count) => writeln!(self.out, "the events have numbers from 1 to {count}; `log` shows them")?,
        }
        Ok(())
    }

    fn rules(&mut self, id: Option<String>) -> Done {
        let Some(id) = id else {
            for section in self.book.sections() {
                let ids: Vec<&str> = section.rules.iter().map(|rule| rule.id).collect();
                writeln!(self.out, "{BOLD}{}{BOLD:#}: {}", section.name, ids.join(", "))?;
            }
            return Ok(());
        };
        match rule_at(self.book, &Placed::nowhere(id)) {
            Ok(rule) => {
                let folder = PathBuf::from(examples::FOLDER);
                let all =
                    if folder.is_dir() { examples::of(self.book, &folder).unwrap_or_default() } else { Vec::new() };
                let shown: Vec<_> = all.iter().filter(|example| example.shows(rule.id)).collect();
                Ok(render::rule::explain(self.book, rule, &shown, self.out)?)
            }
            Err(problem) => Ok(writeln!(self.out, "{problem}")?),
        }
    }

    fn odds(&mut self, words: Option<&str>) -> Done {
        let Some(words) = words else { return self.odds_of_all() };
        let (who, words) = match input::read(words, &self.names()) {
            Input::Answer { who, words } => (who, words),
            Input::Gm(words) => (Some("gm".to_owned()), words),
            _ => (None, words.to_owned()),
        };
        let odds = self.spell(who.as_deref(), &words).and_then(|said| {
            Ok((self.live.odds(&said.who, &said.words, LIMIT).map_err(|fault| fault.to_string())?, said))
        });
        match odds {
            Ok((odds, said)) => {
                writeln!(self.out, "{BOLD}{}{BOLD:#}: {}", said.who, said.words)?;
                Ok(render::odds::full(&odds, Until::ActIsOver, self.out)?)
            }
            Err(why) => Ok(writeln!(self.out, "{why}")?),
        }
    }

    fn odds_of_all(&mut self) -> Done {
        let open = self.open();
        let Some(asked) = open.first() else {
            return Ok(writeln!(self.out, "nobody is asked anything now")?);
        };
        let options = render::question::plain(asked);
        for option in &options {
            let brief = match self.live.odds(&option.who, &option.text, BRIEF) {
                Ok(odds) => render::odds::brief(&odds),
                Err(fault) => vec![fault.to_string()],
            };
            writeln!(self.out, "{KEY}{}{KEY:#}", option.text)?;
            for line in brief {
                writeln!(self.out, "    {line}")?;
            }
            self.out.flush()?;
        }
        if options.len() < asked.question.choices().len() || options.is_empty() {
            writeln!(self.out, "{DIM}`odds ANSWER` takes any other answer{DIM:#}")?;
        }
        Ok(())
    }

    /// The last words.
    fn leave(self) -> Done {
        let waiting = self.live.waiting();
        if let Waiting::Broken(words) = waiting {
            return Err(Fault::Failure(format!("the fight cannot go on: {words}")));
        }
        let over = matches!(waiting, Waiting::Over(_) | Waiting::Undecided);
        if let (false, Some(record)) = (over, &self.record) {
            writeln!(self.out, "{DIM}the fight is kept in {}; the same command goes on with it{DIM:#}", record.path())?;
        }
        Ok(())
    }
}
