//! Throws of which rules say that they do not look at each die: other faces that are alike in what they look at must lead to
//! the same fight.

use std::convert::Infallible;

use quintain_content::Encounter;
use quintain_dice::{Cuts, Faces};
use quintain_engine::{Answer, Conduct, Event, EventId, Hall, Progress, Read, Rulebook, Table, Throw, advance, digest};

use crate::battery::{root_of, sources};
use crate::bench::fresh;
use crate::{Check, claim};

/// Fights played of each encounter.
const FIGHTS: u64 = 6;
/// Rounds that each goes on for at most.
const ROUNDS: u32 = 12;

/// Plays some fights of every ready-made encounter of the book twice, with the same dice but for throws that are [read](Read)
/// otherwise than die by die: those fall otherwise in the second, alike in what the rules say that they look at. Both must
/// go the same way. At least so many throws must have been read so.
///
/// # Errors
/// Names the encounter and the fight that go apart.
pub fn throws_are_read_as_they_say<R: Rulebook>(least: u32) -> Check {
    let texts = sources(&root_of(R::ID)?, "encounters", R::ID, "toml")?;
    let mut turned = 0;
    for text in &texts {
        if Encounter::parse(text, R::TABLES).is_err() {
            continue;
        }
        let begun = fresh::<R>(&text.text);
        for number in 0..FIGHTS {
            turned += go_alike(&begun, number).map_err(|fault| format!("{}, fight {number}: {fault}", text.path))?;
        }
    }
    claim(turned >= least, || format!("only {turned} throws are read otherwise than die by die"))
}

/// How many throws fell otherwise.
fn go_alike<R: Rulebook>(begun: &R, number: u64) -> Result<u32, String> {
    let conduct = Conduct::best();
    let table = |turns| Turned { hall: Hall::new(11, number, &conduct), turns, turned: 0 };
    let (mut plain, mut turned) = (table(false), table(true));
    let (mut one, mut other) = (begun.clone(), begun.clone());
    loop {
        let Ok(progress) = advance(&mut one, &mut plain);
        let Ok(same) = advance(&mut other, &mut turned);
        claim(digest(&one) == digest(&other) && progress == same, || {
            format!("they go apart by the {}th throw that fell otherwise, in round {}", turned.turned, one.round())
        })?;
        if progress != Progress::Resting || one.round() > ROUNDS {
            return Ok(turned.turned);
        }
    }
}

/// A simulation in which throws may fall otherwise.
struct Turned<'a> {
    hall: Hall<'a>,
    turns: bool,
    turned: u32,
}

impl<R: Rulebook> Table<R> for Turned<'_> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        let faces = self.hall.roll(fight, throw)?;
        if !self.turns || throw.read == Read::InOrder || throw.count < 2 {
            return Ok(faces);
        }
        self.turned += 1;
        Ok(otherwise(throw.read, throw.sides, &faces))
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Infallible> {
        self.hall.degree(fight, throw, cuts)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.hall.ask(fight, ask)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        self.hall.ask_any(fight, asks)
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<R>::tell(&mut self.hall, event)
    }
}

/// Other faces that are alike in what is looked at.
fn otherwise(read: Read, sides: u16, faces: &[u16]) -> Faces {
    let mut turned: Vec<u16> = faces.iter().rev().copied().collect();
    let (high, low) = (faces.iter().copied().max().unwrap_or(1), faces.iter().copied().min().unwrap_or(1));
    match read {
        Read::InOrder | Read::Faces => {}
        Read::Sum => {
            let (from, to) =
                (turned.iter().position(|face| *face == high), turned.iter().rposition(|face| *face == low));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
                && high > low + 1
            {
                (turned[from], turned[to]) = (high - 1, low + 1);
            }
        }
        Read::Highest => keep_only(&mut turned, high, high == sides, 1),
        Read::Lowest => keep_only(&mut turned, low, low == 1, sides),
    }
    Faces::try_from(turned.as_slice()).unwrap_or_default()
}

/// Leaves one die at `face`, or all that show it, and turns the rest to `other`.
fn keep_only(faces: &mut [u16], face: u16, all: bool, other: u16) {
    let mut found = false;
    for one in faces {
        if *one != face || found && !all {
            *one = other;
        }
        found |= *one == face;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_faces_are_alike_in_what_is_looked_at() {
        let of = |read, faces: &[u16]| otherwise(read, 6, faces).to_vec();
        assert_eq!(of(Read::Faces, &[1, 5, 3]), [3, 5, 1]);
        assert_eq!(of(Read::Sum, &[1, 5, 3]), [3, 4, 2]);
        assert_eq!(of(Read::Highest, &[4, 5, 5]), [5, 1, 1]);
        assert_eq!(of(Read::Highest, &[6, 5, 6]), [6, 1, 6]);
        assert_eq!(of(Read::Lowest, &[1, 5, 1]), [1, 6, 1]);
        assert_eq!(of(Read::Lowest, &[2, 5, 2]), [2, 6, 6]);
    }
}
