//! What each answer to the first question leads to, exactly: `cargo run --release --example odds`.

use quintain::fight::OddsLimit;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let live = quintain::open("thalassa/cyclops")?.play().side("heroes").seed(1).begin()?;
    for asked in live.questions().iter().take(1) {
        println!("{}", asked.question.text);
        for choice in asked.question.choices() {
            let odds = live.odds(&asked.who, &choice.text, OddsLimit::default())?;
            println!("{} ({} courses{})", choice.text, odds.branches, if odds.exact { "" } else { ", sampled" });
            for measure in &odds.measures {
                let then = measure.then.iter().map(|likely| format!("{} {:.1} %", likely.value, 100.0 * likely.chance));
                println!("  {}, now {}: {}", measure.path, measure.now, then.collect::<Vec<_>>().join(", "));
            }
        }
    }
    Ok(())
}
