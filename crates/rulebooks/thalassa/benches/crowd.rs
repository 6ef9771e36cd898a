//! How the time of a blast grows with those whom it strikes, and that of a round with those who fight.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use divan::Bencher;
use quintain_content::{Encounter, Source};
use quintain_engine::{Conduct, Plan};
use quintain_testkit::packs_of;
use quintain_thalassa::{Fight, RULEBOOK};

fn main() {
    divan::main();
}

const HEAD: &str = r#"
rulebook = "thalassa"
[house]
"morale" = "off"
"order.start" = "opponents-surprise"
[[creature]]
id = "titan"
name = "Titan"
sta = 100
armor = 3
kra = 30
attack = [{ name = "quake", die = 20, blast = { radius = 2000 }, reach = 2000 }]
[map]
size = [50, 40]
"#;

/// Somebody at every other square, row by row.
fn add(text: &mut String, nth: usize, name: &str, words: &str) {
    let (column, row) = (nth % 50, nth / 50 * 2 + 1);
    let letter = |place: usize| char::from(b'A' + place as u8);
    let prefix = if column < 26 { "" } else { "A" };
    let _ =
        write!(text, "[[combatant]]\nname = \"{name}{nth}\"\n{words}\nat = \"{prefix}{}{row}\"\n", letter(column % 26));
}

/// One blast on so many, of whom one only can stir.
fn blast(struck: usize) -> String {
    let mut text = HEAD.to_owned();
    add(&mut text, 0, "Titan", "is = \"titan\"\nside = \"monsters\"");
    for nth in 1..=struck.min(999) {
        let still = if nth == 1 { "" } else { "\nset = { conditions = [\"paralysed\"] }" };
        add(&mut text, nth, "N", &format!("is = \"bandit\"\nside = \"crowd\"{still}"));
    }
    text
}

/// Two sides of so many each, who close with each other.
fn battle(each: usize) -> String {
    let mut text = HEAD.to_owned();
    for nth in 0..each {
        add(&mut text, nth, "A", "is = \"bandit\"\nside = \"bandits\"");
        add(&mut text, 999 - nth, "B", "is = \"hoplite\"\nside = \"soldiers\"");
    }
    text
}

fn one_round(bencher: Bencher<'_, '_>, text: &str) {
    let Ok(book) = RULEBOOK.read(&packs_of::<Fight>()) else { return };
    let Ok(encounter) = Encounter::parse(&Source::new("crowd.toml", text), &["creature"]) else { return };
    let Ok(fight) = book.set_up(&encounter) else { return };
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: 1 };
    bencher.bench_local(|| fight.simulate(&plan, 0..1, &mut |_, _| ControlFlow::Continue(())));
}

#[divan::bench(args = [100, 300, 1000])]
fn struck(bencher: Bencher<'_, '_>, many: usize) {
    one_round(bencher, &blast(many));
}

#[divan::bench(args = [16, 64, 200, 500], sample_count = 5)]
fn fighting(bencher: Bencher<'_, '_>, many: usize) {
    one_round(bencher, &battle(many));
}
