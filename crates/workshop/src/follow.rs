//! What names an entry of a pack follows its new id: combatants, heroes of parties, other entries.

use quintain_content::Problem;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::bestiary::TABLE as CREATURE;
use crate::entry::PackDraft;
use crate::toml::{document, entries, entry, put, put_texts, texts};

/// The lists of those who fight, in encounters and in parties.
const PEOPLE: [&str; 2] = ["combatant", "hero"];

/// An encounter or a party in which an entry of this pack is known by its new id. A text that does not use the pack stays as it
/// is.
///
/// # Errors
/// When the text is no TOML.
pub fn renamed(text: &str, pack: &str, table: &str, ids: (&str, &str)) -> Result<String, Problem> {
    let mut document = document(text)?;
    let packs = document.get("packs").map(texts).unwrap_or_default();
    if !packs.iter().any(|name| name == pack) {
        return Ok(text.to_owned());
    }
    for list in PEOPLE {
        for place in 0..entries(&document, list).len() {
            if let Some(one) = entry(&mut document, list, place) {
                follow(one, table, ids);
            }
        }
    }
    like(&mut document, table, ids);
    Ok(document.to_string())
}

/// The one entry of a pack that has another id in a second text of it: its table, what its id was and what it is. None where more
/// than that is otherwise.
pub fn renaming(before: &str, after: &str) -> Option<(String, String, String)> {
    let (before, after) = (PackDraft::read(before).ok()?.all(), PackDraft::read(after).ok()?.all());
    if before.len() != after.len() {
        return None;
    }
    let mut otherwise = before.iter().zip(&after).filter(|(was, is)| (&was.table, &was.id) != (&is.table, &is.id));
    match (otherwise.next(), otherwise.next()) {
        (Some((was, is)), None) if was.table == is.table => Some((was.table.clone(), was.id.clone(), is.id.clone())),
        _ => None,
    }
}

/// What a combatant is, or has.
fn follow(one: &mut dyn TableLike, table: &str, (was, is): (&str, &str)) {
    if table == CREATURE {
        if one.get("is").and_then(Item::as_str) == Some(was) {
            put(one, "is", is.into());
        }
        return;
    }
    let mut with = one.get("with").map(texts).unwrap_or_default();
    for id in with.iter_mut().filter(|id| id.as_str() == was) {
        *id = is.to_owned();
    }
    if !with.is_empty() {
        put_texts(one, "with", &with);
    }
}

/// Entries that are like the one whose id is new.
pub(crate) fn like(document: &mut DocumentMut, table: &str, (was, is): (&str, &str)) {
    for place in 0..entries(document, table).len() {
        if let Some(one) = entry(document, table, place)
            && one.get("like").and_then(Item::as_str) == Some(was)
        {
            put(one, "like", is.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_names_an_entry_of_the_pack_follows_its_new_id() {
        let text = "packs = [\"mine.toml\"]\n[[hero]]\nis = \"rat\" # small\nwith = [\"net\", \"rope\"]\n[[creature]]\nid = \"b\"\nlike = \"rat\"\n";
        let told = renamed(text, "mine.toml", "creature", ("rat", "big-rat")).unwrap();
        assert_eq!(told, text.replace("\"rat\"", "\"big-rat\""));
        let told = renamed(text, "mine.toml", "item", ("rope", "long-rope")).unwrap();
        assert_eq!(told, text.replace("\"rope\"", "\"long-rope\""));
        assert_eq!(renamed(text, "others.toml", "creature", ("rat", "big-rat")).unwrap(), text);
        assert!(renamed("== no", "mine.toml", "creature", ("rat", "big-rat")).is_err());
    }

    #[test]
    fn the_entry_whose_id_is_another_is_found() {
        quintain_books::library();
        let pack = |ids: &[&str]| {
            let one = |id: &&str| format!("[[creature]]\nid = \"{id}\"\nsta = 1\n");
            format!("rulebook = \"thalassa\"\n{}", ids.iter().map(one).collect::<String>())
        };
        let told = renaming(&pack(&["rat", "cat"]), &pack(&["big-rat", "cat"]));
        assert_eq!(told, Some(("creature".to_owned(), "rat".to_owned(), "big-rat".to_owned())));
        assert_eq!(renaming(&pack(&["rat", "cat"]), &pack(&["cat", "rat"])), None);
        assert_eq!(renaming(&pack(&["rat"]), &pack(&["rat", "cat"])), None);
    }
}
