//! What powers do at once and what they give for a while, with their clocks.

use quintain_engine::{Event, Table, Who};

use crate::content::{
    Call, Deed, Effect, EffectReplace, Family, Feature, Limb, MOST_POWERS, Need, PowerEntry, PowerId, Words,
};
use crate::rules::effects::{self, Called};
use crate::rules::{armour, delaying, health, willpower, wording};
use crate::state::{Act, Ask, Boon, Fight, PowerAct, PowerAsk, yes};

use super::events;

/// The mark of a turn with an attack in a rage.
pub(crate) const RAGING: u8 = u8::MAX;

/// Seconds of what lasts for the rest of a fight.
const FOR_GOOD: i16 = 600;

/// Own turns of so many seconds.
fn turns(seconds: u16) -> i16 {
    (seconds / 2).min(i16::MAX as u16) as i16
}

/// A power begins so many own turns later.
pub(crate) fn later(fight: &mut Fight, who: Who, power: PowerId, wait: i16) {
    let times = super::copies(fight, who, power);
    let lasts = fight.power(power).entry.lasts;
    let left = lasts.map_or(-1, |seconds| turns(seconds.saturating_mul(times as u16)));
    let amount = times * amount_of(fight, power);
    fight.one_mut(who).boons.push(Boon { power, wait, left, amount, counted: false });
}

/// The same where it is at work from the last time perhaps: until then it does nothing.
pub(crate) fn anew<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    wait: i16,
) -> Result<(), T::Halt> {
    let ignored = health::ignores_injuries(fight, who);
    fight.one_mut(who).boons.retain(|boon| boon.power != power);
    later(fight, who, power, wait);
    if ignored { health::take_hold(fight, table, who) } else { Ok(()) }
}

/// A power takes effect, now or after the time it needs.
pub(crate) fn start<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    power: PowerId,
) -> Result<(), T::Halt> {
    let entry = &fight.power(power).entry;
    let (after, lasts, gives) = (entry.after, entry.lasts, !entry.gives.is_empty());
    if after > 0 {
        later(fight, who, power, turns(after));
        table.tell(|| {
            let when = match turns(after) {
                1 => "in 1 turn".to_owned(),
                turns => format!("in {turns} turns"),
            };
            let text = format!("{} will work {when}", of_owner(fight, who, power));
            fight.caused(Event::new(&effects::TURNS, text).by(who))
        });
        return Ok(());
    }
    let kept = |deed: &Deed| matches!(deed, Deed::NextHits { .. } | Deed::Willpower(_) | Deed::Ward { .. });
    if lasts.is_some() || gives || fight.power(power).entry.does.iter().any(kept) {
        later(fight, who, power, 0);
    }
    begin(fight, table, who, at, power)
}

fn begin<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    power: PowerId,
) -> Result<(), T::Halt> {
    if !only_calls(&fight.power(power).entry) {
        table.tell(|| {
            let text = format!("{} takes effect", of_owner(fight, who, power));
            let event = Event::new(&effects::WHO, text).and(&willpower::COST).by(who);
            fight.caused(event.with(super::power_name(fight, power)))
        });
    }
    let setting = fight.setting.clone();
    for deed in &setting.content.power(power).entry.does {
        carry_out(fight, table, who, at, power, deed)?;
    }
    Ok(())
}

/// A power and whose it is, at the beginning of a sentence.
fn of_owner(fight: &Fight, who: Who, power: PowerId) -> String {
    format!("{} of {}", wording::capitalised(&fight.power(power).entry.name), fight.label(who))
}

/// Whether a power calls effects at once and does nothing else: each call has told what came of it, and may have been
/// resisted.
fn only_calls(entry: &PowerEntry) -> bool {
    let (calls, does, gives) = (!entry.calls.is_empty(), !entry.does.is_empty(), !entry.gives.is_empty());
    calls && !does && !gives && entry.after == 0 && entry.lasts.is_none()
}

/// What is counted down while a power lasts.
fn amount_of(fight: &Fight, power: PowerId) -> i16 {
    let entry = &fight.power(power).entry;
    let deeds = entry.does.iter().map(|deed| match deed {
        Deed::NextHits { hits, .. } => i16::from(*hits),
        Deed::Willpower(n) => *n,
        Deed::Ward { card } => willpower::scaled(fight, *card),
        _ => 0,
    });
    let features = entry.gives.iter().map(|feature| match feature {
        Feature::SparesWp { wp, .. } => i16::from(*wp),
        _ => 0,
    });
    deeds.chain(features).max().unwrap_or(0)
}

fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    power: PowerId,
    deed: &Deed,
) -> Result<(), T::Halt> {
    let times = super::copies(fight, who, power);
    match deed {
        Deed::Heal { card, over } => {
            let amount = times * willpower::scaled(fight, *card);
            health::heal(fight, table, who, amount, *over, &willpower::SCALE);
        }
        Deed::Willpower(n) => fight.one_mut(who).wp += n,
        Deed::Ward { card } => fight.one_mut(who).ward += willpower::scaled(fight, *card),
        Deed::Rage { card, turns } => {
            let amount = willpower::scaled(fight, *card);
            fight.one_mut(who).rage = Some((RAGING, *turns));
            health::heal(fight, table, who, amount, true, &willpower::SCALE);
        }
        Deed::NextHits { .. } => {}
        Deed::Sharpen { card } => fight.one_mut(who).sharpened += willpower::scaled(fight, *card),
        Deed::Hook(n) => fight.one_mut(who).hooked += n,
        Deed::Ends(of) => {
            for effect in of.iter() {
                effects::end(fight, who, effect);
            }
        }
        Deed::EndsOne(of) => return ends_one(fight, table, who, *of),
        Deed::EndsPotions => {
            let setting = fight.setting.clone();
            let stays =
                |boon: &Boon| boon.power == power || setting.content.power(boon.power).entry.family != Family::Alchemy;
            let ignored = health::ignores_injuries(fight, who);
            fight.one_mut(who).boons.retain(stays);
            if ignored {
                health::take_hold(fight, table, who)?;
            }
        }
        Deed::Vanish { rounds, .. } => events::vanish(fight, table, who, power, *rounds, at),
        Deed::Rise { card, wp, rounds, .. } => {
            rise(fight, table, who, power, (times * card, times * wp, *rounds * times as u16));
        }
        Deed::Suppress => {
            if let Some(at) = at {
                fight.one_mut(at).suppressed = true;
            }
        }
        Deed::Anchor => {
            if let Some(at) = at {
                fight.one_mut(at).anchored = true;
            }
        }
    }
    Ok(())
}

fn ends_one<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, of: Words<Effect>) -> Result<(), T::Halt> {
    let at = fight.one(who).at;
    for friend in fight.everyone() {
        let near = fight.present(friend) && fight.one(friend).at == at && !fight.foes(who, friend);
        if !near || !of.iter().any(|effect| fight.one(friend).suffers(effect)) {
            continue;
        }
        let ask = Ask::Power(PowerAsk::EndsOne { who: friend, of });
        if let Some(Act::Power(PowerAct::Effect(effect))) = table.choose(fight, ask)? {
            effects::end(fight, friend, effect);
            table.tell(|| {
                let text = format!("{effect} of {} is over", fight.label(friend));
                Event::new(effects::rule_of(effect), text).by(who).to(friend)
            });
        }
    }
    Ok(())
}

fn rise<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    (card, wp, rounds): (i16, i16, u16),
) {
    let hp = willpower::scaled(fight, card);
    let ends = fight.round + u32::from(rounds);
    let one = fight.one_mut(who);
    one.out = None;
    one.risen = Some(power);
    (one.hp, one.hp_max, one.wp, one.wp_max) = (hp, hp, wp, wp);
    (one.hurt, one.scars) = (0, None);
    (one.prone, one.unconscious, one.stabilised) = (false, false, false);
    one.climbing = None;
    one.effects.clear();
    // What the raising power gives to the body stays with it.
    one.boons.retain(|boon| boon.power == power);
    (one.ward, one.rage, one.company) = (0, None, 0);
    (one.dodges, one.blocks, one.parried, one.blind) = (0, 0, 0, 0);
    (one.guard, one.ongoing) = (false, false);
    (one.used, one.freely) = ([0; MOST_POWERS], [0; MOST_POWERS]);
    one.ends = Some(ends);
    delaying::remove(fight, who);
    fight.late.push(who);
    table.tell(|| fight.event(&effects::WHO, who, "rises from the dead").and(&willpower::SCALE).upkeep());
}

/// A power that changes the next hits. Says whether it took the place of damage; nothing if there is none, or if it is let
/// pass: then something else may be used on the hit.
pub(crate) fn next_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    whom: Who,
    limb: Option<Limb>,
) -> Result<Option<bool>, T::Halt> {
    let next = |boon: &Boon| {
        let deed = fight.power(boon.power).entry.does.iter().find(|deed| matches!(deed, Deed::NextHits { .. }));
        deed.filter(|_| boon.wait <= 0 && boon.amount > 0).is_some()
    };
    let Some(place) = fight.one(by).boons.iter().position(next) else { return Ok(None) };
    let Some(power) = fight.one(by).boons.get(place).map(|boon| boon.power) else { return Ok(None) };
    let setting = fight.setting.clone();
    let mut does = setting.content.power(power).entry.does.iter();
    let Some(Deed::NextHits { may, calls, .. }) = does.find(|deed| matches!(deed, Deed::NextHits { .. })) else {
        return Ok(None);
    };
    let wanted = !*may || yes(fight, table, Ask::Power(PowerAsk::NextHit { who: by, whom, power }))?;
    if let Some(boon) = fight.one_mut(by).boons.get_mut(place) {
        boon.amount -= 1;
    }
    if !wanted {
        return Ok(None);
    }
    // What the hit turns into is instead of damage; what may be called on it is so as the house says.
    let mut replaced = !*may || fight.house().effect_replace == EffectReplace::Any;
    for call in calls {
        replaced |= call.effect == Effect::Hit;
        let poison = fight.power(power).entry.poison;
        let n = super::number(fight, call);
        let called = Called { limb, poison, ..Called::of(call.effect, n, whom, Some(by)) };
        effects::call(fight, table, &called)?;
    }
    Ok(Some(replaced))
}

/// At the start of a turn it counts for everything that lasts.
pub(crate) fn turn_begins(fight: &mut Fight, who: Who) {
    for boon in &mut fight.one_mut(who).boons {
        boon.counted = true;
    }
}

/// At the end of a turn what lasts has a turn less; what waited begins, and what is over ends.
pub(crate) fn turn_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    rage_goes_on(fight, table, who);
    only_uninjured(fight, table, who)?;
    // One that begins may end others: what is still due is looked up anew.
    let due = |boon: &Boon| boon.counted || (boon.wait <= 0 && boon.left == 0);
    while let Some(place) = fight.one(who).boons.iter().position(due) {
        let Some(boon) = fight.one(who).boons.get(place).copied() else { break };
        let now = counted_down(boon);
        if now.wait <= 0 && now.left == 0 {
            end(fight, table, who, place)?;
            continue;
        }
        if let Some(known) = fight.one_mut(who).boons.get_mut(place) {
            *known = now;
        }
        if boon.wait > 0 && now.wait == 0 {
            begin(fight, table, who, None, boon.power)?;
            calls_on_owner(fight, table, who, boon.power, |entry| &entry.calls)?;
        }
    }
    Ok(())
}

/// What a power calls on its owner: a draught drunk, or what comes after it.
pub(crate) fn calls_on_owner<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    list: impl FnOnce(&PowerEntry) -> &[Call],
) -> Result<(), T::Halt> {
    let setting = fight.setting.clone();
    let entry = &setting.content.power(power).entry;
    for call in list(entry) {
        let n = super::number(fight, call);
        let (poison, element) = (entry.poison, entry.element);
        effects::call(fight, table, &Called { poison, element, ..Called::of(call.effect, n, who, None) })?;
    }
    Ok(())
}

/// What only the uninjured keep ends with the first injury.
pub(crate) fn only_uninjured<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !armour::is_injured(fight, who) {
        return Ok(());
    }
    let asks = |fight: &Fight, boon: &Boon| fight.power(boon.power).entry.needs.contains(&Need::Uninjured);
    while let Some(place) = fight.one(who).boons.iter().position(|boon| boon.wait <= 0 && asks(fight, boon)) {
        end(fight, table, who, place)?;
    }
    Ok(())
}

/// Takes so much, as far as there is as much, from what powers give that is lost with them: from the oldest first.
pub(crate) fn draw_on(fight: &mut Fight, who: Who, amount: i16, of: fn(&Deed) -> bool) {
    let mut left = amount;
    for place in 0..fight.one(who).boons.len() {
        let Some(boon) = fight.one(who).boons.get(place).copied() else { break };
        if boon.wait > 0 || !fight.power(boon.power).entry.does.iter().any(of) {
            continue;
        }
        let taken = boon.amount.min(left).max(0);
        left -= taken;
        if let Some(boon) = fight.one_mut(who).boons.get_mut(place) {
            boon.amount -= taken;
        }
    }
}

/// What of a loss breaks on a ward, as much as there is of it.
pub(crate) fn ward_breaks(fight: &mut Fight, who: Who, amount: i16) -> i16 {
    let one = fight.one_mut(who);
    let broken = amount.min(one.ward);
    one.ward -= broken;
    if broken > 0 {
        draw_on(fight, who, broken, |deed| matches!(deed, Deed::Ward { .. }));
    }
    broken
}

fn counted_down(boon: Boon) -> Boon {
    let mut now = boon;
    now.counted = false;
    if boon.counted && boon.wait > 0 {
        now.wait -= 1;
    } else if boon.counted && boon.left > 0 {
        now.left -= 1;
    }
    now
}

/// A power ends, and with it its willpower, its ward and what it let its owner ignore; and what comes after it comes.
fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<(), T::Halt> {
    let ignored = health::ignores_injuries(fight, who);
    let boon = fight.one_mut(who).boons.remove(place);
    table.tell(|| {
        let text = format!("{} has passed", of_owner(fight, who, boon.power));
        Event::new(&effects::WHICH, text).by(who).upkeep()
    });
    let setting = fight.setting.clone();
    for deed in &setting.content.power(boon.power).entry.does {
        let one = fight.one_mut(who);
        match deed {
            Deed::Willpower(_) => one.wp = (one.wp - boon.amount).max(0),
            Deed::Ward { .. } => one.ward = (one.ward - boon.amount).max(0),
            _ => {}
        }
    }
    if ignored {
        health::take_hold(fight, table, who)?;
    }
    calls_on_owner(fight, table, who, boon.power, |entry| &entry.aftermath)
}

fn rage_goes_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some((quiet, most)) = fight.one(who).rage else { return };
    let quiet = if quiet == RAGING { 0 } else { quiet + 1 };
    if quiet < most {
        fight.one_mut(who).rage = Some((quiet, most));
        return;
    }
    let one = fight.one_mut(who);
    one.rage = None;
    one.hp = one.hp.min(one.hp_max);
    effects::last(fight, table, &Called::of(Effect::Weaken, FOR_GOOD, who, None), None);
    table.tell(|| {
        let text = format!("The rage of {} is over; it is weakened", fight.label(who));
        Event::new(&effects::WEAKEN, text).by(who)
    });
}

/// Whether company gives a combatant willpower.
fn counts(feature: &Feature) -> bool {
    matches!(feature, Feature::WpWithKin { .. } | Feature::WpWithPartner { .. })
}

/// Willpower that company gives or takes, wherever somebody has come, gone or died.
pub(crate) fn companies(fight: &mut Fight) {
    for who in fight.everyone() {
        company(fight, who);
    }
}

fn company(fight: &mut Fight, who: Who) {
    if !fight.present(who) || (fight.one(who).company == 0 && !fight.template(who).gives.iter().any(counts)) {
        return;
    }
    // The risen have the willpower of their blessing, whichever kin are near.
    if fight.one(who).risen.is_some() {
        return;
    }
    let at = fight.one(who).at;
    let race = fight.template(who).race;
    let kin = fight.those_at(at).filter(|other| *other != who && fight.template(*other).race == race).count();
    let partner = fight.setting.partners.get(who.index()).and_then(Option::as_deref);
    let beside = partner.is_some_and(|name| fight.those_at(at).any(|other| fight.label(other) == name));
    let gives: i16 = fight
        .features(who)
        .map(|feature| match feature {
            Feature::WpWithKin { wp, kin: wanted } if kin >= usize::from(*wanted) => *wp,
            Feature::WpWithPartner { wp, .. } if beside => *wp,
            _ => 0,
        })
        .sum();
    let one = fight.one_mut(who);
    let change = gives - one.company;
    one.company = gives;
    one.wp_max += change;
    one.wp = (one.wp + change).max(0);
}

/// What a combatant loses with somebody's death: willpower, where that was the partner it leans on.
fn lost_with(fight: &Fight, who: Who, dead: Who) -> i16 {
    let partner = fight.setting.partners.get(who.index()).and_then(Option::as_deref);
    if partner != Some(fight.label(dead)) || !fight.present(who) {
        return 0;
    }
    let loses = |feature: &Feature| if let Feature::WpWithPartner { loses, .. } = feature { *loses } else { 0 };
    fight.features(who).map(loses).sum()
}

/// A combatant has died: a partner who leans on it loses willpower.
pub(crate) fn partner_dies<T: Table<Fight>>(fight: &mut Fight, table: &mut T, dead: Who) {
    if !fight.setting.paired {
        return;
    }
    for who in fight.everyone() {
        let loses = lost_with(fight, who, dead);
        if loses > 0 {
            willpower::lose(fight, table, who, loses, &willpower::WHAT);
        }
    }
}

/// The same where the game master says that it is dead.
pub(crate) fn partner_is_dead(fight: &mut Fight, dead: Who) {
    for who in fight.everyone() {
        let loses = lost_with(fight, who, dead);
        willpower::take(fight, who, loses);
    }
}
