//! What the GM changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};
use quintain_field::{Site, Square};

use crate::book::{Hold, With};
use crate::combatant::Out;
use crate::fight::{Fight, Hazard, Stage};
use crate::late::LateName;
use crate::rules::{movement, order, weapons};

mod conditions;

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } => {
            let who = person(fight, who)?;
            crate::values::set_by_edict(fight, who, key, value)?;
            crate::values::make_sound(fight, who);
            Ok(format!("{}'s {key} is {value} now", fight.label(who)))
        }
        Edict::SetFight { key, value } => set_fight(fight, key, value),
        Edict::Move { who, to } => {
            let who = person(fight, who)?;
            if !movement::may_stop(fight, who, *to) {
                return Err(Refusal::new(&movement::OCCUPIED, format!("{to} has no room")));
            }
            crate::rules::steps::put(fight, who, *to);
            Ok(format!("{} stands at {to} now", fight.label(who)))
        }
        Edict::Add { is, name, side, at } => add(fight, is, name, side, *at),
        Edict::Remove { who } => {
            let who = person(fight, who)?;
            remove(fight, who);
            Ok(format!("{} is out of the fight", fight.label(who)))
        }
        Edict::Give { who, condition } => conditions::give(fight, who, condition),
        Edict::Take { who, condition } => conditions::take(fight, who, condition),
        Edict::Clear { site } if clear(fight, *site) => Ok(format!("{site} is clear now")),
        Edict::Clear { site } => Err(Refusal::new(&EDICT, format!("nothing lies at {site}"))),
        Edict::Light { name, lit } => fight.lights.turn(name, *lit),
        Edict::Die { .. } => Err(Refusal::new(&EDICT, "a die is replaced in the record, not in the fight")),
        Edict::End { winner } => {
            let outcome = match winner {
                None => Outcome::Ended,
                Some(name) => Outcome::Won(side_named(fight, name)?),
            };
            fight.stage = Stage::Over(outcome);
            fight.outcome = Some(outcome);
            if let Some(turn) = &mut fight.turn {
                turn.over = true;
            }
            Ok("the fight is ended".into())
        }
    }
}

/// `set NAME.main dagger`: what a hand holds from now on; `nothing` empties it.
pub(crate) fn hold(fight: &mut Fight, who: Who, main: bool, words: &str) -> Result<(), Refusal> {
    let weapon = match words.trim() {
        "nothing" | "" => None,
        name => Some(conditions::weapon_called(fight, name)?),
    };
    if let Some(weapon) = weapon {
        let hand = if main { With::MainHand } else { With::OffHand };
        weapons::may_hold(fight, who, weapon, hand).map_err(|why| Refusal::new(&EDICT, why))?;
    }
    let free_off = main && weapon.is_some_and(|weapon| fight.weapon(weapon).entry.hold == Hold::TwoHanded);
    let many = weapon.map_or(0, |weapon| fight.weapon(weapon).entry.ammunition);
    let mut one = fight.one_mut(who);
    match main {
        true => one.main = weapon,
        false => one.off = weapon,
    }
    if free_off {
        one.off = None;
    }
    if let Some(weapon) = weapon.filter(|weapon| many > 0 && one.spares_of(*weapon) == 0) {
        one.stock(weapon, many);
    }
    Ok(())
}

/// Takes a combatant out, with what ends then: what it keeps up, its hold on others, its minions.
fn remove(fight: &mut Fight, who: Who) {
    fight.one_mut(who).out = Some(Out::Gone);
    fight.one_mut(who).prepared = None;
    end_turn_of(fight, who);
    crate::rules::kept::let_go(fight, who);
    for other in fight.everyone() {
        let one = fight.one(other);
        if one.out.is_none() && one.is_called_by(who) {
            remove(fight, other);
        }
    }
}

fn end_turn_of(fight: &mut Fight, who: Who) {
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
        turn.over = true;
    }
}

/// Takes away what stands or lies at a place, what the surroundings do there among it, and says whether there was anything.
fn clear(fight: &mut Fight, site: Site) -> bool {
    let does =
        |hazard: &Hazard| matches!(site, Site::Square(square) if hazard.area.contains(&square)) && !hazard.cleared;
    let hazards = fight.setting.hazards.iter().any(does);
    if !hazards && !fight.setting.map.clone().bury(site) {
        return false;
    }
    let setting = fight.setting.change();
    match hazards {
        true => setting.hazards.iter_mut().filter(|hazard| does(hazard)).for_each(|hazard| hazard.cleared = true),
        false => _ = setting.map.bury(site),
    }
    setting.survey();
    fight.cast.touch();
    true
}

fn person(fight: &Fight, name: &str) -> Result<Who, Refusal> {
    quintain_engine::find(fight, name).ok_or_else(|| {
        let names: Vec<&str> = fight.everyone().map(|who| fight.label(who)).collect();
        Refusal::new(&EDICT, format!("nobody is called {name}; there are {}", names.join(", ")))
    })
}

fn side_named(fight: &Fight, name: &str) -> Result<Side, Refusal> {
    fight.side_named(name).ok_or_else(|| {
        let why = format!("there is no side {name}; there are {}", fight.setting.sides.join(", "));
        Refusal::new(&EDICT, why)
    })
}

fn set_fight(fight: &mut Fight, key: &str, value: &str) -> Result<String, Refusal> {
    match (key, value.trim().parse::<u32>()) {
        ("round", Ok(round)) if (1..=1_000_000).contains(&round) => {
            fight.round = round;
            Ok(format!("it is round {round} now"))
        }
        ("round", _) => Err(Refusal::new(&EDICT, "round is a whole number from 1 to 1,000,000")),
        _ => Err(Refusal::new(&EDICT, format!("the fight has no value `{key}`; it has round"))),
    }
}

/// `order.newcomers`: a group that nobody has heard of is hostile to all others, and rolls for its place on arrival.
fn new_group(fight: &mut Fight, name: &str) -> Option<Side> {
    let known = fight.setting.sides.len();
    if known >= order::MOST_SIDES {
        return None;
    }
    let side = Side(known as u8);
    let setting = fight.setting.change();
    setting.sides.push(name.to_owned());
    setting.neutral.push(false);
    let old = std::mem::take(&mut setting.hostile);
    let hostile = |one: usize, other: usize| match (one < known, other < known) {
        (true, true) => old.get(one * known + other).copied().unwrap_or(false),
        _ => one != other,
    };
    setting.hostile = (0..=known)
        .flat_map(|one| (0..=known).map(move |other| (one, other)))
        .map(|(one, other)| hostile(one, other))
        .collect();
    fight.rolls.push(0);
    Some(side)
}

fn add(fight: &mut Fight, is: &str, name: &str, side: &str, at: Option<Square>) -> Result<String, Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    let template = fight.setting.content.templates.iter().position(|template| template.id == is);
    let Some(template) = template else {
        return refuse(format!("no creature is called {is}"));
    };
    let side = side.trim();
    if side.is_empty() || side.eq_ignore_ascii_case("gm") || side.contains([':', ',']) {
        return refuse(format!("{side} is no name for a side"));
    }
    if quintain_engine::find(fight, name).is_some() || name.eq_ignore_ascii_case("gm") || name.contains([':', ',']) {
        return refuse(format!("the name {name} is taken or cannot be used"));
    }
    if fight.cast.len() >= 1000 {
        return refuse("a fight has at most 1000 combatants".into());
    }
    let Some(at) = at else {
        return refuse("say where it stands: … at C3".into());
    };
    if !crate::rules::summoning::fits(fight, template as u16, at) {
        return Err(Refusal::new(&movement::OCCUPIED, format!("{at} has no room")));
    }
    let Some(side) = fight.side_named(side).or_else(|| new_group(fight, side)) else {
        return refuse(format!("a fight has at most {} sides", order::MOST_SIDES));
    };
    let who = crate::rules::joining::join(fight, template as u16, side, at);
    if let Some(late) = fight.late.last_mut() {
        *late = LateName::given(name);
    }
    crate::rules::joining::bring_pet(fight, who);
    if !order::newcomers_act(fight) {
        fight.one_mut(who).acted = true;
    }
    Ok(format!("{name} joins {}", fight.setting.sides[side.index()]))
}
