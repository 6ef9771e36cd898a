//! What a drill offers to a side has nothing to do with those whom the side does not perceive.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use quintain_engine::{Answer, AnyDrill, AnyFight, Conduct, Seat, Seats, Secrets, Side, Target, Terms, Who};
use quintain_library::{files, open, ready_made};

/// How many answers of each fight are looked at.
const ANSWERS: usize = 40;

/// A drill of the first side, from which one of the others is concealed, and its place in the roster.
fn concealing(fight: &dyn AnyFight) -> Option<(Box<dyn AnyDrill>, usize)> {
    let mut terms = Terms::unattended(7, 1, Conduct::best());
    terms.seats = Seats { sides: vec![Side(0)], ..Seats::nobody() };
    let roster = fight.drill(terms.clone()).roster();
    let foe = roster.iter().rposition(|(_, side)| *side != Side(0))?;
    terms.watched = Some(Arc::new(Secrets { concealed: vec![roster[foe].0.clone()], ..Secrets::default() }));
    Some((fight.drill(terms), foe))
}

/// Whether these words name somebody by a word of its own.
fn names(text: &str, name: &str) -> bool {
    let letter = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    text.match_indices(name)
        .any(|(at, _)| !letter(text[..at].chars().last()) && !letter(text[at + name.len()..].chars().next()))
}

/// How many options of the first open question there are, and how many of them have to do with the foe.
fn offered(drill: &dyn AnyDrill, foe: usize) -> (usize, usize) {
    let (question, name) = (drill.question(0).unwrap(), &drill.roster()[foe].0);
    if let Seat::Of(by) = question.to() {
        assert!(drill.unperceived(by)[foe], "{name} is not perceived");
    }
    let target = |place: usize| question.label(place).map(|label| label.target);
    let about = |place: &usize| {
        names(question.option(*place).unwrap().text, name) || target(*place) == Some(Target::Who(Who(foe as u16)))
    };
    (question.options(), (0..question.options()).filter(about).count())
}

#[test]
fn options_of_drills_leave_out_those_whom_the_side_does_not_perceive() {
    let mut looked_at = 0;
    for encounter in ready_made() {
        let name = format!("{}/{}", encounter.book(), encounter.short());
        let opened = open(&name, &files::none).unwrap();
        let Some((mut drill, foe)) = concealing(&*opened.fight) else { continue };
        for nth in 0..ANSWERS {
            if drill.open() == 0 {
                break;
            }
            let (all, about) = offered(&*drill, foe);
            // Where every option has to do with it, as in an answer to its own deed, nothing can be left out.
            assert!(about == 0 || about == all, "{name}, answer {nth}: {about} of {all} options tell of the concealed");
            looked_at += usize::from(about == 0);
            let taken = drill.answer_with(0, &Answer::One(nth * 7 % all.max(1)));
            if taken.is_err() && drill.answer_default_of(0).is_err() {
                break;
            }
        }
    }
    assert!(looked_at > 1_000, "{looked_at} questions were looked at");
}
