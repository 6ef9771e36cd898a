//! What powers ask: decided on a hit, before a roll, in resisting; which of two; how much.

use quintain_engine::{Answer, Choice, Refusal, Seat, Shape, Table, Wants, Who};
use quintain_field::Square;

use crate::ask::{self, Act, Ask};
use crate::book::{Effect, Limb, When, Words};
use crate::combatant::Hold;
use crate::content::PowerId;
use crate::fight::Fight;
use crate::rules::attacks::{self, Strike, With};
use crate::rules::{clusters, daze, health, magic, surgery, willpower};

use super::{fits_before, fits_hit, may_use};

/// A question of a power.
#[allow(missing_docs, reason = "the text of each says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAsk {
    /// What is used on the hit?
    OnHit { who: Who, whom: Who, hold: Hold, limb: Option<Limb> },
    /// What does the attack go for instead of damage?
    Before { who: Who, at: Who, hold: Hold },
    /// Does somebody resist?
    Resist { who: Who, effect: Effect, n: i16 },
    /// Which of two things is called?
    Which { who: Who, power: PowerId },
    /// How much?
    Amount { who: Who, power: PowerId, least: i16, most: i16 },
    /// Does it happen?
    Event { who: Who, power: PowerId },
    /// Is this hit spent on it?
    NextHit { who: Who, whom: Who, power: PowerId },
    /// Which effect ends?
    EndsOne { who: Who, of: Words<Effect> },
    /// Where does somebody come back?
    Back { who: Who },
    /// Which component next?
    Component { who: Who },
    /// Does the surgeon pay for success?
    Vigorous { who: Who },
    /// Does the surgeon pay to spare the patient?
    Focus { who: Who, price: i16 },
    /// Is a card passed over?
    Spare { who: Who },
    /// Is a limb taken off instead of the patient dying?
    Amputate { who: Who, whom: Who },
    /// Does dirt get into the wound?
    Dirt { whom: Who },
}

/// What a choice about a power stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAct {
    /// Nothing.
    None,
    /// The power at this place of the list.
    Use(u8),
    /// The automaton that the weapon carries.
    Carried,
    /// The long weapon staggers somebody too close.
    Close,
    /// What is called usually.
    First,
    /// What may be called instead.
    Second,
    /// A number.
    Amount(i16),
    /// An effect.
    Effect(Effect),
    /// A location.
    At(Square),
    /// A component, by its place among all.
    Component(u8),
}

/// The strike that a question on a hit is about, as far as it matters.
fn strike(by: Who, at: Who, hold: Hold, limb: Option<Limb>) -> Strike {
    let (before, charging, aimed, hits) = (None, false, false, 0);
    Strike { by, at, with: With::Weapons, hold: Some(hold), limb, before, charging, aimed, hits }
}

fn carried(fight: &Fight, who: Who, hold: Hold) -> Option<PowerId> {
    let arm = fight.one(who).arm(hold).filter(|arm| !arm.spent)?;
    fight.weapon(arm.weapon).carries
}

fn can_close(fight: &Fight, who: Who, whom: Who, hold: Hold) -> bool {
    clusters::together(fight, who, whom)
        && fight.one(who).arm(hold).is_some_and(|arm| arm.close < fight.weapon(arm.weapon).entry.close)
}

/// Whether anything could be decided on a hit.
pub fn any_on_hit(fight: &Fight, strike: &Strike, whom: Who, hold: Hold) -> bool {
    (0..fight.powers(strike.by).len()).any(|place| fits_hit(fight, strike, whom, hold, place))
        || carried(fight, strike.by, hold).is_some()
        || can_close(fight, strike.by, whom, hold)
}

/// Why a skill cannot be used on a hit; nothing where it can.
pub fn why_not_on_hit(
    fight: &Fight,
    (who, whom): (Who, Who),
    hold: Hold,
    limb: Option<Limb>,
    place: usize,
) -> Option<Refusal> {
    if fits_hit(fight, &strike(who, whom, hold, limb), whom, hold, place) {
        return None;
    }
    let entry = &fight.power(*fight.powers(who).get(place)?).entry;
    let refusal = |why: &'static str| Some(Refusal::new(&attacks::ON_HIT, why));
    let When::OnHit { with, reach } = entry.when else { return refusal("it is not for use on a hit") };
    if let Err(why) = may_use(fight, who, place, Some(whom), Some(hold)) {
        return Some(why);
    }
    match super::weapon_fits(fight, who, hold, with, reach) {
        false => refusal("it is not for a hit with this weapon"),
        true => refusal("it needs a hit on another part of the body, or another such hit before"),
    }
}

/// Whether a power resists an effect now.
pub fn can_resist(fight: &Fight, who: Who, place: usize, effect: Effect) -> bool {
    let Some(power) = fight.powers(who).get(place) else { return false };
    let When::Resist { of } = fight.power(*power).entry.when else { return false };
    let able = !daze::is_open(fight, who) && !fight.one(who).unconscious;
    able && of.has(effect) && may_use(fight, who, place, None, None).is_ok()
}

/// Whether any power resists an effect now.
pub fn any_resists(fight: &Fight, who: Who, effect: Effect) -> bool {
    (0..fight.powers(who).len()).any(|place| can_resist(fight, who, place, effect))
}

/// Asks for a number between two.
pub(crate) fn amount<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    least: i16,
    most: i16,
) -> Result<i16, T::Halt> {
    let ask = Ask::Power(PowerAsk::Amount { who, power, least, most });
    Ok(match ask::act(fight, table, ask)? {
        Some(Act::Power(PowerAct::Amount(n))) => n.clamp(least, most),
        _ => most,
    })
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &PowerAsk) -> Seat {
    match *ask {
        PowerAsk::Which { power, .. } if fight.power(power).entry.gm => Seat::Gm,
        PowerAsk::OnHit { who, .. }
        | PowerAsk::Before { who, .. }
        | PowerAsk::Resist { who, .. }
        | PowerAsk::Which { who, .. }
        | PowerAsk::Amount { who, .. }
        | PowerAsk::Event { who, .. }
        | PowerAsk::NextHit { who, .. }
        | PowerAsk::EndsOne { who, .. }
        | PowerAsk::Back { who }
        | PowerAsk::Component { who }
        | PowerAsk::Vigorous { who }
        | PowerAsk::Spare { who }
        | PowerAsk::Amputate { who, .. }
        | PowerAsk::Focus { who, .. } => Seat::Of(who),
        PowerAsk::Dirt { .. } => Seat::Gm,
    }
}

/// The question as a sentence.
pub fn sentence(fight: &Fight, ask: &PowerAsk) -> String {
    let name = |who: Who| fight.label(who);
    let called = |power: PowerId| fight.power(power).entry.name.as_str();
    match *ask {
        PowerAsk::OnHit { who, whom, .. } => format!("What does {} use on the hit on {}?", name(who), name(whom)),
        PowerAsk::Before { who, at, .. } => format!("What does the attack of {} on {} go for?", name(who), name(at)),
        PowerAsk::Resist { who, effect, n } => format!("Does {} resist {effect} {n}?", name(who)),
        PowerAsk::Which { power, .. } => format!("What does {} call?", called(power)),
        PowerAsk::Amount { power, least, most, .. } => format!("How much for {}? ({least} to {most})", called(power)),
        PowerAsk::Event { who, power } => format!("Does {} use {} now?", name(who), called(power)),
        PowerAsk::NextHit { who, whom, power } => {
            format!("Does {} spend this hit on {} with {}?", name(who), name(whom), called(power))
        }
        PowerAsk::EndsOne { who, .. } => format!("Which effect on {} ends?", name(who)),
        PowerAsk::Back { who } => format!("Where does {} come back?", name(who)),
        PowerAsk::Component { who } => format!("What does {} gather power from?", name(who)),
        PowerAsk::Vigorous { who } => {
            format!("Does {} pay {} willpower for success?", name(who), surgery::VIGOROUS)
        }
        PowerAsk::Focus { who, price } => format!("Does {} pay {price} willpower to spare the patient?", name(who)),
        PowerAsk::Spare { who } => format!("Does {} pass over this card?", name(who)),
        PowerAsk::Amputate { who, whom } => {
            format!("Does {} take off a limb of {} to save its life?", name(who), name(whom))
        }
        PowerAsk::Dirt { whom } => format!("Does dirt get into the wound of {}?", name(whom)),
    }
}

fn named(fight: &Fight, who: Who, fits: impl Fn(usize) -> bool) -> Vec<Choice<Act>> {
    let mut choices: Vec<Choice<Act>> = Vec::new();
    for (place, power) in fight.powers(who).iter().enumerate() {
        let text = &fight.power(*power).entry.name;
        if fits(place) && !choices.iter().any(|choice| choice.text == *text) {
            let price = willpower::price(fight, who, *power, None);
            let choice = Choice::new(text.clone(), Act::Power(PowerAct::Use(place as u8)));
            choices.push(choice.hint(format!("{price} willpower")));
        }
    }
    choices
}

fn nothing(mut choices: Vec<Choice<Act>>, text: &str) -> Shape<Act> {
    choices.push(Choice::new(text, Act::Power(PowerAct::None)).also(&["nothing", "pass"]));
    Shape::OneOf(Wants::Act, choices)
}

fn calls_text(fight: &Fight, calls: &[crate::book::Call]) -> String {
    let words: Vec<String> =
        calls.iter().map(|call| format!("{} {}", call.effect, super::number(fight, call))).collect();
    words.join(" with ")
}

/// What is legal, and what is refused.
pub fn shape(fight: &Fight, ask: &PowerAsk) -> (Shape<Act>, Vec<Refusal>) {
    let shape = match *ask {
        PowerAsk::OnHit { who, whom, hold, limb } => {
            let strike = strike(who, whom, hold, limb);
            let mut choices = named(fight, who, |place| fits_hit(fight, &strike, whom, hold, place));
            if carried(fight, who, hold).is_some() {
                choices.push(Choice::new("the automaton of the weapon", Act::Power(PowerAct::Carried)));
            }
            if can_close(fight, who, whom, hold) {
                choices.push(Choice::new("stagger with the long weapon", Act::Power(PowerAct::Close)));
            }
            nothing(choices, "damage")
        }
        PowerAsk::Before { who, at, hold } => {
            nothing(named(fight, who, |place| fits_before(fight, who, at, hold, place)), "damage")
        }
        PowerAsk::Resist { who, effect, .. } => {
            nothing(named(fight, who, |place| can_resist(fight, who, place, effect)), "do not resist")
        }
        PowerAsk::Which { power, .. } => {
            let entry = &fight.power(power).entry;
            let first = Choice::new(calls_text(fight, &entry.calls), Act::Power(PowerAct::First));
            Shape::OneOf(
                Wants::Act,
                vec![first, Choice::new(calls_text(fight, &entry.or), Act::Power(PowerAct::Second))],
            )
        }
        PowerAsk::Amount { least, most, .. } => {
            let choice = |n: i16| Choice::new(n.to_string(), Act::Power(PowerAct::Amount(n)));
            Shape::OneOf(Wants::Act, (least..=most).map(choice).collect())
        }
        PowerAsk::Event { .. }
        | PowerAsk::NextHit { .. }
        | PowerAsk::Vigorous { .. }
        | PowerAsk::Focus { .. }
        | PowerAsk::Spare { .. }
        | PowerAsk::Amputate { .. }
        | PowerAsk::Dirt { .. } => ask::yes_no(),
        PowerAsk::EndsOne { who, of } => {
            let fits = |effect: &Effect| fight.one(who).suffers(*effect);
            let choice = |effect: Effect| Choice::new(effect.to_string(), Act::Power(PowerAct::Effect(effect)));
            nothing(of.iter().filter(fits).map(choice).collect(), "none")
        }
        PowerAsk::Back { who } => {
            let choice = |at: Square| Choice::new(at.to_string(), Act::Power(PowerAct::At(at))).at(at);
            nothing(super::events::ways_back(fight, who).into_iter().map(choice).collect(), "not yet")
        }
        PowerAsk::Component { who } => {
            let choice = |(place, _)| {
                Choice::new(magic::component_name(fight, who, place), Act::Power(PowerAct::Component(place)))
            };
            let choices = magic::components(fight, who).into_iter().map(choice);
            nothing(choices.collect(), "stop gathering")
        }
    };
    (shape, Vec::new())
}

/// The answer of those who do not choose, and the default of everybody.
pub fn answer(fight: &Fight, ask: &PowerAsk) -> Answer<Act> {
    Answer::One(choose(fight, ask))
}

/// What those choose who do not choose themselves.
pub fn choose(fight: &Fight, ask: &PowerAsk) -> Act {
    let act = match *ask {
        PowerAsk::OnHit { who, whom, hold, limb } => best_on_hit(fight, who, whom, hold, limb),
        // What an attack goes for has been decided with how it is made.
        PowerAsk::Before { .. } => PowerAct::None,
        PowerAsk::Resist { who, effect, .. } => {
            let place = (0..fight.powers(who).len()).find(|place| can_resist(fight, who, *place, effect));
            place.map_or(PowerAct::None, |place| PowerAct::Use(place as u8))
        }
        PowerAsk::Which { .. } => PowerAct::First,
        PowerAsk::Amount { most, .. } => PowerAct::Amount(most),
        PowerAsk::NextHit { who, whom, .. } => return if frees(fight, who, whom) { Act::Yes } else { Act::No },
        PowerAsk::Event { .. } | PowerAsk::Vigorous { .. } => return Act::Yes,
        PowerAsk::Spare { .. } | PowerAsk::Amputate { .. } => return Act::Yes,
        PowerAsk::Dirt { .. } => return Act::No,
        PowerAsk::Focus { price, .. } => return if price == 0 { Act::Yes } else { Act::No },
        PowerAsk::EndsOne { who, of } => {
            let found = of.iter().find(|effect| fight.one(who).suffers(*effect));
            found.map_or(PowerAct::None, PowerAct::Effect)
        }
        PowerAsk::Back { who } => {
            super::events::ways_back(fight, who).first().map_or(PowerAct::None, |at| PowerAct::At(*at))
        }
        PowerAsk::Component { who } => {
            let best = magic::components(fight, who).into_iter().max_by_key(|(place, worth)| (*worth, u8::MAX - place));
            best.map_or(PowerAct::None, |(place, _)| PowerAct::Component(place))
        }
    };
    Act::Power(act)
}

/// Hit points with which one is glad of a foe that reels out of its cluster.
const HARD_PRESSED: i16 = 4;

/// Whether a foe that reels out of its cluster lets somebody hard pressed breathe: the user itself or a friend.
fn frees(fight: &Fight, who: Who, whom: Who) -> bool {
    let pressed = |one: Who| {
        let other = fight.one(one);
        !fight.foes(who, one) && !other.unconscious && other.hp <= HARD_PRESSED
    };
    !fight.one(whom).suffers(Effect::Stumble) && clusters::mates(fight, whom).any(pressed)
}

/// The strongest thing on a hit that is worth its willpower: more damage than the weapon does, or somebody disabled.
fn best_on_hit(fight: &Fight, who: Who, whom: Who, hold: Hold, limb: Option<Limb>) -> PowerAct {
    let strike = strike(who, whom, hold, limb);
    let damage = fight.one(who).arm(hold).map_or(0, |arm| fight.weapon(arm.weapon).entry.damage);
    let hp = fight.one(whom).hp.max(0) + fight.one(whom).ward;
    let worth = |power: PowerId| -> i16 {
        let calls = &fight.power(power).entry.calls;
        calls
            .iter()
            .map(|call| match call.effect {
                Effect::Hit => super::number(fight, call).min(hp + 2),
                Effect::Daze | Effect::Fall => 2,
                Effect::Drop | Effect::Stumble | Effect::Bind => 1,
                _ => 0,
            })
            .sum()
    };
    let mut best = (PowerAct::None, damage.min(hp + 2));
    for (place, power) in fight.powers(who).iter().enumerate() {
        let gain = worth(*power);
        if gain > best.1 && fits_hit(fight, &strike, whom, hold, place) {
            best = (PowerAct::Use(place as u8), gain);
        }
    }
    best.0
}

/// A beast that can pull somebody standing down does so; whoever can hold somebody free does so.
pub fn best_before(fight: &Fight, who: Who, at: Who, hold: Hold) -> Option<u8> {
    let wanted = |power: PowerId| {
        fight.power(power).entry.calls.iter().any(|call| match call.effect {
            Effect::Fall => !fight.one(at).prone,
            _ => false,
        })
    };
    let place = fight
        .powers(who)
        .iter()
        .enumerate()
        .find(|(place, power)| wanted(**power) && fits_before(fight, who, at, hold, *place));
    let dying = health::level(fight, at) != health::Level::Fine;
    place.filter(|_| !dying).map(|(place, _)| place as u8)
}
