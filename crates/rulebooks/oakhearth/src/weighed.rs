//! The last blow that has been weighed. Tactics weigh a blow, then what may be added to it, then it is struck: all of
//! that asks what speaks for and against the same Check.

use quintain_engine::{Memo, Revision, Who, state};

use crate::combatant::Kind;
use crate::fight::Fight;
use crate::pool::Pool;

/// An Attack Check, by all that it depends on besides the combatants and the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Check {
    pub(crate) by: Who,
    pub(crate) at: Who,
    pub(crate) weapon: u16,
    /// How much farther it reaches than the weapon does.
    pub(crate) farther: i16,
    pub(crate) hand: Option<u8>,
    pub(crate) melee: bool,
}

/// When it is made.
type When = (u32, Option<Who>, u8, Option<(Who, Option<Kind>, u8)>);

state! {
    /// What speaks for and against the last Check that was weighed.
    #[derive(Debug, Default)]
    pub(crate) struct Weighed {
        known: Memo<(Check, When, Revision), Pool>,
    }
}

impl Weighed {
    /// What was found out before, or is now.
    pub(crate) fn read<R>(
        &self,
        fight: &Fight,
        check: Check,
        find: impl Fn(&mut Pool),
        read: impl FnOnce(&Pool) -> R,
    ) -> R {
        // Magic on the ground begins and ends without anybody's change.
        if !fight.zones.is_empty() {
            return read(&found(&find));
        }
        let now = (fight.round, fight.owner, fight.depth, fight.carried_penalty);
        let find = |pool: &mut Pool| {
            pool.clear();
            find(pool);
        };
        self.known.read((check, now, fight.cast.revision()), find, read)
    }
}

/// What is found out now.
fn found(find: &impl Fn(&mut Pool)) -> Pool {
    let mut pool = Pool::default();
    find(&mut pool);
    pool
}
