//! The options of a turn.

use std::collections::BTreeSet;

use quintain_engine::{Choice, Refusal, Refused, Shape, Wants, Who};
use quintain_field::Square;

use crate::ask::{Act, Bonus};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Size;
use crate::rules::melee::Blow;
use crate::rules::wording::{blow_text, held_text};
use crate::rules::{
    activating, attack, called_shot, final_stand, grapple, ground, gu, handling, holding, jumping, maneuvers, melee,
    movement, status, turns, ways,
};

/// Something that somebody might do on its turn, with its words.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub act: Act,
    /// In words.
    pub text: String,
    /// Other words for the same.
    pub also: &'static [&'static str],
    /// What it costs.
    pub hint: String,
    pub square: Option<Square>,
    pub who: Option<Who>,
}

impl Candidate {
    fn new(text: impl Into<String>, act: Act) -> Self {
        Candidate { act, text: text.into(), also: &[], hint: String::new(), square: None, who: None }
    }

    fn at(mut self, square: Square) -> Self {
        self.square = Some(square);
        self
    }

    fn on(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    fn also(mut self, words: &'static [&'static str]) -> Self {
        self.also = words;
        self
    }

    fn hint(mut self, hint: String) -> Self {
        self.hint = hint;
        self
    }
}

/// The options of a turn, and what a person would look for in vain.
pub fn shape(fight: &Fight, who: Who) -> (Shape<Act>, Vec<Refused>) {
    let (mut of, mut refused): (Vec<Choice<Act>>, Vec<Refused>) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for candidate in candidates(fight, who) {
        match may(fight, who, &candidate.act) {
            Ok(()) if !known.insert(candidate.text.to_ascii_lowercase()) => {}
            Ok(()) => {
                let mut choice = Choice::new(candidate.text, candidate.act).also(candidate.also).hint(candidate.hint);
                (choice.square, choice.who) = (candidate.square, candidate.who);
                of.push(choice);
            }
            Err(refusal) => {
                let refusal = cured(fight, who, &candidate.act, refusal);
                refused.push(Refused { text: candidate.text, refusal });
            }
        }
    }
    (Shape::OneOf(Wants::Act, of), refused)
}

/// A refusal with what would be right, where the target is out of reach. It is put into words for people only.
pub(crate) fn cured(fight: &Fight, who: Who, act: &Act, refusal: Refusal) -> Refusal {
    if refusal.why != attack::TOO_FAR {
        return refusal;
    }
    let reach = match act {
        Act::Strike(blow) => Some((blow.at, melee::reach(fight, who, blow.with))),
        Act::Gu(
            gu::GuAct::Activate { slot, at } | gu::GuAct::Perform { slot, at } | gu::GuAct::Attain { slot, at },
        ) => {
            let owned = activating::owned(fight, who, *slot);
            at.who().zip(owned.map(|owned| activating::range(fight, who, owned)))
        }
        _ => None,
    };
    match reach {
        Some((at, reach)) => refusal.cure(format!("{} m away, it reaches {reach} m", fight.distance(who, at))),
        None => refusal,
    }
}

/// The text of what is done most on a turn, where nothing else on it can be called the same.
pub(super) fn text_of(fight: &Fight, who: Who, act: &Act) -> Option<String> {
    match act {
        Act::EndTurn => Some(END.into()),
        Act::Move(to) => Some(move_text(*to)),
        Act::Strike(blow) if fight.foes(who, blow.at) && may(fight, who, act).is_ok() => {
            let text = blow_text(fight, blow);
            let alike = |with: &melee::With| {
                let other = blow_text(fight, &Blow { with: *with, ..*blow });
                *with != blow.with && other.eq_ignore_ascii_case(&text)
            };
            (!melee::strikes(fight, who).iter().any(alike)).then_some(text)
        }
        _ => None,
    }
}

const END: &str = "end turn";

fn move_text(to: Square) -> String {
    format!("move to {to}")
}

/// Everything that a person might look for.
fn candidates(fight: &Fight, who: Who) -> Vec<Candidate> {
    let mut all = vec![Candidate::new(END, Act::EndTurn).also(&["pass", "done", "nothing"])];
    walks(fight, who, &mut all);
    flights(fight, who, &mut all);
    strikes(fight, who, &mut all);
    holds(fight, who, &mut all);
    others(fight, who, &mut all);
    gu::candidates(fight, who, |text, act| all.push(Candidate::new(text, act)));
    all
}

fn jumps(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    let one = fight.one(who);
    let near = quintain_field::Span::from(one.at).grown(24);
    if let Some(near) = near.clipped_to(fight.ground().map.bounds()) {
        for square in near.squares() {
            // Those a little too far are among what is refused.
            let near = quintain_field::distance(one.at, square, quintain_field::Diagonal::Equal) <= 5;
            if jumping::straight(one.at, square).is_some() && (near || may(fight, who, &Act::Jump(square)).is_ok()) {
                all.push(Candidate::new(format!("jump to {square}"), Act::Jump(square)).at(square));
            }
        }
    }
}

fn walks(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    let free = ways::reachable(fight, who, false);
    for (square, cost) in &free {
        let candidate = Candidate::new(move_text(*square), Act::Move(*square));
        all.push(candidate.at(*square).hint(format!("{cost} m")));
    }
    for (square, cost) in ways::reachable(fight, who, true) {
        let cheaper = free.iter().all(|(known, price)| *known != square || *price > cost);
        if cheaper {
            let candidate = Candidate::new(format!("push through to {square}"), Act::MoveThrough(square));
            all.push(candidate.at(square).hint(format!("{cost} m, Dodge test")));
        }
    }
    let one = fight.one(who);
    jumps(fight, who, all);
    for other in fight.everyone().filter(|other| *other != who && fight.present(*other)) {
        let square = fight.one(other).at;
        let near = quintain_field::distance(one.at, square, quintain_field::Diagonal::Equal) <= 20;
        // Of those who stand on the ground it is known without looking at everybody.
        let its = fight.one(other);
        let stands = its.height == 0 && its.size != Size::Tiny && its.held_by.is_none() && one.held_by.is_none();
        if near && (stands || !fight.is_free_for(who, square, 0)) {
            all.push(Candidate::new(move_text(square), Act::Move(square)).at(square));
        }
    }
    if movement::may_walk(fight, who).is_err() {
        // So that "why can't I?" has an answer.
        let beside = one.at.neighbours().into_iter().filter(|square| fight.ground().map.contains(*square));
        all.extend(beside.map(|square| Candidate::new(move_text(square), Act::Move(square))));
    }
    all.push(Candidate::new("jump", Act::Jump(one.at)));
    for square in one.at.neighbours() {
        if movement::may_step_off(fight, who, square).is_ok() {
            all.push(Candidate::new(format!("step off to {square}"), Act::StepOff(square)).at(square));
        }
        if ground::climb(fight, who, square).is_some() {
            all.push(Candidate::new(format!("climb to {square}"), Act::Climb(square)).at(square));
        }
    }
    if one.climbing {
        all.push(Candidate::new("climb down", Act::ClimbDown));
    }
    if one.is(Condition::Prone) {
        all.push(Candidate::new("stand up", Act::StandUp));
    }
    if fight.ground().is_deep(one.at) {
        all.push(Candidate::new("go under", Act::Submerge));
    }
    if one.is(Condition::Submerged) {
        all.push(Candidate::new("come up", Act::Surface));
    }
}

fn flights(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    all.push(Candidate::new("take flight", Act::TakeFlight));
    all.push(Candidate::new("dive", Act::Dive));
    all.push(Candidate::new("evade", Act::Evade));
    all.push(Candidate::new("land", Act::Land));
    if derived::flight(fight, who).is_some() && fight.one(who).airborne {
        for square in super::each_around(fight, who, maneuvers::speed(fight, who)) {
            all.push(Candidate::new(format!("fly to {square}"), Act::Fly(square)).at(square));
        }
    }
}

/// Every strike at every enemy, plain and called, and the first of several.
fn strikes(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    let foes = || fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at));
    let withs = melee::strikes(fight, who);
    for at in foes() {
        for with in &withs {
            let plain = Blow::plain(*with, at);
            all.push(Candidate::new(blow_text(fight, &plain), Act::Strike(plain)).on(at));
            if matches!(with, melee::With::Arm(_)) && fight.one(who).in_hand.len() > 1 {
                let first = Blow { several: true, ..plain };
                all.push(Candidate::new(blow_text(fight, &first), Act::Strike(first)).on(at));
            }
        }
        // So that "why can't I?" has an answer.
        for with in [melee::With::Kick, melee::With::Punch] {
            if !withs.contains(&with) && fight.template(who).natural.is_empty() {
                let blow = Blow::plain(with, at);
                all.push(Candidate::new(blow_text(fight, &blow), Act::Strike(blow)).on(at));
            }
        }
    }
    // The plain strikes first: a reader of the list finds them without the parts of each body.
    for at in foes() {
        for (with, called) in withs.iter().flat_map(|with| called_shot::parts(fight, at).map(move |part| (with, part)))
        {
            let blow = Blow { called: Some(called), ..Blow::plain(*with, at) };
            all.push(Candidate::new(blow_text(fight, &blow), Act::Strike(blow)).on(at));
        }
    }
}

fn holds(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    for at in fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at)) {
        all.push(Candidate::new(format!("grapple {}", fight.label(at)), Act::Grapple(at)).on(at));
    }
    if fight.one(who).held_by.is_some() {
        all.push(Candidate::new("break free", Act::BreakFree));
    }
    let held: Vec<Who> = fight.held_by(who).collect();
    if !held.is_empty() && grapple::may_drag(fight, who).is_ok() {
        for square in grapple::drag_squares(fight, who) {
            all.push(Candidate::new(format!("drag to {square}"), Act::Drag(square)).at(square));
        }
    }
    for whom in held {
        all.push(Candidate::new(format!("let go of {}", fight.label(whom)), Act::LetGo(whom)).on(whom));
        let range = grapple::throw_range(fight, who, whom);
        for step in quintain_field::Step::ALL {
            for far in 1..=range.min(60) {
                let to = fight.one(who).at.offset(step.dx() * far, step.dy() * far);
                if fight.ground().map.contains(to) {
                    let text = format!("throw {} to {to}", fight.label(whom));
                    all.push(Candidate::new(text, Act::Throw { whom, to }).at(to));
                }
            }
        }
    }
}

fn others(fight: &Fight, who: Who, all: &mut Vec<Candidate>) {
    let one = fight.one(who);
    all.push(Candidate::new("sprint", Act::Sprint));
    if one.is(Condition::Burning) || one.is(Condition::Ablaze) {
        all.push(Candidate::new("roll on the ground", Act::RollOut));
    }
    for action in holding::actions(fight, who) {
        all.push(Candidate::new(format!("hold {}", held_text(fight, who, action)), Act::Hold(action)));
    }
    for (place, arm) in one.arms.iter().enumerate() {
        if fight.arm(*arm).natural || one.arms.iter().take(place).any(|known| known == arm) {
            continue;
        }
        let name = &fight.arm(*arm).name;
        if one.in_hand.contains(arm) {
            all.push(Candidate::new(format!("put away {name}"), Act::Bonus(Bonus::PutAway(*arm))));
        }
        if one.undrawn(*arm) {
            all.push(Candidate::new(format!("draw {name}"), Act::Bonus(Bonus::Draw(*arm))));
        }
    }
    for (to, door) in handling::doors(fight, who) {
        let open = door != quintain_field::Door::Open;
        let word = if open { "open" } else { "close" };
        let act = Act::Bonus(Bonus::Door { to, open });
        all.push(Candidate::new(format!("{word} the door to {to}"), act).at(to));
    }
    all.push(Candidate::new("something quick", Act::Bonus(Bonus::Other)));
    all.push(Candidate::new("something else", Act::Improvise));
    all.push(Candidate::new("surrender", Act::Surrender));
    all.push(Candidate::new("leave the fight", Act::Leave));
}

/// Whether somebody may do this on its turn now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, act: &Act) -> Result<(), Refusal> {
    let one = fight.one(who);
    let limited = || match one.is(Condition::FinalStand) {
        true => Err(Refusal::new(&final_stand::LIMITS, "it cannot move in Final Stand")),
        false => Ok(()),
    };
    match act {
        Act::EndTurn => Ok(()),
        Act::Move(to) | Act::MoveThrough(to) => may_go(fight, who, *to),
        Act::Jump(to) => jumping::may_jump(fight, who, *to),
        Act::StepOff(to) => movement::may_step_off(fight, who, *to),
        Act::Climb(to) => ground::may_climb(fight, who, *to),
        Act::ClimbDown if !one.climbing => Err(Refusal::new(&ground::CLIMB_HALF, "it hangs on no wall")),
        Act::ClimbDown => match ground::climbing_left(fight, who) {
            0 => Err(Refusal::new(&ground::CLIMB_HALF, "too little movement is left to climb")),
            _ => limited(),
        },
        Act::StandUp => may_stand(fight, who),
        Act::Submerge => ground::may_submerge(fight, who),
        Act::Surface if !one.is(Condition::Submerged) => {
            Err(Refusal::new(&ground::SWIM_BREATH, "it is not under water"))
        }
        Act::Surface => movement::may_walk(fight, who),
        Act::TakeFlight => maneuvers::may_take_flight(fight, who),
        Act::Fly(to) => maneuvers::may_fly(fight, who, *to),
        Act::Dive => maneuvers::may_dive(fight, who),
        Act::Evade => maneuvers::may_evade(fight, who),
        Act::Land => maneuvers::may_land(fight, who),
        Act::Strike(blow) => melee::may_strike(fight, who, blow),
        Act::Grapple(at) => grapple::may_grapple(fight, who, *at),
        Act::BreakFree if one.held_by.is_none() => Err(Refusal::new(&grapple::BREAK_FREE, "nobody holds it")),
        Act::BreakFree => turns::may_begin(fight, who),
        Act::Drag(_) => grapple::may_drag(fight, who),
        Act::Throw { whom, to } => grapple::may_throw(fight, who, *whom, *to),
        Act::LetGo(whom) if fight.one(*whom).held_by != Some(who) => {
            Err(Refusal::new(&grapple::SAME_SQUARE, format!("it does not hold {}", fight.label(*whom))))
        }
        Act::LetGo(_) => Ok(()),
        Act::Sprint => turns::may_begin(fight, who),
        Act::RollOut => may_roll(fight, who),
        Act::Hold(action) => holding::may_hold(fight, who, *action),
        Act::Bonus(bonus) => may_quick(fight, who, *bonus),
        Act::Improvise => turns::may_begin(fight, who),
        Act::Surrender => Ok(()),
        Act::Leave => may_leave(fight, who),
        Act::Gu(act) => gu::may_act(fight, who, *act),
        _ => Err(Refusal::new(&turns::ACTION_LIST, "that is nothing to do on a turn")),
    }
}

fn may_go(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    movement::may_walk(fight, who)?;
    if fight.ground().map.contains(to) && !fight.is_free_for(who, to, 0) {
        return Err(Refusal::new(&movement::NO_SHARED_SQUARE, "there is no room for it"));
    }
    Ok(())
}

fn may_roll(fight: &Fight, who: Who) -> Result<(), Refusal> {
    turns::may_begin(fight, who)?;
    status::may_roll_out(fight, who)
}

fn may_stand(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if !fight.one(who).is(Condition::Prone) {
        return Err(Refusal::new(&status::PRONE_STAND, "it does not lie on the ground"));
    }
    movement::may_spend(fight, who)?;
    let cost = status::standing_costs(fight, who);
    if movement::left(fight, who) < cost {
        return Err(Refusal::new(&status::PRONE_STAND, "too little movement is left to stand up"));
    }
    Ok(())
}

fn may_quick(fight: &Fight, who: Who, bonus: Bonus) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    let arm = match bonus {
        Bonus::Draw(arm) => arm,
        Bonus::Door { to, open } => return handling::may_turn(fight, who, to, open),
        Bonus::PutAway(arm) if !fight.one(who).in_hand.contains(&arm) => {
            return Err(Refusal::new(&turns::BONUS_SCOPE, "it does not hold that"));
        }
        _ => return Ok(()),
    };
    if !fight.one(who).undrawn(arm) {
        return Err(Refusal::new(&turns::BONUS_SCOPE, "it carries none that it does not hold already"));
    }
    if derived::free_hands(fight, who) < fight.arm(arm).hands {
        return Err(Refusal::new(&melee::MULTI_LIMIT, "it has no hand free for it"));
    }
    Ok(())
}

fn may_leave(fight: &Fight, who: Who) -> Result<(), Refusal> {
    movement::may_walk(fight, who)?;
    let map = &fight.ground().map;
    let (body, bounds) = (fight.body(who), map.bounds());
    let edge = body.south_west().x == 0
        || body.south_west().y == 0
        || body.north_east().x == bounds.north_east().x
        || body.north_east().y == bounds.north_east().y;
    if edge || body.squares().any(|square| map.is_exit(square)) {
        return Ok(());
    }
    Err(Refusal::new(&movement::ALLOWANCE, "it does not stand at the edge of the map"))
}
