//! Universal VTT maps (`.dd2vtt`, `.uvtt`, `.df2vtt`): walls, objects and portals become edges and squares of a map.
//!
//! The format knows lines in units of squares, measured from the upper left corner of the picture; here a wall stands
//! between two squares if it crosses the way from the middle of one to the middle of the other. The picture comes along
//! to be shown. Where it is not bright all around, squares are dark or dim by its lamps, for the books in which that counts.

mod light;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quintain_field::Square;
use serde::Deserialize;

use self::light::{Environment, Lamp, Light};
use crate::map::LONGEST;
use crate::{Problem, Source};

/// The most bytes of a file; its picture is most of it.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;

/// The most stretches of wall.
const MOST_STRETCHES: usize = 50_000;

/// The most lamps.
const MOST_LAMPS: usize = 2_000;

/// The versions whose fields are known to be these.
const KNOWN: [&str; 3] = ["0.1", "0.2", "0.3"];

/// A map as it was brought over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The `[map]` table of an encounter.
    pub toml: String,
    /// Columns and rows.
    pub size: (u16, u16),
    /// What lies under it, to be looked at.
    pub picture: Option<Picture>,
    /// What was not understood or left out.
    pub warnings: Vec<String>,
}

/// A picture as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its media type: `image/png`, `image/jpeg` or `image/webp`.
    pub kind: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// Reads the file's own text of it. Only what begins like a picture that every browser shows is one.
    fn read(text: &str) -> Option<Picture> {
        // Some programs write it as an address.
        let text = text.rsplit_once(',').map_or(text, |(_, data)| data);
        let bytes = STANDARD.decode(text.trim()).ok()?;
        let kind = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
            _ => return None,
        };
        Some(Picture { kind, bytes })
    }
}

/// A point in squares from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Debug, Deserialize)]
struct Resolution {
    #[serde(default = "origin")]
    map_origin: Point,
    map_size: Point,
}

#[derive(Debug, Deserialize)]
struct Portal {
    bounds: Vec<Point>,
    // A portal that does not say so is shut.
    #[serde(default = "yes")]
    closed: bool,
}

#[derive(Debug, Deserialize)]
struct File {
    // A number or a text, as programs please.
    format: Option<serde_json::Value>,
    resolution: Resolution,
    #[serde(default)]
    line_of_sight: Vec<Vec<Point>>,
    #[serde(default)]
    objects_line_of_sight: Vec<Vec<Point>>,
    #[serde(default)]
    portals: Vec<Portal>,
    #[serde(default)]
    environment: Environment,
    #[serde(default)]
    lights: Vec<Lamp>,
    #[serde(default)]
    image: String,
}

fn origin() -> Point {
    Point { x: 0.0, y: 0.0 }
}

fn yes() -> bool {
    true
}

/// What stands between two squares, or in one: the later in this order wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Wall,
    Window,
    Door,
}

/// What stands between two neighbours: columns and rows from the upper left corner.
type Edges = BTreeMap<((i32, i32), (i32, i32)), Thing>;

/// Columns and rows of a map, and where its upper left corner lies in the file's own squares.
struct Frame {
    columns: i32,
    rows: i32,
    origin: Point,
}

/// Brings a map over.
///
/// # Errors
/// When it is too large, no such file, or has no size to speak of; says what would be right.
pub fn import(source: &Source) -> Result<Imported, Problem> {
    let whole = source.place(0..0);
    if source.text.len() > MOST_BYTES {
        let most = MOST_BYTES / 1024 / 1024;
        return Err(
            Problem::at(&whole, format!("this map has more than {most} MB")).help("save it with a smaller picture")
        );
    }
    let file: File = serde_json::from_str(&source.text).map_err(|fault| {
        let what = format!("this is no Universal VTT map: {fault}");
        Problem::at(&whole, what).help("it is JSON with `resolution`, `line_of_sight` and `portals`")
    })?;
    let frame = frame(&file.resolution).map_err(|what| Problem::at(&whole, what))?;
    let stretches = |lines: &[Vec<Point>]| lines.iter().map(Vec::len).sum::<usize>();
    if stretches(&file.line_of_sight) + stretches(&file.objects_line_of_sight) > MOST_STRETCHES {
        return Err(Problem::at(&whole, format!("this map has more than {MOST_STRETCHES} stretches of wall")));
    }
    if file.lights.len() > MOST_LAMPS {
        return Err(Problem::at(&whole, format!("this map has more than {MOST_LAMPS} lights")));
    }
    let mut edges = Edges::new();
    for line in &file.line_of_sight {
        for pair in line.windows(2) {
            cross(&frame, pair[0], pair[1], Thing::Wall, &mut edges);
        }
    }
    for portal in &file.portals {
        let thing = if portal.closed { Thing::Door } else { Thing::Window };
        for pair in portal.bounds.windows(2) {
            cross(&frame, pair[0], pair[1], thing, &mut edges);
        }
    }
    let pillars = pillars(&frame, &file.objects_line_of_sight);
    let picture = Picture::read(&file.image);
    let warnings = warnings(&file, picture.is_some());
    let lines = file.line_of_sight.iter().chain(file.portals.iter().filter(|one| one.closed).map(|one| &one.bounds));
    let walls: Vec<(Point, Point)> = lines.flat_map(|line| line.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    let light = light::of(&frame, &file.environment, &file.lights, &walls);
    let light = light.map_err(|text| Problem::at(&whole, text))?;
    Ok(Imported { toml: written(&frame, &edges, &pillars, light.as_deref()), size: size(&frame), picture, warnings })
}

fn frame(resolution: &Resolution) -> Result<Frame, String> {
    let side = |name: &str, length: f64| {
        let whole = length.round();
        match whole >= 1.0 && whole <= LONGEST as f64 {
            true => Ok(whole as i32),
            false => Err(format!("`resolution.map_size.{name}` is {length}; a side has 1 to {LONGEST} squares")),
        }
    };
    let (columns, rows) = (side("x", resolution.map_size.x)?, side("y", resolution.map_size.y)?);
    let origin = resolution.map_origin;
    match origin.x.is_finite() && origin.y.is_finite() {
        true => Ok(Frame { columns, rows, origin }),
        false => Err("`resolution.map_origin` is no place".to_owned()),
    }
}

fn size(frame: &Frame) -> (u16, u16) {
    let side = |length: i32| u16::try_from(length).unwrap_or(u16::MAX);
    (side(frame.columns), side(frame.rows))
}

fn warnings(file: &File, pictured: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    let format = file.format.as_ref().map(|format| format.as_str().map_or_else(|| format.to_string(), str::to_owned));
    match format {
        Some(format) if KNOWN.contains(&format.as_str()) => {}
        Some(format) => warnings.push(format!("format {format} is not known; it was read like 0.3")),
        None => warnings.push("the file does not name its format; it was read like 0.3".to_owned()),
    }
    if file.portals.iter().any(|portal| !portal.closed) {
        warnings.push(
            "portals that let light through became windows; write `door … open` for those that are doors".to_owned(),
        );
    }
    if !file.image.is_empty() && !pictured {
        warnings.push("its picture is no PNG, JPEG or WebP and was left out".to_owned());
    }
    warnings
}

/// Puts `thing` between all neighbours whose middles the stretch from `a` to `b` parts.
fn cross(frame: &Frame, a: Point, b: Point, thing: Thing, edges: &mut Edges) {
    let own = |point: Point| Point { x: point.x - frame.origin.x, y: point.y - frame.origin.y };
    let (a, b) = (own(a), own(b));
    if ![a.x, a.y, b.x, b.y].iter().all(|number| number.is_finite()) {
        return;
    }
    let span = |one: f64, other: f64, most: i32| {
        let (low, high) = (one.min(other).floor() - 1.0, one.max(other).ceil());
        (low.clamp(0.0, f64::from(most)) as i32, high.clamp(-1.0, f64::from(most - 1)) as i32)
    };
    let ((left, right), (top, bottom)) = (span(a.x, b.x, frame.columns), span(a.y, b.y, frame.rows));
    for y in top..=bottom {
        for x in left..=right {
            for (nx, ny) in [(x + 1, y), (x, y + 1)] {
                if nx < frame.columns && ny < frame.rows && parts(a, b, middle(x, y), middle(nx, ny)) {
                    let known = edges.entry(((x, y), (nx, ny))).or_insert(thing);
                    *known = (*known).max(thing);
                }
            }
        }
    }
}

fn middle(x: i32, y: i32) -> Point {
    Point { x: f64::from(x) + 0.5, y: f64::from(y) + 0.5 }
}

/// Whether the stretch from `a` to `b` crosses the one from `c` to `d`.
fn parts(a: Point, b: Point, c: Point, d: Point) -> bool {
    let turn = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let (one, two) = (turn(a, b, c), turn(a, b, d));
    let (three, four) = (turn(c, d, a), turn(c, d, b));
    one * two <= 0.0 && three * four <= 0.0 && (one != 0.0 || two != 0.0)
}

/// The squares that objects fill: those whose middle lies inside an outline, otherwise the one around which it lies.
fn pillars(frame: &Frame, outlines: &[Vec<Point>]) -> Vec<(i32, i32)> {
    let mut filled = Vec::new();
    for outline in outlines.iter().filter(|outline| outline.len() > 2) {
        let own: Vec<Point> =
            outline.iter().map(|p| Point { x: p.x - frame.origin.x, y: p.y - frame.origin.y }).collect();
        let inside: Vec<(i32, i32)> =
            within(frame, &own).into_iter().filter(|(x, y)| holds(&own, middle(*x, *y))).collect();
        if inside.is_empty() {
            let count = own.len() as f64;
            let at = (own.iter().map(|p| p.x).sum::<f64>() / count, own.iter().map(|p| p.y).sum::<f64>() / count);
            let on = at.0 >= 0.0 && at.1 >= 0.0 && at.0 < f64::from(frame.columns) && at.1 < f64::from(frame.rows);
            filled.extend(on.then_some((at.0 as i32, at.1 as i32)));
        }
        filled.extend(inside);
    }
    filled.sort_unstable();
    filled.dedup();
    filled
}

/// The squares of the map around an outline.
fn within(frame: &Frame, outline: &[Point]) -> Vec<(i32, i32)> {
    let range = |values: &dyn Fn(&Point) -> f64, most: i32| {
        let low = outline.iter().map(values).fold(f64::INFINITY, f64::min).floor();
        let high = outline.iter().map(values).fold(f64::NEG_INFINITY, f64::max).ceil();
        (low.clamp(0.0, f64::from(most)) as i32, high.clamp(0.0, f64::from(most)) as i32)
    };
    let (xs, ys) = (range(&|p| p.x, frame.columns), range(&|p| p.y, frame.rows));
    (ys.0..ys.1).flat_map(|y| (xs.0..xs.1).map(move |x| (x, y))).collect()
}

/// Whether a point lies inside an outline.
fn holds(outline: &[Point], at: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossed = outline
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x);
    crossed.count() % 2 == 1
}

fn written(frame: &Frame, edges: &Edges, pillars: &[(i32, i32)], light: Option<&[Light]>) -> String {
    // Rows count from the bottom, the file's from the top.
    let square = |(x, y): (i32, i32)| {
        let narrow = |number: i32| i16::try_from(number).unwrap_or(i16::MAX);
        Square::new(narrow(x), narrow(frame.rows - 1 - y))
    };
    let mut toml = String::from("[map]\nrows = [\n");
    for y in 0..frame.rows {
        let drawn = |x: i32| match light.map(|all| all[(y * frame.columns + x) as usize]) {
            _ if pillars.binary_search(&(x, y)).is_ok() => 'P',
            Some(Light::Dark) => 'd',
            Some(Light::Dim) => 'm',
            _ => '.',
        };
        let row: String = (0..frame.columns).map(drawn).collect();
        let _ = writeln!(toml, "  \"{row}\",");
    }
    toml.push_str("]\n");
    if !edges.is_empty() {
        toml.push_str("edges = [\n");
        for ((a, b), thing) in edges {
            let word = match thing {
                Thing::Wall => "wall",
                Thing::Window => "window",
                Thing::Door => "door",
            };
            let how = if *thing == Thing::Door { " closed" } else { "" };
            let _ = writeln!(toml, "  \"{word} {}-{}{how}\",", square(*a), square(*b));
        }
        toml.push_str("]\n");
    }
    let kinds = [
        (light.is_some_and(|all| all.contains(&Light::Dark)), "d = { terrain = \"dark floor\" }"),
        (light.is_some_and(|all| all.contains(&Light::Dim)), "m = { terrain = \"dim floor\" }"),
        (!pillars.is_empty(), "P = { terrain = \"pillar\", cover = \"full\", blocks = \"movement\" }"),
    ];
    let kinds: Vec<&str> = kinds.into_iter().filter(|(there, _)| *there).map(|(_, kind)| kind).collect();
    if !kinds.is_empty() {
        let _ = writeln!(toml, "legend = {{ {} }}", kinds.join(", "));
    }
    toml
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encounter;

    fn read(text: &str) -> Result<Imported, Problem> {
        import(&Source::new("a.dd2vtt", text))
    }

    const ROOM: &str = r#"{
        "format": 0.3,
        "resolution": { "map_origin": { "x": 2, "y": 1 }, "map_size": { "x": 4, "y": 3 }, "pixels_per_grid": 70 },
        "line_of_sight": [[{ "x": 4, "y": 1 }, { "x": 4, "y": 2 }], [{ "x": 4, "y": 3 }, { "x": 4, "y": 4 }]],
        "objects_line_of_sight": [[{ "x": 5, "y": 1 }, { "x": 6, "y": 1 }, { "x": 6, "y": 2 }, { "x": 5, "y": 2 }]],
        "portals": [{ "position": { "x": 4, "y": 2.5 }, "bounds": [{ "x": 4, "y": 2 }, { "x": 4, "y": 3 }], "closed": true }],
        "lights": [], "image": ""
    }"#;

    #[test]
    fn walls_doors_and_pillars_stand_where_they_stood() {
        let imported = read(ROOM).unwrap();
        assert_eq!(
            imported.toml,
            "[map]\nrows = [\n  \"...P\",\n  \"....\",\n  \"....\",\n]\nedges = [\n  \"wall B3-C3\",\n  \
             \"door B2-C2 closed\",\n  \"wall B1-C1\",\n]\n\
             legend = { P = { terrain = \"pillar\", cover = \"full\", blocks = \"movement\" } }\n"
        );
        assert_eq!(imported.size, (4, 3));
        assert_eq!(imported.warnings, Vec::<String>::new());
    }

    #[test]
    fn what_comes_out_can_be_played_on() {
        let map = read(ROOM).unwrap().toml;
        let text = format!(
            "rulebook = \"any\"\n\n{map}\n[[combatant]]\nname = \"A\"\nis = \"a\"\nside = \"x\"\nat = \"A1\"\n\
             [[combatant]]\nname = \"B\"\nis = \"a\"\nside = \"y\"\nat = \"D1\"\n"
        );
        let encounter = Encounter::parse(&Source::new("a.toml", text.as_str()), &[]).unwrap();
        assert!(encounter.map.unwrap().build().is_ok());
    }

    #[test]
    fn a_slanting_wall_parts_what_lies_on_its_two_sides() {
        let text = r#"{ "format": 0.2, "resolution": { "map_size": { "x": 2, "y": 2 } },
            "line_of_sight": [[{ "x": 0, "y": 1.2 }, { "x": 2, "y": 0.8 }]] }"#;
        let imported = read(text).unwrap();
        assert!(imported.toml.contains("wall A2-A1"), "{}", imported.toml);
        assert!(imported.toml.contains("wall B2-B1"), "{}", imported.toml);
        assert!(!imported.toml.contains("A1-B1"), "{}", imported.toml);
    }

    #[test]
    fn lamps_shine_up_to_walls_where_it_is_dark() {
        let text = r#"{ "format": 0.3, "resolution": { "map_size": { "x": 6, "y": 1 } },
            "environment": { "ambient_light": "ff0a0a10" },
            "line_of_sight": [[{ "x": 1, "y": 0 }, { "x": 1, "y": 1 }]],
            "lights": [{ "position": { "x": 2.5, "y": 0.5 }, "range": 2.4 }] }"#;
        let imported = read(text).unwrap();
        assert!(imported.toml.contains("\"d...md\""), "{}", imported.toml);
        assert!(imported.toml.contains("d = { terrain = \"dark floor\" }, m = { terrain = \"dim floor\" }"));
        let day = read(&text.replace("ff0a0a10", "ffffffff")).unwrap();
        assert!(day.toml.contains("\"......\"") && !day.toml.contains("legend"), "{}", day.toml);
        assert!(read(&text.replace("ff0a0a10", "what?")).is_ok());
        let far = read(&text.replace("2.4", "1e300")).unwrap();
        assert!(far.toml.contains("\"d.....\""), "{}", far.toml);
        assert!(read(&text.replace("2.4", "-3")).unwrap().toml.contains("\"dddddd\""));
    }

    #[test]
    fn more_light_than_can_be_reckoned_is_refused() {
        let wall = r#"[{ "x": 1, "y": 0 }, { "x": 1, "y": 1 }]"#;
        let lamp = r#"{ "position": { "x": 9, "y": 9 }, "range": 1e9 }"#;
        let all = |one: &str, count: usize| vec![one; count].join(",");
        let text = format!(
            r#"{{ "format": 0.3, "resolution": {{ "map_size": {{ "x": 100, "y": 100 }} }},
                "environment": {{ "ambient_light": "ff000000" }},
                "line_of_sight": [{}], "lights": [{}] }}"#,
            all(wall, 1_000),
            all(lamp, 40)
        );
        assert!(read(&text).unwrap_err().to_string().contains("lights"));
    }

    #[test]
    fn an_unknown_format_is_read_with_a_warning_and_a_portal_without_word_is_shut() {
        let text = r#"{ "format": 7, "resolution": { "map_size": { "x": 2, "y": 1 } },
            "portals": [{ "bounds": [{ "x": 1, "y": 0 }, { "x": 1, "y": 1 }] }] }"#;
        let imported = read(text).unwrap();
        assert_eq!(imported.warnings, ["format 7 is not known; it was read like 0.3"]);
        assert!(imported.toml.contains("door A1-B1 closed"), "{}", imported.toml);
    }

    #[test]
    fn a_picture_comes_along_if_a_browser_can_show_it() {
        let map = |image: &str| {
            read(&format!(
                r#"{{ "format": 0.2, "resolution": {{ "map_size": {{ "x": 2, "y": 1 }} }}, "image": "{image}" }}"#
            ))
            .unwrap()
        };
        let png = STANDARD.encode(b"\x89PNG and so on");
        let kept = Some(Picture { kind: "image/png", bytes: b"\x89PNG and so on".to_vec() });
        assert_eq!(map(&png).picture, kept);
        assert_eq!(map(&format!("data:image/png;base64,{png}")).picture, kept);
        assert_eq!(map("").warnings, Vec::<String>::new());
        for other in ["%%%".to_owned(), STANDARD.encode("<svg onload='alert(1)'/>")] {
            let left_out = map(&other);
            assert_eq!(left_out.picture, None);
            assert_eq!(left_out.warnings, ["its picture is no PNG, JPEG or WebP and was left out"]);
        }
    }

    #[test]
    fn what_is_no_map_is_said_so() {
        for text in [
            "",
            "{}",
            "[]",
            "{\"resolution\":{\"map_size\":{\"x\":0,\"y\":3}}}",
            "{\"resolution\":{\"map_size\":{\"x\":1e9,\"y\":3}}}",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
