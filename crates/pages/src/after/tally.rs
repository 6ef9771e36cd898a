//! What a fight comes to in figures, from what a chair was told of it: damage and its sources, who fell, and how the dice
//! fell.

use std::collections::BTreeMap;

use quintain_engine::{Event, Fact, Who};
use quintain_session::{Frame, Holder, Knowing, Scene};

/// Damage of one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Whose doing it was, by the place in the view; nobody's where a fall or a fire did it.
    pub by: Option<usize>,
    /// With what: a weapon, a spell, an item; the rule's id where nothing was used.
    pub with: String,
    /// How often.
    pub times: u32,
    /// How much in all.
    pub amount: u32,
}

/// How much a combatant dealt and took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub dealt: u32,
    pub taken: u32,
}

/// Damage as it was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damage {
    /// The most first.
    pub sources: Vec<Source>,
    /// By the place in the view.
    pub shares: BTreeMap<usize, Share>,
}

impl Damage {
    pub(crate) fn of(log: &[(usize, Event)]) -> Damage {
        let mut sources: Vec<Source> = Vec::new();
        let mut shares: BTreeMap<usize, Share> = BTreeMap::new();
        let mut last: BTreeMap<Who, &str> = BTreeMap::new();
        for (place, (_, event)) in log.iter().enumerate() {
            if let (Some(who), Some(means)) = (event.who, &event.means) {
                last.insert(who, means);
            }
            let Some(harm) = event.harm.filter(|harm| harm.amount > 0) else { continue };
            let lately = harm.by.and_then(|by| last.get(&by).copied());
            let with = means(log, place).or(lately).unwrap_or(event.rule.id);
            let by = harm.by.map(|by| by.index());
            match sources.iter_mut().find(|known| known.by == by && known.with == with) {
                Some(known) => {
                    known.times += 1;
                    known.amount += harm.amount;
                }
                None => sources.push(Source { by, with: with.to_owned(), times: 1, amount: harm.amount }),
            }
            shares.entry(harm.whom.index()).or_default().taken += harm.amount;
            if let Some(by) = by {
                shares.entry(by).or_default().dealt += harm.amount;
            }
        }
        sources.sort_by_key(|source| std::cmp::Reverse(source.amount));
        Damage { sources, shares }
    }
}

/// What an event was done with: as it says itself, or the event that caused it, or the one that caused that.
fn means(log: &[(usize, Event)], place: usize) -> Option<&str> {
    let mut at = place;
    loop {
        let event = &log.get(at)?.1;
        if let Some(means) = &event.means {
            return Some(means);
        }
        at = event.cause.map(|cause| cause.0 as usize).filter(|cause| *cause < at)?;
    }
}

/// A combatant that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    /// Its name.
    pub name: String,
    /// In which round.
    pub round: u32,
    /// The moment at which the chair saw it, as `earlier` takes it.
    pub moment: usize,
    /// What did it, in the words of the story.
    pub how: Option<String>,
}

/// Those who were out at the end, in the order in which they fell for good.
pub(crate) fn falls(scene: &Scene, frames: &[Frame]) -> Vec<Fall> {
    let out = scene.seen.view.combatants.iter().enumerate().filter(|(_, one)| !one.fighting);
    let mut all: Vec<(usize, Fall)> = Vec::new();
    for (place, one) in out {
        let stood = |frame: &Frame| frame.view().combatants.iter().any(|then| then.name == one.name && then.fighting);
        let first = frames.iter().rposition(stood).map_or(0, |last| last + 1);
        let Some(frame) = frames.get(first) else { continue };
        let before = first.checked_sub(1).and_then(|before| frames.get(before)).map_or(0, |before| before.told);
        let told = scene.seen.log.get(before..frame.told.min(scene.seen.log.len())).unwrap_or_default();
        let harmed = |event: &&(usize, Event)| event.1.harm.is_some_and(|harm| harm.whom.index() == place);
        let touched = |event: &&(usize, Event)| event.1.whom.is_some_and(|whom| whom.index() == place);
        let earlier = scene.seen.log.get(..before).unwrap_or_default();
        let how = told.iter().rev().find(harmed).or_else(|| told.iter().rev().find(touched));
        let how = how.or_else(|| earlier.iter().rev().find(harmed));
        let how = how.map(|(_, event)| event.text.clone());
        all.push((first, Fall { name: one.name.clone(), round: frame.view().round, moment: frame.moment, how }));
    }
    all.sort_by_key(|(first, _)| *first);
    all.into_iter().map(|(_, fall)| fall).collect()
}

/// The dice of one size that a player threw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    pub sides: u16,
    pub count: u32,
    pub sum: u32,
}

impl Dice {
    pub(crate) fn mean(self) -> f64 {
        f64::from(self.sum) / f64::from(self.count.max(1))
    }

    pub(crate) fn expected(self) -> f64 {
        (f64::from(self.sides) + 1.0) / 2.0
    }
}

/// How the dice of one player fell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Luck {
    /// The player: the name of a chair, or `tactics`.
    pub player: String,
    /// Its dice by size, the most of a kind first.
    pub dice: Vec<Dice>,
    /// The share of all ways in which these dice may fall whose sum is lower, with half of those whose sum is the same.
    pub above: f64,
}

/// How the dice fell that a chair may know of, by player: its own side's, or everybody's for the game master.
pub(crate) fn luck(scene: &Scene, facts: &[Fact]) -> Vec<Luck> {
    let knows = |name: &str| {
        let place = scene.seen.view.combatants.iter().position(|one| one.name.eq_ignore_ascii_case(name));
        scene.is_gm() || place.is_some_and(|place| scene.seen.knowing.get(place) == Some(&Knowing::Own))
    };
    let mut players: Vec<(String, Vec<Dice>)> = Vec::new();
    for fact in facts {
        let Fact::Dice { who: Some(who), sides, faces, .. } = fact else { continue };
        if !knows(who) {
            continue;
        }
        let player = match scene.room.holder(who) {
            Holder::Chair(chair) => scene.room.chair(chair).map_or("nobody", |chair| chair.name.as_str()),
            Holder::Tactics => "tactics",
        };
        let place = players.iter().position(|(known, _)| known == player).unwrap_or_else(|| {
            players.push((player.to_owned(), Vec::new()));
            players.len() - 1
        });
        let dice = &mut players[place].1;
        let (count, sum) = (faces.len() as u32, faces.iter().map(|face| u32::from(*face)).sum::<u32>());
        match dice.iter_mut().find(|known| known.sides == *sides) {
            Some(known) => {
                known.count += count;
                known.sum += sum;
            }
            None => dice.push(Dice { sides: *sides, count, sum }),
        }
    }
    let told = |(player, mut dice): (String, Vec<Dice>)| {
        dice.sort_by_key(|one| std::cmp::Reverse(one.count));
        let above = above(&dice);
        Luck { player, dice, above }
    };
    players.into_iter().map(told).collect()
}

/// The share of all ways in which dice may fall whose sum is lower than theirs, with half of those whose sum is the same.
fn above(dice: &[Dice]) -> f64 {
    let mut ways = vec![1.0];
    let mut sum = 0_usize;
    for one in dice {
        sum += one.sum.saturating_sub(one.count) as usize;
        for _ in 0..one.count {
            ways = with_die(&ways, usize::from(one.sides.max(1)));
        }
    }
    let lower: f64 = ways.iter().take(sum).sum();
    lower + ways.get(sum).copied().unwrap_or_default() / 2.0
}

/// The chances of every sum with one die more, each face counted from 0.
fn with_die(ways: &[f64], sides: usize) -> Vec<f64> {
    let mut window = 0.0;
    let mut all = Vec::with_capacity(ways.len() + sides - 1);
    for sum in 0..ways.len() + sides - 1 {
        window += ways.get(sum).copied().unwrap_or_default();
        if let Some(gone) = sum.checked_sub(sides) {
            window -= ways.get(gone).copied().unwrap_or_default();
        }
        all.push((window / sides as f64).max(0.0));
    }
    all
}

#[cfg(test)]
mod tests {
    use quintain_engine::{EventId, Kind, Rule};

    use super::*;

    static RULE: Rule = Rule { id: "fall", kind: Kind::Engine, summary: "", ruling: None, house: None };

    #[test]
    fn damage_is_laid_to_what_caused_it_and_to_nobody_where_nobody_did_it() {
        let log: Vec<(usize, Event)> = [
            Event::new(&RULE, "hits").by(Who(0)).with("xiphos"),
            Event::new(&RULE, "loses").harm(Some(Who(0)), Who(1), 4).because(EventId(0)),
            Event::new(&RULE, "loses").harm(Some(Who(0)), Who(1), 2),
            Event::new(&RULE, "falls").harm(None, Who(0), 3),
        ]
        .into_iter()
        .enumerate()
        .collect();
        let damage = Damage::of(&log);
        let told: Vec<_> =
            damage.sources.iter().map(|one| (one.by, one.with.as_str(), one.times, one.amount)).collect();
        assert_eq!(told, [(Some(0), "xiphos", 2, 6), (None, "fall", 1, 3)]);
        assert_eq!(damage.shares[&0], Share { dealt: 6, taken: 3 });
    }

    #[test]
    fn luck_is_told_from_all_ways_in_which_the_dice_may_fall() {
        let of = |dice: &[(u16, u32, u32)]| {
            above(
                &dice
                    .iter()
                    .map(|(sides, count, sum)| Dice { sides: *sides, count: *count, sum: *sum })
                    .collect::<Vec<_>>(),
            )
        };
        assert!((of(&[(6, 2, 7)]) - 0.5).abs() < 1e-9, "the middle of two dice");
        assert!((of(&[(6, 2, 12)]) - (1.0 - 1.0 / 72.0)).abs() < 1e-9);
        assert!((of(&[(20, 1, 1)]) - 0.025).abs() < 1e-9);
        assert!((of(&[(6, 1, 6), (20, 1, 20)]) - (1.0 - 1.0 / 240.0)).abs() < 1e-9);
        assert!((of(&[]) - 0.5).abs() < 1e-9);
    }
}
