//! A bot that strikes the foe nearest to falling, against the book's own tactics: `cargo run --release --example bot`.

use quintain::fight::{AnyDrill, Group, Target, View};

/// The option that strikes the weakest; the default where nothing strikes anybody.
fn chosen(drill: &dyn AnyDrill, view: &View) -> Option<usize> {
    let question = drill.question(0)?;
    let life = |place: usize| view.combatants.get(place).and_then(|one| one.life()).map_or(i64::MAX, |(now, _)| now);
    let strikes = (0..question.options()).filter_map(|place| {
        let label = question.label(place).filter(|label| label.verb.group == Group::Attack)?;
        match label.target {
            Target::Who(who) => Some((life(who.index()), place)),
            _ => None,
        }
    });
    strikes.min().map(|(_, place)| place).or(question.default())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fight = quintain::open("thalassa/ambush")?;
    let side = &fight.sides()[0];
    let mut drill = fight.play().side(side).drill()?;
    let mut won = 0;
    for number in 0..500 {
        drill.again(1, number);
        while drill.open() > 0 {
            match chosen(&*drill, &drill.view()) {
                Some(option) => drill.answer_with(0, &quintain::fight::Answer::One(option))?,
                None => drill.answer_default_of(0)?,
            }
        }
        won += u32::from(drill.outcome() == Some(quintain::fight::Outcome::Won(quintain::fight::Side(0))));
    }
    println!("{side} win {:.1} % by this bot", f64::from(won) / 5.0);
    Ok(())
}
