//! What a spell or a special action is worth, and where it is best aimed: in tenths of a Hit Point.

use quintain_engine::{Picks, Who};
use quintain_field::Square;

use crate::ask::{Act, Coin, Deed, Extra, Reaction, Target};
use crate::book::{Aim, Boon, Check, Condition, Effect, Ground, MagicThing, On, Save, Step, To};
use crate::fight::{Casting, Fight};
use crate::rules::spells::Bought;
use crate::rules::{abilities, action_points, duel, hide, initiative, light, numbers, penalty, spell_checks, spells};
use crate::setting::Table;
use crate::those::List;

/// The best use of magic or of a special action now, with its worth for each AP.
pub fn best(fight: &Fight, who: Who) -> Option<(i16, Deed)> {
    let mut best: Option<(i16, Deed)> = None;
    for ability in fight.template(who).uses.deeds.iter().copied() {
        let entry = &fight.ability(ability).entry;
        let busy = fight.one(who).concentration.is_some() && entry.lasts.is_some();
        if busy || abilities::for_nobody(fight, who, ability) || !entry.does.iter().any(|step| weighs(&step.effect)) {
            continue;
        }
        let paid = action_points::may_pay(fight, who, entry.ap).is_ok();
        if !paid || abilities::may_begin(fight, who, ability).is_err() {
            continue;
        }
        let ap = i16::from(entry.ap.max(1));
        aims(fight, who, ability, |at| {
            let worth = worth(fight, who, ability, at) / ap;
            if worth > 0 && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, Deed::Cast { ability, at, coin: Coin::Ap }));
            }
        });
    }
    best
}

/// Whether an effect is ever worth anything here: fog, for one, need not be aimed to find out that it is not.
fn weighs(effect: &Effect) -> bool {
    !matches!(effect, Effect::Ground { ground, .. } if ground.iter().all(|ground| spoiled(ground) == 0))
}

/// What changed ground is worth against each enemy on it.
fn spoiled(ground: &Ground) -> i16 {
    match ground {
        Ground::Hampers { .. } => 7,
        Ground::Hurts { amount, .. } => 8 * i16::from(*amount),
        Ground::Difficult => 2,
        _ => 0,
    }
}

/// Where it may sensibly be aimed: for points, the Spaces of enemies and those next to them.
fn aims(fight: &Fight, who: Who, ability: u16, mut each: impl FnMut(Target)) {
    let entry = &fight.ability(ability).entry;
    if entry.aim != Aim::Space || entry.area.is_some_and(crate::book::Area::from_maker) {
        return abilities::each_aim(fight, who, ability, each);
    }
    let mut points: List<Square, 128> = List::new();
    for foe in fight.opponents(who) {
        let Some(at) = fight.one(foe).at else { continue };
        for square in std::iter::once(at).chain(at.neighbours()) {
            if fight.map.contains(square) && !points.contains(&square) {
                points.push(square);
            }
        }
    }
    let legal = |target: &Target| abilities::can_aim(fight, who, ability, *target);
    // Where nobody is touched, one point is worth as much as any other.
    let most = if entry.area.is_none() { 1 } else { points.len() };
    points.into_iter().map(Target::Square).filter(legal).take(most).for_each(&mut each);
}

/// What one use is worth: good for friends and bad for enemies counts, the contrary is taken off.
fn worth(fight: &Fight, who: Who, ability: u16, at: Target) -> i16 {
    let entry = &fight.ability(ability).entry;
    let bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let touched = spells::touched(fight, who, ability, at, bought);
    let mut sum = i32::from(ground(fight, who, ability, &touched));
    for whom in touched.iter().copied().filter(|whom| !entry.chosen || fight.foes(who, *whom)) {
        let chance = chance(fight, who, ability, whom);
        for step in &entry.does {
            let to = if step.to == To::Maker { who } else { whom };
            let value = effect(fight, ability, to, step);
            let value = if fight.foes(who, to) { value } else { -value * 3 / 2 };
            let value = i32::from(value + friendly(fight, who, ability, to, step));
            sum += value * i32::from(due(step, chance)) / 20;
        }
    }
    // A crowd may be worth more than the number holds.
    (sum - i32::from(entry.mp) * 2).clamp(-MOST_WORTH, MOST_WORTH) as i16
}

/// As much as one use is worth at most, either way.
const MOST_WORTH: i32 = 10_000;

/// Chances out of 20 that a step is carried out, where so many make the use succeed.
fn due(step: &Step, chance: i16) -> i16 {
    match step.on {
        On::Success if step.margin > 0 => chance / 3,
        On::Success => chance,
        On::Failure => 20 - chance,
        On::Always => 20,
    }
}

/// Chances out of 20 that a use succeeds against somebody.
fn chance(fight: &Fight, who: Who, ability: u16, whom: Who) -> i16 {
    let entry = &fight.ability(ability).entry;
    let due = spell_checks::kind_of(fight, ability).map_or(0, |kind| i16::from(penalty::due(fight, who, kind)));
    let bonus = numbers::attack_bonus(fight, who) - 4 * due;
    let against = |save: Save| numbers::save_bonus(fight, whom, save);
    let faces = match entry.check {
        Check::Attack | Check::Weapon => 21 + bonus - numbers::ac(fight, whom),
        Check::Save(save) => numbers::save_dc(fight, who) - against(save) - 1,
        Check::Against(save) | Check::AgainstUnwilling(save) => 10 + bonus - against(save),
        Check::Frighten => 10 + bonus - against(Save::Charisma),
        Check::AgainstBody | Check::Wrestle => {
            10 + bonus - numbers::skill_bonus(fight, whom, numbers::physical_skill(fight, whom))
        }
        Check::Dc(dc) => 21 + bonus - i16::from(dc),
        Check::AgainstMaker => 8,
        Check::None => 20,
    };
    faces.clamp(1, 20)
}

/// How bad one step is for its target.
fn effect(fight: &Fight, ability: u16, whom: Who, step: &Step) -> i16 {
    let saved = if step.save.is_some() { 2 } else { 1 };
    let value = match &step.effect {
        Effect::Damage { amount, .. } => 10 * i16::from(*amount) + 3,
        Effect::WeaponDamage { .. } => 20,
        Effect::Condition { condition, amount, .. } if !fight.one(whom).has(*condition) => {
            condition_worth(fight, whom, *condition, i16::from(*amount))
        }
        Effect::Push { spaces, .. } => 3 * i16::from(*spaces),
        Effect::Command => 12,
        Effect::Boon { boon: Boon::AttackDieLess(_) | Boon::SaveDieLess(_), .. } if !borne(fight, whom, ability) => 10,
        Effect::Grapple | Effect::Clutch => 8,
        _ => 0,
    };
    value / saved
}

fn condition_worth(fight: &Fight, whom: Who, condition: Condition, amount: i16) -> i16 {
    use Condition as C;
    if fight.template(whom).immune(condition) {
        return 0;
    }
    match condition {
        C::Incapacitated | C::Paralyzed | C::Petrified | C::Unconscious => 40,
        C::Frightened | C::Restrained | C::Charmed => 24,
        C::Blinded | C::Grappled => 16,
        C::Poisoned => 14,
        // It goes on for some turns, or takes 2 AP to end.
        C::Burning | C::Bleeding => 22,
        C::Stunned => 9 * amount,
        C::Hindered | C::Intimidated | C::Exposed => 11,
        C::Prone => 8,
        C::Slowed => 5 * amount,
        C::Taunted | C::NoReactions => 6,
        C::Invisible => 0,
        C::Dazed | C::HeavilyDazed if fight.one(whom).spellcasting => 10,
        _ => 3,
    }
}

fn borne(fight: &Fight, whom: Who, ability: u16) -> bool {
    fight.one(whom).boons.iter().any(|borne| borne.from == ability)
}

/// How good one step is for a friend.
fn friendly(fight: &Fight, who: Who, ability: u16, whom: Who, step: &Step) -> i16 {
    if fight.foes(who, whom) {
        return 0;
    }
    let one = fight.one(whom);
    let missing = (one.max_hp - one.hp).max(0);
    let pressed = 2 * one.hp <= one.max_hp;
    let threatened = || fight.enemies(who).any(|foe| fight.able(foe) && fight.distance(foe, whom) <= 6);
    let fresh = !borne(fight, whom, ability);
    match &step.effect {
        Effect::Heal { amount, die, .. } => {
            let amount = i16::from(*amount) + die.map_or(0, |sides| i16::from(sides) / 2);
            amount.min(missing)
                * if one.hp <= 0 {
                    25
                } else if pressed {
                    13
                } else {
                    5
                }
        }
        Effect::TempHp { amount, .. } if one.temp == 0 && threatened() => 9 * i16::from(*amount),
        Effect::Shape { .. } if one.shape.is_none() && one.temp == 0 && threatened() => 14,
        Effect::Boon { boon, .. } if fresh && threatened() => match boon {
            Boon::Ac(by) => 5 * i16::from(*by),
            Boon::AttackDie(_) => 9,
            Boon::SaveDie(_) => 4,
            Boon::Sanctuary | Boon::DodgeAll => 8,
            Boon::DeathWard(_) if pressed => 14,
            Boon::MeleeDamage(_) => 8,
            Boon::HalfPhysical => 12,
            Boon::NextHit(..) | Boon::NextHitBoth(..) => 6,
            Boon::FreeMove => 4,
            Boon::Light if gropes(fight, whom) => 12,
            _ => 0,
        },
        Effect::Attack { adv, .. } => 9 + 4 * i16::from(*adv),
        Effect::Condition { condition: Condition::Invisible, .. }
            if pressed && threatened() && !one.has(Condition::Invisible) =>
        {
            // A creature that strikes shows itself: on oneself it is for the end of a turn.
            if whom == who && action_points::available(fight, who) > 1 { 0 } else { 20 }
        }
        Effect::End { any } if one.statuses.iter().any(|status| any.contains(&status.condition)) => 12,
        // One's own escape comes last in a turn: a creature that stands there again with the next AP has won nothing.
        Effect::Teleport { .. } if pressed && beset(fight, whom) => {
            let last = action_points::available(fight, who) <= fight.ability(ability).entry.ap as i8;
            if whom == who && !last { 0 } else { 14 }
        }
        _ => 0,
    }
}

/// Whether darkness hides enemies near somebody.
fn gropes(fight: &Fight, whom: Who) -> bool {
    let dark = |foe: Who| light::on(fight, whom, foe) == light::Light::Dark;
    fight.enemies(whom).any(|foe| fight.able(foe) && fight.distance(foe, whom) <= 3 && dark(foe))
}

/// Whether an enemy who knows of somebody stands next to it.
fn beset(fight: &Fight, whom: Who) -> bool {
    let beside = |foe: Who| fight.able(foe) && fight.distance(foe, whom) <= 1;
    fight.enemies(whom).any(|foe| beside(foe) && !hide::hidden_from(fight, whom, foe))
}

/// What changes the ground, calls somebody or puts something somewhere.
fn ground(fight: &Fight, who: Who, ability: u16, touched: &[Who]) -> i16 {
    let spell = fight.setting.followed(ability).unwrap_or(ability);
    let there = fight.zones.iter().any(|zone| zone.by == who && zone.from == spell);
    let foes = touched.iter().filter(|whom| fight.foes(who, **whom)).count() as i16;
    let friends = touched.len() as i16 - foes;
    let mut sum = 0;
    for step in &fight.ability(ability).entry.does {
        sum += match &step.effect {
            Effect::Summon { .. } if fight.round <= 4 => 22,
            // Flames cost AP each turn, and more to burst.
            Effect::Put { thing: MagicThing::Flame, .. } if !there => 7,
            Effect::Put { .. } if !there => 14,
            Effect::MoveThings { .. } => 0,
            Effect::Ground { ground, .. } if !there => (foes - 2 * friends) * ground.iter().map(spoiled).sum::<i16>(),
            _ => 0,
        };
    }
    sum
}

/// What is bought on top: one thing that hurts or heals more, where MP are left for another spell.
pub fn enhancements(fight: &Fight, who: Who, ability: u16, at: Target) -> Picks<Act> {
    let mut all = Picks::new();
    let taken: Bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let entry = &fight.ability(ability).entry;
    // What friends add who cast it, too, is spent with it.
    let most = if fight.pooled > 0 { 2 } else { 1 };
    let useful = |extra: &Extra| {
        let Extra::Enhance(place, times) = extra else { return false };
        if *times > most {
            return false;
        }
        let Some(more) = entry.enhance.get(usize::from(*place)) else { return false };
        let better = more.damage > 0 || more.heal > 0 || !more.does.is_empty() && !more.instead_of_all;
        better && more.ap == 0 && more.sp == 0 && more.mp > 0 && fight.one(who).mp > entry.mp as i8 + more.mp as i8
    };
    let mut best: Option<(i16, Extra)> = None;
    for extra in spells::choices(fight, who, ability, taken).into_iter().filter(useful) {
        let worth = added(fight, ability, at, extra);
        if best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, extra));
        }
    }
    // What is bought so often is picked so often.
    let each = |(_, extra): (i16, Extra)| {
        let Extra::Enhance(place, times) = extra else { return 1..=1 };
        taken.times[usize::from(place)] + 1..=times
    };
    all.extend(best.into_iter().flat_map(|best| each(best).map(move |number| Act::Extra(best.1.again(number)))));
    if let Target::Who(whom) = at
        && spells::spares(fight, ability)
        && super::craft::merciful(fight, who, whom)
    {
        all.push(Act::Extra(Extra::NonLethal));
    }
    let help = spells::helpers(fight, who, ability, at).into_iter().map(|helper| Act::Extra(Extra::Help(helper)));
    all.extend(help);
    all
}

/// What one thing bought on top brings, like the use itself in tenths of a Hit Point.
fn added(fight: &Fight, ability: u16, at: Target, extra: Extra) -> i16 {
    let Extra::Enhance(place, times) = extra else { return 0 };
    let Some(more) = fight.ability(ability).entry.enhance.get(usize::from(place)) else { return 0 };
    let steps = match at {
        Target::Who(whom) => more.does.iter().map(|step| effect(fight, ability, whom, step)).sum(),
        _ => 0,
    };
    10 * i16::from(times) * i16::from(more.damage.max(more.heal)) + steps
}

/// The friend within 5 Spaces who has still to act in this round and knows the same spell.
pub fn partner(fight: &Fight, who: Who, ability: u16) -> Option<Who> {
    let fits = |ally: &Who| {
        let one = fight.one(*ally);
        let known = fight.template(*ally).abilities.contains(&ability);
        known && one.spellcasting && one.mp > 0 && fight.able(*ally) && fight.distance(who, *ally) <= 5
    };
    fight.allies(who).filter(fits).find(|ally| initiative::waiting(fight, *ally))
}

/// A bolt held for the moment in which a friend casts the same: better than a second one with DIS.
pub fn shared(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let tired = penalty::due(fight, who, crate::combatant::Kind::Spell) > 0;
    if !one.spellcasting || one.mp < 1 || !tired || !one.held.is_empty() || one.shape.is_some() {
        return None;
    }
    let bolt = |ability: &u16| {
        let known = fight.ability(*ability);
        let harms = matches!(known.entry.check, Check::Attack) && known.entry.aim == Aim::Enemy;
        known.table == Table::Spell && harms && known.entry.ap == 1 && partner(fight, who, *ability).is_some()
    };
    let ability = fight.template(who).abilities.iter().copied().find(bolt)?;
    let at = fight.opponents(who).find(|foe| abilities::can_aim(fight, who, ability, Target::Who(*foe)))?;
    super::legal(fight, who, Deed::Cast { ability, at: Target::Who(at), coin: Coin::Ap })
}

/// How much a spell that is being cast matters to somebody's side: above 0 when it is bad for it.
fn danger(fight: &Fight, who: Who, casting: &Casting) -> i16 {
    let entry = &fight.ability(casting.ability).entry;
    let mut sum = if casting.targets.is_empty() { 10 } else { 0 };
    for whom in casting.targets.iter().copied() {
        let chance = chance(fight, casting.by, casting.ability, whom);
        for step in &entry.does {
            let to = if step.to == To::Maker { casting.by } else { whom };
            let bad = effect(fight, casting.ability, to, step);
            let good = friendly(fight, casting.by, casting.ability, to, step);
            let worth = if fight.foes(who, to) { good - bad } else { bad - good };
            sum += worth * due(step, chance) / 20;
        }
    }
    sum
}

/// A dangerous spell of an enemy is challenged, a friend's that is challenged is helped.
pub fn contest(fight: &Fight, who: Who, by: Who, refused: u64, joining: bool) -> Act {
    let Some(casting) = fight.castings.last() else { return Act::Pass };
    let left = action_points::available(fight, who);
    let Some(spell) = duel::spells_for(fight, who, refused).next() else { return Act::Pass };
    let danger = danger(fight, who, casting);
    // What the 2 AP would bring in one's own turn: little where they are its last.
    let least = match left {
        4.. => 7,
        3 => 13,
        _ => 22,
    };
    let mp = if fight.one(who).mp >= 5 { duel::most_mp(fight, who).max(1) as u8 } else { 1 };
    let spent = i16::from(fight.ability(casting.ability).entry.mp);
    let ahead = numbers::attack_bonus(fight, who) + i16::from(mp) - numbers::attack_bonus(fight, by) - spent;
    if fight.foes(who, by) && danger * (10 + ahead).clamp(1, 19) / 20 >= least {
        return Act::React(Reaction::Challenge(spell, mp));
    }
    // One more check for it is worth about a third of what the spell is.
    if joining && !fight.foes(who, by) && -danger / 3 >= least {
        return Act::React(Reaction::Support(spell, mp));
    }
    Act::Pass
}

/// Whether somebody's abilities are magic: it keeps away from blows, as long as that hurts or friends still strike.
pub fn keeps_away(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    if !one.spellcasting || one.martial {
        return false;
    }
    let shoots = |ability: &u16| {
        let known = fight.ability(*ability);
        known.entry.range >= 5 && known.entry.trigger.is_none() && matches!(known.table, Table::Spell | Table::Action)
    };
    let hurts = |ability: &u16| {
        let entry = &fight.ability(*ability).entry;
        one.mp >= entry.mp as i8 && entry.does.iter().any(|step| matches!(step.effect, Effect::Damage { .. }))
    };
    let mut all = fight.template(who).abilities.iter().filter(|ability| shoots(ability));
    let mut friends = fight.allies(who).filter(|ally| fight.fighting(*ally));
    all.clone().any(hurts) || all.next().is_some() && friends.next().is_some()
}
