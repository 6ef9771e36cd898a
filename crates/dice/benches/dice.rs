//! How fast dice fall. Each bench asserts the answer it has worked out, so that speed is never bought with other dice.

use divan::Bencher;
use divan::counter::ItemsCount;
use quintain_dice::{Distribution, Expression, Keep, Stream};

const DICE: u32 = 10_000;

fn main() {
    divan::main();
}

/// Dice per second of one long stream.
#[divan::bench(args = [6, 20, 100])]
fn stream(bencher: Bencher, sides: u16) {
    let sum = || {
        let mut stream = Stream::new(1, 1);
        (0..DICE).map(|_| u32::from(stream.die(sides))).sum::<u32>()
    };
    assert_eq!(
        Some(sum()),
        [(6, 34703), (20, 104013), (100, 500277)].into_iter().find(|pair| pair.0 == sides).map(|pair| pair.1)
    );
    bencher.counter(ItemsCount::new(DICE)).bench_local(sum);
}

/// Streams made per second, with one die each.
#[divan::bench]
fn seeding(bencher: Bencher) {
    let sum = || (0..u64::from(DICE)).map(|fight| u32::from(Stream::new(1, fight).die(20))).sum::<u32>();
    assert_eq!(sum(), 105278);
    bencher.counter(ItemsCount::new(DICE)).bench_local(sum);
}

/// Expressions read and thrown per second.
#[divan::bench]
fn parse_and_roll(bencher: Bencher) {
    let total = || {
        let mut stream = Stream::new(1, 2);
        let mut total = 0;
        for _ in 0..100 {
            let outcome = Expression::parse("4d6kh3 + 2d8[fire] - 1").map(|expression| expression.roll(&mut stream));
            if let Ok(Ok(outcome)) = outcome {
                total += outcome.total;
            }
        }
        total
    };
    assert_eq!(total(), 2009);
    bencher.counter(ItemsCount::new(100_u32)).bench_local(total);
}

/// Exact odds of a kept pool worked out per second.
#[divan::bench]
fn odds(bencher: Bencher) {
    let mean =
        || Distribution::die(6).and_then(|die| die.pool(6, Keep::Highest(3))).map(|odds| odds.mean().to_string());
    assert_eq!(mean().as_deref(), Ok("110993/7776"));
    bencher.bench_local(mean);
}

/// What `side_by_side.py` works out with icepool, from the text to the odds.
#[divan::bench(args = [
    "3d6", "4d6kh3", "2d20kl1", "2d6ro<3", "3d8r1", "6d10>=7", "4dF", "max(d12,d8)", "d20+2d6-3", "d6*d6", "3d6!", "4d6!kh3",
    "10d10kh5", "20d6>=5", "100d6", "50d20kh25",
])]
fn side_by_side(bencher: Bencher, expression: &str) {
    let odds = || Expression::parse(expression).map(|expression| expression.distribution());
    assert!(odds().is_ok_and(|odds| odds.is_ok()));
    bencher.bench_local(odds);
}
