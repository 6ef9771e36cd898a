//! What is legal and what is not: every option of every question. Legality is written once, as a check that returns the
//! reason; options are the candidates that pass it.

mod reasons;
mod refusals;
mod turns;
mod ways;

use quintain_engine::{Choice, Refusal, Refused, Shape, Thrown, Wants, Who};
use quintain_field::Step;

use crate::content::{Limb, Word};
use crate::rules::{blind_spots, defence, delaying, stumble};
use crate::state::{Act, Ask, Fight, Hiding, Light, WAYS, What, Whose, way_name};

use super::powers;
pub(crate) use refusals::of as refusals;

pub(crate) use turns::as_offered;

/// The shape of a question with its legal options, and what is refused.
pub(crate) fn shape(fight: &Fight, ask: &Ask) -> (Shape<Act>, Vec<Refused>) {
    let plain = |shape| (shape, Vec::new());
    match *ask {
        Ask::Slot { who } => slot(fight, who),
        Ask::Turn { who } => turns::turn(fight, who),
        Ask::Continue { .. } => plain(either("go on", "give it up")),
        Ask::Ready { who } => turns::ready(fight, who),
        Ask::Trigger { .. } => {
            let choice = |(what, words): (What, &'static str)| {
                Choice::new(words, Act::What(what)).or(words.replace("wants to", "intends to"))
            };
            plain(acts(What::ALL.map(choice).to_vec()))
        }
        Ask::Whose { who, .. } => plain(whose(fight, who)),
        Ask::Victim { who, .. } => plain(whose(fight, who)),
        Ask::Place { who, .. } => plain(places(fight, who)),
        Ask::How { by, at, with } => plain(ways::of_attack(fight, by, at, with)),
        Ask::StrikeOn { .. } => plain(either("strike on", "hold back")),
        Ask::Words { .. } => plain(Shape::Text),
        Ask::Steady { .. } => plain(either("rely on the armour", "do not ignore it")),
        Ask::Part { .. } => plain(acts(limbs())),
        Ask::Defend { who, melee, by } => defend(fight, who, melee, by),
        Ask::Use { .. } => plain(either("defend", "do not defend")),
        Ask::Direction { by, whom } => directions(fight, by, whom),
        Ask::Axis { one, other, .. } => {
            let way = |way: Step| Choice::new(blind_spots::words(way), Act::Way(way));
            plain(acts(vec![way(one), way(other)]))
        }
        Ask::Light { .. } => plain(acts(Light::ALL.map(|(light, text)| Choice::new(text, Act::Light(light))).to_vec())),
        Ask::Cover { .. } => {
            plain(acts(Hiding::ALL.map(|(hiding, text)| Choice::new(text, Act::Cover(hiding))).to_vec()))
        }
        Ask::Water { .. } => {
            plain(acts((0..=12).map(|number| Choice::new(number.to_string(), Act::Against(number))).collect()))
        }
        Ask::Over => plain(either("the fight is over", "the fight goes on")),
        Ask::Endless => plain(either("the fight goes on", "the fight is broken off")),
        Ask::Power(ask) => plain(powers::shape(fight, &ask)),
        Ask::Fires { .. }
        | Ask::Aware { .. }
        | Ask::Hold { .. }
        | Ask::Spot { .. }
        | Ask::GoOn { .. }
        | Ask::Footing { .. }
        | Ask::Reopens { .. }
        | Ask::Bear { .. } => plain(yes_no()),
    }
}

fn acts(of: Vec<Choice<Act>>) -> Shape<Act> {
    Shape::OneOf(Wants::Act, of)
}

/// Yes or no, in words of their own.
fn either(yes: &'static str, no: &'static str) -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new(yes, Act::Yes).also(&["yes"]), Choice::new(no, Act::No).also(&["no"])])
}

fn slot(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let mut of = vec![Choice::new("no delay", Act::No).also(&["no"])];
    let mut refused = Vec::new();
    delays(fight, who, &mut of, &mut refused);
    (acts(of), refused)
}

/// Every place in the order that one may delay to.
fn delays(fight: &Fight, who: Who, of: &mut Vec<Choice<Act>>, refused: &mut Vec<Refused>) {
    // Who has delayed already is told so, even at the start of its turn.
    let open = || match delaying::may(fight, who) {
        Ok(()) if fight.turn.who == Some(who) && !fight.turn.fresh => {
            Err(Refusal::new(&delaying::WHEN, "only at the start of a turn"))
        }
        may => may,
    };
    for whom in fight.order.iter().copied().filter(|whom| *whom != who) {
        for after in [false, true] {
            let side = if after { "after" } else { "before" };
            let text = format!("delay until {side} {}", fight.label(whom));
            match open().and_then(|()| delaying::may_name(fight, who, whom, after)) {
                Ok(()) => {
                    let short = format!("delay {side} {}", fight.label(whom));
                    of.push(Choice::new(text, Act::Delay { whom, after }).on(whom).or(short));
                }
                Err(refusal) => refused.push(Refused { text, refusal: reasons::about(fight, whom, refusal) }),
            }
        }
    }
}

fn whose(fight: &Fight, who: Who) -> Shape<Act> {
    let mut of = vec![
        Choice::new("any foe", Act::Whose(Whose::Foe)),
        Choice::new("anyone", Act::Whose(Whose::Anyone)).also(&["anybody"]),
    ];
    let others = fight.everyone().filter(|other| *other != who && fight.one(*other).out.is_none());
    of.extend(others.map(|other| Choice::new(fight.label(other), Act::Whose(Whose::One(other))).on(other)));
    acts(of)
}

fn places(fight: &Fight, who: Who) -> Shape<Act> {
    let here = fight.one(who).at;
    let mut of = vec![
        Choice::new("here", Act::Square(here)).at(here).or(here.to_string()),
        Choice::new("anywhere", Act::No).also(&["no place"]),
    ];
    let squares = fight.ground.map.bounds().squares().filter(|at| *at != here);
    of.extend(squares.map(|at| Choice::new(at.to_string(), Act::Square(at)).at(at)));
    Shape::OneOf(Wants::Square, of)
}

fn limbs() -> Vec<Choice<Act>> {
    Limb::ALL.iter().map(|limb| Choice::new(limb.text(), Act::Part(*limb))).collect()
}

fn defend(fight: &Fight, who: Who, melee: Option<bool>, by: Option<Who>) -> (Shape<Act>, Vec<Refused>) {
    let mut of = Vec::new();
    let mut refused: Vec<Refused> = Vec::new();
    for kind in defence::kinds(fight, who) {
        let text = defence::kind_name(fight, who, kind);
        match defence::may(fight, who, kind, melee) {
            Ok(()) if of.iter().any(|known: &Choice<Act>| known.text == text) => {}
            Ok(()) => {
                let Thrown { dice, plus } = defence::challenge(fight, who, kind, Thrown::default()).parts;
                let hint = format!("consistency {dice}, potential {plus}");
                of.push(Choice::new(text, Act::Defend(Some(kind))).hint(hint));
            }
            Err(refusal) if !refused.iter().any(|known| known.text == text) => {
                let refusal = by.map_or_else(|| refusal.clone(), |by| reasons::about(fight, by, refusal.clone()));
                refused.push(Refused { text, refusal });
            }
            Err(_) => {}
        }
    }
    of.push(Choice::new("no defence", Act::Defend(None)).also(&["nothing", "do not defend"]));
    (acts(of), refused)
}

fn directions(fight: &Fight, by: Option<Who>, whom: Who) -> (Shape<Act>, Vec<Refused>) {
    let source = by.map(|by| fight.one(by).at);
    let fitting: Vec<Step> = stumble::fitting(fight.one(whom).at, source).collect();
    let others = WAYS.into_iter().filter(|way| !fitting.contains(way));
    let refused = others.map(|way| {
        refused(way_name(way).into(), Refusal::new(&stumble::FROM_SOURCE, "the effect did not come from there"))
    });
    let refused = refused.collect();
    (acts(fitting.into_iter().map(|way| Choice::new(way_name(way), Act::Way(way))).collect()), refused)
}

/// Why an option is not legal, with its text.
pub(crate) fn refused(text: String, refusal: Refusal) -> Refused {
    Refused { text, refusal }
}

pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}
