//! The days that come with the project: each opens, and leads through its steps.

use quintain_books::library;
use quintain_content::Source;
use quintain_library::{Stage, files};

const DAYS: [&str; 5] = [
    "days/thalassa/road-to-delphi.toml",
    "days/heimr/down-the-river.toml",
    "days/oakhearth/forest-road.toml",
    "days/gu/clan-errand.toml",
    "days/uchma/walkers.toml",
];

#[test]
fn every_book_has_a_day_and_all_of_the_party_have_a_place_in_each_fight() {
    for path in DAYS {
        let source = Source::new(path, library().text(path).unwrap_or_else(|| panic!("{path} is not embedded")));
        let day = library().open_day(&source, &files::none).unwrap_or_else(|problems| panic!("{path}: {problems}"));
        let fights = day
            .stages
            .iter()
            .filter_map(|stage| if let Stage::Fight { opened, .. } = stage { Some(opened) } else { None });
        for fight in fights {
            let roster = fight.fight.roster();
            for hero in &day.party.party.heroes {
                assert!(
                    roster.iter().any(|(name, _)| *name == hero.name.value),
                    "{path}: {} in {}",
                    hero.name,
                    fight.title()
                );
            }
        }
    }
    assert_eq!(library().shelf().len(), DAYS.len());
}

#[test]
fn a_day_is_no_encounter() {
    let source = Source::new(DAYS[0], library().text(DAYS[0]).unwrap());
    let refused = library().open_source(source, &files::none).unwrap_err().to_string();
    assert!(refused.contains("a day of several fights"), "{refused}");
}
