//! Whatever is asked, a game master who taps a creature is shown what they can do to it.

use quintain_books::library;
use quintain_library::files;
use quintain_pages::{Gaze, Look, table};
use quintain_session::{ChairId, Room, Session};

/// The game master's page with the first combatant tapped.
fn page(session: &Session) -> String {
    let scene = session.scene(ChairId::GM);
    let look = Look {
        scene: &scene,
        base: "/t/0",
        host: "http://host",
        links: &[],
        version: 0,
        alone: false,
        campaign: None,
        gaze: Gaze { about: Some(0), ..Gaze::default() },
        forecast: None,
    };
    table(&look).into_string()
}

#[test]
fn edicts_are_at_hand_whatever_is_asked() {
    let (mut small, mut shaped) = (0, 0);
    for fight in ["heimr/hospital", "oakhearth/flooded-crypt", "uchma/storm-of-elements"] {
        let opened = library().open(fight, &files::none).unwrap();
        let mut session = Session::begin(opened, Room::default(), false).unwrap();
        for _ in 0..25 {
            let seen = session.seen(ChairId::GM);
            let Some(first) = seen.questions.first() else { break };
            let page = page(&session);
            let text = &first.asked.question.text;
            assert!(page.contains("class=\"hand\""), "{fight}: {text}");
            small += usize::from(page.contains("panel react"));
            shaped += usize::from(page.contains("panel shaped"));
            let words = first.asked.question.write(&first.asked.question.default);
            session.answer(ChairId::GM, &first.number, &first.asked.who, &words).unwrap();
        }
    }
    assert!(small > 2 && shaped > 0, "{small} small decisions, {shaped} of other shapes");
}
