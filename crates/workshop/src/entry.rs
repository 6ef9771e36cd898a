//! The draft of a pack: creatures, heroes and things of an author's own, and what forms change of them.

use quintain_content::{Placed, Problem};
use quintain_library::{built_in_packs, rulebook};
use quintain_pages::Fields;
use toml_edit::{DocumentMut, Item, TableLike, Value};

use crate::field::{self, Field, Kind};
use crate::toml::{self, entries, put, put_text, shown};

/// A pack that is being made.
#[derive(Clone, Debug)]
pub struct PackDraft {
    document: DocumentMut,
}

/// One entry in the list of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its table.
    pub table: String,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is like.
    pub like: String,
}

impl PackDraft {
    /// A new one.
    pub fn new(book: &str, title: &str) -> PackDraft {
        let mut document = DocumentMut::new();
        document.insert("rulebook", toml_edit::value(book));
        document.insert("title", toml_edit::value(title));
        PackDraft { document }
    }

    /// Reads one.
    ///
    /// # Errors
    /// When it is no TOML.
    pub fn read(text: &str) -> Result<PackDraft, Problem> {
        toml::document(text).map(|document| PackDraft { document })
    }

    /// The text as it stands.
    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// A text at the top: `rulebook`, `title`, `about`, `source`.
    pub fn head(&self, key: &str) -> String {
        self.document.get(key).map(shown).unwrap_or_default()
    }

    /// All entries, table by table.
    pub fn all(&self) -> Vec<Listing> {
        let tables = rulebook(&self.head("rulebook")).map(|book| book.tables()).unwrap_or_default();
        let of = |table: &'static str| {
            entries(&self.document, table).into_iter().map(move |entry| {
                let text = |key: &str| entry.get(key).map(shown).unwrap_or_default();
                let id = text("id");
                let name =
                    Some(text("name")).filter(|name| !name.is_empty()).unwrap_or_else(|| crate::draft::called(&id));
                Listing { table: table.to_owned(), id, name, like: text("like") }
            })
        };
        tables.iter().flat_map(|table| of(table)).collect()
    }

    /// The place of an entry in its table.
    pub fn place(&self, table: &str, id: &str) -> Option<usize> {
        entries(&self.document, table).iter().position(|entry| entry.get("id").and_then(Item::as_str) == Some(id))
    }

    /// The form of an entry.
    pub(crate) fn form(&self, table: &str, id: &str) -> Option<Vec<Field>> {
        let book = rulebook(&self.head("rulebook")).ok()?;
        let entry = entries(&self.document, table).into_iter().nth(self.place(table, id)?)?;
        let built_in = self.built_in();
        Some(field::form(book, table, entry, &self.with(&built_in)))
    }

    /// A list that an entry has from what it is like, to be written out in its own words.
    fn inherited(&self, table: &str, id: &str, key: &str) -> Option<Value> {
        let entry = entries(&self.document, table).into_iter().nth(self.place(table, id)?)?;
        let built_in = self.built_in();
        field::inherited_list(table, entry, &self.with(&built_in), key)
    }

    /// The packs of its game.
    fn built_in(&self) -> Vec<DocumentMut> {
        let packs = built_in_packs(&self.head("rulebook"));
        packs.iter().filter_map(|pack| toml::document(&pack.text).ok()).collect()
    }

    /// This pack, then those of its game.
    fn with<'a>(&'a self, built_in: &'a [DocumentMut]) -> Vec<&'a DocumentMut> {
        std::iter::once(&self.document).chain(built_in).collect()
    }
}

/// One change of a pack, as a form asks for it.
#[derive(Debug)]
pub struct PackEdit<'a>(pub &'a Fields);

/// A pack as it has been changed, what was done in words, and the table and id of the entry that it was about.
pub type Entered = (PackDraft, String, Option<(String, String)>);

impl PackEdit<'_> {
    fn text(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_default().trim()
    }

    /// Carries it out: the pack as changed, what was done in words, and the entry that it was about.
    ///
    /// # Errors
    /// Says why not, and what would be right.
    pub fn on(&self, pack: &PackDraft) -> Result<Entered, Problem> {
        let mut changed = pack.clone();
        let (table, id) = (self.text("table").to_owned(), self.text("id").to_owned());
        let (said, about) = match self.text("do") {
            "head" => {
                for key in ["title", "about", "source"] {
                    if self.0.get(key).is_some() {
                        put_text(changed.document.as_table_mut(), key, self.text(key));
                    }
                }
                ("what the pack is".to_owned(), None)
            }
            "new" => {
                let id = self.new_entry(&mut changed, &table)?;
                (format!("{id} is new"), Some((table, id)))
            }
            "entry" => {
                let id = self.change(&mut changed, &table, &id)?;
                (format!("{id} changes"), Some((table, id)))
            }
            "copy" => {
                let id = copy(&mut changed, &table, &id)?;
                (format!("{id} is new"), Some((table, id)))
            }
            "remove" => {
                let place = needed(&changed, &table, &id)?;
                toml::pull(&mut changed.document, &table, place);
                (format!("{id} goes"), None)
            }
            other => return Err(Problem::general(format!("`{other}` is nothing that can be done here"))),
        };
        Ok((changed, said, about))
    }

    fn new_entry(&self, pack: &mut PackDraft, table: &str) -> Result<String, Problem> {
        let book = rulebook(&pack.head("rulebook"))?;
        if !book.tables().contains(&table) {
            return Err(Problem::no_such(
                "kind of entry",
                &Placed::nowhere(table.to_owned()),
                book.tables().iter().copied(),
            ));
        }
        let like = self.text("like").to_owned();
        let name = match self.text("name") {
            "" if !like.is_empty() => format!("My {}", crate::draft::called(&like).to_lowercase()),
            "" => format!("New {table}"),
            name => name.to_owned(),
        };
        let id = unused(pack, table, &name);
        let mut keys: Vec<(String, Value)> = vec![("id".to_owned(), id.as_str().into())];
        if like.is_empty() {
            let required = field::required(book.id(), table, &name);
            keys.extend(required.into_iter().filter(|(key, _)| key != "name"));
        } else {
            keys.push(("like".to_owned(), like.as_str().into()));
        }
        keys.insert(1, ("name".to_owned(), name.as_str().into()));
        toml::push(&mut pack.document, table, keys.iter().map(|(key, value)| (key.as_str(), value.clone())).collect());
        Ok(id)
    }

    /// Everything that an entry's form holds; what says the same as before is left as it is written.
    fn change(&self, pack: &mut PackDraft, table: &str, id: &str) -> Result<String, Problem> {
        let place = needed(pack, table, id)?;
        let form = pack.form(table, id).unwrap_or_default();
        let to = self.text("new-id");
        let renamed = !to.is_empty() && to != id;
        if renamed && !quintain_content::is_id(to) {
            return Err(Problem::general(format!("`{to}` is no id"))
                .help("small letters, digits and hyphens, such as `sea-cyclops`"));
        }
        if renamed && unused(pack, table, to) != to {
            return Err(Problem::general(format!("there is a {table} `{to}` already")).help("use another id"));
        }
        let taken: Vec<(&str, Value)> =
            self.0.all("take").into_iter().filter_map(|key| Some((key, pack.inherited(table, id, key)?))).collect();
        let entry =
            toml::entry(&mut pack.document, table, place).ok_or_else(|| Problem::general("this entry is gone"))?;
        if self.0.get("like").is_some() {
            put_text(entry, "like", self.text("like"));
        }
        self.fill(entry, &form);
        for (key, list) in taken {
            put(entry, key, list);
        }
        // The last first, so that each place still means what it meant when the form was sent.
        for dropped in self.0.all("drop").into_iter().rev() {
            drop_item(entry, dropped);
        }
        field::tidy(entry, &form);
        if renamed {
            put(entry, "id", to.into());
            crate::follow::like(&mut pack.document, table, (id, to));
            return Ok(to.to_owned());
        }
        Ok(id.to_owned())
    }

    /// Writes every field that says something else than before.
    fn fill(&self, entry: &mut dyn TableLike, form: &[Field]) {
        let mut turned: Vec<&str> = Vec::new();
        for leaf in form.iter().flat_map(Field::leaves) {
            // What something took goes with it once it is something else.
            let inside = |of: &&str| leaf.path.strip_prefix(*of).is_some_and(|rest| rest.starts_with('.'));
            let name = format!("f.{}", leaf.path);
            let asked = self.0.get(&name).is_some() || self.0.get(&format!("asked.{}", leaf.path)).is_some();
            let words = self.0.all(&name).join(", ");
            if !asked || words.trim() == leaf.own.trim() || turned.iter().any(inside) {
                continue;
            }
            field::write(entry, &leaf.path.split('.').collect::<Vec<_>>(), leaf.value(&words));
            if matches!(leaf.kind, Kind::Way(_)) {
                turned.push(&leaf.path);
            }
        }
    }
}

/// Takes a thing out of a list: `attack.1`.
fn drop_item(entry: &mut dyn TableLike, path: &str) {
    let Some((key, place)) = path.rsplit_once('.').and_then(|(key, place)| Some((key, place.parse::<usize>().ok()?)))
    else {
        return;
    };
    let path: Vec<&str> = key.split('.').collect();
    let empty = match field::find(entry, &path) {
        Some(Item::ArrayOfTables(list)) if place < list.len() => {
            list.remove(place);
            list.is_empty()
        }
        Some(Item::Value(Value::Array(list))) if place < list.len() => {
            list.remove(place);
            list.is_empty()
        }
        _ => false,
    };
    if empty {
        field::write(entry, &path, None);
    }
}

fn needed(pack: &PackDraft, table: &str, id: &str) -> Result<usize, Problem> {
    let known: Vec<String> = pack.all().into_iter().filter(|one| one.table == table).map(|one| one.id).collect();
    let missing = || Problem::no_such(table, &Placed::nowhere(id.to_owned()), known.iter().map(String::as_str));
    pack.place(table, id).ok_or_else(missing)
}

fn copy(pack: &mut PackDraft, table: &str, id: &str) -> Result<String, Problem> {
    let place = needed(pack, table, id)?;
    let entry = toml::entry(&mut pack.document, table, place).ok_or_else(|| Problem::general("this entry is gone"))?;
    let keys: Vec<(String, Value)> = entry
        .iter()
        .filter(|(key, _)| *key != "id")
        .filter_map(|(key, item)| Some((key.to_owned(), item.clone().into_value().ok()?)))
        .collect();
    let fresh = unused(pack, table, id);
    let all = std::iter::once(("id", Value::from(fresh.as_str())))
        .chain(keys.iter().map(|(key, value)| (key.as_str(), value.clone())));
    toml::push(&mut pack.document, table, all.collect());
    Ok(fresh)
}

/// An id that neither the pack nor the game has, made from a name.
fn unused(pack: &PackDraft, table: &str, name: &str) -> String {
    let letters: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let base = letters.split_whitespace().collect::<Vec<_>>().join("-");
    let base = if base.is_empty() { table.to_owned() } else { base };
    let game: Vec<DocumentMut> =
        built_in_packs(&pack.head("rulebook")).iter().filter_map(|pack| toml::document(&pack.text).ok()).collect();
    let taken = |id: &String| {
        let has = |document: &DocumentMut| {
            entries(document, table).iter().any(|one| one.get("id").and_then(Item::as_str) == Some(id))
        };
        has(&pack.document) || game.iter().any(has)
    };
    std::iter::once(base.clone()).chain((2..).map(|n| format!("{base}-{n}"))).find(|id| !taken(id)).unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use quintain_books::library;

    use super::*;
    use crate::checked::check_pack;

    fn changed(pack: &PackDraft, form: &str) -> (PackDraft, Option<(String, String)>) {
        library();
        let (pack, _, about) = PackEdit(&Fields::read(form.as_bytes())).on(pack).unwrap();
        (pack, about)
    }

    #[test]
    fn a_creature_like_another_is_sound_in_every_game() {
        for book in library().shelf() {
            let bestiary = crate::Bestiary::of(book.id(), &[]);
            let like = bestiary.all().next().unwrap().id.clone();
            let (pack, about) =
                changed(&PackDraft::new(book.id(), "Mine"), &format!("do=new&table=creature&name=My+own&like={like}"));
            assert_eq!(about, Some(("creature".into(), "my-own".into())));
            assert_eq!(check_pack("mine.toml", &pack.text()), [], "{}: {}", book.id(), pack.text());
        }
    }

    #[test]
    fn a_form_changes_what_it_holds_and_nothing_else() {
        let text = "rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\" # small\nname = 'Rat'\nsta = 1\nattack = [{ name = \"bite\", die = 4 }]\n";
        let pack = PackDraft::read(text).unwrap();
        let (same, _) =
            changed(&pack, "do=entry&table=creature&id=rat&f.name=Rat&f.sta=1&f.attack.0.die=4&f.attack.1.name=");
        assert_eq!(same.text(), text);
        let (more, _) = changed(
            &pack,
            "do=entry&table=creature&id=rat&f.sta=3&f.attack.1.name=claw&f.attack.1.die=6&asked.tags=&f.tags=beast",
        );
        assert!(more.text().contains("id = \"rat\" # small") && more.text().contains("sta = 3"), "{}", more.text());
        assert_eq!(check_pack("mine.toml", &more.text()), [], "{}", more.text());
        let (fewer, _) = changed(&more, "do=entry&table=creature&id=rat&drop=attack.0&new-id=big-rat");
        assert!(!fewer.text().contains("bite") && fewer.text().contains("big-rat"));
        let twice = Fields::read(b"do=entry&table=creature&id=rat&new-id=cyclops");
        let said = PackEdit(&twice).on(&pack).unwrap_err().to_string();
        assert_eq!(said, "there is a creature `cyclops` already; use another id");
    }

    #[test]
    fn what_a_power_does_is_chosen_and_filled_in() {
        let form = |more: &str| format!("do=entry&table=gu&id=spark&{more}");
        let text = "rulebook = \"gu\"\n[[gu]]\nid = \"spark\"\nname = \"Spark\"\ndoes = [\"flash\"]\n";
        let pack = PackDraft::read(text).unwrap();
        let (same, _) = changed(&pack, &form("f.does.0=flash&f.does.1="));
        assert_eq!(same.text(), text);
        let (more, _) = changed(&pack, &form("f.does.1=lights-up"));
        assert!(more.text().contains("does = [\"flash\", { lights-up = 1 }]"), "{}", more.text());
        // What a way took is not written into the one that takes its place.
        let (other, _) = changed(&more, &form("f.does.1=overtaxes&f.does.1.lights-up=4"));
        assert!(other.text().contains("{ overtaxes = { below = 1, strength = 1 } }"), "{}", other.text());
        let (filled, _) = changed(&other, &form("f.does.1.overtaxes.below=5"));
        assert!(filled.text().contains("below = 5"), "{}", filled.text());
        let (fewer, _) = changed(&filled, &form("drop=does.0&drop=does.1"));
        assert!(!fewer.text().contains("does"), "{}", fewer.text());
    }

    #[test]
    fn an_inherited_list_is_written_out_to_be_changed() {
        let text = "rulebook = \"thalassa\"\n[[creature]]\nid = \"giant\"\nlike = \"cyclops\"\n";
        let (own, _) = changed(&PackDraft::read(text).unwrap(), "do=entry&table=creature&id=giant&take=attack");
        assert!(own.text().contains("attack = [") && own.text().contains("club"), "{}", own.text());
        assert_eq!(check_pack("mine.toml", &own.text()), [], "{}", own.text());
    }

    #[test]
    fn ids_of_the_game_are_taken() {
        library();
        let (pack, about) = changed(&PackDraft::new("thalassa", "Mine"), "do=new&table=creature&name=Cyclops");
        assert_eq!(about.unwrap().1, "cyclops-2");
        let (_, about) = changed(&pack, "do=copy&table=creature&id=cyclops-2");
        assert_eq!(about.unwrap().1, "cyclops-2-2");
    }
}
