//! What has been drawn so far: paths with their class, the lowest first.

use maud::{Markup, html};

use crate::pen::Pen;

/// Paths in the order in which they lie on each other.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    paths: Vec<(&'static str, String)>,
}

impl Canvas {
    /// Lays a path on top, if there is anything of it.
    pub(super) fn add(&mut self, class: &'static str, d: String) {
        if !d.is_empty() {
            self.paths.push((class, d));
        }
    }

    pub(super) fn ink(&mut self, class: &'static str, pen: Pen) {
        self.add(class, pen.done());
    }

    pub(super) fn markup(&self) -> Markup {
        html! {
            @for (class, d) in &self.paths { path class=(class) d=(d) {} }
        }
    }
}
