//! Which emblem fits the words of a pack entry.

/// Emblems and the words that ask for them: animals and monsters first, then what people are, then elements and kinds.
/// The first line with a word of the entry counts.
const WORDS: &[(&str, &[&str])] = &[
    ("spider", &["spider"]),
    ("rat", &["rat", "vermin"]),
    ("toad", &["toad", "frog"]),
    ("slug", &["slug", "snail", "leech"]),
    ("worm", &["worm", "earthworm"]),
    ("owl", &["owl", "familiar"]),
    ("bat", &["bat", "vampire", "kincaller"]),
    ("bird", &["bird", "crane", "gryps", "griffin", "eagle", "raven", "crow", "squall", "hawk"]),
    ("hydra", &["hydra", "skylla", "kraken"]),
    ("dog", &["dog", "hound", "cerberus", "jackal"]),
    ("wolf", &["wolf", "earthwolf", "fox"]),
    ("bear", &["bear"]),
    ("boar", &["boar", "pig", "swine"]),
    ("deer", &["deer", "stag", "elk"]),
    ("goat", &["goat", "satyr", "satyros", "ewe", "ram", "sheep"]),
    ("bull", &["bull", "minotauros", "minotaur", "ox", "yooha"]),
    ("lion", &["lion", "chimera", "sphinx", "cat", "tiger"]),
    ("horse", &["horse", "centaur", "pegasos", "hippokampos", "cavalryman", "rider", "mount"]),
    ("snake", &["snake", "serpent", "python", "viper"]),
    ("wyrm", &["dragon", "wyrm", "drake", "lizard", "ladon", "lizardman"]),
    ("fin", &["cetus", "shark", "whale"]),
    ("fish", &["fish", "pike", "eel"]),
    ("bug", &["bug", "beetle", "insect", "wasp", "scorpion"]),
    ("gorgon", &["gorgon", "medusa", "sthenno", "euryale"]),
    ("wings", &["harpyia", "harpy", "pixie", "fairy", "sky", "flies", "flying"]),
    ("cyclops", &["cyclops"]),
    ("eye", &["eye", "seer", "beholder"]),
    ("treant", &["twig", "thornbranch", "plant", "treant", "shurali", "blight", "tree"]),
    ("healer", &["sprout"]),
    ("ooze", &["ooze", "slime", "jelly", "magicspawn"]),
    ("captain", &["hobgoblin"]),
    ("mixer", &["alchemist", "mixer", "poison", "poisoner"]),
    ("goblin", &["goblin", "kobold", "orc"]),
    ("imp", &["imp", "demon", "deamon", "gargoyle", "devil", "fiend"]),
    ("skull", &["skeleton", "zombie", "corpse", "dead", "undead", "necromancer", "lich", "drowned"]),
    ("golem", &["golem", "construct", "automaton"]),
    ("club", &["ogre", "troll", "brute"]),
    ("fist", &["giant", "jotunn", "gigas", "brawler", "boxer", "strength", "wrestler", "bruiser"]),
    ("flower", &["nymph", "dryad"]),
    ("trident", &["triton", "merfolk"]),
    ("wheel", &["barricade", "cart", "wagon", "ballista"]),
    ("crowd", &["mob", "crowd", "phalanx", "company", "party", "swarm", "rout"]),
    ("king", &["king", "queen", "chieftain", "lord"]),
    ("sun", &["angel", "crusader", "paladin", "deity", "sun"]),
    ("priest", &["priest", "priestess", "cleric", "mourner", "cultist"]),
    ("healer", &["healer", "surgeon", "medic", "herbalist"]),
    ("singer", &["singer", "bard", "seiren", "siren", "ashik", "lover"]),
    ("staff", &["shaman", "druid", "elder", "guide"]),
    ("flame", &["fire", "flame", "elementalist", "ember", "scorch"]),
    ("bolt", &["lightning", "storm", "thunder"]),
    ("frost", &["ice", "frost", "cold", "winter"]),
    ("water", &["water", "geyser", "river", "wave"]),
    ("air", &["air", "wind"]),
    ("earth", &["earth", "sand", "stone", "rock"]),
    ("moon", &["moon", "moonlight", "night"]),
    ("mage", &["mage", "witch", "wizard", "sorcerer", "warlock", "cursewright", "goetes", "hedge"]),
    ("shade", &["shade", "shadow", "ghost", "spirit", "wraith", "spiritling", "wisp", "murder"]),
    ("crossbow", &["crossbow", "gunner", "engineer", "gnome", "sharpshooter"]),
    ("bow", &["archer", "bow", "bowman", "huntress", "hunter", "ranger", "slinger", "scout", "amazon"]),
    ("anchor", &["sailor", "pirate", "boatman", "fisher"]),
    ("hammer", &["smith", "mason"]),
    ("dagger", &["rogue", "knife", "knifer", "assassin", "needle", "cutthroat"]),
    ("hood", &["bandit", "thug", "thief", "raider", "smuggler", "robber"]),
    ("spear", &["spear", "spearman", "militia", "peltast", "lancer"]),
    ("axe", &["axe", "barbarian", "berserker", "hatchet"]),
    ("crest", &["commander", "captain", "hoplite", "soldier", "spartos", "general", "officer"]),
    ("guard", &["guard", "warden", "warder", "shield", "wall", "defender", "tellurian", "tough"]),
    ("sword", &["sword", "swordsman", "greatsword", "duellist", "blade", "fighter", "veteran", "warrior", "metal"]),
    ("helm", &["champion", "knight", "armour"]),
    ("person", &["villager", "commoner", "patient", "person", "guest", "potboy"]),
    ("dog", &["pet", "beast", "wild"]),
];

/// What people carry when nothing more is known of them.
const ANYBODY: [&str; 6] = ["helm", "sword", "spear", "axe", "guard", "crest"];

/// The emblem that fits the words of a pack entry best: its id, name and tags, in any order. Where no word tells
/// anything, the letters choose one of several for people, always the same.
#[must_use]
pub fn emblem_for(words: &str) -> &'static str {
    let words = words.to_lowercase();
    let own: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |word: &&str| own.iter().any(|own| own == word || own.strip_suffix('s') == Some(*word));
    let named = WORDS.iter().find(|(_, words)| words.iter().any(is)).map(|(emblem, _)| *emblem);
    let sum = || words.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    named.unwrap_or_else(|| ANYBODY[sum() % ANYBODY.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emblem::emblems;

    #[test]
    fn entries_get_what_they_are() {
        for (words, emblem) in [
            ("common-wolf Common wolf beast", "wolf"),
            ("goblin-alchemist Goblin Alchemist humanoid", "mixer"),
            ("hobgoblin-captain", "captain"),
            ("captain Captain human sentient", "crest"),
            ("giant-spider Giant spider", "spider"),
            ("lesser-fire-spirit spirit", "flame"),
            ("hedge-mage Hedge Mage humanoid", "mage"),
            ("skeleton-warrior undead", "skull"),
            ("priest-of-ares Priest of Ares", "priest"),
            ("healer Tomris", "healer"),
            ("Wolves' dogs", "dog"),
        ] {
            assert_eq!(emblem_for(words), emblem, "{words}");
        }
        assert_eq!(emblem_for("Qwrt"), emblem_for("Qwrt"));
        assert!(ANYBODY.contains(&emblem_for("")));
    }

    #[test]
    fn every_emblem_that_words_name_is_drawn() {
        for (emblem, _) in WORDS {
            assert!(emblems().any(|name| name == *emblem), "{emblem}");
        }
    }
}
