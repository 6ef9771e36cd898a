//! What the kit makes of a small game, and what it refuses: wrong packs, encounters and edicts, in plain words and with
//! their place.

mod duel;
mod odds;

use std::ops::ControlFlow;

use duel::RULEBOOK;
use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyLive, Conduct, Outcome, Plan, ROUND_LIMIT, Seats, Side, Stat, Terms};

const PACK: &str = "rulebook = \"duel\"\n[[creature]]\nid = \"fop\"\nname = \"Fop\"\nheart = 2\n\
                    [[creature]]\nid = \"bravo\"\nname = \"Bravo\"\nheart = 3\n";

const MAP: &str = "rulebook = \"duel\"\n[map]\nrows = [\"..#\", \"...\"]\n";

fn set_up(pack: &str, encounter: &str) -> Result<Box<dyn AnyFight>, Problems> {
    let book = RULEBOOK.read(&[Source::new("pack.toml", pack)])?;
    let encounter = Encounter::parse(&Source::new("yard.toml", encounter), RULEBOOK.tables())?;
    book.set_up(&encounter)
}

fn combatant(name: &str, is: &str, side: &str, more: &str) -> String {
    format!("[[combatant]]\nname = \"{name}\"\nis = \"{is}\"\nside = \"{side}\"\n{more}")
}

fn yard(head: &str, ada: &str, bo: &str) -> String {
    format!("{head}{}{}", combatant("Ada", "fop", "red", ada), combatant("Bo", "bravo", "blue", bo))
}

/// The problems of an encounter, one a line, each with its place.
fn wrong(encounter: &str) -> String {
    set_up(PACK, encounter).expect_err("it does not set up").to_string()
}

fn live(encounter: &str) -> Box<dyn AnyLive> {
    let fight = set_up(PACK, encounter).expect("it sets up");
    fight.live(Terms { seats: Seats::everybody(), ..Terms::unattended(1, 0, Conduct::best()) }, Vec::new())
}

#[test]
fn a_game_of_a_hundred_lines_is_a_rulebook() {
    let fight = set_up(PACK, &yard("rulebook = \"duel\"\n", "", "")).unwrap();
    let (mut won, mut dealt) = ([0, 0], 0);
    let plan = Plan { seed: 7, conduct: Conduct::default(), round_limit: ROUND_LIMIT };
    fight.simulate(&plan, 0..200, &mut |_, result| {
        if let Some(Outcome::Won(Side(side))) = result.outcome {
            won[usize::from(side)] += 1;
        }
        dealt += result.fates.iter().map(|fate| fate.dealt).sum::<u32>();
        ControlFlow::Continue(())
    });
    assert_eq!(won[0] + won[1], 200);
    assert!(won[1] > won[0], "the one with more heart wins more often: {won:?}");
    assert!((400..=1000).contains(&dealt), "a fight takes 2 to 5 heart: {dealt}");
    assert_eq!(RULEBOOK.stats().iter().map(|stat| stat.key).collect::<Vec<_>>(), ["heart"]);
    assert_eq!(RULEBOOK.conditions().iter().map(|kind| kind.key).collect::<Vec<_>>(), ["down"]);
}

#[test]
fn wrong_packs_are_refused_at_their_place() {
    let read = |pack: &str| RULEBOOK.read(&[Source::new("pack.toml", pack)]).unwrap_err().to_string();
    for (from, to, problem) in [
        ("heart = 2", "heart = 20000", "heart is a whole number from 0 to 9"),
        ("heart = 2", "heart = -1", "heart is a whole number from 0 to 9"),
        ("heart = 2", "heart = 99999999999", "99999999999"),
        ("heart = 2", "heart = \"much\"", "much"),
        ("heart = 2", "hart = 2", "heart"),
        ("[[creature]]\nid = \"fop\"", "[[creatures]]\nid = \"fop\"", "creature"),
    ] {
        let said = read(&PACK.replacen(from, to, 1));
        assert!(said.contains(problem) && said.contains("pack.toml:"), "{to}: {said}");
    }
}

#[test]
fn wrong_encounters_are_refused_at_their_place() {
    let paper = "rulebook = \"duel\"\n";
    let sides = "rulebook = \"duel\"\n[[side]]\nname = \"red\"\nfoes = []\n[[side]]\nname = \"blue\"\nfoes = []\n";
    let mut missing = Vec::new();
    for (encounter, problem) in [
        (yard(paper, "", "").replace("\"bravo\"", "\"brawo\""), "yard.toml:8:6: no creature"),
        (yard(MAP, "at = \"A1\"\n", ""), "yard.toml:9:1: Bo stands nowhere"),
        (yard(MAP, "at = \"A1\"\n", "at = \"D1\"\n"), "D1 is off the map"),
        (yard(MAP, "at = \"A1\"\n", "at = \"A1\"\n"), "Ada stands at A1"),
        (yard(MAP, "at = \"A1\"\n", "at = \"C2\"\n"), "nobody can stand at C2"),
        (yard(MAP, "at = \"A1\"\n", "at = \"north\"\n"), "yard.toml:13:6: "),
        (yard(paper, "at = \"A1\"\n", ""), "there is no map"),
        (
            yard(paper, "", "").replace("\"blue\"", "\"red\""),
            "yard.toml:5:8: nobody here has a foe; the sides are: red",
        ),
        (yard(sides, "", ""), "nobody here has a foe; the sides are: red, blue"),
        (yard(paper, "set = { heart = 10 }\n", ""), "yard.toml:6:17: heart is a whole number from 0 to 9"),
        (yard(paper, "set = { hart = 1 }\n", ""), "a combatant has no `hart`"),
        (yard(paper, "with = [\"rapier\"]\n", ""), "combatants of Duel carry what their entry says"),
        (yard(paper, "", "").replace("Bo", "Ada"), "Ada"),
        (yard("rulebook = \"duel\"\n[house]\nluck = true\n", "", ""), "luck"),
    ] {
        let said = wrong(&encounter);
        if !said.contains(problem) || !said.contains("yard.toml:") {
            missing.push(format!("{problem}\nis not said, but\n{said}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n\n"));
}

#[test]
fn all_problems_are_told_at_once() {
    let said = wrong(&yard(MAP, "at = \"A1\"\nset = { heart = 10 }\n", "at = \"A1\"\nwith = [\"rapier\"]\n"));
    for problem in ["heart is a whole number", "Ada stands at A1", "carry what their entry says"] {
        assert!(said.contains(problem), "{said}");
    }
}

#[test]
fn a_combatant_with_nothing_to_live_by_is_down_from_the_start() {
    let fight = set_up(PACK, &yard("rulebook = \"duel\"\n", "set = { heart = 0 }\n", "")).unwrap();
    let view = fight.view();
    assert!(!view.combatants[0].fighting && view.combatants[1].fighting);
}

#[test]
fn edicts_that_make_no_sense_are_refused_and_change_nothing() {
    let mut live = live(&yard(MAP, "at = \"A1\"\n", "at = \"B1\"\n"));
    for (edict, why) in [
        ("set Ada.heart 10", "heart is a whole number from 0 to 9"),
        ("set Ada.heart 99999999999", "heart is a whole number from 0 to 9"),
        ("set Ada.luck 3", "there is no value `luck`; there are heart"),
        ("set Ada.side green", "there is no side green; there are red, blue"),
        ("set Cy.heart 1", "nobody is called Cy; there are Ada, Bo"),
        ("set round 0", "round is a whole number from 1 to 1,000,000"),
        ("set luck 3", "the fight has no value `luck`; it has round"),
        ("move Ada to B1", "Bo stands at B1"),
        ("move Ada to C2", "nobody can stand at C2"),
        ("move Ada to Z9", "Z9 is off the map"),
        ("add ogre as Og to red at A2", "no creature is called ogre"),
        ("add fop as Bo to red at A2", "the name Bo is taken or cannot be used"),
        ("add fop as Cy to red at B1", "Bo stands at B1"),
        ("add fop as Cy to red", "Cy needs a square"),
        ("give Ada sleep", "no condition is called sleep; there are down"),
        ("give Ada down 2", "down has no sizes"),
        ("take down from Ada", "Ada is not down"),
        ("end green", "there is no side green"),
    ] {
        let before = (live.digest(), live.facts().len());
        let fault = live.edict(edict).expect_err(edict).to_string();
        assert!(fault.contains(why), "{edict}: {fault}");
        assert_eq!((live.digest(), live.facts().len()), before, "{edict}");
    }
}

#[test]
fn edicts_that_make_sense_are_carried_out() {
    let mut live = live(&yard(MAP, "at = \"A1\"\n", "at = \"B1\"\n"));
    for edict in ["set Ada.heart 1", "move Ada to A2", "add fop as Cy to red at A1", "give Cy down", "set round 5"] {
        live.edict(edict).unwrap_or_else(|fault| panic!("{edict}: {fault}"));
    }
    let view = live.view();
    assert_eq!((view.round, view.combatants.len(), view.combatants[0].at.unwrap().to_string()), (5, 3, "A2".into()));
    let cy = &view.combatants[2];
    assert!(!cy.fighting && cy.stats[0] == Stat::of("heart", 0, 9));
    live.edict("take down from Cy").unwrap();
    assert!(live.view().combatants[2].fighting, "who is no longer down has 1 heart");
    live.edict("remove Bo").unwrap();
    assert!(!live.view().combatants[1].fighting);
}
