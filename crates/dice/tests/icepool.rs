//! Chances of dice expressions as icepool works them out, by `benches/side_by_side.py --table`.

use quintain_dice::{Distribution, Expression};

const TABLE: &str = include_str!("icepool.txt");

#[test]
fn every_chance_is_the_same_fraction() {
    let mut known: Vec<(&str, Distribution)> = Vec::new();
    for line in TABLE.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [expression, value, chance] = words[..] else { panic!("{line}") };
        if known.last().is_none_or(|(last, _)| *last != expression) {
            known.push((expression, Expression::parse(expression).unwrap().distribution().unwrap()));
        }
        let (_, odds) = known.last().unwrap();
        assert_eq!(odds.chance_of(value.parse().unwrap()).to_string(), chance, "{line}");
    }
    assert_eq!(known.len(), 16);
}
