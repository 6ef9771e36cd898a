//! What is about to happen if an answer is given: the way somebody goes, and who else would be asked on it.

use quintain_dice::Stream;
use quintain_field::Square;

use crate::ahead::{Ahead, Outset};
use crate::cast::Who;
use crate::exact::Exact;
use crate::live::{Fault, Live};
use crate::odds::{Going, run_act};
use crate::rule::Rule;
use crate::rulebook::{Rulebook, seat_name, understood};
use crate::tactics::Conduct;

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

/// Looks ahead from an answer that `who` could give to the open question: until that seat has the same kind of thing to
/// decide again, or somebody else's turn has come. What depends on dice is looked for in a dozen ways of them, for as long
/// as `going` says so.
///
/// # Errors
/// Says who is asked instead, or what would be legal.
pub fn foresee<R: Rulebook>(live: &Live<R>, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault> {
    live.offered(who, words)?;
    let place = live.taking(who, words)?;
    let (Some((ask, question)), Some(outset)) = (live.asked(place), Outset::of(live, place)) else {
        return Ok(Foresight::default());
    };
    let seat = seat_name(live.fight(), question.to).to_owned();
    let act = understood(live.fight(), (ask, question), words).ok().and_then(|answer| answer.one());
    let way = act.map(|act| live.fight().way(ask, &act)).unwrap_or_default();
    let (rest, facts) = live.outset();
    let (conduct, until) = (Conduct::best(), live.fight().round().max(1));
    let exact = Exact::new(facts, Some((&seat, words)), &conduct);
    let mut ahead = Ahead::listening(exact, live, &outset);
    for number in (0..WAYS).take_while(|_| going()) {
        ahead.exact = ahead.exact.sampling(Stream::new(1, number));
        ahead.exact.restart();
        let _ = run_act(rest, until, &mut ahead);
    }
    Ok(Foresight { way, reactions: ahead.heard })
}
