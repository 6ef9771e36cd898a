//! Painting: the size of the map, its ground, heights, edges, ways off, and the picture beneath.

use quintain_content::Problem;
use quintain_field::{Edge, Height, Legend, Map, Site, Span, Square, TerrainKind};
use toml_edit::{Array, Item, TableLike, Value};

use super::Draft;
use super::rows::is_concealed;
use crate::palette::{Ground, brush};
use crate::toml::{self, put, put_text, put_texts, table, texts};

/// The longest side of a map that is laid out here, in squares.
pub(crate) const LONGEST: usize = 100;

/// Reads `A1 B2, C3-D5`.
pub(crate) fn squares(words: &str) -> Result<Vec<Square>, Problem> {
    let mut all = Vec::new();
    for word in words.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        match (word.parse::<Square>(), word.parse::<Span>()) {
            (Ok(square), _) => all.push(square),
            (_, Ok(span)) => all.extend(span.squares().take(LONGEST * LONGEST)),
            _ => {
                let what = format!("`{word}` is no square");
                return Err(Problem::general(what).help("write `C4`, or `A1-D3` for all from A1 to D3"));
            }
        }
    }
    match all.is_empty() {
        true => Err(Problem::general("no square is named").help("write `C4`, or `A1-D3` for all from A1 to D3")),
        false => Ok(all),
    }
}

/// Reads `A1-A2 B1-B2`: pairs of neighbours.
fn pairs(words: &str) -> Result<Vec<(Square, Square)>, Problem> {
    let pair = |word: &str| {
        let (a, b) = word.split_once('-')?;
        let (a, b): (Square, Square) = (a.parse().ok()?, b.parse().ok()?);
        (a.x.abs_diff(b.x) + a.y.abs_diff(b.y) == 1).then_some((a, b))
    };
    let all: Option<Vec<_>> = words.split([' ', ',', ';']).filter(|word| !word.is_empty()).map(pair).collect();
    all.filter(|all| !all.is_empty()).ok_or_else(|| {
        Problem::general(format!("`{words}` names no edge"))
            .help("write two squares that share a side, such as `B2-B3`")
    })
}

/// How a height is to change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rise {
    /// To so many tenths of a metre.
    To(i16),
    /// By so many.
    By(i16),
}

impl Draft {
    /// An open map of this size.
    pub(super) fn lay_out(&mut self, columns: usize, rows: usize) {
        let sides = [columns, rows].map(|side| i64::try_from(side.clamp(1, LONGEST)).unwrap_or(1));
        if let Some(map) = table(&mut self.document, "map") {
            put(map, "size", Value::Array(sides.into_iter().collect::<Array>()));
        }
    }

    /// Gives the map another size: it grows and shrinks in the north and east, so that all squares keep their names.
    pub(super) fn resize(&mut self, columns: usize, rows: usize) -> Result<(), Problem> {
        if ![columns, rows].iter().all(|side| (1..=LONGEST).contains(side)) {
            let what = format!("a map cannot have {columns} columns and {rows} rows here");
            return Err(Problem::general(what).help(format!("each side has 1 to {LONGEST} squares")));
        }
        let Some(spec) = self.map_spec() else {
            self.lay_out(columns, rows);
            return Ok(());
        };
        if spec.is_ok_and(|spec| spec.rows.is_empty()) {
            self.lay_out(columns, rows);
            self.prune(columns, rows);
            return Ok(());
        }
        let mut letters = self.rows()?.letters;
        letters.reverse();
        letters.resize(rows, Vec::new());
        letters.iter_mut().for_each(|row| row.resize(columns, '.'));
        letters.reverse();
        self.write_rows(&letters);
        self.prune(columns, rows);
        Ok(())
    }

    /// Takes edges, ways off, concealed places and lights away that lie off the map now.
    fn prune(&mut self, columns: usize, rows: usize) {
        let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let Ok(bare) = Map::open(side(columns), side(rows)) else { return };
        let fits = |line: &String| bare.clone().draw_edges(&[line]).is_ok();
        let on = |name: &String| name.parse::<Square>().is_ok_and(|square| bare.contains(square));
        let whole = |site: &String| site.split('-').all(|name| on(&name.to_owned()));
        if let Some(map) = table(&mut self.document, "map") {
            keep(map, "edges", fits);
            keep(map, "exits", on);
            keep(map, "concealed", whole);
        }
        self.keep_lamps(|lamp| on(&lamp.at));
    }

    /// Paints squares. Returns how many have changed.
    pub(super) fn paint(&mut self, words: &str, key: &str) -> Result<String, Problem> {
        let squares = squares(words)?;
        let brush = brush(self, key).ok_or_else(|| Problem::general(format!("there is no ground `{key}`")))?;
        let name = brush.name.clone();
        let changed = self.change_ground(&squares, |_| brush.ground.clone())?;
        Ok(format!("{name} on {}", counted(changed)))
    }

    /// Raises or lowers squares, whatever they are made of.
    pub(super) fn raise(&mut self, words: &str, rise: Rise) -> Result<String, Problem> {
        let squares = squares(words)?;
        let changed = self.change_ground(&squares, |now| {
            let level = now.kind.ground.unwrap_or_default().tenths();
            let tenths = match rise {
                Rise::To(tenths) => tenths,
                Rise::By(tenths) => level.saturating_add(tenths),
            };
            let mut kind = now.kind.clone();
            kind.ground = Some(Height::from_tenths(tenths)).filter(|height| height.tenths() != 0);
            Ground { kind, ..now.clone() }
        })?;
        Ok(format!("the height of {}", counted(changed)))
    }

    /// Makes each square what `to` makes of it.
    fn change_ground(&mut self, squares: &[Square], to: impl Fn(&Ground) -> Ground) -> Result<usize, Problem> {
        let mut rows = self.rows()?;
        let map = rows.spec.build().map_err(super::rows::first)?;
        let mut known: Vec<(Ground, char)> = Vec::new();
        let mut changed = 0;
        for square in squares {
            let Some(now) = rows.at(*square).map(|letter| *letter) else { continue };
            let Some(kind) = map.legend().by_glyph(now).and_then(|now| map.legend().kind(now)) else { continue };
            let cost = rows.spec.costs().find(|(name, _)| *name == kind.name).map(|(_, cost)| cost);
            let wanted = to(&Ground { kind: kind.clone(), cost, concealed: is_concealed(&rows.spec, now) });
            let letter = match known.iter().find(|(ground, _)| *ground == wanted) {
                Some((_, letter)) => *letter,
                None => {
                    let letter = self.letter(&wanted, &rows)?;
                    known.push((wanted, letter));
                    letter
                }
            };
            if let Some(place) = rows.at(*square).filter(|place| **place != letter) {
                *place = letter;
                changed += 1;
            }
        }
        if changed > 0 {
            self.write_rows(&rows.letters);
        }
        Ok(changed)
    }

    /// A kind of ground of the author's own, as a letter of the legend.
    pub(super) fn new_ground(&mut self, kind: TerrainKind, cost: Option<u32>) -> Result<String, Problem> {
        if kind.name.trim().is_empty() {
            return Err(Problem::general("ground needs a name").help("for example `kelp`"));
        }
        let name = kind.name.clone();
        let rows = self.rows()?;
        self.letter(&Ground { kind, cost, concealed: false }, &rows)?;
        Ok(format!("{name} can be painted"))
    }

    /// Puts something between squares, or clears what stands there.
    pub(super) fn edge(&mut self, words: &str, kind: &str) -> Result<String, Problem> {
        let pairs = pairs(words)?;
        let edge: Edge = kind.parse().map_err(|fault| Problem::general(format!("{fault}")))?;
        for (a, b) in &pairs {
            let site = Site::between(*a, *b);
            let hidden = self.hidden_places().contains(&site);
            // While another door takes its place, a hidden one is for all to see: no map is read with a hidden door and no door.
            if hidden {
                self.hide(&site.to_string(), false)?;
            }
            self.one_edge(*a, *b, edge)?;
            if hidden && matches!(edge, Edge::Door(_)) {
                self.hide(&site.to_string(), true)?;
            }
        }
        Ok(match edge {
            Edge::Open => format!(
                "nothing on {}",
                if pairs.len() == 1 { "1 edge".into() } else { format!("{} edges", pairs.len()) }
            ),
            _ => format!(
                "{edge} on {}",
                if pairs.len() == 1 { "1 edge".into() } else { format!("{} edges", pairs.len()) }
            ),
        })
    }

    fn one_edge(&mut self, a: Square, b: Square, edge: Edge) -> Result<(), Problem> {
        let between = |line: &String| {
            line.split_whitespace().any(|word| {
                word.eq_ignore_ascii_case(&format!("{a}-{b}")) || word.eq_ignore_ascii_case(&format!("{b}-{a}"))
            })
        };
        if let Some(map) = table(&mut self.document, "map") {
            let sided =
                |line: &String| line.split_whitespace().any(|word| ["north", "east", "south", "west"].contains(&word));
            keep(map, "edges", |line| sided(line) || !between(line));
        }
        let now =
            self.map().ok_or_else(|| Problem::general("there is no map to change"))?.map_err(super::rows::first)?;
        let there = now.edge(a, b).ok_or_else(|| Problem::general(format!("{a}-{b} is no edge of the map")))?;
        if there == edge {
            return Ok(());
        }
        // What a longer line has put there is taken back by a later one.
        let whole = edge.to_string();
        let detail = whole.strip_prefix(edge.kind()).unwrap_or_default();
        let line = format!("{} {a}-{b}{detail}", edge.kind());
        let Some(map) = table(&mut self.document, "map") else { return Ok(()) };
        match map.get_mut("edges").and_then(Item::as_array_mut) {
            Some(list) => push_line(list, &line),
            None => put_texts(map, "edges", &[line]),
        }
        Ok(())
    }

    /// Lets squares be ways off the map, or not.
    pub(super) fn exit(&mut self, words: &str, on: bool) -> Result<String, Problem> {
        let squares = squares(words)?;
        let Some(map) = table(&mut self.document, "map") else { return Ok(String::new()) };
        let mut names = map.get("exits").map(texts).unwrap_or_default();
        for square in &squares {
            let name = square.to_string();
            names.retain(|known| *known != name);
            if on {
                names.push(name);
            }
        }
        put_texts(map, "exits", &names);
        Ok(format!("{} {} a way off the map", counted(squares.len()), if on { "as" } else { "no more" }))
    }

    /// Lays a picture under the map, or takes it away.
    pub(super) fn set_picture(&mut self, name: &str) {
        if let Some(map) = table(&mut self.document, "map") {
            put_text(map, "picture", name);
        }
    }

    /// Takes another map in place of the one there is.
    ///
    /// # Errors
    /// When the text has no `[map]`.
    pub fn take_map(&mut self, text: &str) -> Result<(), Problem> {
        let other = toml::document(text)?;
        let map = other.get("map").and_then(Item::as_table).ok_or_else(|| Problem::general("this holds no map"))?;
        let Some(own) = table(&mut self.document, "map") else { return Ok(()) };
        own.clear();
        for (key, item) in map.iter() {
            own.insert(key, item.clone());
        }
        Ok(())
    }
}

/// Reads the form for a new kind of ground.
pub(super) fn kind(name: &str, of: &dyn Fn(&str) -> String) -> Result<(TerrainKind, Option<u32>), Problem> {
    let standard = Legend::standard();
    let known = standard.by_name(name.trim()).and_then(|terrain| standard.kind(terrain)).cloned();
    let mut kind = known.unwrap_or_else(|| TerrainKind::new(name.trim().chars().next().unwrap_or('a'), name.trim()));
    if let Ok(cover) = of("cover").parse() {
        kind.cover = cover;
    }
    kind.blocks_movement |= !of("blocks-movement").is_empty();
    kind.blocks_sight |= !of("blocks-sight").is_empty();
    let height = of("height");
    if !height.trim().is_empty() {
        let height: Height = height.trim().parse().map_err(|fault| Problem::general(format!("{fault}")))?;
        kind.ground = Some(height).filter(|height| height.tenths() != 0);
    }
    let cost = of("cost");
    let cost = match cost.trim() {
        "" => None,
        words => Some(
            words
                .parse()
                .map_err(|_| Problem::general(format!("a cost is a whole number from 0 to 100, not `{words}`")))?,
        ),
    };
    Ok((kind, cost))
}

/// Keeps those texts of a list that shall stay; a list without any goes.
pub(super) fn keep(table: &mut dyn TableLike, key: &str, stays: impl Fn(&String) -> bool) {
    let Some(list) = table.get_mut(key).and_then(Item::as_array_mut) else { return };
    list.retain(|value| value.as_str().is_none_or(|text| stays(&text.to_owned())));
    if list.is_empty() {
        table.remove(key);
    }
}

/// Adds a line to a list as the last of it is written: beside it, or on a line of its own.
fn push_line(list: &mut Array, line: &str) {
    let last = list.len().checked_sub(1).and_then(|last| list.get(last));
    let prefix = last.and_then(|value| value.decor().prefix()?.as_str().map(str::to_owned));
    let indent = prefix.and_then(|prefix| prefix.rsplit_once('\n').map(|(_, indent)| indent.to_owned()));
    match indent {
        Some(indent) => list.push_formatted(Value::from(line).decorated(format!("\n{indent}"), "")),
        None => list.push(line),
    }
}

/// `1 square`, `3 squares`.
pub(super) fn counted(count: usize) -> String {
    if count == 1 { "1 square".to_owned() } else { format!("{count} squares") }
}
