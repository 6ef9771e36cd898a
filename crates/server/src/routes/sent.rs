//! What programs send, read key by key: what is wrong is said in words, with its key and what would be right.

use quintain_content::name_help;
use quintain_session::Fault;
use serde_json::{Map, Value};

/// An object of JSON, and an example of what is wanted.
#[derive(Debug)]
pub(super) struct Sent {
    keys: Map<String, Value>,
    wanted: &'static str,
}

impl Sent {
    /// Reads an object of JSON.
    pub(super) fn read(body: &[u8], wanted: &'static str) -> Result<Sent, Fault> {
        let wrong = |why: String| Fault::NotTaken(format!("{why}; {wanted}"));
        match serde_json::from_slice(body) {
            Ok(Value::Object(keys)) => Ok(Sent { keys, wanted }),
            Ok(other) => Err(wrong(format!("this must be an object, not {}", described(&other)))),
            Err(_) if body.is_empty() => Err(wrong("nothing was sent".to_owned())),
            Err(fault) => Err(wrong(unread(&fault))),
        }
    }

    /// Refuses a key that is not known.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Fault> {
        let Some(stranger) = self.keys.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
        let help = name_help("key", stranger, known.iter().copied()).map(|help| format!(" ({help})"));
        Err(self.wrong(&format!("there is no key `{}`{}", stranger.escape_debug(), help.unwrap_or_default())))
    }

    /// What a key holds; `null` holds nothing.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key).filter(|value| !value.is_null())
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Result<Option<String>, Fault> {
        self.get(key).map(|value| value.as_str().map(str::to_owned).ok_or_else(|| self.not(key, "a text"))).transpose()
    }

    /// A text that must be there.
    pub(super) fn needed(&self, key: &str) -> Result<String, Fault> {
        self.text(key)?.ok_or_else(|| self.wrong(&format!("`{key}` is missing")))
    }

    /// Yes or no; no where nothing is said.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Fault> {
        self.get(key).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| self.not(key, "true or false")))
    }

    /// A list, item by item.
    pub(super) fn list<T>(
        &self,
        key: &str,
        of: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Fault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let stranger = |item| self.wrong(&format!("`{key}` must be {of}, and {} stands in it", described(item)));
        let items = value.as_array().ok_or_else(|| self.not(key, of))?;
        items.iter().map(|item| read(item).ok_or_else(|| stranger(item))).collect::<Result<_, _>>().map(Some)
    }

    /// That a key holds something else than it should.
    pub(super) fn not(&self, key: &str, what: &str) -> Fault {
        let is = self.get(key).map_or_else(|| "nothing".to_owned(), described);
        self.wrong(&format!("`{key}` must be {what}, not {is}"))
    }

    /// What is wrong, with what would be right.
    pub(super) fn wrong(&self, why: &str) -> Fault {
        Fault::NotTaken(format!("{why}; {}", self.wanted))
    }
}

/// A list of texts holds nothing else.
pub(super) fn as_text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn described(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Where a text stops being JSON, and why.
fn unread(fault: &serde_json::Error) -> String {
    let said = fault.to_string();
    let why = match said.split(" at line ").next().unwrap_or_default() {
        _ if fault.is_eof() => "it ends too soon",
        "expected value" => "a value belongs there",
        "expected ident" => "the only words without quotes are `true`, `false` and `null`",
        "key must be a string" => "a key stands in double quotes",
        "trailing characters" => "something follows after its end",
        "trailing comma" => "nothing follows after the comma",
        "invalid unicode code point" => "it is not UTF-8",
        other => other,
    };
    format!("this is not JSON: line {}, column {}: {why}", fault.line(), fault.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said<T>(done: Result<T, Fault>) -> String {
        done.err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_no_json_is_said_with_its_place() {
        for (body, why) in [
            ("", "nothing was sent; W"),
            ("[]", "this must be an object, not a list; W"),
            ("{\"a\": ", "this is not JSON: line 1, column 6: it ends too soon; W"),
            ("{\n\"a\": x}", "this is not JSON: line 2, column 6: a value belongs there; W"),
            ("{a: 1}", "this is not JSON: line 1, column 2: a key stands in double quotes; W"),
        ] {
            assert_eq!(said(Sent::read(body.as_bytes(), "W")), why);
        }
    }

    #[test]
    fn a_key_that_is_wrong_is_named() {
        let sent = Sent::read(br#"{"who": 3, "to": null, "list": ["a", 1]}"#, "W").unwrap();
        assert_eq!(said(sent.needed("who")), "`who` must be a text, not the number 3; W");
        assert_eq!(said(sent.needed("to")), "`to` is missing; W");
        assert_eq!(
            said(sent.list("list", "a list of texts", as_text)),
            "`list` must be a list of texts, and the number 1 stands in it; W"
        );
        assert_eq!(said(sent.only(&["whom", "to", "list"])), "there is no key `who` (the nearest key is `whom`); W");
    }
}
