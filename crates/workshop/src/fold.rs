//! An encounter in one file: what it needs of its author's packs, written into itself.

use quintain_content::Problem;
use toml_edit::Item;

use crate::toml::{document, entries, put_texts, spaced, texts};

/// Writes the entries of these packs into an encounter that names them; its own entries of the same id stand. Packs that are
/// not given stay named.
///
/// # Errors
/// When one of them is no TOML.
pub fn one_file(text: &str, packs: &[(String, String)]) -> Result<String, Problem> {
    let mut whole = document(text)?;
    let named = whole.get("packs").map(texts).unwrap_or_default();
    let (folded, left): (Vec<String>, Vec<String>) =
        named.into_iter().partition(|name| packs.iter().any(|(known, _)| known == name));
    if folded.is_empty() {
        return Ok(text.to_owned());
    }
    put_texts(whole.as_table_mut(), "packs", &left);
    for (_, pack) in packs.iter().filter(|(name, _)| folded.contains(name)) {
        let pack = document(pack)?;
        for (table, item) in pack.iter().filter(|(_, item)| item.is_array_of_tables() || item.is_array()) {
            let own: Vec<String> = ids(&whole, table);
            let new = lists(item).filter(|entry| {
                !entry.get("id").and_then(Item::as_str).is_some_and(|id| own.iter().any(|known| known == id))
            });
            for entry in new {
                let mut fresh = spaced(false);
                for (key, item) in entry.iter() {
                    fresh.insert(key, item.clone());
                }
                add(&mut whole, table, fresh);
            }
        }
    }
    Ok(whole.to_string())
}

fn ids(document: &toml_edit::DocumentMut, table: &str) -> Vec<String> {
    let id = |entry: &dyn toml_edit::TableLike| entry.get("id").and_then(Item::as_str).map(str::to_owned);
    entries(document, table).into_iter().filter_map(id).collect()
}

/// The entries of a list, however it is written.
fn lists(item: &Item) -> impl Iterator<Item = &dyn toml_edit::TableLike> {
    let tables =
        item.as_array_of_tables().into_iter().flat_map(|list| list.iter().map(|one| one as &dyn toml_edit::TableLike));
    let inline = item.as_array().into_iter().flat_map(|list| list.iter().filter_map(|one| one.as_inline_table()));
    tables.chain(inline.map(|one| one as &dyn toml_edit::TableLike))
}

fn add(document: &mut toml_edit::DocumentMut, table: &str, entry: toml_edit::Table) {
    match document.get_mut(table) {
        Some(Item::ArrayOfTables(list)) => list.push(entry),
        Some(Item::Value(toml_edit::Value::Array(list))) => list.push(entry.into_inline_table()),
        _ => {
            let list: toml_edit::ArrayOfTables = std::iter::once(entry).collect();
            document.insert(table, Item::ArrayOfTables(list));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::check;

    #[test]
    fn an_encounter_takes_its_packs_along() {
        let pack = "rulebook = \"thalassa\"\n# mine\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\nsta = 1\nattack = [{ name = \"bite\", die = 4 }]\n\
                    [[creature]]\nid = \"rat-king\"\nlike = \"rat\"\nsta = 9\n";
        let text = "rulebook = \"thalassa\"\npacks = [\"mine.toml\"]\n[[combatant]]\nis = \"rat-king\"\nside = \"x\"\n\
                    [[combatant]]\nis = \"althea\"\nside = \"y\"\n";
        let packs = [("mine.toml".to_owned(), pack.to_owned())];
        let alone = one_file(text, &packs).unwrap();
        let digest = |checked: crate::checked::Checked| checked.ready().map(|opened| opened.fight.digest());
        assert!(digest(check(&alone, &[])).is_some(), "{alone}");
        assert_eq!(digest(check(&alone, &[])), digest(check(text, &packs)));
        assert_eq!(one_file(text, &[]).unwrap(), text);
    }
}
