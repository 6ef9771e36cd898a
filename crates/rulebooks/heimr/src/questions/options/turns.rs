//! What can be done in a turn, and what can be readied.

use std::borrow::Cow;
use std::collections::HashSet;

use quintain_engine::{Choice, Refusal, Refused, Shape, Wants, Who};
use quintain_field::Square;

use crate::content::{BindPart, Effect, Loading, MOST_ITEMS};
use crate::rules::powers::uses;
use crate::rules::{actions, attacks, effects, grid, handling, movement, ranged, readied, wording};
use crate::state::{Act, Border, Deed, Fight, Held, Hold, Scrap, Use, With};

use super::reasons;

const BARE: [With; 3] = [With::Blow, With::Grab, With::Shove];

const CHARGES: [With; 3] = [With::Weapons, With::Blow, With::Grab];

/// Everything that a combatant could look for in a turn, legal or not; the end of the turn apart.
fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    strikes(fight, who, found);
    ways(fight, who, found);
    in_place(fight, who, found);
    things(fight, who, found);
    uses::each(fight, who, false, |used| found(Deed::Power(used)));
    for deed in [Deed::Speak, Deed::Look, Deed::Breather, Deed::Ready] {
        found(deed);
    }
}

/// Everybody else who is there: foes on their feet first, then fallen ones, then friends.
fn others(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let rank = move |other: Who| match (fight.foes(who, other), fight.one(other).unconscious) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => 2,
    };
    let there = move |other: &Who| *other != who && fight.present(*other);
    (0..=2).flat_map(move |now| fight.everyone().filter(there).filter(move |other| rank(*other) == now))
}

fn strikes(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let here = fight.one(who).at;
    for at in others(fight, who) {
        found(Deed::Attack { at, with: With::Weapons });
        let there = fight.one(at).at;
        if there == here {
            BARE.into_iter().for_each(|with| found(Deed::Attack { at, with }));
            smashes(fight, at, found);
        } else if fight.foes(who, at) {
            found(Deed::Charge { to: there, at, with: With::Weapons });
            if ranged::plain(here, there) == 1 {
                found(Deed::Charge { to: there, at, with: With::Blow });
                found(Deed::Charge { to: there, at, with: With::Grab });
            }
        }
    }
}

fn smashes(fight: &Fight, at: Who, found: &mut impl FnMut(Deed)) {
    for held in Held::IN_HAND.into_iter().filter(|held| handling::held(fight, at, *held).is_some()) {
        found(Deed::Attack { at, with: With::Smash(held) });
    }
}

fn ways(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    let here = one.at;
    let low = one.prone || effects::is_bound(fight, who, BindPart::Feet);
    for (_, to) in grid::neighbours(fight, here) {
        let rise = fight.ground.level(to) - fight.ground.level(here);
        let border = fight.border(here, to);
        if low {
            found(Deed::Crawl { to });
        }
        if rise > 0 || matches!(border, Border::Climb { .. }) {
            found(Deed::Climb { to });
        }
        if matches!(border, Border::Water(_)) {
            found(Deed::Swim { to });
        }
        if rise < 0 {
            found(Deed::JumpDown { to });
        }
        if matches!(border, Border::Door(_)) {
            found(Deed::Interact { to });
        }
    }
    let (walk, run) = (movement::move_length(fight) as u16, movement::run_length(fight) as u16);
    for to in around(fight, here, walk) {
        found(Deed::Move { to });
    }
    for to in around(fight, here, run) {
        found(Deed::Run { to, via: None });
        if run == 2 && to.x != here.x && to.y != here.y {
            for via in [Square::new(to.x, here.y), Square::new(here.x, to.y)] {
                found(Deed::Run { to, via: Some(via) });
            }
        }
    }
}

/// Locations at most so many borders away, as the crow walks.
fn around(fight: &Fight, here: Square, most: u16) -> impl Iterator<Item = Square> + '_ {
    let reach = most as i16;
    let squares = (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| here.offset(dx, dy)));
    squares.filter(move |to| {
        let far = ranged::plain(here, *to);
        far >= 1 && far <= most && fight.ground.map.contains(*to)
    })
}

fn in_place(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    found(Deed::StepOut);
    for whom in others(fight, who) {
        let other = fight.one(whom);
        if other.at == one.at && other.cluster != 0 && other.cluster != one.cluster {
            found(Deed::StepInto { whom });
        }
    }
    if one.suffers(Effect::Bind) {
        found(Deed::BreakFree);
    }
    for deed in [Deed::Stand, Deed::LieDown, Deed::Guard] {
        found(deed);
    }
}

fn things(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    for hold in one.holds() {
        let Some(arm) = one.arm(hold) else { continue };
        let weapon = fight.weapon(arm.weapon);
        if weapon.entry.loading != Loading::None {
            found(Deed::Load(hold));
        }
    }
    let shoots = |hold: Hold| one.arm(hold).is_some_and(|arm| !fight.weapon(arm.weapon).is_melee());
    if one.holds().any(shoots) {
        found(Deed::Aim);
    }
    (0..one.stowed.len()).for_each(|place| found(Deed::Draw(place as u8)));
    let mut held: arrayvec::ArrayVec<Held, { 3 + MOST_ITEMS }> = arrayvec::ArrayVec::new();
    held.extend(one.sword.map(|_| Held::Sword));
    held.extend(one.off.map(|_| Held::Off));
    held.extend(one.shield.map(|_| Held::Shield));
    for what in held.iter().copied() {
        if what != Held::Shield {
            found(Deed::Stow(what));
        }
        found(Deed::Drop(what));
    }
    let items = one.items.iter().enumerate().filter(|(_, (_, uses))| *uses > 0);
    held.extend(items.map(|(place, _)| Held::Item(place as u8)));
    let friends = || others(fight, who).filter(|to| fight.one(*to).at == one.at && !fight.foes(who, *to));
    for what in held {
        if let Held::Item(_) = what {
            found(Deed::Drop(what));
        }
        friends().for_each(|to| found(Deed::Give { what, to }));
        found(Deed::Destroy(Scrap::Own(what)));
    }
    for (place, lying) in fight.floor.iter().enumerate() {
        if lying.at == one.at {
            found(Deed::PickUp(place as u16));
            found(Deed::Destroy(Scrap::Lying(place as u16)));
        }
    }
}

pub(super) fn turn(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let mut gathered = Gathered::default();
    each_deed(fight, who, &mut |deed| {
        let text = gathered.fresh(wording::text(fight, who, deed, None));
        match actions::may(fight, who, deed) {
            // Of two ways to run somewhere the plain one is offered only where there is no choice.
            Ok(()) if is_doubtful(fight, who, deed) => {}
            Ok(()) => {
                let mut choice = Choice::new(text, Act::Deed(deed)).also(wording::other_words(deed));
                choice.also.extend(wording::spelt_out(fight, who, deed).map(Cow::Owned));
                (choice.who, choice.square) = wording::points_at(deed);
                gathered.choices.push(choice);
            }
            Err(_) if matches!(deed, Deed::Run { via: Some(_), .. }) => {}
            Err(refusal) => {
                gathered.refused.push(super::refused(text, reasons::of_deed(fight, who, deed, refusal)));
                if let Deed::Attack { at, with: With::Weapons } = deed {
                    put_away(fight, who, at, &mut gathered.refused);
                }
            }
        }
    });
    gathered.choices.push(Choice::new("end turn", Act::Deed(Deed::End)).also(wording::other_words(Deed::End)));
    super::delays(fight, who, &mut gathered.choices, &mut gathered.refused);
    (Shape::OneOf(Wants::Act, gathered.choices), gathered.refused)
}

/// Attacks with weapons that are carried and not in hand, where none in hand can strike.
fn put_away(fight: &Fight, who: Who, at: Who, refused: &mut Vec<Refused>) {
    for (place, arm) in fight.one(who).stowed.iter().enumerate() {
        let name = &fight.weapon(arm.weapon).entry.name;
        let why = Refusal::new(&attacks::HANDS, format!("{} does not hold {name}", fight.label(who)));
        let draw = actions::may(fight, who, Deed::Draw(place as u8)).is_ok();
        let refusal = if draw { why.cure(format!("draw {name} first")) } else { why };
        refused.push(super::refused(format!("attack {} with {name}", fight.label(at)), refusal));
    }
}

/// A run that is offered in another form: round a corner one says by which way, if there are two; else one need not.
fn is_doubtful(fight: &Fight, who: Who, deed: Deed) -> bool {
    let Deed::Run { to, via } = deed else { return false };
    corner(fight, who, to).is_some_and(|ways| both_open(fight, who, to, ways) == via.is_none())
}

/// The deed in the form in which it is offered: a run round a corner with two open ways takes the first.
pub(crate) fn as_offered(fight: &Fight, who: Who, deed: Deed) -> Deed {
    let Deed::Run { to, via: None } = deed else { return deed };
    match corner(fight, who, to) {
        Some(ways) if both_open(fight, who, to, ways) => Deed::Run { to, via: Some(ways[0]) },
        _ => deed,
    }
}

/// The two ways round a corner; none where the run goes straight on or is of another length.
fn corner(fight: &Fight, who: Who, to: Square) -> Option<[Square; 2]> {
    let here = fight.one(who).at;
    let round = movement::run_length(fight) == 2 && to.x != here.x && to.y != here.y;
    round.then(|| [Square::new(to.x, here.y), Square::new(here.x, to.y)])
}

fn both_open(fight: &Fight, who: Who, to: Square, ways: [Square; 2]) -> bool {
    ways.into_iter().all(|via| movement::may_run(fight, who, to, Some(via)).is_ok())
}

#[derive(Default)]
struct Gathered {
    choices: Vec<Choice<Act>>,
    refused: Vec<Refused>,
    /// The texts of both, in small letters.
    known: HashSet<String>,
}

impl Gathered {
    /// The text, with a number if another option has it already.
    fn fresh(&mut self, text: String) -> String {
        let mut new = |text: &str| self.known.insert(text.to_ascii_lowercase());
        if new(&text) {
            return text;
        }
        (2..).map(|number| format!("{text} ({number})")).find(|text| new(text)).unwrap_or(text)
    }
}

/// What can be readied: at the combatant that sets it off, or at one that is named.
pub(super) fn ready(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let mut gathered = Gathered::default();
    // With one other there, only that one can set it off: naming it says nothing more.
    let mut all = others(fight, who);
    let single = all.next().filter(|_| all.next().is_none());
    let mut add = |text: String, deed: Deed, at_trigger: bool| {
        let text = gathered.fresh(text);
        match readied::may_ready(fight, who, deed) {
            Ok(()) => {
                let mut choice = Choice::new(text, Act::Readied { deed, at_trigger });
                if let Some(only) = single.filter(|_| at_trigger) {
                    choice = choice.on(only).or(wording::text(fight, who, readied::aimed(deed, only), None));
                }
                if !at_trigger {
                    (choice.who, choice.square) = wording::points_at(deed);
                }
                gathered.choices.push(choice);
            }
            Err(refusal) => gathered.refused.push(super::refused(text, reasons::of_deed(fight, who, deed, refusal))),
        }
    };
    for deed in strikes_at(fight, who, who) {
        add(wording::text(fight, who, deed, Some(readied::AT_TRIGGER)), deed, true);
    }
    for at in others(fight, who).filter(|_| single.is_none()) {
        for deed in strikes_at(fight, who, at) {
            add(wording::text(fight, who, deed, None), deed, false);
        }
    }
    each_deed(fight, who, &mut |deed| {
        let fits = match deed {
            Deed::Attack { with: With::Smash(_), .. } => actions::possible(fight, who, deed).is_ok(),
            Deed::Attack { .. } | Deed::Charge { .. } | Deed::Ready => false,
            Deed::Move { .. } | Deed::Crawl { .. } => true,
            // What the trigger may first make possible.
            Deed::StepOut | Deed::Stand | Deed::LieDown | Deed::Draw(_) | Deed::Load(_) => true,
            Deed::Power(Use::Attack { .. } | Use::Power { at: Some(_), .. }) => single.is_none(),
            Deed::Power(Use::Power { .. }) => true,
            Deed::Power(Use::Gather { .. } | Use::Tend { .. }) | Deed::Aim => true,
            _ => actions::possible(fight, who, deed).is_ok() && !is_doubtful(fight, who, deed),
        };
        if fits {
            add(wording::text(fight, who, deed, None), deed, false);
        }
    });
    if !fight.one(who).suffers(Effect::Bind) {
        add(wording::text(fight, who, Deed::BreakFree, None), Deed::BreakFree, false);
    }
    let same = powers_at_trigger(fight, who, &mut add);
    for (deed, text) in same {
        let act = Act::Readied { deed, at_trigger: true };
        if let Some(choice) = gathered.choices.iter_mut().find(|choice| choice.act == act) {
            choice.also.push(text.into());
        }
    }
    (Shape::OneOf(Wants::Act, gathered.choices), gathered.refused)
}

/// Attacks that can be readied at a combatant, here or with a charge into any neighbouring location.
fn strikes_at(fight: &Fight, who: Who, at: Who) -> impl Iterator<Item = Deed> {
    let attacks = [With::Weapons].into_iter().chain(BARE).map(move |with| Deed::Attack { at, with });
    let charge = move |(_, to)| CHARGES.map(|with| Deed::Charge { to, at, with });
    attacks.chain(grid::neighbours(fight, fight.one(who).at).flat_map(charge))
}

/// Skills with a target, at the combatant that sets the action off: each once. Gives back other words for the same: what one
/// holds is called differently with everybody.
fn powers_at_trigger(fight: &Fight, who: Who, add: &mut impl FnMut(String, Deed, bool)) -> Vec<(Deed, String)> {
    let mut known: Vec<(Deed, String)> = Vec::new();
    let mut same: Vec<(Deed, String)> = Vec::new();
    uses::each(fight, who, false, |used| {
        if !matches!(used, Use::Power { at: Some(_), .. } | Use::Attack { .. }) {
            return;
        }
        let text = uses::text(fight, who, used, Some(readied::AT_TRIGGER));
        let deed = readied::aimed(Deed::Power(used), who);
        if known.iter().any(|known| known.1 == text) || same.iter().any(|known| known.1 == text) {
            return;
        }
        if known.iter().any(|known| known.0 == deed) {
            same.push((deed, text));
            return;
        }
        add(text.clone(), deed, true);
        known.push((deed, text));
    });
    same
}
