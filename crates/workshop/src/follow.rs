//! Whoever names an entry of a pack follows its new id: combatants, heroes of parties, other entries.

use quintain_content::Problem;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::bestiary::TABLE as CREATURE;
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

/// What somebody is, or has.
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
}
