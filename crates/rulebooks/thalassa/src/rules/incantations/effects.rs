//! What each incantation does when it takes effect.

use super::{BONDS_RELEASE, enamour, end_effects};
use crate::book::{Special, Spell};
use crate::condition::{Ability, AtWork, Condition, Effect, LASTING};
use crate::declaration::Also;
use crate::fight::Fight;
use crate::house::ProtectionRoll;
use crate::rules::magic;
use crate::rules::saves::save;
use crate::rules::{attack, battle_map, critical, detachment, gear, gifts, morale, prayer};
use crate::underway::Wrought;
use quintain_engine::{Event, Table, Throw, Who};

pub(super) fn one_effect<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    let Wrought { by, at, does, .. } = wrought;
    match does {
        Spell::Heal => return heal(fight, table, wrought),
        Spell::Harm { .. } => {}
        Spell::Daimon => put(fight, wrought, at, Effect::Daimon, by),
        Spell::Attract => enamour(fight, by, at, wrought.is_goeteia()),
        Spell::BindLover => take_side(fight, wrought, Effect::Lover),
        Spell::Control { .. } => take_side(fight, wrought, Effect::Controlled),
        Spell::Consecrate => consecrate(fight, wrought),
        Spell::Sleepless => put(fight, wrought, at, Effect::Sleepless, by),
        Spell::Hide => put(fight, wrought, at, Effect::Invisible, by),
        Spell::Protect { die } => protect(fight, table, wrought, die)?,
        Spell::Appease => {
            fight.one_mut(at).conditions.take(Condition::Enraged);
            put(fight, wrought, at, Effect::Appeased, by);
        }
        Spell::Silence => silence(fight, table, wrought),
        Spell::Shadow => put(fight, wrought, at, Effect::Shadowed, by),
        Spell::Slander => fight.one_mut(at).conditions.give(Condition::Slandered),
        Spell::Separate => separate(fight, table, wrought)?,
        Spell::Befriend | Spell::Favor => {
            fight.one_mut(at).conditions.give(Condition::Neutral);
            put(fight, wrought, at, Effect::Befriended, by);
        }
        Spell::Vanquish => {
            let cause = table.tell(|| {
                let text = format!("{} vanquishes {}", fight.label(by), fight.label(at));
                Event::new(wrought.rule, text).by(by).to(at).act()
            });
            match fight.one(at).detachment {
                true => detachment::rout(fight, table, at, cause),
                false => critical::suffer(fight, table, at, cause)?,
            }
        }
        Spell::PartObject => part(fight, wrought),
        Spell::SeeTrue => see_true(fight, wrought),
        Spell::Foreknow => {
            let side = fight.side_at_start(by);
            fight.sides[side.index()].foresees = fight.round + 1;
        }
        Spell::Reveal => {}
        Spell::ReleaseBonds => release(fight, table, wrought)?,
        Spell::BreakEnchantment => break_enchantment(fight, at),
        Spell::Dissolve => dissolve(fight, at),
    }
    table.tell(|| {
        let what = wrought_name(fight, wrought).map(|title| format!("{title} on ")).unwrap_or_default();
        let text = format!("{what}{}: {}", fight.label(at), outcome_words(fight, wrought));
        Event::new(wrought.rule, text).by(by).to(at).and(&magic::SAME_TWICE).and(&magic::END).act()
    });
    Ok(())
}

/// The name of an incantation at work; none for what a gift or a god wrought.
fn wrought_name(fight: &Fight, wrought: Wrought) -> Option<&str> {
    let named = fight.setting.incantations.iter().find(|entry| entry.does == wrought.does);
    named.filter(|_| wrought.is_goeteia()).map(|entry| entry.name.as_str())
}

pub(super) fn outcome_words(fight: &Fight, wrought: Wrought) -> String {
    match wrought.does {
        Spell::Reveal => all_of(fight, wrought.at),
        Spell::Vanquish => "out of the fight".into(),
        Spell::Befriend | Spell::Favor => "a friend now, out of the fight".into(),
        Spell::PartObject => "parted from it".into(),
        Spell::Attract if !wrought.is_goeteia() => format!("attracted to {}", fight.label(wrought.by)),
        _ if wrought.last_round == LASTING => "it works".into(),
        _ => format!("it works to the end of round {}", wrought.last_round),
    }
}

/// `incantation.23-revelation`: everything that a creature is and can do.
pub(super) fn all_of(fight: &Fight, at: Who) -> String {
    let one = fight.one(at);
    let [kra, tek, thu] = one.scores.map(|score| score.now);
    let mut words =
        vec![format!("STA {}, Armor {}, KRA {kra}, TEK {tek}, THU {thu}", one.sta.now, attack::armor_of(fight, at))];
    words.extend(one.arms.iter().map(|arm| format!("{} d{}", fight.arm(*arm).name, fight.arm(*arm).die)));
    words.extend(fight.template(at).special.iter().map(special_name));
    words
        .extend(one.spells.iter().map(|known| fight.setting.incantations[usize::from(known.incantation)].name.clone()));
    words.join(", ")
}

/// The word that packs use for it.
pub(super) fn special_name(special: &Special) -> String {
    let word = match serde_json::to_value(special) {
        Ok(serde_json::Value::Object(entry)) => entry.keys().next().cloned(),
        Ok(serde_json::Value::String(word)) => Some(word),
        _ => None,
    };
    word.unwrap_or_default().replace('-', " ")
}

pub(super) fn put(fight: &mut Fight, wrought: Wrought, on: Who, effect: Effect, by: Who) {
    let at_work = AtWork { effect, by, last_round: wrought.last_round, goeteia: wrought.is_goeteia() };
    fight.one_mut(on).put(at_work);
}

pub(super) fn consecrate(fight: &mut Fight, wrought: Wrought) {
    if let Also::Score(ability) = wrought.also {
        put(fight, wrought, wrought.at, Effect::Consecrated(ability), wrought.by);
    }
}

/// `incantation.26-silence`: a prayer needs a voice, too.
pub(super) fn silence<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) {
    put(fight, wrought, wrought.at, Effect::Silenced, wrought.by);
    prayer::broken(fight, table, wrought.at);
}

pub(super) fn separate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    if let Also::Who(other) = wrought.also {
        put(fight, wrought, wrought.at, Effect::PartedFrom, other);
        put(fight, wrought, other, Effect::PartedFrom, wrought.at);
        battle_map::push_apart(fight, table, wrought.at, other)?;
    }
    Ok(())
}

/// `incantation.16-healing`, and Apollo's boon, which is first aid as well: not for the deprived.
pub(super) fn heal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    let Wrought { by, at, rule, .. } = wrought;
    if *rule == prayer::APOLLO {
        critical::aid(fight, table, by, at);
    }
    let one = fight.one(at);
    if one.is(Condition::Deprived) || one.under(Effect::Sleepless) {
        table.tell(|| Event::new(rule, format!("{} is deprived and recovers nothing", fight.label(at))).by(by).to(at));
        return Ok(());
    }
    let before = one.sta.now;
    let sta = &mut fight.one_mut(at).sta;
    sta.now = sta.max.max(sta.now);
    let after = sta.now;
    table.tell(|| {
        let text = format!("{} is restored to STA {after}", fight.label(at));
        Event::new(rule, text)
            .by(by)
            .to(at)
            .change(at, "sta", before.into(), after.into())
            .and(&critical::NOT_REST)
            .act()
    });
    gear::full_pack(fight, table, at);
    Ok(())
}

/// The target fights from now on for the side on which the reciter stood as the phase began (`simul.all`).
pub(super) fn take_side(fight: &mut Fight, wrought: Wrought, effect: Effect) {
    put(fight, wrought, wrought.at, effect, wrought.by);
    let side = fight.side_at_start(wrought.by);
    fight.one_mut(wrought.at).side = side;
}

/// `incantation.20-protection`: of two wards the longer stands.
pub(super) fn protect<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    wrought: Wrought,
    die: u8,
) -> Result<(), T::Halt> {
    let once = match fight.house().protection {
        ProtectionRoll::PerInstance => 0,
        ProtectionRoll::Once => {
            let rolled =
                table.die(fight, Throw::die(die.into(), &magic::WARD, "Protection, once for all").by(wrought.by))?;
            table.tell(|| {
                let text = format!("Protection takes {rolled} off whatever strikes {}", fight.label(wrought.at));
                Event::new(&magic::WARD, text).by(wrought.by).to(wrought.at).dice(die.into(), &[rolled])
            });
            rolled as u8
        }
    };
    let ward = |known: &&AtWork| matches!(known.effect, Effect::Protected { .. });
    let longest = fight.one(wrought.at).effects.iter().filter(ward).map(|known| known.last_round).max();
    if longest.is_none_or(|longest| longest < wrought.last_round) {
        fight.one_mut(wrought.at).effects.retain(|known| !ward(&known));
        put(fight, wrought, wrought.at, Effect::Protected { die, once }, wrought.by);
    }
    Ok(())
}

/// `incantation.06-causing-separation`.
pub(super) fn part(fight: &mut Fight, wrought: Wrought) {
    match wrought.also {
        Also::Weapon(arm) => gear::lose_weapon(fight, wrought.at, arm),
        Also::Armor(piece) => {
            let flew = gifts::has_wings(fight, wrought.at);
            let worn = &mut fight.one_mut(wrought.at).worn;
            if let Some(place) = worn.iter().position(|known| *known == piece) {
                worn.remove(place);
            }
            if flew {
                gifts::come_down(fight, wrought.at);
            }
        }
        _ => {}
    }
    let held = gear::has_shield(fight, wrought.at);
    fight.one_mut(wrought.at).shield &= held;
}

/// `incantation.10-direct-vision`.
pub(super) fn see_true(fight: &mut Fight, wrought: Wrought) {
    for who in fight.everyone() {
        if !fight.were_foes(wrought.by, who) {
            continue;
        }
        fight.one_mut(who).conditions.take(Condition::Hidden);
        let unseen = fight.one(who).under(Effect::Invisible) || gifts::conceals(fight, who);
        if unseen && wrought.last_round >= fight.round {
            put(fight, wrought, who, Effect::Revealed, wrought.by);
        }
    }
}

/// `incantation.04-bonds-release`.
pub(super) fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    let at = wrought.at;
    let bond = |known: &AtWork| matches!(known.effect, Effect::Attracted | Effect::Lover | Effect::Befriended);
    if fight.one(at).effects.iter().any(bond) {
        end_effects(fight, at, bond);
        return Ok(());
    }
    let follower = !fight.one(at).hero && fight.fighting(at);
    if follower {
        put(fight, wrought, at, Effect::Leaderless, wrought.by);
    }
    if follower && !save(fight, table, at, Ability::Thu, &BONDS_RELEASE, "THU save for morale")?.passed {
        morale::flee(fight, table, at);
    }
    Ok(())
}

/// `incantation.05-break-enchantment`.
pub(super) fn break_enchantment(fight: &mut Fight, at: Who) {
    end_effects(fight, at, |known| {
        known.effect.is_boon()
            || matches!(
                known.effect,
                Effect::Attracted
                    | Effect::Lover
                    | Effect::Controlled
                    | Effect::Bewitched
                    | Effect::Befriended
                    | Effect::Hates
            )
    });
}

/// `incantation.11-dissolve-incantations`.
pub(super) fn dissolve(fight: &mut Fight, at: Who) {
    end_effects(fight, at, |known| known.goeteia);
    fight.one_mut(at).conditions.take(Condition::Slandered);
}
