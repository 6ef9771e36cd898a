//! The stage over ready-made encounters: what has been foretold and declared, areas, hazards, reaches, riders, measures.

use quintain_books::library;
use quintain_library::files;
use quintain_session::{ChairId, Holder, Room, Scene, Session};

use super::*;
use crate::table::{Gaze, forecast};

/// How many questions are looked at in search of something.
const QUESTIONS: usize = 120;

/// A fight in which the game master is asked everything.
fn begun(name: &str) -> Session {
    let mut session = Session::begin(library().open(name, &files::read).unwrap(), Room::default(), false).unwrap();
    let names: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name).collect();
    session
        .arrange(ChairId::GM, |room| names.iter().for_each(|name| room.give(name, Holder::Chair(ChairId::GM))))
        .unwrap();
    session
}

/// Answers the first question with its default.
fn goes_on(session: &mut Session, scene: &Scene) {
    let seen = &scene.seen.questions[0];
    let words = seen.asked.question.write(&seen.asked.question.default);
    session.answer(ChairId::GM, &seen.number, &seen.asked.who, &words).unwrap();
}

/// The first scene in which something is found.
fn first<T>(session: &mut Session, found: impl Fn(&Scene) -> Option<T>) -> (Scene, T) {
    for _ in 0..QUESTIONS {
        let scene = session.scene(ChairId::GM);
        if let Some(found) = found(&scene) {
            return (scene, found);
        }
        goes_on(session, &scene);
    }
    panic!("it does not come");
}

/// Which option of the first question does something on the ground.
fn option(scene: &Scene, does: impl Fn(&OnGround) -> bool) -> Option<usize> {
    let outlook = scene.outlook.as_ref()?;
    let seen = scene.seen.questions.first()?;
    (0..seen.labels.len()).find(|option| does(&outlook.on_ground(seen.place, *option)))
}

fn look(scene: &Scene, gaze: Gaze) -> Look<'_> {
    Look { scene, base: "/t/x", host: "", links: &[], version: 1, alone: false, campaign: None, gaze, forecast: None }
}

fn picking(scene: &Scene, pick: usize) -> Look<'_> {
    let question = scene.seen.questions.first().map(|seen| seen.number.clone());
    look(scene, Gaze { question, pick: Some(pick), about: None, opened: false })
}

/// A part of the stage, and what the panel says of the ground.
fn drawn(look: &Look<'_>, id: &str) -> (String, String) {
    let sight = Sight::of(look);
    let all = parts(look, &sight);
    let part = all.iter().find(|part| part.id == id).unwrap();
    (part.stamped().into_string(), forecast::ground(look, &sight.cast, sight.menu.as_ref()).into_string())
}

#[test]
fn what_opponents_are_about_to_do_is_an_arrow_and_what_heroes_have_said_a_pennant() {
    let mut session = begun("thalassa/ambush");
    let declares = |scene: &Scene| (scene.seen.questions[0].asked.topic == "declaration").then_some(());
    let (scene, ()) = first(&mut session, declares);
    let (arrows, _) = drawn(&look(&scene, Gaze::default()), "coming");
    let (marks, _) = drawn(&look(&scene, Gaze::default()), "marks");
    assert!(arrows.contains("class=\"tele s") && !marks.contains("class=\"penn"), "{arrows} {marks}");
    let attacks = scene.seen.questions[0].asked.question.choices().iter().find(|one| one.text.starts_with("attack"));
    let seen = &scene.seen.questions[0];
    session.answer(ChairId::GM, &seen.number, &seen.asked.who, &attacks.unwrap().text).unwrap();
    let (scene, ()) = first(&mut session, declares);
    let (marks, _) = drawn(&look(&scene, Gaze::default()), "marks");
    assert!(marks.contains("class=\"penn s"), "{marks}");
}

#[test]
fn an_area_is_drawn_and_the_panel_names_whom_it_strikes() {
    let mut session = begun("storm-of-elements");
    let (scene, pick) = first(&mut session, |scene| option(scene, |ground| ground.area.hits.len() > 1));
    let (reach, panel) = drawn(&picking(&scene, pick), "reach");
    assert!(reach.contains("class=\"area\""), "{reach}");
    let outlook = scene.outlook.as_ref().unwrap();
    let area = outlook.on_ground(scene.seen.questions[0].place, pick).area;
    assert!(panel.contains("In the area: "), "{panel}");
    for who in area.hits {
        assert!(panel.contains(&scene.seen.view.combatants[who.index()].name), "{panel}");
    }
}

#[test]
fn whoever_may_strike_at_a_mover_is_marked_on_its_way_and_told() {
    let mut session = begun("gu/wolves");
    let strikes = |ground: &OnGround| ground.hazards.iter().any(|hazard| hazard.who.is_some());
    let (scene, pick) = first(&mut session, |scene| option(scene, strikes));
    let (reach, panel) = drawn(&picking(&scene, pick), "reach");
    assert!(reach.contains("class=\"hz\"") && reach.contains(" may "), "{reach}");
    assert!(panel.contains(" may "), "{panel}");
}

#[test]
fn a_foe_that_is_looked_at_shows_how_far_it_comes() {
    let mut session = begun("wolves-in-the-gorge");
    let turn = |scene: &Scene| (scene.seen.questions[0].asked.topic == "turn").then_some(());
    let (scene, ()) = first(&mut session, turn);
    let view = &scene.seen.view;
    let own = view.combatant(&scene.seen.questions[0].asked.who).unwrap();
    let foe = view.combatants.iter().position(|one| one.side != own.side && one.fighting).unwrap();
    let (reach, _) = drawn(&look(&scene, Gaze { about: Some(foe), ..Gaze::default() }), "reach");
    assert!(reach.contains("class=\"threat s") && !reach.contains("class=\"reach\""), "{reach}");
    let (reach, _) = drawn(&look(&scene, Gaze::default()), "reach");
    assert!(!reach.contains("threat"));
}

#[test]
fn riders_stand_on_their_mounts_and_distances_are_the_games() {
    let session = begun("squall-riders");
    let scene = session.scene(ChairId::GM);
    let look = look(&scene, Gaze::default());
    let sight = Sight::of(&look);
    let cast = &sight.cast;
    let rider = scene.seen.view.combatants.iter().position(|one| one.rides.is_some()).unwrap();
    assert_eq!(token(&look, cast, rider, &Crowd::of(cast)).room, quintain_draw::Room::Rider);
    let (tokens, _) = drawn(&look, "tokens");
    assert!(tokens.contains(", rides Squall 1"), "{tokens}");
    let stage = frame(&look, cast, &parts(&look, &sight)).into_string();
    assert!(stage.contains("data-square=\"1\" data-unit=\"Space Spaces\" data-diagonal=\"equal\""));
}
