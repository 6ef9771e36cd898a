//! What a drill offers to a side does not name or point at those whom the side does not perceive.

use quintain_books::library;
use quintain_content::Encounter;
use quintain_engine::{Answer, AnyDrill, Conduct, Seat, Seats, Side, Target, Terms, Who};
use quintain_library::files;

/// How many answers of each fight are looked at.
const ANSWERS: usize = 40;

/// A drill of the first side, from which the last entry of the others is concealed, and the places of those in the roster.
fn concealing(mut encounter: Encounter) -> Option<(Box<dyn AnyDrill>, Vec<usize>)> {
    let last = encounter.combatants.len().checked_sub(1)?;
    encounter.combatants[last].concealed = true;
    let named: Vec<String> =
        encounter.expand().into_iter().filter(|one| one.spec == last).map(|one| one.name).collect();
    let mut terms = Terms::unattended(7, 1, Conduct::best());
    terms.seats = Seats { sides: vec![Side(0)], ..Seats::nobody() };
    let drill = library().set_up(&encounter, &files::none).unwrap().drill(terms);
    let roster = drill.roster();
    let foes: Vec<usize> = (0..roster.len()).filter(|place| named.contains(&roster[*place].0)).collect();
    foes.iter().all(|foe| roster[*foe].1 != Side(0)).then_some((drill, foes))
}

/// Whether these words name somebody by a word of its own.
fn names(text: &str, name: &str) -> bool {
    let letter = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    text.match_indices(name)
        .any(|(at, _)| !letter(text[..at].chars().last()) && !letter(text[at + name.len()..].chars().next()))
}

/// The combatants whom a target names.
fn combatants(target: &Target) -> Vec<Who> {
    match target {
        Target::Who(who) | Target::Slot { who, .. } => vec![*who],
        Target::Pair(one, other) => vec![*one, *other],
        Target::All(all) => all.clone(),
        _ => Vec::new(),
    }
}

/// How many options of the first open question there are, and how many of them name somebody whom the one asked does not
/// perceive.
fn offered(drill: &dyn AnyDrill, foes: &[usize]) -> (usize, usize) {
    let (question, roster) = (drill.question(0).unwrap(), drill.roster());
    // In the dark there may be others whom it does not perceive.
    let mut unseen = foes.to_vec();
    if let Seat::Of(by) = question.to() {
        let unperceived = drill.unperceived(by);
        assert!(foes.iter().all(|foe| unperceived[*foe]), "{foes:?} are not perceived: {unperceived:?}");
        unseen = (0..roster.len()).filter(|place| unperceived[*place]).collect();
    }
    let pointed_at = |who: Who| foes.contains(&who.index());
    let about = |place: &usize| {
        let option = question.option(*place).unwrap();
        assert!(!option.who.is_some_and(pointed_at), "{} points at the concealed", option.text);
        let target = question.label(*place).map(|label| label.target).unwrap_or_default();
        assert!(!combatants(&target).into_iter().any(pointed_at), "{}: {target:?} is concealed", option.text);
        unseen.iter().any(|foe| names(option.text, &roster[*foe].0))
    };
    (question.options(), (0..question.options()).filter(about).count())
}

#[test]
fn options_of_drills_leave_out_those_whom_the_side_does_not_perceive() {
    let mut looked_at = 0;
    for encounter in library().ready_made() {
        let name = format!("{}/{}", encounter.book(), encounter.short());
        let Some((mut drill, foes)) = concealing(library().open(&name, &files::none).unwrap().encounter) else {
            continue;
        };
        for nth in 0..ANSWERS {
            if drill.open() == 0 {
                break;
            }
            let (all, about) = offered(&*drill, &foes);
            // Where every option names them, as in an answer to their own deed, nothing can be left out.
            assert!(about == 0 || about == all, "{name}, answer {nth}: {about} of {all} options name the concealed");
            looked_at += usize::from(about == 0);
            let taken = drill.answer_with(0, &Answer::One(nth * 7 % all.max(1)));
            if taken.is_err() && drill.answer_default_of(0).is_err() {
                break;
            }
        }
    }
    assert!(looked_at > 1_000, "{looked_at} questions were looked at");
}
