//! Eukhé (from the Magic chapter): praying to a god.

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::book::{God, Spell};
use crate::condition::{Ability, AtWork, Condition, Effect, LASTING};
use crate::declaration::Also;
use crate::fight::{Fight, Joining, Prayer};
use crate::rules::magic::{VOICE, Wrought};
use crate::rules::{ability, actions, battle_map, rounds};

quintain_engine::section! {
    "Prayer";
    RECOLLECTION = Engine "prayer.recollection": "A prayer takes 1d6 turns of recollection, each the whole action without a move.";
    GRANTED = Engine "prayer.granted": "On the last turn a d20 of 16 or more is granted; it costs 1d6 THU either way.";
    BROKEN = Engine "prayer.broken": "It is broken by critical damage, by doing anything else and by being unable to act, and has then cost nothing.";
    APOLLO = Engine "prayer.apollo": "Apollo: full STA for one, and aid if critically damaged.";
    ARES = Engine "prayer.ares": "Ares: the petitioner's attacks are enhanced for 1d6 turns.";
    ARTEMIS = Engine "prayer.artemis": "Artemis: attacks on one ally are impaired for 1d6 turns.";
    APHRODITE = Engine "prayer.aphrodite": "Aphrodite: one foe is attracted to the petitioner.";
    ATHENA = Engine "prayer.athena": "Athena: next round all allies act before the opponents.";
    HERMES = Engine "prayer.hermes": "Hermes: one retreat or manoeuvre to come fails on a 20 only.";
    HEPHAESTUS = Engine "prayer.hephaestus": "Hephaestus: one weapon's die is a step up for the fight.";
    PERSEPHONE = Engine "prayer.persephone": "Persephone: a shade fights for the petitioner for 1d6 turns.";
    POSEIDON = Engine "prayer.poseidon": "Poseidon, near the sea: d10 damage to every foe in the water or at the shore.";
}

/// Whether somebody may pray to this god now.
///
/// # Errors
/// The refusal.
pub fn may_pray(fight: &Fight, who: Who, god: God) -> Result<(), Refusal> {
    actions::may_act(fight, who)?;
    if fight.one(who).under(Effect::Silenced) {
        return Err(Refusal::new(&VOICE, "silenced"));
    }
    if god == God::Hera {
        return Err(Refusal::new(&RECOLLECTION, "Hera's domain has nothing for a fight"));
    }
    if god == God::Poseidon && !battle_map::by_the_sea(fight) {
        return Err(Refusal::new(&POSEIDON, "far from the sea"));
    }
    Ok(())
}

/// The rule of a god's boon.
pub fn rule_of(god: God) -> &'static quintain_engine::Rule {
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
        God::Hera => &RECOLLECTION,
    }
}

/// One turn of prayer; on the last the god answers.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pray<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    god: God,
    at: Who,
) -> Result<(), T::Halt> {
    let begun = fight.one(who).prayer.filter(|prayer| prayer.god == god);
    let left = match begun {
        Some(prayer) => prayer.turns_left - 1,
        None => {
            let turns = table.die(fight, Throw::die(6, &RECOLLECTION, "turns of recollection").by(who))? as u8;
            table.tell(|| {
                let text = format!("{} begins to pray to {}: {turns} turns", fight.label(who), god.name());
                Event::new(&RECOLLECTION, text).by(who).dice(6, &[turns.into()])
            });
            turns - 1
        }
    };
    if left > 0 {
        fight.one_mut(who).prayer = Some(Prayer { god, whom: Some(at), turns_left: left });
        return Ok(());
    }
    fight.one_mut(who).prayer = None;
    let face = table.die(fight, Throw::die(20, &GRANTED, "the god's answer").by(who))?;
    let price = table.die(fight, Throw::die(6, &GRANTED, "price in THU").by(who))?;
    let granted = face >= 16;
    let cause = table.tell(|| {
        let how = if granted { "grants it" } else { "does not answer" };
        let event = Event::new(&GRANTED, format!("{} {how}", god.name())).by(who).dice(20, &[face]);
        event.total(face.into()).against("at least", 16)
    });
    ability::lose(fight, table, who, Ability::Thu, price as i16, cause);
    if granted { boon(fight, table, who, god, at) } else { Ok(()) }
}

fn boon<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, god: God, at: Who) -> Result<(), T::Halt> {
    let rule = rule_of(god);
    let put = |fight: &mut Fight, on: Who, effect: Effect, last_round: u32| {
        fight.one_mut(on).put(AtWork { effect, by: who, last_round, goeteia: false });
    };
    match god {
        God::Apollo => {
            super::critical::aid(fight, table, who, at);
            let boon = Wrought {
                by: who,
                at,
                does: Spell::Heal,
                also: Also::Nothing,
                amount: 0,
                last_round: LASTING,
                goeteia: false,
            };
            fight.scratch.wrought.push(boon);
        }
        God::Ares | God::Artemis => {
            let turns = rounds::roll_turns(fight, table, who, (1, 6), rule)?;
            let last_round = rounds::last_round(fight, turns);
            let (on, effect) = if god == God::Ares { (who, Effect::Might) } else { (at, Effect::Veiled) };
            put(fight, on, effect, last_round);
        }
        God::Aphrodite => put(fight, at, Effect::Attracted, LASTING),
        God::Athena => {
            let last_round = fight.round + 1;
            put(fight, who, Effect::Foremost, last_round);
        }
        God::Hermes => put(fight, who, Effect::Trickster, LASTING),
        God::Hephaestus => put(fight, at, Effect::Tempered, LASTING),
        God::Persephone => {
            let turns = rounds::roll_turns(fight, table, who, (1, 6), rule)?;
            let last_round = rounds::last_round(fight, turns);
            let shade = fight.setting.templates.iter().position(|template| template.id == "shade");
            if let Some(template) = shade {
                let side = fight.one(who).side;
                let template = template as u16;
                fight.joining.push(Joining { template, side, from: who, count: 1, hero: false, last_round });
            }
        }
        God::Poseidon => {
            for foe in fight.everyone() {
                if !fight.foes(who, foe) || !fight.present(foe) {
                    continue;
                }
                let rolled = table.die(fight, Throw::die(10, rule, "the wave").by(who).at(foe))? as i16;
                let does = Spell::Harm { die: 10 };
                let wave = Wrought {
                    by: who,
                    at: foe,
                    does,
                    also: Also::Nothing,
                    amount: rolled,
                    last_round: LASTING,
                    goeteia: false,
                };
                fight.scratch.wrought.push(wave);
            }
        }
        God::Hera => {}
    }
    table.tell(|| Event::new(rule, format!("{} favours {}", god.name(), fight.label(at))).by(who).to(at));
    Ok(())
}

/// `prayer.broken`.
pub(crate) fn broken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).prayer = None;
    table.tell(|| Event::new(&BROKEN, format!("{}'s prayer is broken", fight.label(who))).by(who));
}

/// Whether a prayer to this god needs somebody to favour, and of which kind: true for foes.
pub fn favours_foes(god: God) -> Option<bool> {
    match god {
        God::Apollo | God::Artemis | God::Hephaestus => Some(false),
        God::Aphrodite => Some(true),
        _ => None,
    }
}

/// Whether somebody is too far gone to go on praying.
pub fn cannot_go_on(fight: &Fight, who: Who) -> bool {
    fight.one(who).prayer.is_some() && (fight.one(who).is(Condition::Critical) || !fight.fighting(who))
}
