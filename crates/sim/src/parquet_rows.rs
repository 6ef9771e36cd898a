//! Parquet files: a row for each fight, and a row for each combatant of each fight, in the order of the fights.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use quintain_engine::{AnyFight, FightResult};

use crate::names::Names;
use crate::ordered::{Ordered, Sink};
use crate::report::Report;
use crate::run::{Listener, run};
use crate::study::Study;

/// What the file of fights holds.
const FIGHTS: &str = "message fights {
    required int64 fight;
    required binary outcome (STRING);
    required int32 rounds;
}";

/// What the file of combatants holds.
const COMBATANTS: &str = "message combatants {
    required int64 fight;
    required binary name (STRING);
    required binary side (STRING);
    required boolean died;
    required boolean out;
    required int32 dealt;
    required int32 taken;
}";

/// How many fights stand in one group of rows: enough to be read fast, few enough to be held.
const GROUP: usize = 65_536;

/// Plays the fights of a study like [`crate::simulate`] and writes two Parquet files. `fights` gets a row for each fight:
/// its number, outcome (a side's name, `mutual`, `ended`, `stalemate` or `undecided`) and rounds. `combatants` gets a row for each
/// combatant of the roster in each fight: the fight's number, name, side, whether it died, whether it was out, the damage
/// it dealt and took. Nothing is compressed but by dictionaries of names.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, simulate_to_parquet};
/// let opened = library().open("cyclops", &files::read)?;
/// let (mut fights, mut combatants) = (Vec::new(), Vec::new());
/// let study = Study::new("One eye", 10);
/// let go = AtomicBool::new(false);
/// simulate_to_parquet(&*opened.fight, &study, &mut fights, &mut combatants, &|_| {}, &go)?;
/// assert!(fights.starts_with(b"PAR1") && combatants.ends_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file cannot be written; the run stops then.
pub fn simulate_to_parquet<W: Write + Send>(
    fight: &dyn AnyFight,
    study: &Study,
    fights: W,
    combatants: W,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> io::Result<Report> {
    let names = Names::of(fight);
    let files = Files {
        fights: writer(FIGHTS, fights).map_err(io::Error::other)?,
        combatants: writer(COMBATANTS, combatants).map_err(io::Error::other)?,
        held: Rows::default(),
        roster: names.roster.iter().map(|(name, side)| (text(name), text(names.side(*side)))).collect(),
    };
    let listener = Parquet { names, ordered: Ordered::new(files, stop) };
    let report = run(fight, study, progress, stop, &listener);
    let mut files = listener.ordered.finish()?;
    files.group().and_then(|()| files.close()).map_err(io::Error::other)?;
    Ok(report)
}

pub(crate) fn text(words: &str) -> ByteArray {
    ByteArray::from(words)
}

pub(crate) fn writer<W: Write + Send>(schema: &str, out: W) -> Result<SerializedFileWriter<W>, ParquetError> {
    let schema = Arc::new(parse_message_type(schema)?);
    SerializedFileWriter::new(out, schema, Arc::new(WriterProperties::builder().build()))
}

/// Fights, column by column.
#[derive(Default)]
struct Rows {
    fight: Vec<i64>,
    outcome: Vec<ByteArray>,
    rounds: Vec<i32>,
    died: Vec<bool>,
    out: Vec<bool>,
    dealt: Vec<i32>,
    taken: Vec<i32>,
}

impl Rows {
    fn append(&mut self, mut other: Rows) {
        self.fight.append(&mut other.fight);
        self.outcome.append(&mut other.outcome);
        self.rounds.append(&mut other.rounds);
        self.died.append(&mut other.died);
        self.out.append(&mut other.out);
        self.dealt.append(&mut other.dealt);
        self.taken.append(&mut other.taken);
    }
}

/// The two files, and the rows that are not written yet.
struct Files<W: Write + Send> {
    fights: SerializedFileWriter<W>,
    combatants: SerializedFileWriter<W>,
    held: Rows,
    /// The name and the side of everyone.
    roster: Vec<(ByteArray, ByteArray)>,
}

impl<W: Write + Send> Files<W> {
    /// Writes what is held as a group of rows.
    fn group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.held);
        if rows.fight.is_empty() {
            return Ok(());
        }
        let mut group = self.fights.next_row_group()?;
        column::<Int64Type, W>(&mut group, &rows.fight)?;
        column::<ByteArrayType, W>(&mut group, &rows.outcome)?;
        column::<Int32Type, W>(&mut group, &rows.rounds)?;
        group.close()?;
        let count = self.roster.len();
        let repeated: Vec<i64> = rows.fight.iter().flat_map(|fight| std::iter::repeat_n(*fight, count)).collect();
        let each = || rows.fight.iter().flat_map(|_| &self.roster);
        let names: Vec<ByteArray> = each().map(|(name, _)| name.clone()).collect();
        let sides: Vec<ByteArray> = each().map(|(_, side)| side.clone()).collect();
        let mut group = self.combatants.next_row_group()?;
        column::<Int64Type, W>(&mut group, &repeated)?;
        column::<ByteArrayType, W>(&mut group, &names)?;
        column::<ByteArrayType, W>(&mut group, &sides)?;
        column::<BoolType, W>(&mut group, &rows.died)?;
        column::<BoolType, W>(&mut group, &rows.out)?;
        column::<Int32Type, W>(&mut group, &rows.dealt)?;
        column::<Int32Type, W>(&mut group, &rows.taken)?;
        group.close().map(|_| ())
    }

    fn close(self) -> Result<(), ParquetError> {
        self.fights.close()?;
        self.combatants.close().map(|_| ())
    }
}

pub(crate) fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, None, None)?;
        column.close()?;
    }
    Ok(())
}

impl<W: Write + Send> Sink for Files<W> {
    type Chunk = Rows;

    fn write(&mut self, chunk: Rows) -> io::Result<()> {
        self.held.append(chunk);
        if self.held.fight.len() >= GROUP { self.group().map_err(io::Error::other) } else { Ok(()) }
    }
}

struct Parquet<'a, W: Write + Send> {
    names: Names,
    ordered: Ordered<'a, Files<W>>,
}

impl<W: Write + Send> Listener for Parquet<'_, W> {
    type Chunk = Rows;

    fn hear(&self, rows: &mut Rows, number: u64, result: &FightResult) {
        let small = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        rows.fight.push(number as i64);
        rows.outcome.push(text(self.names.outcome(result)));
        rows.rounds.push(small(result.rounds));
        for fate in result.fates.iter().take(self.names.roster.len()) {
            rows.died.push(fate.died);
            rows.out.push(fate.out);
            rows.dealt.push(small(fate.dealt));
            rows.taken.push(small(fate.taken));
        }
    }

    fn done(&self, place: u64, rows: Rows) {
        self.ordered.add(place, rows);
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;
    use crate::simulate_to_csv;

    fn study(fights: u64, threads: usize) -> Study {
        Study { encounter: "duel".into(), fights, seed: 3, threads, conduct: Conduct::best(), round_limit: 12 }
    }

    fn files(fights: u64, threads: usize) -> (Vec<u8>, Vec<u8>) {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let go = AtomicBool::new(false);
        simulate_to_parquet(&Fake, &study(fights, threads), &mut one, &mut other, &|_| {}, &go).unwrap();
        (one, other)
    }

    /// What the lines of CSV say of the same fights.
    fn lines(fights: u64) -> Vec<Vec<String>> {
        let mut out = Vec::new();
        simulate_to_csv(&Fake, &study(fights, 1), &mut out, &|_| {}, &AtomicBool::new(false)).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn both_files_read_back_say_what_the_lines_of_csv_say() {
        let (fights, combatants) = files(3_000, 3);
        let lines = lines(3_000);
        let reader = SerializedFileReader::new(bytes::Bytes::from(fights)).unwrap();
        let mut seen = 0;
        for (row, line) in reader.get_row_iter(None).unwrap().zip(&lines) {
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap().to_string(), line[0]);
            assert_eq!(row.get_string(1).unwrap(), &line[1]);
            assert_eq!(row.get_int(2).unwrap().to_string(), line[2]);
            seen += 1;
        }
        assert_eq!(seen, 3_000);
        let reader = SerializedFileReader::new(bytes::Bytes::from(combatants)).unwrap();
        let mut seen = 0;
        for (place, row) in reader.get_row_iter(None).unwrap().enumerate() {
            let (row, line, from) = (row.unwrap(), &lines[place / 2], 3 + place % 2 * 4);
            let name = ["Althea", "Cyclops"][place % 2];
            let side = ["heroes", "monsters"][place % 2];
            assert_eq!(row.get_long(0).unwrap().to_string(), line[0]);
            assert_eq!((row.get_string(1).unwrap().as_str(), row.get_string(2).unwrap().as_str()), (name, side));
            assert_eq!(u8::from(row.get_bool(3).unwrap()).to_string(), line[from]);
            assert_eq!(u8::from(row.get_bool(4).unwrap()).to_string(), line[from + 1]);
            assert_eq!(row.get_int(5).unwrap().to_string(), line[from + 2]);
            assert_eq!(row.get_int(6).unwrap().to_string(), line[from + 3]);
            seen += 1;
        }
        assert_eq!(seen, 6_000);
    }

    #[test]
    fn the_files_do_not_depend_on_threads_and_come_in_groups() {
        let (fights, combatants) = files(150_000, 1);
        assert!((fights.clone(), combatants) == files(150_000, 4));
        let reader = SerializedFileReader::new(bytes::Bytes::from(fights)).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 3);
        assert_eq!(reader.metadata().file_metadata().num_rows(), 150_000);
    }
}
