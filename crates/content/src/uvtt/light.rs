//! How light the squares of a Universal VTT map are: the light all around, and that of its lamps, which walls and shut doors
//! stop.

use serde::Deserialize;

use super::{Frame, Point, middle, parts};

/// How much light there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Light {
    Dark,
    Dim,
    Bright,
}

impl Light {
    /// By the share of full light.
    fn of(share: f64) -> Light {
        match share {
            _ if share < 0.2 => Light::Dark,
            _ if share < 0.6 => Light::Dim,
            _ => Light::Bright,
        }
    }
}

/// What the file says of its surroundings.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Environment {
    /// A colour as eight hexadecimal digits, opacity first.
    ambient_light: String,
}

/// A lamp.
#[derive(Debug, Deserialize)]
pub(super) struct Lamp {
    position: Point,
    /// How far it shines, in squares: brightly up to the half of it.
    range: f64,
}

impl Environment {
    /// The light where no lamp shines; full light where the file says nothing that can be read.
    fn light(&self) -> Light {
        let hex = self.ambient_light.trim_start_matches('#');
        let colour = hex.get(hex.len().saturating_sub(6)..).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(colour) = colour.filter(|_| hex.len() >= 6) else { return Light::Bright };
        let [_, red, green, blue] = colour.to_be_bytes();
        Light::of(f64::from(red.max(green).max(blue)) / 255.0)
    }
}

/// How often a wall is looked at for a square at most: about a second's work.
const MOST_LOOKS: usize = 300_000_000;

/// A stretch of wall or a shut door.
type Wall = (Point, Point);

/// How light each square is, row by row from the top; nothing where it is bright everywhere.
///
/// # Errors
/// When so many lights shine past so many walls that it would take too long to find out.
pub(super) fn of(
    frame: &Frame,
    around: &Environment,
    lamps: &[Lamp],
    walls: &[Wall],
) -> Result<Option<Vec<Light>>, String> {
    let ambient = around.light();
    if ambient == Light::Bright {
        return Ok(None);
    }
    let mut lit = vec![ambient; (frame.columns * frame.rows) as usize];
    let mut looks = 0_usize;
    for lamp in lamps {
        let (squares, near) = (lamp.squares(frame), lamp.near(walls));
        looks = looks.saturating_add(squares.len().saturating_mul(near.len() + 1));
        if looks > MOST_LOOKS {
            return Err(
                "too many lights of this map shine past too many walls; use fewer, or shorter ranges".to_owned()
            );
        }
        for (x, y) in squares {
            let own = middle(x, y);
            let at = Point { x: own.x + frame.origin.x, y: own.y + frame.origin.y };
            let light = &mut lit[(y * frame.columns + x) as usize];
            *light = (*light).max(lamp.shines(at, &near));
        }
    }
    Ok(Some(lit))
}

impl Lamp {
    /// The squares of the map that it might reach.
    fn squares(&self, frame: &Frame) -> Vec<(i32, i32)> {
        let (x, y) = (self.position.x - frame.origin.x, self.position.y - frame.origin.y);
        // A number too large for a whole one becomes the largest; then the side of the map ends it.
        let along = |at: f64, side: i32| {
            let first = ((at - self.range).floor() as i32).max(0);
            first..((at + self.range).ceil() as i32).clamp(0, side)
        };
        let (columns, rows) = (along(x, frame.columns), along(y, frame.rows));
        rows.flat_map(|y| columns.clone().map(move |x| (x, y))).collect()
    }

    /// The walls that might stand in its light.
    fn near<'a>(&self, walls: &'a [Wall]) -> Vec<&'a Wall> {
        let beyond =
            |lamp: f64, one: f64, other: f64| one.min(other) > lamp + self.range || one.max(other) < lamp - self.range;
        let far = |(a, b): &Wall| beyond(self.position.x, a.x, b.x) || beyond(self.position.y, a.y, b.y);
        walls.iter().filter(|wall| !far(wall)).collect()
    }

    /// How light it makes a point, past these walls.
    fn shines(&self, at: Point, walls: &[&Wall]) -> Light {
        let far = (at.x - self.position.x).hypot(at.y - self.position.y);
        let light = match far {
            _ if far <= self.range / 2.0 => Light::Bright,
            _ if far <= self.range => Light::Dim,
            _ => return Light::Dark,
        };
        if walls.iter().any(|(a, b)| parts(self.position, at, *a, *b)) { Light::Dark } else { light }
    }
}
