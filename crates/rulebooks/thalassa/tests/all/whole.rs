//! A small fight of Thálassa over the whole of its dice: simulations come to the same.

use quintain_testkit::{Check, simulations_meet_the_odds};
use quintain_thalassa::Fight;

const SMALL: &str = r#"
rulebook = "thalassa"
[[combatant]]
name = "Althea"
is = "althea"
side = "heroes"
set = { sta = 1, kra = 1 }
[[combatant]]
name = "Kyklops"
is = "cyclops"
side = "monsters"
set = { sta = 4, kra = 1 }
"#;

#[test]
fn a_simulated_fight_is_won_as_often_as_its_odds_say() -> Check {
    simulations_meet_the_odds::<Fight>(SMALL, 0, 1e-5)
}
