//! The battery that every rulebook must pass.

use std::process::ExitCode;

use quintain_testkit::{Battery, run_battery};
use quintain_uchma::RULEBOOK;
use quintain_uchma::book::{Status, Word};

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let marks = ["prone", "unconscious", "dead", "gone", "ambushed", "prepared", "nonsense"];
    let spelt = ["bleeding (7) 2 hits", "slowed 2 rounds", "temporary health 10 for 3 rounds", "fatigued 3 stacks"];
    let marks = marks.into_iter().chain(spelt);
    battery.conditions = Status::ALL.iter().map(|status| status.text()).chain(marks).collect();
    battery.values = vec!["max-health", "potency", "control", "flies", "altitude", "rounds-down", "pc", "prone", "at"];
    battery.below_zero =
        vec!["health", "precision", "parry", "warding", "constitution", "evasion", "physical-armor", "magical-armor"];
    battery.weight = 4;
    run_battery(battery)
}
