//! The battery that every rulebook must pass.

use std::process::ExitCode;

use quintain_heimr::RULEBOOK;
use quintain_testkit::{Battery, run_battery};

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    battery.conditions = vec![
        "fall",
        "drop",
        "stumble",
        "stumble 4",
        "daze",
        "daze 3",
        "charm",
        "fear",
        "bind",
        "weaken",
        "prone",
        "unconscious",
        "stabilised",
        "guarding",
        "wounded torso",
        "wounded left leg",
        "wounded sword arm",
        "nonsense",
    ];
    battery.values = vec![
        "hp", "hp-max", "ward", "wp", "fatigue", "str", "dex", "sta", "counters", "dodges", "blocks", "pc", "prone",
        "at",
    ];
    battery.below_zero = vec!["hp", "initiative", "defence", "str", "dex", "sta", "int", "emp", "soc"];
    battery.weight = 4;
    run_battery(battery)
}
