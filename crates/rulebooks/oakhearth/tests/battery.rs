//! The battery that every rulebook must pass.

use std::process::ExitCode;

use quintain_oakhearth::RULEBOOK;
use quintain_oakhearth::book::Condition;
use quintain_testkit::{Battery, run_battery};

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    battery.conditions = Condition::ALL.iter().map(|condition| condition.text()).chain(["nonsense"]).collect();
    battery.values = vec![
        "hp", "max-hp", "temp-hp", "ap", "mp", "sp", "ac", "speed", "level", "might", "hero", "martial", "height", "at",
    ];
    battery.below_zero = vec!["hp"];
    battery.weight = 3;
    // Somebody flanked who dodges: no ADV is left for a maneuver that needs it.
    battery.seeds = vec![6_458_207_896_249_182_020];
    run_battery(battery)
}
