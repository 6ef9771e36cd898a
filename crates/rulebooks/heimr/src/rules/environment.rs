//! The environment: light, cover, bad ground, falls, water, climbing. All of it is assumed data.

use quintain_engine::{Dicing, Event, Table, Who};
use quintain_field::Square;

use crate::content::{Effect, Feature, Role};
use crate::rules::abilities;
use crate::rules::challenges::{self, Challenge};
use crate::rules::effects::{self, Called};
use crate::rules::health::{self, Kind};
use crate::state::{Act, Ask, Border, Fight, Hiding, Light, yes};

quintain_engine::section! {
    "Environment";
    DARK = Gm "env.dark": "Poor light takes consistency from rolls of combat.",
        ruling "Dim 1, dark 3, pitch dark 5, as the map and its lamps say.";
    COVER = Gm "env.cover": "What hides a target takes consistency from a shot: light 1, half 2, heavy 4; behind full cover there is no target.",
        ruling "As the map says.";
    GROUND = Gm "env.ground": "Who runs or charges over slippery or crowded ground rolls Agility against 6 or falls for 2 seconds.",
        ruling "Where the map says so.";
    FALL = Engine "env.fall-height": "An unwilling fall costs 2 hit points for every level and ends prone; a jump costs 2 for every level after the first.";
    WATER = Gm "env.water": "Crossing water takes Swimming against 5; from the second failure in a row on, each costs 1 hit point.";
    CLIMB = Engine "env.climb-turns": "A level of height takes a turn of climbing, unless the border says otherwise.", house "env.climb-turns-per-level";
}

/// Requirement of bad ground.
const FOOTING: i16 = 6;

/// Seconds on the ground after losing one's footing or falling from a height.
const DOWN: i16 = 2;

/// Hit points for each level of a fall.
const PER_LEVEL: i16 = 2;

/// What light takes from consistency.
fn of_light(light: Light) -> i16 {
    match light {
        Light::Bright => 0,
        Light::Dim => 1,
        Light::Dark => 3,
        Light::Pitch => 5,
    }
}

/// What cover takes from consistency; nothing where there is no target.
fn of_hiding(hiding: Hiding) -> Option<i16> {
    match hiding {
        Hiding::None => Some(0),
        Hiding::Light => Some(1),
        Hiding::Half => Some(2),
        Hiding::Heavy => Some(4),
        Hiding::Full => None,
    }
}

/// The light where a combatant rolls, as the map or the game master has it.
pub(crate) fn darkness<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    challenge: &mut Challenge,
) -> Result<(), T::Halt> {
    let who = challenge.who;
    let proposed = fight.light(fight.one(who).at);
    if proposed == Light::Bright {
        return Ok(());
    }
    let light = match table.choose(fight, Ask::Light { who, proposed })? {
        Some(Act::Light(light)) => light,
        _ => proposed,
    };
    let takes = of_light(light);
    if takes > 0 {
        challenge.parts.dice(&DARK, "light", -takes);
        table.tell(|| {
            let text = format!("Poor light takes {takes} from the consistency of {}", fight.label(who));
            Event::new(&DARK, text).and(&abilities::MODIFIERS).by(who)
        });
    }
    Ok(())
}

/// What hides a target from a shot, as the map or the game master has it; nothing where it cannot be hit.
pub(crate) fn cover<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
) -> Result<Option<i16>, T::Halt> {
    let proposed = fight.ground.hiding(fight.one(at).at);
    let hiding = match table.choose(fight, Ask::Cover { by, at, proposed })? {
        Some(Act::Cover(hiding)) => hiding,
        _ => proposed,
    };
    let takes = of_hiding(hiding);
    if takes != Some(0) {
        table.tell(|| {
            let text = match takes {
                Some(takes) => format!("The cover of {} takes {takes} from the shot", fight.label(at)),
                None => format!("{} is wholly covered", fight.label(at)),
            };
            Event::new(&COVER, text).by(by).to(at)
        });
    }
    Ok(takes)
}

/// Whether the map covers a target wholly from shots out of another location.
pub(crate) fn is_hidden(fight: &Fight, by: Who, at: Who) -> bool {
    let (from, to) = (fight.one(by).at, fight.one(at).at);
    from != to && of_hiding(fight.ground.hiding(to)).is_none()
}

pub(crate) fn is_bad_for(fight: &Fight, who: Who, at: Square) -> bool {
    fight.ground.is_treacherous(at) && !fight.has(who, Feature::Flies)
}

/// Bad ground under a combatant that runs or charges; false if it falls.
pub(crate) fn footing<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let at = fight.one(who).at;
    if !is_bad_for(fight, who, at) {
        return Ok(true);
    }
    if !yes(fight, table, Ask::Footing { who })? {
        return Ok(true);
    }
    let challenge = challenges::of_role(fight, table, who, Role::Dodge)?;
    if challenges::against(fight, table, &challenge, &GROUND, "footing", FOOTING)? {
        return Ok(true);
    }
    effects::call(fight, table, &Called::of(Effect::Fall, DOWN, who, None))?;
    Ok(!fight.one(who).prone)
}

/// Hit points that a jump down so many levels costs: the first is free.
pub(crate) fn of_jump(fight: &Fight, who: Who, levels: i16) -> i16 {
    if fight.has(who, Feature::Flies) { 0 } else { PER_LEVEL * (levels - 1).max(0) }
}

pub(crate) fn landed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, levels: i16) -> Result<(), T::Halt> {
    let amount = of_jump(fight, who, levels);
    if amount <= 0 {
        return Ok(());
    }
    table.tell(|| fight.event(&FALL, who, format_args!("jumps down {levels} levels")));
    health::lose(fight, table, who, amount, Kind::Hit, &FALL)
}

pub(crate) fn falls<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, levels: i16) -> Result<(), T::Halt> {
    if levels <= 0 || fight.has(who, Feature::Flies) {
        return Ok(());
    }
    table.tell(|| {
        let levels = if levels == 1 { "a level".to_owned() } else { format!("{levels} levels") };
        Event::new(&FALL, format!("{} falls {levels}", fight.label(who))).by(who)
    });
    health::lose(fight, table, who, PER_LEVEL * levels, Kind::Hit, &FALL)?;
    effects::call(fight, table, &Called::of(Effect::Fall, DOWN, who, None))
}

/// Swims across a border; true if it gets across.
pub(crate) fn swims<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    usual: i16,
) -> Result<bool, T::Halt> {
    let against = match table.choose(fight, Ask::Water { who, proposed: usual })? {
        Some(Act::Against(number)) => number,
        _ => usual,
    };
    if against <= 0 {
        return Ok(true);
    }
    let challenge = challenges::of_role(fight, table, who, Role::Swim)?;
    if challenges::against(fight, table, &challenge, &WATER, "swimming", against)? {
        fight.one_mut(who).sinking = 0;
        return Ok(true);
    }
    let one = fight.one_mut(who);
    one.sinking = one.sinking.saturating_add(1);
    if one.sinking >= 2 {
        table.tell(|| fight.event(&WATER, who, format_args!("swallows water on the way to {to}")));
        health::lose(fight, table, who, 1, Kind::Hit, &WATER)?;
    }
    Ok(false)
}

/// Turns of climbing that a border asks for.
pub(crate) fn climbing_turns(fight: &Fight, from: Square, to: Square) -> u16 {
    let ground = &fight.ground;
    match fight.border(from, to) {
        Border::Climb { turns, .. } if ground.level(to) >= ground.level(from) => u16::from(turns),
        _ => {
            let levels = (ground.level(to) - ground.level(from)).max(0) as u16;
            levels * u16::from(fight.house().climb_turns)
        }
    }
}
