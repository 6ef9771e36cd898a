//! A fight played by hand, line by line: `cargo run --example by_hand`.

use std::io::{BufRead, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "thalassa/cyclops".to_owned());
    let fight = quintain::open(&name)?;
    let first = fight.sides().into_iter().next().unwrap_or_default();
    let mut live = fight.play().side(&first).begin()?;
    let mut told = 0;
    let mut lines = stdin().lock().lines();
    loop {
        for event in &live.events()[told..] {
            println!("  {}", event.text);
        }
        told = live.events().len();
        let questions = live.questions();
        let Some(asked) = questions.first() else { break };
        println!("{}: {}", asked.who, asked.question.text);
        for choice in asked.question.choices() {
            println!("  - {}", choice.text);
        }
        print!("> ");
        stdout().flush()?;
        let Some(words) = lines.next().transpose()? else { return Ok(()) };
        let words = if words.trim().is_empty() { "default" } else { words.trim() };
        if words == "undo" {
            println!("{}", live.undo().unwrap_or_else(|fault| fault.to_string()));
            told = told.min(live.events().len());
        } else if let Err(fault) = live.answer(&asked.who, words) {
            println!("{fault}");
        }
    }
    println!("{} won", live.winner().unwrap_or("nobody"));
    Ok(())
}
