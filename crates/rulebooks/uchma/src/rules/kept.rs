//! What has to be kept up: poems, lesser rituals, holds, and the echo of bards.

use quintain_engine::{Event, Picks, Table, Throw, Who};

use crate::ask::{self, Act, Aimed, Ask, Deed};
use crate::book::{Effect, Feature, Status, Tag, Topic};
use crate::combatant::{Combatant, KeptUp};
use crate::content::AbilityId;
use crate::fight::{Fight, Turn};
use crate::lasting::{Clock, Lasting, What};
use crate::objection::Objection;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Job};
use crate::rules::features::{self, affected};
use crate::rules::{abilities, actions, cover, distance, ground, precision, prone, statuses, targets, uses};

/// What keeping something up forbids: one poem at a time; a creature that holds another does nothing else.
///
/// # Errors
/// The refusal.
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let entry = fight.ability(ability);
    if holding(fight, who).is_some() {
        return Err(Objection::about(&prone::STAY, who, "{} holds somebody down"));
    }
    if entry.is(Tag::Sound) && !can_sing(fight, who) {
        return Err(Objection::about(&cover::SOUND, who, "{} cannot be heard"));
    }
    Ok(())
}

/// Whether somebody can sing and play: not stunned, prone, under deep water or barred from techniques.
pub fn can_sing(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let under_water = one.altitude == 0 && super::movement::swims(fight, one.at);
    let barred = features::any(
        fight,
        who,
        Topic::Bars,
        |feature| matches!(feature, Feature::BarredTags { from } if from.has(Tag::Technique)),
    );
    fight.able(who) && !one.prone && !affected(fight, who, Status::Stunned) && !under_water && !barred
}

/// One poem at a time, and one ritual: the place of something among what its user keeps up.
fn place_of(fight: &Fight, ability: AbilityId) -> usize {
    usize::from(fight.ability(ability).is(Tag::Ritual))
}

/// Everything that somebody keeps up.
pub fn all(fight: &Fight, who: Who) -> impl Iterator<Item = KeptUp> + use<> {
    fight.one(who).kept.into_iter().flatten()
}

/// An ability that is kept up begins, since it has succeeded: its like that was kept up before ends. A failed one leaves
/// everything as it was.
#[inline]
pub(crate) fn begun<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: AbilityId, whom: Who) {
    if fight.ability(ability).entry.kept.is_none() {
        return;
    }
    let place = place_of(fight, ability);
    if let Some(before) = fight.one(who).kept[place] {
        give_up(fight, table, who, before.ability);
    }
    fight.one_mut(who).kept[place] = Some(KeptUp { ability, whom });
    fight.singing |= fight.ability(ability).is(Tag::Sound);
}

/// Something that somebody keeps up ends.
pub(crate) fn stop(fight: &mut Fight, who: Who, ability: AbilityId) {
    if all(fight, who).all(|kept| kept.ability != ability) {
        return;
    }
    let place = place_of(fight, ability);
    fight.one_mut(who).kept[place] = None;
    for whom in fight.everyone() {
        let ends = |lasting: &Lasting| {
            lasting.clock == Clock::Kept && lasting.owner == Some(who) && lasting.by == Some(ability)
        };
        fight.one_mut(whom).lasting.retain(|lasting| !ends(lasting));
    }
    fight.zones.retain(|zone| !(zone.clock == Clock::Kept && zone.owner == who && zone.step.ability == ability));
}

/// At the start of a turn: what is kept up is paid for, or ends.
///
/// # Errors
/// Halts with the table.
pub(crate) fn upkeep<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    let sung_now = fade_out(fight, table, who)?;
    for kept in all(fight, who) {
        if !(sung_now && fight.ability(kept.ability).is(Tag::Poem)) && all(fight, who).any(|still| still == kept) {
            keep_up(fight, table, who, kept)?;
        }
    }
    Ok(())
}

/// One of these things is paid for, or ends.
fn keep_up<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    KeptUp { ability, whom }: KeptUp,
) -> Result<(), T::Halt> {
    let energy = price_of_upkeep(fight, who, ability);
    let near = in_range(fight, who, KeptUp { ability, whom });
    let sings = !fight.ability(ability).is(Tag::Sound) || can_sing(fight, who);
    let share = share_of(fight, (who, whom), energy);
    let affords = |fight: &Fight, share: i16| fight.one(who).energy >= energy - share;
    let may = near && sings && affords(fight, share) && targets::needs_of_user(fight, who, ability).is_ok();
    let wanted = may && ask::yes(fight, table, Ask::Upkeep { who, ability })?;
    let shares = wanted && share > 0 && ask::yes(fight, table, Ask::Duet { who: whom, by: who, ability })?;
    let share = if shares { share } else { 0 };
    if !wanted || !affords(fight, share) {
        give_up(fight, table, who, ability);
        return Ok(());
    }
    let told = table.tell(|| {
        let text = format!("{} keeps up {}", fight.label(who), fight.ability(ability).entry.name);
        Event::new(&actions::UPKEEP, text).by(who).upkeep()
    });
    let before = fight.scratch.cause.replace(told);
    abilities::pay_energy(fight, table, whom, share);
    abilities::pay_energy(fight, table, who, energy - share);
    fight.scratch.cause = before;
    renew(fight, table, who, ability, whom)
}

/// What it costs somebody to keep something up for another round: rituals near an icon cost those nothing who draw from it.
pub fn price_of_upkeep(fight: &Fight, who: Who, ability: AbilityId) -> i16 {
    let kept = fight.ability(ability).entry.kept.filter(|_| !abilities::from_source(fight, who, ability));
    kept.map_or(0, |kept| kept.energy)
}

/// What the one who is sung for may pay of the price: half of it, in a duet.
fn share_of(fight: &Fight, (who, whom): (Who, Who), energy: i16) -> i16 {
    let half = fight.half(energy);
    let able = whom != who && fight.able(whom) && fight.one(whom).energy >= half;
    let duet = able && features::any(fight, who, Topic::Songs, |feature| feature == Feature::Duet);
    if duet { half } else { 0 }
}

/// Whether the target of what somebody keeps up is near enough, and hears what is sung.
fn in_range(fight: &Fight, who: Who, kept: KeptUp) -> bool {
    let ability = fight.ability(kept.ability);
    let Some(entry) = ability.entry.kept else { return true };
    let far = fight.value(entry.range, features::aptitudes(fight, who));
    let near = fight.present(kept.whom) && distance::between(fight, who, kept.whom) <= far;
    near && (!ability.is(Tag::Sound) || cover::hears(fight, who, kept.whom))
}

/// What the ability gives and somebody took off comes back.
fn renew<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    whom: Who,
) -> Result<(), T::Halt> {
    let gives = fight.ability(ability).entry.does.iter().filter(|step| !matches!(step.effect, Effect::Zone(_))).count();
    let mine = |lasting: &&Lasting| lasting.owner == Some(who) && lasting.by == Some(ability);
    if fight.one(whom).lasting.iter().filter(mine).count() < gives {
        let job = Job::new(fight, who, ability);
        effects::steps(fight, table, &job, crate::lasting::List::Does, Some(whom))?;
    }
    Ok(())
}

/// A singer that fades out may exchange the poem that it keeps up, without an action. Says whether another one is sung
/// now: one that fails leaves the old one to be paid for.
fn fade_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    if !features::any(fight, who, Topic::Songs, |feature| feature == Feature::FadeOut)
        || other_poems(fight, who).is_empty()
    {
        return Ok(false);
    }
    let before = fight.one(who).kept;
    if let Some(Act::Deed(Deed::Use { ability, aim })) = ask::act(fight, table, Ask::FadeOut { who })? {
        uses::carry_out(fight, table, who, ability, aim)?;
    }
    Ok(fight.one(who).kept != before)
}

/// The poems that may take the place of the one that a singer keeps up, each with its target.
pub fn other_poems(fight: &Fight, who: Who) -> Picks<(AbilityId, Aimed)> {
    let mut found = Picks::new();
    let Some(now) = all(fight, who).find(|kept| fight.ability(kept.ability).is(Tag::Poem)) else { return found };
    abilities::each(fight, who, |ability| {
        let other = fight.ability(ability).is(Tag::Poem) && ability != now.ability;
        if other && abilities::may_use(fight, who, ability).is_ok() {
            targets::each(fight, who, ability, |aim| found.push((ability, aim)));
        }
    });
    found
}

/// What somebody may end at will: what it keeps up, and the ritual that it has begun at its totem.
pub fn may_be_ended(fight: &Fight, who: Who) -> impl Iterator<Item = AbilityId> + use<> {
    let planted = ground::planted(fight, who).and_then(|place| Some(fight.zones.get(place)?.step.ability));
    all(fight, who).map(|kept| kept.ability).chain(planted)
}

/// Ends one of these.
pub(crate) fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: AbilityId) {
    match all(fight, who).any(|kept| kept.ability == ability) {
        true => stop(fight, who, ability),
        false => ground::end_ritual(fight, who),
    }
    table.tell(|| {
        let text = format!("{} ends {}", fight.label(who), fight.ability(ability).entry.name);
        Event::new(&actions::UPKEEP, text).by(who).act()
    });
}

/// Whatever somebody keeps up is broken off: it is down, dead or gone.
///
/// # Errors
/// Halts with the table.
pub(crate) fn interrupted<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    // What is sung falls silent, which has words of its own.
    silence(fight, table)?;
    for kept in all(fight, who) {
        give_up(fight, table, who, kept.ability);
    }
    let held = holding(fight, who);
    let_go(fight, who);
    if let Some(held) = held {
        tell_free(fight, table, (held, who));
    }
    Ok(())
}

/// One that has left the map is out of every hold.
pub(crate) fn slips_away<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    for holder in fight.everyone() {
        if fight.one(whom).lasting.iter().any(|lasting| holds(lasting, holder)) {
            fight.one_mut(whom).lasting.retain(|lasting| !holds(lasting, holder));
            tell_free(fight, table, (whom, holder));
        }
    }
}

fn tell_free<T: Table<Fight>>(fight: &Fight, table: &mut T, (whom, holder): (Who, Who)) {
    table.tell(|| {
        let text = format!("{} gets free of {}", fight.label(whom), fight.label(holder));
        Event::new(&prone::STAY, text).to(whom)
    });
}

/// Somebody keeps up no longer what it has kept up.
fn give_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: AbilityId) {
    stop(fight, who, ability);
    table.tell(|| {
        let text = format!("{} stops {}", fight.label(who), fight.ability(ability).entry.name);
        Event::new(&actions::UPKEEP, text).by(who).upkeep()
    });
}

/// Somebody keeps nothing up any more, and holds nobody.
pub(crate) fn let_go(fight: &mut Fight, who: Who) {
    for kept in all(fight, who) {
        stop(fight, who, kept.ability);
    }
    for whom in fight.everyone() {
        fight.one_mut(whom).lasting.retain(|lasting| !holds(lasting, who));
    }
}

/// Whether something is a hold of somebody's.
fn holds(lasting: &Lasting, who: Who) -> bool {
    matches!(lasting.what, What::Pinned(_)) && lasting.owner == Some(who)
}

/// What is due at the start of a turn before anything is decided: songs that are not heard any more end, holds hurt.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    silence(fight, table)?;
    if fight.able(who) {
        pinned_damage(fight, table, who)?;
    }
    Ok(())
}

/// A bard may lend its action.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if features::none(fight, who, Topic::Songs) || !fight.able(who) || affected(fight, who, Status::Stunned) {
        return Ok(());
    }
    if let Some(other) = echoed(fight, table, who)? {
        lend_action(fight, table, who, other)?;
    }
    Ok(())
}

/// The echo: another takes one action now, in the place of the bard's own.
fn lend_action<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, other: Who) -> Result<(), T::Halt> {
    let own = fight.turn.take();
    let mut turn = Turn::of(other);
    turn.whose = who;
    turn.moving = true;
    turn.moved = true;
    turn.rapid = true;
    turn.set_up = true;
    fight.turn = Some(turn);
    table.tell(|| {
        Event::new(&actions::OPEN, format!("{} acts for {}", fight.label(other), fight.label(who))).by(other).heading()
    });
    // Where the table halts to ask, the turn that is lent has to be there to be looked at.
    crate::rules::deeds::one_deed(fight, table, other)?;
    fight.turn = own;
    if let Some(turn) = fight.turn.as_mut() {
        turn.action = true;
    }
    Ok(())
}

/// What is sung stops at once when the singer cannot be heard any more.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn silence<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.singing { fall_silent(fight, table) } else { Ok(()) }
}

fn fall_silent<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let sound = |fight: &Fight, kept: KeptUp| fight.ability(kept.ability).is(Tag::Sound);
    for who in fight.everyone() {
        let sung = all(fight, who).find(|kept| sound(fight, *kept));
        if let Some(sung) = sung.filter(|sung| !can_sing(fight, who) || !in_range(fight, who, *sung)) {
            stop(fight, who, sung.ability);
            table.tell(|| Event::new(&cover::SOUND, format!("{} is not heard any more", fight.label(who))).by(who));
        }
        let mut place = 0;
        while let Some(lasting) = fight.one(who).lasting.get(place).copied() {
            let mute = lasting.sung && lasting.owner.is_some_and(|owner| owner != who && !can_sing(fight, owner));
            if mute && lasting.clock == Clock::Rounds {
                fight.one_mut(who).lasting.remove(place);
                statuses::ended(fight, table, who, lasting.what)?;
            } else {
                place += 1;
            }
        }
    }
    let sings = |one: &Combatant| {
        one.kept.into_iter().flatten().any(|kept| sound(fight, kept)) || one.lasting.iter().any(|lasting| lasting.sung)
    };
    fight.singing = fight.cast.iter().any(sings);
    Ok(())
}

/// The creature that this one holds down.
pub fn holding(fight: &Fight, who: Who) -> Option<Who> {
    if fight.is_plain() || !fight.cast.iter().any(|one| one.lasting.pins()) {
        return None;
    }
    let held = |whom: &Who| fight.present(*whom) && fight.one(*whom).lasting.iter().any(|lasting| holds(lasting, who));
    fight.everyone().find(held)
}

/// Whether somebody is held down.
pub fn held(fight: &Fight, whom: Who) -> bool {
    fight.one(whom).lasting.iter().any(|lasting| matches!(lasting.what, What::Pinned(_)))
}

/// On each of the holder's turns the held one is hurt.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pinned_damage<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(whom) = holding(fight, who) else { return Ok(()) };
    let step = fight.one(whom).lasting.iter().find_map(|lasting| match lasting.what {
        What::Pinned(step) if lasting.owner == Some(who) => Some((step, lasting.with)),
        _ => None,
    });
    let Some((step, with)) = step else { return Ok(()) };
    if let Some(Effect::Pin(dealt)) = fight.step(step).map(|step| step.effect) {
        let amount = fight.value(dealt.amount, with) + damage::potency(fight, who, with.potency, dealt.potency);
        let packet = Packet { by: Some(who), ..Packet::new(whom, amount, dealt.kind, "the hold") };
        damage::deal(fight, table, packet)?;
    }
    Ok(())
}

/// At the end of the held one's turn a roll of each holder decides whether its hold goes on.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pinned_roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let pinned = |lasting: &Lasting| match lasting.what {
        What::Pinned(step) => lasting.owner.map(|owner| (step.ability, owner)),
        _ => None,
    };
    let holders: Picks<(AbilityId, Who)> = fight.one(whom).lasting.iter().filter_map(pinned).collect();
    for (ability, owner) in holders {
        let goes_on = fight.able(owner) && {
            let against = fight.ability(ability).against.unwrap_or(crate::book::Resistance::Constitution);
            let job = Job::new(fight, owner, ability);
            let attempt = effects::attempt(fight, &job, whom, against);
            precision::roll(fight, table, attempt)?.hit
        };
        if !goes_on {
            fight.one_mut(whom).lasting.retain(|lasting| !holds(lasting, owner));
            tell_free(fight, table, (whom, owner));
        }
    }
    Ok(())
}

/// How far the echo of somebody reaches, if it has one.
pub fn echo(fight: &Fight, who: Who) -> Option<i16> {
    features::find(fight, who, Topic::Songs, |feature, _| match feature {
        Feature::Echo { metres } => Some(metres),
        _ => None,
    })
}

/// Who gets the action of a bard's turn instead of the bard, if anybody.
///
/// # Errors
/// Halts with the table.
pub(crate) fn echoed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<Option<Who>, T::Halt> {
    let Some(far) = echo(fight, who) else { return Ok(None) };
    let near = |other: Who| {
        other != who && fight.able(other) && fight.allies(who, other) && distance::between(fight, who, other) <= far
    };
    if !fight.everyone().any(near) {
        return Ok(None);
    }
    Ok(match ask::act(fight, table, Ask::Echo { who, far })? {
        Some(Act::Who(other)) => Some(other),
        _ => None,
    })
}

/// A pet that has run off comes back after d4 + 4 hours: told, not played.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pet_flees<T: Table<Fight>>(fight: &mut Fight, table: &mut T, pet: Who) -> Result<(), T::Halt> {
    let face = table.die(fight, Throw::die(4, &super::summoning::CONTROL, "hours until the pet is back").by(pet))?;
    table.tell(|| {
        let text = format!("{} runs off and is back after {} hours", fight.label(pet), face + 4);
        Event::new(&super::summoning::CONTROL, text).to(pet).dice(4, &[face])
    });
    Ok(())
}
