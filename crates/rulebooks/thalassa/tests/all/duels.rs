//! Whole duels against numbers computed exactly by other means.

use std::ops::ControlFlow;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_engine::{Conduct, Outcome, Plan, Rulebook, Side};
use quintain_testkit::packs_of;
use quintain_thalassa::{Fight, RULEBOOK};

const FIGHTS: u64 = 200_000;

/// Wins of the first side, wins of the second, both out, as shares; and what became of everyone in each fight.
fn shares(encounter: &str, mut each: impl FnMut(&quintain_engine::FightResult)) -> [f64; 3] {
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let source = Source::new("duel.toml", encounter);
    let encounter = Encounter::parse(&source, Fight::TABLES).unwrap();
    let fight = book.set_up(&encounter).unwrap();
    let mut tally = [0u64; 3];
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: 1000 };
    fight.simulate(&plan, 0..FIGHTS, &mut |_, result| {
        match result.outcome {
            Some(Outcome::Won(Side(side))) => tally[usize::from(side)] += 1,
            Some(Outcome::Mutual) => tally[2] += 1,
            _ => {}
        }
        each(result);
        ControlFlow::Continue(())
    });
    tally.map(|count| count as f64 / FIGHTS as f64)
}

/// Five standard deviations of a share of so many fights.
fn close(share: f64, exact: f64) -> bool {
    (share - exact).abs() < 5.0 * (exact * (1.0 - exact) / FIGHTS as f64).sqrt()
}

#[test]
fn two_plain_fighters() {
    let shares = shares(
        r#"
rulebook = "thalassa"
house = { morale = "off" }
[[creature]]
id = "fighter"
name = "Fighter"
sta = 4
attack = [{ name = "blade", die = 6 }]
[[combatant]]
name = "A"
is = "fighter"
side = "a"
[[combatant]]
name = "B"
is = "fighter"
side = "b"
set = { sta = 3 }
"#,
        |_| {},
    );
    assert!(close(shares[0], 0.428393) && close(shares[1], 0.269374) && close(shares[2], 0.302233), "{shares:?}");
}

#[test]
fn kyklops_against_minotauros() {
    let shares = shares(
        r#"
rulebook = "thalassa"
house = { morale = "off" }
[[combatant]]
name = "Kyklops"
is = "cyclops"
side = "a"
[[combatant]]
name = "Minotauros"
is = "minotauros"
side = "b"
"#,
        |_| {},
    );
    assert!(close(shares[0], 0.613634) && close(shares[1], 0.175221) && close(shares[2], 0.211145), "{shares:?}");
}

#[test]
fn armour_of_one() {
    let shares = shares(
        r#"
rulebook = "thalassa"
house = { morale = "off" }
[[creature]]
id = "fighter"
name = "Fighter"
sta = 5
attack = [{ name = "blade", die = 6 }]
[[combatant]]
name = "A"
is = "fighter"
side = "a"
set = { sta = 6, armor = 1 }
[[combatant]]
name = "B"
is = "fighter"
side = "b"
"#,
        |_| {},
    );
    assert!(close(shares[0], 0.658103) && close(shares[1], 0.141875) && close(shares[2], 0.200021), "{shares:?}");
}

#[test]
fn a_hero_against_a_kyklops() {
    let (mut fled, mut dead, mut down) = (0u64, 0u64, 0u64);
    let shares = shares(
        r#"
rulebook = "thalassa"
[[combatant]]
name = "Althea"
is = "hero"
side = "heroes"
set = { sta = 5, kra = 10, tek = 12, armor = 1 }
[[combatant]]
name = "Kyklops"
is = "cyclops"
side = "monsters"
"#,
        |result| {
            let (hero, monster) = (result.fates[0], result.fates[1]);
            match result.outcome {
                Some(Outcome::Won(Side(1))) if hero.died => dead += 1,
                Some(Outcome::Won(Side(1))) => down += 1,
                Some(Outcome::Won(Side(0))) if !monster.died && monster.out => fled += 1,
                _ => {}
            }
        },
    );
    let share = |count: u64| count as f64 / FIGHTS as f64;
    // Down or escaped: the Kyklops' critical damage is no death, so the two are told apart by their sum.
    assert!(close(shares[0], 0.12704 + 0.07508), "{shares:?} {}", share(fled));
    assert!(close(share(dead), 0.05686), "{}", share(dead));
    assert!(close(share(down), 0.62355), "{}", share(down));
    assert!(close(shares[2], 0.11747), "{shares:?}");
}

#[test]
fn a_set_up_fight_can_be_shared() {
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).unwrap());
    assert!(Fight::entries(&book).len() > 80);
}
