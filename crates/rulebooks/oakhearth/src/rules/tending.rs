//! What else an Action is spent on: wounds, flames, nets, loading, breath for stamina.

use quintain_engine::{Event, Refusal, Table, Who, section};

use crate::ask::With;
use crate::book::{Condition, Damage, Shed, Skill};
use crate::combatant::{Kind, Status};
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::{attack, boons, conditions, dice, dying, penalty, sight, weapons};
use crate::story::Told;

section! {
    "Other Actions";
    TEND = Choice "action.tend": "For 2 AP a Medicine Check of 10 ends bleeding, one's own or next to one.";
    STABILIZE = Choice "action.stabilize": "For 1 AP a Medicine Check of 10 stabilizes the dying next to one.";
    PUT_OUT = Choice "action.put-out": "For 2 AP flames next to one are put out; one's own by going Prone.";
    TEAR_FREE = Choice "action.tear-free": "For 1 AP a Might check of 10 tears off what a weapon has caught.";
    RELOAD = Choice "action.reload": "Loading takes the weapon's AP and a free hand.";
    FREE_MOVE = Choice "action.free-move": "Haste, and the nature of some creatures, gives movement for nothing once a round.";
    GATHER = Choice "action.gather": "2 AP are turned into 1 SP; once in a turn, so many MP into as many SP.";
}

/// The Difficulty of all of these.
const DIFFICULTY: i16 = 10;

fn near(fight: &Fight, who: Who, whom: Who, rule: &'static quintain_engine::Rule) -> Result<(), Refusal> {
    refuse_if(!fight.present(whom) || fight.distance(who, whom) > 1, rule, "it is not within 1 Space")?;
    sight::reachable(fight, who, whom, rule)
}

fn under(fight: &Fight, whom: Who, condition: Condition, rule: &'static quintain_engine::Rule) -> Result<(), Refusal> {
    match fight.one(whom).under(condition) {
        true => Ok(()),
        false => Err(Refusal::new(rule, format!("it is not {condition}"))),
    }
}

/// # Errors
/// Why nobody there can be tended.
pub fn may_tend(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    near(fight, who, whom, &TEND)?;
    under(fight, whom, Condition::Bleeding, &TEND)
}

/// # Errors
/// Why nobody there can be stabilized.
pub fn may_stabilize(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    near(fight, who, whom, &STABILIZE)?;
    let dying = who != whom && dying::at_the_door(fight, whom) && !fight.one(whom).stable;
    if dying { Ok(()) } else { Err(Refusal::new(&STABILIZE, "it is not dying")) }
}

/// # Errors
/// Why no flames there can be put out.
pub fn may_put_out(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    near(fight, who, whom, &PUT_OUT)?;
    under(fight, whom, Condition::Burning, &PUT_OUT)
}

/// # Errors
/// Why nothing there can be torn off.
pub fn may_tear_free(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    near(fight, who, whom, &TEAR_FREE)?;
    let caught = fight.one(whom).statuses.iter().any(caught);
    if caught { Ok(()) } else { Err(Refusal::new(&TEAR_FREE, "nothing has caught it")) }
}

fn caught(status: &Status) -> bool {
    matches!(status.condition, Condition::Grappled | Condition::Restrained)
        && status.by.is_none()
        && status.shed.is_none()
}

/// # Errors
/// Why a weapon cannot be loaded.
pub fn may_reload(fight: &Fight, who: Who, weapon: u16) -> Result<(), Refusal> {
    refuse_if(!attack::unloaded(fight, who, weapon, None), &RELOAD, "it is loaded")?;
    let two = fight.weapon(weapon).two_handed() || fight.weapon(weapon).natural();
    match two || fight.free_hand(who).is_some() {
        true => Ok(()),
        false => Err(Refusal::new(&RELOAD, "no hand is free")),
    }
}

/// # Errors
/// Why no stamina can be gathered.
pub fn may_gather(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.sp < one.max_sp { Ok(()) } else { Err(Refusal::new(&GATHER, "it has all its SP")) }
}

/// The most MP that could become SP.
pub fn most_mana(fight: &Fight, who: Who) -> u8 {
    let one = fight.one(who);
    one.mp.min(one.max_sp - one.sp).max(0) as u8
}

/// # Errors
/// Why so many MP cannot be turned into stamina.
pub fn may_gather_mana(fight: &Fight, who: Who, mp: u8) -> Result<(), Refusal> {
    refuse_if(fight.one(who).turn.drained, &GATHER, "MP have been turned into SP in this turn")?;
    let fits = (1..=most_mana(fight, who)).contains(&mp);
    if fits { Ok(()) } else { Err(Refusal::new(&GATHER, "it has too few MP, or too few SP are gone")) }
}

fn medicine<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<bool, T::Halt> {
    let pool = dice::skill_pool(fight, who, Skill::Medicine);
    Ok(dice::skill_check(fight, table, who, Some(whom), Skill::Medicine, pool)?.total >= DIFFICULTY)
}

/// Dresses a bleeding wound.
///
/// # Errors
/// Halts with the table.
pub(crate) fn tend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    table.tell(|| {
        Event::new(&TEND, format!("{} tends {}", fight.label(who), fight.label(whom))).by(who).to(whom).act_of(fight)
    });
    if medicine(fight, table, who, whom)? {
        conditions::lift(fight, table, whom, Condition::Bleeding);
    }
    Ok(())
}

/// Stabilizes the dying.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stabilize<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    let done = medicine(fight, table, who, whom)?;
    if done {
        fight.one_mut(whom).stable = true;
    }
    table.tell(|| {
        let how = if done { "stabilizes" } else { "cannot stabilize" };
        let text = format!("{} {how} {}", fight.label(who), fight.label(whom));
        Event::new(&STABILIZE, text).by(who).to(whom).and(&dying::STABLE)
    });
    Ok(())
}

/// Puts out flames; one's own by rolling on the ground.
pub(crate) fn put_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) {
    table.tell(|| {
        Event::new(&PUT_OUT, format!("{} puts out the flames", fight.label(who))).by(who).to(whom).act_of(fight)
    });
    conditions::lift(fight, table, whom, Condition::Burning);
    if who == whom {
        conditions::give(fight, table, who, Status::lasting(Condition::Prone), &PUT_OUT);
    }
}

/// # Errors
/// Why a net cannot be cut with this.
pub fn may_cut(fight: &Fight, who: Who, whom: Who, with: With) -> Result<(), Refusal> {
    may_tear_free(fight, who, whom)?;
    let arm = fight.weapon(weapons::used(fight, who, with));
    match arm.kinds.contains(&Damage::Slashing) && !matches!(with, With::Drawn(_)) {
        true => Ok(()),
        false => Err(Refusal::new(&TEAR_FREE, format!("{} does not cut", arm.name))),
    }
}

/// Cuts a net: an Attack Check against its AC, and 1 Slashing damage is enough.
///
/// # Errors
/// Halts with the table.
pub(crate) fn cut<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    with: With,
) -> Result<(), T::Halt> {
    let weapon = weapons::used(fight, who, with);
    let pool = attack::plain(fight, who, weapon);
    penalty::count(fight, who, Kind::Attack);
    let rolled = dice::unseen_check(fight, table, who, Some(whom), &TEAR_FREE, "Attack Check", &pool)?;
    let margin = rolled.total - DIFFICULTY;
    let hit = attack::hits(rolled.natural, margin);
    let free = hit && weapons::base_damage(fight, who, weapon) + (margin / 5).max(0) > 0;
    table.tell(|| {
        let how = if free { "cuts" } else { "does not cut" };
        let text = format!("{} {how} what has caught {}", fight.label(who), fight.label(whom));
        pool.show(Event::new(&TEAR_FREE, text).by(who).to(whom), &rolled).against("AC", DIFFICULTY.into())
    });
    if free {
        fight.one_mut(whom).statuses.retain(|status| !caught(status));
    }
    Ok(())
}

/// Tears off a net.
///
/// # Errors
/// Halts with the table.
pub(crate) fn tear_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    let mut pool = dice::Pool::with(&dice::D20, "Might", fight.one(who).attributes[0].into());
    dice::common(fight, who, Kind::Might, &mut pool);
    penalty::count(fight, who, Kind::Might);
    let rolled = dice::check(fight, table, who, Some(whom), &TEAR_FREE, "Might", &pool)?;
    if rolled.total >= DIFFICULTY {
        fight.one_mut(whom).statuses.retain(|status| !caught(status));
        table.tell(|| Event::new(&TEAR_FREE, format!("{} is free", fight.label(whom))).to(whom));
    }
    Ok(())
}

/// Turns MP into as many SP.
pub(crate) fn gather_mana<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, mp: u8) {
    let mut one = fight.one_mut(who);
    one.mp -= mp as i8;
    one.turn.drained = true;
    drop(one);
    gather(fight, table, who, mp as i8);
}

/// Gives so many SP for what has been paid.
pub(crate) fn gather<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, sp: i8) {
    let before = fight.one(who).sp;
    fight.one_mut(who).sp = (before + sp).min(fight.one(who).max_sp);
    table.tell(|| {
        let event = Event::new(&GATHER, format!("{} gathers stamina", fight.label(who))).by(who).act_of(fight);
        event.change(who, "sp", before.into(), fight.one(who).sp.into())
    });
}

/// # Errors
/// Why a condition cannot be shed.
pub fn may_shed(fight: &Fight, who: Who, condition: Condition) -> Result<(), Refusal> {
    match fight.one(who).of(condition).any(|status| status.shed.is_some()) {
        true => Ok(()),
        false => Err(Refusal::new(&conditions::SHED, format!("{condition} is nothing that can be shed"))),
    }
}

/// Gets rid of a condition: by itself, or by another Save against its maker's Save DC.
///
/// # Errors
/// Halts with the table.
pub(crate) fn shed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    condition: Condition,
) -> Result<(), T::Halt> {
    let found = fight.one(who).statuses.iter().find(|status| status.condition == condition && status.shed.is_some());
    let Some(status) = found.copied() else { return Ok(()) };
    let free = match status.shed {
        Some((Shed::By(save), dc)) => dice::save(fight, table, who, save, dc, &conditions::SHED, status.by)?.success,
        _ => true,
    };
    if free && let Some(place) = fight.one(who).statuses.iter().position(|known| *known == status) {
        conditions::remove(fight, who, place);
    }
    table.tell(|| {
        let how = if free { "is rid of being" } else { "does not get rid of being" };
        Event::new(&conditions::SHED, format!("{} {how} {condition}", fight.label(who))).by(who)
    });
    Ok(())
}

/// # Errors
/// Why there is no movement for nothing.
pub fn may_move_free(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).turn.free_move, &FREE_MOVE, "it has been taken in this round")?;
    match boons::free_movement(fight, who) > 0 {
        true => Ok(()),
        false => Err(Refusal::new(&FREE_MOVE, "nothing gives it movement for nothing")),
    }
}

/// Takes the movement that magic or nature gives for nothing.
pub(crate) fn move_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let gain = boons::free_movement(fight, who);
    let mut one = fight.one_mut(who);
    one.turn.free_move = true;
    one.movement += gain;
    drop(one);
    table.tell(|| {
        let text = format!("{} may move {} for nothing", fight.label(who), crate::words::spaces(gain));
        Event::new(&FREE_MOVE, text).by(who)
    });
}
