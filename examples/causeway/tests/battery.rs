//! The battery that every rulebook passes.

use std::process::ExitCode;

use causeway::RULEBOOK;
use quintain_testkit::{Battery, run_battery};

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    battery.conditions = vec!["down", "dead", "fled", "yielded", "alight 3", "guarded", "parried", "rear", "nonsense"];
    battery.values = vec!["heart", "oil", "guard", "side", "at", "nonsense"];
    run_battery(battery)
}
