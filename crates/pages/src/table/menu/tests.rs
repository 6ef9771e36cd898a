//! Menus over the ready-made encounters: few tiles, and nothing lost behind them.

use quintain_books::library;
use quintain_library::files;
use quintain_session::{ChairId, Holder, Room, Scene, Session};

use super::*;

/// How many questions of each encounter are looked at.
const QUESTIONS: usize = 40;

/// Numbers that are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// Plays each ready-made encounter of a book by chance, every seat asked, and shows each moment.
fn by_chance(book: &str, mut see: impl FnMut(&Scene)) {
    let mut chance = Chance(7);
    for ready in library().ready_made().filter(|ready| ready.book() == book) {
        let mut session =
            Session::begin(library().open(ready.name, &files::read).unwrap(), Room::default(), false).unwrap();
        let names: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name).collect();
        session
            .arrange(ChairId::GM, |room| names.iter().for_each(|name| room.give(name, Holder::Chair(ChairId::GM))))
            .unwrap();
        for _ in 0..QUESTIONS {
            let scene = session.scene(ChairId::GM);
            let Some(seen) = scene.seen.questions.first().cloned() else { break };
            see(&scene);
            let asked = &seen.asked.question;
            let words = match asked.choices().len() {
                many if many > 0 && matches!(asked.shape, Shape::OneOf(..)) => {
                    asked.choices()[chance.below(many)].text.clone()
                }
                _ => asked.write(&asked.default),
            };
            if session.answer(ChairId::GM, &seen.number, &seen.asked.who, &words).is_err() {
                let words = asked.write(&asked.default);
                session.answer(ChairId::GM, &seen.number, &seen.asked.who, &words).unwrap();
            }
        }
    }
}

/// Every option that can be come to from a tile by its best option, targets and ways.
fn reached(seen: &SeenQuestion, book: &dyn AnyRulebook, around: &Around<'_>) -> BTreeSet<usize> {
    let menu_at = |picked| Menu::of(seen, book, around, picked).unwrap();
    let first = menu_at(None);
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = first.tiles.iter().map(|tile| tile.best).collect();
    open.extend(first.squares().into_iter().map(|(_, pick)| pick));
    while let Some(pick) = open.pop() {
        if reached.insert(pick) {
            let menu = menu_at(Some(pick));
            open.extend(menu.targets().into_iter().map(|(_, pick)| pick));
            open.extend(menu.ways().into_iter().flat_map(|(_, chips)| chips).map(|chip| chip.pick));
            open.extend(menu.squares().into_iter().map(|(_, pick)| pick));
        }
    }
    reached
}

#[test]
fn docks_have_few_tiles_and_every_option_is_behind_one() {
    for book in library().shelf() {
        let mut questions = 0;
        by_chance(book.id(), |scene| {
            let seen = &scene.seen.questions[0];
            let around = Around::of(&scene.seen.view.combatants, &seen.asked.who);
            let Some(menu) = Menu::of(seen, *book, &around, None) else { return };
            let words = &seen.asked.question.text;
            let names: BTreeSet<&str> = menu.tiles.iter().map(|tile| tile.name.as_str()).collect();
            assert_eq!(names.len(), menu.tiles.len(), "{}: {words}: two tiles of one name", book.id());
            assert!(menu.tiles.len() <= MOST_TILES, "{}: {words}: {} tiles", book.id(), menu.tiles.len());
            let all: usize = menu.tiles.iter().map(|tile| tile.options.len()).sum();
            assert_eq!(all, menu.choices().len(), "{}: {words}", book.id());
            questions += 1;
            // Following every path is slow; one question in eight is enough.
            if questions % 8 == 0 && menu.choices().len() < 150 {
                let reached = reached(seen, *book, &around);
                let lost: Vec<&str> = (0..all)
                    .filter(|place| !reached.contains(place))
                    .map(|place| menu.choices()[place].text.as_str())
                    .collect();
                assert!(lost.is_empty(), "{}: {words}: nothing leads to {lost:?}", book.id());
            }
        });
        assert!(questions > 100, "{}: {questions}", book.id());
    }
}

/// A menu in which someone may move and nothing else is proposed, and who is asked.
fn at_a_move(session: &mut Session) -> (SeenQuestion, Vec<quintain_engine::CombatantView>) {
    for _ in 0..QUESTIONS {
        let scene = session.scene(ChairId::GM);
        let seen = scene.seen.questions[0].clone();
        let people = scene.seen.view.combatants.clone();
        let around = Around::of(&people, &seen.asked.who);
        let menu = Menu::of(&seen, scene.book, &around, None);
        if menu.is_some_and(|menu| menu.tiles.iter().any(|tile| tile.name == "Move" && !tile.default)) {
            return (seen, people);
        }
        let words = seen.asked.question.write(&seen.asked.question.default);
        session.answer(ChairId::GM, &seen.number, &seen.asked.who, &words).unwrap();
    }
    panic!("nobody moves");
}

#[test]
fn moving_begins_with_a_step_towards_the_nearest_foe_and_targets_belong_to_the_means() {
    let opened = library().open("uchma/wolves-in-the-gorge", &files::read).unwrap();
    let mut session = Session::begin(opened, Room::default(), false).unwrap();
    let (seen, people) = at_a_move(&mut session);
    let book = session.rulebook();
    let around = Around::of(&people, &seen.asked.who);
    let menu = Menu::of(&seen, book, &around, None).unwrap();
    let tile = menu.tiles.iter().find(|tile| tile.name == "Move").unwrap();
    let own = people.iter().find(|one| one.name == seen.asked.who).unwrap();
    let apart = |one: Square, other: Square| (one.x - other.x).abs().max((one.y - other.y).abs());
    let foe = |square: Square| {
        let foes = people.iter().filter(|one| one.side != own.side);
        foes.filter_map(|one| one.at).map(|at| apart(at, square)).min().unwrap()
    };
    let best = menu.square(tile.best).unwrap();
    assert_eq!(apart(own.at.unwrap(), best), 1, "{best}");
    let steps = tile.options.iter().filter_map(|place| menu.square(*place));
    let nearest = steps.filter(|square| apart(own.at.unwrap(), *square) == 1).map(foe).min();
    assert_eq!(Some(foe(best)), nearest);
    for option in 0..menu.choices().len() {
        let looked_at = Menu::of(&seen, book, &around, Some(option)).unwrap();
        for (_, pick) in looked_at.targets() {
            let means = |place: usize| menu.label(place).map(|label| (label.verb, label.means.as_ref()));
            assert_eq!(means(pick), means(option), "{}", menu.choices()[option].text);
        }
    }
}

#[test]
fn a_tile_of_several_attacks_opens_with_the_ordinary_one() {
    let mut met = 0;
    for book in ["uchma", "oakhearth", "heimr", "gu", "thalassa"] {
        by_chance(book, |scene| {
            let seen = &scene.seen.questions[0];
            let around = Around::of(&scene.seen.view.combatants, &seen.asked.who);
            let Some(menu) = Menu::of(seen, scene.book, &around, None) else { return };
            let verb = |place: usize| menu.label(place).map(|label| label.verb.key);
            for tile in menu.tiles.iter().filter(|tile| tile.group == Group::Attack && !tile.default) {
                let many = |key: &str| tile.options.iter().filter(|place| verb(**place) == Some(key)).count();
                let others: Vec<&str> = tile.options.iter().filter_map(|place| verb(*place)).collect();
                if others.iter().any(|key| *key != "attack")
                    && others.iter().all(|key| *key == "attack" || many(key) < many("attack"))
                {
                    assert_eq!(verb(tile.best), Some("attack"), "{}", menu.choices()[tile.best].text);
                    met += 1;
                }
            }
        });
    }
    assert!(met > 0, "{met}");
}

#[test]
fn what_cannot_be_taken_back_stands_under_its_verb() {
    let mut met = 0;
    by_chance("gu", |scene| {
        let seen = &scene.seen.questions[0];
        let around = Around::of(&scene.seen.view.combatants, &seen.asked.who);
        let Some(menu) = Menu::of(seen, scene.book, &around, None) else { return };
        for tile in &menu.tiles {
            let Some(verb) = tile.verb.filter(|verb| verb.key == "detonate") else { continue };
            assert_eq!(tile.name, capital(verb.name), "{}", seen.asked.question.text);
            met += usize::from(tile.options.len() > 1);
        }
    });
    assert!(met > 5, "{met}");
}
