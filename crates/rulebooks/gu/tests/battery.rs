//! The battery that every rulebook must pass.

use std::process::ExitCode;

use quintain_gu::RULEBOOK;
use quintain_gu::condition::Condition;
use quintain_testkit::{Battery, run_battery};

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let marks = ["nonsense", "out of reach"];
    battery.conditions = Condition::ALL.map(Condition::name).into_iter().chain(marks).collect();
    battery.values =
        vec!["max-hp", "max-soul", "hp", "luck", "height", "airborne", "bleeding", "movement", "player", "at"];
    // A combatant that has surrendered still resists a hold.
    battery.posthumous = vec!["grapple.test"];
    run_battery(battery)
}
