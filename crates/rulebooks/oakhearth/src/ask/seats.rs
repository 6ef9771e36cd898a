//! Who is asked.

use quintain_engine::Seat;

use super::Ask;

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
