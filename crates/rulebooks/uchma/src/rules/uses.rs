//! The course of one use of an ability, from first to last: its price, its targets, its strikes, what waits for it.

mod again;

use quintain_engine::{Event, EventId, Table, Who};

use crate::ask::{self, Aimed, Ask};
use crate::book::{Aim, Effect, Feature, Tag, Time, Topic, With};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::lasting::List;
use crate::rules::abilities::{affordable, basic, count, pay_energy, pay_health, price, take_pending};
use crate::rules::effects::{self, Flow, Job};
use crate::rules::strikes::strike_once;
use crate::rules::{actions, blows, cover, features, precision, reactions, special_actions, targets, weapons};
use again::{another, mending, repeats};

/// Uses an ability from first to last: its price, its first steps, a roll for each target, its last steps.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
) -> Result<(), T::Halt> {
    match blows::to_strike(fight, who, ability, aim) {
        Some(met) => blows::strike(fight, table, who, met),
        None => carry_out_whole(fight, table, who, ability, aim),
    }
}

/// The same for any use.
#[inline(never)]
fn carry_out_whole<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
) -> Result<(), T::Halt> {
    let mods = take_pending(fight, who);
    if let (Aimed::One(target), Some(_), true) = (aim, fight.ability(ability).blow, mods.is_empty())
        && targets::counts(fight, who, ability, target)
    {
        // Nobody else to pick, no order and no price.
        return perform(fight, table, who, ability, aim, &[], &[target]);
    }
    let mut reached = targets::reached(fight, who, ability, aim);
    pick_more(fight, table, who, ability, &mut reached)?;
    actions::in_order(fight, table, who, ability, &mut reached)?;
    let (energy, health) = price(fight, who, ability, &mods, reached.len());
    let points = points(fight, table, who, ability)?;
    let told = announce(fight, table, who, ability, aim, &reached);
    pay_energy(fight, table, who, energy * points);
    pay_health(fight, table, who, health)?;
    fight.scratch.points = points;
    perform_told(fight, table, (who, ability, aim), &mods, &reached, told)
}

/// How many points go into a use, where its user may say; one otherwise.
fn points<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: AbilityId) -> Result<i16, T::Halt> {
    let cost = fight.ability(ability).entry.cost;
    let Some(up_to) = cost.up_to else { return Ok(1) };
    let with = features::aptitudes(fight, who);
    let each = fight.value(cost.energy, with).max(1);
    let most = fight.value(up_to, with).min(fight.one(who).energy / each);
    match most > 1 {
        true => Ok(ask::number(fight, table, Ask::Amount { who, ability, most })?.clamp(1, most)),
        false => Ok(1),
    }
}

/// Uses an ability that has been paid for.
///
/// # Errors
/// Halts with the table.
pub(crate) fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
    mods: &[AbilityId],
    reached: &[Who],
) -> Result<(), T::Halt> {
    let told = announce(fight, table, who, ability, aim, reached);
    perform_told(fight, table, (who, ability, aim), mods, reached, told)
}

/// The same for what has been told already.
///
/// # Errors
/// Halts with the table.
pub(crate) fn perform_told<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, ability, aim): (Who, AbilityId, Aimed),
    mods: &[AbilityId],
    reached: &[Who],
    told: EventId,
) -> Result<(), T::Halt> {
    fight.scratch.bought = !mods.is_empty();
    fight.scratch.lifted = None;
    let plain = is_plain(fight, who, ability, mods) && reached.len() == 1;
    if !plain {
        count(fight, who, ability);
        weapons::used(fight, who, ability);
    }
    let mut job = Job::new(fight, who, ability);
    for (place, id) in job.mods.iter_mut().zip(mods) {
        *place = Some(*id);
    }
    if let Aimed::At(square) = aim {
        job.spot = square;
    }
    job.cause = Some(told);
    let element = fight.element;
    fight.element = element_of(fight, who, mods);
    let before = fight.last_target;
    fight.last_target = reached.first().copied();
    // Only a target that a strike was made at has been attacked: a charge may fall short, and strikes may go on to
    // others.
    let mut met = targets::Reached::new();
    match (plain, reached) {
        (true, [target]) => blow(fight, table, &job, (*target, &mut met))?,
        _ => whole_course(fight, table, &job, mods, (reached, &mut met))?,
    }
    fight.last_target = before;
    fight.element = element;
    features::after_use(fight, who, job.since);
    answered(fight, table, who, ability, &met)
}

/// What waits for a weapon attack comes once it is through.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn answered<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    reached: &[Who],
) -> Result<(), T::Halt> {
    if reactions::may_come(fight)
        && let Some(attack) = attack_within(fight, who, ability)
    {
        let melee = fight.ability(attack).melee;
        for target in reached {
            reactions::after_attack(fight, table, (who, *target), melee)?;
        }
    }
    Ok(())
}

/// Tells that an ability is used.
#[inline]
pub(crate) fn announce<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
    reached: &[Who],
) -> EventId {
    table.tell(|| {
        let text = format!("{} uses {}", fight.label(who), crate::ask::aim_text(fight, ability, aim));
        let time = fight.ability(ability).time();
        let event = Event::new(actions::rule_of(time), text).by(who).act();
        actions::shaped(fight, who, time, used(fight, event, (who, ability), reached))
    })
}

/// What tells of a use, with the rules that have a say in it.
pub(crate) fn used(fight: &Fight, event: Event, (who, ability): (Who, AbilityId), reached: &[Who]) -> Event {
    let entry = fight.ability(ability);
    let mut event = event.with(entry.entry.name.clone());
    if entry.weapon.is_some() && entry.is(Tag::Basic) {
        event = event.and(&weapons::BASIC);
    }
    if reached.len() > 1 {
        event = event.and(&precision::MULTI);
    }
    if weapons::takes_a_shot(fight, ability) {
        event = event.and(&weapons::QUIVER);
    }
    if let Aim::Around { by, .. } = entry.entry.aim {
        event = event.and(&cover::SENSES);
        if by == crate::book::Sense::Hearing {
            event = event.and(&cover::SOUND).and(&cover::THIN);
        }
        if reached.iter().any(|target| targets::through_an_eye(fight, who, *target, by)) {
            event = event.and(&cover::REMOTE);
        }
    }
    match special_actions::rule_of(&fight.ability(ability).id) {
        Some(rule) => event.and(rule).and(&special_actions::REQUIREMENTS).and(&special_actions::WHO),
        None => event,
    }
}

/// Whether a use is one blow that nothing is added to: then most of its course is empty.
#[inline]
fn is_plain(fight: &Fight, who: Who, ability: AbilityId, mods: &[AbilityId]) -> bool {
    mods.is_empty() && fight.ability(ability).blow.is_some() && features::none(fight, who, Topic::Blows)
}

/// The course of such a use: its one strike.
#[inline]
fn blow<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    (whom, met): (Who, &mut targets::Reached),
) -> Result<(), T::Halt> {
    fight.scratch.points = 0;
    if features::goes_on(fight, job.by) && fight.present(whom) {
        met.push(whom);
        strike_once(fight, table, job, whom)?;
    }
    Ok(())
}

/// The course of any use: the first steps, the strikes, the last steps, what its user's features add.
fn whole_course<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    mods: &[AbilityId],
    (reached, met): (&[Who], &mut targets::Reached),
) -> Result<(), T::Halt> {
    let (who, first) = (job.by, reached.first().copied());
    let mut flow = Flow::Go;
    for id in mods {
        effects::steps(fight, table, &Job { ability: *id, ..*job }, List::First, Some(who))?;
    }
    if features::goes_on(fight, who) {
        flow = effects::steps(fight, table, job, List::First, first)?;
    }
    if flow == Flow::Go && features::goes_on(fight, who) {
        run(fight, table, job, (reached, met))?;
    }
    if fight.present(who) && !fight.is_cut_short(who) {
        for id in mods {
            effects::steps(fight, table, &Job { ability: *id, ..*job }, List::After, first)?;
        }
        effects::steps(fight, table, job, List::After, first)?;
    }
    match first.filter(|_| !features::none(fight, who, Topic::Blows)) {
        Some(target) if features::goes_on(fight, who) && fight.present(target) => mending(fight, table, job, target),
        _ => Ok(()),
    }
}

/// The weapon attack that an ability is, or that it holds: a charge holds a basic one.
pub fn attack_within(fight: &Fight, who: Who, ability: AbilityId) -> Option<AbilityId> {
    let entry = fight.ability(ability);
    let inner = || {
        entry.entry.does.iter().find_map(|step| match step.effect {
            Effect::Strike(strike) => Some(strike.with),
            _ => None,
        })
    };
    match entry.strikes.then(inner).flatten() {
        Some(with) => basic(fight, who, with),
        None => entry.is(Tag::Weapon).then_some(ability),
    }
}

/// The cycles of druids: which element counts for this use.
#[inline(always)]
fn element_of(fight: &Fight, who: Who, mods: &[AbilityId]) -> Option<crate::book::Element> {
    let own = fight.template(who).element.or(fight.element)?;
    Some(cycled(fight, own, mods))
}

fn cycled(fight: &Fight, own: crate::book::Element, mods: &[AbilityId]) -> crate::book::Element {
    use crate::book::Element;
    let cycles = |id: &AbilityId| {
        fight.ability(*id).entry.modifies.filter(|modifies| modifies.suppresses || modifies.cultivates)
    };
    let Some(modifies) = mods.iter().find_map(cycles) else { return own };
    match (own, modifies.suppresses) {
        (Element::Earth, true) => Element::Water,
        (Element::Metal, true) => Element::Nature,
        (Element::Fire, true) => Element::Metal,
        (Element::Water, true) => Element::Fire,
        (Element::Nature, true) => Element::Earth,
        (Element::Earth, false) => Element::Metal,
        (Element::Metal, false) => Element::Water,
        (Element::Fire, false) => Element::Earth,
        (Element::Water, false) => Element::Nature,
        (Element::Nature, false) => Element::Fire,
    }
}

/// The further targets of a use, where its user picks several.
#[inline]
fn pick_more<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    reached: &mut targets::Reached,
) -> Result<(), T::Halt> {
    let Aim::Several { most, .. } = fight.ability(ability).entry.aim else { return Ok(()) };
    let most = fight.value(most, features::aptitudes(fight, who)).max(1);
    for _ in 1..most {
        fight.scratch.eligible.clear();
        fight.scratch.eligible.extend(reached.iter().copied());
        let more = fight
            .everyone()
            .any(|other| !reached.contains(&other) && targets::may_pick(fight, who, ability, other).is_ok());
        if !more || affordable(fight, who, ability, reached.len() + 1).is_err() {
            break;
        }
        match ask::act(fight, table, Ask::Another { who, ability })? {
            Some(ask::Act::Who(other)) => reached.push(other),
            _ => break,
        }
    }
    fight.scratch.eligible.clear();
    Ok(())
}

/// The strikes of a use on each of its targets, and on others that they go to: those that it has met.
fn run<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    (reached, met): (&[Who], &mut targets::Reached),
) -> Result<(), T::Halt> {
    let points = std::mem::take(&mut fight.scratch.points).max(1);
    let entry = &fight.ability(job.ability).entry;
    if reached.is_empty() {
        // What is done to the ground needs nobody there; an area without anybody in it is for nobody.
        if matches!(entry.aim, Aim::Ground { .. }) {
            effects::steps(fight, table, job, List::Does, None)?;
        }
        return Ok(());
    }
    let (apart, enough) = (entry.apart, entry.enough);
    let single = matches!(entry.aim, Aim::One { .. } | Aim::Several { .. });
    let (times, spread) = strikes_of(fight, job, reached.first().copied());
    let strikes = times * points;
    let (mut hit, mut failed) = (false, false);
    let both_hands = hands(fight, job.ability) && reached.len() == 2;
    for (place, target) in reached.iter().copied().enumerate() {
        let hand = if place == 0 { With::MainHand } else { With::OffHand };
        let of_one_hand = if both_hands { Some(Job { hand: Some(hand), ..*job }) } else { None };
        let job = of_one_hand.as_ref().unwrap_or(job);
        let mut hits = 0;
        for nth in 0..strikes {
            let whom = match nth > 0 && (apart || spread) {
                true => another(fight, table, job, target)?,
                false => target,
            };
            if !features::goes_on(fight, job.by) || !fight.present(whom) || weapons::is_broken(fight, job) {
                break;
            }
            fight.last_target = Some(whom);
            met.extend(Some(whom).filter(|whom| !met.contains(whom)));
            // One shot goes through all that stand in its line.
            if place == 0 || single {
                if weapons::out_of_shots(fight, job.by, job.ability) {
                    break;
                }
                weapons::shoot(fight, table, job.by, job.ability);
            }
            if strike_once(fight, table, job, whom)? {
                hits += 1;
            } else {
                failed = true;
            }
        }
        hit |= hits > 0;
        let wanted = enough.map_or(strikes, i16::from);
        if hits >= wanted && fight.present(target) {
            effects::steps(fight, table, job, List::Together, Some(target))?;
        }
    }
    if failed && !hit {
        backup_plan(fight, table, job)?;
    }
    Ok(())
}

/// How many strikes one use makes at each target, and whether they may spread.
#[inline]
fn strikes_of(fight: &Fight, job: &Job, first: Option<Who>) -> (i16, bool) {
    let entry = &fight.ability(job.ability).entry;
    let own = fight.value(entry.strikes, job.with).max(1);
    let more = entry.one_more.is_some_and(|when| features::holds(fight, job.by, first, when));
    let (times, spread) = repeats(fight, job);
    ((own + i16::from(more)) * times, spread)
}

/// The shots that one use on a target takes from a quiver, and how many that holds; nothing for what takes none.
pub fn shots(fight: &Fight, who: Who, ability: AbilityId, at: Option<Who>) -> Option<(i16, i16)> {
    let attack = attack_within(fight, who, ability).filter(|attack| weapons::takes_a_shot(fight, *attack))?;
    let there = i16::from(fight.one(who).spares_of(fight.ability(attack).weapon?));
    let wanted = if attack == ability { strikes_of(fight, &Job::new(fight, who, ability), at).0 } else { 1 };
    Some((wanted.min(there), there))
}

/// Whether an ability strikes with both hands.
pub fn hands(fight: &Fight, ability: AbilityId) -> bool {
    fight.ability(ability).off_hand
}

/// Every roll of a damaging weapon attack has failed: something harmless may be used instead, for energy.
pub(super) fn backup_plan<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    if !entry.damaging || !entry.is(Tag::Weapon) || entry.time() != Time::Action {
        return Ok(());
    }
    let plan = features::find(fight, job.by, Topic::Blows, |feature, source| match feature {
        Feature::BackupPlan { energy } => Some((energy, source.by?)),
        _ => None,
    });
    let own_turn = fight.turn.as_ref().is_some_and(|turn| turn.who == job.by && !turn.over);
    let Some((energy, by)) = plan.filter(|(energy, _)| own_turn && fight.one(job.by).energy >= *energy) else {
        return Ok(());
    };
    if ask::yes(fight, table, Ask::Wants { who: job.by, whom: job.by, ability: by })? {
        pay_energy(fight, table, job.by, energy);
        if let Some(turn) = fight.turn.as_mut() {
            turn.action = false;
            turn.harmless = true;
        }
    }
    Ok(())
}
