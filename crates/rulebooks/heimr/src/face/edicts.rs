//! What the game master changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};
use quintain_field::Square;

use crate::face::{set_up, values};
use crate::rules::{clusters, conditions, effects, health};
use crate::state::{Clocks, Fight, Out, Stage};

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub(crate) fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } => {
            let who = person(fight, who)?;
            values::set_by_edict(fight, who, key, value)?;
            values::make_sound(fight, who);
            Ok(format!("{}'s {key} is {value} now", fight.label(who)))
        }
        Edict::SetFight { key, value } => set_fight(fight, key, value),
        Edict::Move { who, to } => {
            let who = person(fight, who)?;
            has_room(fight, *to)?;
            if fight.one(who).at != *to {
                clusters::vanish(fight, who);
            }
            let one = fight.one_mut(who);
            one.at = *to;
            one.climbing = None;
            Ok(format!("{} stands at {to} now", fight.label(who)))
        }
        Edict::Add { is, name, side, at } => add(fight, is, name, side, *at),
        Edict::Remove { who } => {
            let who = person(fight, who)?;
            clusters::vanish(fight, who);
            fight.one_mut(who).out = Some(Out::Gone);
            values::make_sound(fight, who);
            Ok(format!("{} is out of the fight", fight.label(who)))
        }
        Edict::Give { who, condition } => {
            let who = person(fight, who)?;
            let refuse = |why| Refusal::new(&EDICT, why);
            if condition.trim().eq_ignore_ascii_case("dead") {
                kill(fight, who);
            } else {
                let effect = match conditions::named(condition) {
                    Ok(conditions::Named::Effect(effect, ..)) => Some(effect),
                    _ => None,
                };
                if let Some(effect) = effect.filter(|effect| effects::is_immune(fight, who, *effect)) {
                    return Err(refuse(format!("{effect} does nothing to {}", fight.label(who))));
                }
                conditions::give(fight, who, condition).map_err(refuse)?;
                if effect.is_some() {
                    break_off(fight, who);
                }
            }
            values::make_sound(fight, who);
            Ok(format!("{} has {condition} now", fight.label(who)))
        }
        Edict::Take { who, condition } => take(fight, who, condition),
        Edict::Die { .. } => Err(Refusal::new(&EDICT, "a die is replaced in the record, not in the fight")),
        Edict::End { winner } => {
            let outcome = match winner {
                None => Outcome::Ended,
                Some(name) => Outcome::Won(side_named(fight, name)?),
            };
            fight.stage = Stage::Over(outcome);
            fight.outcome = Some(outcome);
            fight.turn.ended = true;
            Ok("the fight is ended".into())
        }
    }
}

/// An effect breaks off what was to go on in the next turn, and power that is being gathered.
fn break_off(fight: &mut Fight, who: Who) {
    if fight.turn.who == Some(who) && !fight.turn.standard {
        fight.turn.aiming = false;
    }
    let one = fight.one_mut(who);
    one.upcoming = None;
    one.gathered = one.gathered.filter(|gathered| gathered.ready.is_some());
}

/// As many hit points as the dead have, and no fewer.
fn kill(fight: &mut Fight, who: Who) {
    let round = fight.round;
    while health::level(fight, who) != health::Level::Dead && fight.one(who).hp > i16::MIN {
        fight.one_mut(who).hp -= 1;
    }
    fight.one_mut(who).out = Some(Out::Dead { round });
}

fn take(fight: &mut Fight, who: &str, condition: &str) -> Result<String, Refusal> {
    let who = person(fight, who)?;
    let dead = condition.trim().eq_ignore_ascii_case("dead");
    let had = if dead {
        let had = matches!(fight.one(who).out, Some(Out::Dead { .. }));
        if had {
            let one = fight.one_mut(who);
            one.out = None;
            one.hp = one.hp.max(1);
            one.unconscious = false;
            one.clocks = Clocks::default();
            if !fight.order.contains(&who) && !fight.late.contains(&who) {
                fight.late.push(who);
            }
        }
        had
    } else {
        conditions::take(fight, who, condition).map_err(|why| Refusal::new(&EDICT, why))?
    };
    if !had {
        return Err(Refusal::new(&EDICT, format!("{} does not have {condition}", fight.label(who))));
    }
    values::make_sound(fight, who);
    Ok(format!("{} no longer has {condition}", fight.label(who)))
}

fn person(fight: &Fight, name: &str) -> Result<Who, Refusal> {
    quintain_engine::find(fight, name).ok_or_else(|| {
        let names: Vec<&str> = fight.everyone().map(|who| fight.label(who)).collect();
        Refusal::new(&EDICT, format!("nobody is called {name}; there are {}", names.join(", ")))
    })
}

fn side_named(fight: &Fight, name: &str) -> Result<Side, Refusal> {
    let place = fight.setting.sides.iter().position(|side| side.eq_ignore_ascii_case(name.trim()));
    place.map(|place| Side(place as u8)).ok_or_else(|| {
        let why = format!("there is no side {name}; there are {}", fight.setting.sides.join(", "));
        Refusal::new(&EDICT, why)
    })
}

fn has_room(fight: &Fight, at: Square) -> Result<(), Refusal> {
    if fight.ground.map.contains(at) && !fight.ground.map.blocks_movement(at) {
        Ok(())
    } else {
        Err(Refusal::new(&EDICT, format!("nobody can be at {at}")))
    }
}

fn set_fight(fight: &mut Fight, key: &str, value: &str) -> Result<String, Refusal> {
    match (key, value.trim().parse::<u32>()) {
        ("round", Ok(round)) if (1..=1_000_000).contains(&round) && fight.round > 0 => {
            let (old, new) = (fight.round, round);
            fight.round = new;
            for one in &mut fight.cast {
                let moved = |due: Option<u32>| due.map(|due| (due + new).saturating_sub(old).max(1));
                one.clocks.faints = moved(one.clocks.faints);
                one.clocks.dies = moved(one.clocks.dies);
            }
            Ok(format!("it is round {round} now"))
        }
        ("round", _) => {
            Err(Refusal::new(&EDICT, "round is a whole number from 1 to 1,000,000, once the fight has begun"))
        }
        _ => Err(Refusal::new(&EDICT, format!("the fight has no value `{key}`; it has round"))),
    }
}

/// Somebody new: initiative is rolled when the turn that runs is over.
fn add(fight: &mut Fight, is: &str, name: &str, side: &str, at: Option<Square>) -> Result<String, Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    let Some(template) = fight.setting.content.templates.iter().position(|template| template.id == is) else {
        return refuse(format!("no creature is called {is}"));
    };
    let side = side_named(fight, side)?;
    if quintain_engine::find(fight, name).is_some() || name.eq_ignore_ascii_case("gm") || name.contains([':', ',']) {
        return refuse(format!("the name {name} is taken or cannot be used"));
    }
    if fight.cast.len() >= 1000 {
        return refuse("a fight has at most 1000 combatants".into());
    }
    let at = at.unwrap_or(Square::new(1, 1));
    has_room(fight, at)?;
    let who = Who(fight.cast.len() as u16);
    let mut one = set_up::combatant(&fight.setting, template as u16, side);
    one.at = at;
    fight.cast.push(one);
    let setting = fight.setting.change();
    setting.names.truncate(who.index());
    setting.names.push(name.to_owned());
    setting.partners.truncate(who.index());
    setting.partners.push(None);
    set_up::fill_late(fight, who);
    health::settle(fight, who);
    if fight.stage != Stage::Start {
        fight.late.push(who);
    }
    Ok(format!("{name} joins {}", fight.setting.sides[side.index()]))
}
