//! One fight in four languages comes to one end. Here in Rust; the others look at the same digest.
#![cfg(feature = "thalassa")]
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../examples/random_fight/main.rs"]
mod random_fight;

#[test]
fn in_rust() {
    let digest = include_str!("../examples/random_fight/digest.txt");
    assert_eq!(random_fight::random_fight().unwrap(), digest.trim());
}
