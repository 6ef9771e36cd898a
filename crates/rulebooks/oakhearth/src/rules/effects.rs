//! What abilities do to creatures: each effect of the vocabulary, one after the other.

use quintain_engine::{Event, Table, Throw, Who};

use crate::ask::{Ask, Target};
use crate::book::{Boon, Check, Condition, Damage, Effect, Lasts, Save, Step as Part};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::blow::Blow;
use crate::rules::damage::{self, Harm};
use crate::rules::dice::Saved;
use crate::rules::spells::{self, Bought};
use crate::rules::{boons, conditions, dice, disengage, dispelling, granted, non_lethal, numbers, shifting, weapons};
use crate::setting::{Setting, Table as Kept};
use crate::those::List;

/// What all effects of one use share.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// Which ability; nothing for what a weapon brings.
    pub ability: Option<u16>,
    /// Who uses it.
    pub by: Who,
    /// The Save DC.
    pub dc: i16,
    /// Damage bought on top.
    pub damage: i16,
    /// Healing bought on top.
    pub heal: i16,
    /// Temp HP bought on top.
    pub temp: i16,
    /// The kind of damage, where another than usual has been chosen.
    pub kind: Option<Damage>,
    /// Its maker concentrates on it.
    pub kept: bool,
    /// Where it is aimed.
    pub at: Target,
    /// It was an attack: degrees count, a Protection Bonus takes from it.
    pub attack: bool,
    /// It is done hand to hand.
    pub melee: bool,
    /// The MP that went into it.
    pub mp: i8,
    /// What a dispelling or cleansing ends.
    pub mark: Option<dispelling::Mark>,
    /// A creature that moves by it stays so near to this one.
    pub near: Option<(Who, i16)>,
}

impl Making {
    /// What messages call it.
    pub fn name(self, fight: &Fight) -> &str {
        self.ability.map_or("the blow", |ability| fight.ability(ability).entry.name.as_str())
    }

    /// The ability, where it is a spell.
    pub fn spell(&self, fight: &Fight) -> Option<u16> {
        self.ability.filter(|ability| fight.ability(*ability).table == Kept::Spell)
    }
}

/// How a check came out against one target, with what Reactions have made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// It succeeded.
    pub success: bool,
    /// By how much; below 0 when it did not.
    pub margin: i16,
    /// A natural 20 of an attack.
    pub critical: bool,
    /// Taken off the damage.
    pub less: i16,
    /// Half of the damage only.
    pub halved: bool,
    /// The target's shield takes the damage.
    pub shielded: bool,
    /// Nothing reduces the damage.
    pub unreduced: bool,
    /// It is a blow that is to stun.
    pub spares: bool,
    /// Who takes an equal share of it, and whether nothing reduces theirs.
    pub sharers: List<(Who, bool), 2>,
    /// The Save that its target made, and the number that it had to reach.
    pub save: Option<(Save, i16)>,
}

impl Outcome {
    /// By a margin alone.
    pub fn of(margin: i16) -> Outcome {
        Outcome::told(margin >= 0, margin)
    }

    /// By success and margin.
    pub fn told(success: bool, margin: i16) -> Outcome {
        Outcome { success, margin, ..Outcome::default() }
    }

    /// Of a Save against it, as its maker sees it.
    pub fn resisted(saved: Saved, save: Save, dc: i16) -> Outcome {
        Outcome { save: Some((save, dc)), ..Outcome::told(!saved.success, -saved.margin) }
    }

    /// Of an attack that has hit or missed, with what Reactions have made of it.
    pub fn struck(blow: &Blow, (success, critical): (bool, bool), margin: i16) -> Outcome {
        let sharers = blow.sharers.iter().copied().collect();
        let (less, halved, shielded, unreduced) = (blow.less(), blow.halved, blow.shielded, blow.unreduced);
        Outcome { critical, less, halved, shielded, unreduced, sharers, ..Outcome::told(success, margin) }
    }

    /// Full fives of the margin.
    pub fn fives(&self) -> i16 {
        (self.margin / 5).max(0)
    }
}

/// All steps of an ability, those bought on top included.
pub fn steps(setting: &Setting, ability: u16, bought: Bought) -> List<&Part, 24> {
    let Some(entry) = setting.abilities.get(usize::from(ability)).map(|ability| &ability.entry) else {
        return List::new();
    };
    let chosen = || entry.enhance.iter().zip(bought.times).filter(|(_, times)| *times > 0).map(|(more, _)| more);
    let own: &[Part] = if chosen().any(|more| more.instead_of_all) { &[] } else { &entry.does };
    own.iter().chain(chosen().flat_map(|more| &more.does)).collect()
}

/// The amount of a damage effect before resistances; of an attack it is told where it comes from.
fn damage_of<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    whom: Who,
    outcome: &Outcome,
) -> Option<(i16, Damage)> {
    let Effect::Damage { amount, kind, per_five, more_against, plain } = effect else { return None };
    let kind = making.kind.unwrap_or(*kind);
    let each = if making.attack { 1 } else { i16::from(*per_five) };
    let degrees = if *plain { 0 } else { each * outcome.fives() };
    let critical = if outcome.critical && !plain { 2 } else { 0 };
    let against = more_against.filter(|(condition, _)| fight.one(whom).has(*condition));
    let against = against.map_or(0, |(_, more)| more.into());
    let sum = i16::from(*amount) + degrees + critical + making.damage + against;
    if making.attack {
        table.tell(|| {
            let terms = [
                (kind.text(), i16::from(*amount)),
                (damage::BY_DEGREES, degrees),
                (damage::BY_CRITICAL, critical),
                ("bought", making.damage),
                ("nature", against),
                (damage::BY_REACTION, -outcome.less),
            ];
            damage::worth(fight, (making.by, whom), &terms, (sum - outcome.less).max(0))
        });
    }
    Some((sum, kind))
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
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    match effect {
        Effect::Damage { .. } => {
            if let Some((amount, kind)) = damage_of(fight, table, making, effect, whom, outcome) {
                deal(fight, table, making, whom, (amount, kind), outcome)?;
            }
        }
        Effect::WeaponDamage { more } => {
            let effect = weapon_damage(fight, making, whom, outcome, *more);
            return apply(fight, table, making, &effect, whom, outcome);
        }
        Effect::Condition { condition, lasts, .. } => {
            let status = status(fight, making, effect, whom, *condition, *lasts);
            conditions::give(fight, table, whom, status, &spells::KIND);
        }
        Effect::Heal { .. } => heal(fight, table, making, effect, whom, outcome)?,
        Effect::TempHp { .. } => give_temp(fight, table, making, effect, whom, outcome)?,
        Effect::GiveHp { most } => give_hp(fight, table, making, whom, i16::from(*most), outcome)?,
        Effect::Push { spaces, per_five, way, or_prone } => {
            let far = i16::from(*spaces) + i16::from(*per_five) * outcome.fives();
            shifting::pushed(fight, table, making, whom, (*way, far, *or_prone), outcome.save)?;
        }
        Effect::Walk { spaces, half, safe } => {
            granted::walk(fight, table, whom, far(fight, whom, *spaces, *half), *safe, making.near)?;
        }
        Effect::Carry { spaces } => shifting::carry(fight, table, making, whom, *spaces)?,
        Effect::Teleport { spaces, shadows } => shifting::teleport(fight, table, whom, i16::from(*spaces), *shadows)?,
        Effect::ChangePlaces => shifting::swap(fight, table, making.by, whom)?,
        Effect::Boon { boon: Boon::DodgeAll, .. } if !granted::hears(fight, table, whom) => {}
        Effect::Boon { boon, lasts, repeated } => boon_on(fight, table, making, whom, *boon, (*lasts, *repeated)),
        Effect::Attack { adv, moves } => {
            if *moves {
                granted::walk(fight, table, whom, far(fight, whom, None, false), false, None)?;
            }
            granted::attack(fight, table, whom, *adv)?;
        }
        Effect::AllyStrikes => granted::ally_strikes(fight, table, making.by, whom)?,
        Effect::Command => granted::commanded(fight, table, whom, making.by)?,
        Effect::End { .. } | Effect::Dispel => dispelling::end(fight, table, making),
        Effect::ActionPoints { amount } => give_ap(fight, whom, *amount),
        Effect::FullDodge => disengage::dodge(fight, table, whom, true),
        Effect::Disengage => disengage::disengage(fight, table, whom, false),
        Effect::Grapple => crate::rules::grapple::take_hold(fight, table, making.by, whom),
        Effect::Clutch => crate::rules::grapple::clutch(fight, table, making.by, whom)?,
        Effect::Fling => crate::rules::throw::fling(fight, table, making.by, whom, outcome.margin)?,
        Effect::Shape { creature } => shifting::shape(fight, table, making, whom, creature)?,
        // These concern the ground, or an attack on its way.
        Effect::Ground { .. } | Effect::Summon { .. } | Effect::Put { .. } | Effect::MoveThings { .. } => {}
        Effect::ShareDamage | Effect::ShareUnreduced | Effect::TakeTheBlow => {}
        Effect::LessDamage { .. } | Effect::Parry | Effect::Distract => {}
    }
    Ok(())
}

/// How far somebody walks: so many Spaces, or its speed, or half of it.
fn far(fight: &Fight, whom: Who, spaces: Option<u8>, half: bool) -> i16 {
    let speed = numbers::speed(fight, whom);
    spaces.map_or(if half { dice::part(speed, 2) } else { speed }, i16::from)
}

fn give_ap(fight: &mut Fight, whom: Who, amount: i8) {
    let most = conditions::max_ap(fight, whom).max(fight.one(whom).ap);
    let mut one = fight.one_mut(whom);
    one.ap = (one.ap + amount).clamp(0, most);
}

/// The damage of the weapon that an ability strikes with.
fn weapon_damage(fight: &Fight, making: &Making, whom: Who, outcome: &Outcome, more: i8) -> Effect {
    let weapon = spells::weapon(fight, making.by, making.melee).unwrap_or(crate::setting::UNARMED);
    let base = weapons::base_damage(fight, making.by, weapon);
    let kind = fight.weapon(weapon).kinds.first().copied().unwrap_or(Damage::Bludgeoning);
    let boons = if making.melee { crate::rules::attack::melee_boons(fight, making.by) } else { 0 };
    let style = weapons::style_damage(fight, making.by, whom, weapon).map_or(0, |(_, more)| more);
    let impact = weapons::impact(fight, weapon, outcome.margin >= 5);
    let sum = base + i16::from(more) + boons + style + impact;
    Effect::Damage { amount: sum as i8, kind, per_five: 0, more_against: None, plain: false }
}

/// Hit Points given back.
fn heal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    whom: Who,
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let Effect::Heal { amount, per_five, die, proficiency } = effect else { return Ok(()) };
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
    Ok(())
}

/// Temp HP offered, with what goes along with them where they are kept.
fn give_temp<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    effect: &Effect,
    whom: Who,
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let Effect::TempHp { amount, per_five, retorts, lasts } = effect else { return Ok(()) };
    let fives = if outcome.success { i16::from(*per_five) * outcome.fives() } else { 0 };
    let offered = i16::from(*amount) + fives + making.temp;
    if damage::keep_temp(fight, table, whom, offered)?
        && let Some(kind) = retorts
    {
        boons::bear(fight, table, making, whom, Boon::Retorts(*kind), (*lasts, None));
    }
    Ok(())
}

/// The condition that an effect brings.
fn status(fight: &Fight, making: &Making, effect: &Effect, whom: Who, condition: Condition, lasts: Lasts) -> Status {
    let mut status = Status {
        by: Some(making.by),
        clock: conditions::clock(fight, lasts, making.by, whom),
        kept: making.kept || matches!(lasts, Lasts::Concentration(_)),
        from: making.spell(fight),
        mp: making.mp,
        ..Status::lasting(condition)
    };
    if let Effect::Condition { amount, repeated, until_hurt, hurts, shed, bursts, .. } = effect {
        status.amount = *amount;
        status.repeated = repeated.map(|save| (save, making.dc));
        status.until_hurt = *until_hurt;
        status.hurts = *hurts;
        status.shed = shed.map(|how| (how, making.dc));
        status.bursts = bursts.map(|bursts| (bursts, making.dc));
    }
    let by_body = making.ability.is_some_and(|ability| fight.ability(ability).entry.adds_to.is_some());
    status.grip = by_body && matches!(condition, Condition::Grappled | Condition::Restrained);
    status
}

/// A changed number; a body that has grown or shrunk finds its place.
fn boon_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    boon: Boon,
    (lasts, repeated): (Lasts, Option<crate::book::Save>),
) {
    // A willing target makes no Save against it, at once or later.
    let unwilling = |ability: u16| matches!(fight.ability(ability).entry.check, Check::AgainstUnwilling(_));
    let willing = making.ability.is_some_and(unwilling) && !fight.foes(making.by, whom);
    boons::bear(fight, table, making, whom, boon, (lasts, repeated.filter(|_| !willing)));
    if matches!(boon, Boon::Resize(_)) {
        shifting::fit(fight, whom);
    }
}

/// Damage, and what burns with it.
fn deal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    (amount, kind): (i16, Damage),
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let harm = Harm {
        by: Some(making.by),
        attack: making.attack,
        pierces: outcome.critical || making.attack && outcome.margin >= 10,
        heavy: outcome.margin >= 5,
        melee: making.melee && making.attack,
        non_lethal: outcome.spares,
        ..Harm::new(amount, kind, &spells::CHECK)
    };
    bear(fight, table, whom, harm, outcome)?;
    if outcome.spares {
        non_lethal::done(fight, table, whom);
    }
    if kind == Damage::Fire
        && !outcome.shielded
        && let Some(at) = fight.one(whom).at
    {
        crate::rules::zones::ignite(fight, table, &[at]);
    }
    Ok(())
}

/// Harm with what Reactions have made of it: less, halved, shared, taken by a shield.
pub(crate) fn bear<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: Harm,
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let left = (harm.amount - outcome.less).max(0);
    let part = damage::shared(fight, left, 1 + outcome.sharers.len() as i16);
    damage::share(fight, table, &outcome.sharers, Harm { amount: part, unreduced: outcome.unreduced, ..harm })?;
    if outcome.shielded {
        crate::rules::shields::take(fight, table, whom, part);
        return Ok(());
    }
    damage::hurt(
        fight,
        table,
        whom,
        Harm { amount: part, half: outcome.halved, unreduced: outcome.unreduced, ..harm },
    )?;
    Ok(())
}

/// The maker gives of its own HP, as many as it likes.
fn give_hp<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    most: i16,
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    let fives = if outcome.success { outcome.fives() } else { 0 };
    let own = fight.one(making.by).hp;
    let most = (most + fives).min(own - 1).max(0);
    let answer = table.ask(fight, Ask::GiveHp { who: making.by, at: whom, most: most as u8 })?;
    let given = (answer.number().unwrap_or(0) as i16).clamp(0, most);
    fight.one_mut(making.by).hp -= given;
    table.tell(|| {
        let text = format!("{} gives {given} HP", fight.label(making.by));
        let event = Event::new(&spells::KIND, text).by(making.by).to(whom);
        event.change(making.by, "hp", own.into(), (own - given).into())
    });
    damage::heal(fight, table, whom, given);
    Ok(())
}
