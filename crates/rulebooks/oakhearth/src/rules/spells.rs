//! Spells, and whatever else is used like them: declared, paid, challenged, resolved.

use arrayvec::ArrayVec;
use quintain_engine::{Audience, Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, Extra, Moment, Target};
use crate::book::{Check, Component, Lasts, On, Save, Skill, To};
use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::abilities::{self, Cost};
use crate::rules::dice::{self, Pool, Rolled, Saved};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::{advantage, damage, duel, flanking, hide, numbers, water};
use crate::setting::Table as Kept;

quintain_engine::section! {
    "Spellcasting in Combat";
    KIND = Engine "spell.action-or-reaction": "A spell is cast as an Action or as a Reaction, as its entry says.";
    AP = Engine "spell.ap": "A spell may cost more than 1 AP.";
    MP = Engine "spell.mp": "Its MP are taken when it goes off; cantrips cost none.";
    LIMIT = Engine "spell.limit": "No more MP than Combat Proficiency go into one spell, what is bought on top included.";
    SP = Engine "technique.sp": "Techniques cost SP.";
    USES = Engine "ability.uses": "Some abilities can be used only so often in a turn, a round or a fight.";
    VERBAL = Engine "spell.verbal": "A verbal component needs a voice, and gives the hidden away.";
    COMPONENTS = Engine "spell.components": "A physical component needs a free hand.";
    TARGET = Choice "spell.target": "A spell is aimed at what it can be aimed at, within its range and in sight.";
    CHECK = Engine "spell.check": "A Spell Check is made against AC, a fixed number, or in a contest with the target's Save.";
    ENHANCE = Choice "spell.enhance": "What is bought on top is chosen before the check.";
    CONCENTRATION = Engine "spell.concentration": "One spell is kept up at a time, for 1 AP each turn; harm, helplessness and Death's Door end it.";
    ZONE = Engine "spell.ground": "Changed ground acts on whoever enters it, starts or ends a turn there.";
}

/// A check as it lies on the table, with everything that went into it.
#[derive(Clone, Debug)]
pub struct Made {
    /// What went in.
    pub pool: Pool,
    /// What came out.
    pub rolled: Rolled,
}

/// What has been bought on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// How often each, by the place in the entry's list.
    pub times: [u8; 8],
}

/// Uses an ability: a spell, a technique, a special action.
///
/// # Errors
/// Halts with the table.
pub fn cast<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
) -> Result<(), T::Halt> {
    let bought = enhancements(fight, table, who, ability, at)?;
    let cost = with_bought(fight, ability, bought);
    if abilities::afford(fight, who, ability, cost).is_err() {
        return Ok(());
    }
    abilities::pay(fight, table, who, cost);
    abilities::note(fight, who, ability);
    let squares = abilities::ground(fight, who, ability, at, larger(fight, ability, bought));
    let targets = abilities::targets(fight, who, ability, at, &squares);
    declare(fight, table, who, ability, cost, &targets);
    speak(fight, table, who, ability);
    let spell = fight.ability(ability).table == Kept::Spell;
    if spell {
        crate::rules::reactions::window(fight, table, Moment::Casting, who, who, None)?;
        if !fight.able(who) {
            fight.one_mut(who).mp -= cost.mp;
            return Ok(());
        }
    }
    let check = own_check(fight, table, who, ability, &targets)?;
    let mut fought = false;
    if spell {
        let contested = duel::Cast {
            who,
            ability,
            mp: cost.mp,
            check: check.as_ref().map(|made| (made.rolled.natural as i16, made.rolled.total)),
        };
        let (goes_on, duelled) = duel::window(fight, table, contested, &targets)?;
        fought = duelled;
        if duelled {
            fight.one_mut(who).mp -= cost.mp;
        }
        if !goes_on {
            return Ok(());
        }
    }
    reveal(fight, table, who, ability, check.as_ref());
    if spell && !fought && check.as_ref().is_some_and(|made| made.rolled.natural == 1) {
        table.tell(|| {
            let text = format!("{} fizzles: the AP are spent, the MP are not", fight.ability(ability).entry.name);
            Event::new(&damage::NAT1, text).by(who)
        });
        return Ok(());
    }
    if !fought {
        fight.one_mut(who).mp -= cost.mp;
    }
    if !fight.able(who) {
        return Ok(());
    }
    resolve(fight, table, who, ability, at, bought, check.as_ref(), (&squares, &targets))
}

/// What is bought on top: asked before anything is paid or rolled.
fn enhancements<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
) -> Result<Bought, T::Halt> {
    let mut bought = Bought::default();
    if choices(fight, who, ability).is_empty() {
        return Ok(bought);
    }
    let deed = Deed::Cast { ability, at };
    let answer = table.ask(fight, Ask::Extras { who, deed })?;
    for act in answer.picks() {
        if let Act::Extra(Extra::Enhance(place, times)) = act {
            let known = &mut bought.times[usize::from(*place) % 8];
            *known = (*known).max(*times);
        }
    }
    while abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_err() {
        let Some(last) = bought.times.iter_mut().rev().find(|times| **times > 0) else { break };
        *last -= 1;
    }
    Ok(bought)
}

/// What may be bought on top of an ability with what is left to pay.
pub fn choices(fight: &Fight, who: Who, ability: u16) -> Vec<Extra> {
    let mut all = Vec::new();
    for (place, more) in fight.ability(ability).entry.enhance.iter().enumerate().take(8) {
        for times in 1..=if more.repeats { 3 } else { 1 } {
            let mut bought = Bought::default();
            bought.times[place] = times;
            if abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_ok() {
                all.push(Extra::Enhance(place as u8, times));
            }
        }
    }
    all
}

/// The cost with all that is bought on top.
pub fn with_bought(fight: &Fight, ability: u16, bought: Bought) -> Cost {
    let mut cost = abilities::cost(fight, ability);
    for (more, times) in fight.ability(ability).entry.enhance.iter().zip(bought.times) {
        cost.ap += (more.ap * times) as i8;
        cost.mp += (more.mp * times) as i8;
        cost.sp += (more.sp * times) as i8;
    }
    cost
}

fn larger(fight: &Fight, ability: u16, bought: Bought) -> u8 {
    let entry = &fight.ability(ability).entry;
    entry.enhance.iter().zip(bought.times).map(|(more, times)| more.area * times).sum()
}

fn declare<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, ability: u16, cost: Cost, targets: &[Who]) {
    table.tell(|| {
        let known = fight.ability(ability);
        let names: Vec<&str> = targets.iter().map(|whom| fight.label(*whom)).collect();
        let on = if names.is_empty() { String::new() } else { format!(" on {}", names.join(", ")) };
        let verb = if known.table == Kept::Spell { "casts" } else { "uses" };
        let text = format!(
            "{} {verb} {}{on} for {} AP, {} MP, {} SP",
            fight.label(who),
            known.entry.name,
            cost.ap,
            cost.mp,
            cost.sp
        );
        let event = Event::new(&KIND, text).and(&AP).by(who);
        let event = if cost.mp > 0 { event.and(&MP) } else { event };
        targets.first().map_or(event.clone(), |whom| event.to(*whom))
    });
}

/// The verbal part: hiding ends, breath goes.
fn speak<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16) {
    if !fight.ability(ability).entry.components.contains(&Component::Verbal) {
        return;
    }
    if fight.one(who).hidden_from != 0 {
        hide::revealed(fight, table, who, &hide::ENDS_VERBAL);
    }
    water::speak(fight, table, who);
}

/// The check of the ability itself, thrown and kept to the game master until nobody challenges it.
fn own_check<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    targets: &[Who],
) -> Result<Option<Made>, T::Halt> {
    let spell = fight.ability(ability).table == Kept::Spell;
    let kind = match fight.ability(ability).entry.check {
        Check::None | Check::Save(_) => return Ok(None),
        Check::Wrestle => Kind::Skill(Skill::Athletics),
        Check::Frighten => Kind::Skill(Skill::Intimidation),
        Check::Attack if !spell => Kind::Attack,
        Check::Weapon => Kind::Attack,
        _ => Kind::Spell,
    };
    let mut pool = match kind {
        Kind::Skill(skill) => dice::skill_pool(fight, who, skill),
        _ => {
            let mut pool = Pool::with("Prime and Combat Proficiency", numbers::attack_bonus(fight, who));
            dice::common(fight, who, kind, &mut pool);
            pool
        }
    };
    let attack = matches!(fight.ability(ability).entry.check, Check::Attack | Check::Weapon);
    if let (true, [target]) = (attack, targets) {
        let melee = fight.ability(ability).entry.range <= 1;
        advantage::on_attack(fight, who, *target, melee, &mut pool);
        if melee && flanking::flanked(fight, *target) {
            pool.adv_by("flanked", &flanking::ADV);
        }
        crate::rules::disengage::dodging(fight, table, *target, &mut pool);
    }
    pool.add("further dice", effects::dice(fight, table, who, &CHECK)?);
    dice::count(fight, who, kind);
    let what = match kind {
        Kind::Attack => "Attack Check",
        Kind::Spell => "Spell Check",
        Kind::Skill(skill) => skill.text(),
    };
    let rolled = dice::unseen_check(fight, table, who, targets.first().copied(), &CHECK, what, &pool)?;
    Ok(Some(Made { pool, rolled }))
}

/// The check is told once nothing can be changed any more.
fn reveal<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, ability: u16, check: Option<&Made>) {
    let Some(made) = check else { return };
    table.tell(|| {
        let text = format!("{}: the check for {}", fight.label(who), fight.ability(ability).entry.name);
        made.pool.show(Event::new(&CHECK, text).by(who), &made.rolled).only_for(Audience::All)
    });
}

#[expect(clippy::too_many_arguments, reason = "everything that has been decided about one use")]
fn resolve<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
    bought: Bought,
    check: Option<&Made>,
    (squares, targets): (&[Square], &[Who]),
) -> Result<(), T::Halt> {
    let kept = matches!(fight.ability(ability).entry.lasts, Some(Lasts::Concentration(_)));
    if kept {
        effects::concentrate(fight, table, who, ability);
    }
    let making = making(fight, who, ability, at, bought, kept);
    let steps = effects::steps(fight, ability, bought);
    // What changes the ground, or concerns its maker alone, happens once.
    let single = outcome_of(fight, ability, check, None);
    for step in steps.iter().filter(|step| once(&step.effect) || step.to == To::Maker && targets.is_empty()) {
        if on(step.on, single.success) {
            effects::on_ground(fight, table, &making, &step.effect, squares, single)?;
        }
    }
    for whom in targets.iter().copied() {
        if !fight.present(whom) {
            continue;
        }
        let outcome = against(fight, table, who, ability, whom, check)?;
        let mut saves: ArrayVec<(Save, Saved), 3> = ArrayVec::new();
        for step in steps.iter().filter(|step| !once(&step.effect)) {
            let to = match step.to {
                To::Target => whom,
                To::Maker => who,
                To::First if targets.first() == Some(&whom) => whom,
                To::First => continue,
            };
            if !on(step.on, outcome.success) || !fight.present(to) {
                continue;
            }
            if let Some(save) = step.save {
                let known = saves.iter().find(|(kind, _)| *kind == save).map(|(_, saved)| *saved);
                let saved = match known {
                    Some(saved) => saved,
                    None => {
                        let saved = dice::save(fight, table, whom, save, making.dc, &CHECK, Some(who))?;
                        let _ = saves.try_push((save, saved));
                        saved
                    }
                };
                if saved.success {
                    continue;
                }
            }
            effects::apply(fight, table, &making, &step.effect, to, outcome)?;
        }
    }
    if fight.ability(ability).entry.check == Check::Attack && fight.one(who).hidden_from != 0 {
        hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    }
    Ok(())
}

/// Whether an effect concerns the ground and not its targets one by one.
fn once(effect: &crate::book::Effect) -> bool {
    use crate::book::Effect as E;
    matches!(effect, E::Ground { .. } | E::Summon { .. } | E::Flames { .. })
}

fn on(when: On, success: bool) -> bool {
    match when {
        On::Success => success,
        On::Failure => !success,
        On::Always => true,
    }
}

/// What all effects of one use share.
pub fn making(fight: &Fight, who: Who, ability: u16, at: Target, bought: Bought, kept: bool) -> Making {
    let entry = &fight.ability(ability).entry;
    let more = |what: fn(&crate::book::Enhancement) -> i8| -> i16 {
        entry.enhance.iter().zip(bought.times).map(|(more, times)| i16::from(what(more)) * i16::from(times)).sum()
    };
    Making {
        ability,
        by: who,
        dc: numbers::save_dc(fight, who),
        damage: more(|more| more.damage),
        heal: more(|more| more.heal),
        kept,
        at,
        attack: matches!(entry.check, Check::Attack | Check::Weapon),
    }
}

/// The outcome of a check that needs no target.
fn outcome_of(fight: &Fight, ability: u16, check: Option<&Made>, whom: Option<Who>) -> Outcome {
    let _ = whom;
    match (fight.ability(ability).entry.check, check) {
        (Check::Dc(dc), Some(made)) => Outcome::of(made.rolled.total - i16::from(dc)),
        _ => Outcome::of(0),
    }
}

/// How the ability comes out against one target.
fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    whom: Who,
    check: Option<&Made>,
) -> Result<Outcome, T::Halt> {
    let kind = fight.ability(ability).entry.check;
    let dc = numbers::save_dc(fight, who);
    Ok(match (kind, check) {
        (Check::Save(save), _) => {
            let saved = dice::save(fight, table, whom, save, dc, &CHECK, Some(who))?;
            Outcome { success: !saved.success, margin: -saved.margin, critical: false }
        }
        (Check::Attack | Check::Weapon, Some(made)) => hits(fight, table, who, whom, made),
        (Check::Against(save), Some(made)) => {
            let saved = dice::save(fight, table, whom, save, made.rolled.total, &CHECK, Some(who))?;
            // A tie changes nothing: the one who began the contest fails.
            Outcome { success: !saved.success, margin: -saved.margin, critical: false }
        }
        (Check::AgainstBody | Check::Wrestle, Some(made)) => {
            let skill = dice::physical(fight, whom);
            let pool = dice::skill_pool(fight, whom, skill);
            let resisting = dice::answer(fight, table, whom, who, skill, pool)?;
            let success = dice::wins(fight, &made.rolled, &resisting);
            Outcome { success, margin: made.rolled.total - resisting.total, critical: false }
        }
        (Check::Frighten, Some(made)) => {
            let saved = dice::save(fight, table, whom, Save::Charisma, made.rolled.total, &CHECK, Some(who))?;
            Outcome { success: !saved.success, margin: -saved.margin, critical: false }
        }
        (Check::AgainstMaker, Some(made)) => Outcome::of(made.rolled.total - effects::maker_dc(fight, whom)),
        _ => outcome_of(fight, ability, check, Some(whom)),
    })
}

/// A check against AC: degrees, criticals and natural 1s as with any Attack.
fn hits<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, whom: Who, made: &Made) -> Outcome {
    let cover = crate::rules::sight::cover(fight, who, whom).unwrap_or(0);
    let ac = numbers::ac(fight, whom);
    let critical = made.rolled.natural == 20;
    let total = made.rolled.total + cover;
    let success = made.rolled.natural != 1 && (critical || total >= ac);
    table.tell(|| {
        let how = if success { "hits" } else { "misses" };
        let text = format!("{} {how} {}", fight.label(who), fight.label(whom));
        let event = Event::new(&damage::ATTACK_HITS, text).by(who).to(whom);
        let event = event.term("Check", made.rolled.total.into(), "").total(total.into()).against("AC", ac.into());
        if cover == 0 { event } else { event.term("cover", cover.into(), "") }
    });
    Outcome { success, margin: total - ac, critical }
}
