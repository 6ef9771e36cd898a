//! Writing the `d` of a path, as short as it can be: whole numbers, steps from the last point.

use std::fmt::Write;

/// A point of the drawing, in its units.
pub(crate) type At = (f32, f32);

/// A path being written. Positions go in as they are and come out rounded, relative to the point before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pen {
    text: String,
    at: (i32, i32),
    start: (i32, i32),
}

impl Pen {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn done(self) -> String {
        self.text
    }

    /// Begins a new line.
    pub(crate) fn go(&mut self, to: At) -> &mut Self {
        let to = whole(to);
        if self.text.is_empty() {
            self.text.push('M');
            self.number(to.0);
            self.number(to.1);
        } else {
            self.text.push('m');
            self.step(to);
        }
        self.at = to;
        self.start = to;
        self
    }

    /// A straight line.
    pub(crate) fn line(&mut self, to: At) -> &mut Self {
        let to = whole(to);
        match (to.0 - self.at.0, to.1 - self.at.1) {
            (0, 0) => return self,
            (dx, 0) => {
                self.text.push('h');
                self.number(dx);
            }
            (0, dy) => {
                self.text.push('v');
                self.number(dy);
            }
            _ => {
                self.text.push('l');
                self.step(to);
            }
        }
        self.at = to;
        self
    }

    /// A curve that leaves towards `by` and arrives from there.
    pub(crate) fn bend(&mut self, by: At, to: At) -> &mut Self {
        let (by, to) = (whole(by), whole(to));
        self.text.push('q');
        self.step(by);
        self.step(to);
        self.at = to;
        self
    }

    /// Back to where the line began.
    pub(crate) fn close(&mut self) -> &mut Self {
        self.text.push('z');
        self.at = self.start;
        self
    }

    /// A whole ellipse.
    pub(crate) fn ellipse(&mut self, centre: At, rx: f32, ry: f32) -> &mut Self {
        let (a, b) = whole((rx.max(1.0), ry.max(1.0)));
        let (x, y) = whole(centre);
        self.go(((x - a) as f32, y as f32));
        for across in [2 * a, -2 * a] {
            self.text.push('a');
            for n in [a, b, 0, 1, 0, across, 0] {
                self.number(n);
            }
        }
        self.close()
    }

    /// A closed line through these points.
    pub(crate) fn shape(&mut self, points: impl IntoIterator<Item = At>) -> &mut Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return self };
        self.go(first);
        for point in points {
            self.line(point);
        }
        self.close()
    }

    fn step(&mut self, to: (i32, i32)) {
        self.number(to.0 - self.at.0);
        self.number(to.1 - self.at.1);
    }

    /// A number, with a blank before it only where it is needed.
    fn number(&mut self, n: i32) {
        if n >= 0 && self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{n}");
    }
}

/// A finished path at another place. As steps are relative, only its beginning changes.
pub(crate) fn moved(d: &str, by: At) -> String {
    let (dx, dy) = whole(by);
    let numbers = d.strip_prefix('M').unwrap_or(d);
    let inner = |(at, c): (usize, char)| (at > 0 && !c.is_ascii_digit()).then_some(at);
    let first = numbers.char_indices().find_map(inner).unwrap_or(numbers.len());
    let (x, rest) = numbers.split_at(first);
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let second = rest.char_indices().find_map(inner).unwrap_or(rest.len());
    let (y, rest) = rest.split_at(second);
    let mut pen = Pen::new();
    let number = |n: &str| n.parse::<i32>().unwrap_or(0);
    pen.go(((number(x) + dx) as f32, (number(y) + dy) as f32));
    pen.text.push_str(rest);
    pen.text
}

/// The nearest whole point; what is beyond all numbers stays at their end.
fn whole((x, y): At) -> (i32, i32) {
    let one = |n: f32| n.round().clamp(-1e6, 1e6) as i32;
    (one(x), one(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short_and_right() {
        let mut pen = Pen::new();
        pen.go((10.0, 20.0)).line((10.0, 30.0)).line((5.0, 30.4)).bend((0.0, 30.0), (0.0, 20.0)).close();
        pen.go((11.0, 21.0)).line((14.0, 19.0)).line((14.0, 19.0));
        assert_eq!(pen.done(), "M10 20v10h-5q-5 0-5-10zm1 1l3-2");
        assert_eq!(moved("M10 20v10", (-3.0, 2.0)), "M7 22v10");
        assert_eq!(moved("M-10-20l1 1zm1 1", (0.0, 25.0)), "M-10 5l1 1zm1 1");
        let mut pen = Pen::new();
        assert!(pen.is_empty());
        pen.ellipse((0.0, 0.0), 4.0, 3.0);
        assert_eq!(pen.done(), "M-4 0a4 3 0 1 0 8 0a4 3 0 1 0-8 0z");
    }
}
