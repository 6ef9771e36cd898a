//! The one builder of these tests: a folder of its own, files in it, words, input, and what must come out.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A run of the command in a folder of its own.
pub struct Quintain {
    folder: TempDir,
    words: Vec<String>,
    stdin: String,
    stdout: Option<String>,
    stderr: Option<String>,
    code: i32,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Quintain {
    /// `quintain` with these words, expected to end with 0.
    pub fn new<const N: usize>(words: [&str; N]) -> Self {
        Quintain::typed(&words)
    }

    /// The same with as many words as there are.
    pub fn typed(words: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Quintain { folder, words, stdin: String::new(), stdout: None, stderr: None, code: 0 }
    }

    /// With these words behind the others.
    pub fn also(mut self, words: &[&str]) -> Self {
        self.words.extend(words.iter().map(|word| (*word).to_owned()));
        self
    }

    /// Puts a file into the folder.
    pub fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// What is typed.
    pub fn stdin(mut self, text: &str) -> Self {
        self.stdin = text.to_owned();
        self
    }

    /// All that must stand on standard output.
    pub fn stdout(mut self, text: &str) -> Self {
        self.stdout = Some(text.to_owned());
        self
    }

    /// All that must stand on standard error.
    pub fn stderr(mut self, text: &str) -> Self {
        self.stderr = Some(text.to_owned());
        self
    }

    /// The exit code that is expected.
    pub fn code(mut self, code: i32) -> Self {
        self.code = code;
        self
    }

    /// The same folder, other words; all expectations are as at the beginning.
    pub fn then<const N: usize>(self, words: [&str; N]) -> Self {
        Quintain { folder: self.folder, ..Quintain::new(words) }
    }

    /// The path of a file in the folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// The text of a file in the folder.
    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    /// The command, not yet run.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintain"));
        command.args(&self.words).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it and holds what came out against what must. Nothing that is piped has colours.
    #[track_caller]
    pub fn run(&self) -> Output {
        let mut child = self.command().spawn().unwrap();
        // A command that reads nothing may be gone already.
        let _ = child.stdin.take().unwrap().write_all(self.stdin.as_bytes());
        let came = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let output =
            Output { stdout: text(came.stdout), stderr: text(came.stderr), code: came.status.code().unwrap_or(-1) };
        assert_eq!(output.code, self.code, "exit code of {:?}\n{}\n{}", self.words, output.stdout, output.stderr);
        if let Some(stdout) = &self.stdout {
            assert_eq!(output.stdout, *stdout, "standard output of {:?}", self.words);
        }
        if let Some(stderr) = &self.stderr {
            assert_eq!(output.stderr, *stderr, "standard error of {:?}", self.words);
        }
        assert!(!output.stdout.contains('\u{1b}') && !output.stderr.contains('\u{1b}'), "colours in a pipe");
        output
    }

    /// Runs it and returns standard output.
    #[track_caller]
    pub fn told(&self) -> String {
        self.run().stdout
    }

    /// Runs it and reads standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.told()).unwrap()
    }
}
