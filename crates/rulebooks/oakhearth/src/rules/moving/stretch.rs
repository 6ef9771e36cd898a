//! Ways are told when they have been gone: a line for each stretch, up to whatever comes between.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Diagonal, distance};

use super::{ACTION, SPLIT};
use crate::fight::{Fight, Gait, Stretch};
use crate::rules::riding;
use crate::story::Told;
use crate::words::spaces;

/// Tells what has been gone since it was told last; what comes after begins where this ends.
pub(crate) fn told<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    let Some(Stretch { who, from, gait }) = fight.stretch else { return };
    let Some(at) = fight.one(who).at.filter(|at| *at != from) else { return };
    fight.stretch = Some(Stretch { who, from: at, gait });
    table.tell(|| {
        let name = fight.label(who);
        let way = || spaces(distance(from, at, Diagonal::Equal) as i16);
        let (event, by) = match gait {
            Gait::Walks => {
                return Event::new(&ACTION, format!("{name} moves from {from} to {at}"))
                    .by(who)
                    .and(&SPLIT)
                    .act_of(fight);
            }
            Gait::Pushed(by, rule) => (Event::new(rule, format!("{name} is pushed {} to {at}", way())), by),
            Gait::Thrown(by, rule) => (Event::new(rule, format!("{name} is thrown {} to {at}", way())), by),
        };
        let event = event.to(who);
        if let Some(by) = by { event.by(by) } else { event }
    });
    if let Some(rider) = riding::rider(fight, who) {
        riding::carried(fight, table, who, rider);
    }
}

/// A mover that has come elsewhere otherwise than on its way goes on from there: what has brought it there tells of
/// that itself.
pub(crate) fn from_here(fight: &mut Fight, who: Who) {
    if let (Some(stretch), Some(from)) = (fight.stretch, fight.one(who).at)
        && stretch.who == who
    {
        fight.stretch = Some(Stretch { from, ..stretch });
    }
}
