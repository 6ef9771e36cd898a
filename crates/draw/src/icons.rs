//! Line icons by name, 24 units wide and high, drawn with a line of the text's colour.

use maud::{Markup, html};

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

/// Names and paths, sorted by name.
const ICONS: &[(&str, &str)] = &[
    ("back", "M9 5 3.5 11 9 17M3.5 11H15a5.5 5.5 0 0 1 0 9h-3"),
    ("bag", "M8 8V6a4 4 0 0 1 8 0v2M4.5 8h15l1 12.5h-17zM9 12h6"),
    ("bolt", "M13 2.5 5 13.5h6l-1 8 8-11h-6z"),
    ("branch", "M6 3.5v17M6 13c8 0 11-2 11-7M14 8l3-3 3 3"),
    ("charge", "M3 20 14 9M9 8l7-1-1 7M18 3.5l.9 2.6 2.6.9-2.6.9-.9 2.6-.9-2.6-2.6-.9 2.6-.9z"),
    ("check", "M4.5 12.5 10 18 20 6.5"),
    ("close", "M6 6l12 12M18 6 6 18"),
    ("crack", "M12 2.5 19.5 5v6c0 5-3 8.5-7.5 10.5C7.5 19.5 4.5 16 4.5 11V5zM12 2.5 10.5 8l3.5 2.5-3 4 1.5 6"),
    ("crown", "M4 18.5h16M4 15.5 3 6l5 4 4-6 4 6 5-4-1 9.5z"),
    ("die", "M12 2.5 20.5 7.5v9L12 21.5 3.5 16.5v-9zM12 2.5 7 13h10zM7 13 3.5 7.5M17 13l3.5-5.5M7 13l5 8.5 5-8.5"),
    ("drop", "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z"),
    ("end", "M6 3h12M6 21h12M7.5 3c0 5 9 5 9 9s-9 4-9 9M16.5 3c0 5-9 5-9 9"),
    (
        "eye",
        "M2.5 12C5 7.5 8 5.5 12 5.5s7 2 9.5 6.5C19 16.5 16 18.5 12 18.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    ),
    ("fit", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
    ("heal", "M12 20.5C6 16 3 12.6 3 9a4.5 4.5 0 0 1 9-1.2A4.5 4.5 0 0 1 21 9c0 3.6-3 7-9 11.5zM12 9.5v6M9 12.5h6"),
    ("log", "M6 3h11v15.5a2.5 2.5 0 0 1-5 0V17H3.5v1.5A2.5 2.5 0 0 0 6 21h8.5M9.5 7.5h5M9.5 11.5h5"),
    ("mail", "M3 6h18v12.5H3zM3 7l9 6.5L21 7"),
    ("menu", "M4 7h16M4 12h16M4 17h16"),
    ("minus", "M5 12h14"),
    ("move", "M4 19c4 0 3-7 7-7s3-7 7-7M14.5 3.5 18.5 5 17 9"),
    (
        "note",
        "M9 18a2.8 2.8 0 1 1-2.8-2.8A2.8 2.8 0 0 1 9 18zM9 18V5l10-2v12.5M19 16a2.8 2.8 0 1 1-2.8-2.8A2.8 2.8 0 0 1 19 16z",
    ),
    ("person", "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3.5-6 7.5-6s7.5 2 7.5 6"),
    (
        "ping",
        "M12 12m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 7a7 7 0 0 0 0 10M17 7a7 7 0 0 1 0 10M4 4a11 11 0 0 0 0 16M20 4a11 11 0 0 1 0 16",
    ),
    ("play", "M7 4.5 19 12 7 19.5z"),
    ("plus", "M12 5v14M5 12h14"),
    ("ready", "M12 3a9 9 0 1 0 9 9M12 7v5l3.5 2M17 3.5h4v4"),
    ("ruler", "M3 16.5 16.5 3 21 7.5 7.5 21zM7 12.5l2 2M10 9.5l2.5 2.5M13 6.5l2 2"),
    ("run", "M3 8h6M2 12h5M3 16h6M11 19l6-7-6-7M16 19l5-7-5-7"),
    ("sheet", "M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16h4"),
    ("snail", "M3 18h13a5.5 5.5 0 1 0-5.5-5.5 3 3 0 1 0 3 3M16 18c3 0 4-2 4-5l1-4M20 13l-1.5-4"),
    ("speak", "M4 4.5h16v11H11L6.5 20v-4.5H4z"),
    ("sword", "M20 3.5 9.5 14M20 3.5 15.5 4 8 12l4 4 7.5-8zM6 13.5l5 5M8 16l-4.5 4.5"),
    ("wall", "M12 2.5 19.5 5v6c0 5-3 8.5-7.5 10.5C7.5 19.5 4.5 16 4.5 11V5z"),
    ("warn", "M12 3.5 21.5 20h-19zM12 9.5v5M12 17.2v.3"),
    ("why", "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.3M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z"),
];

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
