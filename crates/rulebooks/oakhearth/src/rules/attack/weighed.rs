//! The last blow that has been weighed. Whoever thinks of a blow weighs it, then what may be added to it, then it is
//! struck: all of that asks what speaks for and against the same Check.

use std::sync::Mutex;

use quintain_engine::Who;

use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::dice::Pool;

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

/// What is known of one Check.
#[derive(Debug, Default)]
struct Known {
    of: Option<(Check, When)>,
    pool: Pool,
}

/// What speaks for and against the last Check that was weighed, until anybody changes.
#[derive(Debug, Default)]
pub(crate) struct Weighed {
    known: Mutex<Known>,
}

impl Weighed {
    /// Somebody changes, or may have.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if let Ok(known) = self.known.get_mut() {
            known.of = None;
        }
    }

    /// What was found out before, or is now. Tests find it out each time, and see that nothing was remembered too long.
    pub(crate) fn read<R>(
        &self,
        fight: &Fight,
        check: Check,
        find: impl Fn(&mut Pool),
        read: impl FnOnce(&Pool) -> R,
    ) -> R {
        // Magic on the ground begins and ends without anybody's change.
        let lasting = fight.zones.is_empty();
        // Nobody waits for another who looks at the same fight.
        let Some(mut known) = self.known.try_lock().ok().filter(|_| lasting) else {
            return read(&found(&find));
        };
        let now = Some((check, (fight.round, fight.owner, fight.depth, fight.carried_penalty)));
        if known.of != now {
            known.pool.clear();
            find(&mut known.pool);
            known.of = now;
        }
        debug_assert_eq!(known.pool, found(&find), "a change that nobody noted");
        read(&known.pool)
    }
}

/// What is found out now.
fn found(find: &impl Fn(&mut Pool)) -> Pool {
    let mut pool = Pool::default();
    find(&mut pool);
    pool
}
