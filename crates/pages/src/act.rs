//! What the forms of the table do: the server hands them on, and so does a page without a server.

mod edict;
mod fields;
mod meant;

use quintain_engine::CombatantView;
use quintain_session::{ChairId, Fault, Holder, Session};

pub use fields::Fields;

/// Carries out the form that was sent to the address `name` of the table, for this chair.
///
/// # Errors
/// When there is no such form, a field is missing, or the fight or the room says no.
pub fn act(name: &str, fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    match name {
        "answer" => answer(fields, session, chair),
        "throw" => throw(fields, session, chair),
        "edict" => edict::carry_out(fields, session, chair),
        "undo" => session.undo(chair).map(drop),
        "back" => session.take_back(chair).map(drop),
        "say" => session.speak(chair, fields.needed("words")?.trim(), fields.get("to") == Some("gm")),
        "hurry" => session.hurry(chair),
        "overrule" => session.overrule(chair, fields.number("fact")?, fields.needed("words")?),
        "give" => give(fields, session, chair),
        "figures" => {
            let open = fields.flag("open")?;
            session.arrange(chair, |room| room.open_figures = open)
        }
        "hand" => {
            let by_hand = fields.flag("by_hand")?;
            session.habit(chair, |own| own.by_hand = by_hand)
        }
        "ask-again" => session.ask_again(chair, fields.needed("who")?, fields.needed("topic")?),
        _ => Err(Fault::NotTaken(format!("there is no form `{name}`"))),
    }
}

fn answer(fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    let text = |name| fields.get(name).unwrap_or_default();
    session.answer(chair, text("number"), text("who"), &from_now_on(fields, fields.words()))
}

/// The words with what a form says of how long they hold, and for what.
fn from_now_on(fields: &Fields, words: String) -> String {
    let mut said = match fields.get("standing") {
        Some("always") => format!("always {words}"),
        Some("default") => "always default".to_owned(),
        _ => return words,
    };
    if let Some(against) = fields.get("against").filter(|against| !against.is_empty()) {
        said += &format!(" against {against}");
    }
    for (field, condition) in [("unless", " unless it could fell me"), ("round", " this round")] {
        if fields.get(field).is_some() {
            said += condition;
        }
    }
    said
}

fn throw(fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    let number = fields.get("number");
    match fields.get("by-table") {
        Some(_) => session.throw_for(chair, number),
        None => session.throw(chair, number, &fields.faces()),
    }
}

/// Gives a combatant, or a whole side, to a chair or to tactics.
fn give(fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    session.only_gm(chair)?;
    let to = fields.needed("to")?;
    let holder = match to.parse().map(ChairId) {
        Ok(chair) => Holder::Chair(chair),
        Err(_) if to == "tactics" => Holder::Tactics,
        Err(_) => return Err(Fault::NotTaken(format!("`{to}` is no chair"))),
    };
    let (who, side) = (fields.get("who").unwrap_or_default(), fields.get("side").unwrap_or_default());
    let meant = |one: &CombatantView| if side.is_empty() { one.name == who } else { one.side == side };
    let names: Vec<String> = session.live().view().combatants.into_iter().filter(meant).map(|one| one.name).collect();
    if names.is_empty() {
        return Err(Fault::NotTaken("nobody of this name or side is in the fight".into()));
    }
    session.give(chair, &names, holder)
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_library::files;
    use quintain_session::{Chair, Role, Room};

    use super::*;

    fn cyclops() -> Session {
        Session::begin(library().open("cyclops", &files::none).unwrap(), Room::default(), false).unwrap()
    }

    fn sent(name: &str, form: &str, session: &mut Session) -> Result<(), String> {
        act(name, &Fields::read(form.as_bytes()), session, ChairId::GM).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_form_answers_a_question() {
        let mut session = cyclops();
        let question = session.seen(ChairId::GM).questions[0].clone();
        let form = format!("number={}&who={}&words=default", question.number, question.asked.who);
        sent("answer", &form, &mut session).unwrap();
        assert_ne!(session.seen(ChairId::GM).questions.first().map(|next| &next.number), Some(&question.number));
        sent("undo", "", &mut session).unwrap();
    }

    #[test]
    fn what_is_missing_is_said() {
        let session = &mut cyclops();
        assert!(sent("overrule", "words=x", session).unwrap_err().contains("`fact`"));
        assert!(sent("figures", "open=perhaps", session).unwrap_err().contains("`open`"));
        assert!(sent("give", "to=7&who=Althea", session).unwrap_err().contains("closed"));
        assert!(sent("give", "to=tactics&who=Nobody", session).unwrap_err().contains("nobody"));
        assert!(sent("dance", "", session).unwrap_err().contains("`dance`"));
    }

    #[test]
    fn who_only_looks_on_plays_nobody() {
        let mut session = cyclops();
        let guest = session.add_chair(ChairId::GM, "Guest", Role::Watcher).unwrap();
        let told = sent("give", &format!("to={}&who=Althea", guest.0), &mut session).unwrap_err();
        assert!(told.contains("Guest only looks on"), "{told}");
        assert!(session.room().holds(ChairId::GM, "Althea"));
    }

    #[test]
    fn a_chair_has_a_name_that_can_be_read() {
        let mut session = cyclops();
        let mut told =
            |name: &str| session.add_chair(ChairId::GM, name, Role::Player).map_err(|fault| fault.to_string());
        assert!(told(" ").unwrap_err().contains("needs a name"));
        assert!(told(&"a".repeat(61)).unwrap_err().contains("60 letters at most, not 61"));
        told(&"a".repeat(60)).unwrap();
    }

    #[test]
    fn harm_and_healing_by_any_number_stay_within_what_there_is() {
        let mut session = cyclops();
        let one = session.live().view().combatants[0].clone();
        let stat = one.stats.iter().find(|stat| stat.max.is_some()).unwrap();
        let change = |by: i64, change: &str| format!("of={}&key={}&by={by}&change={change}", one.name, stat.key);
        let now = |session: &Session| session.live().view().combatants[0].life().unwrap();
        sent("edict", &change(2, "harm"), &mut session).unwrap();
        let (left, most) = now(&session);
        assert_eq!(left, most - 2);
        sent("edict", &change(100, "heal"), &mut session).unwrap();
        assert_eq!(now(&session).0, most);
        sent("edict", &change(100, "harm"), &mut session).unwrap();
        assert_eq!(now(&session).0, 0);
    }

    #[test]
    fn a_newcomer_is_found_by_a_part_of_its_name_and_played_like_its_side() {
        let mut session = cyclops();
        let foe = session.live().view().combatants.last().unwrap().clone();
        sent("give", &format!("to=tactics&side={}", foe.side), &mut session).unwrap();
        let told = sent("edict", &format!("add=o&side={}", foe.side), &mut session).unwrap_err();
        assert!(told.contains("do you mean"), "{told}");
        assert!(
            sent("edict", &format!("add=xyz&side={}", foe.side), &mut session).unwrap_err().contains("no creature")
        );
        sent("edict", &format!("add=cyclo&side={}", foe.side), &mut session).unwrap();
        let view = session.live().view();
        let known = |name: &str| name == foe.name;
        let came = view.combatants.iter().rfind(|one| one.side == foe.side && !known(&one.name)).unwrap();
        assert_eq!(session.room().holder(&came.name), Holder::Tactics);
    }

    #[test]
    fn an_edict_is_understood_by_the_names_on_the_sheet_and_slips_are_named() {
        let mut session = cyclops();
        let one = session.live().view().combatants[0].clone();
        let info = session.rulebook().stats().iter().find(|info| one.life().is_some() && info.key == "sta").unwrap();
        sent("edict", &format!("words=set {}.{} 2", one.name, info.label), &mut session).unwrap();
        assert_eq!(session.live().view().combatants[0].life().unwrap().0, 2);
        let told = |words: &str, session: &mut Session| sent("edict", &format!("words={words}"), session).unwrap_err();
        assert!(told("sett x 3", &mut session).contains("Do you mean “set”?"));
        assert!(told("nonsense", &mut session).contains("A change begins with"));
        assert!(told(&format!("set {}.stq 3", one.name), &mut session).contains("Do you mean “sta”?"));
    }

    #[test]
    fn a_player_learns_nothing_from_an_edict_that_is_refused() {
        let mut room = Room::default();
        let ann = ChairId(room.chairs.len() as u32);
        room.chairs.push(Chair::new("Ann", Role::Player));
        let opened = library().open("cyclops", &files::none).unwrap();
        let mut session = Session::begin(opened, room, false).unwrap();
        let mut told =
            |form: &str| act("edict", &Fields::read(form.as_bytes()), &mut session, ann).unwrap_err().to_string();
        let refused = told("words=set Nobody.xyz 1");
        for form in ["words=set Cyclops.xyz 1", "words=sett x", "add=xyz&side=monsters"] {
            assert_eq!(told(form), refused, "{form}");
        }
    }

    #[test]
    fn standing_answers_say_how_long_they_hold() {
        let said = |form: &str| from_now_on(&Fields::read(form.as_bytes()), "dodge".to_owned());
        assert_eq!(said(""), "dodge");
        assert_eq!(said("standing=always&against=Wolf&round=on"), "always dodge against Wolf this round");
        assert_eq!(said("standing=default&unless=on"), "always default unless it could fell me");
    }
}
