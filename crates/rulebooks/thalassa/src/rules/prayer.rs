//! Eukhé (from the Magic chapter): praying to a god.

use quintain_engine::{Event, Refusal, Rule, Table, Throw, Who};

use crate::book::{God, Spell};
use crate::cast::Trait;
use crate::combatant::Prayer;
use crate::condition::{Ability, AtWork, Effect, LASTING};
use crate::declaration::{Also, Deed, Move};
use crate::fight::{Fight, Joining};
use crate::rules::magic::{self, ANYONE, COST, VOICE};
use crate::rules::saves::{Saved, save_score, save_told};
use crate::rules::{actions, battle_map, legal, rounds};
use crate::scratch::{Help, Wave};
use crate::underway::Wrought;

/// The pack's id of the shade that Persephone sends.
pub const SHADE: &str = "shade";

quintain_engine::section! {
    "Prayer";
    RECOLLECTION = Engine "prayer.recollection": "A prayer takes 1d6 turns of recollection, each the whole action without a move.";
    GRANTED = Engine "prayer.granted": "On the last turn a d20 of 16 or more is granted; it costs 1d6 THU either way.";
    BROKEN = Engine "prayer.broken": "It is broken by critical damage, by doing anything else and by being unable to act or speak, and has then cost nothing.";
    APOLLO = Engine "prayer.apollo": "Apollo: full STA for one, and aid if critically damaged.";
    ARES = Engine "prayer.ares": "Ares: the petitioner's attacks are enhanced for 1d6 turns.";
    ARTEMIS = Engine "prayer.artemis": "Artemis: for 1d6 turns attacks on one ally are impaired, or what that ally shoots and throws is enhanced.";
    APHRODITE = Engine "prayer.aphrodite": "Aphrodite: one foe is attracted to the petitioner.";
    ATHENA = Engine "prayer.athena": "Athena: next round all allies act before the opponents.";
    HERMES = Engine "prayer.hermes": "Hermes: one retreat or manoeuvre to come fails on a 20 only.";
    HEPHAESTUS = Engine "prayer.hephaestus": "Hephaestus: one weapon's die a step up, to d12 at most, or one piece of armour one better, for the fight.";
    PERSEPHONE = Engine "prayer.persephone": "Persephone: a shade fights for the petitioner for 1d6 turns.";
    POSEIDON = Engine "prayer.poseidon": "Poseidon, near the sea: an attack of d10 that blasts every foe.";
    HERA = Engine "prayer.hera": "Hera: marriages are hers, and nothing in a fight.";
}

/// Whether somebody may pray to this god now.
///
/// # Errors
/// The refusal.
pub fn may_pray(fight: &Fight, who: Who, god: God) -> Result<(), Refusal> {
    actions::may_act(fight, who)?;
    let one = fight.one(who);
    if one.under(Effect::Silenced) {
        return Err(Refusal::new(&VOICE, "silenced"));
    }
    if god == God::Hera {
        return Err(Refusal::new(&HERA, "her domain has nothing for a fight"));
    }
    if god == God::Poseidon && !battle_map::by_the_sea(fight) {
        return Err(Refusal::new(&POSEIDON, "far from the sea"));
    }
    if !matches!(one.plan.before, Move::AsNeeded | Move::Stay) {
        return Err(Refusal::new(&RECOLLECTION, "whoever recollects does not move"));
    }
    Ok(())
}

/// The rule of a god's boon.
pub fn rule_of(god: God) -> &'static Rule {
    match god {
        God::Apollo => &APOLLO,
        God::Ares => &ARES,
        God::Artemis => &ARTEMIS,
        God::Aphrodite => &APHRODITE,
        God::Athena => &ATHENA,
        God::Hermes => &HERMES,
        God::Hephaestus => &HEPHAESTUS,
        God::Persephone => &PERSEPHONE,
        God::Poseidon => &POSEIDON,
        God::Hera => &HERA,
    }
}

/// What may be asked of a god, and the combatants that it is for.
pub fn requests(fight: &Fight, who: Who, god: God) -> Vec<(Who, Also)> {
    match god {
        God::Aphrodite => legal::foes(fight, who).map(|at| (at, Also::Nothing)).collect(),
        God::Apollo => legal::friends(fight, who).map(|at| (at, Also::Nothing)).collect(),
        God::Artemis => legal::friends(fight, who).flat_map(|at| [(at, Also::Nothing), (at, Also::Hunt)]).collect(),
        God::Hephaestus => legal::friends(fight, who).flat_map(|at| gear_of(fight, at)).collect(),
        _ => vec![(who, Also::Nothing)],
    }
}

/// Whether this can be asked of the god, still: the one that it is for, or what it is about, may be gone since the
/// prayer began.
pub fn may_request(fight: &Fight, who: Who, god: God, (at, also): (Who, Also)) -> bool {
    let gear = match also {
        Also::Weapon(arm) => fight.one(at).arms.contains(&arm),
        Also::Armor(piece) => fight.one(at).worn.contains(&piece),
        _ => god != God::Hephaestus,
    };
    match god {
        God::Aphrodite => legal::foes(fight, who).any(|foe| foe == at),
        God::Apollo | God::Artemis | God::Hephaestus => gear && legal::friends(fight, who).any(|friend| friend == at),
        _ => at == who,
    }
}

fn gear_of(fight: &Fight, at: Who) -> Vec<(Who, Also)> {
    let one = fight.one(at);
    let weapons = one.arms.iter().filter(|arm| !fight.arm(**arm).natural).map(|arm| Also::Weapon(*arm));
    let things = weapons.chain(one.worn.iter().map(|piece| Also::Armor(*piece)));
    crate::ask::each_once(things).into_iter().map(|also| (at, also)).collect()
}

/// A prayer in the words of its option.
pub fn text(fight: &Fight, who: Who, god: God, (at, also): (Who, Also)) -> String {
    let name = god.name();
    let whose = || if at == who { "one's own".to_owned() } else { format!("{}'s", fight.label(at)) };
    let whom = if at == who { "oneself" } else { fight.label(at) };
    match (god, also) {
        (God::Artemis, Also::Hunt) => format!("pray to {name} for {} hunt", whose()),
        (God::Artemis, _) => format!("pray to {name} for {} protection", whose()),
        (_, Also::Weapon(arm)) => format!("pray to {name} for {} {}", whose(), fight.arm(arm).name),
        (_, Also::Armor(place)) => {
            format!("pray to {name} for {} {}", whose(), fight.setting.armors[usize::from(place)].name)
        }
        (God::Apollo | God::Aphrodite, _) => format!("pray to {name} for {whom}"),
        _ => format!("pray to {name}"),
    }
}

/// `prayer.recollection`: how many turns just this prayer still takes, the next included, where it is under way.
fn turns_left(fight: &Fight, who: Who, god: God, (at, also): (Who, Also)) -> Option<u8> {
    let same = |prayer: &Prayer| prayer.god == god && prayer.whom == at && prayer.also == also;
    fight.one(who).prayer.filter(same).map(|prayer| prayer.turns_left)
}

/// `prayer.granted`: whether the god may answer this turn, and take the price: one that has not begun may take one turn.
pub fn may_be_answered(fight: &Fight, who: Who, god: God, request: (Who, Also)) -> bool {
    turns_left(fight, who, god, request).is_none_or(|turns| turns <= 1)
}

/// `prayer.recollection`: one turn of prayer; on the last the god answers.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pray<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    god: God,
    at: Who,
    also: Also,
) -> Result<(), T::Halt> {
    let left = match turns_left(fight, who, god, (at, also)) {
        Some(turns) => turns - 1,
        None => {
            broken(fight, table, who);
            begin(fight, table, who, god)? - 1
        }
    };
    if left > 0 {
        fight.one_mut(who).prayer = Some(Prayer { god, whom: at, also, turns_left: left });
        return Ok(());
    }
    fight.one_mut(who).prayer = None;
    answer(fight, table, who, god, (at, also))
}

/// The first turn: how many there will be.
fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, god: God) -> Result<u8, T::Halt> {
    let turns = table.die(fight, Throw::die(6, &RECOLLECTION, "turns of recollection").by(who))? as u8;
    table.tell(|| {
        let how_long = rounds::turns_told(turns.into());
        let text = format!("{} begins to pray to {}: {how_long}", fight.label(who), god.name());
        Event::new(&RECOLLECTION, text).by(who).dice(6, &[turns.into()]).and(&ANYONE).act()
    });
    Ok(turns)
}

/// `prayer.granted`: the last turn.
fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    god: God,
    (at, also): (Who, Also),
) -> Result<(), T::Halt> {
    let face = table.die(fight, Throw::die(20, &GRANTED, "the god's answer").by(who))?;
    let price = table.die(fight, Throw::die(magic::PRICE_DIE.into(), &GRANTED, "price in THU").by(who))?;
    let granted = face >= 16;
    let cause = table.tell(|| {
        let how = if granted { "grants it" } else { "does not answer" };
        let event = Event::new(&GRANTED, format!("{} {how}; the prayer costs {price} THU", god.name())).by(who);
        event
            .dice(20, &[face])
            .dice(magic::PRICE_DIE.into(), &[price])
            .total(face.into())
            .against("at least", 16)
            .and(&COST)
            .act()
    });
    magic::spend(fight, table, who, price, cause);
    if granted { boon(fight, table, who, god, (at, also)) } else { Ok(()) }
}

fn boon<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    god: God,
    (at, also): (Who, Also),
) -> Result<(), T::Halt> {
    let (rule, next_round) = (rule_of(god), fight.round + 1);
    table.tell(|| Event::new(rule, format!("{} favours {}", god.name(), fight.label(who))).by(who).to(at));
    match god {
        God::Apollo | God::Aphrodite => {
            let does = if god == God::Apollo { Spell::Heal } else { Spell::Attract };
            fight.scratch.wrought.push(Wrought { by: who, at, does, also, amount: 0, last_round: LASTING, rule });
        }
        God::Ares => for_some_turns(fight, table, who, who, Effect::Might, rule)?,
        God::Artemis if also == Also::Hunt => for_some_turns(fight, table, who, at, Effect::Hunter, rule)?,
        God::Artemis => for_some_turns(fight, table, who, at, Effect::Veiled, rule)?,
        God::Athena => grant(fight, who, who, Effect::Foremost, next_round),
        God::Hermes => grant(fight, who, who, Effect::Trickster, LASTING),
        God::Hephaestus => match also {
            Also::Weapon(arm) => grant(fight, who, at, Effect::Tempered(arm), LASTING),
            Also::Armor(piece) => grant(fight, who, at, Effect::Plated(piece), LASTING),
            _ => {}
        },
        God::Persephone => call_shade(fight, table, who)?,
        God::Poseidon => wave(fight, table, who)?,
        God::Hera => {}
    }
    Ok(())
}

fn for_some_turns<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    on: Who,
    effect: Effect,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    let turns = rounds::roll_turns(fight, table, by, (1, 6), rule)?;
    let last_round = rounds::last_round(fight, turns);
    grant(fight, by, on, effect, last_round);
    Ok(())
}

/// `simul.all`: a boon comes with the other help of the instant: what ends boons at the same instant finds none of it yet.
fn grant(fight: &mut Fight, by: Who, on: Who, effect: Effect, last_round: u32) {
    fight.scratch.helps.push(Help::Boon { by, on, effect, last_round });
}

/// `prayer.persephone`: one of the dead joins at the top of the next round.
fn call_shade<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let turns = rounds::roll_turns(fight, table, who, (1, 6), &PERSEPHONE)?;
    let last_round = rounds::last_round(fight, turns);
    let shade = fight.setting.templates.iter().position(|template| template.id == SHADE);
    if let Some(template) = shade {
        let (template, side) = (template as u16, fight.one(who).side);
        fight.joining.push(Joining { template, side, from: who, count: 1, hero: false, last_round });
    }
    Ok(())
}

/// `simul.snapshot`: a wave finds everybody as they were before what is done at the same instant. Whether it comes is not
/// known yet.
pub(crate) fn judge_waves(fight: &mut Fight) {
    let arm = fight.setting.wave;
    for place in 0..fight.scratch.actors.len() {
        let by = fight.scratch.actors[place];
        let Deed::Pray { god: God::Poseidon, at, also } = fight.one(by).plan.deed else { continue };
        if !may_be_answered(fight, by, God::Poseidon, (at, also)) {
            continue;
        }
        // With room for everybody the list need not grow in a later phase.
        let everybody = fight.cast.len();
        fight.scratch.waves.reserve(everybody);
        for at in fight.everyone() {
            if fight.foes(by, at) && fight.present(at) {
                let judged = crate::phase::judge(fight, by, at, arm);
                fight.scratch.waves.push(Wave { by, at, judged });
            }
        }
    }
}

/// `prayer.poseidon`: an attack with the blast quality, so its dice join the pools of the phase.
fn wave<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let arm = fight.setting.wave;
    for place in 0..fight.scratch.waves.len() {
        let Wave { by, at: foe, judged } = fight.scratch.waves[place];
        if by != who {
            continue;
        }
        crate::phase::strike_unseen(fight, table, (who, foe), (arm, fight.arm(arm).die), judged)?;
        let Some(die) = fight.scratch.blows.last().map(|blow| blow.die) else { continue };
        let face = table.die(fight, Throw::die(die.into(), &POSEIDON, "the wave").by(who).at(foe))?;
        if let Some(blow) = fight.scratch.blows.last_mut() {
            blow.face = face as u8;
        }
    }
    fight.scratch.blows.sort_unstable_by_key(|blow| (blow.at, blow.by, blow.nth));
    Ok(())
}

/// `prayer.broken`: ends a prayer under way, if there is one.
pub(crate) fn broken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).prayer.is_some() {
        std::hint::cold_path();
        fight.one_mut(who).prayer = None;
        table.tell(|| Event::new(&BROKEN, format!("{}'s prayer is broken", fight.label(who))).by(who).upkeep());
    }
}

/// `prayer.broken`: a combatant that is too far gone does not go on praying.
#[cold]
pub(crate) fn go_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for who in fight.everyone() {
        if !actions::is_able_to_act(fight.one(who)) {
            broken(fight, table, who);
        }
    }
}

/// `prayer.hermes`: the save of a retreat or a manoeuvre that he favours, once.
///
/// # Errors
/// Halts with the table.
pub(crate) fn favoured_save<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: Ability,
    rule: &'static Rule,
    what: &'static str,
) -> Result<Option<Saved>, T::Halt> {
    if fight.one(who).effects.is_empty() || !fight.one_mut(who).lift(Effect::Trickster) {
        return Ok(None);
    }
    table.tell(|| Event::new(&HERMES, format!("Hermes is with {}: only a 20 fails", fight.label(who))).by(who));
    let score = save_score(fight, who, ability);
    save_told(fight, table, who, (ability, score, 19), (rule, None), what).map(Some)
}

/// `prayer.athena`: whose side acts before the others this round.
#[cold]
pub fn counselled(fight: &Fight) -> Option<Who> {
    if !fight.cast.some(Trait::Enchanted) {
        return None;
    }
    let now = |known: &AtWork| known.effect == Effect::Foremost && known.last_round == fight.round;
    fight.everyone().find(|who| fight.one(*who).effects.iter().any(now))
}
