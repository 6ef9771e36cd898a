//! Attacks: aiming, the roll with everything that changes it, and the windows in which others answer.

use quintain_engine::{Dicing, Event, EventId, Noted, Reckoning, Refusal, Rule, Table, Who};

use super::called_shot::{self, Called};
use super::cover::{self, Cover};
use super::percentile::{Trial, test};
use super::{gu, melee, reactions, status};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::house::Unseen;
use crate::kinds::Score;
use crate::lasting::What;
use crate::underway::Test;

quintain_engine::section! {
    "Attacks";
    HIGH_GROUND = Engine "atk.high-ground": "Ranged Attack tests have -10 against a target at least 5 m lower.";
    UNSEEN = Engine "atk.unseen": "Against a target that cannot be perceived the roll has +50.", ruling "As if blinded against that target; +20 where a divination shows the exact place.", house "attack.unseen";
}

/// Why a target out of reach is refused.
pub const TOO_FAR: &str = "it is too far away";

/// With which skill an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Close Combat.
    Close,
    /// Ranged Attack.
    Ranged,
    /// Close Combat at a target within 2 m, as it stands when the die falls, Ranged Attack beyond.
    ByDistance,
}

/// One attack before it is rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Who attacks.
    pub by: Who,
    pub at: Who,
    /// With which skill.
    pub skill: Skill,
    /// A melee attack: it may be parried, and hits the immobile by itself.
    pub melee: bool,
    /// A touch.
    pub touch: bool,
    /// How far it reaches, in metres.
    pub range: u16,
    /// The Gu that makes it, by its place in the setting's list.
    pub gu: Option<u16>,
    /// The weapon or natural attack that it is made with.
    pub arm: Option<crate::arm::ArmId>,
    /// The rank of that Gu.
    pub rank: Option<u8>,
    /// Pierces.
    pub piercing: bool,
    /// Nobody may react to it.
    pub unreactable: bool,
    /// A dodge does not avoid it.
    pub undodgeable: bool,
    /// Hits without a roll.
    pub sure: bool,
    /// Where it is aimed.
    pub called: Option<Called>,
    /// Added to the roll, for what it is made with.
    pub modifier: i16,
    /// Of which several attacks are the reason.
    pub several: i16,
    /// Advantages less disadvantages.
    pub tilt: i8,
    /// Added to Dodge tests against it.
    pub dodge_modifier: i16,
    /// The counter-attack of a parry: it may be parried even by the one whose turn it is.
    pub counter: bool,
    /// The rule that makes it.
    pub rule: &'static Rule,
}

impl Aim {
    /// An attack of somebody at somebody, in melee.
    pub fn melee(by: Who, at: Who, rule: &'static Rule) -> Self {
        Aim {
            by,
            at,
            skill: Skill::Close,
            melee: true,
            touch: false,
            range: 1,
            gu: None,
            arm: None,
            rank: None,
            piercing: false,
            unreactable: false,
            undodgeable: false,
            sure: false,
            called: None,
            modifier: 0,
            several: 0,
            tilt: 0,
            dodge_modifier: 0,
            counter: false,
            rule,
        }
    }

    /// An attack roll of a Gu at somebody.
    pub fn of_gu(by: Who, at: Who, rule: &'static Rule) -> Self {
        Aim { skill: Skill::ByDistance, melee: false, ..Aim::melee(by, at, rule) }
    }

    /// What would be tested if it were rolled now.
    pub fn score(&self, fight: &Fight) -> Score {
        match self.skill {
            Skill::Close => Score::CloseCombat,
            Skill::ByDistance if fight.distance(self.by, self.at) <= 2 => Score::CloseCombat,
            Skill::Ranged | Skill::ByDistance => Score::RangedAttack,
        }
    }
}

/// A hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// A critical: all damage is doubled.
    pub critical: bool,
    /// The event to name as cause.
    pub event: EventId,
}

/// Whether an attack can be made at all: the target there, near enough, and not behind full cover.
///
/// # Errors
/// The refusal.
pub fn may_aim(fight: &Fight, aim: &Aim) -> Result<(), Refusal> {
    if aim.by == aim.at || !fight.present(aim.at) {
        return Err(Refusal::new(aim.rule, "there is nobody to attack"));
    }
    if fight.distance(aim.by, aim.at) > u32::from(aim.range) {
        let rule = match aim.gu {
            _ if aim.touch => &cover::TOUCH_RANGE,
            Some(_) => &super::activating::LIMIT,
            None => aim.rule,
        };
        return Err(Refusal::new(rule, TOO_FAR));
    }
    if aim.touch && gu::is_no_touch_target(fight, aim.at) {
        return Err(Refusal::new(&cover::TOUCH_NO_SHIELD, "it cannot be touched"));
    }
    if cover::between(fight, aim.by, aim.at) == Cover::Full && !aim.piercing {
        return Err(Refusal::new(&cover::FULL, "it is hidden"));
    }
    if fight.house().unseen == Unseen::Forbid && !gu::perceives(fight, aim.by, aim.at) {
        return Err(Refusal::new(&UNSEEN, "it cannot be seen"));
    }
    gu::may_attack(fight, aim.by, aim.at)?;
    if let Some(called) = aim.called {
        if aim.sure {
            return Err(Refusal::new(&called_shot::DECLARE, "it hits without a roll, wherever it may"));
        }
        called_shot::may_call(fight, aim.at, called)?;
    }
    Ok(())
}

/// Everything that changes the roll.
fn modifiers(fight: &Fight, aim: &Aim, cover: Cover) -> Noted {
    let mut sum = Noted::default();
    sum.add(&melee::MULTI_PENALTY, "several attacks", aim.several);
    sum.add(aim.rule, "of its own", aim.modifier);
    called_shot::modify(fight, aim.at, aim.called, &mut sum);
    let target = fight.one(aim.at);
    if target.is(Condition::Prone) {
        match aim.score(fight) {
            Score::CloseCombat => sum.add(&status::PRONE_CLOSE, "target prone", -10),
            _ => sum.add(&status::PRONE_RANGED, "target prone", 10),
        };
    }
    let lower = fight.level(aim.by) - fight.level(aim.at) >= 5;
    if aim.score(fight) == Score::RangedAttack && lower {
        sum.add(&HIGH_GROUND, "high ground", -10);
    }
    cover::modify(fight, aim, cover, &mut sum);
    let evading = target.lasting.iter().find_map(|known| match known.what {
        What::Evading(penalty) => Some(penalty),
        _ => None,
    });
    sum.add(&super::maneuvers::EVADE_TEST, "evading", evading.unwrap_or(0));
    if !gu::perceives(fight, aim.by, aim.at) && !gu::is_blinded(fight, aim.by) {
        let located = gu::locates(fight, aim.by, aim.at);
        if fight.house().unseen != Unseen::Forbid {
            sum.waive(&super::initiative::STEALTH_CONCEALMENT, "concealed", 0, "");
        }
        match fight.house().unseen {
            _ if located => sum.add(&UNSEEN, "unseen, place known", 20),
            Unseen::Modifier(modifier) => sum.add(&UNSEEN, "unseen", modifier),
            Unseen::Forbid => &mut sum,
        };
    }
    // What reaches beyond arm's length is hard to use on a target beside one, a weapon that is thrown as well.
    let shoots = aim.arm.is_some() && !aim.melee;
    let hampered = i8::from(shoots && fight.distance(aim.by, aim.at) <= 1);
    sum.dice(aim.rule, "tilt", (aim.tilt - hampered).into());
    gu::modify_attack(fight, aim, &mut sum);
    sum
}

/// Makes an attack: the windows before it, the roll, and the answers of a target that is hit. `None` where it does not.
pub(crate) fn attack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, aim: Aim) -> Result<Option<Hit>, T::Halt> {
    if reactions::aimed(fight, table, &aim)? {
        return Ok(None);
    }
    if may_aim(fight, &aim).is_err() || !can_go_on(fight, &aim) {
        table.tell(|| {
            let text = format!("the attack of {} finds nothing to strike any more", fight.label(aim.by));
            Event::new(aim.rule, text).by(aim.by)
        });
        return Ok(None);
    }
    let cover = cover::judged(fight, table, aim.by, aim.at)?;
    if cover == Cover::Full && !aim.piercing {
        table.tell(|| {
            let text = format!(
                "{} is hidden from {}, whose attack comes to nothing",
                fight.label(aim.at),
                fight.label(aim.by)
            );
            Event::new(&cover::FULL, text).by(aim.by).to(aim.at).and(&cover::JUDGE)
        });
        return Ok(None);
    }
    let immobile = aim.melee && derived::is_immobile(fight, aim.at);
    let by_itself = aim.sure || (immobile && !fight.house().autohit_rolls);
    let (result, trial) = match by_itself {
        true => (None, None),
        false => {
            let sum = modifiers(fight, &aim, cover);
            let trial = Trial { sum, ..Trial::of(aim.by, aim.score(fight), aim.rule).against(aim.at) };
            (Some(test(fight, table, trial.clone())?), Some(trial))
        }
    };
    if let Some(arm) = aim.arm.filter(|arm| !aim.melee && !fight.arm(*arm).ranged) {
        // It is thrown, whatever comes of it.
        fight.lose_weapon(aim.by, arm);
    }
    let lands = result.is_none_or(|result| result.succeeded()) || (immobile && fight.house().autohit_rolls);
    let event = table.tell(|| told(fight, &aim, result, immobile, lands));
    if !lands {
        reactions::missed(fight, table, &aim)?;
        return Ok(None);
    }
    let opposed = if immobile { None } else { result.zip(trial.as_ref()) };
    if reactions::hit(fight, table, &aim, opposed)? {
        return Ok(None);
    }
    Ok(Some(Hit { critical: result.is_some_and(|result| result.critical), event }))
}

/// Whether the attacker is still able to make the attack that it has begun; in Final Stand only Gu strike.
fn can_go_on(fight: &Fight, aim: &Aim) -> bool {
    melee::can_strike(fight, aim.by) && (aim.gu.is_some() || !fight.one(aim.by).is(Condition::FinalStand))
}

fn told(fight: &Fight, aim: &Aim, result: Option<Test>, immobile: bool, lands: bool) -> Event {
    let (by, at) = (fight.label(aim.by), fight.label(aim.at));
    let words = match (lands, result) {
        (true, None) => format!("{by} hits {at} without a roll"),
        (true, Some(result)) if result.critical => format!("{by} hits {at} critically"),
        (true, _) => format!("{by} hits {at}"),
        (false, _) => format!("{by} misses {at}"),
    };
    let mut event = Event::new(aim.rule, words).by(aim.by).to(aim.at);
    if immobile {
        event = event.and(&melee::IMMOBILE_AUTOHIT);
    }
    if aim.called.is_some() {
        event = event.and(&called_shot::DECLARE).and(&called_shot::HUMAN_SIZES);
    }
    if aim.several != 0 {
        event = event.and(&melee::MULTI_COUNT);
    }
    if aim.unreactable {
        event = event.and(&reactions::UNREACTABLE);
    }
    if aim.touch {
        event = event.and(&cover::TOUCH_RANGE).and(&cover::TOUCH_REACTABLE);
    }
    match result {
        Some(result) => event.because(result.event),
        None => event,
    }
}
