//! To the next fight: a party takes the place of a side of an encounter, and where there are too few places for it, the nearest
//! free squares become places.

use std::collections::BTreeSet;

use quintain_content::{Party, Placed, Problems, Source};
use quintain_field::{Diagonal, Square, distance};
use quintain_library::{Opened, Reader, open_with_party};

use crate::draft::{Draft, Someone};
use crate::toml::push;

/// More squares than these are not tried for one hero.
const MOST_TRIED: usize = 60;

/// Who goes where.
#[derive(Debug)]
pub struct Outing<'a> {
    /// The encounter.
    pub encounter: &'a Source,
    /// The party.
    pub party: &'a Party,
    /// The side whose place it takes.
    pub side: &'a str,
    /// Those of its heroes who come along, by name.
    pub come: &'a [String],
}

/// The sides of an encounter with how many stand on each; the one whose place a party takes first, if it is among them.
pub fn sides_of(draft: &Draft, wanted: &str) -> Vec<(String, usize)> {
    let people = draft.people();
    let many = |side: &str| people.iter().filter(|one| one.side == side).map(Someone::many).sum();
    let counted = draft.sides().into_iter().map(|side| {
        let there = many(&side);
        (side, there)
    });
    let mut sides: Vec<(String, usize)> = counted.collect();
    sides.retain(|(_, many)| *many > 0);
    sides.sort_by_key(|(side, _)| side != wanted);
    sides
}

impl Outing<'_> {
    /// The fight, ready to begin.
    ///
    /// # Errors
    /// All that is wrong with either, or why the party has no place there.
    pub fn open(&self, reader: Reader<'_>) -> Result<Opened, Problems> {
        let party = self.coming();
        open_with_party(self.encounter.clone(), &party, reader)
            .or_else(|problems| self.with_more_places(&party, reader).map(|(opened, _)| opened).ok_or(problems))
    }

    /// The encounter with a place for everybody, where it has too few.
    pub fn widened(&self, reader: Reader<'_>) -> Option<Source> {
        self.with_more_places(&self.coming(), reader).map(|(_, widened)| widened)
    }

    /// The party as it comes along.
    fn coming(&self) -> Party {
        let mut party = self.party.clone();
        party.side = Placed::nowhere(self.side.to_owned());
        party.heroes.retain(|hero| self.come.contains(&hero.name.value));
        party
    }

    /// The fight with a place for everybody, and its encounter, where that is what was missing.
    fn with_more_places(&self, party: &Party, reader: Reader<'_>) -> Option<(Opened, Source)> {
        let able = party.heroes.iter().filter(|hero| hero.is_able()).count();
        let mut draft = Draft::read(&self.encounter.text).ok()?;
        let map = draft.map()?.ok()?;
        let people = draft.people();
        let ours: Vec<_> = people.iter().filter(|one| one.side == self.side).collect();
        let (is, places) = (ours.first()?.is.clone(), ours.iter().map(|one| one.many()).sum::<usize>());
        if places >= able {
            return None;
        }
        let at = |one: &&Someone| one.each().into_iter().filter_map(|(_, at)| at).collect::<Vec<_>>();
        let stand: Vec<Square> = ours.iter().flat_map(at).collect();
        let mut taken: BTreeSet<Square> = people.iter().flat_map(|one| at(&one)).collect();
        let away = |square: &Square| stand.iter().map(|own| distance(*square, *own, Diagonal::Equal)).min();
        let mut squares: Vec<Square> = map.bounds().squares().filter(|square| !map.blocks_movement(*square)).collect();
        squares.sort_by_key(away);
        let mut opened = None;
        for many in places + 1..=able {
            let mut some = party.clone();
            let first: Vec<String> = party
                .heroes
                .iter()
                .filter(|hero| hero.is_able())
                .take(many)
                .map(|hero| hero.name.value.clone())
                .collect();
            some.heroes.retain(|hero| first.contains(&hero.name.value));
            let free: Vec<Square> =
                squares.iter().filter(|square| !taken.contains(square)).copied().take(MOST_TRIED).collect();
            let found = free.into_iter().find_map(|square| {
                let mut tried = draft.clone();
                let keys = [("is", is.clone()), ("side", self.side.to_owned()), ("at", square.to_string())];
                let keys = keys.into_iter().chain([("name", format!("Place {many}"))]);
                push(&mut tried.document, "combatant", keys.map(|(key, words)| (key, words.into())).collect());
                let source = Source::new(self.encounter.path.clone(), tried.text());
                Some((square, open_with_party(source, &some, reader).ok()?, tried))
            });
            let (square, fight, tried) = found?;
            taken.insert(square);
            draft = tried;
            opened = Some(fight);
        }
        Some((opened?, Source::new(self.encounter.path.clone(), draft.text())))
    }
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_library::files;

    use super::*;

    fn party(heroes: usize) -> Party {
        let hero = |number: usize| format!("[[hero]]\nname = \"Hero {number}\"\nis = \"hyllus\"\n");
        let text = format!("rulebook = \"thalassa\"\n{}", (0..heroes).map(hero).collect::<String>());
        Party::parse(&Source::new("party.toml", text)).unwrap()
    }

    fn names(party: &Party) -> Vec<String> {
        party.heroes.iter().map(|hero| hero.name.value.clone()).collect()
    }

    #[test]
    fn heroes_for_whom_there_is_no_place_stand_beside_the_others() {
        let encounter = library().ready_made_named("thalassa/ambush").unwrap().source();
        let draft = Draft::read(&encounter.text).unwrap();
        let (side, places) = sides_of(&draft, "heroes").remove(0);
        let party = party(places + 3);
        let come = names(&party);
        let outing = Outing { encounter: &encounter, party: &party, side: &side, come: &come };
        let opened = outing.open(&files::none).unwrap();
        let roster: Vec<String> = opened.fight.roster().into_iter().map(|(name, _)| name).collect();
        assert!(come.iter().all(|name| roster.contains(name)), "{roster:?}");
        let squares: BTreeSet<_> =
            opened.encounter.expand().iter().filter_map(|one| Some(one.at.as_ref()?.value)).collect();
        assert_eq!(squares.len(), opened.encounter.expand().len());
    }

    #[test]
    fn an_encounter_gets_the_places_that_it_lacks_and_no_others() {
        let encounter = library().ready_made_named("thalassa/ambush").unwrap().source();
        let (side, places) = sides_of(&Draft::read(&encounter.text).unwrap(), "heroes").remove(0);
        let many = party(places + 2);
        let come = names(&many);
        let outing = Outing { encounter: &encounter, party: &many, side: &side, come: &come };
        let widened = outing.widened(&files::none).unwrap();
        assert_eq!(sides_of(&Draft::read(&widened.text).unwrap(), &side).remove(0), (side.clone(), places + 2));
        assert!(open_with_party(widened, &many, &files::none).is_ok());
        assert!(Outing { come: &come[..places], ..outing }.widened(&files::none).is_none());
    }

    #[test]
    fn only_those_who_come_are_there_and_a_wrong_side_is_said() {
        let encounter = library().ready_made_named("thalassa/ambush").unwrap().source();
        let party = party(3);
        let come = vec!["Hero 1".to_owned()];
        let outing = Outing { encounter: &encounter, party: &party, side: "heroes", come: &come };
        let roster = outing.open(&files::none).unwrap().fight.roster();
        assert!(roster.iter().any(|(name, _)| name == "Hero 1") && !roster.iter().any(|(name, _)| name == "Hero 0"));
        let told = Outing { side: "nobody", ..outing }.open(&files::none).unwrap_err().to_string();
        assert!(told.contains("fights for `nobody`"), "{told}");
    }
}
