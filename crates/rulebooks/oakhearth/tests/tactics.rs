//! The tactics of the book: better than chance and than rashness whoever begins, and everything they know is used.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::Faces;
use quintain_engine::{
    Answer, Conduct, Event, EventId, Hall, Outcome, Plan, Progress, Rulebook, Side, Table, Tactics, Throw,
};
use quintain_oakhearth::ask::{Act, Ask, Deed, Extra, Reaction};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::packs_of;

/// Two bands of the same four heroes on open ground.
const MIRROR: &str = r#"
rulebook = "oakhearth"
[map]
size = [16, 12]
[[combatant]]
name = "Brun"
is = "champion"
side = "red"
at = "E5"
[[combatant]]
name = "Aldis"
is = "commander"
side = "red"
at = "E6"
[[combatant]]
name = "Hild"
is = "barbarian"
side = "red"
at = "E7"
[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "red"
at = "C6"
[[combatant]]
name = "Bran"
is = "champion"
side = "blue"
at = "L8"
[[combatant]]
name = "Aldo"
is = "commander"
side = "blue"
at = "L7"
[[combatant]]
name = "Hilmar"
is = "barbarian"
side = "blue"
at = "L6"
[[combatant]]
name = "Sard"
is = "elementalist"
side = "blue"
at = "N7"
"#;

fn encounter(text: &str) -> Encounter {
    Encounter::parse(&Source::new("mirror.toml", text), Fight::TABLES).unwrap()
}

/// How many of so many fights the first of two tactics wins, each having begun as red in half of them; and how many the
/// second wins.
fn paired(one: &str, other: &str, fights: u64) -> (u64, u64) {
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let fight = book.set_up(&encounter(MIRROR)).unwrap();
    let named = |name: &str| Tactics::named::<Fight>(name).unwrap();
    let mut wins = [0, 0];
    for swapped in [false, true] {
        let mut sides = vec![named(one), named(other)];
        if swapped {
            sides.reverse();
        }
        let plan = Plan { seed: 11, conduct: Conduct::of_sides(sides), round_limit: 60 };
        fight.simulate(&plan, 0..fights / 2, &mut |_, result| {
            if let Some(Outcome::Won(Side(side))) = result.outcome {
                wins[usize::from((side == 1) != swapped)] += 1;
            }
            ControlFlow::Continue(())
        });
    }
    (wins[0], wins[1])
}

#[test]
fn sensible_beats_chance_whoever_begins() {
    let (wins, losses) = paired("seasoned", "random", 20);
    println!("seasoned against random: {wins} to {losses}");
    assert!(wins >= 18, "{wins} to {losses}");
}

#[test]
fn careful_beats_rash_whoever_begins() {
    let (wins, losses) = paired("seasoned", "headlong", 600);
    println!("seasoned against headlong: {wins} to {losses}");
    assert!(wins > losses * 3 / 2, "{wins} to {losses}");
}

#[test]
fn what_the_tactics_know_is_used() {
    let mut used: BTreeMap<&'static str, u32> = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../encounters/oakhearth");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let duel = read("duel-of-mages.toml");
    let cliff = read("cliff-of-ravens.toml");
    let (quarry, tavern, rock) = (read("quarry.toml"), read("tavern-brawl.toml"), read("split-rock.toml"));
    let hollow = read("witch-hollow.toml");
    for text in [MIRROR, &duel, &cliff, &quarry, &tavern, &rock, &hollow] {
        count(text, 30, &mut used);
    }
    println!("{used:?}");
    for (what, least) in [
        ("ADV for AP", 20),
        ("power", 20),
        ("opportunity", 20),
        ("flank.adv", 20),
        ("help", 10),
        ("dodge", 10),
        ("challenge", 5),
        ("support", 1),
        ("hold", 5),
        ("held", 1),
        ("parry", 5),
        ("shield", 5),
        ("shove", 1),
        ("jump", 1),
        ("mount", 1),
        ("grapple", 5),
        ("throw", 1),
        ("tackle", 1),
        ("disarm", 1),
        ("item", 5),
        ("knock-out", 5),
        ("disengage", 1),
    ] {
        let times = used.get(what).copied().unwrap_or(0);
        assert!(times >= least, "{what}: {times} times in 210 fights, which is fewer than {least}");
    }
}

/// Counts what the best tactics do in so many fights.
fn count(text: &str, fights: u64, used: &mut BTreeMap<&'static str, u32>) {
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).unwrap());
    let fresh = Fight::set_up(&book, &encounter(text)).unwrap();
    let conduct = Conduct::best();
    let mut fight = fresh.clone();
    for number in 0..fights {
        fight.clone_from(&fresh);
        let mut table = Watching { hall: Hall::new(3, number, &conduct), used };
        while fight.round() <= 60 {
            let Ok(progress) = fight.advance(&mut table);
            if let Progress::Over(_) = progress {
                break;
            }
        }
    }
}

/// The hall with somebody who counts what is answered and what comes of it.
struct Watching<'a> {
    hall: Hall<'a>,
    used: &'a mut BTreeMap<&'static str, u32>,
}

impl Watching<'_> {
    fn note(&mut self, fight: &Fight, act: Act) {
        let what = match act {
            Act::Deed(Deed::HelpAttack(..)) => "help",
            Act::Deed(Deed::Dodge(_)) => "dodge",
            Act::Deed(Deed::Shove(_)) => "shove",
            Act::Deed(Deed::Hold) => "hold",
            Act::Deed(Deed::Jump(_)) => "jump",
            Act::Deed(Deed::Mount(_)) => "mount",
            Act::Deed(Deed::Grapple(_)) => "grapple",
            Act::Deed(Deed::Throw(_) | Deed::ThrowAt(..) | Deed::Toss(_)) => "throw",
            Act::Deed(Deed::Tackle(_)) => "tackle",
            Act::Deed(Deed::Disarm { .. }) => "disarm",
            Act::Deed(Deed::Use { .. }) => "item",
            Act::Deed(Deed::Disengage(_)) => "disengage",
            Act::React(Reaction::Opportunity(_)) => "opportunity",
            Act::React(Reaction::Held(_)) => "held",
            Act::React(Reaction::RaiseShield) => "shield",
            Act::React(Reaction::Challenge(..)) => "challenge",
            Act::React(Reaction::Support(..)) => "support",
            Act::React(Reaction::Ability(ability)) if fight.ability(ability).id == "parry" => "parry",
            Act::Extra(Extra::Adv(1)) => "ADV for AP",
            Act::Extra(Extra::NonLethal) => "knock-out",
            Act::Extra(Extra::Maneuver(ability, 1)) if fight.ability(ability).id == "power-attack" => "power",
            _ => return,
        };
        *self.used.entry(what).or_default() += 1;
    }
}

impl Table<Fight> for Watching<'_> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut Fight, throw: Throw) -> Result<Faces, Infallible> {
        self.hall.roll(fight, throw)
    }

    fn ask(&mut self, fight: &mut Fight, ask: Ask) -> Result<Answer<Act>, Infallible> {
        let answer = self.hall.ask(fight, ask)?;
        answer.one().into_iter().for_each(|act| self.note(fight, act));
        answer.picks().iter().for_each(|act| self.note(fight, *act));
        Ok(answer)
    }

    fn ask_any(&mut self, fight: &mut Fight, asks: &[Ask]) -> Result<(usize, Answer<Act>), Infallible> {
        Ok((0, self.ask(fight, asks[0])?))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        if event().also.iter().any(|rule| rule.id == "flank.adv") {
            *self.used.entry("flank.adv").or_default() += 1;
        }
        EventId(0)
    }
}
