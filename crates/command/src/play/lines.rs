//! Where typed lines come from: a line editor on a terminal, otherwise plain standard input.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

/// Lines that a person, or a program, types.
pub(crate) enum Lines {
    /// With editing, history and completion.
    Edited(Box<Editor<Completions, DefaultHistory>>),
    /// As they come. They are echoed, so that what comes out reads like a sitting.
    Plain(io::Stdin),
}

/// What the tabulator key completes.
#[derive(Default)]
pub(crate) struct Completions {
    texts: Vec<String>,
}

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or(line).to_lowercase();
        let fits = self.texts.iter().filter(|text| text.to_lowercase().starts_with(&typed));
        Ok((0, fits.map(|text| Pair { display: text.clone(), replacement: text.clone() }).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

impl Lines {
    /// An editor if both ends are terminals.
    pub(crate) fn new() -> Self {
        let edited = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = edited.then(Editor::<Completions, DefaultHistory>::new).and_then(Result::ok);
        match editor {
            Some(mut editor) => {
                editor.set_helper(Some(Completions::default()));
                Lines::Edited(Box::new(editor))
            }
            None => Lines::Plain(io::stdin()),
        }
    }

    /// The next line; `None` when there are no more, or after Ctrl-C.
    ///
    /// # Errors
    /// When nothing can be read or written.
    pub(crate) fn next(&mut self, prompt: &str, texts: Vec<String>, out: &mut dyn Write) -> io::Result<Option<String>> {
        match self {
            Lines::Edited(editor) => {
                out.flush()?;
                editor.set_helper(Some(Completions { texts }));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that is not remembered is no reason to stop.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(fault) => Err(io::Error::other(fault)),
                }
            }
            Lines::Plain(stdin) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                let read = stdin.lock().read_until(b'\n', &mut bytes)?;
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                writeln!(out, "{line}")?;
                Ok((read > 0).then_some(line))
            }
        }
    }
}
