//! Nothing panics, whatever it is given.

use crate::common::{self, House, TOY, Toy, any_duel, duel, table, terms};
use proptest::prelude::*;
use quintain_content::Source;
use quintain_engine::{DiceFrom, Edict, Fact, Live, Record, Rulebook, Seats, Stop, names, run_script, seat_name};

/// Words of the formats, so that arbitrary texts get deeper.
fn wordy() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "=",
        "---",
        "\n",
        "dice",
        "expect",
        "not",
        "asked",
        "illegal",
        "offered",
        "log",
        "rule",
        "over",
        "== a",
        "use = \"a\"",
        "without = [\"Anna\"]",
        "[combatant.Anna]",
        "encounter = \"encounters/duel.toml\"",
        "leaves dice",
        "for",
        "of",
        "against",
        "bound.size",
        "has",
        ":",
        ",",
        "#",
        "\"",
        "Anna",
        "Wolf 1",
        "Bo the Bold",
        "gm",
        "attack",
        "guard",
        "move",
        "default",
        "dodge",
        "die",
        "set",
        "take",
        "add",
        "give",
        "end",
        "remove",
        "to",
        "from",
        "as",
        "at",
        "by",
        " ",
        " ",
        "\t",
        "1",
        "20",
        "99999999999",
        "-",
        ".",
        "hp",
        "C3",
        "B2",
        "none",
        "and",
        "then",
        "state.bound",
        "rulebook = \"toy\"",
        "encounters/duel.toml",
        "é",
        "İ",
        "\u{0}",
    ]);
    let any = prop_oneof![4 => word.prop_map(String::from), 1 => any::<String>()];
    prop::collection::vec(any, 0..40).prop_map(|words| words.concat())
}

/// A sound case whose steps are arbitrary.
fn steps() -> impl Strategy<Value = String> {
    let step = prop_oneof![
        3 => prop::sample::select(vec![
            "Anna: attack Wolf 1", "Bo the Bold: guard", "gm: default", "Anna: 0", "Wolf 1: dodge", "dice 12", "dice 3 4 5",
            "dice 6", "expect asked Anna", "gm: die 1 = 3", "leaves dice", "expect dice 2d6 of Anna for \"x\"",
            "expect not offered Anna: dance, again", "Anna: \"move\", \"B3 C3\"", "expect not asked Wolf 2", "gm: set Wolf 1.hp 1", "gm: end heroes", "Anna: move, B3 C3",
        ]).prop_map(String::from),
        1 => wordy(),
    ];
    prop::collection::vec(step, 0..12)
        .prop_map(|steps| format!("= case\n---\nencounters/duel.toml\n---\n{}\n", steps.join("\n")))
}

fn facts() -> impl Strategy<Value = Vec<Fact>> {
    let name = prop::sample::select(vec!["Anna", "Bo the Bold", "Wolf 1", "Wolf 2", "gm", "Nobody", ""]);
    let rule =
        prop::sample::select(vec!["attack.hit", "round.declare", "round.order", "attack.damage", "round.wear", "x"]);
    let words = prop::sample::select(vec![
        "guard",
        "attack Wolf 1",
        "default",
        "0",
        "dodge",
        "",
        "set Anna.hp 3",
        "end",
        "die 1 = 2",
    ]);
    let small = prop_oneof![0..6_usize, any::<usize>()];
    let fact = prop_oneof![
        (rule.clone(), prop::option::of(name.clone()), 0..30_u16, prop::collection::vec(0..30_u16, 0..4)).prop_map(
            |(rule, who, sides, faces)| Fact::Dice { rule: rule.into(), who: who.map(String::from), sides, faces }
        ),
        (name, rule, words.clone(), any::<bool>()).prop_map(|(to, rule, words, auto)| Fact::Answer {
            to: to.into(),
            rule: rule.into(),
            words: words.into(),
            auto
        }),
        words.prop_map(|words| Fact::Edict { words: words.into() }),
        Just(Fact::Rest { digest: "00".into() }),
        small.clone().prop_map(|keep| Fact::Cut { keep }),
        (small.clone(), small.clone(), 0..30_u16, small, any::<bool>())
            .prop_map(|(fact, die, face, keep, undo)| { Fact::Replace { fact, die, face, keep, undo } }),
    ];
    prop::collection::vec(fact, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn scripts(text in prop_oneof![wordy(), steps()]) {
        let house = House(vec![("encounters/duel.toml", common::DUEL)]);
        if let Ok(results) = run_script(&Source::new("x.fight", text), &house) {
            for result in results {
                let said = result.failure.map(|failure| failure.to_string()).unwrap_or_default();
                prop_assert!(!said.contains("cannot be replayed"), "{}", said);
            }
        }
    }

    #[test]
    fn heads(head in wordy(), part in wordy()) {
        let house = House(vec![("encounters/duel.toml", common::DUEL)]);
        let text = format!("== a\n---\n{part}\n---\n= case\n---\n{head}\n---\nexpect round 1\n");
        let _ = run_script(&Source::new("x.fight", text), &house);
    }

    #[test]
    fn chains(words in wordy()) {
        let links = quintain_engine::chain_of(&words);
        prop_assert!(!links.is_empty());
        for link in &links {
            prop_assert!(words.get(link.span.clone()).is_some_and(|written| written.contains(&link.text)));
        }
        let _ = quintain_engine::next_in_chain(&table(&[]), "Anna", &links);
    }

    #[test]
    fn records(text in prop_oneof![wordy(), any::<String>()], start in any::<prop::sample::Index>()) {
        let _ = Record::read("x", &text);
        let header = quintain_engine::Header::new(&TOY, &Source::new("x", ""), &[], &terms(DiceFrom::Hand, Seats::everybody()), String::new());
        let file = header.line() + "{\"cut\":{\"keep\":1}}\n";
        let mut place = start.index(file.len());
        while !file.is_char_boundary(place) {
            place -= 1;
        }
        let mut file = file;
        file.insert_str(place, &text);
        if let Ok(record) = Record::read("x", &file) {
            let _ = record.replay(&TOY, &*any_duel());
        }
    }

    #[test]
    fn facts_of_any_kind(facts in facts()) {
        let mut live = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), facts);
        let _ = live.edict("die 1 = 1");
        let _ = live.undo();
        let _ = live.answer_default();
        let _ = live.undo();
        let _ = live.unwritten();
    }

    #[test]
    fn edicts(words in wordy()) {
        let fight = duel();
        if let Ok(edict) = Edict::parse(&words, &names(&fight)) {
            let again = Edict::parse(&edict.to_string(), &names(&fight));
            prop_assert_eq!(again.as_ref(), Ok(&edict), "{}", edict);
            let _ = duel().edict(&edict);
        }
        let mut live = table(&[]);
        let _ = live.edict(&words);
    }

    #[test]
    fn answers(words in prop::collection::vec(wordy(), 1..6)) {
        let mut live = table(&[15, 3, 4, 5, 6, 12, 1, 2, 3, 4, 5, 6]);
        for words in words {
            let Stop::Asked(open) = live.stop() else { break };
            for question in open.iter().map(|open| open.question(live.fight())) {
                if let Ok(answer) = question.read(&words) {
                    prop_assert_eq!(question.read(&question.write(&answer)), Ok(answer));
                }
            }
            let who = seat_name(live.fight(), open[0].question(live.fight()).to).to_owned();
            if live.answer(&who, &words).is_err() {
                live.answer_default().unwrap();
            }
        }
        prop_assert!(!matches!(live.stop(), Stop::Diverged(_)));
    }

    #[test]
    fn views(path in wordy()) {
        let view = duel().view();
        let _ = view.value(&path);
        let _ = view.combatants[0].has(&path);
    }
}

#[test]
fn the_unused_part_of_the_toy() {
    assert_eq!(Toy::entries(&()).len(), 1);
}
