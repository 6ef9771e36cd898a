//! The roster: a party's TOML as it was written, and what forms change of it.

use quintain_content::Problem;
use quintain_pages::Fields;
use toml_edit::{DocumentMut, TableLike, Value};

use super::{LONGEST_NAME, MOST_HEROES};
use crate::bestiary::Bestiary;
use crate::toml::{self, entries, entry, pull, push, put_text, put_texts, shown, texts};

/// The table of those who belong to a party.
const TABLE: &str = "hero";

/// A `[[hero]]` as it is written, right or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// What it is called.
    pub name: String,
    /// The pack entry that it is made from.
    pub is: String,
    /// What it has and knows besides.
    pub with: Vec<String>,
    /// The player who answers for it; empty for the game master.
    pub seat: String,
    /// Whether it comes along: `able`, `helpless`, `dead`.
    pub left: String,
}

impl Member {
    fn read(table: &dyn TableLike) -> Member {
        let text = |key: &str| table.get(key).map(shown).unwrap_or_default();
        let left = Some(text("left")).filter(|left| !left.is_empty());
        Member {
            name: text("name"),
            is: text("is"),
            with: table.get("with").map(texts).unwrap_or_default(),
            seat: text("seat"),
            left: left.unwrap_or_else(|| "able".to_owned()),
        }
    }

    /// Whether the player of this name answers for it.
    pub fn is_of(&self, player: &str) -> bool {
        !player.is_empty() && self.seat == player
    }
}

/// A party that is looked after.
#[derive(Clone, Debug)]
pub struct Roster {
    document: DocumentMut,
}

impl Roster {
    /// A new one for a game: nobody belongs to it yet.
    pub fn new(rulebook: &str, title: &str) -> Roster {
        let mut document = DocumentMut::new();
        document.insert("rulebook", toml_edit::value(rulebook));
        document.insert("title", toml_edit::value(title));
        Roster { document }
    }

    /// Reads one.
    ///
    /// # Errors
    /// When the text is no TOML.
    pub fn read(text: &str) -> Result<Roster, Problem> {
        toml::document(text).map(|document| Roster { document })
    }

    /// The text as it stands: what was read, but for what has been changed.
    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// A text at the top: `title`, `rulebook`.
    pub fn head(&self, key: &str) -> String {
        self.document.get(key).map(shown).unwrap_or_default()
    }

    /// The side of encounters whose place the party takes.
    pub fn side(&self) -> String {
        Some(self.head("side")).filter(|side| !side.is_empty()).unwrap_or_else(|| quintain_content::HEROES.to_owned())
    }

    /// Everybody who belongs to it, the dead included, in the order of the file.
    pub fn heroes(&self) -> Vec<Member> {
        entries(&self.document, TABLE).into_iter().map(Member::read).collect()
    }

    /// The further packs that it names.
    pub fn packs(&self) -> Vec<String> {
        self.document.get("packs").map(texts).unwrap_or_default()
    }

    /// Gives all heroes of one player to another, or back to the game master where `to` is empty.
    pub fn reseat(&mut self, from: &str, to: &str) {
        for place in 0..self.heroes().len() {
            if let Some(hero) = entry(&mut self.document, TABLE, place)
                && hero.get("seat").map(shown).as_deref() == Some(from)
            {
                put_text(hero, "seat", to);
            }
        }
    }

    /// Carries out a form; says what was done. `do` says what it is: `head`, `add`, `hero`, `remove`.
    ///
    /// # Errors
    /// Says what is wrong with it, and what would be right.
    pub fn edit(&mut self, fields: &Fields, bestiary: &Bestiary) -> Result<String, Problem> {
        match fields.get("do").unwrap_or_default() {
            "head" => self.entitle(fields),
            "add" => self.add(fields, bestiary),
            "hero" => self.change(fields, bestiary),
            "remove" => self.remove(fields),
            other => Err(Problem::general(format!("a roster does not know how to `{other}`"))),
        }
    }

    fn entitle(&mut self, fields: &Fields) -> Result<String, Problem> {
        let title = named(fields.get("title").unwrap_or_default(), "a campaign")?;
        put_text(self.document.as_table_mut(), "title", &title);
        if let Some(side) = fields.get("side") {
            put_text(self.document.as_table_mut(), "side", side);
        }
        Ok("the name".to_owned())
    }

    fn add(&mut self, fields: &Fields, bestiary: &Bestiary) -> Result<String, Problem> {
        let heroes = self.heroes();
        if heroes.len() >= MOST_HEROES {
            return Err(Problem::general(format!("a party has {MOST_HEROES} heroes at most")));
        }
        let id = fields.get("is").unwrap_or_default().trim();
        if id.is_empty() {
            return Err(
                Problem::general("it is not said who joins").help("choose one of the list, such as a ready-made hero")
            );
        }
        let creature = bestiary.find(id).ok_or_else(|| bestiary.missing(id))?;
        let given = fields.get("name").unwrap_or_default();
        let name = match given.trim() {
            "" => free_name(&creature.short_name(), &heroes),
            given => named(given, "a hero")?,
        };
        taken(&name, heroes.iter())?;
        let mut keys: Vec<(&str, Value)> = vec![("name", name.as_str().into()), ("is", id.into())];
        keys.extend(
            fields.get("seat").map(str::trim).filter(|seat| !seat.is_empty()).map(|seat| ("seat", seat.into())),
        );
        push(&mut self.document, TABLE, keys);
        if let Some(pack) = &creature.pack {
            self.use_pack(pack);
        }
        Ok(format!("{name} joins"))
    }

    fn use_pack(&mut self, pack: &str) {
        let mut packs = self.packs();
        if !packs.iter().any(|known| known == pack) {
            packs.push(pack.to_owned());
            put_texts(self.document.as_table_mut(), "packs", &packs);
        }
    }

    fn change(&mut self, fields: &Fields, bestiary: &Bestiary) -> Result<String, Problem> {
        let (place, known) = self.meant(fields)?;
        let heroes = self.heroes();
        let mut pack = None;
        let name = fields.get("name").map(|name| named(name, "a hero")).transpose()?;
        if let Some(name) = &name {
            taken(name, heroes.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, hero)| hero))?;
        }
        let is = fields.get("is").map(str::trim).filter(|is| *is != known.is);
        if let Some(is) = is {
            pack.clone_from(&bestiary.find(is).ok_or_else(|| bestiary.missing(is))?.pack);
        }
        let Some(hero) = entry(&mut self.document, TABLE, place) else { return Err(nobody()) };
        for (key, words) in [("name", name.as_deref()), ("is", is), ("seat", fields.get("seat"))] {
            if let Some(words) = words {
                put_text(hero, key, words);
            }
        }
        if let Some(with) = fields.get("with") {
            let with: Vec<String> =
                with.split([',', '\n']).map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
            put_texts(hero, "with", &with);
        }
        if let Some(left) = fields.get("left") {
            put_text(hero, "left", if left == "able" { "" } else { left });
        }
        if let Some(pack) = pack {
            self.use_pack(&pack);
        }
        Ok(name.unwrap_or(known.name))
    }

    fn remove(&mut self, fields: &Fields) -> Result<String, Problem> {
        let (place, known) = self.meant(fields)?;
        pull(&mut self.document, TABLE, place);
        Ok(format!("{} leaves", known.name))
    }

    /// The hero that a form means.
    fn meant(&self, fields: &Fields) -> Result<(usize, Member), Problem> {
        let place = fields.get("place").and_then(|place| place.parse().ok()).ok_or_else(nobody)?;
        let known = self.heroes().into_iter().nth(place).ok_or_else(nobody)?;
        // A form on an old page must not change another hero than the one shown there.
        match fields.get("was").is_none_or(|was| was == known.name) {
            true => Ok((place, known)),
            false => Err(Problem::general("the roster has changed meanwhile; look at it again")),
        }
    }
}

fn nobody() -> Problem {
    Problem::general("this form means no hero of the party").help("look at the page again: the roster may have changed")
}

/// A name as it was typed, where it is one.
pub(crate) fn named(words: &str, what: &str) -> Result<String, Problem> {
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        0 => Err(Problem::general(format!("{what} needs a name"))),
        long if long > LONGEST_NAME => {
            Err(Problem::general(format!("the name of {what} has {LONGEST_NAME} letters at most, not {long}")))
        }
        _ => Ok(name),
    }
}

fn taken<'a>(name: &str, mut heroes: impl Iterator<Item = &'a Member>) -> Result<(), Problem> {
    match heroes.any(|hero| hero.name.to_lowercase() == name.to_lowercase()) {
        true => Err(Problem::general(format!("a hero of the party is called `{name}` already"))
            .help("give each a name of its own")),
        false => Ok(()),
    }
}

fn free_name(stem: &str, heroes: &[Member]) -> String {
    let free = |name: &String| taken(name, heroes.iter()).is_ok();
    let numbered = (2..=MOST_HEROES + 1).map(|number| format!("{stem} {number}"));
    std::iter::once(stem.to_owned()).chain(numbered).find(free).unwrap_or_else(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREW: &str = "# The crew.\nrulebook = \"thalassa\"\ntitle = \"The crew\"\n\n[[hero]] # their captain\nname = \"Althea\"\nis = \"althea\"\n\
                        seat = \"Ann\"\n";

    fn edited(text: &str, form: &str) -> Result<String, String> {
        quintain_books::library();
        let mut roster = Roster::read(text).unwrap();
        let bestiary = Bestiary::of("thalassa", &[]);
        let done = roster.edit(&Fields::read(form.as_bytes()), &bestiary);
        done.map(|_| roster.text()).map_err(|problem| problem.to_string())
    }

    #[test]
    fn heroes_join_change_and_leave_and_the_rest_of_the_file_stays() {
        let two = edited(CREW, "do=add&is=hyllus&seat=Ben").unwrap();
        assert_eq!(two, format!("{CREW}\n[[hero]]\nname = \"Hyllus\"\nis = \"hyllus\"\nseat = \"Ben\"\n"));
        let three = edited(&two, "do=add&is=hyllus").unwrap();
        assert!(three.contains("name = \"Hyllus 2\""), "{three}");
        let changed = edited(CREW, "do=hero&place=0&was=Althea&seat=&left=dead&with=net").unwrap();
        assert_eq!(changed, CREW.replace("seat = \"Ann\"\n", "with = [\"net\"]\nleft = \"dead\"\n"));
        assert_eq!(edited(&two, "do=remove&place=1").unwrap().trim_end(), CREW.trim_end());
    }

    #[test]
    fn what_cannot_be_is_said_in_words() {
        for (form, words) in [
            ("do=add&is=althea&name=ALTHEA", "already"),
            ("do=add&is=altea", "`althea`"),
            ("do=add&is=&name=Ann", "choose one of the list"),
            ("do=hero&place=0&was=Hyllus", "meanwhile"),
            ("do=hero&place=7", "no hero"),
            ("do=head&title=+", "needs a name"),
            ("do=dance", "`dance`"),
        ] {
            let told = edited(CREW, form).unwrap_err();
            assert!(told.contains(words), "{form}: {told}");
        }
    }

    #[test]
    fn heroes_go_from_one_player_to_another() {
        let mut roster = Roster::read(CREW).unwrap();
        roster.reseat("Ann", "Anna");
        assert!(roster.heroes()[0].is_of("Anna"));
        roster.reseat("Anna", "");
        assert!(!roster.text().contains("seat"));
    }
}
