//! What must hold for any text, any dice and any seed.

use proptest::prelude::*;
use quintain_dice::{Dice, Distribution, Expression, Faces, Fate, Keep, Ratio, Stream};

/// Text that looks like notation.
fn notation() -> impl Strategy<Value = String> {
    let die = prop_oneof![(1..12_u16).prop_map(|sides| sides.to_string()), Just("%".to_owned()), Just("F".to_owned())];
    let point = (prop_oneof![Just(""), Just("<"), Just("<="), Just("="), Just(">"), Just(">=")], 0..8)
        .prop_map(|(relation, number)| format!("{relation}{number}"));
    let change = prop_oneof![
        (prop_oneof![Just("kh"), Just("kl"), Just("k"), Just("dl"), Just("dh"), Just("d")], 1..4)
            .prop_map(|(letters, count)| format!("{letters}{count}")),
        point.clone().prop_map(|point| format!("r{point}")),
        point.clone().prop_map(|point| format!("ro{point}")),
        Just("!".to_owned()),
        point.clone().prop_map(|point| format!("!{point}")),
        point.clone().prop_map(|point| format!(">=5f{point}")),
        point,
    ];
    let pool = (1..4_u8, die, prop::collection::vec(change, 0..3))
        .prop_map(|(count, die, changes)| format!("{count}d{die}{}", changes.concat()));
    let leaf = prop_oneof![3 => pool, 1 => (0..50_u32).prop_map(|number| number.to_string())];
    leaf.prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), prop_oneof![Just("+"), Just(" - "), Just("*"), Just("/")], inner.clone())
                .prop_map(|(one, sign, two)| format!("{one}{sign}{two}")),
            inner.clone().prop_map(|term| format!("({term})")),
            inner.clone().prop_map(|term| format!("-{term}")),
            inner.clone().prop_map(|term| format!("({term})[fire]")),
            (prop_oneof![Just("abs"), Just("floor"), Just("ceil")], inner.clone())
                .prop_map(|(name, term)| format!("{name}({term})")),
            (prop_oneof![Just("min"), Just("max")], prop::collection::vec(inner, 1..4))
                .prop_map(|(name, terms)| format!("{name}({})", terms.join(","))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_panics(text in ".*") {
        if let Err(error) = Expression::parse(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column()));
        }
    }

    #[test]
    fn reading_what_looks_like_dice_never_panics(text in "[0-9dkhlrof!<>=+*/() ,%F\\[\\]a-z-]{0,60}") {
        if let Ok(expression) = Expression::parse(&text) {
            let _ = expression.roll(&mut Stream::new(1, 1));
            prop_assert_eq!(Expression::parse(&expression.to_string()), Ok(expression));
        }
    }

    #[test]
    fn printing_reads_back(text in notation()) {
        if let Ok(expression) = Expression::parse(&text) {
            let printed = expression.to_string();
            prop_assert_eq!(Expression::parse(&printed), Ok(expression), "{}", printed);
        }
    }

    #[test]
    fn what_is_thrown_hangs_together(text in notation(), seed: u64) {
        let Ok(expression) = Expression::parse(&text) else { return Ok(()) };
        let Ok(outcome) = expression.roll(&mut Stream::new(seed, 0)) else { return Ok(()) };
        prop_assert_eq!(outcome.total, outcome.terms.iter().map(|term| term.value).sum::<i64>());
        for throw in &outcome.throws {
            let kept = throw.dice.iter().filter(|die| die.fate == Fate::Kept);
            let value = kept.map(|die| die.verdict.map_or(i64::from(die.face), |verdict| verdict.worth())).sum::<i64>();
            prop_assert_eq!(throw.value, value);
        }
    }

    #[test]
    fn throws_fall_within_the_odds(text in notation(), seed: u64) {
        let Ok(expression) = Expression::parse(&text) else { return Ok(()) };
        let Ok(odds) = expression.distribution() else { return Ok(()) };
        let settled = odds.iter().fold(odds.remainder(), |sum, (_, chance)| &sum + &chance);
        prop_assert_eq!(settled, Ratio::ONE);
        prop_assert_eq!(&odds.chance(|_| true) + &odds.remainder(), Ratio::ONE);
        for fight in 0..8 {
            let outcome = expression.roll(&mut Stream::new(seed, fight));
            let total = outcome.map(|outcome| outcome.total);
            prop_assert!(total.as_ref().is_ok_and(|&total| odds.chance_of(total) > Ratio::ZERO), "{text}: {total:?}");
        }
    }

    #[test]
    fn faces_stay_in_range(seed: u64, fight: u64, sides in 1..=u16::MAX, bound: u32) {
        let mut stream = Stream::new(seed, fight);
        prop_assert_eq!(&stream, &Stream::new(seed, fight));
        for _ in 0..20 {
            prop_assert!((1..=sides).contains(&stream.die(sides)));
            prop_assert!(stream.below(bound) < bound.max(1));
        }
    }

    #[test]
    fn different_fights_have_different_streams(seed: u64, fight: u64, step in 1..u64::MAX) {
        let stream = Stream::new(seed, fight);
        prop_assert_ne!(&stream, &Stream::new(seed, fight.wrapping_add(step)));
        prop_assert_ne!(&stream, &Stream::new(seed.wrapping_add(step), fight));
        prop_assert_ne!(&stream, &Stream::for_tactics(seed, fight));
    }

    #[test]
    fn kept_faces_are_the_best_ones(list in prop::collection::vec(1..20_u16, 0..=64), count in 0..70_u16) {
        let faces = Faces::try_from(list.as_slice()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut sorted = list.clone();
        sorted.sort_unstable();
        let sum = |some: &mut dyn Iterator<Item = &u16>| some.take(usize::from(count)).map(|&face| u32::from(face)).sum::<u32>();
        prop_assert_eq!(faces.kept(Keep::Lowest(count)).sum(), sum(&mut sorted.iter()));
        let highest = faces.kept(Keep::Highest(count));
        prop_assert_eq!(highest.sum(), sum(&mut sorted.iter().rev()));
        // The quick list of a throw and the long one of an expression must choose alike.
        let mut script = list.iter().copied();
        if let Ok(expression) = Expression::parse(&format!("{}d20kh{count}", list.len())) {
            let outcome = expression.roll(&mut |_| script.next().unwrap_or(1));
            let throw = outcome.map(|mut outcome| outcome.throws.remove(0)).map_err(|error| TestCaseError::fail(error.to_string()))?;
            for (place, die) in throw.dice.iter().enumerate() {
                prop_assert_eq!(die.fate == Fate::Kept, highest.keeps(place));
            }
        }
    }

    #[test]
    fn odds_of_pools_add_up(count in 1..9_u8, sides in 1..13_u16, kept in 0..10_u16) {
        let dice = Dice::new(count, sides).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for keep in [Keep::All, Keep::Highest(kept), Keep::Lowest(kept)] {
            let odds = Distribution::of_kept(dice, keep).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(odds.iter().fold(Ratio::ZERO, |sum, (_, chance)| &sum + &chance), Ratio::ONE);
        }
    }

    #[test]
    fn fractions_order_as_numbers_do(a in -1_000..1_000_i128, b in 1..1_000_i128, c in -1_000..1_000_i128, d in 1..1_000_i128) {
        if let (Some(one), Some(two)) = (Ratio::new(a, b), Ratio::new(c, d)) {
            prop_assert_eq!(one.cmp(&two), (a * d).cmp(&(c * b)));
            prop_assert_eq!(one == two, a * d == c * b);
        }
    }
}
