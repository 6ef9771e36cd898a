//! Every ready-made encounter: its land fits the budget, holds nothing that a strict page forbids, and is always the same.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use quintain_content::{Encounter, Source};
use quintain_draw::{MAP_CSS, edges, ground, thumbnail};
use quintain_field::Map;

/// The most that the land of a fight may weigh, packed.
const MOST_GROUND: usize = 40_000;

/// The most that a small picture may weigh, packed.
const MOST_THUMBNAIL: usize = 6_000;

fn packed(text: &str) -> usize {
    let mut pack = GzEncoder::new(Vec::new(), Compression::default());
    pack.write_all(text.as_bytes()).expect("memory takes all");
    pack.finish().expect("memory takes all").len()
}

/// All ready-made encounters with a map: the path, the map, the words about it.
fn maps() -> Vec<(PathBuf, Map, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../encounters");
    let mut maps = Vec::new();
    for game in fs::read_dir(root).expect("the encounters") {
        for file in fs::read_dir(game.expect("a game").path()).expect("a folder") {
            let path = file.expect("a file").path();
            let source = Source::new(path.to_string_lossy(), fs::read_to_string(&path).expect("a text"));
            let (encounter, _) =
                Encounter::parse_but_for_places(&source, &["creature", "hazard", "ability", "gu", "person"])
                    .expect("an encounter");
            let Some(map) = encounter.map.map(|map| map.build().expect("a map")) else { continue };
            let words = format!("{}. {}", encounter.title.unwrap_or_default(), encounter.about.unwrap_or_default());
            maps.push((path, map, words));
        }
    }
    assert!(maps.len() > 60, "the encounters have moved");
    maps
}

#[test]
fn the_land_of_every_encounter_is_light() {
    let mut sizes: Vec<(usize, usize, PathBuf)> = maps()
        .into_iter()
        .map(|(path, map, words)| {
            let land = packed(&ground(&map, &words, None).into_string());
            (land, packed(&thumbnail(&map, &words).into_string()), path)
        })
        .collect();
    sizes.sort();
    for (land, small, path) in &sizes {
        println!("{land:>6} {small:>6} {}", path.display());
        assert!(*land <= MOST_GROUND, "{}: {land} bytes of land", path.display());
        assert!(*small <= MOST_THUMBNAIL, "{}: {small} bytes of picture", path.display());
    }
}

#[test]
fn nothing_is_inline_and_every_class_has_a_look() {
    for (path, map, words) in maps() {
        let drawn =
            [ground(&map, &words, None), edges(&map), thumbnail(&map, &words)].map(|part| part.into_string()).concat();
        for forbidden in ["style=", "<script", "<style", "onclick", "NaN", "inf"] {
            assert!(!drawn.contains(forbidden), "{}: {forbidden}", path.display());
        }
        for classes in drawn.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            for class in classes
                .split_whitespace()
                .filter(|class| !matches!(*class, "map" | "small" | "edges" | "ladder" | "flags" | "boards" | "grass"))
            {
                assert!(MAP_CSS.contains(&format!(".{class}")), "{}: nothing says how .{class} looks", path.display());
            }
        }
    }
}

#[test]
fn the_same_map_always_looks_the_same() {
    let draw = || maps().iter().map(|(_, map, words)| ground(map, words, None).into_string()).collect::<Vec<_>>();
    assert!(draw() == draw());
}
