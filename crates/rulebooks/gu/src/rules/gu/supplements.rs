//! Supplementary Gu: what they change about the next one; and Gu that give more activations.

use quintain_engine::{Event, Table, Who};

use crate::book::Power;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::kinds::Size;
use crate::lasting::What;
use crate::rules::activating::EFFECT;
use crate::rules::effects::Source;
use crate::rules::standing::entry;

/// Each power at work on a user that changes the next Gu, where this is the next and fits; none changes a Gu of a higher
/// rank than its own.
fn each(fight: &Fight, who: Who, (gu, rank): (u16, u8), mut found: impl FnMut(&Power)) {
    let path = entry(fight, gu).path;
    for lasting in fight.one(who).lasting.iter() {
        let What::Effect(by) = lasting.what else { continue };
        if by == gu || lasting.rank < rank {
            continue;
        }
        for power in &entry(fight, by).powers {
            if let Power::Next { path: of, .. } = power
                && of.is_none_or(|of| of == path)
            {
                found(power);
            }
        }
    }
}

/// The damage of one type as supplementary Gu change it; what Strength adds goes to the first.
pub(crate) fn damage(fight: &Fight, from: Source, amount: i32, first: bool) -> i32 {
    let (mut factor, mut more) = (1, 0);
    each(fight, from.who, (from.gu, from.rank), |power| {
        if let Power::Next { doubled, percent_strength, .. } = power {
            factor *= if *doubled { 2 } else { 1 };
            more += derived::share_of_strength(fight, from.who, *percent_strength);
        }
    });
    (amount + if first { more } else { 0 }) * factor
}

/// The size of an area as supplementary Gu change it.
pub(crate) fn metres(fight: &Fight, from: Source, metres: u16) -> u16 {
    let mut result = metres;
    each(fight, from.who, (from.gu, from.rank), |power| {
        if let Power::Next { area_percent: Some(percent), .. } = power {
            result = (u32::from(result) * u32::from(percent.unsigned_abs()) / 100).max(1) as u16;
        }
    });
    result
}

/// How large the body becomes that the next Gu gives, where a supplementary Gu makes it smaller.
pub(crate) fn size(fight: &Fight, from: Source) -> Option<Size> {
    let mut least: Option<Size> = None;
    each(fight, from.who, (from.gu, from.rank), |power| {
        if let Power::Next { size: Some(size), .. } = power {
            least = Some(least.map_or(*size, |known| known.min(*size)));
        }
    });
    least
}

/// The range that a supplementary Gu gives the next Gu, in metres.
pub(crate) fn range(fight: &Fight, who: Who, (gu, rank): (u16, u8)) -> Option<u16> {
    let mut given = None;
    each(fight, who, (gu, rank), |power| {
        if let Power::Next { range: Some(metres), .. } = power {
            given = given.max(Some(*metres));
        }
    });
    given
}

/// The next Gu has been activated: what has changed it is used up.
pub(crate) fn used(fight: &mut Fight, who: Who, gu: u16) {
    let path = entry(fight, gu).path;
    for place in (0..fight.one(who).lasting.len()).rev() {
        let What::Effect(by) = fight.one(who).lasting[place].what else { continue };
        let fits = |power: &Power| matches!(power, Power::Next { path: of, .. } if of.is_none_or(|of| of == path));
        if by != gu && entry(fight, by).powers.iter().any(fits) {
            fight.one_mut(who).lasting.remove(place);
        }
    }
}

/// So many more activations this turn.
pub(crate) fn more_activations<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, more: i16) {
    if let (true, Begun::Activations(made)) = (fight.is_active(who), fight.turn.begun) {
        let more = more.clamp(0, 50) as i8;
        fight.turn.begun = Begun::Activations(made.saturating_sub(more));
        table.tell(|| Event::new(&EFFECT, format!("{} has {more} more activations", fight.label(who))).by(who));
    }
}
