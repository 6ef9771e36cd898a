//! Powers: what is done with oil.

use quintain_engine::kit::prelude::*;

use super::{places, wounds};
use crate::{Act, Fight, book::Power};

section! {
    "Powers";
    OIL = Engine "power.oil": "A power is the one thing of a turn and takes 1 oil.";
    FLARE = Choice "power.flare": "A flare sets a foe within 4 squares alight, as a fire of 2, or makes its fire larger by 2, to at most 6.";
    MEND = Choice "power.mend": "Mending gives oneself or a friend beside one 1d6 heart, and never more than it began with.";
    DAUNT = Choice "power.daunt": "A foe within 4 squares who is no hero tries its nerve.";
}

pub static SPEND: [Verb; 3] = [
    verb("flare", "FLARE", Group::Power, &FLARE, "Sets a foe within 4 squares alight."),
    verb("mend", "MEND", Group::Help, &MEND, "Gives 1d6 heart to oneself or a friend beside one."),
    verb("daunt", "DAUNT", Group::Power, &DAUNT, "Tries the nerve of a foe within 4 squares."),
];

/// Every power that one might use: mending on friends, the others on foes.
pub fn acts(fight: &Fight, who: Who) -> impl Iterator<Item = Act> {
    let meant = move |power, on| (power == Power::Mend) == (fight[on].side == fight[who].side);
    let each = move |power: &Power| fight.standing().map(|on| (*power, on)).collect::<Vec<_>>();
    let all = fight.entry(who).power.iter().flat_map(each).filter(move |(power, on)| meant(*power, *on));
    all.map(|(power, on)| Act::Use { power, on })
}

/// Whether one may use a power on another.
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
pub fn spend<T: Table<Fight>>(f: &mut Fight, table: &mut T, who: Who, power: Power, on: Who) -> Result<(), T::Halt> {
    f[who].oil -= 1;
    let verb = &SPEND[power as usize];
    table.tell(|| {
        let text = format!("{}: {} on {}", f.called(who), verb.name, f.called(on));
        Event::new(verb.rule, text).act().by(who).to(on).and(&OIL)
    });
    match power {
        Power::Flare => f[on].conditions.grow(&wounds::ALIGHT, 2, Some(who)),
        Power::Mend => {
            let face = table.die(f, Throw::die(6, &MEND, "mending").by(who).at(on))?;
            let gained = -f.take_life(None, on, -(face as i16));
            table.tell(|| Event::new(&MEND, format!("{} gains {gained} heart", f.called(on))).to(on).dice(6, &[face]));
        }
        Power::Daunt => wounds::try_nerve(f, table, on)?,
    }
    Ok(())
}
