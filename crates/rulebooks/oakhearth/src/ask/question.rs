//! Every question in full: who is asked, how much it presses, in which words, with which answers.

use arrayvec::ArrayVec;
use quintain_engine::{Answer, Choice, Question, Refused, Rule, Seat, Shape, Side, Wants, Weight, Who};
use quintain_field::{Square, Step};

use super::words::{deed_choice, direction, extra_choice, reaction_choice, signal_choice};
use super::{Act, Ask, Deed, Extra, Moment, Reaction};
use crate::fight::Fight;
use crate::options;
use crate::rules::{
    abilities, action_points, attack, combining, conditions, damage, dice, disarm, dispelling, duel, falling_attack,
    granted, held, help, hide, improvised, initiative, maneuvers, moving, objects, reactions, shifting, shove, spells,
    surprise, things, throw, transfer,
};
use crate::tactics;

/// Who is asked.
pub fn seat(_: &Fight, ask: &Ask) -> Seat {
    match *ask {
        Ask::Difficulty
        | Ask::CaughtOffGuard
        | Ask::Tie { .. }
        | Ask::MakesSense { .. }
        | Ask::SimpleEnough { .. }
        | Ask::HelpMakesSense { .. }
        | Ask::Improvised { .. }
        | Ask::Comes { .. }
        | Ask::Noise { .. } => Seat::Gm,
        Ask::Next { asked, .. } => Seat::Of(asked),
        Ask::Turn { who }
        | Ask::Way { who, .. }
        | Ask::Extras { who, .. }
        | Ask::Kind { who, .. }
        | Ask::Hold { who }
        | Ask::Signal { who, .. }
        | Ask::React { who, .. }
        | Ask::Resist { who, .. }
        | Ask::Direction { who, .. }
        | Ask::Far { who, .. }
        | Ask::TradeForProne { who, .. }
        | Ask::FailOnPurpose { who }
        | Ask::Place { who, .. }
        | Ask::Teleport { who, .. }
        | Ask::AnyWay { who, .. }
        | Ask::Origin { who, .. }
        | Ask::Spot { who, .. }
        | Ask::Among { who, .. }
        | Ask::Mark { who, .. }
        | Ask::GiveHp { who, .. }
        | Ask::Command { who, .. }
        | Ask::Flame { who, .. }
        | Ask::Sweep { who, .. }
        | Ask::Duel { who, .. }
        | Ask::KeepTemp { who, .. }
        | Ask::Landing { who, .. }
        | Ask::PutDown { who, .. }
        | Ask::ReactOrder { who, .. }
        | Ask::Goal { who, .. }
        | Ask::LobTo { who }
        | Ask::AddHelp { who, .. }
        | Ask::HideFrom { who }
        | Ask::Aim { who, .. }
        | Ask::ThrowAlong { who, .. }
        | Ask::Combine { who, .. }
        | Ask::LateHelp { who, .. } => Seat::Of(who),
    }
}

/// How much it presses: what somebody does and how it reacts is chosen; all else has a default that stands.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    match *ask {
        Ask::Turn { who }
        | Ask::React { who, .. }
        | Ask::Duel { who, .. }
        | Ask::Hold { who }
        | Ask::Signal { who, .. }
        | Ask::Aim { who, .. }
        | Ask::Combine { who, .. }
        | Ask::Goal { who, .. } => Weight::of_choice(fight.one(who).hero),
        _ => Weight::Formality,
    }
}

/// Whether an edict has left nothing to choose: nothing is added then.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Extras { who, deed } => additions(fight, who, deed).is_empty(),
        Ask::Spot { .. }
        | Ask::Place { .. }
        | Ask::Teleport { .. }
        | Ask::Origin { .. }
        | Ask::Landing { .. }
        | Ask::PutDown { .. } => {
            matches!(shape(fight, ask), Shape::OneOf(_, of) if of.is_empty())
        }
        _ => false,
    }
}

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let shape = shape(fight, ask);
    let default = default(fight, ask, &shape);
    Question {
        to: seat(fight, ask),
        text: sentence(fight, ask),
        rule: rule(ask),
        weight: weight(fight, ask),
        refused: refused(fight, ask),
        shape,
        default,
    }
}

fn rule(ask: &Ask) -> &'static Rule {
    match ask {
        Ask::Difficulty => &initiative::DC_GM,
        Ask::CaughtOffGuard => &surprise::BEFORE,
        Ask::Tie { .. } => &initiative::TIE,
        Ask::Next { .. } => &initiative::INSIDE,
        Ask::Turn { .. } => &action_points::ANY_ORDER,
        Ask::Way { .. } => &moving::ACTION,
        Ask::Extras { deed: Deed::Cast { .. }, .. } => &spells::ENHANCE,
        Ask::Extras { .. } => &attack::AP_FOR_ADV,
        Ask::Kind { .. } => &attack::RESOLVE,
        Ask::Hold { .. } => &held::DECLARE,
        Ask::Signal { .. } => &held::TRIGGER,
        Ask::Duel { moment: Moment::Duel, .. } => &duel::JOIN,
        Ask::Duel { .. } => &duel::COST,
        Ask::React { moment: Moment::Throw, .. } => &throw::TEAM,
        Ask::React { .. } => &reactions::SEVERAL,
        Ask::Resist { .. } => &disarm::PICKS_SKILL,
        Ask::Direction { thrown: true, .. } => &throw::DISTANCE,
        Ask::Direction { .. } => &shove::DIRECTION,
        Ask::Far { .. } => &shove::EXTRA,
        Ask::TradeForProne { .. } => &shove::PRONE,
        Ask::FailOnPurpose { .. } => &dice::WILLING_FAIL,
        Ask::Place { .. }
        | Ask::Teleport { .. }
        | Ask::Origin { .. }
        | Ask::Among { .. }
        | Ask::AnyWay { .. }
        | Ask::GiveHp { .. }
        | Ask::Command { .. } => &spells::TARGET,
        Ask::Spot { .. } => &spells::THINGS,
        Ask::Mark { .. } => &dispelling::END,
        Ask::Flame { .. } => &spells::BOON,
        Ask::Sweep { .. } => &maneuvers::SWEEP,
        Ask::MakesSense { .. } => &duel::GM_OK,
        Ask::SimpleEnough { .. } => &objects::FREE_GM,
        Ask::HelpMakesSense { .. } => &help::SKILL,
        Ask::Improvised { .. } => &improvised::DAMAGE,
        Ask::ReactOrder { .. } => &reactions::SEVERAL,
        Ask::LobTo { .. } => &objects::LIST,
        Ask::Goal { .. } | Ask::Comes { .. } => &held::FIRE,
        Ask::Landing { .. } => &falling_attack::LANDING,
        Ask::PutDown { .. } => &maneuvers::ANSWER,
        Ask::AddHelp { .. } | Ask::LateHelp { .. } => &help::ADDS,
        Ask::KeepTemp { .. } => &damage::TEMP_HP,
        Ask::Noise { .. } => &hide::ENDS_NOISE,
        Ask::HideFrom { .. } => &hide::ACTION,
        Ask::Combine { .. } => &combining::JOIN,
        Ask::Aim { .. } | Ask::ThrowAlong { .. } => &spells::TARGET,
    }
}

fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    let side = |side: Side| fight.setting.sides.get(side.index()).map_or("nobody", String::as_str);
    match *ask {
        Ask::Difficulty => "What is the Difficulty of initiative?".into(),
        Ask::CaughtOffGuard => "Is a side caught off guard?".into(),
        Ask::Tie { one, other } => format!("{} and {} are tied: who goes first?", side(one), side(other)),
        Ask::Next { side: of, .. } => format!("Who of {} acts next?", side(of)),
        Ask::Turn { who } => format!("What does {} do?", name(who)),
        Ask::Way { who, to } => format!("Which way does {} take to {to}?", name(who)),
        Ask::Extras { who, deed } => {
            format!("What does {} add to: {}?", name(who), options::deed_text(fight, who, deed))
        }
        Ask::Kind { who, .. } => format!("What kind of damage does {} deal?", name(who)),
        Ask::Hold { who } => format!("Which Action does {} hold?", name(who)),
        Ask::Signal { who, .. } => format!("What sets off what {} holds?", name(who)),
        Ask::React { who, moment, by, at } => {
            format!("{} {}: does {} react?", name(by), happening(fight, moment, at), name(who))
        }
        Ask::Resist { who, .. } => format!("With which skill does {} hold on?", name(who)),
        Ask::Direction { at, .. } => format!("Which way does {} go?", name(at)),
        Ask::Far { at, most, .. } => format!("How far does {} go, {most} Spaces at most?", name(at)),
        Ask::TradeForProne { at, .. } => format!("One Space less, and {} is Prone?", name(at)),
        Ask::FailOnPurpose { who } => format!("Does {} fail on purpose?", name(who)),
        Ask::Place { about, within, .. } => format!("Where does {} go, within {within} Spaces?", name(about)),
        Ask::Teleport { who, within, .. } => format!("Where does {} appear, within {within} Spaces?", name(who)),
        Ask::AnyWay { at, .. } => format!("Which way does {} go?", name(at)),
        Ask::Origin { who, .. } => format!("Where does what {} casts begin?", name(who)),
        Ask::Spot { who, from: None, .. } => format!("Where does {} put the next one?", name(who)),
        Ask::Spot { who, from: Some(from), .. } => format!("Where does {} move what is at {from}?", name(who)),
        Ask::Among { who, .. } => format!("Whom does {} mean?", name(who)),
        Ask::Mark { who, .. } => format!("What does {} end?", name(who)),
        Ask::GiveHp { who, at, most } => format!("How many HP does {} give {}, {most} at most?", name(who), name(at)),
        Ask::Command { who, of } => format!("What does {} tell {} to do?", name(who), name(of)),
        Ask::Sweep { who, .. } => format!("Whom does the sweep of {} take besides?", name(who)),
        Ask::Flame { at, both: true, .. } => format!("Whom does the flame take besides {}?", name(at)),
        Ask::Flame { at, .. } => format!("Does the flame take {} or somebody next to it?", name(at)),
        Ask::Duel { who, moment: Moment::Duel, .. } => format!("Does {} join the Spell Duel?", name(who)),
        Ask::Duel { who, by, .. } => format!("{} casts a spell: does {} challenge it?", name(by), name(who)),
        Ask::MakesSense { who, .. } => format!("Does the spell of {} make sense in this duel?", name(who)),
        Ask::SimpleEnough { who } => format!("Is what {} handles simple enough to be free?", name(who)),
        Ask::HelpMakesSense { who, skill } => format!("Does the help of {} with {skill} make sense?", name(who)),
        Ask::Improvised { .. } => "What does the improvised weapon deal?".into(),
        Ask::KeepTemp { who, offered } => {
            format!("Does {} take {offered} Temp HP for the {} it has?", name(who), fight.one(who).temp)
        }
        Ask::ReactOrder { who, .. } => {
            let side = side(fight.one(who).side);
            format!("In which order do those of {side} react?")
        }
        Ask::LobTo { who } => format!("Where does {} throw it?", name(who)),
        Ask::Goal { who, spaces } => format!("Where does {} go, {spaces} Spaces at most?", name(who)),
        Ask::Comes { who } => format!("Has what {} waits for come about?", name(who)),
        Ask::Landing { who, at } => format!("Where next to {} does {} come down?", name(at), name(who)),
        Ask::PutDown { who, whom } => format!("Where next to it does {} put {}?", name(who), name(whom)),
        Ask::AddHelp { who, helper } => format!("Does {} add the Help Die of {}?", name(who), name(helper)),
        Ask::LateHelp { who, at } => format!("Which Help Dice does {} add against {}?", name(who), name(at)),
        Ask::Noise { who } => format!("Is {} louder than a whisper?", name(who)),
        Ask::HideFrom { who } => format!("From whom does {} hide?", name(who)),
        Ask::Combine { who, by, .. } => format!("Does {} cast it together with {}?", name(who), name(by)),
        Ask::ThrowAlong { who, .. } => format!("At whom does {} throw the weapon?", name(who)),
        Ask::Aim { who, ability } => {
            format!("Where does {} aim {}?", name(who), fight.ability(ability).entry.name)
        }
    }
}

fn happening(fight: &Fight, moment: Moment, at: Who) -> String {
    let at = fight.label(at);
    match moment {
        Moment::Provoked => "gives an opening".into(),
        Moment::Targeted => format!("attacks {at}"),
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

fn one_of(wants: Wants, of: Vec<Choice<Act>>) -> Shape<Act> {
    Shape::OneOf(wants, of)
}

fn yes_no() -> Shape<Act> {
    one_of(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

fn shape(fight: &Fight, ask: &Ask) -> Shape<Act> {
    match *ask {
        Ask::Difficulty => Shape::Number { least: 1, most: 40 },
        Ask::CaughtOffGuard => {
            let mut of = vec![Choice::new("no side", Act::Side(None)).also(&["nobody"])];
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
            most: additions(fight, who, deed).len().min(quintain_engine::MOST_PICKS),
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
            one_of(Wants::Act, all.map(|skill| Choice::new(skill.text(), Act::Skill(skill))).collect())
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
        Ask::Command { of, .. } => {
            let mut choices = Vec::new();
            granted::commands(fight, of, |deed| {
                choices.push(deed_choice(fight, of, deed));
            });
            choices.push(Choice::new("nothing", Act::Pass));
            one_of(Wants::Act, unique(choices))
        }
        Ask::Sweep { who, at, weapon, farther, done } => {
            let all = attack::sweepable(fight, who, at, (weapon, farther), done);
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
        Ask::ReactOrder { ready, .. } => {
            let all = fight.everyone().filter(|who| ready & reactions::bit(*who) != 0);
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
            let most = of.len().min(quintain_engine::MOST_PICKS);
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
        Ask::ThrowAlong { who, within, taken } => {
            let all = spells::throwable(fight, who, within, taken);
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
        | Ask::Way { .. }
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
        Choice::new(options::deed_text(fight, who, deed), Act::Deed(deed)).hint(hint).at(*square)
    };
    // What can be reached can be walked to; only fear may forbid it.
    let dares = |square: Square| conditions::dares(fight, who, Deed::Move(square)).is_ok();
    reach.iter().filter(|(square, _)| fight.able(who) && dares(*square)).map(choice).collect()
}

/// What may be added to an attack or a spell.
fn additions(fight: &Fight, who: Who, deed: Deed) -> Vec<Choice<Act>> {
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
                    if number > 1 { format!("{name} {number}") } else { name.to_owned() }
                }
                other => options::extra_text(fight, who, other),
            };
            let taken = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
            let help = spells::helpers(fight, who, ability, at).into_iter().map(Extra::Help);
            let all = spells::choices(fight, who, ability, taken).into_iter().chain(help);
            all.map(|extra| Choice::new(name(extra), Act::Extra(extra))).collect()
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
fn duellists(fight: &Fight, who: Who, moment: Moment, refused: u32) -> Vec<Choice<Act>> {
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

/// What a person would look for on a turn and may not do: the deeds that a rule forbids now.
fn refused(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let Ask::Turn { who } = *ask else { return Vec::new() };
    let mut all: Vec<Refused> = Vec::new();
    options::candidates(fight, who, |deed| {
        if let Err(refusal) = options::may(fight, who, deed) {
            let text = options::deed_text(fight, who, deed);
            if !all.iter().any(|known| known.text == text) {
                all.push(Refused { text, refusal });
            }
        }
    });
    if let Err(refusal) = moving::may_move(fight, who)
        && fight.one(who).movement <= 0
    {
        all.push(Refused { text: "move".into(), refusal });
    }
    all
}

/// What stands unless somebody speaks: nothing is added and nobody reacts; all else is as tactics would have it.
fn default(fight: &Fight, ask: &Ask, shape: &Shape<Act>) -> Answer<Act> {
    match shape {
        Shape::Number { .. } => Answer::Number(match *ask {
            Ask::Far { most, .. } => most.into(),
            Ask::GiveHp { who, at, most } => tactics::hp_given(fight, who, at, most).into(),
            _ => initiative::DIFFICULTY,
        }),
        // What costs something is never added without a word, and nobody reacts.
        Shape::Several { .. } if matches!(ask, Ask::Extras { .. } | Ask::LateHelp { .. }) => {
            Answer::Several(ArrayVec::new())
        }
        Shape::Several { .. } => Answer::Several(tactics::several(fight, ask)),
        Shape::OrderOf(of) => {
            Answer::Order(of.iter().map(|choice| choice.act).take(quintain_engine::MOST_PICKS).collect())
        }
        Shape::OneOf(..) if matches!(ask, Ask::React { .. } | Ask::Duel { .. } | Ask::Combine { .. }) => {
            Answer::One(Act::Pass)
        }
        Shape::OneOf(_, of) => {
            // A push goes straight on and nowhere else unless somebody says so.
            let plain = matches!(ask, Ask::Direction { .. } | Ask::TradeForProne { .. });
            let wanted = tactics::choose_as(fight, usize::from(plain), ask);
            let known = of.iter().find(|choice| Some(choice.act) == wanted).or(of.first());
            Answer::One(known.map_or(Act::Pass, |choice| choice.act))
        }
        _ => Answer::One(Act::Pass),
    }
}
