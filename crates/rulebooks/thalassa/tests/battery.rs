//! The battery that every rulebook must pass.

use std::process::ExitCode;

use quintain_testkit::{Battery, run_battery};
use quintain_thalassa::RULEBOOK;
use quintain_thalassa::condition::Condition;

fn main() -> ExitCode {
    let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let marks = [
        "paralysed",
        "delirious",
        "invisible",
        "silenced",
        "appeased",
        "burning",
        "scar 1",
        "scar 4",
        "scar 6",
        "scar 10",
        "scar 12",
        "nonsense",
        "out of reach of Althea",
        "in cover from Timonax",
        "attracted to Althea",
        "controlled by Timonax",
        "bound in love to Althea",
        "befriended by Althea",
        "parted from Timonax",
        "bewitched by Althea",
        "full of hate of Timonax",
        "summoned by Althea",
        "protected for 3 turns",
        "consecrated thu for 1 turn",
        "counsel of Athena",
        "concentrating",
    ];
    battery.conditions = Condition::ALL.map(Condition::name).into_iter().chain(marks).collect();
    battery.seeds = vec![15_790_577_564_191_684_819];
    battery.values = vec![
        "max-sta",
        "max-kra",
        "max-tek",
        "fatigue",
        "heads",
        "hero",
        "leader",
        "shield",
        "at",
        "in-hand",
        "side",
        "rides",
        "thu-spent",
        "provoked",
    ];
    // The player of a dead hero decides who comes in its place.
    battery.posthumous = vec!["death.choice"];
    run_battery(battery)
}
