//! What sets powers off: stumbling, going down, bringing a foe down, a minute of death; and those who vanish.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::content::{Deed, Feature, Happening, Place, PowerId, When};
use crate::rules::effects::{self, Called};
use crate::rules::{attacks, basics, clusters, grid, health, magic, readied, willpower};
use crate::state::{Act, Ask, Fight, Happened, Out, PowerAct, PowerAsk, Vanished, yes};

use super::{lasting, may_use};

/// Rounds of death before a body rises.
const A_MINUTE: u32 = 30;

/// Something has happened to a combatant: the powers that wait for it.
pub(crate) fn happens<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    happening: Happening,
    other: Option<Who>,
) -> Result<(), T::Halt> {
    for place in 0..fight.powers(who).len() {
        let Some(power) = fight.power_at(who, place) else { break };
        let entry = &fight.power(power).entry;
        let When::Event { on, may, turns } = entry.when else { continue };
        let vanishes = entry.does.iter().any(|deed| matches!(deed, Deed::Vanish { .. }));
        // The charmed answer nothing with what harms the one who has charmed them.
        let harmed = other.filter(|other| !vanishes && !entry.calls.is_empty() && *other != who);
        let spares = harmed.is_some_and(|other| attacks::may_harm(fight, who, other).is_err());
        // The same blessing once more is no power of its own: its numbers are added to the first.
        let again = fight.powers(who).iter().take(place).any(|known| *known == power);
        if again
            || on != happening
            || spares
            || may_use(fight, who, place, other, None).is_err()
            || fight.one(who).vanished.is_some()
        {
            continue;
        }
        if may && !yes(fight, table, Ask::Power(PowerAsk::Event { who, power }))? {
            continue;
        }
        super::pay(fight, table, who, power, None);
        if turns > 0 {
            lasting::anew(fight, table, who, power, turns.into())?;
            continue;
        }
        if let Some(other) = harmed.filter(|other| fight.present(*other)) {
            super::calls(fight, table, who, other, power, None, None)?;
        }
        lasting::start(fight, table, who, other, power)?;
    }
    Ok(())
}

/// A combatant has been made to stumble by another.
pub(crate) fn after_stumble<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<(), T::Halt> {
    match called.by.filter(|by| *by != called.whom) {
        Some(by) => happens(fight, table, called.whom, Happening::MadeToStumble, Some(by)),
        None => Ok(()),
    }
}

/// A combatant has brought another to 0 hit points or lower, who had so many before.
pub(crate) fn brought_down<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Option<Who>,
    whom: Who,
    had: i16,
) -> Result<(), T::Halt> {
    match by.filter(|by| had > 0 && fight.foes(*by, whom) && fight.present(*by)) {
        Some(by) => happens(fight, table, by, Happening::BringsDown, None),
        None => Ok(()),
    }
}

pub(crate) fn more_time(fight: &Fight, who: Who) -> u32 {
    let seconds: u16 =
        fight.features(who).map(|feature| if let Feature::MoreTime(seconds) = feature { *seconds } else { 0 }).sum();
    u32::from(seconds) / basics::SECONDS
}

/// What every attack and Hit costs less, while what the power needs holds.
pub(crate) fn shielded(fight: &Fight, who: Who) -> i16 {
    let powers = fight.powers(who).iter().enumerate();
    let less = powers.filter_map(|(place, power)| {
        let entry = &fight.power(*power).entry;
        let reduces = entry.gives.iter().find_map(|feature| match feature {
            Feature::Reduces { card } => Some(*card),
            _ => None,
        })?;
        (entry.when == When::Passive && may_use(fight, who, place, None, None).is_ok()).then_some(reduces)
    });
    willpower::scaled(fight, less.max().unwrap_or(0))
}

pub(crate) fn vanish<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    rounds: u8,
    by: Option<Who>,
) {
    if fight.one(who).cluster != 0 {
        readied::note(fight, Happened::LeftCluster(who));
    }
    readied::note(fight, Happened::Left(who, fight.one(who).at));
    clusters::vanish(fight, who);
    // What was to go on in its next turn does not: it has none where it is, and hangs on no wall.
    magic::lapses(fight, who);
    let one = fight.one_mut(who);
    (one.upcoming, one.climbing) = (None, None);
    one.vanished = Some(Vanished { power, rounds, by });
    if fight.turn.who == Some(who) {
        fight.turn.ended = true;
    }
    table.tell(|| fight.caused(fight.event(&effects::WHO, who, format_args!("vanishes for at most {rounds} rounds"))));
}

/// Where one who vanished may come back.
pub(crate) fn ways_back(fight: &Fight, who: Who) -> ArrayVec<Square, 5> {
    let mut places = ArrayVec::new();
    let Some(vanished) = fight.one(who).vanished else { return places };
    let near = fight
        .power(vanished.power)
        .entry
        .does
        .iter()
        .any(|deed| matches!(deed, Deed::Vanish { back: Place::Near, .. }));
    let at = fight.one(who).at;
    if near {
        places.push(at);
        places
            .extend(grid::neighbours(fight, at).map(|(_, to)| to).filter(|to| !fight.ground.map.blocks_movement(*to)));
    } else {
        places.push(vanished.by.filter(|by| fight.present(*by)).map_or(at, |by| fight.one(by).at));
    }
    places
}

/// At the end of a round: those who vanished come back, bodies rise, and what lasts only so long falls apart.
pub(crate) fn round_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        if fight.one(who).vanished.is_some() {
            returns(fight, table, who)?;
        }
        if fight.one(who).ends.is_some_and(|round| round <= fight.round) && fight.present(who) {
            health::die(fight, table, who, &health::LEVELS);
        }
        if let Some(Out::Dead { round }) = fight.one(who).out
            && fight.round == round + A_MINUTE
        {
            happens(fight, table, who, Happening::DeadForAMinute, None)?;
        }
    }
    lasting::companies(fight);
    Ok(())
}

fn returns<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(mut vanished) = fight.one(who).vanished else { return Ok(()) };
    let act = table.choose(fight, Ask::Power(PowerAsk::Back { who }))?;
    vanished.rounds = vanished.rounds.saturating_sub(1);
    let at = match act {
        Some(Act::Power(PowerAct::At(at))) => Some(at),
        _ if vanished.rounds == 0 => ways_back(fight, who).first().copied(),
        _ => None,
    };
    let Some(at) = at else {
        fight.one_mut(who).vanished = Some(vanished);
        return Ok(());
    };
    let one = fight.one_mut(who);
    one.vanished = None;
    one.at = at;
    table.tell(|| Event::new(&effects::WHO, format!("{} is back at {at}", fight.label(who))).by(who).upkeep());
    readied::note(fight, Happened::Entered(who, at));
    readied::run(fight, table)?;
    let Some(by) = vanished.by.filter(|by| attacks::may_harm(fight, who, *by).is_ok()) else { return Ok(()) };
    let setting = fight.setting.clone();
    for call in &setting.content.power(vanished.power).entry.calls {
        let n = super::number(fight, call);
        effects::call(fight, table, &Called::of(call.effect, n, by, Some(who)))?;
    }
    Ok(())
}
