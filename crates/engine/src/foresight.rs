//! What is about to happen if an answer is given: the way somebody goes, and who else would be asked on it.

use std::convert::Infallible;

use quintain_dice::{Cuts, Faces, Stream};
use quintain_field::Square;

use crate::cast::{Seat, Who};
use crate::event::{Event, EventId};
use crate::exact::Exact;
use crate::live::{Fault, Live, Stop};
use crate::question::Answer;
use crate::rule::Rule;
use crate::rulebook::{Progress, Rulebook, seat_name};
use crate::table::{Table, Throw};
use crate::tactics::Conduct;
use crate::view::When;

/// In how many ways of the dice it is looked who would be asked.
const WAYS: u64 = 12;

/// What follows from an answer, before it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foresight {
    /// The squares that somebody passes over, from where it stands; empty where nobody moves.
    pub way: Vec<Square>,
    /// Who else would have to decide something, each once for each rule, in the order in which it came up.
    pub reactions: Vec<Reaction>,
}

/// A decision that somebody else would be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// Who.
    pub who: Who,
    /// By which rule.
    pub rule: &'static Rule,
}

/// Looks ahead from an answer that `who` could give to the open question: until that seat has the same to decide again,
/// or somebody else's turn has come. What depends on dice is looked for in a dozen ways of them.
///
/// # Errors
/// Says who is asked instead, or what would be legal.
pub fn foresee<R: Rulebook>(live: &Live<R>, who: &str, words: &str) -> Result<Foresight, Fault> {
    live.offered(who, words)?;
    let place = live.taking(who, words)?;
    let Stop::Asked(open) = live.stop() else { return Ok(Foresight::default()) };
    let Some((ask, question)) = open.get(place) else { return Ok(Foresight::default()) };
    let seat = seat_name(live.fight(), question.to).to_owned();
    let act = question.read(words).ok().and_then(|answer| answer.one());
    let way = act.map(|act| live.fight().way(ask, &act)).unwrap_or_default();
    let (rest, facts) = live.since_rest();
    let conduct = Conduct::best();
    let mut onlooker = Onlooker {
        exact: Exact::new(facts, Some((&seat, words)), &conduct),
        asker: (question.to, question.rule),
        acting: acting(live.fight()),
        over: false,
        heard: Vec::new(),
    };
    for number in 0..WAYS {
        onlooker.exact = Exact::new(facts, Some((&seat, words)), &conduct).sampling(Stream::new(1, number));
        onlooker.over = false;
        let mut fight = rest.clone();
        while !onlooker.over {
            let Ok(progress) = fight.advance(&mut onlooker);
            onlooker.over |= onlooker.exact.was_said() || matches!(progress, Progress::Over(_));
        }
    }
    Ok(Foresight { way, reactions: onlooker.heard })
}

/// Who acts now.
fn acting<R: Rulebook>(fight: &R) -> Vec<String> {
    let now = fight.view().order.into_iter().filter(|slot| slot.when == When::Now);
    now.flat_map(|slot| slot.who).collect()
}

/// A table that hears who is asked behind the answer looked at.
struct Onlooker<'a, R: Rulebook> {
    exact: Exact<'a, R>,
    asker: (Seat, &'static Rule),
    acting: Vec<String>,
    /// The answer has had its course.
    over: bool,
    heard: Vec<Reaction>,
}

impl<R: Rulebook> Onlooker<'_, R> {
    fn hear(&mut self, fight: &R, ask: &R::Ask) {
        let seat = fight.seat(ask);
        if fight.is_moot(ask) {
            return;
        }
        let rule = fight.question(ask).rule;
        self.over |= (seat, rule.id) == (self.asker.0, self.asker.1.id) || acting(fight) != self.acting;
        let Seat::Of(who) = seat else { return };
        let reaction = Reaction { who, rule };
        let acts = self.acting.iter().any(|name| name == fight.name(who));
        if !self.over && !acts && seat != self.asker.0 && !self.heard.contains(&reaction) {
            self.heard.push(reaction);
        }
    }
}

impl<R: Rulebook> Table<R> for Onlooker<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        self.exact.roll(fight, throw)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Infallible> {
        self.exact.degree(fight, throw, cuts)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        if self.exact.was_said() && !self.over {
            for ask in asks {
                self.hear(fight, ask);
            }
        }
        self.exact.ask_any(fight, asks)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<R>::tell(&mut self.exact, event)
    }
}
