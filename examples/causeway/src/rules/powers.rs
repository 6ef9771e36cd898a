//! Powers: what is done with oil.

use quintain_engine::kit::prelude::*;

use super::{places, wounds};
use crate::book::Power;
use crate::game::{Act, Fight};

section! {
    "Powers";
    OIL = Engine "power.oil": "A power is the one thing of a turn and takes 1 oil.";
    FLARE = Choice "power.flare": "A flare sets a foe within 4 squares alight with a fire of 2, or makes its fire larger by 2, to at most 6.";
    MEND = Choice "power.mend": "Mending gives oneself or a friend within 1 square 1d6 heart, and never more than it began with.";
    DAUNT = Choice "power.daunt": "A foe within 4 squares that is no hero tries its nerve.";
}

pub static TO_FLARE: Verb = verb("flare", "FLARE", Group::Power, &FLARE, "Sets a foe within 4 squares alight.");
pub static TO_MEND: Verb = verb("mend", "MEND", Group::Help, &MEND, "Gives 1d6 heart to oneself or a friend.");
pub static TO_DAUNT: Verb = verb("daunt", "DAUNT", Group::Power, &DAUNT, "Tries the nerve of a foe within 4 squares.");

/// What the use of a power is called.
pub fn doing(power: Power) -> &'static Verb {
    match power {
        Power::Flare => &TO_FLARE,
        Power::Mend => &TO_MEND,
        Power::Daunt => &TO_DAUNT,
    }
}

/// Every power of a combatant, on everybody for whom it is meant.
pub fn acts(fight: &Fight, who: Who) -> Vec<Act> {
    let mut acts = Vec::new();
    for &power in &fight.entry(who).power {
        match power {
            Power::Mend => acts.extend(fight.friends_of(who).map(|on| Act::Use { power, on })),
            Power::Flare | Power::Daunt => acts.extend(fight.foes_of(who).map(|on| Act::Use { power, on })),
        }
    }
    acts
}

/// Whether a combatant may use a power on another.
pub fn may(fight: &Fight, who: Who, power: Power, on: Who) -> Result<(), Refusal> {
    match power {
        _ if fight[who].oil == 0 => Err(Refusal::new(&OIL, "no oil is left")),
        Power::Mend if fight[on].heart == fight[on].full => Err(Refusal::new(&MEND, "not hurt")),
        Power::Daunt if fight[on].hero => Err(Refusal::new(&DAUNT, "heroes are not daunted")),
        Power::Mend => places::may_reach(fight, who, on, 1),
        Power::Flare | Power::Daunt => places::may_reach(fight, who, on, 4),
    }
}

/// `power.oil`, then the power.
pub fn wield<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, power: Power, on: Who) -> Result<(), T::Halt> {
    fight[by].oil -= 1;
    table.tell(|| {
        let verb = doing(power);
        let text = format!("{}: {} on {}", fight.name(by), verb.name, fight.name(on));
        Event::new(verb.rule, text).act().by(by).to(on).and(&OIL)
    });
    match power {
        Power::Flare => {
            fight[on].conditions.grow(&wounds::ALIGHT, 2).by(by);
        }
        Power::Mend => {
            let face = table.die(fight, Throw::die(6, &MEND, "mending").by(by).at(on))?;
            fight.heal(table, on, face as i16, |text| Event::new(&MEND, text).dice(6, &[face]));
        }
        Power::Daunt => wounds::try_nerve(fight, table, on)?,
    }
    Ok(())
}
