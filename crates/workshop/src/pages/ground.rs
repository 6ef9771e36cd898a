//! Painting: kinds of ground, heights, what stands between squares, the size of the map, maps of other programs.

use maud::{Markup, html};

use super::desk::Desk;
use super::{button, options, wrong};
use crate::checked::Where;
use crate::palette::{Brush, brushes};

/// What can stand between squares, with what that is.
const EDGES: [(&str, &str); 12] = [
    ("wall", "wall"),
    ("door closed", "closed door"),
    ("door open", "open door"),
    ("door locked", "locked door"),
    ("low wall half", "low wall, half cover"),
    ("low wall quarter", "low wall, quarter cover"),
    ("low wall full", "low wall, full cover"),
    ("window half", "window, half cover"),
    ("window full", "window, full cover"),
    ("curtain", "curtain"),
    ("climb 2", "climb"),
    ("open", "nothing"),
];

/// Heights to set, in metres, and steps to raise and lower by.
const HEIGHTS: [(&str, &str); 10] = [
    ("+1", "raise"),
    ("-1", "lower"),
    ("0", "0 m"),
    ("1", "1 m"),
    ("2", "2 m"),
    ("3", "3 m"),
    ("4", "4 m"),
    ("6", "6 m"),
    ("8", "8 m"),
    ("1.5", "1.5 m"),
];

/// What players know of a place.
const HIDDEN: [(&str, &str); 2] = [("on", "nobody knows of it"), ("off", "all know of it")];

/// The parts of the palette, in their order.
const GROUPS: [&str; 4] = ["Ground", "Cover", "Walls and doors", "Light"];

pub(super) fn tab(desk: &Desk<'_>) -> Markup {
    let all = brushes(desk.draft);
    let some = desk.draft.map().is_some();
    html! {
        (wrong(desk.wrong(&Where::Map)))
        @if some {
            p .dim .scripted { "Open a tool, choose, and draw on the map. Nothing open: tap or drag creatures." }
            (tool(desk, "paint", "Paint the ground", &html! { (palette(&all)) }, "squares"))
            (tool(desk, "height", "Heights", &html! { (choices("height", &HEIGHTS, "+1")) }, "squares"))
            (tool(desk, "edge", "Walls and doors between squares", &html! { (choices("edge", &EDGES, "wall")) }, "edges"))
            (tool(desk, "exit", "Ways off the map", &html! { (choices("on", &[("on", "a way off"), ("off", "no way off")], "on")) }, "squares"))
            (tool(desk, "light", "Lights", &lights(), "squares"))
            (tool(desk, "hide-door", "Hidden doors", &choices("on", &HIDDEN, "on"), "edges"))
            (tool(desk, "hide", "Hidden squares", &choices("on", &HIDDEN, "on"), "squares"))
            (kind(desk))
        }
        (size(desk, some))
        (picture(desk))
        (take(desk))
    }
}

/// One tool: with script it is used on the map, without by naming squares.
fn tool(desk: &Desk<'_>, act: &str, title: &str, what: &Markup, squares: &str) -> Markup {
    let example = if squares == "edges" { "B2-B3 C2-C3" } else { "A1 B2 C3-D5" };
    html! {
        details .tool-box name="tool" data-tool=(act) {
            summary { (title) }
            form method="post" action=(desk.edit()) {
                input type="hidden" name="do" value=(act);
                (what)
                div .row {
                    input name="squares" placeholder=(example) aria-label=(squares) required;
                    button .button type="submit" { "Do it there" }
                }
            }
        }
    }
}

fn palette(all: &[Brush]) -> Markup {
    html! {
        @for group in GROUPS {
            @let own: Vec<&Brush> = all.iter().filter(|brush| brush.group() == group).collect();
            @if !own.is_empty() {
                fieldset .swatches { legend { (group) }
                    @for brush in own {
                        label title=(brush.name) {
                            input type="radio" name="ground" value=(brush.key) checked[brush.key == "~"];
                            span { (swatch(brush)) (brush.name) }
                        }
                    }
                }
            }
        }
    }
}

/// A square of this ground, drawn as on the map.
fn swatch(brush: &Brush) -> Markup {
    let kind = quintain_field::TerrainKind { glyph: 'a', ..brush.ground.kind.clone() };
    let mut legend = quintain_field::Legend::standard();
    let known = legend.define(kind).ok();
    let map = quintain_field::Map::from_rows(&["aaa", "aaa"], legend).ok().filter(|_| known.is_some());
    html! { @if let Some(map) = map { (quintain_draw::thumbnail(&map, "")) } }
}

fn choices(name: &str, all: &[(&str, &str)], chosen: &str) -> Markup {
    html! {
        div .swatches {
            @for (value, words) in all {
                label { input type="radio" name=(name) value=(value) checked[*value == chosen]; span { (words) } }
            }
        }
    }
}

/// What light stands there.
fn lights() -> Markup {
    html! {
        (choices("state", &[("lit", "burns"), ("out", "is out"), ("none", "no light")], "lit"))
        div .row {
            label { "Bright, in squares " input type="number" name="bright" min="0" max="100" value="4"; }
            label { "Dim, in squares " input type="number" name="dim" min="0" max="100" value="8"; }
            label { "Name " input name="name" maxlength="40" placeholder="lantern"; }
        }
    }
}

fn kind(desk: &Desk<'_>) -> Markup {
    html! {
        details .tool-box {
            summary { "A kind of ground of your own" }
            form method="post" action=(desk.edit()) {
                input type="hidden" name="do" value="ground";
                div .row {
                    label { "Name " input name="name" required maxlength="40" placeholder="kelp"; }
                    label { "Height in metres " input name="height" size="4" inputmode="decimal"; }
                    label { "Cost of a square " input name="cost" size="4" inputmode="numeric"; }
                }
                div .row {
                    label { "Cover " select name="cover" { (options([("", "as it is"), ("none", "none"), ("quarter", "quarter"), ("half", "half"), ("full", "full")], "")) } }
                    label { input type="checkbox" name="blocks-movement" value="on"; " nobody walks there" }
                    label { input type="checkbox" name="blocks-sight" value="on"; " nobody sees through" }
                }
                button .button type="submit" { "Add to the palette" }
            }
        }
    }
}

fn size(desk: &Desk<'_>, some: bool) -> Markup {
    let (wide, deep) = desk.draft.map().and_then(Result::ok).map_or((16, 10), |map| (map.width(), map.depth()));
    html! {
        details .tool-box open[!some] {
            summary { "Size of the map" }
            form method="post" action=(desk.edit()) {
                input type="hidden" name="do" value="size";
                div .row {
                    label { "Columns " input type="number" name="columns" min="1" max="100" value=(wide); }
                    label { "Rows " input type="number" name="rows" min="1" max="100" value=(deep); }
                    button .button type="submit" { @if some { "Change" } @else { "Lay it out" } }
                }
                p .dim { "It grows and shrinks in the north and east, so squares keep their names." }
            }
            @if some { (button(&desk.edit(), &[("do", "no-map")], &html! { "Fight without a map" }, "")) }
        }
    }
}

fn picture(desk: &Desk<'_>) -> Markup {
    html! {
        @if desk.draft.picture().is_some() {
            (button(&desk.edit(), &[("do", "picture"), ("picture", "")], &html! { "Take the picture under the map away" }, ""))
        }
    }
}

fn take(desk: &Desk<'_>) -> Markup {
    html! {
        details .tool-box {
            summary { "A map or a picture from elsewhere" }
            form method="post" action={ (desk.base()) "/map?tab=ground" } enctype="multipart/form-data" {
                input type="file" name="map" accept=".dd2vtt,.uvtt,.df2vtt,.tmj,.json,.png,.jpg,.jpeg,.webp" required aria-label="map";
                div .row {
                    label { "Squares across, for a picture " input type="number" name="columns" min="1" max="100" placeholder="24"; }
                    button .button type="submit" { "Bring it over" }
                }
                p .dim { "Universal VTT and Tiled take the place of the map; a picture is laid under a map of its shape. Undo brings the old one back." }
            }
        }
    }
}
