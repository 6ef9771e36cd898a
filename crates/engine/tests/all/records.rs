//! Records: written, read, cut off, tampered with, of other revisions.

use crate::common::{DUEL, TOY, any_duel, terms};
use quintain_content::Source;
use quintain_dice::{LateStream, Stream};
use quintain_engine::{
    AnyLive, AnyRulebook, Conduct, DiceFrom, Fact, Header, Record, Seats, Tactics, Terms, Truncated, Waiting,
};

/// A fight of some steps, with everything that changes a record in it, and its file.
fn recorded(steps: u32) -> (Box<dyn AnyLive>, String) {
    recorded_with(steps, true)
}

fn recorded_with(steps: u32, changes: bool) -> (Box<dyn AnyLive>, String) {
    let dice = DiceFrom::Seed(Box::new(Stream::new(5, 0)));
    let terms = Terms { seed: 5, ..terms(dice, Seats::everybody()) };
    let fight = any_duel();
    let header = Header::new(&TOY, &Source::new("duel.toml", DUEL), &[], &terms, fight.digest());
    let mut live = fight.live(terms, Vec::new());
    let mut file = header.line();
    let mut stream = LateStream::for_tactics(1, steps.into());
    for step in 0..steps {
        match step % 11 {
            7 if changes => drop(live.undo()),
            9 if changes => drop(live.edict("set Anna.hp 9")),
            10 if changes => drop(live.edict("die 1 = 3")),
            _ => match live.waiting() {
                Waiting::Answer(open) => {
                    let one = &open[stream.below(open.len() as u32) as usize];
                    let words = one.question.write(&quintain_engine::random(&one.question, &mut stream));
                    live.answer(&one.who, &words).unwrap();
                }
                _ => break,
            },
        }
        // A line is written before anybody sees the result.
        file.extend(live.unwritten().iter().map(Record::line));
    }
    (live, file)
}

fn read(text: &str) -> Record {
    Record::read("fight.jsonl", text).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_record_leads_to_the_same_fight() {
    for steps in [0, 1, 5, 12, 40, 90] {
        let (live, file) = recorded(steps);
        let record = read(&file);
        assert_eq!((record.note, record.whole), (None, file.len()));
        assert_eq!(record.header.line() + &record.facts.iter().map(Record::line).collect::<String>(), file);
        let replayed = record.replay(&TOY, &*any_duel()).unwrap();
        assert!(replayed.differs.is_none(), "{:?}", replayed.differs);
        assert_eq!(replayed.live.facts(), live.facts());
        assert_eq!(replayed.live.log(), live.log());
        assert_eq!(replayed.live.digest(), live.digest());
        assert_eq!(replayed.live.waiting(), live.waiting());
        assert_eq!(record.header.encounter.source(), Source::new("duel.toml", DUEL));
    }
}

#[test]
fn the_header_carries_the_terms() {
    let terms = Terms::unattended(7, 3, Conduct::of_sides(vec![Tactics::Own(1), Tactics::Random]));
    let pack = Source::new("more.toml", "x = 1");
    let header = Header::new(&TOY, &Source::new("duel.toml", DUEL), &[pack], &terms, "00".into());
    let record = read(&header.line());
    assert_eq!(record.header, header);
    let again = record.header.terms(&TOY).unwrap();
    assert_eq!((again.conduct, again.seats, again.seed, again.fight), (terms.conduct, terms.seats, 7, 3));
    assert!(matches!(again.dice, DiceFrom::Seed(stream) if *stream == Stream::new(7, 3)));
    // An unattended fight that was cut off anywhere goes on as it would have.
    let whole = any_duel().live(header.terms(&TOY).unwrap(), Vec::new());
    let half = whole.facts()[..whole.facts().len() / 2].to_vec();
    let going_on = any_duel().live(header.terms(&TOY).unwrap(), half.clone());
    assert_eq!(going_on.facts(), whole.facts());
    // As a record it stands where it was cut off.
    let record = read(&(header.line() + &half.iter().map(Record::line).collect::<String>()));
    let replayed = record.replay(&TOY, &*any_duel()).unwrap();
    assert_eq!((replayed.live.facts(), replayed.differs), (&half[..], None));
}

#[test]
fn a_file_cut_off_anywhere_is_read_to_its_last_whole_line() {
    let (_, file) = recorded(30);
    let header = file.find('\n').unwrap();
    let all = read(&file).facts;
    for cut in header + 1..file.len() {
        if !file.is_char_boundary(cut) {
            continue;
        }
        let record = read(&file[..cut]);
        let whole = file[..cut].rfind('\n').unwrap() + 1;
        let lines = file[..cut].matches('\n').count();
        let rest = cut - whole;
        if record.note.is_some() {
            assert_eq!(record.note, Some(Truncated { line: lines + 1, bytes: rest }));
            assert_eq!(record.whole, whole);
            assert_eq!(record.facts, all[..lines - 1]);
        } else {
            assert!(rest == 0 || record.facts == all[..lines], "a last line without its break is a line all the same");
        }
        assert!(record.replay(&TOY, &*any_duel()).unwrap().differs.is_none());
    }
    let note = read(&format!("{file}{{\"rest\":")).note.unwrap();
    assert!(note.to_string().ends_with("its last 8 bytes were dropped"), "{note}");
    assert!(Record::read("x", &file[..header / 2]).unwrap_err().to_string().contains("this record has no header"));
    assert!(Record::read("x", "").unwrap_err().to_string().contains("no header"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_record() {
    let (_, file) = recorded(5);
    let marked = format!("\u{feff}{file}");
    let (plain, record) = (read(&file), read(&marked));
    assert_eq!((&record.facts, record.whole), (&plain.facts, marked.len()));
    assert!(record.replay(&TOY, &*any_duel()).unwrap().differs.is_none());
    let cut = read(&format!("{marked}{{\"rest\":"));
    assert_eq!((cut.whole, cut.note.map(|note| note.bytes)), (marked.len(), Some(8)));
}

#[test]
fn broken_lines_are_problems_with_their_number() {
    let (_, file) = recorded(12);
    let lines: Vec<&str> = file.lines().collect();
    let problems = |line: usize, text: &str| {
        let mut lines = lines.clone();
        lines[line] = text;
        Record::read("fight.jsonl", &(lines.join("\n") + "\n")).map(|_| ()).unwrap_err().to_string()
    };
    let wrong: &[(usize, &str, &str)] = &[
        (3, "{\"answer\":", "fight.jsonl:4:10: this line is no fact: it breaks off"),
        (3, "{\"answer\"}", "this line is no fact: it is not JSON: expected `:`"),
        (3, "", "fight.jsonl:4:1: this line is blank; each line of a record is a fact"),
        (
            2,
            "{\"roll\":{}}",
            "fight.jsonl:3:7: this line is no fact: unknown variant `roll`, expected one of `dice`, `answer`",
        ),
        (2, "{\"cut\":{\"keep\":1,\"why\":2}}", "unknown field `why`"),
        (2, "{\"cut\":{\"keep\":-1}}", "fight.jsonl:3:"),
        (2, "{\"cut\":{\"keep\":-1}}", "integer `-1`, a whole number, 0 or more, is wanted"),
        (2, "{\"dice\":{\"rule\":\"x\",\"sides\":6}}", "missing field `faces`"),
        (0, "title = 1", "fight.jsonl:1:1: this file is no record"),
        (0, "{}", "fight.jsonl:1:2: this line is no header: missing field `quintain`"),
        (0, "{\"colour\":1}", "this line is no header: unknown field `colour`"),
    ];
    for (line, text, what) in wrong {
        let said = problems(*line, text);
        assert!(said.contains(what), "{text} says: {said}");
    }
    let both = [lines[0], "x", "y", lines[1]].join("\n");
    assert_eq!(Record::read("f", &both).unwrap_err().0.len(), 2);
    assert_eq!(Record::read("f", &format!("{}\n{}", lines[0], "x\n".repeat(1000))).unwrap_err().0.len(), 20);
}

#[test]
fn other_versions_are_replayed_and_told_apart() {
    let (_, file) = recorded_with(40, false);
    let mut record = read(&file);
    record.header.revision = 2;
    record.header.quintain = "0.0.1".into();
    let replayed = record.replay(&TOY, &*any_duel()).unwrap();
    assert!(replayed.differs.is_none(), "what does not differ is no problem");
    let said = replayed.older.unwrap();
    assert_eq!(said, "it was made by revision 2 of these rules; this is revision 3, and every line of it fits");
    record.header.revision = TOY.revision();
    let said = record.replay(&TOY, &*any_duel()).unwrap().older.unwrap();
    assert_eq!(said, "it was made by quintain 0.0.1; this is 0.1.0, and every line of it fits");
    record.header.revision = 2;
    // The dice show something else.
    let place = record.facts.iter().position(|fact| matches!(fact, Fact::Rest { .. })).unwrap();
    record.facts[place] = Fact::Rest { digest: "0123456789abcdef".into() };
    let says = |record: &Record| record.replay(&TOY, &*any_duel()).unwrap().differs.unwrap().to_string();
    let said = says(&record);
    assert!(
        said.starts_with(&format!("fight.jsonl:{}:1: the record says a resting point with digest 0123", place + 2)),
        "{said}"
    );
    assert!(said.ends_with("it was made by revision 2 of these rules; this is revision 3"), "{said}");
    record.header.revision = TOY.revision();
    assert!(says(&record).ends_with("it was made by quintain 0.0.1; this is 0.1.0"));
    record.header.quintain = "0.1.0".into();
    assert!(says(&record).ends_with("or this is a fault of the rules"));
    record.header.start = "00".into();
    assert!(says(&record).contains("the fight starts otherwise"));
    record.header.rulebook = "chess".into();
    let refused = record.replay(&TOY, &*any_duel()).unwrap_err().to_string();
    assert_eq!(refused, "fight.jsonl:1:1: this is a record of `chess`, not of `toy`");
    record.header.rulebook = "toy".into();
    record.header.conduct.gm = "genius".into();
    assert!(record.replay(&TOY, &*any_duel()).unwrap_err().to_string().contains("no tactics called `genius`"));
}

#[test]
fn the_line_is_told_even_behind_undo() {
    let (live, file) = recorded(8);
    let mut record = read(&file);
    assert!(record.facts.iter().any(|fact| matches!(fact, Fact::Cut { .. })));
    record.facts.push(Fact::Edict { words: "set Anna.size 9".into() });
    let text = record.header.line() + &record.facts.iter().map(Record::line).collect::<String>();
    let record = read(&text);
    let said = record.replay(&TOY, &*any_duel()).unwrap().differs.unwrap().to_string();
    assert!(said.starts_with(&format!("fight.jsonl:{}:1:", record.facts.len() + 1)), "{said}");
    assert!(record.facts.len() > live.facts().len());
}
