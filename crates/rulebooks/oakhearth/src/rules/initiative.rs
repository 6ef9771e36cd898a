//! Initiative: the contested group check, and who of a side acts next.

use arrayvec::ArrayVec;
use quintain_engine::clock::Alternation;
use quintain_engine::{Event, Side, Table, Throw, Who, section};

use crate::ask::{Act, Ask};
use crate::book::{Condition, Feature};
use crate::fight::Fight;
use crate::house::InitCount;
use crate::rules::dice::{self, Pool};
use crate::rules::{conditions, numbers, surprise};

section! {
    "Initiative";
    GROUP_CHECK = Engine "init.contested-group-check": "Every member of every side rolls for initiative; results are counted side by side.";
    USES_BONUS = Engine "init.uses-bonus": "Each roll is a d20 and the roller's own Initiative Bonus.";
    DC_DEFAULT = Engine "init.dc-default": "Each roll is held against 13.";
    DC_GM = Gm "init.dc-gm": "The GM may set another Difficulty, the same for all.", ruling "13.";
    COUNT = Engine "init.count": "A success or failure counts 1 and 1 more for each full 5; a natural 20 or 1 counts one more.", ruling "Successes less failures, with degrees.", house "init-count";
    WINNER = Engine "init.winner": "The side with the higher count wins.";
    EVERY_ROUND = Engine "init.winner-starts-every-round": "The winner begins every round; nothing is rolled again.";
    ALTERNATE = Engine "init.alternate": "The sides act by turns until everybody has acted.";
    ONCE = Engine "init.each-acts-once": "Each has one turn a round.";
    INSIDE = Choice "init.order-inside-side": "A side chooses who of it acts next when its go comes.", ruling "The highest initiative roll chooses for its side.";
    CAN_CHANGE = Engine "init.order-can-change": "The order inside a side is chosen anew each round.";
    WINNER_PICKS = Choice "init.winner-picks-first": "The winner chooses who of it begins.";
    TIE = Gm "init.tie": "A tie is the GM's to break.", ruling "Each side rolls a d20, again while they are equal.";
    BONUS = Engine "init.bonus": "The Initiative Bonus is the better of Might and Dexterity and Combat Proficiency.";
    SUBGROUPS = Engine "init.subgroups": "The larger side acts in groups, so that both have the same number of goes.";
    SUBGROUP_SIZE = Engine "init.subgroup-size": "A go takes the members left divided by the goes left, rounded up.", ruling "Both have as many goes as the smaller side has members.";
    SPREAD = Engine "init.subgroup-spread": "So the larger side's turns are spread over the round.";
    SUBGROUP_TURNS = Choice "init.subgroup-turns": "The members of a group take whole turns one after another, as their side chooses.";
    EMPTY_SLOT = Engine "init.empty-slot": "A side with nobody left to act loses its go.";
}

/// The Difficulty where the GM sets no other.
pub const DIFFICULTY: i64 = 13;

/// Rolls for initiative and puts the sides in order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let dc = table.ask(fight, Ask::Difficulty)?.number().unwrap_or(DIFFICULTY) as i16;
    table.tell(|| {
        let event = Event::new(&GROUP_CHECK, format!("initiative against Difficulty {dc}")).heading();
        if dc == DIFFICULTY as i16 { event.and(&DC_DEFAULT) } else { event.and(&DC_GM) }
    });
    let mut scores: ArrayVec<(Side, i32), 8> = ArrayVec::new();
    for side in (0..fight.setting.sides.len() as u8).map(Side) {
        let score = score(fight, table, side, dc)?;
        let _ = scores.try_push((side, score));
    }
    order(fight, table, &mut scores)?;
    fight.sequence.clear();
    fight.sequence.extend(scores.iter().map(|(side, _)| *side));
    // Into the room that the order of an earlier fight has left.
    fight.order.clone_from(&Alternation::new(scores.iter().map(|(side, _)| *side)));
    table.tell(|| {
        let first = scores.first().map_or("nobody", |(side, _)| fight.setting.sides[side.index()].as_str());
        let rolled = scores.iter().filter(|(_, score)| *score > i32::MIN / 2);
        let all: Vec<String> =
            rolled.map(|(side, score)| format!("{} {score}", fight.setting.sides[side.index()])).collect();
        let scores = if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) };
        let text = format!("{first} win initiative{scores}");
        Event::new(&WINNER, text).publicly(format!("{first} win initiative")).and(&EVERY_ROUND)
    });
    Ok(())
}

/// What a side's rolls are worth.
fn score<T: Table<Fight>>(fight: &mut Fight, table: &mut T, side: Side, dc: i16) -> Result<i32, T::Halt> {
    let wholly = surprise::wholly(fight, side);
    let mut sum = 0;
    for who in fight.everyone() {
        if fight.one(who).side != side || !fight.present(who) {
            continue;
        }
        if fight.one(who).under(Condition::Surprised) {
            sum -= i32::from(fight.house().init_count == InitCount::Net);
            table.tell(|| {
                let text = format!("{} is Surprised and fails its initiative check", fight.label(who));
                let event = Event::new(&surprise::AUTO_FAIL, text).by(who);
                if wholly { event.and(&surprise::OTHER_WINS) } else { event }
            });
            continue;
        }
        let mut pool = Pool::with(&BONUS, "Initiative Bonus", numbers::initiative_bonus(fight, who));
        conditions::exhaust(fight, who, &mut pool);
        if fight.template(who).has(&Feature::QuickWitted) {
            pool.adv(&dice::ADV_STACKS, "quick-witted");
        }
        let rolled = dice::unseen_check(fight, table, who, None, &USES_BONUS, "initiative", &pool)?;
        let worth = worth(fight, rolled.natural, rolled.total, dc);
        fight.one_mut(who).rolled = rolled.total;
        sum += worth;
        table.tell(|| {
            let text = format!("{} counts {worth} for its side", fight.label(who));
            let event = pool.show(Event::new(&COUNT, text).by(who), &rolled).and(&USES_BONUS);
            event.and(&BONUS).against("Difficulty", dc.into())
        });
    }
    Ok(if wholly { i32::MIN / 2 } else { sum })
}

/// `init.count`.
fn worth(fight: &Fight, natural: u16, total: i16, dc: i16) -> i32 {
    let success = total >= dc;
    if fight.house().init_count == InitCount::RawSuccesses {
        return i32::from(success);
    }
    let degrees = 1 + i32::from((total - dc).abs() / 5);
    let special = match natural {
        20 => 1,
        1 => -1,
        _ => 0,
    };
    special + if success { degrees } else { -degrees }
}

/// Sorts the sides by score; ties go to the GM or to dice.
fn order<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    scores: &mut ArrayVec<(Side, i32), 8>,
) -> Result<(), T::Halt> {
    scores.sort_by_key(|(_, score)| -score);
    for place in 1..scores.len() {
        let mut here = place;
        while here > 0 && scores[here - 1].1 == scores[here].1 {
            let (one, other) = (scores[here - 1].0, scores[here].0);
            if empty(fight, one) || empty(fight, other) || !second_first(fight, table, one, other)? {
                break;
            }
            scores.swap(here - 1, here);
            here -= 1;
        }
    }
    Ok(())
}

fn empty(fight: &Fight, side: Side) -> bool {
    !fight.cast.iter().any(|one| one.side == side)
}

/// Whether the second of two tied sides goes first.
fn second_first<T: Table<Fight>>(fight: &mut Fight, table: &mut T, one: Side, other: Side) -> Result<bool, T::Halt> {
    if let Some(Act::Side(Some(first))) = table.choose(fight, Ask::Tie { one, other })? {
        table.tell(|| Event::new(&TIE, format!("the GM lets {} go first", fight.setting.sides[first.index()])));
        return Ok(first == other);
    }
    for _ in 0..100 {
        let first = table.die(fight, Throw::die(20, &TIE, "tie-break"))?;
        let second = table.die(fight, Throw::die(20, &TIE, "tie-break"))?;
        table.tell(|| {
            let (one, other) = (&fight.setting.sides[one.index()], &fight.setting.sides[other.index()]);
            Event::new(&TIE, format!("{one} and {other} roll to break the tie")).dice(20, &[first, second])
        });
        if first != second {
            return Ok(second > first);
        }
    }
    Ok(false)
}

/// Whether somebody still has to act in this round.
pub fn waiting(fight: &Fight, who: Who) -> bool {
    fight.present(who) && !fight.order.has_acted(who) && fight.one(who).from_round <= fight.round
}

/// How many members of a side have a turn in this round and have not had it.
pub fn left(fight: &Fight, side: Side) -> usize {
    fight.members(side).filter(|who| waiting(fight, *who)).count()
}

/// `init.order-inside-side`: a side chooses who of it acts now.
///
/// # Errors
/// Halts with the table.
pub(crate) fn next<T: Table<Fight>>(fight: &mut Fight, table: &mut T, side: Side) -> Result<Option<Who>, T::Halt> {
    let (first, second) = {
        let mut able = fight.members(side).filter(|who| waiting(fight, *who));
        (able.next(), able.next())
    };
    let Some(first) = first else { return Ok(None) };
    if second.is_none() {
        return Ok(Some(first));
    }
    let mut members = fight.members(side);
    let best = members.next().map(|start| {
        members.fold(start, |best, who| if fight.one(who).rolled > fight.one(best).rolled { who } else { best })
    });
    let asked = best.unwrap_or(first);
    match table.choose(fight, Ask::Next { side, asked })? {
        Some(Act::Who(who)) if waiting(fight, who) => Ok(Some(who)),
        _ => Ok(Some(first)),
    }
}
