//! The thirty incantations (from the Magic chapter), by what they do. Which exist and how long they last is in the packs.

mod effects;

use quintain_engine::{Event, Rule, Side, Table, Throw, Who};

use crate::arm::{ArmId, UNARMED};
use crate::ask::ready_arms;
use crate::book::Spell;
use crate::condition::{AtWork, Condition, Effect, LASTING};
use crate::declaration::{Daring, Declaration, Deed};
use crate::fight::Fight;
use crate::house::MagicDirect;
use crate::rules::magic::{self};
use crate::rules::{actions, attack, battle_map, critical, gear, gifts, order};
use crate::underway::Wrought;
use effects::one_effect;

quintain_engine::section! {
    "Incantations";
    DAIMON = Engine "incantation.01-assistant-daimon": "THU counts 3 more for saves, not for prices.";
    ATTRACTION = Engine "incantation.02-attraction": "The target will not attack the reciter and stands in the way of others who do, until the reciter hurts it.",
        ruling "Whoever is in the way impairs the attack; on a map it must stand beside the reciter.";
    BIND_LOVER = Engine "incantation.03-bind-lover": "The target fights for the reciter, but on a d6 of 1 each round attacks whoever is nearest the reciter.",
        ruling "The die falls when all have declared. Without a map the nearest is the first in the roster.";
    BONDS_RELEASE = Engine "incantation.04-bonds-release": "Ends bonds of love and friendship on the target; of one who has none it ends the loyalty: its morale is tried at once, and stays its own.";
    BREAK_ENCHANTMENT = Engine "incantation.05-break-enchantment": "Ends charms, songs and boons on the target, whether an incantation or a god wrought them.";
    CAUSING_SEPARATION = Engine "incantation.06-causing-separation": "Parts the target from one weapon or piece of armour.";
    CHARM_BEASTS = Engine "incantation.07-charm-beasts": "The reciter's side declares for a beast for 2d6 turns.";
    COERCE = Engine "incantation.08-coerce": "The reciter's side declares for a human or another being with reason for 3 turns.",
        ruling "Nothing that a side can declare kills whoever does it; the GM refuses such an order in free words.";
    CONSECRATION = Engine "incantation.09-consecration": "KRA or TEK counts 3 more for saves for 1d6 turns.";
    DIRECT_VISION = Engine "incantation.10-direct-vision": "Shows the reciter's side, for this round, whoever is hidden or unseen.",
        ruling "Who was hidden stays found; who is invisible is unseen again when the round is over.";
    DISSOLVE = Engine "incantation.11-dissolve-incantations": "Ends everything on the target that an incantation wrought, not what a god gave.";
    FOREKNOWLEDGE = Engine "incantation.13-foreknowledge": "Next round the opponents do what was foretold; once a fight.";
    FRIENDSHIP = Engine "incantation.14-gain-friendship": "The target leaves the opposing side for good.",
        ruling "It stands aside; whoever would attack it all the same asks the GM, who takes `neutral` from it.";
    FAVOR = Engine "incantation.15-gaining-favor": "The target is well disposed for days, which is longer than any fight, and leaves the opposing side.";
    HEALING = Engine "incantation.16-healing": "STA back to its maximum, not for the deprived; nothing else.";
    INSOMNIA = Engine "incantation.17-induce-insomnia": "The target counts as deprived.";
    HARM = Engine "incantation.18-inflict-harm": "1d6 direct damage, apart from the pool and past Armor.";
    INVISIBILITY = Engine "incantation.19-invisibility": "Attacks on the target are impaired for 1d6 turns, unless it shows by what it carries or by attacking.";
    PROTECTION = Engine "incantation.20-protection": "For 3 turns 1d6 comes off every instance of damage.";
    RESTRAIN_ANGER = Engine "incantation.22-restrain-anger": "A beast or an enraged one attacks nobody until it is attacked again.";
    REVELATION = Engine "incantation.23-revelation": "Shows all that a creature is and can do.";
    SEPARATE = Engine "incantation.24-separate-people": "Two people cannot come within 10 feet of each other nor strike each other hand to hand; they are pushed apart now.";
    SHADOW = Engine "incantation.25-shadow-control": "The target's shadow scouts for the reciter; once for each target.";
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
        Spell::Favor => &FAVOR,
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

/// Whether it may be meant for friends and foes alike: what it ends, shows, takes or divides may be anybody's.
pub fn is_for_anybody(does: Spell) -> bool {
    let named = matches!(does, Spell::PartObject | Spell::Appease | Spell::Reveal | Spell::Separate);
    named || unbinds(does)
}

/// Whether it works on its reciter alone.
pub fn is_for_oneself(does: Spell) -> bool {
    matches!(does, Spell::SeeTrue | Spell::Foreknow)
}

/// Whether it ends what other magic wrought, and so finds those that friendship has taken out of the fight.
pub fn unbinds(does: Spell) -> bool {
    matches!(does, Spell::ReleaseBonds | Spell::BreakEnchantment | Spell::Dissolve)
}

/// `incantation.24-separate-people`: whether two cannot come near each other.
pub fn parted(fight: &Fight, one: Who, other: Who) -> bool {
    fight.one(one).under_by(Effect::PartedFrom, other)
}

/// `incantation.02-attraction`: whether somebody enamoured of the target stands in the way of this attacker.
pub fn obstructed(fight: &Fight, by: Who, at: Who) -> bool {
    let lovers = fight.one(at).effects.iter().filter(|known| known.effect == Effect::Beloved).map(|known| known.by);
    lovers
        .into_iter()
        .any(|who| who != by && actions::is_able_to_act(fight.one(who)) && battle_map::within(fight, who, at, 5))
}

/// `incantation.19-invisibility`, `incantation.10-direct-vision`: whether this attacker cannot see the target.
pub fn unseen(fight: &Fight, by: Who, at: Who) -> bool {
    let target = fight.one(at);
    let bears = |arm: &ArmId| !fight.arm(*arm).natural;
    let shows = || target.arms.iter().any(bears) || !target.worn.is_empty() || !target.items.is_empty();
    let shown = |known: &AtWork| known.effect == Effect::Revealed && !fight.foes(by, known.by);
    let scroll = || target.spells.iter().any(|known| known.scroll);
    let invisible = || target.under(Effect::Invisible) && !shows() && !scroll();
    // A combatant that attacks in a later phase than this attacker has not shown itself yet.
    let phase = |who: Who| order::phase_of(fight, who);
    let attacks = || target.plan.deed.is_attack() && !target.plan.lost && phase(at) <= phase(by);
    (gifts::conceals(fight, at) || invisible()) && !attacks() && !target.effects.iter().any(shown)
}

/// `incantation.13-foreknowledge`: what somebody must do this round because a foe has foreseen it.
pub fn foretold(fight: &Fight, who: Who) -> Option<Deed> {
    let foretold = fight.one(who).plan.telegraph?;
    let side = fight.one(who).side;
    let foresees = |known: &usize| fight.sides[*known].foresees == fight.round;
    let mut sides = (0..fight.sides.len()).filter(foresees).map(|known| Side(known as u8));
    sides.any(|known| fight.setting.hostile.between(known, side)).then_some(foretold)
}

/// `incantation.02-attraction`: it ends when the beloved hurts the one that is attracted.
#[cold]
pub(crate) fn disappoint<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, by: Who) {
    if fight.one(whom).under_by(Effect::Attracted, by) {
        end_effects(fight, whom, |known| known.effect == Effect::Attracted && known.by == by);
        table.tell(|| {
            let text = format!("{} is no longer attracted to {}", fight.label(whom), fight.label(by));
            Event::new(&ATTRACTION, text).by(whom).to(by)
        });
    }
}

/// `incantation.03-bind-lover`: on a 1 it attacks the combatant nearest the beloved, whatever it has declared.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn jealousy<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let Some(beloved) = fight.one(who).effect(Effect::Lover).map(|known| known.by) else { continue };
        if !actions::is_able_to_act(fight.one(who)) || order::has_lost_its_turn(fight, who) {
            continue;
        }
        let face = table.die(fight, Throw::die(6, &BIND_LOVER, "jealousy").by(who))?;
        let others = fight.everyone().filter(|other| *other != who && *other != beloved && fight.fighting(*other));
        let rival = others.min_by_key(|other| (battle_map::feet(fight, beloved, *other), *other));
        let rival = rival.filter(|_| face == 1);
        if let Some(at) = rival {
            let arm = ready_arms(fight, who).next().unwrap_or(UNARMED);
            let plan = fight.plan_mut(who);
            let deed = Deed::Attack { arm, off: None, at, daring: Daring::No };
            *plan =
                Declaration { made: true, done: true, jealous: true, deed, call: plan.call, ..Declaration::default() };
        }
        table.tell(|| {
            let text = match rival {
                Some(at) => format!("{} is jealous and attacks {}", fight.label(who), fight.label(at)),
                None => format!("{} is not jealous", fight.label(who)),
            };
            Event::new(&BIND_LOVER, text).by(who).to(rival.unwrap_or(beloved)).dice(6, &[face]).upkeep()
        });
    }
    Ok(())
}

/// `incantation.22-restrain-anger`: it ends with the next attack on its bearer, whatever that does.
#[cold]
pub(crate) fn provoke<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if fight.one_mut(whom).lift(Effect::Appeased) {
        table.tell(|| Event::new(&RESTRAIN_ANGER, format!("{} is angry again", fight.label(whom))).by(whom));
    }
}

/// P7: the direct damage on one target, each as an instance of its own, in roster order.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn harm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.wrought.len() {
        let wrought = fight.scratch.wrought[place];
        if wrought.at != whom || wrought.amount <= 0 {
            continue;
        }
        let by_direct = fight.house().magic_direct;
        let before_wards = match by_direct {
            _ if battle_map::proof_in_water(fight, whom) => 0,
            MagicDirect::Normal => (wrought.amount - gifts::armor_facing(fight, whom, wrought.by)).max(0),
            _ => wrought.amount,
        };
        let net = attack::after_wards(fight, table, whom, before_wards)?;
        let cause = table.tell(|| {
            let text = format!("{} does {net} direct damage to {}", fight.label(wrought.by), fight.label(whom));
            let event = Event::new(&magic::DIRECT, text).by(wrought.by).to(whom).act();
            let event = event.and(&critical::ANY_DAMAGE).and(wrought.rule).and(&actions::CAST_IS_NOT_ATTACK);
            let event = if fight.fighting(wrought.by) { event } else { event.and(&actions::SIMUL_TRADE_BLOWS) };
            if battle_map::proof_in_water(fight, whom) { event.and(&super::creatures::WATER_PROOF) } else { event }
        });
        let hit = attack::Hit { rolled: wrought.amount, net, is_attack: false, by: Some(wrought.by), arm: None, cause };
        strike_direct(fight, table, whom, hit)?;
    }
    Ok(())
}

/// `magic.direct`: through STA or, by house rule, past it.
#[cold]
pub(crate) fn strike_direct<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    hit: attack::Hit,
) -> Result<(), T::Halt> {
    if hit.net > 0 && fight.house().magic_direct == MagicDirect::StraightToKra {
        if let Some(by) = hit.by {
            disappoint(fight, table, whom, by);
        }
        return critical::overflow(fight, table, whom, hit);
    }
    attack::apply(fight, table, whom, hit)
}

/// When what a combatant has wrought takes effect among all that is wrought at the same instant: what harms, what
/// helps, and healing last. What ends magic comes before the rest of its kind, for it ends what was there before; done
/// to a foe it harms, but not to one that magic has turned.
fn rank(fight: &Fight, wrought: Wrought) -> u8 {
    let Wrought { by, at, does, .. } = wrought;
    let turned = || fight.setting.hostile.between(fight.one(at).home, fight.side_at_start(at));
    let harms = if unbinds(does) { fight.were_foes(by, at) && !turned() } else { is_hostile(does) };
    match does {
        Spell::Heal => 4,
        _ => 2 * u8::from(!harms) + u8::from(!unbinds(does)),
    }
}

/// P8: harmful effects, then helpful ones, first aid among them, healing last; in roster order within each.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn take_effect<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for turn in 0..=4 {
        for place in 0..fight.scratch.wrought.len() {
            let wrought = fight.scratch.wrought[place];
            let there = fight.present(wrought.at) || unbinds(wrought.does);
            if rank(fight, wrought) == turn && !matches!(wrought.does, Spell::Harm { .. }) && there {
                one_effect(fight, table, wrought)?;
            }
        }
        if turn == 3 {
            gear::help(fight, table);
        }
    }
    Ok(())
}

/// `incantation.02-attraction`, and Aphrodite's boon: it lasts the fight, and both are marked.
pub(crate) fn enamour(fight: &mut Fight, by: Who, at: Who, goeteia: bool) {
    fight.one_mut(at).put(AtWork { effect: Effect::Attracted, by, last_round: LASTING, goeteia });
    fight.one_mut(by).affect(Effect::Beloved, at, LASTING);
}

/// Whose side somebody is on once a hold over it has ended: that of the latest hold that is left, or its own.
pub(crate) fn settle_side(fight: &mut Fight, who: Who) {
    let holds = |known: &&AtWork| matches!(known.effect, Effect::Lover | Effect::Controlled);
    let holder = fight.one(who).effects.iter().rev().find(holds).map(|known| known.by);
    let side = holder.map_or(fight.one(who).home, |holder| fight.one(holder).side);
    fight.one_mut(who).side = side;
}

/// Ends the effects that fit, and what they brought about.
pub(crate) fn end_effects(fight: &mut Fight, at: Who, fits: impl Fn(&AtWork) -> bool) {
    while let Some(place) = fight.one(at).effects.iter().position(&fits) {
        let ended = fight.one_mut(at).effects.remove(place);
        end(fight, at, ended);
    }
}

/// What follows from the end of an effect that has been taken away already.
pub(crate) fn end(fight: &mut Fight, at: Who, ended: AtWork) {
    match ended.effect {
        Effect::Controlled | Effect::Lover => settle_side(fight, at),
        Effect::Befriended => fight.one_mut(at).conditions.take(Condition::Neutral),
        Effect::Summoned => fight.one_mut(at).conditions.give(Condition::Withdrawn),
        Effect::Attracted if !fight.one(at).under_by(Effect::Attracted, ended.by) => {
            fight.one_mut(ended.by).effects.retain(|known| !(known.effect == Effect::Beloved && known.by == at));
        }
        Effect::PartedFrom => {
            fight.one_mut(ended.by).effects.retain(|known| !(known.effect == Effect::PartedFrom && known.by == at));
        }
        _ => {}
    }
}
