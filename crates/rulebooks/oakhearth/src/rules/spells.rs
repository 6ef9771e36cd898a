//! Spells, and whatever else is used like them: declared, paid, challenged, resolved.

mod aiming;
mod bought;
mod resolving;

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Coin, Deed, Moment, Target};
use crate::book::Component;
use crate::combatant::{Hand, Kind};
use crate::fight::{Casting, Fight};
use crate::rules::abilities::{self, Cost};
use crate::rules::areas::Squares;
use crate::rules::combining::{self, Helpers};
use crate::rules::dice::Pool;
use crate::rules::dispelling::{self, Mark};
use crate::rules::spell_checks::{self, Blows, Made};
use crate::rules::{
    action_points, advantage, attack, conditions, damage, duel, granted, hide, maneuvers, non_lethal, numbers,
    reactions, stamina, water,
};
use crate::setting::Table as Kept;
use crate::story::Told;
use crate::those::{Those, Whos};
use crate::words;

use aiming::{aim, choose_targets, origin, still_aimed, throw_along};
pub use aiming::{covered, throwable, touched};
pub(crate) use bought::enhancements;
pub use bought::{Bought, choices, helpers, more, mp_limit, picked, price_of, spares, with_bought};
pub use resolving::on;
use resolving::resolve;

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

/// The targets of an ability.
pub type Targets = Whos;

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
    /// Its targets.
    pub targets: Targets,
    /// What a dispelling or cleansing ends.
    pub mark: Option<Mark>,
    /// Who casts the same spell together with its maker.
    pub helpers: Helpers,
    /// The target that the weapon is thrown at with the same roll.
    pub thrown: Option<Who>,
    /// Whose Help Dice go into an attack.
    pub helped: Those,
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
            helped: Those::default(),
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
    (ability, coin): (u16, Coin),
    at: Target,
) -> Result<(), T::Halt> {
    let Some(at) = aimed(fight, table, who, ability, at)? else { return Ok(()) };
    let spell = fight.ability(ability).table == Kept::Spell;
    let helpers = if spell { combining::join(fight, table, who, ability)? } else { Helpers::new() };
    fight.pooled = combining::pooled(&helpers);
    let (bought, helped) = enhancements(fight, table, who, (ability, coin), at)?;
    let cost = with_bought(fight, ability, bought).paid_with(coin);
    let dear = abilities::afford(fight, who, ability, cost).err();
    fight.pooled = 0;
    if let Some(refusal) = dear {
        table.tell(|| {
            let text = format!("{}'s {} is lost: {}", fight.label(who), fight.ability(ability).entry.name, refusal.why);
            Event::new(refusal.rule, text).by(who)
        });
        return Ok(());
    }
    combining::spend(fight, who, ability, &helpers);
    let origin = origin(fight, table, who, ability, bought)?;
    let paid = action_points::For::Deed(Deed::Cast { ability, at, coin });
    action_points::pay_to(fight, table, who, cost.ap.max(0) as u8, &AP, paid);
    fight.one_mut(who).sp -= cost.sp;
    stamina::on_maneuver(fight, table, who, ability, cost.sp);
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
    let mut answered: Those = using.helpers.iter().map(|(who, ..)| *who).collect();
    if spell {
        answered.unite(&reactions::window(fight, table, Moment::Casting, who, who, None)?);
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
    if goes_off(fight, table, &using, answered, check.as_ref(), &mut blows)? && fight.able(who) {
        resolve(fight, table, &mut using, check.as_ref(), &mut blows)?;
    }
    Ok(())
}

/// Where a use is aimed: asked for now where that was left open. Nothing where it may not be aimed so.
fn aimed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
) -> Result<Option<Target>, T::Halt> {
    if at != Target::Later {
        return Ok(Some(at));
    }
    Ok(match table.choose(fight, Ask::Aim { who, ability })? {
        Some(Act::Target(at)) if abilities::can_aim(fight, who, ability, at) => Some(at),
        _ => None,
    })
}

/// Where it says so its maker goes before it acts: whether its target is near enough then.
fn goes_first<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use) -> Result<bool, T::Halt> {
    if !fight.ability(using.ability).entry.goes_first {
        return Ok(true);
    }
    let speed = numbers::speed(fight, using.who);
    granted::walk(fight, table, using.who, speed, false, None)?;
    let near = fight.able(using.who) && still_aimed(fight, using);
    if !near {
        lost(fight, table, using);
    }
    Ok(near)
}

/// Whether a spell goes on when those who waited for it have acted: its maker can still cast it, and its target is still
/// there. In its area are those who are there now.
fn goes_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) -> bool {
    if !fight.able(using.who) || abilities::has_components(fight, using.who, using.ability).is_err() {
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
    answered: Those,
    check: Option<&Made>,
    blows: &mut Blows,
) -> Result<bool, T::Halt> {
    let (who, ability, mp) = (using.who, using.ability, using.cost.mp);
    if fight.ability(ability).table != Kept::Spell {
        spell_checks::reveal(fight, table, using, check, blows)?;
        spend_mp(fight, using);
        return Ok(true);
    }
    let check_of = check.map(|made| (made.counts().0 as i16, made.counts().1));
    let cast = duel::Cast { who, ability, mp, check: check_of };
    let (goes_on, fought) = contested(fight, table, cast, &using.targets, answered)?;
    if fought {
        spend_mp(fight, using);
    }
    if !goes_on {
        return Ok(false);
    }
    spell_checks::reveal(fight, table, using, check, blows)?;
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

/// The MP of a spell leave the pools: those of the creature that joins first, the rest its maker's.
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
    answered: Those,
) -> Result<(bool, bool), T::Halt> {
    let targets = targets.iter().copied().collect();
    fight.castings.push(Casting { by: cast.who, ability: cast.ability, targets, answered });
    let done = duel::window(fight, table, cast)?;
    fight.castings.pop();
    Ok(done)
}

fn declare<T: Table<Fight>>(fight: &Fight, table: &mut T, using: &Use) {
    table.tell(|| {
        let known = fight.ability(using.ability);
        let names: Vec<&str> = using.targets.iter().map(|whom| fight.label(*whom)).collect();
        let on = if names.is_empty() { String::new() } else { format!(" on {}", words::and(&names)) };
        let verb = if known.table == Kept::Spell { "casts" } else { "uses" };
        let Cost { ap, mp, sp } = using.cost;
        let (who, name) = (fight.label(using.who), &known.entry.name);
        let costs = [(ap, "AP"), (mp, "MP"), (sp, "SP")].into_iter().filter(|(number, _)| *number > 0);
        let costs: Vec<String> = costs.map(|(number, what)| format!("{number} {what}")).collect();
        let price = if costs.is_empty() { String::new() } else { format!(" for {}", words::and(&costs)) };
        let text = format!("{who} {verb} {name}{on}{price}");
        let mut event = Event::new(&KIND, text).and(&AP).and(&TARGET).by(using.who).with(name.clone());
        event = if ap > 0 { event } else { event.act_of(fight) };
        event = if mp > 0 { event.and(&MP) } else { event };
        let asked = if known.table == Kept::Maneuver { &maneuvers::ADDED } else { &SP };
        event = if sp > 0 { event.and(asked) } else { event };
        event = if using.bought.times == Bought::default().times { event } else { event.and(&ENHANCE) };
        event = if using.bought.adv > 0 { event.and(&attack::AP_FOR_ADV) } else { event };
        event = if using.bought.spares { event.and(&non_lethal::DECLARE) } else { event };
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
    if !fight.one(who).hidden_from.is_empty() {
        hide::revealed(fight, table, who, &hide::ENDS_VERBAL);
    }
    water::speak(fight, table, who);
}

/// What goes into a Spell Check made for a contest of magic, out of turn.
pub fn duel_pool(fight: &Fight, who: Who) -> Pool {
    let mut pool =
        Pool::with(&numbers::ATTACK_CHECK, "Prime and Combat Proficiency", numbers::attack_bonus(fight, who));
    advantage::on_check(fight, who, Kind::Spell, &mut pool);
    conditions::exhaust(fight, who, &mut pool);
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
