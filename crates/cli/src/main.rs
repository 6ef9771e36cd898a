//! The `quintain` command.
fn main() {}
