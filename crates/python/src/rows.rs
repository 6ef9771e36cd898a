//! Rows: tables that any library of Python takes by the Arrow interface, without a copy.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, StringDictionaryBuilder, UInt32Builder, UInt64Builder,
};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use serde_json::Value;

use crate::plain::{plain, wrong};

/// A column under way.
pub(crate) enum Column {
    Count(UInt64Builder),
    Small(UInt32Builder),
    Whole(Int64Builder),
    Float(Float64Builder),
    Flag(BooleanBuilder),
    /// Words that come again and again are kept once.
    Words(StringDictionaryBuilder<Int32Type>),
}

impl Column {
    pub(crate) fn words() -> Column {
        Column::Words(StringDictionaryBuilder::new())
    }

    pub(crate) fn counts() -> Column {
        Column::Count(UInt64Builder::new())
    }

    pub(crate) fn smalls() -> Column {
        Column::Small(UInt32Builder::new())
    }

    pub(crate) fn wholes() -> Column {
        Column::Whole(Int64Builder::new())
    }

    pub(crate) fn floats() -> Column {
        Column::Float(Float64Builder::new())
    }

    pub(crate) fn flags() -> Column {
        Column::Flag(BooleanBuilder::new())
    }

    fn kind(&self) -> DataType {
        match self {
            Column::Count(_) => DataType::UInt64,
            Column::Small(_) => DataType::UInt32,
            Column::Whole(_) => DataType::Int64,
            Column::Float(_) => DataType::Float64,
            Column::Flag(_) => DataType::Boolean,
            Column::Words(_) => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Column::Count(column) => Arc::new(column.finish()),
            Column::Small(column) => Arc::new(column.finish()),
            Column::Whole(column) => Arc::new(column.finish()),
            Column::Float(column) => Arc::new(column.finish()),
            Column::Flag(column) => Arc::new(column.finish()),
            Column::Words(column) => Arc::new(column.finish()),
        }
    }

    /// Adds a value that fits the column; another leaves the place empty.
    pub(crate) fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Column::Count(column), Cell::Count(value)) => column.append_value(value),
            (Column::Small(column), Cell::Small(value)) => column.append_value(value),
            (Column::Whole(column), Cell::Whole(value)) => column.append_value(value),
            (Column::Float(column), Cell::Float(value)) => column.append_value(value),
            (Column::Flag(column), Cell::Flag(value)) => column.append_value(value),
            (Column::Words(column), Cell::Words(value)) => column.append_value(value),
            (Column::Count(column), _) => column.append_null(),
            (Column::Small(column), _) => column.append_null(),
            (Column::Whole(column), _) => column.append_null(),
            (Column::Float(column), _) => column.append_null(),
            (Column::Flag(column), _) => column.append_null(),
            (Column::Words(column), _) => column.append_null(),
        }
    }
}

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    Count(u64),
    Small(u32),
    Whole(i64),
    Float(f64),
    Flag(bool),
    Words(&'a str),
    Nothing,
}

/// A table under way.
pub(crate) struct Table {
    pub(crate) names: Vec<String>,
    pub(crate) columns: Vec<Column>,
}

impl Table {
    pub(crate) fn of(columns: impl IntoIterator<Item = (String, Column)>) -> Self {
        let (names, columns) = columns.into_iter().unzip();
        Table { names, columns }
    }

    pub(crate) fn push<'a>(&mut self, row: impl IntoIterator<Item = Cell<'a>>) {
        for (column, cell) in self.columns.iter_mut().zip(row) {
            column.push(cell);
        }
    }

    pub(crate) fn schema(&self) -> Arc<Schema> {
        let fields = self.names.iter().zip(&self.columns);
        Arc::new(Schema::new(fields.map(|(name, column)| Field::new(name, column.kind(), true)).collect::<Vec<_>>()))
    }

    pub(crate) fn batch(&mut self) -> PyResult<RecordBatch> {
        let schema = self.schema();
        RecordBatch::try_new(schema, self.columns.iter_mut().map(Column::finish).collect()).map_err(wrong)
    }

    /// The finished table, with what is to be said of it as a whole.
    pub(crate) fn rows(mut self, info: Value) -> PyResult<Rows> {
        let schema = self.schema();
        Ok(Rows { schema, batches: vec![self.batch()?], info })
    }
}

/// Rows, by the Arrow PyCapsule interface: `pyarrow.table(rows)`, `polars.DataFrame(rows)`, `pandas.DataFrame.from_arrow`,
/// and DuckDB take them as they are.
#[pyclass(frozen, module = "quintain")]
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) schema: Arc<Schema>,
    pub(crate) batches: Vec<RecordBatch>,
    pub(crate) info: Value,
}

#[pymethods]
impl Rows {
    /// The rows as a stream of Arrow. They are always handed over as they are.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new(self.batches.clone().into_iter().map(Ok), self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<quintain.Rows {} × {}>", self.__len__(), self.columns().join(", "))
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// What is to be said of the rows as a whole.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.info)
    }

    /// The rows as a list of dicts, for small tables.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut all = Vec::with_capacity(self.__len__());
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                let dict = PyDict::new(py);
                for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                    dict.set_item(field.name(), cells::cell(py, column, row)?)?;
                }
                all.push(dict);
            }
        }
        Ok(all)
    }
}

mod cells {
    //! Single cells as values of Python.

    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
    use arrow_array::{Array, ArrayRef};
    use arrow_schema::DataType;
    use pyo3::prelude::*;
    use pyo3::types::{PyBool, PyNone};

    pub(super) fn cell<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if column.is_null(row) {
            return Ok(PyNone::get(py).to_owned().into_any());
        }
        Ok(match column.data_type() {
            DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any(),
            DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).into_pyobject(py)?.into_any(),
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any(),
            DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
            DataType::Boolean => PyBool::new(py, column.as_boolean().value(row)).to_owned().into_any(),
            _ => {
                let words = column.as_dictionary::<Int32Type>();
                let texts = words.values().as_string::<i32>();
                let place = words.key(row).unwrap_or_default();
                texts.value(place).into_pyobject(py)?.into_any()
            }
        })
    }
}
