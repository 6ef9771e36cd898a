//! An encounter in one file: its party and what it needs of its author's packs, written into itself.

use quintain_content::{Party, Problem, Source};
use quintain_library::rulebook;
use toml_edit::Item;

use crate::toml::{document, entries, put_texts, spaced, texts};

/// Writes the entries of these packs into an encounter that names them; its own entries of the same id stand. Packs that are
/// not given stay named.
///
/// # Errors
/// When one of them is no TOML.
pub fn one_file(text: &str, packs: &[(String, String)]) -> Result<String, Problem> {
    let mut whole = document(text)?;
    let named = whole.get("party").and_then(Item::as_str);
    if let Some((name, party)) = packs.iter().find(|(name, _)| Some(name.as_str()) == named) {
        whole = document(&with_party(text, &Source::new(name.as_str(), party.as_str()))?)?;
    }
    let named = whole.get("packs").map(texts).unwrap_or_default();
    let (folded, left): (Vec<String>, Vec<String>) =
        named.into_iter().partition(|name| packs.iter().any(|(known, _)| known == name));
    if folded.is_empty() {
        return Ok(whole.to_string());
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

/// The encounter with the heroes of its party in their places.
fn with_party(text: &str, party: &Source) -> Result<String, Problem> {
    let first = |problems: quintain_content::Problems| {
        problems.0.into_iter().next().unwrap_or_else(|| Problem::general("the party has no place in this fight"))
    };
    let party = Party::parse(party).map_err(first)?;
    let tables = rulebook(&party.rulebook.value)?.tables();
    party.join(&Source::new("the encounter", text), tables).map(|joined| joined.text.to_string()).map_err(first)
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
        quintain_books::library();
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

    #[test]
    fn an_encounter_takes_its_party_along() {
        quintain_books::library();
        let party = "rulebook = \"thalassa\"\nside = \"y\"\npacks = [\"mine.toml\"]\n[[hero]]\nname = \"Rat\"\nis = \"rat\"\n[hero.carries]\nsta = 2\n";
        let pack = "rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\nsta = 9\nattack = [{ name = \"bite\", die = 4 }]\n";
        let text = "rulebook = \"thalassa\"\nparty = \"crew.toml\"\n[[combatant]]\nis = \"cyclops\"\nside = \"x\"\n\
                    [[combatant]]\nis = \"althea\"\nside = \"y\"\n";
        let files = [("crew.toml".to_owned(), party.to_owned()), ("mine.toml".to_owned(), pack.to_owned())];
        let alone = one_file(text, &files).unwrap();
        let checked = check(&alone, &[]);
        let names: Vec<String> = checked.ready().unwrap().fight.roster().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Cyclops", "Rat"], "{alone}");
        assert!(alone.contains("sta = 2"), "{alone}");
    }
}
