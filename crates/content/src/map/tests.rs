//! Maps: rows, legends, edges, and the problems of wrong ones.

use quintain_field::Cover;

use super::*;
use crate::Encounter;

fn parse(map: &str) -> Result<MapSpec, Problems> {
    let text = format!("rulebook = \"gu\"\n[map]\n{map}\n[[combatant]]\nis = \"hero\"\nside = \"a\"\n");
    Encounter::parse(&Source::new("x", text), &[]).map(|encounter| encounter.map.unwrap())
}

fn problems(map: &str) -> String {
    parse(map).map(|_| ()).unwrap_err().to_string()
}

fn at(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn a_map_is_a_size_or_rows() {
    let map = parse("size = [10, 6]\nexits = \"A1\"").unwrap().build().unwrap();
    assert_eq!(map.bounds().to_string(), "A1-J6");
    assert!(map.is_exit(at("A1")));
    let map = parse("rows = [\"..#\", \"~..\"]\nedges = [\"wall B1-C1\"]").unwrap().build().unwrap();
    assert!(map.blocks_movement(at("C2")));
    assert_eq!(map.terrain_name(at("A1")), Some("water"));
    assert_eq!(map.edges_text(), ["wall B1-C1"]);
}

#[test]
fn letters_take_what_standard_terrain_is() {
    let spec = parse(
        "rows = [\"kWdH\"]\n[map.legend]\nk = { terrain = \"kelp\", cost = 3, cover = \"half\", blocks = \"sight\" }\n\
         W = \"wall\"\nd = { door = \"closed\" }\nH = { height = \"1.5 m\", exit = true }",
    )
    .unwrap();
    assert_eq!(spec.costs().collect::<Vec<_>>(), [("kelp", 3)]);
    let map = spec.build().unwrap();
    assert_eq!(map.terrain_name(at("A1")), Some("kelp"));
    assert_eq!(map.cover(at("A1")), Cover::Half);
    assert!(map.blocks_sight(at("A1")) && !map.blocks_movement(at("A1")));
    assert!(map.blocks_movement(at("B1")) && map.blocks_movement(at("C1")));
    assert!(map.is_exit(at("D1")));
    assert_eq!(map.ground(at("D1")).tenths(), 15);
}

#[test]
fn rows_are_wrong_at_their_column() {
    assert_eq!(
        problems("rows = [\n  \"..!..\",\n  \"...\",\n  \"é!?..\",\n]"),
        "x:4:6: `!` in the map stands for nothing; use one of .,:~=#_XqoO/+%?^v0123456789 or add it to `[map.legend]`\n\
         x:5:3: this row has 3 squares, but the top row has 5; make all rows equally long\n\
         x:6:4: `é` in the map stands for nothing; use one of .,:~=#_XqoO/+%?^v0123456789 or add it to `[map.legend]`"
    );
    assert_eq!(
        problems("rows = [\"\\u0021.\"]"),
        "x:3:9: `!` in the map stands for nothing; use one of .,:~=#_XqoO/+%?^v0123456789 or add it to `[map.legend]`"
    );
    assert_eq!(
        problems("size = [2, 3]\nrows = [\"..\", \"...\"]"),
        "x:4:15: there are 2 rows, but `size` says 3; make them agree, or take `size` away\n\
         x:4:15: this row has 3 squares, but `size` says 2; make all rows equally long"
    );
    assert_eq!(problems("rows = []"), "x:3:8: `rows` is empty; write a text for each row, the top one first");
}

#[test]
fn edges_and_exits_are_wrong_at_their_line() {
    let text = problems(
        "size = [4, 4]\nedges = [\n  \"wall B2-B3\",\n  \"wall B2-B4\",\n  \"wall D4-E4\",\n]\nexits = [\"E1\"]",
    );
    assert_eq!(
        text,
        "x:6:3: B2-B4 is not an edge: name two squares that share a side, as in B2-B3, or add north, east, south or west for one side of a whole rectangle\n\
         x:7:3: E4 lies outside the map\n\
         x:9:10: E1 is off the map; the map reaches from A1 to D4"
    );
}

#[test]
fn the_legend_says_what_would_be_right() {
    assert_eq!(
        problems(
            "size = [4, 4]\nsquare = 0\n[map.legend]\nkk = \"kelp\"\na = { cover = \"hafl\", blocks = [\"sigth\"], \
             height = \"high\", cost = -1, door = \"ajar\", exit = 1 }"
        ),
        "x:4:10: `square` must be the side of a square in metres, such as `1.5`, not the number 0\n\
         x:6:1: `kk` in the legend is not one visible character; use one letter for each kind of ground\n\
         x:7:15: `cover` cannot be `hafl`; the nearest word is `half`\n\
         x:7:33: `blocks` cannot be `sigth`; the nearest word is `sight`\n\
         x:7:52: `height` must be a height in metres, such as `1.5`, not the text \"high\"\n\
         x:7:67: `cost` must be a whole number from 0 to 100, not the number -1\n\
         x:7:78: `door` cannot be `ajar`; the words here are `open`, `closed` and `locked`\n\
         x:7:93: `exit` must be true or false, not the number 1"
    );
}
