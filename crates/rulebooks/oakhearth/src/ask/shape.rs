//! The answers to each question: everything that may be said, in a fixed order.

use arrayvec::ArrayVec;
use quintain_engine::{Choice, Shape, Side, Wants, Who};
use quintain_field::{Door, Square, Step};

use super::words::{deed_choice, direction, extra_choice, reaction_choice, signal_choice};
use super::{Act, Ask, Deed, Extra, Moment, Reaction};
use crate::fight::Fight;
use crate::options;
use crate::rules::{
    abilities, action_points, attack, combining, conditions, disarm, dispelling, doors, duel, falling_attack, granted,
    help, hide, initiative, maneuvers, moving, reactions, shifting, shove, spells, things, throw, transfer,
};

fn one_of(wants: Wants, of: Vec<Choice<Act>>) -> Shape<Act> {
    Shape::OneOf(wants, of)
}

fn yes_no() -> Shape<Act> {
    one_of(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

pub(super) fn shape(fight: &Fight, ask: &Ask) -> Shape<Act> {
    match *ask {
        Ask::Difficulty => Shape::Number { least: 1, most: 40 },
        Ask::CaughtOffGuard => {
            let mut of = vec![Choice::new("no side", Act::Side(None)).also(&["nobody", "none"])];
            of.extend(sides(fight, (0..fight.setting.sides.len() as u8).map(Side)));
            one_of(Wants::Act, of)
        }
        Ask::Tie { one, other } => {
            let mut of = vec![Choice::new("roll", Act::Side(None))];
            of.extend(sides(fight, [one, other].into_iter()));
            one_of(Wants::Act, of)
        }
        Ask::Next { side, .. } => {
            let able = fight.everyone().filter(|who| fight.one(*who).side == side && initiative::waiting(fight, *who));
            one_of(Wants::Creature, able.map(|who| Choice::new(fight.label(who), Act::Who(who)).on(who)).collect())
        }
        Ask::Turn { who } => one_of(Wants::Act, deeds(fight, who)),
        Ask::Extras { who, deed } => Shape::Several {
            wants: Wants::Act,
            of: unique(additions(fight, who, deed)),
            least: 0,
            most: additions(fight, who, deed).len(),
        },
        Ask::Hold { who } => {
            let all = options::holdables(fight, who).into_iter();
            let mut of: Vec<_> = all.map(|deed| deed_choice(fight, who, deed)).collect();
            of.push(Choice::new("nothing", Act::Pass));
            one_of(Wants::Act, unique(of))
        }
        Ask::Signal { who, .. } => {
            let all = options::signals(fight, who).into_iter();
            let mut of: Vec<_> = all.map(|signal| signal_choice(fight, signal)).collect();
            of.push(Choice::new("nothing", Act::Pass));
            one_of(Wants::Act, of)
        }
        Ask::React { who, moment, by, at } => one_of(Wants::Act, answers(fight, who, moment, by, at)),
        Ask::Resist { .. } => {
            let all = disarm::SKILLS.into_iter();
            let mut of: Vec<_> = all.map(|skill| Choice::new(skill.text(), Act::Skill(skill))).collect();
            of.push(Choice::new("give in", Act::Pass).also(&["no", "nothing"]));
            one_of(Wants::Act, of)
        }
        Ask::Direction { who, at, thrown } => {
            one_of(Wants::Act, ways(fight, who, at, thrown).into_iter().map(direction).collect())
        }
        Ask::Far { most, .. } => Shape::Number { least: 0, most: most.into() },
        Ask::Place { about, within, .. } => one_of(Wants::Square, squares(landings(fight, about, within).collect())),
        Ask::Teleport { who, within, shadows } => {
            one_of(Wants::Square, squares(shifting::appearances(fight, who, within, shadows).collect()))
        }
        Ask::AnyWay { .. } => one_of(Wants::Act, Step::ALL.into_iter().map(direction).collect()),
        Ask::Origin { who, within } => one_of(Wants::Square, squares(things::origins(fight, who, within).collect())),
        Ask::Spot { who, ability, from, within } => {
            one_of(Wants::Square, squares(things::spots(fight, who, ability, from, within).collect()))
        }
        Ask::Among { who, ability, at, bought } => {
            let all = spells::touched(fight, who, ability, at, bought);
            let most = all.len();
            let of = all.iter().map(|whom| Choice::new(fight.label(*whom), Act::Who(*whom)).on(*whom)).collect();
            Shape::Several { wants: Wants::Creature, of, least: 0, most }
        }
        Ask::Mark { ability, at, .. } => {
            let all = dispelling::marks(fight, ability, at).into_iter();
            let of = all.map(|mark| Choice::new(dispelling::text(fight, mark), Act::Mark(mark))).collect();
            one_of(Wants::Act, unique(of))
        }
        Ask::GiveHp { most, .. } => Shape::Number { least: 0, most: most.into() },
        Ask::HowHard { .. } => Shape::Number { least: 0, most: 40 },
        Ask::WhatComes { .. } => {
            let mut of = vec![Choice::new("nothing", Act::Pass).also(&["none", "no"])];
            for (portal, state) in doors::all(fight) {
                let turns = doors::Turn::ALL.into_iter().filter(|turn| turn.state() != state && !turn.is_a_lock());
                let turns = turns.chain((state != Door::Locked).then_some(doors::Turn::Lock));
                of.extend(turns.map(|turn| {
                    let text = format!("{} {}", turn.verb(), doors::name(portal));
                    Choice::new(text, Act::Door(portal, turn)).at(portal.here)
                }));
            }
            one_of(Wants::Act, of)
        }
        Ask::Command { of, .. } => {
            let mut choices = Vec::new();
            granted::commands(fight, of, |deed| {
                choices.push(deed_choice(fight, of, deed));
            });
            choices.push(Choice::new("nothing", Act::Pass));
            one_of(Wants::Act, unique(choices))
        }
        Ask::Sweep { who, at, weapon, farther } => {
            let all = attack::sweepable(fight, who, at, (weapon, farther), &fight.about);
            one_of(Wants::Creature, all.map(|whom| Choice::new(fight.label(whom), Act::Who(whom)).on(whom)).collect())
        }
        Ask::Flame { at, both, .. } => {
            let near = |whom: &Who| fight.present(*whom) && fight.distance(*whom, at) <= 1 && !(both && *whom == at);
            let all = fight.everyone().filter(near);
            let mut of: Vec<_> = all.map(|whom| Choice::new(fight.label(whom), Act::Who(whom)).on(whom)).collect();
            of.push(Choice::new("nobody else", Act::Pass));
            one_of(Wants::Creature, of)
        }
        Ask::Duel { who, moment, refused, .. } => one_of(Wants::Act, duellists(fight, who, moment, refused)),
        Ask::Kind { weapon, .. } => {
            let kinds = fight.weapon(weapon).kinds.iter();
            one_of(Wants::Act, kinds.map(|kind| Choice::new(kind.text(), Act::Damage(*kind))).collect())
        }
        Ask::Improvised { .. } => {
            let kinds = crate::book::Damage::ALL.iter();
            one_of(Wants::Act, kinds.map(|kind| Choice::new(kind.text(), Act::Damage(*kind))).collect())
        }
        Ask::ReactOrder { .. } => {
            let all = fight.about.iter();
            Shape::OrderOf(all.map(|who| Choice::new(fight.label(who), Act::Who(who)).on(who)).collect())
        }
        Ask::LobTo { who } => {
            let mut of: Vec<_> = transfer::lobs(fight, who).into_iter().map(to_square).collect();
            of.push(Choice::new("nowhere", Act::Pass));
            one_of(Wants::Square, of)
        }
        Ask::Goal { who, spaces } => {
            let mut of: Vec<_> = goals(fight, who, spaces).into_iter().map(to_square).collect();
            of.push(Choice::new("nowhere", Act::Pass));
            one_of(Wants::Square, of)
        }
        Ask::PutDown { who, whom } => one_of(Wants::Square, squares(maneuvers::put_down(fight, who, whom).collect())),
        Ask::Landing { who, at } => {
            let all = falling_attack::landings(fight, who, at);
            one_of(Wants::Square, all.map(to_square).collect())
        }
        Ask::LateHelp { who, at } => {
            let extra = |helper: Who| Extra::Help(helper);
            let all = help::dice_for(fight, who, at).map(extra);
            let of: Vec<_> = all.map(|extra| extra_choice(fight, who, extra)).collect();
            let most = of.len();
            Shape::Several { wants: Wants::Act, of, least: 0, most }
        }
        Ask::HideFrom { who } => {
            let all = hide::observers(fight, who);
            let of: Vec<_> = all.map(|other| Choice::new(fight.label(other), Act::Who(other)).on(other)).collect();
            let most = of.len();
            Shape::Several { wants: Wants::Creature, of, least: 1, most }
        }
        Ask::Combine { who, .. } => {
            let mut of = vec![Choice::new("nothing", Act::Pass).also(&["pass", "no"])];
            of.extend((1..=combining::most(fight, who).max(1) as u8).map(|mp| {
                let join = Reaction::Combine(mp);
                Choice::new(options::reaction_text(fight, who, join), Act::React(join))
            }));
            one_of(Wants::Act, of)
        }
        Ask::ThrowAlong { who, within } => {
            let all = spells::throwable(fight, who, within, &fight.about);
            let mut of: Vec<_> = all.map(|whom| Choice::new(fight.label(whom), Act::Who(whom)).on(whom)).collect();
            of.push(Choice::new("nobody", Act::Pass));
            one_of(Wants::Creature, of)
        }
        Ask::Aim { who, ability } => {
            let legal = |at: &super::Target| abilities::can_aim(fight, who, ability, *at);
            let all = abilities::aims(fight, who, ability).into_iter().filter(legal);
            let mut of: Vec<_> =
                all.map(|at| Choice::new(options::target_text(fight, who, at), Act::Target(at))).collect();
            of.push(Choice::new("nowhere", Act::Pass));
            one_of(Wants::Act, unique(of))
        }
        Ask::AddHelp { .. }
        | Ask::Comes { .. }
        | Ask::Calls { .. }
        | Ask::TradeForProne { .. }
        | Ask::FailOnPurpose { .. }
        | Ask::MakesSense { .. }
        | Ask::SimpleEnough { .. }
        | Ask::HelpMakesSense { .. }
        | Ask::KeepTemp { .. }
        | Ask::Noise { .. } => yes_no(),
    }
}

fn to_square(square: Square) -> Choice<Act> {
    Choice::new(square.to_string(), Act::Square(square)).at(square)
}

/// The Spaces that somebody can come to with so much movement, in the order of the map.
fn goals(fight: &Fight, who: Who, spaces: i16) -> Vec<Square> {
    let mut finder = quintain_field::Pathfinder::new();
    let mut reach = Vec::new();
    moving::reach(fight, who, spaces, &mut finder, &mut reach);
    reach.sort_by_key(|(square, _)| *square);
    reach.into_iter().map(|(square, _)| square).collect()
}

fn sides(fight: &Fight, all: impl Iterator<Item = Side>) -> Vec<Choice<Act>> {
    all.map(|side| Choice::new(fight.setting.sides[side.index()].clone(), Act::Side(Some(side)))).collect()
}

/// Makes texts differ where two choices would read alike.
fn unique(mut of: Vec<Choice<Act>>) -> Vec<Choice<Act>> {
    // From the last one on, so that those in front still read as they were.
    for place in (1..of.len()).rev() {
        let same = |one: &Choice<Act>, other: &Choice<Act>| one.text.eq_ignore_ascii_case(&other.text);
        let before = of[..place].iter().filter(|known| same(known, &of[place])).count();
        if before > 0 {
            of[place].text = format!("{} ({})", of[place].text, before + 1);
        }
    }
    of
}

/// Everything that may be done on a turn, the Spaces to go to last.
fn deeds(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
    let mut of: Vec<Choice<Act>> = Vec::new();
    options::candidates(fight, who, |deed| {
        let known = of.iter().any(|choice| choice.act == Act::Deed(deed));
        if !known && options::may(fight, who, deed).is_ok() {
            let ap = options::ap_of(fight, who, deed);
            let hint = if ap > 0 { format!("{ap} AP") } else { String::new() };
            of.push(deed_choice(fight, who, deed).hint(hint));
        }
    });
    let mut of = unique(of);
    of.extend(steps(fight, who));
    of
}

fn steps(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    let mut finder = quintain_field::Pathfinder::new();
    let mut reach = Vec::new();
    if budget > 0 {
        moving::reach(fight, who, budget, &mut finder, &mut reach);
    }
    reach.sort_by_key(|(square, _)| *square);
    let choice = |(square, cost): &(Square, i16)| {
        let deed = Deed::Move(*square);
        let hint = format!("{cost} movement");
        let choice = Choice::new(options::deed_text(fight, who, deed), Act::Deed(deed));
        choice.or(format!("go to {square}")).hint(hint).at(*square)
    };
    // What can be reached can be walked to; only fear may forbid it.
    let dares = |square: Square| conditions::dares(fight, who, Deed::Move(square)).is_ok();
    reach.iter().filter(|(square, _)| fight.able(who) && dares(*square)).map(choice).collect()
}

/// What may be added to an attack or a spell.
pub(super) fn additions(fight: &Fight, who: Who, deed: Deed) -> Vec<Choice<Act>> {
    match deed {
        Deed::Attack { .. } | Deed::FallOn { .. } | Deed::Disarm { .. } => {
            let opportunity = fight.owner != Some(who);
            let all = options::extras(fight, who, deed, opportunity).into_iter();
            all.map(|extra| extra_choice(fight, who, extra)).collect()
        }
        Deed::Cast { ability, at } => {
            let name = |extra: Extra| match extra {
                Extra::Enhance(place, number) => {
                    let entry = &fight.ability(ability).entry;
                    let name = entry.enhance.get(usize::from(place)).map_or("more", |more| more.name.as_str());
                    let times = ["", "a second ", "a third "].get(usize::from(number).saturating_sub(1)).unwrap_or(&"");
                    format!("{times}{name}")
                }
                other => options::extra_text(fight, who, other),
            };
            let taken = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
            let help = spells::helpers(fight, who, ability, at).into_iter().map(Extra::Help);
            let all = spells::choices(fight, who, ability, taken).into_iter().chain(help);
            let choice = |extra: Extra| {
                let choice = Choice::new(name(extra), Act::Extra(extra));
                match extra {
                    Extra::Enhance(place, number @ 2..) => {
                        choice.or(format!("{} {number}", name(Extra::Enhance(place, 1))))
                    }
                    _ => choice,
                }
            };
            all.map(choice).collect()
        }
        Deed::Grapple(_) => {
            let all = options::grapple_extras(fight, who).into_iter();
            all.map(|extra| Choice::new(options::extra_text(fight, who, extra), Act::Extra(extra))).collect()
        }
        _ => Vec::new(),
    }
}

fn answers(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> Vec<Choice<Act>> {
    let mut all: Vec<Reaction> = Vec::new();
    match moment {
        Moment::Throw => all.push(Reaction::JoinThrow),
        _ => all.extend(reactions::options(fight, who, moment, by, at)),
    }
    let mut of = vec![Choice::new("nothing", Act::Pass).also(&["pass", "no"])];
    if reactions::more_to_come(fight, who, moment, by, at) {
        of.push(Choice::new("nothing to this attack", Act::LetBe));
    }
    let mut first = true;
    of.extend(all.into_iter().map(|one| {
        let choice = reaction_choice(fight, who, one);
        match one {
            Reaction::Opportunity(_) if std::mem::take(&mut first) => {
                choice.also(&["attack of opportunity", "opportunity attack"])
            }
            _ => choice,
        }
    }));
    unique(of)
}

/// How somebody may take part in a duel: with which spell, for how many MP, on which side.
fn duellists(fight: &Fight, who: Who, moment: Moment, refused: u64) -> Vec<Choice<Act>> {
    let mut of = vec![Choice::new("nothing", Act::Pass).also(&["pass", "no"])];
    for spell in duel::spells_for(fight, who, refused) {
        for mp in 1..=duel::most_mp(fight, who).max(1) as u8 {
            let challenge = Reaction::Challenge(spell, mp);
            let support = (moment == Moment::Duel).then_some(Reaction::Support(spell, mp));
            let all = std::iter::once(challenge).chain(support);
            of.extend(all.map(|one| Choice::new(options::reaction_text(fight, who, one), Act::React(one))));
        }
    }
    unique(of)
}

fn squares(all: Vec<Square>) -> Vec<Choice<Act>> {
    all.into_iter().map(|square| Choice::new(square.to_string(), Act::Square(square)).at(square)).collect()
}

/// The ways that somebody may be pushed or thrown.
pub fn ways(fight: &Fight, who: Who, at: Who, thrown: bool) -> ArrayVec<Step, 8> {
    if thrown {
        return throw::directions(fight, who, at);
    }
    match shove::direction(fight, who, at) {
        Some(straight) => shove::sideways(straight).into_iter().collect(),
        None => Step::ALL.into(),
    }
}

/// The free Spaces for somebody, so near to where it is, in the order of the map.
pub fn landings(fight: &Fight, about: Who, within: u8) -> impl Iterator<Item = Square> + '_ {
    let span = |at| quintain_field::Span::from(at).grown(within.into()).clipped_to(fight.map.bounds());
    let near = move |square: &Square| fight.distance_to(about, *square) <= within.into();
    let all = fight.one(about).at.and_then(span).into_iter().flat_map(|span| span.squares());
    all.filter(move |square| near(square) && fight.room(about, *square))
}
