//! Who fights, as pages need it: sides with their numbers, health, names told apart and coloured.

use maud::{Markup, html};
use quintain_engine::{AnyRulebook, CombatantView, Condition, IntentKind, StatGroup, StatInfo, StatKind, Value, View};
use quintain_session::{Band, Knowing, Room, Scene};

use crate::stamp::Stamp;

/// How many sides have a colour of their own.
const COLOURS: usize = 6;

/// Everybody in a view.
#[derive(Clone, Debug)]
pub(crate) struct Cast<'a> {
    /// The state.
    pub view: &'a View,
    /// The rulebook, which says what values are.
    pub book: &'static dyn AnyRulebook,
    /// Which chair plays which combatant, and with which faces.
    pub room: &'a Room,
    /// What the chair knows of each, by place.
    knowing: &'a [Knowing],
    sides: Vec<&'a str>,
    /// Places by name, the longest name first, so that `Guard 10` is not read as `Guard 1`.
    by_length: Vec<usize>,
}

impl<'a> Cast<'a> {
    pub(crate) fn of(scene: &'a Scene) -> Cast<'a> {
        let view = &scene.seen.view;
        let mut sides: Vec<&str> = Vec::new();
        for combatant in &view.combatants {
            if !sides.contains(&combatant.side.as_str()) {
                sides.push(&combatant.side);
            }
        }
        let mut by_length: Vec<usize> = (0..view.combatants.len()).collect();
        by_length.sort_by_key(|place| std::cmp::Reverse(view.combatants[*place].name.len()));
        Cast { view, book: scene.book, room: &scene.room, knowing: &scene.seen.knowing, sides, by_length }
    }

    /// The sides in order of appearance.
    pub(crate) fn sides(&self) -> &[&'a str] {
        &self.sides
    }

    /// The colour of a combatant's side.
    pub(crate) fn side(&self, combatant: &CombatantView) -> usize {
        self.side_named(&combatant.side)
    }

    /// The colour of a side.
    pub(crate) fn side_named(&self, side: &str) -> usize {
        self.sides.iter().position(|known| *known == side).unwrap_or(0) % COLOURS
    }

    /// The combatant of this name.
    pub(crate) fn named(&self, name: &str) -> Option<(usize, &'a CombatantView)> {
        self.view.combatants.iter().enumerate().find(|(_, one)| one.name == name)
    }

    /// The number by which one of several namesakes is told from the others: `2` of `Grey 2`.
    pub(crate) fn digit(&self, combatant: &CombatantView) -> Option<&'a str> {
        let own = self.view.combatants.iter().find(|one| one.name == combatant.name)?;
        let (stem, digit) = own.name.rsplit_once(' ')?;
        let is_number = digit.len() <= 2 && digit.bytes().all(|byte| byte.is_ascii_digit());
        let others = self.view.combatants.iter().filter(|one| one.name != own.name);
        let namesake = others.filter_map(|one| one.name.rsplit_once(' ')).any(|(other, _)| other == stem);
        (is_number && namesake).then_some(digit)
    }

    /// The stamp of everybody's name and side, and of the game: of all that sentences show beside their words.
    pub(crate) fn names(&self) -> Stamp {
        let mut stamp = Stamp::new().with(self.book.id()).with(self.view.combatants.len());
        self.view.combatants.iter().for_each(|one| stamp.put((&one.name, self.side(one))));
        stamp
    }

    /// Whether the chair only hears or feels that it is there.
    pub(crate) fn is_felt(&self, place: usize) -> bool {
        self.knowing.get(place) == Some(&Knowing::Felt)
    }

    /// Whether a combatant, by its place, has made something ready.
    pub(crate) fn is_ready(&self, place: usize) -> bool {
        self.view.intents.iter().any(|intent| intent.kind == IntentKind::Ready && intent.who.index() == place)
    }

    /// The stamp of how each combatant looks to everybody, beside the names.
    pub(crate) fn looks(&self) -> Vec<u64> {
        let look = |(place, one): (usize, &CombatantView)| {
            let mut stamp = Stamp::new().with((self.room.face(&one.name), self.is_ready(place), self.is_felt(place)));
            stamp.put_looks(one);
            stamp.sum()
        };
        self.view.combatants.iter().enumerate().map(look).collect()
    }

    /// A sentence with the names in it in their sides' colours.
    pub(crate) fn coloured(&self, text: &str) -> Markup {
        let Some((at, place)) = self.first_name(text) else { return html! { (text) } };
        let one = &self.view.combatants[place];
        let (before, rest) = text.split_at(at);
        let (name, behind) = rest.split_at(one.name.len());
        html! { (before) b class={ "c" (self.side(one)) } { (name) } (self.coloured(behind)) }
    }

    /// The first name in a text that stands there as a word of its own.
    fn first_name(&self, text: &str) -> Option<(usize, usize)> {
        let found = self.by_length.iter().filter_map(|place| {
            let name = &self.view.combatants[*place].name;
            let whole = |at: &usize| {
                let free = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
                free(text[..*at].chars().next_back()) && free(text[at + name.len()..].chars().next())
            };
            text.match_indices(name.as_str()).map(|(at, _)| at).find(whole).map(|at| (at, *place))
        });
        found.min_by_key(|(at, place)| (*at, std::cmp::Reverse(self.view.combatants[*place].name.len())))
    }
}

/// How much of its life is left, from 0 to 1; in steps where only the band is known.
pub(crate) fn share(combatant: &CombatantView, band: Band) -> f64 {
    match combatant.life().filter(|(_, most)| *most > 0) {
        Some((now, most)) => (now as f64 / most as f64).clamp(0.0, 1.0),
        None => match band {
            Band::Whole => 1.0,
            Band::Hurt => 0.75,
            Band::Bloodied => 0.45,
            Band::Failing => 0.2,
            Band::Out => 0.0,
        },
    }
}

/// The band of a combatant, also where its view says it in a word only.
pub(crate) fn band(combatant: &CombatantView) -> Band {
    let word = combatant.stats.iter().find_map(|stat| match (&stat.value, stat.key) {
        (Value::Text(word), "health") => Some(word.as_str()),
        _ => None,
    });
    let bands = [Band::Whole, Band::Hurt, Band::Bloodied, Band::Failing, Band::Out];
    let told = bands.into_iter().find(|band| Some(band.word()) == word);
    if combatant.fighting { told.unwrap_or_else(|| Band::of(combatant)) } else { Band::Out }
}

/// The conditions in the order in which badges show them.
pub(crate) fn by_weight(conditions: &[Condition]) -> Vec<&Condition> {
    let mut all: Vec<&Condition> = conditions.iter().collect();
    all.sort_by_key(|condition| condition.kind.map_or(u8::MAX, |kind| kind.order));
    all
}

/// Values of a group that have something to say, in the order of the sheet.
pub(crate) fn stats_of<'v>(
    combatant: &'v CombatantView,
    book: &'static dyn AnyRulebook,
    group: StatGroup,
) -> Vec<(&'static StatInfo, &'v quintain_engine::Stat)> {
    let infos = book.stats().iter().filter(|info| info.group == group);
    infos
        .filter_map(|info| Some((info, combatant.stats.iter().find(|stat| stat.key == info.key)?)))
        .filter(|(info, stat)| !is_empty(info, &stat.value))
        .collect()
}

/// Whether a value says nothing: no flag, no words.
fn is_empty(info: &StatInfo, value: &Value) -> bool {
    match value {
        Value::None => true,
        Value::Flag(flag) => !flag && info.kind == StatKind::Flag,
        Value::Text(text) => text.is_empty(),
        Value::Number(_) => false,
    }
}
