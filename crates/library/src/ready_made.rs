//! The files that come with the rulebooks of a library: packs, ready-made encounters and examples.

use quintain_content::{Party, Problem, Source, is_day, is_party, nearest};

use crate::library::Library;

/// One embedded file: its path, as it would stand in the project, and its text.
///
/// The path says what it is: `packs/ID/*.toml`, `encounters/ID/*.toml`, `days/ID/*.toml`, `fights/ID/*.fight`, with the id of its rulebook.
pub type File = (&'static str, &'static str);

/// The rulebook that a file belongs to, by the folder it stands in.
pub(crate) fn book_of(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    let folder = parts.next()?;
    parts.next().filter(|_| ["packs", "encounters", "fights", "days"].contains(&folder))
}

/// One encounter that comes with a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyMade {
    /// Its name: `thalassa/cyclops`. Where no other ends alike, `cyclops` will do.
    pub name: &'static str,
    /// Its path in the project: `encounters/thalassa/cyclops.toml`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// One party that comes with a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyParty {
    /// Its path in the project: `days/thalassa/road-to-delphi-party.toml`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Its title.
    pub title: String,
    /// Its heroes, by name.
    pub heroes: Vec<String>,
}

impl ReadyMade {
    /// The encounter as a source.
    pub fn source(&self) -> Source {
        Source::new(self.path, self.text)
    }

    /// The id of its rulebook, which is the folder it stands in.
    pub fn book(&self) -> &'static str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Its name without the folders: `cyclops`.
    pub fn short(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

impl Library {
    /// The embedded files of a kind (`packs`) that belong to a rulebook.
    fn files_of<'a>(&'a self, kind: &'a str, book: &'a str) -> impl Iterator<Item = File> + 'a {
        let inside = move |path: &str| path.split('/').next() == Some(kind) && book_of(path) == Some(book);
        self.files.iter().copied().filter(move |(path, _)| inside(path))
    }

    /// The packs that belong to a rulebook.
    pub fn packs(&self, book: &str) -> Vec<Source> {
        self.files_of("packs", book).map(|(path, text)| Source::new(path, text)).collect()
    }

    /// The scripts of a rulebook, by path and text.
    pub(crate) fn scripts<'a>(&'a self, book: &'a str) -> impl Iterator<Item = File> + 'a {
        self.files_of("fights", book)
    }

    /// The parties that come with a rulebook.
    pub fn parties(&self, book: &str) -> Vec<ReadyParty> {
        let party = |(path, text): File| {
            let party = Party::parse(&Source::new(path, text)).ok().filter(|_| is_party(text))?;
            let heroes = party.heroes.into_iter().map(|hero| hero.name.value).collect();
            Some(ReadyParty { path, text, title: party.title.unwrap_or_else(|| path.to_owned()), heroes })
        };
        self.files_of("days", book).filter_map(party).collect()
    }

    /// The paths of the days that come with a rulebook.
    pub fn days(&self, book: &str) -> Vec<&'static str> {
        self.files_of("days", book).filter(|(_, text)| is_day(text)).map(|(path, _)| path).collect()
    }

    /// The text of an embedded pack or encounter, by its path.
    pub fn text(&self, path: &str) -> Option<&'static str> {
        let mut packs_and_encounters = self.files.iter().filter(|(path, _)| !path.starts_with("fights/"));
        packs_and_encounters.find(|(known, _)| *known == path).map(|(_, text)| *text)
    }

    /// All encounters that come with the rulebooks, by name.
    pub fn ready_made(&self) -> impl Iterator<Item = ReadyMade> + '_ {
        self.files.iter().filter_map(|(path, text)| {
            let name = path.strip_prefix("encounters/")?;
            Some(ReadyMade { name: name.strip_suffix(".toml").unwrap_or(name), path, text })
        })
    }

    /// The ready-made encounter of this name: `cyclops`, `thalassa/cyclops`, `encounters/thalassa/cyclops.toml`.
    ///
    /// # Errors
    /// Names the nearest one, or those that share the name.
    pub fn ready_made_named(&self, word: &str) -> Result<ReadyMade, Problem> {
        let all: Vec<ReadyMade> = self.ready_made().collect();
        find(&all, word)
    }
}

fn find(all: &[ReadyMade], word: &str) -> Result<ReadyMade, Problem> {
    let wanted = word.trim().to_lowercase().replace('\\', "/");
    let wanted = wanted.strip_prefix("./").unwrap_or(&wanted);
    let wanted = wanted.strip_prefix("encounters/").unwrap_or(wanted);
    let wanted = wanted.strip_suffix(".toml").unwrap_or(wanted);
    if let Some(exact) = all.iter().find(|one| one.name == wanted) {
        return Ok(*exact);
    }
    let alike: Vec<&ReadyMade> = all.iter().filter(|one| one.short() == wanted).collect();
    match alike[..] {
        [only] => Ok(*only),
        [] => {
            let what = format!("`{word}` is neither a file nor a ready-made encounter");
            let near = nearest(wanted, all.iter().flat_map(|one| [one.name, one.short()]));
            Err(Problem::general(what).help(match near {
                Some(near) => format!("the nearest ready-made encounter is `{near}`"),
                None => "`quintain books` lists the ready-made ones".to_owned(),
            }))
        }
        _ => {
            let names: Vec<String> = alike.iter().map(|one| format!("`{}`", one.name)).collect();
            let what = format!("several ready-made encounters are called `{wanted}`");
            Err(Problem::general(what).help(format!("say which: {}", names.join(" or "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &'static str) -> ReadyMade {
        ReadyMade { name, path: "", text: "" }
    }

    #[test]
    fn names_are_found_whole_short_and_as_paths() {
        let all = [one("thalassa/cyclops"), one("thalassa/ford"), one("uchma/ford")];
        for word in ["cyclops", "Cyclops", "thalassa/cyclops", "encounters/thalassa/cyclops.toml", "./cyclops.toml"] {
            assert_eq!(find(&all, word).unwrap().name, "thalassa/cyclops", "{word}");
        }
        assert_eq!(find(&all, "uchma/ford").unwrap().name, "uchma/ford");
    }

    #[test]
    fn a_miss_names_the_nearest_and_a_shared_name_all() {
        let all = [one("thalassa/cyclops"), one("thalassa/ford"), one("uchma/ford")];
        let say = |word| find(&all, word).unwrap_err().to_string();
        assert_eq!(
            say("cyclop"),
            "`cyclop` is neither a file nor a ready-made encounter; the nearest ready-made encounter is `cyclops`"
        );
        assert_eq!(
            say("ford"),
            "several ready-made encounters are called `ford`; say which: `thalassa/ford` or `uchma/ford`"
        );
        assert!(say("").ends_with("`quintain books` lists the ready-made ones"));
    }
}
