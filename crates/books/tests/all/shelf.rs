//! The five rulebooks on the shelf, beside others and with their files.

use quintain_books::built_in;
use quintain_library::{File, Library, files};

const YARD: File = (
    "encounters/thalassa/yard.toml",
    "rulebook = \"thalassa\"\n[[combatant]]\nis = \"rat\"\nside = \"a\"\n[[combatant]]\nis = \"rat\"\nname = \"Other\"\nside = \"b\"\n",
);
const RATS: File = (
    "packs/thalassa/rats.toml",
    "rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\nsta = 1\ntek = 3\n",
);

#[test]
fn every_rulebook_is_found_by_id_and_by_name() {
    let library = built_in();
    for book in library.shelf() {
        assert_eq!(library.rulebook(book.id()).unwrap().id(), book.id());
        assert_eq!(library.rulebook(&book.name().to_uppercase()).unwrap().id(), book.id());
    }
}

#[test]
fn a_wrong_name_is_told_the_right_one() {
    let problem = built_in().rulebook("thalassax").err().unwrap().to_string();
    assert_eq!(problem, "no rulebook is called `thalassax`; the nearest name is `thalassa`");
}

#[test]
fn ids_on_the_shelf_are_unique() {
    let library = built_in();
    let mut ids: Vec<&str> = library.shelf().iter().map(|book| book.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), library.shelf().len());
}

#[test]
fn every_rulebook_reads_its_own_packs() {
    let library = built_in();
    for rulebook in library.shelf() {
        let wrong = library.book(*rulebook).err().map(|fault| fault.to_string());
        assert_eq!(wrong, None, "{}", rulebook.id());
    }
}

#[test]
fn a_rule_has_an_example() {
    let library = built_in();
    let shown = library.example_of("thalassa", "attack.armor");
    assert!(shown.is_some_and(|shown| shown.path.starts_with("fights/thalassa/")));
    assert_eq!(library.example_of("thalassa", "no.such-rule"), None);
}

#[test]
fn every_embedded_encounter_stands_in_the_folder_of_its_rulebook() {
    let library = built_in();
    for one in library.ready_made() {
        assert!(library.rulebook(one.book()).is_ok(), "{}", one.path);
    }
}

#[test]
fn a_library_holds_what_it_was_given_and_nothing_else() {
    let library = Library::new().with(quintain_thalassa::RULEBOOK, &[YARD, RATS]);
    assert_eq!(library.shelf().len(), 1);
    assert_eq!(library.ready_made().map(|one| one.name).collect::<Vec<_>>(), ["thalassa/yard"]);
    assert_eq!(library.open("yard", &files::none).unwrap().fight.sides(), ["a", "b"]);
    assert!(library.open("cyclops", &files::none).is_err());
    assert!(library.rulebook("gu").is_err());
}

#[test]
fn files_of_another_rulebook_are_left_alone() {
    let library = Library::new().with(quintain_gu::RULEBOOK, &[YARD, RATS]);
    assert_eq!((library.ready_made().count(), library.packs("thalassa").len()), (0, 0));
}

#[test]
fn a_rulebook_with_a_known_id_takes_the_place_of_the_other() {
    let library = built_in().with(quintain_thalassa::RULEBOOK, &[YARD, RATS]);
    assert_eq!(library.shelf().iter().map(|book| book.id()).next(), Some("thalassa"));
    assert_eq!(library.shelf().len(), 5);
    let own: Vec<_> = library.ready_made().filter(|one| one.book() == "thalassa").map(|one| one.short()).collect();
    assert_eq!(own, ["yard"]);
}
