//! Numbers that follow from others: what a score, the movement or the reach is at this moment.

use quintain_engine::{Reckoning, Who};

use crate::condition::Condition;
use crate::fight::{Begun, Fight};
use crate::kinds::Score;
use crate::rules::{activating, gu, injury, movement, status, turns};

/// What a skill is before any points are bought, from the attributes.
fn base(score: Score, of: impl Fn(Score) -> i16) -> i16 {
    match score {
        Score::CloseCombat => (of(Score::Agility) + of(Score::Cognition)).div_euclid(2),
        Score::RangedAttack => of(Score::Cognition),
        Score::Athletics => (of(Score::Strength) + of(Score::Agility)).div_euclid(2),
        Score::Dodge | Score::Flying => of(Score::Agility),
        Score::Awareness | Score::Insight => of(Score::Wisdom),
        _ => 0,
    }
}

/// What Perseverance is made of.
fn perseverance(of: impl Fn(Score) -> i16) -> i16 {
    of(Score::Fortitude) + of(Score::Attitude).div_euclid(2)
}

/// What an attribute is now.
fn attribute<R: Reckoning>(fight: &Fight, who: Who, score: Score) -> R {
    let one = fight.one(who);
    let mut parts = R::default();
    parts.own("own", one.scores[score as usize]);
    if score == Score::Cognition {
        parts.add(&injury::HEAD, "concussed", -one.cognition_lost).until("it has healed for some days");
    }
    if score == Score::Strength {
        parts.add(&activating::EFFECT, "overtaxed", -one.strength_lost);
    }
    if score == Score::Perseverance && gu::changes_scores(fight, who) {
        let then = perseverance(|score| one.scores[score as usize]);
        let now = perseverance(|score| attribute(fight, who, score));
        parts.own("attributes", now - then).until("they are as usual again");
    }
    parts.add(&activating::EFFECT, "Gu", gu::score_change(fight, who, score)).until("they end");
    parts.at_least(&activating::EFFECT, 0);
    parts
}

/// What an attribute or skill is now.
pub fn score(fight: &Fight, who: Who, score: Score) -> i16 {
    reckoned_score(fight, who, score)
}

/// [`score`], part by part. Skills follow the attributes they are built on; bought points stay.
pub fn reckoned_score<R: Reckoning>(fight: &Fight, who: Who, score: Score) -> R {
    if !score.is_skill() {
        return attribute(fight, who, score);
    }
    let one = fight.one(who);
    let mut parts = R::default();
    parts.own("own", one.scores[score as usize]);
    if one.cognition_lost == 0 && one.strength_lost == 0 && !gu::changes_scores(fight, who) {
        parts.at_least(&activating::EFFECT, 0);
        return parts;
    }
    let then = base(score, |score| one.scores[score as usize]);
    let now = base(score, |score| attribute(fight, who, score));
    parts.own("attributes", now - then).until("they are as usual again");
    parts.add(&activating::EFFECT, "Gu", gu::score_change(fight, who, score)).until("they end");
    parts.at_least(&activating::EFFECT, 0);
    parts
}

/// Strength.
pub fn strength(fight: &Fight, who: Who) -> i16 {
    attribute(fight, who, Score::Strength)
}

/// So many hundredths of Strength, rounded down.
pub fn share_of_strength(fight: &Fight, who: Who, percent: i16) -> i32 {
    i32::from(strength(fight, who)) * i32::from(percent) / 100
}

/// Metres of movement a turn, walking: never below 0.
pub fn movement(fight: &Fight, who: Who) -> i16 {
    sprinted(fight, who, unsprinted(fight, who))
}

/// [`movement()`], part by part.
pub fn reckoned_movement<R: Reckoning>(fight: &Fight, who: Who) -> R {
    sprinted(fight, who, walked(fight, who))
}

/// Metres with a sprint.
fn sprinted<R: Reckoning>(fight: &Fight, who: Who, mut metres: R) -> R {
    if fight.is_active(who) && fight.turn.sprinting {
        metres.becomes(&turns::SPRINT_TRIPLE, "sprint", 3 * metres.total()).until("the turn ends");
    }
    metres
}

/// [`movement()`], sprinting or not, without a sprint.
pub fn unsprinted(fight: &Fight, who: Who) -> i16 {
    walked(fight, who)
}

/// Metres without a sprint.
fn walked<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let mut metres = R::default();
    let one = fight.one(who);
    if fight.is_restrained(who) {
        metres.waive(&status::RESTRAINED_MOVEMENT, "own", one.movement, "it is restrained");
        return metres;
    }
    if gu::is_rooted(fight, who) {
        metres.waive(&activating::EFFECT, "own", one.movement, "it is held to the spot");
        return metres;
    }
    metres.own("own", one.movement);
    let agility: i16 = attribute(fight, who, Score::Agility);
    metres.add(&movement::ALLOWANCE, "agility", agility.div_euclid(20) - one.scores[0].div_euclid(20));
    for (place, _) in &one.worn {
        let armour = &fight.setting.armor(*place);
        metres.add(&movement::ALLOWANCE, "armour", -armour.movement).of(|| &*armour.name);
    }
    metres.add(&activating::EFFECT, "Gu", gu::movement_change(fight, who)).until("they end");
    if one.is(Condition::Fatigued) {
        metres.add(&status::FATIGUED_MOVEMENT, "fatigued", -3).until("it has rested");
    }
    let legs = i16::from(one.injured.legs.count_ones() as u8);
    metres.add(&injury::LEG, "crippled legs", -4 * legs);
    if legs >= 2 {
        metres.becomes(&injury::LEG, "both legs crippled", 0);
    }
    metres.at_least(&movement::ALLOWANCE, 0);
    metres.becomes(&activating::EFFECT, "held back", gu::movement_limit(fight, who, metres.total())).until("it ends");
    metres
}

/// Activations: a property of Wisdom and Cognition, two fewer while dazed.
pub fn activations(fight: &Fight, who: Who) -> u8 {
    reckoned_activations::<i16>(fight, who) as u8
}

/// [`activations`], part by part.
pub fn reckoned_activations<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let one = fight.one(who);
    let now = natural_activations(attribute(fight, who, Score::Wisdom), attribute(fight, who, Score::Cognition));
    let printed = natural_activations(one.scores[Score::Wisdom as usize], one.scores[Score::Cognition as usize]);
    let mut parts = R::default();
    match fight.template(who).entry.activations {
        Some(own) => {
            parts.own("own", own.into());
            parts.add(&activating::LIMIT, "Wisdom and Cognition", now - printed).at_least(&activating::LIMIT, 1);
        }
        None => _ = parts.add(&activating::LIMIT, "Wisdom and Cognition", now),
    }
    if one.is(Condition::Dazed) {
        parts.add(&status::DAZED_ACTIVATIONS, "dazed", -2).until("it is no longer dazed");
    }
    parts.at_least(&status::DAZED_ACTIVATIONS, 0);
    parts
}

/// Activations that are left for this turn: the attribute may have changed in the middle of it.
pub fn activations_left(fight: &Fight, who: Who) -> u8 {
    let all = i16::from(activations(fight, who));
    match fight.turn.begun {
        Begun::Nothing => all as u8,
        Begun::Activations(made) => (all - i16::from(made)).max(0) as u8,
        _ => 0,
    }
}

fn natural_activations(wisdom: i16, cognition: i16) -> i16 {
    ((wisdom + cognition) / 20).max(1)
}

/// A way of flying: how fast, and how many Maneuvers a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Metres of a Maneuver.
    pub speed: i16,
    /// Maneuvers a turn.
    pub maneuvers: u8,
    /// The Gu that gives it, by its place among those owned; `None` for wings of one's own.
    pub by: Option<u8>,
}

/// Ways of flying.
pub type Flights = smallvec::SmallVec<[Flight; 6]>;

/// All ways of flying that somebody has, its own first.
pub fn flights(fight: &Fight, who: Who) -> Flights {
    let mut all = Flights::new();
    let one = fight.one(who);
    if one.conditions.any(crate::condition::SENSELESS) || one.is(Condition::Stunned) {
        return all;
    }
    if let Some((speed, maneuvers)) = fight.template(who).flight {
        all.push(Flight { speed, maneuvers, by: None });
    }
    gu::flights(fight, who, &mut all);
    all.retain(|flight| flight.speed > 0);
    all
}

/// The way of flying that is used: the one chosen this turn, else the fastest; `None` without any.
pub fn flight(fight: &Fight, who: Who) -> Option<Flight> {
    let all = flights(fight, who);
    if fight.is_active(who)
        && fight.turn.flying
        && let Some(chosen) = all.get(usize::from(fight.turn.source))
    {
        return Some(*chosen);
    }
    all.into_iter().max_by_key(|flight| flight.speed)
}

/// Whether it is incapable of moving: `melee.immobile-autohit` and R-17.
pub fn is_immobile(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let stuck = fight.is_restrained(who)
        || one.conditions.any(crate::condition::HELPLESS)
        || one.is(Condition::FinalStand)
        || gu::is_rooted(fight, who);
    stuck || (movement(fight, who) == 0 && flight(fight, who).is_none())
}

/// Whether it has this hand's arm and hand both sound.
pub fn sound_hands(fight: &Fight, who: Who) -> u8 {
    let injured = fight.one(who).injured;
    let arms = fight.template(who).arms + gu::more_arms(fight, who);
    let useless = (injured.arms | injured.hands).count_ones() as u8;
    arms.saturating_sub(useless)
}

/// Whether the weapon in hand is held in two: it may be, and the other hand has nothing else to do.
pub fn two_handed(fight: &Fight, who: Who) -> bool {
    fight.one(who).two_handed && free_hands(fight, who) > 0
}

/// Hands with nothing in them and nobody held by them; the second hand on a weapon that one hand can hold is free.
pub fn free_hands(fight: &Fight, who: Who) -> u8 {
    let one = fight.one(who);
    let held: u8 = one.in_hand.iter().map(|arm| fight.arm(*arm).hands).sum();
    let shields = one.worn.iter().filter(|(place, _)| fight.setting.armor(*place).in_hand).count() as u8;
    let gripping = fight.held_by(who).count() as u8;
    sound_hands(fight, who).saturating_sub(held + shields + gripping)
}
