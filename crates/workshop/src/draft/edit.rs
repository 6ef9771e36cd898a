//! What forms change of a draft.

use quintain_content::Problem;
use quintain_field::Square;
use quintain_pages::Fields;

use super::ground::{LONGEST, Rise, kind};
use super::people::New;
use super::{Draft, Lamp};
use crate::bestiary::Bestiary;
use crate::toml::{self, put, put_at, put_text, put_texts, table, take_at};

/// One change of a draft, as a form asks for it: what is to be done, and the fields that say with what.
#[derive(Debug)]
pub struct Edit<'a> {
    what: &'a str,
    fields: &'a Fields,
    bestiary: &'a Bestiary,
}

/// What a change comes to, in words for the list of changes.
type Done = Result<String, Problem>;

impl<'a> Edit<'a> {
    /// What a form asks for in its field `do`. New combatants are named by the bestiary.
    pub fn new(fields: &'a Fields, bestiary: &'a Bestiary) -> Edit<'a> {
        Edit { what: fields.get("do").unwrap_or_default(), fields, bestiary }
    }

    fn text(&self, name: &str) -> String {
        self.fields.get(name).unwrap_or_default().trim().to_owned()
    }

    fn number(&self, name: &str) -> Result<usize, Problem> {
        let words = self.text(name);
        words.parse().map_err(|_| Problem::general(format!("`{name}` is a whole number, not `{words}`")))
    }

    fn square(&self, name: &str) -> Result<Square, Problem> {
        let words = self.text(name);
        let wrong = || Problem::general(format!("`{words}` is no square")).help("write `C4`");
        words.parse().map_err(|_| wrong())
    }

    /// Words in one field, parted by commas.
    fn list(&self, name: &str) -> Vec<String> {
        let all = self.fields.all(name).join(",");
        all.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// Carries it out. The draft is as it was where that is not possible.
    ///
    /// # Errors
    /// Says why not, and what would be right.
    pub fn on(&self, draft: &Draft) -> Result<(Draft, String), Problem> {
        let mut changed = draft.clone();
        let said = self.carry_out(&mut changed)?;
        Ok((changed, said))
    }

    fn carry_out(&self, draft: &mut Draft) -> Done {
        match self.what {
            "head" => self.head(draft),
            "size" => {
                draft.resize(self.number("columns")?, self.number("rows")?).map(|()| "the size of the map".into())
            }
            "no-map" => {
                draft.document.remove("map");
                Ok("no map".into())
            }
            "paint" => draft.paint(&self.text("squares"), &self.text("ground")),
            "height" => self.height(draft),
            "ground" => {
                let (kind, cost) = kind(&self.text("name"), &|key| self.text(key))?;
                draft.new_ground(kind, cost)
            }
            "edge" => draft.edge(&self.text("squares"), &self.text("edge")),
            "light" => draft.light(&self.text("squares"), self.lamp()?.as_ref()),
            "hide" | "hide-door" => draft.hide(&self.text("squares"), self.text("on") != "off"),
            "exit" => draft.exit(&self.text("squares"), self.text("on") != "off"),
            "picture" => {
                draft.set_picture(&self.text("picture"));
                Ok("the picture under the map".into())
            }
            "several" => self.several(draft),
            _ => self.of_people(draft),
        }
    }

    /// Several changes as one: the fields of the first begin with `1.`, those of the next with `2.`, and so on.
    fn several(&self, draft: &mut Draft) -> Done {
        let mut said = Vec::new();
        for step in 1.. {
            let prefix = format!("{step}.");
            let own = self.fields.iter().filter_map(|(key, value)| Some((key.strip_prefix(&prefix)?, value)));
            let own: Vec<(String, String)> = own.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            if own.is_empty() {
                break;
            }
            said.push(Edit::new(&Fields::of(own), self.bestiary).carry_out(draft)?);
        }
        Ok(said.join(", "))
    }

    fn of_people(&self, draft: &mut Draft) -> Done {
        match self.what {
            "add" => self.add(draft),
            "who" => self.who(draft),
            "move" => draft.move_to(self.number("who")?, self.number("nth").unwrap_or(0), self.square("at")?),
            "value" => {
                let (place, key) = (self.number("who")?, self.text("key"));
                draft.set_value(place, &key, &self.text("value"))?;
                Ok(format!("{}.{key}", name_of(draft, place)))
            }
            "remove" => {
                let place = self.number("who")?;
                let name = name_of(draft, place);
                toml::pull(&mut draft.document, "combatant", place);
                draft.forget_empty_sides();
                Ok(format!("{name} leaves"))
            }
            "copy" => draft.copy(self.number("who")?, self.bestiary),
            "count" => {
                let (place, count) = (self.number("who")?, self.number("count")?);
                draft.count(place, count, self.bestiary)?;
                Ok(format!("{count} of {}", name_of(draft, place)))
            }
            "side" => self.side(draft),
            "house" => self.house(draft),
            "sight" => self.sight(draft),
            "pack" => self.pack(draft),
            "party" => {
                put_text(draft.document.as_table_mut(), "party", &self.text("party"));
                Ok("the party".into())
            }
            other => Err(Problem::general(format!("`{other}` is nothing that can be done here"))),
        }
    }

    fn head(&self, draft: &mut Draft) -> Done {
        for key in ["title", "about"] {
            if self.fields.get(key).is_some() {
                put_text(draft.document.as_table_mut(), key, &self.text(key));
            }
        }
        Ok("title and description".into())
    }

    fn height(&self, draft: &mut Draft) -> Done {
        let words = self.text("height");
        let metres = words.trim_start_matches('+').replace('−', "-");
        let metres: f64 = metres.parse().map_err(|_| {
            Problem::general(format!("`{words}` is no height"))
                .help("write metres, such as `2`, or `+1` and `-1` to raise and lower")
        })?;
        let tenths = (metres * 10.0).round() as i16;
        let by = words.starts_with(['+', '-', '−']) && self.text("exactly").is_empty();
        draft.raise(&self.text("squares"), if by { Rise::By(tenths) } else { Rise::To(tenths) })
    }

    /// The light that a form describes; none where it takes lights away.
    fn lamp(&self) -> Result<Option<Lamp>, Problem> {
        let state = self.text("state");
        if state == "none" {
            return Ok(None);
        }
        let far = |name: &str| match self.number(name)? {
            squares if squares <= LONGEST => Ok(i64::try_from(squares).unwrap_or_default()),
            squares => Err(Problem::general(format!("a light shines {LONGEST} squares far at most, not {squares}"))),
        };
        let bright = far("bright")?;
        let dim = if self.text("dim").is_empty() { bright } else { far("dim")?.max(bright) };
        Ok(Some(Lamp { at: String::new(), name: self.text("name"), bright, dim, lit: state != "out" }))
    }

    fn add(&self, draft: &mut Draft) -> Done {
        let is = self.text("is");
        let known = self.bestiary.find(&is).ok_or_else(|| self.bestiary.missing(&is))?;
        let at = self.fields.get("at").filter(|at| !at.trim().is_empty()).map(|_| self.square("at")).transpose()?;
        let new = New { is, name: known.short_name(), side: self.text("side"), at, hero: known.hero };
        if let Some(pack) = known.pack.as_ref().filter(|pack| !draft.packs().contains(pack)) {
            let packs: Vec<String> = draft.packs().into_iter().chain([pack.clone()]).collect();
            put_packs(draft, &packs);
        }
        Ok(draft.add(&new, self.bestiary))
    }

    /// Everything that the form of a combatant holds; fields that are not there change nothing.
    fn who(&self, draft: &mut Draft) -> Done {
        let place = self.number("who")?;
        if self.fields.get("count").is_some() && !self.text("count").is_empty() {
            let count = self.number("count")?;
            let now = draft.people().get(place).map_or(1, super::Someone::many);
            if count != now {
                draft.count(place, count, self.bestiary)?;
            }
        }
        let table = draft.someone(place)?;
        for key in ["name", "is", "side", "seat", "tactics"] {
            if self.fields.get(key).is_some() {
                put_text(table, key, &self.text(key));
            }
        }
        for key in ["with", "at"] {
            if self.fields.get(key).is_some() {
                put_texts(table, key, &self.list(key));
            }
        }
        if self.fields.get("concealed-asked").is_some() {
            match self.fields.get("concealed") {
                Some(_) => put(table, "concealed", true.into()),
                None => drop(table.remove("concealed")),
            }
        }
        self.values(draft, place)?;
        Ok(format!("{} changes", name_of(draft, place)))
    }

    /// The values of a combatant's form: `set.KEY`, with what the form showed in `was.KEY`.
    fn values(&self, draft: &mut Draft, place: usize) -> Result<(), Problem> {
        for (key, value) in self.fields.iter() {
            let Some(key) = key.strip_prefix("set.") else { continue };
            if self.fields.get(&format!("was.{key}")) != Some(value) {
                draft.set_value(place, key, value)?;
            }
        }
        if self.fields.get("conditions-asked").is_some() {
            let listed: toml_edit::Array = self.list("condition").iter().map(String::as_str).collect();
            let before = draft.people().get(place).map(super::Someone::conditions).unwrap_or_default();
            if before != self.list("condition") {
                let words = if listed.is_empty() { String::new() } else { listed.to_string() };
                draft.set_value(place, "conditions", &words)?;
            }
        }
        if !self.text("key").is_empty() {
            draft.set_value(place, &self.text("key"), &self.text("value"))?;
        }
        Ok(())
    }

    fn side(&self, draft: &mut Draft) -> Done {
        let name = self.text("side");
        for key in ["tactics", "seat"] {
            if self.fields.get(key).is_some() {
                draft.side(&name, key, &[self.text(key)]);
            }
        }
        if self.fields.get("foes-asked").is_some() {
            let others = draft.sides().into_iter().filter(|side| *side != name).count();
            let foes = self.list("foe");
            // Against everybody is what is not said.
            draft.side(&name, "foes", if foes.len() == others { &[] } else { &foes });
        }
        let to = self.text("name");
        if !to.is_empty() && to != name {
            if draft.sides().contains(&to) {
                return Err(Problem::general(format!("there is a side `{to}` already")).help("use another name"));
            }
            draft.rename_side(&name, &to);
        }
        Ok(format!("the side {name}"))
    }

    fn house(&self, draft: &mut Draft) -> Done {
        let (key, value) = (self.text("key"), self.text("value"));
        if value.is_empty() {
            if let Some(house) = draft.document.get_mut("house").and_then(toml_edit::Item::as_table_like_mut) {
                take_at(house, &key);
                if house.is_empty() {
                    draft.document.remove("house");
                }
            }
            return Ok(format!("house rule {key} as the book has it"));
        }
        if let Some(house) = table(&mut draft.document, "house") {
            put_at(house, &key, toml::typed(&value));
        }
        Ok(format!("house rule {key} = {value}"))
    }

    fn sight(&self, draft: &mut Draft) -> Done {
        for key in ["fog", "shared", "explored"] {
            let on = self.fields.get(key).is_some();
            if on != draft.sight(key)
                && let Some(sight) = table(&mut draft.document, "sight")
            {
                put(sight, key, on.into());
            }
        }
        Ok("what players see".into())
    }

    fn pack(&self, draft: &mut Draft) -> Done {
        let (name, on) = (self.text("pack"), self.fields.get("on").is_some());
        let mut packs = draft.packs();
        packs.retain(|known| *known != name);
        if on {
            packs.push(name.clone());
        }
        put_packs(draft, &packs);
        Ok(format!("the pack {name}"))
    }
}

/// Writes the packs down; a key at the top stands before the first table.
fn put_packs(draft: &mut Draft, packs: &[String]) {
    put_texts(draft.document.as_table_mut(), "packs", packs);
}

fn name_of(draft: &Draft, place: usize) -> String {
    draft.people().get(place).map(|one| one.name.clone()).unwrap_or_default()
}
