//! How unattended seats play: one good attack before bad ones, AP kept for Reactions where they pay, flanks, duels.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use quintain_engine::{Answer, Foe, Picks, Side, TacticsInfo, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Coin, Deed, Extra, Moment, Reaction};
use crate::book::Condition;
use crate::combatant::Kind;
use crate::fight::{Fight, Ruler};
use crate::muster::Mark;
use crate::rules::{
    action_points, attack, combining, conditions, damage, disarm, dispelling, dying, falling_attack, granted, grapple,
    help, hide, initiative, moving, numbers, options, penalty, reactions, shove, spells, tending, throw, weapons,
};

mod approach;
mod blows;
mod brink;
mod craft;
mod magic;
mod places;
mod prospects;
mod turns;
mod wrestling;

use places::{any_way, carried, origin, place, spot, teleport};
use prospects::{Prey, worth};

/// The tactics of this book, the best first.
pub static TACTICS: &[TacticsInfo] = &[
    TacticsInfo { name: "seasoned", about: "Good attacks before bad ones, flanks, AP kept for Reactions that pay." },
    TacticsInfo { name: "headlong", about: "Goes for the nearest enemy and strikes until its AP are gone." },
];

/// What they answer.
pub fn answer_as(fight: &Fight, tactics: usize, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Difficulty => Answer::Number(initiative::DIFFICULTY),
        Ask::HowHard { .. } => Answer::Number(crate::rules::doors::DIFFICULTY),
        Ask::Far { at, way, most, .. } if tactics == 0 => Answer::Number(brink::far(fight, at, way, most).into()),
        Ask::Far { most, .. } => Answer::Number(most.into()),
        Ask::GiveHp { who, at, most } => Answer::Number(hp_given(fight, who, at, most).into()),
        Ask::Extras { who, deed } if tactics > 0 => Answer::Several(plain_additions(fight, who, deed)),
        Ask::Extras { .. } | Ask::Among { .. } | Ask::LateHelp { .. } | Ask::HideFrom { .. } => {
            Answer::Several(several(fight, ask))
        }
        Ask::ReactOrder { .. } => Answer::Order(fight.about.iter().map(Act::Who).collect()),
        _ => Answer::One(choose_as(fight, tactics, ask).unwrap_or(Act::Pass)),
    }
}

/// What they choose where one act is asked for.
pub fn choose_as(fight: &Fight, tactics: usize, ask: &Ask) -> Option<Act> {
    let careful = tactics == 0;
    Some(match *ask {
        Ask::Difficulty | Ask::HowHard { .. } | Ask::Far { .. } | Ask::GiveHp { .. } => return None,
        Ask::Extras { .. } | Ask::Among { .. } | Ask::LateHelp { .. } | Ask::HideFrom { .. } => return None,
        Ask::ReactOrder { .. } => return None,
        Ask::CaughtOffGuard | Ask::Tie { .. } => Act::Side(None),
        Ask::Next { side, .. } if careful => Act::Who(turns::next(fight, side)?),
        Ask::Next { side, .. } => Act::Who(healthiest(fight, side)?),
        Ask::Turn { who } => Act::Deed(deed(fight, who, careful)),
        Ask::React { who, moment, by, at } => react(fight, who, moment, by, at, careful),
        Ask::Resist { who, .. } => Act::Skill(disarm::best_skill(fight, who)),
        Ask::Direction { who, at, thrown: true } if careful => Act::Way(wrestling::thrown_to(fight, who, at)),
        Ask::Direction { who, at, .. } if careful => Act::Way(brink::way(fight, who, at)?.0),
        Ask::Direction { who, at, thrown: true } => Act::Way(throw::straight(fight, who, at)),
        Ask::Direction { who, at, .. } => Act::Way(shove::ways(fight, who, at, false).first().copied()?),
        Ask::TradeForProne { who, at } if careful && brink::down(fight, who, at) => Act::Yes,
        Ask::Comes { called: true, .. } => Act::Yes,
        Ask::TradeForProne { .. } | Ask::FailOnPurpose { .. } | Ask::Calls { .. } | Ask::Comes { .. } => Act::No,
        Ask::ThrowAlong { who, within } => Act::Who(spells::throwable(fight, who, within, &fight.about).next()?),
        Ask::WhatComes { .. } | Ask::Goal { .. } | Ask::LobTo { .. } | Ask::Aim { .. } => Act::Pass,
        Ask::MakesSense { .. } | Ask::HelpMakesSense { .. } | Ask::SimpleEnough { .. } => Act::Yes,
        Ask::AddHelp { .. } | Ask::Noise { .. } => Act::Yes,
        Ask::KeepTemp { who, offered } if offered > fight.one(who).temp => Act::Yes,
        Ask::KeepTemp { .. } => Act::No,
        Ask::Place { who, about, within, near } if who == about => place(fight, who, within, near)?,
        Ask::Place { about, within, .. } => carried(fight, about, within)?,
        Ask::Teleport { who, within, shadows } => teleport(fight, who, within, shadows)?,
        Ask::AnyWay { who, at } => any_way(fight, who, at)?,
        Ask::Origin { who, within } => Act::Square(origin(fight, who, within)?),
        Ask::Spot { who, ability, from, within } => Act::Square(spot(fight, who, ability, from, within)?),
        Ask::Mark { ability, at, .. } => Act::Mark(dispelling::marks(fight, ability, at).first().copied()?),
        Ask::Command { who, of } => command(fight, who, of),
        Ask::Strike { who, at } => Act::Deed(granted::strikes(fight, who, at).min_by_key(|deed| left(fight, *deed))?),
        Ask::Sweep { who, at, weapon, farther } => {
            Act::Who(attack::sweepable(fight, who, at, (weapon, farther), &fight.about).next()?)
        }
        Ask::Flame { who, at, both } => flame(fight, who, at, both),
        Ask::Duel { who, moment, by, refused } if careful => {
            magic::contest(fight, who, by, refused, moment == Moment::Duel)
        }
        Ask::Duel { .. } => Act::Pass,
        Ask::Kind { at, weapon, .. } => Act::Damage(kind(fight, at, weapon)?),
        Ask::Improvised { weapon, .. } => {
            Act::Damage(fight.weapon(weapon).kinds.first().copied().unwrap_or(crate::book::Damage::Bludgeoning))
        }
        Ask::Landing { who, at } => Act::Square(falling_attack::landings(fight, who, at).next()?),
        Ask::PutDown { whom, .. } => Act::Square(fight.one(whom).at?),
        Ask::Hold { who } => Act::Deed(magic::shared(fight, who).or_else(|| brink::held(fight, who))?),
        Ask::Signal { who, deed } => Act::Signal(brink::signal(fight, who, deed)?),
        Ask::Combine { who, .. } if careful => Act::React(Reaction::Combine(combining::most(fight, who).max(1) as u8)),
        Ask::Combine { .. } => Act::Pass,
    })
}

/// The healthiest of a side.
fn healthiest(fight: &Fight, side: Side) -> Option<Who> {
    let able = fight.members(side).filter(|who| initiative::waiting(fight, *who));
    able.reduce(|best, who| if fight.one(who).hp > fight.one(best).hp { who } else { best })
}

/// What is added to an attack or a spell: every Help Die, and what AP buy where they bring more than elsewhere.
pub fn additions(fight: &Fight, ask: &Ask) -> Picks<Act> {
    let mut all = Picks::new();
    if let Ask::Extras { who, deed: Deed::Cast { ability, at, .. } } = *ask {
        return magic::enhancements(fight, who, ability, at);
    }
    if let Ask::LateHelp { who, at } = *ask {
        all.extend(help::dice_for(fight, who, at).map(|helper| Act::Extra(Extra::Help(helper))));
        return all;
    }
    let Ask::Extras { who, deed } = *ask else { return all };
    add_help(fight, who, deed, &mut all);
    if let Deed::Attack { at, with } | Deed::FallOn { at, with } = deed {
        blows::bought(fight, who, at, with, &mut all);
    }
    if let Deed::Grapple(_) = deed
        && action_points::available(fight, who) > 0
    {
        all.extend(wrestling::follow_up(fight, who).map(Act::Extra));
    }
    if let Deed::Attack { at, with } = deed
        && craft::spares(fight, who, at, with)
    {
        all.push(Act::Extra(Extra::NonLethal));
    }
    all
}

/// What costs nothing on top of an attack: every Help Die.
fn plain_additions(fight: &Fight, who: Who, deed: Deed) -> Picks<Act> {
    let mut all = Picks::new();
    add_help(fight, who, deed, &mut all);
    all
}

fn add_help(fight: &Fight, who: Who, deed: Deed, all: &mut Picks<Act>) {
    let before = fight.house().help_timing == crate::house::HelpTiming::BeforeRoll;
    if let (Deed::Attack { at, .. } | Deed::FallOn { at, .. }, true) = (deed, before) {
        all.extend(help::dice_for(fight, who, at).map(|helper| Act::Extra(Extra::Help(helper))));
    }
}

/// What one does next on one's turn.
fn deed(fight: &Fight, who: Who, careful: bool) -> Deed {
    let left = action_points::available(fight, who);
    let frightened = fight.one(who).has(Condition::Frightened);
    if fight.one(who).has(Condition::Prone) && options::may(fight, who, Deed::Stand).is_ok() {
        return Deed::Stand;
    }
    if left <= 0 && fight.one(who).movement <= 0 {
        return Deed::End;
    }
    if frightened {
        return flee(fight, who);
    }
    if careful && let Some(deed) = craft::urgent(fight, who).or_else(|| craft::arm(fight, who)) {
        return deed;
    }
    if careful && let Some(deed) = wrestling::mount(fight, who).or_else(|| wrestling::engulf(fight, who)) {
        return deed;
    }
    if careful && left >= 1 && dying::at_the_door(fight, who) && fight.one(who).dodge == 0 {
        return Deed::Dodge(false);
    }
    let for_free = tending::may_move_free(fight, who).is_ok() && options::may(fight, who, Deed::MoveForFree).is_ok();
    if for_free && !strikes_from_here(fight, who) {
        return Deed::MoveForFree;
    }
    if let Some(deed) = shed(fight, who)
        .or_else(|| wake(fight, who))
        .or_else(|| keep_up(fight, who))
        .or_else(|| if careful { craft::retreat(fight, who) } else { None })
        .or_else(|| cast(fight, who, careful))
    {
        return deed;
    }
    // A third blow has two DIS: help for a friend or a Dodge is worth more.
    let tired = careful && left > 0 && penalty::due(fight, who, Kind::Attack) >= 2;
    let other = if tired { last(fight, who, careful) } else { None };
    if other.is_none()
        && let Some(deed) = strike(fight, who, careful)
    {
        return deed;
    }
    let leap = if careful { wrestling::leap(fight, who) } else { None };
    let other = || if tired { other } else { last(fight, who, careful) };
    leap.or_else(|| approach::nearer(fight, who)).or_else(other).unwrap_or(Deed::End)
}

/// Whether somebody has had enough by its temperament; others fight on.
fn breaks_off(fight: &Fight, who: Who) -> bool {
    let minded = fight.one(who).minded;
    let outnumbered = || {
        let friends = fight.allies(who).filter(|ally| *ally != who && fight.able(*ally)).count();
        fight.opponents(who).count() > friends + 1
    };
    minded.0.is_some() && minded.breaks_off(health(fight, who), outnumbered(), false)
}

/// How many Hit Points are left, in hundredths.
fn health(fight: &Fight, who: Who) -> i32 {
    let one = fight.one(who);
    100 * i32::from(one.hp.max(0)) / i32::from(one.max_hp).max(1)
}

/// An enemy as a temperament sees it.
fn as_prey(fight: &Fight, who: Who, at: Who) -> Foe {
    let beside = |ally: Who| ally != who && fight.able(ally) && fight.distance(ally, at) <= 1;
    Foe { health: health(fight, at), fallen: fight.one(at).hp <= 0, at_a_friend: fight.allies(who).any(beside) }
}

/// As far as one's legs carry from what one fears; a Dodge where there is no way out.
fn flee(fight: &Fight, who: Who) -> Deed {
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    let away =
        |square: &Square| fight.enemies(who).map(|foe| fight.distance_from(who, *square, foe)).min().unwrap_or(0);
    let far = moving::with_room(fight, |finder, reach| {
        if budget > 0 {
            moving::reach(fight, who, budget, finder, reach);
        } else {
            reach.clear();
        }
        let open = reach.iter().map(|(square, _)| *square).filter(|square| conditions::flees(fight, who, *square));
        open.max_by_key(away).map(Deed::Move)
    });
    let far = far.filter(|_| conditions::can_flee(fight, who));
    let dodge = Deed::Dodge(false);
    let dodges = fight.one(who).dodge == 0 && options::may(fight, who, dodge).is_ok();
    far.unwrap_or(if dodges { dodge } else { Deed::End })
}

/// A deed, where it may be done.
fn legal(fight: &Fight, who: Who, deed: Deed) -> Option<Deed> {
    options::may(fight, who, deed).is_ok().then_some(deed)
}

/// Keeps a spell up before anything else.
fn keep_up(fight: &Fight, who: Who) -> Option<Deed> {
    fight.one(who).concentration?;
    legal(fight, who, Deed::Sustain)
}

/// Gets rid of what can be shed.
fn shed(fight: &Fight, who: Who) -> Option<Deed> {
    let status = fight.one(who).statuses.iter().find(|status| status.shed.is_some())?;
    legal(fight, who, Deed::Shed(status.condition))
}

/// Shakes a friend awake, gets out of a grip, loads a weapon.
fn wake(fight: &Fight, who: Who) -> Option<Deed> {
    let down = fight.any(Mark::KnockedOut);
    let friend = fight.allies(who).find(|other| down && fight.one(*other).knocked_out);
    let near = friend.filter(|friend| fight.distance(who, *friend) <= 1);
    if let Some(deed) = near.and_then(|friend| legal(fight, who, Deed::Wake(friend))) {
        return Some(deed);
    }
    if fight.one(who).has(Condition::Grappled) && penalty_free(fight, who) {
        let by = fight.everyone().find(|other| grapple::holds(fight, *other, who));
        let foe_near = fight
            .enemies(who)
            .any(|foe| options::arms(fight, who).any(|with| attack::can_attack(fight, who, foe, with)));
        let leaves = wants_out(fight, who) || !foe_near;
        return by.map(Deed::Escape).filter(|deed| leaves && options::may(fight, who, *deed).is_ok());
    }
    None
}

/// A creature that fights from afar, or fares badly, does not stay in a grip to strike back.
fn wants_out(fight: &Fight, who: Who) -> bool {
    magic::keeps_away(fight, who) || 2 * fight.one(who).hp <= fight.one(who).max_hp
}

fn penalty_free(fight: &Fight, who: Who) -> bool {
    penalty::due(fight, who, Kind::Skill(crate::rules::numbers::physical_skill(fight, who))) == 0
}

/// A spell or special action that can be paid and is better than a plain attack.
fn cast(fight: &Fight, who: Who, careful: bool) -> Option<Deed> {
    if fight.template(who).abilities.is_empty() {
        return None;
    }
    let (worth, deed) = magic::best(fight, who)?;
    let due = i16::from(penalty::due(fight, who, Kind::Attack));
    let weapon = attack::best(fight, who, None).map_or(0, |(at, with)| {
        let base = weapons::base_damage(fight, who, weapons::used(fight, who, with));
        let faces = (21 + numbers::attack_bonus(fight, who) - numbers::ac(fight, at) - 4 * due).clamp(1, 19);
        faces * (10 * base + 3) / 20
    });
    (worth > weapon && (!careful || worth >= 4)).then_some(deed)
}

/// The best attack that is possible now, or what promises more. AP that are left at the end of a turn are lost, so
/// nothing is kept.
fn strike(fight: &Fight, who: Who, careful: bool) -> Option<Deed> {
    if action_points::available(fight, who) <= 0 {
        return None;
    }
    let found = prospects::found(fight, who);
    if careful {
        let blow = found.hardest.map_or(0, |(at, with)| blows::expected(fight, who, at, with));
        let fresh = penalty::due(fight, who, Kind::Attack) == 0;
        let over = if fresh { brink::shove_off(fight, who, blow) } else { None };
        if let Some(deed) = over.or_else(|| wrestling::best(fight, who, blow)) {
            return Some(deed);
        }
    }
    found.best.map(|(at, with)| Deed::Attack { at, with })
}

/// Whether an enemy is near enough to give openings.
fn near(fight: &Fight, who: Who) -> bool {
    fight.enemies(who).any(|foe| fight.able(foe) && fight.distance(who, foe) <= 2)
}

fn strikes_from_here(fight: &Fight, who: Who) -> bool {
    fight.opponents_beside(who).next().is_some()
}

fn nearest(fight: &Fight, who: Who) -> Option<Who> {
    let ruler = Ruler::of(fight, who);
    fight.opponents(who).min_by_key(|foe| ruler.to(*foe))
}

/// What is left to do with AP that no attack is worth: load, help, dodge.
fn last(fight: &Fight, who: Who, careful: bool) -> Option<Deed> {
    let shot = !fight.one(who).unloaded.is_empty();
    for with in options::arms(fight, who).filter(|_| shot) {
        let deed = Deed::Reload(weapons::used(fight, who, with));
        if fight.weapon(weapons::used(fight, who, with)).loading > 0 && options::may(fight, who, deed).is_ok() {
            return Some(deed);
        }
    }
    if !careful || action_points::available(fight, who) < 1 {
        return None;
    }
    for ally in fight.allies(who).filter(|ally| fight.able(*ally) && initiative::waiting(fight, *ally)) {
        let skill = crate::rules::numbers::physical_skill(fight, ally);
        let out = Deed::HelpSkill(ally, skill);
        let held =
            fight.one(ally).has(Condition::Grappled) && wants_out(fight, ally) && fight.one(ally).help.is_empty();
        if held && options::may(fight, who, out).is_ok() {
            return Some(out);
        }
        let unaided = fight.one(ally).help.is_empty();
        for enemy in fight.opponents(who).filter(|enemy| unaided && fight.distance(ally, *enemy) <= 1) {
            let deed = Deed::HelpAttack(ally, enemy);
            if options::may(fight, who, deed).is_ok() {
                return Some(deed);
            }
        }
    }
    if let Some(deed) = craft::unseen(fight, who) {
        return Some(deed);
    }
    let dodge = Deed::Dodge(false);
    if fight.one(who).dodge == 0 && near(fight, who) && options::may(fight, who, dodge).is_ok() {
        return Some(dodge);
    }
    let far = !near(fight, who) && brink::held(fight, who).is_some();
    if (far || magic::shared(fight, who).is_some()) && options::may(fight, who, Deed::Hold).is_ok() {
        return Some(Deed::Hold);
    }
    craft::gather(fight, who)
}

/// Whether and how one answers what another does.
fn react(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who, careful: bool) -> Act {
    if moment == Moment::Throw {
        return Act::React(Reaction::JoinThrow);
    }
    let spare = careful && spare(fight, who);
    let ability = match moment {
        _ if spare && !fight.foes(who, at) && fight.foes(who, by) => 5,
        Moment::Left => 6,
        _ => 0,
    };
    // Where nothing but abilities answers, and none is worth it, nothing is looked for.
    let others = matches!(moment, Moment::Provoked | Moment::Hit { .. }) || !fight.one(who).held.is_empty();
    if ability == 0 && !others {
        return Act::Pass;
    }
    let prey = OnceCell::new();
    let prey = || prey.get_or_init(|| Prey::of(fight, who, by));
    let mut best: Option<(i16, Reaction)> = None;
    let _ = reactions::each_option(fight, who, moment, (by, at), |reaction| {
        let worth = match reaction {
            Reaction::Held(_) => 50,
            Reaction::Opportunity(with) => 10 + worth(fight, who, with, prey()),
            Reaction::Ability(_, Coin::Ap) => ability,
            Reaction::RaiseShield if spare => 4,
            _ => 0,
        };
        if worth > 0 && best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, reaction));
        }
        // Where there are only abilities, all are worth the same: the first will do.
        if others { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    best.map_or(Act::Pass, |(_, reaction)| Act::React(reaction))
}

/// Of the kinds of damage that a weapon deals, the one that is borne worst.
fn kind(fight: &Fight, at: Who, weapon: u16) -> Option<crate::book::Damage> {
    let kinds = &fight.weapon(weapon).kinds;
    let rule = &crate::rules::damage::ORDER;
    let left = |kind: crate::book::Damage| damage::after_resistance(fight, at, &damage::Harm::new(9, kind, rule));
    let best = kinds.iter().map(|kind| left(*kind)).max()?;
    kinds.iter().copied().find(|kind| left(*kind) == best)
}

/// Answers that pick several things.
pub fn several(fight: &Fight, ask: &Ask) -> Picks<Act> {
    match *ask {
        Ask::Among { who, ability, at, bought } => {
            let all = spells::touched(fight, who, ability, at, bought);
            all.into_iter().filter(|whom| fight.foes(who, *whom)).map(Act::Who).collect()
        }
        Ask::HideFrom { who } => hide::observers(fight, who).map(Act::Who).collect(),
        _ => additions(fight, ask),
    }
}

/// How many HP one gives: not so many that one is worse off than the other.
pub fn hp_given(fight: &Fight, who: Who, at: Who, most: u8) -> u8 {
    let (own, other) = (fight.one(who), fight.one(at));
    let missing = (other.max_hp - other.hp).max(0);
    let spare = (own.hp - other.hp.max(0)) / 2;
    i16::from(most).min(missing).min(spare).max(0) as u8
}

/// The command that hurts most: a blow against a friend, else a walk away.
fn command(fight: &Fight, who: Who, of: Who) -> Act {
    let mut best: Option<(i16, Deed)> = None;
    granted::commands(fight, of, |deed| {
        let worth = match deed {
            Deed::Attack { at, .. } if fight.foes(who, at) => 1000,
            Deed::Move(to) => fight.allies(who).chain([who]).map(|ally| fight.distance_to(ally, to)).min().unwrap_or(0),
            _ => -1,
        };
        if best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, deed));
        }
    });
    best.map_or(Act::Pass, |(_, deed)| Act::Deed(deed))
}

/// The Hit Points of the creature that a blow is meant for.
fn left(fight: &Fight, deed: Deed) -> i16 {
    if let Deed::Attack { at, .. } = deed { fight.one(at).hp } else { i16::MAX }
}

/// An enemy among those that a flame may take.
fn flame(fight: &Fight, who: Who, at: Who, both: bool) -> Act {
    let near = |whom: &Who| fight.distance(*whom, at) <= 1 && !(both && *whom == at);
    let foe = fight.enemies(who).find(|whom| *whom != at && near(whom));
    match (both, foe) {
        (true, Some(foe)) => Act::Who(foe),
        (true, None) => Act::Pass,
        (false, _) => Act::Who(at),
    }
}

/// Whether an AP of the next turn can be spared for a guard: with three at hand, or when it is getting serious.
fn spare(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    action_points::available(fight, who) >= 3 || 2 * one.hp <= one.max_hp
}
