//! What the GM changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};
use quintain_field::Site;

use crate::book::Use;
use crate::condition::{Ability, AtWork, Condition, Effect, LASTING};
use crate::fight::Fight;
use crate::rules::{ability, battle_map, critical, death, gear, incantations, prayer, rounds, scars};

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } if key == "rounds-to-live" => hurry(fight, who, value),
        Edict::Set { who, key, value } if key == "in-hand" => {
            let who = person(fight, who)?;
            let Fight { setting, cast, .. } = &mut *fight;
            let why = |why: String| Refusal::new(&EDICT, why);
            crate::values::take_in_hand(setting, cast.one_mut(who), value).map_err(why)?;
            Ok(format!("{} has {} in hand now", fight.label(who), value.trim()))
        }
        Edict::Set { who, key, value } if key == "side" => {
            let who = person(fight, who)?;
            let side = side_named(fight, value)?;
            let one = fight.one_mut(who);
            (one.side, one.home) = (side, side);
            Ok(format!("{} fights for {} now", fight.label(who), fight.setting.sides[side.index()]))
        }
        Edict::Set { who, key, value } if key == "rides" => ride(fight, who, value),
        Edict::Set { who, key, value } => {
            let who = person(fight, who)?;
            set_value(fight, who, key, value)
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
        Edict::Clear { site } if clear(fight, *site) => Ok(format!("{site} is clear now")),
        Edict::Clear { site } => Err(Refusal::new(&EDICT, format!("nothing lies at {site}"))),
        Edict::Light { name, lit } => fight.lights.turn(name, *lit),
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

/// A value of somebody. What follows from it for the score or its most is said as well.
fn set_value(fight: &mut Fight, who: Who, key: &str, value: &str) -> Result<String, Refusal> {
    let most = key.strip_prefix("max-");
    let other = most.map_or_else(|| format!("max-{key}"), str::to_owned);
    let before = crate::values::score(fight.one(who), &other);
    if key == "sta" && value.trim() != "0" && gear::is_packed_full(fight, who) {
        return Err(Refusal::new(&gear::FULL_PACK, "the pack is full, so STA stays at 0"));
    }
    let Fight { setting, cast, .. } = &mut *fight;
    crate::values::set_by_edict(setting, cast.one_mut(who), key, value)?;
    crate::values::make_sound(fight, who);
    let after = crate::values::score(fight.one(who), &other).filter(|after| Some(*after) != before);
    let beside = after.map_or_else(String::new, |after| format!(", and {other} is {after}"));
    Ok(format!("{}'s {key} is {value} now{beside}", fight.label(who)))
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
            let rounds = if left == 1 { "round" } else { "rounds" };
            Ok(format!("{} has {left} {rounds} to live", fight.label(who)))
        }
        _ => refuse(format!("rounds-to-live is a whole number from 1 to {}", rounds::HOUR)),
    }
}

/// `creature.rider`: the mount of a rider from now on; none where `nobody` is said.
fn ride(fight: &mut Fight, name: &str, mount: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let mount = match mount.trim() {
        "nobody" => None,
        name => Some(person(fight, name)?),
    };
    if mount == Some(who) {
        return Err(Refusal::new(&EDICT, "nobody rides themselves"));
    }
    fight.one_mut(who).rides = mount;
    Ok(format!("{} rides {} now", fight.label(who), mount.map_or("nobody", |mount| fight.label(mount))))
}

/// Takes away what stands or lies at a place, traps among it, and says whether there was anything.
fn clear(fight: &mut Fight, site: Site) -> bool {
    let hazards = fight.hazards.len();
    fight.hazards.retain(|hazard| !matches!(site, Site::Square(square) if hazard.span().contains(square)));
    if fight.hazards.len() < hazards {
        return true;
    }
    let Some(ground) = fight.ground() else { return false };
    let mut map = ground.map.clone();
    let buried = map.bury(site);
    if buried {
        let laid = ground.laid_anew(map);
        fight.setting.change().ground = Some(Box::new(laid));
        fight.cast.relaid();
    }
    buried
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
    if fight.ground().is_none() && at.is_some() {
        return Err(Refusal::new(&EDICT, "there is no map: leave out where it stands"));
    }
    let hero = fight.setting.templates[template].hero;
    let before = fight.clone();
    let who = death::join(fight, template as u16, side, hero);
    fight.setting.change().names[who.index()] = name.to_owned();
    if let Some(at) = at {
        if !battle_map::free_squares(fight, who).contains(&at) {
            *fight = before;
            return Err(Refusal::new(&battle_map::OCCUPANCY, format!("{at} has no room")));
        }
        fight.one_mut(who).at = Some(at);
    }
    Ok(format!("{name} joins {}", fight.setting.sides[side.index()]))
}

/// The effects that lie between two, by how an edict says so: `out of reach of NAME`, `attracted to NAME`.
const BETWEEN_TWO: [(&str, Effect); 14] = [
    ("out of reach of ", Effect::OutOfReach),
    ("out of sight of ", Effect::OutOfSight),
    ("in cover from ", Effect::CoverFrom),
    ("covered from ", Effect::CoverFrom),
    ("attracted to ", Effect::Attracted),
    ("beloved of ", Effect::Beloved),
    ("befriended by ", Effect::Befriended),
    ("bound in love to ", Effect::Lover),
    ("controlled by ", Effect::Controlled),
    ("revealed to ", Effect::Revealed),
    ("parted from ", Effect::PartedFrom),
    ("bewitched by ", Effect::Bewitched),
    ("full of hate of ", Effect::Hates),
    ("summoned by ", Effect::Summoned),
];

fn pair_mark(fight: &Fight, words: &str) -> Option<(Effect, Who)> {
    let lower = words.trim().to_lowercase();
    BETWEEN_TWO.into_iter().find_map(|(start, effect)| {
        let name = lower.strip_prefix(start)?;
        quintain_engine::find(fight, name).map(|other| (effect, other))
    })
}

/// `… for 3 turns`: how long an effect lasts, and the words before.
fn lasting(fight: &Fight, words: &str) -> (String, u32) {
    let words = words.trim();
    let turns = words.strip_suffix(" turns").or_else(|| words.strip_suffix(" turn"));
    let ends = turns.and_then(|start| start.rsplit_once(" for ")).and_then(|(start, turns)| {
        let turns: u32 = turns.trim().parse().ok()?;
        Some((start.to_owned(), rounds::last_round(fight, turns)))
    });
    ends.unwrap_or_else(|| (words.to_owned(), LASTING))
}

fn simple_effect(fight: &Fight, who: Who, words: &str) -> Option<Effect> {
    let staff = |place: &u8| fight.setting.items[usize::from(*place)].does == Use::Staff;
    let spent = fight.one(who).items.iter().position(staff).map(|item| Effect::Spent(item as u8));
    let of_gear = |effect: &Effect| matches!(effect, Effect::Tempered(_) | Effect::Plated(_) | Effect::Spent(_));
    let of_one = |effect: &Effect| !of_gear(effect) && (!effect.is_between_two() || *effect == Effect::Foremost);
    Effect::EACH.into_iter().filter(of_one).chain(spent).find(|effect| effect.name().eq_ignore_ascii_case(words.trim()))
}

/// Puts an effect between two to work, with what it brings along.
fn bind(fight: &mut Fight, who: Who, (effect, by): (Effect, Who), last_round: u32) {
    fight.one_mut(who).affect(effect, by, last_round);
    match effect {
        Effect::Attracted => fight.one_mut(by).affect(Effect::Beloved, who, last_round),
        Effect::Beloved => fight.one_mut(by).affect(Effect::Attracted, who, last_round),
        Effect::PartedFrom => fight.one_mut(by).affect(Effect::PartedFrom, who, last_round),
        Effect::Befriended => fight.one_mut(who).conditions.give(Condition::Neutral),
        Effect::Lover | Effect::Controlled => {
            let side = fight.one(by).side;
            fight.one_mut(who).side = side;
        }
        _ => {}
    }
}

/// What Hephaestus does to the weapon in hand or to the first piece of armour.
fn on_gear(fight: &Fight, who: Who, words: &str) -> Option<Effect> {
    let one = fight.one(who);
    let weapon = one.in_hand.first().map(|arm| Effect::Tempered(*arm));
    let armor = one.worn.first().map(|piece| Effect::Plated(*piece));
    [weapon, armor].into_iter().flatten().find(|effect| effect.name().eq_ignore_ascii_case(words.trim()))
}

pub(crate) fn unknown(words: &str) -> Refusal {
    let names = Condition::ALL.into_iter().map(Condition::name).chain(crate::values::HELPLESSNESS);
    let pairs = BETWEEN_TWO.into_iter().map(|(start, _)| format!("{start}NAME"));
    let effects = Effect::EACH.into_iter().filter(|effect| !effect.is_between_two()).map(Effect::name);
    let all: Vec<String> = names.chain(effects).map(String::from).chain(pairs).chain(["scar 1 to 12".into()]).collect();
    let why = format!("there is no condition `{}` to give; there are {}", words.trim(), all.join(", "));
    Refusal::new(&EDICT, why)
}

pub(crate) fn give(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    let (said, last_round) = lasting(fight, words);
    if let Some((_, other)) = pair_mark(fight, &said)
        && other == who
    {
        return Err(Refusal::new(&EDICT, format!("`{}` lies between two", words.trim())));
    }
    if let Some(pair) = pair_mark(fight, &said) {
        bind(fight, who, pair, last_round);
    } else if let Some(effect) = simple_effect(fight, who, &said).or_else(|| on_gear(fight, who, &said)) {
        let counsel = fight.round + 1;
        if effect == Effect::Foremost && said != words.trim() {
            return Err(Refusal::new(&prayer::ATHENA, "her counsel is for the next round alone"));
        }
        let last_round = if effect == Effect::Foremost { counsel } else { last_round };
        fight.one_mut(who).affect(effect, who, last_round);
    } else if words.trim().to_lowercase().starts_with("concentrating") {
        return Err(Refusal::new(&prayer::RECOLLECTION, "a prayer is begun by declaring it"));
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
        if !fight.one(who).under_by(effect, by) {
            return Err(refuse());
        }
        incantations::end_effects(fight, who, |known| known.effect == effect && known.by == by);
    } else if words.trim().eq_ignore_ascii_case("concentrating") {
        if fight.one_mut(who).prayer.take().is_none() {
            return Err(refuse());
        }
    } else if let Some(ability) = crate::values::helplessness(words) {
        let score = fight.one_mut(who).score_mut(ability);
        if score.now > 0 {
            return Err(refuse());
        }
        (score.now, score.max) = (1, score.max.max(1));
    } else if let Some(condition) = Condition::named(words) {
        if !fight.one(who).is(condition) {
            return Err(refuse());
        }
        fight.one_mut(who).conditions.take(condition);
        if condition == Condition::Neutral {
            fight.one_mut(who).lift(Effect::Befriended);
        }
        let died = [Condition::Dead, Condition::Destroyed, Condition::Withdrawn].contains(&condition);
        if died && fight.one(who).score(Ability::Kra).now == 0 {
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
