//! The answers to each question: everything that may be said, in a fixed order.

use quintain_engine::{Choice, Shape, Wants};
use quintain_field::Step;

use super::choices::{
    additions, aims, answers, combinations, commands, deeds, duellists, flammable, goals, holdables, kinds, late_help,
    marks, named, off_guard, or, outcomes, signals, skills, squares, strikes, tie, unique, waiting,
};
use super::words::direction;
use crate::ask::{Act, Ask};
use crate::book::Damage;
use crate::fight::Fight;
use crate::rules::{attack, falling_attack, hide, maneuvers, shifting, shove, spells, things, transfer};

fn one_of(wants: Wants, of: Vec<Choice<Act>>) -> Shape<Act> {
    Shape::OneOf(wants, of)
}

fn yes_no() -> Shape<Act> {
    one_of(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

fn several(wants: Wants, least: usize, of: Vec<Choice<Act>>) -> Shape<Act> {
    let most = of.len();
    Shape::Several { wants, of, least, most }
}

pub(super) fn shape(fight: &Fight, ask: &Ask) -> Shape<Act> {
    let acts = |of| one_of(Wants::Act, of);
    let one_of_them = |of| one_of(Wants::Creature, of);
    let spaces = |of| one_of(Wants::Square, squares(of));
    match *ask {
        Ask::Difficulty => Shape::Number { least: 1, most: 40 },
        Ask::HowHard { .. } => Shape::Number { least: 0, most: 40 },
        Ask::Far { most, .. } | Ask::GiveHp { most, .. } => Shape::Number { least: 0, most: most.into() },
        Ask::CaughtOffGuard => acts(off_guard(fight)),
        Ask::Tie { one, other } => acts(tie(fight, one, other)),
        Ask::Next { side, .. } => one_of_them(waiting(fight, side)),
        Ask::Turn { who } => acts(deeds(fight, who)),
        Ask::Extras { who, deed } => several(Wants::Act, 0, unique(additions(fight, who, deed))),
        Ask::Hold { who } => acts(or("nothing", holdables(fight, who))),
        Ask::Signal { who, .. } => acts(or("nothing", signals(fight, who))),
        Ask::React { who, moment, by, at } => acts(answers(fight, who, moment, by, at)),
        Ask::Resist { .. } => acts(skills()),
        Ask::Direction { who, at, thrown } => {
            acts(shove::ways(fight, who, at, thrown).into_iter().map(direction).collect())
        }
        Ask::AnyWay { .. } => acts(Step::ALL.into_iter().map(direction).collect()),
        Ask::Place { about, within, near, .. } => spaces(shifting::landings(fight, about, within, near).collect()),
        Ask::Teleport { who, within, shadows } => spaces(shifting::appearances(fight, who, within, shadows).collect()),
        Ask::Origin { who, within } => spaces(things::origins(fight, who, within).collect()),
        Ask::Spot { who, ability, from, within } => spaces(things::spots(fight, who, ability, from, within).collect()),
        Ask::PutDown { who, whom } => spaces(maneuvers::put_down(fight, who, whom).collect()),
        Ask::Landing { who, at } => spaces(falling_attack::landings(fight, who, at).collect()),
        Ask::LobTo { who } => one_of(Wants::Square, or("nowhere", squares(transfer::lobs(fight, who)))),
        Ask::Goal { who, spaces } => one_of(Wants::Square, or("nowhere", squares(goals(fight, who, spaces)))),
        Ask::Among { who, ability, at, bought } => {
            several(Wants::Creature, 0, named(fight, spells::touched(fight, who, ability, at, bought)))
        }
        Ask::HideFrom { who } => several(Wants::Creature, 1, named(fight, hide::observers(fight, who))),
        Ask::Mark { ability, at, .. } => acts(unique(marks(fight, ability, at))),
        Ask::WhatComes { .. } => acts(outcomes(fight)),
        Ask::Command { of, .. } => acts(unique(or("nothing", commands(fight, of)))),
        // A creature that has paid to strike at the target strikes; one that is called to may let it be.
        Ask::Strike { who, at: None } => acts(unique(or("nothing", strikes(fight, who, None)))),
        Ask::Strike { who, at } => acts(unique(strikes(fight, who, at))),
        Ask::Sweep { who, at, weapon, farther } => {
            one_of_them(named(fight, attack::sweepable(fight, who, at, (weapon, farther), &fight.about)))
        }
        Ask::Flame { at, both, .. } => one_of_them(or("nobody else", named(fight, flammable(fight, at, both)))),
        Ask::ThrowAlong { who, within } => {
            one_of_them(or("nobody", named(fight, spells::throwable(fight, who, within, &fight.about))))
        }
        Ask::Duel { who, moment, refused, .. } => acts(duellists(fight, who, moment, refused)),
        Ask::Combine { who, .. } => acts(combinations(fight, who)),
        Ask::Kind { weapon, .. } => acts(kinds(&fight.weapon(weapon).kinds)),
        Ask::Improvised { .. } => acts(kinds(Damage::ALL)),
        Ask::ReactOrder { .. } => Shape::OrderOf(named(fight, fight.about.iter())),
        Ask::LateHelp { who, at } => several(Wants::Act, 0, late_help(fight, who, at)),
        Ask::Aim { who, ability } => acts(unique(or("nowhere", aims(fight, who, ability)))),
        Ask::AddHelp { .. } | Ask::Comes { .. } | Ask::Calls { .. } | Ask::TradeForProne { .. } => yes_no(),
        Ask::FailOnPurpose { .. } | Ask::MakesSense { .. } | Ask::SimpleEnough { .. } => yes_no(),
        Ask::HelpMakesSense { .. } | Ask::KeepTemp { .. } | Ask::Noise { .. } => yes_no(),
    }
}
