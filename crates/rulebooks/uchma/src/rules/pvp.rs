//! Player versus player: the quick contest in the place of a fight.

use quintain_engine::{Event, Outcome, Picks, Read, Side, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::fight::Fight;

quintain_engine::section! {
    "Player versus player";
    WORDS = OffMap "pvp.words-first": "Quarrels of characters are settled by talking.";
    SIMPLE = Gm "pvp.simple": "A fight among characters may be settled by a plain contest.", ruling "Only by house rule.", house "contest";
    TEAMS = Choice "pvp.teams": "Everybody joins a team or stays out of it.", ruling "The sides of the encounter are the teams.";
    ROLL = Engine "pvp.roll": "A team throws 1d10 for each member; the highest total wins.";
    BONUS = Gm "pvp.gm-bonus": "The game master may add up to 2 for a clear advantage.", ruling "Nothing.";
    TIE = Engine "pvp.tie": "Teams with the same highest total throw again.";
}

/// The most throws again before nobody wins.
const MOST_TIES: usize = 100;

/// The most dice of one throw; larger teams throw several times.
const MOST_DICE: usize = 60;

/// The contest from first to last: who holds the field.
///
/// # Errors
/// Halts with the table.
pub(crate) fn contest<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Outcome, T::Halt> {
    let mut bonus: Picks<i64> = Picks::new();
    let sides = fight.setting.sides.len();
    for side in 0..sides {
        let more = match fight.setting.neutral.get(side).copied().unwrap_or(false) {
            true => 0,
            false => ask::number(fight, table, Ask::TeamBonus { side: Side(side as u8) })?.clamp(0, 2).into(),
        };
        bonus.push(more);
    }
    let mut open: Picks<usize> =
        (0..sides).filter(|side| !fight.setting.neutral.get(*side).copied().unwrap_or(false)).collect();
    for _ in 0..MOST_TIES {
        let mut totals: Picks<(usize, i64)> = Picks::new();
        for side in open.iter().copied() {
            totals.push((side, team(fight, table, side, bonus[side])?));
        }
        let Some(best) = totals.iter().map(|(_, total)| *total).max() else { break };
        open = totals.iter().filter(|(_, total)| *total == best).map(|(side, _)| *side).collect();
        if let [winner] = open.as_slice() {
            return Ok(Outcome::Won(Side(*winner as u8)));
        }
        table.tell(|| Event::new(&TIE, format!("{} teams have {best} and throw again", open.len())));
    }
    Ok(Outcome::Mutual)
}

fn team<T: Table<Fight>>(fight: &mut Fight, table: &mut T, side: usize, bonus: i64) -> Result<i64, T::Halt> {
    // Pets and others that are nobody's character throw no die.
    let member = |who: &Who| fight.one(*who).side.index() == side && fight.one(*who).pc && fight.able(*who);
    let first = fight.everyone().find(member);
    let (mut left, mut total) = (fight.everyone().filter(member).count().max(1), bonus);
    let mut thrown: Picks<u16> = Picks::new();
    while left > 0 {
        let count = left.min(MOST_DICE);
        left -= count;
        let mut throw = Throw::dice(count as u8, 10, &ROLL, "the team's contest").read_as(Read::Sum);
        throw.who = first;
        let faces = table.roll(fight, throw)?;
        total += faces.iter().map(|face| i64::from(*face)).sum::<i64>();
        thrown.extend(faces.iter().copied());
    }
    table.tell(|| {
        let event = Event::new(&ROLL, format!("the {} throw", fight.setting.sides[side])).dice(10, &thrown);
        let event = event.and(&SIMPLE).and(&TEAMS).term("dice", total - bonus, "").total(total);
        if bonus > 0 { event.term("advantage", bonus, "").and(&BONUS) } else { event.and(&BONUS) }
    });
    Ok(total)
}
