//! Chairs: who sits at a table, and which combatants each answers for.

use quintain_content::Encounter;
use serde::{Deserialize, Serialize};

/// One chair, by its place in the room; the first is the game master's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChairId(pub u32);

impl ChairId {
    /// The game master's chair.
    pub const GM: ChairId = ChairId(0);

    /// A chair that nobody has: of those who look on.
    pub const NOBODY: ChairId = ChairId(u32::MAX);

    /// The place in the room.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the person there does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Sees everything, answers for everybody, changes anything.
    Gm,
    /// Answers for the combatants that were given to the chair.
    Player,
    /// Looks on.
    Watcher,
}

impl Role {
    /// The role of a new chair by its word; one who does not look on plays.
    pub fn of_new(word: &str) -> Role {
        if word == "watcher" { Role::Watcher } else { Role::Player }
    }
}

/// One chair.
// Chairs of 0.1.0 had one field more, which is passed over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chair {
    /// What it is called at the table.
    pub name: String,
    /// What the person there does.
    pub role: Role,
    /// Whether its dice are thrown by hand.
    pub by_hand: bool,
    /// Whether its link still opens the table.
    pub open: bool,
}

impl Chair {
    /// A chair that is free to be taken.
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        Chair { name: name.into(), role, by_hand: false, open: true }
    }
}

/// Who answers for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// The person on this chair.
    Chair(ChairId),
    /// The rulebook's own tactics.
    Tactics,
}

/// Everything about a table that is not the fight itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// All chairs; the first is the game master's.
    pub chairs: Vec<Chair>,
    /// Which chair plays which combatant, by name.
    pub holders: Vec<(String, Holder)>,
    /// Whether everybody sees everybody's figures. Otherwise foes show a band of health.
    pub open_figures: bool,
    /// Up to the end of which round everything that is asked takes its default, because the game master is in a hurry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hurried: Option<u32>,
    /// Pictures that tokens show, by the combatant's name: the name under which the picture is kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<(String, String)>,
}

impl Default for Room {
    fn default() -> Self {
        Room {
            chairs: vec![Chair::new("Game master", Role::Gm)],
            holders: Vec::new(),
            open_figures: false,
            hurried: None,
            faces: Vec::new(),
        }
    }
}

impl Room {
    /// The room that an encounter asks for: a player's chair for each `seat` that it names. The seat `gm` is the game
    /// master's, the seat `tactics` nobody's.
    pub fn of(encounter: &Encounter) -> Room {
        let mut room = Room::default();
        for one in encounter.expand() {
            let Some(seat) = encounter.seat(&one) else { continue };
            let holder = match seat.to_lowercase().as_str() {
                "gm" => Holder::Chair(ChairId::GM),
                "tactics" => Holder::Tactics,
                _ => Holder::Chair(room.chair_named(seat)),
            };
            room.give(&one.name, holder);
        }
        room
    }

    /// The picture that a combatant's token shows.
    pub fn face(&self, who: &str) -> Option<&str> {
        self.faces.iter().find(|(name, _)| name.eq_ignore_ascii_case(who)).map(|(_, picture)| picture.as_str())
    }

    /// The player's chair of this name, made if there is none.
    fn chair_named(&mut self, name: &str) -> ChairId {
        let known = self.chairs.iter().position(|chair| chair.role == Role::Player && chair.name == name);
        let place = known.unwrap_or_else(|| {
            self.chairs.push(Chair::new(name, Role::Player));
            self.chairs.len() - 1
        });
        ChairId(u32::try_from(place).unwrap_or(u32::MAX))
    }

    /// The chair, if it may still be used.
    pub fn chair(&self, id: ChairId) -> Option<&Chair> {
        self.chairs.get(id.index()).filter(|chair| chair.open)
    }

    /// Whether a player was found for this combatant, or it is the `gm`.
    pub fn knows(&self, who: &str) -> bool {
        who.eq_ignore_ascii_case("gm") || self.holders.iter().any(|(name, _)| name.eq_ignore_ascii_case(who))
    }

    /// Finds a player for everybody who has none: heroes wait on the game master's chair, and tactics play the others. Where
    /// there is no hero at all, nobody is left to tactics unasked. Each comes with whether it is a hero.
    pub fn seat_everybody<'a>(&mut self, cast: impl Iterator<Item = (&'a str, bool)> + Clone) {
        let heroes = cast.clone().any(|(_, hero)| hero);
        for (who, hero) in cast.filter(|(who, _)| !self.knows(who)).collect::<Vec<_>>() {
            let left = heroes && !hero;
            self.give(who, if left { Holder::Tactics } else { Holder::Chair(ChairId::GM) });
        }
    }

    /// Who answers for this combatant, or for `gm`: the game master where there is nobody else.
    pub fn holder(&self, who: &str) -> Holder {
        let given = self.holders.iter().find(|(name, _)| name.eq_ignore_ascii_case(who));
        match given.map(|(_, holder)| *holder) {
            Some(Holder::Chair(chair)) if self.chair(chair).is_some() => Holder::Chair(chair),
            Some(Holder::Tactics) => Holder::Tactics,
            _ => Holder::Chair(ChairId::GM),
        }
    }

    /// Gives a combatant to a chair or to tactics.
    pub fn give(&mut self, who: &str, holder: Holder) {
        self.holders.retain(|(name, _)| !name.eq_ignore_ascii_case(who));
        self.holders.push((who.to_owned(), holder));
    }

    /// Whether the chair answers for this combatant itself.
    pub fn holds(&self, chair: ChairId, who: &str) -> bool {
        self.holder(who) == Holder::Chair(chair)
    }

    /// Whether the chair may answer for this combatant: its holder, and the game master for everybody.
    pub fn may_answer(&self, chair: ChairId, who: &str) -> bool {
        chair == ChairId::GM || self.holds(chair, who)
    }

    /// Whether the chair's role is the game master's.
    pub fn is_gm(&self, chair: ChairId) -> bool {
        self.chair(chair).is_some_and(|chair| chair.role == Role::Gm)
    }

    /// Whether tactics answer for this combatant.
    pub fn passes(&self, who: &str) -> bool {
        self.holder(who) == Holder::Tactics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_given_away_is_the_game_masters() {
        let mut room = Room::default();
        room.chairs.push(Chair::new("Ann", Role::Player));
        assert!(room.holds(ChairId::GM, "Althea"));
        room.give("Althea", Holder::Chair(ChairId(1)));
        assert!(room.holds(ChairId(1), "althea"));
        assert!(room.may_answer(ChairId::GM, "Althea"));
        assert!(!room.may_answer(ChairId(1), "Cyclops"));
        room.chairs[1].open = false;
        assert!(room.holds(ChairId::GM, "Althea"), "a chair that was closed holds nobody");
    }

    #[test]
    fn tactics_play_the_monsters_where_there_are_heroes() {
        let mut room = Room::default();
        room.give("Ogre", Holder::Chair(ChairId::GM));
        room.seat_everybody([("Althea", true), ("Cyclops", false), ("Ogre", false)].into_iter());
        assert!(room.holds(ChairId::GM, "Althea"));
        assert_eq!(room.holder("Cyclops"), Holder::Tactics);
        assert!(room.holds(ChairId::GM, "Ogre"), "who was given to somebody stays there");
        let mut arena = Room::default();
        arena.seat_everybody([("Wolf", false), ("Bear", false)].into_iter());
        assert!(arena.holds(ChairId::GM, "Wolf") && arena.holds(ChairId::GM, "Bear"));
    }

    #[test]
    fn an_encounter_names_its_seats() {
        let text = "rulebook = \"any\"\n[[side]]\nname = \"x\"\n[[side]]\nname = \"y\"\nseat = \"tactics\"\n\
                    [[combatant]]\nname = \"A\"\nis = \"a\"\nside = \"x\"\nseat = \"Ann\"\n\
                    [[combatant]]\nname = \"B\"\nis = \"a\"\nside = \"y\"\n";
        let encounter = Encounter::parse(&quintain_content::Source::new("a.toml", text), &[]).unwrap();
        let room = Room::of(&encounter);
        assert_eq!(room.chairs[1].name, "Ann");
        assert!(room.holds(ChairId(1), "A"));
        assert_eq!(room.holder("B"), Holder::Tactics);
    }

    #[test]
    fn a_chair_of_an_older_room_is_read() {
        let text =
            r#"{"name":"Ann","role":"player","by_hand":false,"open":true,"quiet":[{"who":"Althea","rule":"any"}]}"#;
        assert_eq!(serde_json::from_str::<Chair>(text).unwrap(), Chair::new("Ann", Role::Player));
    }
}
