//! Who fights: putting combatants in, moving and changing them, and the sides they are on.

use quintain_content::{MOST_OF_A_KIND, Problem};
use quintain_field::{Footprint, Map, Span, Square};
use toml_edit::{Item, TableLike, Value};

use super::Draft;
use crate::bestiary::Bestiary;
use crate::toml::{self, entries, entry, put, put_at, put_text, put_texts, shown, take_at, texts};

/// A `[[combatant]]` as it is written, right or wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Someone {
    /// What it is called.
    pub name: String,
    /// The pack entry.
    pub is: String,
    /// Its side.
    pub side: String,
    /// Its squares, as they are written.
    pub at: Vec<String>,
    /// How many there are, where that is said.
    pub count: Option<i64>,
    /// What it carries besides.
    pub with: Vec<String>,
    /// What is different in it, with dotted keys.
    pub set: Vec<(String, String)>,
    /// Who answers for it.
    pub seat: String,
    /// How it plays when nobody does.
    pub tactics: String,
    /// Nobody knows of it at first.
    pub concealed: bool,
}

impl Someone {
    fn read(table: &dyn TableLike) -> Someone {
        let text = |key: &str| table.get(key).map(shown).unwrap_or_default();
        let list = |key: &str| table.get(key).map(texts).unwrap_or_default();
        let is = text("is");
        let name = Some(text("name")).filter(|name| !name.is_empty()).unwrap_or_else(|| called(&is));
        Someone {
            name,
            is,
            side: text("side"),
            at: list("at"),
            count: table.get("count").and_then(Item::as_integer),
            with: list("with"),
            set: table.get("set").and_then(Item::as_table_like).map(toml::flat).unwrap_or_default(),
            seat: text("seat"),
            tactics: text("tactics"),
            concealed: table.get("concealed").and_then(Item::as_bool).unwrap_or(false),
        }
    }

    /// How many it stands for.
    pub fn many(&self) -> usize {
        self.count.and_then(|count| usize::try_from(count).ok()).unwrap_or(1)
    }

    /// Its names on the map, with the square of each.
    pub fn each(&self) -> Vec<(String, Option<Square>)> {
        let at = |place: usize| self.at.get(place).or(self.at.first()).and_then(|at| at.parse().ok());
        let name = |place: usize| match self.count {
            Some(_) => format!("{} {}", self.name, place + 1),
            None => self.name.clone(),
        };
        (0..self.many()).map(|place| (name(place), at(place))).collect()
    }

    /// What is set under a key.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.set.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The conditions that it begins with.
    pub fn conditions(&self) -> Vec<String> {
        let list = self.value("conditions").and_then(|text| text.parse::<Value>().ok());
        list.map(|list| texts(&Item::Value(list))).unwrap_or_default()
    }
}

/// `sea-cyclops` becomes `Sea cyclops`, as where no name is given.
pub(crate) fn called(id: &str) -> String {
    quintain_pages::capital(&id.replace(['-', '_'], " "))
}

/// What is put into an encounter.
#[derive(Clone, Debug, Default)]
pub(crate) struct New {
    pub is: String,
    pub name: String,
    pub side: String,
    pub at: Option<Square>,
    pub hero: bool,
}

/// Width and depth in squares of what an id means; of what nobody knows, one square.
fn size(bestiary: &Bestiary, is: &str) -> (u8, u8) {
    bestiary.find(is).map_or((1, 1), |kind| kind.size)
}

impl Draft {
    /// Everybody, in the order of the file.
    pub fn people(&self) -> Vec<Someone> {
        entries(&self.document, "combatant").into_iter().map(Someone::read).collect()
    }

    /// The sides: the declared ones, then those that combatants name.
    pub fn sides(&self) -> Vec<String> {
        let declared = entries(&self.document, "side").into_iter().filter_map(|side| side.get("name").map(shown));
        let named = self.people().into_iter().map(|one| one.side);
        let mut sides: Vec<String> = Vec::new();
        for side in declared.chain(named).filter(|side| !side.is_empty()) {
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }

    /// What is said of a side: `foes`, `tactics`, `seat`.
    pub fn of_side(&self, name: &str, key: &str) -> Vec<String> {
        let side = entries(&self.document, "side")
            .into_iter()
            .find(|side| side.get("name").map(shown).as_deref() == Some(name));
        side.and_then(|side| side.get(key)).map(texts).unwrap_or_default()
    }

    /// The side that a newcomer is on if nobody says so.
    pub fn usual_side(&self, hero: bool) -> String {
        let sides = self.sides();
        let (own, place) = if hero { ("heroes", 0) } else { ("foes", 1) };
        match sides.iter().any(|side| side == own) {
            true => own.to_owned(),
            false => sides.get(place).cloned().unwrap_or_else(|| own.to_owned()),
        }
    }

    pub(super) fn someone(&mut self, place: usize) -> Result<&mut dyn TableLike, Problem> {
        entry(&mut self.document, "combatant", place)
            .ok_or_else(|| Problem::general(format!("there is no combatant number {}", place + 1)))
    }

    /// Puts a combatant in; one more of a kind that is there already, on the same side, is counted with it.
    pub(super) fn add(&mut self, new: &New, bestiary: &Bestiary) -> String {
        let side = match new.side.trim() {
            "" => self.usual_side(new.hero),
            side => side.to_owned(),
        };
        let at = new.at.or_else(|| self.free(&side, new, bestiary));
        let known = self.people().iter().position(|one| one.is == new.is && one.side == side && one.set.is_empty());
        if let Some(place) = known.filter(|_| !new.hero) {
            self.one_more(place, at);
            return format!("one more {}", new.name);
        }
        let name = self.unused(&new.name);
        let mut keys: Vec<(&str, Value)> =
            vec![("name", name.as_str().into()), ("is", new.is.as_str().into()), ("side", side.as_str().into())];
        if let Some(at) = at {
            keys.push(("at", at.to_string().into()));
        }
        toml::push(&mut self.document, "combatant", keys);
        if !entries(&self.document, "side").is_empty() && !self.declares(&side) {
            toml::push(&mut self.document, "side", vec![("name", side.as_str().into())]);
        }
        format!("{name} joins {side}")
    }

    fn one_more(&mut self, place: usize, at: Option<Square>) {
        let Some(one) = self.people().into_iter().nth(place) else { return };
        let many = one.many();
        let mut squares = one.at.clone();
        if let (Some(first), Some(at)) = (one.at.first(), at) {
            squares.resize(many, first.clone());
            squares.push(at.to_string());
        }
        if let Ok(table) = self.someone(place) {
            put(table, "count", i64::try_from(many + 1).unwrap_or(i64::MAX).into());
            put_texts(table, "at", &squares);
        }
    }

    /// A name that nobody has yet: the same with a number behind it where it is taken.
    fn unused(&self, name: &str) -> String {
        let taken: Vec<String> = self.people().iter().map(|one| one.name.to_lowercase()).collect();
        let free = |name: &String| !taken.contains(&name.to_lowercase());
        std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name} {n}"))).find(free).unwrap_or_default()
    }

    /// A free square: the first side begins in the west, the others in the east, both near the middle.
    fn free(&self, side: &str, new: &New, bestiary: &Bestiary) -> Option<Square> {
        let map = self.map()?.ok()?;
        let people = self.people();
        let taken: Vec<Span> = people
            .iter()
            .flat_map(|one| one.each().into_iter().filter_map(|(_, at)| at).map(|at| body(at, size(bestiary, &one.is))))
            .collect();
        let (wide, deep) = (i16::try_from(map.width()).ok()?, i16::try_from(map.depth()).ok()?);
        let west = self.sides().first().is_none_or(|first| first == side) && (new.hero || !self.people().is_empty());
        let mut columns: Vec<i16> = (0..wide).collect();
        columns.sort_by_key(|x| if west { (*x - 1).abs() } else { (wide - 2 - *x).abs() });
        let mut rows: Vec<i16> = (0..deep).collect();
        rows.sort_by_key(|y| (2 * *y + 1 - deep).abs());
        let all: Vec<Square> = columns.iter().flat_map(|x| rows.iter().map(move |y| Square::new(*x, *y))).collect();
        let size = size(bestiary, &new.is);
        let dry = |square: Square| map.terrain_name(square).is_none_or(|name| !name.contains("water") && name != "pit");
        let fit = |at: &Square| fits(&map, body(*at, size), &taken);
        // Those who live in it are put into water, where there is room nowhere else.
        let on_dry_land = all.iter().find(|at| fit(at) && body(**at, size).squares().all(dry));
        on_dry_land.or_else(|| all.iter().find(|at| fit(at))).copied()
    }

    pub(super) fn move_to(&mut self, place: usize, nth: usize, to: Square) -> Result<String, Problem> {
        let one = self.people().into_iter().nth(place).unwrap_or_default();
        let table = self.someone(place)?;
        let mut squares = one.at.clone();
        if let Some(first) = one.at.first().cloned().filter(|_| one.many() > 1) {
            squares.resize(one.many(), first);
        }
        match squares.get_mut(nth) {
            Some(square) => *square = to.to_string(),
            None if one.many() > 1 => squares = vec![to.to_string(); one.many()],
            None => squares = vec![to.to_string()],
        }
        put_texts(table, "at", &squares);
        Ok(format!("{} goes to {to}", one.name))
    }

    /// Changes how many there are; squares are found for those who come, and the last go first.
    pub(super) fn count(&mut self, place: usize, count: usize, bestiary: &Bestiary) -> Result<(), Problem> {
        let one = self.people().into_iter().nth(place).unwrap_or_default();
        self.someone(place)?;
        let most = MOST_OF_A_KIND as usize;
        if !(1..=most).contains(&count) {
            let what = format!("there cannot be {count} of {}", one.name);
            return Err(Problem::general(what).help(format!("of one kind there are 1 to {most}")));
        }
        for _ in one.many()..count {
            let new = New { is: one.is.clone(), ..New::default() };
            let at = if one.at.is_empty() { None } else { self.free(&one.side, &new, bestiary) };
            self.one_more(place, at);
        }
        if count < one.many() {
            let table = self.someone(place)?;
            put(table, "count", i64::try_from(count).unwrap_or(1).into());
            if one.at.len() > 1 {
                put_texts(table, "at", one.at.get(..count).unwrap_or(&one.at));
            }
        }
        Ok(())
    }

    /// Copies a combatant, under a name of its own and on free squares.
    pub(super) fn copy(&mut self, place: usize, bestiary: &Bestiary) -> Result<String, Problem> {
        let one = self.people().into_iter().nth(place).unwrap_or_default();
        let keys: Vec<(String, Value)> = self
            .someone(place)?
            .iter()
            .filter_map(|(key, item)| Some((key.to_owned(), item.clone().into_value().ok()?)))
            .collect();
        let name = self.unused(&one.name);
        toml::push(
            &mut self.document,
            "combatant",
            keys.iter().map(|(key, value)| (key.as_str(), value.clone())).collect(),
        );
        let last = self.people().len().saturating_sub(1);
        let table = self.someone(last)?;
        put(table, "name", name.as_str().into());
        table.remove("at");
        let new = New { is: one.is.clone(), ..New::default() };
        let mut squares = Vec::new();
        for _ in (0..one.many()).filter(|_| !one.at.is_empty()) {
            let Some(at) = self.free(&one.side, &new, bestiary) else { break };
            squares.push(at.to_string());
            put_texts(self.someone(last)?, "at", &squares);
        }
        Ok(format!("{name} is like {}", one.name))
    }

    /// Sets a value of a combatant, or takes it back where nothing is given.
    pub(super) fn set_value(&mut self, place: usize, key: &str, words: &str) -> Result<(), Problem> {
        let table = self.someone(place)?;
        if words.trim().is_empty() {
            let Some(set) = table.get_mut("set").and_then(Item::as_table_like_mut) else { return Ok(()) };
            take_at(set, key);
            if set.is_empty() {
                table.remove("set");
            }
            return Ok(());
        }
        if table.get("set").is_none() {
            table.insert("set", Item::Value(Value::InlineTable(toml_edit::InlineTable::new())));
        }
        if let Some(set) = table.get_mut("set").and_then(Item::as_table_like_mut) {
            put_at(set, key, toml::typed(words));
        }
        Ok(())
    }

    fn declares(&self, side: &str) -> bool {
        entries(&self.document, "side").into_iter().any(|known| known.get("name").map(shown).as_deref() == Some(side))
    }

    /// Says more of a side than its name. As soon as one is declared, all are.
    pub(super) fn side(&mut self, name: &str, key: &str, words: &[String]) {
        let said: Vec<String> = words.iter().filter(|word| !word.trim().is_empty()).cloned().collect();
        if said.is_empty() && !self.declares(name) {
            return;
        }
        for side in self.sides() {
            if !self.declares(&side) {
                toml::push(&mut self.document, "side", vec![("name", side.as_str().into())]);
            }
        }
        let place = entries(&self.document, "side")
            .iter()
            .position(|side| side.get("name").map(shown).as_deref() == Some(name));
        let Some(table) = place.and_then(|place| entry(&mut self.document, "side", place)) else { return };
        match (key, said.first()) {
            ("foes", _) => put_texts(table, key, &said),
            (_, first) => put_text(table, key, first.map_or("", String::as_str)),
        }
    }

    /// Gives a side another name, wherever it stands.
    pub(super) fn rename_side(&mut self, from: &str, to: &str) {
        for place in 0..self.people().len() {
            let Some(one) = entry(&mut self.document, "combatant", place) else { continue };
            if one.get("side").map(shown).as_deref() == Some(from) {
                put(one, "side", to.into());
            }
        }
        for place in 0..entries(&self.document, "side").len() {
            let Some(side) = entry(&mut self.document, "side", place) else { continue };
            if side.get("name").map(shown).as_deref() == Some(from) {
                put(side, "name", to.into());
            }
            let foes: Vec<String> = side.get("foes").map(texts).unwrap_or_default();
            let renamed: Vec<String> =
                foes.into_iter().map(|foe| if foe == from { to.to_owned() } else { foe }).collect();
            put_texts(side, "foes", &renamed);
        }
    }

    /// Takes sides away on which nobody is.
    pub(super) fn forget_empty_sides(&mut self) {
        let people = self.people();
        for place in (0..entries(&self.document, "side").len()).rev() {
            let name = entries(&self.document, "side").get(place).and_then(|side| side.get("name").map(shown));
            if name.is_some_and(|name| !people.iter().any(|one| one.side == name)) {
                toml::pull(&mut self.document, "side", place);
            }
        }
    }
}

/// The squares under a body of this size.
fn body(at: Square, (wide, deep): (u8, u8)) -> Span {
    let body = Footprint::new(wide.max(1), deep.max(1));
    Span::between(at, Square::new(at.x + i16::from(body.width()) - 1, at.y + i16::from(body.depth()) - 1))
}

/// Whether a body can stand there: open ground, and nobody else's square.
fn fits(map: &Map, body: Span, taken: &[Span]) -> bool {
    let free = |square| !taken.iter().any(|other| other.contains(square));
    body.squares().all(|square| map.contains(square) && !map.blocks_movement(square) && free(square))
}
