//! What tactics do, looked at before every declaration of whole fights.

use quintain_engine::Who;
use quintain_testkit::at_every_ask;

use super::{deed, hopeless, weigh};
use crate::arm::UNARMED;
use crate::ask::Ask;
use crate::book::Spell;
use crate::condition::{Ability, Condition};
use crate::declaration::{Daring, Deed, Move};
use crate::fight::Fight;
use crate::house::UnarmedEnhanced;
use crate::options::foes;
use crate::rules::{attack, creatures};

/// Two who are as nimble as can be and two who are not, with small and with large weapons.
const NIMBLE: &str = r#"
rulebook = "thalassa"
[[combatant]]
name = "Quick"
is = "hero"
side = "one"
set = { tek = 18, armor = 0 }
[[combatant]]
name = "Slow"
is = "hero"
side = "two"
set = { tek = 3, armor = 0 }
"#;

/// Looks at what somebody would do each time that one of them declares.
fn at_every_declaration(mut look: impl FnMut(&Fight, Who, Deed)) {
    at_every_ask(2, NIMBLE, |fight: &Fight, ask: &Ask| {
        if let Ask::Declare { who } | Ask::Telegraph { who } = *ask {
            look(fight, who, deed(fight, who));
        }
    });
}

#[test]
fn the_nimble_dare_and_the_clumsy_do_not() {
    let (mut dares, mut plain) = (0, 0);
    at_every_declaration(|fight, who, deed| {
        let Deed::Attack { arm, off: None, at, daring } = deed else { return };
        let (tek, die) = (fight.one(who).score(Ability::Tek).now, fight.arm(arm).die);
        match daring {
            Daring::Manoeuvre if tek <= 2 => panic!("{} dares with a TEK of {tek}", fight.label(who)),
            Daring::Manoeuvre => dares += 1,
            // The plain blow of one who would nearly always succeed.
            Daring::No if fight.label(who) == "Quick" && die <= 8 && attack::armor_of(fight, at) == 0 => {
                assert!(
                    fight.one(who).is(Condition::Bound) || fight.helpless(at),
                    "{} dares nothing",
                    fight.label(who)
                );
            }
            Daring::No if fight.label(who) == "Slow" => plain += 1,
            _ => {}
        }
    });
    assert!(dares > 100 && plain > 0, "{dares} dared, {plain} of the clumsy struck plainly");
}

#[test]
fn nobody_dares_with_fists_that_are_never_enhanced() {
    const FISTS: &str = r#"
rulebook = "thalassa"
[house]
"unarmed.enhanced" = "never"
[[combatant]]
name = "Quick"
is = "hero"
side = "one"
set = { tek = 18, armor = 0, weapons = [] }
[[combatant]]
name = "Slow"
is = "hero"
side = "two"
set = { tek = 18, armor = 0, weapons = [] }
"#;
    let mut met = 0;
    at_every_ask(1, FISTS, |fight: &Fight, ask: &Ask| {
        let Ask::Declare { who } = *ask else { return };
        let Deed::Attack { arm: UNARMED, daring, .. } = deed(fight, who) else { return };
        if fight.house().unarmed_enhanced == UnarmedEnhanced::Never {
            assert_eq!(daring, Daring::No, "{} dares with its fists", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 0, "nobody struck with fists");
}

#[test]
fn the_only_blow_is_the_one_that_thinking_finds() {
    let mut met = 0;
    at_every_ask(20, NIMBLE, |fight: &Fight, ask: &Ask| {
        let Ask::Declare { who } = *ask else { return };
        if let Some((arm, at)) = fight.cast.only_blow(who).filter(|_| !hopeless(fight, who)) {
            assert_eq!(weigh::only_attack(fight, who), Some(weigh::strike(arm, at)), "{}", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 100, "only {met} met");
}

#[test]
fn those_who_leave_others_in_peace_are_left_in_peace() {
    let mut met = 0;
    at_every_declaration(|fight, who, deed| {
        let Deed::Attack { at, .. } = deed else { return };
        let calm = |foe: &Who| creatures::is_at_peace(fight, *foe);
        let within_reach = |foe: &Who| fight.fighting(*foe) && !calm(foe) && !fight.one(*foe).is(Condition::Hidden);
        if foes(fight, who).any(|foe| calm(&foe)) && foes(fight, who).any(|foe| within_reach(&foe)) {
            assert!(!calm(&at), "{} provokes {}", fight.label(who), fight.label(at));
            met += 1;
        }
    });
    assert!(met > 1, "only {met} met");
}

#[test]
fn a_prayer_does_not_go_on_beside_a_move() {
    const PRAYERS: &str = r#"
rulebook = "thalassa"
[[combatant]]
name = "Priestess"
is = "devout"
side = "one"
set = { sta = 20 }
[[combatant]]
name = "Guard"
is = "hero"
side = "one"
[[combatant]]
name = "Raider"
is = "hero"
side = "two"
[[creature]]
id = "devout"
name = "Priestess"
sta = 20
thu = 15
tags = ["human", "sentient"]
prays = ["Artemis"]
"#;
    let mut met = 0;
    at_every_ask(10, PRAYERS, |fight: &Fight, ask: &Ask| {
        let Ask::Declare { who } = *ask else { return };
        if fight.one(who).prayer.is_some() && matches!(deed(fight, who), Deed::Pray { .. }) {
            let mut moved = fight.clone();
            moved.plan_mut(who).before = Move::Close(Who(2));
            let then = deed(&moved, who);
            assert!(!matches!(then, Deed::Pray { .. }), "{} walks and prays", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 0, "nobody prayed for long");
}

#[test]
fn nobody_recites_a_ward_under_the_blows_of_a_foe() {
    let mut met = 0;
    at_every_declaration(|fight, who, deed| {
        let knows = |spell: u8| {
            let known = fight.one(who).spells.get(usize::from(spell))?;
            Some(fight.setting.incantations[usize::from(known.incantation)].does)
        };
        let is_a_ward = |spell: u8| matches!(knows(spell), Some(Spell::Protect { .. }));
        if !(0..fight.one(who).spells.len() as u8).any(is_a_ward) {
            return;
        }
        let close = |foe: Who| fight.fighting(foe) && crate::rules::battle_map::within(fight, foe, who, 5);
        if foes(fight, who).any(close) {
            assert!(!matches!(deed, Deed::Cast { spell, .. } if is_a_ward(spell)), "{}", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 10, "only {met} met");
}

#[test]
fn nobody_runs_who_can_still_take_a_blow() {
    let mut met = 0;
    at_every_declaration(|fight, who, deed| {
        let one = fight.one(who);
        let strong = one.hero && one.sta.now == 0 && one.score(Ability::Kra).now > 6;
        if strong && one.minded.0.is_none() && !one.is(Condition::Fleeing) && fight.round < 60 {
            assert_ne!(deed, Deed::Retreat, "{}", fight.label(who));
            met += 1;
        }
    });
    assert!(met > 10, "only {met} met");
}
