//! Maneuvers and techniques: what is added to an attack, and what answers one.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, Extra, Moment, Target};
use crate::book::{AddsTo, Aim, Boon, Condition, Effect, Property, Rider, Save, Step, To, Trigger};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::muster::Mark;
use crate::rules::abilities::{self, Cost};
use crate::rules::attack::{Check, weigh};
use crate::rules::blow::Blow;
use crate::rules::damage::{self, Harm};
use crate::rules::dice::{self, Pool};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spells::{self, Bought};
use crate::rules::{action_points, boons, conditions, grapple, moving, numbers, shields, weapons};
use crate::setting::{Sake, Table as Kept, riders};

quintain_engine::section! {
    "Maneuvers";
    ADDED = Choice "maneuver.added": "Maneuvers are paid for with AP or SP and declared with the attack they are added to.";
    SAVE = Engine "maneuver.save": "All maneuvers of one attack that ask for a Save share one Physical Save.";
    ANSWER = Choice "maneuver.answer": "Some maneuvers and techniques answer an attack as a Reaction.";
    GRAPPLE = Choice "maneuver.grapple": "Maneuvers of a Grapple take hold with it, or later by Athletics against a Physical Check.";
    SWEEP = Engine "maneuver.sweep": "A sweep holds its one roll against everyone it is extended to.",
        ruling "All are named before the roll, and each may be answered for.";
}

/// What is added to an attack.
pub type Extras = ArrayVec<Extra, 16>;

/// The maneuvers and techniques that somebody may add to an attack or a Grapple, whatever they cost.
pub fn addable(fight: &Fight, who: Who, to: AddsTo) -> impl Iterator<Item = u16> + '_ {
    let uses = &fight.template(who).uses;
    let all = match to {
        AddsTo::Attack => uses.on_attack.iter().copied(),
        AddsTo::Grapple => uses.on_grapple.iter().copied(),
    };
    let needs_shield = |ability: u16| fight.ability(ability).entry.with_shield;
    all.filter(move |ability| !needs_shield(*ability) || shields::on_arm(fight, who).is_some())
}

/// Whether something can be added only to an attack that has ADV.
pub fn needs_adv(fight: &Fight, extra: Extra) -> bool {
    matches!(extra, Extra::Maneuver(ability, _) | Extra::ManeuverForSp(ability, _) if fight.ability(ability).entry.with_adv)
}

/// Whether an attack has ADV by itself, before any is bought for it.
pub fn favoured(fight: &Fight, who: Who, deed: Deed) -> bool {
    let (Deed::Attack { at, with } | Deed::FallOn { at, with }) = deed else { return false };
    let weapon = weapons::used(fight, who, with);
    let melee = weapons::melee(fight, who, at, fight.weapon(weapon));
    let check = Check { by: who, at, weapon, farther: 0, hand: weapons::hand(fight, who, with), melee };
    weigh(fight, check).1 > i16::from(fight.one(at).dodge > 0)
}

/// What a natural attack may add for AP, by its place: only with its own weapon, against whom it suits.
pub fn riders_for(fight: &Fight, who: Who, at: Who, weapon: u16) -> impl Iterator<Item = (u8, &Rider)> + '_ {
    let own = fight.template(who).natural.contains(&weapon);
    let all = riders(fight.template(who)).iter().enumerate();
    all.filter(move |(_, rider)| own && suits(fight, at, weapon, rider)).map(|(place, rider)| (place as u8, rider))
}

fn suits(fight: &Fight, at: Who, weapon: u16, rider: &Rider) -> bool {
    let named = rider.with.as_ref().is_none_or(|name| fight.weapon(weapon).name == *name);
    let held = fight.one(at).has(Condition::Grappled);
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

/// The maneuvers among what is added, each with how often.
pub(crate) fn maneuvers_in(extras: &Extras) -> impl Iterator<Item = (u16, u8)> + '_ {
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
    pool.add("further dice", boons::attack_dice(fight, table, who, &spells::BOON)?);
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
    if fight.weapon(weapon).range.is_none() {
        flame(fight, table, who, at)?;
    }
    if fight.weapon(weapon).is(Property::Capture) {
        capture(fight, table, who, at)?;
    }
    let mut shared: Option<dice::Saved> = None;
    let setting = fight.setting.clone();
    // Whom they suit is seen before any of them has changed it.
    let brought = brought(fight, (who, at, weapon), extras);
    for (ability, _) in maneuvers_in(extras) {
        let steps = effects::steps(&setting, ability, Bought::default());
        let making = making(fight, who, Some(ability), at);
        for step in steps {
            if matches!(step.effect, Effect::WeaponDamage { .. }) {
                continue;
            }
            follow(fight, table, &making, step, at, (margin, &mut shared))?;
        }
    }
    let all = setting.templates.get(usize::from(fight.one(who).template)).map_or(&[][..], riders);
    for (_, rider) in all.iter().enumerate().filter(|(place, _)| brought & (1 << place) != 0) {
        let making = making(fight, who, None, at);
        for step in &rider.does {
            follow(fight, table, &making, step, at, (margin, &mut shared))?;
        }
    }
    Ok(())
}

/// The riders that come with a blow, by bit of their place: those that were paid for, and those that cost nothing.
fn brought(fight: &Fight, (who, at, weapon): (Who, Who, u16), extras: &Extras) -> u32 {
    let paid = |place: u8, rider: &Rider| rider.ap == 0 || extras.contains(&Extra::Rider(place));
    let all = riders_for(fight, who, at, weapon).filter(|(place, rider)| paid(*place, rider));
    all.fold(0, |all, (place, _)| all | 1u32.checked_shl(place.into()).unwrap_or(0))
}

/// What the effects of a blow share; `ability` where a maneuver brings them.
fn making(fight: &Fight, who: Who, ability: Option<u16>, at: Who) -> Making {
    Making {
        ability,
        by: who,
        dc: numbers::save_dc(fight, who),
        damage: 0,
        heal: 0,
        temp: 0,
        kind: None,
        kept: false,
        at: Target::Who(at),
        attack: false,
        melee: true,
        mp: 0,
        mark: None,
    }
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
        outcome = Outcome::told(true, -saved.margin);
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

/// The maneuver with which somebody could reach farther now, hand to hand and at range.
pub fn could_extend(fight: &Fight, who: Who) -> Option<(Extra, i16, i16)> {
    let (ability, (reach, range)) = fight.template(who).uses.extends?;
    let ap = action_points::available(fight, who);
    let cost = abilities::cost(fight, ability).ap;
    // The attack itself takes 1 AP on one's own turn.
    let own = i8::from(fight.owner == Some(who) && fight.depth == 0);
    let extra = match (ap > cost - 1 + own, fight.one(who).sp >= cost) {
        (true, _) => Extra::Maneuver(ability, 1),
        (false, true) => Extra::ManeuverForSp(ability, 1),
        (false, false) => return None,
    };
    Some((extra, reach, range))
}

/// What must be added for an attack to reach its target.
pub fn must_extend(fight: &Fight, who: Who, at: Who, weapon: u16) -> Option<Extra> {
    fight.template(who).uses.extends?;
    let far = fight.distance(who, at);
    let arm = fight.weapon(weapon);
    let near = match crate::rules::attack::range(fight, who, weapon) {
        Some((_, long)) if !weapons::melee(fight, who, at, arm) => far <= long,
        _ => far <= weapons::reach(fight, who, arm),
    };
    if near { None } else { could_extend_paid(fight, who) }
}

/// The same once the attack itself has been paid.
fn could_extend_paid(fight: &Fight, who: Who) -> Option<Extra> {
    let (ability, _) = fight.template(who).uses.extends?;
    let cost = abilities::cost(fight, ability).ap;
    if action_points::available(fight, who) >= cost {
        return Some(Extra::Maneuver(ability, 1));
    }
    (fight.one(who).sp >= cost).then_some(Extra::ManeuverForSp(ability, 1))
}

/// A blade that burns: the target takes it, or somebody next to it, or both.
fn flame<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let Some((amount, kind, both)) = boons::next_hit(fight, who) else { return Ok(()) };
    let chosen = match table.choose(fight, Ask::Flame { who, at, both })? {
        Some(Act::Who(whom)) => Some(whom),
        _ => None,
    };
    let targets = if both { [Some(at), chosen] } else { [chosen.or(Some(at)), None] };
    for whom in targets.into_iter().flatten() {
        if fight.present(whom) {
            let harm = Harm { by: Some(who), ..Harm::new(amount, kind, &spells::BOON) };
            damage::hurt(fight, table, whom, harm)?;
        }
    }
    Ok(())
}

/// Maneuvers declared with a Grapple, paid for.
///
/// # Errors
/// Halts with the table.
pub(crate) fn with_grapple<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
) -> Result<Extras, T::Halt> {
    let mut chosen = Extras::new();
    if crate::options::grapple_extras(fight, who).is_empty() {
        return Ok(chosen);
    }
    let answer = table.ask(fight, Ask::Extras { who, deed: Deed::Grapple(at) })?;
    for act in answer.picks() {
        let Act::Extra(extra) = *act else { continue };
        let cost = price(fight, extra);
        if action_points::may_pay(fight, who, cost.ap.max(0) as u8).is_err() || fight.one(who).sp < cost.sp {
            continue;
        }
        abilities::pay(fight, table, who, cost);
        let _ = chosen.try_push(extra);
    }
    Ok(chosen)
}

/// Maneuvers bought with a Grapple that has taken hold.
///
/// # Errors
/// Halts with the table.
pub(crate) fn on_grapple<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    extras: &Extras,
    margin: i16,
) -> Result<(), T::Halt> {
    let setting = fight.setting.clone();
    for (ability, _) in maneuvers_in(extras) {
        table.tell(|| {
            let text = format!("{} follows with {}", fight.label(who), fight.ability(ability).entry.name);
            Event::new(&GRAPPLE, text).by(who).to(at)
        });
        let making = making(fight, who, Some(ability), at);
        for step in effects::steps(&setting, ability, Bought::default()) {
            if fight.present(at) {
                effects::apply(fight, table, &making, &step.effect, at, Outcome::of(margin))?;
            }
        }
    }
    Ok(())
}

/// Abilities with which somebody who has so many AP may answer at this moment of an attack.
pub fn answers(
    fight: &Fight,
    (who, ap): (Who, i8),
    moment: Moment,
    by: Who,
    at: Who,
) -> impl Iterator<Item = u16> + '_ {
    let own = who == at;
    let near = move |spaces: u8| own || !fight.foes(who, at) && fight.distance(who, at) <= i16::from(spaces);
    let fits = move |trigger: Trigger| match (trigger, moment) {
        (Trigger::TargetedNear(spaces) | Trigger::Rolled(spaces) | Trigger::HitNear(spaces), _) => near(spaces),
        (Trigger::Targeted | Trigger::Missed | Trigger::Hurt, _) => own,
        (Trigger::Struck, Moment::Hit { melee }) => melee && own,
        (Trigger::MissedNear(spaces), Moment::Missed { melee: true }) => {
            fight.foes(who, by) && fight.distance(who, by) <= i16::from(spaces)
        }
        (Trigger::AllyAttacked, _) => {
            !own && !fight.foes(who, at) && fight.foes(who, by) && fight.distance(who, by) <= 1
        }
        (Trigger::Left, _) => fight.foes(who, by),
        _ => false,
    };
    let replies = moment.occasion().map_or(&[][..], |occasion| &fight.template(who).uses.replies[occasion as usize]);
    let all = replies.iter().filter(move |reply| !(own && reply.sake == Sake::Friends) && fits(reply.trigger));
    all.map(|reply| reply.ability).filter(move |ability| may_answer(fight, (who, ap), *ability, at))
}

fn may_answer(fight: &Fight, (who, ap): (Who, i8), ability: u16, at: Who) -> bool {
    let entry = &fight.ability(ability).entry;
    let grips = || {
        fight.marked(Mark::Grappled).any(|one| fight.one(one).of(Condition::Grappled).any(|held| held.by == Some(who)))
    };
    let bloodied = || 2 * fight.one(at).hp <= fight.one(at).max_hp;
    ap >= entry.ap as i8
        && abilities::may_begin(fight, who, ability).is_ok()
        && (!entry.only_bloodied || bloodied())
        && (!entry.only_grappled || grips())
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
    by: Who,
    at: Who,
    blow: Option<&mut Blow>,
) -> Result<(), T::Halt> {
    let spell = fight.ability(ability).table == Kept::Spell;
    let bought = answering(fight, table, who, ability)?;
    let cost = spells::with_bought(fight, ability, bought);
    abilities::pay(fight, table, who, cost);
    fight.means_mut(who).mp -= cost.mp;
    abilities::note(fight, who, ability);
    table.tell(|| {
        let text = format!("{} answers with {}", fight.label(who), fight.ability(ability).entry.name);
        let event = Event::new(&ANSWER, text).by(who).to(by);
        if spell { event.and(&spells::KIND) } else { event }
    });
    spells::speak(fight, table, who, ability);
    if spell {
        let answered = crate::rules::reactions::window(fight, table, Moment::Casting, who, at, None)?;
        let cast = crate::rules::duel::Cast { who, ability, mp: cost.mp, answered, check: None };
        if !fight.able(who) || !spells::contested(fight, table, cast, &[at])?.0 {
            return Ok(());
        }
    }
    let making = Making { melee: false, mp: cost.mp, ..making(fight, who, Some(ability), by) };
    let mut blow = blow;
    let setting = fight.setting.clone();
    for step in effects::steps(&setting, ability, bought) {
        if let Some(blow) = blow.as_deref_mut()
            && bends(fight, table, (who, ability, bought), &step.effect, at, blow)?
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
            (_, Aim::Friend | Aim::Ally) => at,
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

/// What is bought on top of an answer.
fn answering<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16) -> Result<Bought, T::Halt> {
    let mut bought = Bought::default();
    let enhanced = !fight.ability(ability).entry.enhance.is_empty();
    if !enhanced || spells::choices(fight, who, ability, bought).is_empty() {
        return Ok(bought);
    }
    let deed = Deed::Cast { ability, at: Target::Oneself };
    let answer = table.ask(fight, Ask::Extras { who, deed })?;
    for act in answer.picks() {
        let Act::Extra(Extra::Enhance(place, times)) = *act else { continue };
        let mut more = bought;
        more.times[usize::from(place) % 8] = times;
        if abilities::afford(fight, who, ability, spells::with_bought(fight, ability, more)).is_ok() {
            bought = more;
        }
    }
    Ok(bought)
}

/// Effects that bend an attack on its way; whether this was one.
fn bends<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, ability, bought): (Who, u16, Bought),
    effect: &Effect,
    at: Who,
    blow: &mut Blow,
) -> Result<bool, T::Halt> {
    match effect {
        Effect::Parry => blow.ac += numbers::attack_bonus(fight, who),
        Effect::Distract => blow.dis += 1,
        Effect::TempHp { amount, .. } if fight.ability(ability).entry.aim == Aim::Friend => {
            let _ = blow.after.try_push((at, i16::from(*amount)));
        }
        Effect::LessDamage { amount } => blow.less += i16::from(*amount),
        Effect::ShareDamage => {
            let shield = fight
                .everyone()
                .find(|other| fight.one(*other).of(Condition::Grappled).any(|held| held.by == Some(who)));
            let sharer = if at == who { shield } else { Some(who) };
            blow.held_up = shield.filter(|_| at == who).map(|shield| (who, shield));
            blow.sharers.extend(sharer.filter(|_| !blow.sharers.is_full()));
        }
        Effect::TakeTheBlow => {
            blow.at = who;
            blow.guards = spells::more(fight, ability, bought, |more| more.guards.into()) as u8;
        }
        Effect::ChangePlaces => crate::rules::shifting::change_places(fight, table, who, at)?,
        Effect::Boon { boon: Boon::AcNow(more), .. } => blow.ac += i16::from(*more),
        Effect::Boon { boon: Boon::HalfNow, .. } => blow.halved = true,
        _ => return Ok(false),
    }
    table.tell(|| {
        let text = format!("{} changes the attack on {}", fight.label(who), fight.label(at));
        Event::new(&ANSWER, text).by(who).to(at)
    });
    Ok(true)
}

/// What Reactions have promised for when the blow is over.
///
/// # Errors
/// Halts with the table.
pub(crate) fn afterwards<T: Table<Fight>>(fight: &mut Fight, table: &mut T, blow: &Blow) -> Result<(), T::Halt> {
    for (whom, amount) in blow.after.clone() {
        if fight.present(whom) {
            damage::keep_temp(fight, table, whom, amount)?;
        }
    }
    let held = blow.held_up.filter(|(who, whom)| fight.able(*who) && grapple::holds(fight, *who, *whom));
    if let Some((who, whom)) = held
        && let Some(Act::Square(square)) = table.choose(fight, Ask::PutDown { who, whom })?
        && fight.one(whom).at != Some(square)
        && put_down(fight, who, whom).any(|free| free == square)
    {
        table.tell(|| {
            let text = format!("{} puts {} down at {square}", fight.label(who), fight.label(whom));
            Event::new(&ANSWER, text).by(who).to(whom)
        });
        moving::displaced(fight, table, whom, square, false)?;
    }
    Ok(())
}

/// The Spaces next to somebody at which whom it held before itself can be put down: where it is, and those that are free.
pub fn put_down(fight: &Fight, who: Who, whom: Who) -> impl Iterator<Item = Square> + '_ {
    let around = fight.body(who).and_then(|body| body.grown(1).clipped_to(fight.map.bounds()));
    let own = fight.one(whom).at;
    let free = move |square: &Square| own == Some(*square) || fight.room(whom, *square);
    let all = around.into_iter().flat_map(|span| span.squares());
    all.filter(free).filter(move |square| fight.distance_from(whom, *square, who) == 1)
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
