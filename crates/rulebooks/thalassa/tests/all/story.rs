//! One whole fight as its log tells it: to be read from beginning to end.

use quintain_content::{Encounter, Source};
use quintain_engine::{Conduct, Terms, depths};
use quintain_testkit::packs_of;
use quintain_thalassa::{Fight, RULEBOOK};

/// The log of an unattended fight, what follows from something standing under it.
fn story(encounter: &str, seed: u64) -> String {
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let encounter = Encounter::parse(&Source::new("story.toml", encounter), &["creature"]).unwrap();
    let fight = book.set_up(&encounter).unwrap();
    let live = fight.live(Terms::unattended(seed, 0, Conduct::best()), Vec::new());
    let log = live.log();
    let lines = log.iter().zip(depths(log)).map(|(event, depth)| format!("{}{event}", "  ".repeat(depth.into())));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_ambush_on_the_mountain_road() {
    insta::assert_snapshot!(story(include_str!("../../../../../encounters/thalassa/ambush.toml"), 3));
}

#[test]
fn a_duel_of_sorcerers() {
    insta::assert_snapshot!(story(include_str!("../../../../../encounters/thalassa/sorcerers.toml"), 1));
}
