//! Initiative, surprise and stealth: who acts when, and who is caught unawares.

use std::cmp::Ordering;

use quintain_engine::{Answer, Event, Rule, Table, Who};

use super::percentile::{Trial, test};
use super::status;
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::underway::{Placed, Test};

pub use crate::deeds::Sense;

quintain_engine::section! {
    "Initiative";
    ONCE = Engine "init.once": "Each combatant makes one initiative test before anyone's first turn; the order stands for the whole fight.", ruling "Whoever joins later tests on arrival and takes its place from the next round.";
    SKILL_CLOSE = Engine "init.skill-close": "With an enemy within 2 m the test is Close Combat.";
    SKILL_RANGED = Engine "init.skill-ranged": "With no enemy within 2 m the test is Ranged Attack; each combatant looks for itself.";
    ORDER_DEGREES = Engine "init.order-degrees": "More degrees of success act earlier; failures come after all successes, the slighter first.", ruling "Criticals and fumbles only force success or failure with at least 1 degree.", house "init.crits-first";
    TIE_LOWER_DIE = Engine "init.tie-lower-die": "Of equal degrees the lower natural die acts first.";
    TIE_PLAYER_SIDE_FIRST = Engine "init.tie-player-side-first": "Still equal, creatures of players act before those of the GM.";
    TIE_PLAYERS_AGREE = Choice "init.tie-players-agree": "Still equal among players' creatures, their players agree on the order.", ruling "In automatic runs the order of listing stands.";
    TIE_GM_DECIDES = Gm "init.tie-gm-decides": "Still equal among the GM's creatures, the GM orders them.", ruling "The order of listing by default.";
    RANK_EVERYONE = Engine "init.rank-everyone": "The comparison goes on until everyone has a place.";
    SURPRISE_WHO = Gm "surprise.who": "The GM says who is caught unawares when the fight begins.", ruling "Nobody by default.";
    SURPRISE_PENALTY = Engine "surprise.init-penalty": "Whoever is surprised has +20 on the initiative test.";
    SURPRISE_NO_REACTIONS = Engine "surprise.no-reactions": "Whoever is surprised reacts to nothing until the start of its first turn, which ends the surprise.";
    STEALTH_NO_SKILL = Engine "stealth.no-skill": "There is no skill of hiding: nobody rolls to hide.";
    STEALTH_CONCEALMENT = Engine "stealth.concealment-gu": "Going unseen is the business of concealment Gu, held by rank against divination Gu.";
    STEALTH_AWARENESS = Gm "stealth.awareness-test": "Where no Gu decides it, whoever might notice tests Awareness with a modifier of the GM's; a success notices.", ruling "The modifier is 0 by default.";
}

impl Sense {
    /// Why somebody cannot notice anything by it.
    fn fails(self, fight: &Fight, who: Who) -> Option<&'static Rule> {
        let one = fight.one(who);
        match self {
            Sense::Sight if super::gu::is_blinded(fight, who) => Some(&status::BLINDED_AWARENESS),
            Sense::Hearing if one.is(Condition::Deafened) => Some(&status::DEAFENED_HEARING),
            _ => None,
        }
    }
}

/// Everyone tests, and the order is made.
pub(crate) fn initiative<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    surprise(fight, table)?;
    notice(fight, table)?;
    let mut tests = std::mem::take(&mut fight.scratch.placed);
    tests.clear();
    for who in fight.everyone() {
        let result = roll(fight, table, who)?;
        tests.push(Placed { who, result });
    }
    fight.order.clear();
    let crits_first = fight.house().crits_first;
    tests.sort_unstable_by(|one, other| fight_order(fight, crits_first, one, other));
    fight.order.extend(tests.iter().map(|placed| placed.who));
    let settled = settle_ties(fight, table, &tests);
    if settled.is_ok() {
        tell_order(fight, table, &tests);
    }
    fight.scratch.placed = tests;
    settled
}

fn tell_order<T: Table<Fight>>(fight: &Fight, table: &mut T, tests: &[Placed]) {
    table.tell(|| {
        let names: Vec<&str> = fight.order.iter().map(|who| fight.label(*who)).collect();
        let event = Event::new(&RANK_EVERYONE, format!("the order: {}", names.join(", "))).and(&ONCE);
        let event = event.and(&ORDER_DEGREES);
        let tied = |rule: fn(&Fight, &Placed, &Placed) -> bool| tests.windows(2).any(|p| rule(fight, &p[0], &p[1]));
        let lower = tied(|_, one, other| {
            one.result.degrees == other.result.degrees && one.result.natural != other.result.natural
        });
        let event = if lower { event.and(&TIE_LOWER_DIE) } else { event };
        let mixed = tied(|fight, one, other| {
            let same = same(fight.house().crits_first, one, other);
            same && fight.one(one.who).player && !fight.one(other.who).player
        });
        if mixed { event.and(&TIE_PLAYER_SIDE_FIRST) } else { event }
    });
}

/// One initiative test.
fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<Test, T::Halt> {
    let close = fight.everyone().any(|foe| fight.foes(who, foe) && fight.present(foe) && fight.distance(who, foe) <= 2);
    let (score, rule) = match close {
        true => (Score::CloseCombat, &SKILL_CLOSE),
        false => (Score::RangedAttack, &SKILL_RANGED),
    };
    let surprised = if fight.one(who).is(Condition::Surprised) { 20 } else { 0 };
    let trial = Trial::of(who, score, rule).with(&SURPRISE_PENALTY, "surprised", surprised);
    let result = test(fight, table, trial)?;
    fight.one_mut(who).initiative = 200 * result.degrees - result.natural as i16;
    Ok(result)
}

/// Criticals first and fumbles last, where the house says so.
fn class(crits_first: bool, placed: &Placed) -> u8 {
    match (placed.result.critical, placed.result.fumble) {
        (true, _) if crits_first => 0,
        (_, true) if crits_first => 2,
        _ => 1,
    }
}

fn fight_order(fight: &Fight, crits_first: bool, one: &Placed, other: &Placed) -> Ordering {
    let class = |placed: &Placed| class(crits_first, placed);
    let player = |placed: &Placed| !fight.one(placed.who).player;
    (class(one).cmp(&class(other)))
        .then(other.result.degrees.cmp(&one.result.degrees))
        .then(one.result.natural.cmp(&other.result.natural))
        .then(player(one).cmp(&player(other)))
        .then(one.who.cmp(&other.who))
}

fn same(crits_first: bool, one: &Placed, other: &Placed) -> bool {
    one.result.degrees == other.result.degrees
        && one.result.natural == other.result.natural
        && class(crits_first, one) == class(crits_first, other)
}

/// The last ties: players agree among themselves, the GM orders the rest.
fn settle_ties<T: Table<Fight>>(fight: &mut Fight, table: &mut T, tests: &[Placed]) -> Result<(), T::Halt> {
    let crits_first = fight.house().crits_first;
    let mut from = 0;
    while from < tests.len() {
        let tied = |placed: &&Placed| {
            same(crits_first, &tests[from], placed) && fight.one(placed.who).player == fight.one(tests[from].who).player
        };
        let count = tests[from..].iter().take_while(tied).count();
        if count > 1 {
            let ask = Ask::InitiativeTie { from: from as u16, count: count as u16 };
            if let Answer::Order(order) = table.ask(fight, ask)? {
                let people = order.iter().filter_map(|act| if let Act::Who(who) = act { Some(*who) } else { None });
                if people.clone().count() == count {
                    fight.order[from..from + count].iter_mut().zip(people).for_each(|(place, who)| *place = who);
                }
            }
            let player = fight.one(tests[from].who).player;
            table.tell(|| {
                let names: Vec<&str> = fight.order[from..from + count].iter().map(|who| fight.label(*who)).collect();
                let rule = if player { &TIE_PLAYERS_AGREE } else { &TIE_GM_DECIDES };
                Event::new(rule, format!("the tie is settled: {}", names.join(", ")))
            });
        }
        from += count.max(1);
    }
    Ok(())
}

/// `surprise.who`: the GM names the combatants that are caught unawares.
fn surprise<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let answer = table.ask(fight, Ask::Surprised)?;
    for act in answer.picks().iter().copied() {
        if let Act::Who(who) = act {
            fight.one_mut(who).conditions.give(Condition::Surprised);
        }
    }
    for who in fight.everyone() {
        if fight.one(who).is(Condition::Surprised) {
            fight.one_mut(who).reactions = 0;
            table.tell(|| {
                let text = format!("{} is surprised: no reactions before its first turn", fight.label(who));
                Event::new(&SURPRISE_WHO, text).to(who).and(&SURPRISE_NO_REACTIONS)
            });
        }
    }
    Ok(())
}

/// `stealth.awareness-test`: a combatant that might notice another out of sight tests Awareness, where the GM says so.
fn notice<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let answer = table.ask(fight, Ask::Notices)?;
    for act in answer.picks().iter().copied() {
        let Act::Who(who) = act else { continue };
        let sense = match ask::act(fight, table, Ask::NoticeBy { who })? {
            Some(Act::Sense(sense)) => sense,
            _ => Sense::Any,
        };
        if let Some(why) = sense.fails(fight, who) {
            table.tell(|| {
                let text = format!("{} can notice nothing by {}", fight.label(who), sense.word());
                Event::new(&STEALTH_AWARENESS, text).by(who).and(why)
            });
            continue;
        }
        let modifier = ask::number(fight, table, Ask::NoticeModifier { who })? as i16;
        awareness(fight, table, who, modifier)?;
    }
    Ok(())
}

/// One test of Awareness; a success ends the surprise.
fn awareness<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, modifier: i16) -> Result<(), T::Halt> {
    let trial =
        Trial::of(who, Score::Awareness, &STEALTH_AWARENESS).with(&STEALTH_NO_SKILL, "the GM's modifier", modifier);
    let result = test(fight, table, trial)?;
    if result.succeeded() {
        fight.one_mut(who).conditions.take(Condition::Surprised);
        if fight.one(who).reactions == 0 {
            fight.one_mut(who).reactions = super::turns::reactions_of(fight, who);
        }
    }
    table.tell(|| {
        let how = if result.succeeded() { "notices" } else { "notices nothing" };
        Event::new(&STEALTH_AWARENESS, format!("{} {how}", fight.label(who))).by(who).and(&STEALTH_NO_SKILL)
    });
    Ok(())
}

/// a combatant that enters later tests on arrival; its place in the order is from the next round on.
pub(crate) fn late<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for place in 0..fight.arriving.len() {
        let Some(who) = fight.arriving.get(place).copied().filter(|who| fight.one(*who).initiative == 0) else {
            continue;
        };
        roll(fight, table, who)?;
        table.tell(|| {
            let text = format!("{} takes its place in the order from the next round on", fight.label(who));
            Event::new(&ONCE, text).by(who)
        });
    }
    Ok(())
}

/// A new round: those who have come since the last one take their places.
pub(crate) fn join(fight: &mut Fight) {
    while let Some(newcomer) = fight.arriving.first().copied() {
        fight.arriving.remove(0);
        let key = |who: Who| (fight.one(who).initiative, fight.one(who).player);
        let place = fight.order.iter().position(|other| key(*other) < key(newcomer)).unwrap_or(fight.order.len());
        fight.order.insert(place, newcomer);
    }
}
