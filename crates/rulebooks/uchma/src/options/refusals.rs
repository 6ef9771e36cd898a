//! Everything else that words could name and that is not legal now, each with the rule that refuses it. It is looked for
//! only where somebody's words were not understood, so it may take its time.

use std::collections::BTreeSet;

use quintain_engine::{Refusal, Refused, Rule, Shape, Who};
use quintain_field::Square;

use super::{Options, gathered, may};
use crate::ask::{self, Ask, Deed, Exchange};
use crate::book::{Time, Word};
use crate::content::WeaponId;
use crate::fight::Fight;
use crate::rules::{
    abilities, actions, adjacency, distance, falling, kept, mounted, movement, picked, special_actions, targets,
    weapons,
};

/// The highest altitude that is explained.
const CEILING: i16 = 60;

/// What is refused besides what the question says itself. Words that begin one single option mean that one, and are not
/// refused.
pub fn refusals(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let mut all = candidates(fight, ask);
    let (Shape::OneOf(_, of), _) = super::shape(fight, ask) else { return all };
    let mut offered: Vec<String> = of.iter().map(|choice| choice.text.to_lowercase()).collect();
    offered.sort();
    all.retain(|refused| {
        let text = refused.text.to_lowercase();
        let from = offered.partition_point(|known| *known < text);
        let mut begun = offered[from..].iter().take_while(|known| known.starts_with(&text));
        match begun.next() {
            Some(first) => *first != text && begun.next().is_some(),
            None => true,
        }
    });
    all
}

fn candidates(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let refusal = |rule: &'static Rule, why: String| Refusal::new(rule, why);
    match *ask {
        Ask::Turn { who } => {
            let short = gathered(fight, who, false);
            let named: BTreeSet<String> = short.refused.into_iter().map(|refused| refused.text).collect();
            let all = gathered(fight, who, true).refused;
            all.into_iter().filter(|refused| !named.contains(&refused.text)).collect()
        }
        Ask::Place { .. } | Ask::Landing { .. } | Ask::SummonAt { .. } => {
            let free = picked::offered(fight);
            let others = fight.setting.map.bounds().squares().filter(|square| !free.contains(square));
            let why = |square: Square| refusal(&actions::OPEN, format!("{square} is taken, or not within reach of it"));
            others.map(|square| Refused { text: square.to_string(), refusal: why(square) }).collect()
        }
        Ask::Another { who, ability } | Ask::Next { who, ability, .. } => of_creatures(fight, |other| {
            targets::may_pick(fight, who, ability, other).err().map(|objection| objection.refusal(fight))
        }),
        Ask::Beside { whom, .. } => of_creatures(fight, |other| {
            let beside = other != whom && adjacency::adjacent(fight, whom, other);
            (!beside).then(|| {
                let why = format!("{} is not beside {}", fight.label(other), fight.label(whom));
                refusal(&adjacency::ADJACENT, why)
            })
        }),
        Ask::Echo { who, far } => of_creatures(fight, |other| {
            let metres = distance::between(fight, who, other);
            match (fight.allies(who, other), metres > far) {
                (false, _) => Some(refusal(&actions::OPEN, format!("{} is no ally", fight.label(other)))),
                (true, true) => {
                    let why = format!("{} is {metres} m away; it reaches {far} m", fight.label(other));
                    Some(refusal(&actions::OPEN, why))
                }
                _ => None,
            }
        }),
        Ask::Which { who, whom, ability } => {
            let there = crate::rules::curses::liftable(fight, (who, whom), ability);
            let others = crate::book::Status::ALL.iter().filter(|status| !there.contains(status));
            let why = |status: &crate::book::Status| {
                refusal(&actions::OPEN, format!("{} has no {status} that it takes off", fight.label(whom)))
            };
            others.map(|status| Refused { text: Word::text(*status).to_owned(), refusal: why(status) }).collect()
        }
        _ => Vec::new(),
    }
}

/// The creatures that do not fit, each with its reason.
fn of_creatures(fight: &Fight, objection: impl Fn(Who) -> Option<Refusal>) -> Vec<Refused> {
    let refused = |who: Who| Some(Refused { text: fight.label(who).to_owned(), refusal: objection(who)? });
    fight.everyone().filter_map(refused).collect()
}

/// What words could name on a turn besides what is looked at in any case.
pub(super) fn of_turn(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    for deed in thinkable(fight, who) {
        if let Err(objection) = may(fight, who, deed) {
            let text = ask::deed_text(fight, who, deed);
            options.refuse_words(text, &objection.refusal(fight));
        }
    }
    throws(options);
    weapons_elsewhere(options);
    hands(options);
    wings(options);
}

/// Deeds that are looked at only where somebody asks for them.
fn thinkable(fight: &Fight, who: Who) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for to in fight.everyone().filter(|to| *to != who) {
        deeds.extend([false, true].map(|action| Deed::Whisper { to, action }));
        deeds.push(Deed::Mount(to));
        deeds.push(Deed::Throw(to));
        deeds.extend((0..fight.one(who).items.len() as u8).map(|slot| Deed::Item { slot, at: to }));
    }
    deeds.push(Deed::Exchange(Exchange::Trade));
    deeds.push(Deed::DropMain);
    deeds.push(Deed::DropOff);
    deeds.extend(fight.one(who).at.neighbours().into_iter().flat_map(|to| [Deed::JumpDown(to), Deed::Dismount(to)]));
    abilities::each(fight, who, |ability| {
        let entry = &fight.ability(ability).entry;
        if entry.kept.is_some() || entry.tags.has(crate::book::Tag::Ritual) {
            deeds.push(Deed::End(ability));
        }
    });
    deeds
}

/// Squares to which what is in hand cannot be thrown.
pub(super) fn throws_to_squares(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    if fight.one(who).main.is_some_and(|main| fight.weapon(main).entry.throwable) {
        options.refuse_at(|square| {
            let objection = special_actions::may_throw_to(fight, who, square).err();
            objection.map(|objection| (Deed::ThrowTo(square), objection))
        });
    }
}

/// Throws of what is not in the main hand, or cannot be thrown.
fn throws(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    let one = fight.one(who);
    let unfit = |weapon: WeaponId| {
        let entry = &fight.weapon(weapon).entry;
        let why = match (one.main == Some(weapon), entry.throwable) {
            (true, false) => format!("the {} cannot be thrown", entry.name),
            (_, true) => format!("the {} is not in the main hand", entry.name),
            _ => format!("the {} is not in the main hand, and cannot be thrown", entry.name),
        };
        Refusal::new(&special_actions::THROW, why)
    };
    for weapon in one.carried.iter().copied().chain(one.main).chain(one.off) {
        if one.main == Some(weapon) && fight.weapon(weapon).entry.throwable {
            continue;
        }
        for at in fight.everyone().filter(|at| *at != who) {
            let text = format!("throw {} at {}", fight.weapon(weapon).entry.name, fight.label(at));
            options.refuse_words(text, &unfit(weapon));
        }
    }
}

/// Attacks with weapons that are carried and not in hand.
fn weapons_elsewhere(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    for weapon in &fight.one(who).carried {
        let known = fight.weapon(*weapon);
        let refusal = Refusal::new(&weapons::WIELDED, format!("the {} is carried, not wielded", known.entry.name))
            .cure("it can be taken in hand first");
        for ability in &known.abilities {
            let (name, time) = (&fight.ability(*ability).entry.name, fight.ability(*ability).time());
            if time == Time::Prepared {
                options.refuse_words(format!("prepare {name}"), &refusal);
                continue;
            }
            for at in fight.everyone().filter(|at| *at != who) {
                options.refuse_words(format!("{name} on {}", fight.label(at)), &refusal);
            }
        }
    }
}

/// Weapons that are neither in hand nor carried, and lie nowhere near.
fn hands(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    let refused = |rule, why: String| Refusal::new(rule, why);
    for weapon in &fight.setting.content.weapons {
        let name = &weapon.entry.name;
        let carries = refused(&special_actions::SWAP, format!("it does not carry a {name}"));
        let holds = refused(&special_actions::DROP, format!("it does not hold a {name}"));
        let lies = refused(&special_actions::SWAP, format!("no {name} lies in reach below it"));
        options.refuse_words(format!("swap to {name}"), &carries);
        options.refuse_words(format!("swap to {name} in the off hand"), &carries);
        options.refuse_words(format!("draw {name}"), &refused(&weapons::SIDEARM, carries.why.clone().into_owned()));
        options.refuse_words(format!("drop {name}"), &holds);
        options.refuse_words(format!("pick up {name}"), &lies);
        for from in fight.everyone().filter(|from| fight.present(*from)) {
            let sticks = format!("no {name} sticks in {}", fight.label(from));
            let text = format!("retrieve {name} from {}", fight.label(from));
            options.refuse_words(text, &refused(&special_actions::RETRIEVE, sticks));
        }
    }
    if kept::may_be_ended(fight, who).next().is_none() {
        options.refuse_words("end".into(), &refused(&actions::UPKEEP, "nothing of its own is at work".into()));
    }
    if fight.one(who).rides.is_none() {
        options.refuse_words("dismount".into(), &refused(&mounted::UNDEFINED, "it does not ride".into()));
    }
    options.refuse_words("jump down".into(), &refused(&falling::THRESHOLD, "no ledge is beside it".into()));
}

/// Altitudes out of reach, and wings that are not there.
fn wings(options: &mut Options<'_>) {
    let (fight, who) = (options.fight, options.who);
    let flies = movement::base_speed(fight, who, crate::fight::Gait::Fly) > 0;
    if !flies {
        let refusal = Refusal::new(&movement::SPEED_TYPES, "it cannot fly");
        for square in fight.setting.map.bounds().squares() {
            options.refuse_words(format!("fly to {square}"), &refusal);
        }
        for to in 1..=CEILING {
            options.refuse_words(format!("rise to {to} m"), &refusal);
        }
        options.refuse_words("land".into(), &refusal);
        return;
    }
    for to in (0..=CEILING).filter(|to| *to != fight.one(who).altitude) {
        for run in [false, true] {
            let deed = Deed::Altitude { to, run };
            if let Err(objection) = may(fight, who, deed) {
                options.refuse_words(ask::deed_text(fight, who, deed), &objection.refusal(fight));
            }
        }
    }
}
