//! What magic puts into Spaces and moves about: flames, blades, likenesses; and ground that it changes.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};
use quintain_field::{Span, Square};

use crate::ask::{Act, Ask, Target};
use crate::book::{Effect, Ground, MagicThing};
use crate::combatant::Clock;
use crate::fight::{Fight, Zone};
use crate::rules::effects::{Making, Outcome};
use crate::rules::{conditions, spells, zones};
use crate::those::List;

/// Whether an effect concerns the ground and not its targets one by one.
pub fn once(effect: &Effect) -> bool {
    matches!(effect, Effect::Ground { .. } | Effect::Summon { .. } | Effect::Put { .. } | Effect::MoveThings { .. })
}

/// Effects on the ground: changed Spaces, creatures that are called, things that are put somewhere.
///
/// # Errors
/// Halts with the table.
pub fn on_ground<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    squares: &[Square],
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let point = match making.at {
        Target::Square(square) => Some(square),
        _ => fight.one(making.by).at,
    };
    match effect {
        Effect::Ground { ground, lasts } => {
            let mut zone = empty(making, conditions::clock(fight, *lasts, making.by, making.by));
            zone.ground.extend(ground.iter().copied().take(4));
            zone.squares.extend(squares.iter().copied());
            zone.hp = ground
                .iter()
                .find_map(|ground| if let Ground::Wall { hp, .. } = ground { Some(*hp) } else { None })
                .unwrap_or(0);
            if zone.hp > 0 {
                let taken = |square: &mut Square| fight.standing_on(*square).is_none();
                zone.squares.retain(taken);
            }
            fight.zones.push(zone);
            zones::appeared(fight, table, making)
        }
        Effect::Put { thing, count, per_five, lasts } => {
            let more = if outcome.success { i16::from(*per_five) * outcome.fives() } else { 0 };
            let clock = conditions::clock(fight, *lasts, making.by, making.by);
            put(fight, table, making, (*thing, i16::from(*count) + more, clock), point)
        }
        Effect::MoveThings { spaces } => move_things(fight, table, making, *spaces),
        Effect::Summon { creature, .. } => {
            if let (Some(template), Some(point)) = (fight.setting.creature(creature), point) {
                crate::rules::newcomers::join(fight, table, template, making.by, point, making.kept);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn empty(making: &Making, clock: Clock) -> Zone {
    Zone {
        ground: ArrayVec::new(),
        squares: List::new(),
        thing: None,
        hp: 0,
        worn: List::new(),
        hotter: making.damage as i8,
        alight: false,
        by: making.by,
        from: making.ability.unwrap_or(u16::MAX),
        mp: making.mp,
        dc: making.dc,
        clock,
        kept: making.kept,
    }
}

/// Puts so many things into Spaces: the first where the spell is aimed, each further one where its maker says.
fn put<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    (thing, count, clock): (MagicThing, i16, Clock),
    point: Option<Square>,
) -> Result<(), T::Halt> {
    let Some(point) = point else { return Ok(()) };
    let mut zone = empty(making, clock);
    zone.thing = Some(thing);
    zone.squares.push(point);
    fight.zones.push(zone);
    let ability = making.ability.unwrap_or(u16::MAX);
    for _ in 1..count {
        let square = table.choose(fight, Ask::Spot { who: making.by, ability, from: None, within: 0 })?;
        // An edict may have ended the spell while its maker was asked.
        let Some(place) = newest(fight, making.by, ability) else { return Ok(()) };
        if let Some(Act::Square(square)) = square {
            fight.zones[place].squares.push(square);
        }
    }
    table.tell(|| {
        let places = newest(fight, making.by, ability).map_or(&[][..], |place| &fight.zones[place].squares);
        let where_: Vec<String> = places.iter().map(Square::to_string).collect();
        let text = format!("{}: {} at {}", making.name(fight), word(thing, count), where_.join(" "));
        Event::new(&spells::THINGS, text).by(making.by)
    });
    Ok(())
}

fn word(thing: MagicThing, count: i16) -> String {
    match thing {
        MagicThing::Flame => crate::words::counted(count, "flame"),
        MagicThing::Blade => "a blade".into(),
        MagicThing::Double => "a likeness".into(),
    }
}

/// Where a spell's things are: the zone's place in the list.
pub fn of(fight: &Fight, who: Who, spell: u16) -> Option<usize> {
    fight.zones.iter().position(|zone| zone.by == who && zone.from == spell && zone.thing.is_some())
}

/// Where the things lie that a spell has made last.
fn newest(fight: &Fight, who: Who, spell: u16) -> Option<usize> {
    fight.zones.iter().rposition(|zone| zone.by == who && zone.from == spell && zone.thing.is_some())
}

/// The Spaces of a spell's things.
pub fn squares(fight: &Fight, who: Who, spell: u16) -> &[Square] {
    of(fight, who, spell).map_or(&[], |place| &fight.zones[place].squares)
}

/// Moves each thing of the spell that goes on.
fn move_things<T: Table<Fight>>(fight: &mut Fight, table: &mut T, making: &Making, spaces: u8) -> Result<(), T::Halt> {
    let Some(spell) = making.ability.and_then(|ability| fight.setting.followed(ability)) else { return Ok(()) };
    let Some(place) = of(fight, making.by, spell) else { return Ok(()) };
    for number in 0..fight.zones[place].squares.len() {
        let Some(from) = fight.zones.get(place).and_then(|zone| zone.squares.get(number)).copied() else { break };
        let ask = Ask::Spot { who: making.by, ability: spell, from: Some(from), within: spaces };
        let to = table.choose(fight, ask)?;
        let thing = fight.zones.get_mut(place).and_then(|zone| zone.squares.get_mut(number));
        if let (Some(Act::Square(to)), Some(thing)) = (to, thing) {
            *thing = to;
        }
    }
    table.tell(|| {
        let where_: Vec<String> = squares(fight, making.by, spell).iter().map(Square::to_string).collect();
        Event::new(&spells::THINGS, format!("{}: moved to {}", making.name(fight), where_.join(" "))).by(making.by)
    });
    Ok(())
}

/// Where a thing of a spell may be put or moved to.
pub fn spots(
    fight: &Fight,
    who: Who,
    spell: u16,
    from: Option<Square>,
    within: u8,
) -> impl Iterator<Item = Square> + '_ {
    let near = match from {
        Some(from) => Some(Span::from(from).grown(within.into())),
        None => fight.body(who).map(|body| body.grown(fight.ability(spell).entry.range.max(1).into())),
    };
    let all = near.and_then(|near| near.clipped_to(fight.map.bounds())).into_iter().flat_map(Span::squares);
    all.filter(move |square| may_put(fight, who, spell, (from, within), *square))
}

/// Whether a thing of a spell may be put into a Space: within its range, and within so many Spaces of where it was.
pub fn may_put(fight: &Fight, who: Who, spell: u16, (from, within): (Option<Square>, u8), to: Square) -> bool {
    let near = |from| quintain_field::distance(from, to, quintain_field::Diagonal::Equal) <= within.into();
    let range = i16::from(fight.ability(spell).entry.range.max(1));
    from.is_none_or(near) && !fight.map.blocks_movement(to) && fight.distance_to(who, to) <= range
}

/// The Space nearest to a thing from which it reaches somebody.
pub fn nearest(fight: &Fight, from: Square, whom: Who, spaces: u8) -> Option<Square> {
    let body = fight.body(whom)?;
    let far = |square: Square| quintain_field::distance(from, square, quintain_field::Diagonal::Equal);
    let beside = body.grown(1).clipped_to(fight.map.bounds())?;
    let open = |square: &Square| !fight.map.blocks_movement(*square) && far(*square) <= spaces.into();
    beside.squares().filter(open).min_by_key(|square| (far(*square), square.y, square.x))
}

/// Where an area may begin that has been moved away from its maker.
pub fn origins(fight: &Fight, who: Who, within: u8) -> impl Iterator<Item = Square> + '_ {
    let open = move |square: &Square| {
        !fight.map.blocks_movement(*square)
            && fight.distance_to(who, *square) <= within.into()
            && crate::rules::sight::sees_space(fight, who, *square)
    };
    fight.map.bounds().squares().filter(open)
}
