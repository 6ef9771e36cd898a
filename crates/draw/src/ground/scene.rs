//! What kind of place a map is: read from the words about it and from its walls.

use quintain_field::Map;

use super::look::{Look, look};

/// What lies everywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Grass,
    Wood,
    Marsh,
    Earth,
    Sand,
    Snow,
    Cobbles,
    Flags,
    Boards,
}

/// What one hides behind, where the name of the terrain does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hide {
    Tree,
    Boulder,
    Table,
    Pillar,
    Statue,
    Crate,
}

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scene {
    /// What lies everywhere else.
    pub(super) base: Base,
    /// The floor between walls.
    pub(super) floor: Base,
    pub(super) hide: Hide,
    /// Solid rock lies beyond the map, not land.
    pub(super) buried: bool,
    /// Walls are grown rock.
    pub(super) rocky: bool,
    /// Walls are built, however thick.
    pub(super) built: bool,
    /// A road runs through.
    pub(super) road: bool,
    /// The whole map lies between walls.
    pub(super) roofed: bool,
}

/// What a word tells.
#[derive(Clone, Copy)]
enum Hint {
    Land(Base, Hide),
    Rocky(Base),
    Buried,
    Roofed(Base, Hide),
}

const HINTS: &[(&str, Hint)] = &[
    ("labyrinth", Hint::Buried),
    ("vault", Hint::Buried),
    ("crypt", Hint::Buried),
    ("dungeon", Hint::Buried),
    ("tower", Hint::Buried),
    ("mine", Hint::Buried),
    ("cave", Hint::Rocky(Base::Earth)),
    ("inn", Hint::Roofed(Base::Boards, Hide::Table)),
    ("tavern", Hint::Roofed(Base::Boards, Hide::Table)),
    ("hearth", Hint::Roofed(Base::Boards, Hide::Table)),
    ("mill", Hint::Roofed(Base::Boards, Hide::Crate)),
    ("temple", Hint::Roofed(Base::Flags, Hide::Pillar)),
    ("shrine", Hint::Roofed(Base::Flags, Hide::Pillar)),
    ("hall", Hint::Roofed(Base::Flags, Hide::Pillar)),
    ("king's", Hint::Roofed(Base::Flags, Hide::Table)),
    ("market", Hint::Land(Base::Cobbles, Hide::Crate)),
    ("yard", Hint::Land(Base::Cobbles, Hide::Crate)),
    ("court", Hint::Land(Base::Cobbles, Hide::Pillar)),
    ("conclave", Hint::Land(Base::Cobbles, Hide::Pillar)),
    ("breach", Hint::Land(Base::Cobbles, Hide::Crate)),
    ("stone", Hint::Land(Base::Grass, Hide::Statue)),
    ("statues", Hint::Land(Base::Grass, Hide::Statue)),
    ("forest", Hint::Land(Base::Wood, Hide::Tree)),
    ("wood", Hint::Land(Base::Wood, Hide::Tree)),
    ("grove", Hint::Land(Base::Wood, Hide::Tree)),
    ("hollow", Hint::Land(Base::Wood, Hide::Tree)),
    ("frost", Hint::Land(Base::Snow, Hide::Boulder)),
    ("snow", Hint::Land(Base::Snow, Hide::Boulder)),
    ("ice", Hint::Land(Base::Snow, Hide::Boulder)),
    ("beach", Hint::Land(Base::Sand, Hide::Boulder)),
    ("shore", Hint::Land(Base::Sand, Hide::Boulder)),
    ("desert", Hint::Land(Base::Sand, Hide::Boulder)),
    ("andromeda", Hint::Land(Base::Sand, Hide::Boulder)),
    ("marsh", Hint::Land(Base::Marsh, Hide::Tree)),
    ("swamp", Hint::Land(Base::Marsh, Hide::Tree)),
    ("springs", Hint::Land(Base::Marsh, Hide::Tree)),
    ("pond", Hint::Land(Base::Marsh, Hide::Boulder)),
    ("camp", Hint::Land(Base::Grass, Hide::Crate)),
    ("caravan", Hint::Land(Base::Grass, Hide::Crate)),
    ("quarry", Hint::Rocky(Base::Earth)),
    ("den", Hint::Rocky(Base::Earth)),
    ("mountain", Hint::Rocky(Base::Grass)),
    ("rock", Hint::Rocky(Base::Grass)),
    ("cliff", Hint::Rocky(Base::Grass)),
    ("ridge", Hint::Rocky(Base::Grass)),
    ("gorge", Hint::Rocky(Base::Grass)),
    ("valley", Hint::Rocky(Base::Grass)),
    ("island", Hint::Rocky(Base::Grass)),
    ("grave", Hint::Land(Base::Grass, Hide::Boulder)),
    ("garden", Hint::Land(Base::Grass, Hide::Tree)),
    ("ford", Hint::Rocky(Base::Grass)),
];

impl Scene {
    /// The kind of place that these words and this map speak of.
    pub(super) fn of(map: &Map, words: &str) -> Self {
        let words = words.to_lowercase();
        let each = || words.split(|c: char| !c.is_alphanumeric() && c != '\'');
        let hint = (grown(map)).then_some(Hint::Land(Base::Wood, Hide::Tree)).or_else(|| Self::hint(&words));
        let road = each().any(|word| matches!(word, "road" | "track" | "caravan"));
        let roofed = walled(map);
        let plain = Self {
            base: Base::Grass,
            floor: Base::Flags,
            hide: if heights(map) { Hide::Boulder } else { Hide::Tree },
            buried: false,
            rocky: false,
            built: false,
            road,
            roofed,
        };
        match hint {
            Some(Hint::Land(base, hide)) => {
                Self { base, floor: Base::Flags, hide, rocky: base == Base::Grass, ..plain }
            }
            Some(Hint::Rocky(base)) => Self { base, hide: Hide::Boulder, rocky: true, ..plain },
            Some(Hint::Buried) => {
                Self { base: Base::Flags, hide: Hide::Pillar, buried: true, built: true, roofed: true, ..plain }
            }
            Some(Hint::Roofed(floor, hide)) => Self { floor, hide, built: true, ..plain },
            None if roofed => Self { hide: Hide::Pillar, ..plain },
            None => plain,
        }
    }

    /// What the first telling word says; the title before the rest, in which towers (of
    /// shields) and frost (of spells) do not speak of the land.
    fn hint(words: &str) -> Option<Hint> {
        let (title, about) = words.split_once('.').unwrap_or((words, ""));
        let find = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
            words.find_map(|word| HINTS.iter().find(|(hint, _)| *hint == word)).map(|(_, hint)| *hint)
        };
        let of_the_land = |hint: &Hint| !matches!(hint, Hint::Buried | Hint::Land(Base::Snow, _));
        find(title).or_else(|| find(about).filter(of_the_land))
    }
}

/// Whether most of the map is wood.
fn grown(map: &Map) -> bool {
    let wood =
        map.bounds().squares().filter(|square| matches!(look(map, *square), Look::Wood | Look::Thicket | Look::Tree));
    wood.count() * 2 > usize::from(map.width()) * usize::from(map.depth())
}

/// Whether walls stand nearly all round the map.
fn walled(map: &Map) -> bool {
    let ends = map.bounds().north_east();
    let rim =
        |square: &quintain_field::Square| square.x == 0 || square.y == 0 || square.x == ends.x || square.y == ends.y;
    let (walls, all) = map.bounds().squares().filter(rim).fold((0, 0), |(walls, all), square| {
        (walls + u32::from(matches!(look(map, square), Look::Wall | Look::Door)), all + 1)
    });
    walls * 100 >= all * 70
}

fn heights(map: &Map) -> bool {
    map.bounds().squares().any(|square| map.ground(square).tenths() != 0)
}
