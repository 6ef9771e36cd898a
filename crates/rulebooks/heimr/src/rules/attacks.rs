//! Attacks: who may be attacked with what, the rolls, and what a hit does.

mod hits;
mod how;
mod legal;
mod told;

use arrayvec::ArrayVec;
use quintain_engine::{Breakdown, Dicing, Event, EventId, Table, Who};

use crate::content::{Limb, PowerId, Role, Weapon, When};
use crate::rules::challenges::{self, Challenge};
use crate::rules::defence::{self};
use crate::rules::health::{self, Strain};
use crate::rules::{
    abilities, actions, armoury, blind_spots, brawl, clusters, daze, environment, magic, powers, ranged, readied,
};
use crate::state::{Ask, Fight, Happened, Hold, MOST_HOLDS, Wanted, With, yes};

use legal::smashes_with;
pub(crate) use legal::{may_attack, may_harm, may_reach, may_use, may_wield};
pub(crate) use told::hold_name;
use told::{declared, tell_distance};

pub(crate) use how::usable;
use how::{called_shot, holds_of, way_of};

use hits::{compare, hit, land, throw_away};

quintain_engine::section! {
    "Weapon attacks";
    BY_WEAPON = Engine "attack.by-weapon": "The weapon decides whether an attack is made hand to hand or from afar.";
    EACH = Choice "attack.each-weapon": "A weapon attack gives a roll for every weapon wielded, in the order that the attacker likes, and any may be left out.";
    ONE_TARGET = Engine "attack.one-target": "All rolls of one action go at one target.",
        ruling "Each meets the defence of its moment; what is left when the target falls may still strike it.";
    NEXT = Engine "attack.next-defence": "At the end of a turn its owner rolls the next defence.",
        ruling "So does everybody at the start of the fight; a defence that has met an attack is rolled anew right after it, with the penalties due; only what was used counts.",
        house "defence.mode";
    ASK = Choice "attack.ask-defence": "Defences rolled ahead are open: an attacker may look at them before choosing a target.";
    HANDS = Engine "attack.hands": "There is a sword hand and an off-hand; some weapons need both, some only the sword hand, some either, and some one or both.";
    SCORE = Engine "attack.score": "An attack is rolled on the weapon's ability, with the weapon's bonus on potential and the penalties of the situation on consistency.";
    HIT = Engine "attack.hit-test": "An attack hits only when it is higher than the defence.";
    UNDEFENDED = Engine "attack.undefended": "Without a defence an attack hits unless its roller is too tired.";
    DAMAGE = Engine "attack.damage": "A hit costs hit points as the weapon's damage says, unless something called on the hit replaces it.";
    ON_HIT = Choice "attack.skill-on-hit": "Skills for use on a hit are decided once the hit is known, and paid then.";
}

pub(crate) type Holds = ArrayVec<Hold, MOST_HOLDS>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike {
    pub(crate) by: Who,
    /// The target as declared: a shot may run on to others.
    pub(crate) at: Who,
    pub(crate) with: With,
    pub(crate) hold: Option<Hold>,
    pub(crate) limb: Option<Limb>,
    pub(crate) before: Option<PowerId>,
    pub(crate) charging: bool,
    pub(crate) aimed: bool,
    /// Hits of this action so far.
    pub(crate) hits: u8,
}

impl Strike {
    /// An attack without anything that is decided or found out later.
    pub(crate) fn of(by: Who, at: Who, with: With) -> Strike {
        Strike { by, at, with, hold: None, limb: None, before: None, charging: false, aimed: false, hits: 0 }
    }
}

/// What a called shot takes, and what aiming gives.
pub(crate) const CALLED: i16 = 2;

/// What a turn of aiming gives.
pub(crate) const AIMED: i16 = 2;

/// How far an automaton is thrown.
pub(crate) const THROWN: u8 = 1;

fn weapon_of(fight: &Fight, by: Who, hold: Option<Hold>) -> Option<&Weapon> {
    let arm = fight.one(by).arm(hold?)?;
    Some(fight.weapon(arm.weapon))
}

pub(crate) fn is_melee(fight: &Fight, by: Who, with: With, hold: Option<Hold>) -> bool {
    match with {
        With::Throw(_) => false,
        With::Weapons => weapon_of(fight, by, hold).is_none_or(Weapon::is_melee),
        _ => true,
    }
}

/// Whether an attack of a combatant may run on to others in the cluster of its target: a shot, or something thrown.
pub(crate) fn may_run_on(fight: &Fight, by: Who, target: Who, with: With) -> bool {
    match with {
        With::Throw(_) => true,
        With::Weapons => usable(fight, by, target).into_iter().any(|hold| !is_melee(fight, by, with, Some(hold))),
        _ => false,
    }
}

/// A whole attack: intentions, the cluster, every roll, and what others had readied. False if it did not take place.
pub(crate) fn attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    target: Who,
    with: With,
    charging: bool,
) -> Result<bool, T::Halt> {
    if !readied::wants(fight, table, by, Wanted::Attack(target))? || may_attack(fight, by, target, with).is_err() {
        return Ok(false);
    }
    let aimed = fight.turn.aiming && fight.turn.who == Some(by);
    let mut strike = Strike { charging, aimed, ..Strike::of(by, target, with) };
    let how = way_of(fight, table, &strike)?;
    let holds = holds_of(fight, &strike, &how);
    strike.limb = called_shot(fight, table, &strike, &how)?;
    health::strains(fight, table, by, strain_of(fight, by, target, with, &holds))?;
    let cause = declare(fight, table, &strike, &holds);
    strike.before = powers::chosen_before(fight, table, &strike, &holds, &how);
    let rolls: ArrayVec<Option<Hold>, MOST_HOLDS> = match with {
        With::Weapons => holds.into_iter().map(Some).collect(),
        _ => [hold_of(fight, by, target, with)].into_iter().collect(),
    };
    let upright = !defence::is_helpless(fight, target);
    for (place, hold) in rolls.into_iter().enumerate() {
        let fallen = place > 0 && upright && fight.present(target) && defence::is_helpless(fight, target);
        if fallen {
            if !yes(fight, table, Ask::StrikeOn { by, at: target })? {
                break;
            }
            strike.limb = called_shot(fight, table, &strike, &how)?;
        }
        if !strikes(fight, by, target) || fight.outcome.is_some() {
            break;
        }
        if let Some(hold) = hold.filter(|hold| place > 0 && may_use(fight, by, target, *hold).is_err()) {
            table.tell(|| {
                fight.event(&ONE_TARGET, by, format_args!("cannot strike with {} any more", hold_name(fight, by, hold)))
            });
            continue;
        }
        strike.hold = hold;
        if is_melee(fight, by, with, hold) {
            clusters::join(fight, table, by, target);
        }
        if one_roll(fight, table, &strike, target)? {
            strike.hits += 1;
        }
        readied::run(fight, table)?;
    }
    fight.cause = cause;
    Ok(true)
}

/// Whether there still is an attacker who can strike, and somebody to be struck.
fn strikes(fight: &Fight, by: Who, whom: Who) -> bool {
    fight.present(by) && fight.present(whom) && !fight.one(by).unconscious && !daze::is_dazed(fight, by)
}

/// The weapon of an attack that is one roll; nothing for a bare hand, a shield or a throw.
fn hold_of(fight: &Fight, by: Who, target: Who, with: With) -> Option<Hold> {
    match with {
        With::Strike(power) => powers::strike_hold(fight, by, power).ok(),
        With::AtItem(..) => powers::melee_hold(fight, by).ok(),
        With::Smash(_) => smashes_with(fight, by, target),
        _ => None,
    }
}

pub(super) fn strain_of(fight: &Fight, by: Who, target: Who, with: With, holds: &[Hold]) -> Strain {
    let of_hold = |hold: Hold| Strain::of(hold, fight.one(by).both);
    match with {
        With::Weapons => holds.iter().copied().map(of_hold).reduce(Strain::with).unwrap_or(Strain::SwordArm),
        With::Bash(_) => Strain::OffArm,
        _ => hold_of(fight, by, target, with).map_or_else(|| brawl::strain(fight, by), of_hold),
    }
}

fn declare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, strike: &Strike, holds: &[Hold]) -> Option<EventId> {
    let Strike { by, at, with, .. } = *strike;
    // The touch of a skill does no harm of its own; that of an automaton is an attack like any other.
    let touch = matches!(with, With::Touch(power) if fight.power(power).entry.when == When::Touch);
    if !touch {
        fight.one_mut(by).attacked = true;
        fight.one_mut(by).rage = fight.one(by).rage.map(|(_, most)| (powers::RAGING, most));
    }
    let told = table.tell(|| declared(fight, strike, holds));
    let before = fight.cause.replace(told);
    falls_on(fight, table, by, at);
    magic::disturb(fight, table, by, "fighting");
    before
}

/// Being attacked, hit or not: it is remembered, and breaks off what needs quiet.
fn falls_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, target: Who) {
    let round = fight.round;
    match grudge(fight, by, target) {
        Ok(place) => fight.grudges[place].3 = round,
        Err(place) => fight.grudges.insert(place, (by, target, false, round)),
    }
    fight.one_mut(target).strained = true;
    actions::interrupt(fight, table, target, "an attack");
}

/// Where attacks of one on another are remembered, or would be.
pub(crate) fn grudge(fight: &Fight, by: Who, target: Who) -> Result<usize, usize> {
    fight.grudges.binary_search_by_key(&(by, target), |known| (known.0, known.1))
}

/// The challenge of an attack, with all that the situation takes but for the cluster, light and cover; or its numbers
/// alone.
pub(crate) fn challenge<R: Dicing>(fight: &Fight, strike: &Strike, target: Who, parts: R) -> Challenge<R> {
    let by = strike.by;
    let melee = is_melee(fight, by, strike.with, strike.hold);
    let mut challenge = match (strike.with, strike.hold) {
        (With::Bash(_), _) => {
            let ability = defence::with_shield(fight, by).unwrap_or(fight.role(Role::Brawl));
            Challenge::on(fight, by, ability, parts)
        }
        (With::Throw(_), _) => Challenge::on(fight, by, fight.role(Role::Throw), parts),
        (_, Some(hold)) => {
            let ability = abilities::used_with(fight, by, hold).unwrap_or(fight.role(Role::Brawl));
            let mut challenge = Challenge::on(fight, by, ability, parts);
            if let Some(weapon) = weapon_of(fight, by, Some(hold)) {
                challenge.parts.add(&armoury::BONUS, "weapon", weapon.entry.bonus);
            }
            challenge
        }
        (_, None) => Challenge::on(fight, by, fight.role(Role::Brawl), parts),
    };
    let (one, parts) = (fight.one(by), &mut challenge.parts);
    if one.prone {
        parts.dice(&defence::PRONE, "prone", -defence::LYING).until("it stands up");
    }
    if let Some(guarded) = one.shield {
        parts.dice(&armoury::TODO, "shield", -fight.shield(guarded.shield).entry.penalty);
    }
    if strike.limb.is_some() && !defence::is_helpless(fight, target) {
        parts.dice(&health::PART, "called shot", -CALLED);
    }
    if melee {
        return challenge;
    }
    if strike.aimed {
        parts.dice(&actions::AIM, "aimed", AIMED);
    }
    if fight.one(target).prone || defence::is_helpless(fight, target) {
        parts.dice(&defence::PRONE, "prone target", -defence::LYING).until("the target stands up");
    }
    if fight.one(by).at != fight.one(target).at {
        parts.dice(&ranged::PENALTY, "distance", -ranged::penalty(ranged::distance(fight, by, target)));
    }
    challenge
}

/// One attack roll with its whole consequence, the run through a cluster included. True if the target was hit.
fn one_roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, strike: &Strike, target: Who) -> Result<bool, T::Halt> {
    let melee = is_melee(fight, strike.by, strike.with, strike.hold);
    let crowd = if melee { 0 } else { clusters::size(fight, target) };
    let chain = fight.list(|fight, list| {
        if !melee {
            ranged::chain(fight, strike.by, target, list);
        }
    });
    let shot = throw_away(fight, strike);
    let mut result = false;
    let mut penalty = crowd;
    let mut met_all = true;
    // The list grows by those that the shot has come to.
    let shot_at = chain.end;
    for place in 0..=chain.len() {
        let whom = if place == 0 { target } else { fight.lists[chain.start + place - 1] };
        if !fight.present(whom) {
            continue;
        }
        if place > 0 {
            table.tell(|| {
                let text = format!("The shot goes on to {}", fight.label(whom));
                let event = Event::new(&ranged::REROLL, text).and(&ranged::STEP).and(&ranged::CONTINUE);
                fight.caused(event.and(&ranged::ORDER).by(strike.by).to(whom))
            });
            falls_on(fight, table, strike.by, whom);
            fight.lists.push(whom);
        }
        let came = against(fight, table, strike, whom, melee, penalty)?;
        penalty -= 1;
        match came {
            Came::Dodged => continue,
            Came::Hit => result = whom == target,
            Came::Stopped | Came::TooTired | Came::Nothing => {}
        }
        met_all = false;
        if crowd > 0 && matches!(came, Came::Hit | Came::Stopped) {
            let rule = if came == Came::Hit { &ranged::HIT } else { &ranged::BLOCKED };
            table.tell(|| {
                let text = format!("The shot goes no farther than {}", fight.label(whom));
                fight.caused(Event::new(rule, text).by(strike.by).to(whom))
            });
        }
        break;
    }
    if crowd > 0 && met_all {
        table.tell(|| fight.caused(Event::new(&ranged::ALL_DODGED, "The shot hits nobody").by(strike.by).to(target)));
    }
    land(fight, table, strike, shot, target);
    if strike.with.power().is_some() {
        readied::note(fight, Happened::UsedSkill(strike.by));
    }
    readied::note(fight, Happened::Attacked { by: strike.by, whom: target });
    for place in shot_at..fight.lists.len() {
        let whom = fight.lists[place];
        readied::note(fight, Happened::Attacked { by: strike.by, whom });
    }
    fight.done(chain);
    Ok(result)
}

/// What came of one roll against one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    Hit,
    /// Dodged: a shot at a cluster goes on.
    Dodged,
    /// Blocked or parried, or nothing to aim at.
    Stopped,
    TooTired,
    /// One of the two is gone.
    Nothing,
}

fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    whom: Who,
    melee: bool,
    crowd: i16,
) -> Result<Came, T::Halt> {
    let by = strike.by;
    let mut challenge = challenge(fight, strike, whom, Breakdown::if_heard(table.hears()));
    challenge.parts.dice(&ranged::CLUSTER, "cluster", -crowd);
    let afar = fight.one(by).at != fight.one(whom).at;
    if !melee {
        tell_distance(fight, table, by, whom, crowd);
        if afar {
            let Some(takes) = environment::cover(fight, table, by, whom)? else { return Ok(Came::Stopped) };
            challenge.parts.dice(&environment::COVER, "cover", -takes);
        }
    }
    environment::darkness(fight, table, &mut challenge)?;
    // The game master may take either of them out of the fight while something is asked.
    if !strikes(fight, by, whom) {
        return Ok(Came::Nothing);
    }
    let met = defence::meet(fight, table, by, whom, melee)?;
    if !strikes(fight, by, whom) {
        return Ok(Came::Nothing);
    }
    let rolled = challenges::roll(fight, table, &challenge, &SCORE, "attack", Some(whom))?;
    let (came, told) = compare(fight, table, strike, whom, melee, met, rolled);
    if !melee && afar {
        // Against a shot that tiredness spoils nobody has to defend.
        match met.filter(|_| came != Came::TooTired) {
            Some(_) => blind_spots::open(fight, table, by, whom)?,
            None => blind_spots::stays_shut(fight, table, whom),
        }
    }
    if came == Came::Hit {
        let before = fight.cause.replace(told);
        hit(fight, table, strike, whom, melee)?;
        fight.cause = before;
    }
    if let Some(met) = met.filter(|_| came != Came::TooTired) {
        defence::used(fight, whom, met);
        if met.ahead {
            defence::roll_ahead(fight, table, whom)?;
        }
    }
    Ok(came)
}
