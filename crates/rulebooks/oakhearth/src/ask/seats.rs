//! Who is asked, how much it presses, and what is refused beside the options.

use quintain_engine::{Refused, Seat, Shape, Weight};

use super::Ask;
use super::choices::additions;
use super::shape::shape;
use super::topics::topic_of;
use crate::fight::Fight;
use crate::options;
use crate::rules::moving;

/// Who is asked.
pub fn seat(ask: &Ask) -> Seat {
    match *ask {
        Ask::Difficulty
        | Ask::CaughtOffGuard
        | Ask::Tie { .. }
        | Ask::MakesSense { .. }
        | Ask::SimpleEnough { .. }
        | Ask::HowHard { .. }
        | Ask::WhatComes { .. }
        | Ask::HelpMakesSense { .. }
        | Ask::Improvised { .. }
        | Ask::Comes { .. }
        | Ask::Noise { .. } => Seat::Gm,
        Ask::Next { asked, .. } => Seat::Of(asked),
        Ask::Turn { who }
        | Ask::Extras { who, .. }
        | Ask::Kind { who, .. }
        | Ask::Hold { who }
        | Ask::Signal { who, .. }
        | Ask::React { who, .. }
        | Ask::Resist { who, .. }
        | Ask::Direction { who, .. }
        | Ask::Far { who, .. }
        | Ask::TradeForProne { who, .. }
        | Ask::FailOnPurpose { who, .. }
        | Ask::Calls { who }
        | Ask::Place { who, .. }
        | Ask::Teleport { who, .. }
        | Ask::AnyWay { who, .. }
        | Ask::Origin { who, .. }
        | Ask::Spot { who, .. }
        | Ask::Among { who, .. }
        | Ask::Mark { who, .. }
        | Ask::GiveHp { who, .. }
        | Ask::Command { who, .. }
        | Ask::Strike { who, .. }
        | Ask::Flame { who, .. }
        | Ask::Sweep { who, .. }
        | Ask::Duel { who, .. }
        | Ask::KeepTemp { who, .. }
        | Ask::Landing { who, .. }
        | Ask::PutDown { who, .. }
        | Ask::ReactOrder { who, .. }
        | Ask::Goal { who, .. }
        | Ask::LobTo { who }
        | Ask::AddHelp { who, .. }
        | Ask::HideFrom { who }
        | Ask::Aim { who, .. }
        | Ask::ThrowAlong { who, .. }
        | Ask::Combine { who, .. }
        | Ask::LateHelp { who, .. } => Seat::Of(who),
    }
}

/// How much it presses, by its kind and by whether it is put to a player.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let players = matches!(seat(ask), Seat::Of(who) if fight.one(who).hero);
    topic_of(fight, ask).weight_for(players)
}

/// Whether an edict has left nothing to choose: nothing is added then.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Extras { who, deed } => additions(fight, who, deed).is_empty(),
        Ask::Spot { .. }
        | Ask::Place { .. }
        | Ask::Teleport { .. }
        | Ask::Origin { .. }
        | Ask::Landing { .. }
        | Ask::PutDown { .. } => {
            matches!(shape(fight, ask), Shape::OneOf(_, of) if of.is_empty())
        }
        _ => false,
    }
}

/// What a person would look for on a turn and may not do: the deeds that a rule forbids now.
pub(crate) fn refused(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let Ask::Turn { who } = *ask else { return Vec::new() };
    let mut all: Vec<Refused> = Vec::new();
    options::candidates(fight, who, |deed| {
        if let Err(refusal) = options::may(fight, who, deed) {
            let text = options::deed_text(fight, who, deed);
            if !all.iter().any(|known| known.text == text) {
                all.push(Refused { text, refusal });
            }
        }
    });
    if let Err(refusal) = moving::may_move(fight, who)
        && fight.one(who).movement <= 0
    {
        all.push(Refused { text: "move".into(), refusal });
    }
    all
}
