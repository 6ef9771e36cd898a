//! Conditions that the game master gives and takes by hand, in words.

use quintain_engine::{Blank, EDICT, Refusal, Who};

use super::{end_turn_of, person};
use crate::book::{Aptitudes, Class, Status, Time, Word};
use crate::combatant::{Out, Prepared};
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, What};
use crate::rules::{abilities, ambush, death, durations, features, mounted, movement, statuses};

/// A status effect in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Named<'a> {
    status: Status,
    size: Option<i16>,
    stacks: Option<u8>,
    /// How many hits or rounds.
    lasts: Option<(u16, Clock)>,
    /// The name of its giver.
    by: Option<&'a str>,
}

/// What a status effect lasts in unless it says otherwise.
fn usual_clock(status: Status) -> Clock {
    if status.class() == Class::Harmful { Clock::Hits } else { Clock::Rounds }
}

/// Reads a status effect: `bleeding (7) 2 hits`, `slowed 2 rounds by Wolf`, `temporary health 10`, `fatigued 3 stacks`.
/// Of the numbers none is needed.
fn named(words: &str) -> Option<Named<'_>> {
    let first = [" of ", " by "].into_iter().filter_map(|by| words.find(by)).min();
    let (words, by) = match first {
        Some(at) => (words.get(..at)?, Some(words.get(at + 4..)?.trim())),
        None => (words, None),
    };
    let (plain, size) = sized(words)?;
    let mut known = Named { status: Status::Blinded, size, stacks: None, lasts: None, by };
    let mut rest: Vec<&str> = plain.split_whitespace().collect();
    let mut bare = None;
    loop {
        match rest[..] {
            [.., "for"] => rest.truncate(rest.len() - 1),
            [.., number, unit] if number.parse::<u16>().is_ok() => {
                let number = counted(number)?;
                match unit.trim_end_matches('s') {
                    "hit" if known.lasts.is_none() => known.lasts = Some((number, Clock::Hits)),
                    "round" if known.lasts.is_none() => known.lasts = Some((number, Clock::Rounds)),
                    "stack" if known.stacks.is_none() => known.stacks = Some(u8::try_from(number).ok()?),
                    _ => return None,
                }
                rest.truncate(rest.len() - 2);
            }
            [.., number] if number.parse::<u16>().is_ok() && bare.is_none() => {
                bare = Some(counted(number)?);
                rest.truncate(rest.len() - 1);
            }
            _ => break,
        }
    }
    known.status = Status::named(&rest.join(" "))?;
    match (known.status, bare) {
        (_, None) => {}
        (Status::TemporaryHealth | Status::TemporaryMagicalArmor | Status::TemporaryPhysicalArmor, Some(size)) => {
            // Two sizes.
            if known.size.is_some() {
                return None;
            }
            known.size = Some(i16::try_from(size).ok()?);
        }
        // Stacks or rounds: that has to be said.
        (Status::Fatigued | Status::Protected, Some(_)) => return None,
        (status, Some(long)) if known.lasts.is_none() => known.lasts = Some((long, usual_clock(status))),
        // Two numbers for the same.
        (_, Some(_)) => return None,
    }
    Some(known)
}

/// How many, from 1 on.
fn counted(number: &str) -> Option<u16> {
    number.parse().ok().filter(|number| (1..=1000).contains(number))
}

/// The words in lower case without a size in brackets, which may have a sign as in print, and that size.
fn sized(words: &str) -> Option<(String, Option<i16>)> {
    let Some((before, rest)) = words.split_once('(') else { return Some((words.to_lowercase(), None)) };
    let (size, after) = rest.split_once(')')?;
    let size = size.trim().trim_start_matches(['+', '-', '\u{2212}']).parse().ok();
    let size = size.filter(|size| (0..=1000).contains(size))?;
    Some((format!("{before} {after}").to_lowercase(), Some(size)))
}

/// A status effect given by hand: where nothing else is said to the end of the fight, or for one hit, and of the size
/// that follows from the Potency of its giver.
fn put(fight: &mut Fight, who: Who, known: Named<'_>) -> Result<(), Refusal> {
    let status = known.status;
    let harmful = status.class() == Class::Harmful;
    if known.lasts.is_some_and(|(_, clock)| clock == Clock::Rounds) && !status.lasts_rounds() {
        return Err(Refusal::new(&durations::HITS, format!("{status} lasts hits, not rounds")));
    }
    if known.lasts.is_some_and(|(_, clock)| clock == Clock::Hits) && !status.lasts_hits() {
        return Err(Refusal::new(&durations::ROUNDS, format!("{status} lasts rounds, not hits")));
    }
    let most = status.most_stacks();
    if known.stacks.is_some_and(|stacks| stacks > most) {
        let why =
            if most > 1 { format!("{status} has at most {most} stacks") } else { format!("{status} does not stack") };
        return Err(Refusal::new(statuses::rule_of(status), why));
    }
    if known.size.is_some() && !status.has_size() {
        return Err(Refusal::new(statuses::rule_of(status), format!("{status} has no size")));
    }
    let owner = known.by.map(|name| person(fight, name)).transpose()?;
    let with = owner.map_or_else(Aptitudes::default, |owner| features::aptitudes(fight, owner));
    let usual = match status {
        Status::TemporaryHealth | Status::TemporaryMagicalArmor | Status::TemporaryPhysicalArmor => 5,
        _ => statuses::usual_size(fight, status, with.potency),
    };
    let (left, clock) = known.lasts.unwrap_or((1, if harmful { Clock::Hits } else { Clock::Fight }));
    let order = fight.stamp();
    fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Status(status));
    let given = Lasting {
        what: What::Status(status),
        size: known.size.unwrap_or(usual),
        stacks: known.stacks.unwrap_or(1),
        left,
        clock,
        owner,
        with,
        order,
        ..Lasting::BLANK
    };
    fight.lay_on(who, given);
    Ok(())
}

/// `prone.flyer-drop`: whether somebody has what lets a flyer drop.
fn drops(fight: &Fight, who: Who) -> [bool; 3] {
    let under = |status| features::affected(fight, who, status);
    [fight.one(who).prone, under(Status::Stunned), under(Status::Immobilized)]
}

/// The same, given by hand: down it goes, and a bump on the ground costs 5.
fn drop_down(fight: &mut Fight, who: Who) {
    let mut one = fight.one_mut(who);
    let metres = one.altitude.clamp(0, 3);
    one.altitude -= metres;
    if metres > 0 && one.altitude == 0 {
        one.health -= 5;
    }
}

pub(super) fn give(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let before = drops(fight, who);
    match words.trim().to_ascii_lowercase().as_str() {
        "prone" => fight.one_mut(who).prone = true,
        "dead" => {
            fight.one_mut(who).out = Some(Out::Dead);
            fight.one_mut(who).prepared = None;
            end_turn_of(fight, who);
        }
        "gone" => {
            fight.one_mut(who).out = Some(Out::Gone);
            end_turn_of(fight, who);
        }
        "unconscious" if death::falls_unconscious(fight, who) => {
            let mut one = fight.one_mut(who);
            one.health = one.health.min(0);
        }
        "ambushed" => {
            fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Ambushed);
            ambush::put(fight, who);
        }
        other => match other.split_once(' ') {
            Some(("prepared", what)) => prepare(fight, who, what)?,
            Some(("riding", mount)) => ride(fight, who, mount)?,
            Some(("stuck", weapon)) => stick(fight, who, weapon)?,
            _ => {
                let known = named(words.trim()).ok_or_else(|| derived(other).unwrap_or_else(|| unknown(words)))?;
                put(fight, who, known)?;
            }
        },
    }
    crate::values::make_sound(fight, who);
    if drops(fight, who).into_iter().zip(before).any(|(now, before)| now && !before) {
        drop_down(fight, who);
        crate::values::make_sound(fight, who);
    }
    Ok(format!("{} is {} now", fight.label(who), words.trim()))
}

/// `prepared NAME`: one of its prepared actions waits for its trigger.
fn prepare(fight: &mut Fight, who: Who, what: &str) -> Result<(), Refusal> {
    let mut known = None;
    abilities::each(fight, who, |ability| {
        let entry = &fight.ability(ability).entry;
        if entry.time == Time::Prepared && entry.name.eq_ignore_ascii_case(what) {
            known = Some(ability);
        }
    });
    let ability = known
        .ok_or_else(|| Refusal::new(&EDICT, format!("{} has no prepared action called {what}", fight.label(who))))?;
    fight.waiting = true;
    fight.one_mut(who).prepared = Some(Prepared { ability, times: 1, until_turn: false });
    Ok(())
}

/// `riding NAME`.
fn ride(fight: &mut Fight, who: Who, mount: &str) -> Result<(), Refusal> {
    let mount = person(fight, mount)?;
    if mount == who || fight.house().mounted == crate::house::Mounted::Off {
        return Err(Refusal::new(&mounted::UNDEFINED, "there is no riding"));
    }
    let at = fight.one(mount).at;
    let mut one = fight.one_mut(who);
    one.rides = Some(mount);
    one.at = at;
    Ok(())
}

/// `stuck NAME`: a weapon sticks in somebody.
fn stick(fight: &mut Fight, who: Who, weapon: &str) -> Result<(), Refusal> {
    let weapon = weapon_called(fight, weapon)?;
    fight.one_mut(who).stuck.push(weapon);
    Ok(())
}

/// The weapon of this name or id.
pub(super) fn weapon_called(fight: &Fight, name: &str) -> Result<WeaponId, Refusal> {
    let content = &fight.setting.content;
    let place = content.weapons.iter().position(|weapon| weapon.entry.name.eq_ignore_ascii_case(name.trim()));
    let by_name = place.map(|place| WeaponId(place as u16));
    content
        .weapon_named(name.trim())
        .or(by_name)
        .ok_or_else(|| Refusal::new(&EDICT, format!("no weapon is called `{}`", name.trim())))
}

/// What follows from something else, and from what.
fn derived(words: &str) -> Option<Refusal> {
    let from = match words {
        "aloft" => "it follows from the altitude: set NAME.altitude",
        "flanked" => "it follows from who stands beside",
        "transformed" => "it comes of an ability",
        "away" => "it comes of an ability",
        "prepared" => "say what: prepared opportunistic strike",
        "riding" => "say whom: riding NAME",
        "stuck" => "say which weapon: stuck dagger",
        "about to be ambushed" => "an ambush counts for the next round: ambushed",
        _ if words.starts_with("held") => "it comes of an ability",
        _ => return None,
    };
    Some(Refusal::new(&EDICT, format!("`{words}` cannot be given: {from}")))
}

fn unknown(words: &str) -> Refusal {
    let names: Vec<&str> = Status::ALL.iter().map(|status| status.text()).collect();
    let why = format!(
        "there is no condition `{}`; there are prone, unconscious, dead, gone, ambushed, prepared NAME, riding NAME, stuck WEAPON, and, with their size, time and \
         origin as in `bleeding (7) 2 hits` or `slowed 2 rounds by NAME`, {}",
        words.trim(),
        names.join(", ")
    );
    Refusal::new(&EDICT, why)
}

/// The ability of this name of which something lasts on somebody besides status effects.
fn granted(fight: &Fight, who: Who, words: &str) -> Option<AbilityId> {
    let words = words.trim().to_ascii_lowercase();
    let name = words.strip_prefix("held by ").unwrap_or(&words);
    let lasts = |lasting: &&Lasting| matches!(lasting.what, What::Granted(_) | What::Pinned(_));
    let mut all = fight.one(who).lasting.iter().filter(lasts).filter_map(|lasting| lasting.by);
    all.find(|by| fight.ability(*by).entry.name.eq_ignore_ascii_case(name))
}

pub(super) fn take(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let refuse = || Refusal::new(&EDICT, format!("{} is not {}", name.trim(), words.trim()));
    let one = fight.one(who);
    match words.trim().to_ascii_lowercase().as_str() {
        "prone" if one.prone && !one.unconscious => fight.one_mut(who).prone = false,
        "unconscious" if one.unconscious => {
            let mut one = fight.one_mut(who);
            one.health = 1;
        }
        "dead" | "gone" if one.out.is_some() => {
            if !movement::may_stop(fight, who, one.at) {
                return Err(Refusal::new(&movement::OCCUPIED, "somebody stands where it was"));
            }
            let mut one = fight.one_mut(who);
            one.out = None;
            one.health = one.health.max(1);
        }
        "ambushed" if one.lasting.iter().any(|lasting| lasting.what == What::Ambushed) => {
            fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Ambushed);
        }
        "prepared" if one.prepared.is_some() => fight.one_mut(who).prepared = None,
        "riding" if one.rides.is_some() => fight.one_mut(who).rides = None,
        "stuck" if !one.stuck.is_empty() => fight.one_mut(who).stuck.clear(),
        _ if granted(fight, who, words).is_some() => {
            let by = granted(fight, who, words);
            fight
                .one_mut(who)
                .lasting
                .retain(|lasting| !(matches!(lasting.what, What::Granted(_) | What::Pinned(_)) && lasting.by == by));
        }
        _ => {
            let status = named(words.trim()).map(|known| known.status).filter(|status| one.has(*status));
            let status = status.ok_or_else(refuse)?;
            fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Status(status));
        }
    }
    crate::values::make_sound(fight, who);
    Ok(format!("{} is no longer {}", fight.label(who), words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_effects_say_how_great_how_long_and_by_whom() {
        let plain = |status| Named { status, size: None, stacks: None, lasts: None, by: None };
        assert_eq!(named("cracked armor"), Some(plain(Status::CrackedArmor)));
        let bleeding = Named { size: Some(7), lasts: Some((2, Clock::Hits)), ..plain(Status::Bleeding) };
        assert_eq!(named("bleeding (7) 2 hits"), Some(bleeding));
        assert_eq!(named("bleeding (7) for 2 hits"), Some(bleeding));
        assert_eq!(named("bleeding 2"), Some(Named { size: None, ..bleeding }));
        let slowed = Named { lasts: Some((1, Clock::Rounds)), by: Some("Grey Wolf"), ..plain(Status::Slowed) };
        assert_eq!(named("Slowed 1 round by Grey Wolf"), Some(slowed));
        assert_eq!(named("slowed (\u{2212}2) for 1 round of Grey Wolf"), Some(Named { size: Some(2), ..slowed }));
        assert_eq!(named("temporary health 10"), Some(Named { size: Some(10), ..plain(Status::TemporaryHealth) }));
        assert_eq!(named("fatigued 3 stacks"), Some(Named { stacks: Some(3), ..plain(Status::Fatigued) }));
        for wrong in [
            "fatigued 3",
            "bleeding of",
            "bleeding (x)",
            "bleeding 2 legs",
            "burning 0 hits",
            "blinded 0",
            "slowed 2 rounds 3 rounds",
            "slowed 2 rounds 3",
            "temporary health (5) 10",
            "",
        ] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }
}
