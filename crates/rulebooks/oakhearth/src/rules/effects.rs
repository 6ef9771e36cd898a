//! What abilities do to creatures and ground: each effect of the vocabulary, one after the other.

use quintain_engine::{Event, Rule, Table, Throw, Who};
use quintain_field::{Square, Step};

use crate::ask::{Act, Ask, Target};
use crate::book::{Boon, Condition, Damage, Effect, Ground, Lasts, Step as Part, Way};
use crate::combatant::{Borne, Status};
use crate::fight::{Fight, Zone};
use crate::rules::collide::{self, Forced};
use crate::rules::damage::{self, Harm};
use crate::rules::spells::{self, Bought};
use crate::rules::{conditions, dice, moving, numbers, zones};

/// What all effects of one use share.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// Which ability.
    pub ability: u16,
    /// Who uses it.
    pub by: Who,
    /// The Save DC.
    pub dc: i16,
    /// Damage bought on top.
    pub damage: i16,
    /// Healing bought on top.
    pub heal: i16,
    /// Its maker concentrates on it.
    pub kept: bool,
    /// Where it is aimed.
    pub at: Target,
    /// It was an attack: degrees count, a Protection Bonus takes from it.
    pub attack: bool,
}

/// How a check came out against one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// It succeeded.
    pub success: bool,
    /// By how much; below 0 when it did not.
    pub margin: i16,
    /// A natural 20 of an attack.
    pub critical: bool,
}

impl Outcome {
    /// By a margin alone.
    pub fn of(margin: i16) -> Outcome {
        Outcome { success: margin >= 0, margin, critical: false }
    }

    /// Full fives of the margin.
    fn fives(self) -> i16 {
        (self.margin / 5).max(0)
    }
}

/// All steps of an ability, those bought on top included.
pub fn steps(fight: &Fight, ability: u16, bought: Bought) -> Vec<Part> {
    let entry = &fight.ability(ability).entry;
    let more = entry.enhance.iter().zip(bought.times).filter(|(_, times)| *times > 0).flat_map(|(more, _)| &more.does);
    entry.does.iter().chain(more).cloned().collect()
}

/// The amount of a damage effect before resistances.
fn damage_of(fight: &Fight, making: &Making, effect: &Effect, whom: Who, outcome: Outcome) -> Option<(i16, Damage)> {
    let Effect::Damage { amount, kind, per_five, more_against } = effect else { return None };
    let degrees = if making.attack { outcome.fives() } else { i16::from(*per_five) * outcome.fives() };
    let critical = if outcome.critical { 2 } else { 0 };
    let against = more_against.filter(|(condition, _)| fight.one(whom).has(*condition));
    Some((i16::from(*amount) + degrees + critical + making.damage + against.map_or(0, |(_, more)| more.into()), *kind))
}

/// One effect on one creature.
///
/// # Errors
/// Halts with the table.
pub fn apply<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    whom: Who,
    outcome: Outcome,
) -> Result<(), T::Halt> {
    match effect {
        Effect::Damage { .. } => {
            if let Some((amount, kind)) = damage_of(fight, making, effect, whom, outcome) {
                let mut harm = Harm::new(amount, kind, &spells::CHECK);
                harm.by = Some(making.by);
                harm.attack = making.attack;
                harm.pierces = outcome.critical || making.attack && outcome.margin >= 10;
                harm.heavy = outcome.margin >= 5;
                damage::hurt(fight, table, whom, harm)?;
            }
        }
        Effect::WeaponDamage { more } => {
            let weapon = crate::rules::weapons::in_hand(fight, making.by);
            let base = crate::rules::weapons::base_damage(fight, making.by, weapon);
            let kind = fight.weapon(weapon).kinds.first().copied().unwrap_or(Damage::Bludgeoning);
            let effect = Effect::Damage { amount: base as i8 + more, kind, per_five: 0, more_against: None };
            return apply(fight, table, making, &effect, whom, outcome);
        }
        Effect::Condition { condition, amount, lasts, repeated, until_hurt, hurts } => {
            let status = Status {
                condition: *condition,
                amount: *amount,
                by: Some(making.by),
                clock: conditions::clock(fight, *lasts, making.by, whom),
                repeated: repeated.map(|save| (save, making.dc)),
                until_hurt: *until_hurt,
                hurts: *hurts,
                kept: making.kept || matches!(lasts, Lasts::Concentration(_)),
            };
            conditions::give(fight, table, whom, status, &spells::KIND);
        }
        Effect::Heal { amount, per_five, die, proficiency } => {
            let rolled = match die {
                Some(sides) => {
                    let throw = Throw::die((*sides).into(), &spells::KIND, "healing").by(making.by).at(whom);
                    table.die(fight, throw)? as i16
                }
                None => 0,
            };
            let own = if *proficiency { fight.one(making.by).proficiency() } else { 0 };
            let fives = if outcome.success { i16::from(*per_five) * outcome.fives() } else { 0 };
            damage::heal(fight, table, whom, i16::from(*amount) + fives + rolled + own + making.heal);
        }
        Effect::TempHp { amount, per_five } => {
            let offered = i16::from(*amount) + i16::from(*per_five) * outcome.fives();
            keep_temp(fight, table, whom, offered)?;
        }
        Effect::GiveHp { most } => {
            let fives = if outcome.success { outcome.fives() } else { 0 };
            let given = (i16::from(*most) + fives).min(fight.one(making.by).hp - 1).max(0);
            fight.one_mut(making.by).hp -= given;
            damage::heal(fight, table, whom, given);
        }
        Effect::Push { spaces, per_five, way, or_prone } => {
            let far = i16::from(*spaces) + i16::from(*per_five) * outcome.fives();
            pushed(fight, table, making, whom, (*way, far, *or_prone))?;
        }
        Effect::Walk { spaces, half, safe } => {
            let speed = numbers::speed(fight, whom);
            let far = spaces.map_or(if *half { dice::part(speed, 2) } else { speed }, i16::from);
            crate::rules::granted::walk(fight, table, whom, far, *safe)?;
        }
        Effect::Teleport { spaces } => teleport(fight, table, whom, i16::from(*spaces))?,
        Effect::ChangePlaces => change_places(fight, table, making.by, whom)?,
        Effect::Boon { boon, lasts } => bear(fight, table, making, whom, *boon, *lasts),
        Effect::Attack { adv, moves } => {
            if *moves {
                crate::rules::granted::walk(fight, table, whom, numbers::speed(fight, whom), false)?;
            }
            crate::rules::granted::attack(fight, table, whom, *adv)?;
        }
        Effect::Command => crate::rules::granted::commanded(fight, table, whom, making.by)?,
        Effect::End { any } => {
            if let Some(condition) = any.iter().find(|condition| fight.one(whom).under(**condition)) {
                conditions::lift(fight, table, whom, *condition);
            }
        }
        Effect::Dispel => dispel(fight, table, whom),
        Effect::ActionPoints { amount } => {
            let most = conditions::max_ap(fight, whom).max(fight.one(whom).ap);
            let one = fight.one_mut(whom);
            one.ap = (one.ap + amount).clamp(0, most);
        }
        Effect::NextAttackAdv => fight.one_mut(whom).next_adv += 1,
        Effect::FullDodge => fight.one_mut(whom).dodge = 2,
        Effect::Grapple => crate::rules::grapple::take_hold(fight, table, making.by, whom),
        Effect::Shape { hp } => keep_temp(fight, table, whom, (*hp).into())?,
        Effect::Burst { radius, save, amount, kind } => {
            burst(fight, table, making, whom, (*radius, *save, *amount, *kind))?;
        }
        // These concern the ground, an attack on its way, or narrow the targets down elsewhere.
        Effect::Ground { .. }
        | Effect::Summon { .. }
        | Effect::Flames { .. }
        | Effect::ShareDamage
        | Effect::LessDamage { .. }
        | Effect::TakeTheBlow
        | Effect::Parry
        | Effect::Distract
        | Effect::Hide
        | Effect::Contest { .. }
        | Effect::Only { .. } => {}
    }
    Ok(())
}

/// Of two pools of Temp HP the receiver keeps one.
fn keep_temp<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, offered: i16) -> Result<(), T::Halt> {
    let before = fight.one(whom).temp;
    let takes = before == 0 || table.choose(fight, Ask::KeepTemp { who: whom, offered })? != Some(Act::No);
    if takes {
        fight.one_mut(whom).temp = offered;
    }
    table.tell(|| {
        let after = fight.one(whom).temp;
        let text = format!("{} has {after} Temp HP", fight.label(whom));
        Event::new(&damage::TEMP_HP, text).to(whom).change(whom, "temp-hp", before.into(), after.into())
    });
    Ok(())
}

/// A changed number; the same from the same source does not add up.
fn bear<T: Table<Fight>>(fight: &mut Fight, table: &mut T, making: &Making, whom: Who, boon: Boon, lasts: Lasts) {
    let clock = conditions::clock(fight, lasts, making.by, whom);
    let kept = making.kept || matches!(lasts, Lasts::Concentration(_));
    let same =
        |known: &Borne| std::mem::discriminant(&known.boon) == std::mem::discriminant(&boon) && known.by == making.by;
    fight.one_mut(whom).boons.retain(|known| !same(known));
    let _ = fight.one_mut(whom).boons.try_push(Borne { boon, by: making.by, clock, kept });
    table.tell(|| {
        let name = &fight.ability(making.ability).entry.name;
        Event::new(&spells::KIND, format!("{name} acts on {}", fight.label(whom))).by(making.by).to(whom)
    });
}

/// Straight lines away, towards, or where the maker likes; Prone instead of a Space where that may be traded.
fn pushed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    (way, far, or_prone): (Way, i16, bool),
) -> Result<(), T::Halt> {
    let Some(step) = direction(fight, table, making, whom, way)? else { return Ok(()) };
    let by = making.by;
    let ask = Ask::TradeForProne { who: by, at: whom };
    let prone = or_prone && table.choose(fight, ask)? == Some(Act::Yes);
    let spaces = far - i16::from(prone);
    let inwards = matches!((way, making.at), (Way::Inwards, Target::Square(_)));
    let spaces = if inwards { spaces.min(gap(fight, making, whom)) } else { spaces };
    let forced = Forced { step, spaces, by: Some(by), thrown: false, passes: None };
    collide::push(fight, table, whom, forced)?;
    if prone && fight.present(whom) {
        let status = Status { by: Some(by), ..Status::lasting(Condition::Prone) };
        conditions::give(fight, table, whom, status, &spells::KIND);
    }
    Ok(())
}

/// Spaces to the middle of the area.
fn gap(fight: &Fight, making: &Making, whom: Who) -> i16 {
    match making.at {
        Target::Square(square) => fight.distance_to(whom, square),
        _ => i16::MAX,
    }
}

fn direction<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    way: Way,
) -> Result<Option<Step>, T::Halt> {
    let (Some(own), Some(body)) = (fight.body(making.by), fight.body(whom)) else { return Ok(None) };
    let middle = |square: Square| quintain_field::Span::from(square);
    Ok(match (way, making.at) {
        (Way::Any, _) => match table.choose(fight, Ask::Direction { who: making.by, at: whom })? {
            Some(Act::Way(step)) => Some(step),
            _ => own.step_towards(body),
        },
        (Way::Towards, _) => body.step_towards(own),
        (Way::Inwards, Target::Square(square)) => body.step_towards(middle(square)),
        (Way::Outwards, Target::Square(square)) => middle(square).step_towards(body),
        _ => own.step_towards(body),
    })
}

/// To a free Space in sight; nobody is provoked. A grip holds.
fn teleport<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, spaces: i16) -> Result<(), T::Halt> {
    if fight.one(who).has(Condition::Grappled) {
        table.tell(|| Event::new(&spells::TARGET, format!("{} is held fast", fight.label(who))).by(who));
        return Ok(());
    }
    let ask = Ask::Place { who, about: who, within: spaces as u8 };
    if let Some(Act::Square(square)) = table.choose(fight, ask)?
        && fight.room(who, square)
    {
        table.tell(|| Event::new(&spells::TARGET, format!("{} teleports to {square}", fight.label(who))).by(who));
        moving::displaced(fight, table, who, square, false)?;
    }
    Ok(())
}

fn change_places<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    let (one, other) = (fight.one(who).at, fight.one(whom).at);
    fight.one_mut(who).at = other;
    fight.one_mut(whom).at = one;
    table.tell(|| {
        let text = format!("{} and {} change places", fight.label(who), fight.label(whom));
        Event::new(&spells::KIND, text).by(who).to(whom)
    });
    Ok(())
}

/// Everything of magic on somebody whose maker is not dead set on it: the latest goes.
fn dispel<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if let Some(borne) = fight.one_mut(whom).boons.pop() {
        let kept = borne.kept.then_some(borne.by);
        if let Some(by) = kept {
            lose_concentration(fight, table, by);
        }
    } else if let Some(place) =
        fight.one(whom).statuses.iter().rposition(|status| status.repeated.is_some() || status.kept)
    {
        fight.one_mut(whom).statuses.remove(place);
    } else {
        lose_concentration(fight, table, whom);
    }
    table.tell(|| Event::new(&spells::KIND, format!("magic on {} ends", fight.label(whom))).to(whom));
}

/// The DC that a check against an effect's maker has to reach: the highest of those at work.
pub fn maker_dc(fight: &Fight, whom: Who) -> i16 {
    let one = fight.one(whom);
    let statuses = one.statuses.iter().filter_map(|status| status.by);
    let makers = statuses.chain(one.boons.iter().map(|borne| borne.by));
    makers.map(|by| numbers::save_dc(fight, by)).max().unwrap_or(10)
}

/// Bursts around somebody: a Save, or the harm.
fn burst<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    (radius, save, amount, kind): (u8, crate::book::Save, i8, Damage),
) -> Result<(), T::Halt> {
    let near = |other: &Who| fight.present(*other) && fight.distance(whom, *other) <= i16::from(radius);
    let caught: Vec<Who> = fight.everyone().filter(near).collect();
    for other in caught {
        if !dice::save(fight, table, other, save, making.dc, &spells::CHECK, Some(making.by))?.success {
            let mut harm = Harm::new(amount.into(), kind, &spells::CHECK);
            harm.by = Some(making.by);
            damage::hurt(fight, table, other, harm)?;
        }
    }
    Ok(())
}

/// Effects on the ground: changed Spaces, creatures that are called, flames.
///
/// # Errors
/// Halts with the table.
pub fn on_ground<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    squares: &[Square],
    outcome: Outcome,
) -> Result<(), T::Halt> {
    let point = match making.at {
        Target::Square(square) => Some(square),
        _ => fight.one(making.by).at,
    };
    match effect {
        Effect::Ground { ground, lasts } => {
            let hp =
                ground.iter().find_map(|ground| if let Ground::Wall { hp, .. } = ground { Some(*hp) } else { None });
            fight.zones.push(Zone {
                ground: ground.clone(),
                squares: squares.to_vec(),
                hp: hp.unwrap_or(0),
                by: making.by,
                dc: making.dc,
                clock: conditions::clock(fight, *lasts, making.by, making.by),
                kept: making.kept,
                flames: false,
            });
            zones::appeared(fight, table, squares)
        }
        Effect::Flames { count } => {
            let count = i16::from(*count) + if outcome.success { outcome.fives() } else { 0 };
            let free = point.into_iter().flat_map(|point| std::iter::once(point).chain(point.neighbours()));
            let squares: Vec<Square> = free.filter(|square| fight.map.contains(*square)).take(count as usize).collect();
            table.tell(|| Event::new(&spells::ZONE, format!("{count} flames dance")).by(making.by));
            fight.zones.push(Zone {
                ground: Vec::new(),
                squares,
                hp: 0,
                by: making.by,
                dc: making.dc,
                clock: conditions::clock(fight, Lasts::Rounds(5), making.by, making.by),
                kept: true,
                flames: true,
            });
            Ok(())
        }
        Effect::Summon { creature, .. } => {
            if let (Some(template), Some(point)) = (fight.setting.creature(creature), point) {
                crate::set_up::join(fight, table, template, making.by, point);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Begins to concentrate: what one concentrated on before is over.
pub fn concentrate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16) {
    lose_concentration(fight, table, who);
    let rounds = match fight.ability(ability).entry.lasts {
        Some(Lasts::Concentration(rounds)) => rounds,
        _ => 5,
    };
    let one = fight.one_mut(who);
    one.concentration = Some((ability, rounds));
    one.turn.sustained = true;
}

/// Concentration ends, with everything that hung on it.
pub fn lose_concentration<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some((ability, _)) = fight.one_mut(who).concentration.take() else { return };
    for other in fight.everyone() {
        let one = fight.one_mut(other);
        one.statuses.retain(|status| !(status.kept && status.by == Some(who)));
        one.boons.retain(|borne| !(borne.kept && borne.by == who));
        if one.summoner == Some(who) {
            one.gone = true;
            one.at = None;
        }
    }
    fight.zones.retain(|zone| !(zone.kept && zone.by == who));
    table.tell(|| {
        let name = &fight.ability(ability).entry.name;
        Event::new(&spells::CONCENTRATION, format!("{} no longer concentrates on {name}", fight.label(who))).by(who)
    });
}

/// Somebody has been hurt: concentration is saved for, what lasts until it is hurt ends.
///
/// # Errors
/// Halts with the table.
pub fn shaken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, damage: i16) -> Result<(), T::Halt> {
    fight.one_mut(who).statuses.retain(|status| !status.until_hurt);
    if fight.one(who).concentration.is_some() {
        let dc = (2 * damage).max(10);
        let save = crate::book::Save::Mental;
        if !dice::save(fight, table, who, save, dc, &spells::CONCENTRATION, None)?.success {
            lose_concentration(fight, table, who);
        }
    }
    Ok(())
}

/// The end of a caster's turn: what was not sustained ends, what was has a round less.
pub fn sustain_or_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some((ability, left)) = fight.one(who).concentration else { return };
    if !fight.one(who).turn.sustained || left == 0 {
        lose_concentration(fight, table, who);
    } else {
        fight.one_mut(who).concentration = Some((ability, left - 1));
    }
}

/// What Bless and Bane throw in.
///
/// # Errors
/// Halts with the table.
pub fn dice<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) -> Result<i16, T::Halt> {
    let mut sum = 0;
    for place in 0..fight.one(who).boons.len() {
        let Some(borne) = fight.one(who).boons.get(place).copied() else { break };
        let (sides, sign) = match borne.boon {
            Boon::Die(sides) => (sides, 1),
            Boon::DieLess(sides) => (sides, -1),
            _ => continue,
        };
        let what = if sign > 0 { "blessing" } else { "bane" };
        sum += sign * table.die(fight, Throw::die(sides.into(), rule, what).by(who))? as i16;
    }
    Ok(sum)
}

/// Damage that waits for the next hit, spent by it.
pub fn next_hit(fight: &mut Fight, who: Who) -> Option<(i16, Damage)> {
    let place = fight.one(who).boons.iter().position(|borne| matches!(borne.boon, Boon::NextHit(..)))?;
    match fight.one_mut(who).boons.remove(place).boon {
        Boon::NextHit(amount, kind) => Some((amount.into(), kind)),
        _ => None,
    }
}
