//! Everything that somebody could name and may not do now, each with the rule that refuses it.

use quintain_engine::{Refusal, Refused, Shape, Who};
use quintain_field::Square;

use super::turn::{cured, may};
use crate::arm::ArmId;
use crate::ask::{Act, Ask, Bonus};
use crate::combatant::GuState;
use crate::fight::Fight;
use crate::hold::{HeldAction, Pattern};
use crate::options::react_text;
use crate::rules::activating::{self, Target};
use crate::rules::gu::{self, GuAct, GuAsk};
use crate::rules::melee::{self, Blow, With};
use crate::rules::reactions::{self, React, Trigger};
use crate::rules::wording::{blow_text, held_text, pattern_text};
use crate::rules::{
    dodge, grapple, ground, holding, jumping, killer_moves, maneuvers, movement, opportunity, parry, turns, ways,
};

/// What else somebody might try in answer to a question and may not. Words that begin one single option mean that one, and
/// are not refused.
pub fn refusals(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let mut all = candidates(fight, ask);
    let (shape, _) = super::shape(fight, ask);
    let Shape::OneOf(_, of) = shape else { return all };
    let mut offered: Vec<String> = of.iter().map(|choice| choice.text.to_lowercase()).collect();
    offered.sort();
    let begun_by = |text: &str| {
        let from = offered.partition_point(|known| known.as_str() < text);
        offered[from..].iter().take_while(|known| known.starts_with(text)).take(2).count()
    };
    all.retain(|refused| {
        let text = refused.text.to_lowercase();
        let from = offered.partition_point(|known| *known < text);
        offered.get(from) != Some(&text) && begun_by(&text) != 1
    });
    all
}

fn candidates(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    match *ask {
        Ask::Turn { who } => of_turn(fight, who),
        Ask::React { who, trigger } => of_reaction(fight, who, &trigger),
        Ask::Opportunity { who, at } => {
            let kick = Blow::plain(With::Kick, at);
            let no_kick = Refusal::new(&opportunity::NO_KICK, "an attack of opportunity is no kick");
            let mut all = vec![Refused { text: blow_text(fight, &kick), refusal: no_kick }];
            all.extend(strikes(fight, who, at));
            all
        }
        Ask::Counter { who, at, .. } => strikes(fight, who, at),
        Ask::HeldStrike { who, .. } | Ask::DiveStrike { who } => {
            let others = fight.everyone().filter(|at| *at != who && fight.present(*at));
            others.flat_map(|at| strikes(fight, who, at)).collect()
        }
        Ask::DodgeTo { who, .. } => squares(fight, |to| match dodge::ways(fight, who).contains(&to) {
            true => Ok(()),
            false => Err(dodge::refuses(fight, who, to)),
        }),
        Ask::DiveTo { who } => {
            let speed = maneuvers::speed(fight, who);
            squares(fight, |to| {
                let away = quintain_field::distance(fight.one(who).at, to, quintain_field::Diagonal::Equal);
                let near = away <= u32::from(speed.unsigned_abs()) && maneuvers::dives_over(fight, who, to);
                let why = format!("{away} m away; a dive goes {speed} m forward and not up");
                if near { Ok(()) } else { Err(Refusal::new(&maneuvers::DIVE_MOVE, why)) }
            })
        }
        Ask::FreeSquare { who } => {
            let free = grapple::squares_beside(fight, who);
            squares(fight, |to| match free.contains(&to) {
                true => Ok(()),
                false => Err(Refusal::new(&grapple::BREAK_FREE, "it is no free square beside it")),
            })
        }
        Ask::HoldWhen { who, action } => {
            let refused = |pattern: Pattern| {
                let refusal = holding::may_wait_for(fight, who, pattern).err()?;
                Some(Refused { text: pattern_text(fight, pattern), refusal })
            };
            super::held::candidates(fight, who, action).into_iter().filter_map(refused).collect()
        }
        Ask::HeldGu { who, slot, .. } => {
            let mut all = Vec::new();
            activations(fight, who, slot, |text, act| add(fight, who, &mut all, text, act));
            all
        }
        Ask::Gu(GuAsk::Target { who, slot, .. }) => {
            let Some(owned) = activating::owned(fight, who, slot) else { return Vec::new() };
            let refused = |at: Who| {
                let refusal = activating::may_target(fight, who, owned, Target::Who(at)).err()?;
                Some(Refused { text: fight.label(at).to_owned(), refusal })
            };
            fight.everyone().filter_map(refused).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds what may not be done on a turn.
fn add(fight: &Fight, who: Who, all: &mut Vec<Refused>, text: String, act: Act) {
    if let Err(refusal) = may(fight, who, &act) {
        all.push(Refused { text, refusal: cured(fight, who, &act, refusal) });
    }
}

/// Every square of the map that is refused, by its name.
fn squares(fight: &Fight, may: impl Fn(Square) -> Result<(), Refusal>) -> Vec<Refused> {
    let all = fight.ground().map.bounds().squares();
    all.filter_map(|to| may(to).err().map(|refusal| Refused { text: to.to_string(), refusal })).collect()
}

fn of_turn(fight: &Fight, who: Who) -> Vec<Refused> {
    let mut all = Vec::new();
    ways_refused(fight, who, &mut all);
    let mut refuse = |text: String, act: Act| add(fight, who, &mut all, text, act);
    for at in fight.everyone().filter(|at| *at != who) {
        let name = fight.label(at);
        refuse(format!("grapple {name}"), Act::Grapple(at));
        refuse(format!("let go of {name}"), Act::LetGo(at));
        for (text, act) in [
            (format!("charge {name}"), GuAct::Charge(at)),
            (format!("flurry at {name}"), GuAct::Flurry(at)),
            (format!("punch {name} at the run"), GuAct::ChargingPunch(at)),
        ] {
            refuse(text, Act::Gu(act));
        }
    }
    for (text, act) in [
        ("break free".to_owned(), Act::BreakFree),
        ("stand up".to_owned(), Act::StandUp),
        ("climb down".to_owned(), Act::ClimbDown),
        ("go under".to_owned(), Act::Submerge),
        ("come up".to_owned(), Act::Surface),
        ("roll on the ground".to_owned(), Act::RollOut),
        ("rise".to_owned(), Act::Rise),
    ] {
        refuse(text, act);
    }
    for action in [HeldAction::BreakFree, HeldAction::RollOut] {
        refuse(format!("hold {}", held_text(fight, who, action)), Act::Hold(action));
    }
    for stones in 1..=4 {
        let action = HeldAction::Absorb(stones);
        refuse(format!("hold {}", held_text(fight, who, action)), Act::Hold(action));
        let word = if stones == 1 { "stone" } else { "stones" };
        refuse(format!("absorb {stones} {word}"), Act::Gu(GuAct::Absorb(stones)));
    }
    for (place, arm) in fight.setting.arms.iter().enumerate().filter(|(_, arm)| !arm.natural) {
        let id = ArmId(place as u16);
        refuse(format!("draw {}", arm.name), Act::Bonus(Bonus::Draw(id)));
        refuse(format!("put away {}", arm.name), Act::Bonus(Bonus::PutAway(id)));
    }
    for at in fight.everyone().filter(|at| *at != who) {
        all.extend(strikes(fight, who, at));
    }
    for slot in 0..fight.one(who).gu.len() as u8 {
        gu_refused(fight, who, slot, &mut all);
    }
    all
}

/// Everywhere that nobody gets to now: on foot, at a bound, up a wall, through the air, with a victim.
fn ways_refused(fight: &Fight, who: Who, all: &mut Vec<Refused>) {
    let on_foot = ways::reachable(fight, who, false);
    let through = ways::reachable(fight, who, true);
    let held: Vec<Who> = fight.held_by(who).collect();
    for to in fight.ground().map.bounds().squares() {
        let refuse = |verb: &str, refusal: Refusal| Refused { text: format!("{verb} {to}"), refusal };
        if !on_foot.iter().any(|(square, _)| *square == to) {
            all.push(refuse("move to", movement::refuses(fight, who, to)));
        }
        if !through.iter().any(|(square, _)| *square == to) {
            all.push(refuse("push through to", movement::refuses(fight, who, to)));
        }
        for (verb, act) in [
            ("jump to", Act::Jump(to)),
            ("climb to", Act::Climb(to)),
            ("step off to", Act::StepOff(to)),
            ("fly to", Act::Fly(to)),
            ("open the door to", Act::Bonus(Bonus::Door { to, open: true })),
            ("close the door to", Act::Bonus(Bonus::Door { to, open: false })),
        ] {
            all.extend(may(fight, who, &act).err().map(|refusal| refuse(verb, refusal)));
        }
        match grapple::may_drag(fight, who) {
            Err(refusal) => all.push(refuse("drag to", refusal)),
            Ok(()) if !grapple::drag_squares(fight, who).contains(&to) => {
                all.push(refuse("drag to", Refusal::new(&grapple::DRAG_SUCCESS, "nobody is dragged so far")));
            }
            Ok(()) => {}
        }
        for whom in held.iter().copied() {
            let verb = format!("throw {} to", fight.label(whom));
            all.extend(grapple::may_throw(fight, who, whom, to).err().map(|refusal| refuse(&verb, refusal)));
        }
    }
    let free = fight.everyone().filter(|whom| *whom != who && !held.contains(whom));
    all.extend(free.map(|whom| Refused {
        text: format!("throw {}", fight.label(whom)),
        refusal: Refusal::new(&grapple::THROW, format!("it does not hold {}", fight.label(whom))),
    }));
    all.extend(
        jumping::may_jump(fight, who, fight.one(who).at).err().map(|refusal| Refused { text: "jump".into(), refusal }),
    );
    let climbs = ground::may_climb(fight, who, fight.one(who).at);
    all.extend(climbs.err().map(|refusal| Refused { text: "climb".into(), refusal }));
}

/// Strikes at somebody with anything there is: what is in hand, what is carried, what is not, hands, feet and teeth.
fn strikes(fight: &Fight, who: Who, at: Who) -> Vec<Refused> {
    let one = fight.one(who);
    let arms = fight
        .setting
        .arms
        .iter()
        .enumerate()
        .filter(|(place, arm)| !arm.natural || fight.template(who).natural.contains(&ArmId(*place as u16)));
    let arms = arms.map(|(place, _)| With::Arm(ArmId(place as u16)));
    let thrown = one.arms.iter().filter(|arm| !fight.arm(**arm).natural).map(|arm| With::Thrown(*arm));
    let known = melee::strikes(fight, who);
    let mut all = Vec::new();
    for with in arms.chain(thrown).chain([With::Punch, With::Kick, With::Bite]) {
        let plain = Blow::plain(with, at);
        let called = crate::rules::called_shot::parts(fight, at).map(|part| Blow { called: Some(part), ..plain });
        let several = Blow { several: true, ..plain };
        for blow in [plain, several].into_iter().chain(called) {
            if let Some(refusal) = strike_refused(fight, who, &blow, &known) {
                all.push(Refused { text: blow_text(fight, &blow), refusal });
            }
        }
    }
    all
}

fn strike_refused(fight: &Fight, who: Who, blow: &Blow, known: &[With]) -> Option<Refusal> {
    let at = blow.at;
    if let With::Arm(arm) = blow.with
        && !known.contains(&blow.with)
        && !fight.arm(arm).natural
    {
        let name = &fight.arm(arm).name;
        let carried = fight.one(who).arms.contains(&arm);
        let refusal = Refusal::new(&melee::WEAPON_TEST, format!("it holds no {name}"));
        return Some(if carried { refusal.cure(format!("draw {name} first")) } else { refusal });
    }
    if !fight.foes(who, at) {
        return Some(Refusal::new(&turns::ACTION_LIST, format!("{} is no enemy", fight.label(at))));
    }
    if blow.several && !matches!(blow.with, With::Arm(_)) {
        return Some(Refusal::new(&melee::MULTI_COUNT, "that takes several weapons in hand"));
    }
    let refusal = melee::may_strike_among(fight, who, blow, known).err()?;
    Some(cured(fight, who, &Act::Strike(*blow), refusal))
}

/// Every activation of a Gu, wide areas and further ways of paying included.
fn activations(fight: &Fight, who: Who, slot: u8, mut found: impl FnMut(String, Act)) {
    let Some(owned) = activating::owned(fight, who, slot) else { return };
    let name = gu::name_of(fight, who, slot);
    let performs = killer_moves::is_move(fight, owned);
    let mut both = |at: Target| {
        let act = if performs { GuAct::Perform { slot, at } } else { GuAct::Activate { slot, at } };
        found(format!("activate {name}{}", activating::target_text(fight, at)), Act::Gu(act));
    };
    let wanted = activating::wanted(crate::rules::standing::entry(fight, owned.gu));
    match wanted {
        activating::Wanted::Square | activating::Wanted::Room => {
            fight.ground().map.bounds().squares().for_each(|square| both(Target::Square(square)));
        }
        _ => activating::targets(fight, who, slot, both),
    }
}

/// What one Gu cannot be used for now.
fn gu_refused(fight: &Fight, who: Who, slot: u8, all: &mut Vec<Refused>) {
    let Some(owned) = activating::owned(fight, who, slot) else { return };
    let name = gu::name_of(fight, who, slot);
    if killer_moves::is_move(fight, owned) || owned.state != GuState::Carved {
        activations(fight, who, slot, |text, act| add(fight, who, all, text, act));
        if !killer_moves::is_move(fight, owned) {
            add(fight, who, all, format!("activate {name}"), Act::Gu(GuAct::Activate { slot, at: Target::None }));
        }
    }
    activating::targets(fight, who, slot, |at| {
        let text = format!("attain {name}{}", activating::target_text(fight, at));
        add(fight, who, all, text, Act::Gu(GuAct::Attain { slot, at }));
    });
    for (text, act) in [
        (format!("stop {name}"), GuAct::Stop(slot)),
        (format!("detonate {name}"), GuAct::Detonate(slot)),
        (format!("direct {name}"), GuAct::Direct(slot)),
        (format!("use {name}"), GuAct::Wield { slot, at: Target::None }),
    ] {
        add(fight, who, all, text, Act::Gu(act));
    }
    for step in quintain_field::Step::ALL {
        let text = format!("pass with {name} to the {}", step.words());
        add(fight, who, all, text, Act::Gu(GuAct::Pass { slot, step }));
    }
    for at in fight.everyone() {
        let label = fight.label(at);
        for (text, act) in [
            (format!("give {name} to {label}"), GuAct::HandOver { slot, to: at }),
            (format!("apply {name} to {label}"), GuAct::Apply { slot, to: at }),
            (format!("trade for {name} at {label}"), GuAct::Trade { slot, at }),
            (format!("activate {name} at {label} at the run"), GuAct::ChargingTouch(slot, at)),
        ] {
            add(fight, who, all, text, Act::Gu(act));
        }
    }
}

fn of_reaction(fight: &Fight, who: Who, trigger: &Trigger) -> Vec<Refused> {
    let slots = 0..fight.one(who).gu.len() as u8;
    let of = |slot: u8| [React::Gu(slot), React::Detonate(slot), React::Stop(slot)];
    let all = [React::Dodge, React::Parry, React::Held].into_iter().chain(slots.flat_map(of));
    let refused = |react: React| {
        let refusal = reactions::may_react(fight, who, trigger, react).err()?;
        Some(Refused { text: react_text(fight, who, react), refusal })
    };
    let mut refused: Vec<Refused> = all.filter_map(refused).collect();
    refused.extend(parry::counters(fight, who, trigger.by).map(|blow| Refused {
        text: blow_text(fight, &blow),
        refusal: Refusal::new(&parry::COUNTER, "a strike of its own comes after a parry"),
    }));
    refused
}
