//! What a form writes into an entry: each value where its path leads.

use toml_edit::{Array, InlineTable, Item, Table, TableLike, Value};

use super::{Field, Kind};
use crate::toml::put;

/// Writes a value where its path leads, or takes it away; lists grow by one thing at a time.
pub(crate) fn write(table: &mut dyn TableLike, path: &[&str], value: Option<Value>) {
    let [key, rest @ ..] = path else { return };
    let Some(next) = rest.first() else {
        match value {
            Some(value) => put(table, key, value),
            None => drop(table.remove(key)),
        }
        return;
    };
    let place = next.parse::<usize>().ok();
    if table.get(key).is_none() {
        if value.is_none() {
            return;
        }
        let fresh = if place.is_some() { Value::Array(Array::new()) } else { Value::InlineTable(InlineTable::new()) };
        table.insert(key, Item::Value(fresh));
    }
    let Some(item) = table.get_mut(key) else { return };
    match place {
        Some(place) => write_in_list(item, place, rest.get(1..).unwrap_or_default(), value),
        None => {
            if let Some(inner) = item.as_table_like_mut() {
                write(inner, rest, value);
            }
        }
    }
}

fn write_in_list(item: &mut Item, place: usize, rest: &[&str], value: Option<Value>) {
    match value {
        Some(value) if rest.is_empty() => put_in_list(item, place, value),
        value => {
            if value.is_some() {
                grow(item, place);
            }
            if let Some(inner) = one_of(item, place) {
                write(inner, rest, value);
            }
        }
    }
}

/// Makes room at the end of a list for one more table.
fn grow(item: &mut Item, place: usize) {
    match item {
        Item::ArrayOfTables(list) if place >= list.len() => list.push(Table::new()),
        Item::Value(Value::Array(list)) if place >= list.len() => list.push(InlineTable::new()),
        _ => {}
    }
}

/// The table at this place of a list.
fn one_of(item: &mut Item, place: usize) -> Option<&mut dyn TableLike> {
    match item {
        Item::ArrayOfTables(list) => list.get_mut(place).map(|one| one as &mut dyn TableLike),
        Item::Value(Value::Array(list)) => {
            list.get_mut(place).and_then(Value::as_inline_table_mut).map(|one| one as &mut dyn TableLike)
        }
        _ => None,
    }
}

/// Puts a thing into a list, in place of the one that stands there or behind all others. Lists of tables hold no words, so that
/// they become plain ones.
fn put_in_list(item: &mut Item, place: usize, value: Value) {
    if let Item::ArrayOfTables(list) = item {
        let plain = list.clone().into_array();
        *item = Item::Value(Value::Array(plain));
    }
    let Item::Value(Value::Array(list)) = item else { return };
    match list.get_mut(place) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        None => list.push(value),
    }
}

/// What stands where a path of keys and places leads.
pub(crate) fn find<'a>(table: &'a mut dyn TableLike, path: &[&str]) -> Option<&'a mut Item> {
    let [key, rest @ ..] = path else { return None };
    let item = table.get_mut(key)?;
    match rest {
        [] => Some(item),
        [place, further @ ..] => match place.parse::<usize>() {
            Ok(place) => find(one_of(item, place)?, further),
            Err(_) => find(item.as_table_like_mut()?, rest),
        },
    }
}

/// Takes away the tables of a form in which nothing stands any more. What is one of several ways stays: it may take nothing.
pub(crate) fn tidy(entry: &mut dyn TableLike, form: &[Field]) {
    for field in form {
        let Kind::Group(inner) = &field.kind else { continue };
        if inner.iter().any(|one| one.path == field.path) {
            continue;
        }
        tidy(entry, inner);
        let path: Vec<&str> = field.path.split('.').collect();
        let empty = |item: &mut Item| item.as_table_like().is_some_and(TableLike::is_empty);
        if find(entry, &path).is_some_and(empty) {
            write(entry, &path, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml::document;

    #[test]
    fn things_in_lists_take_the_place_of_others_and_their_insides_are_found() {
        let mut pack = document("does = [\"flash\", { heal = { amount = 3 } }]\n").unwrap();
        write(pack.as_table_mut(), &["does", "1", "heal", "amount"], Some(5.into()));
        write(pack.as_table_mut(), &["does", "0"], Some("punch".into()));
        write(pack.as_table_mut(), &["does", "2"], Some("teleport".into()));
        assert_eq!(pack.to_string(), "does = [\"punch\", { heal = { amount = 5 } }, \"teleport\"]\n");
        let found = find(pack.as_table_mut(), &["does", "1", "heal", "amount"]).unwrap();
        assert_eq!(found.as_integer(), Some(5));
        write(pack.as_table_mut(), &["does", "1", "heal", "amount"], None);
        assert_eq!(pack.to_string(), "does = [\"punch\", { heal = {} }, \"teleport\"]\n");
    }
}
