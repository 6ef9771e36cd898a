//! Phases of combat: the parts of a fight, of a round and of a turn.

use quintain_engine::{Event, Outcome, Picks, Side, Table, Who};

use crate::ask::{self, Act, Ask};
use crate::combatant::Out;
use crate::fight::{Fight, Stage};
use crate::house::{Contest, Fleeing, OrderRefresh};
use crate::lasting::Clock;
use crate::rules::{
    actions, adjacency, ambush, death, distance, durations, effects, forms, ground, kept, movement, order, pvp, targets,
};

quintain_engine::section! {
    "Phases of combat";
    SEQUENCE = Engine "phase.sequence": "Map, ties, ambush, then rounds of a start, an action and an end phase.";
    SETUP_MAP = Gm "phase.setup-map": "The map and everything on it is placed first.", ruling "As the encounter gives it.";
    TIE_BREAK = Engine "phase.tie-break": "The groups' dice are rolled once, needed or not.";
    AMBUSH = Gm "phase.ambush": "Then it is decided who is ambushed in round 1.", ruling "Nobody, unless the encounter says so.", house "ambush";
    START = Engine "round.start-phase": "A round begins with what the environment does.";
    START_CHOICE = Gm "round.start-phase.choice": "The game master may leave some of that out.", ruling "All of it, as listed.";
    ACTION = Engine "round.action-phase": "Then everybody able takes one turn.";
    NPC_TOO = Engine "round.npc-too": "Monsters and characters take turns by the same rules.";
    SHAPE = Choice "turn.shape": "A turn is a Move and an action block in either order, a run, or a full-turn action.";
    ORDERED = Engine "turn.shape.ordered": "The Move is one piece before or after the actions.", ruling "What is left of it is lost.", house "split-move";
    BLOCK_WHOLE = Engine "turn.shape.block-whole": "Action and minor action are not parted by the Move.";
    OPTIONAL = Choice "turn.shape.parts-optional": "Any part may be left out.";
    BLOCK_ORDER = Choice "turn.shape.block-order": "Action and minor action come in either order.";
    LOCK = Engine "turn.shape.lock": "What is done first says what may follow.";
    EXECUTE = Engine "turn.choose-and-execute": "One creature chooses and acts at a time.";
    END = Engine "round.end-phase": "Then death is determined, and who leaves is gone.";
    LEAVE = Gm "round.end-phase.leave": "The game master says who leaves or flees.", ruling "Nobody; by the switch those on exits with no foe beside them, characters as they decide themselves.", house "fleeing";
    LOOP = Engine "round.loop": "After that the next round begins.";
    CONTINUE = Gm "round.continue": "The combat goes on or ends.", ruling "It goes on while two hostile groups have somebody conscious on the map.";
}

/// Map, dice for ties, agreements, ambush.
///
/// # Errors
/// Halts with the table.
pub(crate) fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    table.tell(|| {
        let map = &fight.setting.map;
        let public = format!("the map is {} by {} squares", map.width(), map.depth());
        let text = format!("{public}, with {} creatures on it", fight.cast.len());
        let event =
            Event::new(&SETUP_MAP, text).publicly(public).and(&SEQUENCE).and(&distance::GRID).and(&distance::TOKEN);
        event.and(&distance::TWO_RULES).and(distance::rule_of(fight))
    });
    if fight.house().contest == Contest::On {
        let outcome = pvp::contest(fight, table)?;
        fight.stage = Stage::Over(outcome);
        fight.outcome = Some(outcome);
        return Ok(());
    }
    table.tell(|| Event::new(&TIE_BREAK, "the groups roll for ties").and(&order::WHEN));
    order::roll_groups(fight, table)?;
    order::agree_all(fight, table)?;
    let answer = table.ask(fight, Ask::Ambush)?;
    let sides: Picks<Side> =
        answer.picks().iter().filter_map(|act| if let Act::Side(side) = act { Some(*side) } else { None }).collect();
    table.tell(|| {
        let names: Vec<&str> = sides.iter().map(|side| fight.setting.sides[side.index()].as_str()).collect();
        let text = if names.is_empty() { "nobody is".into() } else { format!("the {} are", names.join(" and the ")) };
        Event::new(&AMBUSH, format!("{text} ambushed in the first round"))
    });
    for side in sides {
        ambush::surprise(fight, table, side);
    }
    order::fix(fight);
    fight.stage = Stage::RoundStart;
    Ok(())
}

/// The start phase of the next round.
///
/// # Errors
/// Halts with the table.
pub(crate) fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    fight.round += 1;
    for who in fight.everyone() {
        fight.one_mut(who).acted = false;
    }
    fight.next.clear();
    table.tell(|| {
        let event = Event::new(&START, format!("round {} begins", fight.round)).opening(fight.round);
        event.and(&LOOP).and(&actions::ROUND)
    });
    if fight.house().order_refresh == OrderRefresh::PerRound {
        order::fix(fight);
    }
    death::round_start(fight, table)?;
    environment(fight, table)?;
    fight.stage = Stage::Turns;
    Ok(())
}

/// `round.start-phase`: what the environment does, in listed order.
fn environment<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.round > 1 {
        // What lay on somebody before the fight began is counted from its second round on.
        durations::of_environment(fight, table)?;
    }
    for hazard in 0..fight.setting.hazards.len() {
        if !due(fight, hazard) || !ask::yes(fight, table, Ask::Environment { hazard: hazard as u8 })? {
            continue;
        }
        // What does something in some squares alone is told of those that it meets there.
        let everywhere = fight.setting.hazards[hazard].area.is_empty();
        let met = fight.everyone().find(|whom| !everywhere && fight.present(*whom) && in_area(fight, hazard, *whom));
        if everywhere || met.is_some() {
            table.tell(|| {
                let name = &fight.setting.hazards[hazard].entry.name;
                let event = Event::new(&START, format!("the surroundings act: {name}")).and(&START_CHOICE).act();
                Event { whom: met, ..event }
            });
        }
        for whom in fight.everyone() {
            strike(fight, table, hazard, whom)?;
        }
    }
    Ok(())
}

/// What the environment does to somebody in its area; aloft it matters only as far as it reaches up.
fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, hazard: usize, whom: Who) -> Result<(), T::Halt> {
    let does = fight.setting.hazards[hazard].does;
    if !fight.present(whom) || !in_area(fight, hazard, whom) || targets::spared(fight, does, whom) {
        return Ok(());
    }
    if above(fight, hazard, whom) {
        table.tell(|| Event::new(&movement::GROUND_EFFECTS, format!("{} is above it", fight.label(whom))).to(whom));
        return Ok(());
    }
    effects::from_environment(fight, table, does, whom)
}

fn due(fight: &Fight, hazard: usize) -> bool {
    if fight.setting.hazards[hazard].cleared {
        return false;
    }
    let entry = &fight.setting.hazards[hazard].entry;
    let from = entry.from.max(1);
    fight.round >= from
        && entry.to.is_none_or(|to| fight.round <= to)
        && (fight.round - from).is_multiple_of(entry.every.max(1))
}

/// Whether somebody is where it acts; without an area it acts everywhere.
fn in_area(fight: &Fight, hazard: usize, whom: Who) -> bool {
    let area = &fight.setting.hazards[hazard].area;
    area.is_empty() || fight.body(whom).squares().any(|square| area.contains(&square))
}

/// `fly.ground-effects`: whether somebody is higher than it reaches.
fn above(fight: &Fight, hazard: usize, whom: Who) -> bool {
    let hazard = &fight.setting.hazards[hazard];
    !hazard.area.is_empty() && fight.one(whom).altitude > hazard.entry.height
}

/// The end phase: death saves, leaving, free speech; then step 5.
///
/// # Errors
/// Halts with the table.
pub(crate) fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    table.tell(|| Event::new(&END, format!("the end phase of round {}", fight.round)).heading());
    death::saves(fight, table)?;
    if fight.house().fleeing == Fleeing::On {
        leave(fight, table)?;
    }
    if order::any_group(fight) {
        for side in 0..fight.setting.sides.len() {
            let side = Side(side as u8);
            let speaker = order::members(fight, side).find(|who| fight.able(*who));
            if let Some(speaker) = speaker {
                order::agree(fight, table, (side, speaker, None))?;
            }
        }
    }
    over_or_on(fight, table)
}

/// Combatants that may leave the fight are asked, in turn order.
fn leave<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in order::line(fight, |who| fight.able(who) && may_leave(fight, who)) {
        let leaves = ask::yes(fight, table, Ask::Leave { who })?
            || (fight.one(who).pc && ask::yes(fight, table, Ask::Flee { who })?);
        if leaves {
            fight.one_mut(who).out = Some(Out::Gone);
            table.tell(|| Event::new(&LEAVE, format!("{} leaves the fight", fight.label(who))).by(who).act());
            death::gone(fight, table, who)?;
        }
    }
    Ok(())
}

/// `Q-49`: on an exit, with no conscious foe beside it, where the house lets creatures flee.
pub fn may_leave(fight: &Fight, who: Who) -> bool {
    let on_exit = || fight.body(who).squares().any(|square| fight.setting.map.is_exit(square));
    fight.house().fleeing == Fleeing::On && on_exit() && !adjacency::foe_beside(fight, who)
}

/// Step 5: what was for this round ends, and it is decided whether the combat goes on.
fn over_or_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    actions::lapse(fight, table);
    if !fight.is_plain() {
        durations::end_of(fight, table, Clock::ThisRound)?;
        ground::end_of(fight, Clock::ThisRound);
        durations::ownerless(fight, table)?;
        forms::ownerless(fight, table)?;
        ground::tick(fight, table, |fight, zone| fight.one(zone.owner).out.is_some());
        kept::silence(fight, table)?;
        fight.settle();
    }
    let proposed = two_sides_stand(fight);
    let goes_on = ask::yes(fight, table, Ask::Continue { proposed })?;
    table.tell(|| {
        let text = if goes_on { "the combat goes on" } else { "the combat is over" };
        Event::new(&CONTINUE, text).and(&LOOP).upkeep()
    });
    if goes_on {
        fight.stage = Stage::RoundStart;
    } else {
        let outcome = outcome(fight, proposed);
        fight.stage = Stage::Over(outcome);
        fight.outcome = Some(outcome);
    }
    Ok(())
}

/// Whether two hostile groups each have somebody conscious on the map.
pub fn two_sides_stand(fight: &Fight) -> bool {
    // Who is away for a while will come back.
    let standing = || fight.cast.iter().filter(|one| one.out.is_none() && !one.unconscious).map(|one| one.side);
    let mut sides = standing();
    let Some(first) = sides.next() else { return false };
    // Mostly those who are no friends of the first are its foes.
    sides.any(|side| side != first && fight.hostile(first, side))
        || standing().any(|one| standing().any(|other| fight.hostile(one, other)))
}

fn outcome(fight: &Fight, still_fought: bool) -> Outcome {
    let winner = fight.everyone().find(|who| fight.one(*who).out.is_none() && !fight.one(*who).unconscious);
    match winner {
        Some(who) if !still_fought => Outcome::Won(fight.one(who).side),
        Some(_) => Outcome::Ended,
        None => Outcome::Mutual,
    }
}
