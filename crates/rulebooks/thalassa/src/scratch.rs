//! What a phase notes while all in it act at once; empty in between.

use quintain_engine::{EventId, Memo, Rule, Spare, Who};
use quintain_field::{Pathfinder, Roam};

use crate::arm::ArmId;
use crate::ask::Ask;
use crate::condition::Effect;
use crate::judged::{Judged, State};
use crate::underway::{Paths, Reached, Reaching, Wrought};

/// One die on its way to one target.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// Who strikes.
    pub by: Who,
    pub at: Who,
    pub arm: ArmId,
    /// Its place among the dice of this attacker on this target: 0 the main hand.
    pub nth: u8,
    /// Sides of the die.
    pub die: u8,
    /// The face, once rolled.
    pub face: u8,
    /// Impaired, enhanced or neither.
    pub state: State,
    /// Why.
    pub judged: Judged,
    /// Part of a blast.
    pub blast: bool,
    /// By what rule it cannot hurt this target.
    pub void: Option<&'static Rule>,
}

impl Blow {
    /// The face as it counts in the pool.
    pub fn counted(&self) -> u8 {
        if self.void.is_some() { 0 } else { self.face }
    }
}

/// Where somebody stood on the map when the phase began.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The square.
    pub at: Option<quintain_field::Square>,
    /// Steps taken since, before the action.
    pub spent: u32,
}

/// What comes when all harm of a phase is done: help, what was reached for, the weight of a fuller pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// First aid.
    Aid {
        /// Who gives it.
        by: Who,
        whom: Who,
    },
    /// Out of bonds or a grip, the save passed.
    Free(Who),
    /// Out of sleep or a song, the save passed.
    Rouse(Who),
    /// A weapon comes to hand.
    Draw(Who, ArmId),
    /// The shield comes to hand.
    TakeShield(Who),
    /// The pack may be full now.
    Load(Who),
    /// What a god has granted takes effect.
    Boon {
        by: Who,
        on: Who,
        /// What it does.
        effect: Effect,
        /// The last round in which it works.
        last_round: u32,
    },
}

/// How a wave would strike somebody, if a god sends it.
#[derive(Clone, Copy, Debug)]
pub struct Wave {
    /// Who prays for it.
    pub by: Who,
    pub at: Who,
    /// What weakens or favours it.
    pub judged: Judged,
}

/// A gaze that somebody has met.
#[derive(Clone, Copy, Debug)]
pub struct Stoned {
    /// Whose gaze.
    pub by: Who,
    pub at: Who,
    /// The save that failed.
    pub cause: EventId,
}

/// What a phase needs while it lasts. Empty between phases; kept so that simulations allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Who acts in this phase, in roster order.
    pub actors: Vec<Who>,
    /// It has begun: how everyone looked then is what [`crate::cast::Cast::last_look`] says.
    pub under_way: bool,
    /// Where everyone stood when it began, by place in the roster; only on a map.
    pub start: Vec<Start>,
    /// The attack dice.
    pub blows: Vec<Blow>,
    /// Incantations and boons that have been paid for.
    pub wrought: Vec<Wrought>,
    /// Heroes who died in this phase.
    pub fallen: Vec<Who>,
    /// Waves that gods may send in this phase.
    pub waves: Vec<Wave>,
    /// Who turns to stone when all else of the phase is done.
    pub stoned: Vec<Stoned>,
    /// THU that magic has cost in this phase: its saves are on what there was as it began.
    pub paid: Vec<(Who, i16)>,
    /// Whose STA was taken to 0 in this phase, of those whose morale that may try: no heroes.
    pub at_zero: Vec<Who>,
    /// Who ran at least 20 feet straight before attacking.
    pub charging: Vec<Who>,
    /// The combatants that a question is about.
    pub eligible: Vec<Who>,
    /// The questions that are open at once.
    pub asks: Vec<Ask>,
    /// The combatants that a blast catches.
    pub caught: Vec<Who>,
    /// Help that comes with the phase's results.
    pub helps: Vec<Help>,
    /// Combatants that a failed save costs damage, and the sides of its die.
    pub penalties: Vec<(Who, u8)>,
    /// Finds paths.
    pub paths: Paths,
    /// Finds where one can get to, for those who ask while nothing changes.
    pub ways: Spare<Pathfinder>,
    /// Finds out whether there is a way at all.
    pub roam: Spare<Roam>,
    /// Where somebody can get to: asked for square after square, looked for once.
    pub reached: Memo<Reaching, Reached>,
    /// The area of a blast.
    pub area: quintain_field::SquareSet,
}

impl Scratch {
    /// Forgets everything, keeping what is allocated.
    #[inline]
    pub fn clear(&mut self) {
        self.under_way = false;
        self.actors.clear();
        self.start.clear();
        self.blows.clear();
        self.wrought.clear();
        self.fallen.clear();
        self.waves.clear();
        self.stoned.clear();
        self.paid.clear();
        self.at_zero.clear();
        self.charging.clear();
        self.eligible.clear();
        self.helps.clear();
        self.penalties.clear();
    }

    /// Whether nothing is left of a phase.
    pub fn is_clear(&self) -> bool {
        let nobody = self.actors.is_empty() && self.fallen.is_empty() && self.at_zero.is_empty();
        let nothing =
            self.blows.is_empty() && self.wrought.is_empty() && self.stoned.is_empty() && self.paid.is_empty();
        nobody && nothing && !self.under_way
    }

    /// Whether somebody ran at least 20 feet straight before attacking.
    pub fn charged(&self, who: Who) -> bool {
        self.charging.contains(&who)
    }

    /// Where somebody stood when the phase began.
    pub fn stood(&self, who: Who) -> Option<quintain_field::Square> {
        self.start.get(who.index()).and_then(|start| start.at)
    }

    /// Steps that somebody has taken in this phase before the action.
    pub fn spent(&self, who: Who) -> u32 {
        self.start.get(who.index()).map_or(0, |start| start.spent)
    }

    /// Notes steps taken before the action.
    pub fn spend(&mut self, who: Who, steps: u32) {
        if let Some(start) = self.start.get_mut(who.index()) {
            start.spent += steps;
        }
    }
}

/// Adds to a list of a phase, in which there is room once it has been used.
#[inline(always)]
pub fn note<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        std::hint::cold_path();
        list.reserve(1);
    }
    list.push(item);
}
