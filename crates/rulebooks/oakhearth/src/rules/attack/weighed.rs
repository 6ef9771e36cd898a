//! The last blow that has been weighed. Whoever thinks of a blow weighs it, then what may be added to it, then it is
//! struck: all of that asks what speaks for and against the same Check.

use std::sync::OnceLock;

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

/// What speaks for and against the last Check that was weighed, until anybody changes.
#[derive(Debug, Default)]
pub(crate) struct Weighed {
    known: OnceLock<(Check, When, Pool)>,
}

impl Weighed {
    /// Somebody changes, or may have.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if self.known.get().is_some() {
            self.known = OnceLock::new();
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
        let found = || {
            let mut pool = Pool::default();
            find(&mut pool);
            pool
        };
        // Magic on the ground begins and ends without anybody's change.
        if !fight.zones.is_empty() {
            return read(&found());
        }
        let when = (fight.round, fight.owner, fight.depth, fight.carried_penalty);
        let (known, then, pool) = self.known.get_or_init(|| (check, when, found()));
        if (*known, *then) != (check, when) {
            return read(&found());
        }
        debug_assert_eq!(*pool, found(), "a change that nobody noted");
        read(pool)
    }
}
