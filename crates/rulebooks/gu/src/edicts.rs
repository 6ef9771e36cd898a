//! What the GM changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};
use quintain_field::{Site, Square};

use crate::condition::Condition;
use crate::derived;
use crate::fight::{Fight, MOST_COMBATANTS, Stage};
use crate::glossary;
use crate::kinds::Part;
use crate::lasting::What;
use crate::marks::Mark;
use crate::rules::{injury, movement, reduction, status};

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } => {
            let who = person(fight, who)?;
            if !crate::values::set_among_others(fight, who, key, value)? {
                crate::values::set_by_edict(&mut fight.one_mut(who), key, value)?;
            }
            crate::values::make_sound(fight, who);
            Ok(format!("{}'s {key} is {value} now", fight.label(who)))
        }
        Edict::SetFight { key, value } => set_fight(fight, key, value),
        Edict::Move { who, to } => {
            let who = person(fight, who)?;
            let height = fight.one(who).height;
            has_room(fight, who, *to)?;
            fight.one_mut(who).held_by = None;
            movement::place(fight, who, *to, height);
            Ok(format!("{} stands at {to} now", fight.label(who)))
        }
        Edict::Add { is, name, side, at } => add(fight, is, name, side, *at),
        Edict::Remove { who } => {
            let who = person(fight, who)?;
            fight.one_mut(who).conditions.give(Condition::Fled);
            crate::values::make_sound(fight, who);
            Ok(format!("{} is out of the fight", fight.label(who)))
        }
        Edict::Give { who, condition } => give(fight, who, condition),
        Edict::Take { who, condition } => take(fight, who, condition),
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
            Ok("the fight is ended".into())
        }
    }
}

fn give(fight: &mut Fight, who: &str, condition: &str) -> Result<String, Refusal> {
    let who = person(fight, who)?;
    let mark = mark_named(condition)?;
    if let Mark::Condition(condition, _) = mark
        && crate::rules::gu::is_immune(fight, who, condition)
    {
        return Err(Refusal::new(&reduction::IMMUNE, format!("{} is immune", fight.label(who))));
    }
    if matches!(mark, Mark::Condition(Condition::Burning, _)) && fight.one(who).is(Condition::Ablaze) {
        return Err(Refusal::new(&status::ABLAZE_NO_BURNING, format!("{} is ablaze", fight.label(who))));
    }
    let sound = derived::sound_hands(fight, who);
    mark.give(who, &mut fight.one_mut(who));
    let mut said = format!("{} is {} now", fight.label(who), mark.name());
    // What a hand held falls when it is of no use any more, as by an injury.
    if let Mark::Limb(Part::Arm | Part::Hand, left) = mark
        && derived::sound_hands(fight, who) < sound
        && let Some(arm) = injury::held_in(fight, who, u8::from(!left))
    {
        fight.lose_weapon(who, arm);
        said = format!("{said} and drops {}", fight.arm(arm).name);
    }
    let falls = matches!(mark, Mark::Condition(Condition::Dying | Condition::FinalStand, _));
    if falls && crate::values::down(fight.one(who), fight.house()).is_some() {
        fight.one_mut(who).hp.now = 0;
    }
    crate::values::make_sound(fight, who);
    Ok(said)
}

fn take(fight: &mut Fight, who: &str, condition: &str) -> Result<String, Refusal> {
    let who = person(fight, who)?;
    if condition.trim().eq_ignore_ascii_case(glossary::HOLDING.key) {
        return let_go(fight, who);
    }
    let mark = mark_named(condition)?;
    let mut one = fight.one_mut(who);
    if !mark.take(&mut one) {
        drop(one);
        let why = format!("{} is not {}", fight.label(who), mark.name());
        return Err(Refusal::new(&EDICT, why));
    }
    match mark {
        Mark::Condition(Condition::Bleeding, _) => one.bleeding = 0,
        Mark::Condition(Condition::Poisoned, _) => {
            one.lasting.retain(|known| !matches!(known.what, What::Poison(..)));
        }
        Mark::Condition(Condition::Dying, _) => {
            one.conditions.take(Condition::Unconscious);
        }
        Mark::Condition(Condition::Dead, _) => {
            one.hp.now = one.hp.now.max(1);
            one.soul.now = one.soul.now.max(1);
        }
        _ => {}
    }
    drop(one);
    crate::values::make_sound(fight, who);
    Ok(format!("{} is no longer {}", fight.label(who), mark.name()))
}

/// What somebody holds ready is dropped.
fn let_go(fight: &mut Fight, who: Who) -> Result<String, Refusal> {
    let held = fight.one_mut(who).held.take();
    let none = || Refusal::new(&EDICT, format!("{} holds no action", fight.label(who)));
    held.map(|_| format!("{} holds no action any more", fight.label(who))).ok_or_else(none)
}

fn mark_named(words: &str) -> Result<Mark, Refusal> {
    Mark::named(words).map_err(|why| Refusal::new(&EDICT, why))
}

/// Takes away what stands or lies at a place, and says whether there was anything.
fn clear(fight: &mut Fight, site: Site) -> bool {
    let mut map = fight.ground().map.clone();
    if !map.bury(site) {
        return false;
    }
    fight.lay(map);
    true
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

fn has_room(fight: &Fight, who: Who, at: Square) -> Result<(), Refusal> {
    if fight.is_free_for(who, at, fight.one(who).height) {
        Ok(())
    } else {
        Err(Refusal::new(&movement::NO_SHARED_SQUARE, format!("{at} has no room")))
    }
}

fn set_fight(fight: &mut Fight, key: &str, value: &str) -> Result<String, Refusal> {
    match (key, value.trim().parse::<u32>()) {
        ("round", Ok(round)) if (1..=1_000_000).contains(&round) && fight.round > 0 => {
            fight.round = round;
            Ok(format!("it is round {round} now"))
        }
        ("round", _) => {
            Err(Refusal::new(&EDICT, "round is a whole number from 1 to 1,000,000, once the fight has begun"))
        }
        _ => Err(Refusal::new(&EDICT, format!("the fight has no value `{key}`; it has round"))),
    }
}

/// Somebody new: with no initiative of its own yet it acts last in the order until the next round's test.
fn add(fight: &mut Fight, is: &str, name: &str, side: &str, at: Option<Square>) -> Result<String, Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    let Some(template) = fight.setting.templates.iter().position(|template| template.id == is) else {
        return refuse(format!("no creature is called {is}"));
    };
    let side = side_named(fight, side)?;
    if quintain_engine::find(fight, name).is_some() || name.eq_ignore_ascii_case("gm") || name.contains([':', ',']) {
        return refuse(format!("the name {name} is taken or cannot be used"));
    }
    if fight.count() >= MOST_COMBATANTS {
        return refuse(format!("a fight has at most {MOST_COMBATANTS} combatants"));
    }
    let Some(at) = at else { return refuse("say where it stands: … at C3".into()) };
    let mut one = crate::rules::newcomers::combatant(&fight.setting, template as u16, side);
    one.at = at;
    let who = fight.enlist(one);
    if let Err(refusal) = has_room(fight, who, at) {
        fight.withdraw();
        return Err(refusal);
    }
    let names = &mut fight.setting.change().names;
    names.truncate(who.index());
    names.push(name.to_owned());
    if fight.stage != Stage::Start {
        fight.arriving.push(who);
    }
    Ok(format!("{name} joins {}", fight.setting.sides[side.index()]))
}
