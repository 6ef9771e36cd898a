//! What must hold on every map, checked on random ones.

mod maps;
mod paths;
mod sights;
mod texts;
