//! Which blows are worth a daring manoeuvre.

use quintain_engine::Who;

use super::weigh;
use crate::arm::ArmId;
use crate::condition::Ability;
use crate::declaration::{Daring, Deed};
use crate::fight::Fight;
use crate::house::{DualModified, ManoeuvreFail};
use crate::options;
use crate::phase::judge;
use crate::rules::modifiers::{self, State};
use crate::rules::{attack, creatures};

/// Thousandths of a point that a manoeuvre must promise beyond the plain blow before somebody dares it.
const WORTH_DARING: u32 = 400;

/// The same blow by a daring manoeuvre where that promises clearly more, or else what was meant.
#[inline]
pub(super) fn or_daring(fight: &Fight, who: Who, deed: Deed) -> Deed {
    match deed {
        Deed::Attack { arm, off, at, daring: Daring::No } if pays(fight, who, (arm, off), at) => {
            let bold = Deed::Attack { arm, off, at, daring: Daring::Manoeuvre };
            if is_plain(fight, who, arm, at) && options::may(fight, who, bold).is_ok() { bold } else { deed }
        }
        _ => deed,
    }
}

/// What was meant before a manoeuvre was found to promise more: the plain blow, where that is all the difference.
pub(super) fn without(deed: Deed, plainly: impl FnOnce() -> Deed) -> Deed {
    match deed {
        Deed::Attack { arm, off, at, daring: Daring::Manoeuvre } => {
            let blow = Deed::Attack { arm, off, at, daring: Daring::No };
            if plainly() == blow { blow } else { deed }
        }
        _ => deed,
    }
}

/// Whether the larger die is worth the risk of the save: of a failed one the house makes a weak blow, a plain one or none.
fn pays(fight: &Fight, who: Who, (arm, off): (ArmId, Option<ArmId>), at: Who) -> bool {
    let die = |arm: ArmId, state: State| {
        let (own, larger) = modifiers::die_of(fight, who, arm, state);
        larger.map_or(own, |larger| larger.max(own))
    };
    // `dual.modified`: by house rule one changed die takes the place of both.
    let both = |state: State| state == State::Normal || fight.house().dual_modified == DualModified::PerDie;
    let dice = |state: State| (die(arm, state), off.filter(|_| both(state)).map(|off| die(off, state)));
    let (usual, larger) = (dice(State::Normal), dice(State::Enhanced));
    if usual == larger || !options::may_dare(fight, who) {
        return false;
    }
    let armor = attack::armor_of(fight, at);
    let (plain, enhanced) = (weigh::damage_of_both(usual, armor), weigh::damage_of_both(larger, armor));
    let failed = match fight.house().manoeuvre_fail {
        ManoeuvreFail::Impaired => weigh::damage_of_both(dice(State::Impaired), armor),
        ManoeuvreFail::Normal => plain,
        ManoeuvreFail::Lost => 0,
    };
    // A 20 always fails.
    let passes = u32::from(fight.one(who).score(Ability::Tek).now.clamp(0, 19).unsigned_abs());
    passes * enhanced + (20 - passes) * failed > 20 * (plain + WORTH_DARING)
}

/// Whether the blow would be neither impaired, which no daring mends, nor enhanced already, nor several at once.
#[cold]
fn is_plain(fight: &Fight, who: Who, arm: ArmId, at: Who) -> bool {
    let state = judge(fight, who, at, arm).state(fight);
    state == State::Normal && creatures::strike_count(fight, who, arm) <= 1
}
