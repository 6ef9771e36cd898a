//! When to work on the dying, which takes a minute at least and so is hardly ever done before a fight is over.

use quintain_engine::Who;

use super::approach;
use super::threats::is_up;
use crate::rules::clusters;
use crate::state::{Fight, Upcoming};

/// Whether what somebody has begun is worth going on with: a treatment only while it is quiet.
pub(crate) fn goes_on(fight: &Fight, who: Who) -> bool {
    !matches!(fight.one(who).upcoming, Some(Upcoming::Tend(_))) || is_quiet(fight, who)
}

/// Whether no friend fights hand to hand, and no foe is near.
pub(crate) fn is_quiet(fight: &Fight, who: Who) -> bool {
    let engaged = |friend: Who| {
        let beside = |foe: Who| fight.foes(friend, foe) && is_up(fight, foe);
        !fight.foes(who, friend) && is_up(fight, friend) && clusters::mates(fight, friend).any(beside)
    };
    let near = approach::nearest_foe(fight, who, false);
    near.is_none_or(|(_, far)| far > super::FAR) && !fight.everyone().any(engaged)
}
