//! What powers and items offer in a turn: skills as actions, touches and strikes, automata, patients, potions.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Table, Who};

use crate::content::{Contest, Delivery, Feature, PowerId, Role, Target, Time, When};
use crate::rules::health::{self, Strain};
use crate::rules::{
    actions, attacks, challenges, clusters, effects, handling, magic, ranged, surgery, willpower, wording,
};
use crate::state::{Deed, Fight, Gathered, Held, Labour, Upcoming, Use, With};

use super::{lasting, may_use, paid_with, place_of};

pub(crate) fn time(fight: &Fight, who: Who, used: Use) -> Time {
    match used {
        Use::Power { place, .. } => match fight.when_at(who, place) {
            Some(When::Action { time, .. }) => time,
            _ => Time::Standard,
        },
        Use::Gather { .. } | Use::Tend { .. } => Time::Upcoming,
        _ => Time::Standard,
    }
}

/// Whether it is an action of the body beside attacks, labour and items, which say themselves what they strain.
pub(crate) fn strains(used: Use) -> bool {
    !matches!(used, Use::Attack { .. } | Use::Labour { .. } | Use::Item { .. })
}

/// Everything that a combatant could look for among its powers and items, legal or not; `wide` what nobody would look for
/// first, too: at those far off, at friends, before power is gathered.
pub(crate) fn each(fight: &Fight, who: Who, wide: bool, mut found: impl FnMut(Use)) {
    let others = || fight.everyone().filter(move |other| *other != who && (wide || fight.present(*other)));
    let near = |at: &Who| wide || near(fight, who, *at);
    for (place, power) in fight.powers(who).iter().enumerate() {
        let (power, place) = (*power, place as u8);
        let before = fight.powers(who).iter().take(usize::from(place)).any(|known| *known == power);
        let strikes = |with: With| others().filter(near).map(move |at| Use::Attack { with, at });
        match fight.power(power).entry.when {
            _ if before => {}
            When::Action { at: Target::One, .. } => {
                let foes = others().filter(|at| wide || fight.foes(who, *at));
                foes.for_each(|at| found(Use::Power { place, at: Some(at) }));
            }
            When::Action { .. } => found(Use::Power { place, at: None }),
            When::Strike { .. } => strikes(With::Strike(power)).for_each(&mut found),
            When::Bash => strikes(With::Bash(power)).for_each(&mut found),
            When::Touch => strikes(With::Touch(power)).for_each(&mut found),
            When::AtItem => others().filter(near).for_each(|at| at_items(fight, power, at, &mut found)),
            When::Labour { .. } => others().filter(near).for_each(|at| found(Use::Labour { place, at })),
            When::Automaton { by, .. } => {
                let gathered = fight.one(who).gathered;
                let ready = gathered.is_some_and(|gathered| gathered.ready.is_some() && gathered.automaton == power);
                let begun = |gathered: Gathered| gathered.ready.is_none() && gathered.automaton == power;
                if wide || gathered.is_none_or(begun) {
                    found(Use::Gather { place });
                }
                match by {
                    _ if !ready && !wide => {}
                    Delivery::Oneself if ready => found(Use::Release),
                    Delivery::Cluster if ready => {
                        let clustered = others().filter(|at| fight.one(*at).cluster != 0);
                        clustered.for_each(|at| found(Use::Burst { at }));
                    }
                    Delivery::Touch => strikes(With::Touch(power)).for_each(&mut found),
                    Delivery::TouchOrThrown => {
                        strikes(With::Touch(power)).for_each(&mut found);
                        others().for_each(|at| found(Use::Attack { with: With::Throw(power), at }));
                    }
                    Delivery::Oneself | Delivery::Cluster => {}
                }
            }
            When::Stitching | When::Surgery { .. } => {
                let patients = fight.everyone().filter(|at| wide || near(at) && fight.one(*at).hp <= 0);
                patients.for_each(|at| found(Use::Tend { place, at }));
            }
            _ => {}
        }
    }
    for (slot, (item, uses)) in fight.one(who).items.iter().enumerate() {
        if *uses > 0 && fight.item(*item).power.is_some() {
            found(Use::Item { slot: slot as u8 });
        }
    }
}

fn near(fight: &Fight, who: Who, at: Who) -> bool {
    fight.present(at) && fight.one(at).at == fight.one(who).at
}

fn at_items(fight: &Fight, power: PowerId, at: Who, found: &mut impl FnMut(Use)) {
    for held in Held::IN_HAND.into_iter().filter(|held| handling::held(fight, at, *held).is_some()) {
        found(Use::Attack { with: With::AtItem(power, held), at });
    }
}

pub(crate) const BURST: u16 = 2;

/// Whether something is legal now, as far as powers go.
pub(crate) fn may(fight: &Fight, who: Who, used: Use) -> Result<(), Refusal> {
    match used {
        Use::Power { place, at } => {
            may_use(fight, who, place.into(), at, None)?;
            let Some(When::Action { range, .. }) = fight.when_at(who, place) else {
                return Err(Refusal::new(&actions::SKILL, "it is no action"));
            };
            match at {
                Some(at) => {
                    attacks::may_harm(fight, who, at)?;
                    ranged::may_aim(fight, who, at, range)
                }
                // What strikes all foes here strikes the one who has charmed along with them.
                None => foes_struck(fight, who, used).try_for_each(|at| attacks::may_harm(fight, who, at)),
            }
        }
        Use::Attack { with, at } => {
            if let Some(power) = with.power() {
                let free = with == With::Bash(power) && has_free_bash(fight, who);
                if !free {
                    let hold = paid_with(fight, who, power);
                    may_use(fight, who, place_of(fight, who, power), Some(at), hold)?;
                }
                magic::may_release(fight, who, power)?;
            }
            attacks::may_attack(fight, who, at, with)
        }
        Use::Labour { place, at } => {
            attacks::may_reach(fight, who, at)?;
            may_use(fight, who, place.into(), Some(at), None)
        }
        Use::Gather { place } => magic::may_gather(fight, who, place),
        Use::Release => Ok(()),
        Use::Burst { at } => {
            clusters::mates(fight, at)
                .filter(|mate| *mate != who)
                .try_for_each(|mate| attacks::may_harm(fight, who, mate))?;
            ranged::may_aim(fight, who, at, BURST as u8)
        }
        Use::Tend { place, at } => surgery::may(fight, who, at, place),
        Use::Item { .. } => {
            refuse_if(fight.has(who, Feature::Handless), &attacks::HANDS, "it has no hands")?;
            refuse_if(super::hand_is_bound(fight, who), &effects::BIND, "the hands are bound")
        }
    }
}

/// Willpower that something takes if it takes effect.
pub(crate) fn willpower_of(fight: &Fight, who: Who, used: Use) -> i16 {
    let at_place = |place: u8| Some(usize::from(place)).zip(fight.power_at(who, place));
    let (place, power, hold) = match used {
        Use::Power { place, .. } => match at_place(place) {
            Some((place, power)) => (place, power, None),
            None => return 0,
        },
        Use::Labour { place, at } => match at_place(place) {
            Some((place, power)) if is_last_turn(fight, who, at, power) => (place, power, None),
            _ => return 0,
        },
        Use::Attack { with: With::Bash(_), .. } if has_free_bash(fight, who) => return 0,
        Use::Attack { with, .. } => match with.power() {
            // The willpower of an automaton has gone into the gathering.
            Some(power) if !matches!(fight.power(power).entry.when, When::Automaton { .. }) => {
                (place_of(fight, who, power), power, paid_with(fight, who, power))
            }
            _ => return 0,
        },
        Use::Gather { .. } | Use::Release | Use::Burst { .. } | Use::Tend { .. } | Use::Item { .. } => return 0,
    };
    willpower::due(fight, who, place, power, hold)
}

fn has_free_bash(fight: &Fight, who: Who) -> bool {
    fight.one(who).shield.is_some_and(|guarded| guarded.free < fight.shield(guarded.shield).entry.free)
}

/// Something in the words of its option, its target called as said instead of by its name.
pub(crate) fn text(fight: &Fight, who: Who, used: Use, at: Option<&str>) -> String {
    let target = |whom: Who| at.unwrap_or_else(|| fight.label(whom)).to_owned();
    let name = |place: u8| {
        let power = fight.powers(who).get(usize::from(place));
        power.map_or("nothing", |power| fight.power(*power).entry.name.as_str())
    };
    match used {
        Use::Power { place, at: None } => format!("use {}", name(place)),
        Use::Power { place, at: Some(at) } => format!("use {} on {}", name(place), target(at)),
        Use::Attack { with, at: whom } => wording::text(fight, who, Deed::Attack { at: whom, with }, at),
        Use::Labour { place, at } => format!("{} on {}", name(place), target(at)),
        Use::Gather { place } => format!("gather power for {}", name(place)),
        Use::Release => "let the automaton go".into(),
        Use::Burst { at } => format!("let the automaton go over {}", target(at)),
        Use::Tend { place, at } => format!("{} on {}", name(place), target(at)),
        Use::Item { slot } => {
            let item = fight.one(who).items.get(usize::from(slot));
            format!("use {}", item.map_or("nothing", |(item, _)| fight.item(*item).entry.name.as_str()))
        }
    }
}

/// Whether a skill that is called on all foes in the location is called on that one.
fn is_foe_here(fight: &Fight, who: Who, at: Who) -> bool {
    fight.foes(who, at) && near(fight, who, at)
}

/// Whom something strikes that is not aimed at one alone, in the order of initiative.
pub(crate) fn strikes_all(fight: &Fight, who: Who, used: Use) -> Vec<Who> {
    match used {
        Use::Burst { at } => magic::in_burst(fight, at).collect(),
        _ => foes_struck(fight, who, used).collect(),
    }
}

/// The foes that a skill is called on which is called on all in the location; none for anything else.
fn foes_struck(fight: &Fight, who: Who, used: Use) -> impl Iterator<Item = Who> + '_ {
    let power = match used {
        Use::Power { place, at: None } => fight.power_at(who, place),
        _ => None,
    };
    let all = power.is_some_and(|power| matches!(fight.power(power).entry.when, When::Action { at: Target::Foes, .. }));
    fight.order.iter().copied().filter(move |at| all && is_foe_here(fight, who, *at))
}

/// Carries something out. False if it did not take place.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    used: Use,
) -> Result<bool, T::Halt> {
    match used {
        Use::Power { place, at } => act(fight, table, who, place, at)?,
        Use::Attack { with, at } => {
            let took_place = attacks::attack(fight, table, who, at, with, false)?;
            if took_place {
                magic::released(fight, who, with);
            }
            return Ok(took_place);
        }
        Use::Labour { place, at } => labour(fight, table, who, place, at)?,
        Use::Gather { place } => magic::gather(fight, table, who, place)?,
        Use::Release => magic::release_on_self(fight, table, who)?,
        Use::Burst { at } => magic::burst(fight, table, who, at)?,
        Use::Tend { place, at } => {
            if let Some(power) = fight.power_at(who, place) {
                surgery::begin(fight, table, who, at, power);
            }
        }
        Use::Item { slot } => item(fight, table, who, slot)?,
    }
    Ok(true)
}

/// What was begun in an earlier turn goes on as the standard action of this one; it ends the turn unless it is done.
pub(crate) fn goes_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(upcoming) = fight.one_mut(who).upcoming.take() else { return Ok(()) };
    fight.turn.standard = true;
    match upcoming {
        Upcoming::Gather => magic::go_on(fight, table, who)?,
        Upcoming::Tend(treatment) => surgery::go_on(fight, table, who, treatment)?,
        Upcoming::Aim => {}
    }
    if fight.one(who).upcoming.is_some() {
        fight.turn.ended = true;
    }
    Ok(())
}

fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: u8, at: Option<Who>) -> Result<(), T::Halt> {
    let Some(power) = fight.power_at(who, place) else { return Ok(()) };
    let When::Action { at: target, contest, .. } = fight.power(power).entry.when else { return Ok(()) };
    super::pay(fight, table, who, power, None);
    match target {
        Target::One => {
            if let Some(at) = at {
                works_on(fight, table, who, at, power, contest)?;
            }
        }
        Target::Foes => {
            for place in 0..fight.order.len() {
                let Some(at) = fight.order.get(place).copied() else { break };
                if is_foe_here(fight, who, at) {
                    works_on(fight, table, who, at, power, contest)?;
                }
            }
        }
        Target::Oneself | Target::Friends => {}
    }
    lasting::start(fight, table, who, at, power)
}

fn works_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    power: PowerId,
    contest: Option<Contest>,
) -> Result<(), T::Halt> {
    if contest.is_some() {
        let challenge = challenges::of_role(fight, table, who, Role::Persuade)?;
        let own = challenges::roll(fight, table, &challenge, &effects::WHO, "persuasion", Some(at))?;
        let challenge = challenges::of_role(fight, table, at, Role::Discern)?;
        let other = challenges::roll(fight, table, &challenge, &effects::WHO, "insight", Some(who))?;
        let stands = other.result >= own.result;
        table.tell(|| {
            let does = if stands { "stands up to" } else { "gives way to" };
            let text = format!("{} {does} {}", fight.label(at), fight.label(who));
            Event::new(&challenges::VERSUS_ROLL, text)
                .by(at)
                .total(other.result.into())
                .against("persuasion", own.result.into())
        });
        if stands {
            return Ok(());
        }
    }
    super::calls(fight, table, who, at, power, None, None)?;
    Ok(())
}

fn turns_done(fight: &Fight, who: Who, at: Who, power: PowerId) -> u16 {
    let goes_on = |known: &Labour| known.whom == at && known.power == power && known.round + 1 == fight.round;
    fight.one(who).labour.filter(goes_on).map_or(1, |known| known.done + 1)
}

/// Whether labour on a combatant is done with this turn.
fn is_last_turn(fight: &Fight, who: Who, at: Who, power: PowerId) -> bool {
    let When::Labour { turns } = fight.power(power).entry.when else { return false };
    turns_done(fight, who, at, power) >= turns
}

fn labour<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: u8, at: Who) -> Result<(), T::Halt> {
    let Some(power) = fight.power_at(who, place) else { return Ok(()) };
    let When::Labour { turns } = fight.power(power).entry.when else { return Ok(()) };
    health::strains(fight, table, who, Strain::BothArms)?;
    let (round, done) = (fight.round, turns_done(fight, who, at, power));
    table.tell(|| {
        let text = format!("{} works on {}: {done} of {turns} turns", fight.label(who), fight.label(at));
        actions::act_of(fight, who, Event::new(&actions::SKILL, text).and(&actions::USE).to(at))
    });
    if done < turns {
        fight.one_mut(who).labour = Some(Labour { whom: at, power, done, round });
        return Ok(());
    }
    fight.one_mut(who).labour = None;
    super::pay(fight, table, who, power, None);
    lasting::start(fight, table, who, Some(at), power)
}

fn item<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<(), T::Halt> {
    health::strains(fight, table, who, Strain::SwordArm)?;
    let Some((item, uses)) = fight.one(who).items.get(usize::from(slot)).copied() else { return Ok(()) };
    if let Some((_, left)) = fight.one_mut(who).items.get_mut(usize::from(slot)) {
        *left = uses.saturating_sub(1);
    }
    table.tell(|| {
        let text = format!("{} uses {}", fight.label(who), fight.item(item).entry.name);
        let event = Event::new(&actions::USE_ITEM, text).and(&actions::USE).with(fight.item(item).entry.name.clone());
        actions::act_of(fight, who, event)
    });
    let Some(power) = fight.item(item).power else { return Ok(()) };
    let immediate = fight.power(power).entry.after == 0;
    if immediate {
        lasting::calls_on_owner(fight, table, who, power, |entry| &entry.calls)?;
    }
    lasting::start(fight, table, who, None, power)
}

pub(crate) fn goal(fight: &Fight, who: Who, used: Use) -> String {
    let Use::Gather { place } = used else { return String::new() };
    let power = fight.powers(who).get(usize::from(place));
    power.map_or(String::new(), |power| format!(" for {}", fight.power(*power).entry.name))
}
