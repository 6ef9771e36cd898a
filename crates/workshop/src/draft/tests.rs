//! Drafts: nothing is lost of what they do not change.

use proptest::prelude::*;
use quintain_books::library;
use quintain_library::ReadyMade;
use quintain_pages::Fields;

use super::*;
use crate::bestiary::Bestiary;
use crate::checked::check;

fn changed(text: &str, form: &str) -> Result<String, Problem> {
    library();
    let draft = Draft::read(text)?;
    let bestiary = Bestiary::of(&draft.rulebook(), &[]);
    let fields = Fields::read(form.as_bytes());
    Edit::new(&fields, &bestiary).on(&draft).map(|(draft, _)| draft.text())
}

fn digest(text: &str) -> String {
    library();
    let checked = check(text, &[]);
    assert_eq!(checked.problems, [], "{text}");
    checked.opened.unwrap().fight.digest()
}

fn all() -> Vec<ReadyMade> {
    library().ready_made().collect()
}

#[test]
fn every_ready_made_encounter_is_saved_as_it_was_opened() {
    assert!(all().len() >= 71);
    for one in all() {
        assert_eq!(Draft::read(one.text).unwrap().text(), one.text, "{}", one.name);
        let windows = one.text.replace('\n', "\r\n");
        assert_eq!(Draft::read(&windows).unwrap().text(), windows, "{}", one.name);
    }
}

#[test]
fn another_title_leaves_every_other_line_and_the_fight_as_they_are() {
    for one in all() {
        let text = changed(one.text, "do=head&title=Elsewhere").unwrap();
        let differing = text.lines().zip(one.text.lines()).filter(|(now, then)| now != then).count();
        assert_eq!((differing, text.lines().count()), (1, one.text.lines().count()), "{}", one.name);
        assert_eq!(digest(&text), digest(one.text), "{}", one.name);
    }
}

#[test]
fn somebody_moves_there_and_back_again() {
    for one in all() {
        let draft = Draft::read(one.text).unwrap();
        let people = draft.people();
        let Some((place, someone)) =
            people.iter().enumerate().find(|(_, one)| one.at.len() == 1 && one.count.is_none())
        else {
            continue;
        };
        let there = changed(one.text, &format!("do=move&who={place}&at=A1")).unwrap();
        assert_eq!(Draft::read(&there).unwrap().people()[place].at, ["A1"], "{}", one.name);
        let back = changed(&there, &format!("do=move&who={place}&at={}", someone.at[0])).unwrap();
        assert_eq!(digest(&back), digest(one.text), "{}", one.name);
    }
}

#[test]
fn one_more_of_a_kind_is_counted_with_it() {
    let text = "rulebook = \"thalassa\"\n[map]\nsize = [6, 4]\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\nat = \"A1\" # here\n";
    let once = changed(text, "do=add&is=bandit&at=E2").unwrap();
    let twice = changed(&once, "do=add&is=bandit&at=E3").unwrap();
    let people = Draft::read(&twice).unwrap().people();
    assert_eq!(
        (people.len(), people[1].count, people[1].at.clone()),
        (2, Some(2), vec!["E2".to_owned(), "E3".to_owned()])
    );
    assert_eq!(people[1].side, "foes");
    assert!(twice.contains("# here"));
    let fewer = changed(&twice, "do=count&who=1&count=1").unwrap();
    assert_eq!(Draft::read(&fewer).unwrap().people()[1].at, ["E2"]);
    assert!(changed(text, "do=add&is=bandti").unwrap_err().to_string().contains("`bandit`"));
}

#[test]
fn ground_is_painted_with_letters_that_are_there_or_are_made() {
    let text = "rulebook = \"uchma\"\n[map]\nsize = [4, 3]\n";
    let wet = changed(text, "do=paint&squares=A1-B1&ground=~").unwrap();
    assert!(wet.contains("\"....\"") && wet.contains("\"~~..\""), "{wet}");
    let high = changed(&wet, "do=height&squares=A1,C3&height=2").unwrap();
    assert!(high.contains("\"..2.\"") && high.contains("height = 2"), "{high}");
    let map = Draft::read(&high).unwrap().map().unwrap().unwrap();
    assert_eq!(
        (map.terrain_name("A1".parse().unwrap()), map.ground("A1".parse().unwrap()).tenths()),
        (Some("water"), 20)
    );
    let again = changed(&high, "do=height&squares=A1&height=-2").unwrap();
    let map = Draft::read(&again).unwrap().map().unwrap().unwrap();
    assert_eq!(map.ground("A1".parse().unwrap()).tenths(), 0);
}

#[test]
fn edges_come_and_go_also_where_a_longer_line_has_put_them() {
    let text = "rulebook = \"uchma\"\n[map]\nsize = [4, 3]\nedges = [\n  \"wall A1-D1 north\", # the long one\n]\n";
    let edge = |text: &str, a: &str, b: &str| {
        Draft::read(text)
            .unwrap()
            .map()
            .unwrap()
            .unwrap()
            .edge(a.parse().unwrap(), b.parse().unwrap())
            .unwrap()
            .to_string()
    };
    let door = changed(text, "do=edge&squares=B1-B2&edge=door closed").unwrap();
    assert_eq!((edge(&door, "B1", "B2").as_str(), edge(&door, "A1", "A2").as_str()), ("door closed", "wall"));
    let open = changed(&door, "do=edge&squares=B2-B1&edge=open").unwrap();
    assert_eq!(edge(&open, "B1", "B2"), "open");
    assert!(open.contains("# the long one") && !open.contains("door"), "{open}");
    let wall = changed(&open, "do=edge&squares=B2-B1&edge=wall").unwrap();
    assert_eq!(wall, text);
}

#[test]
fn a_map_that_grows_keeps_the_names_of_its_squares() {
    let text = "rulebook = \"uchma\"\n[map]\nrows = [\n  \"~.\",\n  \"#.\",\n]\nexits = [\"B2\"]\n";
    let larger = changed(text, "do=size&columns=3&rows=3").unwrap();
    let map = Draft::read(&larger).unwrap().map().unwrap().unwrap();
    assert_eq!(map.terrain_name("A1".parse().unwrap()), Some("wall"));
    assert_eq!(map.terrain_name("A2".parse().unwrap()), Some("water"));
    let smaller = changed(&larger, "do=size&columns=2&rows=1").unwrap();
    assert!(changed(&larger, "do=size&columns=0&rows=999").unwrap_err().to_string().contains("1 to 100 squares"));
    assert!(!smaller.contains("exits"), "{smaller}");
}

#[test]
fn lights_and_what_is_concealed_stay_as_they_are_written() {
    let text = "rulebook = \"thalassa\"\n[map]\nrows = [\"k...\", \"....\"]\nedges = [\"door A1-B1 closed\"]\n\
                concealed = [\"A1-B1\", \"D2\"]\nlegend = { k = { terrain = \"kelp\", cover = \"half\", concealed = true } }\n\
                [sight]\nexplored = true # dark\n[[light]]\nname = \"brazier\"\nat = \"B2\"\nbright = 2\ndim = 4\n\
                [[combatant]]\nis = \"althea\"\nside = \"a\"\nlight = { name = \"torch\", bright = 1, dim = 2 }\nconcealed = true\n\
                [[combatant]]\nis = \"bandit\"\nside = \"b\"\nat = \"C1\"\n";
    let wet = changed(text, "do=paint&squares=C2&ground=~").unwrap();
    assert_eq!(wet, text.replace("k...", "k.~."));
    let moved = changed(text, "do=move&who=1&at=D1").unwrap();
    assert_eq!(moved, text.replace("\"C1\"", "\"D1\""));
    let high = changed(text, "do=height&squares=A2&height=1").unwrap();
    assert_eq!(high.matches("concealed = true").count(), 3, "{high}");
    let small = changed(text, "do=size&columns=3&rows=2").unwrap();
    assert!(small.contains("concealed = [\"A1-B1\"]"), "{small}");
    let sight = changed(text, "do=sight&fog=on&shared=on").unwrap();
    assert_eq!(sight, text.replace("explored = true", "explored = false"));
}

#[test]
fn sides_are_all_declared_as_soon_as_one_is() {
    let text = "rulebook = \"uchma\"\n[[combatant]]\nis = \"guard\"\nside = \"a\"\n[[combatant]]\nis = \"wild-dog\"\nside = \"b\"\n";
    let said = changed(text, "do=side&side=b&tactics=random").unwrap();
    let draft = Draft::read(&said).unwrap();
    assert_eq!((draft.sides(), draft.of_side("b", "tactics")), (vec!["a".into(), "b".into()], vec!["random".into()]));
    assert!(check(&said, &[]).ready().is_some());
    let renamed = changed(&said, "do=side&side=a&name=walkers").unwrap();
    assert!(check(&renamed, &[]).ready().is_some(), "{renamed}");
}

#[test]
fn house_rules_and_values_are_set_and_taken_back() {
    for one in all() {
        let book = library().rulebook(one.book()).unwrap();
        let Some(rule) = book.house_rules().iter().find(|rule| rule.values.len() > 1 && !one.text.contains(rule.key))
        else {
            continue;
        };
        let set = changed(one.text, &format!("do=house&key={}&value={}", rule.key, rule.values[1])).unwrap();
        assert_eq!(check(&set, &[]).problems, [], "{}: {set}", one.name);
        let back = changed(&set, &format!("do=house&key={}&value=", rule.key)).unwrap();
        assert_eq!(digest(&back), digest(one.text), "{}", one.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn painting_and_painting_back_is_the_same_fight(which in 0usize..71, column in 0i16..8, row in 0i16..6, ground in 0usize..6) {
        let one = all()[which];
        let draft = Draft::read(one.text).unwrap();
        let Some(Ok(map)) = draft.map() else { return Ok(()) };
        let square = quintain_field::Square::new(column.min(map.width() as i16 - 1), row.min(map.depth() as i16 - 1));
        let letter = ["~", ",", ".", "o", "_", "="][ground];
        let was = map.legend().kind(map.terrain(square).unwrap()).unwrap().glyph;
        let painted = changed(one.text, &format!("do=paint&squares={square}&ground={letter}")).unwrap();
        let differing = painted.lines().zip(one.text.lines()).filter(|(now, then)| now != then).count();
        let mut rows = draft.rows().unwrap();
        *rows.at(square).unwrap() = was;
        let mut back = Draft::read(&painted).unwrap();
        back.write_rows(&rows.letters);
        prop_assert_eq!(digest(&back.text()), digest(one.text));
        prop_assert!(differing <= 1 || !one.text.contains("rows"), "{}", painted);
    }
}

#[test]
fn one_more_of_anybody_and_a_copy_of_anybody_find_room_for_their_size() {
    for one in all() {
        let last = Draft::read(one.text).unwrap().people().len() - 1;
        let many = Draft::read(one.text).unwrap().people()[last].many() + 1;
        for form in [format!("do=copy&who={last}"), format!("do=count&who={last}&count={many}")] {
            let text = changed(one.text, &form).unwrap();
            let crowded = check(&text, &[]).problems;
            assert!(crowded.is_empty(), "{} {form}: {crowded:?}", one.name);
        }
    }
}

const HALL: &str = "rulebook = \"oakhearth\"\n[map]\nsize = [8, 6]\nedges = [\"door B2-B3 closed\"] # the way in\n\
                    [[combatant]]\nname = \"Brun\"\nis = \"champion\"\nside = \"heroes\"\nat = \"A1\"\n\
                    [[combatant]]\nname = \"Snik\"\nis = \"goblin\"\nside = \"goblins\"\nat = \"H6\"\n";

#[test]
fn lights_are_placed_changed_and_taken_away_again() {
    let lit = changed(HALL, "do=light&squares=C3+D4&state=lit&bright=2&dim=4&name=lantern").unwrap();
    let lights = check(&lit, &[]).opened.unwrap().encounter.lights;
    let told: Vec<_> = lights.iter().map(|one| (one.bright, one.dim, one.lit)).collect();
    assert_eq!(told, [(2, 4, true), (2, 4, true)]);
    let out = changed(&lit, "do=light&squares=C3&state=out&bright=1&dim=").unwrap();
    let lamps = Draft::read(&out).unwrap().lamps();
    assert_eq!(lamps.iter().filter(|lamp| lamp.lit).count(), 1);
    assert_eq!(lamps.len(), 2, "a new light takes the place of the old one");
    assert_eq!(changed(&out, "do=light&squares=A1-H6&state=none").unwrap(), HALL);
    assert!(changed(HALL, "do=light&squares=C3&state=lit&bright=far").unwrap_err().to_string().contains("bright"));
}

#[test]
fn doors_and_squares_are_hidden_and_shown_again() {
    let hidden = changed(HALL, "do=hide&squares=B2-B3+C4&on=on").unwrap();
    assert!(hidden.contains("concealed = [\"B2-B3\", \"C4\"]") && check(&hidden, &[]).ready().is_some(), "{hidden}");
    let shown = changed(&hidden, "do=hide-door&squares=B3-B2&on=off").unwrap();
    assert_eq!(Draft::read(&shown).unwrap().hidden_places().len(), 1);
    assert_eq!(changed(&shown, "do=hide&squares=C4&on=off").unwrap(), HALL);
    let wall = changed(HALL, "do=hide-door&squares=E2-E3&on=on").unwrap_err();
    assert_eq!(wall.to_string(), "there is no door at E2-E3; put one there first, then hide it");
}

#[test]
fn a_hidden_door_is_opened_and_walled_up() {
    let hidden = changed(HALL, "do=hide-door&squares=B2-B3&on=on").unwrap();
    let open = changed(&hidden, "do=edge&squares=B2-B3&edge=door+open").unwrap();
    assert_eq!(Draft::read(&open).unwrap().hidden_places().len(), 1, "{open}");
    let wall = changed(&hidden, "do=edge&squares=B3-B2&edge=wall").unwrap();
    assert_eq!(Draft::read(&wall).unwrap().hidden_places().len(), 0, "{wall}");
    assert!([open, wall].iter().all(|text| check(text, &[]).ready().is_some()));
}

#[test]
fn several_changes_are_one() {
    let text = changed(HALL, "do=several&1.do=count&1.who=1&1.count=3&2.do=value&2.who=0&2.key=hp&2.value=4").unwrap();
    let people = Draft::read(&text).unwrap().people();
    assert_eq!((people[1].many(), people[0].value("hp")), (3, Some("4")));
    assert!(changed(HALL, "do=several&1.do=count&1.who=1&1.count=3&2.do=move&2.who=9&2.at=A2").is_err());
}
