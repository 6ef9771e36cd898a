//! Maneuvers and techniques: what is added to an attack, and what answers one.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};

use crate::ask::{Extra, Moment};
use crate::book::{AddsTo, Boon, Check, Condition, Effect, Property, Rider, Save, Skill, Step, To, Trigger};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::abilities::{self, Cost};
use crate::rules::blow::Blow;
use crate::rules::damage::{self, Harm};
use crate::rules::dice::{self, Pool};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spells::{self, Bought};
use crate::rules::{conditions, numbers, weapons};
use crate::setting::{Table as Kept, riders};

quintain_engine::section! {
    "Maneuvers";
    ADDED = Choice "maneuver.added": "Maneuvers are paid for with AP or SP and declared with the attack they are added to.";
    SAVE = Engine "maneuver.save": "All maneuvers of one attack that ask for a Save share one Physical Save.";
    ANSWER = Choice "maneuver.answer": "Some maneuvers and techniques answer an attack as a Reaction.";
    GRAPPLE = Choice "maneuver.grapple": "Maneuvers of a Grapple take hold with it, or later by Athletics against a Physical Check.";
    SWEEP = Engine "maneuver.sweep": "A sweep holds its one roll against everyone it is extended to.";
}

/// What is added to an attack.
pub type Extras = ArrayVec<Extra, 16>;

/// The maneuvers and techniques that somebody may add to an attack or a Grapple, whatever they cost.
pub fn addable(fight: &Fight, who: Who, to: AddsTo) -> impl Iterator<Item = u16> + '_ {
    let all = fight.template(who).abilities.iter().copied();
    all.filter(move |ability| fight.ability(*ability).entry.adds_to == Some(to))
}

/// What a natural attack may add for AP, by its place: only with its own weapon, against whom it suits.
pub fn riders_for(fight: &Fight, who: Who, at: Who, weapon: u16) -> impl Iterator<Item = (u8, &Rider)> + '_ {
    let own = fight.template(who).natural.contains(&weapon);
    let all = riders(fight.template(who)).iter().enumerate();
    all.filter(move |(_, rider)| own && suits(fight, who, at, weapon, rider)).map(|(place, rider)| (place as u8, rider))
}

fn suits(fight: &Fight, who: Who, at: Who, weapon: u16, rider: &Rider) -> bool {
    let named = rider.with.as_ref().is_none_or(|name| fight.weapon(weapon).name == *name);
    let held = fight.one(at).of(Condition::Grappled).any(|status| status.by == Some(who));
    named && (held || !rider.against_grappled)
}

/// How much farther an attack reaches, hand to hand and at range.
pub fn extension(fight: &Fight, extras: &Extras) -> (i16, i16) {
    let mut more = (0, 0);
    for (ability, _) in maneuvers_in(extras) {
        if let Some((reach, range)) = fight.ability(ability).entry.extends {
            more.0 += i16::from(reach);
            more.1 += i16::from(range);
        }
    }
    more
}

fn maneuvers_in(extras: &Extras) -> impl Iterator<Item = (u16, u8)> + '_ {
    extras.iter().filter_map(|extra| match extra {
        Extra::Maneuver(ability, times) | Extra::ManeuverForSp(ability, times) => Some((*ability, *times)),
        _ => None,
    })
}

/// What extras add to the roll: the dice of riders, of Bless and Bane.
///
/// # Errors
/// Halts with the table.
pub fn on_roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    extras: &Extras,
    pool: &mut Pool,
) -> Result<(), T::Halt> {
    for extra in extras {
        if let Extra::Rider(place) = extra {
            let sides = riders(fight.template(who)).get(usize::from(*place)).and_then(|rider| rider.die);
            if let Some(sides) = sides {
                let throw = quintain_engine::Throw::die(sides.into(), &ADDED, "sure aim").by(who).at(at);
                pool.add("sure aim", table.die(fight, throw)? as i16);
            }
        }
    }
    pool.add("further dice", effects::dice(fight, table, who, &ADDED)?);
    Ok(())
}

/// Damage that maneuvers add.
pub fn damage(fight: &Fight, who: Who, at: Who, extras: &Extras) -> i16 {
    let _ = (who, at);
    let steps = maneuvers_in(extras).flat_map(|(ability, _)| &fight.ability(ability).entry.does);
    steps.map(|step| if let Effect::WeaponDamage { more } = step.effect { i16::from(more) } else { 0 }).sum()
}

/// What follows a hit: maneuvers and riders with their one shared Save, nets, sweeps, blades that burn.
///
/// # Errors
/// Halts with the table.
pub fn on_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    weapon: u16,
    extras: &Extras,
    margin: i16,
) -> Result<(), T::Halt> {
    if let Some((amount, kind)) = effects::next_hit(fight, who) {
        let mut harm = Harm::new(amount, kind, &spells::KIND);
        harm.by = Some(who);
        damage::hurt(fight, table, at, harm)?;
    }
    if fight.weapon(weapon).is(Property::Capture) {
        capture(fight, table, who, at)?;
    }
    let mut shared: Option<dice::Saved> = None;
    for (ability, _) in maneuvers_in(extras) {
        let steps = effects::steps(fight, ability, Bought::default());
        let making = making(fight, who, ability, at);
        for step in &steps {
            if matches!(step.effect, Effect::WeaponDamage { .. }) {
                continue;
            }
            follow(fight, table, &making, step, at, (margin, &mut shared))?;
        }
        if let Some(less) = fight.ability(ability).entry.sweeps {
            sweep(fight, table, who, at, (margin, less.into()))?;
        }
    }
    for place in 0..riders(fight.template(who)).len() {
        let bought = extras.contains(&Extra::Rider(place as u8));
        let Some(rider) = riders(fight.template(who)).get(place).cloned() else { break };
        if !(bought || rider.ap == 0) || !fight.template(who).natural.contains(&weapon) {
            continue;
        }
        if !suits(fight, who, at, weapon, &rider) {
            continue;
        }
        let making = making(fight, who, 0, at);
        for step in &rider.does {
            follow(fight, table, &making, step, at, (margin, &mut shared))?;
        }
    }
    Ok(())
}

fn making(fight: &Fight, who: Who, ability: u16, at: Who) -> Making {
    let target = crate::ask::Target::Who(at);
    let making = spells::making(fight, who, ability, target, Bought::default(), false);
    Making { attack: false, ..making }
}

/// One step that follows a hit; Saves of the same attack are made once.
fn follow<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    step: &Step,
    at: Who,
    (margin, shared): (i16, &mut Option<dice::Saved>),
) -> Result<(), T::Halt> {
    let to = if step.to == To::Maker { making.by } else { at };
    if !fight.present(to) {
        return Ok(());
    }
    let mut outcome = Outcome::of(margin);
    if let Some(save) = step.save {
        let saved = match (save, *shared) {
            (Save::Physical, Some(saved)) => saved,
            _ => dice::save(fight, table, at, save, making.dc, &SAVE, Some(making.by))?,
        };
        if save == Save::Physical {
            *shared = Some(saved);
        }
        if saved.success {
            return Ok(());
        }
        outcome = Outcome { success: true, margin: -saved.margin, critical: false };
    }
    effects::apply(fight, table, making, &step.effect, to, outcome)
}

/// A net or bolas: held by the weapon instead of hurt.
fn capture<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let skill = dice::physical(fight, who);
    let pool = dice::skill_pool(fight, who, skill);
    let made = dice::skill_check(fight, table, who, Some(at), skill, pool)?;
    let saved = dice::save(fight, table, at, Save::Physical, made.total, &weapons::CAPTURE, Some(who))?;
    if saved.success {
        return Ok(());
    }
    let condition = if saved.margin <= -10 { Condition::Restrained } else { Condition::Grappled };
    conditions::give(fight, table, at, Status::lasting(condition), &weapons::CAPTURE);
    Ok(())
}

/// A sweep: the same roll against one more enemy next to the first and in reach.
fn sweep<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    (margin, amount): (i16, i16),
) -> Result<(), T::Halt> {
    let reach = weapons::reach(fight, who, fight.weapon(weapons::in_hand(fight, who)));
    let near = |other: &Who| *other != at && fight.distance(*other, at) <= 1 && fight.distance(*other, who) <= reach;
    let Some(other) = fight.enemies(who).find(near) else { return Ok(()) };
    let total = margin + numbers::ac(fight, at);
    let hit = total >= numbers::ac(fight, other);
    table.tell(|| {
        let how = if hit { "sweeps into" } else { "sweeps past" };
        let text = format!("{} {how} {}", fight.label(who), fight.label(other));
        let event = Event::new(&SWEEP, text).by(who).to(other).total(total.into());
        event.against("AC", numbers::ac(fight, other).into())
    });
    if hit {
        let kind = fight.weapon(weapons::in_hand(fight, who)).kinds.first().copied();
        let mut harm = Harm::new(amount, kind.unwrap_or(crate::book::Damage::Slashing), &SWEEP);
        harm.by = Some(who);
        harm.attack = true;
        damage::hurt(fight, table, other, harm)?;
    }
    Ok(())
}

/// Maneuvers bought with a Grapple that has taken hold.
///
/// # Errors
/// Halts with the table.
pub fn on_grapple<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    extras: &Extras,
    margin: i16,
) -> Result<(), T::Halt> {
    for (ability, _) in maneuvers_in(extras) {
        let making = making(fight, who, ability, at);
        for step in effects::steps(fight, ability, Bought::default()) {
            if fight.present(at) {
                effects::apply(fight, table, &making, &step.effect, at, Outcome::of(margin))?;
            }
        }
    }
    Ok(())
}

/// A maneuver of a Grapple on somebody already held: Athletics against its Physical Check.
///
/// # Errors
/// Halts with the table.
pub fn on_held<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    ability: u16,
) -> Result<(), T::Halt> {
    let pool = dice::skill_pool(fight, who, Skill::Athletics);
    let own = dice::skill_check(fight, table, who, Some(at), Skill::Athletics, pool)?;
    let skill = dice::physical(fight, at);
    let pool = dice::skill_pool(fight, at, skill);
    let resisting = dice::answer(fight, table, at, who, skill, pool)?;
    if dice::wins(fight, &own, &resisting) {
        let extras: Extras = [Extra::Maneuver(ability, 1)].into_iter().collect();
        on_grapple(fight, table, who, at, &extras, own.total - resisting.total)?;
    }
    Ok(())
}

/// Abilities with which somebody may answer at this moment of an attack.
pub fn answers(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> ArrayVec<u16, 12> {
    let near = |spaces: u8| fight.distance(who, at) <= i16::from(spaces) && (!fight.foes(who, at));
    let own = who == at;
    let fits = |trigger: Trigger| match (trigger, moment) {
        (Trigger::Targeted, Moment::Targeted) => own,
        (Trigger::TargetedNear(spaces), Moment::Targeted) => near(spaces),
        (Trigger::Rolled(spaces), Moment::Rolled) => near(spaces),
        (Trigger::Hit, Moment::Hit) => own,
        (Trigger::HitNear(spaces), Moment::Hit) => near(spaces),
        (Trigger::Missed, Moment::Missed) => own,
        (Trigger::MissedNear(spaces), Moment::Missed) => {
            fight.foes(who, by) && fight.distance(who, by) <= i16::from(spaces)
        }
        (Trigger::Hurt, Moment::Hurt) => own,
        (Trigger::AllyAttacked, Moment::Targeted) => {
            !own && !fight.foes(who, at) && fight.foes(who, by) && fight.distance(who, by) <= 1
        }
        (Trigger::Left, Moment::Left) => fight.foes(who, by),
        _ => false,
    };
    let all = abilities::answering(fight, who, fits);
    all.filter(|ability| may_answer(fight, who, *ability, at)).take(12).collect()
}

fn may_answer(fight: &Fight, who: Who, ability: u16, at: Who) -> bool {
    let entry = &fight.ability(ability).entry;
    let grips =
        || fight.everyone().any(|other| fight.one(other).of(Condition::Grappled).any(|held| held.by == Some(who)));
    let protects = entry.does.iter().any(|step| matches!(step.effect, Effect::ShareDamage | Effect::TakeTheBlow));
    abilities::may_begin(fight, who, ability).is_ok()
        && (!entry.only_grappled || grips())
        && !(protects && at == who && !entry.only_grappled)
}

/// Carries an answer out.
///
/// # Errors
/// Halts with the table.
#[allow(clippy::too_many_arguments, reason = "a Reaction is all of these")]
pub fn react<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    moment: Moment,
    by: Who,
    at: Who,
    blow: Option<&mut Blow>,
) -> Result<(), T::Halt> {
    let _ = moment;
    let cost = abilities::cost(fight, ability);
    abilities::pay(fight, table, who, cost);
    fight.one_mut(who).mp -= cost.mp;
    abilities::note(fight, who, ability);
    table.tell(|| {
        let text = format!("{} answers with {}", fight.label(who), fight.ability(ability).entry.name);
        let event = Event::new(&ANSWER, text).by(who).to(by);
        if fight.ability(ability).table == Kept::Spell { event.and(&spells::KIND) } else { event }
    });
    if fight.ability(ability).table == Kept::Spell {
        let cast = crate::rules::duel::Cast { who, ability, mp: cost.mp, check: None };
        if !crate::rules::duel::window(fight, table, cast, &[at])?.0 {
            return Ok(());
        }
    }
    let making = making(fight, who, ability, by);
    let mut blow = blow;
    for step in effects::steps(fight, ability, Bought::default()) {
        if let Some(blow) = blow.as_deref_mut()
            && bends(fight, table, who, &step.effect, at, blow)?
        {
            continue;
        }
        if let Some(save) = step.save
            && dice::save(fight, table, by, save, making.dc, &ANSWER, Some(who))?.success
        {
            continue;
        }
        let to = match (step.to, fight.ability(ability).entry.aim) {
            (To::Maker, _) => who,
            (_, crate::book::Aim::Friend | crate::book::Aim::Ally) => at,
            _ => by,
        };
        if let Effect::Attack { moves, .. } = step.effect {
            if moves {
                crate::rules::granted::walk(fight, table, who, numbers::speed(fight, who), false)?;
            }
            crate::rules::granted::attack_on(fight, table, who, by)?;
            continue;
        }
        effects::apply(fight, table, &making, &step.effect, to, Outcome::of(0))?;
    }
    Ok(())
}

/// Effects that bend an attack on its way; whether this was one.
fn bends<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    effect: &Effect,
    at: Who,
    blow: &mut Blow,
) -> Result<bool, T::Halt> {
    match effect {
        Effect::Parry => blow.ac += numbers::attack_bonus(fight, who),
        Effect::Distract => blow.dis += 1,
        Effect::LessDamage { amount } => blow.less += i16::from(*amount),
        Effect::ShareDamage => {
            let shield = fight
                .everyone()
                .find(|other| fight.one(*other).of(Condition::Grappled).any(|held| held.by == Some(who)));
            let sharer = if at == who { shield } else { Some(who) };
            blow.sharers.extend(sharer.filter(|_| !blow.sharers.is_full()));
        }
        Effect::TakeTheBlow => blow.at = who,
        Effect::Boon { boon: Boon::AcNow(more), .. } => blow.ac += i16::from(*more),
        _ => return Ok(false),
    }
    table.tell(|| {
        let text = format!("{} changes the attack on {}", fight.label(who), fight.label(at));
        Event::new(&ANSWER, text).by(who).to(at)
    });
    Ok(true)
}

/// What an extra costs: AP, or SP in their place.
pub fn price(fight: &Fight, extra: Extra) -> Cost {
    match extra {
        Extra::Maneuver(ability, _) => abilities::cost(fight, ability),
        Extra::ManeuverForSp(ability, _) => {
            let cost = abilities::cost(fight, ability);
            Cost { ap: 0, mp: cost.mp, sp: cost.sp + cost.ap }
        }
        Extra::Adv(_) => Cost { ap: 1, ..Cost::default() },
        _ => Cost::default(),
    }
}

/// Whether the maneuver is one of a Grapple, which asks for a contest of its own later on.
pub fn of_grapple(fight: &Fight, ability: u16) -> bool {
    let entry = &fight.ability(ability).entry;
    entry.adds_to == Some(AddsTo::Grapple) && entry.check == Check::Wrestle
}
