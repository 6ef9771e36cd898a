//! Parquet files of what was left and what was used: all that the report says of it, a row for each figure.

use std::io::{self, Write};

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;

use crate::parquet_rows::{column, text, writer};
use crate::telling::{Telling, Use};

/// What the file of what was left holds: `kind` is `health`, `value` or `condition`; `left` is how much there was of it (1
/// of a condition), `fights` in how many fights.
const LEFT: &str = "message left {
    required binary name (STRING);
    required binary side (STRING);
    required binary kind (STRING);
    required binary value (STRING);
    required int64 start;
    required int64 left;
    required int64 fights;
    required int64 of_fights;
}";

/// What the file of uses holds: `offered` and `chosen` are means over the fights. What was not tried moves nothing, by 0
/// pairs of play-outs.
const USES: &str = "message uses {
    required binary name (STRING);
    required binary side (STRING);
    required binary verb (STRING);
    required binary group (STRING);
    required binary means (STRING);
    required binary variants (STRING);
    required double possible;
    required double offered;
    required double chosen;
    required boolean never;
    required int64 of_fights;
    required double moved;
    required double moved_low;
    required double moved_high;
    required int64 pairs;
}";

/// Writes what a telling says of what was left and what was used. `left` gets a row for each amount that anybody had left of
/// a value at the end of a fight, and for each condition; `uses` a row for each thing that anybody could do.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, telling, telling_to_parquet};
/// let opened = library().open("cyclops", &files::read)?;
/// let told = telling(&*opened.fight, &Study::new("One eye", 100), &|_| {}, &AtomicBool::new(false));
/// let (mut left, mut uses) = (Vec::new(), Vec::new());
/// telling_to_parquet(&told, &mut left, &mut uses)?;
/// assert!(left.starts_with(b"PAR1") && uses.ends_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file cannot be written.
pub fn telling_to_parquet<W: Write + Send>(told: &Telling, left: W, uses: W) -> io::Result<()> {
    write_left(told, left).and_then(|()| write_uses(told, uses)).map_err(io::Error::other)
}

fn write_left<W: Write + Send>(told: &Telling, out: W) -> Result<(), ParquetError> {
    let mut words: [Vec<ByteArray>; 4] = Default::default();
    let mut numbers: [Vec<i64>; 4] = Default::default();
    let mut row = |named: [&str; 4], counted: [i64; 4]| {
        words.iter_mut().zip(named).for_each(|(column, word)| column.push(text(word)));
        numbers.iter_mut().zip(counted).for_each(|(column, number)| column.push(number));
    };
    let all = whole(told.fights);
    for one in &told.left {
        let kind = if one.health { "health" } else { "value" };
        for (left, fights) in &one.counts {
            row([&one.who, &one.side, kind, &one.value], [one.start, *left, whole(*fights), all]);
        }
    }
    for one in &told.conditions {
        let fights = (one.rate * told.fights as f64).round() as i64;
        row([&one.who, &one.side, "condition", &one.condition], [0, 1, fights, all]);
    }
    let mut file = writer(LEFT, out)?;
    let mut group = file.next_row_group()?;
    words.iter().try_for_each(|values| column::<ByteArrayType, W>(&mut group, values))?;
    numbers.iter().try_for_each(|values| column::<Int64Type, W>(&mut group, values))?;
    group.close()?;
    file.close().map(|_| ())
}

fn write_uses<W: Write + Send>(told: &Telling, out: W) -> Result<(), ParquetError> {
    let words = |of: &dyn Fn(&Use) -> String| told.uses.iter().map(|one| text(&of(one))).collect::<Vec<_>>();
    let figures = |of: &dyn Fn(&Use) -> f64| told.uses.iter().map(of).collect::<Vec<f64>>();
    let mut file = writer(USES, out)?;
    let mut group = file.next_row_group()?;
    let names: [&dyn Fn(&Use) -> String; 6] = [
        &|one| one.who.clone(),
        &|one| one.side.clone(),
        &|one| one.verb.clone(),
        &|one| one.group.clone(),
        &|one| one.means.clone().unwrap_or_default(),
        &|one| one.variants.join("; "),
    ];
    names.iter().try_for_each(|of| column::<ByteArrayType, W>(&mut group, &words(of)))?;
    let rates: [&dyn Fn(&Use) -> f64; 3] = [&|one| one.possible_rate, &|one| one.offered, &|one| one.chosen];
    rates.iter().try_for_each(|of| column::<DoubleType, W>(&mut group, &figures(of)))?;
    column::<BoolType, W>(&mut group, &told.uses.iter().map(|one| one.never).collect::<Vec<_>>())?;
    column::<Int64Type, W>(&mut group, &vec![whole(told.surveyed); told.uses.len()])?;
    let moved: [&dyn Fn(&Use) -> f64; 3] = [
        &|one| one.moved.map_or(0.0, |moved| moved.mean),
        &|one| one.moved.map_or(0.0, |moved| moved.interval95[0]),
        &|one| one.moved.map_or(0.0, |moved| moved.interval95[1]),
    ];
    moved.iter().try_for_each(|of| column::<DoubleType, W>(&mut group, &figures(of)))?;
    let pairs = told.uses.iter().map(|one| one.moved.map_or(0, |moved| whole(moved.pairs)));
    column::<Int64Type, W>(&mut group, &pairs.collect::<Vec<_>>())?;
    group.close()?;
    file.close().map(|_| ())
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;
    use crate::telling::{Lasting, Left};

    #[test]
    fn every_amount_and_every_condition_has_a_row() {
        let (who, side) = ("Althea".to_owned(), "heroes".to_owned());
        let left = Left {
            who: who.clone(),
            side: side.clone(),
            value: "sta".into(),
            health: true,
            start: 9,
            max: Some(9),
            mean: 4.0,
            interval95: [3.0, 5.0],
            p5: 0,
            p50: 4,
            p95: 8,
            counts: vec![(0, 3), (8, 7)],
        };
        let prone = Lasting { who, side, condition: "prone".into(), rate: 0.3, interval95: [0.1, 0.5] };
        let told = Telling { fights: 10, left: vec![left], conditions: vec![prone], ..Telling::default() };
        let (mut out, mut uses) = (Vec::new(), Vec::new());
        telling_to_parquet(&told, &mut out, &mut uses).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(out)).unwrap();
        let rows: Vec<(String, i64, i64)> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap())
            .map(|row| (row.get_string(3).unwrap().clone(), row.get_long(5).unwrap(), row.get_long(6).unwrap()))
            .collect();
        assert_eq!(rows, [("sta".into(), 0, 3), ("sta".into(), 8, 7), ("prone".into(), 1, 3)]);
        assert_eq!(
            SerializedFileReader::new(bytes::Bytes::from(uses)).unwrap().metadata().file_metadata().num_rows(),
            0
        );
    }
}
