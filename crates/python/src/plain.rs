//! Plain values: what Rust tells in JSON as dicts and lists of Python, and dicts of Python as the TOML that content is
//! written in.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple};
use serde_json::Value;

/// What went wrong, as a `ValueError`.
pub(crate) fn wrong(fault: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// Anything that is told in JSON.
pub(crate) fn told<'py>(py: Python<'py>, value: impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &serde_json::to_value(value).map_err(wrong)?)
}

/// A value of JSON.
pub(crate) fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), _, _) => PyInt::new(py, whole).into_any(),
            (_, Some(whole), _) => PyInt::new(py, whole).into_any(),
            (_, _, float) => PyFloat::new(py, float.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(all) => {
            let list = PyList::empty(py);
            for one in all {
                list.append(plain(py, one)?)?;
            }
            list.into_any()
        }
        Value::Object(all) => {
            let dict = PyDict::new(py);
            for (key, one) in all {
                dict.set_item(key, plain(py, one)?)?;
            }
            dict.into_any()
        }
    })
}

/// Content as a text of TOML: a text as it stands, a dict written out.
pub(crate) fn content(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.extract::<String>() {
        return Ok(text);
    }
    let dict = given.cast::<PyDict>().map_err(|_| PyTypeError::new_err("content is a text of TOML or a dict"))?;
    toml::to_string(&toml::Value::Table(table(dict)?)).map_err(wrong)
}

fn table(dict: &Bound<'_, PyDict>) -> PyResult<toml::Table> {
    let mut table = toml::Table::new();
    for (key, value) in dict {
        // TOML has no word for nothing: what is `None` is left out.
        if !value.is_none() {
            table.insert(key.extract()?, as_toml(&value)?);
        }
    }
    Ok(table)
}

fn as_toml(value: &Bound<'_, PyAny>) -> PyResult<toml::Value> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(toml::Value::Boolean(flag.is_true()));
    }
    if let Ok(whole) = value.cast::<PyInt>() {
        return Ok(toml::Value::Integer(whole.extract()?));
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(toml::Value::Float(float.value()));
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(toml::Value::String(text));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(toml::Value::Table(table(dict)?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let all = value.try_iter()?.map(|one| as_toml(&one?));
        return Ok(toml::Value::Array(all.collect::<PyResult<_>>()?));
    }
    Err(PyTypeError::new_err(format!("{value} has no place in an encounter or a pack")))
}
