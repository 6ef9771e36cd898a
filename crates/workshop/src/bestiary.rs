//! What can be put into an encounter: the creatures of a game's packs and of the author's own, to be searched.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quintain_content::{Placed, Problem, Source};
use quintain_library::built_in_packs;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::checked::open;
use crate::draft::Draft;
use crate::toml::{document, entries, shown, texts};

/// The table of those who can fight.
pub(crate) const TABLE: &str = "creature";

/// Where a creature's level may stand, and what that is called.
const LEVELS: [(&str, &str); 3] = [("level", "level"), ("cr", "CR"), ("rank", "rank")];

/// What says of a creature that it is a player's character.
const HERO: [&str; 3] = ["hero", "pc", "player"];

/// One kind of creature.
#[derive(Clone, Debug, PartialEq)]
pub struct Creature {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// How strong it is, by whatever the game counts that, and what that is called.
    pub level: Option<(i64, &'static str)>,
    /// What it is, in the game's words, with the title of its pack.
    pub tags: Vec<String>,
    /// A player's character.
    pub hero: bool,
    /// Width and depth in squares.
    pub size: (u8, u8),
    /// The author's own pack that it stands in; none where the game brings it along.
    pub pack: Option<String>,
}

impl Creature {
    /// Its name without what stands behind a comma or a bracket, as a combatant's name.
    pub fn short_name(&self) -> String {
        let name = self.name.split([',', '(', ':']).next().unwrap_or_default().trim();
        let name = name.trim_start_matches('#').trim();
        if name.is_empty() { crate::draft::called(&self.id) } else { name.to_owned() }
    }

    /// Whether all words stand somewhere in what is known of it.
    fn has(&self, words: &[String]) -> bool {
        let all = format!("{} {} {} {}", self.id, self.name, self.about, self.tags.join(" ")).to_lowercase();
        words.iter().all(|word| all.contains(word.as_str()))
    }
}

/// All creatures of a game.
#[derive(Clone, Debug, Default)]
pub struct Bestiary {
    game: Arc<Game>,
    own: Vec<Creature>,
}

/// What a game brings along: its packs, and the creatures in them.
#[derive(Debug, Default)]
struct Game {
    packs: Vec<DocumentMut>,
    creatures: Vec<Creature>,
    /// Width and depth in squares of each size that is a word.
    sizes: Sizes,
}

/// Width and depth in squares by the word for a size.
type Sizes = BTreeMap<String, (u8, u8)>;

impl Bestiary {
    /// Those of a game, and of the author's own packs: each with the name under which encounters know it. What cannot be read
    /// is left out; checking tells of it.
    pub fn of(book: &str, own: &[(String, String)]) -> Bestiary {
        let game = of_game(book);
        let own: Vec<(&String, DocumentMut)> =
            own.iter().filter_map(|(name, text)| Some((name, document(text).ok()?))).collect();
        let together: Vec<&DocumentMut> = own.iter().map(|(_, pack)| pack).chain(&game.packs).collect();
        let own =
            own.iter().flat_map(|(name, pack)| of_pack((&together, &game.sizes), pack, Some(name.as_str()))).collect();
        Bestiary { game, own }
    }

    /// All, the author's own first.
    pub fn all(&self) -> impl Iterator<Item = &Creature> {
        self.own.iter().chain(&self.game.creatures)
    }

    /// The one of this id; the author's own takes the place of the game's.
    pub fn find(&self, id: &str) -> Option<&Creature> {
        self.all().find(|one| one.id == id)
    }

    /// What to call one in a list: with the words of its id where another has the same name.
    pub fn told_apart(&self, one: &Creature) -> String {
        let words = one.id.replace('-', " ");
        match self.all().filter(|other| other.name == one.name).count() > 1 && words != one.name.to_lowercase() {
            true => format!("{} ({words})", one.name),
            false => one.name.clone(),
        }
    }

    /// That there is none of this id, with the nearest.
    pub fn missing(&self, id: &str) -> Problem {
        Problem::no_such(TABLE, &Placed::nowhere(id.to_owned()), self.all().map(|one| one.id.as_str()))
    }

    /// Those that fit: all `words` in their name, description or tags, this tag, a level between these.
    pub fn search(&self, words: &str, tag: &str, levels: (Option<i64>, Option<i64>)) -> Vec<&Creature> {
        let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let (low, high) = (levels.0.unwrap_or(i64::MIN), levels.1.unwrap_or(i64::MAX));
        let level = |one: &Creature| match one.level {
            Some((level, _)) => (low..=high).contains(&level),
            None => levels == (None, None),
        };
        let fits = |one: &&Creature| {
            one.has(&words) && level(one) && (tag.is_empty() || one.tags.iter().any(|own| own == tag))
        };
        let mut found: Vec<&Creature> = self.all().filter(fits).collect();
        // Whose name begins so comes first.
        let first = words.first().cloned().unwrap_or_default();
        found.sort_by_key(|one| !one.name.to_lowercase().starts_with(&first));
        found
    }

    /// All tags, each once.
    pub fn tags(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.all().flat_map(|one| one.tags.iter().map(String::as_str)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What the game calls its levels, if it has any.
    pub fn level_name(&self) -> Option<&'static str> {
        self.all().find_map(|one| one.level).map(|(_, name)| name)
    }
}

/// What a game brings along; read once.
fn of_game(book: &str) -> Arc<Game> {
    static KNOWN: OnceLock<Mutex<BTreeMap<String, Arc<Game>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    if let Some(game) = known.lock().unwrap_or_else(PoisonError::into_inner).get(book) {
        return Arc::clone(game);
    }
    let packs: Vec<DocumentMut> =
        built_in_packs(book).iter().filter_map(|pack: &Source| document(&pack.text).ok()).collect();
    let together: Vec<&DocumentMut> = packs.iter().collect();
    let sizes = sizes(book, &together);
    let mut creatures: Vec<Creature> = packs.iter().flat_map(|pack| of_pack((&together, &sizes), pack, None)).collect();
    creatures.sort_by_key(|one| one.name.to_lowercase());
    let game = Arc::new(Game { packs, creatures, sizes });
    known.lock().unwrap_or_else(PoisonError::into_inner).insert(book.to_owned(), Arc::clone(&game));
    game
}

/// What the words for sizes mean in squares: the rulebook is asked, with one creature of each.
fn sizes(book: &str, packs: &[&DocumentMut]) -> Sizes {
    let mut known = Sizes::new();
    for entry in packs.iter().flat_map(|pack| entries(pack, TABLE)) {
        let text = |key: &str| entry.get(key).and_then(Item::as_str);
        let (Some(word), Some(id)) = (text("size"), text("id")) else { continue };
        if known.contains_key(word) {
            continue;
        }
        let two = [("one", "A1"), ("other", "M1")].map(|(name, at)| {
            format!("[[combatant]]\nname = \"{name}\"\nis = \"{id}\"\nside = \"{name}\"\nat = \"{at}\"\n")
        });
        let opened = open(&format!("rulebook = \"{book}\"\n[map]\nsize = [24, 12]\n{}", two.concat()), &[]);
        let size = opened.ok().and_then(|opened| opened.fight.view().combatants.first().map(|one| one.footprint));
        known.extend(size.map(|size| (word.to_owned(), size)));
    }
    known
}

/// The creatures of one pack; what they are like may stand in any of these.
fn of_pack((all, sizes): (&[&DocumentMut], &Sizes), pack: &DocumentMut, own: Option<&str>) -> Vec<Creature> {
    let title = pack.get("title").map(shown).unwrap_or_default();
    let read = |entry: &dyn TableLike| {
        let id = entry.get("id")?.as_str()?.to_owned();
        let of = |key: &str| said(all, entry, key, 0);
        let text = |key: &str| of(key).map(shown).unwrap_or_default();
        let flag = |key: &str| of(key).and_then(Item::as_bool).unwrap_or(false);
        let level = LEVELS.iter().find_map(|(key, name)| Some((of(key)?.as_integer()?, *name)));
        let listed = ["tags", "kinds"].iter().flat_map(|key| of(key).map(texts).unwrap_or_default());
        let own_tags = listed.chain([text("race")]).map(|tag| tag.to_lowercase()).filter(|tag| !tag.is_empty());
        let mut tags: Vec<String> = own_tags.collect();
        // The title of a pack of beasts says no more than the tag of a beast.
        let title = title.to_lowercase();
        if !title.is_empty() && !tags.iter().any(|tag| title.strip_suffix('s').unwrap_or(&title) == tag) {
            tags.push(title);
        }
        let side = |place: usize| {
            let size = of("size").and_then(Item::as_array)?.get(place)?.as_integer()?;
            u8::try_from(size).ok()
        };
        Some(Creature {
            name: Some(text("name")).filter(|name| !name.is_empty()).unwrap_or_else(|| crate::draft::called(&id)),
            about: text("about"),
            level,
            tags,
            hero: HERO.iter().any(|key| flag(key)),
            size: of("size")
                .and_then(|size| sizes.get(size.as_str()?).copied())
                .unwrap_or_else(|| (side(0).unwrap_or(1), side(1).unwrap_or(1))),
            pack: own.map(str::to_owned),
            id,
        })
    };
    entries(pack, TABLE).into_iter().filter_map(read).collect()
}

/// What an entry says under a key, or what it is like.
fn said<'a>(all: &[&'a DocumentMut], entry: &'a dyn TableLike, key: &str, depth: usize) -> Option<&'a Item> {
    if let Some(own) = entry.get(key) {
        return Some(own);
    }
    let like = entry.get("like").and_then(Item::as_str).filter(|_| depth < 20)?;
    let named = |one: &&dyn TableLike| one.get("id").and_then(Item::as_str) == Some(like);
    let other = all.iter().find_map(|pack| entries(pack, TABLE).into_iter().find(named))?;
    said(all, other, key, depth + 1)
}

impl Draft {
    /// The names of those of the author's packs that it uses.
    pub fn uses(&self, pack: &str) -> bool {
        self.packs().iter().any(|known| known == pack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_creature_of_every_game_is_found_by_its_name() {
        for book in quintain_books::library().shelf() {
            let bestiary = Bestiary::of(book.id(), &[]);
            assert!(bestiary.all().count() > 10, "{}", book.id());
            for one in bestiary.all() {
                assert!(bestiary.search(&one.name, "", (None, None)).contains(&one), "{}", one.name);
            }
        }
    }

    #[test]
    fn no_two_of_a_game_are_called_the_same_in_a_list() {
        for book in quintain_books::library().shelf() {
            let bestiary = Bestiary::of(book.id(), &[]);
            let mut names: Vec<String> = bestiary.all().map(|one| bestiary.told_apart(one)).collect();
            let many = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), many, "{}", book.id());
        }
    }

    #[test]
    fn every_game_has_heroes_and_others() {
        for book in quintain_books::library().shelf() {
            let bestiary = Bestiary::of(book.id(), &[]);
            assert!(bestiary.all().any(|one| one.hero) && bestiary.all().any(|one| !one.hero), "{}", book.id());
        }
    }

    #[test]
    fn everybody_is_as_large_as_the_rulebook_has_it() {
        for made in quintain_books::library().ready_made() {
            let opened = open(made.text, &[]).unwrap();
            let bestiary = Bestiary::of(made.book(), &[]);
            for one in opened.fight.view().combatants {
                let known = bestiary.find(&one.is).map_or(one.footprint, |kind| kind.size);
                assert_eq!(known, one.footprint, "{} of {}", one.name, made.name);
            }
        }
    }

    #[test]
    fn words_tags_and_levels_narrow_it_down() {
        quintain_books::library();
        let bestiary = Bestiary::of("oakhearth", &[]);
        let named = |found: Vec<&Creature>| found.into_iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        assert!(named(bestiary.search("goblin", "", (None, None))).contains(&"goblin".to_owned()));
        let strong = bestiary.search("", "", (Some(3), None));
        assert!(!strong.is_empty() && strong.iter().all(|one| one.level.is_some_and(|(level, _)| level >= 3)));
        let tagged = bestiary.search("", "humanoid", (None, None));
        assert!(!tagged.is_empty() && tagged.len() < bestiary.all().count());
        assert_eq!(bestiary.search("nonesuch", "", (None, None)), Vec::<&Creature>::new());
    }

    #[test]
    fn own_creatures_inherit_and_come_first() {
        quintain_books::library();
        let pack = "rulebook = \"thalassa\"\ntitle = \"Mine\"\n[[creature]]\nid = \"big\"\nname = \"Big\"\nsize = [2, 2]\nsta = 1\n\
                    [[creature]]\nid = \"bigger\"\nlike = \"big\"\n";
        let bestiary = Bestiary::of("thalassa", &[("mine.toml".into(), pack.into())]);
        let bigger = bestiary.find("bigger").unwrap();
        assert_eq!((bigger.name.as_str(), bigger.size, bigger.pack.as_deref()), ("Big", (2, 2), Some("mine.toml")));
        assert_eq!(bestiary.all().next().unwrap().id, "big");
        assert!(bestiary.missing("biger").to_string().contains("`bigger`"));
        let pack = "rulebook = \"thalassa\"\n[[creature]]\nid = \"her-sister\"\nlike = \"althea\"\n";
        let sister = Bestiary::of("thalassa", &[("mine.toml".into(), pack.into())]);
        assert!(sister.find("her-sister").unwrap().hero);
        let kin = Bestiary::of("thalassa", &[("mine.toml".into(), pack.replace("althea", "cyclops"))]);
        assert_eq!(kin.find("her-sister").unwrap().size, kin.find("cyclops").unwrap().size);
    }
}
