//! What it costs to know what a seat of six knows, on 40 by 40 squares with rooms, lamps and a crowd of foes.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use divan::{Bencher, black_box};
use quintain_books::library;
use quintain_content::Source;
use quintain_engine::Who;
use quintain_field::Square;
use quintain_library::files;
use quintain_session::{Chair, ChairId, Holder, Role, Room, Session};

const PLAYERS: ChairId = ChairId(1);

fn main() {
    divan::main();
}

/// Rooms of 8 by 8 squares with doors, half of them dark; six heroes in the middle, six foes around them.
fn encounter(explored: bool) -> String {
    let mut text = format!("rulebook = \"oakhearth\"\n[sight]\nexplored = {explored}\n[map]\nrows = [\n");
    for y in 0..40 {
        let wall = |x: i32| (x % 8 == 7 && y % 8 != 3) || (y % 8 == 7 && x % 8 != 3);
        let square = |x: i32| {
            if wall(x) {
                '#'
            } else if (x / 8 + y / 8) % 2 == 0 {
                'd'
            } else {
                '.'
            }
        };
        let _ = writeln!(text, "  \"{}\",", (0..40).map(square).collect::<String>());
    }
    text.push_str("]\nlegend = { d = { terrain = \"dark floor\" } }\n");
    for n in 0..6 {
        let (x, y) = (17 + n % 3, 17 + n / 3);
        let at = Square::new(x, y);
        let _ = writeln!(
            text,
            "[[combatant]]\nname = \"Hero {n}\"\nis = \"champion\"\nside = \"heroes\"\nat = \"{at}\"\nset = {{ hero = true }}"
        );
        let at = Square::new(2 + n * 6, 25 + n % 2);
        let _ = writeln!(
            text,
            "[[combatant]]\nname = \"Foe {n}\"\nis = \"hobgoblin-captain\"\nside = \"foes\"\nat = \"{at}\""
        );
    }
    text
}

fn session(explored: bool) -> Session {
    let opened = library().open_source(Source::new("a hall", encounter(explored)), &files::none).unwrap();
    let mut room = Room::default();
    room.chairs.push(Chair::new("Ann", Role::Player));
    let mut session = Session::begin(opened, room, false).unwrap();
    for n in 0..6 {
        session.arrange(ChairId::GM, |room| room.give(&format!("Hero {n}"), Holder::Chair(PLAYERS))).unwrap();
    }
    session
}

/// How clearly six see each square.
#[divan::bench]
fn every_square(bencher: Bencher<'_, '_>) {
    let session = session(false);
    let names = session.live().roster();
    let eyes: Vec<Who> =
        (0_u16..).zip(&names).filter(|(_, (name, _))| name.starts_with("Hero")).map(|(place, _)| Who(place)).collect();
    let squares: Vec<Square> = (0..40).flat_map(|y| (0..40).map(move |x| Square::new(x, y))).collect();
    bencher.bench_local(|| {
        squares.iter().map(|square| session.live().clarity(black_box(&eyes), *square) as usize).sum::<usize>()
    });
}

/// All that the seat is shown, where the map lies open and where it is explored.
#[divan::bench(args = [false, true])]
fn all_that_is_shown(bencher: Bencher<'_, '_>, explored: bool) {
    let session = session(explored);
    bencher.bench_local(|| session.seen(black_box(PLAYERS)));
}
