//! Answers in words.

use crate::common::{self, rules};
use quintain_engine::{
    Answer, AnyLive, Choice, NotTaken, Question, Refusal, Refused, Seat, Shape, Stop, Wants, Weight, Who,
};
use quintain_field::Square;

fn question(shape: Shape<u8>, default: Answer<u8>) -> Question<u8> {
    let refused = vec![
        Refused { text: "cast".into(), refusal: Refusal::new(&rules::BOUND, "bound") },
        Refused { text: "cast far".into(), refusal: Refusal::new(&rules::MOVE, "too far") },
    ];
    let (text, weight) = ("What?".into(), Weight::Decision);
    Question { to: Seat::Gm, text, rule: &rules::DECLARE, weight, shape, refused, default, waits: None }
}

fn of(texts: &[&str]) -> Vec<Choice<u8>> {
    texts.iter().zip(1..).map(|(text, act)| Choice::new(*text, act)).collect()
}

fn one(texts: &[&str]) -> Question<u8> {
    question(Shape::OneOf(Wants::Act, of(texts)), Answer::One(1))
}

#[test]
fn articles_and_words_for_oneself_are_read_as_people_write_them() {
    let asked = one(&["heal oneself", "attack Wolf with spear", "The Gate"]);
    assert_eq!(asked.read("heal herself"), Ok(Answer::One(1)));
    assert_eq!(asked.read("Attack the wolf  with the spear"), Ok(Answer::One(2)));
    assert_eq!(asked.read("gate"), Ok(Answer::One(3)));
    assert!(matches!(asked.read("the"), Ok(Answer::One(3))), "a beginning stands before loose words");
    assert!(matches!(asked.read("the wolf"), Err(NotTaken::Unknown(_))), "loose words begin with the option's own");
    assert_eq!(asked.read("attack the wolf"), Ok(Answer::One(2)), "a beginning may have articles, too");
    let two = one(&["use aegis on oneself", "use aegis on Bo"]);
    assert!(matches!(two.read("use the aegis"), Err(NotTaken::Ambiguous(fits)) if fits.len() == 2));
    assert_eq!(asked.read("the cast").unwrap_err().to_string(), "not allowed: bound (state.bound)");
}

#[test]
fn one_option_is_read_by_its_text_or_a_unique_beginning() {
    let asked = one(&["Attack Wolf", "attack Wolf 2", "move", "Élan"]);
    assert_eq!(asked.read(" attack wolf "), Ok(Answer::One(1)), "a whole text wins over a longer one");
    assert_eq!(asked.read("attack wolf 2"), Ok(Answer::One(2)));
    assert_eq!(asked.read("m"), Ok(Answer::One(3)));
    assert!(asked.is_whole("MOVE") && !asked.is_whole("m"), "a beginning is not the whole");
    assert_eq!(asked.read("éLA"), Ok(Answer::One(4)));
    assert_eq!(asked.read("DEFAULT"), Ok(Answer::One(1)));
    assert_eq!(asked.read("att"), Err(NotTaken::Ambiguous(vec!["Attack Wolf".into(), "attack Wolf 2".into()])));
    assert_eq!(asked.read("att").unwrap_err().to_string(), "could mean Attack Wolf or attack Wolf 2");
    assert_eq!(asked.read("cast").unwrap_err().to_string(), "not allowed: bound (state.bound)");
    assert_eq!(asked.read("cast f").unwrap_err().to_string(), "not allowed: too far (move.path)");
    assert_eq!(asked.read("cast at dawn").unwrap_err().to_string(), "not allowed: bound (state.bound)");
    let unknown = asked.read("fly").unwrap_err().to_string();
    assert_eq!(unknown, "no such option; the nearest are: Élan; Attack Wolf; attack Wolf 2; move");
    assert!(matches!(asked.read(""), Err(NotTaken::Unknown(_))));
    assert_eq!(one(&[]).read("x").unwrap_err().to_string(), "no such option");
    let squares = one(&["move to B12", "move to C3"]);
    assert!(matches!(squares.read("move to B1"), Err(NotTaken::Unknown(_))), "no number begins another");
    assert_eq!(squares.read("move to B"), Ok(Answer::One(1)));
    let slip = one(&["move", "attack Wolf with spear", "attack Orc with axe"]).read("atack orc with ax").unwrap_err();
    assert!(
        slip.to_string().starts_with("no such option; the nearest are: attack Orc with axe; attack Wolf"),
        "{slip}"
    );
    let many: Vec<String> = (0..40).map(|n| format!("option {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(one(&many).read("x").unwrap_err().to_string().ends_with("option 11; and 28 more"));
    assert_eq!(one(&["wait", "Default"]).read("default"), Ok(Answer::One(2)), "an option of that name is meant");
}

#[test]
fn several_are_parted_by_and() {
    let texts = ["cut and run", "cut", "run", "wait"];
    let shape = |least, most| Shape::Several { wants: Wants::Act, of: of(&texts), least, most };
    let several = |acts: &[u8]| Ok(Answer::Several(acts.iter().copied().collect()));
    let asked = question(shape(0, 2), Answer::Several(Default::default()));
    assert_eq!(asked.read("none"), several(&[]));
    assert_eq!(asked.read("run and cut"), several(&[2, 3]), "in the order of the options");
    assert_eq!(asked.read("cut and run"), several(&[1]), "an option may have the word in it");
    assert_eq!(asked.read("CUT AND RUN and w"), several(&[1, 4]));
    assert_eq!(asked.read("w and w and w"), several(&[4]));
    assert_eq!(
        asked.read("run and cut and wait").unwrap_err().to_string(),
        "asked for is a pick of 0 to 2, parted by `and`"
    );
    assert_eq!(
        question(shape(2, 2), Answer::One(1)).read("run").unwrap_err().to_string(),
        "asked for is a pick of 2, parted by `and`"
    );
    for acts in [&[][..], &[1], &[2, 3], &[1, 4]] {
        let answer = Answer::Several(acts.iter().copied().collect());
        assert_eq!(asked.read(&asked.write(&answer)), Ok(answer));
    }
}

#[test]
fn an_order_may_leave_the_end_unsaid() {
    let asked = question(Shape::OrderOf(of(&["a then b", "a", "b", "c"])), Answer::One(1));
    let order = |acts: &[u8]| Ok(Answer::Order(acts.iter().copied().collect()));
    assert_eq!(asked.read("c then b"), order(&[3 + 1, 3, 1, 2]));
    assert_eq!(asked.read("a then b then a"), order(&[1, 2, 3, 4]));
    assert_eq!(asked.read(""), order(&[1, 2, 3, 4]));
    assert!(asked.read("c then c").unwrap_err().to_string().contains("each of the options once"));
    let answer = Answer::Order([4, 2, 1, 3].into_iter().collect());
    assert_eq!(asked.read(&asked.write(&answer)), Ok(answer));
    let texts: Vec<String> = (0..40).map(|n| format!("option {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let long = question(Shape::OrderOf(of(&texts)), Answer::One(1));
    assert_eq!(long.read("").map(|order| order.picks().len()), Ok(40), "an order is as long as it must be");
}

#[test]
fn numbers_paths_and_words() {
    let number = question(Shape::Number { least: -2, most: 3 }, Answer::Number(0));
    assert_eq!(number.read("-2"), Ok(Answer::Number(-2)));
    assert_eq!(number.read("default"), Ok(Answer::Number(0)));
    for wrong in ["-3", "4", "two", "", "1.5", "99999999999999999999"] {
        assert_eq!(number.read(wrong).unwrap_err().to_string(), "asked for is a whole number from -2 to 3");
    }
    let from: Square = "B2".parse().unwrap();
    let of: Vec<Square> = ["B3", "C3", "C4", "E5"].iter().map(|square| square.parse().unwrap()).collect();
    let path = question(Shape::Path { from, of: of.clone(), most: 2 }, Answer::Squares(Default::default()));
    assert_eq!(path.read("b3 C4"), Ok(Answer::Squares([of[0], of[2]].into_iter().collect())));
    assert_eq!(path.read(""), Ok(Answer::Squares(Default::default())));
    for wrong in ["C4", "A1", "B3 E5", "B3 C3 C4", "B3 B3", "(-32768,-32768)", "(32767,1)", "here"] {
        let said = path.read(wrong).unwrap_err().to_string();
        assert_eq!(said, "asked for is a path of at most 2 squares from B2, such as `B3 C4`", "{wrong}");
    }
    let text = question(Shape::Text, Answer::Text("hm".into()));
    assert_eq!(text.read(" default "), Ok(Answer::Text("default".into())));
    assert_eq!(text.read("").unwrap().text(), Some(""));
}

#[test]
fn plain_questions_read_alike() {
    let asked = one(&["Attack Wolf", "move"]);
    let plain = asked.plain();
    assert_eq!((plain.default.clone(), plain.read("mo")), (Answer::One(0), Ok(Answer::One(1))));
    assert_eq!(plain.refused, asked.refused);
    assert_eq!(asked.write(&Answer::One(9)), "?");
    assert_eq!(plain.wanted(), "one of the options");
}

#[test]
fn what_an_option_does_on_the_ground_is_asked_by_its_places() {
    let live = common::table(&[]);
    let Stop::Asked(open) = live.stop() else { panic!("nobody is asked") };
    let strikes = |place: usize, option: usize| live.on_ground(place, option).area.hits;
    let foes: Vec<Who> =
        (0..open[0].question(live.fight()).choices().len()).flat_map(|option| strikes(0, option)).collect();
    assert!(!foes.is_empty() && foes.iter().all(|foe| live.roster()[foe.index()].0.starts_with("Wolf")), "{foes:?}");
    assert!(strikes(0, 99).is_empty() && strikes(99, 0).is_empty());
    assert_eq!((live.reach_of(Who(0)), live.reach_of(Who(99))), Default::default());
}
