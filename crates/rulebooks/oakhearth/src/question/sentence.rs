//! The words in which each question is put.

use quintain_engine::{Side, Who};

use crate::ask::{Ask, Moment};
use crate::fight::Fight;
use crate::rules::options;
use crate::words::spaces;

pub(super) fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    let side = |side: Side| fight.setting.sides.get(side.index()).map_or("nobody", String::as_str);
    match *ask {
        Ask::Difficulty => "What is the Difficulty of initiative?".into(),
        Ask::CaughtOffGuard => "Is a side caught off guard?".into(),
        Ask::Tie { one, other } => format!("{} and {} are tied: who goes first?", side(one), side(other)),
        Ask::Next { side: of, .. } => format!("Who of {} acts next?", side(of)),
        Ask::Turn { who } => format!("What does {} do?", name(who)),
        Ask::Extras { who, deed } => {
            format!("What does {} add to: {}?", name(who), options::deed_text(fight, who, deed))
        }
        Ask::Kind { who, .. } => format!("What kind of damage does {} deal?", name(who)),
        Ask::Hold { who } => format!("Which Action does {} hold?", name(who)),
        Ask::Signal { who, .. } => format!("What sets off what {} holds?", name(who)),
        Ask::React { who, moment, by, at } => {
            format!("{} {}: does {} react?", name(by), happening(fight, moment, at), name(who))
        }
        Ask::Among { who, .. } => format!("Whom does {} mean?", name(who)),
        Ask::Mark { who, .. } => format!("What does {} end?", name(who)),
        Ask::GiveHp { who, at, most } => format!("How many HP does {} give {}, {most} at most?", name(who), name(at)),
        Ask::Command { who, of } => format!("What does {} tell {} to do?", name(who), name(of)),
        Ask::Strike { who, .. } => format!("Whom does {} attack?", name(who)),
        Ask::Sweep { who, .. } => format!("Whom does the sweep of {} take besides?", name(who)),
        Ask::Flame { at, both: true, .. } => format!("Whom does the flame take besides {}?", name(at)),
        Ask::Flame { at, .. } => format!("Does the flame take {} or somebody next to it?", name(at)),
        Ask::Duel { who, moment: Moment::Duel, .. } => format!("Does {} join the Spell Duel?", name(who)),
        Ask::Duel { who, by, .. } => format!("{} casts a spell: does {} challenge it?", name(by), name(who)),
        Ask::MakesSense { who, .. } => format!("Does the spell of {} make sense in this duel?", name(who)),
        Ask::SimpleEnough { who } => format!("Is what {} handles simple enough to be free?", name(who)),
        Ask::HowHard { who } => format!("How hard is what {} works at? 0 needs no check.", name(who)),
        Ask::WhatComes { who } => format!("What comes of what {} has done?", name(who)),
        Ask::HelpMakesSense { who, skill } => format!("Does the help of {} with {skill} make sense?", name(who)),
        Ask::Improvised { .. } => "What does the improvised weapon deal?".into(),
        Ask::KeepTemp { who, offered } => {
            format!("Does {} take {offered} Temp HP for the {} it has?", name(who), fight.one(who).temp)
        }
        Ask::ReactOrder { who, .. } => {
            let side = side(fight.one(who).side);
            format!("In which order do those of {side} react?")
        }
        Ask::Calls { who } => format!("Has come about what {} waits for, and does it act now?", name(who)),
        Ask::Comes { who, .. } => format!("Has what {} waits for come about?", name(who)),
        Ask::AddHelp { who, helper } => format!("Does {} add the Help Die of {}?", name(who), name(helper)),
        Ask::LateHelp { who, at } => format!("Which Help Dice does {} add against {}?", name(who), name(at)),
        Ask::Noise { who } => format!("Is {} louder than a whisper?", name(who)),
        Ask::HideFrom { who } => format!("From whom does {} hide?", name(who)),
        Ask::Combine { who, by, .. } => format!("Does {} cast it together with {}?", name(who), name(by)),
        Ask::ThrowAlong { who, .. } => format!("At whom does {} throw the weapon?", name(who)),
        Ask::Aim { who, ability } => {
            format!("Where does {} aim {}?", name(who), fight.ability(ability).entry.name)
        }
        _ => about_ways(fight, ask),
    }
}

/// Questions of where somebody or something goes, and who gives in to that.
fn about_ways(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    match *ask {
        Ask::Resist { who, .. } => format!("With which skill does {} hold on?", name(who)),
        Ask::Direction { at, .. } => format!("Which way does {} go?", name(at)),
        Ask::Far { at, most, .. } => format!("How far does {} go, {} at most?", name(at), spaces(most.into())),
        Ask::TradeForProne { at, .. } => format!("One Space less, and {} is Prone?", name(at)),
        Ask::FailOnPurpose { who, by: Some(by) } => format!("Does {} give in to {}?", name(who), name(by)),
        Ask::FailOnPurpose { who, by: None } => format!("Does {} fail on purpose?", name(who)),
        Ask::Place { about, within, .. } => format!("Where does {} go, within {}?", name(about), spaces(within.into())),
        Ask::Teleport { who, within, .. } => {
            format!("Where does {} appear, within {}?", name(who), spaces(within.into()))
        }
        Ask::AnyWay { at, .. } => format!("Which way does {} go?", name(at)),
        Ask::Origin { who, .. } => format!("Where does what {} casts begin?", name(who)),
        Ask::Spot { who, from: None, .. } => format!("Where does {} put the next one?", name(who)),
        Ask::Spot { who, from: Some(from), .. } => format!("Where does {} move what is at {from}?", name(who)),
        Ask::LobTo { who } => format!("Where does {} throw it?", name(who)),
        Ask::Goal { who, spaces: far } => format!("Where does {} go, {} at most?", name(who), spaces(far)),
        Ask::Landing { who, at } => format!("Where next to {} does {} come down?", name(at), name(who)),
        Ask::PutDown { who, whom } => format!("Where next to it does {} put {}?", name(who), name(whom)),
        // All other questions have their words above.
        _ => String::new(),
    }
}

fn happening(fight: &Fight, moment: Moment, at: Who) -> String {
    let at = fight.label(at);
    match moment {
        Moment::Provoked => "gives an opening".into(),
        Moment::Targeted => format!("attacks {at}"),
        Moment::Grappling => format!("grapples {at}"),
        Moment::Disarming => format!("strikes at what {at} holds"),
        Moment::Rolled => format!("has rolled to attack {at}"),
        Moment::Hit { .. } => format!("hits {at}"),
        Moment::Missed { .. } => format!("misses {at}"),
        Moment::Hurt => format!("has hurt {at}"),
        Moment::Casting => "begins to cast a spell".into(),
        Moment::Cast => "casts a spell".into(),
        Moment::Duel => "is in a Spell Duel".into(),
        Moment::Throw => format!("throws {at}"),
        Moment::Moved => "moves".into(),
        Moment::Ended => "ends its turn".into(),
        Moment::Left => "has left reach".into(),
        Moment::Uses => "uses an object".into(),
        Moment::Acted => "has acted".into(),
        Moment::Changed => "sees the ground change".into(),
        Moment::Word => "does what was waited for".into(),
    }
}
