//! What the GM changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};

use crate::condition::{Ability, AtWork, Condition, Conditions, Effect, LASTING};
use crate::fight::Fight;
use crate::rules::{ability, battle_map, critical, death, incantations, rounds, scars};

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } if key == "rounds-to-live" => hurry(fight, who, value),
        Edict::Set { who, key, value } => {
            let who = person(fight, who)?;
            crate::values::set_by_edict(fight.one_mut(who), key, value)?;
            crate::values::make_sound(fight, who);
            Ok(format!("{}'s {key} is {value} now", fight.label(who)))
        }
        Edict::SetFight { key, value } => set_fight(fight, key, value),
        Edict::Move { who, to } => {
            let who = person(fight, who)?;
            let free = battle_map::free_squares(fight, who);
            if !free.contains(to) {
                return Err(Refusal::new(&battle_map::OCCUPANCY, format!("{to} has no room")));
            }
            fight.one_mut(who).at = Some(*to);
            battle_map::wade(fight);
            Ok(format!("{} stands at {to} now", fight.label(who)))
        }
        Edict::Add { is, name, side, at } => add(fight, is, name, side, *at),
        Edict::Remove { who } => {
            let who = person(fight, who)?;
            fight.one_mut(who).conditions.give(Condition::Neutral);
            fight.one_mut(who).at = None;
            Ok(format!("{} is out of the fight", fight.label(who)))
        }
        Edict::Give { who, condition } => give(fight, who, condition),
        Edict::Take { who, condition } => take(fight, who, condition),
        Edict::Die { .. } => Err(Refusal::new(&EDICT, "a die is replaced in the record, not in the fight")),
        Edict::End { winner } => {
            let outcome = match winner {
                None => Outcome::Ended,
                Some(name) => Outcome::Won(side_named(fight, name)?),
            };
            fight.stage = crate::fight::Stage::Over(outcome);
            fight.outcome = Some(outcome);
            Ok("the fight is ended".into())
        }
    }
}

/// `crit.clock`: the GM may cut it short. The round under way counts.
fn hurry(fight: &mut Fight, name: &str, value: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let refuse = |why: String| Err(Refusal::new(&critical::CLOCK, why));
    if fight.one(who).dies_in_round == 0 {
        return refuse(format!("{} is not dying", fight.label(who)));
    }
    match value.trim().parse::<u32>() {
        Ok(left) if (1..=rounds::HOUR).contains(&left) => {
            fight.one_mut(who).dies_in_round = fight.round + left - 1;
            Ok(format!("{} has {left} rounds to live", fight.label(who)))
        }
        _ => refuse(format!("rounds-to-live is a whole number from 1 to {}", rounds::HOUR)),
    }
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

fn add(
    fight: &mut Fight,
    is: &str,
    name: &str,
    side: &str,
    at: Option<quintain_field::Square>,
) -> Result<String, Refusal> {
    let template = fight.setting.templates.iter().position(|template| template.id == is);
    let Some(template) = template else {
        return Err(Refusal::new(&EDICT, format!("no creature is called {is}")));
    };
    let side = side_named(fight, side)?;
    if quintain_engine::find(fight, name).is_some() || name.eq_ignore_ascii_case("gm") || name.contains([':', ',']) {
        return Err(Refusal::new(&EDICT, format!("the name {name} is taken or cannot be used")));
    }
    if fight.cast.len() >= 1000 {
        return Err(Refusal::new(&EDICT, "a fight has at most 1000 combatants"));
    }
    if fight.ground().is_some() && at.is_none() {
        return Err(Refusal::new(&EDICT, "say where it stands: … at C3"));
    }
    let hero = fight.setting.templates[template].hero;
    let before = fight.clone();
    let who = death::join(fight, template as u16, side, hero);
    fight.setting.change().names[who.index()] = name.to_owned();
    if let (Some(at), true) = (at, fight.ground().is_some()) {
        if !battle_map::free_squares(fight, who).contains(&at) {
            *fight = before;
            return Err(Refusal::new(&battle_map::OCCUPANCY, format!("{at} has no room")));
        }
        fight.one_mut(who).at = Some(at);
    }
    Ok(format!("{name} joins {}", fight.setting.sides[side.index()]))
}

/// `out of reach of NAME`, `out of sight of NAME`, `covered from NAME`: the marks that need another.
fn pair_mark(fight: &Fight, words: &str) -> Option<(Effect, Who)> {
    let marks = [
        ("out of reach of ", Effect::OutOfReach),
        ("out of sight of ", Effect::OutOfSight),
        ("in cover from ", Effect::CoverFrom),
    ];
    let lower = words.trim().to_lowercase();
    marks.into_iter().find_map(|(start, effect)| {
        let name = lower.strip_prefix(start)?;
        quintain_engine::find(fight, name).map(|other| (effect, other))
    })
}

fn simple_effect(words: &str) -> Option<Effect> {
    let all = [
        Effect::Daimon,
        Effect::Consecrated(Ability::Kra),
        Effect::Consecrated(Ability::Tek),
        Effect::Invisible,
        Effect::Protected { die: 6, once: 0 },
        Effect::Sleepless,
        Effect::Silenced,
        Effect::Appeased,
        Effect::Might,
        Effect::Veiled,
        Effect::Hunter,
        Effect::Trickster,
        Effect::Burning,
    ];
    all.into_iter().find(|effect| effect.name().eq_ignore_ascii_case(words.trim()))
}

/// What Hephaestus does to the weapon in hand or to the first piece of armour.
fn on_gear(fight: &Fight, who: Who, words: &str) -> Option<Effect> {
    let one = fight.one(who);
    let weapon = one.in_hand.first().map(|arm| Effect::Tempered(*arm));
    let armor = one.worn.first().map(|piece| Effect::Plated(*piece));
    [weapon, armor].into_iter().flatten().find(|effect| effect.name().eq_ignore_ascii_case(words.trim()))
}

fn unknown(words: &str) -> Refusal {
    let names: Vec<&str> = Condition::ALL.map(Condition::name).into();
    let why = format!("there is no condition `{}`; there are {}", words.trim(), names.join(", "));
    Refusal::new(&EDICT, why)
}

fn give(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    if let Some((effect, by)) = pair_mark(fight, words) {
        fight.one_mut(who).put(AtWork { effect, by, last_round: LASTING, goeteia: false });
    } else if let Some(effect) = simple_effect(words).or_else(|| on_gear(fight, who, words)) {
        fight.one_mut(who).put(AtWork { effect, by: who, last_round: LASTING, goeteia: false });
    } else if let Some(ability) = crate::values::helplessness(words) {
        fight.one_mut(who).score_mut(ability).now = 0;
    } else if let Some(row) = scars::row_named(words) {
        scars::give_by_edict(fight, who, row);
    } else {
        let condition = Condition::named(words).ok_or_else(|| unknown(words))?;
        if condition == Condition::Dead && fight.one(who).detachment {
            return Err(Refusal::new(&ability::KRA_0, "a detachment is destroyed, not dead"));
        }
        fight.one_mut(who).conditions.give(condition);
    }
    crate::values::make_sound(fight, who);
    Ok(format!("{} is {} now", fight.label(who), words.trim()))
}

fn take(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let refuse = || Refusal::new(&EDICT, format!("{} is not {}", name.trim(), words.trim()));
    if let Some(row) = scars::row_named(words) {
        return scars::take_by_edict(fight, who, row);
    }
    if let Some((effect, by)) = pair_mark(fight, words) {
        let before = fight.one(who).effects.len();
        fight.one_mut(who).effects.retain(|known| !(known.effect == effect && known.by == by));
        if fight.one(who).effects.len() == before {
            return Err(refuse());
        }
    } else if let Some(condition) = Condition::named(words) {
        if !fight.one(who).is(condition) {
            return Err(refuse());
        }
        let mut none = Conditions::default();
        none.give(condition);
        fight.one_mut(who).conditions.take(condition);
        if condition == Condition::Neutral {
            fight.one_mut(who).lift(Effect::Befriended);
        }
        if condition == Condition::Dead && fight.one(who).score(Ability::Kra).now == 0 {
            fight.one_mut(who).score_mut(Ability::Kra).now = 1;
        }
    } else {
        let named = |known: &AtWork| known.effect.name().eq_ignore_ascii_case(words.trim());
        if !fight.one(who).effects.iter().any(named) {
            return Err(unknown(words));
        }
        incantations::end_effects(fight, who, named);
    }
    crate::values::make_sound(fight, who);
    Ok(format!("{} is no longer {}", fight.label(who), words.trim()))
}
