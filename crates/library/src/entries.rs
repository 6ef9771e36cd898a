//! The entries of a pack: what an encounter can name.

use std::ops::Range;

use quintain_content::{Problem, Source};
use toml_edit::{Document, Item, Table};

/// One entry of a pack.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What kind of thing it is, as the pack says: `creature`, `weapon`.
    pub kind: String,
    /// By what files name it.
    pub id: String,
    /// By what people name it; the id where the pack gives no name.
    pub name: String,
    /// What the pack says of it, where it says anything.
    pub about: Option<String>,
    /// The pack that it stands in.
    pub pack: String,
    /// All of it, as it stands there.
    pub text: String,
}

/// The entries of a pack, in its order.
///
/// # Errors
/// Where the text is no TOML.
pub fn entries(pack: &Source) -> Result<Vec<Entry>, Problem> {
    let document = Document::parse(&*pack.text).map_err(|fault| {
        let place = pack.place(fault.span().unwrap_or_default());
        Problem::at(&place, fault.message())
    })?;
    let all = document.as_table().iter().filter_map(|(kind, item)| Some((kind, item.as_array_of_tables()?)));
    let mut found: Vec<(&str, &Table, Range<usize>)> = all
        .flat_map(|(kind, tables)| tables.iter().map(move |table| (kind, table)))
        .filter_map(|(kind, table)| Some((kind, table, table.span()?)))
        .collect();
    found.sort_by_key(|(.., span)| span.start);
    let ends: Vec<usize> = found.iter().skip(1).map(|(.., span)| span.start).chain([pack.text.len()]).collect();
    let told = |((kind, table, span), end): ((&str, &Table, Range<usize>), usize)| {
        let word = |key: &str| table.get(key).and_then(Item::as_str).map(str::to_owned);
        let id = word("id")?;
        let text = pack.text.get(span.start..end).unwrap_or_default().trim_end().to_owned();
        let (name, about) = (word("name").unwrap_or_else(|| id.clone()), word("about"));
        Some(Entry { kind: kind.to_owned(), id, name, about, pack: pack.path.to_string(), text })
    };
    Ok(found.into_iter().zip(ends).filter_map(told).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_with_their_text() {
        let text = "rulebook = \"x\"\n\n[[creature]]\nid = \"cat\"\nname = \"Cat\"\nattack = [\n  { die = 4 },\n]\n\n[[creature.limb]]\nid = \"paw\"\n\n[[weapon]]\nid = \"claw\"\nabout = \"Sharp.\"\n\n[[creature]]\nid = \"dog\"\n";
        let found = entries(&Source::new("x.toml", text)).unwrap();
        let told: Vec<_> = found.iter().map(|one| (&*one.kind, &*one.id, &*one.name)).collect();
        assert_eq!(told, [("creature", "cat", "Cat"), ("weapon", "claw", "claw"), ("creature", "dog", "dog")]);
        assert!(
            found[0].text.starts_with("[[creature]]") && found[0].text.ends_with("id = \"paw\""),
            "{}",
            found[0].text
        );
        assert_eq!(found[1].about.as_deref(), Some("Sharp."));
        assert!(entries(&Source::new("x.toml", "[[creature\n")).is_err());
    }
}
