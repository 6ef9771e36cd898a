//! What a question is about that the rules have noted beside the state is known to a copy of the fight as well.

use quintain_engine::Waiting;
use quintain_testkit::where_offered;
use quintain_uchma::RULEBOOK;

/// A caller who has a square to pick for what is called.
const CALLER: &str = r#"
rulebook = "uchma"
[map]
size = [8, 4]
[[ability]]
id = "whistle"
name = "whistle"
aim = "oneself"
does = [{ summon = { creature = "wild-dog", beyond-limit = true } }]
[[combatant]]
name = "Ada"
is = "hero"
side = "red"
at = "C2"
set = { speed = 6, abilities = ["whistle"] }
[[combatant]]
name = "Bo"
is = "hero"
side = "blue"
at = "H2"
set = { speed = 4 }
"#;

#[test]
fn a_copy_offers_the_same_squares_although_nobody_had_looked_at_them() {
    let mut faces = (1..=10).cycle();
    let mut live = where_offered(RULEBOOK, CALLER, "whistle", |_, _| faces.next().unwrap_or_default());
    live.answer("Ada", "whistle").unwrap();
    let copy = live.redealt(0);
    assert_eq!(copy.waiting(), live.waiting());
    let Waiting::Answer(open) = copy.waiting() else { panic!("{:?}", copy.waiting()) };
    assert!(open[0].question.choices().len() > 1, "there are squares to pick from");
}
