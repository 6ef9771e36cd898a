//! Tiled maps (`.tmj`, `.json`): tile layers become ground, lines and rectangles of object layers become walls and doors.
//!
//! What a tile is, its tileset says: its class (or type), or properties `terrain`, `height`, `cover`, `blocks`, `cost`. Where it
//! says nothing, the name of the layer decides, if that is the name of a kind of ground (`water`, `walls`, `trees`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use quintain_content::{Problem, Source, uvtt};
use serde_json::{Value, json};

use crate::map_in::Brought;

/// The longest side of a map.
const LONGEST: u64 = quintain_field::MAX_SIDE as u64;

/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xf000_0000;

/// What the ground is where a tile lies: the name of the terrain, and further keys of the legend as TOML.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    terrain: String,
    more: String,
}

/// A map as Tiled says it.
struct Tiled<'a> {
    columns: usize,
    rows: usize,
    /// The side of a tile in pixels.
    tile: (f64, f64),
    /// What tiles are, by number.
    kinds: BTreeMap<u32, Ground>,
    ground: Vec<Option<Ground>>,
    lines: Vec<Value>,
    portals: Vec<Value>,
    said: Vec<String>,
    layers: Vec<&'a Value>,
}

/// Reads one.
///
/// # Errors
/// Says what of it cannot be read.
pub(crate) fn import(json: &Value) -> Result<Brought, Problem> {
    let mut map = Tiled::open(json)?;
    for layer in std::mem::take(&mut map.layers) {
        map.layer(layer)?;
    }
    map.finish()
}

fn wrong(what: impl Into<String>) -> Problem {
    Problem::general(what)
}

/// A property of a tile, layer or object.
fn property(of: &Value, name: &str) -> Option<String> {
    let all = of.get("properties")?.as_array()?;
    let found = all.iter().find(|one| one["name"].as_str().is_some_and(|own| own.eq_ignore_ascii_case(name)))?;
    match &found["value"] {
        Value::String(text) => Some(text.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    }
}

/// What a tile, layer or object says that it is.
fn said(of: &Value) -> Option<Ground> {
    let class = || ["class", "type"].iter().find_map(|key| of.get(*key)?.as_str().map(str::to_owned));
    let terrain = property(of, "terrain").or_else(class).filter(|name| !name.trim().is_empty());
    let mut more = Vec::new();
    for key in ["height", "cost"] {
        more.extend(
            property(of, key).and_then(|value| value.parse::<f64>().ok()).map(|value| format!("{key} = {value}")),
        );
    }
    more.extend(
        property(of, "cover")
            .filter(|word| ["none", "quarter", "half", "full"].contains(&word.as_str()))
            .map(|word| format!("cover = \"{word}\"")),
    );
    if let Some(words) = property(of, "blocks") {
        let known: Vec<String> = ["movement", "sight"]
            .iter()
            .filter(|word| words.contains(**word))
            .map(|word| format!("\"{word}\""))
            .collect();
        more.push(format!("blocks = [{}]", known.join(", ")));
    }
    if terrain.is_none() && more.is_empty() {
        return None;
    }
    let terrain = terrain.unwrap_or_else(|| "open".to_owned()).to_lowercase().replace(['"', '\\'], "");
    Some(Ground { terrain, more: more.join(", ") })
}

/// What the name of a layer says of the tiles on it.
fn by_name(name: &str) -> Option<Ground> {
    let name = name.to_lowercase();
    let known = [
        ("deep water", "deep water"),
        ("water", "water"),
        ("river", "water"),
        ("wall", "wall"),
        ("pit", "pit"),
        ("chasm", "pit"),
        ("difficult", "difficult"),
        ("rubble", "difficult"),
        ("heavy", "heavy"),
        ("fog", "fog"),
        ("tree", "tree"),
        ("rock", "rock"),
    ];
    let terrain = known.iter().find(|(word, _)| name.contains(word)).map(|(_, terrain)| (*terrain).to_owned())?;
    let more = match terrain.as_str() {
        "tree" => "cover = \"half\", blocks = [\"movement\"]",
        "rock" => "cover = \"full\", blocks = [\"movement\"]",
        _ => "",
    };
    Some(Ground { terrain, more: more.to_owned() })
}

impl<'a> Tiled<'a> {
    fn open(json: &'a Value) -> Result<Tiled<'a>, Problem> {
        let side = |key: &str| match json[key].as_u64() {
            Some(side) if (1..=LONGEST).contains(&side) => Ok(side as usize),
            _ => Err(wrong(format!("`{key}` of this Tiled map is {}", json[key]))
                .help(format!("a side has 1 to {LONGEST} squares"))),
        };
        if json["infinite"].as_bool() == Some(true) {
            return Err(
                wrong("this Tiled map has no end").help("switch `Infinite` off in its properties and save it again")
            );
        }
        if json["orientation"].as_str().is_some_and(|word| word != "orthogonal") {
            return Err(
                wrong(format!("this Tiled map is {}", json["orientation"])).help("only orthogonal maps have squares")
            );
        }
        let (columns, rows) = (side("width")?, side("height")?);
        let pixels = |key: &str| json[key].as_f64().filter(|side| *side > 0.0).unwrap_or(32.0);
        let mut map = Tiled {
            columns,
            rows,
            tile: (pixels("tilewidth"), pixels("tileheight")),
            kinds: BTreeMap::new(),
            ground: vec![None; columns * rows],
            lines: Vec::new(),
            portals: Vec::new(),
            said: Vec::new(),
            layers: Vec::new(),
        };
        for set in json["tilesets"].as_array().into_iter().flatten() {
            map.tileset(set);
        }
        let layers = json["layers"].as_array().ok_or_else(|| wrong("this Tiled map has no layers"))?;
        flatten(layers, &mut map.layers, 0);
        Ok(map)
    }

    fn tileset(&mut self, set: &Value) {
        if let Some(file) = set["source"].as_str() {
            self.said.push(format!(
                "the tileset `{file}` is a file of its own; embed it in the map so that its tiles say what they are"
            ));
        }
        let first = set["firstgid"].as_u64().and_then(|first| u32::try_from(first).ok()).unwrap_or(1);
        for tile in set["tiles"].as_array().into_iter().flatten() {
            let id = tile["id"].as_u64().and_then(|id| u32::try_from(id).ok());
            if let (Some(id), Some(ground)) = (id, said(tile)) {
                self.kinds.insert(first.saturating_add(id), ground);
            }
        }
    }

    fn layer(&mut self, layer: &Value) -> Result<(), Problem> {
        let name = layer["name"].as_str().unwrap_or_default();
        match layer["type"].as_str() {
            Some("tilelayer") => self.tiles(layer, name),
            Some("objectgroup") => {
                for object in layer["objects"].as_array().into_iter().flatten() {
                    self.object(object, name);
                }
                Ok(())
            }
            Some(other) => {
                self.said.push(format!("the layer `{name}` is an {other}; it was left out"));
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn tiles(&mut self, layer: &Value, name: &str) -> Result<(), Problem> {
        let numbers = numbers(layer, self.ground.len()).map_err(|what| wrong(format!("the layer `{name}`: {what}")))?;
        if numbers.len() != self.ground.len() {
            let (have, want) = (numbers.len(), self.ground.len());
            return Err(wrong(format!("the layer `{name}` has {have} tiles, but the map has {want} squares")));
        }
        let fallback = property(layer, "terrain").or_else(|| layer["class"].as_str().map(str::to_owned));
        let fallback = fallback.map(|terrain| Ground { terrain: terrain.to_lowercase(), more: String::new() });
        let fallback = fallback.or_else(|| by_name(name));
        let mut silent = false;
        for (place, number) in numbers.iter().enumerate().filter(|(_, number)| **number & !TURNED != 0) {
            let ground = self.kinds.get(&(number & !TURNED)).or(fallback.as_ref());
            silent |= ground.is_none();
            if let Some(ground) = ground {
                self.ground[place] = Some(ground.clone());
            }
        }
        if silent {
            self.said.push(format!("tiles of the layer `{name}` do not say what they are and are open ground"));
        }
        Ok(())
    }

    fn object(&mut self, object: &Value, layer: &str) {
        let number = |key: &str| object[key].as_f64().unwrap_or(0.0);
        let point =
            |x: f64, y: f64| json!({ "x": (number("x") + x) / self.tile.0, "y": (number("y") + y) / self.tile.1 });
        let drawn = ["polyline", "polygon"].iter().find_map(|key| Some((*key, object.get(*key)?.as_array()?)));
        let mut points: Vec<Value> = match drawn {
            Some((_, list)) => {
                list.iter().map(|p| point(p["x"].as_f64().unwrap_or(0.0), p["y"].as_f64().unwrap_or(0.0))).collect()
            }
            None => {
                let (w, h) = (number("width"), number("height"));
                [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].iter().map(|(x, y)| point(*x, *y)).collect()
            }
        };
        if drawn.is_none_or(|(kind, _)| kind == "polygon") {
            points.extend(points.first().cloned());
        }
        let words = format!(
            "{layer} {} {}",
            object["type"].as_str().or(object["class"].as_str()).unwrap_or_default(),
            object["name"].as_str().unwrap_or_default()
        );
        match words.to_lowercase() {
            words if words.contains("door") => {
                self.portals.push(json!({ "bounds": points, "closed": !words.contains("open") }))
            }
            words if words.contains("window") => self.portals.push(json!({ "bounds": points, "closed": false })),
            words if words.contains("wall") => self.lines.push(Value::Array(points)),
            words => {
                self.said.push(format!("the object `{}` is no wall, door or window; it was left out", words.trim()))
            }
        }
    }

    /// The walls go the way of Universal VTT; the ground is written over its rows.
    fn finish(self) -> Result<Brought, Problem> {
        let vtt = json!({
            "format": 0.3,
            "resolution": { "map_origin": { "x": 0, "y": 0 }, "map_size": { "x": self.columns, "y": self.rows } },
            "line_of_sight": self.lines,
            "portals": self.portals,
            "image": "",
        });
        let walls = uvtt::import(&Source::new("the map", vtt.to_string()))?;
        let edges = walls.toml.split_once("edges = [").map_or_else(String::new, |(_, rest)| {
            let list = rest.split_once("\n]\n").map_or(rest, |(list, _)| list);
            format!("edges = [{list}\n]\n")
        });
        let mut kinds: Vec<&Ground> = self.ground.iter().flatten().collect();
        kinds.sort();
        kinds.dedup();
        let letters = "abcdefghijklmnprstuwyzABCDEFGHIJKLMNPQRSTUVWYZ";
        if kinds.len() > letters.len() {
            return Err(wrong(format!("this map has {} kinds of ground", kinds.len()))
                .help(format!("at most {} have a letter", letters.len())));
        }
        let named: BTreeMap<&Ground, char> = kinds.iter().copied().zip(letters.chars()).collect();
        let mut toml = String::from("[map]\nrows = [\n");
        for row in self.ground.chunks(self.columns) {
            let row: String = row.iter().map(|ground| ground.as_ref().map_or('.', |ground| named[ground])).collect();
            let _ = writeln!(toml, "  \"{row}\",");
        }
        toml.push_str("]\n");
        toml.push_str(&edges);
        if !named.is_empty() {
            let entry = |(ground, letter): (&&Ground, &char)| {
                let more = if ground.more.is_empty() { String::new() } else { format!(", {}", ground.more) };
                format!("{letter} = {{ terrain = \"{}\"{more} }}", ground.terrain)
            };
            let _ = writeln!(toml, "legend = {{ {} }}", named.iter().map(entry).collect::<Vec<_>>().join(", "));
        }
        Ok(Brought { toml, picture: None, said: self.said })
    }
}

/// All layers, those in groups too.
fn flatten<'a>(layers: &'a [Value], all: &mut Vec<&'a Value>, depth: usize) {
    for layer in layers {
        match layer["layers"].as_array().filter(|_| depth < 20) {
            Some(inner) => flatten(inner, all, depth + 1),
            None => all.push(layer),
        }
    }
}

/// The numbers of a layer's tiles, as a list or packed; no more than `most` are read.
fn numbers(layer: &Value, most: usize) -> Result<Vec<u32>, String> {
    if let Some(list) = layer["data"].as_array() {
        let number = |one: &Value| one.as_u64().and_then(|one| u32::try_from(one).ok());
        return list.iter().map(number).collect::<Option<_>>().ok_or_else(|| "a tile has no number".to_owned());
    }
    let text = layer["data"].as_str().ok_or("it has no tiles")?;
    let bytes = STANDARD.decode(text.trim()).map_err(|fault| format!("its tiles cannot be read: {fault}"))?;
    let limit = (most as u64) * 4 + 4;
    let mut plain = Vec::new();
    let read = match layer["compression"].as_str().unwrap_or_default() {
        "" => bytes.as_slice().take(limit).read_to_end(&mut plain),
        "zlib" => ZlibDecoder::new(bytes.as_slice()).take(limit).read_to_end(&mut plain),
        "gzip" => GzDecoder::new(bytes.as_slice()).take(limit).read_to_end(&mut plain),
        other => return Err(format!("its tiles are packed by {other}; save it with zlib, gzip or as CSV")),
    };
    read.map_err(|fault| format!("its tiles cannot be unpacked: {fault}"))?;
    Ok(plain.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::draft::Draft;

    fn map(data: &Value, compression: &str) -> Value {
        json!({
            "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal", "infinite": false,
            "tilesets": [{ "firstgid": 1, "tiles": [
                { "id": 0, "type": "Kelp", "properties": [{ "name": "height", "value": -2 }, { "name": "cover", "value": "half" }] },
            ] }],
            "layers": [
                { "type": "tilelayer", "name": "floor", "data": data, "compression": compression },
                { "type": "group", "layers": [{ "type": "tilelayer", "name": "Water", "data": [0, 9, 0, 0, 0, 0] }] },
                { "type": "objectgroup", "name": "walls", "objects": [
                    { "x": 16, "y": 0, "polyline": [{ "x": 0, "y": 0 }, { "x": 0, "y": 16 }] },
                    { "name": "door", "x": 16, "y": 16, "polyline": [{ "x": 0, "y": 0 }, { "x": 0, "y": 16 }] },
                ] },
            ],
        })
    }

    fn drawn(json: &Value) -> quintain_field::Map {
        let brought = import(json).unwrap();
        let mut draft = Draft::new("uchma");
        draft.take_map(&brought.toml).unwrap();
        draft.map().unwrap().unwrap()
    }

    #[test]
    fn tiles_and_walls_are_brought_over_however_they_are_packed() {
        let numbers = [0x8000_0001u32, 0, 0, 0, 0, 5];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&bytes).unwrap();
        let packed = packed.finish().unwrap();
        for (data, how) in
            [(json!(numbers), ""), (json!(STANDARD.encode(&bytes)), ""), (json!(STANDARD.encode(packed)), "zlib")]
        {
            let map = drawn(&map(&data, how));
            let name = |at: &str| map.terrain_name(at.parse().unwrap()).unwrap().to_owned();
            assert_eq!((name("A2"), name("B2"), name("C1")), ("kelp".into(), "water".into(), "open".into()));
            assert_eq!(map.ground("A2".parse().unwrap()).tenths(), -20);
            assert_eq!(map.edges_text(), ["door A1-B1 closed", "wall A2-B2"]);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let said = |change: &dyn Fn(&mut Value)| {
            let mut json = map(&json!([0, 0, 0, 0, 0, 5]), "");
            change(&mut json);
            import(&json).map_or_else(|problem| problem.to_string(), |brought| brought.said.join("; "))
        };
        assert!(said(&|json| json["infinite"] = json!(true)).contains("has no end"));
        assert!(said(&|json| json["width"] = json!(0)).contains("1 to"));
        assert!(
            said(&|json| json["layers"][0]["data"] = json!([1])).contains("has 1 tiles, but the map has 6 squares")
        );
        assert!(
            said(&|json| {
                json["layers"][0]["data"] = json!("AAAA");
                json["layers"][0]["compression"] = json!("zstd");
            })
            .contains("packed by zstd")
        );
        assert!(said(&|_| {}).contains("do not say what they are"));
    }
}
