//! Line icons by name, 24 units wide and high, drawn with a line of the text's colour.

mod tables;

use maud::{Markup, html};

use self::tables::ICONS;

/// A line icon as a small `svg`, as large as the text around it; unknown names draw a die.
#[must_use]
pub fn icon(name: &str) -> Markup {
    html! {
        svg .i viewBox="0 0 24 24" aria-hidden="true" { path d=(strokes(name)) {} }
    }
}

/// The names of all icons, in order.
pub fn icons() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|(name, _)| *name)
}

/// The `d` of an icon.
pub(crate) fn strokes(name: &str) -> &'static str {
    let find = |name: &str| ICONS.binary_search_by_key(&name, |(name, _)| *name).ok();
    find(name).or_else(|| find("die")).and_then(|at| ICONS.get(at)).map_or("", |(_, d)| *d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_sorted_and_found() {
        assert!(ICONS.is_sorted_by_key(|(name, _)| *name));
        for (name, d) in ICONS {
            assert_eq!(strokes(name), *d);
        }
        assert_eq!(strokes("no such thing"), strokes("die"));
    }
}
