//! The thirty incantations (from the Magic chapter), by what they do. Which exist and how long they last is in the packs.

use quintain_engine::{Event, Rule, Table, Throw, Who};

use crate::book::Spell;
use crate::condition::{Ability, AtWork, Condition, Effect, LASTING};
use crate::declaration::Also;
use crate::fight::Fight;
use crate::house::{MagicAttack, MagicDirect, ProtectionRoll};
use crate::rules::magic::{self, Wrought};
use crate::rules::saves::save;
use crate::rules::{actions, attack, battle_map, critical, morale};

quintain_engine::section! {
    "Incantations";
    DAIMON = Engine "incantation.01-assistant-daimon": "THU counts 3 more for saves, not for prices.";
    ATTRACTION = Engine "incantation.02-attraction": "The target will not attack the reciter, until the reciter hurts it.";
    BIND_LOVER = Engine "incantation.03-bind-lover": "The target fights for the reciter, but on a d6 of 1 each round turns on somebody near.";
    BONDS_RELEASE = Engine "incantation.04-bonds-release": "Ends bonds of love and friendship on the target, and a follower's loyalty: its morale is tried at once.";
    BREAK_ENCHANTMENT = Engine "incantation.05-break-enchantment": "Ends charms, songs and boons on the target.";
    CAUSING_SEPARATION = Engine "incantation.06-causing-separation": "Parts the target from one weapon or piece of armour.";
    CHARM_BEASTS = Engine "incantation.07-charm-beasts": "The reciter's side declares for a beast for 2d6 turns.";
    COERCE = Engine "incantation.08-coerce": "The reciter's side declares for a being with reason for 3 turns.";
    CONSECRATION = Engine "incantation.09-consecration": "KRA or TEK counts 3 more for saves for 1d6 turns.";
    DIRECT_VISION = Engine "incantation.10-direct-vision": "Shows whoever is hidden or unseen.";
    DISSOLVE = Engine "incantation.11-dissolve-incantations": "Ends everything on the target that an incantation wrought, not what a god gave.";
    FOREKNOWLEDGE = Engine "incantation.13-foreknowledge": "Next round the opponents do what was foretold; once a fight.";
    FRIENDSHIP = Engine "incantation.14-gain-friendship": "The target leaves the opposing side for good.";
    HEALING = Engine "incantation.16-healing": "STA back to its maximum, not for the deprived; nothing else.";
    INSOMNIA = Engine "incantation.17-induce-insomnia": "The target counts as deprived.";
    HARM = Engine "incantation.18-inflict-harm": "1d6 direct damage, apart from the pool and past Armor.";
    INVISIBILITY = Engine "incantation.19-invisibility": "Attacks on the target are impaired for 1d6 turns, unless it shows itself.";
    PROTECTION = Engine "incantation.20-protection": "For 3 turns 1d6 comes off every instance of damage.";
    RESTRAIN_ANGER = Engine "incantation.22-restrain-anger": "A beast or an enraged one attacks nobody until attacked again.";
    REVELATION = Engine "incantation.23-revelation": "Shows all that a creature is and can do.";
    SEPARATE = Engine "incantation.24-separate-people": "Two people cannot come within 10 feet of each other nor strike each other hand to hand.";
    SHADOW = Engine "incantation.25-shadow-control": "The target's shadow scouts for the reciter.";
    SILENCE = Engine "incantation.26-silence": "No speech for 1d6 turns: no recital, prayer, song or order.";
    SLANDER = Engine "incantation.27-slander": "The target leads its side's morale no more.";
    SUBJUGATE = Engine "incantation.29-subjugate": "The reciter's side declares for a human without limit.";
    VICTORY = Engine "incantation.30-victory": "One opponent is out of the fight, without a die; once a fight for the whole side.", house "incantation.victory";
}

/// The rule of an incantation, by what it does.
pub fn rule_of(does: Spell) -> &'static Rule {
    match does {
        Spell::Daimon => &DAIMON,
        Spell::Attract => &ATTRACTION,
        Spell::BindLover => &BIND_LOVER,
        Spell::ReleaseBonds => &BONDS_RELEASE,
        Spell::BreakEnchantment => &BREAK_ENCHANTMENT,
        Spell::PartObject => &CAUSING_SEPARATION,
        Spell::Control { only: crate::book::Tag::Beast, .. } => &CHARM_BEASTS,
        Spell::Control { refuses_death: true, .. } => &COERCE,
        Spell::Control { .. } => &SUBJUGATE,
        Spell::Consecrate => &CONSECRATION,
        Spell::SeeTrue => &DIRECT_VISION,
        Spell::Dissolve => &DISSOLVE,
        Spell::Foreknow => &FOREKNOWLEDGE,
        Spell::Befriend => &FRIENDSHIP,
        Spell::Sleepless => &INSOMNIA,
        Spell::Heal => &HEALING,
        Spell::Harm { .. } => &HARM,
        Spell::Hide => &INVISIBILITY,
        Spell::Protect { .. } => &PROTECTION,
        Spell::Appease => &RESTRAIN_ANGER,
        Spell::Reveal => &REVELATION,
        Spell::Separate => &SEPARATE,
        Spell::Shadow => &SHADOW,
        Spell::Silence => &SILENCE,
        Spell::Slander => &SLANDER,
        Spell::Vanquish => &VICTORY,
    }
}

/// Whether it is meant for foes.
pub fn is_hostile(does: Spell) -> bool {
    !matches!(
        does,
        Spell::Daimon
            | Spell::Consecrate
            | Spell::Heal
            | Spell::Hide
            | Spell::Protect { .. }
            | Spell::BreakEnchantment
            | Spell::Dissolve
            | Spell::SeeTrue
            | Spell::Foreknow
    )
}

/// P7: the direct damage on one target, each as an instance of its own, in roster order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn harm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.wrought.len() {
        let wrought = fight.scratch.wrought[place];
        if wrought.at != whom || wrought.amount <= 0 {
            continue;
        }
        let armor = fight.scratch.armor[whom.index()];
        let by_direct = fight.house().magic_direct;
        let before_wards = match by_direct {
            MagicDirect::Normal => (wrought.amount - armor).max(0),
            _ => wrought.amount,
        };
        let net = attack::after_wards(fight, table, whom, before_wards)?;
        let is_attack = fight.house().magic_attack == MagicAttack::Yes;
        let cause = table.tell(|| {
            let text = format!("{} does {net} direct damage to {}", fight.label(wrought.by), fight.label(whom));
            let event = Event::new(&magic::DIRECT, text).by(wrought.by).to(whom);
            let event = event.and(&critical::ANY_DAMAGE).and(rule_of(wrought.does));
            if is_attack { event } else { event.and(&actions::CAST_IS_NOT_ATTACK) }
        });
        let hit = attack::Hit { rolled: wrought.amount, net, is_attack, by: Some(wrought.by), arm: None, cause };
        fight.one_mut(whom).effects.retain(|at| !(at.effect == Effect::Attracted && at.by == wrought.by));
        match by_direct {
            MagicDirect::StraightToKra if net > 0 => critical::overflow(fight, table, whom, net, hit)?,
            _ => attack::apply(fight, table, whom, hit)?,
        }
    }
    Ok(())
}

/// P8: harmful effects, then helpful ones, healing last; in roster order within each.
///
/// # Errors
/// Halts with the table.
pub(crate) fn take_effect<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for turn in 0..3 {
        for place in 0..fight.scratch.wrought.len() {
            let wrought = fight.scratch.wrought[place];
            let class = match wrought.does {
                Spell::Heal => 2,
                does if is_hostile(does) => 0,
                _ => 1,
            };
            if class == turn && !matches!(wrought.does, Spell::Harm { .. }) && fight.present(wrought.at) {
                one_effect(fight, table, wrought)?;
            }
        }
    }
    Ok(())
}

fn one_effect<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    let Wrought { by, at, does, .. } = wrought;
    match does {
        Spell::Heal => heal(fight, table, wrought),
        Spell::Harm { .. } => {}
        Spell::Daimon => put(fight, wrought, at, Effect::Daimon, by),
        Spell::Attract => put(fight, wrought, at, Effect::Attracted, by),
        Spell::BindLover => take_side(fight, wrought, Effect::Lover),
        Spell::Control { .. } => take_side(fight, wrought, Effect::Controlled),
        Spell::Consecrate => {
            if let Also::Score(ability) = wrought.also {
                put(fight, wrought, at, Effect::Consecrated(ability), by);
            }
        }
        Spell::Sleepless => put(fight, wrought, at, Effect::Sleepless, by),
        Spell::Hide => put(fight, wrought, at, Effect::Invisible, by),
        Spell::Protect { .. } => protect(fight, table, wrought)?,
        Spell::Appease => {
            fight.one_mut(at).conditions.take(Condition::Enraged);
            fight.one_mut(at).attacked = false;
            put(fight, wrought, at, Effect::Appeased, by);
        }
        Spell::Silence => {
            put(fight, wrought, at, Effect::Silenced, by);
            if fight.one(at).prayer.is_some() {
                super::prayer::broken(fight, table, at);
            }
        }
        Spell::Shadow => put(fight, wrought, at, Effect::Shadowed, by),
        Spell::Slander => fight.one_mut(at).conditions.give(Condition::Slandered),
        Spell::Separate => {
            if let Also::Who(other) = wrought.also {
                put(fight, wrought, at, Effect::PartedFrom, other);
                put(fight, wrought, other, Effect::PartedFrom, at);
                battle_map::push_apart(fight, at, other);
            }
        }
        Spell::Befriend => fight.one_mut(at).conditions.give(Condition::Neutral),
        Spell::Vanquish => critical::suffer(fight, table, at)?,
        Spell::PartObject => part(fight, wrought),
        Spell::SeeTrue => see_true(fight, by),
        Spell::Foreknow => {
            let side = fight.one(by).side;
            fight.sides[side.index()].foresees = fight.round + 1;
        }
        Spell::Reveal => {}
        Spell::ReleaseBonds => release(fight, table, at)?,
        Spell::BreakEnchantment => end_effects(fight, at, |at_work| {
            matches!(
                at_work.effect,
                Effect::Attracted | Effect::Lover | Effect::Controlled | Effect::Bewitched | Effect::Might | Effect::Veiled
                    | Effect::Hunter | Effect::Trickster | Effect::Tempered | Effect::Plated | Effect::Foremost
            )
        }),
        Spell::Dissolve => end_effects(fight, at, |at_work| at_work.goeteia),
    }
    table.tell(|| {
        let text = format!("{}: {}", fight.label(at), outcome_words(fight, wrought));
        Event::new(rule_of(does), text).by(by).to(at).and(&magic::SAME_TWICE).and(&magic::END)
    });
    Ok(())
}

fn outcome_words(fight: &Fight, wrought: Wrought) -> String {
    match wrought.does {
        Spell::Heal => format!("STA {}", fight.one(wrought.at).sta.now),
        Spell::Reveal => {
            let one = fight.one(wrought.at);
            let [kra, tek, thu] = one.scores.map(|score| score.now);
            format!("STA {}, Armor {}, KRA {kra}, TEK {tek}, THU {thu}", one.sta.now, attack::armor_of(fight, wrought.at))
        }
        Spell::Vanquish => "out of the fight".into(),
        Spell::Befriend => "a friend now, out of the fight".into(),
        Spell::PartObject => "parted from it".into(),
        _ if wrought.last_round == LASTING => "it works".into(),
        _ => format!("it works to the end of round {}", wrought.last_round),
    }
}

fn put(fight: &mut Fight, wrought: Wrought, on: Who, effect: Effect, by: Who) {
    let at_work = AtWork { effect, by, last_round: wrought.last_round, goeteia: wrought.goeteia };
    fight.one_mut(on).put(at_work);
}

/// `incantation.16-healing`: not for the deprived.
fn heal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) {
    let one = fight.one(wrought.at);
    if one.is(Condition::Deprived) || one.under(Effect::Sleepless) || one.is(Condition::Dead) {
        table.tell(|| {
            let text = format!("{} is deprived and recovers nothing", fight.label(wrought.at));
            Event::new(&HEALING, text).to(wrought.at)
        });
        return;
    }
    let before = one.sta.now;
    let sta = &mut fight.one_mut(wrought.at).sta;
    sta.now = sta.max.max(sta.now);
    let after = sta.now;
    table.tell(|| {
        let text = format!("{} is restored to STA {after}", fight.label(wrought.at));
        let event = Event::new(&HEALING, text).to(wrought.at).change(wrought.at, "sta", before.into(), after.into());
        event.and(&critical::NOT_REST)
    });
}

/// The target fights for the reciter's side from now on.
fn take_side(fight: &mut Fight, wrought: Wrought, effect: Effect) {
    let side = fight.one(wrought.by).side;
    fight.one_mut(wrought.at).side = side;
    put(fight, wrought, wrought.at, effect, wrought.by);
}

fn protect<T: Table<Fight>>(fight: &mut Fight, table: &mut T, wrought: Wrought) -> Result<(), T::Halt> {
    let once = match fight.house().protection {
        ProtectionRoll::PerInstance => 0,
        ProtectionRoll::Once => table.die(fight, Throw::die(6, &PROTECTION, "Protection").by(wrought.by))? as u8,
    };
    fight.one_mut(wrought.at).effects.retain(|at| !matches!(at.effect, Effect::Protected(_)) || at.last_round > wrought.last_round);
    put(fight, wrought, wrought.at, Effect::Protected(once), wrought.by);
    Ok(())
}

fn part(fight: &mut Fight, wrought: Wrought) {
    let one = fight.one_mut(wrought.at);
    match wrought.also {
        Also::Weapon(arm) => {
            one.arms.retain(|known| *known != arm);
            one.in_hand.retain(|known| *known != arm);
        }
        Also::Armor(piece) => one.worn.retain(|known| *known != piece),
        _ => {}
    }
}

fn see_true(fight: &mut Fight, by: Who) {
    for who in fight.everyone() {
        if !fight.foes(by, who) {
            continue;
        }
        let one = fight.one_mut(who);
        one.conditions.take(Condition::Hidden);
        one.lift(Effect::Invisible);
    }
}

/// `incantation.04-bonds-release`.
fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, at: Who) -> Result<(), T::Halt> {
    let bound = |at_work: &AtWork| matches!(at_work.effect, Effect::Attracted | Effect::Lover);
    let had = fight.one(at).effects.iter().any(bound) || fight.one(at).is(Condition::Neutral);
    end_effects(fight, at, bound);
    fight.one_mut(at).conditions.take(Condition::Neutral);
    let follower = !had && !fight.one(at).hero && fight.fighting(at);
    if follower && !save(fight, table, at, Ability::Thu, &BONDS_RELEASE, "THU save for morale")?.passed {
        morale::flee(fight, table, at);
    }
    Ok(())
}

/// Ends the effects that fit, and what they brought about.
fn end_effects(fight: &mut Fight, at: Who, fits: impl Fn(&AtWork) -> bool) {
    let one = fight.one_mut(at);
    one.effects.retain(|at_work| !fits(at_work));
    let led = one.under(Effect::Controlled) || one.under(Effect::Lover);
    if !led {
        one.side = one.home;
    }
}
