//! A fight of an encounter that is given as text, by hand up to where something is offered, and the odds there against others.

use std::collections::BTreeMap;

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyLive, AnyRulebook, DiceFrom, Odds, Seats, Terms, Value, Waiting};

use crate::battery::packs_by_id;

/// The fight of this encounter at the first question that offers these words. Everything before is answered by its default, and
/// `face` says how dice fall, by who throws them and by their sides.
/// It panics where that is never offered: tests have nobody to tell.
pub fn where_offered(
    rulebook: &dyn AnyRulebook,
    encounter: &str,
    words: &str,
    mut face: impl FnMut(Option<&str>, u16) -> u16,
) -> Box<dyn AnyLive> {
    let book = rulebook.read(&packs_by_id(rulebook.id())).expect("sound packs");
    let encounter = Encounter::parse(&Source::new("a test", encounter), rulebook.tables()).expect("a sound encounter");
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    let mut live = book.set_up(&encounter).expect("a sound fight").live(terms, Vec::new());
    loop {
        match live.waiting() {
            Waiting::Dice { who, count, sides, .. } => {
                let faces: Vec<u16> = (0..count).map(|_| face(who.as_deref(), sides)).collect();
                live.throw(&faces).expect("faces of those dice");
            }
            Waiting::Answer(open) => {
                if open.iter().any(|asked| asked.question.choices().iter().any(|choice| choice.text == words)) {
                    return live;
                }
                live.answer_default().expect("a default that is legal");
            }
            other => panic!("`{words}` is never offered: {other:?}"),
        }
    }
}

/// Fails unless the odds of a value, told as what is lost of it, are these up to rounding.
pub fn losses_are(wanted: &BTreeMap<i64, f64>, odds: &Odds, (path, before): (&str, i64), when: &str) {
    let left = |value: &Value| match value {
        Value::Number(left) => *left,
        other => panic!("{when}: {path} is {other:?}"),
    };
    let measure = odds.measures.iter().find(|measure| measure.path == path);
    let told: BTreeMap<i64, f64> = measure.map_or_else(
        || BTreeMap::from([(0, 1.0)]),
        |measure| measure.then.iter().map(|likely| (before - left(&likely.value), likely.chance)).collect(),
    );
    assert!(odds.exact, "{when}: the odds are not exact");
    assert_eq!(told.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{when}: what may be lost");
    for (loss, chance) in wanted {
        assert!((told[loss] - chance).abs() < 1e-12, "{when}: {loss} is lost in {} and not in {chance}", told[loss]);
    }
}
