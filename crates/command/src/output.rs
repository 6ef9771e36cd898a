//! Files that commands write: new ones, or in the place of one of the same kind. A file of another kind is never harmed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// How many bytes of a file tell its kind.
const ENOUGH: u64 = 4096;

/// What kinds of files commands write, and how each is known by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Lines of CSV whose first one has these columns in a row.
    Csv(&'static str),
    /// Columns for other programs.
    Parquet,
    /// A page with plots.
    Page,
    /// Points of a sweep, kept for the next run.
    Points,
    /// Everything of a store.
    Backup,
    /// The JSON Schema of a kind of file.
    Schema,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Csv(_) => "a CSV file of this kind",
            Kind::Parquet => "a Parquet file",
            Kind::Page => "a page with plots",
            Kind::Points => "a file of kept points",
            Kind::Backup => "a backup",
            Kind::Schema => "a JSON Schema",
        }
    }

    fn fits(self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let first = text.lines().next().unwrap_or_default();
        match self {
            Kind::Csv(columns) => first.contains(columns),
            Kind::Parquet => beginning.starts_with(b"PAR1"),
            Kind::Page => first.starts_with("<!DOCTYPE html><html") && text.contains("Quintain"),
            Kind::Points => first.starts_with("{\"of\":\""),
            Kind::Backup => first.starts_with("quintain backup "),
            Kind::Schema => text.starts_with('{') && text.contains("\"$schema\""),
        }
    }
}

/// Before anything is written into a folder: no file stands where it is to be.
///
/// # Errors
/// When one does.
pub(crate) fn check_folder(path: &Path) -> Result<(), Fault> {
    match path.is_file() {
        true => Err(Fault::Wrong(format!("`{}` is a file; name a folder", path.display()))),
        false => Ok(()),
    }
}

/// Makes sure that a path may be written to: there is nothing yet, an empty file, or one of this kind.
///
/// # Errors
/// Says what stands there instead.
pub(crate) fn check(path: &Path, kind: Kind, force: bool) -> Result<(), Fault> {
    let shown = path.display();
    if path.as_os_str() == "-" {
        return Err(Fault::Wrong("`-` is no file; name one (`/dev/stdout` is the terminal)".to_owned()));
    }
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(fault) => return Err(unwritten(path, &fault)),
    };
    if metadata.is_dir() {
        return Err(Fault::Wrong(format!("`{shown}` is a folder; name a file")));
    }
    // What is no ordinary file (a pipe, a terminal) keeps nothing that could be lost.
    if force || !metadata.is_file() || metadata.len() == 0 {
        return Ok(());
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(ENOUGH).read_to_end(&mut beginning));
    read.map_err(|fault| unwritten(path, &fault))?;
    match kind.fits(&beginning) {
        true => Ok(()),
        false => {
            let name = kind.name();
            Err(Fault::Wrong(format!(
                "`{shown}` is there already and is not {name}; name another file, or add --force"
            )))
        }
    }
}

/// Makes sure, before anything is played for them, that all these files can be written, each for itself.
///
/// # Errors
/// Says which cannot, or which is named twice.
pub(crate) fn check_all(files: &[(&Path, Kind)], force: bool) -> Result<(), Fault> {
    let mut known: Vec<PathBuf> = Vec::new();
    for (path, kind) in files {
        // Begun and dropped: what is no folder, or may not be written to, is found out so.
        let output = Output::begin(path, *kind, force)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let whole = fs::canonicalize(folder).unwrap_or_default().join(path.file_name().unwrap_or_default());
        if output.aside.is_some() && known.contains(&whole) {
            return Err(Fault::Wrong(format!(
                "`{}` is named twice; each output needs a file of its own",
                path.display()
            )));
        }
        known.push(whole);
    }
    Ok(())
}

/// A file under way. It is written aside and takes its place once it is whole; dropped before that, nothing has changed.
#[derive(Debug)]
pub(crate) struct Output {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    /// Where it is written meanwhile; nowhere else where the path is no ordinary file.
    aside: Option<PathBuf>,
}

impl Output {
    /// Begins a file.
    ///
    /// # Errors
    /// When something else stands there, or nothing can be written.
    pub(crate) fn begin(path: &Path, kind: Kind, force: bool) -> Result<Output, Fault> {
        check(path, kind, force)?;
        let special = fs::metadata(path).is_ok_and(|there| !there.is_file());
        let wrong = |fault: io::Error| unwritten(path, &fault);
        if special {
            let file = OpenOptions::new().write(true).open(path).map_err(wrong)?;
            return Ok(Output { file: Some(BufWriter::new(file)), path: path.to_owned(), aside: None });
        }
        // What a link leads to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let aside = path.with_file_name(name);
        let file =
            OpenOptions::new().write(true).create_new(true).open(&aside).map_err(|fault| unwritten(&path, &fault))?;
        Ok(Output { file: Some(BufWriter::new(file)), path, aside: Some(aside) })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// When it cannot be written to its end.
    pub(crate) fn finish(mut self) -> Result<(), Fault> {
        let flushed = self.file.take().map_or(Ok(()), |mut file| file.flush());
        let placed = flushed.and_then(|()| match &self.aside {
            Some(aside) => fs::rename(aside, &self.path),
            None => Ok(()),
        });
        placed.map_err(|fault| unwritten(&self.path, &fault))?;
        self.aside = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(aside) = &self.aside {
            // Nobody is left to be told.
            let _ = fs::remove_file(aside);
        }
    }
}

/// Writes a whole text.
///
/// # Errors
/// When something else stands there, or nothing can be written.
pub(crate) fn write(path: &Path, kind: Kind, force: bool, text: &str) -> Result<(), Fault> {
    let mut output = Output::begin(path, kind, force)?;
    output.write_all(text.as_bytes()).map_err(|fault| unwritten(path, &fault))?;
    output.finish()
}

/// A file that could not be written.
pub(crate) fn unwritten(path: &Path, fault: &io::Error) -> Fault {
    Fault::Wrong(format!("`{}` cannot be written: {fault}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: Kind = Kind::Csv("fight,outcome");

    #[test]
    fn only_a_file_of_its_own_kind_gives_way() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        write(&at("new.csv"), CSV, false, "fight,outcome,rounds\n1,x,2\n").unwrap();
        write(&at("new.csv"), CSV, false, "fight,outcome\n").unwrap();
        assert_eq!(fs::read_to_string(at("new.csv")).unwrap(), "fight,outcome\n");
        let encounter = "rulebook = \"thalassa\"\n";
        fs::write(at("x.toml"), encounter).unwrap();
        for kind in [CSV, Kind::Parquet, Kind::Page, Kind::Points, Kind::Backup, Kind::Schema] {
            let fault = format!("{:?}", write(&at("x.toml"), kind, false, "gone").unwrap_err());
            assert!(fault.contains("is there already and is not") && fault.contains("--force"), "{fault}");
        }
        assert_eq!(fs::read_to_string(at("x.toml")).unwrap(), encounter);
        write(&at("x.toml"), CSV, true, "fight,outcome\n").unwrap();
        assert!(write(folder.path(), CSV, true, "").is_err());
        fs::write(at("empty"), "").unwrap();
        write(&at("empty"), Kind::Points, false, "{\"of\":\"\"}\n").unwrap();
        write(&at("empty"), Kind::Points, false, "{\"of\":\"x\"}\n").unwrap();
    }

    #[test]
    fn files_are_tried_before_anything_is_played_for_them() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("a.csv"), folder.path().join("b.html"));
        check_all(&[(&one, CSV), (&other, Kind::Page)], false).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let twice = check_all(&[(&one, CSV), (&folder.path().join("./a.csv"), Kind::Page)], false).unwrap_err();
        assert!(format!("{twice:?}").contains("is named twice"), "{twice:?}");
        let nowhere = check_all(&[(&folder.path().join("no/a.csv"), CSV)], false).unwrap_err();
        assert!(format!("{nowhere:?}").contains("cannot be written"), "{nowhere:?}");
        assert!(format!("{:?}", check(Path::new("-"), CSV, true).unwrap_err()).contains("`-` is no file"));
    }

    #[test]
    fn what_is_not_finished_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut output = Output::begin(&path, CSV, false).unwrap();
        output.write_all(b"fight,outc").unwrap();
        drop(output);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
