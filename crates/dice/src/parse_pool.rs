//! Reads a pool: the `d`, its sides and whatever is done with the faces.

use crate::notation::NotationError;
use crate::parse::Reader;
use crate::pool::{Die, Explode, Point, Pool, Relation, Reroll, Selection, Successes};

/// The most comparison points of one reroll.
const MAX_POINTS: usize = 8;

impl Reader {
    /// Reads a pool from its `d` on; `start` is where its count stands, or the `d` if there is none.
    pub(crate) fn pool(&mut self, start: usize, count: u32) -> Result<Pool, NotationError> {
        self.add_dice(start, count)?;
        if count == 0 {
            return Err(NotationError::at(start, "there are no dice to throw", "write at least one, such as 1d6"));
        }
        // The limit of dice has just been checked, so the count fits.
        let mut pool = Pool::plain(u16::try_from(count).unwrap_or(u16::MAX), self.die()?);
        let mut exploded_at = start;
        loop {
            let place = self.skip_blanks();
            match self.sign() {
                Some('k') => self.keep(&mut pool)?,
                Some('d') => self.drop(&mut pool)?,
                Some('r') => self.reroll(&mut pool)?,
                Some('!') => {
                    exploded_at = place;
                    self.explode(&mut pool)?;
                }
                Some('<' | '>' | '=') => self.success(&mut pool)?,
                Some('f') => self.failure(&mut pool)?,
                _ => break,
            }
        }
        ends(&pool, start, exploded_at)?;
        Ok(pool)
    }

    fn skip_blanks(&mut self) -> usize {
        self.next_sign();
        self.place()
    }

    fn die(&mut self) -> Result<Die, NotationError> {
        self.take('d');
        if self.take('%') {
            return Ok(Die::Percentile);
        }
        if self.take('f') {
            return Ok(Die::Fudge);
        }
        let start = self.place();
        match self.number()? {
            None => Err(self.error("a d needs its sides", "write a number, % or F after it, such as d6, d% or dF")),
            Some(sides) => match u16::try_from(sides) {
                Ok(sides @ 1..) => Ok(Die::Sides(sides)),
                _ => Err(NotationError::at(start, format!("there is no die with {sides} sides"), "write 1 to 65535")),
            },
        }
    }

    fn keep(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        self.take('k');
        let lowest = self.take('l');
        if !lowest {
            self.take('h');
        }
        let count = self.amount(pool.count)?;
        if count == 0 {
            return Err(NotationError::at(start, "this keeps no die", "keep at least one"));
        }
        let selection = if lowest { Selection::KeepLowest(count) } else { Selection::KeepHighest(count) };
        self.select(pool, start, selection)
    }

    fn drop(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        self.take('d');
        let highest = self.take('h');
        if !highest {
            self.take('l');
        }
        let count = self.amount(pool.count)?;
        if count >= pool.count {
            let problem = format!("this drops all of {} dice", pool.count);
            return Err(NotationError::at(start, problem, "leave at least one"));
        }
        let selection = if highest { Selection::DropHighest(count) } else { Selection::DropLowest(count) };
        self.select(pool, start, selection)
    }

    /// How many dice to keep or drop: 1 if no number is written.
    fn amount(&mut self, dice: u16) -> Result<u16, NotationError> {
        let start = self.place();
        let amount = self.number()?.unwrap_or(1);
        u16::try_from(amount).ok().filter(|&amount| amount <= dice).ok_or_else(|| {
            let problem = format!("{amount} dice cannot be chosen from {dice}");
            NotationError::at(start, problem, format!("write at most {dice}"))
        })
    }

    fn select(&self, pool: &mut Pool, start: usize, selection: Selection) -> Result<(), NotationError> {
        match pool.selection.replace(selection) {
            None => Ok(()),
            Some(_) => Err(twice(start, "keep or drop")),
        }
    }

    fn reroll(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        self.take('r');
        let once = self.take('o');
        let point = self
            .point()?
            .ok_or_else(|| self.error("throwing again needs a face", "write which one, such as r1 or r<3"))?;
        let reroll = pool.reroll.get_or_insert_with(|| Reroll { once, points: Vec::new() });
        if reroll.once != once {
            let remedy = "use r (until it is another face) or ro (once) for all";
            return Err(NotationError::at(start, "r and ro are mixed", remedy));
        }
        if reroll.points.len() == MAX_POINTS {
            let remedy = format!("write at most {MAX_POINTS}, or a range such as r<3");
            return Err(NotationError::at(start, "these are too many faces to throw again", remedy));
        }
        reroll.points.push(point);
        Ok(())
    }

    fn explode(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        self.take('!');
        if matches!(self.sign(), Some('!' | 'p')) {
            let remedy = "write one !, which adds dice to the pool";
            return Err(self.error("compounding and penetrating dice are not known", remedy));
        }
        // A minus here subtracts from the pool; only a sign of comparison makes it part of a number.
        let point = match self.sign() {
            Some('-') => None,
            _ => self.point()?,
        };
        match pool.explode.replace(point.map_or(Explode::OnHighest, Explode::On)) {
            None => Ok(()),
            Some(_) => Err(twice(start, "explode")),
        }
    }

    fn success(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        let Some(success) = self.point()? else { return Ok(()) };
        match pool.successes.replace(Successes { success, failure: None }) {
            None => Ok(()),
            Some(_) => Err(twice(start, "count successes")),
        }
    }

    fn failure(&mut self, pool: &mut Pool) -> Result<(), NotationError> {
        let start = self.place();
        self.take('f');
        let point = self.point()?.ok_or_else(|| self.error("f needs a face", "write which one, such as f1"))?;
        let Some(successes) = &mut pool.successes else {
            let remedy = "write what succeeds before it, such as 5d10>=7f1";
            return Err(NotationError::at(start, "failures are taken off successes, and none are counted", remedy));
        };
        match successes.failure.replace(point) {
            None => Ok(()),
            Some(_) => Err(twice(start, "count failures")),
        }
    }

    /// A comparison point: a relation with a number, or a bare number for equality.
    fn point(&mut self) -> Result<Option<Point>, NotationError> {
        let written = matches!(self.sign(), Some('<' | '>' | '='));
        let relation = self.relation();
        if written {
            self.skip_blanks();
        }
        let negative = self.take('-');
        let Some(number) = self.number()? else {
            if written || negative {
                return Err(self.error("a comparison needs a number", "write one, such as >=5"));
            }
            return Ok(None);
        };
        // Numbers are limited far below what 32 bits hold.
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        Ok(Some(Point { relation, number: if negative { -number } else { number } }))
    }

    fn relation(&mut self) -> Relation {
        if self.take('<') {
            if self.take('=') { Relation::AtMost } else { Relation::Less }
        } else if self.take('>') {
            if self.take('=') { Relation::AtLeast } else { Relation::More }
        } else {
            self.take('=');
            Relation::Equal
        }
    }
}

fn twice(place: usize, what: &str) -> NotationError {
    NotationError::at(place, format!("the same dice cannot {what} twice"), "leave one of them out")
}

/// Refuses pools that would throw for ever.
fn ends(pool: &Pool, start: usize, exploded_at: usize) -> Result<(), NotationError> {
    if pool.reroll.is_none() && pool.explode.is_none() {
        return Ok(());
    }
    let again = |&face: &i32| pool.reroll.as_ref().is_some_and(|reroll| !reroll.once && reroll.meets(face));
    let mut standing = pool.die.all().filter(|face| !again(face)).peekable();
    if standing.peek().is_none() {
        let problem = "every face would be thrown again, for ever";
        return Err(NotationError::at(start, problem, "leave at least one face that stands"));
    }
    if pool.explode.is_some() && !pool.die.all().any(|face| pool.explodes(face)) {
        let help =
            "`!` takes a comparison behind it for its own; a total is compared outside of brackets: `(3d6!)>=15`";
        return Err(NotationError::at(exploded_at, "no face of these dice explodes", help));
    }
    if standing.all(|face| pool.explodes(face)) {
        let problem = "every face would explode, for ever";
        return Err(NotationError::at(exploded_at, problem, "leave at least one face that ends it"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse::expression;

    #[test]
    fn mistakes_of_pools_name_their_column() {
        for (text, column, problem) in [
            ("0d6", 1, "there are no dice to throw"),
            ("2d", 3, "a d needs its sides"),
            ("2dx", 3, "a d needs its sides"),
            ("1d0", 3, "there is no die with 0 sides"),
            ("1d65536", 3, "there is no die with 65536 sides"),
            ("4d6kh5", 6, "5 dice cannot be chosen from 4"),
            ("4d6kh0", 4, "this keeps no die"),
            ("4d6dl4", 4, "this drops all of 4 dice"),
            ("4d6kh3dl1", 7, "the same dice cannot keep or drop twice"),
            ("4d6r", 5, "throwing again needs a face"),
            ("4d6r1ro2", 6, "r and ro are mixed"),
            ("4d6!!", 5, "compounding and penetrating dice are not known"),
            ("4d6!5!6", 6, "the same dice cannot explode twice"),
            ("4d6>", 5, "a comparison needs a number"),
            ("4d6f1", 4, "failures are taken off successes, and none are counted"),
            ("4d6>=5f", 8, "f needs a face"),
            ("4d6>=5>=6", 7, "the same dice cannot count successes twice"),
            ("1d6r<9", 1, "every face would be thrown again, for ever"),
            ("3d6!>=15", 4, "no face of these dice explodes"),
            ("1d6 !>0", 5, "every face would explode, for ever"),
            ("d1!", 3, "every face would explode, for ever"),
            ("1d6r<6!", 7, "every face would explode, for ever"),
            ("1d6r1r1r1r1r1r1r1r1r1", 20, "these are too many faces to throw again"),
        ] {
            let error = expression(text).unwrap_err();
            assert_eq!((error.column(), error.problem()), (column, problem), "{text}");
        }
    }

    #[test]
    fn a_minus_after_a_bare_bang_subtracts() {
        assert_eq!(expression("3d6!-1").unwrap().to_string(), "3d6!-1");
        assert_eq!(expression("3d6!-1").unwrap(), expression("(3d6!)-1").unwrap());
    }
}
