//! What tactics do, looked at before every turn of whole fights.

use quintain_testkit::at_every_ask;

use super::*;
use crate::rules::precision;

/// Those who can do little else than strike.
const PLAIN: &str = r#"
rulebook = "uchma"
[map]
size = [16, 12]
[[combatant]]
name = "Guard 1"
is = "guard"
side = "one"
at = "B3"
[[combatant]]
name = "Guard 2"
is = "guard"
side = "one"
at = "B5"
[[combatant]]
name = "Guard 3"
is = "guard"
side = "one"
at = "C7"
[[combatant]]
name = "Wolf 1"
is = "common-wolf"
side = "two"
at = "M4"
[[combatant]]
name = "Wolf 2"
is = "common-wolf"
side = "two"
at = "M6"
[[combatant]]
name = "Wolf 3"
is = "common-wolf"
side = "two"
at = "N8"
"#;

/// Looks at each turn on which somebody is asked what to do.
pub(crate) fn at_every_turn(mut look: impl FnMut(&Fight, Who, &Turn)) {
    at_every_ask(3, PLAIN, |fight: &Fight, ask: &Ask| {
        if let (Ask::Turn { who }, Some(turn)) = (ask, fight.turn.as_ref()) {
            look(fight, *who, turn);
        }
    });
}

#[test]
fn what_a_blow_or_a_failure_offers_is_taken() {
    let mut met = 0;
    at_every_ask(3, PLAIN, |fight: &Fight, ask: &Ask| {
        if let Ask::Wants { .. } = ask {
            assert_eq!(choose(fight, 0, ask), Act::Yes);
            met += 1;
        }
    });
    assert!(met > 10, "only {met} met");
}

#[test]
fn those_far_from_every_foe_do_not_idle() {
    let mut met = 0;
    at_every_turn(|fight, who, turn| {
        let whole = || weigh::best(fight, who, false, &[Time::FullTurn]);
        let idle = whole().filter(|best| !best.hurts && best.worth < WORTH_A_HALT);
        let (Some(idle), false) = (idle, turn.action || turn.running || turn.moving) else { return };
        let way = positions::prey(fight, who, false).and_then(|prey| positions::hurry(fight, who, prey));
        if way.is_some() && phases::two_sides_stand(fight) {
            assert_ne!(deed(fight, who, false), idle.deed(), "{}", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 5, "only {met} met");
}

#[test]
fn of_two_alike_the_wounded_is_struck() {
    // How often one was struck, and how often the one who was less hurt: for where it stands, say.
    let (mut met, mut spared_more) = (0, 0);
    at_every_turn(|fight, who, turn| {
        let Deed::Use { ability, aim: Aimed::One(at) } = deed(fight, who, false) else { return };
        let entry = fight.ability(ability);
        let minded = fight.one(who).minded.0.is_some();
        if turn.action || minded || entry.blow.is_none() || !fight.foes(who, at) {
            return;
        }
        let alike = |other: &Who| {
            let (one, its) = (fight.one(*other), fight.one(at));
            let same_odds =
                || precision::chance(fight, who, *other, ability) == precision::chance(fight, who, at, ability);
            *other != at
                && one.template == its.template
                && one.lasting == its.lasting
                && fight.able(*other)
                && same_odds()
        };
        let in_reach = |other: &Who| targets::may_pick(fight, who, ability, *other).is_ok();
        for other in fight.everyone().filter(|other| alike(other) && in_reach(other)) {
            let (struck, spared) = (fight.one(at).health, fight.one(other).health);
            spared_more += usize::from(struck > spared);
            met += 1;
        }
    });
    assert!(met > 20 && spared_more * 20 < met, "{spared_more} of {met} were spared though more hurt");
}

#[test]
fn one_with_nobody_in_reach_draws_near_after_its_action() {
    let mut met = 0;
    at_every_turn(|fight, who, turn| {
        let near = positions::draw_near(fight, who, false).is_some();
        if turn.action && near && phases::two_sides_stand(fight) {
            assert_ne!(deed(fight, who, false), Deed::Done, "{} stays away", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 20, "only {met} met");
}

#[test]
fn a_bard_lets_a_friend_act_who_is_in_the_thick_of_it() {
    let mut met = 0;
    at_every_ask(3, PLAIN, |fight: &Fight, ask: &Ask| {
        if let Ask::Echo { who, far } = *ask
            && let Some(friend) = in_the_thick_of_it(fight, who, far)
        {
            assert!(adjacency::foe_beside(fight, friend));
            assert_eq!(choose(fight, 0, ask), Act::Who(friend));
            met += 1;
        }
    });
    assert!(met > 3, "only {met} met");
}

#[test]
fn one_who_is_through_wants_nothing_more() {
    let mut met = 0;
    at_every_turn(|fight, who, turn| {
        if (turn.action || turn.running) && is_through(fight, who) {
            let wants = [false, true].map(|ruthless| wanted(fight, who, turn, ruthless));
            assert_eq!(wants, [Deed::Done, Deed::Done], "{}", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 20, "only {met} met");
}
