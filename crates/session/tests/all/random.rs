//! What a seat may not know makes no difference in random fights either. Each rulebook is asked for so many decisions of
//! the players at which two tables look alike; `QUINTAIN_DECISIONS` asks for more than the few of every run, and
//! `QUINTAIN_SALT` says with which fights it begins, `QUINTAIN_ENCOUNTER` keeps to one encounter, `QUINTAIN_SECRET` to one
//! secret by its place in the list below.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{Play, Table, Twins};
use quintain_books::library;

/// How many decisions of a rulebook are looked at, unless told otherwise.
const DECISIONS: u32 = 150;

/// The longest that one fight is followed, in decisions of the players.
const LONGEST: u32 = 60;

/// A secret: it makes two tables that differ in it alone, and plays them; how many decisions were alike.
type Secret = fn(&str, Play) -> u32;

const SECRETS: [(&str, Secret); 5] = [
    ("health within a band", band),
    ("a concealed foe is gone", gone),
    ("it stands elsewhere", moved),
    ("names", planted),
    ("a die of a foe", fallen),
];

fn band(short: &str, play: Play) -> u32 {
    let mut twins = Twins::of(short, play);
    for (_, one, other) in twins.plain.in_one_band() {
        twins.plain.edict(&one);
        twins.other.edict(&other);
    }
    twins.play(short, LONGEST)
}

fn gone(short: &str, play: Play) -> u32 {
    concealed(short, play, |twins, foe| twins.other.try_edict(&format!("remove {foe}")))
}

fn moved(short: &str, play: Play) -> u32 {
    concealed(short, play, |twins, foe| {
        let free = twins.plain.free_square();
        free.is_some_and(|square| twins.other.try_edict(&format!("move {foe} to {square}")))
    })
}

/// A concealed foe, and what is otherwise with it at the other table.
fn concealed(short: &str, play: Play, otherwise: fn(&mut Twins, &str) -> bool) -> u32 {
    let Some((mut twins, foe)) = Twins::concealing(short, play) else { return 0 };
    if twins.plain.is_at_work(&foe) || !otherwise(&mut twins, &foe) {
        return 0;
    }
    twins.play(short, LONGEST)
}

/// The name of a concealed foe is in nothing that the players are sent until they perceive it.
fn planted(short: &str, play: Play) -> u32 {
    let Some((mut table, foe)) = Table::concealing(short, play) else { return 0 };
    for nth in 0..LONGEST {
        if table.perceives(&foe) {
            return nth;
        }
        let sent = table.sent();
        let told: Vec<&str> = sent.lines().filter(|line| Table::names_in(line, &foe)).collect();
        assert!(told.is_empty(), "{foe} is named in what the players are sent: {told:#?}");
        if !table.step() {
            return nth;
        }
    }
    LONGEST
}

/// The last die of a foe falls otherwise, where it has brought about what the players are asked and nothing tells of it yet.
fn fallen(short: &str, play: Play) -> u32 {
    let mut twins = Twins::of(short, play);
    for nth in 0..LONGEST {
        if let Some((one, other)) = twins.plain.faces_of_a_foe(nth)
            && twins.plain.try_edict(&format!("die 1 = {one}"))
            && twins.other.try_edict(&format!("die 1 = {other}"))
        {
            return nth + twins.play(short, 1);
        }
        if !twins.plain.step() || !twins.other.step() {
            return nth;
        }
    }
    LONGEST
}

fn random_fights(book: &str) {
    let told = |name: &str| std::env::var(name).ok().and_then(|told| told.parse().ok());
    let most = told("QUINTAIN_DECISIONS").unwrap_or(DECISIONS);
    let only = std::env::var("QUINTAIN_ENCOUNTER").ok();
    let is_meant = |short: &str| only.as_ref().is_none_or(|only| only == short);
    let encounters: Vec<String> = library()
        .ready_made()
        .filter(|one| one.book() == book && is_meant(one.short()))
        .map(|one| format!("{book}/{}", one.short()))
        .collect();
    let secret = told("QUINTAIN_SECRET").map(|place| place as usize);
    let mut alike = 0;
    let mut failed = Vec::new();
    for salt in told("QUINTAIN_SALT").unwrap_or(0).. {
        for (nth, short) in encounters.iter().enumerate() {
            let (name, differ) = SECRETS[secret.unwrap_or(salt as usize + nth) % SECRETS.len()];
            let played = catch_unwind(AssertUnwindSafe(|| differ(short, Play::Random(salt))));
            match played {
                Ok(count) => alike += count,
                Err(_) => {
                    let case = format!("{short}, {name}, salt {salt}");
                    // Told at once: a long search ends much later.
                    eprintln!("{case}");
                    failed.push(case);
                }
            }
        }
        if alike >= most || failed.len() > 20 {
            break;
        }
        if most > DECISIONS {
            eprintln!("{book}: {alike} of {most} decisions, salt {salt}");
        }
    }
    assert!(failed.is_empty(), "{alike} decisions were alike; it does not hold for {failed:#?}");
}

/// What long searches have found: how hurt someone is who is only felt, what foes hold ready and for what, and what was told
/// before an answer.
#[test]
fn what_was_found_before_is_not_told_again() {
    band("oakhearth/lightless-vault", Play::Random(315));
    band("oakhearth/flooded-crypt", Play::Random(322));
    gone("gu/wolves", Play::Random(144));
    gone("oakhearth/duel-of-mages", Play::Random(124));
    moved("gu/ambush", Play::Random(212));
}

/// Which foe to hide from is not asked in the fight that the players believe in, where there is nobody to hide from.
#[test]
fn what_is_asked_of_a_seat_can_be_answered_although_it_would_not_be_asked_as_it_believes() {
    planted("oakhearth/restless-tower", Play::Random(47));
}

/// The reaction to an attack whose die lies: the odds of doing nothing are those of the whole die.
#[test]
fn a_die_that_a_foe_has_thrown_is_in_no_odds_before_it_is_told() {
    for short in ["oakhearth/cliff-of-ravens", "oakhearth/flooded-crypt", "oakhearth/witch-hollow"] {
        assert!(fallen(short, Play::Random(0)) > 0);
    }
}

#[test]
fn random_fights_of_gu() {
    random_fights("gu");
}

#[test]
fn random_fights_of_thalassa() {
    random_fights("thalassa");
}

#[test]
fn random_fights_of_oakhearth() {
    random_fights("oakhearth");
}

#[test]
fn random_fights_of_heimr() {
    random_fights("heimr");
}

#[test]
fn random_fights_of_uchma() {
    random_fights("uchma");
}
