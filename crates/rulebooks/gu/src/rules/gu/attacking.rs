//! What Gu, and the nature of creatures, add to tests, attacks and what strikes with.

use quintain_engine::{Dicing, Noted, Reckoning, Refusal, Who};
use smallvec::SmallVec;

use super::motion::is_paralysed;
use super::talents;
use crate::arm::ArmId;
use crate::book::{Kind, Power, Unarmed};
use crate::fight::Fight;
use crate::kinds::Score;
use crate::lasting::What;
use crate::rules::activating::LIMIT;
use crate::rules::attack::Aim;
use crate::rules::cover::Cover;
use crate::rules::damage::Harm;
use crate::rules::melee;
use crate::rules::percentile::Trial;
use crate::rules::standing::{self, Working, any_power, each_laid_by, each_power, sum_of};

/// Adds to any test: to a dodge in the air what changes Dodge, and what changes Flying, with which it is made.
pub fn modify_test(fight: &Fight, (called, score): (Score, Score), trial: &mut Trial) {
    let Trial { who, at, withstands, .. } = *trial;
    let bare = fight.one(who).in_hand.is_empty();
    let grapples = score == Score::Athletics && at.is_some();
    let concerns = |which: Score| which == called || which == score;
    let flurried = called == Score::Dodge && fight.one(who).lasting(|what| what == What::Flurried).is_some();
    let (mut modifier, mut tilt) = (if flurried { 20 } else { 0 }, 0);
    each_power(fight, who, [Kind::Tests, Kind::AllTests, Kind::Grapples], |power, _, place| match power {
        Power::Tests { score: which, modifier: more, unarmed } if concerns(*which) && (bare || !unarmed) => {
            modifier += more.at(place);
        }
        Power::AllTests(more) => modifier += *more,
        Power::Grapples { modifier: more, tilt: leans, held } if grapples && (withstands || !held) => {
            modifier += *more;
            tilt += *leans;
        }
        _ => {}
    });
    trial.sum.add(&LIMIT, "Gu", modifier);
    trial.sum.dice(&LIMIT, "Gu", tilt.into());
}

/// Adds to an attack roll.
pub fn modify_attack(fight: &Fight, aim: &Aim, sum: &mut Noted) {
    at_target(fight, aim, sum);
    let trained = talents::trained(fight, aim);
    sum.add(&LIMIT, "training", trained);
    let on_oneself = sum_of(fight, aim.by, Kind::AttackRolls, |power, place| match power {
        Power::AttackRolls(modifier) => modifier.at(place),
        _ => 0,
    });
    sum.add(&LIMIT, "Gu on oneself", on_oneself);
    if !std::ptr::eq(aim.rule, &raw const melee::PUNCH_TEST) {
        return;
    }
    let modifier = sum_of(fight, aim.by, Kind::Punches, |power, _| match power {
        Power::Punches { modifier, .. } => *modifier,
        _ => 0,
    });
    sum.add(&LIMIT, "Gu", modifier);
}

/// What is at work on the target adds to an attack roll at it.
fn at_target(fight: &Fight, aim: &Aim, sum: &mut Noted) {
    let (mut modifier, mut tilt) = (0, 0);
    each_power(fight, aim.at, Kind::Attacked, |power, _, _| {
        if let Power::Attacked { score, modifier: more, tilt: leans } = power
            && score.is_none_or(|score| score == aim.score(fight))
        {
            modifier += *more;
            tilt += *leans;
        }
    });
    sum.add(&LIMIT, "Gu on the target", modifier);
    sum.dice(&LIMIT, "Gu", tilt.into());
}

/// Whether something keeps one from attacking another.
///
/// # Errors
/// The refusal.
pub fn may_attack(fight: &Fight, by: Who, at: Who) -> Result<(), Refusal> {
    let mut spares = false;
    each_laid_by(fight, by, at, Kind::SparesUser, |power| spares |= matches!(power, Power::SparesUser));
    if spares {
        return Err(Refusal::new(&LIMIT, "a Gu keeps it from attacking that one"));
    }
    Ok(())
}

/// Adds to what an unarmed strike deals.
pub fn unarmed_deals(fight: &Fight, who: Who, strike: Unarmed, mut harm: Harm) -> Harm {
    each_power(fight, who, [Kind::Punches, Kind::Unarmed], |power, _, place| {
        let deals = match power {
            Power::Punches { deals, .. } if strike == Unarmed::Punch => deals,
            Power::Unarmed { strikes, deals, .. } if strikes.contains(&strike) => deals,
            _ => return,
        };
        harm = deals.iter().fold(harm, |harm, deal| harm.of(deal.damage, deal.amount.at(place).into()));
    });
    harm
}

/// How many bites a bite is.
pub fn bites(fight: &Fight, who: Who) -> u8 {
    let mut most = 1;
    each_power(fight, who, Kind::Bites, |power, _, _| {
        if let Power::Bites(count) = power {
            most = most.max(*count);
        }
    });
    most
}

/// Whether somebody cannot be touched.
pub fn is_no_touch_target(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::NoTouch, |power| matches!(power, Power::NoTouch))
}

/// Cover that comes from something else than the map.
pub fn cover(fight: &Fight, by: Who, at: Who) -> Cover {
    let away = || fight.distance(by, at);
    let beyond = |power: &Power| matches!(power, Power::CoverBeyond(metres) if away() > u32::from(*metres));
    if any_power(fight, at, Kind::CoverBeyond, beyond) { Cover::Partial } else { Cover::None }
}

/// Whether somebody cannot fight hand to hand.
pub fn forbids_melee(fight: &Fight, who: Who) -> bool {
    is_paralysed(fight, who) || any_power(fight, who, Kind::NoMelee, |power| matches!(power, Power::NoMelee))
}

/// The natural attacks that somebody has now.
pub fn natural_attacks(fight: &Fight, who: Who) -> SmallVec<[ArmId; 10]> {
    let mut all: SmallVec<[ArmId; 10]> = SmallVec::from_slice(&fight.template(who).natural);
    if fight.setting.gu_arms.is_empty() || fight.one(who).gu.is_empty() {
        return all;
    }
    for working in standing::at_work(fight, who, Kind::Attack) {
        all.extend(fight.setting.gu_arms.iter().filter(|(gu, _)| *gu == working.gu).map(|(_, arm)| *arm));
    }
    all
}

/// The Gu at work on somebody that gives it an attack.
pub fn arm_at_work(fight: &Fight, who: Who, arm: ArmId) -> Option<Working> {
    let (gu, _) = fight.setting.gu_arms.iter().find(|(_, known)| *known == arm)?;
    standing::at_work(fight, who, Kind::Attack).into_iter().find(|working| working.gu == *gu)
}

/// Whether somebody cannot punch.
pub fn forbids_punches(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::NoPunches, |power| matches!(power, Power::NoPunches))
}

/// Whether somebody's body, as it is now, strikes with the attacks of its Gu alone.
pub fn strikes_with_its_gu_alone(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::OnlyItsAttacks, |power| matches!(power, Power::OnlyItsAttacks))
}

/// Whether somebody slips out of reach without giving an attack of opportunity.
pub fn slips_away(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::SlipsAway, |power| matches!(power, Power::SlipsAway))
}
