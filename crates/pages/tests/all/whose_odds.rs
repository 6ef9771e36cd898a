//! In a small decision, odds are told with the name of whom they are about, unless that one is asked or the answer names it.

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
    let (mut alone, mut pointing) = (0, 0);
    for fight in ["thalassa/cyclops", "oakhearth/witch-hollow", "uchma/burning-mill"] {
        let opened = library().open(fight, &files::none).unwrap();
        let mut session = Session::begin(opened, Room::default(), false).unwrap();
        for _ in 0..60 {
            let seen = session.seen(ChairId::GM);
            let Some(first) = seen.questions.first() else { break };
            let (number, asked) = (first.number.clone(), &first.asked);
            let names: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name).collect();
            let own = names.iter().position(|name| *name == asked.who).unwrap();
            let pointed = asked.question.choices().first().and_then(|choice| choice.who).map(|who| who.index());
            let other = (0..names.len()).find(|place| *place != own && Some(*place) != pointed).unwrap();
            for about in [own, other].into_iter().chain(pointed) {
                let page = page(&session, about);
                if page.contains("class=\"answer") && page.contains("drenched") {
                    let told = page.contains(&format!("<span class=\"whom\">{}</span>", names[about]));
                    assert_eq!(
                        told,
                        about != pointed.unwrap_or(own),
                        "{fight}, {}: {}",
                        asked.question.text,
                        names[about]
                    );
                    *(if pointed.is_some() { &mut pointing } else { &mut alone }) += 1;
                }
            }
            let words = asked.question.write(&asked.question.default);
            session.answer(ChairId::GM, &number, &asked.who, &words).unwrap();
        }
    }
    assert!(alone > 2 && pointing > 2, "{alone} met that point at nobody, {pointing} that point at somebody");
}
