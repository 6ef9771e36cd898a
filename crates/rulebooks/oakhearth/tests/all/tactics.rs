//! The tactics of the book: better than chance and than rashness on either side, and everything they know is used.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::{Faces, Stream};
use quintain_engine::{
    Answer, Conduct, DiceFrom, Event, EventId, Hall, Outcome, Plan, Progress, Rulebook, Seats, Side, Table, Tactics,
    Terms, Throw, advance,
};
use quintain_oakhearth::ask::{Act, Ask, Deed, Extra, Reaction};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::{Battery, packs_of};

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

/// The log of the first fight that red begins, where these stand against a thug: from its first turn on.
fn begun_by_red(red: &str) -> Vec<String> {
    let thug = "[[combatant]]\nname = \"Thug\"\nis = \"thug\"\nside = \"blue\"\nat = \"I5\"";
    let text = format!("rulebook = \"oakhearth\"\n[map]\nsize = [16, 12]\n{red}\n{thug}");
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let log = |seed: u64| -> Vec<String> {
        let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
        let terms = Terms { dice, round_limit: 2, conduct: Conduct::best(), seed, ..Terms::attended(Seats::default()) };
        let live = battery.book.set_up(&encounter(&text)).unwrap().live(terms, Vec::new());
        live.log().iter().map(ToString::to_string).skip_while(|told| !told.starts_with("it is ")).collect()
    };
    (1..).map(log).find(|log| !log[0].starts_with("it is Thug's")).unwrap()
}

/// Who has the first turn.
fn first_of_red(red: &str) -> String {
    let log = begun_by_red(red);
    log[0].trim_start_matches("it is ").split_once("'s turn").unwrap().0.to_owned()
}

fn hero(name: &str, is: &str, at: &str, hp: u8) -> String {
    format!(
        "[[combatant]]\nname = \"{name}\"\nis = \"{is}\"\nside = \"red\"\nat = \"{at}\"\nset = {{ hp = {hp}, max-hp = 14 }}\n"
    )
}

#[test]
fn those_who_can_strike_go_before_those_who_have_to_walk_up() {
    let far = hero("Hild", "barbarian", "C5", 14);
    assert_eq!(first_of_red(&(far.clone() + &hero("Brun", "champion", "H5", 9))), "Brun");
    assert_eq!(first_of_red(&(far + &hero("Sorrel", "elementalist", "B5", 7))), "Sorrel");
}

#[test]
fn the_wounded_act_before_they_fall() {
    let fresh = hero("Brun", "champion", "C5", 10);
    assert_eq!(first_of_red(&(fresh + &hero("Bran", "champion", "C6", 3))), "Bran");
}

#[test]
fn the_last_point_of_a_turn_is_kept_for_an_act_of_its_own() {
    let log = begun_by_red(&hero("Brun", "champion", "H5", 12));
    let turn: Vec<&String> = log.iter().take_while(|told| !told.starts_with("Brun's turn ends")).collect();
    let bought = |told: &&&String| told.starts_with("Brun spends 1 AP for");
    assert!(turn.iter().any(|told| bought(&told)), "{turn:?}");
    assert!(!turn.iter().filter(bought).any(|told| told.contains(": 0 left")), "{turn:?}");
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
        count(text, 60, &mut used);
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
        assert!(times >= least, "{what}: {times} times in 420 fights, which is fewer than {least}");
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
            let Ok(progress) = advance(&mut fight, &mut table);
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
            Act::React(Reaction::Ability(ability, _)) if fight.ability(ability).id == "parry" => "parry",
            Act::Extra(Extra::Adv(1)) => "ADV for AP",
            Act::Extra(Extra::NonLethal) => "knock-out",
            Act::Extra(Extra::Maneuver(ability, _, 1)) if fight.ability(ability).id == "power-attack" => "power",
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
