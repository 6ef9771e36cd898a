//! What is embedded in the program: the packs of each rulebook, the ready-made encounters, and the examples.

use quintain_content::{Problem, Source, nearest};

/// One embedded file, by its path in the project.
pub(crate) struct Embedded {
    pub(crate) path: &'static str,
    pub(crate) text: &'static str,
}

/// The scripts of a rulebook, by path and text.
pub(crate) fn built_in_scripts(book: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = format!("fights/{book}/");
    FIGHTS.iter().filter(move |file| file.path.starts_with(&own)).map(|file| (file.path, file.text))
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// One encounter that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyMade {
    /// Its name: `thalassa/cyclops`. Where no other ends alike, `cyclops` will do.
    pub name: &'static str,
    /// Its path in the project: `encounters/thalassa/cyclops.toml`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
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

/// The packs that belong to a rulebook.
pub fn built_in_packs(book: &str) -> Vec<Source> {
    let inside = |path: &str| path.strip_prefix("packs/").and_then(|rest| rest.split('/').next()) == Some(book);
    PACKS.iter().filter(|pack| inside(pack.path)).map(|pack| Source::new(pack.path, pack.text)).collect()
}

/// The text of any embedded file, by its path in the project.
pub fn built_in_text(path: &str) -> Option<&'static str> {
    PACKS.iter().chain(ENCOUNTERS).find(|file| file.path == path).map(|file| file.text)
}

/// All encounters that come with the program, by name.
pub fn ready_made() -> impl Iterator<Item = ReadyMade> {
    ENCOUNTERS.iter().map(|file| {
        let name = file.path.strip_prefix("encounters/").unwrap_or(file.path);
        ReadyMade { name: name.strip_suffix(".toml").unwrap_or(name), path: file.path, text: file.text }
    })
}

/// The ready-made encounter of this name: `cyclops`, `thalassa/cyclops`, `encounters/thalassa/cyclops.toml`.
///
/// # Errors
/// Names the nearest one, or those that share the name.
pub fn ready_made_named(word: &str) -> Result<ReadyMade, Problem> {
    let all: Vec<ReadyMade> = ready_made().collect();
    find(&all, word)
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

    #[test]
    fn every_embedded_encounter_stands_in_the_folder_of_its_rulebook() {
        for one in ready_made() {
            assert!(crate::rulebook(one.book()).is_ok() || crate::shelf().is_empty(), "{}", one.path);
        }
    }
}
