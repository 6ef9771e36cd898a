//! Time in combat.

use quintain_engine::section;

section! {
    "Time in Combat";
    ROUNDS = Engine "time.rounds": "Combat time is counted in rounds.";
    LENGTH = Engine "time.round-length": "A round is 12 seconds.";
    MINUTE = Engine "time.minute": "Five rounds are a minute.";
    ANCHOR = Engine "time.duration-anchor": "What lasts N rounds ends at the start of its maker's turn N rounds later.", ruling "Counted from the moment it starts.";
}
