//! Maneuvers and techniques: what is added to an attack or a Grapple, and what comes of it.

mod answering;

use quintain_engine::{Event, Refusal, Table, Who};

use crate::ask::{Act, Ask, Coin, Deed, Extra, Target};
use crate::book::{AddsTo, Condition, Effect, Property, Rider, Save, Step, To};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::abilities::{self, Cost};
use crate::rules::attack::{self, Check, weigh};
use crate::rules::damage::{self, Harm};
use crate::rules::dice::{self, Pool};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spells::{self, Bought};
use crate::rules::{action_points, boons, conditions, disengage, numbers, shields, weapons};
use crate::setting::{Table as Kept, riders};
use crate::those::List;

pub(crate) use answering::afterwards;
pub use answering::{answers, put_down, react};

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
pub type Extras = List<Extra, 16>;

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
    ability(extra).is_some_and(|ability| fight.ability(ability).entry.with_adv)
}

/// The ADV that an attack has by itself, less the DIS, before any is bought for it.
pub fn standing(fight: &Fight, who: Who, deed: Deed) -> i16 {
    let (Deed::Attack { at, with } | Deed::FallOn { at, with }) = deed else { return 0 };
    let weapon = weapons::used(fight, who, with);
    let melee = weapons::melee(fight, who, at, fight.weapon(weapon));
    let check = Check { by: who, at, weapon, farther: 0, hand: weapons::hand(fight, who, with), melee };
    weigh(fight, check).1 - i16::from(disengage::dodges(fight, at))
}

/// What a natural attack may add for AP, by its place: only with its own weapon, against targets that it suits.
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
    for ability in maneuvers_in(extras) {
        if let Some((reach, range)) = fight.ability(ability).entry.extends {
            more.0 += i16::from(reach);
            more.1 += i16::from(range);
        }
    }
    more
}

/// The maneuver that is added.
pub fn ability(extra: Extra) -> Option<u16> {
    match extra {
        Extra::Maneuver(ability, ..) => Some(ability),
        _ => None,
    }
}

/// The maneuvers among what is added, as often as they are.
pub(crate) fn maneuvers_in(extras: &Extras) -> impl Iterator<Item = u16> + '_ {
    extras.iter().copied().filter_map(ability)
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
                pool.add(&ADDED, "sure aim", table.die(fight, throw)? as i16);
            }
        }
    }
    boons::attack_dice(fight, table, who, pool)
}

/// Damage that maneuvers add.
pub fn damage(fight: &Fight, extras: &Extras) -> i16 {
    let steps = maneuvers_in(extras).flat_map(|ability| &fight.ability(ability).entry.does);
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
        flame(fight, table, who, at, extras)?;
    }
    if fight.weapon(weapon).is(Property::Capture) {
        capture(fight, table, who, at)?;
    }
    let mut shared: Option<dice::Saved> = None;
    let setting = fight.setting.clone();
    // The targets that they suit are found before any of them has changed one.
    let brought = brought(fight, (who, at, weapon), extras);
    for ability in maneuvers_in(extras) {
        let steps = effects::steps(&setting, ability, Bought::default());
        let making = making(fight, who, Some(ability), at);
        for step in steps {
            if matches!(step.effect, Effect::WeaponDamage { .. }) {
                continue;
            }
            follow(fight, table, &making, step, at, (extras, margin, &mut shared))?;
        }
    }
    let all = setting.templates.get(usize::from(fight.one(who).template)).map_or(&[][..], riders);
    for (_, rider) in all.iter().enumerate().filter(|(place, _)| brought & (1 << place) != 0) {
        let making = making(fight, who, None, at);
        for step in &rider.does {
            follow(fight, table, &making, step, at, (extras, margin, &mut shared))?;
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
        near: None,
    }
}

/// One step that follows a hit; Saves of the same attack are made once.
fn follow<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    step: &Step,
    at: Who,
    (extras, margin, shared): (&Extras, i16, &mut Option<dice::Saved>),
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
        outcome = Outcome::resisted(saved, save, making.dc);
    }
    outcome.spares = extras.contains(&Extra::NonLethal);
    effects::apply(fight, table, making, &step.effect, to, &outcome)
}

/// A net or bolas: held by the weapon instead of hurt.
fn capture<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let skill = numbers::physical_skill(fight, who);
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
    let (_, (reach, range)) = fight.template(who).uses.extends?;
    // The attack itself takes 1 AP on one's own turn.
    let own = i8::from(fight.owner == Some(who) && fight.depth == 0);
    extending(fight, who, own).map(|extra| (extra, reach, range))
}

/// What must be added for an attack to reach its target.
pub fn must_extend(fight: &Fight, who: Who, at: Who, weapon: u16) -> Option<Extra> {
    fight.template(who).uses.extends?;
    let far = fight.distance(who, at);
    let arm = fight.weapon(weapon);
    let near = match attack::range(fight, weapon) {
        Some((_, long)) if !weapons::melee(fight, who, at, arm) => far <= long,
        _ => far <= weapons::reach(fight, who, arm),
    };
    if near { None } else { extending(fight, who, 0) }
}

/// How somebody pays for reaching farther, with so many AP to spare for something else.
fn extending(fight: &Fight, who: Who, besides: i8) -> Option<Extra> {
    let (ability, _) = fight.template(who).uses.extends?;
    let cost = abilities::cost(fight, ability).ap;
    if action_points::available(fight, who) >= cost + besides {
        return Some(Extra::Maneuver(ability, Coin::Ap, 1));
    }
    (fight.one(who).sp >= cost).then_some(Extra::Maneuver(ability, Coin::Sp, 1))
}

/// A blade that burns: the target takes it, or somebody next to it, or both. It is one with the blow, and spares with it.
fn flame<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, extras: &Extras) -> Result<(), T::Halt> {
    let Some((amount, kind, both)) = boons::next_hit(fight, who) else { return Ok(()) };
    let chosen = match table.choose(fight, Ask::Flame { who, at, both })? {
        Some(Act::Who(whom)) => Some(whom),
        _ => None,
    };
    let targets = if both { [Some(at), chosen] } else { [chosen.or(Some(at)), None] };
    for whom in targets.into_iter().flatten() {
        if fight.present(whom) {
            let non_lethal = extras.contains(&Extra::NonLethal);
            let harm = Harm { by: Some(who), non_lethal, ..Harm::new(amount, kind, &spells::BOON) };
            damage::hurt(fight, table, whom, harm)?;
        }
    }
    Ok(())
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
    for ability in maneuvers_in(extras) {
        table.tell(|| {
            let text = format!("{} follows with {}", fight.label(who), fight.ability(ability).entry.name);
            Event::new(&GRAPPLE, text).by(who).to(at)
        });
        let making = making(fight, who, Some(ability), at);
        for step in effects::steps(&setting, ability, Bought::default()) {
            if fight.present(at) {
                effects::apply(fight, table, &making, &step.effect, at, &Outcome::of(margin))?;
            }
        }
    }
    Ok(())
}

/// What somebody may pay for an ability with that is used by itself: a maneuver with its AP, or with SP in their place.
pub fn coins(fight: &Fight, who: Who, ability: u16) -> impl Iterator<Item = Coin> {
    let either = fight.ability(ability).table == Kept::Maneuver && fight.one(who).max_sp > 0;
    std::iter::once(Coin::Ap).chain(either.then_some(Coin::Sp))
}

/// # Errors
/// Why somebody has not the SP that go into an ability which it pays for so.
pub fn may_pay_with(fight: &Fight, who: Who, ability: u16, coin: Coin) -> Result<(), Refusal> {
    let sp = abilities::cost(fight, ability).paid_with(coin).sp;
    refuse_if(fight.one(who).sp < sp, &ADDED, "it has not the SP for it")
}

/// What an extra costs: AP, or SP in their place.
pub fn price(fight: &Fight, extra: Extra) -> Cost {
    match extra {
        Extra::Maneuver(ability, coin, _) => abilities::cost(fight, ability).paid_with(coin),
        Extra::Adv(_) => Cost { ap: 1, ..Cost::default() },
        _ => Cost::default(),
    }
}
