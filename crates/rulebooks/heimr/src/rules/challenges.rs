//! Dice challenges: a d6 and ten-sided dice, the best or the worst of them, and potential.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Role, Rule, Table, Throw, Who};

use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::{abilities, defence, environment, fatigue};

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

/// What a part of a challenge changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// Consistency.
    C,
    /// Potential.
    P,
}

/// What a part of a challenge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The ability's own.
    Base,
    /// Training.
    Trained,
    /// The attribute, or two.
    Attribute,
    /// Willpower, in initiative.
    Willpower,
    /// The weapon's bonus.
    Weapon,
    /// The shield's bonus or penalty.
    Shield,
    /// Lying.
    Prone,
    /// Shooting at somebody who lies.
    ProneTarget,
    /// An ongoing action leaves one open.
    OngoingAction,
    /// Guarding.
    Guard,
    /// Dodges since the last turn.
    EarlierDodges,
    /// Blocks since the last turn.
    EarlierBlocks,
    /// Aiming at a part of the body.
    CalledShot,
    /// A turn of aiming.
    Aimed,
    /// How far the target is.
    Distance,
    /// Those around the target.
    Cluster,
    /// What hides the target.
    Cover,
    /// Poor light.
    Light,
    /// An attack out of the blind spot.
    BlindSpot,
}

impl Label {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Label::Base => "base",
            Label::Trained => "trained",
            Label::Attribute => "attribute",
            Label::Willpower => "willpower",
            Label::Weapon => "weapon",
            Label::Shield => "shield",
            Label::Prone => "prone",
            Label::ProneTarget => "prone target",
            Label::OngoingAction => "ongoing action",
            Label::Guard => "guard",
            Label::EarlierDodges => "earlier dodges",
            Label::EarlierBlocks => "earlier blocks",
            Label::CalledShot => "called shot",
            Label::Aimed => "aimed",
            Label::Distance => "distance",
            Label::Cluster => "cluster",
            Label::Cover => "cover",
            Label::Light => "light",
            Label::BlindSpot => "blind spot",
        }
    }
}

/// A part of a challenge.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What it is.
    pub label: Label,
    /// What it changes.
    pub on: On,
    /// By how much.
    pub value: i16,
}

/// What the parts of a challenge are put into: the challenge itself with all its parts, or its two numbers alone where
/// somebody only weighs it.
pub trait Sum: Sized {
    /// On an ability, with base and training.
    fn on(fight: &Fight, who: Who, ability: AbilityId) -> Self;

    /// Adds to consistency.
    fn c(&mut self, label: Label, value: i16);

    /// Adds to potential.
    fn p(&mut self, label: Label, value: i16);
}

/// The two numbers of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Consistency.
    pub c: i16,
    /// Potential.
    pub p: i16,
}

impl Sum for Numbers {
    fn on(fight: &Fight, who: Who, ability: AbilityId) -> Numbers {
        let (c, p) = abilities::numbers(fight, who, ability);
        Numbers { c, p }
    }

    fn c(&mut self, _: Label, value: i16) {
        self.c += value;
    }

    fn p(&mut self, _: Label, value: i16) {
        self.p += value;
    }
}

impl Sum for Challenge {
    fn on(fight: &Fight, who: Who, ability: AbilityId) -> Challenge {
        Challenge::on(fight, who, ability)
    }

    fn c(&mut self, label: Label, value: i16) {
        Challenge::c(self, label, value);
    }

    fn p(&mut self, label: Label, value: i16) {
        Challenge::p(self, label, value);
    }
}

/// A challenge before its dice.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Who rolls.
    pub who: Who,
    /// On which ability; nothing for initiative.
    pub ability: Option<AbilityId>,
    /// Its parts.
    pub parts: ArrayVec<Part, 20>,
    /// Consistency in all.
    c: i16,
    /// Potential in all.
    p: i16,
    /// Whether tiredness weighs on it.
    pub tires: bool,
}

impl Challenge {
    /// On an ability, with base and training.
    pub fn on(fight: &Fight, who: Who, ability: AbilityId) -> Challenge {
        let known = fight.ability(ability);
        let trained = fight.template(who).trained.get(usize::from(ability.0)).copied().unwrap_or_default();
        let mut challenge =
            Challenge { who, ability: Some(ability), parts: ArrayVec::new(), c: 0, p: 0, tires: known.is_physical() };
        challenge.c(Label::Base, known.c);
        challenge.c(Label::Trained, trained.c);
        challenge.p(Label::Attribute, abilities::base_potential(fight, who, ability));
        challenge.p(Label::Trained, trained.p);
        challenge
    }

    /// On bare numbers.
    pub fn plain(who: Who, c: i16, p: i16) -> Challenge {
        let mut challenge = Challenge { who, ability: None, parts: ArrayVec::new(), c: 0, p: 0, tires: false };
        challenge.c(Label::Base, c);
        challenge.p(Label::Base, p);
        challenge
    }

    /// Adds to consistency.
    pub fn c(&mut self, label: Label, value: i16) {
        self.add(Part { label, on: On::C, value });
    }

    /// Adds to potential.
    pub fn p(&mut self, label: Label, value: i16) {
        self.add(Part { label, on: On::P, value });
    }

    fn add(&mut self, part: Part) {
        if part.value == 0 {
            return;
        }
        // Only what is told of is bounded; every value counts.
        if !self.parts.is_full() {
            self.parts.push(part);
        }
        match part.on {
            On::C => self.c += part.value,
            On::P => self.p += part.value,
        }
    }

    /// Consistency in all.
    pub fn consistency(&self) -> i16 {
        self.c
    }

    /// Potential in all.
    pub fn potential(&self) -> i16 {
        self.p
    }
}

/// What came of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What the dice gave, with extra tens and ones.
    pub raw: i16,
    /// That with potential.
    pub result: i16,
    /// Too tired: it fails whatever the result.
    pub failed: bool,
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

/// Rolls a challenge, for `what`, by a rule, perhaps against somebody.
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
    /// The sentence.
    pub text: String,
    /// Rules that had a say.
    pub rules: Vec<&'static Rule>,
    /// The part that it plays in the story.
    pub role: Role,
    /// What leads over to what it was rolled with.
    pub link: &'static str,
}

impl Said {
    fn plain(text: String) -> Said {
        Said { text, rules: Vec::new(), role: Role::Part, link: "" }
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
    let c = challenge.consistency();
    let throw = Throw { at, ..Throw::die(6, rule, what).by(who) };
    let d6 = table.die(fight, throw)? as i16;
    let mut pool = Pool::of(d6);
    let mut tens: Vec<u16> = Vec::new();
    let mut left = c.unsigned_abs();
    while left > 0 {
        let count = left.min(MOST_DICE);
        let faces = table.roll(fight, Throw { at, ..Throw::dice(count as u8, 10, rule, what).by(who) })?;
        pool.add(&faces);
        if table.hears() {
            tens.extend_from_slice(&faces);
        }
        left -= count;
    }
    let raw = pool.raw(c);
    let result = raw + challenge.potential();
    let failed = challenge.tires && fatigue::fails(fight, who, raw);
    let rolled = Rolled { raw, result, failed };
    table.tell(|| told(fight, challenge, rule, says(fight, rolled), d6, &tens, raw).total(result.into()));
    if failed {
        fatigue::tell_failed(fight, table, who, raw);
    }
    if challenge.tires {
        fatigue::rise(fight, table, who, d6);
    }
    Ok(rolled)
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
    let c = challenge.consistency();
    let by_sign = match c {
        0 => &ZERO,
        c if c > 0 => &POSITIVE,
        _ => &NEGATIVE,
    };
    let parts = |on: On| challenge.parts.iter().filter(move |part| part.on == on);
    let why: Vec<String> = parts(On::C).map(|part| format!("{} {:+}", part.label.text(), part.value)).collect();
    let on = challenge.ability.map_or("", |ability| fight.ability(ability).name.as_str());
    let on = if on.is_empty() { String::new() } else { format!(" on {on}") };
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
    let text = format!("{}{}{on} with C {c}{why}", said.text, said.link);
    let event = Event::new(rule, text).and(&POOL).and(by_sign).and(&POTENTIAL).and(&LOG).by(challenge.who);
    let mut event = said.rules.iter().fold(event, |event, rule| event.and(rule));
    event.role = said.role;
    if said.role != Role::Upkeep {
        event = fight.caused(event);
    }
    if c <= 0 {
        event = event.and(&CEILING);
    }
    let usual = |part: &&Part| matches!(part.label, Label::Base | Label::Trained | Label::Attribute);
    if challenge.parts.iter().any(|part| !usual(&part)) {
        event = event.and(&SITUATION);
    }
    if challenge.parts.iter().any(|part| matches!(part.label, Label::Prone | Label::ProneTarget)) {
        event = event.and(&defence::PRONE);
    }
    if challenge.ability.is_some() {
        event = event.and(&abilities::CONSISTENCY).and(&abilities::POTENTIAL).and(&abilities::BASE_C);
        event = event.and(&abilities::BASE_P).and(&abilities::OPEN);
        if !challenge.tires {
            event = event.and(&fatigue::PHYSICAL);
        }
    }
    event = event.dice(6, &[d6 as u16]);
    if !tens.is_empty() {
        event = event.dice(10, tens);
    }
    event = event.term("raw", raw.into(), "");
    parts(On::P).fold(event, |event, part| event.term(part.label.text(), part.value.into(), ""))
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
    role: crate::book::Role,
) -> Result<Challenge, T::Halt> {
    let mut challenge = Challenge::on(fight, who, fight.role(role));
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
