//! Every Gu of the packs, at every rank that there is of it, and every killer move and talent is used in a fight of
//! its own, and nothing breaks.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{Answer, AnyBook, AnyLive, Conduct, DiceFrom, OpenQuestion, Seats, Shape, Terms, Waiting};
use quintain_gu::book::{Book, GuEntry, Keyword};
use quintain_gu::{Fight, RULEBOOK};
use quintain_testkit::packs_of;

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::read(&packs_of::<Fight>(), None).unwrap_or_else(|wrong| panic!("{wrong}")));
static PACKS: LazyLock<Box<dyn AnyBook>> =
    LazyLock::new(|| RULEBOOK.read(&packs_of::<Fight>()).unwrap_or_else(|wrong| panic!("{wrong}")));

/// Somebody of rank 5 with what is to be tried, a friend who is nearly dead, and enemies with swords, venom and a wild Gu.
fn encounter(with: &[String], talents: &[&str]) -> String {
    let owned: Vec<String> = with.iter().map(|word| format!("\"{word}\"")).collect();
    let learned: Vec<String> = talents.iter().map(|id| format!("\"{id}\"")).collect();
    format!(
        r#"
rulebook = "gu"
title = "a trial"
[map]
size = [16, 10]
[[creature]]
id = "user"
name = "User"
player = true
hp = 400
soul = 90
movement = 6
agility = 60
fortitude = 60
cognition = 60
wisdom = 60
attitude = 40
strength = 300
perseverance = 60
close-combat = 95
ranged-attack = 95
athletics = 95
dodge = 60
flying = 90
insight = 60
rank = 5
essence = 9000
stones = 4
talents = [{learned}]
[[creature]]
id = "swordsman"
name = "Swordsman"
hp = 900
soul = 50
movement = 5
agility = 40
fortitude = 40
cognition = 40
wisdom = 20
attitude = 20
strength = 40
perseverance = 50
close-combat = 80
ranged-attack = 40
athletics = 20
dodge = 5
weapons = ["sword"]
[[combatant]]
name = "User"
is = "user"
side = "one"
at = "C5"
with = [{owned}]
[[combatant]]
name = "Friend"
is = "villager"
side = "one"
at = "D6"
set = {{ hp = 1 }}
[[combatant]]
name = "Sword"
is = "swordsman"
side = "two"
at = "D5"
[[combatant]]
name = "Zombie"
is = "roaming-zombie"
side = "two"
at = "C6"
set = {{ close-combat = 90 }}
[[combatant]]
name = "Wolf"
is = "common-wolf"
side = "two"
at = "H8"
with = ["moonlight", "jolt"]
set = {{ hp = 1, close-combat = 80 }}
"#,
        learned = learned.join(", "),
        owned = owned.join(", "),
    )
}

fn begin(text: &str, seed: u64) -> Box<dyn AnyLive> {
    let source = Source::new("trial.toml", text);
    let encounter = Encounter::parse(&source, RULEBOOK.tables()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let fight = PACKS.set_up(&encounter).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    let seats = Seats { formalities: true, ..Seats::everybody() };
    fight.live(Terms { dice, round_limit: 12, conduct: Conduct::best(), seed, ..Terms::attended(seats) }, Vec::new())
}

/// The first option whose text begins like one of these words, the first words first.
fn option(question: &OpenQuestion, wanted: &[&str]) -> Option<String> {
    let Shape::OneOf(_, of) = &question.question.shape else { return None };
    let begins =
        |word: &&str| of.iter().find(|choice| choice.text.starts_with(*word)).map(|choice| choice.text.clone());
    wanted.iter().find_map(begins)
}

/// Every option says what it does, and no two say the same.
fn labels_are_sound(live: &dyn AnyLive, asked: &OpenQuestion) -> Result<(), String> {
    let labels = live.labels(0);
    let mut known = BTreeSet::new();
    for (choice, label) in asked.question.choices().iter().zip(labels) {
        let label = label.ok_or_else(|| format!("`{}` does not say what it does", choice.text))?;
        if !known.insert(label.doing()) {
            return Err(format!("`{}` says what another option says: {}", choice.text, label.doing()));
        }
    }
    Ok(())
}

/// Answers what is open: a combatant that can uses what is to be tried, enemies strike, the rest is as by default.
fn step(live: &mut Box<dyn AnyLive>, name: &str) -> Result<bool, String> {
    let open = match live.waiting() {
        Waiting::Answer(open) => open,
        Waiting::Over(_) | Waiting::Undecided => return Ok(false),
        Waiting::Dice { text, .. } => return Err(format!("dice are asked for: {text}")),
        Waiting::Broken(why) => return Err(format!("the fight breaks: {why}")),
    };
    let asked = &open[0];
    labels_are_sound(&**live, asked)?;
    let tries = [format!("activate {name} at Sword"), format!("activate {name}"), format!("apply {name}")];
    let own: Vec<&str> = tries.iter().map(String::as_str).collect();
    // The friend is struck down first; then everybody is at the user.
    let friend_first = !live.log().iter().any(|event| event.text.starts_with("Friend takes"));
    let strikes = if friend_first { ["attack Friend", "attack User"] } else { ["attack User", "attack Friend"] };
    let picked = match asked.who.as_str() {
        "User" => option(asked, &own).or_else(|| option(asked, &["punch Wolf", "attack Wolf", "punch Zombie"])),
        _ => option(asked, &strikes),
    };
    let answer = match (picked, &asked.question.default) {
        (Some(text), _) => text,
        (None, Answer::One(place)) => asked.question.write(&Answer::One(*place)),
        (None, other) => asked.question.write(other),
    };
    live.answer(&asked.who, &answer).map_err(|fault| format!("`{}: {answer}` is not taken: {fault}", asked.who))?;
    Ok(true)
}

/// Plays until what is to be tried has been used, or for so many answers; says whether it has.
fn used(text: &str, name: &str, told: &str) -> Result<bool, String> {
    for seed in 1..=6 {
        let mut live = begin(text, seed);
        for _ in 0..160 {
            if !step(&mut live, name)? {
                break;
            }
            if live.log().iter().any(|event| event.text.contains(told)) {
                // A little further, so that what comes of it comes.
                for _ in 0..25 {
                    if !step(&mut live, "nothing")? {
                        break;
                    }
                }
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn ranks(entry: &GuEntry) -> Vec<i16> {
    entry.rank.all().to_vec()
}

#[test]
fn every_gu_can_be_used() {
    let mut faults = Vec::new();
    for entry in BOOK.gus.iter().take(BOOK.gu_count()) {
        for rank in ranks(&entry.value) {
            let with = vec![format!("{} {rank}", entry.id)];
            let text = encounter(&with, &[]);
            let name = &entry.value.name;
            let carved = entry.value.has(Keyword::Dao);
            let told = if carved { "the turn of User begins".to_owned() } else { format!("activates {name}") };
            match used(&text, name, &told) {
                Ok(true) => {}
                Ok(false) => faults.push(format!("{} of rank {rank} is never used", entry.id)),
                Err(why) => faults.push(format!("{} of rank {rank}: {why}", entry.id)),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_killer_move_can_be_made() {
    let mut faults = Vec::new();
    for entry in &BOOK.moves {
        let mut with = entry.value.parts.clone();
        with.push(entry.id.clone());
        let told = format!("makes the killer move {}", entry.value.name);
        match used(&encounter(&with, &[]), &entry.value.name, &told) {
            Ok(true) => {}
            Ok(false) => faults.push(format!("{} is never made", entry.id)),
            Err(why) => faults.push(format!("{}: {why}", entry.id)),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_talent_lets_a_fight_go_on() {
    for entry in &BOOK.talents {
        let text = encounter(&[], &[&entry.id]);
        let begun = used(&text, "nothing", "the turn of User begins");
        assert_eq!(begun, Ok(true), "{}", entry.id);
    }
}
