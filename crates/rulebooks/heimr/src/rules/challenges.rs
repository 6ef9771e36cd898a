//! Dice challenges: a d6 and ten-sided dice, the best or the worst of them, and potential.

use quintain_engine::{Breakdown, Dicing, Event, Read, Role as Part, Rule, Table, Throw, Thrown, Who};

use crate::content::{AbilityId, Role};
use crate::rules::{abilities, environment, fatigue};
use crate::state::Fight;

quintain_engine::section! {
    "Dice challenges";
    POOL = Engine "dice.pool": "A challenge is rolled with one d6 and as many d10 as consistency has points, whatever its sign.";
    POSITIVE = Engine "dice.positive": "Above 0 the highest die counts, and every 10 after the first adds 1.";
    ZERO = Engine "dice.zero": "At consistency 0 there is only the d6.";
    NEGATIVE = Engine "dice.negative": "Below 0 the lowest die counts, the d6 among them, and every 1 after the first takes 1 away.";
    POTENTIAL = Engine "dice.potential": "Potential is added to what the dice gave; results may fall to 0 and below.";
    CEILING = Engine "dice.raw-ceiling": "At consistency 0 or less the d6 keeps the dice at 6 or lower.";
    SITUATION = Engine "dice.bonus-penalty": "Bonuses of items and penalties of the situation all add up, on consistency or potential, before dice are rolled.";
    VERSUS_NUMBER = Engine "dice.versus-number": "Against a number, a result that reaches it succeeds.";
    VERSUS_ROLL = Engine "dice.versus-roll": "Against another's roll, the one who reacts succeeds with an equal or higher result.",
        ruling "All contests are read like defence: a tie goes to the side that reacts.";
    LOG = Engine "dice.log": "Every challenge is told with its dice, the one that counted, and each part of its potential.";
}

/// A challenge before its dice: as dice, consistency; as what is added, potential.
#[derive(Clone, Debug)]
pub(crate) struct Challenge<R = Breakdown> {
    pub(crate) who: Who,
    /// On which ability; nothing for an attribute and for initiative.
    pub(crate) ability: Option<AbilityId>,
    /// Consistency and potential.
    pub(crate) parts: R,
    /// Whether tiredness weighs on it.
    pub(crate) tires: bool,
}

impl<R: Dicing> Challenge<R> {
    /// On an ability, with base and training.
    pub(crate) fn on(fight: &Fight, who: Who, ability: AbilityId, mut parts: R) -> Challenge<R> {
        abilities::own(fight, who, ability, &mut parts);
        Challenge { who, ability: Some(ability), parts, tires: fight.ability(ability).is_physical() }
    }

    /// On no ability, with nothing yet.
    pub(crate) fn bare(who: Who, tires: bool, parts: R) -> Challenge<R> {
        Challenge { who, ability: None, parts, tires }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rolled {
    /// What the dice gave, with extra tens and ones.
    pub(crate) raw: i16,
    /// That with potential.
    pub(crate) result: i16,
    /// Too tired: it fails whatever the result.
    pub(crate) failed: bool,
}

/// The most d10 of one throw; a larger pool takes several.
const MOST_DICE: u16 = 24;

/// What counts of a pool, die by die.
#[derive(Clone, Copy, Debug)]
struct Pool {
    d6: i16,
    best: i16,
    worst: i16,
    tens: i16,
    ones: i16,
}

impl Pool {
    fn of(d6: i16) -> Pool {
        Pool { d6, best: d6, worst: d6, tens: 0, ones: i16::from(d6 == 1) }
    }

    fn add(&mut self, faces: &[u16]) {
        for face in faces.iter().map(|face| *face as i16) {
            self.best = self.best.max(face);
            self.worst = self.worst.min(face);
            self.tens += i16::from(face == 10);
            self.ones += i16::from(face == 1);
        }
    }

    /// The best or the worst, with what further tens and ones add or take.
    fn raw(self, c: i16) -> i16 {
        match c {
            0 => self.d6,
            c if c > 0 => self.best + (self.tens - 1).max(0),
            _ => self.worst - (self.ones - 1).max(0),
        }
    }
}

/// Rolls a challenge, for `what`, by a rule, perhaps against a combatant.
pub(crate) fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    challenge: &Challenge,
    rule: &'static Rule,
    what: &'static str,
    at: Option<Who>,
) -> Result<Rolled, T::Halt> {
    let says = |fight: &Fight, _: Rolled| Said::plain(format!("{} rolls for {what}", fight.label(challenge.who)));
    roll_as(fight, table, challenge, rule, what, at, says)
}

/// What is said of a roll, before what it was rolled with.
pub(crate) struct Said {
    pub(crate) text: String,
    /// Rules that had a say.
    pub(crate) rules: Vec<&'static Rule>,
    /// The part that it plays in the story.
    pub(crate) role: Part,
    /// What leads over to what it was rolled with.
    pub(crate) link: &'static str,
    /// The value that the result becomes, and what that was before.
    pub(crate) sets: Option<(&'static str, i16)>,
}

impl Said {
    fn plain(text: String) -> Said {
        Said { text, rules: Vec::new(), role: Part::Part, link: "", sets: None }
    }
}

/// [`roll`], told in words that know what came of it.
pub(crate) fn roll_as<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    challenge: &Challenge,
    rule: &'static Rule,
    what: &'static str,
    at: Option<Who>,
    says: impl FnOnce(&Fight, Rolled) -> Said,
) -> Result<Rolled, T::Halt> {
    let who = challenge.who;
    let Thrown { dice: c, plus: p } = challenge.parts.thrown();
    let mut tens: Vec<u16> = Vec::new();
    // The die of the pool tells nothing but its part of the result, where it does not tire and nobody listens.
    let tells = challenge.tires || table.hears();
    let (d6, raw) = table.by_dice(fight, &("challenge", c, tells), |fight, table| {
        let (d6, raw) = thrown(fight, table, c, Throw { at, ..Throw::die(6, rule, what).by(who) }, &mut tens)?;
        Ok((if tells { d6 } else { 0 }, raw))
    })?;
    let result = raw + p;
    let failed = challenge.tires && fatigue::fails(fight, who, raw);
    let rolled = Rolled { raw, result, failed };
    table.tell(|| told(fight, challenge, rule, says(fight, rolled), d6, &tens, raw));
    if failed {
        fatigue::tell_failed(fight, table, who, raw);
    }
    if challenge.tires {
        fatigue::rise(fight, table, who, d6);
    }
    Ok(rolled)
}

/// Throws the dice of a pool: its d6, and what counts of all of them. The d10 are noted where somebody listens.
fn thrown<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    c: i16,
    first: Throw,
    tens: &mut Vec<u16>,
) -> Result<(i16, i16), T::Halt> {
    let d6 = table.die(fight, first)? as i16;
    let mut pool = Pool::of(d6);
    let mut left = c.unsigned_abs();
    let read = if c > 0 { Read::Highest } else { Read::Lowest };
    while left > 0 {
        let count = left.min(MOST_DICE);
        let faces = table.roll(fight, Throw { count: count as u8, sides: 10, ..first }.read_as(read))?;
        pool.add(&faces);
        if table.hears() {
            tens.extend_from_slice(&faces);
        }
        left -= count;
    }
    Ok((d6, pool.raw(c)))
}

fn told(
    fight: &Fight,
    challenge: &Challenge,
    rule: &'static Rule,
    said: Said,
    d6: i16,
    tens: &[u16],
    raw: i16,
) -> Event {
    let parts = &challenge.parts;
    let Thrown { dice: c, plus: p } = parts.thrown();
    let by_sign = match c {
        0 => &ZERO,
        c if c > 0 => &POSITIVE,
        _ => &NEGATIVE,
    };
    let why: Vec<String> = parts.dice_terms().iter().map(|term| format!("{} {:+}", term.label, term.value)).collect();
    let on = challenge.ability.map_or("", |ability| fight.ability(ability).name.as_str());
    let on = if on.is_empty() { String::new() } else { format!(" on {on}") };
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
    let text = format!("{}{}{on} with C {c}{why}", said.text, said.link);
    let event = Event::new(rule, text).and(&POOL).and(by_sign).and(&POTENTIAL).and(&LOG).by(challenge.who);
    let mut event = said.rules.iter().fold(event, |event, rule| event.and(rule));
    event.role = said.role;
    if said.role != Part::Upkeep {
        event = fight.caused(event);
    }
    if c <= 0 {
        event = event.and(&CEILING);
    }
    if parts.rules().any(|rule| !abilities::OWN.contains(&rule)) {
        event = event.and(&SITUATION);
    }
    if challenge.ability.is_some() {
        event = abilities::OWN.into_iter().fold(event, Event::citing).and(&abilities::OPEN);
        if !challenge.tires {
            event = event.and(&fatigue::PHYSICAL);
        }
    }
    if let Some((stat, before)) = said.sets {
        event = event.change(challenge.who, stat, before.into(), (raw + p).into());
    }
    event = event.dice(6, &[d6 as u16]);
    if !tens.is_empty() {
        event = event.dice(10, tens);
    }
    event.term_by(by_sign, "raw", raw.into()).reckoned(parts)
}

/// Rolls against a number; true if it is reached.
pub(crate) fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    challenge: &Challenge,
    rule: &'static Rule,
    what: &'static str,
    number: i16,
) -> Result<bool, T::Halt> {
    let rolled = roll(fight, table, challenge, rule, what, None)?;
    let reached = !rolled.failed && rolled.result >= number;
    table.tell(|| {
        let text = format!("{} {}", fight.label(challenge.who), if reached { "succeeds" } else { "fails" });
        let event = Event::new(rule, text).and(&VERSUS_NUMBER).by(challenge.who).total(rolled.result.into());
        fight.caused(event.against("requirement", number.into()))
    });
    Ok(reached)
}

/// A challenge on what the rules roll for something, in the light where one stands.
pub(crate) fn of_role<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    role: Role,
) -> Result<Challenge, T::Halt> {
    let mut challenge = Challenge::on(fight, who, fight.role(role), Breakdown::if_heard(table.hears()));
    environment::darkness(fight, table, &mut challenge)?;
    Ok(challenge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(c: i16, d6: i16, tens: &[u16]) -> i16 {
        let mut pool = Pool::of(d6);
        pool.add(tens);
        pool.raw(c)
    }

    #[test]
    fn the_best_die_counts_and_further_tens_add() {
        assert_eq!(raw(3, 6, &[2, 9, 4]), 9);
        assert_eq!(raw(3, 6, &[10, 10, 4]), 11);
        assert_eq!(raw(1, 6, &[1]), 6);
    }

    #[test]
    fn the_worst_die_counts_and_further_ones_take_away() {
        assert_eq!(raw(-2, 5, &[7, 9]), 5);
        assert_eq!(raw(-2, 1, &[1, 9]), 0);
        assert_eq!(raw(-3, 1, &[1, 1, 1]), -2);
        assert_eq!(raw(0, 1, &[]), 1);
    }
}
