//! What is legal and what is not: every option of every question. Legality is written once, as a check that returns the
//! reason; options are the candidates that pass it.

mod held;
mod refusals;
mod turn;

use quintain_engine::{Choice, Refused, Shape, Wants, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, yes_no};
use crate::fight::Fight;
use crate::rules::cover::Cover;
use crate::rules::initiative::Sense;
use crate::rules::melee::Blow;
use crate::rules::reactions::{self, Happening, React, Trigger};
use crate::rules::wording::{blow_text, due_text};
use crate::rules::{called_shot, detonating, dodge, grapple, gu, maneuvers, opportunity, parry, shields, turns};

pub use refusals::refusals;
pub use turn::may;

/// The shape of a question with its legal options, and what is refused.
pub fn shape(fight: &Fight, ask: &Ask) -> (Shape<Act>, Vec<Refused>) {
    let plain = |shape| (shape, Vec::new());
    match *ask {
        Ask::Turn { who } => turn::shape(fight, who),
        Ask::Surprised | Ask::Notices => plain(any_of_them(fight)),
        Ask::NoticeModifier { .. } => plain(Shape::Number { least: -60, most: 120 }),
        Ask::InitiativeTie { from, count } => {
            let tied = fight.order.iter().skip(from.into()).take(count.into());
            plain(Shape::OrderOf(tied.map(|who| person(fight, *who)).collect()))
        }
        Ask::DueOrder { who, start } => plain(due_order(fight, who, start)),
        Ask::FlightSource { who } => plain(flight_sources(fight, who)),
        Ask::Altitude { least, most, .. } | Ask::DodgeHeight { least, most, .. } => {
            plain(Shape::Number { least: least.into(), most: most.max(least).into() })
        }
        Ask::DiveTo { who } => {
            let speed = maneuvers::speed(fight, who);
            plain(squares(each_around(fight, who, speed).filter(|to| maneuvers::dives_over(fight, who, *to)).collect()))
        }
        Ask::Catch { who, metres } => plain(catch(fight, who, metres)),
        Ask::DiveStrike { who } => plain(dive_strikes(fight, who)),
        Ask::DiveFinish { who } => dive_finish(fight, who),
        Ask::React { who, trigger } => reaction(fight, who, &trigger),
        Ask::DodgeTo { who, .. } => plain(squares(dodge::ways(fight, who))),
        Ask::Counter { who, at, reacts } => plain(counters(fight, who, at, reacts)),
        Ask::Opportunity { who, at } => plain(blows(fight, opportunity::blows(fight, who, at))),
        Ask::HeldStrike { who, by } => plain(blows(fight, held::blows(fight, who, by).into_iter())),
        Ask::HeldGu { who, slot, by } => plain(held_activations(fight, who, slot, by)),
        Ask::FreeSquare { who } => plain(free_squares(fight, who)),
        Ask::NoticeBy { .. } => {
            let sense = |sense: Sense| Choice::new(sense.word(), Act::Sense(sense));
            plain(Shape::OneOf(Wants::Act, Sense::ALL.map(sense).into()))
        }
        Ask::ShieldOrder { who } => {
            let choice = |slot: u8| Choice::new(gu::name_of(fight, who, slot), Act::Slot(slot));
            plain(Shape::OrderOf(shields::up(fight, who).into_iter().map(choice).collect()))
        }
        Ask::CalledSide { part, .. } => plain(called_side(part)),
        Ask::DetonateMore { who } => plain(more_to_detonate(fight, who)),
        Ask::HoldWhen { who, action } => plain(Shape::OneOf(Wants::Act, held::triggers(fight, who, action))),
        Ask::Cover { .. } => {
            let cover = |cover: Cover| Choice::new(cover.word(), Act::Cover(cover));
            plain(Shape::OneOf(Wants::Act, [Cover::None, Cover::Partial, Cover::Full].map(cover).into()))
        }
        Ask::HoldWords { .. } | Ask::Describe { .. } => plain(Shape::Text),
        Ask::Gu(ask) => plain(gu::shape(fight, ask)),
        _ => plain(yes_no()),
    }
}

fn any_of_them(fight: &Fight) -> Shape<Act> {
    let of: Vec<Choice<Act>> = fight.everyone().map(|who| person(fight, who)).collect();
    let most = of.len();
    Shape::Several { wants: Wants::Creature, of, least: 0, most }
}

fn due_order(fight: &Fight, who: Who, start: bool) -> Shape<Act> {
    let due = if start { turns::due_at_start(fight, who) } else { turns::due_at_end(fight, who) };
    let choice = |due: turns::Due| Choice::new(due_text(fight, who, due), Act::Due(due));
    Shape::OrderOf(due.into_iter().map(choice).collect())
}

fn flight_sources(fight: &Fight, who: Who) -> Shape<Act> {
    let sources = crate::derived::flights(fight, who);
    let of = sources.iter().enumerate().map(|(place, flight)| {
        let name = flight.by.map_or("own wings".to_owned(), |slot| gu::name_of(fight, who, slot));
        Choice::new(name, Act::Source(place as u8)).hint(format!("{} m, {} Maneuvers", flight.speed, flight.maneuvers))
    });
    Shape::OneOf(Wants::Act, of.collect())
}

/// Where somebody who falls may catch itself in the air, within so many metres.
fn catch(fight: &Fight, who: Who, metres: i16) -> Shape<Act> {
    let over = each_around(fight, who, metres).filter(|to| maneuvers::rises_over(fight, who, *to, metres));
    let mut of: Vec<Choice<Act>> = over.map(place).collect();
    of.push(Choice::new("stay", Act::Nothing).also(&["pass", "none"]));
    Shape::OneOf(Wants::Square, of)
}

fn dive_strikes(fight: &Fight, who: Who) -> Shape<Act> {
    let foes = fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at));
    let mut of = strikes(fight, foes.flat_map(|at| parry::counters(fight, who, at)));
    let touches = maneuvers::touches(fight, who).into_iter();
    of.extend(touches.map(|(text, act)| Choice::new(text, Act::Gu(act))));
    of.push(Choice::new("no strike", Act::Nothing).also(&["pass", "none", "nothing"]));
    Shape::OneOf(Wants::Act, of)
}

fn dive_finish(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let mut of = vec![Choice::new("rise", Act::Rise)];
    let mut refused = Vec::new();
    match maneuvers::can_land(fight, who) {
        Ok(()) => of.insert(0, Choice::new("land", Act::Land)),
        Err(refusal) => refused.push(Refused { text: "land".into(), refusal }),
    }
    (Shape::OneOf(Wants::Act, of), refused)
}

fn held_activations(fight: &Fight, who: Who, slot: u8, by: Who) -> Shape<Act> {
    let activations = held::activations(fight, who, slot, by).into_iter();
    let mut of: Vec<Choice<Act>> = activations.map(|(text, act)| Choice::new(text, Act::Gu(act))).collect();
    of.push(Choice::new("no activation", Act::Nothing).also(&["pass", "none", "nothing"]));
    Shape::OneOf(Wants::Act, of)
}

fn free_squares(fight: &Fight, who: Who) -> Shape<Act> {
    let mut of: Vec<Choice<Act>> = grapple::squares_beside(fight, who).into_iter().map(place).collect();
    if of.is_empty() {
        of.push(Choice::new("stay", Act::Nothing));
    }
    Shape::OneOf(Wants::Square, of)
}

fn called_side(part: crate::kinds::Part) -> Shape<Act> {
    let limb = |left: bool| {
        let text = format!("{} {}", crate::kinds::side_word(left), part.name());
        Choice::new(text, Act::Left(left)).also(if left { &["left"] } else { &["right"] })
    };
    let either = Choice::new("either", Act::Nothing).also(&["no", "none", "pass", "nothing"]);
    Shape::OneOf(Wants::Act, vec![either.hint("a die says which"), limb(true), limb(false)])
}

fn more_to_detonate(fight: &Fight, who: Who) -> Shape<Act> {
    let choice = |slot: u8| Choice::new(gu::name_of(fight, who, slot), Act::Slot(slot));
    let of: Vec<Choice<Act>> = detonating::others(fight, who).map(choice).collect();
    let most = of.len();
    Shape::Several { wants: Wants::Act, of, least: 0, most }
}

/// A combatant as an option.
pub(crate) fn person(fight: &Fight, who: Who) -> Choice<Act> {
    Choice::new(fight.label(who), Act::Who(who)).on(who)
}

/// A square as an option.
pub(crate) fn place(square: Square) -> Choice<Act> {
    Choice::new(square.to_string(), Act::Square(square)).at(square)
}

fn squares(all: Vec<Square>) -> Shape<Act> {
    let mut of: Vec<Choice<Act>> = all.into_iter().map(place).collect();
    if of.is_empty() {
        of.push(Choice::new("stay", Act::Nothing));
    }
    Shape::OneOf(Wants::Square, of)
}

/// Every square within so many metres where somebody has room among the walls.
pub fn each_around(fight: &Fight, who: Who, metres: i16) -> impl Iterator<Item = Square> + '_ {
    let from = quintain_field::Span::from(fight.one(who).at).grown(metres.max(0).unsigned_abs());
    let near = from.clipped_to(fight.ground().map.bounds()).into_iter().flat_map(|near| near.squares());
    near.filter(move |square| fight.ground().map.has_room(fight.body_at(who, *square)))
}

fn strike(fight: &Fight, blow: Blow) -> Choice<Act> {
    Choice::new(blow_text(fight, &blow), Act::Strike(blow)).on(blow.at)
}

/// Strikes as options: each plain, then called shots at whatever may be aimed at.
fn strikes(fight: &Fight, all: impl Iterator<Item = Blow>) -> Vec<Choice<Act>> {
    let plain: Vec<Blow> = all.collect();
    let aimed = |blow: &Blow| {
        let blow = *blow;
        called_shot::parts(fight, blow.at).map(move |called| Blow { called: Some(called), ..blow })
    };
    let mut of: Vec<Choice<Act>> = Vec::new();
    for blow in plain.iter().copied().chain(plain.iter().flat_map(aimed)) {
        let choice = strike(fight, blow);
        if !of.iter().any(|known| known.text == choice.text) {
            of.push(choice);
        }
    }
    of
}

fn blows(fight: &Fight, all: impl Iterator<Item = Blow>) -> Shape<Act> {
    let mut of = strikes(fight, all);
    of.push(Choice::new("no strike", Act::Nothing).also(&["pass", "none", "nothing"]));
    Shape::OneOf(Wants::Act, of)
}

/// What one may strike back with; where it is a reaction of its own, with a Gu of touch as well.
fn counters(fight: &Fight, who: Who, at: Who, reacts: bool) -> Shape<Act> {
    let mut of = strikes(fight, parry::counters(fight, who, at));
    if reacts {
        let touches = maneuvers::touches(fight, who).into_iter().filter(|(_, act)| touched(act) == Some(at));
        of.extend(touches.map(|(text, act)| Choice::new(text, Act::Gu(act))));
    }
    of.push(Choice::new("no strike", Act::Nothing).also(&["pass", "none", "nothing"]));
    Shape::OneOf(Wants::Act, of)
}

/// Whom an activation is aimed at.
fn touched(act: &gu::GuAct) -> Option<Who> {
    if let gu::GuAct::Activate { at, .. } = act { at.who() } else { None }
}

fn reaction(fight: &Fight, who: Who, trigger: &Trigger) -> (Shape<Act>, Vec<Refused>) {
    let mut of = vec![Choice::new("no reaction", Act::React(React::Nothing)).also(&["pass", "none", "nothing"])];
    let mut refused = Vec::new();
    let mut all: Vec<React> = reactions::candidates(fight, who, trigger).collect();
    if trigger.what != Happening::Hit {
        all.push(React::Parry);
    }
    for react in all {
        let text = react_text(fight, who, react);
        match reactions::may_react(fight, who, trigger, react) {
            Ok(()) if of.iter().any(|known| known.text == text) => {}
            Ok(()) => of.push(Choice::new(text, Act::React(react))),
            Err(refusal) => refused.push(Refused { text, refusal }),
        }
    }
    (Shape::OneOf(Wants::Act, of), refused)
}

/// The text of an option, where no other can be called the same: a reaction without a Gu, and what is done most on a turn.
pub fn text_of(fight: &Fight, ask: &Ask, act: &Act) -> Option<String> {
    match (ask, act) {
        (Ask::React { who, .. }, Act::React(react @ (React::Nothing | React::Dodge | React::Parry | React::Held))) => {
            Some(react_text(fight, *who, *react))
        }
        (Ask::Turn { who }, act) => turn::text_of(fight, *who, act),
        _ => None,
    }
}

/// A reaction in the words of its option.
pub fn react_text(fight: &Fight, who: Who, react: React) -> String {
    match react {
        React::Nothing => "no reaction".into(),
        React::Dodge => "dodge".into(),
        React::Parry => "parry".into(),
        React::Held => "held action".into(),
        React::Gu(slot) => format!("activate {}", gu::name_of(fight, who, slot)),
        React::Detonate(slot) => format!("detonate {}", gu::name_of(fight, who, slot)),
        React::Stop(slot) => format!("stop {}", gu::name_of(fight, who, slot)),
    }
}
