//! Tables in the house's manner: no frames, two blanks between columns, fitted to the terminal.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Row, Table, presets};

/// Tables are not broken to fit into fewer columns than this.
const NARROWEST: u16 = 40;

/// A table without frames.
pub(crate) fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table
}

/// A table with a heading.
pub(crate) fn headed(heading: impl Into<Row>) -> Table {
    let mut table = plain();
    table.set_header(heading);
    table
}

/// Aligns these columns to the right, as numbers are.
pub(crate) fn right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
}

/// Whether so many columns fit on the terminal; always where it is none.
pub(crate) fn fits(columns: u16) -> bool {
    Table::new().width().is_none_or(|width| width >= columns || width < NARROWEST)
}

/// Writes a table; no line ends in blanks.
pub(crate) fn write(mut table: Table, out: &mut dyn Write) -> io::Result<()> {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    // Some terminals do not tell their width and say 0; broken to that, a table has a letter in each line.
    if table.width().is_some_and(|width| width < NARROWEST) {
        table.set_content_arrangement(ContentArrangement::Disabled);
    }
    if table.is_empty() {
        return Ok(());
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
