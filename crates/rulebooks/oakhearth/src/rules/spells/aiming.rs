//! Where a spell is aimed: the Spaces that it takes in, and its targets.

use quintain_engine::{Area, Table, Who};
use quintain_field::Square;

use super::{Bought, Targets, Use, more};
use crate::ask::{Act, Ask, Target};
use crate::book::{Aim, Step, To};
use crate::fight::Fight;
use crate::rules::{abilities, hide, things};
use crate::those::Those;

/// Where an area begins that has been moved away from its maker.
pub(super) fn origin<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    bought: Bought,
) -> Result<Option<Square>, T::Halt> {
    let within = more(fight, ability, bought, |more| more.origin.into());
    if within == 0 {
        return Ok(None);
    }
    Ok(match table.choose(fight, Ask::Origin { who, within: within as u8 })? {
        Some(Act::Square(square)) => Some(square),
        _ => None,
    })
}

/// Works out the Spaces and those in them; `radius` where the check has decided the size.
pub(super) fn aim(fight: &Fight, using: &mut Use, radius: Option<u8>) {
    let larger = more(fight, using.ability, using.bought, |more| more.area.into()) as u8;
    if fight.ability(using.ability).entry.area.is_some() {
        using.squares = abilities::ground(fight, using, larger, radius);
    }
    if radius.is_none() {
        using.targets = abilities::targets(fight, using);
    }
}

/// The targets of a use: those that its maker chooses among.
pub fn touched(fight: &Fight, who: Who, ability: u16, at: Target, bought: Bought) -> Targets {
    if let Target::Who(whom) = at {
        return std::iter::once(whom).collect();
    }
    let mut using = Use::new(who, ability, at);
    using.bought = bought;
    abilities::caught(fight, &using).unwrap_or_else(|| {
        aim(fight, &mut using, None);
        using.targets
    })
}

/// What a use covers, with nothing bought besides, and the creatures that it would touch there; where its maker picks
/// among several, all of those.
pub fn covered(fight: &Fight, who: Who, ability: u16, at: Target) -> Area {
    let entry = &fight.ability(ability).entry;
    let grounds = entry.does.iter().any(|step| things::once(&step.effect));
    if matches!(at, Target::Who(_) | Target::Later) || entry.area.is_none() && !grounds {
        return Area::default();
    }
    let mut using = Use::new(who, ability, at);
    aim(fight, &mut using, None);
    let squares = match entry.aim {
        Aim::Things => abilities::things(fight, who, ability).map(<[_]>::to_vec).unwrap_or_default(),
        _ => using.squares.iter().copied().collect(),
    };
    let felt = |step: &Step| step.to != To::Maker && (!things::once(&step.effect) || step.effect.harms());
    let felt = entry.does.iter().any(felt);
    Area { squares, hits: using.targets.iter().copied().filter(|_| felt).collect() }
}

/// Those in the area that the maker means.
pub(super) fn choose_targets<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &mut Use,
) -> Result<(), T::Halt> {
    if using.targets.len() < 2 {
        return Ok(());
    }
    let ask = Ask::Among { who: using.who, ability: using.ability, at: using.at, bought: using.bought };
    let answer = table.ask(fight, ask)?;
    let meant = |who: &Who| answer.picks().contains(&Act::Who(*who));
    using.targets.retain(|who| meant(who));
    Ok(())
}

/// Those that the weapon may be thrown at with the same roll, so far away at most.
pub fn throwable<'a>(fight: &'a Fight, who: Who, within: u8, taken: &'a Those) -> impl Iterator<Item = Who> + 'a {
    let fresh = move |other: &Who| !taken.contains(*other);
    let near = move |other: &Who| {
        fight.distance(who, *other) <= i16::from(within) && crate::rules::sight::sees(fight, who, *other)
    };
    fight.enemies(who).filter(fresh).filter(near)
}

/// One more target, which the weapon is thrown at.
pub(super) fn throw_along<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) -> Result<(), T::Halt> {
    let within = more(fight, using.ability, using.bought, |more| more.thrown.into()) as u8;
    if within == 0 {
        return Ok(());
    }
    let taken: Those = using.targets.iter().copied().collect();
    if throwable(fight, using.who, within, &taken).next().is_none() {
        return Ok(());
    }
    fight.about = taken;
    if let Some(Act::Who(whom)) = table.choose(fight, Ask::ThrowAlong { who: using.who, within })? {
        using.targets.push(whom);
        using.thrown = Some(whom);
    }
    Ok(())
}

/// Whether the creature that is aimed at is still there, in range and in sight.
pub(super) fn still_aimed(fight: &Fight, using: &Use) -> bool {
    let Target::Who(whom) = using.at else { return true };
    let entry = &fight.ability(using.ability).entry;
    let range = i16::from(entry.range) + more(fight, using.ability, using.bought, |more| more.range.into());
    let near = fight.distance(using.who, whom) <= range;
    fight.present(whom) && near && (whom == using.who || !hide::unseen_by(fight, whom, using.who))
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_ask;

    use super::*;

    /// Two mages more, close to each other.
    const DUEL: &str = r#"
rulebook = "oakhearth"
[map]
size = [9, 9]
[[combatant]]
is = "hedge-mage"
side = "one"
at = "B3"
[[combatant]]
name = "Witch"
is = "hedge-mage"
side = "two"
at = "F4"
"#;

    /// Who stands in an area is found without its Spaces: the same as are found by going through them.
    #[test]
    fn those_whom_an_area_catches_are_those_in_its_spaces() {
        let mut met = 0;
        at_every_ask(1, DUEL, |fight: &Fight, ask: &Ask| {
            let Ask::Turn { who } = *ask else { return };
            for ability in fight.template(who).abilities.iter().copied() {
                abilities::each_aim(fight, who, ability, |at| {
                    let mut using = Use::new(who, ability, at);
                    using.bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
                    let Some(caught) = abilities::caught(fight, &using) else { return };
                    aim(fight, &mut using, None);
                    assert_eq!(caught, using.targets, "{} at {at:?}", fight.ability(ability).entry.name);
                    met += usize::from(!caught.is_empty());
                });
            }
        });
        assert!(met > 1_000, "only {met} met");
    }
}
