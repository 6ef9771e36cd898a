//! How long a large land and what changes each turn take to draw.

fn main() {
    divan::main();
}
