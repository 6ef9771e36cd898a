//! Other acts of a turn: first aid, weapons drawn, contests of bodies, gear, and the pack that it all comes out of.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::arm::{ArmId, UNARMED};
use crate::ask::{self, Act, Ask};
use crate::book::{Special, Use, Worn};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Contest, Deed};
use crate::fight::Fight;
use crate::house::{Inventory, Rest};
use crate::rules::saves::save;
use crate::rules::{actions, battle_map, creatures, critical};

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
    FULL_PACK = Engine "gear.full-pack": "Who has every slot filled is at STA 0; a Fatigue fills one.", house "inventory.kra";
    REST = Engine "gear.rest": "There is no rest while opponents are able to act.", house "rest.in-fight";
}

/// P6: an act that is neither attack nor magic.
///
/// # Errors
/// Halts with the table.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
        Deed::Aid(whom) => {
            if battle_map::within(fight, who, whom, 5) {
                critical::aid(fight, table, who, whom);
            }
            Ok(())
        }
        Deed::Draw(arm) => {
            draw(fight, table, who, arm);
            Ok(())
        }
        Deed::TakeShield => {
            take_shield(fight, table, who);
            Ok(())
        }
        Deed::Contest { kind, at } => contest(fight, table, who, kind, at),
        Deed::BreakFree => break_free(fight, table, who),
        Deed::Gaze(at) => creatures::gaze(fight, table, who, at),
        Deed::Sing => creatures::sing(fight, table, who),
        Deed::Snatch(at) => creatures::snatch(fight, table, who, at),
        Deed::Sow => creatures::sow(fight, table, who),
        Deed::Use { item, at } => use_item(fight, table, who, item, at),
        Deed::Sear(at) => {
            fight.one_mut(at).seared = true;
            table.tell(|| {
                let text = format!("{} holds fire to the necks of {}", fight.label(who), fight.label(at));
                Event::new(&FIRE, text).by(who).to(at).and(&creatures::HEADS)
            });
            Ok(())
        }
        Deed::Rest => {
            rest(fight, table, who);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// `gear.draw`: into the hand; the shield goes down where both hands are needed.
fn draw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, arm: ArmId) {
    let hands = fight.arm(arm).hands;
    let beside = fight.one(who).in_hand.first().copied().filter(|held| {
        hands == 1 && fight.arm(*held).hands == 1 && !fight.one(who).shield && *held != arm
    });
    let one = fight.one_mut(who);
    one.in_hand.clear();
    one.in_hand.push(arm);
    one.in_hand.extend(beside);
    if hands > 1 {
        one.shield = false;
    }
    table.tell(|| Event::new(&DRAW, format!("{} draws {}", fight.label(who), fight.arm(arm).name)).by(who));
}

fn take_shield<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let keep = fight.one(who).in_hand.first().copied().filter(|arm| fight.arm(*arm).hands == 1);
    let one = fight.one_mut(who);
    one.in_hand.clear();
    one.in_hand.extend(keep);
    one.shield = true;
    table.tell(|| Event::new(&DRAW, format!("{} takes the shield in hand", fight.label(who))).by(who));
}

/// Whether somebody carries a shield that is not in hand.
pub fn has_shield(fight: &Fight, who: Who) -> bool {
    let shield = |place: &u8| fight.setting.armors[usize::from(*place)].worn == Worn::Shield;
    fight.one(who).worn.iter().any(shield)
}

/// `gear.contest`.
fn contest<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    kind: Contest,
    at: Who,
) -> Result<(), T::Halt> {
    if !battle_map::in_reach_now(fight, who, at, 5) {
        battle_map::tell_out_of_reach(fight, table, who, at);
        return Ok(());
    }
    let ability = match ask::act(fight, table, Ask::Resists { by: who, at })? {
        Some(Act::Call { ability, .. }) => ability,
        _ => Ability::Kra,
    };
    let saved = save(fight, table, at, ability, &CONTEST, "save against the grip")?;
    if saved.passed {
        return Ok(());
    }
    match kind {
        Contest::Shove => battle_map::shove(fight, who, at),
        Contest::Trip => fight.one_mut(at).conditions.give(Condition::Prone),
        Contest::Grapple => fight.one_mut(at).conditions.give(Condition::Bound),
        Contest::Disarm => {
            if let Some(arm) = fight.one(at).in_hand.first().copied() {
                let one = fight.one_mut(at);
                one.in_hand.retain(|held| *held != arm);
                one.arms.retain(|known| *known != arm);
            }
        }
    }
    table.tell(|| {
        let text = format!("{} {}s {}", fight.label(who), kind.word(), fight.label(at));
        Event::new(&CONTEST, text).by(who).to(at).and(&actions::RISK_DEFAULTS).because(saved.event)
    });
    Ok(())
}

fn break_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let nimbler = fight.one(who).score(Ability::Tek).now > fight.one(who).score(Ability::Kra).now;
    let ability = if nimbler { Ability::Tek } else { Ability::Kra };
    let saved = save(fight, table, who, ability, &BOUND, "save to break free")?;
    if saved.passed {
        fight.one_mut(who).conditions.take(Condition::Bound);
        table.tell(|| Event::new(&BOUND, format!("{} breaks free", fight.label(who))).by(who).because(saved.event));
    }
    Ok(())
}

/// Whether somebody carries gear of this use.
pub fn carries(fight: &Fight, who: Who, does: Use) -> bool {
    fight.one(who).items.iter().any(|item| fight.setting.items[usize::from(*item)].does == does)
}

/// Whether a piece of gear may be used on that one.
///
/// # Errors
/// The refusal.
pub fn may_use(fight: &Fight, who: Who, does: Use, at: Who) -> Result<(), Refusal> {
    let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
    match does {
        Use::Net if !battle_map::sees_within(fight, who, at, 20) => refuse(&NET, "farther than 20 feet"),
        Use::Rope if !fight.helpless(at) => refuse(&ROPE, "it is not helpless"),
        Use::Rope if !battle_map::within(fight, who, at, 5) => refuse(&ROPE, "not beside it"),
        Use::Horn if !fight.one(at).under(Effect::Bewitched) && !fight.one(at).is(Condition::Asleep) => {
            refuse(&HORN, "neither asleep nor bewitched")
        }
        _ => Ok(()),
    }
}

fn use_item<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, item: u8, at: Who) -> Result<(), T::Halt> {
    let Some(place) = fight.one(who).items.get(usize::from(item)).copied() else { return Ok(()) };
    let entry = fight.setting.items[usize::from(place)].clone();
    let rule = match entry.does {
        Use::Net => &NET,
        Use::Rope => &ROPE,
        Use::Lyre => &LYRE,
        _ => &HORN,
    };
    table.tell(|| Event::new(rule, format!("{} uses {} on {}", fight.label(who), entry.name, fight.label(at))).by(who).to(at));
    match entry.does {
        Use::Net => {
            if !save(fight, table, at, Ability::Tek, &NET, "TEK save against the net")?.passed {
                fight.one_mut(at).conditions.give(Condition::Bound);
            }
        }
        Use::Rope => fight.one_mut(at).conditions.give(Condition::Bound),
        Use::Lyre => {
            for bewitched in fight.everyone() {
                fight.one_mut(bewitched).lift(Effect::Bewitched);
            }
        }
        Use::Horn => {
            if save(fight, table, at, Ability::Thu, &HORN, "THU save at the horn's call")?.passed {
                fight.one_mut(at).lift(Effect::Bewitched);
                fight.one_mut(at).conditions.take(Condition::Asleep);
            }
        }
        Use::Mirror | Use::Boots => {}
    }
    if entry.once {
        fight.one_mut(who).items.remove(usize::from(item));
    }
    Ok(())
}

/// A lyre played in a phase stops the songs of the same phase: everything of it happens at once.
pub(crate) fn lyres(fight: &mut Fight) {
    let plays = |who: &crate::fight::Combatant| match who.plan.deed {
        Deed::Use { item, .. } => who.items.get(usize::from(item)).copied(),
        _ => None,
    };
    let played = fight.scratch.actors.iter().filter_map(|who| plays(fight.one(*who)));
    let lyre = played.into_iter().any(|item| fight.setting.items[usize::from(item)].does == Use::Lyre);
    fight.scratch.lyre |= lyre;
}

/// The next action of whoever burns with poison is lost.
pub(crate) fn lose_poisoned_turns<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    lyres(fight);
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).effects.is_empty() || fight.one(who).plan.deed == Deed::Nothing {
            continue;
        }
        if fight.one_mut(who).lift(Effect::Burning) {
            fight.one_mut(who).plan.deed = Deed::Nothing;
            table.tell(|| {
                Event::new(&creatures::POISON, format!("{} loses the action to the poison", fight.label(who))).by(who)
            });
        }
    }
}

/// Slots that somebody has, and how many are filled.
pub fn slots(fight: &Fight, who: Who) -> (i16, i16) {
    let one = fight.one(who);
    let arms: i16 = one.arms.iter().filter(|arm| **arm != UNARMED).map(|arm| i16::from(fight.arm(*arm).slots)).sum();
    let worn: i16 = one.worn.iter().map(|piece| i16::from(fight.setting.armors[usize::from(*piece)].slots)).sum();
    let items: i16 = one.items.iter().map(|item| i16::from(fight.setting.items[usize::from(*item)].slots)).sum();
    let scrolls = one.spells.iter().filter(|known| known.scroll).count() as i16;
    let kra = match fight.house().inventory {
        Inventory::Max => one.score(Ability::Kra).max,
        Inventory::Current => one.score(Ability::Kra).now,
    };
    let mounted = if fight.template(who).has(&Special::Mounted) { 4 } else { 0 };
    (kra + mounted, arms + worn + items + scrolls + i16::from(one.fatigue))
}

/// `gear.full-pack`.
pub(crate) fn full_pack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let (slots, filled) = slots(fight, who);
    let before = fight.one(who).sta.now;
    if filled < slots || before == 0 || !fight.one(who).hero {
        return;
    }
    fight.one_mut(who).sta.now = 0;
    table.tell(|| {
        let text = format!("{}'s pack is full ({filled} of {slots} slots): STA 0", fight.label(who));
        let event = Event::new(&FULL_PACK, text).by(who).and(&super::scars::NOT_OTHER_CAUSES);
        event.change(who, "sta", before.into(), 0)
    });
}

/// One Fatigue more.
pub(crate) fn tire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one_mut(who);
    one.fatigue = one.fatigue.saturating_add(1);
    let fatigue = one.fatigue;
    table.tell(|| Event::new(&FULL_PACK, format!("{} has {fatigue} Fatigue", fight.label(who))).by(who));
    full_pack(fight, table, who);
}

/// `gear.rest`: with the house rule, a whole turn that nobody disturbs.
fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one(who);
    let struck = fight.scratch.blows.iter().any(|blow| blow.at == who);
    if fight.house().rest == Rest::No || struck || one.is(Condition::Deprived) || one.under(Effect::Sleepless) {
        return;
    }
    let sta = &mut fight.one_mut(who).sta;
    let before = sta.now;
    sta.now = sta.max.max(sta.now);
    let after = sta.now;
    super::magic::recover(fight, who);
    table.tell(|| {
        let text = format!("{} rests: STA {before} → {after}", fight.label(who));
        let event = Event::new(&REST, text).by(who).and(&super::magic::RECOVER);
        event.change(who, "sta", before.into(), after.into())
    });
}
