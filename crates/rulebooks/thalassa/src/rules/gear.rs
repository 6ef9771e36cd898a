//! Other acts of a turn: first aid, weapons drawn, contests of bodies, gear, and the pack that it all comes out of.

mod items;
mod load;

use quintain_engine::{Event, Refusal, Table, Who};

use crate::arm::{ArmId, UNARMED};
use crate::ask::{self, Act, Ask, Thing};
use crate::book::{Use, Worn};
use crate::combatant::Combatant;
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Contest, Deed, Move};
use crate::fight::Fight;
use crate::house::{Handicaps, Rest};
use crate::rules::saves::{save, save_score};
use crate::rules::{actions, battle_map, creatures, critical, gifts, hazards};
use crate::scratch::Help;
use crate::setting::Setting;

pub(crate) use items::lose_item;
use items::use_item;
pub use items::{carries, is_for_foes, may_use, range, rule_of};
pub use load::{droppable, hauls, is_packed_full, is_ridden_or_led, slots_free, speed};
pub(crate) use load::{full_pack, shrink_pack, tire};

quintain_engine::section! {
    "Gear and other acts";
    DRAW = Choice "gear.draw": "Drawing or swapping a weapon, or taking up the shield, is the action.";
    CONTEST = Gm "gear.contest": "Shoving, tripping, grappling and disarming: the target saves KRA or TEK, as the GM says, or takes it.",
        ruling "KRA by default.";
    BOUND = Choice "gear.bound": "Who is bound cannot move and attacks impaired; breaking free is the action and a save on KRA or TEK, the better one.";
    NET = Choice "gear.net": "A net within 20 feet: TEK save or bound.";
    ROPE = Choice "gear.rope": "A rope ties somebody helpless.";
    LYRE = Choice "gear.lyre": "A lyre stops every song of the round.";
    HORN = Choice "gear.horn": "A horn gives one ally a new THU save against sleep or song.";
    FIRE = Choice "gear.fire": "Fire at the necks sears them: no head grows.";
    FULL_PACK = Engine "gear.full-pack": "Who has every slot filled is at STA 0; a Fatigue fills one, and what finds no slot beside it is dropped.",
        ruling "Gear first, then a weapon not in hand, then a scroll.", house "inventory.kra";
    REST = Engine "gear.rest": "There is no rest while opponents are able to act; rest restores STA.", house "rest.in-fight";
    ONE_USE = Engine "gear.one-use": "What is made for one use is gone after it.";
    MIRROR = Engine "gear.mirror": "Whoever carries a mirror faces a gaze by reflection: no save against it, attacks on her impaired.";
    BOOTS = Engine "gear.boots": "Spiked boots make difficult ground as good as any other.";
    CARRIED = Engine "gear.carried": "A horse carries 80 feet a move and 4 slots more, a mule 20 feet and 6 slots; a cart adds 4 slots and keeps both hands full.",
        ruling "Whoever draws a weapon lets go of the cart.";
}

/// With what somebody strikes, and its die, where there is one way only: one weapon, one strike, no blast.
pub fn only_arm(setting: &Setting, one: &Combatant) -> Option<(ArmId, u8)> {
    let entry = |arm: ArmId| &setting.arms[arm.place()];
    let mut ready = one.arms.iter().copied().filter(|arm| entry(*arm).natural || one.in_hand.contains(arm));
    let (arm, second) = (ready.next()?, ready.next());
    // Bare hands, last of all, count only where there is nothing else.
    let further = second.is_some_and(|second| second != UNARMED) || one.in_hand.len() > 1;
    let pairs = !setting.template(one).together.is_empty();
    let entry = entry(arm);
    // Where the house wants it, a maimed arm may spoil what needs both hands.
    let sure = !entry.bulky || setting.house.handicaps == Handicaps::None;
    (!further && !pairs && sure && entry.single).then_some((arm, entry.die))
}

/// Whether somebody can do nothing but strike that would be worth a thought: no magic, no gear, no gift of its kind, and
/// something to strike with at hand.
pub fn is_striker(setting: &Setting, one: &Combatant) -> bool {
    let template = setting.template(one);
    let gifted = !one.items.is_empty() || one.arms.len() > 2 || !template.special.is_empty() || !one.spells.is_empty();
    let armed = !one.in_hand.is_empty() || !template.natural.is_empty();
    armed && !gifted
}

/// P6: an act that is neither attack nor magic.
///
/// # Errors
/// Halts with the table.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
        Deed::Aid(whom) if battle_map::comes_about(fight, who, whom, 5, true) => {
            fight.scratch.helps.push(Help::Aid { by: who, whom });
        }
        Deed::Aid(whom) => battle_map::tell_out_of_reach(fight, table, who, whom, &critical::STABILISE),
        // `simul.all`: what others strike or snatch away at the same instant is what was in hand when it began.
        Deed::Draw(arm) => fight.scratch.helps.push(Help::Draw(who, arm)),
        Deed::TakeShield => fight.scratch.helps.push(Help::TakeShield(who)),
        Deed::Contest { kind, at } => contest(fight, table, who, kind, at)?,
        Deed::BreakFree => break_free(fight, table, who)?,
        Deed::Gaze(at) => creatures::gaze(fight, table, who, at)?,
        Deed::Sing => creatures::sing(fight, table, who)?,
        Deed::Snatch(at) => creatures::snatch(fight, table, who, at)?,
        Deed::CarryOff(at) => creatures::carry_off(fight, table, who, at)?,
        Deed::Sow => creatures::sow(fight, table, who)?,
        Deed::Use { item, at } => use_item(fight, table, who, item, at)?,
        Deed::Arrow { item, at, hated } => {
            let sent = battle_map::comes_about(fight, who, at, u16::MAX, false);
            if sent && fight.carried(who, item).is_some() {
                gifts::arrow(fight, table, who, at, Some(hated));
            }
        }
        Deed::Restore { arm, at } => gifts::heal_with(fight, table, who, arm, at),
        Deed::Pour { item, at } => hazards::pour(fight, table, who, item, at),
        Deed::Light(at) => hazards::light(fight, table, who, at),
        Deed::Sear(at) => sear(fight, table, who, at),
        _ => {}
    }
    Ok(())
}

/// `gear.fire`: whether somebody has fire in hand for the necks of that one.
///
/// # Errors
/// The refusal.
pub fn may_sear(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    if !ask::ready_arms(fight, who).any(|arm| fight.arm(arm).fire) {
        return Err(Refusal::new(&FIRE, "no fire in hand"));
    }
    battle_map::may_aim(fight, who, at, 5, true)
}

/// `gear.fire`.
fn sear<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    if !battle_map::comes_about(fight, who, at, 5, true) {
        battle_map::tell_out_of_reach(fight, table, who, at, &FIRE);
        return;
    }
    fight.one_mut(at).seared = true;
    table.tell(|| {
        let text = format!("{} holds fire to the necks of {}", fight.label(who), fight.label(at));
        Event::new(&FIRE, text).by(who).to(at).and(&creatures::HEADS).act()
    });
}

/// `gear.draw`: into the hand; the shield goes down where both hands are needed. What the same instant has taken away is not
/// there to be drawn.
fn draw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, arm: ArmId) {
    if !fight.one(who).has_stowed(arm) {
        return;
    }
    load::let_go(fight, table, who);
    let hands = fight.arm(arm).hands;
    let held = fight.one(who).in_hand.first().copied();
    let beside = held.filter(|held| hands == 1 && fight.arm(*held).hands == 1 && !fight.one(who).shield);
    let one = fight.one_mut(who);
    one.in_hand.clear();
    one.in_hand.push(arm);
    one.in_hand.extend(beside);
    if hands > 1 {
        one.shield = false;
    }
    table.tell(|| {
        let text = format!("{} draws {}", fight.label(who), fight.arm(arm).name);
        Event::new(&DRAW, text).by(who).and(&actions::SIMUL_SNAPSHOT).act()
    });
}

/// `gear.draw`, of the shield.
fn take_shield<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if !has_shield(fight, who) {
        return;
    }
    load::let_go(fight, table, who);
    let keep = fight.one(who).in_hand.first().copied().filter(|arm| fight.arm(*arm).hands == 1);
    let one = fight.one_mut(who);
    one.in_hand.clear();
    one.in_hand.extend(keep);
    one.shield = true;
    table.tell(|| {
        let text = format!("{} takes the shield in hand", fight.label(who));
        Event::new(&DRAW, text).by(who).and(&actions::SIMUL_SNAPSHOT).act()
    });
}

/// The place of somebody's shield among what is worn.
fn shield_of(fight: &Fight, who: Who) -> Option<usize> {
    let shield = |place: &u8| fight.setting.armors[usize::from(*place)].worn == Worn::Shield;
    fight.one(who).worn.iter().position(shield)
}

/// Takes the shield out of somebody's hand for good.
pub(crate) fn lose_shield(fight: &mut Fight, who: Who) {
    if let Some(shield) = shield_of(fight, who).filter(|_| fight.one(who).shield) {
        let one = fight.one_mut(who);
        one.worn.remove(shield);
        one.shield = false;
    }
}

/// Whether somebody carries a shield.
pub fn has_shield(fight: &Fight, who: Who) -> bool {
    shield_of(fight, who).is_some()
}

/// `gear.contest`.
fn contest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, kind: Contest, at: Who) -> Result<(), T::Halt> {
    if !battle_map::comes_about(fight, who, at, 5, true) {
        battle_map::tell_out_of_reach(fight, table, who, at, &CONTEST);
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} tries to {} {}", fight.label(who), kind.word(), fight.label(at));
        Event::new(&CONTEST, text).by(who).to(at).and(&actions::RISK_DEFAULTS).act()
    });
    let ability = match table.choose(fight, Ask::Resists { by: who, at })? {
        Some(Act::Call { ability, .. }) => ability,
        _ => Ability::Kra,
    };
    let saved = save(fight, table, at, ability, &CONTEST, "save against the grip")?;
    if saved.passed {
        return Ok(());
    }
    let (stood, mut lost) = (fight.one(at).at, None);
    match kind {
        Contest::Shove => battle_map::shove(fight, table, who, at)?,
        Contest::Trip => fight.one_mut(at).conditions.give(Condition::Prone),
        Contest::Grapple => fight.one_mut(at).conditions.give(Condition::Bound),
        Contest::Disarm => {
            lost = weapon_to_lose(fight, table, who, at)?;
            if let Some(arm) = lost {
                lose_weapon(fight, at, arm);
            }
        }
    }
    table.tell(|| {
        let of = lost.map_or_else(String::new, |arm| format!(" of {}", fight.arm(arm).name));
        let stuck = kind == Contest::Shove && stood.is_some() && fight.one(at).at == stood;
        let text = match stuck {
            true => format!("{} finds no room to shove {} into", fight.label(who), fight.label(at)),
            false => format!("{} {}s {}{of}", fight.label(who), kind.word(), fight.label(at)),
        };
        Event::new(&CONTEST, text).by(who).to(at).and(&actions::RISK_DEFAULTS).because(saved.event)
    });
    Ok(())
}

/// What somebody holds: weapons, then the shield.
pub fn in_hands(fight: &Fight, who: Who) -> impl Iterator<Item = Thing> + '_ {
    let one = fight.one(who);
    let shield = one.shield.then_some(Thing::Shield);
    one.in_hand.iter().map(|arm| Thing::Weapon(*arm)).chain(shield.filter(|_| has_shield(fight, who)))
}

/// Which weapon somebody is disarmed of: of several the one that the attacker names.
fn weapon_to_lose<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
) -> Result<Option<ArmId>, T::Halt> {
    let first = fight.one(at).in_hand.first().copied();
    if fight.one(at).in_hand.len() < 2 {
        return Ok(first);
    }
    let chosen = table.choose(fight, Ask::Loses { by, at })?;
    Ok(if let Some(Act::Thing(Thing::Weapon(arm))) = chosen { Some(arm) } else { first })
}

/// Takes a weapon from somebody for good: of two alike only one.
pub(crate) fn lose_weapon(fight: &mut Fight, who: Who, arm: ArmId) {
    let one = fight.one_mut(who);
    if let Some(place) = one.in_hand.iter().position(|held| *held == arm) {
        one.in_hand.remove(place);
    }
    if let Some(place) = one.arms.iter().position(|known| *known == arm) {
        one.arms.remove(place);
    }
}

fn break_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    table.tell(|| Event::new(&BOUND, format!("{} strains to break free", fight.label(who))).by(who).act());
    let nimbler = save_score(fight, who, Ability::Tek) > save_score(fight, who, Ability::Kra);
    let ability = if nimbler { Ability::Tek } else { Ability::Kra };
    let saved = save(fight, table, who, ability, &BOUND, "save to break free")?;
    if saved.passed {
        fight.scratch.helps.push(Help::Free(who));
    }
    Ok(())
}

/// P8: help comes when all harm of the same instant is done, in roster order of those who give it.
pub(crate) fn help<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for place in 0..fight.scratch.helps.len() {
        match fight.scratch.helps[place] {
            Help::Aid { by, whom } => critical::aid(fight, table, by, whom),
            Help::Free(who) => {
                fight.one_mut(who).conditions.take(Condition::Bound);
                table.tell(|| Event::new(&BOUND, format!("{} breaks free", fight.label(who))).by(who).act());
            }
            Help::Rouse(who) => rouse(fight, table, who),
            Help::Draw(who, arm) => draw(fight, table, who, arm),
            Help::TakeShield(who) => take_shield(fight, table, who),
            Help::Load(who) => full_pack(fight, table, who),
            Help::Boon { by, on, effect, last_round } => fight.one_mut(on).affect(effect, by, last_round),
        }
    }
}

/// `gear.horn`: out of sleep and song.
fn rouse<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).lift(Effect::Bewitched);
    fight.one_mut(who).conditions.take(Condition::Asleep);
    table.tell(|| Event::new(&HORN, format!("{} comes to", fight.label(who))).to(who).act());
}

/// `gear.one-use`: what was made for one use and has been used is carried no longer.
pub(crate) fn use_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, arm: ArmId) {
    lose_weapon(fight, who, arm);
    table.tell(|| Event::new(&ONE_USE, format!("{}'s {} is used up", fight.label(who), fight.arm(arm).name)).by(who));
}

/// `gear.lyre`: whether a lyre sounds in this round: in this phase, at the same instant as all else, or in one before.
pub fn lyre_is_heard(fight: &Fight) -> bool {
    let plays = |who: Who| match fight.one(who).plan.deed {
        Deed::Use { item, .. } => fight.carried(who, item).is_some_and(|entry| entry.does == Use::Lyre),
        _ => false,
    };
    fight.everyone().any(|who| {
        let plan = &fight.one(who).plan;
        let now = fight.scratch.actors.contains(&who) && !plan.lost && plan.used.is_none();
        plan.used == Some(Use::Lyre) || now && plays(who)
    })
}

/// `creature.poison`: the next action of a combatant that burns with it is lost; the move still happens.
#[inline(never)]
pub(crate) fn lose_poisoned_turns<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).effects.is_empty() || matches!(fight.one(who).plan.deed, Deed::Nothing) {
            continue;
        }
        if fight.one_mut(who).lift(Effect::Burning) {
            fight.plan_mut(who).lost = true;
            table.tell(|| {
                Event::new(&creatures::POISON, format!("{} loses the action to the poison", fight.label(who)))
                    .by(who)
                    .upkeep()
            });
        }
    }
}

/// `gear.rest`: whether somebody may spend the whole turn resting.
///
/// # Errors
/// The refusal.
pub fn may_rest(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let able = fight.everyone().any(|foe| fight.foes(who, foe) && actions::is_able_to_act(fight.one(foe)));
    if able && fight.house().rest == Rest::No {
        return Err(Refusal::new(&REST, "opponents are able to act"));
    }
    if matches!(fight.one(who).plan.before, Move::To(_) | Move::Close(_)) {
        return Err(Refusal::new(&REST, "rest takes the whole turn"));
    }
    Ok(())
}

/// `gear.rest`: at the end of the round, for those that nobody has disturbed.
#[inline]
pub(crate) fn rested<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one(who);
    if !matches!(one.plan.deed, Deed::Rest) || !fight.fighting(who) {
        return;
    }
    let needy = one.is(Condition::Deprived) || one.under(Effect::Sleepless) || is_packed_full(fight, who);
    if one.plan.lost || needy {
        let why = if needy { "recovers nothing" } else { "is disturbed" };
        table.tell(|| Event::new(&REST, format!("{} {why}", fight.label(who))).by(who).upkeep());
        return;
    }
    let sta = &mut fight.one_mut(who).sta;
    let before = sta.now;
    sta.now = sta.max.max(sta.now);
    let after = sta.now;
    super::magic::recover(fight, who);
    table.tell(|| {
        let text = format!("{} rests: STA {before} → {after}", fight.label(who));
        let event = Event::new(&REST, text).by(who).and(&super::magic::RECOVER).upkeep();
        event.change(who, "sta", before.into(), after.into())
    });
}
