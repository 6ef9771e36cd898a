//! What is legal and what is not: every option of every question. Legality is written once, as a check that returns the
//! reason; options are the candidates that pass it.

mod acts;
mod refusals;

use std::borrow::Cow;

use quintain_engine::{Choice, Refusal, Refused, Shape, Wants, Who};
use quintain_field::Square;

use crate::arm::{ArmId, UNARMED};
use crate::ask::{Act, Ask, Thing, each_once, ready_arms};
use crate::condition::{Ability, Condition};
use crate::declaration::{Cost, Daring, Deed, Move};
use crate::fight::Fight;
use crate::house::{CritNpc, DangerSave, DetachmentCritical, MoveSplit};
use crate::judged::State;
use crate::rules::wording::{daring_text, deed_text, move_option};
use crate::rules::{actions, battle_map, creatures, gear, gifts, incantations};
use acts::candidates;

pub use crate::rules::legal::{
    companions, foes, friends, further_targets, may, may_attack, may_attack_closely, nothing_bars, redirect_targets,
};
pub use acts::may_dare;
pub use refusals::refusals;

/// The shape of a question with its legal options, and what is refused.
pub fn shape(fight: &Fight, ask: &Ask) -> (Shape<Act>, Vec<Refused>) {
    let plain = |shape| (shape, Vec::new());
    match *ask {
        Ask::Declare { who } => declare(fight, who),
        Ask::Telegraph { who } => {
            let (choices, refused) = deeds(fight, who, &battle_map::reachable_by_two(fight, who).1);
            (Shape::OneOf(Wants::Act, choices), refused)
        }
        Ask::Excused { who } => plain(excused(fight, who)),
        Ask::Further { who, most } => plain(further(fight, who, most.into())),
        Ask::MoveAfter { who, wanted } => plain(move_after(fight, who, wanted)),
        Ask::Describe { .. } | Ask::Refocus { .. } => plain(Shape::Text),
        Ask::RiskCalls => plain(calls(fight)),
        Ask::CallCost { who } => plain(costs(fight, who)),
        Ask::DaresOn { who } => plain(dares_on(fight, who)),
        Ask::Redirect { who, .. } => plain(redirect(fight, who)),
        Ask::State { by, at, .. } => plain(states(fight, by, at)),
        Ask::LargerDie { own, larger, .. } => plain(Shape::OneOf(
            Wants::Act,
            vec![Choice::new(format!("d{larger}"), Act::Yes), Choice::new(format!("d{own}"), Act::No).also(&["no"])],
        )),
        Ask::Caught { count, .. } => {
            let of: Vec<Choice<Act>> = fight.scratch.eligible.iter().map(|who| person(fight, *who)).collect();
            let count = usize::from(count).min(of.len());
            plain(Shape::Several { wants: Wants::Creature, of, least: count, most: count })
        }
        Ask::InDanger { .. } if fight.house().danger_save != DangerSave::GmAsks => {
            plain(ruling("reciting is dangerous here", "reciting is safe here"))
        }
        Ask::DiesOfCritical { who } if fight.house().crit_npc != CritNpc::GmAsks => {
            let name = fight.label(who);
            plain(ruling(&format!("{name} dies of it"), &format!("{name} lies dying")))
        }
        Ask::Weakened { who } if fight.house().detachment_critical != DetachmentCritical::GmAsks => {
            let name = fight.label(who);
            plain(ruling(&format!("{name} is weakened"), &format!("{name} is routed")))
        }
        Ask::HowMany { most, .. } => plain(Shape::Number { least: 0, most: most.into() }),
        Ask::Loses { at, .. } => plain(things(fight, gear::in_hands(fight, at))),
        Ask::Drops { who } => plain(things(fight, gear::droppable(fight, who))),
        Ask::Tie { from, to, .. } => plain(ties(fight, from, to)),
        Ask::Resists { at, .. } => plain(resists(at)),
        Ask::Appendage { .. } => plain(Shape::Number { least: 0, most: 6 }),
        Ask::Replacement { who } => plain(replacements(fight, who)),
        Ask::Enters { who, beside } => plain(entries(fight, who, beside)),
        _ => plain(yes_no()),
    }
}

/// Whom the further strikes of an attack may go to.
fn further(fight: &Fight, who: Who, most: usize) -> Shape<Act> {
    let (at, arm) = match fight.one(who).plan.deed {
        Deed::Attack { at, arm, .. } => (at, arm),
        _ => (who, UNARMED),
    };
    let of = further_targets(fight, who, at, arm).map(|foe| person(fight, foe)).collect();
    Shape::Several { wants: Wants::Creature, of, least: 0, most }
}

fn move_after(fight: &Fight, who: Who, wanted: bool) -> Shape<Act> {
    let mut of = Vec::new();
    moves(fight, battle_map::reachable_after(fight, who), &mut of);
    if let (true, Some(stay)) = (wanted, of.first_mut()) {
        stay.also.push("no".into());
    }
    Shape::OneOf(Wants::Square, of)
}

fn dares_on(fight: &Fight, who: Who) -> Shape<Act> {
    let on = |ability: Ability| {
        Choice::new(format!("{} dares on {}", fight.label(who), ability.name()), Act::Call { who, ability })
    };
    Shape::OneOf(Wants::Act, [Ability::Tek, Ability::Kra, Ability::Thu].map(on).into())
}

fn redirect(fight: &Fight, who: Who) -> Shape<Act> {
    let mut of: Vec<Choice<Act>> = redirect_targets(fight, who).map(|foe| person(fight, foe)).collect();
    of.push(Choice::new("nobody", Act::Nobody));
    Shape::OneOf(Wants::Creature, of)
}

fn states(fight: &Fight, by: Who, at: Who) -> Shape<Act> {
    let state = |state: State| {
        Choice::new(format!("{} {} on {}", state.word(), fight.label(by), fight.label(at)), Act::State(state))
    };
    Shape::OneOf(Wants::Act, [State::Normal, State::Impaired, State::Enhanced].map(state).into())
}

fn resists(at: Who) -> Shape<Act> {
    let with = |ability: Ability| Choice::new(format!("{} save", ability.name()), Act::Call { who: at, ability });
    Shape::OneOf(Wants::Act, [Ability::Kra, Ability::Tek].map(with).into())
}

fn person(fight: &Fight, who: Who) -> Choice<Act> {
    Choice::new(fight.label(who), Act::Who(who)).on(who)
}

fn excused(fight: &Fight, who: Who) -> Shape<Act> {
    let one = |(how, act)| Choice::new(format!("{} {how}", fight.label(who)), act);
    Shape::OneOf(Wants::Act, [("rolls", Act::Rolls), ("passes", Act::Passes), ("fails", Act::Fails)].map(one).into())
}

/// Everything that somebody may declare, part by part.
fn declare(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let (near, farther) = battle_map::reachable_by_two(fight, who);
    let (mut choices, mut refused) = deeds(fight, who, &farther);
    let plan = &fight.one(who).plan;
    let walks = fight.ground().is_some() && !fight.one(who).is(Condition::Fleeing);
    if walks && !plan.moves_later && battle_map::may_move_after(fight, who) {
        choices.push(Choice::new("move afterwards", Act::MoveLater).hint("the action first, then the move"));
    }
    let before = !plan.moves_later || fight.house().move_split == MoveSplit::Yes;
    if walks && before && plan.before == Move::AsNeeded {
        moves(fight, near, &mut choices);
        refused.extend(battle_map::taken(fight, who).into_iter().map(|(square, other)| Refused {
            text: move_option(fight, Move::To(square)),
            refusal: Refusal::new(&battle_map::OCCUPANCY, format!("{} stands there", fight.label(other))),
        }));
        let closing = foes(fight, who).map(|foe| {
            let to = Move::Close(foe);
            Choice::new(move_option(fight, to), Act::Move(to)).on(foe)
        });
        choices.extend(closing);
    }
    if !plan.averted && foes(fight, who).any(|foe| creatures::gaze_feet(fight, foe).is_some()) {
        choices.push(Choice::new("avert eyes", Act::Avert));
    }
    (Shape::OneOf(Wants::Act, choices), refused)
}

/// Adds the moves to these squares, and staying.
fn moves(fight: &Fight, reachable: Vec<(Square, u32)>, choices: &mut Vec<Choice<Act>>) {
    choices.reserve(reachable.len() + 1);
    choices.push(Choice::new("stay", Act::Move(Move::Stay)));
    for (square, cost) in reachable {
        let to = Move::To(square);
        let (text, hint, act) = (move_option(fight, to), steps(cost), Act::Move(to));
        choices.push(Choice { text, also: Vec::new(), hint, act, square: Some(square), who: None });
    }
}

/// So many steps; the words of a move's are not made anew for each of its squares.
fn steps(cost: u32) -> Cow<'static, str> {
    const FEW: [&str; 17] = [
        "0 steps", "1 step", "2 steps", "3 steps", "4 steps", "5 steps", "6 steps", "7 steps", "8 steps", "9 steps",
        "10 steps", "11 steps", "12 steps", "13 steps", "14 steps", "15 steps", "16 steps",
    ];
    FEW.get(cost as usize).map_or_else(|| format!("{cost} steps").into(), |steps| Cow::Borrowed(*steps))
}

fn deeds(fight: &Fight, who: Who, farther: &[(Square, u32)]) -> (Vec<Choice<Act>>, Vec<Refused>) {
    let all = candidates(fight, who, farther);
    let (mut choices, mut refused) = (Vec::with_capacity(all.len()), Vec::new());
    let foretold = incantations::foretold(fight, who);
    let hated = gifts::must_attack(fight, who).filter(|_| foretold.is_none());
    for deed in all {
        if let (Deed::Nothing, Some(at)) = (deed, hated) {
            let why = format!("full of hate it attacks {}", fight.label(at));
            refused.push(Refused { text: "nothing".into(), refusal: Refusal::new(&gifts::ARROWS_OF_EROS, why) });
            continue;
        }
        let text = deed_text(fight, who, deed);
        match as_foretold(fight, who, foretold, deed).and_then(|()| may(fight, who, deed)) {
            Ok(()) => {
                let made = made_words(fight, who, deed).into_iter().map(Cow::Owned);
                let also = other_words(deed).iter().map(|words| Cow::Borrowed(*words)).chain(made).collect();
                let (hint, act) = (hint(fight, deed).into(), Act::Deed(deed));
                choices.push(Choice { text, also, hint, act, square: None, who: deed.target() });
            }
            Err(refusal) => refused.push(Refused { text, refusal: explained(fight, who, deed, refusal) }),
        }
    }
    if fight.one(who).spells.is_empty() {
        refused
            .push(Refused { text: "cast".into(), refusal: Refusal::new(&actions::CAST, "it commands no incantation") });
    }
    (choices, refused)
}

/// A refusal with the figures of the case and what would be right, for people to read.
fn explained(fight: &Fight, who: Who, deed: Deed, refusal: Refusal) -> Refusal {
    let far = [&battle_map::REACH, &battle_map::RANGE].contains(&refusal.rule) && refusal.why == "too far away";
    match deed {
        _ if far => match deed.target().zip(deed.target().and_then(|at| battle_map::gap(fight, who, at))) {
            Some((at, (feet, moves))) => {
                let why = format!("{feet} ft away, {moves} ft of moves do not bring it into reach");
                Refusal::new(refusal.rule, why).cure(format!("second move close with {}", fight.label(at)))
            }
            None => refusal,
        },
        Deed::Attack { arm, .. } if refusal.why == "not in hand" => {
            let name = &fight.arm(arm).name;
            Refusal::new(refusal.rule, format!("{name} is not in hand")).cure(format!("draw {name}"))
        }
        _ => refusal,
    }
}

/// `incantation.13-foreknowledge`: what was foretold, or nothing where that has become impossible.
fn as_foretold(fight: &Fight, who: Who, foretold: Option<Deed>, deed: Deed) -> Result<(), Refusal> {
    let Some(foretold) = foretold else { return Ok(()) };
    let possible = may(fight, who, foretold).is_ok();
    if deed == foretold || (deed == Deed::Nothing && !possible) {
        return Ok(());
    }
    Err(Refusal::new(&incantations::FOREKNOWLEDGE, "something else was foreseen"))
}

/// What people say for an action, whatever it is done with and to whom.
fn other_words(deed: Deed) -> &'static [&'static str] {
    match deed {
        Deed::Nothing => &["pass", "nothing", "do nothing", "wait", "stand still", "lie still"],
        Deed::SecondMove(Move::AsNeeded) => &["move twice", "double move"],
        Deed::Retreat => &["flee", "run away"],
        _ => &[],
    }
}

/// What people say for an action of this one in this fight.
fn made_words(fight: &Fight, who: Who, deed: Deed) -> Vec<String> {
    match deed {
        // Without squares there is nowhere to crawl to.
        Deed::Nothing if fight.one(who).is(Condition::Critical) && fight.ground().is_none() => vec!["crawl".into()],
        Deed::Attack { arm, off: None, at, daring: Daring::No } => attack_words(fight, who, arm, at),
        Deed::Attack { arm, off: Some(off), at, daring } => {
            let (name, arm, off, how) = (fight.label(at), fight.arm(arm), fight.arm(off), daring_text(daring));
            let both = (!off.natural).then(|| format!("attack {name} with both weapons{how}"));
            both.into_iter().chain([format!("attack {name} with {} and {}{how}", off.name, arm.name)]).collect()
        }
        Deed::Aid(at) => {
            let name = fight.label(at);
            vec![format!("help {name}"), format!("give first aid to {name}"), format!("first aid for {name}")]
        }
        _ => Vec::new(),
    }
}

/// Bare hands are an unarmed attack as well, and an attack of which no more is said is one with the only arm at hand.
fn attack_words(fight: &Fight, who: Who, arm: ArmId, at: Who) -> Vec<String> {
    let (name, bare) = (fight.label(at), arm == UNARMED);
    let mut armed = ready_arms(fight, who).filter(|arm| *arm != UNARMED);
    let only = match (armed.next(), armed.next()) {
        (None, _) => bare,
        (first, None) => first == Some(arm),
        _ => false,
    };
    let mut words = Vec::new();
    if bare {
        words.extend(["unarmed", "with fists"].map(|how| format!("attack {name} {how}")));
    }
    if only {
        words.push(format!("attack {name}"));
    }
    words
}

fn hint(fight: &Fight, deed: Deed) -> String {
    match deed {
        Deed::Attack { arm, off, daring, .. } => {
            let die = format!("d{}", fight.arm(arm).die);
            let second = off.map(|off| format!(" and d{}, the higher", fight.arm(off).die)).unwrap_or_default();
            let save = if daring == Daring::No { "" } else { "; TEK save" };
            format!("{die}{second}{save}")
        }
        Deed::Cast { .. } => "THU save in danger; 1d6 THU".into(),
        Deed::Retreat => "TEK save".into(),
        _ => String::new(),
    }
}

/// Two ways to judge in words of their own, so that a plain yes or no to another question is not taken for it.
fn ruling(yes: &str, no: &str) -> Shape<Act> {
    Shape::OneOf(Wants::Act, vec![Choice::new(yes, Act::Yes), Choice::new(no, Act::No)])
}

/// One of these things, each of a name once.
fn things(fight: &Fight, things: impl Iterator<Item = Thing>) -> Shape<Act> {
    let mut of: Vec<Choice<Act>> = Vec::new();
    for thing in things {
        let name = thing.name(fight);
        if !of.iter().any(|known| known.text == name) {
            of.push(Choice::new(name, Act::Thing(thing)));
        }
    }
    Shape::OneOf(Wants::Act, of)
}

/// What a failed save may cost: the attack is impaired only where there is one.
fn costs(fight: &Fight, who: Who) -> Shape<Act> {
    let attacks = fight.one(who).plan.deed.is_attack();
    let costs = Cost::ALL.into_iter().filter(|cost| attacks || *cost != Cost::Impaired);
    Shape::OneOf(Wants::Act, costs.map(|cost| Choice::new(cost.words(), Act::Cost(cost))).collect())
}

fn calls(fight: &Fight) -> Shape<Act> {
    let mut of = vec![Choice::new("no call", Act::NoCall).also(&["no save"])];
    let open = fight.everyone().filter(|who| fight.one(*who).plan.done && fight.one(*who).plan.call.is_none());
    for who in open {
        for ability in [Ability::Kra, Ability::Tek, Ability::Thu] {
            let text = format!("{} save by {}", ability.name(), fight.label(who));
            of.push(Choice::new(text, Act::Call { who, ability }).on(who));
        }
    }
    Shape::OneOf(Wants::Act, of)
}

fn ties(fight: &Fight, from: u16, to: u16) -> Shape<Act> {
    let blows = &fight.scratch.blows;
    let (from, to) = (usize::from(from), usize::from(to).min(blows.len()));
    let best = blows[from.min(to)..to].iter().map(|blow| blow.counted()).max().unwrap_or(0);
    let mut of: Vec<Choice<Act>> = Vec::new();
    for (place, blow) in blows.iter().enumerate().take(to).skip(from) {
        let text = format!("{}'s {}", fight.label(blow.by), fight.arm(blow.arm).name);
        if blow.counted() == best && !of.iter().any(|choice| choice.text == text) {
            of.push(Choice::new(text, Act::Blow(place as u16)).on(blow.by));
        }
    }
    Shape::OneOf(Wants::Act, of)
}

fn replacements(fight: &Fight, who: Who) -> Shape<Act> {
    let mut of = vec![Choice::new("nobody", Act::Nobody)];
    of.extend(companions(fight, who).map(|companion| {
        Choice::new(format!("take over {}", fight.label(companion)), Act::TakeOver(companion)).on(companion)
    }));
    let heroes =
        fight.setting.templates.iter().enumerate().filter(|(place, template)| {
            template.hero && !fight.cast.iter().any(|one| usize::from(one.template) == *place)
        });
    of.extend(
        heroes.map(|(place, template)| Choice::new(format!("bring in {}", template.name), Act::BringIn(place as u16))),
    );
    Shape::OneOf(Wants::Act, of)
}

fn entries(fight: &Fight, who: Who, beside: Who) -> Shape<Act> {
    let beside = battle_map::free_beside(fight, who, beside).into_iter();
    let squares = each_once(beside.chain(battle_map::free_squares(fight, who)));
    let of =
        squares.into_iter().map(|square| Choice::new(square.to_string(), Act::Square(square)).at(square)).collect();
    Shape::OneOf(Wants::Square, of)
}

/// Yes or no.
fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}
