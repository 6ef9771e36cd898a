//! The fields of a form.

use std::str::FromStr;

use quintain_session::Fault;

/// The fields of a form, some of which may come several times.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads a form as browsers send it, or the query of an address; what is no form has no fields.
    pub fn read(form: &[u8]) -> Fields {
        Fields(serde_urlencoded::from_bytes(form).unwrap_or_default())
    }

    /// A form with these fields.
    pub fn of(fields: Vec<(String, String)>) -> Fields {
        Fields(fields)
    }

    /// The first field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All fields, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// A field that must be there.
    ///
    /// # Errors
    /// When it is not.
    pub fn needed(&self, name: &str) -> Result<&str, Fault> {
        self.get(name).ok_or_else(|| Fault::NotTaken(format!("the field `{name}` is missing")))
    }

    /// A number that must be there.
    ///
    /// # Errors
    /// When it is not, or is no such number.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<T, Fault> {
        let value = self.needed(name)?;
        value.trim().parse().map_err(|_| Fault::NotTaken(format!("the field `{name}` is a number, not `{value}`")))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn flag(&self, name: &str) -> Result<bool, Fault> {
        let value = self.needed(name)?;
        value.parse().map_err(|_| Fault::NotTaken(format!("the field `{name}` is `true` or `false`, not `{value}`")))
    }

    /// A field with something in it.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Every field of this name, in their order.
    pub fn all(&self, name: &str) -> Vec<&str> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }

    /// The faces of dice, in their order: `face-1`, `face-2` …
    pub fn faces(&self) -> Vec<u16> {
        let named = |place: usize| self.get(&format!("face-{place}"));
        (1..).map_while(named).map(|face| face.trim().parse().unwrap_or(0)).collect()
    }

    /// The words of an answer: one field, or several picks with what stands between them.
    pub fn words(&self) -> String {
        match (self.get("words"), self.get("join")) {
            (Some(words), _) => words.to_owned(),
            (None, Some("then")) => self.all("pick").join(" then "),
            (None, _) if self.all("pick").is_empty() => "none".to_owned(),
            (None, _) => self.all("pick").join(" and "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_become_words() {
        let words = |form: &str| Fields::read(form.as_bytes()).words();
        assert_eq!(words("words=hold+on&pick=a"), "hold on");
        assert_eq!(words("pick=a&pick=b"), "a and b");
        assert_eq!(words("pick=a&pick=b&join=then"), "a then b");
        assert_eq!(words(""), "none");
    }

    #[test]
    fn faces_come_in_order_and_what_is_none_is_nought() {
        assert_eq!(Fields::read(b"face-2=3&face-1=6&face-4=1").faces(), [6, 3]);
        assert_eq!(Fields::read(b"face-1=six").faces(), [0]);
    }
}
