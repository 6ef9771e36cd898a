//! The table of simulations: seeded dice, tactics inline, nobody listening.

use std::convert::Infallible;

use quintain_dice::{Faces, LateStream, Stream};

use crate::event::{Event, EventId};
use crate::question::Answer;
use crate::rulebook::Rulebook;
use crate::table::{Answers, Table, Throw};
use crate::tactics::{Conduct, Tactics};

/// Plays unattended fights. Nothing can stop it, and nothing it does allocates.
#[derive(Debug)]
pub struct Hall<'a> {
    dice: Stream,
    own: LateStream,
    conduct: &'a Conduct,
}

impl<'a> Hall<'a> {
    /// The table of one fight: its dice follow from the seed and the fight's number alone.
    #[inline]
    pub fn new(seed: u64, fight: u64, conduct: &'a Conduct) -> Self {
        Hall { dice: Stream::new(seed, fight), own: LateStream::for_tactics(seed, fight), conduct }
    }

    /// The table of a fight that is under way, with the dice that come next.
    pub(crate) fn going_on((dice, own): (Stream, LateStream), conduct: &'a Conduct) -> Self {
        Hall { dice, own, conduct }
    }

    fn answer<R: Rulebook>(&mut self, fight: &R, ask: &R::Ask) -> Answer<R::Act> {
        self.conduct.of_seat(fight, fight.seat(ask)).answer(fight, ask, &mut self.own)
    }

    /// [`Table::choose`] where not all seats play by tactics of the book, and all by the same. It is kept out of what
    /// rules ask all the time, and takes the question itself, so that nobody has to lay one down in memory who never
    /// comes here.
    #[cold]
    fn choose_for_seat<R: Rulebook>(&mut self, fight: &R, ask: R::Ask) -> Option<R::Act> {
        match self.conduct.of_seat(fight, fight.seat(&ask)) {
            Tactics::Own(place) => fight.choose(place, &ask, &mut self.own),
            other => other.answer(fight, &ask, &mut self.own).one(),
        }
    }
}

impl<R: Rulebook> Table<R> for Hall<'_> {
    type Halt = Infallible;

    fn roll(&mut self, _: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        let mut faces = Faces::new();
        for _ in 0..throw.count {
            // A throw holds no more than `Faces` does; the rest is thrown all the same, as on every table.
            let _ = faces.push(self.dice.die(throw.sides));
        }
        Ok(faces)
    }

    #[inline]
    fn die(&mut self, _: &mut R, throw: Throw) -> Result<u16, Infallible> {
        Ok(self.dice.die(throw.sides))
    }

    #[inline]
    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        Ok(self.answer(fight, &ask))
    }

    #[inline]
    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        Ok((0, self.answer(fight, &asks[0])))
    }

    #[inline(always)]
    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Infallible> {
        self.choose_then(fight, ask, |_, act| act)
    }

    #[inline(always)]
    fn choose_then<V>(
        &mut self,
        fight: &mut R,
        ask: R::Ask,
        then: impl FnOnce(&mut R, Option<R::Act>) -> V,
    ) -> Result<V, Infallible> {
        Ok(match self.conduct.uniform {
            Some(Tactics::Own(place)) => {
                let act = fight.choose(place, &ask, &mut self.own);
                then(fight, act)
            }
            _ => {
                let act = self.choose_for_seat(fight, ask);
                then(fight, act)
            }
        })
    }

    #[inline(always)]
    fn choose_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Option<R::Act>), Infallible> {
        match asks.first() {
            Some(ask) => Ok((0, self.choose(fight, ask.clone())?)),
            None => Ok((0, None)),
        }
    }

    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Infallible> {
        Ok(asks.iter().map(|ask| self.answer(fight, ask)).collect())
    }

    #[inline]
    fn hears(&self) -> bool {
        false
    }

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}
