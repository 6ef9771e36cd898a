//! What Gu, and the nature of creatures, add to everything: the one list of places where content has a say.

pub mod acts;
pub(crate) mod answers;
mod attacking;
pub(crate) mod blasts;
pub mod doings;
pub(crate) mod dues;
pub(crate) mod forms;
pub(crate) mod laid;
mod motion;
pub mod remedies;
pub(crate) mod riders;
mod senses;
pub(crate) mod soaks;
pub mod summons;
pub(crate) mod supplements;
pub mod talents;
pub mod trades;
pub mod travel;
pub mod wishes;
pub mod zones;

pub use attacking::{
    arm_at_work, bites, cover, forbids_melee, forbids_punches, is_no_touch_target, may_attack, modify_attack,
    modify_test, natural_attacks, slips_away, strikes_with_its_gu_alone, unarmed_deals,
};
pub(crate) use doings::act;
pub use doings::{candidates, choose, due_text, leads_anywhere, may_act, name_of, sentence, shape};
pub(crate) use dues::happen;
pub use dues::{due_at_end, due_at_start};
pub(crate) use motion::catches_itself;
pub use motion::{
    fall_damage, falls_at_once, flights, is_immovable, is_paralysed, is_rooted, jump_factor, movement_change,
    movement_limit, swims, wades,
};
pub(crate) use riders::{grappled, strike_pushes, strike_riders, then, thorns_of};
pub(crate) use senses::lights_up;
pub use senses::{is_blinded, is_in_plain_sight, locates, perceives, sees_square};
pub use wishes::{as_prey, best_answer, farthest, health, next, wanted_range};

use quintain_engine::{Table, Who};

use super::damage::Harm;
use super::effects::Source;
use super::reduction::{Reduction, Reductions, Stance};
use super::standing::{self, any_power, each_laid_by, each_power, entry, sum_of};
use crate::book::{Kind, Power};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::{DamageType, DamageTypes, Score};
use crate::lasting::What;

pub use crate::deeds::{GuAct, GuAsk, GuDue};

// ---- numbers ------------------------------------------------------------------------------------------------------

/// Whether anything is at work on somebody that changes attributes or skills.
pub fn changes_scores(fight: &Fight, who: Who) -> bool {
    standing::is_any_at_work(fight, who, [Kind::Adds, Kind::StrengthOfWounds])
}

/// What is added to an attribute or skill.
pub fn score_change(fight: &Fight, who: Who, score: Score) -> i16 {
    let missing = fight.one(who).hp.max - fight.one(who).hp.now;
    sum_of(fight, who, [Kind::Adds, Kind::StrengthOfWounds], |power, place| match power {
        Power::Adds { score: which, by } if *which == score => by.at(place),
        Power::StrengthOfWounds(by) if score == Score::Strength => by.at(place).saturating_mul(missing),
        _ => 0,
    })
}

/// Arms beyond those one was born with.
pub fn more_arms(fight: &Fight, who: Who) -> u8 {
    sum_of(fight, who, Kind::Arms, |power, _| if let Power::Arms(arms) = power { i16::from(*arms) } else { 0 }) as u8
}

/// Metres added to the reach of melee attacks and touches.
pub fn more_reach(fight: &Fight, who: Who) -> u16 {
    sum_of(fight, who, Kind::Reach, |power, _| if let Power::Reach(metres) = power { *metres as i16 } else { 0 })
        .unsigned_abs()
}

/// Reactions more or fewer at the start of a turn.
pub fn reactions_change(fight: &Fight, who: Who) -> i8 {
    sum_of(fight, who, Kind::Reactions, |power, _| if let Power::Reactions(more) = power { (*more).into() } else { 0 })
        as i8
}

/// Metres that a touch reaches through one's shadow.
pub fn shadow_reach(fight: &Fight, who: Who) -> u16 {
    let mut most = 0;
    each_power(fight, who, Kind::ShadowTouch, |power, _, _| {
        if let Power::ShadowTouch { metres, .. } = power {
            most = most.max(*metres - 1);
        }
    });
    most
}

/// What is added to Dodge tests against a touch through one's shadow.
pub fn shadow_dodge(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::ShadowTouch, |power, _| {
        if let Power::ShadowTouch { dodge_modifier, .. } = power { *dodge_modifier } else { 0 }
    })
}

// ---- what happens to the target ------------------------------------------------------------------------------------

/// Whether somebody can never receive a condition.
pub fn is_immune(fight: &Fight, who: Who, condition: Condition) -> bool {
    fight.template(who).entry.immune.contains(&condition)
        || any_power(fight, who, Kind::Immune, |power| matches!(power, Power::Immune(all) if all.contains(&condition)))
}

/// Whether a condition of a Gu of some path cannot befall somebody.
pub(crate) fn is_immune_to_gu(fight: &Fight, who: Who, from: Source, condition: Condition) -> bool {
    let of = entry(fight, from.gu).path;
    any_power(
        fight,
        who,
        Kind::ImmuneToPath,
        |power| matches!(power, Power::ImmuneToPath { path, conditions } if *path == of && conditions.contains(&condition)),
    )
}

/// Whether flames of this rank do not catch on somebody.
pub(crate) fn is_fireproof<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, rank: u8) -> bool {
    let proof =
        any_power(fight, who, Kind::Fireproof, |power| matches!(power, Power::Fireproof(most) if rank <= *most));
    if proof {
        table.tell(|| {
            let text = format!("flames of rank {rank} do not catch on {}", fight.label(who));
            quintain_engine::Event::new(&super::reduction::IMMUNE, text).to(who)
        });
    }
    proof
}

/// How much less bleeding hurts somebody.
pub fn bleeds_softer(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::BleedsSofter, |power, _| if let Power::BleedsSofter(less) = power { *less } else { 0 })
}

/// Whether somebody may react even to what is Unreactable.
pub fn reacts_to_anything(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::ReactsToAnything, |power| matches!(power, Power::ReactsToAnything))
}

/// What one adds to tests to attack, parry or dodge another whose doings it foresees; `None` where it does not.
pub fn foresees(fight: &Fight, who: Who, whom: Who) -> Option<i16> {
    if fight.one(whom).lasting.is_empty() || !fight.template(whom).perseveres {
        return None;
    }
    let mut sum = None;
    each_laid_by(fight, whom, who, Kind::Foreseen, |power| {
        if let Power::Foreseen(modifier) = power {
            sum = Some(sum.unwrap_or(0) + *modifier);
        }
    });
    sum
}

/// Whether the bones of somebody do not break under damage of this rank.
pub fn is_unbreakable(fight: &Fight, who: Who, rank: Option<u8>) -> bool {
    any_power(
        fight,
        who,
        Kind::Unbreakable,
        |power| matches!(power, Power::Unbreakable(most) if rank.unwrap_or(0) <= *most),
    )
}

/// The rank of the Gu with which the next rending attack of somebody destroys a shield, if there is one.
pub fn sunders(fight: &Fight, who: Who) -> Option<u8> {
    let mut rank = None;
    each_power(fight, who, Kind::Sunders, |power, working, _| {
        if matches!(power, Power::Sunders) {
            rank = rank.max(Some(working.rank));
        }
    });
    rank
}

/// The blade made for shields has done its work.
pub(crate) fn sundered(fight: &mut Fight, harm: &Harm) {
    let Some(by) = harm.by else { return };
    let book = std::sync::Arc::clone(&fight.setting.book);
    let made_for_it = |gu: u16| book.gus[usize::from(gu)].value.powers.contains(&Power::Sunders);
    fight.one_mut(by).lasting.retain(|known| !matches!(known.what, What::Effect(gu) if made_for_it(gu)));
}

/// Stacks of bleeding that Gu take off each gain.
pub fn bleeds_less(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::BleedsLess, |power, _| if let Power::BleedsLess(stacks) = power { *stacks } else { 0 })
}

/// Flat reductions.
pub fn reductions(fight: &Fight, who: Who, harm: &Harm, all: &mut Reductions) {
    let mut exposed = 0;
    if let Some(by) = harm.by {
        each_laid_by(fight, who, by, Kind::Exposed, |power| {
            exposed += if let Power::Exposed(by) = power { *by } else { 0 };
        });
    }
    each_power(fight, who, Kind::Reduces, |power, working, place| {
        let Power::Reduces { types, but, by, part } = power else { return };
        let called = harm.called.and_then(super::called_shot::Called::part);
        if part.is_some() && *part != called {
            return;
        }
        let of = if types.is_empty() { DamageTypes::but(but) } else { DamageTypes::of(types) };
        let taken = if harm.is_of(of) { exposed.min(by.at(place)) } else { 0 };
        exposed -= taken;
        let amount = (by.at(place) - taken).into();
        all.push(Reduction { amount, types: of, rank: Some(working.rank), gu: Some(working.gu) });
    });
}

/// Vulnerability, resistance and invulnerability, by nature and by Gu.
pub fn stance(fight: &Fight, who: Who, harm: &Harm, damage: DamageType, stance: &mut Stance) {
    let entry = &fight.template(who).entry;
    stance.vulnerable |= entry.vulnerable.contains(&damage);
    if entry.resistant.contains(&damage) {
        stance.resist(None, harm.rank);
    }
    if entry.invulnerable.contains(&damage) {
        stance.invulnerable(None, harm.rank);
    }
    let kinds = [Kind::Vulnerable, Kind::Resistant, Kind::Invulnerable, Kind::Grounded, Kind::Draws];
    each_power(fight, who, kinds, |power, working, _| match power {
        Power::Resistant(types) if types.contains(&damage) => stance.resist(Some(working.rank), harm.rank),
        Power::Vulnerable(types) => stance.vulnerable |= types.contains(&damage),
        Power::Invulnerable(types) if types.contains(&damage) => stance.invulnerable(Some(working.rank), harm.rank),
        Power::Grounded(types) if types.contains(&damage) && !fight.one(who).airborne => {
            stance.invulnerable(Some(working.rank), harm.rank);
        }
        Power::Draws(types) if types.contains(&damage) => stance.invulnerable(Some(working.rank), harm.rank),
        _ => {}
    });
}
