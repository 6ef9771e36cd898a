//! A small fight of Heimr over the whole of its dice: simulations come to the same.

use quintain_heimr::Fight;
use quintain_testkit::{Check, simulations_meet_the_odds, throws_are_read_as_they_say};

const SMALL: &str = r#"
rulebook = "heimr"
[map]
size = [3, 3]
[[weapon]]
id = "fangs"
name = "fangs"
class = "natural"
damage = 9
bonus = 1
hands = "none"
abilities = ["natural-weapons"]
[[combatant]]
name = "Aki"
is = "plain"
side = "one"
at = "B2"
set = { hp = 1, weapons = ["fangs"] }
[[combatant]]
name = "Bo"
is = "plain"
side = "two"
at = "B2"
set = { hp = 1, weapons = ["fangs"] }
"#;

#[test]
fn a_simulated_fight_is_won_as_often_as_its_odds_say() -> Check {
    simulations_meet_the_odds::<Fight>(SMALL, 1, 1e-7)
}

#[test]
fn throws_that_are_not_read_die_by_die_may_fall_otherwise() -> Check {
    throws_are_read_as_they_say::<Fight>(100)
}
