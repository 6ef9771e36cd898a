//! What is opened, and what is said of what cannot be.

use quintain_books::library;
use quintain_content::Source;
use quintain_library::files;

#[test]
fn what_is_not_there_is_said_with_its_name() {
    let problem = library().open("no/such/thing", &files::none).unwrap_err().to_string();
    assert!(problem.starts_with("`no/such/thing` is neither a file nor a ready-made encounter"), "{problem}");
}

#[test]
fn a_file_that_cannot_be_read_says_why() {
    let broken = |_: &str| Err(std::io::Error::other("the disk is on fire"));
    let problem = library().open("a.toml", &broken).unwrap_err().to_string();
    assert_eq!(problem, "`a.toml` cannot be read: the disk is on fire");
}

#[test]
fn unknown_tactics_are_pointed_at() {
    let text = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"x\"\ntactics = \"bold\"\n\
                [[combatant]]\nis = \"cyclops\"\nside = \"y\"\n";
    let problem = library().open_source(Source::new("a.toml", text), &files::none).unwrap_err().to_string();
    assert!(problem.starts_with("a.toml:5:11: Thálassa knows no tactics `bold`"), "{problem}");
}

#[test]
fn a_square_off_the_map_hides_nothing_else() {
    let text = "rulebook = \"thalassa\"\n[map]\nsize = [4, 4]\n[[combatant]]\nis = \"althea\"\nside = \"x\"\nat = \"Z9\"\n\
                with = [\"xyfos\"]\n[[combatant]]\nis = \"pirate\"\nside = \"y\"\nat = \"A1\"\n";
    let problems = library().open_source(Source::new("a.toml", text), &files::none).unwrap_err();
    let told: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
    assert!(told[0].starts_with("a.toml:7:6: Z9 is off the map"), "{told:?}");
    assert!(told[1].starts_with("a.toml:8:9: no weapon") && told[1].contains("`xiphos`"), "{told:?}");
    assert!(told[2].starts_with("a.toml:10:6: ") && told[2].contains("no creature is called `pirate`"), "{told:?}");
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn what_a_rulebook_does_not_ask_of_a_map_is_refused() {
    let text = "rulebook = \"thalassa\"\n[map]\nsize = [4, 4]\nsquare = 1.5\nlegend = { k = { terrain = \"kelp\", cost = 3 } }\n\
                [[combatant]]\nis = \"althea\"\nside = \"x\"\nat = \"A1\"\n";
    let problems = library().open_source(Source::new("a.toml", text), &files::none).unwrap_err();
    let told: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
    assert!(told[0].starts_with("a.toml:4:10: Thálassa measures squares in feet"), "{told:?}");
    assert!(told[1].starts_with("a.toml:5:43: Thálassa counts no cost of a square"), "{told:?}");
}

#[test]
fn an_unknown_rulebook_is_pointed_at() {
    let reader = |_: &str| Ok(Some("rulebook = \"nonesuch-at-all\"\n".to_owned()));
    let problem = library().open("a.toml", &reader).unwrap_err().to_string();
    assert!(problem.starts_with("a.toml:1:12: no rulebook is called `nonesuch-at-all`"), "{problem}");
}

#[test]
fn every_ready_made_encounter_opens() {
    for one in library().ready_made().filter(|one| library().rulebook(one.book()).is_ok()) {
        let opened = library().open(one.name, &files::none);
        assert!(opened.is_ok(), "{}:\n{}", one.path, opened.err().map(|fault| fault.to_string()).unwrap_or_default());
    }
}

#[test]
fn a_missing_pack_is_pointed_at() {
    let Some(one) = library().ready_made().find(|one| library().rulebook(one.book()).is_ok()) else { return };
    let text = format!("packs = [\"mine.toml\"]\n{}", one.text);
    let reader = |path: &str| Ok((path == "home/a.toml").then(|| text.clone()));
    let problem = library().open("home/a.toml", &reader).unwrap_err().to_string();
    assert!(problem.starts_with("home/a.toml:1:10: there is no pack `home/mine.toml`"), "{problem}");
}
