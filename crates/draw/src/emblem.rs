//! Emblems of tokens: filled silhouettes by name, and which one fits the words of a pack entry.

mod tables;
mod words;

use maud::{Markup, html};

use self::tables::EMBLEMS;
pub use self::words::emblem_for;

/// An emblem as a small `svg` of its own, filled with the text's colour.
#[must_use]
pub fn emblem(name: &str) -> Markup {
    html! {
        svg .i .em viewBox="0 0 24 24" aria-hidden="true" { path fill-rule="evenodd" d=(silhouette(name)) {} }
    }
}

/// The names of all emblems, in order.
pub fn emblems() -> impl Iterator<Item = &'static str> {
    EMBLEMS.iter().map(|(name, _)| *name)
}

/// The emblem that stands for all unknown ones.
const HELM: &str = "helm";

/// The name of an emblem that there is: this, or a helmet's.
pub(crate) fn known(name: &str) -> &str {
    if EMBLEMS.binary_search_by_key(&name, |(name, _)| *name).is_ok() { name } else { HELM }
}

/// The `d` of an emblem; a helmet, where there is none of this name.
fn silhouette(name: &str) -> &'static str {
    EMBLEMS.iter().find(|(own, _)| *own == known(name)).map_or("", |(_, d)| *d)
}

/// All emblems, for tokens to refer to.
pub(crate) fn paths() -> Markup {
    html! { @for (name, d) in EMBLEMS { path id={ "em-" (name) } fill-rule="evenodd" d=(d) {} } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emblems_are_sorted_and_found() {
        assert!(EMBLEMS.is_sorted_by_key(|(name, _)| *name));
        for (name, d) in EMBLEMS {
            assert_eq!(silhouette(name), *d);
        }
        assert_eq!(silhouette("no such thing"), silhouette("helm"));
    }
}
