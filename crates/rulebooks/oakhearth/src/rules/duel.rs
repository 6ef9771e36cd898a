//! Spell duels: magic against magic, before anybody knows how the spell would have gone.

use quintain_engine::{Audience, Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Span, Square, Step, body_distance, squares_between};

use crate::ask::{Act, Ask, Moment, Reaction, Target};
use crate::book::{Area, Feature};
use crate::combatant::Kind;
use crate::fight::{Casting, Fight};
use crate::refusing::refuse_if;
use crate::rules::areas::Shape;
use crate::rules::{abilities, action_points, dice, hide, penalty, reactions, sight, spells};
use crate::setting::Table as Kept;
use crate::those::{List, Whos};

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
    GM_OK = Gm "duel.gm-ok": "The game master decides whether that makes sense; a refusal costs nothing, and another spell may be named.", ruling "It does.";
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
pub const AP: u8 = 2;

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

/// Whether anybody challenges a spell, and how that ends: whether the spell goes on, and whether there was a duel. The
/// spell's target is read from the innermost casting.
///
/// # Errors
/// Halts with the table.
pub fn window<T: Table<Fight>>(fight: &mut Fight, table: &mut T, cast: Cast) -> Result<(bool, bool), T::Halt> {
    let mut parts: List<Part, 16> = List::new();
    declarations(fight, table, cast, Moment::Cast, &mut parts)?;
    if parts.is_empty() {
        return Ok((true, false));
    }
    declarations(fight, table, cast, Moment::Duel, &mut parts)?;
    for part in parts.clone() {
        action_points::pay(fight, table, part.who, AP, &COST);
        fight.one_mut(part.who).mp -= part.mp;
    }
    let own = match cast.check {
        Some(check) => check,
        None => {
            let pool = spells::duel_pool(fight, cast.who);
            roll(fight, table, cast.who, &NO_CHECK, &pool)?
        }
    };
    for place in 0..parts.len() {
        let who = parts[place].who;
        // A caster that answers a Reaction in its own turn makes one more Spell Check of that turn.
        let mut pool = spells::duel_pool(fight, who);
        penalty::add(fight, who, Kind::Spell, &mut pool);
        penalty::count(fight, who, Kind::Spell);
        let (natural, total) = roll(fight, table, who, &EVERYONE, &pool)?;
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
    moment: Moment,
    parts: &mut List<Part, 16>,
) -> Result<(), T::Halt> {
    let in_it = |who: Who| parts.iter().any(|part| part.who == who);
    let may = |who: &Who| !in_it(*who) && may_take_part(fight, *who, cast.who).is_ok();
    let able: Whos = fight.everyone().filter(may).collect();
    let said = reactions::all_asked(fight, table, &able, |who| Ask::Duel { who, moment, by: cast.who, refused: 0 })?;
    for (who, said) in able.iter().zip(said) {
        if let Some(part) = stand(fight, table, cast, moment, (*who, said))? {
            parts.push(part);
        }
    }
    Ok(())
}

/// What one declares, as the game master allows it: a refusal costs nothing, and another spell may be offered.
fn stand<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    cast: Cast,
    moment: Moment,
    (who, mut said): (Who, Option<Act>),
) -> Result<Option<Part>, T::Halt> {
    let mut refused = 0;
    loop {
        let (spell, mp, challenges) = match said {
            Some(Act::React(Reaction::Challenge(spell, mp))) => (spell, mp as i8, true),
            Some(Act::React(Reaction::Support(spell, mp))) => (spell, mp as i8, false),
            _ => return Ok(None),
        };
        let sense = table.choose(fight, Ask::MakesSense { who, by: cast.who, spell })? != Some(Act::No);
        table.tell(|| told(fight, cast, moment, (who, spell, challenges), sense));
        if sense {
            return Ok(Some(Part { who, mp, challenges, natural: 0, total: 0 }));
        }
        refused |= abilities::slot(fight, who, spell).unwrap_or(u64::MAX);
        if spells_for(fight, who, refused).next().is_none() {
            return Ok(None);
        }
        said = table.choose(fight, Ask::Duel { who, moment, by: cast.who, refused })?;
    }
}

fn told(fight: &Fight, cast: Cast, moment: Moment, (who, spell, challenges): (Who, u16, bool), sense: bool) -> Event {
    let verb = if challenges { "challenges" } else { "supports" };
    let not = if sense { "" } else { "; the game master says no" };
    let name = &fight.ability(spell).entry.name;
    let text = format!("{} {verb} {} with {name}{not}", fight.label(who), fight.label(cast.who));
    let join = moment == Moment::Duel;
    let event = Event::new(if join { &JOIN } else { &DECLARE }, text);
    let event = event.and(&COST).and(&NOT_CAST).and(&PREREQUISITE).and(&TRIGGER).and(&WHEN);
    let event = event.and(if fight.ability(spell).entry.area.is_some() { &AREA } else { &TARGETED });
    let event = if join { event.and(&JOIN_COST) } else { event };
    (if sense { event } else { event.and(&GM_OK) }).by(who).to(cast.who)
}

/// A Spell Check out of turn, seen by nobody yet.
fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static quintain_engine::Rule,
    pool: &dice::Pool,
) -> Result<(i16, i16), T::Halt> {
    let rolled = dice::unseen_check(fight, table, who, None, rule, "Spell Check", pool)?;
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

/// # Errors
/// Why somebody cannot take part in the duel about the spell that is being cast.
pub fn may_take_part(fight: &Fight, who: Who, caster: Who) -> Result<(), Refusal> {
    refuse_if(who == caster || !fight.one(who).spellcasting, &PREREQUISITE, "it has no Spellcasting Proficiency")?;
    if fight.castings.last().is_some_and(|casting| casting.answered.contains(who)) {
        return Err(Refusal::new(&reactions::ONE_PER_TRIGGER, "it has answered this casting already"));
    }
    reactions::may_react(fight, who)?;
    action_points::may_pay(fight, who, AP)?;
    refuse_if(fight.one(who).mp < 1, &COST, "it has no MP")?;
    refuse_if(fight.one(who).shape.is_some(), &DECLARE, "no spell can be cast in this shape")?;
    refuse_if(hide::unseen_by(fight, caster, who), &TRIGGER, "it does not see who casts")?;
    match spells_for(fight, who, 0).next() {
        None => Err(Refusal::new(&DECLARE, "no spell of its own reaches that far")),
        Some(_) => Ok(()),
    }
}

/// The spells with which a combatant could take part, in its own order: those that reach the caster, a target, or ground
/// between. Those whose bit is set in `refused` are left out.
pub fn spells_for(fight: &Fight, who: Who, refused: u64) -> impl Iterator<Item = u16> {
    let fits = move |spell: &u16| {
        fight.ability(*spell).table == Kept::Spell
            && abilities::slot(fight, who, *spell).is_none_or(|slot| refused & slot == 0)
            && fight.castings.last().is_some_and(|casting| reaches(fight, who, *spell, casting))
    };
    fight.template(who).abilities.iter().copied().filter(fits)
}

/// Whether a spell could be aimed at the caster or a target, or could take in some of the ground between.
fn reaches(fight: &Fight, who: Who, spell: u16, casting: &Casting) -> bool {
    let entry = &fight.ability(spell).entry;
    let range = i16::from(entry.range);
    let Some(area) = entry.area else {
        let fits = |other: &Who| {
            let small = entry.largest.is_none_or(|largest| fight.size(*other) <= largest);
            small && entry.only.is_none_or(|tag| fight.template(*other).is(tag)) && fight.distance(who, *other) <= range
        };
        return those_in(casting).filter(fits).any(|other| !hide::unseen_by(fight, other, who));
    };
    if area.from_maker() {
        let Some(body) = fight.body(who) else { return false };
        let areas = || std::iter::once(area).chain(entry.or_area.iter().copied());
        let most = areas().map(Area::size).max().unwrap_or(0);
        let ahead = (Target::Way(Step::North, 0), None);
        let shapes = || areas().filter_map(|area| Shape::of(fight, who, area, ahead));
        return wanted(fight, casting)
            .filter(|square| body_distance(body, Span::from(*square), Diagonal::Equal) <= most.into())
            .any(|square| shapes().any(|shape| shape.could_take_in(fight, square)));
    }
    wanted(fight, casting).any(|square| {
        let around = Span::from(square).grown(area.size().into()).clipped_to(fight.map.bounds());
        let near = |point: &Square| fight.distance_to(who, *point) <= range && sight::sees_space(fight, who, *point);
        around.is_some_and(|span| span.squares().any(|point| near(&point) && sight::clear(fight, point, square)))
    })
}

/// The caster and the targets.
fn those_in(casting: &Casting) -> impl Iterator<Item = Who> {
    std::iter::once(casting.by).chain(casting.targets.iter().copied())
}

/// The Spaces of the caster and the targets, and those between; one may come more than once.
fn wanted(fight: &Fight, casting: &Casting) -> impl Iterator<Item = Square> {
    let bodies = those_in(casting).filter_map(|one| fight.body(one)).flat_map(Span::squares);
    let towards = fight.one(casting.by).at.into_iter().flat_map(move |from| {
        let ends = casting.targets.iter().filter_map(|target| fight.one(*target).at);
        ends.flat_map(move |to| squares_between(from, to))
    });
    bodies.chain(towards)
}

/// The most MP that somebody may put into a duel.
pub fn most_mp(fight: &Fight, who: Who) -> i8 {
    fight.one(who).mp.min(fight.one(who).proficiency() as i8)
}
