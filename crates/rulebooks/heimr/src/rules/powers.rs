//! Powers at work: what is decided on a hit, resisted, brought by a touch, set off by what happens.

pub(crate) mod asks;
pub(crate) mod events;
mod hits;
pub(crate) mod lasting;
pub(crate) mod uses;

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Rule, Table, Who};

use crate::content::{BindPart, Call, Effect, EffectReplace, Feature, Limb, Need, PowerId, When};
use crate::rules::attacks::{self};
use crate::rules::effects::{self, Called};
use crate::rules::{actions, armour, clusters, health, magic, readied, willpower};
use crate::state::{Act, Ask, Fight, Happened, Held, Hold, PowerAct, PowerAsk};

pub(crate) use events::{after_stumble, brought_down, happens, more_time, shielded};
pub(crate) use lasting::{RAGING, only_uninjured, partner_dies, partner_is_dead, ward_breaks};

pub(crate) use hits::{burns, chosen_before, fits_before, fits_hit, note_arm, on_hit, with_hit};

pub(crate) fn place_of(fight: &Fight, who: Who, power: PowerId) -> usize {
    fight.powers(who).iter().position(|known| *known == power).unwrap_or(usize::MAX)
}

/// How often a blessing is carried: the numbers of the same one add up. Anything else counts once.
pub(crate) fn copies(fight: &Fight, who: Who, power: PowerId) -> i16 {
    let carried = || fight.powers(who).iter().filter(|known| **known == power).count().max(1) as i16;
    if fight.power(power).entry.blessing { carried() } else { 1 }
}

pub(crate) fn hand_is_bound(fight: &Fight, who: Who) -> bool {
    effects::is_bound(fight, who, BindPart::Hands)
}

/// A wielded melee weapon that an attack at an item can be made with.
pub(crate) fn melee_hold(fight: &Fight, by: Who) -> Result<Hold, Refusal> {
    let fits = |hold: &Hold| fight.one(by).arm(*hold).is_some_and(|arm| fight.weapon(arm.weapon).is_melee());
    fight.one(by).holds().find(fits).ok_or_else(|| Refusal::new(&clusters::WEAPON, "no melee weapon in hand"))
}

/// The wielded weapon that a power's strike is made with.
pub(crate) fn strike_hold(fight: &Fight, by: Who, power: PowerId) -> Result<Hold, Refusal> {
    let When::Strike { with } = fight.power(power).entry.when else { return melee_hold(fight, by) };
    let fits = |hold: &Hold| fight.one(by).arm(*hold).is_some_and(|arm| with.has(fight.weapon(arm.weapon).entry.class));
    fight.one(by).holds().find(fits).ok_or_else(|| Refusal::new(&clusters::WEAPON, "it needs another weapon"))
}

/// The weapon whose clumsiness and free uses count for the price of an attack with a power.
pub(crate) fn paid_with(fight: &Fight, by: Who, power: PowerId) -> Option<Hold> {
    match fight.power(power).entry.when {
        When::Strike { .. } => strike_hold(fight, by, power).ok(),
        When::AtItem => melee_hold(fight, by).ok(),
        _ => None,
    }
}

/// Whether a power can be used at all: uses left, willpower, what must hold.
pub(crate) fn may_use(
    fight: &Fight,
    who: Who,
    place: usize,
    at: Option<Who>,
    hold: Option<Hold>,
) -> Result<(), Refusal> {
    let power = fight.power_at(who, place).ok_or_else(|| Refusal::new(&willpower::COST, "no such power"))?;
    let entry = &fight.power(power).entry;
    let used = fight.one(who).used.get(place).copied().unwrap_or(u8::MAX);
    refuse_if(entry.uses.is_some_and(|uses| used >= uses), &willpower::FREE, "it is used up")?;
    willpower::may_pay(fight, who, place, power, hold)?;
    entry.needs.iter().try_for_each(|need| holds(fight, who, *need, at))
}

fn holds(fight: &Fight, who: Who, need: Need, at: Option<Who>) -> Result<(), Refusal> {
    let has = |feature: Feature| at.is_some_and(|at| fight.has(at, feature));
    let one = fight.one(who);
    let (so, why) = match need {
        Need::Leg | Need::WeaponArm | Need::LadenArm | Need::AgainOnArm => (true, ""),
        Need::Uninjured => (!armour::is_injured(fight, who), "only while uninjured"),
        Need::FullHealth => (one.hp >= one.hp_max, "only with all hit points"),
        Need::HasNotAttacked => (!one.attacked, "only before any attack of its own"),
        Need::AttackedUser => {
            let place = at.and_then(|at| attacks::grudge(fight, at, who).ok());
            let open = place
                .map(|place| fight.grudges[place])
                .is_some_and(|(.., answered, round)| !answered && fight.round <= round + health::FIVE_MINUTES);
            (open, "only once on each who has attacked in the last five minutes")
        }
        Need::Possessed => {
            (has(Feature::Possessed) && at.is_some_and(|at| !fight.one(at).suppressed), "only on the possessed")
        }
        Need::Divine => (has(Feature::Divine), "only on a divine being"),
        Need::Unconscious => {
            let foe = at.is_some_and(|at| fight.one(at).unconscious && fight.foes(who, at));
            (foe, "only on an unconscious foe")
        }
    };
    refuse_if(!so, &willpower::COST, why)
}

pub(crate) fn power_name(fight: &Fight, power: PowerId) -> String {
    fight.power(power).entry.name.clone()
}

/// The rule by which a power is used.
fn rule_of_use(fight: &Fight, power: PowerId) -> &'static Rule {
    match fight.power(power).entry.when {
        When::OnHit { .. } | When::BeforeRoll { .. } | When::WithHit { .. } => &attacks::ON_HIT,
        When::Resist { .. } => &willpower::REACTIVE,
        _ => &actions::USE,
    }
}

/// Whether a power is used beside something else that is done. What is an action of its own is noted when it is done.
fn is_in_passing(when: When) -> bool {
    use When::{BeforeRoll, Event, OnHit, Resist, WithHit};
    matches!(when, OnHit { .. } | BeforeRoll { .. } | WithHit { .. } | Resist { .. } | Event { .. })
}

/// Pays for a power and says so.
pub(crate) fn pay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, power: PowerId, hold: Option<Hold>) {
    table.tell(|| {
        let text = format!("{} uses {}", fight.label(by), fight.power(power).entry.name);
        let event = Event::new(rule_of_use(fight, power), text)
            .and(&actions::SKILL)
            .and(&willpower::COST)
            .by(by)
            .with(power_name(fight, power));
        match fight.power(power).entry.when {
            When::Action { .. } => actions::act_of(fight, by, event),
            When::Resist { .. } => fight.caused(event.answer()),
            _ => fight.caused(event),
        }
    });
    if is_in_passing(fight.power(power).entry.when) {
        readied::note(fight, Happened::UsedSkill(by));
    }
    let place = place_of(fight, by, power);
    willpower::pay(fight, table, by, place, power, hold);
}

/// The number of a call, as this fight counts it.
pub(crate) fn number(fight: &Fight, call: &Call) -> i16 {
    match (call.n, call.card) {
        (Some(n), _) => n,
        (None, Some(card)) => willpower::scaled(fight, card),
        (None, None) => call.effect.usual(),
    }
}

/// Calls what a power calls. True if that takes the place of a weapon's damage.
pub(crate) fn calls<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    whom: Who,
    power: PowerId,
    limb: Option<Limb>,
    hold: Option<Hold>,
) -> Result<bool, T::Halt> {
    let second = !fight.power(power).entry.or.is_empty() && asks::second(fight, table, by, power)?;
    let setting = fight.setting.clone();
    let entry = &setting.content.power(power).entry;
    let mut replaced = false;
    for call in if second { &entry.or } else { &entry.calls } {
        let mut n = asks::amount(fight, table, by, power, call)?;
        if call.effect == Effect::Hit && hold.is_some() {
            n += std::mem::take(&mut fight.one_mut(by).sharpened);
        }
        replaced |= call.effect == Effect::Hit || fight.house().effect_replace == EffectReplace::Any;
        let called = Called {
            part: call.part.unwrap_or(BindPart::Body),
            grabbed: call.grab,
            limb,
            automaton: matches!(entry.when, When::Automaton { .. }),
            poison: entry.poison,
            element: entry.element,
            means: Some(power),
            ..Called::of(call.effect, n, whom, Some(by))
        };
        effects::call(fight, table, &called)?;
    }
    Ok(replaced)
}

/// A touch, a thrown automaton or a skill's strike has hit: what it brings.
pub(crate) fn brings<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    whom: Who,
    power: PowerId,
) -> Result<(), T::Halt> {
    let entry = &fight.power(power).entry;
    let automaton = matches!(entry.when, When::Automaton { .. });
    if automaton {
        table.tell(|| {
            fight.caused(
                fight.event(&magic::EFFECT, by, format_args!("lets {} go", fight.power(power).entry.name)).to(whom),
            )
        });
    } else {
        let (bash, touch) = (entry.when == When::Bash, entry.when == When::Touch);
        if bash && free_bash(fight, by) {
            table.tell(|| Event::new(&willpower::FREE, "the bash with this shield costs nothing").by(by));
        } else {
            let hold = paid_with(fight, by, power);
            pay(fight, table, by, power, hold);
        }
        if touch && let Ok(place) = attacks::grudge(fight, whom, by) {
            fight.grudges[place].2 = true;
        }
    }
    calls(fight, table, by, whom, power, None, None)?;
    lasting::start(fight, table, by, Some(whom), power)
}

fn free_bash(fight: &mut Fight, by: Who) -> bool {
    let Some(guarded) = fight.one(by).shield else { return false };
    if guarded.free >= fight.shield(guarded.shield).entry.free {
        return false;
    }
    if let Some(guarded) = &mut fight.one_mut(by).shield {
        guarded.free += 1;
    }
    true
}

/// An attack at an item has hit: Break on it, and on the attacker's own weapon.
pub(crate) fn breaks<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    whom: Who,
    power: PowerId,
    held: Held,
) -> Result<(), T::Halt> {
    let own = melee_hold(fight, by).ok();
    pay(fight, table, by, power, own);
    let Some(call) = fight.power(power).entry.calls.first().copied() else { return Ok(()) };
    let n = asks::amount(fight, table, by, power, &call)?;
    let hook = std::mem::take(&mut fight.one_mut(by).hooked);
    armour::break_held(fight, table, whom, held, n + hook);
    if let Some(own) = own.and_then(Held::by).filter(|_| hook == 0) {
        armour::break_held(fight, table, by, own, n);
    }
    Ok(())
}

/// A reaction against an effect. True if it does nothing.
pub(crate) fn resists<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<bool, T::Halt> {
    let whom = called.whom;
    if !asks::any_resists(fight, whom, called.effect) {
        return Ok(false);
    }
    let ask = Ask::Power(PowerAsk::Resist { who: whom, effect: called.effect, n: called.n });
    let answer = table.choose(fight, ask)?;
    if !fight.present(whom) {
        return Ok(true);
    }
    let Some(Act::Power(PowerAct::Use(place))) = answer else { return Ok(false) };
    if !asks::can_resist(fight, whom, usize::from(place), called.effect) {
        return Ok(false);
    }
    let Some(power) = fight.power_at(whom, place) else { return Ok(false) };
    pay(fight, table, whom, power, None);
    actions::interrupt(fight, table, whom, "a skill of its own");
    table.tell(|| {
        fight
            .event(&effects::RESIST, whom, format_args!("resists {}", called.effect))
            .and(&willpower::REACTIVE)
            .and(&effects::MISS)
    });
    Ok(true)
}
