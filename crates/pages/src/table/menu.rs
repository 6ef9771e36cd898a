//! The menu of a question: its options put together as a player thinks of them, verb by verb, then target, then the way of
//! doing it.

mod around;
mod groups;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use quintain_engine::{Answer, AnyRulebook, Choice, Group, Label, Shape, Tags, Target, Verb, Who};
use quintain_field::Square;
use quintain_session::SeenQuestion;

pub(crate) use self::around::Around;
use self::groups::{FOLDED, group_name};
use crate::figures::{capital, counted};
use crate::icons::icon_of;
use crate::table::cost;

/// The most tiles that a dock shows at once.
pub(crate) const MOST_TILES: usize = 12;

/// Options that stand together under one name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tile {
    /// The name for people.
    pub name: String,
    /// The same where there is little room.
    pub short: String,
    /// The icon's name.
    pub icon: &'static str,
    /// The places of its options.
    pub options: Vec<usize>,
    /// The option that is chosen with the tile.
    pub best: usize,
    /// How many targets there are, or what it costs.
    pub more: String,
    /// Whether the answer that stands if nobody speaks is among its options.
    pub default: bool,
    group: Group,
    verb: Option<&'static Verb>,
}

/// A question of one option as a menu.
#[derive(Debug)]
pub(crate) struct Menu<'a> {
    /// The question.
    pub seen: &'a SeenQuestion,
    /// The tiles, at most [`MOST_TILES`].
    pub tiles: Vec<Tile>,
    /// The place of the option that is looked at.
    pub picked: Option<usize>,
}

/// One value of several on one axis: with which means, aimed where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chip {
    /// What it is called.
    pub name: String,
    /// The option that it leads to.
    pub pick: usize,
    /// Whether it is the one that is looked at.
    pub on: bool,
}

impl Tile {
    /// What its verb does, in a sentence, where it stands for a single one.
    pub(crate) fn gloss(&self) -> Option<&'static str> {
        self.verb.map(|verb| verb.gloss)
    }
}

impl<'a> Menu<'a> {
    /// The menu of a question that asks for one option; `picked` is looked at.
    pub(crate) fn of(
        seen: &'a SeenQuestion,
        book: &dyn AnyRulebook,
        around: &Around<'_>,
        picked: Option<usize>,
    ) -> Option<Menu<'a>> {
        let Shape::OneOf(_, choices) = &seen.asked.question.shape else { return None };
        let mut menu = Menu { seen, tiles: Vec::new(), picked: picked.filter(|place| *place < choices.len()) };
        menu.tiles = menu.by_verb(book.verbs());
        menu.part_by_means();
        menu.name_verbs();
        menu.fold();
        menu.begin_tiles(around, book);
        Some(menu)
    }

    /// All options.
    pub(crate) fn choices(&self) -> &'a [Choice<usize>] {
        self.seen.asked.question.choices()
    }

    /// What an option does.
    pub(crate) fn label(&self, place: usize) -> Option<&'a Label> {
        self.seen.labels.get(place).and_then(Option::as_ref)
    }

    /// The place of the answer that stands if nobody speaks.
    pub(crate) fn default(&self) -> Option<usize> {
        if let Answer::One(place) = self.seen.asked.question.default { Some(place) } else { None }
    }

    /// The tile of the option that is looked at.
    pub(crate) fn tile(&self) -> Option<&Tile> {
        let picked = self.picked?;
        self.tiles.iter().find(|tile| tile.options.contains(&picked))
    }

    fn by_verb(&self, verbs: &[&'static Verb]) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = Vec::new();
        for place in 0..self.choices().len() {
            let verb = self.label(place).map(|label| label.verb);
            let known = |tile: &&mut Tile| tile.verb.map(|verb| verb.key) == verb.map(|verb| verb.key);
            match tiles.iter_mut().find(known) {
                Some(tile) => tile.options.push(place),
                None => tiles.push(self.tile_of(verb, place)),
            }
        }
        let rank = |tile: &Tile| verbs.iter().position(|verb| Some(verb.key) == tile.verb.map(|own| own.key));
        tiles.sort_by_key(|tile| (tile.group, rank(tile)));
        tiles
    }

    fn tile_of(&self, verb: Option<&'static Verb>, first: usize) -> Tile {
        let text = || self.choices()[first].text.clone();
        Tile {
            name: verb.map_or_else(text, |verb| capital(verb.name)),
            short: verb.map_or_else(text, |verb| capital(verb.short)),
            icon: verb.map_or("check", icon_of),
            options: vec![first],
            best: first,
            more: String::new(),
            default: false,
            group: verb.map_or(Group::Answer, |verb| verb.group),
            verb,
        }
    }

    /// Attacks and powers stand under the name of what they are done with, as long as there is room; what cannot be taken
    /// back keeps its verb, since its means alone do not say so.
    fn part_by_means(&mut self) {
        for group in [Group::Attack, Group::Power, Group::Guard, Group::Answer] {
            let mut at = 0;
            while at < self.tiles.len() {
                let tile = &self.tiles[at];
                let for_good = group != Group::Answer && tile.options.iter().all(|place| self.is_for_good(*place));
                let parted = tile.group == group && !for_good;
                let parts = if parted { self.parts_of(tile) } else { Vec::new() };
                let many = parts.len();
                if many > 1 && self.tiles.len() - 1 + many <= MOST_TILES {
                    self.tiles.splice(at..=at, parts);
                    at += many;
                } else {
                    at += 1;
                }
            }
        }
    }

    /// Tiles that are called the same by what they are done with say their verb: which side casts in a duel.
    fn name_verbs(&mut self) {
        let names: Vec<String> = self.tiles.iter().map(|tile| tile.name.clone()).collect();
        for tile in &mut self.tiles {
            let alike = names.iter().filter(|name| **name == tile.name).count();
            if let Some(verb) = tile.verb.filter(|_| alike > 1) {
                tile.name = format!("{}: {}", tile.name, verb.name);
                tile.short = format!("{}: {}", tile.short, verb.short);
            }
        }
    }

    /// Whether there is no way back from an option.
    pub(crate) fn is_for_good(&self, place: usize) -> bool {
        self.label(place).is_some_and(|label| label.tags.contains(Tags::NO_RETURN))
    }

    fn parts_of(&self, tile: &Tile) -> Vec<Tile> {
        let mut parts: Vec<(Option<&str>, Tile)> = Vec::new();
        for place in &tile.options {
            let means = self.label(*place).and_then(|label| label.means.as_ref());
            let key = means.map(|means| means.key.as_str());
            match parts.iter_mut().find(|(known, _)| *known == key) {
                Some((_, part)) => part.options.push(*place),
                None => {
                    let name = means.map_or_else(|| tile.name.clone(), |means| capital(&means.name));
                    let part = Tile { short: name.clone(), name, options: vec![*place], best: *place, ..tile.clone() };
                    parts.push((key, part));
                }
            }
        }
        let mut parts: Vec<Tile> = parts.into_iter().map(|(_, part)| part).collect();
        let names = self.told_apart(parts.iter().map(|part| (part.name.as_str(), part.best)));
        for (part, name) in parts.iter_mut().zip(names) {
            (part.short, part.name) = (name.clone(), name);
        }
        parts
    }

    /// Puts whole groups under one tile until there is room for all.
    fn fold(&mut self) {
        for group in FOLDED {
            let of = |tile: &Tile| tile.group == group;
            if self.tiles.len() <= MOST_TILES {
                return;
            }
            let Some(first) = self.tiles.iter().position(of) else { continue };
            if self.tiles.iter().filter(|tile| of(tile)).count() < 2 {
                continue;
            }
            let mut options: Vec<usize> =
                self.tiles.iter().filter(|tile| of(tile)).flat_map(|tile| tile.options.clone()).collect();
            options.sort_unstable();
            let (name, icon) = group_name(group);
            let folded = Tile {
                name: name.into(),
                short: name.into(),
                icon,
                best: options[0],
                more: counted(options.len(), "way"),
                options,
                default: false,
                group,
                verb: None,
            };
            self.tiles[first] = folded;
            let mut at = 0;
            self.tiles.retain(|tile| {
                at += 1;
                at - 1 == first || !of(tile)
            });
        }
    }

    /// What stands beneath the name of each tile, and with which option it opens.
    fn begin_tiles(&mut self, around: &Around<'_>, book: &dyn AnyRulebook) {
        let default = self.default();
        let begins: Vec<(String, usize)> =
            self.tiles.iter().map(|tile| (self.more_of(tile, around, book), self.start(tile, around))).collect();
        for (tile, (more, start)) in self.tiles.iter_mut().zip(begins) {
            if tile.more.is_empty() {
                tile.more = more;
            }
            tile.best = start;
            if let Some(default) = default.filter(|place| tile.options.contains(place)) {
                (tile.default, tile.best) = (true, default);
            }
        }
    }

    fn more_of(&self, tile: &Tile, around: &Around<'_>, book: &dyn AnyRulebook) -> String {
        let labels = || tile.options.iter().filter_map(|place| self.label(*place));
        let people: BTreeSet<u16> = labels().filter_map(|label| only_who(&label.target)).map(|who| who.0).collect();
        let squares: BTreeSet<Square> = labels().filter_map(|label| square_of(&label.target)).collect();
        let means: BTreeSet<&str> =
            labels().filter_map(|label| label.means.as_ref()).map(|means| means.key.as_str()).collect();
        match (people.len(), squares.len(), means.len()) {
            (0, 0, 0 | 1) => labels().next().and_then(|label| cost::brief(label, book)).unwrap_or_default(),
            (0, 0, many) => counted(many, "way"),
            (0, many, _) => counted(many, "square"),
            (many, _, _) if people.iter().all(|who| around.is_foe(Who(*who))) => counted(many, "foe"),
            (many, _, _) => counted(many, "target"),
        }
    }

    /// The targets of what is looked at, by the same verb with the same means: each with the option that does the same to
    /// it. What other means of the tile could be aimed at is shown once they are chosen.
    pub(crate) fn targets(&self) -> Vec<(&'a Target, usize)> {
        let Some((tile, picked)) = self.tile().zip(self.picked) else { return Vec::new() };
        let own = self.label(picked);
        let alike = |place: &usize| {
            self.label(*place).zip(own).is_some_and(|(one, own)| one.verb == own.verb && one.means == own.means)
        };
        let mut targets: Vec<&Target> = Vec::new();
        for label in tile.options.iter().filter(|place| alike(place)).filter_map(|place| self.label(*place)) {
            if label.target != Target::None && !targets.contains(&&label.target) {
                targets.push(&label.target);
            }
        }
        let like = |target: &Target| {
            let of = |place: &usize| alike(place) && self.label(*place).is_some_and(|label| label.target == *target);
            self.nearest(tile.options.iter().copied().filter(of), picked)
        };
        targets.into_iter().filter_map(|target| Some((target, like(target)?))).collect()
    }

    /// The ways of doing it that differ: by verb where a tile holds several, by means, by each axis of variants.
    pub(crate) fn ways(&self) -> Vec<(&'static str, Vec<Chip>)> {
        let Some((tile, picked)) = self.tile().zip(self.picked) else { return Vec::new() };
        let Some(own) = self.label(picked) else { return Vec::new() };
        let mut axes: Vec<(&'static str, Vec<Chip>)> = Vec::new();
        let verb = |label: &'a Label| Some((label.verb.key, label.verb.name));
        axes.push(("what", self.chips(&tile.options, picked, &verb)));
        let same_verb: Vec<usize> = tile
            .options
            .iter()
            .copied()
            .filter(|place| self.label(*place).is_some_and(|label| label.verb == own.verb))
            .collect();
        let means = |label: &'a Label| {
            let named = label.means.as_ref().map(|means| (means.key.as_str(), means.name.as_str()));
            Some(named.unwrap_or(("", "plain")))
        };
        axes.push(("with", self.chips(&same_verb, picked, &means)));
        let same_means: Vec<usize> = same_verb
            .into_iter()
            .filter(|place| self.label(*place).is_some_and(|label| label.means == own.means))
            .collect();
        let mut known: Vec<&'static str> = Vec::new();
        for place in &same_means {
            for variant in self.label(*place).map(|label| label.variants.as_slice()).unwrap_or_default() {
                if !known.contains(&variant.axis) {
                    known.push(variant.axis);
                }
            }
        }
        for axis in known {
            let named = |label: &'a Label| {
                Some(
                    label
                        .variants
                        .iter()
                        .find(|variant| variant.axis == axis)
                        .map_or(("", "plain"), |variant| (variant.key.as_str(), variant.name.as_str())),
                )
            };
            axes.push((axis, self.chips(&same_means, picked, &named)));
        }
        axes.retain(|(_, chips)| chips.len() > 1);
        axes
    }

    /// A chip for each thing that options differ in: its key, and its name.
    fn chips(
        &self,
        options: &[usize],
        picked: usize,
        named: &dyn Fn(&'a Label) -> Option<(&'a str, &'a str)>,
    ) -> Vec<Chip> {
        let name_of = |place: usize| self.label(place).and_then(named);
        let mut names: Vec<(&str, &str)> = Vec::new();
        for name in options.iter().filter_map(|place| name_of(*place)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let chip = |name: (&str, &str)| {
            let with = options.iter().copied().filter(|place| name_of(*place) == Some(name));
            let pick = self.nearest(with, picked)?;
            Some(Chip { name: name.1.to_owned(), pick, on: name_of(picked) == Some(name) })
        };
        let mut chips: Vec<Chip> = names.into_iter().filter_map(chip).collect();
        let names = self.told_apart(chips.iter().map(|chip| (chip.name.as_str(), chip.pick)));
        chips.iter_mut().zip(names).for_each(|(chip, name)| chip.name = name);
        chips
    }

    /// Names of options, each with a place; those that are called the same get what their option says in brackets, or
    /// else a number.
    fn told_apart<'n>(&self, all: impl Iterator<Item = (&'n str, usize)>) -> Vec<String> {
        let all: Vec<(&str, usize)> = all.collect();
        let same = |name: &str, up_to: usize| all[..up_to].iter().filter(|(known, _)| *known == name).count();
        let told = |(at, (name, place)): (usize, &(&str, usize))| {
            if same(name, all.len()) < 2 {
                return (*name).to_owned();
            }
            let bracket =
                self.choices()[*place].text.rfind('(').and_then(|from| self.choices()[*place].text.get(from..));
            match bracket.filter(|words| words.ends_with(')')) {
                Some(words) => format!("{name} {words}"),
                None => format!("{name} {}", same(name, at) + 1),
            }
        };
        all.iter().enumerate().map(told).collect()
    }

    /// Of these options the one that is most like another.
    fn nearest(&self, options: impl Iterator<Item = usize>, to: usize) -> Option<usize> {
        let own = self.label(to);
        let likeness = |place: &usize| {
            let (Some(one), Some(own)) = (self.label(*place), own) else { return 0 };
            let shared = one.variants.iter().filter(|variant| own.variants.contains(variant)).count();
            let apart = one.variants.len() + own.variants.len() - 2 * shared;
            16 * i32::from(one.verb == own.verb)
                + 8 * i32::from(one.target == own.target)
                + 6 * i32::from(one.means == own.means)
                - i32::try_from(apart).unwrap_or(i32::MAX / 2)
        };
        options.min_by_key(|place| (-likeness(place), *place))
    }

    /// What lies on the map: each square with the option that leads there, for the tile that is looked at, or otherwise
    /// for whatever moves there first.
    pub(crate) fn squares(&self) -> Vec<(Square, usize)> {
        let options: Vec<usize> = match self.tile() {
            Some(tile) if tile.options.iter().any(|place| self.square(*place).is_some()) => tile.options.clone(),
            _ => (0..self.choices().len()).filter(|place| self.is_move(*place)).collect(),
        };
        let mut squares: Vec<(Square, usize)> = Vec::new();
        for place in options {
            let Some(square) = self.square(place) else { continue };
            match squares.iter_mut().find(|(known, _)| *known == square) {
                Some((_, best))
                    if self
                        .picked
                        .is_some_and(|picked| self.nearest([*best, place].into_iter(), picked) == Some(place)) =>
                {
                    *best = place;
                }
                Some(_) => {}
                None => squares.push((square, place)),
            }
        }
        squares
    }

    /// Whether what is looked at goes along with the pointer: an area, or a place that is no move.
    pub(crate) fn follows(&self) -> bool {
        let label = self.picked.and_then(|place| self.label(place));
        label.is_some_and(|label| label.verb.group != Group::Move && square_of(&label.target).is_some())
    }

    /// How far a combatant comes: the squares of the verb that is looked at, or else of the first that moves; then those of
    /// the other ways of moving.
    pub(crate) fn reach(&self) -> Vec<(String, Vec<Square>)> {
        let of =
            |tile: &Tile| -> BTreeSet<Square> { tile.options.iter().filter_map(|place| self.square(*place)).collect() };
        let moves =
            |tile: &&Tile| tile.group == Group::Move && tile.options.iter().any(|place| self.square(*place).is_some());
        let own = self.tile().filter(|tile| tile.options.iter().any(|place| self.square(*place).is_some()));
        let Some(first) = own.or_else(|| self.tiles.iter().find(moves)) else { return Vec::new() };
        let mut bands = vec![(first.name.clone(), of(first))];
        if first.group == Group::Move {
            let wider = self.tiles.iter().filter(moves).filter(|tile| tile.name != first.name);
            if let Some(wider) = wider.max_by_key(|tile| of(tile).len()) {
                let squares: BTreeSet<Square> = of(wider).union(&bands[0].1).copied().collect();
                if squares.len() > bands[0].1.len() {
                    bands.push((wider.name.clone(), squares));
                }
            }
        }
        bands.into_iter().map(|(name, squares)| (name, squares.into_iter().collect())).collect()
    }

    fn is_move(&self, place: usize) -> bool {
        self.label(place).is_some_and(|label| label.verb.group == Group::Move)
    }

    fn square(&self, place: usize) -> Option<Square> {
        self.label(place).and_then(|label| square_of(&label.target)).or(self.choices()[place].square)
    }

    /// What can be done to a combatant: the best option of each tile.
    pub(crate) fn done_to(&self, who: Who, is_self: bool) -> Vec<(&Tile, usize)> {
        let to = |place: &usize| match self.label(*place).map(|label| &label.target) {
            Some(Target::Oneself) => is_self,
            Some(target) => all_who(target).contains(&who),
            None => false,
        };
        let best = |tile: &Tile| {
            let options = tile.options.iter().copied().filter(to);
            let default = self.default().filter(|place| tile.options.contains(place) && to(place));
            default.or_else(|| self.nearest(options, tile.best))
        };
        self.tiles.iter().filter_map(|tile| Some((tile, best(tile)?))).collect()
    }
}

/// The single combatant a target points at.
pub(crate) fn only_who(target: &Target) -> Option<Who> {
    match target {
        Target::Who(who) | Target::Slot { who, .. } => Some(*who),
        _ => None,
    }
}

/// All combatants a target points at.
pub(crate) fn all_who(target: &Target) -> Vec<Who> {
    match target {
        Target::Who(who) => vec![*who],
        Target::Pair(one, other) => vec![*one, *other],
        Target::All(all) => all.clone(),
        _ => Vec::new(),
    }
}

/// The square a target points at.
pub(crate) fn square_of(target: &Target) -> Option<Square> {
    match target {
        Target::Square(square) | Target::Area(square, _) | Target::Route { to: square, .. } => Some(*square),
        _ => None,
    }
}
