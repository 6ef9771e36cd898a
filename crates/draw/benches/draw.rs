//! How long a large land takes to draw, and what is drawn anew each turn.

use divan::Bencher;
use quintain_draw::{Band, BandKind, Paper, Token, edges, ground, reach, thumbnail, token};
use quintain_field::{Legend, Map, Square};

fn main() {
    divan::main();
}

/// A map of 40 by 40 with water, heights, rock, woods and rough ground.
fn large() -> Map {
    let glyph = |x: i32, y: i32| match (x * x / 7 + y * 3 - x * y / 11).rem_euclid(23) {
        0..=3 => '~',
        4 => '=',
        5..=6 => ',',
        7 => 'o',
        8 => '2',
        9 => '3',
        10 => '#',
        _ => '.',
    };
    let rows: Vec<String> = (0..40).map(|y| (0..40).map(|x| glyph(x, y)).collect()).collect();
    Map::from_rows(&rows, Legend::standard()).expect("rows of the same length")
}

#[divan::bench]
fn the_ground_of_40_by_40(bencher: Bencher) {
    let map = large();
    bencher.bench(|| ground(&map, "The forest", None));
}

#[divan::bench]
fn a_thumbnail_of_40_by_40(bencher: Bencher) {
    let map = large();
    bencher.bench(|| thumbnail(&map, "The forest"));
}

#[divan::bench]
fn thirty_tokens_a_reach_and_the_edges(bencher: Bencher) {
    let map = large();
    let tokens: Vec<Token> = (0..30)
        .map(|at| Token {
            name: format!("Wolf {at}"),
            place: Square::new(at, at).into(),
            health: Some(0.5),
            ..Token::default()
        })
        .collect();
    let taken: Vec<_> = tokens.iter().map(|one| one.place).collect();
    let squares: Vec<Square> = map.bounds().squares().filter(|at| (at.x - 15).abs() + (at.y - 15).abs() < 12).collect();
    let bands = [Band { kind: BandKind::Near, squares, label: "6 m".to_owned() }];
    bencher.bench(|| {
        let drawn: usize = tokens.iter().map(|one| token(one).into_string().len()).sum();
        (drawn, reach(&bands, &taken), edges(&map), Paper::of(&map).view_box())
    });
}
