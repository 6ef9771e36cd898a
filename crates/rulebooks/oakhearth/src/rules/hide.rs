//! Hiding, and looking for those who hide.

use quintain_engine::{Audience, Event, Refusal, Table, Who, section};

use crate::ask::{Act, Ask};
use crate::book::Skill;
use crate::combatant::Kind;
use crate::fight::{Fight, Stealth};
use crate::house::{HideTie, SearchReveals};
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::light::{self, Light};
use crate::rules::{dice, help, numbers, penalty, sight, water};
use crate::story::Told;
use crate::those::{List, Those};

section! {
    "Hide";
    ACTION = Choice "hide.action": "For 1 AP one hides from creatures that cannot see one.";
    CHECK = Engine "hide.check": "One Stealth Check is held against the Passive Awareness of each of them.";
    PER_OBSERVER = Engine "hide.per-observer": "One is Hidden only from those whose Passive Awareness is reached.", ruling "Equal is enough.", house "hide-tie";
    EFFECT = Engine "hide.effect": "Whom one is Hidden from neither sees nor hears one and does not know the Space.";
    ENDS_NOISE = Gm "hide.ends-noise": "Being louder than a whisper ends it for all.", ruling "Speech, breakage, verbal Spells, a fall that hurts.";
    ENDS_ATTACK = Engine "hide.ends-attack": "An Attack still profits from it and ends it, hit or miss.";
    ENDS_VERBAL = Engine "hide.ends-verbal": "Beginning a Spell with a Verbal component ends it.";
    ENDS_SEARCH = Engine "hide.ends-search": "A Search that finds one ends it for the finder.", ruling "Search: 1 AP, Perception against the Stealth total of each Hidden creature in line of sight.", house "search-reveals-to";
    ENDS_SEEN = Engine "hide.ends-seen": "It ends for whoever comes to see one.";
}

/// Whether one is Hidden from an observer.
pub fn hidden_from(fight: &Fight, who: Who, observer: Who) -> bool {
    fight.one(who).hidden_from.contains(observer)
}

/// # Errors
/// Somebody whose Space one does not know cannot be taken hold of, pushed or hit.
pub fn found(fight: &Fight, who: Who, by: Who) -> Result<(), Refusal> {
    refuse_if(hidden_from(fight, who, by), &EFFECT, "it does not know where the target is")
}

/// Whether an observer cannot see one, for whatever reason.
pub fn unseen_by(fight: &Fight, who: Who, observer: Who) -> bool {
    hidden_from(fight, who, observer) || !sight::sees(fight, observer, who)
}

/// The enemies that a creature could hide from now: those that cannot see it and that it is not Hidden from yet.
pub fn observers(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let shadow = fight.template(who).has(&crate::book::Feature::HidesInShadow);
    fight.enemies(who).filter(move |other| {
        !hidden_from(fight, who, *other) && (!sight::sees(fight, *other, who) || shadow && in_shadow(fight, who))
    })
}

/// Whether one stands in dim light or darkness.
pub fn in_shadow(fight: &Fight, who: Who) -> bool {
    fight.one(who).at.is_some_and(|at| light::at(fight, at) != Light::Bright)
}

/// # Errors
/// Why one cannot hide.
pub fn may_hide(fight: &Fight, who: Who) -> Result<(), Refusal> {
    match observers(fight, who).next() {
        Some(_) => Ok(()),
        None => Err(Refusal::new(&ACTION, "everybody to hide from sees it or has lost it already")),
    }
}

/// The observers that a creature hides from: all possible ones, unless it names fewer.
fn chosen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<Those, T::Halt> {
    let all: Those = observers(fight, who).collect();
    if all.len() < 2 {
        return Ok(all);
    }
    let answer = table.ask(fight, Ask::HideFrom { who })?;
    let picks = answer.picks().iter();
    let mut named: Those =
        picks.filter_map(|act| if let Act::Who(other) = act { Some(*other) } else { None }).collect();
    named.intersect(&all);
    Ok(if named.is_empty() { all } else { named })
}

/// Hides from those who can be hidden from.
///
/// # Errors
/// Halts with the table.
pub(crate) fn hide<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let from = chosen(fight, table, who)?;
    let mut pool = dice::skill_pool(fight, who, Skill::Stealth);
    let made = dice::unseen_skill_check(fight, table, (who, None), Skill::Stealth, &CHECK, &mut pool)?;
    let mut lost = Those::default();
    for other in from.iter() {
        let needed = numbers::passive(fight, other);
        let hidden = match fight.house().hide_tie {
            HideTie::Hidden => made.total >= needed,
            HideTie::Found => made.total > needed,
        };
        if hidden {
            lost.insert(other);
        }
        table.tell(|| {
            let how = if hidden { "is Hidden from" } else { "cannot hide from" };
            let text = format!("{} {how} {}", fight.label(who), fight.label(other));
            let event = pool.show(Event::new(&CHECK, text), &made).by(who).to(other);
            let event = event.against("Passive Awareness", needed.into()).and(&PER_OBSERVER).and(&ACTION);
            let event = event.and(&numbers::PASSIVE).and(&numbers::SKILL_CHECK);
            let event = if hidden { event.and(&EFFECT) } else { event };
            event.only_for(Audience::Side(fight.one(who).side))
        });
    }
    fight.one_mut(who).hidden_from.unite(&lost);
    keep(fight, who, lost, made.total);
    Ok(())
}

/// Keeps a Stealth total for those who have lost somebody by it; what is known of earlier ones no longer counts for them.
pub(crate) fn keep(fight: &mut Fight, who: Who, from: Those, total: i16) {
    let (cast, totals) = (&fight.cast, &mut fight.stealth);
    for known in totals.iter_mut().filter(|known| known.who == who) {
        known.from.subtract(&from);
    }
    totals.retain(|known| known.from.iter().any(|other| cast[known.who].hidden_from.contains(other)));
    totals.push(Stealth { who, from, total });
}

/// The Stealth total that a Search by somebody must reach.
fn total(fight: &Fight, who: Who, observer: Who) -> i16 {
    let known = |known: &&Stealth| known.who == who && known.from.contains(observer);
    fight.stealth.iter().find(known).map_or(0, |known| known.total)
}

/// One is Hidden from nobody any more.
pub(crate) fn revealed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static quintain_engine::Rule,
) {
    if fight.one(who).hidden_from.is_empty() {
        return;
    }
    fight.one_mut(who).hidden_from.clear();
    table.tell(|| Event::new(rule, format!("{} is Hidden no longer", fight.label(who))).by(who));
}

/// A creature that speaks aloud gives away where it is, and uses up breath where it holds it.
pub(crate) fn speak<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    table.tell(|| Event::new(&ENDS_NOISE, format!("{} speaks aloud", fight.label(who))).by(who).act_of(fight));
    revealed(fight, table, who, &ENDS_NOISE);
    water::speak(fight, table, who);
}

/// Something that may be louder than a whisper: the game master says whether it was. Only the Hidden care.
///
/// # Errors
/// Halts with the table.
pub(crate) fn noise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.one(who).hidden_from.is_empty() && crate::ask::yes(fight, table, Ask::Noise { who })? {
        revealed(fight, table, who, &ENDS_NOISE);
    }
    Ok(())
}

/// `hide.ends-seen`: an observer that sees a Hidden creature now has found it.
pub(crate) fn look<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if !fight.any(Mark::Hidden) {
        return;
    }
    for who in fight.everyone() {
        if fight.one(who).hidden_from.is_empty() {
            continue;
        }
        for other in fight.one(who).hidden_from.clone().iter() {
            let shadow = fight.template(who).has(&crate::book::Feature::HidesInShadow) && in_shadow(fight, who);
            if !shadow && sight::sees(fight, other, who) {
                fight.one_mut(who).hidden_from.remove(other);
                super::moving::stretch::told(fight, table);
                table.tell(|| {
                    let text = format!("{} sees {}, who is Hidden no longer", fight.label(other), fight.label(who));
                    Event::new(&ENDS_SEEN, text).by(other).to(who)
                });
            }
        }
    }
}

/// What somebody can search for from here, and the DIS of poor light.
fn searched(fight: &Fight, who: Who) -> impl Iterator<Item = (Who, bool)> + '_ {
    let hidden =
        fight.everyone().filter(move |other| hidden_from(fight, *other, who) && sight::in_line(fight, who, *other));
    hidden.map(move |other| (other, light::on(fight, who, other) == Light::Dim))
}

/// The Search Action: Perception against the Stealth total of every Hidden creature that could be seen from here. One
/// row of dice serves for all; each takes as many of them as the light on it asks for.
///
/// # Errors
/// Halts with the table.
pub(crate) fn search<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut plain = dice::skill_pool(fight, who, Skill::Perception);
    plain.add(&help::ADDS, "Help", help::skill_dice(fight, table, who, Skill::Perception, help::When::Before)?);
    penalty::count(fight, who, Kind::Skill(Skill::Perception));
    let mut poor = plain.clone();
    poor.dis(&light::DIM, "dim light");
    let all: List<(Who, bool), 16> = searched(fight, who).collect();
    let (bright, dim) = (all.iter().any(|(_, poor)| !poor), all.iter().any(|(_, poor)| *poor));
    let most = if dim && (!bright || poor.net().abs() > plain.net().abs()) { &poor } else { &plain };
    let thrown = dice::unseen_check(fight, table, who, None, &ENDS_SEARCH, "Perception", most)?;
    let late = help::skill_dice(fight, table, who, Skill::Perception, help::When::After)?;
    plain.add(&help::ADDS, "Help", late);
    poor.add(&help::ADDS, "Help", late);
    let side = fight.one(who).side;
    for (other, dim) in all {
        let pool = if dim { &poor } else { &plain };
        let made = dice::of_row(pool, &thrown);
        let stealth = total(fight, other, who);
        let found = made.total >= stealth;
        if found {
            let all = fight.house().search_reveals == SearchReveals::Side;
            let finders = fight.everyone().filter(|one| *one == who || all && fight.one(*one).side == side);
            let gone: Those = finders.collect();
            fight.one_mut(other).hidden_from.subtract(&gone);
        }
        table.tell(|| {
            let how = if found { "finds" } else { "does not find" };
            let text = format!("{} {how} {}", fight.label(who), fight.label(other));
            let event = pool.show(Event::new(&ENDS_SEARCH, text), &made).by(who).to(other);
            let event = event.against("Stealth", stealth.into());
            let event = if light::pierced(fight, who, other) { event.and(&light::DARKVISION) } else { event };
            if found { event } else { event.only_for(Audience::Gm) }
        });
    }
    Ok(())
}
