//! In a small decision, odds about another than the one who is asked are told with the name.
#![allow(clippy::unwrap_used)]

use quintain_books::library;
use quintain_library::files;
use quintain_pages::{Forecast, Gaze, Look, table};
use quintain_session::{ChairId, Fortune, Prospect, Room, Session};

/// The page of a small decision of this combatant, with odds about that one for its first answer.
fn page(session: &Session, about: usize) -> String {
    let scene = session.scene(ChairId::GM);
    let fortune = Fortune {
        who: about,
        hurt: 0.0,
        healed: 0.0,
        loss: 0.0,
        losses: Vec::new(),
        out: 0.0,
        gains: vec![("drenched".to_owned(), 0.5)],
        sheds: Vec::new(),
        moved: 0.0,
    };
    let prospect = Prospect { exact: true, tried: 2, fortunes: vec![fortune] };
    let forecast = Some(Forecast { options: vec![(0, prospect)], ..Forecast::default() });
    let (gaze, links) = (Gaze::default(), []);
    let look = Look {
        scene: &scene,
        base: "/t/0",
        host: "http://host",
        links: &links,
        version: 0,
        alone: false,
        campaign: None,
        gaze,
        forecast,
    };
    table(&look).0
}

#[test]
fn odds_about_another_are_told_with_the_name() {
    let opened = library().open("thalassa/cyclops", &files::none).unwrap();
    let mut session = Session::begin(opened, Room::default(), false).unwrap();
    for _ in 0..60 {
        let seen = session.seen(ChairId::GM);
        let Some(first) = seen.questions.first() else { break };
        let (number, asked) = (first.number.clone(), &first.asked);
        let names: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name).collect();
        let own = names.iter().position(|name| *name == asked.who).unwrap();
        let other = (own + 1) % names.len();
        if page(&session, own).contains("drenched") {
            assert!(!page(&session, own).contains("class=\"whom\""), "one's own odds need no name");
            let told = format!("<span class=\"whom\">{}</span>", names[other]);
            assert!(page(&session, other).contains(&told), "no {} beside the odds", names[other]);
            return;
        }
        let words = asked.question.write(&asked.question.default);
        session.answer(ChairId::GM, &number, &asked.who, &words).unwrap();
    }
    panic!("no small decision was met");
}
