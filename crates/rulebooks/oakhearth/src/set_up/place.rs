//! Where those who fight stand when it begins, and on what.

use quintain_content::{Combatant as Named, Place, Placed, Problem, Value, nearest};
use quintain_engine::Who;
use quintain_field::{Footprint, Map, Square};

use super::RIDES;
use crate::book::{Feature, Size};
use crate::combatant::Combatant;
use crate::setting::Setting;

/// Puts somebody where it stands, or where there is room: without a square of its own in the row of its side.
pub(super) fn stand(
    map: &Map,
    cast: &[Combatant],
    mut one: Combatant,
    named: &Named,
    place: &Place,
    problems: &mut Vec<Problem>,
) -> Combatant {
    let body = Footprint::square(one.size.across());
    let (height, tall) = (one.height, i16::from(one.size.across()));
    let there = |other: &Combatant, at: Square| {
        let span = other.at.map(|square| Footprint::square(other.size.across()).at(square));
        span.is_some_and(|span| span.overlaps(body.at(at)))
    };
    // Above the heads of others is room, and below their feet; but only a combatant that is put there stands there.
    let level =
        |other: &Combatant| height < other.height + i16::from(other.size.across()) && other.height < height + tall;
    let room = |at: Square| map.has_room(body.at(at)) && !cast.iter().any(|other| there(other, at) && level(other));
    let free = |at: Square| map.has_room(body.at(at)) && !cast.iter().any(|other| there(other, at));
    match &named.at {
        Some(at) if room(at.value) => one.at = Some(at.value),
        Some(at) => {
            let problem = Problem::at(place, format!("{} has no room at {}", named.name, at.value));
            problems.push(problem.help("walls, the edge of the map and others leave no room for its size"));
        }
        None => {
            let column = map.width() as i16 / 2 - 1 + one.side.0 as i16;
            let row = map.depth() as i16 / 2;
            let mut squares: Vec<Square> = map.bounds().squares().filter(|square| free(*square)).collect();
            squares.sort_by_key(|square| {
                let wrong = if one.side.0 == 0 { square.x > column } else { square.x < column };
                ((square.x - column).abs() + (square.y - row).abs(), wrong, square.y < row, square.y, square.x)
            });
            one.at = squares.first().copied();
            if one.at.is_none() {
                problems.push(Problem::at(place, format!("there is no room left for {}", named.name)));
            }
        }
    }
    one
}

/// Puts somebody on the mount that the encounter names for it.
pub(super) fn in_the_saddle(
    setting: &Setting,
    cast: &mut [Combatant],
    named: &Named,
    beast: &Placed<Value>,
) -> Result<(), Problem> {
    let at = |name: &str| setting.names.iter().position(|known| known.eq_ignore_ascii_case(name));
    let wrong = |what: String| Problem::at(&beast.place, what);
    let name = beast.value.as_text().ok_or_else(|| wrong(format!("{RIDES} is the name of a mount")))?;
    let (Some(who), Some(mount)) = (at(&named.name), at(name)) else {
        let near = nearest(name, setting.names.iter().map(String::as_str));
        let help = near.map(|near| format!("the nearest name is `{near}`"));
        return Err(Problem { help, ..wrong(format!("nobody in this encounter is called `{name}`")) });
    };
    let (rider, carrier) = (&cast[who], &cast[mount]);
    let tame = setting.templates[usize::from(carrier.template)].has(&Feature::Mount) && carrier.side == rider.side;
    let small = rider.size <= Size::Small && who != mount;
    let taken = cast.iter().any(|other| other.mount.is_some_and(|known| known.index() == mount));
    match () {
        () if !tame => return Err(wrong(format!("{name} is no mount of the side of {}", named.name))),
        () if !small => return Err(wrong(format!("{} is too large to ride {name}", named.name))),
        () if taken => return Err(wrong(format!("somebody rides {name} already"))),
        () => {}
    }
    let (square, height) = (carrier.at, carrier.height);
    let rider = &mut cast[who];
    rider.mount = Some(Who(mount as u16));
    rider.at = square;
    rider.height = height;
    Ok(())
}
