//! Scenes of the gallery that are staged: a whole turn with all that lies over the land, and every kind of token.

use maud::{Markup, html};
use quintain_draw::{
    Badge, Band, BandKind, Beside, Face, Hazard, Light, Odds, Paper, Place, Room, Seen, Token, Told, Tone, aim, area,
    edges, flight, glow, ground, odds, ping, reach, ruler, sight, telegraph, token, told, way, zone,
};
use quintain_field::{Cover, Footprint, Legend, Map, Square, TerrainKind};

const GORGE: &[&str] = &[
    "33333332222233333333",
    "33322222,,2222223333",
    "2222,,....,,...22222",
    ".....o......q......X",
    "..~~~~....~~~~~....X",
    "~~~==~~~~~~==~~~~~~~",
    "..~~~~...,~~~~..o..X",
    "...q.....,,........X",
    "222..,,.....,,..2222",
    "33322222,,2222223333",
];

const WALK: &str = "G4 I4 H5 I5 J5 K5 E6 F6 G6 H6 I6 J6 K6 D7 E7 F7 I7 J7 K7 L7 E8 F8 G8 H8 I8 J8 K8 I9 J9 H7 G7";
const NEAR: &str = "H7 G7 F7 I7 J7 G6 H6 I6 J6 F8 G8 H8 I8 J8 H5 I5";
const RUN: &str = "I1 J1 D2 E2 F2 G2 H2 I2 J2 K2 L2 M2 C3 D3 E3 F3 G3 H3 J3 K3 L3 M3 N3 B4 D4 E4 F4 G4 I4 J4 K4 L4 M4 A5 B5 C5 \
    D5 E5 H5 I5 J5 K5 L5 M5 N5 A6 B6 C6 D6 E6 F6 G6 H6 I6 J6 K6 L6 M6 N6 O6 P6 A7 B7 C7 D7 E7 F7 I7 J7 K7 L7 M7 N7 O7 P7 E8 F8 \
    G8 H8 I8 J8 K8 L8 M8 N8 O8 E9 F9 G9 H9 I9 J9 K9 E10 F10 G10 H10 I10 H7 G7 F5 G5 I3 H4";

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().filter_map(|name| name.parse().ok()).collect()
}

fn at(name: &str) -> Place {
    name.parse::<Square>().unwrap_or_default().into()
}

fn badge(icon: &str, tone: Tone) -> Badge {
    Badge { icon: icon.to_owned(), tone, words: icon.to_owned() }
}

fn who(name: &str, side: usize, emblem: &'static str, place: &str, health: f32) -> Token {
    Token {
        name: name.to_owned(),
        side,
        face: Face::Emblem(emblem),
        place: at(place),
        health: Some(health),
        ..Token::default()
    }
}

/// The turn of a combatant that is about to charge, with everything that can lie over the land.
pub(crate) fn turn(close: bool) -> Markup {
    let Ok(map) = Map::from_rows(GORGE, Legend::standard()) else { return html! {} };
    let paper = Paper::of(&map);
    let view_box = if close { paper.around(&squares("G7 H7 H4 F5 G5 I3"), 1).to_string() } else { paper.view_box() };
    let tokens = [
        who("Tomris", 0, "healer", "G7", 1.0),
        Token {
            badges: vec![badge("note", Tone::Good), badge("drop", Tone::Bad)],
            ..who("Bayan", 0, "singer", "H4", 0.14)
        },
        Token {
            number: Some(1),
            badges: vec![badge("snail", Tone::Bad), badge("crack", Tone::Bad)],
            ..who("", 1, "wolf", "F5", 1.0)
        },
        Token {
            number: Some(2),
            readied: true,
            badges: vec![badge("snail", Tone::Bad)],
            ..who("", 1, "wolf", "G5", 0.66)
        },
        Token { readied: true, ..who("", 1, "dog", "I3", 0.66) },
        Token { asked: true, ..who("Aybars", 0, "guard", "H7", 1.0) },
    ];
    let taken: Vec<Place> = tokens.iter().map(|one| one.place).collect();
    let band = |kind, names, label: &str| Band { kind, squares: squares(names), label: label.to_owned() };
    let bands =
        [band(BandKind::Near, WALK, "4 m"), band(BandKind::Far, RUN, "run 12 m"), band(BandKind::Cheap, NEAR, "")];
    let fair = |place, hit: &str, amount: &str, selected| Odds {
        place: at(place),
        hit: hit.to_owned(),
        amount: amount.to_owned(),
        selected,
    };
    let all = [fair("F5", "70 %", "14.9", false), fair("G5", "60 %", "10.1", false), fair("I3", "50 %", "11", true)];
    let hazards = [Hazard { square: at("I5").square, words: "Dog and Grey 2 strike".to_owned() }];
    let lake: Vec<Square> = (4..9).flat_map(|x| (4..9).map(move |y| Square::new(x, y))).collect();
    html! {
        section .b .phone[close] {
            svg .map viewBox=(view_box) {
                (ground(&map, "Wolves in the gorge", None))
                (edges(&map))
                (zone(&lake, "Stagnation · Tomris"))
                (reach(&bands, &taken))
                @for place in ["F5", "G5", "I3"] { (aim(at(place))) }
                (way(&squares("H7 H6 I5 I4"), Footprint::ONE, &hazards))
                (telegraph(at("M2"), at("R2"), 1, "charge"))
                @for one in &tokens { (token(one)) }
                (odds(&all, &Beside { tokens: &tokens, ..Beside::default() }))
                (flight(at("N8"), at("R8"), 1, "sword"))
                (told(&[Told { from: at("M2"), to: at("R2"), words: "charge".to_owned() }], &tokens))
                (ping(at("T9").square, 0))
                (ruler(&squares("N4 R3"), "5 m"))
                (area(&squares("B8 C8 D8 B9 C9 D9 C10"), &squares("C8")))
            }
        }
    }
}

const HALL: &[&str] = &[
    "################",
    "#......+.......#",
    "#......#.......#",
    "#......#.......#",
    "#....../.......#",
    "################",
];

/// What stands between the squares of the hall.
const HALL_EDGES: &[&str] = &[
    "door B5-C5 closed",
    "door C5-D5 open",
    "door D5-E5 locked",
    "window E5-F5 half",
    "curtain F5-G5",
    "low wall B3-B4 half",
    "climb C3-C4 2",
    "swim D3-D4 1",
    "wall E3-E4",
    "door F3-F4 closed",
    "door G3-G4 open",
    "wall E2-E3",
    "wall F2-F3",
];

/// Tokens of every side, size and state, in half-light.
pub(crate) fn all_tokens() -> Markup {
    let Ok(mut map) = Map::from_rows(HALL, Legend::standard()) else { return html! {} };
    let _ = map.draw_edges(HALL_EDGES);
    let big = |place: &str, wide, deep| Place { square: at(place).square, footprint: Footprint::new(wide, deep) };
    let mut tokens: Vec<Token> = ["I5", "J5", "K5", "L5", "M5", "N5"]
        .into_iter()
        .enumerate()
        .map(|(side, place)| {
            who(
                &format!("Side {side}"),
                side,
                ["helm", "wolf", "singer", "mage", "owl", "bull"][side],
                place,
                1.0 - 0.18 * side as f32,
            )
        })
        .collect();
    tokens.push(Token {
        place: big("I2", 2, 2),
        badges: vec![badge("fire", Tone::Bad); 5],
        ..who("Wyrm", 1, "wyrm", "I2", 0.4)
    });
    tokens.push(Token { place: big("K2", 2, 1), altitude: 12, ..who("Horse wing", 0, "horse", "K2", 0.7) });
    tokens.push(Token { hidden: true, ..who("Shade", 1, "shade", "N2", 0.8) });
    tokens.push(Token { out: true, ..who("Fallen", 0, "sword", "N3", 0.0) });
    tokens.push(Token { ghost: true, ..who("Ghost", 0, "bow", "O3", 1.0) });
    tokens.push(Token { room: Room::Rider, ..who("Rider", 0, "spear", "K3", 1.0) });
    tokens.insert(0, who("Mount", 0, "horse", "K3", 0.9));
    for (count, icon, place) in [(2, "axe", "L3"), (3, "rat", "M3"), (6, "imp", "M2")] {
        let shared =
            |slot| Token { room: Room::Shared(slot, count), ..who("", side_of(slot, count), icon, place, 0.9) };
        tokens.extend((0..count).map(shared));
    }
    let seen = Seen {
        dim: squares("B2 C2 D2"),
        dark: squares("E2 F2 G2"),
        remembered: squares("N4 O4"),
        unknown: squares("O5 O2"),
    };
    html! {
        section .b #tokens {
            svg .map viewBox=(Paper::of(&map).view_box()) {
                (ground(&map, "", None))
                (edges(&map))
                (sight(&seen))
                (glow(&[Light { place: at("K3"), radius: 3.0 }]))
                @for one in &tokens { (token(one)) }
            }
        }
    }
}

/// Of six in one square every other one is a foe; of fewer each has a side of its own.
fn side_of(slot: u8, count: u8) -> usize {
    usize::from(if count == 6 { slot % 2 } else { slot })
}

/// Names of terrain that no ready-made encounter has, and those that few have.
const LANDS: &[(char, &str)] = &[
    ('a', "lava"),
    ('b', "burning ground"),
    ('c', "ice"),
    ('d', "deep snow"),
    ('e', "sand"),
    ('f', "road"),
    ('g', "wooden bridge"),
    ('h', "grave"),
    ('i', "slippery rock"),
    ('j', "thorn hedge"),
    ('k', "dim wood"),
    ('l', "tree"),
    ('m', "statue"),
    ('n', "pillar"),
    ('p', "table"),
    ('r', "crate"),
    ('s', "boulder"),
    ('t', "dark cave"),
];

const ROWS: &[&str] = &[
    "................",
    ".aa.bb.cc.dd.ee.",
    ".aa.bb.cc.dd.ee.",
    "................",
    ".ffff.gg.hh.ii..",
    ".~~~~~gg.hh.ii..",
    "................",
    ".jj.kk.l.m.n.pp.",
    ".jj.kk.l.m.n.p..",
    "................",
    ".r.s.??.::.__.tt",
    ".r.q.??.::.__.tt",
    ".O.o.vvv.,,.^^^.",
    "................",
];

/// Every kind of terrain that a name can ask for.
pub(crate) fn lands() -> Markup {
    let mut legend = Legend::standard();
    for (glyph, name) in LANDS {
        let mut kind = TerrainKind::new(*glyph, *name);
        kind.cover = if matches!(*name, "tree" | "statue" | "pillar" | "table") { Cover::Half } else { Cover::None };
        let _ = legend.define(kind);
    }
    let Ok(map) = Map::from_rows(ROWS, legend) else { return html! {} };
    html! {
        section .b { svg .map viewBox=(Paper::of(&map).view_box()) { (ground(&map, "", None)) (edges(&map)) } }
    }
}
