//! A scene: everything that a page for one chair is made from, taken at one moment and kept apart from the fight.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use quintain_engine::{AnyRulebook, EntryInfo, Fact};
use quintain_field::Map;

use crate::chair::{ChairId, Room};
use crate::outlook::Outlook;
use crate::seen::Seen;
use crate::session::Session;

/// One moment of a fight as one chair may see it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The encounter's title.
    pub title: String,
    /// The rulebook.
    pub book: &'static dyn AnyRulebook,
    /// The chair.
    pub chair: ChairId,
    /// Who sits where.
    pub room: Room,
    /// What the chair may know.
    pub seen: Seen,
    /// The ground, where the fight has a map.
    pub map: Option<Map>,
    /// The name of the picture under the map.
    pub picture: Option<String>,
    /// Which moment it is as the chair counts them; see [`Session::facts_at`].
    pub moment: usize,
    /// The rounds of the whole fight so far, each with its first moment as the chair counts them.
    pub rounds: Vec<(u32, usize)>,
    /// For the game master: what was answered without asking since a person last decided something, each with its place
    /// among the facts.
    pub alone: Vec<(usize, Fact)>,
    /// The fight at this moment, to be asked what happens on the ground; nothing at an earlier one.
    pub outlook: Option<Arc<Outlook>>,
    /// For the game master: what edicts can name.
    pub hand: Option<Hand>,
}

/// What edicts can name.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Every name that a condition may have, or its first words.
    pub conditions: Vec<String>,
    /// The creatures of the game's packs.
    pub creatures: Vec<EntryInfo>,
    /// The last dice that were thrown, the youngest first.
    pub thrown: Vec<Thrown>,
}

/// A die that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// How far back it is; 1 is the last die.
    pub back: usize,
    /// How many sides it has.
    pub sides: u16,
    /// What it shows.
    pub face: u16,
    /// Whose it was.
    pub who: Option<String>,
    /// The rule that asked for it.
    pub rule: String,
}

/// How many of the last dice a game master sees.
const LAST_DICE: usize = 8;

/// The last dice among the facts, the youngest first.
fn last_dice(facts: &[Fact]) -> Vec<Thrown> {
    let dice = facts.iter().rev().filter_map(|fact| match fact {
        Fact::Dice { rule, who, sides, faces } => Some((rule, who, *sides, faces)),
        _ => None,
    });
    let each = dice.flat_map(|(rule, who, sides, faces)| faces.iter().rev().map(move |face| (rule, who, sides, *face)));
    let thrown = |(place, (rule, who, sides, face)): (usize, (&String, &Option<String>, u16, u16))| Thrown {
        back: place + 1,
        sides,
        face,
        who: who.clone(),
        rule: rule.clone(),
    };
    each.take(LAST_DICE).enumerate().map(thrown).collect()
}

impl Scene {
    /// What the chair is shown, as one number: while it stays the same the chair sees nothing new.
    pub fn stamp(&self) -> u64 {
        let Scene {
            title: _,
            book: _,
            chair: _,
            room,
            seen,
            map: _,
            picture: _,
            moment,
            rounds: _,
            alone,
            outlook: _,
            hand,
        } = self;
        let mut stamp = DefaultHasher::new();
        (room, seen, moment, alone, hand.as_ref().map(|hand| &hand.thrown)).hash(&mut stamp);
        stamp.finish()
    }

    /// Whether the chair is the game master's.
    pub fn is_gm(&self) -> bool {
        self.room.is_gm(self.chair)
    }
}

impl Session {
    /// The scene as this chair may see it.
    pub fn scene(&self, chair: ChairId) -> Scene {
        let alone = if self.room().is_gm(chair) { self.decided_alone() } else { Vec::new() };
        let seen = self.seen(chair);
        let now = self.scene_of(chair, (seen.moment, seen.rounds.clone()), seen, alone);
        Scene { outlook: Some(Arc::new(self.outlook_for(chair))), ..now }
    }

    /// The scene as it stood at an earlier moment, as the chair counts them.
    pub fn scene_at(&self, chair: ChairId, moment: usize) -> Scene {
        let lens = self.lens(self.live(), chair);
        let now = self.moment(self.live(), chair, lens.as_ref());
        self.scene_of(chair, (now.moment, now.rounds), self.seen_at(chair, moment), Vec::new())
    }

    /// The scene as another chair sees it, to be looked at; the same for those who look on, where there is no such chair.
    pub fn scene_as(&self, chair: ChairId) -> Scene {
        let seen = self.seen(chair);
        self.scene_of(chair, (seen.moment, seen.rounds.clone()), seen, Vec::new())
    }

    fn scene_of(
        &self,
        chair: ChairId,
        (moment, rounds): (usize, Vec<(u32, usize)>),
        seen: Seen,
        alone: Vec<(usize, Fact)>,
    ) -> Scene {
        let encounter = &self.opened().encounter;
        let (spec, explored) = (encounter.map.as_ref(), encounter.sight.explored);
        let picture = spec.and_then(|spec| spec.picture.as_ref()).map(|name| name.as_str().to_owned());
        Scene {
            title: self.title().to_owned(),
            book: self.rulebook(),
            chair,
            room: self.room_for(chair, &seen),
            map: seen.map.clone(),
            // A picture shows all of the ground at once.
            picture: picture.filter(|_| !explored || self.room().is_gm(chair)),
            seen,
            moment,
            rounds,
            alone,
            outlook: None,
            hand: self.room().is_gm(chair).then(|| self.hand()),
        }
    }

    /// Who sits where, as a chair may know it.
    fn room_for(&self, chair: ChairId, seen: &Seen) -> Room {
        let mut room = self.room().clone();
        if !room.is_gm(chair) {
            let known = |name: &String| seen.view.combatants.iter().any(|one| one.name.eq_ignore_ascii_case(name));
            room.holders.retain(|(name, _)| known(name));
            room.faces.retain(|(name, _)| known(name));
        }
        room
    }

    fn hand(&self) -> Hand {
        let creatures = self.opened().book.entries().into_iter().filter(|entry| entry.table == "creature").collect();
        Hand { conditions: self.live().condition_names(), creatures, thrown: last_dice(self.live().facts()) }
    }
}
