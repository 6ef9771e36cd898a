//! What the letters of a map's rows mean.

use quintain_field::{Cover, Door, Height, Legend, LegendError, TerrainKind};

use crate::fields::{Fields, wrong};
use crate::node::{Kind, Node, TableNode};
use crate::problem::name_help;
use crate::{Placed, Problem, Problems};

/// What a letter of the rows means: `k = { terrain = "kelp", height = 2, cover = "half", blocks = ["sight"] }`.
#[derive(Clone, Debug)]
pub struct LegendSpec {
    /// The letter.
    pub letter: Placed<char>,
    /// What the ground is called. A standard name (`water`, `wall`, …) brings along what the standard terrain is;
    /// any other is open ground under a name of its own. `open` when left out.
    pub terrain: Placed<String>,
    /// What a square of it costs to enter, for rulebooks that ask.
    pub cost: Option<Placed<u32>>,
    /// How high the ground is.
    pub height: Option<Height>,
    /// The cover that it gives.
    pub cover: Option<Cover>,
    /// What it blocks: movement, and sight.
    pub blocks: Option<(bool, bool)>,
    /// Whether one may leave the map there.
    pub exit: Option<bool>,
    /// A door that fills the square.
    pub door: Option<Door>,
    /// Whether nobody knows of it until it shows itself or the game master reveals it.
    pub concealed: bool,
}

pub(crate) const KEYS: [&str; 8] = ["terrain", "cost", "height", "cover", "blocks", "exit", "door", "concealed"];
/// What ground can block.
pub(crate) const BLOCKS: [&str; 2] = ["movement", "sight"];
/// The highest cost of a square.
pub(crate) const DEAREST: u32 = 100;

/// Reads `[map.legend]`; a text alone is the name of the terrain.
pub(super) fn read(table: &TableNode, problems: &mut Problems) -> Vec<LegendSpec> {
    table.entries.iter().filter_map(|(key, node)| read_one(key, node, problems)).collect()
}

fn read_one(key: &Placed<String>, node: &Node, problems: &mut Problems) -> Option<LegendSpec> {
    let mut letters = key.value.chars();
    let letter = letters.next().filter(|letter| !letter.is_whitespace() && !letter.is_control());
    let letter = match letter {
        Some(letter) if letters.next().is_none() => Placed::new(letter, key.place.clone()),
        _ => {
            let what = format!("`{}` in the legend is not one visible character", key.value.escape_debug());
            problems.push(Problem::at(&key.place, what).help("use one letter for each kind of ground"));
            return None;
        }
    };
    let mut spec = LegendSpec {
        letter,
        terrain: Placed::new("open".to_owned(), node.place.clone()),
        cost: None,
        height: None,
        cover: None,
        blocks: None,
        exit: None,
        door: None,
        concealed: false,
    };
    if let Kind::Text(name) = &node.kind {
        spec.terrain = Placed::new(name.clone(), node.place.clone());
        return Some(spec);
    }
    let mut fields = Fields::open("a letter of the legend", node, problems)?;
    fields.only(&KEYS, &[]);
    if let Some(terrain) = fields.text("terrain") {
        spec.terrain = terrain;
    }
    let cost = fields.int("cost", 0, i64::from(DEAREST));
    spec.cost = cost.map(|cost| cost.map(|number| u32::try_from(number).unwrap_or(DEAREST)));
    spec.height = fields.node("height").and_then(|node| {
        super::height(node).or_else(|| wrong("height", "a height in metres, such as `1.5`", node, fields.problems))
    });
    spec.cover = fields.text("cover").and_then(|word| {
        let known = Cover::ALL.map(Cover::name);
        Cover::ALL
            .into_iter()
            .find(|cover| cover.name() == word.value)
            .or_else(|| no_such("cover", &word, &known, fields.problems))
    });
    spec.blocks = fields.texts("blocks").map(|words| {
        for word in words.iter().filter(|word| !BLOCKS.contains(&word.value.as_str())) {
            no_such::<()>("blocks", word, &BLOCKS, fields.problems);
        }
        (words.iter().any(|word| word.value == "movement"), words.iter().any(|word| word.value == "sight"))
    });
    spec.exit = fields.flag("exit").map(|exit| exit.value);
    spec.concealed = fields.flag("concealed").is_some_and(|concealed| concealed.value);
    spec.door = fields.text("door").and_then(|word| match word.value.as_str() {
        "open" => Some(Door::Open),
        "closed" => Some(Door::Closed),
        "locked" => Some(Door::Locked),
        _ => no_such("door", &word, &["open", "closed", "locked"], fields.problems),
    });
    Some(spec)
}

fn no_such<T>(key: &str, word: &Placed<String>, known: &[&str], problems: &mut Problems) -> Option<T> {
    let problem = Problem::at(&word.place, format!("`{key}` cannot be `{}`", word.value.escape_debug()));
    problems.push(Problem { help: name_help("word", &word.value, known.iter().copied()), ..problem });
    None
}

impl LegendSpec {
    /// Adds it to the legend of a map.
    pub(super) fn define(&self, legend: &mut Legend) -> Result<(), Problem> {
        let glyph = self.letter.value;
        let standard = legend.by_name(&self.terrain).and_then(|terrain| legend.kind(terrain)).cloned();
        let mut kind = match standard {
            Some(kind) => TerrainKind { glyph, ..kind },
            None => TerrainKind::new(glyph, self.terrain.value.clone()),
        };
        if let Some(door) = self.door {
            let shut = door != Door::Open;
            kind.door = Some(door);
            (kind.blocks_movement, kind.blocks_sight) = (shut, shut);
            kind.cover = if shut { Cover::Full } else { Cover::None };
        }
        kind.ground = self.height.or(kind.ground);
        kind.cover = self.cover.unwrap_or(kind.cover);
        (kind.blocks_movement, kind.blocks_sight) = self.blocks.unwrap_or((kind.blocks_movement, kind.blocks_sight));
        kind.exit = self.exit.unwrap_or(kind.exit);
        legend.define(kind).map(drop).map_err(|error| match error {
            LegendError::Full => Problem::at(&self.letter.place, "the legend has too many letters").help("use fewer"),
            other => Problem::at(&self.letter.place, other.to_string()),
        })
    }
}
