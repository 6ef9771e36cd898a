//! Quintain from Python: fights, simulations as Arrow, live fights, and many fights at once for programs that learn.

mod day;
mod dice;
mod drill;
mod features;
mod fight;
mod inquiry;
mod live;
mod plain;
mod rows;
mod sim;
mod tables;
mod vec_fights;
mod watched;

use pyo3::prelude::*;

/// The native half of the package `quintain`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<fight::Fight>()?;
    module.add_class::<live::Live>()?;
    module.add_class::<day::Day>()?;
    module.add_class::<rows::Rows>()?;
    module.add_class::<drill::Drill>()?;
    module.add_class::<vec_fights::VecFights>()?;
    module.add_class::<inquiry::Inquiry>()?;
    module.add_function(wrap_pyfunction!(day::day, module)?)?;
    module.add_function(wrap_pyfunction!(dice::dice, module)?)?;
    module.add_function(wrap_pyfunction!(fight::open, module)?)?;
    module.add_function(wrap_pyfunction!(fight::read, module)?)?;
    module.add_function(wrap_pyfunction!(fight::ready_made, module)?)?;
    module.add_function(wrap_pyfunction!(fight::resume, module)?)?;
    module.add_function(wrap_pyfunction!(sim::merge, module)?)?;
    module.add_function(wrap_pyfunction!(inquiry::stint_of_what, module)?)?;
    module.add_function(wrap_pyfunction!(fight::_moment, module)?)?;
    module.add_function(wrap_pyfunction!(fight::_again, module)?)
}
