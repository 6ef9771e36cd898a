//! Spells, and whatever else is used like them: declared, paid, challenged, resolved.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, Extra, Moment, Target};
use crate::book::{Boon, Check, Component, Effect, Lasts, On, Save, To};
use crate::combatant::{Hand, Kind};
use crate::fight::{Casting, Fight};
use crate::house::HelpTiming;
use crate::rules::abilities::{self, Cost};
use crate::rules::areas::Squares;
use crate::rules::combining::{self, Helpers};
use crate::rules::dice::{self, Pool, Saved};
use crate::rules::dispelling::{self, Mark};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spell_checks::{self, Blows, Made};
use crate::rules::{
    advantage, attack, boons, concentration, damage, duel, granted, help, hide, maneuvers, numbers, reactions,
    shifting, things, water,
};
use crate::setting::Table as Kept;

quintain_engine::section! {
    "Spellcasting in Combat";
    KIND = Engine "spell.action-or-reaction": "A spell is cast as an Action or as a Reaction, as its entry says.";
    AP = Engine "spell.ap": "A spell may cost more than 1 AP.";
    MP = Engine "spell.mp": "Its MP are taken when it goes off; cantrips cost none.";
    LIMIT = Engine "spell.limit": "No more MP than Combat Proficiency go into one spell, what is bought on top included.";
    SP = Engine "technique.sp": "Techniques cost SP.";
    USES = Engine "ability.uses": "Some abilities can be used only once in a turn, a round or a fight.";
    VERBAL = Engine "spell.verbal": "A verbal component needs a voice, and gives the hidden away.";
    COMPONENTS = Engine "spell.components": "A physical component needs a free hand.";
    TARGET = Choice "spell.target": "A spell is aimed at what it can be aimed at, within its range and in sight.";
    CHECK = Engine "spell.check": "A Spell Check is made against AC, a fixed number, or in a contest with the target's Save.";
    ROW = Engine "spell.one-row": "An attack on several makes one roll; each target takes as many of its dice as its own ADV or DIS asks for.";
    ANSWERED = Engine "spell.answered": "An attack by magic is answered like any other: when it is aimed, when it is rolled, when it hits or misses.";
    ENHANCE = Choice "spell.enhance": "What is bought on top is chosen before the check.";
    ZONE = Engine "spell.ground": "Changed ground acts on whoever enters it, starts or ends a turn there.";
    BARRIER = Choice "spell.barrier": "A wall of magic stops bodies and blows, and can be broken Space by Space: AC is its maker's Save DC.";
    THINGS = Choice "spell.things": "Some spells put things into Spaces, which their caster moves and uses while the spell goes on.";
    BOON = Engine "spell.boon": "Some spells change numbers for a while: dice, AC, movement, size, what a blow does.";
}

/// The most whom one use touches.
pub const MOST: usize = 16;

/// Whom an ability touches.
pub type Targets = ArrayVec<Who, MOST>;

/// What has been bought on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// How often each, by the place in the entry's list.
    pub times: [u8; 8],
}

/// One use of an ability, with everything that has been decided about it.
#[derive(Clone, Debug)]
pub struct Use {
    /// Who uses it.
    pub who: Who,
    /// Which.
    pub ability: u16,
    /// Where it is aimed.
    pub at: Target,
    /// What has been bought on top.
    pub bought: Bought,
    /// What it costs.
    pub cost: Cost,
    /// Where its area begins, when not at its maker.
    pub origin: Option<Square>,
    /// The Spaces that it takes in.
    pub squares: Squares,
    /// Whom it touches.
    pub targets: Targets,
    /// What a dispelling or cleansing ends.
    pub mark: Option<Mark>,
    /// Who casts the same spell together with its maker.
    pub helpers: Helpers,
    /// At whom the weapon is thrown with the same roll.
    pub thrown: Option<Who>,
    /// Whose Help Dice go into an attack, by bit of their place.
    pub helped: u64,
    /// It has taken effect on something.
    pub works: bool,
    /// The steps that concern its maker and have been carried out, by bit: each once, however many targets there are.
    pub own: u32,
}

impl Use {
    /// A use of which nothing but the aim has been decided.
    fn new(who: Who, ability: u16, at: Target) -> Use {
        Use {
            who,
            ability,
            at,
            bought: Bought::default(),
            cost: Cost::default(),
            origin: None,
            squares: Squares::new(),
            targets: Targets::new(),
            mark: None,
            helpers: Helpers::new(),
            thrown: None,
            helped: 0,
            works: false,
            own: 0,
        }
    }
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
    let at = match at {
        Target::Later => match table.choose(fight, Ask::Aim { who, ability })? {
            Some(Act::Target(at)) if abilities::can_aim(fight, who, ability, at) => at,
            _ => return Ok(()),
        },
        at => at,
    };
    let spell = fight.ability(ability).table == Kept::Spell;
    let helpers = if spell { combining::join(fight, table, who, ability)? } else { Helpers::new() };
    fight.pooled = combining::pooled(&helpers);
    let (bought, helped) = enhancements(fight, table, who, ability, at)?;
    let cost = with_bought(fight, ability, bought);
    let dear = abilities::afford(fight, who, ability, cost).is_err();
    fight.pooled = 0;
    if dear {
        return Ok(());
    }
    combining::spend(fight, who, ability, &helpers);
    let origin = origin(fight, table, who, ability, bought)?;
    abilities::pay(fight, table, who, cost);
    abilities::note(fight, who, ability);
    let mut using = Use { bought, cost, origin, helpers, helped, ..Use::new(who, ability, at) };
    if !goes_first(fight, table, &using)? {
        return Ok(());
    }
    aim(fight, &mut using, None);
    if fight.ability(ability).entry.chosen {
        choose_targets(fight, table, &mut using)?;
    }
    throw_along(fight, table, &mut using)?;
    declare(fight, table, &using);
    speak(fight, table, who, ability);
    let mut answered = using.helpers.iter().fold(0, |all, (who, ..)| all | reactions::bit(*who));
    if spell {
        answered |= reactions::window(fight, table, Moment::Casting, who, who, None)?;
        if !goes_on(fight, table, &mut using) {
            return Ok(());
        }
    }
    using.mark = dispelling::mark(fight, table, &using)?;
    let mut blows = spell_checks::answered(fight, table, &using)?;
    if !fight.able(who) {
        lost(fight, table, &using);
        return Ok(());
    }
    let check = spell_checks::roll(fight, table, &using, &blows)?;
    if goes_off(fight, table, &using, answered, check.as_ref())? && fight.able(who) {
        resolve(fight, table, &mut using, check.as_ref(), &mut blows)?;
    }
    fight.one_mut(who).next_adv = if blows.is_empty() { fight.one(who).next_adv } else { 0 };
    Ok(())
}

/// Where it says so its maker goes before it acts: whether its target is near enough then.
fn goes_first<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use) -> Result<bool, T::Halt> {
    if !fight.ability(using.ability).entry.goes_first {
        return Ok(true);
    }
    let speed = numbers::speed(fight, using.who);
    granted::walk(fight, table, using.who, speed, false)?;
    let near = fight.able(using.who) && still_aimed(fight, using);
    if !near {
        lost(fight, table, using);
    }
    Ok(near)
}

/// Whether a spell goes on when those who waited for it have acted: its maker can still cast it, and its target is still
/// there. In its area are those who are there now.
fn goes_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) -> bool {
    if !fight.able(using.who) {
        lost(fight, table, using);
        return false;
    }
    if !still_aimed(fight, using) {
        // What has no target does not go off, and its MP stay.
        tell_lost(fight, table, using);
        return false;
    }
    if !fight.ability(using.ability).entry.chosen {
        aim(fight, using, None);
    }
    true
}

/// Whether the creature that is aimed at is still there, in range and in sight.
fn still_aimed(fight: &Fight, using: &Use) -> bool {
    let Target::Who(whom) = using.at else { return true };
    let entry = &fight.ability(using.ability).entry;
    let range = i16::from(entry.range) + more(fight, using.ability, using.bought, |more| more.range.into());
    let near = fight.distance(using.who, whom) <= range;
    fight.present(whom) && near && (whom == using.who || !hide::unseen_by(fight, whom, using.who))
}

/// Its maker cannot go on with it: AP and MP are spent.
fn lost<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use) {
    spend_mp(fight, using);
    tell_lost(fight, table, using);
}

fn tell_lost<T: Table<Fight>>(fight: &Fight, table: &mut T, using: &Use) {
    table.tell(|| {
        let name = &fight.ability(using.ability).entry.name;
        let text = format!("{}'s {name} is lost", fight.label(using.who));
        Event::new(&reactions::SEVERAL, text).by(using.who)
    });
}

/// The duel if there is one, then the natural 1, then the MP: whether the spell goes off.
fn goes_off<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    answered: u64,
    check: Option<&Made>,
) -> Result<bool, T::Halt> {
    let (who, ability, mp) = (using.who, using.ability, using.cost.mp);
    if fight.ability(ability).table != Kept::Spell {
        spell_checks::reveal(fight, table, using, check);
        spend_mp(fight, using);
        return Ok(true);
    }
    let check_of = check.map(|made| (made.counts().0 as i16, made.counts().1));
    let cast = duel::Cast { who, ability, mp, answered, check: check_of };
    let (goes_on, fought) = contested(fight, table, cast, &using.targets)?;
    if fought {
        spend_mp(fight, using);
    }
    if !goes_on {
        return Ok(false);
    }
    spell_checks::reveal(fight, table, using, check);
    if !fought && check.is_some_and(|made| made.counts().0 == 1) {
        table.tell(|| {
            let text = format!("{} fizzles: the AP are spent, the MP are not", fight.ability(ability).entry.name);
            Event::new(&damage::NAT1, text).by(who)
        });
        return Ok(false);
    }
    if !fought {
        spend_mp(fight, using);
    }
    Ok(true)
}

/// The MP of a spell leave the pools: those of whoever joins first, the rest its maker's.
fn spend_mp(fight: &mut Fight, using: &Use) {
    let pooled = combining::pooled(&using.helpers);
    for (who, mp, _) in &using.helpers {
        fight.one_mut(*who).mp -= *mp as i8;
    }
    fight.one_mut(using.who).mp -= (using.cost.mp - pooled).max(0);
}

/// The window for a duel about a spell: whether it goes on, and whether there was a duel.
///
/// # Errors
/// Halts with the table.
pub fn contested<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    cast: duel::Cast,
    targets: &[Who],
) -> Result<(bool, bool), T::Halt> {
    let targets = targets.iter().copied().take(MOST).collect();
    let casting = Casting { by: cast.who, ability: cast.ability, targets, answered: cast.answered };
    if fight.castings.try_push(casting).is_err() {
        return Ok((true, false));
    }
    let done = duel::window(fight, table, cast);
    fight.castings.pop();
    done
}

/// What is bought on top, and whose Help Dice are added: asked before anything is paid or rolled. Range that the target
/// asks for is bought unasked.
fn enhancements<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
) -> Result<(Bought, u64), T::Halt> {
    let mut bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let mut helped = 0;
    if choices(fight, who, ability, bought).is_empty() && helpers(fight, who, ability, at).is_empty() {
        return Ok((bought, helped));
    }
    let deed = Deed::Cast { ability, at };
    let answer = table.ask(fight, Ask::Extras { who, deed })?;
    for act in answer.picks() {
        match act {
            Act::Extra(Extra::Enhance(place, times)) => {
                let known = &mut bought.times[usize::from(*place) % 8];
                *known = (*known).max(*times);
            }
            Act::Extra(Extra::Help(helper)) => helped |= reactions::bit(*helper),
            _ => {}
        }
    }
    while abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_err() {
        let Some(last) = bought.times.iter_mut().rev().find(|times| **times > 0) else { break };
        *last -= 1;
    }
    Ok((bought, helped))
}

/// Those whose Help Dice may be added to an attack with an ability before it is rolled: dice for one of its targets.
pub fn helpers(fight: &Fight, who: Who, ability: u16, at: Target) -> ArrayVec<Who, 4> {
    let mut all = ArrayVec::new();
    let attack = matches!(fight.ability(ability).entry.check, Check::Attack | Check::Weapon);
    if !attack || fight.one(who).help.is_empty() || fight.house().help_timing != HelpTiming::BeforeRoll {
        return all;
    }
    for whom in touched(fight, who, ability, at, Bought::default()) {
        for helper in help::dice_for(fight, who, whom) {
            if !all.contains(&helper) {
                let _ = all.try_push(helper);
            }
        }
    }
    all
}

/// What may be bought on top of an ability with what is left to pay, `bought` being taken already.
pub fn choices(fight: &Fight, who: Who, ability: u16, bought: Bought) -> ArrayVec<Extra, 24> {
    let mut all = ArrayVec::new();
    for (place, more) in fight.ability(ability).entry.enhance.iter().enumerate().take(8) {
        let least = bought.times[place] + 1;
        for times in least..=if more.repeats { 3 } else { 1 } {
            let mut bought = bought;
            bought.times[place] = times;
            if abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_ok() {
                let _ = all.try_push(Extra::Enhance(place as u8, times));
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

/// The sum of what is bought of one kind.
pub fn more(fight: &Fight, ability: u16, bought: Bought, of: fn(&crate::book::Enhancement) -> i16) -> i16 {
    let all = fight.ability(ability).entry.enhance.iter().zip(bought.times);
    all.map(|(more, times)| of(more) * i16::from(times)).sum()
}

/// Where an area begins that has been moved away from its maker.
fn origin<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    bought: Bought,
) -> Result<Option<Square>, T::Halt> {
    let within = more(fight, ability, bought, |more| more.origin.into());
    if within == 0 {
        return Ok(None);
    }
    Ok(match table.choose(fight, Ask::Origin { who, within: within as u8 })? {
        Some(Act::Square(square)) => Some(square),
        _ => None,
    })
}

/// Works out the Spaces and those in them; `radius` where the check has decided the size.
fn aim(fight: &Fight, using: &mut Use, radius: Option<u8>) {
    let larger = more(fight, using.ability, using.bought, |more| more.area.into()) as u8;
    using.squares = abilities::ground(fight, using, larger, radius);
    if radius.is_none() {
        using.targets = abilities::targets(fight, using);
    }
}

/// Whom a use would touch: those among whom its maker chooses.
pub fn touched(fight: &Fight, who: Who, ability: u16, at: Target, bought: Bought) -> Targets {
    let mut using = Use { bought, ..Use::new(who, ability, at) };
    aim(fight, &mut using, None);
    using.targets
}

/// Those in the area whom the maker means.
fn choose_targets<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) -> Result<(), T::Halt> {
    if using.targets.len() < 2 {
        return Ok(());
    }
    let ask = Ask::Among { who: using.who, ability: using.ability, at: using.at, bought: using.bought };
    let answer = table.ask(fight, ask)?;
    let meant = |who: &Who| answer.picks().contains(&Act::Who(*who));
    using.targets.retain(|who| meant(who));
    Ok(())
}

/// Those at whom the weapon may be thrown with the same roll, so far away at most.
pub fn throwable(fight: &Fight, who: Who, within: u8, targets: u64) -> impl Iterator<Item = Who> + '_ {
    let fresh = move |other: &Who| targets & reactions::bit(*other) == 0;
    let near = move |other: &Who| {
        fight.distance(who, *other) <= i16::from(within) && crate::rules::sight::sees(fight, who, *other)
    };
    fight.enemies(who).filter(fresh).filter(near)
}

/// One more target, at whom the weapon is thrown.
fn throw_along<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) -> Result<(), T::Halt> {
    let within = more(fight, using.ability, using.bought, |more| more.thrown.into()) as u8;
    let taken = using.targets.iter().fold(0, |all, whom| all | reactions::bit(*whom));
    if within == 0 || using.targets.is_full() || throwable(fight, using.who, within, taken).next().is_none() {
        return Ok(());
    }
    if let Some(Act::Who(whom)) = table.choose(fight, Ask::ThrowAlong { who: using.who, within, taken })? {
        using.targets.push(whom);
        using.thrown = Some(whom);
    }
    Ok(())
}

fn declare<T: Table<Fight>>(fight: &Fight, table: &mut T, using: &Use) {
    table.tell(|| {
        let known = fight.ability(using.ability);
        let names: Vec<&str> = using.targets.iter().map(|whom| fight.label(*whom)).collect();
        let on = if names.is_empty() { String::new() } else { format!(" on {}", names.join(", ")) };
        let verb = if known.table == Kept::Spell { "casts" } else { "uses" };
        let Cost { ap, mp, sp } = using.cost;
        let (who, name) = (fight.label(using.who), &known.entry.name);
        let text = format!("{who} {verb} {name}{on} for {ap} AP, {mp} MP, {sp} SP");
        let mut event = Event::new(&KIND, text).and(&AP).and(&TARGET).by(using.who).with(name.clone());
        event = if mp > 0 { event.and(&MP) } else { event };
        event = if sp > 0 { event.and(&SP) } else { event };
        event = if using.bought == Bought::default() { event } else { event.and(&ENHANCE) };
        event = if known.entry.adds_to.is_some() { event.and(&maneuvers::GRAPPLE) } else { event };
        using.targets.first().map_or(event.clone(), |whom| event.to(*whom))
    });
}

/// The verbal part: hiding ends, breath goes.
pub fn speak<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16) {
    if !fight.ability(ability).entry.components.contains(&Component::Verbal) {
        return;
    }
    table.tell(|| Event::new(&VERBAL, format!("{} speaks the words", fight.label(who))).by(who));
    if fight.one(who).hidden_from != 0 {
        hide::revealed(fight, table, who, &hide::ENDS_VERBAL);
    }
    water::speak(fight, table, who);
}

/// What goes into a Spell Check made for a contest of magic, out of turn.
pub fn duel_pool(fight: &Fight, who: Who) -> Pool {
    let mut pool = Pool::with("Prime and Combat Proficiency", numbers::attack_bonus(fight, who));
    advantage::on_check(fight, who, Kind::Spell, &mut pool);
    pool.add("Exhaustion", -fight.one(who).amount(crate::book::Condition::Exhaustion));
    pool
}

/// The weapon with which somebody carries out a technique: hand to hand, or one that shoots.
pub fn weapon(fight: &Fight, who: Who, melee: bool) -> Option<u16> {
    let held = fight
        .one(who)
        .hands
        .iter()
        .filter_map(|hand| if let Hand::Weapon(weapon) = hand { Some(*weapon) } else { None });
    let all = held.chain(fight.template(who).natural.iter().copied());
    let mut fits = all.filter(|weapon| fight.weapon(*weapon).range.is_none() == melee);
    fits.next()
}

fn resolve<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &mut Use,
    check: Option<&Made>,
    blows: &mut Blows,
) -> Result<(), T::Halt> {
    let (who, ability) = (using.who, using.ability);
    let making = making(fight, using);
    let setting = fight.setting.clone();
    let steps = effects::steps(&setting, ability, using.bought);
    // What changes the ground, or concerns its maker alone, happens once.
    let single = spell_checks::outcome_of(fight, ability, check);
    if let Some(size) = size(fight, ability, single) {
        aim(fight, using, Some(size));
    }
    for step in steps.iter().copied().filter(|step| things::once(&step.effect)) {
        if on(step.on, single.success) && (step.margin == 0 || single.margin >= step.margin.into()) {
            takes_hold(fight, table, using);
            things::on_ground(fight, table, &making, &step.effect, &using.squares, single)?;
        }
    }
    if steps
        .iter()
        .any(|step| matches!(step.effect, crate::book::Effect::Damage { kind: crate::book::Damage::Fire, .. }))
    {
        crate::rules::zones::ignite(fight, table, &using.squares);
    }
    if using.targets.is_empty() {
        let outcome = match fight.ability(ability).entry.check {
            Check::AgainstMaker => spell_checks::against(fight, table, using, who, check)?,
            _ => single,
        };
        let aimless = |step: &&crate::book::Step| step.to == To::Maker || step.effect == crate::book::Effect::Dispel;
        for step in steps.iter().copied().filter(aimless).filter(|step| !things::once(&step.effect)) {
            if on(step.on, outcome.success) {
                takes_hold(fight, table, using);
                effects::apply(fight, table, &making, &step.effect, who, outcome)?;
            }
        }
    }
    for place in 0..using.targets.len() {
        on_one(fight, table, using, &making, &steps, check, (place, blows))?;
    }
    if let Some(whom) = using.thrown {
        attack::throw_weapon(fight, who, whom);
    }
    if making.attack {
        boons::attacked(fight, who);
        hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    }
    if using.works && making.kept {
        concentration::without_hold(fight, table, who);
    }
    Ok(())
}

/// A spell takes effect: now its maker concentrates on it, where it asks for that, and on no other.
fn takes_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) {
    let first = !std::mem::replace(&mut using.works, true);
    if first && matches!(fight.ability(using.ability).entry.lasts, Some(Lasts::Concentration(_))) {
        concentration::begin(fight, table, using.who, using.ability);
    }
}

/// The size of an area that the check decides.
fn size(fight: &Fight, ability: u16, single: Outcome) -> Option<u8> {
    let entry = &fight.ability(ability).entry;
    let own = entry.area?.size();
    match (single.success, entry.area_on_failure) {
        (false, Some(size)) => Some(size),
        (true, _) if entry.area_per_five > 0 => {
            Some(own.saturating_add(entry.area_per_five.saturating_mul(single.fives().clamp(0, 9) as u8)))
        }
        _ => None,
    }
}

/// All steps that concern one target.
fn on_one<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &mut Use,
    making: &Making,
    steps: &[&crate::book::Step],
    check: Option<&Made>,
    (place, blows): (usize, &mut Blows),
) -> Result<(), T::Halt> {
    let Some(mut whom) = using.targets.get(place).copied() else { return Ok(()) };
    if !fight.present(whom) || !dispelling::prevails(fight, table, using, whom)? {
        return Ok(());
    }
    let outcome = match (blows.get_mut(place), check) {
        (Some(blow), Some(made)) => {
            let outcome = spell_checks::strike(fight, table, using, made, place, blow)?;
            whom = blow.at;
            outcome
        }
        _ => spell_checks::against(fight, table, using, whom, check)?,
    };
    if cramped(fight, steps, whom) {
        table.tell(|| Event::new(&TARGET, format!("{} has no room to grow", fight.label(whom))).to(whom));
        return Ok(());
    }
    let before = fight.one(whom).hp + fight.one(whom).temp;
    let mut saves: ArrayVec<(Save, Saved), 3> = ArrayVec::new();
    for (number, step) in steps.iter().copied().enumerate().filter(|(_, step)| !things::once(&step.effect)) {
        let to = match step.to {
            To::Target => whom,
            To::Maker if using.own & (1 << number) == 0 => using.who,
            To::Maker => continue,
            To::First if place == 0 => whom,
            To::First => continue,
        };
        if !on(step.on, outcome.success) || outcome.margin < step.margin.into() && step.margin > 0 || !fight.present(to)
        {
            continue;
        }
        if let Some(save) = step.save {
            let known = saves.iter().find(|(kind, _)| *kind == save).map(|(_, saved)| *saved);
            let saved = match known {
                Some(saved) => saved,
                None => {
                    let saved = dice::save(fight, table, whom, save, making.dc, &CHECK, Some(using.who))?;
                    let _ = saves.try_push((save, saved));
                    saved
                }
            };
            if saved.success {
                continue;
            }
        }
        if step.to == To::Maker {
            using.own |= 1 << number;
        }
        takes_hold(fight, table, using);
        effects::apply(fight, table, making, &step.effect, to, outcome)?;
    }
    if fight.one(whom).hp + fight.one(whom).temp < before && fight.present(whom) && whom != using.who {
        reactions::window(fight, table, Moment::Hurt, using.who, whom, None)?;
    }
    match blows.get(place) {
        Some(blow) => maneuvers::afterwards(fight, table, blow),
        None => Ok(()),
    }
}

/// Whether an ability would make somebody larger than there is room for: then it does nothing to it.
fn cramped(fight: &Fight, steps: &[&crate::book::Step], whom: Who) -> bool {
    steps.iter().any(|step| match step.effect {
        Effect::Boon { boon: Boon::Resize(by), .. } => by > 0 && !shifting::may_grow(fight, whom, by),
        _ => false,
    })
}

/// Whether a step is due.
pub fn on(when: On, success: bool) -> bool {
    match when {
        On::Success => success,
        On::Failure => !success,
        On::Always => true,
    }
}

/// What all effects of one use share.
pub fn making(fight: &Fight, using: &Use) -> Making {
    let entry = &fight.ability(using.ability).entry;
    let bought = entry.enhance.iter().zip(using.bought.times).filter(|(_, times)| *times > 0);
    let of = |what: fn(&crate::book::Enhancement) -> i16| more(fight, using.ability, using.bought, what);
    Making {
        ability: Some(using.ability),
        by: using.who,
        dc: combining::save_dc(fight, using),
        damage: of(|more| more.damage.into()),
        heal: of(|more| more.heal.into()),
        temp: of(|more| more.temp_hp.into()),
        kind: bought.filter_map(|(more, _)| more.kind).next_back(),
        kept: matches!(entry.lasts, Some(Lasts::Concentration(_))),
        at: using.at,
        attack: matches!(entry.check, Check::Attack | Check::Weapon),
        melee: entry.melee,
        mp: using.cost.mp,
        mark: using.mark,
    }
}
