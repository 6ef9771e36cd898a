//! A rulebook from a crate of its own, on the shelf beside the others: `cargo run --example own_rulebook`.

use quintain::Fight;
use quintain::rulebook::built_in;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let library = built_in().with(causeway::RULEBOOK, causeway::FILES);
    for rulebook in library.shelf() {
        println!("{}: {}", rulebook.id(), rulebook.name());
    }
    let fight = Fight::open_in(&library, "causeway/gate")?;
    let report = fight.sim(1_000).run()?;
    for side in &report.sides {
        println!("{} win {:.1} % of the fights", side.name, 100.0 * side.win_rate);
    }
    Ok(())
}
