//! An act under way, for those who do not see all dice: a die that a foe has thrown for it must not decide what they are told of
//! the odds. They look ahead with such dice thrown anew, and keep to the ways that lead to what they are asked now and to
//! what they see.

use quintain_dice::{Faces, Stream};

use super::Live;
use crate::cast::Who;
use crate::common::advance;
use crate::edict::Edict;
use crate::event::{Event, EventId};
use crate::exact::Exact;
use crate::fact::Fact;
use crate::live::{Fault, Stop};
use crate::open::Open;
use crate::question::Answer;
use crate::rulebook::{Rulebook, seat_name};
use crate::table::{Table, Throw, lay};
use crate::tactics::Conduct;

/// How often other dice are thrown before a guess is given up.
const TRIES: u64 = 500;

/// What has come since the last resting point, as far as it shows.
#[derive(Clone, Debug)]
pub(crate) struct Unshown {
    /// What has been said since, without the dice that do not show. From where the act begins on nobody is there who is believed
    /// gone.
    pub(crate) facts: Vec<Fact>,
    /// For each of the roster: whether its figures and dice are seen.
    sees: Vec<bool>,
}

impl Unshown {
    /// What shows of a fight to somebody who believes in these edicts; nothing where the dice of those who have brought about
    /// what is asked are seen, or where they have thrown none.
    pub(super) fn of<R: Rulebook>(
        live: &Live<R>,
        edicts: &[Edict],
        sees: &dyn Fn(Option<Who>) -> bool,
    ) -> Option<Self> {
        let (fight, (_, facts)) = (live.fight(), live.outset());
        let by = live.open().iter().filter_map(|open| fight.brought_by(open.ask())).find(|by| !sees(Some(*by)))?;
        let acts = fight.name(by);
        let thrown = |fact: &Fact| matches!(fact, Fact::Dice { who, .. } if who.as_deref() == Some(acts));
        let gone = |name: &str| edicts.iter().any(|edict| matches!(edict, Edict::Remove { who } if who == name));
        let begins = begin(facts, acts);
        let stands = |fact: &&Fact| match fact {
            Fact::Dice { who, .. } => !thrown(fact) && !who.as_deref().is_some_and(gone),
            Fact::Answer { to, .. } => !gone(to),
            _ => true,
        };
        let (before, act) = facts.split_at(begins);
        act.iter().any(thrown).then(|| {
            let beliefs = || edicts.iter().map(|edict| Fact::Edict { words: edict.to_string() });
            // In the end once more: the game master may have changed something by then.
            let act = act.iter().filter(stands).cloned().chain(beliefs());
            let sees = (0..fight.roster_len()).map(|place| sees(Some(Who(place as u16)))).collect();
            Unshown { facts: before.iter().cloned().chain(beliefs()).chain(act).collect(), sees }
        })
    }

    /// Whether a fight looks like the one that is shown, as far as it is seen.
    pub(crate) fn is_as_known<R: Rulebook>(&self, fight: &R, shown: &R) -> bool {
        let (one, other) = (fight.view(), shown.view());
        one.combatants.len() == other.combatants.len()
            && one.combatants.iter().zip(&other.combatants).enumerate().all(|(place, (one, other))| {
                let sees = self.sees.get(place).copied().unwrap_or_default();
                (&one.name, one.at, one.fighting) == (&other.name, other.at, other.fighting)
                    && (!sees || (&one.stats, &one.conditions) == (&other.stats, &other.conditions))
            })
    }
}

/// The place of the fact with which the act of this combatant begins: its last decision, or else the last one before its dice.
fn begin(facts: &[Fact], acts: &str) -> usize {
    let own = facts.iter().rposition(|fact| matches!(fact, Fact::Answer { to, .. } if to == acts));
    own.unwrap_or_else(|| {
        let thrown = |fact: &Fact| matches!(fact, Fact::Dice { who, .. } if who.as_deref() == Some(acts));
        let before = &facts[..facts.iter().position(thrown).unwrap_or(facts.len())];
        before.iter().rposition(|fact| matches!(fact, Fact::Answer { .. })).unwrap_or(0)
    })
}

impl<R: Rulebook> Live<R> {
    /// What shows of the act under way, where not all of its dice do.
    pub(crate) fn unshown(&self) -> Option<&Unshown> {
        self.unshown.as_deref()
    }

    /// The resting point to look ahead from, and what is repeated behind it.
    pub(crate) fn outset(&self) -> (&R, &[Fact]) {
        let (rest, facts) = self.since_rest();
        (rest, self.unshown().map_or(facts, |unshown| &unshown.facts))
    }

    /// The same fight, where not all of its dice show with others in their place: all in the middle in the guess number 0, drawn
    /// in others.
    ///
    /// # Errors
    /// Where no other dice were found that lead to what is asked now.
    pub(crate) fn guessed(&self, number: u64) -> Result<Self, Fault> {
        let Some(unshown) = self.unshown() else { return Ok(self.without_log()) };
        let streams = (0..TRIES).map(|attempt| Stream::new(attempt, number));
        let middle = (number == 0).then_some(None);
        let mut ways = middle.into_iter().chain(streams.map(Some));
        ways.find_map(|dice| self.in_this_way(unshown, dice)).ok_or_else(nothing_shows)
    }

    /// A fight to try things in: the guess with all dice in the middle, or else another. Where no dice lead to what is asked now,
    /// the act begins anew.
    pub(crate) fn to_try(&self, number: u64) -> Self {
        self.guessed(number).unwrap_or_else(|_| self.behind(Vec::new()))
    }

    /// The same to be looked at apart from this one; its log begins at the last resting point.
    pub fn apart(&self) -> Self {
        let mut apart = self.to_try(0);
        apart.proceed();
        apart
    }

    /// The same with these dice, if they lead to what is asked now.
    fn in_this_way(&self, unshown: &Unshown, dice: Option<Stream>) -> Option<Self> {
        let conduct = Conduct::best();
        let goals: Vec<&R::Ask> = self.open().iter().map(Open::ask).collect();
        let exact = Exact::new(&unshown.facts, None, &conduct).leaving_gaps(goals.first().copied()?);
        let mut guess = Guess { exact, goals, dice, written: Vec::new() };
        let mut fight = self.rest.fight.clone();
        let come = advance(&mut fight, &mut guess).is_err() && unshown.is_as_known(&fight, self.fight());
        let guess = come.then(|| self.behind(guess.written))?;
        matches!(guess.stop(), Stop::Asked(_)).then_some(guess)
    }

    /// The fight that goes on from the resting point by these facts.
    fn behind(&self, facts: Vec<Fact>) -> Self {
        let mut other = self.without_log();
        other.ledger.apply(Fact::Cut { keep: self.rest.facts });
        other.ledger.forget();
        facts.into_iter().for_each(|fact| other.ledger.apply(fact));
        other.unshown = None;
        other.said.begin(self.rest.facts);
        other.proceed();
        other
    }
}

/// What is said where the odds would tell how dice have fallen.
pub(crate) fn nothing_shows() -> Fault {
    Fault::Other("dice have been thrown that do not show yet; what follows can be told once they do".into())
}

/// What is asked now has been reached.
struct Reached;

/// Leads to what is asked now with other dice, and writes down what is said on the way.
struct Guess<'a, R: Rulebook> {
    exact: Exact<'a, R>,
    goals: Vec<&'a R::Ask>,
    /// The dice; none where each shows its middle.
    dice: Option<Stream>,
    written: Vec<Fact>,
}

impl<R: Rulebook> Guess<'_, R> {
    fn face(&mut self, sides: u16) -> u16 {
        self.dice.as_mut().map_or(sides / 2 + 1, |dice| dice.die(sides))
    }
}

impl<R: Rulebook> Table<R> for Guess<'_, R> {
    type Halt = Reached;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Reached> {
        self.written.extend(self.exact.edicts(fight).into_iter().cloned());
        let repeated = self.exact.repeated_dice(fight, &throw);
        let faces =
            repeated.unwrap_or_else(|| lay(&(0..throw.count).map(|_| self.face(throw.sides)).collect::<Vec<_>>()));
        let who = throw.who.map(|who| fight.name(who).to_owned());
        let shown = faces.to_vec();
        self.written.push(Fact::Dice { rule: throw.rule.id.to_owned(), who, sides: throw.sides, faces: shown });
        Ok(faces)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Reached> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Reached> {
        self.written.extend(self.exact.edicts(fight).into_iter().cloned());
        let repeated = self.exact.repeated_answer(fight, asks);
        if repeated.is_none() && asks.iter().any(|ask| self.goals.contains(&ask)) {
            return Err(Reached);
        }
        let auto = repeated.is_none();
        let (place, answer) = match repeated {
            Some(repeated) => repeated,
            None => self.exact.ask_any(fight, asks).unwrap_or_else(|never| match never {}),
        };
        if let Some(ask) = asks.get(place) {
            let question = fight.question(ask);
            let (to, rule) = (seat_name(fight, question.to).to_owned(), question.rule.id.to_owned());
            self.written.push(Fact::Answer { to, rule, words: question.write(&answer), auto });
        }
        Ok((place, answer))
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}
