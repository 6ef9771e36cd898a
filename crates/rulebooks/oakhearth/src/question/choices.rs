//! The choices of single questions, each kind in one place.

use quintain_engine::{Choice, Side, Who};
use quintain_field::{Door, Square};

use super::words::{deed_choice, extra_choice, reaction_choice, signal_choice};
use crate::ask::{Act, Deed, Extra, Moment, Reaction, Target};
use crate::book::Damage;
use crate::fight::Fight;
use crate::rules::{
    abilities, action_points, combining, conditions, disarm, dispelling, doors, duel, granted, help, initiative,
    moving, options, reactions, spells,
};

/// The same with one choice more, which does none of them.
pub(super) fn or(none: &str, mut of: Vec<Choice<Act>>) -> Vec<Choice<Act>> {
    of.push(Choice::new(none, Act::Pass));
    of
}

pub(super) fn named(fight: &Fight, all: impl IntoIterator<Item = Who>) -> Vec<Choice<Act>> {
    all.into_iter().map(|who| Choice::new(fight.label(who), Act::Who(who)).on(who)).collect()
}

pub(super) fn squares(all: Vec<Square>) -> Vec<Choice<Act>> {
    all.into_iter().map(|square| Choice::new(square.to_string(), Act::Square(square)).at(square)).collect()
}

pub(super) fn kinds(all: &[Damage]) -> Vec<Choice<Act>> {
    all.iter().map(|kind| Choice::new(kind.text(), Act::Damage(*kind))).collect()
}

pub(super) fn off_guard(fight: &Fight) -> Vec<Choice<Act>> {
    let mut of = vec![Choice::new("no side", Act::Side(None)).also(&["nobody", "none"])];
    of.extend(sides(fight, (0..fight.setting.sides.len() as u8).map(Side)));
    of
}

pub(super) fn tie(fight: &Fight, one: Side, other: Side) -> Vec<Choice<Act>> {
    let mut of = vec![Choice::new("roll", Act::Side(None))];
    of.extend(sides(fight, [one, other].into_iter()));
    of
}

pub(super) fn waiting(fight: &Fight, side: Side) -> Vec<Choice<Act>> {
    named(fight, fight.everyone().filter(|who| fight.one(*who).side == side && initiative::waiting(fight, *who)))
}

pub(super) fn holdables(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
    unique(options::holdables(fight, who).into_iter().map(|deed| deed_choice(fight, who, deed)).collect())
}

pub(super) fn signals(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
    options::signals(fight, who).into_iter().map(|signal| signal_choice(fight, signal)).collect()
}

pub(super) fn skills() -> Vec<Choice<Act>> {
    let all = disarm::SKILLS.into_iter();
    let mut of: Vec<_> = all.map(|skill| Choice::new(skill.text(), Act::Skill(skill))).collect();
    of.push(Choice::new("give in", Act::Pass).also(&["no", "nothing"]));
    of
}

pub(super) fn marks(fight: &Fight, ability: u16, at: Target) -> Vec<Choice<Act>> {
    let all = dispelling::marks(fight, ability, at).into_iter();
    all.map(|mark| Choice::new(dispelling::text(fight, mark), Act::Mark(mark))).collect()
}

/// What may come of work at the doors.
pub(super) fn outcomes(fight: &Fight) -> Vec<Choice<Act>> {
    let mut of = vec![Choice::new("nothing", Act::Pass).also(&["none", "no"])];
    for (portal, state) in doors::all(fight) {
        let turns = doors::Turn::ALL.into_iter().filter(|turn| turn.state() != state && !turn.is_a_lock());
        let turns = turns.chain((state != Door::Locked).then_some(doors::Turn::Lock));
        of.extend(turns.map(|turn| {
            let text = format!("{} {}", turn.verb(), doors::name(portal));
            Choice::new(text, Act::Door(portal, turn)).at(portal.here)
        }));
    }
    of
}

pub(super) fn commands(fight: &Fight, of: Who) -> Vec<Choice<Act>> {
    let mut choices = Vec::new();
    granted::commands(fight, of, |deed| choices.push(deed_choice(fight, of, deed)));
    choices
}

pub(super) fn strikes(fight: &Fight, who: Who, at: Option<Who>) -> Vec<Choice<Act>> {
    granted::strikes(fight, who, at).map(|deed| deed_choice(fight, who, deed)).collect()
}

/// The creatures that a flame may take, from one that it begins at, which is left out where it takes two.
pub(super) fn flammable(fight: &Fight, at: Who, both: bool) -> impl Iterator<Item = Who> + '_ {
    let near = move |whom: &Who| fight.present(*whom) && fight.distance(*whom, at) <= 1 && !(both && *whom == at);
    fight.everyone().filter(near)
}

pub(super) fn combinations(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
    let mut of = vec![Choice::new("nothing", Act::Pass).also(&["pass", "no"])];
    of.extend((1..=combining::most(fight, who).max(1) as u8).map(|mp| {
        let join = Reaction::Combine(mp);
        Choice::new(options::reaction_text(fight, who, join), Act::React(join))
    }));
    of
}

pub(super) fn late_help(fight: &Fight, who: Who, at: Who) -> Vec<Choice<Act>> {
    help::dice_for(fight, who, at).map(|helper| extra_choice(fight, who, None, Extra::Help(helper))).collect()
}

pub(super) fn aims(fight: &Fight, who: Who, ability: u16) -> Vec<Choice<Act>> {
    let legal = |at: &Target| abilities::can_aim(fight, who, ability, *at);
    let all = abilities::aims(fight, who, ability).into_iter().filter(legal);
    all.map(|at| Choice::new(options::target_text(fight, who, at), Act::Target(at))).collect()
}

/// The Spaces that somebody can come to with so much movement, in the order of the map.
pub(super) fn goals(fight: &Fight, who: Who, spaces: i16) -> Vec<Square> {
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
pub(super) fn unique(mut of: Vec<Choice<Act>>) -> Vec<Choice<Act>> {
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
pub(super) fn deeds(fight: &Fight, who: Who) -> Vec<Choice<Act>> {
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
        Deed::Attack { .. } | Deed::FallOn { .. } | Deed::Disarm { .. } | Deed::Grapple(_) => {
            let holds = fight.carried_penalty.is_some_and(|(holder, ..)| holder == who);
            let opportunity = fight.owner != Some(who) && !holds;
            let all = options::extras(fight, who, deed, opportunity).into_iter();
            all.map(|extra| extra_choice(fight, who, Some(deed), extra)).collect()
        }
        Deed::Cast { ability, at, .. } => {
            let taken = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
            let help = spells::helpers(fight, who, ability, at).into_iter().map(Extra::Help);
            let all = spells::choices(fight, who, ability, taken).into_iter().chain(help);
            all.map(|extra| extra_choice(fight, who, Some(deed), extra)).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn answers(fight: &Fight, who: Who, moment: Moment, by: Who, at: Who) -> Vec<Choice<Act>> {
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
pub(super) fn duellists(fight: &Fight, who: Who, moment: Moment, refused: u64) -> Vec<Choice<Act>> {
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
