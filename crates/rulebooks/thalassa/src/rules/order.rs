//! Turns: telegraphs, and who goes first.

use quintain_engine::{Event, Side, Table, Who};

use crate::ask::{self, Act, Ask};
use crate::cast::Trait;
use crate::combatant::Combatant;
use crate::condition::Ability;
use crate::fight::{Fight, Phases, Stage};
use crate::house::{FailedSave, LaterRounds, NpcCommit, OrderAllies, Resave};
use crate::rules::saves::save;
use crate::rules::{actions, prayer};
use crate::setting::Setting;

quintain_engine::section! {
    "Turns";
    TELEGRAPH = Gm "telegraph.give": "Before anyone declares, the GM tells the likely act of each opponent.";
    NOT_BINDING = Gm "telegraph.not-binding": "It is a forecast: the opponent may do otherwise.", ruling "By default it does what was foretold.";
    TEK_SAVE = Engine "order.tek-save": "At the start of combat each hero rolls a TEK save, once.", house "order.start";
    EACH_PC = Engine "order.each-pc": "One save each, never one for the party.",
        ruling "Heroes who can only crawl roll as well; who can do nothing at all does not.";
    NO_NPC_ROLL = Engine "order.no-npc-roll": "Only heroes and allies roll; the opponents' place in the order is given.";
    PASS = Engine "order.pass": "Who passes acts before every opponent in the first round.";
    FAIL = Engine "order.fail": "Who fails acts in the first round after all opponents.", house "order.failed-save";
    ONCE = Engine "order.once": "One save serves for the whole fight.", house "order.resave";
    ROUND1_PHASES = Engine "order.round1-phases": "The first round has three phases: passed, opponents, failed. Within each all is simultaneous.";
    LATER_ROUNDS = Engine "order.later-rounds": "From the second round on everyone acts in one phase.", house "order.later-rounds";
    EXAMPLE = Engine "order.example": "A hero who fails against a Kyklôps is struck first and then acts, if still able.";
    ALLIES = Engine "order.allies": "Allies roll their own save like heroes.", house "order.allies";
    OVERRIDE = Gm "order.ambush": "The GM may settle before the saves who passes or fails without rolling.", house "order.start";
}

/// `order.tek-save`: each hero, then each ally, in roster order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn saves_for_order<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if !fight.has_heroes() {
        fight.phases = Phases::One;
        return Ok(());
    }
    for who in fight.everyone() {
        if fight.is_opponent(who) || !actions::declares(fight, who) {
            continue;
        }
        if fight.house().order_allies == OrderAllies::WithLeader && goes_with_leader(fight, table, who) {
            continue;
        }
        let excused = table.choose_then(fight, Ask::Excused { who }, |_, act| match act {
            Some(Act::Passes) => Some(true),
            Some(Act::Fails) => Some(false),
            _ => None,
        })?;
        let first = match excused {
            Some(first) => settled(fight, table, who, first),
            None => roll_for_order(fight, table, who)?,
        };
        fight.cast.place_in_order(who, first);
    }
    fight.phases = Phases::Three;
    Ok(())
}

/// `order.allies`, by house rule: an ally takes the place of the first hero on its side. Says whether it is one.
#[cold]
fn goes_with_leader<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> bool {
    if !fight.is_ally(who) {
        return false;
    }
    let leader = fight.everyone().find(|leader| fight.one(*leader).hero && !fight.foes(*leader, who));
    let first = leader.is_some_and(|leader| fight.one(leader).first);
    fight.cast.place_in_order(who, first);
    table.tell(|| {
        let how = place_in_order(fight, first);
        Event::new(&ALLIES, format!("{} goes with its leader and {how}", fight.label(who))).by(who)
    });
    true
}

fn settled<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, first: bool) -> bool {
    table.tell(|| {
        let how = place_in_order(fight, first);
        Event::new(&OVERRIDE, format!("{} {how}, without rolling", fight.label(who))).by(who)
    });
    first
}

fn place_in_order(fight: &Fight, first: bool) -> &'static str {
    match first {
        true => "acts before the opponents",
        false if loses_turn(fight, fight.round.max(1)) => "loses the first turn",
        false => "acts after the opponents",
    }
}

/// Whether a failed save costs the turn of this round: by house rule, and that of the first round only.
fn loses_turn(fight: &Fight, round: u32) -> bool {
    fight.house().failed_save == FailedSave::LoseFirstTurn && round == 1
}

fn roll_for_order<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let saved = save(fight, table, who, Ability::Tek, &TEK_SAVE, "TEK save for order")?;
    table.tell(|| {
        let rule = if saved.passed { &PASS } else { &FAIL };
        let text = format!("{} {}", fight.label(who), place_in_order(fight, saved.passed));
        let event = Event::new(rule, text).by(who).because(saved.event);
        let event = event.and(&EACH_PC).and(&NO_NPC_ROLL).and(&ROUND1_PHASES);
        // That a failure delays and does not cost the turn is read from the chapter's example.
        let delayed = !saved.passed && !loses_turn(fight, fight.round.max(1));
        let event = if delayed { event.and(&EXAMPLE) } else { event };
        if fight.is_ally(who) { event.and(&ALLIES) } else { event }
    });
    Ok(saved.passed)
}

/// `order.once`, `order.later-rounds`: which phases this round has.
///
/// # Errors
/// Halts with the table.
pub(crate) fn phases_of_round<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.round == 1 {
        return Ok(());
    }
    let anew = fight.house().resave == Resave::GmAsks && fight.has_heroes() && ask::yes(fight, table, Ask::Resave)?;
    if anew {
        saves_for_order(fight, table)?;
    }
    let counselled = if fight.cast.some(Trait::Enchanted) { prayer::counselled(fight) } else { None };
    if let Some(petitioner) = counselled {
        fight.phases = Phases::Two;
        table.tell(|| {
            let text = format!("{} and all allies act before their opponents", fight.label(petitioner));
            Event::new(&prayer::ATHENA, text).by(petitioner).upkeep()
        });
        return Ok(());
    }
    if anew {
        return Ok(());
    }
    fight.phases = match fight.house().later_rounds {
        _ if !fight.has_heroes() => Phases::One,
        LaterRounds::Simultaneous => Phases::One,
        LaterRounds::PcsThenOpponents => Phases::Two,
        LaterRounds::KeepRoundOne => Phases::Three,
    };
    if fight.round == 2 {
        table.tell(|| {
            let text = match fight.phases {
                Phases::One => "everyone acts at once from now on",
                Phases::Two => "heroes and allies act before the opponents",
                Phases::Three => "the order of the first round stands",
            };
            Event::new(&LATER_ROUNDS, text).and(&ONCE).upkeep()
        });
    }
    Ok(())
}

/// How many phases the round has.
pub fn phase_count(fight: &Fight) -> u8 {
    match fight.phases {
        Phases::One => 1,
        Phases::Two => 2,
        Phases::Three => 3,
    }
}

/// The last phase of the round.
pub fn last_phase(fight: &Fight) -> u8 {
    phase_count(fight) - 1
}

/// Whether somebody has no phase to act in this round, a failed save having cost the turn.
#[inline]
pub fn has_lost_its_turn(fight: &Fight, who: Who) -> bool {
    loses_turn(fight, fight.round) && phase_of(fight, who).is_none()
}

/// Who acts in a phase of the round under way.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The ranks whose turn it is.
    ranks: u8,
    /// On which side Athena counsels somebody, and whether that side acts now.
    counselled: Option<(Side, bool)>,
}

/// The ranks: opponents, those who passed their save for order, and those who failed.
const OPPONENTS: u8 = 1;
const PASSED: u8 = 2;
const FAILED: u8 = 4;

impl Turn {
    /// Whose turn this phase of the round is.
    #[inline]
    pub fn of(fight: &Fight, phase: u8) -> Self {
        let ranks = match (fight.phases, phase) {
            (Phases::One, _) => OPPONENTS | PASSED | FAILED,
            (Phases::Two, 0) => PASSED | FAILED,
            (Phases::Three, 0) => PASSED,
            (_, 1) => OPPONENTS,
            _ if loses_turn(fight, fight.round) => 0,
            _ => FAILED,
        };
        let petitioner = if fight.phases == Phases::Two { prayer::counselled(fight) } else { None };
        Turn { ranks, counselled: petitioner.map(|petitioner| (fight.one(petitioner).side, phase == 0)) }
    }

    /// Whether it is the turn of this one, who is an opponent or not.
    #[inline]
    pub fn is_of(&self, setting: &Setting, one: &Combatant, opponent: bool) -> bool {
        let rank = match one.first {
            _ if opponent => OPPONENTS,
            true => PASSED,
            false => FAILED,
        };
        match self.counselled {
            None => self.ranks & rank != 0,
            // Those that Athena counsels against go second.
            Some((side, now)) => setting.hostile.between(side, one.side) != now,
        }
    }
}

/// In which phase one acts, or has acted; `None` where the first turn is lost. One that has changed sides since it
/// declared may have missed the phase of its new side: it acts in the last one (`round.made-of-turns`).
pub fn phase_of(fight: &Fight, who: Who) -> Option<u8> {
    let one = fight.one(who);
    if one.plan.acted.is_some() {
        return one.plan.acted;
    }
    let opponent = fight.is_opponent(who);
    let due = (0..phase_count(fight)).find(|phase| Turn::of(fight, *phase).is_of(&fight.setting, one, opponent));
    let declares = one.plan.made || fight.house().npc_commit == NpcCommit::AtOwnPhase;
    match (fight.stage, due) {
        (Stage::Phase(now), Some(due)) if due < now && declares => Some(last_phase(fight)),
        (Stage::Phase(_), None) if one.plan.made => Some(last_phase(fight)),
        _ => due,
    }
}

/// `telegraph.give`: for each opponent able to act.
///
/// # Errors
/// Halts with the table.
pub(crate) fn telegraphs<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        if !fight.look(who, |look| look.make.opponent && look.able) || !actions::declares(fight, who) {
            continue;
        }
        let foretold = table.choose_then(fight, Ask::Telegraph { who }, |fight, act| {
            let Some(Act::Deed(deed)) = act else { return None };
            fight.foretell(who, deed);
            Some(deed)
        })?;
        let Some(deed) = foretold else { continue };
        table.tell(|| {
            let text =
                format!("{} is about to: {}", fight.label(who), crate::rules::wording::deed_text(fight, who, deed));
            let event = Event::new(&TELEGRAPH, text).by(who).and(&NOT_BINDING).upkeep();
            if super::creatures::is_at_peace(fight, who) { event.and(&super::creatures::PEACEFUL) } else { event }
        });
    }
    Ok(())
}
