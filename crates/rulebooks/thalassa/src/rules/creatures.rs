//! What the creatures of the Bestiary chapter do and bear beyond their numbers.

use quintain_engine::{Area, Event, Refusal, Table, Throw, Who};

use crate::arm::{ArmId, Rider};
use crate::ask::{Act, Ask, Thing};
use crate::book::{MOST_HEADS, Special};
use crate::combatant::Scar;
use crate::condition::{Ability, Condition, Effect, LASTING, UNSEEING};
use crate::fight::{Fight, Joining};
use crate::house::{Handicaps, MultiAttack};
use crate::rules::saves::save;
use crate::rules::{actions, battle_map, critical, death, gear, scars};
use crate::scratch::{Stoned, note};
use quintain_engine::Few;

quintain_engine::section! {
    "Creatures";
    SEVERAL = Engine "creature.several-attacks": "One action is one entry of the stat block, unless the creature uses several each turn; on one target the highest die counts, or they go to several targets.", house "npc.multi-attack";
    THROUGH_THE_MOUTH = Engine "creature.only-through-the-mouth": "Attacks from outside do nothing to it; a daring manoeuvre gets into the mouth, and incantations work.";
    CHARGE = Engine "creature.charge": "An attack after 20 feet or more in a straight line is enhanced.";
    GAZE = Engine "creature.stone-gaze": "A gaze turns to stone whoever fails a TEK save; eyes averted or closed, or a mirror, are proof against it.";
    IMMORTAL = Engine "creature.immortal": "What cannot die merely drops out when its KRA is gone.";
    NIMBLE = Engine "creature.nimble": "Blows from the ground at a nimble flier, and attacks on a nimble swimmer in the water, are impaired.";
    ALOFT = Engine "creature.aloft": "What stays aloft cannot be engaged hand to hand from the ground.",
        ruling "Whoever is helpless has come down.";
    GUSTS = Engine "creature.gusts": "Ranged attacks on what hides in a gust are impaired.";
    SNATCH = Engine "creature.snatch": "Instead of attacking it snatches: KRA save, or a held thing is lost, or the victim is carried 20 feet off.";
    PEACEFUL = Gm "creature.peaceful": "A peaceful creature attacks only whoever has attacked it first.",
        ruling "The GM may have it attack all the same, for stolen apples for instance.";
    RIDER = Engine "creature.rider": "A rider gets away with the better TEK of the two; the save is still rolled, and the mount goes with the rider.";
    MELEE_PROOF = Engine "creature.immune-to-melee": "Blows hand to hand do nothing to it.";
    WATER_PROOF = Engine "creature.invulnerable-in-water": "In the water nothing hurts it.";
    SONG = Engine "creature.song": "Every foe that hears the song and fails a THU save walks towards the singer; a new save ends it; the deaf are immune, a lyre stops it.";
    TEETH = Engine "creature.sown-teeth": "Sown teeth rise as 1d6 fighters at the start of the next round.";
    HEADS = Engine "creature.regrowing-heads": "A cutting blow that costs KRA takes a head; twice as many grow back a round later, if no fire seared the neck; without heads it is dead.";
    LIMB = Engine "creature.taken-limb": "With critical damage the victim loses a limb, which becomes a further head.";
    POISON = Engine "creature.poison": "Poison that comes with lost KRA kills a hero who fails a second KRA save, or costs the next action, or wastes more KRA.";
    INSUBSTANTIAL = Engine "creature.insubstantial": "Blows hand to hand only ever roll a d4.";
}

/// How many strikes beyond the first may go to further targets.
#[inline]
pub fn spread(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>) -> u8 {
    let one_strike = off.is_none() && fight.arm(arm).single;
    if one_strike { 0 } else { spread_of_several(fight, who, arm, off) }
}

/// The same for an arm that may strike several times, or strikes together with another.
#[cold]
fn spread_of_several(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>) -> u8 {
    if fight.house().multi_attack == MultiAttack::OneEntry {
        return 0;
    }
    let as_one = fight.arm(arm).has(Rider::TakesLimb) || super::blast::by_heads(fight, who, arm);
    let natural_pair = off.is_some_and(|off| fight.arm(off).natural);
    let strikes = if as_one { 1 } else { strike_count(fight, who, arm) };
    strikes - 1 + u8::from(natural_pair)
}

/// Whether a shot or a throw gets at a target that a blow hand to hand does not, or not properly.
pub fn better_shot(fight: &Fight, at: Who) -> bool {
    let special = &fight.template(at).special;
    let hard = [Special::ImmuneToMelee, Special::NimbleInTheAir, Special::Insubstantial];
    stays_aloft(fight, at) || hard.iter().any(|special_one| special.contains(special_one))
}

/// `creature.aloft`, `gift.winged-sandals`: whether a combatant keeps out of reach up there. One that lies helpless has
/// come down, to those that help and to those that strike.
pub fn stays_aloft(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::Aloft) && !fight.helpless(who)
}

/// How far somebody's gaze turns to stone.
pub fn gaze_feet(fight: &Fight, who: Who) -> Option<u16> {
    fight.template(who).special.iter().find_map(|special| match special {
        Special::StoneGaze { feet } => Some(*feet),
        _ => None,
    })
}

/// `creature.stone-gaze`: whether somebody does not look at one whose gaze turns to stone: eyes averted, or by a mirror.
#[inline]
pub fn looks_away(fight: &Fight, who: Who, at: Who) -> bool {
    let averts = || fight.one(who).plan.averted || super::gear::carries(fight, who, crate::book::Use::Mirror);
    gaze_feet(fight, at).is_some() && averts()
}

/// `creature.stone-gaze`: whether somebody meets the eyes of that one: it neither looks away nor sees nothing.
pub fn meets_gaze(fight: &Fight, who: Who, of: Who) -> bool {
    !looks_away(fight, who, of) && !fight.one(who).conditions.any(UNSEEING)
}

/// `creature.peaceful`: whether somebody leaves everyone in peace for now.
pub fn is_at_peace(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    fight.template(who).has(&Special::Peaceful) && !one.provoked && !one.is(Condition::Enraged)
}

/// `creature.rider`: the mount of a rider, if that one still takes part.
pub fn mount_of(fight: &Fight, who: Who) -> Option<Who> {
    fight.one(who).rides.filter(|mount| fight.fighting(*mount))
}

/// `creature.rider`: the mount that carries somebody away: able to act and free to move, and not on the side of a foe.
pub fn mount_that_runs(fight: &Fight, who: Who) -> Option<Who> {
    mount_of(fight, who).filter(|mount| {
        let one = fight.one(*mount);
        actions::is_able_to_act(one) && !one.is(Condition::Bound) && !fight.foes(who, *mount)
    })
}

/// How many strikes one use of an arm makes now.
#[inline]
pub fn strike_count(fight: &Fight, who: Who, arm: ArmId) -> u8 {
    if fight.arm(arm).single { 1 } else { strikes_of_several(fight, who, arm) }
}

/// The same for an arm that may strike several times.
fn strikes_of_several(fight: &Fight, who: Who, arm: ArmId) -> u8 {
    let entry = fight.arm(arm);
    if fight.house().multi_attack == MultiAttack::OneEntry {
        return 1;
    }
    if entry.heads && fight.one(who).heads > 0 {
        return fight.one(who).heads;
    }
    let gathered = if entry.has(Rider::TakesLimb) { fight.one(who).heads } else { 0 };
    (entry.strikes + gathered).max(1)
}

/// `creature.several-attacks`: each strike with its target: the named one first, then the further ones in turn.
#[inline]
pub fn strikes(
    fight: &Fight,
    by: Who,
    arm: ArmId,
    off: Option<ArmId>,
    at: Who,
) -> impl Iterator<Item = (ArmId, Who)> + use<> {
    let mut targets: Few<Who, 10> = Few::new();
    targets.push(at);
    targets.extend(fight.one(by).plan.further.iter().copied().filter(|who| *who != at));
    let count = usize::from(strike_count(fight, by, arm));
    // Part of a body that strikes beside another may go to a further target; a weapon does not.
    let beside = off.filter(|off| strikes_beside(fight, *off));
    let beside = beside.map(|off| (off, if fight.arm(off).natural { count } else { 0 }));
    let all = (0..count).map(move |nth| (arm, nth)).chain(beside);
    all.map(move |(arm, nth)| (arm, targets[nth % targets.len()]))
}

/// `npc.multi-attack`: whether this strikes beside another arm: by house rule no two parts of one body do.
pub fn strikes_beside(fight: &Fight, off: ArmId) -> bool {
    !fight.arm(off).natural || fight.house().multi_attack == MultiAttack::AsData
}

/// `creature.stone-gaze`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn gaze<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    if !battle_map::comes_about(fight, by, at, gaze_feet(fight, by).unwrap_or(0), false) {
        battle_map::tell_out_of_reach(fight, table, by, at, &GAZE);
        return Ok(());
    }
    if !meets_gaze(fight, at, by) {
        table.tell(|| {
            let text = format!("{} does not meet the gaze of {}", fight.label(at), fight.label(by));
            Event::new(&GAZE, text).by(by).to(at).act()
        });
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} gazes at {}", fight.label(by), fight.label(at));
        Event::new(&GAZE, text).by(by).to(at).act()
    });
    let saved = save(fight, table, at, Ability::Tek, &GAZE, "TEK save against the gaze")?;
    if !saved.passed {
        note(&mut fight.scratch.stoned, Stoned { by, at, cause: saved.event });
    }
    Ok(())
}

/// `creature.stone-gaze`, `simul.all`: a combatant that has met a gaze turns to stone when all else of the instant is
/// done; the dead do not.
#[cold]
pub(crate) fn turn_to_stone<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for place in 0..fight.scratch.stoned.len() {
        let Stoned { by, at, cause } = fight.scratch.stoned[place];
        if death::is_beyond_harm(fight, at) || fight.one(at).is(Condition::Petrified) {
            continue;
        }
        fight.one_mut(at).conditions.give(Condition::Petrified);
        table.tell(|| {
            let text = format!("{} turns to stone", fight.label(at));
            Event::new(&GAZE, text).by(by).to(at).and(&actions::SIMUL_ALL).because(cause)
        });
    }
}

/// `creature.song`: how many feet somebody's song carries.
pub fn song_carries(fight: &Fight, by: Who) -> Option<u16> {
    fight.template(by).special.iter().find_map(|special| match special {
        Special::Song { feet } => Some(*feet),
        _ => None,
    })
}

/// `creature.song`: whether a song that carries so far bewitches that one unless it saves.
fn is_sung_to(fight: &Fight, by: Who, foe: Who, feet: u16) -> bool {
    let hears = fight.foes(by, foe) && actions::still_stirs(fight.one(foe)) && !fight.one(foe).is(Condition::Deaf);
    hears && battle_map::within(fight, by, foe, feet) && !fight.one(foe).under(Effect::Bewitched)
}

/// `creature.song`: how far a song would carry, and who would have to save against it.
pub fn sung_to(fight: &Fight, by: Who) -> Area {
    let Some(feet) = song_carries(fight, by).filter(|_| !fight.one(by).under(Effect::Silenced)) else {
        return Area::default();
    };
    if super::gear::lyre_is_heard(fight) {
        return Area::default();
    }
    let hits = fight.everyone().filter(|foe| is_sung_to(fight, by, *foe, feet)).collect();
    Area { squares: battle_map::around(fight, by, feet), hits }
}

/// `creature.song`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn sing<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who) -> Result<(), T::Halt> {
    let Some(feet) = song_carries(fight, by) else { return Ok(()) };
    if fight.one(by).under(Effect::Silenced) {
        table.tell(|| {
            Event::new(&SONG, format!("{} makes no sound", fight.label(by))).by(by).and(&super::magic::VOICE).act()
        });
        return Ok(());
    }
    let lyre = super::gear::lyre_is_heard(fight);
    table.tell(|| {
        let event = Event::new(&SONG, format!("{} sings", fight.label(by))).by(by).act();
        if lyre { event.and(&super::gear::LYRE) } else { event }
    });
    for foe in fight.everyone() {
        if lyre || !is_sung_to(fight, by, foe, feet) {
            continue;
        }
        if !save(fight, table, foe, Ability::Thu, &SONG, "THU save against the song")?.passed {
            fight.one_mut(foe).affect(Effect::Bewitched, by, LASTING);
            table.tell(|| Event::new(&SONG, format!("{} is bewitched", fight.label(foe))).by(by).to(foe));
        }
    }
    Ok(())
}

/// `creature.song`: a new save at the end of each round, for those that still stir. It ends by itself with the song, and for
/// a listener that goes deaf.
///
/// # Errors
/// Halts with the table.
pub(crate) fn shake_off_song<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(singer) = fight.one(who).effect(Effect::Bewitched).map(|at_work| at_work.by) else { return Ok(()) };
    if !actions::still_stirs(fight.one(who)) {
        return Ok(());
    }
    let sings = actions::is_able_to_act(fight.one(singer)) && !fight.one(singer).under(Effect::Silenced);
    let silent = fight.one(who).is(Condition::Deaf) || !sings;
    if silent || save(fight, table, who, Ability::Thu, &SONG, "THU save to shake off the song")?.passed {
        fight.one_mut(who).lift(Effect::Bewitched);
        table.tell(|| Event::new(&SONG, format!("{} shakes the song off", fight.label(who))).by(who).upkeep());
    }
    Ok(())
}

/// `creature.snatch`: whether a snatch of a thing, or of the victim itself, may be declared.
///
/// # Errors
/// The refusal.
pub fn may_snatch(fight: &Fight, by: Who, at: Who, whole: bool) -> Result<(), Refusal> {
    let one = fight.one(at);
    let larger = fight.template(at).size > fight.template(by).size;
    let why = match whole {
        true if one.detachment || larger => Some("too large to be carried"),
        false if one.in_hand.is_empty() && !one.shield => Some("nothing in its hands"),
        _ => None,
    };
    match why {
        Some(why) => Err(Refusal::new(&SNATCH, why)),
        None => battle_map::may_aim(fight, by, at, 5, true),
    }
}

/// `creature.snatch`: the KRA save to hold on.
fn holds_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<bool, T::Halt> {
    if !battle_map::comes_about(fight, by, at, 5, true) {
        battle_map::tell_out_of_reach(fight, table, by, at, &SNATCH);
        return Ok(true);
    }
    table.tell(|| {
        let text = format!("{} swoops at {}", fight.label(by), fight.label(at));
        Event::new(&SNATCH, text).by(by).to(at).act()
    });
    Ok(save(fight, table, at, Ability::Kra, &SNATCH, "KRA save to hold on")?.passed)
}

/// `creature.snatch`: a held thing.
///
/// # Errors
/// Halts with the table.
pub(crate) fn snatch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    if holds_on(fight, table, by, at)? {
        return Ok(());
    }
    let several = gear::in_hands(fight, at).nth(1).is_some();
    let thing = match several {
        true => match table.choose(fight, Ask::Loses { by, at })? {
            Some(Act::Thing(thing)) => Some(thing),
            _ => None,
        },
        false => gear::in_hands(fight, at).next(),
    };
    match thing {
        Some(Thing::Weapon(arm)) => gear::lose_weapon(fight, at, arm),
        Some(_) => gear::lose_shield(fight, at),
        None => {}
    }
    table.tell(|| {
        let thing = thing.map_or("nothing", |thing| thing.name(fight));
        Event::new(&SNATCH, format!("{} snatches {thing} from {}", fight.label(by), fight.label(at))).by(by).to(at)
    });
    Ok(())
}

/// `creature.snatch`: the victim itself.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_off<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    if holds_on(fight, table, by, at)? {
        return Ok(());
    }
    let stood = fight.one(at).at;
    battle_map::carry_off(fight, table, by, at, 20)?;
    table.tell(|| {
        let now = fight.one(at).at;
        let where_to = now.map(|square| format!(" to {square}")).unwrap_or_default();
        let text = match stood.is_some() && now == stood {
            true => format!("{} finds no room to carry {} off to", fight.label(by), fight.label(at)),
            false => format!("{} carries {} off{where_to}", fight.label(by), fight.label(at)),
        };
        Event::new(&SNATCH, text).by(by).to(at)
    });
    Ok(())
}

/// `creature.sown-teeth`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn sow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who) -> Result<(), T::Halt> {
    let sown = fight.template(by).special.iter().find_map(|special| match special {
        Special::Sows { creature } => fight.setting.templates.iter().position(|template| template.id == *creature),
        _ => None,
    });
    let Some(template) = sown else { return Ok(()) };
    let count = table.die(fight, Throw::die(6, &TEETH, "teeth that rise").by(by))? as u8;
    let side = fight.one(by).side;
    fight.joining.push(Joining { template: template as u16, side, from: by, count, hero: false, last_round: LASTING });
    table.tell(|| {
        let name = &fight.setting.templates[template].name;
        Event::new(&TEETH, format!("{} sows teeth: {count} {name} will rise", fight.label(by)))
            .by(by)
            .act()
            .dice(6, &[count.into()])
    });
    Ok(())
}

/// `creature.regrowing-heads`: whether somebody who lives by its heads has none left.
pub fn has_no_head_left(fight: &Fight, who: Who) -> bool {
    fight.template(who).heads().is_some() && fight.one(who).heads == 0
}

/// `creature.regrowing-heads`: one head less, two more at the end of the next round.
#[cold]
pub(crate) fn cut_head<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if fight.template(whom).heads().is_none() {
        return;
    }
    let one = fight.one_mut(whom);
    one.heads = one.heads.saturating_sub(1);
    one.cut = one.cut.saturating_add(1);
    let left = one.heads;
    table.tell(|| Event::new(&HEADS, format!("{} loses a head: {left} left", fight.label(whom))).to(whom));
    if left == 0 && !fight.one(whom).is(Condition::Dead) {
        death::die(fight, table, whom, &HEADS, None);
    }
}

/// `creature.regrowing-heads`: what was cut in the round before grows in twos now, unless seared.
pub(crate) fn regrow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one_mut(who);
    if one.seared {
        (one.cut, one.stumps) = (0, 0);
        return;
    }
    let grown = 2 * one.stumps;
    (one.stumps, one.cut) = (one.cut, 0);
    if grown == 0 || one.is(Condition::Dead) {
        return;
    }
    one.heads = one.heads.saturating_add(grown).min(MOST_HEADS);
    let heads = one.heads;
    table.tell(|| {
        Event::new(&HEADS, format!("{grown} heads grow on {}: {heads} now", fight.label(who))).by(who).upkeep()
    });
}

/// `creature.taken-limb`: recorded like a sundered limb, without its save.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn take_limb<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) -> Result<(), T::Halt> {
    let place = table.die(fight, Throw::die(6, &LIMB, "limb lost").by(by).at(whom))? as u8;
    let mark = Scar { place, ..Scar::fresh(10, true) };
    scars::note(fight, whom, mark);
    let head = &mut fight.one_mut(by).heads;
    *head = (*head + 1).min(MOST_HEADS);
    table.tell(|| {
        let text = format!(
            "{} takes {}'s {}, which becomes a head",
            fight.label(by),
            fight.label(whom),
            scars::place_name(mark)
        );
        let event = Event::new(&LIMB, text).by(by).to(whom).and(&critical::ENEMY_SPECIAL).dice(6, &[place.into()]);
        if fight.house().handicaps == Handicaps::Suggested { event.and(&scars::HANDICAP) } else { event }
    });
    Ok(())
}

/// `creature.poison`: a second KRA save, on the new score, or death.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn deadly_poison<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    whom: Who,
) -> Result<(), T::Halt> {
    let saved = save(fight, table, whom, Ability::Kra, &POISON, "KRA save against the poison")?;
    if !saved.passed {
        table.tell(|| {
            let text = format!("the poison of {} kills {}", fight.label(by), fight.label(whom));
            Event::new(&POISON, text).by(by).to(whom).because(saved.event)
        });
        death::die(fight, table, whom, &POISON, None);
    }
    Ok(())
}

/// `creature.poison`: the next action is lost.
#[cold]
pub(crate) fn burning_poison<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) {
    fight.one_mut(whom).affect(Effect::Burning, by, LASTING);
    table.tell(|| {
        let text = format!("poison burns in {}: the next action is lost", fight.label(whom));
        Event::new(&POISON, text).by(by).to(whom)
    });
}
