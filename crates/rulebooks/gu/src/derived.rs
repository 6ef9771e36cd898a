//! Numbers that follow from others: what a score, the movement or the reach is at this moment.

use quintain_engine::Who;

use crate::condition::Condition;
use crate::fight::{Begun, Fight};
use crate::kinds::Score;
use crate::rules::{gu, standing};
use crate::setting::Template;

/// What a skill is before any points are bought, from the attributes.
fn base(score: Score, agility: i16, cognition: i16, wisdom: i16, strength: i16) -> i16 {
    match score {
        Score::CloseCombat => (agility + cognition).div_euclid(2),
        Score::RangedAttack => cognition,
        Score::Athletics => (strength + agility).div_euclid(2),
        Score::Dodge | Score::Flying => agility,
        Score::Awareness | Score::Insight => wisdom,
        _ => 0,
    }
}

/// What an attribute is now.
fn attribute(fight: &Fight, who: Who, score: Score) -> i16 {
    let one = fight.one(who);
    let own = one.scores[score as usize];
    let lost = if score == Score::Cognition { one.cognition_lost } else { 0 };
    (own - lost + gu::score_change(fight, who, score)).max(0)
}

/// What an attribute or skill is now. Skills follow the attributes they are built on; bought points stay.
pub fn score(fight: &Fight, who: Who, score: Score) -> i16 {
    if !score.is_skill() {
        return attribute(fight, who, score);
    }
    let one = fight.one(who);
    let own = one.scores[score as usize];
    if one.cognition_lost == 0 && !gu::changes_scores(fight, who) {
        return own.max(0);
    }
    let printed = |score: Score| one.scores[score as usize];
    let then = base(
        score,
        printed(Score::Agility),
        printed(Score::Cognition),
        printed(Score::Wisdom),
        printed(Score::Strength),
    );
    let now = base(
        score,
        attribute(fight, who, Score::Agility),
        attribute(fight, who, Score::Cognition),
        attribute(fight, who, Score::Wisdom),
        attribute(fight, who, Score::Strength),
    );
    (own + now - then + gu::score_change(fight, who, score)).max(0)
}

/// Strength.
pub fn strength(fight: &Fight, who: Who) -> i16 {
    attribute(fight, who, Score::Strength)
}

/// Metres of movement a turn, walking: never below 0.
pub fn movement(fight: &Fight, who: Who) -> i16 {
    let metres = match standing::may_be_at_work(fight, who, gu::moving()) {
        true => walked(fight, who),
        // It follows from who it is alone.
        false => fight.notes.metres(who, || walked(fight, who)),
    };
    if fight.is_active(who) && fight.turn.sprinting { metres * 3 } else { metres }
}

/// The same without a sprint.
fn walked(fight: &Fight, who: Who) -> i16 {
    if fight.is_restrained(who) || is_rooted(fight, who) {
        return 0;
    }
    let one = fight.one(who);
    let nimble = attribute(fight, who, Score::Agility).div_euclid(20) - one.scores[0].div_euclid(20);
    let armour: i16 = one.worn.iter().map(|(place, _)| fight.setting.armors[usize::from(*place)].movement).sum();
    let mut metres = one.movement + nimble - armour + gu::movement_change(fight, who);
    if one.is(Condition::Fatigued) {
        metres -= 3;
    }
    let legs = i16::from(one.injured.legs.count_ones() as u8);
    metres -= 4 * legs;
    if legs >= 2 {
        metres = 0;
    }
    gu::movement_limit(fight, who, metres.max(0))
}

/// Whether something holds it to the spot by its own words.
fn is_rooted(fight: &Fight, who: Who) -> bool {
    gu::is_rooted(fight, who)
}

/// Activations: a property of Wisdom and Cognition, two fewer while dazed.
pub fn activations(fight: &Fight, who: Who) -> u8 {
    let template = fight.template(who);
    let now = natural_activations(attribute(fight, who, Score::Wisdom), attribute(fight, who, Score::Cognition));
    let one = fight.one(who);
    let printed = natural_activations(one.scores[Score::Wisdom as usize], one.scores[Score::Cognition as usize]);
    let own = template.activations.map_or(now, |own| (i16::from(own) + now - printed).max(1));
    let dazed = if one.is(Condition::Dazed) { 2 } else { 0 };
    (own - dazed).max(0) as u8
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
    if let Some((speed, maneuvers)) = own_flight(fight, who) {
        all.push(Flight { speed, maneuvers, by: None });
    }
    gu::flights(fight, who, &mut all);
    all.retain(|flight| flight.speed > 0);
    all
}

fn own_flight(fight: &Fight, who: Who) -> Option<(i16, u8)> {
    let template: &Template = fight.template(who);
    template.flight
}

/// The way of flying that is used: the one chosen this turn, else the fastest; `None` for whoever cannot fly.
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
        || is_rooted(fight, who);
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
    let shields = one.worn.iter().filter(|(place, _)| fight.setting.armors[usize::from(*place)].in_hand).count() as u8;
    let gripping = fight.held_by(who).count() as u8;
    sound_hands(fight, who).saturating_sub(held + shields + gripping)
}
