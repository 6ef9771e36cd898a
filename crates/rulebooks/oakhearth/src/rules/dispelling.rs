//! Magic against what lies on somebody: which of it is meant, against which DC, how it ends; two castings of one spell.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Target};
use crate::book::{Condition, Effect};
pub use crate::deeds::Mark;
use crate::fight::Fight;
use crate::rules::effects::Making;
use crate::rules::spells::Use;
use crate::rules::{boons, concentration, conditions, dice, numbers, spells};
use crate::setting::Table as Kept;
use crate::those::List;

quintain_engine::section! {
    "Magic against magic";
    END = Choice "spell.end-magic": "Cleansing and dispelling name what they end, and are held against the Save DC of whoever made it.",
        ruling "Dispelling adds the MP of both to their sides.";
    SAME = Engine "spell.same-name": "Two castings of one spell do not add up: by Spell Checks, the earlier with its base MP added, one of them stays.";
}

/// Everything that an ability could end where it is aimed.
pub fn marks(fight: &Fight, ability: u16, at: Target) -> List<Mark, 16> {
    let mut all = List::new();
    let mut add = |mark: Mark| {
        if !all.contains(&mark) {
            all.push(mark);
        }
    };
    for step in &fight.ability(ability).entry.does {
        match (&step.effect, at) {
            (Effect::End { any }, Target::Who(on)) => {
                let known = fight.one(on).statuses.iter().map(|status| status.condition);
                known.filter(|condition| any.contains(condition)).for_each(|one| add(Mark::Condition(on, one)));
            }
            (Effect::Dispel, Target::Who(on)) => on_somebody(fight, on).for_each(&mut add),
            (Effect::Dispel, Target::Square(square)) => grounds(fight, square).for_each(&mut add),
            _ => {}
        }
    }
    all
}

fn on_somebody(fight: &Fight, on: Who) -> impl Iterator<Item = Mark> + '_ {
    let one = fight.one(on);
    let spell = |from: u16| from != u16::MAX && fight.ability(from).table == Kept::Spell;
    let statuses = one.statuses.iter().filter_map(|status| Some((status.by?, status.from?)));
    let boons = one.boons.iter().map(|borne| (borne.by, borne.from));
    let both = statuses.chain(boons).filter(move |(_, from)| spell(*from));
    both.map(move |(by, from)| Mark::Magic { on, by, from })
}

fn grounds(fight: &Fight, square: Square) -> impl Iterator<Item = Mark> + '_ {
    let all = fight.zones.iter().enumerate();
    all.filter(move |(_, zone)| zone.squares.contains(&square)).map(|(place, _)| Mark::Ground(place as u8))
}

/// What a mark is called.
pub fn text(fight: &Fight, mark: Mark) -> String {
    match mark {
        Mark::Condition(_, condition) => condition.text().to_owned(),
        Mark::Magic { by, from, .. } => format!("{} of {}", fight.ability(from).entry.name, fight.label(by)),
        Mark::Ground(place) => fight.zones.get(usize::from(place)).map_or_else(
            || "nothing".to_owned(),
            |zone| format!("{} of {}", fight.ability(zone.from).entry.name, fight.label(zone.by)),
        ),
    }
}

/// Asks what an ability shall end, where there is anything.
///
/// # Errors
/// Halts with the table.
pub(crate) fn mark<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use) -> Result<Option<Mark>, T::Halt> {
    let all = marks(fight, using.ability, using.at);
    match all[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => {
            let ask = Ask::Mark { who: using.who, ability: using.ability, at: using.at };
            Ok(match table.choose(fight, ask)? {
                Some(Act::Mark(mark)) => Some(mark),
                _ => all.first().copied(),
            })
        }
    }
}

/// The DC against which a mark is ended: its maker's Save DC, with the MP that went into the spell where magic is
/// dispelled.
pub fn difficulty(fight: &Fight, mark: Option<Mark>) -> i16 {
    let of = |by: Who, mp: i8| numbers::save_dc(fight, by) + i16::from(mp);
    match mark {
        None => 10,
        Some(Mark::Condition(on, condition)) => {
            let makers = fight.one(on).of(condition).filter_map(|status| status.by);
            makers.map(|by| numbers::save_dc(fight, by)).max().unwrap_or(10)
        }
        Some(Mark::Magic { on, by, from }) => of(by, spent(fight, on, by, from)),
        Some(Mark::Ground(place)) => fight.zones.get(usize::from(place)).map_or(10, |zone| of(zone.by, zone.mp)),
    }
}

/// The MP that went into what a spell of somebody does to somebody.
fn spent(fight: &Fight, on: Who, by: Who, from: u16) -> i8 {
    let one = fight.one(on);
    let statuses = one.statuses.iter().filter(|known| known.by == Some(by) && known.from == Some(from));
    let boons = one.boons.iter().filter(|known| known.by == by && known.from == from);
    statuses.map(|known| known.mp).chain(boons.map(|known| known.mp)).max().unwrap_or(0)
}

/// Ends what was marked.
pub(crate) fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, making: &Making) {
    let Some(mark) = making.mark else {
        table.tell(|| Event::new(&END, "there is nothing to end").by(making.by));
        return;
    };
    table.tell(|| {
        let text = format!("{} ends {}", fight.label(making.by), text(fight, mark));
        Event::new(&END, text).by(making.by)
    });
    match mark {
        Mark::Condition(on, condition) => {
            if let Some(place) = fight.one(on).statuses.iter().position(|status| status.condition == condition) {
                if condition == Condition::Exhaustion && fight.one(on).statuses[place].amount > 1 {
                    fight.one_mut(on).statuses.change(place, |status| status.amount -= 1);
                } else if let Some(status) = conditions::remove(fight, on, place) {
                    concentration::idle(fight, table, &status);
                }
            }
        }
        Mark::Magic { on, by, from } => {
            let kept = fight.one(by).concentration.is_some_and(|(spell, _)| spell == from);
            lift(fight, on, by, from);
            if kept {
                concentration::lose(fight, table, by);
            }
        }
        Mark::Ground(place) => {
            let Some(zone) = fight.zones.get(usize::from(place)) else { return };
            let (by, kept) = (zone.by, zone.kept);
            fight.zones.remove(place.into());
            if kept {
                concentration::lose(fight, table, by);
            }
        }
    }
}

/// What a spell of somebody does to somebody is over.
fn lift(fight: &mut Fight, on: Who, by: Who, from: u16) {
    conditions::remove_all(fight, on, |status| status.by == Some(by) && status.from == Some(from));
    boons::drop_those(fight, on, |borne| borne.by == by && borne.from == from);
}

/// Whether an effect stays on its target: of two such castings of one spell only one does. Harm and healing are over at
/// once and meet nothing.
pub(crate) fn stays(effect: &Effect) -> bool {
    matches!(effect, Effect::Condition { .. } | Effect::Boon { .. } | Effect::TempHp { retorts: Some(_), .. })
}

/// `spell.same-name`: whether a spell takes hold of a target that another casting of it lies on already.
///
/// # Errors
/// Halts with the table.
pub(crate) fn prevails<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    whom: Who,
) -> Result<bool, T::Halt> {
    if fight.ability(using.ability).table != Kept::Spell {
        return Ok(true);
    }
    let rival = on_somebody(fight, whom).find_map(|mark| match mark {
        Mark::Magic { by, from, .. } if from == using.ability && by != using.who => Some(by),
        _ => None,
    });
    let Some(rival) = rival else { return Ok(true) };
    let base = i16::from(fight.ability(using.ability).entry.mp);
    let mut totals = [0, base];
    for (total, who) in totals.iter_mut().zip([using.who, rival]) {
        let pool = spells::duel_pool(fight, who);
        *total += dice::unseen_check(fight, table, who, None, &SAME, "Spell Check", &pool)?.total;
    }
    let won = totals[0] > totals[1];
    table.tell(|| {
        let stays = if won { using.who } else { rival };
        let text = format!("two castings meet: that of {} stays", fight.label(stays));
        let event = Event::new(&SAME, text).by(using.who).to(rival).total(totals[0].into());
        event.against(fight.label(rival), totals[1].into())
    });
    if won {
        lift(fight, whom, rival, using.ability);
        concentration::without_hold(fight, table, rival);
    }
    Ok(won)
}
