//! A thousand fights, and what they say: `cargo run --release --example simulate`.

use std::sync::atomic::{AtomicU64, Ordering};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fight = quintain::open("thalassa/cyclops")?;
    let done = AtomicU64::new(0);
    let report =
        fight.sim(1_000).seed(7).progress(&|more| _ = done.fetch_add(more, Ordering::Relaxed)).run_in_full()?;
    println!("{}: {} fights of {}", report.encounter, done.into_inner(), report.rulebook);
    for side in &report.sides {
        let [low, high] = side.interval95.map(|share| 100.0 * share);
        println!("{} win {:.1} % ({low:.1} to {high:.1} %)", side.name, 100.0 * side.win_rate);
    }
    for source in report.telling.iter().flat_map(|telling| &telling.damage) {
        println!("{} damage a fight by {}", (10.0 * source.mean).round() / 10.0, source.with);
    }
    let armour = fight.sim(1_000).seed(7).compare_with(&["Althea.armor=3"])?;
    let wins = &armour.figures[0];
    println!("with armor 3: {} {:+.1} %", wins.what, 100.0 * wins.difference);
    Ok(())
}
