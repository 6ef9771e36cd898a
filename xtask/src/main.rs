//! The chores of the house: `cargo xtask test`, `tidy`, `schemas`, `guides`, `surface`, `playground`, `new-rulebook`,
//! `bench`, `pgo`.

mod bench;
mod console;
mod guides;
mod pgo;
mod python;
mod quintain;
mod rulebook;
mod schemas;
mod steps;
mod surface;
mod tidy;
mod tree;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test      everything that must be right before a change lands
cargo xtask tidy      the invariants of the house
cargo xtask schemas   writes schemas/ anew
cargo xtask guides    writes the tables of decisions and the outputs in docs/ anew
cargo xtask surface   writes down anew what the crate `quintain` shows
cargo xtask playground
                      builds the site into target/playground: no server needed
cargo xtask bench --instructions [--against PROGRAM]
                      what a fight costs in each encounter with a map, also by another build of the example `cost`
cargo xtask bench --growth [BOOK ...]
                      what a decision costs as sides grow from 2 to 64
cargo xtask bench --steps
                      how long an answer takes in each encounter, at a live table and from a program
cargo xtask pgo       builds the command a second time, in target/pgo, from what it does in simulations
cargo xtask new-rulebook NAME [--path DIR]
                      makes a crate with a small game that runs, to be made into your own";

/// Builds the site.
const PLAYGROUND: [&str; 6] = ["run", "--quiet", "--package", "quintain-site", "--", "target/playground"];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = tree::root();
    let done = match words.as_slice() {
        ["test"] => steps::run(&root),
        ["tidy"] => tidy::run(&root),
        ["schemas"] => schemas::write(&root),
        ["guides"] => guides::write(&root),
        ["surface"] => surface::write(&root).map_err(surface::Fault::words),
        ["playground"] => steps::cargo(&root, &PLAYGROUND, &[]),
        ["bench", "--instructions"] => bench::instructions(&root, None),
        ["bench", "--instructions", "--against", other] => bench::instructions(&root, Some(other)),
        ["bench", "--growth", books @ ..] => bench::growth(&root, books),
        ["bench", "--steps"] => bench::steps(&root),
        ["pgo"] => match pgo::run(&root) {
            Err(pgo::Fault::Missing(what)) => {
                eprintln!("{what}");
                return ExitCode::from(2);
            }
            Err(pgo::Fault::Failed(what)) => Err(what),
            Ok(()) => Ok(()),
        },
        ["new-rulebook", name] => rulebook::make(&root, name, None),
        ["new-rulebook", name, "--path", path] => rulebook::make(&root, name, Some(path)),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            if !what.is_empty() {
                eprintln!("{what}");
            }
            ExitCode::FAILURE
        }
    }
}
