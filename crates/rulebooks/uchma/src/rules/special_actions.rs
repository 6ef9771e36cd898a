//! Special actions: what every player's character may do whose needs are met.

use quintain_engine::{Event, EventId, Rule, Table, Throw, Who};
use quintain_field::Square;

use crate::ask::{self, Ask, Deed};
use crate::book::{Status, Tag, Topic, With};
use crate::content::{AbilityId, WeaponId};
use crate::fight::{Fight, Lying};
use crate::house::NpcSpecial;
use crate::objection::Objection;
use crate::rules::effects::Job;
use crate::rules::{
    abilities, actions, adjacency, cover, criticals, death, distance, effects, features, precision, reactions,
    statuses, strikes, targets, weapons,
};

quintain_engine::section! {
    "Special actions";
    WHO = Engine "special.who": "Every player's character may take them.", ruling "Others only by house rule.", house "npc-special-actions";
    REQUIREMENTS = Engine "special.requirements": "What a special action needs is looked at when it begins.";
    SPEAK = Choice "sa.speak": "Shouting or whispering takes the action or the minor action, and nothing in the end phase.";
    SELF_CURE = Choice "sa.self-cure": "A full turn and 2 energy rid oneself of one status effect, all its stacks.";
    CHARGE = Choice "sa.charge": "A full turn: 3 + C/4 more speed straight at a foe out of reach, a basic attack without weapon precision, then fatigue.", ruling "Too slow, there is no attack, but the fatigue comes.";
    DISARM = Choice "sa.disarm": "A basic attack for half damage after armour; a hit makes the target drop a weapon.", ruling "Of the attacker's choice.";
    DUAL = Choice "sa.dual-strike": "A full turn: basic attacks with both hands; the off hand at -2 and without Potency.", ruling "Both targets are named first.";
    OPPORTUNISTIC = Choice "sa.opportunistic-strike": "Prepared: a foe that moves in reach is struck without weapon precision for half damage after armour.";
    FIRST_AID = Choice "sa.first-aid": "A roll on Healing of 3 and the patient's next threshold brings an unconscious creature back to 1 health.";
    SEVER = Choice "sa.sever": "A basic attack against Constitution for half damage after armour, and bleeding for 2 + C/4 hits.";
    SWAP = Choice "sa.swap-weapons": "A rapid action changes a weapon for one that is carried or lies below, once a round.";
    DROP = Choice "sa.drop-weapon": "Weapons in hand may be dropped for nothing.", ruling "On one's own turn.";
    THROW = Choice "sa.throw-weapon": "A throwable weapon flies 5 + C/2 metres for its basic damage, without weapon precision.", ruling "It sticks in whom it hits, else it lies there.";
    RETRIEVE = Choice "sa.retrieve-weapon": "A weapon that sticks in somebody beside is pulled out for half damage after armour.";
    USE_ITEM = Choice "sa.use-item": "The action uses an item of a quick-access slot; a potion may go to somebody beside.";
}

/// The rule of a special action that is an ability of the packs.
pub fn rule_of(id: &str) -> Option<&'static Rule> {
    Some(match id {
        "self-cure" => &SELF_CURE,
        "charge" => &CHARGE,
        "disarm" => &DISARM,
        "dual-strike" => &DUAL,
        "opportunistic-strike" => &OPPORTUNISTIC,
        "first-aid" => &FIRST_AID,
        "sever" => &SEVER,
        _ => return None,
    })
}

/// `special.who`.
///
/// # Errors
/// The refusal.
pub fn may_take(fight: &Fight, who: Who) -> Result<(), Objection> {
    if fight.one(who).before.is_some() {
        return Err(Objection::new(&super::forms::ABILITIES, "not in another form"));
    }
    match fight.one(who).pc || fight.house().npc_special == NpcSpecial::Yes {
        true => Ok(()),
        false => Err(Objection::about(&WHO, who, "{} is nobody's character")),
    }
}

/// What somebody might think of saying.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    if fight.one(who).before.is_none() {
        found(Deed::Speak { action: false });
        found(Deed::Speak { action: true });
        found(Deed::PrepareSpeech);
        let near = |to: &Who| *to != who && fight.able(*to) && adjacency::adjacent(fight, who, *to);
        for to in fight.everyone().filter(near) {
            found(Deed::Whisper { to, action: false });
            found(Deed::Whisper { to, action: true });
        }
    }
}

/// Whether somebody may speak now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    if fight.one(who).prone {
        return Err(Objection::new(&super::prone::LIMITED, "it lies prone"));
    }
    let strange = |id: &AbilityId| !abilities::goes_with_speech(fight, *id);
    if abilities::pending(fight, who).iter().any(strange) {
        return Err(Objection::new(&SPEAK, "what has been added does not go with speaking"));
    }
    if let Deed::Whisper { to, .. } = deed
        && (to == who || !fight.able(to) || !adjacency::adjacent(fight, who, to))
    {
        return Err(Objection::about(&SPEAK, to, "{} is not beside it to be whispered to"));
    }
    if let Deed::Whisper { to, .. } = deed
        && !cover::hears(fight, who, to)
    {
        return Err(Objection::about(&cover::SOUND, to, "{} cannot hear it through what lies between"));
    }
    let Some(time) = actions::time_of(fight, deed) else { return Ok(()) };
    actions::may_spend(fight, who, time)?;
    let to = if let Deed::Whisper { to, .. } = deed { Some(to) } else { None };
    let price = |id: &AbilityId| price_of_words(fight, who, *id, to);
    actions::affords_second(fight, who, time, || abilities::pending(fight, who).iter().map(price).sum())
}

/// How far a shout carries, in metres.
const SHOUT: i16 = 30;

/// `sa.speak`: whether somebody hears what another shouts, or whispers to one.
pub fn heard(fight: &Fight, speaker: Who, by: Who, whispered_to: Option<Who>) -> bool {
    match whispered_to {
        Some(to) => by == to || by == speaker,
        None => distance::between(fight, speaker, by) <= SHOUT && cover::hears(fight, speaker, by),
    }
}

/// `sa.first-aid`: a roll on Healing against 3 and the patient's next threshold.
///
/// # Errors
/// Halts with the table.
pub(crate) fn first_aid<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
) -> Result<(), T::Halt> {
    let (by, wanted) = (job.by, 3 + death::threshold::<i16>(fight, whom));
    let throw = Throw::die(10, &FIRST_AID, "Healing").by(by).at(whom);
    fight.scratch.basic_blow = false;
    // Said before the die falls.
    let inspired =
        features::affected(fight, by, Status::Inspired) && ask::yes(fight, table, Ask::Inspired { who: by, at: whom })?;
    let mut face = table.die(fight, throw)?;
    let more = match inspired {
        true => {
            statuses::lift(fight, table, by, Status::Inspired)?;
            table.die(fight, Throw::die(4, &statuses::INSPIRED, "inspiration").by(by))? as i16
        }
        false => 0,
    };
    let skill = fight.template(by).skills.healing + more;
    if face as i16 + skill < wanted
        && criticals::may_reroll_failed(fight, by)
        && ask::yes(fight, table, Ask::Reroll { who: by, at: whom, ability: job.ability })?
    {
        criticals::use_reroll(fight, table, by, true);
        face = table.die(fight, throw)?;
    }
    let total = face as i16 + skill;
    let helped = total >= wanted;
    table.tell(|| {
        let does = if helped { "brings back" } else { "cannot bring back" };
        Event::new(&FIRST_AID, format!("{} {does} {}", fight.label(by), fight.label(whom)))
            .by(by)
            .to(whom)
            .dice(10, &[face])
            .term("d10", face.into(), "")
            .term("Healing", skill.into(), "")
            .total(total.into())
            .against("threshold", wanted.into())
    });
    if helped {
        let missing = 1 - fight.one(whom).health;
        death::heal(fight, table, whom, missing.max(0));
    }
    Ok(())
}

/// `sa.throw-weapon`: how far.
pub fn throw_range(fight: &Fight, who: Who) -> i16 {
    let with = features::aptitudes(fight, who);
    5 + fight.house().divide(with.control, 2)
}

/// Whether the weapon in the main hand may be thrown at somebody.
///
/// # Errors
/// The refusal.
pub fn may_throw(fight: &Fight, who: Who, at: Who) -> Result<(), Objection> {
    may_take(fight, who)?;
    has_throwable(fight, who)?;
    if !fight.foes(who, at) || !fight.present(at) {
        return Err(Objection::about(&precision::WHEN, at, "it is not meant for {}"));
    }
    // A throw at somebody counts as a basic weapon attack: what makes these reach further goes with it.
    let far = throw_range(fight, who) + targets::added_reach(fight, who, false);
    let apart = distance::between(fight, who, at);
    if apart > far {
        return Err(Objection::about(&THROW, at, "{} is {0} m away; it flies {1} m").with([apart, far]));
    }
    if !cover::sees(fight, who, at) {
        return Err(Objection::about(&cover::BLOCKED, at, "{} is out of sight"));
    }
    fight.one(who).main.map_or(Ok(()), |weapon| goes_with(fight, who, weapon))
}

/// `sa.throw-weapon`: the basic damage of the weapon, as a projectile.
///
/// # Errors
/// Halts with the table.
pub(crate) fn throw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let Some(weapon) = fight.one(who).main else { return Ok(()) };
    let Some(attack) = abilities::basic(fight, who, With::MainHand) else { return Ok(()) };
    let told = table.tell(|| {
        let name = &fight.weapon(weapon).entry.name;
        let text = format!("{} throws a {name} at {}", fight.label(who), fight.label(at));
        Event::new(&THROW, text).by(who).to(at).and(&WHO).and(&REQUIREMENTS).act()
    });
    fight.thrown = true;
    let hit = loose(fight, table, (who, at), (attack, false), told)?;
    fight.thrown = false;
    // What breaks at the throw is out of the hand already, and lies nowhere.
    if fight.one(who).main == Some(weapon) {
        weapons::lose(fight, who, weapon);
        let sticks = hit && fight.present(at);
        match sticks {
            true => {
                fight.one_mut(at).stuck.push(weapon);
            }
            false => {
                let square = fight.one(at).at;
                fight.dropped.push(Lying { weapon, at: square, from: who });
            }
        }
        table.tell(|| {
            let name = &fight.weapon(weapon).entry.name;
            let text = match sticks {
                true => format!("the {name} sticks in {}", fight.label(at)),
                false => format!("the {name} lies at {}", fight.one(at).at),
            };
            Event::new(&weapons::THROWN, text).by(who).to(at)
        });
    }
    take_spare(fight, table, who, weapon)?;
    reactions::after_attack(fight, table, (who, at), false)
}

/// Another one of the same kind may be taken in hand as part of the throw.
fn take_spare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: WeaponId) -> Result<(), T::Halt> {
    let left = fight.one(who).spares_of(weapon);
    if left > 0 && ask::yes(fight, table, Ask::Spare { who, weapon })? {
        let mut one = fight.one_mut(who);
        one.stock(weapon, left - 1);
        one.main = Some(weapon);
    }
    Ok(())
}

/// `sa.throw-weapon`: at a square, where it lies then.
///
/// # Errors
/// Halts with the table.
pub(crate) fn throw_to<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let Some(weapon) = fight.one(who).main else { return Ok(()) };
    weapons::lose(fight, who, weapon);
    fight.dropped.push(Lying { weapon, at: to, from: who });
    table.tell(|| {
        let text = format!("{} throws a {} to {to}", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&THROW, text).by(who).and(&weapons::THROWN).act()
    });
    take_spare(fight, table, who, weapon)
}

/// Whether the weapon in the main hand may be thrown to a square.
///
/// # Errors
/// The refusal.
pub fn may_throw_to(fight: &Fight, who: Who, to: Square) -> Result<(), Objection> {
    may_take(fight, who)?;
    has_throwable(fight, who)?;
    let (apart, far) = (distance::to_square(fight, who, to), throw_range(fight, who));
    if apart > far {
        return Err(Objection::about(&THROW, to, "{} is {0} m away; it flies {1} m").with([apart, far]));
    }
    if !cover::sees_square(fight, who, to) {
        return Err(Objection::about(&cover::BLOCKED, to, "{} is out of sight"));
    }
    Ok(())
}

fn has_throwable(fight: &Fight, who: Who) -> Result<(), Objection> {
    let throwable = fight.one(who).main.filter(|weapon| fight.weapon(*weapon).entry.throwable);
    throwable.map(|_| ()).ok_or_else(|| Objection::new(&THROW, "there is nothing to throw in the main hand"))
}

/// A basic attack outside its weapon's own range: thrown, or pulled out. What has been added to it is paid for.
fn loose<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at): (Who, Who),
    (attack, half): (AbilityId, bool),
    told: EventId,
) -> Result<bool, T::Halt> {
    let mods = abilities::take_pending(fight, who);
    let (energy, health) = abilities::price(fight, who, attack, &mods, 1);
    abilities::pay_energy(fight, table, who, energy);
    abilities::pay_health(fight, table, who, health)?;
    let mut job = Job { plain: true, half, cause: Some(told), ..Job::new(fight, who, attack) };
    for (place, id) in job.mods.iter_mut().zip(mods.iter().copied()) {
        *place = Some(id);
    }
    strikes::strike_loose(fight, table, &job, at)
}

/// Whether what has been added goes with a basic attack of this weapon, and can be paid for.
fn goes_with(fight: &Fight, who: Who, weapon: WeaponId) -> Result<(), Objection> {
    let Some(attack) = fight.weapon(weapon).basic else { return Ok(()) };
    abilities::additions_fit(fight, who, attack)?;
    abilities::affordable(fight, who, attack, 1)
}

/// Whether a weapon that sticks in somebody may be pulled out.
///
/// # Errors
/// The refusal.
pub fn may_retrieve(fight: &Fight, who: Who, from: Who, weapon: WeaponId) -> Result<(), Objection> {
    may_take(fight, who)?;
    if !fight.one(from).stuck.contains(&weapon) {
        return Err(Objection::about(&RETRIEVE, from, "nothing of the kind sticks in {}"));
    }
    if fight.one(who).main.is_some() {
        return Err(Objection::new(&RETRIEVE, "the main hand is full"));
    }
    if !adjacency::adjacent(fight, who, from) {
        return Err(Objection::about(&adjacency::ADJACENT, from, "{} is not beside it"));
    }
    if !cover::sees(fight, who, from) {
        return Err(Objection::about(&cover::BLOCKED, from, "{} is out of sight"));
    }
    goes_with(fight, who, weapon)
}

/// `sa.retrieve-weapon`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn retrieve<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    from: Who,
    weapon: WeaponId,
) -> Result<(), T::Halt> {
    if let Some(place) = fight.one(from).stuck.iter().position(|known| *known == weapon) {
        fight.one_mut(from).stuck.remove(place);
    }
    fight.one_mut(who).main = Some(weapon);
    let told = table.tell(|| {
        let text =
            format!("{} pulls a {} out of {}", fight.label(who), fight.weapon(weapon).entry.name, fight.label(from));
        Event::new(&RETRIEVE, text).by(who).to(from).act()
    });
    if let Some(attack) = fight.weapon(weapon).basic {
        loose(fight, table, (who, from), (attack, true), told)?;
    }
    reactions::after_attack(fight, table, (who, from), fight.weapon(weapon).melee)
}

/// Whether an attack counts as a projectile although its ability is none: it is being thrown.
#[inline]
pub fn is_projectile(fight: &Fight, ability: AbilityId) -> bool {
    fight.thrown || fight.ability(ability).is(Tag::Projectile)
}

/// Those that something added to speech is for: all that hear it, the speaker among them.
fn listeners(fight: &Fight, who: Who, added: AbilityId, to: Option<Who>) -> targets::Reached {
    let all = targets::reached(fight, who, added, crate::ask::Aimed::Oneself);
    all.into_iter().filter(|whom| heard(fight, who, *whom, to)).collect()
}

/// What it costs: more for each further one who hears it.
pub fn price_of_words(fight: &Fight, who: Who, added: AbilityId, to: Option<Who>) -> i16 {
    let cost = fight.ability(added).entry.cost;
    let further = listeners(fight, who, added, to).len().saturating_sub(1) as i16;
    fight.value(cost.energy, features::aptitudes(fight, who)) + cost.further * further
}

/// `sa.speak`, with what a commander adds to it: steps for all who hear.
///
/// # Errors
/// Halts with the table.
pub(crate) fn speak<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    if let Some(time) = actions::time_of(fight, deed) {
        actions::spend(fight, table, who, time);
    }
    if deed == Deed::PrepareSpeech {
        if let Some(ability) = fight.setting.content.ability_named("prepared-speech") {
            actions::set_up(fight, table, who, ability, (1, false));
        }
        return Ok(());
    }
    let mods = abilities::take_pending(fight, who);
    let to = if let Deed::Whisper { to, .. } = deed { Some(to) } else { None };
    table.tell(|| match to {
        Some(to) => {
            let text = format!("{} whispers to {}", fight.label(who), fight.label(to));
            Event::new(&SPEAK, text).by(who).to(to).and(&WHO).act()
        }
        None => Event::new(&SPEAK, format!("{} speaks", fight.label(who))).by(who).and(&WHO).act(),
    });
    for id in mods.iter().copied() {
        let energy = price_of_words(fight, who, id, to);
        abilities::pay_energy(fight, table, who, energy);
        let job = Job::new(fight, who, id);
        for whom in listeners(fight, who, id, to) {
            effects::steps(fight, table, &job, crate::lasting::List::Does, Some(whom))?;
        }
    }
    talk(fight, table, who, to)
}

/// What is said: allies who hear may agree on another order, and a watchful speaker ends an ambush.
///
/// # Errors
/// Halts with the table.
pub(crate) fn talk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Option<Who>,
) -> Result<(), T::Halt> {
    let side = fight.one(who).side;
    super::order::agree(fight, table, (side, who, to))?;
    let watchful = features::any(fight, who, Topic::Rest, |feature| feature == crate::book::Feature::Watchful);
    if watchful {
        for whom in fight.everyone() {
            if whom != who && fight.allies(who, whom) && fight.present(whom) && heard(fight, who, whom, to) {
                super::ambush::over(fight, table, whom);
            }
        }
    }
    Ok(())
}
