//! Audits: which decisions are looked at, and where in the record of a fight they stand.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::Fact;
use quintain_library::files;
use quintain_sim::{Scrutiny, Study, audit};

#[test]
fn what_is_foretold_is_a_decision_of_the_one_who_will_do_it() {
    let opened = library().open("cyclops", &files::read).unwrap();
    let study = Study::new("One eye", 40);
    let scrutiny = Scrutiny { decisions: 400, play_outs: 40 };
    let found = audit(&*opened.fight, &study, scrutiny, &|_| {}, &AtomicBool::new(false));
    let foretold = found.kinds.iter().find(|kind| kind.topic == "telegraph" && kind.verb == "attack").unwrap();
    assert!(foretold.in_a_fight >= 1.0 && foretold.looked_at > 0, "{foretold:?}");
    for kind in &found.kinds {
        let Some(watch) = &kind.watch else { continue };
        let live = opened.fight.live(study.terms(watch.fight), Vec::new());
        let Some(Fact::Answer { to, words, .. }) = live.facts().get(watch.fact) else { panic!("an answer: {watch:?}") };
        let seat = if kind.topic == "telegraph" { "gm" } else { watch.who.as_str() };
        assert_eq!((to.as_str(), words), (seat, &watch.said), "{kind:?}");
        assert!(kind.topic != "telegraph" || watch.who == "Cyclops", "{kind:?}");
    }
}
