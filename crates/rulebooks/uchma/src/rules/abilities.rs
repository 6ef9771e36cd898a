//! Abilities in use: what somebody has, what is legal, what it costs, and the course of one use from first to last.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::ask::{self, Aimed, Ask};
use crate::book::{
    Aim, Dealing, Effect, Event as Happens, Feature, Formula, Hold, Lasts, Modified, Status, Strike, Tag, Time, With,
};
use crate::content::{AbilityId, WeaponId, ability_of};
use crate::fight::Fight;
use crate::house::NpcSpecial;
use crate::lasting::{List, What};
use crate::rules::criticals;
use crate::rules::effects::{self, Flow, Job};
use crate::rules::features::{self, affected};
use crate::rules::{
    actions, cover, damage, kept, precision, prone, reactions, special_actions, statuses, targets, weapons,
};

/// Calls `found` for every ability that somebody has and could use, passive ones and modifications left out.
pub fn each(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let (one, template) = (fight.one(who), fight.template(who));
    if let Some(ordered) = one.orders {
        return found(ordered);
    }
    let active = |id: &AbilityId| !matches!(fight.ability(*id).time(), Time::Passive | Time::Modification);
    template.abilities.iter().filter(|id| active(id)).for_each(|id| found(*id));
    if one.before.is_some() {
        return;
    }
    if one.pc || fight.house().npc_special == NpcSpecial::Yes {
        fight.setting.content.special.iter().filter(|id| active(id)).for_each(|id| found(*id));
    }
    let bare = template.basic.is_none();
    if let Some(main) = one.main.or(bare.then_some(weapons::BARE)) {
        let light = fight.weapon(main).entry.hold == Hold::Light;
        let usable = |id: &&AbilityId| active(id) && !(light && fight.ability(**id).time() == Time::Prepared);
        fight.weapon(main).abilities.iter().filter(usable).for_each(|id| found(*id));
    }
    let two = one.main.is_some_and(|main| fight.weapon(main).entry.hold == Hold::TwoHanded);
    if let Some(off) = one.off.or((bare && !two).then_some(weapons::BARE)) {
        let light = fight.weapon(off).entry.hold == Hold::Light;
        let usable = |id: &&AbilityId| active(id) && (!light || fight.ability(**id).time() == Time::Prepared);
        fight.weapon(off).abilities.iter().filter(usable).for_each(|id| found(*id));
    }
}

/// Calls `found` for every modification that somebody knows.
pub fn each_modification(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let template = fight.template(who);
    template.abilities.iter().filter(|id| fight.ability(**id).time() == Time::Modification).for_each(|id| found(*id));
}

/// The basic weapon attack of somebody.
pub fn basic(fight: &Fight, who: Who, with: With) -> Option<AbilityId> {
    let (one, template) = (fight.one(who), fight.template(who));
    if one.before.is_some() {
        return template.basic;
    }
    match with {
        With::MainHand => match one.main {
            Some(weapon) => fight.weapon(weapon).basic,
            None => template.basic.or_else(|| fight.weapon(weapons::BARE).basic),
        },
        With::OffHand => one.off.and_then(|weapon| fight.weapon(weapon).basic),
    }
}

/// Whether a limited ability has uses left.
pub fn still_usable(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    let entry = &fight.ability(ability).entry;
    entry.uses.is_none_or(|uses| fight.one(who).times_used(ability) < uses)
}

/// Counts a use of a limited ability.
pub(crate) fn count(fight: &mut Fight, who: Who, ability: AbilityId) {
    if fight.ability(ability).entry.uses.is_some() {
        fight.one_mut(who).count_use(ability);
    }
}

/// The energy and health that a use costs, modifications included.
pub fn price(fight: &Fight, who: Who, ability: AbilityId, mods: &[AbilityId], reached: usize) -> (i16, i16) {
    let with = features::aptitudes(fight, who);
    let (mut energy, mut health) = (0, 0);
    for id in mods.iter().chain([&ability]) {
        let cost = fight.ability(*id).entry.cost;
        let times = if cost.each { reached.max(1) as i16 } else { 1 };
        energy += fight.value(cost.energy, with) * times;
        health += fight.value(cost.health, with) * times;
        if cost.further > 0 {
            let heard = targets::reached(fight, who, *id, Aimed::Oneself).len();
            energy += cost.further * heard.saturating_sub(1) as i16;
        }
    }
    (energy, health)
}

/// Whether somebody may use an ability at all now, whatever it is aimed at. What it costs of a turn is judged elsewhere.
///
/// # Errors
/// The refusal.
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Refusal> {
    let entry = fight.ability(ability);
    let name = &entry.entry.name;
    prone::may_use(fight, who, ability)?;
    let barred = features::any(fight, who, |feature| match feature {
        Feature::Barred { from } => from.has(entry.time()),
        Feature::BarredTags { from } => from.iter().any(|tag| entry.is(tag)),
        _ => false,
    });
    if barred {
        return Err(Refusal::new(&special_actions::REQUIREMENTS, format!("{name} is barred by a spell")));
    }
    if !still_usable(fight, who, ability) {
        return Err(Refusal::new(&special_actions::REQUIREMENTS, format!("{name} has been used up")));
    }
    let harmless = fight.turn.as_ref().is_some_and(|turn| turn.who == who && turn.harmless);
    if harmless && entry.damaging && entry.time() == Time::Action {
        return Err(Refusal::new(&damage::DAMAGING, format!("{name} does damage: the plan was for something else")));
    }
    targets::needs_of_user(fight, who, ability)?;
    weapons::may_use(fight, who, ability)?;
    kept::may_use(fight, who, ability)?;
    if !entry.entry.cost.each {
        affordable(fight, who, ability, 1)?;
    }
    Ok(())
}

/// Whether the price can be paid.
///
/// # Errors
/// The refusal.
pub fn affordable(fight: &Fight, who: Who, ability: AbilityId, reached: usize) -> Result<(), Refusal> {
    let mods = pending(fight, who);
    let (energy, health) = price(fight, who, ability, &mods, reached);
    let one = fight.one(who);
    if fight.template(who).kinds.has(crate::book::Kind::Summoned) {
        return Ok(());
    }
    if energy > one.energy {
        let why = format!("it costs {energy} energy; there are {}", one.energy);
        return Err(Refusal::new(&super::summoning::NO_ENERGY, why));
    }
    if health > 0 && health >= one.health && energy_for_health(fight, who, health).is_none() {
        return Err(Refusal::new(&actions::REGULAR, format!("it costs {health} health; 1 has to be left")));
    }
    Ok(())
}

/// Death's Edge: energy in the place of a cost in health.
fn energy_for_health(fight: &Fight, who: Who, health: i16) -> Option<i16> {
    let mut energy = None;
    features::each(fight, who, |feature, _| {
        if let Feature::EnergyForHealth { at, worth } = feature
            && fight.one(who).health <= at
        {
            energy = Some((health + worth - 1) / worth.max(1));
        }
    });
    energy.filter(|energy| *energy <= fight.one(who).energy)
}

/// The modifications chosen on a turn.
pub fn pending(fight: &Fight, who: Who) -> ArrayVec<AbilityId, 3> {
    fight.turn.as_ref().filter(|turn| turn.who == who).map(|turn| turn.mods.clone()).unwrap_or_default()
}

/// Whether a modification goes with an ability.
pub fn goes_with(fight: &Fight, modification: AbilityId, ability: AbilityId) -> bool {
    let Some(modifies) = fight.ability(modification).entry.modifies else { return false };
    let entry = fight.ability(ability);
    let basic = entry.is(Tag::Basic) && entry.damaging;
    match modifies.what {
        Modified::BasicAttack => basic || entry.is(Tag::Charge),
        Modified::BasicAttackButCharge => basic && !entry.is(Tag::Charge),
        Modified::Charge => entry.is(Tag::Charge),
        Modified::Sever => entry.id == "sever",
        Modified::Prepared => entry.time() == Time::Prepared,
        Modified::Speak => false,
        Modified::FullTurn => entry.time() == Time::FullTurn,
        Modified::Elemental => entry.is(Tag::Technique) && elemental(fight, ability),
    }
}

/// Whether a modification goes with speaking.
pub fn goes_with_speech(fight: &Fight, modification: AbilityId) -> bool {
    fight.ability(modification).entry.modifies.is_some_and(|modifies| modifies.what == Modified::Speak)
}

fn elemental(fight: &Fight, ability: AbilityId) -> bool {
    let entry = &fight.ability(ability).entry;
    let asks = |when: Option<crate::book::When>| matches!(when, Some(crate::book::When::Enveloped(_)));
    asks(entry.one_more) || entry.does.iter().any(|step| asks(step.when) || asks(step.unless))
}

/// Pays energy.
pub(crate) fn pay_energy<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, energy: i16) {
    if energy <= 0 || fight.template(who).kinds.has(crate::book::Kind::Summoned) {
        return;
    }
    let before = fight.one(who).energy;
    fight.one_mut(who).energy = (before - energy).max(0);
    let after = fight.one(who).energy;
    table.tell(|| {
        let text = format!("{} spends {energy} energy: {before} → {after}", fight.label(who));
        Event::new(&actions::REGULAR, text).by(who).change(who, "energy", before.into(), after.into())
    });
    let heals = features::sum(fight, who, |feature, _| match feature {
        Feature::HealsByEnergy { health } => health,
        _ => 0,
    });
    super::death::heal(fight, table, who, heals * energy);
}

/// Gives up health, which is no damage: no armour and no temporary health.
pub(crate) fn pay_health<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, health: i16) {
    if health <= 0 {
        return;
    }
    if let Some(energy) = energy_for_health(fight, who, health) {
        return pay_energy(fight, table, who, energy);
    }
    let before = fight.one(who).health;
    fight.one_mut(who).health = (before - health).max(1);
    let after = fight.one(who).health;
    table.tell(|| {
        let text = format!("{} gives up {health} health: {before} → {after}", fight.label(who));
        Event::new(&actions::REGULAR, text).by(who).change(who, "health", before.into(), after.into())
    });
}

/// Uses an ability from first to last: its price, its first steps, a roll for each target, its last steps.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
) -> Result<(), T::Halt> {
    let mods = pending(fight, who);
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
        turn.mods.clear();
    }
    let reached = pick(fight, table, who, ability, aim)?;
    let reached = actions::in_order(fight, table, who, ability, reached)?;
    let (energy, health) = price(fight, who, ability, &mods, reached.len());
    pay_energy(fight, table, who, energy);
    pay_health(fight, table, who, health);
    perform(fight, table, who, ability, aim, &mods, &reached)
}

/// Uses an ability that has been paid for.
///
/// # Errors
/// Halts with the table.
pub(crate) fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
    mods: &[AbilityId],
    reached: &[Who],
) -> Result<(), T::Halt> {
    count(fight, who, ability);
    weapons::used(fight, who, ability);
    let mut job = Job::new(fight, who, ability);
    for (place, id) in mods.iter().take(3).enumerate() {
        job.mods[place] = Some(*id);
    }
    if let Aimed::At(square) = aim {
        job.spot = square;
    }
    table.tell(|| {
        let text = format!("{} uses {}", fight.label(who), crate::ask::aim_text(fight, ability, aim));
        let mut event = Event::new(actions::rule_of(fight.ability(ability).time()), text).by(who);
        let entry = fight.ability(ability);
        if entry.weapon.is_some() && entry.is(Tag::Basic) {
            event = event.and(&weapons::BASIC);
        }
        if reached.len() > 1 {
            event = event.and(&precision::MULTI);
        }
        if let Aim::Around { by, .. } = entry.entry.aim {
            event = event.and(&cover::SENSES);
            if by == crate::book::Sense::Hearing {
                event = event.and(&cover::SOUND).and(&cover::THIN);
            }
            if reached.iter().any(|target| targets::through_an_eye(fight, who, *target, by)) {
                event = event.and(&cover::REMOTE);
            }
        }
        match special_actions::rule_of(&fight.ability(ability).id) {
            Some(rule) => event.and(rule).and(&special_actions::REQUIREMENTS).and(&special_actions::WHO),
            None => event,
        }
    });
    let element = fight.element;
    fight.element = element_of(fight, who, mods);
    let before = fight.last_target;
    fight.last_target = reached.first().copied();
    let mut flow = Flow::Go;
    for id in mods {
        let modification = Job { ability: *id, ..job };
        effects::steps(fight, table, &modification, List::First, Some(who))?;
    }
    if fight.able(who) {
        flow = effects::steps(fight, table, &job, List::First, reached.first().copied())?;
    }
    if flow == Flow::Go && fight.able(who) {
        run(fight, table, &job, reached)?;
    }
    if fight.present(who) {
        for id in mods {
            let modification = Job { ability: *id, ..job };
            effects::steps(fight, table, &modification, List::After, reached.first().copied())?;
        }
        effects::steps(fight, table, &job, List::After, reached.first().copied())?;
    }
    if let Some(target) = reached.first().copied().filter(|target| fight.able(who) && fight.present(*target)) {
        mending(fight, table, &job, target)?;
    }
    fight.last_target = before;
    fight.element = element;
    kept::begun(fight, who, ability, reached.first().copied());
    for target in reached {
        reactions::after_attack(fight, table, who, *target, ability)?;
    }
    Ok(())
}

/// The cycles of druids: which element counts for this use.
fn element_of(fight: &Fight, who: Who, mods: &[AbilityId]) -> Option<crate::book::Element> {
    use crate::book::Element;
    let own = fight.template(who).element.or(fight.element)?;
    let cycles = |id: &AbilityId| {
        fight.ability(*id).entry.modifies.filter(|modifies| modifies.suppresses || modifies.cultivates)
    };
    let Some(modifies) = mods.iter().find_map(cycles) else { return Some(own) };
    Some(match (own, modifies.suppresses) {
        (Element::Earth, true) => Element::Water,
        (Element::Metal, true) => Element::Nature,
        (Element::Fire, true) => Element::Metal,
        (Element::Water, true) => Element::Fire,
        (Element::Nature, true) => Element::Earth,
        (Element::Earth, false) => Element::Metal,
        (Element::Metal, false) => Element::Water,
        (Element::Fire, false) => Element::Earth,
        (Element::Water, false) => Element::Nature,
        (Element::Nature, false) => Element::Fire,
    })
}

/// The targets of a use: those in its area, or those that its user picks.
fn pick<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
) -> Result<targets::Reached, T::Halt> {
    let mut reached = targets::reached(fight, who, ability, aim);
    let Aim::Several { most, .. } = fight.ability(ability).entry.aim else { return Ok(reached) };
    let most = fight.value(most, features::aptitudes(fight, who)).clamp(1, 31);
    for _ in 1..most {
        let more = fight
            .everyone()
            .any(|other| !reached.contains(&other) && targets::may_pick(fight, who, ability, other).is_ok());
        if !more || affordable(fight, who, ability, reached.len() + 1).is_err() {
            break;
        }
        fight.scratch.eligible.clear();
        fight.scratch.eligible.extend(reached.iter().copied());
        match ask::act(fight, table, Ask::Another { who, ability })? {
            Some(ask::Act::Who(other)) => reached.push(other),
            _ => break,
        }
    }
    fight.scratch.eligible.clear();
    Ok(reached)
}

/// The strikes of a use on each of its targets.
fn run<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, reached: &[Who]) -> Result<(), T::Halt> {
    let entry = &fight.ability(job.ability).entry;
    if reached.is_empty() {
        effects::steps(fight, table, job, List::Does, None)?;
        return Ok(());
    }
    let (apart, enough, one_more) = (entry.apart, entry.enough, entry.one_more);
    let mut strikes = fight.value(entry.strikes, job.with).max(1);
    if one_more.is_some_and(|when| features::holds(fight, job.by, reached.first().copied(), when)) {
        strikes += 1;
    }
    let (times, spread) = repeats(fight, job);
    strikes *= times;
    let mut failed = 0;
    let both_hands = hands(fight, job.ability) && reached.len() == 2;
    for (place, target) in reached.iter().copied().enumerate() {
        let job = &Job { hand: both_hands.then_some(if place == 0 { With::MainHand } else { With::OffHand }), ..*job };
        let mut hits = 0;
        for nth in 0..strikes {
            let whom = match nth > 0 && (apart || spread) {
                true => another(fight, table, job, target)?,
                false => target,
            };
            if !fight.able(job.by) || !fight.present(whom) {
                break;
            }
            fight.last_target = Some(whom);
            if strike_once(fight, table, job, whom)? {
                hits += 1;
            } else {
                failed += 1;
            }
        }
        let wanted = enough.map_or(strikes, i16::from);
        if hits >= wanted && fight.present(target) {
            effects::steps(fight, table, job, List::Together, Some(target))?;
        }
    }
    weapons::may_break(fight, table, job);
    if failed > 0 && !fight.scratch.hit {
        backup_plan(fight, table, job)?;
    }
    Ok(())
}

/// Whether an ability strikes with both hands.
fn hands(fight: &Fight, ability: AbilityId) -> bool {
    let off = |step: &crate::book::Step| matches!(step.effect, Effect::Strike(strike) if strike.with == With::OffHand);
    fight.ability(ability).entry.does.iter().any(off)
}

/// Every roll of a damaging weapon attack has failed: something harmless may be used instead, for energy.
fn backup_plan<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    if !entry.damaging || !entry.is(Tag::Weapon) || entry.time() != Time::Action {
        return Ok(());
    }
    let mut plan = None;
    features::each(fight, job.by, |feature, source| {
        if let (Feature::BackupPlan { energy }, Some(by)) = (feature, source.by) {
            plan = Some((energy, by));
        }
    });
    let own_turn = fight.turn.as_ref().is_some_and(|turn| turn.who == job.by);
    let Some((energy, by)) = plan.filter(|(energy, _)| own_turn && fight.one(job.by).energy >= *energy) else {
        return Ok(());
    };
    if ask::yes(fight, table, Ask::Wants { who: job.by, whom: job.by, ability: by })? {
        pay_energy(fight, table, job.by, energy);
        if let Some(turn) = fight.turn.as_mut() {
            turn.action = false;
            turn.harmless = true;
        }
    }
    Ok(())
}

/// A technique on one creature may bring regeneration, and a new poem too.
fn mending<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    let (technique, poem) = (entry.is(Tag::Technique) && entry.single, entry.is(Tag::Poem));
    let mut found = None;
    features::each(fight, job.by, |feature, source| {
        let lasts = match feature {
            Feature::MendingTouch { energy, hits } if technique => (energy, Lasts::Hits(Formula::fixed(hits))),
            Feature::Resonance { rounds } if poem => (0, Lasts::Rounds(Formula::fixed(rounds))),
            _ => return,
        };
        found = source.by.map(|by| (lasts, by));
    });
    let Some(((energy, lasts), by)) = found.filter(|((energy, _), _)| fight.one(job.by).energy >= *energy) else {
        return Ok(());
    };
    if !ask::yes(fight, table, Ask::Wants { who: job.by, whom, ability: by })? {
        return Ok(());
    }
    pay_energy(fight, table, job.by, energy);
    let put = statuses::Put {
        status: Status::Regeneration,
        on: whom,
        lasts,
        size: None,
        stacks: 1,
        owner: Some(job.by),
        by: Some(by),
        with: job.with,
        while_has: None,
        sung: false,
    };
    statuses::put(fight, table, put)
}

/// How often a basic attack is repeated by a feature, and whether it may spread.
fn repeats(fight: &Fight, job: &Job) -> (i16, bool) {
    let mut found = (1, false);
    if fight.ability(job.ability).is(Tag::Basic) && !fight.ability(job.ability).is(Tag::Charge) {
        features::each(fight, job.by, |feature, _| {
            if let Feature::Strikes { times, apart } = feature {
                found = (times.into(), apart);
            }
        });
    }
    found
}

fn another<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, target: Who) -> Result<Who, T::Halt> {
    let others = fight.everyone().filter(|other| targets::may_pick(fight, job.by, job.ability, *other).is_ok()).count();
    if others < 2 {
        return Ok(target);
    }
    Ok(match ask::act(fight, table, Ask::Next { who: job.by, whom: target, ability: job.ability })? {
        Some(ask::Act::Who(other)) => other,
        _ => target,
    })
}

/// One strike on one target: the roll, and what follows. Says whether it hit.
fn strike_once<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<bool, T::Halt> {
    let mut job = *job;
    let entry = fight.ability(job.ability);
    let unwilling = whom != job.by && (!fight.allies(job.by, whom) || hostile(fight, job.ability));
    let against = entry.against.filter(|_| unwilling);
    criticals::pay_for_critical(fight, table, &job, whom)?;
    if let Some(against) = against {
        let attempt = effects::attempt(fight, &job, whom, against);
        let rolled = precision::roll(fight, table, attempt)?;
        job.cause = Some(rolled.event);
        job.face = rolled.face;
        fight.scratch.face = rolled.face;
        if !rolled.hit {
            effects::steps(fight, table, &job, List::Miss, Some(whom))?;
            for id in job.modifications() {
                effects::steps(fight, table, &Job { ability: id, ..job }, List::Miss, Some(whom))?;
            }
            return Ok(false);
        }
    }
    // What goes with an attack inside an ability goes with that attack.
    let outer = fight.ability(job.ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Strike(_)));
    let mods = if outer { [None; 3] } else { job.mods };
    let replaced =
        mods.into_iter().flatten().any(|id| fight.ability(id).entry.modifies.is_some_and(|mods| mods.replaces));
    if !replaced {
        effects::steps(fight, table, &job, List::Does, Some(whom))?;
    }
    for id in mods.into_iter().flatten() {
        if fight.present(whom) {
            effects::steps(fight, table, &Job { ability: id, ..job }, List::Does, Some(whom))?;
        }
    }
    if let Some(rider) = job.rider.filter(|_| fight.present(whom)) {
        effects::steps(fight, table, &Job { ability: rider, ..job }, List::Does, Some(whom))?;
    }
    after_hit(fight, table, &job, whom)?;
    Ok(true)
}

/// Whether an ability does anything that its target would not want.
pub fn hostile(fight: &Fight, ability: AbilityId) -> bool {
    use crate::book::Effect;
    let entry = &fight.ability(ability).entry;
    entry.does.iter().any(|step| match step.effect {
        Effect::Damage(_) | Effect::Steal(_) | Effect::Prone | Effect::Push(_) | Effect::Disarm | Effect::Pin(_) => {
            true
        }
        Effect::Apply(apply) => apply.status.class() != crate::book::Class::Supportive,
        Effect::Passage(_) | Effect::PassOn | Effect::Spread(_) | Effect::Sacrifice(_) => true,
        _ => false,
    })
}

/// What a hit sets off: riders, coated weapons, spikes.
fn after_hit<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    let (basic, melee, natural) = (entry.is(Tag::Basic), entry.melee, touches(fight, job));
    let weapon = entry.is(Tag::Weapon);
    if basic {
        riders(fight, table, job, whom)?;
    }
    if let (true, Some(coat)) = (weapon, fight.one(job.by).coated)
        && fight.present(whom)
    {
        fight.one_mut(job.by).coated = None;
        effects::on_one(fight, table, &Job::new(fight, job.by, coat), whom)?;
    }
    let mut due: ArrayVec<(crate::book::Link, features::Source), 4> = ArrayVec::new();
    if melee {
        due = features::awaiting(fight, whom, |event| {
            event == Happens::HitInMelee || (natural && event == Happens::Touched)
        });
    }
    for (does, source) in due {
        if let Some(does) = ability_of(does) {
            let answer = Job::new(fight, whom, does).with(source.with);
            effects::on_one(fight, table, &answer, job.by)?;
        }
    }
    Ok(())
}

/// Whether an attack touches with the body itself.
fn touches(fight: &Fight, job: &Job) -> bool {
    fight.ability(job.ability).is(Tag::Natural) && fight.ability(job.ability).melee
}

fn riders<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let mut due: ArrayVec<(AbilityId, features::Source, bool), 4> = ArrayVec::new();
    features::each(fight, job.by, |feature, source| {
        if let Feature::Rider { does, once } = feature
            && let Some(does) = ability_of(does)
        {
            let _ = due.try_push((does, source, once));
        }
    });
    for (does, source, once) in due {
        if once {
            let spent = |what: What| match what {
                What::Granted(step) => matches!(fight.step(step).map(|step| step.effect),
                    Some(crate::book::Effect::Grant(grant)) if matches!(grant.feature, Feature::Rider { does: link, .. } if ability_of(link) == Some(does))),
                _ => false,
            };
            let place = fight.one(job.by).lasting.iter().position(|lasting| spent(lasting.what));
            if let Some(place) = place {
                fight.one_mut(job.by).lasting.remove(place);
            }
        }
        if fight.present(whom) {
            effects::on_one(fight, table, &Job::new(fight, source.owner, does).with(source.with), whom)?;
        }
    }
    Ok(())
}

/// A basic weapon attack inside another ability.
///
/// # Errors
/// Halts with the table.
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    strike: Strike,
    whom: Who,
) -> Result<(), T::Halt> {
    let Some(attack) = basic(fight, job.by, strike.with) else { return Ok(()) };
    let inner = Job {
        ability: attack,
        precision: job.precision + strike.precision,
        plain: job.plain || strike.ignores_weapon_precision,
        against: strike.against,
        half: job.half || strike.half,
        potency: (strike.potency != crate::book::Potency::Full).then_some(strike.potency),
        rider: strike.rider.and_then(ability_of),
        ..*job
    };
    weapons::used(fight, job.by, attack);
    strike_once(fight, table, &inner, whom)?;
    Ok(())
}

/// What criticals, spells and the target add to the main packet.
///
/// # Errors
/// Halts with the table.
pub(crate) fn damage_bonus<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
    face: u16,
) -> Result<i16, T::Halt> {
    let entry = fight.ability(ability);
    let (weapon, basic, single) = (entry.is(Tag::Weapon), entry.is(Tag::Basic), entry.single);
    let mut bonus = features::sum(fight, by, |feature, source| match feature {
        Feature::Damage { by: much, of, when } => {
            let fits = match of {
                Dealing::Anything => true,
                Dealing::WeaponAttacks => weapon,
                Dealing::BasicAttacks => basic,
                Dealing::SingleTarget => single,
            };
            let holds = when.is_none_or(|when| features::holds(fight, by, Some(at), when));
            if fits && holds { fight.value(much, source.with) } else { 0 }
        }
        _ => 0,
    });
    if weapon && affected(fight, at, Status::Exposed) {
        bonus += fight.one(at).size(Status::Exposed);
        table.tell(|| Event::new(&statuses::EXPOSED, format!("{} is exposed", fight.label(at))).to(at));
    }
    if basic && affected(fight, by, Status::Inspired) && ask::yes(fight, table, Ask::InspiredDamage { who: by, at })? {
        statuses::lift(fight, table, by, Status::Inspired);
        let throw = Throw::dice(2, 4, &statuses::INSPIRED, "inspiration").by(by);
        bonus += table.roll(fight, throw)?.iter().map(|face| *face as i16).sum::<i16>();
    }
    bonus += criticals::critical(fight, table, by, at, ability, face)?;
    Ok(bonus)
}

/// What waits for somebody's own rolls: humility, praise.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_own_roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    hit: bool,
) -> Result<(), T::Halt> {
    let _ = at;
    if fight.one(by).lasting.is_empty() {
        return Ok(());
    }
    let wanted = if hit { Happens::RollSucceeds } else { Happens::RollFails };
    for (does, source) in features::awaiting(fight, by, |event| event == wanted) {
        let Some(does) = ability_of(does) else { continue };
        if hit {
            let round = fight.round;
            if std::mem::replace(&mut fight.one_mut(by).praised, round) == round {
                continue;
            }
        }
        effects::on_one(fight, table, &Job::new(fight, source.owner, does).with(source.with), by)?;
    }
    Ok(())
}

/// Whatever waits for an event of somebody's.
///
/// # Errors
/// Halts with the table.
pub(crate) fn happens<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whose: Who,
    event: Happens,
) -> Result<(), T::Halt> {
    for (does, source) in features::awaiting(fight, whose, |known| known == event) {
        let Some(does) = ability_of(does) else { continue };
        if targets::needs_of_user(fight, whose, does).is_err() {
            continue;
        }
        let job = Job { spot: fight.one(whose).at, ..Job::new(fight, source.owner, does).with(source.with) };
        effects::on_one(fight, table, &job, whose)?;
    }
    Ok(())
}

/// W-death: what waits for the death of somebody, and for a kill.
///
/// # Errors
/// Halts with the table.
pub(crate) fn on_death<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    by: Option<Who>,
) -> Result<(), T::Halt> {
    happens(fight, table, whom, Happens::Dies)?;
    if let Some(by) = by.filter(|by| *by != whom && fight.present(*by)) {
        happens(fight, table, by, Happens::Kills)?;
    }
    Ok(())
}

/// What is due at the end of somebody's turn: whether a hold goes on, and who is still heard.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.one_mut(who).orders = None;
    kept::pinned_roll(fight, table, who)?;
    kept::silence(fight, table);
    Ok(())
}

/// What is due at the end of a round: minions whose summoner takes no turn any more are gone in time.
pub(crate) fn end_of_round<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    kept::silence(fight, table);
}

/// The weapon of an ability, if it belongs to one.
pub fn weapon_of(fight: &Fight, ability: AbilityId) -> Option<WeaponId> {
    fight.ability(ability).weapon
}
