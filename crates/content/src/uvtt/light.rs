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

/// How light each square is, row by row from the top; nothing where it is bright everywhere.
pub(super) fn of(frame: &Frame, around: &Environment, lamps: &[Lamp], walls: &[(Point, Point)]) -> Option<Vec<Light>> {
    let ambient = around.light();
    if ambient == Light::Bright {
        return None;
    }
    let squares = (0..frame.rows).flat_map(|y| (0..frame.columns).map(move |x| (x, y)));
    let lit = |(x, y): (i32, i32)| {
        let own = middle(x, y);
        let at = Point { x: own.x + frame.origin.x, y: own.y + frame.origin.y };
        lamps.iter().map(|lamp| lamp.shines(at, walls)).fold(ambient, Light::max)
    };
    Some(squares.map(lit).collect())
}

impl Lamp {
    /// How light it makes a point, past these walls.
    fn shines(&self, at: Point, walls: &[(Point, Point)]) -> Light {
        let far = (at.x - self.position.x).hypot(at.y - self.position.y);
        let light = match far {
            _ if far <= self.range / 2.0 => Light::Bright,
            _ if far <= self.range => Light::Dim,
            _ => return Light::Dark,
        };
        if walls.iter().any(|(a, b)| parts(self.position, at, *a, *b)) { Light::Dark } else { light }
    }
}
