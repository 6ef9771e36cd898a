//! Conditions that the game master gives and takes by hand, in words.

use quintain_engine::{Blank, Refusal, Who};

use super::{end_turn_of, person};
use crate::book::{Aptitudes, Class, Status, Word};
use crate::combatant::Out;
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, What};
use crate::rules::{ambush, death, durations, features, movement, statuses};

/// A status effect in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Named<'a> {
    status: Status,
    size: Option<i16>,
    stacks: Option<u8>,
    /// How many hits or rounds.
    lasts: Option<(u16, Clock)>,
    /// The name of whoever it comes from.
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
                let number: u16 = number.parse().ok().filter(|number| (1..=1000).contains(number))?;
                match unit.trim_end_matches('s') {
                    "hit" => known.lasts = Some((number, Clock::Hits)),
                    "round" => known.lasts = Some((number, Clock::Rounds)),
                    "stack" => known.stacks = Some(u8::try_from(number).ok()?),
                    _ => return None,
                }
                rest.truncate(rest.len() - 2);
            }
            [.., number] if number.parse::<u16>().is_ok() && bare.is_none() => {
                bare = number.parse().ok();
                rest.truncate(rest.len() - 1);
            }
            _ => break,
        }
    }
    known.status = Status::named(&rest.join(" "))?;
    match (known.status, bare) {
        (_, None) => {}
        (Status::TemporaryHealth | Status::TemporaryMagicalArmor | Status::TemporaryPhysicalArmor, Some(size)) => {
            known.size = Some(i16::try_from(size).ok()?);
        }
        // Stacks or rounds: that has to be said.
        (Status::Fatigued | Status::Protected, Some(_)) => return None,
        (status, Some(long)) => known.lasts = Some((long, usual_clock(status))),
    }
    Some(known)
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
/// that follows from the Potency of whoever it comes from.
fn put(fight: &mut Fight, who: Who, known: Named<'_>) -> Result<(), Refusal> {
    let status = known.status;
    let harmful = status.class() == Class::Harmful;
    if known.lasts.is_some_and(|(_, clock)| clock == Clock::Rounds) && harmful {
        return Err(Refusal::new(&durations::HITS, format!("{status} lasts hits, not rounds")));
    }
    if known.lasts.is_some_and(|(_, clock)| clock == Clock::Hits) && !harmful && status != Status::Regeneration {
        return Err(Refusal::new(&durations::ROUNDS, format!("{status} lasts rounds, not hits")));
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
        stacks: known.stacks.unwrap_or(1).clamp(1, statuses::most_stacks(status)),
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
    let one = fight.one_mut(who);
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
            let one = fight.one_mut(who);
            one.health = one.health.min(0);
        }
        "ambushed" => {
            fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Ambushed);
            ambush::put(fight, who);
        }
        _ => {
            let known = named(words.trim()).ok_or_else(|| unknown(words))?;
            put(fight, who, known)?;
        }
    }
    crate::values::make_sound(fight, who);
    if drops(fight, who).into_iter().zip(before).any(|(now, before)| now && !before) {
        drop_down(fight, who);
        crate::values::make_sound(fight, who);
    }
    Ok(format!("{} is {} now", fight.label(who), words.trim()))
}

fn unknown(words: &str) -> Refusal {
    let names: Vec<&str> = Status::ALL.iter().map(|status| status.text()).collect();
    let why = format!(
        "there is no condition `{}`; there are prone, unconscious, dead, gone, ambushed, and, with their size, time and \
         origin as in `bleeding (7) 2 hits` or `slowed 2 rounds by NAME`, {}",
        words.trim(),
        names.join(", ")
    );
    Refusal::new(&death::INACTIVE, why)
}

pub(super) fn take(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let refuse = || Refusal::new(&death::INACTIVE, format!("{} is not {}", name.trim(), words.trim()));
    let one = fight.one(who);
    match words.trim().to_ascii_lowercase().as_str() {
        "prone" if one.prone && !one.unconscious => fight.one_mut(who).prone = false,
        "unconscious" if one.unconscious => {
            let one = fight.one_mut(who);
            one.health = 1;
        }
        "dead" | "gone" if one.out.is_some() => {
            if !movement::may_stop(fight, who, one.at) {
                return Err(Refusal::new(&movement::OCCUPIED, "somebody stands where it was"));
            }
            let one = fight.one_mut(who);
            one.out = None;
            one.health = one.health.max(1);
        }
        "ambushed" if one.lasting.iter().any(|lasting| lasting.what == What::Ambushed) => {
            fight.one_mut(who).lasting.retain(|lasting| lasting.what != What::Ambushed);
        }
        "prepared" if one.prepared.is_some() => fight.one_mut(who).prepared = None,
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
        for wrong in ["fatigued 3", "bleeding of", "bleeding (x)", "bleeding 2 legs", "burning 0 hits", ""] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }
}
