//! Spell duels: magic against magic, before anybody knows how the spell would have gone.

use arrayvec::ArrayVec;
use quintain_engine::{Answer, Audience, Event, Table, Who};
use quintain_field::{Diagonal, distance, squares_between};

use crate::ask::{Act, Ask, Moment, Reaction};
use crate::book::Feature;
use crate::fight::Fight;
use crate::rules::dice::{self, Pool};
use crate::rules::{action_points, numbers, reactions, sight};
use crate::setting::Table as Kept;

quintain_engine::section! {
    "Spell Duels";
    PREREQUISITE = Engine "duel.prerequisite": "Only creatures with Spellcasting Proficiency duel.";
    TRIGGER = Engine "duel.trigger": "Any spell that one sees being cast may be challenged, a friend's too, with or without a check.";
    COST = Choice "duel.cost": "A Reaction of 2 AP and at least 1 MP, with a spell of one's own.",
        ruling "The spell's own MP need not be paid.";
    WHEN = Engine "duel.when": "It is declared at the latest when the Spell Check lies on the table and its result has not been told.";
    JOIN = Choice "duel.join": "Others may join: Initiators for the spell, Challengers against it.",
        ruling "Nobody joins before there is a Challenger.";
    JOIN_COST = Engine "duel.join-cost": "Whoever joins needs and pays the same as a Challenger.";
    EVERYONE = Engine "duel.everyone-rolls": "All who take part make a Spell Check of their own.",
        ruling "Whose die shows 1 drops out; a side without anybody left loses.";
    BEST = Engine "duel.best-of-each": "The best of the Initiators stands against the best of the Challengers.";
    DECLARE = Choice "duel.declare-spell": "Each says which spell is used, and how.";
    GM_OK = Gm "duel.gm-ok": "The game master decides whether that makes sense; if not it costs nothing.", ruling "It does.";
    NOT_CAST = Engine "duel.not-cast": "That spell is not cast: only its range and area matter.";
    TARGETED = Engine "duel.targeted-spell": "A spell with targets must be able to reach the caster or one of the caster's targets.";
    AREA = Engine "duel.area-spell": "A spell with an area must be able to take in the caster, a target, or ground between them.";
    CONTEST = Engine "duel.contest": "The caster's Spell Check is contested by the Challenger's.";
    MP_BONUS = Engine "duel.mp-bonus": "In the contest each adds the MP spent; nowhere else.";
    WINS = Engine "duel.challenger-wins": "If the Challenger is higher, the spell has no effect.";
    LOSES = Engine "duel.challenger-loses": "If the Challenger is lower, the spell works with the caster's own roll.";
    TIE = Engine "duel.tie": "If they are equal, the spell has no effect.";
    ALL_PAY = Engine "duel.all-pay": "Everybody who took part has spent what it cost, however it goes.";
    NO_CHECK = Engine "duel.no-check-spell": "A spell without a check makes one for the duel.",
        ruling "It neither has nor raises the Multiple Check Penalty.";
}

/// AP that it takes to take part.
const AP: u8 = 2;

/// The most who take part besides the caster.
const MOST: usize = 12;

/// A spell being cast.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// Who casts.
    pub who: Who,
    /// What.
    pub ability: u16,
    /// For how many MP.
    pub mp: i8,
    /// Natural roll and total of its check, where it has one.
    pub check: Option<(i16, i16)>,
}

/// Somebody who takes part.
#[derive(Clone, Copy, Debug)]
struct Part {
    who: Who,
    mp: i8,
    challenges: bool,
    natural: i16,
    total: i16,
}

/// Whether anybody challenges a spell, and how that ends: whether the spell goes on, and whether there was a duel.
///
/// # Errors
/// Halts with the table.
pub fn window<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    cast: Cast,
    targets: &[Who],
) -> Result<(bool, bool), T::Halt> {
    let mut parts: ArrayVec<Part, MOST> = ArrayVec::new();
    declarations(fight, table, cast, targets, Moment::Cast, &mut parts)?;
    if parts.is_empty() {
        return Ok((true, false));
    }
    declarations(fight, table, cast, targets, Moment::Duel, &mut parts)?;
    for part in parts.clone() {
        action_points::pay(fight, table, part.who, AP, &COST);
        fight.one_mut(part.who).mp -= part.mp;
    }
    let own = match cast.check {
        Some(check) => check,
        None => roll(fight, table, cast.who, &NO_CHECK)?,
    };
    for place in 0..parts.len() {
        let (natural, total) = roll(fight, table, parts[place].who, &EVERYONE)?;
        parts[place].natural = natural;
        parts[place].total = total + i16::from(parts[place].mp) + bonus(fight, parts[place].who);
    }
    Ok((decide(fight, table, cast, own, &parts), true))
}

/// Everyone who may takes a stand, sealed.
fn declarations<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    cast: Cast,
    targets: &[Who],
    moment: Moment,
    parts: &mut ArrayVec<Part, MOST>,
) -> Result<(), T::Halt> {
    let in_it = |who: Who| parts.iter().any(|part| part.who == who);
    let may = |who: &Who| !in_it(*who) && may_take_part(fight, *who, cast.who, targets);
    let able: ArrayVec<Who, MOST> = fight.everyone().filter(may).take(MOST - parts.len()).collect();
    let at = targets.first().copied().unwrap_or(cast.who);
    let asks: ArrayVec<Ask, MOST> = able.iter().map(|who| Ask::React { who: *who, moment, by: cast.who, at }).collect();
    if asks.is_empty() {
        return Ok(());
    }
    let mut answers: ArrayVec<Answer<Act>, MOST> = ArrayVec::new();
    table.ask_all(fight, &asks, &mut answers)?;
    for (who, answer) in able.iter().zip(&answers) {
        let (spell, mp, challenges) = match answer.one() {
            Some(Act::React(Reaction::Challenge(spell, mp))) => (spell, mp as i8, true),
            Some(Act::React(Reaction::Support(spell, mp))) => (spell, mp as i8, false),
            _ => continue,
        };
        let sense = table.choose(fight, Ask::MakesSense { who: *who, by: cast.who })? != Some(Act::No);
        table.tell(|| {
            let verb = if challenges { "challenges" } else { "supports" };
            let spell = &fight.ability(spell).entry.name;
            let not = if sense { "" } else { "; the game master says no" };
            let text = format!("{} {verb} {} with {spell}{not}", fight.label(*who), fight.label(cast.who));
            let event = Event::new(if moment == Moment::Duel { &JOIN } else { &DECLARE }, text);
            let event = event.and(&COST).and(&NOT_CAST).and(&PREREQUISITE).and(&TRIGGER).and(&WHEN);
            let event = if moment == Moment::Duel { event.and(&JOIN_COST) } else { event };
            (if sense { event } else { event.and(&GM_OK) }).by(*who).to(cast.who)
        });
        if sense {
            let _ = parts.try_push(Part { who: *who, mp, challenges, natural: 0, total: 0 });
        }
    }
    Ok(())
}

/// A Spell Check out of turn, seen by nobody yet.
fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static quintain_engine::Rule,
) -> Result<(i16, i16), T::Halt> {
    let mut pool = Pool::with("Prime and Combat Proficiency", numbers::attack_bonus(fight, who));
    crate::rules::advantage::on_check(fight, who, crate::combatant::Kind::Spell, &mut pool);
    pool.add("Exhaustion", -fight.one(who).amount(crate::book::Condition::Exhaustion));
    let rolled = dice::unseen_check(fight, table, who, None, rule, "Spell Check", &pool)?;
    table.tell(|| {
        let text = format!("{} makes a Spell Check for the duel", fight.label(who));
        pool.show(Event::new(rule, text).by(who), &rolled).only_for(Audience::Gm)
    });
    Ok((rolled.natural as i16, rolled.total))
}

fn bonus(fight: &Fight, who: Who) -> i16 {
    let found = fight.template(who).feature(|feature| match feature {
        Feature::DuelBonus(bonus) => Some(i16::from(*bonus)),
        _ => None,
    });
    found.unwrap_or(0)
}

/// Best against best; a tie stops the spell.
fn decide<T: Table<Fight>>(fight: &Fight, table: &mut T, cast: Cast, own: (i16, i16), parts: &[Part]) -> bool {
    let caster = Part {
        who: cast.who,
        mp: cast.mp,
        challenges: false,
        natural: own.0,
        total: own.1 + i16::from(cast.mp) + bonus(fight, cast.who),
    };
    let best = |challenges: bool| {
        let all = std::iter::once(&caster).chain(parts);
        all.filter(|part| part.challenges == challenges && part.natural != 1).max_by_key(|part| part.total)
    };
    let (with, against) = (best(false), best(true));
    let (goes_on, rule) = match (with, against) {
        (Some(with), Some(against)) if with.total == against.total => (false, &TIE),
        (Some(with), Some(against)) => {
            (with.total > against.total, if with.total > against.total { &LOSES } else { &WINS })
        }
        (Some(_), None) => (true, &LOSES),
        (None, _) => (false, &WINS),
    };
    table.tell(|| {
        let say = |part: Option<&Part>| {
            part.map_or("nobody".to_owned(), |part| format!("{} {}", fight.label(part.who), part.total))
        };
        let end = if goes_on { "the spell takes effect" } else { "the spell has no effect" };
        let text = format!("the duel: {} for it, {} against it: {end}", say(with), say(against));
        let event = Event::new(rule, text).and(&CONTEST).and(&BEST).and(&MP_BONUS).and(&ALL_PAY).and(&EVERYONE);
        event.by(cast.who)
    });
    goes_on
}

/// Whether somebody could take part in a duel over this spell.
pub fn may_take_part(fight: &Fight, who: Who, caster: Who, targets: &[Who]) -> bool {
    who != caster
        && fight.one(who).spellcasting
        && reactions::may_react(fight, who).is_ok()
        && action_points::may_pay(fight, who, AP).is_ok()
        && fight.one(who).mp >= 1
        && sight::sees(fight, who, caster)
        && !spells_for(fight, who, caster, targets).is_empty()
}

/// The spells with which somebody could take part: those that reach the caster, a target, or ground between.
pub fn spells_for(fight: &Fight, who: Who, caster: Who, targets: &[Who]) -> ArrayVec<u16, 16> {
    let spells = fight.template(who).abilities.iter().copied();
    let fits = |spell: &u16| fight.ability(*spell).table == Kept::Spell && reaches(fight, who, *spell, caster, targets);
    spells.filter(fits).take(16).collect()
}

/// What stands in the way of a spell in a duel: the rule by its kind.
fn reaches(fight: &Fight, who: Who, spell: u16, caster: Who, targets: &[Who]) -> bool {
    let entry = &fight.ability(spell).entry;
    let all = || std::iter::once(caster).chain(targets.iter().copied());
    let Some(area) = entry.area else {
        let range = i16::from(entry.range);
        return all().any(|whom| fight.distance(who, whom) <= range && (whom == who || sight::sees(fight, who, whom)));
    };
    let far = if area.from_maker() { i16::from(area.size()) } else { i16::from(entry.range) + i16::from(area.size()) };
    let Some(from) = fight.one(caster).at else { return false };
    all().any(|whom| fight.distance(who, whom) <= far)
        || targets.iter().filter_map(|whom| fight.one(*whom).at).any(|to| {
            squares_between(from, to)
                .any(|square| fight.one(who).at.is_some_and(|own| distance(own, square, Diagonal::Equal) as i16 <= far))
        })
}

/// The most MP that somebody may put into a duel.
pub fn most_mp(fight: &Fight, who: Who) -> i8 {
    fight.one(who).mp.min(fight.one(who).proficiency() as i8)
}
