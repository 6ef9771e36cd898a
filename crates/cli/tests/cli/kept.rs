//! What is kept: transcripts and replays of records, and backups of stores.

use quintain_server::Store;

use crate::quintain::Quintain;

/// A fight that played itself, in `fight.jsonl`.
fn fight() -> Quintain {
    let watched = Quintain::new(["watch", "cyclops", "--seed", "3", "--record", "fight.jsonl"]);
    watched.run();
    watched
}

#[test]
fn the_header_of_a_record_is_named_and_not_drawn() {
    let kept = fight();
    let broken = kept.read("fight.jsonl").replacen("\"rulebook\":\"thalassa\"", "\"rulebook\":\"chess\"", 1);
    let said = kept.file("broken.jsonl", &broken).then(["check", "broken.jsonl"]).code(2).stdout("").run().stderr;
    assert!(said.starts_with("error: broken.jsonl:1:1: this is a record of `chess`"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() < 300), "{said}");
}

#[test]
fn lines_of_a_record_that_change_nothing_or_are_never_played_are_named() {
    let kept = fight();
    let record = kept.read("fight.jsonl");
    let lines = record.lines().count();
    let checked = |kept: Quintain, text: &str| {
        kept.file("broken.jsonl", text).then(["check", "broken.jsonl"]).code(2).stdout("").run().stderr
    };
    let said = checked(kept, &format!("{record}{{\"cut\":{{\"keep\":999}}}}\n"));
    assert!(said.contains("this keeps 999 facts") && said.contains(&format!("broken.jsonl:{}:1", lines + 1)), "{said}");
    let short = record.replacen("\"round_limit\":200", "\"round_limit\":1", 1);
    let said = checked(fight(), &short);
    assert!(said.contains("the fight ends before this line, at its round limit of 1"), "{said}");
}

#[test]
fn a_record_is_told_as_markdown_as_text_and_as_a_page_that_plays() {
    let markdown = fight().then(["replay", "fight.jsonl", "--as", "markdown"]).stderr("").told();
    assert!(markdown.starts_with("# One eye\n") && markdown.contains("\n## Round 1"), "{markdown}");
    let text = fight().then(["replay", "fight.jsonl", "--as", "text"]).stderr("").told();
    assert!(text.starts_with("One eye\n=======\n") && !text.contains('#'), "{text}");
    let page = fight().then(["replay", "fight.jsonl", "--as", "html"]).stderr("").told();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Cyclops"), "{page}");
}

#[test]
fn a_seat_takes_home_what_it_knew() {
    let all = fight().then(["replay", "fight.jsonl", "--as", "text"]).told();
    let own = fight().then(["replay", "fight.jsonl", "--as", "text", "--seat", "Althea"]).stderr("").told();
    assert!(own.contains("Althea") && own != all, "{own}");
    let wrong = fight().then(["replay", "fight.jsonl", "--as", "text", "--seat", "Altea"]).code(2).run().stderr;
    assert!(wrong.contains("nobody here is called `Altea`") && wrong.contains("Cyclops"), "{wrong}");
    let alone = fight().then(["replay", "fight.jsonl", "--seat", "Althea"]).code(2).run().stderr;
    assert!(alone.contains("--as"), "{alone}");
}

#[test]
fn a_store_is_kept_and_put_back_and_nothing_is_written_over_unasked() {
    let there = Quintain::new(["backup", "a.backup", "--store", "s.sqlite"]).stderr("");
    drop(Store::open(&there.path("s.sqlite")).unwrap());
    let told = there.told();
    assert!(told.contains("0 fights and 0 pictures"), "{told}");
    let back = there.then(["restore", "a.backup", "--store", "t.sqlite"]).stderr("");
    assert!(back.told().contains("quintain serve --store t.sqlite"));
    let again = back.then(["restore", "a.backup", "--store", "t.sqlite"]).code(2);
    let fault = again.run().stderr;
    assert!(fault.contains("--force"), "{fault}");
    let forced = again.then(["restore", "a.backup", "--store", "t.sqlite", "--force"]);
    forced.run();
    let over = forced.then(["backup", "notes.txt", "--store", "t.sqlite"]).file("notes.txt", "mine").code(2);
    assert!(over.run().stderr.contains("is not a backup"));
    assert_eq!(over.read("notes.txt"), "mine");
    let none = over.then(["backup", "b.backup", "--store", "none.sqlite"]).code(2);
    assert!(none.run().stderr.contains("there is no store"));
}
